/* Reads options of the form FILE@TICK, and tests their files.
 * Cost: constant. */
#include "scene/at_tick.h"

#include "core/args.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { TICK_MOST = 1000000000 };

int at_tick_check_writable(const cli *c, const char *option, const char *file)
{
    FILE *before = fopen(file, "rb");
    FILE *probe = fopen(file, "ab");
    const int why = errno;
    if (before != NULL) {
        fclose(before);
    }
    if (probe == NULL) {
        return cli_fail(c, "%s: %s: cannot be written: %s", option, file, strerror(why));
    }
    fclose(probe);
    if (before == NULL) {
        (void)remove(file);
    }
    return CLI_OK;
}

int at_tick_read(const cli *c, const char *option, const char *text, char *file, size_t capacity,
                 uint64_t *tick)
{
    const char *at = strrchr(text, '@');
    size_t count = strlen(text);
    *tick = UINT64_MAX;
    if (at != NULL) {
        int64_t number = 0;
        if (!arg_parse_integer(at + 1, 0, TICK_MOST, &number)) {
            return cli_fail(c, "%s: expected a tick from 0 to %d behind the @, found '%s'", option,
                            (int)TICK_MOST, at + 1);
        }
        *tick = (uint64_t)number;
        count = (size_t)(at - text);
    }
    if (count == 0 || count >= capacity) {
        return cli_fail(c, "%s: expected FILE or FILE@TICK, found '%s'", option, text);
    }
    memcpy(file, text, count);
    file[count] = '\0';
    return strcmp(file, "-") == 0 ? CLI_OK : at_tick_check_writable(c, option, file);
}

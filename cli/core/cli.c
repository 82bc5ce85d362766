/* Prints failures and notes of subcommands to stderr, and for --json an object {"error": ...} to
 * stdout. */
#include "core/cli.h"

#include "json.h"
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>

enum { TEXT_CAPACITY = 1024 };

/* Keeps the text, which cli_fail needs once more. */
CLI_PRINTF(3, 0)
static void tell(const cli *c, char text[TEXT_CAPACITY], const char *format, va_list list)
{
    vsnprintf(text, TEXT_CAPACITY, format, list);
    progress_end();
    /* Ends of lines would make more of one, and escapes something else of the terminal. */
    for (char *at = text; *at != '\0'; at++) {
        *at = (unsigned char)*at < ' ' || *at == 0x7F ? '?' : *at;
    }
    if (c->command[0] != '\0') {
        fprintf(stderr, "wend %s: %s\n", c->command, text);
    } else {
        fprintf(stderr, "wend: %s\n", text);
    }
}

int cli_fail(const cli *c, const char *format, ...)
{
    char text[TEXT_CAPACITY];
    va_list list;
    va_start(list, format);
    tell(c, text, format, list);
    va_end(list);
    if (c->is_json) {
        json j = json_begin(stdout);
        json_text(&j, "error", text);
        json_finish(&j);
    }
    return CLI_BAD;
}

int cli_fail_call(const cli *c, const char *what, wend_result result, const wend_message *message)
{
    if (message != NULL && message->text[0] != '\0') {
        return cli_fail(c, "%s", message->text);
    }
    return cli_fail(c, "%s: %s", what, wend_result_text(result));
}

void cli_note(const cli *c, const char *format, ...)
{
    char text[TEXT_CAPACITY];
    va_list list;
    va_start(list, format);
    tell(c, text, format, list);
    va_end(list);
}

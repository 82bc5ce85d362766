/* Takes: the name of something in the data folder.
 * Gives: its path, or a skipped test.
 * Cost: one look at the environment and one at the disk. */
#include "skip.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void skip_because(const char *why)
{
    const char *no_skip = getenv("WEND_NO_SKIP");
    if (no_skip != NULL && strcmp(no_skip, "1") == 0) {
        fail_msg("must not be skipped here: %s", why);
    }
    print_message("skipped: %s\n", why);
    skip();
}

void skip_without_data(const char *name, char *path, size_t capacity)
{
    const char *folder = getenv("WEND_DATA");
    if (folder == NULL || folder[0] == '\0') {
        skip_because("set WEND_DATA to the folder of maps to run this test");
        return;
    }
    int length = snprintf(path, capacity, "%s/%s", folder, name);
    assert_true(length > 0 && (size_t)length < capacity);
    struct stat status;
    if (stat(path, &status) != 0) {
        print_message("%s is not there\n", path);
        skip_because("WEND_DATA names a folder without it");
    }
}

/* Finds the data folder or a game's, or skips the test. */
#include "support/skip.h"

#include "support/test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && strcmp(value, "1") == 0;
}

void skip_because(const char *why)
{
    if (is_set("WEND_NO_SKIP")) {
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

const char *skip_without_game(const char *variable)
{
    const char *folder = getenv(variable);
    if (folder != NULL && folder[0] != '\0') {
        return folder;
    }
    print_message("set %s to run this test\n", variable);
    if (is_set("WEND_NO_GAMES")) {
        skip();
    }
    skip_because("no maps of this game");
    return NULL;
}

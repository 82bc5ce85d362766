/* The program of a folder of tests. Each test_*.c in the folder is compiled with a main of its own
 * name, and a source that CMake writes lists them in WEND_TESTS and includes this: `test_unit_flow
 * unit_flow_tile` runs one of them, without a name all run in turn. */
#ifndef TEST_ROOM_MAIN_H
#define TEST_ROOM_MAIN_H

#include <stdio.h>
#include <string.h>

#define WEND_TEST(name) int name##_main(void);
WEND_TESTS
#undef WEND_TEST

typedef struct room_test {
    const char *name;
    int (*run)(void);
} room_test;

static const room_test table[] = {
#define WEND_TEST(name) {#name, name##_main},
    WEND_TESTS};

enum { TEST_COUNT = sizeof table / sizeof table[0] };

int main(int argument_count, char **arguments)
{
    int ran = 0;
    int failed = 0;
    for (int i = 0; i < TEST_COUNT; ++i) {
        if (argument_count < 2 || strcmp(arguments[1], table[i].name) == 0) {
            failed += table[i].run() != 0 ? 1 : 0;
            ++ran;
        }
    }
    if (ran == 0) {
        fprintf(stderr, "there is no test \"%s\" here; there are:\n", arguments[1]);
        for (int i = 0; i < TEST_COUNT; ++i) {
            fprintf(stderr, "    %s\n", table[i].name);
        }
    }
    return ran > 0 && failed == 0 ? 0 : 1;
}

#endif

/* plain.c: runs tests one after the other; a failed check or a skip jumps back here. */
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FAILED = 1, SKIPPED = 2 };

/* Where checks jump to. Tests run on one thread. */
static jmp_buf back;

void print_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}

void print_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
}

_Noreturn void plain_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "[   LINE   ] --- %s:%d: error: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(arguments);
    longjmp(back, FAILED);
}

_Noreturn void plain_skip(void)
{
    longjmp(back, SKIPPED);
}

void plain_true(uintmax_t value, const char *text, const char *file, int line)
{
    if (value == 0) {
        plain_fail(file, line, "%s", text);
    }
}

void plain_equal(uintmax_t a, uintmax_t b, int is_wanted, const char *file, int line)
{
    if ((a == b) != is_wanted) {
        plain_fail(file, line, "0x%" PRIxMAX " %s 0x%" PRIxMAX, a, is_wanted ? "!=" : "==", b);
    }
}

void plain_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *file, int line)
{
    if (value < low || value > high) {
        plain_fail(file, line, "%" PRIuMAX " is not within the range %" PRIuMAX "-%" PRIuMAX, value,
                   low, high);
    }
}

void plain_text(const char *a, const char *b, int is_wanted, const char *file, int line)
{
    if ((strcmp(a, b) == 0) != is_wanted) {
        plain_fail(file, line, "\"%s\" %s \"%s\"", a, is_wanted ? "!=" : "==", b);
    }
}

void plain_bytes(const void *a, const void *b, size_t count, const char *file, int line)
{
    const uint8_t *one = a;
    const uint8_t *other = b;
    for (size_t i = 0; i < count; i++) {
        if (one[i] != other[i]) {
            plain_fail(file, line, "byte %zu of %zu: 0x%02x != 0x%02x", i, count, (unsigned)one[i],
                       (unsigned)other[i]);
        }
    }
}

static int run(const struct CMUnitTest *test, void **state)
{
    switch (setjmp(back)) {
    case 0:
        test->run(state);
        return 0;
    case SKIPPED:
        return SKIPPED;
    default:
        return FAILED;
    }
}

/* @return 0, FAILED or SKIPPED. */
static int run_one(const struct CMUnitTest *test, void **state)
{
    void *own = state != NULL ? *state : NULL;
    const int before = test->setup != NULL ? test->setup(&own) : 0;
    const int result = before == 0 ? run(test, &own) : FAILED;
    const int after = test->teardown != NULL ? test->teardown(&own) : 0;
    return after == 0 ? result : FAILED;
}

int plain_run(const char *group, const struct CMUnitTest *tests, size_t count,
              int (*setup)(void **state), int (*teardown)(void **state))
{
    static const char *const outcomes[] = {"      OK", " FAILED ", " SKIPPED"};
    int failures = 0;
    void *state = NULL;
    if (setup != NULL && setup(&state) != 0) {
        print_error("the setup of %s failed\n", group);
        return 1;
    }
    print_message("[==========] Running %zu test(s).\n", count);
    for (size_t i = 0; i < count; i++) {
        print_message("[ RUN      ] %s\n", tests[i].name);
        const int result = run_one(&tests[i], &state);
        print_message("[ %s ] %s\n", outcomes[result], tests[i].name);
        failures += result == FAILED;
    }
    if (teardown != NULL && teardown(&state) != 0) {
        print_error("the teardown of %s failed\n", group);
        failures++;
    }
    print_message("[==========] %d test(s) failed.\n", failures);
    return failures;
}

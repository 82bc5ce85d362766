/* cmocka.h: what this project's tests use of cmocka, for systems for which that is not packaged
 * (Windows through mingw-w64, musl). It goes by the same names and prints the same lines.
 *
 * A failed check jumps out of its test: checks belong to the thread that runs the tests. */
#ifndef WEND_TEST_PLAIN_CMOCKA_H
#define WEND_TEST_PLAIN_CMOCKA_H

#include <stddef.h>
#include <stdint.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    int (*setup)(void **state);    /* NULL: none; gives 0, or the test fails */
    int (*teardown)(void **state); /* NULL: none; runs after a failure too */
};

/* @return how many failed. */
int plain_run(const char *group, const struct CMUnitTest *tests, size_t count,
              int (*setup)(void **state), int (*teardown)(void **state));

_Noreturn void plain_fail(const char *file, int line, const char *format, ...);
_Noreturn void plain_skip(void);
void plain_true(uintmax_t value, const char *text, const char *file, int line);
void plain_equal(uintmax_t a, uintmax_t b, int is_wanted, const char *file, int line);
void plain_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *file, int line);
void plain_text(const char *a, const char *b, int is_wanted, const char *file, int line);
void plain_bytes(const void *a, const void *b, size_t count, const char *file, int line);
void print_message(const char *format, ...);
void print_error(const char *format, ...);

#define cmocka_unit_test(f)                                                                        \
    {                                                                                              \
#f, f, NULL, NULL                                                                          \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                        \
    {                                                                                              \
#f, f, setup, teardown                                                                     \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    plain_run(#tests, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#define assert_true(c) plain_true((uintmax_t)(c), #c, __FILE__, __LINE__)
#define assert_false(c) plain_true(!(uintmax_t)(c), "!(" #c ")", __FILE__, __LINE__)
#define assert_non_null(p) plain_true((p) != NULL, #p " != NULL", __FILE__, __LINE__)
#define assert_null(p) plain_true((p) == NULL, #p " == NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b) plain_equal((uintmax_t)(a), (uintmax_t)(b), 1, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                 \
    plain_equal((uintmax_t)(a), (uintmax_t)(b), 0, __FILE__, __LINE__)
#define assert_ptr_equal(a, b) plain_equal((uintptr_t)(a), (uintptr_t)(b), 1, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b)                                                                 \
    plain_equal((uintptr_t)(a), (uintptr_t)(b), 0, __FILE__, __LINE__)
#define assert_in_range(v, low, high)                                                              \
    plain_range((uintmax_t)(v), (uintmax_t)(low), (uintmax_t)(high), __FILE__, __LINE__)
#define assert_string_equal(a, b) plain_text(a, b, 1, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) plain_text(a, b, 0, __FILE__, __LINE__)
#define assert_memory_equal(a, b, count) plain_bytes(a, b, count, __FILE__, __LINE__)
#define fail_msg(...) plain_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail() plain_fail(__FILE__, __LINE__, "%s", "Failure!")
#define skip() plain_skip()

#endif

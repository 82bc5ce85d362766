/* Files under limits of the system: writing and reading fail with a reason and lose nothing. */
#include "support/test.h"
#include "wend/io.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char name[] = "test_io_disk.bin";

/* Lowers a limit; what it was is set again by the same call. */
static rlim_t set_limit(int which, rlim_t value)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(which, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = value;
    assert_int_equal(setrlimit(which, &limit), 0);
    return before;
}

static void expect_text(const char *expected)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(wend_io_read_file(name, NULL, &bytes, &count, NULL), WEND_OK);
    assert_string_equal((const char *)bytes, expected);
    wend_io_free(NULL, bytes, count);
}

static void write_beyond_the_room_keeps_the_old_file_and_leaves_no_other(void **state)
{
    (void)state;
    enum { TOO_MUCH = 300000, ROOM = 100000 };
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"old", 3, NULL), WEND_OK);
    uint8_t *bytes = calloc(TOO_MUCH, 1);
    assert_non_null(bytes);
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    wend_message message;
    rlim_t before = set_limit(RLIMIT_FSIZE, ROOM);
    wend_result result = wend_io_write_file(name, bytes, TOO_MUCH, &message);
    (void)set_limit(RLIMIT_FSIZE, before);
    assert_int_equal(result, WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_disk.bin: cannot be written: "));
    assert_null(fopen("test_io_disk.bin.0.tmp", "rb"));
    expect_text("old");
    free(bytes);
    assert_int_equal(remove(name), 0);
}

static void no_more_open_files_is_said_so(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t count = 0;
    wend_message message;
    rlim_t before = set_limit(RLIMIT_NOFILE, 3);
    wend_result result = wend_io_read_file(name, NULL, &bytes, &count, &message);
    (void)set_limit(RLIMIT_NOFILE, before);
    assert_int_equal(result, WEND_ERROR_FILE);
    assert_string_equal(message.text, "test_io_disk.bin: cannot be opened: too many open files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_beyond_the_room_keeps_the_old_file_and_leaves_no_other),
        cmocka_unit_test(no_more_open_files_is_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Reading and writing whole files, in the current folder; they are removed again. */
#include "support/fault.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __unix__
#include <unistd.h>
#endif

static const char name[] = "test_io_file.bin";

static void expect_content(const uint8_t *expected, size_t expected_count)
{
    fault_heap heap;
    fault_heap_init(&heap);
    wend_allocator allocator = fault_heap_allocator(&heap);
    wend_message message = {3, "x"};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (wend_io_read_file(name, &allocator, &bytes, &count, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_string_equal(message.text, "");
    assert_int_equal(count, expected_count);
    assert_memory_equal(bytes, expected, expected_count);
    wend_io_free(&allocator, bytes, count);
    assert_int_equal(heap.live_blocks, 0);
}

static void written_bytes_are_read_back_whatever_their_number(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 65534, 65535, 65536, 65537, 300000};
    uint8_t *bytes = malloc(300000);
    assert_non_null(bytes);
    for (size_t i = 0; i < 300000; i++) {
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        assert_int_equal(wend_io_write_file(name, bytes, counts[i], NULL), WEND_OK);
        expect_content(bytes, counts[i]);
    }
    free(bytes);
    assert_int_equal(remove(name), 0);
}

static void write_replaces_and_leaves_nothing_else(void **state)
{
    (void)state;
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"old old", 7, NULL), WEND_OK);
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"new", 3, NULL), WEND_OK);
    expect_content((const uint8_t *)"new", 3);
    assert_null(fopen("test_io_file.bin.0.tmp", "rb"));
    assert_int_equal(remove(name), 0);
}

static void write_passes_by_a_temporary_file_of_somebody_else(void **state)
{
    (void)state;
    FILE *other = fopen("test_io_file.bin.0.tmp", "wb");
    assert_non_null(other);
    assert_int_equal(fputs("keep", other) < 0, 0);
    assert_int_equal(fclose(other), 0);
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"new", 3, NULL), WEND_OK);
    other = fopen("test_io_file.bin.0.tmp", "rb");
    assert_non_null(other);
    char text[8] = "";
    assert_non_null(fgets(text, sizeof text, other));
    assert_string_equal(text, "keep");
    assert_int_equal(fclose(other), 0);
    assert_int_equal(remove("test_io_file.bin.0.tmp"), 0);
    assert_int_equal(remove(name), 0);
}

static void write_without_a_free_temporary_name_is_refused(void **state)
{
    (void)state;
    enum { NAMES = 100 };
    char taken[NAMES][40];
    for (int i = 0; i < NAMES; i++) {
        (void)snprintf(taken[i], sizeof taken[i], "%s.%d.tmp", name, i);
        FILE *other = fopen(taken[i], "wb");
        assert_non_null(other);
        assert_int_equal(fclose(other), 0);
    }
    wend_message message;
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"new", 3, &message),
                     WEND_ERROR_FILE);
    assert_string_equal(message.text,
                        "test_io_file.bin: cannot be written: there is such a file already");
    for (int i = 0; i < NAMES; i++) {
        assert_int_equal(remove(taken[i]), 0);
    }
    assert_null(fopen(name, "rb"));
}

static void missing_files_and_folders_say_why(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t count = 9;
    wend_message message;
    assert_int_equal(wend_io_read_file("no_such_file", NULL, &bytes, &count, &message),
                     WEND_ERROR_FILE);
    assert_null(bytes);
    assert_int_equal(count, 0);
    assert_string_equal(message.text, "no_such_file: cannot be opened: no such file or folder");
    assert_int_equal(wend_io_read_file(".", NULL, &bytes, &count, &message), WEND_ERROR_FILE);
    assert_null(bytes);
    assert_int_equal(wend_io_write_file("no_such_folder/x", NULL, 0, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no such file or folder"));
}

static void failed_replacing_leaves_no_temporary_file(void **state)
{
    (void)state;
    /* A folder cannot be replaced by a file. */
    assert_int_equal(wend_io_write_file(".", (const uint8_t *)"x", 1, NULL), WEND_ERROR_FILE);
    assert_null(fopen("..0.tmp", "rb"));
}

/* Where there are links. */
static void a_link_is_written_through_and_stays(void **state)
{
    (void)state;
#ifdef __unix__
    assert_int_equal(wend_io_write_file(name, (const uint8_t *)"old", 3, NULL), WEND_OK);
    assert_int_equal(symlink(name, "test_io_file.link"), 0);
    assert_int_equal(wend_io_write_file("test_io_file.link", (const uint8_t *)"new", 3, NULL),
                     WEND_OK);
    char to[40];
    assert_int_equal(readlink("test_io_file.link", to, sizeof to), strlen(name));
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(wend_io_read_file(name, NULL, &bytes, &count, NULL), WEND_OK);
    assert_int_equal(count, 3);
    assert_memory_equal(bytes, "new", 3);
    wend_io_free(NULL, bytes, count);
    assert_int_equal(remove("test_io_file.link"), 0);
    assert_int_equal(remove(name), 0);
#else
    skip();
#endif
}

static void arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(wend_io_read_file(NULL, NULL, &bytes, &count, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_read_file(name, NULL, NULL, &count, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_write_file(NULL, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_write_file("", NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_write_file(name, NULL, 3, NULL), WEND_ERROR_ARGUMENT);
    wend_io_free(NULL, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_bytes_are_read_back_whatever_their_number),
        cmocka_unit_test(write_replaces_and_leaves_nothing_else),
        cmocka_unit_test(write_passes_by_a_temporary_file_of_somebody_else),
        cmocka_unit_test(write_without_a_free_temporary_name_is_refused),
        cmocka_unit_test(missing_files_and_folders_say_why),
        cmocka_unit_test(failed_replacing_leaves_no_temporary_file),
        cmocka_unit_test(a_link_is_written_through_and_stays),
        cmocka_unit_test(arguments_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

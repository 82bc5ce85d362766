/* The byte writer and reader under save and load: everything that is written comes back, and every
 * damaged bit and every cut is noticed. */
#include "support/fault.h"
#include "support/test.h"

#include "base/core/bytes.h"
#include "base/core/message.h"
#include "base/math/bits.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes ---- */

enum { MAGIC = 0x54534554, VERSION = 3 };

static void write_sample(wendi_writer *writer)
{
    const uint32_t words[] = {1, 0x80000000u};
    const uint64_t longs[] = {UINT64_MAX, 2};
    size_t outer = wendi_write_section_begin(writer, MAGIC, VERSION);
    wendi_write_u8(writer, 0xab);
    wendi_write_u16(writer, 0x1234);
    wendi_write_u32(writer, 0xdeadbeefu);
    wendi_write_u64(writer, 0x0123456789abcdefu);
    wendi_write_f64(writer, -0.0);
    wendi_write_f64(writer, 1.5);
    size_t inner = wendi_write_section_begin(writer, MAGIC + 1, 1);
    wendi_write_u64(writer, 2);
    wendi_write_u32_array(writer, words, 2);
    wendi_write_section_end(writer, inner);
    wendi_write_u64_array(writer, longs, 2);
    wendi_write_raw(writer, "end", 3);
    wendi_write_section_end(writer, outer);
}

static void check_inner(wendi_reader *content)
{
    wendi_reader inner;
    uint32_t version;
    uint32_t words[2];
    assert_int_equal(wendi_read_section(content, MAGIC + 1, 1, &inner, &version, NULL), WEND_OK);
    assert_int_equal(wendi_read_count(&inner, 4), 2);
    wendi_read_u32_array(&inner, words, 2);
    assert_int_equal(words[0], 1);
    assert_int_equal(words[1], 0x80000000u);
    assert_true(wendi_reader_is_done(&inner));
}

static void bytes_sections_come_back_as_written(void **state)
{
    (void)state;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    write_sample(&writer);
    assert_false(writer.has_failed);
    wendi_reader reader;
    wendi_reader content;
    uint32_t version;
    wendi_reader_init(&reader, writer.bytes.items, writer.bytes.count);
    assert_int_equal(wendi_read_section(&reader, MAGIC, 9, &content, &version, NULL), WEND_OK);
    assert_int_equal(version, VERSION);
    assert_true(wendi_reader_is_done(&reader));
    assert_int_equal(wendi_read_u8(&content), 0xab);
    assert_int_equal(wendi_read_u16(&content), 0x1234);
    assert_int_equal(wendi_read_u32(&content), 0xdeadbeefu);
    assert_int_equal(wendi_read_u64(&content), 0x0123456789abcdefu);
    assert_int_equal(wendi_bits_of_f64(wendi_read_f64(&content)), (uint64_t)1 << 63);
    assert_int_equal(wendi_bits_of_f64(wendi_read_f64(&content)), 0x3ff8000000000000u);
    check_inner(&content);
    uint64_t longs[2];
    char text[3];
    wendi_read_u64_array(&content, longs, 2);
    wendi_read_raw(&content, text, 3);
    assert_true(longs[0] == UINT64_MAX && longs[1] == 2);
    assert_memory_equal(text, "end", 3);
    assert_true(wendi_reader_is_done(&content));
    wendi_writer_free(&writer);
}

static void bytes_are_little_endian_on_every_machine(void **state)
{
    (void)state;
    const uint8_t want[] = {0x34, 0x12, 0xef, 0xbe, 0xad, 0xde, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    wendi_write_u16(&writer, 0x1234);
    wendi_write_u32(&writer, 0xdeadbeefu);
    wendi_write_f64(&writer, 1.5);
    assert_int_equal(writer.bytes.count, sizeof want);
    assert_memory_equal(writer.bytes.items, want, sizeof want);
    wendi_writer_free(&writer);
}

static wend_result read_outer(const uint8_t *bytes, size_t count, wend_message *message)
{
    wendi_reader reader;
    wendi_reader content;
    uint32_t version;
    wendi_reader_init(&reader, bytes, count);
    wend_result result = wendi_read_section(&reader, MAGIC, VERSION, &content, &version, message);
    if (result != WEND_OK) {
        assert_int_equal(wendi_reader_remaining(&content), 0);
        assert_int_equal(wendi_read_u32(&content), 0);
        assert_int_equal(version, 0);
        assert_true(content.has_failed && reader.has_failed);
    }
    return result;
}

static void bytes_every_damaged_bit_is_noticed(void **state)
{
    (void)state;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    write_sample(&writer);
    uint8_t *bytes = writer.bytes.items;
    wend_message message;
    for (size_t bit = 0; bit < 8 * writer.bytes.count; bit++) {
        uint8_t mask = (uint8_t)(1u << (bit % 8));
        bytes[bit / 8] ^= mask;
        assert_int_equal(read_outer(bytes, writer.bytes.count, &message), WEND_ERROR_FILE);
        assert_true(message.text[0] != '\0');
        bytes[bit / 8] ^= mask;
    }
    assert_int_equal(read_outer(bytes, writer.bytes.count, &message), WEND_OK);
    assert_string_equal(message.text, "");
    wendi_writer_free(&writer);
}

/* Each length in a block of its own, so that address checking sees a read past its end. */
static void bytes_every_cut_is_noticed(void **state)
{
    (void)state;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    write_sample(&writer);
    for (size_t count = 0; count < writer.bytes.count; count++) {
        uint8_t *cut = malloc(count == 0 ? 1 : count);
        assert_non_null(cut);
        memcpy(cut, writer.bytes.items, count);
        assert_int_equal(read_outer(cut, count, NULL), WEND_ERROR_FILE);
        free(cut);
    }
    assert_int_equal(read_outer(NULL, 0, NULL), WEND_ERROR_FILE);
    wendi_writer_free(&writer);
}

/* The reader tells what it expected from what it found, however little that is. */
static void bytes_of_another_kind_are_named(void **state)
{
    (void)state;
    static const uint8_t other[] = "garbage, and more of it than a header";
    static const uint8_t binary[] = {0x00, 'P', 0xFF, 'K'};
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    write_sample(&writer);
    wend_message message;
    const struct {
        const uint8_t *bytes;
        size_t count;
        const char *text;
    } cases[] = {
        {other, sizeof other, "of this kind: expected 'TEST' at byte 0, found 'garb'"},
        {other, 2, "of this kind: expected 'TEST' at byte 0, found 'ga'"},
        {binary, 4, "of this kind: expected 'TEST' at byte 0, found '.P.K'"},
        {other, 0, "of this kind: expected 'TEST' at byte 0, found no data"},
        {writer.bytes.items, 3, "the data ends within a section at byte 0"},
        {writer.bytes.items, writer.bytes.count - 1, "the data ends within a section at byte 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(read_outer(cases[i].bytes, cases[i].count, &message), WEND_ERROR_FILE);
        if (strstr(message.text, cases[i].text) == NULL) {
            fail_msg("case %zu: %s", i, message.text);
        }
    }
    wendi_writer_free(&writer);
}

static void bytes_unknown_versions_are_refused(void **state)
{
    (void)state;
    for (uint32_t version = 0; version < 6; version++) {
        wendi_writer writer;
        wendi_writer_init(&writer, NULL);
        size_t section = wendi_write_section_begin(&writer, MAGIC, version);
        wendi_write_section_end(&writer, section);
        wend_result want = version >= 1 && version <= VERSION ? WEND_OK : WEND_ERROR_FILE;
        assert_int_equal(read_outer(writer.bytes.items, writer.bytes.count, NULL), want);
        wendi_writer_free(&writer);
    }
}

static void bytes_failure_sticks_and_gives_zeros(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3, 4, 5};
    wendi_reader reader;
    wendi_reader_init(&reader, bytes, sizeof bytes);
    assert_int_equal(wendi_read_u32(&reader), 0x04030201u);
    assert_int_equal(wendi_read_u16(&reader), 0);
    assert_int_equal(wendi_read_u8(&reader), 0);
    assert_int_equal(wendi_reader_remaining(&reader), 0);
    assert_false(wendi_reader_is_done(&reader));
    uint32_t words[2] = {7, 7};
    uint64_t longs[1] = {7};
    char raw[2] = {7, 7};
    wendi_read_u32_array(&reader, words, 2);
    wendi_read_u64_array(&reader, longs, 1);
    wendi_read_raw(&reader, raw, 2);
    assert_true(words[0] == 0 && words[1] == 0 && longs[0] == 0 && raw[0] == 0 && raw[1] == 0);
}

static void bytes_arrays_come_whole_or_as_zeros(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 0, 0, 0, 2, 0, 0};
    wendi_reader reader;
    wendi_reader_init(&reader, bytes, sizeof bytes);
    uint32_t words[2] = {7, 7};
    wendi_read_u32_array(&reader, words, 2);
    assert_true(reader.has_failed && words[0] == 0 && words[1] == 0);
}

static void bytes_counts_beyond_the_stream_are_refused(void **state)
{
    (void)state;
    const uint64_t counts[] = {3, UINT64_MAX, (uint64_t)1 << 62};
    for (size_t i = 0; i < 3; i++) {
        wendi_writer writer;
        wendi_writer_init(&writer, NULL);
        wendi_write_u64(&writer, counts[i]);
        wendi_write_u64(&writer, 0);
        wendi_write_u8(&writer, 0);
        wendi_reader reader;
        wendi_reader_init(&reader, writer.bytes.items, writer.bytes.count);
        assert_int_equal(wendi_read_count(&reader, 4), 0);
        assert_true(reader.has_failed);
        wendi_writer_free(&writer);
    }
}

static wend_result write_with(wend_allocator allocator, void *context)
{
    (void)context;
    wendi_writer writer;
    wendi_writer_init(&writer, &allocator);
    for (uint32_t i = 0; i < 20; i++) {
        write_sample(&writer);
    }
    wend_result result = writer.has_failed ? WEND_ERROR_MEMORY : WEND_OK;
    wendi_writer_free(&writer);
    return result;
}

static void bytes_writer_failure_sticks(void **state)
{
    (void)state;
    assert_true(fault_run(write_with, NULL) > 0);
}

/* ---- messages ---- */

static void message_long_text_is_cut(void **state)
{
    (void)state;
    char text[2 * WEND_MESSAGE_CAPACITY];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    wend_message message;
    assert_int_equal(wendi_fail_line(&message, 12, "%s", text), WEND_ERROR_FILE);
    assert_int_equal(message.line, 12);
    assert_int_equal(strlen(message.text), WEND_MESSAGE_CAPACITY - 1);
    assert_int_equal(wendi_fail(&message, WEND_ERROR_FULL, "at most %d", 4), WEND_ERROR_FULL);
    assert_int_equal(message.line, 0);
    assert_string_equal(message.text, "at most 4");
    wendi_message_clear(&message);
    assert_string_equal(message.text, "");
}

static void message_null_is_fine(void **state)
{
    (void)state;
    assert_int_equal(wendi_fail(NULL, WEND_ERROR_BUSY, "%d", 1), WEND_ERROR_BUSY);
    assert_int_equal(wendi_fail_line(NULL, 1, "%d", 1), WEND_ERROR_FILE);
    wendi_message_clear(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_sections_come_back_as_written),
        cmocka_unit_test(bytes_are_little_endian_on_every_machine),
        cmocka_unit_test(bytes_every_damaged_bit_is_noticed),
        cmocka_unit_test(bytes_every_cut_is_noticed),
        cmocka_unit_test(bytes_of_another_kind_are_named),
        cmocka_unit_test(bytes_unknown_versions_are_refused),
        cmocka_unit_test(bytes_failure_sticks_and_gives_zeros),
        cmocka_unit_test(bytes_arrays_come_whole_or_as_zeros),
        cmocka_unit_test(bytes_counts_beyond_the_stream_are_refused),
        cmocka_unit_test(bytes_writer_failure_sticks),
        cmocka_unit_test(message_long_text_is_cut),
        cmocka_unit_test(message_null_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The visitor of an object with a field of each kind: the hash is that of its fields, the size is
 * known before writing, written bytes come back, and bytes that are cut or wrong are refused. */
#include "support/test.h"

#include "base/core/visitor.h"
#include "base/math/bits.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 3, MODES = 4 };

typedef struct sample {
    uint8_t small;
    uint32_t word, behaviour, index, index1, generation, mode;
    uint64_t wide;
    double number;
    wend_vec2 at;
    uint32_t count;
    uint8_t bytes[ITEMS];
    uint32_t words[ITEMS];
    uint64_t wides[ITEMS];
    double numbers[ITEMS];
} sample;

static const sample SAMPLE = {.small = 200,
                              .word = 0xdeadbeefu,
                              .behaviour = 5,
                              .index = 6,
                              .index1 = 7,
                              .generation = 8,
                              .mode = 3,
                              .wide = UINT64_MAX - 1,
                              .number = -0.0,
                              .at = {1.5, -2.5},
                              .count = ITEMS,
                              .bytes = {1, 2, 255},
                              .words = {1, 2, UINT32_MAX},
                              .wides = {1, 2, UINT64_MAX},
                              .numbers = {0.5, -0.5, 1e300}};

static void visit_sample(wendi_visitor *v, sample *s)
{
    wendi_visit_part(v, "the head makes no sense");
    wendi_visit_u8(v, &s->small);
    wendi_visit_u32(v, &s->word);
    wendi_visit_u64(v, &s->wide);
    wendi_visit_f64(v, &s->number);
    wendi_visit_vec2(v, &s->at);
    wendi_visit_pair(v, &s->behaviour, &s->index);
    wendi_visit_id(v, &s->index1, &s->generation);
    const uint32_t mode = wendi_visit_code(v, s->mode, MODES - 1);
    wendi_visit_part(v, "the items make no sense");
    const size_t count = wendi_visit_count(v, s->count, 21, ITEMS);
    if (wendi_visitor_is_reading(v)) {
        s->mode = mode;
        s->count = (uint32_t)count;
    }
    wendi_visit_u8_array(v, s->bytes, s->count);
    wendi_visit_u32_array(v, s->words, s->count);
    wendi_visit_u64_array(v, s->wides, s->count);
    wendi_visit_f64_array(v, s->numbers, s->count);
    wendi_visit_expect(v, s->count == 0 || s->bytes[0] == 1, "the first byte is not 1");
}

static wendi_writer written(const sample *from)
{
    sample s = *from;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    wendi_visitor v = wendi_visitor_writing(&writer);
    visit_sample(&v, &s);
    assert_false(writer.has_failed);
    return writer;
}

static wendi_visitor read_back(const void *bytes, size_t count, sample *s)
{
    static wendi_reader reader;
    wendi_reader_init(&reader, bytes, count);
    wendi_visitor v = wendi_visitor_reading(&reader);
    memset(s, 0, sizeof *s);
    visit_sample(&v, s);
    return v;
}

static void visitor_hash_is_that_of_the_fields(void **state)
{
    (void)state;
    sample s = SAMPLE;
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    visit_sample(&v, &s);
    uint64_t want = wend_hash_u64(wend_hash_begin(), s.small);
    want = wend_hash_u64(want, s.word);
    want = wend_hash_u64(want, s.wide);
    want = wend_hash_u64(want, wendi_bits_of_f64(s.number));
    want = wend_hash_u64(want, wendi_bits_of_f64(s.at.x));
    want = wend_hash_u64(want, wendi_bits_of_f64(s.at.y));
    want = wend_hash_u64(want, (uint64_t)s.behaviour << 32 | s.index);
    want = wend_hash_u64(want, (uint64_t)s.generation << 32 | s.index1);
    want = wend_hash_u64(want, s.mode);
    want = wend_hash_u64(want, s.count);
    for (int i = 0; i < ITEMS; i++) {
        want = wend_hash_u64(want, s.bytes[i]);
    }
    for (int i = 0; i < ITEMS; i++) {
        want = wend_hash_u64(want, s.words[i]);
    }
    for (int i = 0; i < ITEMS; i++) {
        want = wend_hash_u64(want, s.wides[i]);
    }
    for (int i = 0; i < ITEMS; i++) {
        want = wend_hash_u64(want, wendi_bits_of_f64(s.numbers[i]));
    }
    assert_int_equal(v.hash, want);
}

static void visitor_writes_as_much_as_it_counts_and_reads_it_back(void **state)
{
    (void)state;
    sample s = SAMPLE;
    wendi_writer counting;
    wendi_writer_init_counting(&counting);
    const size_t section = wendi_write_section_begin(&counting, 1, 1);
    wendi_visitor v = wendi_visitor_writing(&counting);
    visit_sample(&v, &s);
    wendi_write_section_end(&counting, section);
    wendi_writer writer = written(&SAMPLE);
    assert_int_equal(counting.bytes.count, writer.bytes.count + 24);
    assert_null(counting.bytes.items);
    v = read_back(writer.bytes.items, writer.bytes.count, &s);
    assert_int_equal(wendi_visitor_result(&v), WEND_OK);
    assert_true(wendi_reader_is_done(v.reader));
    wendi_writer again = written(&s);
    assert_int_equal(again.bytes.count, writer.bytes.count);
    assert_memory_equal(again.bytes.items, writer.bytes.items, writer.bytes.count);
    wendi_writer_free(&again);
    wendi_writer_free(&writer);
}

/* Each length in a block of its own, so that address checking sees a read past its end. */
static void visitor_every_cut_is_refused(void **state)
{
    (void)state;
    wendi_writer writer = written(&SAMPLE);
    for (size_t count = 0; count < writer.bytes.count; count++) {
        uint8_t *cut = malloc(count == 0 ? 1 : count);
        assert_non_null(cut);
        memcpy(cut, writer.bytes.items, count);
        sample s;
        const wendi_visitor v = read_back(cut, count, &s);
        assert_int_equal(wendi_visitor_result(&v), WEND_ERROR_FILE);
        assert_string_equal(v.reason,
                            count < 57 ? "the head makes no sense" : "the items make no sense");
        assert_int_equal(s.count, 0);
        free(cut);
    }
    wendi_writer_free(&writer);
}

static void visitor_values_out_of_range_are_refused(void **state)
{
    (void)state;
    sample wrong[] = {SAMPLE, SAMPLE};
    wrong[0].mode = MODES;
    wrong[1].bytes[0] = 2;
    const char *reasons[] = {"the head makes no sense", "the first byte is not 1"};
    for (int i = 0; i < 2; i++) {
        wendi_writer writer = written(&wrong[i]);
        sample s;
        const wendi_visitor v = read_back(writer.bytes.items, writer.bytes.count, &s);
        assert_int_equal(wendi_visitor_result(&v), WEND_ERROR_FILE);
        assert_string_equal(v.reason, reasons[i]);
        wendi_writer_free(&writer);
    }
}

static void visitor_first_failure_sticks(void **state)
{
    (void)state;
    const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    wendi_reader reader;
    wendi_reader_init(&reader, bytes, sizeof bytes);
    wendi_visitor v = wendi_visitor_reading(&reader);
    uint32_t word = 0;
    wendi_visit_u32(&v, &word);
    assert_int_equal(word, 0x04030201u);
    assert_false(wendi_visit_expect_memory(&v, false));
    wendi_visit_expect(&v, false, "the second failure");
    wendi_visit_part(&v, "another part");
    wendi_visit_u32(&v, &word);
    assert_int_equal(word, 0);
    assert_int_equal(wendi_visitor_result(&v), WEND_ERROR_MEMORY);
    assert_string_equal(v.reason, "out of memory");
}

/* A flag is one byte, a wide one four; reading, all but 0 and 1 are refused. */
static void visitor_flags_are_0_or_1(void **state)
{
    (void)state;
    for (uint8_t first = 0; first < 4; first++) {
        const uint8_t bytes[5] = {first % 2, first / 2, 0, 0, 0};
        bool flags[2] = {first % 2 != 0, first / 2 != 0};
        wendi_writer writer;
        wendi_writer_init(&writer, NULL);
        wendi_visitor v = wendi_visitor_writing(&writer);
        wendi_visit_bool(&v, &flags[0]);
        wendi_visit_wide_bool(&v, &flags[1]);
        assert_int_equal(writer.bytes.count, 5);
        assert_memory_equal(writer.bytes.items, bytes, 5);
        wendi_writer_free(&writer);
        v = wendi_visitor_hashing(wend_hash_begin());
        wendi_visit_bool(&v, &flags[0]);
        wendi_visit_wide_bool(&v, &flags[1]);
        assert_int_equal(v.hash,
                         wend_hash_u64(wend_hash_u64(wend_hash_begin(), first % 2), first / 2));
        wendi_reader reader;
        wendi_reader_init(&reader, bytes, 5);
        v = wendi_visitor_reading(&reader);
        bool read[2] = {!flags[0], !flags[1]};
        wendi_visit_bool(&v, &read[0]);
        wendi_visit_wide_bool(&v, &read[1]);
        assert_int_equal(wendi_visitor_result(&v), WEND_OK);
        assert_true(read[0] == flags[0] && read[1] == flags[1]);
    }
    for (size_t wrong = 0; wrong < 5; wrong++) {
        uint8_t bytes[5] = {1, 1, 0, 0, 0};
        bytes[wrong] = 2;
        wendi_reader reader;
        wendi_reader_init(&reader, bytes, 5);
        wendi_visitor v = wendi_visitor_reading(&reader);
        bool read[2] = {true, true};
        wendi_visit_bool(&v, &read[0]);
        wendi_visit_wide_bool(&v, &read[1]);
        assert_int_equal(wendi_visitor_result(&v), WEND_ERROR_FILE);
        assert_string_equal(v.reason, "a flag is neither 0 nor 1");
        assert_false(read[wrong == 0 ? 0 : 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visitor_hash_is_that_of_the_fields),
        cmocka_unit_test(visitor_writes_as_much_as_it_counts_and_reads_it_back),
        cmocka_unit_test(visitor_every_cut_is_refused),
        cmocka_unit_test(visitor_values_out_of_range_are_refused),
        cmocka_unit_test(visitor_first_failure_sticks),
        cmocka_unit_test(visitor_flags_are_0_or_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

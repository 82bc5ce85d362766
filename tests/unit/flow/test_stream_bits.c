/* Numbers as bits and as bytes of seven bits each, as stream files hold them: they come back, are
 * short, and are refused where they are damaged. */
#include "support/test.h"

#include "base/core/bytes.h"
#include "flow/portals/bit_stream.h"

static void flow_stream_bits_come_back(void **state)
{
    (void)state;
    uint8_t bytes[4096];
    wendi_bit_writer out = {.bytes = bytes};
    for (uint32_t i = 1; i < 1026; ++i) {
        wendi_bit_writer_put_gamma(&out, i);
        wendi_bit_writer_put(&out, i, i % 8);
    }
    wendi_bit_writer_put_gamma(&out, 65535);
    wendi_bit_writer_finish(&out);
    assert_true(out.count < sizeof bytes);
    wendi_bit_reader in = {.bytes = bytes, .count = out.count};
    for (uint32_t i = 1; i < 1026; ++i) {
        assert_int_equal(wendi_bit_reader_get_gamma(&in), i);
        assert_int_equal(wendi_bit_reader_get(&in, i % 8), i % (1u << i % 8));
    }
    assert_false(wendi_bit_reader_is_done(&in));
    assert_int_equal(wendi_bit_reader_get_gamma(&in), 65535);
    assert_true(wendi_bit_reader_is_done(&in));
    assert_int_equal(wendi_bit_reader_get(&in, 8), 0);
    assert_int_equal(wendi_bit_reader_get_gamma(&in), 1);
    assert_false(wendi_bit_reader_is_done(&in));
}

static void flow_stream_varints_come_back_and_are_short(void **state)
{
    (void)state;
    wendi_writer w;
    wendi_writer_init(&w, NULL);
    for (uint32_t i = 0; i < 64; ++i) {
        wendi_write_varint(&w, UINT64_MAX >> i);
        wendi_write_varint(&w, wendi_zigzag(INT64_MIN >> i));
    }
    wendi_reader r;
    wendi_reader_init(&r, w.bytes.items, w.bytes.count);
    for (uint32_t i = 0; i < 64; ++i) {
        assert_int_equal(wendi_read_varint(&r), UINT64_MAX >> i);
        assert_int_equal(wendi_unzigzag(wendi_read_varint(&r)), INT64_MIN >> i);
    }
    assert_true(wendi_reader_is_done(&r));
    wendi_writer_free(&w);
    const uint8_t longer[] = {0x81, 0};
    const uint8_t large[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2};
    const uint8_t endless[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 1};
    wendi_reader_init(&r, longer, sizeof longer);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
    wendi_reader_init(&r, large, sizeof large);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
    wendi_reader_init(&r, endless, sizeof endless);
    assert_int_equal(wendi_read_varint(&r), 0);
    assert_true(r.has_failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_stream_bits_come_back),
        cmocka_unit_test(flow_stream_varints_come_back_and_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

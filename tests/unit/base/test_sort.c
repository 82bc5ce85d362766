/* Sorting and bit counting against obvious twins on random input. */
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "below.h"
#include "support/fault.h"
#include "support/test.h"

#include <stdlib.h>

/* ---- sorting ---- */

enum { SORT_LIMIT = 3000 };

/* Stable because the value, which is the original index, breaks ties. */
static int by_key_and_value(const void *a, const void *b)
{
    const wendi_sort_pair *p = a;
    const wendi_sort_pair *q = b;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return (p->value > q->value) - (p->value < q->value);
}

static int by_value(const void *a, const void *b)
{
    const uint32_t *p = a;
    const uint32_t *q = b;
    return (*p > *q) - (*p < *q);
}

/* Keys of few and of many bits, in high and in low bytes. */
static uint64_t key_of(uint64_t round, uint64_t i)
{
    uint64_t bits = wend_random(7, round, i);
    uint32_t kept = 1 + below(11, round, 64);
    return bits >> (64 - kept) << below(12, round, 65 - kept);
}

static void sort_pairs_is_stable_and_matches_qsort(void **state)
{
    (void)state;
    static wendi_sort_pair ours[SORT_LIMIT];
    static wendi_sort_pair twin[SORT_LIMIT];
    static wendi_sort_pair scratch[SORT_LIMIT];
    for (uint64_t round = 0; round < 300; round++) {
        uint32_t count = below(13, round, round % 3 == 0 ? SORT_LIMIT : 100);
        for (uint32_t i = 0; i < count; i++) {
            ours[i].key = key_of(round, i);
            ours[i].value = i;
            twin[i] = ours[i];
        }
        wendi_sort_pairs(ours, scratch, count);
        qsort(twin, count, sizeof twin[0], by_key_and_value);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(ours[i].key, twin[i].key);
            assert_int_equal(ours[i].value, twin[i].value);
        }
    }
}

static void sort_u32_matches_qsort(void **state)
{
    (void)state;
    static uint32_t ours[SORT_LIMIT];
    static uint32_t twin[SORT_LIMIT];
    static uint32_t scratch[SORT_LIMIT];
    for (uint64_t round = 0; round < 300; round++) {
        uint32_t count = below(14, round, round % 3 == 0 ? SORT_LIMIT : 100);
        for (uint32_t i = 0; i < count; i++) {
            ours[i] = (uint32_t)(key_of(round, i) >> (round % 2 * 32));
            twin[i] = ours[i];
        }
        wendi_sort_u32(ours, scratch, count);
        qsort(twin, count, sizeof twin[0], by_value);
        assert_memory_equal(ours, twin, count * sizeof twin[0]);
    }
}

static void sort_nothing_needs_no_memory(void **state)
{
    (void)state;
    wendi_sort_pairs(NULL, NULL, 0);
    wendi_sort_u32(NULL, NULL, 0);
}

/* ---- bits ---- */

static void bits_of_doubles_tell_their_kind(void **state)
{
    (void)state;
    const struct {
        uint64_t bits;
        bool is_nan, is_finite, is_zero;
    } kinds[] = {
        {0x0000000000000000u, false, true, true},   {0x8000000000000000u, false, true, true},
        {0x0000000000000001u, false, true, false},  {0xffefffffffffffffu, false, true, false},
        {0x7ff0000000000000u, false, false, false}, {0xfff0000000000000u, false, false, false},
        {0x7ff0000000000001u, true, false, false},  {0xfff8000000000000u, true, false, false},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        double value = wendi_f64_of_bits(kinds[i].bits);
        assert_int_equal(wendi_is_nan(value), kinds[i].is_nan);
        assert_int_equal(wendi_is_finite(value), kinds[i].is_finite);
        assert_int_equal(wendi_is_zero(value), kinds[i].is_zero);
    }
}

static void bits_sort_keys_rise_with_their_doubles(void **state)
{
    (void)state;
    const double rising[] = {-wendi_f64_of_bits((uint64_t)0x7ff << 52),
                             -0x1p+1000,
                             -1.5,
                             -1.0,
                             -0x1p-1074,
                             0.0,
                             0x1p-1074,
                             1.0,
                             1.5,
                             0x1p+1000,
                             wendi_f64_of_bits((uint64_t)0x7ff << 52)};
    for (size_t i = 0; i + 1 < sizeof rising / sizeof rising[0]; i++) {
        assert_true(wendi_f64_sort_key(rising[i]) < wendi_f64_sort_key(rising[i + 1]));
    }
    assert_true(wendi_f64_sort_key(-0.0) == wendi_f64_sort_key(0.0));
}

static void bits_counts_match_counting_one_by_one(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 5000; i++) {
        uint64_t word = i == 0 ? 0 : wend_random(8, 0, i) >> (i % 64);
        word &= i % 2 == 0 ? UINT64_MAX : wend_random(8, 1, i) << (i % 61);
        uint32_t set = 0;
        uint32_t lowest = 64;
        uint32_t highest = 64;
        for (uint32_t bit = 0; bit < 64; bit++) {
            bool is_set = (word >> bit & 1) != 0;
            set += is_set ? 1 : 0;
            lowest = is_set && lowest == 64 ? bit : lowest;
            highest = is_set ? 63 - bit : highest;
        }
        assert_int_equal(wendi_popcount64(word), set);
        assert_int_equal(wendi_popcount64_portable(word), set);
        assert_int_equal(wendi_ctz64(word), lowest);
        assert_int_equal(wendi_ctz64_portable(word), lowest);
        assert_int_equal(wendi_clz64(word), highest);
        assert_int_equal(wendi_clz64_portable(word), highest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sort_pairs_is_stable_and_matches_qsort),
        cmocka_unit_test(sort_u32_matches_qsort),
        cmocka_unit_test(sort_nothing_needs_no_memory),
        cmocka_unit_test(bits_of_doubles_tell_their_kind),
        cmocka_unit_test(bits_sort_keys_rise_with_their_doubles),
        cmocka_unit_test(bits_counts_match_counting_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Random numbers and hashes: golden values, and good mixing: every input bit turns half of the
 * output, values spread evenly, neighbours do not go together. */
#include "support/test.h"

#include "base/math/bits.h"
#include "wend/base.h"

#include <math.h>
#include <string.h>

/* ---- golden values ---- */

static void random_gives_the_golden_bits(void **state)
{
    (void)state;
    assert_int_equal(wend_random(0, 0, 0), 0x33fe8bd4f9c57863u);
    assert_int_equal(wend_random(1, 2, 3), 0x19008981fc87ad91u);
    assert_int_equal(wend_random(UINT64_MAX, UINT64_MAX, UINT64_MAX), 0xc08faf36d7778bd6u);
    assert_int_equal(wendi_bits_of_f64(wend_random_unit(1, 2, 3)), 0x3fb9008981fc87a8u);
    assert_int_equal(wend_random_below(1, 2, 3, 1000000), 97664);
}

static void hash_gives_the_golden_bits(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    assert_int_equal(wend_hash_u64(wend_hash_begin(), 42), 0x9830132bae28c355u);
    assert_int_equal(wend_hash_bytes(wend_hash_begin(), bytes, sizeof bytes), 0x0ff24f0ddab5db51u);
    assert_int_equal(wend_hash_bytes(wend_hash_begin(), NULL, 0), 0x9578c5c97b4e501eu);
}

/* ---- mixing ---- */

enum { SAMPLES = 4000, WORD_BITS = 64 };

typedef uint64_t (*three_words_fn)(uint64_t a, uint64_t b, uint64_t c);

static uint64_t hash_three(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), a);
    return wend_hash_u64(wend_hash_u64(hash, b), c);
}

/* The number of times each output bit changes when one input bit does. */
static void count_turns(three_words_fn mix, uint32_t word, uint32_t bit, uint32_t turns[WORD_BITS])
{
    memset(turns, 0, WORD_BITS * sizeof turns[0]);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        /* Small numbers, as seeds, ids and ticks are. */
        uint64_t words[3] = {i % 20, i / 20 % 20, i / 400};
        uint64_t before = mix(words[0], words[1], words[2]);
        words[word] ^= (uint64_t)1 << bit;
        uint64_t turned = before ^ mix(words[0], words[1], words[2]);
        for (uint32_t out = 0; out < WORD_BITS; out++) {
            turns[out] += (uint32_t)(turned >> out & 1);
        }
    }
}

/* Of 12,288 pairs of bits none may stray from one half by more than 6 standard deviations; chance
 * does that once in 40,000 such tests. */
static void assert_avalanche(three_words_fn mix)
{
    double limit = 6.0 * sqrt((double)SAMPLES * 0.25);
    for (uint32_t bit = 0; bit < 3 * WORD_BITS; bit++) {
        uint32_t turns[WORD_BITS];
        count_turns(mix, bit / WORD_BITS, bit % WORD_BITS, turns);
        for (uint32_t out = 0; out < WORD_BITS; out++) {
            if (fabs(turns[out] - (double)SAMPLES * 0.5) > limit) {
                fail_msg("bit %u of word %u turns bit %u in %u of %u", bit % WORD_BITS,
                         bit / WORD_BITS, out, turns[out], (unsigned)SAMPLES);
            }
        }
    }
}

static void random_every_input_bit_turns_half_of_the_output(void **state)
{
    (void)state;
    assert_avalanche(wend_random);
}

static void hash_every_input_bit_turns_half_of_the_output(void **state)
{
    (void)state;
    assert_avalanche(hash_three);
}

/* ---- spread ---- */

enum { BINS = 256, DRAWS = 256000 };

/* Chi-square over 255 degrees of freedom: mean 255, standard deviation 22.6. */
static void assert_even(const uint32_t bins[BINS])
{
    double expected = (double)DRAWS / (double)BINS;
    double sum = 0.0;
    for (uint32_t i = 0; i < BINS; i++) {
        sum += (bins[i] - expected) * (bins[i] - expected) / expected;
    }
    if (sum < 140.0 || sum > 390.0) {
        fail_msg("chi-square is %g, expected about 255", sum);
    }
}

/* The draw number i when ticks, ids or seeds count up. */
static double draw(uint32_t which, uint64_t i)
{
    switch (which) {
    case 0:
        return wend_random_unit(1, 2, i);
    case 1:
        return wend_random_unit(1, i, 2);
    default:
        return wend_random_unit(i, 1, 2);
    }
}

static void random_unit_is_uniform_along_each_word(void **state)
{
    (void)state;
    for (uint32_t which = 0; which < 3; which++) {
        uint32_t bins[BINS] = {0};
        for (uint64_t i = 0; i < DRAWS; i++) {
            double value = draw(which, i);
            assert_true(value >= 0.0 && value < 1.0);
            bins[(uint32_t)(value * (double)BINS)]++;
        }
        assert_even(bins);
    }
}

/* 4 bits of this draw and 4 of the next: together they must be as even as one by itself. */
static void random_neighbours_do_not_go_together(void **state)
{
    (void)state;
    for (uint32_t which = 0; which < 3; which++) {
        uint32_t bins[BINS] = {0};
        for (uint64_t i = 0; i < DRAWS; i++) {
            uint32_t a = (uint32_t)(draw(which, i) * 16.0);
            uint32_t b = (uint32_t)(draw(which, i + 1) * 16.0);
            bins[a * 16 + b]++;
        }
        assert_even(bins);
    }
}

static void random_below_is_uniform_and_below(void **state)
{
    (void)state;
    uint32_t bins[BINS] = {0};
    for (uint64_t i = 0; i < DRAWS; i++) {
        bins[wend_random_below(5, i % 77, i, BINS)]++;
    }
    assert_even(bins);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(wend_random_below(5, 6, i, UINT32_MAX) < UINT32_MAX);
        assert_true(wend_random_below(5, 6, i, 3) < 3);
    }
}

static void random_below_zero_or_one_gives_zero(void **state)
{
    (void)state;
    assert_int_equal(wend_random_below(1, 2, 3, 0), 0);
    assert_int_equal(wend_random_below(1, 2, 3, 1), 0);
}

/* The exact product by long multiplication, 16 bits at a time. */
static void random_below_is_the_upper_part_of_the_product(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        uint64_t bits = wend_random(9, 9, i);
        uint32_t count = (uint32_t)wend_random(10, 10, i);
        uint64_t product = 0;
        for (uint32_t shift = 0; shift < WORD_BITS; shift += 16) {
            product = (product + (bits >> shift & 0xffff) * count) >> 16;
        }
        assert_int_equal(wend_random_below(9, 9, i, count), product);
    }
}

/* ---- hashes ---- */

static void hash_order_of_values_matters(void **state)
{
    (void)state;
    uint64_t start = wend_hash_begin();
    assert_int_not_equal(wend_hash_u64(wend_hash_u64(start, 1), 2),
                         wend_hash_u64(wend_hash_u64(start, 2), 1));
}

static void hash_bytes_ignores_alignment(void **state)
{
    (void)state;
    uint8_t buffer[64];
    uint64_t want = 0;
    for (size_t shift = 0; shift < 16; shift++) {
        for (size_t i = 0; i < 40; i++) {
            buffer[shift + i] = (uint8_t)(i * 7);
        }
        uint64_t hash = wend_hash_bytes(wend_hash_begin(), buffer + shift, 40);
        want = shift == 0 ? hash : want;
        assert_int_equal(hash, want);
    }
}

static void hash_bytes_of_zeros_depends_on_their_count(void **state)
{
    (void)state;
    const uint8_t zeros[32] = {0};
    uint64_t hashes[33];
    for (size_t count = 0; count <= 32; count++) {
        hashes[count] = wend_hash_bytes(wend_hash_begin(), zeros, count);
        for (size_t other = 0; other < count; other++) {
            assert_int_not_equal(hashes[count], hashes[other]);
        }
    }
}

static void hash_every_byte_matters(void **state)
{
    (void)state;
    uint8_t bytes[29] = {0};
    uint64_t plain = wend_hash_bytes(wend_hash_begin(), bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 0x80;
        assert_int_not_equal(wend_hash_bytes(wend_hash_begin(), bytes, sizeof bytes), plain);
        bytes[i] = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_gives_the_golden_bits),
        cmocka_unit_test(hash_gives_the_golden_bits),
        cmocka_unit_test(random_every_input_bit_turns_half_of_the_output),
        cmocka_unit_test(hash_every_input_bit_turns_half_of_the_output),
        cmocka_unit_test(random_unit_is_uniform_along_each_word),
        cmocka_unit_test(random_neighbours_do_not_go_together),
        cmocka_unit_test(random_below_is_uniform_and_below),
        cmocka_unit_test(random_below_zero_or_one_gives_zero),
        cmocka_unit_test(random_below_is_the_upper_part_of_the_product),
        cmocka_unit_test(hash_order_of_values_matters),
        cmocka_unit_test(hash_bytes_ignores_alignment),
        cmocka_unit_test(hash_bytes_of_zeros_depends_on_their_count),
        cmocka_unit_test(hash_every_byte_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Reduces any finite angle to its quadrant and a rest with twice the precision of a double.
 * Cost: some 3 ns up to 2^20, some 20 ns beyond.
 *
 * Small angles: pi / 2 in three parts of 33 bits and a rest, so that the products with k are exact
 * (Cody and Waite, "Software Manual for the Elementary Functions", 1980). Large ones: only the bits
 * of 2 / pi that decide are multiplied (Payne and Hanek, "Radian reduction for trigonometric
 * functions", 1983), here in integers. */
#include "base/math/trig_reduce.h"

#include "base/math/bits.h"
#include "base/math/constants.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double PART_1 = 0x1.921fb54400000p+0;
static const double PART_2 = 0x1.0b4611a600000p-34;
static const double PART_3 = 0x1.3198a2e000000p-69;
static const double PART_4 = 0x1.b839a252049c1p-104;
static const double TWO_BY_PI = 0x1.45f306dc9c883p-1;

/* 2 / pi in binary, after 64 zeros: bit 64 of the table is the first after the point. */
static const uint64_t TWO_BY_PI_BITS[] = {
    0x0000000000000000u, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u,
    0xfe5163abdebbc561u, 0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu,
    0xe88235f52ebb4484u, 0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu,
    0x1ff897ffde05980fu, 0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du,
    0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu,
    0xf0cfbc209af4361du};

static uint32_t reduce_small(double x, wendi_dd *rest)
{
    double k = (x * TWO_BY_PI + WENDI_ROUNDING_OFFSET) - WENDI_ROUNDING_OFFSET;
    wendi_dd first = wendi_dd_sum(x - k * PART_1, -(k * PART_2));
    wendi_dd second = wendi_dd_sum(first.hi, -(k * PART_3));
    *rest = wendi_dd_sum_ordered(second.hi, (first.lo + second.lo) - k * PART_4);
    return (uint32_t)(int32_t)k & 3u;
}

/* 64 bits of the table from any bit on. */
static uint64_t table_bits(uint32_t first_bit)
{
    uint32_t word = first_bit / 64;
    uint32_t shift = first_bit % 64;
    uint64_t high = TWO_BY_PI_BITS[word] << shift;
    /* In two shifts: one by 64 is undefined. */
    return high | (TWO_BY_PI_BITS[word + 1] >> 1 >> (63 - shift));
}

/* low and *high = a * b + carry; cannot overflow 128 bits. */
static uint64_t multiply_add(uint64_t a, uint64_t b, uint64_t carry, uint64_t *high)
{
    uint64_t a_low = a & 0xffffffffu;
    uint64_t b_low = b & 0xffffffffu;
    uint64_t low = a_low * b_low + (carry & 0xffffffffu);
    uint64_t middle_1 = (a >> 32) * b_low + (low >> 32);
    uint64_t middle_2 = a_low * (b >> 32) + (middle_1 & 0xffffffffu) + (carry >> 32);
    *high = (a >> 32) * (b >> 32) + (middle_1 >> 32) + (middle_2 >> 32);
    return (middle_2 << 32) | (low & 0xffffffffu);
}

/* |x| * 2 / pi modulo 4 as a fixed-point number: 2 bits before the point, 190 after it. */
static void quarter_turns(double x, uint64_t turns[3])
{
    uint64_t bits = wendi_bits_of_f64(x);
    uint64_t mantissa = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
    /* x = mantissa * 2^exponent. Bits of 2 / pi with a weight of 4 or more after the multiplication
     * give whole turns and are left out: the first that counts is number exponent - 1. */
    int32_t exponent = (int32_t)((bits >> 52) & 0x7ff) - 1075;
    uint32_t first_bit = (uint32_t)(exponent - 1 + 63);
    uint64_t carry;
    turns[2] = multiply_add(mantissa, table_bits(first_bit + 128), 0, &carry);
    turns[1] = multiply_add(mantissa, table_bits(first_bit + 64), carry, &carry);
    turns[0] = mantissa * table_bits(first_bit) + carry;
}

/* A fraction of 192 bits, point before the first, as a double-double. It is at most 1 / 2, and no
 * double comes nearer to a multiple of pi / 2 than 2^-61 (Kahan and McDonald), so that the first
 * set bit is in the first word but not at its head. */
static wendi_dd fraction(const uint64_t words[3])
{
    assert(words[0] != 0);
    uint32_t zeros = wendi_clz64(words[0]);
    assert(zeros > 0 && zeros < 64);
    uint64_t high = words[0] << zeros | words[1] >> (64 - zeros);
    uint64_t low = words[1] << zeros | words[2] >> (64 - zeros);
    double unit = wendi_f64_of_bits((uint64_t)(1023 - 64 - zeros) << 52);
    /* The first 53 bits and the 53 after them. */
    double head = (double)(high >> 11) * 0x1p+11;
    double tail = (double)((high << 53 | low >> 11) >> 11) * 0x1p-42;
    wendi_dd value = {head * unit, tail * unit};
    return value;
}

/* 1 - the fraction, but for one unit of its last place, which is far below what is used. */
static void complement(uint64_t words[3])
{
    for (size_t i = 0; i < 3; i++) {
        words[i] = ~words[i];
    }
}

static uint32_t reduce_large(double x, wendi_dd *rest)
{
    uint64_t turns[3];
    quarter_turns(x, turns);
    uint32_t quadrant = (uint32_t)(turns[0] >> 62);
    uint64_t words[3] = {turns[0] << 2 | turns[1] >> 62, turns[1] << 2 | turns[2] >> 62,
                         turns[2] << 2};
    /* Half a quarter turn or more: count from the next one, backwards. */
    bool is_backwards = words[0] >> 63 != 0;
    if (is_backwards) {
        complement(words);
        quadrant++;
    }
    wendi_dd part = fraction(words);
    wendi_dd product = wendi_dd_product(part.hi, WENDI_HALF_PI_HI);
    double lo = product.lo + (part.hi * WENDI_HALF_PI_LO + part.lo * WENDI_HALF_PI_HI);
    wendi_dd angle = wendi_dd_sum_ordered(product.hi, lo);
    bool is_negative = is_backwards != (x < 0.0);
    rest->hi = is_negative ? -angle.hi : angle.hi;
    rest->lo = is_negative ? -angle.lo : angle.lo;
    return (x < 0.0 ? 0u - quadrant : quadrant) & 3u;
}

uint32_t wendi_trig_reduce(double x, wendi_dd *rest)
{
    double size = fabs(x);
    if (size <= 0x1.921fb54442d18p-1) {
        rest->hi = x;
        rest->lo = 0.0;
        return 0;
    }
    return size < 0x1p+20 ? reduce_small(x, rest) : reduce_large(x, rest);
}

/* Mathematical functions and vectors: errors against long double where that is more exact, special
 * values, and hashes over 100,000 results that must be the same on every machine. */
#include "support/test.h"

#include "base/math/bits.h"
#include "base/math/exp_lanes.h"
#include "base/math/trig_reduce.h"
#include "wend/base.h"

#include <math.h>
#include <stdio.h>

#define POINTS 500000u
#define GOLDEN_POINTS 100000u

static const double PI = 0x1.921fb54442d18p+1;

/* ---- errors against long double ---- */

/* Tested at run time: valgrind computes long doubles with 64 bits, and some libraries reduce angles
 * with the 66 bits of pi that the processor has. */
static bool has_oracle(void)
{
    volatile long double one = 1.0L;
    volatile long double sum = one + 0x1p-60L;
    volatile long double far = 1e22L;
    return sum > one && fabsl(sinl(far) + 0.8522008497671888018L) < 1e-15L;
}

/* |got - want| in units in the last place of want. */
static double error_ulp(double got, long double want)
{
    if (isnan(got) && isnan(want)) {
        return 0.0;
    }
    if (wendi_bits_of_f64(got) == wendi_bits_of_f64((double)want) && !isfinite(got)) {
        return 0.0;
    }
    int exponent;
    (void)frexpl(want, &exponent);
    exponent = exponent < -1021 ? -1021 : exponent;
    return (double)(fabsl((long double)got - want) / ldexpl(1.0L, exponent - 53));
}

typedef struct curve {
    const char *name;
    double (*ours)(double);
    long double (*oracle)(long double);
    double from, to; /* both 0: any bits of a double */
} curve;

static const curve CURVES[] = {
    {"sin without reduction", wend_sin, sinl, -0.8, 0.8},
    {"sin of a few turns", wend_sin, sinl, -30.0, 30.0},
    {"sin below 2^20", wend_sin, sinl, -0x1p+20, 0x1p+20},
    {"sin below 2^30", wend_sin, sinl, -0x1p+30, 0x1p+30},
    {"sin of anything", wend_sin, sinl, 0.0, 0.0},
    {"cos without reduction", wend_cos, cosl, -0.8, 0.8},
    {"cos of a few turns", wend_cos, cosl, -30.0, 30.0},
    {"cos below 2^20", wend_cos, cosl, -0x1p+20, 0x1p+20},
    {"cos below 2^30", wend_cos, cosl, -0x1p+30, 0x1p+30},
    {"cos of anything", wend_cos, cosl, 0.0, 0.0},
    {"exp of small numbers", wend_exp, expl, -1.0, 1.0},
    {"exp up to its ends", wend_exp, expl, -750.0, 712.0},
    {"exp giving denormals", wend_exp, expl, -746.0, -708.0},
    {"exp of anything", wend_exp, expl, 0.0, 0.0},
    {"log around 1", wend_log, logl, 0.99, 1.01},
    {"log of small numbers", wend_log, logl, 0.0, 4.0},
    {"log of large numbers", wend_log, logl, 0.0, 1e9},
    {"log of anything", wend_log, logl, 0.0, 0.0},
    {"sqrt of small numbers", wend_sqrt, sqrtl, 0.0, 4.0},
    {"sqrt of anything", wend_sqrt, sqrtl, 0.0, 0.0},
};

enum { CURVE_COUNT = sizeof CURVES / sizeof CURVES[0] };

static double any_double(uint64_t stream, uint64_t i)
{
    return wendi_f64_of_bits(wend_random(41, stream, i));
}

static double point_on(const curve *c, uint64_t stream, uint64_t i)
{
    if (c->from < c->to) {
        return c->from + (c->to - c->from) * wend_random_unit(40, stream, i);
    }
    return any_double(stream, i);
}

static double worst_error(const curve *c, uint64_t stream, double *where)
{
    double worst = 0.0;
    for (uint64_t i = 0; i < POINTS; i++) {
        double x = point_on(c, stream, i);
        double error = error_ulp(c->ours(x), c->oracle((long double)x));
        if (!(error <= worst)) {
            worst = error;
            *where = x;
        }
    }
    return worst;
}

static void math_of_one_number_stays_within_an_ulp(void **state)
{
    (void)state;
    if (!has_oracle()) {
        skip();
    }
    uint32_t bad = 0;
    for (uint64_t i = 0; i < CURVE_COUNT; i++) {
        double where = 0.0;
        double worst = worst_error(&CURVES[i], i, &where);
        if (!(worst < 1.0)) {
            print_error("%s: %g ulp at %a\n", CURVES[i].name, worst, where);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

/* Sides of like size, sides of any size, and sides up to 2^64 times each other. */
static void vector_at(uint64_t i, double *y, double *x)
{
    *y = i % 3 == 0 ? wend_random_unit(42, 0, i) - 0.5 : any_double(42, i);
    switch (i % 3) {
    case 0:
        *x = wend_random_unit(42, 1, i) - 0.5;
        break;
    case 1:
        *x = any_double(43, i);
        break;
    default:
        *x = *y *
             ldexp(1.0 + wend_random_unit(42, 2, i), (int)wend_random_below(42, 3, i, 129) - 64);
        break;
    }
}

static void math_atan2_stays_within_an_ulp(void **state)
{
    (void)state;
    if (!has_oracle()) {
        skip();
    }
    double worst = 0.0;
    double worst_y = 0.0;
    double worst_x = 0.0;
    for (uint64_t i = 0; i < 3 * POINTS; i++) {
        double x;
        double y;
        vector_at(i, &y, &x);
        double error = error_ulp(wend_atan2(y, x), atan2l((long double)y, (long double)x));
        if (!(error <= worst)) {
            worst = error;
            worst_y = y;
            worst_x = x;
        }
    }
    if (!(worst < 1.0)) {
        fail_msg("atan2: %g ulp at %a, %a", worst, worst_y, worst_x);
    }
}

/* ---- the same bits everywhere ---- */

static uint64_t hash_of_curve(const curve *c)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t i = 0; i < GOLDEN_POINTS; i++) {
        hash = wend_hash_u64(hash, wendi_bits_of_f64(c->ours(point_on(c, 77, i))));
    }
    return hash;
}

/* In the order of CURVES. */
static const uint64_t GOLDEN[CURVE_COUNT] = {
    0x5d200b6356510567u, /* sin without reduction */
    0x25b0055b504cff15u, /* sin of a few turns */
    0x25045e51894a01e5u, /* sin below 2^20 */
    0xeb3dda9f45a9deabu, /* sin below 2^30 */
    0x987388c9b218d398u, /* sin of anything */
    0x9e3400ee2f93c548u, /* cos without reduction */
    0x6841b43512228cfdu, /* cos of a few turns */
    0x05c6748186405347u, /* cos below 2^20 */
    0x1cf69e7a2bfd1224u, /* cos below 2^30 */
    0xe5c6f6d5b7ede2bcu, /* cos of anything */
    0x95208ecf047f9af8u, /* exp of small numbers */
    0x3bbad65df73eb0d4u, /* exp up to its ends */
    0xbd1ee86dcf61d99au, /* exp giving denormals */
    0x375ec812dc16bfddu, /* exp of anything */
    0x25580e97e1ac354cu, /* log around 1 */
    0x7d0bf4170fe1ac70u, /* log of small numbers */
    0x4e832ae4a5fc1cf2u, /* log of large numbers */
    0xba27431a8b260126u, /* log of anything */
    0x05c8d4b947d44ae4u, /* sqrt of small numbers */
    0x814fe6d15fdd302bu, /* sqrt of anything */
};

static void math_of_one_number_gives_the_golden_bits(void **state)
{
    (void)state;
    uint32_t bad = 0;
    for (size_t i = 0; i < CURVE_COUNT; i++) {
        uint64_t hash = hash_of_curve(&CURVES[i]);
        if (hash != GOLDEN[i]) {
            print_error("    0x%016llxu, /* %s */\n", (unsigned long long)hash, CURVES[i].name);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

static void math_atan2_gives_the_golden_bits(void **state)
{
    (void)state;
    uint64_t hash = wend_hash_begin();
    for (uint64_t i = 0; i < GOLDEN_POINTS; i++) {
        double x;
        double y;
        vector_at(i, &y, &x);
        hash = wend_hash_u64(hash, wendi_bits_of_f64(wend_atan2(y, x)));
    }
    assert_int_equal(hash, 0xbfad81c782b5e0deu);
}

/* A hash says only that something differs; these say what the value should be. */
static void math_known_values_have_their_bits(void **state)
{
    (void)state;
    const struct {
        double got;
        uint64_t bits;
    } known[] = {
        {wend_sin(1.0), 0x3feaed548f090ceeu},        {wend_cos(1.0), 0x3fe14a280fb5068cu},
        {wend_sin(1e22), 0xbfeb453ab76bf397u},       {wend_cos(1e22), 0x3fe0be2cef01c8f4u},
        {wend_exp(1.0), 0x4005bf0a8b145769u},        {wend_exp(-745.0), 0x0000000000000001u},
        {wend_log(10.0), 0x40026bb1bbb55516u},       {wend_log(2.0), 0x3fe62e42fefa39efu},
        {wend_sqrt(2.0), 0x3ff6a09e667f3bcdu},       {wend_atan2(1.0, 1.0), 0x3fe921fb54442d18u},
        {wend_atan2(1.0, 2.0), 0x3fddac670561bb4fu},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_int_equal(wendi_bits_of_f64(known[i].got), known[i].bits);
    }
}

/* ---- special values ---- */

static void assert_same(double got, double want)
{
    if (wendi_bits_of_f64(got) != wendi_bits_of_f64(want)) {
        fail_msg("got %a, want %a", got, want);
    }
}

static void math_nan_and_domain_errors_give_the_one_nan(void **state)
{
    (void)state;
    double nan_negative = wendi_f64_of_bits(0xfff8000000001234u);
    const double got[] = {wend_sqrt(-1.0),
                          wend_sqrt(nan_negative),
                          wend_sin(HUGE_VAL),
                          wend_sin(nan_negative),
                          wend_cos(-HUGE_VAL),
                          wend_cos(nan_negative),
                          wend_exp(nan_negative),
                          wend_log(-1.0),
                          wend_log(-HUGE_VAL),
                          wend_log(nan_negative),
                          wend_atan2(nan_negative, 1.0),
                          wend_atan2(1.0, nan_negative),
                          wend_atan2((double)NAN, HUGE_VAL)};
    for (size_t i = 0; i < sizeof got / sizeof got[0]; i++) {
        assert_int_equal(wendi_bits_of_f64(got[i]), 0x7ff8000000000000u);
    }
}

static void math_ends_of_the_range_give_limits(void **state)
{
    (void)state;
    assert_same(wend_sqrt(-0.0), -0.0);
    assert_same(wend_sqrt(HUGE_VAL), HUGE_VAL);
    assert_same(wend_sin(-0.0), -0.0);
    assert_same(wend_sin(0x1p-1074), 0x1p-1074);
    assert_same(wend_cos(0.0), 1.0);
    assert_same(wend_exp(0.0), 1.0);
    assert_same(wend_exp(-HUGE_VAL), 0.0);
    assert_same(wend_exp(-746.5), 0.0);
    assert_same(wend_exp(-745.5), 0.0);
    assert_same(wend_exp(709.9), HUGE_VAL);
    assert_same(wend_exp(HUGE_VAL), HUGE_VAL);
    assert_true(isfinite(wend_exp(0x1.62e42fefa39efp+9)));
    assert_same(wend_log(0.0), -HUGE_VAL);
    assert_same(wend_log(-0.0), -HUGE_VAL);
    assert_same(wend_log(1.0), 0.0);
    assert_same(wend_log(HUGE_VAL), HUGE_VAL);
    assert_same(wend_log(0x1p-1074), -0x1.74385446d71c3p+9);
}

/* Numbers of the fast range, and now and then one beyond it among them, at any lane. */
static void math_exp_lanes_have_the_bits_of_single_ones(void **state)
{
    (void)state;
    const double others[] = {(double)NAN, -(double)NAN, HUGE_VAL, -HUGE_VAL, 701,      -701,
                             700,         -700,         0.0,      -0.0,      0x1p-1074};
    const uint32_t other_count = sizeof others / sizeof others[0];
    for (uint64_t i = 0; i < 20000; i++) {
        double x[8], got[8];
        const uint32_t count = 1 + wend_random_below(46, 0, i, 8);
        for (uint32_t lane = 0; lane < count; lane++) {
            x[lane] = 1400 * wend_random_unit(46, 1 + lane, i) - 700;
        }
        if (i % 3 == 0) {
            x[wend_random_below(46, 9, i, count)] =
                others[wend_random_below(46, 10, i, other_count)];
        }
        wendi_exp_lanes(x, got, count);
        for (uint32_t lane = 0; lane < count; lane++) {
            assert_same(got[lane], wend_exp(x[lane]));
        }
    }
}

/* Every pair of special sides, by C's rules for atan2 (C17 F.10.1.4). */
static double expected_angle(double y, double x)
{
    double angle;
    bool is_left = signbit(x) != 0;
    if (isinf(y)) {
        angle = isinf(x) ? (is_left ? 0.75 * PI : 0.25 * PI) : 0.5 * PI;
    } else if (wendi_is_zero(y) || isinf(x)) {
        angle = is_left ? PI : 0.0;
    } else if (wendi_is_zero(x)) {
        angle = 0.5 * PI;
    } else {
        angle = is_left ? 0.75 * PI : 0.25 * PI;
    }
    return copysign(angle, y);
}

static void math_atan2_special_sides_follow_c(void **state)
{
    (void)state;
    const double sides[] = {0.0, -0.0, 1.0, -1.0, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < 6; k++) {
            assert_same(wend_atan2(sides[i], sides[k]), expected_angle(sides[i], sides[k]));
        }
    }
    assert_same(wend_atan2(0x1p-1074, 0x1p+1000), 0.0);
    assert_same(wend_atan2(0x1p-1074, 1.0), 0x1p-1074);
    assert_same(wend_atan2(0x1p-1074, -1.0), PI);
    assert_same(wend_atan2(0x1p-1074, 0x1p-1074), 0.25 * PI);
    assert_same(wend_atan2(0x1p+1023, -0x1p+1023), 0.75 * PI);
}

/* The doubles that come nearest to a multiple of pi / 2: of all (Kahan and McDonald), and below
 * 2^20, where the reduction is another one. The rests were computed with 3,000 bits. */
static void math_reduction_keeps_its_digits_next_to_a_quarter_turn(void **state)
{
    (void)state;
    assert_same(wend_cos(6381956970095103.0 * 0x1p+797), -0x1.14ae72e6ba22fp-61);
    assert_same(wend_cos(0x1.6c6cbc45dc8dep+5), -0x1.6d61b58c99c43p-61);
    assert_same(wend_sin(0x1.6c6cbc45dc8dep+6), -0x1.6d61b58c99c43p-60);
}

static void math_reduction_gives_a_rest_of_two_doubles(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 10000; i++) {
        double x = ldexp(wend_random_unit(45, 0, i), (int)wend_random_below(45, 1, i, 1000));
        wendi_dd rest;
        (void)wendi_trig_reduce(x, &rest);
        assert_true(fabs(rest.lo) <= fabs(rest.hi) * 0x1p-53);
        assert_true(fabs(rest.hi) <= 0.25 * PI + 0x1p-20);
    }
}

static void math_reduction_is_odd(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 10000; i++) {
        double x = ldexp(wend_random_unit(44, 0, i), (int)wend_random_below(44, 1, i, 100));
        assert_same(wend_sin(-x), -wend_sin(x));
        assert_same(wend_cos(-x), wend_cos(x));
    }
}

/* ---- vectors ---- */

static wend_vec2 vec(double x, double y)
{
    wend_vec2 v = {x, y};
    return v;
}

static void math_minus_zero_alone_is_not_plain(void **state)
{
    (void)state;
    const double plain[] = {0.0, 1.0, -1.0, 1e300, -1e300, 5e-324, -5e-324};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_true(wendi_f64_is_plain(plain[i]));
    }
    assert_true(wendi_f64_is_plain((double)INFINITY) && wendi_f64_is_plain(-(double)INFINITY));
    assert_false(wendi_f64_is_plain(-0.0));
}

static void assert_vec(wend_vec2 got, double x, double y)
{
    assert_same(got.x, x);
    assert_same(got.y, y);
}

static void vec2_arithmetic_gives_the_obvious(void **state)
{
    (void)state;
    wend_vec2 a = vec(3.0, 4.0);
    wend_vec2 b = vec(-1.0, 2.0);
    assert_vec(wend_vec2_add(a, b), 2.0, 6.0);
    assert_vec(wend_vec2_sub(a, b), 4.0, 2.0);
    assert_vec(wend_vec2_scale(a, -2.0), -6.0, -8.0);
    assert_same(wend_vec2_dot(a, b), 5.0);
    assert_same(wend_vec2_cross(a, b), 10.0);
    assert_same(wend_vec2_length(a), 5.0);
    assert_same(wend_vec2_distance(a, vec(0.0, 0.0)), 5.0);
    assert_vec(wend_vec2_perpendicular(a), -4.0, 3.0);
    assert_vec(wend_vec2_lerp(a, b, 0.5), 1.0, 3.0);
    const wend_vec3 above = wend_vec3_from_vec2((wend_vec2){3, 4}, 5);
    assert_vec((wend_vec2){above.x, above.y}, 3.0, 4.0);
    assert_vec((wend_vec2){above.z, 0}, 5.0, 0.0);
    assert_vec(wend_vec2_normalize(a), 0.6, 0.8);
}

static void vec2_cross_is_above_zero_to_the_left(void **state)
{
    (void)state;
    wend_vec2 a = vec(0.3, -0.7);
    assert_true(wend_vec2_cross(a, wend_vec2_perpendicular(a)) > 0.0);
}

static void vec2_extreme_sizes_keep_their_direction(void **state)
{
    (void)state;
    const double sizes[] = {0x1p-1070, 0x1p-700, 0x1p-400, 1.0, 0x1p+400, 0x1p+700, 0x1p+1020};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        wend_vec2 a = vec(3.0 * sizes[i], -4.0 * sizes[i]);
        assert_vec(wend_vec2_normalize(a), 0.6, -0.8);
        assert_same(wend_vec2_length(a), 5.0 * sizes[i]);
    }
}

static void vec2_normalize_zero_stays_zero(void **state)
{
    (void)state;
    assert_vec(wend_vec2_normalize(vec(0.0, 0.0)), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(math_of_one_number_stays_within_an_ulp),
        cmocka_unit_test(math_atan2_stays_within_an_ulp),
        cmocka_unit_test(math_of_one_number_gives_the_golden_bits),
        cmocka_unit_test(math_atan2_gives_the_golden_bits),
        cmocka_unit_test(math_known_values_have_their_bits),
        cmocka_unit_test(math_nan_and_domain_errors_give_the_one_nan),
        cmocka_unit_test(math_ends_of_the_range_give_limits),
        cmocka_unit_test(math_exp_lanes_have_the_bits_of_single_ones),
        cmocka_unit_test(math_atan2_special_sides_follow_c),
        cmocka_unit_test(math_reduction_keeps_its_digits_next_to_a_quarter_turn),
        cmocka_unit_test(math_reduction_gives_a_rest_of_two_doubles),
        cmocka_unit_test(math_reduction_is_odd),
        cmocka_unit_test(math_minus_zero_alone_is_not_plain),
        cmocka_unit_test(vec2_arithmetic_gives_the_obvious),
        cmocka_unit_test(vec2_cross_is_above_zero_to_the_left),
        cmocka_unit_test(vec2_extreme_sizes_keep_their_direction),
        cmocka_unit_test(vec2_normalize_zero_stays_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The predicates against whole-number arithmetic of any length: a double is a 53-bit number times a
 * power of two, so that sums and products of doubles are whole multiples of one small power. */
#include "support/test.h"

#include "base/math/predicates.h"
#include "support/gen.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* 40 words of 32 bits hold degree 4: 4 * (152 + 32) bits and some. Value = sum of words * 2^32i,
 * negative when is_negative. */
enum { WORDS = 40, LOWEST = 152 };

typedef struct whole {
    bool is_negative;
    uint32_t words[WORDS];
} whole;

/* value * 2^LOWEST, which is whole for all the predicates accept. */
static whole whole_of(double value)
{
    whole w = {.is_negative = value < 0};
    int exponent = 0;
    const double fraction = frexp(fabs(value), &exponent);
    const uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
    const int shift = exponent - 53 + LOWEST;
    for (int bit = 0; bit < 53; bit++) {
        if (mantissa >> bit & 1) {
            assert_true(bit + shift >= 0 && bit + shift < 32 * WORDS);
            w.words[(bit + shift) / 32] |= (uint32_t)1 << ((bit + shift) % 32);
        }
    }
    return w;
}

static int compare_sizes(const whole *a, const whole *b)
{
    for (int i = WORDS - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] > b->words[i] ? 1 : -1;
        }
    }
    return 0;
}

static whole add(whole a, whole b)
{
    if (a.is_negative != b.is_negative && compare_sizes(&a, &b) < 0) {
        return add(b, a);
    }
    const bool subtracts = a.is_negative != b.is_negative;
    int64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        const int64_t digit =
            (int64_t)a.words[i] + (subtracts ? -(int64_t)b.words[i] : (int64_t)b.words[i]) + carry;
        a.words[i] = (uint32_t)(digit & 0xFFFFFFFF);
        carry = digit < 0 ? -1 : digit >> 32;
    }
    assert_int_equal(carry, 0);
    return a;
}

static whole negative(whole a)
{
    a.is_negative = !a.is_negative;
    return a;
}

static whole times(whole a, whole b)
{
    whole product = {.is_negative = a.is_negative != b.is_negative};
    for (int i = 0; i < WORDS; i++) {
        uint64_t carry = 0;
        for (int j = 0; a.words[i] != 0 && i + j < WORDS; j++) {
            const uint64_t digit = (uint64_t)a.words[i] * b.words[j] + product.words[i + j] + carry;
            product.words[i + j] = (uint32_t)(digit & 0xFFFFFFFF);
            carry = digit >> 32;
        }
        assert_true(carry == 0);
    }
    return product;
}

static int sign(whole a)
{
    const whole zero = {.is_negative = false};
    const int size = compare_sizes(&a, &zero);
    return a.is_negative ? -size : size;
}

static whole difference(double a, double b)
{
    return add(whole_of(a), negative(whole_of(b)));
}

static whole square(whole a)
{
    return times(a, a);
}

static whole area(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return add(times(difference(a.x, c.x), difference(b.y, c.y)),
               negative(times(difference(a.y, c.y), difference(b.x, c.x))));
}

static whole distance_square(wend_vec2 a, wend_vec2 b)
{
    return add(square(difference(a.x, b.x)), square(difference(a.y, b.y)));
}

static int reference_in_circle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    const whole first = times(distance_square(a, d), area(b, c, d));
    const whole second = times(distance_square(b, d), area(c, a, d));
    const whole third = times(distance_square(c, d), area(a, b, d));
    return sign(add(add(first, second), third));
}

static int reference_distance(wend_vec2 p, wend_vec2 q, double r)
{
    return sign(add(distance_square(p, q), negative(square(whole_of(r)))));
}

static int reference_line_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, double r)
{
    const whole reach = times(square(whole_of(r)), distance_square(a, b));
    return sign(add(square(area(a, b, p)), negative(reach)));
}

static int reference_along(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    return sign(add(times(difference(b.x, a.x), difference(p.x, a.x)),
                    times(difference(b.y, a.y), difference(p.y, a.y))));
}

static int sign_of_double(double value)
{
    return (value > 0) - (value < 0);
}

/* ---- points that are hard to decide ---- */

typedef struct source {
    uint64_t seed;
    uint64_t count;
} source;

static uint32_t draw(source *from, uint32_t below)
{
    return wend_random_below(from->seed, 7, from->count++, below);
}

static double unit(source *from)
{
    return wend_random_unit(from->seed, 8, from->count++);
}

/* From lattice points to 2^-99 and 2^30. */
static double coordinate(source *from, uint32_t kind)
{
    const double sign = draw(from, 2) == 0 ? 1 : -1;
    switch (kind) {
    case 0:
        return sign * draw(from, 5);
    case 1:
        return sign * draw(from, 1000) / 8;
    case 2:
        return sign * unit(from) * 100;
    case 3:
        return 0.1 * draw(from, 50);
    case 4:
        return sign * ldexp(1 + unit(from), (int)draw(from, 128) - 99);
    default:
        return sign * ldexp(1.0, (int)draw(from, 130) - 99);
    }
}

static wend_vec2 point(source *from)
{
    const uint32_t kind = draw(from, 6);
    return (wend_vec2){coordinate(from, kind), coordinate(from, kind)};
}

static double nudged(source *from, double value)
{
    const uint32_t way = draw(from, 3);
    const double moved = way == 0 ? value : nextafter(value, way == 1 ? 2e9 : -2e9);
    return wendi_flush_coordinate(moved);
}

/* Near the line through a and b, by some ulp. */
static wend_vec2 near_line(source *from, wend_vec2 a, wend_vec2 b)
{
    const double t = draw(from, 2) == 0 ? draw(from, 5) / 4.0 : unit(from);
    const wend_vec2 on = wend_vec2_lerp(a, b, t);
    return (wend_vec2){nudged(from, on.x), nudged(from, on.y)};
}

static wend_vec2 some_point(source *from, wend_vec2 a, wend_vec2 b)
{
    const uint32_t kind = draw(from, 5);
    return kind == 0   ? point(from)
           : kind == 1 ? (wend_vec2){nudged(from, a.x), nudged(from, b.y)}
                       : near_line(from, a, b);
}

static bool orient_and_along_are_exact(uint64_t seed, void *context)
{
    (void)context;
    source from = {.seed = seed};
    for (int i = 0; i < 20; i++) {
        const wend_vec2 a = point(&from);
        const wend_vec2 b = draw(&from, 9) == 0 ? a : point(&from);
        const wend_vec2 c = some_point(&from, a, b);
        const int side = sign(area(a, b, c));
        if (sign_of_double(wendi_orient(a, b, c)) != side ||
            sign_of_double(wendi_orient_exact(a, b, c)) != side ||
            wendi_compare_along(a, b, c) != reference_along(a, b, c)) {
            return false;
        }
        /* beside a: c turned by a right angle about it */
        const wend_vec2 beside = {nudged(&from, a.x - (c.y - a.y)),
                                  nudged(&from, a.y + (c.x - a.x))};
        if (fabs(beside.x) <= 2e9 && fabs(beside.y) <= 2e9 &&
            wendi_compare_along(a, c, beside) != reference_along(a, c, beside)) {
            return false;
        }
    }
    return true;
}

static double some_radius(source *from, double near)
{
    const double r = draw(from, 6) == 0 ? fabs(coordinate(from, draw(from, 6))) : fabs(near);
    const double moved = wendi_flush_coordinate(nudged(from, r));
    return moved < 2147483648.0 ? moved : 1.0;
}

static bool distances_are_exact(uint64_t seed, void *context)
{
    (void)context;
    static const double TRIPLES[][3] = {{3, 4, 5}, {5, 12, 13}, {0, 7, 7}, {20, 21, 29}};
    source from = {.seed = seed};
    for (int i = 0; i < 10; i++) {
        const wend_vec2 a = point(&from);
        wend_vec2 p = point(&from);
        const double *triple = TRIPLES[draw(&from, 4)];
        const double factor = ldexp(1.0, (int)draw(&from, 20) - 15);
        const bool is_lattice = draw(&from, 2) == 0 && fabs(a.x) < 1e6 && fabs(a.y) < 1e6;
        double r = wend_vec2_distance(a, p);
        if (is_lattice) {
            p = (wend_vec2){a.x + triple[0] * factor, a.y - triple[1] * factor};
            r = triple[2] * factor;
        }
        r = some_radius(&from, r);
        if (wendi_compare_distance(p, a, r) != reference_distance(p, a, r)) {
            return false;
        }
        const wend_vec2 b =
            draw(&from, 3) == 0 ? (wend_vec2){a.x, a.y + 1 + draw(&from, 9)} : point(&from);
        const double length = wend_vec2_distance(a, b);
        if (length > 0) {
            const double away = wend_vec2_cross(wend_vec2_sub(b, a), wend_vec2_sub(p, a)) / length;
            r = some_radius(&from, draw(&from, 8) == 0 ? 0 : away);
            if (wendi_compare_line_distance(p, a, b, r) != reference_line_distance(p, a, b, r)) {
                return false;
            }
        }
    }
    return true;
}

/* Corners of a rectangle, and points of a circle about a lattice point with many of them. */
static void circle_points(source *from, wend_vec2 points[4])
{
    static const int ON_65[][2] = {{16, 63}, {25, 60}, {33, 56}, {39, 52}, {52, 39}, {56, 33}};
    const uint32_t kind = draw(from, 4);
    const wend_vec2 p = point(from);
    const wend_vec2 q = point(from);
    const double factor = ldexp(1.0, (int)draw(from, 30) - 20);
    for (int i = 0; i < 4; i++) {
        if (kind == 0) {
            points[i] = point(from);
        } else if (kind == 1) {
            points[i] = (wend_vec2){i == 0 || i == 3 ? p.x : q.x, i < 2 ? p.y : q.y};
        } else {
            const int *on = ON_65[draw(from, 6)];
            const double x = (draw(from, 2) == 0 ? on[0] : -on[0]) * factor;
            const double y = (draw(from, 2) == 0 ? on[1] : -on[1]) * factor;
            points[i] = kind == 2 ? (wend_vec2){x, y} : (wend_vec2){0.1 + x, 0.7 + y};
        }
    }
    points[3].x = nudged(from, points[3].x);
    points[3].y = nudged(from, points[3].y);
}

static bool in_circle_is_exact(uint64_t seed, void *context)
{
    (void)context;
    source from = {.seed = seed};
    for (int i = 0; i < 5; i++) {
        wend_vec2 p[4];
        circle_points(&from, p);
        const int expected = reference_in_circle(p[0], p[1], p[2], p[3]);
        if (sign_of_double(wendi_in_circle(p[0], p[1], p[2], p[3])) != expected) {
            return false;
        }
    }
    return true;
}

static void orient_and_along_have_the_exact_sign(void **state)
{
    (void)state;
    gen_property("orient", 1000, orient_and_along_are_exact, NULL);
}

static void distances_have_the_exact_sign(void **state)
{
    (void)state;
    gen_property("distances", 1000, distances_are_exact, NULL);
}

static void in_circle_has_the_exact_sign(void **state)
{
    (void)state;
    gen_property("in circle", 1000, in_circle_is_exact, NULL);
}

static void coordinates_beyond_the_limit_or_not_finite_are_refused(void **state)
{
    (void)state;
    assert_true(wendi_coordinate_is_valid(0));
    assert_true(wendi_coordinate_is_valid(WEND_COORDINATE_MAX));
    assert_true(wendi_coordinate_is_valid(-WEND_COORDINATE_MAX));
    assert_false(wendi_coordinate_is_valid(nextafter(WEND_COORDINATE_MAX, 2e9)));
    assert_false(wendi_coordinate_is_valid((double)NAN));
    assert_false(wendi_coordinate_is_valid(-(double)INFINITY));
    assert_true(wendi_flush_coordinate(ldexp(1, -101)) < ldexp(1, -200));
    assert_true(wendi_flush_coordinate(ldexp(-1, -100)) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orient_and_along_have_the_exact_sign),
        cmocka_unit_test(distances_have_the_exact_sign),
        cmocka_unit_test(in_circle_has_the_exact_sign),
        cmocka_unit_test(coordinates_beyond_the_limit_or_not_finite_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

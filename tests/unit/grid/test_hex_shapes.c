/* Lines, rings and ranges of hexes. */
#include "hexes.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/hex.h"
#include "world/cells/directions.h"

/* ---- shapes ---- */

/* The hex nearest to a point between a and b, of equally near ones that of larger q, then r, found
 * by trying all around, in whole numbers of 1 / steps. */
static wend_hex nearest_slowly(wend_hex a, wend_hex b, int64_t i, int64_t steps)
{
    const int64_t q = a.q * steps + (b.q - a.q) * i;
    const int64_t r = a.r * steps + (b.r - a.r) * i;
    const wend_hex about = {(int32_t)(q / steps), (int32_t)(r / steps)};
    wend_hex best = about;
    int64_t least = INT64_MAX;
    for (int32_t dq = 2; dq >= -2; dq--) {
        for (int32_t dr = 2; dr >= -2; dr--) {
            const int64_t off_q = q - (about.q + dq) * steps;
            const int64_t off_r = r - (about.r + dr) * steps;
            const int64_t far = off_q * off_q + off_q * off_r + off_r * off_r;
            if (far < least) {
                least = far;
                best = (wend_hex){about.q + dq, about.r + dr};
            }
        }
    }
    return best;
}

static bool line_holds(uint64_t seed, void *context)
{
    (void)context;
    enum { MOST = 128 };
    const wend_hex a = {(int32_t)wend_random_below(seed, 1, 0, 60) - 30,
                        (int32_t)wend_random_below(seed, 2, 0, 60) - 30};
    const wend_hex b = {(int32_t)wend_random_below(seed, 3, 0, 60) - 30,
                        (int32_t)wend_random_below(seed, 4, 0, 60) - 30};
    wend_hex there[MOST];
    wend_hex back[MOST];
    size_t count;
    size_t back_count;
    const int32_t steps = wend_hex_distance(a, b);
    bool holds = wend_hex_line(a, b, there, MOST, &count) == WEND_OK &&
                 wend_hex_line(b, a, back, MOST, &back_count) == WEND_OK;
    holds = holds && count == (size_t)steps + 1 && back_count == count;
    holds = holds && are_same(there[0], a) && are_same(there[count - 1], b);
    for (size_t i = 0; i < count && holds; i++) {
        holds = are_same(there[i], back[count - 1 - i]);
        holds = holds && (i == 0 || wend_hex_distance(there[i - 1], there[i]) == 1);
        holds =
            holds && (steps == 0 || are_same(there[i], nearest_slowly(a, b, (int64_t)i, steps)));
    }
    return holds;
}

static void hex_line_random_is_nearest_unbroken_and_the_same_back(void **state)
{
    (void)state;
    gen_property("line_holds", 3000, line_holds, NULL);
}

static void hex_line_between_two_hexes_takes_larger_q(void **state)
{
    (void)state;
    wend_hex hexes[3];
    size_t count;
    assert_int_equal(wend_hex_line((wend_hex){0, 0}, (wend_hex){1, 1}, hexes, 3, &count), WEND_OK);
    assert_int_equal(count, 3);
    check_same(hexes[1], (wend_hex){1, 0});
    assert_int_equal(wend_hex_line((wend_hex){0, 0}, (wend_hex){-1, 2}, hexes, 3, &count), WEND_OK);
    check_same(hexes[1], (wend_hex){0, 1});
    assert_int_equal(wend_hex_line((wend_hex){4, 5}, (wend_hex){4, 5}, hexes, 3, &count), WEND_OK);
    assert_int_equal(count, 1);
    check_same(hexes[0], (wend_hex){4, 5});
}

static void hex_line_across_the_whole_range_is_exact(void **state)
{
    (void)state;
    wend_hex first[3];
    size_t count;
    const wend_hex a = {-FAR, -FAR};
    const wend_hex b = {FAR, FAR};
    assert_int_equal(wend_hex_line(a, b, first, 3, &count), WEND_TRUNCATED);
    assert_true(count == 4 * (size_t)FAR + 1);
    check_same(first[0], a);
    check_same(first[1], (wend_hex){1 - FAR, -FAR});
    check_same(first[2], (wend_hex){1 - FAR, 1 - FAR});
    assert_int_equal(wend_hex_line(a, (wend_hex){FAR + 1, 0}, first, 3, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_hex_line((wend_hex){0, -FAR - 1}, b, first, 3, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_hex_line((wend_hex){0, INT32_MIN}, b, first, 3, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_hex_line((wend_hex){INT32_MAX, 0}, b, first, 3, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
}

enum { RADIUS = 9, RANGE = 3 * RADIUS * (RADIUS + 1) + 1 };

static void hex_range_is_ring_by_ring_without_gaps(void **state)
{
    (void)state;
    const wend_hex centre = {-3, 12};
    wend_hex range[RANGE];
    wend_hex ring[6 * RADIUS];
    size_t count;
    assert_int_equal(wend_hex_range(centre, RADIUS, range, RANGE, &count), WEND_OK);
    assert_int_equal(count, RANGE);
    size_t at = 0;
    for (int32_t radius = 0; radius <= RADIUS; radius++) {
        assert_int_equal(wend_hex_ring(centre, radius, ring, 6 * RADIUS, &count), WEND_OK);
        assert_int_equal(count, radius == 0 ? 1 : 6 * radius);
        check_same(ring[0], (wend_hex){centre.q, centre.r - radius});
        for (size_t i = 0; i < count; i++) {
            check_same(ring[i], range[at++]);
            assert_int_equal(wend_hex_distance(ring[i], centre), radius);
            if (radius > 0) {
                assert_int_equal(wend_hex_distance(ring[i], ring[(i + 1) % count]), 1);
                /* Clockwise: turned by a sixth it is a side further on. */
                check_same(wend_hex_rotate(ring[i], centre, 1), ring[(i + (size_t)radius) % count]);
            }
        }
    }
    assert_int_equal(at, RANGE);
}

static void hex_shapes_are_cut_to_capacity(void **state)
{
    (void)state;
    const wend_hex centre = {0, 0};
    wend_hex hexes[4] = {{9, 9}, {9, 9}, {9, 9}, {9, 9}};
    size_t count;
    assert_int_equal(wend_hex_range(centre, 2, hexes, 3, &count), WEND_TRUNCATED);
    assert_int_equal(count, 19);
    check_same(hexes[2], (wend_hex){1, -1});
    check_same(hexes[3], (wend_hex){9, 9});
    assert_int_equal(wend_hex_ring(centre, 2, hexes, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 12);
    check_same(hexes[0], (wend_hex){0, -2});
    check_same(hexes[1], (wend_hex){0, -1});
    assert_int_equal(wend_hex_line(centre, (wend_hex){3, 0}, hexes, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 4);
    check_same(hexes[1], (wend_hex){1, 0});
    check_same(hexes[2], (wend_hex){1, -1});
    assert_int_equal(wend_hex_range(centre, WEND_HEX_RADIUS_MAX, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 3 * 8192 * 8193 + 1);
}

static void hex_shapes_bad_arguments_are_refused(void **state)
{
    (void)state;
    const wend_result bad = WEND_ERROR_ARGUMENT;
    const wend_hex centre = {0, 0};
    wend_hex hexes[4];
    size_t count = 5;
    assert_int_equal(wend_hex_line(centre, centre, hexes, 4, NULL), bad);
    assert_int_equal(wend_hex_line(centre, centre, NULL, 4, &count), bad);
    assert_int_equal(count, 0);
    assert_int_equal(wend_hex_ring(centre, -1, hexes, 4, &count), bad);
    assert_int_equal(wend_hex_ring(centre, WEND_HEX_RADIUS_MAX + 1, hexes, 4, &count), bad);
    assert_int_equal(wend_hex_ring((wend_hex){0, FAR + 1}, 1, hexes, 4, &count), bad);
    assert_int_equal(wend_hex_ring(centre, 1, NULL, 4, &count), bad);
    assert_int_equal(wend_hex_range(centre, -1, hexes, 4, &count), bad);
    assert_int_equal(wend_hex_range(centre, WEND_HEX_RADIUS_MAX + 1, hexes, 4, &count), bad);
    assert_int_equal(wend_hex_range(centre, 1, hexes, 4, NULL), bad);
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_line_random_is_nearest_unbroken_and_the_same_back),
        cmocka_unit_test(hex_line_between_two_hexes_takes_larger_q),
        cmocka_unit_test(hex_line_across_the_whole_range_is_exact),
        cmocka_unit_test(hex_range_is_ring_by_ring_without_gaps),
        cmocka_unit_test(hex_shapes_are_cut_to_capacity),
        cmocka_unit_test(hex_shapes_bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

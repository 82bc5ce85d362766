/* wend_space_can_walk on small maps drawn as text, at the borders of its promise. */
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/search.h"

#include <math.h>
#include <string.h>

/* Rows of equal length: '#' is a wall, digits are factors, anything else is factor 1. */
static world world_of(const char *const *rows, size_t row_count, double cell_size, wend_vec2 origin)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = (int32_t)strlen(rows[0]);
    def.height = (int32_t)row_count;
    def.cell_size = cell_size;
    def.origin = origin;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 0; y < def.height; ++y) {
        for (int32_t x = 0; x < def.width; ++x) {
            char c = rows[y][x];
            uint8_t cost = (uint8_t)(c == '#' ? 255 : (c >= '1' && c <= '9' ? c - '0' : 1));
            grids_set(grid, x, y, cost);
        }
    }
    return world_on(grid);
}

static const wend_vec2 ZERO = {0.0, 0.0};

static bool can(const world *w, double ax, double ay, double bx, double by, double radius)
{
    wend_vec2 from = {ax, ay};
    wend_vec2 to = {bx, by};
    bool there = wend_space_can_walk(w->space, from, to, radius, NULL);
    assert_int_equal(there, wend_space_can_walk(w->space, to, from, radius, NULL));
    return there;
}

static double cost_of(const world *w, double ax, double ay, double bx, double by)
{
    wend_vec2 from = {ax, ay};
    wend_vec2 to = {bx, by};
    wend_cost cost = 0;
    assert_true(wend_space_can_walk(w->space, from, to, 0.0, &cost));
    return wend_cost_to_double(cost);
}

static const char *const WIDE[] = {
    "..........", "..........", "..........", "..........",
    ".....#....", "..........", "..........",
};

#define assert_near(got, expected) near((got), (expected), __LINE__)
static void near(double got, double expected, int line)
{
    if (!(got >= expected - 1e-9 && got <= expected + 1e-9)) {
        fail_msg("%s:%d: got %.12g, expected %.12g", __FILE__, line, got, expected);
    }
}

static const char *const BLOCK[] = {
    ".......", //
    ".......", //
    "...#...", //
    ".......", //
    ".......",
};

static void path_walk_radius_zero_stops_at_any_touch(void **state)
{
    (void)state;
    world w = world_of(BLOCK, 5, 1.0, ZERO);
    assert_false(can(&w, 0.5, 2.5, 6.5, 2.5, 0.0));
    assert_false(can(&w, 0.5, 2.0, 6.5, 2.0, 0.0)); /* along its edge */
    assert_true(can(&w, 0.5, 1.9999, 6.5, 1.9999, 0.0));
    assert_false(can(&w, 2.0, 1.0, 4.0, 3.0, 0.0)); /* through it */
    assert_false(can(&w, 2.5, 2.5, 3.5, 1.5, 0.0)); /* through its corner only */
    assert_true(can(&w, 2.5, 2.4, 3.5, 1.4, 0.0));
    assert_false(can(&w, 0.5, 2.5, 3.0, 2.5, 0.0)); /* ends on its edge */
    assert_true(can(&w, 0.5, 2.5, 2.9999, 2.5, 0.0));
    world_free(&w);
}

static void path_walk_exact_radius_beside_wall_is_allowed(void **state)
{
    (void)state;
    world w = world_of(BLOCK, 5, 1.0, ZERO);
    assert_true(can(&w, 0.5, 1.5, 6.5, 1.5, 0.5));
    assert_true(can(&w, 0.5, 0.5, 6.5, 0.5, 0.5)); /* the map's edge is a wall too */
    assert_false(can(&w, 0.5, 1.5, 6.5, 1.5, 0.5001));
    assert_true(can(&w, 1.0, 1.5, 6.0, 1.5, 0.5));
    assert_false(can(&w, 0.5, 1.51, 6.5, 1.51, 0.5));
    /* Straight at the wall, up to exactly a radius away. */
    assert_true(can(&w, 1.0, 2.0, 2.0, 2.0, 1.0));
    assert_false(can(&w, 1.0, 2.0, 2.0625, 2.0, 1.0));
    world_free(&w);
}

static void path_walk_round_cap_reaches_past_ends_like_a_disc(void **state)
{
    (void)state;
    world w = world_of(WIDE, 7, 1.0, ZERO);
    /* From (4.25, 3) the corner (5, 4) is 0.75 and 1 away: 1.25 in all, without rounding. */
    const double radius = 1.25;
    assert_true(can(&w, 4.25, 3.0, 4.25, 2.0, radius));
    assert_false(can(&w, 4.25, 3.0625, 4.25, 2.0, radius));
    assert_true(can(&w, 4.25, 3.0, 2.0, 3.0, radius));
    assert_false(can(&w, 4.3125, 3.0, 2.0, 3.0, radius));
    wend_cost cost = 7;
    wend_vec2 at = {4.25, 3.0};
    assert_true(wend_space_can_walk(w.space, at, at, radius, &cost));
    assert_true(cost == 0);
    world_free(&w);
}

static void path_walk_odd_cell_size_keeps_exact_radius(void **state)
{
    (void)state;
    const double size = 0.3;
    const wend_vec2 origin = {-17.7, 1000.1};
    world w = world_of(BLOCK, 5, size, origin);
    for (int32_t x = 0; x < 7; ++x) {
        wend_vec2 from = {origin.x + 0.5 * size, origin.y + 1.5 * size};
        wend_vec2 to = {origin.x + (x + 0.5) * size, origin.y + 1.5 * size};
        assert_true(wend_space_can_walk(w.space, from, to, 0.5 * size, NULL));
        assert_false(wend_space_can_walk(w.space, from, to, 0.51 * size, NULL));
    }
    world_free(&w);
}

static void path_walk_standing_off_a_wall_by_radius_is_allowed_on_both_sides(void **state)
{
    (void)state;
    world w = world_of(BLOCK, 5, 1.0, ZERO);
    for (int32_t i = 1; i < 1000; ++i) {
        double radius = i / 1000.0;
        assert_true(can(&w, 3.0 - radius, 2.5, 3.0 - radius, 2.5, radius));
        assert_true(can(&w, 4.0 + radius, 2.5, 4.0 + radius, 2.5, radius));
    }
    world_free(&w);
}

static void path_walk_cost_is_integral_of_factors(void **state)
{
    (void)state;
    const char *const rows[] = {"1359", "1111", "1111", "1111"};
    world w = world_of(rows, 4, 1.0, ZERO);
    assert_near(cost_of(&w, 0.5, 0.5, 3.5, 0.5), 0.5 + 3 + 5 + 4.5);
    assert_near(cost_of(&w, 3.5, 0.5, 0.5, 0.5), 0.5 + 3 + 5 + 4.5);
    assert_near(cost_of(&w, 1.25, 0.5, 1.75, 0.5), 1.5);
    assert_near(cost_of(&w, 0.5, 3.5, 3.5, 0.5), wend_sqrt(2.0) * (2.5 + 4.5));
    assert_near(cost_of(&w, 0.5, 0.25, 1.5, 1.75), wend_sqrt(3.25) * (0.5 * 1 + 0.5 * 1));
    world_free(&w);
}

static void path_walk_along_a_border_costs_the_more_expensive_side(void **state)
{
    (void)state;
    const char *const rows[] = {"1111", "1711", "1191", "1111"};
    world w = world_of(rows, 4, 1.0, ZERO);
    assert_near(cost_of(&w, 0.5, 2.0, 3.5, 2.0), 0.5 + 7 + 9 + 0.5);
    assert_near(cost_of(&w, 3.5, 2.0, 0.5, 2.0), 0.5 + 7 + 9 + 0.5);
    assert_near(cost_of(&w, 2.0, 0.5, 2.0, 3.5), 0.5 + 7 + 9 + 0.5);
    assert_near(cost_of(&w, 2.0, 3.5, 2.0, 0.5), 0.5 + 7 + 9 + 0.5);
    /* Through corners only: the cells beside are not entered. */
    assert_near(cost_of(&w, 0.5, 3.5, 3.5, 0.5), wend_sqrt(2.0) * 3.0);
    world_free(&w);
}

static void path_walk_cost_in_cells_whatever_their_size(void **state)
{
    (void)state;
    const wend_vec2 origin = {100.0, -50.0};
    world w = world_of(BLOCK, 5, 2.5, origin);
    assert_near(cost_of(&w, 101.25, -48.75, 116.25, -48.75), 6.0);
    world_free(&w);
}

static void path_walk_bad_input_is_refused(void **state)
{
    (void)state;
    world w = world_of(BLOCK, 5, 1.0, ZERO);
    const wend_vec2 inside = {0.5, 0.5};
    const double bad[] = {-0.001, 7.001, 1e300, -1e300, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        wend_vec2 at = {bad[i], 0.5};
        wend_cost cost = 1;
        assert_false(wend_space_can_walk(w.space, inside, at, 0.0, &cost));
        assert_true(cost == WEND_COST_INFINITE);
        at.x = 0.5;
        at.y = bad[i];
        assert_false(wend_space_can_walk(w.space, at, inside, 0.0, &cost));
        assert_true(cost == WEND_COST_INFINITE);
    }
    const double bad_radius[] = {-1e-9, (double)NAN, (double)INFINITY, 1e300, 0.51};
    for (size_t i = 0; i < sizeof bad_radius / sizeof bad_radius[0]; ++i) {
        assert_false(wend_space_can_walk(w.space, inside, inside, bad_radius[i], NULL));
    }
    wend_cost cost = 1;
    assert_false(wend_space_can_walk(NULL, inside, inside, 0.0, &cost));
    assert_true(cost == WEND_COST_INFINITE);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_walk_radius_zero_stops_at_any_touch),
        cmocka_unit_test(path_walk_exact_radius_beside_wall_is_allowed),
        cmocka_unit_test(path_walk_round_cap_reaches_past_ends_like_a_disc),
        cmocka_unit_test(path_walk_odd_cell_size_keeps_exact_radius),
        cmocka_unit_test(path_walk_standing_off_a_wall_by_radius_is_allowed_on_both_sides),
        cmocka_unit_test(path_walk_cost_is_integral_of_factors),
        cmocka_unit_test(path_walk_along_a_border_costs_the_more_expensive_side),
        cmocka_unit_test(path_walk_cost_in_cells_whatever_their_size),
        cmocka_unit_test(path_walk_bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

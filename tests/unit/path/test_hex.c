/* Segment clearance tests on hexes, at just the radius and at the edges of the map. */
#include "hex.h"
#include "route/segment/segment.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/hex.h"

#include <math.h>

/* The distance of a hex's centre from its corners, in cells; its sides are as long. */
static const double SIDE = 0.57735026918962573;

static wend_vec2 off(wend_vec2 at, double x, double y)
{
    return wend_vec2_add(at, (wend_vec2){x, y});
}

static bool can(const world *w, wend_vec2 a, wend_vec2 b, double radius)
{
    const bool there = wend_space_can_walk(w->space, a, b, radius, NULL);
    assert_int_equal(there, wend_space_can_walk(w->space, b, a, radius, NULL));
    return there;
}

static double cost_of(const world *w, wend_vec2 a, wend_vec2 b)
{
    wend_cost cost = 0;
    assert_true(wend_space_can_walk(w->space, a, b, 0.0, &cost));
    return wend_cost_to_double(cost);
}

/* A vector that is given for layouts of rows, turned for those of columns. */
static wend_vec2 turned(wend_hex_layout layout, double along, double across)
{
    const bool is_rows = layout == WEND_HEX_ODD_ROWS || layout == WEND_HEX_EVEN_ROWS;
    return is_rows ? (wend_vec2){along, across} : (wend_vec2){across, along};
}

/* ---- walks ---- */

static void hex_walk_radius_zero_stops_at_any_touch(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; ++k) {
        wend_grid *grid = grid_new(9, 9, LAYOUTS[k], WEND_WRAP_NONE);
        grids_set(grid, 4, 4, WEND_COST_WALL);
        world w = world_on(grid);
        const wend_vec2 wall = wend_grid_position(grid, 4 * 9 + 4);
        const wend_vec2 along = turned(LAYOUTS[k], 3.0, 0.0);
        const wend_vec2 tip = turned(LAYOUTS[k], 0.0, 2.0 * SIDE);
        const wend_vec2 past = turned(LAYOUTS[k], 0.0, 2.0 * SIDE + 0.001);
        assert_false(can(&w, wend_vec2_sub(wall, along), wend_vec2_add(wall, along), 0.0));
        wend_vec2 at = wend_vec2_add(wall, tip);
        assert_false(can(&w, wend_vec2_sub(at, along), wend_vec2_add(at, along), 0.0));
        at = wend_vec2_add(wall, past);
        assert_true(can(&w, wend_vec2_sub(at, along), wend_vec2_add(at, along), 0.0));
        /* Along its upright side. */
        const wend_vec2 up = turned(LAYOUTS[k], 0.0, 3.0);
        at = wend_vec2_add(wall, turned(LAYOUTS[k], 1.0, 0.0));
        assert_false(can(&w, wend_vec2_sub(at, up), wend_vec2_add(at, up), 0.0));
        at = wend_vec2_add(wall, turned(LAYOUTS[k], 1.001, 0.0));
        assert_true(can(&w, wend_vec2_sub(at, up), wend_vec2_add(at, up), 0.0));
        world_free(&w);
    }
}

static void hex_walk_along_walls_at_just_the_radius_passes(void **state)
{
    (void)state;
    const double radii[] = {0.3, 0.4, 0.7123, 1.0, 1.3};
    wend_grid *grid = grid_new(9, 9, WEND_HEX_ODD_ROWS, WEND_WRAP_NONE);
    grids_set(grid, 4, 4, WEND_COST_WALL);
    world w = world_on(grid);
    const wend_vec2 wall = wend_grid_position(grid, 4 * 9 + 4);
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        /* The six sides, each from its middle outwards, and along it. */
        for (int side = 0; side < 6; ++side) {
            const double angle = side * 1.0471975511965976;
            const wend_vec2 out = {cos(angle), sin(angle)};
            const wend_vec2 along = {-out.y * 2.0, out.x * 2.0};
            const wend_vec2 at = wend_vec2_add(wall, wend_vec2_scale(out, 1.0 + radii[i]));
            assert_true(can(&w, wend_vec2_sub(at, along), wend_vec2_add(at, along), radii[i]));
            assert_false(
                can(&w, wend_vec2_sub(at, along), wend_vec2_add(at, along), radii[i] + 0.0002));
            for (int k = -20; k <= 20; ++k) {
                const wend_vec2 on = wend_vec2_add(at, wend_vec2_scale(along, k * 0.0131));
                assert_true(can(&w, on, on, radii[i]));
            }
            assert_false(can(&w, at, at, radii[i] + 0.0002));
        }
    }
    world_free(&w);
}

static void hex_walk_around_corners_at_just_the_radius_passes(void **state)
{
    (void)state;
    const double radii[] = {0.3, 0.4, 0.7123, 1.0, 1.3};
    wend_grid *grid = grid_new(9, 9, WEND_HEX_ODD_ROWS, WEND_WRAP_NONE);
    grids_set(grid, 4, 4, WEND_COST_WALL);
    world w = world_on(grid);
    const wend_vec2 tip = off(wend_grid_position(grid, 4 * 9 + 4), 0.0, -2.0 * SIDE);
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        for (int k = -25; k <= 25; ++k) {
            const double angle = k * 0.02;
            const wend_vec2 out = {sin(angle), -cos(angle)};
            const wend_vec2 at = wend_vec2_add(tip, wend_vec2_scale(out, radii[i]));
            assert_true(can(&w, at, at, radii[i]));
            assert_false(can(&w, at, at, radii[i] + 0.0002));
        }
    }
    world_free(&w);
}

static void hex_walk_edge_of_the_map_is_a_wall(void **state)
{
    (void)state;
    const wend_wrap wraps[] = {WEND_WRAP_NONE, WEND_WRAP_BOTH};
    for (size_t k = 0; k < 2; ++k) {
        world w = world_on(grid_new(6, 6, WEND_HEX_ODD_ROWS, wraps[k]));
        const wend_vec2 corner = {10.0, 20.0};
        const wend_vec2 first = wend_space_position(w.space, 0);
        const wend_vec2 second = wend_space_position(w.space, 6);
        assert_true(can(&w, first, second, 0.0));
        assert_true(can(&w, first, first, 1.0));
        assert_false(can(&w, first, first, 1.001));
        assert_false(can(&w, first, off(first, -1.0, 0.0), 0.0)); /* onto its border */
        assert_true(can(&w, first, off(first, -0.999, 0.0), 0.0));
        assert_false(can(&w, first, corner, 0.0));                 /* a notch between tips */
        assert_false(can(&w, first, off(corner, -0.1, 1.0), 0.0)); /* outside of the rectangle */
        assert_false(can(&w, off(second, -1.5, 0.0), second, 0.0));
        /* From row 0 to row 2 beside the notch that row 1 leaves on the left. */
        const wend_vec2 third = wend_space_position(w.space, 12);
        assert_false(can(&w, off(first, -0.9, 0.0), off(third, -0.9, 0.0), 0.0));
        assert_true(can(&w, off(first, 0.1, 0.0), off(third, 0.1, 0.0), 0.0));
        world_free(&w);
    }
}

static void hex_walk_cost_is_the_integral_and_the_more_expensive_side(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; ++k) {
        wend_grid *grid = grid_new(9, 9, LAYOUTS[k], WEND_WRAP_NONE);
        grids_set(grid, 4, 4, 5);
        world w = world_on(grid);
        const wend_vec2 at = wend_grid_position(grid, 4 * 9 + 4);
        const wend_vec2 east = turned(LAYOUTS[k], 2.0, 0.0);
        const wend_vec2 south = turned(LAYOUTS[k], 0.0, 2.0);
        /* From centre to centre: half a cell of 1, a cell of 5, half a cell of 1. */
        assert_near(cost_of(&w, wend_vec2_sub(at, east), wend_vec2_add(at, east)), 6.0);
        /* From tip to tip it is two sides high, and a line through tips runs along sides. */
        assert_near(cost_of(&w, wend_vec2_sub(at, south), wend_vec2_add(at, south)),
                    2.0 + 4.0 * 2.0 * SIDE);
        /* Along its upright side, on either side. */
        for (int side = -1; side <= 1; side += 2) {
            const wend_vec2 on = wend_vec2_add(at, turned(LAYOUTS[k], side, 0.0));
            assert_near(cost_of(&w, wend_vec2_sub(on, south), wend_vec2_add(on, south)),
                        2.0 + 4.0 * SIDE);
            assert_near(cost_of(&w, on, wend_vec2_add(on, south)), 1.0 + 4.0 * SIDE / 2.0);
        }
        assert_near(cost_of(&w, at, at), 0.0);
        assert_near(cost_of(&w, at, wend_vec2_add(at, turned(LAYOUTS[k], 0.1, 0.2))),
                    5.0 * sqrt(0.05) / 2.0);
        world_free(&w);
    }
}

/* ---- around one wall, in all directions ---- */

/* The corners of a hex around 0, in layouts of rows; metres, with cells of 2. */
static const double CORNERS[6][2] = {{0.0, -1.1547005383792515},  {1.0, -0.57735026918962573},
                                     {1.0, 0.57735026918962573},  {0.0, 1.1547005383792515},
                                     {-1.0, 0.57735026918962573}, {-1.0, -0.57735026918962573}};

/* The distance of a point outside from that hex: the least from its six sides. */
static double distance_of(double x, double y)
{
    double least = 100.0;
    for (int k = 0; k < 6; ++k) {
        const double ax = CORNERS[k][0];
        const double ay = CORNERS[k][1];
        const double bx = CORNERS[(k + 1) % 6][0] - ax;
        const double by = CORNERS[(k + 1) % 6][1] - ay;
        const double share = ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by);
        const double at = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
        least = fmin(least, hypot(x - ax - at * bx, y - ay - at * by));
    }
    return least;
}

/* The extent of that hex in a direction. */
static double extent_in(double x, double y)
{
    double most = 0.0;
    for (int k = 0; k < 6; ++k) {
        most = fmax(most, CORNERS[k][0] * x + CORNERS[k][1] * y);
    }
    return most;
}

/* The coordinate in a direction of a point at a distance from that hex. */
static double reach_in(double x, double y, double distance)
{
    /* From the side that the direction crosses on. */
    double low = 2.0;
    for (int k = 0; k < 6; ++k) {
        const double across = cos(1.0471975511965976 * k) * x + sin(1.0471975511965976 * k) * y;
        low = across > 0.0 ? fmin(low, 1.0 / across) : low;
    }
    double high = 4.0;
    for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2.0;
        const bool is_near = distance_of(middle * x, middle * y) < distance;
        low = is_near ? middle : low;
        high = is_near ? high : middle;
    }
    return high;
}

static const double RADII[] = {0.0, 0.25, 0.9, 1.7};

enum { AROUND = 46 /* directions, none of them along a side or through a corner */ };

/* A wall in the middle of maps that are wider than high or higher than wide, and a direction. */
typedef struct wall_case {
    world w;
    wend_hex_layout layout;
    wend_vec2 wall;
    double radius;
    double x, y; /* of the direction, as in layouts of rows */
} wall_case;

static wend_vec2 beside(const wall_case *c, double ahead, double aside)
{
    const double along = c->x * ahead - c->y * aside;
    const double across = c->y * ahead + c->x * aside;
    return wend_vec2_add(c->wall, turned(c->layout, along, across));
}

static void each_wall_case(void (*check)(const wall_case *c))
{
    static const int32_t sides[2][2] = {{11, 15}, {15, 11}};
    for (size_t k = 0; k < 8; ++k) {
        const int32_t width = sides[k % 2][0];
        const int32_t height = sides[k % 2][1];
        wall_case c = {.layout = LAYOUTS[k / 2]};
        wend_grid *grid = grid_new(width, height, c.layout, WEND_WRAP_NONE);
        grids_set(grid, width / 2, height / 2, WEND_COST_WALL);
        c.w = world_on(grid);
        c.wall = wend_grid_position(grid, (wend_node)(height / 2 * width + width / 2));
        for (size_t r = 0; r < sizeof RADII / sizeof RADII[0]; ++r) {
            for (int i = 0; i < AROUND; ++i) {
                const double angle = (i + 0.31) * 6.2831853071795865 / (double)AROUND;
                c.radius = RADII[r];
                c.x = cos(angle);
                c.y = sin(angle);
                check(&c);
            }
        }
        world_free(&c.w);
    }
}

static const double A_LITTLE = 0.0005;

/* A long line across the direction. */
static void check_beside(const wall_case *c)
{
    const double at = extent_in(c->x, c->y) + c->radius;
    const double far = at + A_LITTLE;
    const double close_by = at - A_LITTLE;
    assert_true(can(&c->w, beside(c, far, -3.0), beside(c, far, 3.0), c->radius));
    assert_false(can(&c->w, beside(c, close_by, -3.0), beside(c, close_by, 3.0), c->radius));
    assert_false(can(&c->w, beside(c, 0.3, -3.0), beside(c, 0.3, 3.0), c->radius));
}

/* A line that ends before the wall, and one that only begins there. */
static void check_before(const wall_case *c)
{
    const double at = reach_in(c->x, c->y, c->radius);
    const wend_vec2 outside = beside(c, at + A_LITTLE, 0.0);
    const wend_vec2 inside = beside(c, at - A_LITTLE, 0.0);
    assert_true(can(&c->w, outside, outside, c->radius));
    assert_true(can(&c->w, beside(c, 4.5, 0.0), outside, c->radius));
    assert_false(can(&c->w, inside, inside, c->radius));
    assert_false(can(&c->w, beside(c, 4.5, 0.0), inside, c->radius));
    assert_false(can(&c->w, beside(c, 4.5, 0.0), beside(c, -4.5, 0.0), c->radius));
}

static void hex_walk_beside_a_wall_in_any_direction_passes_from_the_radius_on(void **state)
{
    (void)state;
    each_wall_case(check_beside);
}

static void hex_walk_up_to_a_wall_in_any_direction_ends_at_the_radius(void **state)
{
    (void)state;
    each_wall_case(check_before);
}

/* On maps of two different sides, from end to end of each line and no farther. */
static void hex_walk_reaches_the_last_hex_of_each_line(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; ++k) {
        world w = world_on(grid_new(9, 4, LAYOUTS[k], WEND_WRAP_NONE));
        const bool is_rows = k < 2;
        const uint32_t lines = is_rows ? 4 : 9;
        const uint32_t length = is_rows ? 9 : 4;
        for (uint32_t line = 0; line < lines; ++line) {
            const wend_node first = is_rows ? line * 9 : line;
            const wend_node last = is_rows ? line * 9 + length - 1 : (length - 1) * 9 + line;
            const wend_vec2 a = wend_space_position(w.space, first);
            const wend_vec2 b = wend_space_position(w.space, last);
            const wend_vec2 on = turned(LAYOUTS[k], 0.999, 0.0);
            const wend_vec2 beyond = turned(LAYOUTS[k], 1.001, 0.0);
            assert_true(can(&w, a, b, 0.5));
            assert_true(can(&w, wend_vec2_sub(a, on), wend_vec2_add(b, on), 0.0));
            assert_false(can(&w, wend_vec2_sub(a, beyond), b, 0.0));
            assert_false(can(&w, a, wend_vec2_add(b, beyond), 0.0));
        }
        world_free(&w);
    }
}

/* Between centres of one line, and in all six directions, costs and lengths are exact. */
static void hex_walk_in_directions_costs_whole_cells(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; ++k) {
        wend_grid *grid = grid_new(30, 30, LAYOUTS[k], WEND_WRAP_NONE);
        grids_fill(grid, 0, 0, 30, 30, 7);
        grids_set(grid, 0, 0, 6);
        world w = world_on(grid);
        const wend_node from = 15 * 30 + 15;
        for (int32_t d = 0; d < 6; ++d) {
            wend_hex hex = wend_grid_hex(grid, from);
            for (int64_t steps = 1; steps <= 12; ++steps) {
                hex = wend_hex_neighbour(hex, d);
                wend_cost cost = 0;
                assert_true(wend_space_can_walk(
                    w.space, wend_space_position(w.space, from),
                    wend_space_position(w.space, wend_grid_hex_node(grid, hex)), 0.5, &cost));
                assert_true(cost == (wend_cost)steps * 7 * WEND_COST_ONE);
            }
        }
        world_free(&w);
    }
}

/* Over a cell in which the agent does not fit in the middle: it costs what it costs. */
static void walk_of_round_agent_pays_for_cells_where_it_does_not_fit(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(9, 9, 1);
    wend_grid *grid = grids_make(def);
    grids_set(grid, 4, 4, WEND_COST_WALL);
    grids_fill(grid, 3, 5, 3, 1, 9);
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    space_def.radius = 0.75;
    wend_space *space = spaces_make(space_def);
    wend_space_info info;
    wend_space_get_info(space, &info);
    assert_true(info.is_uniform);
    wend_cost cost = 0;
    assert_true(
        wend_space_can_walk(space, (wend_vec2){2.0, 5.75}, (wend_vec2){7.0, 5.75}, 0.0, &cost));
    assert_near(wend_cost_to_double(cost), 2.0 + 3.0 * 9.0);
    /* The space's own radius applies even if the call names a smaller one. */
    assert_false(
        wend_space_can_walk(space, (wend_vec2){2.0, 5.7}, (wend_vec2){7.0, 5.7}, 0.0, NULL));
    assert_false(
        wend_space_can_walk(space, (wend_vec2){2.0, 5.8}, (wend_vec2){7.0, 5.8}, 0.9, NULL));
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

/* A hexagon of hexes keeps half a hex's diagonal from where it does not fit. */
static void hex_walk_of_an_agent_with_a_size_keeps_away_from_where_it_does_not_fit(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(15, 15, WEND_HEX_ODD_ROWS, WEND_WRAP_NONE);
    grids_set(grid, 7, 7, WEND_COST_WALL);
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.size = 2;
    wend_space *space = spaces_make(def);
    /* The walls are hex 7, 7 and its six neighbours; right of them is 9, 7. */
    const wend_vec2 wall = wend_grid_position(grid, 7 * 15 + 7);
    assert_false(wend_space_is_open(space, 7 * 15 + 8));
    assert_true(wend_space_is_open(space, 7 * 15 + 9));
    const wend_vec2 near_by = off(wall, 3.0 + 2.0 * SIDE - 0.001, 0.0);
    const wend_vec2 away = off(wall, 3.0 + 2.0 * SIDE + 0.001, 0.0);
    assert_false(wend_space_can_walk(space, near_by, near_by, 0.0, NULL));
    assert_true(wend_space_can_walk(space, away, away, 0.0, NULL));
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

/* Distances to corners are no whole numbers of units; the radius is rounded down, so a path of an
 * agent that just fits in both cells and between them can be straightened there. */
static void hex_walk_radius_is_rounded_down_in_smoothing(void **state)
{
    (void)state;
    world w = world_on(grid_new(5, 5, WEND_HEX_ODD_ROWS, WEND_WRAP_NONE));
    int64_t units = 0;
    assert_true(wendi_segment_radius(w.space, 2.0 * 100.9 / 65536.0, &units));
    assert_int_equal(units, 100);
    assert_true(wendi_segment_radius(w.space, 1e9, &units));
    assert_int_equal(units, 16384 * 65536);
    world_free(&w);
}

static void hex_walk_bad_input_is_refused(void **state)
{
    (void)state;
    world w = world_on(grid_new(5, 5, WEND_HEX_EVEN_COLUMNS, WEND_WRAP_NONE));
    const wend_vec2 at = wend_space_position(w.space, 12);
    const wend_vec2 bad[] = {{(double)NAN, at.y},      {at.x, (double)NAN},
                             {(double)INFINITY, at.y}, {at.x, -(double)INFINITY},
                             {-1e300, at.y},           {at.x, 1e300}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_false(can(&w, at, bad[i], 0.0));
    }
    assert_true(can(&w, at, at, 0.5));
    assert_false(can(&w, at, at, (double)NAN));
    assert_false(can(&w, at, at, -1.0));
    assert_false(can(&w, at, at, (double)INFINITY));
    assert_false(can(&w, at, at, 1e300));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_walk_radius_zero_stops_at_any_touch),
        cmocka_unit_test(hex_walk_along_walls_at_just_the_radius_passes),
        cmocka_unit_test(hex_walk_around_corners_at_just_the_radius_passes),
        cmocka_unit_test(hex_walk_edge_of_the_map_is_a_wall),
        cmocka_unit_test(hex_walk_cost_is_the_integral_and_the_more_expensive_side),
        cmocka_unit_test(hex_walk_beside_a_wall_in_any_direction_passes_from_the_radius_on),
        cmocka_unit_test(hex_walk_up_to_a_wall_in_any_direction_ends_at_the_radius),
        cmocka_unit_test(hex_walk_reaches_the_last_hex_of_each_line),
        cmocka_unit_test(hex_walk_in_directions_costs_whole_cells),
        cmocka_unit_test(walk_of_round_agent_pays_for_cells_where_it_does_not_fit),
        cmocka_unit_test(hex_walk_of_an_agent_with_a_size_keeps_away_from_where_it_does_not_fit),
        cmocka_unit_test(hex_walk_radius_is_rounded_down_in_smoothing),
        cmocka_unit_test(hex_walk_bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Hexes of all four layouts: coordinates, distances, turns, positions and nodes. */
#include "hexes.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/hex.h"
#include "world/cells/directions.h"

#include <math.h>
#include <stdlib.h>

static wend_grid *make(wend_hex_layout layout, int32_t width, int32_t height, wend_wrap wrap)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = layout;
    def.wrap = wrap;
    def.cell_size = 0.75;
    def.origin = (wend_vec2){-100.25, 17.5};
    return grids_make(def);
}

/* ---- columns and rows ---- */

static void hex_offset_there_and_back_is_the_same_cell(void **state)
{
    (void)state;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        for (int32_t y = -7; y <= 7; y++) {
            for (int32_t x = -7; x <= 7; x++) {
                int32_t back_x;
                int32_t back_y;
                const wend_hex hex = wend_hex_from_offset((wend_hex_layout)layout, x, y);
                wend_hex_to_offset((wend_hex_layout)layout, hex, &back_x, &back_y);
                assert_int_equal(back_x, x);
                assert_int_equal(back_y, y);
                wend_hex_to_offset((wend_hex_layout)layout, hex, NULL, &back_y);
                wend_hex_to_offset((wend_hex_layout)layout, hex, &back_x, NULL);
                assert_int_equal(back_x, x);
            }
        }
    }
}

static void hex_offset_at_the_ends_of_32_bits_is_the_nearest_there_is(void **state)
{
    (void)state;
    const wend_hex low = wend_hex_from_offset(WEND_HEX_ODD_ROWS, INT32_MIN, 40);
    assert_int_equal(low.q, INT32_MIN);
    assert_int_equal(low.r, 40);
    const wend_hex high = wend_hex_from_offset(WEND_HEX_EVEN_COLUMNS, INT32_MAX, INT32_MIN);
    assert_int_equal(high.q, INT32_MAX);
    assert_int_equal(high.r, INT32_MIN);
    const wend_hex far = {INT32_MAX, INT32_MAX};
    int32_t x = 0;
    int32_t y = 0;
    wend_hex_to_offset(WEND_HEX_EVEN_ROWS, far, &x, &y);
    assert_int_equal(x, INT32_MAX);
    assert_int_equal(y, INT32_MAX);
}

static void hex_offset_agrees_with_the_pictures(void **state)
{
    (void)state;
    /* The offset of cell 1, 1 from cell 0, 0, and of cell -1, -1. */
    check_same(wend_hex_from_offset(WEND_HEX_ODD_ROWS, 1, 1), (wend_hex){1, 1});
    check_same(wend_hex_from_offset(WEND_HEX_EVEN_ROWS, 1, 1), (wend_hex){0, 1});
    check_same(wend_hex_from_offset(WEND_HEX_ODD_COLUMNS, 1, 1), (wend_hex){1, 1});
    check_same(wend_hex_from_offset(WEND_HEX_EVEN_COLUMNS, 1, 1), (wend_hex){1, 0});
    check_same(wend_hex_from_offset(WEND_HEX_ODD_ROWS, -1, -1), (wend_hex){0, -1});
    check_same(wend_hex_from_offset(WEND_HEX_EVEN_ROWS, -1, -1), (wend_hex){-1, -1});
    check_same(wend_hex_from_offset(WEND_HEX_ODD_ROWS, 0, 2), (wend_hex){-1, 2});
}

/* The eight directions of rows and columns, and the six of hexes, name the same neighbours. */
static void hex_neighbours_agree_with_the_topology_of_rows_and_columns(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        const wend_hex_layout layout = (wend_hex_layout)i;
        for (int32_t cell = 0; cell < 16; cell++) {
            const int32_t x = cell % 4 - 2;
            const int32_t y = cell / 4 - 2;
            const uint32_t moved = wendi_hex_is_shifted(layout, x, y);
            for (uint32_t k = 0; k < 6; k++) {
                const uint32_t eight = wendi_hex_to_eight(wendi_hex_is_rows(layout), moved, k);
                const wend_hex at = wend_hex_from_offset(layout, x + wendi_direction_x(eight),
                                                         y + wendi_direction_y(eight));
                check_same(at, wend_hex_neighbour(wend_hex_from_offset(layout, x, y), (int32_t)k));
            }
        }
    }
}

static void hex_neighbour_direction_counts_around(void **state)
{
    (void)state;
    const wend_hex hex = {5, -9};
    for (int32_t k = 0; k < 6; k++) {
        const wend_hex next = wend_hex_neighbour(hex, k);
        assert_int_equal(wend_hex_distance(hex, next), 1);
        check_same(wend_hex_neighbour(next, k + 3), hex);
        check_same(wend_hex_neighbour(hex, k + 6), next);
        check_same(wend_hex_neighbour(hex, k - 6), next);
        check_same(wend_hex_neighbour(hex, k - 600), next);
    }
    check_same(wend_hex_neighbour(hex, 0), (wend_hex){5, -10});
}

/* ---- distances and turns ---- */

enum { REACH = 6, WIDE = 2 * REACH + 1 };

/* Breadth first around (0, 0): steps to q, r of -REACH ... REACH. */
static void flood(int32_t steps[WIDE][WIDE])
{
    wend_hex wave[WIDE * WIDE];
    size_t count = 0;
    for (int32_t i = 0; i < WIDE * WIDE; i++) {
        steps[i / WIDE][i % WIDE] = -1;
    }
    wave[count++] = (wend_hex){0, 0};
    steps[REACH][REACH] = 0;
    for (size_t next = 0; next < count; next++) {
        const wend_hex hex = wave[next];
        for (int32_t k = 0; k < 6; k++) {
            const wend_hex to = wend_hex_neighbour(hex, k);
            if (abs(to.q) <= REACH && abs(to.r) <= REACH && steps[to.r + REACH][to.q + REACH] < 0) {
                steps[to.r + REACH][to.q + REACH] = steps[hex.r + REACH][hex.q + REACH] + 1;
                wave[count++] = to;
            }
        }
    }
}

static void hex_distance_is_that_of_breadth_first(void **state)
{
    (void)state;
    int32_t steps[WIDE][WIDE];
    flood(steps);
    for (int32_t r = -REACH; r <= REACH; r++) {
        for (int32_t q = -REACH; q <= REACH; q++) {
            const wend_hex a = {1000 - q, -77};
            const wend_hex b = {1000, -77 + r};
            assert_int_equal(wend_hex_distance(a, b), steps[r + REACH][q + REACH]);
            assert_int_equal(wend_hex_distance(b, a), steps[r + REACH][q + REACH]);
        }
    }
    assert_int_equal(wend_hex_distance((wend_hex){-FAR, 0}, (wend_hex){FAR, 0}), 2 * FAR);
    assert_int_equal(wend_hex_distance((wend_hex){-FAR, -FAR}, (wend_hex){FAR, FAR}), 4 * FAR);
}

static void hex_rotate_takes_direction_to_direction(void **state)
{
    (void)state;
    const wend_hex centre = {3, -8};
    for (int32_t k = 0; k < 6; k++) {
        for (int32_t turns = -13; turns <= 13; turns++) {
            check_same(wend_hex_rotate(wend_hex_neighbour(centre, k), centre, turns),
                       wend_hex_neighbour(centre, k + turns + 18));
        }
    }
    const wend_hex far = {11, 4};
    check_same(wend_hex_rotate(wend_hex_rotate(far, centre, 2), centre, -2), far);
    assert_int_equal(wend_hex_distance(wend_hex_rotate(far, centre, 5), centre),
                     wend_hex_distance(far, centre));
}

static void hex_reflect_keeps_its_axis_and_swaps_the_sides(void **state)
{
    (void)state;
    const wend_hex centre = {3, -8};
    for (int32_t axis = -3; axis <= 5; axis++) {
        for (int32_t k = 0; k < 6; k++) {
            const int32_t line = (axis + 6) % 3;
            check_same(wend_hex_reflect(wend_hex_neighbour(centre, k), centre, axis),
                       wend_hex_neighbour(centre, 2 * line - k + 12));
        }
        const wend_hex far = {11, 4};
        const wend_hex mirrored = wend_hex_reflect(far, centre, axis);
        check_same(wend_hex_reflect(mirrored, centre, axis), far);
        assert_int_equal(wend_hex_distance(mirrored, centre), wend_hex_distance(far, centre));
    }
}

/* ---- positions ---- */

static void hex_grid_neighbours_lie_one_cell_apart(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        wend_grid *grid = make((wend_hex_layout)i, 9, 8, WEND_WRAP_NONE);
        for (wend_node node = 0; node < 72; node++) {
            const wend_vec2 at = wend_grid_position(grid, node);
            for (int32_t k = 0; k < 6; k++) {
                const wend_node to =
                    wend_grid_hex_node(grid, wend_hex_neighbour(wend_grid_hex(grid, node), k));
                if (to != WEND_NODE_NONE) {
                    const wend_vec2 there = wend_grid_position(grid, to);
                    assert_true(fabs(wend_vec2_distance(at, there) - 0.75) < 1e-12);
                    /* Clockwise, y down: the next direction lies to the right. */
                    const wend_hex next = wend_hex_neighbour(wend_grid_hex(grid, node), k + 1);
                    const wend_vec2 beside = wend_hex_position((wend_hex_layout)i, 0.75,
                                                               (wend_vec2){-100.25, 17.5}, next);
                    assert_true(
                        wend_vec2_cross(wend_vec2_sub(there, at), wend_vec2_sub(beside, at)) > 0.0);
                }
            }
        }
        wend_grid_destroy(grid);
    }
}

static void hex_grid_node_at_its_position_is_the_node(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        wend_grid *grid = make((wend_hex_layout)i, 31, 22, WEND_WRAP_NONE);
        for (wend_node node = 0; node < 31 * 22; node++) {
            assert_int_equal(wend_grid_node_at(grid, wend_grid_position(grid, node)), node);
        }
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){(double)NAN, 20.0}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-90.0, (double)NAN}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){(double)INFINITY, 20.0}),
                         WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-90.0, 1e300}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-101.0, 20.0}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-90.0, 17.0}), WEND_NODE_NONE);
        wend_grid_destroy(grid);
    }
}

/* The first hex touches both lines through the origin: least x and y of all corners are 0. */
static void hex_grid_first_cells_touch_the_origins_lines(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        const wend_hex_layout layout = (wend_hex_layout)i;
        wend_grid *grid = make(layout, 5, 4, WEND_WRAP_NONE);
        double low_x = 1e9;
        double low_y = 1e9;
        for (wend_node node = 0; node < 20; node++) {
            wend_vec2 corners[6];
            wend_hex_corners(layout, 0.75, wend_grid_position(grid, node), corners);
            for (int k = 0; k < 6; k++) {
                low_x = corners[k].x < low_x ? corners[k].x : low_x;
                low_y = corners[k].y < low_y ? corners[k].y : low_y;
            }
        }
        assert_true(fabs(low_x + 100.25) < 1e-12 && fabs(low_y - 17.5) < 1e-12);
        wend_grid_destroy(grid);
    }
}

/* Of all hexes around, the one at a position has the nearest centre. */
static bool at_is_nearest(uint64_t seed, void *context)
{
    (void)context;
    const wend_hex_layout layout = (wend_hex_layout)wend_random_below(seed, 1, 0, LAYOUTS);
    const wend_vec2 origin = {3.0, -2.0};
    const wend_vec2 position = {200.0 * wend_random_unit(seed, 2, 0) - 100.0,
                                200.0 * wend_random_unit(seed, 3, 0) - 100.0};
    const wend_hex hex = wend_hex_at(layout, 1.5, origin, position);
    const double own = wend_vec2_distance(position, wend_hex_position(layout, 1.5, origin, hex));
    bool holds = own <= 1.5 * 0.57735026918962585;
    for (int32_t k = 0; k < 6; k++) {
        const wend_vec2 other = wend_hex_position(layout, 1.5, origin, wend_hex_neighbour(hex, k));
        holds = holds && own <= wend_vec2_distance(position, other) + 1e-9;
    }
    return holds;
}

static void hex_at_random_positions_has_the_nearest_centre(void **state)
{
    (void)state;
    gen_property("at_is_nearest", 5000, at_is_nearest, NULL);
}

/* A hair on either side of each edge's middle and of each corner. */
static void hex_at_near_its_border_is_the_nearer_one(void **state)
{
    (void)state;
    const wend_vec2 origin = {0.0, 0.0};
    for (int i = 0; i < LAYOUTS; i++) {
        const wend_hex_layout layout = (wend_hex_layout)i;
        const wend_hex hex = {-4, 9};
        const wend_vec2 centre = wend_hex_position(layout, 2.0, origin, hex);
        wend_vec2 corners[6];
        wend_hex_corners(layout, 2.0, centre, corners);
        for (int32_t k = 0; k < 6; k++) {
            const wend_hex next = wend_hex_neighbour(hex, k);
            const wend_vec2 there = wend_hex_position(layout, 2.0, origin, next);
            check_same(wend_hex_at(layout, 2.0, origin, wend_vec2_lerp(centre, there, 0.4999999)),
                       hex);
            check_same(wend_hex_at(layout, 2.0, origin, wend_vec2_lerp(centre, there, 0.5000001)),
                       next);
            check_same(
                wend_hex_at(layout, 2.0, origin, wend_vec2_lerp(centre, corners[k], 0.9999999)),
                hex);
            assert_false(are_same(
                wend_hex_at(layout, 2.0, origin, wend_vec2_lerp(centre, corners[k], 1.0000001)),
                hex));
        }
    }
}

static void hex_at_no_position_is_hex_0(void **state)
{
    (void)state;
    const wend_vec2 origin = {0.0, 0.0};
    const wend_vec2 bad[4] = {
        {(double)NAN, 0.0}, {0.0, (double)NAN}, {-(double)INFINITY, 5.0}, {5.0, 1e30}};
    for (int i = 0; i < LAYOUTS; i++) {
        for (int k = 0; k < 4; k++) {
            check_same(wend_hex_at((wend_hex_layout)i, 1.0, origin, bad[k]), (wend_hex){0, 0});
        }
    }
}

static void hex_corners_are_clockwise_and_equally_far(void **state)
{
    (void)state;
    const wend_vec2 centre = {12.0, -7.0};
    for (int i = 0; i < LAYOUTS; i++) {
        wend_vec2 corners[6];
        wend_hex_corners((wend_hex_layout)i, 3.0, centre, corners);
        for (int k = 0; k < 6; k++) {
            const wend_vec2 here = wend_vec2_sub(corners[k], centre);
            const wend_vec2 next = wend_vec2_sub(corners[(k + 1) % 6], centre);
            assert_true(fabs(wend_vec2_length(here) - 1.7320508075688772) < 1e-12);
            assert_true(wend_vec2_cross(here, next) > 0.0);
        }
        wend_hex_corners((wend_hex_layout)i, 3.0, centre, NULL);
    }
}

/* ---- nodes ---- */

static void hex_grid_node_there_and_back_is_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        wend_grid *grid = make((wend_hex_layout)i, 7, 6, WEND_WRAP_NONE);
        for (wend_node node = 0; node < 42; node++) {
            assert_int_equal(wend_grid_hex_node(grid, wend_grid_hex(grid, node)), node);
        }
        check_same(wend_grid_hex(grid, 42), (wend_hex){0, 0});
        assert_int_equal(wend_grid_hex_node(grid, (wend_hex){0, -1}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_hex_node(grid, (wend_hex){7, 0}), WEND_NODE_NONE);
        wend_grid_destroy(grid);
    }
}

static void hex_grid_calls_for_squares_give_nothing(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 5;
    wend_grid *grid = grids_make(def);
    check_same(wend_grid_hex(grid, 7), (wend_hex){0, 0});
    check_same(wend_grid_hex(NULL, 7), (wend_hex){0, 0});
    assert_int_equal(wend_grid_hex_node(grid, (wend_hex){0, 0}), WEND_NODE_NONE);
    assert_int_equal(wend_grid_hex_node(NULL, (wend_hex){0, 0}), WEND_NODE_NONE);
    wend_grid_destroy(grid);
}

/* Going straight on around the map ends where it began, and each step can be taken back. */
static void hex_grid_node_wraps_in_every_direction(void **state)
{
    (void)state;
    for (int i = 0; i < LAYOUTS; i++) {
        wend_grid *grid = make((wend_hex_layout)i, 8, 6, WEND_WRAP_BOTH);
        for (wend_node node = 0; node < 48; node++) {
            for (int32_t k = 0; k < 6; k++) {
                wend_node at = node;
                for (int32_t steps = 0; steps < 48; steps++) {
                    const wend_node next =
                        wend_grid_hex_node(grid, wend_hex_neighbour(wend_grid_hex(grid, at), k));
                    assert_int_not_equal(next, WEND_NODE_NONE);
                    const wend_hex back = wend_hex_neighbour(wend_grid_hex(grid, next), k + 3);
                    assert_int_equal(wend_grid_hex_node(grid, back), at);
                    at = next;
                }
                assert_int_equal(at, node);
            }
        }
        wend_grid_destroy(grid);
    }
}

static void hex_grid_node_wraps_only_where_the_grid_does(void **state)
{
    (void)state;
    wend_grid *grid = make(WEND_HEX_ODD_ROWS, 7, 5, WEND_WRAP_X);
    const wend_hex west = wend_hex_from_offset(WEND_HEX_ODD_ROWS, -1, 3);
    const wend_hex far_west = wend_hex_from_offset(WEND_HEX_ODD_ROWS, -701, 3);
    const wend_hex east = wend_hex_from_offset(WEND_HEX_ODD_ROWS, 70, 3);
    assert_int_equal(wend_grid_hex_node(grid, west), 3 * 7 + 6);
    assert_int_equal(wend_grid_hex_node(grid, far_west), 3 * 7 + 6);
    assert_int_equal(wend_grid_hex_node(grid, east), 3 * 7);
    assert_int_equal(wend_grid_hex_node(grid, wend_hex_from_offset(WEND_HEX_ODD_ROWS, 3, -1)),
                     WEND_NODE_NONE);
    wend_grid_destroy(grid);
    grid = make(WEND_HEX_ODD_ROWS, 7, 6, WEND_WRAP_Y);
    assert_int_equal(wend_grid_hex_node(grid, wend_hex_from_offset(WEND_HEX_ODD_ROWS, 3, -1)),
                     5 * 7 + 3);
    assert_int_equal(wend_grid_hex_node(grid, west), WEND_NODE_NONE);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_offset_there_and_back_is_the_same_cell),
        cmocka_unit_test(hex_offset_at_the_ends_of_32_bits_is_the_nearest_there_is),
        cmocka_unit_test(hex_offset_agrees_with_the_pictures),
        cmocka_unit_test(hex_neighbours_agree_with_the_topology_of_rows_and_columns),
        cmocka_unit_test(hex_neighbour_direction_counts_around),
        cmocka_unit_test(hex_distance_is_that_of_breadth_first),
        cmocka_unit_test(hex_rotate_takes_direction_to_direction),
        cmocka_unit_test(hex_reflect_keeps_its_axis_and_swaps_the_sides),
        cmocka_unit_test(hex_grid_neighbours_lie_one_cell_apart),
        cmocka_unit_test(hex_grid_node_at_its_position_is_the_node),
        cmocka_unit_test(hex_grid_first_cells_touch_the_origins_lines),
        cmocka_unit_test(hex_at_random_positions_has_the_nearest_centre),
        cmocka_unit_test(hex_at_near_its_border_is_the_nearer_one),
        cmocka_unit_test(hex_at_no_position_is_hex_0),
        cmocka_unit_test(hex_corners_are_clockwise_and_equally_far),
        cmocka_unit_test(hex_grid_node_there_and_back_is_the_same),
        cmocka_unit_test(hex_grid_calls_for_squares_give_nothing),
        cmocka_unit_test(hex_grid_node_wraps_in_every_direction),
        cmocka_unit_test(hex_grid_node_wraps_only_where_the_grid_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

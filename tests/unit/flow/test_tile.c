/* Costs, directions and angles of small tiles, worked out by hand. */
#include "support/test.h"

#include "flow/tile/integrate.h"
#include "flow/tile/kernels.h"

#include <math.h>
#include <string.h>

/* A tile from a picture with its frame: '#' walls, '.' cost 1, digits their cost, 'x' 254. */
typedef struct tile {
    wendi_tile_shape shape;
    uint8_t cost[WENDI_TILE_CELLS], flags[WENDI_TILE_CELLS];
    uint16_t d[WENDI_TILE_CELLS];
    uint32_t wide[WENDI_TILE_CELLS];
} tile;

static uint8_t cost_of(char c)
{
    if (c >= '1' && c <= '9') {
        return (uint8_t)(c - '0');
    }
    return c == '.' ? 1 : c == 'x' ? 254 : WENDI_TILE_WALL;
}

static void make(tile *t, int32_t width, int32_t height, const char *picture)
{
    t->shape = wendi_tile_shape_of(width, height);
    memset(t->cost, WENDI_TILE_WALL, sizeof t->cost);
    memset(t->flags, 0, sizeof t->flags);
    memset(t->d, 255, sizeof t->d);
    memset(t->wide, 255, sizeof t->wide);
    for (int32_t y = -1; y <= height; y++) {
        for (int32_t x = -1; x <= width; x++) {
            const size_t place = (size_t)((y + 1) * (width + 2) + x + 1);
            t->cost[wendi_tile_index(&t->shape, x, y)] = cost_of(picture[place]);
        }
    }
}

static void set_open(tile *t, int32_t width, int32_t height)
{
    char picture[34 * 34];
    memset(picture, '.', sizeof picture);
    make(t, width, height, picture);
}

static uint16_t *at(tile *t, int32_t x, int32_t y)
{
    return &t->d[wendi_tile_index(&t->shape, x, y)];
}

static uint32_t *wide_at(tile *t, int32_t x, int32_t y)
{
    return &t->wide[wendi_tile_index(&t->shape, x, y)];
}

static wendi_tile_directions_input flow_in(const tile *t, bool is_wide)
{
    return (wendi_tile_directions_input){.shape = t->shape,
                                         .cost = t->cost,
                                         .d = is_wide ? NULL : t->d,
                                         .wide = is_wide ? t->wide : NULL,
                                         .straight = WENDI_FLOW_STRAIGHT,
                                         .diagonal = WENDI_FLOW_DIAGONAL,
                                         .flags = t->flags};
}

static bool relax(tile *t)
{
    return wendi_tile_integrate(&t->shape, t->cost, t->d, true);
}

static void find_flow(const tile *t, uint8_t *flow)
{
    const wendi_tile_directions_input in = flow_in(t, false);
    wendi_tile_directions(&in, flow);
}

static void find_angles(const tile *t, uint8_t *flow, uint8_t *angles)
{
    const wendi_tile_directions_input in = flow_in(t, false);
    find_flow(t, flow);
    wendi_tile_angles(&in, flow, angles);
}

/* ---- costs ---- */

static void relax_open_tile_gives_octile_costs(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 5, 4);
    *at(&t, 1, 1) = 100;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 1, 1), 100);
    assert_int_equal(*at(&t, 4, 1), 136);
    assert_int_equal(*at(&t, 4, 3), 100 + 2 * 17 + 12);
    assert_int_equal(*at(&t, 0, 0), 117);
    assert_int_equal(*at(&t, -1, 1), WENDI_TILE_UNREACHED);
}

static void relax_four_neighbours_gives_sums_of_straight_steps(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 3, 3);
    *at(&t, 0, 0) = 0;
    assert_true(wendi_tile_integrate(&t.shape, t.cost, t.d, false));
    assert_int_equal(*at(&t, 2, 2), 48);
}

static void relax_pays_for_the_cell_that_is_entered(void **state)
{
    (void)state;
    tile t;
    make(&t, 3, 1,
         "#####"
         "#372#"
         "#####");
    *at(&t, 0, 0) = 0;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 1, 0), 36);
    assert_int_equal(*at(&t, 2, 0), 36 + 84);
}

static void relax_never_cuts_a_corner(void **state)
{
    (void)state;
    tile t;
    make(&t, 2, 2,
         "####"
         "#.##"
         "#..#"
         "####");
    *at(&t, 0, 0) = 0;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 1, 1), 24);
    assert_int_equal(*at(&t, 1, 0), WENDI_TILE_UNREACHED);
}

static void relax_frame_corner_bars_a_slanting_step(void **state)
{
    (void)state;
    tile t;
    make(&t, 1, 1,
         ".#."
         "..."
         "...");
    *at(&t, -1, -1) = 5;
    *at(&t, 1, 1) = 50;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 0, 0), 67);
}

static void relax_keeps_the_frame_and_clears_walls(void **state)
{
    (void)state;
    tile t;
    make(&t, 2, 1,
         "..#."
         "#.#."
         "....");
    *at(&t, 0, -1) = 7;
    *at(&t, 2, 0) = 60000;
    *at(&t, -1, 0) = 3;
    *at(&t, 1, 0) = 1;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 0, -1), 7);
    assert_int_equal(*at(&t, 2, 0), 60000);
    assert_int_equal(*at(&t, -1, 0), 3);
    assert_int_equal(*at(&t, 1, 0), WENDI_TILE_UNREACHED);
    assert_int_equal(*at(&t, 0, 0), 19);
}

/* Cells of cost 254 in a row: 22 steps are more than 16 bits hold. */
static void relax_that_saturates_says_so_and_32_bits_do_it(void **state)
{
    (void)state;
    tile t;
    make(&t, 24, 1,
         "##########################"
         "#xxxxxxxxxxxxxxxxxxxxxxxx#"
         "##########################");
    *at(&t, 0, 0) = 0;
    *wide_at(&t, 0, 0) = 0;
    assert_false(relax(&t));
    assert_int_equal(*at(&t, 21, 0), 21 * 3048);
    assert_int_equal(*at(&t, 22, 0), WENDI_TILE_UNREACHED);
    assert_true(wendi_tile_integrate_wide(&t.shape, t.cost, t.wide, 12, 17));
    assert_int_equal(*wide_at(&t, 23, 0), 23 * 3048);
}

static void relax_up_to_the_last_16_bit_cost_is_whole(void **state)
{
    (void)state;
    tile t;
    make(&t, 1, 1,
         "###"
         "#.#"
         "#.#");
    *at(&t, 0, 1) = 65534 - 12;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 0, 0), 65534);
    *at(&t, 0, 0) = WENDI_TILE_UNREACHED;
    *at(&t, 0, 1) = 65535 - 12;
    assert_false(relax(&t));
    assert_int_equal(*at(&t, 0, 0), WENDI_TILE_UNREACHED);
}

static void relax_closed_off_cells_are_no_saturation(void **state)
{
    (void)state;
    tile t;
    make(&t, 3, 1,
         "#####"
         "..#.#"
         "#####");
    *at(&t, -1, 0) = 65000;
    assert_true(relax(&t));
    assert_int_equal(*at(&t, 0, 0), 65012);
    assert_int_equal(*at(&t, 2, 0), WENDI_TILE_UNREACHED);
}

static void relax_wide_that_saturates_says_so(void **state)
{
    (void)state;
    tile t;
    make(&t, 2, 2,
         "####"
         "#..#"
         "#..#"
         "####");
    *wide_at(&t, 0, 0) = UINT32_MAX - 15;
    assert_false(wendi_tile_integrate_wide(&t.shape, t.cost, t.wide, 12, 17));
    assert_true(*wide_at(&t, 1, 0) == UINT32_MAX - 3);
    assert_true(*wide_at(&t, 1, 1) == UINT32_MAX);
    *wide_at(&t, 1, 0) = UINT32_MAX;
    assert_false(wendi_tile_integrate_eikonal(&t.shape, t.cost, t.wide, 12, 17));
}

/* ---- directions ---- */

static void flow_ties_go_to_the_lower_direction(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 1, 1);
    *at(&t, 0, -1) = 10;
    *at(&t, 0, 1) = 10;
    *at(&t, -1, 0) = 10;
    *at(&t, 1, 1) = 5;
    uint8_t flow[1];
    find_flow(&t, flow);
    assert_int_equal(flow[0], 1 | WENDI_FLOW_PATHABLE | WENDI_FLOW_ROOM);
}

static void flow_without_a_path_is_none(void **state)
{
    (void)state;
    tile t;
    make(&t, 2, 1,
         "...."
         "..#."
         "....");
    uint8_t flow[2];
    find_flow(&t, flow);
    assert_int_equal(flow[0], WENDI_FLOW_NONE | WENDI_FLOW_PATHABLE);
    assert_int_equal(flow[1], WENDI_FLOW_NONE);
}

static void flow_seeds_and_sight_are_kept_except_on_walls(void **state)
{
    (void)state;
    tile t;
    make(&t, 3, 1,
         "....."
         "...#."
         ".....");
    memset(t.flags, WENDI_FLOW_VISIBLE, sizeof t.flags);
    t.flags[wendi_tile_index(&t.shape, 0, 0)] = WENDI_FLOW_GOAL | WENDI_FLOW_VISIBLE;
    t.flags[wendi_tile_index(&t.shape, 1, 0)] = WENDI_FLOW_LINK | WENDI_FLOW_LOS_CORNER;
    *at(&t, 0, 0) = 0;
    *at(&t, 1, 0) = 12;
    uint8_t flow[3];
    find_flow(&t, flow);
    assert_int_equal(flow[0],
                     WENDI_FLOW_GOAL | WENDI_FLOW_VISIBLE | WENDI_FLOW_PATHABLE | WENDI_FLOW_ROOM);
    assert_int_equal(flow[1], WENDI_FLOW_LINK | WENDI_FLOW_LOS_CORNER | WENDI_FLOW_PATHABLE);
    assert_int_equal(flow[2], WENDI_FLOW_NONE);
}

/* ---- angles ---- */

/* Octile costs fall by 12 ahead and by 5 aside: an angle of 22.6 degrees, 16 of 256ths. */
static void angles_lie_between_straight_and_slanting(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 8, 8);
    *at(&t, 7, 4) = 0;
    assert_true(relax(&t));
    uint8_t flow[64];
    uint8_t angles[64];
    find_angles(&t, flow, angles);
    assert_int_equal(angles[2 * 8 + 0], 16);
    assert_int_equal(angles[7 * 8 + 0], 240);
    assert_int_equal(angles[4 * 8 + 0], 0);
    assert_int_equal(angles[2 * 8 + 5], 32);
    assert_int_equal(angles[7 * 8 + 7], 192);
}

static void angles_without_a_descent_are_those_of_the_direction(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 2, 1);
    *at(&t, 0, 0) = 3;
    *at(&t, -1, 0) = 9;
    t.flags[wendi_tile_index(&t.shape, 1, 0)] = WENDI_FLOW_GOAL;
    uint8_t flow[2];
    uint8_t angles[2];
    find_angles(&t, flow, angles);
    assert_int_equal(flow[0] & WENDI_FLOW_DIRECTION_MASK, 4);
    assert_int_equal(angles[0], 128);
    assert_int_equal(angles[1], 0);
}

/* The slanting cell is lowest by far, but the corner beside it is a wall's. */
static void angles_keep_clear_of_corners(void **state)
{
    (void)state;
    tile t;
    make(&t, 2, 2,
         "####"
         "#..#"
         "##.#"
         "####");
    *at(&t, 1, 1) = 0;
    assert_true(relax(&t));
    uint8_t flow[4];
    uint8_t angles[4];
    find_angles(&t, flow, angles);
    assert_int_equal(angles[0], 0);
    assert_int_equal(angles[1], 64);
}

static void angles_of_four_neighbours_are_straight(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 4, 4);
    *at(&t, 3, 3) = 0;
    assert_true(wendi_tile_integrate(&t.shape, t.cost, t.d, false));
    wendi_tile_directions_input in = flow_in(&t, false);
    in.diagonal = 0;
    uint8_t flow[16];
    uint8_t angles[16];
    wendi_tile_directions(&in, flow);
    wendi_tile_angles(&in, flow, angles);
    assert_int_equal(flow[0] & WENDI_FLOW_DIRECTION_MASK, 0);
    assert_int_equal(angles[0], 0);
}

/* ---- Eikonal ---- */

static void eikonal_straight_front_is_exact(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 6, 6);
    for (int32_t x = -1; x <= 6; x++) {
        *wide_at(&t, x, 6) = 0;
    }
    assert_true(wendi_tile_integrate_eikonal(&t.shape, t.cost, t.wide, 4096, 5793));
    for (int32_t y = 0; y < 6; y++) {
        assert_int_equal(*wide_at(&t, 3, y), 4096 * (6 - y));
    }
}

/* First order: too long by a logarithm, 1.15 cells at 44; shorter by no more than is rounded away.
 */
static void eikonal_open_ground_comes_near_to_straight_lines(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 32, 32);
    *wide_at(&t, 0, 0) = 0;
    assert_true(wendi_tile_integrate_eikonal(&t.shape, t.cost, t.wide, 4096, 5793));
    for (int32_t y = 0; y < 32; y++) {
        for (int32_t x = 0; x < 32; x++) {
            const double line = 4096.0 * sqrt((double)(x * x + y * y));
            const double found = (double)*wide_at(&t, x, y);
            assert_true(found >= line - 64.0);
            assert_true(found <= line + 4096.0 * 1.2);
        }
    }
    assert_true(*wide_at(&t, 1, 1) == 4096 + 2896);
}

/* Angles from it point at the goal, more nearly the farther it is. */
static void eikonal_angles_point_at_the_goal(void **state)
{
    (void)state;
    tile t;
    set_open(&t, 32, 32);
    *wide_at(&t, 0, 0) = 0;
    assert_true(wendi_tile_integrate_eikonal(&t.shape, t.cost, t.wide, 4096, 5793));
    wendi_tile_directions_input in = flow_in(&t, true);
    in.straight = WENDI_FLOW_FINE_STRAIGHT;
    in.diagonal = WENDI_FLOW_FINE_DIAGONAL;
    uint8_t flow[32 * 32];
    uint8_t angles[32 * 32];
    wendi_tile_directions(&in, flow);
    wendi_tile_angles(&in, flow, angles);
    for (int32_t y = 12; y < 32; y++) {
        for (int32_t x = 12; x < 32; x++) {
            const double wanted = 128.0 + atan2((double)y, (double)x) * 128.0 / 3.14159265358979;
            assert_true(fabs(wanted - (double)angles[y * 32 + x]) < 4.0);
        }
    }
}

/* ---- which processor ---- */

static void kernels_end_after_the_last(void **state)
{
    (void)state;
    int32_t count = 0;
    while (wendi_tile_kernel_at(count) != NULL) {
        assert_non_null(wendi_tile_kernel_at(count)->name);
        count++;
    }
    assert_in_range(count, 0, 2);
    assert_null(wendi_tile_kernel_at(count + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relax_open_tile_gives_octile_costs),
        cmocka_unit_test(relax_four_neighbours_gives_sums_of_straight_steps),
        cmocka_unit_test(relax_pays_for_the_cell_that_is_entered),
        cmocka_unit_test(relax_never_cuts_a_corner),
        cmocka_unit_test(relax_frame_corner_bars_a_slanting_step),
        cmocka_unit_test(relax_keeps_the_frame_and_clears_walls),
        cmocka_unit_test(relax_that_saturates_says_so_and_32_bits_do_it),
        cmocka_unit_test(relax_up_to_the_last_16_bit_cost_is_whole),
        cmocka_unit_test(relax_closed_off_cells_are_no_saturation),
        cmocka_unit_test(relax_wide_that_saturates_says_so),
        cmocka_unit_test(flow_ties_go_to_the_lower_direction),
        cmocka_unit_test(flow_without_a_path_is_none),
        cmocka_unit_test(flow_seeds_and_sight_are_kept_except_on_walls),
        cmocka_unit_test(angles_lie_between_straight_and_slanting),
        cmocka_unit_test(angles_without_a_descent_are_those_of_the_direction),
        cmocka_unit_test(angles_keep_clear_of_corners),
        cmocka_unit_test(angles_of_four_neighbours_are_straight),
        cmocka_unit_test(eikonal_straight_front_is_exact),
        cmocka_unit_test(eikonal_open_ground_comes_near_to_straight_lines),
        cmocka_unit_test(eikonal_angles_point_at_the_goal),
        cmocka_unit_test(kernels_end_after_the_last),
    };
    return cmocka_run_group_tests_name("flow_tile", tests, NULL, NULL);
}

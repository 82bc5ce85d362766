/* Places around a goal that bodies share: each has its own, on open ground, whoever sent them, and
 * gives it up when its goal moves. */
#include "support/test.h"

#include "crowd/core/crowd.h"
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "wend/walls.h"

#include <math.h>

enum { COUNT = 30 };

static double gap(wend_body a, wend_body b)
{
    return wend_vec2_distance(a.position, b.position) - a.radius - b.radius;
}

static void assert_apart(const wend_crowd *crowd, const wend_body_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_true(gap(crowds_body(crowd, ids[i]), crowds_body(crowd, ids[k])) > -0.02);
        }
    }
}

static double farthest(const wend_crowd *crowd, const wend_body_id *ids, size_t count,
                       wend_vec2 from)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, wend_vec2_distance(crowds_body(crowd, ids[i]).position, from));
    }
    return most;
}

static void put_rows(wend_crowd *crowd, wend_body_id *ids, double x, double y)
{
    for (int i = 0; i < COUNT; i++) {
        ids[i] = crowds_put(crowd, x - 0.7 * (i / 6), y + 0.7 * (i % 6));
    }
}

static void bodies_sent_one_by_one_and_by_path_share_the_ground_around_a_point(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[COUNT];
    put_rows(crowd, ids, -12, -2);
    wend_path *path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    const wend_vec2 points[2] = {{-12, 0}, {0, 0}};
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(i % 2 == 0 ? wend_crowd_set_goal(crowd, ids[i], (wend_vec2){0, 0}, 0)
                                    : wend_crowd_follow_path(crowd, ids[i], path),
                         WEND_OK);
    }
    crowds_tick(crowd, 360);
    assert_int_equal(crowds_info(crowd).arrived, COUNT);
    assert_apart(crowd, ids, COUNT);
    assert_true(farthest(crowd, ids, COUNT, (wend_vec2){0, 0}) < 2.0);
    wend_path_destroy(path);
    wend_crowd_destroy(crowd);
}

static void one_that_comes_alone_stands_on_its_goal(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = crowds_put(crowd, -3, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){0, 0.5}, 0), WEND_OK);
    crowds_tick(crowd, 100);
    assert_true(wend_vec2_distance(crowds_body(crowd, id).position, (wend_vec2){0, 0.5}) < 0.11);
    wend_crowd_destroy(crowd);
}

static void late_ones_find_room_beside_those_that_rest(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[2][COUNT];
    put_rows(crowd, ids[0], -12, -2);
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids[0], COUNT, (wend_vec2){0, 0}, 0),
                     WEND_OK);
    crowds_tick(crowd, 360);
    put_rows(crowd, ids[1], -12, -2);
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids[1], COUNT, (wend_vec2){0, 0}, 0),
                     WEND_OK);
    crowds_tick(crowd, 440);
    assert_int_equal(crowds_info(crowd).arrived, 2 * COUNT);
    assert_apart(crowd, ids[0], (size_t)2 * COUNT);
    assert_true(farthest(crowd, ids[0], (size_t)2 * COUNT, (wend_vec2){0, 0}) < 3.2);
    wend_crowd_destroy(crowd);
}

static void bodies_of_several_sizes_do_not_get_one_place(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    def.max_radius = 1;
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] =
            crowds_put_sized(crowd, -16 - 2.2 * (i / 6), 2.2 * (i % 6) - 5, i % 5 == 0 ? 1 : 0.25);
    }
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, COUNT, (wend_vec2){0, 0}, 0), WEND_OK);
    crowds_tick(crowd, 900);
    assert_int_equal(crowds_info(crowd).arrived, COUNT);
    assert_apart(crowd, ids, COUNT);
    assert_true(farthest(crowd, ids, COUNT, (wend_vec2){0, 0}) < 5.5);
    wend_crowd_destroy(crowd);
}

static void no_place_is_in_a_wall_or_beyond_a_door(void **state)
{
    (void)state;
    const wend_vec2 ends[] = {{0.6, -20}, {0.6, -0.4}, {0.6, 0.4}, {0.6, 20}};
    wend_walls *walls = crowds_walls(ends, 2);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_body_id ids[COUNT];
    put_rows(crowd, ids, -12, -2);
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, COUNT, (wend_vec2){0, 0}, 0), WEND_OK);
    crowds_tick(crowd, 440);
    assert_int_equal(crowds_info(crowd).arrived, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_true(crowds_body(crowd, ids[i]).position.x < 0.36);
    }
    assert_true(farthest(crowd, ids, COUNT, (wend_vec2){0, 0}) < 3.2);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

static void places_move_with_the_goal_of_a_flow(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    wend_flow *flow = flows_on(grid);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[COUNT];
    put_rows(crowd, ids, 8, 18);
    const wend_flow_request_id order = flows_order(flow, 32.5, 8.5, 0);
    assert_int_equal(wend_crowd_follow_flow(crowd, ids, COUNT, order), WEND_OK);
    crowds_tick(crowd, 100);
    const wend_flow_position other = {.position = {32.5, 31.5}};
    assert_int_equal(wend_flow_set_goals(flow, order, &other, 1, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    crowds_tick(crowd, 600);
    assert_int_equal(crowds_info(crowd).arrived, COUNT);
    assert_true(farthest(crowd, ids, COUNT, other.position) < 2.6);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void a_crowd_saved_on_the_way_to_its_places_goes_on_alike(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_crowd *twin = crowds_open();
    wend_body_id ids[COUNT];
    put_rows(crowd, ids, -12, -2);
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, COUNT, (wend_vec2){0, 0}, 0), WEND_OK);
    crowds_tick(crowd, 203);
    crowds_check_twin(crowd, twin, 150);
    wend_crowd_destroy(twin);
    wend_crowd_destroy(crowd);
}

/* ---- many at once ---- */

enum { MANY = 5000, LOOKS_OF_A_TICK = 10000000, TICKS_MOST = 400 };

static uint32_t placed(const wend_crowd *crowd, uint32_t begin, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        count += (crowd->bodies.flags[i] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0 ||
                         crowd->bodies.state[i] == (uint8_t)WEND_BODY_ARRIVED
                     ? 1
                     : 0;
    }
    return count;
}

/* Ticks until all bodies from `begin` on have places. No tick does more work than the most. */
static uint32_t ticks_to_place(wend_crowd *crowd, uint32_t begin, uint64_t *most)
{
    const uint32_t end = (uint32_t)crowds_info(crowd).bodies;
    uint32_t ticks = 0;
    *most = 0;
    while (placed(crowd, begin, end) < end - begin && ticks < (uint32_t)TICKS_MOST) {
        crowds_tick(crowd, 1);
        ticks++;
        *most = crowd->place_looks > *most ? crowd->place_looks : *most;
    }
    return ticks;
}

static void put_block(wend_crowd *crowd, uint32_t count, double x, double y, wend_body_id *ids)
{
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = crowds_put(crowd, x - 0.7 * (double)(i / 100), y + 0.7 * (double)(i % 100));
    }
}

static wend_crowd *crowd_of_many(const wend_grid *grid, const wend_walls *walls)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.walls = walls;
    def.max_bodies = MANY;
    return crowds_make(def);
}

static void the_work_of_a_tick_in_which_thousands_see_a_goal_is_bounded(void **state)
{
    (void)state;
    static wend_body_id ids[MANY];
    const wend_vec2 ends[] = {{0, 100}, {20, 100}};
    for (int i = 0; i < 3; i++) {
        /* On open ground, in a hall with pillars, and with walls. */
        wend_grid *grid = grids_open(500, 200);
        for (int32_t k = 0; i == 1 && k < 100; k++) {
            grids_wall(grid, 350 + 12 * (k % 10), 10 + 20 * (k / 10), 1, 1);
        }
        wend_walls *walls = i == 2 ? crowds_walls(ends, 1) : NULL;
        wend_crowd *crowd = crowd_of_many(grid, walls);
        put_block(crowd, MANY, 120, 65, ids);
        assert_int_equal(wend_crowd_set_group_goal(crowd, ids, MANY, (wend_vec2){400.5, 104}, 0),
                         WEND_OK);
        uint64_t most = 0;
        const uint32_t ticks = ticks_to_place(crowd, 0, &most);
        print_message("ground %d: %u ticks, %.1f million looks\n", i, ticks, (double)most * 1e-6);
        assert_true(most > 0 && most < LOOKS_OF_A_TICK);
        assert_true(i == 1 || ticks < TICKS_MOST);
        wend_crowd_destroy(crowd);
        wend_walls_destroy(walls);
        wend_grid_destroy(grid);
    }
}

/* Those nearest to the goal stand behind a wall, see no place, and try again in every round. */
static void bodies_that_find_no_place_keep_none_of_the_others_from_theirs(void **state)
{
    (void)state;
    enum { STUCK = 3000, FREE = 200 };
    static wend_body_id ids[MANY];
    const wend_vec2 ends[] = {{150, 20}, {150, 150}, {40, 150}, {150, 150}, {40, 20}, {150, 20}};
    wend_walls *walls = crowds_walls(ends, 3);
    wend_grid *grid = grids_open(500, 200);
    wend_crowd *crowd = crowd_of_many(grid, walls);
    put_block(crowd, STUCK, 140, 65, ids);
    put_block(crowd, FREE, 425, 65, ids + STUCK);
    assert_int_equal(
        wend_crowd_set_group_goal(crowd, ids, STUCK + FREE, (wend_vec2){220.5, 100}, 0), WEND_OK);
    uint64_t most = 0;
    const uint32_t ticks = ticks_to_place(crowd, STUCK, &most);
    print_message("%u ticks, %.1f million looks, %u of those behind the wall\n", ticks,
                  (double)most * 1e-6, placed(crowd, 0, STUCK));
    assert_int_equal(placed(crowd, 0, STUCK), 0);
    assert_true(ticks < TICKS_MOST && most < LOOKS_OF_A_TICK);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

/* A building is put down on a group on its way, and then one body is put elsewhere: both go on. Before, a
 * place was taken for the point where a body got out, and it arrived there. */
static void bodies_that_are_built_over_or_put_elsewhere_go_on_to_their_goal(void **state)
{
    (void)state;
    enum { GROUP = 8 };
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = 60;
    grid_def.height = 24;
    wend_grid *grid = grids_make(grid_def);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[GROUP];
    const wend_vec2 goal = {52, 12};
    for (int i = 0; i < GROUP; i++) {
        ids[i] = crowds_put(crowd, 4 - 0.7 * (i / 4), 11 + 0.7 * (i % 4));
    }
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, GROUP, goal, 0), WEND_OK);
    crowds_tick(crowd, 60);
    const wend_vec2 on = crowds_body(crowd, ids[0]).position;
    assert_int_equal(
        wend_grid_fill(grid, 0, (int32_t)on.x - 1, (int32_t)on.y - 1, 3, 3, WEND_COST_WALL),
        WEND_OK);
    crowds_tick(crowd, 60);
    assert_int_equal(crowds_info(crowd).arrived, 0);
    assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 60, 24, 1), WEND_OK);
    assert_int_equal(wend_crowd_set_position(crowd, ids[1], (wend_vec2){10, 5}, 0), WEND_OK);
    crowds_tick(crowd, 40);
    assert_int_equal(crowds_info(crowd).arrived, 0);
    crowds_tick(crowd, 1000);
    assert_int_equal(crowds_info(crowd).arrived, GROUP);
    assert_true(farthest(crowd, ids, GROUP, goal) < 2);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_sent_one_by_one_and_by_path_share_the_ground_around_a_point),
        cmocka_unit_test(one_that_comes_alone_stands_on_its_goal),
        cmocka_unit_test(late_ones_find_room_beside_those_that_rest),
        cmocka_unit_test(bodies_of_several_sizes_do_not_get_one_place),
        cmocka_unit_test(no_place_is_in_a_wall_or_beyond_a_door),
        cmocka_unit_test(places_move_with_the_goal_of_a_flow),
        cmocka_unit_test(a_crowd_saved_on_the_way_to_its_places_goes_on_alike),
        cmocka_unit_test(the_work_of_a_tick_in_which_thousands_see_a_goal_is_bounded),
        cmocka_unit_test(bodies_that_are_built_over_or_put_elsewhere_go_on_to_their_goal),
        cmocka_unit_test(bodies_that_find_no_place_keep_none_of_the_others_from_theirs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

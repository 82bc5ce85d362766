/* Smoothing of paths over small maps: what it joins and what it leaves alone. */
#include "route/path/path.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

typedef struct world {
    fault_heap heap; /* of the path */
    wend_grid *grid;
    wend_space *space;
    wend_path *path;
} world;

static world *world_new(int32_t width, int32_t height)
{
    world *w = test_malloc(sizeof *w);
    w->grid = grids_open(width, height);
    w->space = spaces_on(w->grid);
    fault_heap_init(&w->heap);
    wend_allocator allocator = fault_heap_allocator(&w->heap);
    assert_int_equal(wend_path_create(&allocator, &w->path), WEND_OK);
    return w;
}

static void world_free(world *w)
{
    wend_path_destroy(w->path);
    wend_space_destroy(w->space);
    wend_grid_destroy(w->grid);
    assert_int_equal(atomic_load(&w->heap.live_blocks), 0);
    test_free(w);
}

static void fill(const world *w, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost)
{
    grids_fill(w->grid, x, y, width, height, cost);
    assert_int_equal(wend_space_update(w->space), WEND_OK);
}

static void build(const world *w, const wend_node *turns, size_t count)
{
    assert_int_equal(wendi_path_build(w->path, w->space, turns, NULL, count), WEND_OK);
}

static void smooth(const world *w, double radius, wend_smoothing smoothing)
{
    assert_int_equal(wend_path_smooth(w->path, w->space, radius, smoothing), WEND_OK);
}

static const wend_smoothing BOTH[] = {WEND_SMOOTHING_QUICK, WEND_SMOOTHING_PRECISE};

static void path_smooth_open_ground_gives_one_leg(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    for (size_t i = 0; i < 2; ++i) {
        /* (1, 1) diagonally to (6, 6), then east to (18, 6). */
        build(w, (const wend_node[]){21, 126, 138}, 3);
        smooth(w, 0.5, BOTH[i]);
        assert_int_equal(wend_path_leg_count(w->path), 1);
        wend_leg leg = wend_path_leg(w->path, 0);
        assert_int_equal(leg.from, 21);
        assert_int_equal(leg.to, 138);
        assert_true(leg.cost == wend_cost_from_double(wend_sqrt(17.0 * 17.0 + 5.0 * 5.0)));
        assert_int_equal(wend_path_cells(w->path, w->space, NULL, 0, &(size_t){0}),
                         WEND_ERROR_ARGUMENT);
    }
    world_free(w);
}

static void path_smooth_wall_between_keeps_the_path_around(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    fill(w, 10, 0, 1, 10, WEND_COST_WALL);
    for (size_t i = 0; i < 2; ++i) {
        /* (2, 2) south, under the wall and up again. */
        build(w, (const wend_node[]){42, 202, 218, 58}, 4);
        wend_cost before = wend_path_cost(w->path);
        smooth(w, 0.25, BOTH[i]);
        assert_true(wend_path_leg_count(w->path) >= 2);
        assert_true(wend_path_cost(w->path) < before);
        for (size_t k = 0; k < wend_path_leg_count(w->path); ++k) {
            wend_leg leg = wend_path_leg(w->path, k);
            assert_true(wend_space_can_walk(w->space, leg.from_point, leg.to_point, 0.25, NULL));
        }
    }
    world_free(w);
}

static void path_smooth_precise_slides_corners_next_to_the_wall(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    fill(w, 10, 0, 1, 10, WEND_COST_WALL);
    /* The path goes far below the wall's end: (2, 2), (2, 11), (18, 11), (18, 2). The best path
     * along it uses two cells of row 11. */
    build(w, (const wend_node[]){42, 222, 238, 58}, 4);
    smooth(w, 0.5, WEND_SMOOTHING_QUICK);
    double quick = wend_path_length(w->path);
    build(w, (const wend_node[]){42, 222, 238, 58}, 4);
    smooth(w, 0.5, WEND_SMOOTHING_PRECISE);
    double precise = wend_path_length(w->path);
    double best = 2.0 * wend_sqrt(8.0 * 8.0 + 9.0 * 9.0);
    assert_true(precise <= quick);
    assert_true(precise >= best - 1e-9 && precise < best + 0.2);
    world_free(w);
}

static void path_smooth_keeps_to_cheap_ground(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    fill(w, 5, 0, 10, 12, 9);
    for (size_t i = 0; i < 2; ++i) {
        /* Around the expensive rectangle: straight through would be shorter and more expensive. */
        build(w, (const wend_node[]){42, 282, 298, 58}, 4);
        wend_cost before = wend_path_cost(w->path);
        double length = wend_path_length(w->path);
        smooth(w, 0.0, BOTH[i]);
        assert_true(wend_path_cost(w->path) < before);
        assert_true(wend_path_length(w->path) < length);
        assert_true(wend_path_cost(w->path) < 40 * WEND_COST_ONE);
    }
    world_free(w);
}

static void path_smooth_wide_agent_leaves_narrow_way_as_it_is(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    for (size_t i = 0; i < 2; ++i) {
        build(w, (const wend_node[]){21, 126, 138}, 3);
        wend_leg before[2] = {wend_path_leg(w->path, 0), wend_path_leg(w->path, 1)};
        smooth(w, 1e9, BOTH[i]);
        assert_int_equal(wend_path_leg_count(w->path), 2);
        assert_memory_equal(wend_path_legs(w->path), before, sizeof before);
    }
    world_free(w);
}

/* Appends the legs of a built path as they are, or with another behaviour or edge. */
static void append(wend_path *path, const world *w, const wend_node *turns, size_t count,
                   uint32_t behaviour, uint32_t edge)
{
    build(w, turns, count);
    for (size_t i = 0; i < wend_path_leg_count(w->path); ++i) {
        wend_leg leg = wend_path_leg(w->path, i);
        leg.behaviour = behaviour;
        leg.edge = edge;
        assert_int_equal(wendi_path_append(path, &leg), WEND_OK);
    }
}

static void path_smooth_never_swallows_or_stretches_other_behaviours(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    for (size_t i = 0; i < 2; ++i) {
        wend_path *path = paths_make();
        append(path, w, (const wend_node[]){0, 63, 65}, 3, WEND_BEHAVIOUR_WALK, WEND_EDGE_NONE);
        append(path, w, (const wend_node[]){65, 66}, 2, WEND_BEHAVIOUR_SWIM, 7);
        append(path, w, (const wend_node[]){66, 87}, 2, WEND_BEHAVIOUR_SWIM, 8);
        append(path, w, (const wend_node[]){87, 88, 109}, 3, WEND_BEHAVIOUR_WALK, WEND_EDGE_NONE);
        append(path, w, (const wend_node[]){109, 110}, 2, WEND_BEHAVIOUR_USER + 1, WEND_EDGE_NONE);
        append(path, w, (const wend_node[]){110, 130}, 2, WEND_BEHAVIOUR_WALK, 9);
        append(path, w, (const wend_node[]){130, 131, 152}, 3, WEND_BEHAVIOUR_WALK, WEND_EDGE_NONE);
        wend_leg swim[2] = {wend_path_leg(path, 2), wend_path_leg(path, 3)};
        wend_leg user[2] = {wend_path_leg(path, 6), wend_path_leg(path, 7)};
        assert_int_equal(wend_path_smooth(path, w->space, 0.1, BOTH[i]), WEND_OK);
        assert_int_equal(wend_path_leg_count(path), 7);
        const wend_node ends[] = {65, 66, 87, 109, 110, 130, 152};
        for (size_t k = 0; k < 7; ++k) {
            assert_int_equal(wend_path_leg(path, k).to, ends[k]);
        }
        assert_memory_equal(wend_path_legs(path) + 1, swim, sizeof swim);
        assert_memory_equal(wend_path_legs(path) + 4, user, sizeof user);
        wend_path_destroy(path);
    }
    world_free(w);
}

static void path_smooth_legs_that_do_not_meet_stay_apart(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    wend_path *path = paths_make();
    append(path, w, (const wend_node[]){0, 5}, 2, WEND_BEHAVIOUR_WALK, WEND_EDGE_NONE);
    append(path, w, (const wend_node[]){4, 10}, 2, WEND_BEHAVIOUR_WALK, WEND_EDGE_NONE);
    assert_int_equal(wend_path_smooth(path, w->space, 0.1, WEND_SMOOTHING_PRECISE), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    wend_path_destroy(path);
    world_free(w);
}

static void path_smooth_after_edit_never_goes_through_new_wall(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    build(w, (const wend_node[]){21, 126, 138}, 3);
    /* On the straight line from (1, 1) to (18, 6), away from the path. */
    fill(w, 11, 4, 2, 1, WEND_COST_WALL);
    smooth(w, 0.25, WEND_SMOOTHING_PRECISE);
    assert_true(wend_path_leg_count(w->path) > 1);
    for (size_t k = 0; k < wend_path_leg_count(w->path); ++k) {
        wend_leg leg = wend_path_leg(w->path, k);
        assert_true(wend_space_can_walk(w->space, leg.from_point, leg.to_point, 0.25, NULL));
    }
    world_free(w);
}

static void path_smooth_bad_input_leaves_path_as_before(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    world *small = world_new(3, 3);
    build(w, (const wend_node[]){21, 126, 138}, 3);
    const double bad[] = {-1.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < 3; ++i) {
        assert_int_equal(wend_path_smooth(w->path, w->space, bad[i], WEND_SMOOTHING_QUICK),
                         WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_path_smooth(NULL, w->space, 0.0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth(w->path, NULL, 0.0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth(w->path, w->space, 0.0, (wend_smoothing)2),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth(w->path, small->space, 0.0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(w->path), 2);
    world_free(small);
    world_free(w);
}

static void path_smooth_empty_path_stays_empty(void **state)
{
    (void)state;
    world *w = world_new(5, 5);
    smooth(w, 0.5, WEND_SMOOTHING_PRECISE);
    assert_int_equal(wend_path_leg_count(w->path), 0);
    build(w, (const wend_node[]){7}, 1);
    smooth(w, 0.5, WEND_SMOOTHING_PRECISE);
    size_t count = 0;
    wend_node cell = 0;
    assert_int_equal(wend_path_cells(w->path, w->space, &cell, 1, &count), WEND_OK);
    assert_int_equal(cell, 7);
    world_free(w);
}

static void path_once_warm_allocates_nothing(void **state)
{
    (void)state;
    world *w = world_new(20, 20);
    fill(w, 10, 0, 1, 10, WEND_COST_WALL);
    for (int round = 0; round < 3; ++round) {
        /* The two leg arrays are swapped, so both are warm after the second round. */
        if (round == 2) {
            fault_heap_arm(&w->heap, FAULT_NONE, 0);
        }
        build(w, (const wend_node[]){42, 222, 238, 58}, 4);
        smooth(w, 0.5, WEND_SMOOTHING_PRECISE);
        smooth(w, 0.25, WEND_SMOOTHING_QUICK);
    }
    assert_int_equal(atomic_load(&w->heap.calls), 0);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_smooth_open_ground_gives_one_leg),
        cmocka_unit_test(path_smooth_wall_between_keeps_the_path_around),
        cmocka_unit_test(path_smooth_precise_slides_corners_next_to_the_wall),
        cmocka_unit_test(path_smooth_keeps_to_cheap_ground),
        cmocka_unit_test(path_smooth_wide_agent_leaves_narrow_way_as_it_is),
        cmocka_unit_test(path_smooth_never_swallows_or_stretches_other_behaviours),
        cmocka_unit_test(path_smooth_legs_that_do_not_meet_stay_apart),
        cmocka_unit_test(path_smooth_after_edit_never_goes_through_new_wall),
        cmocka_unit_test(path_smooth_bad_input_leaves_path_as_before),
        cmocka_unit_test(path_smooth_empty_path_stays_empty),
        cmocka_unit_test(path_once_warm_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

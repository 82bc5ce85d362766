/* Orders to places through a planner's route source, on floors with heights, while each allocation
 * fails in turn: failures are reported, nothing leaks, and a failed order leaves the order before.
 * Cost: some dozen runs of a few ticks. */
#include "support/fault.h"
#include "support/test.h"
#include "wend/crowd.h"
#include "wend/grid.h"
#include "wend/planner.h"

enum { TICKS = 12, TRIES = 60 };

/* Repeats what fails: a heap that fails for good ends the run. */
static wend_result tick(wend_crowd *crowd)
{
    wend_result result = WEND_ERROR_MEMORY;
    for (int i = 0; i < TRIES && result == WEND_ERROR_MEMORY; i++) {
        result = wend_crowd_tick(crowd);
    }
    return result;
}

static wend_result order(wend_crowd *crowd, wend_body_id id)
{
    static const wend_route_place places[3] = {{{18, 3}, 0, 0}, {{18, 18}, 1, 0}, {{3, 18}, 0, 0}};
    const uint64_t hash = wend_crowd_hash(crowd);
    const wend_result result = wend_crowd_set_goal_places(crowd, id, places, 3);
    assert_true(result == WEND_OK || wend_crowd_hash(crowd) == hash);
    return result;
}

static wend_result run(wend_planner *planner, const wend_crowd_def *def)
{
    wend_crowd *crowd = NULL;
    wend_body_id id;
    wend_result result = wend_crowd_create(def, &crowd);
    wend_body_def body = wend_body_def_default();
    body.position = (wend_vec2){2, 2};
    body.route_priority = 3;
    result = result == WEND_OK ? wend_crowd_add_body(crowd, &body, &id) : result;
    result = result == WEND_OK ? order(crowd, id) : result;
    for (int i = 0; i < TICKS && result >= 0; i++) {
        const wend_result updated = wend_planner_update(planner, NULL);
        result = updated < 0 ? updated : tick(crowd);
    }
    wend_crowd_destroy(crowd);
    return result < 0 ? result : WEND_OK;
}

static wend_result play(wend_allocator allocator, void *context)
{
    const double heights[2] = {0, 3};
    wend_grid *grid = NULL;
    wend_planner *planner = NULL;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_planner_def planner_def = wend_planner_def_default();
    const wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_profile_source_def source_def = wend_profile_source_def_default();
    wend_crowd_def def = wend_crowd_def_default();
    const wend_route_rule rule = {WEND_ROUTE_CLASS_ANY, 1, 0};
    uint32_t profile = 0;
    (void)context;
    grid_def.width = 20;
    grid_def.height = 20;
    grid_def.allocator = allocator;
    wend_result result = wend_grid_create(&grid_def, &grid);
    planner_def.grid = grid;
    planner_def.max_requests = 8;
    planner_def.max_searches = 2;
    planner_def.allocator = allocator;
    result = result == WEND_OK ? wend_planner_create(&planner_def, &planner) : result;
    result = result == WEND_OK ? wend_planner_add_profile(planner, &profile_def, &profile) : result;
    source_def.planner = planner;
    source_def.rules = &rule;
    source_def.rule_count = 1;
    result = result == WEND_OK ? wend_route_source_from_profiles(&source_def, &def.route_source)
                               : result;
    const wend_crowd_floor floors[2] = {{grid, NULL}, {grid, NULL}};
    def.floors = floors;
    def.floor_count = 2;
    def.floor_heights = heights;
    def.max_bodies = 4;
    def.stuck_leg_factor = 2;
    def.allocator = allocator;
    result = result == WEND_OK ? run(planner, &def) : result;
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
    return result;
}

static void orders_without_memory_say_so_and_leak_nothing(void **state)
{
    (void)state;
    fault_run(play, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_without_memory_say_so_and_leak_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

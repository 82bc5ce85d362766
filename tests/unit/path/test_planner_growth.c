/* Searches over jump points whose records grow while they are under way, by parts of a turn: the costs are
 * those of searches that are not cut. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/pathfinder.h"
#include "wend/planner.h"

enum { SIDE = 256, REQUESTS = 6 };

/* One cell in five is a wall; so there are thousands of jump points. */
static wend_grid *make_grid(uint64_t seed)
{
    wend_grid *grid = grids_open(SIDE, SIDE);
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            if (wend_random_below(seed, (uint64_t)x, (uint64_t)y, 5) == 0) {
                grids_set(grid, x, y, WEND_COST_WALL);
            }
        }
    }
    grids_fill(grid, 0, 0, 16, 8, 1); /* where paths begin and end */
    grids_fill(grid, SIDE - 16, SIDE - 8, 16, 8, 1);
    return grid;
}

static wend_path_query query_of(uint32_t k)
{
    wend_path_query query = wend_path_query_default();
    query.method = WEND_METHOD_JUMP_POINT;
    query.from = (wend_vec3){2.5 + k, 3.5, 0};
    query.to = (wend_vec3){(double)SIDE - 3.5 - k, (double)SIDE - 4.5, 0};
    return query;
}

static wend_planner *make_planner(wend_grid *grid)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t number;
    def.grid = grid;
    def.quantum = 16;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &number), WEND_OK);
    return planner;
}

static wend_cost cost_by_pathfinder(wend_grid *grid, uint32_t k)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_space *space = NULL;
    wend_pathfinder *pathfinder = NULL;
    wend_path_answer answer;
    const wend_path_query query = query_of(k);
    space_def.grid = grid;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_OK);
    def.space = space;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    wend_pathfinder_get_answer(pathfinder, &answer);
    wend_pathfinder_destroy(pathfinder);
    wend_space_destroy(space);
    return answer.cost;
}

static void costs_are_those_of_whole_searches(void **state)
{
    (void)state;
    wend_grid *grid = make_grid(7);
    wend_planner *planner = make_planner(grid);
    wend_planner_request_id ids[REQUESTS];
    for (uint32_t k = 0; k < REQUESTS; k++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        def.query = query_of(k);
        assert_int_equal(wend_planner_add_request(planner, &def, &ids[k]), WEND_OK);
    }
    uint32_t updates = 0;
    for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS; updates++) {
        wend_budget budget = wend_budget_steps(37);
        result = wend_planner_update(planner, &budget);
        assert_true(result >= 0);
    }
    assert_true(updates > 100);
    for (uint32_t k = 0; k < REQUESTS; k++) {
        wend_planner_answer answer;
        assert_int_equal(wend_planner_poll(planner, ids[k], &answer, NULL), WEND_OK);
        assert_true(answer.path.expanded > 1024); /* more than the records of a new search */
        assert_true(answer.path.cost == cost_by_pathfinder(grid, k));
    }
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_those_of_whole_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

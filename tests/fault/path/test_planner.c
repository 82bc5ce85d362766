/* A planner on an allocator that fails at every call in turn: nothing leaks, failures are reported,
 * and the next update completes the rest. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "route/pathfinder/indexed.h"
#include "route/planner/planner.h"

static wend_planner_request_def request_of(uint32_t number)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query.from = (wend_vec3){1.5, 1.5 + number, 0};
    def.query.to = (wend_vec3){38.5, 28.5, 0};
    def.query.method = number == 1 ? WEND_METHOD_ASTAR : WEND_METHOD_BEST;
    def.query.is_searched = true;
    def.partial_after_steps = 1;
    def.deadline = number == 2 ? 1 : 0;
    return def;
}

/* Updates until all is answered; the first failure is kept. */
static wend_result serve(wend_planner *planner, wend_grid *grid, wend_result first)
{
    wend_result result = WEND_IN_PROGRESS;
    for (int n = 0; n < 2000 && result != WEND_OK; n++) {
        wend_budget budget = wend_budget_steps(100);
        if (n == 1) {
            grids_set(grid, 20, 3, WEND_COST_WALL); /* on all paths */
        }
        result = wend_planner_update(planner, &budget);
        if (result < 0) {
            first = first < 0 ? first : result;
        }
        if (result == WEND_ERROR_MEMORY && n > 500) {
            break; /* it keeps failing */
        }
    }
    grids_set(grid, 20, 3, 1);
    return first;
}

static wend_result scenario(wend_allocator allocator, void *context)
{
    wend_grid *grid = context;
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    wend_path *path = NULL;
    uint32_t index;
    def.grid = grid;
    def.max_requests = 4;
    def.max_searches = 2;
    def.cache_capacity = 1;
    def.quantum = 32;
    def.allocator = allocator;
    profile.radius = 0.3;
    wend_result result = wend_planner_create(&def, &planner);
    if (result == WEND_OK) {
        result = wend_planner_add_profile(planner, &profile, &index);
    }
    if (result == WEND_OK) {
        result = wend_path_create(&allocator, &path);
    }
    const bool is_made = result == WEND_OK;
    wend_planner_request_id ids[4];
    for (uint32_t i = 0; i < 4 && is_made; i++) {
        wend_planner_request_def request = request_of(i);
        request.keeps_valid = i != 1;
        const wend_vec3 positions[2] = {request.query.to, {30.5, 3.5, 0}};
        if (i == 3) {
            request.query.goal_kind = WEND_PATH_TO_POSITIONS;
            request.query.positions = positions;
            request.query.position_count = 2;
        }
        const wend_result added = wend_planner_add_request(planner, &request, &ids[i]);
        result = result < 0 ? result : added;
    }
    if (is_made) {
        result = serve(planner, grid, result);
    }
    for (uint32_t i = 0; i < 4 && is_made && ids[i].index1 != 0; i++) {
        const wend_result polled = wend_planner_poll(planner, ids[i], NULL, path);
        result = polled < 0 && result >= 0 ? polled : result;
        (void)wend_planner_release(planner, ids[i]);
    }
    wend_path_destroy(path);
    wend_planner_destroy(planner);
    return result;
}

/* Saves a planner with searches under way, and loads it into another. */
typedef struct pair_of_planners {
    wend_grid *grid;
    uint8_t bytes[1 << 16];
} pair_of_planners;

static wend_result make_one(const pair_of_planners *pair, wend_allocator allocator,
                            wend_planner **planner)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.grid = pair->grid;
    def.max_requests = 4;
    def.max_searches = 2;
    def.quantum = 32;
    def.allocator = allocator;
    const wend_result result = wend_planner_create(&def, planner);
    return result == WEND_OK ? wend_planner_add_profile(*planner, &profile, &index) : result;
}

/* Half of the requests are answered. */
static wend_result run_half(wend_planner *planner)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < 4 && result >= 0; i++) {
        wend_planner_request_id id;
        const wend_planner_request_def request = request_of(i);
        result = wend_planner_add_request(planner, &request, &id);
    }
    for (int n = 0; n < 6 && result >= 0; n++) {
        wend_budget budget = wend_budget_steps(200);
        result = wend_planner_update(planner, &budget);
    }
    return result < 0 ? result : WEND_OK;
}

static wend_result saving_and_loading(wend_allocator allocator, void *context)
{
    pair_of_planners *pair = context;
    wend_planner *from = NULL;
    wend_planner *to = NULL;
    size_t count = 0;
    wend_result result = make_one(pair, allocator, &from);
    result = result == WEND_OK ? make_one(pair, allocator, &to) : result;
    result = result == WEND_OK ? run_half(from) : result;
    if (result == WEND_OK) {
        grids_set(pair->grid, 20, 3, WEND_COST_WALL);
        result = wend_planner_save(from, pair->bytes, sizeof pair->bytes, &count);
    }
    if (result == WEND_OK) {
        const uint64_t before = wend_planner_hash(to);
        result = wend_planner_load(to, pair->bytes, count, NULL, NULL, NULL);
        assert_int_equal(wend_planner_hash(to), wend_planner_hash(result == WEND_OK ? from : to));
        assert_true(result == WEND_OK || wend_planner_hash(to) == before);
    }
    grids_set(pair->grid, 20, 3, 1);
    if (to != NULL && result < 0) { /* it goes on, though it may need the memory again */
        (void)wend_planner_update(to, NULL);
    }
    wend_planner_destroy(from);
    wend_planner_destroy(to);
    return result;
}

/* ---- indexes ---- */

static bool has_index(const wend_planner *planner, uint32_t profile)
{
    const wendi_pathfinder_layout *layout = &planner->profiles[profile]->layout;
    return wendi_pathfinder_index_is_usable(layout->index, layout->space);
}

/* A planner with an index for one of two profiles. */
static wend_result make_with_index(const wend_grid *grid, wend_allocator allocator, uint32_t which,
                                   wend_planner **planner)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    def.grid = grid;
    def.max_requests = 1;
    def.max_searches = 1;
    def.cache_capacity = 0;
    def.allocator = allocator;
    profile.has_index = true;
    wend_result result = wend_planner_create(&def, planner);
    for (int32_t size = 1; size <= 2 && result == WEND_OK; size++) {
        uint32_t index;
        profile.size = size;
        result = wend_planner_add_profile(*planner, &profile, &index);
    }
    result = result == WEND_OK ? wend_planner_update(*planner, NULL) : result;
    if (result == WEND_OK) {
        const wendi_pathfinder_layout *layout = &(*planner)->profiles[1 - which]->layout;
        wendi_pathfinder_index_clear(layout->index, layout->space, false);
        assert_true(has_index(*planner, which));
    }
    return result;
}

static wend_result loading_indexes(wend_allocator allocator, void *context)
{
    pair_of_planners *pair = context;
    wend_planner *from = NULL;
    wend_planner *to = NULL;
    size_t count = 0;
    wend_result result = make_with_index(pair->grid, allocator, 1, &from);
    result = result == WEND_OK ? make_with_index(pair->grid, allocator, 0, &to) : result;
    if (result == WEND_OK) {
        result = wend_planner_save(from, pair->bytes, sizeof pair->bytes, &count);
    }
    if (result == WEND_OK) {
        result = wend_planner_load(to, pair->bytes, count, NULL, NULL, NULL);
        assert_int_equal(has_index(to, 0), result != WEND_OK);
        assert_int_equal(has_index(to, 1), result == WEND_OK);
    }
    wend_planner_destroy(from);
    wend_planner_destroy(to);
    return result;
}

static void loading_without_memory_leaves_indexes_as_they_were(void **state)
{
    (void)state;
    static pair_of_planners pair;
    pair.grid = grids_open(8, 6);
    grids_wall(pair.grid, 4, 1, 1, 3);
    fault_run(loading_indexes, &pair);
    wend_grid_destroy(pair.grid);
}

static void saving_and_loading_without_memory_loses_nothing(void **state)
{
    (void)state;
    static pair_of_planners pair;
    pair.grid = grids_open(40, 30);
    grids_wall(pair.grid, 20, 5, 1, 25);
    fault_run(saving_and_loading, &pair);
    wend_grid_destroy(pair.grid);
}

static void planner_without_memory_loses_nothing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 30);
    grids_wall(grid, 20, 5, 1, 25);
    fault_run(scenario, grid);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planner_without_memory_loses_nothing),
        cmocka_unit_test(loading_without_memory_leaves_indexes_as_they_were),
        cmocka_unit_test(saving_and_loading_without_memory_loses_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

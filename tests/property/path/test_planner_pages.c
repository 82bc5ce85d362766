/* Planners whose searches keep their records in pages: little memory for small searches; under a low
 * ceiling the same answers as pathfinders, in the same updates on any number of threads and from a
 * save. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/planner.h"

#include <stdlib.h>

enum { SIDE = 160, REQUESTS = 40 };

static const wend_method methods[5] = {WEND_METHOD_ASTAR, WEND_METHOD_DIJKSTRA,
                                       WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_METHOD_ASTAR_WEIGHTED,
                                       WEND_METHOD_GREEDY};

static wend_path_query query_of(uint64_t seed, uint64_t id)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){wend_random_below(seed, id, 0, SIDE) + 0.5,
                             wend_random_below(seed, id, 1, SIDE) + 0.5, 0};
    query.to = (wend_vec3){wend_random_below(seed, id, 2, SIDE) + 0.5,
                           wend_random_below(seed, id, 3, SIDE) + 0.5, 0};
    query.method = methods[id % 5];
    query.weight = 1.5;
    query.is_searched = true;
    query.shape = WEND_PATH_AS_FOUND;
    query.is_nearest_allowed = id % 3 == 0;
    return query;
}

typedef struct crowded {
    wend_planner *planner;
    wend_pool *pool;
    wend_planner_request_id ids[REQUESTS];
} crowded;

static crowded crowded_make(const wend_grid *grid, uint64_t seed, uint32_t threads, size_t ceiling)
{
    crowded c = {0};
    c.pool = pools_make(threads);
    wend_planner_def def = wend_planner_def_default();
    def.grid = grid;
    def.memory_ceiling = ceiling;
    def.quantum = 256;
    def.executor = wend_pool_executor(c.pool);
    assert_int_equal(wend_planner_create(&def, &c.planner), WEND_OK);
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    assert_int_equal(wend_planner_add_profile(c.planner, &profile, &index), WEND_OK);
    for (uint64_t i = 0; i < REQUESTS; i++) {
        wend_planner_request_def request = wend_planner_request_def_default();
        request.query = query_of(seed, i);
        request.priority = (uint32_t)(i % 3);
        assert_int_equal(wend_planner_add_request(c.planner, &request, &c.ids[i]), WEND_OK);
    }
    return c;
}

static void crowded_free(crowded *c)
{
    wend_planner_destroy(c->planner);
    wend_pool_destroy(c->pool);
}

/* The second planner goes on from a save of the first. */
static void carry_over(const crowded *from, const crowded *to)
{
    size_t count = 0;
    wend_message message = {0};
    assert_int_equal(wend_planner_settle(from->planner), WEND_OK); /* memory is scarce */
    (void)wend_planner_save(from->planner, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_planner_save(from->planner, bytes, count, &count), WEND_OK);
    const wend_result loaded = wend_planner_load(to->planner, bytes, count, NULL, NULL, &message);
    assert_string_equal(message.text, "");
    assert_int_equal(loaded, WEND_OK);
    free(bytes);
}

static void compare_with_pathfinder(const crowded *c, const wend_grid *grid, uint64_t seed)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_pathfinder *twin = NULL;
    wend_path *path = NULL;
    def.grid = grid;
    assert_int_equal(wend_pathfinder_create(&def, &twin), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (uint64_t i = 0; i < REQUESTS; i++) {
        const wend_path_query query = query_of(seed, i);
        wend_planner_answer answer;
        wend_path_answer expected;
        const wend_result result = wend_planner_poll(c->planner, c->ids[i], &answer, path);
        assert_int_equal(result, wend_pathfinder_find(twin, &query));
        wend_pathfinder_get_answer(twin, &expected);
        assert_int_equal(answer.path.cost, expected.cost);
        assert_int_equal(answer.path.node, expected.node);
        assert_int_equal(answer.path.reason, expected.reason);
        assert_int_equal(answer.path.expanded, expected.expanded);
    }
    wend_path_destroy(path);
    wend_pathfinder_destroy(twin);
}

static void under_a_low_ceiling_answers_are_those_of_pathfinders_on_any_threads(void **state)
{
    (void)state;
    enum { SEEDS = 4 };
    const gen_kind kinds[4] = {GEN_WEIGHTED_NOISE, GEN_NOISE, GEN_CAVE, GEN_WEIGHTED_NOISE};
    const size_t ceilings[4] = {1500000, 2500000, 1000000, 900000};
    uint64_t evictions = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gen_map map = gen_map_make(kinds[seed], seed, SIDE, SIDE);
        map.neighbours = WEND_NEIGHBOURS_8;
        wend_grid *grid = gen_map_grid(&map, NULL);
        assert_non_null(grid);
        crowded one = crowded_make(grid, seed, 1, ceilings[seed]);
        crowded two = crowded_make(grid, seed, 3, ceilings[seed]);
        wend_result result = WEND_IN_PROGRESS;
        wend_planner_stats stats = {0};
        for (int n = 0; result == WEND_IN_PROGRESS && n < 100000; n++) {
            wend_budget budget = wend_budget_steps(3000);
            wend_budget same = budget;
            result = wend_planner_update(one.planner, &budget);
            assert_int_equal(wend_planner_update(two.planner, &same), result);
            assert_int_equal(wend_planner_hash(one.planner), wend_planner_hash(two.planner));
            wend_planner_get_stats(one.planner, &stats);
            assert_true(stats.max_search_bytes <= ceilings[seed]);
            if (n % 9 == 8) {
                carry_over(&one, &two);
            }
        }
        assert_int_equal(result, WEND_OK);
        evictions += stats.evictions;
        compare_with_pathfinder(&one, grid, seed);
        crowded_free(&one);
        crowded_free(&two);
        wend_grid_destroy(grid);
        gen_map_free(&map);
    }
    assert_true(evictions > 0); /* else the ceilings are too high to test anything */
}

static void small_searches_on_a_large_map_take_little_memory(void **state)
{
    (void)state;
    enum { LARGE = 1024, SMALL = 200 };
    wend_grid *grid = grids_open(LARGE, LARGE);
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    for (uint64_t i = 0; i < SMALL; i++) {
        wend_planner_request_def request = wend_planner_request_def_default();
        wend_planner_request_id id;
        request.query.from = (wend_vec3){wend_random_below(1, i, 0, LARGE - 40) + 0.5,
                                         wend_random_below(1, i, 1, LARGE - 40) + 0.5, 0};
        request.query.to = (wend_vec3){request.query.from.x + 30, request.query.from.y + 25, 0};
        request.query.method = WEND_METHOD_ASTAR;
        request.query.is_searched = true;
        assert_int_equal(wend_planner_add_request(planner, &request, &id), WEND_OK);
    }
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(5000);
        result = wend_planner_update(planner, &budget);
    }
    wend_planner_stats stats;
    wend_planner_get_stats(planner, &stats);
    assert_int_equal(result, WEND_OK);
    assert_int_equal(stats.searches, SMALL);
    assert_int_equal(stats.evictions, 0);
    assert_true(stats.max_search_bytes < (size_t)def.max_searches * 300000); /* of 12.7 MB each */
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_a_low_ceiling_answers_are_those_of_pathfinders_on_any_threads),
        cmocka_unit_test(small_searches_on_a_large_map_take_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

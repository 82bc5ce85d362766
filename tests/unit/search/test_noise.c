/* Searches with noise on open maps: paths vary with the seed, within the bound, and some queries
 * are refused. */
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/search.h"

#include <math.h>
#include <string.h>

enum { SIDE = 48, CELLS_MAX = 4 * SIDE, SEEDS = 16 };

static world world_of(wend_neighbours neighbours)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = neighbours;
    wend_grid *grid = grids_make(def);
    return world_on(grid);
}

static wend_search_query query_of(double noise, uint64_t seed)
{
    wend_search_query query = wend_search_query_default();
    query.start = 5 * SIDE + 3;
    query.goal = 40 * SIDE + 44;
    query.noise = noise;
    query.noise_seed = seed;
    return query;
}

static size_t cells_of(const world *w, wend_node cells[CELLS_MAX])
{
    size_t count = 0;
    assert_int_equal(wend_path_from_search(w->path, w->search), WEND_OK);
    assert_int_equal(wend_path_cells(w->path, w->space, cells, CELLS_MAX, &count), WEND_OK);
    return count;
}

static const wend_neighbours KINDS[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6, WEND_NEIGHBOURS_8};

static void noise_another_seed_another_path_within_the_bound(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < 3; ++kind) {
        world w = world_of(KINDS[kind]);
        static wend_node ways[SEEDS][CELLS_MAX];
        size_t counts[SEEDS];
        const wend_search_query plain = query_of(0.0, 0);
        const wend_cost least = world_ask(&w, &plain).cost;
        size_t different = 0;
        for (uint64_t seed = 0; seed < SEEDS; ++seed) {
            const wend_search_query query = query_of(0.5, seed);
            const wend_search_answer answer = world_ask(&w, &query);
            assert_int_equal(answer.method, WEND_METHOD_ASTAR);
            assert_true(answer.bound > 1.4999 && answer.bound < 1.5001);
            assert_true(answer.cost >= least);
            assert_true(wend_cost_to_double(answer.cost) <= 1.5 * wend_cost_to_double(least));
            counts[seed] = cells_of(&w, ways[seed]);
            bool is_new = true;
            for (uint64_t other = 0; other < seed; ++other) {
                is_new = is_new &&
                         (counts[seed] != counts[other] ||
                          memcmp(ways[seed], ways[other], counts[seed] * sizeof ways[0][0]) != 0);
            }
            different += is_new;
        }
        assert_in_range(different, SEEDS / 2, SEEDS);
        world_free(&w);
    }
}

static void noise_same_seed_same_path_on_another_search(void **state)
{
    (void)state;
    world one = world_of(WEND_NEIGHBOURS_8);
    world other = world_of(WEND_NEIGHBOURS_8);
    wend_node ways[2][CELLS_MAX];
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        wend_search_query query = query_of(0.7, seed);
        const wend_search_query between = query_of(0.7, seed + 1);
        (void)world_ask(&one, &between);
        (void)world_ask(&one, &query);
        query.method = WEND_METHOD_ASTAR;
        (void)world_ask(&other, &query);
        const size_t count = cells_of(&one, ways[0]);
        assert_int_equal(cells_of(&other, ways[1]), count);
        assert_memory_equal(ways[0], ways[1], count * sizeof ways[0][0]);
    }
    world_free(&other);
    world_free(&one);
}

static void noise_and_weight_multiply_their_bounds(void **state)
{
    (void)state;
    world w = world_of(WEND_NEIGHBOURS_8);
    wend_search_query query = query_of(0.5, 3);
    query.method = WEND_METHOD_ASTAR_WEIGHTED;
    query.weight = 2.0;
    const wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.bound > 2.9999 && answer.bound < 3.0001);
    world_free(&w);
}

static void noise_out_of_range_is_refused(void **state)
{
    (void)state;
    world w = world_of(WEND_NEIGHBOURS_8);
    const double bad[] = {-0.001, 10.001, (double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        const wend_search_query query = query_of(bad[k], 0);
        assert_int_equal(wend_search_start(w.search, &query), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_search_error(w.search), ", and must be from 0 to 10"));
    }
    const wend_search_query most = query_of(10.0, 0);
    (void)world_ask(&w, &most);
    world_free(&w);
}

static void noise_needs_astar(void **state)
{
    (void)state;
    world w = world_of(WEND_NEIGHBOURS_8);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const bool takes_it = method == WEND_METHOD_BEST || method == WEND_METHOD_ASTAR ||
                              method == WEND_METHOD_ASTAR_WEIGHTED;
        wend_search_query query = query_of(0.5, 0);
        query.method = (wend_method)method;
        assert_int_equal(wend_search_find(w.search, &query),
                         takes_it ? WEND_OK : WEND_ERROR_UNSUPPORTED);
        assert_true(takes_it || strstr(wend_search_error(w.search),
                                       "noise is above 0, which needs the method astar") != NULL);
    }
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_another_seed_another_path_within_the_bound),
        cmocka_unit_test(noise_same_seed_same_path_on_another_search),
        cmocka_unit_test(noise_and_weight_multiply_their_bounds),
        cmocka_unit_test(noise_out_of_range_is_refused),
        cmocka_unit_test(noise_needs_astar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

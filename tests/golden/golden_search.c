/* Hashes of searches on maps made of random numbers. */
#include "golden.h"

enum { MAPS = 12, SIDE = 70, GOALS = 3 };

/* Every third map is uniform, so that jump points are used. */
static wend_grid *make_grid(uint64_t seed)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE / 2;
    def.neighbours = seed % 4 == 3 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    def.corner_rule = (wend_corner_rule)(seed % 3);
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    for (uint64_t k = 0; k < SIDE * SIDE / 6; ++k) {
        const int32_t x = (int32_t)wend_random_below(seed, 21, k, SIDE);
        const int32_t y = (int32_t)wend_random_below(seed, 22, k, SIDE / 2);
        const uint8_t cost =
            seed % 3 == 0 || k % 2 == 0 ? 255 : (uint8_t)wend_random_below(seed, 23, k, 40);
        (void)wend_grid_set_cost(grid, 0, x, y, cost == 0 ? 1 : cost);
    }
    return grid;
}

uint64_t golden_add_answer(uint64_t hash, wend_search *search, const wend_search_query *query)
{
    const wend_result result = wend_search_find(search, query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
    hash = wend_hash_u64(hash, (uint64_t)answer.reason);
    if (result == WEND_OK) {
        hash = wend_hash_u64(hash, answer.node);
        hash = wend_hash_u64(hash, answer.cost);
    }
    return hash;
}

static uint64_t add_queries(uint64_t hash, wend_search *search, uint64_t seed)
{
    static const wend_heuristic heuristics[] = {WEND_HEURISTIC_BEST, WEND_HEURISTIC_EUCLIDEAN};
    for (uint64_t k = 0; k < GOALS * 2; ++k) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_random_below(seed, 31, k, SIDE * SIDE / 2);
        query.goal = wend_random_below(seed, 32, k, SIDE * SIDE / 2);
        query.heuristic = heuristics[k % 2];
        for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
            query.method = (wend_method)method;
            if (wend_method_is_exact(query.method)) {
                hash = golden_add_answer(hash, search, &query);
            }
        }
    }
    return hash;
}

/* Costs of an area, cell by cell. */
static uint64_t add_area(uint64_t hash, wend_search *search, uint64_t seed)
{
    wend_search_query query = wend_search_query_default();
    query.start = wend_random_below(seed, 33, 0, SIDE * SIDE / 2);
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = 30 * WEND_COST_ONE;
    hash = wend_hash_u64(hash, (uint64_t)(int64_t)wend_search_find(search, &query));
    for (wend_node node = 0; node < SIDE * SIDE / 2; ++node) {
        hash = wend_hash_u64(hash, wend_search_cost_to(search, node));
    }
    return hash;
}

uint64_t golden_search(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 0; seed < MAPS; ++seed) {
        wend_grid *grid = make_grid(seed);
        wend_search_def def = wend_search_def_default();
        def.grid = grid;
        wend_search *search = NULL;
        if (grid == NULL || wend_search_create(&def, &search) != WEND_OK) {
            wend_grid_destroy(grid);
            return 0;
        }
        hash = add_queries(hash, search, seed);
        hash = add_area(hash, search, seed);
        wend_search_destroy(search);
        wend_grid_destroy(grid);
    }
    return hash;
}

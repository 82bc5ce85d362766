/* Hashes of segment clearance tests and of built and smoothed paths. */
#include "golden.h"

enum { SIDE = 40, SEEDS = 12, WAYS = 6, WALKS = 120 };

/* The sides of a cell are no power of two, so that metres round. */
static wend_grid *make_grid(uint64_t seed)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    def.cell_size = 0.7;
    def.origin.x = -3.1;
    def.origin.y = 11.9;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    uint8_t costs[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        uint32_t patch = i % SIDE / 5 + i / SIDE / 5 * SIDE;
        /* Every other map has ground of one factor only. */
        uint32_t factor = seed % 2 == 0 ? 1 : 1 + wend_random_below(seed, patch, 1, 4);
        bool is_wall = wend_random_below(seed, i, 2, 100) < 15;
        costs[i] = (uint8_t)(is_wall ? WEND_COST_WALL : factor);
    }
    wend_grid_set_costs(grid, 0, 0, 0, SIDE, SIDE, costs, SIDE);
    return grid;
}

static wend_space *make_space(const wend_grid *grid)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    wend_space *space = NULL;
    wend_space_create(&def, &space);
    return space;
}

/* Metres as a whole number of 2^-32: enough to see every bit that matters. */
static uint64_t fixed(double metres)
{
    return (uint64_t)(metres * 4294967296.0);
}

static uint64_t hash_walks(uint64_t hash, const wend_space *space, uint64_t seed)
{
    for (uint64_t i = 0; i < WALKS; ++i) {
        wend_vec2 from = {wend_random_unit(seed, i, 3) * 28.0 - 3.1,
                          wend_random_unit(seed, i, 4) * 28.0 + 11.9};
        wend_vec2 to = {from.x + wend_random_unit(seed, i, 5) * 5.0 - 2.5,
                        from.y + wend_random_unit(seed, i, 6) * 5.0 - 2.5};
        wend_cost cost = 0;
        bool can = wend_space_can_walk(space, from, to, 0.1 * (double)(i % 4), &cost);
        hash = wend_hash_u64(wend_hash_u64(hash, can), cost);
    }
    return hash;
}

static uint64_t hash_path(uint64_t hash, const wend_path *path)
{
    hash = wend_hash_u64(hash, wend_path_leg_count(path));
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        wend_leg leg = wend_path_leg(path, i);
        hash = wend_hash_u64(wend_hash_u64(hash, leg.from), leg.to);
        hash = wend_hash_u64(wend_hash_u64(hash, leg.cost), fixed(leg.length));
    }
    return wend_hash_u64(hash, fixed(wend_path_length(path)));
}

static uint64_t hash_ways(uint64_t hash, const wend_space *space, wend_search *search,
                          wend_path *path, uint64_t seed)
{
    for (uint64_t way = 0; way < WAYS; ++way) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_random_below(seed, way, 7, SIDE * SIDE);
        query.goal = wend_random_below(seed, way, 8, SIDE * SIDE);
        query.method = WEND_METHOD_DIJKSTRA;
        wend_search_find(search, &query);
        for (int smoothing = 0; smoothing < 2; ++smoothing) {
            hash = wend_hash_u64(hash, (uint64_t)wend_path_from_search(path, search));
            hash = hash_path(hash, path);
            wend_path_smooth(path, space, 0.2 * (double)(way % 3), (wend_smoothing)smoothing);
            hash = hash_path(hash, path);
        }
    }
    return hash;
}

uint64_t golden_path_walk(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        wend_grid *grid = make_grid(seed);
        wend_space *space = make_space(grid);
        hash = hash_walks(hash, space, seed);
        wend_space_destroy(space);
        wend_grid_destroy(grid);
    }
    return hash;
}

uint64_t golden_path_smooth(void)
{
    uint64_t hash = wend_hash_begin();
    wend_path *path = NULL;
    wend_path_create(NULL, &path);
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        wend_grid *grid = make_grid(seed);
        wend_space *space = make_space(grid);
        wend_search_def def = wend_search_def_default();
        def.space = space;
        wend_search *search = NULL;
        wend_search_create(&def, &search);
        hash = hash_ways(hash, space, search, path, seed);
        wend_search_destroy(search);
        wend_space_destroy(space);
        wend_grid_destroy(grid);
    }
    wend_path_destroy(path);
    return hash;
}

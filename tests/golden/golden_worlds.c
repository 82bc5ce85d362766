/* Hashes of searches and paths over hexes, around maps that wrap, with links, sizes, turning and
 * noise. */
#include "golden.h"

enum { MAPS = 10, SIDE = 36, QUERIES = 5, WALKS = 100 };

/* The kind of maps of a part. */
typedef struct kind {
    wend_neighbours neighbours;
    wend_wrap wrap;
    bool has_links;
    double radius; /* cells */
} kind;

static void add_links(wend_grid *grid, uint64_t seed)
{
    for (uint64_t k = 0; k < seed * 3; ++k) {
        wend_link_def link = wend_link_def_default();
        wend_link_id id;
        link.from = wend_random_below(seed, 41, k, SIDE * SIDE);
        link.to = wend_random_below(seed, 42, k, SIDE * SIDE);
        link.cost = 1 + wend_random(seed, 43, k) % (8 * WEND_COST_ONE);
        link.is_two_way = k % 2 == 0;
        (void)wend_grid_add_link(grid, &link, &id, NULL);
    }
}

static wend_grid *make_grid(const kind *k, uint64_t seed)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    def.neighbours = k->neighbours;
    def.hex_layout =
        k->neighbours == WEND_NEIGHBOURS_6 ? (wend_hex_layout)(seed % 4) : WEND_HEX_ODD_ROWS;
    def.wrap = k->wrap;
    def.cell_size = 0.7;
    def.origin.x = -3.1;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        const uint32_t patch = i % SIDE / 5 + i / SIDE / 5 * SIDE;
        const uint32_t factor = seed % 2 == 0 ? 1 : 1 + wend_random_below(seed, patch, 44, 4);
        const bool is_wall = wend_random_below(seed, i, 45, 100) < 12;
        (void)wend_grid_set_cost(grid, 0, (int32_t)i % SIDE, (int32_t)i / SIDE,
                                 (uint8_t)(is_wall ? WEND_COST_WALL : factor));
    }
    if (k->has_links) {
        add_links(grid, seed);
    }
    return grid;
}

static wend_search_query query_of(uint64_t seed, uint64_t index)
{
    wend_search_query query = wend_search_query_default();
    query.start = wend_random_below(seed, 46, index, SIDE * SIDE);
    query.goal = wend_random_below(seed, 47, index, SIDE * SIDE);
    return query;
}

static uint64_t add_exact(uint64_t hash, wend_search *search, uint64_t seed)
{
    for (uint64_t i = 0; i < QUERIES; ++i) {
        wend_search_query query = query_of(seed, i);
        query.heuristic = i % 2 == 0 ? WEND_HEURISTIC_BEST : WEND_HEURISTIC_EUCLIDEAN;
        for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
            query.method = (wend_method)method;
            hash =
                wend_method_is_exact(query.method) ? golden_add_answer(hash, search, &query) : hash;
        }
    }
    wend_search_query area = query_of(seed, QUERIES);
    area.goal_kind = WEND_GOAL_WITHIN;
    hash = golden_add_answer(hash, search, &area);
    for (wend_node node = 0; node < SIDE * SIDE; ++node) {
        hash = wend_hash_u64(hash, wend_search_cost_to(search, node));
    }
    return hash;
}

static uint64_t add_turning(uint64_t hash, wend_search *search, uint64_t seed)
{
    for (uint64_t i = 0; i < QUERIES; ++i) {
        wend_turning turning = wend_turning_default();
        turning.cost = wend_random(seed, 48, i) % WEND_COST_ONE;
        turning.max_parts = (uint32_t)(i % 3);
        turning.start_heading = i % 2 == 0 ? 4 : WEND_HEADING_ANY;
        turning.goal_heading = i % 3 == 0 ? 2 : WEND_HEADING_ANY;
        turning.fewest_turns = true;
        wend_search_query query = query_of(seed, i);
        query.turning = &turning;
        hash = golden_add_answer(hash, search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        hash = wend_hash_u64(hash, answer.turns);
    }
    return hash;
}

/* Metres as a whole number of 2^-32: enough to see every bit that matters. */
static uint64_t fixed(double metres)
{
    return (uint64_t)(metres * 4294967296.0);
}

static uint64_t add_walks(uint64_t hash, const wend_space *space, uint64_t seed)
{
    for (uint64_t i = 0; i < WALKS; ++i) {
        const wend_vec2 from = {wend_random_unit(seed, i, 49) * 22.0 - 3.1,
                                wend_random_unit(seed, i, 50) * 22.0};
        const wend_vec2 to = {from.x + wend_random_unit(seed, i, 51) * 5.0 - 2.5,
                              from.y + wend_random_unit(seed, i, 52) * 5.0 - 2.5};
        wend_cost cost = 0;
        const bool can = wend_space_can_walk(space, from, to, 0.1 * (double)(i % 4), &cost);
        hash = wend_hash_u64(wend_hash_u64(hash, can), cost);
    }
    return hash;
}

static uint64_t add_smooth(uint64_t hash, wend_search *search, uint64_t seed)
{
    const wend_space *space = wend_search_space(search);
    wend_path *path = NULL;
    (void)wend_path_create(NULL, &path);
    for (uint64_t i = 0; i < QUERIES; ++i) {
        wend_search_query query = query_of(seed, i);
        query.method = WEND_METHOD_DIJKSTRA;
        (void)wend_search_find(search, &query);
        (void)wend_path_from_search(path, search);
        (void)wend_path_smooth(path, space, 0.1 * (double)i, (wend_smoothing)(i % 2));
        hash = wend_hash_u64(hash, wend_path_leg_count(path));
        hash = wend_hash_u64(hash, wend_path_cost(path));
        hash = wend_hash_u64(hash, fixed(wend_path_length(path)));
    }
    wend_path_destroy(path);
    return add_walks(hash, space, seed);
}

typedef uint64_t (*add_fn)(uint64_t hash, wend_search *search, uint64_t seed);

static uint64_t hash_maps(const kind *k, add_fn add)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 0; seed < MAPS; ++seed) {
        wend_grid *grid = make_grid(k, seed);
        wend_space_def space_def = wend_space_def_default();
        wend_search_def def = wend_search_def_default();
        wend_space *space = NULL;
        wend_search *search = NULL;
        space_def.grid = grid;
        space_def.radius = 0.7 * k->radius;
        (void)wend_space_create(&space_def, &space);
        def.space = space;
        const bool is_made = wend_search_create(&def, &search) == WEND_OK;
        hash = is_made ? add(hash, search, seed) : 0;
        wend_search_destroy(search);
        wend_space_destroy(space);
        wend_grid_destroy(grid);
    }
    return hash;
}

uint64_t golden_search_hex(void)
{
    const kind hexes = {WEND_NEIGHBOURS_6, WEND_WRAP_NONE, true, 0.0};
    const kind large = {WEND_NEIGHBOURS_6, WEND_WRAP_NONE, false, 0.6};
    return wend_hash_u64(hash_maps(&hexes, add_exact), hash_maps(&large, add_exact));
}

uint64_t golden_search_wrap(void)
{
    const kind squares = {WEND_NEIGHBOURS_8, WEND_WRAP_BOTH, true, 0.0};
    const kind hexes = {WEND_NEIGHBOURS_6, WEND_WRAP_BOTH, false, 0.0};
    return wend_hash_u64(hash_maps(&squares, add_exact), hash_maps(&hexes, add_exact));
}

uint64_t golden_search_turning(void)
{
    const kind squares = {WEND_NEIGHBOURS_8, WEND_WRAP_NONE, true, 0.0};
    const kind hexes = {WEND_NEIGHBOURS_6, WEND_WRAP_BOTH, true, 0.0};
    return wend_hash_u64(hash_maps(&squares, add_turning), hash_maps(&hexes, add_turning));
}

uint64_t golden_path_hex(void)
{
    const kind hexes = {WEND_NEIGHBOURS_6, WEND_WRAP_NONE, true, 0.0};
    const kind large = {WEND_NEIGHBOURS_6, WEND_WRAP_NONE, false, 0.6};
    return wend_hash_u64(hash_maps(&hexes, add_smooth), hash_maps(&large, add_smooth));
}

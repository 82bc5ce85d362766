/* Hierarchies of grids and graphs: what they hold, routes, and the pieces of paths along them. */
#include "golden.h"

enum { SIDE = 72, QUERIES = 12 };

static uint64_t add_queries(uint64_t hash, wend_hierarchy *hierarchy, wend_node nodes)
{
    wend_hierarchy_search_def def = wend_hierarchy_search_def_default();
    wend_hierarchy_search *search = NULL;
    wend_path *path = NULL;
    def.hierarchy = hierarchy;
    if (wend_hierarchy_search_create(&def, &search) != WEND_OK ||
        wend_path_create(NULL, &path) != WEND_OK) {
        wend_hierarchy_search_destroy(search);
        return 0;
    }
    for (uint64_t k = 0; k < QUERIES; ++k) {
        wend_hierarchy_answer answer;
        wend_result result = wend_hierarchy_search_find(search, wend_random_below(41, k, 0, nodes),
                                                        wend_random_below(41, k, 1, nodes));
        wend_hierarchy_search_get_answer(search, &answer);
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
        hash = wend_hash_u64(hash, answer.cost);
        for (result = WEND_PARTIAL; result == WEND_PARTIAL;) {
            result = wend_hierarchy_search_next(search, path);
            hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
            for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
                const wend_leg leg = wend_path_leg(path, i);
                hash = wend_hash_u64(hash, (uint64_t)leg.from << 32 | leg.to);
                hash = wend_hash_u64(hash, leg.cost);
            }
        }
    }
    wend_path_destroy(path);
    wend_hierarchy_search_destroy(search);
    return hash;
}

static uint64_t add_space(uint64_t hash, const wend_space *space, wend_node nodes)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *hierarchy = NULL;
    def.space = space;
    def.sector_size = 12;
    def.portal_spacing = 4;
    def.group_size = 2;
    def.region_nodes = 20;
    def.level_count = 3;
    if (wend_hierarchy_create(&def, &hierarchy) != WEND_OK ||
        wend_hierarchy_update(hierarchy, NULL) != WEND_OK) {
        wend_hierarchy_destroy(hierarchy);
        return 0;
    }
    hash = wend_hash_u64(hash, wend_hierarchy_hash(hierarchy));
    hash = add_queries(hash, hierarchy, nodes);
    wend_hierarchy_destroy(hierarchy);
    return hash;
}

static uint64_t add_grid(uint64_t hash, uint64_t seed, wend_neighbours neighbours)
{
    wend_grid_def def = wend_grid_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_grid *grid = NULL;
    wend_space *space = NULL;
    def.width = SIDE;
    def.height = SIDE;
    def.neighbours = neighbours;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return 0;
    }
    for (int32_t k = 0; k < SIDE * SIDE; ++k) {
        const uint32_t die = wend_random_below(seed, (uint64_t)k, 0, 8);
        const uint8_t cost = die == 0 ? WEND_COST_WALL : die == 1 ? 3 : 1;
        (void)wend_grid_set_cost(grid, 0, k % SIDE, k / SIDE, cost);
    }
    space_def.grid = grid;
    if (wend_space_create(&space_def, &space) == WEND_OK) {
        hash = add_space(hash, space, SIDE * SIDE);
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return hash;
}

static uint64_t add_graph(uint64_t hash)
{
    enum { NODES = 200 };
    wend_graph_def def = wend_graph_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_graph *graph = NULL;
    wend_space *space = NULL;
    if (wend_graph_create(&def, &graph) != WEND_OK) {
        return 0;
    }
    for (uint64_t k = 0; k < NODES; ++k) {
        wend_graph_node node = wend_graph_node_default();
        wend_node added;
        node.position =
            (wend_vec2){wend_random_below(43, k, 0, 90), wend_random_below(43, k, 1, 90)};
        (void)wend_graph_add_node(graph, &node, &added);
        for (uint64_t e = 0; e < 3 && k > 0; ++e) {
            wend_graph_edge edge = wend_graph_edge_default();
            uint32_t made;
            edge.from = (wend_node)k;
            edge.to = wend_random_below(43, k, 2 + e, (uint32_t)k);
            edge.is_two_way = e != 2;
            (void)wend_graph_add_edge(graph, &edge, &made);
        }
    }
    space_def.graph = graph;
    if (wend_space_create(&space_def, &space) == WEND_OK) {
        hash = add_space(hash, space, NODES);
    }
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return hash;
}

uint64_t golden_hierarchy(void)
{
    uint64_t hash = wend_hash_begin();
    hash = add_grid(hash, 1, WEND_NEIGHBOURS_8);
    hash = add_grid(hash, 2, WEND_NEIGHBOURS_6);
    return add_graph(hash);
}

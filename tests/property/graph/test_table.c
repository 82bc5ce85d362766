/* Tables of random graphs say what Bellman and Ford say of all pairs, by any number of threads,
 * with and without costs, saved and loaded. */
#include "support/pools.h"
#include "support/test.h"
#include "world.h"

#include "wend/graph.h"
#include "wend/table.h"

enum { SEEDS = 150 };

static wend_table *make(const wend_space *space, bool has_costs, const wend_executor *executor)
{
    wend_table_def def = wend_table_def_default();
    def.space = space;
    def.has_costs = has_costs;
    if (executor != NULL) {
        def.executor = *executor;
    }
    wend_table *table = NULL;
    return wend_table_create(&def, &table) == WEND_OK ? table : NULL;
}

/* The least number of all edges with which a cheapest path can begin. */
static uint32_t least_edge(const world *w, wend_node from, const wend_cost *from_costs,
                           const wend_cost (*all)[WORLD_NODES_MAX], wend_node to)
{
    for (uint32_t k = 0; k < wend_graph_edge_limit(w->graph); ++k) {
        wend_graph_edge e;
        if (wend_graph_get_edge(w->graph, k, &e) != WEND_OK) {
            continue;
        }
        const wend_node next = e.from == from ? e.to : e.from;
        const wend_cost cost = world_edge_cost(w, k, from, next);
        if (cost != WEND_COST_INFINITE && all[next][to] != WEND_COST_INFINITE &&
            cost + all[next][to] == from_costs[to]) {
            return k;
        }
    }
    return WEND_EDGE_NONE;
}

static bool is_row_right(const world *w, const wend_table *table, const wend_space *space,
                         wend_path *path, const wend_cost (*all)[WORLD_NODES_MAX], wend_node from)
{
    const bool is_there = wend_graph_has_node(w->graph, from);
    for (wend_node to = 0; to < wend_graph_node_limit(w->graph); ++to) {
        const wend_cost cost = all[from][to];
        const uint32_t edge = wend_table_next_edge(table, from, to);
        const wend_result result = wend_table_path(table, space, from, to, path);
        if (!is_there) {
            if (edge != WEND_EDGE_NONE || result != WEND_NO_PATH) {
                return false;
            }
            continue;
        }
        if (wend_table_cost(table, from, to) != cost ||
            edge != (from == to ? WEND_EDGE_NONE : least_edge(w, from, all[from], all, to)) ||
            (result == WEND_OK) != (cost != WEND_COST_INFINITE) ||
            (result == WEND_OK && !world_path_is(w, path, from, to, cost)) ||
            (result != WEND_OK && wend_table_next(table, from, to) != WEND_NODE_NONE)) {
            return false;
        }
    }
    return true;
}

static bool all_is_right(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    wend_table *table = make(space, draw(&w, 2) == 0, NULL);
    wend_path *path = NULL;
    static const size_t row = WORLD_NODES_MAX * sizeof(wend_cost);
    wend_cost(*all)[WORLD_NODES_MAX] = malloc(WORLD_NODES_MAX * row);
    bool holds = wend_path_create(NULL, &path) == WEND_OK && table != NULL && all != NULL &&
                 wend_table_fits(table, space);
    const uint32_t nodes = wend_graph_node_limit(w.graph);
    for (wend_node from = 0; from < nodes && holds; ++from) {
        world_costs(&w, from, all[from]);
    }
    const wend_cost(*costs)[WORLD_NODES_MAX] = (const wend_cost(*)[WORLD_NODES_MAX])all;
    for (wend_node from = 0; from < nodes && holds; ++from) {
        holds = is_row_right(&w, table, space, path, costs, from);
    }
    free(all);
    wend_path_destroy(path);
    wend_table_destroy(table);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void table_equals_reference_for_all_pairs(void **state)
{
    (void)state;
    gen_property("all pairs", SEEDS, all_is_right, NULL);
}

/* ---- bytes ---- */

static uint8_t *save(const wend_table *table, size_t *count)
{
    if (wend_table_save(table, NULL, 0, count) != WEND_TRUNCATED) {
        return NULL;
    }
    uint8_t *bytes = malloc(*count);
    const size_t capacity = *count;
    if (wend_table_save(table, bytes, capacity, count) != WEND_OK || *count != capacity) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool bytes_are(const wend_table *table, const uint8_t *bytes, size_t count)
{
    size_t own;
    uint8_t *again = save(table, &own);
    const bool is_same = again != NULL && own == count && memcmp(again, bytes, count) == 0;
    free(again);
    return is_same;
}

static bool files_hold(uint64_t seed, void *context)
{
    const wend_executor *executor = context;
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    const bool has_costs = draw(&w, 2) == 0;
    wend_table *table = make(space, has_costs, NULL);
    wend_table *other = make(space, has_costs, executor);
    size_t count = 0;
    uint8_t *bytes = save(table, &count);
    wend_table *loaded = NULL;
    wend_message message;
    wend_table_def def = wend_table_def_default();
    def.message = &message;
    bool holds = bytes != NULL && bytes_are(other, bytes, count) &&
                 wend_table_load(&def, bytes, count, &loaded) == WEND_OK &&
                 bytes_are(loaded, bytes, count) && wend_table_fits(loaded, space);
    wend_table *broken = NULL;
    const size_t at = draw(&w, (uint32_t)count);
    bytes[at] ^= (uint8_t)(1 + draw(&w, 255));
    holds = holds && wend_table_load(&def, bytes, count, &broken) == WEND_ERROR_FILE &&
            broken == NULL && message.text[0] != '\0' &&
            wend_table_load(&def, bytes, at, &broken) == WEND_ERROR_FILE;
    free(bytes);
    wend_table_destroy(loaded);
    wend_table_destroy(other);
    wend_table_destroy(table);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void table_of_eight_threads_saved_and_loaded_is_the_same(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(8);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("files", SEEDS, files_hold, &executor);
    wend_pool_destroy(pool);
}

/* ---- repaired spaces ---- */

/* Adds edges between random nodes, and closes some: nodes whose arcs grow get room elsewhere, and their
 * old arcs stay behind. */
static void add_edges(world *w)
{
    for (uint32_t i = 0; i < 6; ++i) {
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = draw(w, wend_graph_node_limit(w->graph));
        edge.to = draw(w, wend_graph_node_limit(w->graph));
        edge.cost = (wend_cost)1 << (20 + draw(w, 20));
        uint32_t index;
        (void)wend_graph_add_edge(w->graph, &edge, &index);
        (void)wend_graph_set_open(w->graph, draw(w, wend_graph_edge_limit(w->graph) + 1),
                                  draw(w, 2) == 0);
    }
}

static bool repaired_is_fresh(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_space *repaired = world_space(&w);
    bool holds = true;
    for (uint32_t round = 0; round < 4 && holds; ++round) {
        add_edges(&w);
        holds = wend_space_update(repaired) == WEND_OK;
        wend_space *fresh = world_space(&w);
        wend_table *one = make(repaired, true, NULL);
        wend_table *other = make(fresh, true, NULL);
        wend_table *loaded = NULL;
        size_t count = 0;
        uint8_t *bytes = save(one, &count);
        holds = holds && bytes != NULL && bytes_are(other, bytes, count) &&
                wend_table_load(NULL, bytes, count, &loaded) == WEND_OK;
        free(bytes);
        wend_table_destroy(loaded);
        wend_table_destroy(other);
        wend_table_destroy(one);
        wend_space_destroy(fresh);
    }
    wend_space_destroy(repaired);
    wend_graph_destroy(w.graph);
    return holds;
}

static void table_of_a_repaired_space_is_that_of_a_fresh_one(void **state)
{
    (void)state;
    gen_property("repaired", SEEDS, repaired_is_fresh, NULL);
}

/* ---- edits ---- */

static bool edits_are_told(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    wend_table *table = make(space, false, NULL);
    wend_path *path = NULL;
    bool holds = wend_path_create(NULL, &path) == WEND_OK && wend_table_fits(table, space);
    for (uint32_t edge = 0; edge < wend_graph_edge_limit(w.graph) && holds; ++edge) {
        wend_graph_edge def;
        if (wend_graph_get_edge(w.graph, edge, &def) != WEND_OK || !def.is_open) {
            continue;
        }
        const bool counts = world_edge_cost(&w, edge, def.from, def.to) != WEND_COST_INFINITE;
        holds = wend_graph_set_open(w.graph, edge, false) == WEND_OK &&
                !wend_table_fits(table, space) && wend_space_update(space) == WEND_OK &&
                wend_table_fits(table, space) == !counts &&
                (!counts ||
                 wend_table_path(table, space, def.from, def.to, path) == WEND_ERROR_STALE) &&
                wend_graph_set_open(w.graph, edge, true) == WEND_OK &&
                wend_space_update(space) == WEND_OK && wend_table_fits(table, space);
    }
    wend_path_destroy(path);
    wend_table_destroy(table);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void table_fits_only_the_graph_it_was_made_for(void **state)
{
    (void)state;
    gen_property("edits", SEEDS, edits_are_told, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_equals_reference_for_all_pairs),
        cmocka_unit_test(table_of_eight_threads_saved_and_loaded_is_the_same),
        cmocka_unit_test(table_of_a_repaired_space_is_that_of_a_fresh_one),
        cmocka_unit_test(table_fits_only_the_graph_it_was_made_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Indexes of random graphs say what Bellman and Ford say of all pairs, with cores of all sizes, built in
 * slices and by any number of threads, saved and loaded. */
#include "support/pools.h"
#include "support/test.h"
#include "world.h"

#include "route/index/index.h"
#include "wend/graph.h"

enum { SEEDS = 200 };

/* An index that is not built. Nodes that would need more shortcuts than these stay in the core. */
static wend_index *create(const wend_space *space, uint32_t most_shortcuts,
                          const wend_executor *executor)
{
    wend_index_def def = wend_index_def_default();
    def.space = space;
    if (executor != NULL) {
        def.executor = *executor;
    }
    wend_index *index = NULL;
    if (wend_index_create(&def, &index) == WEND_OK) {
        index->contraction.most_shortcuts = most_shortcuts;
    }
    return index;
}

static wend_index *make(const wend_space *space, uint32_t most_shortcuts,
                        const wend_executor *executor)
{
    wend_index *index = create(space, most_shortcuts, executor);
    if (index != NULL && wend_index_build(index, NULL) != WEND_OK) {
        wend_index_destroy(index);
        return NULL;
    }
    return index;
}

static uint32_t draw_most(world *w)
{
    return draw(w, 2) == 0 ? WENDI_CONTRACTION_SHORTCUTS : draw(w, 4);
}

static wend_index_search *make_search(const wend_index *index, const wend_space *space)
{
    wend_index_search_def def = wend_index_search_def_default();
    def.index = index;
    def.space = space;
    wend_index_search *search = NULL;
    return wend_index_search_create(&def, &search) == WEND_OK ? search : NULL;
}

/* ---- all pairs ---- */

static bool is_row_right(const world *w, wend_index_search *search, wend_path *path,
                         const wend_cost *costs, wend_node from)
{
    const bool is_there = wend_graph_has_node(w->graph, from);
    for (wend_node to = 0; to < wend_graph_node_limit(w->graph); ++to) {
        const bool has_path = is_there && costs[to] != WEND_COST_INFINITE;
        const wend_result result = wend_index_search_find(search, from, to);
        wend_index_answer answer;
        wend_index_search_get_answer(search, &answer);
        const wend_failure_reason reason = has_path    ? WEND_FAILURE_NONE
                                           : !is_there ? WEND_FAILURE_START_BLOCKED
                                           : !wend_graph_has_node(w->graph, to)
                                               ? WEND_FAILURE_GOAL_BLOCKED
                                               : WEND_FAILURE_UNREACHABLE;
        if (result != (has_path ? WEND_OK : WEND_NO_PATH) || answer.reason != reason ||
            answer.cost != (has_path ? costs[to] : WEND_COST_INFINITE) || answer.start != from ||
            answer.goal != to || wend_path_from_index(path, search) != result ||
            (has_path && !world_path_is(w, path, from, to, answer.cost))) {
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
    wend_index *index = make(space, draw_most(&w), NULL);
    wend_index_search *search = make_search(index, space);
    wend_path *path = NULL;
    wend_cost costs[WORLD_NODES_MAX];
    bool holds =
        wend_path_create(NULL, &path) == WEND_OK && search != NULL && wend_index_fits(index, space);
    for (wend_node from = 0; from < wend_graph_node_limit(w.graph) && holds; ++from) {
        world_costs(&w, from, costs);
        holds = is_row_right(&w, search, path, costs, from);
    }
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void index_equals_reference_for_all_pairs(void **state)
{
    (void)state;
    gen_property("all pairs", SEEDS, all_is_right, NULL);
}

/* ---- larger graphs, against Dijkstra's search ---- */

/* Roads: a raster with gaps; or as many arcs between any two nodes, which have no order that helps.
 */
static wend_graph *large_graph(uint64_t seed, bool is_road, uint32_t side)
{
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = NULL;
    if (wend_graph_create(&def, &graph) != WEND_OK) {
        return NULL;
    }
    wend_graph_node node = wend_graph_node_default();
    wend_node added;
    const uint32_t count = side * side;
    for (uint32_t k = 0; k < count; ++k) {
        node.position = (wend_vec2){k % side, k / side};
        (void)wend_graph_add_node(graph, &node, &added);
    }
    wend_graph_edge edge = wend_graph_edge_default();
    for (uint32_t k = 0; k < 2 * count; ++k) {
        const uint32_t from = k / 2;
        const bool is_across = k % 2 == 0;
        edge.from = from;
        edge.to = is_road ? from + (is_across ? 1 : side) : wend_random_below(seed, k, 1, count);
        const bool is_out =
            edge.to >= count || edge.to == from || (is_road && is_across && edge.to % side == 0);
        edge.cost = WEND_COST_ONE * (1 + wend_random_below(seed, k, 2, 3));
        edge.is_two_way = wend_random_below(seed, k, 3, 5) != 0;
        uint32_t made;
        if (!is_out && wend_random_below(seed, k, 4, 5) != 0) {
            (void)wend_graph_add_edge(graph, &edge, &made);
        }
    }
    return graph;
}

static bool large_is_right(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    const uint32_t side = 20 + draw(&w, 15);
    w.graph = large_graph(seed, seed % 2 == 0, side);
    wend_space_def def = wend_space_def_default();
    def.graph = w.graph;
    wend_space *space = NULL;
    bool holds = wend_space_create(&def, &space) == WEND_OK;
    wend_index *index = make(space, seed % 3 == 0 ? 20 : WENDI_CONTRACTION_SHORTCUTS, NULL);
    wend_index_search *search = make_search(index, space);
    wend_search *slow = world_search(space);
    wend_path *path = NULL;
    holds = holds && search != NULL && slow != NULL && wend_path_create(NULL, &path) == WEND_OK;
    for (int k = 0; k < 60 && holds; ++k) {
        wend_search_query query = wend_search_query_default();
        query.start = draw(&w, side * side);
        query.goal = draw(&w, side * side);
        query.method = WEND_METHOD_DIJKSTRA;
        const wend_result result = wend_search_find(slow, &query);
        wend_search_answer exact;
        wend_search_get_answer(slow, &exact);
        wend_index_answer answer;
        holds = wend_index_search_find(search, query.start, query.goal) == result;
        wend_index_search_get_answer(search, &answer);
        for (uint32_t b = 0; b < 8; ++b) {
            w.factors[b] = 1;
        }
        holds =
            holds && wend_path_from_index(path, search) == result &&
            (result != WEND_OK || (answer.cost == exact.cost &&
                                   world_path_is(&w, path, query.start, query.goal, exact.cost)));
    }
    wend_path_destroy(path);
    wend_search_destroy(slow);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void index_of_large_graphs_equals_search(void **state)
{
    (void)state;
    gen_property("large graphs", 12, large_is_right, NULL);
}

/* ---- slices, threads, bytes ---- */

static uint8_t *save(const wend_index *index, size_t *count)
{
    if (wend_index_save(index, NULL, 0, count) != WEND_TRUNCATED) {
        return NULL;
    }
    uint8_t *bytes = malloc(*count);
    const size_t capacity = *count;
    if (wend_index_save(index, bytes, capacity, count) != WEND_OK || *count != capacity) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool bytes_are(const wend_index *index, const uint8_t *bytes, size_t count)
{
    size_t own;
    uint8_t *again = save(index, &own);
    const bool is_same = again != NULL && own == count && memcmp(again, bytes, count) == 0;
    free(again);
    return is_same;
}

static wend_index *make_sliced(world *w, const wend_space *space, uint32_t most)
{
    wend_index *index = create(space, most, NULL);
    wend_result result = WEND_IN_PROGRESS;
    while (index != NULL && result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(draw(w, 9));
        result = wend_index_build(index, &budget);
    }
    return index;
}

static bool all_builds_are_one(uint64_t seed, void *context)
{
    const wend_executor *executor = context;
    world w = world_make(seed);
    if (seed % 8 == 0) {
        wend_graph_destroy(w.graph);
        w.graph = large_graph(seed, true, 20);
    }
    wend_space *space = world_space(&w);
    const uint32_t most = draw_most(&w);
    wend_index *index = make(space, most, NULL);
    wend_index *threaded = make(space, most, executor);
    wend_index *sliced = make_sliced(&w, space, most);
    wend_index *loaded = NULL;
    size_t count = 0;
    uint8_t *bytes = save(index, &count);
    wend_message message;
    wend_index_def def = wend_index_def_default();
    def.message = &message;
    bool holds = bytes != NULL && bytes_are(threaded, bytes, count) &&
                 bytes_are(sliced, bytes, count) &&
                 wend_index_load(&def, bytes, count, &loaded) == WEND_OK &&
                 bytes_are(loaded, bytes, count) && wend_index_fits(loaded, space) &&
                 wend_index_hash(loaded) == wend_index_hash(index) &&
                 wend_index_memory_bytes(loaded) == wend_index_memory_bytes(index);
    wend_index *broken = NULL;
    const size_t at = draw(&w, (uint32_t)count);
    bytes[at] ^= (uint8_t)(1 + draw(&w, 255));
    holds = holds && wend_index_load(&def, bytes, count, &broken) == WEND_ERROR_FILE &&
            broken == NULL && message.text[0] != '\0' &&
            wend_index_load(&def, bytes, at, &broken) == WEND_ERROR_FILE;
    free(bytes);
    wend_index_destroy(loaded);
    wend_index_destroy(sliced);
    wend_index_destroy(threaded);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void index_of_slices_threads_and_bytes_is_the_same(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(8);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("builds", SEEDS, all_builds_are_one, &executor);
    wend_pool_destroy(pool);
}

/* ---- edits ---- */

static bool edits_are_told(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    wend_index *index = make(space, WENDI_CONTRACTION_SHORTCUTS, NULL);
    wend_index_search *search = make_search(index, space);
    wend_path *path = NULL;
    bool holds = wend_path_create(NULL, &path) == WEND_OK && search != NULL;
    for (uint32_t edge = 0; edge < wend_graph_edge_limit(w.graph) && holds; ++edge) {
        wend_graph_edge def;
        if (wend_graph_get_edge(w.graph, edge, &def) != WEND_OK || !def.is_open) {
            continue;
        }
        const bool counts = world_edge_cost(&w, edge, def.from, def.to) != WEND_COST_INFINITE;
        holds = wend_index_search_find(search, def.from, def.to) >= WEND_OK &&
                wend_graph_set_open(w.graph, edge, false) == WEND_OK &&
                wend_path_from_index(path, search) != WEND_OK &&
                wend_index_search_find(search, def.from, def.to) == WEND_ERROR_STALE &&
                wend_space_update(space) == WEND_OK &&
                (wend_index_search_find(search, def.from, def.to) == WEND_ERROR_STALE) == counts &&
                wend_graph_set_open(w.graph, edge, true) == WEND_OK &&
                wend_space_update(space) == WEND_OK &&
                wend_index_search_find(search, def.from, def.to) >= WEND_OK;
    }
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void index_refuses_a_graph_that_was_edited(void **state)
{
    (void)state;
    gen_property("edits", SEEDS, edits_are_told, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_equals_reference_for_all_pairs),
        cmocka_unit_test(index_of_large_graphs_equals_search),
        cmocka_unit_test(index_of_slices_threads_and_bytes_is_the_same),
        cmocka_unit_test(index_refuses_a_graph_that_was_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

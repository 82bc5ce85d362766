/* Hierarchies and indexes of graphs whose nodes and edges are removed, compacted and added: a
 * hierarchy that is updated finds what a search finds, and an index never answers for another graph. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/hierarchy.h"
#include "wend/index.h"

enum { GRAPHS = 30, ROW = 9, ROUNDS = 6, ASKED = 15 };

static wend_graph *make_graph(uint64_t seed)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        graphs_node(graph, k % ROW, k / ROW);
    }
    for (uint32_t k = 0; k < ROW * ROW; k++) {
        if (k % ROW + 1 < ROW) {
            graphs_edge(graph, k, k + 1, seed % 2 == 0 || k % 4 != 0);
        }
        if (k + ROW < ROW * ROW) {
            graphs_edge(graph, k, k + ROW, true);
        }
    }
    return graph;
}

/* Removes, closes, adds, and sometimes compacts. */
static void edit(wend_graph *graph, uint64_t seed, uint64_t round)
{
    const uint32_t edges = (uint32_t)wend_graph_edge_limit(graph);
    const uint32_t nodes = (uint32_t)wend_graph_node_limit(graph);
    (void)wend_graph_remove_edge(graph, wend_random_below(seed, round, 1, edges));
    (void)wend_graph_remove_node(graph, wend_random_below(seed, round, 2, nodes));
    (void)wend_graph_set_open(graph, wend_random_below(seed, round, 3, edges), round % 2 == 0);
    if (round % 3 == 1) {
        assert_int_equal(wend_graph_compact(graph, NULL, NULL), WEND_OK);
    }
    if (round % 2 == 0) {
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t added;
        edge.from = graphs_node(graph, 4.5, (double)round);
        edge.to = wend_random_below(seed, round, 4, (uint32_t)wend_graph_node_limit(graph));
        (void)wend_graph_add_edge(graph, &edge, &added);
    }
}

static bool answers_hold(const wend_space *space, wend_hierarchy_search *route,
                         wend_index_search *indexed, wend_search *search, uint64_t seed,
                         uint64_t round)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    bool holds = true;
    for (uint64_t k = 0; k < ASKED && holds; ++k) {
        wend_search_query query = wend_search_query_default();
        wend_search_answer exact;
        wend_hierarchy_answer a;
        wend_index_answer b;
        query.start = wend_random_below(seed, 100 * round + k, 5, info.node_count);
        query.goal = wend_random_below(seed, 100 * round + k, 6, info.node_count);
        const wend_result result = wend_search_find(search, &query);
        wend_search_get_answer(search, &exact);
        holds = wend_hierarchy_search_find(route, query.start, query.goal) == result &&
                wend_index_search_find(indexed, query.start, query.goal) == result;
        wend_hierarchy_search_get_answer(route, &a);
        wend_index_search_get_answer(indexed, &b);
        holds = holds && (result != WEND_OK || (a.cost == exact.cost && b.cost == exact.cost));
    }
    return holds;
}

static bool compacted_holds(uint64_t seed, void *context)
{
    (void)context;
    wend_graph *graph = make_graph(seed);
    wend_space *space = spaces_on_graph(graph);
    wend_search *search = searches_on(space);
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = space;
    def.region_nodes = 8;
    def.group_size = 2;
    wend_hierarchy *hierarchy = NULL;
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    wend_hierarchy_search *route = NULL;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    search_def.hierarchy = hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search_def, &route), WEND_OK);
    wend_index *old = NULL;
    bool holds = true;
    for (uint64_t round = 0; round < ROUNDS && holds; ++round) {
        wend_index_def index_def = wend_index_def_default();
        wend_index_search_def asked = wend_index_search_def_default();
        wend_index *index = NULL;
        wend_index_search *indexed = NULL;
        index_def.space = space;
        assert_int_equal(wend_index_create(&index_def, &index), WEND_OK);
        assert_int_equal(wend_index_build(index, NULL), WEND_OK);
        asked.index = index;
        asked.space = space;
        assert_int_equal(wend_index_search_create(&asked, &indexed), WEND_OK);
        assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
        holds = answers_hold(space, route, indexed, search, seed, round) &&
                (old == NULL || !wend_index_fits(old, space) ||
                 wend_index_hash(old) == wend_index_hash(index));
        edit(graph, seed, round);
        holds = holds && wend_index_search_find(indexed, 0, 1) == WEND_ERROR_STALE &&
                wend_hierarchy_search_find(route, 0, 1) == WEND_ERROR_STALE;
        assert_int_equal(wend_space_update(space), WEND_OK);
        wend_index_destroy(old);
        old = index;
        wend_index_search_destroy(indexed);
    }
    wend_index_destroy(old);
    wend_hierarchy_search_destroy(route);
    wend_hierarchy_destroy(hierarchy);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return holds;
}

static void graphs_that_are_compacted_are_searched_right(void **state)
{
    (void)state;
    gen_property("compacted", GRAPHS, compacted_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_that_are_compacted_are_searched_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

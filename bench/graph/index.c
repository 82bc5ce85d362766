/* Compares an index, with and without its path, with A* and Dijkstra's search on one road network.
 * Cost: some ten seconds.
 *
 * The roads: a raster of crossings, each moved a little; every tenth street is a main road
 * at half the cost a metre, of the others seven in ten exist. */
#include "graph/index.h"

#include "measure/timing.h"
#include "search/suite.h"
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { MAIN = 10 };

static wend_graph *make_roads(uint32_t side)
{
    const wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = NULL;
    if (wend_graph_create(&def, &graph) != WEND_OK) {
        return NULL;
    }
    wend_graph_node node = wend_graph_node_default();
    wend_graph_edge edge = wend_graph_edge_default();
    wend_result result = WEND_OK;
    uint32_t added;
    for (uint32_t k = 0; k < side * side && result == WEND_OK; k++) {
        const uint32_t row = k / side;
        node.position.x = 10.0 * (k % side) + 6 * wend_random_unit(1, k, 0);
        node.position.y = 10.0 * row + 6 * wend_random_unit(1, k, 1);
        result = wend_graph_add_node(graph, &node, &added);
    }
    for (uint32_t k = 0; k < 2 * side * side && result == WEND_OK; k++) {
        const uint32_t column = k / 2 % side;
        const uint32_t row = k / 2 / side;
        const bool is_across = k % 2 == 0;
        const bool is_main = (is_across ? row : column) % MAIN == 0;
        edge.from = k / 2;
        edge.to = k / 2 + (is_across ? 1 : side);
        edge.factor = is_main ? 1 : 2;
        if ((is_across ? column : row) + 1 < side && (is_main || wend_random_unit(2, k, 0) < 0.7)) {
            result = wend_graph_add_edge(graph, &edge, &added);
        }
    }
    if (result != WEND_OK) {
        wend_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

/* The objects of the contestants. */
typedef struct roads {
    wend_graph *graph;
    wend_space *space;
    wend_index *index;
    wend_index_search *asked;
    wend_search *search;
    wend_path *path;
    double build_ms;
    bench_map map; /* queries only */
} roads;

static bool roads_create(roads *r, uint32_t side, size_t queries)
{
    memset(r, 0, sizeof *r);
    r->graph = make_roads(side);
    wend_space_def space = wend_space_def_default();
    space.graph = r->graph;
    wend_index_def index = wend_index_def_default();
    if (r->graph == NULL || wend_space_create(&space, &r->space) != WEND_OK) {
        return false;
    }
    index.space = r->space;
    const uint64_t begin = bench_clock_ns();
    if (wend_index_create(&index, &r->index) != WEND_OK ||
        wend_index_build(r->index, NULL) != WEND_OK) {
        return false;
    }
    r->build_ms = (double)(bench_clock_ns() - begin) / 1e6;
    wend_index_search_def asked = wend_index_search_def_default();
    asked.index = r->index;
    asked.space = r->space;
    wend_search_def search = wend_search_def_default();
    search.space = r->space;
    r->map.queries = calloc(queries + 1, sizeof r->map.queries[0]);
    r->map.query_count = queries;
    for (size_t i = 0; r->map.queries != NULL && i < queries; i++) {
        r->map.queries[i].start = wend_random_below(3, i, 0, side * side);
        r->map.queries[i].goal = wend_random_below(3, i, 1, side * side);
    }
    return r->map.queries != NULL && wend_index_search_create(&asked, &r->asked) == WEND_OK &&
           wend_search_create(&search, &r->search) == WEND_OK &&
           wend_path_create(NULL, &r->path) == WEND_OK;
}

static void roads_destroy(roads *r)
{
    wend_path_destroy(r->path);
    wend_search_destroy(r->search);
    wend_index_search_destroy(r->asked);
    wend_index_destroy(r->index);
    wend_space_destroy(r->space);
    wend_graph_destroy(r->graph);
    free(r->map.queries);
}

/* ---- contestants ---- */

static yardstick_answer find_by(roads *r, uint32_t start, uint32_t goal, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    query.method = method;
    const wend_result result = wend_search_find(r->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(r->search, &answer);
    const bool is_found = result == WEND_OK;
    const yardstick_answer found = {is_found, is_found ? answer.cost : 0, answer.expanded, 0};
    return found;
}

static yardstick_answer find_by_astar(void *context, uint32_t start, uint32_t goal)
{
    return find_by(context, start, goal, WEND_METHOD_ASTAR);
}

static yardstick_answer find_by_dijkstra(void *context, uint32_t start, uint32_t goal)
{
    return find_by(context, start, goal, WEND_METHOD_DIJKSTRA);
}

static yardstick_answer find_by_index(void *context, uint32_t start, uint32_t goal)
{
    roads *r = context;
    (void)wend_index_search_find(r->asked, start, goal);
    wend_index_answer answer;
    wend_index_search_get_answer(r->asked, &answer);
    const bool is_found = answer.result == WEND_OK;
    const yardstick_answer found = {is_found, is_found ? answer.cost : 0, answer.expanded, 0};
    return found;
}

static yardstick_answer find_path_by_index(void *context, uint32_t start, uint32_t goal)
{
    roads *r = context;
    yardstick_answer found = find_by_index(context, start, goal);
    found.is_found = wend_path_from_index(r->path, r->asked) == WEND_OK;
    found.cost = found.is_found ? wend_path_cost(r->path) : 0;
    return found;
}

/* ---- the report ---- */

static const bench_column columns[] = {
    {"method", "method"}, {"nodes", "nodes"},       {"mean_us", "mean µs"},
    {"p99_us", "p99 µs"}, {"expanded", "expanded"},
};

enum { CONTESTANTS = 4 };

static void write_report(bench_report *report, bench_race *race, const roads *r)
{
    static const char *const names[CONTESTANTS] = {"A*", "Dijkstra", "index", "index and path"};
    wend_index_info info;
    wend_index_get_info(r->index, &info);
    bench_table_begin(report, "index", "An index of a road network", columns,
                      sizeof columns / sizeof columns[0]);
    for (size_t k = 0; k < CONTESTANTS; k++) {
        bench_cell_text(report, names[k]);
        bench_cell_number(report, info.node_count, 0);
        bench_cell_number(report, bench_race_mean_us(race, k), 1);
        bench_cell_number(report, bench_race_quantile_us(race, k, 0.99), 1);
        bench_cell_number(report, bench_race_expanded(race, k), 0);
    }
    bench_table_end(report);
    bench_report_time(report, "index: mean time by that of A*", bench_race_ratio(race, 2, 0), 0.02,
                      false);
    bench_report_target(report, "index: costs that differ from A*",
                        (double)bench_race_mismatches(race), 0, false);
    bench_report_time(report, "index: milliseconds to build it", r->build_ms, 5000, false);
    bench_report_target(report, "index: bytes a node", (double)info.memory_bytes / info.node_count,
                        80, false);
}

bool bench_graph_index(bench_report *report, uint32_t side, size_t runs, size_t queries)
{
    bench_progress("graph", "index");
    roads r;
    bench_race race;
    const bench_runner runners[CONTESTANTS] = {{find_by_astar, &r, 1},
                                               {find_by_dijkstra, &r, 1},
                                               {find_by_index, &r, 1},
                                               {find_path_by_index, &r, 1}};
    const bool is_done = roads_create(&r, side, queries) &&
                         bench_race_run(&race, &r.map, runners, CONTESTANTS, runs);
    if (is_done) {
        write_report(report, &race, &r);
        bench_race_free(&race);
    }
    roads_destroy(&r);
    return is_done;
}

/* The suite of `wend bench graph`: the report on stdout, progress on stderr.
 * Cost: some ten seconds; two with --quick. */
#include "search/suite.h"
#include "bench.h"
#include "graph/index.h"
#include "measure/options.h"
#include "measure/timing.h"
#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One node for four square metres. */
enum { SMALL = 1000, LARGE = 100000, ASKED = 20000, ASKED_QUICK = 2000 };
enum { RUNS = 9, RUNS_QUICK = 3, RUNS_MOST = 1000 };

static const char help[] =
    "usage: bench graph [options]\n"
    "Measures graphs: the nearest node, and the nearest one that an agent can walk to, among\n"
    "1,000 and 100,000 nodes of equal density (a query examines as many nodes); and\n"
    "an index of a road network beside A* and Dijkstra's search.\n"
    "  --runs N       runs, of which the median counts (default 9)\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        three runs of fewer queries; times are printed, not judged\n";

typedef struct graph_suite {
    bench_report report;
    size_t runs, asked;
    bool is_quick;
    size_t failures;
} graph_suite;

/* Equal squares with random nodes and walls, side by side: the surroundings of a position are the
 * same among few and among many nodes. */
typedef struct plain {
    wend_graph *graph;
    wend_walls *walls;
    uint32_t across; /* squares in a row */
    uint32_t count;
} plain;

static wend_vec2 strewn(const plain *p, uint64_t seed, uint64_t id, uint32_t square)
{
    const double side = 2 * sqrt(SMALL);
    const uint32_t row = square / p->across;
    const wend_vec2 at = {side * (square % p->across + wend_random_unit(seed, id, 0)),
                          side * (row + wend_random_unit(seed, id, 1))};
    return at;
}

static bool add_nodes(plain *p)
{
    wend_graph_node node = wend_graph_node_default();
    for (uint32_t i = 0; i < p->count; i++) {
        wend_node added;
        node.position = strewn(p, 1, i % SMALL, i / SMALL);
        if (wend_graph_add_node(p->graph, &node, &added) != WEND_OK) {
            return false;
        }
    }
    return true;
}

static bool add_walls(plain *p)
{
    const uint32_t count = p->count / 4;
    wend_vec2 *ends = calloc(2 * (size_t)count + 1, sizeof *ends);
    for (uint32_t i = 0; ends != NULL && i < count; i++) {
        const uint32_t id = i % (SMALL / 4);
        const double angle = 6.283 * wend_random_unit(3, id, 0);
        ends[2 * i] = strewn(p, 2, id, i / (SMALL / 4));
        ends[2 * i + 1].x = ends[2 * i].x + 2 * wend_cos(angle);
        ends[2 * i + 1].y = ends[2 * i].y + 2 * wend_sin(angle);
    }
    const bool is_done =
        ends != NULL && wend_walls_add_segments(p->walls, ends, NULL, count, NULL) == WEND_OK;
    free(ends);
    return is_done;
}

static bool plain_make(plain *p, uint32_t count)
{
    const wend_graph_def graph = wend_graph_def_default();
    const wend_walls_def walls = wend_walls_def_default();
    memset(p, 0, sizeof *p);
    p->count = count;
    p->across = (uint32_t)sqrt((double)count / (double)SMALL);
    return wend_graph_create(&graph, &p->graph) == WEND_OK &&
           wend_walls_create(&walls, &p->walls) == WEND_OK && add_nodes(p) && add_walls(p);
}

static void plain_free(plain *p)
{
    wend_graph_destroy(p->graph);
    wend_walls_destroy(p->walls);
}

/* Nanoseconds and examined nodes for one query, in the median run. */
typedef struct nearest_figure {
    double ns, examined;
} nearest_figure;

static nearest_figure ask_nearest(const graph_suite *suite, const plain *p, bool has_walls)
{
    double *times = calloc(suite->runs + 1, sizeof *times);
    uint64_t examined = 0;
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.walls = has_walls ? p->walls : NULL;
    near.radius = 0.2;
    near.examined = &examined;
    for (size_t run = 0; times != NULL && run < suite->runs; run++) {
        const uint64_t begin = bench_clock_ns();
        examined = 0;
        for (size_t i = 0; i < suite->asked; i++) {
            const uint32_t square = wend_random_below(5, i, 0, p->across * p->across);
            (void)wend_graph_nearest(p->graph, strewn(p, 4, i, square), &near);
        }
        times[run] = (double)(bench_clock_ns() - begin) / (double)suite->asked;
    }
    const nearest_figure figure = {bench_median(times, times == NULL ? 0 : suite->runs),
                                   (double)examined / (double)suite->asked};
    free(times);
    return figure;
}

static const bench_column nearest_columns[] = {
    {"question", "question"},
    {"nodes", "nodes"},
    {"ns", "ns"},
    {"examined", "nodes looked at"},
};

static void put_nearest(graph_suite *suite, const char *question, uint32_t nodes,
                        nearest_figure figure)
{
    bench_cell_text(&suite->report, question);
    bench_cell_number(&suite->report, nodes, 0);
    bench_cell_number(&suite->report, figure.ns, 0);
    bench_cell_number(&suite->report, figure.examined, 2);
}

static void measure_nearest(graph_suite *suite, const plain *few, const plain *many)
{
    static const char *const questions[2] = {"nearest", "nearest that can be walked to"};
    nearest_figure figures[2][2];
    bench_progress("graph", "nearest nodes");
    bench_table_begin(&suite->report, "nearest", "Nearest nodes, equal density", nearest_columns,
                      sizeof nearest_columns / sizeof nearest_columns[0]);
    for (int i = 0; i < 2; i++) {
        figures[i][0] = ask_nearest(suite, few, i == 1);
        figures[i][1] = ask_nearest(suite, many, i == 1);
        put_nearest(suite, questions[i], few->count, figures[i][0]);
        put_nearest(suite, questions[i], many->count, figures[i][1]);
    }
    bench_table_end(&suite->report);
    for (int i = 0; i < 2; i++) {
        char name[BENCH_NAME_CAPACITY];
        snprintf(name, sizeof name, "%s: time among 100,000 by time among 1,000", questions[i]);
        bench_report_time(&suite->report, name, figures[i][1].ns / figures[i][0].ns, 1.5, false);
        snprintf(name, sizeof name, "%s: nodes looked at, likewise", questions[i]);
        bench_report_target(&suite->report, name, figures[i][1].examined / figures[i][0].examined,
                            1.1, false);
    }
}

static int take_options(graph_suite *suite, int argc, char **argv)
{
    bool is_quick = false;
    const bench_option options[] = {
        {.name = "--json", .flag = &suite->report.json},
        {.name = "--quick", .flag = &is_quick},
        {.name = "--runs", .count = &suite->runs, .least = 1, .most = RUNS_MOST}};
    const int status =
        bench_options_read("graph", help, options, sizeof options / sizeof options[0], argc, argv);
    suite->is_quick = is_quick;
    suite->asked = is_quick ? ASKED_QUICK : ASKED;
    if (suite->runs == 0) {
        suite->runs = is_quick ? RUNS_QUICK : RUNS;
    }
    return status;
}

int wend_bench_graph_main(int argc, char **argv)
{
    graph_suite suite;
    memset(&suite, 0, sizeof suite);
    const int status = take_options(&suite, argc, argv);
    if (status >= 0) {
        return status;
    }
    plain few;
    plain many;
    const bool is_made = plain_make(&few, SMALL);
    bool are_made = plain_make(&many, LARGE) && is_made;
    bench_report_begin(&suite.report, stdout, suite.report.json, suite.is_quick);
    if (are_made) {
        measure_nearest(&suite, &few, &many);
        are_made = suite.is_quick ? bench_graph_index(&suite.report, 60, 1, 20)
                                  : bench_graph_index(&suite.report, 316,
                                                      suite.runs < 3 ? suite.runs : 3, 200);
    }
    if (!are_made) {
        fputs("bench graph: out of memory\n", stderr);
    }
    const bool is_missed = bench_report_end(&suite.report) > 0;
    plain_free(&few);
    plain_free(&many);
    return !are_made ? 2 : is_missed ? 1 : 0;
}

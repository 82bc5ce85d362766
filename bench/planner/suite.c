/* The suite of `wend bench planner`: the report on stdout, progress on stderr.
 * Cost: some twenty seconds; three with --quick. */
#include "planner/suite.h"

#include "bench.h"
#include "measure/options.h"
#include "measure/timing.h"
#include "planner/goals.h"
#include "search/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: bench planner [options]\n"
    "Measures planners: 1,000 requests at once on 1024 x 1024 cells under 1 ms a frame with an\n"
    "edit in every frame, what a step takes in each world, from how many requests to one goal on "
    "a\n"
    "tree of its paths pays, two threads beside one, and records in pages beside flat arrays.\n"
    "  --json         JSON instead of Markdown\n"
    "  --frames       the frames alone, a batch of each\n"
    "  --threads      two threads beside one alone\n"
    "  --pages        records in pages beside flat arrays alone\n"
    "  --goals        many starts and one goal alone\n"
    "  --groups       the same over graphs and meshes, and groups of agents with one goal, which\n"
    "                 no other option measures\n"
    "  --quick        one batch on 256 x 256 cells; times are printed, not judged\n";

/* ---- the time of a step ---- */

static const bench_column step_columns[] = {
    {"map", "map"}, {"method", "method"}, {"shape", "path"}, {"ns", "ns a step"}};

static bool measure_step(planner_suite *suite, bench_kind kind, bool has_table, wend_method method,
                         const char *name, wend_path_shape shape)
{
    planner_stand s = {0};
    bench_progress("planner", name);
    bool is_done = planner_stand_make(&s, suite, kind, has_table, NULL) &&
                   planner_stand_ask(&s, PLANNER_REQUESTS, method, 0, shape);
    if (is_done) {
        const uint64_t begin = bench_clock_ns();
        is_done = wend_planner_update(s.planner, NULL) == WEND_OK;
        const uint64_t taken = bench_clock_ns() - begin;
        wend_planner_stats stats;
        wend_planner_get_stats(s.planner, &stats);
        bench_cell_text(&suite->report, bench_kind_name(kind));
        bench_cell_text(&suite->report, name);
        bench_cell_text(&suite->report, shape == WEND_PATH_AS_FOUND ? "as found" : "smooth");
        bench_cell_number(&suite->report, (double)taken / (double)stats.steps, 1);
    }
    planner_stand_free(&s);
    return is_done;
}

static bool measure_steps(planner_suite *suite)
{
    bench_table_begin(&suite->report, "steps", "What a step takes", step_columns,
                      sizeof step_columns / sizeof step_columns[0]);
    const wend_path_shape found = WEND_PATH_AS_FOUND;
    const wend_path_shape smooth = WEND_PATH_SMOOTH_QUICK;
    bool is_done = true;
    for (int i = 0; i < 2 && is_done; i++) {
        const bench_kind kind = i == 0 ? BENCH_ROOMS : BENCH_RANDOM_20;
        is_done =
            measure_step(suite, kind, false, WEND_METHOD_ASTAR, "A*", found) &&
            measure_step(suite, kind, false, WEND_METHOD_ASTAR, "A*", smooth) &&
            measure_step(suite, kind, false, WEND_METHOD_DIJKSTRA, "Dijkstra", found) &&
            measure_step(suite, kind, false, WEND_METHOD_BREADTH_FIRST, "breadth first", found) &&
            measure_step(suite, kind, false, WEND_METHOD_BEST, "jump points", found) &&
            measure_step(suite, kind, false, WEND_METHOD_BEST, "jump points", smooth) &&
            measure_step(suite, kind, true, WEND_METHOD_BEST, "jump table", found) &&
            measure_step(suite, kind, true, WEND_METHOD_BEST, "jump table", smooth);
    }
    is_done = is_done && measure_step(suite, BENCH_PATCHES, false, WEND_METHOD_BEST, "best", found);
    bench_table_end(&suite->report);
    return is_done;
}

/* ---- many starts, one goal ---- */

static const bench_column goal_columns[] = {{"map", "map"},
                                            {"method", "method"},
                                            {"search_us", "a search, us"},
                                            {"tree_ms", "a tree, ms"},
                                            {"treed_us", "by tree, us"},
                                            {"pays", "pays from"},
                                            {"flow_ms", "a flow, ms"},
                                            {"flow_pays", "a flow pays from"}};

/* Milliseconds for `count` requests to the goal of the first query, from all the starts. */
static double time_of_goal(planner_stand *s, uint32_t count, wend_method method)
{
    const wend_node goal = s->map.queries[0].goal;
    for (uint32_t i = 0; i < count; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        def.query.from = planner_stand_centre(s, s->map.queries[i % s->map.query_count].start);
        def.query.to = planner_stand_centre(s, goal);
        def.query.method = method;
        (void)wend_planner_add_request(s->planner, &def, &s->ids[i]);
    }
    const uint64_t begin = bench_clock_ns();
    (void)wend_planner_update(s->planner, NULL);
    const double ms = (double)(bench_clock_ns() - begin) / 1e6;
    for (uint32_t i = 0; i < count; i++) {
        (void)wend_planner_release(s->planner, s->ids[i]);
    }
    return ms;
}

/* Milliseconds for a flow to the same goal over all ground, portals apart. */
static double time_of_flow(const planner_stand *s)
{
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    wend_flow_request_id id;
    def.grid = s->grid;
    if (wend_flow_create(&def, &flow) != WEND_OK || wend_flow_update(flow, NULL) != WEND_OK) {
        wend_flow_destroy(flow);
        return 0;
    }
    const uint64_t begin = bench_clock_ns();
    (void)wend_flow_add_request_to(flow, 0, wend_grid_position(s->grid, s->map.queries[0].goal), 0,
                                   &id);
    (void)wend_flow_update(flow, NULL);
    const double ms = (double)(bench_clock_ns() - begin) / 1e6;
    wend_flow_destroy(flow);
    return ms;
}

static bool measure_goal(planner_suite *suite, bench_kind kind, bool has_table, const char *name)
{
    planner_stand s = {0};
    bench_progress("planner", name);
    bool is_done = planner_stand_make(&s, suite, kind, has_table, NULL);
    double search = 0;
    double treed = 0;
    double tree = 0;
    double flow = 0;
    for (int run = 0; run < 2 && is_done; run++) { /* the first one warms up */
        search = time_of_goal(&s, PLANNER_REQUESTS, WEND_METHOD_BEST) / (double)PLANNER_REQUESTS;
        flow = time_of_flow(&s);
    }
    wend_planner_destroy(s.planner);
    s.planner = NULL;
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.grid = s.grid;
    def.max_requests = PLANNER_REQUESTS;
    def.cache_capacity = 0;
    def.goal_trees = 1;
    profile.has_jump_table = has_table;
    is_done = is_done && wend_planner_create(&def, &s.planner) == WEND_OK &&
              wend_planner_add_profile(s.planner, &profile, &index) == WEND_OK;
    if (is_done) {
        wend_planner_stats stats = {0};
        while (stats.from_trees == 0) { /* until the goal has its tree */
            tree = time_of_goal(&s, 1, WEND_METHOD_BEST);
            wend_planner_get_stats(s.planner, &stats);
        }
        treed = time_of_goal(&s, PLANNER_REQUESTS, WEND_METHOD_BEST) / (double)PLANNER_REQUESTS;
        bench_cell_text(&suite->report, bench_kind_name(kind));
        bench_cell_text(&suite->report, name);
        bench_cell_number(&suite->report, 1000 * search, 1);
        bench_cell_number(&suite->report, tree, 1);
        bench_cell_number(&suite->report, 1000 * treed, 1);
        bench_cell_number(&suite->report, search > treed ? ceil(tree / (search - treed)) : 0, 0);
        bench_cell_number(&suite->report, flow, 1);
        bench_cell_number(&suite->report, ceil(flow / search), 0);
    }
    planner_stand_free(&s);
    return is_done;
}

static bool measure_goals(planner_suite *suite)
{
    bench_table_begin(&suite->report, "goals", "Many starts, one goal", goal_columns,
                      sizeof goal_columns / sizeof goal_columns[0]);
    const bool is_done = measure_goal(suite, BENCH_RANDOM_20, false, "jump points") &&
                         measure_goal(suite, BENCH_ROOMS, false, "jump points") &&
                         measure_goal(suite, BENCH_ROOMS, true, "jump table") &&
                         measure_goal(suite, BENCH_PATCHES, false, "A* (costs)");
    bench_table_end(&suite->report);
    return is_done;
}

/* ---- the whole ---- */

int wend_bench_planner_main(int argc, char **argv)
{
    planner_suite suite;
    memset(&suite, 0, sizeof suite);
    const bench_option options[] = {{.name = "--json", .flag = &suite.report.json},
                                    {.name = "--frames", .flag = &suite.is_frames},
                                    {.name = "--threads", .flag = &suite.is_threads},
                                    {.name = "--pages", .flag = &suite.is_pages},
                                    {.name = "--goals", .flag = &suite.is_goals},
                                    {.name = "--groups", .flag = &suite.is_groups},
                                    {.name = "--quick", .flag = &suite.is_quick}};
    const int status = bench_options_read("planner", help, options,
                                          sizeof options / sizeof options[0], argc, argv);
    if (status >= 0) {
        return status;
    }
    suite.side = suite.is_quick ? 256 : PLANNER_SIDE;
    bench_report_begin(&suite.report, stdout, suite.report.json, suite.is_quick);
    const bool is_all = !suite.is_goals && !suite.is_frames && !suite.is_threads &&
                        !suite.is_pages && !suite.is_groups;
    const bool is_done =
        (!(is_all || suite.is_frames) || planner_measure_frames(&suite)) &&
        (!is_all || measure_steps(&suite)) &&
        (!(is_all || suite.is_pages) || planner_measure_pages(&suite)) &&
        (!(is_all || suite.is_goals) || measure_goals(&suite)) &&
        (!suite.is_groups || (planner_measure_worlds(&suite.report, suite.side) &&
                              planner_measure_groups(&suite.report, suite.side))) &&
        (!(is_all || suite.is_threads) || planner_measure_threads(&suite));
    if (!is_done) {
        fputs("bench planner: out of memory\n", stderr);
    }
    const bool is_missed = bench_report_end(&suite.report) > 0;
    return !is_done ? 2 : is_missed ? 1 : 0;
}

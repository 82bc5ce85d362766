/* The suite of `wend bench planner`: the report on stdout, progress on stderr.
 * Cost: some twenty seconds; three with --quick. */
#include "search/suite.h"
#include "bench.h"
#include "measure/maps.h"
#include "measure/options.h"
#include "measure/table.h"
#include "measure/timing.h"
#include "planner/goals.h"
#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REQUESTS = 1000, SIDE = 1024, FRAMES_MOST = 200000, BATCHES = 8 };

static const char help[] =
    "usage: bench planner [options]\n"
    "Measures planners: 1,000 requests at once on 1024 x 1024 cells under 1 ms a frame with an\n"
    "edit in every frame, what a step takes in each world, from how many requests to one goal on "
    "a\n"
    "tree of its paths pays, and two threads beside one.\n"
    "  --json         JSON instead of Markdown\n"
    "  --frames       the frames alone, a batch of each\n"
    "  --threads      two threads beside one alone\n"
    "  --goals        many starts and one goal alone\n"
    "  --groups       the same over graphs and meshes, and groups of agents with one goal, which\n"
    "                 no other option measures\n"
    "  --quick        one batch on 256 x 256 cells; times are printed, not judged\n";

typedef struct planner_suite {
    bench_report report;
    bool is_quick, is_frames, is_threads, is_goals, is_groups;
    int32_t side;
    size_t failures;
} planner_suite;

/* ---- a grid, a planner and its requests ---- */

typedef struct planner_stand {
    bench_map map;
    wend_grid *grid;
    wend_planner *planner;
    wend_planner_request_id ids[REQUESTS];
} planner_stand;

static wend_vec3 centre_of(const planner_stand *s, wend_node node)
{
    const wend_vec2 at = wend_grid_position(s->grid, node);
    return (wend_vec3){at.x, at.y, 0};
}

static bool stand_make(planner_stand *s, const planner_suite *suite, bench_kind kind,
                       bool has_table, const wend_executor *executor)
{
    memset(s, 0, sizeof *s);
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    if (!bench_map_make(&s->map, kind, suite->side, 1) ||
        !bench_map_random_queries(&s->map, 2, REQUESTS)) {
        return false;
    }
    s->grid = bench_map_grid(&s->map, NULL);
    def.grid = s->grid;
    def.max_requests = REQUESTS;
    def.cache_capacity = 0;
    if (executor != NULL) {
        def.executor = *executor;
    }
    profile.has_jump_table = has_table;
    return s->grid != NULL && wend_planner_create(&def, &s->planner) == WEND_OK &&
           wend_planner_add_profile(s->planner, &profile, &index) == WEND_OK;
}

static void stand_free(planner_stand *s)
{
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
    bench_map_free(&s->map);
}

/* @param mix every so many requests is a plain A*, as if by a radius or a predicate; 0 = none. */
static bool stand_ask(planner_stand *s, wend_method method, uint32_t mix, wend_path_shape shape)
{
    bool is_done = true;
    for (uint32_t i = 0; i < REQUESTS && is_done; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        const bench_query *query = &s->map.queries[i % s->map.query_count];
        def.query.from = centre_of(s, query->start);
        def.query.to = centre_of(s, query->goal);
        def.query.method = mix != 0 && i % mix == 0 ? WEND_METHOD_ASTAR : method;
        def.query.shape = shape;
        is_done = wend_planner_add_request(s->planner, &def, &s->ids[i]) == WEND_OK;
    }
    return is_done;
}

static void stand_release(planner_stand *s)
{
    for (uint32_t i = 0; i < REQUESTS; i++) {
        (void)wend_planner_release(s->planner, s->ids[i]);
    }
}

/* ---- frames ---- */

typedef struct frame_figures {
    double p999, most, mean, frames, last_wait, ideal_wait, megabytes, retries, outdated;
    size_t unanswered;
} frame_figures;

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static void edit_a_wall(planner_stand *s, uint64_t frame)
{
    const int32_t side = s->map.width;
    const int32_t x = (int32_t)wend_random_below(7, frame / 2, 0, (uint32_t)side - 8);
    const int32_t y = (int32_t)wend_random_below(7, frame / 2, 1, (uint32_t)side - 8);
    const uint8_t cost = frame % 2 == 0 ? WEND_COST_WALL : 1;
    (void)wend_grid_fill(s->grid, 0, x, y, 6, 1, cost);
}

/* Updates under 1 ms each, with an edit before each, until all are answered. The budget ends by the
 * clock on the wall; times are those that the thread had a processor. */
static bool run_frames(planner_stand *s, double *times, size_t *count, frame_figures *f)
{
    wend_result result = WEND_IN_PROGRESS;
    double sum = 0;
    size_t frames = 0;
    while (result == WEND_IN_PROGRESS && *count < FRAMES_MOST) {
        edit_a_wall(s, *count);
        const uint64_t begin = bench_clock_ns();
        wend_budget budget = wend_budget_ns(1000000);
        result = wend_planner_update(s->planner, &budget);
        times[*count] = (double)(bench_clock_ns() - begin) / 1e6;
        sum += times[(*count)++];
        frames++;
    }
    for (uint32_t i = 0; i < REQUESTS; i++) {
        wend_planner_answer answer;
        const bool is_answered = wend_planner_poll(s->planner, s->ids[i], &answer, NULL) >= 0 &&
                                 answer.state == WEND_PLANNER_READY;
        f->unanswered += is_answered ? 0 : 1;
        f->outdated += answer.is_outdated ? 1 : 0;
        f->last_wait = (double)answer.waited > f->last_wait ? (double)answer.waited : f->last_wait;
    }
    f->ideal_wait = sum > f->ideal_wait ? sum : f->ideal_wait;
    f->frames += (double)frames;
    return result == WEND_OK;
}

static const bench_column frame_columns[] = {
    {"map", "map"},
    {"method", "method"},
    {"frames", "frames"},
    {"mean_ms", "mean ms"},
    {"p999_ms", "99.9 % ms"},
    {"most_ms", "most ms"},
    {"last_wait", "last one waits"},
    {"work_over_budget", "work / budget"},
    {"megabytes", "MB of searches"},
    {"retries", "searched again"},
    {"outdated", "outdated"},
};

static void put_frames(planner_suite *suite, const char *map, const char *method,
                       const frame_figures *f)
{
    bench_report *r = &suite->report;
    bench_cell_text(r, map);
    bench_cell_text(r, method);
    bench_cell_number(r, f->frames, 0);
    bench_cell_number(r, f->mean, 3);
    bench_cell_number(r, f->p999, 3);
    bench_cell_number(r, f->most, 3);
    bench_cell_number(r, f->last_wait, 0);
    bench_cell_number(r, f->ideal_wait, 0);
    bench_cell_number(r, f->megabytes, 1);
    bench_cell_number(r, f->retries, 0);
    bench_cell_number(r, f->outdated, 0);
}

static bool measure_frames(planner_suite *suite, bench_kind kind, bool has_table,
                           wend_method method, const char *name)
{
    planner_stand s = {0};
    frame_figures f = {0};
    size_t count = 0;
    const int batches =
        suite->is_quick || suite->is_frames || method == WEND_METHOD_ASTAR ? 1 : BATCHES;
    double *times = calloc(FRAMES_MOST, sizeof *times);
    bench_progress("planner", name);
    bool is_done = times != NULL && stand_make(&s, suite, kind, has_table, NULL);
    for (int batch = 0; batch < batches && is_done; batch++) {
        is_done =
            stand_ask(&s, method, 0, WEND_PATH_SMOOTH_QUICK) && run_frames(&s, times, &count, &f);
        stand_release(&s);
    }
    if (is_done) {
        wend_planner_stats stats;
        wend_planner_get_stats(s.planner, &stats);
        double sum = 0;
        for (size_t i = 0; i < count; i++) {
            sum += times[i];
        }
        qsort(times, count, sizeof *times, compare_times);
        f.mean = sum / (double)count;
        f.p999 = times[(size_t)((double)(count - 1) * 0.999)];
        f.most = times[count - 1];
        f.megabytes = (double)stats.max_search_bytes / 1e6;
        f.retries = (double)stats.retries;
        put_frames(suite, bench_kind_name(kind), name, &f);
        char title[BENCH_NAME_CAPACITY];
        (void)snprintf(title, sizeof title, "99.9 %% of updates, ms, %s %s", bench_kind_name(kind),
                       name);
        bench_report_time(&suite->report, title, f.p999, 1.25, false);
        (void)snprintf(title, sizeof title, "wait of the last over work / budget, %s %s",
                       bench_kind_name(kind), name);
        bench_report_time(&suite->report, title, f.last_wait / f.ideal_wait, 1.1, false);
        bench_report_target(&suite->report, "requests without an answer", (double)f.unanswered, 0,
                            false);
        bench_report_target(&suite->report, "MB of searches", f.megabytes, 67.2, false);
    }
    free(times);
    stand_free(&s);
    return is_done;
}

static bool measure_all_frames(planner_suite *suite)
{
    bench_table_begin(&suite->report, "frames",
                      "1,000 requests at once, 1 ms a frame, edits in all", frame_columns,
                      sizeof frame_columns / sizeof frame_columns[0]);
    const bool is_done =
        measure_frames(suite, BENCH_RANDOM_20, false, WEND_METHOD_BEST, "jump points") &&
        measure_frames(suite, BENCH_ROOMS, false, WEND_METHOD_BEST, "jump points") &&
        measure_frames(suite, BENCH_ROOMS, true, WEND_METHOD_BEST, "jump table") &&
        measure_frames(suite, BENCH_ROOMS, false, WEND_METHOD_ASTAR, "A*");
    bench_table_end(&suite->report);
    return is_done;
}

/* ---- the time of a step ---- */

static const bench_column step_columns[] = {
    {"map", "map"}, {"method", "method"}, {"shape", "path"}, {"ns", "ns a step"}};

static bool measure_step(planner_suite *suite, bench_kind kind, bool has_table, wend_method method,
                         const char *name, wend_path_shape shape)
{
    planner_stand s = {0};
    bench_progress("planner", name);
    bool is_done = stand_make(&s, suite, kind, has_table, NULL) && stand_ask(&s, method, 0, shape);
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
    stand_free(&s);
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

/* ---- threads ---- */

enum { THREAD_RUNS = 3 };

/* One number of threads: its planner, and what its runs took. */
typedef struct thread_stand {
    planner_stand stand;
    wend_pool *pool;
    double wall[THREAD_RUNS], work[THREAD_RUNS]; /* ms; work: of all processors */
    uint64_t hash; /* of the costs, and the updates in which they were ready */
} thread_stand;

/* An executor that runs all blocks on this thread, and counts the time that two threads save that
 * share them as those of a pool do: whichever is free takes the next block. Other work on the
 * machine does not change the result. */
typedef struct shared_blocks {
    double saved_ns;
} shared_blocks;

static void run_shared(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                       void *job_context)
{
    shared_blocks *shared = context;
    double busy[2] = {0, 0};
    for (size_t first = 0; first < item_count; first += block_items) {
        const size_t end = first + block_items < item_count ? first + block_items : item_count;
        const uint64_t begin = bench_clock_ns();
        job(job_context, first, end);
        busy[busy[1] < busy[0] ? 1 : 0] += (double)(bench_clock_ns() - begin);
    }
    shared->saved_ns += busy[0] < busy[1] ? busy[0] : busy[1];
}

/* The 1,000 requests in updates of 200,000 steps. */
static bool run_mixed(planner_stand *s, uint64_t *hash)
{
    bool is_done = stand_ask(s, WEND_METHOD_BEST, 10, WEND_PATH_SMOOTH_QUICK);
    wend_result result = WEND_IN_PROGRESS;
    while (is_done && result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(200000);
        result = wend_planner_update(s->planner, &budget);
    }
    for (uint32_t i = 0; i < REQUESTS && is_done; i++) {
        wend_planner_answer answer;
        (void)wend_planner_poll(s->planner, s->ids[i], &answer, NULL);
        *hash = wend_hash_u64(*hash, answer.path.cost);
        *hash = wend_hash_u64(*hash, answer.waited);
    }
    stand_release(s);
    return is_done && result == WEND_OK;
}

static bool threads_make(thread_stand *t, const planner_suite *suite, uint32_t threads)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = threads;
    if (wend_pool_create(&def, &t->pool) != WEND_OK) {
        return false;
    }
    const wend_executor executor = wend_pool_executor(t->pool);
    uint64_t warm = 0;
    return stand_make(&t->stand, suite, BENCH_RANDOM_20, false, &executor) &&
           run_mixed(&t->stand, &warm);
}

static void threads_free(thread_stand *t)
{
    stand_free(&t->stand);
    wend_pool_destroy(t->pool);
}

static bool threads_run(thread_stand *t, int run)
{
    const clock_t work = clock();
    const uint64_t begin = wend_clock_ns();
    const bool is_done = run_mixed(&t->stand, &t->hash);
    t->wall[run] = (double)(wend_clock_ns() - begin) / 1e6;
    t->work[run] = (double)(clock() - work) * 1e3 / CLOCKS_PER_SEC;
    return is_done;
}

/* How many times as fast two threads are by the shares of the work alone. */
static double shared_ratio(const planner_suite *suite, bool *is_done)
{
    shared_blocks shared = {0};
    const wend_executor executor = {run_shared, &shared};
    planner_stand s = {0};
    uint64_t hash = 0;
    *is_done = stand_make(&s, suite, BENCH_RANDOM_20, false, &executor) && run_mixed(&s, &hash);
    shared.saved_ns = 0;
    const uint64_t begin = bench_clock_ns();
    *is_done = *is_done && run_mixed(&s, &hash);
    const double all = (double)(bench_clock_ns() - begin);
    stand_free(&s);
    return all / (all - shared.saved_ns);
}

static const bench_column thread_columns[] = {{"threads", "threads"},
                                              {"ms", "ms"},
                                              {"work_ms", "ms of all processors"},
                                              {"ratio", "times one"},
                                              {"work_ratio", "work of one"}};

static bool measure_threads(planner_suite *suite)
{
    thread_stand *stands = calloc(2, sizeof *stands);
    bool is_done = stands != NULL;
    bench_progress("planner", "threads");
    for (uint32_t k = 0; k < 2 && is_done; k++) {
        is_done = threads_make(&stands[k], suite, k + 1);
    }
    for (int run = 0; run < THREAD_RUNS && is_done; run++) {
        is_done = threads_run(&stands[0], run) && threads_run(&stands[1], run);
    }
    bool is_shared = true;
    const double shared = is_done ? shared_ratio(suite, &is_shared) : 0;
    if (is_done && is_shared) {
        double wall[2];
        double work[2];
        bench_report *r = &suite->report;
        bench_table_begin(r, "threads", "1,000 mixed requests", thread_columns,
                          sizeof thread_columns / sizeof thread_columns[0]);
        for (int k = 0; k < 2; k++) {
            wall[k] = bench_median(stands[k].wall, THREAD_RUNS);
            work[k] = bench_median(stands[k].work, THREAD_RUNS);
            bench_cell_number(r, k + 1, 0);
            bench_cell_number(r, wall[k], 1);
            bench_cell_number(r, work[k], 1);
            bench_cell_number(r, wall[0] / wall[k], 2);
            bench_cell_number(r, work[k] / work[0], 2);
        }
        bench_table_end(r);
        bench_report_time(r, "two threads, times one", wall[0] / wall[1], 1.7, true);
        bench_report_time(r, "two threads by shares and work, times one",
                          shared * work[0] / work[1], 1.7, true);
        bench_report_target(r, "answers that differ with two threads",
                            stands[0].hash == stands[1].hash ? 0 : 1, 0, false);
    }
    for (int k = 0; k < 2 && stands != NULL; k++) {
        threads_free(&stands[k]);
    }
    free(stands);
    return is_done && is_shared;
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

/* Milliseconds for so many requests to the goal of the first query, from all the starts. */
static double time_of_goal(planner_stand *s, uint32_t count, wend_method method)
{
    const wend_node goal = s->map.queries[0].goal;
    for (uint32_t i = 0; i < count; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        def.query.from = centre_of(s, s->map.queries[i % s->map.query_count].start);
        def.query.to = centre_of(s, goal);
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
    bool is_done = stand_make(&s, suite, kind, has_table, NULL);
    double search = 0;
    double treed = 0;
    double tree = 0;
    double flow = 0;
    for (int run = 0; run < 2 && is_done; run++) { /* the first one warms up */
        search = time_of_goal(&s, REQUESTS, WEND_METHOD_BEST) / (double)REQUESTS;
        flow = time_of_flow(&s);
    }
    wend_planner_destroy(s.planner);
    s.planner = NULL;
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.grid = s.grid;
    def.max_requests = REQUESTS;
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
        treed = time_of_goal(&s, REQUESTS, WEND_METHOD_BEST) / (double)REQUESTS;
        bench_cell_text(&suite->report, bench_kind_name(kind));
        bench_cell_text(&suite->report, name);
        bench_cell_number(&suite->report, 1000 * search, 1);
        bench_cell_number(&suite->report, tree, 1);
        bench_cell_number(&suite->report, 1000 * treed, 1);
        bench_cell_number(&suite->report, search > treed ? ceil(tree / (search - treed)) : 0, 0);
        bench_cell_number(&suite->report, flow, 1);
        bench_cell_number(&suite->report, ceil(flow / search), 0);
    }
    stand_free(&s);
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
                                    {.name = "--goals", .flag = &suite.is_goals},
                                    {.name = "--groups", .flag = &suite.is_groups},
                                    {.name = "--quick", .flag = &suite.is_quick}};
    const int status = bench_options_read("planner", help, options,
                                          sizeof options / sizeof options[0], argc, argv);
    if (status >= 0) {
        return status;
    }
    suite.side = suite.is_quick ? 256 : SIDE;
    bench_report_begin(&suite.report, stdout, suite.report.json, suite.is_quick);
    bool is_done = true;
    if (suite.is_groups) {
        is_done = planner_measure_worlds(&suite.report, suite.side) &&
                  planner_measure_groups(&suite.report, suite.side);
    } else if (suite.is_goals) {
        is_done = measure_goals(&suite);
    } else {
        is_done = suite.is_threads || measure_all_frames(&suite);
        is_done = is_done && (suite.is_frames || suite.is_threads ||
                              (measure_steps(&suite) && measure_goals(&suite)));
        is_done = is_done && (suite.is_frames || measure_threads(&suite));
    }
    if (!is_done) {
        fputs("bench planner: out of memory\n", stderr);
    }
    const bool is_missed = bench_report_end(&suite.report) > 0;
    return !is_done ? 2 : is_missed ? 1 : 0;
}

/* Paged search records (those of planners) beside flat ones (those of pathfinders): the same queries,
 * the same number of searches at once, turns of the same length. */
#include "planner/suite.h"

#include "measure/timing.h"
#include "search/suite.h"

enum { PAGES_REQUESTS = 16, PAGES_RUNS = 3, AT_ONCE = 8, TURN_STEPS = 512 };

static const bench_column page_columns[] = {{"map", "map"},
                                            {"method", "method"},
                                            {"flat_ms", "flat, ms"},
                                            {"paged_ms", "in pages, ms"},
                                            {"ratio", "in pages / flat"},
                                            {"flat_mb", "flat, MB"},
                                            {"paged_mb", "in pages, MB"}};

/* The pathfinders beside the planner, over one space. */
typedef struct flat_stand {
    wend_space *space;
    wend_pathfinder *pathfinders[AT_ONCE];
} flat_stand;

static bool flat_make(flat_stand *f, const planner_stand *s)
{
    wend_space_def def = wend_space_def_default();
    wend_pathfinder_def each = wend_pathfinder_def_default();
    def.grid = s->grid;
    bool is_done = wend_space_create(&def, &f->space) == WEND_OK;
    each.space = f->space;
    for (int i = 0; i < AT_ONCE && is_done; i++) {
        is_done = wend_pathfinder_create(&each, &f->pathfinders[i]) == WEND_OK;
    }
    return is_done;
}

static void flat_free(flat_stand *f)
{
    for (int i = 0; i < AT_ONCE; i++) {
        wend_pathfinder_destroy(f->pathfinders[i]);
    }
    wend_space_destroy(f->space);
}

/* Milliseconds for the requests by pathfinders that take turns; adds up the costs. */
static double run_flat(flat_stand *f, const planner_stand *s, wend_method method, uint64_t *sum)
{
    bool is_busy[AT_ONCE] = {false};
    uint32_t begun = 0;
    uint32_t ended = 0;
    *sum = 0;
    const uint64_t begin = bench_clock_ns();
    for (int i = 0; ended < PAGES_REQUESTS; i = (i + 1) % AT_ONCE) {
        wend_pathfinder *pathfinder = f->pathfinders[i];
        wend_budget budget = wend_budget_steps(TURN_STEPS);
        if (!is_busy[i] && begun < PAGES_REQUESTS) {
            const bench_query *ends = &s->map.queries[begun++ % s->map.query_count];
            wend_path_query query = wend_path_query_default();
            query.from = planner_stand_centre(s, ends->start);
            query.to = planner_stand_centre(s, ends->goal);
            query.method = method;
            query.shape = WEND_PATH_AS_FOUND;
            is_busy[i] = wend_pathfinder_start(pathfinder, &query) == WEND_OK;
            ended += is_busy[i] ? 0 : 1;
        }
        if (is_busy[i] && wend_pathfinder_run(pathfinder, &budget) != WEND_IN_PROGRESS) {
            wend_path_answer answer;
            wend_pathfinder_get_answer(pathfinder, &answer);
            *sum += answer.cost;
            is_busy[i] = false;
            ended++;
        }
    }
    return (double)(bench_clock_ns() - begin) / 1e6;
}

/* The same by the planner. */
static double run_paged(planner_stand *s, wend_method method, uint64_t *sum)
{
    const bool is_asked = planner_stand_ask(s, PAGES_REQUESTS, method, 0, WEND_PATH_AS_FOUND);
    *sum = 0;
    const uint64_t begin = bench_clock_ns();
    (void)wend_planner_update(s->planner, NULL);
    const double ms = (double)(bench_clock_ns() - begin) / 1e6;
    for (uint32_t i = 0; i < PAGES_REQUESTS && is_asked; i++) {
        wend_planner_answer answer;
        (void)wend_planner_poll(s->planner, s->ids[i], &answer, NULL);
        *sum += answer.path.cost;
    }
    planner_stand_release(s);
    return ms;
}

static double flat_megabytes(const flat_stand *f)
{
    size_t bytes = 0;
    for (int i = 0; i < AT_ONCE; i++) {
        wend_path_answer answer;
        wend_pathfinder_get_answer(f->pathfinders[i], &answer);
        bytes += answer.memory_bytes;
    }
    return (double)bytes / 1e6;
}

static bool measure_kind(planner_suite *suite, bench_kind kind, wend_method method,
                         const char *name, double *worst, size_t *differ)
{
    planner_stand s = {0};
    flat_stand f = {0};
    double flat[PAGES_RUNS];
    double paged[PAGES_RUNS];
    bench_progress("planner", name);
    const bool is_done = planner_stand_make(&s, suite, kind, false, NULL) && flat_make(&f, &s);
    for (int run = 0; run < PAGES_RUNS && is_done; run++) {
        uint64_t flat_sum;
        uint64_t paged_sum;
        flat[run] = run_flat(&f, &s, method, &flat_sum);
        paged[run] = run_paged(&s, method, &paged_sum);
        *differ += flat_sum != paged_sum ? 1 : 0;
    }
    if (is_done) {
        wend_planner_stats stats;
        wend_planner_get_stats(s.planner, &stats);
        bench_report *r = &suite->report;
        const double flat_ms = bench_median(flat, PAGES_RUNS);
        const double paged_ms = bench_median(paged, PAGES_RUNS);
        bench_cell_text(r, bench_kind_name(kind));
        bench_cell_text(r, name);
        bench_cell_number(r, flat_ms, 1);
        bench_cell_number(r, paged_ms, 1);
        bench_cell_number(r, paged_ms / flat_ms, 2);
        bench_cell_number(r, flat_megabytes(&f), 1);
        bench_cell_number(r, (double)stats.max_search_bytes / 1e6, 1);
        *worst = *worst < paged_ms / flat_ms ? paged_ms / flat_ms : *worst;
    }
    flat_free(&f);
    planner_stand_free(&s);
    return is_done;
}

bool planner_measure_pages(planner_suite *suite)
{
    double worst = 0;
    size_t differ = 0;
    bench_report *r = &suite->report;
    bench_table_begin(r, "pages", "16 requests across the map, eight at once", page_columns,
                      sizeof page_columns / sizeof page_columns[0]);
    const wend_method astar = WEND_METHOD_ASTAR;
    const wend_method both = WEND_METHOD_ASTAR_BIDIRECTIONAL;
    const bool is_done =
        measure_kind(suite, BENCH_ROOMS, astar, "A*", &worst, &differ) &&
        measure_kind(suite, BENCH_ROOMS, both, "A* from both ends", &worst, &differ) &&
        measure_kind(suite, BENCH_ROOMS, WEND_METHOD_DIJKSTRA, "Dijkstra", &worst, &differ) &&
        measure_kind(suite, BENCH_RANDOM_20, astar, "A*", &worst, &differ) &&
        measure_kind(suite, BENCH_PATCHES, astar, "A*", &worst, &differ);
    bench_table_end(r);
    bench_report_time(r, "in pages / flat, the slowest", worst, 1.1, false);
    bench_report_target(r, "runs whose costs differ from those with flat arrays", (double)differ, 0,
                        false);
    return is_done;
}

/* 1,000 requests at once under 1 ms a frame, with an edit in every frame. */
#include "planner/suite.h"
#include "planner/worlds.h"

#include "measure/timing.h"
#include "search/suite.h"

#include <stdlib.h>

enum { FRAMES_MOST = 200000, BATCHES = 8 };

typedef struct frame_figures {
    double p999, most, mean, frames, last_wait, ideal_wait, megabytes, retries, outdated;
    double wall_mean, wall_p999; /* by the wall clock */
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

/* Milliseconds of updates: processor time of the thread, and time by the wall clock, which
 * ends the budget. */
typedef struct frame_times {
    double *processor, *wall; /* [FRAMES_MOST] */
    size_t count;
} frame_times;

/* Updates under 1 ms each, with an edit before each, until all are answered. */
static bool run_frames(planner_stand *s, frame_times *times, frame_figures *f)
{
    wend_result result = WEND_IN_PROGRESS;
    double sum = 0;
    size_t frames = 0;
    while (result == WEND_IN_PROGRESS && times->count < FRAMES_MOST) {
        edit_a_wall(s, times->count);
        const uint64_t begin = bench_clock_ns();
        const uint64_t wall = wend_clock_ns();
        wend_budget budget = wend_budget_ns(1000000);
        result = wend_planner_update(s->planner, &budget);
        times->wall[times->count] = (double)(wend_clock_ns() - wall) / 1e6;
        times->processor[times->count] = (double)(bench_clock_ns() - begin) / 1e6;
        sum += times->wall[times->count] < 1 ? times->wall[times->count] : 1;
        times->count++;
        frames++;
    }
    for (uint32_t i = 0; i < PLANNER_REQUESTS; i++) {
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
    {"wall_mean_ms", "wall: mean ms"},
    {"wall_p999_ms", "wall: 99.9 % ms"},
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
    bench_cell_number(r, f->wall_mean, 3);
    bench_cell_number(r, f->wall_p999, 3);
    bench_cell_number(r, f->last_wait, 0);
    bench_cell_number(r, f->ideal_wait, 0);
    bench_cell_number(r, f->megabytes, 1);
    bench_cell_number(r, f->retries, 0);
    bench_cell_number(r, f->outdated, 0);
}

static double mean_of(const double *times, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += times[i];
    }
    return sum / (double)count;
}

static bool measure_frames(planner_suite *suite, bench_kind kind, bool has_table,
                           wend_method method, const char *name)
{
    planner_stand s = {0};
    frame_figures f = {0};
    frame_times times = {calloc(FRAMES_MOST, sizeof(double)), calloc(FRAMES_MOST, sizeof(double)),
                         0};
    const int batches =
        suite->is_quick || suite->is_frames || method == WEND_METHOD_ASTAR ? 1 : BATCHES;
    bench_progress("planner", name);
    bool is_done = times.processor != NULL && times.wall != NULL &&
                   planner_stand_make(&s, suite, kind, has_table, NULL);
    for (int batch = 0; batch < batches && is_done; batch++) {
        is_done = planner_stand_ask(&s, PLANNER_REQUESTS, method, 0, WEND_PATH_SMOOTH_QUICK) &&
                  run_frames(&s, &times, &f);
        planner_stand_release(&s);
    }
    if (is_done) {
        wend_planner_stats stats;
        wend_planner_get_stats(s.planner, &stats);
        const size_t count = times.count;
        f.mean = mean_of(times.processor, count);
        f.wall_mean = mean_of(times.wall, count);
        qsort(times.processor, count, sizeof(double), compare_times);
        qsort(times.wall, count, sizeof(double), compare_times);
        f.p999 = times.processor[(size_t)((double)(count - 1) * 0.999)];
        f.wall_p999 = times.wall[(size_t)((double)(count - 1) * 0.999)];
        f.most = times.processor[count - 1];
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
    free(times.processor);
    free(times.wall);
    planner_stand_free(&s);
    return is_done;
}

bool planner_measure_frames(planner_suite *suite)
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
    return is_done && planner_measure_edited_worlds(&suite->report, suite->is_quick);
}

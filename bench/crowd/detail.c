/* Measures a tick of walkers in a town with levels of detail, one per cent of them in a region,
 * beside the same walkers at full detail, and how much later they arrive.
 *
 *    . . . . . . . .     one walker on ten square metres, in patches of 64, each with a goal of its own
 *    . . +---+ . . .     20 to 40 m away in any direction
 *    . . | o | . . .     o the region
 *    . . +---+ . . .
 *
 * Cost: some seconds, most of them for the walks to the end; runs of both alternate, so that the
 * machine's other work slows down both. */
#include "wend/detail.h"
#include "crowd/suite.h"
#include "measure/timing.h"

#include <math.h>
#include <stdlib.h>

enum {
    SIZES = 2,
    WARM = 60,
    TICKS = 40,
    WALK = 1200,
    WALKED_MOST = 10000,
    RUNS_MOST = 64,
    KINDS = 2
};

static const size_t sizes[SIZES] = {10000, 100000};
static const double apart = 3.1622776601683795, ratio_least = 2.5, later_most = 1.1;
static const double ns_per_ms = 1e6, turn = 6.283185307179586, step = 0.05;

typedef struct town {
    size_t count;
    double side; /* metres */
} town;

typedef struct town_walk {
    double seconds; /* mean time of arrival */
    size_t arrived;
    uint32_t moved; /* in the last tick */
    double tick_ns;
} town_walk;

static double drawn(size_t i, uint64_t what)
{
    return (double)wend_random_below(17, i, what, 4096) / 4096;
}

/* Neighbours in a patch have neighbouring indices, as bodies that were put down together have. */
static bool put_walkers(const town *t, wend_crowd *crowd)
{
    const size_t patches = (size_t)ceil(sqrt((double)t->count)) / 8 + 1;
    bool is_done = true;
    for (size_t i = 0; is_done && i < t->count; i++) {
        const size_t patch = i / 64, within = i % 64;
        const size_t column = patch % patches * 8 + within % 8;
        const size_t row = patch / patches * 8 + within / 8;
        const double angle = turn * drawn(i, 1), far = 20 + 20 * drawn(i, 2);
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.position = (wend_vec2){apart * ((double)column + 0.5 * drawn(i, 3)),
                                    apart * ((double)row + 0.5 * drawn(i, 4))};
        const wend_vec2 to = {body.position.x + far * wend_cos(angle),
                              body.position.y + far * wend_sin(angle)};
        is_done = wend_crowd_add_body(crowd, &body, &id) == WEND_OK &&
                  wend_crowd_set_goal(crowd, id, to, 0) == WEND_OK;
    }
    return is_done;
}

static bool look(const town *t, wend_crowd *crowd)
{
    const double middle = t->side / 2, half = 0.05 * t->side;
    const wend_detail_region seen = {
        WEND_DETAIL_ALL_FLOORS, {middle - half, middle - half}, {middle + half, middle + half}, 0};
    wend_detail_def def = wend_detail_def_default();
    def.regions = &seen;
    def.region_count = 1;
    return wend_crowd_set_detail(crowd, &def) == WEND_OK;
}

static void count_arrivals(const wend_crowd *crowd, double now, town_walk *walk)
{
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == WEND_EVENT_ARRIVED) {
            walk->seconds += now;
            walk->arrived++;
        }
    }
}

/* @param ticks of the walk, of which the first TICKS after WARM are timed. */
static bool walk_through(const town *t, bool has_levels, size_t ticks, town_walk *walk)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    *walk = (town_walk){.arrived = 0};
    def.max_bodies = (uint32_t)t->count;
    bool is_done = wend_crowd_create(&def, &crowd) == WEND_OK && put_walkers(t, crowd) &&
                   (!has_levels || look(t, crowd));
    for (size_t i = 0; is_done && i < ticks; i++) {
        const uint64_t begin = bench_clock_ns();
        is_done = wend_crowd_tick(crowd) == WEND_OK;
        if (i >= WARM && i < WARM + TICKS) {
            walk->tick_ns += (double)(bench_clock_ns() - begin) / (double)TICKS;
        }
        if (i + 1 == WARM + TICKS) {
            uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
            walk->moved = wend_crowd_count_detail(crowd, counts);
        }
        count_arrivals(crowd, step * (double)(i + 1), walk);
    }
    wend_crowd_destroy(crowd);
    walk->seconds /= walk->arrived > 0 ? (double)walk->arrived : 1;
    return is_done;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* @param walks [KINDS] at full detail, with levels: the last ones, with the medians of the times. */
static bool measure(const crowd_suite *suite, const town *t, town_walk walks[KINDS])
{
    static double all[KINDS][RUNS_MOST];
    const size_t runs = suite->runs < RUNS_MOST ? suite->runs : RUNS_MOST;
    for (size_t run = 0; run < runs; run++) {
        for (size_t kind = 0; kind < KINDS; kind++) {
            const bool is_whole = t->count <= WALKED_MOST && run + 1 == runs;
            if (!walk_through(t, kind == 1, is_whole ? WALK : WARM + TICKS, &walks[kind])) {
                return false;
            }
            all[kind][run] = walks[kind].tick_ns;
        }
    }
    for (size_t kind = 0; kind < KINDS; kind++) {
        qsort(all[kind], runs, sizeof all[kind][0], by_value);
        walks[kind].tick_ns = all[kind][runs / 2];
    }
    return true;
}

static void put(bench_report *report, const town *t, const town_walk walks[KINDS])
{
    const town_walk *full = &walks[0], *levels = &walks[1];
    bench_cell_number(report, (double)t->count, 0);
    bench_cell_number(report, full->tick_ns / ns_per_ms, 3);
    bench_cell_number(report, levels->tick_ns / ns_per_ms, 3);
    bench_cell_number(report, full->tick_ns / levels->tick_ns, 2);
    bench_cell_number(report, 100 * (double)levels->moved / (double)t->count, 1);
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (t->count <= WALKED_MOST) {
            bench_cell_number(report, walks[kind].seconds, 2);
            bench_cell_number(report, (double)walks[kind].arrived, 0);
        } else {
            bench_cell_none(report);
            bench_cell_none(report);
        }
    }
}

void bench_crowd_detail(crowd_suite *suite)
{
    static const bench_column columns[] = {
        {"bodies", "bodies"},          {"full_ms", "ms a tick, full detail"},
        {"levels_ms", "levels"},       {"ratio", "full / levels"},
        {"moved", "bodies a tick, %"}, {"full_s", "arrival, s: full"},
        {"full_arrived", "arrived"},   {"levels_s", "levels"},
        {"levels_arrived", "arrived"}};
    double ratio = 0, later = 0;
    if (suite->scene != NULL) {
        return;
    }
    bench_table_begin(&suite->report, "detail",
                      "Walkers in a town, one per cent of them in a region", columns,
                      sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < SIZES; i++) {
        const town t = {sizes[i], apart * sqrt((double)sizes[i])};
        town_walk walks[KINDS] = {{.arrived = 0}, {.arrived = 0}};
        if (suite->is_quick && t.count > WALKED_MOST) {
            continue;
        }
        if (!measure(suite, &t, walks)) {
            crowd_suite_fail(suite, "detail", "cannot be run");
            continue;
        }
        put(&suite->report, &t, walks);
        ratio = walks[0].tick_ns / walks[1].tick_ns;
        later = t.count <= WALKED_MOST ? walks[1].seconds / walks[0].seconds : later;
    }
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "full detail / levels, of the largest", ratio, ratio_least,
                      true);
    bench_report_target(&suite->report, "arrival with levels / at full detail", later, later_most,
                        false);
}

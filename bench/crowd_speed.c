/* takes: worlds of 250 to 100,000 bodies.
 * gives: how long a tick takes with one thread and with two, and what of it; beside DetourCrowd.
 * cost:  some minutes: each world runs until its bodies are in the midst of it. */
#include "crowd_peer.h"
#include "crowd_worlds.h"
#include "suite.h"
#include "suite_crowd.h"
#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 40,     /* ticks that a run of a small world takes; large ones share them */
    LARGE = 10000,   /* from here on a world is made once for all runs */
    LARGE_TICKS = 8, /* of one run */
    QUICK_MOST = 10000,
    PEER_MOST = 5000, /* DetourCrowd needs a second a tick with more */
    PEER_TICKS = 5,
    THREADS_FROM = 5000 /* where two threads are to be worth while */
};

static const size_t sizes[] = {250, 1000, 5000, 10000, 50000, 100000};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const double ns_per_ms = 1e6, ns_per_s = 1e9, million = 1e6;

/* What one size came to. */
typedef struct speed {
    double one_ns;             /* a tick, one thread, by the time it had a processor */
    double one_wall, two_wall; /* a tick, by the clock, of the fastest run: this clock counts what
                                  else the machine does too */
    double phases[5];          /* milliseconds of a tick: cells, goals, avoid, contact, rest */
    double peer_ns;            /* a tick of DetourCrowd; 0: not measured */
} speed;

static bool tick(wend_crowd *crowd, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (wend_crowd_tick(crowd) != WEND_OK) {
            return false;
        }
    }
    return true;
}

/* Times of a run, per tick. */
typedef struct lap {
    double cpu, wall;
} lap;

static bool time_ticks(wend_crowd *crowd, size_t count, lap *time)
{
    const uint64_t wall = wend_clock_ns(), cpu = bench_clock_ns();
    const bool is_done = tick(crowd, count);
    time->cpu = (double)(bench_clock_ns() - cpu) / (double)count;
    time->wall = (double)(wend_clock_ns() - wall) / (double)count;
    return is_done;
}

/* Of the last tick. @param phases [5][stride], a place in each. */
static void take_phases(const wend_crowd *crowd, double *phases, size_t stride)
{
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    const uint64_t ns[5] = {info.ns_cells, info.ns_goals, info.ns_avoid, info.ns_contact,
                            info.ns_rest};
    for (int i = 0; i < 5; i++) {
        phases[(size_t)i * stride] = (double)ns[i] / ns_per_ms;
    }
}

/* One world for all runs, or one for each.
 * @param cpu, wall [suite->runs] @param phases [5][suite->runs], may be NULL. */
static bool time_world(const crowd_suite *suite, crowd_world_kind kind, size_t count,
                       const wend_executor *executor, double *cpu, double *wall, double *phases)
{
    const bool is_large = count >= LARGE;
    crowd_world world;
    memset(&world, 0, sizeof world);
    bool is_done = true;
    for (size_t run = 0; is_done && run < suite->runs; run++) {
        lap time = {0, 0};
        if (run == 0 || !is_large) {
            crowd_world_free(&world);
            is_done = crowd_world_make(&world, kind, count, executor) &&
                      tick(world.crowd, crowd_world_warm_ticks(kind));
        }
        is_done = is_done && time_ticks(world.crowd, is_large ? LARGE_TICKS : WINDOW, &time);
        cpu[run] = time.cpu;
        wall[run] = time.wall;
        if (is_done && phases != NULL) {
            take_phases(world.crowd, phases + run, suite->runs);
        }
    }
    crowd_world_free(&world);
    return is_done;
}

static double least_of(const double *values, size_t count)
{
    double least = values[0];
    for (size_t i = 1; i < count; i++) {
        least = fmin(least, values[i]);
    }
    return least;
}

static bool time_one(const crowd_suite *suite, crowd_world_kind kind, size_t count, double *scratch,
                     speed *s)
{
    double *wall = scratch + suite->runs, *phases = wall + suite->runs;
    if (!time_world(suite, kind, count, NULL, scratch, wall, phases)) {
        return false;
    }
    for (size_t i = 0; i < 5; i++) {
        s->phases[i] = bench_median(phases + i * suite->runs, suite->runs);
    }
    s->one_ns = bench_median(scratch, suite->runs);
    s->one_wall = least_of(wall, suite->runs);
    return true;
}

static bool time_two(const crowd_suite *suite, crowd_world_kind kind, size_t count, double *scratch,
                     speed *s)
{
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool = NULL;
    def.thread_count = 2;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        return true; /* a build without threads */
    }
    const wend_executor executor = wend_pool_executor(pool);
    double *wall = scratch + suite->runs;
    const bool is_done = time_world(suite, kind, count, &executor, scratch, wall, NULL);
    wend_pool_destroy(pool);
    s->two_wall = is_done ? least_of(wall, suite->runs) : 0;
    return is_done;
}

/* The same bodies moved by DetourCrowd. */
static bool time_peer(const crowd_suite *suite, crowd_world_kind kind, size_t count,
                      double *scratch, speed *s)
{
    static const double radius = 0.25, pace = 1.3, step = 0.05;
    crowd_world world;
    if (count > PEER_MOST || kind == CROWD_WORLD_FLOW || crowd_peer_hint()[0] != '\0') {
        return true;
    }
    if (!crowd_world_make(&world, kind, count, NULL)) {
        return false;
    }
    crowd_peer *peer =
        crowd_peer_create(world.low, world.high, world.starts, world.goals, count, radius, pace);
    for (size_t i = 0; peer != NULL && i < crowd_world_warm_ticks(kind); i++) {
        crowd_peer_tick(peer, step);
    }
    for (size_t run = 0; peer != NULL && run < suite->runs; run++) {
        const uint64_t begin = bench_clock_ns();
        for (size_t i = 0; i < PEER_TICKS; i++) {
            crowd_peer_tick(peer, step);
        }
        scratch[run] = (double)(bench_clock_ns() - begin) / (double)PEER_TICKS;
    }
    s->peer_ns = peer != NULL ? bench_median(scratch, suite->runs) : 0;
    const bool is_done = peer != NULL && crowd_peer_speed(peer) > 0;
    crowd_peer_destroy(peer);
    crowd_world_free(&world);
    return is_done;
}

static bool measure(crowd_suite *suite, crowd_world_kind kind, size_t count, speed *s)
{
    double *scratch = calloc(7 * suite->runs, sizeof *scratch);
    memset(s, 0, sizeof *s);
    const bool is_done = scratch != NULL && time_one(suite, kind, count, scratch, s) &&
                         time_two(suite, kind, count, scratch, s) &&
                         time_peer(suite, kind, count, scratch, s);
    free(scratch);
    return is_done;
}

static const bench_column columns[] = {{"bodies", "bodies"},
                                       {"ms", "ms a tick"},
                                       {"rate", "M agent-steps/s"},
                                       {"two_ms", "ms, two threads"},
                                       {"ratio", "one / two"},
                                       {"cells", "ms: cells"},
                                       {"goals", "goals"},
                                       {"avoid", "avoid"},
                                       {"contact", "contact"},
                                       {"rest", "rest"},
                                       {"peer_ms", "DetourCrowd, ms"},
                                       {"peer_rate", "M agent-steps/s"},
                                       {"peer_ratio", "DetourCrowd / wend"}};

static void put_or_none(bench_report *report, bool is_there, double value, int decimals)
{
    if (is_there) {
        bench_cell_number(report, value, decimals);
    } else {
        bench_cell_none(report);
    }
}

static double rate_of(size_t count, double ns)
{
    return (double)count / ns * ns_per_s / million;
}

static void put(bench_report *report, size_t count, const speed *s)
{
    const bool has_two = s->two_wall > 0, has_peer = s->peer_ns > 0;
    bench_cell_number(report, (double)count, 0);
    bench_cell_number(report, s->one_ns / ns_per_ms, 3);
    bench_cell_number(report, rate_of(count, s->one_ns), 2);
    put_or_none(report, has_two, s->two_wall / ns_per_ms, 3);
    put_or_none(report, has_two, s->one_wall / s->two_wall, 2);
    for (int i = 0; i < 5; i++) {
        bench_cell_number(report, s->phases[i], 3);
    }
    put_or_none(report, has_peer, s->peer_ns / ns_per_ms, 3);
    put_or_none(report, has_peer, rate_of(count, s->peer_ns), 3);
    put_or_none(report, has_peer, s->peer_ns / s->one_ns, 1);
}

/* The worst over the sizes. */
typedef struct least {
    double rate, two, peer;
} least;

static void put_targets(crowd_suite *suite, crowd_world_kind kind, const least *l)
{
    char name[BENCH_NAME_CAPACITY];
    const bool is_flow = kind == CROWD_WORLD_FLOW;
    snprintf(name, sizeof name, "%s: M agent-steps/s, least", crowd_world_name(kind));
    bench_report_target(&suite->report, name, l->rate, is_flow ? 5 : 2, true);
    if (isfinite(l->two)) {
        snprintf(name, sizeof name, "%s: two threads / one, least of 5000 and more",
                 crowd_world_name(kind));
        bench_report_target(&suite->report, name, l->two, 1.8, true);
    }
    if (isfinite(l->peer)) {
        snprintf(name, sizeof name, "%s: DetourCrowd's time / wend's, least",
                 crowd_world_name(kind));
        bench_report_target(&suite->report, name, l->peer, 1, true);
    }
}

static void measure_kind(crowd_suite *suite, crowd_world_kind kind)
{
    static const char *const titles[CROWD_WORLD_COUNT] = {
        "Blocks that walk through each other, with avoidance", "Rings, with avoidance",
        "One flow over 1024 x 1024, contacts only"};
    least l = {(double)INFINITY, (double)INFINITY, (double)INFINITY};
    bench_table_begin(&suite->report, crowd_world_name(kind), titles[kind], columns,
                      sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < SIZES && (!suite->is_quick || sizes[i] <= QUICK_MOST); i++) {
        speed s;
        bench_progress("speed", crowd_world_name(kind));
        if (!measure(suite, kind, sizes[i], &s)) {
            crowd_suite_fail(suite, crowd_world_name(kind), "cannot be run");
            break;
        }
        put(&suite->report, sizes[i], &s);
        l.rate = fmin(l.rate, rate_of(sizes[i], s.one_ns));
        l.two = sizes[i] >= THREADS_FROM && s.two_wall > 0 ? fmin(l.two, s.one_wall / s.two_wall)
                                                           : l.two;
        l.peer = s.peer_ns > 0 ? fmin(l.peer, s.peer_ns / s.one_ns) : l.peer;
    }
    bench_table_end(&suite->report);
    put_targets(suite, kind, &l);
}

void bench_crowd_speed(crowd_suite *suite)
{
    if (suite->scene != NULL) {
        return;
    }
    for (int kind = 0; kind < (int)CROWD_WORLD_COUNT; kind++) {
        measure_kind(suite, (crowd_world_kind)kind);
    }
    if (crowd_peer_hint()[0] != '\0') {
        bench_report_note(&suite->report, crowd_peer_hint());
    }
}

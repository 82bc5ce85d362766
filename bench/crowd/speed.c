/* Measures a tick for worlds of 250 to 100,000 bodies, with one thread and with two, in the mean
 * and in the densest phase, by parts, and beside DetourCrowd.
 * Cost: ten minutes: each world runs until most of its bodies have arrived. */
#include "crowd/suite.h"
#include "crowd/worlds.h"
#include "measure/timing.h"
#include "peers/crowd_peer.h"
#include "search/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 40,   /* ticks, of which the slowest are reported */
    LARGE = 10000, /* from here on there is one run */
    QUICK_MOST = 10000,
    QUICK_PART = 4,      /* of the ticks of a whole walk */
    PEER_MOST = 5000,    /* DetourCrowd needs a second a tick with more */
    THREADS_FROM = 5000, /* where two threads are to be worth while */
    PHASES = 5
};

static const size_t sizes[] = {250, 1000, 5000, 10000, 50000, 100000};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const double ns_per_ms = 1e6, ns_per_s = 1e9, million = 1e6;

/* The times of one size, nanoseconds a tick. */
typedef struct speed {
    double one_ns;             /* one thread, by the time it had a processor */
    double dense_ns;           /* the same in the slowest window */
    double one_wall, two_wall; /* by the wall clock, which includes the machine's other work */
    double phases[PHASES];     /* of one thread: cells, goals, avoid, contact, rest */
    double peer_ns;            /* DetourCrowd; 0: not measured */
} speed;

/* One walk from beginning to end. */
typedef struct lap {
    double cpu, wall, dense, phases[PHASES];
} lap;

static void add_phases(const wend_crowd *crowd, double *phases)
{
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    const uint64_t ns[PHASES] = {info.ns_cells, info.ns_goals, info.ns_avoid, info.ns_contact,
                                 info.ns_rest};
    for (size_t i = 0; i < PHASES; i++) {
        phases[i] += (double)ns[i];
    }
}

static bool time_window(wend_crowd *crowd, lap *sum)
{
    const uint64_t wall = wend_clock_ns(), cpu = bench_clock_ns();
    for (size_t i = 0; i < WINDOW; i++) {
        if (wend_crowd_tick(crowd) != WEND_OK) {
            return false;
        }
        add_phases(crowd, sum->phases);
    }
    const double spent = (double)(bench_clock_ns() - cpu);
    sum->cpu += spent;
    sum->wall += (double)(wend_clock_ns() - wall);
    sum->dense = fmax(sum->dense, spent / (double)WINDOW);
    return true;
}

static bool time_way(const crowd_suite *suite, crowd_world_kind kind, size_t count,
                     const wend_executor *executor, lap *sum)
{
    const size_t whole = crowd_world_ticks(kind) / WINDOW;
    const size_t windows = suite->is_quick ? whole / QUICK_PART : whole;
    crowd_world world;
    memset(sum, 0, sizeof *sum);
    bool is_done = crowd_world_make(&world, kind, count, executor);
    for (size_t i = 0; is_done && i < windows; i++) {
        is_done = time_window(world.crowd, sum);
    }
    crowd_world_free(&world);
    const double ticks = (double)(windows * WINDOW);
    sum->cpu /= ticks;
    sum->wall /= ticks;
    for (size_t i = 0; i < PHASES; i++) {
        sum->phases[i] /= ticks;
    }
    return is_done;
}

static int by_cpu(const void *a, const void *b)
{
    const lap *one = a, *other = b;
    return (one->cpu > other->cpu) - (one->cpu < other->cpu);
}

static int by_wall(const void *a, const void *b)
{
    const lap *one = a, *other = b;
    return (one->wall > other->wall) - (one->wall < other->wall);
}

/* The median of some walks. @param laps [suite->runs] */
static bool time_ways(const crowd_suite *suite, crowd_world_kind kind, size_t count,
                      const wend_executor *executor, lap *laps, lap *median)
{
    const size_t runs = count >= LARGE ? 1 : suite->runs;
    for (size_t run = 0; run < runs; run++) {
        if (!time_way(suite, kind, count, executor, &laps[run])) {
            return false;
        }
    }
    qsort(laps, runs, sizeof *laps, executor == NULL ? by_cpu : by_wall);
    *median = laps[runs / 2];
    return true;
}

static bool time_one(const crowd_suite *suite, crowd_world_kind kind, size_t count, lap *laps,
                     speed *s)
{
    lap median;
    if (!time_ways(suite, kind, count, NULL, laps, &median)) {
        return false;
    }
    s->one_ns = median.cpu;
    s->dense_ns = median.dense;
    s->one_wall = median.wall;
    memcpy(s->phases, median.phases, sizeof s->phases);
    return true;
}

static bool time_two(const crowd_suite *suite, crowd_world_kind kind, size_t count, lap *laps,
                     speed *s)
{
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool = NULL;
    lap median;
    def.thread_count = 2;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        return true; /* a build without threads */
    }
    const wend_executor executor = wend_pool_executor(pool);
    const bool is_done = time_ways(suite, kind, count, &executor, laps, &median);
    wend_pool_destroy(pool);
    s->two_wall = is_done ? median.wall : 0;
    return is_done;
}

/* The same bodies on the same walk moved by DetourCrowd, for some ticks. */
static bool time_peer(const crowd_suite *suite, crowd_world_kind kind, size_t count, speed *s)
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
    const size_t ticks = crowd_world_ticks(kind) / (suite->is_quick ? QUICK_PART : 1);
    double spent = 0;
    for (size_t i = 0; peer != NULL && i < ticks; i++) {
        const uint64_t begin = bench_clock_ns();
        crowd_peer_tick(peer, step);
        spent += (double)(bench_clock_ns() - begin);
    }
    s->peer_ns = spent / (double)ticks;
    const bool is_done = peer != NULL && crowd_peer_speed(peer) > 0;
    crowd_peer_destroy(peer);
    crowd_world_free(&world);
    return is_done;
}

static bool measure(crowd_suite *suite, crowd_world_kind kind, size_t count, speed *s)
{
    lap *laps = calloc(suite->runs, sizeof *laps);
    memset(s, 0, sizeof *s);
    const bool is_done = laps != NULL && time_one(suite, kind, count, laps, s) &&
                         time_two(suite, kind, count, laps, s) && time_peer(suite, kind, count, s);
    free(laps);
    return is_done;
}

static const bench_column columns[] = {{"bodies", "bodies"},
                                       {"ms", "ms a tick"},
                                       {"rate", "M agent-steps/s"},
                                       {"dense_rate", "where densest"},
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
    bench_cell_number(report, rate_of(count, s->dense_ns), 2);
    put_or_none(report, has_two, s->two_wall / ns_per_ms, 3);
    put_or_none(report, has_two, s->one_wall / s->two_wall, 2);
    for (size_t i = 0; i < PHASES; i++) {
        bench_cell_number(report, s->phases[i] / ns_per_ms, 3);
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
    bench_report_time(&suite->report, name, l->rate, is_flow ? 5 : 2, true);
    if (isfinite(l->two)) {
        snprintf(name, sizeof name, "%s: two threads / one, least of 5000 and more",
                 crowd_world_name(kind));
        bench_report_time(&suite->report, name, l->two, 1.8, true);
    }
    if (isfinite(l->peer)) {
        snprintf(name, sizeof name, "%s: DetourCrowd's time / wend's, least",
                 crowd_world_name(kind));
        bench_report_time(&suite->report, name, l->peer, 1, true);
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

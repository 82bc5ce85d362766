/* Measures portals of 100 x 100 sectors, a request from corner to corner, edits, samples, and
 * memory.
 * Cost: some hundred milliseconds a run. */
#include "flow/suite.h"
#include "measure/timing.h"
#include "search/suite.h"
#include "wend/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECTORS = 100,
    SECTOR_SIDE = 10,
    SIDE = SECTORS * SECTOR_SIDE,
    LARGE_SIDE = 4096,
    EDITS = 100,
    PLACES = 1 << 16, /* that are sampled */
    FEW_PLACES = 64,  /* over and over, so that all they read is in the cache */
    WALLS = 12,       /* per cent */
    PER_CENT = 100,
    SEED = 73
};

static const double ns_per_ms = 1e6, ns_per_us = 1e3, bytes_per_mb = 1e6;

static const bench_column columns[] = {{"figure", "figure"}, {"value", "value"}};

static void put(flow_suite *suite, const char *name, double value, int decimals)
{
    bench_cell_text(&suite->report, name);
    bench_cell_number(&suite->report, value, decimals);
}

/* A figure of time with a bound. */
static void put_time(flow_suite *suite, const char *name, double value, double bound)
{
    put(suite, name, value, 3);
    bench_report_time(&suite->report, name, value, bound, false);
}

static void put_bound(flow_suite *suite, const char *name, double value, double bound)
{
    put(suite, name, value, 3);
    bench_report_target(&suite->report, name, value, bound, false);
}

static wend_grid *make_grid(int32_t side, uint32_t walls)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    bool is_ok = true;
    def.width = side;
    def.height = side;
    def.sector_size = SECTOR_SIDE;
    is_ok = wend_grid_create(&def, &grid) == WEND_OK;
    for (int32_t i = 0; is_ok && walls > 0 && i < side * side; i++) {
        if (wend_random_below(SEED, (uint64_t)i, 0, PER_CENT) < walls) {
            is_ok = wend_grid_set_cost(grid, WEND_CLASS_ALL, i % side, i / side, WEND_COST_WALL) ==
                    WEND_OK;
        }
    }
    if (!is_ok) {
        wend_grid_destroy(grid);
        grid = NULL;
    }
    return grid;
}

/* With portals, and how long that took. NULL: it failed. */
static wend_flow *make_flow(const wend_grid *grid, double *ns)
{
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    const uint64_t begin = bench_clock_ns();
    def.grid = grid;
    if (wend_flow_create(&def, &flow) != WEND_OK || wend_flow_update(flow, NULL) != WEND_OK) {
        wend_flow_destroy(flow);
        return NULL;
    }
    *ns = (double)(bench_clock_ns() - begin);
    return flow;
}

/* The median of what `once` gives over the runs; NaN when one of them failed. */
static double median_of(const flow_suite *suite, double (*once)(wend_grid *grid), wend_grid *grid)
{
    double *times = calloc(suite->runs, sizeof *times);
    bool is_done = times != NULL;
    for (size_t run = 0; is_done && run <= suite->runs; run++) {
        const double ns = once(grid);
        is_done = ns >= 0;
        times[run > 0 ? run - 1 : 0] = ns; /* the first one warms up */
    }
    const double median = is_done ? bench_median(times, suite->runs) : (double)NAN;
    free(times);
    return median;
}

static double build_portals(wend_grid *grid)
{
    double ns = -1;
    wend_flow_destroy(make_flow(grid, &ns));
    return ns;
}

/* A request from the upper left corner to the lower right one. */
static wend_result ask_across(wend_flow *flow, int32_t side, wend_flow_request_id *id)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    const wend_flow_position start = {{0.5, 0.5}, 0};
    const wend_flow_position goal = {{side - 0.5, side - 0.5}, 0};
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &start;
    def.source_count = 1;
    const wend_result result = wend_flow_add_request(flow, &def, id, NULL);
    return result == WEND_OK ? wend_flow_update(flow, NULL) : result;
}

/* Nothing is known but the portals. */
static double ask_cold(wend_grid *grid)
{
    double ns = -1;
    wend_flow *flow = make_flow(grid, &ns);
    wend_flow_request_id id;
    if (flow == NULL) {
        return -1;
    }
    const uint64_t begin = bench_clock_ns();
    const wend_result result = ask_across(flow, SIDE, &id);
    ns = result == WEND_OK ? (double)(bench_clock_ns() - begin) : -1;
    wend_flow_destroy(flow);
    return ns;
}

static void put_across(flow_suite *suite, const wend_grid *grid)
{
    wend_flow_request_info info;
    wend_flow_info all;
    double ns = 0;
    wend_flow *flow = make_flow(grid, &ns);
    wend_flow_request_id id;
    if (flow != NULL && ask_across(flow, SIDE, &id) == WEND_OK &&
        wend_flow_get_request(flow, id, &info) == WEND_OK) {
        put(suite, "... sectors with fields", info.sectors, 0);
        put(suite, "... of those completely visible", info.sectors_in_line_of_sight, 0);
        put(suite, "... portals on the route", info.route_portals, 0);
        wend_flow_get_info(flow, &all);
        put(suite, "... fields built", (double)all.fields_built, 0);
        put(suite, "... fields shared", (double)all.fields_shared, 0);
    }
    wend_flow_destroy(flow);
}

/* The times of edits. */
typedef struct edits {
    double mean_us, worst_us; /* of the medians over the runs */
    uint32_t most_sectors;    /* that one of them touched */
    double *scratch;          /* [2 * runs], microseconds */
} edits;

/* Opens the cell, or closes it. @return nanoseconds until all is right again; negative: failed. */
static double edit_cell(wend_grid *grid, wend_flow *flow, int32_t x, int32_t y)
{
    const bool is_open = wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y);
    const uint64_t begin = bench_clock_ns();
    if (wend_grid_set_cost(grid, WEND_CLASS_ALL, x, y, is_open ? WEND_COST_WALL : 1) != WEND_OK ||
        wend_flow_update(flow, NULL) != WEND_OK) {
        return -1;
    }
    return (double)(bench_clock_ns() - begin);
}

static bool time_edit(const flow_suite *suite, wend_grid *grid, wend_flow *flow, uint64_t id,
                      edits *e)
{
    const int32_t x = (int32_t)wend_random_below(SEED, id, 1, SIDE);
    const int32_t y = (int32_t)wend_random_below(SEED, id, 2, SIDE);
    const size_t count = 2 * suite->runs; /* there and back */
    for (size_t i = 0; i < count; i++) {
        wend_flow_info info;
        e->scratch[i] = edit_cell(grid, flow, x, y) / ns_per_us;
        if (e->scratch[i] < 0) {
            return false;
        }
        wend_flow_get_info(flow, &info);
        e->most_sectors = info.last_sectors_repaired > e->most_sectors ? info.last_sectors_repaired
                                                                       : e->most_sectors;
    }
    const double us = bench_median(e->scratch, count);
    e->mean_us += us / (double)EDITS;
    e->worst_us = fmax(e->worst_us, us);
    return true;
}

static void measure_edits(flow_suite *suite, wend_grid *grid, const char *kind)
{
    double ns = 0;
    wend_flow *flow = make_flow(grid, &ns);
    edits e = {.scratch = calloc(2 * suite->runs, sizeof *e.scratch)};
    bool is_done = flow != NULL && e.scratch != NULL;
    for (uint64_t i = 0; is_done && i < EDITS; i++) {
        is_done = time_edit(suite, grid, flow, i, &e);
    }
    if (is_done) {
        char name[BENCH_NAME_CAPACITY];
        snprintf(name, sizeof name, "wall edit, %s: mean, µs", kind);
        put(suite, name, e.mean_us, 2);
        snprintf(name, sizeof name, "wall edit, %s: the slowest of 100, µs", kind);
        put_time(suite, name, e.worst_us, 100);
        snprintf(name, sizeof name, "wall edit, %s: most sectors touched", kind);
        put_bound(suite, name, e.most_sectors, 5);
    } else {
        flow_suite_fail(suite, "edits", kind);
    }
    free(e.scratch);
    wend_flow_destroy(flow);
}

/* Fields everywhere, for a goal in the middle, which is open. */
static bool ask_all(wend_flow *flow, wend_flow_request_id *id)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    const double middle = (SIDE + 1) / 2.0;
    const wend_flow_position goal = {{middle, middle}, 0};
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    return wend_flow_add_request(flow, &def, id, NULL) == WEND_OK &&
           wend_flow_update(flow, NULL) == WEND_OK;
}

/* [PLACES] random positions with this guidance. @return false: not enough exist. */
static bool find_places(const wend_flow *flow, wend_flow_request_id id, wend_flow_guidance why,
                        wend_vec2 *places)
{
    const double side = SIDE;
    size_t count = 0;
    for (uint64_t i = 0; i < 100 * (uint64_t)PLACES && count < PLACES; i++) {
        const wend_vec2 at = {side * wend_random_unit(SEED, i, 3),
                              side * wend_random_unit(SEED, i, 4)};
        wend_vec2 to;
        if (wend_flow_sample(flow, id, 0, at.x, at.y, &to.x, &to.y) == why) {
            places[count] = at;
            count++;
        }
    }
    return count == PLACES;
}

/* Nanoseconds a sample, the median over the runs: PLACES of them at the first `count` positions. */
static double time_samples(const flow_suite *suite, const wend_flow *flow, wend_flow_request_id id,
                           const wend_vec2 *places, size_t count, double *times)
{
    for (size_t run = 0; run <= suite->runs; run++) {
        double sum = 0; /* is used, so that nothing is left out */
        const uint64_t begin = bench_clock_ns();
        for (size_t i = 0, at = 0; i < PLACES; i++, at = at + 1 < count ? at + 1 : 0) {
            wend_vec2 to;
            (void)wend_flow_sample(flow, id, 0, places[at].x, places[at].y, &to.x, &to.y);
            sum += to.x + to.y;
        }
        const double ns = (double)(bench_clock_ns() - begin) / (double)PLACES;
        times[run > 0 ? run - 1 : 0] = isfinite(sum) ? ns : (double)NAN;
    }
    return bench_median(times, suite->runs);
}

static void measure_samples(flow_suite *suite, wend_grid *grid, wend_flow_guidance why,
                            const char *kind)
{
    double ns = 0;
    const bool is_open = wend_grid_set_cost(grid, WEND_CLASS_ALL, SIDE / 2, SIDE / 2, 1) == WEND_OK;
    wend_flow *flow = is_open ? make_flow(grid, &ns) : NULL;
    wend_vec2 *places = calloc(PLACES, sizeof *places);
    double *times = calloc(suite->runs, sizeof *times);
    wend_flow_request_id id;
    if (flow != NULL && places != NULL && times != NULL && ask_all(flow, &id) &&
        find_places(flow, id, why, places)) {
        char name[BENCH_NAME_CAPACITY];
        snprintf(name, sizeof name, "a sample %s: 64 places over and over, ns", kind);
        put(suite, name, time_samples(suite, flow, id, places, FEW_PLACES, times), 0);
        snprintf(name, sizeof name, "a sample %s: random places, ns", kind);
        put(suite, name, time_samples(suite, flow, id, places, PLACES, times), 0);
    } else {
        flow_suite_fail(suite, "samples", kind);
    }
    free(times);
    free(places);
    wend_flow_destroy(flow);
}

static void measure_kind(flow_suite *suite, uint32_t walls, double bound_ms)
{
    wend_grid *grid = make_grid(SIDE, walls);
    const char *kind = walls == 0 ? "open" : "12 % walls";
    char name[BENCH_NAME_CAPACITY];
    bench_progress("figures", kind);
    if (grid == NULL) {
        flow_suite_fail(suite, kind, "out of memory");
        return;
    }
    snprintf(name, sizeof name, "portals of 100 x 100 sectors, %s, ms", kind);
    put_time(suite, name, median_of(suite, build_portals, grid) / ns_per_ms, bound_ms);
    if (walls == 0) {
        put_time(suite, "cold order over 199 tiles, open, ms",
                 median_of(suite, ask_cold, grid) / ns_per_ms, 0.2);
        put_across(suite, grid);
    }
    measure_edits(suite, grid, kind);
    if (walls == 0) {
        measure_samples(suite, grid, WEND_FLOW_LINE_OF_SIGHT, "in sight");
    } else {
        measure_samples(suite, grid, WEND_FLOW_FIELD, "by a field");
    }
    wend_grid_destroy(grid);
}

static void measure_memory(flow_suite *suite)
{
    wend_grid *grid = make_grid(LARGE_SIDE, 0);
    double ns = 0;
    wend_flow *flow = grid != NULL ? make_flow(grid, &ns) : NULL;
    wend_flow_request_id id;
    wend_flow_info info;
    wend_grid_info ground;
    bench_progress("figures", "memory");
    if (flow == NULL || ask_across(flow, LARGE_SIDE, &id) != WEND_OK) {
        flow_suite_fail(suite, "memory", "no flow over 4096 x 4096 cells");
    } else {
        wend_flow_get_info(flow, &info);
        wend_grid_get_info(grid, &ground);
        put(suite, "open 4096 x 4096: grid, MB", (double)ground.memory_bytes / bytes_per_mb, 3);
        put(suite, "... portals, MB", (double)info.memory_portals / bytes_per_mb, 3);
        put(suite, "... fields, MB", (double)info.memory_fields / bytes_per_mb, 3);
        put(suite, "... islands, MB", (double)info.memory_islands / bytes_per_mb, 3);
        put_bound(suite, "open 4096 x 4096 with an order across: in all, MB",
                  (double)(ground.memory_bytes + info.memory_bytes) / bytes_per_mb, 16);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

void bench_flow_figures(flow_suite *suite)
{
    bench_table_begin(&suite->report, "figures", "Portals, orders, edits, samples, memory", columns,
                      sizeof columns / sizeof columns[0]);
    measure_kind(suite, 0, 20);
    measure_kind(suite, WALLS, 60);
    measure_memory(suite);
    bench_table_end(&suite->report);
}

/* Measures by how much updates exceed a budget of a millisecond, with many orders at once.
 * Cost: some seconds a map. */
#include "flow/suite.h"
#include "measure/timing.h"
#include "search/suite.h"
#include "wend/flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SECTOR_SIDE = 10,
    ORDERS = 100,
    SOURCES = 500,
    OPEN_SIDE = 4096,
    OPEN_SIDE_QUICK = 512,
    WALLS_SIDE = 1000,
    WALLS_SIDE_QUICK = 250,
    PER_CENT = 100,
    SEED = 79,
    UPDATES_MOST = 1 << 16
};

static const double budget_ns = 1e6, ns_per_ms = 1e6, army_side = 500;

/* Single walls at random, so many per cent. */
static wend_grid *make_grid(uint32_t walls, int32_t side)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = def.height = side;
    def.sector_size = SECTOR_SIDE;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    for (int32_t i = 0; walls > 0 && i < side * side; i++) {
        if (wend_random_below(SEED, (uint64_t)i, 0, PER_CENT) < walls) {
            (void)wend_grid_fill(grid, 0, i % side, i / side, 1, 1, WEND_COST_WALL);
        }
    }
    return grid;
}

static double within(double value, int32_t side)
{
    return fmin(fmax(value, 0), side - 1);
}

/* @return false: failed. */
static bool add_orders(wend_flow *flow, int32_t side)
{
    wend_flow_position sources[SOURCES];
    for (uint64_t order = 0; order < ORDERS; order++) {
        const double at_x = side * wend_random_unit(SEED, order, 2);
        const double at_y = side * wend_random_unit(SEED, order, 3);
        for (uint64_t i = 0; i < SOURCES; i++) {
            const double x = at_x + army_side * (wend_random_unit(SEED, order, 2 * i + 4) - 0.5);
            const double y = at_y + army_side * (wend_random_unit(SEED, order, 2 * i + 5) - 0.5);
            sources[i] = (wend_flow_position){{within(x, side), within(y, side)}, 0};
        }
        const wend_flow_position goal = {
            {side * wend_random_unit(SEED, order, 0), side * wend_random_unit(SEED, order, 1)}, 0};
        wend_flow_request_def def = wend_flow_request_def_default();
        wend_flow_request_id id;
        def.goals = &goal;
        def.goal_count = 1;
        def.sources = sources;
        def.source_count = SOURCES;
        if (wend_flow_add_request(flow, &def, &id, NULL) < 0) {
            return false;
        }
    }
    return true;
}

/* Updates until nothing is left. @param over [UPDATES_MOST] nanoseconds over the budget.
 * @return their number; 0: failed. */
static size_t update_all(wend_flow *flow, double *over)
{
    size_t count = 0;
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS && count < UPDATES_MOST) {
        const uint64_t begin = bench_clock_ns();
        wend_budget budget = wend_budget_ns((uint64_t)budget_ns);
        result = wend_flow_update(flow, &budget);
        over[count++] = fmax((double)(bench_clock_ns() - begin) - budget_ns, 0);
    }
    return result == WEND_OK ? count : 0;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static const bench_column columns[] = {
    {"map", "map"},       {"updates", "updates"},        {"p50_ms", "half exceed it by, ms"},
    {"p99_ms", "1 % by"}, {"p999_ms", "one in 1000 by"}, {"worst_ms", "the worst by"}};

static void measure(flow_suite *suite, const char *name, uint32_t walls, int32_t side)
{
    wend_grid *grid = make_grid(walls, side);
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    double *over = calloc(UPDATES_MOST, sizeof *over);
    size_t count = 0;
    bench_progress("budget", name);
    def.grid = grid;
    if (over != NULL && grid != NULL && wend_flow_create(&def, &flow) == WEND_OK &&
        wend_flow_update(flow, NULL) == WEND_OK && add_orders(flow, side)) {
        count = update_all(flow, over);
    }
    if (count > 0) {
        qsort(over, count, sizeof *over, compare);
        bench_cell_text(&suite->report, name);
        bench_cell_number(&suite->report, (double)count, 0);
        bench_cell_number(&suite->report, over[count / 2] / ns_per_ms, 3);
        bench_cell_number(&suite->report, over[count - 1 - count / 100] / ns_per_ms, 3);
        bench_cell_number(&suite->report, over[count - 1 - count / 1000] / ns_per_ms, 3);
        bench_cell_number(&suite->report, over[count - 1] / ns_per_ms, 3);
    } else {
        flow_suite_fail(suite, "budget", name);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    free(over);
}

void bench_flow_budget(flow_suite *suite)
{
    bench_table_begin(&suite->report, "budget",
                      "Updates with a budget of 1 ms: 100 orders of 500 sources at once", columns,
                      sizeof columns / sizeof columns[0]);
    measure(suite, "open", 0, suite->is_quick ? OPEN_SIDE_QUICK : OPEN_SIDE);
    measure(suite, "12 % walls", 12, suite->is_quick ? WALLS_SIDE_QUICK : WALLS_SIDE);
    bench_table_end(&suite->report);
}

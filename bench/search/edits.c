/* Measures one edited cell on a large map with walls until all derived objects are up to date:
 * clearance, islands, the space with its jump table.
 * Cost: some ten seconds, most of it for building; 1 GB. */
#include "search/suite.h"

#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 4096, SIDE_QUICK = 128, EDITS = 4000, EDITS_QUICK = 100, SEED = 7 };
enum { PART_SET, PART_CLEARANCE, PART_ISLANDS, PART_SPACE, PART_ALL, PARTS };

static const double all_us_most = 100;

static const char *const part_names[PARTS] = {"set the cell", "clearance", "islands",
                                              "space, bitmaps and jump table", "all"};

static const bench_column columns[] = {{"part", "part"},        {"mean_us", "mean µs"},
                                       {"median_us", "median"}, {"p99_us", "p99"},
                                       {"most_us", "most"},     {"build_ms", "built in ms"}};

/* A grid and all that follows from it. */
typedef struct world {
    int32_t side;
    wend_grid *grid;
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *space;
    double build_ms[PARTS];
} world;

static double ms_since(uint64_t start)
{
    return (double)(bench_clock_ns() - start) / 1e6;
}

static bool make_grid(world *w, uint32_t wall_percent)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = w->side;
    def.height = w->side;
    const size_t count = (size_t)w->side * (size_t)w->side;
    uint8_t *costs = malloc(count);
    bool is_made = costs != NULL && wend_grid_create(&def, &w->grid) == WEND_OK;
    for (size_t i = 0; i < count && is_made; i++) {
        costs[i] = wend_random_below(SEED, i, 0, 100) < wall_percent ? WEND_COST_WALL : 1;
    }
    is_made = is_made && wend_grid_set_costs(w->grid, 0, 0, 0, w->side, w->side, costs,
                                             (size_t)w->side) == WEND_OK;
    free(costs);
    return is_made;
}

static bool make_derived(world *w)
{
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = w->grid;
    uint64_t start = bench_clock_ns();
    if (wend_clearance_create(&clearance, &w->clearance) != WEND_OK) {
        return false;
    }
    w->build_ms[PART_CLEARANCE] = ms_since(start);
    wend_islands_def islands = wend_islands_def_default();
    islands.grid = w->grid;
    start = bench_clock_ns();
    if (wend_islands_create(&islands, &w->islands) != WEND_OK) {
        return false;
    }
    w->build_ms[PART_ISLANDS] = ms_since(start);
    wend_space_def space = wend_space_def_default();
    space.grid = w->grid;
    space.has_jump_table = true;
    start = bench_clock_ns();
    const bool is_made = wend_space_create(&space, &w->space) == WEND_OK;
    w->build_ms[PART_SPACE] = ms_since(start);
    return is_made;
}

static void drop(world *w)
{
    wend_space_destroy(w->space);
    wend_islands_destroy(w->islands);
    wend_clearance_destroy(w->clearance);
    wend_grid_destroy(w->grid);
}

/* Turns one random cell from wall to open or back. */
static bool edit(world *w, uint64_t number, double *times[PARTS])
{
    const uint32_t side = (uint32_t)w->side;
    const int32_t x = (int32_t)wend_random_below(SEED, number, 1, side);
    const int32_t y = (int32_t)wend_random_below(SEED, number, 2, side);
    const uint8_t now = wend_grid_cost(w->grid, 0, x, y);
    uint64_t at[PARTS];
    at[0] = bench_clock_ns();
    bool is_done =
        wend_grid_set_cost(w->grid, 0, x, y, now == WEND_COST_WALL ? 1 : WEND_COST_WALL) == WEND_OK;
    at[1] = bench_clock_ns();
    is_done = is_done && wend_clearance_update(w->clearance) == WEND_OK;
    at[2] = bench_clock_ns();
    is_done = is_done && wend_islands_update(w->islands) == WEND_OK;
    at[3] = bench_clock_ns();
    is_done = is_done && wend_space_update(w->space) == WEND_OK;
    at[4] = bench_clock_ns();
    for (int part = 0; part < PART_ALL; part++) {
        times[part][number] = (double)(at[part + 1] - at[part]) / 1e3;
    }
    times[PART_ALL][number] = (double)(at[4] - at[0]) / 1e3;
    return is_done;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void write_part(bench_suite *suite, const world *w, int part, double *times, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += times[i];
    }
    qsort(times, count, sizeof times[0], by_size);
    bench_report *report = &suite->report;
    bench_cell_text(report, part_names[part]);
    bench_cell_number(report, sum / (double)count, 2);
    bench_cell_number(report, times[count / 2], 2);
    bench_cell_number(report, times[count * 99 / 100], 2);
    bench_cell_number(report, times[count - 1], 1);
    bench_cell_number(report, w->build_ms[part], 0);
}

static void measure(bench_suite *suite, world *w, const char *what, bool has_bound)
{
    const size_t count = suite->options.quick ? EDITS_QUICK : EDITS;
    double *block = malloc(PARTS * count * sizeof *block);
    double *times[PARTS];
    bool is_done = block != NULL;
    for (int part = 0; part < PARTS && is_done; part++) {
        times[part] = block + (size_t)part * count;
    }
    for (size_t i = 0; i < count && is_done; i++) {
        is_done = edit(w, i, times);
    }
    if (!is_done) {
        bench_suite_fail(suite, what, "an edit failed");
    }
    for (int part = 0; part < PARTS && is_done; part++) {
        write_part(suite, w, part, times[part], count);
    }
    if (is_done && has_bound) {
        bench_report_time(&suite->report, what, times[PART_ALL][count * 99 / 100], all_us_most,
                          false);
    }
    free(block);
}

static void measure_map(bench_suite *suite, uint32_t wall_percent, bool has_bound)
{
    char what[BENCH_NAME_CAPACITY];
    world w = {.side = suite->options.quick ? SIDE_QUICK : SIDE};
    snprintf(what, sizeof what, "an edit on %d x %d with %u %% walls, p99 in µs", (int)w.side,
             (int)w.side, (unsigned)wall_percent);
    bench_progress("edits", what);
    bench_table_begin(&suite->report, has_bound ? "edits" : "edits_sparse", what, columns,
                      sizeof columns / sizeof columns[0]);
    if (make_grid(&w, wall_percent) && make_derived(&w)) {
        measure(suite, &w, what, has_bound);
    } else {
        bench_suite_fail(suite, what, "out of memory");
    }
    bench_table_end(&suite->report);
    drop(&w);
}

void bench_search_edits(bench_suite *suite)
{
    if (suite->options.only != NULL && !bench_suite_wants(suite, "edits")) {
        return;
    }
    measure_map(suite, 20, true);
    measure_map(suite, 5, false);
}

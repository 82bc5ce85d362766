/* Measures the time of an expanded cell for wend's A* on hexes, with 4 and with 8 neighbours,
 * beside plain A* with 8 neighbours on the same map.
 * Cost: a few milliseconds for each query and run. */
#include "search/suite.h"

#include <math.h>
#include <stdio.h>

enum { HEXES, FOUR, EIGHT, SHAPES };

static const bench_column columns[] = {{"map", "map"},
                                       {"plain_ns", "plain A*, 8 neighbours, ns a cell"},
                                       {"hex_ns", "wend, hexes"},
                                       {"four_ns", "wend, 4"},
                                       {"eight_ns", "wend, 8"},
                                       {"hex_ratio", "plain / hexes"},
                                       {"four_ratio", "plain / 4"},
                                       {"eight_ratio", "plain / 8"}};

static const char *const shape_names[SHAPES] = {"hexes", "4 neighbours", "8 neighbours"};

/* wend on the map with another shape of cells; queries as they are. */
static bool make_shape(bench_wend *wend, bench_map *map, int shape)
{
    map->has_diagonals = shape == EIGHT;
    if (shape != HEXES) {
        return bench_wend_make(wend, map);
    }
    map->is_hex = true;
    const bool is_made = bench_wend_make(wend, map);
    map->is_hex = false;
    return is_made;
}

static double ns_a_place(bench_race *race, size_t runner)
{
    return 1e3 * bench_race_mean_us(race, runner) / bench_race_expanded(race, runner);
}

/* The time of an expanded cell in a race of one alone. NaN: failed. */
static double measure_shape(bench_suite *suite, const bench_map *map, int shape)
{
    bench_map other = *map;
    bench_wend wend;
    double ns = (double)NAN;
    if (!make_shape(&wend, &other, shape)) {
        bench_suite_fail(suite, map->name, "no search could be made");
        return ns;
    }
    wend.query.method = WEND_METHOD_ASTAR;
    const bench_runner runner = bench_wend_runner(&wend);
    bench_race race;
    if (bench_race_run(&race, &other, &runner, 1, suite->options.runs)) {
        ns = ns_a_place(&race, 0);
        bench_race_free(&race);
    } else {
        bench_suite_fail(suite, map->name, "out of memory");
    }
    bench_wend_free(&wend);
    return ns;
}

static double measure_plain(bench_suite *suite, const bench_map *map)
{
    bench_plain plain;
    double ns = (double)NAN;
    if (!bench_plain_make(&plain, map, false)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return ns;
    }
    const bench_runner runner = bench_plain_astar(&plain);
    bench_race race;
    if (bench_race_run(&race, map, &runner, 1, suite->options.runs)) {
        ns = ns_a_place(&race, 0);
        bench_race_free(&race);
    }
    bench_plain_free(&plain);
    return ns;
}

static void measure_map(bench_suite *suite, const bench_map *map, void *context)
{
    (void)context;
    bench_progress("shapes", map->name);
    const double plain = measure_plain(suite, map);
    double ns[SHAPES];
    for (int shape = 0; shape < SHAPES; shape++) {
        ns[shape] = measure_shape(suite, map, shape);
    }
    bench_cell_text(&suite->report, map->name);
    bench_cell_number(&suite->report, plain, 1);
    for (int shape = 0; shape < SHAPES; shape++) {
        bench_cell_number(&suite->report, ns[shape], 1);
    }
    for (int shape = 0; shape < SHAPES; shape++) {
        char name[BENCH_NAME_CAPACITY];
        bench_cell_number(&suite->report, plain / ns[shape], 2);
        snprintf(name, sizeof name, "%s, %s: plain A* with 8 / wend, a cell", map->name,
                 shape_names[shape]);
        if (shape != EIGHT) {
            bench_report_time(&suite->report, name, plain / ns[shape], 1, true);
        }
    }
}

void bench_search_shapes(bench_suite *suite)
{
    bench_table_begin(&suite->report, "shapes", "Shapes of cells, A*", columns,
                      sizeof columns / sizeof columns[0]);
    bench_suite_made(suite, BENCH_ROOMS, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_RANDOM_20, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_PATCHES, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_NOISE, true, measure_map, NULL);
    bench_table_end(&suite->report);
}

/* Measures memory of a large open grid and of searches on a large weighted one, allocations of
 * warm queries, and grids with 4 neighbours.
 * Cost: some seconds; a few searches over a million cells. */
#include "search/suite.h"

#include <stdio.h>
#include <string.h>

enum { OPEN_SIDE = 4096, LARGE_SIDE = 1024, LARGE_QUERIES = 4, WARM_QUERIES = 50, SEED = 41 };
enum { ASTAR, BUCKET, WEND, RUNNERS };

static const double open_grid_mb_most = 2, search_mb_most = 16, megabyte = 1e6;

static const bench_column figure_columns[] = {{"figure", "figure"}, {"value", "value"}};

static const bench_column four_columns[] = {{"map", "map"},
                                            {"queries", "queries"},
                                            {"astar_us", "A* µs"},
                                            {"bucket_us", "bucket A* µs"},
                                            {"wend_us", "wend µs"},
                                            {"astar_ratio", "A* / wend"},
                                            {"bucket_ratio", "bucket / wend"},
                                            {"wend_expanded", "wend expanded"},
                                            {"method", "method"},
                                            {"mismatches", "mismatches"}};

static void write_figure(bench_suite *suite, const char *name, double value, int decimals)
{
    bench_cell_text(&suite->report, name);
    bench_cell_number(&suite->report, value, decimals);
}

static void measure_open_grid(bench_suite *suite)
{
    bench_progress("base", "open grid");
    wend_grid_def def = wend_grid_def_default();
    def.width = OPEN_SIDE;
    def.height = OPEN_SIDE;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        bench_suite_fail(suite, "open grid", "cannot be made");
        return;
    }
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    double size = (double)info.memory_bytes / megabyte;
    write_figure(suite, "open grid of 4096 x 4096, MB", size, 3);
    bench_report_target(&suite->report, "open grid of 4096 x 4096, MB", size, open_grid_mb_most,
                        false);
    wend_grid_destroy(grid);
}

/* From corner to corner, where a search touches most, and random pairs. */
static bool make_large_map(bench_map *map)
{
    if (!bench_map_make(map, BENCH_NOISE, LARGE_SIDE, SEED)) {
        return false;
    }
    map->costs[0] = 1;
    map->costs[LARGE_SIDE * LARGE_SIDE - 1] = 1;
    if (!bench_map_random_queries(map, SEED, LARGE_QUERIES)) {
        bench_map_free(map);
        return false;
    }
    map->queries[0] = (bench_query){0, LARGE_SIDE * LARGE_SIDE - 1};
    return true;
}

static void search_all(bench_wend *wend, const bench_map *map)
{
    bench_runner runner = bench_wend_runner(wend);
    for (size_t i = 0; i < map->query_count; i++) {
        runner.find(runner.context, map->queries[i].start, map->queries[i].goal);
    }
}

static void measure_large_search(bench_suite *suite)
{
    bench_progress("base", "memory");
    bench_map map;
    bench_wend wend;
    if (!make_large_map(&map)) {
        bench_suite_fail(suite, "memory", "out of memory");
        return;
    }
    if (bench_wend_make(&wend, &map)) {
        wend_space_info space;
        wend_space_get_info(wend.space, &space);
        wend.query.method = WEND_METHOD_ASTAR;
        search_all(&wend, &map);
        double most = (double)wend.counter.bytes_most / megabyte;
        write_figure(suite, "weighted 1024 x 1024: space, MB",
                     (double)space.memory_bytes / megabyte, 2);
        write_figure(suite, "weighted 1024 x 1024: scratch of A*, MB",
                     (double)wend.answer.memory_bytes / megabyte, 2);
        write_figure(suite, "weighted 1024 x 1024: space, scratch and path at most, MB", most, 2);
        bench_report_target(&suite->report, "A* on weighted 1024 x 1024: working memory, MB", most,
                            search_mb_most, false);
        bench_wend_free(&wend);
    } else {
        bench_suite_fail(suite, "memory", "no search could be made");
    }
    bench_map_free(&map);
}

/* Every method that can do it; the first round warms up. */
static size_t count_warm_allocations(bench_wend *wend, const bench_map *map)
{
    size_t calls = 0;
    for (int method = 0; method < WEND_METHOD_COUNT; method++) {
        wend->query.method = (wend_method)method;
        if (bench_wend_can(wend, map)) {
            search_all(wend, map);
            size_t before = wend->counter.calls;
            search_all(wend, map);
            calls += wend->counter.calls - before;
        }
    }
    return calls;
}

static void measure_warm_allocations(bench_suite *suite, const bench_map *map, void *context)
{
    size_t *calls = context;
    bench_wend wend;
    bench_progress("base", "allocations");
    if (!bench_wend_make(&wend, map)) {
        bench_suite_fail(suite, map->name, "no search could be made");
        return;
    }
    *calls += count_warm_allocations(&wend, map);
    bench_wend_free(&wend);
}

static void measure_allocations(bench_suite *suite)
{
    size_t calls = 0;
    bench_suite_made(suite, BENCH_CITY, true, measure_warm_allocations, &calls);
    bench_suite_made(suite, BENCH_NOISE, true, measure_warm_allocations, &calls);
    write_figure(suite, "allocations in warm queries, all methods", (double)calls, 0);
    bench_report_target(&suite->report, "allocations in warm queries", (double)calls, 0, false);
}

static void race_four(bench_suite *suite, const bench_map *map, bench_plain *plain,
                      bench_wend *wend)
{
    bench_runner runners[RUNNERS] = {bench_plain_astar(plain), bench_plain_bucket(plain),
                                     bench_wend_runner(wend)};
    bench_report *report = &suite->report;
    bench_race race;
    if (!bench_race_run(&race, map, runners, RUNNERS, suite->options.runs)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    bench_cell_text(report, map->name);
    bench_cell_number(report, (double)map->query_count, 0);
    for (size_t r = 0; r < RUNNERS; r++) {
        bench_cell_number(report, bench_race_mean_us(&race, r), 1);
    }
    bench_cell_number(report, bench_race_ratio(&race, ASTAR, WEND), 2);
    bench_cell_number(report, bench_race_ratio(&race, BUCKET, WEND), 2);
    bench_cell_number(report, bench_race_expanded(&race, WEND), 0);
    bench_cell_text(report, wend_method_name(wend->answer.method));
    bench_cell_number(report, (double)bench_race_mismatches(&race), 0);
    suite->mismatches += bench_race_mismatches(&race);
    bench_race_free(&race);
}

static void measure_four(bench_suite *suite, const bench_map *map, void *context)
{
    (void)context;
    bench_plain plain;
    bench_wend wend;
    bench_progress("4 neighbours", map->name);
    if (!bench_plain_make(&plain, map, false)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    if (bench_wend_make(&wend, map)) {
        race_four(suite, map, &plain, &wend);
        bench_wend_free(&wend);
    } else {
        bench_suite_fail(suite, map->name, "no search could be made");
    }
    bench_plain_free(&plain);
}

void bench_search_base(bench_suite *suite)
{
    if (suite->options.only == NULL) {
        bench_table_begin(&suite->report, "base", "Memory and allocations", figure_columns,
                          sizeof figure_columns / sizeof figure_columns[0]);
        measure_open_grid(suite);
        measure_large_search(suite);
        measure_allocations(suite);
        bench_table_end(&suite->report);
    }
    bench_table_begin(&suite->report, "four_neighbours", "4 neighbours", four_columns,
                      sizeof four_columns / sizeof four_columns[0]);
    bench_suite_made(suite, BENCH_ROOMS, false, measure_four, NULL);
    bench_suite_made(suite, BENCH_RANDOM_20, false, measure_four, NULL);
    bench_suite_made(suite, BENCH_CITY, false, measure_four, NULL);
    bench_suite_made(suite, BENCH_NOISE, false, measure_four, NULL);
    bench_table_end(&suite->report);
}

/* Measures each method that guarantees the least cost on one map of uniform cost.
 * Cost: that of the slowest, Dijkstra's: all cells nearer than the goal. */
#include "search/suite.h"

#include <stdio.h>
#include <string.h>

static const bench_column columns[] = {{"method", "method"},        {"map", "map"},
                                       {"queries", "queries"},      {"mean_us", "mean µs"},
                                       {"median_us", "median"},     {"p99_us", "p99"},
                                       {"expanded", "expanded"},    {"astar_ratio", "A* / this"},
                                       {"mismatches", "mismatches"}};

/* The plain A* and every exact method. */
typedef struct method_set {
    bench_wend wend[WEND_METHOD_COUNT];
    bench_runner runners[WEND_METHOD_COUNT + 1];
    const char *names[WEND_METHOD_COUNT + 1];
    size_t wend_count, runner_count;
} method_set;

static bool add_method(method_set *set, wend_method method, const bench_map *map)
{
    bench_wend *wend = &set->wend[set->wend_count];
    if (!bench_wend_make(wend, map)) {
        return false;
    }
    set->wend_count++;
    wend->query.method = method;
    if (bench_wend_can(wend, map)) {
        set->names[set->runner_count] = wend_method_name(method);
        set->runners[set->runner_count++] = bench_wend_runner(wend);
    }
    return true;
}

static bool add_methods(method_set *set, const bench_map *map)
{
    bool is_ok = true;
    for (int method = 0; is_ok && method < WEND_METHOD_COUNT; method++) {
        if (wend_method_is_exact((wend_method)method)) {
            is_ok = add_method(set, (wend_method)method, map);
        }
    }
    return is_ok;
}

static void write_rows(bench_suite *suite, const bench_map *map, const method_set *set,
                       bench_race *race)
{
    bench_report *report = &suite->report;
    for (size_t r = 0; r < set->runner_count; r++) {
        bench_cell_text(report, set->names[r]);
        bench_cell_text(report, map->name);
        bench_cell_number(report, (double)map->query_count, 0);
        bench_cell_number(report, bench_race_mean_us(race, r), 2);
        bench_cell_number(report, bench_race_quantile_us(race, r, 0.5), 2);
        bench_cell_number(report, bench_race_quantile_us(race, r, 0.99), 2);
        bench_cell_number(report, bench_race_expanded(race, r), 0);
        bench_cell_number(report, bench_race_ratio(race, 0, r), 2);
        bench_cell_number(report, (double)race->mismatches[r], 0);
    }
}

static void race_methods(bench_suite *suite, const bench_map *map, bench_plain *plain,
                         method_set *set)
{
    set->names[0] = "(plain A*)";
    set->runners[0] = bench_plain_astar(plain);
    set->runner_count = 1;
    bench_race race;
    if (!add_methods(set, map) ||
        !bench_race_run(&race, map, set->runners, set->runner_count, suite->options.runs)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    write_rows(suite, map, set, &race);
    suite->mismatches += bench_race_mismatches(&race);
    bench_race_free(&race);
}

/* Takes one map only: the first that is offered, or the one named in `wanted`. */
typedef struct map_choice {
    const char *wanted; /* NULL: any */
    bool is_done;
} map_choice;

static void measure_map(bench_suite *suite, const bench_map *map, void *context)
{
    map_choice *choice = context;
    if (choice->is_done || (choice->wanted != NULL && strcmp(choice->wanted, map->name) != 0)) {
        return;
    }
    choice->is_done = true;
    bench_progress("methods", map->name);
    bench_plain plain;
    if (!bench_plain_make(&plain, map, false)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    method_set set;
    memset(&set, 0, sizeof set);
    race_methods(suite, map, &plain, &set);
    for (size_t i = 0; i < set.wend_count; i++) {
        bench_wend_free(&set.wend[i]);
    }
    bench_plain_free(&plain);
}

void bench_search_methods(bench_suite *suite)
{
    map_choice choice = {.wanted = suite->options.only == NULL ? "brc202d" : NULL};
    bench_table_begin(&suite->report, "methods", "Every exact method on one map", columns,
                      sizeof columns / sizeof columns[0]);
    bench_suite_each_file(suite, true, measure_map, &choice);
    choice.wanted = suite->options.only == NULL ? bench_kind_name(BENCH_ROOMS) : NULL;
    for (int kind = 0; kind < BENCH_KIND_COUNT && !choice.is_done; kind++) {
        bench_suite_made(suite, (bench_kind)kind, true, measure_map, &choice);
    }
    bench_table_end(&suite->report);
}

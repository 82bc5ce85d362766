/* Measures maps of uniform cost: wend's fastest exact method with and without its jump table
 * beside the others.
 * Cost: a few milliseconds for each query and run. */
#include "search/suite.h"

#include <stdio.h>
#include <string.h>

enum { ASTAR, BUCKET, WEND, TABLE, PEER, RUNNERS };

/* The largest time with the jump table relative to that without, and the largest time to build it
 * in queries of plain A*. */
static const double table_ratio_most = 0.6, table_queries_most = 50;

/* The worst of all maps. */
typedef struct worst {
    double table_ratio, table_queries;
} worst;

static const bench_column columns[] = {{"map", "map"},
                                       {"queries", "queries"},
                                       {"astar_us", "A* µs"},
                                       {"bucket_us", "bucket A* µs"},
                                       {"boost_us", "Boost µs"},
                                       {"wend_us", "wend µs"},
                                       {"wend_median_us", "median"},
                                       {"wend_p99_us", "p99"},
                                       {"table_us", "with table µs"},
                                       {"table_ratio", "table / wend"},
                                       {"astar_ratio", "A* / wend"},
                                       {"bucket_ratio", "bucket / wend"},
                                       {"boost_ratio", "Boost / wend"},
                                       {"astar_expanded", "A* expanded"},
                                       {"bucket_expanded", "bucket expanded"},
                                       {"wend_expanded", "wend expanded"},
                                       {"method", "method"},
                                       {"mismatches", "mismatches"},
                                       {"prepare_ms", "prepare ms"},
                                       {"table_ms", "table ms"},
                                       {"table_queries", "table / A*"},
                                       {"memory_kb", "memory kB"},
                                       {"table_kb", "with table kB"}};

/* The required speed relative to plain A* on some maps. */
static const struct {
    const char *map;
    double ratio;
} bounds[] = {{"arena2", 80}, {"brc202d", 60}, {"orz900d", 75}, {"Aurora", 125}};

static void add_targets(bench_suite *suite, const bench_map *map, bench_race *race)
{
    char name[BENCH_NAME_CAPACITY];
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        if (strcmp(bounds[i].map, map->name) == 0) {
            snprintf(name, sizeof name, "uniform %s: A* / wend", map->name);
            bench_report_time(&suite->report, name, bench_race_ratio(race, ASTAR, WEND),
                              bounds[i].ratio, true);
        }
    }
    if (strstr(map->name, "random") != NULL) {
        snprintf(name, sizeof name, "%s: bucket A* / wend", map->name);
        bench_report_time(&suite->report, name, bench_race_ratio(race, BUCKET, WEND), 1, true);
    }
}

static void write_times(bench_report *report, bench_race *race, bool has_peer)
{
    bench_cell_number(report, bench_race_mean_us(race, ASTAR), 1);
    bench_cell_number(report, bench_race_mean_us(race, BUCKET), 1);
    if (has_peer) {
        bench_cell_number(report, bench_race_mean_us(race, PEER), 1);
    } else {
        bench_cell_none(report);
    }
    bench_cell_number(report, bench_race_mean_us(race, WEND), 2);
    bench_cell_number(report, bench_race_quantile_us(race, WEND, 0.5), 2);
    bench_cell_number(report, bench_race_quantile_us(race, WEND, 0.99), 2);
    bench_cell_number(report, bench_race_mean_us(race, TABLE), 2);
    bench_cell_number(report, bench_race_ratio(race, TABLE, WEND), 3);
    bench_cell_number(report, bench_race_ratio(race, ASTAR, WEND), 1);
    bench_cell_number(report, bench_race_ratio(race, BUCKET, WEND), 1);
    if (has_peer) {
        bench_cell_number(report, bench_race_ratio(race, PEER, WEND), 1);
    } else {
        bench_cell_none(report);
    }
}

/* Building the table, in queries of plain A*. */
static double table_queries(bench_race *race, const bench_wend *prepared)
{
    return prepared->table_ms * 1000 / bench_race_mean_us(race, ASTAR);
}

static void write_row(bench_suite *suite, const bench_map *map, bench_race *race,
                      const bench_wend *wend, const bench_wend *prepared)
{
    bench_report *report = &suite->report;
    bench_cell_text(report, map->name);
    bench_cell_number(report, (double)map->query_count, 0);
    write_times(report, race, race->runner_count == RUNNERS);
    bench_cell_number(report, bench_race_expanded(race, ASTAR), 0);
    bench_cell_number(report, bench_race_expanded(race, BUCKET), 0);
    bench_cell_number(report, bench_race_expanded(race, WEND), 0);
    bench_cell_text(report, wend_method_name(wend->answer.method));
    bench_cell_number(report, (double)bench_race_mismatches(race), 0);
    bench_cell_number(report, wend->prepare_ms, 2);
    bench_cell_number(report, prepared->table_ms, 2);
    bench_cell_number(report, table_queries(race, prepared), 1);
    bench_cell_number(report, (double)wend->counter.bytes_most / 1000, 0);
    bench_cell_number(report, (double)prepared->counter.bytes_most / 1000, 0);
}

static void note_worst(worst *most, bench_race *race, const bench_wend *prepared)
{
    double ratio = bench_race_ratio(race, TABLE, WEND);
    double queries = table_queries(race, prepared);
    most->table_ratio = ratio > most->table_ratio ? ratio : most->table_ratio;
    most->table_queries = queries > most->table_queries ? queries : most->table_queries;
}

/* @param wend [2] without and with the jump table. */
static void race_map(bench_suite *suite, const bench_map *map, bench_plain *plain, bench_wend *wend,
                     worst *most)
{
    bench_runner runners[RUNNERS] = {bench_plain_astar(plain),
                                     bench_plain_bucket(plain),
                                     bench_wend_runner(&wend[0]),
                                     bench_wend_runner(&wend[1]),
                                     {0}};
    size_t count = PEER;
    if (plain->peer != NULL) {
        runners[count++] = bench_plain_peer(plain, map->query_count);
        if (runners[PEER].every > 1) {
            bench_report_note(&suite->report, "Boost answers some 40 evenly spaced queries of each "
                                              "map; its ratio is over these.");
        }
    }
    bench_race race;
    if (!bench_race_run(&race, map, runners, count, suite->options.runs)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    write_row(suite, map, &race, &wend[0], &wend[1]);
    add_targets(suite, map, &race);
    note_worst(most, &race, &wend[1]);
    suite->mismatches += bench_race_mismatches(&race);
    bench_race_free(&race);
}

static void measure_map(bench_suite *suite, const bench_map *map, void *context)
{
    bench_progress("uniform", map->name);
    bench_plain plain;
    bench_wend wend[2];
    if (!bench_plain_make(&plain, map, !suite->options.no_boost)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    if (!bench_wend_make(&wend[0], map)) {
        bench_suite_fail(suite, map->name, "no search could be made");
        bench_plain_free(&plain);
        return;
    }
    if (bench_wend_make(&wend[1], map)) {
        if (bench_wend_prepare(&wend[1])) {
            race_map(suite, map, &plain, wend, context);
        } else {
            bench_suite_fail(suite, map->name, "no jump table could be built");
        }
        bench_wend_free(&wend[1]);
    } else {
        bench_suite_fail(suite, map->name, "no search could be made");
    }
    bench_wend_free(&wend[0]);
    bench_plain_free(&plain);
}

void bench_search_uniform(bench_suite *suite)
{
    worst most = {0, 0};
    bench_table_begin(&suite->report, "uniform", "Uniform maps, 8 neighbours", columns,
                      sizeof columns / sizeof columns[0]);
    bench_suite_each_file(suite, true, measure_map, &most);
    for (int kind = 0; kind < BENCH_KIND_COUNT; kind++) {
        bench_suite_made(suite, (bench_kind)kind, true, measure_map, &most);
    }
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "uniform: time with jump table / without, worst map",
                      most.table_ratio, table_ratio_most, false);
    bench_report_time(&suite->report, "uniform: building the jump table, A* queries, worst map",
                      most.table_queries, table_queries_most, false);
}

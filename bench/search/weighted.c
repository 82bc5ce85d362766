/* Measures maps of several costs, and some of one cost for a custom heuristic: wend's A* with its
 * own and with a custom heuristic, and its fastest exact method, beside the plain searches.
 * Cost: a few milliseconds for each query and run. */
#include "search/suite.h"

#include <stdio.h>
#include <string.h>

enum { ASTAR, BUCKET, WEND_ASTAR, WEND_USER, WEND_BEST, RUNNERS, WENDS = RUNNERS - WEND_ASTAR };

static const bench_column columns[] = {{"map", "map"},
                                       {"queries", "queries"},
                                       {"astar_us", "A* µs"},
                                       {"bucket_us", "bucket A* µs"},
                                       {"wend_astar_us", "wend A* µs"},
                                       {"wend_user_us", "with user's heuristic µs"},
                                       {"wend_best_us", "wend best µs"},
                                       {"astar_ratio", "A* / wend A*"},
                                       {"user_ratio", "A* / user's"},
                                       {"best_ratio", "A* / best"},
                                       {"bucket_ratio", "bucket / wend A*"},
                                       {"astar_expanded", "A* expanded"},
                                       {"wend_expanded", "wend A* expanded"},
                                       {"best_method", "best is"},
                                       {"mismatches", "mismatches"},
                                       {"prepare_ms", "prepare ms"},
                                       {"memory_kb", "memory kB"}};

/* The required speed of wend's A* relative to plain A*. */
static const double astar_bound = 2.5;

static void add_target(bench_suite *suite, const char *what, const char *map, double ratio)
{
    char name[BENCH_NAME_CAPACITY];
    snprintf(name, sizeof name, "%s, %s: A* / wend", what, map);
    bench_report_time(&suite->report, name, ratio, astar_bound, true);
}

static void write_row(bench_suite *suite, const bench_map *map, bench_race *race,
                      const bench_wend *wends)
{
    bench_report *report = &suite->report;
    bench_cell_text(report, map->name);
    bench_cell_number(report, (double)map->query_count, 0);
    for (size_t r = 0; r < RUNNERS; r++) {
        bench_cell_number(report, bench_race_mean_us(race, r), 1);
    }
    for (size_t r = WEND_ASTAR; r < RUNNERS; r++) {
        bench_cell_number(report, bench_race_ratio(race, ASTAR, r), 2);
    }
    bench_cell_number(report, bench_race_ratio(race, BUCKET, WEND_ASTAR), 2);
    bench_cell_number(report, bench_race_expanded(race, ASTAR), 0);
    bench_cell_number(report, bench_race_expanded(race, WEND_ASTAR), 0);
    bench_cell_text(report, wend_method_name(wends[WEND_BEST - WEND_ASTAR].answer.method));
    bench_cell_number(report, (double)bench_race_mismatches(race), 0);
    bench_cell_number(report, wends[0].prepare_ms, 2);
    bench_cell_number(report, (double)wends[0].counter.bytes_most / 1000, 0);
}

static void race_map(bench_suite *suite, const bench_map *map, bench_plain *plain,
                     bench_wend *wends)
{
    bench_estimate estimate;
    wends[0].query.method = WEND_METHOD_ASTAR;
    wends[1].query.method = WEND_METHOD_ASTAR;
    bench_wend_use_estimate(&wends[1], &estimate, &plain->ground);
    bench_runner runners[RUNNERS] = {bench_plain_astar(plain), bench_plain_bucket(plain),
                                     bench_wend_runner(&wends[0]), bench_wend_runner(&wends[1]),
                                     bench_wend_runner(&wends[2])};
    bench_race race;
    if (!bench_race_run(&race, map, runners, RUNNERS, suite->options.runs)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    write_row(suite, map, &race, wends);
    if (plain->ground.factor_min != plain->ground.factor_max) {
        add_target(suite, "A* with weights", map->name, bench_race_ratio(&race, ASTAR, WEND_ASTAR));
    }
    add_target(suite, "A* with a user's heuristic", map->name,
               bench_race_ratio(&race, ASTAR, WEND_USER));
    suite->mismatches += bench_race_mismatches(&race);
    bench_race_free(&race);
}

static void measure_map(bench_suite *suite, const bench_map *map, void *context)
{
    (void)context;
    bench_progress("weighted", map->name);
    bench_plain plain;
    if (!bench_plain_make(&plain, map, false)) {
        bench_suite_fail(suite, map->name, "out of memory");
        return;
    }
    bench_wend wends[WENDS];
    size_t count = 0;
    while (count < WENDS && bench_wend_make(&wends[count], map)) {
        count++;
    }
    if (count == WENDS) {
        race_map(suite, map, &plain, wends);
    } else {
        bench_suite_fail(suite, map->name, "no search could be made");
    }
    while (count > 0) {
        bench_wend_free(&wends[--count]);
    }
    bench_plain_free(&plain);
}

void bench_search_weighted(bench_suite *suite)
{
    bench_table_begin(&suite->report, "weighted", "Weights, and a user's heuristic", columns,
                      sizeof columns / sizeof columns[0]);
    bench_suite_each_file(suite, false, measure_map, NULL);
    bench_suite_made(suite, BENCH_PATCHES, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_NOISE, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_ROOMS, true, measure_map, NULL);
    bench_suite_made(suite, BENCH_CITY, true, measure_map, NULL);
    bench_table_end(&suite->report);
}

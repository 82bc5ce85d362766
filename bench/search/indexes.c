/* Measures indexes of grids beside searches with a jump table, which give paths: costs of the same
 * queries, costs with paths, and what the index takes to build.
 * Cost: some microseconds a query, and building: seconds a map at most, as it is limited. */
#include "search/suite.h"
#include "wend/wend.h"

#include <string.h>

enum { TABLE, INDEX, INDEX_PATH, RUNNERS };
/* As indexes that are built behind: see wend_pathfinder_prepare. */
enum { STEPS_PER_CELL = 4, BYTES_PER_CELL = 200, CELLS_MORE = 65536 };

static const bench_column columns[] = {{"map", "map"},
                                       {"queries", "queries"},
                                       {"nodes", "nodes"},
                                       {"core", "of them core"},
                                       {"build_ms", "built in ms"},
                                       {"cell_bytes", "bytes a cell"},
                                       {"table_us", "table µs"},
                                       {"table_p99_us", "99 %"},
                                       {"index_us", "index µs"},
                                       {"index_p99_us", "99 %"},
                                       {"ratio", "index / table"},
                                       {"p99_ratio", "99 %"},
                                       {"path_us", "with path µs"},
                                       {"path_p99_us", "99 %"},
                                       {"path_ratio", "with path / table"},
                                       {"expanded", "expanded"},
                                       {"mismatches", "mismatches"}};

/* The index of a map and what queries it. */
typedef struct indexed {
    wend_index *index;
    wend_index_search *search;
    wend_path *path;
    double build_ms;
} indexed;

static yardstick_answer find_by_index(void *context, uint32_t start, uint32_t goal)
{
    indexed *i = context;
    (void)wend_index_search_find(i->search, start, goal);
    wend_index_answer answer;
    wend_index_search_get_answer(i->search, &answer);
    const bool is_found = answer.result == WEND_OK;
    const yardstick_answer found = {is_found, is_found ? answer.cost : 0, answer.expanded, 0};
    return found;
}

static yardstick_answer find_path_by_index(void *context, uint32_t start, uint32_t goal)
{
    indexed *i = context;
    yardstick_answer found = find_by_index(context, start, goal);
    if (found.is_found && wend_path_from_index(i->path, i->search) == WEND_OK) {
        found.cost = wend_path_cost(i->path);
    }
    return found;
}

static void put_row(bench_suite *suite, const bench_map *map, bench_race *race, const indexed *i)
{
    bench_report *report = &suite->report;
    wend_index_info info;
    wend_index_get_info(i->index, &info);
    const double cells = (double)map->width * map->height;
    const double p99[RUNNERS] = {bench_race_quantile_us(race, TABLE, 0.99),
                                 bench_race_quantile_us(race, INDEX, 0.99),
                                 bench_race_quantile_us(race, INDEX_PATH, 0.99)};
    bench_cell_text(report, map->name);
    bench_cell_number(report, (double)map->query_count, 0);
    bench_cell_number(report, info.node_count, 0);
    bench_cell_number(report, info.core_count, 0);
    bench_cell_number(report, i->build_ms, 0);
    bench_cell_number(report, (double)info.memory_bytes / cells, 1);
    bench_cell_number(report, bench_race_mean_us(race, TABLE), 2);
    bench_cell_number(report, p99[TABLE], 2);
    bench_cell_number(report, bench_race_mean_us(race, INDEX), 2);
    bench_cell_number(report, p99[INDEX], 2);
    bench_cell_number(report, bench_race_ratio(race, INDEX, TABLE), 3);
    bench_cell_number(report, p99[INDEX] / p99[TABLE], 3);
    bench_cell_number(report, bench_race_mean_us(race, INDEX_PATH), 2);
    bench_cell_number(report, p99[INDEX_PATH], 2);
    bench_cell_number(report, bench_race_ratio(race, INDEX_PATH, TABLE), 3);
    bench_cell_number(report, bench_race_expanded(race, INDEX), 1);
    bench_cell_number(report, (double)bench_race_mismatches(race), 0);
    suite->mismatches += bench_race_mismatches(race);
}

static void put_refused(bench_suite *suite, const bench_map *map, const indexed *i)
{
    bench_report *report = &suite->report;
    wend_index_info info;
    wend_index_get_info(i->index, &info);
    bench_cell_text(report, map->name);
    bench_cell_number(report, (double)map->query_count, 0);
    bench_cell_number(report, info.node_count, 0);
    bench_cell_none(report);
    bench_cell_number(report, i->build_ms, 0);
    for (size_t k = 5; k < sizeof columns / sizeof columns[0]; k++) {
        bench_cell_none(report);
    }
    bench_report_note(report, "Maps without figures: the index would need more than 4 steps or "
                              "200 bytes a cell, and is refused.");
}

/* @return as wend_index_build. */
static wend_result build(indexed *i, const bench_map *map, const wend_space *space)
{
    const uint64_t cells = (uint64_t)map->width * (uint64_t)map->height + CELLS_MORE;
    wend_index_def def = wend_index_def_default();
    def.space = space;
    def.max_steps = STEPS_PER_CELL * cells;
    def.max_bytes = (size_t)(BYTES_PER_CELL * cells);
    const uint64_t begin = bench_clock_ns();
    wend_result result = wend_index_create(&def, &i->index);
    result = result == WEND_OK ? wend_index_build(i->index, NULL) : result;
    i->build_ms = (double)(bench_clock_ns() - begin) / 1e6;
    wend_index_search_def search = wend_index_search_def_default();
    search.index = i->index;
    search.space = space;
    result = result == WEND_OK ? wend_index_search_create(&search, &i->search) : result;
    return result == WEND_OK ? wend_path_create(NULL, &i->path) : result;
}

static void measure_map(bench_suite *suite, const bench_map *map, void *context)
{
    (void)context;
    bench_progress("indexes", map->name);
    bench_wend wend;
    if (!bench_wend_make(&wend, map)) {
        bench_suite_fail(suite, map->name, "no search could be made");
        return;
    }
    indexed i = {0};
    bench_race race;
    const wend_result built =
        bench_wend_prepare(&wend) ? build(&i, map, wend.space) : WEND_ERROR_MEMORY;
    const bench_runner runners[RUNNERS] = {
        bench_wend_runner(&wend), {find_by_index, &i, 1}, {find_path_by_index, &i, 1}};
    if (built == WEND_ERROR_FULL) {
        put_refused(suite, map, &i);
    } else if (built == WEND_OK &&
               bench_race_run(&race, map, runners, RUNNERS, suite->options.runs)) {
        put_row(suite, map, &race, &i);
        bench_race_free(&race);
    } else {
        bench_suite_fail(suite, map->name, "no index could be built");
    }
    wend_path_destroy(i.path);
    wend_index_search_destroy(i.search);
    wend_index_destroy(i.index);
    bench_wend_free(&wend);
}

void bench_search_indexes(bench_suite *suite)
{
    const char *only = suite->options.only;
    if (only != NULL && bench_suite_wants(suite, "indexes")) {
        suite->options.only = NULL; /* all maps, of this section alone */
    }
    bench_table_begin(&suite->report, "indexes", "Indexes of grids beside the jump table", columns,
                      sizeof columns / sizeof columns[0]);
    bench_suite_each_file(suite, true, measure_map, NULL);
    for (int kind = 0; kind < BENCH_KIND_COUNT; kind++) {
        bench_suite_made(suite, (bench_kind)kind, true, measure_map, NULL);
    }
    bench_table_end(&suite->report);
    suite->options.only = only;
}

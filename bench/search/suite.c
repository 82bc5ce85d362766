/* The suite of `wend bench search`: the report of all sections on stdout, progress on stderr.
 * Cost: minutes over all maps, under 5 seconds with --quick. */
#include "search/suite.h"
#include "bench.h"
#include "measure/options.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 5, RUNS_MOST = 1000, QUERIES = 200, QUERIES_QUICK = 50, SIDE = 512 };
enum { RUNS_QUICK = 3, SIDE_QUICK = 128 };
enum { LIMIT_MOST = 1 << 30 };

static const char help[] =
    "usage: bench search [options]\n"
    "Measures searches on grids beside plain A*, A* with buckets and Boost.Graph, in\n"
    "processor time of one thread; means are over each query's median run.\n"
    "  --maps DIR   map files with scenarios (default: maps in the folder $WEND_DATA)\n"
    "  --only NAME  one map only, by its name without ending (also made-rooms, indexes,\n"
    "               edits, no-path, incremental)\n"
    "  --limit N    queries a map, evenly spaced through its scenario (default 200, 0 = all)\n"
    "  --runs N     runs, of which the median counts (default 5)\n"
    "  --json       JSON instead of Markdown\n"
    "  --quick      three runs, few queries, small made maps; files only with --maps; times\n"
    "               are printed, not judged\n"
    "  --no-boost   without Boost.Graph\n";

void bench_progress(const char *section, const char *name)
{
    progress_say(section, name);
}

void bench_suite_fail(bench_suite *suite, const char *where, const char *what)
{
    progress_end();
    fprintf(stderr, "%s: %s\n", where, what);
    suite->failures++;
}

bool bench_suite_wants(bench_suite *suite, const char *name)
{
    const bool is_wanted = suite->options.only == NULL || strcmp(suite->options.only, name) == 0;
    bench_offer(&suite->offered, name);
    suite->wanted += is_wanted ? 1 : 0;
    return is_wanted;
}

static bool is_uniform_map(const bench_map *map)
{
    uint8_t factor = WEND_COST_WALL;
    for (size_t i = 0; i < (size_t)map->width * (size_t)map->height; i++) {
        uint8_t cost = map->costs[i];
        if (cost != WEND_COST_WALL && factor != WEND_COST_WALL && cost != factor) {
            return false;
        }
        factor = cost != WEND_COST_WALL ? cost : factor;
    }
    return true;
}

/* The scenario beside the map, or random queries where there is none. */
static bool add_queries(const bench_suite *suite, bench_map *map, const char *file)
{
    size_t bytes = strlen(file) + sizeof ".scen";
    char *scenario = malloc(bytes);
    bool is_ok = false;
    if (scenario != NULL) {
        snprintf(scenario, bytes, "%s.scen", file);
        FILE *probe = fopen(scenario, "rb");
        if (probe != NULL) {
            fclose(probe);
            is_ok = bench_map_load_queries(map, scenario, suite->options.limit);
        } else {
            size_t count = suite->options.limit > 0 ? suite->options.limit : QUERIES;
            is_ok = bench_map_random_queries(map, 1, count);
        }
    }
    free(scenario);
    return is_ok;
}

static void use_file(bench_suite *suite, const char *file, bool is_uniform, bench_map_fn use,
                     void *context)
{
    bench_map map;
    if (!bench_map_load(&map, file)) {
        suite->failures++;
        return;
    }
    if (bench_suite_wants(suite, map.name) && is_uniform_map(&map) == is_uniform) {
        if (add_queries(suite, &map, file) && map.query_count > 0) {
            use(suite, &map, context);
        } else {
            bench_suite_fail(suite, file, "no queries");
        }
    }
    bench_map_free(&map);
}

void bench_suite_each_file(bench_suite *suite, bool is_uniform, bench_map_fn use, void *context)
{
    bench_files files = {0};
    if (suite->options.maps_folder == NULL) {
        return;
    }
    if (!bench_files_list(&files, suite->options.maps_folder, ".map")) {
        bench_suite_fail(suite, suite->options.maps_folder, "out of memory");
    } else if (files.count == 0) {
        bench_suite_fail(suite, suite->options.maps_folder, "no map files in there");
    }
    for (size_t i = 0; i < files.count; i++) {
        use_file(suite, files.names[i], is_uniform, use, context);
    }
    bench_files_free(&files);
}

void bench_suite_made(bench_suite *suite, bench_kind kind, bool has_diagonals, bench_map_fn use,
                      void *context)
{
    bench_map map;
    if (!bench_suite_wants(suite, bench_kind_name(kind))) {
        return;
    }
    if (!bench_map_make(&map, kind, suite->options.side, 1 + (uint64_t)kind)) {
        bench_suite_fail(suite, bench_kind_name(kind), "out of memory");
        return;
    }
    map.has_diagonals = has_diagonals;
    size_t count = suite->options.limit > 0 ? suite->options.limit : QUERIES;
    if (bench_map_random_queries(&map, 1 + (uint64_t)kind, count)) {
        use(suite, &map, context);
    } else {
        bench_suite_fail(suite, map.name, "no queries");
    }
    bench_map_free(&map);
}

/* ---- options ---- */

static int take_options(bench_options *options, int argc, char **argv)
{
    bool has_limit = false;
    memset(options, 0, sizeof *options);
    const bench_option table[] = {
        {.name = "--json", .flag = &options->json},
        {.name = "--quick", .flag = &options->quick},
        {.name = "--no-boost", .flag = &options->no_boost},
        {.name = "--maps", .text = &options->maps_folder},
        {.name = "--only", .text = &options->only},
        {.name = "--limit", .count = &options->limit, .most = LIMIT_MOST, .is_given = &has_limit},
        {.name = "--runs", .count = &options->runs, .least = 1, .most = RUNS_MOST}};
    const int status =
        bench_options_read("search", help, table, sizeof table / sizeof table[0], argc, argv);
    options->side = options->quick ? SIDE_QUICK : SIDE;
    if (!has_limit) {
        options->limit = options->quick ? QUERIES_QUICK : QUERIES;
    }
    if (options->runs == 0) {
        options->runs = options->quick ? RUNS_QUICK : RUNS;
    }
    return status;
}

/* $WEND_DATA/maps, to be freed; NULL if it is not needed. */
static char *default_folder(const bench_options *options)
{
    const char *data = getenv("WEND_DATA");
    if (options->maps_folder != NULL || options->quick) {
        return NULL;
    }
    if (data == NULL || data[0] == '\0') {
        fprintf(stderr, "WEND_DATA is not set and --maps not given: made maps only\n");
        return NULL;
    }
    return bench_files_join(data, "maps");
}

static int run_suite(const bench_options *options)
{
    bench_suite suite = {.options = *options};
    bench_report_begin(&suite.report, stdout, options->json, options->quick);
    if (bench_peer_name() == NULL) {
        bench_report_note(&suite.report, bench_peer_hint());
    }
    bench_search_uniform(&suite);
    bench_search_indexes(&suite);
    bench_search_methods(&suite);
    bench_search_weighted(&suite);
    bench_search_base(&suite);
    bench_search_shapes(&suite);
    bench_search_edits(&suite);
    bench_search_no_path(&suite);
    bench_search_incremental(&suite);
    const size_t missed = bench_report_end(&suite.report);
    if (suite.mismatches > 0) {
        fprintf(stderr, "%zu answers differ\n", suite.mismatches);
    }
    if (options->only != NULL && suite.wanted == 0) {
        return bench_options_refuse(
            "search", "--only",
            "the name of a map, without ending, made-rooms, indexes, edits, "
            "no-path, incremental",
            options->only, suite.offered.names, suite.offered.count);
    }
    return suite.mismatches > 0 || suite.failures > 0 || missed > 0 ? 1 : 0;
}

int wend_bench_search_main(int argc, char **argv)
{
    bench_options options;
    int status = take_options(&options, argc, argv);
    if (status >= 0) {
        return status;
    }
    char *folder = default_folder(&options);
    if (folder != NULL) {
        options.maps_folder = folder;
    }
    status = run_suite(&options);
    free(folder);
    return status;
}

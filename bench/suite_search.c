/* takes: the options of `wend bench search`.
 * gives: the report of all sections on stdout, progress on stderr.
 * cost:  minutes over all maps, under 5 seconds with --quick. */
#include "bench.h"
#include "suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 5, RUNS_MOST = 1000, QUERIES = 200, QUERIES_QUICK = 8, SIDE = 512, SIDE_QUICK = 64 };

static const char help[] =
    "usage: bench search [options]\n"
    "Measures searches on grids beside plain A*, A* with buckets and Boost.Graph, in\n"
    "processor time of one thread; means are over each query's median run.\n"
    "  --maps DIR   map files with scenarios (default: maps in the folder $WEND_DATA)\n"
    "  --only NAME  one map only, by its name without ending (also made-rooms, edits and such)\n"
    "  --limit N    queries a map, evenly spaced through its scenario (default 200, 0 = all)\n"
    "  --runs N     runs, of which the median counts (default 5)\n"
    "  --json       JSON instead of Markdown\n"
    "  --quick      one run, few queries, small made maps; files only with --maps\n"
    "  --no-boost   without Boost.Graph\n";

void bench_progress(const char *section, const char *name)
{
    fprintf(stderr, "%s: %s\n", section, name);
}

void bench_suite_fail(bench_suite *suite, const char *where, const char *what)
{
    fprintf(stderr, "%s: %s\n", where, what);
    suite->failures++;
}

bool bench_suite_wants(const bench_suite *suite, const char *name)
{
    return suite->options.only == NULL || strcmp(suite->options.only, name) == 0;
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

static bool parse_count(const char *text, size_t most, size_t *value)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = text != NULL ? strtoull(text, &end, 10) : 0;
    if (text == NULL || text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 ||
        number > most) {
        return false;
    }
    *value = (size_t)number;
    return true;
}

/* What the command line says, before defaults are filled in. */
typedef struct raw_options {
    bench_options options;
    bool has_limit, has_runs, is_help;
} raw_options;

static bool parse_flag(raw_options *raw, const char *word)
{
    bool *flag = strcmp(word, "--json") == 0       ? &raw->options.json
                 : strcmp(word, "--quick") == 0    ? &raw->options.quick
                 : strcmp(word, "--no-boost") == 0 ? &raw->options.no_boost
                 : strcmp(word, "--help") == 0     ? &raw->is_help
                                                   : NULL;
    if (flag != NULL) {
        *flag = true;
    }
    return flag != NULL;
}

static bool parse_setting(raw_options *raw, const char *word, const char *value)
{
    if (strcmp(word, "--maps") == 0) {
        raw->options.maps_folder = value;
        return value != NULL;
    }
    if (strcmp(word, "--only") == 0) {
        raw->options.only = value;
        return value != NULL;
    }
    if (strcmp(word, "--limit") == 0) {
        raw->has_limit = true;
        return parse_count(value, SIZE_MAX / 2, &raw->options.limit);
    }
    if (strcmp(word, "--runs") == 0) {
        raw->has_runs = true;
        return parse_count(value, RUNS_MOST, &raw->options.runs) && raw->options.runs > 0;
    }
    return false;
}

static bool parse_options(raw_options *raw, int argc, char **argv)
{
    memset(raw, 0, sizeof *raw);
    for (int i = 1; i < argc; i++) {
        if (parse_flag(raw, argv[i])) {
            continue;
        }
        if (!parse_setting(raw, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            fprintf(stderr, "bench search: cannot read option %s\n", argv[i]);
            return false;
        }
        i++;
    }
    return true;
}

static void fill_in_defaults(raw_options *raw)
{
    bench_options *options = &raw->options;
    options->side = options->quick ? SIDE_QUICK : SIDE;
    if (!raw->has_limit) {
        options->limit = options->quick ? QUERIES_QUICK : QUERIES;
    }
    if (!raw->has_runs) {
        options->runs = options->quick ? 1 : RUNS;
    }
}

/* $WEND_DATA/maps, to be freed; NULL where it is not wanted. */
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
    bench_report_begin(&suite.report, stdout, options->json);
    if (bench_peer_name() == NULL) {
        bench_report_note(&suite.report, bench_peer_hint());
    }
    bench_search_uniform(&suite);
    bench_search_methods(&suite);
    bench_search_weighted(&suite);
    bench_search_base(&suite);
    bench_search_shapes(&suite);
    bench_search_edits(&suite);
    bench_report_end(&suite.report);
    if (suite.mismatches > 0) {
        fprintf(stderr, "%zu answers differ\n", suite.mismatches);
    }
    return suite.mismatches > 0 || suite.failures > 0 ? 1 : 0;
}

int wend_bench_search_main(int argc, char **argv)
{
    raw_options raw;
    if (!parse_options(&raw, argc, argv)) {
        fputs(help, stderr);
        return 2;
    }
    if (raw.is_help) {
        fputs(help, stdout);
        return 0;
    }
    fill_in_defaults(&raw);
    char *folder = default_folder(&raw.options);
    if (folder != NULL) {
        raw.options.maps_folder = folder;
    }
    int status = run_suite(&raw.options);
    free(folder);
    return status;
}

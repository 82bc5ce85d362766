/* The common parts of the sections of `wend bench search`. */
#ifndef BENCH_SEARCH_SUITE_H
#define BENCH_SEARCH_SUITE_H

#include "measure/options.h"
#include "measure/table.h"
#include "search/contestants.h"

typedef struct bench_options {
    const char *maps_folder; /* NULL: no files */
    const char *only;        /* name of the one map to take; NULL: all */
    size_t limit;            /* queries a map; 0: all */
    size_t runs;
    int32_t side; /* of the maps that are made */
    bool json, quick, no_boost;
} bench_options;

typedef struct bench_suite {
    bench_options options;
    bench_report report;
    size_t mismatches, failures;
    bench_offered offered; /* names of maps, for --only */
    size_t wanted;         /* maps that --only left in */
} bench_suite;

typedef void (*bench_map_fn)(bench_suite *suite, const bench_map *map, void *context);

/** True if --only includes this map. */
bool bench_suite_wants(bench_suite *suite, const char *name);
/** Calls back for every map file of the folder whose costs are (not) uniform. */
void bench_suite_each_file(bench_suite *suite, bool is_uniform, bench_map_fn use, void *context);
/** Calls back for a map made from a seed, if --only includes it. */
void bench_suite_made(bench_suite *suite, bench_kind kind, bool has_diagonals, bench_map_fn use,
                      void *context);
/** Reports a failure on stderr, and records it. */
void bench_suite_fail(bench_suite *suite, const char *where, const char *what);
/** Shows the present measurement on a terminal (progress.h). */
void bench_progress(const char *section, const char *name);

/** The sections. */
void bench_search_uniform(bench_suite *suite);
void bench_search_indexes(bench_suite *suite);
void bench_search_methods(bench_suite *suite);
void bench_search_weighted(bench_suite *suite);
void bench_search_base(bench_suite *suite);
void bench_search_shapes(bench_suite *suite);
void bench_search_edits(bench_suite *suite);
void bench_search_no_path(bench_suite *suite);
void bench_search_incremental(bench_suite *suite);

#endif

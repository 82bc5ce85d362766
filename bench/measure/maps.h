/* The maps and queries that are measured: from files, or made from a seed. */
#ifndef BENCH_MEASURE_MAPS_H
#define BENCH_MEASURE_MAPS_H

#include "wend/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_MAP_NAME_CAPACITY = 64 };

typedef struct bench_query {
    wend_node start, goal;
} bench_query;

typedef struct bench_map {
    char name[BENCH_MAP_NAME_CAPACITY];
    int32_t width, height;
    bool has_diagonals; /* 8 neighbours, no corner cut; else 4 */
    bool is_hex;        /* hexes instead of squares */
    uint8_t *costs;     /* [height][width], WEND_COST_WALL = wall */
    bench_query *queries;
    size_t query_count;
} bench_map;

void bench_map_free(bench_map *map);

/** Reads a map without queries. @return false after a line on stderr. */
bool bench_map_load(bench_map *map, const char *file);
/** Takes the queries of a scenario file, `limit` of them evenly spaced (0 = all). Rows of length 0,
 * and such with a blocked end, are passed over. @return false after a line on stderr. */
bool bench_map_load_queries(bench_map *map, const char *scenario_file, size_t limit);
/** Random pairs of cells in the largest connected part. @return false: out of memory, or fewer than
 * two cells. */
bool bench_map_random_queries(bench_map *map, uint64_t seed, size_t count);

/** The map as a grid. @return NULL: out of memory. */
wend_grid *bench_map_grid(const bench_map *map, const wend_allocator *allocator);
/** The same with sectors of a size. */
wend_grid *bench_map_grid_of(const bench_map *map, const wend_allocator *allocator,
                             int32_t sector_size);

/* ---- made from a seed (maps_make.c) ---- */

typedef enum bench_kind {
    BENCH_OPEN,      /* a few blocks on open ground */
    BENCH_ROOMS,     /* rooms of 16 cells with doors */
    BENCH_MAZE,      /* corridors of one cell */
    BENCH_RANDOM_10, /* so many per cent of walls */
    BENCH_RANDOM_20,
    BENCH_RANDOM_35,
    BENCH_CITY,       /* streets and blocks of houses with yards */
    BENCH_KIND_COUNT, /* uniform ones end here */
    BENCH_PATCHES,    /* rectangles of terrain over each other, some walls */
    BENCH_NOISE       /* every cell its own factor 1 to 8, 10 % walls */
} bench_kind;

/** "made-rooms" */
const char *bench_kind_name(bench_kind kind);
/** @return false: out of memory. */
bool bench_map_make(bench_map *map, bench_kind kind, int32_t side, uint64_t seed);

/* ---- lists of files (files_posix.c, files_windows.c) ---- */

typedef struct bench_files {
    char **names; /* sorted */
    size_t count;
} bench_files;

/** All files with an ending in a folder and the folders right below it. A folder that cannot be
 * read is empty. @return false: out of memory. */
bool bench_files_list(bench_files *files, const char *folder, const char *ending);
void bench_files_free(bench_files *files);
/** "folder/name", to be freed; NULL: out of memory. */
char *bench_files_join(const char *folder, const char *name);
/** Adds one name and sorts it in. @return false: out of memory. */
bool bench_files_add(bench_files *files, const char *folder, const char *name);

#endif

/* Random maps from a seed, properties that must hold for all of them, and the shrinking of
 * a map that breaks one to a map small enough to read.
 *
 * Environment: WEND_SEED runs one seed only (as printed by a failure); WEND_TEST_SCALE multiplies
 * the number of seeds (default 1).
 */
#ifndef TEST_SUPPORT_GEN_H
#define TEST_SUPPORT_GEN_H

#include "wend/grid.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum gen_kind {
    GEN_OPEN,           /* no wall at all */
    GEN_NOISE,          /* walls at random, 5 to 45 % */
    GEN_ROOMS,          /* rooms with doors */
    GEN_MAZE,           /* corridors one cell wide, a few loops */
    GEN_CAVE,           /* rounded hollows */
    GEN_WEIGHTED_NOISE, /* every cell its own factor, 15 % walls */
    GEN_PATCHES,        /* rectangles of terrain over each other */
    GEN_BARS,           /* long walls with one gap each */
    GEN_KIND_COUNT
} gen_kind;

/* A map and a query on it. */
typedef struct gen_map {
    uint64_t seed;
    gen_kind kind;
    int32_t width, height;
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_node start, goal; /* y * width + x; open cells where the map has any */
    uint8_t *costs;        /* [height][width]: 1 to 254, 255 = wall */
} gen_map;

/** A map of one kind; rules, start and goal from the seed. Aborts when there is no memory. */
gen_map gen_map_make(gen_kind kind, uint64_t seed, int32_t width, int32_t height);
/** A map of which the seed decides everything, sides 1 to side_max. */
gen_map gen_map_random(uint64_t seed, int32_t side_max);
gen_map gen_map_copy(const gen_map *map);
/** Frees the costs. */
void gen_map_free(gen_map *map);
/** Writes seed, rules, start, goal and all cells: '#' wall, '.' factor 1, else the factor. */
void gen_map_print(const gen_map *map, FILE *out);
/** The map as a grid of one movement class; NULL when out of memory. The caller destroys it.
 * @param allocator NULL = libc. */
wend_grid *gen_map_grid(const gen_map *map, const wend_allocator *allocator);

/** True if the map breaks the property. Must give the same answer for the same map. */
typedef bool (*gen_fails_fn)(const gen_map *map, void *context);

/** Makes a failing map smaller in place (cuts rows and columns, opens walls, lowers factors) as
 * long as it still fails, then prints it to stderr. */
void gen_shrink(gen_map *map, gen_fails_fn fails, void *context);

/** True if the property holds for this seed. Returns false instead of asserting, so that the seed
 * can be printed. */
typedef bool (*gen_holds_fn)(uint64_t seed, void *context);

/** Fails the cmocka test at the first of `seeds` seeds for which holds says no, naming it. */
void gen_property(const char *name, uint32_t seeds, gen_holds_fn holds, void *context);
/* How many of so many seeds gen_property tries: WEND_TEST_SCALE times as many, 1 at least. */
uint64_t gen_scaled(uint32_t seeds);
/** The same for maps with sides up to side_max: a map that fails is shrunk and printed first. */
void gen_property_maps(const char *name, uint32_t seeds, int32_t side_max, gen_fails_fn fails,
                       void *context);

#endif

/* The plain flow fields that flow tiles are compared with.
 *
 * Two kinds for one tile: a queue flood as in libraries of flow tiles, and the same without
 * unpredictable branches, as good as plain C gets. Two for a whole map: Dial's ring of
 * buckets, and a binary heap. All keep a frame of walls around, so that no bound is checked.
 *
 * Directions: 0 = east, 1 = south-east, clockwise (y grows downwards) up to 7 = north-east;
 * YARDSTICK_HERE and YARDSTICK_NOWHERE. No diagonal step cuts a corner. Among equals the lower
 * direction counts; yardstick_dial takes any of them.
 */
#ifndef BENCH_YARDSTICK_FLOW_H
#define BENCH_YARDSTICK_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YARDSTICK_WALL = 255,
    YARDSTICK_HERE = 8,
    YARDSTICK_NOWHERE = 15,
    YARDSTICK_STRAIGHT = 12, /* units of a step, times the cost of the cell that is entered */
    YARDSTICK_DIAGONAL = 17,
    YARDSTICK_TILE_SIDE = 10,
    YARDSTICK_TILE_STRIDE = 16,
    YARDSTICK_TILE_CELLS = (YARDSTICK_TILE_SIDE + 2) * YARDSTICK_TILE_STRIDE,
    YARDSTICK_TILE_FAR = 65535
};

static const uint32_t YARDSTICK_MAP_FAR = UINT32_MAX;

/* Cell of (x, y) = (y + 1) * stride + x + 1. */
typedef struct yardstick_tile {
    uint8_t cost[YARDSTICK_TILE_CELLS]; /* 1 to 254, walls in the frame and behind it */
    uint16_t d[YARDSTICK_TILE_CELLS];   /* cost to go, YARDSTICK_TILE_FAR: not reached */
    uint8_t flow[YARDSTICK_TILE_SIDE * YARDSTICK_TILE_SIDE];
} yardstick_tile;

typedef void (*yardstick_tile_fn)(yardstick_tile *tile, int32_t goal);

/** Reset, flood from one cell, flow. The chapter's method: costs over four neighbours (the cost of
 * each cell on the path is paid once), and each cell points at the lowest of its eight.
 * @param goal index of an open cell. */
void yardstick_flood_four(yardstick_tile *tile, int32_t goal);
/** Steps of 12 and 17 units over eight neighbours, times the cost of the cell that is entered; each
 * cell points where its own cost comes from. */
void yardstick_flood_eight(yardstick_tile *tile, int32_t goal);
/** The same answers without branches inside. */
void yardstick_tuned_four(yardstick_tile *tile, int32_t goal);
void yardstick_tuned_eight(yardstick_tile *tile, int32_t goal);

/* A whole map. Cell of (x, y) = (y + 1) * stride + x + 1. */
typedef struct yardstick_map {
    int32_t width, height;
    int32_t stride; /* an odd number of cache lines, so that columns do not share theirs */
    uint32_t cell_count;
    uint32_t cost_most; /* of the open cells */
    uint8_t *costs;     /* [cell_count], walls in the frame */
    uint32_t *d;     /* [cell_count], 1 + cost to go; 0 = wall, YARDSTICK_MAP_FAR = not reached */
    uint32_t *blank; /* [cell_count], d before any flood */
    uint8_t *flow;   /* [cell_count] */
} yardstick_map;

/** @param costs [height][width], YARDSTICK_WALL = wall; paths must cost less than 2^27 units.
 * @return false: out of memory. */
bool yardstick_map_make(yardstick_map *map, const uint8_t *costs, int32_t width, int32_t height);
void yardstick_map_free(yardstick_map *map);

static inline uint32_t yardstick_map_cell(const yardstick_map *map, int32_t x, int32_t y)
{
    return (uint32_t)((y + 1) * map->stride + x + 1);
}

/** Directions of all cells from their costs to go, a pass over rows. */
void yardstick_map_flow(yardstick_map *map, uint32_t goal);

typedef struct yardstick_dial yardstick_dial;
typedef struct yardstick_heap yardstick_heap;

/** Rings of buckets for a map that must outlive them. @return NULL: out of memory. */
yardstick_dial *yardstick_dial_create(yardstick_map *map);
void yardstick_dial_destroy(yardstick_dial *dial);
/** Reset, cost to go and direction of all cells: steps of 12 and 17 units over eight neighbours
 * times the cost of the cell that is entered. Aborts when a bucket cannot grow.
 * @param goal a cell of the map, open. */
void yardstick_dial_eight(yardstick_dial *dial, uint32_t goal);
/** Over four neighbours, a step costs the cost of the entered cell. */
void yardstick_dial_four(yardstick_dial *dial, uint32_t goal);

/** The answer of yardstick_dial_eight with a binary heap. The same otherwise. */
yardstick_heap *yardstick_heap_create(yardstick_map *map);
void yardstick_heap_destroy(yardstick_heap *heap);
void yardstick_heap_eight(yardstick_heap *heap, uint32_t goal);

#endif

/* A map that agents make: what was reported, in tiles, and a grid that follows.
 *
 *   reports --lock--> tiles [times, costs] --update--> grid: class 0 unknown = open
 *   questions <-lock--'  changed tiles                       class 1 unknown = closed
 *
 * Tiles exist once something was seen in them. */
#ifndef WENDI_ROUTE_EXPLORE_EXPLORED_H
#define WENDI_ROUTE_EXPLORE_EXPLORED_H

#include "base/core/message.h"
#include "base/platform/lock.h"
#include "wend/explore.h"

enum {
    WENDI_EXPLORED_TILE = 32, /* cells along a side */
    WENDI_EXPLORED_TILE_CELLS = WENDI_EXPLORED_TILE * WENDI_EXPLORED_TILE,
    WENDI_EXPLORED_MAGIC = 0x4D504557,
    WENDI_EXPLORED_VERSION = 1
};

typedef struct wendi_explored_tile {
    uint64_t times[WENDI_EXPLORED_TILE_CELLS];
    uint8_t costs[WENDI_EXPLORED_TILE_CELLS]; /* 0 = unknown */
} wendi_explored_tile;

/* What is known; behind the lock. */
typedef struct wendi_explored_cells {
    wendi_explored_tile **tiles; /* [count], NULL = nothing was seen there */
    bool *has_changed;           /* [count], since the grid was brought up to date */
    size_t count;
    size_t known;
} wendi_explored_cells;

struct wend_explored_map {
    wend_allocator allocator;
    wend_message error;
    wendi_lock *lock;
    wend_grid *grid;
    wend_grid_info info; /* of the grid, at its creation */
    int32_t tiles_x, tiles_y;
    wendi_explored_cells cells;
};

/** Empty cells for a map. @return false without memory. */
bool wendi_explored_cells_create(const wend_explored_map *map, wendi_explored_cells *cells);
void wendi_explored_cells_free(const wend_explored_map *map, wendi_explored_cells *cells);
/** The tile of a node and the cell in it. @return the index of the tile. */
size_t wendi_explored_find(const wend_explored_map *map, wend_node node, uint32_t *cell);
/** Makes the tile if it is not there. @return false without memory. */
bool wendi_explored_reserve(const wend_explored_map *map, wendi_explored_cells *cells, size_t tile);
/** Takes over a sighting, if it holds against what is known. The tile is there. @return true if
 * the cell was not known or has another cost now. */
bool wendi_explored_note(const wend_explored_map *map, wendi_explored_cells *cells,
                         const wend_sighting *sighting);

#endif

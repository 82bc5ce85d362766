/* The floors and sectors of a flow.
 *
 *   floor 0 (ground)      floor 1 (bridge)      Sectors of all floors are numbered through, by
 * rows, 0 1 2 3               8 9                   floor after floor. Cells are (x, y) on their
 * floor. 4 5 6 7              10 11 */
#ifndef WENDI_FLOW_PORTALS_SECTOR_MAP_H
#define WENDI_FLOW_PORTALS_SECTOR_MAP_H

#include "flow/tile/tile.h"
#include "wend/flow.h"

/** No sector. */
#define WENDI_SECTOR_NONE UINT32_MAX

typedef struct wendi_sector_map_floor {
    const wend_grid *grid;
    int32_t width, height; /* cells */
    int32_t sectors_x, sectors_y;
    uint32_t first_sector;
    wend_vec2 origin;
} wendi_sector_map_floor;

/* A one-way join between cells; a two-way join of the definition becomes two of them. */
typedef struct wendi_one_way_join {
    uint32_t from_floor, to_floor;
    int32_t from_x, from_y, to_x, to_y;
    uint32_t cost;       /* units of 1/12 step, rounded to the nearest, at least 1, at most 2^30 */
    uint32_t class_mask; /* bits of the flow's classes */
} wendi_one_way_join;

typedef struct wendi_sector_map {
    wendi_sector_map_floor *floors; /* [floor_count] */
    uint32_t floor_count;
    uint32_t sector_count;
    int32_t sector_size;
    uint32_t sector_factor; /* 2^20 / sector_size, rounded up: see wendi_sector_map_sector_at */
    double cell_size;
    bool has_diagonals;        /* eight neighbours */
    wendi_one_way_join *joins; /* [join_count] from the definition (links of grids are not among
                                * them) */
    uint32_t join_count;
} wendi_sector_map;

/* Position and size of a sector. */
typedef struct wendi_sector_bounds {
    uint32_t floor;
    int32_t column, row;   /* among its floor's sectors */
    int32_t x, y;          /* its first cell */
    int32_t width, height; /* cells */
} wendi_sector_bounds;

/** Reads the floors and joins of a definition (grid or floors, joins; nothing else).
 * @param map zeroed on failure; else wendi_sector_map_destroy frees its memory.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (hexes, wrapping),
 * WEND_ERROR_MEMORY; the message names the mistake. */
wend_result wendi_sector_map_create(const wend_flow_def *def, const wend_allocator *allocator,
                                    wendi_sector_map *map, wend_message *message);
void wendi_sector_map_destroy(wendi_sector_map *map, const wend_allocator *allocator);
size_t wendi_sector_map_memory_bytes(const wendi_sector_map *map);

wendi_sector_bounds wendi_sector_map_bounds(const wendi_sector_map *map, uint32_t sector);
/** The sector of a cell, which lies inside. */
uint32_t wendi_sector_map_sector_at(const wendi_sector_map *map, uint32_t floor, int32_t x,
                                    int32_t y);
/** The sector at an offset of columns and rows on the same floor; WENDI_SECTOR_NONE outside. */
uint32_t wendi_sector_map_neighbour(const wendi_sector_map *map, uint32_t sector, int32_t columns,
                                    int32_t rows);
/** The cell of a position. @return true if it lies inside (false for NaN). */
bool wendi_sector_map_cell_at(const wendi_sector_map *map, uint32_t floor, wend_vec2 position,
                              int32_t *x, int32_t *y);
/** The cost of a link or join in units of 1/12 step. */
uint32_t wendi_flow_cost_units(wend_cost cost);

#endif

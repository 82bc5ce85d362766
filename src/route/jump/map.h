/* The bitmaps that jump point search scans, for grids whose open cells all cost the same.
 *
 * Coordinates in here are padded: px = x + 1, py = y + 1, with walls at px = 0, py = 0 and beyond
 * the last cell. Each bitmap is [lines][words], one bit a cell.
 *
 *   rows     line py, bit px:  open, stop_east, stop_west, reach_east, reach_west
 *   columns  line px, bit py:  open_t, stop_south, stop_north, reach_south, reach_north
 *   rising   line (px + py) mod rows, bit px:  step_rising, horizontal_ne and so on  (north-east /)
 *   falling  line (py - px) mod rows, bit px:  step_falling, horizontal_se and so on (south-east \)
 *
 * stop_D:       a scan in direction D stops on this cell, because it is a wall or a jump point.
 * reach_D:      a scan from this cell in direction D reaches a jump point before a wall.
 * step_*:       the diagonal step from this cell to the next one (px + 1) is allowed.
 * horizontal_D: from this cell of diagonal D a jump point can be reached eastwards or westwards,
 *               as contained in D; or this cell has a forced neighbour (only where corners may
 *               be cut).
 * vertical_D:   the same for north or south, without forced neighbours.
 *
 * So a straight jump is "find the first set bit", and a diagonal one reads 64 cells a word and
 * stops only where one of these bits is set. Over open ground a diagonal is followed without scans
 * to the sides. Source: block scans after Harabor and Grastien, "Improving Jump Point Search"
 * (ICAPS 2014); the reach, horizontal and vertical maps are wend's own. */
#ifndef WENDI_ROUTE_JUMP_MAP_H
#define WENDI_ROUTE_JUMP_MAP_H

#include "base/core/memory.h"
#include "wend/grid.h"

enum {
    WENDI_JUMP_OPEN,
    WENDI_JUMP_STOP_EAST,
    WENDI_JUMP_STOP_WEST,
    WENDI_JUMP_REACH_EAST,
    WENDI_JUMP_REACH_WEST,
    WENDI_JUMP_STEP_RISING,
    WENDI_JUMP_HORIZONTAL_NE,
    WENDI_JUMP_VERTICAL_NE,
    WENDI_JUMP_HORIZONTAL_SW,
    WENDI_JUMP_VERTICAL_SW,
    WENDI_JUMP_STEP_FALLING,
    WENDI_JUMP_HORIZONTAL_SE,
    WENDI_JUMP_VERTICAL_SE,
    WENDI_JUMP_HORIZONTAL_NW,
    WENDI_JUMP_VERTICAL_NW,
    WENDI_JUMP_OPEN_T,
    WENDI_JUMP_STOP_SOUTH,
    WENDI_JUMP_STOP_NORTH,
    WENDI_JUMP_REACH_SOUTH,
    WENDI_JUMP_REACH_NORTH,
    WENDI_JUMP_BITMAPS,
    WENDI_JUMP_BY_ROW = WENDI_JUMP_OPEN_T /* bitmaps before this one are [rows][row_words] */
};

typedef struct wendi_jump_map {
    uint32_t rows, columns;           /* height + 2, width + 2 */
    uint32_t row_words, column_words; /* words in a line of rows, in a line of columns */
    wend_corner_rule rule;
    uint64_t *bits[WENDI_JUMP_BITMAPS];
    uint64_t *breaks, *breaks_t; /* by row, by column: cells at which every scan stops, or NULL */
    uint8_t base;          /* cost of all open cells that are no breaks nor beside raised ones */
    uint64_t *line_hashes; /* [rows] of the open cells */
    uint64_t hash;         /* of all open cells: the sum of those of lines */
    uint64_t *block;       /* all of the above in one allocation */
    size_t block_bytes;
} wendi_jump_map;

/** Allocates a map of the size; everything is wall.
 * @param base 0; or a cost: the map gets breaks, the open cells of other costs and those beside
 * them, at which every scan stops. So whatever lies between two stops costs the base. */
wend_result wendi_jump_map_create(wendi_jump_map *map, int32_t width, int32_t height,
                                  wend_corner_rule rule, uint8_t base,
                                  const wend_allocator *allocator);
void wendi_jump_map_destroy(wendi_jump_map *map, const wend_allocator *allocator);
/** Builds everything from costs (255 = wall). @param costs [rows][stride], frame of walls included.
 * @return WEND_OK or WEND_ERROR_MEMORY (scratch; the map is then not usable). */
wend_result wendi_jump_map_build(wendi_jump_map *map, const uint8_t *costs, size_t stride,
                                 const wend_allocator *allocator);
/** A build that is cut into units, each of at most some thousand words. */
typedef struct wendi_jump_map_build_state {
    uint64_t *scratch;
    uint32_t part, line;
} wendi_jump_map_build_state;

/** @return WEND_OK, WEND_ERROR_MEMORY (nothing to end then). */
wend_result wendi_jump_map_build_begin(wendi_jump_map_build_state *build, const wendi_jump_map *map,
                                       const wend_allocator *allocator);
/** Does the next unit of a build that is not done; costs stay the same from the first to the last.
 * @return the work, in steps of some 50 ns. */
uint64_t wendi_jump_map_build_unit(wendi_jump_map_build_state *build, wendi_jump_map *map,
                                   const uint8_t *costs, size_t stride);
bool wendi_jump_map_build_is_done(const wendi_jump_map_build_state *build);
/** Frees the scratch; does nothing to a build that is zero. */
void wendi_jump_map_build_end(wendi_jump_map_build_state *build, const wendi_jump_map *map,
                              const wend_allocator *allocator);
/** Repairs after the cells of a padded rectangle px0 ... px1, py0 ... py1 changed (inclusive): to
 * walls or from them, and where the map has breaks to another cost or back. */
void wendi_jump_map_repair(wendi_jump_map *map, const uint8_t *costs, size_t stride, uint32_t px0,
                           uint32_t py0, uint32_t px1, uint32_t py1);

/** The same, cut into units of a line. */
typedef struct wendi_jump_map_repair_state {
    uint32_t px0, py0, px1, py1;
    uint32_t part, line; /* what is next */
} wendi_jump_map_repair_state;

void wendi_jump_map_repair_begin(wendi_jump_map_repair_state *repair, uint32_t px0, uint32_t py0,
                                 uint32_t px1, uint32_t py1);
/** Does the next unit of a repair that is not done. @return cells computed. */
uint64_t wendi_jump_map_repair_unit(wendi_jump_map_repair_state *repair, wendi_jump_map *map,
                                    const uint8_t *costs, size_t stride);
bool wendi_jump_map_repair_is_done(const wendi_jump_map_repair_state *repair);

/** True if the cell is a break. */
static inline bool wendi_jump_is_break(const wendi_jump_map *map, uint32_t px, uint32_t py)
{
    return map->breaks != NULL &&
           (map->breaks[(size_t)py * map->row_words + px / 64] >> px % 64 & 1) != 0;
}

static inline const uint64_t *wendi_jump_row(const wendi_jump_map *map, int which, uint32_t line)
{
    return map->bits[which] + (size_t)line * map->row_words;
}

static inline const uint64_t *wendi_jump_column(const wendi_jump_map *map, int which, uint32_t line)
{
    return map->bits[which] + (size_t)line * map->column_words;
}

#endif

/* Which steps lead out of a cell, looked up by which of its eight neighbours are open.
 *
 *   +---+---+---+
 *   | 0 | 1 | 2 |   Bits of a "hood": 1 = this neighbour is open. The hood and the direction one
 *   +---+---+---+   came in by index a table of bit masks over directions.
 *   | 3 | x | 4 |
 *   +---+---+---+
 *   | 5 | 6 | 7 |
 *   +---+---+---+
 *
 * Where all open cells of the hood and the cell itself cost the same, a step is left out if some
 * other way from the cell one came from is as good: of equal ways the one that goes diagonally
 * first (with 4 neighbours: vertically first) is kept.
 * Source: Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011);
 * the tables are worked out from the corner rule by looking at every way in the 3 x 3 cells.
 */
#ifndef WENDI_STEP_TABLE_H
#define WENDI_STEP_TABLE_H

#include "world/topology.h"

/** [hood][direction one came in by, or WENDI_DIRECTION_NONE] -> bit d: a step in direction d. */
typedef struct wendi_step_table {
    uint8_t natural[256][WENDI_DIRECTIONS + 1]; /* for equal costs; NONE = all allowed steps */
} wendi_step_table;

void wendi_step_table_build(wendi_step_table *table, wend_neighbours neighbours,
                            wend_corner_rule rule);

/** The mask of the direction one came from and the two beside it, none for the start. */
static inline uint32_t wendi_steps_back(uint32_t arrival)
{
    static const uint8_t back[WENDI_DIRECTIONS + 1] = {0x38, 0x70, 0xE0, 0xC1, 0x83,
                                                       0x07, 0x0E, 0x1C, 0x00};
    return back[arrival];
}

/** The costs of the eight cells around, one a byte in the order of a hood.
 * @param cell in a framed array of costs with 4 readable bytes after its last row. */
static inline uint64_t wendi_hood_read(const uint8_t *cell, size_t stride)
{
    const uint8_t *a = cell - stride - 1;
    const uint8_t *b = cell + stride - 1;
    const uint64_t above = a[0] | (uint32_t)a[1] << 8 | (uint32_t)a[2] << 16;
    const uint64_t below = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
    return above | (uint64_t)cell[-1] << 24 | (uint64_t)cell[1] << 32 | below << 40;
}

/** Bit 7 of each byte that is not 0. */
static inline uint64_t wendi_bytes_set(uint64_t bytes)
{
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    return (((bytes & low) + low) | bytes) & ~low;
}

/** The hood: bit k of the result = byte k is not a wall (255). */
static inline uint32_t wendi_hood_open(uint64_t bytes)
{
    return (uint32_t)((wendi_bytes_set(~bytes) >> 7) * 0x0102040810204080u >> 56);
}

/** Do all open cells around cost the same as the cell itself? */
static inline bool wendi_hood_is_uniform(uint64_t bytes, uint8_t cost)
{
    const uint64_t differs = wendi_bytes_set(bytes ^ 0x0101010101010101u * cost);
    return (differs & wendi_bytes_set(~bytes)) == 0;
}

/** The steps to take from a cell, with what is around it. Where everything costs the same, only
 * those that no other way makes needless; else all but the three that lead back, to places which
 * the cell one came from reaches in one cheaper step. */
static inline uint32_t wendi_steps_from(const wendi_step_table *table, uint32_t arrival,
                                        uint64_t bytes, uint8_t cost)
{
    const uint8_t *natural = table->natural[wendi_hood_open(bytes)];
    return wendi_hood_is_uniform(bytes, cost)
               ? natural[arrival]
               : natural[WENDI_DIRECTION_NONE] & ~wendi_steps_back(arrival);
}

#endif

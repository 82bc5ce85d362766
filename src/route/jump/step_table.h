/* The steps that lead out of a cell, looked up by which of its eight neighbours are open.
 *
 *   +---+---+---+
 *   | 0 | 1 | 2 |   Bits of a neighbourhood mask: 1 = this neighbour is open. The mask and the
 *   +---+---+---+   direction of arrival index a table of bit masks over directions.
 *   | 3 | x | 4 |
 *   +---+---+---+
 *   | 5 | 6 | 7 |
 *   +---+---+---+
 *
 * Where the cell and all its open neighbours cost the same, a step is pruned if some other path
 * from the previous cell is as good: of equal paths the one that goes diagonally first (with 4
 * neighbours: vertically first; with hexes: in directions 0, 2, 4 first) is kept. Elsewhere the
 * costs of all paths of two steps are compared (wendi_steps_onward).
 *
 * Proof that no cell is lost: let v be a cell whose cheapest path is not found, though those of all
 * cells on cheapest paths to v are. The last step of each cheapest path, from c to v, was then
 * pruned for another path to v through x that costs no more. So that is a cheapest path too, and
 * its last step precedes c's in a fixed order of steps into v (straight before diagonal,
 * horizontal before vertical; odd directions of hexes before even ones). There are at most eight
 * steps into v, and one of them is the first. Source: Harabor and Grastien, "Online Graph Pruning
 * for Pathfinding on Grid Maps" (AAAI 2011); the tables are computed from the corner rule by
 * enumerating the paths in the 3 x 3 cells. */
#ifndef WENDI_ROUTE_JUMP_STEP_TABLE_H
#define WENDI_ROUTE_JUMP_STEP_TABLE_H

#include "world/cells/directions.h"

/** Hexes come in two kinds, not moved and moved by half a cell (see world/cells/directions.h);
 * squares are of the first kind. */
enum { WENDI_KINDS = 2 };

/** Steps to either side are redundant where the cell between them and the previous cell costs less
 * than the centre, or the same and `or_same`. */
typedef struct wendi_step_sides {
    uint8_t shifts[2]; /* of that cell's byte in the neighbour costs */
    uint8_t steps[2];  /* bit of the step */
    uint8_t or_same;   /* 1 or 0 */
} wendi_step_sides;

typedef struct wendi_step_table {
    /** [kind * 256 + mask][arrival] -> bit d: a step in direction d. For equal costs; all allowed
     * steps where the arrival is no step. */
    uint8_t natural[WENDI_KINDS * 256][WENDI_ARRIVALS];
    /** [kind][arrival]: steps back, to the previous cell and to cells that can be entered from
     * there at a lower cost. */
    uint8_t back[WENDI_KINDS][WENDI_ARRIVALS];
    /** [kind][arrival]: two steps to a side, the cells that prune each, and for which costs. */
    wendi_step_sides sides[WENDI_KINDS][WENDI_DIRECTIONS];
    uint64_t aside[WENDI_KINDS];        /* bytes of the neighbour costs that belong to no
                                           neighbour, as walls */
    uint64_t lengths[WENDI_DIRECTIONS]; /* of steps, as costs on ground of factor 1 */
    bool has_diagonals;
    bool needs_corners; /* diagonal steps need both corners open */
} wendi_step_table;

typedef struct wendi_step_rules {
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_hex_layout hex_layout;
} wendi_step_rules;

void wendi_step_table_build(wendi_step_table *table, const wendi_step_rules *rules);

/** The costs of the eight neighbours, one a byte in the order of a mask.
 * @param cell in a framed array of costs with 4 readable bytes after its last row. */
static inline uint64_t wendi_neighbour_costs_read(const uint8_t *cell, size_t stride)
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

/** The neighbourhood mask: bit k of the result = byte k is not a wall (255). */
static inline uint32_t wendi_neighbour_costs_open(uint64_t bytes)
{
    return (uint32_t)((wendi_bytes_set(~bytes) >> 7) * 0x0102040810204080u >> 56);
}

/** Bit 7 of the byte of each open cell around that costs something else than the cell itself. */
static inline uint64_t wendi_neighbour_costs_differ(uint64_t bytes, uint8_t cost)
{
    return wendi_bytes_set(bytes ^ 0x0101010101010101u * cost) & wendi_bytes_set(~bytes);
}

/** True if all open neighbours cost the same as the cell itself. */
static inline bool wendi_neighbour_costs_are_equal(uint64_t bytes, uint8_t cost)
{
    return wendi_neighbour_costs_differ(bytes, cost) == 0;
}

/** All steps from a cell but those back to the previous cell, or to cells that can be entered from
 * there at a lower cost. */
static inline uint32_t wendi_steps_not_back(const wendi_step_table *table, uint32_t kind,
                                            uint32_t arrival, uint64_t bytes)
{
    const uint8_t *natural = table->natural[kind * 256 + wendi_neighbour_costs_open(bytes)];
    return (uint32_t)(natural[WENDI_DIRECTION_NONE] & ~table->back[kind][arrival]);
}

/** The steps to expand from a cell of a kind, given the costs of its neighbours (no neighbours of
 * hexes as walls), whichever cell pays for a step. Where all cost the same, only those that pruning
 * leaves; else all but those that lead back. */
static inline uint32_t wendi_steps_from(const wendi_step_table *table, uint32_t kind,
                                        uint32_t arrival, uint64_t bytes, uint8_t cost)
{
    const uint8_t *natural = table->natural[kind * 256 + wendi_neighbour_costs_open(bytes)];
    return wendi_neighbour_costs_are_equal(bytes, cost)
               ? natural[arrival]
               : (uint32_t)(natural[WENDI_DIRECTION_NONE] & ~table->back[kind][arrival]);
}

/** With more than this many neighbours of other costs, comparing paths prunes next to nothing. */
enum { WENDI_MIXED_ABOVE = 3 };

static inline bool wendi_neighbour_costs_are_mixed(uint64_t differs)
{
    return (differs >> 7) * 0x0101010101010101u >> 56 > WENDI_MIXED_ABOVE;
}

/** Bit d: the step in direction d is redundant after an arrival by a step, as another path of one
 * or two steps from the previous cell is cheaper, or as cheap and preferred. */
uint32_t wendi_steps_redundant(const wendi_step_table *table, uint32_t kind, uint32_t arrival,
                               uint64_t bytes, uint8_t cost);

/** The steps to expand where the cell that is entered pays for a step, and a cell is expanded again
 * when its cost improves. */
static inline uint32_t wendi_steps_onward(const wendi_step_table *table, uint32_t kind,
                                          uint32_t arrival, uint64_t bytes, uint8_t cost)
{
    const uint64_t differs = wendi_neighbour_costs_differ(bytes, cost);
    const uint32_t steps = wendi_steps_from(table, kind, arrival, bytes, cost);
    if (differs == 0 || arrival >= WENDI_DIRECTIONS || wendi_neighbour_costs_are_mixed(differs)) {
        return steps;
    }
    return steps & ~wendi_steps_redundant(table, kind, arrival, bytes, cost);
}

#endif

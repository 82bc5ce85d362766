/* Repair of costs after edits: a plan takes the fields of the one before, and computes again what
 * an edit concerns.
 *
 *     plan before             plan being built
 *     f f f f f f             f f f f f f     f  kept: the same ground, the same line of sight
 *     f f f f f f    edit     f f e n f f     e  edited: a copy of its costs is corrected
 *     f f f f f f   ----->    f r e n f f     n  new: there was no field
 *     f f f f f f             f r r f f f     r  cells lost their support: they are reset
 *
 * A cell is supported if its cost is that of a seed, or that of a supported neighbour and the step
 * to it. Steps cost something, so support never runs in circles, and which cells keep it does not
 * depend on the order of the checks. Cells without support become unreached; all others have costs
 * that a path over the new ground still has. Passes from there on end at the least costs, which are
 * unique: the repaired plan equals a fresh one to the bit.
 *
 * Source: the invalidation of dynamic SWSF-FP, Ramalingam and Reps, "An Incremental Algorithm for a
 * Generalization of the Shortest-Path Problem", 1996. */
#ifndef WENDI_FLOW_PLAN_REPAIR_H
#define WENDI_FLOW_PLAN_REPAIR_H

#include "flow/plan/tile_job.h"

/** Repairs from the plan before if that is possible: with the same goals, costs carried over by
 * steps, and no links. */
void wendi_repair_begin(const wend_flow *flow, wendi_plan *plan, const wendi_plan *before);
/** After COVER: reserves memory. @return false: no memory. */
bool wendi_repair_reserve(const wend_flow *flow, wendi_plan *plan);
/** Takes a tile's field as it is. @return false: it has to be prepared. */
bool wendi_repair_keep_tile(wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** Gives a tile its field: a copy of the one before, or an empty one. The caller adds seeds.
 * @return false: no memory. */
bool wendi_repair_prepare_tile(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job);
/** After all tiles: resets cells without support, a tile each step, and queues tiles.
 * @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
wend_result wendi_repair_reset_unsupported(wend_flow *flow, wendi_plan *plan, uint64_t *steps);
/** Before an integration pass: gives the tile a field of its own, and stores the borders around it,
 * which kept tiles have none of. @param is_shifted set if its costs are those before and a constant:
 * the field stays, and nothing is integrated. @return false: no memory. */
bool wendi_repair_begin_pass(wend_flow *flow, wendi_plan *plan, uint32_t tile, bool *is_shifted);
/** Before directions, in the same way; a kept tile keeps its field if the costs around it are those
 * before. @return false: no memory. */
bool wendi_repair_begin_directions(wend_flow *flow, wendi_plan *plan, uint32_t tile);

/* ---- between repair.c and repair_support.c ---- */

/** True if a tile's field is not NONE or VISIBLE. */
static inline bool wendi_repair_is_real(uint32_t field)
{
    return field < WENDI_FIELD_VISIBLE;
}
/** Replaces a shared field by a copy. @return false: no memory. */
bool wendi_repair_own_field(wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** Resets the cells of a tile that have no support, and queues tiles beside it with cells that these
 * may have supported. @param least the least cost that was reset; WENDI_COST_UNREACHED: none.
 * @return false: no memory. */
bool wendi_repair_check_tile(wend_flow *flow, wendi_plan *plan, uint32_t tile, int64_t *least);

/* The costs around a tile that its finished field comes from. */
typedef enum wendi_repair_support {
    WENDI_SUPPORT_KEPT,
    WENDI_SUPPORT_MIXED,
    WENDI_SUPPORT_LOST /* none of them is left */
} wendi_repair_support;

/* The costs of a tile, as those beside see them. */
typedef enum wendi_repair_side {
    WENDI_SIDE_MOVED,     /* its costs in the plan before, all of them higher by one amount */
    WENDI_SIDE_UNREACHED, /* none */
    WENDI_SIDE_NEW        /* others */
} wendi_repair_side;

/** Tells it without reading cells. @param tile may be NONE. @param above of MOVED: the amount, in
 * units. */
wendi_repair_side wendi_repair_side_of(const wendi_plan *plan, uint32_t tile, int64_t *above);

/** Compares them with the present ones. The tile's field must be a shared one. */
wendi_repair_support wendi_repair_frame_support(wend_flow *flow, const wendi_plan *plan,
                                                uint32_t tile);
/** True if the shared field of a tile still is its field with all costs higher by `above`. */
bool wendi_repair_frame_fits(wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                             int64_t *above);

void wendi_repair_free(const wend_allocator *a, wendi_plan *plan);
size_t wendi_repair_memory_bytes(const wendi_plan *plan);

#endif

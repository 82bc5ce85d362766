/* The pruned steps out of each cell of uneven ground, looked up instead of computed.
 *
 *   indices, one for each slot          sets
 *   +---+---+---+---+                   1: for each arrival a mask of steps
 *   | 3 | 3 | 8 | 0 |  ------------>    2: ...
 *   +---+---+---+---+
 *
 * Terrain repeats itself: neighbourhoods of equal costs share a set, and so do uniform ones with
 * the same walls, and mixed ones. Ground that does not repeat itself gains nothing and has no
 * sets; searches then compute the steps, with the same result (wendi_steps_onward). */
#ifndef WENDI_ROUTE_SPACE_STEP_SETS_H
#define WENDI_ROUTE_SPACE_STEP_SETS_H

#include "base/core/memory.h"
#include "wend/types.h"
#include "world/cells/directions.h"

struct wend_space;

/** The surroundings for which a set was made. */
typedef struct wendi_step_neighbourhood {
    uint64_t bytes; /* costs of the neighbours; of uniform and mixed ground: the open cells */
    uint32_t kind;  /* of the cell */
    uint32_t cost;  /* of the cell; for uniform and mixed ground a number above all costs */
} wendi_step_neighbourhood;

typedef struct wendi_step_sets {
    uint16_t *indices; /* [slot_count], 0 = wall; NULL = there are no sets */
    uint32_t slot_count;
    uint8_t (*sets)[WENDI_ARRIVALS];          /* [capacity], 0 is no set */
    wendi_step_neighbourhood *neighbourhoods; /* [capacity] */
    uint16_t *table_slots;                    /* [2 * capacity] hash table of sets, 0 = free */
    uint32_t count, capacity;                 /* capacity is a power of two */
    bool is_given_up;                         /* too many different neighbourhoods: not to be
                                                 tried again */
} wendi_step_sets;

/** Makes sets for all cells of a space; without memory, or where they do not pay, there are none.
 */
void wendi_step_sets_build(wendi_step_sets *sets, const wend_space *space);
/** The same in parts: begins, with all indices 0. @return false: there are none. */
bool wendi_step_sets_begin(wendi_step_sets *sets, const wend_space *space);
/** Makes the indices of whole rows y0 ... y1. @return false: all are dropped. */
bool wendi_step_sets_put_rows(wendi_step_sets *sets, const wend_space *space, int32_t y0,
                              int32_t y1);
/** Recomputes indices of cells, x0 ... x1, y0 ... y1 of the grid, if there are any. Without
 * memory, or if sets become too many, all are dropped. */
void wendi_step_sets_repair(wendi_step_sets *sets, const wend_space *space, int32_t x0, int32_t y0,
                            int32_t x1, int32_t y1);
/** Drops all. */
void wendi_step_sets_destroy(wendi_step_sets *sets, const wend_allocator *allocator);
size_t wendi_step_sets_bytes(const wendi_step_sets *sets);

#endif

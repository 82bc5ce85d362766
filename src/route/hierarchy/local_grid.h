/* Searches within a rectangle of cells, as if all around it were walls.
 *
 *   rectangle of the space -> costs with a frame of walls (a window of the space's own layout)
 *   ring of buckets        -> slots in doubly linked lists, so that nothing is allocated while a
 *                             search runs; a bucket is no wider than the cheapest step
 */
#ifndef WENDI_ROUTE_HIERARCHY_LOCAL_GRID_H
#define WENDI_ROUTE_HIERARCHY_LOCAL_GRID_H

#include "route/hierarchy/hierarchy.h"

typedef struct wendi_local_grid {
    uint32_t capacity; /* slots of the arrays */
    uint8_t *costs;    /* [capacity + 8] */
    uint8_t *states;   /* [capacity] 0 = not seen; else a mark, open or not, and the arrival */
    uint64_t *sums;    /* [capacity] least costs found, where seen */
    uint32_t *next, *previous; /* [capacity] of a bucket */
    uint32_t *heads;           /* [WENDI_LOCAL_RING] */
    const wend_space *space;
    wendi_abstract_rect rect;
    uint32_t stride;
    uint32_t slot_count;
    int32_t offsets[WENDI_DIRECTIONS];
    unsigned shift;
} wendi_local_grid;

/** Makes room for rectangles of a number of cells; more is allowed later. @param local zero at
 * first.
 * @return false: no memory (as before). */
bool wendi_local_grid_reserve(wendi_local_grid *local, int32_t width, int32_t height,
                              const wend_allocator *allocator);
void wendi_local_grid_destroy(wendi_local_grid *local, const wend_allocator *allocator);
size_t wendi_local_grid_bytes(const wendi_local_grid *local);
/** Takes the cells of a rectangle, for which there must be room. */
void wendi_local_grid_load(wendi_local_grid *local, const wend_space *space,
                           wendi_abstract_rect rect);

/** Finds the costs from a node to all in the rectangle, or to it from all. */
void wendi_local_grid_flood(wendi_local_grid *local, wend_node source, bool is_backward);
/** Finds a cheapest path to a node of the rectangle. @return false: there is none. */
bool wendi_local_grid_find(wendi_local_grid *local, wend_node source, wend_node target);
/** The cost of a node after either; infinite where it was not reached. */
uint64_t wendi_local_grid_cost(const wendi_local_grid *local, wend_node node);
/** Lists the cells of the path that was found, from the target back to the source, both included.
 * @return false: no memory. */
bool wendi_local_grid_trace(const wendi_local_grid *local, wend_node target,
                            wendi_array_u32 *cells);

#endif

/* The common steps of both yardsticks, inline because they are the inner loop. Their open lists
 * differ. */
#ifndef BENCH_YARDSTICK_SEARCH_H
#define BENCH_YARDSTICK_SEARCH_H

#include "yardstick/ground.h"

typedef struct yardstick_search {
    const yardstick_ground *ground;
    yardstick_steps steps;
    yardstick_goal goal;
    yardstick_cell *cells; /* [cell_count] */
    uint32_t *path;        /* [cell_count] */
    uint32_t mark;
} yardstick_search;

/* Takes a cell that can be reached from its parent at this cost; x and y are those of the padded
 * map. */
typedef void (*yardstick_take_fn)(void *context, uint32_t cell, int32_t x, int32_t y, uint64_t cost,
                                  uint32_t parent);

/** The ground must outlive it. @return false: out of memory; to be freed in any case. */
bool yardstick_search_make(yardstick_search *search, const yardstick_ground *ground);
void yardstick_search_free(yardstick_search *search);

/** Forgets all cells, and offers the start. @return its estimate. */
uint64_t yardstick_search_begin(yardstick_search *search, uint32_t start, uint32_t goal,
                                yardstick_take_fn take, void *context);
/** Writes the path to the goal, which was reached, to the answer. */
void yardstick_search_answer(yardstick_search *search, uint32_t start, uint32_t goal,
                             yardstick_answer *answer);

/** Records a path to a cell if it is the cheapest so far. @return true: the cell is to be queued.
 */
static inline bool yardstick_search_notes(yardstick_search *search, uint32_t cell, uint64_t cost,
                                          uint32_t parent)
{
    yardstick_cell *state = &search->cells[cell];
    if (state->mark >= search->mark && state->cost <= cost) {
        return false;
    }
    *state = (yardstick_cell){cost, search->mark, parent};
    return true;
}

/** Offers every cell beside one. */
static inline void yardstick_search_expand(const yardstick_search *search, uint32_t cell,
                                           yardstick_take_fn take, void *context)
{
    const yardstick_ground *ground = search->ground;
    const yardstick_steps *steps = &search->steps;
    int32_t x = (int32_t)(cell % (uint32_t)ground->stride);
    int32_t y = (int32_t)(cell / (uint32_t)ground->stride);
    uint64_t cost = search->cells[cell].cost;
    uint32_t ways = yardstick_ways(ground, cell);
    for (int i = 0; i < YARDSTICK_WAYS; i++) {
        if ((ways >> i & 1) != 0) {
            uint32_t next = (uint32_t)((int32_t)cell + steps->offset[i]);
            take(context, next, x + steps->dx[i], y + steps->dy[i],
                 cost + steps->length[i] * ground->factors[next], cell);
        }
    }
}

#endif

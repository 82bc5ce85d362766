/* The open list of cells, under the names by which best_first.h and bidirectional.h know it. */
#ifndef WENDI_ROUTE_SEARCH_CELL_QUEUE_H
#define WENDI_ROUTE_SEARCH_CELL_QUEUE_H

#include "route/search/search.h"

typedef wendi_bucket_queue open_list;

/** @param remaining ignored: entries of one bucket come out in any order.
 * @return false without memory. */
static inline bool push(open_list *open, uint32_t slot, uint64_t key, uint64_t remaining,
                        const wend_allocator *allocator)
{
    (void)remaining;
    (void)allocator;
    return wendi_bucket_queue_push(open, key, slot);
}

/** Finds the next slot, which is then taken or put back. WEND_NO_PATH if no entry can have a key
 * below `below`; WEND_ERROR_MEMORY. */
static inline wend_result next_open(open_list *open, uint64_t below, uint32_t *slot)
{
    while (!wendi_bucket_queue_pop_current(open, slot)) {
        const wend_result moved = wendi_bucket_queue_advance(open);
        if (moved == WEND_ERROR_MEMORY) {
            return moved;
        }
        if (moved == WEND_NO_PATH || wendi_bucket_queue_bound(open) >= below) {
            return WEND_NO_PATH;
        }
    }
    return WEND_OK;
}

static inline void take(open_list *open)
{
    (void)open; /* next_open has popped it */
}

/** Back to the top of its bucket. @return false without memory. */
static inline bool put_back(open_list *open, uint32_t slot)
{
    return wendi_bucket_queue_push(open, wendi_bucket_queue_bound(open), slot);
}

#endif

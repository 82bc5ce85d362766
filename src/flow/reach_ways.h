/* reach_ways.h: which of many places lead to which, over one-way steps between them.
 *
 *   a --> b <--> c      a leads to b and c; b and c lead to each other
 *
 * Places are named by any numbers of 64 bits. */
#ifndef WENDI_FLOW_REACH_WAYS_H
#define WENDI_FLOW_REACH_WAYS_H

#include "base/closure.h"
#include "flow/flow_private.h"

typedef struct wendi_reach_ways {
    wendi_array_u64 places;   /* ascending, each once */
    wendi_closure closure;    /* of their indices */
    wendi_array_u64 from, to; /* ways that were added; gone after closing */
} wendi_reach_ways;

void wendi_reach_ways_init(wendi_reach_ways *ways, const wend_allocator *allocator);
void wendi_reach_ways_free(wendi_reach_ways *ways);
size_t wendi_reach_ways_bytes(const wendi_reach_ways *ways);
/** @return false: no memory. */
bool wendi_reach_ways_add(wendi_reach_ways *ways, uint64_t from, uint64_t to);
/** Works out what leads to what, after all were added. @return false: no memory; only
 * wendi_reach_ways_free may follow. */
bool wendi_reach_ways_close(wendi_reach_ways *ways);
/** Does a chain of ways lead from one place to another one? */
bool wendi_reach_ways_lead(const wendi_reach_ways *ways, uint64_t from, uint64_t to);

#endif

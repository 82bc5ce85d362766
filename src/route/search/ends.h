/* The ends of a query: its starts and goals, each with the cost before or behind it.
 *
 *   start cost      path       goal cost
 *   ----------> s ~~~~~~~~> g ---------->      one start and one goal of many; the whole is least
 *
 * As if a virtual node led to all starts, and all goals to another one. */
#ifndef WENDI_ROUTE_SEARCH_ENDS_H
#define WENDI_ROUTE_SEARCH_ENDS_H

#include "base/core/memory.h"

typedef struct wendi_search_end {
    uint64_t cost;
    uint32_t slot;
    uint32_t index; /* in the list of the query */
} wendi_search_end;

typedef struct wendi_search_ends {
    wendi_search_end *items; /* [capacity] */
    size_t count, capacity;
    bool is_sorted; /* by slot, each slot once */
} wendi_search_ends;

/** Appends an end; false without memory. */
bool wendi_search_ends_push(wendi_search_ends *ends, wendi_search_end end,
                            const wend_allocator *allocator);
void wendi_search_ends_free(wendi_search_ends *ends, const wend_allocator *allocator);

/** Sorts by slot and keeps the cheapest end of each slot; of equal costs the first in the list. */
void wendi_search_ends_sort(wendi_search_ends *ends);
/** The end at a slot, the first in the list of several; NULL if there is none. */
const wendi_search_end *wendi_search_ends_at(const wendi_search_ends *ends, uint32_t slot);
/** The index of the cheapest end, the first of equal ones. There must be an end. */
size_t wendi_search_ends_cheapest(const wendi_search_ends *ends);

#endif

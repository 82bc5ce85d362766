/* core/link_closure.h: which of many places lead to which, over one-way steps between them.
 *
 *   a --> b <--> c      a leads to b and c; b and c lead to each other
 *
 * Places are named by any numbers of 64 bits. */
#ifndef WENDI_FLOW_CORE_LINK_CLOSURE_H
#define WENDI_FLOW_CORE_LINK_CLOSURE_H

#include "base/core/closure.h"
#include "flow/core/flow_private.h"

typedef struct wendi_link_closure {
    wendi_array_u64 places;   /* ascending, each once */
    wendi_closure closure;    /* of their indices */
    wendi_array_u64 from, to; /* ways that were added; gone after closing */
} wendi_link_closure;

void wendi_link_closure_init(wendi_link_closure *ways, const wend_allocator *allocator);
void wendi_link_closure_free(wendi_link_closure *ways);
size_t wendi_link_closure_memory_bytes(const wendi_link_closure *ways);
/** @return false: no memory. */
bool wendi_link_closure_add(wendi_link_closure *ways, uint64_t from, uint64_t to);
/** Works out what leads to what, after all were added. @return false: no memory; only
 * wendi_link_closure_free may follow. */
bool wendi_link_closure_build(wendi_link_closure *ways);
/** Does a chain of ways lead from one place to another one? */
bool wendi_link_closure_leads(const wendi_link_closure *ways, uint64_t from, uint64_t to);

#endif

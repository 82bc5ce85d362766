/* Reachability between nodes over one-way links.
 *
 *   a --> b <--> c      a leads to b and c; b and c lead to each other
 *
 * Nodes are named by any numbers of 64 bits. */
#ifndef WENDI_FLOW_CORE_LINK_CLOSURE_H
#define WENDI_FLOW_CORE_LINK_CLOSURE_H

#include "base/core/closure.h"
#include "flow/core/flow_private.h"

typedef struct wendi_link_closure {
    wendi_array_u64 nodes;    /* ascending, each once */
    wendi_closure closure;    /* of the node indices */
    wendi_array_u64 from, to; /* links added; cleared by build */
} wendi_link_closure;

void wendi_link_closure_init(wendi_link_closure *links, const wend_allocator *allocator);
void wendi_link_closure_free(wendi_link_closure *links);
size_t wendi_link_closure_memory_bytes(const wendi_link_closure *links);
/** @return false: no memory. */
bool wendi_link_closure_add(wendi_link_closure *links, uint64_t from, uint64_t to);
/** Computes reachability after all links were added. @return false: no memory; only
 * wendi_link_closure_free may follow. */
bool wendi_link_closure_build(wendi_link_closure *links);
/** True if a chain of links leads from one node to another one. */
bool wendi_link_closure_leads(const wendi_link_closure *links, uint64_t from, uint64_t to);

#endif

/* Paths read out of a search: the interface from search to path. */
#ifndef WENDI_ROUTE_SEARCH_TRACE_H
#define WENDI_ROUTE_SEARCH_TRACE_H

#include "base/core/array.h"
#include "wend/search.h"
#include "world/cells/directions.h"

/** Connections of a node of a traced path to the one before it. */
enum {
    WENDI_FOLLOWS_LINE = 0, /* along a straight line of cells (on hexes in one direction) */
    WENDI_FOLLOWS_SEAM = 1, /* + direction: one step over the seam of a map that wraps */
    WENDI_FOLLOWS_LINK = WENDI_FOLLOWS_SEAM + WENDI_DIRECTIONS /* + index of the space's arc */
    /* On graphs: the edge that leads there. */
};

/** A path as the nodes where it turns, crosses a seam or takes a link. */
typedef struct wendi_trace {
    wendi_array_u32 nodes;
    wendi_array_u32 follows; /* [nodes.count] the first one without meaning; or empty: all lines */
} wendi_trace;

/** Appends a node; false without memory. */
bool wendi_trace_push(wendi_trace *trace, wend_node node, uint32_t follows);

/** Turns the lists around. */
void wendi_trace_reverse(wendi_trace *trace);

/** The path of a search to a node, from start to node; cells between two listed nodes are implied.
 * The start alone when node is the start. On failure the trace is empty.
 * @return WEND_OK, WEND_NO_PATH (not reached), WEND_ERROR_MEMORY. */
wend_result wendi_search_trace(const wend_search *search, wend_node node, wendi_trace *trace);

/** Result of a search so far, and the node of its best path; as wend_search_get_answer without the
 * figures. WEND_ERROR_ARGUMENT without a query, or a node. */
wend_result wendi_search_node(const wend_search *search, wend_node *node);

/** The goal of the cheapest path on which two ends have met; UINT32_MAX if they have not. */
uint32_t wendi_search_met_goal(const wend_search *search);

/** Sums the path to a slot, lowers the slot's cost to the sum, and finds the start of the path. A
 * cell on the path may have become cheaper after the slot was found; the path is then better than
 * the recorded cost. Only for slots that were reached. */
void wendi_search_sum_path(wend_search *search, uint32_t slot);

#endif

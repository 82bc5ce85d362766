/* Search with turning: its interface within the search. */
#ifndef WENDI_ROUTE_SEARCH_TURNING_H
#define WENDI_ROUTE_SEARCH_TURNING_H

#include "base/core/key_table.h"
#include "route/search/trace.h"

/* The search nodes of a search with turning: a cell and a heading each.
 *
 *   keys   slot * 9 + heading -> index      heading 8 = none yet
 *   items  [ cost, parent, turns, way | ... ] */
enum { WENDI_HEADINGS = 9, WENDI_HEADING_NONE = 8 };

typedef struct wendi_heading_node {
    uint64_t cost;   /* from the start */
    uint32_t key;    /* slot * 9 + heading */
    uint32_t parent; /* index; itself for the start */
    uint32_t turns;  /* of the path so far */
    uint32_t way;    /* bit 31: in the open list; below: 0 = by a step, 1 + arc = by a link */
} wendi_heading_node;

enum { WENDI_HEADING_ARRIVAL_BITS = 31 };

typedef struct wendi_heading_nodes {
    wendi_heading_node *items;
    uint32_t capacity;
    wendi_key_table keys;
} wendi_heading_nodes;

void wendi_heading_nodes_destroy(wendi_heading_nodes *nodes, const wend_allocator *allocator);
size_t wendi_heading_nodes_bytes(const wendi_heading_nodes *nodes);

typedef struct wendi_turning_scratch {
    wend_turning turning; /* of the query */
    bool is_used;         /* the query turns */
    bool is_uninformed;   /* the estimate was given up, see wendi_heuristic_is_inconsistent */
    uint32_t headings;    /* 8, on hexes 6 */
    uint32_t goal_turns;  /* of the best path to a goal so far */
    uint32_t goal_index;  /* its node; ~0 = none */
    uint32_t best_index;  /* the node nearest to the goal so far */
    wendi_heading_nodes nodes;
    wendi_array_u32 goals; /* slots ascending, and scratch of the same size behind them */
    uint32_t goal_count;
} wendi_turning_scratch;

wend_result wendi_turning_begin(wend_search *search);
wend_result wendi_turning_advance(wend_search *search, uint64_t *steps);

/** Lists the goals of a query, for the next. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_turning_list_goals(wend_search *search);
bool wendi_turning_is_goal(const wendi_turning_scratch *turn, uint32_t slot);

/** The node a slot is known by: the answer's, if it is that slot, else its cheapest one; UINT32_MAX
 * if it has none. */
uint32_t wendi_turning_node_of(const wend_search *search, uint32_t slot);
/** The node of the answer: the goal that was reached, else the best node. */
uint32_t wendi_turning_answer(const wend_search *search);
/** Sums the path to a node again, which may be less than recorded, and records it. */
void wendi_turning_sum_path(wend_search *search, uint32_t index);
/** The path to a node, from there back to the start; false without memory. */
bool wendi_turning_trace(const wend_search *search, uint32_t index, wendi_trace *trace);
/** Heading of a node as the public face counts. */
uint32_t wendi_turning_heading(const wend_search *search, uint32_t index);
/** The difference of two headings in directions, in the shorter direction; 0 if one is none.
 */
uint32_t wendi_turning_parts(const wendi_turning_scratch *turn, uint32_t a, uint32_t b);
/** True if any node of a slot is open. */
bool wendi_turning_is_open(const wend_search *search, uint32_t slot);

#endif

/* Search with turning: what the rest of the search room asks of it. */
#ifndef WENDI_TURN_SEARCH_H
#define WENDI_TURN_SEARCH_H

#include "route/trace.h"
#include "route/turn_nodes.h"

typedef struct wendi_turn_scratch {
    wend_turning turning; /* of the query */
    bool is_used;         /* the query turns */
    bool is_uninformed;   /* the estimate was given up, see wendi_estimate_is_wild */
    uint32_t headings;    /* 8, on hexes 6 */
    uint32_t goal_turns;  /* of the best way to a goal so far */
    uint32_t goal_index;  /* its node; ~0 = none */
    uint32_t best_index;  /* the node nearest to the goal so far */
    wendi_turn_nodes nodes;
    wendi_array_u32 goals; /* slots ascending, and scratch of the same size behind them */
    uint32_t goal_count;
} wendi_turn_scratch;

wend_result wendi_turn_begin(wend_search *search);
wend_result wendi_turn_advance(wend_search *search, uint64_t *steps);

/** The node a slot is known by: the answer's, if it is that slot, else its cheapest one; UINT32_MAX
 * if it has none. */
uint32_t wendi_turn_node_of(const wend_search *search, uint32_t slot);
/** The node that the answer speaks of: the goal that was reached, else the best place. */
uint32_t wendi_turn_answer(const wend_search *search);
/** Adds up the way to a node anew, which may be less than was noted, and notes it. */
void wendi_turn_sum_way(wend_search *search, uint32_t index);
/** The way to a node, from there back to the start; false without memory. */
bool wendi_turn_trace(const wend_search *search, uint32_t index, wendi_way *way);
/** Heading of a node as the public face counts. */
uint32_t wendi_turn_heading(const wend_search *search, uint32_t index);
/** Parts of turn from one heading to another, the shorter way around; 0 if one of them is none. */
uint32_t wendi_turn_parts(const wendi_turn_scratch *turn, uint32_t a, uint32_t b);
/** Does any node of a slot wait? */
bool wendi_turn_waits(const wend_search *search, uint32_t slot);

#endif

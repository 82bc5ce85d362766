/* Searches of graphs: the common parts. The record of a node takes 32 bytes, so that reading it
 * touches one line of memory. A record whose generation is not its side's is unknown; a new query
 * clears nothing. With turning the states are arcs, not nodes: see graph_turning.c. */
#ifndef WENDI_ROUTE_SEARCH_GRAPH_SEARCH_H
#define WENDI_ROUTE_SEARCH_GRAPH_SEARCH_H

#include "route/frontier/cost_queue.h"
#include "route/heuristic/graph.h"
#include "route/search/trace.h"

enum {
    WENDI_RECORD_OPEN = 1,       /* in the open list */
    WENDI_RECORD_GOAL = 2,       /* is one of the goals; its cost is infinite until it is found */
    WENDI_RECORD_START = 4,      /* is where the search began */
    WENDI_RECORD_NO_HEADING = 8, /* with turning: without heading */
    WENDI_RECORD_GENERATION = 16 /* generations count in steps of this, above the flags */
};

typedef struct wendi_graph_search_record {
    uint64_t cost;
    uint64_t estimate;
    uint32_t from;  /* node (state) before */
    uint32_t edge;  /* that led here; with turning, turns so far */
    uint32_t meta;  /* generation | flags */
    uint32_t depth; /* steps from the start; with turning the heading */
} wendi_graph_search_record;

/** One end of a search. */
typedef struct wendi_graph_side {
    wendi_graph_search_record *records; /* [mark_count] */
    uint32_t record_count;
    uint32_t generation;
    wendi_cost_queue queue;
} wendi_graph_side;

/** The part of a search that is for graphs. */
typedef struct wendi_graph_scratch {
    wendi_graph_side sides[2]; /* from the start, and from the goal; with turning the second keeps
                                  the best state of each node */
    wendi_graph_heuristic goal_heuristic, back_heuristic;
    wend_vec2 noise_origin;
    double noise_scale;              /* raster cells per metre */
    uint32_t goal_state, best_state; /* with turning */
    uint32_t goal_turns;
    uint32_t state_count; /* with turning: states found */
    bool is_uninformed;   /* the estimate was given up, see wendi_heuristic_is_inconsistent */
} wendi_graph_scratch;

/** Reserves records and begins a new generation with an empty queue. */
wend_result wendi_graph_side_begin(wendi_graph_side *side, uint32_t record_count,
                                   const wend_allocator *allocator);
void wendi_graph_side_destroy(wendi_graph_side *side, const wend_allocator *allocator);
size_t wendi_graph_side_bytes(const wendi_graph_side *side);

static inline bool wendi_graph_side_has(const wendi_graph_side *side, uint32_t state)
{
    return (side->records[state].meta & ~(uint32_t)(WENDI_RECORD_GENERATION - 1)) ==
           side->generation;
}

/** Prepares goals and estimates, once search->goals are set. */
void wendi_graph_search_prepare(wend_search *search);
/** The estimate from a node to the query's goals. */
uint64_t wendi_graph_search_estimate(const wend_search *search, uint32_t node);
/** The weight of an estimate at a node, 16 fraction bits. */
uint64_t wendi_graph_search_weight_at(const wend_search *search, uint32_t node);
/** The key of a path of this cost to a node. */
uint64_t wendi_graph_search_key(const wend_search *search, uint32_t node, uint64_t cost,
                                uint64_t remaining);

wend_result wendi_graph_best_first_begin(wend_search *search);
wend_result wendi_graph_best_first_advance(wend_search *search, uint64_t *steps);
wend_result wendi_graph_breadth_first_begin(wend_search *search);
wend_result wendi_graph_breadth_first_advance(wend_search *search, uint64_t *steps);
wend_result wendi_graph_bidirectional_begin(wend_search *search);
wend_result wendi_graph_bidirectional_advance(wend_search *search, uint64_t *steps);
wend_result wendi_graph_turning_begin(wend_search *search);
wend_result wendi_graph_turning_advance(wend_search *search, uint64_t *steps);
/** Sums the path to the answer's state, and fills the members of the answer that depend on it. */
void wendi_graph_turning_conclude(wend_search *search);
/** The node a state of turning stands at. */
uint32_t wendi_graph_turning_node(const wend_search *search, uint32_t state);
/** The state that stands for a node: the answer's, if it is there, else its cheapest; ~0 = none. */
uint32_t wendi_graph_turning_state(const wend_search *search, uint32_t node);

/* graph_trace.c: as the functions of trace.c, for a node that lies inside. */

uint64_t wendi_graph_search_cost_to(const wend_search *search, uint32_t node);
/** The node where the steps of one end back from a node begin. */
uint32_t wendi_graph_search_root_of(const wend_search *search, bool is_backward, uint32_t node);
void wendi_graph_search_sum_path(wend_search *search, uint32_t node);
bool wendi_graph_search_is_open(const wend_search *search, uint32_t node);
/** The path to a node that was reached: the nodes from the start on, each after the first with the
 * edge that leads to it.
 * @return false: no memory. */
bool wendi_graph_search_trace(const wend_search *search, uint32_t node, wendi_trace *trace);
/** Of everything searched, the node nearest to a goal in a straight line. */
wend_node wendi_graph_search_nearest_expanded(const wend_search *search, wend_node goal);

#endif

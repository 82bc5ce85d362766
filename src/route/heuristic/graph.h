/* Heuristic of a graph: the estimated remaining cost, never above the true one.
 *
 *   length to the goals      in the heuristic's metric, to the box around them, times the least
 *                            cost per metre
 *   through cheap arcs       the length to the beginning of such an arc, and the rest from there by
 *                            the best chain of them; the estimate is the least of all */
#ifndef WENDI_ROUTE_HEURISTIC_GRAPH_H
#define WENDI_ROUTE_HEURISTIC_GRAPH_H

#include "route/space/graph.h"

/** The beginning of a cheap arc, and the remaining cost from there. */
typedef struct wendi_cheap_arc_entry {
    wend_vec3 position;
    uint64_t rest;
} wendi_cheap_arc_entry;

typedef struct wendi_graph_heuristic {
    const wendi_space_graph *net;
    uint32_t metric;
    double rate; /* 0: no estimate */
    bool is_point, is_empty;
    bool is_plain;       /* one goal, straight lines, no cheap arcs */
    wend_vec3 low, high; /* around the goals */
    wendi_cheap_arc_entry entries[WENDI_CHEAP_ARCS];
    uint32_t entry_count;
} wendi_graph_heuristic;

/** Forgets the goals. */
void wendi_graph_heuristic_clear(wendi_graph_heuristic *estimator, const wendi_space_graph *net);
void wendi_graph_heuristic_add_goal(wendi_graph_heuristic *estimator, uint32_t node);
/** Prepares the estimates; the goals must have been added.
 * @param heuristic resolved, not CUSTOM.
 * @param is_backward estimate the cost from the goals to a node instead. */
void wendi_graph_heuristic_prepare(wendi_graph_heuristic *estimator, wend_heuristic heuristic,
                                   bool is_backward);
/** The estimate at a node. */
uint64_t wendi_graph_heuristic_at(const wendi_graph_heuristic *estimator, uint32_t node);

#endif

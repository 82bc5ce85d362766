/* Guesses of the cost still to come on a graph, never above it.
 *
 *   length to the goals      in the heuristic's metric, to the box around them, times the least
 *                            cost per metre
 *   through cheap arcs       the same to where such an arc begins, and from there on what is left
 *                            by the best chain of them; the least of all is the guess
 */
#ifndef WENDI_ROUTE_HEURISTIC_GRAPH_H
#define WENDI_ROUTE_HEURISTIC_GRAPH_H

#include "route/space/graph.h"

/** A place through which one gets on cheaply, and what is left from there. */
typedef struct wendi_cheap_arc_entry {
    wend_vec3 position;
    uint64_t rest;
} wendi_cheap_arc_entry;

typedef struct wendi_graph_heuristic {
    const wendi_space_graph *net;
    uint32_t metric;
    double rate; /* 0: no guess */
    bool is_point, is_empty;
    bool is_plain;       /* one goal, straight lines, no doors */
    wend_vec3 low, high; /* around the goals */
    wendi_cheap_arc_entry entries[WENDI_CHEAP_ARCS];
    uint32_t entry_count;
} wendi_graph_heuristic;

/** Forgets the goals. */
void wendi_graph_heuristic_clear(wendi_graph_heuristic *estimator, const wendi_space_graph *net);
void wendi_graph_heuristic_add_goal(wendi_graph_heuristic *estimator, uint32_t node);
/** Readies the guess; goals must be in. @param heuristic resolved, not CUSTOM. @param is_backward
 * guess what it costs from the goals to a place instead. */
void wendi_graph_heuristic_prepare(wendi_graph_heuristic *estimator, wend_heuristic heuristic,
                                   bool is_backward);
/** The guess from a node. */
uint64_t wendi_graph_heuristic_at(const wendi_graph_heuristic *estimator, uint32_t node);

#endif

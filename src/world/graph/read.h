/* A graph as the rooms above read it, to lay it out for searching.
 *
 *   edge e      edges below edge_limit; removed ones have from WEND_NODE_NONE
 *   node n      chain of all edges at it, open or not, one-way or not, falling by number:
 *               wendi_graph_first(n) -> wendi_graph_next(n, e) -> ... WEND_EDGE_NONE
 *
 * The update after an edit, given the graph's revision at the last read (`since`):
 *
 *   wendi_graph_list_changes    the nodes and edges that were added, removed or changed in any way
 *                               that searches see; false: too many, or all were renumbered: read all
 *   layout_revision > since     nodes or edges were added, removed or renumbered, or an edge became
 *                               one-way or two-way
 *   position_revision > since   positions or heights changed: heuristics by distance change
 *
 * Numbers are used once, until all are renumbered. Changes of user data and tags raise the revision
 * alone. */
#ifndef WENDI_WORLD_GRAPH_READ_H
#define WENDI_WORLD_GRAPH_READ_H

#include "wend/graph.h"

enum { WENDI_GRAPH_COST_BITS = 48 /* The largest cost of an edge is 2^48. */ };

typedef struct wendi_graph_revisions {
    uint64_t all, layout, position;
} wendi_graph_revisions;

wendi_graph_revisions wendi_graph_revisions_of(const wend_graph *graph);

/** A node that was added, moved or removed, or an edge that was added, changed or removed. */
typedef struct wendi_graph_change {
    uint64_t revision;
    uint32_t number;
    bool is_node;
} wendi_graph_change;

/** True if every change after a revision is remembered. */
bool wendi_graph_remembers(const wend_graph *graph, uint64_t since);
/** Lists what changed after a revision, in the order of the changes; a number may appear several
 * times. @param changes [capacity]. @return false, and no changes: the graph does not remember that
 * far back (count is 0 then), or there are more than capacity (count says how many). */
bool wendi_graph_list_changes(const wend_graph *graph, uint64_t since, wendi_graph_change *changes,
                              size_t capacity, size_t *count);
/** Lists the edges alone, those that were added or removed among them. @param edges [capacity].
 * @return as wendi_graph_list_changes. */
bool wendi_graph_changed_edges(const wend_graph *graph, uint64_t since, uint32_t *edges,
                               size_t capacity, size_t *count);
/** The most changes that a graph remembers. */
enum { WENDI_GRAPH_CHANGES_MAX = 4096 };

/** The part of an edge that searches need. */
typedef struct wendi_graph_arc {
    wend_node from, to; /* from WEND_NODE_NONE: the edge does not exist; the rest is then 0 */
    wend_cost cost;     /* 1 to 2^48 */
    uint32_t behaviour, flags;
    bool is_two_way, is_open;
} wendi_graph_arc;

/** @param edge below wend_graph_edge_limit. */
wendi_graph_arc wendi_graph_arc_of(const wend_graph *graph, uint32_t edge);

/** The newest edge to or from an existing node; WEND_EDGE_NONE = none. */
uint32_t wendi_graph_first(const wend_graph *graph, wend_node node);
/** The next older edge at the node. */
uint32_t wendi_graph_next(const wend_graph *graph, wend_node node, uint32_t edge);

/** [wend_graph_node_limit] positions of nodes; those of removed nodes mean nothing. */
const wend_vec2 *wendi_graph_positions(const wend_graph *graph);
/** 0 for a node without a height or a removed one. */
double wendi_graph_height(const wend_graph *graph, wend_node node);
uint32_t wendi_graph_tag(const wend_graph *graph, wend_node node);

#endif

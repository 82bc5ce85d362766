/* The inside of a graph, for src/world and its tests.
 *
 *   node n   positions[n], firsts[n] -> newest edge at it, GONE or none
 *   edge e   from, to, cost word, and for each end the next older edge there
 *
 *        firsts[n]         next[0]          next[1]
 *            +---> (7: n -> k) ---> (4: j -> n) ---> none
 *
 * Chains fall by number: new edges have the largest number and go to the head. All else (heights,
 * tags, user data, large behaviours, flags, factors) lies in columns, which take memory only for
 * values that exist.
 *
 * cost word:  63   62      61    60     59 ... 52    51      50       49       48 ... 0
 *              0  factor  user  flags   behaviour   closed  follows  two-way     cost
 *
 * Bits 62 to 60 say that there is a value in that column; behaviour 255 that it is in its column.
 */
#ifndef WENDI_WORLD_GRAPH_STORE_H
#define WENDI_WORLD_GRAPH_STORE_H

#include "base/core/message.h"
#include "base/math/predicates.h"
#include "wend/walls.h"
#include "world/graph/column.h"
#include "world/graph/overlay.h"
#include "world/graph/quadtree.h"
#include "world/graph/read.h"

enum { WENDI_GRAPH_BEHAVIOUR_AT = 52, WENDI_GRAPH_BEHAVIOUR_LARGE = 255 };
#define WENDI_GRAPH_LIMIT UINT32_C(0x80000000) /* Numbers of nodes, of edges. */
#define WENDI_GRAPH_NODE_GONE (UINT32_MAX - 1) /* In firsts. */

#define WENDI_GRAPH_COST_MASK (((uint64_t)1 << 49) - 1)
#define WENDI_GRAPH_TWO_WAY ((uint64_t)1 << 49)
#define WENDI_GRAPH_FOLLOWS ((uint64_t)1 << 50)
#define WENDI_GRAPH_CLOSED ((uint64_t)1 << 51)
#define WENDI_GRAPH_HAS_FLAGS ((uint64_t)1 << 60)
#define WENDI_GRAPH_HAS_USER ((uint64_t)1 << 61)
#define WENDI_GRAPH_HAS_FACTOR ((uint64_t)1 << 62)

typedef struct wendi_graph_record {
    uint64_t word;
    wend_node from, to; /* from WEND_NODE_NONE: removed */
    uint32_t next[2];   /* at from, at to */
} wendi_graph_record;

/* A ring of the latest changes. */
typedef struct wendi_graph_changes {
    wendi_graph_change *items; /* [capacity] */
    uint32_t capacity, next, count;
    uint64_t floor; /* The ring holds every change after this revision. */
} wendi_graph_changes;

struct wend_graph {
    wend_allocator allocator;
    double cell_size;
    uint64_t revision, layout_revision, position_revision;
    uint32_t node_limit, node_capacity, node_count;
    uint32_t edge_limit, edge_capacity, edge_count;
    wend_vec2 *positions;      /* [node_capacity] */
    uint32_t *firsts;          /* [node_capacity] */
    wendi_graph_record *edges; /* [edge_capacity] */
    wendi_graph_column heights, tags, node_users;
    wendi_graph_column behaviours, flags, edge_users, factors; /* factors: bits of the double */
    wendi_graph_changes changes;
    wendi_graph_overlays *overlays; /* NULL until the first is added */
    wendi_quadtree index;
    wend_message error; /* of the last failure */
};

/** True for a valid coordinate. */
static inline bool wendi_graph_is_coordinate(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX;
}

static inline bool wendi_graph_has(const wend_graph *graph, wend_node node)
{
    return node < graph->node_limit && graph->firsts[node] != WENDI_GRAPH_NODE_GONE;
}

static inline bool wendi_graph_has_edge(const wend_graph *graph, uint32_t edge)
{
    return edge < graph->edge_limit && graph->edges[edge].from != WEND_NODE_NONE;
}

static inline uint32_t wendi_graph_record_next(const wendi_graph_record *record, wend_node node)
{
    return record->next[record->from == node ? 0 : 1];
}

/* ---- graph.c ---- */

/** Checks a node's definition and normalizes its numbers. */
bool wendi_graph_normalize_node(const wend_graph_node *def, wend_graph_node *settled);
/** Adds a node, or without a definition a gap (settled NULL). A gap can always be added when
 * there is capacity. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
/** "wend_graph_remove_node: node is 7, but there is no such node". Returns WEND_ERROR_STALE. */
wend_result wendi_graph_refuse_node(wend_message *m, const char *function, wend_node node);
wend_result wendi_graph_push_node(wend_graph *graph, const wend_graph_node *settled);
/** Reserves memory for a total of numbers of nodes. */
bool wendi_graph_reserve_nodes(wend_graph *graph, uint32_t capacity);

/* ---- edge.c ---- */

/** The cost of an edge that follows its length. @return false: more than the largest cost. */
bool wendi_graph_length_cost(wend_vec3 a, wend_vec3 b, double factor, wend_cost *cost);
double wendi_graph_factor(const wend_graph *graph, uint32_t edge);
/** Checks an edge's definition and computes cost and follows_length. @param edge the one to
 * change, or WEND_EDGE_NONE. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
wend_result wendi_graph_normalize_edge(const wend_graph *graph, uint32_t edge,
                                       const wend_graph_edge *def, wend_graph_edge *settled);
/** As wendi_graph_push_node; the ends must exist. */
wend_result wendi_graph_push_edge(wend_graph *graph, const wend_graph_edge *settled);
bool wendi_graph_reserve_edges(wend_graph *graph, uint32_t capacity);
/** Removes an edge whose node `except` is removed as a whole, and so keeps its chain. */
void wendi_graph_drop_edge(wend_graph *graph, uint32_t edge, wend_node except);

/* ---- changes: read.c ---- */

/** Starts a new revision in which nodes or edges are added or removed. */
void wendi_graph_advance_layout(wend_graph *graph);
/** Records that a node or an edge changed in the current revision. */
void wendi_graph_record_change(wend_graph *graph, uint32_t number, bool is_node);
/** Forgets all changes up to the current revision: numbers have another meaning. */
void wendi_graph_forget_changes(wend_graph *graph);
/** Reserves memory for the changes of so many nodes or edges. */
bool wendi_graph_reserve_changes(wend_graph *graph, uint32_t numbers);

#endif

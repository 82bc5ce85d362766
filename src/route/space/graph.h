/* The search space of a graph: its edges as arcs, laid out for searching.
 *
 *   first    [ 0 | 2 | 2 | 5 | ... ]          node -> its first arc
 *   out      [ a0 a1 |  | a2 a3 a4 | ... ]    arcs that lead out of a node, by number of edge
 *   in       [ ... ]                          arcs that lead to it; `target` is where they begin.
 *                                             The same array as `out` where no edge is one-way.
 *
 * A closed arc has the cost WEND_COST_INFINITE and keeps its index, so that closing, opening and
 * removing edges moves nothing.
 *
 * Estimates need the least cost per metre, measured in the metric of the heuristic: see
 * graph_rates.c. */
#ifndef WENDI_ROUTE_SPACE_GRAPH_H
#define WENDI_ROUTE_SPACE_GRAPH_H

#include "base/core/closure.h"
#include "base/core/memory.h"
#include "wend/search.h"

typedef struct wendi_space_arc {
    uint64_t cost; /* infinite = closed */
    uint32_t target;
    uint32_t edge;
} wendi_space_arc;

/** Arcs by node. */
typedef struct wendi_space_arcs {
    uint32_t *first; /* [node_count + 1] */
    wendi_space_arc *items;
    uint32_t count;
} wendi_space_arcs;

/** Metrics of heuristics. */
enum {
    WENDI_METRIC_STRAIGHT,  /* with height */
    WENDI_METRIC_OCTILE,    /* in the plane: the longer of dx and dy, and 0.41 of the shorter */
    WENDI_METRIC_MANHATTAN, /* |dx| + |dy| + |dz| */
    WENDI_METRICS
};

/** Arcs much cheaper than their length, which are kept apart from the rates. */
enum { WENDI_CHEAP_ARCS = 16, WENDI_RATE_BLOCK = 32 };

typedef struct wendi_graph_rate {
    double *tree;                     /* [2 * leaves] least cost per length below each knot */
    double least;                     /* cost per metre of all arcs but the cheap ones, at least */
    uint32_t cheap[WENDI_CHEAP_ARCS]; /* indices into `out` */
    uint32_t cheap_count;
} wendi_graph_rate;

/** Ends of an edge; both WEND_NODE_NONE for a number without edge. */
typedef struct wendi_graph_ends {
    uint32_t from, to;
} wendi_graph_ends;

enum { WENDI_REACHABILITY_ADDED_MAX = 16, WENDI_REACHABILITY_STEPS = 1 << 15 /* of an update */ };

/** Reachability between nodes, of a graph with one-way edges; empty without. While it is valid, its
 * "unreachable" is reliable: closing arcs cannot change that, and arcs opened since it was built
 * are searched beside it. */
typedef struct wendi_graph_reachability {
    wendi_closure closure;
    bool holds;              /* else it gives no information */
    bool is_exact;           /* as new: no arcs were opened or closed since */
    bool is_worked;          /* `work` is in progress */
    wendi_closure_work work; /* swaps its result with `closure` */
    uint64_t steps_at_once;  /* of an update */
    uint32_t added_from[WENDI_REACHABILITY_ADDED_MAX], added_to[WENDI_REACHABILITY_ADDED_MAX];
    uint32_t added_count; /* arcs that were opened since */
} wendi_graph_reachability;

typedef struct wendi_space_graph {
    uint32_t node_count; /* the graph's limit of nodes */
    uint32_t edge_count; /* and of edges */
    uint32_t open_count; /* nodes that exist */
    uint32_t flags_required, flags_refused;
    uint32_t overlay_layers;
    double *factors; /* [factor_count] by behaviour */
    size_t factor_count;
    wend_vec3 *positions;   /* [node_count] */
    uint8_t *exists;        /* [node_count] */
    uint32_t *components;   /* [node_count] a node of the same component, itself for its root;
                               components are connected by open arcs in either direction (of
                               large one-way graphs they may be larger than that: see reach) */
    wendi_graph_ends *ends; /* [edge_count] */
    uint64_t hash;          /* of all open arcs and their costs: a sum over them */
    wendi_space_arcs out, in;
    wendi_graph_reachability reach;
    uint32_t leaves; /* of the trees of rates, a power of two */
    wendi_graph_rate rates[WENDI_METRICS];
} wendi_space_graph;

/** @param space all zero but its allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, with a message. */
wend_result wendi_space_graph_create(wend_space *space, const wend_space_def *def);
void wendi_space_graph_destroy(wend_space *space);
/** As wend_space_update. */
wend_result wendi_space_graph_update(wend_space *space);
size_t wendi_space_graph_bytes(const wendi_space_graph *net);

/** The length between two positions. */
double wendi_graph_length(uint32_t metric, wend_vec3 from, wend_vec3 to);

/** The root of a node's component: between two components there is no path. */
static inline uint32_t wendi_graph_component(const wendi_space_graph *net, uint32_t node)
{
    while (net->components[node] != node) {
        node = net->components[node];
    }
    return node;
}

/* graph_reachability.c: components */

/** Builds all components. */
void wendi_graph_components_build(wendi_space_graph *net);
/** Joins the components of two nodes. */
void wendi_graph_components_join(wendi_space_graph *net, uint32_t a, uint32_t b);
/** True if a search of a few dozen nodes shows that one still leads to the other, against the
 * direction of arcs too if either_direction. */
bool wendi_graph_components_hold(const wendi_space_graph *net, uint32_t from, uint32_t to,
                                 bool either_direction);

/* graph_reachability.c: closure */

/** True if the graph has one-way arcs. */
static inline bool wendi_graph_is_one_way(const wendi_space_graph *net)
{
    return net->in.items != net->out.items;
}

/** Reserves memory, if edges are one-way, and builds the closure. Nothing allocates afterwards.
 * @return false: no memory. */
bool wendi_graph_reachability_create(wendi_space_graph *net, const wend_allocator *allocator);
/** Builds the closure again, at once. */
void wendi_graph_reachability_build(wendi_space_graph *net);
/** Notes that an arc was opened, or closed. */
void wendi_graph_reachability_note_edit(wendi_space_graph *net, uint32_t from, uint32_t to,
                                        bool is_open);
/** Continues the updates that edits require: small graphs at once, others a slice with each call.
 */
void wendi_graph_reachability_update(wendi_space_graph *net);
void wendi_graph_reachability_free(wendi_space_graph *net);
size_t wendi_graph_reachability_bytes(const wendi_space_graph *net);
/** True if no path leads from one node to the other; false proves nothing. */
bool wendi_graph_is_unreachable(const wendi_space_graph *net, uint32_t from, uint32_t to);

/* graph_rates.c */

/** Works all rates out. The trees must be there. */
void wendi_graph_rates_build(wendi_space_graph *net);
/** Notes that the arc was changed, or one of its ends moved; settle afterwards. */
void wendi_graph_rates_note_edit(wendi_space_graph *net, uint32_t arc);
/** Computes the least rates and the cheap arcs. */
void wendi_graph_rates_update(wendi_space_graph *net);

#endif

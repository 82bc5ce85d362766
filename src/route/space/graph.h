/* The search space of a graph: its edges as arcs, laid out for searching.
 *
 *   spans    [ 0-2 | 7-9 | 2-5 | ... ]          node -> its arcs: where they begin and end
 *   out      [ a0 a1 | a2 a3 a4 | ... ][ ... ]  arcs that lead out of a node, by number of edge; behind
 *                                               them room for the arcs of nodes that outgrew their place
 *   in       [ ... ]                            arcs that lead to a node; `target` is where they begin.
 *                                               The same array as `out` where no edge is one-way.
 *
 * A closed arc has the cost WEND_COST_INFINITE and keeps its index, so that closing and opening moves
 * nothing. Places that belong to no node hold closed arcs of edge 0. Two arcs of one node are in the
 * order of their edges; apart from that nothing may depend on the index of an arc, which differs
 * between a space that was repaired and a new one.
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

typedef struct wendi_space_span {
    uint32_t first, end; /* end: one after the last */
} wendi_space_span;

/** Arcs by node. */
typedef struct wendi_space_arcs {
    wendi_space_span *spans; /* [node_capacity] */
    wendi_space_arc *items;  /* [capacity + 1] */
    uint32_t count;          /* places in use, with those of no node */
    uint32_t laid;           /* of these, laid out without room between nodes */
    uint32_t capacity;
} wendi_space_arcs;

static inline const wendi_space_arc *wendi_space_arcs_begin(const wendi_space_arcs *arcs,
                                                            uint32_t node)
{
    return arcs->items + arcs->spans[node].first;
}

static inline const wendi_space_arc *wendi_space_arcs_end(const wendi_space_arcs *arcs,
                                                          uint32_t node)
{
    return arcs->items + arcs->spans[node].end;
}

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
    bool is_two_way;
} wendi_graph_ends;

enum { WENDI_REACHABILITY_ADDED_MAX = 16, WENDI_REACHABILITY_STEPS = 1 << 15 /* of an update */ };

/** Reachability between nodes, of a graph with one-way edges; empty without. While it is valid, its
 * "unreachable" is reliable: closing arcs cannot change that, and arcs opened since it was built
 * are searched beside it. Nodes added since then are reached by such arcs only. */
typedef struct wendi_graph_reachability {
    wendi_closure closure;
    bool holds;              /* else it gives no information */
    bool is_exact;           /* as new: no arcs were opened or closed since */
    bool is_worked;          /* `work` is in progress */
    wendi_closure_work work; /* swaps its result with `closure` */
    uint64_t steps_at_once;  /* of an update */
    uint32_t reserved_nodes; /* there is memory for so many */
    uint32_t added_from[WENDI_REACHABILITY_ADDED_MAX], added_to[WENDI_REACHABILITY_ADDED_MAX];
    uint32_t added_count; /* arcs that were opened since */
} wendi_graph_reachability;

/** Connected components, by open arcs in either direction: a node has a label, and labels that were
 * joined lead to one of them. */
typedef struct wendi_graph_components {
    uint32_t *labels;  /* [node_capacity] */
    uint32_t *parents; /* [2 * node_capacity] of labels; its own for a root */
    uint32_t count;    /* labels in use */
    uint32_t *marks; /* [node_capacity] of floods: two numbers for each flood, one for each side */
    uint32_t
        *waiting;  /* [node_capacity] nodes of one side from the front, of the other from behind */
    uint32_t mark; /* of the last flood */
} wendi_graph_components;

/** Two floods, from both ends of an edge that was closed, until they meet or one is complete. */
typedef struct wendi_graph_flood {
    uint32_t counts[2], done[2]; /* nodes that each side has met, and those it has left */
    uint32_t label;              /* for the nodes of the side that is complete */
    uint32_t labelled;
    uint32_t side; /* whose turn it is; the complete one */
    bool is_under_way, is_complete;
} wendi_graph_flood;

typedef struct wendi_space_graph {
    uint32_t node_count; /* the graph's limit of nodes */
    uint32_t edge_count; /* and of edges */
    uint32_t node_capacity, edge_capacity;
    uint32_t open_count;    /* nodes that exist */
    uint32_t one_way_count; /* edges */
    uint32_t flags_required, flags_refused;
    uint32_t overlay_layers;
    double *factors; /* [factor_count] by behaviour */
    size_t factor_count;
    wend_vec3 *positions;   /* [node_capacity] */
    uint8_t *exists;        /* [node_capacity] */
    wendi_graph_ends *ends; /* [edge_capacity] */
    uint64_t hash;          /* of all open arcs and their costs: a sum over them */
    wendi_space_arcs out, in;
    wendi_graph_components components;
    wendi_graph_reachability reach;
    uint32_t leaves; /* of the trees of rates, a power of two */
    wendi_graph_rate rates[WENDI_METRICS];
    struct wendi_graph_update_state *update; /* see graph_update.c */
} wendi_space_graph;

/** @param space all zero but its allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, with a message. */
wend_result wendi_space_graph_create(wend_space *space, const wend_space_def *def);
void wendi_space_graph_destroy(wend_space *space);
size_t wendi_space_graph_bytes(const wendi_space_graph *net);

/** The length between two positions. */
double wendi_graph_length(uint32_t metric, wend_vec3 from, wend_vec3 to);

/** The node that an arc of `out` leads out of. */
static inline uint32_t wendi_graph_arc_source(const wendi_space_graph *net,
                                              const wendi_space_arc *arc)
{
    const wendi_graph_ends *ends = &net->ends[arc->edge];
    return arc->target == ends->to ? ends->from : ends->to;
}

/** What stands for a node's component: between two components there is no path. */
static inline uint32_t wendi_graph_component(const wendi_space_graph *net, uint32_t node)
{
    const uint32_t *parents = net->components.parents;
    uint32_t label = net->components.labels[node];
    while (parents[label] != label) {
        label = parents[label];
    }
    return label;
}

/** True if the graph has one-way arcs. */
static inline bool wendi_graph_is_one_way(const wendi_space_graph *net)
{
    return net->in.items != net->out.items;
}

/* graph_update.c */

/** Goes on with an update, or begins one, as far as a budget goes (NULL: to the end), at least one
 * unit. @param steps the work is added, in steps of some 50 ns.
 * @return WEND_OK (the space shows its revision, which is that of the graph unless it was edited
 * since the slice that ended it began), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again). */
wend_result wendi_space_graph_update_some(wend_space *space, wend_budget *budget, uint64_t *steps);
/** As wend_space_update. */
wend_result wendi_space_graph_update(wend_space *space);
bool wendi_space_graph_is_updating(const wendi_space_graph *net);
/** @return false: no memory. */
bool wendi_space_graph_update_create(wend_space *space);
void wendi_space_graph_update_free(wend_space *space);
size_t wendi_space_graph_update_bytes(const wendi_space_graph *net);

/* graph_layout.c: a layout, in units */

typedef struct wendi_graph_layout_build {
    uint32_t phase; /* 0 = none */
    uint32_t at;
    uint64_t since; /* revision of the graph when it began */
    uint32_t sums[2];
    wendi_space_graph made;
} wendi_graph_layout_build;

/** Begins with the filters of a net. @return false: no memory; nothing is under way. */
bool wendi_graph_layout_begin(wendi_graph_layout_build *build, const wendi_space_graph *like,
                              const wend_graph *graph, const wend_allocator *allocator);
/** One unit. The graph may be edited between two, which are then to be repaired in what is made, as
 * long as it remembers all changes. @return WEND_IN_PROGRESS, WEND_OK (made is complete),
 * WEND_ERROR_MEMORY. */
wend_result wendi_graph_layout_unit(wendi_graph_layout_build *build, const wend_graph *graph,
                                    const wend_allocator *allocator, uint64_t *steps);
void wendi_graph_layout_end(wendi_graph_layout_build *build, const wend_allocator *allocator);
/** Makes room for so many edges, which are none yet. @return false: no memory. */
bool wendi_graph_layout_grow_edges(wendi_space_graph *net, uint32_t count,
                                   const wend_allocator *allocator);
/** Adds nodes that do not exist yet, up to a number. @return WEND_OK, WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL (lay out again: no labels are left). */
wend_result wendi_graph_layout_grow_nodes(wendi_space_graph *net, uint32_t count,
                                          const wend_allocator *allocator);
void wendi_graph_layout_free(wendi_space_graph *net, const wend_allocator *allocator);
size_t wendi_graph_layout_bytes(const wendi_space_graph *net);

/* graph_arcs.c: single edges and nodes of a layout */

/** What an edge costs; infinite = closed to the agent. */
uint64_t wendi_graph_cost_of(const wendi_space_graph *net, const wend_graph *graph, uint32_t edge);
/** What an arc adds to the hash. */
uint64_t wendi_graph_arc_hash(uint32_t from, const wendi_space_arc *arc);
uint64_t wendi_graph_gap_hash(uint32_t node);
/** True if the edge has an open arc. */
bool wendi_graph_is_usable(const wendi_space_graph *net, uint32_t edge);
/** What repairs did. */
typedef struct wendi_graph_edit {
    uint64_t steps;     /* are added */
    bool is_new_layout; /* set where nodes or arcs came, went or moved */
    bool is_closed;     /* an edge that was open is not any more; these were its ends */
    uint32_t from, to;
} wendi_graph_edit;

/** Brings an edge to what the graph says.
 * @return WEND_OK, WEND_ERROR_FULL (lay out again: there is no room, or the first one-way edge came),
 * WEND_ERROR_MEMORY (call again). */
wend_result wendi_graph_repair_edge(wendi_space_graph *net, const wend_graph *graph, uint32_t edge,
                                    const wend_allocator *allocator, wendi_graph_edit *edit);
/** The same for a node; those of its edges that came or went are repaired on their own. */
wend_result wendi_graph_repair_node(wendi_space_graph *net, const wend_graph *graph, uint32_t node,
                                    const wend_allocator *allocator, wendi_graph_edit *edit);

/* graph_components.c */

/** Joins the components of two nodes. */
void wendi_graph_components_join(wendi_graph_components *components, uint32_t a, uint32_t b);
/** The label that stands for a label, with the path to it halved. */
uint32_t wendi_graph_components_root(wendi_graph_components *components, uint32_t label);
/** True if a search of a few dozen nodes shows that one still leads to the other, against the
 * direction of arcs too if either_direction. */
bool wendi_graph_components_hold(const wendi_space_graph *net, uint32_t from, uint32_t to,
                                 bool either_direction);
/** Begins to find out whether two nodes of one component are connected still. There must be a free
 * label. */
void wendi_graph_flood_begin(wendi_graph_flood *flood, wendi_space_graph *net, uint32_t a,
                             uint32_t b);
/** One unit; at the end the components are right. */
void wendi_graph_flood_unit(wendi_graph_flood *flood, wendi_space_graph *net, uint64_t *steps);

/* graph_reachability.c */

/** Reserves memory for all nodes that the net has room for, if edges are one-way. Nothing allocates
 * afterwards. @return false: no memory. */
bool wendi_graph_reachability_reserve(wendi_space_graph *net);
void wendi_graph_reachability_init(wendi_space_graph *net, const wend_allocator *allocator);
/** Goes on with building the closure, which must be reserved. @return true: it is built. */
bool wendi_graph_reachability_work(wendi_space_graph *net, uint64_t steps);
/** Notes that an arc was opened, or closed. */
void wendi_graph_reachability_note_edit(wendi_space_graph *net, uint32_t from, uint32_t to,
                                        bool is_open);
/** Notes that arcs were moved. */
void wendi_graph_reachability_note_move(wendi_space_graph *net);
/** Continues the updates that edits require: small graphs at once, others a slice with each call.
 * @param budget NULL = a whole slice, else as far as it goes. */
void wendi_graph_reachability_update(wendi_space_graph *net, wend_budget *budget, uint64_t *steps);
void wendi_graph_reachability_free(wendi_space_graph *net);
size_t wendi_graph_reachability_bytes(const wendi_space_graph *net);
/** True if no path leads from one node to the other; false proves nothing. */
bool wendi_graph_is_unreachable(const wendi_space_graph *net, uint32_t from, uint32_t to);

/* graph_rates.c */

/** Sets the leaf of a block of arcs in all trees. */
void wendi_graph_rates_set_leaf(wendi_space_graph *net, uint32_t leaf);
/** Sets all knots above the leaves. */
void wendi_graph_rates_set_knots(wendi_space_graph *net);
/** Notes that the arcs of a range were changed, or their ends moved; update afterwards. */
void wendi_graph_rates_note_edit(wendi_space_graph *net, uint32_t first, uint32_t end);
/** Computes the least rates and the cheap arcs. */
void wendi_graph_rates_update(wendi_space_graph *net);

#endif

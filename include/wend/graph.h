/** @file wend/graph.h
 * Graphs of nodes and edges: points of visibility, waypoints, rooms and doors.
 *
 *        (0)------(1) tag: sniper spot
 *         |      / :
 *         |    /   :  behaviour: jump, one way
 *        (2)------(3)
 *
 * Nodes have a position, edges a cost; both can carry more (a tag, a height, a behaviour, flags,
 * numbers of the user's), which takes memory only where it is used. Everything can change during
 * play. Through an index that is kept up to date the graph finds the nearest node, also among those
 * an agent can walk to. wend/search.h finds paths on a space of the graph.
 *
 * Indices: nodes and edges are numbered from 0 in the order they are added. A removed index is not
 * used again until wend_graph_compact closes the gaps, so a stale index is always detected
 * (WEND_ERROR_STALE). Limits: 2^31 of each.
 *
 * Threads: any number may read; one edits while no other reads.
 */
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Definition of a graph. */
typedef struct wend_graph_def {
    uint32_t cookie;          /**< Set by wend_graph_def_default; leave it. */
    double cell_size;         /**< Smallest cell size of the index, metres, up to 2^30. 0 (default):
                                   cells divide as nodes become many, down to a millimetre. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_graph_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_graph_def wend_graph_def_default(void);
/** Creates an empty graph.
 * @param graph set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_create(const wend_graph_def *def, wend_graph **graph);
/** Returns the message of the last failure of a call that changes the graph; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_graph_error(const wend_graph *graph);
/** Frees a graph; NULL is allowed. */
WEND_API void wend_graph_destroy(wend_graph *graph);

/* ---- nodes ---- */

/** The tag of a node without a tag. */
enum { WEND_TAG_NONE = 0 /**< No tag. */ };

/** A node. */
typedef struct wend_graph_node {
    uint32_t cookie;    /**< Set by wend_graph_node_default; leave it. */
    wend_vec2 position; /**< Metres, see WEND_COORDINATE_MAX. Default 0, 0. */
    double height;      /**< Metres, as coordinates up to 2^30. Default 0. */
    uint32_t tag;       /**< The user's kind of node: an item's type, cover, a door. Default
                             WEND_TAG_NONE. */
    uint64_t user;      /**< Your value, kept. Default 0. */
} wend_graph_node;

/** Returns the default node, with its cookie. */
WEND_API wend_graph_node wend_graph_node_default(void);
/** Adds a node.
 * @param node set to WEND_NODE_NONE first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_add_node(wend_graph *graph, const wend_graph_node *def,
                                         wend_node *node);
/** Sets all properties of a node. Costs of its edges stay, except for those that follow their
 * length (see wend_graph_edge.cost).
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also when such an edge would cost more than an edge can),
 * WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_set_node(wend_graph *graph, wend_node node,
                                         const wend_graph_node *def);
/** Removes a node and all its edges. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_remove_node(wend_graph *graph, wend_node node);
/** Gets a node.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_get_node(const wend_graph *graph, wend_node node,
                                         wend_graph_node *def);
/** True if a node exists now. */
WEND_API bool wend_graph_has_node(const wend_graph *graph, wend_node node);
/** Returns the position of a node; 0, 0 if it does not exist. */
WEND_API wend_vec2 wend_graph_position(const wend_graph *graph, wend_node node);
/** Returns the number of nodes. */
WEND_API size_t wend_graph_node_count(const wend_graph *graph);
/** Returns the limit of node indices: all are below it. */
WEND_API uint32_t wend_graph_node_limit(const wend_graph *graph);

/* ---- edges ---- */

/** An edge. */
typedef struct wend_graph_edge {
    uint32_t cookie;     /**< Set by wend_graph_edge_default; leave it. */
    wend_node from;      /**< Its beginning. Default WEND_NODE_NONE: set it. */
    wend_node to;        /**< Its end, another node. Default WEND_NODE_NONE: set it. */
    wend_cost cost;      /**< 1 to 2^48, which is 65536 metres. 0 (default) = its length in metres
                              (with height) times factor, at least 1 and no more than that, updated
                              when an end moves; the cost read back is then the effective one, and
                              follows_length is true. */
    double factor;       /**< For cost 0: 1/256 to 65536; else without meaning. Default 1. */
    bool follows_length; /**< Set on reading. Together with the cost as it was read it means cost 0:
                              an edge that is read, changed elsewhere and written keeps following
                              its length. */
    bool is_two_way;     /**< Default true. */
    bool is_open;        /**< False: it exists, but cannot be used for now. Default true. */
    uint32_t behaviour;  /**< wend_behaviour or a user's value. Default walk. */
    uint32_t flags;      /**< The user's; spaces can require or refuse them. Default 0. */
    uint64_t user;       /**< Your value, kept. Default 0. */
} wend_graph_edge;

/** Returns the default edge, with its cookie. */
WEND_API wend_graph_edge wend_graph_edge_default(void);
/** Adds an edge. Several between the same nodes are allowed.
 * @param edge set to WEND_EDGE_NONE first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (an end does not exist),
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_add_edge(wend_graph *graph, const wend_graph_edge *def,
                                         uint32_t *edge);
/** Sets all properties of an edge except its ends (which def must repeat): for example a bridge
 * falls, the behaviour becomes swim and the cost rises.
 * @return as wend_graph_add_edge. */
WEND_API wend_result wend_graph_set_edge(wend_graph *graph, uint32_t edge,
                                         const wend_graph_edge *def);
/** Opens or closes an edge. Never allocates once an edge of the graph has been closed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_set_open(wend_graph *graph, uint32_t edge, bool is_open);
/** Removes an edge. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_remove_edge(wend_graph *graph, uint32_t edge);
/** Gets an edge.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_get_edge(const wend_graph *graph, uint32_t edge,
                                         wend_graph_edge *def);
/** Returns the number of edges. */
WEND_API size_t wend_graph_edge_count(const wend_graph *graph);
/** Returns the limit of edge indices: all are below it. */
WEND_API uint32_t wend_graph_edge_limit(const wend_graph *graph);
/** Lists the edges that lead out of a node (one-way edges from it, two-way edges at it), by index,
 * open or not.
 * @param edges [capacity], may be NULL when capacity is 0.
 * @param count number of edges.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_edges_from(const wend_graph *graph, wend_node node, uint32_t *edges,
                                           size_t capacity, size_t *count);
/** Returns the edge of the smallest index that leads from one node to another; WEND_EDGE_NONE if
 * none. */
WEND_API uint32_t wend_graph_edge_between(const wend_graph *graph, wend_node from, wend_node to);

/** Compacts the indices of nodes and edges: closes the gaps of removed ones and keeps the order.
 * @param node_map [wend_graph_node_limit] old index to new one or WEND_NODE_NONE; may be NULL.
 * @param edge_map [wend_graph_edge_limit] likewise; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_compact(wend_graph *graph, wend_node *node_map, uint32_t *edge_map);

/* ---- nearest ---- */

/** Conditions of a nearest-node query. */
typedef struct wend_graph_nearest_query {
    uint32_t cookie;              /**< Set by wend_graph_nearest_query_default; leave it. */
    double max_distance;          /**< Largest distance, metres, 0 or more. Default infinity. */
    uint32_t tag;                 /**< Only nodes of this tag. Default WEND_TAG_NONE: any. */
    double height;                /**< Height of the position, metres. Default 0. */
    double max_height_difference; /**< Only nodes whose height differs by at most this: the same
                                       floor. Default infinity. */
    const wend_walls *walls; /**< Only nodes with a clear straight segment past these walls. Nodes
                                  are tested one after the other until one is clear, except for
                                  those behind walls met before. Default NULL: no walls. */
    double radius;           /**< Radius of the agent, 0 or more, finite. Default 0. */
    uint32_t stops;          /**< Kinds of walls that count. Default WEND_STOPS_WALK. */
    uint64_t *examined;      /**< The number of nodes examined is added; may be NULL (default). */
} wend_graph_nearest_query;

/** Returns the default conditions, with their cookie. */
WEND_API wend_graph_nearest_query wend_graph_nearest_query_default(void);
/** Finds the matching node nearest to a position in a straight line in the plane (squared distances
 * as doubles; ties: smaller index). Time: the nodes about as near as the answer, however many there
 * are elsewhere.
 * @param query NULL = the defaults.
 * @return WEND_NODE_NONE where none matches, or an argument is bad. */
WEND_API wend_node wend_graph_nearest(const wend_graph *graph, wend_vec2 position,
                                      const wend_graph_nearest_query *query);
/** Finds the matching nodes nearest to a position, the nearest first, up to capacity of them.
 * @param nodes [capacity].
 * @return number of nodes written. */
WEND_API size_t wend_graph_nearest_many(const wend_graph *graph, wend_vec2 position,
                                        const wend_graph_nearest_query *query, wend_node *nodes,
                                        size_t capacity);

/* ---- the whole graph ---- */

/** Returns the revision, which counts edits that changed something, from 1. */
WEND_API uint64_t wend_graph_revision(const wend_graph *graph);
/** Returns a hash of all that can be read, indices included; not of the spatial index. */
WEND_API uint64_t wend_graph_hash(const wend_graph *graph);
/** Returns the memory of the graph in bytes. */
WEND_API size_t wend_graph_memory_bytes(const wend_graph *graph);
/** Saves the graph as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_save(const wend_graph *graph, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads a graph from the bytes of wend_graph_save; indices, gaps and hash are as before.
 * @param def gives allocator and message; NULL = defaults.
 * @param graph set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_graph_load(const wend_graph_def *def, const uint8_t *bytes, size_t count,
                                     wend_graph **graph);
/** Replaces nodes, edges and overlays by those of the bytes of wend_graph_save; indices, gaps and hash are
 * as they were at the save. One edit, which raises the revision: all that is derived from the graph is computed anew.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; wend_graph_error gives the reason). After an error all is as before. */
WEND_API wend_result wend_graph_restore(wend_graph *graph, const uint8_t *bytes, size_t count);
/** Draws edges (WEND_MEANING_EDGE, value = behaviour) and nodes (WEND_MEANING_ITEM with the tag as
 * value where there is one, else WEND_MEANING_PORTAL) as marks. */
WEND_API wend_result wend_graph_draw(const wend_graph *graph, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

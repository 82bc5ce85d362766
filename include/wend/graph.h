/* wend/graph.h: places and the ways between them: points of visibility, waypoints, rooms and doors.
 *
 *        (0)------(1) tag: sniper spot
 *         |      / :
 *         |    /   :  behaviour: jump, one way
 *        (2)------(3)
 *
 * Nodes have a position, edges a cost; both can carry more (a tag, a height, a behaviour, flags,
 * numbers of the user's), which takes memory only where there is any. Everything can change during
 * play. The graph answers which node is nearest, and nearest of those an agent can walk to, through
 * an index that is kept up to date; the ways themselves are found by wend/search.h on a space of
 * the graph.
 *
 * Numbers: nodes and edges are numbered from 0 in the order they are added. A number that was
 * removed is not given again, until wend_graph_compact closes the gaps; so a stale number is always
 * told (WEND_ERROR_STALE). Limits: 2^31 of each.
 *
 * Threads: any number may read; one edits while nobody reads.
 */
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_graph wend_graph;

typedef struct wend_graph_def {
    uint32_t cookie;          /**< Set by wend_graph_def_default; leave it. */
    double cell_size;         /**< The index has no smaller cells, metres, up to 2^30. 0 (default):
                                 they divide as nodes become many, down to a millimetre. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_graph_def;

WEND_API wend_graph_def wend_graph_def_default(void);
/** An empty graph. @param graph set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_create(const wend_graph_def *def, wend_graph **graph);
/** The sentence of the last failure of a call that takes the graph to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_graph_error(const wend_graph *graph);
/** Frees; NULL is fine. */
WEND_API void wend_graph_destroy(wend_graph *graph);

/* ---- nodes ---- */

/** No tag. */
enum { WEND_TAG_NONE = 0 };

typedef struct wend_graph_node {
    uint32_t cookie;    /**< Set by wend_graph_node_default; leave it. */
    wend_vec2 position; /**< Metres, see WEND_COORDINATE_MAX. Default 0, 0. */
    double height;      /**< Metres, as coordinates up to 2^30. Default 0. */
    uint32_t tag;       /**< What is there: an item's type, cover, a door. Default WEND_TAG_NONE. */
    uint64_t user;      /**< Kept for you. Default 0. */
} wend_graph_node;

WEND_API wend_graph_node wend_graph_node_default(void);
/** @param node set to WEND_NODE_NONE first. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_add_node(wend_graph *graph, const wend_graph_node *def,
                                         wend_node *node);
/** Changes everything about a node. Costs of its edges stay as they are, but for those that follow
 * their length (see wend_graph_edge.cost). @return WEND_OK, WEND_ERROR_ARGUMENT (also when such an
 * edge would cost more than an edge can), WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_set_node(wend_graph *graph, wend_node node,
                                         const wend_graph_node *def);
/** Removes a node and all its edges. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_remove_node(wend_graph *graph, wend_node node);
/** @param def set to the default's values first. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_get_node(const wend_graph *graph, wend_node node,
                                         wend_graph_node *def);
/** Does this node exist now? */
WEND_API bool wend_graph_has_node(const wend_graph *graph, wend_node node);
/** Where it is; 0, 0 where there is none. */
WEND_API wend_vec2 wend_graph_position(const wend_graph *graph, wend_node node);
/** Nodes that exist. */
WEND_API size_t wend_graph_node_count(const wend_graph *graph);
/** All numbers of nodes are below this. */
WEND_API uint32_t wend_graph_node_limit(const wend_graph *graph);

/* ---- edges ---- */

typedef struct wend_graph_edge {
    uint32_t cookie;     /**< Set by wend_graph_edge_default; leave it. */
    wend_node from, to;  /**< Two different nodes. Default WEND_NODE_NONE: set them. */
    wend_cost cost;      /**< 1 to 2^48, which is 65536 metres. 0 (default) = its length in metres
                            (with height) times factor, at least 1 and no more than that, following
                            it when an end moves; what is read back is then that cost, and
                            follows_length says so. */
    double factor;       /**< For cost 0: 1/256 to 65536; else without meaning. Default 1. */
    bool follows_length; /**< As read. Set together with the cost as it was read, it means cost 0:
                            an edge that is read, changed elsewhere and written follows on. */
    bool is_two_way;     /**< Default true. */
    bool is_open;        /**< False: there, but cannot be used for now. Default true. */
    uint32_t behaviour;  /**< wend_behaviour or a user's value. Default walk. */
    uint32_t flags;      /**< The user's; spaces can ask for them or refuse them. Default 0. */
    uint64_t user;       /**< Kept for you. Default 0. */
} wend_graph_edge;

WEND_API wend_graph_edge wend_graph_edge_default(void);
/** Several between the same nodes are fine. @param edge set to WEND_EDGE_NONE first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (an end does not exist),
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_add_edge(wend_graph *graph, const wend_graph_edge *def,
                                         uint32_t *edge);
/** Changes everything about an edge but its ends (which def must name as they are): a bridge falls,
 * its behaviour becomes swim and its cost rises. @return as add_edge. */
WEND_API wend_result wend_graph_set_edge(wend_graph *graph, uint32_t edge,
                                         const wend_graph_edge *def);
/** Switches an edge on or off. Never needs memory once an edge of the graph was ever closed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_set_open(wend_graph *graph, uint32_t edge, bool is_open);
/** @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_remove_edge(wend_graph *graph, uint32_t edge);
/** @param def set to the default's values first. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_get_edge(const wend_graph *graph, uint32_t edge,
                                         wend_graph_edge *def);
/** Edges that exist. */
WEND_API size_t wend_graph_edge_count(const wend_graph *graph);
/** All numbers of edges are below this. */
WEND_API uint32_t wend_graph_edge_limit(const wend_graph *graph);
/** The edges one can leave a node by (one-way edges from it, two-way edges at it), by number, open
 * or not. @param edges [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_edges_from(const wend_graph *graph, wend_node node, uint32_t *edges,
                                           size_t capacity, size_t *count);
/** The edge of the least number by which one gets from one node to another; WEND_EDGE_NONE if
 * none. */
WEND_API uint32_t wend_graph_edge_between(const wend_graph *graph, wend_node from, wend_node to);

/** Closes the gaps that removed nodes and edges left: those that remain keep their order.
 * @param node_map [wend_graph_node_limit] old number to new one or WEND_NODE_NONE; may be NULL.
 * @param edge_map [wend_graph_edge_limit] likewise; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_compact(wend_graph *graph, wend_node *node_map, uint32_t *edge_map);

/* ---- nearest ---- */

/** What to look for. */
typedef struct wend_graph_nearest_query {
    uint32_t cookie;              /**< Set by wend_graph_nearest_query_default; leave it. */
    double most;                  /**< Metres at most, 0 or more. Default infinity. */
    uint32_t tag;                 /**< Only nodes of this tag. Default WEND_TAG_NONE: any. */
    double height;                /**< Of the place, metres. Default 0. */
    double max_height_difference; /**< Only nodes whose height differs by at most that: the same
                           floor. Default infinity. */
    const wend_walls *walls; /**< Only nodes that can be walked to straight, past these walls: asked
                                for one node after the other until one can, but not for those
                                hidden behind walls met before. Default NULL: no walls. */
    double radius;           /**< Of the walker, 0 or more, finite. Default 0. */
    uint32_t stops;          /**< Which walls count. Default WEND_STOPS_WALK. */
    uint64_t *looked_at;     /**< The nodes looked at are added to this; may be NULL (default). */
} wend_graph_nearest_query;

WEND_API wend_graph_nearest_query wend_graph_nearest_query_default(void);
/** The node nearest to a place in a straight line in the plane (squared distances as doubles; ties:
 * smaller number) that fits. Time: the nodes about as near as the answer, however many there are
 * elsewhere.
 * @param near NULL = the defaults. @return WEND_NODE_NONE where none fits, or an argument is bad.
 */
WEND_API wend_node wend_graph_nearest(const wend_graph *graph, wend_vec2 place,
                                      const wend_graph_nearest_query *near);
/** The nodes that fit, the nearest first: up to capacity of them.
 * @param nodes [capacity]. @return how many were written. */
WEND_API size_t wend_graph_nearest_many(const wend_graph *graph, wend_vec2 place,
                                        const wend_graph_nearest_query *near, wend_node *nodes,
                                        size_t capacity);

/* ---- the whole ---- */

/** Counts edits that changed something, from 1. */
WEND_API uint64_t wend_graph_revision(const wend_graph *graph);
/** A fingerprint of all that can be read, numbers included; not of the index. */
WEND_API uint64_t wend_graph_hash(const wend_graph *graph);
/** Memory in use. */
WEND_API size_t wend_graph_memory_bytes(const wend_graph *graph);
/** The graph as bytes, the same on every machine. @param bytes [capacity], may be NULL when
 * capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_save(const wend_graph *graph, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Makes a graph of saved bytes; numbers, gaps and hash come back as they were.
 * @param def allocator and message; NULL = defaults. @param graph set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message says what). */
WEND_API wend_result wend_graph_load(const wend_graph_def *def, const uint8_t *bytes, size_t count,
                                     wend_graph **graph);
/** Draws edges (WEND_MEANING_EDGE, value = behaviour) and nodes (WEND_MEANING_ITEM with the tag as
 * value where there is one, else WEND_MEANING_PORTAL) as marks. */
WEND_API wend_result wend_graph_draw(const wend_graph *graph, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

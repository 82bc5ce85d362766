/** @file wend/graph_build.h
 * Builders of graphs from other worlds.
 *
 *     points of visibility    given nodes, joined where an agent can walk straight
 *     flood fill              grows from seeds over all ground that can be walked
 *     expanded geometry       corners of walls grown by the agent's radius, joined by tangents:
 *                             a search on it gives shortest paths for a disc
 *     cells, polygons         a node for each cell of a grid, each polygon of a mesh
 *
 * After Buckland, "Programming Game AI by Example" (2005), ch. 8; tangents after Lozano-Pérez and
 * Wesley, "An Algorithm for Planning Collision-Free Paths Among Polyhedral Obstacles" (1979), and
 * Liu and Arimoto, "Path Planning Using a Tangent Graph" (1992).
 */
#ifndef WEND_GRAPH_BUILD_H
#define WEND_GRAPH_BUILD_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Methods of building a graph from walls. */
typedef enum wend_graph_method {
    WEND_GRAPH_VISIBILITY = 0, /**< def.points, joined where an agent can walk straight. */
    WEND_GRAPH_FLOOD,          /**< Flood fill from def.points. */
    WEND_GRAPH_EXPANDED        /**< Expanded geometry. */
} wend_graph_method;

/** Returns a method's name: "pov", "flood", "expanded". Never NULL. */
WEND_API const char *wend_graph_method_name(wend_graph_method method);

/** Shapes of the corners of walls grown by a radius. */
typedef enum wend_corners {
    WEND_CORNERS_ROUND = 0, /**< Arcs. */
    WEND_CORNERS_MITRED     /**< Edges moved outward until they meet; parts farther than 4 radii
                                 from their corner are cut off square at the radius. */
} wend_corners;

/** Parameters of the builders. */
typedef struct wend_graph_build_def {
    uint32_t cookie;         /**< Set by wend_graph_build_def_default; leave it. */
    double radius;           /**< Radius of the agent, metres, 0 to 2^30. Default 0. */
    uint32_t stops;          /**< Kinds of walls that count. Default WEND_STOPS_WALK. */
    const wend_vec2 *points; /**< [point_count]: nodes (visibility) or seeds (flood). For a level
                                  NULL (default): visibility takes its items; flood its starts, or
                                  positions all over its ground if it has none. */
    size_t point_count;      /**< Default 0. */
    double spacing; /**< Flood: metres between neighbouring nodes, 0 to 2^30. 0 (default) = twice
                         the radius, or a 64th of the longer side where that is 0. */
    double max_edge_length;   /**< Visibility: longest edge, metres, 0 or more. Default infinity. */
    wend_corners corners;     /**< Expanded. Default round. */
    bool reduces;             /**< Expanded, mitred or of radius 0: keep only edges tangent at both
                                   ends. Round ones always are. Default true. */
    size_t max_nodes;         /**< Refuse to make more nodes. Default 2^22. */
    wend_executor executor;   /**< Default serial; the graph does not depend on it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_graph_build_def;

/** Returns the default parameters, with their cookie. */
WEND_API wend_graph_build_def wend_graph_build_def_default(void);

/* Each builder sets *graph to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason), WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL (more than max_nodes). */

/** Builds a graph of points of visibility: a node for each point, in order (one inside a wall, or
 * nearer to it than the radius, gets no edges), an edge for each two of them between which an agent
 * can walk straight. */
WEND_API wend_result wend_graph_build_visibility(const wend_walls *walls,
                                                 const wend_graph_build_def *def,
                                                 wend_graph **graph);
/** Joins an added or moved node to all visible nodes; its edges that follow their length are
 * replaced. */
WEND_API wend_result wend_graph_join_visible(wend_graph *graph, wend_node node,
                                             const wend_walls *walls,
                                             const wend_graph_build_def *def);
/** Builds a graph by flood fill: from each seed a lattice of nodes, spacing apart, in 8 directions,
 * each joined to its neighbours where an agent can walk straight, until nothing new is reached.
 *
 * All nodes and edges keep the radius from walls. Where gaps are narrower than the lattice, it is
 * refined (halved, up to three times): gaps that an agent can pass with an eighth of the spacing to
 * spare are passed, and a node is visible from each of them. Seeds on covered ground add nothing.
 * The ground must be enclosed: nothing grows beyond the walls' bounds (grown by the spacing).
 * @return as above; WEND_ERROR_ARGUMENT also when an agent fits at no seed. */
WEND_API wend_result wend_graph_build_flood(const wend_walls *walls,
                                            const wend_graph_build_def *def, wend_graph **graph);
/** Flag of an edge that is an arc: a disc moves along it from `from` to `to` counter-clockwise
 * around a corner of a wall (and back the other way). See wend_graph_get_arc, and
 * wend_path_split_arcs for paths over them. */
#define WEND_GRAPH_ARC UINT32_C(0x80000000)

/** Builds a graph by expanded geometry.
 *
 * Round: a node wherever a straight tangent touches the circles around two corners of walls, an
 * edge for each such tangent a disc can move along, and arcs between neighbouring nodes on a
 * circle, with their length. Radius 0 and mitred: a node for each free corner of the grown outline,
 * edges between those an agent can walk between, only those tangent at both ends. Nodes have bit 63
 * of `user` set, and `user` identifies their corner.
 *
 * On this graph, with start and goal joined, searches find the shortest path for a disc (mitred:
 * for a disc that keeps out of the mitres). Straight edges pass wend_walls_can_walk exactly; arcs
 * keep the radius up to a 2^45th of the coordinates' size. Passages exactly as wide as the agent
 * are open where they run along an axis; elsewhere a 2^45th more is needed. Time: four tangents for
 * each two corners, most of them refused without testing the walls. */
WEND_API wend_result wend_graph_build_expanded(const wend_walls *walls,
                                               const wend_graph_build_def *def, wend_graph **graph);
/** Joins a node, a start, goal or item, to a graph that wend_graph_build_expanded made with the
 * same walls, radius and stops.
 *
 * Straight tangents lead to all circles it can touch, with new nodes there, and to all visible
 * nodes that do not belong to corners. With radius 0 they lead to the corners themselves; mitred,
 * the same as wend_graph_join_visible. Edges at the node that follow their length are replaced. To
 * undo it, remove the node and all nodes numbered from it on (see wend_graph_node_limit).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY (additions are removed
 * again, but their indices are used up), WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_join_tangent(wend_graph *graph, wend_node node,
                                             const wend_walls *walls,
                                             const wend_graph_build_def *def);

/** An arc of a graph, for drawing or moving along it. */
typedef struct wend_graph_arc {
    wend_vec2 centre; /**< Metres. */
    double radius;    /**< Metres. */
    double turn;      /**< Radians, counter-clockwise from the edge's `from` to its `to`. */
} wend_graph_arc;

/** Gets the arc of an edge.
 * @param walls the walls of the graph.
 * @param arc zeroed first.
 * @return true if the edge is an arc. */
WEND_API bool wend_graph_get_arc(const wend_graph *graph, uint32_t edge, const wend_walls *walls,
                                 wend_graph_arc *arc);
/** Builds a graph from a grid: a node for each open cell (user = the cell's node), an edge for each
 * step, links with their behaviour. Costs are the grid's own, times cell_size. */
WEND_API wend_result wend_graph_from_grid(const wend_grid *grid, uint32_t movement_class,
                                          uint32_t team, const wend_graph_build_def *def,
                                          wend_graph **graph);
/** Builds a graph from a mesh: a node for each polygon at its centroid (user = polygon, height
 * too), an edge for each shared edge (its length through the shared edge's midpoint), off-mesh
 * links with their behaviour. */
WEND_API wend_result wend_graph_from_mesh(const wend_mesh *mesh, const wend_graph_build_def *def,
                                          wend_graph **graph);

/* ---- doors ---- */

/** Opens or closes a door: all edges that cross its line, or come nearer to it than the radius
 * (except teleports).
 *
 * For walls of the same door see wend_walls_set_stops, for a mesh wend_mesh_set_open. Arcs count as
 * lines from end to end. Time: all edges.
 * @param a,b the door's ends.
 * @param radius radius of the agents, 0 or more.
 * @param count number of edges that cross it; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_graph_set_open_across(wend_graph *graph, wend_vec2 a, wend_vec2 b,
                                                double radius, bool is_open, size_t *count);

/* ---- coverage ---- */

/** Coverage of walkable ground by a graph's nodes. */
typedef struct wend_coverage {
    uint64_t walkable;  /**< Sample positions where an agent fits, on ground reachable from a node.
                             */
    uint64_t invisible; /**< Those of them without a straight walk to any node. */
    double part;        /**< invisible / walkable; 0 where nothing is walkable. */
} wend_coverage;

/** Measures the coverage of a graph from the centres of cells of a grid over the walls' bounds.
 * @param inside grid of the level's open cells (wend_level_build_grid): sample positions are its
 * open cells' centres.
 * @param invisible [capacity] the cells without a visible node, ascending; may be NULL when
 * capacity is 0.
 * @param count number of those cells.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_graph_coverage(const wend_graph *graph, const wend_walls *walls,
                                         const wend_grid *inside, double radius, uint32_t stops,
                                         wend_coverage *coverage, wend_node *invisible,
                                         size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif
#endif

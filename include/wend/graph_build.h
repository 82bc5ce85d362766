/* wend/graph_build.h: graphs made of other worlds.
 *
 *     points of visibility    nodes you place, joined where an agent can walk straight
 *     flood fill              grows from seeds over all ground that can be walked
 *     expanded geometry       corners of walls grown by the agent's radius, joined by tangents:
 *                             a search on it gives shortest ways for a disc
 *     cells, polygons         a node for each cell of a grid, each polygon of a mesh
 *
 * After Buckland, "Programming Game AI by Example" (2005), ch. 8; tangents after Lozano-Pérez and
 * Wesley, "An Algorithm for Planning Collision-Free Paths Among Polyhedral Obstacles" (1979), and
 * Liu and Arimoto, "Path Planning Using a Tangent Graph" (1992).
 */
#ifndef WEND_GRAPH_BUILD_H
#define WEND_GRAPH_BUILD_H

#include "wend/graph.h"
#include "wend/grid.h"
#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_graph_method {
    WEND_GRAPH_VISIBILITY = 0, /**< def.points, joined where an agent can walk straight. */
    WEND_GRAPH_FLOOD,          /**< Flood fill from def.points. */
    WEND_GRAPH_EXPANDED        /**< Expanded geometry. */
} wend_graph_method;

/** "pov", "flood", "expanded". Never NULL. */
WEND_API const char *wend_graph_method_name(wend_graph_method method);

/** What the corners of walls grown by a radius look like. */
typedef enum wend_corners {
    WEND_CORNERS_ROUND = 0, /**< Arcs. */
    WEND_CORNERS_MITRED     /**< Edges moved outward until they meet; what would lie farther than 4
                               radii from its corner is cut off square at the radius. */
} wend_corners;

typedef struct wend_graph_build_def {
    uint32_t cookie;         /**< Set by wend_graph_build_def_default; leave it. */
    double radius;           /**< Of the agent, metres, 0 to 2^30. Default 0. */
    uint32_t stops;          /**< Which walls count. Default WEND_STOPS_WALK. */
    const wend_vec2 *points; /**< [point_count]: nodes (visibility) or seeds (flood). For a level
                                NULL (default): visibility takes its items; flood its starts, or
                                places all over its ground where there is none. */
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

WEND_API wend_graph_build_def wend_graph_build_def_default(void);

/* Each sets *graph to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message says what), WEND_ERROR_MEMORY, WEND_ERROR_FULL
 * (more than max_nodes). */

/** Points of visibility: a node for each point, in order (one inside a wall, or nearer to it than
 * the radius, gets no edges), an edge for each two of them between which an agent can walk
 * straight. */
WEND_API wend_result wend_graph_build_visibility(const wend_walls *walls,
                                                 const wend_graph_build_def *def,
                                                 wend_graph **graph);
/** Joins a node that was added or moved to all others it sees: edges that were at it and follow
 * their length are made again. */
WEND_API wend_result wend_graph_join_visible(wend_graph *graph, wend_node node,
                                             const wend_walls *walls,
                                             const wend_graph_build_def *def);
/** Flood fill: from each seed a lattice of nodes, spacing apart, in 8 directions, each joined to
 * its neighbours where an agent can walk straight; until nothing new can be reached. Everything
 * keeps the radius from walls. Where narrow places are narrower than the lattice, it is refined
 * (halved, up to three times): what an agent can pass with an eighth of the spacing to spare is
 * passed, and every such place sees a node. Seeds whose ground is already covered add nothing. The
 * ground must be closed in: beyond the walls' bounds (grown by the spacing) nothing grows.
 * WEND_ERROR_ARGUMENT also when no seed lies where an agent can stand. */
WEND_API wend_result wend_graph_build_flood(const wend_walls *walls,
                                            const wend_graph_build_def *def, wend_graph **graph);
/** Flag of an edge that is an arc: a disc goes along it from `from` to `to` counter-clockwise
 * around a corner of a wall (and back the other way). See wend_graph_get_arc, and
 * wend_path_split_arcs for paths over them. */
#define WEND_GRAPH_ARC UINT32_C(0x80000000)

/** Expanded geometry. Round: a node wherever a straight piece that touches the circles around two
 * corners of walls does so, an edge for each such piece a disc can go along, and arcs between
 * neighbouring nodes on a circle, as long as they are. Radius 0 and mitred: a node for each corner
 * of the grown outline that lies free, edges between those an agent can walk between, only those
 * tangent at both ends. Nodes have bit 63 of `user` set, and know their corner by it.
 * On this graph, starts and goals joined, searches find the shortest way there is for a disc
 * (mitred: for a disc that keeps out of the mitres). Straight edges pass wend_walls_can_walk to the
 * letter; arcs keep the radius up to a 2^45th of the coordinates' size. Passages just as wide as
 * the agent are open where they run with an axis; elsewhere a 2^45th more is needed.
 * Time: four tangents for each two corners, most of them refused without asking the walls. */
WEND_API wend_result wend_graph_build_expanded(const wend_walls *walls,
                                               const wend_graph_build_def *def, wend_graph **graph);
/** Joins a node, a start, goal or item, to a graph that wend_graph_build_expanded made with the
 * same walls, radius and stops: by straight pieces to all circles it can touch, with new nodes
 * where it does, and to all nodes it sees that do not belong to corners. With radius 0 to the
 * corners themselves; mitred, the same as wend_graph_join_visible. Edges at the node that follow
 * their length are made again. To take a place away later, remove it and all nodes numbered from it
 * on (see wend_graph_node_limit).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY (what was added is
 * taken away again, but its numbers are used up), WEND_ERROR_FULL. */
WEND_API wend_result wend_graph_join_tangent(wend_graph *graph, wend_node node,
                                             const wend_walls *walls,
                                             const wend_graph_build_def *def);

/** An arc of a graph, to draw it or walk along it. */
typedef struct wend_graph_arc {
    wend_vec2 centre;
    double radius;
    double turn; /**< Radians, counter-clockwise from the edge's `from` to its `to`. */
} wend_graph_arc;

/** @param walls those the graph was made of. @param arc zeroed first. @return is the edge an arc?
 */
WEND_API bool wend_graph_get_arc(const wend_graph *graph, uint32_t edge, const wend_walls *walls,
                                 wend_graph_arc *arc);
/** A node for each open cell of a grid (user = the cell's node), edges as its steps are, links with
 * their behaviour. Costs are the grid's own, times cell_size. */
WEND_API wend_result wend_graph_from_grid(const wend_grid *grid, uint32_t movement_class,
                                          uint32_t team, const wend_graph_build_def *def,
                                          wend_graph **graph);
/** A node for each polygon of a mesh at its centroid (user = polygon, height too), an edge for each
 * shared edge (its length by way of the shared edge's middle), off-mesh links with their
 * behaviour. */
WEND_API wend_result wend_graph_from_mesh(const wend_mesh *mesh, const wend_graph_build_def *def,
                                          wend_graph **graph);

/* ---- doors ---- */

/** A door opens or closes: switches all edges that cross its line, or come nearer to it than the
 * radius (teleports are let be). For walls of the same door see wend_walls_set_stops, for a mesh
 * wend_mesh_set_open. Arcs are taken as lines from end to end.
 * @param a,b the door's ends. @param radius of the agents, 0 or more. @param count how many edges
 * cross it; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (nothing changed). Time: all edges. */
WEND_API wend_result wend_graph_set_open_across(wend_graph *graph, wend_vec2 a, wend_vec2 b,
                                                double radius, bool is_open, size_t *count);

/* ---- coverage ---- */

/** Which places can be walked on, but no node can be walked to straight from them? */
typedef struct wend_coverage {
    uint64_t walkable;  /**< Sample places an agent can stand at, and reach from a node's ground. */
    uint64_t invisible; /**< Those of them from which no node can be walked to. */
    double part;        /**< invisible / walkable; 0 where nothing is walkable. */
} wend_coverage;

/** Looks from the centres of cells of a grid over the walls' bounds.
 * @param inside grid of the level's open cells (wend_level_build_grid): sample places are its open
 * cells' centres. @param invisible [capacity] the cells that no node sees, ascending; may be NULL
 * when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_graph_coverage(const wend_graph *graph, const wend_walls *walls,
                                         const wend_grid *inside, double radius, uint32_t stops,
                                         wend_coverage *coverage, wend_node *invisible,
                                         size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif
#endif

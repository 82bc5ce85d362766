/** @file wend/pathfinder.h
 * Pathfinders: paths from any position to any other, over any world.
 *
 *     level --------------> mesh, cells or a graph ---.
 *     grid, graph, mesh -------------------------------+--> spaces of its own --.
 *     wend_space, wend_mesh_space (shared by many) -----------------------------+--> pathfinder
 *
 *     query (from, to, ...) --wend_pathfinder_find--> answer, path
 *
 *     wend_pathfinder_def def = wend_pathfinder_def_default();
 *     def.grid = grid;
 *     def.radius = 0.3;
 *     wend_pathfinder_create(&def, &pathfinder);
 *     query.from = ...; query.to = ...;
 *     wend_pathfinder_find(pathfinder, &query);
 *     wend_path_from_pathfinder(path, pathfinder);
 *
 * Searches work on cells, nodes and polygons; agents stand at arbitrary positions. A pathfinder
 * joins the two, for each kind of world by its own means: first and last legs lead from and to the
 * exact positions; where nothing is in the way, and no other path can be cheaper, the answer is the
 * straight leg, without a search; and the path can be straightened.
 *
 *            n-----n                 On graphs all nodes that can be walked to from the position
 *      from .'      `.  to           are beginnings, each for the cost of the walk there, and all
 *           `n---n---n'              that the goal can be walked to from are ends: the whole is
 *                                    least.
 *
 * Arcs around corners (of graphs by wend_graph_build_expanded, of meshes for a disc) become
 * straight legs that touch them from outside, at most 1 % of the radius off. To such graphs
 * positions are joined by tangents to their arcs and circles (each of them is tested for each
 * position), and a path around one corner needs no node, so that the paths are those of a disc. A
 * graph that is given without its level must have a node on a circle to be known as one of these.
 *
 * The paths are as good as the world: on a mesh with the exact method the shortest there are, on
 * grids and graphs the best over cells or nodes, straightened. For the shortest paths over a grid
 * whose open ground costs the same everywhere, make a level of it (wend_level_from_grid) and set
 * that as the level.
 *
 * Threads: a wend_pathfinder is used by one thread at a time; any number of them share a space.
 * Spaces are updated, and worlds edited, only while no query is under way.
 */
#ifndef WEND_PATHFINDER_H
#define WEND_PATHFINDER_H

#include "wend/items.h"
#include "wend/mesh_search.h"
#include "wend/path_shape.h"
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Worlds that a level is made into. */
typedef enum wend_level_world {
    WEND_LEVEL_MESH = 0,   /**< wend_level_build_mesh: the shortest paths, any radius. */
    WEND_LEVEL_GRID,       /**< wend_level_build_grid, cells so far from walls that all steps keep
                                the radius. */
    WEND_LEVEL_VISIBILITY, /**< wend_level_build_graph: the level's items are the nodes. */
    WEND_LEVEL_FLOOD,      /**< Likewise: a lattice from the level's starts. */
    WEND_LEVEL_EXPANDED    /**< Likewise: corners grown by the radius; the shortest paths. */
} wend_level_world;

/** Definition of a pathfinder. Exactly one of space, mesh_space, grid, graph, mesh and level is
 * set. It must outlive the pathfinder. */
typedef struct wend_pathfinder_def {
    uint32_t cookie;                   /**< Set by wend_pathfinder_def_default; leave it. */
    const wend_space *space;           /**< A grid's or a graph's, shared: the caller updates it. */
    const wend_mesh_space *mesh_space; /**< A mesh's, shared likewise. */
    const wend_grid *grid;   /**< Laid out here, as are the next three: the object makes the space
                                  and, for grids, clearance and islands, and updates them by itself.
                                  */
    const wend_graph *graph; /**< A graph, likewise. */
    const wend_mesh *mesh;   /**< A mesh, likewise. */
    const wend_level *level; /**< Made into a world here, and made anew after it has grown. */

    double radius;            /**< Of the agent, metres, 0 or more; of `grid` at most
                                  WEND_CLEARANCE_MAX cells. It keeps the agent's disc off walls; off
                                  expensive ground only the centre is kept. Of a shared space, and
                                  of `graph`, paths between cells or nodes keep what the grid's space
                                  and the graph's builder kept; all straight walks keep this. Default 0. */
    const wend_table *table;  /**< Graphs: a table of the graph with its costs (wend/table.h), from
                                   which WEND_PATH_TO_EACH_TAG is answered without a search, as long
                                   as it fits the space (see wend_table_fits). Default NULL. */
    const wend_walls *walls;  /**< Graphs: obstacles of straight walks. Grids of one cost: the walls
                                  that the cells stand for; a straight walk that the cells forbid,
                                  though not the walls, is allowed, so that an agent nearer to a
                                  wall than any open cell still finds a path. A level has its own.
                                  NULL (default): nothing more. */
    uint32_t stops;           /**< Which of these walls count. Default WEND_STOPS_WALK. */
    double factor;            /**< Graphs: cost of a metre beside the graph, 1/256 to 65536. Default
                                  1. */
    double max_node_distance; /**< Graphs: metres at most between a position and a node. Default
                                  infinity. */
    double max_height_difference; /**< Graphs: greatest difference of height between the ends of a
                                       straight walk: the same floor. Meshes: greatest distance in
                                       height of a position from the ground, beyond which it counts
                                       as off the ground. Default infinity. */
    size_t max_nodes; /**< Graphs: nodes tried at each end, the nearest first; where more could be
                           walked to, answer.bound is 0. 1 to 2^31 - 1. Default 64. */

    /* Of spaces made here; shared spaces have their own, and where a field means nothing it stays
     * as it is. */
    uint32_t movement_class; /**< `grid`. Default 0. */
    uint32_t team;           /**< `grid`. Default WEND_TEAM_NONE. */
    int32_t size;            /**< `grid`: side of a square agent in cells, 1 to WEND_CLEARANCE_MAX;
                                  not together with a radius. Default 1. */
    bool has_jump_table;     /**< Grids: see wend_space_prepare. Default false. */
    bool has_index;          /**< Grids and graphs, shared ones as well: an index (wend/index.h) of
                                  the space, which wend_pathfinder_prepare builds. While it is built
                                  and fits, it answers queries for a position (on graphs for several
                                  as well) that leave method and heuristic to wend and have neither
                                  noise, turning nor max_depth, at the same cost over cells or nodes
                                  as a search. All others, and all after an edit until it is
                                  built again, are searched. On grids on which the jump table is
                                  faster no index is kept. Default false. */
    bool has_hierarchy;      /**< All worlds, shared spaces as well: a hierarchy
                                  (wend/hierarchy.h) of the space, with default settings (on meshes
                                  for the radius), for queries with WEND_METHOD_HIERARCHY.
                                  wend_pathfinder_prepare builds
                                  it, and repairs it after edits; until it is ready such queries are
                                  searched by the best method, and the answer says so. Default
                                  false. */
    bool has_islands;        /**< Meshes: as wend_mesh_space_def.has_islands. (Grids always have
                                  islands, graphs need none.) Default false. */
    uint32_t flags_required; /**< Graphs, meshes: only edges, polygons and links with all of these
                                  flags. Default 0: any. */
    uint32_t flags_refused;  /**< And with none of these. Default 0. */
    uint32_t overlay_layers; /**< As in wend_space_def and wend_mesh_space_def.
                                  Default WEND_LAYER_JAM. */
    const double *behaviour_factors; /**< Graphs: as wend_space_def. Copied. Default NULL. */
    size_t behaviour_count;          /**< Default 0. */
    const double *area_factors;      /**< Meshes: [256] cost of a metre of each area, as
                                          wend_mesh_space_def.factors. Copied. Default NULL. */

    wend_level_world level_world; /**< `level`. Default mesh. */
    double cell_size;             /**< WEND_LEVEL_GRID: metres, to 2^30. 0 (default) = half the
                                       radius, but at least a 4096th of the level's longer side; a
                                       256th where the radius is 0. */
    double spacing;               /**< WEND_LEVEL_FLOOD: as wend_graph_build_def. Default 0. */
    wend_corners corners;         /**< WEND_LEVEL_EXPANDED: likewise. Default round. */

    wend_executor executor;   /**< For graphs of levels and the jump table; the result does not
                                   depend on it. Default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_pathfinder_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_pathfinder_def wend_pathfinder_def_default(void);
/** Creates a pathfinder. Time: of a shared space a moment; of a grid, graph or mesh that of its
 * space, of a level that of its builder as well.
 * @param pathfinder set to NULL first; the caller destroys it. @return WEND_OK,
 * WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (a level's graph is too large). */
WEND_API wend_result wend_pathfinder_create(const wend_pathfinder_def *def,
                                            wend_pathfinder **pathfinder);
/** Frees a pathfinder; NULL is allowed. */
WEND_API void wend_pathfinder_destroy(wend_pathfinder *pathfinder);
/** Updates the pathfinder after edits of its grid, graph, mesh or level; does nothing if there were
 * none, or with a shared space. start, find, can_walk and can_reach call it by themselves: call it
 * to choose the moment. Time: see wend_space_update, wend_islands_update and
 * wend_mesh_space_update; a level that has grown is made anew. A query under way is dropped where
 * something changed: running it gives WEND_ERROR_STALE. Answers and paths that are complete stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, or a level no world can be made of any more),
 * WEND_ERROR_MEMORY (as before; call again), WEND_ERROR_FULL, WEND_ERROR_BUSY (from is_goal). */
WEND_API wend_result wend_pathfinder_update(wend_pathfinder *pathfinder);
/** Follows edits as wend_pathfinder_update does, then builds hierarchy and index, or goes on with
 * them: call it before play without a budget, and between frames with a small one, so that they are
 * rebuilt behind after edits. Meanwhile queries are searched. An index that an edit broke is dropped
 * once another one is complete; until then the edit may be taken back.
 *
 * A step takes some 0.1 us: one of wend_hierarchy_update counts for 100, one of wend_index_build for
 * 10. An index may take 4 steps of the latter and 200 bytes for each cell or node, and for 65536 more;
 * its memory counts as that of the space, not as scratch memory.
 * @param budget reduced by the work done, but for that of wend_pathfinder_update; NULL = no limit.
 * @return WEND_OK (both are ready; also without either), WEND_IN_PROGRESS,
 * WEND_ERROR_UNSUPPORTED (a world of this kind has no index: see wend_index_create),
 * WEND_ERROR_FULL (one would take too long, or be too large), WEND_ERROR_STALE (a shared space is
 * older than its world), WEND_ERROR_MEMORY (call again), and those of wend_pathfinder_update. */
WEND_API wend_result wend_pathfinder_prepare(wend_pathfinder *pathfinder, wend_budget *budget);
/** Returns the searched space, shared or its own; NULL over meshes. One made for a level is valid
 * until the level grows. */
WEND_API const wend_space *wend_pathfinder_space(const wend_pathfinder *pathfinder);
/** Returns the searched mesh space, likewise; NULL over other worlds. */
WEND_API const wend_mesh_space *wend_pathfinder_mesh_space(const wend_pathfinder *pathfinder);

/** Returns the search between cells, for what it knows beside the path: what it expanded, its
 * frontier, turns; NULL over other worlds. It has the last query that was not answered by the
 * straight path alone, and is valid as long as the space. */
WEND_API const wend_search *wend_pathfinder_search(const wend_pathfinder *pathfinder);
/** Returns the search over the mesh, likewise (of a disc it has the length along the arcs); NULL
 * over other worlds. */
WEND_API const wend_mesh_search *wend_pathfinder_mesh_search(const wend_pathfinder *pathfinder);

/** Kinds of goals. */
typedef enum wend_path_goal {
    WEND_PATH_TO_POSITION = 0, /**< query.to. */
    WEND_PATH_TO_POSITIONS,    /**< The one of query.positions that is cheapest to get to. On grids,
                                    where the straight path to none of them is surely best, by the
                                    cells they lie in: its cost is at most 8 % above the least, 16 %
                                    on hexes, 42 % with 4 neighbours. */
    WEND_PATH_TO_TAG,          /**< The cheapest node whose tag is query.tag (in the bits of
                                    query.tag_mask) for which is_goal (if set) is true. Graphs only. */
    WEND_PATH_TO_PREDICATE,    /**< The cheapest cell, node or polygon for which is_goal is true. */
    WEND_PATH_TO_ITEM,         /**< Of query.items the one that is cheapest to get to: of those that
                                    are active, whose tag is query.tag in the bits of query.tag_mask,
                                    and for which is_item (if set) is true. As for
                                    WEND_PATH_TO_POSITIONS; answer.item tells which it is. The
                                    items are read by start; when the search has ended and the one
                                    found was changed, or is_item is false for it, or a changed one
                                    might be nearer, run returns WEND_ERROR_STALE. */
    WEND_PATH_TO_EACH_TAG      /**< No path, but how far it is to the nearest of each of query.tags,
                                    by one search that ends when all are known: see
                                    wend_pathfinder_get_nearest. Of query.items, likewise, or, where
                                    that is NULL, of the nodes of a graph. On meshes with overlays a
                                    search for each tag that can be reached follows, unless max_steps
                                    ended the first; costs are those that WEND_PATH_TO_ITEM finds, and
                                    answer.bound is the largest of theirs. */
} wend_path_goal;

/** Limits of path queries. */
enum { WEND_PATH_TAGS_MAX = 64 /**< Tags of WEND_PATH_TO_EACH_TAG. */ };

/** A path query. */
typedef struct wend_path_query {
    uint32_t cookie;              /**< Set by wend_path_query_default; leave it. */
    wend_vec3 from;               /**< Metres; z = height, which counts on graphs and meshes. */
    wend_path_goal goal_kind;     /**< Default WEND_PATH_TO_POSITION. */
    wend_vec3 to;                 /**< For WEND_PATH_TO_POSITION. */
    wend_node from_polygon;       /**< Meshes: the polygon of `from`, where it is known: it is not
                                       located then, and of ground that lies over other ground this
                                       is meant. Default WEND_NODE_NONE. */
    wend_node to_polygon;         /**< Meshes: the polygon of `to`, likewise. Where either is given
                                       the straight path is not tried first. */
    wend_node from_node;          /**< Grids and graphs: the cell or node that the path begins at,
                                       instead of `from`, so that no walk leads to it. Default
                                       WEND_NODE_NONE. */
    wend_node to_node;            /**< Grids and graphs: where it is to lead, instead of `to`,
                                       likewise. Where either is given the straight path is not
                                       tried first. Default WEND_NODE_NONE. */
    const wend_vec3 *positions;   /**< [position_count] for WEND_PATH_TO_POSITIONS; read by start
                                       only. */
    size_t position_count;        /**< 1 to 65536. */
    uint32_t tag;                 /**< For WEND_PATH_TO_TAG and WEND_PATH_TO_ITEM. */
    uint32_t tag_mask;            /**< The bits in which tags are compared. Default UINT32_MAX. */
    const uint32_t *tags;         /**< [tag_count] for WEND_PATH_TO_EACH_TAG; read by start only. */
    size_t tag_count;             /**< 1 to WEND_PATH_TAGS_MAX. */
    const wend_items *items;      /**< For WEND_PATH_TO_ITEM and WEND_PATH_TO_EACH_TAG. They must
                                       exist until the query has ended. Default NULL. */
    wend_is_item_fn is_item;      /**< Items: only those for which this is true (default NULL: all).
                                       Called by start for all that match, and once more for the one
                                       that was found. */
    uint64_t agent;               /**< Passed to is_item: your number of the agent that asks, which
                                       may go for what it remembers. In a request of a planner 0
                                       (default) means that of the request. */
    wend_is_goal_fn is_goal;      /**< For WEND_PATH_TO_PREDICATE and WEND_PATH_TO_TAG. */
    void *user;                   /**< Passed to is_goal, is_item and estimate. */
    wend_path_shape shape;        /**< Default quick. */
    wend_method method;           /**< Grids and graphs; over graphs those that compare costs, so
                                       neither breadth first nor greedy, nor jump points. Default
                                       WEND_METHOD_BEST. WEND_METHOD_HIERARCHY, with has_hierarchy:
                                       a route over portals, of which each run makes some pieces
                                       more into the path; answer.bound tells how far the cost
                                       between cells may be from the least. On graphs it leads
                                       between the two nodes beside the positions that are
                                       cheapest by estimate. On meshes it goes before mesh_method:
                                       answer.bound compares with the straight line over the
                                       cheapest ground (0: there are links), the route is chosen
                                       without overlays, and its pieces count them; where a disc has
                                       no room along the route, or ground has several costs for a
                                       disc, mesh_method searches. Queries for other goals than a
                                       position, or
                                       with noise, turning, max_depth, max_steps or records_order,
                                       and such as find no route within max_cost, are searched. */
    wend_heuristic heuristic;     /**< Grids and graphs. Default WEND_HEURISTIC_BEST. */
    wend_heuristic_fn estimate;   /**< For WEND_HEURISTIC_CUSTOM. On graphs the goal is
                                       WEND_NODE_NONE unless to_node is given, and the walk from the
                                       last node is part of what is estimated. */
    double noise;                 /**< Grids and graphs: variety, as wend_search_query.noise, 0 to
                                       10. Where the straight path is surely best it is taken all
                                       the same, unless is_searched. Default 0. */
    uint64_t noise_seed;          /**< For example the agent's number. Default 0. */
    const wend_turning *turning;  /**< Grids and graphs: how the agent turns between cells or nodes;
                                       read by start only. The shape must be WEND_PATH_AS_FOUND, as
                                       a straightened path turns otherwise; the straight path is not
                                       tried, and legs from and to positions beside their cell or
                                       node count as no turn. Default NULL: turns are free. */
    wend_mesh_method mesh_method; /**< Meshes. Default exact. */
    wend_corners corners;         /**< Meshes, radius > 0. Default round. */
    double weight;                /**< Grids and graphs: for WEND_METHOD_ASTAR_WEIGHTED, whose paths
                                       over cells or nodes cost at most so many times the least, 1
                                       to 1000. Default 1. */
    uint64_t max_steps;           /**< Gives a partial path after this many steps. 0 (default) = no
                                       limit. */
    wend_cost max_cost;           /**< Nothing that costs more is searched, in the world's terms and
                                       but for the last bits. The cost that the search itself finds
                                       counts: over cells, nodes or midpoints, along arcs, before
                                       the path is straightened; over grids without the legs between
                                       a position and its cell. Where this stops a search, the
                                       result is WEND_PARTIAL on grids and graphs (WEND_NO_PATH,
                                       reason limit, where the walk to the first node costs more
                                       already), and WEND_NO_PATH, reason limit, on meshes. Default
                                       WEND_COST_INFINITE. */
    uint32_t max_depth;      /**< Grids and graphs: most steps of the path between its first and
                                       its last cell or node; legs from and to positions beside these
                                       are no steps. With the methods best, astar and astar-weighted
                                       it is the cheapest of all paths that have no more steps; with
                                       dijkstra and breadth-first as wend_search_query.max_depth
                                       says. Not with other methods, nor with turning. The straight
                                       path is not tried. Where this stops a search the result is
                                       WEND_PARTIAL, as with max_cost; all limits hold together. 0
                                       (default) = no limit. */
    bool records_order;      /**< Grids and graphs: keep the order in which cells or nodes were
                                       expanded: see wend_search_visited and wend_search_draw, with
                                       wend_pathfinder_search. Default false. */
    bool is_nearest_allowed; /**< Where no path leads to `to` (it is blocked, off the ground, or
                                       cannot be reached), take one to the nearest point that can be
                                       reached. Then answer.is_nearest is true, answer.reason says
                                       why the goal was not reached, and answer.goal_distance how far
                                       it is from there. The nearest is, of all that can be reached
                                       within max_cost: on grids the cell whose centre is nearest to
                                       that of the goal's cell, around the map where it wraps
                                       (outside of the map: to that of the cell nearest to the
                                       goal). On graphs the node that is nearest to the goal, with
                                       height. On meshes each polygon has a point that is nearest to
                                       the goal in the plane; the nearest of these, with height; for
                                       a radius the first point on the line from there to the
                                       polygon's centroid where the disc has room, the nearest of
                                       these to which a path leads. Ties go to the smaller cell,
                                       node or polygon. max_steps holds for each of the searches.
                                       For WEND_PATH_TO_POSITION; not with turning. Default false. */
    bool is_searched;        /**< Search even where the straight path is surely best, for
                                       comparisons. Default false. */
} wend_path_query;

/** Returns the default query, with its cookie. */
WEND_API wend_path_query wend_path_query_default(void);

/** Starts a query; a query under way is dropped, and so is its path. Follows edits of the world
 * (see wend_pathfinder_update) and finds what is at both ends. A position where the agent cannot
 * stand is no error: running gives WEND_NO_PATH and the reason.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (no such goal or method in this
 * world), WEND_ERROR_STALE (a shared space is older than its world), WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY, WEND_ERROR_FULL (as wend_pathfinder_update); after an error there is no query.
 */
WEND_API wend_result wend_pathfinder_start(wend_pathfinder *pathfinder,
                                           const wend_path_query *query);
/** Runs the query under way until it ends or the budget is used up. A step is a step of the world's
 * search; the last call also makes the path.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_IN_PROGRESS, WEND_OK, WEND_NO_PATH, WEND_PARTIAL (a limit of the query stopped it:
 * the path leads to a goal if one was reached, though perhaps not by the best path, else to the
 * searched position that is nearest to one by the heuristic); WEND_ERROR_MEMORY, WEND_ERROR_FULL
 * and WEND_ERROR_STALE (the space was updated since the query began) end the query, and so does
 * WEND_ERROR_UNSUPPORTED (with is_nearest_allowed: the method cannot search for the nearest point);
 * WEND_ERROR_ARGUMENT (nothing started), WEND_ERROR_BUSY (from is_goal). */
WEND_API wend_result wend_pathfinder_run(wend_pathfinder *pathfinder, wend_budget *budget);
/** Starts a query and runs it to the end. */
WEND_API wend_result wend_pathfinder_find(wend_pathfinder *pathfinder,
                                          const wend_path_query *query);
/** Returns the message of the last failure; after WEND_NO_PATH a sentence that says why, over all
 * worlds: over meshes that of wend_mesh_search_error ("the goal is off the mesh: the nearest ground
 * is 1.25 m away"). "" if none. Never NULL. */
WEND_API const char *wend_pathfinder_error(const wend_pathfinder *pathfinder);

/** A path answer. */
typedef struct wend_path_answer {
    wend_result result;         /**< The last result of wend_pathfinder_run. */
    wend_failure_reason reason; /**< Reason if there is no path or a partial one. */
    const char *method; /**< What ran: "direct" (no search was needed), "index" (see has_index),
                             "hierarchy", or a method's name. */
    wend_node node;    /**< The cell, node or polygon where the path ends; WEND_NODE_NONE on a graph
                            where it ends beside the nodes. */
    size_t goal_index; /**< Of query.positions; 0 otherwise. */
    wend_vec3 position; /**< Where it ends. */
    wend_cost cost;     /**< Of the path. On grids length in cells times factor (2^32 = one cell of
                             factor 1, see wend_cost_to_double), on graphs and meshes likewise with
                             metres. */
    double length; /**< As wend_path_length: over grids and meshes in the plane. A teleport counts
                        as far as it leads (cost has what it costs). */
    double bound;  /**< The path found costs at most so many times the least in this world
                        (straightening makes it cheaper still); 0 = nothing is promised. */
    uint32_t heading;  /**< With turning: heading of the last step on grids; else
                              WEND_HEADING_ANY. */
    uint32_t turns;    /**< With turning: turns between cells or nodes. */
    uint64_t expanded; /**< Steps. */
    bool is_nearest;   /**< The path leads to the nearest point that can be reached instead of the
                               goal: see wend_path_query.is_nearest_allowed. */
    double goal_distance; /**< Then metres from its end to the goal, with height but on grids; else
                               0. */
    wend_item_id item;    /**< WEND_PATH_TO_ITEM: the item that the path leads to; else {0, 0}. */
    uint32_t tag;         /**< Its tag; with WEND_PATH_TO_TAG that of the node; else 0. */
    uint64_t item_user;   /**< Its user value, likewise. */
    uint64_t generated;   /**< Nodes or intervals that the search generated. */
    size_t memory_bytes;  /**< Scratch memory of the pathfinder, without the world and its space. */
} wend_path_answer;

/** Gets the answer so far.
 * @param answer always set; zeroed (nodes WEND_NODE_NONE, method "") when there is no query. */
WEND_API void wend_pathfinder_get_answer(const wend_pathfinder *pathfinder,
                                         wend_path_answer *answer);
/** What WEND_PATH_TO_EACH_TAG found of a tag. */
typedef struct wend_path_nearest {
    wend_result result; /**< WEND_OK; WEND_PARTIAL (this one was found, but max_steps ended the
                             search before it was known to be the nearest); WEND_NO_PATH: none was
                             found. */
    uint32_t tag;       /**< Of query.tags. */
    wend_cost cost;    /**< Of the cheapest way there, as max_cost counts it: what the search finds,
                         not straightened; infinite where none was found. */
    wend_item_id item; /**< The item; {0, 0} for nodes of a graph. */
    uint64_t user;     /**< The item's or node's user value. */
    wend_node node;    /**< The node of a graph that has the tag, or the cell in which the item is
                             reached; else WEND_NODE_NONE. */
    wend_vec3 position; /**< Of the item or node. */
} wend_path_nearest;

/** Gets what the last query, with WEND_PATH_TO_EACH_TAG, found of one of its tags. Its answer is
 * WEND_OK where something of any tag was found, WEND_NO_PATH where nothing was, and WEND_PARTIAL
 * where a limit ended the search. Of equally near items or nodes the one of the smallest index is told;
 * over meshes any of them.
 * @param index of query.tags.
 * @param nearest set to none first.
 * @return nearest->result; WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT (no such query or tag). */
WEND_API wend_result wend_pathfinder_get_nearest(const wend_pathfinder *pathfinder, size_t index,
                                                 wend_path_nearest *nearest);
/** Fills a path with the one found. The first and last legs go from and to the exact positions; on
 * graphs such a leg has WEND_NODE_NONE at its end beside the graph.
 * @return WEND_OK, WEND_PARTIAL (see wend_pathfinder_run), WEND_NO_PATH (path empty),
 * WEND_ERROR_ARGUMENT (NULL, no query, or it is under way), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_pathfinder(wend_path *path, const wend_pathfinder *pathfinder);

/** True if the agent can walk straight from one position to another. Follows edits of the world.
 * @param cost in the world's terms, WEND_COST_INFINITE where it cannot; may be NULL. @return false
 * also after a failure (NULL, positions that are not finite or too large, a shared space that is
 * stale, no memory, a cost of 2^32 or more): then wend_pathfinder_error has the reason, else it is
 * "". */
WEND_API bool wend_pathfinder_can_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                                       wend_cost *cost);
/** True if a path exists. Ends any query under way; the answer then has the reason why not.
 * @return false also after a failure (those of start and run): then wend_pathfinder_error has the
 * reason, else it is "". */
WEND_API bool wend_pathfinder_can_reach(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to);

#ifdef __cplusplus
}
#endif
#endif

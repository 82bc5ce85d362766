/** @file wend/hierarchy.h
 * Hierarchies: an abstract route first, its legs in detail as the agent gets there.
 *
 * A hierarchy divides a world into regions (sectors of a grid, groups of nodes of a graph or of
 * edges of a mesh), those into groups, and groups into larger ones. It knows the costs between the portals on the borders of
 * each. A search then goes over portals, and over whole groups far from start and goal, so that it
 * looks at hundreds of portals where A* looks at tens of thousands of cells. What it finds is a
 * route; pieces of the path are worked out one by one, each in the few regions around it.
 *
 *     level 2   +-----------+-----------+      start, goal: their groups are searched by sectors
 *               | S         |           |      (level 1), all others as a whole
 *     level 1   |---+---+---|           |
 *               |   |   |   |     .     |      o  portals: pairs of cells on a border
 *               |---+---o---|     .     |
 *               |   |   |   o     .     o G
 *               +-----------+-----------+
 *
 *     space --create--> hierarchy --update(budget), update...--> ready
 *                                      |
 *                 search, one a thread '--start, run(budget)--> route --next--> piece of the path,
 *                                                                               piece, ...
 *
 * On graphs every node with an edge into another region is a portal, and routes cost the least, to
 * the last bit. On grids a border has portals at the ends of each entrance and between them every
 * portal_spacing cells, so that routes cost a little more than the least; the pieces are straightened
 * over the borders, so that a path costs at most as much as its route and mostly less. Measured over
 * maps of games, cities, rooms, mazes and noise: see docs/hierarchy.md. On meshes a route goes over the
 * middles of the edges that polygons share; its pieces are found by searches of the mesh over a short
 * way, and are as straight as theirs. Ends of queries are locations: wend_hierarchy_search_start_mesh.
 * Overlays of a mesh (wend/mesh_overlay.h) are no part of routes, so jams that rise and fade leave a
 * hierarchy ready; pieces count them, and go around shapes where wend_mesh_search does.
 *
 * After edits only the regions that changed, and the groups around them, are worked out anew. A
 * repaired hierarchy is equal to a new one.
 *
 * Threads: any number of searches, each used by one thread at a time, may use one hierarchy at once.
 * The hierarchy and its space are updated only while no search is in a call.
 *
 * Sources: Botea, Mueller and Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004), for
 * entrances; Holzer, Schulz and Wagner, "Engineering Multilevel Overlay Graphs for Shortest-Path
 * Queries" (2009), for levels whose costs are exact. Windows that straighten are ours.
 */
#ifndef WEND_HIERARCHY_H
#define WEND_HIERARCHY_H

#include "wend/mesh.h"
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- hierarchies ---- */

/** Limits of hierarchies. */
enum {
    WEND_HIERARCHY_LEVELS_MAX = 4 /**< Most levels. */
};

/** A hierarchy. */
typedef struct wend_hierarchy wend_hierarchy;

/** Definition of a hierarchy. */
typedef struct wend_hierarchy_def {
    uint32_t cookie;         /**< Set by wend_hierarchy_def_default; leave it. */
    const wend_space *space; /**< A grid's or a graph's; must outlive the hierarchy. Exactly one of
                                  space and mesh_space is set. Default NULL. */
    const wend_mesh_space *mesh_space; /**< Or a mesh's; likewise. Default NULL. */
    double radius;        /**< Meshes: radius of the agent, metres, as in wend_mesh_search_query, 0
                                  to 2^30. Edges too narrow for it between two walls are left out of
                                  routes. Default 0. */
    uint32_t level_count; /**< Levels above the world, 1 to WEND_HIERARCHY_LEVELS_MAX. 0 (default):
                                  by size: 2 up to 4096 regions, else 3. */
    uint32_t group_size;  /**< Regions along the side of a group, and groups along the side of a
                                  larger one, 2 to 8; on graphs a group has at most the square of it.
                                  Default 4. */
    uint32_t sector_size; /**< Grids: side of a region in cells, 8 to 128. Default 32. */
    uint32_t
        portal_spacing;    /**< Grids: most cells between two portals of an entrance, 1 to 128. Few
                                  cells make better routes and larger hierarchies. Default 8. */
    uint32_t region_nodes; /**< Graphs and meshes: most nodes (shared edges of a mesh) of a region
                                  that is found automatically, 2 to 4096. Default 64. */
    const uint32_t *regions;  /**< Graphs and meshes: [region_node_count] the region of each node
                                  (polygon), given by hand (rooms of a building): any numbers below
                                  2^32 - 1. Nodes beyond the array form a region of their own. Copied. NULL (default):
                                  found automatically, by halving the nodes along the longer side of
                                  the box around them. */
    size_t region_node_count; /**< Default 0. */
    wend_executor executor;   /**< Works regions out in parallel; the result does not depend on it.
                                   Default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_hierarchy_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_hierarchy_def wend_hierarchy_def_default(void);
/** Creates a hierarchy that is not worked out yet: call wend_hierarchy_update, and before that update its
 * space if the world changed.
 * @param hierarchy set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_hierarchy_create(const wend_hierarchy_def *def,
                                           wend_hierarchy **hierarchy);
/** Frees a hierarchy; NULL is allowed. Searches on it can then only be destroyed. */
WEND_API void wend_hierarchy_destroy(wend_hierarchy *hierarchy);
/** Returns the message of the last failure of wend_hierarchy_update; "" if none. Never NULL. */
WEND_API const char *wend_hierarchy_error(const wend_hierarchy *hierarchy);
/** Works the hierarchy out, or repairs it after its space was updated, or goes on with either.
 *
 * A step is one search from one portal within one region or group: some 5 to 50 us. Finding what
 * changed, and joining the parts, are one step each, linear in cells (edges) and portals. Nodes
 * that are added to a graph later belong to a region of their own. When the space is updated before
 * the end, what is still right is kept.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_OK (ready; also when it was before), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE (update the space first), WEND_ERROR_MEMORY (call again to go on). */
WEND_API wend_result wend_hierarchy_update(wend_hierarchy *hierarchy, wend_budget *budget);

/** State and figures of a hierarchy. */
typedef struct wend_hierarchy_info {
    bool is_ready;        /**< Searches can use it: it is worked out, and as new as its space and
                                its world. */
    uint32_t level_count; /**< Levels above the world. */
    uint32_t cell_counts[WEND_HIERARCHY_LEVELS_MAX]; /**< Regions, groups, ... of each level. */
    uint32_t portal_count;                           /**< Portals of all regions. */
    uint64_t cost_count;                             /**< Costs that are kept, on all levels. */
    uint64_t work_done;  /**< Searches within regions and groups since the hierarchy was created:
                                how much an update repaired. */
    size_t memory_bytes; /**< As wend_hierarchy_memory_bytes. */
} wend_hierarchy_info;

/** Gets state and figures of a hierarchy; zeroes for NULL. @param info always set. */
WEND_API void wend_hierarchy_get_info(const wend_hierarchy *hierarchy, wend_hierarchy_info *info);
/** Returns the memory of the hierarchy in bytes; 0 for NULL. */
WEND_API size_t wend_hierarchy_memory_bytes(const wend_hierarchy *hierarchy);
/** Returns a fingerprint of a ready hierarchy: equal for equal worlds and definitions, after any
 * edits and repairs. 0 while it is not ready. */
WEND_API uint64_t wend_hierarchy_hash(const wend_hierarchy *hierarchy);
/** Saves a ready hierarchy as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (it is not
 * ready), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_hierarchy_save(const wend_hierarchy *hierarchy, uint8_t *bytes,
                                         size_t capacity, size_t *count);
/** Creates a hierarchy with the costs from the bytes of wend_hierarchy_save. Call
 * wend_hierarchy_update then: what is as it was when it was saved takes no search, the rest is worked
 * out.
 * @param def as for wend_hierarchy_create, with the settings of the one that was saved; its space is
 * as new as its world.
 * @param hierarchy set to NULL first; the caller destroys it.
 * @return as wend_hierarchy_create, WEND_ERROR_STALE (update the space first), WEND_ERROR_FILE
 * (damaged, of a newer version, or of other settings or another size of world; the message gives the
 * reason). */
WEND_API wend_result wend_hierarchy_load(const wend_hierarchy_def *def, const uint8_t *bytes,
                                         size_t count, wend_hierarchy **hierarchy);
/** Returns the region of a node, 0 to cell_counts[0] - 1; WEND_NODE_NONE outside. Of a graph's
 * node that was added since the last update it is not known: WEND_NODE_NONE. */
WEND_API uint32_t wend_hierarchy_region(const wend_hierarchy *hierarchy, wend_node node);
/** Lists the portals of a region, ascending by node; of a mesh a polygon beside each.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @param count number of portals.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, no such region), WEND_ERROR_STALE (not
 * ready; count is 0). */
WEND_API wend_result wend_hierarchy_portals(const wend_hierarchy *hierarchy, uint32_t region,
                                            wend_node *nodes, size_t capacity, size_t *count);
/** Draws the borders of regions (grids) and the portals.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_hierarchy_draw(const wend_hierarchy *hierarchy, const wend_draw *draw);

/* ---- searches ---- */

/** A search on a hierarchy: scratch memory that answers one query after the other. */
typedef struct wend_hierarchy_search wend_hierarchy_search;

/** Definition of a search on a hierarchy. */
typedef struct wend_hierarchy_search_def {
    uint32_t cookie;                 /**< Set by wend_hierarchy_search_def_default; leave it. */
    const wend_hierarchy *hierarchy; /**< Must outlive the search. Set it. */
    wend_allocator allocator;        /**< Default libc. */
    wend_message *message;           /**< Text of a failure of create; may be NULL (default). */
} wend_hierarchy_search_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_hierarchy_search_def wend_hierarchy_search_def_default(void);
/** Creates a search.
 * @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_hierarchy_search_create(const wend_hierarchy_search_def *def,
                                                  wend_hierarchy_search **search);
/** Frees a search; NULL is allowed. */
WEND_API void wend_hierarchy_search_destroy(wend_hierarchy_search *search);
/** Returns the message of the last failure of this search; "" if none. Never NULL. */
WEND_API const char *wend_hierarchy_search_error(const wend_hierarchy_search *search);

/** Starts a query; one under way is dropped. A blocked start or goal is not an error: running gives
 * WEND_NO_PATH and the reason.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a node outside), WEND_ERROR_UNSUPPORTED (the hierarchy is of a
 * mesh), WEND_ERROR_STALE (the hierarchy is not ready), WEND_ERROR_MEMORY. After an error the search holds no query. */
WEND_API wend_result wend_hierarchy_search_start(wend_hierarchy_search *search, wend_node start,
                                                 wend_node goal);
/** Starts a query on the hierarchy of a mesh, as wend_hierarchy_search_start. A location without a
 * polygon is found by its position.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a coordinate not finite, no such polygon),
 * WEND_ERROR_UNSUPPORTED (the hierarchy is not of a mesh), WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_hierarchy_search_start_mesh(wend_hierarchy_search *search,
                                                      wend_mesh_location start,
                                                      wend_mesh_location goal);
/** Runs the query under way until the route is found or the budget is used up. A step expands one
 * portal, or searches the region of the start or of the goal. The answer is the same for every way of
 * slicing. A goal in another component is found unreachable before any portal is expanded.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_IN_PROGRESS, WEND_OK, WEND_NO_PATH; WEND_ERROR_STALE (the hierarchy changed: start
 * again), WEND_ERROR_FULL (the route costs 2^63 or more), WEND_ERROR_ARGUMENT (no query). */
WEND_API wend_result wend_hierarchy_search_run(wend_hierarchy_search *search, wend_budget *budget);
/** Starts a query and runs it to the end. @return as wend_hierarchy_search_start and
 * wend_hierarchy_search_run. */
WEND_API wend_result wend_hierarchy_search_find(wend_hierarchy_search *search, wend_node start,
                                                wend_node goal);

/** Starts a query on the hierarchy of a mesh and runs it to the end.
 * @return as wend_hierarchy_search_start_mesh and wend_hierarchy_search_run. */
WEND_API wend_result wend_hierarchy_search_find_mesh(wend_hierarchy_search *search,
                                                     wend_mesh_location start,
                                                     wend_mesh_location goal);

/** Answer of a search on a hierarchy. */
typedef struct wend_hierarchy_answer {
    wend_result result;         /**< The last result of wend_hierarchy_search_run. */
    wend_failure_reason reason; /**< Reason if there is no route. */
    wend_node start;            /**< Of the query. */
    wend_node goal;             /**< Of the query. */
    wend_cost cost;             /**< Cost of the route: the path costs at most as much (see
                                     wend_hierarchy_search_next). Infinite
                                     without a route. */
    double bound;               /**< The cost is at most this many times the least: 1 on graphs; on
                                     grids the cost over its estimate at the start. 0 without a
                                     route. */
    uint64_t expanded;          /**< Portals expanded. */
    uint64_t generated;         /**< Portals generated, counted again for each cheaper route. */
    size_t memory_bytes;        /**< Scratch memory of the search, without the hierarchy. */
} wend_hierarchy_answer;

/** Gets the answer so far; zeroed when there is no query. @param answer always set. */
WEND_API void wend_hierarchy_search_get_answer(const wend_hierarchy_search *search,
                                               wend_hierarchy_answer *answer);

/** A stop of a route: the start, a portal, or the goal. */
typedef struct wend_hierarchy_stop {
    wend_vec3 position; /**< Metres. */
    wend_node node;     /**< Cell, node, or polygon. */
    uint32_t region;    /**< Its region. */
    uint32_t level; /**< How it is reached from the stop before: 0 over a border (one step, link or
                          edge), else within a region (1), a group (2), ... */
    wend_cost cost; /**< Cost of the route up to here. */
} wend_hierarchy_stop;

/** Lists the stops of the route that was found, start and goal included.
 * @param stops [capacity], may be NULL when capacity is 0.
 * @param count number of stops.
 * @return WEND_OK, WEND_TRUNCATED, WEND_NO_PATH (count is 0), WEND_ERROR_ARGUMENT (NULL, no answer),
 * WEND_ERROR_STALE (the hierarchy changed). */
WEND_API wend_result wend_hierarchy_search_route(const wend_hierarchy_search *search,
                                                 wend_hierarchy_stop *stops, size_t capacity,
                                                 size_t *count);
/** Fills a path with the next piece of the way along the route: from where the last piece ended, at
 * first from the start. Call it when the agent comes near the end of its piece.
 *
 * On grids a piece is half of what a search finds in a window of up to three by three regions, or
 * all of it before a link, a seam and the goal; on graphs it is the way to the next region; on meshes
 * half of the way over some sixteen borders of regions, and legs are as wend_path_from_mesh_search
 * gives them. The pieces together cost at most answer.cost; not so on meshes with a radius, whose
 * discs go around corners, with ground of several costs, where pieces go by midpoints, or with overlays. Where a
 * disc has no room along the route, the next piece leads to the goal by a search of the whole mesh. Legs are as wend_path_from_search gives them. A start
 * that is the goal gives one piece without legs. Time: some 10 to 100 us for a route of any
 * length.
 * @return WEND_PARTIAL (more pieces follow), WEND_OK (the piece ends at the goal), WEND_NO_PATH (path
 * empty: there is no route, its last piece was taken, or there is no room for a disc),
 * WEND_ERROR_ARGUMENT (NULL, no answer), WEND_ERROR_UNSUPPORTED (a radius on ground of several costs),
 * WEND_ERROR_STALE (the hierarchy or its world changed: search again from where the agent is),
 * WEND_ERROR_MEMORY (the path is as before, and the same piece comes next). */
WEND_API wend_result wend_hierarchy_search_next(wend_hierarchy_search *search, wend_path *path);
/** Begins the pieces again, at the start. NULL is allowed. */
WEND_API void wend_hierarchy_search_rewind(wend_hierarchy_search *search);
/** Fills a path with the whole path: all pieces from the start, also those taken before; then
 * begins the pieces again.
 * @return as wend_path_from_search: WEND_OK, WEND_NO_PATH (path empty), WEND_ERROR_ARGUMENT,
 * WEND_ERROR_UNSUPPORTED, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_hierarchy(wend_path *path, wend_hierarchy_search *search);

#ifdef __cplusplus
}
#endif
#endif

/* The parts of a search on a hierarchy.
 *
 *   items     portals 0 ... portal_count-1, then the start, then the goal
 *   route     start -> item -> item ... -> goal, each reached by an arc of the layout or within a cell
 *             of some level
 *   hops      the same on level 1, worked out as far as pieces were taken:
 *             [ within a region | arc | within a region | arc | ... ] */
#ifndef WENDI_ROUTE_HIERARCHY_SEARCH_H
#define WENDI_ROUTE_HIERARCHY_SEARCH_H

#include "route/heuristic/graph.h"
#include "route/heuristic/grid.h"
#include "route/hierarchy/local_search.h"
#include "route/hierarchy/mesh.h"
#include "route/path/path.h"
#include "route/search/trace.h"

/** The step to an item: below WENDI_HOP_WITHIN the arc of the layout, else within a cell of the
 * level whose index is added to it. */
enum { WENDI_HOP_WITHIN = 0x7FFFFF00 };

typedef struct wendi_route_records {
    uint32_t capacity;
    uint32_t generation;
    uint32_t *stamps; /* [capacity] generation in which the item was reached */
    uint64_t *sums;
    uint32_t *from;
    uint32_t *via;
    wendi_heap heap;
} wendi_route_records;

typedef enum wendi_route_phase {
    WENDI_ROUTE_NONE, /* no query */
    WENDI_ROUTE_START,
    WENDI_ROUTE_GOAL,
    WENDI_ROUTE_EXPAND,
    WENDI_ROUTE_DONE
} wendi_route_phase;

/** The start of the next piece. */
typedef struct wendi_route_cursor {
    wend_node at;
    wend_mesh_location place; /* the same on a mesh */
    size_t hop;               /* hops that the window before took in */
    size_t step;              /* steps of the route that are hops by now */
    wendi_abstract_rect rest; /* around the path from `at` to the last hop; no width: none */
    bool is_over;
} wendi_route_cursor;

struct wend_hierarchy_search {
    wend_allocator allocator;
    const wend_hierarchy *hierarchy;
    uint64_t version; /* of the hierarchy when the query began */
    bool is_pinned;   /* the world may be newer than the space, which stays while queries run */
    wendi_route_phase phase;
    wendi_route_records records;
    wendi_local local;
    wendi_array_u64 goal_costs; /* from each portal of the goal's region */
    wend_node start, goal;      /* cells or nodes; of a mesh nodes of its graph, near the ends */
    uint32_t start_region, goal_region;
    wend_mesh_location from, to; /* ends on a mesh */
    uint64_t from_cost, to_cost; /* between them and start and goal */
    bool is_direct;              /* both ends lie in one polygon: there is no route between */
    wend_mesh_search *mesh_search;
    wend_corners corners; /* of the pieces of a disc */
    bool gives_up;    /* where a disc has no room along the route: no search of the whole mesh */
    wend_path *piece; /* what it found */
    wendi_grid_heuristic grid_estimate;
    wendi_graph_heuristic graph_estimate;
    wend_hierarchy_answer answer;
    wendi_array_u32 route, route_via; /* items, and how each is reached from the one before */
    wendi_array_u32 hops, hop_via;    /* items; the start is none of them */
    wendi_array_u32 stack;
    wendi_array_u32 cells;
    wendi_trace trace;
    wendi_route_cursor cursor;
    wend_message error;
};

/** The node of an item. */
wend_node wendi_route_node(const wend_hierarchy_search *search, uint32_t item);
uint32_t wendi_route_region(const wend_hierarchy_search *search, uint32_t item);

/** The position of a node of the world that the search goes over. */
wend_vec3 wendi_route_position(const wend_hierarchy_search *search, wend_node node);
/** Makes sure that a hop is there. @param is_end set if the route has no more.
 * @return false: no memory; hops of a step are there all or not at all. */
bool wendi_route_need_hop(wend_hierarchy_search *search, size_t hop, bool *is_end);

/** True if the hierarchy can be searched. */
bool wendi_route_is_ready(const wend_hierarchy_search *search);
/** WEND_OK, or WEND_ERROR_STALE with a message. */
wend_result wendi_route_check_ready(wend_hierarchy_search *search, const char *function);
/** Begins a query between two nodes; where there are none, one that ends at once must follow.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_route_begin(wend_hierarchy_search *search, wend_node start, wend_node goal,
                              bool has_nodes);
/** Ends queries that need no search; otherwise prepares it. */
void wendi_route_judge_ends(wend_hierarchy_search *search);
void wendi_route_finish(wend_hierarchy_search *search, wend_result result,
                        wend_failure_reason reason);

/* ---- mesh_route.c ---- */

/** Adds the legs of the next piece over a mesh to path->spare.
 * @return WEND_OK, WEND_NO_PATH, and the errors of a mesh search. */
wend_result wendi_route_take_mesh_piece(wend_hierarchy_search *search, wend_path *path);

/** Begins the pieces at the start. */
void wendi_route_rewind(wend_hierarchy_search *search);

#endif

/* The parts of a pathfinder.
 *
 *   pathfinder.c   the public face: straight paths, the answer, legs before and behind the path
 *                  that a search found
 *   checks.c       checks of a query
 *   grid.c         cells at both ends, wend_search between them
 *   graph.c        nodes at both ends, wend_search from all of them to all of them; tangents.c:
 *                  lines tangent to arcs between nodes; circles.c: to circles beside these arcs, and
 *                  paths around one corner; path/arcs.c: lines instead of arcs
 *   indexed.c      the index of the space, built behind, and queries that it answers
 *   routed.c       routes over a hierarchy of the space, and their paths piece by piece
 *   items.c        items as goals, and the check of results after edits of items
 *   each.c         distances to the nearest of each tag, by one search
 *   nearest.c      the nearest point that can be reached, for a goal that cannot; mesh_nearest.c: of
 *                  a mesh
 *   mesh.c         wend_mesh_search, which takes exact positions; mesh_prices.c: distances to the
 *                  nearest of each tag with overlays
 *   shared.c       for planners: pathfinders over their spaces, paths of searches under way */
#ifndef WENDI_ROUTE_PATHFINDER_PATHFINDER_H
#define WENDI_ROUTE_PATHFINDER_PATHFINDER_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "route/frontier/cell_pages.h"
#include "route/mesh_search/search.h"
#include "route/path/straighten.h"
#include "route/pathfinder/goal_tree.h"
#include "route/pathfinder/indexed.h"
#include "route/pathfinder/layout.h"
#include "wend/hierarchy.h"
#include "wend/pathfinder.h"
#include "world/graph_build/expanded.h"

/** A node beside a position, and the cost of the straight leg between them. */
typedef struct wendi_pathfinder_end {
    wend_cost cost;
    wend_node node;
    uint32_t place; /* index of the position */
    uint32_t arc; /* index of the arc that the walk touches and follows to the node; NONE = none */
    wend_vec2 touch;
    double turn; /* along the arc from touch to the node, ccw above 0 */
} wendi_pathfinder_end;

/** An edge of a graph that goes around a corner. */
typedef struct wendi_pathfinder_arc {
    wend_vec2 centre, from, to;
    double radius, turn;
    wend_node from_node, to_node;
} wendi_pathfinder_arc;

/** The graph's arcs, and behind them those from touching points of this query to a node. */
typedef struct wendi_pathfinder_arcs {
    wendi_pathfinder_arc *items;
    size_t count; /* of the graph */
    size_t total, capacity;
    uint64_t revision; /* of the graph they were listed of */
} wendi_pathfinder_arcs;

/** A node on the circle around a corner. */
typedef struct wendi_pathfinder_circle_node {
    wend_vec2 position, n; /* n: from the corner, length 1 */
    wend_node node;
    uint32_t corner;
} wendi_pathfinder_circle_node;

/** The circles around corners of walls that expanded geometry is made of. The graph has no arc of a
 * circle with one node or none. */
typedef struct wendi_pathfinder_circles {
    wendi_corners corners; /* none: the graph is of another kind */
    uint32_t *firsts;      /* [corners.count + 1] of nodes, by corner */
    wendi_pathfinder_circle_node *nodes;
    size_t node_count;
    uint64_t graph_revision, walls_revision;
} wendi_pathfinder_circles;

/** A point where the line from a position touches a circle and continues around it. */
typedef struct wendi_pathfinder_touch {
    wend_vec2 point, centre;
    double straight; /* metres from the position */
    double after;    /* radians behind the begin of its arc; 0 beside arcs */
    uint32_t key;    /* index of an arc of the graph, or their number and that of the corner */
    uint32_t place;
    int side; /* 1: it continues counter-clockwise; -1 */
} wendi_pathfinder_touch;

typedef struct wendi_pathfinder_touches {
    wendi_pathfinder_touch *items; /* ascending by position, then key */
    size_t count, capacity;
} wendi_pathfinder_touches;

/** The cheapest path around a single corner, without a node. */
typedef struct wendi_pathfinder_turn {
    wend_cost cost; /* infinite: none */
    wendi_pathfinder_touch from, to;
    double turn; /* above 0 counter-clockwise */
} wendi_pathfinder_turn;

typedef struct wendi_pathfinder_ends {
    wendi_pathfinder_end *items;
    size_t count, capacity;
} wendi_pathfinder_ends;

typedef struct wendi_pathfinder_graph {
    wendi_pathfinder_arcs arcs;
    wendi_pathfinder_circles circles;
    wendi_pathfinder_ends beginnings, ends;
    wendi_pathfinder_touches from_start, from_goals;
    wendi_pathfinder_turn turn;
    bool is_searched; /* there are nodes at both ends */
    bool has_path;    /* the search found one that is cheaper than the straight one */
    bool is_cut;      /* not all nodes at an end were tried */
    const wendi_pathfinder_end *route_begin, *route_end; /* those that a route leads between */
} wendi_pathfinder_graph;

/** The items of a query: they are its positions. */
typedef struct wendi_pathfinder_items {
    bool is_asked;
    wend_item_id *ids; /* [positions] */
    uint32_t *groups;  /* [positions] index of the tag, with several of them */
    size_t capacity;
    uint64_t revision; /* of the items when they were listed */
} wendi_pathfinder_items;

enum { WENDI_EACH_FILTER_WORDS = 256 };

/** Distances to the nearest of each tag. */
typedef struct wendi_pathfinder_each {
    bool is_asked;
    uint32_t tags[WEND_PATH_TAGS_MAX];
    wend_path_nearest nearest[WEND_PATH_TAGS_MAX];
    size_t places[WEND_PATH_TAGS_MAX];           /* positions of these, or nodes */
    wendi_mesh_group groups[WEND_PATH_TAGS_MAX]; /* meshes */
    double bound;
    /* Meshes with overlays: after the search for all tags one for each of them. */
    bool is_priced, is_searched;
    size_t at;                  /* the tag whose items are searched for */
    wend_result result;         /* of the search for all tags */
    wend_failure_reason reason; /* likewise */
    size_t count;
    bool is_looked_up;        /* in a table, without a search */
    wend_cost most;           /* of the farthest; infinite until all are found */
    wendi_sort_pair *entries; /* [entry_count] cell or node -> position, or end of the graph */
    size_t entry_count, entry_capacity;       /* twice that: with room to sort */
    uint64_t filter[WENDI_EACH_FILTER_WORDS]; /* a bit for the hash of each entry's cell or node */
} wendi_pathfinder_each;

typedef enum wendi_pathfinder_phase {
    WENDI_NEAREST_GOAL = 0,  /* the goal itself is searched for */
    WENDI_NEAREST_FLOOD,     /* searches the reachable ground */
    WENDI_NEAREST_SUBSTITUTE /* the nearest of that is searched for */
} wendi_pathfinder_phase;

/** A polygon that can be reached, and its distance from the goal, at least. */
typedef struct wendi_pathfinder_candidate {
    double squared;
    wend_node polygon;
} wendi_pathfinder_candidate;

/** The search for a substitute of a goal that cannot be reached. */
typedef struct wendi_pathfinder_nearest {
    wendi_pathfinder_phase phase;
    wend_failure_reason reason; /* for which the goal cannot be reached */
    wend_vec3 goal;
    wend_node goal_cell; /* grids */
    wend_node best;      /* cell, node or polygon; NONE = none is known */
    int64_t cells_squared;
    double squared;
    bool is_cut;         /* the flood was ended by max_steps */
    bool has_candidates; /* meshes, with a radius: more may follow where the best has no path */
    bool is_out_of_memory;
    uint64_t expanded;                      /* before the search at hand */
    wendi_pathfinder_candidate *candidates; /* [candidate_count] */
    size_t candidate_count, candidate_capacity;
} wendi_pathfinder_nearest;

struct wend_pathfinder {
    wend_allocator allocator;
    wend_pathfinder_def def;
    wend_message message;
    wend_path_query query;
    wend_path_answer answer;
    wendi_pathfinder_layout layout; /* where a world was given; def's spaces are those in it */
    double *behaviour_factors;      /* [def.behaviour_count + 1], [256]: copies, or NULL */
    double *area_factors;
    bool has_query, is_busy;
    bool is_dropped;   /* the world changed while a query was under way */
    bool is_pinned;    /* queries under way continue, though the world is newer than the space */
    bool is_found;     /* pinned: the search has ended, the next run makes the path of `found` */
    bool is_routed;    /* the query goes by the hierarchy */
    bool has_route;    /* pieces of its route are being taken */
    bool is_indexed;   /* the index has answered the query, which needs no search */
    bool is_treed;     /* the tree has answered it; is_indexed too but over meshes, and on a graph
                          where no path over nodes is cheaper than the one without */
    bool ends_at_goal; /* the path that the search found */
    wend_result found;
    wend_path *path;
    /* The cheapest straight path, if there is one. */
    bool can_walk;
    wend_cost walk_cost;
    size_t walk_index;    /* of the position it leads to */
    wend_vec3 *positions; /* [position_count] of the query */
    size_t position_count, position_capacity;
    wendi_pathfinder_items items;
    wendi_pathfinder_each each;
    wendi_pathfinder_nearest nearest;
    wend_search *search;                 /* grids and graphs */
    const wendi_pathfinder_index *index; /* of the space; NULL = none */
    wend_index_search *index_search;     /* on the index of that serial; NULL = none */
    uint64_t index_serial;
    uint64_t update_count; /* of the space when the query began; of a mesh's its revision */
    const wend_hierarchy *hierarchy; /* of the space; NULL = none */
    wend_hierarchy_search *route;    /* on it; NULL = none yet, as pieces */
    wend_path *pieces, *piece;       /* those taken so far, the last one */
    const wendi_goal_tree *tree;     /* of planners: a tree of the query's goal; NULL = none */
    wendi_array_u32 cells;         /* grids: of the positions, WEND_NODE_NONE where there is none */
    wend_node start_cell;          /* grids */
    wend_mesh_search *mesh_search; /* meshes */
    wendi_pathfinder_graph graph;  /* graphs */
};

/** The interface of a kind of world. Queries have been checked when these are called. */
typedef struct wendi_pathfinder_world {
    /** Finds the ends and starts a search. WEND_OK, WEND_NO_PATH (answer.reason set) or an error.
     */
    wend_result (*start)(wend_pathfinder *pathfinder);
    /** As wend_pathfinder_run, without the path. */
    wend_result (*run)(wend_pathfinder *pathfinder, wend_budget *budget);
    /** Fills the path and the fields of the answer about the search, which ended with WEND_OK or
     * WEND_PARTIAL; sets ends_at_goal where a partial path has reached a goal. */
    wend_result (*finish)(wend_pathfinder *pathfinder);
    /** Tests a segment: WEND_OK = clear (cost is set), WEND_NO_PATH, or an error. */
    wend_result (*walk)(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to, wend_cost *cost);
    /** A lower bound of the cost of any path between two positions. */
    wend_cost (*least)(const wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to);
    /** The cell or polygon of a position; sets its height to the ground's. */
    wend_node (*node_at)(const wend_pathfinder *pathfinder, wend_vec3 *place);
    /** Fills the pathfinder's path with that to the best node so far of a search under way, which
     * continues unchanged; sets answer.node and position. WEND_OK, WEND_NO_PATH
     * (none is known) or an error. */
    wend_result (*so_far)(wend_pathfinder *pathfinder);
    /** As start, for wendi_pathfinder_each. Its searches are run by wendi_pathfinder_each_run. */
    wend_result (*start_each)(wend_pathfinder *pathfinder);
    /** Starts a search that comes to everything that can be reached and notes the nearest to the
     * goal. WEND_OK, WEND_NO_PATH (it is known already), or an error. */
    wend_result (*flood)(wend_pathfinder *pathfinder);
    /** Makes the nearest the goal of the query, and starts its search. WEND_OK, WEND_NO_PATH
     * (nothing was found), or an error. */
    wend_result (*choose)(wend_pathfinder *pathfinder);
    bool is_flat; /**< Lengths are measured in the plane. */
} wendi_pathfinder_world;

const wendi_pathfinder_world *wendi_pathfinder_grid_world(void);
const wendi_pathfinder_world *wendi_pathfinder_graph_world(void);
const wendi_pathfinder_world *wendi_pathfinder_mesh_world(void);

/** The world of a pathfinder. */
const wendi_pathfinder_world *wendi_pathfinder_world_of(const wend_pathfinder *pathfinder);
/** Tests a segment: WEND_OK = clear (cost is set), WEND_NO_PATH, or an error, with a message. */
wend_result wendi_pathfinder_walk(wend_pathfinder *pathfinder, wend_vec3 from, wend_vec3 to,
                                  wend_cost *cost);

/* grid.c */

/** Fills the fields of a path query for the search over cells or nodes, except starts, goals and the
 * limit of cost. */
void wendi_pathfinder_fill_search_query(const wend_pathfinder *pathfinder,
                                        wend_search_query *query);
/** Runs the search over cells or nodes, and fills the fields of the answer about it. */
wend_result wendi_pathfinder_run_search(wend_pathfinder *pathfinder, wend_budget *budget);

/* mesh.c, mesh_prices.c */

/** Starts the search over a mesh. @param indices [count] of positions: to the nearest of these,
 * without a limit of steps; NULL: the goal of the query. @return WEND_OK, or an error. */
wend_result wendi_pathfinder_search_mesh(wend_pathfinder *pathfinder, const uint32_t *indices,
                                         size_t count);
/** True if overlays are to be counted, now that the search for all tags has ended. */
bool wendi_pathfinder_begins_prices(const wend_pathfinder *pathfinder, wend_result result);
void wendi_pathfinder_begin_prices(wend_pathfinder *pathfinder, wend_result result);
/** Goes on with it. @return WEND_IN_PROGRESS, the result for all tags, or an error. */
wend_result wendi_pathfinder_run_prices(wend_pathfinder *pathfinder, wend_budget *budget);

/* indexed.c */

/** Answers a query between cells from the index.
 * @return WEND_OK (answered: is_indexed), WEND_NO_PATH (search), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_index_cells(wend_pathfinder *pathfinder, wend_node start,
                                         wend_node goal);
/** True if the tree answers a query between cells: then is_indexed and is_treed are set. */
bool wendi_pathfinder_tree_answers(wend_pathfinder *pathfinder);
/** Likewise from all nodes beside the start to all beside the goal, by a path cheaper than `below`:
 * graph.route_begin is the node it begins at; or that there is none: then is_indexed is not set, and
 * nothing is searched. */
bool wendi_pathfinder_tree_answers_nodes(wend_pathfinder *pathfinder, wend_cost below);
/** Likewise a query over a mesh whose search has begun. */
bool wendi_pathfinder_tree_answers_mesh(wend_pathfinder *pathfinder);
/** Likewise from all nodes beside the start to all beside the goals, by a path cheaper than
 * `below`. */
wend_result wendi_pathfinder_index_nodes(wend_pathfinder *pathfinder, wend_cost below);
/** Fills the pathfinder's path with what the index found, without the ends. */
wend_result wendi_pathfinder_index_path(wend_pathfinder *pathfinder);
/** Frees the search on the index. */
void wendi_pathfinder_index_forget(wend_pathfinder *pathfinder);

/* routed.c */

/** True if only a search can answer such a query, whatever its method says. */
bool wendi_pathfinder_needs_search(const wend_path_query *query);
/** Starts a route between cells or nodes, if the query is by the hierarchy. Where that is not ready
 * the query becomes one by the best method.
 * @return WEND_OK (is_routed), WEND_NO_PATH (search), or an error. */
wend_result wendi_pathfinder_route_start(wend_pathfinder *pathfinder, wend_node start,
                                         wend_node goal);
/** Likewise between locations on a mesh. */
wend_result wendi_pathfinder_route_start_mesh(wend_pathfinder *pathfinder, wend_mesh_location start,
                                              wend_mesh_location goal);
/** Runs it, and takes its pieces. @return WEND_OK, WEND_IN_PROGRESS, WEND_NO_PATH (no route, or no
 * room for a disc along it: search), WEND_PARTIAL (it costs more than `most`: search), or an error. */
wend_result wendi_pathfinder_route_run(wend_pathfinder *pathfinder, wend_budget *budget,
                                       wend_cost most);
/** Fills the pathfinder's path with the pieces so far. */
wend_result wendi_pathfinder_route_path(wend_pathfinder *pathfinder);
/** Frees the search on the hierarchy. */
void wendi_pathfinder_route_forget(wend_pathfinder *pathfinder);
size_t wendi_pathfinder_route_bytes(const wend_pathfinder *pathfinder);
/** The cost of what index, route or search found over cells or nodes; infinite: nothing yet. */
wend_cost wendi_pathfinder_found_cost(const wend_pathfinder *pathfinder);

/* graph.c */

/** The query's max_cost and a little more, as costs are rounded leg by leg: a path that costs
 * exactly max_cost is found. */
wend_cost wendi_pathfinder_cost_limit(const wend_pathfinder *pathfinder);

/* shared.c: for planners */

/** Creates a pathfinder over spaces that were made for a world that `def` names. Its queries under
 * way continue while the world is edited, as long as the space is not updated. @param def checked by
 * wendi_pathfinder_check_def. @param pool of the records of its searches; NULL = none.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_create_shared(const wend_pathfinder_def *def,
                                           const wendi_pathfinder_layout *layout,
                                           wendi_page_pool *pool, const wend_allocator *allocator,
                                           wend_pathfinder **pathfinder);
/** Gives the records of the last query back to the pool, once nothing reads them. */
void wendi_pathfinder_return_pages(wend_pathfinder *pathfinder);
/** True if the records of the query under way are of a pool. */
bool wendi_pathfinder_has_pages(const wend_pathfinder *pathfinder);
/** Fills the path with that to the best node so far; the search continues unchanged. @param answer
 * set if there is a path: node, position, cost, length, reason.
 * @return WEND_PARTIAL, WEND_NO_PATH (none is known yet: path empty), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_so_far(wend_pathfinder *pathfinder, wend_path *path,
                                    wend_path_answer *answer);
/** The search's number of entries of its queue at most; 0 over meshes. */
uint64_t wendi_pathfinder_max_frontier(const wend_pathfinder *pathfinder);

/* tangents.c */

/** Lists the graph's arcs, if that was not done since it changed. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_list_arcs(wend_pathfinder *pathfinder);
/** Adds the lines from a position that are tangent to an arc and follow it to its end, and their
 * touching points. There is room for two of each arc in both. */
void wendi_pathfinder_add_tangents(const wend_pathfinder *pathfinder, wend_vec3 position,
                                   uint32_t index, wendi_pathfinder_ends *ends,
                                   wendi_pathfinder_touches *touches);
/** Appends the legs along an arc from one point to another, `turn` radians around a centre.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_add_arc_legs(wend_pathfinder *pathfinder, wend_vec2 centre,
                                          wend_vec2 from, wend_vec2 to, double turn,
                                          wend_node node);
/** Appends the legs along an arc between a tangent point and a node.
 * @param is_first from the tangent point to the node, else the reverse.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_add_tangent_legs(wend_pathfinder *pathfinder,
                                              const wendi_pathfinder_end *end, bool is_first);
/** Makes room for a number of arcs. @return false without memory. */
bool wendi_pathfinder_reserve_arcs(wend_pathfinder *pathfinder, size_t count);

/* circles.c */

/** Finds the circles, if that was not done since graph or walls changed. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_list_circles(wend_pathfinder *pathfinder);
/** Adds the lines from a position that touch a circle beside all arcs, as far as they lead to a
 * node, and their touching points. There is room for two of each circle in both.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_add_circle_tangents(wend_pathfinder *pathfinder, wend_vec3 position,
                                                 uint32_t index, wendi_pathfinder_ends *ends,
                                                 wendi_pathfinder_touches *touches);
/** Finds the cheapest path around a single corner. @param groups NULL = to any position; else to
 * those whose [position] is `group`. */
void wendi_pathfinder_find_turn(wend_pathfinder *pathfinder, const uint32_t *groups,
                                uint32_t group);
/** Makes the path this one. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_set_turn(wend_pathfinder *pathfinder);
void wendi_pathfinder_circles_free(wendi_pathfinder_circles *circles,
                                   const wend_allocator *allocator);

/* create.c, pathfinder.c */

/** Checks a definition. @return WEND_OK, WEND_ERROR_ARGUMENT (def->message has the reason). */
wend_result wendi_pathfinder_check_def(const wend_pathfinder_def *def);
/** Makes the world of a level that has grown again: everything is rebuilt, and replaces the old
 * objects once it is complete. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FULL,
 * WEND_ERROR_ARGUMENT. */
wend_result wendi_pathfinder_remake(wend_pathfinder *pathfinder);
/** Ends the query, if one is under way: running it gives WEND_ERROR_STALE. */
void wendi_pathfinder_drop_query(wend_pathfinder *pathfinder);
/** Checks that walls fit a world that was laid out. */
wend_result wendi_pathfinder_check_walls(const wend_pathfinder_def *def, wend_message *message);
/* checks.c */

/** Checks that a query is valid and possible in this world; copies its positions. @return WEND_OK,
 * WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_check_query(wend_pathfinder *pathfinder, const wend_path_query *query);
/** Writes a sentence about wend_pathfinder_start. @return the result. */
wend_result wendi_pathfinder_refuse(wend_pathfinder *pathfinder, wend_result result,
                                    const char *text);
/** Checks the nodes that a query gives, and sets their positions, once the pathfinder has followed
 * its world. @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_pathfinder_find_nodes(wend_pathfinder *pathfinder);

/** Copies [count] positions into the pathfinder. */
wend_result wendi_pathfinder_set_positions(wend_pathfinder *pathfinder, const wend_vec3 *positions,
                                           size_t count);

/** Makes room for a number of positions. @return false without memory. */
bool wendi_pathfinder_reserve_positions(wend_pathfinder *pathfinder, size_t count);

/* items.c */

/** Makes the requested items the positions of a query of items. @return WEND_OK, WEND_NO_PATH
 * (there is none: answer.reason is set), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_list_items(wend_pathfinder *pathfinder);
/** Names the item of a position in the answer, or, with WEND_PATH_TO_TAG, the node. */
void wendi_pathfinder_name_item(wend_pathfinder *pathfinder, size_t place);
/** True if the answer of a query of items that has ended is still that of the items as they are:
 * true of all other queries. */
bool wendi_pathfinder_items_hold(const wend_pathfinder *pathfinder);
void wendi_pathfinder_items_free(wendi_pathfinder_items *items, const wend_allocator *allocator);

/* each.c */

/** Copies the tags of a query for the distance to each of them. */
void wendi_pathfinder_each_ask(wend_pathfinder *pathfinder, const wend_path_query *query);
/** Continues such a query. As wend_pathfinder_run. */
wend_result wendi_pathfinder_each_run(wend_pathfinder *pathfinder, wend_budget *budget);
/** Notes a path to a position, or with WEND_NODE_NONE positions to a node, of a tag. */
void wendi_pathfinder_each_reach(wend_pathfinder *pathfinder, size_t tag, size_t place,
                                 wend_node node, wend_cost cost);
/** Finds what is nearest in the table of a graph, if there is one that fits. @return false: not. */
bool wendi_pathfinder_each_look_up(wend_pathfinder *pathfinder);
/** Starts a search by cost over cells or nodes that calls back each.c. @param query with its
 * starts. */
wend_result wendi_pathfinder_each_search(wend_pathfinder *pathfinder, wend_search_query *query);
void wendi_pathfinder_each_free(wendi_pathfinder_each *each, const wend_allocator *allocator);

/* nearest.c */

/** True if a search that ended so is followed by another one, for the nearest point that can be
 * reached. */
bool wendi_pathfinder_nearest_goes_on(const wend_pathfinder *pathfinder, wend_result result);
/** Starts that. WEND_OK, WEND_NO_PATH, or an error. */
wend_result wendi_pathfinder_nearest_continue(wend_pathfinder *pathfinder, wend_result result);
/** Marks in the answer that it leads to a substitute, if it does. @return the result. */
wend_result wendi_pathfinder_nearest_conclude(wend_pathfinder *pathfinder, wend_result result);
/** Floods from the pathfinder's start cell. As the world's flood. */
wend_result wendi_pathfinder_flood_cells(wend_pathfinder *pathfinder);
/** Floods from the starts of a query over nodes. */
wend_result wendi_pathfinder_flood_nodes(wend_pathfinder *pathfinder, wend_search_query *query);
/** Floods with a query that has its starts. @param note called for each cell or node; false. */
wend_result wendi_pathfinder_flood_search(wend_pathfinder *pathfinder, wend_search_query *query,
                                          wend_is_goal_fn note);

/* mesh_nearest.c: as the world's. */
wend_result wendi_pathfinder_flood_mesh(wend_pathfinder *pathfinder);
/** Sets nearest.best and the query's goal to the nearest candidate. WEND_OK, WEND_NO_PATH,
 * WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_choose_polygon(wend_pathfinder *pathfinder);

/* pathfinder.c: end legs */

/** Sums the legs of the path into the answer. */
void wendi_pathfinder_sum_up(wend_pathfinder *pathfinder);
/** Makes the cheapest straight path, which there is, the answer. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_answer_straight(wend_pathfinder *pathfinder);
/** Puts a walk before and one behind the path, each unless it is NULL or has no length.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_path_add_end_legs(wend_path *path, const wend_leg *first, const wend_leg *last);
/** Makes a path equal to another one. @return WEND_OK, WEND_ERROR_MEMORY (path as it was). */
wend_result wendi_path_copy(wend_path *path, const wend_path *from);
/** Makes the path this one leg, or no leg where it has no length. */
wend_result wendi_path_set_leg(wend_path *path, const wend_leg *leg);
/** A walking leg; length with height unless flat. */
wend_leg wendi_leg_straight(wend_vec3 from, wend_vec3 to, bool is_flat);

#endif

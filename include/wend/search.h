/** @file wend/search.h
 * Searches for the cheapest path on grids and graphs.
 *
 * A search space is a world as searches see it: one grid, for one movement class and one team, or
 * one graph, for one kind of agent. It is laid out for speed and repaired after edits. A search is
 * scratch memory that answers one query after the other on a space; once warm it allocates nothing.
 * A query gives the start, the goal and the method.
 *
 *     grid or graph --derive--> space --borrow--> search --start(query), run(budget)--> answer,
 *                                                                                       path
 *
 * Every search runs in steps: start it, then run it with a budget while the result is
 * WEND_IN_PROGRESS. The answer is the same to the bit for every way of slicing.
 *
 * On grids the nodes are cells. On graphs an index without a node counts as blocked. Cells, jump
 * points and headings exist on grids only; on a graph they give WEND_ERROR_UNSUPPORTED.
 *
 * Agents are points unless their space has a size or a radius. Such a space treats the cells in
 * which the agent does not fit as walls, so every method works for every size. With
 * WEND_CORNER_NEVER every path keeps half a cell from walls.
 *
 * Threads: any number of searches may run on one space at once, each used by one thread at a time.
 * The space is updated, and its grid edited, only while no search on it is under way.
 *
 * Sources: A* after Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of
 * Minimum Cost Paths" (1968); bucket queue after Dial, "Algorithm 360" (1969); bidirectional A*
 * after Pohl, "Bi-directional Search" (1971), with the pruning of Kwa, "BS*: An Admissible
 * Bidirectional Staged Heuristic Search Algorithm" (1989), on graphs as in Pijls and Post, "Yet
 * another bidirectional algorithm for finding the shortest path" (2009); jump points after Harabor
 * and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (2011) and "Improving Jump
 * Point Search" (2014).
 */
#ifndef WEND_SEARCH_H
#define WEND_SEARCH_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- search spaces ---- */

/** Definition of a search space. Exactly one of grid and graph is set. */
typedef struct wend_space_def {
    uint32_t cookie;         /**< Set by wend_space_def_default; leave it. */
    const wend_grid *grid;   /**< A grid; must outlive the space. Default NULL. */
    const wend_graph *graph; /**< A graph; must outlive the space. Class, team, size, radius,
                                  clearance, islands and the jump table are for grids only. Default
                                  NULL. */
    uint32_t flags_required; /**< Graphs: only edges with all of these flags. Default 0: any. */
    uint32_t flags_refused;  /**< Graphs: only edges with none of these flags. Default 0. */
    uint32_t overlay_layers; /**< The layers of overlays that count (wend/overlay.h,
                                  wend/graph_overlay.h). On graphs what they add comes before the
                                  factor of the behaviour. Default WEND_LAYER_JAM. */
    const double *behaviour_factors; /**< Graphs: [behaviour_count] the factor on an edge's cost for
                                          each behaviour, 1/256 to 65536; infinity excludes the edge
                                          (an agent that does not swim). Beyond the array the factor
                                          is 1. Copied. Default NULL: all 1. */
    size_t behaviour_count;          /**< Default 0. */
    uint32_t movement_class;         /**< Movement class whose costs apply. Default 0. */
    uint32_t team; /**< Team whose gates apply. Default WEND_TEAM_NONE, which passes every gate that
                        is open to any team. */
    int32_t size;  /**< Side of a square agent in cells; its node is its upper left cell (hexes: see
                        wend_clearance_square). 1 to WEND_CLEARANCE_MAX. Default 1. */
    double radius; /**< Radius of a round agent in metres, 0 to WEND_CLEARANCE_MAX cells; not
                        together with size. The agent moves from centre to centre and touches walls
                        at most. Above 0, diagonal steps follow WEND_CORNER_NEVER among the cells
                        where it fits. Between the centres of hexes it can come nearer to a corner
                        that both touch: to 0.289 cells (radii above 1/2 cell: by 0.07 cells).
                        Default 0: a point. */
    wend_clearance *clearance; /**< For size and radius: a clearance of the same grid, class and
                                    team, large enough; spaces of all sizes can share it.
                                    wend_space_update updates it too. NULL (default): the space
                                    makes its own. */
    wend_islands *islands;     /**< Grids: islands of the same grid, class, team, size and radius;
                                    wend_space_update updates them too. Queries for unreachable
                                    goals then end at once: see wend_search_query. They must outlive
                                    the space, and spaces may share them. NULL (default): none. */
    bool has_jump_table;      /**< Build the jump table (see wend_space_prepare) at once and keep it
                                   fresh. Default false. */
    bool is_deferred;         /**< Create a space that is empty and stale, to be built by
                                   wend_space_update, or in slices by wend_space_update_sliced.
                                   Default false: the space is built at once. */
    wend_executor executor;   /**< Builds the jump table. Default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_space_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_space_def wend_space_def_default(void);

/** Creates a search space for a grid or a graph.
 *
 * Cost on a grid: about 1 byte and 2 ns a cell; with the bitmaps for jump points (see
 * WEND_METHOD_JUMP_POINT) 3.5 bytes and some 10 ns; terrain of several costs 3 bytes and up to
 * 20 ns. Cost on a graph: 20 bytes an edge and direction, 12 an edge, 60 a node, and an eighth more;
 * if any edge is one-way, 40 an edge and direction and 160 a node. With a factor an edge costs at most 2^62.
 * @param space set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_space_create(const wend_space_def *def, wend_space **space);
/** Returns the message of the last failure of a call that changes the space; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_space_error(const wend_space *space);
/** Frees a space; NULL is allowed. Afterwards searches on it can only be destroyed. */
WEND_API void wend_space_destroy(wend_space *space);
/** Repairs the space after edits of its world.
 *
 * On a grid the time depends on the changed sectors and, with the bitmaps for jump points, on the
 * straight runs of open cells that pass them: microseconds on maps with walls, at worst a
 * millisecond for a wall on an open plain of 4096 x 4096. Everything is rebuilt after more than
 * some hundred changed sectors, and the bitmaps when an edit makes jump points possible again.
 * Where a few cells cost more than the others (see WEND_METHOD_JUMP_POINT) there are bitmaps that
 * stop at them, 2.5 bytes a cell more, which are built at the first such edit, in 10 ns a cell, and
 * kept.
 *
 * On a graph the repair covers the nodes and edges that were added, removed or changed: some 2 us
 * each, and more where an edge was closed that was the only connection of two parts (the smaller
 * part is visited). All is laid out again after changes of an eighth of the graph, after
 * wend_graph_compact, when the first one-way edge comes or the last one goes, and when there is no
 * room left for edges that were added, once for some thousands of them: some 0.2 us an edge and a
 * node. With one-way edges, reachability between nodes is computed
 * again when an opened or closed edge changes it: at once for some hundred nodes, in slices of up
 * to a millisecond in larger graphs, one slice with each call, also when nothing else changed.
 * Until that is done, a query for a goal that became unreachable by closing edges may search; its
 * answer is the same. A repaired space gives the same answers as a new one, paths of equal cost
 * included.
 *
 * A query under way on the space cannot continue afterwards: see wend_search_run. Complete answers
 * stay readable, except on a graph whose nodes or edges were added or removed, or became one-way or
 * two-way: reading them then returns WEND_ERROR_STALE.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (still stale; call again). */
WEND_API wend_result wend_space_update(wend_space *space);
/** The same in slices: goes on with an update, or begins one, as far as the budget goes. The grid or
 * graph may be edited between slices. A space of a deferred definition is built like this.
 *
 * In the end the space is as after wend_space_update, but for numbers of islands. Until then it is
 * stale: no query can start. A clearance and islands of the definition are updated in slices too.
 *
 * Of a grid an update comes to show the revision of the slice in which it had read all changed sectors; edits
 * after that are left to the next update, which the next slices do. So edits between all slices keep
 * a space from ever being fresh only where they come faster than the budget follows. Of a graph each
 * slice takes in what was edited before it; where edits keep up with 64 slices, the next one does the
 * rest.
 *
 * One step is some 50 ns on a desktop of 2020. The work is cut into units of a sector, some lines of
 * a bitmap or a band of 16 rows of the jump table, most of them below 20 us on 1024 x 1024 cells.
 * On a graph a unit is one changed edge or node, or 128 of them in a layout. What is not cut: links,
 * the clearance that only islands use, and the growth of a graph's arrays (0.1 ms for each million
 * bytes, each time that an eighth was added). An update that is cut takes longer in all where most of a map has changed,
 * since islands are then repaired sector by sector. wend_space_update finishes one that is under way.
 * @param budget reduced by the work done, at least a unit; NULL = all, as wend_space_update.
 * @return WEND_OK (the space is fresh), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY
 * (call again). */
WEND_API wend_result wend_space_update_sliced(wend_space *space, wend_budget *budget);

/** Builds the jump table: for each jump point and each direction of arrival, the jump points that
 * can follow.
 *
 * Jump point searches then use it, with the same costs and in about half the time, except with a
 * custom heuristic or a max_cost. wend_space_update keeps it right around edits; a repaired table
 * gives the same answers as a new one. Where jump points cannot be used nothing is built until an
 * edit makes them possible.
 *
 * Cost: 2 ns and 4 bytes a cell on open ground and up to 150 ns and 35 bytes where walls lie
 * scattered: 7 ms for a game's map of 1000 x 1000. An edit of one cell then costs 20 us instead of
 * 4 on 4096 x 4096 cells with 20 % walls (99 % under 40 us), a millisecond with 1 %. When repairs
 * have taken the work of about half a build, the table is built anew instead.
 * @param executor NULL = serial; the table does not depend on it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (update it first), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (a graph). */
WEND_API wend_result wend_space_prepare(wend_space *space, const wend_executor *executor);

/** State and figures of a search space. */
typedef struct wend_space_info {
    uint32_t node_count; /**< Nodes of the world. */
    bool is_fresh;       /**< The space is as new as its world. */
    bool is_uniform;     /**< All open nodes have the same cost and there are no links. Then, and if
                              one in 64 costs more, jump points can be used with 8 neighbours and no
                              wrapping. */
    bool has_jump_table; /**< The jump table is built and fresh. */
    uint32_t link_count; /**< Links this agent can use, each direction counted. */
    uint64_t open_count; /**< Nodes that can be entered. */
    uint64_t revision;   /**< Revision of the grid or graph at the last update. */
    size_t memory_bytes; /**< Memory of the space. */
} wend_space_info;

/** Gets state and figures of a space. */
WEND_API void wend_space_get_info(const wend_space *space, wend_space_info *info);
/** True if a node can be entered; false outside. */
WEND_API bool wend_space_is_open(const wend_space *space, wend_node node);
/** Returns the position of a node in metres; 0, 0 outside. */
WEND_API wend_vec2 wend_space_position(const wend_space *space, wend_node node);
/** Finds the open node whose centre is nearest to a node's centre in a straight line.
 *
 * The distance goes around the map where it wraps; ties go to the smaller node. An open node is its
 * own answer. Use it to relocate a unit that was built over, or that stands too near to a wall for
 * its size. The answer need not be reachable. Time: the cells nearer than the answer. The index of
 * a removed graph node has no position: see wend_graph_nearest.
 * @return WEND_NODE_NONE for a node outside, and where nothing can be entered. */
WEND_API wend_node wend_space_nearest_open(const wend_space *space, wend_node node);

/* ---- search queries ---- */

/** Search methods. Exact methods give the least cost. */
typedef enum wend_method {
    WEND_METHOD_BEST = 0,      /**< The fastest exact method for this query and space. */
    WEND_METHOD_BREADTH_FIRST, /**< Fewest steps; costs do not count. */
    WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL, /**< Breadth first from both ends; goal nodes. */
    WEND_METHOD_DIJKSTRA,                    /**< Exact; no heuristic. */
    WEND_METHOD_GREEDY,                      /**< Greedy best first; not exact, no bound. */
    WEND_METHOD_ASTAR,                       /**< Exact with an admissible heuristic. */
    WEND_METHOD_ASTAR_WEIGHTED,              /**< Cost at most query.weight times the least. */
    WEND_METHOD_ASTAR_BIDIRECTIONAL,         /**< Exact with an admissible heuristic; goal nodes. */
    WEND_METHOD_JUMP_POINT,    /**< Exact; one cost but for one open cell in 64 at most (a jam, a
                                          danger), 8 neighbours, no wrapping, no links, one start, one
                                          goal node, the octile or a custom heuristic. Uses the jump
                                          table if there is one. */
    WEND_METHOD_COUNT,         /**< Number of methods of searches. */
    WEND_METHOD_HIERARCHY = 16 /**< Of path queries alone (wend/pathfinder.h), over all worlds: a
                                    route over a hierarchy, and its path piece by piece; not exact, the answer
                                    tells its bound. */
} wend_method;

/** Returns a method's name as the command takes it ("astar-weighted"). Never NULL; "?" if unknown.
 */
WEND_API const char *wend_method_name(wend_method method);
/** Returns the method with a name; WEND_METHOD_COUNT if none has it. NULL is allowed. */
WEND_API wend_method wend_method_from_name(const char *name);
/** True if a method guarantees the least cost. */
WEND_API bool wend_method_is_exact(wend_method method);

/** Heuristics: the estimated remaining cost.
 *
 * All but CUSTOM are admissible and consistent where they are allowed, and scaled by the least
 * factor in the space. On graphs all are allowed, and scaled by the least cost per metre measured
 * in the heuristic's own metric; up to 16 edges that are much cheaper than all others (teleports)
 * are treated one by one, as links are. The estimates account for wrapping and for links that lead
 * to the goal. */
typedef enum wend_heuristic {
    WEND_HEURISTIC_BEST = 0,  /**< The closest admissible one for the space's neighbours. */
    WEND_HEURISTIC_NONE,      /**< Zero. */
    WEND_HEURISTIC_MANHATTAN, /**< |dx| + |dy| (graphs: + |dz|); not admissible with 6 and 8
                                   neighbours: only greedy takes it there. */
    WEND_HEURISTIC_OCTILE,    /**< Straight and diagonal steps (hexes: steps). */
    WEND_HEURISTIC_EUCLIDEAN, /**< Straight line (rounded down; graphs: with height). */
    WEND_HEURISTIC_CUSTOM     /**< query.estimate; exact if it never exceeds the true cost. */
} wend_heuristic;

/** A custom heuristic: estimates the cost from node to goal.
 *
 * It must give the same answer for the same arguments while a query runs. It may read the search,
 * the space and its world; calls that start, run or cancel the search give WEND_ERROR_BUSY and do
 * nothing. It must not change or destroy the space or its world, nor destroy the search; other
 * searches, on the same space too, may run.
 *
 * WEND_COST_INFINITE means that no path leads from node to goal: the node is left out (with jump
 * points the heuristic is called for jump points only), and from such a start the result is
 * WEND_NO_PATH, reason unreachable. For goals that are no single node, goal is WEND_NODE_NONE.
 * WEND_METHOD_ASTAR_BIDIRECTIONAL also calls it for the cost from the start to any node, which is
 * then `goal`; of several starts, node is then WEND_NODE_NONE. Costs of goals (there, of starts) are
 * part of the cost that is estimated. */
typedef wend_cost (*wend_heuristic_fn)(void *user, wend_node node, wend_node goal);
/** A goal predicate: true if a node is a goal ("the nearest active item of type 7"). The rules of
 * wend_heuristic_fn hold. It is called at most once for each expansion of a node. */
typedef bool (*wend_is_goal_fn)(void *user, wend_node node);

/** Kinds of goals. */
typedef enum wend_goal_kind {
    WEND_GOAL_NODE = 0,  /**< query.goal. */
    WEND_GOAL_SET,       /**< The cheapest to reach of query.goals. */
    WEND_GOAL_PREDICATE, /**< The cheapest to reach for which query.is_goal is true. */
    WEND_GOAL_WITHIN     /**< No goal: everything within query.max_cost (area of movement). */
} wend_goal_kind;

/** Headings are directions of steps, clockwise. Squares: 0 north (y - 1), 1 north-east, … 7
 * north-west, also with 4 neighbours (0, 2, 4, 6). Hexes: 0 to 5 as in wend/hex.h. */
enum { WEND_HEADING_ANY = 255 /**< Any heading, or none known. */ };

/** Costs and limits of turning the body.
 *
 * One part of a turn is 45 degrees on squares and 60 on hexes; the shorter direction counts. The
 * turn is made at the beginning of a step; links keep the heading.
 *
 * On graphs turns may have any angle and cost in proportion to it, in the plane. An edge without a
 * direction in the plane (ends above each other, or WEND_BEHAVIOUR_TELEPORT) leaves the heading
 * free. Headings at start and goal are refused (WEND_ERROR_UNSUPPORTED); answer.heading is
 * WEND_HEADING_ANY. */
typedef struct wend_turning {
    uint32_t cookie;    /**< Set by wend_turning_default; leave it. */
    wend_cost cost;     /**< Cost of one part of a turn, 0 to 2^40, for example WEND_COST_ONE / 2.
                             Default 0. */
    uint32_t max_parts; /**< Most parts turned in one step: 1 for an agent that cannot turn on the
                             spot. 0 (default) = any turn, on the spot. */
    uint32_t start_heading; /**< Heading at the start, or WEND_HEADING_ANY (default): the heading of
                                 the first step. */
    uint32_t goal_heading;  /**< The heading of the last step, or WEND_HEADING_ANY (default). With a
                                 start that is the goal, start_heading must match. */
    bool fewest_turns;      /**< Among all cheapest paths take one with the fewest turns (a turn
                                 counts once, however sharp). Default false. */
} wend_turning;

/** Returns the default turning, with its cookie. */
WEND_API wend_turning wend_turning_default(void);

/** A search query.
 *
 * On a space with islands, and on graphs (whose spaces keep reachability, one-way edges included),
 * a query for one node or a set skips unreachable goals. If all are unreachable the query ends
 * without a search, also where a limit would have given WEND_PARTIAL: WEND_NO_PATH, reason
 * unreachable, answer.node the start, answer.cost infinite. (On large graphs the search alone finds
 * some unreachable goals: see wend_space_update.) For a substitute goal use wend_islands_nearest or
 * wend_search_nearest_reachable.
 *
 * Starts and goals may have costs of their own, as if one node led to all starts and all goals to
 * another one: the walk from a position to each node beside it, the wait for a lift. Breadth first
 * and greedy search take several starts and goals, but do not compare costs: costs of starts and
 * goals other than 0 are refused there (WEND_ERROR_UNSUPPORTED). max_cost limits the sum with both
 * costs, max_depth counts from any start. */
typedef struct wend_search_query {
    uint32_t cookie;         /**< Set by wend_search_query_default; leave it. */
    wend_node start;         /**< Default WEND_NODE_NONE: set it, or starts. */
    const wend_node *starts; /**< [start_count] several starts instead of start; the path begins at
                                   the one from which it is cheapest. Read by start only. Blocked
                                   starts are skipped. Not with jump points. Default NULL. */
    size_t start_count;      /**< 1 or more with starts. */
    const wend_cost *start_costs; /**< [start_count] the cost before each start, part of the path's
                                       cost: 0 to 2^62; WEND_COST_INFINITE skips the start. NULL
                                       (default): all 0. */
    wend_goal_kind goal_kind;     /**< Default WEND_GOAL_NODE. */
    wend_node goal;               /**< For WEND_GOAL_NODE. Default WEND_NODE_NONE. */
    const wend_node *goals; /**< [goal_count] for WEND_GOAL_SET; read by start only. Blocked goals
                                   are skipped. */
    size_t goal_count;      /**< 1 or more for WEND_GOAL_SET. */
    const wend_cost
        *goal_costs;            /**< [goal_count] for WEND_GOAL_SET: the cost behind each goal, part
                                      of the path's cost; as start_costs. Default NULL. */
    wend_is_goal_fn is_goal;    /**< For WEND_GOAL_PREDICATE. */
    wend_method method;         /**< Default WEND_METHOD_BEST. */
    wend_heuristic heuristic;   /**< Default WEND_HEURISTIC_BEST. */
    wend_heuristic_fn estimate; /**< For WEND_HEURISTIC_CUSTOM. */
    void *user;                 /**< Passed to is_goal and estimate. */
    double weight;              /**< For WEND_METHOD_ASTAR_WEIGHTED, 1 to 1000. Default 1. */
    uint64_t max_steps;         /**< Gives a partial answer after this many steps. 0 = no limit. */
    wend_cost max_cost; /**< Nodes of a higher cost are not searched; for example 6 * WEND_COST_ONE.
                             Default WEND_COST_INFINITE. */
    uint32_t
        max_depth; /**< Most steps of a path; 0 = no limit. A* and weighted A* find the cheapest
                             of all paths that have no more steps (their bounds are relative to it);
                             for that they keep, for each node, every path that no other one beats in
                             both cost and steps. Dijkstra searches no nodes that are more steps away
                             along the cheapest path to them, so it may miss a more expensive path of
                             fewer steps; breadth first counts along the path of fewest steps. Other
                             methods refuse it, and the best one is A* where goals are nodes. */
    double noise;  /**< Variety: the estimate is multiplied by a number from 1 to 1 + noise
                             that changes slowly over the map, so that agents with one order take
                             different paths. A path costs at most 1 + noise times the least. For A*
                             and weighted A* (whose bounds multiply). 0 to 10. Default 0. */
    uint64_t noise_seed; /**< Seed of the noise; for example the agent's number. Default 0. */
    const wend_turning *turning; /**< How the agent turns; read by start only. NULL (default): turns
                                      are free. With it the state is node and heading: Dijkstra, A*
                                      and weighted A* only. */
    bool records_order;          /**< Keep the order in which nodes were expanded, for drawing; 4
                                      bytes for each. Default false. */
} wend_search_query;

/** Returns the default query, with its cookie. */
WEND_API wend_search_query wend_search_query_default(void);

/* ---- searches ---- */

/** Definition of a search. Exactly one of space and grid is set. */
typedef struct wend_search_def {
    uint32_t cookie;          /**< Set by wend_search_def_default; leave it. */
    const wend_space *space;  /**< A space shared with other searches; the caller updates it. */
    const wend_grid *grid;    /**< A grid; the search makes a space of its own, which
                                   wend_search_start updates. */
    uint32_t movement_class;  /**< With grid; a space has its own. Default 0. */
    uint32_t team;            /**< With grid. Default WEND_TEAM_NONE. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_search_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_search_def wend_search_def_default(void);
/** Creates a search. Exactly one of def->space and def->grid must be set; class and team only with
 * a grid.
 * @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_search_create(const wend_search_def *def, wend_search **search);
/** Frees a search; NULL is allowed. */
WEND_API void wend_search_destroy(wend_search *search);

/** Starts a query; a query under way is dropped.
 *
 * A blocked start or goal is not an error: running gives WEND_NO_PATH and the reason.
 * @return WEND_OK; WEND_ERROR_ARGUMENT (start outside, weight not a number…),
 * WEND_ERROR_UNSUPPORTED (the method cannot do this query or space; it is never replaced silently),
 * WEND_ERROR_STALE (a shared space older than its grid), WEND_ERROR_MEMORY, WEND_ERROR_BUSY. After
 * an error the search holds no query; wend_search_error gives the message. */
WEND_API wend_result wend_search_start(wend_search *search, const wend_search_query *query);
/** Runs the query under way until it ends or the budget is used up. A step expands one node (one
 * jump point with WEND_METHOD_JUMP_POINT): some 20 to 200 ns. A deadline is checked every 128
 * steps.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_IN_PROGRESS; WEND_OK (goal reached, or all within max_cost listed), WEND_NO_PATH,
 * WEND_PARTIAL (a limit of the query stopped it); WEND_ERROR_MEMORY and WEND_ERROR_FULL (a cost of
 * 2^63 or more; bidirectional 2^62) end the query; WEND_ERROR_STALE (the space was updated since
 * the query began: start it again); WEND_ERROR_ARGUMENT (no query), WEND_ERROR_BUSY. */
WEND_API wend_result wend_search_run(wend_search *search, wend_budget *budget);
/** Starts a query and runs it to the end. @return as wend_search_start and wend_search_run. */
WEND_API wend_result wend_search_find(wend_search *search, const wend_search_query *query);
/** Cancels the query under way: its answer becomes WEND_NO_PATH, reason cancelled. */
WEND_API void wend_search_cancel(wend_search *search);
/** Returns the message of the last failure of this search; "" if none. Valid until the next call.
 * It is also a hint where a query was cut short by a max_cost above 0 and below WEND_COST_ONE,
 * which is less than any step on a grid. */
WEND_API const char *wend_search_error(const wend_search *search);

/** Reasons for the lack of a path, or for a partial one. */
typedef enum wend_failure_reason {
    WEND_FAILURE_NONE = 0,      /**< There is a path. */
    WEND_FAILURE_START_BLOCKED, /**< The agent cannot stand at the start: a wall for its class and
                                     team, no room for its size or radius, a closed polygon, or one
                                     whose area or flags keep it out. */
    WEND_FAILURE_GOAL_BLOCKED,  /**< Likewise the goal (or all goals). */
    WEND_FAILURE_UNREACHABLE,   /**< All reachable nodes were searched. */
    WEND_FAILURE_LIMIT,         /**< max_steps, max_cost or max_depth. */
    WEND_FAILURE_CANCELLED,     /**< The query was cancelled. */
    WEND_FAILURE_START_OFF_GROUND, /**< There is no ground at the start: off the mesh, or outside of
                                        the grid. Reported by mesh searches and pathfinders. */
    WEND_FAILURE_GOAL_OFF_GROUND,  /**< There is no ground at the goal (or at any goal). */
    WEND_FAILURE_REPLACED, /**< By a newer request of the agent. This and the next two: planners. */
    WEND_FAILURE_DEADLINE, /**< The request's deadline came first. */
    WEND_FAILURE_MEMORY,   /**< The search needs more memory than the planner's ceiling. */
    WEND_FAILURE_NO_ITEM   /**< There is no item that the query asks for (wend/pathfinder.h). */
} wend_failure_reason;

/** Returns a short text for a reason ("goal blocked"). Never NULL; static storage. */
WEND_API const char *wend_failure_reason_text(wend_failure_reason reason);

/** Answer of a search. */
typedef struct wend_search_answer {
    wend_result result;         /**< The last result of wend_search_run. */
    wend_failure_reason reason; /**< Reason if there is no path or a partial one. */
    wend_method method;         /**< The method that ran; never WEND_METHOD_BEST. */
    wend_node node;        /**< The goal that was reached (WEND_GOAL_WITHIN: the start); without a
                                complete path, the searched node that is nearest to the goal by the
                                heuristic (the start if the goal is no node). */
    wend_cost cost;        /**< Cost of the path to node: the cost before its start, turns and, for
                                a goal that was reached, the cost behind it included. */
    wend_node start;       /**< The start that the path begins at. */
    size_t start_index;    /**< Of query.starts; 0 otherwise. */
    size_t goal_index;     /**< For WEND_GOAL_SET: of query.goals, the goal that was reached; 0
                                otherwise. */
    uint32_t heading;      /**< With turning: heading of the last step; else WEND_HEADING_ANY. */
    uint32_t turns;        /**< With turning: turns of the path. */
    double bound;          /**< The cost is at most this many times the least: 1 for exact answers,
                                0 where nothing is guaranteed. */
    uint64_t expanded;     /**< Nodes expanded. */
    uint64_t generated;    /**< Nodes generated, counted again for each cheaper path. */
    uint64_t max_frontier; /**< Largest size of the frontier. */
    size_t memory_bytes;   /**< Scratch memory of the search, without its space. */
} wend_search_answer;

/** Gets the answer so far; zeroed when there is no query. @param answer always set. */
WEND_API void wend_search_get_answer(const wend_search *search, wend_search_answer *answer);

/** Returns the least cost found so far to a node, with the cost before its start, without that
 * behind a goal; WEND_COST_INFINITE where none is known. With jump points only jump points have a
 * cost. Infinite too where wend_search_visited returns WEND_ERROR_STALE. */
WEND_API wend_cost wend_search_cost_to(const wend_search *search, wend_node node);
/** Lists the expanded nodes in order (for WEND_GOAL_WITHIN, and with records_order). A node that is
 * expanded again on a cheaper path is listed again.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @param count number of expanded nodes.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (nodes or edges of the
 * graph were added or removed since the query began; count is 0). */
WEND_API wend_result wend_search_visited(const wend_search *search, wend_node *nodes,
                                         size_t capacity, size_t *count);
/** Lists the nodes of the frontier (generated, not expanded yet), ascending. Parameters and results
 * as wend_search_visited. */
WEND_API wend_result wend_search_frontier(const wend_search *search, wend_node *nodes,
                                          size_t capacity, size_t *count);
/** Finds the node reachable from start that is nearest to goal in a straight line (ties: smaller
 * node). Searches all reachable nodes; ends any query under way.
 * @param nearest WEND_NODE_NONE on failure.
 * @return WEND_OK, WEND_NO_PATH (start blocked), and the errors of wend_search_start. */
WEND_API wend_result wend_search_nearest_reachable(wend_search *search, wend_node start,
                                                   wend_node goal, wend_node *nearest);

/** Returns the space of a search. */
WEND_API const wend_space *wend_search_space(const wend_search *search);

/** Draws the frontier, the expanded nodes in their order (as far as recorded), start and goal.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (as wend_search_visited),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_search_draw(const wend_search *search, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

/* wend/search.h: which way is best?
 *
 * A space is a world as searches see it: one grid, for one movement class and one team, or one
 * graph, for one kind of agent, laid out for speed and repaired after edits. A search is scratch
 * memory that answers one query after the other on a space; once warm it allocates nothing. A query
 * says from where, to what, how.
 *
 *     grid or graph --derive--> space --borrow--> search --start(query), run(budget)--> answer,
 * path
 *
 * Every search runs in steps: start it, run it with a budget until it is not WEND_IN_PROGRESS.
 * However it is sliced, the answer is the same, to the bit.
 *
 * On graphs places are nodes and steps are edges; a place that is "blocked" is a number without a
 * node. What speaks of cells, jump points or headings is for grids; asked of a graph it gives
 * WEND_ERROR_UNSUPPORTED.
 *
 * Agents are points unless their space says otherwise: a space for a size or a radius sees as walls
 * the cells in which such an agent does not fit, so every method works for every size. With
 * WEND_CORNER_NEVER every way keeps half a cell from walls.
 *
 * Threads: any number of searches may run on one space at once, each used by one thread at a time.
 * The space is updated, and its grid edited, only while no search on it is under way.
 *
 * Sources: A* after Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of
 * Minimum Cost Paths" (1968); bucket queue after Dial, "Algorithm 360" (1969); A* from both ends
 * after Pohl, "Bi-directional Search" (1971), places that cannot help left out as in Kwa, "BS*: An
 * Admissible Bidirectional Staged Heuristic Search Algorithm" (1989), on graphs as in Pijls and
 * Post, "Yet another bidirectional algorithm for finding the shortest path" (2009); jump points
 * after Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (2011) and
 * "Improving Jump Point Search" (2014).
 */
#ifndef WEND_SEARCH_H
#define WEND_SEARCH_H

#include "wend/clearance.h"
#include "wend/graph.h"
#include "wend/islands.h"
#include "wend/link.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- spaces ---- */

typedef struct wend_space wend_space;

typedef struct wend_space_def {
    uint32_t cookie;         /**< Set by wend_space_def_default; leave it. */
    const wend_grid *grid;   /**< The world; must outlive the space. Exactly one of grid and graph
                                is set. */
    const wend_graph *graph; /**< Or a graph. Class, team, size, radius, clearance, islands and the
                                jump table are for grids only. Default NULL. */
    uint32_t flags_required; /**< Graphs: only edges with all of these flags. Default 0: any. */
    uint32_t flags_refused;  /**< Graphs: and with none of these. Default 0. */
    const double *behaviour_factors; /**< Graphs: [behaviour_count] what an edge's cost is
                                multiplied by for its behaviour, 1/256 to 65536; infinity = cannot
                                (somebody who does not swim). Beyond the array 1. Copied. Default
                                NULL: all 1. */
    size_t behaviour_count;          /**< Default 0. */
    uint32_t movement_class;         /**< Whose costs. Default 0. */
    uint32_t team; /**< Whose gates. Default WEND_TEAM_NONE, who passes every gate that
                      is open to anybody. */
    int32_t size;  /**< Side of a square agent in cells; its place is its upper left cell
                      (hexes: see wend_clearance_square). 1 to WEND_CLEARANCE_MAX.
                      Default 1. */
    double radius; /**< Of a round agent, metres, 0 to WEND_CLEARANCE_MAX cells; not
                      together with size. It goes from centre to centre and touches
                      walls at most; above 0 diagonal steps follow WEND_CORNER_NEVER
                      among the places where it fits. Between the centres of hexes it
                      can come nearer to a corner that both touch: to 0.289 cells
                      (radii above 1/2 cell: by 0.07 cells). Default 0: a point. */
    wend_clearance *clearance; /**< For size and radius: one of the same grid, class and team, large
                                 enough, that spaces of all sizes can share; wend_space_update
                                 updates it too. NULL (default): the space makes its own. */
    wend_islands *islands;     /**< Grids: islands of the same grid, class, team, size and radius;
                                  wend_space_update updates them too. Queries to what cannot be
                                  reached then end at once: see wend_search_query. They must outlive the
                                  space, and spaces may share them. NULL (default): none. */
    bool has_jump_table;      /**< Build the jump table (see wend_space_prepare) at once and keep it
                                 fresh. Default false. */
    wend_executor executor;   /**< For building the jump table. Default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_space_def;

WEND_API wend_space_def wend_space_def_default(void);

/** Lays the world out for searching. A grid: about 1 byte and 2 ns a cell; with the bitmaps for
 * jump points (see WEND_METHOD_JUMP_POINT) 3.5 bytes and some 10 ns; terrain of several costs 3
 * bytes and up to 20 ns. A graph: 16 bytes an edge and direction, 8 an edge, 37 a node; if any edge
 * is one-way, 36 an edge and direction and 130 a node. With a factor an edge costs at most 2^62.
 * @param space set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_space_create(const wend_space_def *def, wend_space **space);
/** The sentence of the last failure of a call that takes the space to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_space_error(const wend_space *space);
/** Frees; NULL is fine. Searches on it may not be used afterwards, only destroyed. */
WEND_API void wend_space_destroy(wend_space *space);
/** Repairs the space after edits of its grid, in time that depends on the changed sectors and, with
 * the bitmaps for jump points, on the straight runs of open cells that pass them: microseconds on
 * maps with walls, at worst a millisecond for a wall on an open plain of 4096 x 4096. Everything is
 * laid out afresh after more than some hundred changed sectors, and the bitmaps when an edit makes
 * jump points possible again. Of a graph: what touches the edges that were closed, opened or
 * changed, while they are few; all places when one was moved; everything afresh when nodes or edges
 * came, went, or became one-way or two-way. Where edges are one-way, which nodes lead to which is
 * worked out again when an edge that was opened or closed changes it: at once for some hundred
 * nodes, in slices of up to a millisecond in larger graphs, one with each call, also when nothing
 * else changed. Until that is done, a query to what cannot be reached since edges were closed may
 * search; its answer is the same. A query under way on it cannot go on afterwards: see
 * wend_search_run. Answers that are complete stay readable, except on a graph whose nodes or edges
 * came, went, or became one-way or two-way: what reads them returns WEND_ERROR_STALE.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (still stale; call again). */
WEND_API wend_result wend_space_update(wend_space *space);

/** Builds the jump table: for each jump point and each way to come there, the jump points that can
 * be next. Searches by jump points use it by themselves, with the same costs and in about half the
 * time, except with a custom heuristic or a max_cost; wend_space_update keeps it right around edits
 * from then on, and what it repaired answers as what is built afresh. Where jump points cannot be
 * used nothing is built, until an edit makes them possible.
 *
 * Takes 2 ns and 4 bytes a cell on open ground and up to 150 ns and 35 bytes where walls lie
 * scattered: 7 ms for a game's map of 1000 x 1000. An edit of one cell then costs 20 us instead of
 * 4 on 4096 x 4096 cells with 20 % walls (99 % under 40 us), a millisecond with 1 %. When
 * repairs have taken the work of about half a build, the table is built afresh instead.
 * @param executor NULL = serial; the table does not depend on it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (update it first), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (a graph). */
WEND_API wend_result wend_space_prepare(wend_space *space, const wend_executor *executor);

typedef struct wend_space_info {
    uint32_t node_count;
    bool is_fresh;       /**< As new as its world. */
    bool is_uniform;     /**< All open places cost the same, and no links: jump points can be used
                            where there are 8 neighbours and no wrapping. */
    bool has_jump_table; /**< It is built and fresh. */
    uint32_t link_count; /**< Links this agent can use, both ways counted as two. */
    uint64_t open_count; /**< Places that can be entered. */
    uint64_t revision;   /**< Of the grid or graph, when last updated. */
    size_t memory_bytes;
} wend_space_info;

WEND_API void wend_space_get_info(const wend_space *space, wend_space_info *info);
/** May this place be entered? Outside: no. */
WEND_API bool wend_space_is_open(const wend_space *space, wend_node node);
/** The position of a place in metres; 0, 0 outside. */
WEND_API wend_vec2 wend_space_position(const wend_space *space, wend_node node);
/** Of all places that can be entered the one whose centre is nearest to a place's in a straight
 * line (around the map where it wraps; ties: smaller node): where to put a unit that was built
 * over, or stands too near to a wall for its size. The place itself if it can be entered. Whether
 * one can walk there is another question. Time: the cells nearer than the answer. The number of a
 * node that was removed says nothing about where it was: see wend_graph_nearest.
 * @return WEND_NODE_NONE for a place outside, and where nothing can be entered. */
WEND_API wend_node wend_space_nearest_open(const wend_space *space, wend_node node);

/* ---- queries ---- */

/** How to search. "Exact" methods give the least cost. */
typedef enum wend_method {
    WEND_METHOD_BEST = 0,      /**< The fastest exact method for this query and space. */
    WEND_METHOD_BREADTH_FIRST, /**< Fewest steps, whatever they cost. */
    WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL, /**< The same from both ends; one goal node. */
    WEND_METHOD_DIJKSTRA,                    /**< Exact; no heuristic. */
    WEND_METHOD_GREEDY,                      /**< Nearest to the goal first; not exact, no bound. */
    WEND_METHOD_ASTAR,                       /**< Exact with an admissible heuristic. */
    WEND_METHOD_ASTAR_WEIGHTED,              /**< Cost at most query.weight times the least. */
    WEND_METHOD_ASTAR_BIDIRECTIONAL, /**< Exact with an admissible heuristic; one goal node. */
    WEND_METHOD_JUMP_POINT,          /**< Exact; uniform costs, 8 neighbours, no wrapping, no links,
                                        one goal node, the octile or a custom heuristic. Uses the
                                        jump table where there is one. */
    WEND_METHOD_COUNT
} wend_method;

/** A method's name as the command takes it ("astar-weighted"). Never NULL; "?" if unknown. */
WEND_API const char *wend_method_name(wend_method method);
/** The method of a name; WEND_METHOD_COUNT if there is none. NULL is fine. */
WEND_API wend_method wend_method_from_name(const char *name);
/** Whether a method promises the least cost. */
WEND_API bool wend_method_is_exact(wend_method method);

/** What the cost still to come is guessed by. All but CUSTOM are admissible and consistent where
 * they are allowed, and multiplied by the least factor in the space; on graphs all are allowed, and
 * multiplied by the least cost per metre measured in their way, where up to 16 edges that are much
 * cheaper than all others (teleports) are thought of one by one, as links are. They know about
 * wrapping, and about links: what leads through links to the goal is part of the guess. */
typedef enum wend_heuristic {
    WEND_HEURISTIC_BEST = 0,  /**< The closest admissible one for the space's neighbours. */
    WEND_HEURISTIC_NONE,      /**< Zero. */
    WEND_HEURISTIC_MANHATTAN, /**< |dx| + |dy| (graphs: + |dz|); on 6 and 8 neighbours not
                                 admissible: only greedy takes it there. */
    WEND_HEURISTIC_OCTILE,    /**< Straight and diagonal steps (hexes: steps). */
    WEND_HEURISTIC_EUCLIDEAN, /**< Straight line (rounded down; graphs: with height). */
    WEND_HEURISTIC_CUSTOM     /**< query.estimate; exact if it never exceeds the true cost. */
} wend_heuristic;

/** A guess of the cost from node to goal. Must give the same answer for the same arguments while
 * a query runs. It may read the search, the space and its world; calls that start, run or cancel
 * the search give WEND_ERROR_BUSY and do nothing. It must not change or destroy the space or its
 * world, nor destroy the search; other searches, on the same space too, may run. WEND_COST_INFINITE
 * says that no path leads from node to goal: the node is left out (with jump points only jump
 * points are asked about), and from such a start there is WEND_NO_PATH, reason unreachable. For
 * goals that are no single node, goal is WEND_NODE_NONE. WEND_METHOD_ASTAR_BIDIRECTIONAL also asks
 * for the cost from the start to any node, which is then `goal`. */
typedef wend_cost (*wend_heuristic_fn)(void *user, wend_node node, wend_node goal);
/** Is this node a goal ("the nearest active item of type 7")? Same rules as an estimate. Asked at
 * most once for each time a node is searched. */
typedef bool (*wend_is_goal_fn)(void *user, wend_node node);

typedef enum wend_goal_kind {
    WEND_GOAL_NODE = 0,  /**< query.goal. */
    WEND_GOAL_SET,       /**< The cheapest to reach of query.goals. */
    WEND_GOAL_PREDICATE, /**< The cheapest to reach for which query.is_goal says yes. */
    WEND_GOAL_WITHIN     /**< No goal: everything within query.max_cost (area of movement). */
} wend_goal_kind;

/** Headings are directions of steps, clockwise. Squares: 0 north (y - 1), 1 north-east, … 7
 * north-west, also with 4 neighbours (0, 2, 4, 6). Hexes: 0 to 5 as in wend/hex.h. */
enum { WEND_HEADING_ANY = 255 /**< Any heading, or none known. */ };

/** What turning costs (in turns of the body, not of a game's rounds). A turn of one part is 45
 * degrees on squares and 60 on hexes; the shorter way around counts. The turn is made at the
 * beginning of a step; links keep the heading.
 *
 * On graphs turns may have any angle and cost in proportion to it, in the plane; an edge without a
 * direction there (ends above each other, or WEND_BEHAVIOUR_TELEPORT) leaves the agent free to look
 * anywhere. Headings at start and goal are refused (WEND_ERROR_UNSUPPORTED); answer.heading is
 * WEND_HEADING_ANY. */
typedef struct wend_turning {
    uint32_t cookie;    /**< Set by wend_turning_default; leave it. */
    wend_cost cost;     /**< Of one part of turn, 0 to 2^40: WEND_COST_ONE / 2, say. Default 0. */
    uint32_t max_parts; /**< Most parts turned in one step: an agent that cannot turn on the spot
                            has 1. 0 (default) = any turn, on the spot. */
    uint32_t start_heading; /**< Or WEND_HEADING_ANY (default): looks where it will go. */
    uint32_t goal_heading;  /**< The heading of the last step, or WEND_HEADING_ANY (default). With a
                               start that is the goal, start_heading must fit. */
    bool fewest_turns;      /**< Of all cheapest ways one with the fewest turns (a turn counts once,
                               however sharp). Default false. */
} wend_turning;

WEND_API wend_turning wend_turning_default(void);

/** A query to one node or a set. On a space with islands, and on graphs (whose spaces keep which
 * nodes lead to which, one-way edges included), goals that cannot be reached are passed over, and
 * where all are the query ends without a search: WEND_NO_PATH, reason unreachable, answer.node the
 * start, answer.cost infinite; also where a limit would have given WEND_PARTIAL. (Some are found by
 * the search alone: see wend_space_update on large graphs.) Where to go instead:
 * wend_islands_nearest, wend_search_nearest_reachable. */
typedef struct wend_search_query {
    uint32_t cookie;          /**< Set by wend_search_query_default; leave it. */
    wend_node start;          /**< Default WEND_NODE_NONE: set it. */
    wend_goal_kind goal_kind; /**< Default WEND_GOAL_NODE. */
    wend_node goal;           /**< For WEND_GOAL_NODE. Default WEND_NODE_NONE. */
    const wend_node *goals;   /**< [goal_count] for WEND_GOAL_SET; read by start only. Blocked ones
                                 are passed over. */
    size_t goal_count;        /**< 1 or more for WEND_GOAL_SET. */
    wend_is_goal_fn is_goal;  /**< For WEND_GOAL_PREDICATE. */
    wend_method method;       /**< Default WEND_METHOD_BEST. */
    wend_heuristic heuristic; /**< Default WEND_HEURISTIC_BEST. */
    wend_heuristic_fn estimate; /**< For WEND_HEURISTIC_CUSTOM. */
    void *user;                 /**< Passed to is_goal and estimate. */
    double weight;              /**< For WEND_METHOD_ASTAR_WEIGHTED, 1 to 1000. Default 1. */
    uint64_t max_steps;         /**< Give a partial answer after so many steps. 0 = no limit. */
    wend_cost max_cost; /**< Look at nothing that costs more: 6 * WEND_COST_ONE, say. Default
                           WEND_COST_INFINITE. */
    uint32_t max_depth; /**< Look at nothing that is more steps away, by its cheapest way (Dijkstra)
                           or its way of fewest steps (breadth first); other methods refuse it.
                           0 = no limit. */
    double noise;       /**< Variety: the estimate is multiplied by a number of 1 to 1 + noise that
                           changes slowly from place to place, so that agents with one order take
                           different ways, at most 1 + noise times as dear as the best one. For A*
                           and weighted A* (whose bounds multiply). 0 to 10. Default 0. */
    uint64_t noise_seed; /**< Another seed, another way; the agent's number, say. Default 0. */
    const wend_turning *turning; /**< How the agent turns; read by start only. NULL (default): turns
                           are free. With it the state is place and heading: Dijkstra, A* and
                           weighted A* only. */
    bool record_order;           /**< Keep the order in which places were searched, for drawing;
                                    costs 4 bytes for each. Default false. */
} wend_search_query;

WEND_API wend_search_query wend_search_query_default(void);

/* ---- searches ---- */

typedef struct wend_search wend_search;

typedef struct wend_search_def {
    uint32_t cookie;          /**< Set by wend_search_def_default; leave it. */
    const wend_space *space;  /**< A space to share with other searches (the user updates it), or */
    const wend_grid *grid;    /**< a grid, for a space of its own that wend_search_start updates. */
    uint32_t movement_class;  /**< For `grid`; a space has its own. Default 0. */
    uint32_t team;            /**< For `grid`. Default WEND_TEAM_NONE. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_search_def;

WEND_API wend_search_def wend_search_def_default(void);
/** Exactly one of def->space and def->grid must be set; class and team only with a grid.
 * @param search set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_search_create(const wend_search_def *def, wend_search **search);
/** Frees; NULL is fine. */
WEND_API void wend_search_destroy(wend_search *search);

/** Begins a query; one that was under way is dropped.
 * @return WEND_OK; WEND_ERROR_ARGUMENT (start outside, weight not a number…),
 * WEND_ERROR_UNSUPPORTED (the method cannot do this query or space: never silently another one),
 * WEND_ERROR_STALE (a shared space older than its grid), WEND_ERROR_MEMORY, WEND_ERROR_BUSY.
 * After an error the search holds no query; wend_search_error says what was wrong. A blocked start
 * or goal is not an error: running gives WEND_NO_PATH and the reason. */
WEND_API wend_result wend_search_start(wend_search *search, const wend_search_query *query);
/** Goes on. A step is one place searched (one jump point with WEND_METHOD_JUMP_POINT): some 20 to
 * 200 ns. A deadline is looked at every 128 steps.
 * @param budget used up by what is done; NULL = to the end.
 * @return WEND_IN_PROGRESS; WEND_OK (goal reached, or all within max_cost listed), WEND_NO_PATH,
 * WEND_PARTIAL (a limit of the query stopped it); WEND_ERROR_MEMORY and WEND_ERROR_FULL (a cost of
 * 2^63 or more; from both ends 2^62) end the query; WEND_ERROR_STALE (the space was updated since
 * the query began: start it again); WEND_ERROR_ARGUMENT (nothing started), WEND_ERROR_BUSY. */
WEND_API wend_result wend_search_run(wend_search *search, wend_budget *budget);
/** start, then run to the end. Results of both. */
WEND_API wend_result wend_search_find(wend_search *search, const wend_search_query *query);
/** Drops the query under way: its answer becomes WEND_NO_PATH, reason cancelled. */
WEND_API void wend_search_cancel(wend_search *search);
/** The text of the last failure of this search; "" if none. Valid until the next call. Also a hint
 * where a query was cut short by a max_cost above 0 and below WEND_COST_ONE, which no step on a
 * grid fits into. */
WEND_API const char *wend_search_error(const wend_search *search);

/** Why there is no path, or only a partial one. */
typedef enum wend_failure_reason {
    WEND_FAILURE_NONE = 0,      /**< There is one. */
    WEND_FAILURE_START_BLOCKED, /**< Nobody of this class and team can stand at the start. */
    WEND_FAILURE_GOAL_BLOCKED,  /**< Nor at the goal (at none of them). */
    WEND_FAILURE_UNREACHABLE,   /**< Everything that can be reached was searched. */
    WEND_FAILURE_LIMIT,         /**< max_steps, max_cost or max_depth. */
    WEND_FAILURE_CANCELLED,
    WEND_FAILURE_START_OFF_GROUND, /**< There is nothing to stand on at the start: off the mesh, or
                                     outside of the grid. Of searches on meshes, and of ways. */
    WEND_FAILURE_GOAL_OFF_GROUND   /**< Nor at the goal (at none of them). */
} wend_failure_reason;

/** A short text ("goal blocked"). Never NULL; static storage. */
WEND_API const char *wend_failure_reason_text(wend_failure_reason reason);

typedef struct wend_search_answer {
    wend_result result; /**< As wend_search_run returned it last. */
    wend_failure_reason reason;
    wend_method method;    /**< The method that ran; never WEND_METHOD_BEST. */
    wend_node node;        /**< The goal that was reached (WEND_GOAL_WITHIN: the start); for a
                              partial answer or none, the place searched so far that is nearest to the goal
                              by the heuristic (where        the goal has no place: the start). */
    wend_cost cost;        /**< Of the way to node, turns included. */
    uint32_t heading;      /**< Of the last step, with turning; else WEND_HEADING_ANY. */
    uint32_t turns;        /**< Turns of the way, with turning. */
    double bound;          /**< The cost is at most so many times the least: 1 for exact answers,
                              0 where nothing is promised. */
    uint64_t expanded;     /**< Places searched. */
    uint64_t generated;    /**< Places found, each time they were found by a cheaper way. */
    uint64_t frontier_max; /**< Most entries that waited at once. */
    size_t memory_bytes;   /**< Scratch memory of the search, its space not counted. */
} wend_search_answer;

/** The answer so far; zeroed when there is no query. @param answer set always. */
WEND_API void wend_search_get_answer(const wend_search *search, wend_search_answer *answer);

/** The least cost found so far to a node; WEND_COST_INFINITE where none is known. With jump points
 * only jump points are known. Infinite too where wend_search_visited returns WEND_ERROR_STALE. */
WEND_API wend_cost wend_search_cost_to(const wend_search *search, wend_node node);
/** The places searched, in order (for WEND_GOAL_WITHIN, and with record_order): a place searched
 * again by a cheaper way is listed again.
 * @param nodes [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (nodes or edges of the
 * graph came or went since the query began; count is 0). */
WEND_API wend_result wend_search_visited(const wend_search *search, wend_node *nodes,
                                         size_t capacity, size_t *count);
/** The places found but not searched yet, ascending. Parameters as wend_search_visited. */
WEND_API wend_result wend_search_frontier(const wend_search *search, wend_node *nodes,
                                          size_t capacity, size_t *count);
/** Of all places that can be reached from start, the one nearest to goal in a straight line (ties:
 * smaller node). Searches everything that can be reached; ends any query under way.
 * @param nearest WEND_NODE_NONE on failure.
 * @return WEND_OK, WEND_NO_PATH (start blocked), and the errors of wend_search_start. */
WEND_API wend_result wend_search_nearest_reachable(wend_search *search, wend_node start,
                                                   wend_node goal, wend_node *nearest);

/** The space it searches. */
WEND_API const wend_space *wend_search_space(const wend_search *search);

/** Draws frontier and searched places in their order (as far as recorded), start and goal.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (as wend_search_visited),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_search_draw(const wend_search *search, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

/* wend/pathfinder.h: the same questions, asked of any world.
 *
 *     grid  --wend_space------.
 *     graph --wend_space-------+--> wend_pathfinder --find--> path from where one stands to where
 * one mesh  --wend_mesh_space-'                         wants to be, exactly
 *
 * Searches work on cells, nodes and polygons. Who plays stands anywhere, and asks: what is the way
 * from here to there? Which of these places is the nearest? Can I walk straight? Here these
 * questions are answered for each kind of world by its own means: first and last legs lead from and
 * to the exact places; where nothing is in the way, and no other way can be cheaper, the answer is
 * the straight leg, without a search; and the way can be straightened.
 *
 *            n-----n                 On graphs all nodes that can be walked to from the place are
 *      from .'      `.  to           beginnings, each for what the walk there costs, and all that
 *           `n---n---n'              the goal can be walked to from are ends: the whole is least.
 *
 * Arcs around corners (of graphs by wend_graph_build_expanded, of meshes for a disc) become
 * straight legs that touch them from outside, at most 1 % of the radius off. To such graphs places
 * are joined by tangents to their arcs (a look at each arc of the graph for each place), so that
 * the ways are those a disc has.
 *
 * The ways it finds are as good as the world: on a mesh with the exact method the shortest there
 * are, on grids and graphs the best over cells or nodes, straightened.
 *
 * Threads: a wend_pathfinder is used by one thread at a time; any number of them share a space.
 * Spaces are updated, and worlds edited, only while no question is under way.
 */
#ifndef WEND_PATHFINDER_H
#define WEND_PATHFINDER_H

#include "wend/mesh_path.h"
#include "wend/path_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_pathfinder wend_pathfinder;

typedef struct wend_pathfinder_def {
    uint32_t cookie;             /**< Set by wend_pathfinder_def_default; leave it. */
    const wend_space *space;     /**< A grid's or a graph's; must outlive the object. Or */
    const wend_mesh_space *mesh; /**< a mesh's. Exactly one of the two is set. */
    double radius;               /**< Of the agent, metres, 0 or more. On grids and graphs the ways
                                    between cells or nodes keep what the grid's space and the graph's
                                    builder kept; all straight walks keep this. Default 0. */
    const wend_walls *walls;     /**< Graphs: what stands in the way of straight walks. Grids of one
                                    ground: the walls that the cells stand for; a straight walk that
                                    the cells forbid, though not the walls, is allowed: so who stands
                                    nearer to a wall than any open cell still finds a way. NULL
                                    (default): nothing more. */
    uint32_t stops;              /**< Which of these walls count. Default WEND_STOPS_WALK. */
    double factor;               /**< Graphs: what a metre beside the graph costs, 1/256 to 65536.
                                    Default 1. */
    double reach;                /**< Graphs: metres at most between a place and a node. Default
                                    infinity. */
    double max_height_difference; /**< Graphs: heights of the ends of a straight walk differ by at
                           most that: the same floor. Default infinity. */
    size_t max_nodes;         /**< Graphs: nodes tried at each end, the nearest first; where more
                                  could be walked to, answer.bound is 0. 1 to 2^31 - 1. Default 64. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_pathfinder_def;

WEND_API wend_pathfinder_def wend_pathfinder_def_default(void);
/** @param ways set to NULL first; the caller destroys it. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_pathfinder_create(const wend_pathfinder_def *def, wend_pathfinder **ways);
/** Frees; NULL is fine. */
WEND_API void wend_pathfinder_destroy(wend_pathfinder *ways);

typedef enum wend_path_goal {
    WEND_PATH_TO_POSITION = 0, /**< query.to. */
    WEND_PATH_TO_POSITIONS, /**< The one of query.places that is cheapest to get to. On grids, where
                           the straight walk to none of them is surely best, by the cells they
                           lie in: at most 8 % dearer than the cheapest, 16 % on hexes, 42 %
                           with 4 neighbours. */
    WEND_PATH_TO_TAG,      /**< The cheapest node of query.tag, for which is_goal (if set) says yes:
                             the nearest active health pack. Graphs only. */
    WEND_PATH_TO_PREDICATE /**< The cheapest cell, node or polygon for which is_goal says yes. */
} wend_path_goal;

typedef enum wend_path_shape {
    WEND_PATH_SMOOTH_QUICK = 0, /**< Straightened (see wend_smoothing). */
    WEND_PATH_SMOOTH_PRECISE,
    WEND_PATH_AS_FOUND /**< From cell to cell, node to node. */
} wend_path_shape;

typedef struct wend_path_query {
    uint32_t cookie;              /**< Set by wend_path_query_default; leave it. */
    wend_vec3 from;               /**< Metres; z = height, which counts on graphs and meshes. */
    wend_path_goal goal_kind;     /**< Default WEND_PATH_TO_POSITION. */
    wend_vec3 to;                 /**< For PLACE. */
    const wend_vec3 *places;      /**< [place_count] for PLACES; read by start only. */
    size_t place_count;           /**< 1 to 65536 for PLACES. */
    uint32_t tag;                 /**< For TAG. */
    wend_is_goal_fn is_goal;      /**< For PREDICATE and TAG. */
    void *user;                   /**< Passed to is_goal. */
    wend_path_shape shape;        /**< Default quick. */
    wend_method method;           /**< Grids. Default WEND_METHOD_BEST. */
    wend_mesh_method mesh_method; /**< Meshes. Default exact. */
    wend_corners corners;         /**< Meshes, radius > 0. Default round. */
    bool is_searched;             /**< Search even where the straight walk is surely best, for those
                                     who compare. Default false. */
} wend_path_query;

WEND_API wend_path_query wend_path_query_default(void);

/** Begins a question; one that was under way is dropped, and so is its path. Finds what is at both
 * ends. A place where the agent cannot stand is no error: running gives WEND_NO_PATH and why.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (no such goal or method in this
 * world), WEND_ERROR_STALE (the space is older than its world), WEND_ERROR_MEMORY, WEND_ERROR_BUSY;
 * after an error there is no question. */
WEND_API wend_result wend_pathfinder_start(wend_pathfinder *ways, const wend_path_query *query);
/** Goes on. A step is a step of the world's search; the last call also makes the path.
 * @param budget used up by what is done; NULL = to the end.
 * @return WEND_IN_PROGRESS, WEND_OK, WEND_NO_PATH; WEND_ERROR_MEMORY, WEND_ERROR_FULL end the
 * question; WEND_ERROR_ARGUMENT (nothing started), WEND_ERROR_BUSY (from is_goal). */
WEND_API wend_result wend_pathfinder_run(wend_pathfinder *ways, wend_budget *budget);
/** start, then run to the end. */
WEND_API wend_result wend_pathfinder_find(wend_pathfinder *ways, const wend_path_query *query);
/** The text of the last failure; "" if none. */
WEND_API const char *wend_pathfinder_error(const wend_pathfinder *ways);

typedef struct wend_path_answer {
    wend_result result;
    wend_failure_reason reason;
    const char *method; /**< What ran: "direct" (no search was needed), or a method's name. */
    wend_node node;     /**< The cell, node or polygon where the way ends; WEND_NODE_NONE on a graph
                           where it ends at a place. */
    size_t goal_index;  /**< Of query.places; 0 otherwise. */
    wend_vec3 place;    /**< Where it ends. */
    wend_cost cost;     /**< Of the path, in the world's terms. */
    double length;     /**< Of the path, metres, from place to place: a teleport counts as far as it
                          leads (cost counts what it costs). */
    double bound;      /**< The way found cost at most so many times the least that the world knows
                          (straightening makes it cheaper still); 0 = nothing is promised. */
    uint64_t expanded; /**< Steps. */
} wend_path_answer;

/** @param answer set always; zeroed (nodes WEND_NODE_NONE, method "") when there is no question. */
WEND_API void wend_pathfinder_get_answer(const wend_pathfinder *ways, wend_path_answer *answer);
/** Fills a path with the way found. The first and last legs go from and to the exact places; on
 * graphs such a leg has WEND_NODE_NONE at its end beside the graph.
 * @return WEND_OK, WEND_NO_PATH (path empty), WEND_ERROR_ARGUMENT (NULL, no question, or it is
 * under way), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_path_from_pathfinder(wend_path *path, const wend_pathfinder *ways);

/** Can the agent walk straight from one place to another? @param cost what it costs, in the world's
 * terms, else WEND_COST_INFINITE; may be NULL. @return true = yes. False is no, or a failure (NULL,
 * places that are not finite or too large, a space that is stale, no memory, a walk that costs 2^32
 * or more): then wend_pathfinder_error says why, else it is "". */
WEND_API bool wend_pathfinder_can_walk(wend_pathfinder *ways, wend_vec3 from, wend_vec3 to,
                                       wend_cost *cost);
/** Can it get there at all? Ends any question under way; the answer then says why not.
 * @return true = yes. False is no, or a failure (those of start and run): then
 * wend_pathfinder_error says why, else it is "". */
WEND_API bool wend_pathfinder_can_reach(wend_pathfinder *ways, wend_vec3 from, wend_vec3 to);

#ifdef __cplusplus
}
#endif
#endif

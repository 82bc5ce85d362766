/** @file wend/planner.h
 * Planners: many path requests over one world, served under a budget.
 *
 *     grid, graph, mesh or level
 *            |
 *        profiles        one for each kind of agent, each with a space of its own
 *            |
 *     add_request -->  waiting  -->  searching, in turns  -->  ready  --> poll, callback
 *                     priority,      a quantum of steps       answer,
 *                     arrival        each, in rounds          path
 *
 *     wend_planner_def def = wend_planner_def_default();
 *     def.grid = grid;
 *     wend_planner_create(&def, &planner);
 *     wend_planner_profile_def kind = wend_planner_profile_def_default();
 *     kind.radius = 0.3;
 *     wend_planner_add_profile(planner, &kind, &profile);
 *
 *     wend_planner_request_def request = wend_planner_request_def_default();
 *     request.profile = profile;
 *     request.query.from = ...; request.query.to = ...;
 *     wend_planner_add_request(planner, &request, &id);
 *
 *     each frame: edits of the world, wend_planner_update, wend_crowd_tick
 *         wend_budget budget = wend_budget_steps(20000);
 *         wend_planner_update(planner, &budget);
 *         if (wend_planner_poll(planner, id, &answer, path) == WEND_OK) ...
 *
 * The path of a request is the one that wend_pathfinder_find returns for its query in the world of
 * the revision that the answer names, however its search was cut, joined or spread over threads.
 *
 * **Turns.** A request that waits is admitted when a search is free and its memory fits under the
 * ceiling. All admitted requests take turns: in a round each gets a quantum of steps, times its
 * priority + 1. The next update goes on where the turn stopped. So of requests of equal priority
 * that are admitted, none is ever more than a quantum behind another.
 *
 * **Order.** Requests are admitted by priority and arrival. A request of priority p counts as if it
 * had arrived p * aging updates earlier. So a request of priority p waits at most for the requests
 * before it, and for those that arrive within the next (15 - p) * aging updates: no stream of
 * important requests keeps it out for ever.
 *
 * **Steps.** One step is some 50 ns on a desktop of 2020: the expansion of a cell by A*. Other work
 * counts as many steps as take that time:
 *
 *     a cell, A* or Dijkstra         1    an interval or polygon of a mesh   4
 *     a cell, breadth first          1    the same, of a disc               16
 *     a jump point                   5    an end of a query                 16 and length / 4 cells
 *     a node of a graph              2    straightening of a path           2 a cell (precise: 16)
 *
 * With a budget of steps, paths, and the update in which each is ready, are the same on any number
 * of threads. With a budget of time the paths are the same.
 *
 * **Edits.** The world may be edited between updates. Searches under way go on over their space as
 * it was; new ones of that profile wait until those have ended, then the space is updated, then
 * more are admitted. A search that ended over the older space is compared with the newer one: where
 * its path is no longer valid, or there was none, it is searched again, at most max_retries times;
 * then its answer says is_outdated. Each search ends, and after each update of a space searches are
 * admitted before another, so edits in every frame do not starve any request.
 *
 * **Memory.** Over grids the records of best-first searches come in pages of 256 cells, so a search
 * takes memory for the cells that it comes to; eight of them run at once at most. Under the ceiling a search for which there is no more
 * room waits without turns, and nothing is admitted, until others have ended; the oldest gets room
 * first. Where all wait the newest is stopped, and begins again later. So the oldest always goes on.
 *
 * **Items.** Items that queries name are edited like the world, between updates. An answer whose
 * item was taken, moved or refused by is_item meanwhile, or that an item which was changed might
 * better, is searched again likewise.
 *
 * **Watched paths.** A request that keeps valid (keeps_valid) is answered anew when an edit breaks its
 * path; so an agent keeps its goal, and only agents whose paths were broken ask again. Only paths that
 * pass what was edited are tested: sectors of a grid, edges of a graph, polygons of a mesh, and walls
 * that were added beside a graph or a grid.
 *
 * **Joining.** Requests for the same query by the same profile share one search, unless they have a
 * predicate. Answers that nothing holds any more stay in a cache until the world changes. Requests
 * with a start_tolerance also share the search of a start beside theirs, with a bound in the answer.
 *
 * Threads: wend_planner_add_request, _poll, _get_nearest, _cancel, _release, _join and _get_stats
 * may be called by any number of threads, also during wend_planner_update; requests are served in
 * the order of these calls. All other functions are called by one thread, and the world is edited only while no
 * update runs. In a build without threads one thread calls all of them.
 */
#ifndef WEND_PLANNER_H
#define WEND_PLANNER_H

#include "wend/pathfinder.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of planners. */
enum {
    WEND_PLANNER_PROFILES_MAX = 64,      /**< Profiles of a planner. */
    WEND_PLANNER_SEARCHES_MAX = 256,     /**< Searches under way at once. */
    WEND_PLANNER_REQUESTS_MAX = 1 << 20, /**< Requests at once. */
    WEND_PLANNER_TREES_MAX = 64,         /**< Trees of goals. */
    WEND_PLANNER_SOURCES_MAX = 64,       /**< Route sources of a planner (wend/crowd.h). */
    WEND_PLANNER_PRIORITY_MAX = 15       /**< Highest priority. */
};

/** Definition of a planner. Exactly one of grid, graph, mesh and level is set. It must outlive the
 * planner. */
typedef struct wend_planner_def {
    uint32_t cookie;              /**< Set by wend_planner_def_default; leave it. */
    const wend_grid *grid;        /**< The world of all requests. Default NULL. */
    const wend_graph *graph;      /**< Or this. */
    const wend_mesh *mesh;        /**< Or this. */
    const wend_level *level;      /**< Or this, as wend_pathfinder_def.level. */
    const wend_walls *walls;      /**< As wend_pathfinder_def.walls. Default NULL. */
    wend_level_world level_world; /**< `level`. Default mesh. */
    double cell_size;             /**< As wend_pathfinder_def. Default 0. */
    double spacing;               /**< Likewise. Default 0. */
    wend_corners corners;         /**< Likewise. Default round. */
    uint32_t max_requests;        /**< Requests at once, answered ones included until they are
                                         released; 1 to WEND_PLANNER_REQUESTS_MAX. Their memory, some
                                         800 bytes each, is allocated at creation. Default 4096. */
    uint32_t max_searches;        /**< Searches under way at once, 1 to
                                         WEND_PLANNER_SEARCHES_MAX. Default 32. */
    size_t memory_ceiling;        /**< Bytes of all searches together, those under way and those
                                         kept for later ones, at least 65536. It is never exceeded:
                                         requests wait, and a search that does not fit alone ends
                                         with WEND_FAILURE_MEMORY. Spaces and answers come on top:
                                         see wend_planner_stats. Default 64 MiB. */
    uint32_t quantum;             /**< Steps of a turn at priority 0, 16 to 2^24. Default 512. */
    uint32_t aging;               /**< Updates of waiting that count as one priority more, 1 to
                                         65536. Default 8. */
    uint32_t max_retries;         /**< Searches of a request that edits made invalid, beyond the
                                         first, 0 to 1000. Default 2. */
    uint32_t cache_capacity;      /**< Answers kept, the oldest removed first, 0 to
                                         WEND_PLANNER_REQUESTS_MAX. Default 256. */
    uint32_t goal_trees;          /**< Goals to which many requests lead, for which the paths from
                                         everywhere are found by one search from the goal (a tree),
                                         0 to WEND_PLANNER_TREES_MAX: over grids without links, over
                                         graphs, and for agents of radius 0 over meshes without
                                         links, overlays and ground of several costs. A goal gets one
                                         when the searches to it have taken as many steps as a tree
                                         takes; an update of the space drops it. It is searched with
                                         a quarter of the budget, while requests go on being
                                         searched; each takes 9 bytes a cell, 13 a node, up to some
                                         300 a polygon, beside memory_ceiling. Costs are those of
                                         separate searches (over meshes to the last digits); of
                                         several paths of equal cost it may be another one. Default
                                         0. */
    wend_executor executor;       /**< Runs the searches of a round. Default serial. */
    wend_allocator allocator;     /**< Default libc. Called by one thread at a time, but also by
                                         those of the executor. */
    wend_message *message;        /**< Text of a failure of create; may be NULL (default). */
} wend_planner_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_planner_def wend_planner_def_default(void);
/** Creates a planner without profiles.
 * @param planner set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_planner_create(const wend_planner_def *def, wend_planner **planner);
/** Frees a planner; NULL is allowed. */
WEND_API void wend_planner_destroy(wend_planner *planner);
/** Returns the message of the last failure of a call by one thread (see wend/base.h) or of
 * wend_planner_add_request; "" if none failed. Never NULL. */
WEND_API const char *wend_planner_error(const wend_planner *planner);

/* ---- profiles ---- */

/** Definition of a profile: a kind of agent. The fields are those of wend_pathfinder_def. */
typedef struct wend_planner_profile_def {
    uint32_t cookie;              /**< Set by wend_planner_profile_def_default; leave it. */
    double radius;                /**< Metres. Default 0. */
    int32_t size;                 /**< Grids: cells. Default 1. */
    uint32_t movement_class;      /**< Grids. Default 0. */
    uint32_t team;                /**< Grids. Default WEND_TEAM_NONE. */
    bool is_deferred;             /**< Build the space of the profile, with its clearance, islands
                                          and jump table, in the planner's updates, as far as their
                                          budgets go; requests wait for it, and an update returns
                                          WEND_IN_PROGRESS until it is complete. Levels are laid out
                                          at once all the same. Default false: all is built by
                                          wend_planner_add_profile, which takes 10 to 19 ms for 1024 x
                                          1024 cells. */
    bool has_jump_table;          /**< Grids. Default false. */
    bool has_index;               /**< Grids and graphs. The index is built by updates: see
                                          wend_planner_update. Default false. */
    bool has_hierarchy;           /**< All worlds. Likewise. Default false. */
    bool has_islands;             /**< Meshes. Default false. */
    uint32_t stops;               /**< Walls that count. Default WEND_STOPS_WALK. */
    double factor;                /**< Graphs. Default 1. */
    const wend_table *table;      /**< Graphs. It must outlive the planner. Default NULL. */
    double max_node_distance;     /**< Graphs. Default infinity. */
    double max_height_difference; /**< Graphs, meshes. Default infinity. */
    size_t max_nodes;             /**< Graphs. Default 64. */
    uint32_t flags_required;      /**< Graphs, meshes. Default 0. */
    uint32_t flags_refused;       /**< Graphs, meshes. Default 0. */
    uint32_t overlay_layers;      /**< The layers of overlays that count. Default
                                          WEND_LAYER_JAM. */
    const double *behaviour_factors; /**< Graphs: [behaviour_count]. Copied. Default NULL. */
    size_t behaviour_count;          /**< Default 0. */
    const double *area_factors;      /**< Meshes: [256]. Copied. Default NULL. */
} wend_planner_profile_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_planner_profile_def wend_planner_profile_def_default(void);
/** Adds a profile and makes its space. Time: that of the space (see wend_pathfinder_create).
 * @param profile set to its index, 0 for the first one, 1 for the next; UINT32_MAX on failure.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL
 * (WEND_PLANNER_PROFILES_MAX, or a level's graph is too large), WEND_ERROR_BUSY (during an update,
 * from a callback). */
WEND_API wend_result wend_planner_add_profile(wend_planner *planner,
                                              const wend_planner_profile_def *def,
                                              uint32_t *profile);
/** Returns the number of profiles; 0 for NULL. */
WEND_API uint32_t wend_planner_profile_count(const wend_planner *planner);
/** Returns the searched space of a profile; NULL over meshes and for no such profile. Valid until
 * the planner is destroyed or, over a level, until the level grows. */
WEND_API const wend_space *wend_planner_space(const wend_planner *planner, uint32_t profile);
/** Returns the searched mesh space of a profile; NULL over other worlds. Likewise. */
WEND_API const wend_mesh_space *wend_planner_mesh_space(const wend_planner *planner,
                                                        uint32_t profile);

/* ---- requests ---- */

/** Id of a request. index1 0 = none. */
typedef struct wend_planner_request_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_planner_request_id;

/** Goals of a request. */
typedef enum wend_planner_goal {
    WEND_PLANNER_GOAL_QUERY = 0, /**< That of the query. */
    WEND_PLANNER_GOAL_WITHIN,    /**< The cheapest cell, node or polygon whose position (of a
                                      polygon its centroid) is at most `distance` from query.to, in
                                      the plane. */
    WEND_PLANNER_GOAL_AWAY       /**< The cheapest at least `distance` from query.to. */
} wend_planner_goal;

/** A callback for answers. It may call any function of the planner; wend_planner_update,
 * wend_planner_add_profile and wend_planner_destroy are refused or forbidden, as the update is
 * not over. */
typedef void (*wend_planner_answer_fn)(void *user, wend_planner *planner,
                                       wend_planner_request_id id);

/** A request. */
typedef struct wend_planner_request_def {
    uint32_t cookie;        /**< Set by wend_planner_request_def_default; leave it. */
    uint32_t profile;       /**< Kind of agent. Default 0. */
    wend_path_query query;  /**< What is asked; from wend_path_query_default, which the default
                                sets. Its positions, tags and turning are copied; its items must
                                exist until the request is released. is_goal, is_item and estimate
                                are called during wend_planner_update, on the executor's threads if
                                there are any. */
    wend_planner_goal goal; /**< Default that of the query. */
    double distance;        /**< Of WITHIN and AWAY: metres, 0 or more. Default 0. */
    uint64_t
        agent; /**< Your number of the agent, for is_item too. Its new request replaces its old one,
                                 unless that is answered. 0 (default) = none. */
    uint32_t priority; /**< 0 to WEND_PLANNER_PRIORITY_MAX. Default 0. */
    uint32_t deadline; /**< Updates after which the request ends with what it has: a partial
                                 path, or none, with reason WEND_FAILURE_DEADLINE. 0 (default) =
                                 none. */
    uint64_t partial_after_steps;   /**< Steps of the search after which the best path so far is
                                          handed out, at the end of that update, while the search
                                          goes on; again each time the steps have doubled. 0
                                          (default) = never. */
    uint32_t partial_after_updates; /**< The same in updates since the request; if it is not
                                          admitted by then, after its first turn. 0 (default) =
                                          never. */
    uint32_t partial_after_depth;   /**< The same once the best path so far has so many steps: its
                                           length in cells on grids, edges on graphs, legs on meshes.
                                           It is looked at each time the steps of the search have
                                           doubled. 0 (default) = never. */
    double start_tolerance; /**< Metres, 0 or more: the request may be answered by the search
                                           of another one whose query and tolerance are the same, and
                                           whose start lies so near and can be walked to: its path is
                                           that one's with a walk to it. It costs at most that one's and
                                           the walk between the starts; answer.path.bound tells how far
                                           that may lie above the least, or is 0 where that is not known
                                           (over graphs it compares with the straight line). Not with
                                           from_node, from_polygon, noise, limits of steps, cost or
                                           depth, records_order, several tags, or partial paths: these
                                           are searched. 0 (default) = only queries that are equal. */
    bool is_cost_only;      /**< Only the answer is wanted: polls fill no path. Default
                                          false. */
    bool keeps_valid;       /**< While the request is held, its path is checked after each
                                           update of the profile's space, and after edits of the
                                           walls that it passes. Where an edit broke it, the
                                           request is under way again and polls give
                                           WEND_IN_PROGRESS until it is answered anew, with another
                                           call of on_answer; its deadline and partial paths begin
                                           again. Ground that only became more or less expensive
                                           breaks no path, and an answer without a path is not asked
                                           again. The query's item is not watched: whether it is
                                           still there tells wend_items_revision_of. Default
                                           false. */
    wend_planner_answer_fn on_answer; /**< Called at the end of the update in which the answer, or a
                                           first partial path, is ready, by the updating thread, in
                                           the order of requests. NULL (default): poll. */
    void *user;                       /**< Passed to on_answer. */
} wend_planner_request_def;

/** Returns the default request, with its cookie and a default query. */
WEND_API wend_planner_request_def wend_planner_request_def_default(void);
/** Adds a request. Nothing is searched yet: the next updates do that.
 *
 * Any thread. In constant time, but for copied positions.
 * @param id set to {0, 0} first; the caller releases it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (wend_planner_error says what), WEND_ERROR_UNSUPPORTED (no
 * such goal in this world), WEND_ERROR_FULL (max_requests), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_planner_add_request(wend_planner *planner,
                                              const wend_planner_request_def *def,
                                              wend_planner_request_id *id);

/** States of a request. */
typedef enum wend_planner_state {
    WEND_PLANNER_NONE = 0,  /**< No such request. */
    WEND_PLANNER_WAITING,   /**< Not admitted yet. */
    WEND_PLANNER_SEARCHING, /**< Its search is under way. */
    WEND_PLANNER_PARTIAL,   /**< Likewise, and there is a partial path. */
    WEND_PLANNER_READY      /**< The answer is complete. */
} wend_planner_state;

/** Answer of a request. */
typedef struct wend_planner_answer {
    wend_planner_state state; /**< State. */
    wend_path_answer path;    /**< As wend_pathfinder_get_answer; result is WEND_IN_PROGRESS until
                                   there is a path or an end. memory_bytes is that of its search.
                                   reason is also WEND_FAILURE_CANCELLED, _REPLACED, _DEADLINE and
                                   _MEMORY. */
    uint64_t revision;        /**< Revision of the world (see wend_space_info.revision and
                                wend_mesh_revision; of a level the number of its parts) of which the
                                answer holds. */
    uint64_t
        items_revision; /**< Revision of the query's items of which it holds; 0 without items. */
    bool
        is_outdated; /**< The world, or the query's items, changed during each of the searches, and the path is not
                                valid in it any more, or there was none. */
    bool is_joined;        /**< Another request's search, or the cache, answered it. */
    uint32_t retries;      /**< Searches made again after edits. */
    uint64_t asked;        /**< Number of updates before the request. */
    uint64_t waited;       /**< Updates from the request to the answer, or until now. */
    uint64_t steps;        /**< Steps spent on it, all retries included. */
    uint64_t max_frontier; /**< Largest number of entries of the search's queue; 0 over meshes. */
    uint64_t time_ns;      /**< Time of its turns by wend_clock_ns; differs from run to run. */
} wend_planner_answer;

/** Gets the answer so far, and the path.
 *
 * Any thread.
 * @param answer zeroed for a stale id; may be NULL.
 * @param path filled on WEND_OK and WEND_PARTIAL, else emptied; may be NULL.
 * @return WEND_IN_PROGRESS (nothing yet), WEND_OK, WEND_PARTIAL (state PARTIAL: more comes; state
 * READY: a limit or the deadline ended the search), WEND_NO_PATH (path.reason says why), the error
 * of a query that its world refuses (WEND_ERROR_UNSUPPORTED, WEND_ERROR_FULL, ...),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such request), WEND_ERROR_MEMORY (for path). */
WEND_API wend_result wend_planner_poll(wend_planner *planner, wend_planner_request_id id,
                                       wend_planner_answer *answer, wend_path *path);
/** Gets what a request with WEND_PATH_TO_EACH_TAG found of one of its tags, as
 * wend_pathfinder_get_nearest. Any thread.
 * @param index of query.tags. @param nearest set to none first.
 * @return nearest->result; WEND_IN_PROGRESS, WEND_NO_PATH (also of a request that a call or its
 * deadline ended), WEND_ERROR_ARGUMENT (no such tag), WEND_ERROR_STALE, the error of a query that
 * its world refuses. */
WEND_API wend_result wend_planner_get_nearest(wend_planner *planner, wend_planner_request_id id,
                                              size_t index, wend_path_nearest *nearest);
/** Gets the path for an agent that has moved on since it asked, without a step back: the path from
 * the nearest point ahead that can be walked to.
 *
 * The agent joins it at the furthest of the next eight ends of legs that it can walk to straight;
 * where it can walk to none, on the leg nearest to it: as far on along it as it can walk to, at least
 * where it is nearest. The first leg leads there.
 *
 * Any thread.
 * @param position metres.
 * @param path filled on WEND_OK and WEND_PARTIAL, else emptied.
 * @return as wend_planner_poll, and WEND_NO_PATH too where none can be walked to: ask again from
 * there; WEND_ERROR_BUSY (during an update). */
WEND_API wend_result wend_planner_join(wend_planner *planner, wend_planner_request_id id,
                                       wend_vec3 position, wend_path *path);
/** Cancels a request: its answer becomes WEND_NO_PATH, reason cancelled, at once. Does nothing to
 * one that is answered. The id stays until it is released. Any thread.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_planner_cancel(wend_planner *planner, wend_planner_request_id id);
/** Releases a request, in any state; its id is stale from now on. Any thread.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_planner_release(wend_planner *planner, wend_planner_request_id id);

/* ---- updates ---- */

/** Updates the planner: follows edits, admits requests, runs searches, hands out answers. Call it
 * once a frame: after edits of the world, before wend_crowd_tick.
 *
 * Updates of spaces of grids, graphs and meshes are cut by the budget (see wend_space_update_sliced,
 * wend_mesh_space_update_sliced); those of levels count into it, but are not cut, nor are the
 * ends of queries. What they take beyond a budget of steps is taken off that of the next updates.
 *
 * What a profile has built behind (has_hierarchy, has_index) is built with a quarter of the budget,
 * and with what searches leave of it; after an edit it is built again. Until it is ready queries are
 * searched. An index may answer with another one of several paths of equal cost. The update in which
 * it is ready depends on steps alone, so with a budget of steps paths do too; with a budget of time
 * only their costs. Such a profile follows edits also while nothing is requested.
 * @param budget reduced by the work done; NULL = until all requests are answered.
 * @return WEND_OK (all requests are answered), WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_BUSY (from a callback), WEND_ERROR_MEMORY (call again: what was not done is done then).
 */
WEND_API wend_result wend_planner_update(wend_planner *planner, wend_budget *budget);

/** Figures of a planner; counts since its creation. */
typedef struct wend_planner_stats {
    uint64_t updates;    /**< Updates. */
    uint64_t requests;   /**< Requests added. */
    uint64_t answered;   /**< Requests with an answer from a search or the cache. */
    uint64_t joined;     /**< Of those, requests answered by another one's search. */
    uint64_t cached;     /**< Of those, requests answered by the cache. */
    uint64_t from_trees; /**< Searches that the tree of a goal answered. */
    uint64_t dropped;    /**< Requests cancelled, replaced, released before their answer, or ended
                                  by their deadline. */
    uint64_t searches;   /**< Searches begun. */
    uint64_t retries;    /**< Searches begun again after edits. */
    uint64_t broken;     /**< Answered searches begun again: see
                                wend_planner_request_def.keeps_valid. */
    uint64_t watched;    /**< Paths of answers tested after edits: see keeps_valid. Over levels
                                  all, else only those that pass what changed. */
    uint64_t evictions;  /**< Searches begun again because their memory did not fit. */
    uint64_t space_updates;  /**< Updates of spaces after edits. */
    uint64_t rounds;         /**< Rounds of turns. */
    uint64_t steps;          /**< Steps spent. */
    uint64_t debt;           /**< Steps that the next updates pay first. */
    uint64_t time_ns;        /**< Time of updates by wend_clock_ns. */
    uint32_t waiting;        /**< Searches that wait, after the last update. */
    uint32_t searching;      /**< Searches under way, likewise. */
    uint32_t held;           /**< Requests; released ones count until the next update. */
    size_t search_bytes;     /**< Memory of searches, now. */
    size_t max_search_bytes; /**< The most there was at the end of a round; at most memory_ceiling.
                                  */
    size_t space_bytes;      /**< Memory of the profiles' spaces. */
    size_t answer_bytes;     /**< Memory of requests, paths and the cache. */
} wend_planner_stats;

/** Gets the figures. Any thread; during an update those of its beginning. */
WEND_API void wend_planner_get_stats(wend_planner *planner, wend_planner_stats *stats);
/* ---- state ---- */

/** Gives a request that is loaded what bytes cannot hold: on_answer and user, and of the query items,
 * is_item, is_goal, estimate and user.
 * @param def the request as it was added, its positions and tags included; other changes than those
 * named above have no effect. Pointers are valid during the call. Only profile, agent, priority and
 * the limits are set of a request that a call or its deadline has ended. */
typedef void (*wend_planner_restore_fn)(void *user, wend_planner_request_id id,
                                        wend_planner_request_def *def);

/** Saves the requests, searches and answers of a planner (little-endian, with version and checksum):
 * all but its world, its profiles and its spaces.
 *
 * Saving changes nothing: the planner always continues like one that was never saved. With budgets of
 * steps, a planner that loads the bytes continues in the same way: each request is ready in the same
 * update with the same path, and both planners have the same hash. The bytes do not hold three things:
 * - A space that is older than its world, and searches over it or over items that were edited since: the
 *   loaded planner has up-to-date spaces and starts these searches again.
 * - A hierarchy, or the space of a deferred profile, that is not finished: the loaded planner finishes it.
 * - Memory: a search that uses more than half of its share (memory_ceiling / max_searches) may have to
 *   start again in only one of the two.
 * For the first two, call wend_planner_settle before saving if both planners must agree.
 *
 * Time: linear in max_requests and the paths.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY (during an update, from a callback). */
WEND_API wend_result wend_planner_save(wend_planner *planner, uint8_t *bytes, size_t capacity,
                                       size_t *count);
/** Finishes what a save cannot hold: updates spaces to their worlds, starts searches over older worlds or
 * items again, drops trees of goals and unfinished indexes, and completes hierarchies. The updates of
 * spaces are charged to the next budgets. In a lockstep game, all peers call it in the same update,
 * before one of them saves: then that one, the peers and the planner that loads the save agree, even
 * just after an edit of the world.
 *
 * Time: that of the updates of spaces, and of the searches under way.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (call again), WEND_ERROR_BUSY (during an
 * update, from a callback). */
WEND_API wend_result wend_planner_settle(wend_planner *planner);
/** Loads what wend_planner_save wrote; it replaces all requests of the planner, whose ids become
 * those of the bytes. The planner has the definition, the profiles and the number of route sources of
 * the one that was saved, and a world that is equal to that one's at the save, as are the items of
 * queries. Load it before a crowd whose route source it is.
 *
 * The searches under way are run again to where they were, so loading takes the time that they have
 * taken. Answers keep the revision that they name if the world has the revision of the save; else
 * those of the saved revision get the world's own, and older ones 0. Bytes from any origin are safe
 * to try.
 * @param restore called once for each request that was not released and is no crowd's, by index,
 * before anything is replaced; it does not call the planner. NULL: nothing to give back.
 * @param user passed to restore.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also when a query needs items, a predicate or an estimate
 * and restore gives none), WEND_ERROR_FILE (damaged, of another definition, or of another world as
 * far as that is seen), WEND_ERROR_MEMORY, WEND_ERROR_BUSY. After an error all requests are as before,
 * settled as by wend_planner_settle. */
WEND_API wend_result wend_planner_load(wend_planner *planner, const uint8_t *bytes, size_t count,
                                       wend_planner_restore_fn restore, void *user,
                                       wend_message *message);
/** Returns a hash of all requests, searches and answers; equal for planners that had the same calls
 * with budgets of steps, on any number of threads. Times are left out. 0 for NULL. Not during an
 * update. */
WEND_API uint64_t wend_planner_hash(const wend_planner *planner);
/** Draws the search of a request that is under way (see wend_search_draw), and its path if it has
 * one. Not during an update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_planner_draw(const wend_planner *planner, wend_planner_request_id id,
                                       const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

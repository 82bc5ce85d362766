/* The parts of a planner.
 *
 *   add_request, cancel, release          update
 *   any thread, under the lock            its thread
 *        |                                     |
 *   requests --inbox--> drained under the lock into jobs
 *                       jobs: waiting -> running -> (checking) -> done, then perhaps cached
 *                       slots: pathfinders that run jobs, in rounds, without the lock
 *   polls  <--shown--   published under the lock
 *
 *   planner.c    create, destroy, figures, hash, drawing
 *   profiles.c   kinds of agents and their spaces; whether paths are still valid
 *   requests.c   the table of requests: ids, agents, the inbox, polls
 *   jobs.c       searches for requests: joining, waiting lists, the cache of answers
 *   near.c       requests that wait for the search of a start beside theirs
 *   slots.c      pathfinders that run jobs: admission, what follows a turn
 *   reserves.c   the memory that they may take
 *   turn.c       the search of a slot: one turn, replaying
 *   update.c     one update: the budget, rounds
 *   inbox.c      requests that the update takes up
 *   edits.c      spaces that follow their worlds, and paths that do
 *   publish.c    answers that the update shows
 *   join.c       the path for an agent that has moved
 *   marks.c      which watched paths an edit may break
 *   trees.c      paths from many starts to goals that many requests have
 *   fields.c     queries, answers and paths as bytes
 *   save.c       a planner as bytes; load.c: and back, with the searches that were under way
 *
 * Tables have their final size from the beginning, so that no index is ever read while a table
 * moves. A request belongs to the lock. A job belongs to the updating thread, but for `shown`, which
 * belongs to the lock, and for a draft, which belongs to its request. */
#ifndef WENDI_ROUTE_PLANNER_PLANNER_H
#define WENDI_ROUTE_PLANNER_PLANNER_H

#include "base/core/array.h"
#include "base/core/counted_memory.h"
#include "base/core/heap.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/platform/lock.h"
#include "route/frontier/cell_pages.h"
#include "route/pathfinder/goal_tree.h"
#include "route/pathfinder/layout.h"
#include "route/pathfinder/shared.h"
#include "wend/planner.h"

enum {
    WENDI_PLAN_NONE = 0x7FFFFFFF, /* no index */
    WENDI_PLAN_PRIORITIES = WEND_PLANNER_PRIORITY_MAX + 1,
    /* Kinds of queries with separate memory figures: by method, each with and without a predicate. */
    WENDI_PLAN_KINDS = 2 * ((int)WEND_METHOD_COUNT + (int)WEND_MESH_METHOD_COUNT)
};

/** A doubly linked list of jobs. */
typedef struct wendi_plan_list {
    uint32_t first, last, count;
} wendi_plan_list;

/** The result of a search, or of a peek at it. */
typedef struct wendi_plan_found {
    wend_path_answer answer;
    wend_path *path; /* NULL = none was needed yet */
    uint64_t revision, max_frontier, steps, time_ns;
    uint64_t items_revision; /* of the query's items, 0 without */
    uint32_t retries;
    bool is_outdated;
} wendi_plan_found;

typedef enum wendi_plan_job_state {
    WENDI_PLAN_FREE = 0,
    WENDI_PLAN_DRAFT,    /* of a request in the inbox */
    WENDI_PLAN_WAITING,  /* in its profile's list of its priority */
    WENDI_PLAN_RUNNING,  /* in a slot */
    WENDI_PLAN_CHECKING, /* it ended while edits waited: in its profile's list `checking` */
    WENDI_PLAN_DONE,     /* in the list `done` until published; in the cache without requests */
    WENDI_PLAN_FOLLOWING /* among the followers of its leader */
} wendi_plan_job_state;

typedef struct wendi_plan_job {
    wend_path_query query; /* positions, tags and turning are the job's own */
    wend_turning turning;
    wend_path_nearest *nearest; /* [query.tag_count], once it is done */
    wend_planner_goal goal;
    double distance;
    uint64_t hash;
    uint64_t sequence; /* of the request that it was made for */
    uint64_t arrived;  /* update */
    uint64_t looked;   /* steps at the last look at the path so far */
    uint32_t depth;    /* steps of the path of that look */
    wendi_plan_found found, shown;
    wend_message *message; /* of a query that its world refused; NULL = none */
    size_t reserve;        /* bytes that a search of it needed before; 0 = not known */
    uint32_t profile, priority;
    uint32_t next, previous; /* in the list it is in */
    uint32_t next_key;       /* another job of the same key */
    uint32_t slot;
    uint32_t first_request, last_request, request_count;
    wendi_plan_job_state state;
    double tolerance; /* metres from another start: see near.c; 0 = none */
    uint64_t near_hash;
    uint32_t next_near;      /* in the chain of near keys */
    uint32_t leader;         /* whose search it waits for, */
    uint32_t next_follower;  /* and another one that does */
    uint32_t first_follower; /* that waits for this one */
    bool may_join;
    bool has_near; /* in the table of near keys */
    bool is_near;  /* answered by another start's search */
    bool has_key;  /* in the table of keys */
    bool is_shown; /* `shown` has a path so far */
    uint32_t first_mark;
    bool is_watched;  /* in its profile's list `watched`, */
    bool is_suspect;  /* at its beginning: an edit may have broken its path */
    bool is_unmarked; /* there is no memory for its marks, or its world has none */
    bool was_broken;  /* an edit broke its answer in this update */
    bool had_items, had_is_goal, had_is_item; /* the query, when it was saved */
} wendi_plan_job;

typedef struct wendi_plan_request {
    uint64_t agent, source; /* agent 0 = none; source 0 = the user's, else a route source */
    uint64_t sequence, asked, ready;
    uint64_t partial_after_steps;
    wend_planner_answer_fn on_answer;
    void *user;
    wend_path *own_path; /* the partial path that a deadline left it */
    wend_path_answer own_answer;
    uint64_t own_revision, own_items_revision, own_steps; /* of own_path */
    uint32_t own_retries;
    uint32_t generation;
    uint32_t job, profile;
    uint32_t next, previous; /* of the same job; next: in the list of free requests */
    uint32_t inbox_next;
    uint32_t priority, deadline, partial_after_updates, partial_after_depth;
    wend_planner_state state; /* NONE = free, or released and in the inbox */
    bool is_used;             /* not in the list of free requests */
    bool is_in_inbox, is_released;
    bool is_ended; /* by a call or the deadline: own_answer holds */
    bool is_cost_only, is_joined, keeps_valid;
    bool was_partial; /* the callback knows */
} wendi_plan_request;

/** A sector, edge or square that a watched path passes. */
typedef struct wendi_plan_mark {
    uint32_t job, sector;    /* index among the heads */
    uint32_t next, previous; /* of the sector; next: in the list of free marks */
    uint32_t next_of_job;
} wendi_plan_mark;

/** Which watched paths pass what (see marks.c). */
typedef struct wendi_plan_marks {
    uint32_t *heads; /* [head_count]; NULL = none was made yet */
    uint32_t head_count;
    uint32_t *changed; /* [changed_capacity] scratch */
    uint32_t changed_capacity;
    int32_t columns, rows;  /* grids and meshes: squares */
    double square;          /* side of a square, cells (grids) or metres, */
    wend_vec2 low;          /* which begin here; meshes */
    wendi_plan_mark *items; /* [capacity] */
    uint32_t count, capacity, free;
    wendi_sort_pair *order; /* [2 * order_capacity] scratch */
    size_t order_capacity;
    uint32_t unmarked_count; /* watched jobs without marks */
} wendi_plan_marks;

typedef struct wendi_plan_profile {
    wend_planner *planner;
    wend_pathfinder_def def; /* names the planner's world */
    double *behaviour_factors, *area_factors;
    wendi_pathfinder_layout layout;
    wend_pathfinder *probe; /* checks queries under the lock, tests walks */
    wendi_plan_list waiting[WENDI_PLAN_PRIORITIES], checking;
    wendi_plan_list watched; /* done; their paths are checked after updates of the space */
    uint32_t unwatched;      /* of these, those at the beginning that are suspect */
    wendi_plan_marks marks;
    uint64_t walls_revision; /* to which watched paths were compared */
    uint32_t waiting_count;
    uint32_t running_count; /* searches that have begun over the space */
    bool is_updating;       /* an update of the space is under way */
    bool is_unbuilt;        /* it is the first one: there is nothing to search yet */
    bool is_owed;           /* no search has begun since the last update of the space */
    uint64_t level_revision;
    uint64_t loaded_revision;           /* of the space in the file, while one is loaded */
    uint64_t loaded_world;              /* of its world, likewise */
    bool was_stale, had_other_walls;    /* it showed another world or walls than there were */
    bool had_index;                     /* which could be used: likewise */
    bool had_refused_index;             /* which would not pay */
    wendi_array_u64 loaded_slices;      /* of one that is half built */
    size_t bytes;                       /* of the space, at its last update */
    size_t estimates[WENDI_PLAN_KINDS]; /* bytes of the largest search so far */
} wendi_plan_profile;

/** A goal by distance from a position. */
typedef struct wendi_plan_distance {
    const wend_space *space;
    const wend_mesh *mesh;
    double x, y, squared;
    bool is_away;
} wendi_plan_distance;

/** A pathfinder over a profile's space, and the job that it runs. */
typedef struct wendi_plan_slot {
    wendi_counted_memory memory;
    wend_pathfinder *pathfinder; /* NULL = none */
    wendi_plan_distance distance;
    wend_path_query query;
    size_t reserve;        /* bytes that are set aside for it while it runs */
    uint32_t profile, job; /* job NONE = idle */
    uint32_t weight;       /* steps of the planner for one of the search */
    bool is_first;         /* its turn is the first of the update */
    bool is_started;       /* its search has begun */
    bool is_counted;       /* among its profile's */
    bool was_skipped;
    bool is_starved;    /* it has no turns: there is no memory for more of its search */
    bool was_deferred;  /* its search has ended, its path did not fit into the time left */
    wend_result result; /* of the last turn, as the next three */
    uint64_t granted, used, time_ns;
    uint64_t rest; /* steps of its turn that the last update had no budget for */
    /* For replaying the search: what its pathfinder knew when it began, and the steps of each of its
     * runs, as pairs (steps, runs). */
    wendi_pathfinder_warmth warmth;
    uint32_t query_count; /* that its pathfinder has begun */
    bool has_looked;      /* paths so far were made, which takes memory too */
    uint64_t
        warm_revision; /* of the space whose components a loaded pathfinder is to know; 0 = none */
    uint64_t slice;    /* steps of the last run; 0 = it did not run */
    wendi_array_u64 slices;
    bool has_lost_slices; /* there was no memory for one */
    size_t floor;         /* bytes that it counts as having at least: as before it was saved */
    /* While one is loaded: */
    wendi_pathfinder_warmth left_warmth; /* what its pathfinder keeps of a search that is over */
    bool begins_again;                   /* what it has searched is of an older world */
    bool is_over;                        /* the requests were released: the next update drops it, */
    bool is_lost;   /* and it lacks what bytes cannot hold: it was not replayed */
    bool was_found; /* its search had ended */
    bool was_indexed, was_treed, was_routed; /* by what its query was answered */
    bool had_tree;                           /* that it may ask */
} wendi_plan_slot;

/** The remaining budget of this update. */
typedef struct wendi_plan_purse {
    uint64_t left; /* steps; UINT64_MAX = no limit */
    uint64_t deadline_ns;
    bool is_fresh; /* no search has had a turn from it */
} wendi_plan_purse;

/** A route source over profiles, for one crowd. */
typedef struct wendi_plan_source {
    wend_planner *planner;
    void *rules; /* [rule_bytes] which profile a body gets, a type of the crowd; NULL = `profile` */
    size_t rule_bytes;
    uint32_t profile;
    uint64_t number; /* 1 for the first */
    uint32_t partial_after_updates;
    wend_path_shape shape;
    double noise;
    const wend_items *items; /* or NULL */
    uint64_t item;           /* of the last path handed out */
    bool has_item;
    double cost_unit; /* metres, likewise */
} wendi_plan_source;

/** What goals are told apart by: over grids the cell, over graphs the position or the node, over
 * meshes the position and the polygon, if it is given. */
typedef struct wendi_plan_goal_key {
    uint32_t profile;
    wend_node node;
    wend_vec3 at;
} wendi_plan_goal_key;

/** A goal that requests have had since the profile's space was updated, and its tree. */
typedef struct wendi_plan_goal {
    uint64_t used;  /* sequence of the last request */
    uint64_t spent; /* steps of searches to it */
    bool is_used;   /* else the entry is free */
    wendi_plan_goal_key key;
    wendi_goal_tree *tree;  /* NULL = none yet */
    wendi_goal_seed *seeds; /* [seed_count] graphs: the nodes beside it; NULL = not known */
    size_t seed_count;
    uint64_t seeds_revision;                        /* of the space of which they are */
    bool had_tree, had_whole_tree, had_fresh_seeds; /* while it is loaded, */
    uint64_t tree_steps;                            /* and the steps of the tree */
} wendi_plan_goal;

struct wend_planner {
    wendi_locked_memory memory;
    wend_allocator allocator; /* over memory */
    wendi_lock *lock;
    wend_planner_def def;
    wend_message message;

    wendi_plan_profile *profiles[WEND_PLANNER_PROFILES_MAX];
    uint32_t profile_count;

    wendi_plan_request *requests; /* [def.max_requests] */
    uint32_t free_request, held_count;
    uint32_t inbox_first, inbox_last;
    uint32_t *agents; /* [agent_mask + 1] index1 of requests, by hash of their agents */
    uint32_t agent_mask;
    wendi_heap deadlines; /* update -> request */
    uint32_t *called;     /* [max_requests] requests whose callbacks are due */
    uint32_t *called_generations;
    uint32_t called_count;
    uint32_t partial_by_update_count; /* requests under way with partial paths after updates */

    wendi_plan_job *jobs; /* [job_count] */
    uint32_t job_count, free_job;
    uint32_t job_high;      /* jobs from here on were never used */
    uint32_t *keys;         /* [key_mask + 1] first job of a hash */
    uint32_t *near_keys;    /* [key_mask + 1] likewise of those that others may follow */
    bool has_ready_leaders; /* jobs follow some that are done */
    uint32_t key_mask;
    wendi_plan_list done, cache;

    wendi_plan_goal *goals; /* [goal_count] */
    uint32_t goal_count, tree_count;

    wendi_plan_slot *slots; /* [def.max_searches] */
    uint32_t *turns;        /* [def.max_searches] slots of the round */
    uint32_t turn_count;
    uint32_t turn; /* slot that begins the next round */
    uint32_t running_count;
    uint32_t starved_count; /* slots without turns until there is memory for them */
    wendi_page_pool *pages; /* of records of cells */
    uint32_t broken_count;  /* jobs that were broken in this update */
    wendi_plan_purse purse;

    uint64_t sequence;
    uint64_t update_count;
    wend_planner_stats stats; /* of the updating thread */
    wend_planner_stats shown; /* under the lock */
    wendi_plan_source sources[WEND_PLANNER_SOURCES_MAX];
    uint32_t source_count;
    bool is_updating; /* under the lock; true until the callbacks are over */
    bool is_working;  /* under the lock; spaces and searches belong to the updating thread */
};

/* ---- planner.c ---- */

/** Makes the tables, empty; def and allocator are set. @return false without memory; they are freed
 * by wendi_plan_tables_free all the same. */
bool wendi_plan_tables_create(wend_planner *planner);
/** Frees the tables and all that is in them. */
void wendi_plan_tables_free(wend_planner *planner);

/* ---- profiles.c ---- */

/** True if the world is newer than the profile's space. */
bool wendi_plan_profile_is_stale(const wendi_plan_profile *profile);
/** Revision of the world that the space shows. */
uint64_t wendi_plan_profile_revision(const wendi_plan_profile *profile);
/** Revision of the world as it is. */
uint64_t wendi_plan_profile_world_revision(const wendi_plan_profile *profile);
/** Goes on with the profile's hierarchy and index, where it has any, its space shows the world, and
 * nothing updates it. @param budget reduced by the work done. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_profile_build_behind(wendi_plan_profile *profile, wend_budget *budget);
/** True if searches may begin over a space that is older than its world: updates of the others end
 * with the world as it is. */
bool wendi_plan_profile_can_lag(const wendi_plan_profile *profile);
/** True if searches may begin: the space is complete, and shows the world as it is, or as it was when
 * an update began that took so long that the world was edited again meanwhile. */
bool wendi_plan_profile_may_start(const wendi_plan_profile *profile);
/** Brings the space to the world's revision as far as the budget goes; no search runs over it. What
 * is not a grid's is updated as a whole. @param steps set to the work done.
 * @return WEND_OK (complete), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again), and those of a level
 * no world can be made of any more. */
wend_result wendi_plan_profile_update(wendi_plan_profile *profile, wend_budget *budget,
                                      uint64_t *steps);
/** True if a path is still valid in the profile's space. @param steps set to the work done.
 * @param result WEND_OK, WEND_ERROR_MEMORY. */
bool wendi_plan_profile_validates(const wendi_plan_profile *profile, const wend_path *path,
                                  wend_path_shape shape, uint64_t *steps, wend_result *result);
void wendi_plan_profile_destroy(wendi_plan_profile *profile);
/** Cells for a distance in metres; a cell is 1 m in a world without cells. */
double wendi_plan_profile_cells(const wendi_plan_profile *profile, double metres);

/* ---- requests.c ---- */

/** As wend_planner_add_request. @param source 0 for the user's agents. */
wend_result wendi_plan_add_request(wend_planner *planner, const wend_planner_request_def *def,
                                   uint64_t source, wend_planner_request_id *id);
/** The id of the request of an agent; {0, 0} if it has none. */
wend_planner_request_id wendi_plan_request_of(wend_planner *planner, uint64_t source,
                                              uint64_t agent);
/** The request of an id, NULL if stale. Under the lock. */
wendi_plan_request *wendi_plan_find_request(const wend_planner *planner,
                                            wend_planner_request_id id);
/** Reports a stale id. @return WEND_ERROR_STALE. */
wend_result wendi_plan_refuse_id(wend_planner *planner, const char *function,
                                 wend_planner_request_id id);
/** Reports why a request's query was refused, or a result alone. @return the result. */
wend_result wendi_plan_refuse_query(wend_planner *planner, const char *function,
                                    const wendi_plan_request *request, wend_result result);
/** Its result so far. */
wend_result wendi_plan_request_result(const wend_planner *planner,
                                      const wendi_plan_request *request);
/** The path that it has; NULL if none. */
const wend_path *wendi_plan_request_path(const wend_planner *planner,
                                         const wendi_plan_request *request);
/** Ends a request that is under way with an answer of its own. */
void wendi_plan_request_end(wend_planner *planner, wendi_plan_request *request, wend_result result,
                            wend_failure_reason reason);
/** Puts an answered request under way again. */
void wendi_plan_request_reopen(wend_planner *planner, wendi_plan_request *request);
/** Makes a request ready. */
void wendi_plan_request_is_ready(wend_planner *planner, wendi_plan_request *request);
/** Notes that a callback is due. */
void wendi_plan_request_call(wend_planner *planner, const wendi_plan_request *request);
/** Frees a request that nothing refers to any more. */
void wendi_plan_request_free(wend_planner *planner, wendi_plan_request *request);
bool wendi_plan_request_is_under_way(const wendi_plan_request *request);

/** Makes a request the current one of its agent, in a table that has no other. @return false: the
 * agent has one. */
bool wendi_plan_request_enter(wend_planner *planner, const wendi_plan_request *request);
/** True if the request is the current one of its agent. */
bool wendi_plan_request_is_current(const wend_planner *planner, const wendi_plan_request *request);

/* ---- jobs.c ---- */

void wendi_plan_list_init(wendi_plan_list *list);
/** Adds a job at the end. */
void wendi_plan_list_add(wend_planner *planner, wendi_plan_list *list, uint32_t job);
/** Adds a job at the beginning. */
void wendi_plan_list_add_first(wend_planner *planner, wendi_plan_list *list, uint32_t job);
void wendi_plan_list_remove(wend_planner *planner, wendi_plan_list *list, uint32_t job);

/** A draft; NONE without memory (there is always a free job for a free request). */
uint32_t wendi_plan_job_draft(wend_planner *planner, const wend_planner_request_def *def);
/** Frees a job's copy of its query. */
void wendi_plan_job_free_query(const wend_planner *planner, wendi_plan_job *job);
/** Frees a job that is in no list and has no requests. */
void wendi_plan_job_free(wend_planner *planner, uint32_t job);
/** A job of the same key whose answer holds for a draft; NONE if there is none. */
uint32_t wendi_plan_job_like(const wend_planner *planner, uint32_t draft);
/** Makes a draft a job that waits. */
void wendi_plan_job_begin(wend_planner *planner, uint32_t job);
/** Makes a draft a job that follows another one. */
void wendi_plan_job_begin_near(wend_planner *planner, uint32_t job, uint32_t leader);
/** Puts a job into its profile's waiting list, by sequence. */
void wendi_plan_job_wait(wend_planner *planner, uint32_t job);
void wendi_plan_job_stop_waiting(wend_planner *planner, uint32_t job);
/** Raises the priority of a job. */
void wendi_plan_job_raise(wend_planner *planner, uint32_t job, uint32_t priority);
void wendi_plan_job_attach(wend_planner *planner, uint32_t job, uint32_t request);
/** Takes a request off its job; a job without requests is stopped, freed or cached. */
void wendi_plan_job_detach(wend_planner *planner, uint32_t request);
/** The job to be admitted next, of the profiles whose spaces are fresh; NONE if none waits. */
uint32_t wendi_plan_job_next(const wend_planner *planner);
/** True if any request of the job wants another answer where an edit breaks this one. */
bool wendi_plan_job_keeps_valid(const wend_planner *planner, uint32_t job);
void wendi_plan_job_stop_watching(wend_planner *planner, uint32_t job);
/** Watches a job that is done and has a path, if any of its requests wants that. */
void wendi_plan_job_watch(wend_planner *planner, uint32_t job);
/** A job whose answer was broken waits again. */
void wendi_plan_job_break(wend_planner *planner, uint32_t job);
/** Adds a job that was loaded at the end of the chain of its key. */
void wendi_plan_job_chain(wend_planner *planner, uint32_t job);
uint64_t wendi_plan_job_hash(const wendi_plan_job *job);
/** Ends a job: `found` is its answer. */
void wendi_plan_job_done(wend_planner *planner, uint32_t job);

/** A hash of a query without its start. */
uint64_t wendi_plan_job_goal_hash(const wendi_plan_job *job);
/** True if a draft may follow a job: its query is the same but for the start, and its answer holds. */
bool wendi_plan_job_may_lead(const wend_planner *planner, uint32_t job, uint32_t draft);

/* ---- near.c ---- */

/** Enters a job that others may follow. */
void wendi_plan_near_enter(wend_planner *planner, uint32_t job);
void wendi_plan_near_remove(wend_planner *planner, uint32_t job);
/** The job with the nearest start that a draft may follow; NONE if there is none. */
uint32_t wendi_plan_near_find(const wend_planner *planner, uint32_t draft);
/** A draft follows a job. */
void wendi_plan_near_follow(wend_planner *planner, uint32_t job, uint32_t leader);
/** A follower leaves its leader. */
void wendi_plan_near_leave(wend_planner *planner, uint32_t job);
/** All followers of a job are searched themselves. */
void wendi_plan_near_release(wend_planner *planner, uint32_t leader);
/** True if a job that was loaded follows another one that it may follow. */
bool wendi_plan_near_is_sound(const wend_planner *planner, const wendi_plan_job *job);
/** Puts all jobs that follow others among their followers, once they were loaded. */
void wendi_plan_near_restore(wend_planner *planner);
/** Answers the followers of a job that is done, with what it found. */
void wendi_plan_near_resolve(wend_planner *planner, uint32_t leader);
/** Likewise those of jobs that were done before, with what they show. */
void wendi_plan_near_resolve_ready(wend_planner *planner);

/* ---- marks.c ---- */

/** Marks the path of a job that is watched from now on, and is in the list. */
void wendi_plan_marks_add(wend_planner *planner, uint32_t job);
void wendi_plan_marks_remove(wend_planner *planner, uint32_t job);
/** Makes the watched jobs suspect whose paths may have been broken by an update of the space from a
 * revision on. @return steps. */
uint64_t wendi_plan_marks_suspect(wend_planner *planner, wendi_plan_profile *profile,
                                  uint64_t since);
/** Likewise those with walks near walls that changed since the last call. @return steps. */
uint64_t wendi_plan_marks_suspect_walls(wend_planner *planner, wendi_plan_profile *profile);
void wendi_plan_marks_free(wendi_plan_marks *marks, const wend_allocator *allocator);

/* ---- trees.c ---- */

/** Notes the goal of a job, and the steps of a search for it. @param pathfinder whose search has just
 * ended; NULL = none. */
void wendi_plan_trees_note(wend_planner *planner, const wendi_plan_job *job, uint64_t steps,
                           const wend_pathfinder *pathfinder);
/** Frees what a goal has. */
void wendi_plan_goal_free(const wend_planner *planner, wendi_plan_goal *goal);
/** Drops trees of older spaces, plants those that are wanted, and searches on in those that are not
 * complete. @param budget reduced by the work. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_trees_grow(wend_planner *planner, wend_budget *budget);
/** The tree for a query; NULL = none. */
const wendi_goal_tree *wendi_plan_tree_for(const wend_planner *planner, uint32_t profile,
                                           const wend_path_query *query);
/** Drops all trees of a profile, or of all (NULL), and forgets the goals. */
void wendi_plan_trees_drop(wend_planner *planner, const wendi_plan_profile *profile);
size_t wendi_plan_trees_bytes(const wend_planner *planner);
/** Grows the trees that were loaded to where they were. @return WEND_OK, WEND_NO_PATH (the world is
 * another), WEND_ERROR_MEMORY. */
wend_result wendi_plan_trees_replay(wend_planner *planner);
/** True if a goal can have a tree at all, over its profile's space. */
bool wendi_plan_goal_is_sound(const wend_planner *planner, const wendi_plan_goal *goal);

static inline wendi_plan_profile *wendi_plan_profile_of(const wend_planner *planner, uint32_t job)
{
    return planner->profiles[planner->jobs[job].profile];
}

#endif

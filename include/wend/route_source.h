/** @file wend/route_source.h
 * Route sources: where the bodies and formations of a crowd (wend/crowd.h) get their paths from.
 *
 *     body with a new goal ---> route query ---> source: pathfinder, planner ---> path, at once
 *                                                or callbacks of your own         or ticks later
 *
 * A crowd has one source (wend_crowd_def.route_source). One over a pathfinder answers at once, one over a
 * planner shares a budget among all bodies.
 */
#ifndef WEND_ROUTE_SOURCE_H
#define WEND_ROUTE_SOURCE_H

#include "wend/path_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Id of a body of a crowd. index1 0 = none. */
typedef struct wend_body_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_body_id;

/** The profile of a body that leaves the choice to its route source. */
#define WEND_ROUTE_PROFILE_ANY UINT32_MAX

/** A point on a floor. */
typedef struct wend_route_place {
    wend_vec2 position; /**< Metres. */
    uint32_t floor;     /**< Floor of the position. */
    double height;      /**< On a mesh (wend_crowd_def.mesh): height of the position, metres. */
} wend_route_place;

/** Goals of a route query. */
typedef enum wend_route_goal {
    WEND_ROUTE_TO_POINT = 0, /**< query.to (wend_crowd_set_goal). */
    WEND_ROUTE_TO_PLACES,    /**< The nearest of query.places (wend_crowd_set_goal_places). */
    WEND_ROUTE_TO_TAG        /**< The nearest thing of query.tag (wend_crowd_set_goal_tag). */
} wend_route_goal;

/** A route query of a body or formation. */
typedef struct wend_route_query {
    uint64_t ticket;      /**< Identifies the query; never 0, never used twice by one crowd. */
    wend_vec2 from;       /**< Metres. */
    wend_vec2 to;         /**< Metres; of TO_PLACES and TO_TAG the goal of the present path, and
                               `from` before there is one. */
    uint32_t from_floor;  /**< Floor of from. */
    uint32_t to_floor;    /**< Floor of to. */
    uint32_t crowd_class; /**< Class of the body. */
    double radius;        /**< Radius of the body, metres. */
    bool is_around_jam;   /**< True if other bodies block the present path: the source should use
                               overlays (see wend_crowd_def.jam_grid) or find another path. The same
                               path again counts as WEND_NO_PATH: the body keeps its path. */
    uint64_t user;        /**< User value of the body. */
    double from_height;   /**< Height of from_floor, metres (wend_crowd_def.floor_heights). */
    double to_height;     /**< Height of to_floor. */
    wend_body_id body;    /**< The body; {0, 0} of a formation. */
    uint32_t priority;    /**< wend_body_def.route_priority; 0 of a formation. */
    uint32_t profile; /**< wend_body_def.route_profile; WEND_ROUTE_PROFILE_ANY of a formation. */
    wend_route_goal goal;           /**< What is asked for. */
    uint32_t tag;                   /**< For TO_TAG. */
    const wend_route_place *places; /**< [place_count] for TO_PLACES; valid during the call. */
    size_t place_count;             /**< 1 to WEND_CROWD_PLACES_MAX for TO_PLACES. */
    const double *place_heights;    /**< [place_count] heights of the floors of places; likewise. */
} wend_route_query;

/** What a route source says beside the path. */
typedef struct wend_route_answer {
    uint64_t item; /**< The item found, a number of the source. Of TO_PLACES the index of the
                           place. */
    bool has_item; /**< False (default): no item; of TO_PLACES the place nearest to the path's end
                           counts. */
    double cost_unit; /**< Metres that a cost of 1 (2^32) of a leg stands for: the cell size of
                           grids, 1 on graphs and meshes. 0 (default): costs count nothing, lengths
                           do. For the expected times of legs (wend_crowd_def.stuck_leg_factor). */
} wend_route_answer;

/** A source of paths: wend_route_source_from_pathfinder, or callbacks of your own.
 *
 * wend_crowd_tick calls it on its own thread, in the order of bodies, then of formations; every
 * call that ends a goal may call cancel. All three functions may read the crowd and its world.
 * Every call that would change the crowd gives WEND_ERROR_BUSY and changes nothing. They must not
 * change or destroy its grids, walls and flow, nor destroy the crowd; all else, other crowds
 * included, is allowed.
 *
 * A tick that fails for memory (WEND_ERROR_MEMORY) may have started or polled some queries. Their
 * answers are kept, and queries under way continue: the repeated tick starts only the rest, so the
 * source receives the calls of a tick once, whether it failed or not. If the body or formation gets
 * another order or is removed in between, its kept answer is dropped and its query is cancelled. */
typedef struct wend_route_source {
    /** Starts a query. May fill the path at once.
     * @return WEND_OK (path is complete), WEND_PARTIAL (path is the beginning of the path; the body
     * walks it meanwhile; the goal stays the same and does not count as reached at the path's end;
     * with a poll the query stays under way, without one a new query starts from the path's end,
     * and there is no path when its answer leads no further), WEND_IN_PROGRESS (later),
     * WEND_NO_PATH (to a query around a jam: no other path); errors count as no path, also
     * WEND_ERROR_MEMORY of a source that cannot fill the path, whose memory is of the crowd's
     * allocator. */
    wend_result (*start)(void *context, const wend_route_query *query, wend_path *path);
    /** Polls a query under way; called once a tick for each. Results as start; WEND_PARTIAL with an
     * empty path, or with the same path as before, is no news. May be NULL if start never returns
     * WEND_IN_PROGRESS. */
    wend_result (*poll)(void *context, uint64_t ticket, wend_path *path);
    /** Cancels a query: its answer is no longer needed. May be NULL. */
    void (*cancel)(void *context, uint64_t ticket);
    void *context; /**< Passed back untouched. */
    /** Polls like `poll`, with the query as it would be put now: where the body has moved to since.
     * So the source can lead on from there without a step back. Called instead of poll unless NULL.
     */
    wend_result (*poll_from)(void *context, const wend_route_query *now, wend_path *path);
    /** Says more about the path that start, poll or poll_from has just returned WEND_OK or
     * WEND_PARTIAL for; called at once, before any other function. May be NULL.
     * @param query as in that call; after poll, as poll_from would get it.
     * @param answer zeroed. */
    void (*get_answer)(void *context, const wend_route_query *query, wend_route_answer *answer);
    /** Returns true if a query with this ticket is under way, also after the source itself was saved
     * and loaded. wend_crowd_load keeps such queries and starts all others again. It changes
     * nothing. NULL: all queries are started again. */
    bool (*has_ticket)(void *context, uint64_t ticket);
} wend_route_source;

/** Returns the route source that finds every path with a pathfinder, at once.
 *
 *     crowd_def.route_source = wend_route_source_from_pathfinder(pathfinder);
 *
 * All bodies get paths for the class, team and radius of the pathfinder, over its world, at the
 * heights of their floors (wend_crowd_def.floor_heights): crowds of several kinds of bodies need a
 * source that chooses. Orders to a tag are answered over graphs; the item is the node. Over a grid,
 * graph, mesh or level the pathfinder follows edits; a shared space has to be updated before the
 * tick. The wend_pathfinder must outlive the crowd, and no other thread uses it
 * during a tick.
 * @param pathfinder NULL: no body gets a path. */
WEND_API wend_route_source wend_route_source_from_pathfinder(wend_pathfinder *pathfinder);

/** Returns a route source that asks a planner.
 *
 *     crowd_def.route_source = wend_route_source_from_planner(planner, profile);
 *     each frame: edits, wend_planner_update, wend_crowd_tick
 *
 * Queries become requests of the profile: the answer comes with a later tick, after an update.
 * Until then a body does what wend_body_def.meanwhile says; from the fourth update on it walks the
 * best path so far, if there is one. The whole path then leads on from where the body is
 * (wend_planner_join), and is asked for again from there where it cannot be joined. Requests have
 * the priority of their body, one more around a jam. Bodies whose route_profile names another
 * profile get paths for that one. Paths are at the heights of the floors
 * (wend_crowd_def.floor_heights). Cancelled and answered requests are released. The planner must
 * outlive the crowd; it may be updated by another thread between ticks.
 * @param planner NULL: no body gets a path. A call makes a source for one crowd; after
 * WEND_PLANNER_SOURCES_MAX calls for one planner sources find no path.
 * @param profile of no such profile, no body gets a path. */
WEND_API wend_route_source wend_route_source_from_planner(wend_planner *planner, uint32_t profile);

/** Any class, in a rule. */
#define WEND_ROUTE_CLASS_ANY UINT32_MAX

/** A rule: bodies of this class and size get paths for this profile. */
typedef struct wend_route_rule {
    uint32_t crowd_class; /**< Class of the body, or WEND_ROUTE_CLASS_ANY. */
    double max_radius;    /**< Metres: bodies of this radius or less; infinity = any. */
    uint32_t profile;     /**< Profile of the planner. */
} wend_route_rule;

/** Definition of a route source over several profiles of a planner. */
typedef struct wend_profile_source_def {
    uint32_t cookie;              /**< Set by wend_profile_source_def_default; leave it. */
    wend_planner *planner;        /**< Must outlive the crowd. */
    const wend_route_rule *rules; /**< [rule_count], copied. The first that fits a body holds; where
                                       none fits, there is no path. A body's route_profile goes
                                       before all rules. */
    size_t rule_count;            /**< 1 to WEND_CROWD_RULES_MAX. */
    uint32_t partial_after_updates; /**< As wend_planner_request_def; 0 = no partial paths. Default
                                         4. */
    wend_path_shape shape;          /**< Shape of the paths. Default quick. */
    double noise; /**< Variety of the paths over grids and graphs, as wend_path_query.noise,
                                0 to 10; the seed is the index of the body. Default 0. */
    const wend_items *items; /**< Things of orders to a tag, over any world; wend_route_answer.item
                                  is then the generation of the item times 2^32, plus its index1.
                                  Must outlive the planner. NULL (default): nodes of the tag, over
                                  graphs only. */
} wend_profile_source_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_profile_source_def wend_profile_source_def_default(void);
/** Makes a route source that chooses the profile by the class and radius of the body; otherwise as
 * wend_route_source_from_planner.
 * @param source zeroed first. It lasts as long as the planner.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also a profile that the planner does not have),
 * WEND_ERROR_FULL (WEND_PLANNER_SOURCES_MAX), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_route_source_from_profiles(const wend_profile_source_def *def,
                                                     wend_route_source *source);

#ifdef __cplusplus
}
#endif
#endif

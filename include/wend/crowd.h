/* wend/crowd.h: bodies that walk together, keep apart, and arrive.
 *
 *    goal ---> preferred      ---> velocity that   ---> contact: nobody     ---> position,
 *    (path,    velocity            avoids others,       overlaps, walls          events
 *    flow,     (smoothed,          passes on one        hold, the heavier
 *    slot,     limited by          side, gives way      pushes
 *    steering) turn rate)
 *
 * A crowd holds discs on the ground and moves them by a fixed step. Each body has a goal: a path of
 * legs, an order of a flow (wend/flow.h), a slot in a formation (wend/formation.h), a point, or
 * velocities that you set or that steering behaviours (wend/steer.h) work out. Every tick the crowd
 * finds neighbours, works out what each body would like to do, what it can do without running into
 * others, and what is possible without anybody overlapping; then it reports what happened.
 *
 * What holds after every tick, whatever the inputs: no body that was outside of walls is in one or
 * beyond one; bodies that did not overlap do not, however hard forces throw them. Who is in a wall
 * that was built walks out of it as soon as others leave room; bodies that were put down on others
 * are pushed apart.
 *
 * Bodies that stand aside, that arrived and that wait make way for those who want to pass, and
 * return. Those who meet pass on the right (of y up; the left where y grows downwards).
 *
 * Threads: one call at a time that changes a crowd; wend_crowd_tick spreads over the executor.
 * Reading from several threads at once is fine between ticks. The same inputs give the same bits
 * for any number of threads, on every machine.
 *
 * Sources: van den Berg, Guy, Lin, Manocha, "Reciprocal n-Body Collision Avoidance" (2011);
 * Zhou, Wang, Bandyopadhyay, Schwager, "Fast, On-line Collision Avoidance for Dynamic Vehicles
 * Using Buffered Voronoi Cells" (2017). What differs, and why: docs/crowd.md.
 */
#ifndef WEND_CROWD_H
#define WEND_CROWD_H

#include "wend/flow.h"
#include "wend/path.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_CROWD_BODIES_MAX = 1 << 24, /**< Largest limit of a crowd. */
    WEND_CROWD_CLASSES_MAX = 32,     /**< Most classes of one crowd. */
    WEND_CROWD_FLOORS_MAX = 64       /**< Most floors of one crowd. */
};

typedef struct wend_crowd wend_crowd;

/* ---- the crowd ---- */

/** What bodies walk on and what stops them. Both may be there, either, or none: an open plane. */
typedef struct wend_crowd_floor {
    const wend_grid *grid; /**< Squares or hexes, not wrapping; cells that are closed to a class,
                              and the outside, are walls. NULL = none. Must outlive the crowd. */
    const wend_walls
        *walls; /**< Segments and solid polygons. NULL = none. Must outlive the crowd. */
} wend_crowd_floor;

/** Who is stopped by what. */
typedef struct wend_crowd_class {
    uint32_t movement_class; /**< Whose costs of the grids. Default 0. */
    uint32_t team;           /**< Whose gates. Default WEND_TEAM_NONE. */
    uint32_t stops;          /**< Which of the walls. Default WEND_STOPS_WALK. */
} wend_crowd_class;

/** Class 0 of the grid, no team, walls that stop walking. */
WEND_API wend_crowd_class wend_crowd_class_default(void);

/** A question for a way. */
typedef struct wend_route_query {
    uint64_t ticket; /**< Names the question; never 0, never used twice by one crowd. */
    wend_vec2 from;  /**< Metres. */
    wend_vec2 to;    /**< Metres. */
    uint32_t from_floor, to_floor;
    uint32_t crowd_class;
    double radius;      /**< Of the body, metres. */
    bool is_around_jam; /**< Asked because the way there was is blocked by others: the source should
                           look at overlays (see wend_crowd_def.jam_grid) or find another way. The
                           same way again counts as WEND_NO_PATH: the body keeps what it has. */
    uint64_t user;      /**< Of the body. */
} wend_route_query;

/** Where paths come from: a planner, wend_pathfinder, or your own search. Called by wend_crowd_tick
 * on the thread that called it, in the order of bodies, then of formations; cancel also by every
 * call that ends a goal. All three may read the crowd and what it stands on. Every call that would
 * change the crowd gives WEND_ERROR_BUSY and changes nothing. They must not change or destroy its
 * grids, walls and flow, nor destroy the crowd; all else, other crowds among it, is allowed.
 *
 * A tick that gets no memory (WEND_ERROR_MEMORY) may have asked or polled some of its questions by
 * then. What they were answered is kept, and questions under way stay so: the tick that is tried
 * again asks only the rest, so that the source sees the calls of a tick once, whether it failed or
 * not. An answer that was kept is dropped, and a question under way is cancelled, where the body or
 * formation gets another order or is taken away in between. */
typedef struct wend_route_source {
    /** Asks for a way. May fill the path at once.
     * @return WEND_OK (path is filled with all of the way), WEND_PARTIAL (path is filled with the
     * beginning of the way, which is walked meanwhile; the goal stays what it is and does not count
     * as reached at the path's end; with a poll the question stays under way, without one it is
     * asked again from there, and there is no way when the answer leads no further),
     * WEND_IN_PROGRESS (later), WEND_NO_PATH (to a question about a jam: none but the way there
     * was); errors count as no path, also WEND_ERROR_MEMORY of a source that cannot fill the path,
     * whose memory is of the crowd's allocator. */
    wend_result (*ask)(void *context, const wend_route_query *query, wend_path *path);
    /** Is it there by now? Called once a tick for each question under way. Results as ask;
     * WEND_PARTIAL with an empty path, or with the one that was told before, is nothing new. May be
     * NULL where ask never says later. */
    wend_result (*poll)(void *context, uint64_t ticket, wend_path *path);
    /** Nobody wants the answer any more. May be NULL. */
    void (*cancel)(void *context, uint64_t ticket);
    void *context; /**< Passed back untouched. */
} wend_route_source;

/** What a body does that gets no nearer to its goal. Bits; what is set is tried in this order, each
 * for its time, and then over again. */
typedef enum wend_stuck_plan {
    WEND_STUCK_YIELD = 1,    /**< Others go first. */
    WEND_STUCK_BACK_OFF = 2, /**< Steps back, then tries again. */
    WEND_STUCK_REROUTE = 4,  /**< Asks the route source for a way around the jam; flow orders get it
                                by jam_grid's overlay. */
    WEND_STUCK_GIVE_UP = 8,  /**< Stops where it is and says so. */
    WEND_STUCK_CONTINUE = 0  /**< Only says so, and goes on; also said when all were tried. */
} wend_stuck_plan;

typedef struct wend_crowd_def {
    uint32_t cookie;                /**< Set by wend_crowd_def_default; leave it. */
    uint32_t max_bodies;            /**< Most bodies at once, 1 to WEND_CROWD_BODIES_MAX. All memory
                                       of bodies, some 1500 bytes each, is taken at creation. Default 1024. */
    const wend_crowd_floor *floors; /**< [floor_count]; read by the call only. NULL (default): one
                                       floor, of grid and walls: */
    uint32_t floor_count;           /**< 1 to WEND_CROWD_FLOORS_MAX where floors is set. */
    const wend_grid *grid;          /**< Where floors is NULL. Default NULL. */
    const wend_walls *walls;        /**< Where floors is NULL. Default NULL. */
    const wend_crowd_class *classes; /**< [class_count]; NULL (default) = one, the default class. */
    uint32_t class_count;            /**< 1 to WEND_CROWD_CLASSES_MAX where classes is set. */
    double step;                     /**< Seconds of a tick, 1/240 to 1/4. Default 0.05. */
    double max_radius; /**< Metres: largest radius of a body, 1e-6 to 64. Default 1. */
    double horizon;    /**< Seconds that bodies look ahead for others, 0.1 to 60. Default 4. */
    double reach;      /**< Metres at most that they look for others, 1 to 64. Default
                          6. */
    uint64_t seed;     /**< For whatever is to look random. Default 1. */
    wend_flow *flow; /**< For goals by flow; must outlive the crowd. A tick adds sources for bodies
                        that lost their way. NULL (default). */
    wend_route_source
        route_source;         /**< For wend_crowd_set_goal. Zeroed (default): straight lines. */
    wend_grid *jam_grid;      /**< Bodies that are stuck make the ground under their jam dearer
                                 here, for a while (wend/overlay.h), on floor 0; usually the same
                                 grid as the floor's. Flow orders and searches then lead around.
                                 NULL (default): not. */
    uint32_t stuck_plan;      /**< Bits of wend_stuck_plan, no others. Default LET_PASS | BACK_OFF |
                                 REROUTE. */
    double stuck_margin;      /**< A body counts as stuck that gets no nearer for so many times its
                                 leg's free time, but 4 to 10 seconds. 1 to 100. Default 3. */
    wend_executor executor;   /**< Default serial. Must outlive the crowd. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_crowd_def;

WEND_API wend_crowd_def wend_crowd_def_default(void);
/** Makes an empty crowd. @param crowd set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message says what), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (a grid that wraps). */
WEND_API wend_result wend_crowd_create(const wend_crowd_def *def, wend_crowd **crowd);
/** The sentence of the last failure of a call that takes the crowd to change it, formations' too:
 * field, value and range; "" while none failed. Calls that succeed leave it, so read it after one
 * that failed; WEND_ERROR_BUSY leaves it, too. Never NULL; changes with the next failure. */
WEND_API const char *wend_crowd_error(const wend_crowd *crowd);
/** Frees; NULL is fine. */
WEND_API void wend_crowd_destroy(wend_crowd *crowd);

/* ---- bodies ---- */

/** A body. index1 0 = none. */
typedef struct wend_body_id {
    uint32_t index1;
    uint32_t generation;
} wend_body_id;

typedef struct wend_body_def {
    uint32_t cookie;     /**< Set by wend_body_def_default; leave it. */
    wend_vec2 position;  /**< Metres, up to 2^30 from the origin. */
    uint32_t floor;      /**< Default 0. */
    double heading;      /**< Radians, where it looks at first, -1e6 to 1e6. Default 0 (along x). */
    double radius;       /**< Metres, 1e-6 to max_radius. Default 0.25. */
    double speed;        /**< Metres a second that it likes to walk, 0 to 100. Default 1.3. */
    double max_speed;    /**< And runs at most, for catching up in formation; what steering goes at
                             (wend_crowd_set_steering). 0 to 100; 0 = speed times 1.25. Default 0. */
    double acceleration; /**< Metres a second squared at most, for speeding up and slowing down by
                            itself, 0 to 1e6; 0 = any (default). */
    double turn_rate;    /**< Radians a second at most that its heading turns, 0 to 1e6; 0 = any
                            (default). A body with a turn rate goes where it looks: it turns in
                            arcs. */
    double turn_radius;  /**< Metres: the least arc it can drive; it cannot turn on the spot and
                            looks for room to turn, backwards too. 0 to 1e6; 0 = it can (default). */
    double mass;         /**< Kilograms, 1e-6 to 1e9: who pushes whom. Default 80. */
    uint32_t crowd_class; /**< Index into the crowd's classes. Default 0. */
    uint32_t layer;       /**< Bits: which layers it is on. Default 1. */
    uint32_t avoids;      /**< Bits: whom it walks around. Default all. */
    uint32_t touches;     /**< Bits: whom it cannot stand in. Two bodies touch only if each touches
                             the other. Default all. */
    uint32_t group;       /**< For steering's neighbours, and for you. Default 0. */
    int32_t priority;     /**< Who has more does not make way for who has less, unless it stands
                             (wend_crowd_set_held for those who are not to). Default 0. */
    uint64_t user;        /**< Kept for you. */
} wend_body_def;

WEND_API wend_body_def wend_body_def_default(void);
/** Puts a body down, in constant time. It may overlap others (they are pushed apart); a place in a
 * wall is an error (its middle counts). @param def from wend_body_def_default: a zeroed one is an
 * error. @param id may be NULL; set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a value out of range, a place outside or in a wall),
 * WEND_ERROR_FULL (max_bodies), WEND_ERROR_MEMORY (of what
 * follows edits of grids and walls). */
WEND_API wend_result wend_crowd_add_body(wend_crowd *crowd, const wend_body_def *def,
                                         wend_body_id *id);
/** Takes a body away, in constant time. Its route and slot are given back.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_remove_body(wend_crowd *crowd, wend_body_id id);

/** What a body is after. */
typedef enum wend_body_goal {
    WEND_BODY_GOAL_NONE = 0, /**< Stands where it is, and makes way. */
    WEND_BODY_GOAL_POINT,    /**< A point, by a path from the route source. */
    WEND_BODY_GOAL_PATH,     /**< The end of a path that was given. */
    WEND_BODY_GOAL_FLOW,     /**< The goal of an order of the flow. */
    WEND_BODY_GOAL_SLOT,     /**< A slot in a formation. */
    WEND_BODY_GOAL_VELOCITY, /**< A velocity that was set. */
    WEND_BODY_GOAL_STEER     /**< What a set of steering behaviours says. */
} wend_body_goal;

/** What became of a goal. */
typedef enum wend_body_state {
    WEND_BODY_NONE = 0,     /**< There is none. */
    WEND_BODY_PATH_PENDING, /**< The route is not there yet: goes straight at the goal, or stands at
                         the end of the part of it that is known (WEND_PARTIAL). */
    WEND_BODY_MOVING,       /**< On its way; for good by a velocity or by steering. */
    WEND_BODY_ARRIVED,      /**< There, or as near as those who came first let it. */
    WEND_BODY_NO_PATH, /**< There is no way: stands. By a flow it goes on when there is one; what
                         wend_crowd_set_goal asked for is not asked again: call it anew. */
    WEND_BODY_GIVEN_UP /**< Stuck, and the plan said to stop. */
} wend_body_state;

/** A body as it is. */
typedef struct wend_body {
    wend_vec2 position;  /**< Metres. */
    wend_vec2 velocity;  /**< Metres a second: what it moved in the last tick over the step, forces
                            included; jumps and wend_crowd_set_position are no movement. 0 before a
                            tick.  Impulses since then are added at once. */
    wend_vec2 preferred; /**< What it wanted. */
    double heading;      /**< Radians, -pi to pi. */
    double radius, speed, mass;
    uint32_t floor, crowd_class, group;
    int32_t priority;
    wend_body_goal goal;
    wend_body_state state;
    wend_vec2 goal_point; /**< Where that is, as far as it is known. */
    double distance_left; /**< Metres left, along its way; 0 of one that arrived. */
    bool is_stuck;        /**< Was WEND_EVENT_STUCK told, and not yet what it came to? */
    uint32_t behaviour;   /**< wend_behaviour of the leg of its path that it is on, as told by
                             WEND_EVENT_LEG; WEND_BEHAVIOUR_WALK without a path, and once it has
                             arrived. */
    uint64_t user;
} wend_body;

/** @param body zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_body(const wend_crowd *crowd, wend_body_id id, wend_body *body);
/** The definition that would make a body as it is now, where it is now: for a change of some of it.
 * @param def zeroed first. max_speed is 0 where it is the default of its speed, and so stays that
 * of a speed that is changed. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_body_def(const wend_crowd *crowd, wend_body_id id,
                                             wend_body_def *def);
/** Changes what a body is: all of def but position, floor, heading.
 * @return as wend_crowd_add_body, and WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_body(wend_crowd *crowd, wend_body_id id,
                                         const wend_body_def *def);
/** Sets a body down elsewhere. @return WEND_OK, WEND_ERROR_ARGUMENT (outside, in a wall, NaN),
 * WEND_ERROR_STALE, WEND_ERROR_MEMORY (of what follows edits of grids and walls). */
WEND_API wend_result wend_crowd_set_position(wend_crowd *crowd, wend_body_id id, wend_vec2 position,
                                             uint32_t floor);
/** How many bodies there are. */
WEND_API uint32_t wend_crowd_body_count(const wend_crowd *crowd);
/** All bodies, by index. @param ids [capacity], may be NULL when capacity is 0. @param count how
 * many there are. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_list_bodies(const wend_crowd *crowd, wend_body_id *ids,
                                            size_t capacity, size_t *count);
/** For drawing ten thousand at once: bodies by index, gaps left out.
 * @param x, y, heading, radius [capacity] or NULL. @param users [capacity] or NULL.
 * @return how many were written. */
WEND_API size_t wend_crowd_read_bodies(const wend_crowd *crowd, size_t capacity, wend_body_id *ids,
                                       double *x, double *y, double *heading, double *radius,
                                       uint64_t *users);
/** Bodies whose discs come within a distance (<=) of a centre, by index. As of the last tick or
 * edit. @param ids [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_query_circle(const wend_crowd *crowd, uint32_t floor,
                                             wend_vec2 centre, double radius, wend_body_id *ids,
                                             size_t capacity, size_t *count);

/* ---- goals: each call replaces the goal there was; WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE
 * and what is said ---- */

/** Sends a body to a point, by a path that the route source is asked for in the next tick. Until
 * that is there it heads for the goal; without a source always, up to the wall in its way. A point
 * in a wall is accepted. Several that are sent to one point one by one stop around it, later than
 * those of wend_crowd_set_group_goal. With floor_count 1 to_floor is 0. */
WEND_API wend_result wend_crowd_set_goal(wend_crowd *crowd, wend_body_id id, wend_vec2 to,
                                         uint32_t to_floor);
/** Sends many to one point: they settle around it in a compact shape, nobody jostles for the
 * middle, and each is reported as arrived. @param ids [count].
 * @return also WEND_ERROR_STALE for any of them; then nobody was sent. */
WEND_API wend_result wend_crowd_set_group_goal(wend_crowd *crowd, const wend_body_id *ids,
                                               size_t count, wend_vec2 to, uint32_t to_floor);
/** Gives a path to walk. Copied; what lies behind the body is left out. Legs whose behaviour is not
 * to walk are reported as they begin (WEND_EVENT_LEG), and so is the leg after such a one, whatever
 * its behaviour: the last behaviour that was told holds until the next one, the body's arrival, or
 * another order. TELEPORT legs are done at once.
 * @return also WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_follow_path(wend_crowd *crowd, wend_body_id id,
                                            const wend_path *path);
/** Lets many follow an order of the crowd's flow. Around its goal they settle as in
 * wend_crowd_set_group_goal. The order's class (wend_flow_class.radius) decides which gaps it leads
 * through, not the bodies' radius. @param ids [count].
 * @return WEND_ERROR_ARGUMENT also where the crowd has no flow. */
WEND_API wend_result wend_crowd_follow_flow(wend_crowd *crowd, const wend_body_id *ids,
                                            size_t count, wend_flow_request_id order);
/** A velocity to walk at from now on; avoidance and contact still hold. Steering of your own. */
WEND_API wend_result wend_crowd_set_velocity(wend_crowd *crowd, wend_body_id id,
                                             wend_vec2 velocity);
/** Stops: it stands, and makes way. */
WEND_API wend_result wend_crowd_stop(wend_crowd *crowd, wend_body_id id);
/** Does it make way while it stands? Default yes. One who holds is walked around. */
WEND_API wend_result wend_crowd_set_held(wend_crowd *crowd, wend_body_id id, bool is_held);
/** What is left of its way, straightened as it will be walked.
 * @param points [capacity], from where it is to the goal; may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_NO_PATH (no path: points is empty), and the above. */
WEND_API wend_result wend_crowd_get_path(const wend_crowd *crowd, wend_body_id id,
                                         wend_vec2 *points, size_t capacity, size_t *count);

/* ---- forces from outside ---- */

/** Adds to a body's velocity at once: newton seconds over its mass. It slides along walls and never
 * ends in or beyond one, however large the impulse is; friction brings it back to its own pace. */
WEND_API wend_result wend_crowd_apply_impulse(wend_crowd *crowd, wend_body_id id,
                                              wend_vec2 impulse);
/** An explosion: bodies within the radius get an impulse away from the centre, full there and none
 * at the edge; walls between shield them if is_shielded. @param impulse newton seconds.
 * @param hit_count how many it reached; may be NULL. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY (of what follows edits of walls, if is_shielded). */
WEND_API wend_result wend_crowd_apply_explosion(wend_crowd *crowd, uint32_t floor, wend_vec2 centre,
                                                double radius, double impulse, bool is_shielded,
                                                size_t *hit_count);

/** A place where something moves whoever is there. */
typedef enum wend_zone_kind {
    WEND_ZONE_CONVEYOR = 0, /**< Carries along at a velocity. */
    WEND_ZONE_WIND,         /**< Accelerates by a force over the mass. */
    WEND_ZONE_TORNADO       /**< Whirls around its centre and draws in. */
} wend_zone_kind;

typedef struct wend_zone_def {
    uint32_t cookie; /**< Set by wend_zone_def_default; leave it. */
    wend_zone_kind kind;
    uint32_t floor;
    wend_vec2 low,
        high; /**< A rectangle (conveyor, wind). Like centre up to 2^30 metres from the origin. */
    wend_vec2 centre;   /**< A circle (tornado). */
    double radius;      /**< 0 to 2^30. */
    wend_vec2 velocity; /**< -1e9 to 1e9 each. Conveyor: metres a second. Wind: newtons. Tornado: x
                           around (left turning), y inwards, newtons at the edge of its eye. */
    uint32_t layers;    /**< Bits: whom it moves. Default all. */
} wend_zone_def;

/** A zone. index1 0 = none. */
typedef struct wend_zone_id {
    uint32_t index1;
    uint32_t generation;
} wend_zone_id;

WEND_API wend_zone_def wend_zone_def_default(void);
/** @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (4096). */
WEND_API wend_result wend_crowd_add_zone(wend_crowd *crowd, const wend_zone_def *def,
                                         wend_zone_id *id);
/** Changes it: a tornado wanders. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_zone(wend_crowd *crowd, wend_zone_id id,
                                         const wend_zone_def *def);
WEND_API wend_result wend_crowd_remove_zone(wend_crowd *crowd, wend_zone_id id);

/* ---- time ---- */

/** Moves everybody by one step. Takes no memory once warm: when as many bodies, paths and walls
 * were there before. Walls and grids may have been edited since the last tick; the flow is sampled
 * as it is (call wend_flow_update yourself, with its budget).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (nothing changed, neither what is hashed
 * nor what is saved: call again, and it does what it would have done; see wend_route_source for
 * questions that were asked by then), WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_crowd_tick(wend_crowd *crowd);
/** Ticks since creation. */
WEND_API uint64_t wend_crowd_tick_count(const wend_crowd *crowd);

/* ---- what happened ---- */

typedef enum wend_event_kind {
    WEND_EVENT_ARRIVED = 1, /**< A body got to its goal. */
    WEND_EVENT_LEG,      /**< A leg of its path begins that is not walked, or the leg after such a
                            one; behaviour and value = index of the leg. */
    WEND_EVENT_ROUTE,    /**< Its route is there, all of it. */
    WEND_EVENT_NO_PATH,  /**< There is none; it stands. */
    WEND_EVENT_STUCK,    /**< Behind time and no nearer; value = wend_stuck_plan it follows now. One
                            for each plan that is tried, with value 0 when all were, and over again
                            after some seconds. Then exactly one of these tells what it came to:
                            FREE, ARRIVED, GIVEN_UP, NO_WAY; none where you give it another order or
                            take it away. */
    WEND_EVENT_FREE,     /**< Nearer again while it was stuck, or on another way. */
    WEND_EVENT_GIVEN_UP, /**< It stopped. */
    WEND_EVENT_EMBEDDED, /**< A wall was built on it; it is moved out to the nearest free place. */
    WEND_EVENT_FLOOR     /**< It went to another floor; value = which. */
} wend_event_kind;

typedef struct wend_event {
    wend_event_kind kind;
    uint32_t behaviour; /**< LEG: wend_behaviour. */
    wend_body_id body;
    uint64_t value;
    uint64_t user; /**< Of the body. */
} wend_event;

/** The events of the last tick, by body index and kind. Valid until the next tick.
 * @param count set always. @return [count], NULL when there are none. */
WEND_API const wend_event *wend_crowd_get_events(const wend_crowd *crowd, size_t *count);

/** Figures. */
typedef struct wend_crowd_info {
    uint32_t bodies, max_bodies;
    uint32_t moving, arrived, stuck; /**< Bodies with such a state, as they are now. */
    uint64_t tick;
    double last_overlap; /**< Deepest overlap of two bodies in the last tick, as part of the smaller
                            one's diameter. */
    double max_overlap;  /**< Since creation. */
    uint64_t wall_violations; /**< Bodies in or beyond walls at the end of a tick, since creation,
                                 those buried by edits not counted. Is 0. */
    uint64_t pairs_last;      /**< Pairs of neighbours that the last tick looked at. */
    size_t memory_bytes;
    uint64_t ns_cells, ns_goals, ns_avoid, ns_contact, ns_rest; /**< Of the last tick, by the clock;
                                                                    not part of any state. */
    double step;                                                /**< Seconds of a tick. */
} wend_crowd_info;

/** @param info zeroed when crowd is NULL. Cost: a look at each body. */
WEND_API void wend_crowd_get_info(const wend_crowd *crowd, wend_crowd_info *info);

/* ---- state ---- */

/** Fingerprint of all bodies, goals, formations, zones and the tick. */
WEND_API uint64_t wend_crowd_hash(const wend_crowd *crowd);
/** Writes all that the crowd is (little-endian, with version and checksum): not its grids, walls
 * and flow, nor questions to the route source, which are asked again.
 * @param bytes [capacity], may be NULL when capacity is 0. @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_save(const wend_crowd *crowd, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Replaces what a crowd holds by what wend_crowd_save wrote, seed, horizon, reach and what it does
 * about being stuck among it; it continues bit for bit if floors, classes and flow are the same as
 * they were. A flow's orders are not in the bytes: a new flow has to give the ids out anew, which
 * it does for the same requests in the same order (and be updated as far). Ids stay valid. Files of
 * the first version do not hold what bodies moved: wend_body.velocity is 0 until the next tick, all
 * else is as it was. Bytes from anywhere are safe to try. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, or of a crowd with another step,
 * max_radius, or number of floors or classes), WEND_ERROR_FULL (more bodies than max_bodies),
 * WEND_ERROR_MEMORY, WEND_ERROR_BUSY (from a callback). After an error all is as before. */
WEND_API wend_result wend_crowd_load(wend_crowd *crowd, const uint8_t *bytes, size_t count,
                                     wend_message *message);

/* ---- pictures ---- */

/** What is drawn. Bits. */
typedef enum wend_crowd_show {
    WEND_CROWD_SHOW_BODIES = 1,
    WEND_CROWD_SHOW_HEADINGS = 2,
    WEND_CROWD_SHOW_VELOCITIES = 4,
    WEND_CROWD_SHOW_PREFERRED = 8, /**< What they want. */
    WEND_CROWD_SHOW_PATHS = 16,    /**< Paths that are left. */
    WEND_CROWD_SHOW_GOALS = 32,
    WEND_CROWD_SHOW_NEIGHBOURS = 64,   /**< Lines to those that are looked at. */
    WEND_CROWD_SHOW_HALF_PLANES = 128, /**< Borders of where a body may go in this tick. */
    WEND_CROWD_SHOW_FORMATIONS = 256,  /**< Slots, and who goes to which. */
    WEND_CROWD_SHOW_ZONES = 512,
    WEND_CROWD_SHOW_STUCK = 1024,
    WEND_CROWD_SHOW_ALL = 2047
} wend_crowd_show;

/** Draws the bodies of one floor. @param show bits of wend_crowd_show.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_draw(const wend_crowd *crowd, uint32_t floor, uint32_t show,
                                     const wend_draw *draw);
/** Draws some bodies, on whatever floor: those that are selected. Who is gone is left out.
 * @param ids [count]. @param show as above; zones and formations are nobody's and not drawn.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_draw_bodies(const wend_crowd *crowd, const wend_body_id *ids,
                                            size_t count, uint32_t show, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

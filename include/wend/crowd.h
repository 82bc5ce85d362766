/** @file wend/crowd.h
 * Crowds: bodies that move to goals, avoid each other and never overlap.
 *
 *    goal ---> preferred      ---> velocity that   ---> contact: no        ---> position,
 *    (path,    velocity            avoids others,       overlaps, walls         events
 *    flow,     (smoothed,          passes on one        hold, the heavier
 *    slot,     limited by          side, yields         body pushes
 *    steering) turn rate)
 *
 * A crowd holds discs on the ground and moves them by a fixed step. Each body has a goal: a path of
 * legs, a request of a flow (wend/flow.h), a slot in a formation (wend/formation.h), a point, or
 * velocities that the caller sets or that steering behaviours (wend/steer.h) compute. Every tick
 * the crowd finds neighbours, computes each body's preferred velocity, then a velocity that avoids
 * other bodies, then a movement without overlap. Then it reports events.
 *
 * After every tick, for all inputs: no body that was outside of walls is in or beyond one, and
 * bodies that did not overlap do not, however strong the forces are. A body enclosed by a new wall
 * moves out of it as soon as others leave room. Bodies that were put down on others are pushed
 * apart.
 *
 * Bodies that stand without a goal, have arrived or wait yield to passing bodies, and return.
 * Bodies that meet pass on the right (of y up; on the left where y grows downwards).
 *
 * On a mesh (wend_crowd_def.mesh) bodies walk on its surface, from polygon to polygon: over stairs
 * and bridges, on floors over each other. Only bodies that are level with each other meet, and only
 * the walls of their own floor stop them. Legs of a route that are not walked (its links) take a body
 * off the ground: it moves along a straight line in space in the time that the leg's cost takes,
 * meets nobody, and lands where there is room; an order that it gets meanwhile is carried out from
 * there. Where an edit closes or removes the ground under a body, it moves to the nearest open
 * ground. Positions without a height, of zones, explosions and queries for bodies, stand for all
 * floors.
 *
 * Threads: one call at a time that changes a crowd; wend_crowd_tick spreads over the executor.
 * Reading from several threads at once is allowed between ticks. The same inputs give the same bits
 * for any number of threads, on every machine.
 *
 * After edits of grids and walls: a body that follows a flow goes where the updated field leads. A
 * body sent by wend_crowd_set_goal asks the route source again within half a second of the tick that
 * finds its path closed, once it is held up and sees no point of its path any more, and when it is
 * stuck (WEND_STUCK_REROUTE). A body on a path of wend_crowd_follow_path keeps that path
 * although it is closed.
 *
 * Sources: van den Berg, Guy, Lin, Manocha, "Reciprocal n-Body Collision Avoidance" (2011);
 * Zhou, Wang, Bandyopadhyay, Schwager, "Fast, On-line Collision Avoidance for Dynamic Vehicles
 * Using Buffered Voronoi Cells" (2017). Differences and their reasons: docs/crowd.md.
 */
#ifndef WEND_CROWD_H
#define WEND_CROWD_H

#include "wend/flow.h"
#include "wend/mesh.h"
#include "wend/path_shape.h"
#include "wend/route_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a crowd. */
enum {
    WEND_CROWD_BODIES_MAX = 1 << 24, /**< Largest max_bodies of a crowd. */
    WEND_CROWD_CLASSES_MAX = 32,     /**< Most classes of one crowd, as of a flow. */
    WEND_CROWD_FLOORS_MAX = 64,      /**< Most floors of one crowd, as of a flow. */
    WEND_CROWD_CONTACTS_MAX = 8,     /**< Most contacts of a body that are reported in a tick. */
    WEND_CROWD_PLACES_MAX = 256,     /**< Most points of an order to the nearest of some. */
    WEND_CROWD_RULES_MAX = 64        /**< Most rules of a route source over profiles. */
};

/* ---- the crowd ---- */

/** A floor: its ground and its walls. Each may be NULL; without both it is an open plane. */
typedef struct wend_crowd_floor {
    const wend_grid *grid; /**< Squares or hexes, not wrapping; cells that are closed to a class,
                                and the outside, are walls. NULL = none. Must outlive the crowd. */
    const wend_walls
        *walls; /**< Segments and solid polygons. NULL = none. Must outlive the crowd. */
} wend_crowd_floor;

/** A class of bodies: the costs, gates and walls that apply to them. Part of a crowd's definition,
 * not of its saved state. */
typedef struct wend_crowd_class {
    uint32_t movement_class; /**< Movement class of the grids. Default 0. */
    uint32_t team;           /**< Team whose gates apply. Default WEND_TEAM_NONE. */
    uint32_t stops;          /**< Kinds of walls that stop it. Default WEND_STOPS_WALK. */
    bool is_slowed_by_cost;  /**< True: the speed of a body is divided by the cost factor of the
                                  floor's grid under its centre, that of the ground with its stamps;
                                  gradients and overlays decide paths only. False (default): costs
                                  decide paths only. */
    double radius;           /**< Metres: the radius of the largest body of the class. The crowd's
                                  own flow (wend_crowd_def.has_own_flow) leads only through gaps that
                                  are wide enough for it, as with wend_flow_class.radius. Bodies with
                                  a radius above both this and half a cell are then refused. Not
                                  read without such a flow. Default 0. */
} wend_crowd_class;

/** Returns the default class: class 0 of the grid, no team, walls that stop walking, speeds that
 * do not depend on costs. */
WEND_API wend_crowd_class wend_crowd_class_default(void);

/** What a body does while its route is not known. */
typedef enum wend_meanwhile {
    WEND_MEANWHILE_DEFAULT = 0, /**< What the crowd's definition says; there: seek. */
    WEND_MEANWHILE_SEEK,        /**< Moves straight at its goal, up to the first wall; stands where
                                     the order has no point. */
    WEND_MEANWHILE_WAIT,        /**< Stands, and yields to others.  */
    WEND_MEANWHILE_WANDER,      /**< Walks at half its speed, from one random point in sight to the
                                     next, at most three metres from where it got the order. */
    WEND_MEANWHILE_TRACE /**< Moves straight at its goal, and along walls in its way, with the
                                     wall at its right hand, until the goal is nearer than where it
                                     met the wall and the way is free. */
} wend_meanwhile;

/** Actions of a body that stops making progress. Bits; the set actions are tried in this order,
 * each for its time, and then over again. */
typedef enum wend_stuck_plan {
    WEND_STUCK_YIELD = 1,    /**< Yields to others. */
    WEND_STUCK_BACK_OFF = 2, /**< Steps back, then tries again. */
    WEND_STUCK_REROUTE = 4, /**< Queries the route source for a path around the jam, for bodies sent
                                  by wend_crowd_set_goal and wend_crowd_set_group_goal; flow
                                  requests get it by jam_grid's overlay. Without effect on bodies
                                  that follow a given path. */
    WEND_STUCK_GIVE_UP = 8, /**< Stops at its position and reports it. */
    WEND_STUCK_CONTINUE = 0 /**< Only reports it and continues; also reported when all were tried.
                                  */
} wend_stuck_plan;

/** Definition of a crowd. */
typedef struct wend_crowd_def {
    uint32_t cookie;                /**< Set by wend_crowd_def_default; leave it. */
    uint32_t max_bodies;            /**< Most bodies at once, 1 to WEND_CROWD_BODIES_MAX. All memory
                                         of bodies, some 1600 bytes each, is allocated at creation.
                                         Default 1024. */
    const wend_crowd_floor *floors; /**< [floor_count]; read by the call only. NULL (default): one
                                         floor, of grid and walls. */
    uint32_t floor_count;           /**< With floors: 1 to WEND_CROWD_FLOORS_MAX. */
    const double *floor_heights; /**< With floors: [floor_count] height of each, metres, up to 2^30;
                                      read by the call only. Legs of routes then lead to the floor
                                      whose height is nearest to that of their end (of equal ones the
                                      first), where the body is as soon as the leg is done. NULL
                                      (default): all are at height 0, and routes stay on the floor of
                                      the body. */
    const wend_grid *grid;       /**< Without floors. Default NULL. */
    const wend_walls *walls;     /**< Without floors. Default NULL. */
    const wend_mesh *mesh; /**< Ground of the crowd instead of floors, grid and walls, with its own
                                floors over each other (docs/meshes.md). Bodies never leave it; its
                                outer edges and closed polygons are walls. It has no flow, no
                                formations and no explorers. Must outlive the crowd. Default NULL.
                            */
    const wend_crowd_class *classes; /**< [class_count]; NULL (default) = one, the default class. */
    uint32_t class_count;            /**< With classes: 1 to WEND_CROWD_CLASSES_MAX. */
    double step;                     /**< Seconds of a tick, 1/240 to 1/4. Default 0.05. */
    double max_radius; /**< Metres: largest radius of a body, 1e-6 to 64. Default 1. */
    double horizon;    /**< Seconds of look-ahead for neighbours, 0.1 to 60. Default 4. */
    double reach;      /**< Metres: largest distance of neighbours, 1 to 64. Default 6. */
    uint64_t seed;     /**< Seed of random variation. Default 1. */
    wend_flow *flow; /**< For goals by flow; must outlive the crowd, and wend_flow_update is called
                            before each tick: without it bodies wait for fields, or follow old ones,
                            which no result tells. A tick adds sources for
                            bodies that the request does not cover. NULL (default): none, or
                            has_own_flow. */
    bool has_own_flow; /**< True: the crowd makes a flow over the grids of its floors, with one flow
                              class for each crowd class (movement_class, team, radius), and updates
                              it at the beginning of each tick; see wend_crowd_flow. Every floor then
                              needs a grid, and flow must be NULL. Default false. */
    uint64_t flow_steps; /**< Steps of each of these updates, 1 or more. Default UINT64_MAX: no
                              limit, each tick uses fields of the map as it is. */
    wend_route_source
        route_source;         /**< For wend_crowd_set_goal. Zeroed (default): straight lines. */
    wend_grid *jam_grid;      /**< Grid whose ground becomes more expensive for a while under bodies
                                   that are stuck (wend/overlay.h), on floor 0; usually the floor's
                                   grid. Flow requests and searches then lead around the jam. The
                                   tick edits this grid's overlay, so its hash and revision. NULL
                                   (default): none. */
    wend_mesh *jam_mesh;      /**< Mesh whose ground becomes more expensive for a while around such
                                   bodies (wend/mesh_overlay.h, WEND_LAYER_JAM), on floor 0: the
                                   mesh that route_source searches. Its overlays have no height, so
                                   ground above and below a jam counts, too. The tick edits this
                                   mesh's overlay, so its hash and revision. NULL (default): none.
                               */
    wend_graph *jam_graph;    /**< Graph whose edges become more expensive for a while around such
                                   bodies (wend/graph_overlay.h, WEND_LAYER_JAM), on floor 0:
                                   the graph that route_source searches. Overlays of a graph have no
                                   height, so edges of floors above a jam count, too. The tick edits
                                   this graph's overlay, so its hash and revision; it may be set
                                   together with jam_grid. NULL (default): none. */
    uint32_t stuck_plan;      /**< Bits of wend_stuck_plan, no others. Default YIELD | BACK_OFF |
                                   REROUTE. */
    double stuck_margin;      /**< A body counts as stuck after no progress for this many times its
                                   leg's free time, limited to 4 to 10 seconds; with a goal by flow
                                   after 4 seconds. 1 to 100. Default 3. */
    bool has_contact_reports; /**< True: the contacts of all bodies are reported, see
                                   wend_crowd_get_contacts. Default false. */
    double stuck_leg_factor;  /**< A body counts as stuck, too, when it is on a leg of its route for
                                   more than this many times the leg's expected time (its cost over
                                   the body's speed, see wend_route_answer) plus stuck_leg_seconds,
                                   once for each leg. It then tries REROUTE first, if the plan has
                                   it. 1 to 100; 0 (default) = legs may take any time. */
    double stuck_leg_seconds; /**< Seconds of margin of a leg, 0 to 1000. Default 4. */
    wend_meanwhile meanwhile; /**< What bodies do while their route is not known. Default seek. */
    wend_executor executor;   /**< Default serial. Must outlive the crowd. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_crowd_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_crowd_def wend_crowd_def_default(void);
/** Creates an empty crowd.
 * @param crowd set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (a grid that wraps). */
WEND_API wend_result wend_crowd_create(const wend_crowd_def *def, wend_crowd **crowd);
/** Returns the message of the last failure of a call that changes the crowd or its formations:
 * field, value and range; "" if none failed. Calls that succeed leave it, so read it after one that
 * failed; WEND_ERROR_BUSY leaves it, too. Never NULL; changes with the next failure. */
WEND_API const char *wend_crowd_error(const wend_crowd *crowd);
/** Returns the flow of a crowd, to add requests to: its own flow (wend_crowd_def.has_own_flow), in
 * which flow class c is crowd class c, or the flow of its definition; NULL if it has neither. The
 * crowd destroys only its own flow.
 *
 *     wend_flow_add_request_to(wend_crowd_flow(crowd), 0, (wend_vec2){50, 20}, 0, &request);
 *     wend_crowd_follow_flow(crowd, ids, count, request); */
WEND_API wend_flow *wend_crowd_flow(const wend_crowd *crowd);
/** Frees a crowd; NULL is allowed. */
WEND_API void wend_crowd_destroy(wend_crowd *crowd);

/* ---- bodies ---- */

/** Definition of a body. */
typedef struct wend_body_def {
    uint32_t cookie;    /**< Set by wend_body_def_default; leave it. */
    wend_vec2 position; /**< Metres, up to 2^30 from the origin. */
    uint32_t floor;     /**< Default 0. */
    double z;           /**< On a mesh: height of the position, metres, up to 2^30 from 0; of floors
                              over each other the nearest counts. Default 0. */
    double height;      /**< On a mesh: metres from its feet to its head, 0 to 2^30. Bodies of which
                              one stands higher than the head of the other do not see, avoid or touch
                              each other. Default 1.8. */
    double heading;     /**< Radians, initial heading, -1e6 to 1e6. Default 0 (along x). */
    double radius;      /**< Metres, 1e-6 to max_radius. Default 0.25. */
    double speed;       /**< Preferred speed, metres a second, 0 to 100. The same on all ground,
                              unless its class says otherwise (is_slowed_by_cost). Default 1.3. */
    double max_speed;   /**< Highest speed, for catching up in formation; the speed of steering
                              (wend_crowd_set_steering). 0 to 100; 0 = speed times 1.25. Default 0.
                              */
    double acceleration;  /**< Largest acceleration and deceleration of its own, metres a second
                              squared, 0 to 1e6; 0 = that of people, see is_abrupt (default). The
                              body brakes in time for its goal. */
    double turn_rate;     /**< Largest turn rate of the heading, radians a second, 0 to 1e6; 0 =
                              that of people, see is_abrupt (default). A body with a turn rate
                              moves along its heading: it turns in arcs. */
    double turn_radius;   /**< Metres: smallest arc. With it a body moves along its heading only,
                              forwards or backwards, cannot turn on the spot and backs up where it
                              has no room to turn. Pushes move it along its heading, too, unless it
                              is stuck. 0 to 1e6; 0 = turns on the spot (default). */
    double headway;       /**< Seconds, 0 to 10: behind bodies that move the same way it walks no
                              faster than the free distance to them divided by this, plus 0.05
                              metres a second. So the denser the crowd, the slower it walks:
                              with 0.5 a crowd is about as slow as people, in corridors and
                              through doors. 0 (default): it follows closely. */
    double mass;          /**< Kilograms, 1e-6 to 1e9; heavier bodies push lighter ones. Default 80.
                              */
    uint32_t crowd_class; /**< Index into the crowd's classes. Default 0. */
    uint32_t layer;       /**< Bits: its layers. Default 1. */
    uint32_t avoids;      /**< Bits: layers that it avoids. Default all. */
    uint32_t touches;     /**< Bits: layers that it cannot overlap. Two bodies touch only if each
                               touches the other. Default all. */
    uint32_t group;       /**< Group of steering's neighbours, and for your use. Default 0. */
    int32_t priority;     /**< A body does not yield to one of lower priority, unless it stands (use
                               wend_crowd_set_held for bodies that must not). Default 0. */
    uint64_t user;        /**< Your value, kept. */
    bool is_abrupt;       /**< True: it turns and accelerates as fast as its goal and others want,
                              as units of a strategy game.
                               False (default): as people do, at full speed by at most 5 radians and
                               4.9 metres a second each second (faster ones 3.75 times their speed),
                               beside others by 6.5 radians and four times as much. For bodies that
                               avoid others, on a path, by a flow or to a point, without
                               acceleration, turn_rate and turn_radius of their own. */
    wend_meanwhile
        meanwhile;           /**< What it does while its route is not known. Default the crowd's. */
    uint32_t route_priority; /**< Priority of its route queries, 0 (default) to
                                   WEND_PLANNER_PRIORITY_MAX. */
    uint32_t route_profile;  /**< Profile of its route queries, a number of the source. Default
                                   WEND_ROUTE_PROFILE_ANY: the source chooses. */
} wend_body_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_body_def wend_body_def_default(void);
/** Adds a body, in constant time. It may overlap others (they are pushed apart); a position in a
 * wall is an error (the centre counts).
 * @param def from wend_body_def_default: a zeroed one is an error.
 * @param id may be NULL; set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a value out of range, a position outside or in a wall),
 * WEND_ERROR_FULL (max_bodies), WEND_ERROR_MEMORY (of updates after edits of grids and walls). */
WEND_API wend_result wend_crowd_add_body(wend_crowd *crowd, const wend_body_def *def,
                                         wend_body_id *id);
/** Adds many equal bodies around a position: a unit that comes out of its barracks.
 *
 *       . 9 4 8 .      The first stands at the position, the others around it, the nearest first,
 *       . 3 1 2 .      2.5 radii apart. Each position can be walked to from the first without
 *       # # 5 7 .      touching a wall, and no body is there yet.
 *       . # 6 . .
 *
 * No position is more rows or columns away from the first than twice the side of a square of count
 * positions. Time: for each new body some ten tests for walls, and a comparison with
 * each existing body.
 * @param def of each new body; at its position there must be room for the radius.
 * @param count 0 or more.
 * @param ids [count], may be NULL; set to {0, 0} first.
 * @return WEND_OK; as wend_crowd_add_body; WEND_ERROR_FULL also where there is no room for all
 * (wend_crowd_error says for how many). After an error no body was added. */
WEND_API wend_result wend_crowd_add_bodies(wend_crowd *crowd, const wend_body_def *def,
                                           size_t count, wend_body_id *ids);
/** Removes a body, in constant time. Its route and slot are released.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_remove_body(wend_crowd *crowd, wend_body_id id);

/** Kinds of goals of a body. */
typedef enum wend_body_goal {
    WEND_BODY_GOAL_NONE = 0, /**< No goal: stands and yields. */
    WEND_BODY_GOAL_POINT,    /**< A point, by a path from the route source. */
    WEND_BODY_GOAL_PATH,     /**< The end of a given path. */
    WEND_BODY_GOAL_FLOW,     /**< The goal of a request of the flow. */
    WEND_BODY_GOAL_SLOT,     /**< A slot in a formation. */
    WEND_BODY_GOAL_VELOCITY, /**< A given velocity. */
    WEND_BODY_GOAL_STEER     /**< A set of steering behaviours. */
} wend_body_goal;

/** States of a body's goal. */
typedef enum wend_body_state {
    WEND_BODY_NONE = 0,     /**< No goal. */
    WEND_BODY_PATH_PENDING, /**< The route is not known yet: does what wend_body_def.meanwhile says,
                                 or stands at the end of its known part (WEND_PARTIAL). */
    WEND_BODY_MOVING,       /**< Moves to its goal; permanent with a velocity or steering. */
    WEND_BODY_ARRIVED,      /**< At the goal, or as near as the bodies that arrived before allow. */
    WEND_BODY_NO_PATH,      /**< No path: stands. By a flow it continues when there is one;
                                 wend_crowd_set_goal is not repeated: call it again. */
    WEND_BODY_GIVEN_UP      /**< Stuck, and stopped by its plan. */
} wend_body_state;

/** State of a body. */
typedef struct wend_body {
    wend_vec2 position;    /**< Metres. */
    wend_vec2 velocity;    /**< Metres a second: movement in the last tick over the step, forces
                                included; jumps and wend_crowd_set_position are no movement. 0
                                before a tick. Impulses since then are added at once. */
    wend_vec2 preferred;   /**< Preferred velocity of the last tick. */
    double heading;        /**< Radians, -pi to pi. */
    double radius;         /**< As defined. */
    double speed;          /**< As defined. */
    double mass;           /**< As defined. */
    uint32_t floor;        /**< Floor of the position. */
    uint32_t crowd_class;  /**< As defined. */
    uint32_t group;        /**< As defined. */
    int32_t priority;      /**< As defined. */
    wend_body_goal goal;   /**< Kind of goal. */
    wend_body_state state; /**< State of the goal. */
    wend_vec2 goal_point;  /**< Position of the goal, as far as known. */
    /** Metres left along its path, or to its place around a shared goal; of a path at least the
     * straight line to its end. 0 after arrival, and while its path is not known. */
    double distance_left;
    bool is_stuck;      /**< WEND_EVENT_STUCK was reported, and its outcome not yet. */
    uint32_t behaviour; /**< wend_behaviour of its present leg, as reported by WEND_EVENT_LEG;
                                WEND_BEHAVIOUR_WALK without a path and after arrival. */
    uint64_t user;      /**< As defined. */
    bool has_item;      /**< Its order is one of wend_crowd_set_goal_tag or _places, and its route
                                is known. */
    uint64_t item;      /**< The item that it goes to: index of the place, or the number that the
                                source gives the thing (wend_route_answer). 0 without one. */
    double z;           /**< On a mesh: height of the ground under it, or of its point on a link. 0
                            without a mesh. */
    wend_node
        polygon;   /**< Polygon under it. WEND_NODE_NONE without a mesh, on a link, and where the
                            ground under it is gone. */
    double goal_z; /**< On a mesh: height of goal_point. */
} wend_body;

/** Gets the state of a body.
 * @param body zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_body(const wend_crowd *crowd, wend_body_id id, wend_body *body);
/** Gets a definition that would make the body as it is now, at its present position; edit it for
 * wend_crowd_set_body.
 * @param def zeroed first. max_speed is 0 where it is the default for the speed, and so follows a
 * changed speed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_body_def(const wend_crowd *crowd, wend_body_id id,
                                             wend_body_def *def);
/** Sets the properties of a body: all of def but position, floor, heading.
 * @return as wend_crowd_add_body, and WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_body(wend_crowd *crowd, wend_body_id id,
                                         const wend_body_def *def);
/** Sets the speed of a body from now on, for example for a sprint. Its max_speed follows where it is
 * the default for the speed, and stays otherwise. In constant time.
 * @param speed metres a second, 0 to 100.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_speed(wend_crowd *crowd, wend_body_id id, double speed);
/** Turns a body on the spot: it faces this direction until it moves. A moving body turns back to the
 * direction of its movement, with a turn_rate as fast as that allows: from this heading. In constant time.
 * @param heading radians, 0 along x, -1e6 to 1e6.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_heading(wend_crowd *crowd, wend_body_id id, double heading);
/** Sets the position of a body.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (outside, in a wall, NaN), WEND_ERROR_STALE,
 * WEND_ERROR_MEMORY (of updates after edits of grids and walls). */
WEND_API wend_result wend_crowd_set_position(wend_crowd *crowd, wend_body_id id, wend_vec2 position,
                                             uint32_t floor);
/** Sets the position of a body on a mesh, by its height too.
 * @param position metres; z: of floors over each other the nearest. Without a mesh z is not read, and
 * the floor stays.
 * @return as wend_crowd_set_position. */
WEND_API wend_result wend_crowd_set_position_at(wend_crowd *crowd, wend_body_id id,
                                                wend_vec3 position);
/** Returns the number of bodies. */
WEND_API uint32_t wend_crowd_body_count(const wend_crowd *crowd);
/** Lists all bodies, by index.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of bodies.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_list_bodies(const wend_crowd *crowd, wend_body_id *ids,
                                            size_t capacity, size_t *count);
/** Copies the bodies into arrays, by index without gaps; for drawing ten thousand at once.
 * @param ids [capacity] or NULL.
 * @param x,y,heading,radius [capacity] or NULL.
 * @param users [capacity] or NULL.
 * @return number of bodies written. */
WEND_API size_t wend_crowd_get_bodies(const wend_crowd *crowd, size_t capacity, wend_body_id *ids,
                                      double *x, double *y, double *heading, double *radius,
                                      uint64_t *users);
/** Lists the bodies within a distance of a centre, measured from the edges of their discs (<=), by
 * index, as of the last tick or edit.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_query_circle(const wend_crowd *crowd, uint32_t floor,
                                             wend_vec2 centre, double radius, wend_body_id *ids,
                                             size_t capacity, size_t *count);

/** No group, as a filter of wend_crowd_near_query. */
#define WEND_BODY_GROUP_NONE UINT32_MAX

/** Query for bodies nearby: those within a circle, filtered by cone, layer and group. */
typedef struct wend_crowd_near_query {
    uint32_t cookie;   /**< Set by wend_crowd_near_query_default; leave it. */
    uint32_t floor;    /**< Floor of the bodies. Default 0. */
    wend_vec2 centre;  /**< Metres. */
    double radius;     /**< Metres from the centre to the edges of the bodies' discs, 0 to
                               WEND_COORDINATE_MAX. Default 10. */
    double heading;    /**< Radians, the direction of the cone, -1e6 to 1e6. Default 0. */
    double half_angle; /**< Radians, 0 to 4: bodies whose centre is at most so far off the heading,
                            and those whose centre is the query's. From pi on: all around. Default 4. */
    uint32_t layers;   /**< Bits: bodies in any of these layers. Default all. */
    uint32_t group;    /**< Only bodies of this group. Default WEND_BODY_GROUP_NONE: of all. */
    uint32_t
        group_left_out; /**< Bodies of this group are left out. Default WEND_BODY_GROUP_NONE. */
    wend_body_id
        left_out; /**< A body that is left out, such as the one that looks. Default none. */
    bool
        is_nearest_first; /**< In the order of the distance of their centres, ties by index; else by
                                  index. Default true. */
} wend_crowd_near_query;

/** Returns the default query, with its cookie. */
WEND_API wend_crowd_near_query wend_crowd_near_query_default(void);
/** Lists the bodies nearby, as of the last tick or edit. Time: all bodies of the crowd, some
 * nanoseconds each; with is_nearest_first capacity more for each one found.
 * @param ids [capacity], may be NULL when capacity is 0. With is_nearest_first the nearest ones.
 * @param count number of bodies found.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, a value out of range). */
WEND_API wend_result wend_crowd_query_near(const wend_crowd *crowd,
                                           const wend_crowd_near_query *query, wend_body_id *ids,
                                           size_t capacity, size_t *count);

/* ---- goals: each call replaces the present goal and returns WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE and the results named with it ---- */

/** Sends a body to a point, by a path that the next tick requests from the route source.
 *
 * Until the path is known the body does what wend_body_def.meanwhile says: by default, and always
 * without a source, it moves straight to the goal, up to the first wall. Where an edit closes its path the route source is asked again within half a
 * second, and later when the body no longer gets on; without another path it keeps the old one, and
 * waits. A point in a wall is accepted. Bodies that share a point get places around it where
 * some were sent as a group, or from six on, as with wend_crowd_set_group_goal. With floor_count 1 to_floor is 0. */
WEND_API wend_result wend_crowd_set_goal(wend_crowd *crowd, wend_body_id id, wend_vec2 to,
                                         uint32_t to_floor);
/** Sends a body to a point on a mesh, by its height too.
 * @param to metres; z: of floors over each other the nearest. wend_crowd_set_goal takes the height
 * of the body instead. Without a mesh z is not read, and to_floor is the floor of the body. */
WEND_API wend_result wend_crowd_set_goal_at(wend_crowd *crowd, wend_body_id id, wend_vec3 to);
/** Sends a body to the nearest of some points, by the path that the route source finds: where the
 * path is asked for again, another point may be the nearest by then. Without a source it is the
 * nearest in a straight line. wend_body.item is the index of the point.
 * @param places [count], copied.
 * @param count 1 to WEND_CROWD_PLACES_MAX.
 * @return also WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_set_goal_places(wend_crowd *crowd, wend_body_id id,
                                                const wend_route_place *places, size_t count);
/** Sends a body to the nearest thing of a tag that its route source knows: the nearest health pack.
 * Otherwise as wend_crowd_set_goal; where the path is asked for again, another thing may be the
 * nearest by then. wend_body.item is what the source says that it found.
 * @return also WEND_ERROR_UNSUPPORTED (the crowd has no route source). */
WEND_API wend_result wend_crowd_set_goal_tag(wend_crowd *crowd, wend_body_id id, uint32_t tag);
/** Sends many bodies to one point: they settle around it in a compact shape without jostling for
 * the middle, and each is reported as arrived. Each body that sees the point ahead gets a place of
 * its own: those far behind the point first, seen from where the group comes; none in walls, beyond
 * doors for one, or in gaps. All bodies with this very goal count as one group, sent by any calls.
 * @param ids [count].
 * @return also WEND_ERROR_STALE for any of them; then no goal was set. */
WEND_API wend_result wend_crowd_set_group_goal(wend_crowd *crowd, const wend_body_id *ids,
                                               size_t count, wend_vec2 to, uint32_t to_floor);
/** Sends many bodies to one point on a mesh, by its height too; as wend_crowd_set_group_goal and
 * wend_crowd_set_goal_at. Without a mesh it is a point of floor 0.
 * @param ids [count].
 * @return also WEND_ERROR_STALE for any of them; then no goal was set. */
WEND_API wend_result wend_crowd_set_group_goal_at(wend_crowd *crowd, const wend_body_id *ids,
                                                  size_t count, wend_vec3 to);
/** Sends a body along a path. The path is copied; its part behind the body is left out.
 *
 * The path is never replaced, also where the crowd has a route source: if an edit closes it, the
 * body waits there as stuck until it is open again or the body gets another order. Where the ground
 * changes, use wend_crowd_set_goal with wend_route_source_from_pathfinder.
 *
 * Legs with a behaviour other than walk are reported as they begin (WEND_EVENT_LEG), and so is the
 * leg after such a one, also one to walk: the last reported behaviour holds until the next
 * one, the body's arrival, or another order. TELEPORT legs are done at once.
 * @return also WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_follow_path(wend_crowd *crowd, wend_body_id id,
                                            const wend_path *path);
/** Sends bodies along a request of the crowd's flow. All bodies that follow one request, sent by
 * one call or by several, settle around its goal as in wend_crowd_set_group_goal, also with bodies
 * of other requests to this one position. The request's class (wend_flow_class.radius)
 * decides which gaps are used, not the bodies' radius.
 * @param ids [count].
 * @return WEND_ERROR_ARGUMENT also where the crowd has no flow. */
WEND_API wend_result wend_crowd_follow_flow(wend_crowd *crowd, const wend_body_id *ids,
                                            size_t count, wend_flow_request_id request);
/** Sets a preferred velocity from now on, for steering of your own; avoidance and contact still
 * hold. */
WEND_API wend_result wend_crowd_set_velocity(wend_crowd *crowd, wend_body_id id,
                                             wend_vec2 velocity);
/** Stops a body: it stands, and yields. */
WEND_API wend_result wend_crowd_stop(wend_crowd *crowd, wend_body_id id);
/** Sets whether a standing body holds its position instead of yielding (default false). Others
 * walk around a held body. */
WEND_API wend_result wend_crowd_set_held(wend_crowd *crowd, wend_body_id id, bool is_held);
/** Gets the rest of a body's path, straightened as it will be walked.
 * @param points [capacity], from the body's position to the goal; may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_NO_PATH (no path: points is empty), and the above. */
WEND_API wend_result wend_crowd_get_path(const wend_crowd *crowd, wend_body_id id,
                                         wend_vec2 *points, size_t capacity, size_t *count);

/* ---- external forces ---- */

/** Applies an impulse: adds newton seconds over the mass to a body's velocity at once: 1600 throw a
 * body of 80 kg at 20 m/s. The body slides along walls and never ends in or beyond one, however
 * large the impulse is; friction brings it back to its own velocity. */
WEND_API wend_result wend_crowd_apply_impulse(wend_crowd *crowd, wend_body_id id,
                                              wend_vec2 impulse);
/** Applies an explosion: bodies with their middle within the radius get an impulse away from the
 * centre, full there and falling linearly to zero at the edge; walls in between shield them if
 * is_shielded.
 * @param radius metres, above 0 and at most 1e6.
 * @param impulse newton seconds at the centre; a negative one attracts.
 * @param hit_count number of bodies it reached; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (of updates after edits of walls, if
 * is_shielded). */
WEND_API wend_result wend_crowd_apply_explosion(wend_crowd *crowd, uint32_t floor, wend_vec2 centre,
                                                double radius, double impulse, bool is_shielded,
                                                size_t *hit_count);

/** Kinds of zones that move the bodies inside. */
typedef enum wend_zone_kind {
    WEND_ZONE_CONVEYOR = 0, /**< Carries along at a velocity. */
    WEND_ZONE_WIND,         /**< Accelerates by a force over the mass. */
    WEND_ZONE_TORNADO       /**< Whirls around its centre and draws in. */
} wend_zone_kind;

/** Definition of a zone. */
typedef struct wend_zone_def {
    uint32_t cookie;     /**< Set by wend_zone_def_default; leave it. */
    wend_zone_kind kind; /**< Default conveyor. */
    uint32_t floor;      /**< Default 0. */
    wend_vec2 low;       /**< Lower corner of a rectangle (conveyor, wind), up to 2^30 metres from
                              the origin. */
    wend_vec2 high;      /**< Upper corner, likewise. */
    wend_vec2 centre;    /**< Centre of a circle (tornado), likewise. */
    double radius;       /**< Metres, 0 to 2^30. */
    wend_vec2 velocity;  /**< -1e9 to 1e9 each. Conveyor: metres a second. Wind: newtons. Tornado: x
                              around (left turning), y inwards, newtons at the edge of its eye. */
    uint32_t layers;     /**< Bits: layers of the bodies that it moves. Default all. */
} wend_zone_def;

/** Id of a zone. index1 0 = none. */
typedef struct wend_zone_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_zone_id;

/** Returns the default definition, with its cookie. */
WEND_API wend_zone_def wend_zone_def_default(void);
/** Adds a zone. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (4096). */
WEND_API wend_result wend_crowd_add_zone(wend_crowd *crowd, const wend_zone_def *def,
                                         wend_zone_id *id);
/** Sets all properties of a zone, for example to move a tornado.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_zone(wend_crowd *crowd, wend_zone_id id,
                                         const wend_zone_def *def);
/** Removes a zone. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_remove_zone(wend_crowd *crowd, wend_zone_id id);

/* ---- time ---- */

/** Moves all bodies by one step.
 *
 * Allocates nothing once warm: after a tick with as many bodies, paths and walls. Walls and grids
 * may have been edited since the last tick. The crowd's own flow is updated first; a flow of the
 * definition is sampled as it is (call wend_flow_update yourself, with its budget).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (no hashed or saved state changed; call
 * again for the same effect; see wend_route_source for queries already started), WEND_ERROR_BUSY
 * (from a callback). */
WEND_API wend_result wend_crowd_tick(wend_crowd *crowd);
/** Returns the number of ticks since creation. */
WEND_API uint64_t wend_crowd_tick_count(const wend_crowd *crowd);

/* ---- events ---- */

/** Kinds of events. */
typedef enum wend_event_kind {
    WEND_EVENT_ARRIVED = 1, /**< A body reached its goal. */
    WEND_EVENT_LEG,      /**< A leg of its path begins with a behaviour other than walk, or the leg
                              after such a one; behaviour is the leg's, value = its index. */
    WEND_EVENT_ROUTE,    /**< Its route is completely known; value = wend_body.item. */
    WEND_EVENT_NO_PATH,  /**< There is no path; the body stands. */
    WEND_EVENT_STUCK,    /**< No progress; value = the wend_stuck_plan it follows now. Reported for
                              each plan that is tried, with value 0 when all were, and over again
                              after some seconds. Then exactly one of these gives the outcome: FREE,
                              ARRIVED, GIVEN_UP, NO_PATH; none if the body gets another order or is
                              removed. */
    WEND_EVENT_FREE,     /**< Progress again after being stuck, or on another path. */
    WEND_EVENT_GIVEN_UP, /**< The body stopped. */
    WEND_EVENT_EMBEDDED, /**< A wall was built on it; it moves out to the nearest free position. Or the
                              tile under it was dropped (wend/mesh_tiles.h): it waits. */
    WEND_EVENT_FLOOR     /**< It changed floors; value = the new floor. */
} wend_event_kind;

/** An event. */
typedef struct wend_event {
    wend_event_kind kind; /**< Kind. */
    uint32_t behaviour;   /**< LEG: wend_behaviour. */
    wend_body_id body;    /**< The body. */
    uint64_t value;       /**< See the kinds. */
    uint64_t user;        /**< User value of the body. */
} wend_event;

/** Returns the events of the last tick, by body index and kind. Valid until the next tick.
 * @param count always set.
 * @return [count], NULL when there are none. */
WEND_API const wend_event *wend_crowd_get_events(const wend_crowd *crowd, size_t *count);

/** Result of a sweep over a floor. */
typedef struct wend_crowd_hit {
    double fraction; /**< Part of the distance from `from` to `to`, 0 to 1; 1 when nothing was
                           touched. */
    wend_vec2 point; /**< The centre of the disc at first contact; `to` when nothing was touched. */
    wend_vec2 normal; /**< Length 1, from what is touched to the centre; 0, 0 when nothing was
                           touched, and where the disc was too near or in a wall from the start. */
    double distance;  /**< Metres from `from` to point. */
    bool is_inside;   /**< The disc is too near to a wall at `from` already. */
} wend_crowd_hit;

/** Sweeps a disc over a floor as its grid and walls are now: what wend_grid_sweep and
 * wend_walls_sweep find first for a class. Other bodies are not touched. Any number of threads
 * between ticks and edits. On a mesh use wend_mesh_ray or wend_mesh_move instead.
 * @param hit may be NULL; always set.
 * @return true if something stops the disc. False, and no hit, for arguments out of range, and for
 * a crowd on a mesh. */
WEND_API bool wend_crowd_sweep(const wend_crowd *crowd, uint32_t floor, uint32_t crowd_class,
                               wend_vec2 from, wend_vec2 to, double radius, wend_crowd_hit *hit);

/** A contact with a wall or another body that began in a tick. */
typedef struct wend_contact {
    wend_body_id body;   /**< The body that reports it. */
    wend_body_id other;  /**< The other body; {0, 0} = a wall. */
    wend_vec2 point;     /**< The point of the body's edge that touches, metres. */
    wend_vec2 normal;    /**< Length 1, from what is touched to the body. */
    double speed;        /**< How hard: the speed, metres a second, at which both approached each
                              other along the normal. At least 0.05. */
    uint32_t floor;      /**< Floor of the point. */
    uint64_t user;       /**< User value of the body. */
    uint64_t other_user; /**< User value of the other body; 0 of a wall. */
} wend_contact;

/** Sets whether the contacts of a body are reported (default false), as has_contact_reports does
 * for all bodies. It is saved, and new goals do not change it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_set_contact_reports(wend_crowd *crowd, wend_body_id id, bool is_on);
/** Returns the contacts that began in the last tick, of bodies that report them: by body index, of a
 * body the hardest first, at most WEND_CROWD_CONTACTS_MAX. Valid until the next tick.
 *
 * A contact begins when a gap becomes 2 centimetres or less. Bodies that slide along a wall, press
 * against it or stand beside each other report nothing again until there was more room. Bodies that
 * do not touch each other (wend_body_def.touches) have no contacts. Without bodies that report,
 * nothing is computed.
 * @param count always set.
 * @return [count], NULL when there are none. */
WEND_API const wend_contact *wend_crowd_get_contacts(const wend_crowd *crowd, size_t *count);

/** Figures of a crowd. */
typedef struct wend_crowd_info {
    uint32_t bodies;     /**< Number of bodies. */
    uint32_t max_bodies; /**< As defined. */
    uint32_t moving;     /**< Bodies whose state is moving or path pending. */
    uint32_t arrived;    /**< Bodies that have arrived. */
    uint32_t stuck;      /**< Bodies that are stuck. */
    uint64_t tick;       /**< Ticks since creation. */
    double last_overlap; /**< Deepest overlap of two bodies in the last tick, as part of the smaller
                              one's diameter. */
    double max_overlap;  /**< Deepest overlap since creation. */
    uint64_t wall_violations; /**< Bodies in or beyond walls at the end of a tick, since creation,
                                   those embedded by edits not counted. Is 0. */
    uint64_t last_pairs;      /**< Pairs of neighbours examined in the last tick. */
    size_t memory_bytes;      /**< Memory of the crowd. */
    uint64_t ns_cells;   /**< Time of the last tick for sorting into cells, ns; no ns_ value is part
                              of any state. */
    uint64_t ns_goals;   /**< For goals, likewise. */
    uint64_t ns_avoid;   /**< For avoidance, likewise. */
    uint64_t ns_contact; /**< For contact, likewise. */
    uint64_t ns_rest;    /**< For all else, likewise. */
    double step;         /**< Seconds of a tick. */
} wend_crowd_info;

/** Gets the figures of a crowd. Time: linear in the bodies.
 * @param info zeroed when crowd is NULL. */
WEND_API void wend_crowd_get_info(const wend_crowd *crowd, wend_crowd_info *info);

/* ---- state ---- */

/** Returns a hash of all bodies, goals, formations, social groups, zones, exits, levels of
 * detail (wend/detail.h) and the tick. */
WEND_API uint64_t wend_crowd_hash(const wend_crowd *crowd);
/** Saves the whole state of the crowd (little-endian, with version and checksum). Its grids, walls
 * and flow are not included. Queries to the route source are not included either and are started
 * again after loading; if the source has a has_ticket, the tickets are included. Save a planner
 * before or after the crowd, and load it before the crowd.
 * @param bytes [capacity], may be NULL when capacity is 0: WEND_TRUNCATED, and the count.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_save(const wend_crowd *crowd, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads the state that wend_crowd_save wrote; it replaces the state of the crowd, seed, horizon,
 * reach and the stuck plan included.
 *
 * The crowd continues bit for bit if floors, classes and flow are the same as before, and if the world
 * is the one that the last tick before the save saw: save after a tick and before the next edits, and
 * load the world before the crowd. An edit between these cuts no routes of the loaded crowd; its bodies
 * query again when they no longer get on. A flow's
 * requests are not in the bytes: a new flow has to give the same ids, which it does for the same
 * requests in the same order (and the same updates). The same holds for the crowd's own flow: add
 * its requests again before the next tick. Ids stay valid. Files of the first version do not hold
 * the last movement of bodies: wend_body.velocity is 0 until the next tick, all else is as it was.
 * Bytes from any origin are safe to try.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, or of a crowd with another step,
 * max_radius, or number of floors or classes, or of one on a mesh for one without, or the other way
 * round), WEND_ERROR_FULL (more bodies than max_bodies),
 * WEND_ERROR_MEMORY, WEND_ERROR_BUSY (from a callback). After an error all is as before. */
WEND_API wend_result wend_crowd_load(wend_crowd *crowd, const uint8_t *bytes, size_t count,
                                     wend_message *message);

/* ---- pictures ---- */

/** Parts of a crowd to draw. Bits. */
typedef enum wend_crowd_show {
    WEND_CROWD_SHOW_BODIES = 1,        /**< Discs of bodies. */
    WEND_CROWD_SHOW_HEADINGS = 2,      /**< Headings. */
    WEND_CROWD_SHOW_VELOCITIES = 4,    /**< Velocities. */
    WEND_CROWD_SHOW_PREFERRED = 8,     /**< Preferred velocities. */
    WEND_CROWD_SHOW_PATHS = 16,        /**< The rest of each path. */
    WEND_CROWD_SHOW_GOALS = 32,        /**< Goals. */
    WEND_CROWD_SHOW_NEIGHBOURS = 64,   /**< Lines to neighbours. */
    WEND_CROWD_SHOW_HALF_PLANES = 128, /**< Borders of the permitted positions in this tick. */
    WEND_CROWD_SHOW_FORMATIONS = 256,  /**< Slots, and the member of each; social groups. */
    WEND_CROWD_SHOW_ZONES = 512,       /**< Zones. */
    WEND_CROWD_SHOW_STUCK = 1024,      /**< Bodies that are stuck. */
    WEND_CROWD_SHOW_ALL = 2047         /**< All of these. */
} wend_crowd_show;

/** Draws the bodies of one floor.
 * @param show bits of wend_crowd_show.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_draw(const wend_crowd *crowd, uint32_t floor, uint32_t show,
                                     const wend_draw *draw);
/** Draws some bodies, on any floor, for example the selected ones. Removed bodies are skipped.
 * @param ids [count].
 * @param show bits of wend_crowd_show; zones and formations belong to no body and are not drawn.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_crowd_draw_bodies(const wend_crowd *crowd, const wend_body_id *ids,
                                            size_t count, uint32_t show, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

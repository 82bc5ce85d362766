/** @file wend/steer.h
 * Steering behaviours: forces on one agent, each from one simple rule.
 *
 *        seek          flee         arrive         pursue          wander
 *      o---->x      <----o  x     o-->-> x       o---->            o ~~>
 *                                    (slows)        x--->
 *
 * Each behaviour is a function of the agent and of the supplied part of the world; none keeps
 * state, so all can be called from any thread, in any order, for any kind of agent. The result is a
 * steering force as an acceleration (metres a second squared): the change from the velocity to a
 * desired velocity in an eighth of a second, at most max_force. Each can therefore be used alone,
 * weights compare equal units, and ticks of up to 1/8 second do not cause oscillation.
 * wend_steer_mix combines them: as a weighted sum, by priority with a budget of force, or dithered.
 *
 * A crowd can run them (wend_crowd_set_steering at the end of this header): neighbours, walls and
 * paths are then the crowd's, and avoidance and contact follow. Without a crowd, wend_steer_apply
 * moves an agent.
 *
 * Functions never read past the supplied arrays. NaN and infinity in any input (but a panic
 * distance), senseless negative values, and NULL give 0, 0. An agent without a direction (a seek
 * target at its own position) gets 0, 0 too. In a list of others, one at the very position of the
 * agent (the agent itself, too) has no effect, except that wend_steer_cohere and wend_steer_align
 * count it.
 *
 * Angles grow to the left where y points up: counter-clockwise.
 *
 * Sources: Reynolds, "Steering Behaviors For Autonomous Characters" (1999) and OpenSteer's
 * unaligned collision avoidance; Buckland, "Programming Game AI by Example" (2005), ch. 3.
 */
#ifndef WEND_STEER_H
#define WEND_STEER_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The agent that steers. */
typedef struct wend_steer_agent {
    wend_vec2 position; /**< Metres. */
    wend_vec2 velocity; /**< Metres a second. */
    wend_vec2 heading;  /**< Direction of length 1, for feelers, wander, facing. 0, 0 = along its
                             velocity. */
    double radius;      /**< Metres. */
    double max_speed;   /**< Metres a second, above 0. */
    double max_force;   /**< Metres a second squared, above 0. */
} wend_steer_agent;

/** Another agent. */
typedef struct wend_steer_other {
    wend_vec2 position; /**< Metres. */
    wend_vec2 velocity; /**< Metres a second. */
    wend_vec2 heading;  /**< As wend_steer_agent.heading. */
    double radius;      /**< Metres. */
} wend_steer_other;

/** Rates of deceleration of arrive. */
typedef enum wend_deceleration {
    WEND_DECELERATION_FAST = 1, /**< By nearly all of max_force. */
    WEND_DECELERATION_NORMAL,   /**< By half of it. */
    WEND_DECELERATION_SLOW      /**< By a quarter of it. */
} wend_deceleration;

/* ---- one target ---- */

/** Steers to a point at full speed. */
WEND_API wend_vec2 wend_steer_seek(const wend_steer_agent *self, wend_vec2 target);
/** Steers away at full speed from a point that is nearer than panic_distance (infinity = always).
 */
WEND_API wend_vec2 wend_steer_flee(const wend_steer_agent *self, wend_vec2 from,
                                   double panic_distance);
/** Steers to a point and stops there. With enough room for the deceleration the agent never
 * overshoots; the last centimetres take a second or two. */
WEND_API wend_vec2 wend_steer_arrive(const wend_steer_agent *self, wend_vec2 target,
                                     wend_deceleration deceleration);
/** Steers to the predicted position of another agent; exact for a slower one that moves straight.
 */
WEND_API wend_vec2 wend_steer_pursue(const wend_steer_agent *self, const wend_steer_other *evader);
/** Steers away from the predicted position of another agent that is nearer than panic_distance. */
WEND_API wend_vec2 wend_steer_evade(const wend_steer_agent *self, const wend_steer_other *pursuer,
                                    double panic_distance);
/** Keeps a position relative to a leader, x ahead of it and y to its left, and stops with it. */
WEND_API wend_vec2 wend_steer_offset_pursuit(const wend_steer_agent *self,
                                             const wend_steer_other *leader, wend_vec2 offset);
/** Steers to the midpoint between two others, and stays there while they move. */
WEND_API wend_vec2 wend_steer_interpose(const wend_steer_agent *self, const wend_steer_other *a,
                                        const wend_steer_other *b);
/** Follows behind a leader; an agent in the leader's path moves aside, to the nearer side.
 * @param distance metres behind, between the centres. */
WEND_API wend_vec2 wend_steer_follow_leader(const wend_steer_agent *self,
                                            const wend_steer_other *leader, double distance);
/** Matches a velocity, speed and direction. */
WEND_API wend_vec2 wend_steer_match_velocity(const wend_steer_agent *self, wend_vec2 velocity);
/** Wanders: a target on a circle ahead moves by a small random angle on every call.
 * @param angle radians on that circle, kept by the caller between calls, 0 at first; changed.
 * @param jitter largest change of the angle by call, radians.
 * @param distance metres ahead of the circle's centre.
 * @param circle radius of the circle, metres.
 * @param seed,id,tick arguments of the random number, as wend_random. */
WEND_API wend_vec2 wend_steer_wander(const wend_steer_agent *self, double *angle, double jitter,
                                     double distance, double circle, uint64_t seed, uint64_t id,
                                     uint64_t tick);

/* ---- turning ---- */

/** Returns the turn (radians, left positive where y points up) in `seconds` that faces a point, at
 * most turn_rate a second. 0 for a standing agent without a heading. */
WEND_API double wend_steer_face(const wend_steer_agent *self, wend_vec2 target, double turn_rate,
                                double seconds);
/** Returns the turn that faces the direction of movement, as wend_steer_face; 0 while it stands. */
WEND_API double wend_steer_look_ahead(const wend_steer_agent *self, double turn_rate,
                                      double seconds);

/* ---- walls and obstacles ---- */

/** Steers around the nearest round obstacle in the agent's path: sideways along the tangent, and
 * braking more the nearer it is. An agent too near to an obstacle is kept out of it. 0, 0 where the
 * path is free.
 * @param centres [count].
 * @param radii [count] metres.
 * @param ahead metres of look-ahead at full speed, less when slower, a quarter when it stands. */
WEND_API wend_vec2 wend_steer_avoid_obstacles(const wend_steer_agent *self,
                                              const wend_vec2 *centres, const double *radii,
                                              size_t count, double ahead);
/** Avoids walls by feelers: three rays ahead (one straight, two at 45 degrees and half as long)
 * push away from the nearest wall, the more the deeper the feeler is in it, and in time to brake.
 * An agent in a solid polygon leaves it by the shortest line.
 * @param walls may be NULL: none.
 * @param stops kinds of walls that count.
 * @param feeler metres; more than the radius and than the braking distance. */
WEND_API wend_vec2 wend_steer_avoid_walls(const wend_steer_agent *self, const wend_walls *walls,
                                          uint32_t stops, double feeler);
/** Keeps the centre within a rectangle: turns back an agent that is outside or would be in
 * `seconds` (at least max_speed / max_force, to be in time). As the first by priority it holds. In a
 * crowd (WEND_STEER_CONTAIN, any method but WEND_STEER_DITHERED) other bodies do not push a body out of
 * the rectangle either. Links and wend_crowd_set_position may
 * lead out of it. */
WEND_API wend_vec2 wend_steer_contain(const wend_steer_agent *self, wend_vec2 low, wend_vec2 high,
                                      double seconds);
/** Hides from a hunter behind the best of round obstacles, the nearest that is not smaller than the
 * agent; evades the hunter if there is none.
 * @param centres,radii [count].
 * @param gap metres kept from the obstacle. */
WEND_API wend_vec2 wend_steer_hide(const wend_steer_agent *self, const wend_steer_other *hunter,
                                   const wend_vec2 *centres, const double *radii, size_t count,
                                   double gap);

/* ---- paths ---- */

/** Follows a path of points: comes within `radius` of each of them in turn, and stays within it
 * between them where its force allows, slowing down for corners. Stops at the end.
 * @param points [count].
 * @param is_loop the last point leads to the first.
 * @param radius metres, above 0.
 * @param seconds look-ahead; more is smoother, less keeps closer.
 * @param leg index of its present leg, kept by the caller, 0 at first; changed; beyond the path = 0
 * again. */
WEND_API wend_vec2 wend_steer_follow_path(const wend_steer_agent *self, const wend_vec2 *points,
                                          size_t count, bool is_loop, double radius, double seconds,
                                          size_t *leg);
/** Follows a request of a flow at full speed, and brakes where the flow has no direction: arrived,
 * or no path. 0, 0 for a request that does not exist.
 * @param guidance of the sample; may be NULL; always set. */
WEND_API wend_vec2 wend_steer_follow_flow(const wend_steer_agent *self, const wend_flow *flow,
                                          wend_flow_request_id request, uint32_t floor,
                                          wend_flow_guidance *guidance);
/** Queues at a door: moves to it, but stops half its radius behind others ahead that wait there,
 * and closes up at half its speed. An agent with no other ahead passes the door.
 * @param door the middle of the door.
 * @param others [count] agents nearby.
 * @param range metres from the door where the queue begins. */
WEND_API wend_vec2 wend_steer_queue(const wend_steer_agent *self, wend_vec2 door,
                                    const wend_steer_other *others, size_t count, double range);

/* ---- others; those farther away than `range` metres do not count ---- */

/** Separates from others, the more the nearer they are: all its force from one that touches it. */
WEND_API wend_vec2 wend_steer_separate(const wend_steer_agent *self, const wend_steer_other *others,
                                       size_t count, double range);
/** Aligns with others: full speed in their mean direction. */
WEND_API wend_vec2 wend_steer_align(const wend_steer_agent *self, const wend_steer_other *others,
                                    size_t count, double range);
/** Moves to the centre of others, and stops there. */
WEND_API wend_vec2 wend_steer_cohere(const wend_steer_agent *self, const wend_steer_other *others,
                                     size_t count, double range);
/** Avoids others (unaligned collision avoidance): steers aside, or brakes, for the first collision
 * within `seconds`. Two agents with this behaviour move to opposite sides: head on both keep left,
 * and where paths cross one hurries and the other brakes. 0, 0 without a collision ahead. */
WEND_API wend_vec2 wend_steer_avoid_others(const wend_steer_agent *self,
                                           const wend_steer_other *others, size_t count,
                                           double seconds);

/* ---- combination ---- */

/** Methods of combining forces. */
typedef enum wend_steer_combine {
    WEND_STEER_WEIGHTED = 0, /**< The sum of weight times force, at most max_force. */
    WEND_STEER_PRIORITY,     /**< In order: each takes its share of max_force; the rest goes to the
                                  next. */
    WEND_STEER_DITHERED      /**< In order: each is evaluated with its chance, and the first that is
                                  not 0 is taken alone (divided by its chance). */
} wend_steer_combine;

/** A sum of forces under way; fill with wend_steer_mix_begin. */
typedef struct wend_steer_mix {
    wend_steer_combine combine; /**< Method. */
    wend_vec2 force;            /**< The result so far. */
    wend_vec2 sum;              /**< Sum of all forces, not cut to max_force. */
    double left;                /**< Rest of max_force. */
    double max_force;           /**< Largest force. */
    bool is_done;               /**< No further force can change the result: skip the rest. */
    uint64_t seed;              /**< Seed of DITHERED. */
    uint64_t id;                /**< Id of DITHERED. */
    uint64_t tick;              /**< Tick of DITHERED. */
    uint64_t count;             /**< Forces added. */
} wend_steer_mix;

/** Begins a sum of forces. @param seed,id,tick arguments of the random numbers of DITHERED. */
WEND_API void wend_steer_mix_begin(wend_steer_mix *mix, wend_steer_combine combine,
                                   double max_force, uint64_t seed, uint64_t id, uint64_t tick);
/** Adds a force to a sum; one with a NaN or infinity is left out.
 * @param chance for DITHERED, 0 to 1.
 * @return true if there is room for more. */
WEND_API bool wend_steer_mix_add(wend_steer_mix *mix, wend_vec2 force, double weight,
                                 double chance);
/** Applies a force to an agent without a crowd: updates velocity, heading, position by `seconds`,
 * at most max_speed. In a tick of more than 1/8 second the velocity changes as in one of 1/8. Bad
 * input changes nothing. */
WEND_API void wend_steer_apply(wend_steer_agent *self, wend_vec2 force, double seconds);

/* ---- in a crowd ---- */

/** Kinds of behaviours; each names the fields of wend_steer_item that it reads. */
typedef enum wend_steer_kind {
    WEND_STEER_SEEK = 0,        /**< target. */
    WEND_STEER_FLEE,            /**< target, range = panic distance. */
    WEND_STEER_ARRIVE,          /**< target. */
    WEND_STEER_PURSUE,          /**< other. */
    WEND_STEER_EVADE,           /**< other, range = panic distance. */
    WEND_STEER_OFFSET_PURSUIT,  /**< other, target = offset. */
    WEND_STEER_INTERPOSE,       /**< other, other_b. */
    WEND_STEER_HIDE,            /**< other = hunter; behind held bodies within range. */
    WEND_STEER_WANDER,          /**< range = distance ahead, its circle half as large. */
    WEND_STEER_AVOID_OBSTACLES, /**< Held bodies, range ahead. */
    WEND_STEER_AVOID_WALLS,     /**< range = feeler; walls of the floor. */
    WEND_STEER_CONTAIN,         /**< low = target, high = extra; range is not read. The look-ahead
                                     is the braking distance: a body that began inside, with this
                                     first by priority and not pushed, never leaves. It keeps its
                                     disc inside, so that its centre is inside while others push it.
                                     Of several boxes, each one does so. */
    WEND_STEER_FOLLOW_PATH,     /**< The path of the goal before wend_crowd_set_steering. */
    WEND_STEER_FOLLOW_FLOW,     /**< request. */
    WEND_STEER_SEPARATE,        /**< range. */
    WEND_STEER_ALIGN,           /**< range. */
    WEND_STEER_COHERE,          /**< range. */
    WEND_STEER_FOLLOW_LEADER,   /**< other, range = distance. Where the leader stands, its followers
                                   stand around it, side by side, unless others than SEPARATE,
                                   ALIGN, COHERE and AVOID_OTHERS move them. */
    WEND_STEER_MATCH_VELOCITY,  /**< other; without one target = the velocity. */
    WEND_STEER_QUEUE,           /**< target = door, range. */
    WEND_STEER_AVOID_OTHERS     /**< range = seconds. */
} wend_steer_kind;

/** One behaviour of a set. */
typedef struct wend_steer_item {
    double weight;        /**< 0, the value of a zeroed item, has no effect with any method. */
    double chance;        /**< For DITHERED; 0, the value of a zeroed item, is never evaluated. */
    double range;         /**< Metres (or seconds); see the kinds. */
    wend_vec2 target;     /**< See the kinds. */
    wend_vec2 extra;      /**< See the kinds. */
    wend_steer_kind kind; /**< Kind. */
    uint32_t group;       /**< 0 = all others count; else only those of this group. The nearest 32
                               that count are used, up to 16 m away, and 32 held bodies. */
    wend_body_id other;   /**< See the kinds. With a removed body the behaviour is skipped. */
    wend_body_id other_b; /**< Likewise. */
    wend_flow_request_id request; /**< See the kinds. */
} wend_steer_item;

/** Limit of a set of behaviours. */
enum { WEND_STEER_ITEMS_MAX = 12 /**< Most behaviours of a body at once. */ };

/** Steers a body by a set of behaviours from now on, at up to its max_speed (not speed). Its state
 * is WEND_BODY_MOVING, and it never arrives.
 * @param items [count], copied, in order of priority.
 * @param max_force metres a second squared.
 * @param keeps_apart adds reciprocal avoidance (contact and walls always hold).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_set_steering(wend_crowd *crowd, wend_body_id id,
                                             const wend_steer_item *items, size_t count,
                                             wend_steer_combine combine, double max_force,
                                             bool keeps_apart);

#ifdef __cplusplus
}
#endif
#endif

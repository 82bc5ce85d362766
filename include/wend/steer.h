/* wend/steer.h: steering behaviours: what one body wants to do now, as a force.
 *
 *        seek          flee         arrive         pursue          wander
 *      o---->x      <----o  x     o-->-> x       o---->            o ~~>
 *                                    (slows)        x--->
 *
 * Each behaviour is a function of what a mover is and of what it is told of the world; none keeps
 * anything, so that they can be called from any thread, in any order, for any kind of agent. They
 * give a steering force as an acceleration (metres a second squared): what leads from the velocity
 * to a wanted velocity in an eighth of a second, but never more than max_force. So each can be
 * used alone, weights compare like with like, and ticks of up to 1/8 second do not make anybody
 * swing. They are put together by wend_steer_mix: as a weighted sum, by priority with a budget of
 * force, or dithered.
 *
 * A crowd runs them for you (wend_crowd_set_steering at the end): then neighbours, walls and paths
 * are the crowd's, and avoidance and contact come after. Without a crowd, wend_steer_apply moves a
 * mover.
 *
 * Nothing reads beyond what it is given; NaN and infinity in any input (but a panic distance), what
 * is below 0 where that makes no sense, and NULL give 0, 0. Who has nowhere to go (seeks a target
 * where it is) gets 0, 0 too. In a list of others, one in the very place of the mover (itself, too)
 * does no harm, but wend_steer_cohere and wend_steer_align count it.
 *
 * Angles grow to the left where y goes up: counter-clockwise.
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

/** Who steers. */
typedef struct wend_steer_agent {
    wend_vec2 position; /**< Metres. */
    wend_vec2 velocity; /**< Metres a second. */
    wend_vec2 heading;  /**< Length 1: where it looks; for feelers, wander, facing. 0, 0 = along its
                           velocity. */
    double radius;      /**< Metres. */
    double max_speed;   /**< Metres a second, above 0. */
    double max_force;   /**< Metres a second squared, above 0. */
} wend_steer_agent;

/** Another one. */
typedef struct wend_steer_other {
    wend_vec2 position;
    wend_vec2 velocity;
    wend_vec2 heading;
    double radius;
} wend_steer_other;

/** How fast arrive slows down. */
typedef enum wend_deceleration {
    WEND_DECELERATION_FAST = 1,
    WEND_DECELERATION_NORMAL,
    WEND_DECELERATION_SLOW
} wend_deceleration;

/* ---- one target ---- */

/** At full speed to a point. */
WEND_API wend_vec2 wend_steer_seek(const wend_steer_agent *self, wend_vec2 target);
/** At full speed away from a point that is nearer than panic_distance (infinity = always). */
WEND_API wend_vec2 wend_steer_flee(const wend_steer_agent *self, wend_vec2 from,
                                   double panic_distance);
/** To a point, slowing down so as to stop there: braking by nearly all its force, for NORMAL by
 * half and for SLOW by a quarter of it. Who has that much room never goes beyond; the last
 * centimetres take a second or two. */
WEND_API wend_vec2 wend_steer_arrive(const wend_steer_agent *self, wend_vec2 target,
                                     wend_deceleration deceleration);
/** To where the other one will be, which is exact for one who goes straight on and is slower. */
WEND_API wend_vec2 wend_steer_pursue(const wend_steer_agent *self, const wend_steer_other *evader);
/** Away from where the other one will be, if it is nearer than panic_distance. */
WEND_API wend_vec2 wend_steer_evade(const wend_steer_agent *self, const wend_steer_other *pursuer,
                                    double panic_distance);
/** Keeps a place relative to a leader: x ahead of it, y to its left; and stops with it. */
WEND_API wend_vec2 wend_steer_offset_pursuit(const wend_steer_agent *self,
                                             const wend_steer_other *leader, wend_vec2 offset);
/** Gets to the middle between two others, and stays there while they move. */
WEND_API wend_vec2 wend_steer_interpose(const wend_steer_agent *self, const wend_steer_other *a,
                                        const wend_steer_other *b);
/** Goes behind a leader, and out of its way when standing in it: aside, on the nearer side.
 * @param distance metres behind, between the centres. */
WEND_API wend_vec2 wend_steer_follow_leader(const wend_steer_agent *self,
                                            const wend_steer_other *leader, double distance);
/** As fast and in the same direction as another one. */
WEND_API wend_vec2 wend_steer_match_velocity(const wend_steer_agent *self, wend_vec2 velocity);
/** Wanders: a target on a circle ahead moves by a little at random on every call.
 * @param angle radians on that circle, kept by you from call to call, begin with 0; changed.
 * @param seed, id, tick what the chance depends on, as wend_random. @param jitter radians at most
 * by call. @param distance, circle metres: how far ahead it is, and its radius. */
WEND_API wend_vec2 wend_steer_wander(const wend_steer_agent *self, double *angle, double jitter,
                                     double distance, double circle, uint64_t seed, uint64_t id,
                                     uint64_t tick);

/* ---- turning ---- */

/** The turn (radians, left positive where y goes up) to make in `seconds` to face a point, at most
 * turn_rate a second. Who looks nowhere and stands has nothing to turn: 0. */
WEND_API double wend_steer_face(const wend_steer_agent *self, wend_vec2 target, double turn_rate,
                                double seconds);
/** The same, to look where it goes; 0 while it stands. */
WEND_API double wend_steer_look_ahead(const wend_steer_agent *self, double turn_rate,
                                      double seconds);

/* ---- walls and obstacles ---- */

/** Steers around round obstacles ahead, for the nearest that its way hits: along the tangent, that
 * is sideways, and the nearer the more it brakes. Who is too near to one already is kept out of it.
 * 0, 0 where the way is free.
 * @param centres [count]. @param radii [count] metres. @param ahead metres looked ahead at full
 * speed, less when slower, a quarter when it stands. */
WEND_API wend_vec2 wend_steer_avoid_obstacles(const wend_steer_agent *self,
                                              const wend_vec2 *centres, const double *radii,
                                              size_t count, double ahead);
/** Feelers: three rays ahead (one straight, two at 45 degrees and half as long) push away from the
 * wall that is felt first: the deeper the feeler is in it the more, and in time to brake. Out of a
 * solid polygon by the shortest way. @param walls may be NULL: none. @param stops which walls
 * count.
 * @param feeler metres; more than the radius and than the way it takes to stop. */
WEND_API wend_vec2 wend_steer_avoid_walls(const wend_steer_agent *self, const wend_walls *walls,
                                          uint32_t stops, double feeler);
/** Its centre stays within a rectangle: turned back where it is outside or would be in `seconds`
 * (at least max_speed / max_force, to be in time). As the first by priority it holds, but for the
 * way on which others may push it in a tick or two. */
WEND_API wend_vec2 wend_steer_contain(const wend_steer_agent *self, wend_vec2 low, wend_vec2 high,
                                      double seconds);
/** Hides behind the best of round obstacles, the nearest that is not smaller than itself, so that
 * the hunter does not see it; evades where there is none. @param centres, radii [count]. @param gap
 * metres kept from the obstacle. */
WEND_API wend_vec2 wend_steer_hide(const wend_steer_agent *self, const wend_steer_other *hunter,
                                   const wend_vec2 *centres, const double *radii, size_t count,
                                   double gap);

/* ---- ways ---- */

/** Follows a path of points: gets within `radius` of each of them, one after the other, and between
 * them keeps within it as well, where its force allows: it slows down for corners. Stops at the
 * end.
 * @param points [count]. @param is_loop the last point leads to the first. @param radius metres,
 * above 0. @param seconds looked ahead; more makes it smoother, less makes it keep closer. @param
 * leg index of the leg it is on, kept by you, begin with 0; changed; beyond the path = 0 again. */
WEND_API wend_vec2 wend_steer_follow_path(const wend_steer_agent *self, const wend_vec2 *points,
                                          size_t count, bool is_loop, double radius, double seconds,
                                          size_t *leg);
/** Follows an order of a flow at full speed, and brakes where that has no direction: there, or no
 * way. 0, 0 where there is no such order. @param why of the sample; may be NULL; set always. */
WEND_API wend_vec2 wend_steer_follow_flow(const wend_steer_agent *self, const wend_flow *flow,
                                          wend_flow_request_id order, uint32_t floor,
                                          wend_flow_guidance *why);
/** Queues at a door: goes to it, but stops behind those ahead who wait there too, half its radius
 * from them, and closes up at half its speed. Who has nobody ahead goes through. @param door the
 * middle of the door. @param others [count] those near. @param range metres from the door where the
 * queue begins. */
WEND_API wend_vec2 wend_steer_queue(const wend_steer_agent *self, wend_vec2 door,
                                    const wend_steer_other *others, size_t count, double range);

/* ---- others; who is further away than `range` metres does not count ---- */

/** Away from others, the nearer the more: all its force for one who is next to it. */
WEND_API wend_vec2 wend_steer_separate(const wend_steer_agent *self, const wend_steer_other *others,
                                       size_t count, double range);
/** At full speed in the mean direction of others. */
WEND_API wend_vec2 wend_steer_align(const wend_steer_agent *self, const wend_steer_other *others,
                                    size_t count, double range);
/** To the middle of others, and stops there. */
WEND_API wend_vec2 wend_steer_cohere(const wend_steer_agent *self, const wend_steer_other *others,
                                     size_t count, double range);
/** Unaligned collision avoidance: steers aside, or brakes, for the one it will run into first
 * within `seconds`. Two who both do it move to opposite sides: straight on each other both keep
 * left, and where ways cross one hurries and the other brakes. 0, 0 while nobody is in the way. */
WEND_API wend_vec2 wend_steer_avoid_others(const wend_steer_agent *self,
                                           const wend_steer_other *others, size_t count,
                                           double seconds);

/* ---- together ---- */

/** How forces are put together. */
typedef enum wend_steer_combine {
    WEND_STEER_WEIGHTED = 0, /**< The sum of weight times force, at most max_force. */
    WEND_STEER_PRIORITY,     /**< In order: each takes what it needs of max_force; what is left
                                goes to the next. */
    WEND_STEER_DITHERED      /**< In order: each is looked at with its chance, and the first that is
                                not 0 is taken alone (divided by its chance). */
} wend_steer_combine;

/** A sum of forces under way; fill with wend_steer_mix_begin. */
typedef struct wend_steer_mix {
    wend_steer_combine combine;
    wend_vec2 force; /**< The result so far. */
    wend_vec2 sum;   /**< Of all forces, not cut to max_force. */
    double left;     /**< Of max_force. */
    double max_force;
    bool is_done; /**< No further force can change anything: skip the rest. */
    uint64_t seed, id, tick, count;
} wend_steer_mix;

/** @param seed, id, tick what the chance of DITHERED depends on. */
WEND_API void wend_steer_mix_begin(wend_steer_mix *mix, wend_steer_combine combine,
                                   double max_force, uint64_t seed, uint64_t id, uint64_t tick);
/** Adds a force; one with a NaN or infinity in it is left out. @param chance for DITHERED, 0 to 1.
 * @return is there room for more? */
WEND_API bool wend_steer_mix_add(wend_steer_mix *mix, wend_vec2 force, double weight,
                                 double chance);
/** Moves a mover by a force: velocity, heading, position, by `seconds`, at most max_speed. For
 * those without a crowd. In a tick of more than 1/8 second the velocity changes as in one of 1/8.
 * Bad input: nothing changes. */
WEND_API void wend_steer_apply(wend_steer_agent *self, wend_vec2 force, double seconds);

/* ---- in a crowd ---- */

typedef enum wend_steer_kind {
    WEND_STEER_SEEK = 0,        /**< target. */
    WEND_STEER_FLEE,            /**< target, range = panic distance. */
    WEND_STEER_ARRIVE,          /**< target. */
    WEND_STEER_PURSUE,          /**< other. */
    WEND_STEER_EVADE,           /**< other, range = panic distance. */
    WEND_STEER_OFFSET_PURSUIT,  /**< other, target = offset. */
    WEND_STEER_INTERPOSE,       /**< other, other_b. */
    WEND_STEER_HIDE,            /**< other = hunter; behind bodies that are held within range. */
    WEND_STEER_WANDER,          /**< range = distance ahead, its circle half as large. */
    WEND_STEER_AVOID_OBSTACLES, /**< Bodies that are held, range ahead. */
    WEND_STEER_AVOID_WALLS,     /**< range = feeler; walls of the floor. */
    WEND_STEER_CONTAIN,         /**< low = target, high = extra; range is not read. Looks ahead as
                                   far as it takes to brake: who began inside, first by priority
                                   and not pushed, never leaves; it keeps its disc inside, so that
                                   its centre is there while others push it. */
    WEND_STEER_FOLLOW_PATH,   /**< The path of the goal there was before wend_crowd_set_steering. */
    WEND_STEER_FOLLOW_FLOW,   /**< order. */
    WEND_STEER_SEPARATE,      /**< range. */
    WEND_STEER_ALIGN,         /**< range. */
    WEND_STEER_COHERE,        /**< range. */
    WEND_STEER_FOLLOW_LEADER, /**< other, range = distance. */
    WEND_STEER_MATCH_VELOCITY, /**< other; target = the velocity where there is none. */
    WEND_STEER_QUEUE,          /**< target = door, range. */
    WEND_STEER_AVOID_OTHERS    /**< range = seconds. */
} wend_steer_kind;

/** One behaviour of a set. */
typedef struct wend_steer_item {
    double weight; /**< Default of a zeroed one is 0: nothing, however they are combined. */
    double chance; /**< For DITHERED, where that of a zeroed one is 0: never. */
    double range;  /**< Metres (or seconds); what for, is said with each kind. */
    wend_vec2 target, extra;
    wend_steer_kind kind;
    uint32_t group;              /**< 0 = all others count; else only those of this group. Of those
                                    that count the nearest 32 are looked at, no further than 16 m
                                    away; of bodies that are held 32 more. */
    wend_body_id other, other_b; /**< One who is gone: the behaviour is left out. */
    wend_flow_request_id order;
} wend_steer_item;

enum { WEND_STEER_ITEMS_MAX = 12 /**< Most behaviours of a body at once. */ };

/** Lets a body go by a set of behaviours from now on, as fast as its max_speed (not speed); its
 * state is WEND_BODY_MOVING, and it never arrives. @param items [count], copied, in order of
 * priority. @param max_force metres a second squared. @param keeps_apart does reciprocal avoidance
 * hold as well (contact and walls always do)?
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_crowd_set_steering(wend_crowd *crowd, wend_body_id id,
                                             const wend_steer_item *items, size_t count,
                                             wend_steer_combine combine, double max_force,
                                             bool keeps_apart);

#ifdef __cplusplus
}
#endif
#endif

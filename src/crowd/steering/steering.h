/* steering/steering.h: the sets of behaviours that bodies go by (wend_crowd_set_steering). */
#ifndef WENDI_CROWD_STEERING_STEERING_H
#define WENDI_CROWD_STEERING_STEERING_H

#include "crowd/core/bodies.h"
#include "wend/steer.h"

typedef struct wendi_steer_set {
    wend_steer_item *items; /* [count]; kept when the set is replaced */
    uint32_t count, capacity;
    wend_steer_combine combine;
    double max_force;
    double wander_angle; /* state of WANDER */
    uint32_t path_leg;   /* state of FOLLOW_PATH */
} wendi_steer_set;

typedef struct wendi_steering {
    wendi_steer_set *of; /* [limit], by body; NULL until the first set */
    uint32_t limit;
    wend_allocator allocator;
} wendi_steering;

void wendi_steering_init(wendi_steering *steering, uint32_t limit, const wend_allocator *a);
void wendi_steering_free(wendi_steering *steering);
/** Ends a body's set. */
void wendi_steering_clear(wendi_steering *steering, uint32_t body);
uint64_t wendi_steering_hash(const wendi_steering *steering, const wendi_bodies *bodies,
                             uint64_t hash);
void wendi_steering_write(const wendi_steering *steering, const wendi_bodies *bodies,
                          wendi_writer *writer);
wend_result wendi_steering_read(wendi_steering *steering, const wendi_bodies *bodies,
                                wendi_reader *reader);
/** The velocity that a body's set wants now. Called in parallel; changes that body's set alone, and
 * what it kept of others' advice and pushes. */
wend_vec2 wendi_steering_preferred_velocity(wend_crowd *crowd, uint32_t body);

/* ---- steering/contain.c ---- */

/** A velocity of which in a tick as much is taken up as a force is worth. */
wend_vec2 wendi_steering_velocity_for_force(const wend_steer_agent *self, wend_vec2 force,
                                            double step);
/** The force of CONTAIN. Others' advice and pushes against it are dropped. */
wend_vec2 wendi_steering_contain(wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                                 const wend_steer_agent *self);
/** A velocity that is wanted, no faster towards the border than it can brake. */
wend_vec2 wendi_steering_limit_to_box(const wend_crowd *crowd, uint32_t body,
                                      const wend_steer_item *item, const wend_steer_agent *self,
                                      wend_vec2 wanted);

#endif

/* steers.h: the sets of behaviours that bodies go by (wend_crowd_steer). */
#ifndef WENDI_CROWD_STEERS_H
#define WENDI_CROWD_STEERS_H

#include "crowd/bodies.h"
#include "wend/steer.h"

typedef struct wendi_steer_set {
    wend_steer_item *items; /* [count]; kept when the set is replaced */
    uint32_t count, capacity;
    wend_steer_combine combine;
    double force_most;
    double wander_angle; /* state of WANDER */
    uint32_t path_leg;   /* state of FOLLOW_PATH */
} wendi_steer_set;

typedef struct wendi_steers {
    wendi_steer_set *of; /* [limit], by body; NULL until the first set */
    uint32_t limit;
    wend_allocator allocator;
} wendi_steers;

void wendi_steers_init(wendi_steers *steers, uint32_t limit, const wend_allocator *a);
void wendi_steers_free(wendi_steers *steers);
/** Ends a body's set. */
void wendi_steers_clear(wendi_steers *steers, uint32_t body);
uint64_t wendi_steers_hash(const wendi_steers *steers, const wendi_bodies *bodies, uint64_t hash);
void wendi_steers_write(const wendi_steers *steers, const wendi_bodies *bodies,
                        wendi_writer *writer);
wend_result wendi_steers_read(wendi_steers *steers, const wendi_bodies *bodies,
                              wendi_reader *reader);
/** The velocity that a body's set wants now. Called in parallel; changes that body's set alone, and
 * what it kept of others' advice and pushes. */
wend_vec2 wendi_steers_want(wend_crowd *crowd, uint32_t body);

/* ---- steers_contain.c ---- */

/** A velocity of which in a tick as much is taken up as a force is worth. */
wend_vec2 wendi_steers_answer(const wend_mover *self, wend_vec2 force, double step);
/** The force of CONTAIN. Others' advice and pushes against it are dropped. */
wend_vec2 wendi_steers_contain(wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                               const wend_mover *self);
/** A velocity that is wanted, no faster towards the border than it can brake. */
wend_vec2 wendi_steers_keep_in(const wend_crowd *crowd, uint32_t body, const wend_steer_item *item,
                               const wend_mover *self, wend_vec2 wanted);

#endif

/* The sets of steering behaviours of bodies (wend_crowd_set_steering). */
#ifndef WENDI_CROWD_STEERING_STEERING_H
#define WENDI_CROWD_STEERING_STEERING_H

#include "crowd/core/crowd.h"
#include "wend/steer.h"

typedef struct wendi_steer_set {
    wend_steer_item *items; /* [count]; kept when the set is replaced */
    uint32_t count, capacity;
    wend_steer_combine combine;
    double max_force;
    double wander_angle; /* state of WANDER */
    uint32_t path_leg;   /* state of FOLLOW_PATH */
} wendi_steer_set;

struct wendi_steering {
    wendi_steer_set *of; /* [limit], by body; NULL until the first set */
    uint32_t limit;
    wend_allocator allocator;
};

void wendi_steering_init(wendi_steering *steering, uint32_t limit, const wend_allocator *a);
void wendi_steering_free(wendi_steering *steering);
/** Visits the sets of bodies 0 to body_count - 1. Reading is into sets just initialized. */
void wendi_steering_visit(wendi_steering *steering, uint32_t body_count, wendi_visitor *v);
/** Its velocity changes the body's set, and the body's state of avoidance and contact. */
extern const wendi_goal_provider wendi_goal_provider_steering;

#endif

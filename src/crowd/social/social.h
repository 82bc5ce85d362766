/* Social groups: which bodies walk together, and how that changes the velocity that each prefers.
 *
 *   tick, one thread     which members walk, their direction, room beside them, the pattern, and for
 *                        each member the way to its position in it
 *   for each body        the velocity of its goal, turned a little towards that position, and faster
 *                        or slower
 *
 * A group writes nothing but itself, and a member nothing but its own entry in `ways`. */
#ifndef WENDI_CROWD_SOCIAL_SOCIAL_H
#define WENDI_CROWD_SOCIAL_SOCIAL_H

#include "crowd/core/crowd.h"
#include "wend/social.h"

typedef struct wendi_social_group {
    uint32_t generation; /* odd = in use */
    uint32_t count;
    uint32_t members[WEND_SOCIAL_MEMBERS_MAX]; /* bodies */
    uint32_t slots[WEND_SOCIAL_MEMBERS_MAX];   /* of the pattern, by member */
    double spacing_def, speed_loss;
    uint64_t user;
    /* the walk */
    uint32_t walking, files;
    uint32_t wide_ticks;                     /* for which a wider pattern had room */
    uint32_t wait_ticks;                     /* for which members ahead waited in vain */
    double left_least;                       /* metres that the last one had left, at least */
    uint32_t room_files;                     /* as many fit between walls */
    double press;                            /* part of their speed that members lack, smoothed */
    wend_vec2 forward;                       /* direction of the group, of length 1; or 0, 0 */
    wend_vec2 ways[WEND_SOCIAL_MEMBERS_MAX]; /* directions of the members' goals in the last tick */
    /* of this tick */
    double spacing, speed;                 /* metres a second */
    uint32_t walks, waits;                 /* bits: of members */
    wend_vec2 to[WEND_SOCIAL_MEMBERS_MAX]; /* metres from a member to its position */
    double lead[WEND_SOCIAL_MEMBERS_MAX];  /* metres that it is ahead of its position */
} wendi_social_group;

struct wendi_social {
    wendi_social_group *items; /* [count] */
    uint32_t count, capacity;
    uint32_t active_count;
    uint32_t free_from; /* no index below it is free */
    uint32_t *of;       /* [limit] group + 1 of each body; 0 = none */
    uint32_t limit;
    wend_allocator allocator;
};

wend_result wendi_social_create(wendi_social *social, uint32_t limit, const wend_allocator *a);
void wendi_social_free(wendi_social *social);
size_t wendi_social_memory_bytes(const wendi_social *social);
/** A body leaves its group, if it is in one. */
void wendi_social_remove_body(wend_crowd *crowd, uint32_t body);
/** Lays out all groups; on one thread, before preferred velocities. */
void wendi_social_tick(wend_crowd *crowd);
/** The velocity that a member prefers. @param velocity of its goal. @param pace from
 * wendi_body_pace. */
wend_vec2 wendi_social_velocity(wend_crowd *crowd, uint32_t body, wend_vec2 velocity, double pace);
/** True if a body stands for members behind it. */
bool wendi_social_is_waiting(const wend_crowd *crowd, uint32_t body);
/** The member whose path to the goal of an order to all is that of this body, too; the body itself
 * if it needs its own. */
uint32_t wendi_social_guide_of(const wend_crowd *crowd, uint32_t body);
/** Visits all groups. Reading is into social groups just created. @param bodies of the same crowd. */
void wendi_social_visit(wendi_social *social, const wendi_bodies *bodies, wendi_visitor *v);
void wendi_social_draw(const wend_crowd *crowd, uint32_t floor, const wend_draw *draw);

#endif

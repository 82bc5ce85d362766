/* core/bodies.h: what a crowd holds of each body, column by column.
 *
 *   index      0     1     2     3    ...  max_bodies - 1
 *   x        [ 3.2 | 7.9 |  .  | 0.4 | ...
 *   y        [ 1.0 | 2.2 |  .  | 6.6 | ...
 *   generation 1     4     3     1         odd = there, even = free
 *   ...
 *
 * One table lists all columns: memory, hash, save and load go by it, so that a column that is added
 * is in all of them. What is worked out anew in every tick is not here. */
#ifndef WENDI_CROWD_CORE_BODIES_H
#define WENDI_CROWD_CORE_BODIES_H

#include "base/core/bytes.h"
#include "base/math/floating_point.h"
#include "wend/crowd.h"

/* How far a body is with being stuck. */
typedef enum wendi_stuck {
    WENDI_STUCK_NOT = 0,
    WENDI_STUCK_LET_PASS,
    WENDI_STUCK_BACK_OFF,
    WENDI_STUCK_REROUTE,
    WENDI_STUCK_REPORTED, /* nothing more to try but to go on */
    WENDI_STUCK_RESTARTED /* after that: soon all of it is tried again */
} wendi_stuck;

/* Bits of wendi_bodies.flags. */
enum {
    WENDI_BODY_HELD = 1,          /* does not make way */
    WENDI_BODY_EMBEDDED = 2,      /* in a wall: on its way out */
    WENDI_BODY_NEEDS_ROUTE = 4,   /* a question to the route source is under way */
    WENDI_BODY_RETURNS = 8,       /* arrived, pushed out of its party's room: on its way back */
    WENDI_BODY_NO_AVOIDANCE = 16, /* steering of its own: no reciprocal avoidance */
    WENDI_BODY_REVERSING = 32,    /* a vehicle that backs up to turn */
    WENDI_BODY_TELEPORTS = 64,    /* before the next tick, to want_x, want_y on goal_floor */
    WENDI_BODY_NEEDS_FIELD = 128, /* its flow order has no field here */
    WENDI_BODY_REJOINS = 256,     /* strayed from its route: on its way to want_x, want_y */
    WENDI_BODY_JAMMED = 512,      /* the jam that it is in is to be noted, in the same tick */
    WENDI_BODY_OPPOSED = 1024,    /* somebody close ahead wants to where it comes from */
    WENDI_BODY_YIELDS = 2048,     /* walks back out of a narrow place, until it is its turn */
    WENDI_BODY_WEDGED = 4096,     /* side by side with another in a gap that is too tight for two */
    WENDI_BODY_STEPS_BACK = 8192, /* out of such a gap, so that the other gets through */
    WENDI_BODY_PARTIAL = 16384,   /* its route ends before its goal: the rest is still asked for */
    WENDI_BODY_ON_SPECIAL_LEG = 32768 /* a leg that is not walked was told, and no end of it yet */
};

#define WENDI_NONE UINT32_MAX
/* Metres, further than any way: to_go_least of who sets out. */
#define WENDI_REMAINING_MOST 1e300

typedef struct wendi_bodies {
    uint32_t limit; /* columns are this long */
    uint32_t count; /* bodies that are there */
    uint32_t high;  /* no body has this index or a larger one */
    uint32_t free;  /* first of the free ones below high, linked by `link`; WENDI_NONE */
    void *block;    /* all columns */
    size_t block_bytes;
    wend_allocator allocator;

    uint32_t *generation, *link;
    /* where it is, and how it moves */
    double *x, *y;                 /* metres */
    double *vx, *vy;               /* what it moved in the last tick, over the step */
    double *push_x, *push_y;       /* velocity by forces from outside, fading */
    double *heading_x, *heading_y; /* length 1 */
    uint32_t *floor;
    /* what it is */
    double *radius, *speed, *max_speed, *acceleration, *turn_rate, *turn_radius, *mass;
    uint32_t *crowd_class, *layer, *avoids, *touches, *group, *flags;
    int32_t *priority;
    uint64_t *user;
    /* what it is after */
    uint8_t *goal, *state; /* wend_body_goal, wend_body_state */
    double *goal_x, *goal_y;
    uint32_t *goal_floor;
    double *home_x, *home_y;                  /* where it stands, or stood before it made way */
    double *goal_vector_x, *goal_vector_y;    /* the velocity that was set */
    uint32_t *order_index, *order_generation; /* of the flow */
    uint64_t *goal_group;                     /* who settle together; 0 = nobody else */
    double *goal_group_radius;                /* metres around their goal that all of them need */
    uint32_t *leg;                            /* of its route: the one it is on */
    uint32_t *leg_reported;                   /* legs that were reported as begun */
    uint64_t *ticket;                         /* of its question to the route source */
    /* how it gets on */
    double *distance_left,
        *to_go_least;            /* metres along its way, now and at best; arrived: for good */
    uint32_t *wait;              /* ticks without getting nearer */
    uint32_t *leg_ticks;         /* ticks on this leg */
    double *leg_free;            /* seconds that this leg takes without others */
    uint8_t *stuck;              /* wendi_stuck */
    uint32_t *stuck_ticks;       /* in this state of being stuck */
    double *slow;                /* how far behind its own pace it is: 0 not at all, 1 it stands */
    double *patience;            /* grows while it is slow: who waited long goes first */
    double *avoid_vx, *avoid_vy; /* the velocity it tries to have */
    double *sidestep_x, *sidestep_y; /* what others ask for, as of when it last looked ahead */
    double *follow_speed;            /* the speed that those before it leave it */
    double *contact_vx, *contact_vy; /* what contacts made of it: pushes go on from tick to tick */
} wendi_bodies;

/** Bytes of all columns: of the largest limit more than some machines can count. */
uint64_t wendi_bodies_bytes_needed(uint32_t limit);
/** Columns for `limit` bodies, none of them there. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_bodies_create(wendi_bodies *bodies, uint32_t limit, const wend_allocator *a);
void wendi_bodies_free(wendi_bodies *bodies);
/** A free index, its columns zeroed; WENDI_NONE when all are taken. */
uint32_t wendi_bodies_allocate(wendi_bodies *bodies);
void wendi_bodies_release(wendi_bodies *bodies, uint32_t index);
/** The index of an id; WENDI_NONE when it is stale or none. */
uint32_t wendi_bodies_find(const wendi_bodies *bodies, wend_body_id id);
wend_body_id wendi_bodies_id(const wendi_bodies *bodies, uint32_t index);

static inline bool wendi_bodies_is_alive(const wendi_bodies *bodies, uint32_t index)
{
    return (bodies->generation[index] & 1) != 0;
}

/** Mixes the bits of a number into a hash. */
uint64_t wendi_hash_f64(uint64_t hash, double value);
uint64_t wendi_bodies_hash(const wendi_bodies *bodies, uint64_t hash);
void wendi_bodies_write(const wendi_bodies *bodies, wendi_writer *writer);
/** Reads what was written into columns just created with the same or a larger limit. Only shapes
 * are checked: what values mean is for the caller to check. @return fits? */
bool wendi_bodies_read(wendi_bodies *bodies, wendi_reader *reader);
/** Is every number of a body one? */
bool wendi_bodies_are_finite(const wendi_bodies *bodies, uint32_t index);
/** Swaps the contents of two of the same limit. */
void wendi_bodies_swap(wendi_bodies *a, wendi_bodies *b);

#endif

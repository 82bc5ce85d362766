/* The columns of bodies: position, properties, goal, progress.
 *
 *   index      0     1     2     3    ...  max_bodies - 1
 *   x        [ 3.2 | 7.9 |  .  | 0.4 | ...
 *   y        [ 1.0 | 2.2 |  .  | 6.6 | ...
 *   generation 1     4     3     1         odd = in use, even = free
 *   ...
 *
 * One table in bodies.c lists all columns: memory, hash, save and load go by it. Data of a single
 * tick is in workspace.h. */
#ifndef WENDI_CROWD_CORE_BODIES_H
#define WENDI_CROWD_CORE_BODIES_H

#include "base/core/visitor.h"
#include "base/math/floating_point.h"
#include "wend/crowd.h"

/* Actions of a stuck body, in this order. */
typedef enum wendi_stuck {
    WENDI_STUCK_NOT = 0,
    WENDI_STUCK_LET_PASS,
    WENDI_STUCK_BACK_OFF,
    WENDI_STUCK_REROUTE,
    WENDI_STUCK_REPORTED, /* nothing is left to try; it continues */
    WENDI_STUCK_RESTARTED /* all of it will be tried again */
} wendi_stuck;

/* Bits of wendi_bodies.flags. */
enum {
    WENDI_BODY_HELD = 1,          /* does not yield to others */
    WENDI_BODY_EMBEDDED = 2,      /* inside a wall: moves out of it */
    WENDI_BODY_NEEDS_ROUTE = 4,   /* its route is queried or is to be queried */
    WENDI_BODY_RETURNS = 8,       /* arrived, was pushed out of its group's room: moves back */
    WENDI_BODY_NO_AVOIDANCE = 16, /* steering without reciprocal avoidance */
    WENDI_BODY_REVERSING = 32,    /* a vehicle that backs up to turn */
    WENDI_BODY_TELEPORTS = 64,    /* before the next tick, to goal_vector on goal_floor */
    WENDI_BODY_NEEDS_FIELD = 128, /* the field of its flow request does not cover it */
    WENDI_BODY_REJOINS = 256,     /* strayed from its route: moves to goal_vector */
    WENDI_BODY_JAMMED = 512,      /* its jam is to be added to the overlay in this tick */
    WENDI_BODY_OPPOSED = 1024,    /* a body close ahead moves the opposite way */
    WENDI_BODY_YIELDS = 2048,     /* backs out of a narrow passage until it has the right of way */
    WENDI_BODY_WEDGED = 4096, /* beside another body in a gap too narrow for two; a vehicle: held
                                     up by others */
    WENDI_BODY_STEPS_BACK = 8192, /* out of such a gap, so that the other gets through; a vehicle:
                                     backs up */
    WENDI_BODY_PARTIAL = 16384,   /* its route ends before its goal; the rest is queried */
    WENDI_BODY_ON_SPECIAL_LEG =
        32768, /* the begin of a leg that is not walked was reported, its end not yet */
    WENDI_BODY_JOINS = 65536,      /* joins the group of its flow request in the next tick */
    WENDI_BODY_ROUTE_CUT = 131072, /* an edit closed its route: a new one is queried soon */
    WENDI_BODY_REPORTS_CONTACTS = 262144,
    WENDI_BODY_ON_LINK =
        524288, /* of a mesh: off the ground, on the way to link_x, link_y, link_z */
    WENDI_BODY_SEEKS_PLACE = 1048576, /* chooses a place around its goal when it sees it */
    WENDI_BODY_HAS_PLACE = 2097152,  /* home_x, home_y: its place around a goal of several bodies */
    WENDI_BODY_ABRUPT = 4194304,     /* turns and accelerates at once */
    WENDI_BODY_SEEKS_EXIT = 8388608, /* has not passed its exit: it does not settle yet */
    WENDI_BODY_SEES_CORNER = 16777216 /* follows a flow that leads around a corner at goal_vector */
};

#define WENDI_NONE UINT32_MAX
/** Metres: the smallest radius of a body and spacing of a formation. */
#define WENDI_CROWD_LENGTH_LEAST 1e-6
/** Metres from the origin: further out than any body gets, and still a fixed position of
 * body_grid.h. */
#define WENDI_POSITION_MOST 1e13
/* Metres, more than any distance left: distance_left_least at the start. */
#define WENDI_REMAINING_MOST 1e300

typedef struct wendi_bodies {
    uint32_t limit; /* length of the columns */
    uint32_t count; /* bodies in use */
    uint32_t high;  /* all indices in use are below it */
    uint32_t free;  /* first free index below high, linked by `link`; WENDI_NONE */
    void *block;    /* all columns */
    size_t block_bytes;
    wend_allocator allocator;

    uint32_t *generation, *link;
    /* position and motion */
    double *x, *y;                 /* metres */
    double *vx, *vy;               /* displacement in the last tick, over the step */
    double *push_x, *push_y;       /* velocity by external forces, decaying */
    double *heading_x, *heading_y; /* length 1 */
    uint32_t *floor;
    /* properties */
    double *radius, *speed, *max_speed, *acceleration, *turn_rate, *turn_radius, *mass;
    uint32_t *crowd_class, *layer, *avoids, *touches, *group, *flags;
    int32_t *priority;
    uint64_t *user;
    /* goal */
    uint8_t *goal, *state; /* wend_body_goal, wend_body_state */
    double *goal_x, *goal_y;
    uint32_t *goal_floor;
    double *home_x, *home_y; /* where it rests, or rested before it yielded */
    double *goal_vector_x,
        *goal_vector_y; /* the velocity of the goal, of its slot, or a position: see flags */
    uint32_t *order_index, *order_generation; /* of the flow */
    uint64_t *goal_group;                     /* bodies that settle together; 0 = none */
    double *goal_group_radius;                /* metres around the goal that the group needs */
    uint32_t *leg;                            /* of its route: the current one */
    uint32_t *leg_reported;                   /* legs whose begin was reported */
    uint64_t *ticket;                         /* of its query at the route source; 0 = none */
    /* progress */
    double *distance_left,
        *distance_left_least; /* metres along its path, now and least; arrived: to its position */
    uint32_t *wait;           /* ticks without progress */
    uint32_t *leg_ticks;      /* ticks on this leg */
    double *leg_free;         /* seconds that this leg takes in the open */
    uint8_t *stuck;           /* wendi_stuck */
    uint32_t *stuck_ticks;    /* in this stuck state */
    double *slow;             /* share of its speed that it lacks: 0 = full speed, 1 = stands */
    double *patience;         /* grows while it is slow: raises its right of way */
    double *avoid_vx, *avoid_vy;     /* the velocity after avoidance */
    double *sidestep_x, *sidestep_y; /* the sidestep of its last avoidance */
    double *follow_speed;            /* metres a second: the limit behind others */
    double *contact_vx, *contact_vy; /* velocity added by contacts, kept for the next tick */
    double *headway; /* seconds behind others, a property; saved and hashed only where one has it */
    /* on a mesh; NULL without one */
    double *z, *height;               /* of the ground under the body, and its own; metres */
    uint32_t *polygon;                /* under it; WEND_NODE_NONE on a link or without ground */
    double *goal_z;                   /* height of its goal */
    double *link_x, *link_y, *link_z; /* where its link ends */
    double *link_speed;               /* metres a second along the link */
} wendi_bodies;

/** Bytes of all columns; of the largest limit more than size_t holds on some machines. */
uint64_t wendi_bodies_bytes_needed(uint32_t limit, bool is_on_mesh);
/** Columns for `limit` bodies, none of them in use; those of a mesh too if `is_on_mesh`.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_bodies_create(wendi_bodies *bodies, uint32_t limit, bool is_on_mesh,
                                const wend_allocator *a);
void wendi_bodies_free(wendi_bodies *bodies);
/** A free index, its columns zeroed; WENDI_NONE when all are in use. */
uint32_t wendi_bodies_allocate(wendi_bodies *bodies);
void wendi_bodies_release(wendi_bodies *bodies, uint32_t index);
/** The index of an id; WENDI_NONE for a stale or null id. */
uint32_t wendi_bodies_find(const wendi_bodies *bodies, wend_body_id id);
wend_body_id wendi_bodies_id(const wendi_bodies *bodies, uint32_t index);

static inline bool wendi_bodies_is_alive(const wendi_bodies *bodies, uint32_t index)
{
    return (bodies->generation[index] & 1) != 0;
}

/** True if two bodies stand on one floor, at heights at which they can meet. */
static inline bool wendi_bodies_are_level(const wendi_bodies *b, uint32_t i, uint32_t j)
{
    if (b->z == NULL) {
        return b->floor[i] == b->floor[j];
    }
    return b->z[i] <= b->z[j] + b->height[j] && b->z[j] <= b->z[i] + b->height[i] &&
           ((b->flags[i] | b->flags[j]) & (uint32_t)WENDI_BODY_ON_LINK) == 0;
}

/** True if a height of the ground is that of the floor of a body; without a mesh every one is. */
static inline bool wendi_bodies_is_level_with(const wendi_bodies *b, uint32_t i, double z)
{
    return b->z == NULL || (z - b->z[i] <= b->height[i] && b->z[i] - z <= b->height[i]);
}

/** Gives the place of a body around its goal up: it chooses again. */
static inline void wendi_body_drop_place(wendi_bodies *b, uint32_t i)
{
    b->flags[i] &= ~(uint32_t)WENDI_BODY_HAS_PLACE;
    b->flags[i] |= (uint32_t)WENDI_BODY_SEEKS_PLACE;
    b->distance_left_least[i] = WENDI_REMAINING_MOST;
    b->wait[i] = 0;
}

/** The body was put elsewhere: it rests there when it rests; on its way to a place it chooses another
 * one. */
static inline void wendi_body_put_home(wendi_bodies *b, uint32_t i, double x, double y)
{
    if (b->state[i] != (uint8_t)WEND_BODY_ARRIVED &&
        (b->flags[i] & (uint32_t)WENDI_BODY_HAS_PLACE) != 0) {
        wendi_body_drop_place(b, i);
    }
    b->home_x[i] = x;
    b->home_y[i] = y;
}

/** Where a body is; without a mesh at height 0, and without a polygon. */
static inline wend_mesh_location wendi_bodies_location(const wendi_bodies *b, uint32_t i)
{
    return (wend_mesh_location){b->x[i], b->y[i], b->z == NULL ? 0 : b->z[i],
                                b->z == NULL ? WEND_NODE_NONE : b->polygon[i]};
}

/** Puts a body somewhere. */
static inline void wendi_bodies_put(wendi_bodies *b, uint32_t i, const wend_mesh_location *at)
{
    b->x[i] = at->x;
    b->y[i] = at->y;
    if (b->z != NULL) {
        b->z[i] = at->z;
        b->polygon[i] = at->polygon;
    }
}

/** Visits all columns. Reading is into columns just created with the same or a larger limit, and
 * checks the structure only; the caller checks values. */
void wendi_bodies_visit(wendi_bodies *bodies, wendi_visitor *v);
/** True if any body has a headway of its own. */
bool wendi_bodies_have_headway(const wendi_bodies *bodies);
/** Visits the headways; the others have been visited. */
void wendi_bodies_visit_headway(wendi_bodies *bodies, wendi_visitor *v);
/** Visits the columns of a mesh; the others have been visited. */
void wendi_bodies_visit_mesh(wendi_bodies *bodies, wendi_visitor *v);
/** True if every number of a body is finite. */
bool wendi_bodies_are_finite(const wendi_bodies *bodies, uint32_t index);

#endif

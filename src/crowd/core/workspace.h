/* The buffers of a tick. Bodies in the order of cells, in single precision relative to
 * their positions at the beginning of the tick.
 *
 *    order            0    1    2    3 ...        written by            read by
 *    position x, y  [ .. | .. | .. | .. ]         gather                avoidance, arrival
 *    preferred      [ .. | .. | .. | .. ]         gather                avoidance
 *    after avoidance[ .. | .. | .. | .. ]         avoidance             contact, overlap
 *    contacts       [ ...| .| |..| .. ]           avoidance             contact, overlap, arrival
 *    target         [ .. | .. | .. | .. ]         avoidance, contact    contact
 *    travelled      [ .. | .. | .. | .. ]         contact (hard)        contact, overlap
 *
 * Data of one body alone is processed in the order of bodies, data of neighbours in the order of
 * cells. Between the two orders all of a body is copied in one piece, of one or two cache lines:
 *
 *    bodies --preferred_velocity--> snapshots [body] --gather--> columns by order
 *           --overlap--> results [body] --arrival--> bodies
 *
 * Nothing here is part of the state, except moved and preferred, which saves keep for queries. */
#ifndef WENDI_CROWD_CORE_WORKSPACE_H
#define WENDI_CROWD_CORE_WORKSPACE_H

#include "base/core/sort.h"
#include "crowd/core/body_grid.h"
#include "wend/flow.h"

#include <stdalign.h>

enum {
    WENDI_CACHE_LINE = 64,
    WENDI_CONTACTS_MOST = 24,        /* bodies that a body may touch in a tick */
    WENDI_WALL_CONSTRAINTS_MOST = 6, /* walls that a body may touch in a tick */
    WENDI_PLACE_MARKS = 16,          /* bytes of marks around goals, for each body */
    WENDI_PLACES_MOST = 4,           /* around goals, for each body */
    WENDI_CROWD_BLOCK = 256          /* bodies in a block of a parallel pass */
};

enum { WENDI_DISPLACEMENT_PENDING = 1 };

/* Bits of wendi_workspace.marks. */
enum {
    WENDI_MARK_STANDS = 1,  /* is at its goal, and yields */
    WENDI_MARK_HELD = 2,    /* does not yield */
    WENDI_MARK_AVOIDS = 4,  /* avoids others */
    WENDI_MARK_TOUCHES = 8, /* is in contact with others */
    WENDI_MARK_TURNS = 16,  /* has limited acceleration or turning */
    WENDI_MARK_RESTS = 32,  /* has no goal, except perhaps its own position */
    WENDI_MARK_AMID = 64,   /* on a mesh: it cannot leave its polygon in this tick */
    WENDI_MARK_SMOOTH = 128 /* turns and accelerates as people do */
};

/* A wall near a body: the direction to it and the gap between them. */
typedef struct wendi_wall_constraint {
    float x, y, gap;
} wendi_wall_constraint;

typedef struct wendi_vec2_f32 {
    float x, y;
} wendi_vec2_f32;

/* A place around a goal, and how far the nearest body that has one is. */
typedef struct wendi_place {
    float x, y; /* from the goal */
    float room;
} wendi_place;

/* A body that another may touch: the data of the pair that is constant in a tick. */
typedef struct wendi_contact {
    uint32_t from; /* index of the body in the order */
    uint32_t at;   /* index of the other */
    float x, y;    /* from the body to the other at the beginning of the tick */
    float touch;   /* their distance when they touch */
    float share;   /* the body's part of the separation; below 0: not known yet */
} wendi_contact;

/* A body as the passes over sorted bodies see it, in two cache lines. */
typedef struct wendi_body_snapshot {
    alignas(WENDI_CACHE_LINE) uint32_t x; /* fixed-point position, see body_grid.h */
    uint32_t y;
    float vx, vy;                 /* velocity in the last tick */
    float pref_vx, pref_vy;       /* preferred velocity */
    float dir_x, dir_y;           /* its direction, of length 1; 0, 0 where there is none */
    float old_x, old_y;           /* the velocity before avoidance */
    float sidestep_x, sidestep_y; /* sidestep of the last avoidance */
    float contact_vx, contact_vy; /* velocity added by contacts */
    float home_x, home_y;         /* where it rests, relative to its position */
    float follow_speed;           /* limit behind others */
    float headway;                /* seconds behind others; 0: the usual one */
    float radius, speed;
    float weight;      /* the lighter of two bodies yields more */
    float known;       /* metres around it within which all walls are known */
    float reach;       /* the most metres that it may move in this tick */
    int32_t low, high; /* levels that it occupies: its floor, or its heights */
    uint32_t layer, avoids, touches;
    int32_t priority;
    uint8_t marks, wall_count;
} wendi_body_snapshot;

/* The result of a tick for a body. */
typedef struct wendi_body_result {
    alignas(WENDI_CACHE_LINE) float travelled_x;
    float travelled_y, avoid_vx, avoid_vy, contact_vx, contact_vy, sidestep_x, sidestep_y,
        follow_speed;
    float aim_x, aim_y;   /* direction that a vehicle turns towards, of length 1 */
    bool is_slow_to_turn; /* or to accelerate */
    bool is_opposed;      /* by a body close ahead that moves the opposite way */
    bool is_wedged;       /* between a wall and a body with the right of way */
} wendi_body_result;

/* Sums over the bodies of a block; blocks are the same for any number of threads. */
typedef struct wendi_block_summary {
    wendi_bodies_extent extent;
    double radius_least, max_radius;
    float reach_least, reach_most; /* metres that one of them may move in this tick */
    uint32_t layer, touches;       /* bits that all of them have in common */
    uint64_t pairs;                /* neighbours found */
    uint64_t in_wall;
    float deepest;  /* overlap, as part of the diameter */
    uint32_t flags; /* of any of them, at the end of the tick */
    bool moves;     /* any of them is displaced by external forces or teleports */
    bool steering;  /* any of them has steering behaviours, which search for neighbours */
} wendi_block_summary;

typedef struct wendi_workspace {
    uint32_t limit;
    void *memory;
    size_t memory_bytes;
    wend_allocator allocator;
    bool are_alike; /* all bodies have one radius and one reach, and any two touch */
    bool has_edits; /* walls or bodies changed: check which bodies are embedded */

    /* by body */
    bool *is_held;                     /* at the beginning of the tick: flags change meanwhile */
    double *preferred_x, *preferred_y; /* metres a second, for queries */
    double *moved_x, *moved_y;         /* metres a second, in the last tick */
    double *displace_x, *displace_y;   /* metres by external forces */
    double *displaced_x, *displaced_y; /* metres of it that are done */
    double *carried_x, *carried_y;     /* metres a second, by zones that carry */
    uint8_t *displace_state;   /* WENDI_DISPLACEMENT_PENDING or another state of displacement.c */
    uint32_t *stack;           /* [limit], of displacement.c */
    double *flow_x, *flow_y;   /* direction of the flow */
    double *flow_left;         /* cost left, in steps of the flow */
    uint8_t *flow_guidance;    /* wend_flow_guidance */
    wend_flow_memo *flow_memo; /* lasts; saves time, changes no result */
    wendi_body_snapshot *snapshots;
    wendi_body_result *results;
    wendi_wall_constraint *walls; /* [limit][WENDI_WALL_CONSTRAINTS_MOST] */

    /* of goals/places.c */
    uint32_t *place_first, *place_next; /* chains of bodies by goal */
    bool *is_gathered;
    wendi_sort_pair *place_pairs, *place_scratch;
    uint8_t *place_marks; /* [limit * WENDI_PLACE_MARKS] by row and column of the lattice */
    wendi_place *places;  /* [limit * WENDI_PLACES_MOST] */
    uint32_t *bucket_first, *bucket_next; /* chains of places by where they lie */

    /* of goals/gates.c, in this tick */
    double *gate_x, *gate_y; /* metres from the corner to the body's lane; both 0: none */

    /* by block */
    wendi_block_summary *blocks;

    /* by order */
    uint32_t *x, *y;
    float *vx, *vy;
    float *pref_vx, *pref_vy;
    float *dir_x, *dir_y;
    float *radius, *speed;
    float *weight;
    float *avoid_vx, *avoid_vy; /* the velocity after avoidance */
    wendi_vec2_f32 *target;     /* wanted displacement */
    wendi_vec2_f32 *next;       /* the one being computed */
    wendi_vec2_f32 *travelled;  /* displacement so far */
    int32_t *low, *high;        /* levels: bodies whose levels have none in common never meet */
    uint32_t *layer, *avoids, *touches;
    int32_t *priority;
    uint8_t *marks;
    uint8_t *stride; /* as of wendi_detail; only while that is on */
    uint8_t *contact_count, *wall_count;
    /* The contacts of a block lie one behind the other, from the index of its first body times
     * WENDI_CONTACTS_MOST on: few bodies have so many, and most of the memory is never touched. */
    wendi_contact *contacts; /* [limit * WENDI_CONTACTS_MOST] */
    uint32_t *contact_begin; /* index of the first contact of each body */
    float *home_x, *home_y;
    float *sidestep_x, *sidestep_y, *follow_speed;
    float *headway;                 /* seconds behind others; 0: the usual one */
    float *contact_vx, *contact_vy; /* added by contacts */
    float *pace;                    /* the speed that limits the target */
    uint8_t *moved;                 /* 1: the target was changed in the last pass */
    uint8_t *next_moved;
    bool *is_at_target; /* travelled all the way to its target */
    float *known, *reach;
} wendi_workspace;

/** The first contact of a body. */
static inline const wendi_contact *wendi_contacts_of(const wendi_workspace *work, uint32_t at)
{
    return work->contacts + work->contact_begin[at];
}

/** The first wall constraint of a body. */
static inline wendi_wall_constraint *wendi_wall_constraints_of(const wendi_workspace *work,
                                                               uint32_t body)
{
    return work->walls + (size_t)body * WENDI_WALL_CONSTRAINTS_MOST;
}

/** True if a body turns and accelerates as people do. @param at its place in the order of cells. */
static inline bool wendi_is_smooth(const wendi_workspace *work, size_t at)
{
    return (work->marks[at] & (uint32_t)WENDI_MARK_SMOOTH) != 0;
}

/** Bytes of all buffers; of the largest limit more than size_t holds on some machines. */
uint64_t wendi_workspace_bytes_needed(uint32_t limit);
wend_result wendi_workspace_create(wendi_workspace *work, uint32_t limit, const wend_allocator *a);
void wendi_workspace_free(wendi_workspace *work);
size_t wendi_workspace_memory_bytes(const wendi_workspace *work);

#endif

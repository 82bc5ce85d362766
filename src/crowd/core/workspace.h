/* core/workspace.h: what a tick works with: bodies in the order of cells, as numbers of single
 * precision relative to where each body began the tick.
 *
 *   order         0    1    2    3 ...        Written by          Read by
 *   place x, y  [ .. | .. | .. | .. ]         gather              avoid, finish
 *   wish        [ .. | .. | .. | .. ]         gather              avoid
 *   own         [ .. | .. | .. | .. ]         avoid               contact, measure
 *   contacts    [ ...| .| |..| .. ]           avoid               contact, measure, finish
 *   aim         [ .. | .. | .. | .. ]         avoid, contact      contact
 *   gone        [ .. | .. | .. | .. ]         contact (hard)      contact, measure
 *
 * What concerns a body alone is worked out in the order of bodies, column after column, what
 * concerns neighbours in the order of cells. Between the two orders all of a body goes in one
 * piece, a line or two of the cache, instead of some thirty:
 *
 *   bodies --prefer--> seen [body] --gather--> columns by order --measure--> done [body]
 * --finish-->
 *
 * Nothing in here lasts from one tick to the next but memory, and memos that only spare looks. */
#ifndef WENDI_CROWD_CORE_WORKSPACE_H
#define WENDI_CROWD_CORE_WORKSPACE_H

#include "crowd/core/body_grid.h"
#include "wend/flow.h"

#include <stdalign.h>

enum {
    WENDI_CACHE_LINE = 64,
    WENDI_CONTACTS_MOST = 24,        /* others that a body may touch in a tick */
    WENDI_WALL_CONSTRAINTS_MOST = 6, /* walls that a body may touch in a tick */
    WENDI_CROWD_BLOCK = 256          /* bodies in a block of a parallel pass */
};

enum { WENDI_DISPLACEMENT_PENDING = 1 };

/* Bits of wendi_workspace.marks. */
enum {
    WENDI_MARK_STANDS = 1,  /* wants to be where it is, and makes way */
    WENDI_MARK_HELD = 2,    /* does not make way */
    WENDI_MARK_AVOIDS = 4,  /* looks ahead for others */
    WENDI_MARK_TOUCHES = 8, /* is in contact with anybody at all */
    WENDI_MARK_TURNS = 16,  /* cannot take up any velocity at once */
    WENDI_MARK_RESTS = 32   /* has nowhere to go, but maybe back to its place */
};

/* A wall near a body: n towards it, and the room there is between them. */
typedef struct wendi_wall_constraint {
    float x, y, gap;
} wendi_wall_constraint;

typedef struct wendi_vec2_f32 {
    float x, y;
} wendi_vec2_f32;

/* Another body that one may touch: what of the pair does not change in a tick. */
typedef struct wendi_contact {
    uint32_t from; /* the body's place in the order */
    uint32_t at;   /* the other one's */
    float x, y;    /* from the body to it, as both began the tick */
    float touch;   /* their distance when they touch */
    float share;   /* the body's part of what keeps them apart; less than 0: not known yet */
} wendi_contact;

/* A body as the passes over sorted bodies see it, in two lines of a cache. */
typedef struct wendi_body_snapshot {
    alignas(WENDI_CACHE_LINE) uint32_t x; /* place, see core/body_grid.h */
    uint32_t y;
    float vx, vy;                 /* velocity in the last tick */
    float pref_vx, pref_vy;       /* the velocity that is preferred */
    float dir_x, dir_y;           /* of length 1: where it wants to go; 0, 0 when nowhere */
    float old_x, old_y;           /* the velocity that it goes on from */
    float sidestep_x, sidestep_y; /* what others asked for when it last looked ahead */
    float contact_vx, contact_vy; /* pushes that are carried on */
    float home_x, home_y;         /* where it wants to stand, as seen from where it is */
    float follow_speed;           /* the speed that those before it leave it */
    float radius, speed;
    float weight; /* who makes way: the lighter one */
    float known;  /* metres around it within which all walls are known */
    float reach;  /* metres that it may go in this tick, at most */
    uint32_t floor, layer, avoids, touches;
    int32_t priority;
    uint8_t marks, wall_count;
} wendi_body_snapshot;

/* What a tick did to a body. */
typedef struct wendi_body_result {
    alignas(WENDI_CACHE_LINE) float travelled_x;
    float travelled_y, avoid_vx, avoid_vy, contact_vx, contact_vy, sidestep_x, sidestep_y,
        follow_speed;
    bool is_slow_to_turn; /* or to get faster */
    bool is_opposed;      /* by somebody close ahead who wants to where it comes from */
    bool is_wedged;       /* between a wall and one who goes first */
} wendi_body_result;

/* What the bodies of a block add up to; blocks are the same for any number of threads. */
typedef struct wendi_block_summary {
    wendi_bodies_extent extent;
    double radius_least, max_radius;
    float reach_least, reach_most; /* metres that one of them may go in this tick */
    uint32_t layer, touches;       /* what all of them have in common */
    uint64_t pairs;                /* neighbours looked at */
    uint64_t in_wall;
    float deepest;  /* overlap, as part of the diameter */
    uint32_t flags; /* that any of them has, as the tick ends */
    bool moves;     /* is anybody moved from outside? */
    bool steering;  /* does anybody go by behaviours, which look at who is near? */
} wendi_block_summary;

typedef struct wendi_workspace {
    uint32_t limit;
    void *memory;
    size_t memory_bytes;
    wend_allocator allocator;
    bool are_alike; /* all bodies have one radius and one reach, and any two touch */
    bool has_edits; /* walls or bodies changed: look who is in a wall */

    /* by body */
    bool *is_held;                     /* as the tick begins: flags change while others look */
    double *preferred_x, *preferred_y; /* metres a second; what bodies wanted, for those who ask */
    double *moved_x, *moved_y;         /* metres a second; what bodies moved in the last tick */
    double *displace_x, *displace_y;   /* metres that forces from outside move it by */
    double *displaced_x, *displaced_y; /* metres that they have moved it by in this tick */
    double *carried_x, *carried_y;     /* metres a second; by zones that carry */
    uint8_t *displace_state;           /* WENDI_DISPLACEMENT_PENDING: is to be moved; else see
                                          contact/displacement.c */
    uint32_t *stack;                   /* [limit] of contact/displacement.c */
    double *flow_x, *flow_y;           /* where the flow leads */
    double *flow_left;                 /* what is left, in steps of the flow */
    uint8_t *flow_guidance;            /* wend_flow_guidance */
    wend_flow_memo *flow_memo; /* lasts: what the flow says changes nothing but time by it */
    wendi_body_snapshot *snapshots;
    wendi_body_result *results;
    wendi_wall_constraint *walls; /* [limit][WENDI_WALL_CONSTRAINTS_MOST] */

    /* by block */
    wendi_block_summary *blocks;

    /* by order */
    uint32_t *x, *y;
    float *vx, *vy;
    float *pref_vx, *pref_vy;
    float *dir_x, *dir_y;
    float *radius, *speed;
    float *weight;
    float *avoid_vx, *avoid_vy; /* the velocity it tries to have, others considered */
    wendi_vec2_f32 *target;     /* displacement that it tries to get to */
    wendi_vec2_f32 *next;       /* the one that is being worked out */
    wendi_vec2_f32 *travelled;  /* displacement done */
    uint32_t *floor, *layer, *avoids, *touches;
    int32_t *priority;
    uint8_t *marks;
    uint8_t *contact_count, *wall_count;
    /* Those of a block of bodies lie one behind the other, from WENDI_CONTACTS_MOST for each body
     * before the block on: few have so many, and most of the memory is never touched. */
    wendi_contact *contacts; /* [limit * WENDI_CONTACTS_MOST] */
    uint32_t *contact_begin; /* where those of each body begin */
    float *home_x, *home_y;
    float *sidestep_x, *sidestep_y, *follow_speed;
    float *contact_vx, *contact_vy; /* what contacts made of the aim, over the step */
    float *pace;                    /* the speed that limits the aim */
    uint8_t *moved;                 /* 1: the aim was changed when it was last looked at */
    uint8_t *next_moved;
    bool *is_at_target; /* it went all the way to its aim */
    float *known, *reach;
} wendi_workspace;

/** The first of a body's contacts. */
static inline const wendi_contact *wendi_contacts_of(const wendi_workspace *work, uint32_t at)
{
    return work->contacts + work->contact_begin[at];
}

/** The first of the walls near a body. */
static inline wendi_wall_constraint *wendi_wall_constraints_of(const wendi_workspace *work,
                                                               uint32_t body)
{
    return work->walls + (size_t)body * WENDI_WALL_CONSTRAINTS_MOST;
}

/** Bytes of all of it: of the largest limit more than some machines can count. */
uint64_t wendi_workspace_bytes_needed(uint32_t limit);
wend_result wendi_workspace_create(wendi_workspace *work, uint32_t limit, const wend_allocator *a);
void wendi_workspace_free(wendi_workspace *work);
size_t wendi_workspace_memory_bytes(const wendi_workspace *work);

#endif

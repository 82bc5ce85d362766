/* work.h: what a tick works with: bodies in the order of cells, as numbers of single precision
 * relative to where each body began the tick.
 *
 *   order         0    1    2    3 ...        Written by          Read by
 *   place x, y  [ .. | .. | .. | .. ]         gather              avoid, contact
 *   wish        [ .. | .. | .. | .. ]         prefer              avoid, contact
 *   own         [ .. | .. | .. | .. ]         avoid               contact
 *   aim         [ .. | .. | .. | .. ]         contact (soft)      contact
 *   gone        [ .. | .. | .. | .. ]         contact (hard)      finish
 *
 * Nothing in here lasts from one tick to the next but memory. */
#ifndef WENDI_CROWD_WORK_H
#define WENDI_CROWD_WORK_H

#include "base/base_private.h"
#include "wend/base.h"

enum {
    WENDI_CONTACTS_MOST = 32, /* others that a body may touch in a tick */
    WENDI_WALLS_MOST = 6      /* walls that a body may touch in a tick */
};

/* Bits of wendi_work.marks. */
enum {
    WENDI_MARK_STANDS = 1, /* wants to be where it is, and makes way */
    WENDI_MARK_HELD = 2,   /* does not make way */
    WENDI_MARK_AVOIDS = 4, /* looks ahead for others */
    WENDI_MARK_TOUCHES = 8 /* is in contact with anybody at all */
};

/* A wall near a body: n towards it, and the room there is between them. */
typedef struct wendi_near_wall {
    float x, y, gap;
} wendi_near_wall;

typedef struct wendi_work {
    uint32_t limit;
    void *block;
    size_t block_bytes;
    wend_allocator allocator;
    bool has_edits; /* walls or bodies changed: look who is in a wall */

    /* by body */
    bool *is_held;               /* as the tick begins: flags change while others look */
    double *prefer_x, *prefer_y; /* metres a second; what bodies wanted, for those who ask */

    /* by order */
    uint32_t *x, *y;        /* places, see cells.h */
    float *vx, *vy;         /* velocity in the last tick */
    float *wish_x, *wish_y; /* the velocity that is preferred */
    float *way_x, *way_y;   /* of length 1: where it wants to go; 0, 0 when nowhere */
    float *radius, *speed;
    float *weight;          /* who makes way: the lighter one */
    float *own_x, *own_y;   /* the velocity it tries to have, others considered */
    float *aim_x, *aim_y;   /* displacement that it tries to get to */
    float *next_x, *next_y; /* the one that is being worked out */
    float *gone_x, *gone_y; /* displacement done */
    uint32_t *floor, *layer, *avoids, *touches;
    int32_t *priority;
    uint8_t *marks;
    uint8_t *contact_count, *wall_count;
    uint32_t *contacts;       /* [limit][WENDI_CONTACTS_MOST] places in the order */
    wendi_near_wall *walls;   /* [limit][WENDI_WALLS_MOST] */
    float *home_x, *home_y;   /* where it wants to stand, as seen from where it is */
    float *carry_x, *carry_y; /* what contacts made of the aim, over the step */
    float *pace;              /* the speed that limits the aim */
    float *known;             /* metres around it within which all walls are known */
    bool *is_in_wall;
    float *overlap;  /* deepest, as part of the diameter */
    uint32_t *pairs; /* neighbours looked at */
} wendi_work;

wend_result wendi_work_create(wendi_work *work, uint32_t limit, const wend_allocator *a);
void wendi_work_free(wendi_work *work);
size_t wendi_work_bytes(const wendi_work *work);

#endif

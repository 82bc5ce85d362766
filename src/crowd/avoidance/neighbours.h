/* avoidance/neighbours.h: who is near a body, in a tick. */
#ifndef WENDI_CROWD_AVOIDANCE_NEIGHBOURS_H
#define WENDI_CROWD_AVOIDANCE_NEIGHBOURS_H

#include "crowd/core/crowd.h"

enum {
    WENDI_NEIGHBOURS_MOST = 64, /* others kept */
    WENDI_NEIGHBOUR_LANES = 8   /* that are looked at together */
};

/* Others near a body, column by column; some more than are kept may be written. */
enum { WENDI_NEIGHBOURS_CAPACITY = WENDI_NEIGHBOURS_MOST + WENDI_NEIGHBOUR_LANES };

/* What a kernel may want to know of others who are listened to, so that it need not look again. */
typedef struct wendi_neighbour_columns {
    float dir_x[WENDI_NEIGHBOURS_CAPACITY], dir_y[WENDI_NEIGHBOURS_CAPACITY];
    float pref_vx[WENDI_NEIGHBOURS_CAPACITY], pref_vy[WENDI_NEIGHBOURS_CAPACITY];
    float vx[WENDI_NEIGHBOURS_CAPACITY], vy[WENDI_NEIGHBOURS_CAPACITY];
    float radius[WENDI_NEIGHBOURS_CAPACITY];
    uint32_t layer[WENDI_NEIGHBOURS_CAPACITY], marks[WENDI_NEIGHBOURS_CAPACITY];
} wendi_neighbour_columns;

typedef struct wendi_neighbours {
    uint32_t count;
    uint32_t at[WENDI_NEIGHBOURS_CAPACITY];                           /* places in the order */
    float x[WENDI_NEIGHBOURS_CAPACITY], y[WENDI_NEIGHBOURS_CAPACITY]; /* where they are ... */
    float squared[WENDI_NEIGHBOURS_CAPACITY];                         /* ... and how far away */
    wendi_neighbour_columns more;
} wendi_neighbours;

/* How far is looked. */
typedef struct wendi_neighbour_range {
    int32_t cells; /* to each side */
    float squared; /* of the distance; who is further away does not count */
    bool responds; /* will those who are seen be listened to? */
} wendi_neighbour_range;

/** All within a distance, for one that does not listen. */
wendi_neighbour_range wendi_neighbour_range_contact(const wend_crowd *crowd, float contact);
/** For a body that listens. @param contact metres within which nobody may be overlooked. */
wendi_neighbour_range wendi_neighbour_range_ahead(const wend_crowd *crowd, uint32_t at,
                                                  float contact);

#endif

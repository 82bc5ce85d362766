/* near.h: who is near a body, in a tick. */
#ifndef WENDI_CROWD_NEAR_H
#define WENDI_CROWD_NEAR_H

#include "crowd/crowd_private.h"

enum {
    WENDI_NEAR_MOST = 64, /* others kept */
    WENDI_NEAR_LANES = 8  /* that are looked at together */
};

/* Others near a body, column by column; some more than are kept may be written. */
enum { WENDI_NEAR_ROOM = WENDI_NEAR_MOST + WENDI_NEAR_LANES };

/* What a kernel may want to know of others who are listened to, so that it need not look again. */
typedef struct wendi_nearby_more {
    float way_x[WENDI_NEAR_ROOM], way_y[WENDI_NEAR_ROOM];
    float wish_x[WENDI_NEAR_ROOM], wish_y[WENDI_NEAR_ROOM];
    float vx[WENDI_NEAR_ROOM], vy[WENDI_NEAR_ROOM];
    float radius[WENDI_NEAR_ROOM];
    uint32_t layer[WENDI_NEAR_ROOM], marks[WENDI_NEAR_ROOM];
} wendi_nearby_more;

typedef struct wendi_nearby {
    uint32_t count;
    uint32_t at[WENDI_NEAR_ROOM];                 /* places in the order */
    float x[WENDI_NEAR_ROOM], y[WENDI_NEAR_ROOM]; /* where they are ... */
    float squared[WENDI_NEAR_ROOM];               /* ... and how far away */
    wendi_nearby_more more;
} wendi_nearby;

/* How far is looked. */
typedef struct wendi_around {
    int32_t cells; /* to each side */
    float squared; /* of the distance; who is further away does not count */
    bool listens;  /* will those who are seen be listened to? */
} wendi_around;

/** All within a distance, for one that does not listen. */
wendi_around wendi_near_contact(const wend_crowd *crowd, float contact);
/** For a body that listens. @param contact metres within which nobody may be overlooked. */
wendi_around wendi_near_around(const wend_crowd *crowd, uint32_t at, float contact);

#endif

/* near.h: who is near a body, in a tick. */
#ifndef WENDI_CROWD_NEAR_H
#define WENDI_CROWD_NEAR_H

#include "crowd/crowd_private.h"

enum { WENDI_NEAR_MOST = 64 /* others kept */ };

/* Others near a body, column by column; one more than are kept may be written. */
typedef struct wendi_nearby {
    uint32_t count;
    uint32_t at[WENDI_NEAR_MOST + 1]; /* places in the order */
    float x[WENDI_NEAR_MOST + 1], y[WENDI_NEAR_MOST + 1], squared[WENDI_NEAR_MOST + 1];
} wendi_nearby;

/* How far is looked. */
typedef struct wendi_around {
    int32_t cells; /* to each side */
    float squared; /* of the distance; who is further away does not count */
} wendi_around;

/** @param contact metres within which nobody may be overlooked. */
wendi_around wendi_near_around(const wend_crowd *crowd, uint32_t at, float contact);
/** All that are near. */
void wendi_near_look(const wend_crowd *crowd, uint32_t at, wendi_around reach,
                     wendi_nearby *others);
/** Adds those further away that come towards the body. */
void wendi_near_look_far(const wend_crowd *crowd, uint32_t at, wendi_around reach,
                         wendi_nearby *others);

#endif

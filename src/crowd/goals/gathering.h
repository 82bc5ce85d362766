/* The bodies that share a goal, and the places around it. */
#ifndef WENDI_CROWD_GATHERING_H
#define WENDI_CROWD_GATHERING_H

#include "crowd/core/motion.h"

static const double WENDI_PLACE_SPACING = 1.18; /* times the diameter: as a crowd packs by itself */
static const double WENDI_PLACE_WIDE = 2.4;     /* radii: half the width of a way for several */

/* The goal that a body shares with others. */
typedef struct wendi_shared_goal {
    double x, y;
    uint32_t floor;
} wendi_shared_goal;

/* The bodies and the places of one goal. */
typedef struct wendi_gathering {
    wendi_shared_goal goal;
    wend_mesh_location at;   /* of the goal */
    uint32_t like;           /* a body that seeks a place there */
    uint32_t count;          /* bodies that go or rest there */
    uint32_t resting;        /* of those */
    uint32_t seekers;        /* pairs of the workspace */
    bool is_group;           /* some were sent there as a group */
    double squares;          /* sum of their squared radii */
    double least, most;      /* of their radii */
    double radius;           /* of the disc that they need */
    uint32_t places, nearer; /* all, and as many as they need */
    wend_vec2 ahead;         /* mean direction of those that come; shorter where they differ */
    double bucket;           /* metres: the side of a bucket of places */
} wendi_gathering;

/* ---- place_lattice.c ---- */

/** Finds all places, ring by ring outwards, until there is room for all bodies, and half as many
 * more; or until so many looks are spent. @param looks grows by the work done. */
void wendi_places_find(wend_crowd *crowd, wendi_gathering *g, uint64_t looks_most, uint64_t *looks);
/** Lowers the room of the places around one that is taken. @param looks grows by the work done. */
void wendi_places_take(wend_crowd *crowd, const wendi_gathering *g, double x, double y,
                       double radius, uint64_t *looks);

#endif

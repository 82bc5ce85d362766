/* Rays from one position to points that lie close together, such as those of one agent.
 *
 *              _.-- x        the edges near all of the rays are taken from the tree once; most often
 *     eye o---<---- x        there are none, and all points are visible
 *              `--. x
 *
 * A cast can tell the edges near the rays and how far away all others are: while the eye and the points move
 * less than that, only those few need tests. And it can tell an edge that stops all rays, which most often
 * still does a bit later.
 *
 * The answers are those of single rays, bit for bit. */
#ifndef WENDI_WORLD_WALLS_FAN_H
#define WENDI_WORLD_WALLS_FAN_H

#include "world/walls/cells.h"

enum { WENDI_WALL_FAN_POINTS = 32, WENDI_WALL_FAN_NEAR = 4 };

typedef struct wendi_wall_fan {
    const wend_walls *walls;
    const wendi_wall_cells *cells; /* useful ones of the walls as they are; NULL: the tree */
    wend_vec3 eye;
    wend_vec2 at; /* the eye, as the exact tests need it */
    uint32_t stops[2];
    double far;       /* no edge ends farther from the eye */
    bool is_in_solid; /* the eye lies in or on a polygon that stops some of these */
} wendi_wall_fan;

/** Prepares rays from a valid position for two kinds of stops. */
wendi_wall_fan wendi_wall_fan_make(const wend_walls *walls, const wendi_wall_cells *cells,
                                   wend_vec3 eye, uint32_t first_stops, uint32_t second_stops);
/** What a cast finds out beside its answer, which saves later ones: the few edges near the rays, and how far
 * away all others are. */
typedef struct wendi_wall_fan_proof {
    double margin; /* how far from the rays edges are looked for; 0: only blocker1 is of use */
    double clear;  /* no other edge comes so near to the first ray; 0 = not known */
    uint32_t near[WENDI_WALL_FAN_NEAR];
    uint32_t near_count;
    uint32_t blocker1; /* an edge + 1 that stops all rays; 0 = none is known; tested first */
    bool
        is_near_enough; /* no edge but those of near comes near to a ray: only they are tested, and none of
                            the rest is set but blocker1 */
} wendi_wall_fan_proof;

/** Finds out for both kinds which points are visible, as wend_walls_can_see_3d.
 * @param to [count] valid. @param count 1 to WENDI_WALL_FAN_POINTS. @param visible bits.
 * @param proof what is known, and what was found out; may be NULL. */
void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2], wendi_wall_fan_proof *proof);
/** True if an edge of the walls certainly stops, for both kinds, the rays to all points whose x and y lie
 * within a distance of a centre: then no cast is needed. False says nothing. */
bool wendi_wall_fan_is_stopped_by(const wendi_wall_fan *fan, uint32_t edge, wend_vec2 centre,
                                  double radius);

#endif

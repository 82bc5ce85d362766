/* Rays from one position to points that lie close together, such as those of one agent.
 *
 *              _.-- x        the edges near all of the rays are taken from the tree once; most often
 *     eye o---<---- x        there are none, and all points are visible
 *              `--. x
 *
 * The answers are those of single rays, bit for bit. */
#ifndef WENDI_WORLD_WALLS_FAN_H
#define WENDI_WORLD_WALLS_FAN_H

#include "world/walls/cells.h"

enum { WENDI_WALL_FAN_POINTS = 32 };

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
/** Finds out for both kinds which points are visible, as wend_walls_can_see_3d.
 * @param to [count] valid. @param count 1 to WENDI_WALL_FAN_POINTS. @param visible bits. */
void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2]);

#endif

/* graph_shadow.h: what lies behind walls, seen from one place.
 *
 *              a------b        Whoever goes straight from the place to a point of the shadow
 * crosses / shadow \       the wall a b between its ends, whatever his radius. A shadow is /
 * \      convex: a cell with all corners in it lies in it.
 *
 * So a search for what can be walked to leaves out whole cells, and ends soon where a place is
 * closed in. Shadows are learnt from the walls that were in the way. */
#ifndef WENDI_GRAPH_SHADOW_H
#define WENDI_GRAPH_SHADOW_H

#include "wend/walls.h"

enum { WENDI_SHADOWS = 16 };

typedef struct wendi_shadows {
    const wend_walls *walls;
    wend_vec2 place;
    uint32_t count;
    wend_vec2 a[WENDI_SHADOWS], b[WENDI_SHADOWS]; /* b lies to the left of a */
} wendi_shadows;

/** Is it certain that nobody walks straight from the place to this point? */
bool wendi_shadows_have(const wendi_shadows *shadows, wend_vec2 point);
/** The same for all points of a square. */
bool wendi_shadows_have_square(const wendi_shadows *shadows, wend_vec2 low, double side);
/** Learns the shadow of the wall that stops who walks from the place to a point. */
void wendi_shadows_learn(wendi_shadows *shadows, wend_vec2 point, double radius, uint32_t stops);

#endif

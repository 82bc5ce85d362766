/* graph/shadow.h: what lies behind walls, seen from one place.
 *
 *              a------b        Whoever goes straight from the place to a point of the shadow
 * crosses / shadow \       the wall a b between its ends, whatever his radius. A shadow is /
 * \      convex: a cell with all corners in it lies in it. o place
 *
 * So a search for what can be walked to leaves out whole cells. For a disc a wall is wider: it
 * stops all directions that come nearer to it than the radius. Where the walls met so far stop all
 * directions, nobody gets farther than to the farthest of them, and the search ends. Walls are
 * learnt when they were in the way. */
#ifndef WENDI_WORLD_GRAPH_SHADOW_H
#define WENDI_WORLD_GRAPH_SHADOW_H

#include "wend/walls.h"

enum { WENDI_SHADOWS = 16, WENDI_BLOCKED_ARCS = 32 };

/** Directions that a wall stops, as turns of 0 to 4 quarters, and how far it is away at most. */
typedef struct wendi_blocked_arc {
    double from, to; /* to >= from; may be above 4: on over 0 */
    double away;
} wendi_blocked_arc;

typedef struct wendi_shadows {
    const wend_walls *walls;
    wend_vec2 place;
    uint32_t count;
    wend_vec2 a[WENDI_SHADOWS], b[WENDI_SHADOWS]; /* b lies to the left of a */
    uint32_t side_count;
    wendi_blocked_arc sides[WENDI_BLOCKED_ARCS]; /* by rising `from` */
} wendi_shadows;

/** Is it certain that nobody walks straight from the place to this point? */
bool wendi_shadows_contain(const wendi_shadows *shadows, wend_vec2 point);
/** The same for all points of a square. */
bool wendi_shadows_contain_square(const wendi_shadows *shadows, wend_vec2 low, double side);
/** Learns the shadow of the wall that stops who walks from the place to a point. */
void wendi_shadows_add(wendi_shadows *shadows, wend_vec2 point, double radius, uint32_t stops);

/** Where the walls learnt so far stop every direction: how far anybody gets at most; infinity where
 * they leave a gap. */
double wendi_shadows_reach(const wendi_shadows *shadows);

#endif

/* The shadows of walls, seen from one position.
 *
 *              a------b        A straight walk from the position to a point of the shadow crosses the
 *             / shadow \       wall a b between its ends, at any radius. A shadow is convex: a cell
 *            /          \      with all corners in it lies in it.
 *          o position
 *
 * So a search for reachable nodes leaves out whole cells. For a disc a wall is wider: it blocks all
 * directions that come nearer to it than the radius. Where the walls so far block all directions,
 * nothing beyond the farthest of them is reachable, and the search ends. Walls are added when they
 * stopped a walk. */
#ifndef WENDI_WORLD_GRAPH_SHADOW_H
#define WENDI_WORLD_GRAPH_SHADOW_H

#include "wend/walls.h"

enum { WENDI_SHADOWS = 16, WENDI_BLOCKED_ARCS = 32 };

/** Directions that a wall blocks, as turns of 0 to 4 quarters, and its largest distance. */
typedef struct wendi_blocked_arc {
    double from, to; /* to >= from; above 4: across 0 */
    double away;
} wendi_blocked_arc;

typedef struct wendi_shadows {
    const wend_walls *walls;
    wend_vec2 position;
    uint32_t count;
    wend_vec2 a[WENDI_SHADOWS], b[WENDI_SHADOWS]; /* b lies to the left of a */
    uint32_t side_count;
    wendi_blocked_arc sides[WENDI_BLOCKED_ARCS]; /* by rising `from` */
} wendi_shadows;

/** True if no straight walk from the position to this point is possible, for certain. */
bool wendi_shadows_contain(const wendi_shadows *shadows, wend_vec2 point);
/** The same for all points of a square. */
bool wendi_shadows_contain_square(const wendi_shadows *shadows, wend_vec2 low, double side);
/** Adds the shadow of the wall that stops a straight walk from the position to a point. */
void wendi_shadows_add(wendi_shadows *shadows, wend_vec2 point, double radius, uint32_t stops);

/** Upper bound of the distance of reachable points, once the walls block every direction;
 * infinity where they leave a gap. */
double wendi_shadows_reach(const wendi_shadows *shadows);

#endif

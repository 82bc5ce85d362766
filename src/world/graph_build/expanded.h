/* Corners of walls, and the tangents of circles around them.
 *
 *            last ^  . free normals n:      A corner is a point from which all walls that meet in
 *                /  .  n * first <= 0,      it lie within less than half a turn, from first to last
 *               /  .   n * last <= 0        counter-clockwise. A disc can roll around it with its
 *      corner  o - - > first                centre at corner + radius * n for the n that point
 *               .                           away from all these walls. Shortest paths turn at no
 *                .                          other points.
 *
 * Rounding: a tangent point is some roundings off its circle, but walls are tested exactly. So
 * circles are a bit larger than the radius (by `spare`, a 2^46th of the coordinates' size: some
 * 1e-11 m in a world of a kilometre): then everything that should be free is. Where that is too much
 * (a passage just as wide as the disc), circles of the exact radius are tried; along walls parallel
 * to an axis these fit exactly. */
#ifndef WENDI_WORLD_GRAPH_BUILD_EXPANDED_H
#define WENDI_WORLD_GRAPH_BUILD_EXPANDED_H

#include "world/graph_build/build.h"

/** Bit 63 of a node's user: the node belongs to a corner; bits 32 to 62 are the wall's index1,
 * the rest the number of the corner. */
#define WENDI_CORNER_MARK ((uint64_t)1 << 63)

typedef struct wendi_corner {
    wend_vec2 position;
    wend_vec2 first, last;         /* directions of walls, length 1; zero: a post */
    wend_vec2 first_end, last_end; /* the other ends of these walls */
    uint64_t code;                 /* the user of its nodes */
    bool is_post;                  /* a point without walls */
} wendi_corner;

typedef struct wendi_corners {
    const wend_walls *walls;
    wendi_corner *items; /* [count], by position */
    uint32_t count, capacity;
    double radius, spare;
    uint32_t stops;
} wendi_corners;

/** Finds the corners of walls. @param level as for wendi_graph_expand. @return false: no memory. */
bool wendi_corners_find(wendi_corners *corners, const wend_walls *walls, const wend_level *level,
                        const wend_graph_build_def *def);
void wendi_corners_free(wendi_corners *corners, const wend_allocator *allocator);

/** True if a disc can touch this corner in this direction (length 1), as far as the corner's own
 * walls go. */
static inline bool wendi_corner_is_free(const wendi_corner *corner, wend_vec2 n)
{
    /* Larger than roundings: the walls are tested afterwards. */
    return wend_vec2_dot(n, corner->first) <= 1e-6 && wend_vec2_dot(n, corner->last) <= 1e-6;
}

/** With radius 0: true if a shortest path from a position can turn at this corner. */
bool wendi_corner_is_tangent(const wendi_corner *corner, wend_vec2 from);

/* ---- tangents ---- */

enum { WENDI_BITANGENTS = 4 };

/** A straight segment that touches two circles: both on one side (0: left of the segment, 1:
 * right), or between them (2, 3). */
typedef struct wendi_tangent {
    wend_vec2 from, to;     /* the touching points */
    wend_vec2 from_n, to_n; /* directions from the centres to there */
} wendi_tangent;

/** @return false where the circles are too close for it. */
bool wendi_bitangent(wend_vec2 a, wend_vec2 b, double radius, int kind, wendi_tangent *tangent);
/** The two tangents from a point to a circle (kind 0, 1): `to` and `to_n` are set. A point in the
 * circle touches it at the point itself. */
void wendi_point_tangent(wend_vec2 point, wend_vec2 centre, double radius, int kind,
                         wendi_tangent *tangent);

/** Bits k (circles with spare) and 4 + k (circles of the radius) of the bitangents of corners i
 * and j that a disc can move along. */
uint8_t wendi_corners_bitangents(const wendi_corners *corners, uint32_t i, uint32_t j);
/** The distance of a bit's touching points from the corner. */
static inline double wendi_corners_reach(const wendi_corners *corners, bool is_exact)
{
    return is_exact ? corners->radius : corners->radius + corners->spare;
}

/** The angle counter-clockwise from one direction to another. 0 to 2 pi; directions that are
 * equal but for roundings are 0 apart. */
double wendi_angle_between(wend_vec2 from, wend_vec2 to);
/** True if a disc can roll around a corner counter-clockwise from one direction to another. */
bool wendi_corner_can_roll(const wendi_corners *corners, const wendi_corner *corner, wend_vec2 from,
                           wend_vec2 to);
/** A key that sorts directions counter-clockwise. */
uint64_t wendi_direction_key(wend_vec2 direction);

/* ---- circles with nodes on them ---- */

/** A point at which a segment touches the circle around a corner. */
typedef struct wendi_tangent_point {
    wend_vec2 position, n; /* n: from the corner, length 1 */
    uint32_t corner;
    wend_node node; /* WEND_NODE_NONE: none yet */
} wendi_tangent_point;

/** A growing list of them. */
typedef struct wendi_tangent_points {
    wendi_tangent_point *items; /* [count] */
    size_t count, capacity;
} wendi_tangent_points;

bool wendi_tangent_points_push(wendi_tangent_points *touches, const wend_allocator *allocator,
                               wend_vec2 position, wend_vec2 n, uint32_t corner, wend_node node);
void wendi_tangent_points_free(wendi_tangent_points *touches, const wend_allocator *allocator);

/** Adds the missing nodes (one for points at one position of one circle), and joins each to its
 * neighbours on the circle where a disc can roll from one to the other. */
wend_result wendi_tangent_points_join(const wendi_tangent_points *touches,
                                      const wendi_corners *corners, const wend_graph_build_def *def,
                                      wend_graph *graph);

/** Adds an edge that follows its length. */
wend_result wendi_expanded_edge(wend_graph *graph, wend_node from, wend_node to);

/** Expanded geometry of corners that are points: radius 0, or mitred. */
wend_result wendi_expanded_points(const wendi_corners *corners, const wend_graph_build_def *def,
                                  wend_graph *graph);
/** Expanded geometry of corners that are circles. */
wend_result wendi_expanded_circles(const wendi_corners *corners, const wend_graph_build_def *def,
                                   wend_graph *graph);

#endif

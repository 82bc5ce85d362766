/** @file wend/walls.h
 * Walls: segments and solid polygons that stop movement, sight, sound and shots.
 *
 * A set of walls is a spatial index over segments and polygons, created once or edited all the
 * time: a tree of boxes, about 150 bytes an edge however long the walls and wide the world. Line of
 * sight, smoothing, cover, collisions and the builders of graphs all use it.
 *
 *        from o-----------.x  ray: the first wall that cannot be passed
 *                    ####/
 *        from (o)======(o) to     swept disc: a disc of the radius moves in a straight line
 *
 * Touching, in all functions: a disc of radius r > 0 is stopped where a wall comes nearer to its
 * centre than r; at exactly r it slides along. A point (rays, sight, radius 0) may touch walls and
 * slide along them, but not pass through: it is stopped where it crosses a wall, where it enters a
 * solid polygon, and where it passes a point that has walls on both its sides (so nothing leaks
 * through the corner where two segments meet, and a point that only grazes a corner continues).
 * Walls along the line count as one point from end to end, and the line's own two ends are not
 * passed. These results are exact for the given coordinates (adaptive arithmetic, no epsilon) and
 * the same on every machine.
 *
 * Coordinates are metres, at most WEND_COORDINATE_MAX in size; those below 2^-100 count as 0.
 *
 * Threads: queries from any number of threads at once; edits only while no query runs.
 *
 * Source of the predicates: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates" (1997).
 */
#ifndef WEND_WALLS_H
#define WEND_WALLS_H

#include "wend/types.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Largest size of a coordinate in walls, levels, graphs and meshes: 2^30 metres. */
#define WEND_COORDINATE_MAX 1073741824.0

/** Kinds of things that a wall stops, as a mask; the upper 16 bits are the user's. A query names
 * its kinds and meets only walls that stop any of them. */
typedef enum wend_stops {
    WEND_STOPS_WALK = 1,      /**< Movement. */
    WEND_STOPS_SIGHT = 2,     /**< Sight. */
    WEND_STOPS_SOUND = 4,     /**< Sound. */
    WEND_STOPS_SHOT = 8,      /**< Shots. */
    WEND_STOPS_USER = 1 << 16 /**< First bit of the user's. */
} wend_stops;

/** All kinds. */
#define WEND_STOPS_ALL UINT32_MAX

/** Id of a wall, a segment or a polygon. index1 0 = none. */
typedef struct wend_wall_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_wall_id;

/** Definition of a set of walls. */
typedef struct wend_walls_def {
    uint32_t cookie;          /**< Set by wend_walls_def_default; leave it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_walls_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_walls_def wend_walls_def_default(void);
/** Creates an empty set of walls.
 * @param walls set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_walls_create(const wend_walls_def *def, wend_walls **walls);
/** Returns the message of the last failure of a call that changes the walls; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_walls_error(const wend_walls *walls);
/** Frees a set of walls; NULL is allowed. */
WEND_API void wend_walls_destroy(wend_walls *walls);

/* ---- edits: each raises the revision if it changes anything ---- */

/** Adds a segment; both ends may be the same point (a post). Cost: the height of a tree; now and
 * then the tree is rebuilt.
 * @param id may be NULL; set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (not finite, too large, stops 0), WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL (2^31 corners). */
WEND_API wend_result wend_walls_add_segment(wend_walls *walls, wend_vec2 a, wend_vec2 b,
                                            uint32_t stops, uint64_t user, wend_wall_id *id);
/** Adds a solid polygon: its inside is wall too.
 *
 * Any simple or self-crossing outline, in either direction; the inside is where its winding number
 * is not zero. With fewer than three corners, or all on one line, its edges are walls and it has no
 * inside.
 * @param points [count], 1 or more, copied.
 * @return as wend_walls_add_segment. */
WEND_API wend_result wend_walls_add_polygon(wend_walls *walls, const wend_vec2 *points,
                                            size_t count, uint32_t stops, uint64_t user,
                                            wend_wall_id *id);
/** Adds many segments at once, with the ids that single calls would give in this order; faster than
 * one by one. All or none.
 * @param ends [count][2].
 * @param stops [count], or NULL: all stop everything.
 * @param ids [count], or NULL.
 * @return as wend_walls_add_segment. */
WEND_API wend_result wend_walls_add_segments(wend_walls *walls, const wend_vec2 *ends,
                                             const uint32_t *stops, size_t count,
                                             wend_wall_id *ids);
/** Removes a wall.
 * @return WEND_OK, WEND_ERROR_STALE (no such wall now, {0, 0} included), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_remove(wend_walls *walls, wend_wall_id id);
/** Sets the kinds that a wall stops, for example to open a door; 0 = nothing for now. Never
 * allocates. @return as wend_walls_remove. */
WEND_API wend_result wend_walls_set_stops(wend_walls *walls, wend_wall_id id, uint32_t stops);
/** Sets the user value of a wall, such as its material. Never allocates. @return as
 * wend_walls_remove. */
WEND_API wend_result wend_walls_set_user(wend_walls *walls, wend_wall_id id, uint64_t user);
/** Sets the heights between which a wall stops rays with heights (wend_walls_ray_3d and the like):
 * those that pass at a height above bottom and below top. All other functions do not read heights. A
 * polygon is solid between its heights: such rays enter it from above and below too. Never allocates.
 * @param bottom metres; -infinity (default) = unbounded.
 * @param top metres, above bottom; infinity (default) = unbounded.
 * @return as wend_walls_remove; WEND_ERROR_ARGUMENT also for NaN and where bottom is not below top. */
WEND_API wend_result wend_walls_set_heights(wend_walls *walls, wend_wall_id id, double bottom,
                                            double top);
/** Removes all walls; keeps the memory. */
WEND_API void wend_walls_clear(wend_walls *walls);

/** A wall. */
typedef struct wend_wall {
    const wend_vec2 *points; /**< [count], owned by the walls, until the next edit. */
    size_t count;            /**< Number of points. */
    bool is_polygon;         /**< A polygon; else a segment. */
    uint32_t stops;          /**< Kinds that it stops. */
    uint64_t user;           /**< As added. */
    double bottom;           /**< Height of its lower edge, metres; -infinity by default. */
    double top;              /**< Height of its upper edge; infinity by default. */
} wend_wall;

/** Gets a wall.
 * @param wall zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_walls_get(const wend_walls *walls, wend_wall_id id, wend_wall *wall);
/** Returns the number of walls. */
WEND_API size_t wend_walls_count(const wend_walls *walls);
/** Lists all walls, by index.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_list(const wend_walls *walls, wend_wall_id *ids, size_t capacity,
                                     size_t *count);
/** Gets the bounding rectangle of all walls; false (and zeros) when there are none. */
WEND_API bool wend_walls_bounds(const wend_walls *walls, wend_vec2 *low, wend_vec2 *high);
/** Returns the revision, which counts edits, from 1. */
WEND_API uint64_t wend_walls_revision(const wend_walls *walls);
/** Returns a hash of the walls, their ids included; not of the index. */
WEND_API uint64_t wend_walls_hash(const wend_walls *walls);

/** Saves the walls as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_walls_save(const wend_walls *walls, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Replaces the walls by those of the bytes of wend_walls_save; ids, those of walls to come, and hash are
 * as they were at the save. One edit, which raises the revision: all that is derived from the walls is
 * computed anew. Bytes from any origin are safe to try.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_FILE (damaged, or of
 * a newer version; wend_walls_error gives the reason). After an error all is as before. */
WEND_API wend_result wend_walls_restore(wend_walls *walls, const uint8_t *bytes, size_t count);

/* ---- queries: they allocate nothing; NULL, NaN, infinity, positions beyond WEND_COORDINATE_MAX
 * and radii below 0 give false and no hit ---- */

/** Result of a ray, a sweep or a nearest query. */
typedef struct wend_wall_hit {
    wend_wall_id wall; /**< {0, 0} = nothing was hit. */
    double fraction;   /**< Part of the distance from `from` to `to`, 0 to 1; 1 when nothing was
                            hit. */
    wend_vec2 point;   /**< Ray: its end. Sweep: the disc's centre at first contact. Nearest: the
                            wall's point. */
    wend_vec2 normal;  /**< Length 1, away from the wall; 0, 0 if is_inside or nothing was hit. */
    double distance;   /**< Metres from `from` (nearest: from the centre) to point. */
    bool is_inside;    /**< `from` lies inside a solid polygon (sweep: nearer to a wall than the
                            radius); fraction and distance are then 0. */
} wend_wall_hit;

/** Casts a ray: finds the first wall that a point cannot pass on a straight line. Time: the boxes
 * of a tree along the line up to there.
 * @param hit may be NULL; always set.
 * @return true if there is one. */
WEND_API bool wend_walls_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                             wend_wall_hit *hit);
/** Casts several rays from one position: hits[i] is the hit of wend_walls_ray to to[i].
 * @param to [count].
 * @param hits [count].
 * @return number of rays that hit something. */
WEND_API size_t wend_walls_rays(const wend_walls *walls, wend_vec2 from, const wend_vec2 *to,
                                size_t count, uint32_t stops, wend_wall_hit *hits);
/** True if two positions have line of sight: no ray between them hits, in either direction. False
 * when an end lies inside a polygon that stops it. */
WEND_API bool wend_walls_can_see(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops);
/** Casts a ray with heights at both ends: as wend_walls_ray, but only walls count that are there at
 * the height where the ray passes them (wend_walls_set_heights). Heights along the ray are computed in
 * doubles; walls without bounds give exactly the answers of wend_walls_ray. The normal is 0, 0 where
 * the ray enters a polygon from above or below.
 * @param from, to z = height, metres, as large as other coordinates. */
WEND_API bool wend_walls_ray_3d(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                                uint32_t stops, wend_wall_hit *hit);
/** True if two positions with heights have line of sight: as wend_walls_can_see, with the walls that
 * wend_walls_ray_3d meets. */
WEND_API bool wend_walls_can_see_3d(const wend_walls *walls, wend_vec3 a, wend_vec3 b,
                                    uint32_t stops);
/** Finds out which of several points are visible from one position: bit i is wend_walls_can_see_3d
 * from `from` to to[i]. Faster than single calls where the points lie close together, such as points
 * of one agent.
 * @param to [count]. @param count 0 to 32; more give 0. */
WEND_API uint32_t wend_walls_see_points(const wend_walls *walls, wend_vec3 from,
                                        const wend_vec3 *to, size_t count, uint32_t stops);

/** A wall that a ray passes through. */
typedef struct wend_wall_crossing {
    wend_wall_id wall; /**< The wall. */
    uint32_t stops;    /**< Kinds that it stops. */
    uint64_t user;     /**< As added. */
    double fraction;   /**< Part of the distance from `from` to `to`, 0 to 1. */
} wend_wall_crossing;

/** Lists all walls that a ray passes through, not only the first: what muffles a sound or is shot
 * through. By rising fraction; ties: the smaller wall index.
 *
 * A segment is listed once; a polygon where the ray enters it and where it leaves it, at 0 also where
 * `from` lies inside. A point that the ray cannot pass, because walls lie on both its sides, is listed
 * once, with the smallest of these walls. Nothing is listed exactly where wend_walls_can_see is true.
 * @param crossings [capacity], may be NULL when capacity is 0; where there are more, the first.
 * @param count number of crossings.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_crossings(const wend_walls *walls, wend_vec2 from, wend_vec2 to,
                                          uint32_t stops, wend_wall_crossing *crossings,
                                          size_t capacity, size_t *count);
/** The same for a ray with heights, as wend_walls_ray_3d: where it enters a polygon from above or below
 * is listed, where it leaves it so is not. */
WEND_API wend_result wend_walls_crossings_3d(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                                             uint32_t stops, wend_wall_crossing *crossings,
                                             size_t capacity, size_t *count);
/** True if an agent can walk straight from a to b (segment clearance test). Exact: every wall stays
 * at least radius away from the segment; with radius 0 as described at the top.
 * @param radius metres, 0 or more. */
WEND_API bool wend_walls_can_walk(const wend_walls *walls, wend_vec2 a, wend_vec2 b, double radius,
                                  uint32_t stops);
/** Sweeps a disc along a line: the hit is at first contact, to double precision.
 * @return the opposite of wend_walls_can_walk. */
WEND_API bool wend_walls_sweep(const wend_walls *walls, wend_vec2 from, wend_vec2 to, double radius,
                               uint32_t stops, wend_wall_hit *hit);
/** Finds the point of a wall nearest to a centre (ties: the smaller index). Inside a polygon:
 * is_inside is set, point is the nearest of its outline, distance the distance to it.
 * @param max_distance metres, infinity is allowed.
 * @return true if there is one. */
WEND_API bool wend_walls_nearest(const wend_walls *walls, wend_vec2 centre, double max_distance,
                                 uint32_t stops, wend_wall_hit *hit);
/** True if a position is inside a solid polygon, not only on its edge. */
WEND_API bool wend_walls_is_inside(const wend_walls *walls, wend_vec2 point, uint32_t stops);
/** Lists the walls that come within a distance (<=) of a centre, by index; insides count.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of walls.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_query_circle(const wend_walls *walls, wend_vec2 centre,
                                             double radius, uint32_t stops, wend_wall_id *ids,
                                             size_t capacity, size_t *count);
/** Lists the walls that touch a closed rectangle. Parameters and results as
 * wend_walls_query_circle. */
WEND_API wend_result wend_walls_query_box(const wend_walls *walls, wend_vec2 low, wend_vec2 high,
                                          uint32_t stops, wend_wall_id *ids, size_t capacity,
                                          size_t *count);

/** Draws lines and polygons, WEND_MEANING_WALL, value = the kinds that they stop. */
WEND_API wend_result wend_walls_draw(const wend_walls *walls, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

/* wend/walls.h: what stands in the way of walking, seeing and hearing, as lines and solid shapes.
 *
 * A set of walls is a spatial index over segments and polygons, made once or edited all the time: a
 * tree of boxes, about 150 bytes an edge however long the walls and wide the world.
 * Sight, smoothing, cover, collisions and the builders of graphs all ask this one thing.
 *
 *        from o-----------.x  ray: the first wall that cannot be passed
 *                    ####/
 *        from (o)======(o) to     swept disc: a disc of the radius moves from one place to another
 *
 * What touching means, here and everywhere: a disc of radius r > 0 is stopped where a wall comes
 * nearer to its centre than r; at just r it slides by. A point (rays, sight, radius 0) may touch
 * walls and slide along them, but not pass through: it is stopped where it crosses a wall, where it
 * enters a solid polygon, and where it passes a point that has walls on both its sides (so nothing
 * leaks through the corner where two segments meet, and what only grazes a corner goes on); walls
 * along the way count as one point from end to end, and its own two ends are not passed. These
 * verdicts are exact for the coordinates as they are (adaptive arithmetic, no epsilon) and the same
 * on every machine.
 *
 * Coordinates are metres, at most WEND_COORDINATE_MAX in size; those below 2^-100 count as 0.
 *
 * Threads: queries from any number of threads at once; edits only while nobody asks.
 *
 * Source of the predicates: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates" (1997).
 */
#ifndef WEND_WALLS_H
#define WEND_WALLS_H

#include "wend/base.h"
#include "wend/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Largest size of a coordinate in walls, levels, graphs and meshes: 2^30 metres. */
#define WEND_COORDINATE_MAX 1073741824.0

/** What a wall stops, as a mask; the upper 16 bits are the user's. A question names what it asks
 * for and meets only walls that stop (any of) it. */
typedef enum wend_stops {
    WEND_STOPS_WALK = 1,
    WEND_STOPS_SIGHT = 2,
    WEND_STOPS_SOUND = 4,
    WEND_STOPS_SHOT = 8,
    WEND_STOPS_USER = 1 << 16 /**< First bit of the user's. */
} wend_stops;

/** Everything. */
#define WEND_STOPS_ALL UINT32_MAX

/** A wall, that is a segment or a polygon. index1 0 = none. */
typedef struct wend_wall_id {
    uint32_t index1;
    uint32_t generation;
} wend_wall_id;

typedef struct wend_walls wend_walls;

typedef struct wend_walls_def {
    uint32_t cookie;          /**< Set by wend_walls_def_default; leave it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_walls_def;

WEND_API wend_walls_def wend_walls_def_default(void);
/** An empty set. @param walls set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_walls_create(const wend_walls_def *def, wend_walls **walls);
/** The sentence of the last failure of a call that takes the walls to change them; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_walls_error(const wend_walls *walls);
/** Frees; NULL is fine. */
WEND_API void wend_walls_destroy(wend_walls *walls);

/* ---- edits: each raises the revision if it changes anything ---- */

/** Adds a segment; both ends may be the same point (a post). @param id may be NULL; set to {0, 0}
 * first. @return WEND_OK, WEND_ERROR_ARGUMENT (not finite, too large, stops 0), WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL (2^31 corners). Cost: the height of a tree; now and then the tree is built anew.
 */
WEND_API wend_result wend_walls_add_segment(wend_walls *walls, wend_vec2 a, wend_vec2 b,
                                            uint32_t stops, uint64_t user, wend_wall_id *id);
/** Adds a solid polygon: inside is wall too. Any simple or self-crossing outline, either way round;
 * inside is what its outline winds around (non-zero). Fewer than three corners, or all on one line:
 * its edges are walls and nothing is inside. @param points [count], 1 or more, copied. */
WEND_API wend_result wend_walls_add_polygon(wend_walls *walls, const wend_vec2 *points,
                                            size_t count, uint32_t stops, uint64_t user,
                                            wend_wall_id *id);
/** Adds many segments at once, with ids in order from what add_segment would have given; faster
 * than one by one. All or none. @param ends [count][2]. @param stops [count], or NULL: all stop
 * everything. @param ids [count], or NULL. */
WEND_API wend_result wend_walls_add_segments(wend_walls *walls, const wend_vec2 *ends,
                                             const uint32_t *stops, size_t count,
                                             wend_wall_id *ids);
/** @return WEND_OK, WEND_ERROR_STALE (no such wall now, {0, 0} among them), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_remove(wend_walls *walls, wend_wall_id id);
/** A door opens or closes; 0 = stops nothing for now. Results as remove. Never needs memory. */
WEND_API wend_result wend_walls_set_stops(wend_walls *walls, wend_wall_id id, uint32_t stops);
/** Takes all away; keeps the memory. */
WEND_API void wend_walls_clear(wend_walls *walls);

typedef struct wend_wall {
    const wend_vec2 *points; /**< [count], the walls' own, until the next edit. */
    size_t count;
    bool is_polygon;
    uint32_t stops;
    uint64_t user;
} wend_wall;

/** What a wall is. @param wall zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_walls_get(const wend_walls *walls, wend_wall_id id, wend_wall *wall);
/** How many walls there are. */
WEND_API size_t wend_walls_count(const wend_walls *walls);
/** All walls, by index. @param ids [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_list(const wend_walls *walls, wend_wall_id *ids, size_t capacity,
                                     size_t *count);
/** The rectangle around all walls; false (and zeros) when there are none. */
WEND_API bool wend_walls_bounds(const wend_walls *walls, wend_vec2 *low, wend_vec2 *high);
/** Counts edits, from 1. */
WEND_API uint64_t wend_walls_revision(const wend_walls *walls);
/** A fingerprint of the walls, their ids included; not of the index. */
WEND_API uint64_t wend_walls_hash(const wend_walls *walls);

/* ---- questions: no memory is taken; NULL, NaN, infinity, places beyond WEND_COORDINATE_MAX and
 * radii below 0 give "no": false, nothing hit ---- */

typedef struct wend_wall_hit {
    wend_wall_id wall; /**< {0, 0} = nothing was hit. */
    double fraction;   /**< Of the way from `from` to `to`, 0 to 1; 1 when nothing was hit. */
    wend_vec2 point;   /**< Ray: where it ends. Sweep: the disc's centre at first contact. Nearest:
                          the wall's point. */
    wend_vec2 normal;  /**< Length 1, away from the wall; 0, 0 where is_inside and nothing hit. */
    double distance;   /**< Metres from `from` (nearest: from the centre) to point. */
    bool is_inside;    /**< `from` lies inside a solid polygon (sweep: nearer to a wall than the
                          radius); fraction and distance are then 0. */
} wend_wall_hit;

/** The first wall a point going from one place to another cannot pass. @param hit may be NULL; set
 * always. @return true if there is one. Time: the boxes of a tree along the way up to there. */
WEND_API bool wend_walls_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                             wend_wall_hit *hit);
/** Several rays from one place: hits[i] is what wend_walls_ray gives for to[i]. @param to [count].
 * @param hits [count]. @return how many hit something. */
WEND_API size_t wend_walls_rays(const wend_walls *walls, wend_vec2 from, const wend_vec2 *to,
                                size_t count, uint32_t stops, wend_wall_hit *hits);
/** Can one place be seen from the other? The same as no ray hitting, both ways alike; false when an
 * end lies inside a polygon that stops it. */
WEND_API bool wend_walls_can_see(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops);
/** May an agent walk straight from a to b? @param radius metres, 0 or more. Exact: every wall stays
 * at least radius away from the line from a to b; with radius 0 as said at the top. */
WEND_API bool wend_walls_can_walk(const wend_walls *walls, wend_vec2 a, wend_vec2 b, double radius,
                                  uint32_t stops);
/** How far a disc gets on its way: hit at first contact, to double precision.
 * @return the opposite of wend_walls_can_walk. */
WEND_API bool wend_walls_sweep(const wend_walls *walls, wend_vec2 from, wend_vec2 to, double radius,
                               uint32_t stops, wend_wall_hit *hit);
/** The wall's point nearest to a centre, within a distance (ties: the smaller index). Inside a
 * polygon: is_inside is set, point is the nearest of its outline, distance the way out.
 * @param most metres, infinity is fine. @return is there one? */
WEND_API bool wend_walls_nearest(const wend_walls *walls, wend_vec2 centre, double most,
                                 uint32_t stops, wend_wall_hit *hit);
/** Is a place inside a solid polygon, not only on its edge? */
WEND_API bool wend_walls_is_inside(const wend_walls *walls, wend_vec2 point, uint32_t stops);
/** The walls that come within a distance (<=) of a centre, by index; insides count.
 * @param ids [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_walls_query_circle(const wend_walls *walls, wend_vec2 centre,
                                             double radius, uint32_t stops, wend_wall_id *ids,
                                             size_t capacity, size_t *count);
/** The walls that touch a closed rectangle, likewise. */
WEND_API wend_result wend_walls_query_box(const wend_walls *walls, wend_vec2 low, wend_vec2 high,
                                          uint32_t stops, wend_wall_id *ids, size_t capacity,
                                          size_t *count);

/** Draws lines and polygons, WEND_MEANING_WALL, value = what they stop. */
WEND_API wend_result wend_walls_draw(const wend_walls *walls, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

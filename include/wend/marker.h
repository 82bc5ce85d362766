/** @file wend/marker.h
 * Markers: evidence that effects leave, such as bullet holes, blood and prints in snow.
 *
 *     add --> a ring of markers in cells --> nearest, in a circle, a box or a cone, in sight
 *
 * A marker tells what happened, where, when, and by what. It expires after its lifetime without any work:
 * queries leave out what has expired, and its place is reused later. The store is bounded: the oldest
 * marker goes when marker_limit newer ones were added, expired or not.
 *
 * Equal calls give equal ids and answers. Threads: one thread at a time; the const calls from any number.
 */
#ifndef WEND_MARKER_H
#define WEND_MARKER_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of markers. */
enum {
    WEND_MARKERS_MAX = 1 << 22, /**< Markers of one store. */
    WEND_MARKERS_KINDS_MAX = 64 /**< Kinds are 0 ... 63. */
};

/** Greatest tick and lifetime of markers. */
#define WEND_MARKERS_TICK_MAX ((uint64_t)1 << 48)

/** Definition of markers. */
typedef struct wend_markers_def {
    uint32_t cookie; /**< Set by wend_markers_def_default; leave it. */
    uint32_t
        marker_limit; /**< The last markers that are kept, 1 to WEND_MARKERS_MAX. Default 4096. */
    double cell_size; /**< Cell size of the index, metres, 1/1024 to 2^30; about the radius of usual
                                queries. The answers do not depend on it. Default 4. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_markers_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_markers_def wend_markers_def_default(void);
/** Creates an empty store of markers.
 * @param markers set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_markers_create(const wend_markers_def *def, wend_markers **markers);
/** Frees markers; NULL is allowed. */
WEND_API void wend_markers_destroy(wend_markers *markers);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_markers_error(const wend_markers *markers);
/** Sets the tick, the time of all calls that follow. Constant time: nothing is done for what expires.
 * @param tick at least the present one, to WEND_MARKERS_TICK_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_markers_set_tick(wend_markers *markers, uint64_t tick);
/** Returns the tick; 0 at first. */
WEND_API uint64_t wend_markers_tick(const wend_markers *markers);

/* ---- markers ---- */

/** Id of a marker. index1 0 = none. */
typedef struct wend_marker_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_marker_id;

/** A marker. */
typedef struct wend_marker {
    uint32_t cookie;    /**< Set by wend_marker_default; leave it. */
    uint32_t kind;      /**< What it is, 0 to WEND_MARKERS_KINDS_MAX - 1. Default 0. */
    wend_vec3 position; /**< Metres, see WEND_COORDINATE_MAX; z = height. Default 0, 0, 0. */
    wend_vec2
        direction; /**< Of what happened: a shot, a step; each coordinate up to WEND_COORDINATE_MAX
                              in size. Default 0, 0: none. */
    double value;  /**< Yours: how much. Finite. Default 0. */
    uint64_t source; /**< Yours: the agent that caused it. Default 0. */
    uint64_t user;   /**< Yours: what happened. Default 0. */
    uint64_t
        lifetime;  /**< It has expired this many ticks after its origin, to WEND_MARKERS_TICK_MAX;
                              0: never. Default 0. */
    uint64_t tick; /**< Tick of origin. Adding sets it to the present one. */
} wend_marker;

/** Returns the default marker, with its cookie. */
WEND_API wend_marker wend_marker_default(void);
/** Adds a marker; where marker_limit others were added since, the oldest goes. Constant time, but for
 * growth.
 * @param id set to {0, 0} first; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_markers_add(wend_markers *markers, const wend_marker *marker,
                                      wend_marker_id *id);
/** Removes a marker: it was cleaned up. Its place stays counted in marker_limit.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such marker, or expired). */
WEND_API wend_result wend_markers_remove(wend_markers *markers, wend_marker_id id);
/** Removes all markers; the memory is kept. @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_markers_clear(wend_markers *markers);
/** Gets a marker.
 * @param marker set to the default first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such marker, or expired). */
WEND_API wend_result wend_markers_get(const wend_markers *markers, wend_marker_id id,
                                      wend_marker *marker);
/** True if a marker is there and has not expired. */
WEND_API bool wend_markers_has(const wend_markers *markers, wend_marker_id id);
/** Returns the number of markers that have not expired. Time: all that are stored. */
WEND_API size_t wend_markers_count(const wend_markers *markers);

/* ---- queries ---- */

/** A condition on markers. It must depend on nothing that changes during the query, and may call const
 * functions of the markers. @param user of the query. */
typedef bool (*wend_is_marker_fn)(void *user, wend_marker_id id, const wend_marker *marker);

/** Conditions of a query. */
typedef struct wend_marker_query {
    uint32_t cookie;     /**< Set by wend_marker_query_default; leave it. */
    uint64_t kinds;      /**< Bits of the kinds that match. Default all. */
    uint64_t max_age;    /**< At most so many ticks old. Default UINT64_MAX. */
    double max_distance; /**< wend_markers_nearest: greatest distance in the plane, metres, 0 or
                                       more. Default infinity. */
    double
        max_height_difference; /**< Only markers whose height differs from the position's by at most
                                       this. Default infinity. */
    const wend_walls *walls;   /**< Only markers in line of sight of the position; NULL (default):
                                       walls have no effect. Not for boxes. */
    uint32_t stops;            /**< Kinds of walls. Default WEND_STOPS_SIGHT. */
    wend_is_marker_fn
        is_marker; /**< Only markers for which this is true; called for those that meet the
                                       other conditions, in any order. Default NULL: all. */
    void *user;    /**< Passed to is_marker. Default NULL. */
} wend_marker_query;

/** Returns the default conditions, with their cookie. */
WEND_API wend_marker_query wend_marker_query_default(void);
/** Finds the matching marker nearest to a position (squared distances in the plane; ties: the newest).
 * @param query NULL = the defaults. @return {0, 0} where none matches, or an argument is bad. */
WEND_API wend_marker_id wend_markers_nearest(const wend_markers *markers, wend_vec3 position,
                                             const wend_marker_query *query);
/** Lists the matching markers in a circle, its line included, the newest first.
 * @param centre metres. @param radius metres, 0 or more, may be infinite.
 * @param query NULL = the defaults.
 * @param ids [capacity], may be NULL when capacity is 0; where there are more, the newest.
 * @param count number of markers. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_markers_in_circle(const wend_markers *markers, wend_vec3 centre,
                                            double radius, const wend_marker_query *query,
                                            wend_marker_id *ids, size_t capacity, size_t *count);
/** Lists the matching markers in a cone of view, likewise: those in the circle whose direction from the
 * apex differs from the cone's by at most half_angle. A marker at the apex is in it.
 * @param direction of any length above 0. @param half_angle radians, 0 to pi. */
WEND_API wend_result wend_markers_in_cone(const wend_markers *markers, wend_vec3 apex,
                                          wend_vec2 direction, double half_angle, double radius,
                                          const wend_marker_query *query, wend_marker_id *ids,
                                          size_t capacity, size_t *count);
/** Lists the matching markers in a box, its edges included, likewise. query->walls must be NULL.
 * @param low lower corner, metres; low.z is the height that max_height_difference is measured from.
 * @param high upper corner. Where it lies below low the box is empty. */
WEND_API wend_result wend_markers_in_box(const wend_markers *markers, wend_vec3 low, wend_vec2 high,
                                         const wend_marker_query *query, wend_marker_id *ids,
                                         size_t capacity, size_t *count);

/* ---- all markers ---- */

/** Returns a hash of the tick, the markers that have not expired and the ids to come. Neither the cell
 * size nor when others were removed from memory has an effect. 0 for NULL. */
WEND_API uint64_t wend_markers_hash(const wend_markers *markers);
/** Returns the memory of the markers in bytes; 0 for NULL. */
WEND_API size_t wend_markers_memory_bytes(const wend_markers *markers);
/** Saves the markers that have not expired as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_markers_save(const wend_markers *markers, uint8_t *bytes, size_t capacity,
                                       size_t *count);
/** Loads markers from the bytes of wend_markers_save; ids and hash are as before.
 * @param def gives allocator and message; NULL = defaults.
 * @param markers set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_markers_load(const wend_markers_def *def, const uint8_t *bytes,
                                       size_t count, wend_markers **markers);
/** Draws the markers that have not expired as marks (WEND_MEANING_ITEM, value = kind) and their
 * directions as lines (WEND_MEANING_HEADING), the oldest first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_markers_draw(const wend_markers *markers, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

/** @file wend/explorers.h
 * Bodies without a map: explorers of a crowd.
 *
 *     each frame: wend_explorers_update, wend_crowd_tick
 *
 *     body ----> what it touches and sees ----> explorer ----> preferred velocity ----> body
 *                nearby                          |   ^
 *                                         explored map, shared
 *
 * An explorer leads a body of a crowd to a goal by what is near it: it sweeps its disc over the floor
 * for short distances, against the cells of a grid and against walls alike, and knows nothing else.
 * The methods are those of wend/explore.h. The body stays a body: it avoids others, is pushed, and
 * slides along walls.
 *
 * An explorer ends when its body gets another order (wend_crowd_follow_path and the like) or is
 * removed. So a body can explore while its path is awaited, and take the path when it comes.
 *
 * Tracing with the line ends for bodies, too, as long as nothing moves the body off the wall for
 * good: each collision is nearer to the goal than the last, and a trace that is back at its
 * collision, with the wall on the same side, has gone around all of the wall.
 *
 * Explorers avoid bodies, but do not go back for them: two that meet in a passage too narrow for
 * both stand there until their limit (max_ticks) or another order.
 *
 * Threads: one call at a time; like calls that change the crowd. The same inputs give the same bits.
 */
#ifndef WEND_EXPLORERS_H
#define WEND_EXPLORERS_H

#include "wend/crowd.h"
#include "wend/explore.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Explorers of a crowd. */
typedef struct wend_explorers wend_explorers;

/** Definition of the explorers of a crowd. */
typedef struct wend_explorers_def {
    uint32_t cookie;        /**< Set by wend_explorers_def_default; leave it. */
    wend_crowd *crowd;      /**< Must outlive the explorers. Default NULL: set it. */
    uint32_t max_explorers; /**< Most at once, up to the bodies of the crowd. 0 (default) = 64, or
                                 all bodies where the crowd has fewer. */
    wend_explored_map *map; /**< A map that all explorers report to, and that WEND_EXPLORE_BY_MAP
                                 goes by; over the ground of every floor that they are on. Each
                                 update brings its grid up to date. Must outlive the explorers. NULL
                                 (default): none. */
    bool is_careful;        /**< Paths by the map lead through known ground only. Default false:
                                 unknown ground counts as open. */
    double radius; /**< Metres that paths by the map keep from closed cells, 0 to 64; as much
                                 as the largest body that goes by it. Default 0.25. */
    uint64_t seed; /**< Of random choices. Default 1. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_explorers_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_explorers_def wend_explorers_def_default(void);
/** Creates explorers for a crowd; no body explores yet.
 * @param explorers set to NULL first; the caller destroys it, before the crowd.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (the crowd is on a mesh). */
WEND_API wend_result wend_explorers_create(const wend_explorers_def *def,
                                           wend_explorers **explorers);
/** Returns the message of the last failure of a call that changes the explorers; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_explorers_error(const wend_explorers *explorers);
/** Frees explorers; their bodies keep their last velocity. NULL is allowed. */
WEND_API void wend_explorers_destroy(wend_explorers *explorers);

/** An order to explore. */
typedef struct wend_explorer_def {
    uint32_t cookie; /**< Set by wend_explorer_def_default; leave it. */
    wend_vec2 goal;  /**< Metres, up to 2^30 from the origin. On the floor of the body. */
    wend_explore_method method; /**< Default tracing with the line. */
    wend_explore_hand hand;     /**< Of tracing. Default left. */
    double reach;               /**< Metres: so near to the goal it has arrived, 1e-6 to 64. Default
                                     0.5. */
    double sense;               /**< Metres: how far it sees, 0 to 64. A goal in sight is gone to
                                     straight away; cells in sight, up to 12 cells away, are
                                     reported to the map. Default 2. */
    double memory_cell;         /**< Metres: size of the places that WEND_EXPLORE_DEPTH_FIRST
                                     remembers, 0 to 64; cells of the floor's grid where there is one.
                                     0 (default) = one and a half times the diameter of the body. */
    uint64_t max_ticks;         /**< Updates after which it stops; 0 (default) = no limit. */
} wend_explorer_def;

/** Returns the default order, with its cookie. */
WEND_API wend_explorer_def wend_explorer_def_default(void);
/** Sends a body to explore; it replaces the present goal of the body, also another exploration.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (BY_MAP also without a map), WEND_ERROR_STALE,
 * WEND_ERROR_FULL (max_explorers), WEND_ERROR_BUSY (from a callback of the crowd). */
WEND_API wend_result wend_explorers_send(wend_explorers *explorers, wend_body_id body,
                                         const wend_explorer_def *def);
/** Ends an exploration and stops the body.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the body does not explore),
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_explorers_stop(wend_explorers *explorers, wend_body_id body);
/** Gives all explorers their velocity for the next tick; before each wend_crowd_tick. Bodies that
 * arrived, that have no path or reached their limit stop, and stay known until they get another
 * order. Of explorers that block each other in a passage for two seconds one steps back along its
 * trail (some 30 m at most), for 4 seconds, then for twice as long each time that it does not help,
 * and then goes on where it was. Time: some sweeps an explorer; with a map also the cells in sight.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (call again: it goes on),
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_explorers_update(wend_explorers *explorers);

/** What is known of an explorer. */
typedef struct wend_explorer_info {
    wend_explore_state state;   /**< What it does. */
    wend_explore_method method; /**< As ordered. */
    wend_vec2 goal;             /**< As ordered. */
    wend_vec2 collision;        /**< Where the present trace began; 0, 0 without one. */
    uint64_t ticks;             /**< Updates since the order. */
    uint64_t collisions; /**< How often a wall was in its way, or its path was contradicted. */
    double travelled;    /**< Metres since the order. */
    size_t remembered;   /**< Places that it remembers; corners of its path by the map. */
    bool is_yielding;    /**< It steps back for another explorer that it met in a passage, and
                                     returns. */
} wend_explorer_info;

/** Gets what is known of an explorer.
 * @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the body does not explore). */
WEND_API wend_result wend_explorers_get_info(const wend_explorers *explorers, wend_body_id body,
                                             wend_explorer_info *info);
/** Returns the number of bodies that explore or did until they get another order. */
WEND_API uint32_t wend_explorers_count(const wend_explorers *explorers);
/** Returns a hash of all explorers; the map is not included. */
WEND_API uint64_t wend_explorers_hash(const wend_explorers *explorers);
/** Saves all explorers with what they remember (little-endian, with version and checksum). The crowd
 * and the map are saved beside them.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_explorers_save(const wend_explorers *explorers, uint8_t *bytes,
                                         size_t capacity, size_t *count);
/** Loads what wend_explorers_save wrote; it replaces all explorers. They continue bit for bit with
 * the crowd and the map of that time. Bytes from any origin are safe to try.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, or of more explorers than max_explorers),
 * WEND_ERROR_MEMORY. After an error all is as before. */
WEND_API wend_result wend_explorers_load(wend_explorers *explorers, const uint8_t *bytes,
                                         size_t count, wend_message *message);
/** Draws the way that each explorer knows: the line to its goal, the collision it traces from, and
 * its path by the map.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_explorers_draw(const wend_explorers *explorers, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

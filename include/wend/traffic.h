/** @file wend/traffic.h
 * Traffic maps: where agents really move, and where things happen to them.
 *
 * A map counts the agents in each cell, tick by tick, and their directions; other layers count events by
 * kind (deaths, kills, shots). Counts fade by a half-life, so the map shows the habits of the last
 * minutes. Designers place items by it, squads set ambushes, planners avoid busy or deadly ground.
 *
 *     each tick: add, or add_crowd ------> counts of cells, by 8 directions ---> busiest, quietest
 *     add_event(kind) ------------------> counts of each kind ---------------> overlay of a grid
 *
 *     6  7  0        directions of a cell: 0 = along x, 2 = along y, in steps of 45 degrees
 *     5  .  1        (as in a grid, y grows downwards)
 *     4  3  2
 *
 * A count of 1 is one agent in one tick. Counts are integers of 2^-16.
 *
 * Threads: a map is used by one thread at a time; the const calls by any number.
 */
#ifndef WEND_TRAFFIC_H
#define WEND_TRAFFIC_H

#include "wend/draw.h"
#include "wend/overlay.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of traffic maps. */
enum {
    WEND_TRAFFIC_SIDE_MAX = 4096,         /**< Cells along one side of the rectangle. */
    WEND_TRAFFIC_KINDS_MAX = 16,          /**< Kinds of events. */
    WEND_TRAFFIC_DIRECTIONS = 8,          /**< Directions of a cell. */
    WEND_TRAFFIC_HALF_LIFE_MAX = 1 << 20, /**< Ticks. */
    WEND_TRAFFIC_MOVES = -1 /**< Instead of a kind of events: agents that move or stand. */
};

/** Greatest count that one call adds. */
static const double WEND_TRAFFIC_AMOUNT_MAX = 1 << 16;

/** Definition of a traffic map. */
typedef struct wend_traffic_def {
    uint32_t cookie;  /**< Set by wend_traffic_def_default; leave it. */
    int32_t width;    /**< Columns, 1 to WEND_TRAFFIC_SIDE_MAX. Default 64. */
    int32_t height;   /**< Rows, likewise. Default 64. */
    double cell_size; /**< Metres, 1/1024 to 2^20. Default 1. */
    wend_vec2 origin; /**< Outer corner of cell 0, 0, metres. Default 0, 0. */
    uint32_t
        kind_count; /**< Kinds of events, 0 to WEND_TRAFFIC_KINDS_MAX. Default 2: deaths, kills. */
    bool has_directions; /**< It counts directions too, for 8 times the memory. Default true. */
    double
        least_speed; /**< Slower agents stand, and count in no direction, metres a second, 0 or more,
                              finite. Default 0.1. */
    uint32_t half_life; /**< Ticks in which a count halves, 1 to WEND_TRAFFIC_HALF_LIFE_MAX. Default
                              4096. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_traffic_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_traffic_def wend_traffic_def_default(void);
/** Creates a map without counts, at tick 0. Memory for a layer comes with its first count: 8 bytes a cell,
 * and as much for each direction.
 * @param traffic set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_traffic_create(const wend_traffic_def *def, wend_traffic **traffic);
/** Frees a map; NULL is allowed. */
WEND_API void wend_traffic_destroy(wend_traffic *traffic);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_traffic_error(const wend_traffic *traffic);

/* ---- counting ---- */

/** Counts an agent in its cell, and in the direction of its velocity. Positions outside count nowhere.
 * @param position metres. @param velocity metres a second; 0, 0: it stands.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_traffic_add(wend_traffic *traffic, wend_vec2 position,
                                      wend_vec2 velocity);
/** Counts all bodies of a crowd, by index.
 * @param group only bodies of this group; UINT32_MAX: all.
 * @return as wend_traffic_add; nothing is counted on failure. */
WEND_API wend_result wend_traffic_add_crowd(wend_traffic *traffic, const wend_crowd *crowd,
                                            uint32_t group);
/** Counts an event. @param kind below kind_count. @param amount 0 to WEND_TRAFFIC_AMOUNT_MAX.
 * @return as wend_traffic_add. */
WEND_API wend_result wend_traffic_add_event(wend_traffic *traffic, uint32_t kind,
                                            wend_vec2 position, double amount);
/** Sets the present tick. Constant time: counts fade when they are read.
 * @param tick not below the present one.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_traffic_set_tick(wend_traffic *traffic, uint64_t tick);
/** Forgets all counts; the memory is kept. @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_traffic_clear(wend_traffic *traffic);

/** Properties of a map. */
typedef struct wend_traffic_info {
    int32_t width;       /**< Columns. */
    int32_t height;      /**< Rows. */
    double cell_size;    /**< Metres. */
    wend_vec2 origin;    /**< Outer corner of cell 0, 0, metres. */
    uint32_t kind_count; /**< Kinds of events. */
    uint64_t tick;       /**< The present tick. */
    uint64_t added;      /**< Agents and events counted so far. */
    size_t memory_bytes; /**< Memory of the map. */
} wend_traffic_info;

/** Gets the properties. @param info always set, zeroed for NULL. */
WEND_API void wend_traffic_get_info(const wend_traffic *traffic, wend_traffic_info *info);

/* ---- questions: kind is WEND_TRAFFIC_MOVES or a kind of events; bad arguments give 0 ---- */

/** Returns the count of a cell; 0 outside. */
WEND_API double wend_traffic_cell_count(const wend_traffic *traffic, int32_t kind, int32_t x,
                                        int32_t y);
/** Returns the count of the cell at a position; 0 outside. */
WEND_API double wend_traffic_count_at(const wend_traffic *traffic, int32_t kind,
                                      wend_vec2 position);
/** Returns the count of agents that moved in a direction through a cell.
 * @param direction 0 to WEND_TRAFFIC_DIRECTIONS - 1. */
WEND_API double wend_traffic_direction_count(const wend_traffic *traffic, uint32_t direction,
                                             int32_t x, int32_t y);
/** Gets the main direction of a cell: the mean of the directions' unit vectors by their counts. Its
 * length is 1 where all move alike, and near 0 where as many come as go.
 * @param direction 0, 0 first. @return WEND_OK, WEND_ERROR_ARGUMENT (also outside). */
WEND_API wend_result wend_traffic_get_direction(const wend_traffic *traffic, int32_t x, int32_t y,
                                                wend_vec2 *direction);
/** Returns the sum of the counts of a box of cells, which is cut at the map's edges. */
WEND_API double wend_traffic_sum(const wend_traffic *traffic, int32_t kind, int32_t x, int32_t y,
                                 int32_t width, int32_t height);

/** A cell that was found. */
typedef struct wend_traffic_cell {
    int32_t x;          /**< Column. */
    int32_t y;          /**< Row. */
    wend_vec2 position; /**< Its centre, metres. */
    double count;       /**< Its count. */
} wend_traffic_cell;

/** Lists the busiest cells of a box, the busiest first; ties by rows. Cells with a count of 0 are left
 * out. Time: the cells of the box times capacity at worst.
 * @param cells [capacity]. @return number of cells written; 0 where an argument is bad. */
WEND_API size_t wend_traffic_busiest(const wend_traffic *traffic, int32_t kind, int32_t x,
                                     int32_t y, int32_t width, int32_t height,
                                     wend_traffic_cell *cells, size_t capacity);
/** Lists the quietest cells of a box, the quietest first, those with a count of 0 included.
 * @param grid only cells whose centre is open in it for a class; NULL: all.
 * @param movement_class of the grid. @return as wend_traffic_busiest. */
WEND_API size_t wend_traffic_quietest(const wend_traffic *traffic, int32_t kind, int32_t x,
                                      int32_t y, int32_t width, int32_t height,
                                      const wend_grid *grid, uint32_t movement_class,
                                      wend_traffic_cell *cells, size_t capacity);

/** Writes counts into an overlay of a grid, so that busy or deadly ground is expensive: each cell of the
 * grid gets `scale` times the count of the traffic's cell at its centre. What the overlay held before
 * is replaced; its own decay is better set to keep = 1. An edit of the grid where numbers changed.
 * @param scale cost for a count of 1, 0 to 2^20.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the overlay), WEND_ERROR_MEMORY (some cells are
 * written; call again). */
WEND_API wend_result wend_traffic_write_overlay(wend_traffic *traffic, int32_t kind, double scale,
                                                wend_grid *grid, wend_overlay_id overlay);

/* ---- state ---- */

/** Returns a hash of the definition, the tick and all counts. 0 for NULL. */
WEND_API uint64_t wend_traffic_hash(const wend_traffic *traffic);
/** Saves the map as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_traffic_save(const wend_traffic *traffic, uint8_t *bytes, size_t capacity,
                                       size_t *count);
/** Loads a map from the bytes of wend_traffic_save; it goes on as the saved one would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param traffic set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_traffic_load(const wend_traffic_def *def, const uint8_t *bytes,
                                       size_t count, wend_traffic **traffic);
/** Draws the cells with counts (WEND_MEANING_REACH, value = 1 for none to 0 for the busiest) and, for
 * moves, their main directions (WEND_MEANING_FLOW).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_traffic_draw(const wend_traffic *traffic, int32_t kind,
                                       const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

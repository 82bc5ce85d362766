/** @file wend/influence.h
 * Influence maps: where each side is strong, for decisions about ground.
 *
 * A map is a rectangle of cells. Sources (units, towers, goals) add their strength to the cells around
 * them, less with the distance. Each side has a layer of its own; a measure combines the layers:
 *
 *     sources --stamps--> layer of each side --measure--> who holds a cell, front line, conflicts,
 *     events  --fade----> (deaths, sightings)             the best position for ...
 *
 *     own 5 3 1 . . .      enemies . . 1 3 5      difference 5 3 0 -3 -5      tension 5 3 2 3 5
 *
 * A map over a grid spreads along open cells by the length of the path, so that influence does not
 * pass through walls, and follows the edits of the grid. A map without a grid spreads straight.
 *
 *     wend_influence_def def = wend_influence_def_default();
 *     def.grid = grid;
 *     wend_influence_create(&def, &map);
 *     wend_influence_source unit = wend_influence_source_default();
 *     unit.position = (wend_vec2){12, 7};
 *     unit.radius = 10;
 *     wend_influence_add(map, &unit, &id);
 *     ...
 *     wend_influence_move(map, id, position);       each tick: the calls that change sources are cheap
 *     wend_influence_update(map, NULL);             and the update does their work
 *
 * Numbers are kept as integers of 2^-16, so taking a stamp off is exact: a map that was updated equals
 * a new map with the same sources and events to the bit. The work of an update is the cells of the
 * sources that changed.
 *
 * Threads: a map is used by one thread at a time; the const calls by any number.
 *
 * Sources: Tozour, "Influence Mapping" (Game Programming Gems 2, 2001); Mark, "Modular Tactical
 * Influence Maps" (Game AI Pro 2, 2015); tension and vulnerability after Champandard, "The Core
 * Mechanics of Influence Mapping" (2011).
 */
#ifndef WEND_INFLUENCE_H
#define WEND_INFLUENCE_H

#include "wend/draw.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of influence maps. */
enum {
    WEND_INFLUENCE_SIDES_MAX = 32,         /**< Sides of a map. */
    WEND_INFLUENCE_SIDE_CELLS_MAX = 4096,  /**< Cells along one side of the rectangle. */
    WEND_INFLUENCE_BLOCK_MAX = 16,         /**< Cells of a grid along one side of a map's cell. */
    WEND_INFLUENCE_REACH_MAX = 256,        /**< Largest radius of a source, in cells of the map. */
    WEND_INFLUENCE_SOURCES_MAX = 1 << 20,  /**< Sources of a map. */
    WEND_INFLUENCE_HALF_LIFE_MAX = 1 << 20 /**< Ticks. */
};

/** Greatest strength of a source; its negative is the least. */
static const double WEND_INFLUENCE_STRENGTH_MAX = 1 << 20;
/** No side. */
#define WEND_SIDE_NONE UINT32_MAX

/** Definition of an influence map. */
typedef struct wend_influence_def {
    uint32_t cookie;       /**< Set by wend_influence_def_default; leave it. */
    const wend_grid *grid; /**< Influence spreads over its open cells; must outlive the map. Squares
                                  only; its edges are edges even where it wraps. NULL (default): over
                                  the rectangle of the next four fields. */
    int32_t width;         /**< Without a grid: columns, 1 to WEND_INFLUENCE_SIDE_CELLS_MAX.
                                  Default 64. */
    int32_t height;        /**< Without a grid: rows, likewise. Default 64. */
    double cell_size;      /**< Without a grid: metres, 1/1024 to 2^20. Default 1. */
    wend_vec2 origin;      /**< Without a grid: outer corner of cell 0, 0, metres. Default 0, 0. */
    int32_t block;         /**< With a grid: its cells along one side of a cell of the map, 1 to
                                  WEND_INFLUENCE_BLOCK_MAX. A cell of several counts as near as the
                                  nearest of them. Default 1. */
    uint32_t movement_class;  /**< With a grid: the class whose walls stop influence. Default 0. */
    uint32_t team;            /**< With a grid: the team whose gates do. Default WEND_TEAM_NONE. */
    uint32_t side_count;      /**< Sides, 1 to WEND_INFLUENCE_SIDES_MAX. Default 2. A signed map has
                                  two: what is positive and what is negative. */
    uint32_t half_life;       /**< Ticks in which an event loses half of its strength, 1 to
                                  WEND_INFLUENCE_HALF_LIFE_MAX. Default 64. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_influence_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_influence_def wend_influence_def_default(void);
/** Creates a map without sources and events, at tick 0.
 * @param influence set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (a grid of hexes),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_influence_create(const wend_influence_def *def,
                                           wend_influence **influence);
/** Frees a map; NULL is allowed. */
WEND_API void wend_influence_destroy(wend_influence *influence);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_influence_error(const wend_influence *influence);

/* ---- sources ---- */

/** How strength falls with the distance d from a source of radius r. */
typedef enum wend_falloff {
    WEND_FALLOFF_LINEAR = 0, /**< 1 - d/r. */
    WEND_FALLOFF_QUADRATIC,  /**< (1 - d/r)^2: falls fast near the source. */
    WEND_FALLOFF_ROUND,      /**< 1 - (d/r)^2: strong up to near the radius. */
    WEND_FALLOFF_CONSTANT    /**< 1 up to the radius. */
} wend_falloff;

/** Id of a source. index1 0 = none. */
typedef struct wend_influence_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_influence_id;

/** A source of influence, or an event. It acts from the centre of its cell, so moving within a cell
 * costs nothing. */
typedef struct wend_influence_source {
    uint32_t cookie;    /**< Set by wend_influence_source_default; leave it. */
    wend_vec2 position; /**< Metres, see WEND_COORDINATE_MAX. Outside of the rectangle it still acts
                               where it reaches in straight. Default 0, 0. */
    double strength;    /**< At the source, up to WEND_INFLUENCE_STRENGTH_MAX either way, kept to
                               2^-16. Default 1. */
    double radius;      /**< Reach, metres, 0 to WEND_INFLUENCE_REACH_MAX cells; 0 = its cell alone.
                               Default 8. */
    wend_falloff falloff; /**< Default linear. */
    uint32_t side;        /**< 0 to side_count - 1. Default 0. */
    bool is_straight; /**< With a grid: it spreads straight, through walls (artillery, aircraft).
                               Default false: along open cells. Without a grid every source does. */
    uint64_t user;    /**< Your value, kept. Default 0. */
} wend_influence_source;

/** Returns the default source, with its cookie. */
WEND_API wend_influence_source wend_influence_source_default(void);
/** Adds a source. Its influence is there after the next update; so it is for the next three calls.
 * Constant time, but for growth.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_influence_add(wend_influence *influence,
                                        const wend_influence_source *source, wend_influence_id *id);
/** Removes a source; its id is stale from now on. Constant time; never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_influence_remove(wend_influence *influence, wend_influence_id id);
/** Sets all properties of a source. @return as wend_influence_remove, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_influence_set(wend_influence *influence, wend_influence_id id,
                                        const wend_influence_source *source);
/** Moves a source. Never allocates.
 * @param position metres. @return as wend_influence_remove. */
WEND_API wend_result wend_influence_move(wend_influence *influence, wend_influence_id id,
                                         wend_vec2 position);
/** Gets a source as it was set, its strength to 2^-16.
 * @param source set to the default's values first. @return as wend_influence_remove. */
WEND_API wend_result wend_influence_get(const wend_influence *influence, wend_influence_id id,
                                        wend_influence_source *source);
/** True if a source exists now. */
WEND_API bool wend_influence_has(const wend_influence *influence, wend_influence_id id);
/** Returns the limit of indices of sources: all are below it. */
WEND_API uint32_t wend_influence_limit(const wend_influence *influence);
/** Returns the id of the source of an index; {0, 0} if there is none. */
WEND_API wend_influence_id wend_influence_id_at(const wend_influence *influence, uint32_t index);

/* ---- events and time ---- */

/** Adds an event, such as a death or a sighting, at once. Its influence halves with every half-life;
 * the walls of the last update stop it, and later edits leave it as it is. Events of a cell and side
 * add up to at most 2^24 either way. Time: the cells in reach.
 * @param event user is not kept.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_influence_add_event(wend_influence *influence,
                                              const wend_influence_source *event);
/** Sets the present tick. Constant time: cells fade when they are read.
 * @param tick not below the present one.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_influence_set_tick(wend_influence *influence, uint64_t tick);
/** Forgets all events. @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_influence_clear_events(wend_influence *influence);

/* ---- updates ---- */

/** Takes up the grid's edits and all changes of sources. Until it is done, each source acts as before
 * its change or as after it.
 * @param budget a step is a cell of a stamp; one source is never cut. The edits of the grid are read
 * at once, in time proportional to the sectors that changed. May be NULL.
 * @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY (what is done stays
 * done; call again). */
WEND_API wend_result wend_influence_update(wend_influence *influence, wend_budget *budget);
/** True if no change of a source or of the grid waits for an update. */
WEND_API bool wend_influence_is_fresh(const wend_influence *influence);

/** Properties of a map. */
typedef struct wend_influence_info {
    int32_t width;         /**< Columns. */
    int32_t height;        /**< Rows. */
    double cell_size;      /**< Metres. */
    wend_vec2 origin;      /**< Outer corner of cell 0, 0, metres. */
    uint32_t side_count;   /**< Sides. */
    uint32_t source_count; /**< Sources. */
    uint32_t waiting;      /**< Sources whose change waits for an update. */
    uint64_t tick;         /**< The present tick. */
    uint64_t stamped;    /**< Cells that updates and events changed so far; no state, not saved. */
    size_t memory_bytes; /**< Memory of the map. */
} wend_influence_info;

/** Gets the properties of a map. @param info always set, zeroed for NULL. */
WEND_API void wend_influence_get_info(const wend_influence *influence, wend_influence_info *info);
/** Finds the cell of a position. @param x,y set to -1 outside; may be NULL.
 * @return true if the position is inside. */
WEND_API bool wend_influence_cell_at(const wend_influence *influence, wend_vec2 position,
                                     int32_t *x, int32_t *y);
/** Returns the centre of a cell, metres; 0, 0 for NULL. */
WEND_API wend_vec2 wend_influence_position(const wend_influence *influence, int32_t x, int32_t y);

/* ---- measures ---- */

/** What is measured, from the sums of the own sides' layers and of the enemies'. */
typedef enum wend_influence_kind {
    WEND_INFLUENCE_DIFFERENCE = 0, /**< own - enemies: above 0, own ground. */
    WEND_INFLUENCE_OWN,            /**< own. */
    WEND_INFLUENCE_ENEMIES,        /**< enemies. */
    WEND_INFLUENCE_TENSION,        /**< own + enemies: how much is there at all. */
    WEND_INFLUENCE_VULNERABILITY   /**< tension - |difference|: great where both are strong. */
} wend_influence_kind;

/** A measure. */
typedef struct wend_influence_measure {
    uint32_t cookie;          /**< Set by wend_influence_measure_default; leave it. */
    wend_influence_kind kind; /**< Default the difference. */
    uint32_t own_sides;       /**< Bit s set: side s is of the own. Default 1: side 0. */
    uint32_t enemy_sides;     /**< Likewise of the enemies. Default all but side 0. */
} wend_influence_measure;

/** Returns the default measure, with its cookie. */
WEND_API wend_influence_measure wend_influence_measure_default(void);

/* In all queries a NULL measure is the default one. Cells of a grid that are closed (of a block, if all
 * its cells are) are never found or listed. A bad argument gives 0 or false. */

/** Returns the value of a cell; 0 outside. */
WEND_API double wend_influence_cell_value(const wend_influence *influence,
                                          const wend_influence_measure *measure, int32_t x,
                                          int32_t y);
/** Returns the value at a position, from the four nearest cells in proportion (bilinear); beyond the
 * edge that of the edge. A closed cell among the four counts as the cell of the position does, so
 * that walls do not weaken the ground beside them. */
WEND_API double wend_influence_value(const wend_influence *influence,
                                     const wend_influence_measure *measure, wend_vec2 position);
/** Gets the gradient of wend_influence_value: the direction in which it rises most, and how much, per
 * metre.
 * @param gradient 0, 0 first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_influence_gradient(const wend_influence *influence,
                                             const wend_influence_measure *measure,
                                             wend_vec2 position, wend_vec2 *gradient);
/** Gets the values of a rectangle of cells, which must lie inside.
 * @param values [height][stride]; stride >= width.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_influence_get_values(const wend_influence *influence,
                                               const wend_influence_measure *measure, int32_t x,
                                               int32_t y, int32_t width, int32_t height,
                                               double *values, size_t stride);
/** Finds the side that holds a cell: the greatest value above 0. @param margin set to how much it
 * exceeds the next side's value (or 0); may be NULL.
 * @return the side; WEND_SIDE_NONE where no side is above 0 or two are equal. */
WEND_API uint32_t wend_influence_control(const wend_influence *influence, int32_t x, int32_t y,
                                         double *margin);

/* ---- areas ---- */

/** Cells with their centre in a box and in a circle, borders included. */
typedef struct wend_influence_area {
    uint32_t cookie;  /**< Set by wend_influence_area_default; leave it. */
    wend_vec2 low;    /**< Lower corner of the box, metres. Default -infinity. */
    wend_vec2 high;   /**< Upper corner. Default infinity. */
    wend_vec2 centre; /**< Centre of the circle, metres. Default 0, 0. */
    double radius;    /**< Its radius, 0 or more. Default infinity: no circle. */
} wend_influence_area;

/** Returns the area of the whole map, with its cookie. */
WEND_API wend_influence_area wend_influence_area_default(void);

/** A cell that was found. */
typedef struct wend_influence_cell {
    int32_t x;          /**< Column. */
    int32_t y;          /**< Row. */
    wend_vec2 position; /**< Its centre, metres. */
    double value;       /**< Its value. */
} wend_influence_cell;

/* Ties go to the cell that comes first by rows. Time: the cells of the area. A NULL area is the whole
 * map. */

/** Finds the cell with the greatest value. @param cell zeroed first. @return false: none. */
WEND_API bool wend_influence_strongest(const wend_influence *influence,
                                       const wend_influence_measure *measure,
                                       const wend_influence_area *area, wend_influence_cell *cell);
/** Finds the cell with the least value. @param cell zeroed first. @return false: none. */
WEND_API bool wend_influence_weakest(const wend_influence *influence,
                                     const wend_influence_measure *measure,
                                     const wend_influence_area *area, wend_influence_cell *cell);
/** Finds the cell nearest to a position among the cells with a value from low to high, both included.
 * Distances are straight, to the centres of cells. Time: the rings of cells up to the answer.
 * @param low,high infinity is allowed. @param cell zeroed first. @return false: none. */
WEND_API bool wend_influence_nearest(const wend_influence *influence,
                                     const wend_influence_measure *measure, wend_vec2 position,
                                     double low, double high, const wend_influence_area *area,
                                     wend_influence_cell *cell);
/** Returns the sum of the values of all cells of an area. */
WEND_API double wend_influence_sum(const wend_influence *influence,
                                   const wend_influence_measure *measure,
                                   const wend_influence_area *area);
/** Lists the cells with a value from low to high, both included, by rows.
 * @param cells [capacity], may be NULL when capacity is 0; the first of them where there are more.
 * @param count number of cells.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_influence_list(const wend_influence *influence,
                                         const wend_influence_measure *measure, double low,
                                         double high, const wend_influence_area *area,
                                         wend_influence_cell *cells, size_t capacity,
                                         size_t *count);
/** Lists the front line: cells where the difference of the measure's sides changes its sign. Such a
 * cell is above 0 and has one of its four neighbours below 0, or the reverse, or is 0 and has
 * neighbours of both kinds. The cells' values are the differences. Likewise. */
WEND_API wend_result wend_influence_list_front(const wend_influence *influence,
                                               const wend_influence_measure *measure,
                                               const wend_influence_area *area,
                                               wend_influence_cell *cells, size_t capacity,
                                               size_t *count);
/** Lists conflicts: cells where own and enemies are both at least `strength`, and their difference is
 * at most `closeness` times their sum. The cells' values are the vulnerability. Likewise.
 * @param strength above 0. @param closeness 0 (equal) to 1. */
WEND_API wend_result wend_influence_list_conflicts(const wend_influence *influence,
                                                   const wend_influence_measure *measure,
                                                   double strength, double closeness,
                                                   const wend_influence_area *area,
                                                   wend_influence_cell *cells, size_t capacity,
                                                   size_t *count);

/* ---- several maps ---- */

/** A part of a score. */
typedef struct wend_influence_term {
    const wend_influence *influence; /**< The map. */
    wend_influence_measure measure;  /**< What is measured. */
    double weight;                   /**< Factor of the value, finite. */
} wend_influence_term;

/** Returns the score of a position: the sum of weight times wend_influence_value, in order.
 * @param terms [count]. */
WEND_API double wend_influence_score(const wend_influence_term *terms, size_t count,
                                     wend_vec2 position);
/** Finds the cell of the first term's map with the best score at its centre.
 * @param terms [count], 1 or more. @param cell zeroed first; value is the score.
 * @return false: none. */
WEND_API bool wend_influence_best(const wend_influence_term *terms, size_t count,
                                  const wend_influence_area *area, wend_influence_cell *cell);

/* ---- state ---- */

/** Returns a hash of the definition, the sources and ids to come, the events and what waits for an
 * update. 0 for NULL. */
WEND_API uint64_t wend_influence_hash(const wend_influence *influence);
/** Saves the map as bytes, the same on every machine. The grid is not part of it.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_influence_save(const wend_influence *influence, uint8_t *bytes,
                                         size_t capacity, size_t *count);
/** Loads a map from the bytes of wend_influence_save: it goes on as the saved one would have. The next
 * update compares the whole grid with the one that was saved.
 * @param def gives the grid (of the saved size; NULL if the map had none), allocator and message;
 * NULL = defaults.
 * @param influence set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also: a grid where there was none, or the reverse, or of
 * another size), WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer version; the message gives
 * the reason). */
WEND_API wend_result wend_influence_load(const wend_influence_def *def, const uint8_t *bytes,
                                         size_t count, wend_influence **influence);
/** Draws the cells that are not 0 (WEND_MEANING_INFLUENCE, value = part of the greatest, -1 to 1) and
 * the front line as marks (WEND_MEANING_CORNER).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_influence_draw(const wend_influence *influence,
                                         const wend_influence_measure *measure,
                                         const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

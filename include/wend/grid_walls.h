/** @file wend/grid_walls.h
 * Walls of a grid: the borders of blocked cells as segments, which follow the grid's edits.
 *
 * A grid stores what stops an agent of each movement class. Sight, sound and shots are classes as
 * well: give the grid a class for each that differs, and close in it the cells that stop it. Water
 * stops walking and not sight, glass stops walking and shots, a hedge stops sight alone:
 *
 *      class 0 (walking)   # # # .     class 1 (sight)   # . # .     a wall, glass, a wall, open
 *
 * An object of this header makes one set of walls (wend/walls.h) of several such classes. Each is a
 * layer with the kinds that its blocked cells stop; a border has the kinds of all layers that are
 * blocked on one of its sides and open on the other:
 *
 *      wend_grid_walls_layer layers[] = {{0, WEND_STOPS_WALK | WEND_STOPS_SHOT, 0},
 *                                        {1, WEND_STOPS_SIGHT, 0}};
 *      def.grid = grid; def.layers = layers; def.layer_count = 2;
 *      wend_grid_walls_create(&def, &grid_walls);
 *      wend_walls_can_see(wend_grid_walls_get(grid_walls), a, b, WEND_STOPS_SIGHT);
 *
 *      wend_grid_fill(grid, ...);  wend_grid_walls_update(grid_walls);      a house was built
 *
 * The field of view over cells (wend_grid_field_of_view) takes the same class for sight. Borders are
 * joined to long segments within a sector of the grid, so an edit replaces the segments of the
 * changed sectors and of those around them alone. The segments can lie in walls of the user's, beside
 * others, such as doors and movable objects.
 *
 * Threads as for the walls: queries from any number of threads; update while none runs.
 */
#ifndef WEND_GRID_WALLS_H
#define WEND_GRID_WALLS_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_grid_walls wend_grid_walls; /**< Walls of a grid. */

/** Most layers of one object. */
enum { WEND_GRID_WALLS_LAYERS_MAX = 8 };

/** A movement class whose blocked cells stop something. */
typedef struct wend_grid_walls_layer {
    uint32_t movement_class; /**< A class of the grid. */
    uint32_t stops;          /**< Kinds that its blocked cells stop (wend_stops), not 0. */
    uint64_t user; /**< User value of its segments, such as a material. A border of several
                                  layers takes that of the first one. */
} wend_grid_walls_layer;

/** Definition of the walls of a grid. */
typedef struct wend_grid_walls_def {
    uint32_t cookie;                     /**< Set by wend_grid_walls_def_default; leave it. */
    const wend_grid *grid;               /**< The world; must outlive the object. */
    const wend_grid_walls_layer *layers; /**< [layer_count], copied. NULL (default): one layer, of
                                              class 0, that stops everything. */
    uint32_t layer_count; /**< 1 to WEND_GRID_WALLS_LAYERS_MAX; without layers 0. Default 0. */
    uint32_t team;        /**< Team whose gates apply. Default WEND_TEAM_NONE. */
    bool has_edge;        /**< The edge of the map is a border too, as if blocked cells lay beyond,
                               also where the map wraps. Default true. */
    wend_walls *walls;    /**< The segments are added to these walls, which must outlive the object;
                               other walls in them stay as they are. NULL (default): walls of its
                               own. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_grid_walls_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_grid_walls_def wend_grid_walls_def_default(void);
/** Creates the walls of a grid as it is now. Time and memory: the cells are read once for each layer;
 * some 200 bytes a segment.
 * @param grid_walls set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_walls_create(const wend_grid_walls_def *def,
                                            wend_grid_walls **grid_walls);
/** Returns the message of the last failure of wend_grid_walls_update and wend_grid_walls_restore; "" if none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_grid_walls_error(const wend_grid_walls *grid_walls);
/** Frees the object, and its segments in the walls of the user; NULL is allowed. */
WEND_API void wend_grid_walls_destroy(wend_grid_walls *grid_walls);
/** Replaces the segments around edits of the grid. The set of segments equals that of a new object;
 * their ids do not. Time: the cells of changed sectors and their neighbours; nothing where only costs
 * of open ground changed, but for reading them.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY or WEND_ERROR_FULL (2^31 corners;
 * nothing changed). */
WEND_API wend_result wend_grid_walls_update(wend_grid_walls *grid_walls);
/** Saves which segments of the walls belong to the object, as bytes that are the same on every machine: beside
 * the walls (wend_walls_save) and the grid (wend_grid_save). Walls of its own are in the bytes. Time: one
 * hash of the grid.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_walls_save(const wend_grid_walls *grid_walls, uint8_t *bytes,
                                          size_t capacity, size_t *count);
/** Goes back to the bytes of wend_grid_walls_save. The object has the same definition, and its grid and the
 * walls of the user were restored before (wend_grid_restore, wend_walls_restore). Segments keep the ids
 * that they had, and the next update replaces only those near later edits. If the grid differs from the
 * saved one, the next update compares all of it. Bytes from any origin are safe to try.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, of a newer version,
 * of another definition, or with segments that the walls do not have; wend_grid_walls_error gives the
 * reason). After an error all is as before. */
WEND_API wend_result wend_grid_walls_restore(wend_grid_walls *grid_walls, const uint8_t *bytes,
                                             size_t count);
/** Returns a hash of the segments' ids, and of whether they are as new as the grid; 0 for NULL. */
WEND_API uint64_t wend_grid_walls_hash(const wend_grid_walls *grid_walls);
/** True if the walls are as new as the grid. */
WEND_API bool wend_grid_walls_is_fresh(const wend_grid_walls *grid_walls);
/** Returns the walls with the segments; NULL for NULL. Those of its own must not be edited. */
WEND_API const wend_walls *wend_grid_walls_get(const wend_grid_walls *grid_walls);
/** Returns the number of segments. */
WEND_API size_t wend_grid_walls_segment_count(const wend_grid_walls *grid_walls);
/** Returns the memory of the object in bytes, without that of the walls; 0 for NULL. */
WEND_API size_t wend_grid_walls_memory_bytes(const wend_grid_walls *grid_walls);

#ifdef __cplusplus
}
#endif
#endif

/** @file wend/mesh_tiles.h
 * Tiles of large meshes, which are loaded and dropped while agents walk.
 *
 *      a mesh --cut--> bytes of tiles --(your files)--> wend_mesh_add_tile --> a mesh of tiles
 *                                                       wend_mesh_drop_tile
 *
 *      +-------+-------+-------+       A tile is a set of whole polygons: those whose middles lie in
 *      | -1,1 /|  0,1  |  1,1  |       one square of a lattice. Nothing is cut or rounded, so tiles
 *      +-----+ +--+----+-------+       join edge by edge, and all of them together are the mesh
 *      |-1,0 |0,0 |    1,0     |       that was cut: with paths of the same lengths. Polygons may
 *      +-----+----+------------+       reach over the lines of the lattice: load tiles by their boxes.
 *
 * A mesh of tiles is a wend_mesh with room for some tiles at once. Its memory depends on this room,
 * not on the size of the world. All functions take it as any other mesh. Ground that is not loaded
 * is no ground: edges that lead there are walls until the tile beyond them is added.
 *
 * What happens where a tile is dropped and added again:
 * - Polygons keep their indices as long as their tile is loaded. A tile that is added later may have
 *   other indices, and its indices may be those of a dropped one. Locations are found again by
 *   their positions.
 * - Obstacles belong to the mesh. They stay where they are while no ground is under them, and are cut
 *   out of each tile that is added.
 * - Links belong to the mesh, too. An end over ground that is not loaded is allowed, and closes the
 *   link. It joins the first tile that is added with ground at its position, no more than a metre
 *   above or below it, and has the height of that ground from then on.
 * - Areas, flags and doors belong to a tile. Dropping it forgets their edits; wend_mesh_save_tile
 *   gives bytes with them.
 * - Overlays lie over all ground as before.
 * - Spaces are laid out anew by their next update, in slices where there is a budget. Path queries and
 *   planners follow by the revision, as after other edits: a path over dropped ground is not valid
 *   any more (wend_path_is_valid_mesh).
 * - Bodies of a crowd on dropped ground stay where they are, with the event WEND_EVENT_EMBEDDED, and
 *   go on when the ground is back, unless their stuck plan gave up. A body that is sent to ground that is
 *   not loaded gets WEND_EVENT_NO_PATH: docs/meshes.md says what a game can do.
 *
 * wend_mesh_polygon_count counts the room of the mesh, closed and empty places included: it is the same
 * with and without tiles. wend_mesh_tile_of tells whether a tile has one.
 *
 * wend_mesh_bounds gives the bounds of the definition, wend_mesh_has_floors always true, and the
 * hash depends on the places that tiles have in memory: equal calls in equal order give equal hashes.
 * Threads as for the mesh: adding and dropping are edits. One that fails changes nothing.
 */
#ifndef WEND_MESH_TILES_H
#define WEND_MESH_TILES_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of tiles. */
enum { WEND_MESH_TILES_MAX = 4096 /**< Most tiles of a mesh at once. */ };

/** Name of a tile: the column and row of its square in the lattice, which begins at 0, 0. */
typedef struct wend_mesh_tile_id {
    int32_t x; /**< Column: the greatest number not above x / tile size. */
    int32_t y; /**< Row, likewise. */
} wend_mesh_tile_id;

/** What the bytes of a tile hold. */
typedef struct wend_mesh_tile_info {
    wend_mesh_tile_id id;   /**< Its name. */
    uint32_t polygon_count; /**< Number of polygons. */
    uint32_t corner_count;  /**< Number of corners of all of them. */
    wend_vec3 low;          /**< Lower corner of the box around them, metres. */
    wend_vec3 high;         /**< Upper corner. */
} wend_mesh_tile_info;

/* ---- cutting ---- */

/** A mesh that was cut into tiles, as bytes. */
typedef struct wend_mesh_cut wend_mesh_cut;

/** Cuts a mesh into tiles. Polygons are those of the mesh without obstacles; areas, flags and doors
 * are as they are. Links, obstacles and overlays stay out. Time: some 1 us a polygon.
 * @param mesh only read; not a mesh of tiles.
 * @param tile_size side of a tile, metres, 1 to 2^30.
 * @param allocator NULL = libc.
 * @param cut set to NULL first; the caller destroys it. It needs the mesh no more.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_cut_create(const wend_mesh *mesh, double tile_size,
                                          const wend_allocator *allocator, wend_mesh_cut **cut,
                                          wend_message *message);
/** Frees a cut; NULL is allowed. */
WEND_API void wend_mesh_cut_destroy(wend_mesh_cut *cut);
/** Returns the number of tiles; those without a polygon are left out. */
WEND_API size_t wend_mesh_cut_count(const wend_mesh_cut *cut);
/** Returns the bytes of a tile, by rows and in these by columns. They belong to the cut: copy them
 * into a file. The same on every machine; with version and checksum.
 * @param count set to their number.
 * @return NULL, and 0 bytes, for an index that nothing has. */
WEND_API const uint8_t *wend_mesh_cut_tile(const wend_mesh_cut *cut, size_t index, size_t *count);
/** Reads what the bytes of a tile hold, with all checks of wend_mesh_add_tile but those that need the
 * mesh.
 * @param bytes [count]; may be NULL when count is 0.
 * @param info zeros on failure.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a NULL), WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_tile_read_info(const uint8_t *bytes, size_t count,
                                              wend_mesh_tile_info *info, wend_message *message);

/* ---- meshes of tiles ---- */

/** Definition of a mesh of tiles. wend_mesh_cut_def gives one that suits the tiles of a cut. */
typedef struct wend_mesh_tiles_def {
    uint32_t cookie;       /**< Set by wend_mesh_tiles_def_default; leave it. */
    uint32_t max_tiles;    /**< Most tiles at once, 1 to 4096. Default 32. */
    uint32_t max_polygons; /**< Most polygons of one tile, 1 to 2^20. Default 1024. */
    uint32_t max_corners;  /**< Most corners of one tile, 3 to 2^22. Default 6144. Memory: some
                                60 bytes for each corner and 140 for each polygon that there is
                                room for; max_tiles times all of a tile may come to 2^30. */
    wend_vec3 low;         /**< Lower corner of the world, metres. Ground beyond it is allowed, but
                                slower to find. Default -4096 each. */
    wend_vec3 high;        /**< Upper corner of the world. Default 4096 each. */
    double cell_size;      /**< Cell size of the spatial index, 0 to 2^30; at most 2^18 cells cover
                                the world. 0 (default) = those. */
    const double *factors; /**< As in wend_mesh_def. Default NULL. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_tiles_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_tiles_def wend_mesh_tiles_def_default(void);
/** Returns a definition with the world, the factors and the largest tile of a cut; max_tiles is the
 * default. The factors belong to the cut. The default definition for NULL. */
WEND_API wend_mesh_tiles_def wend_mesh_cut_def(const wend_mesh_cut *cut);
/** Creates a mesh of tiles without any tile. wend_mesh_save and wend_mesh_load keep it with the tiles
 * that are loaded.
 * @param mesh set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_create_tiles(const wend_mesh_tiles_def *def, wend_mesh **mesh);
/** Adds a tile and joins it with those that are there.
 *
 * Edges join where both tiles name each other's edge, and its ends are the same points: tiles of one
 * cut always do; where one of two tiles is of another cut, its edges are walls, and its ground may lie over that of
 * others, which is not checked. Time: linear in the
 * tile, some microseconds a polygon, and some 20 ns for each polygon that there is room for.
 * @param bytes [count] of a cut, or of wend_mesh_save_tile; they are needed no more afterwards.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a NULL; not a mesh of tiles; the tile is there already),
 * WEND_ERROR_FILE (damaged bytes, or of a later version: the message says what), WEND_ERROR_FULL (as
 * many tiles as there is room for, or more polygons or corners than in a tile), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_add_tile(wend_mesh *mesh, const uint8_t *bytes, size_t count,
                                        wend_message *message);
/** Drops a tile. Time as for wend_mesh_add_tile.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (mesh is NULL), WEND_ERROR_STALE (it is not there),
 * WEND_ERROR_MEMORY (ground beside it is cut anew by obstacles). */
WEND_API wend_result wend_mesh_drop_tile(wend_mesh *mesh, wend_mesh_tile_id id);
/** Saves a tile that is loaded, with its areas, flags and doors as they are now.
 * @param count set to the bytes needed; 0 on errors.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (it is not
 * there), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_save_tile(const wend_mesh *mesh, wend_mesh_tile_id id,
                                         uint8_t *bytes, size_t capacity, size_t *count);
/** True if a tile is there. */
WEND_API bool wend_mesh_has_tile(const wend_mesh *mesh, wend_mesh_tile_id id);
/** Lists the tiles that are there, in no special order.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of tiles; 0 for a mesh that is not made of tiles.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_list_tiles(const wend_mesh *mesh, wend_mesh_tile_id *ids,
                                          size_t capacity, size_t *count);
/** Gets the tile of a polygon, or of a piece that obstacles left of one.
 * @param id set to 0, 0 first.
 * @return false: it belongs to no tile. */
WEND_API bool wend_mesh_tile_of(const wend_mesh *mesh, wend_node polygon, wend_mesh_tile_id *id);

#ifdef __cplusplus
}
#endif
#endif

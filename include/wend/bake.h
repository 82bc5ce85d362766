/* wend/bake.h: navigation meshes from the triangles of a level, through Recast. For libwend_recast,
 * an optional library (Debian: librecast-dev); the core does not need it.
 *
 *     triangles --start--> bake --run(budget)--> ... --finish--> wend_mesh
 *
 *     +-----+-----+-----+     Ground is cut into square tiles, each turned into voxels and baked on
 *     |  A  |  B  |  C  |     its own, so that a world may be of any size: Recast's limits (65,535
 *     +-----+--+--+-----+     corners, 8,191 cells of height) hold for a tile only. Then the tiles'
 *     |  D  o  E  |  F  |     polygons are joined: where ground goes on across a border, edges are
 *     +-----+-----+-----+     cut (o) until both sides share them. One mesh comes out.
 *
 * Bake with agent_radius 0 (the default): one mesh then serves agents of every radius, because
 * clearance is part of the question (wend_mesh_search_query.radius, wend_mesh_wall_distance), and
 * ways are exact for each. A radius above 0 takes ground away from walls for good; it is there for
 * meshes that must match ones baked elsewhere. Height, climb and slope of the agent cannot be asked
 * later: bake a mesh for each that differs.
 *
 * Corners lie on the lattice of cells (multiples of cell_size and cell_height, counted from the
 * origin of the world, exact), so a level baked again around a change fits to what was there.
 * Heights are those at corners, straight between: on hills make edge_cells smaller.
 *
 * What wend promises elsewhere about equal bits ends here: Recast works in 32-bit floats with the
 * compiler's and libm's choices, so meshes may differ between machines. On one machine the mesh is
 * the same for any number of threads and any budget. To get the same world everywhere, bake once
 * and ship wend_mesh_save's bytes.
 *
 * Source: Mononen, "Recast Navigation"; watershed regions after Haumont, Debeir and Sillion,
 * "Volumetric cell-and-portal generation" (2003).
 */
#ifndef WEND_BAKE_H
#define WEND_BAKE_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How walkable voxels are divided into regions before outlines are drawn around them. */
typedef enum wend_bake_partition {
    WEND_BAKE_WATERSHED = 0, /**< Fewest and best shaped polygons; slowest. */
    WEND_BAKE_MONOTONE,      /**< Fastest; long thin polygons. */
    WEND_BAKE_LAYERS,        /**< Between the two; good with small tiles. */
    WEND_BAKE_PARTITION_COUNT
} wend_bake_partition;

enum {
    WEND_BAKE_SOLID = 255,         /**< An area that is never ground, however flat. */
    WEND_BAKE_AREAS_MAX = 62,      /**< Different areas in one bake (Recast's limit). */
    WEND_BAKE_TILE_CELLS_MIN = 16, /**< Smallest and largest tile_cells. */
    WEND_BAKE_TILE_CELLS_MAX = 8192,
    WEND_BAKE_CORNERS_MAX = 32 /**< Largest corners_per_polygon. */
};

typedef struct wend_bake_def {
    uint32_t cookie;         /**< Set by wend_bake_def_default; leave it. */
    const wend_vec3 *points; /**< [point_count] metres, z up. Must live as long as the bake, as must
                                indices and areas. */
    size_t point_count;
    const uint32_t *indices; /**< [triangle_count][3] of points, counter-clockwise from above. */
    size_t triangle_count;
    const uint8_t *areas; /**< [triangle_count] area of each, WEND_BAKE_SOLID = an obstacle. NULL
                             (default) = 0. Where triangles lie within climb over each other, the
                             larger number counts. */
    bool is_y_up;         /**< Points have y up: x, y, z are read as x, z, y, and triangles the
 other way round, as wend_triangles_load_file does. Default false. */
    bool is_two_sided;    /**< Triangles seen from below are ground as well, for models whose
                             triangles go round both ways. Default false. */

    double cell_size;    /**< Voxel's side in the plane, metres, 1e-4 to 1e6; rounded to a 32-bit
                            float. Default 0.25. Half to a third of the smallest agent's radius
                            keeps doors open. */
    double cell_height;  /**< Voxel's height, likewise. Default 0.125. */
    double agent_height; /**< Headroom, metres, 0 to 255 cell_heights. Default 2. */
    double agent_radius; /**< Ground nearer to walls is left out. 0 to 240 cells. Default 0: see
                            above. */
    double climb;        /**< Highest step, metres, 0 to 1e6. Default 0.5. */
    double slope_deg;    /**< Steepest ground, degrees, 0 to 90. Default 45. */

    wend_bake_partition partition; /**< Default WATERSHED. */
    double island_cells; /**< Islands of less ground than so many cells are left out. 0 to 2^30, as
                            the next two. Default 64. */
    double merge_cells;  /**< Regions smaller than that are joined to a neighbour. Default 400. */
    double edge_cells;   /**< Outer edges are no longer than that; 0 (default) = as long as they
                            are. */
    double edge_error;   /**< How far an outline may leave the voxels, in cells, 0 to 1000.
                            Default 1.3. */
    uint32_t corners_per_polygon; /**< At most; 3 to 32. Default 12: large polygons are quick to
                                     search. Edges shared across tiles may bring more. */
    uint32_t tile_cells;          /**< Side of a tile in cells, 16 to 8192. Default 256. */

    const double *factors;    /**< [256] as in wend_mesh_def. Default NULL. */
    wend_executor executor;   /**< Bakes tiles in parallel. Default serial. */
    wend_allocator allocator; /**< Default libc. Recast's own scratch memory comes from malloc, and
                                 not all of its small blocks are checked by it. */
    wend_message *message;    /**< May be NULL (default). Must live as long as the bake. */
} wend_bake_def;

WEND_API wend_bake_def wend_bake_def_default(void);

/** What came of a bake. */
typedef struct wend_bake_report {
    uint32_t tile_count;                       /**< Tiles that hold triangles. */
    uint32_t empty_tiles;                      /**< Of those, the ones without ground. */
    uint64_t polygon_count;                    /**< In the mesh. */
    uint64_t joined_edges;                     /**< Edges shared across the borders of tiles. */
    uint64_t cut_edges;                        /**< Corners added to make them so. */
    uint64_t dropped_islands;                  /**< Smaller than island_cells. */
    uint64_t warning_count;                    /**< What Recast was not content with. */
    char first_warning[WEND_MESSAGE_CAPACITY]; /**< Of the first tile that had one; "" if none. */
    wend_mesh_report mesh;                     /**< Of wend_mesh_create. */
} wend_bake_report;

/** A bake under way. */
typedef struct wend_bake wend_bake;

/** Checks everything and sorts triangles into tiles. @param bake set to NULL first; the caller
 * destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no triangles, an index or number out of range, not finite,
 * more than 2^28 cells from the origin: the message says what), WEND_ERROR_FULL (over 2^24 tiles,
 * 62 areas, 2^31 triangles in tiles), WEND_ERROR_MEMORY.
 * Time: some 50 ns a triangle and tile it lies in. */
WEND_API wend_result wend_bake_start(const wend_bake_def *def, wend_bake **bake);
/** Goes on. A step is one tile; a deadline is looked at between tiles (with an executor: between
 * groups of 16). @return WEND_OK (all tiles are baked), WEND_IN_PROGRESS, WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL (a tile is too tall for its cell_height or too rich: make it smaller),
 * WEND_ERROR_ARGUMENT (NULL). After an error it stays failed. Time: 2 to 20 us a square metre at
 * cells of 0.3. */
WEND_API wend_result wend_bake_run(wend_bake *bake, wend_budget *budget);
/** The sentence of the last failure of a call that takes the bake to change it, as wend_grid_error.
 */
WEND_API const char *wend_bake_error(const wend_bake *bake);
/** Tiles done and in all. */
WEND_API void wend_bake_progress(const wend_bake *bake, uint32_t *done, uint32_t *all);
/** Joins the tiles and makes the mesh; the bake stays and can be finished again.
 * @param mesh set to NULL first; the caller destroys it. @param report may be NULL; zeroed first.
 * @return WEND_OK, WEND_IN_PROGRESS (tiles are left; nothing is made), WEND_NO_PATH (there is no
 * ground to walk on; no mesh), what a failed run gave, or what wend_mesh_create gives. */
WEND_API wend_result wend_bake_finish(wend_bake *bake, wend_mesh **mesh, wend_bake_report *report);
/** Frees; NULL is fine. */
WEND_API void wend_bake_destroy(wend_bake *bake);

/** start, run to the end, finish, destroy. Results as theirs. */
WEND_API wend_result wend_mesh_bake(const wend_bake_def *def, wend_mesh **mesh,
                                    wend_bake_report *report);

#ifdef __cplusplus
}
#endif
#endif

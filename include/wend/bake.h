/** @file wend/bake.h
 * Baking: navigation meshes from the triangles of a level, through Recast. For libwend_recast, an
 * optional library (Debian: librecast-dev); the core does not need it.
 *
 *     triangles --start--> bake --run(budget)--> ... --finish--> wend_mesh
 *
 *     +-----+-----+-----+     Ground is cut into square tiles, each turned into voxels and baked on
 *     |  A  |  B  |  C  |     its own, so that a world may be of any size: Recast's limits (65,535
 *     +-----+--+--+-----+     corners, 8,191 cells of height) hold for a tile only. Then the tiles'
 *     |  D  o  E  |  F  |     polygons are joined: where ground continues across a border, edges
 *     +-----+-----+-----+     are cut (o) until both sides share them. The result is one mesh.
 *
 * Bake with agent_radius 0 (the default): one mesh then serves agents of every radius, because
 * clearance is part of the query (wend_mesh_search_query.radius, wend_mesh_wall_distance), and
 * paths are exact for each. A radius above 0 removes ground near walls permanently; it exists for
 * meshes that must match ones baked elsewhere. Height, climb and slope of the agent cannot be
 * changed later: bake a mesh for each that differs.
 *
 * Corners lie on the lattice of cells (multiples of cell_size and cell_height, counted from the
 * origin of the world, exact), so a level baked again around a change fits the previous mesh.
 * Heights are those at corners, straight in between: on hills make max_edge_cells smaller.
 *
 * Recast leaves out a border of ground: at ledges and outer edges about one cell is missing even
 * with agent_radius 0, and beside walls up to one. So a bridge or door should be some cells wider
 * than the agent, and ends of links (wend_mesh_link) lie at least a cell and the agent's radius
 * inside of a ledge. Heights are rounded up to the lattice: a floor comes back above the triangle
 * it was made of, by up to one cell_height; flat ground at a multiple of cell_height by exactly
 * one. Place models by your own collision test, or subtract it.
 *
 * wend's guarantee of equal bits ends here: Recast works in 32-bit floats with the compiler's and
 * libm's choices, so meshes may differ between machines. On one machine the mesh is the same for
 * any number of threads and any budget. To get the same world everywhere, bake once and ship the
 * bytes of wend_mesh_save.
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

/** Methods of dividing walkable voxels into regions, around which outlines are drawn. */
typedef enum wend_bake_partition {
    WEND_BAKE_WATERSHED = 0,  /**< Fewest and best shaped polygons; slowest. */
    WEND_BAKE_MONOTONE,       /**< Fastest; long thin polygons. */
    WEND_BAKE_LAYERS,         /**< Between the two; good with small tiles. */
    WEND_BAKE_PARTITION_COUNT /**< Number of methods. */
} wend_bake_partition;

/** Limits of a bake. */
enum {
    WEND_BAKE_SOLID = 255,           /**< An area that is never ground, however flat. */
    WEND_BAKE_AREAS_MAX = 62,        /**< Different areas in one bake (Recast's limit). */
    WEND_BAKE_TILE_CELLS_MIN = 16,   /**< Smallest tile_cells. */
    WEND_BAKE_TILE_CELLS_MAX = 8192, /**< Largest tile_cells. */
    WEND_BAKE_CORNERS_MAX = 32       /**< Largest max_polygon_corners. */
};

/** Definition of a bake. */
typedef struct wend_bake_def {
    uint32_t cookie;         /**< Set by wend_bake_def_default; leave it. */
    const wend_vec3 *points; /**< [point_count] metres, axes by `up`. Must live as long as the bake,
                                  as must corners and areas. */
    size_t point_count;      /**< Number of points. */
    const uint32_t *corners; /**< [triangle_count][3] of points, counter-clockwise from above. */
    size_t triangle_count;   /**< Number of triangles. */
    const uint8_t *areas;    /**< [triangle_count] area of each, WEND_BAKE_SOLID = an obstacle. NULL
                                  (default) = 0. Where triangles lie within climb over each other,
                                  the larger number counts. */
    wend_up_axis up;         /**< Axes of points, as of readers. Default WEND_UP_Z: as here, and as
                                  wend_triangles_load_file gives them. */
    bool is_two_sided;       /**< The lower sides of triangles are ground as well, for models with
                                  triangles in both orders. Default false. */

    double cell_size;     /**< Voxel's side in the plane, metres, 1e-4 to 1e6; rounded to a 32-bit
                              float. Default 0.25. Half to a third of the smallest agent's radius
                              keeps doors open. */
    double cell_height;   /**< Voxel's height, likewise. Default 0.125. */
    double agent_height;  /**< Headroom, metres, 0 to 255 cell_heights. Default 2. */
    double agent_radius;  /**< Ground nearer to walls than this is left out. 0 to 240 cells. Default
                              0: see above. */
    double max_climb;     /**< Highest step, metres, 0 to 1e6. Default 0.5. */
    double max_slope_deg; /**< Steepest ground, degrees, 0 to 90. Default 45. */

    wend_bake_partition partition; /**< Default WATERSHED. */
    double min_island_cells;       /**< Islands of fewer cells than this are left out. 0 to 2^30, as
                                        the next two. Default 64. */
    double merge_cells;    /**< Regions smaller than this are joined to a neighbour. Default 400. */
    double max_edge_cells; /**< Largest length of outer edges; 0 (default) = unlimited. */
    double max_edge_error; /**< Largest distance of an outline from the voxels, in cells, 0 to 1000.
                             Default 1.3. */
    uint32_t max_polygon_corners; /**< Largest number, 3 to 32. Default 12: large polygons are quick
                                       to search. Edges shared across tiles may add more. */
    uint32_t tile_cells;          /**< Side of a tile in cells, 16 to 8192. Default 256. */

    const double *factors;    /**< [256] as in wend_mesh_def. Default NULL. */
    wend_executor executor;   /**< Bakes tiles in parallel. Default serial. */
    wend_allocator allocator; /**< Default libc. Recast's own scratch memory comes from malloc, and
                                   it does not check all of its small blocks. */
    wend_message *message;    /**< May be NULL (default). Must live as long as the bake. */
} wend_bake_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_bake_def wend_bake_def_default(void);

/** Sets points, corners, areas and their numbers to those of triangles, and up to WEND_UP_Z. The
 * triangles must live as long as the bake. NULL changes nothing. */
WEND_API void wend_bake_def_set_triangles(wend_bake_def *def, const wend_triangles *triangles);

/** Figures of a bake. */
typedef struct wend_bake_report {
    uint32_t tile_count;      /**< Tiles with triangles. */
    uint32_t empty_tiles;     /**< Of those, the ones without ground. */
    uint64_t polygon_count;   /**< Polygons of the mesh. */
    uint64_t joined_edges;    /**< Edges shared across the borders of tiles. */
    uint64_t cut_edges;       /**< Corners added for that. */
    uint64_t dropped_islands; /**< Islands smaller than min_island_cells. */
    uint64_t warning_count;   /**< Warnings of Recast. */
    char first_warning
        [WEND_MESSAGE_CAPACITY]; /**< Warning of the first tile with one; "" if none. */
    wend_mesh_report mesh;       /**< Report of wend_mesh_create. */
} wend_bake_report;

/** A bake under way. */
typedef struct wend_bake wend_bake;

/** Starts a bake: checks all arguments and sorts triangles into tiles. Time: some 50 ns a triangle
 * and tile it lies in.
 * @param bake set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no triangles, an index or number out of range, not finite,
 * more than 2^28 cells from the origin: the message gives the reason), WEND_ERROR_FULL (over 2^24
 * tiles, 62 areas, 2^31 triangles in tiles), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_bake_start(const wend_bake_def *def, wend_bake **bake);
/** Runs a bake until it is done or the budget is used up. A step is one tile; a deadline is checked
 * between tiles (with an executor: between groups of 16). Time: 2 to 20 us a square metre at cells
 * of 0.3.
 * @return WEND_OK (all tiles are baked), WEND_IN_PROGRESS, WEND_ERROR_MEMORY, WEND_ERROR_FULL (a
 * tile is too tall for its cell_height or too complex: make it smaller), WEND_ERROR_ARGUMENT
 * (NULL). After an error it stays failed. */
WEND_API wend_result wend_bake_run(wend_bake *bake, wend_budget *budget);
/** Returns the message of the last failure of a call that changes the bake; see wend_grid_error. */
WEND_API const char *wend_bake_error(const wend_bake *bake);
/** Gets the number of tiles done and of all tiles. */
WEND_API void wend_bake_progress(const wend_bake *bake, uint32_t *done, uint32_t *all);
/** Finishes a bake: joins the tiles and creates the mesh. The bake stays and can be finished again.
 * @param mesh set to NULL first; the caller destroys it.
 * @param report may be NULL; zeroed first.
 * @return WEND_OK, WEND_IN_PROGRESS (tiles are left; nothing is created), WEND_NO_PATH (there is no
 * walkable ground; no mesh; the message gives the reason), the error of a failed run, or a result
 * of wend_mesh_create. */
WEND_API wend_result wend_bake_finish(wend_bake *bake, wend_mesh **mesh, wend_bake_report *report);
/** Frees a bake; NULL is allowed. */
WEND_API void wend_bake_destroy(wend_bake *bake);

/** Bakes a mesh in one call: starts, runs to the end, finishes and destroys a bake.
 * @return as those calls. */
WEND_API wend_result wend_mesh_bake(const wend_bake_def *def, wend_mesh **mesh,
                                    wend_bake_report *report);

#ifdef __cplusplus
}
#endif
#endif

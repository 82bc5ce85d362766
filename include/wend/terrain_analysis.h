/** @file wend/terrain_analysis.h
 * What ground is good for: regions, choke points, dead ends, high ground, openness, cover, resource
 * spots.
 *
 * An analysis divides the open ground of a grid or a mesh into regions, and finds the narrow passages
 * between them:
 *
 *     # # # # # # # # #
 *     #       #       #        regions A and B, a choke point c of the width 1
 *     #   A   c   B   #
 *     #       #       #
 *     # # # # # # # # #
 *
 * Each cell has its clearance, the part of its surroundings that sees it (openness), the walls near it
 * (cover) and, with heights, how far it lies above its surroundings.
 *
 *     wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
 *     def.grid = grid;
 *     wend_terrain_analysis_create(&def, &analysis);
 *     wend_terrain_analysis_update(analysis, NULL);        first, and after edits of the world
 *     uint32_t region = wend_terrain_analysis_region_at(analysis, position);
 *
 * After an edit that opens or closes cells everything is analysed again, in slices under a budget;
 * until that is done all queries answer by the ground before. The result equals that of a new analysis
 * to the bit.
 *
 * Threads: an analysis is updated by one thread at a time; the const calls by any number.
 *
 * Sources: Perkins, "Terrain Analysis in Real-Time Strategy Games: Choke Point Detection and Region
 * Decomposition" (AIIDE 2010); the flood of distances from their peaks after Vincent and Soille,
 * "Watersheds in Digital Spaces" (1991).
 */
#ifndef WEND_TERRAIN_ANALYSIS_H
#define WEND_TERRAIN_ANALYSIS_H

#include "wend/draw.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of analyses. */
enum {
    WEND_TERRAIN_ANALYSIS_SIDE_MAX = 4096, /**< Cells along one side. */
    WEND_TERRAIN_ANALYSIS_STRIDE_MAX = 64  /**< Cells between samples of the openness. */
};

/** No region: a wall, ground that is too narrow, or outside. */
#define WEND_REGION_NONE UINT32_MAX

/** An analysis of terrain. */
typedef struct wend_terrain_analysis wend_terrain_analysis;

/** Definition of an analysis. */
typedef struct wend_terrain_analysis_def {
    uint32_t cookie;         /**< Set by wend_terrain_analysis_def_default; leave it. */
    const wend_grid *grid;   /**< The ground; must outlive the analysis. Squares only; its edges are
                                  walls even where it wraps. Either this or a mesh. */
    const wend_mesh *mesh;   /**< The ground; must outlive the analysis. It is made into a grid of
                                  cell_size (wend_mesh_to_grid). */
    double cell_size;        /**< With a mesh: metres, 1/1024 to 2^20. Default 1. */
    uint32_t movement_class; /**< With a grid: the class whose walls count. Default 0. */
    uint32_t team;           /**< With a grid: the team whose gates do. Default WEND_TEAM_NONE. */
    double radius;      /**< Of the agents, metres, 0 to 2^20: ground where they do not fit belongs
                                  to no region. Default 0. */
    double choke_ratio; /**< A passage is a choke point where its clearance is less than this times
                                  the greatest clearance of either region, 0 to 1. 1: every narrowing.
                                  Default 0.7. */
    double min_area;    /**< Smaller regions join the neighbour behind their widest passage, square
                                  metres, 0 or more. Default 12. */
    double
        height_radius; /**< A cell's height is compared with the mean of the ground in a square of
                                  this half-side, metres, 0 to 2^20. Default 8. */
    double
        height_advantage; /**< High ground lies at least this far above that mean, metres, above 0.
                                  Default 1. */
    double view_radius; /**< Openness is what is seen within this radius, metres, 0 to 2^20; at most
                                  256 cells. 0: it is not computed. Default 16. */
    int32_t view_stride; /**< Openness is sampled once in a square of this many cells, 1 to
                                  WEND_TERRAIN_ANALYSIS_STRIDE_MAX. Default 4. */
    double cover_radius; /**< Cover is the part of walls in a square of this half-side, metres, 0 to
                                  2^20. Default 2. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_terrain_analysis_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_terrain_analysis_def wend_terrain_analysis_def_default(void);
/** Creates an analysis without a result; the first update makes it.
 * @param analysis set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (a grid of hexes),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_terrain_analysis_create(const wend_terrain_analysis_def *def,
                                                  wend_terrain_analysis **analysis);
/** Frees an analysis; NULL is allowed. */
WEND_API void wend_terrain_analysis_destroy(wend_terrain_analysis *analysis);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_terrain_analysis_error(const wend_terrain_analysis *analysis);
/** Sets the heights of a grid's cells, for high ground; they are copied, and the next update analyses
 * all again. With a mesh the heights are those of the mesh.
 * @param heights [count] metres, finite, by rows; NULL: none.
 * @param count cells of the grid; 0 for NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_terrain_analysis_set_heights(wend_terrain_analysis *analysis,
                                                       const float *heights, size_t count);
/** Analyses the ground where it changed since the last result. Edits that open and close nothing take
 * a look at the cells only.
 * @param budget a step is a cell in one of some ten passes; a row, or the cells of one clearance, are
 * never cut. May be NULL.
 * @return WEND_OK, WEND_IN_PROGRESS, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY (call again). */
WEND_API wend_result wend_terrain_analysis_update(wend_terrain_analysis *analysis,
                                                  wend_budget *budget);
/** True if the result is of the ground and heights as they are. */
WEND_API bool wend_terrain_analysis_is_fresh(const wend_terrain_analysis *analysis);

/** Properties of an analysis. All but memory_bytes belong to the result. */
typedef struct wend_terrain_analysis_info {
    int32_t width;              /**< Columns; 0 before the first result. */
    int32_t height;             /**< Rows. */
    double cell_size;           /**< Metres. */
    wend_vec2 origin;           /**< Outer corner of cell 0, 0, metres. */
    uint32_t region_count;      /**< Regions. */
    uint32_t choke_count;       /**< Choke points. */
    uint32_t high_ground_count; /**< Pieces of high ground. */
    uint64_t analysed;          /**< Results so far; no state, not saved. */
    size_t memory_bytes;        /**< Memory of the analysis. */
} wend_terrain_analysis_info;

/** Gets the properties. @param info always set, zeroed for NULL. */
WEND_API void wend_terrain_analysis_get_info(const wend_terrain_analysis *analysis,
                                             wend_terrain_analysis_info *info);

/* ---- regions and choke points ---- */

/** A region. Regions are numbered by falling clearance. */
typedef struct wend_terrain_region {
    wend_vec2 position;   /**< Centre of the cell with the greatest clearance, metres. */
    double clearance;     /**< Its distance to the nearest wall, metres. */
    double area;          /**< Square metres. */
    uint32_t cell_count;  /**< Cells. */
    uint32_t choke_count; /**< Choke points around it. */
    uint32_t island;      /**< The least region that can be reached from here through choke points:
                               equal where paths connect two regions. */
    bool is_dead_end;     /**< It has a single choke point. */
    double depth; /**< Of a dead end: distance from its choke point to its farthest cell, metres,
                               straight; else 0. */
} wend_terrain_region;

/** A choke point. Its regions' order has no meaning. */
typedef struct wend_terrain_choke {
    wend_vec2 position;  /**< Middle of the passage, on open ground, metres. */
    wend_vec2 ends[2];   /**< The nearest walls on either side. */
    double width;        /**< Between the two, metres. */
    wend_vec2 direction; /**< Unit vector through the passage, from region a to region b. */
    uint32_t region_a;   /**< The region with the greater clearance. */
    uint32_t region_b;   /**< The other one. */
    bool is_cut;         /**< Closing it cuts the one region off from the other. */
} wend_terrain_choke;

/** Returns the region of a position; WEND_REGION_NONE where there is none. Constant time. */
WEND_API uint32_t wend_terrain_analysis_region_at(const wend_terrain_analysis *analysis,
                                                  wend_vec2 position);
/** Gets a region.
 * @param region zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_terrain_analysis_get_region(const wend_terrain_analysis *analysis,
                                                      uint32_t index, wend_terrain_region *region);
/** Gets a choke point. @param choke zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_terrain_analysis_get_choke(const wend_terrain_analysis *analysis,
                                                     uint32_t index, wend_terrain_choke *choke);
/** Lists the choke points of a region, by index.
 * @param chokes [capacity], may be NULL when capacity is 0.
 * @param count number of choke points.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_terrain_analysis_list_chokes(const wend_terrain_analysis *analysis,
                                                       uint32_t region, uint32_t *chokes,
                                                       size_t capacity, size_t *count);
/** Lists the choke points that a path passes, in its order: each time it goes from one region to
 * another, the nearest one between the two.
 * @param points [point_count] metres.
 * @param chokes [capacity], may be NULL when capacity is 0.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (also a point that is not finite). */
WEND_API wend_result wend_terrain_analysis_chokes_on_path(const wend_terrain_analysis *analysis,
                                                          const wend_vec2 *points,
                                                          size_t point_count, uint32_t *chokes,
                                                          size_t capacity, size_t *count);
/** Finds the choke points between two regions on the shortest way, as the crow flies from each to the
 * next; without any of them closed. Time: the choke points squared at most; allocates for the call.
 * @param closed choke points not to pass, [closed_count]; may be NULL when that is 0.
 * @param chokes [capacity], may be NULL when capacity is 0.
 * @param count number of choke points; 0 for from = to.
 * @return WEND_OK, WEND_TRUNCATED, WEND_NO_PATH, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_terrain_analysis_find_route(const wend_terrain_analysis *analysis,
                                                      uint32_t from, uint32_t to,
                                                      const uint32_t *closed, size_t closed_count,
                                                      uint32_t *chokes, size_t capacity,
                                                      size_t *count);

/* ---- cells, high ground, spots ---- */

/** What is known of a cell. */
typedef struct wend_terrain_cell {
    uint32_t region;  /**< WEND_REGION_NONE: a wall, or too narrow. */
    double clearance; /**< Distance from its centre to the nearest wall, metres; 0 for walls. */
    double cover;    /**< Part of walls in the square around it, 0 to 1; outside counts as walls. */
    double openness; /**< Part of the disc of view_radius that sees it, 0 to 1, of its sample. */
    double advantage; /**< Its height less the mean of the ground around it, metres; 0 without
                           heights and for walls. */
} wend_terrain_cell;

/** Gets what is known of the cell at a position.
 * @param cell zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT (outside, or no result yet). */
WEND_API wend_result wend_terrain_analysis_get_cell(const wend_terrain_analysis *analysis,
                                                    wend_vec2 position, wend_terrain_cell *cell);

/** A piece of high ground: open cells side by side. They are numbered by rows of their first cell. */
typedef struct wend_terrain_high_ground {
    wend_vec2 position; /**< Centre of the cell with the greatest advantage, metres. */
    double advantage;   /**< Its advantage, metres. */
    double area;        /**< Square metres, at least min_area. */
} wend_terrain_high_ground;

/** Gets a piece of high ground. @param high zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_terrain_analysis_get_high_ground(const wend_terrain_analysis *analysis,
                                                           uint32_t index,
                                                           wend_terrain_high_ground *high);

/** A resource spot: items that lie together. */
typedef struct wend_terrain_spot {
    wend_vec2 position;  /**< Centre of the open cell nearest to the middle of the items, metres. */
    uint32_t region;     /**< Its region. */
    uint32_t item_count; /**< Items. */
    double spread;       /**< Distance from the position to the farthest item, metres. */
} wend_terrain_spot;

/** Finds resource spots: items of a tag belong together where each is within a distance of another one
 * and of the same island. Sorted by falling number of items, then by their first item. Items on no
 * region's ground are left out. Time: the items and their neighbours; allocates for the call.
 * @param tag,tag_mask as in wend_items_query; only active items.
 * @param distance metres, above 0, finite.
 * @param spots [capacity], may be NULL when capacity is 0.
 * @param count number of spots.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_terrain_analysis_find_spots(const wend_terrain_analysis *analysis,
                                                      const wend_items *items, uint32_t tag,
                                                      uint32_t tag_mask, double distance,
                                                      wend_terrain_spot *spots, size_t capacity,
                                                      size_t *count);

/* ---- state ---- */

/** Returns a hash of the definition, the ground and the heights of the result, from which all else
 * follows. 0 for NULL. */
WEND_API uint64_t wend_terrain_analysis_hash(const wend_terrain_analysis *analysis);
/** Saves the ground and heights of the result as bytes, the same on every machine. An update under way
 * is not part of it.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_terrain_analysis_save(const wend_terrain_analysis *analysis,
                                                uint8_t *bytes, size_t capacity, size_t *count);
/** Loads an analysis from the bytes of wend_terrain_analysis_save and analyses that ground, in the time
 * of a whole update. The next update compares it with the world.
 * @param def gives the grid or mesh (as it had one), allocator and message.
 * @param analysis set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also a grid of another size), WEND_ERROR_MEMORY,
 * WEND_ERROR_FILE (damaged, or of a newer version; the message gives the reason). */
WEND_API wend_result wend_terrain_analysis_load(const wend_terrain_analysis_def *def,
                                                const uint8_t *bytes, size_t count,
                                                wend_terrain_analysis **analysis);
/** Draws the borders between regions (WEND_MEANING_SECTOR), the choke points from wall to wall
 * (WEND_MEANING_PORTAL), high ground (WEND_MEANING_ITEM) and the positions of regions
 * (WEND_MEANING_NOTE).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_terrain_analysis_draw(const wend_terrain_analysis *analysis,
                                                const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

/* wend/level.h: a level as it is drawn, before any world is built of it.
 *
 * A level is a plan: lines with a region (a room, a sector, a kind of ground) or nothing on either
 * side, things that lie about, teleports. Readers of files make one (wend_level_load_file in
 * wend/io.h), or you add lines yourself. From one level come all worlds an agent can be planned in:
 *
 *                        .--> wend_walls    rays, sight, swept discs
 *      level  ---------- +--> wend_grid     cells
 *      (lines, regions,  +--> wend_mesh     convex polygons
 *       items, teleports)'--> wend_graph    points of visibility, flood fill, expanded geometry
 *
 * A level is flat: at each place there is one floor. (Floors over each other are for meshes.)
 *
 * Threads: any number may read; one changes it while nobody reads.
 */
#ifndef WEND_LEVEL_H
#define WEND_LEVEL_H

#include "wend/graph_build.h"
#include "wend/grid.h"
#include "wend/mesh.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No region: nobody can be there. */
#define WEND_REGION_NONE UINT32_MAX

typedef struct wend_level_region {
    double floor, ceiling; /**< Metres. */
    uint32_t area;         /**< Type of ground, 0 to 255 (see wend/mesh.h). */
    uint32_t tag;          /**< The user's; Doom: the sector's tag. */
} wend_level_region;

typedef struct wend_level_line {
    wend_vec2 a, b;
    uint32_t left, right; /**< Regions to the left and right of the way from a to b (y up; on plans
                             with y down, left is what a y-up reader calls left all the same: the
                             side where wend_vec2_cross(b - a, p - a) > 0). */
    uint32_t stops;       /**< wend_stops; 0 = only a border of regions. */
    uint64_t user;
} wend_level_line;

typedef struct wend_level_item {
    wend_vec2 position;
    double angle;     /**< Radians, 0 along x, counter-clockwise where y goes up. */
    uint32_t tag;     /**< What it is; readers say which numbers (docs/formats.md). */
    const char *name; /**< UTF-8, never NULL in what is read back; copied when added (NULL = ""). */
    bool is_start;    /**< An agent can begin here. */
} wend_level_item;

typedef struct wend_level_teleport {
    wend_vec2 from, to;
    bool is_two_way;
} wend_level_teleport;

typedef struct wend_level wend_level;

/** An empty level. @param allocator NULL = libc. @param level set to NULL first; the caller
 * destroys it. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_create(const wend_allocator *allocator, wend_level **level);
/** The sentence of the last failure of a call that takes the level to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_level_error(const wend_level *level);
/** Frees; NULL is fine. */
WEND_API void wend_level_destroy(wend_level *level);

/* Adding: WEND_OK, WEND_ERROR_ARGUMENT (a number not finite or beyond WEND_COORDINATE_MAX, a region
 * that does not exist), WEND_ERROR_MEMORY. @param index may be NULL. */
WEND_API wend_result wend_level_add_region(wend_level *level, const wend_level_region *region,
                                           uint32_t *index);
WEND_API wend_result wend_level_add_line(wend_level *level, const wend_level_line *line,
                                         uint32_t *index);
WEND_API wend_result wend_level_add_item(wend_level *level, const wend_level_item *item,
                                         uint32_t *index);
WEND_API wend_result wend_level_add_teleport(wend_level *level, const wend_level_teleport *teleport,
                                             uint32_t *index);
/** Adds the closed outline of an area, either way round: `inside` lies in it, `outside` around it.
 * Where one of the two is WEND_REGION_NONE its lines stop everything, else nothing.
 * A room: inside = its region, outside = WEND_REGION_NONE. A pillar in it: the other way.
 * @param points [count], 3 or more. */
WEND_API wend_result wend_level_add_outline(wend_level *level, const wend_vec2 *points,
                                            size_t count, uint32_t inside, uint32_t outside);

WEND_API size_t wend_level_region_count(const wend_level *level);
WEND_API size_t wend_level_line_count(const wend_level *level);
WEND_API size_t wend_level_item_count(const wend_level *level);
WEND_API size_t wend_level_teleport_count(const wend_level *level);
/* Reading: zeroed outside (regions WEND_REGION_NONE, names ""). */
WEND_API wend_level_region wend_level_get_region(const wend_level *level, uint32_t index);
WEND_API wend_level_line wend_level_get_line(const wend_level *level, uint32_t index);
WEND_API wend_level_item wend_level_get_item(const wend_level *level, uint32_t index);
WEND_API wend_level_teleport wend_level_get_teleport(const wend_level *level, uint32_t index);
/** The rectangle around all lines; false (and zeros) when there are none. */
WEND_API bool wend_level_bounds(const wend_level *level, wend_vec2 *low, wend_vec2 *high);
/** A level of a grid's open cells: lines where open meets blocked stop everything, lines where
 * costs differ nothing. One region (area 0, tag = cost) for each cost; corners of cells as the
 * grid's positions have them. Squares and hexes; where a grid wraps, its edge is a wall; links
 * become teleports where they can be used. Memory comes from the grid's allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_from_grid(const wend_grid *grid, uint32_t movement_class,
                                          uint32_t team, wend_level **level, wend_message *message);
/** A level of a mesh's outer edges, and of the borders between its areas, which stop nothing. One
 * region for each area, its floor the lowest height there is; open links become teleports.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED where floors lie
 * over each other. */
WEND_API wend_result wend_level_from_mesh(const wend_mesh *mesh, wend_level **level,
                                          wend_message *message);

/* ---- one call for each world ---- */

/** The lines that stop anything, as segments; user = index of the line. */
WEND_API wend_result wend_level_build_walls(const wend_level *level,
                                            const wend_allocator *allocator, wend_walls **walls);

typedef struct wend_level_grid_def {
    uint32_t cookie;            /**< Set by wend_level_grid_def_default; leave it. */
    double cell_size;           /**< Metres, above 0, to 2^30. Default 0: set it. */
    double radius;              /**< A cell is open if an agent of this radius can stand at its
                                   centre. Less than half a cell counts as half a cell; where ground
                                   lies on both sides of a wall just half a cell away, the cell on
                                   its left is closed: so nothing leaks through a thin wall.
                                   Default 0. */
    wend_neighbours neighbours; /**< Default 8. */
    wend_hex_layout hex_layout; /**< Default odd rows. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< May be NULL (default). */
} wend_level_grid_def;

WEND_API wend_level_grid_def wend_level_grid_def_default(void);
/** A grid around the level. A cell is open, at cost 1, where its centre lies in a region and no
 * wall that stops walking comes nearer to it than the radius. Teleports become links that cost a
 * metre, which is 1 / cell_size steps. @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message says what; also more cells than a grid holds),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_build_grid(const wend_level *level, const wend_level_grid_def *def,
                                           wend_grid **grid);

typedef struct wend_level_mesh_def {
    uint32_t cookie;          /**< Set by wend_level_mesh_def_default; leave it. */
    bool merges;              /**< Merge triangles into convex polygons. Default true. */
    bool keeps_regions;       /**< Keep all borders of regions as edges, so that each polygon lies
                                 in one region. Default false: borders between regions of equal
                                 floor and area are dropped. A polygon's flags are the region of
                                 its lowest index. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_level_mesh_def;

WEND_API wend_level_mesh_def wend_level_mesh_def_default(void);
/** Triangulates the regions, with every line that stops walking as an edge nobody crosses.
 * Teleports whose ends both lie on ground become off-mesh links of cost 1, user = index of the
 * teleport. What
 * had to be mended (lines that cross, outlines that do not close) is counted in report; report may
 * be NULL. Where lines do not agree on a region, the one that most of the border's length names is
 * taken; nothing, where that has as much; nothing is ground that is not closed towards the outside.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (nothing inside, the message says what), WEND_ERROR_MEMORY.
 */
WEND_API wend_result wend_level_build_mesh(const wend_level *level, const wend_level_mesh_def *def,
                                           wend_mesh **mesh, wend_mesh_report *report);

/** A graph of the level: points of visibility, flood fill or expanded geometry
 * (wend/graph_build.h), for agents of def->radius. Items become tagged nodes (user = the item's
 * index), joined to the nodes they see: of a flood fill to the nearest eight, of expanded geometry
 * by tangents. Teleports become edges of behaviour teleport and cost 1 (user = their index) between
 * nodes of their own that are joined likewise. @param graph set to NULL first.
 * @return as the builders of wend/graph_build.h. */
WEND_API wend_result wend_level_build_graph(const wend_level *level, wend_graph_method method,
                                            const wend_graph_build_def *def, wend_graph **graph);

/** Draws regions (ground), walls, items.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_draw(const wend_level *level, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif

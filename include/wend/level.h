/** @file wend/level.h
 * Levels: plans from which worlds are built.
 *
 * A level consists of lines with a region (a room, a sector, a kind of ground) or nothing on either
 * side, items, and teleports. Readers of files create one (wend_level_load_file in wend/io.h), or
 * the caller adds lines. All worlds for planning are built from one level:
 *
 *                        .--> wend_walls    rays, line of sight, swept discs
 *      level  ---------- +--> wend_grid     cells
 *      (lines, regions,  +--> wend_mesh     convex polygons
 *       items, teleports)'--> wend_graph    points of visibility, flood fill, expanded geometry
 *
 * A level is flat: at each position there is one floor. (Floors over each other are for meshes.)
 *
 * Threads: any number may read; one changes it while no other reads.
 */
#ifndef WEND_LEVEL_H
#define WEND_LEVEL_H

#include "wend/graph_build.h"
#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No region: ground that cannot be entered. */
#define WEND_REGION_NONE UINT32_MAX

/** A region. */
typedef struct wend_level_region {
    double floor;   /**< Height of the floor, metres. */
    double ceiling; /**< Height of the ceiling, metres. */
    uint32_t area;  /**< Type of ground, 0 to 255 (see wend/mesh.h). */
    uint32_t tag;   /**< The user's; Doom: the sector's tag. */
} wend_level_region;

/** A line. */
typedef struct wend_level_line {
    wend_vec2 a;    /**< Beginning, metres. */
    wend_vec2 b;    /**< End, metres. */
    uint32_t left;  /**< Region to the left of the direction from a to b: the side where
                         wend_vec2_cross(b - a, p - a) > 0, with y up; the same side on plans with y
                         down. */
    uint32_t right; /**< Region on the other side. */
    uint32_t stops; /**< wend_stops; 0 = only a border of regions. */
    uint64_t user;  /**< Your value, kept. */
} wend_level_line;

/** An item. */
typedef struct wend_level_item {
    wend_vec2 position; /**< Metres. */
    double angle;       /**< Radians, 0 along x, counter-clockwise with y up. */
    uint32_t tag;       /**< Kind of item; readers define the numbers (docs/formats.md). */
    const char *name;   /**< UTF-8, never NULL when read back; copied when added (NULL = ""). */
    bool is_start;      /**< An agent can begin here. */
} wend_level_item;

/** A teleport. */
typedef struct wend_level_teleport {
    wend_vec2 from;  /**< Beginning, metres. */
    wend_vec2 to;    /**< End, metres. */
    bool is_two_way; /**< It can be used in both directions. */
} wend_level_teleport;

/** Creates an empty level.
 * @param allocator NULL = libc.
 * @param level set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_create(const wend_allocator *allocator, wend_level **level);
/** Returns the message of the last failure of a call that changes the level; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_level_error(const wend_level *level);
/** Frees a level; NULL is allowed. */
WEND_API void wend_level_destroy(wend_level *level);

/* Adding: WEND_OK, WEND_ERROR_ARGUMENT (a number not finite or beyond WEND_COORDINATE_MAX, a region
 * that does not exist), WEND_ERROR_MEMORY. */

/** Adds a region. @param index may be NULL. */
WEND_API wend_result wend_level_add_region(wend_level *level, const wend_level_region *region,
                                           uint32_t *index);
/** Adds a line. @param index may be NULL. */
WEND_API wend_result wend_level_add_line(wend_level *level, const wend_level_line *line,
                                         uint32_t *index);
/** Adds an item. @param index may be NULL. */
WEND_API wend_result wend_level_add_item(wend_level *level, const wend_level_item *item,
                                         uint32_t *index);
/** Adds a teleport. @param index may be NULL. */
WEND_API wend_result wend_level_add_teleport(wend_level *level, const wend_level_teleport *teleport,
                                             uint32_t *index);
/** Adds the lines of a closed outline, in either direction: `inside` is the region in it, `outside`
 * the one around it. If one of the two is WEND_REGION_NONE the lines stop everything, else nothing.
 * A room: inside = its region, outside = WEND_REGION_NONE. A pillar in it: the other way round.
 * @param points [count], 3 or more. */
WEND_API wend_result wend_level_add_outline(wend_level *level, const wend_vec2 *points,
                                            size_t count, uint32_t inside, uint32_t outside);

/** Returns the number of regions. */
WEND_API size_t wend_level_region_count(const wend_level *level);
/** Returns the number of lines. */
WEND_API size_t wend_level_line_count(const wend_level *level);
/** Returns the number of items. */
WEND_API size_t wend_level_item_count(const wend_level *level);
/** Returns the number of teleports. */
WEND_API size_t wend_level_teleport_count(const wend_level *level);
/** Returns a region; zeroed outside. */
WEND_API wend_level_region wend_level_get_region(const wend_level *level, uint32_t index);
/** Returns a line; outside zeroed with regions WEND_REGION_NONE. */
WEND_API wend_level_line wend_level_get_line(const wend_level *level, uint32_t index);
/** Returns an item; outside zeroed with the name "". */
WEND_API wend_level_item wend_level_get_item(const wend_level *level, uint32_t index);
/** Returns a teleport; zeroed outside. */
WEND_API wend_level_teleport wend_level_get_teleport(const wend_level *level, uint32_t index);
/** Gets the bounding rectangle of all lines; false (and zeros) when there are none. */
WEND_API bool wend_level_bounds(const wend_level *level, wend_vec2 *low, wend_vec2 *high);
/** Creates a level of a grid's open cells: lines between open and blocked cells stop everything,
 * lines between different costs nothing.
 *
 * One region (area 0, tag = cost) for each cost; corners of cells as in the grid's positions.
 * Squares and hexes; where a grid wraps, its edge is a wall; usable links become teleports. Memory
 * comes from the grid's allocator.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_from_grid(const wend_grid *grid, uint32_t movement_class,
                                          uint32_t team, wend_level **level, wend_message *message);
/** Creates a level of a mesh's outer edges, and of the borders between its areas, which stop
 * nothing. One region for each area, its floor the lowest height of it; open links become
 * teleports.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED where floors lie
 * over each other. */
WEND_API wend_result wend_level_from_mesh(const wend_mesh *mesh, wend_level **level,
                                          wend_message *message);

/* ---- builders of worlds ---- */

/** Builds walls from the lines that stop anything, as segments; user = index of the line. */
WEND_API wend_result wend_level_build_walls(const wend_level *level,
                                            const wend_allocator *allocator, wend_walls **walls);

/** Definition of a grid built from a level. */
typedef struct wend_level_grid_def {
    uint32_t cookie;            /**< Set by wend_level_grid_def_default; leave it. */
    double cell_size;           /**< Metres, above 0, to 2^30. Default 0: set it. */
    double radius;              /**< A cell is open if an agent of this radius fits at its centre.
                                     Less than half a cell counts as half a cell; where ground lies
                                     on both sides of a wall exactly half a cell away, the cell on
                                     its left is closed: so nothing leaks through a thin wall.
                                     Default 0. */
    wend_neighbours neighbours; /**< Default 8. */
    wend_hex_layout hex_layout; /**< Default odd rows. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< May be NULL (default). */
} wend_level_grid_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_level_grid_def wend_level_grid_def_default(void);
/** Builds a grid around the level. A cell is open, at cost 1, where its centre lies in a region and
 * no wall that stops walking comes nearer to it than the radius. Teleports become links that cost a
 * metre, which is 1 / cell_size steps.
 * @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason; also more cells than a grid
 * holds), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_build_grid(const wend_level *level, const wend_level_grid_def *def,
                                           wend_grid **grid);

/** Definition of a mesh built from a level. */
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

/** Returns the default definition, with its cookie. */
WEND_API wend_level_mesh_def wend_level_mesh_def_default(void);
/** Builds a mesh: triangulates the regions, with every line that stops walking as an edge that
 * cannot be crossed.
 *
 * Teleports with both ends on ground become off-mesh links of cost 1, user = index of the teleport.
 * Where lines disagree on a region, the one named by most of the border's length is taken; nothing,
 * where that has as much; ground that is not closed towards the outside is nothing.
 * @param report counts of repairs (lines that cross, outlines that do not close); may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (nothing inside, the message gives the reason),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_level_build_mesh(const wend_level *level, const wend_level_mesh_def *def,
                                           wend_mesh **mesh, wend_mesh_report *report);

/** Builds a graph of the level: points of visibility, flood fill or expanded geometry
 * (wend/graph_build.h), for agents of def->radius.
 *
 * Items become tagged nodes (user = the item's index), joined to their visible nodes: of a flood
 * fill to the nearest eight, of expanded geometry by tangents. Teleports become edges of behaviour
 * teleport and cost 1 (user = their index) between nodes of their own that are joined likewise.
 * @param graph set to NULL first.
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

/** @file wend/grid.h
 * Square and hex grids with terrain costs, one layer for each movement class.
 *
 * A cell has a cost factor of 1 to 254 (1 = plain ground) or WEND_COST_WALL. A step costs its
 * length (1 straight, the square root of 2 diagonally) times the factor of the cell that is
 * entered. Cells are stored in square sectors; a sector of equal cells needs no page of its own, so
 * open ground costs 8 bytes a sector. Every edit marks the sectors it touches with the grid's new
 * revision, so that derived objects repair just those.
 *
 *      x ->                 node = y * width + x
 *    +---+---+---+          sectors of sector_size x sector_size cells, the last ones of a
 *  y | 0 | 1 | 2 |          row or column cut off by the map's edge
 *  | +---+---+---+
 *  v | 3 | 4 | 5 |          position of a cell's centre = origin + (x + 1/2, y + 1/2) * cell_size
 *
 * Hexes are stored in the same rows and columns ("offset coordinates"), every other row or column
 * shifted by half a cell; wend/hex.h has their axial coordinates. cell_size is the distance between
 * the centres of two neighbours, so that a step is one cell_size long on every kind of grid; the
 * first hex touches the origin's lines from inside. All statements about cells hold for squares and
 * hexes.
 *
 *      ODD_ROWS          EVEN_ROWS         ODD_COLUMNS       EVEN_COLUMNS
 *      0 1 2              0 1 2            0   2               1
 *       3 4 5            3 4 5               1               0   2
 *      6 7 8              6 7 8            3   5               4
 *                                            4               3   5
 *
 * A grid may wrap around: then the last column's neighbour is the first one (or row, or both).
 *
 * Threads: any number may read one grid; edits must not run beside anything else on that grid.
 */
#ifndef WEND_GRID_H
#define WEND_GRID_H

#include "wend/draw.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a grid. */
enum {
    WEND_COST_WALL = 255,       /**< The factor of a cell that cannot be entered. */
    WEND_GRID_SIDE_MAX = 16384, /**< Most cells along one side. */
    WEND_GRID_CLASSES_MAX = 32, /**< Most movement classes. */
    WEND_GRID_TEAMS_MAX = 32    /**< Teams are 0 ... 31. */
};

/** All classes, as the argument of a function that takes a class. */
#define WEND_CLASS_ALL UINT32_MAX

/** Number of neighbours of a cell. */
typedef enum wend_neighbours {
    WEND_NEIGHBOURS_4 = 4, /**< North, east, south, west. */
    WEND_NEIGHBOURS_6 = 6, /**< Cells are hexes; see wend_hex_layout. */
    WEND_NEIGHBOURS_8 = 8  /**< The diagonals too. */
} wend_neighbours;

/** Layouts of hexes in rows and columns. */
typedef enum wend_hex_layout {
    WEND_HEX_ODD_ROWS = 0, /**< Pointy tops; rows 1, 3, 5… half a cell to the right (default). */
    WEND_HEX_EVEN_ROWS,    /**< Pointy tops; rows 0, 2, 4… half a cell to the right. */
    WEND_HEX_ODD_COLUMNS,  /**< Flat tops; columns 1, 3, 5… half a cell lower. */
    WEND_HEX_EVEN_COLUMNS  /**< Flat tops; columns 0, 2, 4… half a cell lower. */
} wend_hex_layout;

/** Sides of a grid that meet. Bits. */
typedef enum wend_wrap {
    WEND_WRAP_NONE = 0, /**< No sides meet. */
    WEND_WRAP_X = 1,    /**< East of the last column lies the first one. */
    WEND_WRAP_Y = 2,    /**< South of the last row lies the first one. */
    WEND_WRAP_BOTH = 3  /**< Both. */
} wend_wrap;

/** Conditions for a diagonal step on the two cells beside it. */
typedef enum wend_corner_rule {
    WEND_CORNER_NEVER = 0,    /**< Both must be open (the default: agents have a size). */
    WEND_CORNER_ONE_OPEN = 1, /**< One of them must be open. */
    WEND_CORNER_ALWAYS = 2    /**< Neither needs to be. */
} wend_corner_rule;

/** Definition of a grid. */
typedef struct wend_grid_def {
    uint32_t cookie;              /**< Set by wend_grid_def_default; leave it. */
    int32_t width;                /**< Columns, 1 to WEND_GRID_SIDE_MAX. Default 0: set it. */
    int32_t height;               /**< Rows, 1 to WEND_GRID_SIDE_MAX. Default 0: set it. */
    wend_neighbours neighbours;   /**< Default 8. */
    wend_corner_rule corner_rule; /**< Default never. Without effect if there are no diagonals. */
    wend_hex_layout hex_layout;   /**< For 6 neighbours, else leave it. Default odd rows. */
    wend_wrap wrap;               /**< Default none. Hexes wrap only where the halves fit: in y
                                       layouts of rows need an even height, in x layouts of columns
                                       an even width. */
    int32_t sector_size;          /**< Cells along a sector's side, 8 to 32. Default 10. */
    int32_t class_count;          /**< Movement classes, 1 to WEND_GRID_CLASSES_MAX. Default 1. */
    uint8_t cost;                 /**< Initial factor of every cell: 1 to 255. Default 1. */
    double cell_size;             /**< Metres between the centres of two neighbours (not diagonal
                                       ones), above 0, finite. Default 1. */
    wend_vec2 origin;             /**< Metres, the outer corner of cell 0, 0. Default 0, 0. */
    wend_allocator allocator;     /**< Default libc. */
    wend_message *message;        /**< Text of a failure of create; may be NULL (default). */
} wend_grid_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_grid_def wend_grid_def_default(void);

/** Creates a grid whose cells all have def->cost. Memory for cells is allocated as edits need it.
 * @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_create(const wend_grid_def *def, wend_grid **grid);
/** Returns the message of the last failure of a call that changes the grid, its stamps, overlays or
 * links; "" if none failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_grid_error(const wend_grid *grid);
/** Frees a grid; NULL is allowed. Objects derived from it must not be used afterwards. */
WEND_API void wend_grid_destroy(wend_grid *grid);

/** Properties of a grid. */
typedef struct wend_grid_info {
    int32_t width;                /**< Columns. */
    int32_t height;               /**< Rows. */
    wend_neighbours neighbours;   /**< As defined. */
    wend_corner_rule corner_rule; /**< As defined. */
    wend_hex_layout hex_layout;   /**< As defined; odd rows if cells are squares. */
    wend_wrap wrap;               /**< As defined. */
    int32_t sector_size;          /**< As defined. */
    int32_t sectors_x;            /**< Sectors along a row. */
    int32_t sectors_y;            /**< Sectors along a column. */
    int32_t class_count;          /**< As defined. */
    double cell_size;             /**< As defined. */
    wend_vec2 origin;             /**< As defined. */
    uint64_t revision;   /**< 1 at first, one more with every edit that changed something. */
    size_t memory_bytes; /**< Memory of the grid. */
} wend_grid_info;

/** Gets the properties of a grid. @param info zeroed when grid is NULL. */
WEND_API void wend_grid_get_info(const wend_grid *grid, wend_grid_info *info);

/* ---- cells, nodes and positions ---- */

/** Returns the node of a cell; WEND_NODE_NONE outside. */
WEND_API wend_node wend_grid_node(const wend_grid *grid, int32_t x, int32_t y);
/** Gets the cell of a node.
 * @param x,y set to -1 for a node outside.
 * @return true if the node is inside. */
WEND_API bool wend_grid_cell(const wend_grid *grid, wend_node node, int32_t *x, int32_t *y);
/** Returns the node whose cell covers a position in metres; WEND_NODE_NONE outside and for NaN.
 * Where the grid wraps there is no outside: positions beyond the edge, such as the ends of legs
 * that step over a seam, are moved around the map (up to 2^27 cells from the origin; none beyond).
 */
WEND_API wend_node wend_grid_node_at(const wend_grid *grid, wend_vec2 position);
/** Returns the fewest steps between two cells over open ground, without walls and links, around the
 * map where it wraps: 4 neighbours columns + rows, 8 neighbours the larger of both, hexes the
 * distance in hexes. -1 for nodes outside. */
WEND_API int32_t wend_grid_steps(const wend_grid *grid, wend_node a, wend_node b);
/** Returns the centre of a node's cell in metres; 0, 0 for a node outside. */
WEND_API wend_vec2 wend_grid_position(const wend_grid *grid, wend_node node);
/** Gets the bounding rectangle of all cells, in metres; for pictures and cameras.
 * @param low,high may be NULL; 0, 0 without a grid. */
WEND_API void wend_grid_bounds(const wend_grid *grid, wend_vec2 *low, wend_vec2 *high);

/* ---- costs ---- */

/* Costs are written to the ground. They are read as effective costs: ground with its stamps
 * (wend/stamp.h), gradient and overlays (wend/overlay.h). Without any of these both are the same.
 * wend_grid_ground_cost and wend_grid_get_ground_costs of wend/stamp.h read the ground itself. */

/** Returns the effective cost factor of a cell for a class; WEND_COST_WALL outside and for a class
 * that does not exist. */
WEND_API uint8_t wend_grid_cost(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                int32_t y);
/** True if this class and team may enter the cell; false outside. team may be WEND_TEAM_NONE. */
WEND_API bool wend_grid_is_open(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                int32_t x, int32_t y);
/** Sets the ground cost of one cell.
 * @param movement_class a class or WEND_CLASS_ALL.
 * @param cost 1 to 255.
 * @return WEND_OK (also when nothing changed), WEND_ERROR_ARGUMENT (grid is NULL, the cell lies
 * outside, there is no such class, cost is 0), WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_grid_set_cost(wend_grid *grid, uint32_t movement_class, int32_t x,
                                        int32_t y, uint8_t cost);
/** Sets the ground cost of a rectangle of cells, x ... x+width-1, y ... y+height-1, which must lie
 * inside. One revision; width or height 0 does nothing.
 * @return as wend_grid_set_cost; WEND_ERROR_ARGUMENT also for a width or height below 0. */
WEND_API wend_result wend_grid_fill(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                                    int32_t width, int32_t height, uint8_t cost);
/** Sets the ground costs of a rectangle from an array. One revision; only sectors that change are
 * marked.
 * @param costs [height][stride], each 1 to 255; stride >= width.
 * @return as wend_grid_fill; WEND_ERROR_ARGUMENT also when costs is NULL, any of them is 0, or
 * stride is below width or too large for memory. */
WEND_API wend_result wend_grid_set_costs(wend_grid *grid, uint32_t movement_class, int32_t x,
                                         int32_t y, int32_t width, int32_t height,
                                         const uint8_t *costs, size_t stride);
/** Gets the effective costs of a rectangle. Under stamps, a gradient or overlays they differ from
 * the ground costs of wend_grid_set_costs (see wend_grid_get_ground_costs).
 * @param movement_class a class, not WEND_CLASS_ALL.
 * @param costs [height][stride].
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid or costs is NULL, there is no such class, the
 * rectangle does not lie inside, stride is below width). */
WEND_API wend_result wend_grid_get_costs(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                         int32_t y, int32_t width, int32_t height, uint8_t *costs,
                                         size_t stride);
/** Sets the teams that a rectangle is closed to: bit t set = cells are walls for team t.
 *
 * A gate for team 3 only is ~(1u << 3); 0 opens cells to all again. The mask replaces the previous
 * one; costs stay, and it applies to all classes. Agents of WEND_TEAM_NONE, the default of spaces
 * and searches, are stopped only by cells that are closed to every team (mask 0xFFFFFFFF). One
 * revision.
 * @return WEND_OK (also when nothing changed), WEND_ERROR_ARGUMENT (grid is NULL, the rectangle
 * does not lie inside, width or height is below 0), WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_grid_set_closed_teams(wend_grid *grid, int32_t x, int32_t y,
                                                int32_t width, int32_t height, uint32_t team_mask);
/** Returns the mask of teams a cell is closed to; 0 outside. */
WEND_API uint32_t wend_grid_get_closed_teams(const wend_grid *grid, int32_t x, int32_t y);

/* ---- revisions ---- */

/** Returns the grid's revision: 1 at first, one more with every edit that changed something. */
WEND_API uint64_t wend_grid_revision(const wend_grid *grid);
/** Returns the revision of the last change of a sector; 0 outside.
 * @param sector 0 ... sectors_x * sectors_y - 1, by rows. */
WEND_API uint64_t wend_grid_sector_revision(const wend_grid *grid, uint32_t sector);
/** Lists the sectors changed after a revision, each once, ascending. Time depends on the number of
 * changes, not on the map, as long as fewer than a few thousand sectors changed since.
 * @param sectors [capacity], may be NULL when capacity is 0.
 * @param count number of sectors.
 * @return WEND_OK, WEND_TRUNCATED (more than capacity), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_changes(const wend_grid *grid, uint64_t since_revision,
                                            uint32_t *sectors, size_t capacity, size_t *count);

/* ---- state ---- */

/** Returns a hash of size, rules, costs, gates, stamps, gradient, overlays and links.
 *
 * Equal maps give equal hashes. History has no effect, except for the ids that stamps, overlays and
 * links had: adding and removing a stamp leaves the map as it was, but the next stamp gets another
 * id, so the hash differs. */
WEND_API uint64_t wend_grid_hash(const wend_grid *grid);
/** Saves the grid (little-endian, with version, length and checksum).
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (capacity too small; nothing useful written),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_save(const wend_grid *grid, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** Loads a grid from the bytes of wend_grid_save; bytes from any origin are safe to try.
 *
 * Its revision starts again at 1: spaces, islands, clearances and searches belong to their own
 * grid, and must be created anew for this one.
 * @param allocator NULL = libc.
 * @param grid set to NULL first; the caller destroys it.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_grid_load(const uint8_t *bytes, size_t count,
                                    const wend_allocator *allocator, wend_grid **grid,
                                    wend_message *message);

/** Replaces costs, gates, stamps, gradients, overlays and links by those of the bytes of wend_grid_save;
 * ids, those of things to come, and hash are as they were at the save. One edit of all sectors: all that
 * is derived from the grid is updated as after any other. Bytes from any origin are safe to try.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, of a newer version, or
 * of a grid of another size or with other rules; wend_grid_error gives the reason). After an error all is
 * as before. */
WEND_API wend_result wend_grid_restore(wend_grid *grid, const uint8_t *bytes, size_t count);

/** Draws ground and walls of one class: squares as runs of equal cells, hexes as polygons. */
WEND_API wend_result wend_grid_draw(const wend_grid *grid, uint32_t movement_class,
                                    const wend_draw *draw);
/** Draws one cell: a square by draw->cells, a hex by draw->polygon. Draws nothing for a node
 * outside or without such a callback. */
WEND_API void wend_grid_draw_cell(const wend_grid *grid, wend_node node, const wend_draw *draw,
                                  wend_meaning meaning, double value);

#ifdef __cplusplus
}
#endif
#endif

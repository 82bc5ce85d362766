/* wend/grid.h: square and hex grids with terrain costs, one layer for each movement class.
 *
 * A cell has a cost factor of 1 to 254 (1 = plain ground) or WEND_COST_WALL. A step costs its
 * length (1 straight, the square root of 2 diagonally) times the factor of the cell that is
 * entered. Cells are kept in square sectors; a sector whose cells are all alike takes no page of
 * its own, so open ground costs 8 bytes a sector. Every edit marks the sectors it touches with
 * the grid's new revision, so that whoever derived something repairs just those.
 *
 *      x ->                 node = y * width + x
 *    +---+---+---+          sectors of sector_size x sector_size cells, the last ones of a
 *  y | 0 | 1 | 2 |          row or column cut off by the map's edge
 *  | +---+---+---+
 *  v | 3 | 4 | 5 |          position of a cell's centre = origin + (x + 1/2, y + 1/2) * cell_size
 *
 * Hexes are kept in the same rows and columns ("offset coordinates"), every other row or column
 * moved by half a cell; wend/hex.h knows their axial coordinates. cell_size is the distance between
 * the centres of two neighbours, so that a step is one cell_size long on every kind of grid; the
 * first hex touches the origin's lines from inside. What follows is said of cells, square or hex.
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

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_COST_WALL = 255,       /**< The factor of a cell that cannot be entered. */
    WEND_GRID_SIDE_MAX = 16384, /**< Most cells along one side. */
    WEND_GRID_CLASSES_MAX = 32, /**< Most movement classes. */
    WEND_GRID_TEAMS_MAX = 32    /**< Teams are 0 ... 31. */
};

/** Stands for every class where a function takes a class. */
#define WEND_CLASS_ALL UINT32_MAX
/** The team of those who belong to none: only what is closed to every team stops them. */
#define WEND_TEAM_NONE UINT32_MAX

/** How many ways lead out of a cell. */
typedef enum wend_neighbours {
    WEND_NEIGHBOURS_4 = 4, /**< North, east, south, west. */
    WEND_NEIGHBOURS_6 = 6, /**< Cells are hexes; see wend_hex_layout. */
    WEND_NEIGHBOURS_8 = 8  /**< The diagonals too. */
} wend_neighbours;

/** How hexes lie in rows and columns. */
typedef enum wend_hex_layout {
    WEND_HEX_ODD_ROWS = 0, /**< Pointy tops; rows 1, 3, 5… half a cell to the right (default). */
    WEND_HEX_EVEN_ROWS,    /**< Pointy tops; rows 0, 2, 4… half a cell to the right. */
    WEND_HEX_ODD_COLUMNS,  /**< Flat tops; columns 1, 3, 5… half a cell lower. */
    WEND_HEX_EVEN_COLUMNS  /**< Flat tops; columns 0, 2, 4… half a cell lower. */
} wend_hex_layout;

/** Which sides of a grid meet. Bits. */
typedef enum wend_wrap {
    WEND_WRAP_NONE = 0,
    WEND_WRAP_X = 1, /**< East of the last column lies the first one. */
    WEND_WRAP_Y = 2, /**< South of the last row lies the first one. */
    WEND_WRAP_BOTH = 3
} wend_wrap;

/** When a diagonal step may pass the two cells beside it. */
typedef enum wend_corner_rule {
    WEND_CORNER_NEVER = 0,    /**< Both must be open (the default: agents have a size). */
    WEND_CORNER_ONE_OPEN = 1, /**< One of them must be open. */
    WEND_CORNER_ALWAYS = 2    /**< Neither needs to be. */
} wend_corner_rule;

typedef struct wend_grid wend_grid;

typedef struct wend_grid_def {
    uint32_t cookie;            /**< Set by wend_grid_def_default; leave it. */
    int32_t width, height;      /**< Cells, 1 to WEND_GRID_SIDE_MAX. Default 0: set them. */
    wend_neighbours neighbours; /**< Default 8. */
    wend_corner_rule
        corner_rule;            /**< Default never. Without meaning where there are no diagonals. */
    wend_hex_layout hex_layout; /**< For 6 neighbours, else leave it. Default odd rows. */
    wend_wrap wrap;             /**< Default none. Hexes wrap only where the halves fit: in y
                                   layouts of rows need an even height, in x layouts of columns an
                                   even width. */
    int32_t sector_size;        /**< Cells along a sector's side, 8 to 32. Default 10. */
    int32_t class_count;        /**< Movement classes, 1 to WEND_GRID_CLASSES_MAX. Default 1. */
    uint8_t cost;               /**< Factor of every cell at first: 1 to 255. Default 1. */
    double cell_size;           /**< Metres between the centres of two neighbours (not diagonal
                                   ones), above 0, finite. Default 1. */
    wend_vec2 origin;           /**< Metres, the outer corner of cell 0, 0. Default 0, 0. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< Text of a failure of create; may be NULL (default). */
} wend_grid_def;

WEND_API wend_grid_def wend_grid_def_default(void);

/** Makes a grid whose cells all have def->cost. Memory for cells is taken as edits need it.
 * @param grid is set to NULL before anything else; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message says what), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_create(const wend_grid_def *def, wend_grid **grid);
/** The sentence of the last failure of a call that takes the grid to change it, with those of
 * stamps, overlays and links; "" while none failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_grid_error(const wend_grid *grid);
/** Frees; NULL is fine. Nothing derived from it may be used afterwards. */
WEND_API void wend_grid_destroy(wend_grid *grid);

/** What a grid is made of. */
typedef struct wend_grid_info {
    int32_t width, height;
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_hex_layout hex_layout; /**< Odd rows where cells are squares. */
    wend_wrap wrap;
    int32_t sector_size;
    int32_t sectors_x, sectors_y; /**< Sectors along each side. */
    int32_t class_count;
    double cell_size;
    wend_vec2 origin;
    uint64_t revision;   /**< 1 at first, one more with every edit that changed something. */
    size_t memory_bytes; /**< All that the grid holds now. */
} wend_grid_info;

/** @param info zeroed when grid is NULL. */
WEND_API void wend_grid_get_info(const wend_grid *grid, wend_grid_info *info);

/* ---- places ---- */

/** The node of a cell; WEND_NODE_NONE outside. */
WEND_API wend_node wend_grid_node(const wend_grid *grid, int32_t x, int32_t y);
/** The cell of a node. @param x, y set to -1 for a node outside. @return inside? */
WEND_API bool wend_grid_cell(const wend_grid *grid, wend_node node, int32_t *x, int32_t *y);
/** The node whose cell covers a position in metres; WEND_NODE_NONE outside, for NaN too. Where the
 * grid wraps there is no outside: positions beyond the edge, such as the ends of a path's legs that
 * step over a seam, are moved around the map (up to 2^27 cells from the origin; none beyond). */
WEND_API wend_node wend_grid_node_at(const wend_grid *grid, wend_vec2 position);
/** The fewest steps from a cell to another one over open ground, without walls and links, around
 * the map where it wraps: 4 neighbours columns + rows, 8 neighbours the larger of both, hexes the
 * distance in hexes. -1 for nodes outside. */
WEND_API int32_t wend_grid_steps(const wend_grid *grid, wend_node a, wend_node b);
/** The centre of a node's cell in metres; 0, 0 for a node outside. */
WEND_API wend_vec2 wend_grid_position(const wend_grid *grid, wend_node node);
/** The least rectangle that all cells lie in, in metres; for pictures and cameras.
 * @param low, high may be NULL; 0, 0 without a grid. */
WEND_API void wend_grid_bounds(const wend_grid *grid, wend_vec2 *low, wend_vec2 *high);

/* ---- costs ---- */

/* Costs are written to the ground, and read as they are seen: with the stamps that lie on it
 * (wend/stamp.h), gradient and overlays (wend/overlay.h). Without any of these both are the same.
 * To read the ground itself: wend_grid_ground_cost and wend_grid_get_ground_costs of wend/stamp.h.
 */

/** Cost factor of a cell for a class; WEND_COST_WALL outside and for a class that does not exist.
 */
WEND_API uint8_t wend_grid_cost(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                int32_t y);
/** May this class and team enter the cell? Outside: no. team may be WEND_TEAM_NONE. */
WEND_API bool wend_grid_is_open(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                int32_t x, int32_t y);
/** Sets the ground of one cell. @param movement_class a class or WEND_CLASS_ALL.
 * @param cost 1 to 255. @return WEND_OK (also when nothing changed), WEND_ERROR_ARGUMENT (grid is
 * NULL, the cell lies outside, there is no such class, cost is 0), WEND_ERROR_MEMORY (nothing
 * changed). */
WEND_API wend_result wend_grid_set_cost(wend_grid *grid, uint32_t movement_class, int32_t x,
                                        int32_t y, uint8_t cost);
/** Sets the ground of a rectangle of cells, x ... x+width-1, y ... y+height-1, which must lie
 * inside. One revision; width or height 0 does nothing. Results as wend_grid_set_cost;
 * WEND_ERROR_ARGUMENT also for a width or height below 0. */
WEND_API wend_result wend_grid_fill(wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y,
                                    int32_t width, int32_t height, uint8_t cost);
/** Sets the ground of a rectangle from an array. One revision; only sectors in which something
 * changes are marked. @param costs [height][stride], each 1 to 255; stride >= width.
 * Results as wend_grid_fill; WEND_ERROR_ARGUMENT also when costs is NULL, any of them is 0, or
 * stride is below width or too large for memory. */
WEND_API wend_result wend_grid_set_costs(wend_grid *grid, uint32_t movement_class, int32_t x,
                                         int32_t y, int32_t width, int32_t height,
                                         const uint8_t *costs, size_t stride);
/** Copies a rectangle of factors out, as they are seen: not the ground that wend_grid_set_costs
 * writes, where stamps, a gradient or overlays lie on it (see wend_grid_get_ground_costs).
 * @param movement_class a class, not WEND_CLASS_ALL. @param costs [height][stride].
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid or costs is NULL, there is no such class, the
 * rectangle does not lie inside, stride is below width). */
WEND_API wend_result wend_grid_get_costs(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                         int32_t y, int32_t width, int32_t height, uint8_t *costs,
                                         size_t stride);
/** Closes a rectangle to teams: bit t set = cells are walls for team t. A gate that only team 3 may
 * pass is ~(1u << 3); 0 opens cells to all again. Replaces the mask that was there; costs stay, and
 * all classes are concerned. Agents of WEND_TEAM_NONE, the default of spaces and searches, are
 * stopped only by cells that are closed to every team (mask 0xFFFFFFFF). One revision.
 * @return WEND_OK (also when nothing changed), WEND_ERROR_ARGUMENT (grid is NULL, the rectangle
 * does not lie inside, width or height is below 0), WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_grid_set_closed_teams(wend_grid *grid, int32_t x, int32_t y,
                                                int32_t width, int32_t height, uint32_t team_mask);
/** The mask of teams a cell is closed to; 0 outside. */
WEND_API uint32_t wend_grid_get_closed_teams(const wend_grid *grid, int32_t x, int32_t y);

/* ---- revisions ---- */

/** The grid's revision: 1 at first, one more with every edit that changed something. */
WEND_API uint64_t wend_grid_revision(const wend_grid *grid);
/** The revision at which a sector was last changed; 0 outside.
 * @param sector 0 ... sectors_x * sectors_y - 1, by rows. */
WEND_API uint64_t wend_grid_sector_revision(const wend_grid *grid, uint32_t sector);
/** Lists the sectors changed after a revision, each once, ascending.
 * Time depends on how much changed, not on the map, as long as fewer than
 * a few thousand sectors changed since.
 * @param sectors [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED (more than capacity), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_changes(const wend_grid *grid, uint64_t since_revision,
                                            uint32_t *sectors, size_t capacity, size_t *count);

/* ---- state ---- */

/** Fingerprint of size, rules, costs, gates and all that lies on the ground or links it; not of
 * history, but for the ids that stamps, overlays and links had: equal maps, equal hash. To place a
 * stamp and lift it again leaves the map as it was, but the next stamp gets another id: the hash is
 * another one. */
WEND_API uint64_t wend_grid_hash(const wend_grid *grid);
/** Writes the grid (little-endian, with version, length and checksum).
 * @param bytes [capacity], may be NULL when capacity is 0. @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (capacity too small; nothing useful written),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_grid_save(const wend_grid *grid, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** Makes a grid from what wend_grid_save wrote; bytes from anywhere are safe to try. Its revision
 * starts again at 1, whatever the saved grid's was: spaces, islands, clearances and searches belong
 * to the grid they were made for, and must be made anew for this one.
 * @param allocator NULL = libc. @param grid is set to NULL before anything else; the caller
 * destroys it. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
WEND_API wend_result wend_grid_load(const uint8_t *bytes, size_t count,
                                    const wend_allocator *allocator, wend_grid **grid,
                                    wend_message *message);

/** Draws ground and walls of one class: squares as runs of equal cells, hexes as polygons. */
WEND_API wend_result wend_grid_draw(const wend_grid *grid, uint32_t movement_class,
                                    const wend_draw *draw);
/** Draws one cell: a square by draw->cells, a hex by draw->polygon. Draws nothing for a node
 * outside or where there is no such callback. */
WEND_API void wend_grid_draw_cell(const wend_grid *grid, wend_node node, const wend_draw *draw,
                                  wend_meaning meaning, double value);

#ifdef __cplusplus
}
#endif
#endif

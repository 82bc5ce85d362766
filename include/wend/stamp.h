/** @file wend/stamp.h
 * Stamps: shapes that are placed on a grid and removed again, such as buildings, wrecks, craters
 * and bridges.
 *
 * A stamp has a cost for each of its cells (optionally for each movement class), or leaves cells as
 * they are; so it can close ground, open it, or both at once: a building with walls, a door and a
 * yard. The covered costs are kept, and edits of covered ground change those. Where stamps overlap,
 * the one placed last is effective. They can be removed in any order.
 *
 *      ground   . . . . .     stamp  # # # _  effective . # # # .
 *               . 2 2 . .            # 1 # _            . # 1 # .     _ = 0: as it is
 *               . . . . .            # 1 # _            . # 1 # .
 *
 *   effective cost of a cell = top stamp with a cost there, else the ground;
 *                              not for walls: + gradient + overlays (wend/overlay.h), at most 254
 *
 * Ids of removed stamps give WEND_ERROR_STALE. Stamps belong to the grid's state: they are hashed,
 * saved and loaded with it, ids included. Threads as for the grid: placing is an edit.
 */
#ifndef WEND_STAMP_H
#define WEND_STAMP_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Id of a stamp on a grid. index1 0 = none. */
typedef struct wend_stamp_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_stamp_id;

/** Limits of stamps. */
enum {
    WEND_STAMP_SIDE_MAX = 1024,    /**< Most cells along one side of a stamp. */
    WEND_GRID_STAMPS_MAX = 1 << 20 /**< Most stamps on a grid at once. */
};

/** Definition of a stamp.
 *
 * On hex grids the shape's columns and rows are laid out as the grid's are from cell 0, 0, and
 * moved as a whole in axial coordinates: a shape keeps its form at every position. Where a shape
 * goes around a grid that wraps and overlaps itself, the later cell is effective. */
typedef struct wend_stamp_def {
    uint32_t cookie; /**< Set by wend_stamp_def_default; leave it. */
    int32_t x;       /**< Column of the stamp's cell 0, 0. Default 0. May lie outside: only cells
                          with a cost must lie inside (or wrap around). */
    int32_t y;       /**< Row of the stamp's cell 0, 0, likewise. */
    int32_t width;   /**< Columns of the shape, 1 to WEND_STAMP_SIDE_MAX. Set it. */
    int32_t height;  /**< Rows of the shape, 1 to WEND_STAMP_SIDE_MAX. Set it. */
    const uint8_t *costs; /**< [layer_count][height][width] 1 to 255, or 0 to leave a cell as it is.
                               Read by the call only. Set it, or cost. */
    uint8_t cost;         /**< Cost of all cells of a solid stamp, 1 to 255, where costs is NULL.
                               Default 0: none. */
    int32_t layer_count;  /**< 1 = the same for all classes (default), or the grid's class_count. */
    int32_t quarter_turns; /**< Squares: quarter turns clockwise, 0 to 3, about cell 0, 0. Hexes:
                                sixths, 0 to 5. Default 0. */
    bool is_mirrored;      /**< The order of columns reversed (before turning). Hexes: reflected at
                                axis 0 of wend_hex_reflect through cell 0, 0. Default false. */
    uint64_t user;         /**< Your value, kept, saved and loaded. Default 0. */
} wend_stamp_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_stamp_def wend_stamp_def_default(void);

/** Adds a stamp. One revision, also when no effective cost changes; only sectors with changed
 * effective costs are marked. Time: its cells, and the cells of the sectors it touches times the
 * stamps there.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a cell with a cost lies outside, no cell has one, …: the
 * message says which), WEND_ERROR_FULL, WEND_ERROR_MEMORY; on failure nothing changed. */
WEND_API wend_result wend_grid_add_stamp(wend_grid *grid, const wend_stamp_def *def,
                                         wend_stamp_id *id, wend_message *message);
/** True if a stamp can be added now: all cells with a cost lie inside and, with
 * `needs_open_ground`, each of them is open to the class. For a building cursor, together with
 * wend_grid_stamp_touches where buildings must not overlap, and wend_stamp_cells to show it.
 * @return false also for a definition that wend_grid_add_stamp would refuse. */
WEND_API bool wend_grid_can_add_stamp(const wend_grid *grid, const wend_stamp_def *def,
                                      bool needs_open_ground, uint32_t movement_class);
/** True if a cell with a cost would lie on a cell for which any stamp, effective or hidden by
 * another one, has a cost, for any class. Cells outside are skipped. False for a bad definition. */
WEND_API bool wend_grid_stamp_touches(const wend_grid *grid, const wend_stamp_def *def);
/** Lists the cells that a stamp would cover, by the rows of its shape: one node for each cell with
 * a cost for any class, WEND_NODE_NONE for those that would lie outside. The stamp need not fit: a
 * cursor may reach over the map's edge.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @param count number of nodes; 0 when no cell has a cost.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, a bad definition). */
WEND_API wend_result wend_stamp_cells(const wend_grid *grid, const wend_stamp_def *def,
                                      wend_node *nodes, size_t capacity, size_t *count);
/** Removes a stamp; the covered costs are effective again. One revision. Never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_remove_stamp(wend_grid *grid, wend_stamp_id id);

/** Properties of a stamp on a grid. */
typedef struct wend_stamp_info {
    int32_t x;           /**< Column, as in its definition. */
    int32_t y;           /**< Row, as in its definition. */
    uint32_t cell_count; /**< Cells of the map that it covers, each counted once. */
    int32_t low_x;       /**< First column of their bounding rectangle. */
    int32_t low_y;       /**< First row of it. */
    int32_t high_x; /**< Last column of it, included. On a map that wraps, the rectangle of a stamp
                         across the seam is as wide (or high) as the map. */
    int32_t high_y; /**< Last row of it, included. */
    uint64_t user;  /**< As in its definition. */
} wend_stamp_info;

/** Gets the properties of a stamp. For stamps in files of older versions, which did not hold them,
 * user is 0 and x, y the low corner of the rectangle.
 * @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid or info is NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_get_stamp(const wend_grid *grid, wend_stamp_id id,
                                         wend_stamp_info *info);
/** Lists the cells of the map that a stamp covers for any class, ascending, effective or hidden by
 * another stamp.
 * @param nodes [capacity], may be NULL when capacity is 0.
 * @param count number of nodes.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_stamp_cells(const wend_grid *grid, wend_stamp_id id,
                                           wend_node *nodes, size_t capacity, size_t *count);

/** Returns the number of stamps on the grid. */
WEND_API size_t wend_grid_stamp_count(const wend_grid *grid);
/** Lists the stamps in the order they were added.
 * @param ids [capacity], may be NULL when capacity is 0.
 * @param count number of stamps.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_stamps(const wend_grid *grid, wend_stamp_id *ids,
                                           size_t capacity, size_t *count);
/** Returns the effective stamp in a cell for a class; {0, 0} if none. */
WEND_API wend_stamp_id wend_grid_stamp_at(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                          int32_t y);
/** Returns the cost of the ground itself, under all stamps, gradients and overlays. Otherwise as
 * wend_grid_cost, which returns the effective cost. */
WEND_API uint8_t wend_grid_ground_cost(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                       int32_t y);
/** Gets the ground costs of a rectangle, under all stamps, gradients and overlays, as
 * wend_grid_set_costs writes them.
 * @param movement_class a class, not WEND_CLASS_ALL.
 * @param costs [height][stride].
 * @return as wend_grid_get_costs, which gets the effective costs. */
WEND_API wend_result wend_grid_get_ground_costs(const wend_grid *grid, uint32_t movement_class,
                                                int32_t x, int32_t y, int32_t width, int32_t height,
                                                uint8_t *costs, size_t stride);

#ifdef __cplusplus
}
#endif
#endif

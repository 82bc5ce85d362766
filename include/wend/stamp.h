/* wend/stamp.h: shapes that are put on a grid and lifted again: buildings, wrecks, craters,
 * bridges.
 *
 * A stamp has a cost for each of its cells (and, if it likes, for each movement class), or leaves
 * cells as they are; so it can close ground, open it, or both at once: a building with walls, a
 * door and a yard. What lies under it is remembered, and edits of covered ground change what lies
 * under. Where stamps overlap, the one placed last is seen. They are lifted in any order.
 *
 *      ground   . . . . .     stamp  # # # _      seen  . # # # .
 *               . 2 2 . .            # 1 # _            . # 1 # .     _ = 0: as it is
 *               . . . . .            # 1 # _            . # 1 # .
 *
 *   what a cell costs = top stamp with a cost there, else the ground;
 *                       not for walls: + gradient + overlays (wend/overlay.h), at most 254
 *
 * Ids of stamps that were lifted are WEND_ERROR_STALE. Stamps belong to the grid's state: they are
 * hashed, saved and loaded with it, ids included. Threads as for the grid: placing is an edit.
 */
#ifndef WEND_STAMP_H
#define WEND_STAMP_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A stamp on a grid. index1 0 = none. */
typedef struct wend_stamp_id {
    uint32_t index1;
    uint32_t generation;
} wend_stamp_id;

enum {
    WEND_STAMP_SIDE_MAX = 1024,    /**< Most cells along one side of a stamp. */
    WEND_GRID_STAMPS_MAX = 1 << 20 /**< Most stamps on a grid at once. */
};

typedef struct wend_stamp_def {
    uint32_t cookie;       /**< Set by wend_stamp_def_default; leave it. */
    int32_t x, y;          /**< The cell under the stamp's cell 0, 0. Default 0, 0. May lie outside:
                              only cells with a cost must lie inside (or wrap around). */
    int32_t width, height; /**< Cells of the shape, 1 to WEND_STAMP_SIDE_MAX. Set them. */
    const uint8_t *costs; /**< [layer_count][height][width] 1 to 255, or 0 to leave a cell as it is.
                             Read by the call only. Set it. */
    int32_t layer_count;  /**< 1 = the same for all classes (default), or the grid's class_count. */
    int32_t quarter_turns; /**< Squares: turned clockwise by so many quarters, 0 to 3, about cell
                              0, 0. Hexes: sixths, 0 to 5. Default 0. */
    bool is_mirrored;      /**< The order of columns reversed (before turning). Hexes: reflected at
                              axis 0 of wend_hex_reflect through cell 0, 0. Default false. */
    uint64_t user;         /**< Kept for you, saved and loaded. Default 0. */
} wend_stamp_def;

/** On hex grids the shape's columns and rows are laid out as the grid's are from cell 0, 0, and
 * moved as a whole in axial coordinates: a shape keeps its form wherever it is placed. Where a
 * shape goes around a grid that wraps and lies over itself, the cell that comes later is seen. */
WEND_API wend_stamp_def wend_stamp_def_default(void);

/** Places a stamp. One revision, also when nothing that is seen changes; only sectors in which
 * something seen changes are marked.
 * Time: its cells, and the cells of the sectors it touches times the stamps there.
 * @param id is set to {0, 0} before anything else. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a cell with a cost lies outside, no cell has one, …: the
 * message says which), WEND_ERROR_FULL, WEND_ERROR_MEMORY; on failure nothing changed. */
WEND_API wend_result wend_grid_add_stamp(wend_grid *grid, const wend_stamp_def *def,
                                         wend_stamp_id *id, wend_message *message);
/** Could it be placed now? All cells with a cost lie inside and, with `needs_open_ground`, each of
 * them is open to the class. The test behind a building cursor, together with
 * wend_grid_stamp_touches where buildings must not overlap, and wend_stamp_cells to show it.
 * @return true or false; false for a definition that wend_grid_add_stamp would refuse. */
WEND_API bool wend_grid_can_add_stamp(const wend_grid *grid, const wend_stamp_def *def,
                                      bool needs_open_ground, uint32_t movement_class);
/** Would a cell with a cost lie on a cell for which any stamp, seen there or hidden by another one,
 * has a cost, for whatever class? Cells outside are left out. False for a bad definition. */
WEND_API bool wend_grid_stamp_touches(const wend_grid *grid, const wend_stamp_def *def);
/** Lists the cells that a stamp would cover, by the rows of its shape: one node for each cell with
 * a cost for any class, WEND_NODE_NONE for those that would lie outside. Needs no place for it: a
 * cursor may reach over the map's edge.
 * @param nodes [capacity], may be NULL when capacity is 0. @param count how many there are; 0 when
 * no cell has a cost.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NULL, a bad definition). */
WEND_API wend_result wend_stamp_cells(const wend_grid *grid, const wend_stamp_def *def,
                                      wend_node *nodes, size_t capacity, size_t *count);
/** Lifts a stamp; what lies under it is seen again. One revision. Never needs memory.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid is NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_remove_stamp(wend_grid *grid, wend_stamp_id id);

/** What a stamp is. */
typedef struct wend_stamp_info {
    int32_t x, y;           /**< Where it was placed, as in its definition. */
    uint32_t cell_count;    /**< Cells of the map that it covers, each counted once. */
    int32_t low_x, low_y;   /**< The least rectangle of the map that they lie in; */
    int32_t high_x, high_y; /**< the high ones are included. On a map that wraps, a stamp across
                               the seam has one as wide (or high) as the map. */
    uint64_t user;          /**< As in its definition. */
} wend_stamp_info;

/** What a stamp is. Of stamps in files of older versions, which did not keep it, user is 0 and x, y
 * the low corner of the rectangle. @param info is zeroed before anything else.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (grid or info is NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_get_stamp(const wend_grid *grid, wend_stamp_id id,
                                         wend_stamp_info *info);
/** Lists the cells of the map that a stamp covers for any class, ascending, whether it is seen
 * there or hidden by another one. @param nodes [capacity], may be NULL when capacity is 0.
 * @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_grid_stamp_cells(const wend_grid *grid, wend_stamp_id id,
                                           wend_node *nodes, size_t capacity, size_t *count);

/** How many stamps lie on the grid. */
WEND_API size_t wend_grid_stamp_count(const wend_grid *grid);
/** Lists them in the order they were placed.
 * @param ids [capacity], may be NULL when capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_grid_list_stamps(const wend_grid *grid, wend_stamp_id *ids,
                                           size_t capacity, size_t *count);
/** The stamp that is seen in a cell by a class; {0, 0} if none. */
WEND_API wend_stamp_id wend_grid_stamp_at(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                          int32_t y);
/** What the ground itself costs, under all stamps, gradients and overlays. Else as wend_grid_cost,
 * which tells what is seen. */
WEND_API uint8_t wend_grid_ground_cost(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                       int32_t y);
/** Copies a rectangle of the ground out, as wend_grid_set_costs writes it: what is under all
 * stamps, gradients and overlays. @param movement_class a class, not WEND_CLASS_ALL.
 * @param costs [height][stride]. Results as wend_grid_get_costs, which tells what is seen. */
WEND_API wend_result wend_grid_get_ground_costs(const wend_grid *grid, uint32_t movement_class,
                                                int32_t x, int32_t y, int32_t width, int32_t height,
                                                uint8_t *costs, size_t stride);

#ifdef __cplusplus
}
#endif
#endif

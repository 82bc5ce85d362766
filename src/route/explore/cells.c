/* What an explorer sees of a grid. Constant for each call. */
#include "route/explore/cells.h"

#include "world/cells/directions.h"
#include "world/grid/hex_line.h"

wendi_explore_cells wendi_explore_cells_of(const wend_grid *grid, uint32_t movement_class,
                                           uint32_t team)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const bool is_hex = info.neighbours == WEND_NEIGHBOURS_6;
    const bool has_diagonals = info.neighbours == WEND_NEIGHBOURS_8;
    return (wendi_explore_cells){.grid = grid,
                                 .movement_class = movement_class,
                                 .team = team,
                                 .width = info.width,
                                 .height = info.height,
                                 .is_hex = is_hex,
                                 .has_diagonals = has_diagonals,
                                 .passes_all_corners =
                                     has_diagonals && info.corner_rule == WEND_CORNER_ALWAYS,
                                 .corner_rule = info.corner_rule,
                                 .layout = info.hex_layout,
                                 .directions = is_hex ? WEND_HEX_DIRECTIONS : WENDI_DIRECTIONS,
                                 .side_step = is_hex ? 1 : 2};
}

static void cell_of(const wendi_explore_cells *cells, wend_node node, int32_t *x, int32_t *y)
{
    *x = (int32_t)(node % (wend_node)cells->width);
    *y = (int32_t)(node / (wend_node)cells->width);
}

static wend_hex hex_of(const wendi_explore_cells *cells, wend_node node)
{
    int32_t x;
    int32_t y;
    cell_of(cells, node, &x, &y);
    return wend_hex_from_offset(cells->layout, x, y);
}

wend_node wendi_explore_neighbour(const wendi_explore_cells *cells, wend_node node,
                                  uint32_t direction)
{
    int32_t x;
    int32_t y;
    if (cells->is_hex) {
        wend_hex_to_offset(cells->layout,
                           wend_hex_neighbour(hex_of(cells, node), (int32_t)direction), &x, &y);
    } else {
        cell_of(cells, node, &x, &y);
        x += wendi_direction_x(direction);
        y += wendi_direction_y(direction);
    }
    return x < 0 || y < 0 || x >= cells->width || y >= cells->height
               ? WEND_NODE_NONE
               : (wend_node)y * (wend_node)cells->width + (wend_node)x;
}

bool wendi_explore_is_open(const wendi_explore_cells *cells, wend_node node)
{
    int32_t x;
    int32_t y;
    if (node == WEND_NODE_NONE) {
        return false;
    }
    cell_of(cells, node, &x, &y);
    return wend_grid_is_open(cells->grid, cells->movement_class, cells->team, x, y);
}

bool wendi_explore_can_step(const wendi_explore_cells *cells, wend_node node, uint32_t direction)
{
    if (!wendi_explore_is_open(cells, wendi_explore_neighbour(cells, node, direction))) {
        return false;
    }
    if (cells->is_hex || direction % 2 == 0) {
        return true;
    }
    if (!cells->has_diagonals) {
        return false;
    }
    const bool left = wendi_explore_is_open(
        cells, wendi_explore_neighbour(cells, node, (direction + 7) % WENDI_DIRECTIONS));
    const bool right = wendi_explore_is_open(
        cells, wendi_explore_neighbour(cells, node, (direction + 1) % WENDI_DIRECTIONS));
    return cells->corner_rule == WEND_CORNER_ALWAYS ||
           (cells->corner_rule == WEND_CORNER_ONE_OPEN ? left || right : left && right);
}

int64_t wendi_explore_distance(const wendi_explore_cells *cells, wend_node a, wend_node b)
{
    if (cells->is_hex) {
        const wend_hex p = hex_of(cells, a);
        const wend_hex q = hex_of(cells, b);
        const int64_t dq = (int64_t)p.q - q.q;
        const int64_t dr = (int64_t)p.r - q.r;
        return dq * dq + dr * dr + dq * dr;
    }
    int32_t ax;
    int32_t ay;
    int32_t bx;
    int32_t by;
    cell_of(cells, a, &ax, &ay);
    cell_of(cells, b, &bx, &by);
    return (int64_t)(ax - bx) * (ax - bx) + (int64_t)(ay - by) * (ay - by);
}

/* ---- straight ---- */

/* The hex direction of a step between neighbours. */
static uint32_t hex_direction(wend_hex from, wend_hex to)
{
    uint32_t direction = 0;
    for (; direction < WEND_HEX_DIRECTIONS; ++direction) {
        const wend_hex next = wend_hex_neighbour(from, (int32_t)direction);
        if (next.q == to.q && next.r == to.r) {
            break;
        }
    }
    return direction;
}

bool wendi_explore_towards(const wendi_explore_cells *cells, wend_node node, wend_node goal,
                           uint32_t *direction)
{
    if (cells->is_hex) {
        const wend_hex from = hex_of(cells, node);
        *direction = hex_direction(from, wendi_hex_line_at(from, hex_of(cells, goal), 1));
        return wendi_explore_can_step(cells, node, *direction);
    }
    int32_t x;
    int32_t y;
    int32_t goal_x;
    int32_t goal_y;
    cell_of(cells, node, &x, &y);
    cell_of(cells, goal, &goal_x, &goal_y);
    const int32_t dx = goal_x > x ? goal_x - x : x - goal_x;
    const int32_t dy = goal_y > y ? goal_y - y : y - goal_y;
    const uint32_t along_x = goal_x > x ? WENDI_EAST : WENDI_WEST;
    const uint32_t along_y = goal_y > y ? WENDI_SOUTH : WENDI_NORTH;
    /* Nearer to the diagonal than to an axis. */
    if (cells->has_diagonals && dx <= 2 * dy && dy <= 2 * dx) {
        const uint32_t east = along_y == WENDI_NORTH ? WENDI_NORTH_EAST : WENDI_SOUTH_EAST;
        const uint32_t west = along_y == WENDI_NORTH ? WENDI_NORTH_WEST : WENDI_SOUTH_WEST;
        *direction = along_x == WENDI_EAST ? east : west;
        if (wendi_explore_can_step(cells, node, *direction)) {
            return true;
        }
    }
    *direction = dx >= dy ? along_x : along_y;
    return wendi_explore_can_step(cells, node, *direction);
}

/* ---- the line ---- */

/* A line of squares as steps along x and y. The crossing of column j lies at (2 j + 1) / (2 columns)
 * of the line, those of rows likewise; crossings are passed in this order, rows first of equals. */
typedef struct square_line {
    int64_t columns, rows; /* from one end to the other */
    int64_t x, y;          /* columns and rows of the cell from the first end */
    bool is_in_box;
} square_line;

static square_line line_of(const wendi_explore_cells *cells, wend_node from, wend_node to,
                           wend_node node)
{
    int32_t ax;
    int32_t ay;
    int32_t bx;
    int32_t by;
    int32_t x;
    int32_t y;
    cell_of(cells, from, &ax, &ay);
    cell_of(cells, to, &bx, &by);
    cell_of(cells, node, &x, &y);
    square_line line = {.columns = bx > ax ? bx - ax : ax - bx,
                        .rows = by > ay ? by - ay : ay - by,
                        .x = bx > ax ? x - ax : ax - x,
                        .y = by > ay ? y - ay : ay - y};
    line.is_in_box = line.x >= 0 && line.y >= 0 && line.x <= line.columns && line.y <= line.rows;
    return line;
}

/* True if the line passes into column x + 1 before row y + 1. Both are there. */
static bool is_column_first(const square_line *line, int64_t x, int64_t y)
{
    return (2 * x + 1) * line->rows < (2 * y + 1) * line->columns;
}

int64_t wendi_explore_line_index(const wendi_explore_cells *cells, wend_node from, wend_node to,
                                 wend_node node)
{
    if (cells->is_hex) {
        const wend_hex a = hex_of(cells, from);
        const wend_hex b = hex_of(cells, to);
        const wend_hex hex = hex_of(cells, node);
        const int32_t index = wend_hex_distance(a, hex);
        if (index > wend_hex_distance(a, b)) {
            return -1;
        }
        const wend_hex on = wendi_hex_line_at(a, b, index);
        return on.q == hex.q && on.r == hex.r ? index : -1;
    }
    const square_line line = line_of(cells, from, to, node);
    const bool is_on =
        line.is_in_box &&
        (line.x == 0 || line.y == line.rows || is_column_first(&line, line.x - 1, line.y)) &&
        (line.y == 0 || line.x == line.columns || !is_column_first(&line, line.x, line.y - 1));
    return is_on ? line.x + line.y : -1;
}

uint32_t wendi_explore_line_next(const wendi_explore_cells *cells, wend_node from, wend_node to,
                                 wend_node node)
{
    if (cells->is_hex) {
        const wend_hex a = hex_of(cells, from);
        const wend_hex hex = hex_of(cells, node);
        const int32_t index = wend_hex_distance(a, hex);
        return hex_direction(hex, wendi_hex_line_at(a, hex_of(cells, to), index + 1));
    }
    const square_line line = line_of(cells, from, to, node);
    const bool is_column =
        line.y == line.rows || (line.x < line.columns && is_column_first(&line, line.x, line.y));
    int32_t ax;
    int32_t ay;
    int32_t bx;
    int32_t by;
    cell_of(cells, from, &ax, &ay);
    cell_of(cells, to, &bx, &by);
    if (is_column) {
        return bx > ax ? WENDI_EAST : WENDI_WEST;
    }
    return by > ay ? WENDI_SOUTH : WENDI_NORTH;
}

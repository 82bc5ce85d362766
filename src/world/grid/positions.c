/* Converts between cells, nodes, hexes and positions, and counts the steps between cells.
 * Cost: constant. */
#include "base/math/floating_point.h"
#include "wend/hex.h"
#include "world/cells/directions.h"
#include "world/cells/store.h"

wend_node wend_grid_node(const wend_grid *grid, int32_t x, int32_t y)
{
    if (grid == NULL || !wendi_grid_is_inside(grid, x, y)) {
        return WEND_NODE_NONE;
    }
    return (wend_node)y * (wend_node)grid->width + (wend_node)x;
}

bool wend_grid_cell(const wend_grid *grid, wend_node node, int32_t *x, int32_t *y)
{
    bool is_inside = grid != NULL && node < (wend_node)grid->width * (wend_node)grid->height;
    if (x != NULL) {
        *x = is_inside ? (int32_t)(node % (wend_node)grid->width) : -1;
    }
    if (y != NULL) {
        *y = is_inside ? (int32_t)(node / (wend_node)grid->width) : -1;
    }
    return is_inside;
}

wend_hex wend_grid_hex(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    if (grid == NULL || grid->neighbours != WEND_NEIGHBOURS_6 ||
        !wend_grid_cell(grid, node, &x, &y)) {
        return (wend_hex){0, 0};
    }
    return wend_hex_from_offset(grid->hex_layout, x, y);
}

/* Wraps a coordinate where the map wraps. */
static int32_t wrap_along(int32_t at, int32_t side, bool wraps)
{
    if (!wraps || (at >= 0 && at < side)) {
        return at;
    }
    const int32_t rest = at % side;
    return rest < 0 ? rest + side : rest;
}

wend_node wend_grid_hex_node(const wend_grid *grid, wend_hex hex)
{
    if (grid == NULL || grid->neighbours != WEND_NEIGHBOURS_6) {
        return WEND_NODE_NONE;
    }
    int32_t x;
    int32_t y;
    wend_hex_to_offset(grid->hex_layout, hex, &x, &y);
    /* Where a map wraps, moved lines meet moved lines, so wrapping keeps the shift. */
    x = wrap_along(x, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    y = wrap_along(y, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    return wend_grid_node(grid, x, y);
}

/* At this distance doubles still resolve 1 / 2^22 of a cell, and hex coordinates are in range. */
static const double most_cells = 1 << 27;

/* True if a coordinate, in cells from the origin, can be on the map. Written so that NaN fails. */
static bool may_be_inside(double at, double side, bool wraps)
{
    return wraps ? at >= -most_cells && at <= most_cells : at >= 0.0 && at < side;
}

static wend_node hex_node_at(const wend_grid *grid, wend_vec2 position)
{
    int32_t x;
    int32_t y;
    const wend_hex hex = wend_hex_at(grid->hex_layout, grid->cell_size, grid->origin, position);
    wend_hex_to_offset(grid->hex_layout, hex, &x, &y);
    x = wrap_along(x, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    y = wrap_along(y, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    return wend_grid_node(grid, x, y);
}

/* Rounded down; far below the range of an int32_t. */
static int32_t cell_along(double at)
{
    const int32_t cell = (int32_t)at;
    return at < cell ? cell - 1 : cell;
}

wend_node wend_grid_node_at(const wend_grid *grid, wend_vec2 position)
{
    if (grid == NULL) {
        return WEND_NODE_NONE;
    }
    const bool wraps_x = (grid->wrap & WEND_WRAP_X) != 0;
    const bool wraps_y = (grid->wrap & WEND_WRAP_Y) != 0;
    const bool is_hex = grid->neighbours == WEND_NEIGHBOURS_6;
    const double x = (position.x - grid->origin.x) / grid->cell_size;
    const double y = (position.y - grid->origin.y) / grid->cell_size;
    /* Lines of hexes may reach half a cell farther. */
    if (!may_be_inside(x, is_hex ? grid->width + 1.0 : grid->width, wraps_x) ||
        !may_be_inside(y, is_hex ? grid->height + 1.0 : grid->height, wraps_y)) {
        return WEND_NODE_NONE;
    }
    if (is_hex) {
        return hex_node_at(grid, position);
    }
    return wend_grid_node(grid, wrap_along(cell_along(x), grid->width, wraps_x),
                          wrap_along(cell_along(y), grid->height, wraps_y));
}

wend_vec2 wend_grid_position(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    if (!wend_grid_cell(grid, node, &x, &y)) {
        return (wend_vec2){0.0, 0.0};
    }
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        return wend_hex_position(grid->hex_layout, grid->cell_size, grid->origin,
                                 wend_hex_from_offset(grid->hex_layout, x, y));
    }
    return (wend_vec2){grid->origin.x + (x + 0.5) * grid->cell_size,
                       grid->origin.y + (y + 0.5) * grid->cell_size};
}

/* ---- steps ---- */

/* Distance along a side, around the map if that is shorter. */
static int32_t gap_along(int32_t a, int32_t b, int32_t side, bool wraps)
{
    const int32_t gap = a < b ? b - a : a - b;
    return wraps && gap > side - gap ? side - gap : gap;
}

/* Steps to the nearest image of b. */
static int32_t hex_steps(const wend_grid *grid, wend_node a, int32_t x, int32_t y)
{
    const int32_t wide = (grid->wrap & WEND_WRAP_X) != 0 ? 1 : 0;
    const int32_t high = (grid->wrap & WEND_WRAP_Y) != 0 ? 1 : 0;
    const wend_hex from = wend_grid_hex(grid, a);
    int32_t least = INT32_MAX;
    for (int32_t j = -high; j <= high; j++) {
        for (int32_t i = -wide; i <= wide; i++) {
            const wend_hex to =
                wend_hex_from_offset(grid->hex_layout, x + i * grid->width, y + j * grid->height);
            const int32_t steps = wend_hex_distance(from, to);
            least = steps < least ? steps : least;
        }
    }
    return least;
}

int32_t wend_grid_steps(const wend_grid *grid, wend_node a, wend_node b)
{
    int32_t ax, ay, bx, by;
    if (!wend_grid_cell(grid, a, &ax, &ay) || !wend_grid_cell(grid, b, &bx, &by)) {
        return -1;
    }
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        return hex_steps(grid, a, bx, by);
    }
    const int32_t dx = gap_along(ax, bx, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    const int32_t dy = gap_along(ay, by, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    if (grid->neighbours == WEND_NEIGHBOURS_4) {
        return dx + dy;
    }
    return dx > dy ? dx : dy;
}

/* ---- bounds ---- */

/* Extent of lines of hexes (in layouts of rows: along x), in cells from the origin. Moved lines
 * begin and end half a cell later. */
static void along_bounds(int32_t cells, int32_t lines, bool is_even_moved, double *low,
                         double *high)
{
    const bool has_moved = is_even_moved || lines > 1;
    const bool has_other = !is_even_moved || lines > 1;
    *low = has_other ? 0.0 : 0.5;
    *high = cells + (has_moved ? 0.5 : 0.0);
}

static void hex_bounds(const wend_grid *grid, wend_vec2 *low, wend_vec2 *high)
{
    const bool is_rows = wendi_hex_is_rows(grid->hex_layout);
    const bool is_even_moved = wendi_hex_is_shifted(grid->hex_layout, 0, 0) != 0;
    const int32_t lines = is_rows ? grid->height : grid->width;
    /* Lines lie half the square root of 3 apart; a hex is 2 over that root high. */
    const double across = (lines - 1) * 0.8660254037844386 + 1.1547005383792515;
    double along_low;
    double along_high;
    along_bounds(is_rows ? grid->width : grid->height, lines, is_even_moved, &along_low,
                 &along_high);
    *low = is_rows ? (wend_vec2){along_low, 0.0} : (wend_vec2){0.0, along_low};
    *high = is_rows ? (wend_vec2){along_high, across} : (wend_vec2){across, along_high};
}

void wend_grid_bounds(const wend_grid *grid, wend_vec2 *low, wend_vec2 *high)
{
    wend_vec2 cells_low = {0.0, 0.0};
    wend_vec2 cells_high = {0.0, 0.0};
    wend_vec2 origin = {0.0, 0.0};
    double size = 0.0;
    if (grid != NULL) {
        cells_high = (wend_vec2){grid->width, grid->height};
        origin = grid->origin;
        size = grid->cell_size;
        if (grid->neighbours == WEND_NEIGHBOURS_6) {
            hex_bounds(grid, &cells_low, &cells_high);
        }
    }
    if (low != NULL) {
        *low = (wend_vec2){origin.x + cells_low.x * size, origin.y + cells_low.y * size};
    }
    if (high != NULL) {
        *high = (wend_vec2){origin.x + cells_high.x * size, origin.y + cells_high.y * size};
    }
}

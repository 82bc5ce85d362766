/* takes: cells, nodes, hexes and positions.
 * gives: the way between these four kinds of places.
 * cost:  constant time. */
#include "base/base_private.h"
#include "wend/hex.h"
#include "world/grid_store.h"
#include "world/topology.h"

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

/* Around the map where it wraps. */
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
    /* Where a map wraps, halves meet halves, so going around keeps what is moved by half a cell. */
    x = wrap_along(x, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    y = wrap_along(y, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    return wend_grid_node(grid, x, y);
}

static wend_node hex_node_at(const wend_grid *grid, wend_vec2 position)
{
    const double most = (WEND_GRID_SIDE_MAX + 2) * grid->cell_size;
    /* Written so that NaN fails. */
    if (!(position.x >= grid->origin.x && position.y >= grid->origin.y &&
          position.x - grid->origin.x <= most && position.y - grid->origin.y <= most)) {
        return WEND_NODE_NONE;
    }
    int32_t x;
    int32_t y;
    const wend_hex hex = wend_hex_at(grid->hex_layout, grid->cell_size, grid->origin, position);
    wend_hex_to_offset(grid->hex_layout, hex, &x, &y);
    return wend_grid_node(grid, x, y);
}

wend_node wend_grid_node_at(const wend_grid *grid, wend_vec2 position)
{
    if (grid == NULL) {
        return WEND_NODE_NONE;
    }
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        return hex_node_at(grid, position);
    }
    double x = (position.x - grid->origin.x) / grid->cell_size;
    double y = (position.y - grid->origin.y) / grid->cell_size;
    /* Written so that NaN fails. */
    if (!(x >= 0.0 && y >= 0.0 && x < grid->width && y < grid->height)) {
        return WEND_NODE_NONE;
    }
    return wend_grid_node(grid, (int32_t)x, (int32_t)y);
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

/* ---- how far it reaches ---- */

/* From where to where lines of hexes go (in layouts of rows: along x), in cells from the
 * origin. The lines that are moved begin and end half a cell later. */
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
    const bool is_even_moved = wendi_hex_moved(grid->hex_layout, 0, 0) != 0;
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

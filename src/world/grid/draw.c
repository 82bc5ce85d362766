/* Draws a grid: squares as rectangles of equal ground, runs of a row as high as the next rows are
 * the same; hexes one by one.
 * Cost: linear in the cells that are not uniform, for hexes in all cells; no memory. */
#include "wend/hex.h"
#include "world/cells/store.h"

/* Equal rows, drawn from left to right. */
typedef struct grid_strip {
    const wend_grid *grid;
    const wend_draw *draw;
    int32_t low_y, high_y; /* The high one is not included. */
    int32_t x;             /* Start of the next run. */
} grid_strip;

static wend_meaning meaning_of(uint32_t cost)
{
    return cost == WEND_COST_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND;
}

static wend_vec2 corner(const wend_grid *grid, int32_t x, int32_t y)
{
    return (wend_vec2){grid->origin.x + x * grid->cell_size, grid->origin.y + y * grid->cell_size};
}

/* ---- squares ---- */

static void draw_run(void *context, uint32_t value, uint32_t count)
{
    grid_strip *rows = context;
    int32_t high_x = rows->x + (int32_t)count;
    rows->draw->cells(rows->draw->context, corner(rows->grid, rows->x, rows->low_y),
                      corner(rows->grid, high_x, rows->high_y), meaning_of(value), (double)value);
    rows->x = high_x;
}

/* ---- hexes ---- */

static void draw_hex(const wend_grid *grid, wend_node node, const wend_draw *draw,
                     wend_meaning meaning, double value)
{
    wend_vec2 corners[WEND_HEX_DIRECTIONS];
    wend_hex_corners(grid->hex_layout, grid->cell_size, wend_grid_position(grid, node), corners);
    draw->polygon(draw->context, corners, WEND_HEX_DIRECTIONS, meaning, value);
}

static void draw_hex_run(void *context, uint32_t value, uint32_t count)
{
    grid_strip *row = context;
    for (uint32_t i = 0; i < count; ++i) {
        draw_hex(row->grid, wend_grid_node(row->grid, row->x, row->low_y), row->draw,
                 meaning_of(value), (double)value);
        row->x++;
    }
}

/* ---- the public calls ---- */

wend_result wend_grid_draw(const wend_grid *grid, uint32_t movement_class, const wend_draw *draw)
{
    if (grid == NULL || draw == NULL || movement_class >= grid->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_layer *layer = &grid->classes[movement_class];
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        if (draw->polygon != NULL) {
            for (int32_t y = 0; y < grid->height; ++y) {
                grid_strip row = {grid, draw, y, y + 1, 0};
                wendi_layer_row_runs(grid, layer, y, draw_hex_run, &row);
            }
        }
    } else if (draw->cells != NULL) {
        for (int32_t y = 0; y < grid->height;) {
            grid_strip rows = {grid, draw, y, y + 1, 0};
            while (rows.high_y < grid->height &&
                   wendi_layer_rows_equal(grid, layer, rows.high_y - 1)) {
                rows.high_y++;
            }
            wendi_layer_row_runs(grid, layer, y, draw_run, &rows);
            y = rows.high_y;
        }
    }
    return WEND_OK;
}

void wend_grid_draw_cell(const wend_grid *grid, wend_node node, const wend_draw *draw,
                         wend_meaning meaning, double value)
{
    int32_t x;
    int32_t y;
    if (draw == NULL || !wend_grid_cell(grid, node, &x, &y)) {
        return;
    }
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        if (draw->polygon != NULL) {
            draw_hex(grid, node, draw, meaning, value);
        }
    } else if (draw->cells != NULL) {
        draw->cells(draw->context, corner(grid, x, y), corner(grid, x + 1, y + 1), meaning, value);
    }
}

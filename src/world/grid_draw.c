/* takes: a grid, one of its classes and a table of callbacks.
 * gives: rectangles of equal ground: runs of a row, as high as the next rows are the same.
 * cost:  linear in cells that are not uniform; no memory. */
#include "world/grid_store.h"

/* Rows that are all alike, drawn from left to right. */
typedef struct strip {
    const wend_grid *grid;
    const wend_draw *draw;
    int32_t low_y, high_y; /* The high one is not included. */
    int32_t x;             /* Where the next run starts. */
} strip;

static wend_vec2 corner(const wend_grid *grid, int32_t x, int32_t y)
{
    return (wend_vec2){grid->origin.x + x * grid->cell_size, grid->origin.y + y * grid->cell_size};
}

static void draw_run(void *context, uint32_t value, uint32_t count)
{
    strip *rows = context;
    int32_t high_x = rows->x + (int32_t)count;
    wend_meaning meaning = value == WEND_COST_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND;
    rows->draw->cells(rows->draw->context, corner(rows->grid, rows->x, rows->low_y),
                      corner(rows->grid, high_x, rows->high_y), meaning, (double)value);
    rows->x = high_x;
}

wend_result wend_grid_draw(const wend_grid *grid, uint32_t movement_class, const wend_draw *draw)
{
    if (grid == NULL || draw == NULL || movement_class >= grid->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    if (draw->cells == NULL) {
        return WEND_OK;
    }
    const wendi_layer *layer = &grid->classes[movement_class];
    for (int32_t y = 0; y < grid->height;) {
        strip rows = {grid, draw, y, y + 1, 0};
        while (rows.high_y < grid->height && wendi_layer_rows_equal(grid, layer, rows.high_y - 1)) {
            rows.high_y++;
        }
        wendi_layer_row_runs(grid, layer, y, draw_run, &rows);
        y = rows.high_y;
    }
    return WEND_OK;
}

/* takes: the walls in and around a sector, and what is added at each distance from walls.
 * gives: dearer ground near walls.
 * cost:  a few operations on 64-bit rows for each step of the gradient and row around the sector.
 *
 * A sector of 32 cells and 16 cells on each side of it are 64 columns: a row of walls is one word,
 * and a step away from all walls at once is a few shifts.
 *
 *      walls   . . # . . . .      one step   . # # # . . .      new: distance 1 */
#include "base/math/bits.h"
#include "world/cells/directions.h"
#include "world/layers/compose.h"

enum { WINDOW = 64 };

/* Rows around a sector; bit i of a row is the cell in column x + i of the map. */
typedef struct window {
    uint64_t rows[WINDOW];
    int32_t x, y, width, height;
} window;

/* A part of a side of the window that lies in one line of sectors, or outside of the map. */
typedef struct span {
    int32_t first, count; /* In the window. */
    int32_t at;           /* On the map; -1 = outside. */
} span;

/* The part of a window's side that begins at `first`, where `low` is the place of 0. */
static span next_span(const wend_grid *grid, int32_t low, int32_t length, int32_t first,
                      int32_t side, bool wraps)
{
    int32_t at = low + first;
    int32_t there = length - first;
    if (wraps) {
        at = at % side < 0 ? at % side + side : at % side;
    }
    if (at < 0) {
        return (span){first, -at < there ? -at : there, -1};
    }
    if (at >= side) {
        return (span){first, there, -1};
    }
    const int32_t sector = at / grid->sector_size;
    int32_t end = (sector + 1) * grid->sector_size;
    end = end < side ? end : side;
    there = end - at < there ? end - at : there;
    return (span){first, there, at};
}

static uint64_t low_bits(int32_t count)
{
    return count >= WINDOW ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static void fill_walls(window *w, span columns, span rows)
{
    for (int32_t y = 0; y < rows.count; y++) {
        w->rows[rows.first + y] |= low_bits(columns.count) << columns.first;
    }
}

/* Is the sector's base nothing but one cost? */
static bool is_plain(const wendi_class_view *view, uint32_t sector, uint32_t *value)
{
    const wendi_layer *layer = wendi_ground_layer(view->grid, view->movement_class, sector);
    wendi_stamp_piece *const *tops = view->grid->compose->stamps.tops;
    return wendi_layer_cells(layer, sector, value) == NULL && view->patch == NULL &&
           (tops == NULL || tops[sector] == NULL);
}

static void add_walls(const wendi_class_view *view, window *w, span columns, span rows)
{
    const wendi_cell_address place = wendi_grid_cell_address(view->grid, columns.at, rows.at);
    uint32_t value = 0;
    if (is_plain(view, place.sector, &value)) {
        if (value == WEND_COST_WALL) {
            fill_walls(w, columns, rows);
        }
        return;
    }
    uint8_t base[WENDI_SECTOR_CELLS_MAX];
    const wendi_sector_rect box = wendi_sector_rect_of(view->grid, place.sector);
    wendi_compose_base(view, &box, NULL, base);
    for (int32_t y = 0; y < rows.count; y++) {
        const uint8_t *row = base + place.cell + (uint32_t)y * box.row_cells;
        uint64_t bits = 0;
        for (int32_t x = 0; x < columns.count; x++) {
            bits |= (uint64_t)(row[x] == WEND_COST_WALL) << x;
        }
        w->rows[rows.first + y] |= bits << columns.first;
    }
}

static void add_row_of_sectors(const wendi_class_view *view, window *w, span rows)
{
    const bool wraps = (view->grid->wrap & WEND_WRAP_X) != 0;
    for (int32_t first = 0; first < w->width;) {
        const span columns = next_span(view->grid, w->x, w->width, first, view->grid->width, wraps);
        if (rows.at < 0 || columns.at < 0) {
            fill_walls(w, columns, rows);
        } else {
            add_walls(view, w, columns, rows);
        }
        first += columns.count;
    }
}

/* @return is any wall there? */
static bool read_walls(const wendi_class_view *view, const wendi_sector_rect *box, int32_t reach,
                       window *w)
{
    *w = (window){
        {0}, box->x - reach, box->y - reach, box->width + 2 * reach, box->height + 2 * reach};
    const bool wraps = (view->grid->wrap & WEND_WRAP_Y) != 0;
    for (int32_t first = 0; first < w->height;) {
        const span rows = next_span(view->grid, w->y, w->height, first, view->grid->height, wraps);
        add_row_of_sectors(view, w, rows);
        first += rows.count;
    }
    uint64_t any = 0;
    for (int32_t y = 0; y < w->height; y++) {
        any |= w->rows[y];
    }
    return any != 0;
}

/* ---- steps ---- */

static uint64_t beside(uint64_t row)
{
    return row << 1 | row >> 1;
}

static uint64_t square_step(uint64_t row, uint64_t above, uint64_t below)
{
    const uint64_t all = row | above | below;
    return all | beside(all);
}

/* In rows a hex has two neighbours in each row beside its own: the one in its column, and the one
 * to the side that the row is moved to. */
static uint64_t hex_row_step(uint64_t row, uint64_t above, uint64_t below, uint32_t moved)
{
    const uint64_t others = above | below;
    return row | beside(row) | others | (moved != 0 ? others >> 1 : others << 1);
}

/* In columns the ones beside it lie in its row and the one that the column is moved to. */
static uint64_t hex_column_step(uint64_t row, uint64_t above, uint64_t below, uint64_t moved)
{
    return row | above | below | beside(row) | (beside(above) & ~moved) | (beside(below) & moved);
}

/* The columns of a window that are moved by half a cell. */
static uint64_t moved_columns(const wend_grid *grid, const window *w)
{
    const uint64_t every_other = UINT64_C(0x5555555555555555);
    return wendi_hex_is_shifted(grid->hex_layout, w->x, 0) != 0 ? every_other : every_other << 1;
}

/* All cells at most one step from those in the window. */
static void step(const wend_grid *grid, const window *from, window *to)
{
    const bool is_hex = grid->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = is_hex && wendi_hex_is_rows(grid->hex_layout);
    const uint64_t moved = is_hex && !is_rows ? moved_columns(grid, from) : 0;
    for (int32_t y = 0; y < from->height; y++) {
        const uint64_t above = y > 0 ? from->rows[y - 1] : 0;
        const uint64_t below = y + 1 < from->height ? from->rows[y + 1] : 0;
        if (is_rows) {
            const uint32_t is_moved = wendi_hex_is_shifted(grid->hex_layout, 0, from->y + y);
            to->rows[y] = hex_row_step(from->rows[y], above, below, is_moved);
        } else if (is_hex) {
            to->rows[y] = hex_column_step(from->rows[y], above, below, moved);
        } else {
            to->rows[y] = square_step(from->rows[y], above, below);
        }
    }
}

static void add_to_row(uint64_t cells, uint8_t addition, uint8_t *costs)
{
    for (; cells != 0; cells &= cells - 1) {
        uint8_t *cost = &costs[wendi_ctz64(cells)];
        const uint32_t sum = (uint32_t)*cost + addition;
        *cost = (uint8_t)(sum < WEND_COST_WALL ? sum : WEND_COST_WALL - 1);
    }
}

void wendi_gradient_add_costs(const wendi_class_view *view, const wendi_sector_rect *box,
                              uint8_t *costs)
{
    const int32_t reach = (int32_t)view->gradient->count;
    window windows[2];
    if (!read_walls(view, box, reach, &windows[0])) {
        return;
    }
    windows[1] = windows[0];
    for (int32_t k = 0; k < reach; k++) {
        const window *from = &windows[k & 1];
        window *to = &windows[~k & 1];
        step(view->grid, from, to);
        for (int32_t y = 0; y < box->height; y++) {
            const uint64_t added = (to->rows[y + reach] & ~from->rows[y + reach]) >> reach;
            add_to_row(added & low_bits(box->width), view->gradient->additions[k],
                       costs + (uint32_t)y * box->row_cells);
        }
    }
}

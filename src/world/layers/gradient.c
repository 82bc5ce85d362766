/* Gradients: cells near walls cost more. Distances from walls grow by shifts of 64-bit rows: a few
 * operations for each step of the gradient and row around the sector.
 * Cost: a new gradient composes all sectors of its class twice.
 *
 * A sector of 32 cells and 16 cells on each side of it are 64 columns: a row of walls is one word,
 * and one step away from all walls at once takes a few shifts.
 *
 *      walls   . . # . . . .      one step   . # # # . . .      new: distance 1 */
#include "base/core/memory.h"
#include "base/math/bits.h"
#include "world/cells/directions.h"
#include "world/layers/compose.h"

#include <assert.h>
#include <string.h>

enum { WINDOW = 64 };

/* Rows around a sector; bit i of a row is the cell in column x + i of the map. */
typedef struct gradient_window {
    uint64_t rows[WINDOW];
    int32_t x, y, width, height;
} gradient_window;

/* A part of a side of the window in one line of sectors, or outside of the map. */
typedef struct gradient_span {
    int32_t first, count; /* In the window. */
    int32_t at;           /* On the map; -1 = outside. */
} gradient_span;

/* The part of a window's side from `first` on, where `low` is the coordinate of 0. */
static gradient_span next_span(const wend_grid *grid, int32_t low, int32_t length, int32_t first,
                               int32_t side, bool wraps)
{
    int32_t at = low + first;
    int32_t there = length - first;
    if (wraps) {
        at = at % side < 0 ? at % side + side : at % side;
    }
    if (at < 0) {
        return (gradient_span){first, -at < there ? -at : there, -1};
    }
    if (at >= side) {
        return (gradient_span){first, there, -1};
    }
    const int32_t sector = at / grid->sector_size;
    int32_t end = (sector + 1) * grid->sector_size;
    end = end < side ? end : side;
    there = end - at < there ? end - at : there;
    return (gradient_span){first, there, at};
}

static uint64_t low_bits(int32_t count)
{
    return count >= WINDOW ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static void fill_walls(gradient_window *w, gradient_span columns, gradient_span rows)
{
    for (int32_t y = 0; y < rows.count; y++) {
        w->rows[rows.first + y] |= low_bits(columns.count) << columns.first;
    }
}

/* True if the sector's base is one cost only. */
static bool is_plain(const wendi_class_view *view, uint32_t sector, uint32_t *value)
{
    const wendi_layer *layer = wendi_ground_layer(view->grid, view->movement_class, sector);
    wendi_stamp_piece *const *tops = view->grid->compose->stamps.tops;
    return wendi_layer_cells(layer, sector, value) == NULL && view->patch == NULL &&
           (tops == NULL || tops[sector] == NULL);
}

static void add_walls(const wendi_class_view *view, gradient_window *w, gradient_span columns,
                      gradient_span rows)
{
    const wendi_cell_address address = wendi_grid_cell_address(view->grid, columns.at, rows.at);
    uint32_t value = 0;
    if (is_plain(view, address.sector, &value)) {
        if (value == WEND_COST_WALL) {
            fill_walls(w, columns, rows);
        }
        return;
    }
    uint8_t base[WENDI_SECTOR_CELLS_MAX];
    const wendi_sector_rect rect = wendi_sector_rect_of(view->grid, address.sector);
    wendi_compose_base(view, &rect, NULL, base);
    for (int32_t y = 0; y < rows.count; y++) {
        const uint8_t *row = base + address.cell + (uint32_t)y * rect.row_cells;
        uint64_t bits = 0;
        for (int32_t x = 0; x < columns.count; x++) {
            bits |= (uint64_t)(row[x] == WEND_COST_WALL) << x;
        }
        w->rows[rows.first + y] |= bits << columns.first;
    }
}

static void add_row_of_sectors(const wendi_class_view *view, gradient_window *w, gradient_span rows)
{
    const bool wraps = (view->grid->wrap & WEND_WRAP_X) != 0;
    for (int32_t first = 0; first < w->width;) {
        const gradient_span columns =
            next_span(view->grid, w->x, w->width, first, view->grid->width, wraps);
        if (rows.at < 0 || columns.at < 0) {
            fill_walls(w, columns, rows);
        } else {
            add_walls(view, w, columns, rows);
        }
        first += columns.count;
    }
}

/* @return true if there is any wall. */
static bool read_walls(const wendi_class_view *view, const wendi_sector_rect *rect, int32_t reach,
                       gradient_window *w)
{
    *w = (gradient_window){
        {0}, rect->x - reach, rect->y - reach, rect->width + 2 * reach, rect->height + 2 * reach};
    const bool wraps = (view->grid->wrap & WEND_WRAP_Y) != 0;
    for (int32_t first = 0; first < w->height;) {
        const gradient_span rows =
            next_span(view->grid, w->y, w->height, first, view->grid->height, wraps);
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

/* In rows a hex has two neighbours in each adjacent row: the one in its column, and the one on
 * the side that the row is moved to. */
static uint64_t hex_row_step(uint64_t row, uint64_t above, uint64_t below, uint32_t moved)
{
    const uint64_t others = above | below;
    return row | beside(row) | others | (moved != 0 ? others >> 1 : others << 1);
}

/* In columns the neighbours in adjacent columns lie in its row and in the one on the side that
 * the column is moved to. */
static uint64_t hex_column_step(uint64_t row, uint64_t above, uint64_t below, uint64_t moved)
{
    return row | above | below | beside(row) | (beside(above) & ~moved) | (beside(below) & moved);
}

/* The columns of a window that are moved by half a cell. */
static uint64_t moved_columns(const wend_grid *grid, const gradient_window *w)
{
    const uint64_t every_other = UINT64_C(0x5555555555555555);
    return wendi_hex_is_shifted(grid->hex_layout, w->x, 0) != 0 ? every_other : every_other << 1;
}

/* All cells at most one step from those in the window. */
static void step(const wend_grid *grid, const gradient_window *from, gradient_window *to)
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

void wendi_gradient_add_costs(const wendi_class_view *view, const wendi_sector_rect *rect,
                              uint8_t *costs)
{
    const int32_t reach = (int32_t)view->gradient->count;
    gradient_window windows[2];
    if (!read_walls(view, rect, reach, &windows[0])) {
        return;
    }
    windows[1] = windows[0];
    for (int32_t k = 0; k < reach; k++) {
        const gradient_window *from = &windows[k & 1];
        gradient_window *to = &windows[~k & 1];
        step(view->grid, from, to);
        for (int32_t y = 0; y < rect->height; y++) {
            const uint64_t added = (to->rows[y + reach] & ~from->rows[y + reach]) >> reach;
            add_to_row(added & low_bits(rect->width), view->gradient->additions[k],
                       costs + (uint32_t)y * rect->row_cells);
        }
    }
}

/* ---- changing a gradient ---- */

/* A new gradient may reach farther or less far: other sectors become hot. */
typedef struct gradient_edit {
    wend_grid *grid;
    const wendi_gradient *gradients; /* [class_count] */
    uint32_t class_mask;
    uint32_t *hot[WEND_GRID_CLASSES_MAX]; /* [sector_count] with the new gradients */
} gradient_edit;

static size_t hot_bytes(const wend_grid *grid)
{
    return grid->sector_count * sizeof(uint32_t);
}

static void count_stamp(const gradient_edit *edit, uint32_t c, const wendi_stamp *stamp)
{
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        const wendi_stamp_piece *piece = &stamp->pieces[i];
        if ((piece->class_mask >> c & 1) == 0) {
            continue;
        }
        const uint32_t count = wendi_sectors_within(edit->grid, wendi_cell_rect_of_piece(piece),
                                                    edit->gradients[c].count, sectors);
        for (uint32_t k = 0; k < count; k++) {
            edit->hot[c][sectors[k]]++;
        }
    }
}

static void count_hot(const gradient_edit *edit, uint32_t c)
{
    const wendi_composition *compose = edit->grid->compose;
    for (const wendi_stamp *stamp = compose->stamps.oldest; stamp != NULL; stamp = stamp->newer) {
        count_stamp(edit, c, stamp);
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &compose->overlays[i];
        for (uint32_t k = 0;
             k < overlay->head.count && (wendi_overlay_composed_classes(overlay) >> c & 1) != 0;
             k++) {
            edit->hot[c][overlay->owners[k]]++;
        }
    }
}

static bool make_hot(gradient_edit *edit)
{
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        if ((edit->class_mask >> c & 1) == 0) {
            continue;
        }
        edit->hot[c] = wendi_alloc_zero(&edit->grid->allocator, hot_bytes(edit->grid));
        if (edit->hot[c] == NULL) {
            return false;
        }
        count_hot(edit, c);
    }
    return true;
}

static uint32_t pages_needed(const gradient_edit *edit, uint32_t c)
{
    uint32_t pages = 0;
    wendi_class_view view = wendi_class_view_of(edit->grid, c);
    view.gradient = &edit->gradients[c];
    for (uint32_t i = 0; i < edit->grid->sector_count; i++) {
        if (edit->hot[c][i] > 0) {
            pages += WENDI_HOT_PAGES - wendi_pages_held(edit->grid, c, i);
            continue;
        }
        const wendi_sector_rect rect = wendi_sector_rect_of(edit->grid, i);
        wendi_composed_sector composed;
        wendi_compose_sector(&view, &rect, &composed);
        pages += wendi_compose_pages_needed(&view, &rect, &composed);
    }
    return pages;
}

static bool reserve(gradient_edit *edit)
{
    if (!make_hot(edit)) {
        return false;
    }
    uint32_t pages = 0;
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        pages += (edit->class_mask >> c & 1) == 0 ? 0 : pages_needed(edit, c);
    }
    return wendi_pages_reserve(&edit->grid->cost_pages, &edit->grid->allocator, pages);
}

/* Replaces old promises by new ones. */
static void change_hot(const gradient_edit *edit, uint32_t c)
{
    wend_grid *grid = edit->grid;
    wendi_class_state *state = &grid->compose->states[c];
    state->hot_count = 0;
    assert(edit->hot[c] != NULL);
    for (uint32_t i = 0; i < grid->sector_count; i++) {
        const uint32_t missing = WENDI_HOT_PAGES - wendi_pages_held(grid, c, i);
        grid->cost_pages.promised -= state->hot[i] > 0 ? missing : 0;
        grid->cost_pages.promised += edit->hot[c][i] > 0 ? missing : 0;
        state->hot_count += edit->hot[c][i] > 0 ? 1 : 0;
    }
    memcpy(state->hot, edit->hot[c], hot_bytes(grid));
    state->gradient = edit->gradients[c];
}

static void commit(const gradient_edit *edit)
{
    wendi_recompose job = {edit->grid, false, false};
    wendi_recompose_advance(&job);
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        if ((edit->class_mask >> c & 1) == 0) {
            continue;
        }
        change_hot(edit, c);
        const wendi_class_view view = wendi_class_view_of(edit->grid, c);
        for (uint32_t i = 0; i < edit->grid->sector_count; i++) {
            wendi_recompose_sector(&job, &view, i);
        }
    }
}

wend_result wendi_gradients_set(wend_grid *grid, uint32_t class_mask,
                                const wendi_gradient *gradients)
{
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, class_mask, false, &opened)) {
        return WEND_ERROR_MEMORY;
    }
    gradient_edit edit = {grid, gradients, class_mask, {NULL}};
    const bool has_room = reserve(&edit);
    if (has_room) {
        commit(&edit);
    }
    for (uint32_t c = 0; c < edit.grid->class_count; c++) {
        wendi_free(&edit.grid->allocator, edit.hot[c],
                   edit.hot[c] == NULL ? 0 : hot_bytes(edit.grid));
    }
    if (!has_room) {
        wendi_compose_undo_tables(grid, &opened);
    }
    return has_room ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- the public call ---- */

static bool is_same(const wendi_gradient *a, const wendi_gradient *b)
{
    return a->count == b->count && memcmp(a->additions, b->additions, a->count) == 0;
}

static bool has_gradient(const wend_grid *grid, uint32_t c, const wendi_gradient *gradient)
{
    const wendi_gradient none = {0, {0}};
    return is_same(gradient, grid->compose == NULL ? &none : &grid->compose->states[c].gradient);
}

wend_result wend_grid_get_gradient(const wend_grid *grid, uint32_t movement_class,
                                   uint8_t *additions, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (additions == NULL && capacity > 0) ||
        movement_class >= grid->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    if (grid->compose == NULL) {
        return WEND_OK;
    }
    const wendi_gradient *gradient = &grid->compose->states[movement_class].gradient;
    for (size_t i = 0; i < gradient->count && i < capacity; i++) {
        additions[i] = gradient->additions[i];
    }
    *count = gradient->count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_grid_set_gradient(wend_grid *grid, uint32_t movement_class,
                                   const uint8_t *additions, size_t count)
{
    static const char function[] = "wend_grid_set_gradient";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result != WEND_OK) {
        return result;
    }
    if (count > WEND_GRADIENT_MAX) {
        return wendi_refuse(&grid->error, function, "count", (double)count, 0, WEND_GRADIENT_MAX);
    }
    if (additions == NULL && count > 0) {
        return wendi_refuse_null(&grid->error, function, "additions");
    }
    wendi_gradient gradients[WEND_GRID_CLASSES_MAX] = {{0, {0}}};
    wendi_gradient gradient = {(uint32_t)count, {0}};
    while (gradient.count > 0 && additions[gradient.count - 1] == 0) {
        gradient.count--;
    }
    if (gradient.count > 0) {
        memcpy(gradient.additions, additions, gradient.count);
    }
    uint32_t class_mask = 0;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const bool is_meant = movement_class == WEND_CLASS_ALL || movement_class == c;
        if (is_meant && !has_gradient(grid, c, &gradient)) {
            class_mask |= 1u << c;
            gradients[c] = gradient;
        }
    }
    return class_mask == 0 ? WEND_OK
                           : wendi_fail_plain(&grid->error, function,
                                              wendi_gradients_set(grid, class_mask, gradients));
}

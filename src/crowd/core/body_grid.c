/* Sorts bodies by cell.
 * Cost: a counting sort: three passes over bodies and one over cells, about four for each body. */
#include "crowd/core/body_grid.h"
#include "crowd/core/bodies.h"

#include "base/core/memory.h"

#include <string.h>

enum { CELLS_FOR_EACH_BODY = 4, SHIFT_LEAST = 14, SHIFT_MOST = 24 };

static size_t most_cells(uint32_t limit)
{
    size_t most = (size_t)WENDI_BODY_GRID_SIDE_LEAST * WENDI_BODY_GRID_SIDE_LEAST;
    while (most < (size_t)limit * CELLS_FOR_EACH_BODY) {
        most *= 2;
    }
    return most;
}

wend_result wendi_body_grid_create(wendi_body_grid *cells, uint32_t limit, const wend_allocator *a)
{
    *cells = (wendi_body_grid){.limit = limit, .allocator = *a};
    cells->start_capacity = most_cells(limit) + 1;
    cells->starts = wendi_alloc_zero(a, cells->start_capacity * sizeof *cells->starts);
    cells->keys = wendi_alloc_zero(a, limit * sizeof *cells->keys);
    cells->order = wendi_alloc_zero(a, limit * sizeof *cells->order);
    cells->sorted_index = wendi_alloc_zero(a, limit * sizeof *cells->sorted_index);
    cells->marks = wendi_alloc_zero(a, cells->start_capacity);
    cells->columns = WENDI_BODY_GRID_SIDE_LEAST;
    cells->rows = WENDI_BODY_GRID_SIDE_LEAST;
    cells->shift = WENDI_FIXED_POSITION_BITS;
    if (cells->starts == NULL || cells->keys == NULL || cells->order == NULL ||
        cells->sorted_index == NULL || cells->marks == NULL) {
        wendi_body_grid_free(cells);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_body_grid_free(wendi_body_grid *cells)
{
    wendi_free(&cells->allocator, cells->starts,
               cells->starts == NULL ? 0 : cells->start_capacity * sizeof *cells->starts);
    wendi_free(&cells->allocator, cells->keys,
               cells->keys == NULL ? 0 : cells->limit * sizeof *cells->keys);
    wendi_free(&cells->allocator, cells->order,
               cells->order == NULL ? 0 : cells->limit * sizeof *cells->order);
    wendi_free(&cells->allocator, cells->sorted_index,
               cells->sorted_index == NULL ? 0 : cells->limit * sizeof *cells->sorted_index);
    wendi_free(&cells->allocator, cells->marks, cells->marks == NULL ? 0 : cells->start_capacity);
    *cells = (wendi_body_grid){.allocator = cells->allocator};
}

size_t wendi_body_grid_memory_bytes(const wendi_body_grid *cells)
{
    return cells->start_capacity * (sizeof *cells->starts + sizeof *cells->marks) +
           cells->limit *
               (sizeof *cells->keys + sizeof *cells->order + sizeof *cells->sorted_index);
}

/* ---- layout ---- */

static uint32_t shift_for(double reach)
{
    uint32_t shift = SHIFT_LEAST;
    while (shift < SHIFT_MOST && (double)((uint32_t)1 << shift) < reach * 65536.0) {
        shift++;
    }
    return shift;
}

/* Columns or rows for the extent of bodies. */
static uint32_t side_for(double length, uint32_t shift)
{
    const double cells = length * 65536.0 / (double)((uint32_t)1 << shift) + 2;
    uint32_t side = WENDI_BODY_GRID_SIDE_LEAST;
    while (side < (uint32_t)1 << (32 - SHIFT_LEAST) && (double)side < cells) {
        side *= 2;
    }
    return side;
}

/* Columns or rows that a search this far to both sides touches. */
static double cells_spanned(double metres, uint32_t shift)
{
    return 2 * (metres * 65536.0 / (double)((uint32_t)1 << shift) + 1) + 1;
}

static void lay_out_for(wendi_body_grid *cells, uint32_t count, const wendi_bodies_extent *extent,
                        uint32_t shift)
{
    cells->shift = shift;
    const uint32_t side_most = (uint32_t)1 << (32 - cells->shift);
    cells->columns = side_for(extent->high_x - extent->low_x, cells->shift);
    cells->rows = side_for(extent->high_y - extent->low_y, cells->shift);
    cells->columns = cells->columns > side_most ? side_most : cells->columns;
    cells->rows = cells->rows > side_most ? side_most : cells->rows;
    const size_t most = most_cells(count);
    while ((size_t)cells->columns * cells->rows > most) {
        if (cells->columns > cells->rows) {
            cells->columns /= 2;
        } else {
            cells->rows /= 2;
        }
    }
}

/* ---- sorting ---- */

static uint32_t column_of(const wendi_body_grid *cells, const wendi_bodies *bodies, uint32_t i)
{
    return wendi_fixed_position(bodies->x[i]) >> cells->shift & (cells->columns - 1);
}

static uint32_t row_of(const wendi_body_grid *cells, const wendi_bodies *bodies, uint32_t i)
{
    return wendi_fixed_position(bodies->y[i]) >> cells->shift & (cells->rows - 1);
}

static void count(wendi_body_grid *cells, const wendi_bodies *bodies)
{
    memset(cells->starts, 0, ((size_t)cells->columns * cells->rows + 1) * sizeof *cells->starts);
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (wendi_bodies_is_alive(bodies, i)) {
            cells->keys[i] =
                row_of(cells, bodies, i) * cells->columns + column_of(cells, bodies, i);
            cells->starts[cells->keys[i]]++;
        }
    }
}

/* Marks the cells of the bodies that move, and the cells around those. */
static void mark_near(wendi_body_grid *cells, const wendi_bodies *bodies, const uint8_t *moves)
{
    memset(cells->marks, 0, (size_t)cells->columns * cells->rows);
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (moves[i] == 0 || !wendi_bodies_is_alive(bodies, i)) {
            continue;
        }
        const uint32_t column = column_of(cells, bodies, i);
        const uint32_t row = row_of(cells, bodies, i);
        for (uint32_t k = 0; k < 9; ++k) {
            const uint32_t c = (column + k % 3 - 1) & (cells->columns - 1);
            const uint32_t r = (row + k / 3 - 1) & (cells->rows - 1);
            cells->marks[r * cells->columns + c] = 1;
        }
    }
}

static void count_near(wendi_body_grid *cells, const wendi_bodies *bodies)
{
    memset(cells->starts, 0, ((size_t)cells->columns * cells->rows + 1) * sizeof *cells->starts);
    for (uint32_t i = 0; i < bodies->high; ++i) {
        cells->keys[i] = WENDI_NONE;
        if (wendi_bodies_is_alive(bodies, i)) {
            const uint32_t key =
                row_of(cells, bodies, i) * cells->columns + column_of(cells, bodies, i);
            if (cells->marks[key] != 0) {
                cells->keys[i] = key;
                cells->starts[key]++;
            }
        }
    }
}

/* Backwards, so that each start ends up where its cell begins and bodies of a cell keep their
 * order. */
static void sort_by_cell(wendi_body_grid *cells, const wendi_bodies *bodies)
{
    const size_t total = (size_t)cells->columns * cells->rows;
    uint32_t sum = 0;
    for (size_t i = 0; i < total; ++i) {
        sum += cells->starts[i];
        cells->starts[i] = sum;
    }
    cells->starts[total] = sum;
    cells->count = sum;
    for (uint32_t i = bodies->high; i-- > 0;) {
        if (wendi_bodies_is_alive(bodies, i) && cells->keys[i] != WENDI_NONE) {
            const uint32_t at = --cells->starts[cells->keys[i]];
            cells->order[at] = i;
            cells->sorted_index[i] = at;
        }
    }
}

void wendi_body_grid_sort(wendi_body_grid *cells, const wendi_bodies *bodies,
                          const wendi_bodies_extent *extent, double size, double reach,
                          const uint8_t *moves)
{
    /* Where few bodies search far, cells are wider: a search must not meet the same cell twice. */
    uint32_t shift = shift_for(size);
    lay_out_for(cells, bodies->count, extent, shift);
    while (cells_spanned(reach, shift) > cells->columns ||
           cells_spanned(reach, shift) > cells->rows) {
        lay_out_for(cells, bodies->count, extent, ++shift);
    }
    if (moves != NULL) {
        mark_near(cells, bodies, moves);
        count_near(cells, bodies);
    } else {
        count(cells, bodies);
    }
    sort_by_cell(cells, bodies);
}

/* Lays edges of walls out in a grid of cells, and visits the cells near a segment.
 * Cost: linear in edges and the cells that they touch; a visit a few operations a row. */
#include "world/walls/cells.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"
#include "world/walls/traversal.h"

#include <string.h>

enum { ENTRIES_AN_EDGE = 8, USEFUL_DENSITY = 24, CELLS_MAX = 1 << 26 };

static bool reserve_starts(wendi_wall_cells *cells, const wend_allocator *allocator, uint64_t count)
{
    if (count <= cells->start_capacity) {
        return true;
    }
    uint32_t *starts = wendi_resize_items(allocator, cells->starts, cells->start_capacity,
                                          (size_t)count, sizeof *starts);
    if (starts == NULL) {
        return false;
    }
    cells->starts = starts;
    cells->start_capacity = (uint32_t)count;
    return true;
}

static bool reserve_edges(wendi_wall_cells *cells, const wend_allocator *allocator, uint64_t count)
{
    if (count <= cells->edge_capacity) {
        return true;
    }
    const bool is_small = count <= UINT32_MAX / 2 && count <= SIZE_MAX / sizeof *cells->ends;
    uint32_t *edges = is_small ? wendi_alloc_items(allocator, (size_t)count, sizeof *edges) : NULL;
    wendi_wall_ends *ends =
        is_small ? wendi_alloc_items(allocator, (size_t)count, sizeof *ends) : NULL;
    if (edges == NULL || ends == NULL) {
        wendi_free(allocator, edges, (size_t)count * sizeof *edges);
        wendi_free(allocator, ends, (size_t)count * sizeof *ends);
        return false;
    }
    wendi_free(allocator, cells->edges, cells->edge_capacity * sizeof *edges);
    wendi_free(allocator, cells->ends, cells->edge_capacity * sizeof *ends);
    cells->edges = edges;
    cells->ends = ends;
    cells->edge_capacity = (uint32_t)count;
    return true;
}

void wendi_wall_cells_free(wendi_wall_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->starts, cells->start_capacity * sizeof *cells->starts);
    wendi_free(allocator, cells->edges, cells->edge_capacity * sizeof *cells->edges);
    wendi_free(allocator, cells->ends, cells->edge_capacity * sizeof *cells->ends);
    memset(cells, 0, sizeof *cells);
}

size_t wendi_wall_cells_bytes(const wendi_wall_cells *cells)
{
    return cells->start_capacity * sizeof *cells->starts +
           cells->edge_capacity * (sizeof *cells->edges + sizeof *cells->ends);
}

/* The row or column of a coordinate, within the grid. */
static inline int32_t cell_of(double offset, double inverse_size, uint32_t count)
{
    const double at = offset * inverse_size;
    return at < 1 ? 0 : at >= (double)count ? (int32_t)count - 1 : (int32_t)at;
}

/* The columns of a row that a segment comes within `reach` of: between its points at the row's bottom and
 * top. */
static inline void columns_of(const wendi_wall_rows *rows, int32_t row, int32_t *first,
                              int32_t *last)
{
    const wendi_wall_cells *cells = rows->cells;
    const double bottom = cells->low.y + (double)row * cells->size - rows->reach;
    const double top = bottom + cells->size + 2 * rows->reach;
    const double width = rows->b.x - rows->a.x;
    const double t0 = wendi_min(wendi_max((bottom - rows->a.y) * rows->inverse_rise, 0), 1);
    const double t1 = wendi_min(wendi_max((top - rows->a.y) * rows->inverse_rise, 0), 1);
    const double from = rows->a.x - cells->low.x + width * t0;
    const double to = rows->a.x - cells->low.x + width * t1;
    *first = cell_of(wendi_min(from, to) - rows->reach, cells->inverse_size, cells->columns);
    *last = cell_of(wendi_max(from, to) + rows->reach, cells->inverse_size, cells->columns);
}

wendi_wall_rows wendi_wall_rows_make(const wendi_wall_cells *cells, wend_vec2 a, wend_vec2 b,
                                     double radius)
{
    wendi_wall_rows rows = {.cells = cells, .a = a, .b = b, .row = 1, .step = 1};
    const double size = wendi_abs(a.x) + wendi_abs(a.y) + wendi_abs(b.x) + wendi_abs(b.y);
    rows.reach = radius + cells->slack + size * 4e-15; /* roundings of points on the segment */
    const double bottom = wendi_min(a.y, b.y) - rows.reach - cells->low.y;
    const double top = wendi_max(a.y, b.y) + rows.reach - cells->low.y;
    const double left = wendi_min(a.x, b.x) - rows.reach - cells->low.x;
    const double right = wendi_max(a.x, b.x) + rows.reach - cells->low.x;
    if (top < 0 || right < 0 || bottom > (double)cells->rows * cells->size + cells->slack ||
        left > (double)cells->columns * cells->size + cells->slack) {
        return rows; /* beside the grid */
    }
    rows.first_column = cell_of(left, cells->inverse_size, cells->columns);
    rows.last_column = cell_of(right, cells->inverse_size, cells->columns);
    rows.row = cell_of(bottom, cells->inverse_size, cells->rows);
    rows.last = cell_of(top, cells->inverse_size, cells->rows);
    rows.is_few = rows.last_column - rows.first_column <= 1 || rows.row == rows.last;
    rows.inverse_rise = rows.is_few || !(b.y > a.y || b.y < a.y) ? 0 : 1 / (b.y - a.y);
    rows.is_few = !(rows.inverse_rise > 0 || rows.inverse_rise < 0);
    if (b.y < a.y) {
        const int32_t last = rows.last;
        rows.last = rows.row;
        rows.row = last;
        rows.step = -1;
    }
    return rows;
}

bool wendi_wall_rows_next(wendi_wall_rows *rows, uint32_t *begin, uint32_t *end)
{
    while (rows->step > 0 ? rows->row <= rows->last : rows->row >= rows->last) {
        int32_t first = rows->first_column, last = rows->last_column;
        if (!rows->is_few) {
            columns_of(rows, rows->row, &first, &last);
        }
        const uint32_t *starts = rows->cells->starts + (size_t)rows->row * rows->cells->columns;
        rows->row += rows->step;
        *begin = starts[first];
        *end = starts[last + 1];
        if (*begin < *end) {
            return true;
        }
    }
    return false;
}

/* Counts the edges of cells, or enters them. */
static uint64_t enter(wendi_wall_cells *cells, const wend_walls *walls, bool counts)
{
    uint64_t entries = 0;
    for (uint32_t wall = 0; wall < walls->slot_limit; wall++) {
        const wendi_wall_slot *slot = &walls->slots[wall];
        if (slot->count == 0) {
            continue;
        }
        for (uint32_t e = slot->first_edge; e != WENDI_WALLS_NONE; e = walls->edges[e].next) {
            const wendi_wall_edge *edge = &walls->edges[e];
            const bool is_rising = edge->a.y < edge->b.y;
            const wendi_wall_rows rows = wendi_wall_rows_make(cells, is_rising ? edge->a : edge->b,
                                                              is_rising ? edge->b : edge->a, 0);
            for (int32_t row = rows.row; row <= rows.last; row++) {
                int32_t first = rows.first_column, last = rows.last_column;
                if (!rows.is_few) {
                    columns_of(&rows, row, &first, &last);
                }
                uint32_t *starts = cells->starts + (size_t)row * cells->columns;
                for (int32_t column = first; column <= last; column++, entries++) {
                    if (counts) {
                        starts[column]++;
                        continue;
                    }
                    const uint32_t at = --starts[column];
                    cells->edges[at] = e;
                    cells->ends[at] = (wendi_wall_ends){{edge->a, edge->b}};
                }
            }
        }
    }
    return entries;
}

/* A size of cells that gives about as many cells as edges. */
static void choose_size(wendi_wall_cells *cells, const wend_walls *walls)
{
    wend_vec2 high = {0, 0};
    (void)wend_walls_bounds(walls, &cells->low, &high);
    const double width = high.x - cells->low.x, height = high.y - cells->low.y;
    const double edges = (double)walls->edge_count, longest = wendi_max(width, height);
    cells->size = wendi_max(wend_sqrt(width * height / edges), longest / edges);
    const double far =
        wendi_max(wendi_max(-cells->low.x, high.x), wendi_max(-cells->low.y, high.y));
    cells->slack = cells->size * 1e-6 + (far + longest) * 1e-14;
    cells->columns = cells->size > 0 ? (uint32_t)(width / cells->size) + 1 : 0;
    cells->rows = cells->size > 0 ? (uint32_t)(height / cells->size) + 1 : 0;
}

bool wendi_wall_cells_build(wendi_wall_cells *cells, const wend_walls *walls,
                            const wend_allocator *allocator)
{
    cells->is_useful = false;
    if (walls->edge_count == 0) {
        return true;
    }
    choose_size(cells, walls);
    const uint64_t count = (uint64_t)cells->columns * cells->rows;
    if (count == 0 || count > CELLS_MAX) {
        return true;
    }
    cells->inverse_size = 1 / cells->size;
    if (!reserve_starts(cells, allocator, count + 1)) {
        return false;
    }
    memset(cells->starts, 0, (size_t)(count + 1) * sizeof *cells->starts);
    const uint64_t entries = enter(cells, walls, true);
    double squares = 0;
    uint32_t sum = 0;
    if (entries > (uint64_t)walls->edge_count * ENTRIES_AN_EDGE + 1024) {
        return true; /* long walls among short ones */
    }
    for (size_t i = 0; i < count; i++) {
        squares += (double)cells->starts[i] * cells->starts[i];
        sum += cells->starts[i];
        cells->starts[i] = sum; /* the end of its edges, which are entered from the last one on */
    }
    cells->starts[count] = sum;
    if (squares > (double)entries * (double)USEFUL_DENSITY) {
        return true; /* most walls are in few cells */
    }
    if (!reserve_edges(cells, allocator, entries)) {
        return false;
    }
    (void)enter(cells, walls, false);
    cells->is_useful = true;
    return true;
}

/* Lays edges of walls out in a grid of cells, and visits the cells near a segment.
 * Cost: linear in edges and the cells that they touch; a visit a few operations a row. */
#include "world/walls/cells.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"

#include <string.h>

enum { ENTRIES_AN_EDGE = 8, USEFUL_DENSITY = 24, CELLS_MAX = 1 << 26 };

static bool reserve(const wend_allocator *allocator, uint32_t **items, uint32_t *capacity,
                    uint64_t count)
{
    if (count <= *capacity) {
        return true;
    }
    uint32_t *bigger = count > UINT32_MAX / 2 ? NULL
                                              : wendi_resize_items(allocator, *items, *capacity,
                                                                   (size_t)count, sizeof **items);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    *capacity = (uint32_t)count;
    return true;
}

void wendi_wall_cells_free(wendi_wall_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->starts, cells->start_capacity * sizeof *cells->starts);
    wendi_free(allocator, cells->edges, cells->edge_capacity * sizeof *cells->edges);
    memset(cells, 0, sizeof *cells);
}

/* The row or column of a coordinate, within the grid. */
static int64_t cell_of(double offset, double size, uint32_t count)
{
    const double at = offset / size;
    return at <= 0 ? 0 : at >= (double)count ? (int64_t)count - 1 : (int64_t)at;
}

/* The columns of a row that a segment comes within `reach` of. @return false: none. */
static inline bool columns_of(const wendi_wall_cells *cells, wend_vec2 a, wend_vec2 b, double reach,
                              int64_t row, int64_t *first, int64_t *last)
{
    const double bottom = cells->low.y + (double)row * cells->size - reach;
    const double top = bottom + cells->size + 2 * reach;
    const double rise = b.y - a.y;
    double from = a.x, to = b.x;
    if (rise > 0 || rise < 0) {
        const double t0 = wendi_clamp(((rise > 0 ? bottom : top) - a.y) / rise, 0, 1);
        const double t1 = wendi_clamp(((rise > 0 ? top : bottom) - a.y) / rise, 0, 1);
        from = a.x + (b.x - a.x) * t0;
        to = a.x + (b.x - a.x) * t1;
    }
    const double left = wendi_min(from, to) - reach - cells->low.x;
    const double right = wendi_max(from, to) + reach - cells->low.x;
    if (right < -cells->slack || left > (double)cells->columns * cells->size + cells->slack) {
        return false;
    }
    *first = cell_of(left, cells->size, cells->columns);
    *last = cell_of(right, cells->size, cells->columns);
    return true;
}

wendi_wall_rows wendi_wall_rows_make(const wendi_wall_cells *cells, wend_vec2 a, wend_vec2 b,
                                     double radius)
{
    wendi_wall_rows rows = {.cells = cells, .a = a, .b = b, .reach = radius + cells->slack};
    const double low = wendi_min(a.y, b.y) - rows.reach - cells->low.y;
    const double high = wendi_max(a.y, b.y) + rows.reach - cells->low.y;
    rows.row = cell_of(low, cells->size, cells->rows);
    rows.last = cell_of(high, cells->size, cells->rows);
    rows.step = 1;
    if (high < -cells->slack || low > (double)cells->rows * cells->size + cells->slack) {
        rows.row = rows.last + 1; /* beside the grid */
    } else if (b.y < a.y) {
        const int64_t top = rows.last;
        rows.last = rows.row;
        rows.row = top;
        rows.step = -1;
    }
    return rows;
}

bool wendi_wall_rows_next(wendi_wall_rows *rows, uint32_t *begin, uint32_t *end)
{
    const wendi_wall_cells *cells = rows->cells;
    while (rows->step > 0 ? rows->row <= rows->last : rows->row >= rows->last) {
        const int64_t row = rows->row;
        int64_t first, last;
        rows->row += rows->step;
        if (columns_of(cells, rows->a, rows->b, rows->reach, row, &first, &last)) {
            const uint32_t *starts = cells->starts + (size_t)row * cells->columns;
            *begin = starts[first];
            *end = starts[last + 1];
            if (*begin < *end) {
                return true;
            }
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
            const double low = wendi_min(edge->a.y, edge->b.y) - cells->slack - cells->low.y;
            const double high = wendi_max(edge->a.y, edge->b.y) + cells->slack - cells->low.y;
            int64_t row = cell_of(low, cells->size, cells->rows);
            for (; row <= cell_of(high, cells->size, cells->rows); row++) {
                int64_t first, last;
                if (!columns_of(cells, edge->a, edge->b, cells->slack, row, &first, &last)) {
                    continue;
                }
                uint32_t *starts = cells->starts + (size_t)row * cells->columns;
                for (int64_t column = first; column <= last; column++, entries++) {
                    if (counts) {
                        starts[column]++;
                    } else {
                        cells->edges[--starts[column]] = e;
                    }
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
    if (!reserve(allocator, &cells->starts, &cells->start_capacity, count + 1)) {
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
    if (!reserve(allocator, &cells->edges, &cells->edge_capacity, entries)) {
        return false;
    }
    (void)enter(cells, walls, false);
    cells->is_useful = true;
    return true;
}

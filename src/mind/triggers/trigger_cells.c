/* Points sorted by cells, row by row.
 * Cost: linear to build; a box costs a binary search a row. */
#include "mind/triggers/triggers.h"

#include <string.h>

static const double COLUMNS_MOST = 16777216; /* columns and rows; cells grow where there are more */

bool wendi_trigger_cells_reserve(wendi_trigger_cells *cells, size_t count,
                                 const wend_allocator *allocator)
{
    if (count <= cells->capacity) {
        return true;
    }
    wendi_sort_pair *order = wendi_alloc_items(allocator, count, sizeof *order);
    wendi_sort_pair *scratch = wendi_alloc_items(allocator, count, sizeof *scratch);
    if (order == NULL || scratch == NULL) {
        wendi_free(allocator, order, count * sizeof *order);
        wendi_free(allocator, scratch, count * sizeof *scratch);
        return false;
    }
    wendi_trigger_cells_free(cells, allocator);
    cells->order = order;
    cells->scratch = scratch;
    cells->capacity = count;
    return true;
}

void wendi_trigger_cells_free(wendi_trigger_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->order, cells->capacity * sizeof *cells->order);
    wendi_free(allocator, cells->scratch, cells->capacity * sizeof *cells->scratch);
    memset(cells, 0, sizeof *cells);
}

static const wend_vec3 *point_at(const wend_vec3 *first, size_t stride, size_t index)
{
    return (const void *)((const char *)first + index * stride);
}

/* The column (or row) of a coordinate, clamped to those there are. */
static uint32_t column_of(double coordinate, double low, double size, uint32_t columns)
{
    const double at = (coordinate - low) / size;
    return at <= 0 ? 0 : at >= columns - 1 ? columns - 1 : (uint32_t)at;
}

void wendi_trigger_cells_build(wendi_trigger_cells *cells, const wend_vec3 *first, size_t stride,
                               size_t count, double size)
{
    cells->count = count;
    if (count == 0) {
        return;
    }
    wend_vec2 low = {first->x, first->y}, high = low;
    for (size_t i = 1; i < count; i++) {
        const wend_vec3 *point = point_at(first, stride, i);
        low.x = point->x < low.x ? point->x : low.x;
        low.y = point->y < low.y ? point->y : low.y;
        high.x = point->x > high.x ? point->x : high.x;
        high.y = point->y > high.y ? point->y : high.y;
    }
    while ((high.x - low.x) / size >= COLUMNS_MOST || (high.y - low.y) / size >= COLUMNS_MOST) {
        size *= 2;
    }
    cells->low = low;
    cells->size = size;
    cells->columns = (uint32_t)((high.x - low.x) / size) + 1;
    cells->rows = (uint32_t)((high.y - low.y) / size) + 1;
    for (size_t i = 0; i < count; i++) {
        const wend_vec3 *point = point_at(first, stride, i);
        const uint64_t row = column_of(point->y, low.y, size, cells->rows);
        cells->order[i].key = row << 32 | column_of(point->x, low.x, size, cells->columns);
        cells->order[i].value = (uint32_t)i;
    }
    wendi_sort_pairs(cells->order, cells->scratch, count);
}

/* The first pair whose key is not below this. */
static size_t lower_bound(const wendi_trigger_cells *cells, uint64_t key)
{
    size_t low = 0, high = cells->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (cells->order[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

wendi_trigger_walk wendi_trigger_cells_walk(const wendi_trigger_cells *cells, wend_vec2 low,
                                            wend_vec2 high)
{
    wendi_trigger_walk walk = {.cells = cells, .row = 1};
    if (cells->count == 0) {
        return walk;
    }
    walk.first_column = column_of(low.x, cells->low.x, cells->size, cells->columns);
    walk.last_column = column_of(high.x, cells->low.x, cells->size, cells->columns);
    walk.row = column_of(low.y, cells->low.y, cells->size, cells->rows);
    walk.last_row = column_of(high.y, cells->low.y, cells->size, cells->rows);
    if (walk.last_row - walk.row >= cells->count) {
        walk.row = walk.last_row + 1; /* fewer points than rows: all of them */
        walk.end = cells->count;
    }
    return walk;
}

bool wendi_trigger_walk_next(wendi_trigger_walk *walk, uint32_t *index)
{
    while (walk->next >= walk->end) {
        if (walk->row > walk->last_row) {
            return false;
        }
        const uint64_t row = (uint64_t)walk->row << 32;
        walk->next = lower_bound(walk->cells, row | walk->first_column);
        walk->end = lower_bound(walk->cells, (row | walk->last_column) + 1);
        walk->row++;
    }
    *index = walk->cells->order[walk->next++].value;
    return true;
}

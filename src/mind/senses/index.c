/* Things in rows of cells, found by rectangles.
 * Cost: laying out is linear; a query a binary search for each row with things in it. */
#include "mind/senses/index.h"

#include "base/core/memory.h"

static const double MOST = 2147483647.0;

bool wendi_sense_index_reserve(wendi_sense_index *index, const wend_allocator *allocator,
                               uint32_t count)
{
    if (count <= index->capacity) {
        return true;
    }
    const uint32_t capacity = count + count / 2 + 8;
    const size_t old = index->capacity;
    wendi_sort_pair *pairs = wendi_alloc_items(allocator, 2 * (size_t)capacity, sizeof *pairs);
    double *x = wendi_alloc_items(allocator, capacity, sizeof *x);
    double *y = wendi_alloc_items(allocator, capacity, sizeof *y);
    uint32_t *groups = wendi_alloc_items(allocator, capacity, sizeof *groups);
    uint32_t *row_starts =
        wendi_alloc_items(allocator, 2 * (size_t)capacity + 2, sizeof *row_starts);
    if (pairs == NULL || x == NULL || y == NULL || groups == NULL || row_starts == NULL) {
        wendi_free(allocator, pairs, 2 * (size_t)capacity * sizeof *pairs);
        wendi_free(allocator, x, capacity * sizeof *x);
        wendi_free(allocator, y, capacity * sizeof *y);
        wendi_free(allocator, groups, capacity * sizeof *groups);
        wendi_free(allocator, row_starts, (2 * (size_t)capacity + 2) * sizeof *row_starts);
        return false;
    }
    wendi_free(allocator, index->pairs, 2 * old * sizeof *pairs);
    wendi_free(allocator, index->x, old * sizeof *x);
    wendi_free(allocator, index->y, old * sizeof *y);
    wendi_free(allocator, index->groups, old * sizeof *groups);
    wendi_free(allocator, index->row_starts, old > 0 ? (2 * old + 2) * sizeof *row_starts : 0);
    index->pairs = pairs;
    index->x = x;
    index->y = y;
    index->groups = groups;
    index->row_starts = row_starts;
    index->capacity = capacity;
    index->count = 0;
    return true;
}

void wendi_sense_index_free(wendi_sense_index *index, const wend_allocator *allocator)
{
    const size_t capacity = index->capacity;
    wendi_free(allocator, index->pairs, 2 * capacity * sizeof *index->pairs);
    wendi_free(allocator, index->x, capacity * sizeof *index->x);
    wendi_free(allocator, index->y, capacity * sizeof *index->y);
    wendi_free(allocator, index->groups, capacity * sizeof *index->groups);
    wendi_free(allocator, index->row_starts,
               capacity > 0 ? (2 * capacity + 2) * sizeof *index->row_starts : 0);
    *index = (wendi_sense_index){0};
}

size_t wendi_sense_index_bytes(const wendi_sense_index *index)
{
    return index->capacity *
           (2 * sizeof *index->pairs + 2 * sizeof *index->x + 3 * sizeof *index->groups);
}

/* The number of a row or column, from 0 on. */
static uint32_t cell_of(const wendi_sense_index *index, double coordinate)
{
    const double at = coordinate / index->cell_size;
    if (!(at > -MOST)) {
        return 0;
    }
    if (at >= MOST) {
        return UINT32_MAX;
    }
    const int64_t cell = (int64_t)at;
    return (uint32_t)((at < (double)cell ? cell - 1 : cell) + ((int64_t)1 << 31));
}

void wendi_sense_index_begin(wendi_sense_index *index, double cell_size)
{
    index->count = 0;
    index->cell_size = cell_size;
}

void wendi_sense_index_add(wendi_sense_index *index, uint32_t number, wend_vec3 position)
{
    const uint64_t row = cell_of(index, position.y);
    index->pairs[index->count++] =
        (wendi_sort_pair){row << 32 | cell_of(index, position.x), number};
}

/* Notes where rows begin, if there are no more than two rows for each thing. */
static void index_rows(wendi_sense_index *index)
{
    index->row_count = 0;
    if (index->count == 0) {
        return;
    }
    const uint64_t first = index->pairs[0].key >> 32;
    const uint64_t rows = (index->pairs[index->count - 1].key >> 32) - first + 1;
    if (rows > 2 * (uint64_t)index->count) {
        return;
    }
    index->first_row = (uint32_t)first;
    index->row_count = (uint32_t)rows;
    uint32_t row = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        for (; row <= (index->pairs[i].key >> 32) - first; row++) {
            index->row_starts[row] = i;
        }
    }
    index->row_starts[row] = index->count;
}

void wendi_sense_index_end(wendi_sense_index *index, const void *positions, size_t stride)
{
    if (index->count > 0) {
        wendi_sort_pairs(index->pairs, index->pairs + index->capacity, index->count);
    }
    index_rows(index);
    for (uint32_t i = 0; i < index->count; i++) {
        const void *at = (const char *)positions + index->pairs[i].value * stride;
        const wend_vec3 *position = at;
        index->x[i] = position->x;
        index->y[i] = position->y;
    }
}

/* The first entry from `low` to `high` whose key is not below `key`. */
static uint32_t find(const wendi_sense_index *index, uint32_t low, uint32_t high, uint64_t key)
{
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->pairs[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

wendi_sense_runs wendi_sense_runs_make(const wendi_sense_index *index, wend_vec2 low,
                                       wend_vec2 high)
{
    wendi_sense_runs runs = {.index = index, .at = 0};
    if (index->count > 0) {
        runs.row = cell_of(index, low.y);
        runs.last_row = cell_of(index, high.y);
        runs.low_column = cell_of(index, low.x);
        runs.high_column = cell_of(index, high.x);
    }
    if (index->row_count > 0 && runs.row < index->first_row) {
        runs.row = index->first_row;
    }
    return runs;
}

bool wendi_sense_runs_next(wendi_sense_runs *runs, uint32_t *begin, uint32_t *end)
{
    const wendi_sense_index *index = runs->index;
    if (index->row_count > 0) {
        const uint64_t behind = (uint64_t)index->first_row + index->row_count;
        for (; runs->row <= runs->last_row && runs->row < behind; runs->row++) {
            const uint32_t *starts = &index->row_starts[runs->row - index->first_row];
            const uint64_t high_key = runs->row << 32 | runs->high_column;
            *begin = find(index, starts[0], starts[1], runs->row << 32 | runs->low_column);
            *end = *begin;
            while (*end < starts[1] && index->pairs[*end].key <= high_key) {
                ++*end;
            }
            if (*begin < *end) {
                runs->row++;
                return true;
            }
        }
        return false;
    }
    while (runs->at < index->count && runs->row <= runs->last_row) {
        runs->at = find(index, runs->at, index->count, runs->row << 32 | runs->low_column);
        if (runs->at == index->count) {
            return false;
        }
        const uint64_t key = index->pairs[runs->at].key;
        if (key >> 32 > runs->row) {
            runs->row = key >> 32; /* rows between hold nothing */
            continue;
        }
        uint32_t last = runs->at;
        while (last < index->count &&
               index->pairs[last].key <= (runs->row << 32 | runs->high_column)) {
            last++;
        }
        *begin = runs->at;
        *end = last;
        runs->at = last;
        runs->row++;
        if (*begin < *end) {
            return true;
        }
    }
    return false;
}

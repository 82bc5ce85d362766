/* Things in rows of cells, found by rectangles.
 * Cost: laying out is linear; a query a few operations for each row with things in it, or a binary search
 * where cells lie far apart. */
#include "mind/senses/index.h"

#include "base/core/memory.h"

#include <string.h>

static const double MOST = 2147483647.0;

enum { CELLS_A_THING = 4, FEW_CELLS = 64 };

static size_t start_capacity(uint32_t capacity)
{
    return capacity > 0 ? CELLS_A_THING * (size_t)capacity + FEW_CELLS + 1 : 0;
}

bool wendi_sense_index_reserve(wendi_sense_index *index, const wend_allocator *allocator,
                               uint32_t count)
{
    if (count <= index->capacity) {
        return true;
    }
    const uint32_t capacity = count + count / 2 + 8;
    wendi_sort_pair *pairs = wendi_alloc_items(allocator, 2 * (size_t)capacity, sizeof *pairs);
    wendi_sense_entry *added = wendi_alloc_items(allocator, capacity, sizeof *added);
    wendi_sense_entry *entries = wendi_alloc_items(allocator, capacity, sizeof *entries);
    uint32_t *starts = wendi_alloc_items(allocator, start_capacity(capacity), sizeof *starts);
    if (pairs == NULL || added == NULL || entries == NULL || starts == NULL) {
        wendi_free(allocator, pairs, 2 * (size_t)capacity * sizeof *pairs);
        wendi_free(allocator, added, capacity * sizeof *added);
        wendi_free(allocator, entries, capacity * sizeof *entries);
        wendi_free(allocator, starts, start_capacity(capacity) * sizeof *starts);
        return false;
    }
    wendi_sense_index_free(index, allocator);
    *index = (wendi_sense_index){
        .pairs = pairs, .added = added, .entries = entries, .starts = starts, .capacity = capacity};
    return true;
}

void wendi_sense_index_free(wendi_sense_index *index, const wend_allocator *allocator)
{
    const size_t capacity = index->capacity;
    wendi_free(allocator, index->pairs, 2 * capacity * sizeof *index->pairs);
    wendi_free(allocator, index->added, capacity * sizeof *index->added);
    wendi_free(allocator, index->entries, capacity * sizeof *index->entries);
    wendi_free(allocator, index->starts, start_capacity(index->capacity) * sizeof *index->starts);
    *index = (wendi_sense_index){0};
}

size_t wendi_sense_index_bytes(const wendi_sense_index *index)
{
    return index->capacity * 2 * (sizeof *index->pairs + sizeof *index->entries) +
           start_capacity(index->capacity) * sizeof *index->starts;
}

/* The number of a row or column, from 0 on. */
static uint32_t cell_of(const wendi_sense_index *index, double coordinate)
{
    const double at = coordinate * index->inverse_cell_size;
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
    index->inverse_cell_size = 1 / cell_size;
}

void wendi_sense_index_add(wendi_sense_index *index, uint32_t number, wend_vec3 position,
                           uint32_t groups)
{
    const uint64_t row = cell_of(index, position.y);
    index->added[index->count] = (wendi_sense_entry){position.x, position.y, number, groups};
    index->pairs[index->count] =
        (wendi_sort_pair){row << 32 | cell_of(index, position.x), index->count};
    index->count++;
}

/* Finds out which cells have things in them. @return false: too many of them for `starts`. */
static bool bound_cells(wendi_sense_index *index)
{
    uint32_t low_row = UINT32_MAX, high_row = 0, low_column = UINT32_MAX, high_column = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t row = (uint32_t)(index->pairs[i].key >> 32);
        const uint32_t column = (uint32_t)index->pairs[i].key;
        low_row = row < low_row ? row : low_row;
        high_row = row > high_row ? row : high_row;
        low_column = column < low_column ? column : low_column;
        high_column = column > high_column ? column : high_column;
    }
    const uint64_t rows = (uint64_t)high_row - low_row + 1;
    const uint64_t columns = (uint64_t)high_column - low_column + 1;
    const uint64_t most = CELLS_A_THING * (uint64_t)index->count + FEW_CELLS;
    if (rows > most || columns > most || rows * columns > most) {
        return false;
    }
    index->first_row = low_row;
    index->first_column = low_column;
    index->rows = (uint32_t)rows;
    index->columns = (uint32_t)columns;
    return true;
}

/* Counts things into their cells. */
static void count_cells(wendi_sense_index *index)
{
    const uint32_t cells = index->rows * index->columns;
    memset(index->starts, 0, ((size_t)cells + 1) * sizeof *index->starts);
    for (uint32_t i = 0; i < index->count; i++) {
        const uint64_t key = index->pairs[i].key;
        const uint32_t row = (uint32_t)(key >> 32) - index->first_row;
        const uint32_t cell = row * index->columns + ((uint32_t)key - index->first_column);
        index->pairs[i].value = cell;
        index->starts[cell]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= cells; i++) {
        sum += index->starts[i];
        index->starts[i] = sum; /* the end of its things, which are entered from the last one on */
    }
    for (uint32_t i = index->count; i > 0; i--) {
        index->entries[--index->starts[index->pairs[i - 1].value]] = index->added[i - 1];
    }
}

void wendi_sense_index_end(wendi_sense_index *index)
{
    index->rows = index->columns = 0;
    if (index->count == 0) {
        return;
    }
    if (bound_cells(index)) {
        count_cells(index);
        return;
    }
    wendi_sort_pairs(index->pairs, index->pairs + index->capacity, index->count);
    for (uint32_t i = 0; i < index->count; i++) {
        index->entries[i] = index->added[index->pairs[i].value];
    }
}

/* The first entry from `low` on whose key is not below `key`. */
static uint32_t find(const wendi_sense_index *index, uint32_t low, uint64_t key)
{
    uint32_t high = index->count;
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

static uint32_t from_first(uint32_t cell, uint32_t first)
{
    return cell > first ? cell - first : 0;
}

wendi_sense_runs wendi_sense_runs_make(const wendi_sense_index *index, wend_vec2 low,
                                       wend_vec2 high)
{
    wendi_sense_runs runs = {.index = index, .row = 1};
    if (index->count == 0) {
        return runs;
    }
    const uint32_t low_row = cell_of(index, low.y), high_row = cell_of(index, high.y);
    const uint32_t low_column = cell_of(index, low.x), high_column = cell_of(index, high.x);
    if (index->rows == 0) {
        return (wendi_sense_runs){index, low_row, high_row, low_column, high_column, 0};
    }
    if (high_row < index->first_row || high_column < index->first_column) {
        return runs;
    }
    const uint32_t last_row = from_first(high_row, index->first_row);
    const uint32_t last_column = from_first(high_column, index->first_column);
    runs.row = from_first(low_row, index->first_row);
    runs.last_row = last_row < index->rows ? last_row : index->rows - 1;
    runs.low_column = from_first(low_column, index->first_column);
    runs.high_column = last_column < index->columns ? last_column : index->columns - 1;
    if (runs.low_column > runs.high_column) {
        runs.row = (uint64_t)index->rows; /* beside all of them */
    }
    return runs;
}

bool wendi_sense_runs_next(wendi_sense_runs *runs, uint32_t *begin, uint32_t *end)
{
    const wendi_sense_index *index = runs->index;
    if (index->rows > 0) {
        while (runs->row <= runs->last_row) {
            const uint32_t *starts = index->starts + (size_t)runs->row++ * index->columns;
            *begin = starts[runs->low_column];
            *end = starts[runs->high_column + 1];
            if (*begin < *end) {
                return true;
            }
        }
        return false;
    }
    while (runs->at < index->count && runs->row <= runs->last_row) {
        runs->at = find(index, runs->at, runs->row << 32 | runs->low_column);
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

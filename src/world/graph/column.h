/* One optional value of many numbered things.
 *
 *   sparse   keys   [ 17 | . | 4 | . ]     flat   [ 0 0 0 0 9 0 0 ... ]   by number, 4 or 8 bytes
 *            values [  3 | . | 9 | . ]
 *
 * The value 0 is none and takes no memory. Columns are sparse while less than one in eight has a
 * value, flat above that; a flat one that has to grow though few have a value becomes sparse again.
 * A zeroed column with value_bytes set is an empty one. */
#ifndef WENDI_WORLD_GRAPH_COLUMN_H
#define WENDI_WORLD_GRAPH_COLUMN_H

#include "base/core/memory.h"

typedef struct wendi_graph_column {
    uint32_t *keys;   /* [1 << bits] key, UINT32_MAX = free; at most two thirds are used */
    uint64_t *values; /* [1 << bits] */
    void *flat;       /* [flat_count] of value_bytes; then there are no keys and values */
    uint32_t flat_count;
    uint32_t count; /* Values that are not 0. */
    uint8_t bits;
    uint8_t value_bytes; /* In the flat: 4 or 8. */
} wendi_graph_column;

/** 0 for a key without a value. */
uint64_t wendi_graph_column_get(const wendi_graph_column *column, uint32_t key);
/** Reserves memory to set one value for the key. @param capacity all keys are below this: the
 * size of a flat column. @return false: no memory, nothing changed. */
bool wendi_graph_column_reserve(wendi_graph_column *column, const wend_allocator *allocator,
                                uint32_t key, uint32_t capacity);
/** Memory for each value other than 0 must have been reserved. */
void wendi_graph_column_set(wendi_graph_column *column, uint32_t key, uint64_t value);
void wendi_graph_column_free(wendi_graph_column *column, const wend_allocator *allocator);
size_t wendi_graph_column_memory_bytes(const wendi_graph_column *column);

#endif

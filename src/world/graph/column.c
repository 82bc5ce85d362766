/* Sparse or flat columns of values.
 * Cost: constant; some 24 bytes a value while few nodes or edges have one, else 4 or 8 for every
 * number. */
#include "world/graph/column.h"

#include <string.h>

enum { BITS_FIRST = 3, FLAT_PART = 8, SPARSE_PART = 32 };
static const uint32_t FREE = UINT32_MAX;

static uint32_t hash_slot(const wendi_graph_column *column, uint32_t key)
{
    return key * 0x9E3779B1u >> (32 - column->bits);
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t slot_of(const wendi_graph_column *column, uint32_t key)
{
    const uint32_t mask = ((uint32_t)1 << column->bits) - 1;
    uint32_t slot = hash_slot(column, key);
    while (column->keys[slot] != FREE && column->keys[slot] != key) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

static uint64_t get_flat(const wendi_graph_column *column, uint32_t key)
{
    if (key >= column->flat_count || column->flat == NULL) {
        return 0;
    }
    return column->value_bytes == 4 ? ((const uint32_t *)column->flat)[key]
                                    : ((const uint64_t *)column->flat)[key];
}

static void set_flat(wendi_graph_column *column, uint32_t key, uint64_t value)
{
    if (key >= column->flat_count) {
        return;
    }
    if (column->value_bytes == 4) {
        ((uint32_t *)column->flat)[key] = (uint32_t)value;
    } else {
        ((uint64_t *)column->flat)[key] = value;
    }
}

uint64_t wendi_graph_column_get(const wendi_graph_column *column, uint32_t key)
{
    if (column->flat != NULL) {
        return get_flat(column, key);
    }
    if (column->count == 0) {
        return 0;
    }
    const uint32_t slot = slot_of(column, key);
    return column->keys[slot] == FREE ? 0 : column->values[slot];
}

/* ---- room ---- */

void wendi_graph_column_free(wendi_graph_column *column, const wend_allocator *allocator)
{
    const size_t slots = column->keys == NULL ? 0 : (size_t)1 << column->bits;
    wendi_free(allocator, column->keys, slots * sizeof *column->keys);
    wendi_free(allocator, column->values, slots * sizeof *column->values);
    wendi_free(allocator, column->flat, (size_t)column->flat_count * column->value_bytes);
    const uint8_t value_bytes = column->value_bytes;
    memset(column, 0, sizeof *column);
    column->value_bytes = value_bytes;
}

size_t wendi_graph_column_memory_bytes(const wendi_graph_column *column)
{
    const size_t slots = column->keys == NULL ? 0 : (size_t)1 << column->bits;
    return slots * (sizeof *column->keys + sizeof *column->values) +
           (size_t)column->flat_count * column->value_bytes;
}

static void replace(wendi_graph_column *column, wendi_graph_column *with,
                    const wend_allocator *allocator)
{
    /* Copies all values over. */
    const uint32_t slots = column->keys == NULL ? 0 : (uint32_t)1 << column->bits;
    for (uint32_t i = 0; i < slots; ++i) {
        if (column->keys[i] != FREE) {
            wendi_graph_column_set(with, column->keys[i], column->values[i]);
        }
    }
    for (uint32_t i = 0; i < column->flat_count; ++i) {
        wendi_graph_column_set(with, i, get_flat(column, i));
    }
    wendi_graph_column_free(column, allocator);
    *column = *with;
}

static bool become_flat(wendi_graph_column *column, const wend_allocator *allocator, uint32_t count)
{
    wendi_graph_column flat = {.value_bytes = column->value_bytes, .flat_count = count};
    flat.flat = wendi_alloc_items_zero(allocator, count, column->value_bytes);
    if (flat.flat == NULL) {
        return false;
    }
    replace(column, &flat, allocator);
    return true;
}

/* With memory for `count` values. */
static bool become_sparse(wendi_graph_column *column, const wend_allocator *allocator,
                          uint32_t count)
{
    wendi_graph_column sparse = {.value_bytes = column->value_bytes, .bits = BITS_FIRST};
    while (((uint64_t)1 << sparse.bits) * 2 < (uint64_t)count * 3) {
        ++sparse.bits;
    }
    const size_t slots = (size_t)1 << sparse.bits;
    sparse.keys = wendi_alloc(allocator, slots * sizeof *sparse.keys);
    sparse.values = wendi_alloc(allocator, slots * sizeof *sparse.values);
    if (sparse.keys == NULL || sparse.values == NULL) {
        wendi_free(allocator, sparse.keys, slots * sizeof *sparse.keys);
        wendi_free(allocator, sparse.values, slots * sizeof *sparse.values);
        return false;
    }
    memset(sparse.keys, 0xff, slots * sizeof *sparse.keys);
    replace(column, &sparse, allocator);
    return true;
}

bool wendi_graph_column_reserve(wendi_graph_column *column, const wend_allocator *allocator,
                                uint32_t key, uint32_t capacity)
{
    const uint32_t wanted = column->count + 1;
    if (column->flat != NULL) {
        if (key < column->flat_count) {
            return true;
        }
        return wanted < capacity / SPARSE_PART ? become_sparse(column, allocator, wanted)
                                               : become_flat(column, allocator, capacity);
    }
    if (wanted > capacity / FLAT_PART) {
        return become_flat(column, allocator, capacity);
    }
    const uint64_t slots = column->keys == NULL ? 0 : (uint64_t)1 << column->bits;
    return (uint64_t)wanted * 3 <= slots * 2 ||
           become_sparse(column, allocator, wanted + wanted / 2);
}

/* ---- values ---- */

/* Removes a key; keys behind it that it had displaced move up. */
static void remove_key(wendi_graph_column *column, uint32_t slot)
{
    const uint32_t mask = ((uint32_t)1 << column->bits) - 1;
    uint32_t hole = slot;
    for (uint32_t at = (hole + 1) & mask; column->keys[at] != FREE; at = (at + 1) & mask) {
        const uint32_t home = hash_slot(column, column->keys[at]);
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            column->keys[hole] = column->keys[at];
            column->values[hole] = column->values[at];
            hole = at;
        }
    }
    column->keys[hole] = FREE;
}

void wendi_graph_column_set(wendi_graph_column *column, uint32_t key, uint64_t value)
{
    if (column->flat == NULL && column->keys == NULL) {
        return;
    }
    const bool had = wendi_graph_column_get(column, key) != 0;
    column->count = column->count - (had ? 1 : 0) + (value != 0 ? 1 : 0);
    if (column->flat != NULL) {
        set_flat(column, key, value);
    } else {
        const uint32_t slot = slot_of(column, key);
        if (value != 0) {
            column->keys[slot] = key;
            column->values[slot] = value;
        } else if (column->keys[slot] == key) {
            remove_key(column, slot);
        }
    }
}

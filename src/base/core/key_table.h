/* A hash table from keys to dense indices, cleared all at once.
 *
 *   entries [hash of key] -> key | number        number - first = index, 0 ... count-1
 *
 * Numbers continue after each clear, so that those of earlier uses lie outside
 * first ... first + count - 1: clearing moves `first` and touches nothing else. */
#ifndef WENDI_BASE_CORE_KEY_TABLE_H
#define WENDI_BASE_CORE_KEY_TABLE_H

#include "base/core/memory.h"

typedef struct wendi_key_table {
    uint64_t *entries; /* [1 << bits] key << 32 | number; at most half of it is used */
    unsigned bits;
    uint32_t first; /* number of index 0 */
    uint32_t count;
} wendi_key_table;

/** Number of keys that fit. */
uint32_t wendi_key_table_capacity(const wendi_key_table *table);
/** Doubles the capacity; false without memory (as before), or at the largest size. Indices stay. */
bool wendi_key_table_grow(wendi_key_table *table, const wend_allocator *allocator);
/** Allocates an empty table of twice the capacity of another one, with the same numbers. All its
 * entries have to be set to 0 before a key is added. @return false: no memory, or the largest size. */
bool wendi_key_table_reserve(wendi_key_table *table, const wendi_key_table *like,
                             const wend_allocator *allocator);
/** Grows the table and an array with one item for each index.
 * @param items [*capacity] of item_bytes each; NULL with 0. The caller's until this succeeds.
 * @param capacity set to the capacity for keys.
 * @return the moved items; NULL without memory: items and capacity as before. */
void *wendi_key_table_grow_with(wendi_key_table *table, void *items, uint32_t *capacity,
                                size_t item_bytes, const wend_allocator *allocator);
/** Removes all keys. */
void wendi_key_table_clear(wendi_key_table *table);
void wendi_key_table_destroy(wendi_key_table *table, const wend_allocator *allocator);
size_t wendi_key_table_memory_bytes(const wendi_key_table *table);

/** The index of the key in a slot; count or more when the slot is free. */
static inline uint32_t wendi_key_table_at(const wendi_key_table *table, uint32_t slot)
{
    return (uint32_t)table->entries[slot] - table->first;
}

/** The slot of a key: its own, or the free one where it belongs. There must be entries. */
static inline uint32_t wendi_key_table_slot(const wendi_key_table *table, uint32_t key)
{
    const uint32_t mask = ((uint32_t)1 << table->bits) - 1;
    uint32_t slot = key * 0x9E3779B1u >> (32 - table->bits);
    while (wendi_key_table_at(table, slot) < table->count && table->entries[slot] >> 32 != key) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

/** The index of a key; UINT32_MAX if it has none. */
static inline uint32_t wendi_key_table_find(const wendi_key_table *table, uint32_t key)
{
    if (table->entries == NULL) {
        return UINT32_MAX;
    }
    const uint32_t index = wendi_key_table_at(table, wendi_key_table_slot(table, key));
    return index < table->count ? index : UINT32_MAX;
}

/** Gives a key in its free slot the next index; there must be room. */
static inline uint32_t wendi_key_table_add(wendi_key_table *table, uint32_t slot, uint32_t key)
{
    const uint32_t index = table->count++;
    table->entries[slot] = (uint64_t)key << 32 | (table->first + index);
    return index;
}

#endif

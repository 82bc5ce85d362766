/* Which index a key has, for keys that are found one after the other and forgotten all at once.
 *
 *   entries [hash of key] -> key | number        number - first = index, 0 ... count-1
 *
 * Numbers go on counting from use to use, so that those of earlier uses are known by lying outside
 * first ... first + count - 1: clearing just moves `first` on, and touches nothing.
 */
#ifndef WENDI_BASE_CORE_KEY_TABLE_H
#define WENDI_BASE_CORE_KEY_TABLE_H

#include "base/core/memory.h"

typedef struct wendi_key_table {
    uint64_t *entries; /* [1 << bits] key << 32 | number; at most half of it is used */
    unsigned bits;
    uint32_t first; /* number of index 0 */
    uint32_t count;
} wendi_key_table;

/** How many keys it has room for. */
uint32_t wendi_key_table_capacity(const wendi_key_table *table);
/** Twice the room; false without memory (as before), or at the largest size. Indices stay. */
bool wendi_key_table_grow(wendi_key_table *table, const wend_allocator *allocator);
/** Makes more room for keys and for what stands beside them, one item for each index.
 * @param items [*capacity] of item_bytes each; NULL with 0. The caller's until this succeeds.
 * @param capacity becomes the room for keys.
 * @return the items at their new place; NULL without memory: items and capacity as before. */
void *wendi_key_table_grow_with(wendi_key_table *table, void *items, uint32_t *capacity,
                                size_t item_bytes, const wend_allocator *allocator);
/** Forgets all keys. */
void wendi_key_table_clear(wendi_key_table *table);
void wendi_key_table_destroy(wendi_key_table *table, const wend_allocator *allocator);
size_t wendi_key_table_memory_bytes(const wendi_key_table *table);

/** The index of the key at a place; count or more when the place is free. */
static inline uint32_t wendi_key_table_at(const wendi_key_table *table, uint32_t place)
{
    return (uint32_t)table->entries[place] - table->first;
}

/** The place of a key: its own, or the free one where it belongs. There must be entries. */
static inline uint32_t wendi_key_table_slot(const wendi_key_table *table, uint32_t key)
{
    const uint32_t mask = ((uint32_t)1 << table->bits) - 1;
    uint32_t place = key * 0x9E3779B1u >> (32 - table->bits);
    while (wendi_key_table_at(table, place) < table->count && table->entries[place] >> 32 != key) {
        place = (place + 1) & mask;
    }
    return place;
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

/** Gives a key at its free place the next index; there must be room. */
static inline uint32_t wendi_key_table_add(wendi_key_table *table, uint32_t place, uint32_t key)
{
    const uint32_t index = table->count++;
    table->entries[place] = (uint64_t)key << 32 | (table->first + index);
    return index;
}

#endif

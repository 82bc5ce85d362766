/* Grows, clears and frees key tables.
 * Cost: a look-up is constant; growing doubles the table, so a key is constant on average. */
#include "base/core/key_table.h"

#include <string.h>

/* Keys fill half of the table. */
enum { FIRST_BITS = 11, BITS_MAX = 30 };

/* Above this number the table is cleared in fact, long before a number could repeat. */
static const uint32_t NUMBERS_MAX = UINT32_MAX / 2;

size_t wendi_key_table_memory_bytes(const wendi_key_table *table)
{
    return table->entries == NULL ? 0 : sizeof table->entries[0] << table->bits;
}

uint32_t wendi_key_table_capacity(const wendi_key_table *table)
{
    return table->entries == NULL ? 0 : (uint32_t)1 << (table->bits - 1);
}

bool wendi_key_table_grow(wendi_key_table *table, const wend_allocator *allocator)
{
    wendi_key_table grown = {NULL, table->entries == NULL ? FIRST_BITS : table->bits + 1, 1, 0};
    if (grown.bits > BITS_MAX) {
        return false;
    }
    grown.entries = wendi_alloc_zero(allocator, sizeof grown.entries[0] << grown.bits);
    if (grown.entries == NULL) {
        return false;
    }
    /* Number 0 marks slots that were never used. */
    grown.first = table->first > 0 ? table->first : 1;
    /* Copies the keys of a table into an empty one, with their numbers. */
    const uint32_t slots = table->entries == NULL ? 0 : (uint32_t)1 << table->bits;
    grown.count = table->count;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (wendi_key_table_at(table, slot) < table->count) {
            const uint32_t key = (uint32_t)(table->entries[slot] >> 32);
            grown.entries[wendi_key_table_slot(&grown, key)] = table->entries[slot];
        }
    }
    wendi_key_table_destroy(table, allocator);
    *table = grown;
    return true;
}

bool wendi_key_table_reserve(wendi_key_table *table, const wendi_key_table *like,
                             const wend_allocator *allocator)
{
    wendi_key_table made = {NULL, like->entries == NULL ? FIRST_BITS : like->bits + 1,
                            like->first > 0 ? like->first : 1, 0};
    if (made.bits > BITS_MAX) {
        return false;
    }
    made.entries = wendi_alloc(allocator, sizeof made.entries[0] << made.bits);
    if (made.entries == NULL) {
        return false;
    }
    *table = made;
    return true;
}

/* The keys grow first: room for more keys than items does no harm if the second step fails, and
 * is not made again then. */
void *wendi_key_table_grow_with(wendi_key_table *table, void *items, uint32_t *capacity,
                                size_t item_bytes, const wend_allocator *allocator)
{
    if (wendi_key_table_capacity(table) <= *capacity && !wendi_key_table_grow(table, allocator)) {
        return NULL;
    }
    const uint32_t room = wendi_key_table_capacity(table);
    void *grown = wendi_resize(allocator, items, *capacity * item_bytes, room * item_bytes);
    if (grown != NULL) {
        *capacity = room;
    }
    return grown;
}

void wendi_key_table_clear(wendi_key_table *table)
{
    table->first += table->count;
    table->count = 0;
    if (table->first > NUMBERS_MAX) {
        memset(table->entries, 0, wendi_key_table_memory_bytes(table));
        table->first = 1;
    }
}

void wendi_key_table_destroy(wendi_key_table *table, const wend_allocator *allocator)
{
    wendi_free(allocator, table->entries, wendi_key_table_memory_bytes(table));
    memset(table, 0, sizeof *table);
}

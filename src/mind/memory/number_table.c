/* The table of numbers. Cost: constant a call, but for growth. */
#include "mind/memory/number_table.h"

#include "base/math/mix.h"

enum { CAPACITY_FIRST = 16 };

static uint32_t home_of(const wendi_number_table *table, uint64_t key)
{
    return (uint32_t)wendi_mix64(key + WENDI_GOLDEN) & (table->capacity - 1);
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t slot_of(const wendi_number_table *table, uint64_t key)
{
    uint32_t slot = home_of(table, key);
    while (table->entries[slot].index1 != 0 && table->entries[slot].key != key) {
        slot = (slot + 1) & (table->capacity - 1);
    }
    return slot;
}

bool wendi_number_table_reserve(wendi_number_table *table, const wend_allocator *allocator)
{
    if (2 * (table->count + 1) <= table->capacity) {
        return true;
    }
    wendi_number_table larger = {.capacity = table->capacity == 0 ? (uint32_t)CAPACITY_FIRST
                                                                  : 2 * table->capacity};
    larger.entries = wendi_alloc_items_zero(allocator, larger.capacity, sizeof *larger.entries);
    if (larger.entries == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        if (table->entries[i].index1 != 0) {
            wendi_number_table_add(&larger, table->entries[i].key, table->entries[i].index1 - 1);
        }
    }
    wendi_number_table_free(table, allocator);
    *table = larger;
    return true;
}

void wendi_number_table_add(wendi_number_table *table, uint64_t key, uint32_t index)
{
    table->entries[slot_of(table, key)] = (wendi_number_entry){key, index + 1};
    table->count++;
}

void wendi_number_table_set(wendi_number_table *table, uint64_t key, uint32_t index)
{
    table->entries[slot_of(table, key)].index1 = index + 1;
}

void wendi_number_table_remove(wendi_number_table *table, uint64_t key)
{
    const uint32_t mask = table->capacity - 1;
    uint32_t hole = slot_of(table, key);
    for (uint32_t i = (hole + 1) & mask; table->entries[i].index1 != 0; i = (i + 1) & mask) {
        /* An entry may move into the hole unless its home lies behind it. */
        const uint32_t home = home_of(table, table->entries[i].key);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table->entries[hole] = table->entries[i];
            hole = i;
        }
    }
    table->entries[hole] = (wendi_number_entry){0, 0};
    table->count--;
}

uint32_t wendi_number_table_find(const wendi_number_table *table, uint64_t key)
{
    return table->count == 0 ? UINT32_MAX : table->entries[slot_of(table, key)].index1 - 1;
}

void wendi_number_table_free(wendi_number_table *table, const wend_allocator *allocator)
{
    wendi_free(allocator, table->entries, table->capacity * sizeof *table->entries);
    *table = (wendi_number_table){0};
}

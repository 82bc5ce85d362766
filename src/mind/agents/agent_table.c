/* Agents by their numbers. Open addressing; removal moves later entries of a run back, so there are no
 * marks of removed ones. */
#include "mind/agents/agent_table.h"

#include "base/math/mix.h"

#include <string.h>

enum { CAPACITY_FIRST = 16 };

uint32_t wendi_agent_table_capacity(uint32_t count)
{
    uint32_t capacity = CAPACITY_FIRST;
    while (capacity < count) {
        capacity *= 2;
    }
    return capacity;
}

size_t wendi_agent_table_bytes(uint32_t capacity)
{
    return (size_t)capacity * (sizeof(uint64_t) + 2 * sizeof(uint32_t));
}

bool wendi_agent_table_create(wendi_agent_table *table, uint32_t capacity,
                              const wend_allocator *allocator)
{
    memset(table, 0, sizeof *table);
    table->numbers = wendi_alloc_items(allocator, capacity, sizeof *table->numbers);
    table->slots = wendi_alloc_items_zero(allocator, (size_t)capacity * 2, sizeof *table->slots);
    table->capacity = capacity;
    if (table->numbers == NULL || table->slots == NULL) {
        wendi_agent_table_destroy(table, allocator);
        return false;
    }
    return true;
}

void wendi_agent_table_destroy(wendi_agent_table *table, const wend_allocator *allocator)
{
    wendi_free(allocator, table->numbers, table->capacity * sizeof *table->numbers);
    wendi_free(allocator, table->slots, (size_t)table->capacity * 2 * sizeof *table->slots);
    memset(table, 0, sizeof *table);
}

static uint32_t home_of(const wendi_agent_table *table, uint64_t number)
{
    return (uint32_t)wendi_hash_mix(0, number) & (2 * table->capacity - 1);
}

/* The slot of a number, or the free one where it belongs. */
static uint32_t slot_of(const wendi_agent_table *table, uint64_t number)
{
    const uint32_t mask = 2 * table->capacity - 1;
    uint32_t slot = home_of(table, number);
    while (table->slots[slot] != 0 && table->numbers[table->slots[slot] - 1] != number) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

int32_t wendi_agent_table_find(const wendi_agent_table *table, uint64_t number)
{
    return table->count == 0 ? (int32_t)WENDI_AGENT_NONE
                             : (int32_t)table->slots[slot_of(table, number)] - 1;
}

void wendi_agent_table_add(wendi_agent_table *table, uint64_t number)
{
    const uint32_t slot = slot_of(table, number);
    table->numbers[table->count++] = number;
    table->slots[slot] = table->count;
}

void wendi_agent_table_copy(wendi_agent_table *table, const wendi_agent_table *from)
{
    for (uint32_t i = 0; i < from->count; i++) {
        wendi_agent_table_add(table, from->numbers[i]);
    }
}

/* Closes the gap at a free slot: entries behind it that may not lie beyond a free slot move back. */
static void close_gap(wendi_agent_table *table, uint32_t gap)
{
    const uint32_t mask = 2 * table->capacity - 1;
    for (uint32_t slot = (gap + 1) & mask; table->slots[slot] != 0; slot = (slot + 1) & mask) {
        const uint32_t home = home_of(table, table->numbers[table->slots[slot] - 1]);
        if (((slot - home) & mask) >= ((slot - gap) & mask)) {
            table->slots[gap] = table->slots[slot];
            table->slots[slot] = 0;
            gap = slot;
        }
    }
}

void wendi_agent_table_remove(wendi_agent_table *table, uint32_t index)
{
    const uint32_t slot = slot_of(table, table->numbers[index]);
    const uint32_t last = table->count - 1;
    if (index != last) {
        table->slots[slot_of(table, table->numbers[last])] = index + 1;
    }
    table->slots[slot] = 0;
    table->numbers[index] = table->numbers[last];
    table->count = last;
    close_gap(table, slot);
}

/* Agent numbers to indices: open addressing, removal by moving entries back. */
#include "mind/agents/agent_slots.h"

enum { CAPACITY_FIRST = 16 };

bool wendi_agent_slots_reserve(wendi_agent_slots *table, const wend_allocator *allocator)
{
    if (2 * ((uint64_t)table->count + 1) <= table->capacity) {
        return true;
    }
    if (table->capacity > UINT32_MAX / 4) {
        return false;
    }
    wendi_agent_slots made = {.capacity = table->capacity == 0 ? (uint32_t)CAPACITY_FIRST
                                                               : 2 * table->capacity};
    made.entries = wendi_alloc_items_zero(allocator, made.capacity, sizeof *made.entries);
    if (made.entries == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        if (table->entries[i].index1 != 0) {
            wendi_agent_slots_add(&made, table->entries[i].agent, table->entries[i].index1 - 1);
        }
    }
    wendi_agent_slots_free(table, allocator);
    *table = made;
    return true;
}

void wendi_agent_slots_add(wendi_agent_slots *table, uint64_t agent, uint32_t index)
{
    uint32_t slot = wendi_agent_slots_home(table, agent);
    while (table->entries[slot].index1 != 0) {
        slot = (slot + 1) & (table->capacity - 1);
    }
    table->entries[slot] = (wendi_agent_entry){agent, index + 1};
    table->count++;
}

static uint32_t slot_of(const wendi_agent_slots *table, uint64_t agent)
{
    uint32_t slot = wendi_agent_slots_home(table, agent);
    while (table->entries[slot].index1 == 0 || table->entries[slot].agent != agent) {
        slot = (slot + 1) & (table->capacity - 1);
    }
    return slot;
}

void wendi_agent_slots_set(wendi_agent_slots *table, uint64_t agent, uint32_t index)
{
    table->entries[slot_of(table, agent)].index1 = index + 1;
}

void wendi_agent_slots_remove(wendi_agent_slots *table, uint64_t agent)
{
    const uint32_t mask = table->capacity - 1;
    uint32_t hole = slot_of(table, agent);
    /* An entry behind the hole moves into it unless its home lies between the hole and itself. */
    for (uint32_t slot = (hole + 1) & mask; table->entries[slot].index1 != 0;
         slot = (slot + 1) & mask) {
        const uint32_t home = wendi_agent_slots_home(table, table->entries[slot].agent);
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            table->entries[hole] = table->entries[slot];
            hole = slot;
        }
    }
    table->entries[hole].index1 = 0;
    table->count--;
}

void wendi_agent_slots_free(wendi_agent_slots *table, const wend_allocator *allocator)
{
    wendi_free(allocator, table->entries, table->capacity * sizeof *table->entries);
    *table = (wendi_agent_slots){.entries = NULL};
}

size_t wendi_agent_slots_memory_bytes(const wendi_agent_slots *table)
{
    return table->capacity * sizeof *table->entries;
}

/* A hash table from agent numbers of the user's to any indices of an object, which the object chooses.
 *
 *   entries   | 7: 1 | - | 900: 2 | - |    number: index + 1, which is 0 where it is free
 *
 * The capacity is a power of two; at most half of it is used. Only finds are observable: no order of anything
 * depends on the table. */
#ifndef WENDI_MIND_AGENTS_AGENT_SLOTS_H
#define WENDI_MIND_AGENTS_AGENT_SLOTS_H

#include "base/core/memory.h"

enum { WENDI_AGENT_SLOT_NONE = -1 };

typedef struct wendi_agent_entry {
    uint64_t agent;
    uint32_t index1; /* 0: the entry is free */
} wendi_agent_entry;

typedef struct wendi_agent_slots {
    wendi_agent_entry *entries; /* [capacity] */
    uint32_t capacity, count;
} wendi_agent_slots;

/** The first slot of an agent. There must be a capacity. */
static inline uint32_t wendi_agent_slots_home(const wendi_agent_slots *table, uint64_t agent)
{
    return (uint32_t)((agent ^ agent >> 32) * 0x9E3779B97F4A7C15u >> 32) & (table->capacity - 1);
}

/** The index of an agent, or WENDI_AGENT_SLOT_NONE. */
static inline int64_t wendi_agent_slots_find(const wendi_agent_slots *table, uint64_t agent)
{
    if (table->capacity == 0) {
        return WENDI_AGENT_SLOT_NONE;
    }
    uint32_t slot = wendi_agent_slots_home(table, agent);
    while (table->entries[slot].index1 != 0) {
        if (table->entries[slot].agent == agent) {
            return (int64_t)table->entries[slot].index1 - 1;
        }
        slot = (slot + 1) & (table->capacity - 1);
    }
    return WENDI_AGENT_SLOT_NONE;
}

/** A part of a block that holds several arrays. */
static inline void *wendi_part_of(void *block, size_t offset)
{
    return (uint8_t *)block + offset;
}

/** Room for one more agent. @return false: no memory, as before. */
bool wendi_agent_slots_reserve(wendi_agent_slots *table, const wend_allocator *allocator);
/** Adds an agent that is not in the table; there must be room. */
void wendi_agent_slots_add(wendi_agent_slots *table, uint64_t agent, uint32_t index);
/** Changes the index of an agent that is in the table. */
void wendi_agent_slots_set(wendi_agent_slots *table, uint64_t agent, uint32_t index);
/** Removes an agent that is in the table. */
void wendi_agent_slots_remove(wendi_agent_slots *table, uint64_t agent);
void wendi_agent_slots_free(wendi_agent_slots *table, const wend_allocator *allocator);
size_t wendi_agent_slots_memory_bytes(const wendi_agent_slots *table);

#endif

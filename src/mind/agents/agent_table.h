/* Agents by their numbers: a hash table from 64-bit numbers of the user's to dense indices.
 *
 *   numbers [index]   17 | 4 | 900 | ...               in the order of adding; the last fills a gap
 *   slots [hash of number] -> index + 1, 0 = free       at most half of them are used
 *
 * The order of indices depends on the calls alone, never on hashes. */
#ifndef WENDI_MIND_AGENTS_AGENT_TABLE_H
#define WENDI_MIND_AGENTS_AGENT_TABLE_H

#include "base/core/memory.h"

enum { WENDI_AGENT_NONE = -1 };

typedef struct wendi_agent_table {
    uint64_t *numbers;        /* [capacity] */
    uint32_t *slots;          /* [2 * capacity] */
    uint32_t count, capacity; /* capacity: 0 or a power of two */
} wendi_agent_table;

/** The capacity for so many agents: a power of two. */
uint32_t wendi_agent_table_capacity(uint32_t count);
/** An empty table for so many agents. @param capacity a power of two. @return false: no memory, and the
 * table is zeroed. */
bool wendi_agent_table_create(wendi_agent_table *table, uint32_t capacity,
                              const wend_allocator *allocator);
void wendi_agent_table_destroy(wendi_agent_table *table, const wend_allocator *allocator);
/** Adds all agents of another table, in their order, to an empty one with room for them. */
void wendi_agent_table_copy(wendi_agent_table *table, const wendi_agent_table *from);
/** The index of an agent, or WENDI_AGENT_NONE. */
int32_t wendi_agent_table_find(const wendi_agent_table *table, uint64_t number);
/** Adds an agent that is not in the table; there must be room. */
void wendi_agent_table_add(wendi_agent_table *table, uint64_t number);
/** Removes an agent; the last one takes its index. */
void wendi_agent_table_remove(wendi_agent_table *table, uint32_t index);
size_t wendi_agent_table_bytes(uint32_t capacity);

#endif

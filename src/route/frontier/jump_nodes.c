/* Search nodes of jump point search, found by cell.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/frontier/jump_nodes.h"

#include <string.h>

bool wendi_jump_nodes_grow(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_jump_node *grown = wendi_key_table_grow_with(&nodes->keys, nodes->items, &nodes->capacity,
                                                       sizeof nodes->items[0], allocator);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    return true;
}

bool wendi_jump_nodes_clear(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_key_table_clear(&nodes->keys);
    return nodes->capacity > 0 || wendi_jump_nodes_grow(nodes, allocator);
}

void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + wendi_key_table_memory_bytes(&nodes->keys);
}

bool wendi_jump_records_begin(wendi_jump_records *records, uint32_t id_count,
                              const wend_allocator *allocator)
{
    const uint32_t capacity = id_count + 2;
    if (records->capacity < capacity) {
        wendi_jump_records_destroy(records, allocator);
        records->items = wendi_alloc_zero(allocator, capacity * sizeof records->items[0]);
        if (records->items == NULL) {
            return false;
        }
        records->capacity = capacity;
    } else if (records->generation == 0 - (uint32_t)WENDI_JUMP_GENERATION) {
        memset(records->items, 0, records->capacity * sizeof records->items[0]);
        records->generation = 0;
    }
    records->generation += WENDI_JUMP_GENERATION;
    return true;
}

void wendi_jump_records_destroy(wendi_jump_records *records, const wend_allocator *allocator)
{
    wendi_free(allocator, records->items, records->capacity * sizeof records->items[0]);
    memset(records, 0, sizeof *records);
}

size_t wendi_jump_records_bytes(const wendi_jump_records *records)
{
    return records->capacity * sizeof records->items[0];
}

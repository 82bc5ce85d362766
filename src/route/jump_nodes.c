/* Takes: cells.
 * Gives: the nodes that stand for them.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/jump_nodes.h"

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
    return nodes->capacity * sizeof nodes->items[0] + wendi_key_table_bytes(&nodes->keys);
}

bool wendi_jump_ways_begin(wendi_jump_ways *ways, uint32_t id_count,
                           const wend_allocator *allocator)
{
    const uint32_t capacity = id_count + 2;
    if (ways->capacity < capacity) {
        wendi_jump_ways_destroy(ways, allocator);
        ways->items = wendi_alloc_zero(allocator, capacity * sizeof ways->items[0]);
        if (ways->items == NULL) {
            return false;
        }
        ways->capacity = capacity;
    } else if (ways->generation == 0 - (uint32_t)WENDI_JUMP_GENERATION) {
        memset(ways->items, 0, ways->capacity * sizeof ways->items[0]);
        ways->generation = 0;
    }
    ways->generation += WENDI_JUMP_GENERATION;
    return true;
}

void wendi_jump_ways_destroy(wendi_jump_ways *ways, const wend_allocator *allocator)
{
    wendi_free(allocator, ways->items, ways->capacity * sizeof ways->items[0]);
    memset(ways, 0, sizeof *ways);
}

size_t wendi_jump_ways_bytes(const wendi_jump_ways *ways)
{
    return ways->capacity * sizeof ways->items[0];
}

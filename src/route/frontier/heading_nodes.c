/* Search nodes of a search with turning, found by key.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/frontier/heading_nodes.h"

#include <string.h>

static bool grow(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_heading_node *grown = wendi_key_table_grow_with(
        &nodes->keys, nodes->items, &nodes->capacity, sizeof nodes->items[0], allocator);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    return true;
}

bool wendi_heading_nodes_clear(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_key_table_clear(&nodes->keys);
    return nodes->capacity > 0 || grow(nodes, allocator);
}

void wendi_heading_nodes_destroy(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_heading_nodes_bytes(const wendi_heading_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + wendi_key_table_memory_bytes(&nodes->keys);
}

uint32_t wendi_heading_nodes_get(wendi_heading_nodes *nodes, uint32_t key,
                                 const wend_allocator *allocator, bool *is_new)
{
    const uint32_t known = wendi_key_table_find(&nodes->keys, key);
    *is_new = known == UINT32_MAX;
    if (!*is_new) {
        return known;
    }
    if (nodes->keys.count == nodes->capacity && !grow(nodes, allocator)) {
        return UINT32_MAX;
    }
    const uint32_t place = wendi_key_table_slot(&nodes->keys, key);
    const uint32_t index = wendi_key_table_add(&nodes->keys, place, key);
    nodes->items[index].key = key;
    return index;
}

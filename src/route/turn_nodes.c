/* Takes: keys of states.
 * Gives: the nodes that stand for them.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/turn_nodes.h"

#include <string.h>

static bool grow_items(wendi_turn_nodes *nodes, uint32_t capacity, const wend_allocator *allocator)
{
    const size_t item = sizeof nodes->items[0];
    wendi_turn_node *grown =
        wendi_resize(allocator, nodes->items, nodes->capacity * item, capacity * item);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    nodes->capacity = capacity;
    return true;
}

/* The keys first: room for more of them than there are nodes does no harm if the second part fails,
 * and is not made again then. */
static bool grow(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    if (wendi_key_table_room(&nodes->keys) <= nodes->capacity &&
        !wendi_key_table_grow(&nodes->keys, allocator)) {
        return false;
    }
    return grow_items(nodes, wendi_key_table_room(&nodes->keys), allocator);
}

bool wendi_turn_nodes_clear(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    wendi_key_table_clear(&nodes->keys);
    return nodes->capacity > 0 || grow(nodes, allocator);
}

void wendi_turn_nodes_destroy(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_turn_nodes_bytes(const wendi_turn_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + wendi_key_table_bytes(&nodes->keys);
}

uint32_t wendi_turn_nodes_get(wendi_turn_nodes *nodes, uint32_t key,
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
    const uint32_t place = wendi_key_table_place(&nodes->keys, key);
    const uint32_t index = wendi_key_table_add(&nodes->keys, place, key);
    nodes->items[index].key = key;
    return index;
}

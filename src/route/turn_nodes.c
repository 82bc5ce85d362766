/* Takes: keys of states.
 * Gives: the nodes that stand for them.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/turn_nodes.h"

#include <string.h>

enum { FIRST_TABLE_BITS = 11, TABLE_BITS_MAX = 30 };

/* Beyond this number the table is cleared after all, long before a number could come again. */
static const uint32_t NUMBERS_MAX = UINT32_MAX / 2;

static size_t table_bytes(const wendi_turn_nodes *nodes)
{
    return nodes->table == NULL ? 0 : sizeof nodes->table[0] << nodes->table_bits;
}

static uint32_t index_at(const wendi_turn_nodes *nodes, uint32_t place)
{
    return (uint32_t)nodes->table[place] - nodes->first;
}

/* The place of a key: its own, or the free one where it belongs. */
static uint32_t place_of(const wendi_turn_nodes *nodes, uint32_t key)
{
    const uint32_t mask = ((uint32_t)1 << nodes->table_bits) - 1;
    uint32_t place = key * 0x9E3779B1u >> (32 - nodes->table_bits);
    while (index_at(nodes, place) < nodes->count && nodes->table[place] >> 32 != key) {
        place = (place + 1) & mask;
    }
    return place;
}

static void enter(wendi_turn_nodes *nodes, uint32_t index)
{
    const uint32_t key = nodes->items[index].key;
    nodes->table[place_of(nodes, key)] = (uint64_t)key << 32 | (nodes->first + index);
}

/* Forgets all numbers and puts the nodes in again. */
static void refill_table(wendi_turn_nodes *nodes)
{
    const uint32_t count = nodes->count;
    memset(nodes->table, 0, table_bytes(nodes));
    nodes->first = 1;
    for (nodes->count = 0; nodes->count < count; ++nodes->count) {
        enter(nodes, nodes->count);
    }
}

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

/* The table first: one larger than the nodes need does no harm if the second part fails, and is not
 * grown again then. */
static bool grow(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    const bool is_full =
        nodes->table == NULL || (uint32_t)1 << (nodes->table_bits - 1) <= nodes->capacity;
    if (is_full) {
        const unsigned bits = nodes->table == NULL ? FIRST_TABLE_BITS : nodes->table_bits + 1;
        if (bits > TABLE_BITS_MAX) {
            return false;
        }
        uint64_t *table = wendi_resize(allocator, nodes->table, table_bytes(nodes),
                                       sizeof nodes->table[0] << bits);
        if (table == NULL) {
            return false;
        }
        nodes->table = table;
        nodes->table_bits = bits;
        refill_table(nodes);
    }
    return grow_items(nodes, (uint32_t)1 << (nodes->table_bits - 1), allocator);
}

bool wendi_turn_nodes_clear(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    const uint32_t used = nodes->count;
    nodes->count = 0;
    if (nodes->capacity == 0) {
        return grow(nodes, allocator);
    }
    nodes->first += used;
    if (nodes->first > NUMBERS_MAX) {
        refill_table(nodes);
    }
    return true;
}

void wendi_turn_nodes_destroy(wendi_turn_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_free(allocator, nodes->table, table_bytes(nodes));
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_turn_nodes_bytes(const wendi_turn_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + table_bytes(nodes);
}

uint32_t wendi_turn_nodes_get(wendi_turn_nodes *nodes, uint32_t key,
                              const wend_allocator *allocator, bool *is_new)
{
    const uint32_t known = index_at(nodes, place_of(nodes, key));
    *is_new = known >= nodes->count;
    if (!*is_new) {
        return known;
    }
    if (nodes->count == nodes->capacity && !grow(nodes, allocator)) {
        return UINT32_MAX;
    }
    const uint32_t index = nodes->count;
    nodes->items[index].key = key;
    enter(nodes, index);
    ++nodes->count;
    return index;
}

uint32_t wendi_turn_nodes_find(const wendi_turn_nodes *nodes, uint32_t key)
{
    if (nodes->table == NULL) {
        return UINT32_MAX;
    }
    const uint32_t index = index_at(nodes, place_of(nodes, key));
    return index < nodes->count ? index : UINT32_MAX;
}

/* Takes: cells.
 * Gives: the nodes that stand for them.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/jump_nodes.h"

#include <string.h>

/* The nodes fill half of the table. */
enum { FIRST_TABLE_BITS = 11, TABLE_BITS_MAX = 30 };

static bool grow_table(wendi_jump_nodes *nodes, unsigned bits, const wend_allocator *allocator)
{
    const size_t old_bytes = nodes->table == NULL ? 0 : sizeof(uint32_t) << nodes->table_bits;
    const size_t bytes = sizeof(uint32_t) << bits;
    uint32_t *grown = wendi_resize(allocator, nodes->table, old_bytes, bytes);
    if (grown == NULL) {
        return false;
    }
    nodes->table = grown;
    nodes->table_bits = bits;
    memset(grown, 0, bytes);
    /* Put in again one after the other: until its turn a node must not be found, so the count
     * grows along. */
    const uint32_t count = nodes->count;
    for (nodes->count = 0; nodes->count < count;) {
        const uint32_t index = nodes->count;
        const uint32_t cell = nodes->items[index].cell;
        wendi_jump_nodes_add(nodes, wendi_jump_nodes_place(nodes, cell), cell);
    }
    return true;
}

static bool grow_items(wendi_jump_nodes *nodes, uint32_t capacity, const wend_allocator *allocator)
{
    const size_t item = sizeof nodes->items[0];
    wendi_jump_node *grown =
        wendi_resize(allocator, nodes->items, nodes->capacity * item, capacity * item);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    nodes->capacity = capacity;
    return true;
}

bool wendi_jump_nodes_grow(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    const unsigned bits = nodes->table == NULL ? FIRST_TABLE_BITS : nodes->table_bits + 1;
    if (bits > TABLE_BITS_MAX) {
        return false;
    }
    /* The table first: a larger table than the nodes need does no harm if the second part fails,
     * and then is not grown again. */
    const uint32_t half = nodes->table == NULL ? 0 : (uint32_t)1 << (nodes->table_bits - 1);
    if (half <= nodes->capacity && !grow_table(nodes, bits, allocator)) {
        return false;
    }
    return grow_items(nodes, (uint32_t)1 << (nodes->table_bits - 1), allocator);
}

bool wendi_jump_nodes_clear(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    nodes->count = 0;
    return nodes->capacity != 0 || wendi_jump_nodes_grow(nodes, allocator);
}

void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_free(allocator, nodes->table,
               nodes->table == NULL ? 0 : sizeof(uint32_t) << nodes->table_bits);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] +
           (nodes->table == NULL ? 0 : sizeof(uint32_t) << nodes->table_bits);
}

/* Takes: cells.
 * Gives: the nodes that stand for them.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/jump_nodes.h"

#include <string.h>

/* The nodes fill half of the table. */
enum { FIRST_TABLE_BITS = 11, TABLE_BITS_MAX = 30 };

/* Beyond this number the table is cleared after all, long before a number could come again. */
static const uint32_t NUMBERS_MAX = UINT32_MAX / 2;

static size_t table_bytes(const wendi_jump_nodes *nodes)
{
    return nodes->table == NULL ? 0 : sizeof nodes->table[0] << nodes->table_bits;
}

/* Forgets all numbers and puts the nodes in again. */
static void refill_table(wendi_jump_nodes *nodes)
{
    const uint32_t count = nodes->count;
    memset(nodes->table, 0, table_bytes(nodes));
    nodes->first = 1;
    for (nodes->count = 0; nodes->count < count;) {
        const uint32_t cell = nodes->items[nodes->count].cell;
        wendi_jump_nodes_add(nodes, wendi_jump_nodes_place(nodes, cell), cell);
    }
}

static bool grow_table(wendi_jump_nodes *nodes, unsigned bits, const wend_allocator *allocator)
{
    uint64_t *grown =
        wendi_resize(allocator, nodes->table, table_bytes(nodes), sizeof nodes->table[0] << bits);
    if (grown == NULL) {
        return false;
    }
    nodes->table = grown;
    nodes->table_bits = bits;
    refill_table(nodes);
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
    const uint32_t used = nodes->count;
    nodes->count = 0;
    if (nodes->capacity == 0) {
        return wendi_jump_nodes_grow(nodes, allocator);
    }
    nodes->first += used;
    if (nodes->first > NUMBERS_MAX) {
        refill_table(nodes);
    }
    return true;
}

void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_free(allocator, nodes->table, table_bytes(nodes));
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + table_bytes(nodes);
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

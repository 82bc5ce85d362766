/* The jump points found so far, and which cell is which.
 *
 *   table [hash of cell] -> index --> nodes [ cell, cost, parent, ... ]
 *              ^                                   |
 *              '---------- place in table ---------'
 *
 * An entry of the table counts only if it names a node of this query that names it back. So a new
 * query just sets the count of nodes to 0, and nothing is ever cleared.
 * Source: Briggs and Torczon, "An Efficient Representation for Sparse Sets" (1993).
 */
#ifndef WENDI_JUMP_NODES_H
#define WENDI_JUMP_NODES_H

#include "base/memory.h"

/** A jump point. */
typedef struct wendi_jump_node {
    uint64_t cost;      /* from the start */
    uint64_t estimate;  /* to the goal */
    uint32_t cell;      /* py << 16 | px, padded */
    uint32_t parent;    /* index; itself for the start */
    uint32_t place;     /* in the table */
    uint8_t direction;  /* of the last step; WENDI_DIRECTION_NONE for the start */
    uint8_t is_open;    /* waits in the queue */
} wendi_jump_node;

typedef struct wendi_jump_nodes {
    wendi_jump_node *items;
    uint32_t count, capacity;
    uint32_t *table; /* [1 << table_bits] at most half of it is used */
    unsigned table_bits;
} wendi_jump_nodes;

/** Makes it empty; takes memory on first use. */
bool wendi_jump_nodes_clear(wendi_jump_nodes *nodes, const wend_allocator *allocator);
void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator);
size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes);
/** Room for one more node; indices stay, addresses do not. False without memory (as before). */
bool wendi_jump_nodes_grow(wendi_jump_nodes *nodes, const wend_allocator *allocator);

/** The place of a cell: its own, or the free one where it belongs. */
static inline uint32_t wendi_jump_nodes_place(const wendi_jump_nodes *nodes, uint32_t cell)
{
    const uint32_t mask = ((uint32_t)1 << nodes->table_bits) - 1;
    uint32_t place = cell * 0x9E3779B1u >> (32 - nodes->table_bits);
    for (;;) {
        const uint32_t index = nodes->table[place];
        if (index >= nodes->count || nodes->items[index].place != place ||
            nodes->items[index].cell == cell) {
            return place;
        }
        place = (place + 1) & mask;
    }
}

/** The node at a place found for a cell; UINT32_MAX when that is free. */
static inline uint32_t wendi_jump_nodes_at(const wendi_jump_nodes *nodes, uint32_t place)
{
    const uint32_t index = nodes->table[place];
    return index < nodes->count && nodes->items[index].place == place ? index : UINT32_MAX;
}

/** The node of a cell; UINT32_MAX if the cell is none. */
static inline uint32_t wendi_jump_nodes_find(const wendi_jump_nodes *nodes, uint32_t cell)
{
    return wendi_jump_nodes_at(nodes, wendi_jump_nodes_place(nodes, cell));
}

/** Adds a node for a cell at its free place; there must be room (count < capacity). The caller
 * fills in the rest. */
static inline uint32_t wendi_jump_nodes_add(wendi_jump_nodes *nodes, uint32_t place, uint32_t cell)
{
    const uint32_t index = nodes->count++;
    nodes->table[place] = index;
    nodes->items[index].place = place;
    nodes->items[index].cell = cell;
    return index;
}

#endif

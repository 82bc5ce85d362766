/* The states of a search with turning that were found so far: a place and a heading.
 *
 *   table [hash of key] -> key | number        number - first = index --> nodes [ cost, ... ]
 *
 * A key is slot * 9 + heading, heading 8 = none yet. Numbers go on counting from query to query, so
 * that those of earlier queries are known by lying outside first ... first + count - 1: a new query
 * just moves `first` on, and nothing is cleared.
 */
#ifndef WENDI_TURN_NODES_H
#define WENDI_TURN_NODES_H

#include "base/memory.h"

enum { WENDI_TURN_HEADINGS = 9, WENDI_TURN_HEADING_NONE = 8 };

typedef struct wendi_turn_node {
    uint64_t cost;   /* from the start */
    uint32_t key;    /* slot * 9 + heading */
    uint32_t parent; /* index; itself for the start */
    uint32_t turns;  /* of the way so far */
    uint32_t way;    /* bit 31: waits in the queue; below: 0 a step, 1 + arc by a link */
} wendi_turn_node;

enum { WENDI_TURN_WAY_BITS = 31 };

typedef struct wendi_turn_nodes {
    wendi_turn_node *items;
    uint32_t count, capacity;
    uint32_t first;  /* number of items[0] */
    uint64_t *table; /* [1 << table_bits] key << 32 | number; at most half of it is used */
    unsigned table_bits;
} wendi_turn_nodes;

/** Makes it empty; takes memory on first use. */
bool wendi_turn_nodes_clear(wendi_turn_nodes *nodes, const wend_allocator *allocator);
void wendi_turn_nodes_destroy(wendi_turn_nodes *nodes, const wend_allocator *allocator);
size_t wendi_turn_nodes_bytes(const wendi_turn_nodes *nodes);

/** The index of a key's node, made if there is none (is_new is then set). UINT32_MAX without
 * memory. Indices stay, addresses do not. */
uint32_t wendi_turn_nodes_get(wendi_turn_nodes *nodes, uint32_t key,
                              const wend_allocator *allocator, bool *is_new);
/** The index of a key's node; UINT32_MAX if there is none. */
uint32_t wendi_turn_nodes_find(const wendi_turn_nodes *nodes, uint32_t key);

#endif

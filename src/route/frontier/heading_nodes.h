/* The search nodes of a search with turning: a cell and a heading each.
 *
 *   keys   slot * 9 + heading -> index      heading 8 = none yet
 *   items  [ cost, parent, turns, way | ... ] */
#ifndef WENDI_ROUTE_FRONTIER_HEADING_NODES_H
#define WENDI_ROUTE_FRONTIER_HEADING_NODES_H

#include "base/core/key_table.h"

enum { WENDI_HEADINGS = 9, WENDI_HEADING_NONE = 8 };

typedef struct wendi_heading_node {
    uint64_t cost;   /* from the start */
    uint32_t key;    /* slot * 9 + heading */
    uint32_t parent; /* index; itself for the start */
    uint32_t turns;  /* of the path so far */
    uint32_t way;    /* bit 31: in the open list; below: 0 = by a step, 1 + arc = by a link */
} wendi_heading_node;

enum { WENDI_HEADING_ARRIVAL_BITS = 31 };

typedef struct wendi_heading_nodes {
    wendi_heading_node *items;
    uint32_t capacity;
    wendi_key_table keys;
} wendi_heading_nodes;

/** Empties it; allocates on first use. */
bool wendi_heading_nodes_clear(wendi_heading_nodes *nodes, const wend_allocator *allocator);
void wendi_heading_nodes_destroy(wendi_heading_nodes *nodes, const wend_allocator *allocator);
size_t wendi_heading_nodes_bytes(const wendi_heading_nodes *nodes);

/** The index of a key's node, made if there is none (is_new is then set). UINT32_MAX without
 * memory. Indices stay, addresses do not. */
uint32_t wendi_heading_nodes_get(wendi_heading_nodes *nodes, uint32_t key,
                                 const wend_allocator *allocator, bool *is_new);
#endif

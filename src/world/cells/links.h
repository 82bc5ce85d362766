/* The records of a grid's links.
 *
 *   slots   [used 1] [free 3] [used 1] [free 2]     number: generation, which ids must have
 *                       ^ |               |
 *   free_first1 = 4 ----|-|---------------+         the slot freed last is used first
 *                       +-|---------------+
 *                         +--> 0                    0 = end
 *
 * Slots, generations and the order of the free ones are part of the grid's state, so that a loaded
 * grid gives out the same ids as the saved one. */
#ifndef WENDI_WORLD_CELLS_LINKS_H
#define WENDI_WORLD_CELLS_LINKS_H

#include "wend/link.h"

enum { WENDI_LINK_COST_BITS = 48 /* The largest cost of a link is 2^48. */ };

typedef struct wendi_link {
    wend_node from, to;
    wend_cost cost;
    uint64_t user;
    uint32_t class_mask, team_mask, behaviour;
    bool is_two_way, is_open;
} wendi_link;

typedef struct wendi_link_slot {
    wendi_link link;
    uint32_t generation; /* Never 0. */
    uint32_t next_free1; /* Of a free slot: index1 of the next one, 0 = none. */
    bool is_used;
} wendi_link_slot;

typedef struct wendi_links {
    wendi_link_slot *slots; /* [capacity] */
    uint32_t capacity;
    uint32_t slot_count;
    uint32_t count; /* Slots in use. */
    uint32_t free_first1;
    uint64_t revision; /* Of the last change; 0 = none yet. */
} wendi_links;

#endif

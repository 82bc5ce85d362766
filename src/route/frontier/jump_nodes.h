/* The jump points found so far, and which cell is which.
 *
 *   without a jump table    keys: cell -> index --> items [ cost, ... ]
 *   with one                the id of a jump point in it is its index
 */
#ifndef WENDI_ROUTE_FRONTIER_JUMP_NODES_H
#define WENDI_ROUTE_FRONTIER_JUMP_NODES_H

#include "base/core/key_table.h"

/** A jump point. */
typedef struct wendi_jump_node {
    uint64_t cost;     /* from the start */
    uint64_t estimate; /* to the goal */
    uint32_t cell;     /* py << 16 | px, padded */
    uint32_t parent;   /* index; itself for the start */
    uint8_t direction; /* of the last step; WENDI_DIRECTION_NONE for the start */
    uint8_t is_open;   /* in the open list */
} wendi_jump_node;

/** Twice the room, being filled while the search pauses. */
typedef struct wendi_jump_growth {
    wendi_jump_node *items; /* NULL = no growth */
    wendi_key_table keys;
    uint32_t capacity;
    uint32_t cleared; /* entries of keys */
    uint32_t moved;   /* nodes */
} wendi_jump_growth;

/** The jump points that were found so far, by cell: an index for each. */
typedef struct wendi_jump_nodes {
    wendi_jump_node *items;
    uint32_t capacity;
    wendi_key_table keys; /* cells */
    wendi_jump_growth growth;
} wendi_jump_nodes;

enum {
    WENDI_JUMP_DIRECTION = 0xF, /* of the last step; WENDI_DIRECTION_NONE for the start */
    WENDI_JUMP_IS_OPEN = 0x10,  /* in the queue */
    WENDI_JUMP_GENERATION = 0x20
};

/** A jump point of the jump table. */
typedef struct wendi_jump_record {
    uint64_t cost;     /* from the start */
    uint64_t estimate; /* to the goal */
    uint32_t cell;     /* py << 16 | px, padded */
    uint32_t parent;   /* index; itself for the start */
    uint32_t block;    /* where its lists are */
    uint32_t meta;     /* generation | WENDI_JUMP_IS_OPEN | direction of the last step */
} wendi_jump_record;

/** Jump points by their ids in the jump table, for searches that use one. Those of earlier queries
 * are known by their generation. */
typedef struct wendi_jump_records {
    wendi_jump_record *items; /* [capacity] the last two: start and goal without ids */
    uint32_t capacity;
    uint32_t generation;            /* multiple of WENDI_JUMP_GENERATION */
    uint32_t start, goal;           /* indices */
    uint32_t start_cell, goal_cell; /* as wendi_jump_node.cell */
    uint32_t clear[4];              /* open cells beside the goal: west, east, north, south */
} wendi_jump_records;

/** Forgets everything; room for the ids 0 ... id_count - 1 and two more. False without memory. */
bool wendi_jump_records_begin(wendi_jump_records *records, uint32_t id_count,
                              const wend_allocator *allocator);
void wendi_jump_records_destroy(wendi_jump_records *records, const wend_allocator *allocator);
size_t wendi_jump_records_bytes(const wendi_jump_records *records);

/** Empties it; allocates on first use. */
bool wendi_jump_nodes_clear(wendi_jump_nodes *nodes, const wend_allocator *allocator);
void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator);
size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes);
/** Room for one more node; indices stay, addresses do not. False without memory (as before). */
bool wendi_jump_nodes_grow(wendi_jump_nodes *nodes, const wend_allocator *allocator);
/** Where little room is left, grows in parts, as far as the steps go, which it counts down.
 * @return WEND_OK (there is room for most expansions), WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
wend_result wendi_jump_nodes_make_room(wendi_jump_nodes *nodes, uint64_t *steps,
                                       const wend_allocator *allocator);

/** Adds a node for a cell at its free index in the key table. There must be room: fewer keys than
 * capacity. The caller fills in the rest. */
static inline uint32_t wendi_jump_nodes_add(wendi_jump_nodes *nodes, uint32_t slot, uint32_t cell)
{
    const uint32_t index = wendi_key_table_add(&nodes->keys, slot, cell);
    nodes->items[index].cell = cell;
    return index;
}

#endif

/* Records and open lists of nodes of a graph, under the names by which best_first.h and
 * bidirectional.h know them; see cell_access.h. */
#ifndef WENDI_ROUTE_SEARCH_GRAPH_ACCESS_H
#define WENDI_ROUTE_SEARCH_GRAPH_ACCESS_H

#include "route/search/search.h"

enum {
    META_OPEN = WENDI_RECORD_OPEN,
    META_GOAL = WENDI_RECORD_GOAL,
    META_FLAGS = WENDI_RECORD_GENERATION - 1
};

typedef struct slot_records {
    wendi_graph_search_record *items;
    uint32_t generation;
} slot_records;

typedef wendi_cost_queue open_list;

static inline slot_records records_of(const wendi_graph_side *side)
{
    return (slot_records){side->records, side->generation};
}

static inline uint32_t meta_of(const slot_records *records, uint32_t node)
{
    return records->items[node].meta;
}

static inline uint64_t cost_of(const slot_records *records, uint32_t node)
{
    return records->items[node].cost;
}

static inline bool has(const slot_records *records, uint32_t node)
{
    return (records->items[node].meta & ~(uint32_t)META_FLAGS) == records->generation;
}

static inline bool mark_goal(const slot_records *records, uint32_t node)
{
    records->items[node].cost = WEND_COST_INFINITE;
    records->items[node].meta = records->generation | WENDI_RECORD_GOAL;
    return true;
}

static inline bool put(const slot_records *records, uint32_t node, uint32_t from, uint32_t edge,
                       uint64_t cost, uint64_t remaining, uint32_t goal)
{
    const uint32_t meta = records->generation | WENDI_RECORD_OPEN | goal;
    const uint32_t depth = records->items[from].depth + 1;
    records->items[node] = (wendi_graph_search_record){cost, remaining, from, edge, meta, depth};
    return true;
}

static inline bool put_first(const slot_records *records, uint32_t node, uint64_t cost,
                             uint64_t remaining, uint32_t goal)
{
    const uint32_t meta = records->generation | WENDI_RECORD_OPEN | WENDI_RECORD_START | goal;
    records->items[node] =
        (wendi_graph_search_record){cost, remaining, node, WEND_EDGE_NONE, meta, 0};
    return true;
}

static inline void close_slot(const slot_records *records, uint32_t node)
{
    records->items[node].meta &= ~(uint32_t)WENDI_RECORD_OPEN;
}

/* Of equal keys the one with the least remaining cost comes first, to about a quarter of a
 * centimetre, then the least number. */
static inline bool push(open_list *open, uint32_t node, uint64_t key, uint64_t remaining,
                        const wend_allocator *allocator)
{
    const uint64_t coarse = remaining >> 24;
    const uint64_t rest = (coarse > UINT32_MAX ? UINT32_MAX : coarse) << 32 | node;
    return wendi_cost_queue_push(open, key, rest, allocator);
}

static inline wend_result next_open(const open_list *open, uint64_t below, uint32_t *node)
{
    if (open->count == 0 || (below != WEND_COST_INFINITE && open->entries[0].key >= below)) {
        return WEND_NO_PATH;
    }
    *node = (uint32_t)open->entries[0].rest;
    return WEND_OK;
}

static inline void take(open_list *open)
{
    wendi_cost_queue_pop(open);
}

static inline bool put_back(open_list *open, uint32_t node)
{
    (void)open;
    (void)node; /* it was not removed yet */
    return true;
}

#endif

/* Records of cells in flat arrays, under the names by which best_first.h and bidirectional.h know
 * them; page_access.h has the same names for records in pages, graph_access.h for nodes of a graph.
 *
 *   META_OPEN, META_GOAL, META_FLAGS   bits of a record's meta word, all below its generation
 *   slot_records                       a view of the records, taken after they were reserved
 *   open_list                          where open slots wait: cell_queue.h
 *   mark_goal, put, put_first          return false without memory */
#ifndef WENDI_ROUTE_SEARCH_CELL_ACCESS_H
#define WENDI_ROUTE_SEARCH_CELL_ACCESS_H

#include "route/search/cell_queue.h"

enum {
    META_OPEN = WENDI_META_OPEN,
    META_GOAL = WENDI_META_GOAL,
    META_FLAGS = WENDI_META_GENERATION - 1
};

typedef struct slot_records {
    uint64_t *costs;
    uint32_t *meta;
    uint32_t generation;
} slot_records;

static inline slot_records records_of(wendi_cell_records *records)
{
    return (slot_records){records->costs, records->meta, records->generation};
}

static inline uint32_t meta_of(const slot_records *records, uint32_t slot)
{
    return records->meta[slot];
}

static inline uint64_t cost_of(const slot_records *records, uint32_t slot)
{
    return records->costs[slot];
}

/** True if this query has seen the slot. */
static inline bool has(const slot_records *records, uint32_t slot)
{
    return (records->meta[slot] & ~(uint32_t)META_FLAGS) == records->generation;
}

/** Notes a goal that is not reached yet. */
static inline bool mark_goal(const slot_records *records, uint32_t slot)
{
    records->costs[slot] = WEND_COST_INFINITE;
    records->meta[slot] = records->generation | WENDI_META_GOAL;
    return true;
}

/** Notes a path to a slot, which becomes open.
 * @param arrival the direction of the step, or WENDI_ARRIVAL_LINK.
 * @param goal WENDI_META_GOAL for a goal, else 0. */
static inline bool put(const slot_records *records, uint32_t slot, uint32_t from, uint32_t arrival,
                       uint64_t cost, uint64_t remaining, uint32_t goal)
{
    (void)from;      /* follows from the direction */
    (void)remaining; /* recomputed where it is needed */
    records->costs[slot] = cost;
    records->meta[slot] = records->generation | WENDI_META_OPEN | goal | arrival;
    return true;
}

/** Notes that a path begins here. */
static inline bool put_first(const slot_records *records, uint32_t slot, uint64_t cost,
                             uint64_t remaining, uint32_t goal)
{
    return put(records, slot, slot, WENDI_DIRECTION_NONE, cost, remaining, goal);
}

static inline void close_slot(const slot_records *records, uint32_t slot)
{
    records->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
}

#endif

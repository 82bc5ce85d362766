/* Records and open lists of cells, under the names by which best_first.h and bidirectional.h know
 * them; graph_access.h has the same names for nodes of a graph.
 *
 *   META_OPEN, META_GOAL, META_FLAGS   bits of a record's meta word, all below its generation
 *   slot_records                       a view of the records, taken after they were reserved
 *   open_list                          where open slots wait */
#ifndef WENDI_ROUTE_SEARCH_CELL_ACCESS_H
#define WENDI_ROUTE_SEARCH_CELL_ACCESS_H

#include "route/search/search.h"

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

typedef wendi_bucket_queue open_list;

static inline slot_records records_of(const wendi_cell_records *records)
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
static inline void mark_goal(const slot_records *records, uint32_t slot)
{
    records->costs[slot] = WEND_COST_INFINITE;
    records->meta[slot] = records->generation | WENDI_META_GOAL;
}

/** Notes a path to a slot, which becomes open.
 * @param arrival the direction of the step, or WENDI_ARRIVAL_LINK.
 * @param goal WENDI_META_GOAL for a goal, else 0. */
static inline void put(const slot_records *records, uint32_t slot, uint32_t from, uint32_t arrival,
                       uint64_t cost, uint64_t remaining, uint32_t goal)
{
    (void)from;      /* follows from the direction */
    (void)remaining; /* recomputed where it is needed */
    records->costs[slot] = cost;
    records->meta[slot] = records->generation | WENDI_META_OPEN | goal | arrival;
}

/** Notes that a path begins here. */
static inline void put_first(const slot_records *records, uint32_t slot, uint64_t cost,
                             uint64_t remaining, uint32_t goal)
{
    put(records, slot, slot, WENDI_DIRECTION_NONE, cost, remaining, goal);
}

static inline void close_slot(const slot_records *records, uint32_t slot)
{
    records->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
}

/** @param remaining ignored: entries of one bucket come out in any order.
 * @return false without memory. */
static inline bool push(open_list *open, uint32_t slot, uint64_t key, uint64_t remaining,
                        const wend_allocator *allocator)
{
    (void)remaining;
    (void)allocator;
    return wendi_bucket_queue_push(open, key, slot);
}

/** Finds the next slot, which is then taken or put back. WEND_NO_PATH if no entry can have a key
 * below `below`; WEND_ERROR_MEMORY. */
static inline wend_result next_open(open_list *open, uint64_t below, uint32_t *slot)
{
    while (!wendi_bucket_queue_pop_current(open, slot)) {
        const wend_result moved = wendi_bucket_queue_advance(open);
        if (moved == WEND_ERROR_MEMORY) {
            return moved;
        }
        if (moved == WEND_NO_PATH || wendi_bucket_queue_bound(open) >= below) {
            return WEND_NO_PATH;
        }
    }
    return WEND_OK;
}

static inline void take(open_list *open)
{
    (void)open; /* next_open has popped it */
}

/** Back to the top of its bucket. @return false without memory. */
static inline bool put_back(open_list *open, uint32_t slot)
{
    return wendi_bucket_queue_push(open, wendi_bucket_queue_bound(open), slot);
}

#endif

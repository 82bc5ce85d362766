/* The parts of an incremental search.
 *
 *   incremental.c  the public face; whether a repair or a new search
 *   changes.c      compares the world with what it was
 *   repair.c       D* Lite: the queue, and the costs to the goal
 *   steps.c        neighbours and estimates, over cells and over graphs
 *   path.c         the path down the costs
 *
 * Costs are kept from each node to the goal, so a start that moves leaves them valid. A node has the
 * cost g of its last expansion, and the cost rhs, which follows from the g of its neighbours. Where
 * the two differ it is inconsistent, and waits in the queue:
 *
 *   key = min(g, rhs) + estimate from the start + moved      then min(g, rhs), then the node
 *
 * `moved` sums the estimates between successive starts, so that keys in the queue stay lower bounds
 * when the start moves. A node is expanded by g = rhs where its cost fell, and by g = infinite where
 * it rose. The search ends once the start is consistent and no key is less than its own. */
#ifndef WENDI_ROUTE_INCREMENTAL_INCREMENTAL_H
#define WENDI_ROUTE_INCREMENTAL_INCREMENTAL_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "route/heuristic/grid.h"
#include "route/space/space.h"
#include "wend/incremental.h"

/** The costs of a node; a record of another generation counts as infinite costs. */
typedef struct wendi_incremental_record {
    uint64_t g, rhs;
    uint32_t place; /* in the queue + 1; 0 = not in it */
    uint32_t generation;
} wendi_incremental_record;

typedef struct wendi_incremental_entry {
    uint64_t key, cost; /* cost = min(g, rhs) */
    uint32_t slot;
} wendi_incremental_entry;

/** A step to or from a neighbour. */
typedef struct wendi_incremental_step {
    uint64_t cost;
    uint32_t slot;
    uint32_t how; /* direction of the step; DIRECTIONS + index of a link; edge of a graph */
} wendi_incremental_step;

typedef struct wendi_incremental_steps {
    wendi_incremental_step *items; /* [capacity], the most steps of any node */
    uint32_t count;
} wendi_incremental_steps;

/** The world as the costs know it. */
typedef struct wendi_incremental_seen {
    uint8_t *costs; /* grids: [slot_count] */
    uint64_t *arcs; /* graphs: [arc_capacity] costs of the space's arcs `out` */
    uint32_t arc_count, arc_capacity;
    wendi_link_arc *links; /* [link_count] */
    uint32_t link_count, link_capacity;
    uint32_t update_count, layout_count; /* of the space; what was compared last */
    double scale; /* of estimates: the least factor of cells, or cost per metre */
} wendi_incremental_seen;

typedef enum wendi_incremental_phase {
    WENDI_INCREMENTAL_IDLE = 0, /* the last update has ended */
    WENDI_INCREMENTAL_COMPARE,  /* the world with what was seen */
    WENDI_INCREMENTAL_APPLY,    /* the changes that were found */
    WENDI_INCREMENTAL_SEARCH
} wendi_incremental_phase;

struct wend_incremental {
    wend_allocator allocator;
    const wend_space *space;
    wend_message message;
    wend_incremental_answer answer;
    bool has_goal;
    bool is_known;  /* the records hold for the world as it was seen */
    bool has_ended; /* answer is of an update that came to its end */
    wendi_incremental_phase phase;
    uint32_t start_slot, goal_slot;
    uint64_t moved;
    uint64_t fresh_from;               /* answer.expanded when the last new search began */
    uint64_t fresh;                    /* expanded by the last new search */
    wendi_incremental_record *records; /* [slot_count] */
    uint32_t slot_count, generation;
    wendi_incremental_entry *queue; /* binary heap */
    size_t queue_count, queue_capacity;
    wendi_incremental_steps out, in;
    uint32_t step_capacity; /* of both */
    wendi_incremental_seen seen;
    wendi_array_u32 changed;             /* cells or nodes around which costs changed */
    size_t applied;                      /* of them */
    uint32_t compared;                   /* cells or arcs */
    wendi_grid_heuristic grid_heuristic; /* from the start */
    uint64_t slack;                      /* by which roundings may make estimates inconsistent */
};

/* ---- steps.c ---- */

/** Room for the steps of any node. @return false: no memory. */
bool wendi_incremental_reserve_steps(wend_incremental *incremental);
/** Lists the steps out of a slot, or into it. */
void wendi_incremental_list_out(wend_incremental *incremental, uint32_t slot);
void wendi_incremental_list_in(wend_incremental *incremental, uint32_t slot);
/** The least cost of a step, which estimates are scaled by. */
double wendi_incremental_scale(const wend_incremental *incremental);
/** Estimates are from this start from now on. */
void wendi_incremental_set_start(wend_incremental *incremental, uint32_t slot);
/** The estimated cost from the start to a slot. */
uint64_t wendi_incremental_estimate(const wend_incremental *incremental, uint32_t slot);

/* ---- changes.c ---- */

/** True if what was seen cannot be compared: other links, nodes or edges. */
bool wendi_incremental_is_other_world(const wend_incremental *incremental);
/** Takes the world as it is for what was seen. @return false: no memory. */
bool wendi_incremental_see(wend_incremental *incremental);
/** Lists changed slots as far as the steps go. @return WEND_OK (all compared), WEND_IN_PROGRESS,
 * WEND_ERROR_MEMORY. */
wend_result wendi_incremental_compare(wend_incremental *incremental, uint64_t *steps);
void wendi_incremental_seen_free(wend_incremental *incremental);

/* ---- repair.c ---- */

/** Forgets all costs but that of the goal. @return false: no memory. */
bool wendi_incremental_begin(wend_incremental *incremental);
/** Computes the costs around changed slots again. @return as compare. */
wend_result wendi_incremental_apply(wend_incremental *incremental, uint64_t *steps);
/** Expands until the cost of the start is known. @return WEND_OK, WEND_IN_PROGRESS,
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
wend_result wendi_incremental_search(wend_incremental *incremental, uint64_t *steps);

static inline bool wendi_incremental_has(const wend_incremental *incremental, uint32_t slot)
{
    return incremental->records != NULL &&
           incremental->records[slot].generation == incremental->generation;
}

static inline uint64_t wendi_incremental_g(const wend_incremental *incremental, uint32_t slot)
{
    return wendi_incremental_has(incremental, slot) ? incremental->records[slot].g
                                                    : WEND_COST_INFINITE;
}

static inline uint64_t wendi_incremental_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

#endif

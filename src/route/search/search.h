/* The parts of a search. Each method has its own file and its own memory, allocated when the
 * method is first used and kept:
 *
 *   search.c           the public face: create, start, run, answer; search_draw.c: pictures
 *   query.c            checks of a query, choice of its method
 *   best_first.h       Dijkstra, A*, weighted A*, greedy, for the cells of cell_best_first.h
 *                      (best_first.c, and with pages best_first_paged.c) and the nodes of
 *                      graph_best_first.c
 *   breadth_first.h    fewest steps, from one end or both, for the cells of breadth_first.c and the
 *                      nodes of graph_breadth_first.c
 *   bidirectional.h    bidirectional A*, for cells and for nodes in the same way
 *   cell_access.h      records of cells for them; page_access.h: in pages, for planners;
 *                      cell_queue.h: open lists of cells; graph_access.h: all that of nodes
 *   jump_search.c      jump points; jump_table_search.c: with the space's jump table
 *   labels.c           A* with a limit of depth, over cells and over nodes
 *   turning.c          A* and Dijkstra over cells and headings; turning_trace.c: their paths
 *   ends.c             several starts and goals, each with a cost
 *   grid_search.c      records, estimates and weights of cells; graph_search.c: of nodes
 *   graph_*.c          the same methods on graphs, whose slots are their nodes
 *
 *   start --> begin of the method --> advance, advance, ... (a slice of steps each) --> answer */
#ifndef WENDI_ROUTE_SEARCH_SEARCH_H
#define WENDI_ROUTE_SEARCH_SEARCH_H

#include "base/core/array.h"
#include "base/core/bucket_queue.h"
#include "base/core/message.h"
#include "route/frontier/cell_pages.h"
#include "route/frontier/jump_nodes.h"
#include "route/heuristic/grid.h"
#include "route/search/ends.h"
#include "route/search/graph_search.h"
#include "route/search/labels.h"
#include "route/search/turning.h"
#include "route/space/space.h"

/* ---- the store: the record of each slot ---- */

enum {
    WENDI_META_DIRECTION = 0xF,  /* arrival: direction of a step, none, or by a link */
    WENDI_META_OPEN = 0x10,      /* in the open list */
    WENDI_META_GOAL = 0x20,      /* is one of the goals */
    WENDI_META_GENERATION = 0x40 /* generations count in steps of this, above the flags */
};

/** Cost and origin of each cell. A record whose generation is not the current one is unknown, so
 * that a new query need not clear anything. The searches of a planner have pages instead of costs
 * and meta, where their method allows it. */
typedef struct wendi_cell_records {
    bool is_paged;          /* this query: pages instead of costs and meta */
    wendi_cell_pages pages; /* without a pool: never */
    uint64_t *costs;        /* [slot_count] */
    uint32_t *meta;         /* [slot_count] generation | flags | direction */
    uint32_t *depths;       /* [slot_count] steps from the start; only where a query limits depth */
    uint32_t *arcs;         /* [arc_capacity] the arc by which each of the space's link ends was
                         reached */
    uint32_t arc_capacity;
    uint32_t slot_count;
    uint32_t uncleared;  /* slots at the end whose meta was not set to 0 yet */
    uint32_t generation; /* multiple of WENDI_META_GENERATION */
} wendi_cell_records;

/** Reserves the space's slots on first use and makes all of them unknown. */
wend_result wendi_cell_records_begin(wendi_cell_records *records, const wend_space *space,
                                     bool with_depths, const wend_allocator *allocator);
/** Allocates records if there are none, to be cleared in parts. @return false: no memory. */
bool wendi_cell_records_reserve(wendi_cell_records *records, const wend_space *space,
                                const wend_allocator *allocator);
/** Clears as far as the steps go, which it counts down. @return true: all is clear. */
bool wendi_cell_records_clear(wendi_cell_records *records, uint64_t *steps);
void wendi_cell_records_destroy(wendi_cell_records *records, const wend_allocator *allocator);
size_t wendi_cell_records_bytes(const wendi_cell_records *records);

/** Of flat records. */
static inline bool wendi_cell_records_has(const wendi_cell_records *records, uint32_t slot)
{
    return (records->meta[slot] & ~(uint32_t)(WENDI_META_GENERATION - 1)) == records->generation;
}

/* Of flat records and of pages, outside of hot loops. */

static inline uint32_t wendi_cell_records_meta(const wendi_cell_records *records, uint32_t slot)
{
    if (!records->is_paged) {
        return records->meta[slot];
    }
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->pages.tiling, slot);
    return records->pages.table[at.tile]->meta[at.inner];
}

/** The cost of a slot that is known. */
static inline uint64_t *wendi_cell_records_cost(const wendi_cell_records *records, uint32_t slot)
{
    if (!records->is_paged) {
        return &records->costs[slot];
    }
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->pages.tiling, slot);
    return &records->pages.table[at.tile]->costs[at.inner];
}

/** True if the query has seen a slot; false without records. */
static inline bool wendi_cell_records_know(const wendi_cell_records *records, uint32_t slot)
{
    return records->is_paged ? wendi_cell_records_meta(records, slot) != 0
                             : records->meta != NULL && wendi_cell_records_has(records, slot);
}

/* ---- jump points ---- */

typedef struct wendi_jump_scratch {
    wendi_jump_nodes nodes;
    wendi_jump_records records; /* records when the space's jump table is used instead */
    bool uses_table;
    bool has_raised;             /* some cells cost more than the others: see jump_search.c */
    uint32_t goal_x, goal_y;     /* padded */
    uint32_t goal_cell;          /* goal_y << 16 | goal_x */
    uint32_t goal_node;          /* index of the goal's node, ~0 = not found yet */
    uint64_t below;              /* only paths cheaper than this count */
    uint64_t straight, diagonal; /* cost of a step */
} wendi_jump_scratch;

/* ---- the search ---- */

struct wend_search {
    wend_allocator allocator;
    const wend_space *space;
    wend_space *own_space; /* the same, when it made it itself */
    wend_message message;
    wend_search_query query;
    wend_search_answer answer;
    bool has_query;
    bool is_pinned;            /* a planner's: queries may start though the world is newer than
                                  the space, and no step takes long */
    bool is_deferred;          /* the query begins once its records are clear */
    bool is_busy;              /* inside a call of the user's */
    bool has_unreachable_goal; /* an open goal was passed over: no path leads to it */
    bool is_settled;           /* the query ended before anything was searched */
    bool hit_limit;            /* something was left out because of max_cost or max_depth */
    bool has_goal_costs;       /* goal costs count, less goal_least */
    bool is_back_turn;         /* breadth first: level_end is of the goal's side */
    uint32_t update_count, layout_count; /* of the space when the query began */
    wend_heuristic heuristic;            /* resolved */
    uint32_t start_slot;                 /* the cheapest start; the first, if none is open */
    wendi_search_ends starts;            /* open starts, each slot once, the cheapest first */
    uint64_t start_least;                /* the least start cost */
    wendi_search_ends goals; /* open goals; sorted only if they have costs of their own */
    uint64_t goal_least;     /* the least goal cost, which is added in the answer */
    wendi_grid_heuristic goal_heuristic; /* to the goals */
    wendi_grid_heuristic back_heuristic; /* from the start, for bidirectional methods */
    uint64_t weight;                     /* 16 fraction bits */
    uint64_t goal_cost;                  /* least cost found so far to a goal, with the goal's own
                                            cost; infinite at first */
    uint64_t best_estimate;              /* for partial answers: least estimate so far, */
    uint32_t best_slot;                  /* and where */
    uint32_t goal_slot;   /* of goal_cost; searched from both ends, any until the end */
    uint32_t origin_slot; /* the start that the path of the answer begins at */
    uint32_t noise;       /* 16 fraction bits */
    wendi_cell_records records;
    wendi_cell_records back_records; /* from the goal's side, for two-sided methods */
    wendi_bucket_queue queue;
    wendi_bucket_queue back_queue;
    wendi_array_u32 fifo; /* breadth first: slots in the order they were found */
    wendi_array_u32 back_fifo;
    size_t fifo_next, back_fifo_next; /* the next one to search */
    size_t level_end;                 /* end of the level that is being searched */
    uint32_t meeting_slot;            /* where two ends have met; ~0: not yet */
    uint32_t met_goal; /* the goal of the path through it, once the query has ended */
    wendi_jump_scratch jump;
    wendi_turning_scratch turn;
    wendi_depth_labels labels;
    wendi_graph_scratch graph; /* instead of all stores and queues above, on graphs */
    wendi_array_u32 order;     /* slots in the order they were searched, when recorded */
};

/** Sums of a cost and an estimate that a user may have made very large. */
static inline uint64_t wendi_cost_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/** An estimate times a weight of 16 fraction bits. */
static inline uint64_t wendi_weigh(uint64_t remaining, uint64_t weight)
{
    const uint64_t coarse = remaining >> 16;
    return coarse > UINT64_MAX / weight ? UINT64_MAX : coarse * weight;
}

/** True if estimates are useful: there is a goal with a position, or they are the user's. */
static inline bool wendi_search_has_estimate(const wend_search *search)
{
    const wend_goal_kind kind = search->query.goal_kind;
    return kind == WEND_GOAL_NODE || kind == WEND_GOAL_SET ||
           (search->heuristic == WEND_HEURISTIC_CUSTOM && kind == WEND_GOAL_PREDICATE);
}

static inline bool wendi_search_is_two_sided(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
           search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

/** The cost behind a goal, less the least of all. */
static inline uint64_t wendi_search_goal_cost(const wend_search *search, uint32_t slot)
{
    return search->has_goal_costs ? wendi_search_ends_at(&search->goals, slot)->cost : 0;
}

/** True if a path of this cost, goal cost included, lies beyond the query's limit, which is then
 * noted. */
static inline bool wendi_search_exceeds_limit(wend_search *search, uint64_t whole)
{
    const bool is_over = search->has_goal_costs &&
                         wendi_cost_add(whole, search->goal_least) > search->query.max_cost;
    search->hit_limit |= is_over;
    return is_over;
}

/** True if a path of this cost, goal cost included, is the best to any goal so far. */
static inline bool wendi_search_improves_goal(wend_search *search, uint64_t whole)
{
    return whole < search->goal_cost && !wendi_search_exceeds_limit(search, whole);
}

/** With turning: true if one path is better than another: cheaper or, where turns are counted, as
 * cheap with fewer. */
static inline bool wendi_turning_is_better(const wend_search *search, uint64_t cost, uint32_t turns,
                                           uint64_t than_cost, uint32_t than_turns)
{
    return cost < than_cost ||
           (cost == than_cost && search->turn.turning.fewest_turns && turns < than_turns);
}

/** With turning: true if a path of at least this cost can still be better than the best one to a
 * goal. */
static inline bool wendi_turning_can_help(const wend_search *search, uint64_t least)
{
    return search->turn.turning.fewest_turns ? least <= search->goal_cost
                                             : least < search->goal_cost;
}

/** True if nodes or edges of the search's graph came or went since its query began: the marks of
 * the query belong to the graph as it was and cannot be read any more. */
static inline bool wendi_search_is_outdated(const wend_search *search)
{
    return search->layout_count != search->space->layout_count;
}

/** True once the search of a query has begun: then there are records of it. */
static inline bool wendi_search_has_records(const wend_search *search)
{
    return search->has_query && !search->is_settled && !search->is_deferred;
}

/** Prepares the estimates of a search of cells, once search->goals are set. */
void wendi_grid_search_prepare(wend_search *search);
/** The estimated remaining cost from a slot (padded coordinates px, py) to the query's goal. */
uint64_t wendi_search_estimate(const wend_search *search, uint32_t slot, int32_t px, int32_t py);

/** The user's estimate of the cost from the start, or from any of several, to a node. */
static inline uint64_t wendi_search_user_estimate_back(const wend_search *search, wend_node node)
{
    const wend_search_query *query = &search->query;
    const bool is_one = search->starts.count == 1;
    return query->estimate(query->user, is_one ? query->start : WEND_NODE_NONE, node);
}

/** True if an estimate means that no path leads on from its node. */
static inline bool wendi_is_unreachable(uint64_t remaining)
{
    return remaining == WEND_COST_INFINITE;
}

enum { WENDI_REEXPANSION_FACTOR = 8, WENDI_REEXPANSION_MIN = 1024 };

/** True if a search has searched its states so often that its estimate cannot be near to
 * consistent: it continues in the order of costs alone, which expands each state about once more.
 * Without this an estimate may make it search them exponentially often (Martelli, "On the
 * Complexity of Admissible Search Algorithms", 1977). */
static inline bool wendi_heuristic_is_inconsistent(uint64_t expanded, uint64_t states)
{
    return expanded > states * WENDI_REEXPANSION_FACTOR + WENDI_REEXPANSION_MIN;
}

/** The weight of an estimate at padded coordinates, 16 fraction bits: the query's weight and its
 * noise there. */
uint64_t wendi_search_weight_at(const wend_search *search, int32_t px, int32_t py);

enum { WENDI_COST_LIMIT_BITS = 63 /* a path that costs 2^63 or more ends the query */ };

/** Checks a query and copies it; resolves method and heuristic into answer.method and
 * search->heuristic. On failure search->message has the reason. */
wend_result wendi_search_accept(wend_search *search, const wend_search_query *query);

/** Sets the open starts and goals of a checked query, the cheapest start first; drops those that
 * are not joined to the other side. WEND_OK or WEND_ERROR_MEMORY. */
wend_result wendi_search_set_ends(wend_search *search, const wend_search_query *query);

/** The ends that need no search: start or goals blocked, start is a goal. WEND_IN_PROGRESS when
 * there is something to search. */
wend_result wendi_search_settle(wend_search *search);

/** Of a query that has just begun: only paths cheaper than this count. */
void wendi_search_look_below(wend_search *search, wend_cost most);

/** Of a query that has ended, or of none: gives the pages of its records back to their pool. Nothing
 * can be read of the query afterwards. */
void wendi_search_return_pages(wend_search *search);

/* Each method: begin allocates and pushes the start; advance does up to *steps steps, counts them
 * down and returns as wend_search_run; trace lists the turns from start to a slot. */
wend_result wendi_best_first_begin(wend_search *search);
wend_result wendi_best_first_advance(wend_search *search, uint64_t *steps);
wend_result wendi_breadth_first_begin(wend_search *search);
wend_result wendi_breadth_first_advance(wend_search *search, uint64_t *steps);
wend_result wendi_bidirectional_begin(wend_search *search);
wend_result wendi_bidirectional_advance(wend_search *search, uint64_t *steps);
/* The same with records in pages. */
wend_result wendi_paged_best_first_begin(wend_search *search);
wend_result wendi_paged_best_first_advance(wend_search *search, uint64_t *steps);
wend_result wendi_paged_bidirectional_begin(wend_search *search);
wend_result wendi_paged_bidirectional_advance(wend_search *search, uint64_t *steps);
wend_result wendi_jump_search_begin(wend_search *search);
wend_result wendi_jump_search_advance(wend_search *search, uint64_t *steps);
/* The same with the space's jump table, after jump_begin has set the goal. */
wend_result wendi_jump_table_search_begin(wend_search *search);
wend_result wendi_jump_table_search_advance(wend_search *search, uint64_t *steps);
/* Parts of both. */
void wendi_jump_search_clear_queue(wend_search *search, uint64_t first_key);
wend_result wendi_jump_search_finish(wend_search *search);
/** The cost of the path to a jump point, at the costs of all its cells. */
uint64_t wendi_jump_search_sum(const wend_search *search, uint32_t index);
/** The jump point that is known at a cell (py << 16 | px, padded); ~0 if none. */
uint32_t wendi_jump_search_find(const wend_search *search, uint32_t cell);

/** The search node record of a jump point, with or without table. */
typedef struct wendi_jump_view {
    uint64_t *cost;
    uint32_t cell, parent;
    bool is_open;
} wendi_jump_view;

static inline wendi_jump_view wendi_jump_view_of(const wend_search *search, uint32_t index)
{
    const wendi_jump_scratch *jump = &search->jump;
    if (jump->uses_table) {
        wendi_jump_record *record = &jump->records.items[index];
        const wendi_jump_view view = {&record->cost, record->cell, record->parent,
                                      (record->meta & WENDI_JUMP_IS_OPEN) != 0};
        return view;
    }
    wendi_jump_node *node = &jump->nodes.items[index];
    const wendi_jump_view view = {&node->cost, node->cell, node->parent, node->is_open != 0};
    return view;
}

/** Ends a query without a path to a goal: partial if a limit cut it, else none; the answer's node
 * becomes the best slot so far. */
wend_result wendi_search_give_up(wend_search *search, bool is_limit);
/** Ends a query that found its goal or has nothing left to search. */
wend_result wendi_search_finish(wend_search *search);

/** Appends to the order if it is recorded; false without memory. */
static inline bool wendi_search_note_expanded(wend_search *search, uint32_t slot)
{
    return !search->query.records_order || wendi_array_u32_push(&search->order, slot);
}

#endif

/* The parts of a search on a hierarchy.
 *
 *   items     portals 0 ... portal_count-1, then the start, then the goal
 *   route     start -> item -> item ... -> goal, each reached by an arc of the layout or within a cell
 *             of some level
 *   hops      the same on level 1, worked out as far as pieces were taken:
 *             [ within a region | arc | within a region | arc | ... ] */
#ifndef WENDI_ROUTE_HIERARCHY_SEARCH_H
#define WENDI_ROUTE_HIERARCHY_SEARCH_H

#include "route/heuristic/graph.h"
#include "route/heuristic/grid.h"
#include "route/hierarchy/local_search.h"
#include "route/search/trace.h"

/** How an item is reached: below WENDI_HOP_WITHIN the arc of the layout, else within a cell of the
 * level whose index is added to it. */
enum { WENDI_HOP_WITHIN = 0x7FFFFF00 };

typedef struct wendi_route_records {
    uint32_t capacity;
    uint32_t generation;
    uint32_t *stamps; /* [capacity] generation in which the item was reached */
    uint64_t *sums;
    uint32_t *from;
    uint32_t *via;
    wendi_heap heap;
} wendi_route_records;

typedef enum wendi_route_phase {
    WENDI_ROUTE_NONE, /* no query */
    WENDI_ROUTE_START,
    WENDI_ROUTE_GOAL,
    WENDI_ROUTE_EXPAND,
    WENDI_ROUTE_DONE
} wendi_route_phase;

/** Where the next piece begins. */
typedef struct wendi_route_cursor {
    wend_node at;
    size_t hop;               /* hops that the window before took in */
    size_t step;              /* steps of the route that are hops by now */
    wendi_abstract_rect rest; /* around the way from `at` to the last hop; no width: none */
    bool is_over;
} wendi_route_cursor;

struct wend_hierarchy_search {
    wend_allocator allocator;
    const wend_hierarchy *hierarchy;
    uint64_t version; /* of the hierarchy when the query began */
    wendi_route_phase phase;
    wendi_route_records records;
    wendi_local local;
    wendi_array_u64 goal_costs; /* from each portal of the goal's region */
    uint32_t start_region, goal_region;
    wendi_grid_heuristic grid_estimate;
    wendi_graph_heuristic graph_estimate;
    wend_hierarchy_answer answer;
    wendi_array_u32 route, route_via; /* items, and how each is reached from the one before */
    wendi_array_u32 hops, hop_via;    /* items; the start is none of them */
    wendi_array_u32 stack;
    wendi_array_u32 cells;
    wendi_trace trace;
    wendi_route_cursor cursor;
    wend_message error;
};

/** The node of an item. */
wend_node wendi_route_node(const wend_hierarchy_search *search, uint32_t item);
uint32_t wendi_route_region(const wend_hierarchy_search *search, uint32_t item);

/** Begins the pieces at the start. */
void wendi_route_rewind(wend_hierarchy_search *search);

#endif

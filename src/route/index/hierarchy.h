/* A contraction hierarchy: the result of a contraction, laid out for queries.
 *
 *   position   0  1 | 2  3  4  5 ...       the last node that left is 2; 0 and 1 are the core
 *               core  '-- earlier: less important -->
 *
 *   ahead   arcs of a node to nodes before it (in the core: to any of the core)
 *   behind  likewise arcs that lead to the node; the same arrays where all arcs have a twin
 *
 * For any two nodes a cheapest path exists that climbs to smaller positions, crosses the core, and
 * descends. So a query searches from both ends upwards only, and the two meet at the top. A shortcut
 * names the position in its middle, which is lower than both ends; the arcs from one end to the
 * middle and on to the other are among the arcs of the middle. */
#ifndef WENDI_ROUTE_INDEX_HIERARCHY_H
#define WENDI_ROUTE_INDEX_HIERARCHY_H

#include "base/core/heap.h"
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "route/index/contraction.h"

typedef struct wendi_hierarchy_arc {
    uint64_t cost;
    uint32_t target; /* position */
    uint32_t via;    /* edge, or WENDI_SHORTCUT | position */
} wendi_hierarchy_arc;

typedef struct wendi_hierarchy_arcs {
    uint32_t *first; /* [node_count + 1] */
    wendi_hierarchy_arc *items;
    uint32_t count;
} wendi_hierarchy_arcs;

enum { WENDI_AHEAD, WENDI_BEHIND, WENDI_SIDES };

typedef struct wendi_hierarchy {
    uint32_t node_count, core_count;
    uint32_t
        *places; /* of a grid: [node_count] the cell of each position, py << 16 | px; else NULL */
    uint32_t factor; /* of a grid: of its open cells */
    bool is_symmetric;
    uint32_t *nodes;     /* [node_count] position -> node */
    uint32_t *positions; /* [node_count] node -> position */
    wendi_hierarchy_arcs arcs[WENDI_SIDES];
} wendi_hierarchy;

/** Room for a hierarchy with a number of arcs on each side; BEHIND without meaning if symmetric.
 * @return false: no memory; destroy it. */
bool wendi_hierarchy_create(wendi_hierarchy *h, uint32_t node_count, bool is_symmetric,
                            const uint32_t arc_counts[WENDI_SIDES],
                            const wend_allocator *allocator);
/** The layout of a hierarchy, which can be cut. Zeroed = not begun, or done. */
typedef struct wendi_hierarchy_layout {
    wendi_sort_pair *pairs;  /* [2 * longest] */
    uint32_t longest;        /* arcs of a node at most */
    uint32_t side, position; /* next ones */
} wendi_hierarchy_layout;

/** Lays out a finished contraction in up to *steps steps, and counts them down.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (h is empty; call again). */
wend_result wendi_hierarchy_lay_out(wendi_hierarchy_layout *layout, wendi_hierarchy *h,
                                    const wendi_contraction *c, uint64_t *steps);
void wendi_hierarchy_layout_destroy(wendi_hierarchy_layout *layout,
                                    const wend_allocator *allocator);
void wendi_hierarchy_destroy(wendi_hierarchy *h, const wend_allocator *allocator);
size_t wendi_hierarchy_bytes(const wendi_hierarchy *h);
/** Gives the positions of a grid their cells. @param cells [node_count] by node. @return false: no
 * memory. */
bool wendi_hierarchy_place(wendi_hierarchy *h, const uint32_t *cells, uint32_t factor,
                           const wend_allocator *allocator);
/** Checks a hierarchy from a file. @return the mistake; NULL if there is none: then every query
 * ends, and every path of it can be unpacked. */
const char *wendi_hierarchy_check(const wendi_hierarchy *h, uint32_t edge_count);

/** The cost of the path over open ground from one cell to another. */
static inline uint64_t wendi_hierarchy_octile(uint32_t from, uint32_t to, uint32_t factor)
{
    const int32_t x = (int32_t)(from & 0xFFFF) - (int32_t)(to & 0xFFFF);
    const int32_t y = (int32_t)(from >> 16) - (int32_t)(to >> 16);
    const uint64_t dx = (uint64_t)(x < 0 ? -x : x);
    const uint64_t dy = (uint64_t)(y < 0 ? -y : y);
    const uint64_t diagonal = dx < dy ? dx : dy;
    return ((dx + dy - 2 * diagonal) * WEND_COST_ONE + diagonal * WEND_COST_DIAGONAL) * factor;
}

/** The arc from one position to another; NULL if there is none. */
const wendi_hierarchy_arc *wendi_hierarchy_arc_between(const wendi_hierarchy *h, uint32_t from,
                                                       uint32_t to);

/* ---- queries: hierarchy_search.c ---- */

typedef struct wendi_hierarchy_label {
    uint64_t cost;
    uint32_t parent; /* position; itself where a search begins */
    uint32_t stamp;  /* of the query it belongs to */
} wendi_hierarchy_label;

/** Scratch memory of queries. */
typedef struct wendi_hierarchy_search {
    const wendi_hierarchy *hierarchy; /* may be gone when the search is destroyed */
    wend_allocator allocator;
    uint32_t node_count;           /* of it */
    wendi_hierarchy_label *labels; /* [node_count][WENDI_SIDES] */
    wendi_heap heaps[WENDI_SIDES];
    uint32_t stamp;
    uint32_t targets[WENDI_SIDES]; /* of a grid: the cell that each side leads to */
    uint64_t best;                 /* cost of the cheapest path so far */
    uint32_t meeting;              /* the position where its halves meet */
    uint32_t expanded, generated;
    bool is_over; /* a cost of 2^63 or more was met */
    wendi_array_u32 chain;
    wendi_array_u64 stack;
} wendi_hierarchy_search;

/** @return false: no memory; destroy it. */
bool wendi_hierarchy_search_create(wendi_hierarchy_search *s, const wendi_hierarchy *h,
                                   const wend_allocator *allocator);
void wendi_hierarchy_search_destroy(wendi_hierarchy_search *s);
size_t wendi_hierarchy_search_bytes(const wendi_hierarchy_search *s);

/** Begins a query. Of a grid `targets` become the cells of goal and start before any end is added. */
void wendi_hierarchy_search_begin(wendi_hierarchy_search *s);
/** Adds a start (WENDI_AHEAD) or a goal (WENDI_BEHIND), with the cost before or behind it, below
 * 2^62. @return false: no memory. */
bool wendi_hierarchy_search_add(wendi_hierarchy_search *s, uint32_t side, uint32_t position,
                                uint64_t cost);
/** @return WEND_OK (best and meeting are set), WEND_NO_PATH, WEND_ERROR_MEMORY, WEND_ERROR_FULL
 * (the path costs 2^63 or more). */
wend_result wendi_hierarchy_search_run(wendi_hierarchy_search *s);

/** One arc of an unpacked path, in the order from start to goal. @return false: end. */
typedef bool (*wendi_hierarchy_hop_fn)(void *context, uint32_t from, uint32_t to, uint32_t edge);

/** The position at which the path found begins (WENDI_AHEAD) or ends (WENDI_BEHIND). */
uint32_t wendi_hierarchy_search_end(const wendi_hierarchy_search *s, uint32_t side);
/** Lists the original arcs of the path found, by positions. @param start set to its first position.
 * @return WEND_OK, WEND_ERROR_MEMORY (also when `hop` ends it). */
wend_result wendi_hierarchy_search_unpack(wendi_hierarchy_search *s, uint32_t *start,
                                          wendi_hierarchy_hop_fn hop, void *context);

#endif

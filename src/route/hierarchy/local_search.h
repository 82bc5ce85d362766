/* Searches within one region of a graph, and over the portals within one group. */
#ifndef WENDI_ROUTE_HIERARCHY_LOCAL_SEARCH_H
#define WENDI_ROUTE_HIERARCHY_LOCAL_SEARCH_H

#include "base/core/heap.h"
#include "route/hierarchy/local_grid.h"

/** Records of items 0, 1, 2 ...: nodes of a region, or portals of a group. */
typedef struct wendi_local_records {
    uint32_t capacity;
    uint64_t *sums; /* [capacity] infinite: not reached */
    uint32_t *from; /* [capacity] item before it */
    uint32_t *via;  /* [capacity] edge; or arc of the layout, none = within a cell */
    wendi_heap heap;
} wendi_local_records;

/** Scratch of a thread: all that searches within a region or group need. */
struct wendi_local {
    wendi_local_grid grid;
    wendi_local_records records;
};
typedef struct wendi_local wendi_local;

/** Makes room for regions of the hierarchy, and for a number of portals. @return false: no memory.
 */
bool wendi_local_reserve(wendi_local *local, const wend_hierarchy *h, uint32_t portals,
                         const wend_allocator *allocator);
void wendi_local_destroy(wendi_local *local, const wend_allocator *allocator);
size_t wendi_local_bytes(const wendi_local *local);

/** Loads a region; nothing to do for graphs. */
void wendi_local_load(wendi_local *local, const wend_hierarchy *h, uint32_t region);
/** Finds the costs from a node to all of its region, which is loaded, or to it from all. */
void wendi_local_flood(wendi_local *local, const wend_hierarchy *h, wend_node source,
                       bool is_backward);
/** The cost of a node of the region. */
uint64_t wendi_local_cost(const wendi_local *local, const wend_hierarchy *h, wend_node node);

/** Finds a cheapest path over a graph's nodes within a region. @return false: there is none. */
bool wendi_local_find_nodes(wendi_local *local, const wend_hierarchy *h, wend_node source,
                            wend_node target);

/** Finds the costs from a portal to all that lie on borders of cells of the level below, within a
 * cell of a level above 1 (level index 1 or more). @param target stop there; or none. */
void wendi_local_search_portals(wendi_local *local, const wend_hierarchy *h, uint32_t level,
                                uint32_t cell, uint32_t source, uint32_t target);

#endif

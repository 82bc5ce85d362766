/* route/route.h: which windows an order goes through: searches over the portal graph, from sources
 * to the goals, that merge into one tree.
 *
 *    source 0 ---> w ---> w ---> w ---> goal      a step: "in this sector, go to that window", and
 *    source 1 ---> w -----^                       what comes next; sources share the steps where
 *                                                 their ways meet
 *
 * Source: merging A* after Emerson (Game AI Pro, ch. 23): the first source is searched as usual;
 * for further ones a window that already is on a way counts as a goal with its known cost, and is
 * taken where that costs at most a given part more than the best way.
 *
 * The search goes backwards from the goals, so that all sources share what it found. A way over
 * windows costs at most 1 + 1 / n as much as the best one over the portal graph (sectors of n
 * cells) and two steps more: by so much an open diagonal from middle to middle of sides is dearer
 * than the straight one, and a search that did not count on that would look at thousands of windows
 * to the left and right of it. Ways that take long to find are planned over groups of sectors first
 * (route/clusters.h) and then keep to those and the ones around. */
#ifndef WENDI_FLOW_ROUTE_ROUTE_H
#define WENDI_FLOW_ROUTE_ROUTE_H

#include "base/core/array.h"
#include "flow/portals/portal_graph.h"

/** No step: behind the last one, or a source without a way. */
#define WENDI_STEP_NONE UINT32_MAX
/** The window of a step that leads to a goal in its own sector. */
#define WENDI_PORTAL_GOAL UINT32_MAX

typedef struct wendi_sector_cell {
    uint32_t sector;
    uint8_t x, y; /* in the sector */
} wendi_sector_cell;

typedef struct wendi_route_step {
    uint32_t sector;
    uint32_t window; /* the sector's window to leave by, or WENDI_PORTAL_GOAL */
    uint32_t next;   /* index of the next step, WENDI_STEP_NONE for the last */
    uint32_t cost;   /* units of 1/12 step from the portal to the goal by the next steps; 0 for the
                        last; falls from step to step; saturates */
} wendi_route_step;

typedef struct wendi_route {
    wendi_route_step *steps; /* [step_count] in the order they were found */
    uint32_t *first;         /* [source_count] each source's first step or WENDI_STEP_NONE */
    uint32_t *visited;       /* [visited_count] sectors whose pages were looked at, ascending,
                                each once: as long as none of them changes, and no link of the class,
                                neither does this */
    uint32_t step_count, source_count, visited_count;
} wendi_route;

typedef struct wendi_router wendi_router; /* scratch memory of searches; one at a time */

wend_result wendi_router_create(const wendi_sector_map *map, double merge_slack, int32_t group_size,
                                const wend_allocator *allocator, wendi_router **router);
void wendi_router_destroy(wendi_router *router);
size_t wendi_router_memory_bytes(const wendi_router *router);

/** Begins. Places must be open to the class, portals fresh; both arrays must stay valid until it
 * ends, and no portals be built until then. Portals must outlive the router. The result is a
 * function of map, goals and sources in their order; equal places and places in a sector's part
 * that already has a step cost next to nothing.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_router_begin(wendi_router *router, const wendi_portal_graph *portals,
                               const wendi_sector_cell *goals, size_t goal_count,
                               const wendi_sector_cell *sources, size_t source_count);
/** Goes on for up to *steps windows, and counts them down.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (begin anew). */
wend_result wendi_router_run(wendi_router *router, uint64_t *steps);
/** Takes the result out; the caller frees it. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_router_get_route(wendi_router *router, wendi_route *route);
void wendi_route_free(wendi_route *route, const wend_allocator *allocator);

#endif

/* The portals on the routes of a request: searches over the portal graph, from the sources
 * to the goals, that merge into one tree.
 *
 *    source 0 ---> p ---> p ---> p ---> goal    A step is "in this sector, go to that portal",
 *    source 1 ---> p -----^                     and the step that follows. Sources share the
 *                                               steps from where their routes meet.
 *
 * Source: merging A* after Emerson (Game AI Pro, ch. 23). The first source is searched as usual.
 * For further ones a portal that is on a route already counts as a goal with its known cost, and is
 * taken if the route costs at most a given fraction more than the best one.
 *
 * The search runs backwards from the goals, so that all sources share its results. A route costs at
 * most (1 + 3/16) (1 + 1 / n) as much as the best one over the portal graph (sectors of n cells) and
 * two steps more. The first factor: estimates are enlarged by that much where walls are on the way, so
 * that the search does not expand most portals of the map. The second: by so much an open diagonal from
 * middle to middle of sides is longer than the straight one, and a search without this tolerance
 * would expand thousands of portals on both sides of it. Routes that take long to find are searched
 * over clusters of sectors first (clusters.h), and then only in those and the ones around. */
#ifndef WENDI_FLOW_ROUTE_ROUTE_H
#define WENDI_FLOW_ROUTE_ROUTE_H

#include "base/core/array.h"
#include "flow/portals/portal_graph.h"

/** No step: after the last one, or for a source without a route. */
#define WENDI_STEP_NONE UINT32_MAX
/** The portal of a step that leads to a goal in its own sector. */
#define WENDI_PORTAL_GOAL UINT32_MAX

typedef struct wendi_sector_cell {
    uint32_t sector;
    uint8_t x, y; /* in the sector */
} wendi_sector_cell;

typedef struct wendi_route_step {
    uint32_t sector;
    uint32_t portal; /* the sector's portal to leave by, or WENDI_PORTAL_GOAL */
    uint32_t next;   /* index of the next step, WENDI_STEP_NONE for the last */
    uint32_t cost;   /* units of 1/12 step from the portal's node to the goal by the following
                      * steps; 0 for the last; decreases from step to step; saturates */
} wendi_route_step;

typedef struct wendi_route {
    wendi_route_step *steps; /* [step_count] in order of creation */
    uint32_t *first;         /* [source_count] each source's first step or WENDI_STEP_NONE */
    uint32_t *visited;       /* [visited_count] sectors whose pages were read, ascending, each
                              * once: as long as none of them changes, and no link of the class,
                              * the route does not change either */
    uint32_t step_count, source_count, visited_count;
} wendi_route;

typedef struct wendi_router wendi_router; /* scratch memory of searches; one at a time */

wend_result wendi_router_create(const wendi_sector_map *map, double merge_slack,
                                int32_t cluster_size, const wend_allocator *allocator,
                                wendi_router **router);
void wendi_router_destroy(wendi_router *router);
size_t wendi_router_memory_bytes(const wendi_router *router);

/** Begins a search. Endpoints must be open to the class, the graph fresh; both arrays must stay
 * valid until the search ends, and no graph may be built until then. Graphs must outlive the
 * router. The result is a function of map, goals and sources in their order; equal sources, and
 * sources in a component that already has a step, take next to no time.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_router_begin(wendi_router *router, const wendi_portal_graph *graph,
                               const wendi_sector_cell *goals, size_t goal_count,
                               const wendi_sector_cell *sources, size_t source_count);
/** By a clock searches also stop within a step that takes long; the result is the same. False at
 * first. */
void wendi_router_set_by_clock(wendi_router *router, bool is_by_clock);
/** Continues for up to *steps portals, and counts them down.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (begin again). */
wend_result wendi_router_run(wendi_router *router, uint64_t *steps);
/** Copies the result; the caller frees it. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_router_get_route(wendi_router *router, wendi_route *route);
void wendi_route_free(wendi_route *route, const wend_allocator *allocator);

#endif

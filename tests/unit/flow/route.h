/* Routes over the portals of small maps. */
#ifndef TEST_UNIT_FLOW_ROUTE_H
#define TEST_UNIT_FLOW_ROUTE_H

#include "flow/route/route_private.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/flow.h"
#include "wend/overlay.h"

#include <string.h>

enum { SECTOR = 10, FLOORS_MAX = 2 };

typedef struct scene {
    wend_grid *grids[FLOORS_MAX];
    const wend_grid *floors[FLOORS_MAX];
    uint32_t floor_count;
    wendi_sector_map map;
    wendi_portal_graph *graph;
    wendi_router *router;
    wendi_route route;
} scene;

static inline wend_allocator libc_allocator(void)
{
    return wend_grid_def_default().allocator;
}

static inline wend_grid *open_grid(int32_t width, int32_t height, int32_t sector_size)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.sector_size = sector_size;
    return grids_make(def);
}

static inline void build(scene *s)
{
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_detect_changes(s->graph), WEND_OK);
    assert_int_equal(wendi_portal_graph_build(s->graph, NULL, &steps), WEND_OK);
}

/* The grids then belong to the scene. */
static inline void begin_on(scene *s, wend_grid *ground, wend_grid *above,
                            const wend_flow_join *joins, uint32_t join_count, int32_t cluster_size)
{
    const wend_allocator allocator = libc_allocator();
    const wend_flow_class class = {0, WEND_TEAM_NONE, 0, WEND_LAYER_JAM};
    wend_flow_def def = {0};
    memset(s, 0, sizeof *s);
    s->floors[0] = s->grids[0] = ground;
    s->floors[1] = s->grids[1] = above;
    def.floors = s->floors;
    def.floor_count = above == NULL ? 1 : 2;
    def.joins = joins;
    def.join_count = join_count;
    assert_int_equal(wendi_sector_map_create(&def, &allocator, &s->map, NULL), WEND_OK);
    assert_int_equal(wendi_portal_graph_create(&s->map, &class, 0, &allocator, &s->graph, NULL),
                     WEND_OK);
    build(s);
    assert_int_equal(wendi_router_create(&s->map, 0.05, cluster_size, &allocator, &s->router),
                     WEND_OK);
}

static inline void end(scene *s)
{
    const wend_allocator allocator = libc_allocator();
    wendi_route_free(&s->route, &allocator);
    wendi_router_destroy(s->router);
    wendi_portal_graph_destroy(s->graph);
    wendi_sector_map_destroy(&s->map, &allocator);
    for (int i = 0; i < FLOORS_MAX; ++i) {
        wend_grid_destroy(s->grids[i]);
    }
}

static inline wendi_sector_cell place_on(const scene *s, uint32_t floor, int32_t x, int32_t y)
{
    const uint32_t sector = wendi_sector_map_sector_at(&s->map, floor, x, y);
    const wendi_sector_bounds at = wendi_sector_map_bounds(&s->map, sector);
    return (wendi_sector_cell){sector, (uint8_t)(x - at.x), (uint8_t)(y - at.y)};
}

static inline wendi_sector_cell place(const scene *s, int32_t x, int32_t y)
{
    return place_on(s, 0, x, y);
}

static const wendi_route *ask(scene *s, const wendi_sector_cell *goals, size_t goal_count,
                              const wendi_sector_cell *sources, size_t source_count)
{
    const wend_allocator allocator = libc_allocator();
    uint64_t steps = UINT64_MAX;
    wendi_route_free(&s->route, &allocator);
    assert_int_equal(
        wendi_router_begin(s->router, s->graph, goals, goal_count, sources, source_count), WEND_OK);
    assert_int_equal(wendi_router_run(s->router, &steps), WEND_OK);
    assert_int_equal(wendi_router_get_route(s->router, &s->route), WEND_OK);
    return &s->route;
}

/* The route of the first source to one goal: the number of its steps, the last one included. */
static inline uint32_t steps_between(scene *s, int32_t x, int32_t y, int32_t goal_x, int32_t goal_y)
{
    const wendi_sector_cell source = place(s, x, y);
    const wendi_sector_cell goal = place(s, goal_x, goal_y);
    const wendi_route *route = ask(s, &goal, 1, &source, 1);
    uint32_t count = 0;
    for (uint32_t i = route->first[0]; i != WENDI_STEP_NONE; i = route->steps[i].next) {
        ++count;
    }
    return count;
}

static const wendi_route_step *step_of(const wendi_route *route, size_t source)
{
    assert_true(route->first[source] < route->step_count);
    return &route->steps[route->first[source]];
}

static inline uint32_t last_sector(const wendi_route *route, size_t source)
{
    uint32_t i = route->first[source];
    assert_true(i != WENDI_STEP_NONE);
    while (route->steps[i].next != WENDI_STEP_NONE) {
        i = route->steps[i].next;
    }
    assert_true(route->steps[i].portal == WENDI_PORTAL_GOAL);
    return route->steps[i].sector;
}

#endif

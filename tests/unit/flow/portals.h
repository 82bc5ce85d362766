/* A grid, a map of it and the portals of a class. */
#ifndef TEST_UNIT_FLOW_PORTALS_H
#define TEST_UNIT_FLOW_PORTALS_H

#include "flow/portals/portal_graph.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/flow.h"
#include "wend/overlay.h"

#include <string.h>

static const wend_allocator HEAP = {NULL, NULL};

static inline wend_flow_class plain_class(void)
{
    return (wend_flow_class){0, WEND_TEAM_NONE, 0, WEND_LAYER_JAM};
}

/* A grid, a map of it and the portals of a class. */
typedef struct scene {
    wend_grid *grid;
    wendi_sector_map map;
    wendi_portal_graph *graph;
} scene;

static inline void build(wendi_portal_graph *graph)
{
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_build(graph, NULL, &steps), WEND_OK);
    assert_true(wendi_portal_graph_is_fresh(graph));
}

/* The portals point into the map, so a scene stays where it is. */
static inline void scene_of(scene *s, wend_grid *grid, const wend_flow_join *joins,
                            uint32_t join_count, double radius)
{
    s->grid = grid;
    wend_flow_def def;
    memset(&def, 0, sizeof def);
    def.grid = grid;
    def.joins = joins;
    def.join_count = join_count;
    assert_int_equal(wendi_sector_map_create(&def, &HEAP, &s->map, NULL), WEND_OK);
    const wend_flow_class agent = {0, WEND_TEAM_NONE, radius, WEND_LAYER_JAM};
    assert_int_equal(wendi_portal_graph_create(&s->map, &agent, 0, &HEAP, &s->graph, NULL),
                     WEND_OK);
}

static inline void built_scene(scene *s, int32_t width, int32_t height)
{
    scene_of(s, grids_open(width, height), NULL, 0, 0);
    build(s->graph);
}

static inline void scene_free(scene *s)
{
    wendi_portal_graph_destroy(s->graph);
    wendi_sector_map_destroy(&s->map, &HEAP);
    wend_grid_destroy(s->grid);
}

static inline wendi_portal_graph_info info_of(const scene *s)
{
    return wendi_portal_graph_get_info(s->graph);
}

/* ---- edits ---- */

/* True if every sector equals that of a new portal graph. */
static inline void check_fresh(const scene *s, double radius)
{
    const wend_flow_class agent = {0, WEND_TEAM_NONE, radius, WEND_LAYER_JAM};
    wendi_portal_graph *fresh;
    assert_int_equal(wendi_portal_graph_create(&s->map, &agent, 0, &HEAP, &fresh, NULL), WEND_OK);
    build(fresh);
    assert_int_equal(wendi_portal_graph_hash(s->graph, 0), wendi_portal_graph_hash(fresh, 0));
    for (uint32_t i = 0; i < s->map.sector_count; ++i) {
        const wendi_sector_bounds place = wendi_sector_map_bounds(&s->map, i);
        const wendi_tile_shape shape = wendi_tile_shape_of(place.width, place.height);
        assert_memory_equal(wendi_portal_graph_cost_tile(s->graph, i).cost,
                            wendi_portal_graph_cost_tile(fresh, i).cost, (size_t)shape.count);
    }
    wendi_portal_graph_destroy(fresh);
}

#endif

/* The ranges of worlds, as the headers document them: grids, graphs, levels, meshes, links and stamps. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <string.h>

static wend_result use_pool_def(const range_trial *t)
{
    wend_pool_def def = wend_pool_def_default();
    t->set(&def, t->range, t->value);
    wend_pool *it;
    const wend_result result = wend_pool_create(&def, &it);
    wend_pool_destroy(it);
    return result;
}

static wend_result use_clearance_def(const range_trial *t)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
    wend_clearance *it;
    const wend_result result = wend_clearance_create(&def, &it);
    wend_clearance_destroy(it);
    return result;
}

static wend_result use_grid_walls_def(const range_trial *t)
{
    const wend_grid_walls_layer layers[WEND_GRID_WALLS_LAYERS_MAX + 1] = {
        {0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 8, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 8, 0}};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = t->world->grid;
    def.layers = layers;
    def.layer_count = 1;
    t->set(&def, t->range, t->value);
    wend_grid_walls *it;
    const wend_result result = wend_grid_walls_create(&def, &it);
    wend_grid_walls_destroy(it);
    return result;
}

static wend_result use_graph_def(const range_trial *t)
{
    wend_graph_def def = wend_graph_def_default();
    t->set(&def, t->range, t->value);
    wend_graph *it;
    const wend_result result = wend_graph_create(&def, &it);
    wend_graph_destroy(it);
    return result;
}

static wend_result use_graph_node(const range_trial *t)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node;
    t->set(&def, t->range, t->value);
    return wend_graph_add_node(t->world->graph, &def, &node);
}

static wend_result use_graph_edge(const range_trial *t)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = 0;
    def.to = 1;
    uint32_t edge;
    t->set(&def, t->range, t->value);
    return wend_graph_add_edge(t->world->graph, &def, &edge);
}

static wend_result use_graph_build_def(const range_trial *t)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    const wend_vec2 points[2] = {{1, 1}, {2, 2}};
    def.points = points;
    def.point_count = 2;
    t->set(&def, t->range, t->value);
    wend_graph *it;
    const wend_result result = wend_graph_build_visibility(t->world->walls, &def, &it);
    wend_graph_destroy(it);
    return result;
}

static wend_result use_grid_def(const range_trial *t)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 2;
    def.height = 2;
    def.neighbours = WEND_NEIGHBOURS_6;
    t->set(&def, t->range, t->value);
    wend_grid *it;
    const wend_result result = wend_grid_create(&def, &it);
    wend_grid_destroy(it);
    return result;
}

static wend_result use_islands_def(const range_trial *t)
{
    wend_islands_def def = wend_islands_def_default();
    def.grid = t->world->grid;
    def.clearance = strcmp(t->range->field, "team") == 0 ? NULL : t->world->clearance;
    t->set(&def, t->range, t->value);
    wend_islands *it;
    const wend_result result = wend_islands_create(&def, &it);
    wend_islands_destroy(it);
    return result;
}

static wend_items *two_items(double cell_size)
{
    wend_items_def def = wend_items_def_default();
    def.cell_size = cell_size;
    wend_items *items = NULL;
    (void)wend_items_create(&def, &items);
    return items;
}

static wend_result use_items_def(const range_trial *t)
{
    wend_items_def def = wend_items_def_default();
    t->set(&def, t->range, t->value);
    wend_items *it;
    const wend_result result = wend_items_create(&def, &it);
    wend_items_destroy(it);
    return result;
}

static wend_result use_item(const range_trial *t)
{
    wend_items *items = two_items(8);
    wend_item item = wend_item_default();
    wend_item_id id;
    t->set(&item, t->range, t->value);
    const wend_result result = wend_items_add(items, &item, &id);
    wend_items_destroy(items);
    return result;
}

static wend_result use_items_query(const range_trial *t)
{
    wend_items *items = two_items(8);
    const wend_item item = wend_item_default();
    wend_items_query query = wend_items_query_default();
    wend_item_id id;
    size_t count;
    (void)wend_items_add(items, &item, &id);
    t->set(&query, t->range, t->value);
    const wend_result result =
        wend_items_in_circle(items, item.position, 1, &query, &id, 1, &count);
    wend_items_destroy(items);
    return result;
}

static wend_result use_level_grid_def(const range_trial *t)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 1;
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
    t->set(&def, t->range, t->value);
    wend_grid *it;
    const wend_result result = wend_level_build_grid(t->world->level, &def, &it);
    wend_grid_destroy(it);
    return result;
}

static wend_result use_link_def(const range_trial *t)
{
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 0;
    def.to = 3;
    t->set(&def, t->range, t->value);
    return wend_grid_add_link(t->world->grid, &def, &id, NULL);
}

static wend_result use_mesh_link(const range_trial *t)
{
    wend_mesh_link def = wend_mesh_link_default();
    wend_mesh_link_id id;
    def.from = wend_mesh_location_at(1, 1, 0);
    def.to = wend_mesh_location_at(2, 2, 0);
    t->set(&def, t->range, t->value);
    return wend_mesh_add_link(t->world->mesh, &def, &id, NULL);
}

static wend_result use_overlay_def(const range_trial *t)
{
    wend_overlay_def def = wend_overlay_def_default();
    wend_overlay_id id;
    t->set(&def, t->range, t->value);
    return wend_grid_add_overlay(t->world->grid, &def, &id, NULL);
}

static wend_result use_graph_overlay_def(const range_trial *t)
{
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_overlay_id id;
    t->set(&def, t->range, t->value);
    return wend_graph_add_overlay(t->world->graph, &def, &id, NULL);
}

static wend_result use_mesh_overlay_def(const range_trial *t)
{
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    wend_overlay_id id;
    t->set(&def, t->range, t->value);
    return wend_mesh_add_overlay(t->world->mesh, &def, &id, NULL);
}

static wend_result add_obstacle(const range_trial *t, wend_mesh_obstacle_shape shape)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.shape = shape;
    t->set(&def, t->range, t->value);
    return wend_mesh_add_obstacle(t->world->mesh, &def, &id, NULL);
}

static wend_result use_circle_obstacle(const range_trial *t)
{
    return add_obstacle(t, WEND_MESH_OBSTACLE_CIRCLE);
}

static wend_result use_box_obstacle(const range_trial *t)
{
    return add_obstacle(t, WEND_MESH_OBSTACLE_BOX);
}

/* Any shape: a triangle is set up for polygons. */
static wend_result use_obstacle_shape(const range_trial *t)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.corners[1].x = def.corners[2].y = 1;
    t->set(&def, t->range, t->value);
    def.corner_count = def.shape == WEND_MESH_OBSTACLE_POLYGON ? 3 : def.corner_count;
    return wend_mesh_add_obstacle(t->world->mesh, &def, &id, NULL);
}

static wend_result use_stamp_def(const range_trial *t)
{
    wend_stamp_def def = wend_stamp_def_default();
    static uint8_t costs[2 * 1024];
    memset(costs, 0, sizeof costs);
    costs[0] = 3;
    wend_stamp_id id;
    def.width = 1;
    def.height = 1;
    def.costs = costs;
    t->set(&def, t->range, t->value);
    return wend_grid_add_stamp(t->world->grid, &def, &id, NULL);
}

static wend_result use_slope_def(const range_trial *t)
{
    wend_slope_def def = wend_slope_def_default();
    const float heights[4] = {0, 1, 0, 0};
    uint8_t costs[4];
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
    t->set(&def, t->range, t->value);
    return wend_terrain_costs_from_heights(&def, heights, 2, 2, costs);
}

static wend_result use_graph_near(const range_trial *t)
{
    wend_graph_nearest_query def = wend_graph_nearest_query_default();
    const wend_walls_def around = wend_walls_def_default();
    wend_walls *walls;
    wend_walls_create(&around, &walls);
    wend_walls_add_segment(walls, (wend_vec2){0, 9}, (wend_vec2){9, 9}, WEND_STOPS_WALK, 0, NULL);
    def.walls = walls;
    t->set(&def, t->range, t->value);
    wend_node found = wend_graph_nearest(t->world->graph, (wend_vec2){0, 0}, &def);
    const bool may_find_none =
        def.cookie == wend_graph_nearest_query_default().cookie &&
        (strcmp(t->range->field, "tag") == 0 || strcmp(t->range->field, "height") == 0);
    wend_walls_destroy(walls);
    return found != WEND_NODE_NONE || (may_find_none && !isnan(t->value)) ? WEND_OK
                                                                          : WEND_ERROR_ARGUMENT;
}

static wend_result use_mesh_def(const range_trial *t)
{
    static const wend_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t corners[3] = {0, 1, 2};
    static const uint32_t sizes[1] = {3};
    wend_mesh_def def = wend_mesh_def_default();
    wend_mesh *it;
    def.points = points;
    def.point_count = 3;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = 1;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_create(&def, &it, NULL);
    wend_mesh_destroy(it);
    return result;
}

static wend_result use_mesh_outlines(const range_trial *t)
{
    static const wend_vec2 points[6] = {{0, 0}, {4, 0}, {0, 4}, {1, 1}, {2, 1}, {1, 2}};
    static const uint32_t sizes[2] = {3, 3};
    wend_mesh_outlines def = wend_mesh_outlines_default();
    wend_mesh *it;
    def.points = points;
    def.sizes = sizes;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_build(&def, &it, NULL);
    wend_mesh_destroy(it);
    return result;
}

static wend_result use_mesh_grid_def(const range_trial *t)
{
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    wend_grid *it;
    def.cell_size = 1;
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_to_grid(t->world->mesh, &def, &it);
    wend_grid_destroy(it);
    return result;
}

/* Small, but for the field that is set. */
static wend_result use_mesh_tiles_def(const range_trial *t)
{
    wend_mesh_tiles_def def = wend_mesh_tiles_def_default();
    wend_mesh *it;
    def.max_tiles = 1;
    def.max_polygons = 1;
    def.max_corners = 3;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_create_tiles(&def, &it);
    wend_mesh_destroy(it);
    return result;
}

static const range rows[] = {
    {FIELD(wend_pool_def, thread_count), RANGE_UINT32, 0, 256, use_pool_def, RANGE_COSTLY_HIGH},
    {FIELD(wend_clearance_def, max_clearance), RANGE_INT32, 1, 64, use_clearance_def, 0},
    {FIELD(wend_items_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1073741824.0, use_items_def, 0},
    {PART(wend_item, position, position.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_item, 0},
    {PART(wend_item, position, position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_item, 0},
    {PART(wend_item, position, position.z), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_item, 0},
    {FIELD(wend_item, tag), RANGE_UINT32, 0, UINT32_MAX, use_item,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_item, user), RANGE_UINT64, 0, 18446744073709549568.0, use_item,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_items_query, tag), RANGE_UINT32, 0, UINT32_MAX, use_items_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_items_query, tag_mask), RANGE_UINT32, 0, UINT32_MAX, use_items_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_items_query, agent), RANGE_UINT64, 0, 18446744073709549568.0, use_items_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_items_query, max_distance), RANGE_DOUBLE, 0, (double)INFINITY, use_items_query, 0},
    {FIELD(wend_items_query, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_items_query, 0},
    {FIELD(wend_graph_def, cell_size), RANGE_DOUBLE, 0, 1073741824.0, use_graph_def, 0},
    {FIELD(wend_graph_node, height), RANGE_DOUBLE, -1073741824.0, 1073741824.0, use_graph_node, 0},
    {FIELD(wend_graph_edge, cost), RANGE_UINT64, 0, 281474976710656.0, use_graph_edge, 0},
    {FIELD(wend_graph_edge, factor), RANGE_DOUBLE, 1.0 / 256, 65536, use_graph_edge, 0},
    {FIELD(wend_graph_build_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_graph_build_def,
     0},
    {FIELD(wend_graph_build_def, max_edge_length), RANGE_DOUBLE, 0, (double)INFINITY,
     use_graph_build_def, 0},
    {FIELD(wend_grid_def, width), RANGE_INT32, 1, 16384, use_grid_def, 0},
    {FIELD(wend_grid_def, height), RANGE_INT32, 1, 16384, use_grid_def, 0},
    {FIELD(wend_grid_def, sector_size), RANGE_INT32, 8, 32, use_grid_def, 0},
    {FIELD(wend_grid_def, class_count), RANGE_INT32, 1, 32, use_grid_def, 0},
    {FIELD(wend_grid_def, cost), RANGE_UINT8, 1, 255, use_grid_def, RANGE_ANY_ABOVE},
    {FIELD(wend_grid_def, hex_layout), RANGE_INT32, 0, 3, use_grid_def, 0},
    {FIELD(wend_grid_def, wrap), RANGE_INT32, 0, 3, use_grid_def, 0},
    {FIELD(wend_grid_def, corner_rule), RANGE_INT32, 0, 2, use_grid_def, 0},
    {FIELD(wend_islands_def, size), RANGE_INT32, 1, 16, use_islands_def, 0},
    {FIELD(wend_islands_def, radius), RANGE_DOUBLE, 0, 16, use_islands_def, 0},
    {FIELD(wend_level_grid_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_level_grid_def,
     0},
    {FIELD(wend_link_def, cost), RANGE_UINT64, 1, 281474976710656.0, use_link_def, 0},
    {FIELD(wend_mesh_link, cost), RANGE_DOUBLE, 0, 1073741824.0, use_mesh_link, 0},
    {FIELD(wend_mesh_obstacle_def, shape), RANGE_INT32, 0, 2, use_obstacle_shape, 0},
    {FIELD(wend_mesh_obstacle_def, radius), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_circle_obstacle,
     0},
    {FIELD(wend_mesh_obstacle_def, half_width), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_box_obstacle,
     0},
    {FIELD(wend_mesh_obstacle_def, half_depth), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_box_obstacle,
     0},
    {FIELD(wend_mesh_obstacle_def, angle), RANGE_DOUBLE, -1048576, 1048576, use_box_obstacle, 0},
    {FIELD(wend_mesh_obstacle_def, corner_count), RANGE_UINT32, 8, WEND_MESH_OBSTACLE_CORNERS_MAX,
     use_circle_obstacle, 0},
    {FIELD(wend_mesh_obstacle_def, low), RANGE_DOUBLE, -(double)INFINITY, 9, use_circle_obstacle,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_obstacle_def, high), RANGE_DOUBLE, -9, (double)INFINITY, use_circle_obstacle,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_obstacle_def, user), RANGE_UINT64, 0, 18446744073709549568.0,
     use_circle_obstacle, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_tiles_def, max_tiles), RANGE_UINT32, 1, WEND_MESH_TILES_MAX,
     use_mesh_tiles_def, 0},
    {FIELD(wend_mesh_tiles_def, max_polygons), RANGE_UINT32, 1, 1048576, use_mesh_tiles_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_mesh_tiles_def, max_corners), RANGE_UINT32, 3, 4194304, use_mesh_tiles_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_mesh_tiles_def, cell_size), RANGE_DOUBLE, 0, 1073741824.0, use_mesh_tiles_def, 0},
    {FIELD(wend_overlay_def, keep), RANGE_DOUBLE, 0, 1, use_overlay_def, 0},
    {FIELD(wend_overlay_def, max_value), RANGE_UINT32, 1, 65535, use_overlay_def, 0},
    {FIELD(wend_overlay_def, layers), RANGE_UINT32, 0, UINT32_MAX, use_overlay_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_overlay_def, keep), RANGE_DOUBLE, 0, 1, use_mesh_overlay_def, 0},
    {FIELD(wend_mesh_overlay_def, max_value), RANGE_UINT32, 1, WEND_MESH_OVERLAY_VALUE_MAX,
     use_mesh_overlay_def, 0},
    {FIELD(wend_mesh_overlay_def, layers), RANGE_UINT32, 0, UINT32_MAX, use_mesh_overlay_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_overlay_def, keep), RANGE_DOUBLE, 0, 1, use_graph_overlay_def, 0},
    {FIELD(wend_graph_overlay_def, max_value), RANGE_UINT32, 1, WEND_GRAPH_OVERLAY_VALUE_MAX,
     use_graph_overlay_def, 0},
    {FIELD(wend_graph_overlay_def, layers), RANGE_UINT32, 0, UINT32_MAX, use_graph_overlay_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_stamp_def, width), RANGE_INT32, 1, 1024, use_stamp_def, 0},
    {FIELD(wend_stamp_def, height), RANGE_INT32, 1, 1024, use_stamp_def, 0},
    {FIELD(wend_stamp_def, cost), RANGE_UINT8, 1, 255, use_stamp_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_stamp_def, quarter_turns), RANGE_INT32, 0, 3, use_stamp_def, 0},
    {FIELD(wend_slope_def, per_slope), RANGE_DOUBLE, 0, 253, use_slope_def, 0},
    {FIELD(wend_grid_walls_def, layer_count), RANGE_UINT32, 1, WEND_GRID_WALLS_LAYERS_MAX,
     use_grid_walls_def, 0},
    {FIELD(wend_grid_walls_def, team), RANGE_UINT32, 0, 31, use_grid_walls_def, 0},
    {FIELD(wend_grid_walls_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_grid_walls_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_clearance_def, movement_class), RANGE_UINT32, 0, 0, use_clearance_def, 0},
    {FIELD(wend_clearance_def, team), RANGE_UINT32, 0, 31, use_clearance_def, 0},
    {FIELD(wend_clearance_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_clearance_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_islands_def, movement_class), RANGE_UINT32, 0, 0, use_islands_def, 0},
    {FIELD(wend_islands_def, team), RANGE_UINT32, 0, 31, use_islands_def, 0},
    {FIELD(wend_islands_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_islands_def,
     RANGE_ANY_ABOVE},
    {PART(wend_graph_node, position, position.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_graph_node, 0},
    {PART(wend_graph_node, position, position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_graph_node, 0},
    {FIELD(wend_graph_node, tag), RANGE_UINT32, 0, UINT32_MAX, use_graph_node,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_node, user), RANGE_UINT64, 0, 18446744073709549568.0, use_graph_node,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_edge, from), RANGE_UINT32, 0, 0, use_graph_edge, 0},
    {FIELD(wend_graph_edge, to), RANGE_UINT32, 1, 1, use_graph_edge, RANGE_STALE_ABOVE},
    {FIELD(wend_graph_edge, behaviour), RANGE_UINT32, 0, UINT32_MAX, use_graph_edge,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_edge, flags), RANGE_UINT32, 0, UINT32_MAX, use_graph_edge,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_edge, user), RANGE_UINT64, 0, 18446744073709549568.0, use_graph_edge,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_nearest_query, max_distance), RANGE_DOUBLE, 0, (double)INFINITY,
     use_graph_near, 0},
    {FIELD(wend_graph_nearest_query, tag), RANGE_UINT32, 0, UINT32_MAX, use_graph_near,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_nearest_query, height), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_graph_near, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_nearest_query, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_graph_near, 0},
    {FIELD(wend_graph_nearest_query, radius), RANGE_DOUBLE, 0, DBL_MAX, use_graph_near,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_graph_nearest_query, stops), RANGE_UINT32, 0, UINT32_MAX, use_graph_near,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_build_def, stops), RANGE_UINT32, 0, UINT32_MAX, use_graph_build_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_graph_build_def, point_count), RANGE_SIZE, 0, 2, use_graph_build_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_graph_build_def, spacing), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_graph_build_def, 0},
    {FIELD(wend_graph_build_def, corners), RANGE_INT32, 0, 1, use_graph_build_def, 0},
    {FIELD(wend_graph_build_def, max_nodes), RANGE_SIZE, 2, 18446744073709549568.0,
     use_graph_build_def, RANGE_ANY_ABOVE | RANGE_FULL_BELOW},
    {FIELD(wend_grid_def, neighbours), RANGE_INT32, 4, 4, use_grid_def, 0},
    {FIELD(wend_grid_def, neighbours), RANGE_INT32, 6, 6, use_grid_def, 0},
    {FIELD(wend_grid_def, neighbours), RANGE_INT32, 8, 8, use_grid_def, 0},
    {FIELD(wend_grid_def, cell_size), RANGE_DOUBLE, DBL_TRUE_MIN, DBL_MAX / 2, use_grid_def, 0},
    {PART(wend_grid_def, origin, origin.x), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_grid_def, 0},
    {PART(wend_grid_def, origin, origin.y), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_grid_def, 0},
    {FIELD(wend_level_grid_def, cell_size), RANGE_DOUBLE, 1.0 / 64, WEND_COORDINATE_MAX,
     use_level_grid_def, RANGE_ANY_BELOW},
    {FIELD(wend_level_grid_def, cell_size), RANGE_DOUBLE, 4, 4, use_level_grid_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_level_grid_def, neighbours), RANGE_INT32, 4, 4, use_level_grid_def, 0},
    {FIELD(wend_level_grid_def, neighbours), RANGE_INT32, 6, 6, use_level_grid_def, 0},
    {FIELD(wend_level_grid_def, neighbours), RANGE_INT32, 8, 8, use_level_grid_def, 0},
    {FIELD(wend_level_grid_def, hex_layout), RANGE_INT32, 0, 3, use_level_grid_def, 0},
    {FIELD(wend_link_def, from), RANGE_UINT32, 0, 15, use_link_def, 0},
    {FIELD(wend_link_def, to), RANGE_UINT32, 1, 15, use_link_def, RANGE_ANY_BELOW},
    {FIELD(wend_link_def, class_mask), RANGE_UINT32, 0, UINT32_MAX, use_link_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_link_def, team_mask), RANGE_UINT32, 0, UINT32_MAX, use_link_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_link_def, behaviour), RANGE_UINT32, 0, UINT32_MAX, use_link_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_link_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_link_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_link, behaviour), RANGE_UINT32, 0, UINT32_MAX, use_mesh_link,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_link, flags), RANGE_UINT32, 0, UINT32_MAX, use_mesh_link,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_link, user), RANGE_UINT64, 0, 18446744073709549568.0, use_mesh_link,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_def, point_count), RANGE_SIZE, 3, 3, use_mesh_def, RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_def, polygon_count), RANGE_SIZE, 1, 1, use_mesh_def, RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_def, weld), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_def,
     RANGE_COSTLY_HIGH},
    {FIELD(wend_mesh_def, cell_size), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_def, 0},
    {FIELD(wend_mesh_outlines, outline_count), RANGE_SIZE, 1, 2, use_mesh_outlines,
     RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_grid_def, cell_size), RANGE_DOUBLE, 1, WEND_COORDINATE_MAX, use_mesh_grid_def,
     RANGE_ANY_BELOW},
    {FIELD(wend_mesh_grid_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_grid_def, 0},
    {FIELD(wend_mesh_grid_def, max_slope), RANGE_DOUBLE, 0, (double)INFINITY, use_mesh_grid_def, 0},
    {FIELD(wend_mesh_grid_def, low), RANGE_DOUBLE, -(double)INFINITY, 9, use_mesh_grid_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_grid_def, high), RANGE_DOUBLE, -9, (double)INFINITY, use_mesh_grid_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_grid_def, neighbours), RANGE_INT32, 4, 4, use_mesh_grid_def, 0},
    {FIELD(wend_mesh_grid_def, neighbours), RANGE_INT32, 6, 6, use_mesh_grid_def, 0},
    {FIELD(wend_mesh_grid_def, neighbours), RANGE_INT32, 8, 8, use_mesh_grid_def, 0},
    {FIELD(wend_mesh_grid_def, hex_layout), RANGE_INT32, 0, 3, use_mesh_grid_def, 0},
    {FIELD(wend_overlay_def, class_mask), RANGE_UINT32, 0, UINT32_MAX, use_overlay_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_stamp_def, x), RANGE_INT32, 0, 3, use_stamp_def, 0},
    {FIELD(wend_stamp_def, y), RANGE_INT32, 0, 3, use_stamp_def, 0},
    {FIELD(wend_stamp_def, layer_count), RANGE_INT32, 1, 1, use_stamp_def, 0},
    {FIELD(wend_stamp_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_stamp_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_slope_def, cell_size), RANGE_DOUBLE, DBL_TRUE_MIN, DBL_MAX, use_slope_def, 0},
    {FIELD(wend_slope_def, max_slope), RANGE_DOUBLE, 0, DBL_MAX, use_slope_def, 0},
    {FIELD(wend_slope_def, neighbours), RANGE_INT32, 4, 4, use_slope_def, 0},
    {FIELD(wend_slope_def, neighbours), RANGE_INT32, 6, 6, use_slope_def, 0},
    {FIELD(wend_slope_def, neighbours), RANGE_INT32, 8, 8, use_slope_def, 0},
    {FIELD(wend_slope_def, hex_layout), RANGE_INT32, 0, 3, use_slope_def, 0},
};

const range_list ranges_world = {rows, sizeof rows / sizeof *rows};

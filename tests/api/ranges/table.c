/* table.c: the ranges as the headers document them, and the tiny worlds that definitions are used
 * in. */
#include "ranges.h"

#include <math.h>
#include <string.h>

/* ---- a tiny world, and what moves in it ---- */

static wend_grid *a_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = 4;
    def.height = 4;
    wend_grid_create(&def, &grid);
    return grid;
}

static wend_walls *some_walls(void)
{
    const wend_walls_def def = wend_walls_def_default();
    const wend_vec2 a = {0, 0};
    const wend_vec2 b = {9, 0};
    wend_walls *walls;
    wend_walls_create(&def, &walls);
    wend_walls_add_segment(walls, a, b, WEND_STOPS_WALK, 0, NULL);
    return walls;
}

static wend_graph *a_graph(void)
{
    const wend_graph_def def = wend_graph_def_default();
    wend_graph_node node = wend_graph_node_default();
    wend_graph *graph;
    wend_node made;
    wend_graph_create(&def, &graph);
    wend_graph_add_node(graph, &node, &made);
    node.position.x = 1;
    wend_graph_add_node(graph, &node, &made);
    return graph;
}

static wend_level *a_level(void)
{
    const wend_level_region region = {0, 3, 0, 0};
    const wend_vec2 outline[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    wend_level *level;
    uint32_t index;
    wend_level_create(NULL, &level);
    wend_level_add_region(level, &region, &index);
    wend_level_add_outline(level, outline, 4, index, WEND_REGION_NONE);
    return level;
}

static wend_mesh *a_mesh(const wend_level *level)
{
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh *mesh;
    wend_level_build_mesh(level, &def, &mesh, NULL);
    return mesh;
}

static wend_path *a_path(void)
{
    const wend_vec2 points[3] = {{1, 1}, {2, 1}, {2, 2}};
    wend_path *path;
    wend_path_create(NULL, &path);
    wend_path_from_points(path, points, 3);
    return path;
}

struct range_world {
    wend_grid *grid;
    wend_walls *walls;
    wend_graph *graph;
    wend_level *level;
    wend_mesh *mesh;
    wend_path *path;
    wend_clearance *clearance;     /* of the grid */
    wend_search *search;           /* of the grid */
    wend_space *graph_space;       /* of the graph */
    wend_mesh_space *mesh_space;   /* of the mesh */
    wend_mesh_search *mesh_search; /* of its space */
};

static void make(range_world *w)
{
    wend_clearance_def clearance = wend_clearance_def_default();
    wend_search_def search = wend_search_def_default();
    wend_space_def space = wend_space_def_default();
    wend_mesh_space_def mesh_space = wend_mesh_space_def_default();
    w->grid = a_grid();
    w->walls = some_walls();
    w->graph = a_graph();
    w->level = a_level();
    w->mesh = a_mesh(w->level);
    w->path = a_path();
    clearance.grid = w->grid;
    search.grid = w->grid;
    space.graph = w->graph;
    mesh_space.mesh = w->mesh;
    wend_clearance_create(&clearance, &w->clearance);
    wend_search_create(&search, &w->search);
    wend_space_create(&space, &w->graph_space);
    wend_mesh_space_create(&mesh_space, &w->mesh_space);
    wend_mesh_search_create(w->mesh_space, NULL, &w->mesh_search);
}

static void destroy(const range_world *w)
{
    wend_mesh_search_destroy(w->mesh_search);
    wend_mesh_space_destroy(w->mesh_space);
    wend_space_destroy(w->graph_space);
    wend_search_destroy(w->search);
    wend_clearance_destroy(w->clearance);
    wend_path_destroy(w->path);
    wend_mesh_destroy(w->mesh);
    wend_level_destroy(w->level);
    wend_graph_destroy(w->graph);
    wend_walls_destroy(w->walls);
    wend_grid_destroy(w->grid);
}

wend_result range_try(const range *r, double value, range_set_fn set)
{
    range_world world;
    const range_trial trial = {r, value, set, &world};
    make(&world);
    const wend_result result = r->use(&trial);
    destroy(&world);
    return result;
}

static void apply(const range_trial *t, void *def)
{
    t->set(def, t->range, t->value);
}

static wend_result find(const range_trial *t, wend_query *query)
{
    query->start = 0;
    query->goal = 15;
    return wend_search_find(t->world->search, query);
}

/* ---- definitions in use ---- */

static wend_result use_pool_def(const range_trial *t)
{
    wend_pool_def def = wend_pool_def_default();
    apply(t, &def);
    wend_pool *it;
    const wend_result result = wend_pool_create(&def, &it);
    wend_pool_destroy(it);
    return result;
}

static wend_result use_clearance_def(const range_trial *t)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = t->world->grid;
    apply(t, &def);
    wend_clearance *it;
    const wend_result result = wend_clearance_create(&def, &it);
    wend_clearance_destroy(it);
    return result;
}

static wend_result use_crowd_def(const range_trial *t)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.body_limit = 8;
    apply(t, &def);
    wend_crowd *it;
    wend_result result = wend_crowd_create(&def, &it);
    if (result == WEND_OK) {
        wend_body_def body = wend_body_def_default();
        result = wend_crowd_add(it, &body, NULL);
        body.position.x = 1;
        wend_crowd_add(it, &body, NULL);
        result = result == WEND_OK ? wend_crowd_tick(it) : result;
    }
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_body_def(const range_trial *t)
{
    wend_body_def def = wend_body_def_default();
    wend_crowd_def crowd = wend_crowd_def_default();
    wend_crowd *it;
    wend_crowd_create(&crowd, &it);
    apply(t, &def);
    wend_result result = wend_crowd_add(it, &def, NULL);
    result = result == WEND_OK ? wend_crowd_tick(it) : result;
    wend_crowd_destroy(it);
    return result;
}

static wend_result use_flow_def(const range_trial *t)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = t->world->grid;
    apply(t, &def);
    wend_flow *it;
    wend_result result = wend_flow_create(&def, &it);
    result = result == WEND_OK ? wend_flow_update(it, NULL) : result;
    wend_flow_destroy(it);
    return result;
}

static wend_result use_graph_def(const range_trial *t)
{
    wend_graph_def def = wend_graph_def_default();
    apply(t, &def);
    wend_graph *it;
    const wend_result result = wend_graph_create(&def, &it);
    wend_graph_destroy(it);
    return result;
}

static wend_result use_graph_node(const range_trial *t)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node;
    apply(t, &def);
    return wend_graph_add_node(t->world->graph, &def, &node);
}

static wend_result use_graph_edge(const range_trial *t)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = 0;
    def.to = 1;
    uint32_t edge;
    apply(t, &def);
    return wend_graph_add_edge(t->world->graph, &def, &edge);
}

static wend_result use_graph_build_def(const range_trial *t)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    const wend_vec2 points[2] = {{1, 1}, {2, 2}};
    def.points = points;
    def.point_count = 2;
    apply(t, &def);
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
    apply(t, &def);
    wend_grid *it;
    const wend_result result = wend_grid_create(&def, &it);
    wend_grid_destroy(it);
    return result;
}

static wend_result use_islands_def(const range_trial *t)
{
    wend_islands_def def = wend_islands_def_default();
    def.grid = t->world->grid;
    def.clearance = t->world->clearance;
    apply(t, &def);
    wend_islands *it;
    const wend_result result = wend_islands_create(&def, &it);
    wend_islands_destroy(it);
    return result;
}

static wend_result use_level_grid_def(const range_trial *t)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 1;
    apply(t, &def);
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
    apply(t, &def);
    return wend_grid_add_link(t->world->grid, &def, &id, NULL);
}

static wend_result use_mesh_link(const range_trial *t)
{
    wend_mesh_link def = wend_mesh_link_default();
    wend_mesh_link_id id;
    def.from = wend_mesh_place_at(1, 1, 0);
    def.to = wend_mesh_place_at(2, 2, 0);
    apply(t, &def);
    return wend_mesh_add_link(t->world->mesh, &def, &id, NULL);
}

static wend_result use_mesh_query(const range_trial *t)
{
    wend_mesh_query def = wend_mesh_query_default();
    def.start = wend_mesh_place_at(1, 1, 0);
    def.goal = wend_mesh_place_at(2, 2, 0);
    if (strcmp(t->range->field, "noise") == 0) {
        def.method = WEND_MESH_METHOD_MIDPOINT;
    }
    apply(t, &def);
    return wend_mesh_search_find(t->world->mesh_search, &def);
}

static wend_result use_overlay_def(const range_trial *t)
{
    wend_overlay_def def = wend_overlay_def_default();
    wend_overlay_id id;
    apply(t, &def);
    return wend_grid_add_overlay(t->world->grid, &def, &id, NULL);
}

static wend_result use_path_walls(const range_trial *t)
{
    wend_path_walls def = wend_path_walls_default();
    def.walls = t->world->walls;
    apply(t, &def);
    return wend_path_smooth_walls(t->world->path, &def);
}

static wend_result use_path_rounding(const range_trial *t)
{
    wend_path_rounding def = wend_path_rounding_default();
    def.turn_radius = 0.25;
    apply(t, &def);
    return wend_path_round(t->world->path, &def, NULL);
}

static wend_result use_space_def(const range_trial *t)
{
    wend_space_def def = wend_space_def_default();
    def.grid = t->world->grid;
    apply(t, &def);
    wend_space *it;
    const wend_result result = wend_space_create(&def, &it);
    wend_space_destroy(it);
    return result;
}

static wend_result use_turning(const range_trial *t)
{
    wend_turning def = wend_turning_default();
    apply(t, &def);
    wend_query query = wend_query_default();
    query.turning = &def;
    return find(t, &query);
}

static wend_result use_query(const range_trial *t)
{
    wend_query def = wend_query_default();
    def.method =
        strcmp(t->range->field, "weight") == 0 ? WEND_METHOD_ASTAR_WEIGHTED : WEND_METHOD_ASTAR;
    apply(t, &def);
    return find(t, &def);
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
    apply(t, &def);
    return wend_grid_place_stamp(t->world->grid, &def, &id, NULL);
}

static wend_result use_slope_def(const range_trial *t)
{
    wend_slope_def def = wend_slope_def_default();
    const float heights[4] = {0, 1, 0, 0};
    uint8_t costs[4];
    apply(t, &def);
    return wend_terrain_costs_from_heights(&def, heights, 2, 2, costs);
}

static wend_result use_ways_def(const range_trial *t)
{
    wend_ways_def def = wend_ways_def_default();
    def.space = t->world->graph_space;
    apply(t, &def);
    wend_ways *it;
    const wend_result result = wend_ways_create(&def, &it);
    wend_ways_destroy(it);
    return result;
}

const range ranges[] = {
    {"wend_pool_def", "thread_count", offsetof(wend_pool_def, thread_count), RANGE_UINT32, 0, 256,
     use_pool_def, RANGE_COSTLY_HIGH},
    {"wend_clearance_def", "most", offsetof(wend_clearance_def, most), RANGE_INT32, 1, 64,
     use_clearance_def, 0},
    {"wend_crowd_def", "body_limit", offsetof(wend_crowd_def, body_limit), RANGE_UINT32, 1,
     16777216, use_crowd_def, RANGE_COSTLY_HIGH},
    {"wend_crowd_def", "step", offsetof(wend_crowd_def, step), RANGE_DOUBLE, 1.0 / 240, 0.25,
     use_crowd_def, 0},
    {"wend_crowd_def", "reach", offsetof(wend_crowd_def, reach), RANGE_DOUBLE, 1, 64, use_crowd_def,
     0},
    {"wend_crowd_def", "stuck_margin", offsetof(wend_crowd_def, stuck_margin), RANGE_DOUBLE, 1, 100,
     use_crowd_def, 0},
    {"wend_body_def", "radius", offsetof(wend_body_def, radius), RANGE_DOUBLE, 1e-6, 1,
     use_body_def, RANGE_ANY_BELOW},
    {"wend_body_def", "speed", offsetof(wend_body_def, speed), RANGE_DOUBLE, 0, 100, use_body_def,
     0},
    {"wend_body_def", "mass", offsetof(wend_body_def, mass), RANGE_DOUBLE, 1e-6, 1e9, use_body_def,
     0},
    {"wend_flow_def", "margin", offsetof(wend_flow_def, margin), RANGE_INT32, 0, 4, use_flow_def,
     0},
    {"wend_flow_def", "merge_slack", offsetof(wend_flow_def, merge_slack), RANGE_DOUBLE, 0, 1,
     use_flow_def, 0},
    {"wend_flow_def", "group_size", offsetof(wend_flow_def, group_size), RANGE_INT32, 2, 32,
     use_flow_def, RANGE_ANY_BELOW},
    {"wend_graph_def", "cell_size", offsetof(wend_graph_def, cell_size), RANGE_DOUBLE, 0,
     1073741824.0, use_graph_def, 0},
    {"wend_graph_node", "height", offsetof(wend_graph_node, height), RANGE_DOUBLE, -1073741824.0,
     1073741824.0, use_graph_node, 0},
    {"wend_graph_edge", "cost", offsetof(wend_graph_edge, cost), RANGE_UINT64, 0, 281474976710656.0,
     use_graph_edge, 0},
    {"wend_graph_edge", "factor", offsetof(wend_graph_edge, factor), RANGE_DOUBLE, 1.0 / 256, 65536,
     use_graph_edge, 0},
    {"wend_graph_build_def", "radius", offsetof(wend_graph_build_def, radius), RANGE_DOUBLE, 0, 0,
     use_graph_build_def, RANGE_ANY_ABOVE},
    {"wend_graph_build_def", "edge_most", offsetof(wend_graph_build_def, edge_most), RANGE_DOUBLE,
     0, (double)INFINITY, use_graph_build_def, 0},
    {"wend_grid_def", "width", offsetof(wend_grid_def, width), RANGE_INT32, 1, 16384, use_grid_def,
     0},
    {"wend_grid_def", "height", offsetof(wend_grid_def, height), RANGE_INT32, 1, 16384,
     use_grid_def, 0},
    {"wend_grid_def", "sector_size", offsetof(wend_grid_def, sector_size), RANGE_INT32, 8, 32,
     use_grid_def, 0},
    {"wend_grid_def", "class_count", offsetof(wend_grid_def, class_count), RANGE_INT32, 1, 32,
     use_grid_def, 0},
    {"wend_grid_def", "cost", offsetof(wend_grid_def, cost), RANGE_UINT8, 1, 255, use_grid_def,
     RANGE_ANY_ABOVE},
    {"wend_grid_def", "hex_layout", offsetof(wend_grid_def, hex_layout), RANGE_INT32, 0, 3,
     use_grid_def, 0},
    {"wend_grid_def", "wrap", offsetof(wend_grid_def, wrap), RANGE_INT32, 0, 3, use_grid_def, 0},
    {"wend_grid_def", "corner_rule", offsetof(wend_grid_def, corner_rule), RANGE_INT32, 0, 2,
     use_grid_def, 0},
    {"wend_islands_def", "size", offsetof(wend_islands_def, size), RANGE_INT32, 1, 16,
     use_islands_def, 0},
    {"wend_islands_def", "radius", offsetof(wend_islands_def, radius), RANGE_DOUBLE, 0, 16,
     use_islands_def, 0},
    {"wend_level_grid_def", "radius", offsetof(wend_level_grid_def, radius), RANGE_DOUBLE, 0, 0,
     use_level_grid_def, RANGE_ANY_ABOVE},
    {"wend_link_def", "cost", offsetof(wend_link_def, cost), RANGE_UINT64, 1, 281474976710656.0,
     use_link_def, 0},
    {"wend_mesh_link", "cost", offsetof(wend_mesh_link, cost), RANGE_DOUBLE, 0, 1073741824.0,
     use_mesh_link, 0},
    {"wend_mesh_query", "radius", offsetof(wend_mesh_query, radius), RANGE_DOUBLE, 0, 0,
     use_mesh_query, RANGE_ANY_ABOVE},
    {"wend_mesh_query", "noise", offsetof(wend_mesh_query, noise), RANGE_DOUBLE, 0, 10,
     use_mesh_query, 0},
    {"wend_overlay_def", "keep", offsetof(wend_overlay_def, keep), RANGE_DOUBLE, 0, 1,
     use_overlay_def, 0},
    {"wend_overlay_def", "most", offsetof(wend_overlay_def, most), RANGE_UINT32, 1, 65535,
     use_overlay_def, 0},
    {"wend_path_walls", "radius", offsetof(wend_path_walls, radius), RANGE_DOUBLE, 0, 0,
     use_path_walls, RANGE_ANY_ABOVE},
    {"wend_path_walls", "factor", offsetof(wend_path_walls, factor), RANGE_DOUBLE, 1.0 / 256, 65536,
     use_path_walls, 0},
    {"wend_path_rounding", "error", offsetof(wend_path_rounding, error), RANGE_DOUBLE, 0.0001, 0.25,
     use_path_rounding, 0},
    {"wend_path_rounding", "radius", offsetof(wend_path_rounding, radius), RANGE_DOUBLE, 0, 0,
     use_path_rounding, RANGE_ANY_ABOVE},
    {"wend_path_rounding", "factor", offsetof(wend_path_rounding, factor), RANGE_DOUBLE, 1.0 / 256,
     65536, use_path_rounding, 0},
    {"wend_space_def", "size", offsetof(wend_space_def, size), RANGE_INT32, 1, 64, use_space_def,
     0},
    {"wend_space_def", "radius", offsetof(wend_space_def, radius), RANGE_DOUBLE, 0, 64,
     use_space_def, 0},
    {"wend_turning", "cost", offsetof(wend_turning, cost), RANGE_UINT64, 0, 1099511627776.0,
     use_turning, 0},
    {"wend_query", "weight", offsetof(wend_query, weight), RANGE_DOUBLE, 1, 1000, use_query, 0},
    {"wend_query", "noise", offsetof(wend_query, noise), RANGE_DOUBLE, 0, 10, use_query, 0},
    {"wend_stamp_def", "width", offsetof(wend_stamp_def, width), RANGE_INT32, 1, 1024,
     use_stamp_def, 0},
    {"wend_stamp_def", "height", offsetof(wend_stamp_def, height), RANGE_INT32, 1, 1024,
     use_stamp_def, 0},
    {"wend_stamp_def", "quarter_turns", offsetof(wend_stamp_def, quarter_turns), RANGE_INT32, 0, 3,
     use_stamp_def, 0},
    {"wend_slope_def", "per_slope", offsetof(wend_slope_def, per_slope), RANGE_DOUBLE, 0, 253,
     use_slope_def, 0},
    {"wend_ways_def", "radius", offsetof(wend_ways_def, radius), RANGE_DOUBLE, 0, 0, use_ways_def,
     RANGE_ANY_ABOVE},
    {"wend_ways_def", "factor", offsetof(wend_ways_def, factor), RANGE_DOUBLE, 1.0 / 256, 65536,
     use_ways_def, 0},
    {"wend_ways_def", "reach", offsetof(wend_ways_def, reach), RANGE_DOUBLE, 0, (double)INFINITY,
     use_ways_def, 0},
    {"wend_ways_def", "height_most", offsetof(wend_ways_def, height_most), RANGE_DOUBLE, 0,
     (double)INFINITY, use_ways_def, 0},
};
const size_t range_count = sizeof ranges / sizeof *ranges;

const unbounded_fields unbounded[] = {
    {"wend_bake_def",
     " points point_count indices triangle_count areas is_y_up is_two_sided cell_size cell_height "
     "agent_height agent_radius climb slope_deg partition island_cells merge_cells edge_cells "
     "edge_error corners_per_polygon tile_cells factors executor allocator message"},
    {"wend_pool_def", " allocator"},
    {"wend_clearance_def", " grid movement_class team allocator message"},
    {"wend_crowd_def", " floors floor_count grid walls classes class_count radius_most horizon "
                       "seed flow route_source jam_grid stuck_plan executor allocator message"},
    {"wend_body_def", " position floor heading speed_most acceleration turn_rate turn_radius "
                      "crowd_class layer avoids touches group priority user"},
    {"wend_zone_def", " kind floor low high centre radius velocity layers"},
    {"wend_flow_def",
     " grid floors floor_count joins join_count classes class_count integration is_fine has_angles "
     "has_sight memory_limit age_limit executor allocator message"},
    {"wend_flow_request_def", " flow_class goals goal_count areas area_count sources source_count "
                              "covers_all seeds arrival_radius user"},
    {"wend_formation_def", " shape slots slot_count files spacing is_narrowing is_waiting user"},
    {"wend_graph_def", " allocator message"},
    {"wend_graph_node", " position tag user"},
    {"wend_graph_edge", " from to follows_length is_two_way is_open behaviour flags user"},
    {"wend_graph_near", " most tag height height_most walls radius stops looked_at"},
    {"wend_graph_build_def",
     " stops points point_count spacing corners reduces node_most executor allocator message"},
    {"wend_grid_def", " neighbours cell_size origin allocator message"},
    {"wend_map_options",
     " format neighbours hex_layout wrap corner_rule cell_size glyph_cost use_glyph_cost colours "
     "colour_count entry data_folder tile_property open open_context allocator message"},
    {"wend_picture_def", " format low high pixels_per_metre allocator message"},
    {"wend_level_options", " format entry step_most gap_least opens_doors uses_lifts "
                           "movement_class team map allocator message"},
    {"wend_mesh_options", " format up weld factors cell_size is_strict allocator message"},
    {"wend_islands_def", " grid movement_class team clearance allocator message"},
    {"wend_level_grid_def", " cell_size neighbours hex_layout allocator message"},
    {"wend_level_mesh_def", " merges keeps_regions allocator message"},
    {"wend_link_def", " from to is_two_way is_open class_mask team_mask behaviour user"},
    {"wend_mesh_def", " points point_count corners sizes polygon_count neighbours areas flags "
                      "factors weld cell_size is_strict allocator message"},
    {"wend_mesh_outlines",
     " points sizes outline_count is_hole areas factors merges is_strict allocator message"},
    {"wend_mesh_grid_def",
     " cell_size radius slope low high neighbours hex_layout allocator message"},
    {"wend_mesh_link", " from to is_two_way is_open behaviour flags user"},
    {"wend_mesh_space_def", " mesh flags_required flags_refused factors allocator message"},
    {"wend_mesh_query", " start goal_kind goal goals goal_count is_goal user method corners "
                        "max_steps max_length noise_seed"},
    {"wend_overlay_def", " class_mask"},
    {"wend_path_walls", " walls stops smoothing keeps user"},
    {"wend_path_rounding", " turn_radius walls stops keeps user"},
    {"wend_space_def",
     " grid graph flags_required flags_refused behaviour_factors behaviour_count movement_class "
     "team clearance islands has_jump_table executor allocator message"},
    {"wend_turning", " most_parts start_heading goal_heading fewest_turns"},
    {"wend_query", " start goal_kind goal goals goal_count is_goal method heuristic estimate user "
                   "max_steps max_cost max_depth noise_seed turning record_order"},
    {"wend_search_def", " space grid movement_class team allocator message"},
    {"wend_stamp_def", " x y costs layer_count is_mirrored user"},
    {"wend_table_def", " space has_costs node_most executor allocator message"},
    {"wend_slope_def", " cell_size steepest neighbours hex_layout"},
    {"wend_walls_def", " allocator message"},
    {"wend_ways_def", " space mesh walls stops nodes_most allocator message"},
    {"wend_way_query", " from goal_kind to places place_count tag is_goal user shape method "
                       "mesh_method corners is_searched"},
};
const size_t unbounded_count = sizeof unbounded / sizeof *unbounded;

/* Every argument of every call as NULL, one after the other: an error, an empty answer, or no
 * effect where the argument is optional. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/formation.h"
#include "wend/graph_build.h"
#include "wend/io.h"
#include "wend/io_world.h"
#include "wend/level.h"
#include "wend/link.h"
#include "wend/mesh.h"
#include "wend/mesh_search.h"
#include "wend/overlay.h"
#include "wend/search.h"
#include "wend/table.h"
#include "wend/walls.h"

#include <math.h>

#define REFUSES(call) assert_int_equal(call, WEND_ERROR_ARGUMENT)

static const wend_vec2 one = {1, 1};
static const wend_vec2 two = {2, 2};
static const double nan_value = (double)NAN;

static wend_walls *a_walls(void)
{
    wend_walls *walls = walls_empty();
    walls_add(walls, one, (wend_vec2){5, 1}, WEND_STOPS_ALL);
    return walls;
}

static wend_level *a_level(void)
{
    const wend_level_region region = {0, 3, 0, 0};
    const wend_vec2 outline[4] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    uint32_t index = 0;
    wend_level *level = levels_empty();
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, outline, 4, index, WEND_REGION_NONE), WEND_OK);
    return level;
}

static wend_mesh *a_mesh(void)
{
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_level *level = a_level();
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, NULL), WEND_OK);
    wend_level_destroy(level);
    return mesh;
}

static void last_failures_of_no_object_are_empty(void **state)
{
    (void)state;
    assert_string_equal(wend_clearance_error(NULL), "");
    assert_string_equal(wend_crowd_error(NULL), "");
    assert_string_equal(wend_flow_error(NULL), "");
    assert_string_equal(wend_graph_error(NULL), "");
    assert_string_equal(wend_grid_error(NULL), "");
    assert_string_equal(wend_islands_error(NULL), "");
    assert_string_equal(wend_level_error(NULL), "");
    assert_string_equal(wend_mesh_error(NULL), "");
    assert_string_equal(wend_mesh_search_error(NULL), "");
    assert_string_equal(wend_mesh_space_error(NULL), "");
    assert_string_equal(wend_search_error(NULL), "");
    assert_string_equal(wend_space_error(NULL), "");
    assert_string_equal(wend_walls_error(NULL), "");
    assert_string_equal(wend_pathfinder_error(NULL), "");
}

/* ---- world ---- */

static void walls_refuse_null_and_places_that_are_none(void **state)
{
    (void)state;
    const wend_vec2 none = {nan_value, 0};
    wend_walls *walls = a_walls();
    wend_wall_id ids[2];
    wend_wall_hit hits[2];
    size_t count = 7;
    REFUSES(wend_walls_list(NULL, ids, 2, &count));
    assert_int_equal(count, 0);
    REFUSES(wend_walls_list(walls, NULL, 2, &count));
    REFUSES(wend_walls_list(walls, ids, 2, NULL));
    REFUSES(wend_walls_query_circle(NULL, one, 3, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_circle(walls, one, 3, WEND_STOPS_ALL, NULL, 2, &count));
    REFUSES(wend_walls_query_circle(walls, one, 3, WEND_STOPS_ALL, ids, 2, NULL));
    REFUSES(wend_walls_query_circle(walls, one, nan_value, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_circle(walls, none, 3, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_box(NULL, one, two, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_box(walls, one, two, WEND_STOPS_ALL, NULL, 2, &count));
    REFUSES(wend_walls_query_box(walls, one, two, WEND_STOPS_ALL, ids, 2, NULL));
    REFUSES(wend_walls_query_box(walls, none, two, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_box(walls, one, none, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_box(walls, two, (wend_vec2){3, 1}, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_query_box(walls, two, (wend_vec2){1, 3}, WEND_STOPS_ALL, ids, 2, &count));
    REFUSES(wend_walls_draw(walls, NULL));
    REFUSES(wend_walls_remove(NULL, (wend_wall_id){1, 1}));
    REFUSES(wend_walls_set_stops(NULL, (wend_wall_id){1, 1}, 0));
    REFUSES(wend_walls_add_segment(NULL, one, two, WEND_STOPS_ALL, 0, NULL));
    REFUSES(wend_walls_add_polygon(NULL, &one, 1, WEND_STOPS_ALL, 0, NULL));
    assert_int_equal(wend_walls_rays(walls, one, NULL, 2, WEND_STOPS_ALL, hits), 0);
    assert_int_equal(wend_walls_rays(walls, one, &two, 1, WEND_STOPS_ALL, NULL), 0);
    assert_false(wend_walls_can_see(NULL, one, two, WEND_STOPS_ALL));
    assert_false(wend_walls_can_see(walls, none, two, WEND_STOPS_ALL));
    assert_false(wend_walls_can_see(walls, one, none, WEND_STOPS_ALL));
    assert_false(wend_walls_can_walk(NULL, one, two, 0, WEND_STOPS_ALL));
    assert_false(wend_walls_can_walk(walls, none, two, 0, WEND_STOPS_ALL));
    assert_false(wend_walls_can_walk(walls, one, none, 0, WEND_STOPS_ALL));
    assert_false(wend_walls_nearest(NULL, one, 1, WEND_STOPS_ALL, hits));
    assert_false(wend_walls_nearest(walls, none, 1, WEND_STOPS_ALL, hits));
    assert_false(wend_walls_nearest(walls, one, nan_value, WEND_STOPS_ALL, hits));
    wend_walls_destroy(walls);
}

static void levels_refuse_null(void **state)
{
    (void)state;
    const wend_vec2 outline[3] = {{0, 0}, {9, 0}, {9, 9}};
    const wend_level_region region = {0, 3, 0, 0};
    const wend_level_line line = {{0, 0}, {1, 0}, 0, WEND_REGION_NONE, WEND_STOPS_ALL, 0};
    const wend_level_item item = {.position = {1, 1}};
    const wend_level_teleport teleport = {.from = {1, 1}, .to = {2, 2}};
    wend_level *level = a_level();
    wend_level *made = NULL;
    wend_walls *walls = NULL;
    wend_grid *grid = NULL;
    wend_graph *graph = NULL;
    wend_vec2 corner;
    uint32_t index;
    REFUSES(wend_level_add_region(NULL, &region, &index));
    REFUSES(wend_level_add_region(level, NULL, &index));
    REFUSES(wend_level_add_line(NULL, &line, &index));
    REFUSES(wend_level_add_line(level, NULL, &index));
    REFUSES(wend_level_add_item(NULL, &item, &index));
    REFUSES(wend_level_add_item(level, NULL, &index));
    REFUSES(wend_level_add_teleport(NULL, &teleport, &index));
    REFUSES(wend_level_add_teleport(level, NULL, &index));
    REFUSES(wend_level_add_outline(NULL, outline, 3, 0, WEND_REGION_NONE));
    REFUSES(wend_level_add_outline(level, NULL, 3, 0, WEND_REGION_NONE));
    REFUSES(wend_level_build_walls(NULL, NULL, &walls));
    REFUSES(wend_level_build_walls(level, NULL, NULL));
    REFUSES(wend_level_build_grid(level, NULL, &grid));
    const wend_level_grid_def grid_def = wend_level_grid_def_default();
    REFUSES(wend_level_build_grid(level, &grid_def, NULL));
    const wend_graph_build_def def = wend_graph_build_def_default();
    REFUSES(wend_level_build_graph(NULL, WEND_GRAPH_VISIBILITY, &def, &graph));
    REFUSES(wend_level_build_graph(level, WEND_GRAPH_VISIBILITY, NULL, &graph));
    REFUSES(wend_level_build_graph(level, WEND_GRAPH_VISIBILITY, &def, NULL));
    REFUSES(wend_level_from_grid(NULL, 0, 0, &made, NULL));
    REFUSES(wend_level_from_mesh(NULL, &made, NULL));
    assert_true(wend_level_bounds(level, NULL, &corner));
    assert_true(wend_level_bounds(level, &corner, NULL));
    wend_grid *from = grids_open(4, 4);
    REFUSES(wend_level_from_grid(from, 0, 0, NULL, NULL));
    wend_mesh *mesh = a_mesh();
    REFUSES(wend_level_from_mesh(mesh, NULL, NULL));
    wend_mesh_destroy(mesh);
    wend_grid_destroy(from);
    wend_level_destroy(level);
}

static void meshes_refuse_null_and_places_that_are_none(void **state)
{
    (void)state;
    const wend_mesh_link_id none = {1, 1};
    const wend_mesh_location centre = wend_mesh_location_at(1, 1, 0);
    wend_mesh *mesh = a_mesh();
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id = {7, 7};
    wend_mesh_location place;
    wend_mesh_hit hit;
    wend_walls *walls = NULL;
    wend_grid *grid = NULL;
    uint8_t byte;
    size_t count = 7;
    link.from = centre;
    link.to = wend_mesh_location_at(2, 2, 0);
    REFUSES(wend_mesh_add_link(NULL, &link, &id, NULL));
    assert_int_equal(id.index1, 0);
    REFUSES(wend_mesh_add_link(NULL, &link, NULL, NULL));
    REFUSES(wend_mesh_add_link(mesh, NULL, &id, NULL));
    REFUSES(wend_mesh_get_link(NULL, none, &link));
    REFUSES(wend_mesh_get_link(mesh, none, NULL));
    REFUSES(wend_mesh_remove_link(NULL, none));
    REFUSES(wend_mesh_set_link(NULL, none, &link, NULL));
    REFUSES(wend_mesh_list_links(NULL, &id, 1, &count));
    REFUSES(wend_mesh_list_links(mesh, NULL, 1, &count));
    REFUSES(wend_mesh_list_links(mesh, &id, 1, NULL));
    REFUSES(wend_mesh_draw(mesh, NULL));
    REFUSES(wend_mesh_set_area(NULL, 0, 1));
    REFUSES(wend_mesh_set_flags(NULL, 0, 1));
    REFUSES(wend_mesh_set_open(NULL, 0, true));
    REFUSES(wend_mesh_set_factor(NULL, 0, 1));
    REFUSES(wend_mesh_save(NULL, &byte, 1, &count));
    REFUSES(wend_mesh_save(mesh, NULL, 1, &count));
    REFUSES(wend_mesh_save(mesh, &byte, 1, NULL));
    REFUSES(wend_mesh_walls(NULL, WEND_STOPS_ALL, NULL, &walls));
    REFUSES(wend_mesh_walls(mesh, WEND_STOPS_ALL, NULL, NULL));
    REFUSES(wend_mesh_random_location(NULL, 1, 1, 1, &place));
    REFUSES(wend_mesh_random_location(mesh, 1, 1, 1, NULL));
    REFUSES(wend_mesh_random_near(NULL, centre, 1, 1, 1, 1, &place));
    REFUSES(wend_mesh_random_near(mesh, centre, 1, 1, 1, 1, NULL));
    REFUSES(wend_mesh_random_near(mesh, centre, nan_value, 1, 1, 1, &place));
    REFUSES(wend_mesh_move(NULL, centre, 2, 2, &place));
    REFUSES(wend_mesh_move(mesh, centre, nan_value, 2, &place));
    REFUSES(wend_mesh_move(mesh, centre, 2, nan_value, &place));
    assert_false(wend_mesh_ray(NULL, centre, 2, 2, &hit));
    assert_false(wend_mesh_ray(mesh, centre, nan_value, 2, &hit));
    assert_false(wend_mesh_ray(mesh, centre, 2, nan_value, &hit));
    const wend_mesh_grid_def def = wend_mesh_grid_def_default();
    REFUSES(wend_mesh_to_grid(NULL, &def, &grid));
    REFUSES(wend_mesh_to_grid(mesh, NULL, &grid));
    REFUSES(wend_mesh_to_grid(mesh, &def, NULL));
    wend_mesh_destroy(mesh);
}

static void overlays_and_links_of_grids_refuse_null(void **state)
{
    (void)state;
    const wend_overlay_def def = wend_overlay_def_default();
    const wend_link_def link = wend_link_def_default();
    wend_grid *grid = grids_open(4, 4);
    wend_overlay_id id = {7, 7};
    REFUSES(wend_grid_add_overlay(NULL, &def, &id, NULL));
    assert_int_equal(id.index1, 0);
    REFUSES(wend_grid_add_overlay(grid, NULL, &id, NULL));
    REFUSES(wend_grid_add_overlay(grid, &def, NULL, NULL));
    REFUSES(wend_grid_overlay_add(NULL, id, one, 1, 1));
    REFUSES(wend_grid_add_link(NULL, &link, NULL, NULL));
    REFUSES(wend_grid_add_link(grid, NULL, NULL, NULL));
    REFUSES(wend_grid_set_link(NULL, (wend_link_id){1, 1}, &link, NULL));
    wend_grid_destroy(grid);
}

typedef wend_result (*build_fn)(const wend_walls *walls, const wend_graph_build_def *def,
                                wend_graph **graph);
typedef wend_result (*join_fn)(wend_graph *graph, wend_node node, const wend_walls *walls,
                               const wend_graph_build_def *def);

static void builders_of_graphs_refuse_null(void **state)
{
    (void)state;
    static const build_fn builds[] = {wend_graph_build_visibility, wend_graph_build_flood,
                                      wend_graph_build_expanded};
    static const join_fn joins[] = {wend_graph_join_visible, wend_graph_join_tangent};
    const wend_graph_build_def def = wend_graph_build_def_default();
    wend_walls *walls = a_walls();
    wend_graph *graph = NULL;
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        REFUSES(builds[i](NULL, &def, &graph));
        REFUSES(builds[i](walls, NULL, &graph));
        REFUSES(builds[i](walls, &def, NULL));
    }
    graph = graphs_empty();
    const wend_graph_node node = wend_graph_node_default();
    wend_node added = graphs_add_node(graph, node);
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        REFUSES(joins[i](NULL, added, walls, &def));
        REFUSES(joins[i](graph, added, NULL, &def));
        REFUSES(joins[i](graph, added, walls, NULL));
        assert_int_equal(joins[i](graph, added + 1, walls, &def), WEND_ERROR_STALE);
    }
    wend_grid *inside = grids_open(4, 4);
    wend_coverage coverage;
    wend_node invisible[2];
    size_t count;
    REFUSES(wend_graph_coverage(NULL, walls, inside, 0, 1, &coverage, invisible, 2, &count));
    REFUSES(wend_graph_coverage(graph, NULL, inside, 0, 1, &coverage, invisible, 2, &count));
    REFUSES(wend_graph_coverage(graph, walls, NULL, 0, 1, &coverage, invisible, 2, &count));
    REFUSES(wend_graph_coverage(graph, walls, inside, nan_value, 1, &coverage, NULL, 0, &count));
    REFUSES(wend_graph_coverage(graph, walls, inside, 0, 1, NULL, invisible, 2, &count));
    REFUSES(wend_graph_coverage(graph, walls, inside, 0, 1, &coverage, NULL, 2, &count));
    wend_grid_destroy(inside);
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

/* ---- route ---- */

static void tables_and_searches_of_meshes_refuse_null(void **state)
{
    (void)state;
    wend_node polygon;
    size_t count = 7;
    wend_path *path = paths_make();
    REFUSES(wend_table_path(NULL, NULL, 0, 0, path));
    assert_false(wend_table_fits(NULL, NULL));
    REFUSES(wend_mesh_search_polygons(NULL, &polygon, 1, &count));
    assert_int_equal(wend_space_nearest_open(NULL, 0), WEND_NODE_NONE);
    wend_path_destroy(path);
}

/* ---- flow ---- */

static void flows_refuse_null(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    wend_flow *flow = flows_on(grid);
    wend_flow *made = NULL;
    const wend_flow_request_id order = flows_order(flow, 6.5, 6.5, 0);
    const wend_flow_def def = wend_flow_def_default();
    const double x[1] = {1.5};
    const double y[1] = {1.5};
    double to_x[1];
    double to_y[1];
    wend_flow_memo memo[1];
    wend_flow_info info;
    wend_flow_cell cell;
    REFUSES(wend_flow_create(NULL, &made));
    REFUSES(wend_flow_create(&def, NULL));
    REFUSES(wend_flow_update(NULL, NULL));
    wend_flow_get_info(flow, NULL);
    wend_flow_get_info(NULL, &info);
    assert_int_equal(info.requests, 0);
    REFUSES(wend_flow_get_cell(NULL, order, 0, 1, 1, &cell));
    REFUSES(wend_flow_get_cell(flow, order, 0, 1, 1, NULL));
    REFUSES(wend_flow_get_cell(flow, order, 9, 1, 1, &cell));
    REFUSES(wend_flow_get_cell(flow, order, 0, -1, 1, &cell));
    REFUSES(wend_flow_get_cell(flow, order, 0, 1, -1, &cell));
    REFUSES(wend_flow_sample_many(NULL, order, NULL, x, y, 1, to_x, to_y, NULL));
    REFUSES(wend_flow_sample_many(flow, order, NULL, NULL, y, 1, to_x, to_y, NULL));
    REFUSES(wend_flow_sample_many(flow, order, NULL, x, NULL, 1, to_x, to_y, NULL));
    REFUSES(wend_flow_sample_many(flow, order, NULL, x, y, 1, NULL, to_y, NULL));
    REFUSES(wend_flow_sample_many(flow, order, NULL, x, y, 1, to_x, NULL, NULL));
    REFUSES(wend_flow_follow_many(NULL, order, memo, NULL, x, y, 1, to_x, to_y, NULL, NULL));
    REFUSES(wend_flow_follow_many(flow, order, NULL, NULL, x, y, 1, to_x, to_y, NULL, NULL));
    REFUSES(wend_flow_follow_many(flow, order, memo, NULL, NULL, y, 1, to_x, to_y, NULL, NULL));
    REFUSES(wend_flow_follow_many(flow, order, memo, NULL, x, NULL, 1, to_x, to_y, NULL, NULL));
    REFUSES(wend_flow_follow_many(flow, order, memo, NULL, x, y, 1, NULL, to_y, NULL, NULL));
    REFUSES(wend_flow_follow_many(flow, order, memo, NULL, x, y, 1, to_x, NULL, NULL, NULL));
    const wend_flow_member member = {.position = {.position = {1.5, 1.5}}};
    const wend_flow_request_def no_cookie = {.goal_count = 0};
    wend_flow_request_def group = wend_flow_request_def_default();
    wend_flow_request_id ids[1];
    size_t ids_made = 7;
    uint32_t assigned[1];
    REFUSES(wend_flow_add_group(NULL, &group, &member, 1, ids, &ids_made, assigned, NULL));
    assert_int_equal(ids_made, 0);
    REFUSES(wend_flow_add_group(flow, NULL, &member, 1, ids, &ids_made, assigned, NULL));
    REFUSES(wend_flow_add_group(flow, &group, NULL, 1, ids, &ids_made, assigned, NULL));
    REFUSES(wend_flow_add_group(flow, &group, &member, 0, ids, &ids_made, assigned, NULL));
    REFUSES(wend_flow_add_group(flow, &group, &member, 1, NULL, &ids_made, assigned, NULL));
    REFUSES(wend_flow_add_group(flow, &group, &member, 1, ids, NULL, assigned, NULL));
    REFUSES(wend_flow_add_group(flow, &group, &member, 1, ids, &ids_made, NULL, NULL));
    REFUSES(wend_flow_add_group(flow, &no_cookie, &member, 1, ids, &ids_made, assigned, NULL));
    group.goal_count = 1;
    REFUSES(wend_flow_add_group(flow, &group, &member, 1, ids, &ids_made, assigned, NULL));
    group.goal_count = 0;
    group.area_count = 1;
    REFUSES(wend_flow_add_group(flow, &group, &member, 1, ids, &ids_made, assigned, NULL));
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* ---- crowd ---- */

static void crowds_refuse_null_and_leave_out_what_is_not_wanted(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 4;
    wend_crowd *crowd = crowds_make(def);
    wend_body_def body_def = wend_body_def_default();
    body_def.position = one;
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &body_def, &id), WEND_OK);
    wend_formation_id formation;
    wend_body body;
    wend_vec2 point;
    double number = 0;
    size_t count = 7;
    REFUSES(wend_crowd_get_body(NULL, id, &body));
    REFUSES(wend_crowd_get_body(crowd, id, NULL));
    REFUSES(wend_crowd_query_circle(NULL, 0, one, 1, &id, 1, &count));
    assert_int_equal(count, 0);
    REFUSES(wend_crowd_query_circle(crowd, 0, one, 1, NULL, 1, &count));
    REFUSES(wend_crowd_query_circle(crowd, 0, one, 1, &id, 1, NULL));
    REFUSES(wend_crowd_query_circle(crowd, 0, one, nan_value, &id, 1, &count));
    REFUSES(wend_crowd_get_path(NULL, id, &point, 1, &count));
    REFUSES(wend_crowd_get_path(crowd, id, NULL, 1, &count));
    REFUSES(wend_crowd_get_path(crowd, id, &point, 1, NULL));
    REFUSES(wend_formation_list(NULL, &formation, 1, &count));
    REFUSES(wend_formation_list(crowd, NULL, 1, &count));
    REFUSES(wend_formation_list(crowd, &formation, 1, NULL));
    assert_null(wend_crowd_get_events(NULL, &count));
    assert_null(wend_crowd_get_events(crowd, NULL));
    wend_crowd_get_info(crowd, NULL);
    assert_int_equal(wend_crowd_get_bodies(crowd, 1, NULL, &number, NULL, NULL, NULL, NULL), 1);
    assert_true(number > 0.9 && number < 1.1);
    assert_int_equal(wend_crowd_get_bodies(crowd, 1, &id, NULL, NULL, NULL, NULL, NULL), 1);
    assert_int_equal(wend_crowd_get_bodies(crowd, 1, NULL, NULL, NULL, NULL, NULL, NULL), 1);
    wend_crowd_destroy(crowd);
}

/* ---- io ---- */

static bool see_nothing(void *context, const char *name)
{
    (void)context;
    (void)name;
    return true;
}

static void readers_refuse_null(void **state)
{
    (void)state;
    const uint8_t rgb[12] = {0};
    uint8_t *bytes = NULL;
    size_t count = 7;
    wend_map *map = NULL;
    wend_level *level = NULL;
    wend_mesh *mesh = NULL;
    wend_graph *graph = NULL;
    wend_triangles triangles;
    wend_scenario *scenario = NULL;
    REFUSES(wend_io_read_file(NULL, NULL, &bytes, &count, NULL));
    REFUSES(wend_io_read_file("a", NULL, NULL, &count, NULL));
    REFUSES(wend_io_read_file("a", NULL, &bytes, NULL, NULL));
    REFUSES(wend_map_load_memory(NULL, 4, NULL, &map));
    REFUSES(wend_map_load_memory(rgb, 4, NULL, NULL));
    REFUSES(wend_level_load_memory(NULL, 4, NULL, &level));
    REFUSES(wend_level_list_memory(NULL, 4, NULL, see_nothing, NULL));
    REFUSES(wend_level_list_memory(rgb, 4, NULL, NULL, NULL));
    REFUSES(wend_mesh_load_memory(NULL, 4, NULL, &mesh, NULL, NULL));
    REFUSES(wend_graph_load_memory(NULL, 4, WEND_GRAPH_FORMAT_TEXT, NULL, &graph, NULL));
    REFUSES(wend_items_add_memory(NULL, 4, NULL, NULL, NULL, NULL));
    REFUSES(wend_items_add_file(NULL, NULL, NULL, NULL, NULL));
    REFUSES(wend_items_save_text_file(NULL, NULL, "a", NULL));
    REFUSES(wend_items_save_text_memory(NULL, NULL, NULL, NULL, &count, NULL));
    REFUSES(wend_triangles_load_memory(NULL, 4, NULL, &triangles));
    REFUSES(wend_scenario_load_memory(NULL, 4, NULL, &scenario, NULL));
    REFUSES(wend_scenario_load_memory(rgb, 4, NULL, NULL, NULL));
    assert_int_equal(wend_scenario_count(NULL), 0);
    (void)wend_scenario_get(NULL, 0);
    REFUSES(wend_io_save_png_file(NULL, 2, 2, rgb, NULL));
    REFUSES(wend_io_save_png_file("a", 2, 2, NULL, NULL));
    REFUSES(wend_io_save_png_file("a", 0, 2, rgb, NULL));
    REFUSES(wend_io_save_png_file("a", 2, 0, rgb, NULL));
    REFUSES(wend_io_save_png_file("a", INT32_MAX, 2, rgb, NULL));
    REFUSES(wend_io_save_png_file("a", 2, INT32_MAX, rgb, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_failures_of_no_object_are_empty),
        cmocka_unit_test(walls_refuse_null_and_places_that_are_none),
        cmocka_unit_test(levels_refuse_null),
        cmocka_unit_test(meshes_refuse_null_and_places_that_are_none),
        cmocka_unit_test(overlays_and_links_of_grids_refuse_null),
        cmocka_unit_test(builders_of_graphs_refuse_null),
        cmocka_unit_test(tables_and_searches_of_meshes_refuse_null),
        cmocka_unit_test(flows_refuse_null),
        cmocka_unit_test(crowds_refuse_null_and_leave_out_what_is_not_wanted),
        cmocka_unit_test(readers_refuse_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

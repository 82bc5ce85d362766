/* Messages of grids, walls, graphs, meshes and levels. */
#include "sentences.h"

#include <math.h>

static wend_message m;

static wend_grid *a_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.message = &m;
    def.width = 12;
    def.height = 9;
    wend_grid_create(&def, &grid);
    return grid;
}

static void try_grids(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.message = &m;
    def.width = 100000;
    TOLD(wend_grid_create(&def, &grid), m.text, "wend_grid_create: width is 100000", "1 to 16384");
    def.cookie = 0;
    TOLD(wend_grid_create(&def, &grid), m.text, "cookie is 0", "wend_grid_def_default()");
    def = wend_grid_def_default();
    def.message = &m;
    def.width = def.height = 9;
    TOLD(wend_grid_create(&def, NULL), m.text, "wend_grid_create: grid is NULL");
    grid = a_grid();
    const uint8_t costs[4] = {1, 1, 0, 1};
    TOLD(wend_grid_set_cost(grid, 0, 3, 3, 0), wend_grid_error(grid),
         "wend_grid_set_cost: cost is 0", "1 to 255");
    TOLD(wend_grid_fill(grid, 4, 0, 0, 2, 2, 9), wend_grid_error(grid),
         "wend_grid_fill: movement_class is 4", "number of classes is 1");
    TOLD(wend_grid_fill(grid, 0, 10, 0, 5, 2, 9), wend_grid_error(grid), "5 x 2", "10,0", "12 x 9");
    TOLD(wend_grid_set_costs(grid, 0, 0, 0, 2, 2, costs, 2), wend_grid_error(grid),
         "wend_grid_set_costs: ", " 0", "1 to 255");
    TOLD(wend_grid_set_closed_teams(grid, -1, 0, 2, 2, 1), wend_grid_error(grid),
         "wend_grid_set_closed_teams: ", "-1,0", "12 x 9");
    const uint8_t additions[2] = {3, 1};
    TOLD(wend_grid_set_gradient(grid, 2, additions, 2), wend_grid_error(grid),
         "wend_grid_set_gradient: movement_class is 2", "number of classes is 1");
    wend_overlay_def overlay = wend_overlay_def_default();
    wend_overlay_id overlay_id;
    overlay.cookie = 7;
    TOLD(wend_grid_add_overlay(grid, &overlay, &overlay_id, &m), m.text,
         "wend_grid_add_overlay: ", "wend_overlay_def_default");
    overlay_id = (wend_overlay_id){5, 1};
    const wend_vec2 at = {1, 1};
    TOLD(wend_grid_remove_overlay(grid, overlay_id), wend_grid_error(grid),
         "wend_grid_remove_overlay: ", "overlay 5");
    TOLD(wend_grid_overlay_add(grid, overlay_id, at, -1, 1), wend_grid_error(grid),
         "wend_grid_overlay_add: radius is -1", "0 or more");
    TOLD(wend_grid_overlay_add_rect(grid, overlay_id, 0, 0, 1, 1, 1), wend_grid_error(grid),
         "wend_grid_overlay_add_rect: ", "overlay 5");
    TOLD(wend_grid_overlay_tick(grid, overlay_id), wend_grid_error(grid),
         "wend_grid_overlay_tick: ", "overlay 5");
    wend_link_def link = wend_link_def_default();
    wend_link_id link_id;
    link.from = 1;
    link.to = 5000;
    TOLD(wend_grid_add_link(grid, &link, &link_id, &m), m.text, "wend_grid_add_link: ", "5000");
    link_id = (wend_link_id){3, 1};
    TOLD(wend_grid_set_link(grid, link_id, &link, &m), m.text, "wend_grid_set_link: ");
    TOLD(wend_grid_remove_link(grid, link_id), wend_grid_error(grid),
         "wend_grid_remove_link: ", "link 3");
    wend_stamp_def stamp = wend_stamp_def_default();
    wend_stamp_id stamp_id;
    stamp.cookie = 7;
    TOLD(wend_grid_add_stamp(grid, &stamp, &stamp_id, &m), m.text,
         "wend_grid_add_stamp: ", "wend_stamp_def_default");
    TOLD(wend_grid_remove_stamp(grid, (wend_stamp_id){3, 1}), wend_grid_error(grid),
         "wend_grid_remove_stamp: ", "stamp 3");
    wend_clearance_def clearance_def = wend_clearance_def_default();
    wend_clearance *clearance = NULL;
    clearance_def.message = &m;
    clearance_def.grid = grid;
    clearance_def.max_clearance = 65;
    TOLD(wend_clearance_create(&clearance_def, &clearance), m.text,
         "wend_clearance_create: max_clearance is 65", "1 to 64");
    wend_islands_def islands_def = wend_islands_def_default();
    wend_islands *islands = NULL;
    islands_def.message = &m;
    islands_def.grid = grid;
    islands_def.team = 40;
    TOLD(wend_islands_create(&islands_def, &islands), m.text, "wend_islands_create: team is 40",
         "0 to 31");
    wend_grid_walls_def walls_def = wend_grid_walls_def_default();
    wend_grid_walls *grid_walls = NULL;
    walls_def.message = &m;
    walls_def.grid = grid;
    walls_def.layer_count = 9;
    TOLD(wend_grid_walls_create(&walls_def, &grid_walls), m.text,
         "wend_grid_walls_create: layer_count is 9");
    walls_def.layer_count = 0;
    walls_def.layers = NULL;
    if (wend_grid_walls_create(&walls_def, &grid_walls) == WEND_OK) {
        TOLD(wend_grid_walls_restore(grid_walls, (const uint8_t *)"abc", 3),
             wend_grid_walls_error(grid_walls), "wend_grid_walls_restore: ");
    }
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

static void mesh_overlay_sentences(wend_mesh *mesh)
{
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    wend_overlay_id id;
    def.max_value = 0;
    TOLD(wend_mesh_add_overlay(mesh, &def, &id, &m), m.text,
         "wend_mesh_add_overlay: max_value is 0", "1 to 16777216");
    def.cookie = 7;
    TOLD(wend_mesh_add_overlay(mesh, &def, &id, &m), m.text,
         "wend_mesh_add_overlay: ", "wend_mesh_overlay_def_default");
    id = (wend_overlay_id){5, 1};
    const wend_vec2 at = {1, 1};
    const wend_vec2 high = {2, 2};
    TOLD(wend_mesh_remove_overlay(mesh, id), wend_mesh_error(mesh),
         "wend_mesh_remove_overlay: ", "overlay 5");
    TOLD(wend_mesh_overlay_add(mesh, id, at, -1, 1), wend_mesh_error(mesh),
         "wend_mesh_overlay_add: radius is -1", "0 or more");
    TOLD(wend_mesh_overlay_add_box(mesh, id, high, at, 1), wend_mesh_error(mesh),
         "wend_mesh_overlay_add_box: low is 2, 2", "low must not be above high");
    TOLD(wend_mesh_overlay_add_polygon(mesh, id, &at, 1, 1), wend_mesh_error(mesh),
         "wend_mesh_overlay_add_polygon: count is 1", "3 to 8");
    TOLD(wend_mesh_overlay_tick(mesh, id), wend_mesh_error(mesh),
         "wend_mesh_overlay_tick: ", "overlay 5");
}

static void mesh_tiles_sentences(wend_mesh *mesh)
{
    wend_mesh_cut *cut = NULL;
    wend_mesh *tiled = NULL;
    TOLD(wend_mesh_cut_create(mesh, 0, NULL, &cut, &m), m.text,
         "wend_mesh_cut_create: tile_size is 0", "1 to 1073741824");
    wend_mesh_cut_create(mesh, 64, NULL, &cut, &m);
    wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    def.message = &m;
    def.max_tiles = 0;
    TOLD(wend_mesh_create_tiles(&def, &tiled), m.text, "wend_mesh_create_tiles: max_tiles is 0",
         "1 to 4096");
    def.max_tiles = 2;
    wend_mesh_create_tiles(&def, &tiled);
    size_t count = 0;
    wend_mesh_tile_info info;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, 0, &count);
    TOLD(wend_mesh_tile_read_info(bytes, count - 1, &info, &m), m.text,
         "wend_mesh_tile_read_info: ");
    TOLD(wend_mesh_add_tile(tiled, bytes, 3, &m), m.text, "wend_mesh_add_tile: ");
    TOLD(wend_mesh_add_tile(mesh, bytes, count, &m), m.text,
         "wend_mesh_add_tile: ", "wend_mesh_create_tiles");
    wend_mesh_add_tile(tiled, bytes, count, &m);
    TOLD(wend_mesh_add_tile(tiled, bytes, count, &m), m.text, "wend_mesh_add_tile: tile ",
         "there already");
    TOLD(wend_mesh_drop_tile(tiled, (wend_mesh_tile_id){77, 5}), wend_mesh_error(tiled),
         "wend_mesh_drop_tile: tile 77,5", "not there");
    TOLD(wend_mesh_cut_create(tiled, 64, NULL, NULL, &m), m.text,
         "wend_mesh_cut_create: cut is NULL");
    wend_mesh_destroy(tiled);
    wend_mesh_cut_destroy(cut);
}

static void mesh_obstacle_sentences(wend_mesh *mesh)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.radius = 0;
    TOLD(wend_mesh_add_obstacle(mesh, &def, &id, &m), m.text, "wend_mesh_add_obstacle: radius is 0",
         "1048576");
    def.shape = WEND_MESH_OBSTACLE_POLYGON;
    def.corner_count = 4; /* all in one point */
    TOLD(wend_mesh_add_obstacle(mesh, &def, &id, &m), m.text,
         "wend_mesh_add_obstacle: ", "convex polygon");
    id = (wend_mesh_obstacle_id){5, 1};
    TOLD(wend_mesh_move_obstacle(mesh, id, &def, &m), m.text,
         "wend_mesh_move_obstacle: ", "obstacle 5");
    TOLD(wend_mesh_set_obstacles(mesh, &id, &def, 1, &m), m.text,
         "wend_mesh_set_obstacles: ", "obstacle 5");
    TOLD(wend_mesh_remove_obstacle(mesh, id), wend_mesh_error(mesh),
         "wend_mesh_remove_obstacle: ", "obstacle 5");
    def.cookie = 7;
    TOLD(wend_mesh_add_obstacle(mesh, &def, &id, &m), m.text,
         "wend_mesh_add_obstacle: ", "wend_mesh_obstacle_def_default");
}

static void overlay_sentences(wend_graph *graph)
{
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_overlay_id id;
    def.max_value = 0;
    TOLD(wend_graph_add_overlay(graph, &def, &id, &m), m.text,
         "wend_graph_add_overlay: max_value is 0", "1 to 16777216");
    def.cookie = 7;
    TOLD(wend_graph_add_overlay(graph, &def, &id, &m), m.text,
         "wend_graph_add_overlay: ", "wend_graph_overlay_def_default");
    id = (wend_overlay_id){5, 1};
    const wend_vec2 at = {1, 1};
    TOLD(wend_graph_remove_overlay(graph, id), wend_graph_error(graph),
         "wend_graph_remove_overlay: ", "overlay 5");
    TOLD(wend_graph_overlay_add(graph, id, at, -1, 1), wend_graph_error(graph),
         "wend_graph_overlay_add: radius is -1", "0 or more");
    TOLD(wend_graph_overlay_add_edge(graph, id, 0, 1), wend_graph_error(graph),
         "wend_graph_overlay_add_edge: ", "overlay 5");
    TOLD(wend_graph_overlay_tick(graph, id), wend_graph_error(graph),
         "wend_graph_overlay_tick: ", "overlay 5");
}

static void try_walls(void)
{
    wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    def.message = &m;
    TOLD(wend_walls_create(&def, NULL), m.text, "wend_walls_create: walls is NULL");
    wend_walls_create(&def, &walls);
    const wend_vec2 ends[2] = {{0, 0}, {1e30, 0}};
    TOLD(wend_walls_add_segment(walls, ends[0], ends[1], WEND_STOPS_ALL, 0, NULL),
         wend_walls_error(walls), "wend_walls_add_segment: ", "1e+30", "-2^30 to 2^30");
    TOLD(wend_walls_add_polygon(walls, ends, 1, 0, 0, NULL), wend_walls_error(walls),
         "wend_walls_add_polygon: stops is 0");
    TOLD(wend_walls_add_segments(walls, ends, NULL, 1, NULL), wend_walls_error(walls),
         "wend_walls_add_segments: ", "1e+30", "-2^30 to 2^30");
    const wend_wall_id id = {6, 1};
    TOLD(wend_walls_remove(walls, id), wend_walls_error(walls), "wend_walls_remove: ", "wall 6");
    TOLD(wend_walls_set_heights(walls, id, 2, 1), wend_walls_error(walls),
         "wend_walls_set_heights: ", "wall 6");
    TOLD(wend_walls_set_stops(walls, id, 1), wend_walls_error(walls),
         "wend_walls_set_stops: ", "wall 6");
    TOLD(wend_walls_set_user(walls, id, 1), wend_walls_error(walls),
         "wend_walls_set_user: ", "wall 6");
    wend_graph_build_def build = wend_graph_build_def_default();
    wend_graph *graph = NULL;
    build.message = &m;
    build.radius = -1;
    TOLD(wend_graph_build_visibility(walls, &build, &graph), m.text,
         "wend_graph_build_visibility: radius is -1", "0 to 1073741824");
    TOLD(wend_graph_build_flood(NULL, &build, &graph), m.text,
         "wend_graph_build_flood: walls is NULL");
    TOLD(wend_graph_build_expanded(walls, &build, &graph), m.text,
         "wend_graph_build_expanded: radius is -1");
    wend_graph_def graph_def = wend_graph_def_default();
    graph_def.message = &m;
    graph_def.cell_size = -2;
    TOLD(wend_graph_create(&graph_def, &graph), m.text, "wend_graph_create: cell_size is -2",
         "0 to 1073741824");
    graph_def.cell_size = 0;
    wend_graph_create(&graph_def, &graph);
    build.radius = 0;
    overlay_sentences(graph);
    TOLD(wend_graph_join_visible(graph, 4, walls, &build), wend_graph_error(graph),
         "wend_graph_join_visible: node 4 does not exist");
    build.max_edge_length = (double)NAN;
    TOLD(wend_graph_join_tangent(graph, 4, walls, &build), wend_graph_error(graph),
         "wend_graph_join_tangent: max_edge_length is nan", "0 to inf");
    TOLD(wend_graph_set_open_across(graph, ends[0], ends[1], 0, true, NULL),
         wend_graph_error(graph), "wend_graph_set_open_across: b.x is 1e+30", "1073741824");
    wend_graph_node node = wend_graph_node_default();
    wend_graph_edge edge = wend_graph_edge_default();
    node.height = (double)NAN;
    TOLD(wend_graph_add_node(graph, &node, NULL), wend_graph_error(graph),
         "wend_graph_add_node: height is nan", "1073741824");
    TOLD(wend_graph_set_node(graph, 3, &node), wend_graph_error(graph),
         "wend_graph_set_node: height is nan");
    TOLD(wend_graph_remove_node(graph, 3), wend_graph_error(graph),
         "wend_graph_remove_node: node 3 does not exist");
    edge.from = 3;
    TOLD(wend_graph_add_edge(graph, &edge, NULL), wend_graph_error(graph),
         "wend_graph_add_edge: ", "3");
    TOLD(wend_graph_set_edge(graph, 8, &edge), wend_graph_error(graph),
         "wend_graph_set_edge: ", "8");
    TOLD(wend_graph_set_open(graph, 8, true), wend_graph_error(graph),
         "wend_graph_set_open: ", "8");
    TOLD(wend_graph_remove_edge(graph, 8), wend_graph_error(graph),
         "wend_graph_remove_edge: ", "8");
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

static void try_levels(void)
{
    wend_level *level = NULL;
    wend_level_create(NULL, &level);
    const wend_level_region region = {0, (double)INFINITY, 0, 0};
    const wend_vec2 points[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const wend_level_line line = {.left = 9, .right = WEND_REGION_NONE};
    const wend_level_item item = {.position = {(double)NAN, 0}};
    const wend_level_teleport teleport = {{0, 0}, {0, 1e30}, false};
    TOLD(wend_level_add_region(level, &region, NULL), wend_level_error(level),
         "wend_level_add_region: ceiling is inf", "1073741824");
    TOLD(wend_level_add_line(level, &line, NULL), wend_level_error(level),
         "wend_level_add_line: left is 9", "number of regions is 0");
    TOLD(wend_level_add_item(level, &item, NULL), wend_level_error(level),
         "wend_level_add_item: position.x is nan", "1073741824");
    TOLD(wend_level_add_teleport(level, &teleport, NULL), wend_level_error(level),
         "wend_level_add_teleport: to.y is 1e+30", "1073741824");
    TOLD(wend_level_add_outline(level, points, 2, WEND_REGION_NONE, WEND_REGION_NONE),
         wend_level_error(level), "wend_level_add_outline: count is 2", "3 to ");
    wend_grid *grid = a_grid();
    wend_level *made = NULL;
    wend_mesh *mesh = NULL;
    wend_graph *graph = NULL;
    TOLD(wend_level_from_grid(grid, 5, WEND_TEAM_NONE, &made, &m), m.text,
         "wend_level_from_grid: movement_class is 5", "number of classes is 1");
    TOLD(wend_mesh_from_grid(grid, 0, 77, NULL, &mesh, &m), m.text,
         "wend_mesh_from_grid: team is 77", "0 to 31");
    wend_graph_build_def build = wend_graph_build_def_default();
    build.message = &m;
    TOLD(wend_graph_from_grid(grid, 5, WEND_TEAM_NONE, &build, &graph), m.text,
         "wend_graph_from_grid: movement_class is 5", "number of classes is 1");
    TOLD(wend_graph_from_mesh(NULL, &build, &graph), m.text, "wend_graph_from_mesh: mesh is NULL");
    TOLD(wend_level_build_graph(level, (wend_graph_method)9, &build, &graph), m.text,
         "wend_level_build_graph: method is 9", "0 to 2");
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    wend_grid *drawn = NULL;
    grid_def.message = &m;
    TOLD(wend_level_build_grid(level, &grid_def, &drawn), m.text,
         "wend_level_build_grid: level has 0 lines", "1 or more");
    wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    mesh_def.message = &m;
    TOLD(wend_level_build_mesh(NULL, &mesh_def, &mesh, NULL), m.text,
         "wend_level_build_mesh: level is NULL");
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void try_meshes(void)
{
    wend_mesh_def def = wend_mesh_def_default();
    wend_mesh *mesh = NULL;
    def.message = &m;
    TOLD(wend_mesh_create(&def, &mesh, NULL), m.text, "wend_mesh_create: point_count is 0",
         "1 or more");
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.message = &m;
    TOLD(wend_mesh_build(&outlines, &mesh, NULL), m.text, "wend_mesh_build: outline_count");
    wend_grid *grid = a_grid();
    wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, &m);
    wend_mesh_grid_def grid_def = wend_mesh_grid_def_default();
    wend_grid *drawn = NULL;
    wend_mesh_raster *raster = NULL;
    grid_def.message = &m;
    grid_def.cell_size = -1;
    TOLD(wend_mesh_to_grid(mesh, &grid_def, &drawn), m.text, "wend_mesh_to_grid: cell_size is -1",
         "above 0");
    TOLD(wend_mesh_raster_start(mesh, &grid_def, &raster), m.text,
         "wend_mesh_raster_start: cell_size is -1", "above 0");
    grid_def.cell_size = 1;
    wend_mesh_raster_start(mesh, &grid_def, &raster);
    TOLD(wend_mesh_raster_finish(raster, NULL), wend_mesh_raster_error(raster),
         "wend_mesh_raster_finish: grid is NULL");
    wend_mesh_raster_run(raster, NULL);
    wend_mesh_raster_finish(raster, &drawn);
    TOLD(wend_mesh_raster_run(raster, NULL), wend_mesh_raster_error(raster),
         "wend_mesh_raster_run: ", "handed over");
    TOLD(wend_mesh_set_area(mesh, 900, 1), wend_mesh_error(mesh),
         "wend_mesh_set_area: polygon is 900", "number of polygons is 1");
    TOLD(wend_mesh_set_flags(mesh, 900, 1), wend_mesh_error(mesh),
         "wend_mesh_set_flags: polygon is 900", "number of polygons is 1");
    TOLD(wend_mesh_set_open(mesh, 900, true), wend_mesh_error(mesh),
         "wend_mesh_set_open: polygon is 900", "number of polygons is 1");
    TOLD(wend_mesh_set_factor(mesh, 1, -3), wend_mesh_error(mesh),
         "wend_mesh_set_factor: factor is -3", "1/256 to 65536");
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    link.cookie = 3;
    TOLD(wend_mesh_add_link(mesh, &link, &id, &m), m.text,
         "wend_mesh_add_link: ", "wend_mesh_link_default");
    mesh_overlay_sentences(mesh);
    mesh_obstacle_sentences(mesh);
    mesh_tiles_sentences(mesh);
    id = (wend_mesh_link_id){4, 1};
    TOLD(wend_mesh_set_link(mesh, id, &link, &m), m.text, "wend_mesh_set_link: ");
    TOLD(wend_mesh_remove_link(mesh, id), wend_mesh_error(mesh),
         "wend_mesh_remove_link: ", "link 4");
    TOLD(wend_mesh_restore(mesh, (const uint8_t *)"abc", 3), wend_mesh_error(mesh),
         "wend_mesh_restore: ");
    TOLD(wend_mesh_restore(mesh, NULL, 3), wend_mesh_error(mesh), "bytes is NULL");
    wend_mesh_raster_destroy(raster);
    wend_grid_destroy(drawn);
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

static void try_items(void)
{
    wend_items_def def = wend_items_def_default();
    wend_items *items = NULL;
    def.message = &m;
    def.cell_size = 0;
    TOLD(wend_items_create(&def, &items), m.text, "wend_items_create: cell_size is 0",
         "1073741824");
    def.cell_size = 4;
    def.cookie = 0;
    TOLD(wend_items_create(&def, &items), m.text, "cookie is 0", "wend_items_def_default()");
    def = wend_items_def_default();
    def.message = &m;
    TOLD(wend_items_create(&def, NULL), m.text, "wend_items_create: items is NULL");
    (void)wend_items_create(&def, &items);
    wend_item item = wend_item_default();
    wend_item_id id;
    item.position.x = 1e30;
    TOLD(wend_items_add(items, &item, &id), wend_items_error(items),
         "wend_items_add: item.position.x is 1e+30", "1073741824");
    item = wend_item_default();
    TOLD(wend_items_add(items, &item, NULL), wend_items_error(items), "wend_items_add: id is NULL");
    id = (wend_item_id){4, 1};
    TOLD(wend_items_remove(items, id), wend_items_error(items), "wend_items_remove: ", "item 4");
    TOLD(wend_items_move(items, id, (wend_vec3){1, 1, 0}), wend_items_error(items),
         "wend_items_move: ", "item 4");
    TOLD(wend_items_set_active(items, id, true), wend_items_error(items),
         "wend_items_set_active: ", "item 4");
    TOLD(wend_items_set(items, id, &item), wend_items_error(items), "wend_items_set: ", "item 4");
    wend_items *loaded = NULL;
    TOLD(wend_items_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_items_load: ");
    TOLD(wend_items_restore(items, (const uint8_t *)"abc", 3), wend_items_error(items),
         "wend_items_restore: ");
    TOLD(wend_items_restore(items, NULL, 3), wend_items_error(items),
         "wend_items_restore: bytes is NULL");
    wend_items_destroy(items);
}

static void try_restore(void)
{
    const uint8_t *const abc = (const uint8_t *)"abc";
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = 4;
    wend_graph_def graph_def = wend_graph_def_default();
    wend_walls_def walls_def = wend_walls_def_default();
    wend_grid *grid = NULL;
    wend_graph *graph = NULL;
    wend_walls *walls = NULL;
    (void)wend_grid_create(&grid_def, &grid);
    (void)wend_graph_create(&graph_def, &graph);
    (void)wend_walls_create(&walls_def, &walls);
    TOLD(wend_grid_restore(grid, abc, 3), wend_grid_error(grid), "wend_grid_restore: ");
    TOLD(wend_grid_restore(grid, NULL, 3), wend_grid_error(grid), "bytes is NULL");
    TOLD(wend_graph_restore(graph, abc, 3), wend_graph_error(graph), "wend_graph_restore: ");
    TOLD(wend_graph_restore(graph, NULL, 3), wend_graph_error(graph), "bytes is NULL");
    TOLD(wend_walls_restore(walls, abc, 3), wend_walls_error(walls), "wend_walls_restore: ");
    TOLD(wend_walls_restore(walls, NULL, 3), wend_walls_error(walls), "bytes is NULL");
    wend_grid_destroy(grid);
    wend_graph_destroy(graph);
    wend_walls_destroy(walls);
}

void try_worlds(void)
{
    try_restore();
    try_grids();
    try_walls();
    try_levels();
    try_meshes();
    try_items();
}

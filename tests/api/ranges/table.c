/* table.c: the ranges as the headers document them, and the tiny worlds that definitions are used
 * in. */
#include "ranges.h"

#include <float.h>
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

static wend_result find(const range_trial *t, wend_search_query *query)
{
    return wend_search_find(t->world->search, query);
}

/* ---- definitions in use ---- */

static bool any_goal(void *user, wend_node node)
{
    (void)user;
    (void)node;
    return true;
}

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
    def.clearance = strcmp(t->range->field, "team") == 0 ? NULL : t->world->clearance;
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
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
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
    def.from = wend_mesh_location_at(1, 1, 0);
    def.to = wend_mesh_location_at(2, 2, 0);
    apply(t, &def);
    return wend_mesh_add_link(t->world->mesh, &def, &id, NULL);
}

static wend_result use_mesh_query(const range_trial *t)
{
    wend_mesh_search_query def = wend_mesh_search_query_default();
    def.start = wend_mesh_location_at(1, 1, 0);
    def.goal = wend_mesh_location_at(2, 2, 0);
    if (strcmp(t->range->field, "noise") == 0) {
        def.method = WEND_MESH_METHOD_MIDPOINT;
    }
    if (strcmp(t->range->field, "goal_count") == 0) {
        def.goal_kind = WEND_MESH_GOAL_SET;
    }
    def.goals = &def.goal;
    def.goal_count = 1;
    def.is_goal = any_goal;
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
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 15;
    query.turning = &def;
    return find(t, &query);
}

static wend_cost no_estimate(void *user, wend_node node, wend_node goal)
{
    (void)user;
    (void)node;
    (void)goal;
    return 0;
}

static wend_result use_query(const range_trial *t)
{
    wend_search_query def = wend_search_query_default();
    static const wend_node goals[1] = {15};
    static const wend_node starts[1] = {0};
    const bool has_starts = strcmp(t->range->field, "start_count") == 0;
    def.method = strcmp(t->range->field, "weight") == 0      ? WEND_METHOD_ASTAR_WEIGHTED
                 : strcmp(t->range->field, "goal_kind") == 0 ? WEND_METHOD_DIJKSTRA
                 : strcmp(t->range->field, "max_depth") == 0 ? WEND_METHOD_BREADTH_FIRST
                                                             : WEND_METHOD_ASTAR;
    def.goal_kind = strcmp(t->range->field, "goal_count") == 0 ? WEND_GOAL_SET : WEND_GOAL_NODE;
    def.goals = goals;
    def.goal_count = 1;
    def.is_goal = any_goal;
    def.estimate = no_estimate;
    def.start = has_starts ? WEND_NODE_NONE : 0;
    def.starts = has_starts ? starts : NULL;
    def.start_count = 1;
    def.goal = 15;
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
    apply(t, &def);
    return wend_terrain_costs_from_heights(&def, heights, 2, 2, costs);
}

static wend_result use_ways_def(const range_trial *t)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.space = t->world->graph_space;
    apply(t, &def);
    wend_pathfinder *it;
    const wend_result result = wend_pathfinder_create(&def, &it);
    wend_pathfinder_destroy(it);
    return result;
}

/* The world that a field is for. */
static wend_result use_pathfinder_world(const range_trial *t)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    const char *field = t->range->field;
    if (strcmp(field, "movement_class") == 0 || strcmp(field, "team") == 0 ||
        strcmp(field, "size") == 0) {
        def.grid = t->world->grid;
    } else if (strcmp(field, "flags_required") == 0 || strcmp(field, "flags_refused") == 0) {
        def.mesh = t->world->mesh;
    } else if (strcmp(field, "behaviour_count") == 0) {
        static const double factors[3] = {1, 1, 1};
        def.graph = t->world->graph;
        def.behaviour_factors = factors;
    } else {
        def.level = t->world->level;
    }
    apply(t, &def);
    wend_pathfinder *it;
    const wend_result result = wend_pathfinder_create(&def, &it);
    wend_pathfinder_destroy(it);
    return result;
}

static wend_result use_search_def(const range_trial *t)
{
    wend_search_def def = wend_search_def_default();
    def.grid = t->world->grid;
    apply(t, &def);
    wend_search *it;
    const wend_result result = wend_search_create(&def, &it);
    wend_search_destroy(it);
    return result;
}

static wend_result use_graph_space_def(const range_trial *t)
{
    static const double factors[2] = {1, 2};
    wend_space_def def = wend_space_def_default();
    def.graph = t->world->graph;
    def.behaviour_factors = factors;
    apply(t, &def);
    wend_space *it;
    const wend_result result = wend_space_create(&def, &it);
    wend_space_destroy(it);
    return result;
}

static wend_result use_graph_near(const range_trial *t)
{
    wend_graph_nearest_query def = wend_graph_nearest_query_default();
    const wend_walls_def around = wend_walls_def_default();
    wend_walls *walls;
    wend_walls_create(&around, &walls);
    wend_walls_add_segment(walls, (wend_vec2){0, 9}, (wend_vec2){9, 9}, WEND_STOPS_WALK, 0, NULL);
    def.walls = walls;
    apply(t, &def);
    wend_node found = wend_graph_nearest(t->world->graph, (wend_vec2){0, 0}, &def);
    const bool may_find_none =
        strcmp(t->range->field, "tag") == 0 || strcmp(t->range->field, "height") == 0;
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
    apply(t, &def);
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
    apply(t, &def);
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
    apply(t, &def);
    const wend_result result = wend_mesh_to_grid(t->world->mesh, &def, &it);
    wend_grid_destroy(it);
    return result;
}

static wend_result use_mesh_space_def(const range_trial *t)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *it;
    def.mesh = t->world->mesh;
    apply(t, &def);
    const wend_result result = wend_mesh_space_create(&def, &it);
    wend_mesh_space_destroy(it);
    return result;
}

static wend_result use_table_def(const range_trial *t)
{
    wend_table_def def = wend_table_def_default();
    wend_table *it;
    def.space = t->world->graph_space;
    apply(t, &def);
    const wend_result result = wend_table_create(&def, &it);
    wend_table_destroy(it);
    return result;
}

static wend_result use_way_query(const range_trial *t)
{
    static wend_vec3 positions[65537];
    wend_path_query def = wend_path_query_default();
    wend_pathfinder_def ways = wend_pathfinder_def_default();
    wend_pathfinder *it;
    /* Only graphs have tags, and only they have no limits. */
    const bool is_limit = strncmp(t->range->field, "max_", 4) == 0;
    ways.space = is_limit ? NULL : t->world->graph_space;
    ways.grid = is_limit ? t->world->grid : NULL;
    wend_pathfinder_create(&ways, &it);
    def.to.x = 1;
    def.positions = positions;
    def.is_goal = any_goal;
    def.position_count = 1;
    if (strcmp(t->range->field, "position_count") == 0) {
        def.goal_kind = WEND_PATH_TO_POSITIONS;
    }
    apply(t, &def);
    const wend_result result = wend_pathfinder_find(it, &def);
    wend_pathfinder_destroy(it);
    return result;
}

static const range rows[] = {
    {"wend_pool_def", "thread_count", offsetof(wend_pool_def, thread_count), RANGE_UINT32, 0, 256,
     use_pool_def, RANGE_COSTLY_HIGH},
    {"wend_clearance_def", "max_clearance", offsetof(wend_clearance_def, max_clearance),
     RANGE_INT32, 1, 64, use_clearance_def, 0},
    {"wend_graph_def", "cell_size", offsetof(wend_graph_def, cell_size), RANGE_DOUBLE, 0,
     1073741824.0, use_graph_def, 0},
    {"wend_graph_node", "height", offsetof(wend_graph_node, height), RANGE_DOUBLE, -1073741824.0,
     1073741824.0, use_graph_node, 0},
    {"wend_graph_edge", "cost", offsetof(wend_graph_edge, cost), RANGE_UINT64, 0, 281474976710656.0,
     use_graph_edge, 0},
    {"wend_graph_edge", "factor", offsetof(wend_graph_edge, factor), RANGE_DOUBLE, 1.0 / 256, 65536,
     use_graph_edge, 0},
    {"wend_graph_build_def", "radius", offsetof(wend_graph_build_def, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_graph_build_def, 0},
    {"wend_graph_build_def", "max_edge_length", offsetof(wend_graph_build_def, max_edge_length),
     RANGE_DOUBLE, 0, (double)INFINITY, use_graph_build_def, 0},
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
    {"wend_level_grid_def", "radius", offsetof(wend_level_grid_def, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_level_grid_def, 0},
    {"wend_link_def", "cost", offsetof(wend_link_def, cost), RANGE_UINT64, 1, 281474976710656.0,
     use_link_def, 0},
    {"wend_mesh_link", "cost", offsetof(wend_mesh_link, cost), RANGE_DOUBLE, 0, 1073741824.0,
     use_mesh_link, 0},
    {"wend_mesh_search_query", "radius", offsetof(wend_mesh_search_query, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_mesh_query, 0},
    {"wend_mesh_search_query", "noise", offsetof(wend_mesh_search_query, noise), RANGE_DOUBLE, 0,
     10, use_mesh_query, 0},
    {"wend_overlay_def", "keep", offsetof(wend_overlay_def, keep), RANGE_DOUBLE, 0, 1,
     use_overlay_def, 0},
    {"wend_overlay_def", "max_value", offsetof(wend_overlay_def, max_value), RANGE_UINT32, 1, 65535,
     use_overlay_def, 0},
    {"wend_path_walls", "radius", offsetof(wend_path_walls, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_path_walls, 0},
    {"wend_path_walls", "factor", offsetof(wend_path_walls, factor), RANGE_DOUBLE, 1.0 / 256, 65536,
     use_path_walls, 0},
    {"wend_path_rounding", "error", offsetof(wend_path_rounding, error), RANGE_DOUBLE, 0.0001, 0.25,
     use_path_rounding, 0},
    {"wend_path_rounding", "radius", offsetof(wend_path_rounding, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_path_rounding, 0},
    {"wend_path_rounding", "factor", offsetof(wend_path_rounding, factor), RANGE_DOUBLE, 1.0 / 256,
     65536, use_path_rounding, 0},
    {"wend_space_def", "size", offsetof(wend_space_def, size), RANGE_INT32, 1, 64, use_space_def,
     0},
    {"wend_space_def", "radius", offsetof(wend_space_def, radius), RANGE_DOUBLE, 0, 64,
     use_space_def, 0},
    {"wend_turning", "cost", offsetof(wend_turning, cost), RANGE_UINT64, 0, 1099511627776.0,
     use_turning, 0},
    {"wend_search_query", "weight", offsetof(wend_search_query, weight), RANGE_DOUBLE, 1, 1000,
     use_query, 0},
    {"wend_search_query", "noise", offsetof(wend_search_query, noise), RANGE_DOUBLE, 0, 10,
     use_query, 0},
    {"wend_stamp_def", "width", offsetof(wend_stamp_def, width), RANGE_INT32, 1, 1024,
     use_stamp_def, 0},
    {"wend_stamp_def", "height", offsetof(wend_stamp_def, height), RANGE_INT32, 1, 1024,
     use_stamp_def, 0},
    {"wend_stamp_def", "quarter_turns", offsetof(wend_stamp_def, quarter_turns), RANGE_INT32, 0, 3,
     use_stamp_def, 0},
    {"wend_slope_def", "per_slope", offsetof(wend_slope_def, per_slope), RANGE_DOUBLE, 0, 253,
     use_slope_def, 0},
    {"wend_pathfinder_def", "radius", offsetof(wend_pathfinder_def, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_ways_def, 0},
    {"wend_pathfinder_def", "factor", offsetof(wend_pathfinder_def, factor), RANGE_DOUBLE,
     1.0 / 256, 65536, use_ways_def, 0},
    {"wend_pathfinder_def", "max_node_distance", offsetof(wend_pathfinder_def, max_node_distance),
     RANGE_DOUBLE, 0, (double)INFINITY, use_ways_def, 0},
    {"wend_pathfinder_def", "max_height_difference",
     offsetof(wend_pathfinder_def, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_ways_def, 0},
    {"wend_clearance_def", "movement_class", offsetof(wend_clearance_def, movement_class),
     RANGE_UINT32, 0, 0, use_clearance_def, 0},
    {"wend_clearance_def", "team", offsetof(wend_clearance_def, team), RANGE_UINT32, 0, 31,
     use_clearance_def, 0},
    {"wend_clearance_def", "team", offsetof(wend_clearance_def, team), RANGE_UINT32, UINT32_MAX,
     UINT32_MAX, use_clearance_def, RANGE_ANY_ABOVE},
    {"wend_islands_def", "movement_class", offsetof(wend_islands_def, movement_class), RANGE_UINT32,
     0, 0, use_islands_def, 0},
    {"wend_islands_def", "team", offsetof(wend_islands_def, team), RANGE_UINT32, 0, 31,
     use_islands_def, 0},
    {"wend_islands_def", "team", offsetof(wend_islands_def, team), RANGE_UINT32, UINT32_MAX,
     UINT32_MAX, use_islands_def, RANGE_ANY_ABOVE},
    {"wend_space_def", "movement_class", offsetof(wend_space_def, movement_class), RANGE_UINT32, 0,
     0, use_space_def, 0},
    {"wend_space_def", "team", offsetof(wend_space_def, team), RANGE_UINT32, 0, 31, use_space_def,
     0},
    {"wend_space_def", "team", offsetof(wend_space_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX,
     use_space_def, RANGE_ANY_ABOVE},
    {"wend_search_def", "movement_class", offsetof(wend_search_def, movement_class), RANGE_UINT32,
     0, 0, use_search_def, 0},
    {"wend_search_def", "team", offsetof(wend_search_def, team), RANGE_UINT32, 0, 31,
     use_search_def, 0},
    {"wend_search_def", "team", offsetof(wend_search_def, team), RANGE_UINT32, UINT32_MAX,
     UINT32_MAX, use_search_def, RANGE_ANY_ABOVE},
    {"wend_space_def", "flags_required", offsetof(wend_space_def, flags_required), RANGE_UINT32, 0,
     UINT32_MAX, use_graph_space_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_space_def", "flags_refused", offsetof(wend_space_def, flags_refused), RANGE_UINT32, 0,
     UINT32_MAX, use_graph_space_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_space_def", "behaviour_count", offsetof(wend_space_def, behaviour_count), RANGE_SIZE, 0,
     2, use_graph_space_def, RANGE_ANY_ABOVE},
    {"wend_graph_node", "position", offsetof(wend_graph_node, position.x), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_graph_node, 0},
    {"wend_graph_node", "position", offsetof(wend_graph_node, position.y), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_graph_node, 0},
    {"wend_graph_node", "tag", offsetof(wend_graph_node, tag), RANGE_UINT32, 0, UINT32_MAX,
     use_graph_node, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_node", "user", offsetof(wend_graph_node, user), RANGE_UINT64, 0,
     18446744073709549568.0, use_graph_node, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_edge", "from", offsetof(wend_graph_edge, from), RANGE_UINT32, 0, 0, use_graph_edge,
     0},
    {"wend_graph_edge", "to", offsetof(wend_graph_edge, to), RANGE_UINT32, 1, 1, use_graph_edge,
     RANGE_STALE_ABOVE},
    {"wend_graph_edge", "behaviour", offsetof(wend_graph_edge, behaviour), RANGE_UINT32, 0,
     UINT32_MAX, use_graph_edge, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_edge", "flags", offsetof(wend_graph_edge, flags), RANGE_UINT32, 0, UINT32_MAX,
     use_graph_edge, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_edge", "user", offsetof(wend_graph_edge, user), RANGE_UINT64, 0,
     18446744073709549568.0, use_graph_edge, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_nearest_query", "max_distance", offsetof(wend_graph_nearest_query, max_distance),
     RANGE_DOUBLE, 0, (double)INFINITY, use_graph_near, 0},
    {"wend_graph_nearest_query", "tag", offsetof(wend_graph_nearest_query, tag), RANGE_UINT32, 0,
     UINT32_MAX, use_graph_near, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_nearest_query", "height", offsetof(wend_graph_nearest_query, height), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_graph_near, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_nearest_query", "max_height_difference",
     offsetof(wend_graph_nearest_query, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_graph_near, 0},
    {"wend_graph_nearest_query", "radius", offsetof(wend_graph_nearest_query, radius), RANGE_DOUBLE,
     0, DBL_MAX, use_graph_near, RANGE_COSTLY_HIGH},
    {"wend_graph_nearest_query", "stops", offsetof(wend_graph_nearest_query, stops), RANGE_UINT32,
     0, UINT32_MAX, use_graph_near, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_build_def", "stops", offsetof(wend_graph_build_def, stops), RANGE_UINT32, 0,
     UINT32_MAX, use_graph_build_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_graph_build_def", "point_count", offsetof(wend_graph_build_def, point_count), RANGE_SIZE,
     0, 2, use_graph_build_def, RANGE_ANY_ABOVE},
    {"wend_graph_build_def", "spacing", offsetof(wend_graph_build_def, spacing), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_graph_build_def, 0},
    {"wend_graph_build_def", "corners", offsetof(wend_graph_build_def, corners), RANGE_INT32, 0, 1,
     use_graph_build_def, 0},
    {"wend_graph_build_def", "max_nodes", offsetof(wend_graph_build_def, max_nodes), RANGE_SIZE, 2,
     18446744073709549568.0, use_graph_build_def, RANGE_ANY_ABOVE | RANGE_FULL_BELOW},
    {"wend_grid_def", "neighbours", offsetof(wend_grid_def, neighbours), RANGE_INT32, 4, 4,
     use_grid_def, 0},
    {"wend_grid_def", "neighbours", offsetof(wend_grid_def, neighbours), RANGE_INT32, 6, 6,
     use_grid_def, 0},
    {"wend_grid_def", "neighbours", offsetof(wend_grid_def, neighbours), RANGE_INT32, 8, 8,
     use_grid_def, 0},
    {"wend_grid_def", "cell_size", offsetof(wend_grid_def, cell_size), RANGE_DOUBLE, DBL_TRUE_MIN,
     DBL_MAX / 2, use_grid_def, 0},
    {"wend_grid_def", "origin", offsetof(wend_grid_def, origin.x), RANGE_DOUBLE, -DBL_MAX, DBL_MAX,
     use_grid_def, 0},
    {"wend_grid_def", "origin", offsetof(wend_grid_def, origin.y), RANGE_DOUBLE, -DBL_MAX, DBL_MAX,
     use_grid_def, 0},
    {"wend_level_grid_def", "cell_size", offsetof(wend_level_grid_def, cell_size), RANGE_DOUBLE,
     1.0 / 64, WEND_COORDINATE_MAX, use_level_grid_def, RANGE_ANY_BELOW},
    {"wend_level_grid_def", "cell_size", offsetof(wend_level_grid_def, cell_size), RANGE_DOUBLE, 4,
     4, use_level_grid_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_level_grid_def", "neighbours", offsetof(wend_level_grid_def, neighbours), RANGE_INT32, 4,
     4, use_level_grid_def, 0},
    {"wend_level_grid_def", "neighbours", offsetof(wend_level_grid_def, neighbours), RANGE_INT32, 6,
     6, use_level_grid_def, 0},
    {"wend_level_grid_def", "neighbours", offsetof(wend_level_grid_def, neighbours), RANGE_INT32, 8,
     8, use_level_grid_def, 0},
    {"wend_level_grid_def", "hex_layout", offsetof(wend_level_grid_def, hex_layout), RANGE_INT32, 0,
     3, use_level_grid_def, 0},
    {"wend_link_def", "from", offsetof(wend_link_def, from), RANGE_UINT32, 0, 15, use_link_def, 0},
    {"wend_link_def", "to", offsetof(wend_link_def, to), RANGE_UINT32, 1, 15, use_link_def,
     RANGE_ANY_BELOW},
    {"wend_link_def", "class_mask", offsetof(wend_link_def, class_mask), RANGE_UINT32, 0,
     UINT32_MAX, use_link_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_link_def", "team_mask", offsetof(wend_link_def, team_mask), RANGE_UINT32, 0, UINT32_MAX,
     use_link_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_link_def", "behaviour", offsetof(wend_link_def, behaviour), RANGE_UINT32, 0, UINT32_MAX,
     use_link_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_link_def", "user", offsetof(wend_link_def, user), RANGE_UINT64, 0,
     18446744073709549568.0, use_link_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_link", "behaviour", offsetof(wend_mesh_link, behaviour), RANGE_UINT32, 0,
     UINT32_MAX, use_mesh_link, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_link", "flags", offsetof(wend_mesh_link, flags), RANGE_UINT32, 0, UINT32_MAX,
     use_mesh_link, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_link", "user", offsetof(wend_mesh_link, user), RANGE_UINT64, 0,
     18446744073709549568.0, use_mesh_link, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_def", "point_count", offsetof(wend_mesh_def, point_count), RANGE_SIZE, 3, 3,
     use_mesh_def, RANGE_ANY_ABOVE},
    {"wend_mesh_def", "polygon_count", offsetof(wend_mesh_def, polygon_count), RANGE_SIZE, 1, 1,
     use_mesh_def, RANGE_ANY_ABOVE},
    {"wend_mesh_def", "weld", offsetof(wend_mesh_def, weld), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_mesh_def, RANGE_COSTLY_HIGH},
    {"wend_mesh_def", "cell_size", offsetof(wend_mesh_def, cell_size), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_mesh_def, 0},
    {"wend_mesh_outlines", "outline_count", offsetof(wend_mesh_outlines, outline_count), RANGE_SIZE,
     1, 2, use_mesh_outlines, RANGE_ANY_ABOVE},
    {"wend_mesh_grid_def", "cell_size", offsetof(wend_mesh_grid_def, cell_size), RANGE_DOUBLE, 1,
     WEND_COORDINATE_MAX, use_mesh_grid_def, RANGE_ANY_BELOW},
    {"wend_mesh_grid_def", "radius", offsetof(wend_mesh_grid_def, radius), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_mesh_grid_def, 0},
    {"wend_mesh_grid_def", "max_slope", offsetof(wend_mesh_grid_def, max_slope), RANGE_DOUBLE, 0,
     (double)INFINITY, use_mesh_grid_def, 0},
    {"wend_mesh_grid_def", "low", offsetof(wend_mesh_grid_def, low), RANGE_DOUBLE,
     -(double)INFINITY, 9, use_mesh_grid_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_grid_def", "high", offsetof(wend_mesh_grid_def, high), RANGE_DOUBLE, -9,
     (double)INFINITY, use_mesh_grid_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_grid_def", "neighbours", offsetof(wend_mesh_grid_def, neighbours), RANGE_INT32, 4,
     4, use_mesh_grid_def, 0},
    {"wend_mesh_grid_def", "neighbours", offsetof(wend_mesh_grid_def, neighbours), RANGE_INT32, 6,
     6, use_mesh_grid_def, 0},
    {"wend_mesh_grid_def", "neighbours", offsetof(wend_mesh_grid_def, neighbours), RANGE_INT32, 8,
     8, use_mesh_grid_def, 0},
    {"wend_mesh_grid_def", "hex_layout", offsetof(wend_mesh_grid_def, hex_layout), RANGE_INT32, 0,
     3, use_mesh_grid_def, 0},
    {"wend_mesh_space_def", "flags_required", offsetof(wend_mesh_space_def, flags_required),
     RANGE_UINT32, 0, UINT32_MAX, use_mesh_space_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_space_def", "flags_refused", offsetof(wend_mesh_space_def, flags_refused),
     RANGE_UINT32, 0, UINT32_MAX, use_mesh_space_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_search_query", "goal_kind", offsetof(wend_mesh_search_query, goal_kind),
     RANGE_INT32, 0, 2, use_mesh_query, 0},
    {"wend_mesh_search_query", "goal_count", offsetof(wend_mesh_search_query, goal_count),
     RANGE_SIZE, 1, 1, use_mesh_query, RANGE_ANY_ABOVE},
    {"wend_mesh_search_query", "method", offsetof(wend_mesh_search_query, method), RANGE_INT32, 0,
     WEND_MESH_METHOD_COUNT - 1, use_mesh_query, 0},
    {"wend_mesh_search_query", "corners", offsetof(wend_mesh_search_query, corners), RANGE_INT32, 0,
     1, use_mesh_query, 0},
    {"wend_mesh_search_query", "max_steps", offsetof(wend_mesh_search_query, max_steps),
     RANGE_UINT64, 0, 18446744073709549568.0, use_mesh_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_mesh_search_query", "max_length", offsetof(wend_mesh_search_query, max_length),
     RANGE_DOUBLE, 0, (double)INFINITY, use_mesh_query, 0},
    {"wend_mesh_search_query", "noise_seed", offsetof(wend_mesh_search_query, noise_seed),
     RANGE_UINT64, 0, 18446744073709549568.0, use_mesh_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_overlay_def", "class_mask", offsetof(wend_overlay_def, class_mask), RANGE_UINT32, 0,
     UINT32_MAX, use_overlay_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_path_walls", "stops", offsetof(wend_path_walls, stops), RANGE_UINT32, 0, UINT32_MAX,
     use_path_walls, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_path_walls", "smoothing", offsetof(wend_path_walls, smoothing), RANGE_INT32, 0, 1,
     use_path_walls, 0},
    {"wend_path_rounding", "turn_radius", offsetof(wend_path_rounding, turn_radius), RANGE_DOUBLE,
     DBL_TRUE_MIN, WEND_COORDINATE_MAX, use_path_rounding, 0},
    {"wend_path_rounding", "stops", offsetof(wend_path_rounding, stops), RANGE_UINT32, 0,
     UINT32_MAX, use_path_rounding, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_turning", "max_parts", offsetof(wend_turning, max_parts), RANGE_UINT32, 0, UINT32_MAX,
     use_turning, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_turning", "start_heading", offsetof(wend_turning, start_heading), RANGE_UINT32, 0, 7,
     use_turning, 0},
    {"wend_turning", "start_heading", offsetof(wend_turning, start_heading), RANGE_UINT32,
     WEND_HEADING_ANY, WEND_HEADING_ANY, use_turning, 0},
    {"wend_turning", "goal_heading", offsetof(wend_turning, goal_heading), RANGE_UINT32, 0, 7,
     use_turning, 0},
    {"wend_turning", "goal_heading", offsetof(wend_turning, goal_heading), RANGE_UINT32,
     WEND_HEADING_ANY, WEND_HEADING_ANY, use_turning, 0},
    {"wend_search_query", "start", offsetof(wend_search_query, start), RANGE_UINT32, 0, 15,
     use_query, 0},
    {"wend_search_query", "start_count", offsetof(wend_search_query, start_count), RANGE_SIZE, 1, 1,
     use_query, RANGE_ANY_ABOVE},
    {"wend_search_query", "goal", offsetof(wend_search_query, goal), RANGE_UINT32, 0, 15, use_query,
     0},
    {"wend_search_query", "goal_kind", offsetof(wend_search_query, goal_kind), RANGE_INT32, 0, 3,
     use_query, 0},
    {"wend_search_query", "goal_count", offsetof(wend_search_query, goal_count), RANGE_SIZE, 1, 1,
     use_query, RANGE_ANY_ABOVE},
    {"wend_search_query", "method", offsetof(wend_search_query, method), RANGE_INT32, 0,
     WEND_METHOD_COUNT - 1, use_query, 0},
    {"wend_search_query", "heuristic", offsetof(wend_search_query, heuristic), RANGE_INT32, 0, 5,
     use_query, 0},
    {"wend_search_query", "max_steps", offsetof(wend_search_query, max_steps), RANGE_UINT64, 0,
     18446744073709549568.0, use_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_search_query", "max_cost", offsetof(wend_search_query, max_cost), RANGE_UINT64, 0,
     18446744073709549568.0, use_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_search_query", "max_depth", offsetof(wend_search_query, max_depth), RANGE_UINT32, 0,
     UINT32_MAX, use_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_search_query", "noise_seed", offsetof(wend_search_query, noise_seed), RANGE_UINT64, 0,
     18446744073709549568.0, use_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_stamp_def", "x", offsetof(wend_stamp_def, x), RANGE_INT32, 0, 3, use_stamp_def, 0},
    {"wend_stamp_def", "y", offsetof(wend_stamp_def, y), RANGE_INT32, 0, 3, use_stamp_def, 0},
    {"wend_stamp_def", "layer_count", offsetof(wend_stamp_def, layer_count), RANGE_INT32, 1, 1,
     use_stamp_def, 0},
    {"wend_stamp_def", "user", offsetof(wend_stamp_def, user), RANGE_UINT64, 0,
     18446744073709549568.0, use_stamp_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_table_def", "max_nodes", offsetof(wend_table_def, max_nodes), RANGE_UINT32, 2,
     UINT32_MAX, use_table_def, RANGE_ANY_ABOVE | RANGE_FULL_BELOW},
    {"wend_slope_def", "cell_size", offsetof(wend_slope_def, cell_size), RANGE_DOUBLE, DBL_TRUE_MIN,
     DBL_MAX, use_slope_def, 0},
    {"wend_slope_def", "max_slope", offsetof(wend_slope_def, max_slope), RANGE_DOUBLE, 0, DBL_MAX,
     use_slope_def, 0},
    {"wend_slope_def", "neighbours", offsetof(wend_slope_def, neighbours), RANGE_INT32, 4, 4,
     use_slope_def, 0},
    {"wend_slope_def", "neighbours", offsetof(wend_slope_def, neighbours), RANGE_INT32, 6, 6,
     use_slope_def, 0},
    {"wend_slope_def", "neighbours", offsetof(wend_slope_def, neighbours), RANGE_INT32, 8, 8,
     use_slope_def, 0},
    {"wend_slope_def", "hex_layout", offsetof(wend_slope_def, hex_layout), RANGE_INT32, 0, 3,
     use_slope_def, 0},
    {"wend_pathfinder_def", "stops", offsetof(wend_pathfinder_def, stops), RANGE_UINT32, 0,
     UINT32_MAX, use_ways_def, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_pathfinder_def", "max_nodes", offsetof(wend_pathfinder_def, max_nodes), RANGE_SIZE, 1,
     UINT32_MAX / 2, use_ways_def, 0},
    {"wend_pathfinder_def", "movement_class", offsetof(wend_pathfinder_def, movement_class),
     RANGE_UINT32, 0, 0, use_pathfinder_world, 0},
    {"wend_pathfinder_def", "team", offsetof(wend_pathfinder_def, team), RANGE_UINT32, 0, 31,
     use_pathfinder_world, 0},
    {"wend_pathfinder_def", "team", offsetof(wend_pathfinder_def, team), RANGE_UINT32, UINT32_MAX,
     UINT32_MAX, use_pathfinder_world, RANGE_ANY_ABOVE},
    {"wend_pathfinder_def", "size", offsetof(wend_pathfinder_def, size), RANGE_INT32, 1,
     WEND_CLEARANCE_MAX, use_pathfinder_world, 0},
    {"wend_pathfinder_def", "flags_required", offsetof(wend_pathfinder_def, flags_required),
     RANGE_UINT32, 0, UINT32_MAX, use_pathfinder_world, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_pathfinder_def", "flags_refused", offsetof(wend_pathfinder_def, flags_refused),
     RANGE_UINT32, 0, UINT32_MAX, use_pathfinder_world, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_pathfinder_def", "level_world", offsetof(wend_pathfinder_def, level_world), RANGE_INT32,
     0, WEND_LEVEL_EXPANDED, use_pathfinder_world, 0},
    {"wend_pathfinder_def", "behaviour_count", offsetof(wend_pathfinder_def, behaviour_count),
     RANGE_SIZE, 0, 3, use_pathfinder_world, RANGE_ANY_ABOVE},
    {"wend_pathfinder_def", "cell_size", offsetof(wend_pathfinder_def, cell_size), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_pathfinder_world, 0},
    {"wend_pathfinder_def", "spacing", offsetof(wend_pathfinder_def, spacing), RANGE_DOUBLE, 0,
     WEND_COORDINATE_MAX, use_pathfinder_world, 0},
    {"wend_pathfinder_def", "corners", offsetof(wend_pathfinder_def, corners), RANGE_INT32, 0, 1,
     use_pathfinder_world, 0},
    {"wend_path_query", "from", offsetof(wend_path_query, from.x), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "from", offsetof(wend_path_query, from.y), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "from", offsetof(wend_path_query, from.z), RANGE_DOUBLE,
     -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "to", offsetof(wend_path_query, to.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "to", offsetof(wend_path_query, to.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "to", offsetof(wend_path_query, to.z), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_way_query, 0},
    {"wend_path_query", "goal_kind", offsetof(wend_path_query, goal_kind), RANGE_INT32, 0, 3,
     use_way_query, 0},
    {"wend_path_query", "position_count", offsetof(wend_path_query, position_count), RANGE_SIZE, 1,
     65536, use_way_query, 0},
    {"wend_path_query", "tag", offsetof(wend_path_query, tag), RANGE_UINT32, 0, UINT32_MAX,
     use_way_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_path_query", "shape", offsetof(wend_path_query, shape), RANGE_INT32, 0, 2, use_way_query,
     0},
    {"wend_path_query", "method", offsetof(wend_path_query, method), RANGE_INT32, 0,
     WEND_METHOD_COUNT - 1, use_way_query, 0},
    {"wend_path_query", "mesh_method", offsetof(wend_path_query, mesh_method), RANGE_INT32, 0,
     WEND_MESH_METHOD_COUNT - 1, use_way_query, 0},
    {"wend_path_query", "weight", offsetof(wend_path_query, weight), RANGE_DOUBLE, 1, 1000,
     use_way_query, 0},
    {"wend_path_query", "max_steps", offsetof(wend_path_query, max_steps), RANGE_UINT64, 0,
     18446744073709549568.0, use_way_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_path_query", "max_cost", offsetof(wend_path_query, max_cost), RANGE_UINT64, 0,
     18446744073709549568.0, use_way_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {"wend_path_query", "corners", offsetof(wend_path_query, corners), RANGE_INT32, 0, 1,
     use_way_query, 0},
};
const range_list ranges_world = {rows, sizeof rows / sizeof *rows};

/* The ranges of spaces, searches, paths, pathfinders and tables, as the headers document them. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <string.h>

static wend_result find(const range_trial *t, wend_search_query *query)
{
    return wend_search_find(t->world->search, query);
}

static bool any_goal(void *user, wend_node node)
{
    (void)user;
    (void)node;
    return true;
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
    t->set(&def, t->range, t->value);
    return wend_mesh_search_find(t->world->mesh_search, &def);
}

static wend_result use_mesh_corridor_def(const range_trial *t)
{
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    wend_mesh_corridor *it;
    def.space = t->world->mesh_space;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_corridor_create(&def, &it);
    wend_mesh_corridor_destroy(it);
    return result;
}

static wend_result use_path_walls(const range_trial *t)
{
    wend_path_walls def = wend_path_walls_default();
    def.walls = t->world->walls;
    t->set(&def, t->range, t->value);
    return wend_path_smooth_walls(t->world->path, &def);
}

static wend_result use_path_rounding(const range_trial *t)
{
    wend_path_rounding def = wend_path_rounding_default();
    def.turn_radius = 0.25;
    t->set(&def, t->range, t->value);
    return wend_path_round(t->world->path, &def, NULL);
}

static wend_result use_space_def(const range_trial *t)
{
    wend_space_def def = wend_space_def_default();
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
    wend_space *it;
    const wend_result result = wend_space_create(&def, &it);
    wend_space_destroy(it);
    return result;
}

static wend_result use_turning(const range_trial *t)
{
    wend_turning def = wend_turning_default();
    t->set(&def, t->range, t->value);
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
    t->set(&def, t->range, t->value);
    return find(t, &def);
}

static wend_result use_ways_def(const range_trial *t)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.space = t->world->graph_space;
    t->set(&def, t->range, t->value);
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
    } else if (strcmp(field, "overlay_layers") == 0) {
        def.graph = t->world->graph;
    } else if (strcmp(field, "behaviour_count") == 0) {
        static const double factors[3] = {1, 1, 1};
        def.graph = t->world->graph;
        def.behaviour_factors = factors;
    } else {
        def.level = t->world->level;
    }
    t->set(&def, t->range, t->value);
    wend_pathfinder *it;
    const wend_result result = wend_pathfinder_create(&def, &it);
    wend_pathfinder_destroy(it);
    return result;
}

static wend_result use_search_def(const range_trial *t)
{
    wend_search_def def = wend_search_def_default();
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
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
    t->set(&def, t->range, t->value);
    wend_space *it;
    const wend_result result = wend_space_create(&def, &it);
    wend_space_destroy(it);
    return result;
}

static wend_result use_mesh_space_def(const range_trial *t)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *it;
    def.mesh = t->world->mesh;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_mesh_space_create(&def, &it);
    wend_mesh_space_destroy(it);
    return result;
}

static wend_result use_table_def(const range_trial *t)
{
    wend_table_def def = wend_table_def_default();
    wend_table *it;
    def.space = t->world->graph_space;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_table_create(&def, &it);
    wend_table_destroy(it);
    return result;
}

static wend_result use_index_def(const range_trial *t)
{
    wend_index_def def = wend_index_def_default();
    wend_index *it;
    def.space = t->world->graph_space;
    t->set(&def, t->range, t->value);
    wend_result result = wend_index_create(&def, &it);
    result = result == WEND_OK ? wend_index_build(it, NULL) : result;
    wend_index_destroy(it);
    return result;
}

static wend_result use_way_query(const range_trial *t)
{
    static wend_vec3 positions[65537];
    wend_path_query def = wend_path_query_default();
    wend_pathfinder_def ways = wend_pathfinder_def_default();
    wend_pathfinder *it;
    /* Only graphs have tags, and only grids take all methods; their nodes are 16. */
    const bool is_grid = strcmp(t->range->field, "method") == 0 ||
                         strcmp(t->range->field, "from_node") == 0 ||
                         strcmp(t->range->field, "to_node") == 0;
    ways.space = is_grid ? NULL : t->world->graph_space;
    ways.grid = is_grid ? t->world->grid : NULL;
    def.estimate = no_estimate;
    const wend_items_def items_def = wend_items_def_default();
    wend_items *items = NULL;
    (void)wend_items_create(&items_def, &items);
    static const uint32_t tags[WEND_PATH_TAGS_MAX];
    def.items = items;
    def.tags = tags;
    def.tag_count = 1;
    wend_pathfinder_create(&ways, &it);
    def.to.x = 1;
    def.positions = positions;
    def.is_goal = any_goal;
    def.position_count = 1;
    if (strcmp(t->range->field, "position_count") == 0) {
        def.goal_kind = WEND_PATH_TO_POSITIONS;
    } else if (strcmp(t->range->field, "tag_count") == 0) {
        def.goal_kind = WEND_PATH_TO_EACH_TAG;
    }
    t->set(&def, t->range, t->value);
    const wend_result result = wend_pathfinder_find(it, &def);
    wend_pathfinder_destroy(it);
    wend_items_destroy(items);
    return result;
}

/* ---- hierarchies ---- */

static wend_result use_hierarchy_def(const range_trial *t)
{
    static const uint32_t regions[2] = {1, 0};
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *it;
    def.space = t->world->graph_space;
    if (strcmp(t->range->field, "region_node_count") == 0) {
        def.regions = regions;
    }
    t->set(&def, t->range, t->value);
    const wend_result result = wend_hierarchy_create(&def, &it);
    wend_hierarchy_destroy(it);
    return result;
}

static wend_result use_mesh_hierarchy_def(const range_trial *t)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *it;
    def.mesh_space = t->world->mesh_space;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_hierarchy_create(&def, &it);
    wend_hierarchy_destroy(it);
    return result;
}

static const range rows[] = {
    {FIELD(wend_mesh_search_query, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_query,
     0},
    {FIELD(wend_mesh_corridor_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_mesh_corridor_def, 0},
    {FIELD(wend_mesh_corridor_def, bound_max), RANGE_DOUBLE, 1, 1000, use_mesh_corridor_def, 0},
    {FIELD(wend_mesh_search_query, noise), RANGE_DOUBLE, 0, 10, use_mesh_query, 0},
    {FIELD(wend_path_walls, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_path_walls, 0},
    {FIELD(wend_path_walls, factor), RANGE_DOUBLE, 1.0 / 256, 65536, use_path_walls, 0},
    {FIELD(wend_path_rounding, error), RANGE_DOUBLE, 0.0001, 0.25, use_path_rounding, 0},
    {FIELD(wend_path_rounding, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_path_rounding, 0},
    {FIELD(wend_path_rounding, factor), RANGE_DOUBLE, 1.0 / 256, 65536, use_path_rounding, 0},
    {FIELD(wend_space_def, size), RANGE_INT32, 1, 64, use_space_def, 0},
    {FIELD(wend_space_def, radius), RANGE_DOUBLE, 0, 64, use_space_def, 0},
    {FIELD(wend_turning, cost), RANGE_UINT64, 0, 1099511627776.0, use_turning, 0},
    {FIELD(wend_search_query, weight), RANGE_DOUBLE, 1, 1000, use_query, 0},
    {FIELD(wend_search_query, noise), RANGE_DOUBLE, 0, 10, use_query, 0},
    {FIELD(wend_pathfinder_def, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_ways_def, 0},
    {FIELD(wend_pathfinder_def, factor), RANGE_DOUBLE, 1.0 / 256, 65536, use_ways_def, 0},
    {FIELD(wend_pathfinder_def, max_node_distance), RANGE_DOUBLE, 0, (double)INFINITY, use_ways_def,
     0},
    {FIELD(wend_pathfinder_def, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_ways_def, 0},
    {FIELD(wend_space_def, movement_class), RANGE_UINT32, 0, 0, use_space_def, 0},
    {FIELD(wend_space_def, team), RANGE_UINT32, 0, 31, use_space_def, 0},
    {FIELD(wend_space_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_space_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_search_def, movement_class), RANGE_UINT32, 0, 0, use_search_def, 0},
    {FIELD(wend_search_def, team), RANGE_UINT32, 0, 31, use_search_def, 0},
    {FIELD(wend_search_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_search_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_space_def, flags_required), RANGE_UINT32, 0, UINT32_MAX, use_graph_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_space_def, flags_refused), RANGE_UINT32, 0, UINT32_MAX, use_graph_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_space_def, overlay_layers), RANGE_UINT32, 0, UINT32_MAX, use_graph_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_space_def, behaviour_count), RANGE_SIZE, 0, 2, use_graph_space_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_space_def, flags_required), RANGE_UINT32, 0, UINT32_MAX, use_mesh_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_space_def, overlay_layers), RANGE_UINT32, 0, UINT32_MAX, use_mesh_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_space_def, flags_refused), RANGE_UINT32, 0, UINT32_MAX, use_mesh_space_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_search_query, goal_kind), RANGE_INT32, 0, 2, use_mesh_query, 0},
    {FIELD(wend_mesh_search_query, goal_count), RANGE_SIZE, 1, 1, use_mesh_query, RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_search_query, method), RANGE_INT32, 0, WEND_MESH_METHOD_COUNT - 1,
     use_mesh_query, 0},
    {FIELD(wend_mesh_search_query, corners), RANGE_INT32, 0, 1, use_mesh_query, 0},
    {FIELD(wend_mesh_search_query, max_steps), RANGE_UINT64, 0, 18446744073709549568.0,
     use_mesh_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_search_query, max_length), RANGE_DOUBLE, 0, (double)INFINITY, use_mesh_query,
     0},
    {FIELD(wend_mesh_search_query, noise_seed), RANGE_UINT64, 0, 18446744073709549568.0,
     use_mesh_query, RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_walls, stops), RANGE_UINT32, 0, UINT32_MAX, use_path_walls,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_walls, smoothing), RANGE_INT32, 0, 1, use_path_walls, 0},
    {FIELD(wend_path_rounding, turn_radius), RANGE_DOUBLE, DBL_TRUE_MIN, WEND_COORDINATE_MAX,
     use_path_rounding, 0},
    {FIELD(wend_path_rounding, stops), RANGE_UINT32, 0, UINT32_MAX, use_path_rounding,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_turning, max_parts), RANGE_UINT32, 0, UINT32_MAX, use_turning,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_turning, start_heading), RANGE_UINT32, 0, 7, use_turning, 0},
    {FIELD(wend_turning, start_heading), RANGE_UINT32, WEND_HEADING_ANY, WEND_HEADING_ANY,
     use_turning, 0},
    {FIELD(wend_turning, goal_heading), RANGE_UINT32, 0, 7, use_turning, 0},
    {FIELD(wend_turning, goal_heading), RANGE_UINT32, WEND_HEADING_ANY, WEND_HEADING_ANY,
     use_turning, 0},
    {FIELD(wend_search_query, start), RANGE_UINT32, 0, 15, use_query, 0},
    {FIELD(wend_search_query, start_count), RANGE_SIZE, 1, 1, use_query, RANGE_ANY_ABOVE},
    {FIELD(wend_search_query, goal), RANGE_UINT32, 0, 15, use_query, 0},
    {FIELD(wend_search_query, goal_kind), RANGE_INT32, 0, 3, use_query, 0},
    {FIELD(wend_search_query, goal_count), RANGE_SIZE, 1, 1, use_query, RANGE_ANY_ABOVE},
    {FIELD(wend_search_query, method), RANGE_INT32, 0, WEND_METHOD_COUNT - 1, use_query, 0},
    {FIELD(wend_search_query, heuristic), RANGE_INT32, 0, 5, use_query, 0},
    {FIELD(wend_search_query, max_steps), RANGE_UINT64, 0, 18446744073709549568.0, use_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_search_query, max_cost), RANGE_UINT64, 0, 18446744073709549568.0, use_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_search_query, max_depth), RANGE_UINT32, 0, UINT32_MAX, use_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_search_query, noise_seed), RANGE_UINT64, 0, 18446744073709549568.0, use_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_hierarchy_def, level_count), RANGE_UINT32, 0, WEND_HIERARCHY_LEVELS_MAX,
     use_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, radius), RANGE_DOUBLE, 0, 1073741824, use_mesh_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, group_size), RANGE_UINT32, 2, 8, use_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, sector_size), RANGE_UINT32, 8, 128, use_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, portal_spacing), RANGE_UINT32, 1, 128, use_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, region_nodes), RANGE_UINT32, 2, 4096, use_hierarchy_def, 0},
    {FIELD(wend_hierarchy_def, region_node_count), RANGE_SIZE, 0, 2, use_hierarchy_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_index_def, max_steps), RANGE_UINT64, 0, 18446744073709549568.0, use_index_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_index_def, max_bytes), RANGE_SIZE, 0, UINT32_MAX / 2, use_index_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_table_def, max_nodes), RANGE_UINT32, 2, UINT32_MAX, use_table_def,
     RANGE_ANY_ABOVE | RANGE_FULL_BELOW},
    {FIELD(wend_pathfinder_def, stops), RANGE_UINT32, 0, UINT32_MAX, use_ways_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, max_nodes), RANGE_SIZE, 1, UINT32_MAX / 2, use_ways_def, 0},
    {FIELD(wend_pathfinder_def, movement_class), RANGE_UINT32, 0, 0, use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, team), RANGE_UINT32, 0, 31, use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_pathfinder_world,
     RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, size), RANGE_INT32, 1, WEND_CLEARANCE_MAX, use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, flags_required), RANGE_UINT32, 0, UINT32_MAX, use_pathfinder_world,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, flags_refused), RANGE_UINT32, 0, UINT32_MAX, use_pathfinder_world,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, overlay_layers), RANGE_UINT32, 0, UINT32_MAX, use_pathfinder_world,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, level_world), RANGE_INT32, 0, WEND_LEVEL_EXPANDED,
     use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, behaviour_count), RANGE_SIZE, 0, 3, use_pathfinder_world,
     RANGE_ANY_ABOVE},
    {FIELD(wend_pathfinder_def, cell_size), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, spacing), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX,
     use_pathfinder_world, 0},
    {FIELD(wend_pathfinder_def, corners), RANGE_INT32, 0, 1, use_pathfinder_world, 0},
    {PART(wend_path_query, from, from.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {PART(wend_path_query, from, from.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {PART(wend_path_query, from, from.z), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {PART(wend_path_query, to, to.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {PART(wend_path_query, to, to.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {PART(wend_path_query, to, to.z), RANGE_DOUBLE, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
     use_way_query, 0},
    {FIELD(wend_path_query, goal_kind), RANGE_INT32, 0, 5, use_way_query, 0},
    {FIELD(wend_path_query, max_depth), RANGE_UINT32, 0, UINT32_MAX, use_way_query,
     RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, tag_count), RANGE_SIZE, 1, WEND_PATH_TAGS_MAX, use_way_query, 0},
    {FIELD(wend_path_query, tag_mask), RANGE_UINT32, 0, UINT32_MAX, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, agent), RANGE_UINT64, 0, 18446744073709549568.0, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, position_count), RANGE_SIZE, 1, 65536, use_way_query, 0},
    {FIELD(wend_path_query, tag), RANGE_UINT32, 0, UINT32_MAX, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, shape), RANGE_INT32, 0, 2, use_way_query, 0},
    {FIELD(wend_path_query, method), RANGE_INT32, 0, WEND_METHOD_COUNT - 1, use_way_query, 0},
    {FIELD(wend_path_query, mesh_method), RANGE_INT32, 0, WEND_MESH_METHOD_COUNT - 1, use_way_query,
     0},
    {FIELD(wend_path_query, from_polygon), RANGE_UINT32, 0, UINT32_MAX, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, to_polygon), RANGE_UINT32, 0, UINT32_MAX, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, weight), RANGE_DOUBLE, 1, 1000, use_way_query, 0},
    {FIELD(wend_path_query, max_steps), RANGE_UINT64, 0, 18446744073709549568.0, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, max_cost), RANGE_UINT64, 0, 18446744073709549568.0, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_path_query, corners), RANGE_INT32, 0, 1, use_way_query, 0},
    {FIELD(wend_path_query, from_node), RANGE_UINT32, 0, 15, use_way_query, 0},
    {FIELD(wend_path_query, to_node), RANGE_UINT32, 0, 15, use_way_query, 0},
    {FIELD(wend_path_query, heuristic), RANGE_INT32, 0, WEND_HEURISTIC_CUSTOM, use_way_query, 0},
    {FIELD(wend_path_query, noise), RANGE_DOUBLE, 0, 10, use_way_query, 0},
    {FIELD(wend_path_query, noise_seed), RANGE_UINT64, 0, 18446744073709549568.0, use_way_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
};

const range_list ranges_route = {rows, sizeof rows / sizeof *rows};

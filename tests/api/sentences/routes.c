/* Messages of spaces, searches, pathfinders, tables and paths. */
#include "sentences.h"

#include <math.h>
#include <string.h>

static wend_message m;

/* A grid, and all that is derived of it. */
typedef struct route_world {
    wend_grid *grid;
    wend_mesh *mesh;
    wend_space *space;
    wend_search *search;
    wend_mesh_space *mesh_space;
    wend_mesh_search *mesh_search;
    wend_pathfinder *finder;
    wend_path *path;
} route_world;

static void try_creation(route_world *w)
{
    wend_space_def space_def = wend_space_def_default();
    space_def.message = &m;
    space_def.grid = w->grid;
    space_def.size = 99;
    TOLD(wend_space_create(&space_def, &w->space), m.text, "wend_space_create: size is 99",
         "1 to 64");
    space_def.size = 1;
    wend_space_create(&space_def, &w->space);
    wend_search_def search_def = wend_search_def_default();
    search_def.message = &m;
    TOLD(wend_search_create(&search_def, &w->search), m.text,
         "wend_search_create: space and grid are NULL", "set one");
    search_def.grid = w->grid;
    search_def.movement_class = 3;
    TOLD(wend_search_create(&search_def, &w->search), m.text,
         "wend_search_create: movement_class is 3", "number of classes is 1");
    search_def.grid = NULL;
    search_def.movement_class = 0;
    search_def.space = w->space;
    wend_search_create(&search_def, &w->search);
    wend_mesh_space_def mesh_def = wend_mesh_space_def_default();
    mesh_def.message = &m;
    TOLD(wend_mesh_space_create(&mesh_def, &w->mesh_space), m.text,
         "wend_mesh_space_create: mesh is NULL");
    mesh_def.mesh = w->mesh;
    wend_mesh_space_create(&mesh_def, &w->mesh_space);
    wend_mesh_search_create(w->mesh_space, NULL, &w->mesh_search);
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.message = &m;
    finder_def.space = w->space;
    finder_def.radius = -4;
    TOLD(wend_pathfinder_create(&finder_def, &w->finder), m.text,
         "wend_pathfinder_create: radius is -4", "0 to 1073741824");
    finder_def.radius = 0;
    wend_pathfinder_create(&finder_def, &w->finder);
    wend_path_create(NULL, &w->path);
}

static void try_corridor(const route_world *w)
{
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    wend_mesh_corridor *corridor = NULL;
    def.message = &m;
    TOLD(wend_mesh_corridor_create(&def, &corridor), m.text,
         "wend_mesh_corridor_create: space is NULL");
    def.space = w->mesh_space;
    if (wend_mesh_corridor_create(&def, &corridor) == WEND_OK) {
        wend_mesh_location from = wend_mesh_location_at(1, 1, 0);
        TOLD(wend_mesh_corridor_move(corridor, 1, 1), wend_mesh_corridor_error(corridor),
             "wend_mesh_corridor_move: no ends are set", "wend_mesh_corridor_set first");
        TOLD(wend_mesh_corridor_move_target(corridor, 1, 1), wend_mesh_corridor_error(corridor),
             "wend_mesh_corridor_move_target: no ends are set", "wend_mesh_corridor_set first");
        TOLD(wend_mesh_corridor_update(corridor, NULL), wend_mesh_corridor_error(corridor),
             "wend_mesh_corridor_update: no ends are set", "wend_mesh_corridor_set first");
        from.y = (double)NAN;
        TOLD(wend_mesh_corridor_set(corridor, from, from), wend_mesh_corridor_error(corridor),
             "wend_mesh_corridor_set: position.y is nan", "1073741824");
    }
    wend_mesh_corridor_destroy(corridor);
}

static void try_searches(route_world *w)
{
    wend_search_query query = wend_search_query_default();
    query.start = 5000;
    TOLD(wend_search_run(w->search, NULL), wend_search_error(w->search),
         "wend_search_run: ", "wend_search_start first");
    TOLD(wend_search_start(w->search, &query), wend_search_error(w->search),
         "wend_search_start: start is 5000", "0 to 107");
    query.start = query.goal = 3;
    query.weight = 0.5;
    TOLD(wend_search_find(w->search, &query), wend_search_error(w->search),
         "wend_search_find: weight is 0.5", "1 to 1000");
    wend_node nearest;
    TOLD(wend_search_nearest_reachable(w->search, 5000, 1, &nearest), wend_search_error(w->search),
         "wend_search_nearest_reachable: start is 5000", "0 to 107");
    wend_mesh_search_query mesh_query = wend_mesh_search_query_default();
    TOLD(wend_mesh_search_run(w->mesh_search, NULL), wend_mesh_search_error(w->mesh_search),
         "wend_mesh_search_run: ", "wend_mesh_search_start first");
    mesh_query.radius = -1;
    TOLD(wend_mesh_search_start(w->mesh_search, &mesh_query),
         wend_mesh_search_error(w->mesh_search), "wend_mesh_search_start: radius is -1",
         "0 to 1073741824");
    mesh_query.radius = 0;
    mesh_query.goal.y = (double)NAN;
    TOLD(wend_mesh_search_find(w->mesh_search, &mesh_query), wend_mesh_search_error(w->mesh_search),
         "wend_mesh_search_find: goal.y is nan", "1073741824");
    try_corridor(w);
    wend_path_query way = wend_path_query_default();
    TOLD(wend_pathfinder_run(w->finder, NULL), wend_pathfinder_error(w->finder),
         "wend_pathfinder_run: ", "wend_pathfinder_start first");
    way.goal_kind = WEND_PATH_TO_PREDICATE;
    TOLD(wend_pathfinder_start(w->finder, &way), wend_pathfinder_error(w->finder),
         "wend_pathfinder_start: is_goal is NULL", "WEND_PATH_TO_PREDICATE");
    way = wend_path_query_default();
    way.from.x = 1e30;
    TOLD(wend_pathfinder_find(w->finder, &way), wend_pathfinder_error(w->finder),
         "wend_pathfinder_find: from.x is 1e+30", "1073741824");
}

static void try_paths(route_world *w)
{
    const char *(*error)(const wend_path *) = wend_path_error;
    const wend_vec2 points[3] = {{0, 0}, {1, 0}, {(double)NAN, 0}};
    wend_leg leg;
    memset(&leg, 0, sizeof leg);
    TOLD(wend_path_from_search(w->path, w->search), error(w->path),
         "wend_path_from_search: search");
    TOLD(wend_path_to_node(w->path, w->search, 5000), error(w->path),
         "wend_path_to_node: node is 5000", "0 to 107");
    TOLD(wend_path_from_mesh_search(w->path, w->mesh_search), error(w->path),
         "wend_path_from_mesh_search: search", "run it");
    TOLD(wend_path_from_pathfinder(w->path, w->finder), error(w->path),
         "wend_path_from_pathfinder: pathfinder has no path", "run it");
    TOLD(wend_path_from_points(w->path, points, 3), error(w->path),
         "wend_path_from_points: points[2].x is nan", "1073741824");
    wend_path_from_points(w->path, points, 2);
    TOLD(wend_path_add_leg(w->path, &leg), error(w->path), "wend_path_add_leg: from_point is 0, 0",
         "1, 0");
    TOLD(wend_path_smooth(w->path, w->space, -1, WEND_SMOOTHING_QUICK), error(w->path),
         "wend_path_smooth: radius is -1", "0 or more");
    TOLD(wend_path_smooth_mesh(w->path, w->mesh_space, -1, WEND_SMOOTHING_QUICK), error(w->path),
         "wend_path_smooth_mesh: radius is -1", "0 to 1073741824");
    wend_path_walls walls = wend_path_walls_default();
    TOLD(wend_path_smooth_walls(w->path, &walls), error(w->path),
         "wend_path_smooth_walls: walls is NULL");
    wend_path_rounding rounding = wend_path_rounding_default();
    rounding.turn_radius = 1;
    rounding.error = 3;
    TOLD(wend_path_round(w->path, &rounding, NULL), error(w->path), "wend_path_round: error is 3",
         "0.0001 to 0.25");
    TOLD(wend_path_split_arcs(w->path, NULL, NULL), error(w->path),
         "wend_path_split_arcs: graph is NULL");
    wend_table_def table_def = wend_table_def_default();
    wend_table *table = NULL;
    table_def.message = &m;
    TOLD(wend_table_create(&table_def, &table), m.text, "wend_table_create: space is NULL");
    TOLD(wend_table_path(table, w->space, 0, 1, w->path), error(w->path),
         "wend_table_path: table is NULL");
    wend_index_def index_def = wend_index_def_default();
    wend_index *index = NULL;
    index_def.message = &m;
    TOLD(wend_index_create(&index_def, &index), m.text, "wend_index_create: space is NULL");
    wend_index_search_def search_def = wend_index_search_def_default();
    wend_index_search *search = NULL;
    search_def.message = &m;
    TOLD(wend_index_search_create(&search_def, &search), m.text,
         "wend_index_search_create: index is NULL");
    const wend_graph_def graph_def = wend_graph_def_default();
    wend_graph *graph = NULL;
    wend_graph_create(&graph_def, &graph);
    const wend_graph_node node = wend_graph_node_default();
    wend_node added = 0;
    wend_graph_add_node(graph, &node, &added);
    wend_space_def space_def = wend_space_def_default();
    wend_space *graph_space = NULL;
    space_def.graph = graph;
    wend_space_create(&space_def, &graph_space);
    index_def.space = graph_space;
    wend_index_create(&index_def, &index);
    wend_index_build(index, NULL);
    search_def.index = index;
    search_def.space = graph_space;
    if (wend_index_search_create(&search_def, &search) == WEND_OK) {
        TOLD(wend_index_search_find(search, WEND_NODE_NONE, 0), wend_index_search_error(search),
             "wend_index_search_find: start is");
    }
    wend_index_search_destroy(search);
    wend_index_destroy(index);
    wend_space_destroy(graph_space);
    wend_graph_destroy(graph);
    search = NULL;
    TOLD(wend_path_from_index(w->path, search), error(w->path),
         "wend_path_from_index: search is NULL");
    wend_incremental_def incremental_def = wend_incremental_def_default();
    wend_incremental *incremental = NULL;
    incremental_def.message = &m;
    TOLD(wend_incremental_create(&incremental_def, &incremental), m.text,
         "wend_incremental_create: space is NULL");
    TOLD(wend_path_from_incremental(w->path, incremental), error(w->path),
         "wend_path_from_incremental: incremental is NULL");
    incremental_def.space = w->space;
    if (wend_incremental_create(&incremental_def, &incremental) == WEND_OK) {
        TOLD(wend_incremental_update(incremental, 0, NULL), wend_incremental_error(incremental),
             "wend_incremental_update: there is no goal");
        TOLD(wend_incremental_set_goal(incremental, WEND_NODE_NONE),
             wend_incremental_error(incremental), "wend_incremental_set_goal: goal is");
        TOLD(wend_path_from_incremental(w->path, incremental), error(w->path),
             "wend_path_from_incremental: no update has ended");
    }
    wend_incremental_destroy(incremental);
}

static void try_hierarchy(const route_world *w)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *hierarchy = NULL;
    def.message = &m;
    def.space = w->space;
    TOLD(wend_hierarchy_load(&def, (const uint8_t *)"no", 2, &hierarchy), m.text,
         "wend_hierarchy_load: ");
    TOLD(wend_hierarchy_create(&def, NULL), m.text, "wend_hierarchy_create: hierarchy is NULL");
    wend_hierarchy_create(&def, &hierarchy);
    wend_hierarchy_update(hierarchy, NULL);
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    wend_hierarchy_search *search = NULL;
    search_def.message = &m;
    TOLD(wend_hierarchy_search_create(&search_def, &search), m.text,
         "wend_hierarchy_search_create: hierarchy is NULL");
    search_def.hierarchy = hierarchy;
    wend_hierarchy_search_create(&search_def, &search);
    const char *(*error)(const wend_hierarchy_search *) = wend_hierarchy_search_error;
    const wend_mesh_location at = wend_mesh_location_at(1, 1, 0);
    TOLD(wend_hierarchy_search_start(search, WEND_NODE_NONE, 0), error(search),
         "wend_hierarchy_search_start: start is");
    TOLD(wend_hierarchy_search_find(search, 0, WEND_NODE_NONE), error(search),
         "wend_hierarchy_search_start: goal is");
    TOLD(wend_hierarchy_search_run(search, NULL), error(search), "wend_hierarchy_search_run: ");
    TOLD(wend_hierarchy_search_start_mesh(search, at, at), error(search),
         "wend_hierarchy_search_start_mesh: ");
    TOLD(wend_hierarchy_search_find_mesh(search, at, at), error(search),
         "wend_hierarchy_search_start_mesh: ");
    TOLD(wend_hierarchy_search_next(search, w->path), error(search),
         "wend_hierarchy_search_next: ");
    TOLD(wend_path_from_hierarchy(w->path, search), wend_path_error(w->path),
         "wend_path_from_hierarchy: ");
    wend_hierarchy_search_destroy(search);
    wend_hierarchy_destroy(hierarchy);
}

static void try_prepare(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = 4;
    wend_grid *grid = NULL;
    wend_grid_create(&grid_def, &grid);
    wend_grid_set_cost(grid, 0, 1, 1, 7);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    def.has_index = true;
    wend_pathfinder *pathfinder = NULL;
    wend_pathfinder_create(&def, &pathfinder);
    TOLD(wend_pathfinder_prepare(pathfinder, NULL), wend_pathfinder_error(pathfinder),
         "wend_pathfinder_prepare: an index of a grid needs", "one cost");
    wend_pathfinder_destroy(pathfinder);
    wend_grid_destroy(grid);
}

static void try_planner(const route_world *w)
{
    wend_planner *planner = NULL;
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner_request_id id = {4, 2};
    uint32_t index;
    def.message = &m;
    TOLD(wend_planner_create(&def, &planner), m.text,
         "wend_planner_create: 0 of grid, graph, mesh and level are set", "set one");
    def.grid = w->grid;
    wend_planner_create(&def, &planner);
    profile.radius = -4;
    TOLD(wend_planner_add_profile(planner, &profile, &index), wend_planner_error(planner),
         "wend_planner_add_profile: radius is -4", "0 to 1073741824");
    request.priority = 99;
    profile.radius = 0;
    wend_planner_add_profile(planner, &profile, &index);
    TOLD(wend_planner_add_request(planner, &request, &id), wend_planner_error(planner),
         "wend_planner_add_request: priority is 99", "0 to 15");
    id = (wend_planner_request_id){4, 2};
    TOLD(wend_planner_poll(planner, id, NULL, NULL), wend_planner_error(planner),
         "wend_planner_poll: request 4 of generation 2", "out of date");
    wend_path_nearest nearest;
    TOLD(wend_planner_get_nearest(planner, id, 0, &nearest), wend_planner_error(planner),
         "wend_planner_get_nearest: request 4 of generation 2", "out of date");
    TOLD(wend_planner_load(planner, (const uint8_t *)"abc", 3, NULL, NULL, NULL),
         wend_planner_error(planner), "wend_planner_load: ");
    TOLD(wend_planner_cancel(planner, id), wend_planner_error(planner),
         "wend_planner_cancel: request 4 of generation 2", "out of date");
    TOLD(wend_planner_release(planner, id), wend_planner_error(planner),
         "wend_planner_release: request 4 of generation 2", "out of date");
    const wend_vec3 nowhere = {(double)NAN, 0, 0};
    TOLD(wend_planner_join(planner, id, nowhere, w->path), wend_planner_error(planner),
         "wend_planner_join: position.x is nan", "1073741824");
    wend_planner_destroy(planner);
}

void try_routes(void)
{
    route_world w = {0};
    wend_grid_def def = wend_grid_def_default();
    def.width = 12;
    def.height = 9;
    wend_grid_create(&def, &w.grid);
    wend_mesh_from_grid(w.grid, 0, WEND_TEAM_NONE, NULL, &w.mesh, NULL);
    try_creation(&w);
    try_searches(&w);
    try_paths(&w);
    try_hierarchy(&w);
    try_prepare();
    try_planner(&w);
    wend_path_destroy(w.path);
    wend_pathfinder_destroy(w.finder);
    wend_mesh_search_destroy(w.mesh_search);
    wend_mesh_space_destroy(w.mesh_space);
    wend_search_destroy(w.search);
    wend_space_destroy(w.space);
    wend_mesh_destroy(w.mesh);
    wend_grid_destroy(w.grid);
}

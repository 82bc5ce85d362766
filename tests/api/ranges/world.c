/* The tiny world in which each definition is used. */
#include "ranges.h"

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

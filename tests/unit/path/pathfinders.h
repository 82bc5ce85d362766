/* One small level as a grid, a graph and a mesh, with a pathfinder over each. */
#ifndef TEST_UNIT_PATHFINDERS_H
#define TEST_UNIT_PATHFINDERS_H

#include "support/graphs.h"
#include "support/levels.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/walls.h"

#include <string.h>

enum { GRID, GRAPH, MESH, WORLDS };

/* A room of 10 x 10 with a wall from 5, 0 to 5, 8. */
typedef struct town {
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_space *grid_space, *graph_space;
    wend_mesh_space *mesh_space;
    wend_pathfinder *finder[WORLDS];
    wend_path *path;
} town;

static inline void add_node(wend_graph *graph, double x, double y, uint32_t tag)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = (wend_vec2){x, y};
    def.tag = tag;
    graphs_add_node(graph, def);
}

static inline void add_edge(wend_graph *graph, wend_node from, wend_node to)
{
    graphs_edge(graph, from, to, true);
}

static inline wend_graph *graph_of(void)
{
    wend_graph *graph = graphs_empty();
    add_node(graph, 1, 1, 0);
    add_node(graph, 4, 4, 7);
    add_node(graph, 4.5, 8.5, 0);
    add_node(graph, 5.5, 8.5, 0);
    add_node(graph, 6, 4, 7);
    add_node(graph, 9, 1, 0);
    for (wend_node i = 0; i < 5; i++) {
        add_edge(graph, i, i + 1);
    }
    return graph;
}

static inline wend_level *level_of(void)
{
    static const wend_vec2 room[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const wend_level_region region = {0, 3, 0, 0};
    const wend_level_line wall = {{5, 0}, {5, 8}, 0, 0, WEND_STOPS_ALL, 0};
    uint32_t index;
    wend_level *level = levels_empty();
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, room, 4, index, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_add_line(level, &wall, NULL), WEND_OK);
    return level;
}

static inline wend_pathfinder *ways_of(const town *t, int world)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_message message;
    def.message = &message;
    def.space = world == GRID ? t->grid_space : world == GRAPH ? t->graph_space : NULL;
    def.mesh_space = world == MESH ? t->mesh_space : NULL;
    def.walls = world == MESH ? NULL : t->walls;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static inline town town_of(void)
{
    town t;
    memset(&t, 0, sizeof t);
    t.level = level_of();
    assert_int_equal(wend_level_build_walls(t.level, NULL, &t.walls), WEND_OK);
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 0.5;
    assert_int_equal(wend_level_build_grid(t.level, &grid_def, &t.grid), WEND_OK);
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    assert_int_equal(wend_level_build_mesh(t.level, &mesh_def, &t.mesh, NULL), WEND_OK);
    t.graph = graph_of();
    wend_space_def def = wend_space_def_default();
    def.grid = t.grid;
    t.grid_space = spaces_make(def);
    def.grid = NULL;
    def.graph = t.graph;
    t.graph_space = spaces_make(def);
    t.mesh_space = mesh_spaces_on(t.mesh);
    for (int world = 0; world < WORLDS; world++) {
        t.finder[world] = ways_of(&t, world);
    }
    t.path = paths_make();
    return t;
}

static inline void town_free(town *t)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(t->finder[world]);
    }
    wend_path_destroy(t->path);
    wend_space_destroy(t->grid_space);
    wend_space_destroy(t->graph_space);
    wend_mesh_space_destroy(t->mesh_space);
    wend_grid_destroy(t->grid);
    wend_graph_destroy(t->graph);
    wend_mesh_destroy(t->mesh);
    wend_walls_destroy(t->walls);
    wend_level_destroy(t->level);
}

static inline wend_path_query query_of(double x, double y, double to_x, double to_y)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){x, y, 0};
    query.to = (wend_vec3){to_x, to_y, 0};
    return query;
}

static inline wend_path_answer answer_of(const wend_pathfinder *finder)
{
    wend_path_answer answer;
    wend_pathfinder_get_answer(finder, &answer);
    return answer;
}

#endif

/* One level, built into every kind of world, and the same path query on each of them, for an agent
 * 0.8 m wide. The mesh gives the shortest path; the paths of the others are a little longer.
 *
 *     +-----------+-----------+
 *     |           |           |
 *     |   ####    |    ##     |     two rooms, a door in the wall between them,
 *     |   ####         ##   G |     a pillar in each
 *     | S         |           |
 *     +-----------+-----------+
 */
#include "wend/wend.h"

#include <stdio.h>

static const double RADIUS = 0.4;

typedef struct town {
    wend_level *level;
    wend_walls *walls;
    wend_path *path;
} town;

static bool draw_level(town *t)
{
    static const wend_vec2 rooms[4] = {{0, 0}, {24, 0}, {24, 10}, {0, 10}};
    static const wend_vec2 pillars[2][4] = {{{4, 4}, {8, 4}, {8, 7}, {4, 7}},
                                            {{16, 3}, {18, 3}, {18, 7}, {16, 7}}};
    static const wend_vec2 walls[2][2] = {{{12, 0}, {12, 4}}, {{12, 6}, {12, 10}}};
    const wend_level_region ground = {0, 3, 0, 0};
    uint32_t room;
    bool is_done = wend_level_create(NULL, &t->level) == WEND_OK &&
                   wend_level_add_region(t->level, &ground, &room) == WEND_OK &&
                   wend_level_add_outline(t->level, rooms, 4, room, WEND_REGION_NONE) == WEND_OK;
    for (int i = 0; i < 2 && is_done; i++) {
        const wend_level_line wall = {walls[i][0], walls[i][1], room, room, WEND_STOPS_ALL, 0};
        is_done =
            wend_level_add_line(t->level, &wall, NULL) == WEND_OK &&
            wend_level_add_outline(t->level, pillars[i], 4, WEND_REGION_NONE, room) == WEND_OK;
    }
    return is_done && wend_level_build_walls(t->level, NULL, &t->walls) == WEND_OK;
}

/* The same query for any kind of world. */
static bool ask(const town *t, const wend_pathfinder_def *def, const char *name)
{
    wend_pathfinder *finder = NULL;
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = (wend_vec3){1.5, 1.25, 0};
    query.to = (wend_vec3){22.5, 4.75, 0};
    query.shape = WEND_PATH_SMOOTH_PRECISE;
    const bool is_found = wend_pathfinder_create(def, &finder) == WEND_OK &&
                          wend_pathfinder_find(finder, &query) == WEND_OK &&
                          wend_path_from_pathfinder(t->path, finder) == WEND_OK;
    wend_pathfinder_get_answer(finder, &answer);
    printf("%-9s %8.4f m in %2zu legs by %s, %llu steps\n", name, answer.length,
           wend_path_leg_count(t->path), answer.method, (unsigned long long)answer.expanded);
    wend_pathfinder_destroy(finder);
    return is_found;
}

/* Cells so far from walls that all steps between them keep the radius. */
static bool ask_grid(const town *t)
{
    wend_grid *grid = NULL;
    wend_space *space = NULL;
    wend_level_grid_def def = wend_level_grid_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_pathfinder_def finder = wend_pathfinder_def_default();
    def.cell_size = 0.25;
    def.radius = RADIUS + 0.75 * def.cell_size;
    bool is_done = wend_level_build_grid(t->level, &def, &grid) == WEND_OK;
    space_def.grid = grid;
    is_done = is_done && wend_space_create(&space_def, &space) == WEND_OK;
    finder.space = space;
    finder.walls = t->walls;
    finder.radius = RADIUS;
    is_done = is_done && ask(t, &finder, "grid");
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return is_done;
}

static bool ask_graph(const town *t, wend_graph_method method)
{
    static const wend_vec2 stations[7] = {{2, 2},    {9, 2},    {10, 5}, {14, 5},
                                          {14.5, 2}, {19.5, 2}, {21, 5}};
    wend_graph *graph = NULL;
    wend_space *space = NULL;
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_pathfinder_def finder = wend_pathfinder_def_default();
    def.radius = RADIUS;
    def.points = stations; /* of visibility, or the first one as a seed of the flood */
    def.point_count = method == WEND_GRAPH_VISIBILITY ? 7 : 1;
    bool is_done = wend_level_build_graph(t->level, method, &def, &graph) == WEND_OK;
    space_def.graph = graph;
    is_done = is_done && wend_space_create(&space_def, &space) == WEND_OK;
    finder.space = space;
    finder.walls = t->walls;
    finder.radius = RADIUS;
    is_done = is_done && ask(t, &finder, wend_graph_method_name(method));
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return is_done;
}

static bool ask_mesh(const town *t)
{
    wend_mesh *mesh = NULL;
    wend_mesh_space *space = NULL;
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    wend_pathfinder_def finder = wend_pathfinder_def_default();
    bool is_done = wend_level_build_mesh(t->level, &def, &mesh, NULL) == WEND_OK;
    space_def.mesh = mesh;
    is_done = is_done && wend_mesh_space_create(&space_def, &space) == WEND_OK;
    finder.mesh_space = space;
    finder.radius = RADIUS; /* one mesh serves agents of every size */
    is_done = is_done && ask(t, &finder, "mesh");
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    return is_done;
}

int main(void)
{
    town t = {NULL, NULL, NULL};
    bool is_done = draw_level(&t) && wend_path_create(NULL, &t.path) == WEND_OK && ask_grid(&t);
    for (int method = WEND_GRAPH_VISIBILITY; method <= WEND_GRAPH_EXPANDED && is_done; method++) {
        is_done = ask_graph(&t, (wend_graph_method)method);
    }
    is_done = is_done && ask_mesh(&t);
    wend_path_destroy(t.path);
    wend_walls_destroy(t.walls);
    wend_level_destroy(t.level);
    return is_done ? 0 : 1;
}

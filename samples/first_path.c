/* The shortest useful program: a map, a pathfinder over it, a path between two positions. */
#include "wend/wend.h"

#include <stdio.h>

/* A cell is a metre wide; # is a wall. */
static const char map[] = "....................\n"
                          "..........#.........\n"
                          "..........#.........\n"
                          "..........#.........\n"
                          "..........#.........\n"
                          "....................\n";

static wend_grid *read_map(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = 20;
    def.height = 6;
    wend_grid_create(&def, &grid);
    for (int i = 0; i < 20 * 6; i++) {
        if (map[i + i / 20] == '#') {
            wend_grid_set_cost(grid, 0, i % 20, i / 20, WEND_COST_WALL);
        }
    }
    return grid;
}

int main(void)
{
    wend_grid *grid = read_map();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid; /* or a graph, a mesh, a level; edits of it are followed */
    def.radius = 0.3;
    wend_pathfinder *pathfinder = NULL;
    wend_pathfinder_create(&def, &pathfinder);

    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){2.5, 2.5, 0};
    query.to = (wend_vec3){17.2, 3.1, 0};
    wend_path *path = NULL;
    wend_path_create(NULL, &path);
    const bool is_found = wend_pathfinder_find(pathfinder, &query) == WEND_OK &&
                          wend_path_from_pathfinder(path, pathfinder) == WEND_OK;
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg leg = wend_path_leg(path, i);
        printf("%.2f, %.2f -> %.2f, %.2f: %.2f m\n", leg.from_point.x, leg.from_point.y,
               leg.to_point.x, leg.to_point.y, leg.length);
    }
    printf("%.2f m in all\n", wend_path_length(path));

    wend_path_destroy(path);
    wend_pathfinder_destroy(pathfinder);
    wend_grid_destroy(grid);
    return is_found ? 0 : 1;
}

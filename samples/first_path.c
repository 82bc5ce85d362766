/* The shortest useful program: a small map, a wall, a way around it. */
#include "wend/wend.h"

#include <stdio.h>

int main(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 20;
    def.height = 10;
    wend_grid *grid = NULL;
    wend_grid_create(&def, &grid);
    wend_grid_fill(grid, 0, 10, 0, 1, 8, WEND_COST_WALL);

    wend_search_def search_def = wend_search_def_default();
    search_def.grid = grid; /* the search follows later edits of the grid by itself */
    wend_search *search = NULL;
    wend_search_create(&search_def, &search);

    wend_search_query query = wend_search_query_default();
    query.start = wend_grid_node(grid, 2, 2);
    query.goal = wend_grid_node(grid, 17, 2);
    wend_path *path = NULL;
    wend_path_create(NULL, &path);
    if (wend_search_find(search, &query) == WEND_OK &&
        wend_path_from_search(path, search) == WEND_OK) {
        for (size_t i = 0; i < wend_path_leg_count(path); i++) {
            const wend_leg leg = wend_path_leg(path, i);
            printf("%.1f, %.1f -> %.1f, %.1f\n", leg.from_point.x, leg.from_point.y, leg.to_point.x,
                   leg.to_point.y);
        }
        printf("cost %.3f\n", wend_cost_to_double(wend_path_cost(path)));
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
    return 0;
}

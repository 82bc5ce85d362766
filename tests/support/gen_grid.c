/* The grid of a generated map. */
#include "support/gen.h"

wend_grid *gen_map_grid(const gen_map *map, const wend_allocator *allocator)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.neighbours = map->neighbours;
    def.corner_rule = map->corner_rule;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) < 0) {
        return NULL;
    }
    wend_result result = wend_grid_set_costs(grid, WEND_CLASS_ALL, 0, 0, map->width, map->height,
                                             map->costs, (size_t)map->width);
    if (result < 0) {
        wend_grid_destroy(grid);
        return NULL;
    }
    return grid;
}

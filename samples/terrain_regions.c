/* Rooms, a corridor, a hall and a hill: the regions of a map, and the choke points between them. */
#include "wend/io.h"

#include <stdio.h>

enum { WIDTH = 60, HEIGHT = 30 };

static wend_grid *make_map(void)
{
    static const int32_t open[][4] = {
        {1, 1, 16, 12},   {20, 1, 14, 9}, {37, 1, 22, 14}, {1, 16, 22, 13}, {26, 20, 12, 9},
        {42, 18, 17, 11}, {17, 5, 3, 2},  {34, 4, 3, 1},   {47, 15, 2, 3},  {7, 13, 2, 3},
        {23, 22, 3, 3},   {38, 24, 4, 1}, {28, 10, 2, 10}};
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.cost = WEND_COST_WALL;
    wend_grid_create(&def, &grid);
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        wend_grid_fill(grid, 0, open[i][0], open[i][1], open[i][2], open[i][3], 1);
    }
    return grid;
}

static void make_hill(wend_terrain_analysis *analysis)
{
    static float heights[WIDTH * HEIGHT];
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            const double dx = x - 11, dy = y - 22;
            const double below = 5 - wend_sqrt(dx * dx + dy * dy);
            heights[y * WIDTH + x] = below > 0 ? (float)below : 0;
        }
    }
    wend_terrain_analysis_set_heights(analysis, heights, (size_t)WIDTH * HEIGHT);
}

static bool draw(const wend_grid *grid, const wend_terrain_analysis *analysis, const char *file)
{
    wend_picture_def def = wend_picture_def_default();
    wend_grid_bounds(grid, &def.low, &def.high);
    wend_picture *picture = NULL;
    wend_picture_create(&def, &picture); /* NULL in a build without PNG */
    const wend_draw brush = wend_picture_draw(picture);
    wend_grid_draw(grid, 0, &brush);
    wend_terrain_analysis_draw(analysis, &brush);
    const bool is_good = picture == NULL || wend_picture_save_file(picture, file, NULL) == WEND_OK;
    wend_picture_destroy(picture);
    return is_good;
}

int main(int argc, char **argv)
{
    wend_grid *grid = make_map();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis = NULL;
    def.grid = grid;
    if (wend_terrain_analysis_create(&def, &analysis) != WEND_OK) {
        return 1;
    }
    make_hill(analysis);
    wend_terrain_analysis_update(analysis, NULL);

    wend_terrain_analysis_info info;
    wend_terrain_analysis_get_info(analysis, &info);
    for (uint32_t i = 0; i < info.choke_count; i++) {
        wend_terrain_choke choke;
        wend_terrain_analysis_get_choke(analysis, i, &choke);
        printf("from region %u to %u: %.1f m wide%s\n", choke.region_a, choke.region_b, choke.width,
               choke.is_cut ? ", the only way" : "");
    }
    const bool is_good = info.region_count == 6 && info.choke_count >= 7 &&
                         info.high_ground_count == 1 &&
                         draw(grid, analysis, argc > 1 ? argv[1] : "terrain.png");
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
    return is_good ? 0 : 1;
}

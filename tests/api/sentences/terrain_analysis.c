/* Messages of analyses of terrain. */
#include "sentences.h"

static wend_message m;

void try_terrain_analysis(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis = NULL, *loaded = NULL;
    wend_grid *grid = NULL;
    const float height = 1;
    def.message = &m;
    TOLD(wend_terrain_analysis_create(&def, &analysis), m.text,
         "wend_terrain_analysis_create: there must be either a grid or a mesh");
    grid_def.width = 3;
    grid_def.height = 2;
    (void)wend_grid_create(&grid_def, &grid);
    def.grid = grid;
    def.choke_ratio = 3;
    TOLD(wend_terrain_analysis_create(&def, &analysis), m.text,
         "wend_terrain_analysis_create: choke_ratio is 3", "0 to 1");
    def.choke_ratio = 1;
    (void)wend_terrain_analysis_create(&def, &analysis);
    TOLD(wend_terrain_analysis_set_heights(analysis, &height, 1),
         wend_terrain_analysis_error(analysis), "wend_terrain_analysis_set_heights: count is 1",
         "6");
    TOLD(wend_terrain_analysis_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_terrain_analysis_load: ");
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

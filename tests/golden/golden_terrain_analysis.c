/* Fingerprint of analyses of terrain, before and after edits. */
#include "golden.h"

#include "wend/grid.h"
#include "wend/terrain_analysis.h"

enum { SIDE = 48 };

static uint64_t add_position(uint64_t hash, wend_vec2 position)
{
    return wend_hash_u64(hash, (uint64_t)(int64_t)(position.x * 1024) << 32 |
                                   (uint32_t)(int32_t)(position.y * 1024));
}

static uint64_t add_result(uint64_t hash, const wend_terrain_analysis *analysis)
{
    wend_terrain_analysis_info info;
    wend_terrain_analysis_get_info(analysis, &info);
    hash = wend_hash_u64(hash, wend_terrain_analysis_hash(analysis));
    for (uint32_t i = 0; i < info.region_count; i++) {
        wend_terrain_region region;
        (void)wend_terrain_analysis_get_region(analysis, i, &region);
        hash = add_position(hash, region.position);
        hash = wend_hash_u64(hash, (uint64_t)region.cell_count << 32 | region.choke_count);
    }
    for (uint32_t i = 0; i < info.choke_count; i++) {
        wend_terrain_choke choke;
        (void)wend_terrain_analysis_get_choke(analysis, i, &choke);
        hash = add_position(hash, choke.position);
        hash = add_position(hash, choke.ends[0]);
        hash = add_position(hash, choke.ends[1]);
        hash = wend_hash_u64(hash, (uint64_t)choke.region_a << 32 | choke.region_b);
    }
    for (int32_t i = 0; i < SIDE * SIDE; i += 5) {
        wend_terrain_cell cell;
        const int32_t row = i / SIDE;
        const wend_vec2 at = {i % SIDE + 0.5, row + 0.5};
        (void)wend_terrain_analysis_get_cell(analysis, at, &cell);
        hash = wend_hash_u64(hash, (uint64_t)(cell.openness * 65535) << 32 | cell.region);
        hash = wend_hash_u64(hash, (uint64_t)(cell.clearance * 4096));
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)(cell.advantage * 4096));
    }
    return hash;
}

static uint64_t play(wend_grid *grid, wend_terrain_analysis *analysis)
{
    static float heights[SIDE * SIDE];
    uint64_t hash = wend_hash_begin();
    for (uint64_t i = 0; i < (uint64_t)SIDE * SIDE; i++) {
        heights[i] = (float)(wend_random_below(3, 1, i / 64, 9));
    }
    (void)wend_terrain_analysis_set_heights(analysis, heights, (size_t)SIDE * SIDE);
    for (uint64_t i = 0; i < 60; i++) {
        (void)wend_grid_fill(grid, 0, (int32_t)wend_random_below(3, 2, i, SIDE - 9),
                             (int32_t)wend_random_below(3, 3, i, SIDE - 9),
                             1 + (int32_t)wend_random_below(3, 4, i, 8),
                             1 + (int32_t)wend_random_below(3, 5, i, 8),
                             i % 4 == 3 ? 1 : WEND_COST_WALL);
        if (i % 12 == 11) {
            wend_budget budget = wend_budget_steps(3000);
            (void)wend_terrain_analysis_update(analysis, &budget);
            (void)wend_terrain_analysis_update(analysis, NULL);
            hash = add_result(hash, analysis);
        }
    }
    return hash;
}

uint64_t golden_terrain_analysis(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_grid *grid = NULL;
    wend_terrain_analysis *analysis = NULL;
    uint64_t hash = 0;
    grid_def.width = grid_def.height = SIDE;
    if (wend_grid_create(&grid_def, &grid) == WEND_OK) {
        def.grid = grid;
        def.radius = 0.5;
        if (wend_terrain_analysis_create(&def, &analysis) == WEND_OK) {
            hash = play(grid, analysis);
        }
    }
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
    return hash;
}

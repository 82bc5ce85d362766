/* Fingerprint of overlays in layers: discs that are added and decay, and what searches of agents
 * that count some layers find in between. */
#include "golden.h"

enum { SIDE = 48, LAYERS = 3, AGENTS = 4, STEPS = 24 };

static uint32_t draw(uint64_t step, uint64_t what, uint32_t below)
{
    return wend_random_below(31, step, what, below);
}

static wend_grid *make_ground(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    wend_grid *grid = NULL;
    (void)wend_grid_create(&def, &grid);
    for (uint64_t k = 0; k < 300; k++) {
        (void)wend_grid_set_cost(grid, 0, (int32_t)draw(k, 0, SIDE), (int32_t)draw(k, 1, SIDE),
                                 k % 3 == 0 ? 2 : WEND_COST_WALL);
    }
    return grid;
}

static uint64_t add_searches(uint64_t hash, wend_space *const *spaces, wend_search *const *searches,
                             uint64_t step)
{
    for (uint32_t k = 0; k < AGENTS; k++) {
        wend_search_query query = wend_search_query_default();
        query.start = draw(step, 20, SIDE * SIDE);
        query.goal = draw(step, 21, SIDE * SIDE);
        (void)wend_space_update(spaces[k]);
        hash = golden_add_answer(hash, searches[k], &query);
    }
    return hash;
}

uint64_t golden_layers(void)
{
    wend_grid *grid = make_ground();
    wend_overlay_id ids[LAYERS];
    wend_space *spaces[AGENTS];
    wend_search *searches[AGENTS];
    for (uint32_t i = 0; i < LAYERS; i++) {
        wend_overlay_def def = wend_overlay_def_default();
        def.layers = 1u << i;
        def.keep = 0.75;
        (void)wend_grid_add_overlay(grid, &def, &ids[i], NULL);
    }
    for (uint32_t k = 0; k < AGENTS; k++) {
        wend_space_def def = wend_space_def_default();
        def.grid = grid;
        def.overlay_layers = k * 2 + (k == 0);
        (void)wend_space_create(&def, &spaces[k]);
        wend_search_def search_def = wend_search_def_default();
        search_def.space = spaces[k];
        (void)wend_search_create(&search_def, &searches[k]);
    }
    uint64_t hash = wend_hash_begin();
    for (uint64_t step = 0; step < STEPS; step++) {
        const wend_vec2 centre = {draw(step, 10, SIDE), draw(step, 11, SIDE)};
        (void)wend_grid_overlay_add(grid, ids[step % LAYERS], centre, draw(step, 12, 9),
                                    (int32_t)draw(step, 13, 60 * WEND_OVERLAY_ONE));
        (void)wend_grid_overlay_tick(grid, ids[(step + 1) % LAYERS]);
        hash = add_searches(hash, spaces, searches, step);
        hash = wend_hash_u64(hash, wend_grid_hash(grid));
    }
    for (uint32_t k = 0; k < AGENTS; k++) {
        wend_search_destroy(searches[k]);
        wend_space_destroy(spaces[k]);
    }
    wend_grid_destroy(grid);
    return hash;
}

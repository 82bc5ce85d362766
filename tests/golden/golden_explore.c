/* Fingerprint of explorers of a crowd by every method, two of which meet in a passage, and of the map
 * that they make; of explorers of cells. */
#include "golden.h"

enum { WIDTH = 30, HEIGHT = 20, BODIES = 9, TICKS = 700 };

static wend_grid *make_rooms(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    wend_grid *grid = NULL;
    (void)wend_grid_create(&def, &grid);
    (void)wend_grid_fill(grid, 0, 8, 0, 14, HEIGHT, WEND_COST_WALL);
    (void)wend_grid_fill(grid, 0, 8, 9, 14, 1, 1);
    (void)wend_grid_fill(grid, 0, 8, 15, 14, 3, 1);
    for (uint64_t k = 0; k < 24; k++) {
        const int32_t x = (int32_t)wend_random_below(41, k, 0, 7);
        const int32_t y = (int32_t)wend_random_below(41, k, 1, HEIGHT);
        (void)wend_grid_set_cost(grid, 0, k % 2 == 0 ? x : WIDTH - 1 - x, y,
                                 y == 9 ? 1 : WEND_COST_WALL);
    }
    return grid;
}

static uint64_t hash_cells(uint64_t hash, const wend_grid *grid)
{
    for (uint32_t method = 0; method < WEND_EXPLORE_BY_MAP; method++) {
        wend_cell_explorer_def def = wend_cell_explorer_def_default();
        wend_cell_explorer *explorer = NULL;
        def.grid = grid;
        def.method = (wend_explore_method)method;
        if (wend_cell_explorer_create(&def, &explorer) != WEND_OK) {
            continue;
        }
        (void)wend_cell_explorer_start(explorer, 9 * WIDTH, 9 * WIDTH + WIDTH - 1);
        for (int i = 0; i < 300; i++) {
            const wend_result result = wend_cell_explorer_step(explorer);
            hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
        }
        hash = wend_hash_u64(hash, wend_cell_explorer_hash(explorer));
        wend_cell_explorer_destroy(explorer);
    }
    return hash;
}

static void send_all(wend_crowd *crowd, wend_explorers *explorers)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        wend_body_def body = wend_body_def_default();
        wend_explorer_def order = wend_explorer_def_default();
        wend_body_id id;
        const bool is_left = i % 2 == 0;
        body.position.x = is_left ? 1.5 : (double)WIDTH - 1.5;
        body.position.y = i < 2 ? 9.5 : 1.5 + 2 * i;
        body.radius = 0.4;
        order.goal.x = is_left ? (double)WIDTH - 2.5 : 2.5;
        order.goal.y = 9.5;
        order.method =
            i < 2 ? WEND_EXPLORE_TRACE_LINE : (wend_explore_method)(i % (WEND_EXPLORE_BY_MAP + 1));
        order.hand = (wend_explore_hand)(i % 3);
        if (wend_crowd_add_body(crowd, &body, &id) == WEND_OK) {
            (void)wend_explorers_send(explorers, id, &order);
        }
    }
}

uint64_t golden_explore(void)
{
    wend_grid *grid = make_rooms();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    wend_explored_map_def map_def = wend_explored_map_def_default();
    wend_explorers_def def = wend_explorers_def_default();
    crowd_def.grid = grid;
    crowd_def.max_bodies = 16;
    map_def.like = grid;
    (void)wend_crowd_create(&crowd_def, &def.crowd);
    (void)wend_explored_map_create(&map_def, &def.map);
    wend_explorers *explorers = NULL;
    (void)wend_explorers_create(&def, &explorers);
    send_all(def.crowd, explorers);
    uint64_t hash = wend_hash_begin();
    for (int tick = 0; tick < TICKS; tick++) {
        (void)wend_explorers_update(explorers);
        (void)wend_crowd_tick(def.crowd);
        if (tick % 50 == 0) {
            hash = wend_hash_u64(hash, wend_explorers_hash(explorers));
            hash = wend_hash_u64(hash, wend_crowd_hash(def.crowd));
            hash = wend_hash_u64(hash, wend_explored_map_hash(def.map));
        }
    }
    hash = hash_cells(hash, grid);
    wend_explorers_destroy(explorers);
    wend_crowd_destroy(def.crowd);
    wend_explored_map_destroy(def.map);
    wend_grid_destroy(grid);
    return hash;
}

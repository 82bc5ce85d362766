/* Runs wend_explorers_load, wend_cell_explorer_load and wend_explored_map_load on any bytes, and on
 * the same bytes under a right frame and checksum, which chance would never find. What loads must
 * save and load again with the same hash, and go on. */
#include "crowd/explore/explorers.h"
#include "fuzz/framed.h"
#include "route/explore/explored.h"
#include "route/explore/explorer.h"
#include "wend/explorers.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 12, BODIES = 6, TICKS = 4, STEPS = 12, BYTES_MOST = 1 << 16 };

typedef struct stage {
    wend_grid *grid;
    wend_crowd *crowd;
    wend_explored_map *map;
    wend_explorers *explorers;
    wend_cell_explorer *cells;
} stage;

static stage s;

static void start_grid(void)
{
    memset(&s, 0, sizeof s);
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = SIDE;
    check(wend_grid_create(&grid_def, &s.grid) == WEND_OK);
    check(wend_grid_fill(s.grid, 0, 4, 2, 1, SIDE - 2, WEND_COST_WALL) == WEND_OK);
}

static void start_map(void)
{
    wend_explored_map_def map_def = wend_explored_map_def_default();
    map_def.like = s.grid;
    check(wend_explored_map_create(&map_def, &s.map) == WEND_OK);
}

static void start_explorers(void)
{
    start_map();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = s.grid;
    crowd_def.max_bodies = BODIES;
    check(wend_crowd_create(&crowd_def, &s.crowd) == WEND_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.position = (wend_vec2){1.5 + 1.5 * i, 1.5};
        check(wend_crowd_add_body(s.crowd, &body, &id) == WEND_OK);
        check(wend_crowd_set_velocity(s.crowd, id, (wend_vec2){0, 0}) == WEND_OK);
    }
    wend_explorers_def def = wend_explorers_def_default();
    def.crowd = s.crowd;
    def.map = s.map;
    check(wend_explorers_create(&def, &s.explorers) == WEND_OK);
}

static void start_cells(void)
{
    wend_cell_explorer_def cell_def = wend_cell_explorer_def_default();
    cell_def.grid = s.grid;
    cell_def.method = WEND_EXPLORE_DEPTH_FIRST;
    check(wend_cell_explorer_create(&cell_def, &s.cells) == WEND_OK);
}

static void end(void)
{
    wend_explorers_destroy(s.explorers);
    wend_cell_explorer_destroy(s.cells);
    wend_explored_map_destroy(s.map);
    wend_crowd_destroy(s.crowd);
    wend_grid_destroy(s.grid);
}

static void try_explorers(const uint8_t *bytes, size_t count)
{
    static uint8_t again[BYTES_MOST];
    size_t again_count;
    start_grid();
    start_explorers();
    if (wend_explorers_load(s.explorers, bytes, count, NULL) == WEND_OK) {
        const uint64_t hash = wend_explorers_hash(s.explorers);
        if (wend_explorers_save(s.explorers, again, sizeof again, &again_count) == WEND_OK) {
            check(wend_explorers_load(s.explorers, again, again_count, NULL) == WEND_OK);
            check(wend_explorers_hash(s.explorers) == hash);
        }
        for (int i = 0; i < TICKS; i++) {
            check(wend_explorers_update(s.explorers) == WEND_OK);
            check(wend_crowd_tick(s.crowd) == WEND_OK);
        }
    }
    end();
}

static void try_cells(const uint8_t *bytes, size_t count)
{
    static uint8_t again[BYTES_MOST];
    size_t again_count;
    start_grid();
    start_cells();
    if (wend_cell_explorer_load(s.cells, bytes, count, NULL) == WEND_OK) {
        const uint64_t hash = wend_cell_explorer_hash(s.cells);
        if (wend_cell_explorer_save(s.cells, again, sizeof again, &again_count) == WEND_OK) {
            check(wend_cell_explorer_load(s.cells, again, again_count, NULL) == WEND_OK);
            check(wend_cell_explorer_hash(s.cells) == hash);
        }
        for (int i = 0; i < STEPS; i++) {
            (void)wend_cell_explorer_step(s.cells);
        }
    }
    end();
}

static void try_map(const uint8_t *bytes, size_t count)
{
    static uint8_t again[BYTES_MOST];
    size_t again_count;
    start_grid();
    start_map();
    if (wend_explored_map_load(s.map, bytes, count, NULL) == WEND_OK) {
        const uint64_t hash = wend_explored_map_hash(s.map);
        check(wend_explored_map_update(s.map) == WEND_OK);
        if (wend_explored_map_save(s.map, again, sizeof again, &again_count) == WEND_OK) {
            check(wend_explored_map_load(s.map, again, again_count, NULL) == WEND_OK);
            check(wend_explored_map_hash(s.map) == hash);
        }
    }
    end();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_explorers(data, size);
    try_cells(data, size);
    try_map(data, size);
    framed_try(data, size, WENDI_EXPLORERS_MAGIC, 1, try_explorers);
    framed_try(data, size, WENDI_EXPLORERS_MAGIC, WENDI_EXPLORERS_VERSION, try_explorers);
    framed_try(data, size, WENDI_CELL_EXPLORER_MAGIC, WENDI_CELL_EXPLORER_VERSION, try_cells);
    framed_try(data, size, WENDI_EXPLORED_MAGIC, WENDI_EXPLORED_VERSION, try_map);
    return 0;
}

/* Runs wend_explorers_load, wend_cell_explorer_load and wend_explored_map_load on any bytes, and on
 * the same bytes under a right frame and checksum, which chance would never find. What loads must
 * save and load again to the same bytes with the same hash, and go on. The three objects and their
 * grounds are kept from run to run, for a failed load leaves an object as it was; one that took
 * bytes is made anew. */
#include "crowd/explore/explorers.h"
#include "fuzz/framed.h"
#include "route/explore/explored.h"
#include "route/explore/explorer.h"
#include "wend/explorers.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 12, BODIES = 6, TICKS = 4, STEPS = 12, BYTES_MOST = 1 << 16 };

/* What the second save gives must be what the first gave. */
static uint8_t saved[2][BYTES_MOST];

static wend_grid *make_grid(void)
{
    wend_grid *grid = NULL;
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = SIDE;
    check(wend_grid_create(&grid_def, &grid) == WEND_OK);
    check(wend_grid_fill(grid, 0, 4, 2, 1, SIDE - 2, WEND_COST_WALL) == WEND_OK);
    return grid;
}

static wend_explored_map *make_map(const wend_grid *grid)
{
    wend_explored_map *map = NULL;
    wend_explored_map_def map_def = wend_explored_map_def_default();
    map_def.like = grid;
    check(wend_explored_map_create(&map_def, &map) == WEND_OK);
    return map;
}

/* ---- explorers of a crowd ---- */

typedef struct stage {
    wend_grid *grid;
    wend_crowd *crowd;
    wend_explored_map *map;
    wend_explorers *explorers;
    uint64_t hash;
} stage;

static void stage_begin(stage *s)
{
    s->grid = make_grid();
    s->map = make_map(s->grid);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = s->grid;
    crowd_def.max_bodies = BODIES;
    check(wend_crowd_create(&crowd_def, &s->crowd) == WEND_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.position = (wend_vec2){1.5 + 1.5 * i, 1.5};
        check(wend_crowd_add_body(s->crowd, &body, &id) == WEND_OK);
        check(wend_crowd_set_velocity(s->crowd, id, (wend_vec2){0, 0}) == WEND_OK);
    }
    wend_explorers_def def = wend_explorers_def_default();
    def.crowd = s->crowd;
    def.map = s->map;
    check(wend_explorers_create(&def, &s->explorers) == WEND_OK);
    s->hash = wend_explorers_hash(s->explorers);
}

static void stage_end(stage *s)
{
    wend_explorers_destroy(s->explorers);
    wend_explored_map_destroy(s->map);
    wend_crowd_destroy(s->crowd);
    wend_grid_destroy(s->grid);
    memset(s, 0, sizeof *s);
}

static void try_explorers(const uint8_t *bytes, size_t count)
{
    static stage s;
    size_t counts[2];
    wend_message message;
    if (s.grid == NULL) {
        stage_begin(&s);
    }
    const wend_result result = noted(wend_explorers_load(s.explorers, bytes, count, &message));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_explorers_hash(s.explorers) == s.hash);
        return;
    }
    const uint64_t hash = wend_explorers_hash(s.explorers);
    if (wend_explorers_save(s.explorers, saved[0], BYTES_MOST, &counts[0]) == WEND_OK) {
        check(wend_explorers_load(s.explorers, saved[0], counts[0], NULL) == WEND_OK);
        check(wend_explorers_hash(s.explorers) == hash);
        check(wend_explorers_save(s.explorers, saved[1], BYTES_MOST, &counts[1]) == WEND_OK);
        check(counts[0] == counts[1] && memcmp(saved[0], saved[1], counts[0]) == 0);
    }
    for (int i = 0; i < TICKS; i++) {
        check(wend_explorers_update(s.explorers) == WEND_OK);
        check(wend_crowd_tick(s.crowd) == WEND_OK);
    }
    stage_end(&s);
}

/* ---- an explorer of cells ---- */

static wend_cell_explorer *make_cells(const wend_grid *grid)
{
    wend_cell_explorer *cells = NULL;
    wend_cell_explorer_def cell_def = wend_cell_explorer_def_default();
    cell_def.grid = grid;
    cell_def.method = WEND_EXPLORE_DEPTH_FIRST;
    check(wend_cell_explorer_create(&cell_def, &cells) == WEND_OK);
    return cells;
}

static void try_cells(const uint8_t *bytes, size_t count)
{
    static wend_grid *grid;
    static wend_cell_explorer *cells;
    static uint64_t before;
    size_t counts[2];
    wend_message message;
    if (cells == NULL) {
        grid = grid != NULL ? grid : make_grid();
        cells = make_cells(grid);
        before = wend_cell_explorer_hash(cells);
    }
    const wend_result result = noted(wend_cell_explorer_load(cells, bytes, count, &message));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_cell_explorer_hash(cells) == before);
        return;
    }
    const uint64_t hash = wend_cell_explorer_hash(cells);
    if (wend_cell_explorer_save(cells, saved[0], BYTES_MOST, &counts[0]) == WEND_OK) {
        check(wend_cell_explorer_load(cells, saved[0], counts[0], NULL) == WEND_OK);
        check(wend_cell_explorer_hash(cells) == hash);
        check(wend_cell_explorer_save(cells, saved[1], BYTES_MOST, &counts[1]) == WEND_OK);
        check(counts[0] == counts[1] && memcmp(saved[0], saved[1], counts[0]) == 0);
    }
    for (int i = 0; i < STEPS; i++) {
        (void)wend_cell_explorer_step(cells);
    }
    wend_cell_explorer_destroy(cells);
    cells = NULL;
}

/* ---- an explored map ---- */

static void try_map(const uint8_t *bytes, size_t count)
{
    static wend_grid *grid;
    static wend_explored_map *map;
    static uint64_t before;
    size_t counts[2];
    wend_message message;
    if (map == NULL) {
        grid = grid != NULL ? grid : make_grid();
        map = make_map(grid);
        before = wend_explored_map_hash(map);
    }
    const wend_result result = noted(wend_explored_map_load(map, bytes, count, &message));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_explored_map_hash(map) == before);
        return;
    }
    const uint64_t hash = wend_explored_map_hash(map);
    check(wend_explored_map_update(map) == WEND_OK);
    if (wend_explored_map_save(map, saved[0], BYTES_MOST, &counts[0]) == WEND_OK) {
        check(wend_explored_map_load(map, saved[0], counts[0], NULL) == WEND_OK);
        check(wend_explored_map_hash(map) == hash);
        check(wend_explored_map_save(map, saved[1], BYTES_MOST, &counts[1]) == WEND_OK);
        check(counts[0] == counts[1] && memcmp(saved[0], saved[1], counts[0]) == 0);
    }
    wend_explored_map_destroy(map);
    map = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_explorers);
    raw_try(data, size, try_cells);
    raw_try(data, size, try_map);
    framed_try(data, size, WENDI_EXPLORERS_MAGIC, 1, try_explorers);
    framed_try(data, size, WENDI_EXPLORERS_MAGIC, WENDI_EXPLORERS_VERSION, try_explorers);
    framed_try(data, size, WENDI_CELL_EXPLORER_MAGIC, WENDI_CELL_EXPLORER_VERSION, try_cells);
    framed_try(data, size, WENDI_EXPLORED_MAGIC, WENDI_EXPLORED_VERSION, try_map);
    return 0;
}

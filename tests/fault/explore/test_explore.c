/* Explorers of cells and explored maps with every allocation failing in turn: a call that fails
 * leaves its object as it was and works when it is called again. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/explorers.h"

#include <stdlib.h>

enum { SIDE = 60, SIGHTINGS = 40 };

static wend_result step_to_end(wend_cell_explorer *explorer)
{
    wend_result result;
    do {
        const uint64_t hash = wend_cell_explorer_hash(explorer);
        result = wend_cell_explorer_step(explorer);
        if (result < 0) {
            assert_true(hash == wend_cell_explorer_hash(explorer));
        }
    } while (result == WEND_IN_PROGRESS);
    return result;
}

static wend_result explore(wend_allocator allocator, void *context)
{
    wend_cell_explorer_def def = wend_cell_explorer_def_default();
    def.grid = context;
    def.method = WEND_EXPLORE_DEPTH_FIRST;
    def.allocator = allocator;
    wend_cell_explorer *explorer = NULL;
    wend_result result = wend_cell_explorer_create(&def, &explorer);
    if (result == WEND_OK) {
        result = wend_cell_explorer_start(explorer, 0, SIDE * SIDE - 1);
        const wend_result first = step_to_end(explorer);
        const wend_result second = first < 0 ? step_to_end(explorer) : first;
        result = first < 0 ? first : second;
        size_t count = 0;
        (void)wend_cell_explorer_save(explorer, NULL, 0, &count);
        uint8_t *bytes = malloc(count);
        assert_int_equal(wend_cell_explorer_save(explorer, bytes, count, &count), WEND_OK);
        const uint64_t hash = wend_cell_explorer_hash(explorer);
        const wend_result loaded = wend_cell_explorer_load(explorer, bytes, count, NULL);
        assert_true(hash == wend_cell_explorer_hash(explorer));
        result = loaded < 0 ? loaded : result;
        free(bytes);
    }
    wend_cell_explorer_destroy(explorer);
    return result;
}

static wend_result report(wend_allocator allocator, void *context)
{
    wend_explored_map_def def = wend_explored_map_def_default();
    def.like = context;
    def.allocator = allocator;
    wend_explored_map *map = NULL;
    wend_result result = wend_explored_map_create(&def, &map);
    for (uint32_t i = 0; i < 4 && map != NULL; ++i) {
        wend_sighting sightings[SIGHTINGS];
        for (uint32_t k = 0; k < SIGHTINGS; ++k) {
            sightings[k] = (wend_sighting){(i * 900 + k * 37) % (SIDE * SIDE),
                                           k % 3 == 0 ? WEND_COST_WALL : 1, i};
        }
        const uint64_t hash = wend_explored_map_hash(map);
        const wend_result reported = wend_explored_map_report(map, sightings, SIGHTINGS, NULL);
        assert_true(reported >= 0 || hash == wend_explored_map_hash(map));
        const wend_result updated = wend_explored_map_update(map);
        result = reported < 0 ? reported : updated < 0 ? updated : result;
    }
    if (map != NULL) {
        size_t count = 0;
        (void)wend_explored_map_save(map, NULL, 0, &count);
        uint8_t *bytes = malloc(count);
        assert_int_equal(wend_explored_map_save(map, bytes, count, &count), WEND_OK);
        const uint64_t hash = wend_explored_map_hash(map);
        const wend_result loaded = wend_explored_map_load(map, bytes, count, NULL);
        assert_true(hash == wend_explored_map_hash(map));
        result = loaded < 0 ? loaded : result;
        free(bytes);
    }
    wend_explored_map_destroy(map);
    return result;
}

/* Bodies by depth first exploration and by the map; the crowd has memory of its own. */
static wend_result explore_bodies(wend_allocator allocator, void *context)
{
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = context;
    crowd_def.max_bodies = 4;
    wend_explorers_def def = wend_explorers_def_default();
    assert_int_equal(wend_crowd_create(&crowd_def, &def.crowd), WEND_OK);
    wend_explored_map_def map_def = wend_explored_map_def_default();
    map_def.like = context;
    assert_int_equal(wend_explored_map_create(&map_def, &def.map), WEND_OK);
    def.max_explorers = 2;
    def.allocator = allocator;
    wend_explorers *explorers = NULL;
    wend_result result = wend_explorers_create(&def, &explorers);
    for (uint32_t i = 0; i < 2 && explorers != NULL; ++i) {
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.position = (wend_vec2){27.5 + i, 4.5};
        assert_int_equal(wend_crowd_add_body(def.crowd, &body, &id), WEND_OK);
        wend_explorer_def order = wend_explorer_def_default();
        order.goal = (wend_vec2){40.5, 4.5};
        order.method = i == 0 ? WEND_EXPLORE_DEPTH_FIRST : WEND_EXPLORE_BY_MAP;
        assert_int_equal(wend_explorers_send(explorers, id, &order), WEND_OK);
    }
    for (uint32_t i = 0; i < 40 && explorers != NULL; ++i) {
        const wend_result updated = wend_explorers_update(explorers);
        result = updated < 0 ? updated : result;
        assert_int_equal(wend_crowd_tick(def.crowd), WEND_OK);
    }
    if (explorers != NULL) {
        size_t count = 0;
        (void)wend_explorers_save(explorers, NULL, 0, &count);
        uint8_t *bytes = malloc(count);
        assert_int_equal(wend_explorers_save(explorers, bytes, count, &count), WEND_OK);
        const uint64_t hash = wend_explorers_hash(explorers);
        const wend_result loaded = wend_explorers_load(explorers, bytes, count, NULL);
        assert_true(hash == wend_explorers_hash(explorers));
        result = loaded < 0 ? loaded : result;
        free(bytes);
    }
    wend_explorers_destroy(explorers);
    wend_crowd_destroy(def.crowd);
    wend_explored_map_destroy(def.map);
    return result;
}

static void run(fault_fn fn)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 0, 30, 0, 1, SIDE, WEND_COST_WALL), WEND_OK);
    assert_true(fault_run(fn, grid) > 2);
    wend_grid_destroy(grid);
}

static void explorer_survives_every_failure(void **state)
{
    (void)state;
    run(explore);
}

static void explored_map_survives_every_failure(void **state)
{
    (void)state;
    run(report);
}

static void explorers_survive_every_failure(void **state)
{
    (void)state;
    run(explore_bodies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explorer_survives_every_failure),
        cmocka_unit_test(explored_map_survives_every_failure),
        cmocka_unit_test(explorers_survive_every_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Influence maps without memory are as they were before the call; a steady update needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/influence.h"

enum { SIDE = 24, SOURCES = 24 };

static wend_influence_source source_of(uint32_t n, uint32_t tick)
{
    wend_influence_source source = wend_influence_source_default();
    source.position = (wend_vec2){(n * 7 + tick) % SIDE + 0.5, (n * 5 + tick * 3) % SIDE + 0.5};
    source.radius = 2 + n % 3;
    source.side = n % 3;
    source.is_straight = n % 2 == 0;
    return source;
}

static wend_result save_and_load(const wend_influence *map, const wend_influence_def *def)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    wend_influence *loaded;
    assert_int_equal(wend_influence_save(map, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_influence_load(def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_influence_hash(loaded) == wend_influence_hash(map));
    wend_influence_destroy(loaded);
    return result;
}

static wend_result use(wend_allocator allocator, void *context)
{
    wend_grid *grid = context;
    wend_influence_def def = wend_influence_def_default();
    wend_influence_id ids[SOURCES];
    wend_influence *map;
    def.grid = grid;
    def.side_count = 3;
    def.allocator = allocator;
    wend_result result = wend_influence_create(&def, &map);
    for (uint32_t n = 0; n < SOURCES && result == WEND_OK; n++) {
        const uint64_t before = wend_influence_hash(map);
        const wend_influence_source source = source_of(n, 0);
        result = wend_influence_add(map, &source, &ids[n]);
        assert_true(result == WEND_OK || wend_influence_hash(map) == before);
    }
    if (result == WEND_OK) {
        /* What an update has done stays done: the next goes on. */
        result = wend_influence_update(map, NULL);
    }
    if (result == WEND_OK) {
        const wend_influence_source event = source_of(3, 1);
        const uint64_t before = wend_influence_hash(map);
        result = wend_influence_add_event(map, &event);
        assert_true(result == WEND_OK || wend_influence_hash(map) == before);
    }
    if (result == WEND_OK) {
        assert_int_equal(wend_influence_move(map, ids[1], (wend_vec2){1, 1}), WEND_OK);
        assert_int_equal(wend_influence_remove(map, ids[2]), WEND_OK);
        (void)wend_grid_fill(grid, 0, 4, 4, 1, 5, WEND_COST_WALL);
        result = save_and_load(map, &def);
    }
    result = result == WEND_OK ? wend_influence_update(map, NULL) : result;
    (void)wend_grid_fill(grid, 0, 4, 4, 1, 5, 1);
    wend_influence_destroy(map);
    return result;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = def.height = SIDE;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
}

static void each_allocation_of_an_influence_map_may_fail(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    assert_true(fault_run(use, grid) >= 20);
    wend_grid_destroy(grid);
}

static void steady_updates_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    wend_influence_id ids[SOURCES];
    fault_heap_init(&heap);
    wend_grid *grid = make_grid();
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map;
    def.grid = grid;
    def.side_count = 3;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_influence_create(&def, &map), WEND_OK);
    for (uint32_t n = 0; n < SOURCES; n++) {
        const wend_influence_source source = source_of(n, 0);
        assert_int_equal(wend_influence_add(map, &source, &ids[n]), WEND_OK);
    }
    for (uint32_t tick = 0; tick < 200; tick++) {
        if (tick == 100) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        for (uint32_t n = 0; n < SOURCES; n++) {
            (void)wend_influence_move(map, ids[n], source_of(n, tick).position);
        }
        assert_int_equal(wend_influence_update(map, NULL), WEND_OK);
    }
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_an_influence_map_may_fail),
        cmocka_unit_test(steady_updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

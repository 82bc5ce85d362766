/* Smells without memory are as they were before the call; moving and updating need no more. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/smell.h"

enum { SOURCES = 40 };

typedef struct stage {
    wend_grid *grid;
} stage;

static wend_smell_def def_of(const stage *s, wend_allocator allocator)
{
    wend_smell_def def = wend_smell_def_default();
    def.grid = s->grid;
    def.allocator = allocator;
    return def;
}

static wend_result add(wend_smell *smell, uint32_t n, wend_smell_id *id)
{
    wend_smell_source source = wend_smell_source_default();
    source.position = (wend_vec2){0.5 + n % 30, 0.5 + n % 19};
    source.radius = n % 12;
    source.leaves_trail = true;
    return wend_smell_add_source(smell, &source, id);
}

static wend_result save_and_load(const stage *s, const wend_smell *smell, wend_allocator allocator)
{
    static uint8_t bytes[SOURCES * 400];
    size_t count;
    const wend_smell_def def = def_of(s, allocator);
    wend_smell *loaded;
    assert_int_equal(wend_smell_save(smell, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_smell_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_smell_hash(loaded) == wend_smell_hash(smell));
    wend_smell_destroy(loaded);
    return result;
}

static wend_result spread(wend_allocator allocator, void *context)
{
    const stage *s = context;
    const wend_smell_def def = def_of(s, allocator);
    wend_smell *smell;
    wend_smell_id id = {0, 0};
    wend_result result = wend_smell_create(&def, &smell);
    for (uint32_t n = 0; n < SOURCES && result == WEND_OK; n++) {
        uint64_t before = wend_smell_hash(smell);
        result = add(smell, n, &id);
        assert_true(result == WEND_OK || wend_smell_hash(smell) == before);
        if (result == WEND_OK && n % 3 == 0) {
            wend_smell_source source = wend_smell_source_default();
            source.radius = 3 + n / 2.0;
            before = wend_smell_hash(smell);
            result = wend_smell_set_source(smell, id, &source);
            assert_true(result == WEND_OK || wend_smell_hash(smell) == before);
        }
    }
    if (result == WEND_OK) {
        result = wend_smell_update(smell);
    }
    result = result == WEND_OK ? save_and_load(s, smell, allocator) : result;
    wend_smell_destroy(smell);
    return result;
}

static void each_allocation_of_smells_may_fail(void **state)
{
    (void)state;
    stage s = {grids_open(30, 20)};
    assert_true(fault_run(spread, &s) >= 20);
    wend_grid_destroy(s.grid);
}

static void a_steady_step_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    stage s = {grids_open(30, 20)};
    const wend_smell_def def = def_of(&s, fault_heap_allocator(&heap));
    wend_smell *smell;
    wend_smell_id ids[SOURCES];
    wend_scent scent;
    assert_int_equal(wend_smell_create(&def, &smell), WEND_OK);
    for (uint32_t n = 0; n < SOURCES; n++) {
        assert_int_equal(add(smell, n, &ids[n]), WEND_OK);
    }
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint32_t tick = 0; tick < 60; tick++) {
        assert_int_equal(wend_smell_set_tick(smell, tick), WEND_OK);
        for (uint32_t n = 0; n < SOURCES; n++) {
            const wend_vec2 to = {0.5 + (n + tick) % 30, 0.5 + n % 19};
            assert_int_equal(wend_smell_move(smell, ids[n], to), WEND_OK);
        }
        grids_set(s.grid, (int32_t)tick % 30, 3, tick % 2 == 0 ? WEND_COST_WALL : 1);
        assert_int_equal(wend_smell_update(smell), WEND_OK);
        assert_true(wend_smell_strongest(smell, (wend_vec2){5.5, 5.5}, NULL, &scent));
    }
    wend_smell_destroy(smell);
    wend_grid_destroy(s.grid);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_smells_may_fail),
        cmocka_unit_test(a_steady_step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

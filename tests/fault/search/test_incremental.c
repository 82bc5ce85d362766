/* Incremental searches of which any allocation fails say so, and the next update searches anew; warm
 * ones allocate nothing. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/incremental.h"
#include "wend/path.h"

enum { SIDE = 24, GOAL = SIDE * SIDE - 1 };

typedef struct scene {
    wend_grid *grid;
    wend_space *space;
} scene;

static scene make_scene(void)
{
    scene s = {.grid = grids_open(SIDE, SIDE)};
    wend_space_def def = wend_space_def_default();
    grids_wall(s.grid, 12, 0, 1, 20);
    def.grid = s.grid;
    s.space = spaces_make(def);
    return s;
}

static void free_scene(scene *s)
{
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static void set_wall(scene *s, bool is_wall)
{
    grids_fill(s->grid, 10, 20, 6, 1, is_wall ? WEND_COST_WALL : 1);
    assert_int_equal(wend_space_update(s->space), WEND_OK);
}

/* @return the result of the update, or of its path. */
static wend_result update(wend_incremental *incremental, wend_path *path, wend_cost *cost)
{
    wend_incremental_answer answer;
    const wend_result result = wend_incremental_update(incremental, 0, NULL);
    wend_incremental_get_answer(incremental, &answer);
    *cost = answer.cost;
    return result == WEND_OK ? wend_path_from_incremental(path, incremental) : result;
}

static wend_result make_and_update(wend_allocator allocator, void *context)
{
    scene *s = context;
    wend_incremental_def def = wend_incremental_def_default();
    wend_incremental *incremental = NULL;
    wend_path *path = NULL;
    wend_cost before = 0;
    wend_cost after = 0;
    def.space = s->space;
    def.allocator = allocator;
    wend_result result = wend_incremental_create(&def, &incremental);
    assert_true((result == WEND_OK) == (incremental != NULL));
    result = result == WEND_OK ? wend_path_create(&allocator, &path) : result;
    if (result == WEND_OK) {
        result = wend_incremental_set_goal(incremental, GOAL);
        result = result == WEND_OK ? update(incremental, path, &before) : result;
        set_wall(s, true);
        const wend_result repaired = update(incremental, path, &after);
        set_wall(s, false);
        assert_true(result != WEND_OK || repaired != WEND_OK || after > before);
        result = result == WEND_OK ? repaired : result;
    }
    wend_path_destroy(path);
    wend_incremental_destroy(incremental);
    return result;
}

static void incremental_search_without_memory_says_so(void **state)
{
    (void)state;
    scene s = make_scene();
    assert_true(fault_run(make_and_update, &s) > 8);
    free_scene(&s);
}

static void warm_repairs_allocate_nothing_and_all_memory_is_told(void **state)
{
    (void)state;
    scene s = make_scene();
    fault_heap heap;
    fault_heap_init(&heap);
    wend_incremental_def def = wend_incremental_def_default();
    wend_incremental *incremental = NULL;
    wend_path *path = NULL;
    wend_incremental_answer answer;
    wend_cost cost[2];
    def.space = s.space;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_incremental_create(&def, &incremental), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_incremental_set_goal(incremental, GOAL), WEND_OK);
    for (int k = 0; k < 12; k++) {
        wend_cost now;
        set_wall(&s, k % 2 == 1);
        fault_heap_arm(&heap, k < 4 ? FAULT_NONE : FAULT_KEEP, 0);
        assert_int_equal(update(incremental, path, &now), WEND_OK);
        assert_true(k < 2 || now == cost[k % 2]);
        cost[k % 2] = now;
    }
    fault_heap_arm(&heap, FAULT_NONE, 0);
    assert_true(cost[1] > cost[0]);
    wend_incremental_get_answer(incremental, &answer);
    assert_int_equal(answer.memory_bytes, atomic_load(&heap.live_bytes));
    wend_path_destroy(path);
    wend_incremental_destroy(incremental);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    free_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incremental_search_without_memory_says_so),
        cmocka_unit_test(warm_repairs_allocate_nothing_and_all_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

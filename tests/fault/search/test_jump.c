/* Jump tables on an allocator that fails at every call in turn: nothing leaks, and the table is
 * right once memory is back. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 40, EDITS = 60 };

static wend_grid *grid_new(void)
{
    return grids_open(SIDE, SIDE);
}

static wend_result again(wend_result first, wend_result result)
{
    assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
    return first == WEND_OK ? result : first;
}

/* From open ground to many walls, so that ids, blocks and lists grow. */
static wend_result edit(wend_grid *grid, wend_space *space, wend_result first)
{
    for (uint64_t k = 0; k < EDITS; ++k) {
        const int32_t x = (int32_t)wend_random_below(2, 1, k, SIDE);
        const int32_t y = (int32_t)wend_random_below(2, 2, k, SIDE);
        grids_wall(grid, x, y, SIDE - x < 2 ? 1 : 2, 1);
        for (int tries = 0; tries < 2; ++tries) {
            const wend_result updated = wend_space_update(space);
            first = again(first, updated);
            wend_space_info info;
            wend_space_get_info(space, &info);
            assert_int_equal(info.is_fresh, updated == WEND_OK);
            assert_int_equal(info.has_jump_table, updated == WEND_OK);
        }
    }
    return first;
}

static wend_cost cost_across(const wend_space *space, wend_method method)
{
    wend_search *search = searches_on(space);
    wend_search_query query = wend_search_query_default();
    query.start = SIDE / 2;
    query.goal = SIDE * SIDE - SIDE / 2;
    query.method = method;
    (void)wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    wend_search_destroy(search);
    return answer.cost;
}

static wend_result table_scenario(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid = grid_new();
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.allocator = allocator;
    wend_space *space = NULL;
    wend_result first = wend_space_create(&def, &space);
    if (first == WEND_OK) {
        first = wend_space_prepare(space, NULL);
        wend_space_info info;
        wend_space_get_info(space, &info);
        assert_int_equal(info.has_jump_table, first == WEND_OK);
        if (first == WEND_OK) {
            first = edit(grid, space, first);
            wend_space_get_info(space, &info);
            assert_true(!info.is_fresh || cost_across(space, WEND_METHOD_JUMP_POINT) ==
                                              cost_across(space, WEND_METHOD_DIJKSTRA));
        }
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return first;
}

static void jump_table_without_memory_stays_stale_and_recovers(void **state)
{
    (void)state;
    assert_true(fault_run(table_scenario, NULL) > 8);
}

static wend_result def_scenario(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid *grid = grid_new();
    wend_message message = {0};
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.allocator = allocator;
    def.has_jump_table = true;
    def.message = &message;
    wend_space *space = NULL;
    wend_search *search = NULL;
    wend_result first = wend_space_create(&def, &space);
    if (first == WEND_OK) {
        wend_search_def search_def = wend_search_def_default();
        search_def.space = space;
        search_def.allocator = allocator;
        first = wend_search_create(&search_def, &search);
    } else {
        assert_null(space);
        assert_non_null(strstr(message.text, "out of memory"));
    }
    if (first == WEND_OK) {
        wend_search_query query = wend_search_query_default();
        query.start = 0;
        query.goal = SIDE * SIDE - 1;
        first = wend_search_find(search, &query);
        assert_true(first == WEND_OK || first == WEND_ERROR_MEMORY);
    }
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return first;
}

static void space_with_jump_table_without_memory_is_not_made(void **state)
{
    (void)state;
    assert_true(fault_run(def_scenario, NULL) > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_table_without_memory_stays_stale_and_recovers),
        cmocka_unit_test(space_with_jump_table_without_memory_is_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

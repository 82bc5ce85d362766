/* A field of view without memory says so and leaks nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/hex.h"

static wend_result look(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid_def def = wend_grid_def_default();
    def.width = 50;
    def.height = 40;
    def.allocator = allocator;
    wend_grid *grid = NULL;
    wend_result result = wend_grid_create(&def, &grid);
    size_t count = 7;
    if (result == WEND_OK) {
        wend_node nodes[25];
        result = wend_grid_field_of_view(grid, 0, 1020, 2, nodes, 25, &count);
        assert_int_equal(count, result == WEND_OK ? 25 : 0);
    }
    wend_grid_destroy(grid);
    return result;
}

static void view_without_memory_says_so(void **state)
{
    (void)state;
    /* The grid, its marks, and the one block of a look. */
    assert_int_equal(fault_run(look, NULL), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

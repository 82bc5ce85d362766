/* Bakes with a Recast whose allocations fail in turn: a tile without memory ends its bake with a
 * word and leaks nothing. */
#include "recast/recast_heap.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/bake.h"

#include <stdint.h>
#include <string.h>

/* A strip one tile wide. */
static const wend_vec3 strip_points[] = {{0, 0, 0}, {24, 0, 0}, {24, 36, 0}, {0, 36, 0}};
static const uint32_t strip_indices[] = {0, 1, 2, 0, 2, 3};

static wend_bake_def strip_def(wend_message *message)
{
    wend_bake_def def = wend_bake_def_default();
    def.points = strip_points;
    def.point_count = 4;
    def.corners = strip_indices;
    def.triangle_count = 2;
    def.tile_cells = 96;
    def.agent_radius = 0.5;
    def.message = message;
    return def;
}

/* Fails every allocation of Recast once; each must end the bake and leave nothing behind. */
static void fail_each(wend_bake_partition partition)
{
    wend_message message = {0};
    wend_bake_def def = strip_def(&message);
    def.partition = partition;
    size_t count = SIZE_MAX;
    for (size_t fail_at = 0; fail_at < count; fail_at++) {
        wend_mesh *mesh = NULL;
        size_t live = 0;
        recast_heap_arm(fail_at);
        const wend_result result = wend_mesh_bake(&def, &mesh, NULL);
        const size_t calls = recast_heap_disarm(&live);
        assert_int_equal(live, 0);
        count = calls <= fail_at ? fail_at : count;
        assert_int_equal(result, calls <= fail_at ? WEND_OK : WEND_ERROR_MEMORY);
        wend_mesh_destroy(mesh);
    }
    assert_true(count > 20);
}

static void bake_without_memory_for_a_tile_says_so(void **state)
{
    (void)state;
    fail_each(WEND_BAKE_WATERSHED);
    fail_each(WEND_BAKE_MONOTONE);
    fail_each(WEND_BAKE_LAYERS);
}

static wend_result bake_strip(wend_allocator allocator, void *context)
{
    (void)context;
    wend_message message = {0};
    wend_bake_def def = strip_def(&message);
    def.allocator = allocator;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_bake(&def, &mesh, NULL);
    assert_true((result == WEND_OK) == (mesh != NULL));
    wend_mesh_destroy(mesh);
    return result;
}

static void bake_of_one_column_of_tiles_gives_back_all_memory(void **state)
{
    (void)state;
    assert_true(fault_run(bake_strip, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bake_without_memory_for_a_tile_says_so),
        cmocka_unit_test(bake_of_one_column_of_tiles_gives_back_all_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

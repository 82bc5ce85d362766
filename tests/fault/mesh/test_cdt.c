/* Triangulations, and meshes of outlines, levels and grids, without memory: they say so, make
 * nothing, and leak nothing. */
#include "support/fault.h"
#include "support/levels.h"
#include "support/test.h"

#include "wend/level.h"
#include "wend/link.h"
#include "wend/mesh.h"
#include "world/triangulation/cdt.h"

/* Lines that cross, overlap and go through points, enough of them for everything to grow. */
static wend_result triangulate(wend_allocator allocator, void *context)
{
    (void)context;
    enum { COUNT = 24 };
    wend_vec2 points[COUNT];
    wendi_cdt_line lines[2 * COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        points[i] = (wend_vec2){i % 5, i * 7 % 11};
        lines[i] = (wendi_cdt_line){i, (i + 7) % COUNT};
        lines[COUNT + i] = (wendi_cdt_line){(i * 5) % COUNT, i};
    }
    wendi_cdt cdt;
    const wend_result result =
        wendi_cdt_build(&cdt, &allocator, points, COUNT, lines, (size_t)2 * COUNT);
    if (result == WEND_OK) {
        assert_true(cdt.crossings > 0 && cdt.overlaps > 0);
    }
    wendi_cdt_free(&cdt);
    return result;
}

static void triangulation_without_memory_says_so(void **state)
{
    (void)state;
    assert_true(fault_run(triangulate, NULL) > 20);
}

static wend_result outlines(wend_allocator allocator, void *context)
{
    const wend_vec2 points[8] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {9, 3}, {6, 6}, {2, 6}};
    const uint32_t sizes[2] = {4, 4};
    const uint8_t is_hole[2] = {0, 1};
    wend_message message = {0, ""};
    wend_mesh_outlines o = wend_mesh_outlines_default();
    o.points = points;
    o.sizes = sizes;
    o.outline_count = 2;
    o.is_hole = is_hole;
    o.allocator = allocator;
    o.message = &message;
    o.merges = context != NULL;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_build(&o, &mesh, NULL);
    assert_true((mesh != NULL) == (result == WEND_OK));
    assert_true((message.text[0] == '\0') == (result == WEND_OK));
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_of_outlines_without_memory_is_not_made(void **state)
{
    (void)state;
    int merges;
    assert_true(fault_run(outlines, NULL) > 20);
    assert_true(fault_run(outlines, &merges) > 20);
}

/* Refused for points that are equal, unless memory for finding them fails. */
static wend_result strict(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_vec2 points[4] = {{0, 0}, {8, 0}, {8, 8}, {8, 0}};
    const uint32_t size = 4;
    wend_mesh_outlines o = wend_mesh_outlines_default();
    o.points = points;
    o.sizes = &size;
    o.outline_count = 1;
    o.is_strict = true;
    o.allocator = allocator;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_build(&o, &mesh, NULL);
    assert_null(mesh);
    return result == WEND_ERROR_ARGUMENT ? WEND_OK : result;
}

static void strict_outlines_without_memory_say_so(void **state)
{
    (void)state;
    assert_true(fault_run(strict, NULL) > 5);
}

static void fill_level(wend_level *level)
{
    const wend_level_region regions[2] = {{0, 10, 1, 0}, {2, 10, 3, 0}};
    const wend_vec2 big[4] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    const wend_vec2 small[4] = {{2, 2}, {9, 2}, {6, 6}, {2, 6}};
    const wend_level_teleport teleport = {{1, 1}, {7, 7}, false};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(wend_level_add_region(level, &regions[i], NULL), WEND_OK);
    }
    assert_int_equal(wend_level_add_outline(level, big, 4, 0, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, small, 4, 1, 0), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &teleport, NULL), WEND_OK);
}

static wend_result mesh_of_level(wend_allocator allocator, void *context)
{
    wend_level_mesh_def def = wend_level_mesh_def_default();
    def.allocator = allocator;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_level_build_mesh(context, &def, &mesh, NULL);
    assert_true((mesh != NULL) == (result == WEND_OK));
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_of_level_without_memory_is_not_made(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    fill_level(level);
    assert_true(fault_run(mesh_of_level, level) > 30);
    wend_level_destroy(level);
}

static wend_result mesh_of_grid(wend_allocator allocator, void *context)
{
    (void)context;
    wend_grid_def def = wend_grid_def_default();
    def.width = 6;
    def.height = 5;
    def.allocator = allocator;
    wend_grid *grid = NULL;
    wend_mesh *mesh = NULL;
    wend_link_def link = wend_link_def_default();
    wend_link_id id;
    link.from = 0;
    link.to = 29;
    wend_result result = wend_grid_create(&def, &grid);
    if (result == WEND_OK) {
        result = wend_grid_fill(grid, 0, 2, 1, 2, 3, WEND_COST_WALL);
    }
    if (result == WEND_OK) {
        result = wend_grid_add_link(grid, &link, &id, NULL);
    }
    if (result == WEND_OK) {
        result = wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, &allocator, &mesh, NULL);
        assert_true((mesh != NULL) == (result == WEND_OK));
    }
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
    return result;
}

static void mesh_of_grid_without_memory_is_not_made(void **state)
{
    (void)state;
    assert_true(fault_run(mesh_of_grid, NULL) > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangulation_without_memory_says_so),
        cmocka_unit_test(mesh_of_outlines_without_memory_is_not_made),
        cmocka_unit_test(strict_outlines_without_memory_say_so),
        cmocka_unit_test(mesh_of_level_without_memory_is_not_made),
        cmocka_unit_test(mesh_of_grid_without_memory_is_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

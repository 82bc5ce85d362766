/* Grids made of levels, and levels made of grids. */
#include "rooms.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/level.h"
#include "wend/link.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* ---- grids ---- */

static wend_grid *grid_of(const wend_level *level, double cell_size, double radius)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = cell_size;
    def.radius = radius;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_OK);
    return grid;
}

static int open_count(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    int count = 0;
    for (int32_t i = 0; i < info.width * info.height; i++) {
        count += wend_grid_cost(grid, 0, i % info.width, i / info.width) == 1;
    }
    return count;
}

static void level_grid_is_open_in_regions_off_walls(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 76);
    wend_grid_destroy(grid);
    /* One cell along the walls and one around the pillar less, but for its corners' corners. */
    grid = grid_of(level, 1, 0.6);
    assert_int_equal(open_count(grid), 8 * 6 - 12);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_thin_wall_between_cells_does_not_leak(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){6, 4}, room, WEND_REGION_NONE);
    const wend_level_line thin = {{3, 0}, {3, 4}, room, room, WEND_STOPS_WALK, 0};
    assert_int_equal(wend_level_add_line(level, &thin, NULL), WEND_OK);
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 20);
    for (int32_t y = 0; y < 4; y++) {
        assert_int_equal(wend_grid_cost(grid, 0, 2, y), WEND_COST_WALL);
        assert_int_equal(wend_grid_cost(grid, 0, 3, y), 1);
    }
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_outline_with_a_gap_does_not_flood(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    const uint32_t other = add_region(level, 0);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){20, 2}, other, WEND_REGION_NONE);
    const wend_vec2 points[4] = {{0, 4}, {4, 4}, {4, 8}, {0, 8}};
    for (int i = 0; i < 4; i++) { /* the right side is not there */
        const wend_level_line line = {points[i], points[(i + 1) % 4], room, WEND_REGION_NONE, 1, 0};
        if (i != 1) {
            assert_int_equal(wend_level_add_line(level, &line, NULL), WEND_OK);
        }
    }
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(open_count(grid), 40);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_hex_columns_are_open_inside(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 0.5;
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = WEND_HEX_ODD_COLUMNS;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_OK);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (wend_node node = 0; node < (wend_node)(info.width * info.height); node++) {
        const wend_vec2 p = wend_grid_position(grid, node);
        int32_t x;
        int32_t y;
        wend_grid_cell(grid, node, &x, &y);
        const bool is_in_room = p.x > 0.26 && p.x < 9.74 && p.y > 0.26 && p.y < 7.74;
        const bool is_off_pillar = p.x < 3.74 || p.x > 6.26 || p.y < 2.74 || p.y > 5.26;
        const bool is_near = p.x > -0.3 && p.x < 10.3 && p.y > -0.3 && p.y < 8.3;
        if (is_in_room && is_off_pillar) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), 1);
        } else if (!is_near || (p.x > 4 && p.x < 6 && p.y > 3 && p.y < 5)) {
            assert_int_equal(wend_grid_cost(grid, 0, x, y), WEND_COST_WALL);
        }
    }
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_teleports_become_links_between_open_cells(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    /* One begins at a wall: the open cell beside it is taken; one does not lead anywhere. */
    const wend_level_teleport one = {{4.5, 4.5}, {9.5, 7.5}, false};
    const wend_level_teleport same = {{1.2, 1.2}, {1.8, 1.8}, false};
    const wend_level_teleport out = {{1.2, 1.2}, {100, 100}, false};
    assert_int_equal(wend_level_add_teleport(level, &one, NULL), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &same, NULL), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &out, NULL), WEND_OK);
    wend_grid *grid = grid_of(level, 1, 0);
    assert_int_equal(wend_grid_link_count(grid), 1);
    wend_link_def link;
    assert_int_equal(wend_grid_get_link(grid, wend_grid_link_of_edge(grid, 0), &link), WEND_OK);
    assert_int_equal(link.to, wend_grid_node(grid, 9, 7));
    int32_t x;
    int32_t y;
    assert_true(wend_grid_cell(grid, link.from, &x, &y));
    assert_int_equal(wend_grid_cost(grid, 0, x, y), 1);
    wend_level *back;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &back, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(back), 1);
    assert_true(is(wend_level_get_teleport(back, 0).to.x, 9.5));
    wend_level_destroy(back);
    wend_grid_destroy(grid);
    wend_level_destroy(level);
}

static void level_grid_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    wend_level *empty = levels_empty();
    wend_message message;
    wend_level_grid_def def = wend_level_grid_def_default();
    def.message = &message;
    wend_grid *grid;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        message.text,
        "wend_level_build_grid: cell_size is 0, and must be above 0 and at most 2^30");
    def.cell_size = 1e-4;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "16384 cells"));
    def.cell_size = 1;
    def.radius = (double)NAN;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "radius"));
    def.radius = 0;
    assert_int_equal(wend_level_build_grid(empty, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_build_grid(NULL, &def, &grid), WEND_ERROR_ARGUMENT);
    def.hex_layout = WEND_HEX_EVEN_ROWS;
    assert_int_equal(wend_level_build_grid(level, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "hex_layout"));
    assert_int_equal(wend_level_build_grid(level, NULL, &grid), WEND_ERROR_ARGUMENT);
    wend_level_grid_def zero;
    memset(&zero, 0, sizeof zero);
    assert_int_equal(wend_level_build_grid(level, &zero, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
    wend_level_destroy(empty);
    wend_level_destroy(level);
}

static void level_from_grid_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 2;
    def.origin.x = 2e9;
    wend_grid *grid = grids_make(def);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "2^30 metres"));
    assert_null(level);
    assert_int_equal(wend_level_from_grid(grid, 1, 0, &level, &message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_from_grid(grid, 0, 40, &level, &message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_from_grid(NULL, 0, 0, &level, &message), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void level_from_grid_leaves_out_links_that_cannot_be_used(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(4, 1, 1);
    wend_grid *grid = grids_make(def);
    grids_set(grid, 3, 0, WEND_COST_WALL);
    for (int k = 0; k < 5; k++) {
        wend_link_def link = wend_link_def_default();
        link.from = k == 4 ? 3 : 0;
        link.to = k == 0 ? 3 : 2;
        link.is_open = k != 1;
        link.class_mask = k == 2 ? 2 : 1;
        link.team_mask = k == 3 ? 1 : 0;
        wend_link_id id;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    wend_level *level;
    assert_int_equal(wend_level_from_grid(grid, 0, 0, &level, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(level), 0);
    wend_level_destroy(level);
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, NULL), WEND_OK);
    assert_int_equal(wend_level_teleport_count(level), 1);
    wend_level_destroy(level);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_grid_is_open_in_regions_off_walls),
        cmocka_unit_test(level_grid_thin_wall_between_cells_does_not_leak),
        cmocka_unit_test(level_grid_outline_with_a_gap_does_not_flood),
        cmocka_unit_test(level_grid_hex_columns_are_open_inside),
        cmocka_unit_test(level_grid_teleports_become_links_between_open_cells),
        cmocka_unit_test(level_grid_refuses_what_cannot_be),
        cmocka_unit_test(level_from_grid_refuses_what_cannot_be),
        cmocka_unit_test(level_from_grid_leaves_out_links_that_cannot_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

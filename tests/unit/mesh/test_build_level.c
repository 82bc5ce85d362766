/* Meshes of levels and grids. */
#include "base/math/predicates.h"
#include "build.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/test.h"
#include "wend/level.h"
#include "wend/link.h"
#include "wend/mesh.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* ---- levels ---- */

static uint32_t add_region(wend_level *level, double floor, uint32_t area)
{
    const wend_level_region region = {.floor = floor, .ceiling = floor + 100, .area = area};
    uint32_t index = UINT32_MAX;
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    return index;
}

static void add_line(wend_level *level, wend_vec2 a, wend_vec2 b, uint32_t left, uint32_t right,
                     uint32_t stops)
{
    const wend_level_line line = {a, b, left, right, stops, 0};
    assert_int_equal(wend_level_add_line(level, &line, NULL), WEND_OK);
}

static void add_room(wend_level *level, double x, double y, double side, uint32_t inside,
                     uint32_t outside)
{
    const wend_vec2 points[4] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
    assert_int_equal(wend_level_add_outline(level, points, 4, inside, outside), WEND_OK);
}

static wend_mesh *mesh_of(const wend_level *level, bool keeps_regions)
{
    wend_level_mesh_def def = wend_level_mesh_def_default();
    def.keeps_regions = keeps_regions;
    def.message = &message;
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, &report), WEND_OK);
    return mesh;
}

static void level_room_with_pillar_has_its_surface(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 3, 4);
    add_room(level, 0, 0, 10, room, WEND_REGION_NONE);
    add_room(level, 4, 4, 2, WEND_REGION_NONE, room);
    wend_mesh *mesh = mesh_of(level, false);
    check_surface(mesh, 96);
    assert_int_equal(area_at(mesh, 1, 1), 4);
    assert_int_equal(area_at(mesh, 5, 5), 255);
    assert_true(fabs(wend_mesh_height(mesh, 0, 1, 1) - 3) < 1e-12);
    assert_int_equal(report.open_ends, 0);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

/* Two floors beside each other: neighbours, each corner at its own floor's height. */
static void level_step_joins_floors_of_different_heights(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t low = add_region(level, 0, 0);
    const uint32_t high = add_region(level, 8, 0);
    add_line(level, (wend_vec2){0, 0}, (wend_vec2){5, 0}, low, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){5, 0}, (wend_vec2){9, 0}, high, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){9, 0}, (wend_vec2){9, 5}, high, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){9, 5}, (wend_vec2){5, 5}, high, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){5, 5}, (wend_vec2){0, 5}, low, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){0, 5}, (wend_vec2){0, 0}, low, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){5, 0}, (wend_vec2){5, 5}, low, high, 0);
    wend_mesh *mesh = mesh_of(level, false);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_true(can_reach(mesh, (wend_vec2){1, 1}, (wend_vec2){8, 1}));
    const wend_node there = wend_mesh_locate(mesh, 8, 1, 0);
    assert_true(fabs(wend_mesh_height(mesh, there, 5, 1) - 8) < 1e-12);
    assert_true(fabs(wend_mesh_height(mesh, wend_mesh_locate(mesh, 1, 1, 0), 5, 1)) < 1e-12);
    assert_int_equal(wend_mesh_get_polygon(mesh, there).flags, high);
    assert_false(wend_mesh_has_floors(mesh));
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_wall_without_thickness_parts_two_sides(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 0);
    add_room(level, 0, 0, 10, room, WEND_REGION_NONE);
    add_line(level, (wend_vec2){5, 0}, (wend_vec2){5, 10}, room, room, WEND_STOPS_WALK);
    wend_mesh *mesh = mesh_of(level, false);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    check_surface(mesh, 100);
    assert_false(can_reach(mesh, (wend_vec2){4, 4}, (wend_vec2){6, 4}));
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_wall_that_ends_in_a_room_stays(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 0);
    add_room(level, 0, 0, 10, room, WEND_REGION_NONE);
    add_line(level, (wend_vec2){5, 0}, (wend_vec2){5, 6}, room, room, WEND_STOPS_WALK);
    add_line(level, (wend_vec2){2, 8}, (wend_vec2){3, 8}, room, room, WEND_STOPS_WALK);
    add_line(level, (wend_vec2){8, 8}, (wend_vec2){8, 9}, room, room, WEND_STOPS_SIGHT);
    wend_mesh *mesh = mesh_of(level, false);
    check_surface(mesh, 100);
    assert_true(can_reach(mesh, (wend_vec2){4, 4}, (wend_vec2){6, 4}));
    wend_mesh_hit hit;
    wend_mesh_location from = wend_mesh_location_at(4, 4, 0);
    assert_false(wend_mesh_ray(mesh, from, 6, 4, &hit));
    assert_true(fabs(hit.location.x - 5) < 1e-9);
    assert_true(wend_mesh_ray(mesh, wend_mesh_location_at(4, 7, 0), 6, 7, &hit));
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(2.5, 7, 0), 2.5, 9, &hit));
    assert_true(wend_mesh_ray(mesh, wend_mesh_location_at(7, 8.5, 0), 9, 8.5, &hit));
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_borders_of_equal_floors_are_dropped_unless_kept(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t one = add_region(level, 2, 1);
    const uint32_t two = add_region(level, 2, 1);
    const uint32_t other = add_region(level, 2, 3);
    const uint32_t regions[3] = {one, two, other};
    for (uint32_t i = 0; i < 3; ++i) {
        const double x = 4.0 * i;
        add_line(level, (wend_vec2){x, 0}, (wend_vec2){x + 4, 0}, regions[i], WEND_REGION_NONE, 1);
        add_line(level, (wend_vec2){x + 4, 12}, (wend_vec2){x, 12}, regions[i], WEND_REGION_NONE,
                 1);
    }
    add_line(level, (wend_vec2){4, 0}, (wend_vec2){4, 12}, one, two, 0);
    add_line(level, (wend_vec2){8, 0}, (wend_vec2){8, 12}, two, other, 0);
    add_line(level, (wend_vec2){0, 12}, (wend_vec2){0, 0}, one, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){12, 0}, (wend_vec2){12, 12}, other, WEND_REGION_NONE, 1);
    wend_mesh *mesh = mesh_of(level, false);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_int_equal(wend_mesh_get_polygon(mesh, wend_mesh_locate(mesh, 6, 6, 0)).flags, one);
    assert_int_equal(area_at(mesh, 6, 6), 1);
    wend_mesh_destroy(mesh);
    mesh = mesh_of(level, true);
    assert_int_equal(wend_mesh_polygon_count(mesh), 3);
    assert_int_equal(wend_mesh_get_polygon(mesh, wend_mesh_locate(mesh, 6, 6, 0)).flags, two);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_face_is_what_most_of_its_border_says(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 1);
    const uint32_t wrong = add_region(level, 0, 2);
    /* One of four lines names another region; at both of its ends that one does not close. */
    add_line(level, (wend_vec2){0, 0}, (wend_vec2){4, 0}, room, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){4, 0}, (wend_vec2){4, 4}, wrong, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){4, 4}, (wend_vec2){0, 4}, room, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){0, 4}, (wend_vec2){0, 0}, room, WEND_REGION_NONE, 1);
    wend_mesh *mesh = mesh_of(level, false);
    assert_int_equal(area_at(mesh, 2, 2), 1);
    check_surface(mesh, 16);
    assert_int_equal(report.open_ends, 2);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

/* Half of the border says void: void it is. */
static void level_face_with_a_tie_is_void(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 1);
    add_room(level, 10, 10, 1, room, WEND_REGION_NONE);
    add_line(level, (wend_vec2){0, 0}, (wend_vec2){4, 0}, room, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){4, 0}, (wend_vec2){4, 4}, WEND_REGION_NONE, room, 1);
    add_line(level, (wend_vec2){4, 4}, (wend_vec2){0, 4}, room, WEND_REGION_NONE, 1);
    add_line(level, (wend_vec2){0, 4}, (wend_vec2){0, 0}, WEND_REGION_NONE, room, 1);
    wend_mesh *mesh = mesh_of(level, false);
    check_surface(mesh, 1);
    assert_int_equal(report.open_ends, 4);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_room_that_is_not_closed_is_left_out(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 1);
    wend_level_mesh_def def = wend_level_mesh_def_default();
    def.message = &message;
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "level has 0 lines"));
    add_line(level, (wend_vec2){0, 0}, (wend_vec2){4, 0}, room, room, 1);
    add_line(level, (wend_vec2){4, 0}, (wend_vec2){4, 4}, room, room, 1);
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no region of the level is closed"));
    add_line(level, (wend_vec2){0, 0}, (wend_vec2){0, 0}, room, WEND_REGION_NONE, 1);
    add_room(level, 10, 10, 1, room, WEND_REGION_NONE);
    wend_mesh_destroy(mesh_of(level, false));
    assert_int_equal(report.dropped_lines, 1);
    wend_level_destroy(level);
}

static void level_teleports_become_links_where_both_ends_are_ground(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0, 1);
    add_room(level, 0, 0, 2, room, WEND_REGION_NONE);
    add_room(level, 5, 5, 2, room, WEND_REGION_NONE);
    const wend_level_teleport good = {{1, 1}, {6, 6}, true};
    const wend_level_teleport bad = {{1, 1}, {30, 6}, false};
    assert_int_equal(wend_level_add_teleport(level, &bad, NULL), WEND_OK);
    assert_int_equal(wend_level_add_teleport(level, &good, NULL), WEND_OK);
    wend_mesh *mesh = mesh_of(level, false);
    assert_int_equal(wend_mesh_link_count(mesh), 1);
    assert_true(can_reach(mesh, (wend_vec2){6.5, 6}, (wend_vec2){1, 1}));
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void level_mesh_without_def_is_refused(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_level_build_mesh(level, NULL, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_build_mesh(NULL, &def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_build_mesh(level, &def, NULL, NULL), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, &report), WEND_ERROR_ARGUMENT);
    wend_level_destroy(level);
}

/* ---- grids ---- */

static wend_grid *grid_of(int32_t width, int32_t height)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.cell_size = 2;
    return grids_make(def);
}

static wend_mesh *mesh_of_grid(const wend_grid *grid)
{
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, &message), WEND_OK);
    return mesh;
}

static void grid_cells_that_touch_in_a_corner_do_not_join(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(2, 2);
    grids_set(grid, 1, 0, WEND_COST_WALL);
    grids_set(grid, 0, 1, WEND_COST_WALL);
    wend_mesh *mesh = mesh_of_grid(grid);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_false(can_reach(mesh, (wend_vec2){1, 1}, (wend_vec2){3, 3}));
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

static void grid_costs_are_areas_and_factors(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(6, 4);
    grids_fill(grid, 3, 0, 3, 4, 7);
    wend_mesh *mesh = mesh_of_grid(grid);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_int_equal(area_at(mesh, 1, 1), 1);
    assert_int_equal(area_at(mesh, 11, 1), 7);
    assert_true(fabs(wend_mesh_factor(mesh, 7) - 7) < 1e-12);
    assert_true(can_reach(mesh, (wend_vec2){1, 1}, (wend_vec2){11, 1}));
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

static void grid_links_become_links(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(5, 1);
    grids_set(grid, 2, 0, WEND_COST_WALL);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 0;
    def.to = 4;
    def.cost = 3 * WEND_COST_ONE;
    def.user = 42;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    def.to = 2; /* A wall. */
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    def.to = 3;
    def.team_mask = UINT32_MAX; /* For no agent. */
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    wend_mesh *mesh = mesh_of_grid(grid);
    assert_int_equal(wend_mesh_link_count(mesh), 1);
    wend_mesh_link_id ids[1];
    size_t count = 0;
    wend_mesh_link link;
    assert_int_equal(wend_mesh_list_links(mesh, ids, 1, &count), WEND_OK);
    assert_int_equal(wend_mesh_get_link(mesh, ids[0], &link), WEND_OK);
    assert_true(fabs(link.cost - 6) < 1e-12);
    assert_int_equal(link.user, 42);
    assert_true(can_reach(mesh, (wend_vec2){1, 1}, (wend_vec2){9, 1}));
    assert_false(can_reach(mesh, (wend_vec2){9, 1}, (wend_vec2){1, 1}));
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

static void grid_without_open_cells_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grid_of(3, 3);
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_from_grid(NULL, 0, WEND_TEAM_NONE, NULL, &mesh, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_from_grid(grid, 5, WEND_TEAM_NONE, NULL, &mesh, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    grids_wall(grid, 0, 0, 3, 3);
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no open cell"));
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_room_with_pillar_has_its_surface),
        cmocka_unit_test(level_step_joins_floors_of_different_heights),
        cmocka_unit_test(level_wall_without_thickness_parts_two_sides),
        cmocka_unit_test(level_wall_that_ends_in_a_room_stays),
        cmocka_unit_test(level_borders_of_equal_floors_are_dropped_unless_kept),
        cmocka_unit_test(level_face_is_what_most_of_its_border_says),
        cmocka_unit_test(level_face_with_a_tie_is_void),
        cmocka_unit_test(level_room_that_is_not_closed_is_left_out),
        cmocka_unit_test(level_teleports_become_links_where_both_ends_are_ground),
        cmocka_unit_test(level_mesh_without_def_is_refused),
        cmocka_unit_test(grid_cells_that_touch_in_a_corner_do_not_join),
        cmocka_unit_test(grid_costs_are_areas_and_factors),
        cmocka_unit_test(grid_links_become_links),
        cmocka_unit_test(grid_without_open_cells_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Small levels: what they keep, what they refuse, levels made of meshes, and pictures. */
#include "rooms.h"
#include "support/levels.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/level.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* ---- the level ---- */

static void level_keeps_what_was_added(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t region = add_region(level, 5);
    uint32_t index = 9;
    const wend_level_line line = {{1, 2}, {3, 1e-40}, region, WEND_REGION_NONE, 5, 42};
    assert_int_equal(wend_level_add_line(level, &line, &index), WEND_OK);
    assert_int_equal(index, 0);
    char name[] = "medikit";
    const wend_level_item item = {{4, 5}, 1.5, 7, name, true};
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    name[0] = 'X';
    const wend_level_item plain = {{6, 7}, 0, 8, NULL, false};
    assert_int_equal(wend_level_add_item(level, &plain, &index), WEND_OK);
    assert_int_equal(index, 1);
    const wend_level_teleport teleport = {{1, 1}, {2, 2}, true};
    assert_int_equal(wend_level_add_teleport(level, &teleport, &index), WEND_OK);
    assert_int_equal(wend_level_region_count(level) + wend_level_line_count(level) +
                         wend_level_item_count(level) + wend_level_teleport_count(level),
                     5);
    assert_int_equal(wend_level_get_region(level, region).tag, 15);
    const wend_level_line read = wend_level_get_line(level, 0);
    assert_true(read.user == 42 && read.stops == 5 && read.left == region);
    assert_true(is(read.b.y, 0)); /* too small a coordinate is 0 */
    assert_string_equal(wend_level_get_item(level, 0).name, "medikit");
    assert_string_equal(wend_level_get_item(level, 1).name, "");
    assert_true(wend_level_get_item(level, 0).is_start);
    assert_true(wend_level_get_teleport(level, 0).is_two_way);
    wend_level_destroy(level);
}

static void level_reading_outside_gives_nothing(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    assert_true(wend_level_get_region(level, 0).area == 0);
    assert_true(wend_level_get_line(level, 0).left == WEND_REGION_NONE);
    assert_string_equal(wend_level_get_item(level, 0).name, "");
    assert_false(wend_level_get_teleport(level, 0).is_two_way);
    wend_vec2 low = {1, 1};
    assert_false(wend_level_bounds(level, &low, NULL));
    assert_true(is(low.x, 0) && is(low.y, 0));
    assert_int_equal(wend_level_region_count(NULL) + wend_level_line_count(NULL) +
                         wend_level_item_count(NULL) + wend_level_teleport_count(NULL),
                     0);
    wend_level_destroy(level);
    wend_level_destroy(NULL);
    assert_int_equal(wend_level_create(NULL, NULL), WEND_ERROR_ARGUMENT);
}

static void level_refuses_what_cannot_be(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const wend_level_region areas = {0, 1, 256, 0};
    const wend_level_region low = {-(double)INFINITY, 1, 0, 0};
    assert_int_equal(wend_level_add_region(level, &areas, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_region(level, &low, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_region(level, NULL, NULL), WEND_ERROR_ARGUMENT);
    const wend_level_line nowhere = {{0, 0}, {1, 0}, 0, WEND_REGION_NONE, 1, 0};
    const wend_level_line far = {{0, 0}, {2e9, 0}, WEND_REGION_NONE, WEND_REGION_NONE, 1, 0};
    assert_int_equal(wend_level_add_line(level, &nowhere, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_line(level, &far, NULL), WEND_ERROR_ARGUMENT);
    const wend_level_item item = {{0, 0}, (double)NAN, 0, "", false};
    const wend_level_teleport teleport = {{0, (double)NAN}, {0, 0}, false};
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_teleport(level, &teleport, NULL), WEND_ERROR_ARGUMENT);
    const wend_vec2 two[3] = {{0, 0}, {1, 0}, {(double)NAN, 1}};
    const uint32_t none = WEND_REGION_NONE;
    assert_int_equal(wend_level_add_outline(level, two, 2, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, two, 3, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, NULL, 3, none, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_add_outline(level, two, 3, 1, none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_line_count(level), 0);
    wend_level_destroy(level);
}

static void level_outline_knows_its_inside_either_way_round(void **state)
{
    (void)state;
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 0);
    const wend_vec2 points[3] = {{0, 0}, {4, 0}, {0, 4}};
    const wend_vec2 turned[3] = {{0, 4}, {4, 0}, {0, 0}};
    assert_int_equal(wend_level_add_outline(level, points, 3, room, WEND_REGION_NONE), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, turned, 3, room, room), WEND_OK);
    assert_int_equal(wend_level_get_line(level, 0).left, room);
    assert_int_equal(wend_level_get_line(level, 2).right, WEND_REGION_NONE);
    assert_int_equal(wend_level_get_line(level, 0).stops, WEND_STOPS_ALL);
    assert_int_equal(wend_level_get_line(level, 3).stops, 0);
    wend_vec2 low;
    wend_vec2 high;
    assert_true(wend_level_bounds(level, &low, &high));
    assert_true(is(low.x, 0) && is(high.x, 4) && is(high.y, 4));
    wend_level_destroy(level);
}

static void level_walls_are_the_lines_that_stop(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    const wend_level_line border = {{1, 0}, {1, 8}, 0, 0, 0, 0};
    const wend_level_line window = {{2, 0}, {2, 8}, 0, 0, WEND_STOPS_WALK, 0};
    assert_int_equal(wend_level_add_line(level, &border, NULL), WEND_OK);
    assert_int_equal(wend_level_add_line(level, &window, NULL), WEND_OK);
    wend_walls *walls;
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    assert_int_equal(wend_walls_count(walls), 9);
    assert_true(
        wend_walls_can_see(walls, (wend_vec2){1.5, 1}, (wend_vec2){3, 1}, WEND_STOPS_SIGHT));
    wend_wall_hit hit;
    assert_true(
        wend_walls_ray(walls, (wend_vec2){1.5, 1}, (wend_vec2){3, 1}, WEND_STOPS_WALK, &hit));
    wend_wall wall;
    assert_int_equal(wend_walls_get(walls, hit.wall, &wall), WEND_OK);
    assert_int_equal(wall.user, 9);
    wend_walls_destroy(walls);
    assert_int_equal(wend_level_build_walls(NULL, NULL, &walls), WEND_ERROR_ARGUMENT);
    assert_null(walls);
    wend_level_destroy(level);
}

/* ---- meshes ---- */

static void level_from_mesh_has_outer_edges_and_areas(void **state)
{
    (void)state;
    const wend_vec3 points[6] = {{0, 0, 1}, {2, 0, 2}, {4, 0, 3}, {0, 2, 1}, {2, 2, 2}, {4, 2, 3}};
    const uint32_t corners[8] = {0, 1, 4, 3, 1, 2, 5, 4};
    const uint32_t sizes[2] = {4, 4};
    const uint8_t areas[2] = {7, 9};
    wend_mesh_def def = meshes_def(points, 6, corners, sizes, 2);
    def.areas = areas;
    wend_mesh *mesh = meshes_make(def);
    meshes_link(mesh, (wend_vec2){1, 1}, (wend_vec2){3, 1}, false);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_mesh(mesh, &level, &message), WEND_OK);
    assert_int_equal(wend_level_line_count(level), 7);
    assert_int_equal(wend_level_region_count(level), 2);
    assert_int_equal(wend_level_teleport_count(level), 1);
    assert_int_equal(wend_level_get_region(level, 1).area, 9);
    assert_true(is(wend_level_get_region(level, 1).floor, 2));
    int borders = 0;
    for (uint32_t i = 0; i < 7; i++) {
        const wend_level_line line = wend_level_get_line(level, i);
        const bool is_border = line.left == 0 && line.right == 1;
        borders += is_border;
        assert_int_equal(line.stops, is_border ? 0 : WEND_STOPS_ALL);
    }
    assert_int_equal(borders, 1);
    wend_level_destroy(level);
    wend_mesh_destroy(mesh);
    assert_int_equal(wend_level_from_mesh(NULL, &level, &message), WEND_ERROR_ARGUMENT);
    assert_null(level);
}

static void level_from_mesh_of_two_floors_is_unsupported(void **state)
{
    (void)state;
    const wend_vec3 points[6] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 9}, {4, 0, 9}, {0, 4, 9}};
    const uint32_t corners[6] = {0, 1, 2, 3, 4, 5};
    const uint32_t sizes[2] = {3, 3};
    wend_mesh *mesh = meshes_of(points, 6, corners, sizes, 2);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_mesh(mesh, &level, &message), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "floors"));
    wend_mesh_destroy(mesh);
}

/* ---- pictures ---- */

typedef struct seen {
    double ground; /* square metres */
    int polygons, lines, starts, items;
} seen;

static void see_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                        double value)
{
    seen *s = context;
    assert_int_equal(meaning, WEND_MEANING_GROUND);
    assert_true(is(value, 4));
    double twice = 0;
    for (size_t i = 0; i < count; i++) {
        twice += wend_vec2_cross(points[i], points[(i + 1) % count]);
    }
    s->ground += twice < 0 ? -twice / 2 : twice / 2;
    s->polygons++;
}

static void see_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    (void)from;
    (void)to;
    (void)value;
    assert_int_equal(meaning, WEND_MEANING_WALL);
    ((seen *)context)->lines++;
}

static void see_circle(void *context, wend_vec2 centre, double size, wend_meaning meaning,
                       double value)
{
    (void)centre;
    (void)size;
    (void)value;
    ((seen *)context)->starts += meaning == WEND_MEANING_START;
    ((seen *)context)->items += meaning == WEND_MEANING_ITEM;
}

static void level_draws_ground_walls_and_items(void **state)
{
    (void)state;
    wend_level *level = room_with_pillar();
    const wend_level_item start = {{1, 1}, 0, 1, "start", true};
    const wend_level_item item = {{2, 2}, 0, 2, "item", false};
    assert_int_equal(wend_level_add_item(level, &start, NULL), WEND_OK);
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    seen s = {0, 0, 0, 0, 0};
    const wend_draw draw = {NULL, see_line, see_polygon, see_circle, NULL, &s};
    assert_int_equal(wend_level_draw(level, &draw), WEND_OK);
    assert_true(is(s.ground, 76));
    assert_int_equal(s.polygons, 4);
    assert_int_equal(s.lines, 8);
    assert_int_equal(s.starts, 1);
    assert_int_equal(s.items, 1);
    const wend_draw nothing = {NULL, NULL, NULL, NULL, NULL, NULL};
    assert_int_equal(wend_level_draw(level, &nothing), WEND_OK);
    assert_int_equal(wend_level_draw(NULL, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_level_draw(level, NULL), WEND_ERROR_ARGUMENT);
    wend_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_keeps_what_was_added),
        cmocka_unit_test(level_reading_outside_gives_nothing),
        cmocka_unit_test(level_refuses_what_cannot_be),
        cmocka_unit_test(level_outline_knows_its_inside_either_way_round),
        cmocka_unit_test(level_walls_are_the_lines_that_stop),
        cmocka_unit_test(level_from_mesh_has_outer_edges_and_areas),
        cmocka_unit_test(level_from_mesh_of_two_floors_is_unsupported),
        cmocka_unit_test(level_draws_ground_walls_and_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Rays, discs and areas on small sets of walls with known results. */
#include "support/test.h"
#include "support/walls.h"

#include "wend/draw.h"
#include "wend/walls.h"

#include <math.h>

static const uint32_t ALL = WEND_STOPS_ALL;

static wend_vec2 at(double x, double y)
{
    return (wend_vec2){x, y};
}

static wend_wall_id segment(wend_walls *walls, double ax, double ay, double bx, double by)
{
    wend_wall_id id = walls_add(walls, at(ax, ay), at(bx, by), ALL);
    return id;
}

static wend_wall_id box(wend_walls *walls, double x, double y, double width, double height)
{
    const wend_vec2 c[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    wend_wall_id id = walls_add_outline(walls, c, 4, ALL);
    return id;
}

static bool sees(const wend_walls *walls, double ax, double ay, double bx, double by)
{
    const bool there = wend_walls_can_see(walls, at(ax, ay), at(bx, by), ALL);
    assert_int_equal(there, wend_walls_can_see(walls, at(bx, by), at(ax, ay), ALL));
    return there;
}

static void near(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-12)) {
        fail_msg("%.17g is not %.17g", value, expected);
    }
}

static void walls_ray_gives_place_normal_and_distance(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, 9, -5, 9, 5);
    const wend_wall_id id = segment(walls, 4, -5, 4, 5);
    wend_wall_hit hit;
    assert_true(wend_walls_ray(walls, at(0, 1), at(16, 1), ALL, &hit));
    assert_int_equal(hit.wall.index1, id.index1);
    near(hit.fraction, 0.25);
    near(hit.point.x, 4);
    near(hit.normal.x, -1);
    near(hit.distance, 4);
    assert_false(wend_walls_ray(walls, at(0, 1), at(4, 1), ALL, &hit));
    assert_int_equal(hit.wall.index1, 0);
    near(hit.fraction, 1);
    near(hit.distance, 4);
    const wend_vec2 to[3] = {{16, 1}, {-5, 0}, {5, 2}};
    wend_wall_hit hits[3];
    assert_int_equal(wend_walls_rays(walls, at(0, 1), to, 3, ALL, hits), 2);
    near(hits[0].fraction, 0.25);
    assert_int_equal(hits[1].wall.index1, 0);
    wend_walls_destroy(walls);
}

static void walls_point_grazes_a_corner_but_not_a_joint_of_walls_on_both_sides(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, 5, 0, 5, 4);
    assert_true(sees(walls, 0, 0, 9, 0));
    const wend_wall_id below = segment(walls, 5, 0, 3, -4);
    assert_false(sees(walls, 0, 0, 9, 0));
    assert_true(sees(walls, 0, 0, 5, 0)); /* up to the joint and not through it */
    assert_int_equal(wend_walls_remove(walls, below), WEND_OK);
    (void)segment(walls, 5, 0, 7, 0);
    (void)segment(walls, 7, 0, 7, -2);
    assert_false(sees(walls, 0, 0, 9, 0)); /* a Z: no segment passes along its middle */
    assert_true(sees(walls, 5, 0, 9, 0) == sees(walls, 9, 0, 5, 0));
    wend_walls_destroy(walls);
}

static void walls_point_slides_along_a_box_and_not_between_two(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)box(walls, 2, 0, 4, 3);
    assert_true(sees(walls, 0, 0, 9, 0));
    assert_true(sees(walls, 2, 0, 6, 0));
    assert_false(sees(walls, 2, 0, 6, 3)); /* corner to corner, through it */
    assert_false(sees(walls, 4, 0, 4, 1)); /* from its edge into it */
    assert_true(sees(walls, 4, 0, 4, -1));
    (void)box(walls, 2, -3, 4, 3);
    assert_false(sees(walls, 2, 0, 6, 0));
    assert_false(sees(walls, 0, 0, 9, 0));
    wend_wall_hit hit;
    assert_true(wend_walls_ray(walls, at(4, 3), at(4, 9), ALL, &hit) == false);
    assert_true(wend_walls_ray(walls, at(4, 3), at(4, 2), ALL, &hit));
    assert_false(hit.is_inside);
    near(hit.fraction, 0);
    near(hit.normal.y, 1);
    wend_walls_destroy(walls);
}

static void walls_ray_from_inside_ends_at_once(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    const wend_wall_id id = box(walls, 0, 0, 4, 3);
    wend_wall_hit hit;
    assert_true(wend_walls_ray(walls, at(1, 1), at(9, 1), ALL, &hit));
    assert_true(hit.is_inside && hit.wall.index1 == id.index1);
    near(hit.fraction + hit.distance + hit.normal.x + hit.normal.y, 0);
    assert_false(sees(walls, 1, 1, 2, 1));
    assert_false(sees(walls, 1, 1, 1, 1));
    assert_true(sees(walls, 0, 1, 0, 1));
    assert_true(wend_walls_is_inside(walls, at(1, 1), ALL));
    assert_false(wend_walls_is_inside(walls, at(0, 1), ALL));
    wend_walls_destroy(walls);
}

static void walls_outline_that_winds_twice_is_solid_where_it_winds(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    /* a star of five: its middle is wound around twice */
    wend_vec2 star[5];
    for (int i = 0; i < 5; i++) {
        const double angle = 2.5132741228718345 * i;
        star[i] = at(10 * cos(angle), 10 * sin(angle));
    }
    walls_add_outline(walls, star, 5, ALL);
    assert_true(wend_walls_is_inside(walls, at(0, 0), ALL));
    assert_true(wend_walls_is_inside(walls, at(8, 0), ALL));
    assert_false(wend_walls_is_inside(walls, at(-8, 0), ALL));
    wend_walls_destroy(walls);
}

static void walls_round_outline_of_many_corners_has_an_inside(void **state)
{
    (void)state;
    enum { CORNERS = 500 };
    wend_walls *walls = walls_empty();
    wend_vec2 ring[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        const double angle = 6.283185307179586 * i / (double)CORNERS;
        ring[i] = at(100 * cos(angle), 100 * sin(angle));
    }
    walls_add_outline(walls, ring, CORNERS, ALL);
    assert_true(wend_walls_is_inside(walls, at(0, 0), ALL));
    assert_true(wend_walls_is_inside(walls, at(99.9, 0), ALL));
    assert_false(wend_walls_is_inside(walls, at(75, 75), ALL));
    assert_false(sees(walls, 75, 75, -75, -75));
    assert_true(sees(walls, ring[0].x, ring[0].y, 110, 0));
    assert_false(sees(walls, ring[0].x, ring[0].y, 0, 0));
    wend_wall_hit hit;
    assert_true(wend_walls_nearest(walls, at(60, 0), 1, ALL, &hit));
    assert_true(hit.is_inside);
    assert_true(hit.distance < 40 && hit.distance > 39.99);
    wend_walls_destroy(walls);
}

static void walls_disc_slides_at_its_radius_and_stops_below(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    const wend_wall_id id = segment(walls, 10, 0, 10, 8);
    (void)segment(walls, 0, -2, 20, -2);
    assert_true(wend_walls_can_walk(walls, at(0, 0), at(7.999, 0), 2, ALL));
    assert_true(wend_walls_can_walk(walls, at(0, 0), at(8, 0), 2, ALL));
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(nextafter(8, 9), 0), 2, ALL));
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(8, 0), nextafter(2, 3), ALL));
    wend_wall_hit hit;
    assert_true(wend_walls_sweep(walls, at(0, 4), at(16, 4), 2, ALL, &hit));
    assert_int_equal(hit.wall.index1, id.index1);
    near(hit.fraction, 0.5);
    near(hit.point.x, 8);
    near(hit.normal.x, -1);
    assert_true(wend_walls_sweep(walls, at(9, 4), at(9, 9), 2, ALL, &hit));
    assert_true(hit.is_inside);
    assert_false(wend_walls_sweep(walls, at(8, 4), at(0, 4), 2, ALL, &hit));
    near(hit.fraction, 1);
    near(hit.distance, 8);
    wend_walls_destroy(walls);
}

static void walls_disc_in_the_middle_of_a_large_polygon_is_stopped(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)box(walls, -1000, -1000, 2000, 2000);
    wend_wall_hit hit;
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(1, 0), 3, ALL));
    assert_true(wend_walls_sweep(walls, at(0, 0), at(1, 0), 3, ALL, &hit));
    assert_true(hit.is_inside);
    assert_true(wend_walls_can_walk(walls, at(0, 1003), at(9, 1003), 3, ALL));
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(9, 0), 1e300, ALL));
    wend_walls_destroy(walls);
}

static void walls_nearest_is_within_the_distance_or_none(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, 0, 5, 9, 5);
    const wend_wall_id post = segment(walls, 3, -4, 3, -4);
    wend_wall_hit hit;
    assert_true(wend_walls_nearest(walls, at(3, 0), 4, ALL, &hit));
    assert_int_equal(hit.wall.index1, post.index1);
    near(hit.distance, 4);
    near(hit.normal.y, 1);
    assert_false(wend_walls_nearest(walls, at(3, 0), nextafter(4, 3), ALL, &hit));
    assert_true(wend_walls_nearest(walls, at(3, 1), (double)INFINITY, ALL, &hit));
    near(hit.point.y, 5);
    assert_true(wend_walls_nearest(walls, at(3, -4), 0, ALL, NULL));
    wend_walls_destroy(walls);
}

/* Positions on a wall of a million kilometres: the point is rounded, the distance never too large.
 */
static void walls_nearest_on_a_long_wall_is_not_beyond_the_distance(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, -7e8, 24, 1e9, 24);
    for (int k = 0; k < 1000; ++k) {
        wend_wall_hit hit;
        assert_true(wend_walls_nearest(walls, at(11.2 + k * 0.0179, 24), 0, ALL, &hit));
        assert_true(hit.distance <= 0);
    }
    wend_walls_destroy(walls);
}

static void walls_one_wall_across_a_huge_world_is_met_like_any_other(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    const double far = WEND_COORDINATE_MAX;
    const wend_wall_id diagonal = segment(walls, -far, -far, far, far);
    for (int i = 0; i < 300; i++) {
        (void)segment(walls, 10 * i, 10 * i + 3, 10 * i + 4, 10 * i + 5);
    }
    wend_wall_hit hit;
    assert_true(wend_walls_ray(walls, at(1e9 + 1, 1e9), at(1e9, 1e9 + 1), ALL, &hit));
    assert_int_equal(hit.wall.index1, diagonal.index1);
    near(hit.fraction, 0.5);
    assert_true(sees(walls, -far, -far, far, far)); /* along it */
    assert_false(wend_walls_can_walk(walls, at(-far, far), at(far, -far), 1, ALL));
    wend_vec2 low;
    wend_vec2 high;
    assert_true(wend_walls_bounds(walls, &low, &high));
    near(low.x + far, 0);
    near(high.y - far, 0);
    wend_walls_destroy(walls);
}

/* The tree keeps floats: those nearest to 0.1 and 0.7 lie above and below it. */
static void walls_on_the_very_edge_of_a_box_are_found(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 == 0 ? 0.1 : -0.7;
        const double y = i < 2 ? 0.7 : -0.1;
        (void)segment(walls, x, y, x, y);
        size_t count;
        (void)wend_walls_query_box(walls, at(x - 0.01, y - 0.01), at(x, y), ALL, NULL, 0, &count);
        assert_int_equal(count, 1);
        (void)wend_walls_query_box(walls, at(x, y), at(x + 0.01, y + 0.01), ALL, NULL, 0, &count);
        assert_int_equal(count, 1);
    }
    wend_walls_destroy(walls);
}

static void walls_questions_without_sense_give_no(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, 1, -1, 1, 1);
    const double nan = (double)NAN;
    wend_wall_hit hit;
    size_t count;
    assert_false(wend_walls_ray(walls, at(nan, 0), at(3, 0), ALL, &hit));
    near(hit.fraction, 1);
    assert_false(wend_walls_ray(NULL, at(0, 0), at(3, 0), ALL, NULL));
    assert_false(wend_walls_can_see(walls, at(0, 0), at((double)INFINITY, 0), ALL));
    assert_false(wend_walls_can_see(NULL, at(0, 0), at(0, 0), ALL));
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(0, 0), -1, ALL));
    assert_false(wend_walls_can_walk(walls, at(0, 0), at(0, 0), nan, ALL));
    assert_false(wend_walls_sweep(walls, at(0, 0), at(9, 0), (double)INFINITY, ALL, NULL));
    assert_false(wend_walls_nearest(walls, at(0, 0), nan, ALL, &hit));
    assert_false(wend_walls_is_inside(NULL, at(0, 0), ALL));
    assert_int_equal(wend_walls_rays(walls, at(0, 0), NULL, 3, ALL, NULL), 0);
    assert_int_equal(wend_walls_query_circle(walls, at(0, 0), -1, ALL, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_query_circle(walls, at(0, 0), 1, ALL, NULL, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_query_box(walls, at(0, 0), at(-1, 1), ALL, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_query_box(walls, at(0, 0), at(1, 1), ALL, NULL, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_walls_ray(walls, at(0, 0), at(3, 0), ALL, NULL));
    assert_false(wend_walls_ray(walls, at(0, 0), at(3, 0), 0, NULL)); /* lists nothing */
    wend_walls_destroy(walls);
}

typedef struct drawn {
    int lines, polygons;
} drawn;

static void draw_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    (void)from;
    (void)to;
    near(value, (double)ALL);
    ((drawn *)context)->lines += meaning == WEND_MEANING_WALL;
}

static void draw_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                         double value)
{
    (void)points;
    (void)value;
    ((drawn *)context)->polygons += meaning == WEND_MEANING_WALL && count == 4;
}

static void walls_draw_lines_and_polygons(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    (void)segment(walls, 0, 0, 1, 1);
    (void)box(walls, 0, 0, 2, 2);
    const wend_vec2 two[2] = {{0, 0}, {3, 3}};
    walls_add_outline(walls, two, 2, ALL);
    drawn seen = {0, 0};
    const wend_draw draw = {.line = draw_line, .polygon = draw_polygon, .context = &seen};
    assert_int_equal(wend_walls_draw(walls, &draw), WEND_OK);
    assert_int_equal(seen.lines, 2);
    assert_int_equal(seen.polygons, 1);
    const wend_draw none = {.context = NULL};
    assert_int_equal(wend_walls_draw(walls, &none), WEND_OK);
    assert_int_equal(wend_walls_draw(walls, NULL), WEND_ERROR_ARGUMENT);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_ray_gives_place_normal_and_distance),
        cmocka_unit_test(walls_point_grazes_a_corner_but_not_a_joint_of_walls_on_both_sides),
        cmocka_unit_test(walls_point_slides_along_a_box_and_not_between_two),
        cmocka_unit_test(walls_ray_from_inside_ends_at_once),
        cmocka_unit_test(walls_outline_that_winds_twice_is_solid_where_it_winds),
        cmocka_unit_test(walls_round_outline_of_many_corners_has_an_inside),
        cmocka_unit_test(walls_disc_slides_at_its_radius_and_stops_below),
        cmocka_unit_test(walls_disc_in_the_middle_of_a_large_polygon_is_stopped),
        cmocka_unit_test(walls_nearest_is_within_the_distance_or_none),
        cmocka_unit_test(walls_nearest_on_a_long_wall_is_not_beyond_the_distance),
        cmocka_unit_test(walls_one_wall_across_a_huge_world_is_met_like_any_other),
        cmocka_unit_test(walls_on_the_very_edge_of_a_box_are_found),
        cmocka_unit_test(walls_questions_without_sense_give_no),
        cmocka_unit_test(walls_draw_lines_and_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

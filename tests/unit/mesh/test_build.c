/* Meshes of outlines: which ground lies where, what is refused, and what is counted. */
#include "build.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- outlines ---- */

static wend_mesh_outlines outlines_of(const wend_vec2 *points, const uint32_t *sizes, size_t count)
{
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.points = points;
    outlines.sizes = sizes;
    outlines.outline_count = count;
    outlines.message = &message;
    return outlines;
}

static wend_mesh *build(const wend_mesh_outlines *outlines)
{
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_build(outlines, &mesh, &report), WEND_OK);
    assert_string_equal(message.text, "");
    return mesh;
}

static void check_refused(const wend_mesh_outlines *outlines, const char *text)
{
    wend_mesh *mesh = (wend_mesh *)&message;
    report.crossings = 7;
    assert_int_equal(wend_mesh_build(outlines, &mesh, &report), WEND_ERROR_ARGUMENT);
    assert_null(mesh);
    assert_int_equal(report.crossings, 0);
    if (strstr(message.text, text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", text, message.text);
    }
}

static const wend_vec2 nested[12] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {2, 6},
                                     {6, 6}, {6, 2}, {3, 3}, {5, 3}, {5, 5}, {3, 5}};

static const uint32_t fours[3] = {4, 4, 4};

static void outlines_in_each_other_are_ground_and_holes_in_turn(void **state)
{
    (void)state;
    const wend_mesh_outlines outlines = outlines_of(nested, fours, 3);
    wend_mesh *mesh = build(&outlines);
    check_surface(mesh, 64 - 16 + 4);
    assert_int_equal(area_at(mesh, 1, 1), 0);
    assert_int_equal(area_at(mesh, 2.5, 4), 255);
    assert_int_equal(area_at(mesh, 4, 4), 0);
    assert_false(can_reach(mesh, (wend_vec2){1, 1}, (wend_vec2){4, 4}));
    assert_int_equal(wend_mesh_polygon_count(mesh), 5);
    wend_mesh_destroy(mesh);
}

static void outline_square_is_one_polygon_or_two_triangles(void **state)
{
    (void)state;
    wend_mesh_outlines outlines = outlines_of(nested, fours, 1);
    wend_mesh *mesh = build(&outlines);
    assert_int_equal(wend_mesh_polygon_count(mesh), 1);
    assert_int_equal(wend_mesh_corner_count(mesh), 4);
    wend_mesh_destroy(mesh);
    outlines.merges = false;
    mesh = build(&outlines);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_int_equal(wend_mesh_corner_count(mesh), 6);
    wend_mesh_destroy(mesh);
}

static void outline_that_crosses_itself_is_divided_and_counted(void **state)
{
    (void)state;
    const wend_vec2 bow[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    const uint32_t size = 4;
    wend_mesh_outlines outlines = outlines_of(bow, &size, 1);
    wend_mesh *mesh = build(&outlines);
    assert_int_equal(report.crossings, 1);
    check_surface(mesh, 2);
    /* The two wings share a point, not an edge. */
    assert_false(can_reach(mesh, (wend_vec2){0.5, 1}, (wend_vec2){1.5, 1}));
    wend_mesh_destroy(mesh);
    outlines.is_strict = true;
    check_refused(&outlines, "outline 0, point 0: the line from here crosses or overlaps the one "
                             "from outline 0, point 2");
}

static void holes_win_and_later_areas_lie_over_earlier_ones(void **state)
{
    (void)state;
    const wend_vec2 points[16] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {3, 0}, {6, 0}, {6, 4}, {3, 4},
                                  {1, 1}, {5, 1}, {5, 2}, {1, 2}, {1, 1}, {5, 1}, {5, 2}, {1, 2}};
    const uint32_t sizes[4] = {4, 4, 4, 4};
    const uint8_t is_hole[4] = {0, 0, 1, 0};
    const uint8_t areas[4] = {5, 6, 0, 9};
    double factors[256];
    for (size_t i = 0; i < 256; ++i) {
        factors[i] = 1 + (double)i;
    }
    wend_mesh_outlines outlines = outlines_of(points, sizes, 4);
    outlines.is_hole = is_hole;
    outlines.areas = areas;
    outlines.factors = factors;
    wend_mesh *mesh = build(&outlines);
    assert_int_equal(area_at(mesh, 0.5, 3), 5);
    assert_int_equal(area_at(mesh, 3.5, 3), 6);
    assert_int_equal(area_at(mesh, 5.5, 3), 6);
    assert_int_equal(area_at(mesh, 2, 1.5), 255);
    check_surface(mesh, 24 - 4);
    assert_true(can_reach(mesh, (wend_vec2){0.5, 3}, (wend_vec2){5.5, 3}));
    assert_true(wend_mesh_factor(mesh, 6) > 6.5);
    wend_mesh_destroy(mesh);
}

static void hole_that_winds_twice_is_a_hole_all_the_same(void **state)
{
    (void)state;
    const wend_vec2 points[12] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {6, 2},
                                  {6, 6}, {2, 6}, {2, 2}, {6, 2}, {6, 6}, {2, 6}};
    const uint32_t sizes[2] = {4, 8};
    const uint8_t is_hole[2] = {0, 1};
    wend_mesh_outlines outlines = outlines_of(points, sizes, 2);
    outlines.is_hole = is_hole;
    wend_mesh *mesh = build(&outlines);
    check_surface(mesh, 48);
    assert_int_equal(report.merged_points, 4);
    wend_mesh_destroy(mesh);
}

static void hole_outside_of_ground_is_nothing_or_refused(void **state)
{
    (void)state;
    const wend_vec2 points[11] = {{0, 0},   {8, 0},   {8, 8},   {0, 8},   {1, 1},  {2, 1},
                                  {1.5, 2}, {20, 20}, {21, 20}, {21, 21}, {20, 21}};
    const uint32_t sizes[3] = {4, 3, 4};
    const uint8_t is_hole[3] = {0, 1, 1};
    wend_mesh_outlines outlines = outlines_of(points, sizes, 3);
    outlines.is_hole = is_hole;
    wend_mesh *mesh = build(&outlines);
    check_surface(mesh, 63.5);
    wend_mesh_destroy(mesh);
    outlines.is_strict = true;
    check_refused(&outlines, "outline 2 is a hole outside of all ground");
    outlines.outline_count = 2;
    wend_mesh_destroy(build(&outlines));
}

/* The walk comes to the hole first, to the ground in it later. */
static void hole_around_ground_lies_in_it(void **state)
{
    (void)state;
    const uint8_t is_hole[2] = {1, 0};
    wend_mesh_outlines outlines = outlines_of(nested, fours, 2);
    outlines.is_hole = is_hole;
    outlines.is_strict = true;
    check_refused(&outlines, "enclose no ground");
}

static void strict_names_points_that_are_equal(void **state)
{
    (void)state;
    const wend_vec2 points[7] = {{0, 0}, {4, 0}, {4, 4}, {5, 5}, {4, 4}, {9, 5}, {9, 9}};
    const uint32_t sizes[2] = {3, 4};
    wend_mesh_outlines outlines = outlines_of(points, sizes, 2);
    outlines.is_strict = true;
    check_refused(&outlines, "outline 1, point 1: lies where this one does: outline 0, point 2");
    outlines.is_strict = false;
    wend_mesh_destroy(build(&outlines));
    assert_int_equal(report.merged_points, 1);
}

static void strict_lets_outlines_touch(void **state)
{
    (void)state;
    const wend_vec2 points[7] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {2, 1}, {2, 3}};
    const uint32_t sizes[2] = {4, 3};
    wend_mesh_outlines outlines = outlines_of(points, sizes, 2);
    outlines.is_strict = true;
    wend_mesh *mesh = build(&outlines);
    check_surface(mesh, 14);
    wend_mesh_destroy(mesh);
}

static void outlines_of_nothing_are_refused(void **state)
{
    (void)state;
    const uint32_t none = 0;
    wend_mesh_outlines outlines = outlines_of(nested, fours, 0);
    check_refused(&outlines, "there are no points");
    outlines = outlines_of(nested, &none, 1);
    check_refused(&outlines, "there are no points");
    const wend_vec2 line[4] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}};
    outlines = outlines_of(line, fours, 1);
    check_refused(&outlines, "enclose no ground");
    const wend_vec2 point[4] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    outlines = outlines_of(point, fours, 1);
    check_refused(&outlines, "enclose no ground");
}

static void outlines_with_bad_numbers_are_refused_by_name(void **state)
{
    (void)state;
    wend_vec2 points[8];
    const double bad[4] = {(double)NAN, (double)INFINITY, -1.1e9, 1e300};
    const char *const texts[4] = {"nan", "inf", "-1100000000", "1e+300"};
    for (size_t i = 0; i < 4; ++i) {
        memcpy(points, nested, sizeof points);
        points[6].y = bad[i];
        wend_mesh_outlines outlines = outlines_of(points, fours, 2);
        char text[120];
        snprintf(text, sizeof text,
                 "outline 1, point 2.y is %s, and must be from -1073741824 to 1073741824",
                 texts[i]);
        check_refused(&outlines, text);
        points[6].y = 0;
        points[3].x = bad[i];
        snprintf(text, sizeof text, "outline 0, point 3.x is %s", texts[i]);
        check_refused(&outlines, text);
    }
}

static void outlines_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    const uint32_t huge[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const uint8_t areas[3] = {0, 0, 0};
    double factors[256] = {0};
    wend_mesh_outlines outlines = outlines_of(nested, fours, 3);
    outlines.cookie = 0;
    check_refused(&outlines, "wend_mesh_outlines_default");
    outlines = outlines_of(nested, NULL, 3);
    check_refused(&outlines, "sizes is NULL");
    outlines = outlines_of(NULL, fours, 3);
    check_refused(&outlines, "points is NULL");
    outlines = outlines_of(nested, huge, 3);
    check_refused(&outlines, "sizes add up to more than 2^28 points");
    outlines = outlines_of(nested, fours, 3);
    outlines.areas = areas;
    check_refused(&outlines, "is_hole is NULL, and areas need it");
    outlines.areas = NULL;
    outlines.factors = factors;
    check_refused(&outlines, "factor");
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_build(NULL, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_build(&outlines, NULL, NULL), WEND_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_in_each_other_are_ground_and_holes_in_turn),
        cmocka_unit_test(outline_square_is_one_polygon_or_two_triangles),
        cmocka_unit_test(outline_that_crosses_itself_is_divided_and_counted),
        cmocka_unit_test(holes_win_and_later_areas_lie_over_earlier_ones),
        cmocka_unit_test(hole_that_winds_twice_is_a_hole_all_the_same),
        cmocka_unit_test(hole_outside_of_ground_is_nothing_or_refused),
        cmocka_unit_test(hole_around_ground_lies_in_it),
        cmocka_unit_test(strict_names_points_that_are_equal),
        cmocka_unit_test(strict_lets_outlines_touch),
        cmocka_unit_test(outlines_of_nothing_are_refused),
        cmocka_unit_test(outlines_with_bad_numbers_are_refused_by_name),
        cmocka_unit_test(outlines_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Triangulations of small sets of points and lines that are known, and of large ones in bad orders:
 * what is merged, split, crossed and counted. */
#include "support/check_cdt.h"
#include "support/test.h"

#include "wend/walls.h"

#include <string.h>

static wendi_cdt build(const wend_vec2 *points, size_t count, const wendi_cdt_line *lines,
                       size_t line_count)
{
    wendi_cdt cdt;
    assert_int_equal(wendi_cdt_build(&cdt, NULL, points, count, lines, line_count), WEND_OK);
    if (count > 0) {
        assert_true(check_cdt_is_sound(&cdt));
        assert_true(check_cdt_is_delaunay(&cdt));
    }
    assert_int_equal(cdt.lost_pieces, 0);
    assert_true(check_cdt_has_lines(&cdt, lines, (uint32_t)line_count, cdt.crossings == 0));
    return cdt;
}

/* The half-edge from one vertex to another; WENDI_CDT_NONE if there is none. */
static uint32_t edge(const wendi_cdt *cdt, uint32_t from, uint32_t to)
{
    for (uint32_t h = 0; h < cdt->half_count; ++h) {
        if (cdt->halves[h].origin == from && wendi_cdt_target(cdt, h) == to) {
            return h;
        }
    }
    return WENDI_CDT_NONE;
}

static void cdt_of_nothing_has_no_triangles(void **state)
{
    (void)state;
    wendi_cdt cdt = build(NULL, 0, NULL, 0);
    assert_int_equal(cdt.half_count, 0);
    wendi_cdt_free(&cdt);
}

static void cdt_of_one_point_has_the_frame_around(void **state)
{
    (void)state;
    const wend_vec2 point = {WEND_COORDINATE_MAX, -WEND_COORDINATE_MAX};
    wendi_cdt cdt = build(&point, 1, NULL, 0);
    assert_int_equal(cdt.vertex_count, 5);
    assert_int_equal(cdt.vertices[0], 4);
    wendi_cdt_free(&cdt);
}

static void cdt_equal_points_are_one_vertex(void **state)
{
    (void)state;
    const wend_vec2 points[5] = {{0, 0}, {1, 0}, {0, 0}, {1, 0}, {0, 0}};
    const wendi_cdt_line lines[2] = {{0, 2}, {0, 1}};
    wendi_cdt cdt = build(points, 5, lines, 2);
    assert_int_equal(cdt.merged_points, 3);
    assert_int_equal(cdt.vertex_count, 6);
    assert_int_equal(cdt.vertices[0], cdt.vertices[4]);
    assert_int_equal(cdt.dropped_lines, 1);
    wendi_cdt_free(&cdt);
}

static void cdt_line_through_points_is_split_by_them(void **state)
{
    (void)state;
    const wend_vec2 points[4] = {{0, 0}, {3, 3}, {1, 1}, {2, 2}};
    const wendi_cdt_line line = {0, 1};
    wendi_cdt cdt = build(points, 4, &line, 1);
    assert_int_equal(edge(&cdt, cdt.vertices[0], cdt.vertices[1]), WENDI_CDT_NONE);
    const uint32_t middle = edge(&cdt, cdt.vertices[2], cdt.vertices[3]);
    assert_int_not_equal(middle, WENDI_CDT_NONE);
    assert_int_equal(check_cdt_uses(&cdt, middle, 0), 1);
    assert_int_equal(check_cdt_uses(&cdt, cdt.halves[middle].twin, 0), 0);
    wendi_cdt_free(&cdt);
}

static void cdt_lines_that_cross_meet_in_a_new_vertex(void **state)
{
    (void)state;
    const wend_vec2 points[4] = {{0, 0}, {2, 2}, {0, 2}, {2, 0}};
    const wendi_cdt_line lines[2] = {{0, 1}, {2, 3}};
    wendi_cdt cdt = build(points, 4, lines, 2);
    assert_int_equal(cdt.crossings, 1);
    assert_int_equal(cdt.vertex_count, 9);
    assert_true(cdt.points[8].x >= 1 && cdt.points[8].x <= 1);
    assert_true(cdt.points[8].y >= 1 && cdt.points[8].y <= 1);
    assert_int_equal(cdt.crossing_lines[0] + cdt.crossing_lines[1], 1);
    wendi_cdt_free(&cdt);
}

static void cdt_lines_that_overlap_keep_both_labels(void **state)
{
    (void)state;
    const wend_vec2 points[4] = {{0, 0}, {2, 0}, {1, 0}, {3, 0}};
    const wendi_cdt_line lines[3] = {{0, 1}, {3, 2}, {2, 1}};
    wendi_cdt cdt = build(points, 4, lines, 3);
    const uint32_t middle = edge(&cdt, cdt.vertices[2], cdt.vertices[1]);
    assert_int_equal(check_cdt_uses(&cdt, middle, 0), 1);
    assert_int_equal(check_cdt_uses(&cdt, middle, 1), 0);
    assert_int_equal(check_cdt_uses(&cdt, cdt.halves[middle].twin, 1), 1);
    assert_int_equal(check_cdt_uses(&cdt, middle, 2), 1);
    assert_int_equal(cdt.overlaps, 2);
    assert_int_equal(cdt.crossings, 0);
    wendi_cdt_free(&cdt);
}

/* Spokes all around: the centre has as many edges, each of which must be found. */
static void cdt_wheel_has_all_spokes(void **state)
{
    (void)state;
    enum { SPOKES = 400 };
    static wend_vec2 points[SPOKES + 1];
    static wendi_cdt_line lines[SPOKES];
    for (uint32_t i = 0; i < SPOKES; ++i) {
        const int32_t way = (int32_t)(i % 100) - 50;
        const wend_vec2 sides[4] = {{50, way}, {-way, 50}, {-50, -way}, {way, -50}};
        points[i] = sides[i / 100];
        lines[i] = (wendi_cdt_line){SPOKES, i};
    }
    wendi_cdt cdt = build(points, SPOKES + 1, lines, SPOKES);
    assert_int_equal(cdt.crossings, 0);
    wendi_cdt_free(&cdt);
}

/* One line between two rows of points crosses every edge between them. */
static void cdt_one_line_across_everything_is_one_edge(void **state)
{
    (void)state;
    enum { COLUMNS = 1000 };
    static wend_vec2 points[2 * COLUMNS + 2];
    for (uint32_t i = 0; i < COLUMNS; ++i) {
        points[2 * i] = (wend_vec2){i, 0};
        points[2 * i + 1] = (wend_vec2){i, 1};
    }
    points[2 * COLUMNS] = (wend_vec2){-1, 0.5};
    points[2 * COLUMNS + 1] = (wend_vec2){COLUMNS, 0.5};
    const wendi_cdt_line line = {2 * COLUMNS, 2 * COLUMNS + 1};
    wendi_cdt cdt = build(points, 2 * COLUMNS + 2, &line, 1);
    assert_int_not_equal(edge(&cdt, cdt.vertices[2 * COLUMNS], cdt.vertices[2 * COLUMNS + 1]),
                         WENDI_CDT_NONE);
    wendi_cdt_free(&cdt);
}

/* A comb whose teeth cross the segment: edges with both sides in the removed triangles. */
static void cdt_line_beside_needles_leaves_them_whole(void **state)
{
    (void)state;
    const wend_vec2 points[8] = {{0, 0},  {10, 0}, {5, 0.1},    {5, 6},
                                 {3, -6}, {7, -6}, {4.9, -0.1}, {4.9, -7}};
    const wendi_cdt_line lines[3] = {{2, 3}, {6, 7}, {0, 1}};
    wendi_cdt cdt = build(points, 8, lines, 3);
    assert_int_equal(cdt.crossings, 0);
    assert_int_equal(check_cdt_uses(&cdt, edge(&cdt, cdt.vertices[2], cdt.vertices[3]), 0), 1);
    wendi_cdt_free(&cdt);
}

static void cdt_same_input_gives_same_bits(void **state)
{
    (void)state;
    wend_vec2 points[64];
    wendi_cdt_line lines[32];
    for (uint32_t i = 0; i < 64; ++i) {
        points[i] = (wend_vec2){wend_random_unit(3, i, 0), wend_random_unit(3, i, 1)};
        lines[i / 2] = (wendi_cdt_line){i, i / 2};
    }
    wendi_cdt one = build(points, 64, lines, 32);
    wendi_cdt two = build(points, 64, lines, 32);
    assert_int_equal(one.vertex_count, two.vertex_count);
    assert_memory_equal(one.points, two.points, one.vertex_count * sizeof *one.points);
    assert_memory_equal(one.halves, two.halves, one.half_count * sizeof *one.halves);
    assert_true(one.crossings > 0);
    wendi_cdt_free(&one);
    wendi_cdt_free(&two);
}

static void cdt_too_many_points_are_refused(void **state)
{
    (void)state;
    const wend_vec2 point = {0, 0};
    wendi_cdt cdt;
    assert_int_equal(wendi_cdt_build(&cdt, NULL, &point, (size_t)1 << 29, NULL, 0),
                     WEND_ERROR_FULL);
    wendi_cdt_free(&cdt);
    assert_int_equal(wendi_cdt_build(&cdt, NULL, &point, 1, NULL, (size_t)1 << 29),
                     WEND_ERROR_FULL);
    wendi_cdt_free(&cdt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cdt_of_nothing_has_no_triangles),
        cmocka_unit_test(cdt_of_one_point_has_the_frame_around),
        cmocka_unit_test(cdt_equal_points_are_one_vertex),
        cmocka_unit_test(cdt_line_through_points_is_split_by_them),
        cmocka_unit_test(cdt_lines_that_cross_meet_in_a_new_vertex),
        cmocka_unit_test(cdt_lines_that_overlap_keep_both_labels),
        cmocka_unit_test(cdt_wheel_has_all_spokes),
        cmocka_unit_test(cdt_one_line_across_everything_is_one_edge),
        cmocka_unit_test(cdt_line_beside_needles_leaves_them_whole),
        cmocka_unit_test(cdt_same_input_gives_same_bits),
        cmocka_unit_test(cdt_too_many_points_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Meshes whose polygons need repairs. */
#include "def.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <string.h>

/* ---- mending ---- */

static void mesh_clockwise_polygon_is_turned(void **state)
{
    (void)state;
    const uint32_t turned[] = {3, 4, 1, 0, 1, 2, 5, 4, 2, 6, 5};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.corners = turned;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(report.turned_polygons, 1);
    assert_int_equal(wend_mesh_get_polygon(mesh, 0).island, 0);
    assert_int_equal(wend_mesh_get_polygon(mesh, 2).island, 0);
    assert_int_equal(wend_mesh_locate(mesh, 1, 1, 0), 0);
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 0, corner 0: it is clockwise");
}

static void mesh_points_given_double_are_one(void **state)
{
    (void)state;
    const wend_vec3 doubles[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                 {4, 0, 0}, {8, 0, 0}, {8, 4, 0}, {4, 4, 0.125}};
    const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.points = doubles;
    def.point_count = 8;
    def.corners = all;
    def.polygon_count = 2;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(report.merged_points, 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 1), WEND_NODE_NONE);
    wend_mesh_destroy(mesh);
    def.weld = 0.25;
    mesh = make(&def, &report);
    assert_int_equal(report.merged_points, 2);
    assert_int_equal(wend_mesh_neighbour(mesh, 1), 1);
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: point 4 lies where point 1 does");
}

static void mesh_polygon_that_is_not_convex_is_cut(void **state)
{
    (void)state;
    const wend_vec3 u[] = {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {6, 9, 0},
                           {6, 3, 0}, {3, 3, 0}, {3, 9, 0}, {0, 9, 0}};
    const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint32_t size = 8;
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.points = u;
    def.point_count = 8;
    def.corners = all;
    def.sizes = &size;
    def.polygon_count = 1;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(report.split_polygons, 1);
    double surface = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
        surface += wend_mesh_get_polygon(mesh, p).surface;
        assert_int_equal(wend_mesh_get_polygon(mesh, p).island, 0);
    }
    near(surface, 63);
    assert_false(wend_mesh_has_floors(mesh));
    assert_int_equal(wend_mesh_locate(mesh, 4.5, 6, 0), WEND_NODE_NONE);
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 0, corner 0: it is not convex");
}

static void mesh_outline_along_a_line_and_back_leaves_no_ground_without_area(void **state)
{
    (void)state;
    /* A corner on a straight edge; two of them. */
    static const wend_vec3 outlines[2][5] = {
        {{0, 5, 0}, {10, 0, 0}, {10, 5, 0}, {15, 5, 0}},
        {{0, 5, 0}, {10, 0, 0}, {10, 5, 0}, {15, 5, 0}, {13, 5, 0}}};
    static const uint32_t counts[] = {4, 5};
    static const double surfaces[] = {25, 25};
    const uint32_t all[] = {0, 1, 2, 3, 4};
    for (size_t i = 0; i < 2; ++i) {
        wend_mesh_def def = three();
        wend_mesh_report report;
        uint8_t bytes[8192];
        size_t count;
        def.points = outlines[i];
        def.point_count = counts[i];
        def.corners = all;
        def.sizes = &counts[i];
        def.polygon_count = 1;
        wend_mesh *mesh = make(&def, &report);
        wend_mesh *loaded = NULL;
        double surface = 0;
        for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); ++p) {
            assert_true(wend_mesh_get_polygon(mesh, p).surface > 0);
            surface += wend_mesh_get_polygon(mesh, p).surface;
        }
        near(surface, surfaces[i]);
        assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
        assert_int_equal(wend_mesh_load(NULL, bytes, count, &loaded), WEND_OK);
        assert_true(wend_mesh_hash(loaded) == wend_mesh_hash(mesh));
        wend_mesh_destroy(loaded);
        wend_mesh_destroy(mesh);
    }
}

/* Out from a corner and back, over the next edge and beyond it, and in two steps. */
static void mesh_spikes_of_polygons_are_pulled_in(void **state)
{
    (void)state;
    const wend_vec3 at[] = {{0, 0, 0},   {4, 0, 0},  {4, 4, 0}, {0, 4, 0},
                            {-3, -5, 0}, {-1, 8, 0}, {6, 0, 0}, {-2, 12, 0}};
    const uint32_t plain[] = {0, 1, 2, 3};
    const uint32_t spikes[] = {0, 4, 0, 6, 1, 2, 3, 5, 7, 5, 3};
    const uint32_t counts[] = {4, 11};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.points = at;
    def.point_count = 8;
    def.polygon_count = 1;
    def.corners = plain;
    def.sizes = counts;
    wend_mesh *mesh = make(&def, &report);
    const uint64_t hash = wend_mesh_hash(mesh);
    wend_mesh_destroy(mesh);
    def.corners = spikes;
    def.sizes = counts + 1;
    mesh = make(&def, &report);
    assert_true(wend_mesh_hash(mesh) == hash);
    assert_int_equal(report.dropped_lines, 4);
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 0, corner 1: a spike: the outline returns along "
                  "the same line");
}

static wend_node beyond(const wend_mesh *mesh, wend_node polygon, uint32_t corner)
{
    return wend_mesh_neighbour(mesh, wend_mesh_get_polygon(mesh, polygon).first_corner + corner);
}

/* A line joins the outline of a hole to the outer one; another polygon fills the hole. */
static void mesh_polygon_around_a_hole_has_all_of_its_ground(void **state)
{
    (void)state;
    const wend_vec3 at[] = {{0, 0, 0}, {12, 0, 0}, {12, 12, 0}, {0, 12, 0},
                            {4, 4, 0}, {8, 4, 0},  {8, 8, 0},   {4, 8, 0}};
    const uint32_t outline[] = {0, 1, 2, 3, 0, 4, 7, 6, 5, 4, 4, 5, 6, 7};
    const uint32_t outline_sizes[] = {10, 4};
    wend_mesh_def def = three();
    wend_mesh_report report;
    double surface = 0;
    def.points = at;
    def.point_count = 8;
    def.polygon_count = 2;
    def.corners = outline;
    def.sizes = outline_sizes;
    wend_mesh *mesh = make(&def, &report);
    const uint32_t count = wend_mesh_polygon_count(mesh);
    for (wend_node p = 0; p < count; ++p) {
        surface += wend_mesh_get_polygon(mesh, p).surface;
        assert_int_equal(wend_mesh_get_polygon(mesh, p).island, 0);
    }
    near(surface, 144);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_not_equal(beyond(mesh, count - 1, i), WEND_NODE_NONE);
    }
    wend_mesh_destroy(mesh);
}

/* Two triangles of one outline meet at a corner; another polygon lies at each edge. */
static void mesh_polygon_that_touches_itself_keeps_its_neighbours(void **state)
{
    (void)state;
    const wend_vec3 at[] = {{0, 0, 0},  {4, 0, 0},  {4, 4, 0}, {-4, 0, 0},
                            {-4, 4, 0}, {2, -9, 0}, {9, 2, 0}, {0, 9, 0}};
    /* b, c and d, e around a; beside a b, b c, c a and e a. */
    static const uint32_t outlines[6][6] = {{0, 1, 2, 0, 4, 3}, {1, 2, 0, 4, 3, 0},
                                            {2, 0, 4, 3, 0, 1}, {0, 4, 3, 0, 1, 2},
                                            {4, 3, 0, 1, 2, 0}, {3, 0, 1, 2, 0, 4}};
    static const uint32_t beside[] = {0, 5, 1, 1, 6, 2, 0, 2, 7, 0, 3, 5};
    const uint32_t outline_sizes[] = {6, 3, 3, 3, 3};
    for (size_t i = 0; i < 6; ++i) {
        uint32_t outline[18];
        wend_mesh_report report;
        memcpy(outline, outlines[i], sizeof outlines[i]);
        memcpy(outline + 6, beside, sizeof beside);
        wend_mesh_def def = three();
        def.points = at;
        def.point_count = 8;
        def.polygon_count = 5;
        def.corners = outline;
        def.sizes = outline_sizes;
        wend_mesh *mesh = make(&def, &report);
        assert_int_equal(wend_mesh_polygon_count(mesh), 6);
        for (wend_node p = 2; p < 6; ++p) {
            size_t joined = 0;
            for (uint32_t k = 0; k < 3; ++k) {
                joined += beyond(mesh, p, k) < 2;
            }
            assert_int_equal(joined, 1);
        }
        wend_mesh_destroy(mesh);
    }
}

/* The tip of what lies between two parts of a polygon touches its lowest corner. */
static void mesh_corner_that_a_gap_reaches_is_not_cut_across(void **state)
{
    (void)state;
    const wend_vec3 at[] = {{2, 0, 0}, {5, 4, 0}, {3, 6, 0}, {2, 0, 0}, {1, 6, 0}, {-1, 4, 0}};
    const uint32_t outline[] = {0, 1, 2, 3, 4, 5};
    const uint32_t size = 6;
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.points = at;
    def.point_count = 6;
    def.polygon_count = 1;
    def.corners = outline;
    def.sizes = &size;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    near(wend_mesh_get_polygon(mesh, 0).surface, 7);
    near(wend_mesh_get_polygon(mesh, 1).surface, 7);
    wend_mesh_destroy(mesh);
}

/* Without any edge that crosses another, too: a triangle gone around twice. */
static void mesh_polygon_that_goes_around_twice_is_refused(void **state)
{
    (void)state;
    const uint32_t twice[] = {0, 1, 4, 0, 1, 4};
    const uint32_t size = 6;
    wend_mesh_def def = three();
    def.corners = twice;
    def.sizes = &size;
    def.polygon_count = 1;
    refuses(&def, "wend_mesh_create: polygon 0, corner 5: its outline crosses itself");
}

static void mesh_polygon_that_crosses_itself_is_refused(void **state)
{
    (void)state;
    const wend_vec3 bow[] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 3, 0}, {-1, 1, 0}};
    const wend_vec3 star[] = {{0, 10, 0}, {-6, -8, 0}, {9, 3, 0}, {-9, 3, 0}, {6, -8, 0}};
    const uint32_t all[] = {0, 1, 2, 3, 4};
    const uint32_t size = 5;
    wend_mesh_def def = three();
    def.points = bow;
    def.point_count = 5;
    def.corners = all;
    def.sizes = &size;
    def.polygon_count = 1;
    refuses(&def, "wend_mesh_create: polygon 0, corner 0: its outline crosses itself");
    def.points = star;
    refuses(&def, "wend_mesh_create: polygon 0, corner 0: its outline crosses itself");
}

static void mesh_empty_and_double_polygons_are_left_out(void **state)
{
    (void)state;
    const uint32_t many[] = {0, 1, 4, 3, 0, 1, 1, 4, 3, 0, 1, 1, 4};
    const uint32_t many_sizes[] = {4, 3, 3, 3};
    const uint32_t thin[] = {0, 1, 4, 3, 0, 1, 2, 3, 0, 1, 4, 1, 4, 4};
    const wend_vec3 flat[] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {0, 4, 0}, {4, 4, 0}};
    const uint32_t thin_sizes[] = {4, 3, 4, 3};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.corners = thin;
    def.sizes = thin_sizes;
    def.points = flat;
    def.point_count = 5;
    def.polygon_count = 4;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(wend_mesh_polygon_count(mesh), 1);
    assert_int_equal(report.dropped_polygons, 3);
    assert_int_equal(report.dropped_lines, 1);
    wend_mesh_destroy(mesh);
    def.polygon_count = 2;
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 1, corner 0: no area");
    def.corners = many;
    def.sizes = many_sizes;
    def.is_strict = false;
    def.corners = thin + 4;
    def.sizes = many_sizes + 1;
    def.polygon_count = 1;
    refuses(&def, "wend_mesh_create: no polygon has any area");
    const uint32_t twice[] = {0, 1, 4, 3, 4, 3, 0, 1};
    const uint32_t twice_sizes[] = {4, 4};
    def.corners = twice;
    def.sizes = twice_sizes;
    def.polygon_count = 2;
    mesh = make(&def, &report);
    assert_int_equal(wend_mesh_polygon_count(mesh), 1);
    assert_int_equal(report.dropped_polygons, 1);
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 1, corner 0: there is one like it");
}

static void mesh_third_polygon_at_an_edge_gets_a_wall(void **state)
{
    (void)state;
    const wend_vec3 at[] = {{0, 0, 0}, {0, 4, 0}, {-4, 2, 0}, {4, 2, 0}, {6, 2, 1}};
    const uint32_t three_at_one[] = {0, 1, 2, 1, 0, 3, 1, 0, 4};
    const uint32_t three_sizes[] = {3, 3, 3};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.points = at;
    def.point_count = 5;
    def.corners = three_at_one;
    def.sizes = three_sizes;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(report.loose_edges, 1);
    assert_int_equal(wend_mesh_neighbour(mesh, wend_mesh_get_polygon(mesh, 2).first_corner),
                     WEND_NODE_NONE);
    assert_int_not_equal(wend_mesh_get_polygon(mesh, 2).island,
                         wend_mesh_get_polygon(mesh, 1).island);
    assert_true(wend_mesh_has_floors(mesh));
    wend_mesh_destroy(mesh);
    def.is_strict = true;
    refuses(&def, "wend_mesh_create: polygon 2, corner 0: more than two polygons share this edge");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_clockwise_polygon_is_turned),
        cmocka_unit_test(mesh_points_given_double_are_one),
        cmocka_unit_test(mesh_polygon_that_is_not_convex_is_cut),
        cmocka_unit_test(mesh_outline_along_a_line_and_back_leaves_no_ground_without_area),
        cmocka_unit_test(mesh_spikes_of_polygons_are_pulled_in),
        cmocka_unit_test(mesh_polygon_around_a_hole_has_all_of_its_ground),
        cmocka_unit_test(mesh_polygon_that_touches_itself_keeps_its_neighbours),
        cmocka_unit_test(mesh_corner_that_a_gap_reaches_is_not_cut_across),
        cmocka_unit_test(mesh_polygon_that_goes_around_twice_is_refused),
        cmocka_unit_test(mesh_polygon_that_crosses_itself_is_refused),
        cmocka_unit_test(mesh_empty_and_double_polygons_are_left_out),
        cmocka_unit_test(mesh_third_polygon_at_an_edge_gets_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

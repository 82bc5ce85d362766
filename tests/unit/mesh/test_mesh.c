/* Creating meshes: what can be read back, given neighbours, and what is refused. */
#include "def.h"
#include "support/test.h"
#include "wend/mesh.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* ---- reading ---- */

static void mesh_reads_back_what_was_given(void **state)
{
    (void)state;
    const uint8_t areas[] = {0, 7, 2};
    const uint32_t flags[] = {1, 2, 3};
    wend_mesh_def def = three();
    wend_mesh_report report;
    def.areas = areas;
    def.flags = flags;
    wend_mesh *mesh = make(&def, &report);
    assert_int_equal(wend_mesh_polygon_count(mesh), 3);
    assert_int_equal(wend_mesh_corner_count(mesh), 11);
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, 1);
    assert_int_equal(polygon.first_corner, 4);
    assert_int_equal(polygon.count, 4);
    assert_int_equal(polygon.area, 7);
    assert_int_equal(polygon.flags, 2);
    assert_true(polygon.is_open);
    assert_int_equal(polygon.island, 0);
    near(polygon.surface, 16);
    near(polygon.centroid.x, 6);
    near(polygon.centroid.y, 2);
    near(wend_mesh_get_polygon(mesh, 2).centroid.x, 8 + 4.0 / 3);
    near(wend_mesh_corner(mesh, 9).x, 12);
    near(wend_mesh_corner(mesh, 9).z, 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 1), 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 0), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_neighbour(mesh, 10), 1);
    const wend_mesh_report nothing = {0};
    assert_memory_equal(&report, &nothing, sizeof report);
    wend_mesh_destroy(mesh);
}

static void mesh_outside_numbers_give_nothing(void **state)
{
    (void)state;
    wend_mesh_def def = three();
    wend_mesh *mesh = make(&def, NULL);
    assert_int_equal(wend_mesh_get_polygon(mesh, 3).count, 0);
    near(wend_mesh_corner(mesh, 11).x, 0);
    assert_int_equal(wend_mesh_neighbour(mesh, 11), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_polygon_count(NULL), 0);
    assert_int_equal(wend_mesh_corner_count(NULL), 0);
    assert_int_equal(wend_mesh_get_polygon(NULL, 0).count, 0);
    assert_int_equal(wend_mesh_neighbour(NULL, 0), WEND_NODE_NONE);
    near(wend_mesh_corner(NULL, 0).x, 0);
    assert_int_equal(wend_mesh_revision(NULL), 0);
    assert_int_equal(wend_mesh_memory_bytes(NULL), 0);
    assert_false(wend_mesh_has_floors(NULL));
    near(wend_mesh_factor(NULL, 0), 0);
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(NULL, &low, &high);
    near(high.x, 0);
    wend_mesh_bounds(mesh, NULL, NULL);
    wend_mesh_bounds(mesh, &low, &high);
    near(low.y, 0);
    near(high.x, 12);
    near(high.z, 1);
    assert_true(wend_mesh_memory_bytes(mesh) > 500);
    wend_mesh_destroy(mesh);
    wend_mesh_destroy(NULL);
}

static void mesh_heights_are_those_of_the_surface(void **state)
{
    (void)state;
    wend_mesh_def def = three();
    wend_mesh *mesh = make(&def, NULL);
    near(wend_mesh_height(mesh, 1, 6, 2), 0.5);
    near(wend_mesh_height(mesh, 1, 5, 3), 0.25);
    near(wend_mesh_height(mesh, 1, 4, 2), 0);
    near(wend_mesh_height(mesh, 1, 8, 4), 1);
    near(wend_mesh_height(mesh, 1, 100, 2), 1);
    near(wend_mesh_height(mesh, 1, 6, -3), 0.5);
    near(wend_mesh_height(mesh, 3, 6, 2), 0);
    near(wend_mesh_height(mesh, 1, (double)NAN, 2), 0);
    wend_mesh_destroy(mesh);
}

/* ---- given neighbours ---- */

static void mesh_given_neighbours_join_over_a_step(void **state)
{
    (void)state;
    const wend_vec3 step[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                              {4, 0, 1}, {8, 0, 1}, {8, 4, 1}, {4, 4, 1}};
    const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint32_t given[8];
    memset(given, 0xff, sizeof given);
    wend_mesh_def def = three();
    wend_mesh_hit hit;
    def.points = step;
    def.point_count = 8;
    def.corners = all;
    def.polygon_count = 2;
    def.neighbours = given;
    wend_mesh *mesh = make(&def, NULL);
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), 7, 1, &hit));
    wend_mesh_destroy(mesh);
    given[1] = 1;
    given[7] = 0;
    mesh = make(&def, NULL);
    assert_true(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), 7, 1, &hit));
    near(hit.location.z, 1);
    wend_mesh_destroy(mesh);
    given[7] = WEND_NODE_NONE;
    refuses(&def, "wend_mesh_create: polygon 0, corner 1: its neighbour does not have the same "
                  "edge, or not this neighbour");
    given[7] = 0;
    given[1] = WEND_NODE_NONE;
    refuses(&def, "wend_mesh_create: polygon 1, corner 3: its neighbour does not have the same "
                  "edge, or not this neighbour");
    given[1] = 0;
    refuses(&def, "wend_mesh_create: neighbours[1], of polygon 0, is 0, and must be another one of "
                  "the 2 polygons");
    given[1] = 2;
    refuses(&def, "wend_mesh_create: neighbours[1], of polygon 0, is 2, and must be another one of "
                  "the 2 polygons");
}

/* ---- refusing ---- */

static void mesh_bad_definitions_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_mesh_def def = three();
    assert_int_equal(wend_mesh_create(NULL, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_create(&def, NULL, NULL), WEND_ERROR_ARGUMENT);
    def.cookie++;
    assert_int_equal(wend_mesh_create(&def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    def = three();
    def.polygon_count = 0;
    refuses(&def, "wend_mesh_create: polygon_count is 0, and must be 1 or more");
    def = three();
    def.corners = NULL;
    refuses(&def, "wend_mesh_create: corners is NULL");
    def = three();
    def.weld = -1;
    refuses(&def, "wend_mesh_create: weld is -1, and must be from 0 to 1073741824");
    def = three();
    def.cell_size = (double)NAN;
    refuses(&def, "wend_mesh_create: cell_size is nan, and must be from 0 to 1073741824");
    def = three();
    def.point_count = 6;
    refuses(&def,
            "wend_mesh_create: corners[9], of polygon 2, is 6, but the number of points is 6");
}

static void mesh_bad_numbers_are_refused(void **state)
{
    (void)state;
    wend_vec3 wrong[7];
    memcpy(wrong, points, sizeof wrong);
    wend_mesh_def def = three();
    def.points = wrong;
    wrong[3].z = (double)INFINITY;
    refuses(&def,
            "wend_mesh_create: points[3].z is inf, and must be from -1073741824 to 1073741824");
    wrong[3].z = 3 * WEND_COORDINATE_MAX;
    refuses(
        &def,
        "wend_mesh_create: points[3].z is 3221225472, and must be from -1073741824 to 1073741824");
    const uint32_t two[] = {4, 2, 3};
    def = three();
    def.sizes = two;
    refuses(&def, "wend_mesh_create: sizes[1] is 2, and must be 3 or more");
    double factors[WEND_MESH_AREAS];
    for (int i = 0; i < WEND_MESH_AREAS; ++i) {
        factors[i] = 2;
    }
    def = three();
    def.factors = factors;
    factors[9] = 0;
    refuses(&def,
            "wend_mesh_create: factors[9] is 0, and must be from 1/256 to 65536, or infinite");
    factors[9] = (double)INFINITY;
    wend_mesh *mesh = make(&def, NULL);
    near(wend_mesh_factor(mesh, 3), 2);
    assert_true(isinf(wend_mesh_factor(mesh, 9)));
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_reads_back_what_was_given),
        cmocka_unit_test(mesh_outside_numbers_give_nothing),
        cmocka_unit_test(mesh_heights_are_those_of_the_surface),
        cmocka_unit_test(mesh_given_neighbours_join_over_a_step),
        cmocka_unit_test(mesh_bad_definitions_are_refused),
        cmocka_unit_test(mesh_bad_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

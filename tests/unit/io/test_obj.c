/* Small OBJs, good and bad: their meshes and triangles, what is refused, and what comes back from
 * written files. */
#include "support/bad_text.h"
#include "support/test.h"
#include "wend/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char file_name[] = "test_io_obj.obj";

static wend_result open_text(const char *text, const wend_mesh_options *options, wend_mesh **mesh,
                             wend_mesh_report *report, wend_mesh_format *format)
{
    return wend_mesh_load_memory((const uint8_t *)text, strlen(text), options, mesh, report,
                                 format);
}

static wend_result triangles_of(const char *text, const wend_mesh_options *options,
                                wend_triangles *triangles)
{
    return wend_triangles_load_memory((const uint8_t *)text, strlen(text), options, triangles);
}

/* A square with a triangle beside it, seen from above (y up) counter-clockwise, heights 5 and 6. */
static const char house[] = "# a house\r\nmtllib a.mtl\no house\nv 0 5 0\nv 0 5 2 0.5\nv 2 5 2\n"
                            "v 2 5 0 1 0 0\nvt 0 0\nvn 0 1 0\ng ground\nf 1/1/1 2/1/1 3/1/1 4/1/1\n"
                            "usemtl area7\nv 3 6 1 # top\nf -3//1 -1//1 -2//1\n";

static void expect_corner(const wend_mesh *mesh, uint32_t corner, double x, double y, double z)
{
    const wend_vec3 p = wend_mesh_corner(mesh, corner);
    const wend_vec3 expected = {x, y, z};
    if (memcmp(&p, &expected, sizeof p) != 0) {
        fail_msg("corner %u at %g %g %g", corner, p.x, p.y, p.z);
    }
}

static void obj_with_y_up_becomes_a_mesh_over_x_and_z(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_mesh_format format = WEND_MESH_FORMAT_AUTO;
    assert_int_equal(open_text(house, NULL, &mesh, &report, &format), WEND_OK);
    assert_int_equal(format, WEND_MESH_FORMAT_OBJ);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_int_equal(report.turned_polygons, 0);
    const wend_mesh_polygon square = wend_mesh_get_polygon(mesh, 0);
    const wend_mesh_polygon roof = wend_mesh_get_polygon(mesh, 1);
    assert_int_equal(square.count, 4);
    assert_int_equal(square.area, 0);
    assert_int_equal(roof.count, 3);
    assert_int_equal(roof.area, 7);
    assert_true(square.surface > 3.999 && square.surface < 4.001);
    assert_int_equal(wend_mesh_locate(mesh, 1.0, 1.0, 5.0), 0);
    assert_int_equal(wend_mesh_locate(mesh, 2.5, 1.0, 5.0), 1);
    const double height = wend_mesh_height(mesh, 1, 3.0, 1.0);
    assert_true(height > 5.999 && height < 6.001);
    assert_true(wend_mesh_can_reach(mesh, 0, 1));
    wend_mesh_destroy(mesh);
}

static void obj_with_z_up_keeps_its_axes(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_mesh_options o = wend_mesh_options_default();
    o.up = WEND_UP_Z;
    assert_int_equal(open_text("v 0 0 1\nv 4 0 1\nv 4 2 3\nf 1 2 3\n", &o, &mesh, &report, NULL),
                     WEND_OK);
    assert_int_equal(report.turned_polygons, 0);
    expect_corner(mesh, 0, 0.0, 0.0, 1.0);
    expect_corner(mesh, 2, 4.0, 2.0, 3.0);
    wend_mesh_destroy(mesh);
}

static void obj_triangles_keep_what_faced_up(void **state)
{
    (void)state;
    wend_triangles t;
    assert_int_equal(triangles_of(house, NULL, &t), WEND_OK);
    assert_int_equal(t.point_count, 5);
    assert_int_equal(t.triangle_count, 3);
    assert_int_equal(t.areas[0], 0);
    assert_int_equal(t.areas[2], 7);
    for (size_t i = 0; i < t.triangle_count; i++) {
        const wend_vec3 a = t.points[t.corners[3 * i]];
        const wend_vec3 b = t.points[t.corners[3 * i + 1]];
        const wend_vec3 c = t.points[t.corners[3 * i + 2]];
        assert_true((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0);
    }
    const wend_vec3 top = {3.0, 1.0, 6.0};
    assert_memory_equal(&t.points[4], &top, sizeof top);
    wend_triangles_free(&t);
    assert_null(t.points);
    wend_triangles_free(&t);
    wend_triangles_free(NULL);
}

static void obj_faces_may_name_vertices_that_come_later(void **state)
{
    (void)state;
    wend_triangles t;
    assert_int_equal(triangles_of("f 1 2/ 3//\nv 0 0 0\nv 0 0 1\nv 1 0 0\n", NULL, &t), WEND_OK);
    assert_int_equal(t.triangle_count, 1);
    wend_triangles_free(&t);
}

static void obj_bad_lines_are_named(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"", 1, "empty"},
        {"v 0 0\n", 1, "no z of a vertex"},
        {"v 0 0 nan\n", 1, "z of a vertex"},
        {"v 0 inf 0\n", 1, "y of a vertex"},
        {"v 1073741825 0 0\n", 1, "x of a vertex"},
        {"v 0 0 0\nf 1 1\n", 2, "face of 2 corners"},
        {"v 0 0 0\nf\n", 2, "face of 0 corners"},
        {"v 0 0 0\nf 1 2 0\n", 2, "bad corner"},
        {"v 0 0 0\nf 1 1 -2\n", 2, "bad corner"},
        {"v 0 0 0\nf 1 1/x 1\n", 2, "bad corner"},
        {"v 0 0 0\nf 1 1/1/1/1 1\n", 2, "bad corner"},
        {"v 0 0 0\nf 1 1//x 1\n", 2, "bad corner"},
        {"v 0 0 0\nf 1 1 1\nf 1 1 4\nv 0 0 1\n", 3, "vertex 4 of 2"},
        {"v 0 0 0\nv 0 0 1\n", 2, "no faces"},
        {"v 0 0 0\nl 1 2 \\\n3\n", 2, "continues in the next"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_message message = {0};
        wend_mesh *mesh = NULL;
        wend_mesh_options o = wend_mesh_options_default();
        o.message = &message;
        o.format = WEND_MESH_FORMAT_OBJ;
        assert_int_equal(open_text(bad[i].text, &o, &mesh, NULL, NULL), WEND_ERROR_FILE);
        assert_null(mesh);
        bad_text_check(&bad[i], &message);
    }
}

static void obj_file_that_cannot_be_a_mesh_is_a_bad_file(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_mesh *mesh = NULL;
    wend_mesh_options o = wend_mesh_options_default();
    o.message = &message;
    assert_int_equal(open_text("v 0 0 0\nv 0 0 1\nv 0 0 2\nf 1 2 3\n", &o, &mesh, NULL, NULL),
                     WEND_ERROR_FILE);
    assert_null(mesh);
    assert_true(message.text[0] != '\0');
    assert_int_equal(wend_mesh_load_file("no such file", &o, &mesh, NULL, NULL), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no such file"));
}

static void mesh_options_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_triangles t;
    double factors[WEND_MESH_AREAS] = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.cookie++;
    assert_int_equal(open_text(house, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(triangles_of(house, &o, &t), WEND_ERROR_ARGUMENT);
    o = wend_mesh_options_default();
    o.up = (wend_up_axis)4;
    assert_int_equal(open_text(house, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    o = wend_mesh_options_default();
    o.format = (wend_mesh_format)7;
    assert_int_equal(open_text(house, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    o = wend_mesh_options_default();
    o.weld = -1.0;
    assert_int_equal(open_text(house, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    o = wend_mesh_options_default();
    o.factors = factors;
    assert_int_equal(open_text(house, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(open_text(house, NULL, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_load_memory(NULL, 1, NULL, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_triangles_load_memory(NULL, 1, NULL, &t), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_triangles_load_memory(NULL, 0, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_triangles_load_file("no such file", NULL, &t), WEND_ERROR_FILE);
}

static void store_and_open(const wend_mesh *mesh, wend_up_axis up, wend_mesh **back)
{
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.up = up;
    o.message = &message;
    assert_int_equal(wend_mesh_save_file(mesh, file_name, WEND_MESH_FORMAT_AUTO, up, &message),
                     WEND_OK);
    if (wend_mesh_load_file(file_name, &o, back, NULL, NULL) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_int_equal(remove(file_name), 0);
}

static void obj_that_was_written_comes_back_with_its_areas(void **state)
{
    (void)state;
    for (int up = WEND_UP_Y; up <= WEND_UP_Y_TURNED; up++) {
        wend_mesh *mesh = NULL;
        wend_mesh *back = NULL;
        assert_int_equal(open_text(house, NULL, &mesh, NULL, NULL), WEND_OK);
        store_and_open(mesh, (wend_up_axis)up, &back);
        assert_int_equal(wend_mesh_hash(mesh), wend_mesh_hash(back));
        wend_mesh_destroy(mesh);
        wend_mesh_destroy(back);
    }
}

static void obj_with_y_up_is_mirrored_or_turned(void **state)
{
    (void)state;
    static const char text[] = "v 0 1 0\nv 0 1 3\nv 4 1 0\nf 1 2 3\n";
    for (int i = 0; i < 2; i++) {
        wend_mesh *mesh = NULL;
        wend_mesh_options o = wend_mesh_options_default();
        wend_vec3 low;
        wend_vec3 high;
        o.up = i == 0 ? WEND_UP_Y : WEND_UP_Y_TURNED;
        assert_int_equal(open_text(text, &o, &mesh, NULL, NULL), WEND_OK);
        wend_mesh_bounds(mesh, &low, &high);
        assert_true(fabs(low.y - (i == 0 ? 0 : -3)) <= 0 && fabs(high.y - (i == 0 ? 3 : 0)) <= 0);
        wend_mesh_destroy(mesh);
    }
}

static void saved_mesh_comes_back_whole_and_damaged_is_refused(void **state)
{
    (void)state;
    static const char file[] = "test_io_obj.wend";
    uint8_t bytes[4096];
    size_t count = 0;
    wend_mesh *mesh = NULL;
    wend_mesh *back = NULL;
    wend_mesh_report report;
    wend_mesh_format format = WEND_MESH_FORMAT_AUTO;
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.message = &message;
    assert_int_equal(open_text(house, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, 1, 77), WEND_OK);
    assert_int_equal(wend_mesh_save_file(mesh, file, WEND_MESH_FORMAT_AUTO, WEND_UP_Y, NULL),
                     WEND_OK);
    assert_int_equal(wend_mesh_load_file(file, &o, &back, &report, &format), WEND_OK);
    assert_int_equal(format, WEND_MESH_FORMAT_SAVED);
    assert_int_equal(wend_mesh_hash(mesh), wend_mesh_hash(back));
    assert_int_equal(wend_mesh_get_polygon(back, 1).flags, 77);
    assert_int_equal(remove(file), 0);
    assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
    wend_mesh_destroy(back);
    wend_mesh_destroy(mesh);
    assert_int_equal(wend_mesh_load_memory(bytes, count - 1, &o, &mesh, NULL, NULL),
                     WEND_ERROR_FILE);
    assert_null(mesh);
    assert_true(message.text[0] != '\0');
    assert_int_equal(wend_mesh_load_file(NULL, &o, &mesh, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_load_file("a.obj", &o, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
}

static void expect_no_polyanya(const char *text, const char *why)
{
    wend_mesh *mesh = NULL;
    wend_message message = {0};
    assert_int_equal(open_text(text, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(
        wend_mesh_save_file(mesh, "a.mesh", WEND_MESH_FORMAT_AUTO, WEND_UP_Y, &message),
        WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, why));
    wend_mesh_destroy(mesh);
}

static void mesh_that_polyanya_has_no_place_for_is_not_written(void **state)
{
    (void)state;
    expect_no_polyanya(house, "areas");
    expect_no_polyanya("v 0 0 0\nv 0 0 4\nv 4 0 4\nf 1 2 3\nv 0 9 0\nv 0 9 4\nv 4 9 4\nf 4 5 6\n",
                       "floors");
}

/* Both texts refuse it, as neither could be read; the saved bytes hold it. */
static void mesh_covered_by_obstacles_is_no_text(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_message message = {0};
    wend_mesh_obstacle_id id;
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.radius = 100;
    assert_int_equal(open_text(house, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    const wend_mesh_format texts[] = {WEND_MESH_FORMAT_OBJ, WEND_MESH_FORMAT_POLYANYA};
    uint8_t *bytes = NULL;
    size_t count = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        message.text[0] = '\0';
        assert_int_equal(
            wend_mesh_save_memory(mesh, texts[i], WEND_UP_Y, NULL, &bytes, &count, &message),
            WEND_ERROR_UNSUPPORTED);
        assert_null(bytes);
        assert_non_null(strstr(message.text, "obstacles cover all"));
    }
    assert_int_equal(
        wend_mesh_save_memory(mesh, WEND_MESH_FORMAT_SAVED, WEND_UP_Y, NULL, &bytes, &count, NULL),
        WEND_OK);
    wend_io_free(NULL, bytes, count);
    wend_mesh_destroy(mesh);
}

/* Where an obstacle covers the first polygon, what is left still has one area. */
static void covered_polygon_is_no_area_of_its_own(void **state)
{
    (void)state;
    static const char two[] = "v 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0 0\nusemtl area3\nf 1 2 3 4\n"
                              "v 9 0 0\nv 9 0 2\nv 11 0 2\nv 11 0 0\nusemtl area7\nf 5 6 7 8\n";
    wend_mesh *mesh = NULL;
    wend_mesh_obstacle_id id;
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.radius = 4;
    uint8_t *bytes = NULL;
    size_t count = 0;
    expect_no_polyanya(two, "areas");
    assert_int_equal(open_text(two, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_mesh_save_memory(mesh, WEND_MESH_FORMAT_POLYANYA, WEND_UP_Y, NULL, &bytes,
                                           &count, NULL),
                     WEND_OK);
    wend_io_free(NULL, bytes, count);
    wend_mesh_destroy(mesh);
}

static void mesh_that_cannot_be_written_says_so(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_message message = {0};
    assert_int_equal(open_text(house, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(
        wend_mesh_save_file(mesh, "no folder/a.obj", WEND_MESH_FORMAT_AUTO, WEND_UP_Y, &message),
        WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no folder/a.obj"));
    assert_int_equal(
        wend_mesh_save_file(mesh, "a.obj", WEND_MESH_FORMAT_AUTO, (wend_up_axis)4, &message),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_save_file(mesh, "a.obj", (wend_mesh_format)9, WEND_UP_Y, &message),
                     WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

static void triangles_file_is_opened_and_named_when_bad(void **state)
{
    (void)state;
    wend_triangles t;
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.message = &message;
    assert_int_equal(wend_io_write_file(file_name, (const uint8_t *)house, strlen(house), NULL),
                     WEND_OK);
    assert_int_equal(wend_triangles_load_file(file_name, &o, &t), WEND_OK);
    assert_int_equal(t.triangle_count, 3);
    wend_triangles_free(&t);
    assert_int_equal(wend_io_write_file(file_name, (const uint8_t *)"v 1\n", 4, NULL), WEND_OK);
    assert_int_equal(wend_triangles_load_file(file_name, &o, &t), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "test_io_obj.obj:1: "));
    assert_int_equal(remove(file_name), 0);
}

static void mesh_formats_go_by_the_names_ending(void **state)
{
    (void)state;
    assert_int_equal(wend_mesh_format_from_name("a/b.OBJ"), WEND_MESH_FORMAT_OBJ);
    assert_int_equal(wend_mesh_format_from_name("b.mesh"), WEND_MESH_FORMAT_POLYANYA);
    assert_int_equal(wend_mesh_format_from_name("b.wend"), WEND_MESH_FORMAT_SAVED);
    assert_int_equal(wend_mesh_format_from_name("b.txt"), WEND_MESH_FORMAT_AUTO);
    assert_int_equal(wend_mesh_format_from_name(NULL), WEND_MESH_FORMAT_AUTO);
    assert_string_equal(wend_mesh_format_name(WEND_MESH_FORMAT_OBJ), "obj");
    assert_string_equal(wend_mesh_format_name(WEND_MESH_FORMAT_POLYANYA), "polyanya");
    assert_string_equal(wend_mesh_format_name(WEND_MESH_FORMAT_SAVED), "saved");
    assert_string_equal(wend_mesh_format_name(WEND_MESH_FORMAT_AUTO), "auto");
    wend_mesh *mesh = NULL;
    assert_int_equal(open_text(house, NULL, &mesh, NULL, NULL), WEND_OK);
    assert_int_equal(wend_mesh_save_file(mesh, "a.txt", WEND_MESH_FORMAT_AUTO, WEND_UP_Y, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_save_file(mesh, "a.mesh", WEND_MESH_FORMAT_AUTO, WEND_UP_Y, NULL),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_mesh_save_file(mesh, NULL, WEND_MESH_FORMAT_OBJ, WEND_UP_Y, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_save_file(NULL, "a.obj", WEND_MESH_FORMAT_OBJ, WEND_UP_Y, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_with_y_up_becomes_a_mesh_over_x_and_z),
        cmocka_unit_test(obj_with_z_up_keeps_its_axes),
        cmocka_unit_test(obj_triangles_keep_what_faced_up),
        cmocka_unit_test(obj_faces_may_name_vertices_that_come_later),
        cmocka_unit_test(obj_bad_lines_are_named),
        cmocka_unit_test(obj_file_that_cannot_be_a_mesh_is_a_bad_file),
        cmocka_unit_test(mesh_options_out_of_range_are_refused),
        cmocka_unit_test(obj_that_was_written_comes_back_with_its_areas),
        cmocka_unit_test(obj_with_y_up_is_mirrored_or_turned),
        cmocka_unit_test(saved_mesh_comes_back_whole_and_damaged_is_refused),
        cmocka_unit_test(mesh_that_polyanya_has_no_place_for_is_not_written),
        cmocka_unit_test(mesh_covered_by_obstacles_is_no_text),
        cmocka_unit_test(covered_polygon_is_no_area_of_its_own),
        cmocka_unit_test(mesh_that_cannot_be_written_says_so),
        cmocka_unit_test(triangles_file_is_opened_and_named_when_bad),
        cmocka_unit_test(mesh_formats_go_by_the_names_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Small meshes in Polyanya's format, good and bad: what they become, what is refused, and that each
 * comes back. With WEND_DATA the published ones too, for a second. */
#include "support/meshes.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_CAPACITY = 4096 };

static wend_result open_bytes(const void *bytes, size_t count, wend_mesh **mesh,
                              wend_message *message)
{
    wend_mesh_options o = wend_mesh_options_default();
    o.message = message;
    o.format = WEND_MESH_FORMAT_POLYANYA;
    return wend_mesh_load_memory(bytes, count, &o, mesh, NULL, NULL);
}

/* The example of the format's description. */
static const char example[] = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n"
                              "0.0 1.5 3 -1 1 0\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

static void polyanya_example_becomes_two_joined_triangles(void **state)
{
    (void)state;
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_mesh_format format = WEND_MESH_FORMAT_AUTO;
    assert_int_equal(wend_mesh_load_memory((const uint8_t *)example, strlen(example), NULL, &mesh,
                                           &report, &format),
                     WEND_OK);
    assert_int_equal(format, WEND_MESH_FORMAT_POLYANYA);
    assert_int_equal(wend_mesh_polygon_count(mesh), 2);
    assert_int_equal(report.turned_polygons + report.split_polygons + report.merged_points, 0);
    assert_int_equal(wend_mesh_locate(mesh, 0.2, 0.2, 0.0), 0);
    assert_int_equal(wend_mesh_locate(mesh, 1.2, 1.2, 0.0), 1);
    /* The shared edge of polygon 0 leads from its second corner to its third. */
    assert_int_equal(wend_mesh_neighbour(mesh, 0), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_neighbour(mesh, 1), 1);
    assert_int_equal(wend_mesh_neighbour(mesh, 2), WEND_NODE_NONE);
    wend_mesh_destroy(mesh);
}

static void polyanya_spaces_may_be_anything(void **state)
{
    (void)state;
    char text[sizeof example];
    memcpy(text, example, sizeof text);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == '\n' ? ' ' : *at == ' ' ? '\n' : *at;
    }
    wend_mesh *mesh = NULL;
    wend_message message = {0};
    if (open_bytes(text, strlen(text), &mesh, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    wend_mesh_destroy(mesh);
}

/* The example with one piece replaced by another. */
static void expect_refused(const char *what, const char *instead, uint32_t line, const char *words)
{
    char text[512];
    const char *at = strstr(example, what);
    wend_mesh *mesh = NULL;
    wend_message message = {0};
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - example), example, instead,
             at + strlen(what));
    assert_int_equal(open_bytes(text, strlen(text), &mesh, &message), WEND_ERROR_FILE);
    assert_null(mesh);
    if (message.line != line || strstr(message.text, words) == NULL) {
        fail_msg("line %u: \"%s\", expected line %u and \"%s\"", message.line, message.text, line,
                 words);
    }
}

static void polyanya_numbers_out_of_range_name_their_line(void **state)
{
    (void)state;
    expect_refused("mesh", "mash", 1, "the word \"mesh\"");
    expect_refused("\n2\n", "\n1\n", 2, "version");
    expect_refused("4 2\n", "0 2\n", 3, "number of vertices");
    expect_refused("4 2\n", "4 -2\n", 3, "number of polygons");
    expect_refused("4 2\n", "2147483647 2147483647\n", 3, "cannot follow");
    expect_refused("1.5 0.0 3", "1.5 nan 3", 5, "coordinate");
    expect_refused("1.5 0.0 3", "1e300 0.0 3", 5, "coordinate");
    expect_refused("2 0 -1\n", "2 0 -2\n", 4, "bad polygon");
    expect_refused("2 1 -1\n", "2 2 -1\n", 6, "bad polygon");
    expect_refused("2 1 -1\n", "-1 1 -1\n", 6, "number of neighbours");
    expect_refused("3 0 1 3 -1", "2 0 1 3 -1", 8, "number of a polygon's vertices");
    expect_refused("3 0 1 3 -1", "99 0 1 3 -1", 8, "before the file ends");
    expect_refused("3 0 1 3 -1", "3 0 1 4 -1", 8, "vertex of a polygon");
    expect_refused("-1 -1 1\n", "-1 -1 2\n", 8, "neighbour of a polygon");
    expect_refused("-1 -1 1\n", "-1 -1 0\n", 8, "its own neighbour");
    expect_refused("0 -1 -1\n", "0 -1 -1\n7\n", 10, "more after the last polygon");
    expect_refused("0 -1 -1\n", "0 -1\n", 9, "the file ends");
}

static void polyanya_pieces_that_disagree_are_refused(void **state)
{
    (void)state;
    expect_refused("3 0 1 3 -1 -1 1\n", "3 0 1 3 -1 -1 -1\n", 0, "polygon 0 and a neighbour");
    expect_refused("3 0 1 3 -1 -1 1\n", "3 0 1 3 -1 1 -1\n", 0, "name each other");
    expect_refused("1.5 0.0 3 0 1 -1", "1.5 0.0 3 0 0 -1", 0, "vertex 1 does not list");
    expect_refused("1.5 1.5 2 1 -1", "1.5 1.5 1 -1", 0, "vertex 2 does not list");
}

static void polyanya_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const size_t count = strlen(example) - 2; /* without the last 1 and the line's end */
    for (size_t cut = 0; cut < count; cut++) {
        wend_mesh *mesh = NULL;
        wend_message message = {0};
        char *bytes = malloc(cut + 1);
        assert_non_null(bytes);
        memcpy(bytes, example, cut);
        assert_int_equal(open_bytes(bytes, cut, &mesh, &message), WEND_ERROR_FILE);
        assert_null(mesh);
        assert_true(message.text[0] != '\0' && message.line > 0);
        free(bytes);
    }
}

static void expect_round_trip(const char *path, const wend_mesh *mesh)
{
    static const char file[] = "test_io_polyanya.mesh";
    wend_mesh *back = NULL;
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.message = &message;
    if (wend_mesh_save_file(mesh, file, WEND_MESH_FORMAT_AUTO, WEND_UP_Y, &message) != WEND_OK ||
        wend_mesh_load_file(file, &o, &back, NULL, NULL) != WEND_OK) {
        fail_msg("%s: %s", path, message.text);
    }
    assert_int_equal(remove(file), 0);
    if (wend_mesh_hash(mesh) != wend_mesh_hash(back)) {
        fail_msg("%s comes back otherwise", path);
    }
    wend_mesh_destroy(back);
}

/* Two squares of 2 metres side by side, the second one metre higher, joined by that step. */
static wend_mesh *step(double shift)
{
    const wend_vec3 points[] = {{0, 0, 0},         {2, 0, 0},         {2, 2, 0},
                                {0, 2, 0},         {2 - shift, 0, 1}, {4 - shift, 0, 1},
                                {4 - shift, 2, 1}, {2 - shift, 2, 1}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t sizes[] = {4, 4};
    static const uint32_t none = WEND_NODE_NONE;
    const uint32_t neighbours[] = {none, 1, none, none, none, none, none, 0};
    wend_mesh_def def = meshes_def(points, 8, corners, sizes, 2);
    def.neighbours = shift > 0 ? NULL : neighbours;
    return meshes_make(def);
}

/* The text has no heights: both sides of a step become one edge, which joins as it did. */
static void polyanya_steps_stay_joined_and_become_flat(void **state)
{
    (void)state;
    static const char file[] = "test_io_polyanya_step.mesh";
    wend_mesh *mesh = step(0);
    wend_mesh *back = NULL;
    wend_vec3 low;
    wend_vec3 high;
    assert_false(wend_mesh_has_floors(mesh));
    assert_int_equal(wend_mesh_save_file(mesh, file, WEND_MESH_FORMAT_AUTO, WEND_UP_Z, NULL),
                     WEND_OK);
    assert_int_equal(wend_mesh_load_file(file, NULL, &back, NULL, NULL), WEND_OK);
    assert_int_equal(remove(file), 0);
    assert_int_equal(wend_mesh_polygon_count(back), 2);
    for (uint32_t i = 0; i < wend_mesh_corner_count(mesh); i++) {
        const wend_vec3 was = wend_mesh_corner(mesh, i);
        const wend_vec3 is = wend_mesh_corner(back, i);
        assert_memory_equal(&was, &is, 2 * sizeof(double));
        assert_int_equal(wend_mesh_neighbour(back, i), wend_mesh_neighbour(mesh, i));
    }
    wend_mesh_bounds(back, &low, &high);
    assert_true(low.z >= 0 && high.z <= 0);
    assert_true(wend_mesh_can_reach(back, 0, 1));
    wend_mesh_destroy(back);
    wend_mesh_destroy(mesh);
}

static void polyanya_one_area_is_written_and_several_are_refused(void **state)
{
    (void)state;
    static const char file[] = "test_io_polyanya_areas.mesh";
    wend_mesh *mesh = step(0);
    wend_message message = {0};
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        assert_int_equal(wend_mesh_set_area(mesh, p, 7), WEND_OK);
    }
    assert_int_equal(wend_mesh_save_file(mesh, file, WEND_MESH_FORMAT_AUTO, WEND_UP_Z, &message),
                     WEND_OK);
    assert_int_equal(remove(file), 0);
    assert_int_equal(wend_mesh_set_area(mesh, 0, 3), WEND_OK);
    assert_int_equal(wend_mesh_save_file(mesh, file, WEND_MESH_FORMAT_AUTO, WEND_UP_Z, &message),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "several areas"));
    wend_mesh_destroy(mesh);
}

static void polyanya_floors_over_each_other_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = step(1);
    wend_message message = {0};
    assert_true(wend_mesh_has_floors(mesh));
    assert_int_equal(wend_mesh_save_file(mesh, "test_io_polyanya_floors.mesh",
                                         WEND_MESH_FORMAT_AUTO, WEND_UP_Z, &message),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "floors over each other"));
    assert_null(fopen("test_io_polyanya_floors.mesh", "rb"));
    wend_mesh_destroy(mesh);
}

typedef struct published {
    const char *name;
    uint32_t polygons;
} published;

/* Opens a mesh of a folder under $WEND_DATA. @param path to it. */
static wend_mesh *open_published(const char *folder, const published *file,
                                 char path[PATH_CAPACITY])
{
    char name[64];
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.message = &message;
    snprintf(name, sizeof name, "%s/%s.mesh", folder, file->name);
    skip_without_data(name, path, PATH_CAPACITY);
    if (wend_mesh_load_file(path, &o, &mesh, &report, NULL) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    print_message(
        "%s: %u polygons; merged %llu, turned %llu, split %llu, dropped %llu\n", file->name,
        wend_mesh_polygon_count(mesh), (unsigned long long)report.merged_points,
        (unsigned long long)report.turned_polygons, (unsigned long long)report.split_polygons,
        (unsigned long long)report.dropped_polygons);
    assert_int_equal(wend_mesh_polygon_count(mesh), file->polygons);
    return mesh;
}

static void polyanya_published_meshes_are_read_and_come_back(void **state)
{
    (void)state;
    static const published files[] = {{"arena", 120},           {"arena-merged", 55},
                                      {"AR0602SR", 5594},       {"brc202d", 4164},
                                      {"Berlin_0_1024", 20086}, {"London_0_1024", 19542},
                                      {"Paris_0_1024", 10696},  {"NewYork_0_1024", 9882}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[PATH_CAPACITY];
        wend_mesh *mesh = open_published("mesh/polyanya", &files[i], path);
        expect_round_trip(path, mesh);
        wend_mesh_destroy(mesh);
    }
}

static void polyanya_nasty_meshes_are_read(void **state)
{
    (void)state;
    static const published files[] = {
        {"hard", 38}, {"bad-ambig", 4}, {"bad-collinear", 6}, {"square", 4}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[PATH_CAPACITY];
        wend_mesh_destroy(open_published("mesh/polyanya/bad", &files[i], path));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polyanya_example_becomes_two_joined_triangles),
        cmocka_unit_test(polyanya_spaces_may_be_anything),
        cmocka_unit_test(polyanya_numbers_out_of_range_name_their_line),
        cmocka_unit_test(polyanya_pieces_that_disagree_are_refused),
        cmocka_unit_test(polyanya_cut_anywhere_is_refused),
        cmocka_unit_test(polyanya_steps_stay_joined_and_become_flat),
        cmocka_unit_test(polyanya_one_area_is_written_and_several_are_refused),
        cmocka_unit_test(polyanya_floors_over_each_other_are_refused),
        cmocka_unit_test(polyanya_published_meshes_are_read_and_come_back),
        cmocka_unit_test(polyanya_nasty_meshes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

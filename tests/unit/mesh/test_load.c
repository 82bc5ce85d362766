/* Meshes of bytes that are whole but make no sense, each kind of them, and meshes that try the
 * index: crowded in one place, stacked, far away. */
#include "base/core/bytes.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh.h"
#include "world/mesh/file.h"

#include <math.h>
#include <string.h>

enum {
    CONTENT = 16, /* of the section: after magic, version and length */
    POINTS = CONTENT + WENDI_MESH_FILE_HEADER_BYTES,
    POLYGONS = POINTS + 6 * WENDI_MESH_FILE_VERTEX_BYTES,
    CORNERS = POLYGONS + 2 * WENDI_MESH_FILE_POLYGON_BYTES,
    CORNER = WENDI_MESH_FILE_CORNER_BYTES + 8,
    FACTORS = CORNERS + 8 * CORNER,
    LINKS = FACTORS + WENDI_MESH_FILE_FACTOR_BYTES,
    SLOT = LINKS + 8, /* a link, then a free slot */
    FREE = SLOT + WENDI_MESH_FILE_LINK_BYTES,
    END = FREE + WENDI_MESH_FILE_FREE_BYTES
};

/* Exactly equal. */
static bool is(double a, double b)
{
    return !(a < b) && !(a > b);
}

static uint8_t saved[4096];
static size_t saved_count;

/* Two squares with a height, one link, and the slot of a removed one. */
static void save_two(void)
{
    const wend_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 1}, {0, 4, 0}, {4, 4, 0}, {8, 4, 1}};
    const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4};
    const uint32_t sizes[] = {4, 4};
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh *mesh = meshes_of(points, 6, corners, sizes, 2);
    link.from = wend_mesh_location_at(1, 1, 0);
    link.to = wend_mesh_location_at(6, 1, 0);
    meshes_add_link(mesh, link);
    const wend_mesh_link_id id = meshes_add_link(mesh, link);
    assert_int_equal(wend_mesh_remove_link(mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_save(mesh, saved, sizeof saved, &saved_count), WEND_OK);
    assert_int_equal(saved_count, END + 8);
    wend_mesh_destroy(mesh);
}

/* Loads the content with some bytes changed, under a right checksum, and `more` bytes at its end;
 * gives the text of the failure, "" for none. */
static const char *load_changed(size_t at, const void *bytes, size_t count, int more)
{
    static wend_message message;
    uint8_t content[4096] = {0};
    wendi_writer writer;
    wend_mesh *mesh;
    wend_mesh_def def = wend_mesh_def_default();
    def.message = &message;
    memcpy(content, saved, saved_count);
    memcpy(content + at, bytes, count);
    wendi_writer_init(&writer, NULL);
    const size_t section = wendi_write_section_begin(&writer, WENDI_MESH_FILE_MAGIC, 1);
    wendi_write_raw(&writer, content + CONTENT, (size_t)(END - CONTENT + more));
    wendi_write_section_end(&writer, section);
    const wend_result result = wend_mesh_load(&def, writer.bytes.items, writer.bytes.count, &mesh);
    assert_int_equal(result, message.text[0] == '\0' ? WEND_OK : WEND_ERROR_FILE);
    wendi_writer_free(&writer);
    wend_mesh_destroy(mesh);
    return strncmp(message.text, "wend_mesh_load: ", 16) == 0 ? message.text + 16 : message.text;
}

static const char *with_u32(size_t at, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    return load_changed(at, bytes, 4, 0);
}

static const char *with_u8(size_t at, uint8_t value)
{
    return load_changed(at, &value, 1, 0);
}

static const char *with_f64(size_t at, double value)
{
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    wendi_write_f64(&writer, value);
    const char *text = load_changed(at, writer.bytes.items, 8, 0);
    wendi_writer_free(&writer);
    return text;
}

static void mesh_load_takes_what_was_saved(void **state)
{
    (void)state;
    assert_string_equal(load_changed(0, saved, 0, 0), "");
    assert_string_equal(load_changed(0, saved, 0, 1), "there are bytes missing or left over");
}

static void mesh_load_refuses_headers(void **state)
{
    (void)state;
    const char *const text = "the numbers of polygons, corners and vertices make no sense";
    assert_string_equal(with_u32(CONTENT, 0), text);
    assert_string_equal(with_u32(CONTENT, 3), text);
    assert_string_equal(with_u32(CONTENT + 4, UINT32_MAX), text);
    assert_string_equal(with_u32(CONTENT + 8, 0), text);
    assert_string_equal(with_u32(CONTENT + 8, 1000), text);
    assert_string_equal(load_changed(0, saved, 0, -(END - CONTENT - 4)), text);
    assert_string_equal(with_u8(CONTENT + 12, 2), "the header makes no sense");
    assert_string_equal(with_f64(CONTENT + 13, -1), "the header makes no sense");
    assert_string_equal(with_f64(CONTENT + 13, (double)NAN), "the header makes no sense");
    assert_string_equal(with_f64(CONTENT + 13, 3), "");
}

static void mesh_load_refuses_points_and_polygons(void **state)
{
    (void)state;
    assert_string_equal(with_f64(POINTS, (double)NAN), "a coordinate is out of range");
    assert_string_equal(with_f64(POINTS, -0.0), "a coordinate is out of range");
    assert_string_equal(with_f64(POINTS + 8, 1e300), "a coordinate is out of range");
    assert_string_equal(with_f64(POINTS, -3), "");
    assert_string_equal(with_f64(POINTS, 4), "a polygon is not convex");
    assert_string_equal(with_f64(POINTS, 5), "a polygon is not convex");
    assert_string_equal(with_u32(POLYGONS, 2), "a polygon makes no sense");
    assert_string_equal(with_u32(POLYGONS, 9), "a polygon makes no sense");
    assert_string_equal(with_u32(POLYGONS, 3), "there are corners of no polygon");
    assert_string_equal(with_u8(POLYGONS + 5, 2), "a polygon makes no sense");
    assert_string_equal(with_u8(POLYGONS + 5, 1), "");
}

static void mesh_load_refuses_corners(void **state)
{
    (void)state;
    const char *const misfit = "a shared edge does not fit";
    assert_string_equal(with_u32(CORNERS, 6), "a corner makes no sense");
    assert_string_equal(with_u32(CORNERS + 4, 8), "a corner makes no sense");
    assert_string_equal(with_f64(CORNERS + 8, (double)INFINITY), "a height is out of range");
    assert_string_equal(with_f64(CORNERS + 8, 7), "");
    assert_string_equal(with_u32(CORNERS, 1), "a polygon is not convex");
    assert_string_equal(with_u32(CORNERS + 4, 0), misfit);
    assert_string_equal(with_u32(CORNERS + 4, 4), misfit);
    assert_string_equal(with_u32(CORNERS + CORNER + 4, 5), misfit);
    assert_string_equal(with_u32(CORNERS + CORNER + 4, UINT32_MAX), misfit);
}

static void mesh_load_refuses_factors(void **state)
{
    (void)state;
    assert_string_equal(with_f64(FACTORS, 0), "a factor is out of range");
    assert_string_equal(with_f64(FACTORS + 8, 65537), "a factor is out of range");
    assert_string_equal(with_f64(FACTORS + 16, (double)NAN), "a factor is out of range");
    assert_string_equal(with_f64(FACTORS + 16, (double)INFINITY), "");
}

static void mesh_load_refuses_links(void **state)
{
    (void)state;
    const char *const numbers = "the number of links makes no sense";
    const char *const places = "the slots of links are inconsistent";
    const char *const link = "a link makes no sense";
    const char *const end = "an end of a link is not on the mesh";
    assert_string_equal(with_u32(LINKS, 1 << 21), numbers);
    assert_string_equal(with_u32(LINKS, 100), numbers);
    assert_string_equal(with_u32(LINKS + 4, 3), numbers);
    assert_string_equal(load_changed(0, saved, 0, FREE + 4 - END), link);
    assert_string_equal(with_u32(LINKS + 4, 1), places);
    assert_string_equal(with_u32(LINKS + 4, 0), places);
    assert_string_equal(with_u32(SLOT, 0), link);
    assert_string_equal(with_u8(SLOT + 4, 8 + 5), link);
    assert_string_equal(with_u8(SLOT + 4, 4), link);
    assert_string_equal(with_f64(SLOT + 5, (double)NAN), end);
    assert_string_equal(with_f64(SLOT + 5 + 8, -0.0), end);
    assert_string_equal(with_f64(SLOT + 5, 5), end);
    assert_string_equal(with_u32(SLOT + 5 + 16, 2), end);
    assert_string_equal(with_f64(SLOT + 25, 3), end);
    assert_string_equal(with_f64(SLOT + 45, -1), link);
    assert_string_equal(with_f64(SLOT + 45, -0.0), link);
    assert_string_equal(with_f64(SLOT + 45, (double)INFINITY), link);
    assert_string_equal(with_f64(SLOT + 45, 17), "");
    assert_string_equal(with_u32(FREE + 5, 2), places);
    assert_string_equal(with_u32(FREE + 5, 99), places);
}

static void mesh_load_without_a_message_says_error(void **state)
{
    (void)state;
    wend_mesh *mesh;
    wend_mesh_def def = wend_mesh_def_default();
    saved[20] ^= 1;
    assert_int_equal(wend_mesh_load(NULL, saved, saved_count, &mesh), WEND_ERROR_FILE);
    saved[20] ^= 1;
    assert_int_equal(wend_mesh_load(NULL, saved, saved_count, &mesh), WEND_OK);
    wend_mesh_destroy(mesh);
    def.cookie = 0;
    assert_int_equal(wend_mesh_load(&def, saved, saved_count, &mesh), WEND_ERROR_ARGUMENT);
}

/* ---- the index ---- */

enum { MANY = 400 };

static wend_mesh *make(const wend_vec3 *points, size_t point_count, const uint32_t *corners,
                       const uint32_t *sizes, size_t polygon_count, double cell_size)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = points;
    def.point_count = point_count;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = polygon_count;
    def.cell_size = cell_size;
    return meshes_make(def);
}

/* A large square, and far from it a strip of very small ones: cells in cells. */
static void mesh_crowded_in_one_place_is_found(void **state)
{
    (void)state;
    static wend_vec3 points[2 * MANY + 6];
    static uint32_t corners[4 * MANY + 4];
    static uint32_t sizes[MANY + 1];
    for (uint32_t i = 0; i <= MANY; ++i) {
        points[2 * i] = (wend_vec3){i / 64.0, 0, 0};
        points[2 * i + 1] = (wend_vec3){i / 64.0, 1, 0};
    }
    for (uint32_t i = 0; i < MANY; ++i) {
        const uint32_t ring[4] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
        memcpy(corners + (size_t)4 * i, ring, sizeof ring);
        sizes[i] = 4;
    }
    const wend_vec3 far[] = {{8e5, 8e5, 0}, {9e5, 8e5, 0}, {9e5, 9e5, 0}, {8e5, 9e5, 0}};
    memcpy(points + 2 * MANY + 2, far, sizeof far);
    const uint32_t ring[4] = {2 * MANY + 2, 2 * MANY + 3, 2 * MANY + 4, 2 * MANY + 5};
    memcpy(corners + 4 * MANY, ring, sizeof ring);
    sizes[MANY] = 4;
    for (int i = 0; i < 3; ++i) {
        const double cell_sizes[] = {0, 1e-7, 1e9};
        wend_mesh *mesh = make(points, 2 * MANY + 6, corners, sizes, MANY + 1, cell_sizes[i]);
        wend_mesh_location place;
        assert_false(wend_mesh_has_floors(mesh));
        for (uint32_t k = 0; k < MANY; ++k) {
            assert_int_equal(wend_mesh_locate(mesh, (k + 0.5) / 64, 0.5, 0), k);
            assert_true(wend_mesh_nearest(mesh, (k + 0.5) / 64, -3, 0, 9, &place));
            assert_int_equal(place.polygon, k);
        }
        assert_int_equal(wend_mesh_locate(mesh, 85e4, 85e4, 0), MANY);
        assert_int_equal(wend_mesh_locate(mesh, 5e5, 5e5, 0), WEND_NODE_NONE);
        assert_true(wend_mesh_nearest(mesh, 79e4, 85e4, 0, 1e9, &place));
        assert_int_equal(place.polygon, MANY);
        assert_true(wend_mesh_nearest(mesh, 1e5, 1e5, 0, 1e9, &place));
        assert_int_equal(place.polygon, MANY - 1);
        assert_false(wend_mesh_nearest(mesh, 1e5, 1e5, 0, 10, &place));
        assert_int_equal(place.polygon, WEND_NODE_NONE);
        wend_mesh_destroy(mesh);
    }
}

/* Cells do not separate stacked polygons; the height does. */
static void mesh_of_many_floors_is_told_apart_by_height(void **state)
{
    (void)state;
    static wend_vec3 points[4 * MANY];
    static uint32_t corners[4 * MANY];
    static uint32_t sizes[MANY];
    for (uint32_t i = 0; i < MANY; ++i) {
        const wend_vec3 square[4] = {
            {0, 0, 3.0 * i}, {5, 0, 3.0 * i}, {5, 5, 3.0 * i}, {0, 5, 3.0 * i}};
        memcpy(points + (size_t)4 * i, square, sizeof square);
        for (uint32_t k = 0; k < 4; ++k) {
            corners[4 * i + k] = 4 * i + k;
        }
        sizes[i] = 4;
    }
    wend_mesh *mesh = make(points, 4 * MANY, corners, sizes, MANY, 0);
    assert_true(wend_mesh_has_floors(mesh));
    assert_true(wend_mesh_memory_bytes(mesh) < 2000 * MANY);
    for (uint32_t i = 0; i < MANY; i += 7) {
        wend_mesh_location place;
        assert_int_equal(wend_mesh_locate(mesh, 2, 2, 3.0 * i + 1), i);
        assert_true(wend_mesh_nearest(mesh, 7, 2, 3.0 * i - 1, 9, &place));
        assert_int_equal(place.polygon, i);
        assert_true(is(place.x, 5.0) && is(place.z, 3.0 * i));
        assert_true(is(wend_mesh_wall_distance(mesh, place, 9, NULL), 0.0));
    }
    wend_mesh_destroy(mesh);
}

static void mesh_questions_without_numbers_give_nowhere(void **state)
{
    (void)state;
    wend_mesh *mesh;
    wend_mesh_location place;
    assert_int_equal(wend_mesh_load(NULL, saved, saved_count, &mesh), WEND_OK);
    assert_int_equal(wend_mesh_locate(mesh, (double)NAN, 1, 0), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_locate(mesh, 1, (double)INFINITY, 0), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_locate(mesh, 1, 1, (double)NAN), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_locate(NULL, 1, 1, 0), WEND_NODE_NONE);
    assert_false(wend_mesh_nearest(mesh, 1, 1, 0, (double)NAN, &place));
    assert_false(wend_mesh_nearest(mesh, 1, 1, (double)NAN, 9, &place));
    assert_false(wend_mesh_nearest(mesh, (double)NAN, 1, 0, 9, &place));
    assert_false(wend_mesh_nearest(mesh, 1, 1, 0, 9, NULL));
    assert_false(wend_mesh_nearest(NULL, 1, 1, 0, 9, &place));
    assert_true(wend_mesh_wall_distance(mesh, wend_mesh_location_at((double)NAN, 1, 0), 9, NULL) <
                0);
    assert_true(wend_mesh_wall_distance(mesh, wend_mesh_location_at(1, 1, 0), -1, NULL) < 0);
    assert_true(wend_mesh_wall_distance(mesh, wend_mesh_location_at(1, 1, (double)NAN), 9, NULL) <
                0);
    assert_true(wend_mesh_wall_distance(NULL, wend_mesh_location_at(1, 1, 0), 9, NULL) < 0);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    save_two();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_load_takes_what_was_saved),
        cmocka_unit_test(mesh_load_refuses_headers),
        cmocka_unit_test(mesh_load_refuses_points_and_polygons),
        cmocka_unit_test(mesh_load_refuses_corners),
        cmocka_unit_test(mesh_load_refuses_factors),
        cmocka_unit_test(mesh_load_refuses_links),
        cmocka_unit_test(mesh_load_without_a_message_says_error),
        cmocka_unit_test(mesh_crowded_in_one_place_is_found),
        cmocka_unit_test(mesh_of_many_floors_is_told_apart_by_height),
        cmocka_unit_test(mesh_questions_without_numbers_give_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Definitions of bakes at and beyond their limits: beyond is refused with a word, just within is
 * baked. */
#include "support/test.h"
#include "wend/bake.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const wend_vec3 square_points[] = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0}};
static const uint32_t square_indices[] = {0, 1, 2, 0, 2, 3};

static wend_bake_def square_def(wend_message *message)
{
    wend_bake_def def = wend_bake_def_default();
    def.points = square_points;
    def.point_count = 4;
    def.corners = square_indices;
    def.triangle_count = 2;
    def.message = message;
    return def;
}

static wend_mesh *bake(const wend_bake_def *def)
{
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_bake(def, &mesh, NULL);
    if (result != WEND_OK) {
        fail_msg("result %d: %s", (int)result, def->message->text);
    }
    return mesh;
}

static double surface_of(const wend_mesh *mesh)
{
    double sum = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        sum += wend_mesh_get_polygon(mesh, p).surface;
    }
    return sum;
}

static void refuses(const wend_bake_def *def, wend_result expected, const char *words)
{
    wend_bake *made = NULL;
    assert_int_equal(wend_bake_start(def, &made), expected);
    assert_null(made);
    if (strstr(def->message->text, words) == NULL) {
        fail_msg("\"%s\" is not in \"%s\"", words, def->message->text);
    }
}

/* ---- arguments ---- */

static void bake_refuses_what_is_missing(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    def.point_count = 0;
    refuses(&def, WEND_ERROR_ARGUMENT, "point_count is 0 and triangle_count is 2");
    def = square_def(&message);
    def.corners = NULL;
    refuses(&def, WEND_ERROR_ARGUMENT, "corners");
    def = square_def(&message);
    assert_int_equal(wend_bake_start(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_bake_start: bake is NULL");
    assert_int_equal(wend_mesh_bake(&def, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_mesh_bake: mesh is NULL");
    def.cookie = 7; /* not a definition at all: its message is not touched */
    message.text[0] = '\0';
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "");
    uint32_t done = 7, all = 7;
    wend_bake_progress(NULL, &done, &all);
    assert_true(done == 0 && all == 0);
    assert_string_equal(wend_bake_error(NULL), "");
    assert_int_equal(wend_bake_finish(NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
}

static void bake_that_is_finished_without_a_mesh_keeps_the_sentence(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    wend_bake *made = NULL;
    assert_int_equal(wend_bake_start(&def, &made), WEND_OK);
    assert_int_equal(wend_bake_finish(made, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_bake_finish: mesh is NULL");
    assert_string_equal(wend_bake_error(made), message.text);
    wend_bake_destroy(made);
}

static void bake_refuses_counts_beyond_32_bits(void **state)
{
    (void)state;
    if (SIZE_MAX == UINT32_MAX) {
        skip(); /* there are no such counts */
    }
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    def.point_count = (size_t)UINT32_MAX + 1;
    refuses(&def, WEND_ERROR_FULL, "point_count is 4294967296");
    def = square_def(&message);
    def.triangle_count = (size_t)INT32_MAX + 1;
    refuses(&def, WEND_ERROR_FULL, "triangle_count is 2147483648");
}

static void bake_holds_62_areas_and_no_more(void **state)
{
    (void)state;
    enum { MOST = WEND_BAKE_AREAS_MAX + 1 };
    wend_message message = {0};
    uint32_t indices[3 * MOST];
    uint8_t areas[MOST];
    for (uint32_t k = 0; k < MOST; k++) {
        memcpy(indices + (size_t)3 * k, square_indices + (size_t)3 * (k % 2), 3 * sizeof *indices);
        areas[k] = (uint8_t)(4 * k);
    }
    wend_bake_def def = square_def(&message);
    def.corners = indices;
    def.areas = areas;
    def.triangle_count = MOST;
    refuses(&def, WEND_ERROR_FULL, "more than 62 different areas");
    areas[0] = WEND_BAKE_SOLID; /* is no area of ground */
    wend_mesh *mesh = bake(&def);
    wend_mesh_destroy(mesh);
}

/* Recast would find no ground for it. */
static void bake_refuses_an_agent_of_more_than_255_cells(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    def.agent_height = 255 * def.cell_height + 1e-6;
    refuses(&def, WEND_ERROR_ARGUMENT, "agent_height is 31.875001, and must be from 0 to 31.875");
}

static void bake_refuses_points_too_many_cells_out(void **state)
{
    (void)state;
    wend_message message = {0};
    for (int k = 0; k < 6; k++) {
        wend_vec3 points[4];
        memcpy(points, square_points, sizeof points);
        const double far_away = k % 2 == 0 ? 1e8 : -1e8; /* beyond 2^28 cells of 0.25 or 0.125 */
        points[1].x += k / 2 == 0 ? far_away : 0;
        points[1].y += k / 2 == 1 ? far_away : 0;
        points[1].z += k / 2 == 2 ? far_away : 0;
        wend_bake_def def = square_def(&message);
        def.points = points;
        refuses(&def, WEND_ERROR_ARGUMENT, "more than 2^28 cells from the origin");
    }
}

static void bake_refuses_more_than_2_to_24_tiles(void **state)
{
    (void)state;
    wend_message message = {0};
    const wend_vec3 points[] = {{0, 0, 0}, {20000, 0, 0}, {20000, 20000, 0}, {0, 20000, 0}};
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.tile_cells = 16;
    refuses(&def, WEND_ERROR_FULL, "more than 2^24 tiles");
}

/* ---- what a tile holds ---- */

/* An executor that runs jobs one after the other, so that tiles come in groups. */
static void in_turn(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                    void *job_context)
{
    (void)context;
    for (size_t begin = 0; begin < item_count; begin += block_items) {
        const size_t end = begin + block_items < item_count ? begin + block_items : item_count;
        job(job_context, begin, end);
    }
}

/* Patches of four by three cells of ground, one cell apart: the two in the middle of each stay, as
 * a polygon with four corners of its own. */
static void bake_says_which_tile_has_too_many_corners(void **state)
{
    (void)state;
    enum { SIDE = 130, COUNT = SIDE * SIDE };
    wend_message message = {0};
    wend_vec3 *points = malloc(4 * COUNT * sizeof *points);
    uint32_t *indices = malloc(6 * COUNT * sizeof *indices);
    assert_true(points != NULL && indices != NULL);
    for (uint32_t k = 0; k < COUNT; k++) {
        const double x = 1.25 * (k % SIDE) + 0.01;
        const double y = (double)(k / SIDE) + 0.01;
        points[4 * k] = (wend_vec3){x, y, 0};
        points[4 * k + 1] = (wend_vec3){x + 0.98, y, 0};
        points[4 * k + 2] = (wend_vec3){x + 0.98, y + 0.73, 0};
        points[4 * k + 3] = (wend_vec3){x, y + 0.73, 0};
        for (uint32_t c = 0; c < 6; c++) {
            indices[6 * k + c] = 4 * k + square_indices[c];
        }
    }
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.point_count = (size_t)4 * COUNT;
    def.corners = indices;
    def.triangle_count = (size_t)2 * COUNT;
    def.partition = WEND_BAKE_MONOTONE;
    def.max_edge_error = 0;
    def.tile_cells = 5 * SIDE;
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_ERROR_FULL);
    assert_null(mesh);
    assert_non_null(strstr(message.text, "wend_mesh_bake: tile 0, 0: rcBuildPolyMesh: Too many"));
    def.tile_cells = 5 * SIDE / 2; /* a part of it fits */
    def.min_island_cells = 1;
    mesh = bake(&def);
    assert_int_equal(wend_mesh_polygon_count(mesh), COUNT);
    wend_mesh_destroy(mesh);
    free(points);
    free(indices);
}

static void bake_of_several_bad_tiles_names_the_first(void **state)
{
    (void)state;
    wend_message message = {0};
    const wend_vec3 points[] = {{0, 0, 0}, {20, 0, 0}, {20, 20, 5000}, {0, 20, 5000}};
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.tile_cells = 16;
    def.executor = (wend_executor){in_turn, NULL};
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_ERROR_FULL);
    assert_non_null(strstr(message.text, "tile 0, 0: taller than 8190 cells"));
}

/* ---- ground ---- */

static void bake_in_every_partition_has_the_same_ground(void **state)
{
    (void)state;
    wend_message message = {0};
    double surfaces[WEND_BAKE_PARTITION_COUNT];
    for (int k = 0; k < WEND_BAKE_PARTITION_COUNT; k++) {
        wend_bake_def def = square_def(&message);
        def.partition = (wend_bake_partition)k;
        def.tile_cells = 32;
        wend_mesh *mesh = bake(&def);
        surfaces[k] = surface_of(mesh);
        wend_mesh_destroy(mesh);
        assert_true(surfaces[k] > 19 * 19 && fabs(surfaces[k] - surfaces[0]) < 1);
    }
}

static void bake_of_ground_seen_from_below_needs_both_sides(void **state)
{
    (void)state;
    static const uint32_t indices[] = {0, 2, 1, 0, 3, 2};
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    wend_mesh *above = bake(&def);
    def.is_two_sided = true;
    wend_mesh *both = bake(&def);
    def.corners = indices;
    wend_mesh *below = bake(&def);
    assert_true(wend_mesh_hash(both) == wend_mesh_hash(above));
    assert_true(wend_mesh_hash(below) == wend_mesh_hash(above));
    def.is_two_sided = false;
    wend_mesh *none = NULL;
    assert_int_equal(wend_mesh_bake(&def, &none, NULL), WEND_NO_PATH);
    wend_mesh_destroy(above);
    wend_mesh_destroy(both);
    wend_mesh_destroy(below);
}

/* With nothing above the ground an agent of any height fits, and there is nothing to climb. */
static void bake_for_the_smallest_and_the_tallest_agent_has_the_same_ground(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    wend_mesh *usual = bake(&def);
    for (int k = 0; k < 2; k++) {
        def.agent_height = k == 0 ? 0 : 31.875;
        def.max_climb = k == 0 ? 0 : 1e6;
        wend_mesh *other = bake(&def);
        assert_true(surface_of(other) >= surface_of(usual) && surface_of(other) <= 20.5 * 20.5);
        wend_mesh_destroy(other);
    }
    wend_mesh_destroy(usual);
}

/* Ground of many lengths, so that what a radius takes away ends on, before and behind a border. */
static void bake_with_radius_keeps_off_an_edge_near_a_border(void **state)
{
    (void)state;
    wend_message message = {0};
    for (int k = 0; k < 24; k++) {
        const double end = 8 + 0.25 * k;
        const wend_vec3 points[] = {{0, 0, 0}, {end, 0, 0}, {end, 12, 0}, {0, 12, 0}};
        wend_bake_def def = square_def(&message);
        def.points = points;
        def.tile_cells = 32;
        def.agent_radius = 1.5;
        wend_mesh *mesh = bake(&def);
        wend_vec3 low, high;
        wend_mesh_bounds(mesh, &low, &high);
        assert_true(low.x >= 1.5 && low.y >= 1.5);
        assert_true(high.x <= end - 1.25 && high.y <= 12 - 1.25);
        assert_true(high.x >= end - 2.25 && high.y >= 12 - 2.25);
        wend_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bake_refuses_what_is_missing),
        cmocka_unit_test(bake_that_is_finished_without_a_mesh_keeps_the_sentence),
        cmocka_unit_test(bake_refuses_counts_beyond_32_bits),
        cmocka_unit_test(bake_holds_62_areas_and_no_more),
        cmocka_unit_test(bake_refuses_an_agent_of_more_than_255_cells),
        cmocka_unit_test(bake_refuses_points_too_many_cells_out),
        cmocka_unit_test(bake_refuses_more_than_2_to_24_tiles),
        cmocka_unit_test(bake_says_which_tile_has_too_many_corners),
        cmocka_unit_test(bake_of_several_bad_tiles_names_the_first),
        cmocka_unit_test(bake_in_every_partition_has_the_same_ground),
        cmocka_unit_test(bake_of_ground_seen_from_below_needs_both_sides),
        cmocka_unit_test(bake_for_the_smallest_and_the_tallest_agent_has_the_same_ground),
        cmocka_unit_test(bake_with_radius_keeps_off_an_edge_near_a_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

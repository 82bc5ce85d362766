/* Bakes keep their ground and islands however they are tiled, sliced and spread over threads, and refuse
 * bad input. */
#include "recast/bake_levels.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/bake.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- tiles ---- */

static wend_node same_place(const wend_mesh *from, wend_node polygon, const wend_mesh *to)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(from, polygon);
    const double z = wend_mesh_height(from, polygon, p.centroid.x, p.centroid.y);
    const wend_node found = wend_mesh_locate(to, p.centroid.x, p.centroid.y, z);
    const bool is_near = found != WEND_NODE_NONE &&
                         fabs(wend_mesh_height(to, found, p.centroid.x, p.centroid.y) - z) < 1.0;
    return is_near ? found : WEND_NODE_NONE;
}

/* Ground of the second mesh that lies in the largest island of both. */
static wend_node hub_of(const wend_mesh *mesh)
{
    wend_node hub = 0;
    double most = -1;
    const uint32_t count = wend_mesh_polygon_count(mesh);
    double *surfaces = calloc(count, sizeof *surfaces);
    assert_non_null(surfaces);
    for (wend_node p = 0; p < count; p++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        assert_true(polygon.island < count);
        surfaces[polygon.island] += polygon.surface;
        if (surfaces[polygon.island] > most) {
            most = surfaces[polygon.island];
            hub = p;
        }
    }
    free(surfaces);
    return hub;
}

static match compare_islands(const wend_mesh *a, const wend_mesh *b)
{
    match found = {0, 0};
    const wend_node hub_a = hub_of(a);
    const wend_node hub_b = hub_of(b);
    for (wend_node p = 0; p < wend_mesh_polygon_count(a); p++) {
        const wend_node other = same_place(a, p, b);
        if (other != WEND_NODE_NONE && wend_mesh_get_polygon(a, p).surface > 1) {
            found.asked++;
            found.differ +=
                wend_mesh_can_reach(a, hub_a, p) != wend_mesh_can_reach(b, hub_b, other) ? 1 : 0;
        }
    }
    return found;
}

static void compare_tilings(const char *name, uint32_t tile_cells)
{
    wend_message message = {0};
    wend_bake_report whole_report, tiled_report;
    level l = load(name);
    wend_bake_def def = def_of(&l, UNTILED, &message);
    wend_mesh *whole = bake(&def, &whole_report);
    def.tile_cells = tile_cells;
    wend_mesh *tiled = bake(&def, &tiled_report);
    const double surface = surface_of(whole);
    assert_int_equal(whole_report.tile_count, 1);
    assert_int_equal(whole_report.joined_edges, 0);
    assert_true(tiled_report.tile_count > 3 && tiled_report.joined_edges > 3);
    assert_true(fabs(surface_of(tiled) - surface) < 0.01 * surface);
    assert_int_equal(tiled_report.polygon_count, wend_mesh_polygon_count(tiled));
    const match found = compare_islands(whole, tiled);
    const match back = compare_islands(tiled, whole);
    print_message("%s: %.0f square metres, %u of %u and %u of %u polygons in "
                  "another island\n",
                  name, surface, found.differ, found.asked, back.differ, back.asked);
    assert_true(found.asked > 20 && back.asked > 20);
    assert_int_equal(found.differ, 0);
    assert_int_equal(back.differ, 0);
    wend_mesh_destroy(whole);
    wend_mesh_destroy(tiled);
    level_free(&l);
}

static void bake_in_tiles_keeps_ground_and_islands(void **state)
{
    (void)state;
    compare_tilings("mesh/obj/nav_test.obj", 64);
    compare_tilings("mesh/obj/dungeon.obj", 64);
    compare_tilings("mesh/obj/undulating.obj", 64);
    compare_tilings("mesh/obj/city400.obj", 256);
}

static void bake_on_four_threads_gives_the_same_mesh(void **state)
{
    (void)state;
    wend_message message = {0};
    level l = load("mesh/obj/nav_test.obj");
    wend_bake_def def = def_of(&l, 32, &message);
    wend_mesh *alone = bake(&def, NULL);
    wend_pool_def pool_def = wend_pool_def_default();
    wend_pool *pool = NULL;
    pool_def.thread_count = 4;
    const wend_result started = wend_pool_create(&pool_def, &pool);
    if (started != WEND_ERROR_UNSUPPORTED) {
        assert_int_equal(started, WEND_OK);
        def.executor = wend_pool_executor(pool);
        wend_mesh *together = bake(&def, NULL);
        assert_true(wend_mesh_hash(together) == wend_mesh_hash(alone));
        wend_mesh_destroy(together);
    }
    wend_pool_destroy(pool);
    wend_mesh_destroy(alone);
    level_free(&l);
}

static void bake_in_slices_gives_the_same_mesh(void **state)
{
    (void)state;
    wend_message message = {0};
    level l = load("mesh/obj/undulating.obj");
    wend_bake_def def = def_of(&l, 64, &message);
    wend_mesh *whole = bake(&def, NULL);
    wend_bake *sliced = NULL;
    wend_mesh *mesh = NULL;
    uint32_t done = 0, all = 0, slices = 0;
    assert_int_equal(wend_bake_start(&def, &sliced), WEND_OK);
    assert_int_equal(wend_bake_finish(sliced, &mesh, NULL), WEND_IN_PROGRESS);
    assert_null(mesh);
    for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS; slices++) {
        wend_budget budget = wend_budget_steps(3);
        result = wend_bake_run(sliced, &budget);
        wend_bake_progress(sliced, &done, &all);
        assert_int_equal(done, 3 * (slices + 1) < all ? 3 * (slices + 1) : all);
    }
    assert_int_equal(slices, (all + 2) / 3);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(wend_bake_finish(sliced, &mesh, NULL), WEND_OK);
        assert_true(wend_mesh_hash(mesh) == wend_mesh_hash(whole));
        wend_mesh_destroy(mesh);
    }
    wend_bake_destroy(sliced);
    wend_mesh_destroy(whole);
    level_free(&l);
}

/* ---- a square of ground, with a wall of four sides on it ---- */

static const wend_vec3 square_points[] = {{0, 0, 0}, {20, 0, 0}, {20, 20, 0}, {0, 20, 0},
                                          {8, 8, 3}, {12, 8, 3}, {12, 12, 3}, {8, 12, 3}};

static const uint32_t square_indices[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};

static wend_bake_def square_def(wend_message *message)
{
    wend_bake_def def = wend_bake_def_default();
    def.points = square_points;
    def.point_count = 8;
    def.corners = square_indices;
    def.triangle_count = 2;
    def.message = message;
    return def;
}

static void bake_with_radius_zero_reaches_the_edge_of_the_ground(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    for (int step = 0; step < 2; step++) {
        wend_bake_report report;
        def.tile_cells = step == 0 ? 256 : 32;
        wend_mesh *mesh = bake(&def, &report);
        /* Recast takes the outermost row of voxels for a ledge. */
        assert_true(surface_of(mesh) > 19 * 19 && surface_of(mesh) <= 20.5 * 20.5);
        for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
            assert_int_equal(wend_mesh_get_polygon(mesh, p).island,
                             wend_mesh_get_polygon(mesh, 0).island);
        }
        assert_true(report.joined_edges > 0 || step == 0);
        wend_mesh_destroy(mesh);
    }
}

static void bake_with_radius_keeps_that_far_from_the_edge(void **state)
{
    (void)state;
    wend_bake_def def = square_def(NULL);
    def.agent_radius = 2;
    def.tile_cells = 32;
    wend_mesh *mesh = bake(&def, NULL);
    wend_vec3 low, high;
    wend_mesh_bounds(mesh, &low, &high);
    assert_true(low.x >= 2 && low.y >= 2 && high.x <= 18.25 && high.y <= 18.25);
    assert_true(surface_of(mesh) > 14 * 14);
    wend_mesh_destroy(mesh);
}

static void bake_gives_areas_and_leaves_solid_ones_out(void **state)
{
    (void)state;
    static const uint8_t areas[] = {0, 0, WEND_BAKE_SOLID, 200};
    wend_bake_def def = square_def(NULL);
    def.triangle_count = 4;
    def.areas = areas;
    wend_mesh *mesh = bake(&def, NULL);
    bool has_roof = false;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        has_roof = has_roof || polygon.area == 200;
        assert_true(polygon.area == 0 || polygon.area == 200);
    }
    assert_true(has_roof);
    assert_true(wend_mesh_locate(mesh, 11, 9, 3) == WEND_NODE_NONE ||
                wend_mesh_height(mesh, wend_mesh_locate(mesh, 11, 9, 3), 11, 9) < 1);
    wend_mesh_destroy(mesh);
}

static void bake_far_from_the_origin_is_the_same_moved(void **state)
{
    (void)state;
    static const double far_away = 1 << 20;
    wend_vec3 points[8];
    wend_bake_def def = square_def(NULL);
    wend_mesh *near = bake(&def, NULL);
    for (size_t k = 0; k < 8; k++) {
        points[k] = (wend_vec3){square_points[k].x + far_away, square_points[k].y - far_away,
                                square_points[k].z};
    }
    def.points = points;
    wend_mesh *far = bake(&def, NULL);
    assert_int_equal(wend_mesh_corner_count(far), wend_mesh_corner_count(near));
    for (uint32_t c = 0; c < wend_mesh_corner_count(far); c++) {
        const wend_vec3 a = wend_mesh_corner(near, c);
        const wend_vec3 b = wend_mesh_corner(far, c);
        assert_true(fabs(b.x - a.x - far_away) <= 0 && fabs(a.y - b.y - far_away) <= 0);
    }
    wend_mesh_destroy(near);
    wend_mesh_destroy(far);
}

/* ---- refusals ---- */

static void refuse(const wend_bake_def *def, wend_result expected)
{
    wend_bake *made = NULL;
    def->message->text[0] = '\0';
    assert_int_equal(wend_bake_start(def, &made), expected);
    assert_null(made);
    assert_true(def->message->text[0] != '\0');
}

static void bake_refuses_bad_triangles(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    def.triangle_count = 0;
    refuse(&def, WEND_ERROR_ARGUMENT);
    def = square_def(&message);
    def.points = NULL;
    refuse(&def, WEND_ERROR_ARGUMENT);
    def = square_def(&message);
    def.point_count = 3;
    refuse(&def, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "corners[5]"));
    const double bad[] = {(double)NAN, (double)INFINITY, 2e9};
    for (size_t k = 0; k < 3; k++) {
        wend_vec3 points[8];
        memcpy(points, square_points, sizeof points);
        points[2].y = bad[k];
        def = square_def(&message);
        def.points = points;
        refuse(&def, WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, "points[2]"));
    }
}

static void bake_refuses_bad_numbers(void **state)
{
    (void)state;
    wend_message message = {0};
    const size_t fields[] = {
        offsetof(wend_bake_def, cell_size),        offsetof(wend_bake_def, cell_height),
        offsetof(wend_bake_def, agent_height),     offsetof(wend_bake_def, agent_radius),
        offsetof(wend_bake_def, max_climb),        offsetof(wend_bake_def, max_slope_deg),
        offsetof(wend_bake_def, min_island_cells), offsetof(wend_bake_def, max_edge_error)};
    const double values[] = {-1, (double)NAN, 1e30};
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
        for (size_t v = 0; v < 3; v++) {
            wend_bake_def def = square_def(&message);
            memcpy((char *)&def + fields[k], &values[v], sizeof values[v]);
            refuse(&def, WEND_ERROR_ARGUMENT);
        }
    }
    wend_bake_def def = square_def(&message);
    def.cell_size = 0;
    refuse(&def, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "cell_size"));
    def = square_def(&message);
    def.max_polygon_corners = 2;
    refuse(&def, WEND_ERROR_ARGUMENT);
    def = square_def(&message);
    def.tile_cells = 15;
    refuse(&def, WEND_ERROR_ARGUMENT);
    def = square_def(&message);
    def.partition = WEND_BAKE_PARTITION_COUNT;
    refuse(&def, WEND_ERROR_ARGUMENT);
    def = square_def(&message);
    def.agent_radius = 100;
    refuse(&def, WEND_ERROR_ARGUMENT);
}

static void bake_refuses_a_def_without_cookie(void **state)
{
    (void)state;
    wend_bake *made = NULL;
    wend_mesh *mesh = NULL;
    wend_bake_def def = square_def(NULL);
    def.cookie = 0;
    assert_int_equal(wend_bake_start(&def, &made), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_bake(NULL, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_bake_start(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_bake_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_bake_finish(NULL, &mesh, NULL), WEND_ERROR_ARGUMENT);
    wend_bake_destroy(NULL);
}

static void bake_says_which_tile_is_too_tall(void **state)
{
    (void)state;
    wend_message message = {0};
    wend_vec3 points[8];
    memcpy(points, square_points, sizeof points);
    points[6].z = 5000;
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.triangle_count = 4;
    wend_bake *made = NULL;
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_bake_start(&def, &made), WEND_OK);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(wend_bake_run(made, NULL), WEND_ERROR_FULL);
        assert_string_equal(message.text, "wend_bake_run: tile 0, 0: taller than 8190 cells");
    }
    assert_int_equal(wend_bake_finish(made, &mesh, NULL), WEND_ERROR_FULL);
    wend_bake_destroy(made);
}

static void bake_of_nothing_but_walls_has_no_ground(void **state)
{
    (void)state;
    static const wend_vec3 points[] = {{0, 0, 0}, {10, 0, 0}, {10, 0, 10}};
    static const uint32_t indices[] = {0, 1, 2};
    wend_message message = {0};
    wend_bake_report report;
    wend_mesh *mesh = NULL;
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.point_count = 3;
    def.corners = indices;
    def.triangle_count = 1;
    assert_int_equal(wend_mesh_bake(&def, &mesh, &report), WEND_NO_PATH);
    assert_null(mesh);
    assert_int_equal(report.empty_tiles, report.tile_count);
    assert_string_equal(message.text, "no ground to walk on: no triangle is flatter than 45 "
                                      "degrees; is the up axis right?");
}

/* One level in three kinds of axes: the same mesh. */
static void bake_turns_axes_as_readers_do(void **state)
{
    (void)state;
    enum { POINTS = sizeof square_points / sizeof square_points[0], CORNERS = 12 };
    wend_message message = {0};
    wend_mesh *meshes[3];
    for (int up = WEND_UP_Y; up <= WEND_UP_Y_TURNED; up++) {
        wend_vec3 points[POINTS];
        uint32_t corners[CORNERS];
        for (int i = 0; i < POINTS; i++) {
            const wend_vec3 p = square_points[i];
            points[i] = up == WEND_UP_Z          ? p
                        : up == WEND_UP_Y_TURNED ? (wend_vec3){p.x, p.z, -p.y}
                                                 : (wend_vec3){p.x, p.z, p.y};
        }
        for (int i = 0; i < CORNERS; i++) {
            corners[i] = square_indices[up == WEND_UP_Y ? i / 3 * 3 + 2 - i % 3 : i];
        }
        const wend_triangles triangles = {points, POINTS, corners, 4, NULL, {.resize = NULL}};
        wend_bake_def def = square_def(&message);
        wend_bake_def_set_triangles(&def, &triangles);
        assert_int_equal(def.up, WEND_UP_Z);
        wend_bake_def_set_triangles(&def, NULL);
        def.up = (wend_up_axis)up;
        meshes[up] = bake(&def, NULL);
        assert_true(wend_mesh_hash(meshes[up]) == wend_mesh_hash(meshes[0]));
    }
    for (int up = 0; up < 3; up++) {
        wend_mesh_destroy(meshes[up]);
    }
    wend_bake_def def = square_def(&message);
    wend_mesh *none = NULL;
    def.up = (wend_up_axis)3;
    assert_int_equal(wend_mesh_bake(&def, &none, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_mesh_bake: up is 3, and must be from 0 to 2");
}

static void bake_without_ground_says_why(void **state)
{
    (void)state;
    static const wend_vec3 points[] = {{0, 0, 0}, {0, 10, 0}, {10, 10, 0}};
    static const uint32_t indices[] = {0, 1, 2};
    wend_message message = {0};
    wend_bake *made = NULL;
    wend_mesh *mesh = NULL;
    wend_bake_def def = square_def(&message);
    def.points = points;
    def.point_count = 3;
    def.corners = indices;
    def.triangle_count = 1;
    assert_int_equal(wend_bake_start(&def, &made), WEND_OK);
    assert_int_equal(wend_bake_run(made, NULL), WEND_OK);
    assert_int_equal(wend_bake_finish(made, &mesh, NULL), WEND_NO_PATH);
    assert_string_equal(message.text,
                        "no ground to walk on: no triangle faces up, 1 face down: corners go "
                        "counter-clockwise as seen from above (or set is_two_sided); is the up "
                        "axis right?");
    assert_string_equal(wend_bake_error(made), message.text);
    wend_bake_destroy(made);
    def.is_two_sided = true;
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_OK);
    assert_string_equal(message.text, "");
    wend_mesh_destroy(mesh);
    def.min_island_cells = 1e6;
    assert_int_equal(wend_mesh_bake(&def, &mesh, NULL), WEND_NO_PATH);
    assert_non_null(strstr(message.text, "1 triangles are flat enough, but none has headroom"));
}

/* ---- memory ---- */

static wend_result bake_and_destroy(wend_allocator allocator, void *context)
{
    (void)context;
    wend_message message = {0};
    wend_bake_def def = square_def(&message);
    def.tile_cells = 32;
    def.allocator = allocator;
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_bake(&def, &mesh, NULL);
    assert_true((result == WEND_OK) == (mesh != NULL));
    assert_true((result == WEND_OK) == (message.text[0] == '\0'));
    wend_mesh_destroy(mesh);
    return result;
}

static void bake_gives_back_all_memory_whatever_fails(void **state)
{
    (void)state;
    assert_true(fault_run(bake_and_destroy, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bake_in_tiles_keeps_ground_and_islands),
        cmocka_unit_test(bake_on_four_threads_gives_the_same_mesh),
        cmocka_unit_test(bake_in_slices_gives_the_same_mesh),
        cmocka_unit_test(bake_with_radius_zero_reaches_the_edge_of_the_ground),
        cmocka_unit_test(bake_with_radius_keeps_that_far_from_the_edge),
        cmocka_unit_test(bake_gives_areas_and_leaves_solid_ones_out),
        cmocka_unit_test(bake_far_from_the_origin_is_the_same_moved),
        cmocka_unit_test(bake_refuses_bad_triangles),
        cmocka_unit_test(bake_refuses_bad_numbers),
        cmocka_unit_test(bake_refuses_a_def_without_cookie),
        cmocka_unit_test(bake_says_which_tile_is_too_tall),
        cmocka_unit_test(bake_of_nothing_but_walls_has_no_ground),
        cmocka_unit_test(bake_turns_axes_as_readers_do),
        cmocka_unit_test(bake_without_ground_says_why),
        cmocka_unit_test(bake_gives_back_all_memory_whatever_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

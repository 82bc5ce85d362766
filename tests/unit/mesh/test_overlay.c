/* Overlays on meshes: what they add where, how they fade, and paths that avoid them, or not. */
#include "support/meshes.h"
#include "support/test.h"

#include "wend/mesh_path.h"
#include "wend/pathfinder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ONE = WEND_OVERLAY_ONE };

static wend_overlay_id overlay(wend_mesh *mesh, uint32_t layers, double keep)
{
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    def.layers = layers;
    def.keep = keep;
    wend_overlay_id id;
    wend_message message;
    assert_int_equal(wend_mesh_add_overlay(mesh, &def, &id, &message), WEND_OK);
    return id;
}

static void check_near(double is, double expected)
{
    assert_true(fabs(is - expected) <= 1e-9);
}

/* ---- shapes ---- */

static void shapes_add_for_each_metre_inside(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(1, 1, 100, NULL);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_vec2 a = {0, 50};
    const wend_vec2 b = {100, 50};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){20, 50}, 3, 2 * ONE), WEND_OK);
    check_near(wend_mesh_overlay_cost(mesh, 1, a, b), 12);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){20, 50}, 3, ONE), WEND_OK);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, id), 1);
    check_near(wend_mesh_overlay_cost(mesh, 1, a, b), 18);
    assert_int_equal(
        wend_mesh_overlay_add_box(mesh, id, (wend_vec2){40, 45}, (wend_vec2){60, 55}, ONE),
        WEND_OK);
    check_near(wend_mesh_overlay_cost(mesh, 1, b, a), 38);
    /* Two triangles that meet at their points, at 80, 50. */
    const wend_vec2 bow[4] = {{70, 40}, {90, 60}, {90, 40}, {70, 60}};
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, bow, 4, ONE), WEND_OK);
    check_near(wend_mesh_overlay_cost(mesh, 1, a, b), 58);
    check_near(wend_mesh_overlay_cost(mesh, 1, (wend_vec2){80, 0}, (wend_vec2){80, 49}), 0);
    check_near(wend_mesh_overlay_cost(mesh, 2, a, b), 0);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, (wend_vec2){20, 51}), 3 * ONE);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, (wend_vec2){20, 54}), 0);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, (wend_vec2){75, 50}), ONE);
    assert_int_equal(wend_mesh_remove_overlay(mesh, id), WEND_OK);
    check_near(wend_mesh_overlay_cost(mesh, 1, a, b), 0);
    wend_mesh_destroy(mesh);
}

static void numbers_fade_and_only_whole_steps_make_revisions(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(1, 1, 10, NULL);
    uint64_t revision = wend_mesh_revision(mesh);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 0.5);
    assert_true(wend_mesh_revision(mesh) == revision);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){5, 5}, 2, 31), WEND_OK);
    assert_true(wend_mesh_revision(mesh) == revision);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){5, 5}, 2, 100), WEND_OK);
    assert_true(wend_mesh_revision(mesh) == ++revision);
    check_near(wend_mesh_overlay_cost(mesh, 1, (wend_vec2){0, 5}, (wend_vec2){10, 5}), 4 * 0.5);
    for (uint32_t value = 131; value > 0;) {
        const uint32_t next = value / 2;
        revision += value / 32 != next / 32;
        value = next;
        assert_int_equal(wend_mesh_overlay_tick(mesh, id), WEND_OK);
        assert_int_equal(wend_mesh_overlay_value(mesh, id, (wend_vec2){5, 5}), value);
        assert_true(wend_mesh_revision(mesh) == revision);
    }
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, id), 0);
    wend_mesh_destroy(mesh);
}

static void numbers_stay_within_0_and_most(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(1, 1, 10, NULL);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_vec2 at = {5, 5};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1, -5), WEND_OK);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, id), 0);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1, INT32_MAX), WEND_OK);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, at), 64 * ONE);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 2, 7), WEND_OK);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, at), 64 * ONE + 7);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1, INT32_MIN), WEND_OK);
    assert_int_equal(wend_mesh_overlay_value(mesh, id, at), 7);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, id), 1);
    wend_mesh_destroy(mesh);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(1, 1, 10, NULL);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_vec2 at = {5, 5};
    const wend_vec2 line[3] = {{0, 0}, {0, (double)NAN}, {1, 1}};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, -1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, (double)NAN, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add_box(mesh, id, (wend_vec2){1, 0}, (wend_vec2){0, 1}, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, line, 3, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, line, 2, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, NULL, 3, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add(NULL, id, at, 1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add(mesh, (wend_overlay_id){0, 0}, at, 1, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_tick(mesh, (wend_overlay_id){1, 2}), WEND_ERROR_STALE);
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    wend_overlay_id other;
    def.keep = 1.5;
    assert_int_equal(wend_mesh_add_overlay(mesh, &def, &other, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_mesh_error(mesh), "keep is 1.5"));
    def = wend_mesh_overlay_def_default();
    for (uint32_t i = 1; i < WEND_MESH_OVERLAYS_MAX; i++) {
        assert_int_equal(wend_mesh_add_overlay(mesh, &def, &other, NULL), WEND_OK);
    }
    assert_int_equal(wend_mesh_add_overlay(mesh, &def, &other, NULL), WEND_ERROR_FULL);
    size_t count;
    assert_int_equal(wend_mesh_list_overlays(mesh, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, WEND_MESH_OVERLAYS_MAX);
    for (uint32_t i = 0; i < WEND_MESH_OVERLAY_SHAPES_MAX; i++) {
        assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1 + i, 1), WEND_OK);
    }
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 0.5, 1), WEND_ERROR_FULL);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1, 1), WEND_OK);
    wend_mesh_destroy(mesh);
}

/* Positions that searches would refuse. */
static void costs_and_numbers_of_unusable_positions_are_0(void **state)
{
    (void)state;
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY,
                                 1e200,       -1e300,           2147483648.0};
    wend_mesh *mesh = meshes_lattice(1, 1, 10, NULL);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_vec2 inside = {5, 5};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, inside, 2, ONE), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add_box(mesh, id, (wend_vec2){4, 4}, (wend_vec2){6, 6}, ONE),
                     WEND_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const wend_vec2 x = {bad[i], 5};
        const wend_vec2 y = {5, bad[i]};
        check_near(wend_mesh_overlay_cost(mesh, 1, inside, x), 0);
        check_near(wend_mesh_overlay_cost(mesh, 1, y, inside), 0);
        check_near(wend_mesh_overlay_cost(mesh, 1, x, y), 0);
        assert_int_equal(wend_mesh_overlay_value(mesh, id, x), 0);
        assert_int_equal(wend_mesh_overlay_value(mesh, id, y), 0);
    }
    wend_mesh_destroy(mesh);
}

static void refused_shapes_name_the_limit_and_change_nothing(void **state)
{
    (void)state;
    static const double bad[] = {(double)NAN, (double)INFINITY, 1e200, 2147483648.0};
    wend_mesh *mesh = meshes_lattice(1, 1, 10, NULL);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_vec2 at = {5, 5};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 2, 5 * ONE), WEND_OK);
    const uint64_t hash = wend_mesh_hash(mesh);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const wend_vec2 points[3] = {{0, 0}, {bad[i], 1}, {1, 1}};
        const wend_vec2 wrong = {5, bad[i]};
        assert_int_equal(wend_mesh_overlay_add(mesh, id, at, bad[i], 1), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_mesh_error(mesh), "1073741824"));
        assert_int_equal(wend_mesh_overlay_add(mesh, id, wrong, 1, 1), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_mesh_error(mesh), "1073741824"));
        assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, points, 3, 1),
                         WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_mesh_error(mesh), "1073741824"));
        assert_int_equal(wend_mesh_overlay_add_box(mesh, id, at, wrong, 1), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, &at, 0, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, &at, SIZE_MAX, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, -1e-9, 1), WEND_ERROR_ARGUMENT);
    /* Without area: taken, and nothing is added. */
    const wend_vec2 line[3] = {{1, 5}, {9, 5}, {5, 5}};
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 0, 1), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add_box(mesh, id, at, at, 1), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, line, 3, 1), WEND_OK);
    assert_true(wend_mesh_hash(mesh) == hash);
    /* The largest disc. */
    assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 1073741824.0, ONE), WEND_OK);
    check_near(wend_mesh_overlay_cost(mesh, 1, (wend_vec2){1, 9}, (wend_vec2){2, 9}), 1);
    wend_mesh_destroy(mesh);
}

static void overlays_are_saved_and_damaged_ones_refused(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 14];
    size_t count;
    wend_mesh *mesh = meshes_lattice(2, 2, 10, NULL);
    const wend_overlay_id gone = overlay(mesh, WEND_LAYER_JAM, 1);
    const wend_overlay_id id = overlay(mesh, 6, 0.25);
    const wend_vec2 points[3] = {{1, 1}, {9, 2}, {4, 8}};
    assert_int_equal(wend_mesh_remove_overlay(mesh, gone), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){5, 5}, 2, 500), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add_polygon(mesh, id, points, 3, 800), WEND_OK);
    assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
    wend_mesh *loaded;
    assert_int_equal(wend_mesh_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_mesh_hash(loaded) == wend_mesh_hash(mesh));
    assert_int_equal(wend_mesh_overlay_value(loaded, id, (wend_vec2){5, 5}), 1300);
    wend_mesh_overlay_def def;
    assert_int_equal(wend_mesh_get_overlay(loaded, id, &def), WEND_OK);
    assert_int_equal(def.layers, 6);
    assert_true(def.keep >= 0.25 && def.keep <= 0.25);
    assert_int_equal(wend_mesh_get_overlay(loaded, gone, &def), WEND_ERROR_STALE);
    wend_mesh_destroy(loaded);
    for (size_t cut = 0; cut < count; cut += 3) {
        assert_int_equal(wend_mesh_load(NULL, bytes, cut, &loaded), WEND_ERROR_FILE);
    }
    assert_int_equal(wend_mesh_overlay_tick(mesh, id), WEND_OK);
    size_t further;
    assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &further), WEND_OK);
    assert_int_equal(further, count);
    wend_mesh_destroy(mesh);
}

/* ---- paths ---- */

/* A hall with two doors in its middle wall: at x = 25 and at x = 85, each 10 wide. */
static const char *const hall[] = {
    ".........", //
    "##.#####.", //
    ".........",
};

static wend_mesh_search_answer find(const wend_mesh_space *space, double radius,
                                    wend_mesh_method method, wend_vec2 *points, size_t *count)
{
    wend_mesh_search *search = mesh_searches_on(space);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(25, 2, 0);
    query.goal = wend_mesh_location_at(26, 28, 0);
    query.radius = radius;
    query.method = method;
    wend_mesh_search_answer answer;
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_OK);
    wend_mesh_search_get_answer(search, &answer);
    assert_int_equal(wend_mesh_search_points(search, points, 64, count), WEND_OK);
    wend_path *path;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_mesh_search(path, search), WEND_OK);
    /* Legs cut arcs by tangents. */
    const double slack = radius > 0 ? 0.02 * answer.cost : 1e-6;
    assert_true(fabs(wend_cost_to_double(wend_path_cost(path)) - answer.cost) < slack);
    wend_path_destroy(path);
    wend_mesh_search_destroy(search);
    return answer;
}

/* The farthest point to the right. */
static double right_of(const wend_vec2 *points, size_t count)
{
    double right = 0;
    for (size_t i = 0; i < count; i++) {
        right = points[i].x > right ? points[i].x : right;
    }
    return right;
}

static void path_takes_the_other_door_while_one_is_jammed(void **state)
{
    (void)state;
    static const double radii[] = {0, 2};
    wend_vec2 points[64];
    size_t count;
    for (size_t k = 0; k < 2; k++) {
        wend_mesh *mesh = meshes_lattice(9, 3, 10, hall);
        wend_mesh_space *space = mesh_spaces_on(mesh);
        const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 0.5);
        wend_mesh_search_answer answer =
            find(space, radii[k], WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(answer.bound >= 1 && answer.bound <= 1);
        const double free_cost = answer.cost;
        assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){25, 15}, 6, 60 * ONE),
                         WEND_OK);
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        answer = find(space, radii[k], WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(right_of(points, count) > 75);
        assert_true(answer.cost > free_cost && answer.bound > 1);
        check_near(answer.bound * free_cost, answer.cost);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(wend_mesh_overlay_tick(mesh, id), WEND_OK);
        }
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        answer = find(space, radii[k], WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(right_of(points, count) < 40); /* through the jam that is left */
        for (int i = 0; i < 20; i++) {
            assert_int_equal(wend_mesh_overlay_tick(mesh, id), WEND_OK);
        }
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        answer = find(space, radii[k], WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(answer.bound >= 1 && answer.bound <= 1 && answer.cost <= free_cost);
        wend_mesh_space_destroy(space);
        wend_mesh_destroy(mesh);
    }
}

static void midpoint_search_takes_the_other_door_too(void **state)
{
    (void)state;
    wend_vec2 points[64];
    size_t count;
    wend_mesh *mesh = meshes_lattice(9, 3, 10, hall);
    const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 0.5);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){25, 15}, 6, 60 * ONE), WEND_OK);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    const wend_mesh_search_answer answer =
        find(space, 0, WEND_MESH_METHOD_MIDPOINT, points, &count);
    assert_true(right_of(points, count) > 75);
    assert_true(answer.bound > 1);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void path_leads_around_a_disc_in_the_open(void **state)
{
    (void)state;
    static const double radii[] = {0, 1};
    wend_vec2 points[64];
    size_t count;
    for (size_t k = 0; k < 2; k++) {
        wend_mesh *mesh = meshes_lattice(1, 1, 50, NULL);
        const wend_overlay_id id = overlay(mesh, WEND_LAYER_JAM, 1);
        assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){25, 15}, 4, 20 * ONE),
                         WEND_OK);
        wend_mesh_space *space = mesh_spaces_on(mesh);
        const wend_mesh_search_answer answer =
            find(space, radii[k], WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(count > 2);
        /* Through it 8 m would count as 168; around it is a few metres longer. */
        assert_true(answer.cost > 26 && answer.cost < 30);
        assert_true(answer.bound < 1.15);
        wend_mesh_space_destroy(space);
        wend_mesh_destroy(mesh);
    }
}

static void a_space_counts_its_layers_only(void **state)
{
    (void)state;
    wend_vec2 points[64];
    size_t count;
    wend_mesh *mesh = meshes_lattice(9, 3, 10, hall);
    const wend_overlay_id id = overlay(mesh, 2, 1);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){25, 15}, 6, 60 * ONE), WEND_OK);
    wend_mesh_space_def def = wend_mesh_space_def_default();
    assert_int_equal(def.overlay_layers, WEND_LAYER_JAM);
    def.mesh = mesh;
    wend_mesh_space *own = mesh_spaces_make(def);
    def.overlay_layers = WEND_LAYER_JAM | 2;
    wend_mesh_space *other = mesh_spaces_make(def);
    wend_mesh_search_answer answer = find(own, 0, WEND_MESH_METHOD_EXACT, points, &count);
    assert_true(right_of(points, count) < 40 && answer.bound <= 1);
    answer = find(other, 0, WEND_MESH_METHOD_EXACT, points, &count);
    assert_true(right_of(points, count) > 75);
    wend_mesh_space_destroy(own);
    wend_mesh_space_destroy(other);
    wend_mesh_destroy(mesh);
}

static void an_overlay_in_no_layer_counts_for_no_space_and_one_in_all_for_each(void **state)
{
    (void)state;
    static const uint32_t of_space[] = {0, 1, 1u << 31, UINT32_MAX};
    wend_vec2 points[64];
    size_t count;
    wend_mesh *mesh = meshes_lattice(9, 3, 10, hall);
    const wend_overlay_id none = overlay(mesh, 0, 1);
    assert_int_equal(wend_mesh_overlay_add(mesh, none, (wend_vec2){25, 15}, 6, 60 * ONE), WEND_OK);
    for (size_t i = 0; i < 4; i++) {
        wend_mesh_space_def def = wend_mesh_space_def_default();
        def.mesh = mesh;
        def.overlay_layers = of_space[i];
        wend_mesh_space *space = mesh_spaces_make(def);
        (void)find(space, 0, WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(right_of(points, count) < 40);
        const wend_overlay_id all = overlay(mesh, UINT32_MAX, 1);
        assert_int_equal(wend_mesh_overlay_add(mesh, all, (wend_vec2){25, 15}, 6, 60 * ONE),
                         WEND_OK);
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        (void)find(space, 0, WEND_MESH_METHOD_EXACT, points, &count);
        assert_true((right_of(points, count) > 75) == (of_space[i] != 0));
        assert_int_equal(wend_mesh_remove_overlay(mesh, all), WEND_OK);
        assert_int_equal(wend_mesh_remove_overlay(mesh, all), WEND_ERROR_STALE);
        /* A search refuses the space until it is updated, where the overlay counted or not. */
        wend_mesh_search *search = mesh_searches_on(space);
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.start = wend_mesh_location_at(25, 2, 0);
        query.goal = wend_mesh_location_at(26, 28, 0);
        assert_int_equal(wend_mesh_search_find(search, &query), WEND_ERROR_STALE);
        wend_mesh_search_destroy(search);
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        (void)find(space, 0, WEND_MESH_METHOD_EXACT, points, &count);
        assert_true(right_of(points, count) < 40);
        wend_mesh_space_destroy(space);
    }
    wend_mesh_destroy(mesh);
}

static void pathfinder_follows_overlays_of_its_mesh(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(9, 3, 10, hall);
    const wend_overlay_id id = overlay(mesh, 4, 1);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = mesh;
    def.radius = 1;
    def.overlay_layers = 4;
    wend_pathfinder *pathfinder;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){25, 2, 0};
    query.to = (wend_vec3){25, 28, 0};
    wend_path_answer answer;
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    wend_pathfinder_get_answer(pathfinder, &answer);
    check_near(wend_cost_to_double(answer.cost), 26);
    assert_int_equal(wend_mesh_overlay_add(mesh, id, (wend_vec2){25, 15}, 6, 60 * ONE), WEND_OK);
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    wend_pathfinder_get_answer(pathfinder, &answer);
    const double cost = wend_cost_to_double(answer.cost);
    assert_true(cost > 110 && cost < 140);
    assert_true(answer.bound > 1);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_add_for_each_metre_inside),
        cmocka_unit_test(numbers_fade_and_only_whole_steps_make_revisions),
        cmocka_unit_test(numbers_stay_within_0_and_most),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(costs_and_numbers_of_unusable_positions_are_0),
        cmocka_unit_test(refused_shapes_name_the_limit_and_change_nothing),
        cmocka_unit_test(overlays_are_saved_and_damaged_ones_refused),
        cmocka_unit_test(path_takes_the_other_door_while_one_is_jammed),
        cmocka_unit_test(midpoint_search_takes_the_other_door_too),
        cmocka_unit_test(path_leads_around_a_disc_in_the_open),
        cmocka_unit_test(a_space_counts_its_layers_only),
        cmocka_unit_test(an_overlay_in_no_layer_counts_for_no_space_and_one_in_all_for_each),
        cmocka_unit_test(pathfinder_follows_overlays_of_its_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

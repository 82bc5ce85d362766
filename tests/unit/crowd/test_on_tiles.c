/* Bodies on a mesh of tiles: ground that goes under them, and comes back.
 * Cost: some hundred ticks of a body. */
#include "support/crowds.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/detail.h"
#include "wend/mesh_tiles.h"

#include <math.h>

enum { TICKS = 60 };

static const wend_mesh_tile_id right = {1, 0};

/* Two squares of 10 m side by side, a tile each. */
static wend_mesh *two_tiles(wend_mesh_cut **cut)
{
    wend_mesh *whole = meshes_lattice(2, 1, 10, NULL);
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_cut_create(whole, 10, NULL, cut, NULL), WEND_OK);
    wend_mesh_destroy(whole);
    const wend_mesh_tiles_def def = wend_mesh_cut_def(*cut);
    assert_int_equal(wend_mesh_create_tiles(&def, &mesh), WEND_OK);
    for (size_t i = 0; i < 2; i++) {
        size_t count;
        const uint8_t *bytes = wend_mesh_cut_tile(*cut, i, &count);
        assert_int_equal(wend_mesh_add_tile(mesh, bytes, count, NULL), WEND_OK);
    }
    return mesh;
}

static bool has_event(const wend_crowd *crowd, wend_event_kind kind)
{
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static void a_body_on_dropped_ground_waits_for_it(void **state)
{
    (void)state;
    wend_mesh_cut *cut = NULL;
    wend_mesh *mesh = two_tiles(&cut);
    wend_crowd_def def = wend_crowd_def_default();
    def.mesh = mesh;
    wend_crowd *crowd = crowds_make(def);
    const wend_body_id id = crowds_put(crowd, 18, 5);
    const wend_body_id beside = crowds_put(crowd, 3, 5);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){-1, 0}), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, beside, (wend_vec2){1, 0}), WEND_OK);
    crowds_tick(crowd, TICKS);
    assert_true(crowds_body(crowd, id).position.x < 17);
    assert_int_equal(wend_mesh_drop_tile(mesh, right), WEND_OK);
    crowds_tick(crowd, 1);
    assert_true(has_event(crowd, WEND_EVENT_EMBEDDED));
    crowds_tick(crowd, TICKS); /* it slows down */
    const wend_vec2 at = crowds_body(crowd, id).position;
    crowds_tick(crowd, 4 * TICKS);
    assert_int_equal(crowds_body(crowd, id).polygon, WEND_NODE_NONE);
    assert_true(wend_vec2_distance(at, crowds_body(crowd, id).position) < 1e-9);
    /* The other one has come to the edge of the ground, and stops there. */
    assert_true(crowds_body(crowd, beside).position.x < 10);
    assert_true(crowds_body(crowd, beside).position.x > 8);
    size_t count;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, 1, &count);
    assert_int_equal(wend_mesh_add_tile(mesh, bytes, count, NULL), WEND_OK);
    crowds_tick(crowd, TICKS);
    assert_int_not_equal(crowds_body(crowd, id).polygon, WEND_NODE_NONE);
    assert_true(crowds_body(crowd, id).position.x < at.x - 0.5);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

/* A square of 10 m, at a height, in a tile. */
static wend_mesh_cut *square_at(double z)
{
    const wend_vec3 points[4] = {{0, 0, z}, {10, 0, z}, {10, 10, z}, {0, 10, z}};
    const uint32_t corners[4] = {0, 1, 2, 3};
    const uint32_t size = 4;
    wend_mesh *mesh = meshes_of(points, 4, corners, &size, 1);
    wend_mesh_cut *cut = NULL;
    assert_int_equal(wend_mesh_cut_create(mesh, 10, NULL, &cut, NULL), WEND_OK);
    wend_mesh_destroy(mesh);
    return cut;
}

static void add_first_tile(wend_mesh *mesh, const wend_mesh_cut *cut)
{
    size_t count;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, 0, &count);
    assert_int_equal(wend_mesh_add_tile(mesh, bytes, count, NULL), WEND_OK);
}

/* It stands still when its ground rises: what others see of it is where its saved state says that it is. */
static void a_body_at_a_lower_level_of_detail_rises_with_its_ground(void **state)
{
    (void)state;
    wend_mesh_cut *cuts[2] = {square_at(0), square_at(0.25)};
    const wend_detail_def far_off = wend_detail_def_default();
    for (uint32_t late = 0; late < 8; late++) {
        const wend_mesh_tiles_def tiles = wend_mesh_cut_def(cuts[0]);
        wend_mesh *mesh = NULL;
        assert_int_equal(wend_mesh_create_tiles(&tiles, &mesh), WEND_OK);
        add_first_tile(mesh, cuts[0]);
        wend_crowd_def def = wend_crowd_def_default();
        def.mesh = mesh;
        wend_crowd *crowd = crowds_make(def);
        const wend_body_id id = crowds_put(crowd, 5, 5);
        uint32_t level = 0;
        assert_int_equal(wend_crowd_set_detail(crowd, &far_off), WEND_OK);
        crowds_tick(crowd, 40 + late);
        assert_int_equal(wend_crowd_get_detail(crowd, id, &level), WEND_OK);
        assert_int_equal(level, 3);
        assert_int_equal(wend_mesh_drop_tile(mesh, (wend_mesh_tile_id){0, 0}), WEND_OK);
        add_first_tile(mesh, cuts[1]);
        crowds_tick(crowd, 1);
        assert_true(fabs(crowds_body(crowd, id).z - 0.25) < 1e-9);
        crowds_tick(crowd, 1);
        uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
        assert_int_equal(wend_crowd_count_detail(crowd, counts), 1);
        wend_crowd_destroy(crowd);
        wend_mesh_destroy(mesh);
    }
    wend_mesh_cut_destroy(cuts[0]);
    wend_mesh_cut_destroy(cuts[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_on_dropped_ground_waits_for_it),
        cmocka_unit_test(a_body_at_a_lower_level_of_detail_rises_with_its_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

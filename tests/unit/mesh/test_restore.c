/* Meshes restored in place: each kind of change goes back, ids stay, and bytes of other meshes are refused. */
#include "support/meshes.h"
#include "support/storeys.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_overlay.h"
#include "wend/mesh_search.h"
#include "wend/mesh_tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const room[] = {"....", "....", "...."};

typedef struct saved {
    uint8_t *bytes;
    size_t count;
    uint64_t hash;
} saved;

static saved save(const wend_mesh *mesh)
{
    saved made = {NULL, 0, wend_mesh_hash(mesh)};
    assert_int_equal(wend_mesh_save(mesh, NULL, 0, &made.count), WEND_TRUNCATED);
    made.bytes = malloc(made.count);
    assert_non_null(made.bytes);
    assert_int_equal(wend_mesh_save(mesh, made.bytes, made.count, &made.count), WEND_OK);
    return made;
}

/* Goes back to what was saved; the same once more changes nothing. */
static void go_back(wend_mesh *mesh, saved *from)
{
    const uint64_t revision = wend_mesh_revision(mesh);
    assert_true(wend_mesh_hash(mesh) != from->hash);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(wend_mesh_restore(mesh, from->bytes, from->count), WEND_OK);
        assert_true(wend_mesh_hash(mesh) == from->hash);
        assert_true(wend_mesh_revision(mesh) > revision);
    }
    free(from->bytes);
}

static wend_mesh_obstacle_def box(double x, double y)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){x, y};
    def.half_width = def.half_depth = 2;
    return def;
}

static wend_mesh_obstacle_id add_box(wend_mesh *mesh, double x, double y)
{
    const wend_mesh_obstacle_def def = box(x, y);
    wend_mesh_obstacle_id id;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    return id;
}

static void restored_polygons_have_areas_flags_doors_and_factors(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    const wend_vec2 from = {5, 5};
    const wend_vec2 to = {35, 5};
    const wend_node door = wend_mesh_locate(mesh, 15, 5, 0);
    const wend_node mud = wend_mesh_locate(mesh, 25, 5, 0);
    assert_int_equal(wend_mesh_set_open(mesh, door, false), WEND_OK);
    assert_int_equal(wend_mesh_set_area(mesh, mud, 7), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, mud, 5), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(mesh, 7, 3), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    const double before = mesh_spaces_cost(space, from, to);
    saved bytes = save(mesh);
    assert_int_equal(wend_mesh_set_open(mesh, door, true), WEND_OK);
    assert_int_equal(wend_mesh_set_open(mesh, mud, false), WEND_OK);
    assert_int_equal(wend_mesh_set_area(mesh, mud, 0), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, mud, 0), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(mesh, 7, (double)INFINITY), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, 2), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_true(fabs(mesh_spaces_cost(space, from, to) - before) > 1);
    go_back(mesh, &bytes);
    assert_false(wend_mesh_get_polygon(mesh, door).is_open);
    assert_true(wend_mesh_get_polygon(mesh, mud).is_open);
    assert_int_equal(wend_mesh_get_polygon(mesh, mud).area, 7);
    assert_int_equal(wend_mesh_get_polygon(mesh, mud).flags, 5);
    assert_true(fabs(wend_mesh_factor(mesh, 7) - 3) < 1e-12);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_true(fabs(mesh_spaces_cost(space, from, to) - before) < 1e-12);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void restored_doors_and_factors_open_and_close_ways(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(3, 1, 10, NULL);
    const wend_node left = wend_mesh_locate(mesh, 5, 5, 0);
    const wend_node middle = wend_mesh_locate(mesh, 15, 5, 0);
    const wend_node right = wend_mesh_locate(mesh, 25, 5, 0);
    saved open = save(mesh);
    assert_int_equal(wend_mesh_set_open(mesh, middle, false), WEND_OK);
    saved closed = save(mesh);
    go_back(mesh, &open);
    assert_true(wend_mesh_can_reach(mesh, left, right));
    go_back(mesh, &closed);
    assert_false(wend_mesh_can_reach(mesh, left, right));
    assert_int_equal(wend_mesh_set_open(mesh, middle, true), WEND_OK);
    assert_int_equal(wend_mesh_set_area(mesh, middle, 9), WEND_OK);
    saved passable = save(mesh);
    assert_int_equal(wend_mesh_set_factor(mesh, 9, (double)INFINITY), WEND_OK);
    assert_false(wend_mesh_can_reach(mesh, left, right));
    go_back(mesh, &passable);
    assert_true(wend_mesh_can_reach(mesh, left, right));
    wend_mesh_destroy(mesh);
}

static void restored_links_have_their_ids_and_states(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    const wend_node ground = storeys_room(mesh, 0, 2);
    const wend_node top = storeys_room(mesh, 2, 2);
    const wend_mesh_link_id gone = storeys_add_lift(mesh, 0, 1);
    const wend_mesh_link_id lift = storeys_add_lift(mesh, 0, 2);
    assert_int_equal(wend_mesh_remove_link(mesh, gone), WEND_OK);
    wend_mesh_link link;
    assert_int_equal(wend_mesh_get_link(mesh, lift, &link), WEND_OK);
    link.cost = 17;
    assert_int_equal(wend_mesh_set_link(mesh, lift, &link, NULL), WEND_OK);
    saved bytes = save(mesh);
    assert_int_equal(wend_mesh_remove_link(mesh, lift), WEND_OK);
    for (uint32_t i = 0; i < 20; i++) {
        (void)storeys_add_lift(mesh, 0, 1);
    }
    go_back(mesh, &bytes);
    assert_int_equal(wend_mesh_link_count(mesh), 1);
    assert_int_equal(wend_mesh_get_link(mesh, gone, &link), WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_get_link(mesh, lift, &link), WEND_OK);
    assert_true(link.is_open && fabs(link.cost - 17) < 1e-12);
    assert_true(wend_mesh_can_reach(mesh, ground, top));
    /* The next one gets the id that it would have got. */
    assert_int_equal(storeys_add_lift(mesh, 0, 1).index1, gone.index1);
    saved none = {NULL, 0, 0};
    wend_mesh *fresh = storeys_make(3, NULL);
    none = save(fresh);
    go_back(mesh, &none);
    assert_int_equal(wend_mesh_link_count(mesh), 0);
    wend_mesh_destroy(fresh);
    wend_mesh_destroy(mesh);
}

static void restored_obstacles_have_their_ids_and_places(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    saved empty = save(mesh);
    const wend_mesh_obstacle_id stays = add_box(mesh, 5, 5);
    const wend_mesh_obstacle_id gone = add_box(mesh, 15, 15);
    const wend_mesh_obstacle_id moves = add_box(mesh, 30, 14);
    wend_mesh_link_id link = meshes_link(mesh, (wend_vec2){2, 2}, (wend_vec2){38, 28}, true);
    assert_int_equal(wend_mesh_remove_obstacle(mesh, gone), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    const wend_vec2 from = {1, 14};
    const wend_vec2 to = {39, 14};
    const double before = mesh_spaces_cost(space, from, to);
    saved bytes = save(mesh);
    wend_mesh_obstacle_def def = box(30, 20);
    assert_int_equal(wend_mesh_move_obstacle(mesh, moves, &def, NULL), WEND_OK);
    assert_int_equal(wend_mesh_remove_obstacle(mesh, stays), WEND_OK);
    (void)add_box(mesh, 20, 10);
    (void)add_box(mesh, 2, 2);
    (void)add_box(mesh, 38, 28);
    (void)add_box(mesh, 10, 15);
    go_back(mesh, &bytes);
    assert_int_equal(wend_mesh_obstacle_count(mesh), 2);
    assert_int_equal(wend_mesh_get_obstacle(mesh, gone, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_get_obstacle(mesh, stays, &def), WEND_OK);
    assert_int_equal(wend_mesh_get_obstacle(mesh, moves, &def), WEND_OK);
    assert_true(fabs(def.centre.y - 14) < 1e-12);
    assert_int_equal(wend_mesh_locate(mesh, 30, 14, 0), WEND_NODE_NONE);
    assert_true(wend_mesh_locate(mesh, 20, 10, 0) != WEND_NODE_NONE);
    wend_mesh_link there;
    assert_int_equal(wend_mesh_get_link(mesh, link, &there), WEND_OK);
    assert_int_equal(there.from.polygon, wend_mesh_locate(mesh, 2, 2, 0));
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_true(fabs(mesh_spaces_cost(space, from, to) - before) < 1e-9);
    assert_int_equal(add_box(mesh, 15, 15).index1, gone.index1);
    go_back(mesh, &empty);
    assert_int_equal(wend_mesh_obstacle_count(mesh), 0);
    assert_int_equal(wend_mesh_get_obstacle(mesh, stays, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_true(fabs(mesh_spaces_cost(space, from, to) - 38) < 1e-9);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void restored_overlays_have_their_ids_and_shapes(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    const wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    const wend_vec2 from = {5, 15};
    const wend_vec2 to = {35, 15};
    wend_overlay_id jam;
    wend_overlay_id other;
    saved empty = save(mesh);
    assert_int_equal(wend_mesh_add_overlay(mesh, &def, &jam, NULL), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add(mesh, jam, (wend_vec2){20, 15}, 3, 512), WEND_OK);
    const double before = wend_mesh_overlay_cost(mesh, UINT32_MAX, from, to);
    saved bytes = save(mesh);
    assert_int_equal(wend_mesh_remove_overlay(mesh, jam), WEND_OK);
    assert_int_equal(wend_mesh_add_overlay(mesh, &def, &other, NULL), WEND_OK);
    go_back(mesh, &bytes);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, jam), 1);
    assert_true(fabs(wend_mesh_overlay_cost(mesh, UINT32_MAX, from, to) - before) < 1e-12);
    go_back(mesh, &empty);
    assert_int_equal(wend_mesh_overlay_shape_count(mesh, jam), 0);
    wend_mesh_destroy(mesh);
}

static void refuse(wend_mesh *mesh, const uint8_t *bytes, size_t count, wend_result result,
                   const char *reason)
{
    const uint64_t hash = wend_mesh_hash(mesh);
    const uint64_t revision = wend_mesh_revision(mesh);
    assert_int_equal(wend_mesh_restore(mesh, bytes, count), result);
    assert_true(strncmp(wend_mesh_error(mesh), "wend_mesh_restore: ", 19) == 0);
    assert_non_null(strstr(wend_mesh_error(mesh), reason));
    assert_true(wend_mesh_hash(mesh) == hash && wend_mesh_revision(mesh) == revision);
}

static void bytes_of_another_mesh_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    wend_mesh *others[3] = {meshes_lattice(3, 4, 10, NULL), meshes_lattice(4, 3, 11, room),
                            storeys_make(2, NULL)};
    for (int i = 0; i < 3; i++) {
        const saved bytes = save(others[i]);
        refuse(mesh, bytes.bytes, bytes.count, WEND_ERROR_FILE, "other polygons");
        free(bytes.bytes);
        wend_mesh_destroy(others[i]);
    }
    const saved own = save(mesh);
    refuse(mesh, own.bytes, own.count - 1, WEND_ERROR_FILE, "");
    own.bytes[own.count / 2] ^= 1;
    refuse(mesh, own.bytes, own.count, WEND_ERROR_FILE, "");
    refuse(mesh, NULL, 5, WEND_ERROR_ARGUMENT, "bytes is NULL");
    assert_int_equal(wend_mesh_restore(NULL, own.bytes, own.count), WEND_ERROR_ARGUMENT);
    free(own.bytes);
    wend_mesh_destroy(mesh);
}

static void a_mesh_of_tiles_is_not_restored(void **state)
{
    (void)state;
    wend_mesh *whole = meshes_lattice(4, 3, 10, room);
    wend_mesh_cut *cut = NULL;
    wend_mesh *tiles = NULL;
    assert_int_equal(wend_mesh_cut_create(whole, 10, NULL, &cut, NULL), WEND_OK);
    const wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    assert_int_equal(wend_mesh_create_tiles(&def, &tiles), WEND_OK);
    const saved own = save(tiles);
    refuse(tiles, own.bytes, own.count, WEND_ERROR_ARGUMENT, "tiles");
    refuse(whole, own.bytes, own.count, WEND_ERROR_FILE, "other polygons");
    free(own.bytes);
    wend_mesh_cut_destroy(cut);
    wend_mesh_destroy(tiles);
    wend_mesh_destroy(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restored_polygons_have_areas_flags_doors_and_factors),
        cmocka_unit_test(restored_doors_and_factors_open_and_close_ways),
        cmocka_unit_test(restored_links_have_their_ids_and_states),
        cmocka_unit_test(restored_obstacles_have_their_ids_and_places),
        cmocka_unit_test(restored_overlays_have_their_ids_and_shapes),
        cmocka_unit_test(bytes_of_another_mesh_are_refused),
        cmocka_unit_test(a_mesh_of_tiles_is_not_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Obstacles of a mesh: what they cover, what pieces inherit, and what follows the mesh. */
#include "support/meshes.h"
#include "support/storeys.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"

#include <math.h>

static const char *const room[] = {"....", "....", "...."};

static wend_mesh_obstacle_id add_box(wend_mesh *mesh, double x, double y, double half)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){x, y};
    def.half_width = def.half_depth = half;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    return id;
}

static void obstacle_circle_contains_the_disc_and_exceeds_it_as_documented(void **state)
{
    (void)state;
    static const uint32_t counts[] = {8, 12, 16, 32};
    static const double beyond[] = {0.083, 0.036, 0.02, 0.005};
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    for (uint32_t k = 0; k < 4; k++) {
        wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
        wend_mesh_obstacle_id id;
        wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX];
        def.centre = (wend_vec2){17.3, 12.1};
        def.radius = 2.7;
        def.corner_count = counts[k];
        assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
        assert_int_equal(wend_mesh_obstacle_corners(mesh, id, corners), counts[k]);
        for (uint32_t i = 0; i < counts[k]; i++) {
            const wend_vec2 a = corners[i];
            const wend_vec2 b = corners[(i + 1) % counts[k]];
            const double twice =
                (b.x - a.x) * (def.centre.y - a.y) - (b.y - a.y) * (def.centre.x - a.x);
            assert_true(twice / wend_vec2_distance(a, b) >= def.radius);
            assert_true(wend_vec2_distance(a, def.centre) <= def.radius * (1 + beyond[k]));
        }
        assert_int_equal(wend_mesh_remove_obstacle(mesh, id), WEND_OK);
    }
    wend_mesh_destroy(mesh);
}

static void obstacle_flush_with_an_edge_cuts_its_own_side_only(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    const wend_node beside = wend_mesh_locate(mesh, 15, 5, 0);
    const wend_node under = wend_mesh_locate(mesh, 5, 5, 0);
    const uint32_t count = wend_mesh_polygon_count(mesh);
    const wend_mesh_obstacle_id id = add_box(mesh, 8, 5, 2);
    assert_true(wend_mesh_polygon_count(mesh) > count);
    assert_int_equal(wend_mesh_get_polygon(mesh, under).count, 0);
    assert_false(wend_mesh_get_polygon(mesh, under).is_open);
    assert_int_equal(wend_mesh_locate(mesh, 8, 5, 0), WEND_NODE_NONE);
    /* The polygon beside gets corners on its edge, and loses no ground. */
    const wend_node part = wend_mesh_locate(mesh, 15, 5, 0);
    assert_int_equal(wend_mesh_polygon_origin(mesh, part), beside);
    assert_true(fabs(wend_mesh_get_polygon(mesh, part).surface - 100) < 1e-9);
    assert_int_equal(wend_mesh_remove_obstacle(mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_locate(mesh, 15, 5, 0), beside);
    assert_int_equal(wend_mesh_locate(mesh, 8, 5, 0), under);
    wend_mesh_destroy(mesh);
}

static void obstacle_at_another_height_cuts_nothing(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.centre = (wend_vec2){15, 15};
    def.low = 3;
    def.high = 6;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    assert_true(wend_mesh_locate(mesh, 15, 15, 0) != WEND_NODE_NONE);
    def.low = -1;
    assert_int_equal(wend_mesh_move_obstacle(mesh, id, &def, NULL), WEND_OK);
    assert_int_equal(wend_mesh_locate(mesh, 15, 15, 0), WEND_NODE_NONE);
    wend_mesh_destroy(mesh);
}

static void obstacle_pieces_have_the_properties_of_their_polygon(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    const wend_node home = wend_mesh_locate(mesh, 5, 5, 0);
    const uint64_t hash = wend_mesh_hash(mesh);
    const wend_mesh_obstacle_id id = add_box(mesh, 5, 5, 2);
    const wend_node piece = wend_mesh_locate(mesh, 1, 1, 0);
    const wend_node other = wend_mesh_locate(mesh, 9, 9, 0);
    assert_true(piece != home && other != home && piece != other);
    assert_int_equal(wend_mesh_set_area(mesh, piece, 7), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, other, 5), WEND_OK);
    assert_int_equal(wend_mesh_set_open(mesh, home, false), WEND_OK);
    assert_int_equal(wend_mesh_get_polygon(mesh, other).area, 7);
    assert_int_equal(wend_mesh_get_polygon(mesh, piece).flags, 5);
    assert_false(wend_mesh_get_polygon(mesh, piece).is_open);
    assert_false(wend_mesh_can_reach(mesh, piece, wend_mesh_locate(mesh, 15, 15, 0)));
    assert_int_equal(wend_mesh_set_open(mesh, piece, true), WEND_OK);
    assert_true(wend_mesh_can_reach(mesh, piece, wend_mesh_locate(mesh, 15, 15, 0)));
    assert_int_equal(wend_mesh_remove_obstacle(mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_get_polygon(mesh, home).area, 7);
    assert_int_equal(wend_mesh_get_polygon(mesh, home).flags, 5);
    assert_true(wend_mesh_get_polygon(mesh, home).is_open);
    assert_int_equal(wend_mesh_set_area(mesh, home, 0), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, home, 0), WEND_OK);
    assert_int_equal(wend_mesh_set_area(mesh, piece, 3), WEND_ERROR_ARGUMENT);
    assert_true(wend_mesh_hash(mesh) == hash);
    wend_mesh_destroy(mesh);
}

static void obstacle_over_the_end_of_a_link_blocks_it_until_it_goes(void **state)
{
    (void)state;
    static const char *const parts[] = {"..#..", "..#..", "..#.."};
    wend_mesh *mesh = meshes_lattice(5, 3, 10, parts);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id link_id;
    link.from = wend_mesh_location_at(15, 15, 0);
    link.to = wend_mesh_location_at(35, 15, 0);
    assert_int_equal(wend_mesh_add_link(mesh, &link, &link_id, NULL), WEND_OK);
    const uint64_t hash = wend_mesh_hash(mesh);
    const wend_node from = wend_mesh_locate(mesh, 5, 25, 0);
    const wend_node to = wend_mesh_locate(mesh, 45, 25, 0);
    assert_true(wend_mesh_can_reach(mesh, from, to));
    const wend_mesh_obstacle_id near_end = add_box(mesh, 12, 12, 2);
    assert_true(wend_mesh_can_reach(mesh, from, to));
    const wend_mesh_obstacle_id over_end = add_box(mesh, 35, 15, 3);
    assert_false(wend_mesh_can_reach(mesh, from, to));
    /* Its other properties can change meanwhile, by the link as it is read or as it was made. */
    wend_mesh_link covered;
    assert_int_equal(wend_mesh_get_link(mesh, link_id, &covered), WEND_OK);
    covered.flags = 5;
    assert_int_equal(wend_mesh_set_link(mesh, link_id, &covered, NULL), WEND_OK);
    assert_int_equal(wend_mesh_set_link(mesh, link_id, &link, NULL), WEND_OK);
    covered.to.x += 1;
    assert_int_equal(wend_mesh_set_link(mesh, link_id, &covered, NULL), WEND_ERROR_ARGUMENT);
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    wend_mesh_space *space;
    wend_mesh_search *search;
    space_def.mesh = mesh;
    assert_int_equal(wend_mesh_space_create(&space_def, &space), WEND_OK);
    assert_int_equal(wend_mesh_search_create(space, NULL, &search), WEND_OK);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(5, 25, 0);
    query.goal = wend_mesh_location_at(45, 25, 0);
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_NO_PATH);
    assert_int_equal(wend_mesh_remove_obstacle(mesh, over_end), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_OK);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    assert_true(wend_mesh_can_reach(mesh, from, to));
    assert_int_equal(wend_mesh_remove_obstacle(mesh, near_end), WEND_OK);
    assert_true(wend_mesh_hash(mesh) == hash);
    wend_mesh_destroy(mesh);
}

static void obstacle_leaves_random_locations_uniform_beside_it(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    uint32_t left = 0;
    (void)add_box(mesh, 10, 15, 8); /* 256 of the 600 square metres of the left half */
    for (uint64_t i = 0; i < 4000; i++) {
        wend_mesh_location at;
        assert_int_equal(wend_mesh_random_location(mesh, 3, i, 0, &at), WEND_OK);
        assert_true(at.x <= 2 || at.x >= 18 || at.y <= 7 || at.y >= 23);
        left += at.x < 20 ? 1 : 0;
    }
    assert_in_range(left, 4000 * 344 / 944 - 120, 4000 * 344 / 944 + 120);
    wend_mesh_destroy(mesh);
}

static void obstacles_named_twice_in_one_edit_are_refused(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    const wend_mesh_obstacle_id id = add_box(mesh, 5, 5, 2);
    const uint64_t hash = wend_mesh_hash(mesh);
    wend_mesh_obstacle_id ids[3] = {{0, 0}, id, id};
    wend_mesh_obstacle_def defs[3];
    for (int i = 0; i < 3; i++) {
        defs[i] = wend_mesh_obstacle_def_default();
        defs[i].centre = (wend_vec2){4.0 * i, 20};
    }
    assert_int_equal(wend_mesh_set_obstacles(mesh, ids, defs, 3, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_mesh_hash(mesh) == hash && ids[0].index1 == 0);
    assert_int_equal(wend_mesh_obstacle_count(mesh), 1);
    assert_int_equal(wend_mesh_set_obstacles(mesh, ids, defs, 2, NULL), WEND_OK);
    assert_int_equal(wend_mesh_obstacle_count(mesh), 2);
    assert_true(ids[0].index1 == 2 && ids[1].index1 == 1);
    wend_mesh_destroy(mesh);
}

/* A box on a floor of a house, at one of several places. */
static wend_mesh_obstacle_def box_on(uint32_t floor, uint64_t place)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){1 + 3 * wend_random_unit(1, place, floor),
                             1 + 4 * wend_random_unit(2, place, floor)};
    def.half_width = def.half_depth = 0.3;
    def.low = STOREYS_HEIGHT * floor - 0.5;
    def.high = STOREYS_HEIGHT * floor + 0.5;
    return def;
}

/* Numbers of pieces are used again, also for pieces of the floor below. */
static void check_stays_on_floor(wend_mesh *mesh, wend_mesh_obstacle_id id, uint64_t place)
{
    const wend_mesh_obstacle_def above = box_on(1, place);
    const wend_mesh_obstacle_def below = box_on(0, place);
    wend_mesh_location before[30];
    assert_int_equal(wend_mesh_move_obstacle(mesh, id, &above, NULL), WEND_OK);
    for (int i = 0; i < 30; i++) {
        before[i] = wend_mesh_location_at(i % 5 + 0.1, i / 5 + 0.1, STOREYS_HEIGHT);
        before[i].polygon = wend_mesh_locate(mesh, before[i].x, before[i].y, before[i].z);
    }
    assert_int_equal(wend_mesh_move_obstacle(mesh, id, &below, NULL), WEND_OK);
    for (int i = 0; i < 30; i++) {
        wend_mesh_location end;
        if (before[i].polygon != WEND_NODE_NONE) {
            assert_int_equal(wend_mesh_move(mesh, before[i], before[i].x, before[i].y, &end),
                             WEND_OK);
            assert_true(fabs(end.z - STOREYS_HEIGHT) < 1e-9);
        }
    }
}

static void location_on_a_piece_that_went_stays_on_its_floor(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    const wend_mesh_obstacle_def first = box_on(0, 0);
    wend_mesh_obstacle_id id;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &first, &id, NULL), WEND_OK);
    for (uint64_t place = 0; place < 20; place++) {
        check_stays_on_floor(mesh, id, place);
    }
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacle_circle_contains_the_disc_and_exceeds_it_as_documented),
        cmocka_unit_test(obstacle_flush_with_an_edge_cuts_its_own_side_only),
        cmocka_unit_test(obstacle_at_another_height_cuts_nothing),
        cmocka_unit_test(obstacle_pieces_have_the_properties_of_their_polygon),
        cmocka_unit_test(obstacle_over_the_end_of_a_link_blocks_it_until_it_goes),
        cmocka_unit_test(obstacle_leaves_random_locations_uniform_beside_it),
        cmocka_unit_test(obstacles_named_twice_in_one_edit_are_refused),
        cmocka_unit_test(location_on_a_piece_that_went_stays_on_its_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

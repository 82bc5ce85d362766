/* Obstacles of a mesh: what they cover, what pieces inherit, and what follows the mesh. */
#include "support/meshes.h"
#include "support/storeys.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"

#include <math.h>
#include <string.h>

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

/* ---- pieces that stay ---- */

static double free_area(const wend_mesh *mesh)
{
    double sum = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        sum += wend_mesh_get_polygon(mesh, p).surface;
    }
    return sum;
}

static wend_mesh *keeping_mesh(void)
{
    wend_mesh *mesh = meshes_lattice(4, 3, 10, room);
    assert_int_equal(wend_mesh_set_keeps_pieces(mesh, true), WEND_OK);
    return mesh;
}

static void pieces_of_no_mesh_are_not_kept(void **state)
{
    (void)state;
    assert_int_equal(wend_mesh_set_keeps_pieces(NULL, true), WEND_ERROR_ARGUMENT);
}

static void obstacle_that_moves_a_bit_leaves_its_pieces(void **state)
{
    (void)state;
    wend_mesh *mesh = keeping_mesh();
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.centre = (wend_vec2){15, 15};
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    const wend_node right = wend_mesh_locate(mesh, 19, 15.1, 0);
    const double area = free_area(mesh);
    for (int step = 0; step < 10; step++) {
        def.centre.x += 0.05;
        assert_int_equal(wend_mesh_move_obstacle(mesh, id, &def, NULL), WEND_OK);
        assert_int_equal(wend_mesh_locate(mesh, 19, 15.1, 0), right);
        assert_int_equal(wend_mesh_locate(mesh, def.centre.x, 15, 0), WEND_NODE_NONE);
        assert_true(wend_mesh_locate(mesh, def.centre.x - 0.53, 15, 0) != WEND_NODE_NONE);
        assert_true(fabs(free_area(mesh) - area) < 1e-9);
    }
    wend_mesh_destroy(mesh);
}

/* The corners that there were stay, and so would pieces that know of no other. */
static void obstacle_that_gets_another_corner_is_cut_anew(void **state)
{
    (void)state;
    static const wend_vec2 corners[] = {{14, 14}, {16, 14}, {16, 16}, {14, 16}, {13.9, 15}};
    wend_mesh *mesh = keeping_mesh();
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.shape = WEND_MESH_OBSTACLE_POLYGON;
    memcpy(def.corners, corners, sizeof corners);
    def.corner_count = 4;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    assert_true(fabs(1200 - 4 - free_area(mesh)) < 1e-9);
    def.corner_count = 5;
    assert_int_equal(wend_mesh_move_obstacle(mesh, id, &def, NULL), WEND_OK);
    assert_true(fabs(1200 - 4.1 - free_area(mesh)) < 1e-9);
    wend_mesh_destroy(mesh);
}

/* An obstacle that lay in another one has no corner of a piece until it moves out of it: over the middle of
 * a polygon, and over its edge, where both cross that in the same order all the time. */
static void obstacle_that_leaves_another_one_is_cut(void **state)
{
    (void)state;
    static const double rows[] = {15, 20};
    wend_mesh *mesh = keeping_mesh();
    for (int k = 0; k < 2; k++) {
        wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
        wend_mesh_obstacle_id outer;
        wend_mesh_obstacle_id inner;
        def.shape = WEND_MESH_OBSTACLE_BOX;
        def.centre = (wend_vec2){15, rows[k]};
        def.half_width = 2;
        def.half_depth = 1;
        assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &outer, NULL), WEND_OK);
        def.half_width = 1;
        def.half_depth = 0.9;
        assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &inner, NULL), WEND_OK);
        assert_true(fabs(1200 - 8 - free_area(mesh)) < 1e-9);
        def.centre.y += 0.6;
        assert_int_equal(wend_mesh_move_obstacle(mesh, inner, &def, NULL), WEND_OK);
        assert_true(fabs(1200 - 8 - 1 - free_area(mesh)) < 1e-9);
        assert_int_equal(wend_mesh_locate(mesh, 15, rows[k] + 1.25, 0), WEND_NODE_NONE);
        assert_int_equal(wend_mesh_remove_obstacle(mesh, inner), WEND_OK);
        assert_int_equal(wend_mesh_remove_obstacle(mesh, outer), WEND_OK);
    }
    wend_mesh_destroy(mesh);
}

/* ---- on an executor ---- */

enum { DISCS = 60, DISC_STEPS = 6 };

static void take_discs_a_step(wend_mesh *mesh, wend_mesh_obstacle_id *ids, uint64_t step)
{
    wend_mesh_obstacle_def defs[DISCS];
    for (uint64_t k = 0; k < DISCS; k++) {
        defs[k] = wend_mesh_obstacle_def_default();
        defs[k].centre = (wend_vec2){16 * wend_random_unit(3, k, 0) + 0.2 * (double)step,
                                     16 * wend_random_unit(3, k, 1)};
    }
    assert_int_equal(wend_mesh_set_obstacles(mesh, ids, defs, DISCS, NULL), WEND_OK);
}

static void assert_equal_polygons(const wend_mesh *a, const wend_mesh *b)
{
    assert_int_equal(wend_mesh_polygon_count(a), wend_mesh_polygon_count(b));
    for (wend_node p = 0; p < wend_mesh_polygon_count(a); p++) {
        const wend_mesh_polygon here = wend_mesh_get_polygon(a, p);
        const wend_mesh_polygon there = wend_mesh_get_polygon(b, p);
        assert_int_equal(here.count, there.count);
        for (uint32_t i = 0; i < here.count; i++) {
            const wend_vec3 u = wend_mesh_corner(a, here.first_corner + i);
            const wend_vec3 v = wend_mesh_corner(b, there.first_corner + i);
            assert_memory_equal(&u, &v, sizeof u);
            assert_int_equal(wend_mesh_neighbour(a, here.first_corner + i),
                             wend_mesh_neighbour(b, there.first_corner + i));
        }
    }
}

static void obstacles_are_cut_alike_on_any_number_of_threads(void **state)
{
    (void)state;
    static const char *const field[] = {"........", "........", "........", "........",
                                        "........", "........", "........", "........"};
    wend_mesh *meshes[2];
    wend_mesh_obstacle_id ids[2][DISCS] = {{{0, 0}}};
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool;
    def.thread_count = 4;
    assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    const wend_executor executor = wend_pool_executor(pool);
    for (int i = 0; i < 2; i++) {
        meshes[i] = meshes_lattice(8, 8, 2, field);
        assert_int_equal(wend_mesh_set_keeps_pieces(meshes[i], true), WEND_OK);
    }
    assert_int_equal(wend_mesh_set_executor(meshes[1], &executor), WEND_OK);
    for (uint64_t step = 0; step < DISC_STEPS; step++) {
        for (int i = 0; i < 2; i++) {
            take_discs_a_step(meshes[i], ids[i], step);
        }
        assert_equal_polygons(meshes[0], meshes[1]);
    }
    assert_int_equal(wend_mesh_set_executor(meshes[1], NULL), WEND_OK);
    assert_int_equal(wend_mesh_set_executor(NULL, NULL), WEND_ERROR_ARGUMENT);
    for (int i = 0; i < 2; i++) {
        wend_mesh_destroy(meshes[i]);
    }
    wend_pool_destroy(pool);
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
        cmocka_unit_test(pieces_of_no_mesh_are_not_kept),
        cmocka_unit_test(obstacle_that_moves_a_bit_leaves_its_pieces),
        cmocka_unit_test(obstacle_that_gets_another_corner_is_cut_anew),
        cmocka_unit_test(obstacle_that_leaves_another_one_is_cut),
        cmocka_unit_test(obstacles_are_cut_alike_on_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

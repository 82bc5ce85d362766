/* Queries of meshes at corners and edges, closed polygons, links, and bytes. */
#include "lattice.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exactly equal. */
static bool is(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool reaches(const wend_mesh *mesh, double ax, double ay, double bx, double by)
{
    wend_mesh_hit hit;
    return wend_mesh_ray(mesh, wend_mesh_location_at(ax, ay, 0), bx, by, &hit);
}

/* ---- rays ---- */

static void mesh_ray_passes_corners_and_slides_along_edges(void **state)
{
    (void)state;
    const char *const open[] = {"...", "...", "..."};
    wend_mesh *mesh = lattice(open, 3);
    assert_true(reaches(mesh, 1, 1, 11, 11));
    assert_true(reaches(mesh, 0, 4, 12, 4));
    assert_true(reaches(mesh, 0, 0, 12, 0));
    assert_true(reaches(mesh, 12, 12, 0, 12));
    assert_true(reaches(mesh, 4, 0, 4, 12));
    assert_false(reaches(mesh, 4, 4, 4, 13));
    assert_true(reaches(mesh, 4, 4, 4, 4));
    wend_mesh_destroy(mesh);
}

static void mesh_ray_does_not_leak_between_two_walls(void **state)
{
    (void)state;
    const char *const pinched[] = {".#", "#."};
    const char *const grazed[] = {"..", "#."};
    wend_mesh *mesh = lattice(pinched, 2);
    wend_mesh_hit hit;
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), 7, 7, &hit));
    assert_true(is(hit.fraction, 0.5) && is(hit.location.x, 4.0) && hit.location.polygon == 0);
    assert_int_not_equal(hit.corner, WEND_EDGE_NONE);
    wend_mesh_destroy(mesh);
    mesh = lattice(grazed, 2);
    assert_true(reaches(mesh, 1, 1, 7, 7));
    assert_true(reaches(mesh, 0, 4, 8, 4));
    assert_false(reaches(mesh, 2, 2, 2, 6));
    wend_mesh_destroy(mesh);
}

static void mesh_ray_hits_with_edge_and_normal(void **state)
{
    (void)state;
    const char *const open[] = {"..", ".."};
    wend_mesh *mesh = lattice(open, 2);
    wend_mesh_hit hit;
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), 13, 1, &hit));
    assert_true(is(hit.location.x, 8) && is(hit.location.y, 1));
    assert_true(fabs(hit.fraction - 7.0 / 12) < 1e-15);
    assert_true(is(hit.normal.x, -1) && is(hit.normal.y, 0));
    assert_int_equal(hit.corner, wend_mesh_get_polygon(mesh, 1).first_corner + 1);
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(-1, 1, 0), 13, 1, &hit));
    assert_true(is(hit.fraction, 0));
    assert_int_equal(hit.location.polygon, WEND_NODE_NONE);
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), (double)NAN, 1, &hit));
    assert_false(wend_mesh_ray(NULL, wend_mesh_location_at(1, 1, 0), 1, 1, NULL));
    wend_mesh_destroy(mesh);
}

static void mesh_ray_tries_both_sides_of_a_thin_wall(void **state)
{
    (void)state;
    /* Four squares around (4, 4), of which the right two do not know each other; the upper one of
     * them ends at x = 8, the lower one continues. */
    const wend_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {0, 4, 0},  {4, 4, 0}, {8, 4, 0},
                                {0, 8, 0}, {4, 8, 0}, {8, 8, 0}, {12, 0, 0}, {12, 4, 0}};
    const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 7, 6, 4, 5, 8, 7, 2, 9, 10, 5};
    const uint32_t sizes[] = {4, 4, 4, 4, 4};
    const uint32_t none = WEND_NODE_NONE;
    const uint32_t neighbours[] = {none, 1,    2,    none, none, 4, none, 0,    0,    3,
                                   none, none, none, none, none, 2, none, none, none, 1};
    wend_mesh_def def = wend_mesh_def_default();
    def.points = points;
    def.point_count = 11;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = 5;
    def.neighbours = neighbours;
    wend_mesh *mesh = meshes_make(def);
    assert_true(reaches(mesh, 0, 4, 12, 4));
    assert_false(reaches(mesh, 6, 2, 6, 6));
    wend_mesh_destroy(mesh);
}

/* ---- moves ---- */

static void mesh_move_slides_around_a_corner(void **state)
{
    (void)state;
    const char *const hole[] = {"...", ".#.", "..."};
    wend_mesh *mesh = lattice(hole, 3);
    wend_mesh_location end;
    assert_int_equal(wend_mesh_move(mesh, wend_mesh_location_at(5, 3, 0), 3, 10, &end), WEND_OK);
    assert_true(is(end.x, 3) && is(end.y, 10));
    assert_int_equal(wend_mesh_move(mesh, wend_mesh_location_at(6, 3, 0), 6, 10, &end), WEND_OK);
    assert_true(is(end.x, 6) && is(end.y, 4));
    assert_int_equal(wend_mesh_move(mesh, wend_mesh_location_at(6, 3, 0), 14, -3, &end), WEND_OK);
    assert_true(is(end.x, 12) && is(end.y, 0));
    assert_int_equal(wend_mesh_move(mesh, wend_mesh_location_at(6, 6, 0), 14, -3, &end),
                     WEND_ERROR_ARGUMENT);
    assert_true(is(end.x, 6) && is(end.y, 6));
    assert_int_equal(wend_mesh_move(mesh, end, 1, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_move(mesh, end, 1, (double)NAN, &end), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

/* ---- doors ---- */

static void mesh_closed_polygon_stops_and_parts(void **state)
{
    (void)state;
    const char *const row[] = {"..."};
    wend_mesh *mesh = lattice(row, 1);
    wend_mesh_hit hit;
    assert_true(wend_mesh_can_reach(mesh, 0, 2));
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_OK);
    assert_int_equal(wend_mesh_revision(mesh), 2);
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_OK);
    assert_int_equal(wend_mesh_revision(mesh), 2);
    assert_false(wend_mesh_can_reach(mesh, 0, 2));
    assert_false(wend_mesh_can_reach(mesh, 1, 1));
    assert_false(wend_mesh_ray(mesh, wend_mesh_location_at(1, 1, 0), 11, 1, &hit));
    assert_true(is(hit.location.x, 4));
    assert_true(is(wend_mesh_wall_distance(mesh, wend_mesh_location_at(3.5, 2, 0), 9, NULL), 0.5));
    assert_int_equal(wend_mesh_get_polygon(mesh, 0).island, wend_mesh_get_polygon(mesh, 2).island);
    assert_int_equal(wend_mesh_set_open(mesh, 1, true), WEND_OK);
    assert_true(wend_mesh_can_reach(mesh, 0, 2));
    assert_int_equal(wend_mesh_set_area(mesh, 1, 9), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(mesh, 9, (double)INFINITY), WEND_OK);
    assert_false(wend_mesh_can_reach(mesh, 0, 2));
    assert_int_equal(wend_mesh_set_factor(mesh, 9, 3), WEND_OK);
    assert_true(wend_mesh_can_reach(mesh, 0, 2));
    assert_int_equal(wend_mesh_set_factor(mesh, 9, 3), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, 1, 4), WEND_OK);
    assert_int_equal(wend_mesh_get_polygon(mesh, 1).flags, 4);
    assert_int_equal(wend_mesh_revision(mesh), 7);
    wend_mesh_destroy(mesh);
}

static void mesh_edits_outside_are_refused(void **state)
{
    (void)state;
    const char *const row[] = {"."};
    wend_mesh *mesh = lattice(row, 1);
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_area(mesh, 1, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_flags(NULL, 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, 70000), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_factor(mesh, 0, (double)NAN), WEND_ERROR_ARGUMENT);
    assert_false(wend_mesh_can_reach(mesh, 0, 1));
    assert_false(wend_mesh_can_reach(NULL, 0, 0));
    wend_mesh_destroy(mesh);
}

static void mesh_random_place_of_a_closed_mesh_is_none(void **state)
{
    (void)state;
    const char *const row[] = {".."};
    wend_mesh *mesh = lattice(row, 1);
    wend_mesh_location place;
    assert_int_equal(wend_mesh_set_open(mesh, 0, false), WEND_OK);
    for (uint64_t i = 0; i < 100; ++i) {
        assert_int_equal(wend_mesh_random_location(mesh, 1, 2, i, &place), WEND_OK);
        assert_int_equal(place.polygon, 1);
        assert_int_equal(wend_mesh_random_near(mesh, place, 9, 1, 2, i, &place), WEND_OK);
        assert_int_equal(place.polygon, 1);
    }
    const wend_mesh_location closed = wend_mesh_location_at(1, 1, 0);
    assert_int_equal(wend_mesh_random_near(mesh, closed, 9, 1, 2, 3, &place), WEND_NO_PATH);
    assert_int_equal(wend_mesh_random_near(mesh, closed, -1, 1, 2, 3, &place), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_OK);
    assert_int_equal(wend_mesh_random_location(mesh, 1, 2, 3, &place), WEND_NO_PATH);
    assert_int_equal(wend_mesh_random_location(NULL, 1, 2, 3, &place), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

/* ---- links ---- */

static void mesh_links_come_go_and_join(void **state)
{
    (void)state;
    const char *const parts[] = {".#.#."};
    wend_mesh *mesh = lattice(parts, 1);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id ids[2];
    wend_mesh_link_id listed[2];
    size_t count;
    link.from = wend_mesh_location_at(1, 1, 0);
    link.to = wend_mesh_location_at(9, 1, 0);
    ids[0] = meshes_add_link(mesh, link);
    assert_true(wend_mesh_can_reach(mesh, 0, 1));
    assert_false(wend_mesh_can_reach(mesh, 1, 0));
    link.from = wend_mesh_location_at(9, 1, 0);
    link.to = wend_mesh_location_at(17, 1, 0);
    link.cost = 2.5;
    ids[1] = meshes_add_link(mesh, link);
    assert_true(wend_mesh_can_reach(mesh, 0, 2));
    assert_false(wend_mesh_can_reach(mesh, 2, 0));
    assert_int_equal(wend_mesh_get_link(mesh, ids[0], &link), WEND_OK);
    assert_true(is(link.cost, 8) && link.from.polygon == 0 && link.to.polygon == 1);
    link.is_two_way = true;
    assert_int_equal(wend_mesh_set_link(mesh, ids[0], &link, NULL), WEND_OK);
    assert_true(wend_mesh_can_reach(mesh, 1, 0));
    const uint64_t revision = wend_mesh_revision(mesh);
    assert_int_equal(wend_mesh_set_link(mesh, ids[0], &link, NULL), WEND_OK);
    assert_int_equal(wend_mesh_revision(mesh), revision);
    assert_int_equal(wend_mesh_list_links(mesh, listed, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(wend_mesh_list_links(mesh, listed, 2, &count), WEND_OK);
    assert_int_equal(listed[1].index1, ids[1].index1);
    assert_int_equal(wend_mesh_link_of_edge(mesh, ids[0].index1 - 1).generation, ids[0].generation);
    assert_int_equal(wend_mesh_link_of_edge(mesh, 7).index1, 0);
    assert_int_equal(wend_mesh_link_of_edge(mesh, WEND_EDGE_NONE).index1, 0);
    assert_int_equal(wend_mesh_link_of_edge(NULL, 0).index1, 0);
    assert_int_equal(wend_mesh_remove_link(mesh, ids[0]), WEND_OK);
    assert_int_equal(wend_mesh_remove_link(mesh, ids[0]), WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_link_of_edge(mesh, ids[0].index1 - 1).index1, 0);
    assert_int_equal(wend_mesh_get_link(mesh, ids[0], &link), WEND_ERROR_STALE);
    assert_false(wend_mesh_can_reach(mesh, 0, 1));
    assert_int_equal(wend_mesh_link_count(mesh), 1);
    link.from = wend_mesh_location_at(1, 1, 0);
    link.to = wend_mesh_location_at(9, 1, 0);
    listed[0] = meshes_add_link(mesh, link);
    assert_int_equal(listed[0].index1, ids[0].index1);
    assert_int_equal(listed[0].generation, ids[0].generation + 1);
    wend_mesh_destroy(mesh);
}

static wend_mesh_link_id join(wend_mesh *mesh, wend_node from, wend_node to, bool is_two_way)
{
    const wend_vec2 a = wend_mesh_get_polygon(mesh, from).centroid;
    const wend_vec2 b = wend_mesh_get_polygon(mesh, to).centroid;
    wend_mesh_link_id id =
        meshes_link(mesh, (wend_vec2){a.x, a.y}, (wend_vec2){b.x, b.y}, is_two_way);
    return id;
}

/* Islands that one-way links lead from and to, joined afterwards. */
static void mesh_two_way_link_joins_one_way_ones(void **state)
{
    (void)state;
    const char *const parts[] = {".#.#.", "#####", ".#.#."};
    wend_mesh *mesh = lattice(parts, 3);
    (void)join(mesh, 0, 1, false);
    (void)join(mesh, 2, 3, false);
    assert_false(wend_mesh_can_reach(mesh, 0, 3));
    const wend_mesh_link_id bridge = join(mesh, 1, 2, true);
    assert_true(wend_mesh_can_reach(mesh, 0, 3));
    assert_false(wend_mesh_can_reach(mesh, 3, 0));
    (void)join(mesh, 4, 0, true);
    assert_true(wend_mesh_can_reach(mesh, 4, 3));
    assert_false(wend_mesh_can_reach(mesh, 4, 5));
    assert_int_equal(wend_mesh_remove_link(mesh, bridge), WEND_OK);
    assert_false(wend_mesh_can_reach(mesh, 0, 3));
    assert_true(wend_mesh_can_reach(mesh, 4, 1));
    wend_mesh_destroy(mesh);
}

static void mesh_bad_links_are_refused(void **state)
{
    (void)state;
    const char *const parts[] = {".#."};
    wend_mesh *mesh = lattice(parts, 1);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    wend_message message;
    link.from = wend_mesh_location_at(1, 1, 0);
    link.to = wend_mesh_location_at(5, 1, 0);
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_mesh_add_link: to is not on the mesh");
    link.to = link.from;
    link.from.x = (double)NAN;
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_mesh_add_link: from is not on the mesh");
    link.cost = -1;
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, &message), WEND_ERROR_ARGUMENT);
    link.cookie = 0;
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_add_link(mesh, NULL, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_add_link(mesh, &link, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.index1, 0);
    link = wend_mesh_link_default();
    link.from = link.to = wend_mesh_location_at(1, 1, 0);
    assert_int_equal(wend_mesh_set_link(mesh, id, &link, &message), WEND_ERROR_STALE);
    id = meshes_add_link(mesh, link);
    link.to.x = 2;
    assert_int_equal(wend_mesh_set_link(mesh, id, &link, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_mesh_set_link: from and to must stay as they are");
    assert_int_equal(wend_mesh_remove_link(NULL, id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_get_link(mesh, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_list_links(mesh, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_link_count(NULL), 0);
    wend_mesh_destroy(mesh);
}

/* ---- bytes ---- */

static void mesh_damaged_bytes_are_refused(void **state)
{
    (void)state;
    const char *const open[] = {"..", ".."};
    wend_mesh *mesh = lattice(open, 2);
    wend_mesh *again = NULL;
    uint8_t bytes[8192];
    size_t count;
    wend_message message;
    wend_mesh_def def = wend_mesh_def_default();
    def.message = &message;
    assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(wend_mesh_load(&def, bytes, i, &again), WEND_ERROR_FILE);
        assert_null(again);
        assert_true(message.text[0] != '\0');
        bytes[i] ^= 1;
        assert_int_equal(wend_mesh_load(&def, bytes, count, &again), WEND_ERROR_FILE);
        bytes[i] ^= 1;
    }
    assert_int_equal(wend_mesh_load(&def, bytes, count + 1, &again), WEND_ERROR_FILE);
    assert_int_equal(wend_mesh_load(&def, bytes, count, &again), WEND_OK);
    assert_true(wend_mesh_hash(mesh) == wend_mesh_hash(again));
    wend_mesh_destroy(again);
    assert_int_equal(wend_mesh_load(NULL, NULL, 1, &again), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_load(NULL, bytes, count, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_save(mesh, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

static void mesh_hash_sees_every_edit(void **state)
{
    (void)state;
    const char *const row[] = {".."};
    wend_mesh *mesh = lattice(row, 1);
    uint64_t hash = wend_mesh_hash(mesh);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    link.from = link.to = wend_mesh_location_at(1, 1, 0);
    for (int i = 0; i < 5; ++i) {
        wend_result result = WEND_OK;
        result = i == 0 ? wend_mesh_set_area(mesh, 0, 1) : result;
        result = i == 1 ? wend_mesh_set_flags(mesh, 0, 1) : result;
        result = i == 2 ? wend_mesh_set_open(mesh, 0, false) : result;
        result = i == 3 ? wend_mesh_set_factor(mesh, 200, 2) : result;
        result = i == 4 ? wend_mesh_add_link(mesh, &link, &id, NULL) : result;
        assert_int_equal(result, WEND_OK);
        assert_true(wend_mesh_hash(mesh) != hash);
        hash = wend_mesh_hash(mesh);
    }
    assert_true(wend_mesh_hash(NULL) != hash);
    wend_mesh_destroy(mesh);
}

/* ---- grids, walls, pictures ---- */

/* A ring of very many polygons around a point: more than the lists of fixed size hold. */
static void mesh_far_walls_among_many_polygons_are_right(void **state)
{
    (void)state;
    enum { COUNT = 100, POINTS = (COUNT + 1) * (COUNT + 1) };
    wend_vec3 *points = calloc(POINTS, sizeof *points);
    uint32_t *corners = calloc(4 * COUNT * COUNT, sizeof *corners);
    uint32_t *sizes = calloc(COUNT * COUNT, sizeof *sizes);
    assert_true(points != NULL && corners != NULL && sizes != NULL);
    for (uint32_t i = 0; i < POINTS; ++i) {
        points[i] = (wend_vec3){i % (COUNT + 1), (double)(i / (COUNT + 1)), 0};
    }
    for (uint32_t i = 0; i < COUNT * COUNT; ++i) {
        const uint32_t at = i / COUNT * (COUNT + 1) + i % COUNT;
        const uint32_t ring[4] = {at, at + 1, at + COUNT + 2, at + COUNT + 1};
        memcpy(corners + (size_t)4 * i, ring, sizeof ring);
        sizes[i] = 4;
    }
    wend_mesh_hit hit;
    wend_mesh_location place;
    wend_mesh *mesh = meshes_of(points, POINTS, corners, sizes, COUNT * COUNT);
    const wend_mesh_location at = wend_mesh_location_at(48.5, 50.25, 0);
    assert_true(is(wend_mesh_wall_distance(mesh, at, 1000, &hit), 48.5));
    assert_true(is(hit.location.x, 0) && is(hit.location.y, 50.25) && is(hit.normal.x, 1));
    for (uint64_t i = 0; i < 200; ++i) {
        assert_int_equal(wend_mesh_random_near(mesh, at, 40, 1, 2, i, &place), WEND_OK);
        assert_true(hypot(place.x - at.x, place.y - at.y) <= 40);
        assert_int_equal(wend_mesh_random_near(mesh, at, 4000, 1, 2, i, &place), WEND_OK);
    }
    wend_mesh_destroy(mesh);
    free(points);
    free(corners);
    free(sizes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_ray_passes_corners_and_slides_along_edges),
        cmocka_unit_test(mesh_ray_does_not_leak_between_two_walls),
        cmocka_unit_test(mesh_ray_hits_with_edge_and_normal),
        cmocka_unit_test(mesh_ray_tries_both_sides_of_a_thin_wall),
        cmocka_unit_test(mesh_move_slides_around_a_corner),
        cmocka_unit_test(mesh_closed_polygon_stops_and_parts),
        cmocka_unit_test(mesh_edits_outside_are_refused),
        cmocka_unit_test(mesh_random_place_of_a_closed_mesh_is_none),
        cmocka_unit_test(mesh_links_come_go_and_join),
        cmocka_unit_test(mesh_two_way_link_joins_one_way_ones),
        cmocka_unit_test(mesh_bad_links_are_refused),
        cmocka_unit_test(mesh_damaged_bytes_are_refused),
        cmocka_unit_test(mesh_hash_sees_every_edit),
        cmocka_unit_test(mesh_far_walls_among_many_polygons_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

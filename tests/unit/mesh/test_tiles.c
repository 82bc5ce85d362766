/* Meshes of tiles: names, joins, what a tile that is dropped and added again finds, and refusals. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_path.h"
#include "wend/mesh_tiles.h"

#include <math.h>
#include <string.h>

/* Squares of 10 m, each a tile of its own, from -20 to 20 in both directions. */
static wend_mesh_cut *cut_field(void)
{
    static const uint32_t size = 4;
    wend_vec3 points[25];
    uint32_t corners[64];
    uint32_t sizes[16];
    for (uint32_t i = 0; i < 25; i++) {
        points[i] = (wend_vec3){10.0 * (i % 5) - 20, 10.0 * (i / 5) - 20, 0};
    }
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t at = i / 4 * 5 + i % 4;
        const uint32_t quad[4] = {at, at + 1, at + 6, at + 5};
        memcpy(corners + (size_t)4 * i, quad, sizeof quad);
        sizes[i] = size;
    }
    wend_mesh *mesh = meshes_of(points, 25, corners, sizes, 16);
    wend_mesh_cut *cut = NULL;
    assert_int_equal(wend_mesh_cut_create(mesh, 10, NULL, &cut, NULL), WEND_OK);
    wend_mesh_destroy(mesh);
    return cut;
}

static wend_mesh *empty_mesh_from(wend_allocator allocator, const wend_mesh_cut *cut,
                                  uint32_t max_tiles)
{
    wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    wend_mesh *mesh = NULL;
    def.allocator = allocator;
    def.max_tiles = max_tiles;
    assert_int_equal(wend_mesh_create_tiles(&def, &mesh), WEND_OK);
    return mesh;
}

static wend_mesh *empty_mesh(const wend_mesh_cut *cut, uint32_t max_tiles)
{
    return empty_mesh_from((wend_allocator){NULL, NULL}, cut, max_tiles);
}

static wend_result add(wend_mesh *mesh, const wend_mesh_cut *cut, size_t index)
{
    size_t count = 0;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, index, &count);
    return wend_mesh_add_tile(mesh, bytes, count, NULL);
}

static wend_mesh *full_mesh(const wend_mesh_cut *cut)
{
    wend_mesh *mesh = empty_mesh(cut, 16);
    for (size_t i = 0; i < wend_mesh_cut_count(cut); i++) {
        assert_int_equal(add(mesh, cut, i), WEND_OK);
    }
    return mesh;
}

static void tiles_have_the_names_of_their_squares(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    assert_int_equal(wend_mesh_cut_count(cut), 16);
    for (size_t i = 0; i < 16; i++) {
        size_t count;
        wend_mesh_tile_info info;
        const uint8_t *bytes = wend_mesh_cut_tile(cut, i, &count);
        assert_int_equal(wend_mesh_tile_read_info(bytes, count, &info, NULL), WEND_OK);
        assert_int_equal(info.id.x, (int)(i % 4) - 2);
        assert_int_equal(info.id.y, (int)(i / 4) - 2);
        assert_int_equal(info.polygon_count, 1);
        assert_int_equal(info.corner_count, 4);
        assert_true(fabs(info.low.x - 10 * info.id.x) < 1e-12);
        assert_true(fabs(info.high.y - 10 * info.id.y - 10) < 1e-12);
    }
    wend_mesh_cut_destroy(cut);
}

static void a_tile_joins_those_beside_it(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = empty_mesh(cut, 4);
    assert_int_equal(wend_mesh_locate(mesh, 5, 5, 0), WEND_NODE_NONE);
    assert_int_equal(add(mesh, cut, 0), WEND_OK);
    assert_int_equal(add(mesh, cut, 2), WEND_OK);
    assert_true(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){5, -15}) < 0);
    assert_int_equal(add(mesh, cut, 1), WEND_OK);
    assert_true(fabs(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){5, -15}) - 20) < 1e-12);
    wend_mesh_tile_id id;
    assert_true(wend_mesh_tile_of(mesh, wend_mesh_locate(mesh, 5, -15, 0), &id));
    assert_true(id.x == 0 && id.y == -2);
    wend_mesh_tile_id ids[4];
    size_t count;
    assert_int_equal(wend_mesh_list_tiles(mesh, ids, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 3);
    assert_int_equal(wend_mesh_drop_tile(mesh, (wend_mesh_tile_id){-1, -2}), WEND_OK);
    assert_false(wend_mesh_has_tile(mesh, (wend_mesh_tile_id){-1, -2}));
    assert_true(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){5, -15}) < 0);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

/* Otherwise the mesh would remember changes of polygons that are others by now. */
static void a_path_over_a_dropped_tile_is_not_valid(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = full_mesh(cut);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wend_mesh_search *search = mesh_searches_on(space);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_path *path = NULL;
    query.start = wend_mesh_location_at(-15, -15, 0);
    query.goal = wend_mesh_location_at(15, -15, 0);
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_mesh_search(path, search), WEND_OK);
    const wend_mesh_tile_id id = {-1, -2};
    wend_result result;
    assert_int_equal(wend_mesh_drop_tile(mesh, id), WEND_OK);
    assert_false(wend_path_is_valid_mesh(path, space, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_false(wend_path_is_valid_mesh(path, space, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_NO_PATH);
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_OK);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    assert_true(answer.length > 30.5);
    assert_int_equal(add(mesh, cut, 1), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_true(wend_path_is_valid_mesh(path, space, 0, 0, NULL, &result));
    wend_path_destroy(path);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

static void an_obstacle_stays_while_its_ground_goes_and_comes(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = full_mesh(cut);
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){0, 5}; /* over two tiles */
    def.half_width = def.half_depth = 2;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
    const uint64_t hash = wend_mesh_hash(mesh);
    const wend_mesh_tile_id right = {0, 0};
    size_t count;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(wend_mesh_drop_tile(mesh, right), WEND_OK);
        assert_int_equal(wend_mesh_locate(mesh, 5, 5, 0), WEND_NODE_NONE);
        assert_int_equal(wend_mesh_locate(mesh, -1, 5, 0), WEND_NODE_NONE);
        assert_int_not_equal(wend_mesh_locate(mesh, -5, 5, 0), WEND_NODE_NONE);
        wend_mesh_obstacle_def kept;
        assert_int_equal(wend_mesh_get_obstacle(mesh, id, &kept), WEND_OK);
        assert_int_equal(add(mesh, cut, 10), WEND_OK);
        assert_int_equal(wend_mesh_locate(mesh, 1, 5, 0), WEND_NODE_NONE);
        assert_int_not_equal(wend_mesh_locate(mesh, 5, 5, 0), WEND_NODE_NONE);
        assert_true(wend_mesh_hash(mesh) == hash);
    }
    assert_int_equal(wend_mesh_remove_obstacle(mesh, id), WEND_OK);
    assert_int_not_equal(wend_mesh_locate(mesh, 0, 5, 0), WEND_NODE_NONE);
    assert_int_equal(wend_mesh_list_tiles(mesh, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 16);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

static void a_link_is_closed_until_both_ends_are_there(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = empty_mesh(cut, 2);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    link.from = wend_mesh_location_at(-15, -15, 0.25);
    link.to = wend_mesh_location_at(15, 15, 0);
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, NULL), WEND_OK);
    assert_int_equal(add(mesh, cut, 0), WEND_OK);
    assert_true(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){15, 15}) < 0);
    assert_int_equal(add(mesh, cut, 15), WEND_OK);
    assert_true(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){15, 15}) > 0);
    assert_true(wend_mesh_can_reach(mesh, wend_mesh_locate(mesh, -15, -15, 0),
                                    wend_mesh_locate(mesh, 15, 15, 0)));
    assert_int_equal(wend_mesh_get_link(mesh, id, &link), WEND_OK);
    assert_true(fabs(link.from.z) < 1e-12);
    assert_int_equal(wend_mesh_drop_tile(mesh, (wend_mesh_tile_id){1, 1}), WEND_OK);
    assert_true(meshes_cost(mesh, (wend_vec2){-15, -15}, (wend_vec2){-12, -15}) > 0);
    assert_int_equal(wend_mesh_get_link(mesh, id, &link), WEND_OK);
    assert_true(fabs(link.to.x - 15) < 1e-12);
    /* Another tile takes the place in memory: the end is not on it. */
    assert_int_equal(add(mesh, cut, 3), WEND_OK);
    wend_mesh_location end;
    assert_true(wend_mesh_nearest(mesh, 15, -15, 0, 1, &end));
    assert_false(wend_mesh_can_reach(mesh, wend_mesh_locate(mesh, -15, -15, 0), end.polygon));
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

static void edits_of_a_tile_are_in_its_saved_bytes_alone(void **state)
{
    (void)state;
    static uint8_t bytes[1024];
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = full_mesh(cut);
    const wend_node p = wend_mesh_locate(mesh, 5, 5, 0);
    const wend_mesh_tile_id id = {0, 0};
    size_t count;
    assert_int_equal(wend_mesh_set_open(mesh, p, false), WEND_OK);
    assert_int_equal(wend_mesh_set_flags(mesh, p, 7), WEND_OK);
    assert_int_equal(wend_mesh_save_tile(mesh, id, bytes, 10, &count), WEND_TRUNCATED);
    assert_int_equal(wend_mesh_save_tile(mesh, id, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_mesh_drop_tile(mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_set_open(mesh, p, true), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_mesh_error(mesh), "of no tile that is loaded"));
    assert_int_equal(add(mesh, cut, 10), WEND_OK);
    assert_true(wend_mesh_get_polygon(mesh, wend_mesh_locate(mesh, 5, 5, 0)).is_open);
    assert_int_equal(wend_mesh_drop_tile(mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_add_tile(mesh, bytes, count, NULL), WEND_OK);
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, wend_mesh_locate(mesh, 5, 5, 0));
    assert_false(polygon.is_open);
    assert_int_equal(polygon.flags, 7);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

/* In memory that holds large numbers where nothing was written yet. */
static void islands_and_random_locations_follow_the_tiles(void **state)
{
    (void)state;
    enum { DRAWS = 400 };
    wend_mesh_cut *cut = cut_field();
    fault_heap heap;
    fault_heap_init(&heap);
    wend_mesh *mesh = empty_mesh_from(fault_heap_allocator(&heap), cut, 4);
    wend_mesh_location at;
    assert_int_equal(wend_mesh_random_location(mesh, 1, 2, 3, &at), WEND_NO_PATH);
    assert_int_equal(add(mesh, cut, 0), WEND_OK);
    assert_int_equal(add(mesh, cut, 2), WEND_OK);
    const wend_node left = wend_mesh_locate(mesh, -15, -15, 0);
    const wend_node right = wend_mesh_locate(mesh, 5, -15, 0);
    assert_int_not_equal(wend_mesh_get_polygon(mesh, left).island,
                         wend_mesh_get_polygon(mesh, right).island);
    assert_int_equal(add(mesh, cut, 1), WEND_OK);
    assert_int_equal(wend_mesh_get_polygon(mesh, left).island,
                     wend_mesh_get_polygon(mesh, right).island);
    assert_int_equal(wend_mesh_drop_tile(mesh, (wend_mesh_tile_id){-2, -2}), WEND_OK);
    uint32_t hits = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        assert_int_equal(wend_mesh_random_location(mesh, 1, i, 3, &at), WEND_OK);
        assert_true(at.x >= -10 && at.x <= 10);
        hits += at.x > 0 ? 1 : 0;
    }
    assert_true(hits > DRAWS / 3 && hits < DRAWS - DRAWS / 3);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

static void what_has_no_room_is_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = empty_mesh(cut, 1);
    assert_int_equal(add(mesh, cut, 0), WEND_OK);
    const uint64_t hash = wend_mesh_hash(mesh);
    assert_int_equal(add(mesh, cut, 1), WEND_ERROR_FULL);
    assert_int_equal(add(mesh, cut, 0), WEND_ERROR_ARGUMENT);
    wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    wend_mesh *small = NULL;
    def.max_tiles = 1;
    def.max_corners = 3;
    assert_int_equal(wend_mesh_create_tiles(&def, &small), WEND_OK);
    assert_int_equal(add(small, cut, 0), WEND_ERROR_FULL);
    assert_non_null(strstr(wend_mesh_error(small), "1 polygons and 4 corners"));
    wend_mesh_cut *again = NULL;
    assert_int_equal(wend_mesh_cut_create(mesh, 10, NULL, &again, &message), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "wend_mesh_save_tile"));
    assert_true(wend_mesh_hash(mesh) == hash);
    wend_mesh_destroy(small);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

static void bytes_of_other_things_are_refused(void **state)
{
    (void)state;
    wend_message message;
    wend_mesh_tile_info info;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = empty_mesh(cut, 1);
    static const uint8_t garbage[500] = "garbage";
    static const size_t counts[4] = {0, 3, 7, sizeof garbage};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(wend_mesh_add_tile(mesh, garbage, counts[i], &message), WEND_ERROR_FILE);
        assert_string_equal(message.text, "wend_mesh_add_tile: these are not the bytes of a tile");
        assert_int_equal(wend_mesh_tile_read_info(garbage, counts[i], &info, &message),
                         WEND_ERROR_FILE);
        assert_non_null(strstr(message.text, "these are not the bytes of a tile"));
    }
    size_t count = 0;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, 0, &count);
    assert_int_equal(wend_mesh_add_tile(mesh, bytes, count - 1, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "the data ends"));
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

/* The polygons of a mesh of tiles are places, which tiles take and leave. */
static void the_number_of_polygons_is_that_of_the_room(void **state)
{
    (void)state;
    wend_mesh_cut *cut = cut_field();
    wend_mesh *mesh = empty_mesh(cut, 4);
    const uint32_t count = wend_mesh_polygon_count(mesh);
    assert_true(count >= 4);
    for (uint32_t i = 0; i < count; i++) {
        const wend_mesh_polygon place = wend_mesh_get_polygon(mesh, i);
        assert_int_equal(place.count, 0);
        assert_false(place.is_open);
    }
    assert_int_equal(add(mesh, cut, 0), WEND_OK);
    assert_int_equal(wend_mesh_polygon_count(mesh), count);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
}

/* The tile of another cut has the same edge in another place. */
static void edges_that_differ_stay_walls(void **state)
{
    (void)state;
    static const wend_vec3 points[6] = {{0, 0, 0},   {10, 0, 0},  {20, 0, 0},
                                        {20, 10, 0}, {10, 10, 0}, {0, 10, 0}};
    static const uint32_t corners[8] = {0, 1, 4, 5, 1, 2, 3, 4};
    static const uint32_t sizes[2] = {4, 4};
    wend_mesh_cut *cuts[2];
    for (int i = 0; i < 2; i++) {
        wend_vec3 moved[6];
        memcpy(moved, points, sizeof moved);
        moved[4].y += i;
        wend_mesh *mesh = meshes_of(moved, 6, corners, sizes, 2);
        assert_int_equal(wend_mesh_cut_create(mesh, 10, NULL, &cuts[i], NULL), WEND_OK);
        wend_mesh_destroy(mesh);
    }
    wend_mesh *mesh = empty_mesh(cuts[0], 2);
    assert_int_equal(add(mesh, cuts[0], 0), WEND_OK);
    assert_int_equal(add(mesh, cuts[1], 1), WEND_OK);
    assert_true(meshes_cost(mesh, (wend_vec2){5, 5}, (wend_vec2){15, 5}) < 0);
    assert_int_equal(wend_mesh_drop_tile(mesh, (wend_mesh_tile_id){1, 0}), WEND_OK);
    assert_int_equal(add(mesh, cuts[0], 1), WEND_OK);
    assert_true(fabs(meshes_cost(mesh, (wend_vec2){5, 5}, (wend_vec2){15, 5}) - 10) < 1e-12);
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cuts[0]);
    wend_mesh_cut_destroy(cuts[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_have_the_names_of_their_squares),
        cmocka_unit_test(a_tile_joins_those_beside_it),
        cmocka_unit_test(a_path_over_a_dropped_tile_is_not_valid),
        cmocka_unit_test(an_obstacle_stays_while_its_ground_goes_and_comes),
        cmocka_unit_test(a_link_is_closed_until_both_ends_are_there),
        cmocka_unit_test(edits_of_a_tile_are_in_its_saved_bytes_alone),
        cmocka_unit_test(islands_and_random_locations_follow_the_tiles),
        cmocka_unit_test(what_has_no_room_is_refused),
        cmocka_unit_test(bytes_of_other_things_are_refused),
        cmocka_unit_test(the_number_of_polygons_is_that_of_the_room),
        cmocka_unit_test(edges_that_differ_stay_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mesh searches between corners, which belong to several polygons, on an allocator that fails at
 * every call in turn: each says so or answers as ever, and leaks nothing. */
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/test.h"

#include "wend/mesh_search.h"

enum { GOALS = 5, LISTED = 64 };

typedef struct one {
    const wend_mesh_space *space;
    wend_mesh_search_query query;
    bool is_known; /* the results of the first run, without failures */
    wend_mesh_search_answer answer;
    size_t polygon_count;
} one;

static wend_result ask(wend_allocator allocator, void *context)
{
    one *o = context;
    wend_mesh_search_answer answer = {0};
    wend_mesh_search *search = NULL;
    wend_node polygons[LISTED];
    size_t count = 0;
    wend_result result = wend_mesh_search_create(o->space, &allocator, &search);
    result = result == WEND_OK ? wend_mesh_search_find(search, &o->query) : result;
    result = result >= 0 ? wend_mesh_search_polygons(search, polygons, LISTED, &count) : result;
    if (result >= 0) {
        wend_mesh_search_get_answer(search, &answer);
        o->answer = o->is_known ? o->answer : answer;
        o->polygon_count = o->is_known ? o->polygon_count : count;
        assert_int_equal(answer.result, o->answer.result);
        assert_memory_equal(&answer.length, &o->answer.length, sizeof answer.length);
        assert_int_equal(count, o->polygon_count);
    }
    wend_mesh_search_destroy(search);
    return result;
}

static wend_mesh_location corner_of(const wend_mesh *mesh, uint64_t seed, uint64_t draw)
{
    const uint32_t corner = wend_random_below(seed, draw, 0, wend_mesh_corner_count(mesh));
    const wend_vec3 at = wend_mesh_corner(mesh, corner);
    return wend_mesh_location_at(at.x, at.y, at.z);
}

static void mesh_search_between_corners_says_so(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; ++seed) {
        gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 8);
        wend_mesh *mesh = gen_mesh_build(&gen, NULL);
        gen_mesh_free(&gen);
        wend_mesh_space *space = mesh_spaces_on(mesh);
        wend_mesh_location goals[GOALS];
        for (size_t k = 0; k < GOALS; ++k) {
            goals[k] = corner_of(mesh, seed, k);
        }
        for (int k = 0; k < 2 * WEND_MESH_METHOD_COUNT; ++k) {
            one o = {.space = space, .query = wend_mesh_search_query_default()};
            o.query.start = corner_of(mesh, seed, GOALS);
            o.query.method = (wend_mesh_method)(k / 2);
            o.query.goal_kind = k % 2 == 0 ? WEND_MESH_GOAL_LOCATION : WEND_MESH_GOAL_SET;
            o.query.goal = goals[0];
            o.query.goals = goals;
            o.query.goal_count = GOALS;
            assert_true(ask((wend_allocator){NULL, NULL}, &o) >= 0);
            o.is_known = true;
            assert_true(fault_run(ask, &o) > 1);
        }
        wend_mesh_space_destroy(space);
        wend_mesh_destroy(mesh);
    }
}

/* Two rooms that touch in a point, and a third one that a link leads to from the first. */
static wend_mesh *rooms(void)
{
    static const wend_vec3 points[] = {{0, 0, 0},   {10, 0, 0},  {10, 10, 0}, {0, 10, 0},
                                       {20, 10, 0}, {20, 20, 0}, {10, 20, 0}, {30, 0, 0},
                                       {40, 0, 0},  {40, 10, 0}, {30, 10, 0}};
    static const uint32_t corners[] = {0, 1, 2, 3, 2, 4, 5, 6, 7, 8, 9, 10};
    static const uint32_t sizes[] = {4, 4, 4};
    wend_mesh *mesh = meshes_of(points, 11, corners, sizes, 3);
    meshes_link(mesh, (wend_vec2){1, 1}, (wend_vec2){35, 5}, true);
    return mesh;
}

static void mesh_search_from_a_corner_between_rooms_says_so(void **state)
{
    (void)state;
    const wend_mesh_location corner = wend_mesh_location_at(10, 10, 0);
    const wend_mesh_location others[] = {wend_mesh_location_at(5, 5, 0),
                                         wend_mesh_location_at(15, 15, 0),
                                         wend_mesh_location_at(35, 8, 0)};
    wend_mesh *mesh = rooms();
    wend_mesh_space *space = mesh_spaces_on(mesh);
    for (int k = 0; k < 3 * 3 * WEND_MESH_METHOD_COUNT; ++k) {
        const wend_mesh_location other = others[k % 3];
        one o = {.space = space, .query = wend_mesh_search_query_default()};
        o.query.method = (wend_mesh_method)(k / 9);
        o.query.start = k / 3 % 3 == 0 ? corner : other;
        o.query.goal = k / 3 % 3 == 0 ? other : corner;
        o.query.goal_kind = k / 3 % 3 == 2 ? WEND_MESH_GOAL_SET : WEND_MESH_GOAL_LOCATION;
        o.query.goals = &corner;
        o.query.goal_count = 1;
        assert_int_equal(ask((wend_allocator){NULL, NULL}, &o), WEND_OK);
        o.is_known = true;
        assert_true(fault_run(ask, &o) > 1);
    }
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_search_between_corners_says_so),
        cmocka_unit_test(mesh_search_from_a_corner_between_rooms_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Takes: one mesh search for each question, from corners to corners, on an allocator that fails at
 * every call in turn.
 * Gives: proof that each says so and leaks nothing: ends at corners belong to several polygons, all
 * of which are listed, and goals and the polygons of a path are lists that grow.
 * Cost: a moment. */
#include "fault.h"
#include "gen_mesh.h"
#include "test.h"

#include "wend/mesh_search.h"

enum { GOALS = 5, LISTED = 64 };

typedef struct one {
    const wend_mesh_space *space;
    wend_mesh_query query;
} one;

static wend_result ask(wend_allocator allocator, void *context)
{
    const one *o = context;
    wend_mesh_search *search = NULL;
    wend_node polygons[LISTED];
    size_t count = 0;
    wend_result result = wend_mesh_search_create(o->space, &allocator, &search);
    result = result == WEND_OK ? wend_mesh_search_find(search, &o->query) : result;
    result = result >= 0 ? wend_mesh_search_polygons(search, polygons, LISTED, &count) : result;
    wend_mesh_search_destroy(search);
    return result;
}

static wend_mesh_place corner_of(const wend_mesh *mesh, uint64_t seed, uint64_t draw)
{
    const uint32_t corner = wend_random_below(seed, draw, 0, wend_mesh_corner_count(mesh));
    const wend_vec3 at = wend_mesh_corner(mesh, corner);
    return wend_mesh_place_at(at.x, at.y, at.z);
}

static void mesh_search_between_corners_says_so(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; ++seed) {
        gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 8);
        wend_mesh *mesh = gen_mesh_build(&gen, NULL);
        gen_mesh_free(&gen);
        wend_mesh_space_def def = wend_mesh_space_def_default();
        wend_mesh_space *space;
        def.mesh = mesh;
        assert_int_equal(wend_mesh_space_create(&def, &space), WEND_OK);
        wend_mesh_place goals[GOALS];
        for (size_t k = 0; k < GOALS; ++k) {
            goals[k] = corner_of(mesh, seed, k);
        }
        for (int k = 0; k < 2 * WEND_MESH_METHOD_COUNT; ++k) {
            one o = {space, wend_mesh_query_default()};
            o.query.start = corner_of(mesh, seed, GOALS);
            o.query.method = (wend_mesh_method)(k / 2);
            o.query.goal_kind = k % 2 == 0 ? WEND_MESH_GOAL_PLACE : WEND_MESH_GOAL_SET;
            o.query.goal = goals[0];
            o.query.goals = goals;
            o.query.goal_count = GOALS;
            assert_true(fault_run(ask, &o) > 1);
        }
        wend_mesh_space_destroy(space);
        wend_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_search_between_corners_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mesh searches for discs with an allocator that fails at every call in turn: a failure returns its
 * error, leaks nothing, and leaves a search that works. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_search.h"

/* A ring of eight squares around a pillar, with a link across. */
static wend_mesh *make_mesh(void)
{
    wend_vec3 points[16];
    uint32_t corners[32];
    uint32_t sizes[8];
    size_t polygons = 0;
    for (uint32_t i = 0; i < 16; i++) {
        points[i] = (wend_vec3){2 * (i % 4), 2 * (i / 4), 0};
    }
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t at = i / 3 * 4 + i % 3;
        if (i != 4) {
            corners[4 * polygons] = at;
            corners[4 * polygons + 1] = at + 1;
            corners[4 * polygons + 2] = at + 5;
            corners[4 * polygons + 3] = at + 4;
            sizes[polygons++] = 4;
        }
    }
    wend_mesh *mesh = meshes_of(points, 16, corners, sizes, polygons);
    meshes_link(mesh, (wend_vec2){1, 5}, (wend_vec2){5, 5}, false);
    return mesh;
}

static bool is_last(void *user, wend_node polygon)
{
    return polygon + 1 == wend_mesh_polygon_count(user);
}

static wend_result ask(wend_mesh_search *search, wend_mesh *mesh, uint64_t max_steps,
                       wend_mesh_goal_kind kind, wend_corners corners)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(1, 1, 0);
    query.goal = wend_mesh_location_at(5, 5.2, 0);
    query.goal_kind = kind;
    query.is_goal = is_last;
    query.user = mesh;
    query.radius = 0.5;
    query.corners = corners;
    query.max_steps = max_steps;
    return wend_mesh_search_find(search, &query);
}

static wend_result ask_all(wend_allocator allocator, void *context)
{
    wend_mesh *mesh = context;
    wend_mesh_search *search = NULL;
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wend_result first = wend_mesh_search_create(space, &allocator, &search);
    for (int i = 0; i < 3 && search != NULL; i++) {
        const wend_result result = ask(search, mesh, i == 2 ? 5 : 0,
                                       i == 1 ? WEND_MESH_GOAL_PREDICATE : WEND_MESH_GOAL_LOCATION,
                                       i == 0 ? WEND_CORNERS_MITRED : WEND_CORNERS_ROUND);
        first = first >= 0 && result < 0 ? result : first;
        if (result < 0) {
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_string_not_equal(wend_mesh_search_error(search), "");
        } else {
            assert_int_equal(result, i == 2 ? WEND_PARTIAL : WEND_OK);
        }
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    return first;
}

static void mesh_disc_without_memory_fails_and_leaks_nothing(void **state)
{
    (void)state;
    wend_mesh *mesh = make_mesh();
    assert_true(fault_run(ask_all, mesh) > 10);
    wend_mesh_destroy(mesh);
}

/* The second time around nothing is allocated. */
static void mesh_disc_warm_search_takes_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    wend_mesh *mesh = make_mesh();
    wend_mesh_search *search = NULL;
    wend_mesh_space *space = mesh_spaces_on(mesh);
    assert_int_equal(wend_mesh_search_create(space, &allocator, &search), WEND_OK);
    assert_int_equal(ask(search, mesh, 0, WEND_MESH_GOAL_LOCATION, WEND_CORNERS_ROUND), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(ask(search, mesh, 0, WEND_MESH_GOAL_LOCATION, WEND_CORNERS_ROUND), WEND_OK);
    assert_int_equal(heap.calls, 0);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_disc_without_memory_fails_and_leaks_nothing),
        cmocka_unit_test(mesh_disc_warm_search_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

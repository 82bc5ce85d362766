/* Spaces and searches of meshes with allocations that fail in turn can be used afterwards, and warm
 * searches allocate nothing. */
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/test.h"

#include "wend/mesh_search.h"

static wend_mesh_location middle(const wend_mesh *mesh, wend_node polygon)
{
    const wend_vec2 at = wend_mesh_get_polygon(mesh, polygon).centroid;
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
    place.polygon = polygon;
    return place;
}

static wend_mesh *make_mesh(void)
{
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 4, 9);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    assert_non_null(mesh);
    assert_true(wend_mesh_polygon_count(mesh) > 12);
    return mesh;
}

static wend_mesh_link_id add_link(wend_mesh *mesh)
{
    wend_mesh_link link = wend_mesh_link_default();
    link.from = middle(mesh, 1);
    link.to = middle(mesh, wend_mesh_polygon_count(mesh) - 2);
    link.is_two_way = true;
    wend_mesh_link_id id = meshes_add_link(mesh, link);
    return id;
}

static bool is_last(void *user, wend_node polygon)
{
    return polygon + 1 == wend_mesh_polygon_count(user);
}

/* One query of each method and kind of goal; an error leaves a search that still works. */
static wend_result ask_all(wend_mesh_search *search, wend_mesh *mesh)
{
    const wend_mesh_location goals[] = {middle(mesh, 3),
                                        middle(mesh, wend_mesh_polygon_count(mesh) - 1)};
    wend_result first = WEND_OK;
    for (int i = 0; i < 3 * WEND_MESH_METHOD_COUNT; ++i) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.method = (wend_mesh_method)(i % WEND_MESH_METHOD_COUNT);
        query.goal_kind = (wend_mesh_goal_kind)(i / WEND_MESH_METHOD_COUNT);
        query.start = middle(mesh, 0);
        query.goal = goals[1];
        query.goals = goals;
        query.goal_count = 2;
        query.is_goal = is_last;
        query.user = mesh;
        const wend_result result = wend_mesh_search_find(search, &query);
        assert_true(result >= 0 || result == WEND_ERROR_MEMORY);
        assert_int_equal(wend_mesh_search_error(search)[0] != '\0', result < 0);
        first = first < 0 || result >= 0 ? first : result;
    }
    return first;
}

static wend_result use_space(wend_allocator allocator, void *context)
{
    wend_mesh *mesh = context;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *space;
    wend_message message;
    def.mesh = mesh;
    def.allocator = allocator;
    def.message = &message;
    wend_result result = wend_mesh_space_create(&def, &space);
    assert_int_equal(space != NULL, result == WEND_OK);
    assert_int_equal(message.text[0] != '\0', result != WEND_OK);
    for (int i = 0; i < 3 && space != NULL; ++i) {
        /* Only links, then polygons too. */
        const wend_mesh_link_id id = add_link(mesh);
        assert_int_equal(wend_mesh_set_open(mesh, 2, i == 1), WEND_OK);
        wend_result updated = wend_mesh_space_update(space);
        wend_mesh_search *search = mesh_searches_on(space);
        if (updated != WEND_OK) {
            wend_mesh_search_query query = wend_mesh_search_query_default();
            query.start = query.goal = middle(mesh, 0);
            assert_int_equal(wend_mesh_search_start(search, &query), WEND_ERROR_STALE);
            result = result < 0 ? result : updated;
            updated = wend_mesh_space_update(space);
        }
        if (updated == WEND_OK) {
            assert_int_equal(ask_all(search, mesh), WEND_OK);
        }
        wend_mesh_search_destroy(search);
        assert_int_equal(wend_mesh_remove_link(mesh, id), WEND_OK);
    }
    wend_mesh_space_destroy(space);
    return result;
}

static void mesh_space_without_memory_is_stale_until_updated(void **state)
{
    (void)state;
    wend_mesh *mesh = make_mesh();
    assert_true(fault_run(use_space, mesh) > 30);
    wend_mesh_destroy(mesh);
}

typedef struct world {
    wend_mesh *mesh;
    wend_mesh_space *space;
} world;

static world make_world(void)
{
    world w = {.mesh = make_mesh()};
    (void)add_link(w.mesh);
    w.space = mesh_spaces_on(w.mesh);
    return w;
}

static wend_result use_search(wend_allocator allocator, void *context)
{
    const world *w = context;
    wend_mesh_search *search;
    const wend_result created = wend_mesh_search_create(w->space, &allocator, &search);
    assert_int_equal(search != NULL, created == WEND_OK);
    const wend_result result = created == WEND_OK ? ask_all(search, w->mesh) : created;
    wend_mesh_search_destroy(search);
    return result;
}

static void mesh_search_without_memory_says_so(void **state)
{
    (void)state;
    world w = make_world();
    assert_true(fault_run(use_search, &w) > 8);
    wend_mesh_space_destroy(w.space);
    wend_mesh_destroy(w.mesh);
}

static void mesh_search_warm_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    world w = make_world();
    const wend_allocator allocator = fault_heap_allocator(&heap);
    wend_mesh_search *search;
    assert_int_equal(wend_mesh_search_create(w.space, &allocator, &search), WEND_OK);
    assert_int_equal(ask_all(search, w.mesh), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(ask_all(search, w.mesh), WEND_OK);
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    assert_int_equal(answer.memory_bytes, atomic_load(&heap.live_bytes));
    wend_mesh_search_destroy(search);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    wend_mesh_space_destroy(w.space);
    wend_mesh_destroy(w.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_space_without_memory_is_stale_until_updated),
        cmocka_unit_test(mesh_search_without_memory_says_so),
        cmocka_unit_test(mesh_search_warm_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

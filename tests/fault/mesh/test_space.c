/* Spaces of meshes that are built or updated with allocations that fail in turn: a space whose update
 * failed is stale and refuses queries, and the next update makes it equal to a new one. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"

#include "route/mesh_space/space.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_overlay.h"

#include <string.h>

enum { WIDTH = 9, HEIGHT = 3, QUERIES = 8 };

static const char *const hall[] = {".........", "##.#####.", "........."};

typedef struct update_case {
    bool is_deferred; /* the first update of a deferred space, else those after edits */
    bool is_sliced;
} update_case;

static void place_box(wend_mesh *mesh, wend_vec2 at)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id id;
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = at;
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &id, NULL), WEND_OK);
}

/* Areas, obstacles, links and shapes, by turns. */
static void edit(wend_mesh *mesh, uint32_t round)
{
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    wend_overlay_id id;
    switch (round) {
    case 0:
        assert_int_equal(wend_mesh_set_area(mesh, 4, 3), WEND_OK);
        assert_int_equal(wend_mesh_set_factor(mesh, 3, 2.5), WEND_OK);
        break;
    case 1: /* makes room for pieces */
        place_box(mesh, (wend_vec2){35, 5});
        break;
    case 2:
        place_box(mesh, (wend_vec2){60, 24});
        meshes_link(mesh, (wend_vec2){5, 5}, (wend_vec2){5, 25}, false);
        break;
    default:
        assert_int_equal(wend_mesh_add_overlay(mesh, &def, &id, NULL), WEND_OK);
        for (uint32_t k = 0; k < 12; k++) {
            const wend_vec2 at = {5.0 + 7 * k, 5};
            assert_int_equal(wend_mesh_overlay_add(mesh, id, at, 3, WEND_OVERLAY_ONE), WEND_OK);
        }
        break;
    }
}

static wend_mesh_space *make_space(const wend_mesh *mesh, bool is_deferred,
                                   wend_allocator allocator)
{
    wend_mesh_space *space = NULL;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    def.is_deferred = is_deferred;
    def.allocator = allocator;
    assert_int_equal(wend_mesh_space_create(&def, &space), WEND_OK);
    return space;
}

static wend_mesh_search_query query_of(uint64_t k)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.method = k % 2 == 0 ? WEND_MESH_METHOD_EXACT : WEND_MESH_METHOD_MIDPOINT;
    query.start =
        wend_mesh_location_at(10 * WIDTH * wend_random_unit(3, k, 0), k % 4 < 2 ? 5 : 25, 0);
    query.goal = wend_mesh_location_at(10 * WIDTH * wend_random_unit(3, k, 1), 25, 0);
    return query;
}

static void check_refused(const wend_mesh_space *space, wend_mesh_search *search)
{
    const wend_mesh_search_query query = query_of(0);
    assert_false(wendi_mesh_space_is_fresh(space));
    assert_int_equal(wend_mesh_search_find(search, &query), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_mesh_search_error(search), "call wend_mesh_space_update first"));
}

static void check_as_new(const wend_mesh *mesh, const wend_mesh_space *space,
                         wend_mesh_search *search)
{
    wend_mesh_space *fresh = make_space(mesh, false, (wend_allocator){NULL, NULL});
    wend_mesh_search *other = mesh_searches_on(fresh);
    assert_int_equal(space->cells.cell_count, fresh->cells.cell_count);
    assert_int_equal(space->link_arc_count, fresh->link_arc_count);
    assert_int_equal(space->patch_count, fresh->patch_count);
    for (uint64_t k = 0; k < QUERIES; k++) {
        const wend_mesh_search_query query = query_of(k);
        wend_mesh_search_answer answers[2];
        assert_int_equal(wend_mesh_search_find(search, &query),
                         wend_mesh_search_find(other, &query));
        wend_mesh_search_get_answer(search, &answers[0]);
        wend_mesh_search_get_answer(other, &answers[1]);
        assert_int_equal(answers[0].reason, answers[1].reason);
        assert_memory_equal(&answers[0].cost, &answers[1].cost, sizeof answers[0].cost);
    }
    wend_mesh_search_destroy(other);
    wend_mesh_space_destroy(fresh);
}

static wend_result update(wend_mesh_space *space, bool is_sliced)
{
    wend_result result = is_sliced ? WEND_IN_PROGRESS : wend_mesh_space_update(space);
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(20);
        result = wend_mesh_space_update_sliced(space, &budget);
    }
    return result;
}

/* Only updates meet failures; after the first one there is memory again. */
static wend_result run(wend_allocator allocator, void *context)
{
    const update_case *c = context;
    fault_heap *heap = allocator.context;
    const fault_mode mode = heap->mode;
    wend_mesh *mesh = meshes_lattice(WIDTH, HEIGHT, 10, hall);
    heap->mode = FAULT_NONE;
    wend_mesh_space *space = make_space(mesh, c->is_deferred, allocator);
    wend_mesh_search *search = mesh_searches_on(space);
    atomic_store(&heap->calls, 0);
    heap->mode = mode;
    wend_result first = WEND_OK;
    for (uint32_t round = 0; round < 4; round++) {
        if (!c->is_deferred || round > 0) {
            edit(mesh, round);
        }
        const wend_result result = update(space, c->is_sliced);
        if (result < 0) {
            first = result;
            heap->mode = FAULT_NONE;
            check_refused(space, search);
            assert_int_equal(update(space, c->is_sliced), WEND_OK);
        }
        check_as_new(mesh, space, search);
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    return first;
}

static void mesh_space_update_without_memory_leaves_it_stale(void **state)
{
    (void)state;
    update_case cases[] = {{false, false}, {false, true}};
    assert_true(fault_run(run, &cases[0]) > 5);
    assert_true(fault_run(run, &cases[1]) > 5);
}

static void mesh_space_first_update_without_memory_leaves_it_stale(void **state)
{
    (void)state;
    update_case cases[] = {{true, false}, {true, true}};
    assert_true(fault_run(run, &cases[0]) > 20);
    assert_true(fault_run(run, &cases[1]) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_space_update_without_memory_leaves_it_stale),
        cmocka_unit_test(mesh_space_first_update_without_memory_leaves_it_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Overlays of meshes with allocations that fail in turn: what failed changed nothing, and spaces and
 * searches work afterwards. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"

static const char *const hall[] = {".........", "##.#####.", "........."};

typedef struct stage {
    wend_mesh *mesh;
    wend_overlay_id id;
} stage;

static wend_result add_shapes(stage *s)
{
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    uint64_t hash = wend_mesh_hash(s->mesh);
    wend_result result = wend_mesh_add_overlay(s->mesh, &def, &s->id, NULL);
    assert_true(result == WEND_OK || wend_mesh_hash(s->mesh) == hash);
    for (uint32_t i = 0; i < 20 && result == WEND_OK; i++) {
        hash = wend_mesh_hash(s->mesh);
        result = wend_mesh_overlay_add(s->mesh, s->id, (wend_vec2){25, 15}, 4 + 0.1 * i,
                                       9 * WEND_OVERLAY_ONE);
        assert_true(result == WEND_OK || wend_mesh_hash(s->mesh) == hash);
    }
    return result;
}

static wend_result search_on(const stage *s, const wend_mesh_space *space, wend_allocator allocator)
{
    wend_mesh_search *search;
    wend_result result = wend_mesh_search_create(space, &allocator, &search);
    for (uint32_t i = 0; i < 2 && result == WEND_OK; i++) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.start = wend_mesh_location_at(25, 2, 0);
        query.goal = wend_mesh_location_at(26, 28, 0);
        query.radius = i;
        result = wend_mesh_search_find(search, &query);
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(search, &answer);
        assert_true(result != WEND_OK || answer.cost > 100);
    }
    (void)s;
    wend_mesh_search_destroy(search);
    return result;
}

static wend_result overlays(wend_allocator allocator, void *context)
{
    static uint8_t bytes[1 << 15];
    size_t count = 0;
    (void)context;
    wend_mesh *model = meshes_lattice(9, 3, 10, hall);
    assert_int_equal(wend_mesh_save(model, bytes, sizeof bytes, &count), WEND_OK);
    wend_mesh_destroy(model);
    stage s = {NULL, {0, 0}};
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = allocator;
    wend_result result = wend_mesh_load(&def, bytes, count, &s.mesh);
    if (result != WEND_OK) {
        return result;
    }
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = s.mesh;
    space_def.allocator = allocator;
    wend_mesh_space *space = NULL;
    result = wend_mesh_space_create(&space_def, &space);
    result = result == WEND_OK ? add_shapes(&s) : result;
    result = result == WEND_OK ? wend_mesh_space_update(space) : result;
    result = result == WEND_OK ? search_on(&s, space, allocator) : result;
    if (result == WEND_OK) {
        assert_int_equal(wend_mesh_save(s.mesh, bytes, sizeof bytes, &count), WEND_OK);
        wend_mesh *loaded = NULL;
        result = wend_mesh_load(&def, bytes, count, &loaded);
        assert_true(result != WEND_OK || wend_mesh_hash(loaded) == wend_mesh_hash(s.mesh));
        wend_mesh_destroy(loaded);
    }
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(s.mesh);
    return result;
}

static void mesh_overlays_survive_failed_allocations(void **state)
{
    (void)state;
    assert_true(fault_run(overlays, NULL) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_overlays_survive_failed_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A corridor whose allocations fail in turn has a valid path or none, and works afterwards. */
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/test.h"

#include "wend/mesh_corridor.h"
#include "wend/mesh_path.h"

static wend_mesh_location middle(const wend_mesh *mesh, wend_node polygon)
{
    const wend_vec2 at = wend_mesh_get_polygon(mesh, polygon).centroid;
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
    place.polygon = polygon;
    return place;
}

typedef struct stage {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_corridor *corridor;
} stage;

static bool is_valid(const stage *s)
{
    wend_mesh_location corners[64];
    wend_mesh_corridor_answer a;
    size_t count = 0;
    wend_mesh_corridor_get_answer(s->corridor, &a);
    bool ok = wend_mesh_corridor_corners(s->corridor, corners, 64, &count) == WEND_OK;
    for (size_t i = 1; i < count && ok; ++i) {
        ok = wend_mesh_space_can_walk(s->space, corners[i - 1], corners[i], 0, NULL, NULL);
    }
    return ok && (a.result != WEND_OK || count >= 2);
}

/* Back and forth. */
static wend_result walk(stage *s)
{
    const wend_mesh_location from = middle(s->mesh, 0);
    const wend_mesh_location to = middle(s->mesh, wend_mesh_polygon_count(s->mesh) - 1);
    wend_result result = wend_mesh_corridor_set(s->corridor, from, to);
    for (int tick = 0; tick < 40 && result == WEND_OK; ++tick) {
        const wend_mesh_location aim = middle(s->mesh, (wend_node)(tick % 9));
        result = wend_mesh_corridor_move(s->corridor, aim.x, aim.y);
        assert_true(is_valid(s));
        if (result == WEND_OK || result == WEND_NO_PATH) {
            result = wend_mesh_corridor_move_target(s->corridor, aim.y, aim.x);
            assert_true(is_valid(s));
        }
        if (result == WEND_OK || result == WEND_NO_PATH) {
            result = wend_mesh_corridor_update(s->corridor, NULL);
            assert_true(is_valid(s));
        }
        assert_true(result >= 0 || result == WEND_ERROR_MEMORY);
        result = result == WEND_NO_PATH ? WEND_OK : result;
    }
    return result;
}

static wend_result walk_with(wend_allocator allocator, void *context)
{
    stage s = *(const stage *)context;
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    def.space = s.space;
    def.allocator = allocator;
    wend_result result = wend_mesh_corridor_create(&def, &s.corridor);
    assert_true((result == WEND_OK) == (s.corridor != NULL));
    if (result == WEND_OK) {
        result = walk(&s);
        (void)walk(&s); /* it can be used afterwards */
    }
    wend_mesh_corridor_destroy(s.corridor);
    return result;
}

static void corridor_without_memory_says_so(void **state)
{
    (void)state;
    stage s;
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 4, 9);
    s.mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    assert_non_null(s.mesh);
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = s.mesh;
    assert_int_equal(wend_mesh_space_create(&space_def, &s.space), WEND_OK);
    assert_true(fault_run(walk_with, &s) > 8);
    wend_mesh_space_destroy(s.space);
    wend_mesh_destroy(s.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridor_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Meshes of tiles with allocations that fail in turn: what failed changed nothing. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_tiles.h"

static const char *const hall[] = {".........", "##.#####.", "........."};

static wend_result add(wend_mesh *mesh, const wend_mesh_cut *cut, size_t index)
{
    const uint64_t hash = wend_mesh_hash(mesh);
    size_t count;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, index, &count);
    const wend_result result = wend_mesh_add_tile(mesh, bytes, count, NULL);
    assert_true(result == WEND_OK || wend_mesh_hash(mesh) == hash);
    return result;
}

/* An obstacle over each border, then tiles that come, go and come again. */
static wend_result edit(wend_mesh *mesh, const wend_mesh_cut *cut)
{
    const size_t count = wend_mesh_cut_count(cut);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < 8 && result == WEND_OK; i++) {
        wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
        wend_mesh_obstacle_id id;
        def.centre = (wend_vec2){10.0 * i + 9, 4 + 3.0 * (i % 4)};
        def.radius = 2.25;
        result = wend_mesh_add_obstacle(mesh, &def, &id, NULL);
        if (result == WEND_OK) {
            result = add(mesh, cut, i % count);
            result = result == WEND_ERROR_ARGUMENT ? WEND_OK : result;
        }
    }
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        size_t length;
        wend_mesh_tile_info info;
        const uint8_t *bytes = wend_mesh_cut_tile(cut, i, &length);
        assert_int_equal(wend_mesh_tile_read_info(bytes, length, &info, NULL), WEND_OK);
        if (!wend_mesh_has_tile(mesh, info.id)) {
            result = add(mesh, cut, i);
            continue;
        }
        const uint64_t hash = wend_mesh_hash(mesh);
        result = wend_mesh_drop_tile(mesh, info.id);
        assert_true(result == WEND_OK || wend_mesh_hash(mesh) == hash);
        result = result == WEND_OK ? add(mesh, cut, i) : result;
        assert_true(result != WEND_OK || wend_mesh_hash(mesh) == hash || i + 1 < count);
    }
    return result;
}

static wend_result tiles(wend_allocator allocator, void *context)
{
    static uint8_t bytes[1 << 16];
    size_t count = 0;
    (void)context;
    wend_mesh *model = meshes_lattice(9, 3, 10, hall);
    wend_mesh_cut *cut = NULL;
    wend_mesh *mesh = NULL;
    wend_result result = wend_mesh_cut_create(model, 25, &allocator, &cut, NULL);
    wend_mesh_destroy(model);
    if (result == WEND_OK) {
        wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
        def.max_tiles = 9;
        def.allocator = allocator;
        result = wend_mesh_create_tiles(&def, &mesh);
    }
    result = result == WEND_OK ? edit(mesh, cut) : result;
    if (result == WEND_OK) {
        assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
        wend_mesh_def def = wend_mesh_def_default();
        wend_mesh *loaded = NULL;
        def.allocator = allocator;
        result = wend_mesh_load(&def, bytes, count, &loaded);
        assert_true(result != WEND_OK || wend_mesh_hash(loaded) == wend_mesh_hash(mesh));
        wend_mesh_destroy(loaded);
    }
    wend_mesh_destroy(mesh);
    wend_mesh_cut_destroy(cut);
    return result;
}

static void mesh_tiles_survive_failed_allocations(void **state)
{
    (void)state;
    assert_true(fault_run(tiles, NULL) > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_tiles_survive_failed_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

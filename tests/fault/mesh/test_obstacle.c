/* Obstacles of meshes with allocations that fail in turn: what failed changed nothing. */
#include "support/fault.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_overlay.h"
#include "wend/mesh_search.h"

static const char *const hall[] = {".........", "##.#####.", "........."};

enum { COUNT = 12 };

static wend_mesh_obstacle_def obstacle(uint32_t i)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.centre = (wend_vec2){5 + 6.0 * i, 3 + 2.0 * (i % 3)};
    def.radius = 1.5 + 0.25 * i;
    return def;
}

/* The last block first. */
static void backwards(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                      void *job_context)
{
    (void)context;
    for (size_t k = (item_count + block_items - 1) / block_items; k-- > 0;) {
        const size_t end = (k + 1) * block_items;
        job(job_context, k * block_items, end < item_count ? end : item_count);
    }
}

/* Adds one after the other, moves all at once, removes every second one. */
static wend_result edit(wend_mesh *mesh)
{
    wend_mesh_obstacle_id ids[COUNT];
    wend_mesh_obstacle_def defs[COUNT];
    wend_result result = WEND_OK;
    const wend_executor executor = {.parallel_for = backwards};
    assert_int_equal(wend_mesh_set_executor(mesh, &executor), WEND_OK);
    for (uint32_t i = 0; i < COUNT && result == WEND_OK; i++) {
        const uint64_t hash = wend_mesh_hash(mesh);
        defs[i] = obstacle(i);
        result = wend_mesh_add_obstacle(mesh, &defs[i], &ids[i], NULL);
        assert_true(result == WEND_OK || wend_mesh_hash(mesh) == hash);
    }
    if (result == WEND_OK) {
        const uint64_t hash = wend_mesh_hash(mesh);
        for (uint32_t i = 0; i < COUNT; i++) {
            defs[i].centre.y += 17;
        }
        result = wend_mesh_set_obstacles(mesh, ids, defs, COUNT, NULL);
        assert_true(result == WEND_OK || wend_mesh_hash(mesh) == hash);
    }
    for (uint32_t i = 0; i < COUNT && result == WEND_OK; i += 2) {
        const uint64_t hash = wend_mesh_hash(mesh);
        result = wend_mesh_remove_obstacle(mesh, ids[i]);
        assert_true(result == WEND_OK || wend_mesh_hash(mesh) == hash);
    }
    return result;
}

static wend_result obstacles(wend_allocator allocator, void *context)
{
    static uint8_t bytes[1 << 15];
    size_t count = 0;
    (void)context;
    wend_mesh *model = meshes_lattice(9, 3, 10, hall);
    assert_int_equal(wend_mesh_save(model, bytes, sizeof bytes, &count), WEND_OK);
    wend_mesh_destroy(model);
    wend_mesh *mesh;
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = allocator;
    wend_result result = wend_mesh_load(&def, bytes, count, &mesh);
    result = result == WEND_OK ? edit(mesh) : result;
    if (result == WEND_OK) {
        assert_int_equal(wend_mesh_save(mesh, bytes, sizeof bytes, &count), WEND_OK);
        wend_mesh *loaded = NULL;
        result = wend_mesh_load(&def, bytes, count, &loaded);
        assert_true(result != WEND_OK || wend_mesh_hash(loaded) == wend_mesh_hash(mesh));
        wend_mesh_destroy(loaded);
    }
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_obstacles_survive_failed_allocations(void **state)
{
    (void)state;
    assert_true(fault_run(obstacles, NULL) > 20);
}

/* A mesh with obstacles, links, an overlay and a door goes back to another such state: a restore that
 * fails changes nothing, and can be tried again. */
static wend_result restoring(wend_allocator allocator, void *context)
{
    static uint8_t bytes[1 << 16];
    static uint8_t plain[1 << 15];
    size_t count = 0;
    size_t plain_count = 0;
    (void)context;
    wend_mesh *model = meshes_lattice(9, 3, 10, hall);
    assert_int_equal(wend_mesh_save(model, plain, sizeof plain, &plain_count), WEND_OK);
    assert_int_equal(edit(model), WEND_OK);
    for (uint32_t i = 0; i < 20; i++) {
        (void)meshes_link(model, (wend_vec2){5, 5}, (wend_vec2){85, 5}, true);
    }
    const wend_mesh_overlay_def overlay_def = wend_mesh_overlay_def_default();
    wend_overlay_id overlay;
    assert_int_equal(wend_mesh_add_overlay(model, &overlay_def, &overlay, NULL), WEND_OK);
    assert_int_equal(wend_mesh_overlay_add(model, overlay, (wend_vec2){5, 5}, 3, 512), WEND_OK);
    assert_int_equal(wend_mesh_set_open(model, 0, false), WEND_OK);
    const uint64_t wanted = wend_mesh_hash(model);
    assert_int_equal(wend_mesh_save(model, bytes, sizeof bytes, &count), WEND_OK);
    wend_mesh_destroy(model);
    wend_mesh *mesh;
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = allocator;
    wend_result result = wend_mesh_load(&def, plain, plain_count, &mesh);
    if (result == WEND_OK) {
        const wend_mesh_obstacle_def other = obstacle(1);
        wend_mesh_obstacle_id id;
        result = wend_mesh_add_obstacle(mesh, &other, &id, NULL);
    }
    if (result == WEND_OK) {
        const uint64_t hash = wend_mesh_hash(mesh);
        const uint64_t revision = wend_mesh_revision(mesh);
        result = wend_mesh_restore(mesh, bytes, count);
        assert_true(wend_mesh_hash(mesh) == (result == WEND_OK ? wanted : hash));
        assert_true(result == WEND_OK || wend_mesh_revision(mesh) == revision);
        const wend_result again = wend_mesh_restore(mesh, bytes, count);
        assert_true(again == WEND_OK || again == WEND_ERROR_MEMORY);
        assert_true(again != WEND_OK || wend_mesh_hash(mesh) == wanted);
        result = result == WEND_OK ? again : result;
    }
    wend_mesh_destroy(mesh);
    return result;
}

static void restored_meshes_survive_failed_allocations(void **state)
{
    (void)state;
    assert_true(fault_run(restoring, NULL) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_obstacles_survive_failed_allocations),
        cmocka_unit_test(restored_meshes_survive_failed_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

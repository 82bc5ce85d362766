/* A crowd on a mesh with a planner, stairs, a lift and a door that shuts, while each allocation fails
 * in turn: failures are reported, nothing leaks, and a call that failed changed nothing.
 * Cost: some dozen runs of some ticks. */
#include "support/fault.h"
#include "support/storeys.h"
#include "support/test.h"
#include "wend/planner.h"

#include <stdlib.h>

enum { TICKS = 30, TRIES = 60 };

/* Repeats what fails: a heap that fails for good ends the run. */
static wend_result tick(wend_crowd *crowd)
{
    wend_result result = WEND_ERROR_MEMORY;
    for (int i = 0; i < TRIES && result == WEND_ERROR_MEMORY; i++) {
        const uint64_t hash = wend_crowd_hash(crowd);
        result = wend_crowd_tick(crowd);
        assert_true(result == WEND_OK || wend_crowd_hash(crowd) == hash);
    }
    return result;
}

static wend_result put_around(wend_crowd *crowd, wend_body_id *ids)
{
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){9, 3};
    def.z = 3;
    const uint64_t hash = wend_crowd_hash(crowd);
    const wend_result result = wend_crowd_add_bodies(crowd, &def, 6, ids);
    assert_true(result == WEND_OK || wend_crowd_hash(crowd) == hash);
    return result;
}

static wend_result order(wend_crowd *crowd, wend_body_id id)
{
    static const wend_route_place places[2] = {{{1, 1}, 0, 6}, {{9, 1}, 0, 0}};
    const uint64_t hash = wend_crowd_hash(crowd);
    const wend_result result = wend_crowd_set_goal_places(crowd, id, places, 2);
    assert_true(result == WEND_OK || wend_crowd_hash(crowd) == hash);
    return result;
}

/* Loads a crowd into itself. */
static wend_result save_and_load(wend_crowd *crowd)
{
    size_t count = 0;
    wend_result result = wend_crowd_save(crowd, NULL, 0, &count);
    if (result < 0) {
        return result;
    }
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    result = wend_crowd_save(crowd, bytes, count, &count);
    const uint64_t hash = wend_crowd_hash(crowd);
    result = result == WEND_OK ? wend_crowd_load(crowd, bytes, count, NULL) : result;
    assert_true(wend_crowd_hash(crowd) == hash);
    free(bytes);
    return result;
}

static wend_result run(wend_planner *planner, wend_mesh *mesh, const wend_crowd_def *def)
{
    wend_crowd *crowd = NULL;
    wend_body_id ids[6];
    wend_result result = wend_crowd_create(def, &crowd);
    result = result == WEND_OK ? put_around(crowd, ids) : result;
    result = result == WEND_OK ? order(crowd, ids[0]) : result;
    for (uint32_t i = 1; i < 6 && result == WEND_OK; i++) {
        result = wend_crowd_set_goal_at(crowd, ids[i], (wend_vec3){8 + 0.5 * i, 3, 6});
    }
    for (int i = 0; i < TICKS && result >= 0; i++) {
        if (i == TICKS / 2) {
            result = wend_mesh_set_open(mesh, storeys_room(mesh, 1, 1), false);
        }
        const wend_result updated = wend_planner_update(planner, NULL);
        result = updated < 0 ? updated : tick(crowd);
    }
    result = result >= 0 ? save_and_load(crowd) : result;
    wend_crowd_destroy(crowd);
    return result < 0 ? result : WEND_OK;
}

static wend_result play(wend_allocator allocator, void *context)
{
    wend_planner *planner = NULL;
    wend_planner_def planner_def = wend_planner_def_default();
    const wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_crowd_def def = wend_crowd_def_default();
    uint32_t profile = 0;
    (void)context;
    wend_mesh *mesh = storeys_make(3, NULL);
    (void)storeys_add_lift(mesh, 0, 2);
    planner_def.mesh = mesh;
    planner_def.max_requests = 8;
    planner_def.max_searches = 2;
    planner_def.allocator = allocator;
    wend_result result = wend_planner_create(&planner_def, &planner);
    result = result == WEND_OK ? wend_planner_add_profile(planner, &profile_def, &profile) : result;
    def.mesh = mesh;
    def.route_source = wend_route_source_from_planner(planner, profile);
    def.max_bodies = 8;
    def.allocator = allocator;
    result = result == WEND_OK ? run(planner, mesh, &def) : result;
    wend_planner_destroy(planner);
    wend_mesh_destroy(mesh);
    return result;
}

static void crowds_on_meshes_without_memory_say_so_and_leak_nothing(void **state)
{
    (void)state;
    fault_run(play, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_on_meshes_without_memory_say_so_and_leak_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

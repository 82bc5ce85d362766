/* Spaces of meshes that are built or updated in slices, with edits between them, are as new ones. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/same_space.h"
#include "support/test.h"

#include "wend/mesh_overlay.h"

#include <string.h>

enum { SEEDS = 160, ROUNDS = 4, SLICES_MOST = 100000 };

/* Slices of a few steps, with edits between some. */
static wend_result update(mesh_world *w, wend_mesh_space *space)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; k < SLICES_MOST && result == WEND_IN_PROGRESS; ++k) {
        wend_budget budget = {1 + mesh_world_below(w, 300), 0};
        result = wend_mesh_space_update_sliced(space, &budget);
        if (k < 20 && mesh_world_below(w, 8) == 0) {
            mesh_world_edit(w);
            result = WEND_IN_PROGRESS;
        } else if (mesh_world_below(w, 60) == 0) {
            result = wend_mesh_space_update(space); /* one call does the rest */
        }
    }
    return result;
}

static void add_shape(mesh_world *w, wend_overlay_id id)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    const double share = mesh_world_below(w, 100) / 100.0;
    const wend_vec2 at = {low.x + share * (high.x - low.x), low.y + share * (high.y - low.y)};
    assert_int_equal(wend_mesh_overlay_add(w->mesh, id, at, (high.x - low.x) / 8, WEND_OVERLAY_ONE),
                     WEND_OK);
}

static bool sliced_is_fresh(uint64_t seed, void *context)
{
    mesh_world w;
    mesh_world_make(&w, seed);
    wend_mesh_space_def def = w.def;
    wend_mesh_space *space = NULL;
    wend_mesh_overlay_def overlay = wend_mesh_overlay_def_default();
    wend_overlay_id id;
    assert_int_equal(wend_mesh_add_overlay(w.mesh, &overlay, &id, NULL), WEND_OK);
    def.is_deferred = *(const bool *)context;
    bool holds = wend_mesh_space_create(&def, &space) == WEND_OK &&
                 wendi_mesh_space_is_fresh(space) != def.is_deferred;
    for (uint32_t round = 0; round < ROUNDS && holds; ++round) {
        wend_mesh_space *fresh = NULL;
        if (round > 0) {
            mesh_world_edit(&w);
            add_shape(&w, id);
        }
        if (round == 2) {
            mesh_world_link(&w, 2);
        }
        holds = update(&w, space) == WEND_OK && wend_mesh_space_create(&w.def, &fresh) == WEND_OK &&
                same_space(space, fresh);
        wend_mesh_space_destroy(fresh);
    }
    wend_mesh_space_destroy(space);
    mesh_world_free(&w);
    return holds;
}

static void mesh_space_updated_in_slices_equals_fresh(void **state)
{
    (void)state;
    bool is_deferred = false;
    gen_property("sliced", SEEDS, sliced_is_fresh, &is_deferred);
}

static void mesh_space_built_in_slices_equals_fresh(void **state)
{
    (void)state;
    bool is_deferred = true;
    gen_property("deferred", SEEDS, sliced_is_fresh, &is_deferred);
}

/* More polygons than one unit reads: those that were read are closed and opened before the next. */
static void mesh_space_edited_while_polygons_are_read_equals_fresh(void **state)
{
    (void)state;
    enum { SIDE = 40, SLICES = 8 };
    wend_mesh *mesh = meshes_lattice(SIDE, SIDE, 1, NULL);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    for (uint32_t round = 0; round < 6; ++round) {
        wend_result result = WEND_IN_PROGRESS;
        assert_int_equal(wend_mesh_set_area(mesh, 900, (uint8_t)(round % 2)), WEND_OK);
        for (uint32_t k = 0; result == WEND_IN_PROGRESS; ++k) {
            wend_budget budget = wend_budget_steps(1);
            result = wend_mesh_space_update_sliced(space, &budget);
            if (k < SLICES && k % 3 == round % 3) {
                const wend_node polygon = 11 * k + round;
                assert_int_equal(wend_mesh_set_open(mesh, polygon, round % 2 != 0), WEND_OK);
                result = WEND_IN_PROGRESS;
            }
        }
        wend_mesh_space *fresh = mesh_spaces_on(mesh);
        assert_true(same_space(space, fresh));
        wend_mesh_space_destroy(fresh);
    }
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

/* The space shows one revision after the other; no slice does much more than its budget. */
static void mesh_space_update_in_slices_ends_whatever_is_edited_meanwhile(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_make(&w, 7);
    wend_mesh_space *space = NULL;
    assert_int_equal(wend_mesh_space_create(&w.def, &space), WEND_OK);
    uint64_t revision = space->revision;
    uint32_t shown = 0;
    for (uint32_t k = 0; k < 3000; ++k) {
        mesh_world_edit(&w);
        wend_budget budget = {100, 0};
        assert_true(wend_mesh_space_update_sliced(space, &budget) >= 0);
        shown += space->revision != revision;
        assert_true(space->revision >= revision);
        revision = space->revision;
    }
    assert_true(shown > 10);
    wend_mesh_space_destroy(space);
    mesh_world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_space_updated_in_slices_equals_fresh),
        cmocka_unit_test(mesh_space_built_in_slices_equals_fresh),
        cmocka_unit_test(mesh_space_edited_while_polygons_are_read_equals_fresh),
        cmocka_unit_test(mesh_space_update_in_slices_ends_whatever_is_edited_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

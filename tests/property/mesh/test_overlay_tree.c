/* The tree of a space's shapes: what lines cost, which edges are covered and what searches find is
 * the same, to the last bit, as with a look at every shape. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/test.h"

#include "route/mesh_space/patches.h"
#include "wend/mesh_overlay.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 60, OVERLAYS = 3, LINES = 300, QUERIES = 6, POINTS = 1024 };

/* Coarse coordinates make lines that touch boxes and corners of shapes exactly. */
static wend_vec2 any_point(mesh_world *w)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    const uint32_t steps = mesh_world_below(w, 2) == 0 ? 8 : 1000;
    const double x = mesh_world_below(w, steps + 1) / (double)steps;
    const double y = mesh_world_below(w, steps + 1) / (double)steps;
    return (wend_vec2){low.x + x * (high.x - low.x), low.y + y * (high.y - low.y)};
}

static bool add_shape(mesh_world *w, wend_overlay_id id)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    const int32_t amount = 32 + (int32_t)mesh_world_below(w, 8 * WEND_OVERLAY_ONE);
    const wend_vec2 at = any_point(w);
    const double size = (high.x - low.x) * (1 + mesh_world_below(w, 16)) / 256.0;
    if (mesh_world_below(w, 2) == 0) {
        return wend_mesh_overlay_add(w->mesh, id, at, size, amount) == WEND_OK;
    }
    const wend_vec2 points[4] = {
        at, {at.x + size, at.y}, {at.x + size * 0.5, at.y + size}, {at.x, at.y + size}};
    return wend_mesh_overlay_add_polygon(w->mesh, id, points, 3 + mesh_world_below(w, 2), amount) ==
           WEND_OK;
}

static bool is_equal(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool lines_are_as_over_all_shapes(mesh_world *w)
{
    const wend_mesh_space *space = w->space;
    bool holds = true;
    for (uint32_t k = 0; k < LINES && holds; k++) {
        const wend_vec2 a = any_point(w);
        const wend_vec2 b =
            mesh_world_below(w, 3) == 0 ? (wend_vec2){a.x, any_point(w).y} : any_point(w);
        double cost = 0;
        double metres = 0;
        for (size_t i = 0; i < space->patch_count; i++) {
            const double part = wendi_mesh_patch_metres(&space->patches[i], a, b);
            cost += part * wendi_mesh_patch_cost(&space->patches[i]);
            metres += part;
        }
        holds = is_equal(cost, wendi_mesh_patches_cost(space, a, b)) &&
                (metres > 0 && 2 * metres >= wend_vec2_distance(a, b)) ==
                    wendi_mesh_patches_cover(space, a, b);
    }
    return holds;
}

/* A set gives each number once, ascending. */
static bool sets_are_sorted(mesh_world *w)
{
    wendi_patch_set set;
    wendi_patch_set_clear(w->space, &set);
    for (int k = 0; k < 3; k++) {
        wendi_patch_set_collect(w->space, any_point(w), any_point(w), &set);
    }
    uint32_t last = 0;
    uint32_t number;
    bool holds = true;
    for (uint32_t k = 0; wendi_patch_set_take(&set, &number); k++) {
        holds = holds && number < w->space->patch_count && (k == 0 || number > last);
        last = number;
    }
    return holds;
}

typedef struct found {
    wend_result result;
    wend_mesh_search_answer answer;
    wend_vec2 points[POINTS];
    size_t count;
} found;

static void find(wend_mesh_search *search, const wend_mesh_search_query *query, found *f)
{
    memset(f, 0, sizeof *f);
    f->result = wend_mesh_search_find(search, query);
    wend_mesh_search_get_answer(search, &f->answer);
    (void)wend_mesh_search_points(search, f->points, POINTS, &f->count);
}

static bool searches_are_as_over_all_shapes(mesh_world *w)
{
    static found fast;
    static found slow;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wendi_patch_tree *tree = &w->space->patch_tree;
    const uint32_t boxes = tree->level_count == 0 ? 0 : tree->firsts[tree->level_count];
    query.start = mesh_world_place(w);
    query.goal = mesh_world_place(w);
    query.method = (wend_mesh_method)mesh_world_below(w, WEND_MESH_METHOD_COUNT);
    query.noise = query.method != WEND_MESH_METHOD_EXACT && mesh_world_below(w, 3) == 0 ? 0.5 : 0;
    find(w->search, &query, &fast);
    /* Boxes without end: every line looks at every shape. */
    const wendi_patch_box all = {{-1e9, -1e9}, {1e9, 1e9}};
    wendi_patch_box *kept = malloc((boxes + 1) * sizeof *kept);
    assert_non_null(kept);
    for (uint32_t i = 0; i < boxes; i++) {
        kept[i] = tree->boxes[i];
        tree->boxes[i] = all;
    }
    find(w->search, &query, &slow);
    for (uint32_t i = 0; i < boxes; i++) {
        tree->boxes[i] = kept[i];
    }
    free(kept);
    return fast.result == slow.result && fast.count == slow.count &&
           fast.answer.expanded == slow.answer.expanded &&
           is_equal(fast.answer.cost, slow.answer.cost) &&
           memcmp(fast.points, slow.points, fast.count * sizeof fast.points[0]) == 0;
}

static bool tree_holds(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    mesh_world_make(&w, seed);
    mesh_world_follow(&w);
    wend_overlay_id ids[OVERLAYS];
    bool holds = true;
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
        def.keep = 0.5;
        holds = holds && wend_mesh_add_overlay(w.mesh, &def, &ids[i], NULL) == WEND_OK;
    }
    for (uint32_t round = 0; round < 4 && holds; round++) {
        /* None, one, a box full, and so many that the tree has several levels. */
        static const uint32_t most[] = {2, 10, 70, 400};
        for (uint32_t k = mesh_world_below(&w, most[round]); k > 0 && holds; k--) {
            holds = add_shape(&w, ids[mesh_world_below(&w, OVERLAYS)]);
        }
        holds = holds && wend_mesh_space_update(w.space) == WEND_OK &&
                lines_are_as_over_all_shapes(&w) && sets_are_sorted(&w);
        for (uint32_t k = 0; k < QUERIES && holds; k++) {
            holds = searches_are_as_over_all_shapes(&w);
        }
        holds = holds && wend_mesh_overlay_tick(w.mesh, ids[0]) == WEND_OK;
    }
    mesh_world_free(&w);
    return holds;
}

static void the_tree_of_shapes_leaves_out_none_that_counts(void **state)
{
    (void)state;
    gen_property("tree of mesh overlays", SEEDS, tree_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_of_shapes_leaves_out_none_that_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Costs to the nearest of each tag over meshes with overlays: those of the paths that queries for the
 * items of the tag find, within the bound of the answer; the same for every way of slicing, and as
 * without overlays where there are none. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"

#include "wend/items.h"
#include "wend/mesh_overlay.h"
#include "wend/planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 60, ITEMS = 24, TAGS = 4, ROUNDS = 3, QUERIES = 4 };

typedef struct stage {
    uint64_t seed, drawn;
    wend_mesh *mesh;
    wend_items *items;
    wend_overlay_id jam;
    double size;
    wend_pathfinder *finder, *bare;
    wend_planner *planner;
    uint32_t dearer; /* answers in which overlays count */
} stage;

static uint32_t draw(stage *s, uint32_t below)
{
    return wend_random_below(s->seed, 78, s->drawn++, below);
}

static wend_vec3 any_place(stage *s)
{
    wend_mesh_location at = {0};
    (void)wend_mesh_random_location(s->mesh, s->seed, s->drawn++, 0, &at);
    return (wend_vec3){at.x, at.y, at.z};
}

static wend_pathfinder *make_finder(const stage *s, double radius, uint32_t layers)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = s->mesh;
    def.radius = radius;
    def.overlay_layers = layers;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static void make_planner(stage *s, double radius)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.mesh = s->mesh;
    def.quantum = 16;
    profile.radius = radius;
    assert_int_equal(wend_planner_create(&def, &s->planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s->planner, &profile, &index), WEND_OK);
}

static void stage_make(stage *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->seed = seed;
    gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 10);
    s->mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(s->mesh, &low, &high);
    s->size = high.x - low.x;
    const double radius = seed % 4 == 1 ? s->size / 200 : 0;
    const wend_mesh_overlay_def jam = wend_mesh_overlay_def_default();
    const wend_items_def items = wend_items_def_default();
    assert_int_equal(wend_mesh_add_overlay(s->mesh, &jam, &s->jam, NULL), WEND_OK);
    assert_int_equal(wend_items_create(&items, &s->items), WEND_OK);
    for (uint32_t i = 0; i < ITEMS; i++) {
        wend_item item = wend_item_default();
        wend_item_id id;
        item.position = any_place(s);
        item.tag = draw(s, TAGS);
        assert_int_equal(wend_items_add(s->items, &item, &id), WEND_OK);
    }
    s->finder = make_finder(s, radius, WEND_LAYER_JAM);
    s->bare = make_finder(s, radius, 0);
    make_planner(s, radius);
}

static void stage_free(stage *s)
{
    wend_planner_destroy(s->planner);
    wend_pathfinder_destroy(s->finder);
    wend_pathfinder_destroy(s->bare);
    wend_items_destroy(s->items);
    wend_mesh_destroy(s->mesh);
}

static bool is_about(wend_cost a, wend_cost b, double slack)
{
    const double x = wend_cost_to_double(a);
    const double y = wend_cost_to_double(b);
    return a == b || fabs(x - y) <= 1e-6 + slack * x;
}

/* The tag by itself, as a path to its nearest item. */
static bool is_that_of_a_path(stage *s, const wend_path_query *asked, const wend_path_nearest *of)
{
    wend_path_query query = *asked;
    wend_path_answer answer;
    query.goal_kind = WEND_PATH_TO_ITEM;
    query.tag = of->tag;
    query.is_searched = true;
    query.shape = WEND_PATH_AS_FOUND;
    const wend_result result = wend_pathfinder_find(s->finder, &query);
    wend_pathfinder_get_answer(s->finder, &answer);
    /* Around corners a path has tangents in place of arcs. */
    return result == of->result &&
           (result != WEND_OK || (is_about(answer.cost, of->cost, s->seed % 4 == 1 ? 0.01 : 1e-9) &&
                                  memcmp(&answer.item, &of->item, sizeof of->item) == 0));
}

static bool is_same(const wend_path_nearest *a, const wend_path_nearest *b)
{
    return a->result == b->result && a->cost == b->cost && a->item.index1 == b->item.index1;
}

static wend_result run_in_slices(stage *s, const wend_path_query *query)
{
    wend_result result = wend_pathfinder_start(s->finder, query);
    while (result == WEND_OK || result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + draw(s, 40));
        result = wend_pathfinder_run(s->finder, &budget);
        if (result != WEND_IN_PROGRESS) {
            break;
        }
    }
    return result;
}

static bool plan_is_same(stage *s, const wend_path_query *query, const wend_path_nearest *nearest)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    def.query = *query;
    def.is_cost_only = true;
    assert_int_equal(wend_planner_add_request(s->planner, &def, &id), WEND_OK);
    for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS;) {
        wend_budget budget = wend_budget_steps(300);
        result = wend_planner_update(s->planner, &budget);
        assert_true(result >= 0);
    }
    bool holds = true;
    for (uint32_t i = 0; i < query->tag_count && holds; i++) {
        wend_path_nearest of;
        (void)wend_planner_get_nearest(s->planner, id, i, &of);
        holds = is_same(&of, &nearest[i]);
    }
    assert_int_equal(wend_planner_release(s->planner, id), WEND_OK);
    return holds;
}

static bool query_holds(stage *s)
{
    static const uint32_t tags[TAGS + 2] = {2, 0, 3, 1, 2, 9};
    wend_path_query query = wend_path_query_default();
    wend_path_nearest nearest[TAGS + 2];
    wend_path_answer answer;
    query.from = any_place(s);
    query.goal_kind = WEND_PATH_TO_EACH_TAG;
    query.items = s->items;
    query.tags = tags;
    query.tag_count = TAGS + 2;
    if (wend_pathfinder_find(s->finder, &query) < 0) {
        return false;
    }
    wend_pathfinder_get_answer(s->finder, &answer);
    for (uint32_t i = 0; i < TAGS + 2; i++) {
        (void)wend_pathfinder_get_nearest(s->finder, i, &nearest[i]);
    }
    bool holds = run_in_slices(s, &query) == answer.result;
    for (uint32_t i = 0; i < TAGS + 2 && holds; i++) {
        wend_path_nearest sliced;
        (void)wend_pathfinder_get_nearest(s->finder, i, &sliced);
        holds = is_same(&nearest[i], &sliced);
    }
    holds = holds && plan_is_same(s, &query, nearest);
    (void)wend_pathfinder_find(s->bare, &query);
    for (uint32_t i = 0; i < TAGS + 2 && holds; i++) {
        wend_path_nearest without;
        (void)wend_pathfinder_get_nearest(s->bare, i, &without);
        const double least = wend_cost_to_double(without.cost);
        const double cost = wend_cost_to_double(nearest[i].cost);
        holds = without.result == nearest[i].result &&
                (without.result != WEND_OK || (cost >= least * (1 - 1e-9) - 1e-6 &&
                                               cost <= least * answer.bound * (1 + 1e-9) + 1e-6));
        s->dearer += holds && without.result == WEND_OK && cost > least + 1e-3 ? 1 : 0;
    }
    for (uint32_t i = 0; i < TAGS + 2 && holds; i++) {
        holds = is_that_of_a_path(s, &query, &nearest[i]);
    }
    return holds;
}

static bool prices_hold(uint64_t seed, void *context)
{
    stage s;
    stage_make(&s, seed);
    bool holds = true;
    for (uint32_t round = 0; round < ROUNDS && holds; round++) {
        for (uint32_t k = 0; k < QUERIES && holds; k++) {
            holds = query_holds(&s);
        }
        for (uint32_t k = 0; k < 6; k++) {
            const wend_vec3 at = any_place(&s);
            (void)wend_mesh_overlay_add(s.mesh, s.jam, (wend_vec2){at.x, at.y},
                                        s.size * (1 + draw(&s, 10)) / 80.0,
                                        (int32_t)draw(&s, 6 * WEND_OVERLAY_ONE));
        }
    }
    *(uint32_t *)context += s.dearer;
    stage_free(&s);
    return holds;
}

static void costs_to_tags_over_meshes_count_overlays(void **state)
{
    (void)state;
    uint32_t dearer = 0;
    gen_property("costs to tags over meshes", SEEDS, prices_hold, &dearer);
    assert_true(getenv("WEND_SEED") != NULL || dearer > SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_to_tags_over_meshes_count_overlays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

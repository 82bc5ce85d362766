/* Path queries by a hierarchy over meshes: the path is valid, leads where the exact one does, costs
 * no less, and at most its bound times the least; it is the same for every way of slicing, and after
 * edits as that of a new pathfinder. Overlays count in the legs, and leave the hierarchy as it is.
 * While it is not ready, and where a disc has no room along a route, the query is searched.
 * Pathfinders, planners, and planners that were saved and loaded. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/mesh_overlay.h"
#include "wend/mesh_path.h"
#include "wend/planner.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 40, PLANS = 12, ASKED = 8, ROUNDS = 4, DEAR = 7 };

static const double SLACK = 1e-6;

typedef struct stage {
    uint64_t seed, drawn;
    wend_mesh *mesh;
    wend_overlay_id jam;
    double radius, size;
    bool has_factors; /* several costs */
    wend_pathfinder *routed, *sliced, *plain;
    wend_path *path, *other;
    uint32_t by_hierarchy;
    const char *what;
} stage;

static bool breaks(stage *s, const char *what)
{
    s->what = what;
    return false;
}

static uint32_t draw(stage *s, uint32_t below)
{
    return wend_random_below(s->seed, 77, s->drawn++, below);
}

static wend_pathfinder *make_finder(const stage *s, bool has_hierarchy)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = s->mesh;
    def.radius = s->radius;
    def.has_hierarchy = has_hierarchy;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    return finder;
}

static void stage_make(stage *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->seed = seed;
    gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 14);
    s->mesh = gen_mesh_build(&gen, NULL);
    gen_mesh_free(&gen);
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(s->mesh, &low, &high);
    s->size = high.x - low.x;
    s->radius = seed % 4 == 1 ? s->size * (1 + draw(s, 20)) / 1000.0 : 0;
    wend_mesh_overlay_def jam = wend_mesh_overlay_def_default();
    assert_int_equal(wend_mesh_add_overlay(s->mesh, &jam, &s->jam, NULL), WEND_OK);
    s->routed = make_finder(s, true);
    s->sliced = make_finder(s, true);
    s->plain = make_finder(s, false);
    assert_int_equal(wend_path_create(NULL, &s->path), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &s->other), WEND_OK);
}

static void stage_free(stage *s)
{
    wend_path_destroy(s->path);
    wend_path_destroy(s->other);
    wend_pathfinder_destroy(s->routed);
    wend_pathfinder_destroy(s->sliced);
    wend_pathfinder_destroy(s->plain);
    wend_mesh_destroy(s->mesh);
}

static wend_path_query query_of(const stage *s, uint64_t id)
{
    wend_path_query query = wend_path_query_default();
    wend_mesh_location from = {0};
    wend_mesh_location to = {0};
    (void)wend_mesh_random_location(s->mesh, s->seed, 2 * id, 0, &from);
    (void)wend_mesh_random_location(s->mesh, s->seed, 2 * id + 1, 0, &to);
    query.from = (wend_vec3){from.x, from.y, from.z};
    query.to = (wend_vec3){to.x, to.y, to.z};
    query.from_polygon = from.polygon;
    query.to_polygon = to.polygon;
    query.shape = id % 3 == 1 ? WEND_PATH_SMOOTH_QUICK : WEND_PATH_AS_FOUND;
    query.is_searched = true;
    query.method = WEND_METHOD_HIERARCHY;
    query.mesh_method = s->has_factors ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_EXACT;
    query.corners = id % 2 == 1 ? WEND_CORNERS_MITRED : WEND_CORNERS_ROUND;
    query.max_cost = id % 5 == 4 ? wend_cost_from_double(s->size / 2) : WEND_COST_INFINITE;
    query.is_nearest_allowed = id % 4 == 3;
    return query;
}

static bool is_routed(const wend_path_answer *answer)
{
    return strcmp(answer->method, "hierarchy") == 0;
}

/* True if the legs cost what they cost with overlays, where ground has one cost. */
static bool legs_count_overlays(const stage *s)
{
    double cost = 0;
    for (size_t i = 0; i < wend_path_leg_count(s->path); i++) {
        const wend_leg leg = wend_path_leg(s->path, i);
        cost +=
            leg.edge != WEND_EDGE_NONE
                ? wend_cost_to_double(leg.cost)
                : wend_vec2_distance(leg.from_point, leg.to_point) +
                      wend_mesh_overlay_cost(s->mesh, WEND_LAYER_JAM, leg.from_point, leg.to_point);
    }
    const double is = wend_cost_to_double(wend_path_cost(s->path));
    return s->has_factors || (is > cost - SLACK && is < cost + SLACK);
}

/* True if path and answer are right, given the answer of a search. */
static bool is_right(stage *s, const wend_path_answer *answer, const wend_path_answer *exact,
                     const wend_mesh_space *space)
{
    const double cost = wend_cost_to_double(answer->cost);
    const double least = wend_cost_to_double(exact->cost);
    /* The costs between midpoints, which a search limits, are above those of its path. */
    if (s->has_factors && answer->result == WEND_OK && exact->reason == WEND_FAILURE_LIMIT) {
        return is_routed(answer) || breaks(s, "a search goes beyond the limit");
    }
    if (answer->result != exact->result || answer->is_nearest != exact->is_nearest ||
        answer->reason != exact->reason) {
        return breaks(s, "the search ends otherwise");
    }
    if (answer->result != WEND_OK) {
        return true;
    }
    if (!wend_path_is_valid_mesh(s->path, space, s->radius, 0, NULL, NULL)) {
        return breaks(s, "the path is not valid");
    }
    if (wend_path_cost(s->path) != answer->cost || answer->node == WEND_NODE_NONE) {
        return breaks(s, "the answer is not that of the path");
    }
    if (!legs_count_overlays(s)) {
        return breaks(s, "the legs do not count overlays");
    }
    if (!is_routed(answer)) {
        return answer->cost == exact->cost || breaks(s, "a searched path costs something else");
    }
    s->by_hierarchy++;
    const bool is_exact = exact->bound >= 1 && exact->bound <= 1;
    if (is_exact &&
        (cost < least - SLACK || (answer->bound > 0 && cost > least * answer->bound + SLACK))) {
        return breaks(s, "the cost is beyond its bound");
    }
    return true;
}

/* ---- pathfinders ---- */

static bool is_same_path(const wend_path *a, const wend_path *b)
{
    bool is_same = wend_path_leg_count(a) == wend_path_leg_count(b);
    for (size_t i = 0; i < wend_path_leg_count(a) && is_same; i++) {
        const wend_leg x = wend_path_leg(a, i);
        const wend_leg y = wend_path_leg(b, i);
        is_same = x.cost == y.cost && x.from == y.from && x.to == y.to &&
                  memcmp(&x.to_point, &y.to_point, sizeof x.to_point) == 0;
    }
    return is_same;
}

static bool finds_right(stage *s, uint64_t id)
{
    wend_path_query query = query_of(s, id);
    wend_path_answer answer;
    wend_path_answer other;
    wend_path_answer exact;
    if (query.from_polygon == WEND_NODE_NONE || query.to_polygon == WEND_NODE_NONE) {
        return true; /* all ground is closed */
    }
    const wend_result result = wend_pathfinder_find(s->routed, &query);
    wend_pathfinder_get_answer(s->routed, &answer);
    (void)wend_path_from_pathfinder(s->path, s->routed);
    wend_result run = wend_pathfinder_start(s->sliced, &query);
    while (run == WEND_OK || run == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + draw(s, 150));
        run = wend_pathfinder_run(s->sliced, &budget);
        if (run != WEND_IN_PROGRESS) {
            break;
        }
    }
    wend_pathfinder_get_answer(s->sliced, &other);
    (void)wend_path_from_pathfinder(s->other, s->sliced);
    if (result < 0 || run != result || other.cost != answer.cost ||
        strcmp(other.method, answer.method) != 0 || !is_same_path(s->path, s->other)) {
        return breaks(s, "slices give something else");
    }
    query.method = WEND_METHOD_BEST;
    (void)wend_pathfinder_find(s->plain, &query);
    wend_pathfinder_get_answer(s->plain, &exact);
    return is_right(s, &answer, &exact, wend_pathfinder_mesh_space(s->plain));
}

/* A new pathfinder finds the same as the one that followed the edits. */
static bool is_as_fresh(stage *s, uint64_t id)
{
    const wend_path_query query = query_of(s, id);
    wend_path_answer answer;
    wend_path_answer other;
    if (query.from_polygon == WEND_NODE_NONE || query.to_polygon == WEND_NODE_NONE) {
        return true; /* all ground is closed */
    }
    wend_pathfinder *fresh = make_finder(s, true);
    assert_int_equal(wend_pathfinder_prepare(fresh, NULL), WEND_OK);
    const wend_result result = wend_pathfinder_find(s->routed, &query);
    const bool holds = query.from_polygon == WEND_NODE_NONE || query.to_polygon == WEND_NODE_NONE ||
                       result == wend_pathfinder_find(fresh, &query);
    wend_pathfinder_get_answer(s->routed, &answer);
    wend_pathfinder_get_answer(fresh, &other);
    (void)wend_path_from_pathfinder(s->path, s->routed);
    (void)wend_path_from_pathfinder(s->other, fresh);
    wend_pathfinder_destroy(fresh);
    return (holds && strcmp(answer.method, other.method) == 0 && is_same_path(s->path, s->other)) ||
           breaks(s, "repaired is not as made anew");
}

/* @return false: only overlays changed. */
static bool edit(stage *s, uint32_t round)
{
    if (round % 2 == 0) {
        wend_mesh_location at;
        if (wend_mesh_random_location(s->mesh, s->seed, 1000 + s->drawn++, 0, &at) == WEND_OK) {
            (void)wend_mesh_overlay_add(s->mesh, s->jam, (wend_vec2){at.x, at.y}, s->size / 10,
                                        4 * WEND_OVERLAY_ONE);
        }
        return false;
    }
    const uint32_t kind = draw(s, 3);
    const wend_node polygon = draw(s, wend_mesh_polygon_count(s->mesh));
    wend_mesh_location ends[2];
    if (kind == 0 && s->radius <= 0) {
        assert_int_equal(wend_mesh_set_factor(s->mesh, DEAR, 1.5), WEND_OK);
        assert_int_equal(wend_mesh_set_area(s->mesh, polygon, DEAR), WEND_OK);
        s->has_factors = true;
    } else if (kind == 1 &&
               wend_mesh_random_location(s->mesh, s->seed, 2000 + s->drawn, 0, &ends[0]) ==
                   WEND_OK &&
               wend_mesh_random_location(s->mesh, s->seed, 3000 + s->drawn, 0, &ends[1]) ==
                   WEND_OK) {
        wend_mesh_link link = wend_mesh_link_default();
        wend_mesh_link_id made;
        link.from = ends[0];
        link.to = ends[1];
        link.cost = 1 + draw(s, 5);
        assert_int_equal(wend_mesh_add_link(s->mesh, &link, &made, NULL), WEND_OK);
    } else {
        assert_int_equal(wend_mesh_set_open(s->mesh, polygon, false), WEND_OK);
    }
    return true;
}

static void prepare(stage *s, wend_pathfinder *finder)
{
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(100 + draw(s, 20000));
        result = wend_pathfinder_prepare(finder, &budget);
    }
    assert_int_equal(result, WEND_OK);
}

static bool routes_hold(uint64_t seed, void *context)
{
    stage s;
    stage_make(&s, seed);
    bool holds = true;
    bool is_dropped = true;
    for (uint32_t round = 0; round < ROUNDS && holds; round++) {
        const uint32_t before = s.by_hierarchy;
        wend_budget nothing = wend_budget_steps(0);
        holds = is_dropped || wend_pathfinder_prepare(s.routed, &nothing) == WEND_OK ||
                breaks(&s, "overlays make the hierarchy stale");
        holds = holds && finds_right(&s, (uint64_t)round * ASKED) &&
                (!is_dropped || s.by_hierarchy == before ||
                 breaks(&s, "a hierarchy answers that is not ready"));
        prepare(&s, s.routed);
        prepare(&s, s.sliced);
        for (uint64_t id = 1; id < ASKED && holds; id++) {
            holds = finds_right(&s, (uint64_t)round * ASKED + id);
        }
        holds = holds && is_as_fresh(&s, (uint64_t)round * ASKED + 2);
        is_dropped = edit(&s, round);
    }
    if (!holds) {
        print_message("seed %lu: %s\n", (unsigned long)seed, s.what);
    }
    *(uint32_t *)context += s.by_hierarchy;
    stage_free(&s);
    return holds;
}

static void routes_of_pathfinders_over_meshes_keep_their_bound(void **state)
{
    (void)state;
    uint32_t by_hierarchy = 0;
    gen_property("meshes", SEEDS, routes_hold, &by_hierarchy);
    assert_true(getenv("WEND_SEED") != NULL || by_hierarchy > SEEDS * ROUNDS);
}

/* ---- planners ---- */

typedef struct plan_runs {
    wend_executor executors[2];
    uint32_t by_hierarchy;
} plan_runs;

static wend_planner *make_planner(const stage *s, const wend_executor *executor)
{
    wend_planner_def def = wend_planner_def_default();
    def.mesh = s->mesh;
    def.quantum = 32;
    def.executor = *executor;
    wend_planner *planner = NULL;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.radius = s->radius;
    profile.has_hierarchy = true;
    uint32_t index;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    return planner;
}

static void update(wend_planner *planner, uint64_t steps)
{
    wend_budget budget = wend_budget_steps(steps);
    const wend_result result = wend_planner_update(planner, &budget);
    assert_true(result == WEND_OK || result == WEND_IN_PROGRESS);
}

/* A planner that loads what this one saves. */
static wend_planner *load_copy(const stage *s, wend_planner *planner, const wend_executor *executor)
{
    size_t count = 0;
    /* A hierarchy that is only half made, and searches over the world before an edit, are not in bytes. */
    assert_int_equal(wend_planner_settle(planner), WEND_OK);
    assert_int_equal(wend_planner_save(planner, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_planner_save(planner, bytes, count, &count), WEND_OK);
    wend_planner *copy = make_planner(s, executor);
    wend_message message = {0};
    if (wend_planner_load(copy, bytes, count, NULL, NULL, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    free(bytes);
    return copy;
}

/* True if all answers are right. */
static bool answers_hold(stage *s, wend_planner *planner, const wend_planner_request_id *ids,
                         uint32_t round)
{
    bool holds = true;
    for (uint64_t k = 0; k < ASKED && holds; k++) {
        wend_planner_answer answer;
        wend_path_answer exact;
        wend_path_query query = query_of(s, (uint64_t)round * ASKED + k);
        query.method = WEND_METHOD_BEST;
        (void)wend_planner_poll(planner, ids[k], &answer, s->path);
        (void)wend_pathfinder_find(s->plain, &query);
        wend_pathfinder_get_answer(s->plain, &exact);
        holds = is_right(s, &answer.path, &exact, wend_pathfinder_mesh_space(s->plain));
        assert_int_equal(wend_planner_release(planner, ids[k]), WEND_OK);
    }
    return holds;
}

static bool is_answered(wend_planner *planner, const wend_planner_request_id *ids)
{
    bool is = true;
    for (uint32_t k = 0; k < ASKED && is; k++) {
        wend_planner_answer answer;
        const wend_result result = wend_planner_poll(planner, ids[k], &answer, NULL);
        is = result != WEND_IN_PROGRESS && result != WEND_PARTIAL;
    }
    return is;
}

static bool plan_round(stage *s, wend_planner *planners[2], const wend_executor *executors,
                       uint32_t round, wend_planner_request_id ids[2][ASKED])
{
    wend_planner_request_def request = wend_planner_request_def_default();
    for (uint64_t k = 0; k < ASKED; k++) {
        request.query = query_of(s, (uint64_t)round * ASKED + k);
        request.partial_after_updates = 1;
        for (int i = 0; i < 2; i++) {
            assert_int_equal(wend_planner_add_request(planners[i], &request, &ids[i][k]), WEND_OK);
        }
    }
    for (uint32_t step = 0; !is_answered(planners[0], ids[0]); step++) {
        if (step == 1 + round) { /* in the middle of searches and routes */
            wend_planner *copy = load_copy(s, planners[0], &executors[1]);
            wend_planner_destroy(planners[1]);
            planners[1] = copy;
        }
        update(planners[0], 400);
        update(planners[1], 400);
        if (wend_planner_hash(planners[0]) != wend_planner_hash(planners[1])) {
            return breaks(s, "the planners differ");
        }
        if (step == 2000) {
            return breaks(s, "a request is not answered");
        }
    }
    return answers_hold(s, planners[0], ids[0], round) &&
           answers_hold(s, planners[1], ids[1], round);
}

static bool plans_hold(uint64_t seed, void *context)
{
    plan_runs *runs = context;
    const wend_executor *executors = runs->executors;
    stage s;
    stage_make(&s, seed);
    wend_planner *planners[2] = {make_planner(&s, &executors[0]), make_planner(&s, &executors[1])};
    wend_planner_request_id ids[2][ASKED];
    bool holds = wend_mesh_polygon_count(s.mesh) > 0;
    for (uint32_t round = 0; round < ROUNDS && holds; round++) {
        for (uint32_t idle = 0; idle < 40 && round % 2 == 0; idle++) {
            update(planners[0], 20000);
            update(planners[1], 20000);
        }
        holds = plan_round(&s, planners, executors, round, ids);
        (void)edit(&s, round);
    }
    if (!holds) {
        print_message("seed %lu: %s\n", (unsigned long)seed, s.what);
    }
    runs->by_hierarchy += s.by_hierarchy;
    wend_planner_destroy(planners[0]);
    wend_planner_destroy(planners[1]);
    stage_free(&s);
    return holds;
}

static void routes_of_planners_over_meshes_keep_their_bound(void **state)
{
    (void)state;
    plan_runs runs = {0};
    wend_pool *pool = pools_make(3);
    runs.executors[1] = wend_pool_executor(pool);
    gen_property("planners", PLANS, plans_hold, &runs);
    assert_true(getenv("WEND_SEED") != NULL || runs.by_hierarchy > 4 * PLANS);
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_of_pathfinders_over_meshes_keep_their_bound),
        cmocka_unit_test(routes_of_planners_over_meshes_keep_their_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mesh searches in slices answer as in one go, the lesser methods keep their promises, and a search
 * and a space serve one query after the other. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/test.h"

#include "route/mesh_search/search.h"

#include <math.h>
#include <string.h>

enum { POINTS = 512 };

static wend_mesh_search_query query_of(mesh_world *w, wend_mesh_method method)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = mesh_world_place(w);
    query.goal = mesh_world_place(w);
    query.method = method;
    return query;
}

/* All that came out. */
static uint64_t print_of(const wend_mesh_search *search)
{
    wend_mesh_search_answer answer;
    wend_vec2 points[POINTS];
    size_t count = 0;
    wend_mesh_search_get_answer(search, &answer);
    (void)wend_mesh_search_points(search, points, POINTS, &count);
    uint64_t hash = wend_hash_u64(0, (uint64_t)(int64_t)answer.result);
    hash = wend_hash_u64(hash, (uint64_t)answer.reason);
    hash = wend_hash_u64(hash, answer.expanded);
    hash = wend_hash_u64(hash, answer.location.polygon);
    const double numbers[] = {answer.length,     answer.cost,       answer.bound,
                              answer.location.x, answer.location.y, answer.location.z};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        hash = wend_hash_u64(hash, bits);
    }
    for (size_t i = 0; i < 2 * count; ++i) {
        uint64_t bits;
        memcpy(&bits, i % 2 == 0 ? &points[i / 2].x : &points[i / 2].y, sizeof bits);
        hash = wend_hash_u64(hash, bits);
    }
    return hash;
}

static bool sliced_is_whole(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    bool holds = true;
    mesh_world_make(&w, seed);
    mesh_world_link(&w, mesh_world_below(&w, 3));
    mesh_world_follow(&w);
    for (int i = 0; i < 6 && holds; ++i) {
        wend_mesh_search_query query = query_of(&w, (wend_mesh_method)(i % WEND_MESH_METHOD_COUNT));
        query.max_steps = i >= 3 ? 1 + mesh_world_below(&w, 12) : 0;
        const wend_result result = wend_mesh_search_find(w.search, &query);
        const uint64_t whole = print_of(w.search);
        wend_mesh_search_answer answer;
        wend_mesh_search_get_answer(w.search, &answer);
        for (uint64_t steps = 1; steps <= answer.expanded + 1 && holds; ++steps) {
            wend_result sliced = wend_mesh_search_start(w.search, &query);
            uint64_t slices = 0;
            for (sliced = WEND_IN_PROGRESS; sliced == WEND_IN_PROGRESS; ++slices) {
                wend_budget budget = {.steps = steps};
                sliced = wend_mesh_search_run(w.search, &budget);
                holds = holds && budget.steps <= steps;
            }
            holds = holds && sliced == result && print_of(w.search) == whole &&
                    slices <= answer.expanded / steps + 2;
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_search_in_slices_answers_as_in_one_go(void **state)
{
    (void)state;
    gen_property("sliced is whole", 60, sliced_is_whole, NULL);
}

static double sum_of(const wend_vec2 *points, size_t count)
{
    double sum = 0;
    for (size_t i = 1; i < count; ++i) {
        sum += wend_vec2_distance(points[i - 1], points[i]);
    }
    return sum;
}

static bool lesser_methods_keep_their_promise(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    bool holds = true;
    mesh_world_make(&w, seed);
    const uint32_t links = mesh_world_below(&w, 2) * 3;
    mesh_world_link(&w, links);
    mesh_world_follow(&w);
    for (int i = 0; i < 6 && holds; ++i) {
        wend_mesh_search_query query = query_of(&w, WEND_MESH_METHOD_EXACT);
        wend_mesh_search_answer least;
        const wend_result exact = wend_mesh_search_find(w.search, &query);
        wend_mesh_search_get_answer(w.search, &least);
        query.method = i % 2 == 0 ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_CENTROID;
        wend_mesh_search_answer a;
        holds = wend_mesh_search_find(w.search, &query) == exact;
        const double unpulled = w.search->best.length;
        wend_mesh_search_get_answer(w.search, &a);
        wend_vec2 points[POINTS];
        size_t count;
        (void)wend_mesh_search_points(w.search, points, POINTS, &count);
        if (exact == WEND_OK) {
            holds =
                holds && a.length >= least.length * (1 - 1e-12) &&
                (a.bound >= 1 ? a.cost <= a.bound * least.cost * (1 + 1e-12) : !(a.bound > 0)) &&
                a.cost <= unpulled * (1 + 1e-12) &&
                (links > 0 || mesh_world_is_near(sum_of(points, count), a.length)) &&
                (i > 1 || links > 0 || mesh_world_can_go(&w, query.start, points, count));
            query.noise = 0.25;
            query.noise_seed = seed;
            holds = holds && wend_mesh_search_find(w.search, &query) == WEND_OK;
            wend_mesh_search_get_answer(w.search, &a);
            holds = holds && a.cost <= 1.25 * unpulled * (1 + 1e-12);
        }
        if (!holds) {
            print_message("query %d: %.17g, %.17g before, exact %.17g bound %.17g\n", i, a.length,
                          unpulled, least.length, a.bound);
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_lesser_methods_find_paths_within_their_bound(void **state)
{
    (void)state;
    gen_property("lesser methods", 80, lesser_methods_keep_their_promise, NULL);
}

static bool limits_are_kept(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    bool holds = true;
    mesh_world_make(&w, seed);
    for (int i = 0; i < 6 && holds; ++i) {
        wend_mesh_search_query query = query_of(&w, WEND_MESH_METHOD_EXACT);
        wend_mesh_search_answer least;
        wend_mesh_search_answer a;
        const wend_result exact = wend_mesh_search_find(w.search, &query);
        wend_mesh_search_get_answer(w.search, &least);
        if (exact != WEND_OK || !(least.length > 1e-9 * w.scale)) {
            continue;
        }
        query.max_length = least.length * (1 + 1e-9);
        holds = wend_mesh_search_find(w.search, &query) == WEND_OK;
        query.max_length = least.length * (1 - 1e-9);
        holds = holds && wend_mesh_search_find(w.search, &query) == WEND_NO_PATH;
        wend_mesh_search_get_answer(w.search, &a);
        holds = holds && a.reason == WEND_FAILURE_LIMIT;
        query.max_length = (double)INFINITY;
        for (uint64_t steps = 1; steps <= least.expanded && holds; ++steps) {
            wend_vec2 points[POINTS];
            size_t count;
            query.max_steps = steps;
            const wend_result result = wend_mesh_search_find(w.search, &query);
            wend_mesh_search_get_answer(w.search, &a);
            (void)wend_mesh_search_points(w.search, points, POINTS, &count);
            holds = (result == WEND_OK || result == WEND_PARTIAL) && count > 0 &&
                    (result == WEND_OK || a.reason == WEND_FAILURE_LIMIT) &&
                    a.expanded <= steps + w.space->cells.cell_count &&
                    mesh_world_is_near(sum_of(points, count), a.length) &&
                    wend_vec2_distance(points[count - 1],
                                       (wend_vec2){a.location.x, a.location.y}) <= 1e-9 * w.scale;
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_search_limits_give_shorter_paths_or_none(void **state)
{
    (void)state;
    gen_property("limits are kept", 60, limits_are_kept, NULL);
}

/* Queries one of several goals, stopped after each number of steps. A partial answer that ends at a
 * goal has met it by a path no shorter than the shortest, without a guarantee.
 * @param context counts these: [0] of the exact method, [1] of the others. */
static bool met_goals_are_told(uint64_t seed, void *context)
{
    uint64_t *met = context;
    mesh_world w;
    bool holds = true;
    mesh_world_make(&w, seed);
    for (int i = 0; i < 6 && holds; ++i) {
        wend_mesh_location goals[3];
        wend_mesh_search_query query = query_of(&w, (wend_mesh_method)(i % WEND_MESH_METHOD_COUNT));
        wend_mesh_search_answer least;
        for (int k = 0; k < 3; ++k) {
            goals[k] = mesh_world_place(&w);
        }
        query.goal_kind = WEND_MESH_GOAL_SET;
        query.goals = goals;
        query.goal_count = 3;
        const wend_result result = wend_mesh_search_find(w.search, &query);
        wend_mesh_search_get_answer(w.search, &least);
        for (uint64_t steps = 1; result == WEND_OK && steps < least.expanded && holds; ++steps) {
            wend_mesh_search_answer a;
            query.max_steps = steps;
            const wend_result stopped = wend_mesh_search_find(w.search, &query);
            wend_mesh_search_get_answer(w.search, &a);
            const wend_mesh_location goal = goals[a.goal_index];
            const bool is_met =
                stopped == WEND_PARTIAL && a.location.polygon == goal.polygon &&
                wend_vec2_distance((wend_vec2){goal.x, goal.y},
                                   (wend_vec2){a.location.x, a.location.y}) <= 1e-9 * w.scale;
            met[query.method != WEND_MESH_METHOD_EXACT] += is_met;
            holds =
                !is_met ||
                (a.reason == WEND_FAILURE_LIMIT && !(a.bound > 0) &&
                 (query.method != WEND_MESH_METHOD_EXACT || a.length >= least.length * (1 - 1e-9)));
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_search_stopped_after_it_met_a_goal_leads_there(void **state)
{
    (void)state;
    uint64_t met[2] = {0, 0};
    gen_property("met goals are told", 80, met_goals_are_told, met);
    assert_true(met[0] > 0 && met[1] > 0);
}

static bool updated_is_fresh(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    bool holds = true;
    mesh_world_make(&w, seed);
    for (int i = 0; i < 4 && holds; ++i) {
        if (i != 2) {
            mesh_world_edit(&w);
        }
        mesh_world_link(&w, mesh_world_below(&w, 3));
        holds = wend_mesh_space_update(w.space) == WEND_OK;
        wend_mesh_space *fresh;
        wend_mesh_search *search;
        holds = holds && wend_mesh_space_create(&w.def, &fresh) == WEND_OK &&
                wend_mesh_search_create(fresh, NULL, &search) == WEND_OK;
        for (int k = 0; k < 6 && holds; ++k) {
            const wend_mesh_search_query query =
                query_of(&w, (wend_mesh_method)(k % WEND_MESH_METHOD_COUNT));
            const wend_result a = wend_mesh_search_find(w.search, &query);
            holds = wend_mesh_search_find(search, &query) == a &&
                    (a < 0 || print_of(search) == print_of(w.search));
        }
        wend_mesh_search_destroy(search);
        wend_mesh_space_destroy(fresh);
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_space_updated_answers_as_a_fresh_one(void **state)
{
    (void)state;
    gen_property("updated is fresh", 60, updated_is_fresh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_search_in_slices_answers_as_in_one_go),
        cmocka_unit_test(mesh_lesser_methods_find_paths_within_their_bound),
        cmocka_unit_test(mesh_search_limits_give_shorter_paths_or_none),
        cmocka_unit_test(mesh_search_stopped_after_it_met_a_goal_leads_there),
        cmocka_unit_test(mesh_space_updated_answers_as_a_fresh_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

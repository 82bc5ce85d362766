/* Requests from starts beside each other to one goal, with a tolerance: most are answered by another
 * start's search. Each path is valid, begins and ends where it was asked to, and costs at most as many
 * times its own search's as its bound says (over cells before straightening, which makes its own cheaper
 * still); with any number of threads the same. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"

#include <math.h>

enum { BATCHES = 4, GROUP = 12, GROUPS = 3 };

static const double tolerance = 3;

typedef struct counts {
    uint64_t joined[STAGE_KINDS], tight[STAGE_KINDS], all;
} counts;

static wend_path_query query_of(const planner_stage *s, uint64_t batch, uint64_t i)
{
    const uint64_t group = batch * GROUPS + i / GROUP;
    wend_path_query query = wend_path_query_default();
    query.from = planner_stage_query(s, 5 * group).from;
    query.to = planner_stage_query(s, 5 * group).to;
    query.from.x += tolerance * (wend_random_unit(s->seed, group * GROUP + i, 31) - 0.5);
    query.from.y += tolerance * (wend_random_unit(s->seed, group * GROUP + i, 32) - 0.5);
    query.shape = (wend_path_shape)(group % 3);
    query.is_searched = group % 2 == 0;
    return query;
}

static bool wrong(const planner_stage *s, uint64_t i, const char *what, double got, double expected)
{
    print_message("kind %d, request %lu: %s is %.9f, not %.9f\n", (int)s->kind, (unsigned long)i,
                  what, got, expected);
    return false;
}

static double metres(wend_vec2 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static bool is_sound(planner_stage *s, wend_planner_request_id id, const wend_path_query *query,
                     uint64_t i, counts *of)
{
    wend_planner_answer answer;
    wend_path_answer alone;
    const wend_result result = wend_planner_poll(s->planner, id, &answer, s->path);
    const wend_result expected = wend_pathfinder_find(s->twin, query);
    wend_pathfinder_get_answer(s->twin, &alone);
    if (result != expected) {
        return wrong(s, i, "the result", result, expected);
    }
    const size_t legs = wend_path_leg_count(s->path);
    if (result != WEND_OK || legs == 0) {
        return true;
    }
    const wend_leg first = wend_path_leg(s->path, 0);
    const wend_leg last = wend_path_leg(s->path, legs - 1);
    if (metres(first.from_point, query->from) > 1e-6 || metres(last.to_point, query->to) > 1e-6) {
        return wrong(s, i, "an end", metres(first.from_point, query->from),
                     metres(last.to_point, query->to));
    }
    if (!planner_stage_is_valid(s, s->path)) {
        return wrong(s, i, "valid", 0, 1);
    }
    const double cost = wend_cost_to_double(answer.path.cost);
    const double own = wend_cost_to_double(alone.cost);
    const bool is_plain = query->shape == WEND_PATH_AS_FOUND || s->grid == NULL;
    if (is_plain && alone.bound > 0 && alone.bound <= 1 && answer.path.bound > 0 &&
        cost > own * answer.path.bound * (1 + 1e-9) + 1e-6) {
        print_message("alone by %s, joined by %s, shape %d\n", alone.method, answer.path.method,
                      (int)query->shape);
        return wrong(s, i, "the cost", cost, own * answer.path.bound);
    }
    if (answer.is_joined) {
        of->joined[s->kind]++;
        of->tight[s->kind] += answer.path.bound > 0 && answer.path.bound < 1.3 ? 1 : 0;
    }
    return true;
}

static bool run(uint64_t seed, planner_stage_kind kind, const wend_executor *executor,
                uint64_t *hash, counts *of)
{
    wend_planner_def def = wend_planner_def_default();
    def.quantum = 64;
    def.executor = executor != NULL ? *executor : def.executor;
    planner_stage s = planner_stage_make(kind, seed, &def);
    bool holds = true;
    for (uint64_t batch = 0; batch < BATCHES && holds; batch++) {
        wend_planner_request_id ids[GROUP * GROUPS];
        wend_path_query queries[GROUP * GROUPS];
        wend_result result = WEND_IN_PROGRESS;
        for (uint64_t i = 0; i < GROUP * GROUPS; i++) {
            wend_planner_request_def request = wend_planner_request_def_default();
            queries[i] = request.query = query_of(&s, batch, i);
            request.start_tolerance = tolerance;
            request.keeps_valid = i % 3 == 0;
            assert_int_equal(wend_planner_add_request(s.planner, &request, &ids[i]), WEND_OK);
            if (i % 7 == 6) { /* some while others are under way, or answered */
                wend_budget budget = wend_budget_steps(wend_random_below(seed, i, 3, 900));
                assert_true(wend_planner_update(s.planner, &budget) >= 0);
            }
            if (i % 11 == 10) { /* perhaps one that others follow */
                assert_int_equal(wend_planner_release(s.planner, ids[i - 10]), WEND_OK);
                ids[i - 10].index1 = 0;
            }
        }
        for (int n = 0; n < 4000 && result == WEND_IN_PROGRESS; n++) {
            wend_budget budget =
                wend_budget_steps(1 + wend_random_below(seed, (uint64_t)n, 3, 900));
            result = wend_planner_update(s.planner, &budget);
        }
        assert_int_equal(result, WEND_OK);
        for (uint64_t i = 0; i < GROUP * GROUPS; i++) {
            if (ids[i].index1 != 0) {
                holds = holds && is_sound(&s, ids[i], &queries[i], i, of);
                assert_int_equal(wend_planner_release(s.planner, ids[i]), WEND_OK);
            }
        }
        planner_stage_edit(&s);
    }
    *hash = wend_planner_hash(s.planner);
    planner_stage_free(&s);
    return holds;
}

typedef struct setting {
    wend_executor executor;
    counts of;
} setting;

static bool near_holds(uint64_t seed, void *context)
{
    setting *set = context;
    bool holds = true;
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND && holds; kind++) {
        uint64_t hashes[2];
        holds = run(seed, (planner_stage_kind)kind, NULL, &hashes[0], &set->of) &&
                run(seed, (planner_stage_kind)kind, &set->executor, &hashes[1], &set->of);
        if (holds && hashes[0] != hashes[1]) {
            print_message("kind %d: other hashes with threads\n", kind);
            holds = false;
        }
    }
    return holds;
}

static void requests_beside_others_are_joined_within_their_bound(void **state)
{
    (void)state;
    wend_pool *pool;
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 4;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        def.thread_count = 1;
        assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    }
    setting set = {.executor = wend_pool_executor(pool)};
    gen_property("planner_near", 6, near_holds, &set);
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND; kind++) {
        print_message("kind %d: %lu joined, %lu within 30 %%\n", kind,
                      (unsigned long)set.of.joined[kind], (unsigned long)set.of.tight[kind]);
        assert_true(set.of.joined[kind] > 0);
        assert_true(set.of.tight[kind] > 0);
    }
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_beside_others_are_joined_within_their_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

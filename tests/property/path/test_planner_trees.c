/* Requests from many starts to few goals over random grids, graphs and meshes: with trees of goals
 * each costs what a pathfinder finds, on any number of threads in the same update, with edits
 * between. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"

enum { GOALS = 3, BATCHES = 6, REQUESTS = 40 };

static wend_path_query query_of(const planner_stage *s, uint64_t id)
{
    wend_path_query query = wend_path_query_default();
    const uint64_t goal = wend_random_below(s->seed, id, 21, GOALS);
    query.from = planner_stage_query(s, id).from;
    query.to = planner_stage_query(s, 1000 + goal).to;
    query.shape = (wend_path_shape)(wend_random_below(s->seed, id, 22, 3));
    query.is_searched = s->graph == NULL || wend_random_below(s->seed, id, 24, 2) == 0;
    query.max_cost =
        wend_random_below(s->seed, id, 23, 9) == 0 ? 20 * WEND_COST_ONE : WEND_COST_INFINITE;
    return query;
}

/* Costs over meshes are sums of rounded lengths, and two shortest paths may round apart. */
static bool is_equal_cost(const planner_stage *s, wend_cost a, wend_cost b)
{
    const wend_cost off = a > b ? a - b : b - a;
    return off == 0 || ((s->mesh != NULL || s->level != NULL) && off < 64 + (a >> 40));
}

/* The answer's path is as good as the twin's: over cells, nodes and ground of the same cost. */
static bool is_as_good(planner_stage *s, wend_planner_request_id id, const wend_path_query *query)
{
    wend_planner_answer answer;
    wend_path_answer alone;
    const wend_result result = wend_planner_poll(s->planner, id, &answer, s->path);
    const wend_result expected = wend_pathfinder_find(s->twin, query);
    wend_pathfinder_get_answer(s->twin, &alone);
    const bool is_exact = query->shape == WEND_PATH_AS_FOUND;
    if (result != expected || (is_exact && !is_equal_cost(s, answer.path.cost, alone.cost)) ||
        (result == WEND_OK && !planner_stage_is_valid(s, s->path))) {
        print_message("kind %d: %s by %s, cost %.9f; alone %s, cost %.9f\n", (int)s->kind,
                      wend_result_text(result), answer.path.method,
                      wend_cost_to_double(answer.path.cost), wend_result_text(expected),
                      wend_cost_to_double(alone.cost));
        return false;
    }
    return true;
}

static bool run(uint64_t seed, planner_stage_kind kind, const wend_executor *executor,
                uint64_t *hash, uint64_t *from_trees)
{
    wend_planner_def def = wend_planner_def_default();
    def.goal_trees = 2;
    def.quantum = 64;
    def.cache_capacity = 0;
    def.executor = executor != NULL ? *executor : def.executor;
    planner_stage s = planner_stage_make(kind, seed, &def);
    bool holds = true;
    for (uint64_t batch = 0; batch < BATCHES && holds; batch++) {
        wend_planner_request_id ids[REQUESTS];
        wend_path_query queries[REQUESTS];
        wend_result result = WEND_IN_PROGRESS;
        for (uint64_t i = 0; i < REQUESTS; i++) {
            wend_planner_request_def request = wend_planner_request_def_default();
            queries[i] = request.query = query_of(&s, batch * REQUESTS + i);
            assert_int_equal(wend_planner_add_request(s.planner, &request, &ids[i]), WEND_OK);
        }
        for (int n = 0; n < 4000 && result == WEND_IN_PROGRESS; n++) {
            wend_budget budget =
                wend_budget_steps(1 + wend_random_below(seed, batch * 4000 + (uint64_t)n, 3, 1500));
            result = wend_planner_update(s.planner, &budget);
        }
        assert_int_equal(result, WEND_OK);
        for (uint64_t i = 0; i < REQUESTS; i++) {
            holds = holds && is_as_good(&s, ids[i], &queries[i]);
            assert_int_equal(wend_planner_release(s.planner, ids[i]), WEND_OK);
        }
        if (batch % 2 == 1) {
            planner_stage_edit(&s);
        }
    }
    wend_planner_stats stats;
    wend_planner_get_stats(s.planner, &stats);
    *hash = wend_planner_hash(s.planner);
    *from_trees += stats.from_trees;
    planner_stage_free(&s);
    return holds;
}

typedef struct setting {
    wend_executor executor;
    uint64_t from_trees[STAGE_KINDS];
} setting;

static bool trees_hold(uint64_t seed, void *context)
{
    setting *of = context;
    bool holds = true;
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND && holds; kind++) {
        uint64_t hashes[2];
        holds =
            run(seed, (planner_stage_kind)kind, NULL, &hashes[0], &of->from_trees[kind]) &&
            run(seed, (planner_stage_kind)kind, &of->executor, &hashes[1], &of->from_trees[kind]);
        if (holds && hashes[0] != hashes[1]) {
            print_message("kind %d: other hashes with threads\n", kind);
            holds = false;
        }
    }
    return holds;
}

static void requests_to_goals_with_trees_cost_what_a_pathfinder_finds(void **state)
{
    (void)state;
    wend_pool *pool;
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 4;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        def.thread_count = 1;
        assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    }
    setting of = {wend_pool_executor(pool), {0}};
    gen_property("planner_trees", 3, trees_hold, &of);
    for (int kind = STAGE_GRID; kind <= STAGE_MESH_ROUND; kind++) {
        const bool has_trees = kind != STAGE_MESH_ROUND; /* a disc has no tree */
        print_message("kind %d: %lu paths from trees\n", kind, (unsigned long)of.from_trees[kind]);
        assert_true((of.from_trees[kind] > 0) == has_trees);
    }
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_to_goals_with_trees_cost_what_a_pathfinder_finds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A planner over a graph and over a mesh, with trees of goals, watched paths and starts that are joined,
 * on an allocator that fails at every call in turn: nothing leaks, failures are reported, and the next
 * update completes the rest. */
#include "support/fault.h"
#include "support/planner_stage.h"
#include "support/test.h"

enum { REQUESTS = 6, ROUNDS = 4 };

static wend_planner_request_def request_of(const planner_stage *s, uint64_t round, uint64_t i)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query.from = planner_stage_query(s, i).from;
    def.query.to = planner_stage_query(s, 0).to;
    def.query.is_searched = true;
    def.keeps_valid = i % 2 == 0;
    if (round == 1) {
        def.query.from = planner_stage_query(s, 1).from;
        def.query.from.x += 0.1 * (double)i;
        def.start_tolerance = 2;
    }
    return def;
}

/* Updates until all is answered; the first failure is kept. */
static wend_result serve(wend_planner *planner, wend_result first)
{
    wend_result result = WEND_IN_PROGRESS;
    for (int n = 0; n < 60 && result != WEND_OK; n++) {
        wend_budget budget = wend_budget_steps(5000);
        result = wend_planner_update(planner, &budget);
        first = result < 0 && first >= 0 ? result : first;
    }
    return first;
}

static wend_result scenario(wend_allocator allocator, void *context)
{
    planner_stage *s = context;
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.graph = s->graph;
    def.mesh = s->mesh;
    def.walls = s->graph != NULL ? s->walls : NULL;
    def.max_requests = REQUESTS;
    def.max_searches = 2;
    def.cache_capacity = 1;
    def.goal_trees = 1;
    def.allocator = allocator;
    wend_result result = wend_planner_create(&def, &planner);
    if (result == WEND_OK) {
        result = wend_planner_add_profile(planner, &profile, &index);
    }
    const bool is_made = result == WEND_OK;
    for (uint64_t round = 0; round < ROUNDS && is_made; round++) {
        wend_planner_request_id ids[REQUESTS];
        for (uint64_t i = 0; i < REQUESTS; i++) {
            const wend_planner_request_def request = request_of(s, round, i);
            const wend_result added = wend_planner_add_request(planner, &request, &ids[i]);
            result = added < 0 && result >= 0 ? added : result;
        }
        result = serve(planner, result);
        if (round == 2) {
            planner_stage_edit(s);
            result = serve(planner, result);
        }
        for (uint64_t i = 0; i < REQUESTS; i++) {
            if (ids[i].index1 != 0) {
                assert_int_equal(wend_planner_release(planner, ids[i]), WEND_OK);
            }
        }
    }
    wend_planner_destroy(planner);
    return result;
}

static void run(planner_stage_kind kind)
{
    planner_stage s = planner_stage_make(kind, 3, NULL);
    fault_run(scenario, &s);
    planner_stage_free(&s);
}

static void planner_over_a_graph_without_memory_loses_nothing(void **state)
{
    (void)state;
    run(STAGE_GRAPH);
}

static void planner_over_a_mesh_without_memory_loses_nothing(void **state)
{
    (void)state;
    run(STAGE_MESH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planner_over_a_graph_without_memory_loses_nothing),
        cmocka_unit_test(planner_over_a_mesh_without_memory_loses_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

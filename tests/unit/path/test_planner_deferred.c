/* Planners whose profiles are built by their updates, and planners over graphs that are edited in
 * every frame: no update does much more than its budget, and answers are those of profiles that were
 * built at once. */
#include "support/graphs.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/planner.h"

#include <stdlib.h>

enum { SIDE = 160, STEPS = 500, REQUESTS = 12 };

typedef struct deferred_world {
    wend_grid *grid;
    wend_graph *graph;
} deferred_world;

static wend_planner *make(const deferred_world *world, const wend_planner_profile_def *profile)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = world->grid;
    def.graph = world->graph;
    def.quantum = 64;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, profile, &index), WEND_OK);
    return planner;
}

static wend_grid *make_grid(void)
{
    wend_grid *grid = grids_open(SIDE, SIDE);
    for (int32_t k = 10; k < SIDE; k += 20) {
        grids_wall(grid, k, k % 40 == 10 ? 0 : 20, 1, SIDE - 20);
    }
    return grid;
}

/* A square of nodes, each joined with the next ones. */
static wend_graph *make_graph(uint32_t side)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < side * side; ++k) {
        wend_graph_node node = wend_graph_node_default();
        node.position = (wend_vec2){k % side, (double)(k / side)};
        wend_node number;
        assert_int_equal(wend_graph_add_node(graph, &node, &number), WEND_OK);
    }
    for (uint32_t k = 0; k < side * side; ++k) {
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t number;
        edge.from = k;
        edge.to = k + 1;
        if (k % side + 1 < side) {
            assert_int_equal(wend_graph_add_edge(graph, &edge, &number), WEND_OK);
        }
        edge.to = k + side;
        if (edge.to < side * side) {
            assert_int_equal(wend_graph_add_edge(graph, &edge, &number), WEND_OK);
        }
    }
    return graph;
}

static wend_planner_request_id ask_by(wend_planner *planner, uint32_t k, wend_method method)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    def.query.method = method;
    def.query.from = (wend_vec3){2.5 + k / 2, 3.5, 0};
    def.query.to = (wend_vec3){(double)SIDE - 3.5, (double)SIDE - 4.5 - k, 0};
    assert_int_equal(wend_planner_add_request(planner, &def, &id), WEND_OK);
    return id;
}

static wend_planner_request_id ask(wend_planner *planner, uint32_t k)
{
    return ask_by(planner, k, WEND_METHOD_BEST);
}

static wend_planner_answer answer_of(wend_planner *planner, wend_planner_request_id id)
{
    wend_planner_answer answer;
    assert_int_equal(wend_planner_poll(planner, id, &answer, NULL), WEND_OK);
    assert_int_equal(answer.state, WEND_PLANNER_READY);
    return answer;
}

/* Updates of so many steps until all is done. @return how many. */
static uint32_t update_all(wend_planner *planner, uint64_t steps, uint64_t *debt)
{
    uint64_t most_debt = 0;
    wend_result result = WEND_IN_PROGRESS;
    uint32_t updates = 0;
    while (result == WEND_IN_PROGRESS && updates < 100000) {
        wend_budget budget = wend_budget_steps(steps);
        result = wend_planner_update(planner, &budget);
        wend_planner_stats stats;
        wend_planner_get_stats(planner, &stats);
        most_debt = stats.debt > most_debt ? stats.debt : most_debt;
        ++updates;
    }
    assert_int_equal(result, WEND_OK);
    if (debt != NULL) {
        *debt = most_debt;
    }
    return updates;
}

/* Requests are asked before anything is built. */
static void answers_are_those_of(const deferred_world *world, wend_planner_profile_def profile)
{
    wend_planner *planners[2];
    wend_planner_request_id ids[2][REQUESTS];
    uint32_t updates[2];
    for (int k = 0; k < 2; ++k) {
        profile.is_deferred = k == 1;
        planners[k] = make(world, &profile);
        for (uint32_t i = 0; i < REQUESTS; ++i) {
            ids[k][i] = ask(planners[k], i);
        }
        updates[k] = update_all(planners[k], STEPS, NULL);
    }
    assert_true(profile.has_hierarchy || updates[1] > updates[0] + 5);
    for (uint32_t i = 0; i < REQUESTS; ++i) {
        const wend_planner_answer one = answer_of(planners[0], ids[0][i]);
        const wend_planner_answer two = answer_of(planners[1], ids[1][i]);
        assert_true(one.path.cost == two.path.cost && one.path.cost > 0);
        assert_true(profile.has_hierarchy || one.waited < two.waited);
    }
    wend_planner_destroy(planners[0]);
    wend_planner_destroy(planners[1]);
}

static void planner_deferred_profile_of_a_grid_answers_like_another(void **state)
{
    (void)state;
    deferred_world world = {.grid = make_grid()};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    answers_are_those_of(&world, profile);
    profile.has_jump_table = true;
    answers_are_those_of(&world, profile);
    profile.radius = 0.4;
    answers_are_those_of(&world, profile);
    profile.has_hierarchy = true;
    answers_are_those_of(&world, profile);
    wend_grid_destroy(world.grid);
}

static void planner_deferred_profile_of_a_graph_answers_like_another(void **state)
{
    (void)state;
    deferred_world world = {.graph = make_graph(SIDE)};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.max_node_distance = 1.5;
    profile.max_nodes = 2;
    answers_are_those_of(&world, profile);
    wend_graph_destroy(world.graph);
}

/* The hierarchy is begun once the space is built: requests for it wait as others do. */
static void planner_deferred_profile_takes_requests_by_its_hierarchy(void **state)
{
    (void)state;
    deferred_world world = {.grid = make_grid()};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.is_deferred = profile.has_hierarchy = true;
    wend_planner *planner = make(&world, &profile);
    const wend_planner_request_id early = ask_by(planner, 0, WEND_METHOD_HIERARCHY);
    (void)update_all(planner, STEPS, NULL);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    const wend_planner_request_id late = ask_by(planner, 2, WEND_METHOD_HIERARCHY);
    (void)update_all(planner, STEPS, NULL);
    assert_int_equal(answer_of(planner, early).path.result, WEND_OK);
    assert_string_equal(answer_of(planner, late).path.method, "hierarchy");
    wend_planner_destroy(planner);
    wend_grid_destroy(world.grid);
}

/* Without requests, too; until then an update says that there is something to do. */
static void planner_deferred_profile_is_built_without_requests(void **state)
{
    (void)state;
    deferred_world world = {.grid = make_grid()};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.is_deferred = profile.has_jump_table = true;
    profile.radius = 0.4;
    wend_planner *planner = make(&world, &profile);
    wend_space_info info;
    wend_space_get_info(wend_planner_space(planner, 0), &info);
    assert_false(info.is_fresh);
    uint64_t debt = 0;
    assert_true(update_all(planner, STEPS, &debt) > 5);
    assert_true(debt < 2 * STEPS);
    wend_space_get_info(wend_planner_space(planner, 0), &info);
    assert_true(info.is_fresh && info.open_count > 0);
    wend_planner_destroy(planner);
    wend_grid_destroy(world.grid);
}

/* A save is loaded by a planner that has built nothing yet. */
static void planner_deferred_profile_is_built_by_a_load(void **state)
{
    (void)state;
    deferred_world worlds[2] = {{.grid = make_grid()}, {.graph = make_graph(40)}};
    for (int w = 0; w < 2; ++w) {
        wend_planner_profile_def profile = wend_planner_profile_def_default();
        profile.is_deferred = true;
        profile.max_node_distance = 400;
        profile.max_nodes = 2;
        wend_planner *one = make(&worlds[w], &profile);
        wend_planner *two = make(&worlds[w], &profile);
        const wend_planner_request_id id = ask(one, 1);
        wend_budget budget = wend_budget_steps(STEPS);
        (void)wend_planner_update(one, &budget);
        size_t count = 0;
        assert_int_equal(wend_planner_settle(one), WEND_OK);
        assert_int_equal(wend_planner_save(one, NULL, 0, &count), WEND_TRUNCATED);
        uint8_t *bytes = malloc(count);
        assert_int_equal(wend_planner_save(one, bytes, count, &count), WEND_OK);
        assert_int_equal(wend_planner_load(two, bytes, count, NULL, NULL, NULL), WEND_OK);
        (void)update_all(one, 4 * STEPS, NULL);
        (void)update_all(two, 4 * STEPS, NULL);
        assert_true(answer_of(one, id).path.cost == answer_of(two, id).path.cost);
        assert_true(answer_of(one, id).waited == answer_of(two, id).waited);
        free(bytes);
        wend_planner_destroy(one);
        wend_planner_destroy(two);
    }
    wend_grid_destroy(worlds[0].grid);
    wend_graph_destroy(worlds[1].graph);
}

/* Nodes and edges come and go before each update, of few steps. */
static void planner_over_a_graph_edited_in_every_frame_keeps_to_its_budget(void **state)
{
    (void)state;
    deferred_world world = {.graph = make_graph(60)};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.max_node_distance = 400;
    profile.max_nodes = 2;
    wend_planner *planner = make(&world, &profile);
    wend_planner_request_id ids[REQUESTS];
    uint64_t debt = 0;
    for (uint32_t frame = 0; frame < 1500; ++frame) {
        wend_graph_edge edge = wend_graph_edge_default();
        wend_graph_node node = wend_graph_node_default();
        uint32_t number;
        node.position = (wend_vec2){frame % 50 + 0.5, frame % 37 + 0.5};
        assert_int_equal(wend_graph_add_node(world.graph, &node, &edge.from), WEND_OK);
        edge.to = frame % 3000;
        assert_int_equal(wend_graph_add_edge(world.graph, &edge, &number), WEND_OK);
        if (frame % 3 == 0) {
            (void)wend_graph_remove_edge(world.graph, frame);
        }
        if (frame % 100 == 0) {
            for (uint32_t i = 0; i < REQUESTS; ++i) {
                ids[i] = ask(planner, i);
            }
        }
        wend_budget budget = wend_budget_steps(3000);
        (void)wend_planner_update(planner, &budget);
        wend_planner_stats stats;
        wend_planner_get_stats(planner, &stats);
        debt = stats.debt > debt ? stats.debt : debt;
        if (frame % 100 == 99) {
            for (uint32_t i = 0; i < REQUESTS; ++i) {
                assert_true(answer_of(planner, ids[i]).path.result == WEND_OK);
                assert_int_equal(wend_planner_release(planner, ids[i]), WEND_OK);
            }
        }
    }
    assert_true(debt < 2000);
    wend_planner_destroy(planner);
    wend_graph_destroy(world.graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planner_deferred_profile_of_a_grid_answers_like_another),
        cmocka_unit_test(planner_deferred_profile_of_a_graph_answers_like_another),
        cmocka_unit_test(planner_deferred_profile_takes_requests_by_its_hierarchy),
        cmocka_unit_test(planner_deferred_profile_is_built_without_requests),
        cmocka_unit_test(planner_deferred_profile_is_built_by_a_load),
        cmocka_unit_test(planner_over_a_graph_edited_in_every_frame_keeps_to_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

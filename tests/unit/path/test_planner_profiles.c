/* Profiles of a planner: factors are copied, their number has a limit, without memory there is none. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/test.h"

#include "wend/planner.h"

#include <math.h>
#include <string.h>

enum { SWIM = 1, BEHAVIOURS = 2 };

/* @param from_node,to_node WEND_NODE_NONE: the positions. */
static double length_of(wend_planner *planner, wend_vec3 from, wend_vec3 to, wend_node from_node,
                        wend_node to_node, double *cost)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    wend_planner_answer answer;
    def.query.from = from;
    def.query.to = to;
    def.query.from_node = from_node;
    def.query.to_node = to_node;
    def.query.is_searched = true;
    def.query.shape = WEND_PATH_AS_FOUND;
    assert_int_equal(wend_planner_add_request(planner, &def, &id), WEND_OK);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(planner, id, &answer, NULL), WEND_OK);
    assert_int_equal(wend_planner_release(planner, id), WEND_OK);
    *cost = wend_cost_to_double(answer.path.cost);
    return answer.path.length;
}

static void connect(wend_graph *graph, wend_node from, wend_node to, uint32_t behaviour)
{
    wend_graph_edge edge = wend_graph_edge_default();
    uint32_t index;
    edge.from = from;
    edge.to = to;
    edge.behaviour = behaviour;
    assert_int_equal(wend_graph_add_edge(graph, &edge, &index), WEND_OK);
}

/*  a ~~swim~~ b, 10 m; a - c - b by land, 20 m  */
static wend_graph *bay(void)
{
    wend_graph *graph = graphs_empty();
    const wend_node a = graphs_node(graph, 0, 0), b = graphs_node(graph, 10, 0);
    const wend_node c = graphs_node(graph, 5, sqrt(75));
    connect(graph, a, b, SWIM);
    connect(graph, a, c, WEND_BEHAVIOUR_WALK);
    connect(graph, c, b, WEND_BEHAVIOUR_WALK);
    return graph;
}

static wend_planner *plan_on(const wend_graph *graph, const wend_allocator *allocator)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner *planner;
    def.graph = graph;
    def.allocator = allocator != NULL ? *allocator : def.allocator;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    return planner;
}

static void factors_of_behaviours_are_copied(void **state)
{
    (void)state;
    wend_graph *graph = bay();
    wend_planner *planner = plan_on(graph, NULL);
    double factors[BEHAVIOURS] = {1, 1.5}, cost;
    uint32_t index;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.behaviour_factors = factors;
    profile.behaviour_count = BEHAVIOURS;
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    factors[SWIM] = 30; /* too late for this profile */
    assert_true(fabs(length_of(planner, (wend_vec3){0, 0, 0}, (wend_vec3){10, 0, 0}, 0, 1, &cost) -
                     10) < 1e-6);
    assert_true(fabs(cost - 15) < 1e-3);
    /* An edit lays the graph out again, by the copy. */
    const wend_node far = graphs_node(graph, 20, 0);
    connect(graph, 1, far, WEND_BEHAVIOUR_WALK);
    assert_true(
        fabs(length_of(planner, (wend_vec3){0, 0, 0}, (wend_vec3){20, 0, 0}, 0, far, &cost) - 20) <
        1e-6);
    assert_true(fabs(cost - 25) < 1e-3);
    wend_planner_destroy(planner);
    planner = plan_on(graph, NULL);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    assert_true(fabs(length_of(planner, (wend_vec3){0, 0, 0}, (wend_vec3){10, 0, 0}, 0, 1, &cost) -
                     20) < 1e-6); /* around by land */
    factors[SWIM] = -1;
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_ERROR_ARGUMENT);
    assert_int_equal(index, UINT32_MAX);
    assert_int_equal(wend_planner_profile_count(planner), 1);
    wend_planner_destroy(planner);
    wend_graph_destroy(graph);
}

static void factors_of_areas_are_copied(void **state)
{
    (void)state;
    wend_mesh *mesh = meshes_lattice(8, 8, 1, NULL);
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner;
    double factors[WEND_MESH_AREAS], cost;
    uint32_t index;
    for (int i = 0; i < WEND_MESH_AREAS; i++) {
        factors[i] = 3;
    }
    def.mesh = mesh;
    profile.area_factors = factors;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    memset(factors, 0, sizeof factors);
    assert_true(fabs(length_of(planner, (wend_vec3){1.5, 1.5, 0}, (wend_vec3){5.5, 1.5, 0},
                               WEND_NODE_NONE, WEND_NODE_NONE, &cost) -
                     4) < 1e-6);
    assert_true(fabs(cost - 12) < 1e-3);
    wend_planner_destroy(planner);
    wend_mesh_destroy(mesh);
}

static void a_planner_has_so_many_profiles(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner;
    uint32_t index;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    profile.cookie++;
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_ERROR_ARGUMENT);
    profile.cookie--;
    for (uint32_t i = 0; i < WEND_PLANNER_PROFILES_MAX; i++) {
        assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
        assert_int_equal(index, i);
        assert_non_null(wend_planner_space(planner, i));
    }
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_ERROR_FULL);
    assert_int_equal(index, UINT32_MAX);
    assert_non_null(strstr(wend_planner_error(planner), "there are 64 profiles, which is most"));
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
}

/* A profile that cannot be laid out is none; the planner serves the others. */
static wend_result add_profiles(wend_allocator allocator, void *context)
{
    const double factors[BEHAVIOURS] = {1, 1.5};
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner;
    uint32_t index;
    def.graph = context;
    def.allocator = allocator;
    profile.behaviour_factors = factors;
    profile.behaviour_count = BEHAVIOURS;
    wend_result result = wend_planner_create(&def, &planner);
    for (uint32_t i = 0; i < 2 && result == WEND_OK; i++) {
        result = wend_planner_add_profile(planner, &profile, &index);
        assert_int_equal(wend_planner_profile_count(planner), result == WEND_OK ? i + 1 : i);
        assert_int_equal(index, result == WEND_OK ? i : UINT32_MAX);
    }
    wend_planner_destroy(planner);
    return result;
}

static void each_allocation_of_a_profile_may_fail(void **state)
{
    (void)state;
    wend_graph *graph = bay();
    assert_true(fault_run(add_profiles, graph) > 10);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_of_behaviours_are_copied),
        cmocka_unit_test(factors_of_areas_are_copied),
        cmocka_unit_test(a_planner_has_so_many_profiles),
        cmocka_unit_test(each_allocation_of_a_profile_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

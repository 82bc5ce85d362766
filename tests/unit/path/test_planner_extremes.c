/* Planners at the ends of what their definitions allow, over worlds with next to nothing in them: built
 * at once or by updates, edited and destroyed before they are built. */
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/test.h"

#include "wend/planner.h"
#include "wend/walls.h"

#include <float.h>

enum { WORLDS = 6, PLENTY = 1000 };

typedef struct small_world {
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
} small_world;

/* Of a grid, a graph and a mesh one without and one with something to search. */
static small_world make_world(int kind)
{
    small_world world = {NULL, NULL, NULL};
    switch (kind) {
    case 0:
    case 1:
        world.grid = grids_open(kind == 0 ? 1 : 9, kind == 0 ? 1 : 5);
        grids_wall(world.grid, 0, 0, 1, 1);
        break;
    case 2:
    case 3:
        world.graph = graphs_empty();
        for (uint32_t k = 0; kind == 3 && k < 6; k++) {
            graphs_node(world.graph, k, k % 2);
        }
        for (uint32_t k = 0; kind == 3 && k < 5; k++) {
            graphs_edge(world.graph, k, k + 1, k % 2 == 0);
        }
        break;
    default:
        world.mesh = meshes_lattice(kind == 4 ? 1 : 6, kind == 4 ? 1 : 4, 1, NULL);
        assert_int_equal(wend_mesh_set_open(world.mesh, 0, false), WEND_OK);
        break;
    }
    return world;
}

static void destroy_world(small_world *world)
{
    wend_grid_destroy(world->grid);
    wend_graph_destroy(world->graph);
    wend_mesh_destroy(world->mesh);
}

static void edit(const small_world *world, uint32_t turn)
{
    if (world->grid != NULL) {
        grids_set(world->grid, 0, 0, turn % 2 == 0 ? 1 : WEND_COST_WALL);
    } else if (world->graph != NULL) {
        const wend_node node = graphs_node(world->graph, turn, 2);
        graphs_edge(world->graph, node == 0 ? graphs_node(world->graph, 1, 1) : 0, node, true);
    } else {
        assert_int_equal(wend_mesh_set_open(world->mesh, 0, turn % 2 == 0), WEND_OK);
    }
}

typedef struct extreme_case {
    bool is_deferred, has_behind;
    uint32_t goal_trees, max_depth;
    double tolerance;
} extreme_case;

static wend_planner *make_planner(const small_world *world, const extreme_case *c)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = world->grid;
    def.graph = world->graph;
    def.mesh = world->mesh;
    def.goal_trees = c->goal_trees;
    def.quantum = 16;
    def.max_requests = 64;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    profile.is_deferred = c->is_deferred;
    profile.has_hierarchy = c->has_behind;
    profile.has_index = c->has_behind && world->mesh == NULL;
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    return planner;
}

/* Starts beside each other, the last of them far away, as is a goal. */
static wend_planner_request_id ask(wend_planner *planner, const small_world *world,
                                   const extreme_case *c, uint32_t k)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id = {0, 0};
    /* Walks to and from graphs are as long as they are far. */
    const double far = world->graph != NULL ? 100 : WEND_COORDINATE_MAX;
    def.query.from = (wend_vec3){k == 5 ? -far : 1.25 + 0.25 * k, 1.25, 0};
    def.query.to = (wend_vec3){k == 4 ? far : 4.5, 1.5, 0};
    def.query.method = c->has_behind && k % 2 == 0 ? WEND_METHOD_HIERARCHY : WEND_METHOD_BEST;
    def.query.max_depth = world->mesh == NULL && k % 3 == 0 ? c->max_depth : 0;
    def.query.to_polygon = world->mesh != NULL && k == 1 ? 77 : WEND_NODE_NONE;
    def.query.from_node = world->graph != NULL && k == 3 ? 0 : WEND_NODE_NONE;
    def.start_tolerance = c->tolerance;
    def.keeps_valid = k % 2 == 0;
    assert_int_equal(wend_planner_add_request(planner, &def, &id), WEND_OK);
    return id;
}

static wend_result update(wend_planner *planner)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; k < PLENTY && result == WEND_IN_PROGRESS; k++) {
        wend_budget budget = wend_budget_steps(200);
        result = wend_planner_update(planner, &budget);
    }
    return result;
}

enum { REQUESTS = 6 };

/* @param costs of the answers after all; infinite without a path. */
static void run(int kind, const extreme_case *c, uint32_t updates_between, wend_cost *costs)
{
    small_world world = make_world(kind);
    wend_planner *planner = make_planner(&world, c);
    wend_planner_request_id ids[2 * REQUESTS];
    for (uint32_t k = 0; k < REQUESTS; k++) {
        ids[k] = ask(planner, &world, c, k);
    }
    for (uint32_t k = 0; k < updates_between; k++) {
        wend_budget budget = wend_budget_steps(1);
        assert_true(wend_planner_update(planner, &budget) >= 0);
        edit(&world, k);
    }
    (void)wend_planner_hash(planner);
    if (costs != NULL) {
        assert_int_equal(update(planner), WEND_OK);
        assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
        for (uint32_t k = 0; k < REQUESTS; k++) {
            ids[REQUESTS + k] = ask(planner, &world, c, k);
        }
        assert_int_equal(update(planner), WEND_OK);
        for (uint32_t k = 0; k < 2 * REQUESTS; k++) {
            wend_planner_answer answer;
            (void)wend_planner_poll(planner, ids[k], &answer, NULL);
            assert_int_equal(answer.state, WEND_PLANNER_READY);
            costs[k] = answer.path.result == WEND_OK ? answer.path.cost : WEND_COST_INFINITE;
        }
    }
    wend_planner_destroy(planner);
    destroy_world(&world);
}

static void planners_at_the_ends_of_their_ranges_answer(void **state)
{
    (void)state;
    const uint32_t depths[] = {0, 1, UINT32_MAX};
    const double tolerances[] = {0, DBL_TRUE_MIN, WEND_COORDINATE_MAX};
    for (int i = 0; i < WORLDS * 2 * 2 * 3 * 3; i++) {
        const int kind = i % WORLDS;
        const int rest = i / WORLDS;
        extreme_case c = {.has_behind = rest % 2 != 0,
                          .goal_trees = rest / 2 % 2 == 0 ? 0 : WEND_PLANNER_TREES_MAX,
                          .max_depth = depths[rest / 4 % 3],
                          .tolerance = tolerances[rest / 12]};
        wend_cost costs[2][2 * REQUESTS];
        run(kind, &c, 0, costs[0]);
        c.is_deferred = true;
        run(kind, &c, 0, costs[1]);
        for (uint32_t k = 0; k < 2 * REQUESTS; k++) {
            const bool has_path[2] = {costs[0][k] != WEND_COST_INFINITE,
                                      costs[1][k] != WEND_COST_INFINITE};
            assert_int_equal(has_path[0], has_path[1]);
            assert_true(c.tolerance > 1 || c.has_behind || costs[0][k] == costs[1][k]);
        }
        for (uint32_t between = 1; between < 6; between += 2) {
            run(kind, &c, between, costs[0]);
            run(kind, &c, between, NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planners_at_the_ends_of_their_ranges_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Pathfinders over a grid, a graph and a mesh of one level find the same paths. */
#include "pathfinders.h"
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/flow.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static void assert_ends(const wend_path *path, const wend_path_query *query)
{
    const size_t count = wend_path_leg_count(path);
    assert_true(count > 0);
    const wend_leg first = wend_path_leg(path, 0);
    const wend_leg last = wend_path_leg(path, count - 1);
    assert_true(!(first.from_point.x < query->from.x) && !(first.from_point.x > query->from.x));
    assert_true(!(first.from_point.y < query->from.y) && !(first.from_point.y > query->from.y));
    assert_true(!(last.to_point.x < query->to.x) && !(last.to_point.x > query->to.x));
    assert_true(!(last.to_point.y < query->to.y) && !(last.to_point.y > query->to.y));
}

static void way_leads_from_and_to_the_exact_places_in_every_world(void **state)
{
    (void)state;
    town t = town_of();
    const double least = 2 * sqrt(3.87 * 3.87 + 6.79 * 6.79);
    for (int world = 0; world < WORLDS; world++) {
        for (int shape = 0; shape <= WEND_PATH_AS_FOUND; shape++) {
            wend_path_query query = query_of(1.13, 1.21, 8.87, 1.21);
            query.shape = (wend_path_shape)shape;
            assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
            assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
            assert_ends(t.path, &query);
            assert_true(ways_level_is_clear(t.walls, t.path, 0));
            const wend_path_answer answer = answer_of(t.finder[world]);
            assert_true(answer.cost == wend_path_cost(t.path));
            assert_true(answer.length >= least - 1e-9);
            assert_true(answer.length < (shape == WEND_PATH_AS_FOUND ? 1.2 : 1.1) * least);
            assert_true(strcmp(answer.method, "direct") != 0 && answer.method[0] != 0);
            assert_true(answer.expanded > 0);
            assert_true(fabs(answer.position.x - 8.87) <= 0);
        }
    }
    assert_true(fabs(answer_of(t.finder[MESH]).length - least) < 1e-9);
    town_free(&t);
}

static void way_goes_straight_without_a_search_where_nothing_is_in_the_way(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(1.13, 1.21, 4.2, 9.5);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
        assert_int_equal(wend_path_leg_count(t.path), 1);
        assert_ends(t.path, &query);
        const wend_path_answer answer = answer_of(t.finder[world]);
        assert_string_equal(answer.method, "direct");
        assert_int_equal(answer.expanded, 0);
        query.is_searched = true;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_true(strcmp(answer_of(t.finder[world]).method, "direct") != 0);
        assert_true(answer_of(t.finder[world]).length >= answer.length - 1e-9);
        query = query_of(3, 3, 3, 3);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_OK);
        assert_int_equal(wend_path_leg_count(t.path), 0);
    }
    town_free(&t);
}

static void way_from_or_to_a_blocked_place_says_which(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(-30, 1, 4, 9);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_NO_PATH);
        /* Graphs have no ground: no node can be walked to from there. */
        assert_int_equal(answer_of(t.finder[world]).reason, world == GRAPH
                                                                ? WEND_FAILURE_START_BLOCKED
                                                                : WEND_FAILURE_START_OFF_GROUND);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_NO_PATH);
        query = query_of(4, 9, -30, 1);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_NO_PATH);
        assert_int_equal(answer_of(t.finder[world]).reason,
                         world == GRAPH ? WEND_FAILURE_GOAL_BLOCKED : WEND_FAILURE_GOAL_OFF_GROUND);
    }
    town_free(&t);
}

static void expect_no_path(town *t, int world, const wend_path_query *query, const char *text)
{
    assert_int_equal(wend_pathfinder_find(t->finder[world], query), WEND_NO_PATH);
    assert_string_equal(wend_pathfinder_error(t->finder[world]), text);
}

static void query_without_a_path_says_why_in_every_world(void **state)
{
    (void)state;
    static const wend_vec3 outside[2] = {{-30, 1, 0}, {-31, 1, 0}};
    town t = town_of();
    const wend_path_query from = query_of(-30, 1, 4, 9);
    expect_no_path(&t, GRID, &from, "there is no ground at the start: -30, 1, 0");
    expect_no_path(&t, GRAPH, &from, "this agent cannot stand at the start: -30, 1, 0");
    expect_no_path(&t, MESH, &from,
                   "the start is off the mesh: the nearest ground is 30.00 m away");
    wend_path_query to = query_of(4, 9, -30, 1);
    expect_no_path(&t, GRID, &to, "there is no ground at the goal: -30, 1, 0");
    expect_no_path(&t, GRAPH, &to, "this agent cannot stand at the goal: -30, 1, 0");
    expect_no_path(&t, MESH, &to, "the goal is off the mesh: the nearest ground is 30.00 m away");
    to.goal_kind = WEND_PATH_TO_POSITIONS;
    to.positions = outside;
    to.position_count = 2;
    expect_no_path(&t, GRID, &to, "this agent can stand at no goal");
    for (int world = 0; world < WORLDS; world++) {
        assert_false(wend_pathfinder_can_reach(t.finder[world], from.from, from.to));
        assert_string_equal(wend_pathfinder_error(t.finder[world]), "");
        const wend_path_query good = query_of(1, 1, 9, 1);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &good), WEND_OK);
        assert_string_equal(wend_pathfinder_error(t.finder[world]), "");
    }
    town_free(&t);
}

static void positions_far_above_a_mesh_are_off_its_ground(void **state)
{
    (void)state;
    static const wend_vec3 positions[2] = {{8.87, 1.21, 9}, {4.2, 9.5, 0.5}};
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh_space = t.mesh_space;
    def.max_height_difference = 1;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    for (int is_straight = 0; is_straight < 2; is_straight++) {
        const double to_x = is_straight ? 4.2 : 8.87;
        wend_path_query query = query_of(1.13, 1.21, to_x, is_straight ? 9.5 : 1.21);
        query.from.z = -1;
        query.to.z = 1;
        assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
        query.to.z = 1.125;
        assert_int_equal(wend_pathfinder_find(finder, &query), WEND_NO_PATH);
        assert_int_equal(answer_of(finder).reason, WEND_FAILURE_GOAL_OFF_GROUND);
        assert_string_equal(wend_pathfinder_error(finder),
                            "there is no ground within max_height_difference, 1 m, of the goal");
        assert_false(wend_pathfinder_can_walk(finder, query.from, query.to, NULL));
        query.from.z = 2;
        assert_int_equal(wend_pathfinder_find(finder, &query), WEND_NO_PATH);
        assert_int_equal(answer_of(finder).reason, WEND_FAILURE_START_OFF_GROUND);
    }
    wend_path_query query = query_of(1.13, 1.21, 0, 0);
    query.goal_kind = WEND_PATH_TO_POSITIONS;
    query.positions = positions;
    query.position_count = 2;
    for (int is_searched = 0; is_searched < 2; is_searched++) {
        query.is_searched = is_searched == 1;
        assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
        assert_int_equal(answer_of(finder).goal_index, 1);
    }
    query.position_count = 1;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_NO_PATH);
    assert_int_equal(answer_of(finder).reason, WEND_FAILURE_GOAL_OFF_GROUND);
    wend_pathfinder_destroy(finder);
    town_free(&t);
}

static void way_to_several_places_takes_the_nearest_by_walking(void **state)
{
    (void)state;
    static const wend_vec3 positions[3] = {{5.5, 1, 0}, {1, 9, 0}, {-40, 1, 0}};
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        wend_path_query query = query_of(4.5, 1, 0, 0);
        query.goal_kind = WEND_PATH_TO_POSITIONS;
        query.positions = positions;
        query.position_count = 3;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(answer_of(t.finder[world]).goal_index, 1); /* 0 is behind the wall */
        query.position_count = 1;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(answer_of(t.finder[world]).goal_index, 0);
        assert_true(answer_of(t.finder[world]).length > 14);
    }
    town_free(&t);
}

static bool is_right_half(void *user, wend_node node)
{
    const town *t = user;
    return wend_grid_position(t->grid, node).x > 6;
}

static bool is_right_polygon(void *user, wend_node node)
{
    const town *t = user;
    return wend_mesh_get_polygon(t->mesh, node).centroid.x > 6;
}

static bool is_not_taken(void *user, wend_node node)
{
    return node != *(const wend_node *)user;
}

static void way_to_what_a_predicate_or_tag_says(void **state)
{
    (void)state;
    town t = town_of();
    wend_path_query query = query_of(4.5, 4, 0, 0);
    query.goal_kind = WEND_PATH_TO_PREDICATE;
    query.user = &t;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_ERROR_ARGUMENT);
    query.is_goal = is_right_half;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_OK);
    assert_true(answer_of(t.finder[GRID]).position.x > 6);
    query.is_goal = is_right_polygon;
    assert_int_equal(wend_pathfinder_find(t.finder[MESH], &query), WEND_OK);
    wend_node taken = WEND_NODE_NONE;
    query.goal_kind = WEND_PATH_TO_TAG;
    query.tag = 7;
    query.is_goal = is_not_taken;
    query.user = &taken;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRAPH]).node, 1);
    taken = 1;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRAPH]).node, 4);
    query.tag = 9;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_NO_PATH);
    assert_int_equal(answer_of(t.finder[GRAPH]).reason, WEND_FAILURE_UNREACHABLE);
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_pathfinder_find(t.finder[MESH], &query), WEND_ERROR_UNSUPPORTED);
    assert_true(wend_pathfinder_error(t.finder[MESH])[0] != 0);
    town_free(&t);
}

static void way_in_slices_is_the_same(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = 0; world < WORLDS; world++) {
        const wend_path_query query = query_of(1.13, 1.21, 8.87, 1.21);
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        const wend_path_answer whole = answer_of(t.finder[world]);
        assert_int_equal(wend_pathfinder_start(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[world]), WEND_ERROR_ARGUMENT);
        wend_result result = WEND_IN_PROGRESS;
        int slices = 0;
        while (result == WEND_IN_PROGRESS) {
            wend_budget budget = wend_budget_steps(1);
            result = wend_pathfinder_run(t.finder[world], &budget);
            slices++;
        }
        assert_int_equal(result, WEND_OK);
        assert_true(slices > 1);
        const wend_path_answer sliced = answer_of(t.finder[world]);
        assert_true(sliced.cost == whole.cost && sliced.expanded == whole.expanded);
        wend_budget time = wend_budget_ns(1000000000);
        time.steps = UINT64_MAX;
        assert_int_equal(wend_pathfinder_start(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_pathfinder_run(t.finder[world], &time), WEND_OK);
        assert_int_equal(wend_pathfinder_run(t.finder[world], NULL), WEND_OK);
    }
    town_free(&t);
}

/* The nearest node at each end leads to an expensive edge: trying all visible ones finds the cheap
 * one. */
static void way_on_a_graph_tries_all_nodes_at_both_ends(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    add_node(graph, 0, 1, 0);
    add_node(graph, 0, -2, 0);
    add_node(graph, 10, 1, 0);
    add_node(graph, 10, -2, 0);
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = 0;
    edge.to = 2;
    edge.cost = 50 * WEND_COST_ONE;
    graphs_add_edge(graph, edge);
    edge.from = 1;
    edge.to = 3;
    edge.cost = 3 * WEND_COST_ONE;
    edge.behaviour = WEND_BEHAVIOUR_TELEPORT;
    graphs_add_edge(graph, edge);
    wend_space *space = spaces_on_graph(graph);
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.space = space;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    wend_path_query query = query_of(0, 0, 10, 0);
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 7 * WEND_COST_ONE); /* less than the 10 m straight on */
    assert_true(fabs(answer_of(finder).bound - 1) <= 0);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_pathfinder(path, finder), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    /* Nodes at the start are ends too, cheap to come to but far from the goal. */
    query.to = (wend_vec3){9, -2, 0};
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 6 * WEND_COST_ONE);
    query.to = (wend_vec3){10, 0, 0};
    assert_int_equal(wend_path_leg(path, 1).behaviour, WEND_BEHAVIOUR_TELEPORT);
    wend_pathfinder_destroy(finder);
    finder_def.max_nodes = 1;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    query.is_searched = true;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    assert_true(answer_of(finder).cost == 52 * WEND_COST_ONE);
    assert_true(answer_of(finder).bound <= 0);
    wend_path_destroy(path);
    wend_pathfinder_destroy(finder);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_leads_from_and_to_the_exact_places_in_every_world),
        cmocka_unit_test(way_goes_straight_without_a_search_where_nothing_is_in_the_way),
        cmocka_unit_test(way_from_or_to_a_blocked_place_says_which),
        cmocka_unit_test(query_without_a_path_says_why_in_every_world),
        cmocka_unit_test(positions_far_above_a_mesh_are_off_its_ground),
        cmocka_unit_test(way_to_several_places_takes_the_nearest_by_walking),
        cmocka_unit_test(way_to_what_a_predicate_or_tag_says),
        cmocka_unit_test(way_in_slices_is_the_same),
        cmocka_unit_test(way_on_a_graph_tries_all_nodes_at_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Turns on graphs cost as much as on a grid, in proportion to the angle, and are never too
 * sharp. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/path.h"
#include "wend/search.h"

enum { SIDE = 12 };

static wend_search *search_on(const wend_grid *grid, wend_space **space, const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.graph = graph;
    assert_int_equal(wend_space_create(&def, space), WEND_OK);
    return searches_on(*space);
}

static void add_any_edge(wend_graph *graph, wend_node from, wend_node to, wend_cost cost,
                         uint32_t behaviour, bool is_two_way)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    def.cost = cost;
    def.behaviour = behaviour;
    def.is_two_way = is_two_way;
    graphs_add_edge(graph, def);
}

static void add_edge(wend_graph *graph, wend_node from, wend_node to, wend_cost cost,
                     uint32_t behaviour)
{
    add_any_edge(graph, from, to, cost, behaviour, true);
}

static void add_one_way(wend_graph *graph, wend_node from, wend_node to, wend_cost cost)
{
    add_any_edge(graph, from, to, cost, WEND_BEHAVIOUR_WALK, false);
}

/* The grid's cells as nodes, its steps as edges; corners may be cut. */
static wend_graph *graph_of(const wend_grid *grid)
{
    wend_graph *graph = graphs_empty();
    for (wend_node k = 0; k < SIDE * SIDE; ++k) {
        const wend_vec2 at = wend_grid_position(grid, k);
        graphs_node(graph, at.x, at.y);
    }
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int32_t y = 0; y < SIDE; ++y) {
        for (int32_t x = 0; x < SIDE; ++x) {
            for (int d = 0; d < 4; ++d) {
                const int32_t u = x + steps[d][0];
                const int32_t v = y + steps[d][1];
                if (wend_grid_cost(grid, 0, x, y) != WEND_COST_WALL && u >= 0 && u < SIDE &&
                    v < SIDE && wend_grid_cost(grid, 0, u, v) != WEND_COST_WALL) {
                    add_edge(graph, wend_grid_node(grid, x, y), wend_grid_node(grid, u, v),
                             d < 2 ? WEND_COST_ONE : WEND_COST_DIAGONAL, 0);
                }
            }
        }
    }
    return graph;
}

static void graph_turning_equals_turning_on_the_grid(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.corner_rule = WEND_CORNER_ALWAYS;
    wend_grid *grid = grids_make(def);
    for (uint32_t k = 0; k < 40; ++k) {
        const int32_t x = (int32_t)wend_random_below(5, k, 0, SIDE);
        const int32_t y = (int32_t)wend_random_below(5, k, 1, SIDE);
        grids_wall(grid, x, y, 1, 1);
    }
    wend_graph *graph = graph_of(grid);
    wend_space *spaces[2];
    wend_search *searches[2] = {search_on(grid, &spaces[0], NULL),
                                search_on(NULL, &spaces[1], graph)};
    uint32_t found = 0;
    for (uint32_t k = 0; k < 200; ++k) {
        wend_turning turning = wend_turning_default();
        turning.cost = WEND_COST_ONE * (k % 3) / 2;
        turning.max_parts = k % 4;
        turning.fewest_turns = k % 5 == 0;
        wend_search_query query = wend_search_query_default();
        query.start = wend_random_below(6, k, 0, SIDE * SIDE);
        query.goal = wend_random_below(6, k, 1, SIDE * SIDE);
        query.method = k % 2 == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_DIJKSTRA;
        query.turning = &turning;
        if (!wend_space_is_open(spaces[0], query.start) ||
            !wend_space_is_open(spaces[0], query.goal)) {
            continue;
        }
        wend_search_answer answers[2];
        for (int d = 0; d < 2; ++d) {
            (void)wend_search_find(searches[d], &query);
            wend_search_get_answer(searches[d], &answers[d]);
        }
        assert_int_equal(answers[0].result, answers[1].result);
        if (answers[0].result == WEND_OK) {
            ++found;
            assert_true(answers[0].cost == answers[1].cost);
            assert_true(!turning.fewest_turns || answers[0].turns == answers[1].turns);
        }
    }
    assert_true(found > 50);
    for (int d = 0; d < 2; ++d) {
        wend_search_destroy(searches[d]);
        wend_space_destroy(spaces[d]);
    }
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
}

/* A turn of 90 degrees to the left over 1; straight on over 2 and 3, by a teleport from 3. */
static void graph_turning_costs_the_angle_and_teleports_forget_it(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    graphs_node(graph, 0, 0);
    graphs_node(graph, 4, 0);
    graphs_node(graph, 4, 4);
    graphs_node(graph, 8, 0);
    graphs_node(graph, 12, 4);
    add_edge(graph, 0, 1, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 1, 2, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 1, 3, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 3, 2, WEND_COST_ONE, WEND_BEHAVIOUR_TELEPORT);
    add_edge(graph, 3, 4, 0, WEND_BEHAVIOUR_WALK);
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    wend_turning turning = wend_turning_default();
    turning.cost = WEND_COST_ONE;
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 2;
    query.turning = &turning;
    wend_search_answer answer;
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    wend_search_get_answer(search, &answer);
    assert_true(answer.cost == 9 * WEND_COST_ONE); /* by the teleport: 4 + 4 + 1, not 8 + 2 */
    assert_int_equal(answer.turns, 0);
    assert_int_equal(answer.heading, WEND_HEADING_ANY);
    query.goal = 4;
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    wend_search_get_answer(search, &answer);
    const double expected = 8 + 5.6568542494923806 + 1;
    assert_true(wend_cost_to_double(answer.cost) > expected - 1e-6 &&
                wend_cost_to_double(answer.cost) < expected + 1e-6);
    assert_int_equal(answer.turns, 1);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    assert_true(wend_path_cost(path) == answer.cost - WEND_COST_ONE); /* turns are no leg's */
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* ---- ties and limits of turns ---- */

static wend_search_answer answer_of(wend_search *search, const wend_search_query *query,
                                    wend_result expected)
{
    wend_search_answer answer;
    assert_int_equal(wend_search_find(search, query), expected);
    wend_search_get_answer(search, &answer);
    return answer;
}

/* Two paths from 0 to 3 with equal costs and turns, and one edge further to 5. The first one found
 * stays: the second one improves neither the cost nor the turns. */
static void graph_turning_keeps_the_first_of_two_equal_paths(void **state)
{
    (void)state;
    static const double places[6][2] = {{0, 0}, {1, 1}, {1, -1}, {2, 0}, {3, 0}, {4, 0}};
    wend_graph *graph = graphs_empty();
    for (size_t k = 0; k < 6; ++k) {
        graphs_node(graph, places[k][0], places[k][1]);
    }
    for (wend_node k = 1; k < 3; ++k) {
        add_one_way(graph, 0, k, 0);
        add_one_way(graph, k, 3, 0);
    }
    add_one_way(graph, 3, 4, 0);
    add_one_way(graph, 4, 5, 0);
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    wend_path *path = paths_make();
    for (int fewest = 0; fewest < 2; ++fewest) {
        wend_turning turning = wend_turning_default();
        turning.fewest_turns = fewest == 1;
        wend_search_query query = wend_search_query_default();
        query.start = 0;
        query.goal = 5;
        query.method = WEND_METHOD_DIJKSTRA;
        query.turning = &turning;
        const wend_search_answer answer = answer_of(search, &query, WEND_OK);
        assert_int_equal(answer.turns, 2);
        assert_int_equal(answer.generated, 7); /* the start and six edges, each once */
        assert_int_equal(wend_path_from_search(path, search), WEND_OK);
        assert_int_equal(wend_path_leg(path, 0).to, 1);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* From 0 as far to 1 as to 2, and from there on to 3, which lies as near to both. */
static void graph_turning_takes_the_first_of_equals_and_leaves_the_others_out(void **state)
{
    (void)state;
    static const double places[4][2] = {{0, 0}, {1, 1}, {1, -1}, {9, 0}};
    wend_graph *graph = graphs_empty();
    for (size_t k = 0; k < 4; ++k) {
        graphs_node(graph, places[k][0], places[k][1]);
    }
    for (wend_node k = 1; k < 3; ++k) {
        add_one_way(graph, 0, k, 0);
        add_one_way(graph, k, 3, 0);
    }
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    wend_turning turning = wend_turning_default();
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 3;
    query.turning = &turning;
    query.max_steps = 1;
    assert_int_equal(answer_of(search, &query, WEND_PARTIAL).node, 1);
    query.max_steps = 0;
    query.goal = 1;
    query.method = WEND_METHOD_DIJKSTRA;
    assert_int_equal(answer_of(search, &query, WEND_OK).expanded, 1);
    turning.fewest_turns = true;
    assert_true(answer_of(search, &query, WEND_OK).expanded > 1);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* A turn of so many 2^32ths of a circle to either side, after going straight. */
static wend_search_answer turn_by(double units, bool is_left, const wend_turning *turning,
                                  wend_result expected)
{
    const double angle = units / 683565275.57643158;
    wend_graph *graph = graphs_empty();
    graphs_node(graph, 0, 0);
    graphs_node(graph, 1000, 0);
    graphs_node(graph, 1000 + 1000 * wend_cos(angle), (is_left ? 1000 : -1000) * wend_sin(angle));
    add_one_way(graph, 0, 1, 0);
    add_one_way(graph, 1, 2, 0);
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 2;
    query.turning = turning;
    const wend_search_answer answer = answer_of(search, &query, expected);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return answer;
}

/* Up to 2^12 of them a path counts as straight, and a turn may be sharper than allowed by as much:
 * positions are rounded. */
static void graph_turning_has_a_slack_for_roundings(void **state)
{
    (void)state;
    wend_turning turning = wend_turning_default();
    for (int side = 0; side < 2; ++side) {
        turning.max_parts = 0;
        assert_int_equal(turn_by(4096, side == 0, &turning, WEND_OK).turns, 0);
        assert_int_equal(turn_by(4097, side == 0, &turning, WEND_OK).turns, 1);
        for (uint32_t parts = 1; parts < 4; ++parts) {
            const double sharpest = parts * 536870912.0 + 4096;
            turning.max_parts = parts;
            assert_int_equal(turn_by(sharpest, side == 0, &turning, WEND_OK).turns, 1);
            assert_int_equal(turn_by(sharpest + 1, side == 0, &turning, WEND_NO_PATH).reason,
                             WEND_FAILURE_UNREACHABLE);
        }
        turning.max_parts = 4; /* half a turn: there is none that is sharper */
        assert_int_equal(turn_by(2147483648.0, side == 0, &turning, WEND_OK).turns, 1);
    }
}

/* ---- goals of every kind ---- */

static bool is_last_of_row(void *user, wend_node node)
{
    const wend_node *last = user;
    return node == *last;
}

static void graph_turning_knows_every_kind_of_goal(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_node last = 4;
    for (wend_node k = 0; k <= last; ++k) {
        graphs_node(graph, k, 0);
    }
    for (wend_node k = 0; k < last; ++k) {
        add_one_way(graph, k, k + 1, 0);
    }
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    const wend_turning turning = wend_turning_default();
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.turning = &turning;
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_last_of_row;
    query.user = &last;
    assert_int_equal(answer_of(search, &query, WEND_OK).node, 4);
    last = 7; /* there is none */
    assert_int_equal(answer_of(search, &query, WEND_NO_PATH).reason, WEND_FAILURE_UNREACHABLE);
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = 2 * WEND_COST_ONE;
    const wend_search_answer within = answer_of(search, &query, WEND_OK);
    assert_true(within.cost == 0 && within.turns == 0);
    assert_true(wend_search_cost_to(search, 2) == 2 * WEND_COST_ONE);
    assert_true(wend_search_cost_to(search, 3) == WEND_COST_INFINITE);
    query.goal_kind = WEND_GOAL_SET;
    query.goals = (const wend_node[]){4, 1};
    query.goal_count = 2;
    assert_int_equal(answer_of(search, &query, WEND_OK).node, 1);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

/* ---- an estimate that makes a search expand its nodes again and again ---- */

enum { MARTELLI = 18 };

static const wend_cost UNIT = WEND_COST_ONE / 1024;

static uint64_t two_to(wend_node power)
{
    return (uint64_t)1 << power;
}

/* After Martelli: admissible, but of all queued nodes the one with the lowest number comes first,
 * although every path to it over a higher one is cheaper. */
static wend_cost misleading(void *user, wend_node node, wend_node goal)
{
    (void)user;
    (void)goal;
    return node < 2 ? 0 : (node - 1) * two_to(MARTELLI) * UNIT;
}

static void graph_turning_gives_up_an_estimate_that_misleads(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (wend_node k = 0; k <= MARTELLI; ++k) {
        graphs_node(graph, k, 0);
    }
    for (wend_node from = 2; from <= MARTELLI; ++from) {
        for (wend_node to = 1; to < from; ++to) {
            add_one_way(graph, from, to, (two_to(from - 2) + from - two_to(to - 1) - to) * UNIT);
        }
    }
    add_one_way(graph, 1, 0, MARTELLI * two_to(MARTELLI) * UNIT);
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    const wend_turning turning = wend_turning_default();
    wend_search_query query = wend_search_query_default();
    query.start = MARTELLI;
    query.goal = 0;
    query.turning = &turning;
    query.method = WEND_METHOD_DIJKSTRA;
    const wend_search_answer plain = answer_of(search, &query, WEND_OK);
    query.method = WEND_METHOD_ASTAR;
    query.heuristic = WEND_HEURISTIC_CUSTOM;
    query.estimate = misleading;
    const wend_search_answer misled = answer_of(search, &query, WEND_OK);
    assert_true(misled.cost == plain.cost);
    assert_true(misled.expanded > 1024 && misled.expanded < 4000); /* not 2^16 */
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_turning_equals_turning_on_the_grid),
        cmocka_unit_test(graph_turning_costs_the_angle_and_teleports_forget_it),
        cmocka_unit_test(graph_turning_keeps_the_first_of_two_equal_paths),
        cmocka_unit_test(graph_turning_takes_the_first_of_equals_and_leaves_the_others_out),
        cmocka_unit_test(graph_turning_has_a_slack_for_roundings),
        cmocka_unit_test(graph_turning_knows_every_kind_of_goal),
        cmocka_unit_test(graph_turning_gives_up_an_estimate_that_misleads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Takes: a raster of nodes joined like cells of a grid, and one way by hand.
 * Gives: what turns cost on graphs: as on the grid, in proportion to the angle, never too sharp.
 * Cost: milliseconds. */
#include "test.h"

#include "grids.h"
#include "wend/path.h"

enum { SIDE = 12 };

static wend_search *search_on(const wend_grid *grid, wend_space **space, const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.graph = graph;
    assert_int_equal(wend_space_create(&def, space), WEND_OK);
    wend_search_def made = wend_search_def_default();
    made.space = *space;
    wend_search *search;
    assert_int_equal(wend_search_create(&made, &search), WEND_OK);
    return search;
}

static void add_node(wend_graph *graph, double x, double y)
{
    wend_graph_node def = wend_graph_node_default();
    def.position = (wend_vec2){x, y};
    wend_node node;
    assert_int_equal(wend_graph_add_node(graph, &def, &node), WEND_OK);
}

static void add_edge(wend_graph *graph, wend_node from, wend_node to, wend_cost cost,
                     uint32_t behaviour)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    def.cost = cost;
    def.behaviour = behaviour;
    uint32_t edge;
    assert_int_equal(wend_graph_add_edge(graph, &def, &edge), WEND_OK);
}

static wend_graph *empty(void)
{
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph;
    assert_int_equal(wend_graph_create(&def, &graph), WEND_OK);
    return graph;
}

/* The grid's cells as nodes, its steps as edges; corners may be cut. */
static wend_graph *graph_of(const wend_grid *grid)
{
    wend_graph *graph = empty();
    for (wend_node k = 0; k < SIDE * SIDE; ++k) {
        const wend_vec2 at = wend_grid_position(grid, k);
        add_node(graph, at.x, at.y);
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
        assert_int_equal(wend_grid_fill(grid, 0, x, y, 1, 1, WEND_COST_WALL), WEND_OK);
    }
    wend_graph *graph = graph_of(grid);
    wend_space *spaces[2];
    wend_search *searches[2] = {search_on(grid, &spaces[0], NULL),
                                search_on(NULL, &spaces[1], graph)};
    uint32_t found = 0;
    for (uint32_t k = 0; k < 200; ++k) {
        wend_turning turning = wend_turning_default();
        turning.cost = WEND_COST_ONE * (k % 3) / 2;
        turning.most_parts = k % 4;
        turning.fewest_turns = k % 5 == 0;
        wend_query query = wend_query_default();
        query.start = wend_random_below(6, k, 0, SIDE * SIDE);
        query.goal = wend_random_below(6, k, 1, SIDE * SIDE);
        query.method = k % 2 == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_DIJKSTRA;
        query.turning = &turning;
        if (!wend_space_is_open(spaces[0], query.start) ||
            !wend_space_is_open(spaces[0], query.goal)) {
            continue;
        }
        wend_answer answers[2];
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
    wend_graph *graph = empty();
    add_node(graph, 0, 0);
    add_node(graph, 4, 0);
    add_node(graph, 4, 4);
    add_node(graph, 8, 0);
    add_node(graph, 12, 4);
    add_edge(graph, 0, 1, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 1, 2, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 1, 3, 0, WEND_BEHAVIOUR_WALK);
    add_edge(graph, 3, 2, WEND_COST_ONE, WEND_BEHAVIOUR_TELEPORT);
    add_edge(graph, 3, 4, 0, WEND_BEHAVIOUR_WALK);
    wend_space *space;
    wend_search *search = search_on(NULL, &space, graph);
    wend_turning turning = wend_turning_default();
    turning.cost = WEND_COST_ONE;
    wend_query query = wend_query_default();
    query.start = 0;
    query.goal = 2;
    query.turning = &turning;
    wend_answer answer;
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
    wend_path *path;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    assert_true(wend_path_cost(path) == answer.cost - WEND_COST_ONE); /* turns are no leg's */
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_turning_equals_turning_on_the_grid),
        cmocka_unit_test(graph_turning_costs_the_angle_and_teleports_forget_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

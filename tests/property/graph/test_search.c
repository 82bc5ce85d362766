/* Searches on random graphs with one-way, closed and teleporting edges, heights and separate parts:
 * every method finds the costs of Bellman-Ford, and slices change nothing. */
#include "support/test.h"
#include "wend/graph.h"
#include "world.h"

enum { SEEDS = 600 };

static const wend_method exact_methods[] = {WEND_METHOD_BEST, WEND_METHOD_DIJKSTRA,
                                            WEND_METHOD_ASTAR, WEND_METHOD_ASTAR_BIDIRECTIONAL};

typedef bool (*ask_fn)(world *w, wend_search *search, wend_path *path, wend_node start,
                       const wend_cost *costs);

/* A random world, a search on it and the true costs from a start. */
static bool with_world(uint64_t seed, ask_fn ask)
{
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    wend_search *search = world_search(space);
    wend_path *path = NULL;
    (void)wend_path_create(NULL, &path);
    wend_cost costs[WORLD_NODES_MAX];
    bool holds = space != NULL && search != NULL && path != NULL;
    for (int k = 0; k < 3 && holds; ++k) {
        const wend_node start = draw(&w, wend_graph_node_limit(w.graph));
        world_costs(&w, start, costs);
        holds = ask(&w, search, path, start, costs);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

/* ---- exact ---- */

static bool is_right(world *w, wend_search *search, wend_path *path, const wend_search_query *query,
                     wend_cost least)
{
    const wend_result result = wend_search_find(search, query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    if (least == WEND_COST_INFINITE) {
        return result == WEND_NO_PATH && answer.reason != WEND_FAILURE_NONE;
    }
    return result == WEND_OK && answer.cost == least &&
           wend_search_cost_to(search, answer.node) == least &&
           wend_path_from_search(path, search) == WEND_OK &&
           world_path_is(w, path, query->start, answer.node, least);
}

static bool ask_exact(world *w, wend_search *search, wend_path *path, wend_node start,
                      const wend_cost *costs)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    for (query.goal = 0; query.goal < wend_graph_node_limit(w->graph); ++query.goal) {
        const size_t count = sizeof exact_methods / sizeof exact_methods[0];
        query.method = exact_methods[draw(w, (uint32_t)count)];
        query.heuristic = (wend_heuristic)draw(w, WEND_HEURISTIC_CUSTOM);
        const bool is_gone = !wend_graph_has_node(w->graph, query.goal);
        const wend_cost least = is_gone ? WEND_COST_INFINITE : costs[query.goal];
        if (!is_right(w, search, path, &query, least)) {
            return false;
        }
    }
    return true;
}

static bool exact_holds(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_exact);
}

static void graph_search_exact_methods_equal_reference(void **state)
{
    (void)state;
    gen_property("exact", SEEDS, exact_holds, NULL);
}

/* ---- goals ---- */

static bool is_tagged(void *user, wend_node node)
{
    wend_graph_node def;
    return wend_graph_get_node(((const world *)user)->graph, node, &def) == WEND_OK && def.tag == 1;
}

static bool ask_goals(world *w, wend_search *search, wend_path *path, wend_node start,
                      const wend_cost *costs)
{
    const uint32_t nodes = wend_graph_node_limit(w->graph);
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.user = w;
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_tagged;
    wend_cost least = WEND_COST_INFINITE;
    for (wend_node node = 0; node < nodes; ++node) {
        least = is_tagged(w, node) && costs[node] < least ? costs[node] : least;
    }
    if (!is_right(w, search, path, &query, least)) {
        return false;
    }
    wend_node goals[4];
    least = WEND_COST_INFINITE;
    for (int k = 0; k < 4; ++k) {
        goals[k] = draw(w, nodes);
        least = costs[goals[k]] < least ? costs[goals[k]] : least;
    }
    query.goal_kind = WEND_GOAL_SET;
    query.goals = goals;
    query.goal_count = 4;
    query.method = draw(w, 2) == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_DIJKSTRA;
    return is_right(w, search, path, &query, least);
}

static bool goals_hold(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_goals);
}

static void graph_search_goals_equal_reference(void **state)
{
    (void)state;
    gen_property("goals", SEEDS, goals_hold, NULL);
}

/* ---- bounds ---- */

static bool ask_bounds(world *w, wend_search *search, wend_path *path, wend_node start,
                       const wend_cost *costs)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = draw(w, wend_graph_node_limit(w->graph));
    const uint32_t kind = draw(w, 4);
    query.method = kind == 0 ? WEND_METHOD_GREEDY : WEND_METHOD_ASTAR_WEIGHTED;
    query.weight = kind == 2 ? 1 : 2.5;
    query.noise = kind >= 2 ? 0.5 : 0;
    query.noise_seed = w->seed;
    const wend_result result = wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    const wend_cost least = costs[query.goal];
    if (least == WEND_COST_INFINITE) {
        return result == WEND_NO_PATH;
    }
    const double most = wend_cost_to_double(least) * answer.bound * (1 + 1e-12);
    return result == WEND_OK && answer.cost >= least &&
           (kind == 0 || wend_cost_to_double(answer.cost) <= most) &&
           wend_path_from_search(path, search) == WEND_OK &&
           world_path_is(w, path, start, query.goal, answer.cost);
}

static bool bounds_hold(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_bounds);
}

static void graph_search_bounds_hold(void **state)
{
    (void)state;
    gen_property("bounds", SEEDS, bounds_hold, NULL);
}

/* ---- fewest edges ---- */

static void reference_steps_on(const world *w, wend_node start, uint32_t *steps)
{
    const uint32_t nodes = wend_graph_node_limit(w->graph);
    memset(steps, 0xFF, nodes * sizeof steps[0]);
    steps[start] = wend_graph_has_node(w->graph, start) ? 0 : UINT32_MAX;
    for (uint32_t round = 0; round < nodes; ++round) {
        for (uint32_t k = 0; k < wend_graph_edge_limit(w->graph); ++k) {
            wend_graph_edge e;
            if (wend_graph_get_edge(w->graph, k, &e) != WEND_OK) {
                continue;
            }
            const wend_node ends[2] = {e.from, e.to};
            for (int d = 0; d < 2; ++d) {
                if (steps[ends[d]] == round && steps[ends[1 - d]] > round + 1 &&
                    world_edge_cost(w, k, ends[d], ends[1 - d]) != WEND_COST_INFINITE) {
                    steps[ends[1 - d]] = round + 1;
                }
            }
        }
    }
}

static bool ask_steps(world *w, wend_search *search, wend_path *path, wend_node start,
                      const wend_cost *costs)
{
    (void)costs;
    uint32_t steps[WORLD_NODES_MAX];
    reference_steps_on(w, start, steps);
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = draw(w, wend_graph_node_limit(w->graph));
    query.method =
        draw(w, 2) == 0 ? WEND_METHOD_BREADTH_FIRST : WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    const wend_result result = wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    if (steps[query.goal] == UINT32_MAX) {
        return result == WEND_NO_PATH;
    }
    return result == WEND_OK && wend_path_from_search(path, search) == WEND_OK &&
           wend_path_leg_count(path) == steps[query.goal] &&
           world_path_is(w, path, start, query.goal, answer.cost);
}

static bool steps_hold(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_steps);
}

static void graph_search_breadth_first_takes_fewest_edges(void **state)
{
    (void)state;
    gen_property("fewest edges", SEEDS, steps_hold, NULL);
}

/* ---- within ---- */

static bool ask_within(world *w, wend_search *search, wend_path *path, wend_node start,
                       const wend_cost *costs)
{
    const uint32_t nodes = wend_graph_node_limit(w->graph);
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = 12 * WEND_COST_ONE;
    const wend_result result = wend_search_find(search, &query);
    size_t count = 0;
    (void)wend_search_visited(search, NULL, 0, &count);
    size_t expected = 0;
    bool holds = true;
    for (wend_node node = 0; node < nodes; ++node) {
        const bool is_near = costs[node] <= query.max_cost;
        expected += is_near;
        holds = holds &&
                wend_search_cost_to(search, node) == (is_near ? costs[node] : WEND_COST_INFINITE);
        if (is_near && result == WEND_OK) {
            holds = holds && wend_path_to_node(path, search, node) == WEND_OK &&
                    world_path_is(w, path, start, node, costs[node]);
        }
    }
    return holds && count == expected &&
           result == (wend_graph_has_node(w->graph, start) ? WEND_OK : WEND_NO_PATH);
}

static bool within_holds(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_within);
}

static void graph_search_within_lists_all_that_is_near(void **state)
{
    (void)state;
    gen_property("within", SEEDS, within_holds, NULL);
}

/* ---- slices ---- */

static bool is_same_answer(const wend_search_answer *a, const wend_search_answer *b)
{
    return a->result == b->result && a->node == b->node && a->cost == b->cost &&
           a->expanded == b->expanded && a->generated == b->generated &&
           a->max_frontier == b->max_frontier && a->turns == b->turns && a->reason == b->reason;
}

static bool ask_slices(world *w, wend_search *search, wend_path *path, wend_node start,
                       const wend_cost *costs)
{
    (void)costs;
    wend_turning turning = wend_turning_default();
    turning.cost = WEND_COST_ONE;
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = draw(w, wend_graph_node_limit(w->graph));
    query.method = (wend_method)(1 + draw(w, WEND_METHOD_JUMP_POINT - 1));
    const bool can_turn = query.method == WEND_METHOD_DIJKSTRA || query.method == WEND_METHOD_ASTAR;
    query.turning = can_turn && draw(w, 2) == 0 ? &turning : NULL;
    query.max_steps = draw(w, 3) == 0 ? 1 + draw(w, 10) : 0;
    (void)wend_search_find(search, &query);
    wend_search_answer whole;
    wend_search_get_answer(search, &whole);
    (void)wend_path_from_search(path, search);
    const wend_cost cost = wend_path_cost(path);
    if (wend_search_start(search, &query) != WEND_OK) {
        return false;
    }
    wend_result result;
    do {
        wend_budget budget = wend_budget_steps(1 + draw(w, 3));
        result = wend_search_run(search, &budget);
    } while (result == WEND_IN_PROGRESS);
    wend_search_answer sliced;
    wend_search_get_answer(search, &sliced);
    (void)wend_path_from_search(path, search);
    return is_same_answer(&whole, &sliced) && cost == wend_path_cost(path);
}

static bool slices_hold(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_slices);
}

static void graph_search_sliced_equals_whole(void **state)
{
    (void)state;
    gen_property("slices", SEEDS, slices_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_search_exact_methods_equal_reference),
        cmocka_unit_test(graph_search_goals_equal_reference),
        cmocka_unit_test(graph_search_bounds_hold),
        cmocka_unit_test(graph_search_breadth_first_takes_fewest_edges),
        cmocka_unit_test(graph_search_within_lists_all_that_is_near),
        cmocka_unit_test(graph_search_sliced_equals_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Searches on random graphs with several starts and goals, each with a cost of its own: every
 * method weighs them as Bellman and Ford over all pairs do, turns included, and slices change
 * nothing. */
#include "support/test.h"
#include "wend/graph.h"
#include "world.h"

enum { SEEDS = 600, ENDS_MAX = 5 };

typedef struct problem {
    wend_node starts[ENDS_MAX], goals[ENDS_MAX];
    wend_cost before[ENDS_MAX], behind[ENDS_MAX];
    size_t start_count, goal_count;
    wend_cost between[ENDS_MAX][ENDS_MAX];
} problem;

static size_t draw_ends(world *w, wend_node *nodes, wend_cost *costs)
{
    const size_t count = 1 + draw(w, ENDS_MAX);
    for (size_t k = 0; k < count; ++k) {
        nodes[k] = draw(w, wend_graph_node_limit(w->graph));
        costs[k] = draw(w, 9) == 0 ? WEND_COST_INFINITE : draw(w, 40) * WEND_COST_ONE;
    }
    return count;
}

static wend_cost sum(wend_cost a, wend_cost b)
{
    return a == WEND_COST_INFINITE || b == WEND_COST_INFINITE ? WEND_COST_INFINITE : a + b;
}

static wend_cost least_of(const problem *p)
{
    wend_cost least = WEND_COST_INFINITE;
    for (size_t s = 0; s < p->start_count; ++s) {
        for (size_t g = 0; g < p->goal_count; ++g) {
            const wend_cost cost = sum(sum(p->before[s], p->between[s][g]), p->behind[g]);
            least = cost < least ? cost : least;
        }
    }
    return least;
}

static problem draw_problem(world *w)
{
    problem p;
    p.start_count = draw_ends(w, p.starts, p.before);
    p.goal_count = draw_ends(w, p.goals, p.behind);
    for (size_t s = 0; s < p.start_count; ++s) {
        wend_cost costs[WORLD_NODES_MAX];
        world_costs(w, p.starts[s], costs);
        for (size_t g = 0; g < p.goal_count; ++g) {
            p.between[s][g] =
                wend_graph_has_node(w->graph, p.goals[g]) ? costs[p.goals[g]] : WEND_COST_INFINITE;
        }
    }
    return p;
}

static wend_search_query query_of(const problem *p)
{
    wend_search_query query = wend_search_query_default();
    query.starts = p->starts;
    query.start_count = p->start_count;
    query.start_costs = p->before;
    query.goal_kind = WEND_GOAL_SET;
    query.goals = p->goals;
    query.goal_count = p->goal_count;
    query.goal_costs = p->behind;
    return query;
}

static bool is_sound(const world *w, wend_search *search, wend_path *path, const problem *p)
{
    wend_search_answer a;
    wend_search_get_answer(search, &a);
    if (a.start_index >= p->start_count || a.goal_index >= p->goal_count ||
        a.start != p->starts[a.start_index] || a.node != p->goals[a.goal_index]) {
        return false;
    }
    const wend_cost walk = a.cost - p->before[a.start_index] - p->behind[a.goal_index];
    return wend_search_cost_to(search, a.node) == a.cost - p->behind[a.goal_index] &&
           wend_path_from_search(path, search) == WEND_OK &&
           world_path_is(w, path, a.start, a.node, walk);
}

static bool sliced_is_whole(wend_search *search, const wend_search_query *query)
{
    wend_search_answer whole;
    wend_search_answer sliced;
    wend_search_get_answer(search, &whole);
    wend_result result = wend_search_start(search, query);
    do {
        wend_budget budget = wend_budget_steps(2);
        result = result < 0 ? result : wend_search_run(search, &budget);
    } while (result == WEND_IN_PROGRESS);
    wend_search_get_answer(search, &sliced);
    return whole.result == sliced.result && whole.cost == sliced.cost &&
           whole.node == sliced.node && whole.start_index == sliced.start_index &&
           whole.goal_index == sliced.goal_index && whole.expanded == sliced.expanded &&
           whole.turns == sliced.turns;
}

typedef bool (*ask_fn)(world *w, wend_search *search, wend_path *path);

static bool with_world(uint64_t seed, ask_fn ask)
{
    world w = world_make(seed);
    wend_space *space = world_space(&w);
    wend_search *search = world_search(space);
    wend_path *path = NULL;
    (void)wend_path_create(NULL, &path);
    bool holds = space != NULL && search != NULL && path != NULL;
    for (int k = 0; k < 3 && holds; ++k) {
        holds = ask(&w, search, path);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static bool ask_exact(world *w, wend_search *search, wend_path *path)
{
    static const wend_method methods[] = {WEND_METHOD_BEST, WEND_METHOD_DIJKSTRA, WEND_METHOD_ASTAR,
                                          WEND_METHOD_ASTAR_BIDIRECTIONAL};
    const problem p = draw_problem(w);
    const wend_cost least = least_of(&p);
    for (size_t k = 0; k < sizeof methods / sizeof methods[0]; ++k) {
        wend_search_query query = query_of(&p);
        query.method = methods[k];
        query.heuristic = (wend_heuristic)draw(w, WEND_HEURISTIC_CUSTOM);
        const wend_result result = wend_search_find(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        if (result != (least == WEND_COST_INFINITE ? WEND_NO_PATH : WEND_OK) ||
            (result == WEND_OK && (answer.cost != least || !is_sound(w, search, path, &p))) ||
            !sliced_is_whole(search, &query)) {
            print_message("%s: %d, %llu instead of %llu\n", wend_method_name(methods[k]), result,
                          (unsigned long long)answer.cost, (unsigned long long)least);
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

static void graph_search_ends_with_costs_equal_reference(void **state)
{
    (void)state;
    gen_property("ends with costs", SEEDS, exact_holds, NULL);
}

/* One start and one goal at a time is known to be right: the least of all pairs. */
static bool ask_turning(world *w, wend_search *search, wend_path *path)
{
    problem p = draw_problem(w);
    wend_turning turning = wend_turning_default();
    turning.cost = draw(w, 3) * (WEND_COST_ONE / 2);
    turning.max_parts = draw(w, 4);
    turning.fewest_turns = draw(w, 2) == 0;
    for (size_t s = 0; s < p.start_count; ++s) {
        for (size_t g = 0; g < p.goal_count; ++g) {
            wend_search_query query = wend_search_query_default();
            query.start = p.starts[s];
            query.goal = p.goals[g];
            query.turning = &turning;
            wend_search_answer answer;
            const wend_result result = wend_search_find(search, &query);
            wend_search_get_answer(search, &answer);
            p.between[s][g] = result == WEND_OK ? answer.cost : WEND_COST_INFINITE;
        }
    }
    const wend_cost least = least_of(&p);
    wend_search_query query = query_of(&p);
    query.turning = &turning;
    query.method = draw(w, 2) == 0 ? WEND_METHOD_DIJKSTRA : WEND_METHOD_ASTAR;
    const wend_result result = wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    return result == (least == WEND_COST_INFINITE ? WEND_NO_PATH : WEND_OK) &&
           (result != WEND_OK ||
            (answer.cost == least && answer.start == p.starts[answer.start_index] &&
             answer.node == p.goals[answer.goal_index] &&
             wend_path_from_search(path, search) == WEND_OK)) &&
           sliced_is_whole(search, &query);
}

static bool turning_holds(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_turning);
}

static void graph_search_turning_with_many_ends_is_the_least_of_pairs(void **state)
{
    (void)state;
    gen_property("turning with many ends", SEEDS, turning_holds, NULL);
}

/* Edges of a path from any start to any goal. */
static bool ask_steps(world *w, wend_search *search, wend_path *path)
{
    const problem p = draw_problem(w);
    size_t fewest = SIZE_MAX;
    wend_search_query query = wend_search_query_default();
    query.method = WEND_METHOD_BREADTH_FIRST;
    for (size_t s = 0; s < p.start_count; ++s) {
        for (size_t g = 0; g < p.goal_count; ++g) {
            query.start = p.starts[s];
            query.goal = p.goals[g];
            if (wend_search_find(search, &query) == WEND_OK &&
                wend_path_from_search(path, search) == WEND_OK &&
                wend_path_leg_count(path) < fewest) {
                fewest = wend_path_leg_count(path);
            }
        }
    }
    for (int k = WEND_METHOD_BREADTH_FIRST; k <= WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL; ++k) {
        query = query_of(&p);
        query.method = (wend_method)k;
        query.start_costs = query.goal_costs = NULL;
        const wend_result result = wend_search_find(search, &query);
        if (result != (fewest == SIZE_MAX ? WEND_NO_PATH : WEND_OK) ||
            (result == WEND_OK && (wend_path_from_search(path, search) != WEND_OK ||
                                   wend_path_leg_count(path) != fewest)) ||
            !sliced_is_whole(search, &query)) {
            return false;
        }
    }
    return true;
}

static bool steps_hold(uint64_t seed, void *context)
{
    (void)context;
    return with_world(seed, ask_steps);
}

static void graph_search_many_ends_take_fewest_edges(void **state)
{
    (void)state;
    gen_property("edges of many ends", SEEDS, steps_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_search_ends_with_costs_equal_reference),
        cmocka_unit_test(graph_search_turning_with_many_ends_is_the_least_of_pairs),
        cmocka_unit_test(graph_search_many_ends_take_fewest_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

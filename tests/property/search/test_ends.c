/* Searches on random maps with several starts and goals, each with a cost of its own: every method
 * weighs them as plain Dijkstra over all pairs does, and slices change nothing. */
#include "wend/search.h"
#include "world.h"

enum { MAPS = 400, ENDS_MAX = 4 };

typedef struct ends {
    wend_node nodes[ENDS_MAX];
    wend_cost costs[ENDS_MAX];
    size_t count;
    bool has_costs;
} ends;

typedef struct problem {
    ends starts, goals;
    uint64_t between[ENDS_MAX][ENDS_MAX]; /* least cost from a start to a goal, ends apart */
} problem;

static ends draw_ends(const world *w, uint64_t salt)
{
    ends e = {.count = 1 + world_draw(w->map.seed, salt, ENDS_MAX)};
    e.has_costs = world_draw(w->map.seed, salt + 1, 4) != 0;
    for (size_t k = 0; k < e.count; ++k) {
        const uint64_t at = salt + 10 + 3 * k;
        e.nodes[k] = world_draw(w->map.seed, at, w->count);
        e.costs[k] = world_draw(w->map.seed, at + 1, 9) == 0
                         ? WEND_COST_INFINITE
                         : world_draw(w->map.seed, at + 2, 40) * (WEND_COST_ONE / 2);
    }
    return e;
}

/* The cost of an end; infinite where no path begins or ends. */
static uint64_t cost_of(const world *w, const ends *e, size_t k)
{
    return world_is_wall(w, e->nodes[k]) ? REFERENCE_INFINITE : e->has_costs ? e->costs[k] : 0;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a == REFERENCE_INFINITE || b == REFERENCE_INFINITE ? REFERENCE_INFINITE : a + b;
}

static uint64_t whole(const world *w, const problem *p, size_t start, size_t goal)
{
    return sum(sum(cost_of(w, &p->starts, start), p->between[start][goal]),
               cost_of(w, &p->goals, goal));
}

static uint64_t least_of(const world *w, const problem *p)
{
    uint64_t least = REFERENCE_INFINITE;
    for (size_t s = 0; s < p->starts.count; ++s) {
        for (size_t g = 0; g < p->goals.count; ++g) {
            const uint64_t cost = whole(w, p, s, g);
            least = cost < least ? cost : least;
        }
    }
    return least;
}

static problem draw_problem(world *w, uint64_t salt)
{
    problem p = {draw_ends(w, salt), draw_ends(w, salt + 100), {{0}}};
    for (size_t s = 0; s < p.starts.count; ++s) {
        reference_dijkstra(&w->map, p.starts.nodes[s], w->costs);
        for (size_t g = 0; g < p.goals.count; ++g) {
            p.between[s][g] = w->costs[p.goals.nodes[g]];
        }
    }
    return p;
}

static wend_search_query query_of(const problem *p, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.starts = p->starts.nodes;
    query.start_count = p->starts.count;
    query.start_costs = p->starts.has_costs ? p->starts.costs : NULL;
    query.goal_kind = WEND_GOAL_SET;
    query.goals = p->goals.nodes;
    query.goal_count = p->goals.count;
    query.goal_costs = p->goals.has_costs ? p->goals.costs : NULL;
    query.method = method;
    return query;
}

/* The answer's path leads from its start to its goal, and its costs add up. */
static bool answer_is_sound(world *w, const char *where, const problem *p)
{
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    size_t count = 0;
    if (!world_equal(w, where, "index of the start", answer.start_index < p->starts.count, 1) ||
        !world_equal(w, where, "index of the goal", answer.goal_index < p->goals.count, 1) ||
        !world_equal(w, where, "start", answer.start, p->starts.nodes[answer.start_index]) ||
        !world_equal(w, where, "goal", answer.node, p->goals.nodes[answer.goal_index]) ||
        !world_equal(w, where, "path", (uint64_t)wend_path_from_search(w->path, w->search),
                     WEND_OK) ||
        !world_equal(w, where, "cells",
                     (uint64_t)wend_path_cells(w->path, w->space, w->cells, w->count, &count),
                     WEND_OK)) {
        return false;
    }
    const uint64_t walk = reference_path(&w->map, w->cells, count);
    const uint64_t before = cost_of(w, &p->starts, answer.start_index);
    const uint64_t behind = cost_of(w, &p->goals, answer.goal_index);
    return world_equal(w, where, "first cell", w->cells[0], answer.start) &&
           world_equal(w, where, "last cell", w->cells[count - 1], answer.node) &&
           world_equal(w, where, "cost of the path", wend_path_cost(w->path), walk) &&
           world_equal(w, where, "cost_to", wend_search_cost_to(w->search, answer.node),
                       sum(before, walk)) &&
           world_equal(w, where, "cost", answer.cost, sum(sum(before, walk), behind));
}

static bool is_same(world *w, const wend_search_answer *a, const wend_search_answer *b)
{
    return world_equal(w, "sliced", "result", (uint64_t)a->result, (uint64_t)b->result) &&
           world_equal(w, "sliced", "node", a->node, b->node) &&
           world_equal(w, "sliced", "cost", a->cost, b->cost) &&
           world_equal(w, "sliced", "start_index", a->start_index, b->start_index) &&
           world_equal(w, "sliced", "goal_index", a->goal_index, b->goal_index) &&
           world_equal(w, "sliced", "expanded", a->expanded, b->expanded) &&
           world_equal(w, "sliced", "turns", a->turns, b->turns);
}

static bool sliced_is_whole(world *w, const wend_search_query *query)
{
    wend_search_answer at_once;
    wend_search_answer sliced;
    wend_search_get_answer(w->search, &at_once);
    wend_result result = wend_search_start(w->search, query);
    do {
        wend_budget budget = wend_budget_steps(1 + world_draw(w->map.seed, 950, 5));
        result = result < 0 ? result : wend_search_run(w->search, &budget);
    } while (result == WEND_IN_PROGRESS);
    wend_search_get_answer(w->search, &sliced);
    return is_same(w, &sliced, &at_once);
}

static bool exact_holds(world *w)
{
    static const wend_method methods[] = {WEND_METHOD_BEST, WEND_METHOD_DIJKSTRA, WEND_METHOD_ASTAR,
                                          WEND_METHOD_ASTAR_WEIGHTED,
                                          WEND_METHOD_ASTAR_BIDIRECTIONAL};
    const problem p = draw_problem(w, 1000);
    const uint64_t least = least_of(w, &p);
    for (size_t k = 0; k < sizeof methods / sizeof methods[0]; ++k) {
        wend_search_query query = query_of(&p, methods[k]);
        const char *where = wend_method_name(methods[k]);
        query.heuristic = world_draw(w->map.seed, 1300 + k, 3) == 0 ? WEND_HEURISTIC_EUCLIDEAN
                                                                    : WEND_HEURISTIC_BEST;
        const wend_result result = wend_search_find(w->search, &query);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!world_equal(w, where, "result", (uint64_t)result,
                         least == REFERENCE_INFINITE ? WEND_NO_PATH : WEND_OK) ||
            (result == WEND_OK && (!world_equal(w, where, "least cost", answer.cost, least) ||
                                   !answer_is_sound(w, where, &p))) ||
            !sliced_is_whole(w, &query)) {
            return false;
        }
    }
    return true;
}

static void search_ends_with_costs_equal_reference(void **state)
{
    (void)state;
    world_check("ends with costs", MAPS, exact_holds);
}

/* Weighted A* and noise keep their bounds for the whole cost; a limit applies to it too. */
static bool bounds_hold(world *w)
{
    const problem p = draw_problem(w, 2000);
    const uint64_t least = least_of(w, &p);
    wend_search_query query = query_of(&p, WEND_METHOD_ASTAR_WEIGHTED);
    query.weight = 2;
    query.noise = world_draw(w->map.seed, 2300, 2) * 0.5;
    wend_result result = wend_search_find(w->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    if (result == WEND_OK &&
        (!answer_is_sound(w, "weighted", &p) ||
         !world_equal(w, "weighted", "within its bound",
                      (double)answer.cost <= (double)least * answer.bound * (1 + 1e-9), 1))) {
        return false;
    }
    query = query_of(&p, world_draw(w->map.seed, 2301, 2) == 0 ? WEND_METHOD_DIJKSTRA
                                                               : WEND_METHOD_ASTAR);
    query.max_cost = world_draw(w->map.seed, 2302, 40) * (WEND_COST_ONE / 2);
    result = wend_search_find(w->search, &query);
    wend_search_get_answer(w->search, &answer);
    return world_equal(w, "limit", "reached", result == WEND_OK,
                       least != REFERENCE_INFINITE && least <= query.max_cost) &&
           (result != WEND_OK || world_equal(w, "limit", "cost", answer.cost, least)) &&
           world_equal(w, "limit", "says so", answer.reason == WEND_FAILURE_LIMIT,
                       answer.reason == WEND_FAILURE_LIMIT && result != WEND_OK);
}

static void search_ends_with_costs_keep_bounds_and_limits(void **state)
{
    (void)state;
    world_check("bounds of ends with costs", MAPS, bounds_hold);
}

static bool steps_hold(world *w)
{
    problem p = draw_problem(w, 3000);
    p.starts.has_costs = p.goals.has_costs = false;
    uint32_t fewest = UINT32_MAX;
    for (size_t s = 0; s < p.starts.count; ++s) {
        world_steps_from(&w->map, p.starts.nodes[s], w->steps);
        for (size_t g = 0; g < p.goals.count; ++g) {
            const uint32_t steps = w->steps[p.goals.nodes[g]];
            fewest = steps < fewest ? steps : fewest;
        }
    }
    for (int k = WEND_METHOD_BREADTH_FIRST; k <= WEND_METHOD_GREEDY; ++k) {
        wend_search_query query = query_of(&p, (wend_method)k);
        const char *where = wend_method_name(query.method);
        const bool is_fewest = query.method == WEND_METHOD_BREADTH_FIRST ||
                               query.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
        const wend_result result = wend_search_find(w->search, &query);
        size_t count = 0;
        if (!world_equal(w, where, "result", (uint64_t)result,
                         fewest == UINT32_MAX ? WEND_NO_PATH : WEND_OK) ||
            (result == WEND_OK && !answer_is_sound(w, where, &p)) || !sliced_is_whole(w, &query)) {
            return false;
        }
        (void)wend_path_from_search(w->path, w->search);
        (void)wend_path_cells(w->path, w->space, w->cells, w->count, &count);
        if (result == WEND_OK && is_fewest && !world_equal(w, where, "steps", count - 1, fewest)) {
            return false;
        }
    }
    return true;
}

static void search_many_ends_without_costs_take_fewest_steps(void **state)
{
    (void)state;
    world_check("steps of many ends", MAPS, steps_hold);
}

static bool within_holds(world *w)
{
    const problem p = draw_problem(w, 4000);
    wend_search_query query = query_of(&p, WEND_METHOD_DIJKSTRA);
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = world_draw(w->map.seed, 4300, 30) * (WEND_COST_ONE / 2);
    for (uint32_t k = 0; k < w->count; ++k) {
        w->to_goal[k] = REFERENCE_INFINITE;
    }
    uint64_t first = REFERENCE_INFINITE;
    for (size_t s = 0; s < p.starts.count; ++s) {
        const uint64_t before = cost_of(w, &p.starts, s);
        first = before < first ? before : first;
        reference_dijkstra(&w->map, p.starts.nodes[s], w->costs);
        for (uint32_t k = 0; k < w->count; ++k) {
            const uint64_t cost = sum(before, w->costs[k]);
            w->to_goal[k] = cost < w->to_goal[k] ? cost : w->to_goal[k];
        }
    }
    const wend_result result = wend_search_find(w->search, &query);
    bool holds = world_equal(w, "within", "result", (uint64_t)result,
                             first <= query.max_cost ? WEND_OK : WEND_NO_PATH);
    for (uint32_t k = 0; k < w->count && holds; ++k) {
        const uint64_t cost = w->to_goal[k] <= query.max_cost ? w->to_goal[k] : REFERENCE_INFINITE;
        holds = world_equal(w, "within", "cost", wend_search_cost_to(w->search, k), cost);
    }
    return holds;
}

static void search_within_from_many_starts_equals_reference(void **state)
{
    (void)state;
    world_check("within from many starts", MAPS, within_holds);
}

/* One start and one goal at a time is known to be right: the least of all pairs. */
static bool turning_holds(world *w)
{
    const problem p = draw_problem(w, 5000);
    wend_turning turning = wend_turning_default();
    turning.cost = world_draw(w->map.seed, 5300, 3) * (WEND_COST_ONE / 2);
    turning.fewest_turns = world_draw(w->map.seed, 5301, 2) == 0;
    uint64_t least = REFERENCE_INFINITE;
    for (size_t s = 0; s < p.starts.count; ++s) {
        for (size_t g = 0; g < p.goals.count; ++g) {
            wend_search_query query = wend_search_query_default();
            query.start = p.starts.nodes[s];
            query.goal = p.goals.nodes[g];
            query.turning = &turning;
            wend_search_answer answer;
            const wend_result result = wend_search_find(w->search, &query);
            wend_search_get_answer(w->search, &answer);
            const uint64_t between = result == WEND_OK ? answer.cost : REFERENCE_INFINITE;
            const uint64_t cost =
                sum(sum(cost_of(w, &p.starts, s), between), cost_of(w, &p.goals, g));
            least = cost < least ? cost : least;
        }
    }
    wend_search_query query = query_of(
        &p, world_draw(w->map.seed, 5302, 2) == 0 ? WEND_METHOD_DIJKSTRA : WEND_METHOD_ASTAR);
    query.turning = &turning;
    const wend_result result = wend_search_find(w->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    return world_equal(w, "turning", "result", (uint64_t)result,
                       least == REFERENCE_INFINITE ? WEND_NO_PATH : WEND_OK) &&
           (result != WEND_OK || world_equal(w, "turning", "cost", answer.cost, least)) &&
           sliced_is_whole(w, &query);
}

static void search_turning_with_many_ends_is_the_least_of_pairs(void **state)
{
    (void)state;
    world_check("turning with many ends", MAPS, turning_holds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_ends_with_costs_equal_reference),
        cmocka_unit_test(search_ends_with_costs_keep_bounds_and_limits),
        cmocka_unit_test(search_many_ends_without_costs_take_fewest_steps),
        cmocka_unit_test(search_within_from_many_starts_equals_reference),
        cmocka_unit_test(search_turning_with_many_ends_is_the_least_of_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

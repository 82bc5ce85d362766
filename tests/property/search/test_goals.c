/* Searches with sets of goals, predicates, areas and limits on random maps: the cheapest goal is
 * found, an area is what can be reached within its cost, and limits cut where they say. */
#include "wend/search.h"
#include "world.h"

enum { MAPS = 10000, GOALS_MAX = 6 };

static const wend_method forward_methods[] = {
    WEND_METHOD_BEST,           WEND_METHOD_DIJKSTRA, WEND_METHOD_ASTAR,
    WEND_METHOD_ASTAR_WEIGHTED, WEND_METHOD_GREEDY,   WEND_METHOD_BREADTH_FIRST,
};

enum { FORWARD_METHODS = sizeof forward_methods / sizeof forward_methods[0] };

static size_t steps_of_path(world *w)
{
    size_t count = 0;
    (void)wend_path_cells(w->path, w->space, w->cells, w->count, &count);
    return count - 1;
}

/* ---- several goals ---- */

/* The best of the goals, in cost and in steps. */
typedef struct best_goal {
    uint64_t cost;
    uint32_t steps;
    bool is_open; /* any of them */
} best_goal;

typedef bool (*is_goal_fn)(void *user, wend_node node);

static best_goal best_of(const world *w, is_goal_fn is_goal, void *user)
{
    best_goal best = {REFERENCE_INFINITE, UINT32_MAX, false};
    for (wend_node node = 0; node < w->count; ++node) {
        if (is_goal(user, node)) {
            best.cost = w->costs[node] < best.cost ? w->costs[node] : best.cost;
            best.steps = w->steps[node] < best.steps ? w->steps[node] : best.steps;
            best.is_open = best.is_open || !world_is_wall(w, node);
        }
    }
    return best;
}

static bool goal_is_best(world *w, wend_method method, wend_result result, best_goal best,
                         is_goal_fn is_goal, void *user)
{
    const char *name = wend_method_name(method);
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    if (!world_equal(w, name, "result", (uint64_t)result,
                     best.cost == REFERENCE_INFINITE ? WEND_NO_PATH : WEND_OK) ||
        (result == WEND_OK &&
         (!world_path_is_sound(w, name, &answer) ||
          !world_equal(w, name, "is a goal", is_goal(user, answer.node), 1)))) {
        return false;
    }
    if (result == WEND_OK && method == WEND_METHOD_BREADTH_FIRST) {
        return world_equal(w, name, "steps", steps_of_path(w), best.steps);
    }
    /* Weighted by 1 is exact, too. */
    return result != WEND_OK || method == WEND_METHOD_GREEDY ||
           world_equal(w, name, "cost", answer.cost, best.cost);
}

typedef struct goal_list {
    const world *w;
    wend_node nodes[GOALS_MAX];
    size_t count;
    uint64_t asked;
} goal_list;

static bool is_listed(void *user, wend_node node)
{
    const goal_list *list = user;
    for (size_t k = 0; k < list->count; ++k) {
        if (list->nodes[k] == node) {
            return true;
        }
    }
    return false;
}

static bool cheapest_of_a_set(world *w)
{
    goal_list list = {w, {0}, 1 + world_draw(w->map.seed, 400, GOALS_MAX), 0};
    for (size_t k = 0; k < list.count; ++k) {
        list.nodes[k] = world_draw(w->map.seed, 401 + k, w->count);
    }
    world_steps_from(&w->map, w->map.start, w->steps);
    const best_goal best = best_of(w, is_listed, &list);
    for (size_t k = 0; k < FORWARD_METHODS; ++k) {
        wend_search_query query = world_query(w, forward_methods[k], WEND_NODE_NONE);
        query.goal_kind = WEND_GOAL_SET;
        query.goals = list.nodes;
        query.goal_count = list.count;
        query.heuristic = k % 2 == 0 ? WEND_HEURISTIC_BEST : WEND_HEURISTIC_EUCLIDEAN;
        const wend_result result = wend_search_find(w->search, &query);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        const wend_failure_reason reason =
            world_is_wall(w, w->map.start)    ? WEND_FAILURE_START_BLOCKED
            : !best.is_open                   ? WEND_FAILURE_GOAL_BLOCKED
            : best.cost == REFERENCE_INFINITE ? WEND_FAILURE_UNREACHABLE
                                              : WEND_FAILURE_NONE;
        if (!goal_is_best(w, forward_methods[k], result, best, is_listed, &list) ||
            !world_equal(w, "set", "reason", answer.reason, reason)) {
            return false;
        }
    }
    return true;
}

/* ---- a predicate ---- */

static bool is_item(void *user, wend_node node)
{
    goal_list *list = user;
    ++list->asked;
    return world_draw(list->w->map.seed, 500 + node, 9) == 0;
}

/* Half the least cost to any cell with an item, from below: one straight step on a cell without
 * one. */
static wend_cost estimate_item(void *user, wend_node node, wend_node goal)
{
    const goal_list *list = user;
    const bool is_here = world_draw(list->w->map.seed, 500 + node, 9) == 0;
    assert_int_equal(goal, WEND_NODE_NONE);
    return is_here ? 0 : REFERENCE_STRAIGHT * world_draw(list->w->map.seed, 600 + node, 2);
}

static bool cheapest_of_a_predicate(world *w)
{
    goal_list list = {w, {0}, 0, 0};
    world_steps_from(&w->map, w->map.start, w->steps);
    const best_goal best = best_of(w, is_item, &list);
    for (size_t k = 0; k < FORWARD_METHODS; ++k) {
        wend_search_query query = world_query(w, forward_methods[k], WEND_NODE_NONE);
        query.goal_kind = WEND_GOAL_PREDICATE;
        query.is_goal = is_item;
        query.user = &list;
        query.estimate = estimate_item;
        const bool is_plain = forward_methods[k] == WEND_METHOD_BREADTH_FIRST ||
                              forward_methods[k] == WEND_METHOD_DIJKSTRA;
        query.heuristic = is_plain ? WEND_HEURISTIC_BEST : WEND_HEURISTIC_CUSTOM;
        list.asked = 0;
        const wend_result result = wend_search_find(w->search, &query);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!world_equal(w, "predicate", "asked more than once a place",
                         list.asked > answer.expanded, 0) ||
            !goal_is_best(w, forward_methods[k], result, best, is_item, &list)) {
            return false;
        }
    }
    return true;
}

/* ---- an area ---- */

/* A cost that some cell has, or just misses, or no limit. */
static uint64_t draw_limit(const world *w, uint64_t what)
{
    const uint64_t cost = w->costs[world_draw(w->map.seed, what, w->count)];
    const uint32_t kind = world_draw(w->map.seed, what + 1, 4);
    return kind == 0 || cost == REFERENCE_INFINITE ? WEND_COST_INFINITE
           : kind == 1 && cost > 0                 ? cost - 1
                                                   : cost;
}

static bool area_is_what_can_be_reached(world *w)
{
    wend_search_query query = world_query(w, WEND_METHOD_BEST, WEND_NODE_NONE);
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = draw_limit(w, 700);
    const wend_result result = wend_search_find(w->search, &query);
    if (world_is_wall(w, w->map.start)) {
        return world_equal(w, "within", "result", (uint64_t)result, WEND_NO_PATH);
    }
    size_t count = 0;
    (void)wend_search_visited(w->search, NULL, 0, &count);
    wend_node *visited = world_alloc(count * sizeof *visited);
    bool *is_visited = world_alloc(w->count * sizeof *is_visited);
    (void)wend_search_visited(w->search, visited, count, &count);
    for (size_t k = 0; k < count; ++k) {
        is_visited[visited[k]] = true;
    }
    bool holds = world_equal(w, "within", "result", (uint64_t)result, WEND_OK);
    for (wend_node node = 0; node < w->count && holds; ++node) {
        const bool is_inside =
            w->costs[node] != REFERENCE_INFINITE && w->costs[node] <= query.max_cost;
        holds = world_equal(w, "within", "visited", is_visited[node], is_inside) &&
                world_equal(w, "within", "cost", wend_search_cost_to(w->search, node),
                            is_inside ? w->costs[node] : WEND_COST_INFINITE);
    }
    free(visited);
    free(is_visited);
    return holds;
}

/* ---- limits ---- */

static bool is_refused(const world *w, const wend_search_query *query)
{
    const wend_method method = query->method;
    if (method == WEND_METHOD_JUMP_POINT) {
        return !world_can_jump(w) || query->max_depth != 0;
    }
    return (method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
            method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL) &&
           (query->max_cost != WEND_COST_INFINITE || query->max_depth != 0);
}

/* Any answer under limits is a path over the map; a partial one names the limit. */
static bool limited_answer_is_sound(world *w, const wend_search_query *query, wend_result result)
{
    const char *name = wend_method_name(query->method);
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    const wend_failure_reason reason = world_reason(w, query->goal);
    const bool is_cut = result == WEND_PARTIAL &&
                        (reason == WEND_FAILURE_NONE || reason == WEND_FAILURE_UNREACHABLE);
    if (!is_cut) {
        return world_answer_is_sound(w, name, result, query->goal) &&
               (result != WEND_OK || answer.cost <= query->max_cost ||
                world_wrong(w, name, "cost over its limit", answer.cost, query->max_cost));
    }
    return world_equal(w, name, "reason", answer.reason, WEND_FAILURE_LIMIT) &&
           world_equal(w, name, "bound", answer.bound > 0, 0) &&
           world_path_is_sound(w, name, &answer) &&
           world_equal(w, name, "cost over its limit", answer.cost > query->max_cost, 0);
}

static bool max_steps_cuts(world *w)
{
    for (int k = WEND_METHOD_BEST; k < WEND_METHOD_COUNT; ++k) {
        wend_search_query query = world_query(w, (wend_method)k, w->map.goal);
        query.max_steps = 1 + world_draw(w->map.seed, 800 + (uint64_t)k, 2 * w->count / 3 + 1);
        const wend_result result = wend_search_find(w->search, &query);
        if (is_refused(w, &query)) {
            continue;
        }
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!limited_answer_is_sound(w, &query, result) ||
            !world_equal(w, wend_method_name(query.method), "more steps than allowed",
                         answer.expanded > query.max_steps, 0) ||
            (result == WEND_PARTIAL && !world_equal(w, wend_method_name(query.method), "steps",
                                                    answer.expanded, query.max_steps))) {
            return false;
        }
    }
    return true;
}

static bool max_cost_cuts(world *w)
{
    for (int k = WEND_METHOD_BEST; k < WEND_METHOD_COUNT; ++k) {
        wend_search_query query = world_query(w, (wend_method)k, w->map.goal);
        query.max_cost = draw_limit(w, 820 + 2 * (uint64_t)k);
        const wend_result result = wend_search_find(w->search, &query);
        if (is_refused(w, &query)) {
            if (!world_equal(w, "max_cost", "result", (uint64_t)result,
                             (uint64_t)WEND_ERROR_UNSUPPORTED)) {
                return false;
            }
            continue;
        }
        const char *name = wend_method_name(query.method);
        const bool is_exact = wend_method_is_exact(query.method);
        const wend_failure_reason reason = world_reason(w, w->map.goal);
        const uint64_t cost = w->costs[w->map.goal];
        if (!limited_answer_is_sound(w, &query, result) ||
            (is_exact && reason == WEND_FAILURE_NONE &&
             !world_equal(w, name, "result", (uint64_t)result,
                          cost <= query.max_cost ? WEND_OK : WEND_PARTIAL)) ||
            (is_exact && result == WEND_OK &&
             !world_equal(w, name, "cost", wend_path_cost(w->path), cost))) {
            return false;
        }
    }
    return true;
}

static bool max_depth_cuts(world *w)
{
    world_steps_from(&w->map, w->map.start, w->steps);
    for (int k = WEND_METHOD_BEST; k < WEND_METHOD_COUNT; ++k) {
        wend_search_query query = world_query(w, (wend_method)k, w->map.goal);
        query.max_depth = 1 + world_draw(w->map.seed, 860 + (uint64_t)k, 12);
        const wend_result result = wend_search_find(w->search, &query);
        const char *name = wend_method_name(query.method);
        const uint32_t steps = w->steps[w->map.goal];
        /* By labels for each number of steps, or by the fewest steps: a path within the limit is
         * found if there is one. Dijkstra's search counts along the cheapest path. */
        const bool is_complete =
            query.method == WEND_METHOD_BEST || query.method == WEND_METHOD_ASTAR ||
            query.method == WEND_METHOD_ASTAR_WEIGHTED || query.method == WEND_METHOD_BREADTH_FIRST;
        const bool is_known = is_complete || query.method == WEND_METHOD_DIJKSTRA;
        if (!is_known) {
            if (!world_equal(w, name, "result", (uint64_t)result,
                             (uint64_t)WEND_ERROR_UNSUPPORTED)) {
                return false;
            }
            continue;
        }
        if (!limited_answer_is_sound(w, &query, result)) {
            return false;
        }
        if ((result == WEND_OK || result == WEND_PARTIAL) &&
            !world_equal(w, name, "too deep", steps_of_path(w) > query.max_depth, 0)) {
            return false;
        }
        if (world_reason(w, w->map.goal) == WEND_FAILURE_NONE &&
            (is_complete || steps > query.max_depth) &&
            !world_equal(w, name, "result", (uint64_t)result,
                         steps <= query.max_depth ? WEND_OK : WEND_PARTIAL)) {
            return false;
        }
    }
    return true;
}

/* ---- tests ---- */

static void search_set_gives_the_cheapest_goal(void **state)
{
    (void)state;
    world_check("the cheapest of a set", MAPS, cheapest_of_a_set);
}

static void search_predicate_gives_the_cheapest_goal(void **state)
{
    (void)state;
    world_check("the cheapest of a predicate", MAPS, cheapest_of_a_predicate);
}

static void search_within_lists_what_can_be_reached(void **state)
{
    (void)state;
    world_check("an area is what can be reached", MAPS, area_is_what_can_be_reached);
}

static void search_max_steps_gives_a_sound_partial_answer(void **state)
{
    (void)state;
    world_check("max_steps", MAPS, max_steps_cuts);
}

static void search_max_cost_gives_a_sound_partial_answer(void **state)
{
    (void)state;
    world_check("max_cost", MAPS, max_cost_cuts);
}

static void search_max_depth_gives_a_sound_partial_answer(void **state)
{
    (void)state;
    world_check("max_depth", MAPS, max_depth_cuts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_set_gives_the_cheapest_goal),
        cmocka_unit_test(search_predicate_gives_the_cheapest_goal),
        cmocka_unit_test(search_within_lists_what_can_be_reached),
        cmocka_unit_test(search_max_steps_gives_a_sound_partial_answer),
        cmocka_unit_test(search_max_cost_gives_a_sound_partial_answer),
        cmocka_unit_test(search_max_depth_gives_a_sound_partial_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

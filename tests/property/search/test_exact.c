/* Every exact method finds the least cost on random maps of every kind, size, rule, class and team,
 * to the bit, by a path that exists. */
#include "world.h"

#include "route/search/search.h"
#include "wend/search.h"

enum { MAPS = 24000, GOALS = 3, AWAY_PERCENT_MAX = 100 };

/* The true costs that the library's estimates and the test's own are compared with. */
static uint64_t chebyshev(const world *w, wend_node a, wend_node b)
{
    const uint32_t width = (uint32_t)w->map.width;
    const uint64_t dx = a % width > b % width ? a % width - b % width : b % width - a % width;
    const uint64_t dy = a / width > b / width ? a / width - b / width : b / width - a / width;
    return (dx > dy ? dx : dy) * REFERENCE_STRAIGHT * world_cost_min(w);
}

static uint64_t percent_of(uint64_t cost, uint64_t percent)
{
    return cost / 100 * percent;
}

/* ---- admissible estimates of the user's ---- */

/* The true cost; where there is none, anything will do. */
static wend_cost estimate_perfect(void *user, wend_node node, wend_node goal)
{
    const world *w = user;
    return goal == w->map.goal ? w->to_goal[node] : 0;
}

/* A random part of the true cost: admissible, but far from consistent. */
static wend_cost estimate_ragged(void *user, wend_node node, wend_node goal)
{
    const world *w = user;
    const uint64_t cost = goal == w->map.goal ? w->to_goal[node] : 0;
    const uint32_t percent = world_draw(w->map.seed, 1000 + node, AWAY_PERCENT_MAX + 1);
    return cost == REFERENCE_INFINITE ? cost : percent_of(cost, percent);
}

/* All or nothing: cells are found expensive first, and cheap again. */
static wend_cost estimate_spiky(void *user, wend_node node, wend_node goal)
{
    const world *w = user;
    const uint64_t cost = goal == w->map.goal ? w->to_goal[node] : 0;
    return world_draw(w->map.seed, 2000 + node, 2) == 0 ? 0 : cost;
}

/* Between any two cells, and consistent. */
static wend_cost estimate_any_two(void *user, wend_node node, wend_node goal)
{
    return chebyshev(user, node, goal);
}

/* ---- one query ---- */

typedef struct way_to_ask {
    const char *name;
    wend_method method;
    wend_heuristic heuristic;
    wend_heuristic_fn estimate;
} way_to_ask;

static const way_to_ask ways[] = {
    {"best", WEND_METHOD_BEST, WEND_HEURISTIC_BEST, NULL},
    {"best euclidean", WEND_METHOD_BEST, WEND_HEURISTIC_EUCLIDEAN, NULL},
    {"dijkstra", WEND_METHOD_DIJKSTRA, WEND_HEURISTIC_BEST, NULL},
    {"astar", WEND_METHOD_ASTAR, WEND_HEURISTIC_BEST, NULL},
    {"astar none", WEND_METHOD_ASTAR, WEND_HEURISTIC_NONE, NULL},
    {"astar octile", WEND_METHOD_ASTAR, WEND_HEURISTIC_OCTILE, NULL},
    {"astar euclidean", WEND_METHOD_ASTAR, WEND_HEURISTIC_EUCLIDEAN, NULL},
    {"astar manhattan", WEND_METHOD_ASTAR, WEND_HEURISTIC_MANHATTAN, NULL},
    {"weighted by 1", WEND_METHOD_ASTAR_WEIGHTED, WEND_HEURISTIC_BEST, NULL},
    {"both ends", WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_HEURISTIC_BEST, NULL},
    {"both ends none", WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_HEURISTIC_NONE, NULL},
    {"both ends octile", WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_HEURISTIC_OCTILE, NULL},
    {"both ends euclidean", WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_HEURISTIC_EUCLIDEAN, NULL},
    {"both ends custom", WEND_METHOD_ASTAR_BIDIRECTIONAL, WEND_HEURISTIC_CUSTOM, estimate_any_two},
    {"jump points", WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_BEST, NULL},
    {"jump points octile", WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_OCTILE, NULL},
    {"astar perfect", WEND_METHOD_ASTAR, WEND_HEURISTIC_CUSTOM, estimate_perfect},
    {"astar ragged", WEND_METHOD_ASTAR, WEND_HEURISTIC_CUSTOM, estimate_ragged},
    {"astar spiky", WEND_METHOD_ASTAR, WEND_HEURISTIC_CUSTOM, estimate_spiky},
    {"jump perfect", WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_CUSTOM, estimate_perfect},
    {"jump ragged", WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_CUSTOM, estimate_ragged},
    {"jump spiky", WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_CUSTOM, estimate_spiky},
    {"best ragged", WEND_METHOD_BEST, WEND_HEURISTIC_CUSTOM, estimate_ragged},
};

enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static bool is_refused(const world *w, const way_to_ask *way)
{
    if (way->method == WEND_METHOD_JUMP_POINT) {
        return !world_can_jump(w);
    }
    return way->heuristic == WEND_HEURISTIC_MANHATTAN && w->map.neighbours == WEND_NEIGHBOURS_8;
}

static bool way_is_exact(world *w, const way_to_ask *way, wend_node goal)
{
    wend_search_query query = world_query(w, way->method, goal);
    query.heuristic = way->heuristic;
    query.estimate = way->estimate;
    query.user = w;
    const wend_result result = wend_search_find(w->search, &query);
    if (is_refused(w, way)) {
        return world_equal(w, way->name, "result", (uint64_t)result,
                           (uint64_t)WEND_ERROR_UNSUPPORTED);
    }
    if (!world_answer_is_sound(w, way->name, result, goal)) {
        return false;
    }
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    return result != WEND_OK || (world_equal(w, way->name, "cost", answer.cost, w->costs[goal]) &&
                                 world_equal(w, way->name, "bound", (uint64_t)answer.bound, 1));
}

static bool exact_methods_agree(world *w)
{
    world_costs_to(&w->map, w->map.goal, w->to_goal);
    if (!world_equal(w, "twins", "cost forwards", w->costs[w->map.goal],
                     world_is_wall(w, w->map.start) ? REFERENCE_INFINITE
                                                    : w->to_goal[w->map.start])) {
        return false;
    }
    for (uint32_t k = 0; k < GOALS; ++k) {
        const wend_node goal = k == 0 ? w->map.goal : world_draw(w->map.seed, 100 + k, w->count);
        for (size_t way = 0; way < WAY_COUNT; ++way) {
            if (!way_is_exact(w, &ways[way], goal)) {
                return false;
            }
        }
    }
    return way_is_exact(w, &ways[world_draw(w->map.seed, 110, WAY_COUNT)], w->map.start) &&
           way_is_exact(w, &ways[14], w->map.start);
}

/* ---- the library's estimates ---- */

static bool estimates_are_admissible(world *w)
{
    static const wend_heuristic heuristics[] = {WEND_HEURISTIC_BEST, WEND_HEURISTIC_OCTILE,
                                                WEND_HEURISTIC_EUCLIDEAN, WEND_HEURISTIC_NONE};
    world_costs_to(&w->map, w->map.goal, w->to_goal);
    for (size_t k = 0; k < sizeof heuristics / sizeof heuristics[0]; ++k) {
        wend_search_query query = world_query(w, WEND_METHOD_ASTAR, w->map.goal);
        query.heuristic = heuristics[k];
        if (world_reason(w, w->map.goal) != WEND_FAILURE_NONE) {
            return true;
        }
        (void)wend_search_start(w->search, &query);
        for (wend_node node = 0; node < w->count; ++node) {
            const uint32_t slot = wendi_space_slot(w->space, node);
            const uint64_t guess =
                wendi_search_estimate(w->search, slot, (int32_t)(slot % w->space->stride),
                                      (int32_t)(slot / w->space->stride));
            if (!world_is_wall(w, node) && guess > w->to_goal[node]) {
                return world_wrong(w, "estimate", "guess", guess, w->to_goal[node]);
            }
        }
    }
    return true;
}

static void search_estimates_never_exceed_the_true_cost(void **state)
{
    (void)state;
    world_check("estimates are admissible", MAPS / 8, estimates_are_admissible);
}

static void search_exact_methods_find_the_least_cost(void **state)
{
    (void)state;
    world_check("every exact method finds the least cost", MAPS, exact_methods_agree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_estimates_never_exceed_the_true_cost),
        cmocka_unit_test(search_exact_methods_find_the_least_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

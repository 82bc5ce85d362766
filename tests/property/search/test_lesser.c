/* Methods that are not exact, on random maps: fewest steps, a path where one exists, a bounded
 * cost; and the cell nearest to an unreachable goal. */
#include "wend/search.h"
#include "world.h"

enum { MAPS = 12000 };

static size_t steps_of_path(world *w)
{
    size_t count = 0;
    (void)wend_path_cells(w->path, w->space, w->cells, w->count, &count);
    return count - 1;
}

static bool fewest_steps(world *w, wend_method method, wend_node goal)
{
    const char *name = wend_method_name(method);
    const wend_search_query query = world_query(w, method, goal);
    const wend_result result = wend_search_find(w->search, &query);
    return world_answer_is_sound(w, name, result, goal) &&
           (result != WEND_OK || world_equal(w, name, "steps", steps_of_path(w), w->steps[goal]));
}

static bool breadth_first_has_fewest_steps(world *w)
{
    world_steps_from(&w->map, w->map.start, w->steps);
    const wend_node other = world_draw(w->map.seed, 200, w->count);
    const wend_method both = WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    return fewest_steps(w, WEND_METHOD_BREADTH_FIRST, w->map.goal) &&
           fewest_steps(w, WEND_METHOD_BREADTH_FIRST, other) &&
           fewest_steps(w, both, w->map.goal) && fewest_steps(w, both, other) &&
           fewest_steps(w, both, w->map.start);
}

static bool greedy_finds_a_way(world *w)
{
    static const wend_heuristic heuristics[] = {WEND_HEURISTIC_BEST, WEND_HEURISTIC_MANHATTAN,
                                                WEND_HEURISTIC_EUCLIDEAN, WEND_HEURISTIC_NONE};
    for (size_t k = 0; k < sizeof heuristics / sizeof heuristics[0]; ++k) {
        wend_search_query query = world_query(w, WEND_METHOD_GREEDY, w->map.goal);
        query.heuristic = heuristics[k];
        const wend_result result = wend_search_find(w->search, &query);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!world_answer_is_sound(w, "greedy", result, w->map.goal) ||
            !world_equal(w, "greedy", "searched a place twice", answer.expanded > w->count, 0)) {
            return false;
        }
    }
    return true;
}

static bool weighted_is_bounded(world *w)
{
    static const double weights[] = {1, 1.0001, 1.25, 2, 17.3, 1000};
    for (size_t k = 0; k < sizeof weights / sizeof weights[0]; ++k) {
        wend_search_query query = world_query(w, WEND_METHOD_ASTAR_WEIGHTED, w->map.goal);
        query.weight = weights[k];
        const wend_result result = wend_search_find(w->search, &query);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!world_answer_is_sound(w, "weighted", result, w->map.goal)) {
            return false;
        }
        /* The last bits of a double are no part of the promise. */
        const double most = weights[k] * (double)w->costs[w->map.goal] * (1 + 1e-14);
        if (result == WEND_OK && ((double)answer.cost > most || answer.bound < weights[k] ||
                                  answer.bound > weights[k])) {
            return world_wrong(w, "weighted", "cost", answer.cost, (uint64_t)most);
        }
    }
    return true;
}

/* ---- the nearest cell ---- */

static int64_t squared_distance(const world *w, wend_node a, wend_node b)
{
    const int64_t width = w->map.width;
    const int64_t dx = a % width - b % width;
    const int64_t dy = a / width - b / width;
    return dx * dx + dy * dy;
}

static bool nearest_reachable_is_nearest(world *w)
{
    const wend_node goal = world_draw(w->map.seed, 300, w->count);
    wend_node expected = WEND_NODE_NONE;
    for (wend_node node = 0; node < w->count; ++node) {
        const bool is_nearer =
            w->costs[node] != REFERENCE_INFINITE &&
            (expected == WEND_NODE_NONE ||
             squared_distance(w, node, goal) < squared_distance(w, expected, goal));
        expected = is_nearer ? node : expected;
    }
    wend_node nearest = 0;
    const wend_result result =
        wend_search_nearest_reachable(w->search, w->map.start, goal, &nearest);
    return world_equal(w, "nearest", "result", (uint64_t)result,
                       expected == WEND_NODE_NONE ? WEND_NO_PATH : WEND_OK) &&
           world_equal(w, "nearest", "node", nearest, expected);
}

/* The estimate that the library takes by default. */
static uint64_t guess(const world *w, wend_node a, wend_node b)
{
    const uint32_t width = (uint32_t)w->map.width;
    const uint64_t dx = a % width > b % width ? a % width - b % width : b % width - a % width;
    const uint64_t dy = a / width > b / width ? a / width - b / width : b / width - a / width;
    const uint64_t both = w->map.neighbours == WEND_NEIGHBOURS_4 ? 0 : dx < dy ? dx : dy;
    return ((dx + dy - 2 * both) * REFERENCE_STRAIGHT + both * REFERENCE_DIAGONAL) *
           world_cost_min(w);
}

static bool no_path_names_the_nearest_place(world *w)
{
    static const wend_method methods[] = {WEND_METHOD_DIJKSTRA, WEND_METHOD_ASTAR,
                                          WEND_METHOD_BREADTH_FIRST, WEND_METHOD_ASTAR_WEIGHTED,
                                          WEND_METHOD_GREEDY};
    const wend_node goal = world_draw(w->map.seed, 301, w->count);
    if (world_reason(w, goal) != WEND_FAILURE_UNREACHABLE) {
        return true;
    }
    uint64_t least = UINT64_MAX;
    for (wend_node node = 0; node < w->count; ++node) {
        if (w->costs[node] != REFERENCE_INFINITE && guess(w, node, goal) < least) {
            least = guess(w, node, goal);
        }
    }
    for (size_t k = 0; k < sizeof methods / sizeof methods[0]; ++k) {
        const wend_search_query query = world_query(w, methods[k], goal);
        wend_search_answer answer;
        (void)wend_search_find(w->search, &query);
        wend_search_get_answer(w->search, &answer);
        if (!world_equal(w, wend_method_name(methods[k]), "estimate of the place",
                         guess(w, answer.node, goal), least)) {
            return false;
        }
    }
    return true;
}

/* ---- tests ---- */

static void search_breadth_first_has_fewest_steps(void **state)
{
    (void)state;
    world_check("breadth first has the fewest steps", MAPS, breadth_first_has_fewest_steps);
}

static void search_greedy_finds_a_way_if_there_is_one(void **state)
{
    (void)state;
    world_check("greedy finds a way if there is one", MAPS, greedy_finds_a_way);
}

static void search_weighted_costs_at_most_weight_times_the_least(void **state)
{
    (void)state;
    world_check("weighted A* is bounded", MAPS, weighted_is_bounded);
}

static void search_nearest_reachable_is_nearest(void **state)
{
    (void)state;
    world_check("nearest_reachable is nearest", MAPS / 2, nearest_reachable_is_nearest);
}

static void search_without_path_names_the_nearest_place(void **state)
{
    (void)state;
    world_check("no path names the nearest place", MAPS / 2, no_path_names_the_nearest_place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_breadth_first_has_fewest_steps),
        cmocka_unit_test(search_greedy_finds_a_way_if_there_is_one),
        cmocka_unit_test(search_weighted_costs_at_most_weight_times_the_least),
        cmocka_unit_test(search_nearest_reachable_is_nearest),
        cmocka_unit_test(search_without_path_names_the_nearest_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

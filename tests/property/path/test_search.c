/* Paths out of searches by every method on random maps lead over the map and cost what the answer
 * says. */
#include "support/gen.h"
#include "support/reference.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/search.h"

#include <stdio.h>

enum { SIDE_MAX = 40 };

/* A search that stopped early may have improved the beginning of a path after it expanded the rest:
 * the path then costs less than the answer, never more. */
static bool is_cost_wrong(const wend_search_answer *answer, wend_cost cost)
{
    return answer->result == WEND_OK ? cost != answer->cost : cost > answer->cost;
}

static bool is_path_wrong(const gen_map *map, const world *w)
{
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    wend_node cells[SIDE_MAX * SIDE_MAX];
    size_t count = 0;
    return wend_path_cells(w->path, w->space, cells, SIDE_MAX * SIDE_MAX, &count) != WEND_OK ||
           cells[0] != map->start || cells[count - 1] != answer.node ||
           reference_path(map, cells, count) != wend_path_cost(w->path) ||
           is_cost_wrong(&answer, wend_path_cost(w->path));
}

static bool is_method_wrong(const gen_map *map, const world *w, wend_method method,
                            uint64_t max_steps)
{
    wend_search_query query = wend_search_query_default();
    query.start = map->start;
    query.goal = map->goal;
    query.method = method;
    query.max_steps = max_steps;
    wend_result found = wend_search_find(w->search, &query);
    if (found == WEND_ERROR_UNSUPPORTED) {
        return false;
    }
    wend_result result = wend_path_from_search(w->path, w->search);
    bool has_way = found == WEND_OK || found == WEND_PARTIAL;
    bool is_wrong =
        result != found || (has_way ? is_path_wrong(map, w) : wend_path_leg_count(w->path) != 0);
    if (is_wrong) {
        fprintf(stderr, "%s, at most %d steps\n", wend_method_name(method), (int)max_steps);
    }
    return is_wrong;
}

static bool is_wrong_way(const gen_map *map, void *context)
{
    (void)context;
    world w = world_on(gen_map_grid(map, NULL));
    bool is_wrong = false;
    for (int method = 0; method < WEND_METHOD_COUNT && !is_wrong; ++method) {
        is_wrong = is_method_wrong(map, &w, (wend_method)method, 0) ||
                   is_method_wrong(map, &w, (wend_method)method, 3) ||
                   is_method_wrong(map, &w, (wend_method)method, 30);
    }
    world_free(&w);
    return is_wrong;
}

static void path_from_every_method_is_a_way_and_costs_what_the_answer_says(void **state)
{
    (void)state;
    gen_property_maps("path from search", 300, SIDE_MAX, is_wrong_way, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_from_every_method_is_a_way_and_costs_what_the_answer_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

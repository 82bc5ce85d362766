/* Searches in small worlds of every kind find the least cost, by paths that exist. */
#include "support/test.h"

#include "support/gen.h"
#include "support/model.h"
#include "wend/link.h"
#include "wend/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 8000, LEGS_MAX = 4 * MODEL_CELLS_MAX };

typedef struct fixture {
    model m;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
} fixture;

static bool complain(const fixture *f, const char *what, uint64_t got, uint64_t expected)
{
    fprintf(stderr,
            "%s: %llu, not %llu (seed %llu, %d x %d, %d neighbours, corner %d, layout %d, wrap "
            "%d%d, %d links, size %d, radius %g, %u to %u)\n",
            what, (unsigned long long)got, (unsigned long long)expected,
            (unsigned long long)f->m.seed, (int)f->m.width, (int)f->m.height, (int)f->m.neighbours,
            (int)f->m.corner_rule, (int)f->m.layout, (int)f->m.wraps_x, (int)f->m.wraps_y,
            (int)f->m.link_count, (int)f->m.size, f->m.radius, (unsigned)f->m.start,
            (unsigned)f->m.goal);
    return false;
}

static bool make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->m = model_random(seed);
    f->grid = model_grid(&f->m);
    wend_space_def space = wend_space_def_default();
    space.grid = f->grid;
    space.size = f->m.size;
    space.radius = f->m.radius;
    wend_search_def search = wend_search_def_default();
    if (wend_space_create(&space, &f->space) != WEND_OK) {
        return false;
    }
    search.space = f->space;
    return wend_search_create(&search, &f->search) == WEND_OK &&
           wend_path_create(NULL, &f->path) == WEND_OK;
}

static void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
}

/* The cheapest step or link from one cell to another; UINT64_MAX if there is none. */
static uint64_t cost_between(const model *m, wend_node from, wend_node to)
{
    model_step steps[MODEL_STEPS_MAX];
    const int count = model_steps(m, from, steps);
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < count; ++k) {
        least = steps[k].to == to && steps[k].cost < least ? steps[k].cost : least;
    }
    return least;
}

/* True if the path of the search exists, and its cost is that of the answer. */
static bool check_way(fixture *f, const wend_search_answer *answer, uint64_t turning)
{
    wend_node cells[LEGS_MAX];
    size_t count = 0;
    if (wend_path_from_search(f->path, f->search) != WEND_OK) {
        return complain(f, "path", 0, 1);
    }
    if (wend_path_cost(f->path) + turning != answer->cost) {
        return complain(f, "path cost", wend_path_cost(f->path) + turning, answer->cost);
    }
    if (wend_path_cells(f->path, f->space, cells, LEGS_MAX, &count) != WEND_OK || count == 0) {
        return complain(f, "cells", count, 1);
    }
    uint64_t sum = 0;
    for (size_t k = 1; k < count; ++k) {
        const uint64_t cost = cost_between(&f->m, cells[k - 1], cells[k]);
        if (cost == UINT64_MAX) {
            return complain(f, "no step to cell", cells[k], cells[k - 1]);
        }
        sum += cost;
    }
    /* Between two cells of a tiny world that wraps there can be two steps. */
    if (sum > wend_path_cost(f->path) || cells[0] != f->m.start ||
        cells[count - 1] != answer->node) {
        return complain(f, "sum of steps", sum, wend_path_cost(f->path));
    }
    return true;
}

static bool check_method(fixture *f, wend_method method, wend_heuristic heuristic, uint64_t least)
{
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal = f->m.goal;
    query.method = method;
    query.heuristic = heuristic;
    const wend_result result = wend_search_find(f->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    if (result == WEND_ERROR_UNSUPPORTED) {
        return true;
    }
    if (least == UINT64_MAX) {
        return result == WEND_NO_PATH || complain(f, wend_method_name(method), answer.cost, least);
    }
    if (result != WEND_OK || answer.cost != least) {
        return complain(f, wend_method_name(method), answer.cost, least);
    }
    return check_way(f, &answer, 0);
}

static bool check_exact(fixture *f)
{
    static const wend_heuristic heuristics[] = {WEND_HEURISTIC_BEST, WEND_HEURISTIC_NONE,
                                                WEND_HEURISTIC_OCTILE, WEND_HEURISTIC_EUCLIDEAN,
                                                WEND_HEURISTIC_MANHATTAN};
    uint64_t costs[MODEL_CELLS_MAX];
    model_dijkstra(&f->m, f->m.start, costs);
    uint64_t least = costs[f->m.goal];
    bool holds = true;
    for (uint32_t k = 0; k < 5 && holds; ++k) {
        holds = check_method(f, WEND_METHOD_ASTAR, heuristics[k], least) &&
                check_method(f, WEND_METHOD_ASTAR_BIDIRECTIONAL, heuristics[k], least);
    }
    return holds && check_method(f, WEND_METHOD_DIJKSTRA, WEND_HEURISTIC_BEST, least) &&
           check_method(f, WEND_METHOD_BEST, WEND_HEURISTIC_BEST, least) &&
           check_method(f, WEND_METHOD_JUMP_POINT, WEND_HEURISTIC_BEST, least);
}

/* Everything within reach, by one search from the start. */
static bool check_within(fixture *f)
{
    uint64_t costs[MODEL_CELLS_MAX];
    model_dijkstra(&f->m, f->m.start, costs);
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal_kind = WEND_GOAL_WITHIN;
    const wend_result result = wend_search_find(f->search, &query);
    const wend_node cells = (wend_node)(f->m.width * f->m.height);
    for (wend_node node = 0; node < cells && result == WEND_OK; ++node) {
        if (wend_search_cost_to(f->search, node) != costs[node]) {
            return complain(f, "within", wend_search_cost_to(f->search, node), costs[node]);
        }
    }
    return result == WEND_OK || costs[f->m.start] == UINT64_MAX;
}

/* The cheapest of three goals. */
static bool check_set(fixture *f)
{
    uint64_t costs[MODEL_CELLS_MAX];
    model_dijkstra(&f->m, f->m.start, costs);
    const uint32_t cells = (uint32_t)(f->m.width * f->m.height);
    wend_node goals[3];
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < 3; ++k) {
        goals[k] = wend_random_below(f->m.seed, k, 5, cells);
        least = costs[goals[k]] < least ? costs[goals[k]] : least;
    }
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal_kind = WEND_GOAL_SET;
    query.goals = goals;
    query.goal_count = 3;
    const wend_result result = wend_search_find(f->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    return least == UINT64_MAX ? result == WEND_NO_PATH || complain(f, "set", 0, least)
                               : answer.cost == least || complain(f, "set", answer.cost, least);
}

static wend_turning random_turning(const model *m)
{
    wend_turning turning = wend_turning_default();
    const bool is_hex = m->neighbours == WEND_NEIGHBOURS_6;
    const uint32_t step = m->neighbours == WEND_NEIGHBOURS_4 ? 2 : 1;
    const uint32_t headings = is_hex ? 6 : 8 / step;
    turning.cost = wend_random_below(m->seed, 1, 6, 3) * (WEND_COST_ONE / 2);
    turning.max_parts = wend_random_below(m->seed, 2, 6, 4) * step;
    turning.start_heading = wend_random_below(m->seed, 3, 6, 2) == 0
                                ? WEND_HEADING_ANY
                                : step * wend_random_below(m->seed, 4, 6, headings);
    turning.goal_heading = wend_random_below(m->seed, 5, 6, 2) == 0
                               ? WEND_HEADING_ANY
                               : step * wend_random_below(m->seed, 6, 6, headings);
    turning.fewest_turns = wend_random_below(m->seed, 7, 6, 2) == 0;
    return turning;
}

static bool check_turning(fixture *f, wend_method method)
{
    const wend_turning turning = random_turning(&f->m);
    uint64_t least = 0;
    uint32_t turns = 0;
    const bool has_way = model_turning(&f->m, &turning, &least, &turns);
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal = f->m.goal;
    query.method = method;
    query.turning = &turning;
    const wend_result result = wend_search_find(f->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    if (!has_way) {
        return result == WEND_NO_PATH || complain(f, "turning where none is", answer.cost, 0);
    }
    if (result != WEND_OK || answer.cost != least) {
        return complain(f, "turning", answer.cost, least);
    }
    if (turning.fewest_turns && answer.turns != turns) {
        return complain(f, "turns", answer.turns, turns);
    }
    (void)wend_path_from_search(f->path, f->search);
    return check_way(f, &answer, answer.cost - wend_path_cost(f->path));
}

/* The area within reach of a turning agent: a query for a goal in it has the same cost. */
static bool check_turning_within(fixture *f)
{
    wend_turning turning = random_turning(&f->m);
    turning.goal_heading = WEND_HEADING_ANY;
    uint64_t least = UINT64_MAX;
    uint32_t turns = 0;
    const bool has_way = model_turning(&f->m, &turning, &least, &turns);
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.turning = &turning;
    (void)wend_search_find(f->search, &query);
    const uint64_t found = wend_search_cost_to(f->search, f->m.goal);
    return found == (has_way ? least : UINT64_MAX) || complain(f, "turning within", found, least);
}

/* The nearest cell that fits, by testing all of them. */
static bool check_nearest_open(fixture *f)
{
    const wend_node cells = (wend_node)(f->m.width * f->m.height);
    wend_node best = WEND_NODE_NONE;
    double least = 0.0;
    for (wend_node node = 0; node < cells; ++node) {
        const bool fits = model_fits(&f->m, (int32_t)node % f->m.width, (int32_t)node / f->m.width);
        const double away = fits ? model_distance(&f->m, f->m.start, node) : 0.0;
        if (fits && (best == WEND_NODE_NONE || away < least - 1e-9)) {
            best = node;
            least = away;
        }
    }
    const wend_node found = wend_space_nearest_open(f->space, f->m.start);
    return found == best || complain(f, "nearest open", found, best);
}

/* Noise and weight: a path that exists and is within the bound. */
static bool check_noise(fixture *f)
{
    uint64_t costs[MODEL_CELLS_MAX];
    model_dijkstra(&f->m, f->m.start, costs);
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal = f->m.goal;
    query.method = f->m.seed % 2 == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_ASTAR_WEIGHTED;
    query.weight = f->m.seed % 2 == 0 ? 1.0 : 1.5;
    query.noise = wend_random_unit(f->m.seed, 8, 6);
    query.noise_seed = f->m.seed;
    const wend_result result = wend_search_find(f->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    const uint64_t least = costs[f->m.goal];
    if (least == UINT64_MAX) {
        return result == WEND_NO_PATH || complain(f, "noise where no way is", answer.cost, 0);
    }
    if (result != WEND_OK || answer.cost < least ||
        (double)answer.cost > (double)least * query.weight * (1.0 + query.noise) + 1.0) {
        return complain(f, "noise", answer.cost, least);
    }
    return check_way(f, &answer, 0);
}

static bool holds_all(uint64_t seed, void *context)
{
    (void)context;
    fixture f;
    const bool holds = make(&f, seed) && check_exact(&f) && check_within(&f) && check_set(&f) &&
                       check_noise(&f) && check_nearest_open(&f);
    drop(&f);
    return holds;
}

static bool holds_turning(uint64_t seed, void *context)
{
    (void)context;
    fixture f;
    const bool holds = make(&f, seed) && check_turning(&f, WEND_METHOD_ASTAR) &&
                       check_turning(&f, WEND_METHOD_DIJKSTRA) && check_turning_within(&f);
    drop(&f);
    return holds;
}

static void worlds_searches_cost_what_dijkstra_says(void **state)
{
    (void)state;
    gen_property("worlds", WORLDS, holds_all, NULL);
}

static void worlds_turning_costs_what_dijkstra_over_headings_says(void **state)
{
    (void)state;
    gen_property("worlds with turning", WORLDS / 8, holds_turning, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_searches_cost_what_dijkstra_says),
        cmocka_unit_test(worlds_turning_costs_what_dijkstra_over_headings_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

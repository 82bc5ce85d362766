/* A* within a number of steps, in small worlds of every kind: the cheapest of all paths that have no
 * more steps, by a table of least costs for each number of steps. */
#include "support/gen.h"
#include "support/model.h"
#include "support/test.h"
#include "wend/path.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS = 3000, DEPTH_MOST = 40, CELLS_MOST = 4 * MODEL_CELLS_MAX };

typedef struct fixture {
    model m;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    uint64_t least[DEPTH_MOST + 1]; /* to the goal, in so many steps at most */
} fixture;

static void fill_table(fixture *f)
{
    static uint64_t costs[2][MODEL_CELLS_MAX];
    const model *m = &f->m;
    const uint32_t count = (uint32_t)(m->width * m->height);
    uint64_t *at = costs[0];
    uint64_t *after = costs[1];
    for (uint32_t k = 0; k < count; k++) {
        at[k] = UINT64_MAX;
    }
    if (model_fits(m, (int32_t)m->start % m->width, (int32_t)m->start / m->width)) {
        at[m->start] = 0;
    }
    for (uint32_t depth = 0; depth <= DEPTH_MOST; depth++) {
        f->least[depth] = at[m->goal];
        memcpy(after, at, count * sizeof *at);
        for (uint32_t k = 0; k < count; k++) {
            model_step steps[MODEL_STEPS_MAX];
            const int step_count = at[k] == UINT64_MAX ? 0 : model_steps(m, k, steps);
            for (int s = 0; s < step_count; s++) {
                const uint64_t sum = at[k] + steps[s].cost;
                after[steps[s].to] = sum < after[steps[s].to] ? sum : after[steps[s].to];
            }
        }
        uint64_t *const swap = at;
        at = after;
        after = swap;
    }
}

static bool wrong(const fixture *f, const wend_search_query *query, const char *what, uint64_t got,
                  uint64_t expected)
{
    fprintf(stderr, "seed %llu, %s, depth %u: %s is %llu, not %llu\n",
            (unsigned long long)f->m.seed, wend_method_name(query->method), query->max_depth, what,
            (unsigned long long)got, (unsigned long long)expected);
    return false;
}

/* The steps of the path; a link is one. */
static size_t steps_of_path(fixture *f, wend_node *last)
{
    static wend_node cells[CELLS_MOST];
    size_t count = 0;
    if (wend_path_from_search(f->path, f->search) < 0 ||
        wend_path_cells(f->path, f->space, cells, CELLS_MOST, &count) != WEND_OK || count == 0 ||
        (count > 1 && !wend_path_is_valid(f->path, f->space, 0, 0, NULL))) {
        return SIZE_MAX;
    }
    *last = cells[count - 1];
    return count - 1;
}

static bool check_answer(fixture *f, const wend_search_query *query, wend_result result)
{
    const uint64_t least = f->least[query->max_depth];
    wend_search_answer answer;
    wend_node last = WEND_NODE_NONE;
    wend_search_get_answer(f->search, &answer);
    if (answer.method != WEND_METHOD_ASTAR && answer.method != WEND_METHOD_ASTAR_WEIGHTED) {
        return wrong(f, query, "the method", answer.method, WEND_METHOD_ASTAR);
    }
    if ((result == WEND_OK) != (least != UINT64_MAX)) {
        return wrong(f, query, "the result", (uint64_t)result, least);
    }
    if (result == WEND_NO_PATH) {
        return true;
    }
    const size_t steps = steps_of_path(f, &last);
    if (steps > query->max_depth || last != answer.node) {
        return wrong(f, query, "the path's steps", steps, query->max_depth);
    }
    if (wend_path_cost(f->path) != answer.cost) {
        return wrong(f, query, "the path's cost", wend_path_cost(f->path), answer.cost);
    }
    if (result != WEND_OK) {
        return true;
    }
    const double most = (double)least * (query->method == WEND_METHOD_ASTAR_WEIGHTED ? 1.5 : 1);
    if (answer.cost < least || (double)answer.cost > most) {
        return wrong(f, query, "the cost", answer.cost, least);
    }
    return true;
}

/* Whole, and in slices. */
static bool check_query(fixture *f, const wend_search_query *query)
{
    const wend_result whole = wend_search_find(f->search, query);
    if (!check_answer(f, query, whole)) {
        return false;
    }
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    wend_result sliced = wend_search_start(f->search, query);
    sliced = sliced == WEND_OK ? WEND_IN_PROGRESS : sliced;
    for (uint64_t n = 0; sliced == WEND_IN_PROGRESS; n++) {
        wend_budget budget = wend_budget_steps(1 + wend_random_below(f->m.seed, n, 9, 7));
        sliced = wend_search_run(f->search, &budget);
    }
    wend_search_answer again;
    wend_search_get_answer(f->search, &again);
    return sliced == whole && again.cost == answer.cost && again.expanded == answer.expanded &&
                   again.node == answer.node
               ? true
               : wrong(f, query, "the answer in slices", (uint64_t)sliced, (uint64_t)whole);
}

static bool check_world(fixture *f)
{
    static const wend_method methods[3] = {WEND_METHOD_BEST, WEND_METHOD_ASTAR,
                                           WEND_METHOD_ASTAR_WEIGHTED};
    bool holds = true;
    fill_table(f);
    for (uint64_t k = 0; k < 6 && holds; k++) {
        wend_search_query query = wend_search_query_default();
        query.start = f->m.start;
        query.goal = f->m.goal;
        query.method = methods[k % 3];
        query.weight = 1.5;
        query.max_depth = 1 + wend_random_below(f->m.seed, k, 8, k < 3 ? 12 : DEPTH_MOST);
        holds = check_query(f, &query);
    }
    return holds;
}

static bool world_holds(uint64_t seed, uint64_t *bent)
{
    fixture f;
    memset(&f, 0, sizeof f);
    f.m = model_random(seed);
    for (uint32_t k = 0; k < MODEL_CELLS_MAX && seed % 4 != 0; k++) { /* detours that are cheaper */
        const bool is_wall = f.m.costs[k] == WEND_COST_WALL;
        f.m.costs[k] = is_wall ? WEND_COST_WALL : (uint8_t)(1 + wend_random_below(seed, k, 7, 60));
    }
    f.grid = model_grid(&f.m);
    wend_space_def space = wend_space_def_default();
    space.grid = f.grid;
    space.size = f.m.size;
    space.radius = f.m.radius;
    wend_search_def search = wend_search_def_default();
    assert_int_equal(wend_space_create(&space, &f.space), WEND_OK);
    search.space = f.space;
    assert_int_equal(wend_search_create(&search, &f.search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &f.path), WEND_OK);
    const bool holds = check_world(&f);
    for (int depth = 1; depth <= DEPTH_MOST; depth++) { /* a limit that costs something */
        *bent += f.least[depth - 1] != UINT64_MAX && f.least[depth] < f.least[depth - 1] ? 1 : 0;
    }
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    wend_space_destroy(f.space);
    wend_grid_destroy(f.grid);
    return holds;
}

static void search_within_a_depth_finds_the_cheapest_path_of_so_many_steps(void **state)
{
    (void)state;
    uint64_t bent = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        assert_true(world_holds(seed, &bent));
    }
    print_message("%lu limits that cost something\n", (unsigned long)bent);
    assert_true(bent > WORLDS / 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_within_a_depth_finds_the_cheapest_path_of_so_many_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

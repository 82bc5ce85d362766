/* Where a few cells cost more than all others, jump points find what Dijkstra's search finds, with a jump
 * table and without, while those cells and walls come and go; and the bitmaps that were repaired are
 * those of a fresh space. */
#include "support/gen.h"
#include "support/reference.h"
#include "support/searches.h"
#include "support/test.h"

#include "route/search/search.h"
#include "wend/search.h"

#include <string.h>

enum { MAPS = 160, WIDTH = 47, HEIGHT = 41, ROUNDS = 6, EDITS = 4, QUERIES = 10, BASE = 2 };
enum { DEAREST = 40 };

typedef struct stage {
    gen_map map;
    wend_grid *grid;
    wend_space *space;
    wend_search *search, *slow;
    wend_path *path;
} stage;

static uint32_t draw(const stage *s, uint64_t a, uint64_t b, uint32_t count)
{
    return wend_random_below(s->map.seed, a, b, count);
}

static void set(stage *s, wend_node cell, uint8_t cost)
{
    s->map.costs[cell] = cost;
    assert_int_equal(
        wend_grid_set_cost(s->grid, 0, (int32_t)cell % WIDTH, (int32_t)cell / WIDTH, cost),
        WEND_OK);
}

static stage stage_make(uint64_t seed)
{
    static const gen_kind kinds[] = {GEN_OPEN, GEN_NOISE, GEN_ROOMS, GEN_CAVE, GEN_BARS, GEN_MAZE};
    stage s;
    s.map = gen_map_make(kinds[seed % 6], seed, WIDTH, HEIGHT);
    s.map.neighbours = WEND_NEIGHBOURS_8;
    s.map.corner_rule = (wend_corner_rule)(seed / 6 % 3);
    for (uint32_t k = 0; k < WIDTH * HEIGHT; ++k) {
        s.map.costs[k] = s.map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : BASE;
    }
    s.grid = gen_map_grid(&s.map, NULL);
    wend_space_def def = wend_space_def_default();
    def.grid = s.grid;
    def.has_jump_table = seed / 18 % 2 == 0;
    s.space = spaces_make(def);
    s.search = searches_on(s.space);
    s.slow = searches_on(s.space);
    s.path = paths_make();
    return s;
}

static void stage_destroy(stage *s)
{
    wend_path_destroy(s->path);
    wend_search_destroy(s->slow);
    wend_search_destroy(s->search);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
    gen_map_free(&s->map);
}

/* Some cells are raised, lowered, built on or cleared; in the last round all are as they were. */
static void edit(stage *s, uint32_t round)
{
    for (uint32_t k = 0; k < EDITS; ++k) {
        const wend_node cell = draw(s, round, k, WIDTH * HEIGHT);
        const uint8_t raised = (uint8_t)(BASE + 1 + draw(s, round, 20 + k, DEAREST));
        const uint32_t what = draw(s, round, 10 + k, 6);
        set(s, cell, what == 0 ? WEND_COST_WALL : what == 1 ? BASE : raised);
    }
    for (uint32_t k = 0; k < WIDTH * HEIGHT && round + 1 == ROUNDS; ++k) {
        if (s->map.costs[k] != BASE && s->map.costs[k] != WEND_COST_WALL) {
            set(s, k, BASE);
        }
    }
    /* In slices in every other round. */
    wend_result result = WEND_IN_PROGRESS;
    while (round % 2 == 1 && result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(20);
        uint64_t steps = 0;
        result = wendi_space_update_some(s->space, &budget, &steps);
    }
    assert_true(round % 2 == 0 || result == WEND_OK);
    assert_int_equal(wend_space_update(s->space), WEND_OK);
}

static bool path_is(const stage *s, const wend_search_query *query, wend_cost cost)
{
    static wend_node cells[WIDTH * HEIGHT];
    size_t count = 0;
    return wend_path_from_search(s->path, s->search) == WEND_OK &&
           wend_path_cells(s->path, s->space, cells, sizeof cells / sizeof cells[0], &count) ==
               WEND_OK &&
           cells[0] == query->start && cells[count - 1] == query->goal &&
           reference_path(&s->map, cells, count) == cost && wend_path_cost(s->path) == cost;
}

static wend_result run_sliced(wend_search *search, const wend_search_query *query)
{
    wend_result result = wend_search_start(search, query);
    for (result = result == WEND_OK ? WEND_IN_PROGRESS : result; result == WEND_IN_PROGRESS;) {
        wend_budget budget = wend_budget_steps(3);
        result = wend_search_run(search, &budget);
    }
    return result;
}

static bool query_is_right(stage *s, uint32_t round, uint32_t k)
{
    wend_search_query query = wend_search_query_default();
    query.start = draw(s, 100 + round, 2 * k, WIDTH * HEIGHT);
    query.goal = draw(s, 100 + round, 2 * k + 1, WIDTH * HEIGHT);
    query.records_order = draw(s, 100 + round, 50 + k, 8) == 0;
    const wend_result result =
        k % 3 == 0 ? run_sliced(s->search, &query) : wend_search_find(s->search, &query);
    wend_search_answer answer;
    wend_search_get_answer(s->search, &answer);
    query.method = WEND_METHOD_DIJKSTRA;
    wend_search_answer exact;
    const wend_result slow = wend_search_find(s->slow, &query);
    wend_search_get_answer(s->slow, &exact);
    return result == slow && answer.reason == exact.reason &&
           (result != WEND_OK ||
            ((answer.method == WEND_METHOD_JUMP_POINT || !s->space->is_nearly_uniform) &&
             answer.cost == exact.cost && path_is(s, &query, exact.cost)));
}

/* True also for bitmaps that are not there. */
static bool are_equal(const void *a, const void *b, size_t bytes)
{
    return bytes == 0 || memcmp(a, b, bytes) == 0;
}

/* The repaired bitmaps hold what fresh ones hold. */
static bool maps_are_fresh(const stage *s)
{
    wend_space *fresh = spaces_on(s->grid);
    const bool is_same =
        are_equal(fresh->jump.block, s->space->jump.block, fresh->jump.block_bytes) &&
        fresh->jump.hash == s->space->jump.hash &&
        (!fresh->has_breaks ||
         are_equal(fresh->breaks.block, s->space->breaks.block, fresh->breaks.block_bytes));
    wend_space_destroy(fresh);
    return is_same;
}

static bool raised_cells_are_right(uint64_t seed, void *context)
{
    (void)context;
    stage s = stage_make(seed);
    bool holds = true;
    for (uint32_t round = 0; round < ROUNDS && holds; ++round) {
        edit(&s, round);
        for (uint32_t k = 0; k < QUERIES && holds; ++k) {
            holds = query_is_right(&s, round, k);
        }
        holds = holds && maps_are_fresh(&s);
    }
    stage_destroy(&s);
    return holds;
}

static void jump_points_with_raised_cells_equal_dijkstra(void **state)
{
    (void)state;
    gen_property("raised cells", MAPS, raised_cells_are_right, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_points_with_raised_cells_equal_dijkstra),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

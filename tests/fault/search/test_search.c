/* Spaces and searches on an allocator that fails at every call in turn: nothing leaks, and the same
 * query works once memory is back. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 40 };

/* A grid on libc, walls in it, and the cost from corner to corner. */
typedef struct scene {
    wend_grid *grid;
    wend_method method;
    wend_goal_kind goal_kind;
    wend_cost max_cost;
    wend_cost cost; /* found without failures */
} scene;

static wend_grid *grid_new(bool is_uniform)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    wend_grid *grid = grids_make(def);
    for (uint64_t k = 0; k < 300; ++k) {
        const int32_t x = (int32_t)wend_random_below(1, 1, k, SIDE);
        const int32_t y = (int32_t)wend_random_below(1, 2, k, SIDE);
        const uint8_t cost = is_uniform || k % 3 != 0 ? WEND_COST_WALL : 200;
        grids_set(grid, x, y, cost);
    }
    grids_set(grid, 0, 0, 1);
    grids_set(grid, SIDE - 1, SIDE - 1, 1);
    return grid;
}

static bool is_goal(void *user, wend_node node)
{
    (void)user;
    return node == SIDE * SIDE - 1;
}

static wend_cost estimate(void *user, wend_node node, wend_node goal)
{
    (void)user;
    (void)goal;
    /* Far apart, so that the queue's overflow is used, too. */
    return (wend_cost)(node % 7) * 8000 * WEND_COST_ONE;
}

static const wend_node goals[2] = {SIDE * SIDE - 1, SIDE *SIDE - 1};

static wend_search_query query_of(const scene *s)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = SIDE * SIDE - 1;
    query.goal_kind = s->goal_kind;
    query.goals = goals;
    query.goal_count = 2;
    query.is_goal = is_goal;
    query.method = s->method;
    query.max_cost = s->max_cost;
    query.records_order = true;
    if (s->method == WEND_METHOD_GREEDY) {
        query.heuristic = WEND_HEURISTIC_CUSTOM;
        query.estimate = estimate;
    }
    return query;
}

/* Queries until memory is back: after a failure the search holds no query, and the next one works.
 */
static wend_result ask(const scene *s, wend_search *search)
{
    const wend_search_query query = query_of(s);
    wend_result first = WEND_OK;
    for (int k = 0; k < 2; ++k) {
        const wend_result result = wend_search_find(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        if (result >= 0) {
            assert_int_equal(result, WEND_OK);
            assert_true(s->cost == 0 || answer.cost == s->cost);
            assert_string_equal(wend_search_error(search), "");
            break;
        }
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_non_null(strstr(wend_search_error(search), "out of memory"));
        assert_int_equal(wend_search_run(search, NULL), WEND_ERROR_ARGUMENT);
        assert_true(wend_search_cost_to(search, 0) == WEND_COST_INFINITE);
        first = result;
    }
    return first;
}

static wend_result trace(const scene *s, wend_allocator allocator, wend_search *search)
{
    wend_path *path = NULL;
    wend_result result = wend_path_create(&allocator, &path);
    if (result == WEND_OK) {
        result = wend_path_from_search(path, search);
        if (result == WEND_ERROR_MEMORY) {
            assert_int_equal(wend_path_leg_count(path), 0);
        } else if (s->goal_kind != WEND_GOAL_WITHIN && result == WEND_OK) {
            assert_true(s->cost == 0 || wend_path_cost(path) == s->cost);
        }
    }
    wend_path_destroy(path);
    return result;
}

static wend_result search_scenario(wend_allocator allocator, void *context)
{
    const scene *s = context;
    wend_message message = {0};
    wend_search_def def = wend_search_def_default();
    def.grid = s->grid;
    def.allocator = allocator;
    def.message = &message;
    wend_search *search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result < 0) {
        assert_null(search);
        assert_non_null(strstr(message.text, "out of memory"));
        return result;
    }
    result = ask(s, search);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    if (answer.result == WEND_OK && result == WEND_OK) {
        result = trace(s, allocator, search);
    }
    wend_search_destroy(search);
    return result;
}

static void check_scene(wend_grid *grid, wend_method method, wend_goal_kind kind)
{
    scene s = {grid, method, kind, WEND_COST_INFINITE, 0};
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = searches_make(def);
    const wend_search_query query = query_of(&s);
    const wend_result result = wend_search_find(search, &query);
    if (result != WEND_ERROR_UNSUPPORTED) {
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        s.cost = answer.cost;
        assert_in_range(fault_run(search_scenario, &s), 6, 200);
    }
    wend_search_destroy(search);
}

static void search_of_any_method_without_memory_leaks_nothing_and_works_again(void **state)
{
    (void)state;
    for (int is_uniform = 0; is_uniform < 2; ++is_uniform) {
        wend_grid *grid = grid_new(is_uniform != 0);
        for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
            for (int kind = WEND_GOAL_NODE; kind <= WEND_GOAL_WITHIN; ++kind) {
                check_scene(grid, (wend_method)method, (wend_goal_kind)kind);
            }
        }
        wend_grid_destroy(grid);
    }
}

/* ---- spaces ---- */

static wend_cost cost_across(const wend_space *space)
{
    wend_search *search = searches_on(space);
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = SIDE * SIDE - 1;
    query.method = WEND_METHOD_JUMP_POINT;
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    wend_search_destroy(search);
    return answer.cost;
}

/* Updates a space. After a failure it is stale, and the next call goes on.
 * @param failure set to the failure, if there was one. @return the result of the last call. */
static wend_result update_twice(wend_space *space, wend_result *failure)
{
    wend_result result = wend_space_update(space);
    if (result < 0) {
        wend_space_info info;
        wend_space_get_info(space, &info);
        assert_false(info.is_fresh);
        *failure = result;
        result = wend_space_update(space);
    }
    return result;
}

/* Uniform, with a raised cell, uniform again: the bitmaps with breaks are made and dropped. */
static wend_result update_scenario(wend_allocator allocator, void *context)
{
    wend_grid *grid = context;
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.allocator = allocator;
    wend_space *space = NULL;
    wend_result result = wend_space_create(&def, &space);
    if (result < 0) {
        assert_null(space);
        return result;
    }
    wend_result failure = WEND_OK;
    const wend_cost before = cost_across(space);
    grids_set(grid, SIDE / 2, 0, 9);
    result = update_twice(space, &failure);
    grids_set(grid, SIDE / 2, 0, 1);
    result = result < 0 ? result : update_twice(space, &failure);
    if (result == WEND_OK) {
        assert_true(cost_across(space) == before);
    }
    wend_space_destroy(space);
    return result < 0 ? result : failure;
}

static void space_update_without_memory_stays_stale_and_works_again(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(true);
    grids_set(grid, SIDE / 2, 0, 1);
    assert_in_range(fault_run(update_scenario, grid), 4, 50);
    wend_grid_destroy(grid);
}

/* ---- spaces with sizes and links, turning ---- */

enum { LINKS = 40 };

/* Hexes and squares; walls, and links that are added while the space lives. */
typedef struct linked {
    wend_grid *grid;
    int32_t size;
    double radius;
    wend_link_id links[LINKS];
} linked;

static wend_grid *linked_grid_new(wend_neighbours neighbours)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = neighbours;
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, SIDE / 2, 0, 1, SIDE);
    grids_wall(grid, 0, 0, 1, SIDE);
    return grid;
}

static void add_links(linked *l, size_t first, size_t last)
{
    for (size_t k = first; k < last; ++k) {
        wend_link_def def = wend_link_def_default();
        def.from = (wend_node)((3 + k % 30) * SIDE + 5 + k % 9);
        def.to = (wend_node)((3 + k % 30) * SIDE + 28 + k % 7);
        def.is_two_way = k % 2 == 0;
        def.cost = (1 + k) * WEND_COST_ONE;
        assert_int_equal(wend_grid_add_link(l->grid, &def, &l->links[k], NULL), WEND_OK);
    }
}

static void remove_links(linked *l)
{
    for (size_t k = 0; k < LINKS; ++k) {
        (void)wend_grid_remove_link(l->grid, l->links[k]);
    }
}

static wend_result ask_linked(const linked *l, const wend_space *space, wend_allocator allocator,
                              const wend_turning *turning)
{
    wend_search_def def = wend_search_def_default();
    wend_search *search = NULL;
    wend_path *path = NULL;
    wend_search_answer answer;
    def.space = space;
    def.allocator = allocator;
    wend_search_query query = wend_search_query_default();
    query.start = 10 * SIDE + 4;
    query.goal = 20 * SIDE + 34;
    query.turning = turning;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) {
        result = wend_search_find(search, &query);
    }
    if (result == WEND_OK) {
        result = wend_path_create(&allocator, &path);
    }
    if (result == WEND_OK) {
        result = wend_path_from_search(path, search);
        wend_search_get_answer(search, &answer);
        assert_true(result != WEND_OK || turning != NULL || wend_path_cost(path) == answer.cost);
        assert_true(result == WEND_OK || wend_path_leg_count(path) == 0);
    }
    if (result == WEND_OK) {
        const size_t legs = wend_path_leg_count(path);
        result = wend_path_smooth(path, space, l->radius, WEND_SMOOTHING_PRECISE);
        assert_true(result == WEND_OK || wend_path_leg_count(path) == legs);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result;
}

static wend_result linked_scenario(wend_allocator allocator, void *context)
{
    linked *l = context;
    wend_message message = {0};
    wend_space *space = NULL;
    wend_space_def def = wend_space_def_default();
    def.grid = l->grid;
    def.size = l->size;
    def.radius = l->radius;
    def.allocator = allocator;
    def.message = &message;
    add_links(l, 0, 2);
    wend_result first = wend_space_create(&def, &space);
    assert_true((first == WEND_OK) == (space != NULL));
    assert_true(first == WEND_OK || strstr(message.text, "out of memory") != NULL);
    if (first == WEND_OK) {
        wend_space_info info;
        add_links(l, 2, LINKS);
        first = wend_space_update(space);
        wend_space_get_info(space, &info);
        assert_int_equal(info.is_fresh, first == WEND_OK);
        const wend_result again = first == WEND_OK ? WEND_OK : wend_space_update(space);
        wend_space_get_info(space, &info);
        assert_true(again != WEND_OK || (info.is_fresh && info.link_count == LINKS * 3 / 2));
        first = again < 0 ? again : first;
    }
    if (first == WEND_OK) {
        wend_turning turning = wend_turning_default();
        turning.cost = WEND_COST_ONE;
        turning.fewest_turns = true;
        first = ask_linked(l, space, allocator, NULL);
        first = first < 0 ? first : ask_linked(l, space, allocator, &turning);
        /* Once more without the failures, if they were to happen but once. */
        const wend_result again = ask_linked(l, space, allocator, &turning);
        first = first == WEND_OK ? again : first;
    }
    wend_space_destroy(space);
    remove_links(l);
    return first;
}

static void space_with_size_and_links_without_memory_leaks_nothing(void **state)
{
    (void)state;
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    for (size_t k = 0; k < 2; ++k) {
        linked l = {.grid = linked_grid_new(kinds[k]), .size = 1};
        assert_in_range(fault_run(linked_scenario, &l), 15, 300);
        l.size = 2;
        assert_in_range(fault_run(linked_scenario, &l), 18, 300);
        l.size = 1;
        l.radius = 1.1;
        assert_in_range(fault_run(linked_scenario, &l), 18, 300);
        wend_grid_destroy(l.grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_of_any_method_without_memory_leaks_nothing_and_works_again),
        cmocka_unit_test(space_update_without_memory_stays_stale_and_works_again),
        cmocka_unit_test(space_with_size_and_links_without_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Answers of searches, and the memory that searches take. */
#include "route/search/search.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 16, CELLS = SIDE * SIDE };

typedef struct scene {
    fault_heap heap;
    wend_grid *grid;
    wend_search *search; /* with a space of its own */
} scene;

static void scene_init(scene *s)
{
    fault_heap_init(&s->heap);
    s->grid = grids_open(SIDE, SIDE);
    wend_search_def search_def = wend_search_def_default();
    search_def.grid = s->grid;
    search_def.allocator = fault_heap_allocator(&s->heap);
    s->search = searches_make(search_def);
}

static void scene_free(scene *s)
{
    wend_search_destroy(s->search);
    wend_grid_destroy(s->grid);
    assert_int_equal(atomic_load(&s->heap.live_blocks), 0);
}

static wend_search_query query_to(wend_node goal, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = goal;
    query.method = method;
    query.records_order = true;
    return query;
}

static wend_search_answer answer_of(const wend_search *search)
{
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    return answer;
}

static void search_before_any_query_has_an_empty_answer(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_answer answer = answer_of(s.search);
    size_t count = 5;
    assert_int_equal(answer.result, WEND_OK);
    assert_int_equal(answer.expanded, 0);
    assert_int_equal(answer.max_frontier, 0);
    assert_true(answer.memory_bytes > 0);
    assert_int_equal(wend_search_visited(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_search_frontier(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_true(wend_search_cost_to(s.search, 0) == WEND_COST_INFINITE);
    scene_free(&s);
}

typedef wend_result (*list_fn)(const wend_search *search, wend_node *nodes, size_t capacity,
                               size_t *count);

/* A list cut short has the same beginning, says so, and leaves the rest of the array alone. */
static void check_list(const wend_search *search, list_fn list, size_t expected)
{
    wend_node whole[CELLS];
    wend_node part[CELLS];
    size_t count = 0;
    assert_int_equal(list(search, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(list(search, NULL, 3, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(list(search, whole, CELLS, &count), WEND_OK);
    assert_int_equal(count, expected);
    if (count < 2) {
        return;
    }
    memset(part, 0xFF, sizeof part);
    assert_int_equal(list(search, part, expected - 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, expected);
    assert_memory_equal(part, whole, (expected - 1) * sizeof whole[0]);
    assert_int_equal(part[expected - 1], WEND_NODE_NONE);
    assert_int_equal(list(search, NULL, 0, &count), WEND_TRUNCATED);
}

static void search_lists_are_cut_at_capacity(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    for (int method = WEND_METHOD_BREADTH_FIRST; method < WEND_METHOD_COUNT; ++method) {
        const wend_search_query query = query_to(CELLS - 1, (wend_method)method);
        wend_budget budget = wend_budget_steps(method == WEND_METHOD_JUMP_POINT ? 1 : 4);
        assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
        (void)wend_search_run(s.search, &budget);
        check_list(s.search, wend_search_visited, (size_t)answer_of(s.search).expanded);
        size_t waiting = 0;
        wend_node nodes[CELLS];
        (void)wend_search_frontier(s.search, nodes, CELLS, &waiting);
        check_list(s.search, wend_search_frontier, waiting);
        for (size_t k = 1; k < waiting; ++k) {
            assert_true(nodes[k - 1] < nodes[k]);
        }
        const size_t most = (size_t)answer_of(s.search).max_frontier;
        assert_true(most >= 1 && waiting <= most + (method == WEND_METHOD_JUMP_POINT));
    }
    scene_free(&s);
}

static void search_without_record_order_lists_nothing_visited(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    wend_search_query query = query_to(CELLS - 1, WEND_METHOD_ASTAR);
    query.records_order = false;
    size_t count = 9;
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_int_equal(wend_search_visited(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    scene_free(&s);
}

static void search_with_blocked_start_forgets_the_query_before(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_DIJKSTRA);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    grids_set(s.grid, 0, 0, WEND_COST_WALL);
    assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
    const wend_search_answer answer = answer_of(s.search);
    size_t count = 9;
    assert_int_equal(answer.reason, WEND_FAILURE_START_BLOCKED);
    assert_int_equal(answer.max_frontier, 0);
    assert_int_equal(answer.expanded, 0);
    assert_true(wend_search_cost_to(s.search, 20) == WEND_COST_INFINITE);
    assert_int_equal(wend_search_visited(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_search_frontier(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    scene_free(&s);
}

static void search_cost_to_outside_is_infinite(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_DIJKSTRA);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_true(wend_search_cost_to(s.search, 0) == 0);
    assert_true(wend_search_cost_to(s.search, 1) == WEND_COST_ONE);
    assert_true(wend_search_cost_to(s.search, CELLS) == WEND_COST_INFINITE);
    assert_true(wend_search_cost_to(s.search, WEND_NODE_NONE) == WEND_COST_INFINITE);
    scene_free(&s);
}

static void search_own_space_follows_edits_by_itself(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_BEST);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_true(answer_of(s.search).cost == 15 * WEND_COST_DIAGONAL);
    grids_set(s.grid, 8, 8, WEND_COST_WALL);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_true(answer_of(s.search).cost == 13 * WEND_COST_DIAGONAL + 4 * WEND_COST_ONE);
    grids_wall(s.grid, 8, 0, 1, SIDE);
    assert_int_equal(wend_search_find(s.search, &query), WEND_NO_PATH);
    assert_int_equal(answer_of(s.search).reason, WEND_FAILURE_UNREACHABLE);
    grids_fill(s.grid, 8, 0, 1, SIDE, 3);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    assert_true(answer_of(s.search).cost == 14 * WEND_COST_DIAGONAL + 4 * WEND_COST_ONE);
    scene_free(&s);
}

/* ---- memory ---- */

static void search_once_warm_allocates_nothing(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const wend_search_query query = query_to(CELLS - 1, (wend_method)method);
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        const size_t calls = atomic_load(&s.heap.calls);
        for (int k = 0; k < 5; ++k) {
            assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        }
        assert_int_equal(atomic_load(&s.heap.calls), calls);
    }
    wend_node nearest;
    assert_int_equal(wend_search_nearest_reachable(s.search, 0, 9, &nearest), WEND_OK);
    const size_t calls = atomic_load(&s.heap.calls);
    assert_int_equal(wend_search_nearest_reachable(s.search, 0, 9, &nearest), WEND_OK);
    assert_int_equal(atomic_load(&s.heap.calls), calls);
    scene_free(&s);
}

static void search_memory_figure_is_what_it_holds(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    for (int method = WEND_METHOD_BREADTH_FIRST; method < WEND_METHOD_COUNT; ++method) {
        const wend_search_query query = query_to(CELLS - 1, (wend_method)method);
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        wend_space_info info;
        wend_space_get_info(wend_search_space(s.search), &info);
        assert_int_equal(answer_of(s.search).memory_bytes + info.memory_bytes,
                         atomic_load(&s.heap.live_bytes));
    }
    scene_free(&s);
}

/* Generations of the store have 26 bits: after 2^26 queries they start over. */
static void search_after_generations_wrap_knows_nothing_old(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_DIJKSTRA);
    assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    s.search->records.generation = UINT32_MAX - (WENDI_META_GENERATION - 1);
    for (int k = 0; k < 3; ++k) {
        const wend_search_query near = query_to(1, WEND_METHOD_DIJKSTRA);
        assert_int_equal(wend_search_find(s.search, &near), WEND_OK);
        assert_true(wend_search_cost_to(s.search, CELLS - 1) == WEND_COST_INFINITE);
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
        assert_true(answer_of(s.search).cost == 15 * WEND_COST_DIAGONAL);
    }
    scene_free(&s);
}

static void search_of_a_path_too_expensive_to_count_is_full(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_method methods[2] = {WEND_METHOD_DIJKSTRA, WEND_METHOD_ASTAR};
    for (int k = 0; k < 2; ++k) {
        const wend_search_query query = query_to(CELLS - 1, methods[k]);
        assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
        s.search->records.costs[s.search->start_slot] = (uint64_t)1 << WENDI_COST_LIMIT_BITS;
        assert_int_equal(wend_search_run(s.search, NULL), WEND_ERROR_FULL);
        assert_string_not_equal(wend_search_error(s.search), "");
        assert_int_equal(wend_search_run(s.search, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_search_find(s.search, &query), WEND_OK);
    }
    scene_free(&s);
}

/* ---- drawing ---- */

typedef struct drawn {
    size_t searched, reach, frontier, start, goal, other;
    double last;
} drawn;

static void draw_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                       double value)
{
    drawn *d = context;
    d->searched += meaning == WEND_MEANING_SEARCHED;
    d->reach += meaning == WEND_MEANING_REACH;
    d->frontier += meaning == WEND_MEANING_FRONTIER;
    d->other += high.x <= low.x || high.y <= low.y || value < 0 || value > 1;
    if (meaning == WEND_MEANING_SEARCHED) {
        d->other += value < d->last;
        d->last = value;
    }
}

static void draw_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                        double value)
{
    drawn *d = context;
    (void)radius;
    (void)value;
    d->start += meaning == WEND_MEANING_START && centre.x < 1 && centre.y < 1;
    d->goal += meaning == WEND_MEANING_GOAL && centre.x > SIDE - 1 && centre.y > SIDE - 1;
}

static void search_draws_what_it_searched_its_frontier_and_ends(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    drawn d;
    memset(&d, 0, sizeof d);
    wend_draw draw;
    memset(&draw, 0, sizeof draw);
    draw.context = &d;
    assert_int_equal(wend_search_draw(s.search, &draw), WEND_ERROR_ARGUMENT);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_ASTAR);
    wend_budget budget = wend_budget_steps(6);
    assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
    assert_int_equal(wend_search_run(s.search, &budget), WEND_IN_PROGRESS);
    assert_int_equal(wend_search_draw(s.search, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_draw(s.search, &draw), WEND_OK);
    draw.cells = draw_cells;
    draw.circle = draw_circle;
    assert_int_equal(wend_search_draw(s.search, &draw), WEND_OK);
    size_t waiting = 0;
    (void)wend_search_frontier(s.search, NULL, 0, &waiting);
    assert_int_equal(d.searched, 6);
    assert_int_equal(d.frontier, waiting);
    assert_true(waiting > 0 && d.last >= 1 && d.other == 0);
    assert_int_equal(d.start, 1);
    assert_int_equal(d.goal, 1);
    fault_heap_arm(&s.heap, FAULT_KEEP, 0);
    assert_int_equal(wend_search_draw(s.search, &draw), WEND_ERROR_MEMORY);
    fault_heap_arm(&s.heap, FAULT_NONE, 0);
    wend_search_query area = query_to(0, WEND_METHOD_BEST);
    area.goal_kind = WEND_GOAL_WITHIN;
    area.max_cost = WEND_COST_ONE;
    memset(&d, 0, sizeof d);
    assert_int_equal(wend_search_find(s.search, &area), WEND_OK);
    assert_int_equal(wend_search_draw(s.search, &draw), WEND_OK);
    assert_int_equal(d.reach, 3);
    assert_int_equal(d.goal, 0);
    scene_free(&s);
}

static void search_with_deadline_goes_on_until_done(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    const wend_search_query query = query_to(CELLS - 1, WEND_METHOD_DIJKSTRA);
    assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
    wend_budget past = {UINT64_MAX, 1};
    assert_int_equal(wend_search_run(s.search, &past), WEND_IN_PROGRESS);
    const uint64_t expanded = answer_of(s.search).expanded;
    assert_true(expanded > 0 && expanded < CELLS);
    wend_budget later = wend_budget_ns(1000000000000);
    assert_int_equal(wend_search_run(s.search, &later), WEND_OK);
    assert_true(answer_of(s.search).cost == 15 * WEND_COST_DIAGONAL);
    scene_free(&s);
}

/* A planner's search clears its records in steps before its query begins. */
static void search_before_its_records_are_clear_knows_nothing(void **state)
{
    (void)state;
    scene s;
    scene_init(&s);
    s.search->is_pinned = true;
    const wend_search_query first = query_to(CELLS - 1, WEND_METHOD_ASTAR);
    assert_int_equal(wend_search_find(s.search, &first), WEND_OK);
    wend_search_query second = query_to(7, WEND_METHOD_ASTAR_BIDIRECTIONAL);
    second.start = 3 * SIDE;
    assert_int_equal(wend_search_start(s.search, &second), WEND_OK);
    const wend_search_answer answer = answer_of(s.search);
    assert_int_equal(answer.result, WEND_IN_PROGRESS);
    assert_int_equal(answer.node, second.start);
    assert_true(answer.cost == WEND_COST_INFINITE);
    assert_int_equal(answer.max_frontier, 0);
    size_t count = 5;
    assert_int_equal(wend_search_frontier(s.search, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    for (wend_node node = 0; node < CELLS; node++) {
        assert_true(wend_search_cost_to(s.search, node) == WEND_COST_INFINITE);
    }
    assert_int_equal(wend_search_run(s.search, NULL), WEND_OK);
    assert_true(answer_of(s.search).cost == 3 * WEND_COST_DIAGONAL + 4 * WEND_COST_ONE);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_before_any_query_has_an_empty_answer),
        cmocka_unit_test(search_lists_are_cut_at_capacity),
        cmocka_unit_test(search_without_record_order_lists_nothing_visited),
        cmocka_unit_test(search_with_blocked_start_forgets_the_query_before),
        cmocka_unit_test(search_cost_to_outside_is_infinite),
        cmocka_unit_test(search_own_space_follows_edits_by_itself),
        cmocka_unit_test(search_once_warm_allocates_nothing),
        cmocka_unit_test(search_memory_figure_is_what_it_holds),
        cmocka_unit_test(search_after_generations_wrap_knows_nothing_old),
        cmocka_unit_test(search_of_a_path_too_expensive_to_count_is_full),
        cmocka_unit_test(search_draws_what_it_searched_its_frontier_and_ends),
        cmocka_unit_test(search_with_deadline_goes_on_until_done),
        cmocka_unit_test(search_before_its_records_are_clear_knows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

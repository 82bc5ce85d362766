/* Jump tables: what prepare and update do, and queries with and without them get the same
 * answers. */
#include "route/jump/table_block.h"
#include "route/space/space.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/path.h"

#include <string.h>

enum { SIDE = 60 };

typedef struct scene {
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
} scene;

static wend_grid *grid_new(wend_corner_rule rule)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.corner_rule = rule;
    wend_grid *grid = grids_make(def);
    for (uint64_t k = 0; k < SIDE * SIDE / 4; ++k) {
        const int32_t x = (int32_t)wend_random_below(9, 1, k, SIDE);
        const int32_t y = (int32_t)wend_random_below(9, 2, k, SIDE);
        grids_set(grid, x, y, WEND_COST_WALL);
    }
    grids_fill(grid, 0, 0, SIDE, 1, 1);
    grids_fill(grid, SIDE - 1, 0, 1, SIDE, 1);
    return grid;
}

static scene scene_new(wend_corner_rule rule)
{
    scene s = {grid_new(rule), NULL, NULL};
    s.space = spaces_on(s.grid);
    s.search = searches_on(s.space);
    return s;
}

static void scene_free(scene *s)
{
    wend_search_destroy(s->search);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static bool has_table(const wend_space *space)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    return info.has_jump_table;
}

static size_t bytes_of(const wend_space *space)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    return info.memory_bytes;
}

static wend_search_query corner_to_corner(void)
{
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = SIDE * SIDE - 1;
    query.method = WEND_METHOD_JUMP_POINT;
    return query;
}

static wend_search_answer find(scene *s, const wend_search_query *query)
{
    wend_search_answer answer;
    (void)wend_search_find(s->search, query);
    wend_search_get_answer(s->search, &answer);
    return answer;
}

static void space_prepare_builds_a_table_that_updates_keep(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_NEVER);
    assert_int_equal(wend_space_prepare(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_false(has_table(s.space));
    const size_t before = bytes_of(s.space);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    assert_true(has_table(s.space));
    assert_true(bytes_of(s.space) > before);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);

    grids_set(s.grid, 5, 0, WEND_COST_WALL);
    assert_false(has_table(s.space));
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(has_table(s.space));
    scene_free(&s);
}

static void space_prepare_without_jump_points_builds_once_they_are_possible(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_NEVER);
    grids_fill(s.grid, 0, 0, 4, 40, 9);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    assert_false(has_table(s.space));
    grids_fill(s.grid, 0, 0, 4, 40, 1);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(has_table(s.space));
    grids_fill(s.grid, 0, 0, 4, 40, 9);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_false(has_table(s.space));
    scene_free(&s);
}

static void space_update_of_edit_after_edit_keeps_the_table_right(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_ALWAYS);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    for (int32_t x = 1; x < 700; ++x) {
        grids_set(s.grid, x % SIDE, 1 + x * 7 % (SIDE - 2), x % 2 == 0 ? WEND_COST_WALL : 1);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_true(has_table(s.space));
    }
    wend_search_query query = corner_to_corner();
    const wend_search_answer with = find(&s, &query);
    query.method = WEND_METHOD_DIJKSTRA;
    assert_true(find(&s, &query).cost == with.cost);
    scene_free(&s);
}

/* More changed sectors than are repaired one by one. */
static void space_update_of_everything_builds_the_table_afresh(void **state)
{
    (void)state;
    enum { LARGE = 1024, STEP = 16 };
    scene s = {NULL, NULL, NULL};
    s.grid = grids_open(LARGE, LARGE);
    wend_space_def def = wend_space_def_default();
    def.grid = s.grid;
    def.has_jump_table = true;
    s.space = spaces_make(def);
    s.search = searches_on(s.space);
    const size_t before = bytes_of(s.space);
    for (int32_t at = 0; at < LARGE / STEP * (LARGE / STEP); ++at) {
        grids_set(s.grid, at % (LARGE / STEP) * STEP + 7, at / (LARGE / STEP) * STEP + 7,
                  WEND_COST_WALL);
    }
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(has_table(s.space));
    assert_true(bytes_of(s.space) > before);
    wend_search_query query = corner_to_corner();
    query.start = 7;
    query.goal = (LARGE - 1) * LARGE + 7;
    const wend_search_answer with = find(&s, &query);
    query.method = WEND_METHOD_ASTAR;
    assert_true(find(&s, &query).cost == with.cost);
    scene_free(&s);
}

static wend_cost nothing(void *user, wend_node node, wend_node goal)
{
    (void)user;
    (void)node;
    (void)goal;
    return 0;
}

static void search_with_table_answers_every_kind_of_query(void **state)
{
    (void)state;
    for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; ++rule) {
        scene s = scene_new((wend_corner_rule)rule);
        wend_search_query query = corner_to_corner();
        const wend_search_answer before = find(&s, &query);
        assert_int_equal(before.result, WEND_OK);
        assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
        assert_true(find(&s, &query).cost == before.cost);

        wend_search_query custom = query;
        custom.heuristic = WEND_HEURISTIC_CUSTOM;
        custom.estimate = nothing;
        assert_true(find(&s, &custom).cost == before.cost);

        wend_search_query limited = query;
        limited.max_cost = before.cost;
        assert_true(find(&s, &limited).cost == before.cost);
        limited.max_cost = before.cost - 1;
        assert_int_equal(find(&s, &limited).result, WEND_PARTIAL);

        wend_search_query few = query;
        few.max_steps = 3;
        const wend_search_answer partial = find(&s, &few);
        assert_int_equal(partial.result, WEND_PARTIAL);
        assert_int_equal(partial.expanded, 3);

        query.method = WEND_METHOD_BEST;
        assert_int_equal(find(&s, &query).method, WEND_METHOD_JUMP_POINT);
        query.goal = 0;
        assert_int_equal(find(&s, &query).cost, 0);
        scene_free(&s);
    }
}

static void search_with_table_tells_what_it_looked_at(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_NEVER);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    wend_search_query query = corner_to_corner();
    query.records_order = true;
    assert_int_equal(wend_search_start(s.search, &query), WEND_OK);
    wend_budget budget = {4, 0};
    assert_int_equal(wend_search_run(s.search, &budget), WEND_IN_PROGRESS);

    wend_node nodes[SIDE * SIDE];
    size_t visited = 0;
    assert_int_equal(wend_search_visited(s.search, nodes, SIDE * SIDE, &visited), WEND_OK);
    assert_int_equal(visited, 4);
    assert_int_equal(nodes[0], 0);
    for (size_t k = 0; k < visited; ++k) {
        assert_true(wend_search_cost_to(s.search, nodes[k]) != WEND_COST_INFINITE);
    }
    size_t waiting = 0;
    assert_int_equal(wend_search_frontier(s.search, nodes, SIDE * SIDE, &waiting), WEND_OK);
    assert_true(waiting > 0);
    for (size_t k = 0; k < waiting; ++k) {
        assert_true(wend_search_cost_to(s.search, nodes[k]) != WEND_COST_INFINITE);
    }
    assert_true(wend_search_cost_to(s.search, query.goal) == WEND_COST_INFINITE);
    assert_int_equal(wend_search_run(s.search, NULL), WEND_OK);
    wend_search_answer answer;
    wend_search_get_answer(s.search, &answer);
    assert_true(wend_search_cost_to(s.search, query.goal) == answer.cost);
    scene_free(&s);
}

static void search_with_table_of_a_goal_walled_in_finds_no_way(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_NEVER);
    const int32_t last = SIDE - 1;
    grids_wall(s.grid, last - 1, last - 2, 1, 3);
    grids_wall(s.grid, last, last - 2, 1, 1);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    const wend_search_query query = corner_to_corner();
    const wend_search_answer answer = find(&s, &query);
    assert_int_equal(answer.result, WEND_NO_PATH);
    assert_int_equal(answer.reason, WEND_FAILURE_UNREACHABLE);
    scene_free(&s);
}

static void search_after_its_table_was_repaired_keeps_its_answer_or_says_none(void **state)
{
    (void)state;
    scene s = scene_new(WEND_CORNER_NEVER);
    assert_int_equal(wend_space_prepare(s.space, NULL), WEND_OK);
    const wend_search_query query = corner_to_corner();
    const wend_search_answer answer = find(&s, &query);
    grids_fill(s.grid, 0, 0, SIDE, SIDE, 1);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(wend_search_cost_to(s.search, query.goal) == answer.cost);
    for (wend_node node = 1; node < SIDE * SIDE - 1; ++node) {
        assert_true(wend_search_cost_to(s.search, node) == WEND_COST_INFINITE);
    }
    scene_free(&s);
}

static void warm_search_with_table_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    scene s = {grid_new(WEND_CORNER_NEVER), NULL, NULL};
    wend_space_def def = wend_space_def_default();
    def.grid = s.grid;
    def.has_jump_table = true;
    s.space = spaces_make(def);
    assert_true(has_table(s.space));
    wend_search_def search = wend_search_def_default();
    search.space = s.space;
    search.allocator = fault_heap_allocator(&heap);
    s.search = searches_make(search);
    const wend_search_query query = corner_to_corner();
    const wend_search_answer first = find(&s, &query);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    const wend_search_answer second = find(&s, &query);
    assert_int_equal(heap.calls, 0);
    assert_memory_equal(&first, &second, sizeof first);
    scene_free(&s);
}

/* On open ground with few walls nearly every list passes every cell. */
static void jump_table_repair_gives_up_when_its_work_is_spent(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(256, 256);
    for (uint64_t k = 0; k < 64; ++k) {
        const int32_t x = (int32_t)wend_random_below(3, 1, k, 256);
        const int32_t y = (int32_t)wend_random_below(3, 2, k, 256);
        grids_set(grid, x, y, WEND_COST_WALL);
    }
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.has_jump_table = true;
    wend_space *space = spaces_make(def);
    const uint64_t granted = wendi_jump_table_work(&space->jump_table);
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    uint64_t spent = 0;
    uint32_t given_up = 0;
    for (uint32_t k = 0; k < 8; ++k) { /* nothing changed: only the work is looked at */
        uint64_t work = UINT64_MAX;
        assert_int_equal(wendi_jump_table_repair(&space->jump_table, &ground, 32 * k, 100,
                                                 32 * k + 31, 140, &work, NULL),
                         WEND_OK);
        spent += UINT64_MAX - work;
    }
    assert_true(spent > 2 * granted);
    uint64_t work = granted;
    for (uint32_t k = 0; k < 8 && given_up == 0; ++k) {
        const wend_result result = wendi_jump_table_repair(&space->jump_table, &ground, 32 * k, 100,
                                                           32 * k + 31, 140, &work, NULL);
        given_up += result == WEND_ERROR_FULL;
    }
    assert_int_equal(given_up, 1);
    assert_true(work == 0);
    wend_space_destroy(space);
    /* An update continues the rebuild of the table. */
    space = spaces_make(def);
    for (uint32_t k = 0; k < 4; ++k) {
        grids_fill(grid, 10, 100, 200, 40, (uint8_t)(k % 2 == 0 ? WEND_COST_WALL : 1));
        assert_int_equal(wend_space_update(space), WEND_OK);
        assert_true(has_table(space));
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void jump_block_sizes_hold_what_they_are_for(void **state)
{
    (void)state;
    uint32_t before = 0;
    for (uint32_t words = 1; words <= WENDI_JUMP_ENTRIES_MAX + 2; ++words) {
        const uint32_t size = wendi_jump_size_of(words);
        assert_true(size < WENDI_JUMP_SIZES);
        assert_true(size == before || size == before + 1);
        assert_true(wendi_jump_size_words(size) >= words);
        assert_true(wendi_jump_size_words(size) <= words + words / 8);
        assert_int_equal(wendi_jump_size_of(wendi_jump_size_words(size)), size);
        before = size;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_prepare_builds_a_table_that_updates_keep),
        cmocka_unit_test(space_prepare_without_jump_points_builds_once_they_are_possible),
        cmocka_unit_test(space_update_of_edit_after_edit_keeps_the_table_right),
        cmocka_unit_test(space_update_of_everything_builds_the_table_afresh),
        cmocka_unit_test(search_with_table_answers_every_kind_of_query),
        cmocka_unit_test(search_with_table_tells_what_it_looked_at),
        cmocka_unit_test(search_with_table_of_a_goal_walled_in_finds_no_way),
        cmocka_unit_test(search_after_its_table_was_repaired_keeps_its_answer_or_says_none),
        cmocka_unit_test(warm_search_with_table_allocates_nothing),
        cmocka_unit_test(jump_table_repair_gives_up_when_its_work_is_spent),
        cmocka_unit_test(jump_block_sizes_hold_what_they_are_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

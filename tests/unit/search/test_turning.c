/* Searches that pay for turning: what turns cost, which are allowed, and what answers say of
 * them. */
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/hex.h"
#include "wend/link.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 16 };

static wend_grid *grid_new(wend_neighbours neighbours)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = neighbours;
    return grids_make(def);
}

static wend_node at(int32_t x, int32_t y)
{
    return (wend_node)(y * SIDE + x);
}

static wend_turning turning_of(wend_cost cost)
{
    wend_turning turning = wend_turning_default();
    turning.cost = cost;
    return turning;
}

static wend_search_query query_of(wend_node start, wend_node goal, const wend_turning *turning)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    query.turning = turning;
    return query;
}

static void turning_free_of_cost_is_a_plain_search(void **state)
{
    (void)state;
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6, WEND_NEIGHBOURS_8};
    for (size_t k = 0; k < 3; ++k) {
        world w = world_on(grid_new(kinds[k]));
        const wend_turning turning = turning_of(0);
        wend_search_query query = query_of(at(2, 3), at(12, 9), NULL);
        const wend_search_answer plain = world_ask(&w, &query);
        assert_int_equal(plain.heading, WEND_HEADING_ANY);
        assert_int_equal(plain.turns, 0);
        query.turning = &turning;
        const wend_search_answer answer = world_ask(&w, &query);
        assert_true(answer.cost == plain.cost);
        assert_int_equal(answer.method, WEND_METHOD_ASTAR);
        assert_true(answer.heading < 8);
        world_free(&w);
    }
}

static void turning_costs_by_parts_from_the_start_heading(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_turning turning = turning_of(WEND_COST_ONE);
    const wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
    static const uint32_t parts[8] = {2, 1, 0, 1, 2, 3, 4, 3}; /* to face east */
    for (uint32_t heading = 0; heading < 8; ++heading) {
        turning.start_heading = heading;
        const wend_search_answer answer = world_ask(&w, &query);
        assert_true(answer.cost == (6 + parts[heading]) * WEND_COST_ONE);
        assert_int_equal(answer.heading, 2);
        assert_int_equal(answer.turns, parts[heading] > 0 ? 1 : 0);
    }
    turning.start_heading = WEND_HEADING_ANY;
    const wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.cost == 6 * WEND_COST_ONE);
    assert_int_equal(answer.turns, 0);
    world_free(&w);
}

static void turning_on_hexes_counts_sixths(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_6));
    wend_turning turning = turning_of(WEND_COST_ONE / 4);
    wend_hex hex = wend_grid_hex(w.grid, at(8, 8));
    for (int steps = 0; steps < 4; ++steps) {
        hex = wend_hex_neighbour(hex, 1);
    }
    const wend_search_query query = query_of(at(8, 8), wend_grid_hex_node(w.grid, hex), &turning);
    static const uint32_t parts[6] = {1, 0, 1, 2, 3, 2};
    for (uint32_t heading = 0; heading < 6; ++heading) {
        turning.start_heading = heading;
        const wend_search_answer answer = world_ask(&w, &query);
        assert_true(answer.cost == 4 * WEND_COST_ONE + parts[heading] * (WEND_COST_ONE / 4));
        assert_int_equal(answer.heading, 1);
    }
    world_free(&w);
}

static void turning_goal_heading_is_that_of_the_last_step(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_turning turning = turning_of(WEND_COST_ONE / 8);
    const wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
    for (uint32_t heading = 0; heading < 8; ++heading) {
        turning.goal_heading = heading;
        const wend_search_answer answer = world_ask(&w, &query);
        assert_int_equal(answer.heading, heading);
        assert_true(heading == 2 ? answer.cost == 6 * WEND_COST_ONE
                                 : answer.cost > 6 * WEND_COST_ONE);
        assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
        const wend_leg last = wend_path_leg(w.path, wend_path_leg_count(w.path) - 1);
        static const int32_t dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
        assert_int_equal((last.to_point.x > last.from_point.x) -
                             (last.to_point.x < last.from_point.x),
                         dx[heading]);
    }
    world_free(&w);
}

static void turning_at_the_goal_already_must_fit_its_heading(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_turning turning = turning_of(WEND_COST_ONE);
    const wend_search_query query = query_of(at(5, 5), at(5, 5), &turning);
    wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.cost == 0);
    assert_int_equal(answer.heading, WEND_HEADING_ANY);
    turning.start_heading = 3;
    turning.goal_heading = 3;
    answer = world_ask(&w, &query);
    assert_true(answer.cost == 0);
    assert_int_equal(answer.heading, 3);
    turning.goal_heading = 4;
    answer = world_ask(&w, &query);
    assert_true(answer.cost > 0);
    assert_int_equal(answer.heading, 4);
    assert_int_equal(answer.node, at(5, 5));
    world_free(&w);
}

static void turning_who_cannot_turn_on_the_spot_drives_a_bow(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_turning turning = turning_of(0);
    turning.max_parts = 1;
    turning.start_heading = 6; /* looks west, goes east */
    const wend_search_query query = query_of(at(8, 8), at(9, 8), &turning);
    const wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.cost > 4 * WEND_COST_ONE);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
    wend_node cells[32];
    size_t count = 0;
    assert_int_equal(wend_path_cells(w.path, w.space, cells, 32, &count), WEND_OK);
    assert_int_equal(cells[0], at(8, 8));
    assert_int_equal(cells[count - 1], at(9, 8));
    assert_true(cells[1] % SIDE == 7);
    /* In a corridor one cell wide no agent turns around. */
    grids_wall(w.grid, 0, 7, SIDE, 1);
    grids_wall(w.grid, 0, 9, SIDE, 1);
    assert_int_equal(wend_space_update(w.space), WEND_OK);
    assert_int_equal(wend_search_find(w.search, &query), WEND_NO_PATH);
    wend_search_answer none;
    wend_search_get_answer(w.search, &none);
    assert_int_equal(none.reason, WEND_FAILURE_UNREACHABLE);
    turning.max_parts = 4;
    assert_true(world_ask(&w, &query).cost == WEND_COST_ONE);
    world_free(&w);
}

/* Among many paths of one cost the one of fewest turns. */
static void turning_fewest_turns_of_the_cheapest(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_4));
    wend_turning turning = turning_of(0);
    turning.fewest_turns = true;
    wend_search_query query = query_of(at(2, 2), at(12, 11), &turning);
    wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.cost == 19 * WEND_COST_ONE);
    assert_int_equal(answer.turns, 1);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
    assert_int_equal(wend_path_leg_count(w.path), 2);
    turning.start_heading = 2;
    turning.goal_heading = 2;
    answer = world_ask(&w, &query);
    assert_int_equal(answer.turns, 2);
    /* Never more expensive for fewer turns. */
    grids_set(w.grid, 7, 2, 9);
    grids_set(w.grid, 2, 7, 9);
    assert_int_equal(wend_space_update(w.space), WEND_OK);
    turning = turning_of(0);
    turning.fewest_turns = true;
    answer = world_ask(&w, &query);
    assert_true(answer.cost == 19 * WEND_COST_ONE);
    assert_int_equal(answer.turns, 2);
    query.method = WEND_METHOD_DIJKSTRA;
    answer = world_ask(&w, &query);
    assert_int_equal(answer.turns, 2);
    world_free(&w);
}

static bool is_goal(void *user, wend_node node)
{
    const wend_node *goals = user;
    return node == goals[0] || node == goals[1];
}

static void turning_to_a_predicate_or_a_set_finds_the_cheapest(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_node goals[2] = {at(4, 8), at(13, 8)}; /* 4 to the west, 5 to the east */
    wend_turning turning = turning_of(WEND_COST_ONE);
    turning.start_heading = 2;
    wend_search_query query = query_of(at(8, 8), WEND_NODE_NONE, &turning);
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_goal;
    query.user = goals;
    wend_search_answer answer = world_ask(&w, &query);
    assert_int_equal(answer.method, WEND_METHOD_DIJKSTRA);
    assert_int_equal(answer.node, goals[1]);
    assert_true(answer.cost == 5 * WEND_COST_ONE);
    query.goal_kind = WEND_GOAL_SET;
    query.goals = goals;
    query.goal_count = 2;
    answer = world_ask(&w, &query);
    assert_int_equal(answer.node, goals[1]);
    turning.start_heading = 6;
    answer = world_ask(&w, &query);
    assert_int_equal(answer.node, goals[0]);
    assert_true(answer.cost == 4 * WEND_COST_ONE);
    world_free(&w);
}

static void turning_links_keep_the_heading(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    wend_link_def link = wend_link_def_default();
    wend_link_id id;
    grids_wall(grid, 8, 0, 1, SIDE);
    link.from = at(6, 8);
    link.to = at(10, 3);
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    world w = world_on(grid);
    const wend_turning turning = turning_of(WEND_COST_ONE);
    const wend_search_query query = query_of(at(3, 8), at(13, 3), &turning);
    const wend_search_answer answer = world_ask(&w, &query);
    assert_true(answer.cost == (3 + 1 + 3) * WEND_COST_ONE);
    assert_int_equal(answer.turns, 0);
    world_free(&w);
}

static void turning_cut_by_a_limit_gives_the_best_place(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    const wend_turning turning = turning_of(WEND_COST_ONE);
    wend_search_query query = query_of(at(1, 1), at(14, 1), &turning);
    wend_search_answer answer;
    query.max_steps = 4;
    assert_int_equal(wend_search_find(w.search, &query), WEND_PARTIAL);
    wend_search_get_answer(w.search, &answer);
    assert_int_equal(answer.reason, WEND_FAILURE_LIMIT);
    assert_int_equal(answer.expanded, 4);
    assert_true(answer.node != at(1, 1));
    assert_int_equal(answer.heading, 2);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_PARTIAL);
    assert_int_equal(wend_path_leg(w.path, wend_path_leg_count(w.path) - 1).to, answer.node);
    query.max_steps = 0;
    query.max_cost = 6 * WEND_COST_ONE;
    assert_int_equal(wend_search_find(w.search, &query), WEND_PARTIAL);
    wend_search_get_answer(w.search, &answer);
    assert_int_equal(answer.node, at(7, 1));
    world_free(&w);
}

/* Paths as expensive as the found one are considered only for fewer turns. */
static void turning_leaves_out_paths_that_are_only_as_cheap(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_4);
    grids_wall(grid, 0, 0, SIDE, 8);
    grids_wall(grid, 0, 9, SIDE, 7);
    world w = world_on(grid);
    wend_turning turning = turning_of(0);
    wend_search_query query = query_of(at(8, 8), at(11, 8), &turning);
    query.method = WEND_METHOD_DIJKSTRA;
    const wend_search_answer any = world_ask(&w, &query);
    turning.fewest_turns = true;
    const wend_search_answer fewest = world_ask(&w, &query);
    assert_true(any.cost == fewest.cost);
    assert_true(any.expanded < fewest.expanded);
    world_free(&w);
}

/* Two cells are equally near to the goal: the best one is the one found first. */
static void turning_partial_answer_is_the_first_of_two_best_places(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_4));
    const wend_turning turning = turning_of(0);
    wend_search_query query = query_of(at(5, 5), at(8, 8), &turning);
    wend_search_answer answer;
    query.max_steps = 1;
    assert_int_equal(wend_search_find(w.search, &query), WEND_PARTIAL);
    wend_search_get_answer(w.search, &answer);
    assert_int_equal(answer.node, at(6, 5)); /* east comes before south */
    world_free(&w);
}

/* Around a block there are two paths of one cost and one number of turns: the second one is no
 * improvement. */
static void turning_keeps_the_first_of_two_equal_paths(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_4);
    grids_wall(grid, 0, 0, SIDE, SIDE);
    grids_fill(grid, 4, 4, 5, 5, 1);
    grids_wall(grid, 5, 5, 3, 3);
    grids_fill(grid, 8, 6, 4, 1, 1);
    world w = world_on(grid);
    wend_turning turning = turning_of(0);
    turning.fewest_turns = true;
    wend_search_query query = query_of(at(4, 6), at(11, 6), &turning);
    for (int k = 0; k < 2; ++k) {
        query.method = k == 0 ? WEND_METHOD_DIJKSTRA : WEND_METHOD_ASTAR;
        const wend_search_answer answer = world_ask(&w, &query);
        assert_int_equal(answer.turns, 3);
        assert_int_equal(wend_path_from_search(w.path, w.search), WEND_OK);
        assert_int_equal(wend_path_leg_count(w.path), 4);
        assert_int_equal(wend_path_leg(w.path, 0).to, at(4, 4)); /* north comes before south */
    }
    world_free(&w);
}

static void turning_cancelled_has_no_path(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    const wend_turning turning = turning_of(WEND_COST_ONE);
    const wend_search_query query = query_of(at(1, 1), at(14, 9), &turning);
    wend_budget budget = wend_budget_steps(3);
    wend_search_answer answer;
    assert_int_equal(wend_search_start(w.search, &query), WEND_OK);
    assert_int_equal(wend_search_run(w.search, &budget), WEND_IN_PROGRESS);
    wend_search_cancel(w.search);
    wend_search_get_answer(w.search, &answer);
    assert_int_equal(answer.result, WEND_NO_PATH);
    assert_int_equal(answer.reason, WEND_FAILURE_CANCELLED);
    assert_int_equal(wend_path_from_search(w.path, w.search), WEND_NO_PATH);
    (void)world_ask(&w, &query);
    world_free(&w);
}

static void turning_is_read_by_start_only(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    wend_turning turning = turning_of(WEND_COST_ONE);
    turning.start_heading = 6;
    const wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
    const wend_cost cost = world_ask(&w, &query).cost;
    assert_int_equal(wend_search_start(w.search, &query), WEND_OK);
    memset(&turning, 0xFF, sizeof turning);
    assert_int_equal(wend_search_run(w.search, NULL), WEND_OK);
    wend_search_answer answer;
    wend_search_get_answer(w.search, &answer);
    assert_true(answer.cost == cost);
    world_free(&w);
}

static void turning_bad_numbers_are_refused(void **state)
{
    (void)state;
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6, WEND_NEIGHBOURS_8};
    for (size_t k = 0; k < 3; ++k) {
        world w = world_on(grid_new(kinds[k]));
        wend_turning turning = turning_of(((wend_cost)1 << 40) + 1);
        const wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
        assert_int_equal(wend_search_start(w.search, &query), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_search_error(w.search), "2^40"));
        turning.cost = (wend_cost)1 << 40;
        assert_int_equal(wend_search_start(w.search, &query), WEND_OK);
        for (uint32_t heading = 0; heading < 300; ++heading) {
            const bool is_one =
                heading == WEND_HEADING_ANY ||
                (kinds[k] == WEND_NEIGHBOURS_6 ? heading < 6
                                               : heading < 8 && (heading % 2 == 0 || k == 2));
            turning.start_heading = heading;
            turning.goal_heading = WEND_HEADING_ANY;
            assert_int_equal(wend_search_start(w.search, &query),
                             is_one ? WEND_OK : WEND_ERROR_ARGUMENT);
            turning.start_heading = WEND_HEADING_ANY;
            turning.goal_heading = heading;
            assert_int_equal(wend_search_start(w.search, &query),
                             is_one ? WEND_OK : WEND_ERROR_ARGUMENT);
        }
        world_free(&w);
    }
}

static void turning_without_its_defaults_is_refused(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    const wend_turning turning = {.cost = WEND_COST_ONE};
    const wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
    assert_int_equal(wend_search_start(w.search, &query), WEND_ERROR_ARGUMENT);
    world_free(&w);
}

static void turning_needs_a_method_that_knows_it(void **state)
{
    (void)state;
    world w = world_on(grid_new(WEND_NEIGHBOURS_8));
    const wend_turning turning = turning_of(WEND_COST_ONE);
    wend_search_query query = query_of(at(3, 8), at(9, 8), &turning);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const bool takes_it = method == WEND_METHOD_BEST || method == WEND_METHOD_DIJKSTRA ||
                              method == WEND_METHOD_ASTAR || method == WEND_METHOD_ASTAR_WEIGHTED;
        query.method = (wend_method)method;
        assert_int_equal(wend_search_start(w.search, &query),
                         takes_it ? WEND_OK : WEND_ERROR_UNSUPPORTED);
    }
    query.method = WEND_METHOD_DIJKSTRA;
    query.max_depth = 3;
    assert_int_equal(wend_search_start(w.search, &query), WEND_ERROR_UNSUPPORTED);
    query.max_depth = 0;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = 2 * WEND_COST_ONE;
    assert_int_equal(wend_search_find(w.search, &query), WEND_OK);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_free_of_cost_is_a_plain_search),
        cmocka_unit_test(turning_costs_by_parts_from_the_start_heading),
        cmocka_unit_test(turning_on_hexes_counts_sixths),
        cmocka_unit_test(turning_goal_heading_is_that_of_the_last_step),
        cmocka_unit_test(turning_at_the_goal_already_must_fit_its_heading),
        cmocka_unit_test(turning_who_cannot_turn_on_the_spot_drives_a_bow),
        cmocka_unit_test(turning_fewest_turns_of_the_cheapest),
        cmocka_unit_test(turning_to_a_predicate_or_a_set_finds_the_cheapest),
        cmocka_unit_test(turning_links_keep_the_heading),
        cmocka_unit_test(turning_cut_by_a_limit_gives_the_best_place),
        cmocka_unit_test(turning_leaves_out_paths_that_are_only_as_cheap),
        cmocka_unit_test(turning_partial_answer_is_the_first_of_two_best_places),
        cmocka_unit_test(turning_keeps_the_first_of_two_equal_paths),
        cmocka_unit_test(turning_cancelled_has_no_path),
        cmocka_unit_test(turning_is_read_by_start_only),
        cmocka_unit_test(turning_bad_numbers_are_refused),
        cmocka_unit_test(turning_without_its_defaults_is_refused),
        cmocka_unit_test(turning_needs_a_method_that_knows_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

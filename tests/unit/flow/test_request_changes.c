/* Requests of flows that change: sources that are added, and goals that move. */
#include "request.h"
#include "support/flows.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* ---- changes ---- */

static void flow_request_sources_on_covered_ground_cost_nothing(void **state)
{
    stage *s = *state;
    wall(s, 20, 0, 1, 30);
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 5.5);
    const wend_flow_position near_by[2] = {at(34.5, 9.5), at(15.5, 5.5)};
    const wend_flow_request_id id = place(s, &goal, &source);
    update(s);
    wend_flow_info before, after;
    wend_flow_get_info(s->flow, &before);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 33.5, 8.5), WEND_OK);
    assert_int_equal(wend_flow_set_sources(s->flow, id, near_by, 2, NULL), WEND_OK);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    update(s);
    wend_flow_get_info(s->flow, &after);
    assert_int_equal(info_of(s, id).built_revision, 1);
    assert_int_equal(info_of(s, id).source_count, 2);
    assert_int_equal(before.tiles_integrated, after.tiles_integrated);
    assert_int_equal(before.fields_built, after.fields_built);
}

static void flow_request_sources_on_new_ground_are_added(void **state)
{
    stage *s = *state;
    wall(s, 0, 20, 38, 1);
    const wend_flow_position goal = at(5.5, 5.5), source = at(8.5, 5.5);
    const wend_flow_request_id id = place(s, &goal, &source);
    update(s);
    double cost = 0;
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 2.5, 35.5, &cost), WEND_NO_PATH);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 2.5, 35.5), WEND_OK);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UPDATING);
    assert_int_equal(info_of(s, id).source_count, 2);
    update(s);
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 2.5, 35.5, &cost), WEND_OK);
    assert_true(cost > 60);
    for (int i = 0; i < 20; ++i) { /* room for more */
        assert_true(wend_flow_add_source(s->flow, id, 0, 0.5 + i, 39.5) >= 0);
    }
    update(s);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, (double)NAN, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_add_source(s->flow, id, 1, 1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, -1, 1), WEND_ERROR_ARGUMENT);
}

/* The ground of the old fields need not be covered by the new ones. */
static void flow_request_source_counts_while_the_goal_moves(void **state)
{
    stage *s = *state;
    wall(s, 0, 20, 38, 1);
    wall(s, 12, 0, 1, 18);
    const wend_flow_position goals[2] = {at(5.5, 5.5), at(5.5, 35.5)};
    const wend_flow_position source = at(35.5, 35.5);
    const wend_flow_request_id id = place(s, &goals[0], &source);
    update(s);
    double cost = 0;
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 2.5, 8.5, &cost), WEND_OK);
    assert_int_equal(wend_flow_set_goals(s->flow, id, &goals[1], 1, NULL), WEND_OK);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 2.5, 8.5), WEND_OK);
    assert_int_equal(info_of(s, id).source_count, 2);
    update(s);
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 2.5, 8.5, &cost), WEND_OK);
    assert_true(cost > 60);
}

/* An enclosed agent is reported, and its queries do no work; once a path exists it is added. */
static void flow_request_source_that_is_shut_in_is_not_added(void **state)
{
    stage *s = *state;
    wall(s, 10, 10, 10, 1);
    wall(s, 10, 19, 10, 1);
    wall(s, 10, 10, 1, 10);
    wall(s, 19, 10, 1, 10);
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 5.5);
    const wend_flow_request_id id = place(s, &goal, &source);
    update(s);
    const uint64_t built = info_of(s, id).built_revision;
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(wend_flow_add_source(s->flow, id, 0, 15.5, 15.5), WEND_NO_PATH);
        update(s);
    }
    assert_int_equal(info_of(s, id).source_count, 1);
    assert_int_equal(info_of(s, id).built_revision, built);
    clear(s, 10, 15, 1, 1);
    update(s);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 15.5, 15.5), WEND_OK);
    update(s);
    double cost = 0;
    assert_int_equal(wend_flow_cost_left(s->flow, id, 0, 15.5, 15.5, &cost), WEND_OK);
}

static void flow_request_same_source_again_is_not_added(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5), source = at(7.5, 5.5);
    const wend_flow_request_id id = place(s, &goal, &source);
    update(s);
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(wend_flow_add_source(s->flow, id, 0, 35.25, 35.75), WEND_OK);
    }
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 36.5, 35.5), WEND_OK);
    assert_int_equal(info_of(s, id).source_count, 3);
}

static void flow_request_bad_changes_leave_it_as_it_was(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 5.5), bad = at(-1, 0);
    const wend_flow_request_id id = place(s, &goal, &source);
    update(s);
    const uint64_t hash = wend_flow_hash(s->flow);
    assert_int_equal(wend_flow_set_goals(s->flow, id, &bad, 1, &s->message), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(s->message.text, "goal 0"));
    assert_int_equal(wend_flow_set_goals(s->flow, id, &goal, 0, &s->message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_set_goals(s->flow, id, NULL, 1, &s->message), WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_flow_set_goals(s->flow, id, &goal, (size_t)WEND_FLOW_GOALS_MAX + 1, &s->message),
        WEND_ERROR_FULL);
    assert_int_equal(wend_flow_set_sources(s->flow, id, &bad, 1, &s->message), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(s->message.text, "source 0"));
    assert_int_equal(wend_flow_set_sources(s->flow, id, NULL, 1, &s->message), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_set_sources(s->flow, id, &goal, (size_t)UINT32_MAX, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).goal_count, 1);
    assert_int_equal(info_of(s, id).source_count, 1);
    update(s);
    assert_int_equal(wend_flow_hash(s->flow), hash);
}

/* The side that a cell leads to: the old goal's or the new one's. */
static int32_t direction_at(const stage *s, wend_flow_request_id id, int32_t x, int32_t y)
{
    wend_flow_cell cell;
    assert_int_equal(wend_flow_get_cell(s->flow, id, 0, x, y, &cell), WEND_OK);
    return cell.direction;
}

static void check_move(stage *s, wend_flow_request_id id, const wend_flow_position *goal, int32_t x)
{
    const int32_t old_x = x;
    assert_int_equal(wend_flow_set_goals(s->flow, id, goal, 1, NULL), WEND_OK);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UPDATING);
    const uint64_t built = info_of(s, id).built_revision;
    while (info_of(s, id).built_revision == built) {
        assert_int_equal(direction_at(s, id, old_x, 5), 8);
        wend_budget budget = wend_budget_steps(1);
        (void)wend_flow_update(s->flow, &budget);
    }
    assert_int_not_equal(direction_at(s, id, old_x, 5), 8);
    assert_int_equal(direction_at(s, id, (int32_t)goal->position.x, 5), 8);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
}

static void flow_request_moving_goal_keeps_the_old_field_until_the_new_one_is_complete(void **state)
{
    stage *s = *state;
    wall(s, 20, 0, 1, 30);
    const wend_flow_position goals[3] = {at(5.5, 5.5), at(7.5, 5.5), at(15.5, 5.5)};
    const wend_flow_position source = at(35.5, 5.5);
    const wend_flow_request_id id = place(s, &goals[0], &source);
    update(s);
    check_move(s, id, &goals[1], 5);  /* in its sector */
    check_move(s, id, &goals[2], 7);  /* into the next one */
    check_move(s, id, &goals[0], 15); /* and back */
}

static void flow_request_goals_and_areas_may_be_mixed(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 35.5);
    const wend_flow_area area = {0, 30, 0, 4, 3};
    wend_flow_request_def def = order_to(&goal, &source);
    def.areas = &area;
    def.area_count = 1;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, NULL), WEND_OK);
    update(s);
    assert_int_equal(info_of(s, id).goal_count, 13);
    assert_int_equal(direction_at(s, id, 33, 2), 8);
    assert_int_equal(direction_at(s, id, 33, 3), 6);
    const wend_flow_position next = at(38.5, 38.5);
    assert_int_equal(wend_flow_set_goals(s->flow, id, &next, 1, NULL), WEND_OK);
    update(s);
    assert_int_equal(info_of(s, id).goal_count, 1);
    assert_int_not_equal(direction_at(s, id, 33, 2), 8);
}

static void flow_request_set_goals_tells_what_is_known(void **state)
{
    stage *s = *state;
    wall(s, 20, 0, 1, SIDE);
    const wend_flow_position goals[3] = {at(5.5, 5.5), at(20.5, 5.5), at(35.5, 5.5)};
    const wend_flow_position source = at(10.5, 35.5);
    const wend_flow_request_id id = place(s, &goals[0], &source);
    update(s);
    assert_int_equal(wend_flow_set_goals(s->flow, id, &goals[1], 1, &s->message), WEND_NO_PATH);
    assert_non_null(strstr(s->message.text, "no goal is open"));
    assert_int_equal(wend_flow_set_goals(s->flow, id, &goals[2], 1, &s->message), WEND_NO_PATH);
    assert_non_null(strstr(s->message.text, "no source can reach"));
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UPDATING);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UNREACHABLE);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 30.5, 30.5), WEND_OK);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).sources_unreachable, 1);
}

static void flow_list_names_the_orders_that_are_there(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(2.5, 2.5);
    wend_flow_request_def def = order_to(&goal, &goal);
    wend_flow_request_id ids[3], listed[3];
    size_t count = 9;
    for (int i = 0; i < 3; i++) {
        assert_true(wend_flow_add_request(s->flow, &def, &ids[i], NULL) >= 0);
    }
    assert_int_equal(wend_flow_remove_request(s->flow, ids[1]), WEND_OK);
    assert_int_equal(wend_flow_list_requests(s->flow, listed, 3, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(&listed[0], &ids[0], sizeof ids[0]);
    assert_memory_equal(&listed[1], &ids[2], sizeof ids[2]);
    assert_int_equal(wend_flow_list_requests(s->flow, listed, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(wend_flow_list_requests(NULL, listed, 3, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_flow_list_requests(s->flow, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_list_requests(s->flow, listed, 3, NULL), WEND_ERROR_ARGUMENT);
}

/* ---- equal requests ---- */

/* A wall with a gap, so that there is something to search and to integrate. */
static void equal_ends(stage *s, wend_flow_position *goal, wend_flow_position *source)
{
    wall(s, 20, 0, 1, 30);
    *goal = at(5.5, 5.5);
    *source = at(35.5, 5.5);
}

static void flow_request_equal_to_a_live_one_takes_its_fields(void **state)
{
    stage *s = *state;
    wend_flow_position goal, source;
    equal_ends(s, &goal, &source);
    const wend_flow_request_id first = place(s, &goal, &source);
    update(s);
    wend_flow_info before, after;
    wend_flow_get_info(s->flow, &before);
    const wend_flow_request_id second = place(s, &goal, &source);
    wend_budget budget = wend_budget_steps(1);
    (void)wend_flow_update(s->flow, &budget);
    assert_int_equal(state_of(s, second), WEND_FLOW_STATE_READY);
    wend_flow_get_info(s->flow, &after);
    assert_int_equal(before.tiles_integrated, after.tiles_integrated);
    assert_int_equal(before.fields_built, after.fields_built);
    assert_in_range(after.memory_bytes, before.memory_bytes, before.memory_bytes + 1024);

    /* Each goes its own way. */
    const wend_flow_position elsewhere = at(5.5, 35.5);
    assert_int_equal(wend_flow_set_goals(s->flow, second, &elsewhere, 1, NULL), WEND_OK);
    update(s);
    double by_first = 0, by_second = 0;
    assert_int_equal(wend_flow_cost_left(s->flow, first, 0, 35.5, 5.5, &by_first), WEND_OK);
    assert_int_equal(wend_flow_cost_left(s->flow, second, 0, 35.5, 5.5, &by_second), WEND_OK);
    assert_true(by_second < by_first - 5);
    assert_int_equal(wend_flow_remove_request(s->flow, first), WEND_OK);
    assert_int_equal(wend_flow_cost_left(s->flow, second, 0, 35.5, 5.5, &by_first), WEND_OK);
    assert_true(memcmp(&by_first, &by_second, sizeof by_first) == 0);
}

/* Equal requests that are repaired at the same time, while those of them go that began it. */
static void flow_request_equal_ones_are_built_once_and_may_go_meanwhile(void **state)
{
    stage *s = *state;
    wend_flow_position goal, source;
    equal_ends(s, &goal, &source);
    wend_flow_request_id ids[4];
    for (int i = 0; i < 4; ++i) {
        ids[i] = place(s, &goal, &source);
    }
    update(s);
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    const uint64_t once = info.tiles_integrated;
    assert_in_range(once, 1, 40);
    wall(s, 20, 30, 1, 5);
    for (int gone = 0; gone < 3; ++gone) {
        wend_budget budget = wend_budget_steps(12);
        assert_int_equal(wend_flow_update(s->flow, &budget), WEND_IN_PROGRESS);
        assert_int_equal(state_of(s, ids[gone]), WEND_FLOW_STATE_UPDATING);
        assert_int_equal(wend_flow_remove_request(s->flow, ids[gone]), WEND_OK);
    }
    update(s);
    assert_int_equal(state_of(s, ids[3]), WEND_FLOW_STATE_READY);
    stage fresh = *s;
    fresh.flow = flows_on(s->grid);
    const wend_flow_request_id again = place(&fresh, &goal, &source);
    update(&fresh);
    for (int32_t x = 0; x < SIDE; ++x) {
        double a = 0, b = 0;
        assert_int_equal(wend_flow_cost_left(s->flow, ids[3], 0, x + 0.5, 15.5, &a),
                         wend_flow_cost_left(fresh.flow, again, 0, x + 0.5, 15.5, &b));
        assert_true(memcmp(&a, &b, sizeof a) == 0);
    }
    wend_flow_destroy(fresh.flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(flow_request_sources_on_covered_ground_cost_nothing,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_sources_on_new_ground_are_added, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_source_counts_while_the_goal_moves, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_source_that_is_shut_in_is_not_added,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_same_source_again_is_not_added, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_bad_changes_leave_it_as_it_was, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(
            flow_request_moving_goal_keeps_the_old_field_until_the_new_one_is_complete, open_stage,
            close_stage),
        cmocka_unit_test_setup_teardown(flow_request_goals_and_areas_may_be_mixed, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_list_names_the_orders_that_are_there, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_set_goals_tells_what_is_known, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_equal_to_a_live_one_takes_its_fields,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_equal_ones_are_built_once_and_may_go_meanwhile,
                                        open_stage, close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Requests of flows on small maps: what is refused, ids, and states. */
#include "request.h"
#include "support/flows.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* One step at a time, until an order is no longer in this state. */
static void step_past(stage *s, wend_flow_request_id id, wend_flow_state state)
{
    for (int left = 100000; left > 0 && state_of(s, id) == state; --left) {
        wend_budget budget = wend_budget_steps(1);
        if (wend_flow_update(s->flow, &budget) == WEND_OK) {
            return;
        }
    }
}

/* ---- what is refused ---- */

static wend_result ask(stage *s, const wend_flow_request_def *def, const char *why)
{
    wend_flow_request_id id = {7, 7};
    const wend_result result = wend_flow_add_request(s->flow, def, &id, &s->message);
    assert_int_equal(id.index1, 0);
    assert_int_equal(id.generation, 0);
    if (strstr(s->message.text, why) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", s->message.text, why);
    }
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    assert_int_equal(info.requests, 0);
    return result;
}

static void flow_request_bad_places_are_refused(void **state)
{
    stage *s = *state;
    const double bad[] = {-0.001, (double)SIDE + 0.001, 1e300,
                          -1e300, (double)NAN,          (double)INFINITY};
    const wend_flow_position good = at(5.5, 5.5);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        const wend_flow_position places[2] = {at(bad[i], 5.5), at(5.5, bad[i])};
        for (int k = 0; k < 2; ++k) {
            wend_flow_request_def def = order_to(&places[k], &good);
            assert_int_equal(ask(s, &def, "position of goal 0 is "), WEND_ERROR_ARGUMENT);
            def = order_to(&good, &places[k]);
            assert_int_equal(ask(s, &def, "position of source 0 is "), WEND_ERROR_ARGUMENT);
        }
    }
    const wend_flow_position no_floor = {{5.5, 5.5}, 1};
    wend_flow_request_def def = order_to(&no_floor, &good);
    assert_int_equal(ask(s, &def, "floor of goal 0 is 1, but the number of floors is 1"),
                     WEND_ERROR_ARGUMENT);
    def = order_to(&good, &no_floor);
    assert_int_equal(ask(s, &def, "floor of source 0 is 1, but the number of floors is 1"),
                     WEND_ERROR_ARGUMENT);
}

static void flow_request_bad_definitions_are_refused(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5);
    wend_flow_request_def def = order_to(&goal, NULL);
    def.cookie = 0;
    assert_int_equal(ask(s, &def, "wend_flow_request_def_default"), WEND_ERROR_ARGUMENT);
    def = order_to(&goal, NULL);
    def.flow_class = 1;
    assert_int_equal(ask(s, &def, "flow_class is 1, but the number of classes is 1"),
                     WEND_ERROR_ARGUMENT);
    def = order_to(&goal, NULL);
    def.seeds = (wend_flow_seeds)2;
    assert_int_equal(ask(s, &def, "seeds"), WEND_ERROR_ARGUMENT);
    def = order_to(&goal, NULL);
    def.arrival_radius = -1;
    assert_int_equal(ask(s, &def, "arrival_radius"), WEND_ERROR_ARGUMENT);
    def.arrival_radius = (double)NAN;
    assert_int_equal(ask(s, &def, "arrival_radius"), WEND_ERROR_ARGUMENT);
    def.arrival_radius = (double)INFINITY;
    assert_int_equal(ask(s, &def, "arrival_radius"), WEND_ERROR_ARGUMENT);
    def = order_to(NULL, NULL);
    assert_int_equal(ask(s, &def, "NULL"), WEND_ERROR_ARGUMENT);
    def = order_to(&goal, NULL);
    def.goal_count = 0;
    assert_int_equal(ask(s, &def, "needs a goal"), WEND_ERROR_ARGUMENT);
    def = order_to(&goal, NULL);
    def.source_count = 1;
    assert_int_equal(ask(s, &def, "sources is NULL"), WEND_ERROR_ARGUMENT);
    def = order_to(&goal, &goal);
    def.source_count = (size_t)UINT32_MAX;
    assert_int_equal(ask(s, &def, "source_count is 4294967295, and must be from 0 to 2^31 - 1"),
                     WEND_ERROR_FULL);
    def = order_to(&goal, NULL);
    def.area_count = 1;
    assert_int_equal(ask(s, &def, "NULL"), WEND_ERROR_ARGUMENT);
}

static void flow_request_bad_areas_are_refused(void **state)
{
    stage *s = *state;
    const wend_flow_area bad[] = {
        {1, 0, 0, 1, 1},         {0, -1, 0, 1, 1},        {0, 0, -1, 1, 1},
        {0, 0, 0, 0, 1},         {0, 0, 0, 1, 0},         {0, 0, 0, SIDE + 1, 1},
        {0, 0, 0, 1, SIDE + 1},  {0, 39, 0, 2, 1},        {0, 0, 39, 1, 2},
        {0, 0, 0, -1, 1},        {0, 5, 5, INT32_MAX, 1}, {0, INT32_MAX, 0, 1, 1},
        {0, 5, 5, 1, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        wend_flow_request_def def = wend_flow_request_def_default();
        def.areas = &bad[i];
        def.area_count = 1;
        assert_int_equal(ask(s, &def, "area 0"), WEND_ERROR_ARGUMENT);
    }
}

static void flow_request_too_many_goals_are_refused(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5);
    wend_flow_area areas[42];
    for (int i = 0; i < 42; ++i) {
        areas[i] = (wend_flow_area){0, 0, 0, SIDE, SIDE};
    }
    wend_flow_request_def def = wend_flow_request_def_default();
    def.areas = areas;
    def.area_count = 41; /* 65600 cells */
    assert_int_equal(ask(s, &def, "at most 65536 goals"), WEND_ERROR_FULL);
    def = order_to(&goal, NULL);
    def.goal_count = (size_t)WEND_FLOW_GOALS_MAX + 1;
    assert_int_equal(ask(s, &def, "at most 65536 goals"), WEND_ERROR_FULL);
    areas[40] = (wend_flow_area){0, 0, 0, 32, 48}; /* 40 * 1600 + 1536 = 65536 */
    def = wend_flow_request_def_default();
    def.areas = areas;
    def.area_count = 41;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_ERROR_ARGUMENT);
    areas[40] = (wend_flow_area){0, 0, 0, 32, 40};
    areas[41] = (wend_flow_area){0, 0, 0, 32, 8}; /* the same number inside of the map */
    def.area_count = 42;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_OK);
    assert_int_equal(info_of(s, id).goal_count, WEND_FLOW_GOALS_MAX);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
}

static void flow_request_null_is_refused(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5);
    const wend_flow_request_def def = order_to(&goal, NULL);
    wend_flow_request_id id = {3, 3};
    assert_int_equal(wend_flow_add_request(NULL, &def, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.index1, 0);
    assert_int_equal(wend_flow_add_request(s->flow, NULL, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_add_request(s->flow, &def, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_remove_request(NULL, id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_set_goals(NULL, id, &goal, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_set_sources(NULL, id, &goal, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_add_source(NULL, id, 0, 1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_get_request(s->flow, id, NULL), WEND_ERROR_ARGUMENT);
    wend_flow_request_info info = {.goal_count = 9};
    assert_int_equal(wend_flow_get_request(NULL, id, &info), WEND_ERROR_ARGUMENT);
    assert_int_equal(info.goal_count, 0);
    assert_int_equal(wend_flow_update(NULL, NULL), WEND_ERROR_ARGUMENT);
}

/* ---- ids ---- */

static void check_stale(stage *s, wend_flow_request_id id)
{
    const wend_flow_position goal = at(5.5, 5.5);
    wend_flow_request_info info = {.goal_count = 9};
    wend_flow_cell cell;
    assert_int_equal(wend_flow_get_request(s->flow, id, &info), WEND_ERROR_STALE);
    assert_int_equal(info.goal_count, 0);
    assert_int_equal(info.state, WEND_FLOW_STATE_NONE);
    assert_int_equal(wend_flow_remove_request(s->flow, id), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_set_goals(s->flow, id, &goal, 1, &s->message), WEND_ERROR_STALE);
    assert_non_null(strstr(s->message.text, id.index1 == 0 ? "names none" : "out of date"));
    assert_int_equal(wend_flow_set_sources(s->flow, id, &goal, 1, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_add_source(s->flow, id, 0, 1, 1), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_get_cell(s->flow, id, 0, 1, 1, &cell), WEND_ERROR_STALE);
}

static void flow_request_stale_ids_are_reported(void **state)
{
    stage *s = *state;
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 35.5);
    check_stale(s, (wend_flow_request_id){0, 0});
    check_stale(s, (wend_flow_request_id){1, 1});
    check_stale(s, (wend_flow_request_id){UINT32_MAX, 1});
    const wend_flow_request_id first = place(s, &goal, &source);
    check_stale(s, (wend_flow_request_id){first.index1, first.generation + 1});
    assert_int_equal(wend_flow_remove_request(s->flow, first), WEND_OK);
    check_stale(s, first);
    const wend_flow_request_id second = place(s, &goal, &source);
    assert_int_equal(second.index1, first.index1);
    assert_int_not_equal(second.generation, first.generation);
    check_stale(s, first);
    assert_int_equal(state_of(s, second), WEND_FLOW_STATE_WAITING);
}

static void flow_request_many_orders_are_kept_apart(void **state)
{
    stage *s = *state;
    wend_flow_request_id ids[100];
    for (int i = 0; i < 100; ++i) {
        const wend_flow_position goal = at(0.5 + i % SIDE, 0.5 + i / SIDE), source = at(20.5, 39.5);
        wend_flow_request_def def = order_to(&goal, &source);
        def.user = (uint64_t)i;
        assert_int_equal(wend_flow_add_request(s->flow, &def, &ids[i], NULL), WEND_OK);
    }
    update(s);
    for (int i = 0; i < 100; ++i) {
        wend_flow_cell cell;
        assert_int_equal(info_of(s, ids[i]).user, i);
        assert_int_equal(wend_flow_get_cell(s->flow, ids[i], 0, i % SIDE, i / SIDE, &cell),
                         WEND_OK);
        assert_int_equal(cell.direction, 8);
    }
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(wend_flow_remove_request(s->flow, ids[i]), WEND_OK);
    }
    wend_flow_info info;
    wend_flow_get_info(s->flow, &info);
    assert_int_equal(info.requests, 0);
    assert_int_equal(info.fields_kept, info.fields_unused);
}

/* ---- states ---- */

static void flow_request_goes_from_waiting_over_routed_to_ready(void **state)
{
    stage *s = *state;
    wall(s, 15, 0, 1, 30);
    const wend_flow_position goal = at(5.5, 5.5), source = at(35.5, 5.5);
    const wend_flow_request_id id = place(s, &goal, &source);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_WAITING);
    assert_int_equal(info_of(s, id).source_count, 1);
    step_past(s, id, WEND_FLOW_STATE_WAITING);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_ROUTED);
    assert_int_equal(info_of(s, id).built_revision, 0);
    step_past(s, id, WEND_FLOW_STATE_ROUTED);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    const wend_flow_request_info info = info_of(s, id);
    assert_int_equal(info.built_revision, 1);
    assert_true(info.route_portals > 3 && info.sectors >= info.route_portals);
    assert_true(info.max_cost > 45.0 && info.max_cost < 80.0);
    wall(s, 16, 0, 1, 30);
    step_past(s, id, WEND_FLOW_STATE_READY);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UPDATING);
    assert_int_equal(info_of(s, id).built_revision, 1);
    step_past(s, id, WEND_FLOW_STATE_UPDATING);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).built_revision, 2);
}

static void flow_request_goal_in_a_wall_waits_until_the_wall_goes(void **state)
{
    stage *s = *state;
    wall(s, 5, 5, 3, 3);
    update(s);
    const wend_flow_position goal = at(6.5, 6.5), source = at(35.5, 5.5);
    const wend_flow_request_def def = order_to(&goal, &source);
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_NO_PATH);
    assert_non_null(strstr(s->message.text, "no goal is open"));
    assert_int_not_equal(id.index1, 0);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_WAITING);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_GOAL_BLOCKED);
    clear(s, 6, 6, 1, 1);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UNREACHABLE);
    assert_int_equal(info_of(s, id).sources_unreachable, 1);
    clear(s, 7, 6, 1, 1);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).sources_unreachable, 0);
    wall(s, 7, 6, 1, 1);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UNREACHABLE);
}

static void flow_request_without_sources_reports_its_goal(void **state)
{
    stage *s = *state;
    update(s);
    const wend_flow_position goal = at(6.5, 6.5);
    const wend_flow_request_id id = place(s, &goal, NULL);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).sectors, 0);
    wall(s, 6, 6, 1, 1);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_GOAL_BLOCKED);
    clear(s, 6, 6, 1, 1);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
}

static void flow_request_unreachable_source_is_reported(void **state)
{
    stage *s = *state;
    wall(s, 20, 0, 1, SIDE);
    update(s);
    const wend_flow_position goal = at(5.5, 5.5), sources[2] = {at(35.5, 5.5), at(10.5, 35.5)};
    wend_flow_request_def def = order_to(&goal, &sources[0]);
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_NO_PATH);
    assert_non_null(strstr(s->message.text, "no source can reach"));
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_UNREACHABLE);
    assert_int_equal(wend_flow_set_sources(s->flow, id, sources, 2, &s->message), WEND_OK);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).sources_unreachable, 1);
    def.covers_all = true;
    def.source_count = 0;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_OK);
    update(s);
    assert_int_equal(state_of(s, id), WEND_FLOW_STATE_READY);
    assert_int_equal(info_of(s, id).sectors, 16);
}

static void flow_request_ended_in_any_phase_leaves_the_others_right(void **state)
{
    stage *s = *state;
    wall(s, 15, 0, 1, 30);
    wall(s, 25, 10, 1, 30);
    const wend_flow_position goals[2] = {at(5.5, 5.5), at(2.5, 30.5)};
    const wend_flow_position source = at(35.5, 5.5);
    const wend_flow_request_id kept = place(s, &goals[0], &source);
    update(s);
    const uint64_t hash = wend_flow_hash(s->flow);
    for (int steps = 0; steps < 200; ++steps) {
        const wend_flow_request_id ended = place(s, &goals[1], &source);
        wend_budget budget = wend_budget_steps((uint64_t)steps);
        const wend_result result = wend_flow_update(s->flow, &budget);
        assert_int_equal(wend_flow_remove_request(s->flow, ended), WEND_OK);
        assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
        wend_flow_info info;
        wend_flow_get_info(s->flow, &info);
        assert_int_equal(info.requests, 1);
        assert_int_equal(state_of(s, kept), WEND_FLOW_STATE_READY);
        if (result == WEND_OK) {
            assert_true(steps > 10);
            break;
        }
    }
    assert_int_equal(wend_flow_remove_request(s->flow, kept), WEND_OK);
    const wend_flow_request_id again = place(s, &goals[0], &source);
    update(s);
    assert_int_not_equal(again.generation, kept.generation);
    assert_int_not_equal(wend_flow_hash(s->flow), hash); /* ids are part of it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(flow_request_bad_places_are_refused, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_bad_definitions_are_refused, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_bad_areas_are_refused, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_too_many_goals_are_refused, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_null_is_refused, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_stale_ids_are_reported, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_many_orders_are_kept_apart, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_goes_from_waiting_over_routed_to_ready,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_goal_in_a_wall_waits_until_the_wall_goes,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_without_sources_reports_its_goal, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_unreachable_source_is_reported, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_ended_in_any_phase_leaves_the_others_right,
                                        open_stage, close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

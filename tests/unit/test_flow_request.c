/* takes: orders on small maps, good and bad ones.
 * gives: every documented result and state.
 * cost:  none to speak of. */
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 40 };

typedef struct stage {
    wend_grid *grid;
    wend_flow *flow;
    wend_message message;
} stage;

static wend_flow_position at(double x, double y)
{
    return (wend_flow_position){{x, y}, 0};
}

static int open_stage(void **state)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    wend_grid_def grid = grids_def(SIDE, SIDE, 1);
    grid.sector_size = 10;
    s->grid = grids_make(grid);
    s->flow = flows_on(s->grid);
    *state = s;
    return 0;
}

static int close_stage(void **state)
{
    stage *s = *state;
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
    free(s);
    return 0;
}

static wend_flow_request_def order_to(const wend_flow_position *goal,
                                      const wend_flow_position *source)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goal;
    def.goal_count = 1;
    def.sources = source;
    def.source_count = source != NULL ? 1 : 0;
    return def;
}

static wend_flow_request_info info_of(const stage *s, wend_flow_request_id id)
{
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(s->flow, id, &info), WEND_OK);
    return info;
}

static wend_flow_state state_of(const stage *s, wend_flow_request_id id)
{
    return info_of(s, id).state;
}

static wend_flow_request_id place(stage *s, const wend_flow_position *goal,
                                  const wend_flow_position *source)
{
    const wend_flow_request_def def = order_to(goal, source);
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_OK);
    return id;
}

static void wall(stage *s, int32_t x, int32_t y, int32_t width, int32_t height)
{
    grids_wall(s->grid, x, y, width, height);
}

static void clear(stage *s, int32_t x, int32_t y, int32_t width, int32_t height)
{
    grids_fill(s->grid, x, y, width, height, 1);
}

static void update(stage *s)
{
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
}

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

static void flow_request_stale_ids_are_told(void **state)
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
    assert_true(info.cost_worst > 45.0 && info.cost_worst < 80.0);
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

static void flow_request_without_sources_is_told_of_its_goal(void **state)
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

static void flow_request_unreachable_source_is_told(void **state)
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

/* What the old fields cover says nothing of the new ones. */
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

/* An agent that is shut in is told so, and asking does no work; when there is a way it is added. */
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

/* Where a cell leads: to the old goal's or the new one's side. */
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
        cmocka_unit_test_setup_teardown(flow_request_stale_ids_are_told, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_many_orders_are_kept_apart, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_goes_from_waiting_over_routed_to_ready,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_goal_in_a_wall_waits_until_the_wall_goes,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_without_sources_is_told_of_its_goal,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(flow_request_unreachable_source_is_told, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(flow_request_ended_in_any_phase_leaves_the_others_right,
                                        open_stage, close_stage),
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

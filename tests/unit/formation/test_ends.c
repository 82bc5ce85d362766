/* Orders of a formation that cannot be followed to their end: each ends all the same, and says
 * how. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/base.h"
#include "wend/formation.h"
#include "wend/search.h"
#include "wend/walls.h"

enum { SIDE = 30, MEMBERS = 4, TICKS = 2000 };

typedef struct troop {
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id members[MEMBERS];
    wend_formation_id id;
    uint32_t no_way; /* reported events */
} troop;

static troop begun(void)
{
    troop t = {.grid = grids_open(SIDE, SIDE)};
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = t.grid;
    t.flow = flows_make(flow);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = t.grid;
    def.flow = t.flow;
    t.crowd = crowds_make(def);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){4.0 + (double)i, 4.0};
        assert_int_equal(wend_crowd_add_body(t.crowd, &body, &t.members[i]), WEND_OK);
    }
    const wend_formation_def formation = wend_formation_def_default();
    assert_int_equal(wend_formation_create(t.crowd, &formation, t.members, NULL, MEMBERS, &t.id),
                     WEND_OK);
    return t;
}

static void end(troop *t)
{
    wend_crowd_destroy(t->crowd);
    wend_flow_destroy(t->flow);
    wend_grid_destroy(t->grid);
}

static wend_flow_request_id order_to(troop *t, double x, double y)
{
    const wend_flow_position goal = {{x, y}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    wend_flow_request_id id;
    assert_true(wend_flow_add_request(t->flow, &def, &id, NULL) >= WEND_OK);
    assert_int_equal(wend_flow_update(t->flow, NULL), WEND_OK);
    return id;
}

static wend_formation_info march(troop *t, int ticks)
{
    wend_formation_info info = {.members = 0};
    for (int i = 0; i < ticks; ++i) {
        crowds_tick(t->crowd, 1);
        size_t count = 0;
        const wend_event *events = wend_crowd_get_events(t->crowd, &count);
        for (size_t k = 0; k < count; ++k) {
            t->no_way += events[k].kind == WEND_EVENT_NO_PATH ? 1 : 0;
        }
    }
    assert_int_equal(wend_formation_get_info(t->crowd, t->id, &info), WEND_OK);
    assert_int_equal(info.members, MEMBERS);
    return info;
}

static void order_that_is_gone_is_refused_and_the_old_one_goes_on(void **state)
{
    (void)state;
    troop t = begun();
    const wend_flow_request_id gone = order_to(&t, 20.5, 20.5);
    assert_int_equal(wend_flow_remove_request(t.flow, gone), WEND_OK);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.id, (wend_vec2){20, 20}, 0.0), WEND_OK);
    const uint64_t before = wend_crowd_hash(t.crowd);
    assert_int_equal(wend_formation_follow_flow(t.crowd, t.id, gone), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_follow_flow(t.crowd, t.id, (wend_flow_request_id){0, 0}),
                     WEND_ERROR_STALE);
    assert_int_equal(
        wend_formation_follow_flow(t.crowd, t.id, (wend_flow_request_id){UINT32_MAX, 1}),
        WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_hash(t.crowd), before);
    assert_int_equal(march(&t, TICKS).state, WEND_BODY_ARRIVED);
    end(&t);
}

/* At once, and on the march. */
static void flow_that_ends_under_way_ends_the_march(void **state)
{
    (void)state;
    for (int ticks = 0; ticks <= 100; ticks += 50) {
        troop t = begun();
        const wend_flow_request_id order = order_to(&t, 25.5, 25.5);
        assert_int_equal(wend_formation_follow_flow(t.crowd, t.id, order), WEND_OK);
        (void)march(&t, ticks);
        assert_int_equal(wend_flow_remove_request(t.flow, order), WEND_OK);
        const wend_formation_info info = march(&t, TICKS);
        assert_true(info.state == WEND_BODY_ARRIVED || info.state == WEND_BODY_NO_PATH);
        assert_int_equal(t.no_way, info.state == WEND_BODY_NO_PATH ? 1 : 0);
        assert_int_equal(wend_formation_set_goal(t.crowd, t.id, (wend_vec2){8, 8}, 0.0), WEND_OK);
        assert_int_equal(march(&t, TICKS).state, WEND_BODY_ARRIVED);
        end(&t);
    }
}

static void flow_to_a_wall_reports_no_path(void **state)
{
    (void)state;
    troop t = begun();
    grids_set(t.grid, 25, 25, WEND_COST_WALL);
    const wend_flow_request_id order = order_to(&t, 25.5, 25.5);
    assert_int_equal(wend_formation_follow_flow(t.crowd, t.id, order), WEND_OK);
    assert_int_equal(march(&t, TICKS).state, WEND_BODY_NO_PATH);
    assert_int_equal(t.no_way, 1);
    end(&t);
}

/* As far as coordinates go; and along a path of no legs. */
static void goals_at_the_ends_of_the_world_are_gone_to_on_the_map(void **state)
{
    (void)state;
    const wend_vec2 far[] = {{WEND_COORDINATE_MAX, 5.0}, {5.0, -WEND_COORDINATE_MAX}};
    troop t = begun();
    for (size_t i = 0; i < 2; ++i) {
        assert_int_equal(wend_formation_set_goal(t.crowd, t.id, far[i], i == 0 ? 1e6 : -1e6),
                         WEND_OK);
        const wend_formation_info info = march(&t, TICKS);
        assert_int_equal(info.state, WEND_BODY_ARRIVED);
        assert_true(info.goal.x > 0.0 && info.goal.x < (double)SIDE);
        assert_true(info.goal.y > 0.0 && info.goal.y < (double)SIDE);
    }
    wend_path *path = paths_make();
    assert_int_equal(wend_formation_follow_path(t.crowd, t.id, path), WEND_OK);
    assert_int_equal(march(&t, TICKS).state, WEND_BODY_ARRIVED);
    wend_path_destroy(path);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_that_is_gone_is_refused_and_the_old_one_goes_on),
        cmocka_unit_test(flow_that_ends_under_way_ends_the_march),
        cmocka_unit_test(flow_to_a_wall_reports_no_path),
        cmocka_unit_test(goals_at_the_ends_of_the_world_are_gone_to_on_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Formations that follow a flow, with members that cannot use the path of the others: all arrive
 * and stand in order. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/formation.h"

#include <math.h>

enum { WIDTH = 60, HEIGHT = 40, WALL_X = 25, DOOR_Y = 28, DOOR = 4, MEMBERS = 20, TICKS = 3000 };

/* A wall for both classes, with a door; for the first class a ford further down, too. */
static wend_grid *build(bool has_ford)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 2);
    wend_grid *grid = grids_make(def);
    for (uint32_t k = 0; k < 2; ++k) {
        assert_int_equal(wend_grid_fill(grid, k, WALL_X, 0, 1, HEIGHT, 255), WEND_OK);
        assert_int_equal(wend_grid_fill(grid, k, WALL_X, DOOR_Y, 1, DOOR, 1), WEND_OK);
    }
    if (has_ford) {
        grids_fill(grid, WALL_X, 0, 1, 20, 1);
    }
    return grid;
}

static void add(wend_crowd *crowd, wend_body_id *ids, uint32_t riders)
{
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){8 + 0.8 * (i % 5), 8 + 0.8 * (double)(i / 5)};
        body.crowd_class = i < riders ? 1 : 0;
        assert_int_equal(wend_crowd_add_body(crowd, &body, &ids[i]), WEND_OK);
    }
}

static wend_formation_id form(wend_crowd *crowd, const wend_body_id *ids)
{
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_PHALANX;
    wend_formation_id id;
    assert_int_equal(wend_formation_create(crowd, &def, ids, NULL, MEMBERS, &id), WEND_OK);
    return id;
}

static wend_formation_info march(wend_crowd *crowd, wend_formation_id id, wend_flow *flow)
{
    wend_formation_info info = {.members = 0};
    for (size_t i = 0; i < TICKS && (info.state != WEND_BODY_ARRIVED || info.in_slot < MEMBERS);
         ++i) {
        if (flow != NULL) {
            assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        }
        crowds_tick(crowd, 1);
        assert_int_equal(wend_formation_get_info(crowd, id, &info), WEND_OK);
    }
    return info;
}

static void flow_leads_a_formation_through_a_door(void **state)
{
    (void)state;
    wend_grid *grid = build(false);
    wend_flow *flow = flows_on(grid);
    const wend_flow_position goal = {{48, 10}, 0};
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    request.covers_all = true;
    wend_flow_request_id order;
    assert_int_equal(wend_flow_add_request(flow, &request, &order, NULL), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[MEMBERS];
    add(crowd, ids, 0);
    const wend_formation_id id = form(crowd, ids);
    assert_int_equal(wend_formation_follow_flow(crowd, id, order), WEND_OK);
    const wend_formation_info info = march(crowd, id, flow);
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    assert_int_equal(info.in_slot, MEMBERS);
    assert_true(wend_vec2_distance(info.anchor, goal.position) < 2);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* The first class goes through the ford, the other by the door. */
static wend_result lead(void *context, const wend_route_query *query, wend_path *path)
{
    uint32_t *asked = context;
    asked[query->crowd_class]++;
    const wend_vec2 ford[] = {query->from, query->to};
    const wend_vec2 door[] = {
        query->from, {WALL_X - 1, DOOR_Y + 2}, {WALL_X + 2, DOOR_Y + 2}, query->to};
    return query->crowd_class == 0 ? wend_path_from_points(path, ford, 2)
                                   : wend_path_from_points(path, door, 4);
}

static void riders_who_cannot_ford_come_by_the_door(void **state)
{
    (void)state;
    enum { RIDERS = 3 };
    wend_grid *grid = build(true);
    wend_crowd_class classes[2] = {wend_crowd_class_default(), wend_crowd_class_default()};
    classes[1].movement_class = 1;
    uint32_t asked[2] = {0, 0};
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.classes = classes;
    def.class_count = 2;
    def.route_source = (wend_route_source){.start = lead, .context = asked};
    wend_crowd *crowd = crowds_make(def);
    wend_body_id ids[MEMBERS];
    add(crowd, ids, RIDERS);
    const wend_formation_id id = form(crowd, ids);
    assert_int_equal(wend_formation_set_goal(crowd, id, (wend_vec2){48, 10}, (double)NAN), WEND_OK);
    const wend_formation_info info = march(crowd, id, NULL);
    /* One path for the formation, and one for each rider. */
    assert_int_equal(asked[0], 1);
    assert_true(asked[1] >= RIDERS);
    assert_int_equal(info.members, MEMBERS);
    assert_int_equal(info.in_slot, MEMBERS);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_leads_a_formation_through_a_door),
        cmocka_unit_test(riders_who_cannot_ford_come_by_the_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

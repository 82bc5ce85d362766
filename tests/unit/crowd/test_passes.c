/* Single passes over crowds with columns set by hand: turns at a narrow passage, leaning beside a
 * stream, bodies in walls, settling, and jumps without room. */
#include "crowd/contact/forces.h"
#include "crowd/formation/formation.h"
#include "crowd/goals/goals.h"
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

enum { EAST_FIRST = 0, WEST_FIRST = 120 /* ticks */ };

static bool is_told(const wend_crowd *crowd, wend_body_id id, wend_event_kind kind)
{
    size_t count;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    bool is_told = false;
    for (size_t i = 0; i < count; i++) {
        is_told = is_told || (events[i].body.index1 == id.index1 && events[i].kind == kind);
    }
    return is_told;
}

/* ---- right of way ---- */

/* A body that walks along x between two walls that are so far apart, or in the open. */
typedef struct lane {
    wend_walls *walls;
    wend_crowd *crowd;
} lane;

static lane make_lane(double width, double speed)
{
    const double y = 0.5 * width;
    const wend_vec2 ends[4] = {{-9, -y}, {9, -y}, {-9, y}, {9, y}};
    lane l = {.walls = crowds_walls(ends, 2)};
    l.crowd = crowds_on(NULL, l.walls);
    const wend_body_id id = crowds_put(l.crowd, 0, 0);
    assert_int_equal(wend_crowd_set_velocity(l.crowd, id, (wend_vec2){speed, 0}), WEND_OK);
    crowds_tick(l.crowd, 1);
    return l;
}

static void free_lane(lane *l)
{
    wend_crowd_destroy(l->crowd);
    wend_walls_destroy(l->walls);
}

static double weight_at(double width, double speed, uint64_t when)
{
    lane l = make_lane(width, speed);
    l.crowd->tick = when;
    wendi_pass_preferred_velocity(l.crowd, 0, 1);
    const double weight = (double)l.crowd->work.snapshots[0].weight;
    free_lane(&l);
    return weight;
}

static void directions_take_turns_where_one_fits_through(void **state)
{
    (void)state;
    assert_true(weight_at(0.8, 1, EAST_FIRST) > 7 * weight_at(0.8, 1, WEST_FIRST));
    assert_true(weight_at(0.8, -1, WEST_FIRST) > 7 * weight_at(0.8, -1, EAST_FIRST));
    /* With room for both, turns have no effect. */
    assert_true(weight_at(6, 1, EAST_FIRST) < 1.01 * weight_at(6, 1, WEST_FIRST));
    assert_true(weight_at(6, 1, EAST_FIRST) > 0.99 * weight_at(6, 1, WEST_FIRST));
}

/* An opposed body that has waited. @return its preferred velocity along x. */
static double wanted_by(double width, uint64_t when, double slow, uint32_t wait, uint32_t flags)
{
    lane l = make_lane(width, 1);
    wendi_bodies *b = &l.crowd->bodies;
    l.crowd->tick = when;
    b->slow[0] = slow;
    b->wait[0] = wait;
    b->flags[0] |= flags;
    wendi_pass_preferred_velocity(l.crowd, 0, 1);
    const double wanted = l.crowd->work.preferred_x[0];
    free_lane(&l);
    return wanted;
}

static void who_is_opposed_and_has_not_got_the_turn_walks_back(void **state)
{
    (void)state;
    const uint32_t opposed = (uint32_t)WENDI_BODY_OPPOSED;
    const uint32_t yields = (uint32_t)WENDI_BODY_YIELDS;
    assert_true(wanted_by(0.8, WEST_FIRST, 1, 100, opposed) < 0);
    assert_true(wanted_by(0.8, EAST_FIRST, 1, 100, opposed) > 0);
    assert_true(wanted_by(0.8, WEST_FIRST, 1, 20, opposed) > 0);
    assert_true(wanted_by(0.8, WEST_FIRST, 0.2, 100, opposed) > 0);
    assert_true(wanted_by(0.8, WEST_FIRST, 1, 100, 0) > 0);
    /* A body that began continues, until it has the turn, or no wall is near. Where two have no room
     * side by side it goes on with the turn, too, unless it is held up. */
    assert_true(wanted_by(0.8, WEST_FIRST, 0.2, 0, yields) < 0);
    assert_true(wanted_by(0.8, EAST_FIRST, 0.2, 0, yields) < 0);
    assert_true(wanted_by(0.8, EAST_FIRST, 1, 0, yields) > 0);
    assert_true(wanted_by(1.1, EAST_FIRST, 0.2, 0, yields) > 0);
    assert_true(wanted_by(6, WEST_FIRST, 0.2, 0, yields) > 0);
}

static void who_lets_others_pass_weighs_less(void **state)
{
    (void)state;
    double weights[2];
    for (int i = 0; i < 2; i++) {
        lane l = make_lane(6, 1);
        l.crowd->bodies.stuck[0] = i == 0 ? WENDI_STUCK_NOT : WENDI_STUCK_LET_PASS;
        wendi_pass_preferred_velocity(l.crowd, 0, 1);
        weights[i] = (double)l.crowd->work.snapshots[0].weight;
        free_lane(&l);
    }
    assert_true(weights[1] > 0.2 * weights[0] && weights[1] < 0.3 * weights[0]);
}

/* ---- walls ---- */

/* Puts the first body so far east in each pass that is to come: no pass would. */
static void shove(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                  void *job_context)
{
    wend_crowd *const *crowd = context;
    for (size_t begin = 0; begin < item_count; begin += block_items) {
        if (*crowd != NULL) {
            (*crowd)->work.travelled[0].x = 5;
        }
        job(job_context, begin,
            begin + block_items < item_count ? begin + block_items : item_count);
    }
}

static uint64_t violations_at(double wall_x)
{
    const wend_vec2 ends[2] = {{wall_x, -9}, {wall_x, 9}};
    wend_walls *walls = crowds_walls(ends, 1);
    wend_crowd *shoved = NULL;
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = walls;
    def.executor = (wend_executor){shove, &shoved};
    wend_crowd *crowd = crowds_make(def);
    (void)crowds_put(crowd, 0, 0);
    crowds_tick(crowd, 3);
    assert_int_equal(crowds_info(crowd).wall_violations, 0);
    shoved = crowd;
    crowds_tick(crowd, 1);
    const wend_crowd_info info = crowds_info(crowd);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return info.wall_violations;
}

static void who_ends_in_a_wall_is_counted(void **state)
{
    (void)state;
    assert_int_equal(violations_at(0.4), 1);
    assert_int_equal(violations_at(-0.4), 0);
}

/* ---- settling ---- */

/* A body a metre from its goal, touching one of its group that stands further out. @return true if
 * it has arrived after waiting this long. */
static bool settles_after(double seconds, double goal_group_radius)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_id ids[2] = {crowds_put(crowd, 1, 0), crowds_put(crowd, 1.5, 0)};
    wendi_bodies *b = &crowd->bodies;
    assert_int_equal(wend_crowd_set_group_goal(crowd, ids, 2, (wend_vec2){0, 0}, 0), WEND_OK);
    b->speed[0] = 0.01;
    b->goal_group_radius[0] = goal_group_radius;
    b->goal_group_radius[1] = goal_group_radius;
    b->state[1] = WEND_BODY_ARRIVED;
    b->flags[1] &= ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    b->distance_left[1] = 1.5;
    crowds_tick(crowd, 1);
    for (int i = 0; i < 2; i++) { /* as where there is no room for places */
        b->flags[i] &= ~(uint32_t)(WENDI_BODY_HAS_PLACE | WENDI_BODY_SEEKS_PLACE);
    }
    b->distance_left[0] = 1;
    b->distance_left_least[0] = 1;
    b->wait[0] = (uint32_t)(seconds / crowd->step);
    crowds_tick(crowd, 1);
    const bool is_there = is_told(crowd, ids[0], WEND_EVENT_ARRIVED);
    wend_crowd_destroy(crowd);
    return is_there;
}

static void who_waits_within_the_room_of_its_party_settles_anywhere(void **state)
{
    (void)state;
    assert_false(settles_after(3, 1.1));
    assert_true(settles_after(4.5, 1.1));
    assert_false(settles_after(4.5, 0.9));
}

/* Of a standing formation: a member with its own route that was stuck and is near its slot now. */
static void who_is_stuck_and_gets_back_into_its_formation_says_that_it_is_free(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[4];
    for (int i = 0; i < 4; i++) {
        ids[i] = crowds_put(crowd, i, 0);
    }
    const wend_formation_def def = wend_formation_def_default();
    wend_formation_id id;
    assert_int_equal(wend_formation_create(crowd, &def, ids, NULL, 4, &id), WEND_OK);
    crowds_tick(crowd, 200);
    wendi_formation_member *member = &crowd->formations->items[0].members[1];
    member->mode = WENDI_MEMBER_BY_ROUTE;
    crowd->bodies.goal[member->body] = (uint8_t)WEND_BODY_GOAL_POINT;
    crowd->bodies.state[member->body] = (uint8_t)WEND_BODY_PATH_PENDING;
    crowd->bodies.stuck[member->body] = WENDI_STUCK_REPORTED;
    uint32_t told = 0;
    for (int i = 0; i < 60; i++) {
        crowds_tick(crowd, 1);
        told += is_told(crowd, (wend_body_id){member->body + 1, 1}, WEND_EVENT_FREE);
    }
    assert_int_equal(told, 1);
    assert_int_equal(crowd->bodies.stuck[member->body], WENDI_STUCK_NOT);
    wend_crowd_destroy(crowd);
}

/* ---- flows ---- */

static const char *const OPEN[] = {"............", "............", "............", "............",
                                   "............"};
static const char *const NARROW[] = {"############", "############", "............", "############",
                                     "############"};

typedef struct stream {
    wend_grid *grids[2];
    wend_flow *flow;
    wend_crowd *crowd;
} stream;

/* Two floors of cells of a metre, with a join from the east end of the lower to the upper one. */
static stream make_stream(const char *const *rows)
{
    stream s;
    wend_crowd_floor floors[2];
    for (int i = 0; i < 2; i++) {
        s.grids[i] = grids_drawn(grids_def(0, 0, 1), rows, 5);
        floors[i] = (wend_crowd_floor){s.grids[i], NULL};
    }
    const wend_grid *const maps[2] = {s.grids[0], s.grids[1]};
    const wend_flow_join join = {.to_floor = 1,
                                 .from = wend_grid_node(s.grids[0], 11, 2),
                                 .to = wend_grid_node(s.grids[1], 1, 2),
                                 .cost = WEND_COST_ONE,
                                 .class_mask = 1};
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.floors = maps;
    flow_def.floor_count = 2;
    flow_def.joins = &join;
    flow_def.join_count = 1;
    s.flow = flows_make(flow_def);
    wend_crowd_def def = wend_crowd_def_default();
    def.floors = floors;
    def.floor_count = 2;
    def.flow = s.flow;
    def.max_radius = 3;
    s.crowd = crowds_make(def);
    return s;
}

static void free_stream(stream *s)
{
    wend_crowd_destroy(s->crowd);
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grids[0]);
    wend_grid_destroy(s->grids[1]);
}

/* The lean of a held-up body with a goal along x; near walls are kept from it. */
static double lean_of(const char *const *rows, double way)
{
    stream s = make_stream(rows);
    wendi_bodies *b = &s.crowd->bodies;
    const wend_body_id id = crowds_put(s.crowd, 3.5, 2.5);
    assert_int_equal(wend_crowd_follow_flow(s.crowd, &id, 1, flows_order(s.flow, 11.5, 2.5, 0)),
                     WEND_OK);
    b->distance_left[0] = 8;
    b->follow_speed[0] = 0;
    b->slow[0] = 0;
    const wend_vec2 out =
        wendi_flow_spread_direction(s.crowd, 0, 1.3, NULL, 0, (wend_vec2){way, 0});
    free_stream(&s);
    return out.y < 0 ? -out.y : out.y;
}

static void who_is_held_up_leans_only_to_where_its_field_leads_on(void **state)
{
    (void)state;
    assert_true(lean_of(OPEN, 1) > 0.5);
    assert_true(lean_of(NARROW, 1) <= 0);
    assert_true(lean_of(OPEN, -1) <= 0);
}

static void order_of_a_flow_leads_to_another_floor(void **state)
{
    (void)state;
    stream s = make_stream(OPEN);
    const wend_body_id id = crowds_put(s.crowd, 9.5, 2.5);
    assert_int_equal(wend_crowd_follow_flow(s.crowd, &id, 1, flows_order(s.flow, 6.5, 2.5, 1)),
                     WEND_OK);
    crowds_tick(s.crowd, 300);
    const wend_body body = crowds_body(s.crowd, id);
    assert_int_equal(body.floor, 1);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    free_stream(&s);
}

/* Ids of two orders that differ in their generation alone; bodies beside each other in the list. */
static void order_that_is_gone_leads_nobody_though_another_took_its_place(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        stream s = make_stream(OPEN);
        const wend_body_id ids[2] = {crowds_put(s.crowd, 2.5, 1.5), crowds_put(s.crowd, 2.5, 3.5)};
        const wend_flow_request_id travelled = flows_order(s.flow, 9.5, 2.5, 0);
        assert_int_equal(wend_crowd_follow_flow(s.crowd, &ids[first], 1, travelled), WEND_OK);
        assert_int_equal(wend_flow_remove_request(s.flow, travelled), WEND_OK);
        const wend_flow_request_id order = flows_order(s.flow, 9.5, 2.5, 0);
        assert_int_equal(order.index1, travelled.index1);
        assert_int_equal(wend_crowd_follow_flow(s.crowd, &ids[1 - first], 1, order), WEND_OK);
        crowds_tick(s.crowd, 10);
        const wend_body led = crowds_body(s.crowd, ids[1 - first]);
        assert_int_equal(crowds_body(s.crowd, ids[first]).state, WEND_BODY_NO_PATH);
        assert_int_equal(led.state, WEND_BODY_MOVING);
        assert_true(led.position.x > 2.7);
        free_stream(&s);
    }
}

static void who_finds_no_room_at_the_exit_stays_on_its_floor(void **state)
{
    (void)state;
    stream s = make_stream(OPEN);
    wendi_bodies *b = &s.crowd->bodies;
    const wend_body_id id = crowds_put(s.crowd, 3.5, 2.5);
    const wend_body_id large = crowds_put_sized(s.crowd, 6.5, 2.5, 2.4);
    assert_int_equal(wend_crowd_set_position(s.crowd, large, (wend_vec2){6.5, 2.5}, 1), WEND_OK);
    assert_int_equal(wend_crowd_set_held(s.crowd, large, true), WEND_OK);
    b->flags[0] |= (uint32_t)WENDI_BODY_TELEPORTS;
    b->goal_vector_x[0] = 6.5;
    b->goal_vector_y[0] = 2.5;
    b->goal_floor[0] = 1;
    for (int i = 0; i < 3; i++) {
        crowds_tick(s.crowd, 1);
        const wend_body body = crowds_body(s.crowd, id);
        assert_int_equal(body.floor, 0);
        assert_true(body.position.x > 3.49 && body.position.x < 3.51);
    }
    assert_int_equal(wend_crowd_remove_body(s.crowd, large), WEND_OK);
    crowds_tick(s.crowd, 1);
    assert_int_equal(crowds_body(s.crowd, id).floor, 1);
    assert_true(is_told(s.crowd, id, WEND_EVENT_FLOOR));
    free_stream(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_take_turns_where_one_fits_through),
        cmocka_unit_test(who_is_opposed_and_has_not_got_the_turn_walks_back),
        cmocka_unit_test(who_lets_others_pass_weighs_less),
        cmocka_unit_test(who_ends_in_a_wall_is_counted),
        cmocka_unit_test(who_waits_within_the_room_of_its_party_settles_anywhere),
        cmocka_unit_test(who_is_stuck_and_gets_back_into_its_formation_says_that_it_is_free),
        cmocka_unit_test(who_is_held_up_leans_only_to_where_its_field_leads_on),
        cmocka_unit_test(order_of_a_flow_leads_to_another_floor),
        cmocka_unit_test(order_that_is_gone_leads_nobody_though_another_took_its_place),
        cmocka_unit_test(who_finds_no_room_at_the_exit_stays_on_its_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

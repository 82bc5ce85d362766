/* Goals of bodies: points, paths, velocities, stopping and holding. */
#include "goal.h"
#include "support/crowds.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/search.h"

#include <math.h>

/* ---- points ---- */

static void body_goes_to_a_point_and_arrives_once(void **state)
{
    (void)state;
    stage st = begin(NULL);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){4, 3}, 0), WEND_OK);
    assert_int_equal(get(&st).state, WEND_BODY_PATH_PENDING);
    run(&st, 300);
    const wend_body body = get(&st);
    assert_int_equal(body.goal, WEND_BODY_GOAL_POINT);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(distance_to(&st, 4, 3) < 0.12);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    /* Five metres at 1.3 metres a second, and some time to start and to stop. */
    assert_true(st.arrived_at > 70 && st.arrived_at < 110);
    wend_crowd_destroy(st.crowd);
}

static void go_refuses_what_is_no_place(void **state)
{
    (void)state;
    stage st = begin(NULL);
    const uint64_t hash = wend_crowd_hash(st.crowd);
    const wend_vec2 bad[] = {{(double)NAN, 0}, {0, (double)INFINITY}, {2e9, 0}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, bad[i], 0), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_group_goal(st.crowd, &st.id, 1, bad[i], 0),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, bad[i]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){0, 0}, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_goal(NULL, st.id, (wend_vec2){0, 0}, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, NULL), WEND_ERROR_ARGUMENT);
    const wend_flow_request_id order = {1, 1};
    assert_int_equal(wend_crowd_follow_flow(st.crowd, &st.id, 1, order), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(st.crowd) == hash);
    wend_crowd_destroy(st.crowd);
}

static void those_who_go_together_settle_in_a_compact_shape(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    stage st = {.crowd = make(NULL)};
    wend_body_id ids[COUNT + 1];
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = (wend_vec2){(double)(i % 6), (double)(i / 6)};
        assert_int_equal(wend_crowd_add_body(st.crowd, &def, &ids[i]), WEND_OK);
    }
    ids[COUNT] = (wend_body_id){77, 1};
    const uint64_t hash = wend_crowd_hash(st.crowd);
    assert_int_equal(wend_crowd_set_group_goal(st.crowd, ids, COUNT + 1, (wend_vec2){15, 2}, 0),
                     WEND_ERROR_STALE);
    assert_true(wend_crowd_hash(st.crowd) == hash);
    assert_int_equal(wend_crowd_set_group_goal(st.crowd, ids, COUNT, (wend_vec2){15, 2}, 0),
                     WEND_OK);
    run(&st, 1200);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        st.id = ids[i];
        assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
        /* All discs fit into a circle of 1.6 metres. */
        assert_true(distance_to(&st, 15, 2) < 3);
    }
    wend_crowd_destroy(st.crowd);
}

static void vehicle_that_faces_away_turns_in_a_few_seconds(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        stage st = {.crowd = make(NULL)};
        wend_body_def def = wend_body_def_default();
        def.turn_radius = 2;
        def.heading = 0.55 * i;
        assert_int_equal(wend_crowd_add_body(st.crowd, &def, &st.id), WEND_OK);
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){10, 0}, 0), WEND_OK);
        run(&st, 300);
        assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
        /* 7.7 seconds straight on; facing away it backs up through a quarter of a circle first. */
        assert_true(st.arrived_at < 270);
        wend_crowd_destroy(st.crowd);
    }
}

/* ---- paths ---- */

static void path_is_walked_leg_by_leg_and_its_behaviours_are_reported_as_they_change(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {2, 0}, {4, 0}, {6, 0}, {6, 2}};
    const uint32_t behaviours[] = {WEND_BEHAVIOUR_WALK, WEND_BEHAVIOUR_JUMP, WEND_BEHAVIOUR_SWIM,
                                   WEND_BEHAVIOUR_WALK};
    for (int i = 0; i < 4; i++) {
        const wend_leg leg = {
            .from_point = points[i], .to_point = points[i + 1], .behaviour = behaviours[i]};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    uint32_t told = 0;
    for (int i = 0; i < 300; i++) {
        size_t count;
        run(&st, 1);
        const wend_event *events = wend_crowd_get_events(st.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            if (events[k].kind == WEND_EVENT_LEG) {
                told++;
                assert_int_equal(events[k].value, told);
                assert_int_equal(events[k].behaviour, behaviours[told]);
                assert_true(distance_to(&st, points[told].x, points[told].y) < 0.4);
            }
        }
        assert_int_equal(get(&st).behaviour, behaviours[told]);
    }
    assert_int_equal(told, 3);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_true(distance_to(&st, 6, 2) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void follow(const stage *st, const uint32_t *behaviours, int count)
{
    wend_path *path = paths_make();
    for (int i = 0; i < count; i++) {
        const wend_leg leg = {
            .from_point = {2 * i, 0}, .to_point = {2 * i + 2, 0}, .behaviour = behaviours[i]};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st->crowd, st->id, path), WEND_OK);
    wend_path_destroy(path);
}

static void path_is_not_cut_short_through_a_wall_that_was_just_built(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {3, 3}, {6, 0}};
    wend_vec2 way[4];
    size_t count;
    wend_walls *walls = walls_empty();
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    assert_int_equal(wend_crowd_get_path(crowd, id, way, 4, &count), WEND_OK);
    assert_int_equal(count, 2); /* straight on */
    walls_add(walls, (wend_vec2){3, -9}, (wend_vec2){3, 2}, WEND_STOPS_WALK);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    assert_int_equal(wend_crowd_get_path(crowd, id, way, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    wend_crowd_destroy(crowd);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static void behaviour_of_a_body_ends_with_its_leg_its_path_and_its_order(void **state)
{
    (void)state;
    const uint32_t swims[] = {WEND_BEHAVIOUR_WALK, WEND_BEHAVIOUR_SWIM};
    stage st = begin(NULL);
    follow(&st, swims, 2);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    run(&st, 60);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_SWIM);
    run(&st, 200);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    assert_int_equal(st.events[WEND_EVENT_LEG], 1);
    follow(&st, swims + 1, 1);
    run(&st, 5);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_SWIM);
    assert_int_equal(wend_crowd_stop(st.crowd, st.id), WEND_OK);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    wend_crowd_destroy(st.crowd);
}

static void teleport_leg_is_done_at_once(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {500, 0}, {501, 0}};
    for (int i = 0; i < 3; i++) {
        const wend_leg leg = {.from_point = points[i],
                              .to_point = points[i + 1],
                              .behaviour = i == 1 ? WEND_BEHAVIOUR_TELEPORT : WEND_BEHAVIOUR_WALK};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 120);
    /* Its beginning, and its end. */
    assert_int_equal(st.events[WEND_EVENT_LEG], 2);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    assert_true(distance_to(&st, 501, 0) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void who_jumps_lands_beside_one_who_stands_at_the_exit(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id other;
    def.position = (wend_vec2){500, 0};
    assert_int_equal(wend_crowd_add_body(st.crowd, &def, &other), WEND_OK);
    wend_path *path = paths_make();
    const wend_leg legs[] = {
        {.to_point = {500, 0}, .behaviour = WEND_BEHAVIOUR_TELEPORT},
        {.from_point = {500, 0}, .to_point = {503, 0}, .behaviour = WEND_BEHAVIOUR_WALK}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_path_add_leg(path, &legs[i]), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 120);
    const wend_crowd_info info = crowds_info(st.crowd);
    assert_true(info.max_overlap < 1e-3);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    assert_true(distance_to(&st, 503, 0) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void way_that_is_left_begins_at_the_body_and_ends_at_the_goal(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_vec2 points[] = {{0, 0}, {3, 0}, {3, 3}};
    size_t count;
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, points, 3, &count), WEND_NO_PATH);
    assert_int_equal(count, 0);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 10);
    wend_vec2 way[8];
    const wend_result result = wend_crowd_get_path(st.crowd, st.id, way, 8, &count);
    assert_int_equal(result, WEND_OK);
    assert_true(count >= 2);
    assert_true(distance_to(&st, way[0].x, way[0].y) < 1e-12);
    assert_true(wend_vec2_distance(way[count - 1], points[2]) < 1e-12);
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, way, 1, &count), WEND_TRUNCATED);
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(st.crowd);
}

/* ---- velocities, stopping, holding ---- */

static void velocity_that_is_set_is_walked_until_stopped(void **state)
{
    (void)state;
    stage st = begin(NULL);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, (wend_vec2){0, -1}), WEND_OK);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.y + 1) < 0.02);
    assert_true(distance_to(&st, 0, -5) < 0.5);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, (wend_vec2){0.5, 0}), WEND_OK);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.x - 0.5) < 0.02);
    assert_int_equal(wend_crowd_stop(st.crowd, st.id), WEND_OK);
    assert_int_equal(get(&st).goal, WEND_BODY_GOAL_NONE);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.x) < 0.01);
    wend_crowd_destroy(st.crowd);
}

/* One walks straight through where another one stands. */
static double pushed_aside(bool is_held)
{
    stage st = begin(NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id walker;
    def.position = (wend_vec2){-3, 0.02};
    def.avoids = 0;
    assert_int_equal(wend_crowd_add_body(st.crowd, &def, &walker), WEND_OK);
    assert_int_equal(wend_crowd_set_held(st.crowd, st.id, is_held), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, walker, (wend_vec2){1.3, 0}), WEND_OK);
    double most = 0;
    for (int i = 0; i < 120; i++) {
        run(&st, 1);
        const double far = distance_to(&st, 0, 0);
        most = far > most ? far : most;
    }
    wend_crowd_destroy(st.crowd);
    return most;
}

static void one_who_holds_makes_less_way_than_one_who_stands(void **state)
{
    (void)state;
    assert_true(pushed_aside(false) > 0.4);
    assert_true(pushed_aside(true) < 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_goes_to_a_point_and_arrives_once),
        cmocka_unit_test(go_refuses_what_is_no_place),
        cmocka_unit_test(those_who_go_together_settle_in_a_compact_shape),
        cmocka_unit_test(vehicle_that_faces_away_turns_in_a_few_seconds),
        cmocka_unit_test(path_is_walked_leg_by_leg_and_its_behaviours_are_reported_as_they_change),
        cmocka_unit_test(path_is_not_cut_short_through_a_wall_that_was_just_built),
        cmocka_unit_test(behaviour_of_a_body_ends_with_its_leg_its_path_and_its_order),
        cmocka_unit_test(teleport_leg_is_done_at_once),
        cmocka_unit_test(who_jumps_lands_beside_one_who_stands_at_the_exit),
        cmocka_unit_test(way_that_is_left_begins_at_the_body_and_ends_at_the_goal),
        cmocka_unit_test(velocity_that_is_set_is_walked_until_stopped),
        cmocka_unit_test(one_who_holds_makes_less_way_than_one_who_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

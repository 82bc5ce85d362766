/* Bodies that are added, read, changed, moved and removed. */
#include "body.h"
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>

static void body_that_is_added_is_as_it_was_defined(void **state)
{
    (void)state;
    wend_crowd *crowd = make(4, NULL, NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    wend_body body;
    def.position = (wend_vec2){-7.25, 1e6};
    def.heading = 7;
    def.radius = 0.5;
    def.speed = 2;
    def.mass = 33;
    def.group = 9;
    def.priority = -4;
    def.user = 77;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    assert_true(is_near(body.position.x, -7.25, 0));
    assert_true(is_near(body.position.y, 1e6, 0));
    assert_true(is_near(body.heading, 7 - 6.283185307179586, 1e-9));
    assert_true(is_near(body.radius, 0.5, 0));
    assert_true(is_near(body.speed, 2, 0));
    assert_true(is_near(body.mass, 33, 0));
    assert_int_equal(body.group, 9);
    assert_int_equal(body.priority, -4);
    assert_int_equal(body.user, 77);
    assert_int_equal(body.goal, WEND_BODY_GOAL_NONE);
    assert_int_equal(body.state, WEND_BODY_NONE);
    assert_int_equal(wend_crowd_body_count(crowd), 1);
    wend_crowd_destroy(crowd);
}

static void body_id_is_stale_after_removal_and_reuse(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    const wend_body_id first = crowds_put(crowd, 0, 0);
    const wend_body_def def = wend_body_def_default();
    wend_body body;
    assert_int_equal(wend_crowd_remove_body(crowd, first), WEND_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_crowd_get_body(crowd, first, &body), WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_remove_body(crowd, first), WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_set_body(crowd, first, &def), WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_set_position(crowd, first, (wend_vec2){0, 0}, 0),
                         WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_stop(crowd, first), WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_set_held(crowd, first, true), WEND_ERROR_STALE);
        assert_int_equal(wend_crowd_apply_impulse(crowd, first, (wend_vec2){0, 0}),
                         WEND_ERROR_STALE);
        const wend_body_id again = crowds_put(crowd, 1, 1);
        assert_int_equal(again.index1, first.index1);
        assert_int_not_equal(again.generation, first.generation);
        assert_int_equal(wend_crowd_remove_body(crowd, again), WEND_OK);
    }
    const wend_body_id odd[] = {{0, 0}, {0, 1}, {3, 1}, {UINT32_MAX, UINT32_MAX}, {1, 2}};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        assert_int_equal(wend_crowd_get_body(crowd, odd[i], &body), WEND_ERROR_STALE);
    }
    wend_crowd_destroy(crowd);
}

static void body_in_a_wall_is_refused(void **state)
{
    (void)state;
    const char *rows[] = {"....", ".##.", "...."};
    wend_grid *grid = grids_drawn(grids_def(1, 1, 1), rows, 3);
    const wend_vec2 corners[] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
    wend_walls *walls = walls_empty();
    walls_add_outline(walls, corners, 4, WEND_STOPS_WALK);
    wend_crowd *crowd = make(4, grid, walls);
    const wend_body_id id = crowds_put(crowd, 0.5, 0.5);
    const wend_vec2 bad[] = {{1.5, 1.5}, {-1, 0}, {4.5, 0.5}, {0.5, 2.5}, {(double)NAN, 0}};
    const uint64_t hash = wend_crowd_hash(crowd);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = bad[i];
        assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_position(crowd, id, bad[i], 0), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_set_position(crowd, id, (wend_vec2){2, 0.5}, 1),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == hash);
    assert_int_equal(wend_crowd_set_position(crowd, id, (wend_vec2){3.5, 2.5}, 0), WEND_OK);
    const wend_body body = crowds_body(crowd, id);
    assert_true(is_near(body.position.x, 3.5, 0));
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
}

static void crowd_list_and_read_leave_gaps_out(void **state)
{
    (void)state;
    wend_crowd *crowd = make(8, NULL, NULL);
    wend_body_id ids[8];
    for (int i = 0; i < 5; i++) {
        ids[i] = crowds_put(crowd, i, 10 * i);
    }
    assert_int_equal(wend_crowd_remove_body(crowd, ids[2]), WEND_OK);
    size_t count = 99;
    wend_body_id listed[8];
    assert_int_equal(wend_crowd_list_bodies(crowd, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 4);
    assert_int_equal(wend_crowd_list_bodies(crowd, listed, 8, &count), WEND_OK);
    assert_int_equal(listed[2].index1, ids[3].index1);
    assert_int_equal(wend_crowd_list_bodies(crowd, NULL, 3, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_list_bodies(crowd, listed, 3, NULL), WEND_ERROR_ARGUMENT);
    double x[8];
    double y[8];
    assert_int_equal(wend_crowd_get_bodies(crowd, 8, NULL, x, y, NULL, NULL, NULL), 4);
    assert_true(is_near(x[2], 3, 0));
    assert_true(is_near(y[3], 40, 0));
    assert_int_equal(wend_crowd_get_bodies(crowd, 2, listed, x, y, x, y, NULL), 2);
    assert_int_equal(wend_crowd_get_bodies(NULL, 2, listed, x, y, x, y, NULL), 0);
    wend_crowd_destroy(crowd);
}

static void crowd_near_finds_discs_that_come_within(void **state)
{
    (void)state;
    wend_crowd *crowd = make(8, NULL, NULL);
    for (int i = 0; i < 5; i++) {
        crowds_put(crowd, i, 0);
    }
    size_t count;
    wend_body_id ids[8];
    assert_int_equal(wend_crowd_query_circle(crowd, 0, (wend_vec2){2, 0}, 0.75, ids, 8, &count),
                     WEND_OK);
    assert_int_equal(count, 3);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, (wend_vec2){2, 0}, 0.74, ids, 8, &count),
                     WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, (wend_vec2){2, 0}, 9, ids, 2, &count),
                     WEND_TRUNCATED);
    assert_int_equal(count, 5);
    assert_int_equal(wend_crowd_query_circle(crowd, 1, (wend_vec2){2, 0}, 9, ids, 8, &count),
                     WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(
        wend_crowd_query_circle(crowd, 0, (wend_vec2){(double)NAN, 0}, 9, ids, 8, &count),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, (wend_vec2){0, 0}, -1, ids, 8, &count),
                     WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
}

static void body_that_is_changed_keeps_its_place(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    const wend_body_id id = crowds_put(crowd, 3, 4);
    wend_body_def def = wend_body_def_default();
    def.radius = 0.7;
    def.speed = 5;
    def.position = (wend_vec2){100, 100};
    assert_int_equal(wend_crowd_set_body(crowd, id, &def), WEND_OK);
    const wend_body body = crowds_body(crowd, id);
    assert_true(is_near(body.position.x, 3, 0));
    assert_true(is_near(body.radius, 0.7, 0));
    assert_true(is_near(body.speed, 5, 0));
    wend_crowd_destroy(crowd);
}

static wend_body_def unusual(void)
{
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){3, 4};
    def.heading = 1.5;
    def.radius = 0.7;
    def.speed = 5;
    def.max_speed = 6;
    def.acceleration = 7;
    def.turn_rate = 8;
    def.turn_radius = 9;
    def.headway = 0.5;
    def.mass = 10;
    def.layer = 12;
    def.avoids = 13;
    def.touches = 14;
    def.group = 15;
    def.priority = -16;
    def.user = 17;
    def.is_abrupt = true;
    return def;
}

static void body_tells_the_definition_it_was_made_by(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    const wend_body_def def = unusual();
    wend_body_def told;
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_get_body_def(crowd, id, &told), WEND_OK);
    assert_true(is_near(told.position.x, 3, 0) && is_near(told.position.y, 4, 0));
    assert_true(is_near(told.heading, 1.5, 1e-12));
    assert_true(is_near(told.radius, 0.7, 0) && is_near(told.speed, 5, 0));
    assert_true(is_near(told.max_speed, 6, 0) && is_near(told.acceleration, 7, 0));
    assert_true(is_near(told.turn_rate, 8, 0) && is_near(told.turn_radius, 9, 0));
    assert_true(is_near(told.mass, 10, 0) && is_near(told.headway, 0.5, 0));
    assert_int_equal(told.layer, 12);
    assert_int_equal(told.avoids, 13);
    assert_int_equal(told.touches, 14);
    assert_int_equal(told.group, 15);
    assert_int_equal(told.priority, -16);
    assert_int_equal(told.user, 17);
    assert_true(told.is_abrupt);
    const uint64_t hash = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_set_body(crowd, id, &told), WEND_OK);
    assert_true(wend_crowd_hash(crowd) == hash);
    wend_crowd_destroy(crowd);
}

static void body_with_the_usual_top_speed_keeps_it_usual(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    wend_body_def def;
    assert_int_equal(wend_crowd_get_body_def(crowd, id, &def), WEND_OK);
    assert_true(is_near(def.max_speed, 0, 0));
    const uint64_t hash = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_set_body(crowd, id, &def), WEND_OK);
    assert_true(wend_crowd_hash(crowd) == hash);
    assert_int_equal(wend_crowd_get_body_def(crowd, (wend_body_id){9, 1}, &def), WEND_ERROR_STALE);
    assert_int_equal(def.cookie, 0);
    assert_int_equal(wend_crowd_get_body_def(crowd, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_get_body_def(NULL, id, &def), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
}

static void bodies_that_overlap_are_pushed_apart(void **state)
{
    (void)state;
    wend_crowd *crowd = make(4, NULL, NULL);
    const wend_body_id a = crowds_put(crowd, 0, 0);
    const wend_body_id b = crowds_put(crowd, 0.1, 0);
    for (int i = 0; i < 60; i++) {
        crowds_tick(crowd, 1);
    }
    wend_body one, two;
    assert_int_equal(wend_crowd_get_body(crowd, a, &one), WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, b, &two), WEND_OK);
    assert_true(wend_vec2_distance(one.position, two.position) > 0.49);
    wend_crowd_destroy(crowd);
}

static void body_does_not_show_what_another_one_in_its_place_wanted(void **state)
{
    (void)state;
    wend_crowd *crowd = make(1, NULL, NULL);
    const wend_body_id first = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_velocity(crowd, first, (wend_vec2){1, 0}), WEND_OK);
    crowds_tick(crowd, 1);
    assert_true(crowds_body(crowd, first).preferred.x > 0.5);
    assert_int_equal(wend_crowd_remove_body(crowd, first), WEND_OK);
    const wend_body_id second = crowds_put(crowd, 0, 0);
    assert_true(is_near(crowds_body(crowd, second).preferred.x, 0, 0));
    wend_crowd_destroy(crowd);
}

static void count_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                         double value)
{
    size_t *count = context;
    (void)centre;
    (void)radius;
    (void)value;
    *count += meaning == WEND_MEANING_BODY;
}

static void bodies_that_are_named_are_drawn_and_no_others(void **state)
{
    (void)state;
    size_t count = 0;
    const wend_draw draw = {.circle = count_circle, .context = &count};
    const uint32_t all = (uint32_t)WEND_CROWD_SHOW_ALL;
    wend_crowd *crowd = make(4, NULL, NULL);
    wend_body_id ids[3] = {crowds_put(crowd, 0, 0), crowds_put(crowd, 2, 0),
                           crowds_put(crowd, 4, 0)};
    crowds_tick(crowd, 1);
    assert_int_equal(wend_crowd_draw(crowd, 0, all, &draw), WEND_OK);
    assert_int_equal(count, 3);
    count = 0;
    assert_int_equal(wend_crowd_remove_body(crowd, ids[1]), WEND_OK);
    assert_int_equal(wend_crowd_draw_bodies(crowd, ids, 2, all, &draw), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wend_crowd_draw_bodies(crowd, NULL, 0, all, &draw), WEND_OK);
    assert_int_equal(wend_crowd_draw_bodies(crowd, NULL, 1, all, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_draw_bodies(crowd, ids, 2, all, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_draw_bodies(NULL, ids, 2, all, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 1);
    wend_crowd_destroy(crowd);
}

static void wall_on_a_body_moves_it_out(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    wend_crowd *crowd = make(4, grid, NULL);
    const wend_body_id id = crowds_put(crowd, 5.5, 5.4);
    grids_wall(grid, 4, 4, 3, 3);
    crowds_tick(crowd, 1);
    size_t count;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, WEND_EVENT_EMBEDDED);
    assert_int_equal(events[0].body.index1, id.index1);
    wend_body body;
    for (int i = 0; i < 40; i++) {
        crowds_tick(crowd, 1);
        assert_null(wend_crowd_get_events(crowd, &count));
    }
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    assert_true(body.position.y < 4 || body.position.y > 7 || body.position.x < 4 ||
                body.position.x > 7);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static double heading_of(const wend_crowd *crowd, wend_body_id id)
{
    wend_body body;
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    return body.heading;
}

static void body_that_was_turned_keeps_its_heading_until_it_moves(void **state)
{
    (void)state;
    wend_crowd *crowd = make(4, NULL, NULL);
    wend_body_def def = wend_body_def_default();
    def.turn_rate = 1;
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    const uint64_t before = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_set_heading(crowd, id, 2.5), WEND_OK);
    assert_true(wend_crowd_hash(crowd) != before);
    crowds_tick(crowd, 10);
    assert_true(is_near(heading_of(crowd, id), 2.5, 1e-12));
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){20, 0}, 0), WEND_OK);
    crowds_tick(crowd, 10); /* half a second, so at most half a radian */
    assert_true(heading_of(crowd, id) < 2.5 && heading_of(crowd, id) > 1.99);
    crowds_tick(crowd, 60);
    assert_true(is_near(heading_of(crowd, id), 0, 0.1));
    wend_crowd_destroy(crowd);
}

static void heading_out_of_range_or_of_no_body_is_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = make(4, NULL, NULL);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    const uint64_t before = wend_crowd_hash(crowd);
    const double bad[] = {1.0000001e6, -1.0000001e6, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(wend_crowd_set_heading(crowd, id, bad[i]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_set_heading(crowd, (wend_body_id){9, 1}, 0), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_set_heading(NULL, id, 0), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == before);
    assert_int_equal(wend_crowd_set_heading(crowd, id, -1e6), WEND_OK);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_that_is_added_is_as_it_was_defined),
        cmocka_unit_test(body_id_is_stale_after_removal_and_reuse),
        cmocka_unit_test(body_in_a_wall_is_refused),
        cmocka_unit_test(crowd_list_and_read_leave_gaps_out),
        cmocka_unit_test(crowd_near_finds_discs_that_come_within),
        cmocka_unit_test(body_that_is_changed_keeps_its_place),
        cmocka_unit_test(body_tells_the_definition_it_was_made_by),
        cmocka_unit_test(body_with_the_usual_top_speed_keeps_it_usual),
        cmocka_unit_test(bodies_that_overlap_are_pushed_apart),
        cmocka_unit_test(body_does_not_show_what_another_one_in_its_place_wanted),
        cmocka_unit_test(bodies_that_are_named_are_drawn_and_no_others),
        cmocka_unit_test(wall_on_a_body_moves_it_out),
        cmocka_unit_test(body_that_was_turned_keeps_its_heading_until_it_moves),
        cmocka_unit_test(heading_out_of_range_or_of_no_body_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

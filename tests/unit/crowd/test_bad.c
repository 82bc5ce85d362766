/* Every call of crowds, steering and formations with bad input: it says so, and leaves all as it was. */
#include "calls.h"
#include "support/crowds.h"
#include "support/test.h"
#include "wend/formation.h"
#include "wend/search.h"
#include "wend/steer.h"

#include <math.h>

/* ---- what is refused ---- */

/* Or the others would show nothing. */
static void every_call_works_with_what_is_sound(void **state)
{
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++) {
        input in = begin();
        if (ROWS[i].call(&in) < 0) {
            fail_msg("%s: %d", ROWS[i].name, (int)ROWS[i].call(&in));
        }
        end(&in);
    }
}

static void every_call_without_a_crowd_is_refused(void **state)
{
    (void)state;
    input in = begin();
    input none = in;
    none.crowd = NULL;
    for (int i = 0; i < ROW_COUNT; i++) {
        expect(&ROWS[i], &none, WEND_ERROR_ARGUMENT, "no crowd");
    }
    assert_int_equal(wend_crowd_body_count(NULL), 0);
    assert_int_equal(wend_crowd_tick_count(NULL), 0);
    assert_int_equal(wend_crowd_get_bodies(NULL, 9, NULL, NULL, NULL, NULL, NULL, NULL), 0);
    assert_int_equal(wend_formation_of_body(NULL, in.body).index1, 0);
    size_t count = 7;
    assert_null(wend_crowd_get_events(NULL, &count));
    assert_int_equal(count, 0);
    end(&in);
}

static void every_call_with_an_id_of_one_who_is_gone_is_refused(void **state)
{
    (void)state;
    input in = begin();
    input gone = in;
    gone.body = put(in.crowd, 6);
    assert_int_equal(wend_crowd_remove_body(in.crowd, gone.body), WEND_OK);
    assert_int_equal(put(in.crowd, 9).index1, gone.body.index1);
    const uint32_t bad[][2] = {{0, 0},          {0, 1}, {UINT32_MAX, 1},
                               {1, UINT32_MAX}, {1, 0}, {gone.body.index1, gone.body.generation}};
    const uint64_t hash = wend_crowd_hash(in.crowd);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        gone.body = (wend_body_id){bad[k][0], bad[k][1]};
        gone.formation = (wend_formation_id){bad[k][0], k == 5 ? 3 : bad[k][1]};
        gone.zone = (wend_zone_id){bad[k][0], k == 5 ? 3 : bad[k][1]};
        for (int i = 0; i < ROW_COUNT; i++) {
            if ((ROWS[i].parts & (uint32_t)(BODY | FORMATION | ZONE)) != 0) {
                expect(&ROWS[i], &gone, WEND_ERROR_STALE, "a stale id");
            }
        }
    }
    assert_true(wend_crowd_hash(in.crowd) == hash);
    end(&in);
}

static void every_call_with_a_number_that_is_none_is_refused(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e305, -1e305};
    input in = begin();
    const uint64_t hash = wend_crowd_hash(in.crowd);
    for (int i = 0; i < ROW_COUNT; i++) {
        for (size_t k = 0; k < 5 && (ROWS[i].parts & (uint32_t)NUMBER) != 0; k++) {
            in.number = bad[k];
            expect(&ROWS[i], &in, WEND_ERROR_ARGUMENT, "a bad number");
        }
    }
    assert_true(wend_crowd_hash(in.crowd) == hash);
    crowds_tick(in.crowd, 1);
    end(&in);
}

static void every_number_of_a_definition_is_looked_at(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    input in = begin();
    const uint64_t hash = wend_crowd_hash(in.crowd);
    for (size_t k = 0; k < 3; k++) {
        for (size_t field = 0; field < 11; field++) {
            wend_body_def b = wend_body_def_default();
            double *of_body[] = {&b.radius,    &b.speed,      &b.max_speed,   &b.acceleration,
                                 &b.turn_rate, &b.mass,       &b.turn_radius, &b.heading,
                                 &b.headway,   &b.position.x, &b.position.y};
            *of_body[field] = bad[k];
            assert_int_equal(wend_crowd_add_body(in.crowd, &b, NULL), WEND_ERROR_ARGUMENT);
            if (field < 9) {
                assert_int_equal(wend_crowd_set_body(in.crowd, in.body, &b), WEND_ERROR_ARGUMENT);
            }
        }
        for (size_t field = 0; field < 9; field++) {
            wend_zone_def z = wend_zone_def_default();
            double *of_zone[] = {&z.low.x,    &z.low.y,  &z.high.x,     &z.high.y,    &z.centre.x,
                                 &z.centre.y, &z.radius, &z.velocity.x, &z.velocity.y};
            *of_zone[field] = bad[k];
            assert_int_equal(wend_crowd_add_zone(in.crowd, &z, NULL), WEND_ERROR_ARGUMENT);
            assert_int_equal(wend_crowd_set_zone(in.crowd, in.zone, &z), WEND_ERROR_ARGUMENT);
        }
        for (size_t field = 0; field < 7; field++) {
            wend_steer_item s = {.weight = 1};
            double *of_item[] = {&s.weight,   &s.chance,  &s.range,  &s.target.x,
                                 &s.target.y, &s.extra.x, &s.extra.y};
            *of_item[field] = bad[k];
            assert_int_equal(
                wend_crowd_set_steering(in.crowd, in.body, &s, 1, WEND_STEER_WEIGHTED, 1, true),
                WEND_ERROR_ARGUMENT);
        }
        for (size_t field = 0; field < 5; field++) {
            wend_crowd_def c = wend_crowd_def_default();
            wend_crowd *crowd = in.crowd;
            double *of_crowd[] = {&c.step, &c.max_radius, &c.horizon, &c.reach, &c.stuck_margin};
            *of_crowd[field] = bad[k];
            assert_int_equal(wend_crowd_create(&c, &crowd), WEND_ERROR_ARGUMENT);
            assert_null(crowd);
        }
    }
    assert_true(wend_crowd_hash(in.crowd) == hash);
    end(&in);
}

static void values_that_are_of_no_kind_are_refused(void **state)
{
    (void)state;
    input in = begin();
    const uint64_t hash = wend_crowd_hash(in.crowd);
    const uint32_t bad[] = {21, 99, INT32_MAX};
    for (size_t k = 0; k < 3; k++) {
        wend_zone_def zone = wend_zone_def_default();
        wend_formation_def formation = wend_formation_def_default();
        wend_formation_id id;
        const wend_steer_item item = {.kind = (wend_steer_kind)bad[k]};
        zone.kind = (wend_zone_kind)bad[k];
        formation.shape = (wend_formation_shape)bad[k];
        assert_int_equal(wend_crowd_add_zone(in.crowd, &zone, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_zone(in.crowd, in.zone, &zone), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_formation_create(in.crowd, &formation, &in.body, NULL, 1, &id),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_formation_reshape(in.crowd, in.formation, &formation),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(
            wend_crowd_set_steering(in.crowd, in.body, &item, 1, WEND_STEER_WEIGHTED, 1, true),
            WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_steering(in.crowd, in.body, NULL, 0,
                                                 (wend_steer_combine)bad[k], 1, true),
                         WEND_ERROR_ARGUMENT);
    }
    assert_true(wend_crowd_hash(in.crowd) == hash);
    end(&in);
}

static void nothing_in_no_array_is_fine_and_something_in_none_is_not(void **state)
{
    (void)state;
    input in = begin();
    const wend_vec2 to = {1, 1};
    const wend_crowd *crowd = in.crowd;
    const wend_formation_def formation = wend_formation_def_default();
    wend_formation_id id;
    size_t count = 9;
    assert_int_equal(wend_crowd_set_group_goal(in.crowd, NULL, 0, to, 0), WEND_OK);
    assert_int_equal(wend_crowd_set_group_goal(in.crowd, NULL, 1, to, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_follow_flow(in.crowd, NULL, 1, (wend_flow_request_id){1, 1}),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_list_bodies(crowd, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(wend_crowd_list_bodies(crowd, NULL, 2, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_list_bodies(crowd, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, to, -1, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, to, (double)NAN, NULL, 0, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_circle(crowd, 0, to, 9, NULL, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_query_circle(crowd, UINT32_MAX, to, 9, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(wend_crowd_get_path(crowd, in.body, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_save(crowd, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(in.crowd, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(in.crowd, NULL, 0, NULL), WEND_ERROR_FILE);
    assert_int_equal(
        wend_crowd_set_steering(in.crowd, in.body, NULL, 1, WEND_STEER_WEIGHTED, 1, true),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(in.crowd, &formation, NULL, NULL, 0, &id),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_draw(crowd, 0, UINT32_MAX, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_draw_bodies(crowd, NULL, 0, UINT32_MAX, NULL), WEND_ERROR_ARGUMENT);
    end(&in);
}

static void more_than_there_may_be_is_refused(void **state)
{
    (void)state;
    input in = begin();
    const wend_steer_item items[1] = {{.weight = 1}};
    const wend_crowd_floor floors[1] = {{NULL, NULL}};
    const wend_crowd_class classes[1] = {wend_crowd_class_default()};
    const wend_formation_def formation = wend_formation_def_default();
    const size_t huge[] = {WEND_FORMATION_SLOTS_MAX + 1, SIZE_MAX / 2, SIZE_MAX};
    const uint64_t hash = wend_crowd_hash(in.crowd);
    for (size_t k = 0; k < 3; k++) {
        wend_formation_id id;
        wend_crowd *crowd = NULL;
        wend_crowd_def def = wend_crowd_def_default();
        assert_int_equal(wend_formation_create(in.crowd, &formation, &in.body, NULL, huge[k], &id),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_steering(in.crowd, in.body, items, huge[k],
                                                 WEND_STEER_WEIGHTED, 1, true),
                         WEND_ERROR_ARGUMENT);
        def.floors = floors;
        def.floor_count = (uint32_t)huge[k];
        assert_int_equal(wend_crowd_create(&def, &crowd), WEND_ERROR_ARGUMENT);
        def = wend_crowd_def_default();
        def.classes = classes;
        def.class_count = (uint32_t)huge[k];
        assert_int_equal(wend_crowd_create(&def, &crowd), WEND_ERROR_ARGUMENT);
        def = wend_crowd_def_default();
        def.max_bodies = UINT32_MAX - (uint32_t)k;
        assert_int_equal(wend_crowd_create(&def, &crowd), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_set_steering(in.crowd, in.body, items, WEND_STEER_ITEMS_MAX + 1,
                                             WEND_STEER_WEIGHTED, 1, true),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(in.crowd) == hash);
    end(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_works_with_what_is_sound),
        cmocka_unit_test(every_call_without_a_crowd_is_refused),
        cmocka_unit_test(every_call_with_an_id_of_one_who_is_gone_is_refused),
        cmocka_unit_test(every_call_with_a_number_that_is_none_is_refused),
        cmocka_unit_test(every_number_of_a_definition_is_looked_at),
        cmocka_unit_test(values_that_are_of_no_kind_are_refused),
        cmocka_unit_test(nothing_in_no_array_is_fine_and_something_in_none_is_not),
        cmocka_unit_test(more_than_there_may_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* takes: every call of crowds, sets of steering and formations, with the worst that it can be
 * given. gives: whether each says so, and leaves all as it was. cost:  some thousand calls. */
#include "support/crowds.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/formation.h"
#include "wend/steer.h"

#include <math.h>

/* What all calls are made with. */
typedef struct input {
    wend_crowd *crowd;
    wend_body_id body;
    wend_formation_id formation;
    wend_zone_id zone;
    wend_path *path;
    double number;
} input;

typedef enum part { BODY = 1, FORMATION = 2, ZONE = 4, NUMBER = 8 } part;

typedef struct row {
    const char *name;
    wend_result (*call)(const input *in);
    uint32_t parts; /* that it reads */
} row;

/* ---- calls ---- */

static wend_result remove_it(const input *in)
{
    return wend_crowd_remove_body(in->crowd, in->body);
}

static wend_result get(const input *in)
{
    wend_body body;
    return wend_crowd_get_body(in->crowd, in->body, &body);
}

static wend_result get_def(const input *in)
{
    wend_body_def def;
    return wend_crowd_get_body_def(in->crowd, in->body, &def);
}

static wend_result change(const input *in)
{
    const wend_body_def def = wend_body_def_default();
    return wend_crowd_set_body(in->crowd, in->body, &def);
}

static wend_result place_x(const input *in)
{
    return wend_crowd_set_position(in->crowd, in->body, (wend_vec2){in->number, 0}, 0);
}

static wend_result place_y(const input *in)
{
    return wend_crowd_set_position(in->crowd, in->body, (wend_vec2){0, in->number}, 0);
}

static wend_result list(const input *in)
{
    wend_body_id ids[8];
    size_t count;
    return wend_crowd_list_bodies(in->crowd, ids, 8, &count);
}

static wend_result near_x(const input *in)
{
    size_t count;
    return wend_crowd_query_circle(in->crowd, 0, (wend_vec2){in->number, 0}, 0.5, NULL, 0, &count);
}

static wend_result near_y(const input *in)
{
    size_t count;
    return wend_crowd_query_circle(in->crowd, 0, (wend_vec2){0, in->number}, 0.5, NULL, 0, &count);
}

static wend_result go_x(const input *in)
{
    return wend_crowd_set_goal(in->crowd, in->body, (wend_vec2){in->number, 0}, 0);
}

static wend_result go_y(const input *in)
{
    return wend_crowd_set_goal(in->crowd, in->body, (wend_vec2){0, in->number}, 0);
}

static wend_result go_together_x(const input *in)
{
    return wend_crowd_set_group_goal(in->crowd, &in->body, 1, (wend_vec2){in->number, 0}, 0);
}

static wend_result go_together_y(const input *in)
{
    return wend_crowd_set_group_goal(in->crowd, &in->body, 1, (wend_vec2){0, in->number}, 0);
}

static wend_result follow_path(const input *in)
{
    return wend_crowd_follow_path(in->crowd, in->body, in->path);
}

static wend_result set_velocity_x(const input *in)
{
    return wend_crowd_set_velocity(in->crowd, in->body, (wend_vec2){in->number, 0});
}

static wend_result set_velocity_y(const input *in)
{
    return wend_crowd_set_velocity(in->crowd, in->body, (wend_vec2){0, in->number});
}

static wend_result stop(const input *in)
{
    return wend_crowd_stop(in->crowd, in->body);
}

static wend_result hold(const input *in)
{
    return wend_crowd_set_held(in->crowd, in->body, true);
}

static wend_result get_way(const input *in)
{
    size_t count;
    return wend_crowd_get_path(in->crowd, in->body, NULL, 0, &count);
}

static wend_result impulse_x(const input *in)
{
    return wend_crowd_apply_impulse(in->crowd, in->body, (wend_vec2){in->number, 0});
}

static wend_result impulse_y(const input *in)
{
    return wend_crowd_apply_impulse(in->crowd, in->body, (wend_vec2){0, in->number});
}

static wend_result explode_x(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){in->number, 0}, 2, 1, true, NULL);
}

static wend_result explode_y(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, in->number}, 2, 1, true, NULL);
}

static wend_result explode_far(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, 0}, in->number, 1, true, NULL);
}

static wend_result explode_hard(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, 0}, 2, in->number, true, NULL);
}

static wend_result change_zone(const input *in)
{
    const wend_zone_def def = wend_zone_def_default();
    return wend_crowd_set_zone(in->crowd, in->zone, &def);
}

static wend_result remove_zone(const input *in)
{
    return wend_crowd_remove_zone(in->crowd, in->zone);
}

static wend_result tick(const input *in)
{
    return wend_crowd_tick(in->crowd);
}

static wend_result save(const input *in)
{
    size_t count;
    return wend_crowd_save(in->crowd, NULL, 0, &count);
}

static wend_result steer(const input *in)
{
    return wend_crowd_set_steering(in->crowd, in->body, NULL, 0, WEND_STEER_PRIORITY, in->number,
                                   true);
}

static wend_result disband(const input *in)
{
    return wend_formation_destroy(in->crowd, in->formation);
}

static wend_result reshape(const input *in)
{
    wend_formation_def def = wend_formation_def_default();
    def.spacing = in->number;
    return wend_formation_reshape(in->crowd, in->formation, &def);
}

static wend_result leave(const input *in)
{
    return wend_formation_remove_member(in->crowd, in->body);
}

static wend_result march_x(const input *in)
{
    return wend_formation_set_goal(in->crowd, in->formation, (wend_vec2){in->number, 0}, 0);
}

static wend_result march_y(const input *in)
{
    return wend_formation_set_goal(in->crowd, in->formation, (wend_vec2){0, in->number}, 0);
}

static wend_result march_path(const input *in)
{
    return wend_formation_follow_path(in->crowd, in->formation, in->path);
}

static wend_result halt(const input *in)
{
    return wend_formation_stop(in->crowd, in->formation);
}

static wend_result formation_get(const input *in)
{
    wend_formation_info info;
    return wend_formation_get_info(in->crowd, in->formation, &info);
}

static wend_result slots(const input *in)
{
    size_t count;
    return wend_formation_get_slots(in->crowd, in->formation, NULL, NULL, 0, &count);
}

static wend_result formations(const input *in)
{
    size_t count;
    return wend_formation_list(in->crowd, NULL, 0, &count);
}

static const row ROWS[] = {
    {"remove", remove_it, BODY},
    {"get", get, BODY},
    {"get_def", get_def, BODY},
    {"change", change, BODY},
    {"place x", place_x, BODY | NUMBER},
    {"place y", place_y, BODY | NUMBER},
    {"list", list, 0},
    {"near x", near_x, NUMBER},
    {"near y", near_y, NUMBER},
    {"go x", go_x, BODY | NUMBER},
    {"go y", go_y, BODY | NUMBER},
    {"go_together x", go_together_x, BODY | NUMBER},
    {"go_together y", go_together_y, BODY | NUMBER},
    {"follow_path", follow_path, BODY},
    {"set_velocity x", set_velocity_x, BODY | NUMBER},
    {"set_velocity y", set_velocity_y, BODY | NUMBER},
    {"stop", stop, BODY},
    {"hold", hold, BODY},
    {"get_way", get_way, BODY},
    {"impulse x", impulse_x, BODY | NUMBER},
    {"impulse y", impulse_y, BODY | NUMBER},
    {"explode x", explode_x, NUMBER},
    {"explode y", explode_y, NUMBER},
    {"explode radius", explode_far, NUMBER},
    {"explode impulse", explode_hard, NUMBER},
    {"change_zone", change_zone, ZONE},
    {"remove_zone", remove_zone, ZONE},
    {"tick", tick, 0},
    {"save", save, 0},
    {"steer", steer, BODY | NUMBER},
    {"disband", disband, FORMATION},
    {"reshape", reshape, FORMATION | NUMBER},
    {"leave", leave, BODY},
    {"march x", march_x, FORMATION | NUMBER},
    {"march y", march_y, FORMATION | NUMBER},
    {"march path", march_path, FORMATION},
    {"halt", halt, FORMATION},
    {"formation_get", formation_get, FORMATION},
    {"slots", slots, FORMATION},
    {"formations", formations, 0},
};
enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

/* ---- a crowd with one of each ---- */

static wend_body_id put(wend_crowd *crowd, double x)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.position.x = x;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    return id;
}

static input begin(void)
{
    input in = {.number = 2};
    const wend_vec2 points[] = {{0, 0}, {3, 4}};
    const wend_zone_def zone = wend_zone_def_default();
    const wend_formation_def formation = wend_formation_def_default();
    in.crowd = crowds_open();
    in.body = put(in.crowd, 0);
    const wend_body_id member = put(in.crowd, 3);
    assert_int_equal(wend_crowd_add_zone(in.crowd, &zone, &in.zone), WEND_OK);
    assert_int_equal(wend_formation_create(in.crowd, &formation, &member, NULL, 1, &in.formation),
                     WEND_OK);
    in.path = paths_make();
    assert_int_equal(wend_path_from_points(in.path, points, 2), WEND_OK);
    crowds_tick(in.crowd, 1);
    return in;
}

static void end(input *in)
{
    wend_path_destroy(in->path);
    wend_crowd_destroy(in->crowd);
}

static void expect(const row *r, const input *in, wend_result result, const char *what)
{
    const wend_result got = r->call(in);
    if (got != result) {
        fail_msg("%s with %s: %d instead of %d", r->name, what, (int)got, (int)result);
    }
}

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
    assert_int_equal(wend_crowd_read_bodies(NULL, 9, NULL, NULL, NULL, NULL, NULL, NULL), 0);
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
        for (size_t field = 0; field < 10; field++) {
            wend_body_def b = wend_body_def_default();
            double *of_body[] = {&b.radius,     &b.speed,     &b.max_speed,   &b.acceleration,
                                 &b.turn_rate,  &b.mass,      &b.turn_radius, &b.heading,
                                 &b.position.x, &b.position.y};
            *of_body[field] = bad[k];
            assert_int_equal(wend_crowd_add_body(in.crowd, &b, NULL), WEND_ERROR_ARGUMENT);
            if (field < 8) {
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

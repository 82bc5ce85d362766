/* Every call of crowds and formations as a function of one broken input. */
#ifndef TEST_UNIT_CROWD_CALLS_H
#define TEST_UNIT_CROWD_CALLS_H

#include "support/crowds.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/formation.h"
#include "wend/steer.h"

/* The common arguments of all calls. */
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

static inline wend_result remove_it(const input *in)
{
    return wend_crowd_remove_body(in->crowd, in->body);
}

static inline wend_result get(const input *in)
{
    wend_body body;
    return wend_crowd_get_body(in->crowd, in->body, &body);
}

static inline wend_result get_def(const input *in)
{
    wend_body_def def;
    return wend_crowd_get_body_def(in->crowd, in->body, &def);
}

static inline wend_result change(const input *in)
{
    const wend_body_def def = wend_body_def_default();
    return wend_crowd_set_body(in->crowd, in->body, &def);
}

static inline wend_result place_x(const input *in)
{
    return wend_crowd_set_position(in->crowd, in->body, (wend_vec2){in->number, 0}, 0);
}

static inline wend_result place_y(const input *in)
{
    return wend_crowd_set_position(in->crowd, in->body, (wend_vec2){0, in->number}, 0);
}

static inline wend_result list(const input *in)
{
    wend_body_id ids[8];
    size_t count;
    return wend_crowd_list_bodies(in->crowd, ids, 8, &count);
}

static inline wend_result near_x(const input *in)
{
    size_t count;
    return wend_crowd_query_circle(in->crowd, 0, (wend_vec2){in->number, 0}, 0.5, NULL, 0, &count);
}

static inline wend_result near_y(const input *in)
{
    size_t count;
    return wend_crowd_query_circle(in->crowd, 0, (wend_vec2){0, in->number}, 0.5, NULL, 0, &count);
}

static inline wend_result go_x(const input *in)
{
    return wend_crowd_set_goal(in->crowd, in->body, (wend_vec2){in->number, 0}, 0);
}

static inline wend_result go_y(const input *in)
{
    return wend_crowd_set_goal(in->crowd, in->body, (wend_vec2){0, in->number}, 0);
}

static inline wend_result go_together_x(const input *in)
{
    return wend_crowd_set_group_goal(in->crowd, &in->body, 1, (wend_vec2){in->number, 0}, 0);
}

static inline wend_result go_together_y(const input *in)
{
    return wend_crowd_set_group_goal(in->crowd, &in->body, 1, (wend_vec2){0, in->number}, 0);
}

static inline wend_result follow_path(const input *in)
{
    return wend_crowd_follow_path(in->crowd, in->body, in->path);
}

static inline wend_result set_velocity_x(const input *in)
{
    return wend_crowd_set_velocity(in->crowd, in->body, (wend_vec2){in->number, 0});
}

static inline wend_result set_velocity_y(const input *in)
{
    return wend_crowd_set_velocity(in->crowd, in->body, (wend_vec2){0, in->number});
}

static inline wend_result stop(const input *in)
{
    return wend_crowd_stop(in->crowd, in->body);
}

static inline wend_result hold(const input *in)
{
    return wend_crowd_set_held(in->crowd, in->body, true);
}

static inline wend_result get_way(const input *in)
{
    size_t count;
    return wend_crowd_get_path(in->crowd, in->body, NULL, 0, &count);
}

static inline wend_result impulse_x(const input *in)
{
    return wend_crowd_apply_impulse(in->crowd, in->body, (wend_vec2){in->number, 0});
}

static inline wend_result impulse_y(const input *in)
{
    return wend_crowd_apply_impulse(in->crowd, in->body, (wend_vec2){0, in->number});
}

static inline wend_result explode_x(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){in->number, 0}, 2, 1, true, NULL);
}

static inline wend_result explode_y(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, in->number}, 2, 1, true, NULL);
}

static inline wend_result explode_far(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, 0}, in->number, 1, true, NULL);
}

static inline wend_result explode_hard(const input *in)
{
    return wend_crowd_apply_explosion(in->crowd, 0, (wend_vec2){0, 0}, 2, in->number, true, NULL);
}

static inline wend_result change_zone(const input *in)
{
    const wend_zone_def def = wend_zone_def_default();
    return wend_crowd_set_zone(in->crowd, in->zone, &def);
}

static inline wend_result remove_zone(const input *in)
{
    return wend_crowd_remove_zone(in->crowd, in->zone);
}

static inline wend_result tick(const input *in)
{
    return wend_crowd_tick(in->crowd);
}

static inline wend_result save(const input *in)
{
    size_t count;
    return wend_crowd_save(in->crowd, NULL, 0, &count);
}

static inline wend_result steer(const input *in)
{
    return wend_crowd_set_steering(in->crowd, in->body, NULL, 0, WEND_STEER_PRIORITY, in->number,
                                   true);
}

static inline wend_result disband(const input *in)
{
    return wend_formation_destroy(in->crowd, in->formation);
}

static inline wend_result reshape(const input *in)
{
    wend_formation_def def = wend_formation_def_default();
    def.spacing = in->number;
    return wend_formation_reshape(in->crowd, in->formation, &def);
}

static inline wend_result leave(const input *in)
{
    return wend_formation_remove_member(in->crowd, in->body);
}

static inline wend_result march_x(const input *in)
{
    return wend_formation_set_goal(in->crowd, in->formation, (wend_vec2){in->number, 0}, 0);
}

static inline wend_result march_y(const input *in)
{
    return wend_formation_set_goal(in->crowd, in->formation, (wend_vec2){0, in->number}, 0);
}

static inline wend_result march_path(const input *in)
{
    return wend_formation_follow_path(in->crowd, in->formation, in->path);
}

static inline wend_result halt(const input *in)
{
    return wend_formation_stop(in->crowd, in->formation);
}

static inline wend_result formation_get(const input *in)
{
    wend_formation_info info;
    return wend_formation_get_info(in->crowd, in->formation, &info);
}

static inline wend_result slots(const input *in)
{
    size_t count;
    return wend_formation_get_slots(in->crowd, in->formation, NULL, NULL, 0, &count);
}

static inline wend_result formations(const input *in)
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

static inline wend_body_id put(wend_crowd *crowd, double x)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.position.x = x;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    return id;
}

static inline input begin(void)
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

static inline void end(input *in)
{
    wend_path_destroy(in->path);
    wend_crowd_destroy(in->crowd);
}

static inline void expect(const row *r, const input *in, wend_result result, const char *what)
{
    const wend_result got = r->call(in);
    if (got != result) {
        fail_msg("%s with %s: %d instead of %d", r->name, what, (int)got, (int)result);
    }
}

#endif

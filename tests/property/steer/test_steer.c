/* Steering towards random targets, along paths and in a mix: each behaviour reaches what it is
 * for. */
#include "draws.h"
#include "support/gen.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/steer.h"

#include <math.h>

/* ---- one target ---- */

static bool seek_reaches(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    const double tick = draw_tick(&d);
    const wend_vec2 target = draw_point(&d, 30);
    const double distance = wend_vec2_distance(m.position, target);
    const int ticks = 2 + (int)((distance / m.max_speed + m.max_speed / m.max_force) / tick);
    double nearest = distance;
    for (int i = 0; i < ticks; i++) {
        wend_steer_apply(&m, wend_steer_seek(&m, target), tick);
        const double now = wend_vec2_distance(m.position, target);
        nearest = now < nearest ? now : nearest;
    }
    return nearest <= m.max_speed * tick;
}

static bool flee_never_nears(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    const double tick = draw_tick(&d);
    const wend_vec2 from = draw_point(&d, 30);
    const double panic = draw(&d, 1, 100);
    double before = wend_vec2_distance(m.position, from);
    for (int i = 0; i < 200; i++) {
        wend_steer_apply(&m, wend_steer_flee(&m, from, panic), tick);
        const double now = wend_vec2_distance(m.position, from);
        if (now < before - 1e-12 * (1 + before)) {
            return false;
        }
        before = now;
    }
    return true;
}

/* The distance beyond the target, as seen from the start. */
static double beyond(wend_vec2 start, wend_vec2 target, wend_vec2 position)
{
    const wend_vec2 way = wend_vec2_normalize(wend_vec2_sub(target, start));
    return wend_vec2_dot(wend_vec2_sub(position, target), way);
}

static bool arrives(draws *d, wend_deceleration deceleration)
{
    wend_steer_agent m = draw_mover(d);
    const double tick = draw_tick(d);
    const wend_vec2 target = draw_point(d, 30);
    const wend_vec2 start = m.position;
    /* Half of them run at it, with room to stop in. */
    const double room = wend_vec2_distance(start, target);
    const double slowest = 0.25 * m.max_force;
    const bool has_room = m.max_speed * (m.max_speed / (2 * slowest) + 0.75) < room;
    if (has_room && draw(d, 0, 1) < 0.5) {
        const wend_vec2 way = wend_vec2_normalize(wend_vec2_sub(target, start));
        m.velocity = wend_vec2_scale(way, m.max_speed);
    }
    const double seconds =
        room / m.max_speed + m.max_speed / slowest + 20; /* the end dies out slowly */
    for (int i = 0; i < (int)(seconds / tick); i++) {
        wend_steer_apply(&m, wend_steer_arrive(&m, target, deceleration), tick);
        if (beyond(start, target, m.position) > 1e-9) {
            print_message("%g beyond\n", beyond(start, target, m.position));
            return false;
        }
    }
    return wend_vec2_distance(m.position, target) < 1e-3 && speed_of(&m) < 1e-3;
}

static bool arrive_stops_on_its_target(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    return arrives(&d, WEND_DECELERATION_FAST) && arrives(&d, WEND_DECELERATION_NORMAL) &&
           arrives(&d, WEND_DECELERATION_SLOW);
}

/* Any velocity at first: it may swing, but it settles. */
static bool arrive_settles(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    m.velocity = wend_vec2_scale(wend_vec2_normalize(draw_point(&d, 1)), m.max_speed);
    const double tick = draw_tick(&d);
    const wend_vec2 target = draw_point(&d, 20);
    const double seconds = 60 / m.max_speed + 10 * m.max_speed / m.max_force + 20;
    for (int i = 0; i < (int)(seconds / tick); i++) {
        wend_steer_apply(&m, wend_steer_arrive(&m, target, WEND_DECELERATION_FAST), tick);
    }
    return wend_vec2_distance(m.position, target) < 1e-3 && speed_of(&m) < 1e-3;
}

/* ---- two ---- */

static double seconds_to_catch(wend_steer_agent m, wend_steer_agent evader, bool pursues,
                               double tick)
{
    double seconds = 0;
    while (wend_vec2_distance(m.position, evader.position) > m.radius + evader.radius &&
           seconds < 1000) {
        const wend_steer_other other = other_of(&evader);
        const wend_vec2 force =
            pursues ? wend_steer_pursue(&m, &other) : wend_steer_seek(&m, evader.position);
        wend_steer_apply(&m, force, tick);
        evader.position = wend_vec2_add(evader.position, wend_vec2_scale(evader.velocity, tick));
        seconds += tick;
    }
    return seconds;
}

static bool pursue_beats_seek(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    wend_steer_agent evader = draw_mover(&d);
    evader.position = wend_vec2_add(m.position, wend_vec2_scale(evader.heading, 12));
    const wend_vec2 way = wend_vec2_normalize(draw_point(&d, 1));
    evader.velocity = wend_vec2_scale(way, draw(&d, 0.2, 0.8) * m.max_speed);
    m.max_force = 8 * m.max_speed;
    const double tick = 1.0 / 60;
    const double by_pursuit = seconds_to_catch(m, evader, true, tick);
    const double by_seek = seconds_to_catch(m, evader, false, tick);
    if (by_pursuit > by_seek + tick * 1.5 || by_pursuit > 100) {
        print_message("pursue %g, seek %g\n", by_pursuit, by_seek);
        return false;
    }
    return true;
}

static bool evade_gets_away(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    wend_steer_agent hunter = draw_mover(&d);
    hunter.position = wend_vec2_add(m.position, wend_vec2_scale(hunter.heading, 6));
    hunter.max_speed = 0.8 * m.max_speed;
    m.max_force = 6 * m.max_speed;
    hunter.max_force = 6 * hunter.max_speed;
    for (int i = 0; i < 1000; i++) {
        const wend_steer_other chased = other_of(&m);
        const wend_steer_other chaser = other_of(&hunter);
        wend_steer_apply(&m, wend_steer_evade(&m, &chaser, HUGE_VAL), 0.05);
        wend_steer_apply(&hunter, wend_steer_pursue(&hunter, &chased), 0.05);
        if (wend_vec2_distance(m.position, hunter.position) < 4) {
            return false;
        }
    }
    return true;
}

/* A target that moves at a constant velocity is followed within a millimetre. */
static bool offset_and_interpose_keep_their_place(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    wend_steer_agent between = draw_mover(&d);
    wend_steer_agent lead = draw_mover(&d);
    const double tick = draw_tick(&d);
    const wend_vec2 offset = draw_point(&d, 3);
    const double slower = m.max_speed < between.max_speed ? m.max_speed : between.max_speed;
    lead.velocity = wend_vec2_scale(lead.heading, draw(&d, 0, 0.7) * slower);
    wend_steer_other b = {.position = draw_point(&d, 10), .velocity = lead.velocity};
    for (int i = 0; i < (int)((300 / slower + 20) / tick); i++) {
        const wend_steer_other a = other_of(&lead);
        wend_steer_apply(&m, wend_steer_offset_pursuit(&m, &a, offset), tick);
        wend_steer_apply(&between, wend_steer_interpose(&between, &a, &b), tick);
        lead.position = wend_vec2_add(lead.position, wend_vec2_scale(lead.velocity, tick));
        b.position = wend_vec2_add(b.position, wend_vec2_scale(b.velocity, tick));
    }
    const wend_vec2 left = wend_vec2_perpendicular(lead.heading);
    const wend_vec2 place =
        wend_vec2_add(lead.position, wend_vec2_add(wend_vec2_scale(lead.heading, offset.x),
                                                   wend_vec2_scale(left, offset.y)));
    const wend_vec2 middle = wend_vec2_lerp(lead.position, b.position, 0.5);
    return wend_vec2_distance(m.position, place) < 1e-3 + lead.max_speed * tick &&
           wend_vec2_distance(between.position, middle) < 1e-3 + lead.max_speed * tick;
}

/* ---- paths ---- */

enum { POINTS = 8 };

static bool follow_path_visits_all(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    const double tick = draw_tick(&d);
    const double radius = draw(&d, 0.2, 1.5);
    const bool is_loop = draw(&d, 0, 1) < 0.5;
    wend_vec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] = draw_point(&d, 15);
    }
    if (draw(&d, 0, 1) < 0.2) {
        points[4] = points[3]; /* a point twice */
    }
    m.position = points[0];
    m.velocity = wend_vec2_scale(m.heading, draw(&d, 0, 1) * m.max_speed);
    size_t leg = 0;
    int next = 1;
    const int most = (int)((60.0 * (double)POINTS / m.max_speed + 20.0 * (double)POINTS) / tick);
    for (int i = 0; next < POINTS && i < most; i++) {
        while (next < POINTS && wend_vec2_distance(m.position, points[next]) <= radius) {
            next++;
        }
        wend_steer_apply(&m, wend_steer_follow_path(&m, points, POINTS, is_loop, radius, 0.3, &leg),
                         tick);
    }
    if (next < POINTS) {
        print_message("point %d not visited, leg %d\n", next, (int)leg);
        return false;
    }
    return true;
}

static bool follow_path_stays_on_it(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    m.max_force = 4 * m.max_speed;
    wend_vec2 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] = (wend_vec2){6.0 * i, draw(&d, -4, 4)};
    }
    wend_walls *line = NULL;
    const wend_walls_def def = wend_walls_def_default();
    if (wend_walls_create(&def, &line) != WEND_OK) {
        return false;
    }
    for (int i = 0; i + 1 < POINTS; i++) {
        walls_add(line, points[i], points[i + 1], WEND_STOPS_ALL);
    }
    m.position = points[0];
    size_t leg = 0;
    double furthest = 0;
    for (int i = 0; i < 6000; i++) {
        wend_steer_apply(&m, wend_steer_follow_path(&m, points, POINTS, false, 0.5, 0.2, &leg),
                         0.05);
        wend_wall_hit hit;
        assert_true(wend_walls_nearest(line, m.position, 100, WEND_STOPS_ALL, &hit));
        furthest = hit.distance > furthest ? hit.distance : furthest;
    }
    wend_walls_destroy(line);
    if (furthest > 0.5 || wend_vec2_distance(m.position, points[POINTS - 1]) > 0.01) {
        print_message("%g off the path\n", furthest);
        return false;
    }
    return true;
}

/* ---- together ---- */

static bool mix_stays_within_its_force(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    for (int kind = 0; kind < 3; kind++) {
        const double most = draw(&d, 0.1, 10);
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, (wend_steer_combine)kind, most, seed, 3, 4);
        for (int i = 0; i < 12; i++) {
            const wend_vec2 force = draw_point(&d, 10);
            const double weight = draw(&d, -2, 4);
            wend_steer_mix_add(&mix, force, weight, draw(&d, -0.1, 1.1));
            if (!(wend_vec2_length(mix.force) <= most * (1 + 1e-15)) || !(mix.left >= 0)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the tests ---- */

static void seek_reaches_its_target_in_time(void **state)
{
    (void)state;
    gen_property("seek_reaches", 300, seek_reaches, NULL);
}

static void flee_from_rest_never_gets_nearer(void **state)
{
    (void)state;
    gen_property("flee_never_nears", 300, flee_never_nears, NULL);
}

static void arrive_stops_on_its_target_and_never_beyond(void **state)
{
    (void)state;
    gen_property("arrive_stops_on_its_target", 300, arrive_stops_on_its_target, NULL);
}

static void arrive_with_any_velocity_settles(void **state)
{
    (void)state;
    gen_property("arrive_settles", 200, arrive_settles, NULL);
}

static void pursue_catches_no_later_than_seek(void **state)
{
    (void)state;
    gen_property("pursue_beats_seek", 300, pursue_beats_seek, NULL);
}

static void evade_from_a_slower_hunter_gets_away(void **state)
{
    (void)state;
    gen_property("evade_gets_away", 200, evade_gets_away, NULL);
}

static void offset_pursuit_and_interpose_keep_their_place(void **state)
{
    (void)state;
    gen_property("offset_and_interpose_keep_their_place", 100,
                 offset_and_interpose_keep_their_place, NULL);
}

static void follow_path_visits_all_points(void **state)
{
    (void)state;
    gen_property("follow_path_visits_all", 300, follow_path_visits_all, NULL);
}

static void follow_path_stays_within_its_radius(void **state)
{
    (void)state;
    gen_property("follow_path_stays_on_it", 50, follow_path_stays_on_it, NULL);
}

static void mix_stays_within_its_force_ever(void **state)
{
    (void)state;
    gen_property("mix_stays_within_its_force", 500, mix_stays_within_its_force, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_reaches_its_target_in_time),
        cmocka_unit_test(flee_from_rest_never_gets_nearer),
        cmocka_unit_test(arrive_stops_on_its_target_and_never_beyond),
        cmocka_unit_test(arrive_with_any_velocity_settles),
        cmocka_unit_test(pursue_catches_no_later_than_seek),
        cmocka_unit_test(evade_from_a_slower_hunter_gets_away),
        cmocka_unit_test(offset_pursuit_and_interpose_keep_their_place),
        cmocka_unit_test(follow_path_visits_all_points),
        cmocka_unit_test(follow_path_stays_within_its_radius),
        cmocka_unit_test(mix_stays_within_its_force_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

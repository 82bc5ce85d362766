/* Steering among walls, obstacles and other agents. */
#include "draws.h"
#include "support/gen.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/steer.h"

#include <math.h>

/* ---- walls and obstacles ---- */

/* To within what others may push it in two ticks. */
static bool contain_holds(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    m.position = draw_point(&d, 9);
    const wend_vec2 low = {-10, -10};
    const wend_vec2 high = {10, 10};
    const double tick = draw_tick(&d);
    const double seconds = m.max_speed / m.max_force + tick + 0.125;
    double angle = 0;
    for (uint64_t i = 0; i < 1500; i++) {
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, m.max_force, seed, 1, i);
        wend_steer_mix_add(&mix, wend_steer_contain(&m, low, high, seconds), 1, 1);
        wend_steer_mix_add(&mix, wend_steer_wander(&m, &angle, 0.4, 2, 1, seed, 1, i), 1, 1);
        wend_steer_apply(&m, mix.force, tick);
        const double most = 10 + 2 * m.max_force * tick * tick;
        if (fabs(m.position.x) > most || fabs(m.position.y) > most) {
            return false;
        }
    }
    return true;
}

static wend_walls *make_room(draws *d)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    const wend_vec2 ends[8] = {{-12, -12}, {12, -12}, {12, -12}, {12, 12},
                               {12, 12},   {-12, 12}, {-12, 12}, {-12, -12}};
    if (wend_walls_create(&def, &walls) != WEND_OK) {
        return NULL;
    }
    assert_int_equal(wend_walls_add_segments(walls, ends, NULL, 4, NULL), WEND_OK);
    for (int i = 0; i < 3; i++) { /* pillars; the middle stays free */
        wend_vec2 at = draw_point(d, 8);
        at.x += at.x < 0 ? -2.5 : 2.5;
        const wend_vec2 corners[4] = {
            {at.x - 1, at.y - 1}, {at.x + 1, at.y - 1}, {at.x + 1, at.y + 1}, {at.x - 1, at.y + 1}};
        walls_add_outline(walls, corners, 4, WEND_STOPS_ALL);
    }
    return walls;
}

/* Feelers as long as it takes to stop from full speed, three times over. The centre stays out. */
static bool feelers_keep_out_of_walls(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_walls *walls = make_room(&d);
    wend_steer_agent m = draw_mover(&d);
    m.position = draw_point(&d, 1);
    m.max_speed = draw(&d, 0.5, 3);
    m.radius = 0.3;
    m.max_force = 4 * m.max_speed;
    const double feeler = 1 + 3 * m.max_speed * m.max_speed / (2 * m.max_force);
    double angle = 0;
    bool holds = walls != NULL;
    for (uint64_t i = 0; i < 1500 && holds; i++) {
        const wend_vec2 before = m.position;
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, m.max_force, seed, 1, i);
        wend_steer_mix_add(&mix, wend_steer_avoid_walls(&m, walls, WEND_STOPS_WALK, feeler), 1, 1);
        wend_steer_mix_add(&mix, wend_steer_wander(&m, &angle, 0.3, 2, 1, seed, 1, i), 1, 1);
        wend_steer_apply(&m, mix.force, 1.0 / 30);
        holds = wend_walls_can_walk(walls, before, m.position, 0, WEND_STOPS_WALK);
        if (!holds) {
            print_message("in a wall at %g, %g after %d\n", m.position.x, m.position.y, (int)i);
        }
    }
    wend_walls_destroy(walls);
    return holds;
}

/* Through a field of pillars to the other side, touching none deeper than a tenth of a radius. */
static bool obstacles_are_gone_around(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    enum { PILLARS = 8 };
    wend_vec2 centres[PILLARS];
    double radii[PILLARS];
    for (int i = 0; i < PILLARS; i++) {
        centres[i] = (wend_vec2){4.0 * i + draw(&d, -0.3, 0.3), draw(&d, -1, 1)};
        radii[i] = draw(&d, 0.3, 0.8);
    }
    wend_steer_agent m = draw_mover(&d);
    m.position = (wend_vec2){-6, draw(&d, -1, 1)};
    m.radius = 0.3;
    m.max_speed = draw(&d, 0.5, 3);
    m.max_force = 4 * m.max_speed;
    const wend_vec2 target = {36, 0};
    double nearest = 1;
    for (int i = 0; i < 6000 && wend_vec2_distance(m.position, target) > 1; i++) {
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, m.max_force, seed, 1, 0);
        wend_steer_mix_add(&mix, wend_steer_avoid_obstacles(&m, centres, radii, PILLARS, 2.5), 1,
                           1);
        wend_steer_mix_add(&mix, wend_steer_seek(&m, target), 1, 1);
        wend_steer_apply(&m, mix.force, 1.0 / 30);
        for (int k = 0; k < PILLARS; k++) {
            const double gap = wend_vec2_distance(m.position, centres[k]) - radii[k] - m.radius;
            nearest = gap < nearest ? gap : nearest;
        }
    }
    if (wend_vec2_distance(m.position, target) > 1 || nearest < -0.03) {
        print_message("left %g, gap %g\n", wend_vec2_distance(m.position, target), nearest);
        return false;
    }
    return true;
}

/* An agent that heads straight through another one is kept out of it all the time. */
static bool obstacles_hold_who_is_pressed_against_them(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    const wend_vec2 centre = {0, 0};
    const double radius = draw(&d, 0.3, 2);
    wend_steer_agent m = draw_mover(&d);
    m.position = (wend_vec2){-6, 0};
    const double tick = draw(&d, 1.0 / 120, 0.05);
    double nearest = 1;
    for (int i = 0; i < 1000; i++) {
        const wend_vec2 through = wend_vec2_scale(m.position, -1); /* always on the other side */
        wend_steer_mix mix;
        wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, m.max_force, seed, 1, 0);
        wend_steer_mix_add(&mix, wend_steer_avoid_obstacles(&m, &centre, &radius, 1, 3), 1, 1);
        wend_steer_mix_add(&mix, wend_steer_seek(&m, through), 1, 1);
        wend_steer_apply(&m, mix.force, tick);
        const double gap = wend_vec2_length(m.position) - radius - m.radius;
        nearest = gap < nearest ? gap : nearest;
    }
    if (nearest < -0.1 * m.max_speed) {
        print_message("%g deep, speed %g, force %g\n", -nearest, m.max_speed, m.max_force);
        return false;
    }
    return true;
}

static bool hide_breaks_the_line_of_sight(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent m = draw_mover(&d);
    const wend_steer_other hunter = {.position = draw_point(&d, 15)};
    wend_vec2 centres[4];
    double radii[4];
    for (int i = 0; i < 4; i++) {
        centres[i] = draw_point(&d, 15);
        radii[i] = draw(&d, 0.7, 1.5);
    }
    for (int i = 0; i < 3000; i++) {
        wend_steer_apply(&m, wend_steer_hide(&m, &hunter, centres, radii, 4, 0.2), 0.1);
    }
    for (int i = 0; i < 4; i++) {
        const wend_vec2 way = wend_vec2_normalize(wend_vec2_sub(centres[i], hunter.position));
        const wend_vec2 to = wend_vec2_sub(m.position, hunter.position);
        const double gap = wend_vec2_distance(m.position, centres[i]) - radii[i] - m.radius;
        if (wend_vec2_dot(to, way) > wend_vec2_distance(centres[i], hunter.position) &&
            fabs(wend_vec2_cross(way, to)) < 0.01 && fabs(gap - 0.2) < 0.01) {
            return true;
        }
    }
    return false;
}

/* ---- paths ---- */

/* Six at a closed door: they stand one behind the other, and do not touch. */
static bool queue_does_not_push(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    enum { MOVERS = 6 };
    wend_steer_agent movers[MOVERS];
    for (int i = 0; i < MOVERS; i++) {
        movers[i] = draw_mover(&d);
        movers[i].radius = 0.3;
        movers[i].max_speed = 1.4;
        movers[i].max_force = 5;
        movers[i].position = (wend_vec2){2.0 + 2.0 * i, draw(&d, -0.2, 0.2)};
    }
    const wend_vec2 door = {0, 0};
    for (int tick = 0; tick < 2000; tick++) {
        wend_steer_other others[MOVERS];
        for (int i = 0; i < MOVERS; i++) {
            others[i] = other_of(&movers[i]);
        }
        const wend_vec2 first = wend_steer_arrive(&movers[0], door, WEND_DECELERATION_NORMAL);
        wend_steer_apply(&movers[0], first, 0.05);
        for (int i = 1; i < MOVERS; i++) {
            wend_steer_apply(&movers[i], wend_steer_queue(&movers[i], door, others, MOVERS, 6),
                             0.05);
            if (wend_vec2_distance(movers[i].position, movers[i - 1].position) < 0.6) {
                print_message("%d touches at tick %d\n", i, tick);
                return false;
            }
        }
    }
    for (int i = 1; i < MOVERS; i++) {
        const double gap = wend_vec2_distance(movers[i].position, movers[i - 1].position);
        if (gap > 0.9 || speed_of(&movers[i]) > 1e-3) {
            print_message("%d stands %g behind\n", i, gap);
            return false;
        }
    }
    return true;
}

/* ---- others ---- */

/* Two whose paths cross, at any angle, both at full speed. */
static bool ways_that_cross_do_not_collide(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    wend_steer_agent movers[2];
    wend_vec2 targets[2];
    const double turn = draw(&d, 0.3, 3.14159265);
    for (int i = 0; i < 2; i++) {
        const double angle = i == 0 ? 0 : turn;
        const wend_vec2 way = {wend_cos(angle), wend_sin(angle)};
        movers[i] = (wend_steer_agent){.radius = 0.3, .max_speed = 1.4, .max_force = 5};
        movers[i].position = wend_vec2_scale(way, draw(&d, -8.5, -7.5));
        targets[i] = wend_vec2_scale(way, 8);
        movers[i].velocity = wend_vec2_scale(way, movers[i].max_speed);
    }
    for (int tick = 0; tick < 500; tick++) {
        const wend_steer_other others[2] = {other_of(&movers[1]), other_of(&movers[0])};
        for (int i = 0; i < 2; i++) {
            wend_steer_mix mix;
            wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, 5, 1, 1, 1);
            wend_steer_mix_add(&mix, wend_steer_avoid_others(&movers[i], &others[i], 1, 3), 1, 1);
            wend_steer_mix_add(
                &mix, wend_steer_arrive(&movers[i], targets[i], WEND_DECELERATION_FAST), 1, 1);
            wend_steer_apply(&movers[i], mix.force, 0.05);
        }
        const double gap = wend_vec2_distance(movers[0].position, movers[1].position);
        if (gap < 0.6) {
            print_message("gap %g at tick %d, turn %g\n", gap, tick, turn);
            return false;
        }
    }
    return true;
}

static bool flock_keeps_apart_and_together(uint64_t seed, void *context)
{
    (void)context;
    draws d = {seed, 0};
    enum { MOVERS = 10 };
    wend_steer_agent movers[MOVERS];
    for (int i = 0; i < MOVERS; i++) {
        movers[i] = draw_mover(&d);
        movers[i].position = draw_point(&d, 4);
        movers[i].radius = 0.2;
        movers[i].max_speed = 2;
        movers[i].max_force = 6;
    }
    wend_steer_other others[MOVERS];
    for (int tick = 0; tick < 600; tick++) {
        for (int i = 0; i < MOVERS; i++) {
            others[i] = other_of(&movers[i]);
        }
        for (int i = 0; i < MOVERS; i++) {
            wend_steer_agent *m = &movers[i];
            wend_steer_mix mix;
            wend_steer_mix_begin(&mix, WEND_STEER_WEIGHTED, m->max_force, 1, 1, 1);
            wend_steer_mix_add(&mix, wend_steer_separate(m, others, MOVERS, 1.5), 2, 1);
            wend_steer_mix_add(&mix, wend_steer_align(m, others, MOVERS, 10), 1, 1);
            wend_steer_mix_add(&mix, wend_steer_cohere(m, others, MOVERS, 10), 0.5, 1);
            wend_steer_apply(m, mix.force, 0.05);
        }
    }
    for (int i = 1; i < MOVERS; i++) {
        const double apart = wend_vec2_distance(movers[i].position, movers[0].position);
        if (apart < 0.3 || apart > 8 || wend_vec2_dot(movers[i].heading, movers[0].heading) < 0.7) {
            print_message("%d: %g apart\n", i, apart);
            return false;
        }
    }
    return true;
}

/* ---- the tests ---- */

static void contain_before_wander_never_leaves(void **state)
{
    (void)state;
    gen_property("contain_holds", 100, contain_holds, NULL);
}

static void feelers_before_wander_keep_out_of_walls(void **state)
{
    (void)state;
    gen_property("feelers_keep_out_of_walls", 100, feelers_keep_out_of_walls, NULL);
}

static void obstacles_are_gone_around_on_the_way(void **state)
{
    (void)state;
    gen_property("obstacles_are_gone_around", 100, obstacles_are_gone_around, NULL);
}

static void obstacles_hold_who_is_pressed(void **state)
{
    (void)state;
    gen_property("obstacles_hold_who_is_pressed_against_them", 200,
                 obstacles_hold_who_is_pressed_against_them, NULL);
}

static void hide_ends_behind_an_obstacle(void **state)
{
    (void)state;
    gen_property("hide_breaks_the_line_of_sight", 100, hide_breaks_the_line_of_sight, NULL);
}

static void queue_stands_one_behind_the_other(void **state)
{
    (void)state;
    gen_property("queue_does_not_push", 50, queue_does_not_push, NULL);
}

static void ways_that_cross_do_not_collide_ever(void **state)
{
    (void)state;
    gen_property("ways_that_cross_do_not_collide", 300, ways_that_cross_do_not_collide, NULL);
}

static void flock_keeps_apart_and_together_ever(void **state)
{
    (void)state;
    gen_property("flock_keeps_apart_and_together", 50, flock_keeps_apart_and_together, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contain_before_wander_never_leaves),
        cmocka_unit_test(feelers_before_wander_keep_out_of_walls),
        cmocka_unit_test(obstacles_are_gone_around_on_the_way),
        cmocka_unit_test(obstacles_hold_who_is_pressed),
        cmocka_unit_test(hide_ends_behind_an_obstacle),
        cmocka_unit_test(queue_stands_one_behind_the_other),
        cmocka_unit_test(ways_that_cross_do_not_collide_ever),
        cmocka_unit_test(flock_keeps_apart_and_together_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

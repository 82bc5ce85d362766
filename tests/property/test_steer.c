/* Takes: movers, targets and others at random, ticks of many lengths.
 * Gives: proof that each behaviour reaches what it is for.
 * Cost: some ms a seed. */
#include "support/gen.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/steer.h"

#include <math.h>
#include <string.h>

typedef struct draws {
    uint64_t seed, drawn;
} draws;

static double draw(draws *d, double low, double high)
{
    return low + (high - low) * wend_random_unit(d->seed, 17, d->drawn++);
}

static wend_vec2 draw_point(draws *d, double side)
{
    const double x = draw(d, -side, side);
    return (wend_vec2){x, draw(d, -side, side)};
}

/* Stands; looks somewhere. */
static wend_steer_agent draw_mover(draws *d)
{
    wend_steer_agent m = {.position = draw_point(d, 20)};
    m.heading = wend_vec2_normalize(draw_point(d, 1));
    m.radius = draw(d, 0.1, 0.6);
    m.max_speed = draw(d, 0.5, 8);
    m.max_force = m.max_speed * draw(d, 0.6, 8);
    return m;
}

/* From 1/120 up to the time in which forces answer. */
static double draw_tick(draws *d)
{
    return draw(d, 1.0 / 120, 0.125);
}

static wend_steer_other other_of(const wend_steer_agent *m)
{
    return (wend_steer_other){m->position, m->velocity, m->heading, m->radius};
}

static double speed_of(const wend_steer_agent *m)
{
    return wend_vec2_length(m->velocity);
}

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

/* How far beyond the target, seen from where it began. */
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

/* A place that moves at a steady pace is kept to a millimetre. */
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

/* Whoever wants to go straight through one is kept out of it for as long as it tries. */
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

/* ---- ways ---- */

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

/* Six at a door that nobody leaves by: they stand one behind the other, and do not touch. */
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

/* Two whose ways cross somewhere, at any angle, both of them at full speed. */
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
        cmocka_unit_test(contain_before_wander_never_leaves),
        cmocka_unit_test(feelers_before_wander_keep_out_of_walls),
        cmocka_unit_test(obstacles_are_gone_around_on_the_way),
        cmocka_unit_test(obstacles_hold_who_is_pressed),
        cmocka_unit_test(hide_ends_behind_an_obstacle),
        cmocka_unit_test(follow_path_visits_all_points),
        cmocka_unit_test(follow_path_stays_within_its_radius),
        cmocka_unit_test(queue_stands_one_behind_the_other),
        cmocka_unit_test(ways_that_cross_do_not_collide_ever),
        cmocka_unit_test(flock_keeps_apart_and_together_ever),
        cmocka_unit_test(mix_stays_within_its_force_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Steering without a crowd: a few movers in a yard with pillars. A cat walks a round and a mouse
 * hides from it, a dog wanders, ducklings follow a duck along its path, and a visitor stops at a
 * well. Each agent combines its behaviours by priority and is moved by the resulting force. No
 * agent needs a search. */
#include "wend/steer.h"

#include <stdio.h>

enum { CAT, MOUSE, DOG, DUCK, DUCKLING, DUCKLING_2, VISITOR, MOVERS, PILLARS = 4, POINTS = 4 };
enum { TICKS = 1200 };

static const double STEP = 1.0 / 30;
static const wend_vec2 LOW = {-15, -10};
static const wend_vec2 HIGH = {15, 10};
static const wend_vec2 PILLAR_AT[PILLARS] = {{-8, -4}, {-3, 5}, {5, -5}, {9, 4}};
static const double PILLAR_RADIUS[PILLARS] = {1.2, 1.5, 1, 1.3};
static const wend_vec2 POND[POINTS] = {{-12, 8}, {12, 8}, {12, -8}, {-12, -8}};
static const wend_vec2 ROUND[POINTS] = {{-6, 1}, {1, 8}, {8, 0}, {1, -8}};
static const wend_vec2 WELL = {0, 0};
static const char *const NAMES[MOVERS] = {"cat",      "mouse",    "dog",    "duck",
                                          "duckling", "duckling", "visitor"};

typedef struct yard {
    wend_steer_agent movers[MOVERS];
    wend_steer_other others[MOVERS]; /* as they were when the tick began */
    double dog_angle;
    size_t duck_leg, cat_leg;
} yard;

static void place(wend_steer_agent *m, double x, double y, double radius, double speed)
{
    m->position = (wend_vec2){x, y};
    m->radius = radius;
    m->max_speed = speed;
    m->max_force = 4 * speed;
}

static void begin(yard *y)
{
    *y = (yard){.dog_angle = 0};
    place(&y->movers[CAT], -14, 0, 0.2, 2);
    place(&y->movers[MOUSE], -6, 2, 0.1, 2.4);
    place(&y->movers[DOG], 4, 2, 0.3, 1.5);
    place(&y->movers[DUCK], -12, 8, 0.2, 0.8);
    place(&y->movers[DUCKLING], -14, 6, 0.1, 1.1);
    place(&y->movers[DUCKLING_2], -13, 4, 0.1, 1.1);
    place(&y->movers[VISITOR], 14, -9, 0.3, 1.3);
}

/* Roles of the agents. */
static wend_vec2 wish(yard *y, int i, uint64_t tick)
{
    const wend_steer_agent *m = &y->movers[i];
    switch (i) {
    case CAT:
        return wend_steer_follow_path(m, ROUND, POINTS, true, 1, 0.5, &y->cat_leg);
    case MOUSE:
        if (wend_vec2_distance(m->position, y->others[CAT].position) < 3) {
            return wend_steer_evade(m, &y->others[CAT], 3);
        }
        return wend_steer_hide(m, &y->others[CAT], PILLAR_AT, PILLAR_RADIUS, PILLARS, 0.3);
    case DOG:
        return wend_steer_wander(m, &y->dog_angle, 0.3, 2, 1, 1, 1, tick);
    case DUCK:
        return wend_steer_follow_path(m, POND, POINTS, true, 0.5, 0.5, &y->duck_leg);
    case DUCKLING:
        return wend_steer_follow_leader(m, &y->others[DUCK], 0.6);
    case DUCKLING_2:
        return wend_steer_follow_leader(m, &y->others[DUCKLING], 0.5);
    default:
        return wend_steer_arrive(m, WELL, WEND_DECELERATION_NORMAL);
    }
}

/* First no agent leaves the yard or hits anything; the rest of the force is for its goal. */
static wend_vec2 steer(yard *y, int i, uint64_t tick)
{
    const wend_steer_agent *m = &y->movers[i];
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, WEND_STEER_PRIORITY, m->max_force, 1, (uint64_t)i, tick);
    wend_steer_mix_add(&mix, wend_steer_contain(m, LOW, HIGH, 0.5), 1, 1);
    wend_steer_mix_add(&mix, wend_steer_avoid_obstacles(m, PILLAR_AT, PILLAR_RADIUS, PILLARS, 2), 1,
                       1);
    wend_steer_mix_add(&mix, wend_steer_avoid_others(m, y->others, MOVERS, 1), 1, 1);
    wend_steer_mix_add(&mix, wish(y, i, tick), 1, 1);
    return mix.force;
}

static void move_all(yard *y, uint64_t tick)
{
    for (int i = 0; i < MOVERS; i++) {
        const wend_steer_agent *m = &y->movers[i];
        y->others[i] = (wend_steer_other){m->position, m->velocity, m->heading, m->radius};
    }
    for (int i = 0; i < MOVERS; i++) {
        wend_steer_apply(&y->movers[i], steer(y, i, tick), STEP);
    }
}

/* Deepest overlap of an agent with a pillar, metres. */
static double deepest(const yard *y)
{
    double most = 0;
    for (int i = 0; i < MOVERS; i++) {
        for (int k = 0; k < PILLARS; k++) {
            const wend_steer_agent *m = &y->movers[i];
            const double depth =
                m->radius + PILLAR_RADIUS[k] - wend_vec2_distance(m->position, PILLAR_AT[k]);
            most = depth > most ? depth : most;
        }
    }
    return most;
}

static void print(const yard *y, uint64_t tick)
{
    printf("%4.0f s:", (double)tick * STEP);
    for (int i = 0; i < MOVERS; i++) {
        printf("  %s %5.1f,%5.1f", NAMES[i], y->movers[i].position.x, y->movers[i].position.y);
    }
    printf("\n");
}

int main(void)
{
    yard y;
    double depth = 0;
    double cat_nearest = 100;
    begin(&y);
    for (uint64_t tick = 0; tick <= TICKS; tick++) {
        if (tick % 150 == 0) {
            print(&y, tick);
        }
        move_all(&y, tick);
        depth = deepest(&y) > depth ? deepest(&y) : depth;
        const double gap =
            wend_vec2_distance(y.movers[CAT].position, y.movers[MOUSE].position) - 0.3;
        cat_nearest = gap < cat_nearest ? gap : cat_nearest;
    }
    const double to_well = wend_vec2_distance(y.movers[VISITOR].position, WELL);
    const double brood = wend_vec2_distance(y.movers[DUCKLING].position, y.movers[DUCK].position);
    printf("cat and mouse: %.2f m at the nearest; visitor: %.2f m from the well\n", cat_nearest,
           to_well);
    printf("duckling: %.2f m behind; deepest in a pillar: %.2f m\n", brood, depth);
    return to_well < 1.5 && brood < 2 && depth < 0.05 && cat_nearest > 0 ? 0 : 1;
}

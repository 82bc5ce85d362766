/* The hash of agents that do everything wend/steer.h has, for some hundred ticks. */
#include "golden.h"

enum { SEED = 5503, MOVERS = 8, TICKS = 250, POINTS = 5 };

static const wend_vec2 points[POINTS] = {{-9, -8}, {8, -6}, {3, 2}, {9, 9}, {-7, 6}};
static const double radii[POINTS] = {0.5, 0.75, 1, 0.4, 0.6};

typedef struct stage {
    wend_steer_agent movers[MOVERS];
    wend_steer_other others[MOVERS];
    double angles[MOVERS];
    size_t legs[MOVERS];
    wend_walls *walls;
} stage;

static void begin(stage *s)
{
    const wend_walls_def def = wend_walls_def_default();
    *s = (stage){.walls = NULL};
    if (wend_walls_create(&def, &s->walls) == WEND_OK) {
        (void)wend_walls_add_segment(s->walls, (wend_vec2){-12, -12}, (wend_vec2){12, -11},
                                     WEND_STOPS_ALL, 0, NULL);
        (void)wend_walls_add_polygon(s->walls, points + 2, 3, WEND_STOPS_ALL, 0, NULL);
    }
    for (uint64_t i = 0; i < MOVERS; i++) {
        wend_steer_agent *m = &s->movers[i];
        m->position.x = 20 * wend_random_unit(SEED, i, 0) - 10;
        m->position.y = 20 * wend_random_unit(SEED, i, 1) - 10;
        m->radius = 0.2 + 0.3 * wend_random_unit(SEED, i, 2);
        m->max_speed = 1 + 2 * wend_random_unit(SEED, i, 3);
        m->max_force = 3 + 5 * wend_random_unit(SEED, i, 4);
    }
}

static wend_vec2 alone(stage *s, size_t i, uint64_t tick)
{
    const wend_steer_agent *m = &s->movers[i];
    const wend_steer_other *next = &s->others[(i + 1) % MOVERS];
    const wend_steer_other *last = &s->others[(i + 5) % MOVERS];
    switch ((i + tick / 25) % 12) {
    case 0:
        return wend_steer_seek(m, points[i % POINTS]);
    case 1:
        return wend_steer_flee(m, points[i % POINTS], 8);
    case 2:
        return wend_steer_arrive(m, points[i % POINTS], WEND_DECELERATION_SLOW);
    case 3:
        return wend_steer_pursue(m, next);
    case 4:
        return wend_steer_evade(m, next, 6);
    case 5:
        return wend_steer_offset_pursuit(m, next, (wend_vec2){-1, 0.75});
    case 6:
        return wend_steer_interpose(m, next, last);
    case 7:
        return wend_steer_follow_leader(m, next, 1.5);
    case 8:
        return wend_steer_match_velocity(m, next->velocity);
    case 9:
        return wend_steer_hide(m, next, points, radii, POINTS, 0.25);
    case 10:
        return wend_steer_queue(m, points[0], s->others, MOVERS, 5);
    default:
        return wend_steer_follow_path(m, points, POINTS, true, 0.5, 0.3, &s->legs[i]);
    }
}

static wend_vec2 together(stage *s, size_t i, uint64_t tick)
{
    const wend_steer_agent *m = &s->movers[i];
    const wend_vec2 low = {-11, -11};
    const wend_vec2 high = {11, 11};
    wend_steer_mix mix;
    wend_steer_mix_begin(&mix, (wend_steer_combine)(i % 3), m->max_force, SEED, i, tick);
    wend_steer_mix_add(&mix, wend_steer_contain(m, low, high, 1), 2, 0.9);
    wend_steer_mix_add(&mix, wend_steer_avoid_walls(m, s->walls, WEND_STOPS_WALK, 2), 2, 0.9);
    wend_steer_mix_add(&mix, wend_steer_avoid_obstacles(m, points, radii, POINTS, 3), 1.5, 0.8);
    wend_steer_mix_add(&mix, wend_steer_avoid_others(m, s->others, MOVERS, 2), 1, 0.8);
    wend_steer_mix_add(&mix, wend_steer_separate(m, s->others, MOVERS, 2), 0.8, 0.7);
    wend_steer_mix_add(&mix, alone(s, i, tick), 1, 0.6);
    wend_steer_mix_add(&mix, wend_steer_align(m, s->others, MOVERS, 6), 0.3, 0.4);
    wend_steer_mix_add(&mix, wend_steer_cohere(m, s->others, MOVERS, 6), 0.3, 0.4);
    wend_steer_mix_add(&mix, wend_steer_wander(m, &s->angles[i], 0.5, 2, 1, SEED, i, tick), 0.5,
                       0.9);
    return mix.force;
}

/* Its position, to some billionths of a metre; below 0 as well. */
static uint64_t hash_of(const stage *s, uint64_t hash)
{
    for (size_t i = 0; i < MOVERS; i++) {
        const wend_steer_agent *m = &s->movers[i];
        hash = wend_hash_u64(hash, wend_cost_from_double(m->position.x + 1000));
        hash = wend_hash_u64(hash, wend_cost_from_double(m->position.y + 1000));
        hash = wend_hash_u64(hash, wend_cost_from_double(wend_steer_face(m, points[1], 2, 1) + 4));
        hash = wend_hash_u64(hash, wend_cost_from_double(wend_steer_look_ahead(m, 1, 1) + 4));
    }
    return hash;
}

uint64_t golden_steer(void)
{
    stage s;
    begin(&s);
    uint64_t hash = wend_hash_begin();
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        for (size_t i = 0; i < MOVERS; i++) {
            const wend_steer_agent *m = &s.movers[i];
            s.others[i] = (wend_steer_other){m->position, m->velocity, m->heading, m->radius};
        }
        for (size_t i = 0; i < MOVERS; i++) {
            wend_steer_apply(&s.movers[i], together(&s, i, tick), 0.05);
        }
        hash = hash_of(&s, hash);
    }
    wend_walls_destroy(s.walls);
    return hash;
}

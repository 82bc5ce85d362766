/* Random paths and patterns: no slot is ever too fast, the anchor stays on its path and reaches the
 * end, and the heading becomes the wanted one. */
#include "support/test.h"

#include "crowd/formation/anchor.h"
#include "support/gen.h"

#include <math.h>

enum { POINTS = 12 };

typedef struct march {
    wend_vec2 points[POINTS];
    wendi_anchor_line way;
    wendi_anchor_limits limits;
    double dt, length;
    wend_vec2 corners[4]; /* of the pattern */
} march;

static double between(uint64_t seed, uint64_t id, double least, double most)
{
    return least + (most - least) * wend_random_unit(seed, id, 0);
}

static void make(march *m, uint64_t seed)
{
    m->way = (wendi_anchor_line){m->points, 1 + wend_random_below(seed, 1, 0, POINTS)};
    m->length = 0;
    for (uint64_t i = 0; i < m->way.count; i++) {
        const bool is_same = i > 0 && wend_random_below(seed, 2, i, 8) == 0;
        const wend_vec2 point = {between(seed, 100 + i, 0, 40), between(seed, 200 + i, 0, 40)};
        m->points[i] = is_same ? m->points[i - 1] : point;
        m->length += i > 0 ? wend_vec2_distance(m->points[i], m->points[i - 1]) : 0;
    }
    const double x = between(seed, 3, 0, 6);
    const double y = between(seed, 4, 0, 6);
    const bool has_heading = wend_random_below(seed, 5, 0, 2) == 0;
    m->limits = (wendi_anchor_limits){between(seed, 6, 0.5, 6), y, wend_sqrt(x * x + y * y),
                                      has_heading ? between(seed, 7, -3, 3) : (double)NAN};
    m->dt = between(seed, 8, 0.01, 0.25);
    for (int i = 0; i < 4; i++) {
        m->corners[i] = (wend_vec2){i < 2 ? x : -x, i % 2 == 0 ? y : -y};
    }
}

static bool are_slots_slow(const march *m, const wendi_anchor *before, const wendi_anchor *now)
{
    for (int i = 0; i < 4; i++) {
        const wend_vec2 from = wendi_anchor_slot_position(before, m->corners[i]);
        const wend_vec2 to = wendi_anchor_slot_position(now, m->corners[i]);
        const wend_vec2 velocity = wendi_anchor_slot_velocity(now, m->corners[i]);
        if (wend_vec2_distance(from, to) > m->limits.speed * m->dt + 1e-9 ||
            wend_vec2_length(velocity) > m->limits.speed + 1e-9) {
            return false;
        }
    }
    return true;
}

static bool is_on_way(const march *m, const wendi_anchor *wheel)
{
    const wend_vec2 from = m->points[wheel->leg];
    const wend_vec2 to = m->points[wheel->leg + 1 < m->way.count ? wheel->leg + 1 : wheel->leg];
    return wend_vec2_distance(from, wheel->position) + wend_vec2_distance(wheel->position, to) <=
           wend_vec2_distance(from, to) + 1e-9;
}

/* A quarter of the speed is left for moving ahead; then half a turn at most. */
static size_t steps_most(const march *m)
{
    const double seconds = (4 * m->length + 4 * m->limits.reach) / m->limits.speed;
    return (size_t)(seconds / m->dt) + 4;
}

static bool marches(uint64_t seed, void *context)
{
    (void)context;
    march m;
    make(&m, seed);
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, m.way, between(seed, 9, -9, 9));
    const size_t most = steps_most(&m);
    for (size_t i = 0; i < most; i++) {
        const wendi_anchor before = wheel;
        wendi_anchor_step(&wheel, m.way, &m.limits, m.dt);
        if (!are_slots_slow(&m, &before, &wheel) || !is_on_way(&m, &wheel) ||
            fabs(wheel.heading) > 3.15) {
            return false;
        }
    }
    const wend_vec2 end = m.points[m.way.count - 1];
    const bool is_as_asked =
        !isfinite(m.limits.heading) || fabs(wheel.heading - m.limits.heading) < 1e-9;
    return wheel.is_at_end && wheel.is_turned && is_as_asked &&
           wend_vec2_distance(wheel.position, end) < 1e-12;
}

/* On a long straight leg the heading becomes the leg's. */
static bool looks_along(uint64_t seed, void *context)
{
    (void)context;
    const double angle = between(seed, 1, -3.1, 3.1);
    const double reach = between(seed, 2, 0.5, 10);
    const wend_vec2 points[] = {{0, 0}, {5, 1}, {5 + 1000 * cos(angle), 1 + 1000 * sin(angle)}};
    const wendi_anchor_line way = {points, 3};
    const wendi_anchor_limits limits = {1, reach * wend_random_unit(seed, 3, 0), reach,
                                        (double)NAN};
    wendi_anchor wheel;
    wendi_anchor_begin(&wheel, way, 0);
    const double seconds = 4 * (6 + reach) + 3.15 * reach / 0.75;
    const int steps = (int)(seconds * 10);
    for (int i = 0; i < steps; i++) {
        wendi_anchor_step(&wheel, way, &limits, 0.1);
    }
    return !wheel.is_at_end && fabs(wheel.heading - angle) < 1e-6 &&
           fabs(wend_vec2_length(wheel.velocity) - 1) < 1e-6;
}

static void wheel_on_any_way_keeps_its_limits_and_ends(void **state)
{
    (void)state;
    gen_property("marches within limits", 300, marches, NULL);
}

static void wheel_on_a_long_leg_looks_along_it(void **state)
{
    (void)state;
    gen_property("looks along the way", 100, looks_along, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheel_on_any_way_keeps_its_limits_and_ends),
        cmocka_unit_test(wheel_on_a_long_leg_looks_along_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Vehicles, which cannot turn on the spot, move along their headings and never turn tighter than
 * their turn radius, whatever is in their way, and arrive all the same. */
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"

#include <math.h>

enum { MOST = 40, TICKS = 6000 };

static const double PI = 3.14159265358979;
static const double SLIP = 2e-6; /* metres: rounding */

typedef struct fleet {
    wend_crowd *crowd;
    wend_body_id ids[MOST];
    wend_body_def defs[MOST];
    uint32_t count;
    double step;
} fleet;

static double unit(uint64_t seed, uint64_t id)
{
    return wend_random_unit(seed, id, 0);
}

static void send(fleet *f, wend_body_def def, wend_vec2 to)
{
    f->defs[f->count] = def;
    assert_int_equal(wend_crowd_add_body(f->crowd, &def, &f->ids[f->count]), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(f->crowd, f->ids[f->count], to, 0), WEND_OK);
    f->count++;
}

static wend_body_def vehicle(uint64_t seed, uint32_t i)
{
    wend_body_def def = wend_body_def_default();
    def.radius = 0.4 + 0.6 * unit(seed, 100 + i);
    def.speed = 1 + 5 * unit(seed, 150 + i);
    def.turn_radius = 0.5 + 3 * unit(seed, 200 + i);
    def.acceleration = i % 2 == 0 ? 0 : 1 + 4 * unit(seed, 250 + i);
    def.turn_rate = i % 3 == 0 ? 1 + unit(seed, 300 + i) : 0;
    def.heading = 2 * PI * unit(seed, 350 + i);
    return def;
}

/* All at once through one point, or from squares of a chessboard to others. */
static fleet make(uint64_t seed)
{
    fleet f = {.step = 0.05};
    wend_crowd_def def = wend_crowd_def_default();
    def.step = f.step;
    def.reach = seed % 3 == 0 ? 20 : 6;
    f.crowd = crowds_make(def);
    const uint32_t count = 2 + (uint32_t)(unit(seed, 1) * (MOST - 2));
    const uint32_t turn = 1 + (uint32_t)(unit(seed, 2) * (count - 1));
    for (uint32_t i = 0; i < count; i++) {
        wend_body_def body = vehicle(seed, i);
        const uint32_t to = (i + turn) % count;
        if (seed % 2 == 0) {
            const double angle = 2 * PI * i / count;
            const double far = 10 + count;
            body.position = (wend_vec2){far * cos(angle), far * sin(angle)};
            send(&f, body, (wend_vec2){-body.position.x, -body.position.y});
        } else {
            body.position = (wend_vec2){6.0 * (i % 6), 6.0 * (i / 6)};
            send(&f, body, (wend_vec2){6.0 * (to % 6), 6.0 * (to / 6)});
        }
    }
    return f;
}

static double turn_between(double from, double to)
{
    double turn = fabs(to - from);
    return turn > PI ? 2 * PI - turn : turn;
}

/* Compares each vehicle before and after a tick. @return how many have arrived. */
static uint32_t tick(fleet *f)
{
    wend_body before[MOST];
    for (uint32_t i = 0; i < f->count; i++) {
        assert_int_equal(wend_crowd_get_body(f->crowd, f->ids[i], &before[i]), WEND_OK);
    }
    assert_int_equal(wend_crowd_tick(f->crowd), WEND_OK);
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        wend_body after;
        assert_int_equal(wend_crowd_get_body(f->crowd, f->ids[i], &after), WEND_OK);
        const double x = after.position.x - before[i].position.x;
        const double y = after.position.y - before[i].position.y;
        const double turn = turn_between(before[i].heading, after.heading);
        const double across = x * sin(before[i].heading) - y * cos(before[i].heading);
        assert_true(sqrt(x * x + y * y) >= 0.98 * f->defs[i].turn_radius * turn - SLIP);
        assert_true(before[i].is_stuck || fabs(across) < 1e-5);
        arrived += after.state == WEND_BODY_ARRIVED;
    }
    return arrived;
}

static bool arrives_on_arcs(uint64_t seed, void *context)
{
    (void)context;
    fleet f = make(seed);
    uint32_t ticks = 0;
    while (tick(&f) < f.count && ticks < TICKS) {
        ticks++;
    }
    const bool is_apart = crowds_info(f.crowd).max_overlap < 1e-3;
    wend_crowd_destroy(f.crowd);
    return ticks < TICKS && is_apart;
}

/* Alone, to goals ahead, beside and behind, also within its turning circle. */
static bool arrives_alone(uint64_t seed, void *context)
{
    (void)context;
    fleet f = {.step = 0.05, .crowd = crowds_open()};
    const wend_body_def body = vehicle(seed, (uint32_t)(seed % 6));
    const double angle = 2 * PI * unit(seed, 3);
    const double far = 12 * unit(seed, 4);
    send(&f, body, (wend_vec2){far * cos(angle), far * sin(angle)});
    const double patience = 10 + 4 * (far + 4 * PI * body.turn_radius) / body.speed;
    double seconds = 0;
    while (tick(&f) < 1 && seconds < patience) {
        seconds += f.step;
    }
    wend_crowd_destroy(f.crowd);
    return seconds < patience;
}

static void many_arrive_on_arcs(void **state)
{
    (void)state;
    gen_property("arrives_on_arcs", 24, arrives_on_arcs, NULL);
}

static void one_arrives_wherever_its_goal_is(void **state)
{
    (void)state;
    gen_property("arrives_alone", 400, arrives_alone, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_arrive_on_arcs),
                                       cmocka_unit_test(one_arrives_wherever_its_goal_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Steering by itself. */
#include "fuzz.h"

#include "wend/steer.h"

#include <float.h>
#include <math.h>

/* Below DBL_MIN a double has too few digits for a bound in proportion. */
static void check_force(fuzz *f, const wend_steer_agent *self, wend_vec2 force)
{
    CHECK(f, isfinite(force.x) && isfinite(force.y));
    CHECK(f, !(self->max_force > 0 && self->max_force < 1e100) ||
                 wend_vec2_length(force) <= self->max_force * 1.000001 + DBL_MIN);
}

static wend_steer_agent some_mover(fuzz *f)
{
    wend_steer_agent self = {somewhere(f), {real(f, -3, 3), real(f, -3, 3)}, {1, 0}, 0, 0, 0};
    if (chance(f, 3)) {
        self.heading.x = 0;
        self.heading.y = chance(f, 2) ? 0 : 1;
    }
    self.radius = real(f, 0, 1);
    self.max_speed = real(f, 0.1, 10);
    self.max_force = real(f, 0.1, 20);
    return self;
}

static wend_steer_other some_other(fuzz *f)
{
    const wend_steer_other other = {
        somewhere(f), {real(f, -3, 3), real(f, -3, 3)}, {0, 1}, real(f, 0, 1)};
    return other;
}

static void steer(fuzz *f)
{
    const wend_steer_agent self = some_mover(f);
    const size_t count = below(f, 5);
    wend_steer_other *others = scratch(f, count, sizeof *others);
    wend_vec2 *points = scratch(f, count, sizeof *points);
    double *radii = scratch(f, count, sizeof *radii);
    for (size_t i = 0; i < count; ++i) {
        others[i] = some_other(f);
        points[i] = somewhere(f);
        radii[i] = real(f, 0, 2);
    }
    const wend_steer_other a = some_other(f);
    const wend_steer_other b = some_other(f);
    const wend_vec2 at = somewhere(f);
    const double range = chance(f, 8) ? (double)INFINITY : real(f, 0, 9);
    double angle = real(f, -4, 4);
    size_t leg = chance(f, 4) ? SIZE_MAX : below(f, 6);
    const wend_flow *flow = get_old(f, KIND_FLOW);
    wend_flow_guidance why = WEND_FLOW_ARRIVED;
    const wend_walls *walls = chance(f, 2) ? get(f, KIND_WALLS) : NULL;
    const wend_vec2 forces[] = {
        wend_steer_seek(&self, at),
        wend_steer_flee(&self, at, range),
        wend_steer_arrive(&self, at, (wend_deceleration)(1 + below(f, 3))),
        wend_steer_pursue(&self, &a),
        wend_steer_evade(&self, &a, range),
        wend_steer_offset_pursuit(&self, &a, points != NULL && count > 0 ? points[0] : at),
        wend_steer_interpose(&self, &a, &b),
        wend_steer_follow_leader(&self, &a, range),
        wend_steer_match_velocity(&self, a.velocity),
        wend_steer_wander(&self, &angle, real(f, 0, 2), real(f, 0, 3), real(f, 0, 2), roll(f), 1,
                          2),
        wend_steer_avoid_obstacles(&self, points, radii, count, range),
        wend_steer_avoid_walls(&self, walls, some_stops(f), range),
        wend_steer_contain(&self, at, somewhere(f), real(f, 0, 3)),
        wend_steer_hide(&self, &a, points, radii, count, real(f, 0, 2)),
        wend_steer_follow_path(&self, points, count, chance(f, 2), real(f, 0.1, 2), real(f, 0, 2),
                               &leg),
        wend_steer_follow_flow(&self, flow, some_order(f, flow), 0, chance(f, 2) ? NULL : &why),
        wend_steer_queue(&self, at, others, count, range),
        wend_steer_separate(&self, others, count, range),
        wend_steer_align(&self, others, count, range),
        wend_steer_cohere(&self, others, count, range),
        wend_steer_avoid_others(&self, others, count, range),
    };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; ++i) {
        check_force(f, &self, forces[i]);
    }
    CHECK(f, isfinite(wend_steer_face(&self, at, real(f, 0, 9), real(f, 0, 1))));
    CHECK(f, isfinite(wend_steer_look_ahead(&self, real(f, 0, 9), real(f, 0, 1))));
    const wend_vec2 none = wend_steer_seek(NULL, at);
    CHECK(f, wend_vec2_length(none) <= 0);
}

static void mix(fuzz *f)
{
    wend_steer_mix sum;
    wend_steer_mix_begin(&sum, (wend_steer_combine)below(f, 3), real(f, 0.1, 9), roll(f), 1, 2);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        const wend_vec2 force = {real(f, -9, 9), real(f, -9, 9)};
        wend_steer_mix_add(&sum, force, real(f, 0, 3), real(f, 0, 1));
    }
    CHECK(f, !isnan(sum.force.x) && !isnan(sum.force.y));
    wend_steer_agent self = some_mover(f);
    const wend_steer_agent before = self;
    wend_steer_apply(&self, sum.force, real(f, 0, 1));
    CHECK(f, isfinite(self.position.x) || !isfinite(before.position.x));
}

static const fuzz_action actions[] = {{"steer", steer, 3}, {"mix", mix, 1}};
const fuzz_room room_steer = {"steer", actions, sizeof actions / sizeof *actions};

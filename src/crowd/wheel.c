/* takes: a way of points, the speed of the slowest, how far slots are from their anchor.
 * gives: where the anchor is after a step and how it is turned; slots and their velocities.
 * cost:  a step walks over the points of the way within the pattern's half width. */
#include "crowd/wheel.h"

#include "base/bits.h"

static const double PI = 0x1.921fb54442d18p+1;
/* Headings so near to each other are the same. */
static const double SAME_HEADING = 1e-9;
/* What turning may take of the speed while there is way left. */
static const double TURN_SHARE = 0.75;
/* Shorter chords have no direction worth turning to. */
static const double CHORD_LEAST = 1e-6;

static double absolute(double value)
{
    return value < 0 ? -value : value;
}

/* The same direction in -pi to pi. */
static double wrapped(double angle)
{
    return angle >= -PI && angle <= PI ? angle : wend_atan2(wend_sin(angle), wend_cos(angle));
}

static void set_heading(wendi_wheel *wheel, double heading)
{
    wheel->heading = wrapped(heading);
    wheel->forward = (wend_vec2){wend_cos(wheel->heading), wend_sin(wheel->heading)};
}

void wendi_wheel_begin(wendi_wheel *wheel, wendi_wheel_way way, double heading)
{
    *wheel = (wendi_wheel){.position = way.points[0]};
    wheel->is_there = way.count == 1;
    set_heading(wheel, heading);
}

/* Where one is who goes so far ahead from a place on a leg; stops at the end. */
static wend_vec2 walk_ahead(wendi_wheel_way way, wend_vec2 from, size_t *leg, double metres)
{
    while (*leg + 1 < way.count) {
        const wend_vec2 to = way.points[*leg + 1];
        const double left = wend_vec2_distance(from, to);
        if (metres < left) {
            return wend_vec2_lerp(from, to, metres / left);
        }
        metres -= left;
        from = to;
        ++*leg;
    }
    return from;
}

/* The same backwards; stops at the beginning. */
static wend_vec2 walk_back(wendi_wheel_way way, wend_vec2 from, size_t leg, double metres)
{
    for (;;) {
        const wend_vec2 to = way.points[leg];
        const double left = wend_vec2_distance(from, to);
        if (metres < left) {
            return wend_vec2_lerp(from, to, metres / left);
        }
        if (leg == 0) {
            return to;
        }
        metres -= left;
        from = to;
        leg--;
    }
}

/* The heading of the chord around the anchor; that which it has where there is none. */
static double chord_heading(const wendi_wheel *wheel, wendi_wheel_way way, double half_width)
{
    const double half_chord = half_width > CHORD_LEAST ? half_width : CHORD_LEAST;
    size_t leg = wheel->leg;
    const wend_vec2 ahead = walk_ahead(way, wheel->position, &leg, half_chord);
    const wend_vec2 behind = walk_back(way, wheel->position, wheel->leg, half_chord);
    const wend_vec2 chord = wend_vec2_sub(ahead, behind);
    const bool is_chord = wend_vec2_length(chord) >= CHORD_LEAST / 2;
    return is_chord ? wend_atan2(chord.y, chord.x) : wheel->heading;
}

/* At the end what is asked for there, or how the way ended. */
static double wanted_heading(const wendi_wheel *wheel, wendi_wheel_way way,
                             const wendi_wheel_limits *limits)
{
    if (wheel->is_there && wendi_is_finite(limits->heading)) {
        return limits->heading;
    }
    return chord_heading(wheel, way, limits->half_width);
}

/* Turns as far as the share of the speed lets the farthest slot go. Returns the speed it took. */
static double turn(wendi_wheel *wheel, double wanted, const wendi_wheel_limits *limits, double dt)
{
    const double angle = wrapped(wrapped(wanted) - wheel->heading);
    const double most = (wheel->is_there ? 1 : TURN_SHARE) * limits->speed;
    const double needed = absolute(angle) * limits->reach / dt;
    const double part = needed > most ? most / needed : 1;
    wheel->turn_rate = angle * part / dt;
    wheel->is_turned = absolute(angle) * (1 - part) <= SAME_HEADING;
    set_heading(wheel, part < 1 ? wheel->heading + angle * part : wanted);
    return needed * part;
}

void wendi_wheel_step(wendi_wheel *wheel, wendi_wheel_way way, const wendi_wheel_limits *limits,
                      double dt)
{
    const double wanted = wanted_heading(wheel, way, limits);
    const double turning = turn(wheel, wanted, limits, dt);
    const double metres = turning < limits->speed ? (limits->speed - turning) * dt : 0;
    const wend_vec2 before = wheel->position;
    wheel->position = walk_ahead(way, before, &wheel->leg, metres);
    wheel->velocity = wend_vec2_scale(wend_vec2_sub(wheel->position, before), 1 / dt);
    if (!wheel->is_there && wheel->leg + 1 >= way.count) {
        wheel->is_there = true;
        wheel->is_turned = false;
    }
}

static wend_vec2 turned(const wendi_wheel *wheel, wend_vec2 offset)
{
    const wend_vec2 f = wheel->forward;
    return (wend_vec2){f.x * offset.x - f.y * offset.y, f.y * offset.x + f.x * offset.y};
}

wend_vec2 wendi_wheel_slot(const wendi_wheel *wheel, wend_vec2 offset)
{
    return wend_vec2_add(wheel->position, turned(wheel, offset));
}

wend_vec2 wendi_wheel_slot_velocity(const wendi_wheel *wheel, wend_vec2 offset)
{
    const wend_vec2 across = wend_vec2_perpendicular(turned(wheel, offset));
    return wend_vec2_add(wheel->velocity, wend_vec2_scale(across, wheel->turn_rate));
}

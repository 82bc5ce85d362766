/* One step of an anchor along its path, and the positions and velocities of slots around it.
 * Cost: the points of the path within the pattern's half width. */
#include "crowd/formation/anchor.h"

#include "base/math/bits.h"

static const double PI = 0x1.921fb54442d18p+1;
/* Radians: headings this near are the same. */
static const double SAME_HEADING = 1e-9;
/* The part of the speed that turning may take before the end of the path. */
static const double TURN_SHARE = 0.75;
/* Metres: shorter chords have no direction. */
static const double CHORD_LEAST = 1e-6;

static double absolute(double value)
{
    return value < 0 ? -value : value;
}

/* The same angle in -pi to pi. */
static double wrapped(double angle)
{
    return angle >= -PI && angle <= PI ? angle : wend_atan2(wend_sin(angle), wend_cos(angle));
}

static void set_heading(wendi_anchor *anchor, double heading)
{
    anchor->heading = wrapped(heading);
    anchor->forward = (wend_vec2){wend_cos(anchor->heading), wend_sin(anchor->heading)};
}

void wendi_anchor_begin(wendi_anchor *anchor, wendi_anchor_line path, double heading)
{
    *anchor = (wendi_anchor){.position = path.points[0]};
    anchor->is_at_end = path.count == 1;
    set_heading(anchor, heading);
}

/* The position this many metres ahead of one on a leg; stops at the end. */
static wend_vec2 advance(wendi_anchor_line path, wend_vec2 from, size_t *leg, double metres)
{
    while (*leg + 1 < path.count) {
        const wend_vec2 to = path.points[*leg + 1];
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
static wend_vec2 go_back(wendi_anchor_line path, wend_vec2 from, size_t leg, double metres)
{
    for (;;) {
        const wend_vec2 to = path.points[leg];
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

/* At the end the wanted heading there, if any. */
static double wanted_heading(const wendi_anchor *anchor, wendi_anchor_line path,
                             const wendi_anchor_limits *limits)
{
    if (anchor->is_at_end && wendi_is_finite(limits->heading)) {
        return limits->heading;
    }
    /* The heading of the chord around the anchor; without a chord the current heading. */
    const double half_chord = limits->half_width > CHORD_LEAST ? limits->half_width : CHORD_LEAST;
    size_t leg = anchor->leg;
    const wend_vec2 ahead = advance(path, anchor->position, &leg, half_chord);
    const wend_vec2 behind = go_back(path, anchor->position, anchor->leg, half_chord);
    const wend_vec2 chord = wend_vec2_sub(ahead, behind);
    const bool is_chord = wend_vec2_length(chord) >= CHORD_LEAST / 2;
    return is_chord ? wend_atan2(chord.y, chord.x) : anchor->heading;
}

void wendi_anchor_step(wendi_anchor *anchor, wendi_anchor_line path,
                       const wendi_anchor_limits *limits, double dt)
{
    const double wanted = wanted_heading(anchor, path, limits);
    /* Turns as far as the share of the speed lets the farthest slot move. */
    const double angle = wrapped(wrapped(wanted) - anchor->heading);
    const double most = (anchor->is_at_end ? 1 : TURN_SHARE) * limits->speed;
    const double needed = absolute(angle) * limits->reach / dt;
    const double part = needed > most ? most / needed : 1;
    anchor->turn_rate = angle * part / dt;
    anchor->is_turned = absolute(angle) * (1 - part) <= SAME_HEADING;
    set_heading(anchor, part < 1 ? anchor->heading + angle * part : wanted);
    const double turning = needed * part;
    const double metres = turning < limits->speed ? (limits->speed - turning) * dt : 0;
    const wend_vec2 before = anchor->position;
    anchor->position = advance(path, before, &anchor->leg, metres);
    anchor->velocity = wend_vec2_scale(wend_vec2_sub(anchor->position, before), 1 / dt);
    if (!anchor->is_at_end && anchor->leg + 1 >= path.count) {
        anchor->is_at_end = true;
        anchor->is_turned = false;
    }
}

static wend_vec2 turned(const wendi_anchor *anchor, wend_vec2 offset)
{
    const wend_vec2 f = anchor->forward;
    return (wend_vec2){f.x * offset.x - f.y * offset.y, f.y * offset.x + f.x * offset.y};
}

wend_vec2 wendi_anchor_slot_position(const wendi_anchor *anchor, wend_vec2 offset)
{
    return wend_vec2_add(anchor->position, turned(anchor, offset));
}

wend_vec2 wendi_anchor_slot_velocity(const wendi_anchor *anchor, wend_vec2 offset)
{
    const wend_vec2 across = wend_vec2_perpendicular(turned(anchor, offset));
    return wend_vec2_add(anchor->velocity, wend_vec2_scale(across, anchor->turn_rate));
}

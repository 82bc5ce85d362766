/* The anchor of a formation: its movement along a line, and its turns.
 *
 *                       | path         The anchor stays on the path, and is slow at corners. Its heading
 *                o   o  |              is that of the chord between two points of the path, as far
 *                  o ^ o               behind and ahead of the anchor as the pattern is wide to a side.
 *                    |/   o  chord     So a turn begins before the corner and ends after it, and
 *       -------------+---->            slots move on arcs around it.
 *
 * A slot moves at the anchor's speed plus the turn rate times its distance from the anchor. The
 * two share the speed of the slowest member, so that no slot is faster than a member can be.
 * Turning comes first, with at most three quarters of the speed before the end of the path: the
 * anchor always makes progress. Pure geometry; nothing allocates; equal bits everywhere. */
#ifndef WENDI_CROWD_FORMATION_ANCHOR_H
#define WENDI_CROWD_FORMATION_ANCHOR_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** A line: [count] points, 1 or more, finite. */
typedef struct wendi_anchor_line {
    const wend_vec2 *points;
    size_t count;
} wendi_anchor_line;

/** An anchor on its line. */
typedef struct wendi_anchor {
    wend_vec2 position;
    double heading;     /* radians, -pi to pi */
    wend_vec2 forward;  /* unit vector of the heading */
    wend_vec2 velocity; /* of the anchor, metres a second, in the last step */
    double turn_rate;   /* radians a second, in the last step */
    size_t leg;         /* between points[leg] and points[leg + 1] */
    bool is_at_end;     /* the anchor is at the end of the line */
    bool is_turned;     /* the heading is the wanted one */
} wendi_anchor;

/** Limits of one step. */
typedef struct wendi_anchor_limits {
    double speed;      /* metres a second: of the slowest member, 0 or above */
    double half_width; /* metres: of the outermost file from the anchor */
    double reach;      /* metres: of the farthest slot, half_width or more */
    double heading;    /* radians, wanted at the end; NaN = that of the line */
} wendi_anchor_limits;

/** Places an anchor at the first point of its line. */
void wendi_anchor_begin(wendi_anchor *anchor, wendi_anchor_line path, double heading);
/** One step of dt seconds, above 0. Cost: the points of the path within half_width. */
void wendi_anchor_step(wendi_anchor *anchor, wendi_anchor_line path,
                       const wendi_anchor_limits *limits, double dt);
/** The position of the slot with this offset (x ahead, y to the left). */
wend_vec2 wendi_anchor_slot_position(const wendi_anchor *anchor, wend_vec2 offset);
/** Its velocity, metres a second. */
wend_vec2 wendi_anchor_slot_velocity(const wendi_anchor *anchor, wend_vec2 offset);

#endif

/* formation/anchor.h: how the anchor of a formation marches along its way, and wheels where the way
 * turns.
 *
 *                      | way          The anchor stays on the way, at whose corners it is slow; the
 *               o   o  |              heading looks along the chord between two points of the way,
 *                 o ^ o               as far behind and ahead of the anchor as the pattern is wide
 *                   |/   o  chord     to a side. So a turn begins before the corner and ends
 *      -------------+---->            after it, and slots walk on arcs around it.
 *
 * A slot moves at the anchor's speed plus the turn rate times its distance from the anchor; the two
 * share the speed of the slowest, so that no slot is ever faster than a member can be. Turning
 * comes first, with three quarters of the speed at most while there is way left: the anchor always
 * comes nearer to the end. Pure geometry: nothing here knows of bodies or allocates; equal bits
 * everywhere.
 */
#ifndef WENDI_CROWD_FORMATION_ANCHOR_H
#define WENDI_CROWD_FORMATION_ANCHOR_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** A way: [count] points, 1 or more, finite. */
typedef struct wendi_anchor_line {
    const wend_vec2 *points;
    size_t count;
} wendi_anchor_line;

/** An anchor on its way. */
typedef struct wendi_anchor {
    wend_vec2 position;
    double heading;     /* radians, -pi to pi */
    wend_vec2 forward;  /* unit vector of the heading */
    wend_vec2 velocity; /* of the anchor, metres a second, in the step before */
    double turn_rate;   /* radians a second, in the step before */
    size_t leg;         /* on the way from points[leg] to points[leg + 1] */
    bool is_at_end;     /* the anchor is at the end */
    bool is_turned;     /* the heading is that which is asked for */
} wendi_anchor;

/** What holds for one step. */
typedef struct wendi_anchor_limits {
    double speed;      /* metres a second: of the slowest, 0 or above */
    double half_width; /* metres: of the outermost file from the anchor */
    double reach;      /* metres: of the farthest slot, half_width or more */
    double heading;    /* radians, to be had at the end; NaN = the way's */
} wendi_anchor_limits;

/** An anchor at the first point of its way, with the heading it has before. */
void wendi_anchor_begin(wendi_anchor *anchor, wendi_anchor_line path, double heading);
/** One step of dt seconds, above 0. Cost: the points of the way within half_width. */
void wendi_anchor_step(wendi_anchor *anchor, wendi_anchor_line path,
                       const wendi_anchor_limits *limits, double dt);
/** Where the slot with this offset (x ahead, y to the left) is now. */
wend_vec2 wendi_anchor_slot_position(const wendi_anchor *anchor, wend_vec2 offset);
/** How fast that slot goes, metres a second. */
wend_vec2 wendi_anchor_slot_velocity(const wendi_anchor *anchor, wend_vec2 offset);

#endif

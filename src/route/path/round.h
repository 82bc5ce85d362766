/* Corners of a run of legs while they are rounded.
 *
 *            corner                      moved corner .
 *           .-+                                     .-'-.    level 0: inside, the whole radius
 *        .-'   |   arc inside      arc outside    .'  +  `.  level 1: outside, the whole radius
 *      -'      |                                -'         ` levels 2, 3: half of it, and so on
 *
 * Each corner begins at level 0 and rises while it is not clear; its neighbours are then checked
 * again. Levels only rise, so it ends. */
#ifndef WENDI_ROUTE_PATH_ROUND_H
#define WENDI_ROUTE_PATH_ROUND_H

#include "route/path/path.h"
#include "wend/path_shape.h"

enum {
    WENDI_ROUND_SHARP = 12, /* levels below have an arc of turn_radius / 2^(level / 2) */
    WENDI_ROUND_STRAIGHT    /* hardly a corner */
};

/** A run of legs that may change. */
typedef struct wendi_rounding {
    const wend_path_rounding *how;
    const wend_leg *legs;
    size_t count;
    double chord_angle;   /* most angle under one chord, radians */
    uint32_t *levels;     /* [count - 1] of the corner after each leg */
    uint32_t *is_pending; /* [count - 1] is to be checked */
} wendi_rounding;

/** The arc at a corner as it is now. */
typedef struct wendi_round_arc {
    wend_vec2 corner;     /* where the legs join, moved out if the level says so */
    wend_vec2 begin, end; /* where they leave for the arc; the corner where it is sharp */
    wend_vec2 centre;
    double tangent; /* metres from the corner to begin and to end */
    double radius, angle;
    double side; /* 1: turns to the left, -1: to the right */
    uint32_t chords;
} wendi_round_arc;

/** The turn at a corner as the path has it, radians; 0 where a leg has no length. */
double wendi_round_turn(const wendi_rounding *run, size_t corner);
/** The arc of a corner, 0 ... count - 2. */
wendi_round_arc wendi_round_arc_of(const wendi_rounding *run, size_t corner);
/** Where chord number i begins; i = chords: where the last one ends. */
wend_vec2 wendi_round_point(const wendi_round_arc *arc, uint32_t i);
/** Where the corner lies, moved; index count - 1 is the end of the run, and -1 (SIZE_MAX) its
 * beginning. */
wend_vec2 wendi_round_corner(const wendi_rounding *run, size_t corner);
double wendi_round_radius(const wendi_rounding *run, size_t corner);

/** Writes the run into path->spare. @return false without memory. */
bool wendi_round_write(wend_path *path, const wendi_rounding *run);

#endif

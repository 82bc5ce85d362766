/* Rounds the corners of a path where walls leave room.
 * Cost: some clearance tests a corner. */
#include "route/path/path.h"
#include "route/path/straighten.h"
#include "wend/path_shape.h"
#include "wend/walls.h"
#include <string.h>

/* Corners of a run of legs while they are rounded.
 *
 *            corner                      moved corner .
 *           .-+                                     .-'-.    level 0: inside, the whole radius
 *        .-'   |   arc inside      arc outside    .'  +  `.  level 1: outside, the whole radius
 *      -'      |                                -'         ` levels 2, 3: half of it, and so on
 *
 * Each corner begins at level 0 and rises while it is not clear; its neighbours are then checked
 * again. Levels only rise, so it ends. */
enum {
    LEVEL_SHARP = 12, /* levels below have an arc of turn_radius / 2^(level / 2) */
    LEVEL_STRAIGHT    /* hardly a corner */
};

/* A run of legs that may change. */
typedef struct rounding {
    const wend_path_rounding *how;
    const wend_leg *legs;
    size_t count;
    double chord_angle;   /* most angle under one chord, radians */
    uint32_t *levels;     /* [count - 1] of the corner after each leg */
    uint32_t *is_pending; /* [count - 1] is to be checked */
} rounding;

/* The arc at a corner as it is now. */
typedef struct rounded_corner {
    wend_vec2 corner;     /* where the legs join, moved out for some levels of smoothing */
    wend_vec2 begin, end; /* where they leave for the arc; the corner where it is sharp */
    wend_vec2 centre;
    double tangent; /* metres from the corner to begin and to end */
    double radius, angle;
    double side; /* 1: turns to the left, -1: to the right */
    uint32_t chords;
} rounded_corner;

/* ---- geometry ---- */

static wend_vec2 direction(wend_vec2 from, wend_vec2 to)
{
    return wend_vec2_normalize(wend_vec2_sub(to, from));
}

/* The turn at a corner as the path has it, radians; 0 where a leg has no length. */
static double turn_at(const rounding *run, size_t corner)
{
    const wend_leg *leg = &run->legs[corner];
    const wend_vec2 in = direction(leg->from_point, leg->to_point);
    const wend_vec2 out = direction(leg[1].from_point, leg[1].to_point);
    const double cross = wend_vec2_cross(in, out);
    const double dot = wend_vec2_dot(in, out);
    const bool is_turn = cross < 0 || cross > 0 || dot < 0; /* not so where a leg has no length */
    return is_turn ? wend_atan2(cross < 0 ? -cross : cross, dot) : 0;
}

static double radius_at(const rounding *run, size_t corner)
{
    const uint32_t level = run->levels[corner];
    return level >= LEVEL_SHARP ? 0 : run->how->turn_radius / (double)((uint32_t)1 << level / 2);
}

/* From a corner to where it has to be so that the arc passes it on its outer side, chords too. */
static wend_vec2 outward(const rounding *run, size_t corner)
{
    const wend_leg *leg = &run->legs[corner];
    const wend_vec2 in = direction(leg->from_point, leg->to_point);
    const wend_vec2 out = direction(leg[1].from_point, leg[1].to_point);
    const double half_cosine = wend_sqrt((1 + wend_vec2_dot(in, out)) / 2);
    const double far = radius_at(run, corner) * (1 / half_cosine - 1 + run->how->error * 1.0625);
    return wend_vec2_scale(wend_vec2_normalize(wend_vec2_sub(in, out)), far);
}

/* Position of the corner, moved; index count - 1 is the end of the run, and -1 (SIZE_MAX) its
 * beginning. */
static wend_vec2 corner_point(const rounding *run, size_t corner)
{
    if (corner == SIZE_MAX) {
        return run->legs[0].from_point;
    }
    const wend_vec2 point = run->legs[corner].to_point;
    const bool is_moved = corner + 1 < run->count && run->levels[corner] < LEVEL_SHARP &&
                          run->levels[corner] % 2 == 1;
    return is_moved ? wend_vec2_add(point, outward(run, corner)) : point;
}

/* The arc of a corner, 0 ... count - 2. */
static rounded_corner arc_at(const rounding *run, size_t corner)
{
    const wend_vec2 before = corner_point(run, corner - 1);
    const wend_vec2 at = corner_point(run, corner);
    const wend_vec2 after = corner_point(run, corner + 1);
    rounded_corner arc = {.corner = at, .begin = at, .end = at, .centre = at};
    arc.radius = radius_at(run, corner);
    if (!(arc.radius > 0)) {
        return arc;
    }
    const wend_vec2 in = direction(before, at);
    const wend_vec2 out = direction(at, after);
    const double cross = wend_vec2_cross(in, out);
    const double dot = wend_vec2_dot(in, out);
    arc.side = cross < 0 ? -1 : 1;
    arc.angle = wend_atan2(cross * arc.side, dot);
    arc.tangent = arc.radius * cross * arc.side / (1 + dot);
    arc.begin = wend_vec2_sub(at, wend_vec2_scale(in, arc.tangent));
    arc.end = wend_vec2_add(at, wend_vec2_scale(out, arc.tangent));
    arc.centre = wend_vec2_add(arc.begin,
                               wend_vec2_scale(wend_vec2_perpendicular(in), arc.radius * arc.side));
    /* An even number, so that two chords meet in the middle of the arc. */
    arc.chords = 2;
    while (arc.angle > run->chord_angle * (double)arc.chords) {
        arc.chords += 2;
    }
    return arc;
}

/* Beginning of chord number i; i = chords: where the last one ends. */
static wend_vec2 chord_point(const rounded_corner *arc, uint32_t i)
{
    if (i == 0 || i == arc->chords) {
        return i == 0 ? arc->begin : arc->end;
    }
    const double angle = arc->side * arc->angle * (double)i / (double)arc->chords;
    const double c = wend_cos(angle);
    const double s = wend_sin(angle);
    const wend_vec2 spoke = wend_vec2_sub(arc->begin, arc->centre);
    const wend_vec2 turned = {spoke.x * c - spoke.y * s, spoke.x * s + spoke.y * c};
    return wend_vec2_add(arc->centre, turned);
}

/* ---- writing ---- */

static bool push(wend_path *path, const wend_leg *leg)
{
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + 1)) {
        return false;
    }
    path->spare.items[path->spare.count++] = *leg;
    return true;
}

/* Length and cost of a leg between two other points. */
static void measure(wend_leg *leg, const wend_leg *model)
{
    const double metres = wend_vec2_distance(leg->from_point, leg->to_point);
    const double part = metres / wend_vec2_distance(model->from_point, model->to_point);
    leg->length = model->length * part;
    leg->cost = wend_cost_from_double(wend_cost_to_double(model->cost) * part);
}

static double between(double a, double b, double part)
{
    return a + (b - a) * part;
}

/* The height of a leg at a distance before its end, or after its beginning. */
static double height_before_end(const wend_leg *leg, double metres)
{
    return between(leg->to_height, leg->from_height,
                   metres / wend_vec2_distance(leg->from_point, leg->to_point));
}

static double height_after_begin(const wend_leg *leg, double metres)
{
    return between(leg->from_height, leg->to_height,
                   metres / wend_vec2_distance(leg->from_point, leg->to_point));
}

/* The chords of the corner after a leg: the first half costs as that leg does, the other half as
 * the next one. */
static bool write_arc(wend_path *path, const wend_leg *legs, const rounded_corner *arc,
                      wend_node from)
{
    const double first = height_before_end(&legs[0], arc->tangent);
    const double last = height_after_begin(&legs[1], arc->tangent);
    wend_leg chord = legs[0];
    chord.from = from;
    chord.to = legs[0].to;
    chord.edge = WEND_EDGE_NONE;
    chord.to_point = arc->begin;
    chord.to_height = first;
    for (uint32_t i = 1; i <= arc->chords; i++) {
        chord.from_point = chord.to_point;
        chord.from_height = chord.to_height;
        chord.to_point = chord_point(arc, i);
        chord.to_height = between(first, last, (double)i / (double)arc->chords);
        measure(&chord, &legs[i * 2 <= arc->chords ? 0 : 1]);
        if (!push(path, &chord)) {
            return false;
        }
        chord.from = chord.to;
    }
    return true;
}

/* The rest of leg number i between the arcs at its ends. Where nothing is left, the chord before or
 * after leads from node to node instead. */
static bool write_straight(wend_path *path, const rounding *run, size_t i,
                           const rounded_corner *before, const rounded_corner *after, wend_node *at)
{
    wend_leg leg = run->legs[i];
    if (before != NULL && before->chords > 0) {
        leg.from_point = before->end;
        leg.from_height = height_after_begin(&run->legs[i], before->tangent);
    }
    if (after->chords > 0) {
        leg.to_point = after->begin;
        leg.to_height = height_before_end(&run->legs[i], after->tangent);
    }
    const bool is_cut = (before != NULL && before->chords > 0) || after->chords > 0;
    if (is_cut) {
        measure(&leg, &run->legs[i]);
    }
    if (!is_cut || leg.length > 0) {
        *at = leg.to;
        return push(path, &leg);
    }
    *at = leg.from;
    if (after->chords == 0) {
        path->spare.items[path->spare.count - 1].to = *at = leg.to;
    }
    return true;
}

/* Writes the run into path->spare. @return false without memory. */
static bool write_run(wend_path *path, const rounding *run)
{
    rounded_corner before = {.chords = 0};
    for (size_t i = 0; i < run->count; i++) {
        rounded_corner after = {.chords = 0};
        if (i + 1 < run->count) {
            after = arc_at(run, i);
        }
        wend_node at = WEND_NODE_NONE; /* where the arc begins */
        if (!write_straight(path, run, i, i == 0 ? NULL : &before, &after, &at) ||
            (after.chords > 0 && !write_arc(path, &run->legs[i], &after, at))) {
            return false;
        }
        before = after;
    }
    return true;
}

enum { ROUNDING_COOKIE = 0x57505231 };

wend_path_rounding wend_path_rounding_default(void)
{
    wend_path_rounding how;
    memset(&how, 0, sizeof how);
    how.cookie = ROUNDING_COOKIE;
    how.error = 0.01;
    how.stops = WEND_STOPS_WALK;
    how.factor = 1;
    return how;
}

static const char function[] = "wend_path_round";

static wend_result check(const wend_path_rounding *def, wend_message *m)
{
    if (def == NULL) {
        return wendi_refuse_null(m, function, "options");
    }
    if (def->cookie != ROUNDING_COOKIE) {
        return wendi_refuse_cookie(m, function, def->cookie, "wend_path_rounding_default");
    }
    if (!(def->turn_radius > 0 && def->turn_radius <= WEND_COORDINATE_MAX)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: turn_radius is %s, and must be above 0 and at most 2^30", function,
                          wendi_format_number(def->turn_radius).text);
    }
    if (!(def->error >= 0.0001 && def->error <= 0.25)) {
        return wendi_refuse(m, function, "error", def->error, 0.0001, 0.25);
    }
    if (!(def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(m, function, "radius", def->radius, 0, WEND_COORDINATE_MAX);
    }
    return wendi_factor_is_valid(def->factor)
               ? WEND_OK
               : wendi_refuse(m, function, "factor", def->factor, 1.0 / 256, 65536);
}

static bool may_change(const wend_path_rounding *def, const wend_leg *leg)
{
    if (leg->behaviour != WEND_BEHAVIOUR_WALK) {
        return false;
    }
    if (def->keeps != NULL) {
        return !def->keeps(def->user, leg);
    }
    return leg->edge == WEND_EDGE_NONE || wendi_leg_costs_its_length(leg, def->factor);
}

/* ---- is it clear? ---- */

static bool can_walk(const rounding *run, wend_vec2 from, wend_vec2 to)
{
    const wend_path_rounding *def = run->how;
    return def->walls == NULL || wend_walls_can_walk(def->walls, from, to, def->radius, def->stops);
}

static bool is_arc_clear(const rounding *run, const rounded_corner *arc)
{
    for (uint32_t i = 0; i < arc->chords; i++) {
        if (!can_walk(run, chord_point(arc, i), chord_point(arc, i + 1))) {
            return false;
        }
    }
    return true;
}

static bool is_moved(const rounding *run, size_t corner)
{
    return corner + 1 < run->count && run->levels[corner] < LEVEL_SHARP &&
           run->levels[corner] % 2 == 1;
}

/* ---- corners that take too much of a leg, or are not clear, become tighter ---- */

static void tighten(const rounding *run, size_t corner)
{
    if (run->levels[corner] >= LEVEL_SHARP) {
        return;
    }
    run->levels[corner]++;
    for (size_t i = corner == 0 ? 0 : corner - 1; i <= corner + 1 && i + 1 < run->count; i++) {
        run->is_pending[i] = 1;
    }
}

static double tangent_of(const rounding *run, size_t corner)
{
    return corner + 1 < run->count ? arc_at(run, corner).tangent : 0;
}

/* Both arcs must fit on a leg; the one that takes more of it yields. */
static bool settle_room(const rounding *run, size_t leg)
{
    const double before = leg == 0 ? 0 : tangent_of(run, leg - 1);
    const double after = tangent_of(run, leg);
    const double length = wend_vec2_distance(corner_point(run, leg - 1), corner_point(run, leg));
    if (before + after <= length) {
        return true;
    }
    tighten(run, before > after ? leg - 1 : leg);
    return false;
}

/* The corners at a leg that are moved yield: the one after it first. */
static bool settle_leg(const rounding *run, size_t leg)
{
    /* The straight part of a leg, between the arcs at its ends. A part of the leg as it was is
     * fine. */
    const bool begins_moved = leg > 0 && is_moved(run, leg - 1);
    if (!begins_moved && !is_moved(run, leg)) {
        return true;
    }
    const wend_vec2 from = leg == 0 ? run->legs[0].from_point : arc_at(run, leg - 1).end;
    const wend_vec2 to = leg + 1 == run->count ? run->legs[leg].to_point : arc_at(run, leg).begin;
    if (can_walk(run, from, to)) {
        return true;
    }

    tighten(run, is_moved(run, leg) ? leg : leg - 1);
    return false;
}

static void update_corner(const rounding *run, size_t corner)
{
    if (!settle_room(run, corner) || !settle_room(run, corner + 1)) {
        return;
    }
    const rounded_corner arc = arc_at(run, corner);
    if (!is_arc_clear(run, &arc)) {
        tighten(run, corner);
        return;
    }
    if (settle_leg(run, corner)) {
        (void)settle_leg(run, corner + 1);
    }
}

static void settle(const rounding *run)
{
    bool is_settled = false;
    while (!is_settled) {
        is_settled = true;
        for (size_t i = 0; i + 1 < run->count; i++) {
            if (run->is_pending[i] != 0) {
                run->is_pending[i] = 0;
                update_corner(run, i);
                is_settled = false;
            }
        }
    }
}

/* ---- all of it ---- */

static uint32_t first_level(const rounding *run, size_t corner)
{
    const double turn = turn_at(run, corner);
    if (turn < 0.001) {
        return LEVEL_STRAIGHT;
    }
    return turn > 3.0543261909900767 ? LEVEL_SHARP : 0; /* 175 degrees */
}

static void count_corners(const rounding *run, wend_path_corners *corners)
{
    for (size_t i = 0; i + 1 < run->count; i++) {
        if (run->levels[i] == LEVEL_STRAIGHT) {
            continue;
        }
        const double radius = radius_at(run, i);
        corners->min_radius = radius < corners->min_radius ? radius : corners->min_radius;
        corners->round += run->levels[i] < 2;
        corners->tight += run->levels[i] >= 2 && run->levels[i] < LEVEL_SHARP;
        if (run->levels[i] == LEVEL_SHARP) {
            const double turn = turn_at(run, i);
            corners->sharp++;
            corners->sharpest_turn = turn > corners->sharpest_turn ? turn : corners->sharpest_turn;
        }
    }
}

static wend_result round_run(wend_path *path, rounding *run, wend_path_corners *corners)
{
    wendi_path_points *points = &path->points;
    if (!wendi_array_u32_resize(&points->nodes, run->count) ||
        !wendi_array_u32_resize(&points->chosen, run->count)) {
        return WEND_ERROR_MEMORY;
    }
    run->levels = points->nodes.items;
    run->is_pending = points->chosen.items;
    for (size_t i = 0; i + 1 < run->count; i++) {
        run->levels[i] = first_level(run, i);
        run->is_pending[i] = run->levels[i] == 0;
    }
    settle(run);
    count_corners(run, corners);
    return write_run(path, run) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Half of a chord's angle has the cosine 1 - error. */
static double chord_angle(double error)
{
    const double cosine = 1 - error;
    return 2 * wend_atan2(wend_sqrt(1 - cosine * cosine), cosine);
}

static wend_result round_all(wend_path *path, const wend_path_rounding *def,
                             wend_path_corners *found)
{
    const double angle = chord_angle(def->error);
    path->spare.count = 0;
    for (size_t at = 0; at < path->legs.count;) {
        /* The legs from here on that may change and follow each other; at least 1. */
        const wend_leg *legs = path->legs.items;
        size_t end = at + 1;
        while (may_change(def, &legs[at]) && end < path->legs.count &&
               may_change(def, &legs[end]) && wendi_leg_continues(&legs[end - 1], &legs[end])) {
            end++;
        }
        const size_t count = end - at;

        rounding run = {def, path->legs.items + at, count, angle, NULL, NULL};
        const wend_result result = round_run(path, &run, found);
        if (result != WEND_OK) {
            return result;
        }
        at += count;
    }
    return WEND_OK;
}

wend_result wend_path_round(wend_path *path, const wend_path_rounding *options,
                            wend_path_corners *corners)
{
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (check(options, &path->error) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_path_corners found = {.min_radius = options->turn_radius};
    path->is_busy = true;
    const wend_result result = round_all(path, options, &found);
    path->is_busy = false;
    if (result != WEND_OK) {
        return wendi_fail_plain(&path->error, function, result);
    }
    wendi_path_commit(path, path->start);
    if (corners != NULL) {
        *corners = found;
    }
    return WEND_OK;
}

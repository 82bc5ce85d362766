/* Rounds the corners of a path where walls leave room. Cost: some clearance tests a corner. */
#include "route/path/round.h"

#include "route/path/plain.h"
#include "route/path/straighten.h"

#include <string.h>

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

static wend_result check(const wend_path_rounding *how, wend_message *m)
{
    if (how == NULL) {
        return wendi_refuse_null(m, function, "how");
    }
    if (how->cookie != ROUNDING_COOKIE) {
        return wendi_refuse_cookie(m, function, how->cookie, "wend_path_rounding_default");
    }
    if (!(how->turn_radius > 0 && how->turn_radius <= WEND_COORDINATE_MAX)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: turn_radius is %s, and must be above 0 and at most 2^30", function,
                          wendi_format_number(how->turn_radius).text);
    }
    if (!(how->error >= 0.0001 && how->error <= 0.25)) {
        return wendi_refuse(m, function, "error", how->error, 0.0001, 0.25);
    }
    if (!(how->radius >= 0 && how->radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(m, function, "radius", how->radius, 0, WEND_COORDINATE_MAX);
    }
    return wendi_factor_is_valid(how->factor)
               ? WEND_OK
               : wendi_refuse(m, function, "factor", how->factor, 1.0 / 256, 65536);
}

static bool may_change(const wend_path_rounding *how, const wend_leg *leg)
{
    if (leg->behaviour != WEND_BEHAVIOUR_WALK) {
        return false;
    }
    if (how->keeps != NULL) {
        return !how->keeps(how->user, leg);
    }
    return leg->edge == WEND_EDGE_NONE || wendi_leg_costs_its_length(leg, how->factor);
}

/* ---- is it clear? ---- */

static bool can_walk(const wendi_rounding *run, wend_vec2 from, wend_vec2 to)
{
    const wend_path_rounding *how = run->how;
    return how->walls == NULL || wend_walls_can_walk(how->walls, from, to, how->radius, how->stops);
}

static bool is_arc_clear(const wendi_rounding *run, const wendi_round_arc *arc)
{
    for (uint32_t i = 0; i < arc->chords; i++) {
        if (!can_walk(run, wendi_round_point(arc, i), wendi_round_point(arc, i + 1))) {
            return false;
        }
    }
    return true;
}

static bool is_moved(const wendi_rounding *run, size_t corner)
{
    return corner + 1 < run->count && run->levels[corner] < WENDI_ROUND_SHARP &&
           run->levels[corner] % 2 == 1;
}

/* The straight part of a leg, between the arcs at its ends. A part of the leg as it was is fine. */
static bool is_leg_clear(const wendi_rounding *run, size_t leg)
{
    const bool begins_moved = leg > 0 && is_moved(run, leg - 1);
    if (!begins_moved && !is_moved(run, leg)) {
        return true;
    }
    const wend_vec2 from =
        leg == 0 ? run->legs[0].from_point : wendi_round_arc_of(run, leg - 1).end;
    const wend_vec2 to =
        leg + 1 == run->count ? run->legs[leg].to_point : wendi_round_arc_of(run, leg).begin;
    return can_walk(run, from, to);
}

/* ---- corners that take too much of a leg, or are not clear, become tighter ---- */

static void tighten(const wendi_rounding *run, size_t corner)
{
    if (run->levels[corner] >= WENDI_ROUND_SHARP) {
        return;
    }
    run->levels[corner]++;
    for (size_t i = corner == 0 ? 0 : corner - 1; i <= corner + 1 && i + 1 < run->count; i++) {
        run->is_pending[i] = 1;
    }
}

static double tangent_of(const wendi_rounding *run, size_t corner)
{
    return corner + 1 < run->count ? wendi_round_arc_of(run, corner).tangent : 0;
}

/* Both arcs must fit on a leg; the one that takes more of it yields. */
static bool settle_room(const wendi_rounding *run, size_t leg)
{
    const double before = leg == 0 ? 0 : tangent_of(run, leg - 1);
    const double after = tangent_of(run, leg);
    const double length =
        wend_vec2_distance(wendi_round_corner(run, leg - 1), wendi_round_corner(run, leg));
    if (before + after <= length) {
        return true;
    }
    tighten(run, before > after ? leg - 1 : leg);
    return false;
}

/* The corners at a leg that are moved yield: the one after it first. */
static bool settle_leg(const wendi_rounding *run, size_t leg)
{
    if (is_leg_clear(run, leg)) {
        return true;
    }
    tighten(run, is_moved(run, leg) ? leg : leg - 1);
    return false;
}

static void update_corner(const wendi_rounding *run, size_t corner)
{
    if (!settle_room(run, corner) || !settle_room(run, corner + 1)) {
        return;
    }
    const wendi_round_arc arc = wendi_round_arc_of(run, corner);
    if (!is_arc_clear(run, &arc)) {
        tighten(run, corner);
        return;
    }
    if (settle_leg(run, corner)) {
        (void)settle_leg(run, corner + 1);
    }
}

static void settle(const wendi_rounding *run)
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

static uint32_t first_level(const wendi_rounding *run, size_t corner)
{
    const double turn = wendi_round_turn(run, corner);
    if (turn < 0.001) {
        return WENDI_ROUND_STRAIGHT;
    }
    return turn > 3.0543261909900767 ? WENDI_ROUND_SHARP : 0; /* 175 degrees */
}

static void count_corners(const wendi_rounding *run, wend_path_corners *corners)
{
    for (size_t i = 0; i + 1 < run->count; i++) {
        if (run->levels[i] == WENDI_ROUND_STRAIGHT) {
            continue;
        }
        const double radius = wendi_round_radius(run, i);
        corners->least_radius = radius < corners->least_radius ? radius : corners->least_radius;
        corners->round += run->levels[i] < 2;
        corners->tight += run->levels[i] >= 2 && run->levels[i] < WENDI_ROUND_SHARP;
        if (run->levels[i] == WENDI_ROUND_SHARP) {
            const double turn = wendi_round_turn(run, i);
            corners->sharp++;
            corners->sharpest_turn = turn > corners->sharpest_turn ? turn : corners->sharpest_turn;
        }
    }
}

static wend_result round_run(wend_path *path, wendi_rounding *run, wend_path_corners *corners)
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
    return wendi_round_write(path, run) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* How many legs from `first` on may change and follow each other; at least 1. */
static size_t run_length(const wend_path *path, const wend_path_rounding *how, size_t first)
{
    const wend_leg *legs = path->legs.items;
    size_t end = first + 1;
    while (may_change(how, &legs[first]) && end < path->legs.count && may_change(how, &legs[end]) &&
           wendi_leg_continues(&legs[end - 1], &legs[end])) {
        end++;
    }
    return end - first;
}

/* Half of a chord's angle has the cosine 1 - error. */
static double chord_angle(double error)
{
    const double cosine = 1 - error;
    return 2 * wend_atan2(wend_sqrt(1 - cosine * cosine), cosine);
}

static wend_result round_all(wend_path *path, const wend_path_rounding *how,
                             wend_path_corners *found)
{
    const double angle = chord_angle(how->error);
    path->spare.count = 0;
    for (size_t at = 0; at < path->legs.count;) {
        const size_t count = run_length(path, how, at);
        wendi_rounding run = {how, path->legs.items + at, count, angle, NULL, NULL};
        const wend_result result = round_run(path, &run, found);
        if (result != WEND_OK) {
            return result;
        }
        at += count;
    }
    return WEND_OK;
}

wend_result wend_path_round(wend_path *path, const wend_path_rounding *how,
                            wend_path_corners *corners)
{
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (check(how, &path->error) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_path_corners found = {.least_radius = how->turn_radius};
    path->is_busy = true;
    const wend_result result = round_all(path, how, &found);
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

/* The geometry of rounded corners: arcs, and the legs with them.
 * Cost: constant a corner; a sine and cosine for each chord. */
#include "route/path/round.h"

static wend_vec2 direction(wend_vec2 from, wend_vec2 to)
{
    return wend_vec2_normalize(wend_vec2_sub(to, from));
}

double wendi_round_turn(const wendi_rounding *run, size_t corner)
{
    const wend_leg *leg = &run->legs[corner];
    const wend_vec2 in = direction(leg->from_point, leg->to_point);
    const wend_vec2 out = direction(leg[1].from_point, leg[1].to_point);
    const double cross = wend_vec2_cross(in, out);
    const double dot = wend_vec2_dot(in, out);
    const bool is_turn = cross < 0 || cross > 0 || dot < 0; /* not so where a leg has no length */
    return is_turn ? wend_atan2(cross < 0 ? -cross : cross, dot) : 0;
}

double wendi_round_radius(const wendi_rounding *run, size_t corner)
{
    const uint32_t level = run->levels[corner];
    return level >= WENDI_ROUND_SHARP ? 0
                                      : run->how->turn_radius / (double)((uint32_t)1 << level / 2);
}

/* From a corner to where it has to be so that the arc passes it on its outer side, chords too. */
static wend_vec2 outward(const wendi_rounding *run, size_t corner)
{
    const wend_leg *leg = &run->legs[corner];
    const wend_vec2 in = direction(leg->from_point, leg->to_point);
    const wend_vec2 out = direction(leg[1].from_point, leg[1].to_point);
    const double half_cosine = wend_sqrt((1 + wend_vec2_dot(in, out)) / 2);
    const double far =
        wendi_round_radius(run, corner) * (1 / half_cosine - 1 + run->how->error * 1.0625);
    return wend_vec2_scale(wend_vec2_normalize(wend_vec2_sub(in, out)), far);
}

wend_vec2 wendi_round_corner(const wendi_rounding *run, size_t corner)
{
    if (corner == SIZE_MAX) {
        return run->legs[0].from_point;
    }
    const wend_vec2 point = run->legs[corner].to_point;
    const bool is_moved = corner + 1 < run->count && run->levels[corner] < WENDI_ROUND_SHARP &&
                          run->levels[corner] % 2 == 1;
    return is_moved ? wend_vec2_add(point, outward(run, corner)) : point;
}

wendi_round_arc wendi_round_arc_of(const wendi_rounding *run, size_t corner)
{
    const wend_vec2 before = wendi_round_corner(run, corner - 1);
    const wend_vec2 at = wendi_round_corner(run, corner);
    const wend_vec2 after = wendi_round_corner(run, corner + 1);
    wendi_round_arc arc = {.corner = at, .begin = at, .end = at, .centre = at};
    arc.radius = wendi_round_radius(run, corner);
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

wend_vec2 wendi_round_point(const wendi_round_arc *arc, uint32_t i)
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

/* The height of a leg so many metres before its end, or after its beginning. */
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
static bool write_arc(wend_path *path, const wend_leg *legs, const wendi_round_arc *arc,
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
        chord.to_point = wendi_round_point(arc, i);
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
static bool write_straight(wend_path *path, const wendi_rounding *run, size_t i,
                           const wendi_round_arc *before, const wendi_round_arc *after,
                           wend_node *at)
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

bool wendi_round_write(wend_path *path, const wendi_rounding *run)
{
    wendi_round_arc before = {.chords = 0};
    for (size_t i = 0; i < run->count; i++) {
        wendi_round_arc after = {.chords = 0};
        if (i + 1 < run->count) {
            after = wendi_round_arc_of(run, i);
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

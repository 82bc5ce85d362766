/* Tangents of circles around corners, and where a disc can roll around a corner.
 * Cost: constant, and a wall test for each piece. */
#include "base/math/predicates.h"
#include "world/graph_build/expanded.h"
#include "world/walls/traversal.h"

#include <string.h>

static const double pi = 3.141592653589793;

static wend_vec2 beyond(wend_vec2 centre, wend_vec2 n, double radius)
{
    return (wend_vec2){centre.x + radius * n.x, centre.y + radius * n.y};
}

bool wendi_bitangent(wend_vec2 a, wend_vec2 b, double radius, int kind, wendi_tangent *tangent)
{
    const wend_vec2 d = wend_vec2_sub(b, a);
    const double length = wend_vec2_length(d);
    const wend_vec2 along = {d.x / length, d.y / length};
    const wend_vec2 aside = wend_vec2_perpendicular(along);
    const double sign = (kind & 1) == 0 ? 1 : -1;
    double cosine = 0;
    double sine = sign;
    if (kind >= 2) {
        if (!(length > 2 * radius)) {
            return false;
        }
        cosine = 2 * radius / length;
        sine = sign * wend_sqrt((length - 2 * radius) * (length + 2 * radius)) / length;
    }
    tangent->from_n =
        (wend_vec2){cosine * along.x + sine * aside.x, cosine * along.y + sine * aside.y};
    tangent->to_n = kind < 2 ? tangent->from_n : wend_vec2_scale(tangent->from_n, -1);
    tangent->from = beyond(a, tangent->from_n, radius);
    tangent->to = beyond(b, tangent->to_n, radius);
    return true;
}

void wendi_point_tangent(wend_vec2 point, wend_vec2 centre, double radius, int kind,
                         wendi_tangent *tangent)
{
    const wend_vec2 d = wend_vec2_sub(point, centre);
    const double length = wend_vec2_length(d);
    const wend_vec2 along = wend_vec2_normalize(d);
    memset(tangent, 0, sizeof *tangent);
    tangent->from = point;
    if (!(length > radius)) {
        tangent->to = point;
        tangent->to_n = along;
        return;
    }
    const wend_vec2 aside = wend_vec2_perpendicular(along);
    const double cosine = radius / length;
    const double sine =
        (kind == 0 ? 1 : -1) * wend_sqrt((length - radius) * (length + radius)) / length;
    tangent->to_n =
        (wend_vec2){cosine * along.x + sine * aside.x, cosine * along.y + sine * aside.y};
    tangent->to = beyond(centre, tangent->to_n, radius);
}

static bool can_go(const wendi_corners *corners, const wendi_tangent *t, double radius)
{
    return wend_walls_can_walk(corners->walls, t->from, t->to, radius, corners->stops);
}

/* A segment along circles of the radius that keeps nearly the radius from all other walls
 * counts, provided either circles with spare or these very ones pass exactly. */
static uint8_t bits_of(const wendi_corners *corners, uint32_t i, uint32_t j, int kind)
{
    const wendi_corner *a = &corners->items[i];
    const wendi_corner *b = &corners->items[j];
    wendi_tangent exact;
    wendi_tangent wide;
    if (!wendi_bitangent(a->position, b->position, corners->radius, kind, &exact) ||
        !wendi_corner_is_free(a, exact.from_n) || !wendi_corner_is_free(b, exact.to_n)) {
        return 0;
    }
    const double less = corners->radius - 2 * corners->spare;
    if (!can_go(corners, &exact, less > 0 ? less : 0)) {
        return 0;
    }
    const double reach = wendi_corners_reach(corners, false);
    if (wendi_bitangent(a->position, b->position, reach, kind, &wide) &&
        can_go(corners, &wide, corners->radius)) {
        return (uint8_t)(1u << kind);
    }
    const unsigned bit = can_go(corners, &exact, corners->radius) ? 16u : 0u;
    return (uint8_t)(bit << kind);
}

uint8_t wendi_corners_bitangents(const wendi_corners *corners, uint32_t i, uint32_t j)
{
    uint8_t bits = 0;
    for (int kind = 0; kind < WENDI_BITANGENTS; ++kind) {
        bits = (uint8_t)(bits | bits_of(corners, i, j, kind));
    }
    return bits;
}

/* ---- arcs ---- */

double wendi_angle_between(wend_vec2 from, wend_vec2 to)
{
    const double cross = wend_vec2_cross(from, to);
    const double dot = wend_vec2_dot(from, to);
    const double turn = wend_atan2(cross, dot);
    if (turn >= 0) {
        return turn;
    }
    return turn > -1e-9 ? 0 : turn + 2 * pi;
}

uint64_t wendi_direction_key(wend_vec2 direction)
{
    const double x = direction.x;
    const double y = direction.y;
    const double part = y / ((x < 0 ? -x : x) + (y < 0 ? -y : y));
    double turn = x < 0 ? 2 - part : (y < 0 ? 4 + part : part); /* 0 to 4, counter-clockwise */
    turn += 0.0;
    uint64_t bits;
    memcpy(&bits, &turn, sizeof bits);
    return bits;
}

/* An arc around a centre, and the least distance of walls. */
typedef struct rolling_arc {
    wend_vec2 centre, from, to;
    double turn, radius, least;
} rolling_arc;

static bool is_beside(const rolling_arc *s, wend_vec2 direction)
{
    /* A point opposite lies on the line of both ends of an arc of no length. */
    if (s->turn < 1 && !(wend_vec2_dot(s->from, direction) > 0)) {
        return false;
    }
    if (s->turn <= pi) {
        return wend_vec2_cross(s->from, direction) >= 0 && wend_vec2_cross(direction, s->to) >= 0;
    }
    return !(wend_vec2_cross(s->to, direction) > 0 && wend_vec2_cross(direction, s->from) > 0);
}

/* True if this point lies beside the arc, as seen from the centre, and too near to it. */
static bool is_near_point(const rolling_arc *s, wend_vec2 point)
{
    const double away = wend_vec2_length(point) - s->radius;
    return (away < 0 ? -away : away) < s->least && is_beside(s, point);
}

/* True if an edge is nearer to the arc than allowed. Its nearest point is an end of it, or the
 * foot of the centre, or where it crosses; the arc's ends were tested before. */
static bool is_near_edge(const rolling_arc *s, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 from = wend_vec2_sub(a, s->centre);
    const wend_vec2 to = wend_vec2_sub(b, s->centre);
    const wend_vec2 along = wend_vec2_sub(b, a);
    const double square = wend_vec2_dot(along, along);
    if (is_near_point(s, from) || is_near_point(s, to)) {
        return true;
    }
    if (!(square > 0)) {
        return false;
    }
    const double at = -wend_vec2_dot(from, along) / square;
    const wend_vec2 foot = wend_vec2_lerp(from, to, at);
    if (at > 0 && at < 1 && is_near_point(s, foot)) {
        return true;
    }
    const double deep = s->radius * s->radius - wend_vec2_dot(foot, foot);
    const double half = deep > 0 ? wend_sqrt(deep / square) : 0;
    const wend_vec2 one = wend_vec2_lerp(from, to, at - half);
    const wend_vec2 other = wend_vec2_lerp(from, to, at + half);
    return deep > 0 && ((at - half > 0 && at - half < 1 && is_beside(s, one)) ||
                        (at + half > 0 && at + half < 1 && is_beside(s, other)));
}

static bool is_arc_free(const wendi_corners *corners, const rolling_arc *s)
{
    const wend_walls *walls = corners->walls;
    const wendi_capsule lane = wendi_capsule_make(s->centre, s->centre, s->radius + s->least);
    wendi_wall_traversal walk;
    wendi_wall_traversal_begin(&walk, &walls->edge_tree, &lane);
    for (uint32_t e; wendi_wall_traversal_next(&walk, &lane, &e);) {
        const wendi_wall_edge *edge = &walls->edges[e];
        if ((edge->stops & corners->stops) != 0 && is_near_edge(s, edge->a, edge->b)) {
            return false;
        }
    }
    return true;
}

bool wendi_corner_can_roll(const wendi_corners *corners, const wendi_corner *corner, wend_vec2 from,
                           wend_vec2 to)
{
    const double turn = wendi_angle_between(from, to);
    const double half_sine = wend_sin(turn / 2);
    const double half_cosine = wend_cos(turn / 2);
    const wend_vec2 middle = {half_cosine * from.x - half_sine * from.y,
                              half_sine * from.x + half_cosine * from.y};
    if (!wendi_corner_is_free(corner, middle)) {
        return false;
    }
    const rolling_arc s = {corner->position,
                           from,
                           to,
                           turn,
                           wendi_corners_reach(corners, false),
                           corners->radius - 2 * corners->spare};
    return is_arc_free(corners, &s);
}

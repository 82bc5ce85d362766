/* Remembers walls that stopped a straight walk from one position, to rule out other points and
 * squares.
 * Cost: up to three signs of areas for each corner and shadow. */
#include "world/graph/shadow.h"

#include "base/math/bits.h"
#include "base/math/predicates.h"

#include <math.h>

static bool is_in(const wendi_shadows *shadows, uint32_t i, wend_vec2 point)
{
    const wend_vec2 a = shadows->a[i];
    const wend_vec2 b = shadows->b[i];
    return wendi_orient(a, b, point) < 0 && wendi_orient(shadows->position, a, point) > 0 &&
           wendi_orient(shadows->position, b, point) < 0;
}

bool wendi_shadows_contain(const wendi_shadows *shadows, wend_vec2 point)
{
    for (uint32_t i = 0; i < shadows->count; ++i) {
        if (is_in(shadows, i, point)) {
            return true;
        }
    }
    return false;
}

bool wendi_shadows_contain_square(const wendi_shadows *shadows, wend_vec2 low, double side)
{
    const wend_vec2 high = {low.x + side, low.y + side};
    for (uint32_t i = 0; i < shadows->count; ++i) {
        if (is_in(shadows, i, low) && is_in(shadows, i, high) &&
            is_in(shadows, i, (wend_vec2){low.x, high.y}) &&
            is_in(shadows, i, (wend_vec2){high.x, low.y})) {
            return true;
        }
    }
    return false;
}

/* Keeps the edge if the point lies in its shadow. */
static bool keep(wendi_shadows *shadows, wend_vec2 a, wend_vec2 b, wend_vec2 point)
{
    const double turn = wendi_orient(shadows->position, a, b);
    if (turn <= 0 && turn >= 0) {
        return false;
    }
    shadows->a[shadows->count] = turn > 0 ? a : b;
    shadows->b[shadows->count] = turn > 0 ? b : a;
    if (!is_in(shadows, shadows->count, point)) {
        return false;
    }
    ++shadows->count;
    return true;
}

/* ---- directions ---- */

/* The direction of a vector as 0 to 4 quarters: rises with its angle. */
static double quarters_of(wend_vec2 v)
{
    const double size = fabs(v.x) + fabs(v.y);
    const double along = v.x / size;
    return v.y >= 0 ? 1 - along : 3 + along;
}

/* The direction that passes an end at the radius: right of it (sign -1) or left. */
static double direction_past(const wendi_shadows *shadows, wend_vec2 end, double radius,
                             double sign)
{
    const wend_vec2 v = wend_vec2_sub(end, shadows->position);
    const double away = wend_vec2_length(v);
    const double sine = radius < away ? radius / away : 1;
    const double cosine = wend_sqrt(1 - sine * sine);
    const wend_vec2 turned = {v.x * cosine - sign * v.y * sine, sign * v.x * sine + v.y * cosine};
    return quarters_of(turned);
}

/* Keeps the directions that an edge blocks. Rounding must not widen them: the radius is reduced
 * a little. */
static void keep_side(wendi_shadows *shadows, wend_vec2 a, wend_vec2 b, double radius)
{
    const bool is_left = wendi_orient(shadows->position, a, b) > 0;
    const double less = radius * (1 - 1e-9);
    wendi_blocked_arc side;
    side.from = direction_past(shadows, is_left ? a : b, less, -1);
    side.to = direction_past(shadows, is_left ? b : a, less, 1);
    side.to += side.to < side.from ? 4 : 0;
    const double to_a = wend_vec2_distance(shadows->position, a);
    const double to_b = wend_vec2_distance(shadows->position, b);
    side.away = (to_a > to_b ? to_a : to_b) + radius;
    uint32_t at = shadows->side_count;
    for (; at > 0 && shadows->sides[at - 1].from > side.from; --at) {
        shadows->sides[at] = shadows->sides[at - 1];
    }
    shadows->sides[at] = side;
    ++shadows->side_count;
}

double wendi_shadows_reach(const wendi_shadows *shadows)
{
    const double overlap = 1e-9; /* margin for rounding */
    const double gap = wendi_f64_of_bits(UINT64_C(0x7ff) << 52);
    if (shadows->side_count == 0) {
        return gap;
    }
    /* Twice around, so that arcs across 0 are joined to those before them. */
    double covered = shadows->sides[0].to;
    double away = shadows->sides[0].away;
    for (uint32_t i = 1; i < 2 * shadows->side_count; ++i) {
        const wendi_blocked_arc *side = &shadows->sides[i % shadows->side_count];
        const double turn = i < shadows->side_count ? 0 : 4;
        if (side->from + turn + overlap > covered) {
            return gap;
        }
        covered = side->to + turn > covered ? side->to + turn : covered;
        away = side->away > away ? side->away : away;
        if (covered >= shadows->sides[0].from + 4 + overlap && i >= shadows->side_count - 1) {
            return away;
        }
    }
    return gap;
}

/* The edge of a wall nearest to a hit. */
static size_t edge_of(const wend_wall *wall, wend_vec2 point)
{
    size_t best = 0;
    double best_away = wendi_f64_of_bits(UINT64_C(0x7ff) << 52);
    for (size_t i = 0; i < wall->count; ++i) {
        const wend_vec2 a = wall->points[i];
        const wend_vec2 direction =
            wend_vec2_sub(wall->points[i + 1 == wall->count ? 0 : i + 1], a);
        const double square = wend_vec2_dot(direction, direction);
        double t = square > 0 ? wend_vec2_dot(wend_vec2_sub(point, a), direction) / square : 0;
        t = t > 0 ? t : 0;
        t = t < 1 ? t : 1;
        const double away =
            wend_vec2_distance(point, wend_vec2_add(a, wend_vec2_scale(direction, t)));
        if (away < best_away) {
            best_away = away;
            best = i;
        }
    }
    return best;
}

void wendi_shadows_add(wendi_shadows *shadows, wend_vec2 point, double radius, uint32_t stops)
{
    wend_wall_hit hit;
    wend_wall wall;
    if ((shadows->count == WENDI_SHADOWS && shadows->side_count == WENDI_BLOCKED_ARCS) ||
        !wend_walls_sweep(shadows->walls, shadows->position, point, radius, stops, &hit) ||
        wend_walls_get(shadows->walls, hit.wall, &wall) != WEND_OK) {
        return;
    }
    if (shadows->side_count < WENDI_BLOCKED_ARCS) {
        const size_t i = edge_of(&wall, hit.point);
        keep_side(shadows, wall.points[i], wall.points[i + 1 == wall.count ? 0 : i + 1], radius);
    }
    for (size_t i = 0; i < wall.count && shadows->count < WENDI_SHADOWS; ++i) {
        const wend_vec2 next = wall.points[i + 1 == wall.count ? 0 : i + 1];
        if (keep(shadows, wall.points[i], next, point)) {
            return;
        }
    }
}

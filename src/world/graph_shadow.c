/* takes: a place, and points that cannot be walked to from there.
 * gives: other points and squares of which the same is certain.
 * cost:  up to three signs of areas a corner and shadow. */
#include "world/graph_shadow.h"

#include "base/exact.h"

static bool is_in(const wendi_shadows *shadows, uint32_t i, wend_vec2 point)
{
    const wend_vec2 a = shadows->a[i];
    const wend_vec2 b = shadows->b[i];
    return wendi_orient(a, b, point) < 0 && wendi_orient(shadows->place, a, point) > 0 &&
           wendi_orient(shadows->place, b, point) < 0;
}

bool wendi_shadows_have(const wendi_shadows *shadows, wend_vec2 point)
{
    for (uint32_t i = 0; i < shadows->count; ++i) {
        if (is_in(shadows, i, point)) {
            return true;
        }
    }
    return false;
}

bool wendi_shadows_have_square(const wendi_shadows *shadows, wend_vec2 low, double side)
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
    const double turn = wendi_orient(shadows->place, a, b);
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

void wendi_shadows_learn(wendi_shadows *shadows, wend_vec2 point, double radius, uint32_t stops)
{
    wend_wall_hit hit;
    wend_wall wall;
    if (shadows->count == WENDI_SHADOWS ||
        !wend_walls_sweep(shadows->walls, shadows->place, point, radius, stops, &hit) ||
        wend_walls_get(shadows->walls, hit.wall, &wall) != WEND_OK) {
        return;
    }
    for (size_t i = 0; i < wall.count; ++i) {
        const wend_vec2 next = wall.points[i + 1 == wall.count ? 0 : i + 1];
        if (keep(shadows, wall.points[i], next, point)) {
            return;
        }
    }
}

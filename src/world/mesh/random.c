/* takes: a mesh and three numbers that chance is made of.
 * gives: a place on open ground, equally likely everywhere by area.
 * cost:  a bisection over the sums of surfaces, some 100 ns; more tries where much is closed. */
#include "world/mesh/random.h"

enum { TRIES = 64 };

/* A word of chance: the draws of one question differ by their number. */
double wendi_mesh_random_unit(const wendi_mesh_random *dice, uint64_t draw)
{
    return wend_random_unit(dice->seed, wend_random(dice->seed, dice->id, dice->tick), draw);
}

wend_vec2 wendi_mesh_point_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, double u, double v)
{
    /* A point of the parallelogram's far half is turned back into the triangle. */
    const bool is_far = u + v > 1;
    const double s = is_far ? 1 - u : u;
    const double t = is_far ? 1 - v : v;
    return (wend_vec2){a.x + (b.x - a.x) * s + (c.x - a.x) * t,
                       a.y + (b.y - a.y) * s + (c.y - a.y) * t};
}

/* The polygon in which a sum of surfaces lies; the last one with any surface at the end. */
static wend_node polygon_at(const wend_mesh *m, double sum)
{
    uint32_t low = 0;
    uint32_t high = m->polygon_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (m->sums[middle] <= sum) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static wend_mesh_location place_in(const wend_mesh *m, wend_node p, double share, double u,
                                   double v)
{
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    double left = share * 2 * wend_mesh_get_polygon(m, p).surface;
    uint32_t c = m->firsts[p] + 1;
    for (; c + 2 < m->firsts[p + 1]; ++c) {
        const double twice =
            wendi_mesh_twice_area(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1));
        if (left < twice) {
            break;
        }
        left -= twice;
    }
    const wend_vec2 at = wendi_mesh_point_in_triangle(apex, wendi_mesh_point(m, c),
                                                      wendi_mesh_point(m, c + 1), u, v);
    return wendi_mesh_snap_location(m, p, at.x, at.y);
}

/* Where most is closed: by the sums of what is open. */
static wend_node open_polygon_at(const wend_mesh *m, double share)
{
    double whole = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        whole += wendi_mesh_can_enter(m, p) ? m->sums[p + 1] - m->sums[p] : 0;
    }
    wend_node found = WEND_NODE_NONE;
    double left = share * whole;
    for (wend_node p = 0; p < m->polygon_count && (found == WEND_NODE_NONE || left >= 0); ++p) {
        if (wendi_mesh_can_enter(m, p)) {
            found = p;
            left -= m->sums[p + 1] - m->sums[p];
        }
    }
    return found;
}

wend_result wend_mesh_random_location(const wend_mesh *m, uint64_t seed, uint64_t id, uint64_t tick,
                                      wend_mesh_location *place)
{
    if (place != NULL) {
        *place = wend_mesh_location_at(0, 0, 0);
    }
    if (m == NULL || place == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_random dice = {seed, id, tick};
    wend_node p = WEND_NODE_NONE;
    uint64_t draw = 3;
    for (int i = 0; i < TRIES && p == WEND_NODE_NONE; ++i) {
        p = polygon_at(m, wendi_mesh_random_unit(&dice, draw++) * m->sums[m->polygon_count]);
        p = wendi_mesh_can_enter(m, p) ? p : WEND_NODE_NONE;
    }
    p = p == WEND_NODE_NONE ? open_polygon_at(m, wendi_mesh_random_unit(&dice, draw)) : p;
    if (p == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    *place = place_in(m, p, wendi_mesh_random_unit(&dice, 0), wendi_mesh_random_unit(&dice, 1),
                      wendi_mesh_random_unit(&dice, 2));
    return WEND_OK;
}

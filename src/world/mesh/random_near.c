/* takes: a place, a radius and three numbers that chance is made of.
 * gives: a place within the circle, equally likely everywhere by area on what is joined to the
 *        centre inside of it.
 * cost:  the polygons in the circle, some 200 ns each.
 *
 * The polygons are found by spreading from the centre over edges nearer than the radius. Triangles
 * of their fans are cut to the square around the circle, one is drawn by area, and a point of it;
 * one that lies beside the circle is drawn again. That is exactly uniform, and hits three times of
 * four where ground is everywhere. In circles with more polygons than fit a list of fixed size
 * points are drawn of the whole circle (or mesh, if that is smaller), till one lies on the island
 * of the centre. */
#include "world/mesh/random.h"

enum { NEAR_MAX = 512, SLOTS = 1024, TRIES = 4096, CUT_MAX = 8 };

typedef struct around {
    const wend_mesh *m;
    wend_vec2 at;
    double radius;
    uint32_t count;
    wend_node polygons[NEAR_MAX];
    double surfaces[NEAR_MAX]; /* twice, within the square */
    uint32_t slots[SLOTS];     /* polygons + 1, by hash */
} around;

/* ---- which polygons ---- */

/* @return false when there is no room; true also when it was there. */
static bool meet(around *a, wend_node p)
{
    uint32_t slot = (uint32_t)(p * (uint64_t)0x9e3779b1) % SLOTS;
    while (a->slots[slot] != 0) {
        if (a->slots[slot] == p + 1) {
            return true;
        }
        slot = (slot + 1) % SLOTS;
    }
    if (a->count == NEAR_MAX) {
        return false;
    }
    a->slots[slot] = p + 1;
    a->polygons[a->count++] = p;
    return true;
}

static bool spread_from(around *a, wend_node p)
{
    const wend_mesh *m = a->m;
    for (uint32_t c = m->firsts[p]; c < m->firsts[p + 1]; ++c) {
        const wend_node beyond = m->neighbours[c];
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond)) {
            continue;
        }
        const wend_vec2 on = wendi_mesh_closest_on_segment(
            wendi_mesh_point(m, c), wendi_mesh_point(m, wendi_mesh_next(m, p, c)), a->at);
        if (wendi_compare_distance(on, a->at, a->radius) <= 0 && !meet(a, beyond)) {
            return false;
        }
    }
    return true;
}

static bool spread(around *a, wend_node from)
{
    (void)meet(a, from);
    for (uint32_t i = 0; i < a->count; ++i) {
        if (!spread_from(a, a->polygons[i])) {
            return false;
        }
    }
    return true;
}

/* ---- triangles cut to a square ---- */

typedef struct cut {
    wend_vec2 points[CUT_MAX];
    uint32_t count;
} cut;

/* What lies on the good side of one side of the square: axis 0 = x, sign 1 = below the limit. */
static void cut_side(cut *shape, int axis, double sign, double limit)
{
    cut result;
    result.count = 0;
    for (uint32_t i = 0; i < shape->count; ++i) {
        const wend_vec2 a = shape->points[i];
        const wend_vec2 b = shape->points[i + 1 == shape->count ? 0 : i + 1];
        const double of_a = limit - sign * (axis == 0 ? a.x : a.y);
        const double of_b = limit - sign * (axis == 0 ? b.x : b.y);
        if (of_a >= 0 && result.count < CUT_MAX) {
            result.points[result.count++] = a;
        }
        if ((of_a < 0) != (of_b < 0) && result.count < CUT_MAX) {
            const double t = of_a / (of_a - of_b);
            result.points[result.count++] =
                (wend_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        }
    }
    *shape = result;
}

static cut cut_triangle(const around *a, wend_node p, uint32_t c)
{
    cut shape = {.points = {wendi_mesh_point(a->m, a->m->firsts[p]), wendi_mesh_point(a->m, c),
                            wendi_mesh_point(a->m, c + 1)},
                 .count = 3};
    cut_side(&shape, 0, 1, a->at.x + a->radius);
    cut_side(&shape, 0, -1, a->radius - a->at.x);
    cut_side(&shape, 1, 1, a->at.y + a->radius);
    cut_side(&shape, 1, -1, a->radius - a->at.y);
    return shape;
}

static double surface_of(const cut *shape)
{
    double twice = 0;
    for (uint32_t i = 1; i + 1 < shape->count; ++i) {
        twice += wendi_mesh_twice_area(shape->points[0], shape->points[i], shape->points[i + 1]);
    }
    return twice;
}

static double measure(around *a)
{
    double whole = 0;
    for (uint32_t i = 0; i < a->count; ++i) {
        const wend_node p = a->polygons[i];
        a->surfaces[i] = 0;
        for (uint32_t c = a->m->firsts[p] + 1; c + 1 < a->m->firsts[p + 1]; ++c) {
            const cut shape = cut_triangle(a, p, c);
            a->surfaces[i] += surface_of(&shape);
        }
        whole += a->surfaces[i];
    }
    return whole;
}

/* A point of the cut triangle in which the rest of a sum lies. */
static wend_vec2 point_in(const around *a, wend_node p, double left, double u, double v)
{
    wend_vec2 at = a->at;
    for (uint32_t c = a->m->firsts[p] + 1; c + 1 < a->m->firsts[p + 1]; ++c) {
        const cut shape = cut_triangle(a, p, c);
        for (uint32_t i = 1; i + 1 < shape.count; ++i) {
            const double twice =
                wendi_mesh_twice_area(shape.points[0], shape.points[i], shape.points[i + 1]);
            if (twice > 0) {
                at = wendi_mesh_point_in_triangle(shape.points[0], shape.points[i],
                                                  shape.points[i + 1], u, v);
            }
            if (left < twice) {
                return at;
            }
            left -= twice;
        }
    }
    return at;
}

/* ---- drawing ---- */

static bool draw_listed(around *a, const wendi_mesh_random *dice, wend_mesh_location *place)
{
    const double whole = measure(a);
    for (uint64_t draw = 0; draw < 3 * TRIES; draw += 3) {
        double left = wendi_mesh_random_unit(dice, draw) * whole;
        uint32_t i = 0;
        while (i + 1 < a->count && left >= a->surfaces[i]) {
            left -= a->surfaces[i++];
        }
        const wend_vec2 at =
            point_in(a, a->polygons[i], left, wendi_mesh_random_unit(dice, draw + 1),
                     wendi_mesh_random_unit(dice, draw + 2));
        if (wendi_compare_distance(at, a->at, a->radius) <= 0) {
            *place = wendi_mesh_snap_location(a->m, a->polygons[i], at.x, at.y);
            return true;
        }
    }
    return false;
}

static bool draw_any(const around *a, wend_node from, double z, const wendi_mesh_random *dice,
                     wend_mesh_location *place)
{
    const wend_mesh *m = a->m;
    const bool from_mesh = m->sums[m->polygon_count] < 4 * a->radius * a->radius;
    for (uint64_t draw = 0; draw < 2 * TRIES; draw += 2) {
        wend_mesh_location at = {a->at.x + (2 * wendi_mesh_random_unit(dice, draw) - 1) * a->radius,
                                 a->at.y +
                                     (2 * wendi_mesh_random_unit(dice, draw + 1) - 1) * a->radius,
                                 z, WEND_NODE_NONE};
        if (from_mesh) {
            (void)wend_mesh_random_location(m, dice->seed, dice->id,
                                            wend_random(dice->seed, dice->tick, draw), &at);
        } else {
            at.polygon = wend_mesh_locate(m, at.x, at.y, z);
        }
        if (at.polygon != WEND_NODE_NONE && wendi_mesh_can_enter(m, at.polygon) &&
            m->islands[at.polygon] == m->islands[from] &&
            wendi_compare_distance((wend_vec2){at.x, at.y}, a->at, a->radius) <= 0) {
            *place = wendi_mesh_snap_location(m, at.polygon, at.x, at.y);
            return true;
        }
    }
    return false;
}

static void around_init(around *a, const wend_mesh *m, const wend_mesh_location *centre,
                        double radius)
{
    a->m = m;
    a->at = (wend_vec2){wendi_flush_coordinate(centre->x), wendi_flush_coordinate(centre->y)};
    a->radius = radius;
    a->count = 0;
    for (uint32_t i = 0; i < SLOTS; ++i) {
        a->slots[i] = 0;
    }
}

wend_result wend_mesh_random_near(const wend_mesh *m, wend_mesh_location centre, double radius,
                                  uint64_t seed, uint64_t id, uint64_t tick,
                                  wend_mesh_location *place)
{
    if (place != NULL) {
        *place = wend_mesh_location_at(0, 0, 0);
    }
    if (m == NULL || place == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_node from = wendi_mesh_polygon_of(m, &centre);
    if (from == WEND_NODE_NONE || !wendi_mesh_can_enter(m, from)) {
        return WEND_NO_PATH;
    }
    const wendi_mesh_random dice = {seed, id, tick};
    around a;
    around_init(&a, m, &centre, radius);
    const bool is_found = spread(&a, from) ? draw_listed(&a, &dice, place)
                                           : draw_any(&a, from, centre.z, &dice, place);
    if (!is_found) {
        /* So little ground that chance does not hit it: the centre. */
        *place = wendi_mesh_snap_location(m, from, centre.x, centre.y);
    }
    return WEND_OK;
}

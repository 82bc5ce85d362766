/* Random locations, equally likely everywhere by area: on open polygons of the mesh, or within a
 * circle on what is connected to its centre.
 * Cost: on the mesh: a bisection over the sums of areas, some 100 ns, and more tries where much is
 * closed. In a circle: some 200 ns for each polygon in it.
 *
 * In a circle, polygons are found by spreading from the centre over edges nearer than the radius.
 * The triangles of their fans are cut to the square around the circle, one is drawn by area, and
 * then a point of it; a point beside the circle is drawn again. That is exactly uniform, and hits
 * three times of four where ground is everywhere. In circles with more polygons than a list of
 * fixed size holds, points of the whole circle (or mesh, if that is smaller) are drawn until one
 * lies on the island of the centre. */
#include "wend/walls.h"
#include "world/mesh/carve.h"

enum { TRIES = 64 };

/* Draws of one query differ by their number. */
/* The numbers that a draw depends on. */
typedef struct mesh_random {
    uint64_t seed, id, tick;
} mesh_random;

/* In [0, 1), another number for each draw. */
static double random_unit(const mesh_random *random, uint64_t draw)
{
    return wend_random_unit(random->seed, wend_random(random->seed, random->id, random->tick),
                            draw);
}

/* A point of a triangle, uniform if u and v are. */
static wend_vec2 point_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, double u, double v)
{
    /* A point in the parallelogram's far half is mirrored into the triangle. */
    const bool is_far = u + v > 1;
    const double s = is_far ? 1 - u : u;
    const double t = is_far ? 1 - v : v;
    return (wend_vec2){a.x + (b.x - a.x) * s + (c.x - a.x) * t,
                       a.y + (b.y - a.y) * s + (c.y - a.y) * t};
}

/* The polygon in which a sum of areas lies; the last one with any area at the end. */
static wend_node polygon_at(const wend_mesh *m, double sum)
{
    uint32_t low = 0;
    uint32_t high = m->base_count;
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

static wend_mesh_location location_in(const wend_mesh *m, wend_node p, double share, double u,
                                      double v)
{
    const wend_vec2 apex = wendi_mesh_point(m, m->firsts[p]);
    double left = share * 2 * wend_mesh_get_polygon(m, p).surface;
    uint32_t c = m->firsts[p] + 1;
    for (; c + 2 < m->ends[p]; ++c) {
        const double twice =
            wendi_mesh_twice_area(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1));
        if (left < twice) {
            break;
        }
        left -= twice;
    }
    const wend_vec2 at =
        point_in_triangle(apex, wendi_mesh_point(m, c), wendi_mesh_point(m, c + 1), u, v);
    return wendi_mesh_snap_location(m, p, at.x, at.y);
}

static double surface_of_part(const wend_mesh *m, wend_node p)
{
    return p < m->base_count ? m->sums[p + 1] - m->sums[p] : wend_mesh_get_polygon(m, p).surface;
}

/* A piece of a polygon that obstacles cut up, by area; WEND_NODE_NONE as likely as the share of the
 * obstacles is large. */
static wend_node piece_at(const wend_mesh *m, wend_node p, double share)
{
    const wendi_carve_record *record = wendi_mesh_record(m, p);
    if (record == NULL) {
        return p;
    }
    double left = share * (m->sums[p + 1] - m->sums[p]);
    for (uint32_t i = 0; i < record->piece_count; ++i) {
        left -= surface_of_part(m, wendi_carve_pieces_of(record)[i]);
        if (left < 0) {
            return wendi_carve_pieces_of(record)[i];
        }
    }
    return WEND_NODE_NONE;
}

/* Where most is closed: by the sums of open areas. */
static wend_node open_polygon_at(const wend_mesh *m, double share)
{
    double whole = 0;
    for (wend_node p = 0; p < m->polygon_count; ++p) {
        whole += wendi_mesh_can_enter(m, p) ? surface_of_part(m, p) : 0;
    }
    wend_node found = WEND_NODE_NONE;
    double left = share * whole;
    for (wend_node p = 0; p < m->polygon_count && (found == WEND_NODE_NONE || left >= 0); ++p) {
        if (wendi_mesh_can_enter(m, p)) {
            found = p;
            left -= surface_of_part(m, p);
        }
    }
    return found;
}

wend_result wend_mesh_random_location(const wend_mesh *mesh, uint64_t seed, uint64_t id,
                                      uint64_t tick, wend_mesh_location *location)
{
    if (location != NULL) {
        *location = wend_mesh_location_at(0, 0, 0);
    }
    if (mesh == NULL || location == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const mesh_random random = {seed, id, tick};
    wend_node p = WEND_NODE_NONE;
    uint64_t draw = 3;
    for (int i = 0; i < TRIES && p == WEND_NODE_NONE; ++i) {
        p = polygon_at(mesh, random_unit(&random, draw++) * mesh->sums[mesh->base_count]);
        if (wendi_mesh_record(mesh, p) != NULL) {
            p = piece_at(mesh, p, random_unit(&random, draw++));
        }
        p = p != WEND_NODE_NONE && wendi_mesh_can_enter(mesh, p) ? p : WEND_NODE_NONE;
    }
    p = p == WEND_NODE_NONE ? open_polygon_at(mesh, random_unit(&random, draw)) : p;
    if (p == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    *location = location_in(mesh, p, random_unit(&random, 0), random_unit(&random, 1),
                            random_unit(&random, 2));
    return WEND_OK;
}

/* ---- in a circle ---- */

enum { NEAR_MAX = 512, SLOTS = 1024, CIRCLE_TRIES = 4096, CUT_MAX = 8 };

typedef struct circle_ground {
    const wend_mesh *m;
    wend_vec2 at;
    double radius;
    uint32_t count;
    wend_node polygons[NEAR_MAX];
    double surfaces[NEAR_MAX]; /* twice the area, within the square */
    uint32_t slots[SLOTS];     /* polygons + 1, by hash */
} circle_ground;

/* ---- polygons in the circle ---- */

/* @return false when there is no room; true also when it was in the list. */
static bool reach_polygon(circle_ground *a, wend_node p)
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

static bool spread_from(circle_ground *a, wend_node p)
{
    const wend_mesh *m = a->m;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        const wend_node beyond = m->neighbours[c];
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond)) {
            continue;
        }
        const wend_vec2 on = wendi_mesh_closest_on_segment(
            wendi_mesh_point(m, c), wendi_mesh_point(m, wendi_mesh_next(m, p, c)), a->at);
        if (wendi_compare_distance(on, a->at, a->radius) <= 0 && !reach_polygon(a, beyond)) {
            return false;
        }
    }
    return true;
}

static bool spread(circle_ground *a, wend_node from)
{
    (void)reach_polygon(a, from);
    for (uint32_t i = 0; i < a->count; ++i) {
        if (!spread_from(a, a->polygons[i])) {
            return false;
        }
    }
    return true;
}

/* ---- triangles cut to a square ---- */

typedef struct clipped_triangle {
    wend_vec2 points[CUT_MAX];
    uint32_t count;
} clipped_triangle;

/* Clips to one side of the square: axis 0 = x, sign 1 = below the limit. */
static void clip_side(clipped_triangle *shape, int axis, double sign, double limit)
{
    clipped_triangle result;
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

static clipped_triangle clip_triangle(const circle_ground *a, wend_node p, uint32_t c)
{
    clipped_triangle shape = {.points = {wendi_mesh_point(a->m, a->m->firsts[p]),
                                         wendi_mesh_point(a->m, c), wendi_mesh_point(a->m, c + 1)},
                              .count = 3};
    clip_side(&shape, 0, 1, a->at.x + a->radius);
    clip_side(&shape, 0, -1, a->radius - a->at.x);
    clip_side(&shape, 1, 1, a->at.y + a->radius);
    clip_side(&shape, 1, -1, a->radius - a->at.y);
    return shape;
}

static double surface_of(const clipped_triangle *shape)
{
    double twice = 0;
    for (uint32_t i = 1; i + 1 < shape->count; ++i) {
        twice += wendi_mesh_twice_area(shape->points[0], shape->points[i], shape->points[i + 1]);
    }
    return twice;
}

static double measure(circle_ground *a)
{
    double whole = 0;
    for (uint32_t i = 0; i < a->count; ++i) {
        const wend_node p = a->polygons[i];
        a->surfaces[i] = 0;
        for (uint32_t c = a->m->firsts[p] + 1; c + 1 < a->m->ends[p]; ++c) {
            const clipped_triangle shape = clip_triangle(a, p, c);
            a->surfaces[i] += surface_of(&shape);
        }
        whole += a->surfaces[i];
    }
    return whole;
}

/* A point of the clipped triangle in which the rest of a sum lies. */
static wend_vec2 point_in(const circle_ground *a, wend_node p, double left, double u, double v)
{
    wend_vec2 at = a->at;
    for (uint32_t c = a->m->firsts[p] + 1; c + 1 < a->m->ends[p]; ++c) {
        const clipped_triangle shape = clip_triangle(a, p, c);
        for (uint32_t i = 1; i + 1 < shape.count; ++i) {
            const double twice =
                wendi_mesh_twice_area(shape.points[0], shape.points[i], shape.points[i + 1]);
            if (twice > 0) {
                at = point_in_triangle(shape.points[0], shape.points[i], shape.points[i + 1], u, v);
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

static bool draw_listed(circle_ground *a, const mesh_random *random, wend_mesh_location *location)
{
    const double whole = measure(a);
    for (uint64_t draw = 0; draw < 3 * CIRCLE_TRIES; draw += 3) {
        double left = random_unit(random, draw) * whole;
        uint32_t i = 0;
        while (i + 1 < a->count && left >= a->surfaces[i]) {
            left -= a->surfaces[i++];
        }
        const wend_vec2 at = point_in(a, a->polygons[i], left, random_unit(random, draw + 1),
                                      random_unit(random, draw + 2));
        if (wendi_compare_distance(at, a->at, a->radius) <= 0) {
            *location = wendi_mesh_snap_location(a->m, a->polygons[i], at.x, at.y);
            return true;
        }
    }
    return false;
}

static bool draw_any(const circle_ground *a, wend_node from, double z, const mesh_random *random,
                     wend_mesh_location *location)
{
    const wend_mesh *m = a->m;
    const bool from_mesh = m->sums[m->base_count] < 4 * a->radius * a->radius;
    for (uint64_t draw = 0; draw < 2 * CIRCLE_TRIES; draw += 2) {
        wend_mesh_location at = {a->at.x + (2 * random_unit(random, draw) - 1) * a->radius,
                                 a->at.y + (2 * random_unit(random, draw + 1) - 1) * a->radius, z,
                                 WEND_NODE_NONE};
        if (from_mesh) {
            (void)wend_mesh_random_location(m, random->seed, random->id,
                                            wend_random(random->seed, random->tick, draw), &at);
        } else {
            at.polygon = wend_mesh_locate(m, at.x, at.y, z);
        }
        if (at.polygon != WEND_NODE_NONE && wendi_mesh_can_enter(m, at.polygon) &&
            m->islands[at.polygon] == m->islands[from] &&
            wendi_compare_distance((wend_vec2){at.x, at.y}, a->at, a->radius) <= 0) {
            *location = wendi_mesh_snap_location(m, at.polygon, at.x, at.y);
            return true;
        }
    }
    return false;
}

wend_result wend_mesh_random_near(const wend_mesh *mesh, wend_mesh_location centre, double radius,
                                  uint64_t seed, uint64_t id, uint64_t tick,
                                  wend_mesh_location *location)
{
    if (location != NULL) {
        *location = wend_mesh_location_at(0, 0, 0);
    }
    if (mesh == NULL || location == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_node from = wendi_mesh_polygon_of(mesh, &centre);
    if (from == WEND_NODE_NONE || !wendi_mesh_can_enter(mesh, from)) {
        return WEND_NO_PATH;
    }
    const mesh_random random = {seed, id, tick};
    circle_ground a;
    a.m = mesh;
    a.at = (wend_vec2){wendi_flush_coordinate(centre.x), wendi_flush_coordinate(centre.y)};
    a.radius = radius;
    a.count = 0;
    for (uint32_t i = 0; i < SLOTS; ++i) {
        a.slots[i] = 0;
    }
    const bool is_found = spread(&a, from) ? draw_listed(&a, &random, location)
                                           : draw_any(&a, from, centre.z, &random, location);
    if (!is_found) {
        /* So little ground that random points miss it: the centre. */
        *location = wendi_mesh_snap_location(mesh, from, centre.x, centre.y);
    }
    return WEND_OK;
}

/* Rays from one position to several points, with the edges near them taken once from cells or the tree.
 * Cost: the cells or boxes around the rays, a gap for each edge there, and one for each ray where edges lie
 * near; an exact test only where roundings matter, or heights. */
#include "world/walls/fan.h"

#include "base/math/vec2.h"
#include "world/walls/gap.h"
#include "world/walls/ray.h"

#include <assert.h>

wendi_wall_fan wendi_wall_fan_make(const wend_walls *walls, const wendi_wall_cells *cells,
                                   wend_vec3 eye, uint32_t first_stops, uint32_t second_stops)
{
    wendi_wall_fan fan = {
        .walls = walls, .cells = cells, .eye = eye, .stops = {first_stops, second_stops}};
    const wend_vec2 at = {wendi_flush_coordinate(eye.x), wendi_flush_coordinate(eye.y)};
    fan.far = wendi_walls_far(walls, at);
    fan.at = at;
    if (walls->solid_tree.count == 0) {
        return fan;
    }
    const wendi_capsule capsule = wendi_capsule_make(at, at, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->solid_tree, &capsule);
    for (uint32_t i; !fan.is_in_solid && wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        fan.is_in_solid = (walls->slots[i].stops & (first_stops | second_stops)) != 0 &&
                          wendi_wall_locate_point(walls, i, at) != WENDI_OUTSIDE;
    }
    return fan;
}

/* The rays of a cast. Points above each other share a ray where walls have no heights.
 *
 *     x, y     | centre | left | right |     from the eye
 *     points   |  1+2   |  4   |   8   |     bits of the points at its end
 *     number   |   0    |  2   |   3   |     the first of them */
typedef struct fan_rays {
    const wendi_wall_fan *fan;
    const wend_vec3 *to;
    wend_vec2 eye;
    double x[WENDI_WALL_FAN_POINTS], y[WENDI_WALL_FAN_POINTS];
    uint32_t points[WENDI_WALL_FAN_POINTS], number[WENDI_WALL_FAN_POINTS];
    uint32_t count;
    double size;            /* no less than any |x| + |y| */
    double radius;          /* all rays lie within this distance of the first one */
    double width;           /* size * radius */
    double slack;           /* roundings of the gap between a ray and any edge */
    uint32_t open[2];       /* points by kind: not stopped so far */
    uint32_t touched[2][2]; /* by kind: touched by a wall on the left, on the right */
} fan_rays;

static wend_vec2 end_of(const fan_rays *rays, uint32_t ray)
{
    const wend_vec3 to = rays->to[rays->number[ray]];
    return (wend_vec2){wendi_flush_coordinate(to.x), wendi_flush_coordinate(to.y)};
}

/* Lists the rays to all points. */
static void list_rays(fan_rays *rays, uint32_t point_count)
{
    const bool shares = rays->fan->walls->bounded_count == 0;
    const wend_vec2 eye = rays->eye;
    double size = 0, radius = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < point_count; i++) {
        const wend_vec2 to = {rays->to[i].x, rays->to[i].y};
        if (shares && i > 0 &&
            wendi_vec2_is_same(to, (wend_vec2){rays->to[i - 1].x, rays->to[i - 1].y})) {
            rays->points[count - 1] |= (uint32_t)1 << i;
            continue;
        }
        const double x = wendi_flush_coordinate(to.x) - eye.x;
        const double y = wendi_flush_coordinate(to.y) - eye.y;
        rays->x[count] = x;
        rays->y[count] = y;
        rays->points[count] = (uint32_t)1 << i;
        rays->number[count++] = i;
        size = wendi_max(size, wendi_abs(x) + wendi_abs(y));
        /* no less than the distance from the first end, and at most an eighth more */
        const double away_x = wendi_abs(x - rays->x[0]), away_y = wendi_abs(y - rays->y[0]);
        radius = wendi_max(radius, wendi_max(away_x + 0.5 * away_y, away_y + 0.5 * away_x));
    }
    const double far = size + rays->fan->far;
    rays->count = count;
    rays->size = size;
    rays->radius = radius * (1 + 1e-14);
    rays->width = size * rays->radius;
    rays->slack = far * far * WENDI_GAP_ROUNDING;
}

static void stop(fan_rays *rays, uint32_t ray, const wendi_wall_edge *edge)
{
    for (uint32_t kind = 0; kind < 2; kind++) {
        if ((edge->stops & rays->fan->stops[kind]) != 0) {
            rays->open[kind] &= ~rays->points[ray];
        }
    }
}

/* Finds out exactly how an edge meets a ray. */
static void meet(fan_rays *rays, uint32_t ray, const wendi_wall_edge *edge)
{
    const wendi_wall_fan *fan = rays->fan;
    const wend_vec2 end = end_of(rays, ray);
    const wendi_intersection m = wendi_intersect_edge(rays->eye, end, edge);
    if (m.kind == WENDI_INTERSECTION_NONE || m.kind == WENDI_INTERSECTION_COLLINEAR) {
        return;
    }
    if (fan->walls->bounded_count > 0) {
        const wendi_wall_ray r =
            wendi_wall_ray_make(fan->walls, fan->eye, rays->to[rays->number[ray]], fan->stops[0]);
        if (!wendi_wall_ray_is_at_height(&r, edge->wall, &m)) {
            return;
        }
    }
    if (m.kind == WENDI_INTERSECTION_CROSSES) {
        stop(rays, ray, edge);
        return;
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        if ((edge->stops & fan->stops[kind]) != 0) {
            rays->touched[kind][m.side < 0] |= rays->points[ray];
        }
    }
}

/* Tests an edge near the rays against each that it could still stop. */
static void test_rays(fan_rays *rays, wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge)
{
    const uint32_t left = ((edge->stops & rays->fan->stops[0]) != 0 ? rays->open[0] : 0) |
                          ((edge->stops & rays->fan->stops[1]) != 0 ? rays->open[1] : 0);
    const double slack = wendi_wall_gap_slack(a, b, rays->size);
    const bool has_heights = rays->fan->walls->bounded_count > 0;
    for (uint32_t i = 0; i < rays->count; i++) {
        const wendi_wall_gap gap = wendi_wall_gap_between(a, b, rays->x[i], rays->y[i]);
        const double widest = wendi_max(gap.edge, gap.ray);
        if ((left & rays->points[i]) == 0 || widest > slack) {
            continue;
        }
        if (widest < -slack && !has_heights) {
            stop(rays, i, edge);
        } else {
            meet(rays, i, edge);
        }
    }
}

/* Tests an edge against the rays: most edges lie beside all of them, which are as far from the first one
 * as the radius at most. */
static inline void test_edge(fan_rays *rays, const wend_vec2 ends[2], uint32_t number)
{
    const wend_vec2 a = {ends[0].x - rays->eye.x, ends[0].y - rays->eye.y};
    const wend_vec2 b = {ends[1].x - rays->eye.x, ends[1].y - rays->eye.y};
    const double length = wendi_abs(b.x - a.x) + wendi_abs(b.y - a.y);
    const wendi_wall_gap gap = wendi_wall_gap_between(a, b, rays->x[0], rays->y[0]);
    if (!(wendi_max(gap.edge - rays->width, gap.ray - rays->radius * length) > rays->slack)) {
        test_rays(rays, a, b, &rays->fan->walls->edges[number]);
    }
}

/* True if an edge belongs to a polygon that rays may enter from above. */
static bool needs_faces(const wend_walls *walls, uint32_t edge)
{
    const wendi_wall_slot *slot = &walls->slots[walls->edges[edge].wall];
    return slot->corners != NULL && wendi_wall_is_bounded(slot);
}

/* Tests the edges near the rays, until all are stopped. @return false: single rays are needed. */
static bool cast_together(fan_rays *rays)
{
    const wend_walls *walls = rays->fan->walls;
    const wendi_wall_cells *cells = rays->fan->cells;
    const bool has_heights = walls->bounded_count > 0;
    uint32_t begin, end;
    if (cells != NULL) {
        wendi_wall_rows rows =
            wendi_wall_rows_make(cells, rays->eye, end_of(rays, 0), rays->radius);
        while ((rays->open[0] | rays->open[1]) != 0 && wendi_wall_rows_next(&rows, &begin, &end)) {
            for (uint32_t i = begin; i < end; i++) {
                if (has_heights && needs_faces(walls, cells->edges[i])) {
                    return false;
                }
                test_edge(rays, cells->ends[i].at, cells->edges[i]);
            }
        }
        return true;
    }
    const wendi_capsule capsule = wendi_capsule_make(rays->eye, end_of(rays, 0), rays->radius);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->edge_tree, &capsule);
    for (uint32_t e; (rays->open[0] | rays->open[1]) != 0 &&
                     wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        if (has_heights && needs_faces(walls, e)) {
            return false;
        }
        test_edge(rays, (const wend_vec2[2]){walls->edges[e].a, walls->edges[e].b}, e);
    }
    return true;
}

static bool is_stopped(const wendi_wall_fan *fan, wend_vec3 to, uint32_t kind)
{
    wendi_wall_ray r = wendi_wall_ray_make(fan->walls, fan->eye, to, fan->stops[kind]);
    return wendi_wall_ray_is_blocked(&r);
}

void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2])
{
    const uint32_t all = count == 32 ? UINT32_MAX : ((uint32_t)1 << count) - 1;
    fan_rays rays;
    assert(count > 0);
    rays.fan = fan;
    rays.to = to;
    rays.eye = fan->at;
    rays.open[0] = rays.open[1] = all;
    rays.touched[0][0] = rays.touched[0][1] = rays.touched[1][0] = rays.touched[1][1] = 0;
    list_rays(&rays, count);
    const bool is_plain = !fan->is_in_solid && cast_together(&rays);
    for (uint32_t kind = 0; kind < 2; kind++) {
        /* points with walls on both sides need the whole test */
        const uint32_t unsure =
            is_plain ? rays.open[kind] & rays.touched[kind][0] & rays.touched[kind][1] : all;
        visible[kind] = is_plain ? rays.open[kind] : all;
        for (uint32_t i = 0; unsure != 0 && i < count; i++) {
            if ((unsure >> i & 1) != 0 && is_stopped(fan, to[i], kind)) {
                visible[kind] &= ~((uint32_t)1 << i);
            }
        }
    }
}

uint32_t wend_walls_see_points(const wend_walls *walls, wend_vec3 from, const wend_vec3 *to,
                               size_t count, uint32_t stops)
{
    bool is_valid = walls != NULL && to != NULL && count >= 1 && count <= WENDI_WALL_FAN_POINTS &&
                    wendi_point3_is_valid(from);
    for (size_t i = 0; is_valid && i < count; i++) {
        is_valid = wendi_point3_is_valid(to[i]);
    }
    uint32_t visible[2] = {0, 0};
    if (is_valid) {
        const wendi_wall_fan fan = wendi_wall_fan_make(walls, NULL, from, stops, stops);
        wendi_wall_fan_cast(&fan, to, (uint32_t)count, visible);
    }
    return visible[0];
}

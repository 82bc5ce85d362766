/* Rays from one position to several points, with the edges near them taken from the tree once.
 * Cost: the boxes around the rays, and an exact test for each ray and edge there. */
#include "world/walls/fan.h"

#include "base/math/vec2.h"
#include "world/walls/ray.h"

wendi_wall_fan wendi_wall_fan_make(const wend_walls *walls, const wendi_wall_cells *cells,
                                   wend_vec3 eye, uint32_t first_stops, uint32_t second_stops)
{
    wendi_wall_fan fan = {
        .walls = walls, .cells = cells, .eye = eye, .stops = {first_stops, second_stops}};
    const wend_vec2 at = {wendi_flush_coordinate(eye.x), wendi_flush_coordinate(eye.y)};
    const wendi_capsule capsule = wendi_capsule_make(at, at, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->solid_tree, &capsule);
    for (uint32_t i; !fan.is_in_solid && wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        fan.is_in_solid = (walls->slots[i].stops & (first_stops | second_stops)) != 0 &&
                          wendi_wall_locate_point(walls, i, at) != WENDI_OUTSIDE;
    }
    return fan;
}

/* The rays of a cast: bits are rays. */
typedef struct fan_rays {
    const wendi_wall_fan *fan;
    const wend_vec3 *to;
    wend_vec2 eye, ends[WENDI_WALL_FAN_POINTS];
    uint32_t count;
    uint32_t open[2];       /* by kind: not stopped so far */
    uint32_t touched[2][2]; /* by kind: touched by a wall on the left, on the right */
} fan_rays;

/* All rays lie within this distance of the first one. */
static double radius_of(const fan_rays *rays)
{
    double radius = 0;
    for (uint32_t i = 1; i < rays->count; i++) {
        /* no less than the distance in the plane */
        const double away = wendi_abs(rays->ends[i].x - rays->ends[0].x) +
                            wendi_abs(rays->ends[i].y - rays->ends[0].y);
        radius = away > radius ? away : radius;
    }
    return radius * (1 + 1e-14);
}

/* Notes how an edge meets the ray, for the kinds that it stops. */
static void note(fan_rays *rays, uint32_t ray, const wendi_wall_edge *edge,
                 const wendi_intersection *m)
{
    const wendi_wall_fan *fan = rays->fan;
    const uint32_t bit = (uint32_t)1 << ray;
    if (m->kind == WENDI_INTERSECTION_NONE) {
        return;
    }
    if (fan->walls->bounded_count > 0) {
        const wendi_wall_ray r =
            wendi_wall_ray_make(fan->walls, fan->eye, rays->to[ray], fan->stops[0]);
        if (!wendi_wall_ray_is_at_height(&r, edge->wall, m)) {
            return;
        }
    }
    for (uint32_t kind = 0; kind < 2; kind++) {
        if ((edge->stops & fan->stops[kind]) == 0) {
            continue;
        }
        if (m->kind == WENDI_INTERSECTION_CROSSES) {
            rays->open[kind] &= ~bit;
        } else if (m->kind == WENDI_INTERSECTION_TOUCHES) {
            rays->touched[kind][m->side < 0] |= bit;
        }
    }
}

/* Tests an edge against the rays that it could still stop. A ray with both ends on one side of the
 * edge's line does not meet it. */
static void test_edge(fan_rays *rays, const wendi_wall_edge *edge)
{
    const uint32_t left = ((edge->stops & rays->fan->stops[0]) != 0 ? rays->open[0] : 0) |
                          ((edge->stops & rays->fan->stops[1]) != 0 ? rays->open[1] : 0);
    if (left == 0) {
        return;
    }
    const double before = wendi_orient(edge->a, edge->b, rays->eye);
    for (uint32_t i = 0; i < rays->count; i++) {
        if ((left >> i & 1) == 0) {
            continue;
        }
        const double after = wendi_orient(edge->a, edge->b, rays->ends[i]);
        if ((before > 0 && after > 0) || (before < 0 && after < 0)) {
            continue;
        }
        const wendi_intersection m = wendi_intersect_edge(rays->eye, rays->ends[i], edge);
        note(rays, i, edge, &m);
    }
}

/* True if an edge belongs to a polygon that rays may enter from above. */
static bool needs_faces(const wend_walls *walls, const wendi_wall_edge *edge)
{
    return walls->bounded_count > 0 && walls->slots[edge->wall].corners != NULL &&
           wendi_wall_is_bounded(&walls->slots[edge->wall]);
}

/* Tests the edges near the rays, until all are stopped. @return false: single rays are needed. */
static bool cast_together(fan_rays *rays)
{
    const wend_walls *walls = rays->fan->walls;
    const double radius = radius_of(rays);
    if (rays->fan->cells != NULL) {
        wendi_wall_rows rows =
            wendi_wall_rows_make(rays->fan->cells, rays->eye, rays->ends[0], radius);
        uint32_t begin, end;
        while ((rays->open[0] | rays->open[1]) != 0 && wendi_wall_rows_next(&rows, &begin, &end)) {
            for (uint32_t i = begin; i < end; i++) {
                const wendi_wall_edge *edge = &walls->edges[rays->fan->cells->edges[i]];
                if (needs_faces(walls, edge)) {
                    return false;
                }
                test_edge(rays, edge);
            }
        }
        return true;
    }
    const wendi_capsule capsule = wendi_capsule_make(rays->eye, rays->ends[0], radius);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->edge_tree, &capsule);
    for (uint32_t e; (rays->open[0] | rays->open[1]) != 0 &&
                     wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        if (needs_faces(walls, &walls->edges[e])) {
            return false;
        }
        test_edge(rays, &walls->edges[e]);
    }
    return true;
}

static bool is_stopped(const fan_rays *rays, uint32_t ray, uint32_t kind)
{
    const wendi_wall_fan *fan = rays->fan;
    wendi_wall_ray r = wendi_wall_ray_make(fan->walls, fan->eye, rays->to[ray], fan->stops[kind]);
    return wendi_wall_ray_is_blocked(&r);
}

void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2])
{
    const uint32_t all = count == 32 ? UINT32_MAX : ((uint32_t)1 << count) - 1;
    fan_rays rays = {
        .fan = fan,
        .to = to,
        .eye = {wendi_flush_coordinate(fan->eye.x), wendi_flush_coordinate(fan->eye.y)},
        .count = count,
        .open = {all, all}};
    for (uint32_t i = 0; i < count; i++) {
        rays.ends[i] =
            (wend_vec2){wendi_flush_coordinate(to[i].x), wendi_flush_coordinate(to[i].y)};
    }
    const bool is_plain = !fan->is_in_solid && cast_together(&rays);
    for (uint32_t kind = 0; kind < 2; kind++) {
        /* points with walls on both sides need the whole test */
        const uint32_t unsure =
            is_plain ? rays.open[kind] & rays.touched[kind][0] & rays.touched[kind][1] : all;
        visible[kind] = is_plain ? rays.open[kind] : all;
        for (uint32_t i = 0; unsure != 0 && i < count; i++) {
            if ((unsure >> i & 1) != 0 && is_stopped(&rays, i, kind)) {
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

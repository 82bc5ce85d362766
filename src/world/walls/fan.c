/* Rays from one position to several points, with the edges near them taken from the tree once.
 * Cost: the boxes around the rays, and an exact test for each ray and edge there. */
#include "world/walls/fan.h"

#include "base/math/vec2.h"
#include "world/walls/ray.h"

enum { EDGES_MAX = 64 };

wendi_wall_fan wendi_wall_fan_make(const wend_walls *walls, wend_vec3 eye, uint32_t first_stops,
                                   uint32_t second_stops)
{
    wendi_wall_fan fan = {.walls = walls, .eye = eye, .stops = {first_stops, second_stops}};
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

/* The edges near the rays. @return false: single rays are needed. */
static bool collect(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                    uint32_t edges[EDGES_MAX], uint32_t *edge_count)
{
    const wend_walls *walls = fan->walls;
    const wend_vec2 eye = {wendi_flush_coordinate(fan->eye.x), wendi_flush_coordinate(fan->eye.y)};
    const wend_vec2 centre = {wendi_flush_coordinate(to[0].x), wendi_flush_coordinate(to[0].y)};
    const uint32_t stops = fan->stops[0] | fan->stops[1];
    double radius = 0;
    for (uint32_t i = 1; i < count; i++) {
        /* no less than the distance in the plane */
        const double away = wendi_abs(to[i].x - centre.x) + wendi_abs(to[i].y - centre.y);
        radius = away > radius ? away : radius;
    }
    /* all rays lie within this distance of the first one */
    const wendi_capsule capsule = wendi_capsule_make(eye, centre, radius * (1 + 1e-14));
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->edge_tree, &capsule);
    for (uint32_t e; wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        const wendi_wall_edge *edge = &walls->edges[e];
        if ((edge->stops & stops) == 0) {
            continue;
        }
        const wendi_wall_slot *slot = &walls->slots[edge->wall];
        if (*edge_count == EDGES_MAX ||
            (walls->bounded_count > 0 && slot->corners != NULL && wendi_wall_is_bounded(slot))) {
            return false;
        }
        edges[(*edge_count)++] = e;
    }
    return true;
}

/* True if the edges stop the ray. Points with walls on both sides need the whole test. */
static bool is_blocked(wendi_wall_ray *r, const uint32_t *edges, uint32_t edge_count)
{
    for (uint32_t i = 0; i < edge_count; i++) {
        const wendi_wall_edge *edge = &r->walls->edges[edges[i]];
        if ((edge->stops & r->stops) == 0) {
            continue;
        }
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        if (m.kind == WENDI_INTERSECTION_CROSSES) {
            return true;
        }
        if (m.kind == WENDI_INTERSECTION_TOUCHES) {
            r->is_touched[m.side < 0] = true;
        }
    }
    if (r->is_touched[0] && r->is_touched[1]) {
        r->is_touched[0] = r->is_touched[1] = false;
        return wendi_wall_ray_is_blocked(r);
    }
    return false;
}

void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2])
{
    uint32_t edges[EDGES_MAX], edge_count = 0;
    const bool is_plain = !fan->is_in_solid && collect(fan, to, count, edges, &edge_count);
    const uint32_t all = count == 32 ? UINT32_MAX : ((uint32_t)1 << count) - 1;
    visible[0] = visible[1] = all;
    if (is_plain && edge_count == 0) {
        return;
    }
    visible[0] = visible[1] = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t kind = 0; kind < 2; kind++) {
            if (kind == 1 && fan->stops[1] == fan->stops[0]) {
                visible[1] = visible[0];
                continue;
            }
            wendi_wall_ray r = wendi_wall_ray_make(fan->walls, fan->eye, to[i], fan->stops[kind]);
            const bool stopped =
                is_plain ? !wendi_vec2_is_same(r.a, r.b) && is_blocked(&r, edges, edge_count)
                         : wendi_wall_ray_is_blocked(&r);
            visible[kind] |= stopped ? 0 : (uint32_t)1 << i;
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
        const wendi_wall_fan fan = wendi_wall_fan_make(walls, from, stops, stops);
        wendi_wall_fan_cast(&fan, to, (uint32_t)count, visible);
    }
    return visible[0];
}

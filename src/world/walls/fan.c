/* Rays from one position to several points, with the edges near them taken once from cells or the tree.
 * Cost: the cells or boxes around the rays, a gap for each edge there, and one for each ray where edges lie
 * near; an exact test only where roundings matter, or heights. */
#include "world/walls/fan.h"

#include "base/math/vec2.h"
#include "world/walls/gap.h"
#include "world/walls/ray.h"

#include <assert.h>
#include <string.h>

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
    double size;   /* no less than any |x| + |y| */
    double radius; /* all rays lie within this distance of the first one */
    double length; /* no less than that of the first ray */
    double reach;  /* edges that are farther from the first ray do not matter */
    double width;  /* no less than length * reach */
    bool is_clear; /* no edge but the near ones lies within the reach */
    uint32_t near[WENDI_WALL_FAN_NEAR];
    double distance[WENDI_WALL_FAN_NEAR]; /* no more than that of the near edges */
    uint32_t near_count;
    double slack;           /* roundings of the gap between a ray and any edge */
    uint32_t open[2];       /* points by kind: not stopped so far */
    uint32_t all;           /* points */
    uint32_t blocker1;      /* an edge + 1 that stops all of them; 0 = none is known */
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
    rays->length = wend_sqrt(rays->x[0] * rays->x[0] + rays->y[0] * rays->y[0]) * (1 + 1e-15) +
                   1e-150; /* squares may underflow */
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

static void set_reach(fan_rays *rays, double reach)
{
    rays->reach = reach;
    rays->width = rays->length * reach * (1 + 1e-15);
}

/* Puts an edge among the near ones, in place of the farthest if they are many: then the reach ends where that
 * one is. @return false: it is one of them already. */
static bool put_near(fan_rays *rays, uint32_t number, double distance)
{
    uint32_t farthest = 0;
    for (uint32_t i = 0; i < rays->near_count; i++) {
        if (rays->near[i] == number) {
            return false;
        }
        farthest = rays->distance[i] > rays->distance[farthest] ? i : farthest;
    }
    double dropped = distance;
    if (rays->near_count < WENDI_WALL_FAN_NEAR) {
        rays->near[rays->near_count] = number;
        rays->distance[rays->near_count++] = distance;
        return true;
    }
    if (distance < rays->distance[farthest]) {
        dropped = rays->distance[farthest];
        rays->near[farthest] = number;
        rays->distance[farthest] = distance;
    }
    rays->is_clear = dropped > rays->radius;
    set_reach(rays, wendi_max(dropped, rays->radius));
    return true;
}

/* Tests an edge within the reach. */
static void test_near(fan_rays *rays, wend_vec2 a, wend_vec2 b, wendi_wall_gap gap, double length,
                      uint32_t number)
{
    if (rays->is_clear) {
        const double slack = rays->slack;
        const double distance = wendi_max((gap.edge - slack) / rays->length,
                                          length > 0 ? (gap.ray - slack) / length : 0) *
                                (1 - 1e-14);
        if (!put_near(rays, number, distance) || distance > rays->radius) {
            return;
        }
    }
    const bool are_open = rays->open[0] == rays->all && rays->open[1] == rays->all;
    test_rays(rays, a, b, &rays->fan->walls->edges[number]);
    if (are_open && (rays->open[0] | rays->open[1]) == 0) {
        rays->blocker1 = number + 1;
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
    if (!(wendi_max(gap.edge - rays->width, gap.ray - rays->reach * length) > rays->slack)) {
        test_near(rays, a, b, gap, length, number);
    }
}

/* True if an edge belongs to a polygon that rays may enter from above. */
static bool needs_faces(const wend_walls *walls, uint32_t edge)
{
    const wendi_wall_slot *slot = &walls->slots[walls->edges[edge].wall];
    return slot->corners != NULL && wendi_wall_is_bounded(slot);
}

/* Tests edges that need no search. */
static void test_known(fan_rays *rays, const uint32_t *numbers, uint32_t count)
{
    const wend_walls *walls = rays->fan->walls;
    for (uint32_t i = 0; i < count; i++) {
        const wendi_wall_edge *edge = &walls->edges[numbers[i]];
        if (walls->bounded_count == 0 || !needs_faces(walls, numbers[i])) {
            test_edge(rays, (const wend_vec2[2]){edge->a, edge->b}, numbers[i]);
        }
    }
}

/* Tests the edges near the rays, until all are stopped. @return false: single rays are needed. */
static bool cast_together(fan_rays *rays)
{
    const wend_walls *walls = rays->fan->walls;
    const wendi_wall_cells *cells = rays->fan->cells;
    const bool has_heights = walls->bounded_count > 0;
    uint32_t begin, end;
    if (cells != NULL) {
        wendi_wall_rows rows = wendi_wall_rows_make(cells, rays->eye, end_of(rays, 0), rays->reach);
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
    const wendi_capsule capsule = wendi_capsule_make(rays->eye, end_of(rays, 0), rays->reach);
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

bool wendi_wall_fan_is_stopped_by(const wendi_wall_fan *fan, uint32_t edge, wend_vec2 centre,
                                  double radius)
{
    const wendi_wall_edge *it = &fan->walls->edges[edge];
    const wend_vec2 a = {it->a.x - fan->at.x, it->a.y - fan->at.y};
    const wend_vec2 b = {it->b.x - fan->at.x, it->b.y - fan->at.y};
    const double x = centre.x - fan->at.x, y = centre.y - fan->at.y;
    if (fan->walls->bounded_count > 0 || (it->stops & fan->stops[0]) == 0 ||
        (it->stops & fan->stops[1]) == 0) {
        return false;
    }
    /* the gaps of all these rays are those of the one to the centre, but for the radius times a length */
    const double far_a = wendi_abs(a.x) + wendi_abs(a.y), far_b = wendi_abs(b.x) + wendi_abs(b.y);
    const double length = wendi_abs(b.x - a.x) + wendi_abs(b.y - a.y);
    const double slack = wendi_wall_gap_slack(a, b, wendi_abs(x) + wendi_abs(y) + 2 * radius);
    const wendi_wall_gap gap = wendi_wall_gap_between(a, b, x, y);
    return wendi_max(gap.edge + radius * wendi_max(far_a, far_b), gap.ray + radius * length) <
           -slack;
}

/* Tests what is known to be near, then the rest. @return false: single rays are needed. */
static bool cast_known(fan_rays *rays, wendi_wall_fan_proof *proof)
{
    bool is_plain = true;
    rays->near_count = 0;
    if (proof == NULL) {
        rays->is_clear = false;
        set_reach(rays, rays->radius);
        return cast_together(rays);
    }
    rays->is_clear = !proof->is_near_enough && proof->margin > 0;
    set_reach(rays, rays->radius + (rays->is_clear ? proof->margin : 0));
    if (proof->blocker1 > 0) {
        test_known(rays, &(const uint32_t){proof->blocker1 - 1}, 1);
    }
    if (proof->is_near_enough) {
        test_known(rays, proof->near, proof->near_count);
    } else {
        is_plain = cast_together(rays);
        const bool is_whole = is_plain && (rays->open[0] | rays->open[1]) != 0 && rays->is_clear;
        proof->clear = is_whole ? rays->reach : 0;
        proof->near_count = rays->near_count;
        memcpy(proof->near, rays->near, rays->near_count * sizeof *rays->near);
    }
    proof->blocker1 = rays->blocker1;
    return is_plain;
}

void wendi_wall_fan_cast(const wendi_wall_fan *fan, const wend_vec3 *to, uint32_t count,
                         uint32_t visible[2], wendi_wall_fan_proof *proof)
{
    const uint32_t all = count == 32 ? UINT32_MAX : ((uint32_t)1 << count) - 1;
    fan_rays rays;
    assert(count > 0);
    rays.fan = fan;
    rays.to = to;
    rays.eye = fan->at;
    rays.open[0] = rays.open[1] = rays.all = all;
    rays.blocker1 = 0;
    rays.touched[0][0] = rays.touched[0][1] = rays.touched[1][0] = rays.touched[1][1] = 0;
    list_rays(&rays, count);
    const bool is_plain = cast_known(&rays, proof) && !fan->is_in_solid;
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
        wendi_wall_fan_cast(&fan, to, (uint32_t)count, visible, NULL);
    }
    return visible[0];
}

/* Casts rays: the first wall that a moving point crosses, enters, or cannot pass between.
 * Cost: the boxes along the ray up to there; more only where walls on both sides touch it. */
#include "world/walls/ray.h"

#include "base/math/vec2.h"

static void stop_at_start(wendi_wall_ray *r, uint32_t wall, bool is_in)
{
    const bool is_better =
        !r->is_hit || (is_in && !r->is_in) || (is_in == r->is_in && wall < r->wall);
    if (is_better) {
        r->is_hit = true;
        r->is_in = is_in;
        r->wall = wall;
        r->fraction = 0;
        r->pinch = r->a;
    }
}

/* ---- heights ---- */

double wendi_wall_ray_fraction_at(const wendi_wall_ray *r, wend_vec2 at)
{
    const double x = r->b.x - r->a.x;
    const double y = r->b.y - r->a.y;
    const double fraction = wendi_abs(x) > wendi_abs(y) ? (at.x - r->a.x) / x : (at.y - r->a.y) / y;
    return fraction > 1 ? 1 : fraction;
}

bool wendi_wall_ray_is_at_height(const wendi_wall_ray *r, uint32_t wall,
                                 const wendi_intersection *m)
{
    const wendi_wall_slot *slot = &r->walls->slots[wall];
    const double rise = r->b_height - r->a_height;
    double low, high;
    if (m->kind == WENDI_INTERSECTION_CROSSES) {
        low = high = r->a_height + rise * m->fraction;
    } else {
        const double first = wendi_wall_ray_fraction_at(r, m->first),
                     last = wendi_wall_ray_fraction_at(r, m->last);
        const double from = r->a_height + rise * (first > 0 ? first : 0);
        const double to = r->a_height + rise * last;
        low = from < to ? from : to;
        high = from < to ? to : from;
    }
    return high > slot->bottom && low < slot->top;
}

bool wendi_wall_ray_enters_face(const wendi_wall_ray *r, uint32_t wall, double *fraction,
                                wend_vec2 *at)
{
    const wendi_wall_slot *slot = &r->walls->slots[wall];
    const double from = r->a_height, to = r->b_height;
    if (from >= slot->top && to < slot->top) {
        *fraction = (from - slot->top) / (from - to);
    } else if (from <= slot->bottom && to > slot->bottom) {
        *fraction = (slot->bottom - from) / (to - from);
    } else {
        return false;
    }
    *at = *fraction > 0 ? wend_vec2_lerp(r->a, r->b, *fraction) : r->a;
    const wendi_containment containment = wendi_wall_locate_point(r->walls, wall, *at);
    if (containment == WENDI_ON_OUTLINE && !wendi_vec2_is_same(*at, r->b)) {
        bool sides[2];
        wendi_wall_solid_sides(r->walls, wall, *at, r->b, sides);
        return sides[0] && sides[1];
    }
    return containment == WENDI_INSIDE;
}

/* The first polygon that the ray enters from above or below. */
static void find_face(wendi_wall_ray *r)
{
    const wendi_capsule capsule = wendi_capsule_make(r->a, r->b, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        double fraction;
        wend_vec2 at;
        if ((r->walls->slots[i].stops & r->stops) != 0 &&
            wendi_wall_ray_enters_face(r, i, &fraction, &at) &&
            (!r->is_hit || fraction < r->fraction || (!(fraction > r->fraction) && i < r->wall))) {
            r->is_hit = r->is_face = true;
            r->wall = i;
            r->fraction = fraction;
            r->pinch = at;
        }
    }
}

/* Handles a ray that begins on the outline of a polygon: into it, beside it, or away. */
static void start_on_outline(wendi_wall_ray *r, uint32_t wall)
{
    bool sides[2];
    wendi_wall_solid_sides(r->walls, wall, r->a, r->b, sides);
    if (sides[0] && sides[1]) {
        stop_at_start(r, wall, false);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (sides[i] && r->is_solid[1 - i]) {
            const uint32_t other = r->solid_wall;
            stop_at_start(r, wall < other ? wall : other, false);
        }
        if (sides[i]) {
            r->is_solid[i] = r->is_touched[i] = true;
            r->solid_wall = wall;
        }
    }
}

static void test_start(wendi_wall_ray *r)
{
    const wend_walls *walls = r->walls;
    const wendi_capsule capsule = wendi_capsule_make(r->a, r->a, 0);
    const bool is_moving = !wendi_vec2_is_same(r->a, r->b);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        if ((walls->slots[i].stops & r->stops) == 0 || !wendi_wall_ray_starts_at_height(r, i)) {
            continue;
        }
        const wendi_containment containment = wendi_wall_locate_point(walls, i, r->a);
        if (containment == WENDI_INSIDE) {
            stop_at_start(r, i, true);
        } else if (containment == WENDI_ON_OUTLINE && is_moving) {
            start_on_outline(r, i);
        }
    }
}

static void find_crossing(wendi_wall_ray *r)
{
    wendi_capsule capsule = wendi_capsule_make(r->a, r->b, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->edge_tree, &capsule);
    for (const wendi_wall_edge *edge = NULL;
         wendi_wall_ray_next_edge(r, &traversal, &capsule, &edge);) {
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        if (m.kind == WENDI_INTERSECTION_TOUCHES) {
            r->is_touched[m.side < 0] = true;
        } else if (m.kind == WENDI_INTERSECTION_CROSSES) {
            const double fraction = m.fraction;
            if (!r->is_hit || fraction < r->fraction ||
                (!(fraction > r->fraction) && edge->wall < r->wall)) {
                r->is_hit = r->is_crossed = true;
                r->is_face = false;
                r->wall = edge->wall;
                r->edge = *edge;
                r->fraction = fraction;
                wendi_capsule_shorten(&capsule, fraction);
            }
            if (r->needs_any) {
                return;
            }
        }
    }
}

/* ---- walls on both sides ---- */

/* Compares points along the ray. */
static int order(const wendi_wall_ray *r, wend_vec2 p, wend_vec2 q)
{
    return wendi_order_along(r->a, r->b, p, q);
}

uint32_t wendi_wall_ray_visit(const wendi_wall_ray *r, wend_vec2 at, wendi_touched_walls *c)
{
    uint32_t wall = WENDI_WALLS_NONE;
    const wendi_capsule capsule = wendi_capsule_make(at, at, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->edge_tree, &capsule);
    for (const wendi_wall_edge *edge = NULL;
         wendi_wall_ray_next_edge(r, &traversal, &capsule, &edge);) {
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        if (m.kind == WENDI_INTERSECTION_TOUCHES && wendi_vec2_is_same(m.first, at)) {
            c->is_touched[m.side < 0] = true;
            wall = edge->wall < wall ? edge->wall : wall;
        } else if (m.kind == WENDI_INTERSECTION_COLLINEAR && order(r, m.first, at) <= 0 &&
                   order(r, m.last, c->last) > 0) {
            c->last = m.last;
        }
    }
    return wall;
}

bool wendi_wall_ray_next_touch(const wendi_wall_ray *r, wend_vec2 at, wend_vec2 *next)
{
    bool is_any = false;
    wendi_capsule capsule = wendi_capsule_make(r->a, r->b, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &r->walls->edge_tree, &capsule);
    for (const wendi_wall_edge *edge = NULL;
         wendi_wall_ray_next_edge(r, &traversal, &capsule, &edge);) {
        const wendi_intersection m = wendi_wall_ray_intersect(r, edge);
        if ((m.kind == WENDI_INTERSECTION_TOUCHES || m.kind == WENDI_INTERSECTION_COLLINEAR) &&
            order(r, m.first, at) > 0 && order(r, m.first, r->b) < 0 &&
            (!is_any || order(r, m.first, *next) < 0)) {
            is_any = true;
            *next = m.first;
        }
    }
    return is_any;
}

/* True if a touched point comes before the crossed wall or the face. */
static bool comes_first(const wendi_wall_ray *r, wend_vec2 at)
{
    if (!r->is_crossed) {
        return !r->is_face || wendi_wall_ray_fraction_at(r, at) < r->fraction;
    }
    const double start = wendi_orient(r->edge.a, r->edge.b, r->a);
    const double there = wendi_orient(r->edge.a, r->edge.b, at);
    return start > 0 ? there > 0 : there < 0;
}

static void find_pinch(wendi_wall_ray *r)
{
    wendi_touched_walls c = {.last = r->a};
    (void)wendi_wall_ray_visit(r, r->a, &c);
    c.is_touched[0] = r->is_solid[0];
    c.is_touched[1] = r->is_solid[1];
    wend_vec2 at = r->a;
    while (wendi_wall_ray_next_touch(r, at, &at) && comes_first(r, at)) {
        if (order(r, at, c.last) > 0) {
            c = (wendi_touched_walls){.last = at};
        }
        const uint32_t wall = wendi_wall_ray_visit(r, at, &c);
        if (c.is_touched[0] && c.is_touched[1]) {
            r->is_hit = true;
            r->is_crossed = r->is_face = false;
            r->wall = wall;
            r->fraction = wendi_wall_ray_fraction_at(r, at);
            r->pinch = at;
            return;
        }
    }
}

static void cast(wendi_wall_ray *r)
{
    test_start(r);
    if (!r->is_hit && r->has_heights && (r->a_height < r->b_height || r->a_height > r->b_height)) {
        find_face(r);
    }
    if ((r->is_hit && (!r->is_face || r->needs_any)) || wendi_vec2_is_same(r->a, r->b)) {
        return;
    }
    find_crossing(r);
    if (r->is_touched[0] && r->is_touched[1] && !(r->needs_any && r->is_hit)) {
        find_pinch(r);
    }
}

wendi_wall_ray wendi_wall_ray_make(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                                   uint32_t stops)
{
    return (wendi_wall_ray){.walls = walls,
                            .a = {wendi_flush_coordinate(from.x), wendi_flush_coordinate(from.y)},
                            .b = {wendi_flush_coordinate(to.x), wendi_flush_coordinate(to.y)},
                            .a_height = from.z,
                            .b_height = to.z,
                            .has_heights = walls->bounded_count > 0,
                            .stops = stops,
                            .fraction = 1};
}

static wendi_wall_ray make_flat(const wend_walls *walls, wend_vec2 from, wend_vec2 to,
                                uint32_t stops)
{
    wendi_wall_ray r =
        wendi_wall_ray_make(walls, wend_vec3_from_vec2(from, 0), wend_vec3_from_vec2(to, 0), stops);
    r.has_heights = false;
    return r;
}

bool wendi_walls_block_segment(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops)
{
    wendi_wall_ray r = make_flat(walls, a, b, stops);
    r.needs_any = true;
    cast(&r);
    return r.is_hit;
}

/* ---- hits ---- */

/* The normal of the edge on the side from which the ray comes. */
static wend_vec2 edge_normal(const wendi_wall_edge *edge, wend_vec2 along)
{
    const wend_vec2 left =
        wend_vec2_normalize(wend_vec2_perpendicular(wend_vec2_sub(edge->b, edge->a)));
    return wend_vec2_dot(left, along) > 0 ? wend_vec2_scale(left, -1) : left;
}

/* The normal for a ray into a polygon from its outline: that of the edge it goes through most
 * directly. */
static wend_vec2 start_normal(const wendi_wall_ray *r, wend_vec2 along)
{
    wend_vec2 best = wend_vec2_scale(wend_vec2_normalize(along), -1);
    double best_dot = 0;
    uint32_t e = r->walls->slots[r->wall].first_edge;
    for (; e != WENDI_WALLS_NONE; e = r->walls->edges[e].next) {
        const wendi_wall_edge *edge = &r->walls->edges[e];
        if (!wendi_vec2_is_same(edge->a, edge->b) &&
            wendi_wall_edge_compare_distance(r->a, edge, 0) == 0) {
            const wend_vec2 normal = edge_normal(edge, along);
            const double dot = wend_vec2_dot(normal, along);
            if (dot < best_dot) {
                best = normal;
                best_dot = dot;
            }
        }
    }
    return best;
}

static wend_vec2 normal_of(const wendi_wall_ray *r, wend_vec2 along)
{
    if (r->is_in || r->is_face) {
        return (wend_vec2){0, 0};
    }
    if (r->is_crossed) {
        return edge_normal(&r->edge, along);
    }
    return r->fraction > 0 ? wend_vec2_scale(wend_vec2_normalize(along), -1)
                           : start_normal(r, along);
}

static void get_hit(const wendi_wall_ray *r, wend_wall_hit *hit)
{
    const wend_vec2 along = wend_vec2_sub(r->b, r->a);
    hit->fraction = r->fraction;
    hit->point = r->is_hit ? wend_vec2_lerp(r->a, r->b, r->fraction) : r->b;
    hit->distance = wend_vec2_length(along) * r->fraction;
    if (r->is_hit) {
        hit->wall = wendi_wall_id_of(r->walls, r->wall);
        hit->point = r->is_crossed ? hit->point : r->pinch;
        hit->normal = normal_of(r, along);
        hit->is_inside = r->is_in;
    }
}

void wendi_walls_cast_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                          wend_wall_hit *hit)
{
    wendi_wall_ray r = make_flat(walls, from, to, stops);
    cast(&r);
    get_hit(&r, hit);
}

bool wend_walls_ray_3d(const wend_walls *walls, wend_vec3 from, wend_vec3 to, uint32_t stops,
                       wend_wall_hit *hit)
{
    wend_wall_hit nearest_hit = {.fraction = 1, .point = {to.x, to.y}};
    if (walls != NULL && wendi_point3_is_valid(from) && wendi_point3_is_valid(to)) {
        wendi_wall_ray r = wendi_wall_ray_make(walls, from, to, stops);
        cast(&r);
        get_hit(&r, &nearest_hit);
    }
    if (hit != NULL) {
        *hit = nearest_hit;
    }
    return nearest_hit.wall.index1 != 0;
}

bool wendi_wall_ray_is_blocked(wendi_wall_ray *r)
{
    r->needs_any = true;
    cast(r);
    return r->is_hit;
}

bool wend_walls_can_see_3d(const wend_walls *walls, wend_vec3 a, wend_vec3 b, uint32_t stops)
{
    if (walls == NULL || !wendi_point3_is_valid(a) || !wendi_point3_is_valid(b)) {
        return false;
    }
    wendi_wall_ray r = wendi_wall_ray_make(walls, a, b, stops);
    return !wendi_wall_ray_is_blocked(&r);
}

bool wend_walls_ray(const wend_walls *walls, wend_vec2 from, wend_vec2 to, uint32_t stops,
                    wend_wall_hit *hit)
{
    wend_wall_hit nearest_hit = {.fraction = 1, .point = to};
    const bool is_valid = walls != NULL && wendi_point_is_valid(from) && wendi_point_is_valid(to);
    if (is_valid) {
        wendi_walls_cast_ray(walls, from, to, stops, &nearest_hit);
    }
    if (hit != NULL) {
        *hit = nearest_hit;
    }
    return nearest_hit.wall.index1 != 0;
}

size_t wend_walls_rays(const wend_walls *walls, wend_vec2 from, const wend_vec2 *to, size_t count,
                       uint32_t stops, wend_wall_hit *hits)
{
    size_t hit_count = 0;
    for (size_t i = 0; to != NULL && hits != NULL && i < count; i++) {
        hit_count += wend_walls_ray(walls, from, to[i], stops, &hits[i]);
    }
    return hit_count;
}

bool wend_walls_can_see(const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops)
{
    return walls != NULL && wendi_point_is_valid(a) && wendi_point_is_valid(b) &&
           !wendi_walls_block_segment(walls, a, b, stops);
}

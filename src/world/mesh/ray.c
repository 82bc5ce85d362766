/* Straight segments along a mesh's surface: where they end and at which edge, and moves that slide
 * along walls.
 * Cost: some 20 ns a polygon; a slide takes one segment for each corner it passes. Every turn is
 * decided by exact orientation of corners against the given segment, so that no error adds up.
 *
 *            \ left  /        The segment leaves a polygon through an edge or a corner. At a corner
 *      --p----v-----/->       v it continues if the polygon ahead is found by turning around v on
 *            / right\         either side: then walls stand on one side at most.
 *
 * Where a wall without thickness lies along the segment from v on, both its sides are tried. */
#include "base/math/vec2.h"
#include "world/mesh/store.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

typedef struct surface_walk {
    const wend_mesh *m;
    wend_vec2 a, b;
    wend_node polygon;
    uint32_t corner;   /* it leaves through the edge from this corner, or at that corner */
    bool is_at_vertex; /* at the corner */
    bool has_other;    /* the other side of a wall along the line is still untested: */
    wend_node other;
    uint32_t other_corner;
} surface_walk;

static double side(const surface_walk *w, uint32_t corner)
{
    return wendi_orient(w->a, w->b, wendi_mesh_point(w->m, corner));
}

/* For points on the line: true if q lies beyond p. */
static bool is_beyond(const surface_walk *w, wend_vec2 p, wend_vec2 q)
{
    if (w->b.x > w->a.x) {
        return q.x > p.x;
    }
    if (w->b.x < w->a.x) {
        return q.x < p.x;
    }
    return w->b.y > w->a.y ? q.y > p.y : q.y < p.y;
}

/* ---- leaving a polygon ---- */

/* The line came in through the edge from corner `entry`; the next corner lies to its right. */
static void leave_after_edge(surface_walk *w, uint32_t entry)
{
    uint32_t c = wendi_mesh_next(w->m, w->polygon, entry);
    for (;;) {
        const uint32_t next = wendi_mesh_next(w->m, w->polygon, c);
        const double at = side(w, next);
        if (at > 0) {
            w->corner = c;
            w->is_at_vertex = false;
            return;
        }
        if (!(at < 0)) {
            w->corner = next;
            w->is_at_vertex = true;
            return;
        }
        c = next;
    }
}

/* From anywhere in the polygon, corners and edges included. */
static void leave(surface_walk *w)
{
    const uint32_t first = w->m->firsts[w->polygon];
    const uint32_t end = w->m->ends[w->polygon];
    uint32_t before = end - 1;
    double side_before = side(w, before);
    uint32_t farthest = NONE;
    for (uint32_t c = first; c < end; ++c) {
        const double at = side(w, c);
        if (side_before < 0 && at > 0) {
            w->corner = before;
            w->is_at_vertex = false;
            return;
        }
        const bool is_on = !(at < 0) && !(at > 0);
        if (is_on && (farthest == NONE ||
                      is_beyond(w, wendi_mesh_point(w->m, farthest), wendi_mesh_point(w->m, c)))) {
            farthest = c;
        }
        side_before = at;
        before = c;
    }
    w->corner = farthest;
    w->is_at_vertex = true;
}

/* ---- turning about a corner ---- */

/* True if the line continues into this polygon, or along its edge, from its corner. */
static bool leads_on(const surface_walk *w, wend_node p, uint32_t corner)
{
    const uint32_t next = wendi_mesh_next(w->m, p, corner);
    const uint32_t previous = wendi_mesh_previous(w->m, p, corner);
    const wend_vec2 at = wendi_mesh_point(w->m, corner);
    const double of_next = side(w, next);
    const double of_previous = side(w, previous);
    if (of_next < 0 && of_previous > 0) {
        return true;
    }
    const bool next_is_on = !(of_next < 0) && !(of_next > 0);
    const bool previous_is_on = !(of_previous < 0) && !(of_previous > 0);
    return (next_is_on && is_beyond(w, at, wendi_mesh_point(w->m, next))) ||
           (previous_is_on && is_beyond(w, at, wendi_mesh_point(w->m, previous)));
}

/* Turns about the corner until it finds the polygon ahead. @param wall the edge that ends the
 * turn otherwise. */
static bool turn_about(const surface_walk *w, bool clockwise, wend_node *polygon, uint32_t *corner,
                       uint32_t *wall)
{
    const wend_mesh *m = w->m;
    wend_node p = w->polygon;
    uint32_t c = w->corner;
    do {
        const uint32_t edge = clockwise ? c : wendi_mesh_previous(m, p, c);
        const wend_node beyond = m->neighbours[edge];
        *wall = edge;
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond)) {
            return false;
        }
        c = clockwise ? wendi_mesh_next(m, beyond, m->twins[edge]) : m->twins[edge];
        p = beyond;
        if (leads_on(w, p, c)) {
            *polygon = p;
            *corner = c;
            return true;
        }
    } while (c != w->corner);
    return false;
}

/* True if two polygons lie on the two sides of an edge ahead that separates them. */
static bool are_parted(const surface_walk *w, wend_node left, uint32_t left_corner, wend_node right)
{
    return left != right && w->m->neighbours[left_corner] != right;
}

/* Continues past a corner. @param walls the edges that stop it. */
static bool pass_corner(surface_walk *w, uint32_t walls[2])
{
    wend_node left = WEND_NODE_NONE;
    wend_node right = WEND_NODE_NONE;
    uint32_t left_corner = NONE;
    uint32_t right_corner = NONE;
    const bool has_left = turn_about(w, true, &left, &left_corner, &walls[0]);
    const bool has_right = turn_about(w, false, &right, &right_corner, &walls[1]);
    if (has_left && has_right && are_parted(w, left, left_corner, right)) {
        w->has_other = true;
        w->other = right;
        w->other_corner = right_corner;
    }
    if (has_left || has_right) {
        w->polygon = has_left ? left : right;
        w->corner = has_left ? left_corner : right_corner;
    }
    return has_left || has_right;
}

/* ---- the segment ---- */

static bool is_there(const surface_walk *w)
{
    const wend_vec2 at = wendi_mesh_point(w->m, w->corner);
    if (w->is_at_vertex) {
        return !is_beyond(w, at, w->b);
    }
    const wend_vec2 next = wendi_mesh_point(w->m, wendi_mesh_next(w->m, w->polygon, w->corner));
    return wendi_orient(at, next, w->b) >= 0;
}

static double fraction_at_edge(const surface_walk *w)
{
    const wend_vec2 u = wendi_mesh_point(w->m, w->corner);
    const wend_vec2 v = wendi_mesh_point(w->m, wendi_mesh_next(w->m, w->polygon, w->corner));
    const double from = wendi_orient(u, v, w->a);
    const double to = wendi_orient(u, v, w->b);
    const double t = from > 0 ? from / (from - to) : 0;
    return t < 1 ? t : 1;
}

static double fraction_at_vertex(const surface_walk *w)
{
    const wend_vec2 at = wendi_mesh_point(w->m, w->corner);
    const double x = w->b.x - w->a.x;
    const double y = w->b.y - w->a.y;
    const bool is_flat = x * x > y * y;
    const double t = is_flat ? (at.x - w->a.x) / x : (at.y - w->a.y) / y;
    return t > 0 ? (t < 1 ? t : 1) : 0;
}

static wendi_mesh_ray_end stop_at_edge(const surface_walk *w)
{
    return (wendi_mesh_ray_end){.polygon = w->polygon,
                                .vertex = NONE,
                                .walls = {w->corner, w->corner},
                                .fraction = fraction_at_edge(w)};
}

static wendi_mesh_ray_end stop_at_vertex(const surface_walk *w, const uint32_t walls[2])
{
    return (wendi_mesh_ray_end){.polygon = w->polygon,
                                .is_at_vertex = true,
                                .vertex = w->m->vertices[w->corner],
                                .walls = {walls[0], walls[1]},
                                .fraction = fraction_at_vertex(w)};
}

static wendi_mesh_ray_end go_on(surface_walk *w)
{
    for (;;) {
        if (is_there(w)) {
            return (wendi_mesh_ray_end){.polygon = w->polygon,
                                        .has_arrived = true,
                                        .vertex = NONE,
                                        .walls = {NONE, NONE},
                                        .fraction = 1};
        }
        if (w->is_at_vertex) {
            uint32_t walls[2];
            if (!pass_corner(w, walls)) {
                return stop_at_vertex(w, walls);
            }
            leave(w);
            continue;
        }
        const wend_node beyond = w->m->neighbours[w->corner];
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(w->m, beyond)) {
            return stop_at_edge(w);
        }
        w->polygon = beyond;
        leave_after_edge(w, w->m->twins[w->corner]);
    }
}

wendi_mesh_ray_end wendi_mesh_cast_ray(const wend_mesh *m, wend_node p, wend_vec2 a, wend_vec2 b)
{
    if (wendi_vec2_is_same(a, b)) {
        return (wendi_mesh_ray_end){.polygon = p,
                                    .has_arrived = true,
                                    .vertex = NONE,
                                    .walls = {NONE, NONE},
                                    .fraction = 1};
    }
    surface_walk w = {.m = m, .a = a, .b = b, .polygon = p};
    leave(&w);
    wendi_mesh_ray_end best = go_on(&w);
    while (!best.has_arrived && w.has_other) {
        w.has_other = false;
        w.polygon = w.other;
        w.corner = w.other_corner;
        leave(&w);
        const wendi_mesh_ray_end stop = go_on(&w);
        best = stop.fraction > best.fraction || stop.has_arrived ? stop : best;
    }
    return best;
}

wend_vec2 wendi_mesh_normal(const wend_mesh *m, wend_node p, uint32_t corner)
{
    const wend_vec2 a = wendi_mesh_point(m, corner);
    const wend_vec2 b = wendi_mesh_point(m, wendi_mesh_next(m, p, corner));
    return wend_vec2_normalize((wend_vec2){a.y - b.y, b.x - a.x});
}

/* ---- queries ---- */

static void no_hit(wend_mesh_location from, wend_mesh_hit *hit)
{
    memset(hit, 0, sizeof *hit);
    hit->location = from;
    hit->location.polygon = WEND_NODE_NONE;
    hit->corner = WEND_EDGE_NONE;
}

/* The location of a stop, exactly on its polygon. */
static wend_mesh_location location_of(const wend_mesh *m, const wendi_mesh_ray_end *stop,
                                      wend_vec2 a, wend_vec2 b)
{
    wend_vec2 at = b;
    if (stop->is_at_vertex) {
        at = m->points[stop->vertex];
    } else if (!stop->has_arrived) {
        at = (wend_vec2){a.x + (b.x - a.x) * stop->fraction, a.y + (b.y - a.y) * stop->fraction};
    }
    return wendi_mesh_snap_location(m, stop->polygon, at.x, at.y);
}

bool wend_mesh_ray(const wend_mesh *mesh, wend_mesh_location from, double x, double y,
                   wend_mesh_hit *hit)
{
    wend_mesh_hit ignored = {.fraction = 0};
    hit = hit == NULL ? &ignored : hit;
    no_hit(from, hit);
    if (mesh == NULL || !wendi_coordinate_is_valid(x) || !wendi_coordinate_is_valid(y)) {
        return false;
    }
    const wend_node p = wendi_mesh_polygon_of(mesh, &from);
    if (p == WEND_NODE_NONE) {
        return false;
    }
    const wend_vec2 a = {wendi_flush_coordinate(from.x), wendi_flush_coordinate(from.y)};
    const wend_vec2 b = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)};
    const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(mesh, p, a, b);
    hit->location = location_of(mesh, &stop, a, b);
    hit->fraction = stop.fraction;
    if (!stop.has_arrived) {
        hit->corner = stop.walls[0];
        hit->normal = wendi_mesh_normal(mesh, wendi_mesh_owner(mesh, hit->corner), hit->corner);
    }
    return stop.has_arrived;
}

/* ---- moves ---- */

typedef struct surface_slide {
    const wend_mesh *m;
    wend_vec2 at, goal;
    wend_node polygon;
} surface_slide;

/* Slides along the edge from a corner. @return true at its end, false where it came to rest. */
static bool slide_along(surface_slide *s, uint32_t corner)
{
    const wend_mesh *m = s->m;
    const wend_node p = wendi_mesh_owner(m, corner);
    const wend_vec2 u = wendi_mesh_point(m, corner);
    const wend_vec2 v = wendi_mesh_point(m, wendi_mesh_next(m, p, corner));
    s->polygon = p;
    const bool is_before = wendi_compare_along(u, v, s->goal) <= 0;
    const bool is_beyond = wendi_compare_along(v, u, s->goal) <= 0;
    if (is_before || is_beyond) {
        s->at = is_before ? u : v;
        return true;
    }
    s->at = wendi_mesh_closest_on_segment(u, v, s->goal);
    return false;
}

/* The edge to slide along, of the two that stop it at a corner; UINT32_MAX where neither leads
 * nearer. */
static uint32_t choose(const surface_slide *s, const wendi_mesh_ray_end *stop)
{
    uint32_t best = UINT32_MAX;
    double best_gain = 0;
    const wend_vec2 at = s->m->points[stop->vertex];
    for (int i = 0; i < 2; ++i) {
        const wend_node p = wendi_mesh_owner(s->m, stop->walls[i]);
        const uint32_t next = wendi_mesh_next(s->m, p, stop->walls[i]);
        const bool begins = s->m->vertices[stop->walls[i]] == stop->vertex;
        const wend_vec2 end = wendi_mesh_point(s->m, begins ? next : stop->walls[i]);
        if (wendi_compare_along(at, end, s->goal) <= 0) {
            continue;
        }
        const wend_vec2 on = wendi_mesh_closest_on_segment(at, end, s->goal);
        const double gain = wend_vec2_distance(at, s->goal) - wend_vec2_distance(on, s->goal);
        if (best == UINT32_MAX || gain > best_gain) {
            best = stop->walls[i];
            best_gain = gain;
        }
    }
    return best;
}

/* One straight segment and one edge. @return false when it came to rest. */
static bool advance(surface_slide *s)
{
    const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(s->m, s->polygon, s->at, s->goal);
    s->polygon = stop.polygon;
    if (stop.has_arrived) {
        s->at = s->goal;
        return false;
    }
    if (!stop.is_at_vertex) {
        const wend_vec2 before = s->at;
        return slide_along(s, stop.walls[0]) && !wendi_vec2_is_same(before, s->at);
    }
    s->at = s->m->points[stop.vertex];
    const uint32_t wall = choose(s, &stop);
    return wall != UINT32_MAX && slide_along(s, wall);
}

wend_result wend_mesh_move(const wend_mesh *mesh, wend_mesh_location from, double x, double y,
                           wend_mesh_location *end)
{
    if (end == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *end = from;
    if (mesh == NULL || !wendi_coordinate_is_valid(x) || !wendi_coordinate_is_valid(y)) {
        return WEND_ERROR_ARGUMENT;
    }
    surface_slide s = {.m = mesh,
                       .at = {wendi_flush_coordinate(from.x), wendi_flush_coordinate(from.y)},
                       .goal = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)},
                       .polygon = wendi_mesh_polygon_of(mesh, &from)};
    if (s.polygon == WEND_NODE_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Each step comes nearer to the goal, over corners: there can be at most as many as corners. */
    for (uint64_t left = (uint64_t)mesh->corner_count + 2; left > 0 && advance(&s); --left) {
    }
    *end = wendi_mesh_snap_location(mesh, s.polygon, s.at.x, s.at.y);
    return WEND_OK;
}

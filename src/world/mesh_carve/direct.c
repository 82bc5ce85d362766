/* Carves shapes out of convex pieces by diagonals.
 * Cost: some 10 ns for each corner of a shape and edge of a piece that it meets. */
#include "world/mesh_carve/cutter.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "base/math/predicates.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { EVENTS_MAX = 32 /* on the edges of one piece */ };

/* A point where the outline of the current shape meets the border of a piece. */
typedef struct direct_event {
    uint32_t corner; /* it lies there, or on the edge from there */
    uint32_t vertex;
    uint32_t edge; /* of the shape */
    bool is_exit;  /* the border leaves the shape */
    bool is_at_corner;
} direct_event;

/* ---- points and shapes ---- */

static uint32_t after(const wendi_carve_shape *shape, uint32_t edge)
{
    return edge + 1 == shape->count ? 0 : edge + 1;
}

static uint32_t add_point(direct_cutter *c, wend_vec2 at)
{
    if (c->point_count == c->point_capacity) {
        return NONE;
    }
    c->points[c->point_count] = at;
    c->is_soft[c->point_count] = 0;
    c->shape_corners[c->point_count] = NONE;
    return c->point_count++;
}

static uint32_t vertex_of_corner(direct_cutter *c, uint32_t corner)
{
    if (c->shape_vertices[corner] == NONE) {
        c->shape_vertices[corner] = add_point(c, c->shape->points[corner]);
        if (c->shape_vertices[corner] != NONE) {
            c->shape_corners[c->shape_vertices[corner]] =
                WENDI_CARVE_CORNERS_MAX * c->shape_index + corner;
        }
    }
    return c->shape_vertices[corner];
}

/* The side of an edge of the shape on which a point lies: above 0 within. */
static double side_of_edge(const direct_cutter *c, uint32_t edge, wend_vec2 at)
{
    return wendi_orient(c->shape->points[edge], c->shape->points[after(c->shape, edge)], at);
}

static bool is_in_box(wend_vec2 at, wend_vec2 a, wend_vec2 b)
{
    return at.x >= wendi_min(a.x, b.x) && at.x <= wendi_max(a.x, b.x) &&
           at.y >= wendi_min(a.y, b.y) && at.y <= wendi_max(a.y, b.y);
}

static bool is_beside_shape(const wendi_carve_shape *shape, wend_vec2 a, wend_vec2 b)
{
    return wendi_max(a.x, b.x) < shape->low.x || wendi_min(a.x, b.x) > shape->high.x ||
           wendi_max(a.y, b.y) < shape->low.y || wendi_min(a.y, b.y) > shape->high.y;
}

/* ---- where the shape crosses a line ---- */

/* The edges of the shape through which the line from a to b may enter and leave it. */
typedef struct line_sides {
    uint32_t entry, exit; /* NONE: all of it lies on one side */
    bool is_left;         /* that is the left one */
} line_sides;

/* @return false: a corner of the shape lies on the segment. */
static bool find_sides(const wendi_carve_shape *shape, wend_vec2 a, wend_vec2 b, line_sides *sides)
{
    bool is_left[WENDI_CARVE_CORNERS_MAX] = {false};
    for (uint32_t i = 0; i < shape->count; i++) {
        const double side = wendi_orient(a, b, shape->points[i]);
        is_left[i] = side > 0;
        if (!(side > 0) && !(side < 0)) {
            if (is_in_box(shape->points[i], a, b)) {
                return false;
            }
            is_left[i] = true; /* beside the segment: on either side alike */
        }
    }
    *sides = (line_sides){NONE, NONE, is_left[0]};
    for (uint32_t i = 0; i < shape->count; i++) {
        const uint32_t next = after(shape, i);
        if (is_left[i] && !is_left[next]) {
            sides->entry = i;
        } else if (!is_left[i] && is_left[next]) {
            sides->exit = i;
        }
    }
    return true;
}

typedef enum direct_hit { HIT_NO, HIT_YES, HIT_UNSURE } direct_hit;

/* Whether an edge of the shape, whose ends lie on both sides of the line, crosses the segment. */
static direct_hit hits(const direct_cutter *c, uint32_t edge, wend_vec2 a, wend_vec2 b)
{
    const double of_a = side_of_edge(c, edge, a);
    const double of_b = side_of_edge(c, edge, b);
    if ((!(of_a > 0) && !(of_a < 0)) || (!(of_b > 0) && !(of_b < 0))) {
        return HIT_UNSURE;
    }
    return (of_a > 0) != (of_b > 0) ? HIT_YES : HIT_NO;
}

/* ---- the rim ---- */

/* Marks the point of the rim where an edge of the shape crosses an edge of the polygon. */
static bool mark_crossing(direct_cutter *c, uint32_t e, wend_vec2 p, wend_vec2 q, uint32_t edge,
                          bool is_exit)
{
    const wendi_carve_input *input = c->input;
    if (edge == NONE) {
        return true;
    }
    const direct_hit hit = hits(c, edge, p, q);
    if (hit != HIT_YES) {
        return hit == HIT_NO;
    }
    const wend_vec2 a = c->shape->points[edge];
    const wend_vec2 b = c->shape->points[after(c->shape, edge)];
    wend_vec2 at;
    if (!(input->is_reversed[e] != 0 ? wendi_carve_cross(q, p, a, b, &at)
                                     : wendi_carve_cross(p, q, a, b, &at))) {
        return false;
    }
    for (uint32_t i = input->firsts[e] + 1; i < input->firsts[e + 1]; i++) {
        if (wendi_carve_is_same(input->rim[i], at)) {
            const bool is_first = c->marks[i] == 0;
            c->marks[i] = 1 + 2 * edge + (is_exit ? 1 : 0);
            return is_first;
        }
    }
    return false; /* it was rounded to a corner */
}

static bool begin_shape(direct_cutter *c, uint32_t index)
{
    const wendi_carve_input *input = c->input;
    const wendi_carve_shape *shape = input->shapes[index];
    c->shape = shape;
    c->shape_index = index;
    c->crossing_count = 0;
    memset(c->shape_vertices, 0xff, sizeof c->shape_vertices);
    memset(c->marks, 0, input->rim_count * sizeof *c->marks);
    for (uint32_t e = 0; e < input->edge_count; e++) {
        const wend_vec2 p = input->rim[input->firsts[e]];
        const wend_vec2 q = input->rim[e + 1 == input->edge_count ? 0 : input->firsts[e + 1]];
        line_sides sides;
        if (is_beside_shape(shape, p, q)) {
            continue;
        }
        if (!find_sides(shape, p, q, &sides) || !mark_crossing(c, e, p, q, sides.entry, false) ||
            !mark_crossing(c, e, p, q, sides.exit, true)) {
            return false;
        }
    }
    return true;
}

/* ---- making pieces ---- */

static void begin_piece(direct_cutter *c)
{
    c->growing = (direct_piece){.first = c->corner_count};
}

static bool add_corner(direct_cutter *c, uint32_t vertex, bool is_hole)
{
    if (vertex == NONE || c->corner_count == c->corner_capacity) {
        return false;
    }
    const wend_vec2 at = c->points[vertex];
    direct_piece *p = &c->growing;
    if (p->count == 0) {
        p->low = p->high = at;
    }
    p->low = (wend_vec2){wendi_min(p->low.x, at.x), wendi_min(p->low.y, at.y)};
    p->high = (wend_vec2){wendi_max(p->high.x, at.x), wendi_max(p->high.y, at.y)};
    c->corners[c->corner_count++] = (direct_corner){vertex, is_hole};
    p->count++;
    return true;
}

static bool goes_right(wend_vec2 a, wend_vec2 b)
{
    return a.x < b.x || (!(a.x > b.x) && a.y < b.y);
}

/* True where three points follow each other straight along an axis, which needs no exact numbers. */
static bool is_along_axis(wend_vec2 a, wend_vec2 b, wend_vec2 d)
{
    return (!(a.x < b.x) && !(a.x > b.x) && !(b.x < d.x) && !(b.x > d.x)) ||
           (!(a.y < b.y) && !(a.y > b.y) && !(b.y < d.y) && !(b.y > d.y));
}

static bool end_piece(direct_cutter *c)
{
    if (c->growing.count < 3 || c->growing.count > WENDI_CUTTER_CHAIN ||
        c->piece_count == c->piece_capacity) {
        return false;
    }
    c->pieces[c->piece_count++] = c->growing;
    return true;
}

/* True if a piece is convex, has an area, and goes around once. @param reflex set to a corner that
 * turns to the right, if there is one. */
static bool is_convex(const direct_cutter *c, const direct_piece *p, uint32_t *reflex)
{
    const direct_corner *corners = c->corners + p->first;
    uint32_t lefts = 0;
    uint32_t turns = 0;
    wend_vec2 a = c->points[corners[p->count - 2].vertex];
    wend_vec2 b = c->points[corners[p->count - 1].vertex];
    bool was_right = goes_right(a, b);
    for (uint32_t i = 0; i < p->count; i++) {
        const wend_vec2 d = c->points[corners[i].vertex];
        const bool is_right = goes_right(b, d);
        const double side = is_along_axis(a, b, d) ? 0 : wendi_orient(a, b, d);
        if (side < 0 || (!(side > 0) && !wendi_carve_is_between(a, b, d))) {
            *reflex = i == 0 ? p->count - 1 : i - 1;
            return false;
        }
        lefts += side > 0 ? 1 : 0;
        turns += was_right != is_right ? 1 : 0;
        was_right = is_right;
        a = b;
        b = d;
    }
    return lefts >= 3 && turns == 2;
}

/* ---- from a chain of the rim to a chain of the shape ---- */

/*      r[0] ... r[last]: corners of the piece; g[0] ... g[edges]: corners of the shape, so that g[i]
 * and g[i + 1] are the ends of edge i. Where the chain is open, g[0] is r[0] and g[edges] is r[last],
 * on the border of the piece; else g[0] and g[edges] are the same corner, and diagonals lead there from
 * both ends of the rim. */
typedef struct direct_strip {
    direct_corner r[WENDI_CUTTER_CHAIN + 2];
    uint32_t g[WENDI_CARVE_CORNERS_MAX + 2];
    uint32_t last, edges;
    bool is_open;
} direct_strip;

static bool is_beyond(const direct_cutter *c, const direct_strip *s, uint32_t edge, uint32_t r)
{
    return wendi_orient(c->points[s->g[edge]], c->points[s->g[edge + 1]],
                        c->points[s->r[r].vertex]) < 0;
}

/* The piece of an edge of the shape, with the rim from one point to another. */
static bool add_edge_piece(direct_cutter *c, const direct_strip *s, uint32_t edge, uint32_t from,
                           uint32_t to)
{
    const bool has_begin = s->is_open && edge == 0;
    const bool has_end = s->is_open && edge + 1 == s->edges;
    bool is_done = true;
    begin_piece(c);
    for (uint32_t i = from; i < to && is_done; i++) {
        is_done = add_corner(c, s->r[i].vertex, s->r[i].is_hole);
    }
    is_done = is_done && add_corner(c, s->r[to].vertex, has_end);
    is_done = is_done && (has_end || add_corner(c, s->g[edge + 1], true));
    is_done = is_done && (has_begin || add_corner(c, s->g[edge], false));
    return is_done && end_piece(c);
}

static bool add_triangle(direct_cutter *c, direct_corner a, uint32_t b, uint32_t d)
{
    begin_piece(c);
    return add_corner(c, a.vertex, a.is_hole) && add_corner(c, b, false) &&
           add_corner(c, d, false) && end_piece(c);
}

static uint32_t nearest_in(const direct_cutter *c, const direct_strip *s, uint32_t first,
                           uint32_t last, wend_vec2 to)
{
    uint32_t best = first;
    double least = 0;
    for (uint32_t i = first; i <= last; i++) {
        const wend_vec2 at = c->points[s->r[i].vertex];
        const double x = at.x - to.x;
        const double y = at.y - to.y;
        const double square = x * x + y * y;
        if (i == first || square < least) {
            least = square;
            best = i;
        }
    }
    return best;
}

static bool cut_strip(direct_cutter *c, const direct_strip *s)
{
    const uint32_t spare = s->is_open ? 1 : 0;
    uint32_t from = 0; /* where the piece of the edge begins */
    uint32_t low = spare;
    uint32_t high = spare; /* the last point beyond the edge */
    if (s->edges == 1) {
        return add_edge_piece(c, s, 0, 0, s->last);
    }
    if (low > s->last || !is_beyond(c, s, 0, low)) {
        return false;
    }
    for (uint32_t edge = 0; edge + 1 < s->edges; edge++) {
        while (high + 1 + spare <= s->last && is_beyond(c, s, edge, high + 1)) {
            high++;
        }
        low = low < from ? from : low;
        while (low + spare <= s->last && !is_beyond(c, s, edge + 1, low)) {
            low++;
        }
        if (low + spare > s->last || low > high + 1) {
            return false;
        }
        const uint32_t corner = s->g[edge + 1];
        const uint32_t to = low > high ? high : nearest_in(c, s, low, high, c->points[corner]);
        if (!add_edge_piece(c, s, edge, from, to) ||
            (low > high && !add_triangle(c, s->r[high], s->r[low].vertex, corner))) {
            return false;
        }
        from = low > high ? low : to;
        high = high < low ? low : high;
    }
    return add_edge_piece(c, s, s->edges - 1, from, s->last);
}

/* ---- cutting a piece ---- */

/* The shape lies within the piece. */
static bool cut_ring(direct_cutter *c, const direct_piece *p)
{
    const wendi_carve_shape *shape = c->shape;
    const direct_corner *corners = c->corners + p->first;
    direct_strip s;
    s.edges = shape->count;
    s.is_open = false;
    for (uint32_t i = 0; i <= shape->count; i++) {
        s.g[i] = vertex_of_corner(c, i == shape->count ? 0 : i);
        if (s.g[i] == NONE) {
            return false;
        }
    }
    /* The rim begins with the first corner beyond edge 0, and ends with the last one beyond the edge
     * before, after it went around. */
    uint32_t begin = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t before = i == 0 ? p->count - 1 : i - 1;
        if (side_of_edge(c, 0, c->points[corners[i].vertex]) < 0 &&
            !(side_of_edge(c, 0, c->points[corners[before].vertex]) < 0)) {
            begin = i;
        }
    }
    const uint32_t before = begin == 0 ? p->count - 1 : begin - 1;
    const bool is_beyond_both =
        side_of_edge(c, shape->count - 1, c->points[corners[begin].vertex]) < 0;
    s.last = is_beyond_both ? p->count : p->count - 1;
    for (uint32_t i = 0; i <= s.last; i++) {
        s.r[i] = corners[begin + i < p->count ? begin + i : begin + i - p->count];
    }
    return cut_strip(c, &s) &&
           (is_beyond_both || add_triangle(c, corners[before], corners[begin].vertex, s.g[0]));
}

/* True if a comes before b on the way from one point to another. */
static bool precedes(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b)
{
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    return fabs(x) > fabs(y) ? (x > 0 ? a.x < b.x : a.x > b.x) : (y > 0 ? a.y < b.y : a.y > b.y);
}

/* The part of a piece between two events, where its border runs outside of the shape. */
static bool cut_part(direct_cutter *c, const direct_piece *p, const direct_event *out,
                     const direct_event *in)
{
    const wendi_carve_shape *shape = c->shape;
    const direct_corner *corners = c->corners + p->first;
    direct_strip s;
    s.last = s.edges = 0;
    s.is_open = true;
    uint32_t i = out->corner;
    s.r[0] = (direct_corner){out->vertex, corners[i].is_hole};
    for (uint32_t steps = 0; steps < p->count; steps++) {
        i = i + 1 == p->count ? 0 : i + 1;
        if (i == in->corner && in->is_at_corner) {
            break;
        }
        s.r[++s.last] = corners[i];
        if (i == in->corner) {
            break;
        }
    }
    s.r[++s.last] = (direct_corner){in->vertex, true};
    s.g[0] = out->vertex;
    if (out->edge == in->edge &&
        !precedes(shape->points[out->edge], shape->points[after(shape, out->edge)],
                  c->points[out->vertex], c->points[in->vertex])) {
        return false;
    }
    for (uint32_t k = out->edge; k != in->edge;) {
        k = after(shape, k);
        s.g[++s.edges] = vertex_of_corner(c, k);
        if (s.g[s.edges] == NONE) {
            return false;
        }
    }
    s.g[++s.edges] = in->vertex;
    return cut_strip(c, &s);
}

/* ---- events ---- */

/* The point where an edge of the shape crosses an edge between pieces: the same from both sides. */
static uint32_t crossing_of(direct_cutter *c, uint32_t u, uint32_t v, uint32_t edge, bool is_soft)
{
    const uint32_t low = u < v ? u : v;
    const uint32_t high = u < v ? v : u;
    for (uint32_t i = 0; i < c->crossing_count; i++) {
        const direct_crossing *known = &c->crossings[i];
        if (known->low == low && known->high == high && known->edge == edge) {
            return known->vertex;
        }
    }
    const wend_vec2 a = c->shape->points[edge];
    const wend_vec2 b = c->shape->points[after(c->shape, edge)];
    const wend_vec2 p = c->points[low];
    const wend_vec2 q = c->points[high];
    wend_vec2 at;
    if (c->crossing_count == WENDI_CUTTER_CROSSINGS || !wendi_carve_cross(p, q, a, b, &at) ||
        wendi_carve_is_same(at, p) || wendi_carve_is_same(at, q) || wendi_carve_is_same(at, a) ||
        wendi_carve_is_same(at, b)) {
        return NONE;
    }
    const uint32_t vertex = add_point(c, at);
    if (vertex != NONE) {
        c->is_soft[vertex] = is_soft ? 1 : 0;
    }
    c->crossings[c->crossing_count++] = (direct_crossing){low, high, edge, vertex};
    return vertex;
}

typedef struct direct_events {
    direct_event items[EVENTS_MAX];
    uint32_t count;
    bool is_apart;             /* an edge has the whole shape on its outer side */
    bool is_known, is_covered; /* whether the border, where nothing crosses it, lies in the shape */
} direct_events;

static bool add_event(direct_events *events, direct_event event)
{
    if (event.vertex == NONE || events->count == EVENTS_MAX) {
        return false;
    }
    events->items[events->count++] = event;
    return true;
}

static uint32_t mark_of(const direct_cutter *c, uint32_t vertex)
{
    return vertex < c->input->rim_count ? c->marks[vertex] : 0;
}

/* Where the outline passes through a corner of the piece: whether the edges before and behind it lie in
 * the shape there. */
static bool visit_corner(direct_cutter *c, const direct_piece *p, uint32_t i, direct_events *events)
{
    const direct_corner *corners = c->corners + p->first;
    const direct_corner before = corners[i == 0 ? p->count - 1 : i - 1];
    const direct_corner here = corners[i];
    const direct_corner next = corners[i + 1 == p->count ? 0 : i + 1];
    const uint32_t mark = mark_of(c, here.vertex);
    if (mark == 0) {
        return true;
    }
    const uint32_t edge = (mark - 1) / 2;
    const bool is_exit = (mark - 1) % 2 != 0;
    bool was_in = is_exit;
    bool is_in = !is_exit;
    if (!wendi_cutter_is_on_rim(c, before, here.vertex)) {
        const double side = side_of_edge(c, edge, c->points[before.vertex]);
        if (!(side < 0) && !(side > 0)) {
            return false;
        }
        was_in = side > 0;
    }
    if (!wendi_cutter_is_on_rim(c, here, next.vertex)) {
        const double side = side_of_edge(c, edge, c->points[next.vertex]);
        if (!(side < 0) && !(side > 0)) {
            return false;
        }
        is_in = side > 0;
    }
    events->is_known = true;
    events->is_covered = is_in;
    return was_in == is_in || add_event(events, (direct_event){i, here.vertex, edge, was_in, true});
}

static bool visit_crossing(direct_cutter *c, const direct_piece *p, uint32_t i, uint32_t edge,
                           bool is_exit, direct_events *events)
{
    const direct_corner here = c->corners[p->first + i];
    const uint32_t u = here.vertex;
    const uint32_t v = c->corners[p->first + (i + 1 == p->count ? 0 : i + 1)].vertex;
    /* Where the outline passes through an end by the same edge, it crosses there. */
    if (edge == NONE || (mark_of(c, u) != 0 && (mark_of(c, u) - 1) / 2 == edge) ||
        (mark_of(c, v) != 0 && (mark_of(c, v) - 1) / 2 == edge)) {
        return true;
    }
    const direct_hit hit = hits(c, edge, c->points[u], c->points[v]);
    if (hit != HIT_YES) {
        return hit == HIT_NO;
    }
    const uint32_t vertex = crossing_of(c, u, v, edge, !here.is_hole);
    return add_event(events, (direct_event){i, vertex, edge, is_exit, false});
}

/* Lists the events along the border of a piece. @return false: something is degenerate. */
static bool find_events(direct_cutter *c, const direct_piece *p, direct_events *events)
{
    const direct_corner *corners = c->corners + p->first;
    events->count = 0;
    events->is_apart = events->is_known = events->is_covered = false;
    for (uint32_t i = 0; i < p->count; i++) {
        const uint32_t u = corners[i].vertex;
        const uint32_t v = corners[i + 1 == p->count ? 0 : i + 1].vertex;
        line_sides sides;
        if (!visit_corner(c, p, i, events)) {
            return false;
        }
        if (wendi_cutter_is_on_rim(c, corners[i], v) ||
            is_beside_shape(c->shape, c->points[u], c->points[v])) {
            continue;
        }
        if (!find_sides(c->shape, c->points[u], c->points[v], &sides)) {
            return false;
        }
        if (sides.entry == NONE && !sides.is_left) {
            events->is_apart = true;
            return true;
        }
        if (!visit_crossing(c, p, i, sides.entry, false, events) ||
            !visit_crossing(c, p, i, sides.exit, true, events)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < events->count; i++) {
        const uint32_t next = i + 1 == events->count ? 0 : i + 1;
        if (events->items[i].is_exit == events->items[next].is_exit) {
            return false;
        }
    }
    return true;
}

/* Where nothing crosses the border: is a corner of the piece in the shape? */
static direct_hit is_covered(const direct_cutter *c, const direct_piece *p)
{
    const wend_vec2 at = c->points[c->corners[p->first].vertex];
    for (uint32_t k = 0; k < c->shape->count; k++) {
        const double side = side_of_edge(c, k, at);
        if (side < 0) {
            return HIT_NO;
        }
        if (!(side > 0)) {
            return HIT_UNSURE;
        }
    }
    return HIT_YES;
}

static bool contains_shape(const direct_cutter *c, const direct_piece *p)
{
    const direct_corner *corners = c->corners + p->first;
    for (uint32_t i = 0; i < p->count; i++) {
        const wend_vec2 a = c->points[corners[i].vertex];
        const wend_vec2 b = c->points[corners[i + 1 == p->count ? 0 : i + 1].vertex];
        if (!(wendi_orient(a, b, c->shape->points[0]) > 0)) {
            return false;
        }
    }
    return true;
}

/* @return false: a case for the triangulation. */
static bool cut_piece(direct_cutter *c, uint32_t index)
{
    const direct_piece p = c->pieces[index];
    direct_events events;
    if (p.count > WENDI_CUTTER_CHAIN || !find_events(c, &p, &events)) {
        return false;
    }
    if (events.is_apart) {
        return true;
    }
    if (events.count == 0) {
        const direct_hit hit = !events.is_known    ? is_covered(c, &p)
                               : events.is_covered ? HIT_YES
                                                   : HIT_NO;
        if (hit == HIT_UNSURE) {
            return false;
        }
        const bool is_ring = hit == HIT_NO && contains_shape(c, &p);
        c->pieces[index].is_gone = hit == HIT_YES || is_ring;
        return !is_ring || cut_ring(c, &p);
    }
    c->pieces[index].is_gone = true;
    for (uint32_t i = 0; i < events.count; i++) {
        const uint32_t next = i + 1 == events.count ? 0 : i + 1;
        if (events.items[i].is_exit && !cut_part(c, &p, &events.items[i], &events.items[next])) {
            return false;
        }
    }
    return true;
}

static bool cut_shape(direct_cutter *c, uint32_t index)
{
    const wendi_carve_shape *shape = c->input->shapes[index];
    if (!begin_shape(c, index)) {
        return false;
    }
    const uint32_t count = c->piece_count;
    for (uint32_t i = 0; i < count; i++) {
        const direct_piece *p = &c->pieces[i];
        if (!p->is_gone && p->low.x < shape->high.x && p->low.y < shape->high.y &&
            p->high.x > shape->low.x && p->high.y > shape->low.y && !cut_piece(c, i)) {
            return false;
        }
    }
    return true;
}

/* ---- pieces that are too large, or not quite convex ---- */

/* Adds the part of a piece from one of its corners to another. */
static bool add_half(direct_cutter *c, const direct_piece *p, uint32_t from, uint32_t to)
{
    uint32_t reflex;
    begin_piece(c);
    for (uint32_t i = from;; i = i + 1 == p->count ? 0 : i + 1) {
        const direct_corner at = c->corners[p->first + i];
        if (!add_corner(c, at.vertex, at.is_hole && i != to)) {
            return false;
        }
        if (i == to) {
            return end_piece(c) && is_convex(c, &c->growing, &reflex);
        }
    }
}

/* Divides a piece by a diagonal that leaves two convex ones. */
static bool divide_at(direct_cutter *c, uint32_t index, uint32_t from, uint32_t to)
{
    const direct_piece p = c->pieces[index];
    const uint32_t count = c->piece_count;
    const uint32_t corner_count = c->corner_count;
    if (add_half(c, &p, from, to) && add_half(c, &p, to, from)) {
        c->pieces[index].is_gone = true;
        return true;
    }
    c->piece_count = count;
    c->corner_count = corner_count;
    return false;
}

/* Divides a piece that rounding made concave at a point of the rim, or one of too many corners. */
static bool settle(direct_cutter *c, uint32_t index)
{
    const direct_piece p = c->pieces[index];
    uint32_t reflex = NONE;
    if (!is_convex(c, &p, &reflex)) {
        for (uint32_t i = 2; reflex != NONE && i + 1 < p.count; i++) {
            if (divide_at(c, index, reflex,
                          reflex + i < p.count ? reflex + i : reflex + i - p.count)) {
                return true;
            }
        }
        return false;
    }
    for (uint32_t i = 0; p.count > WENDI_CARVE_PIECE_CORNERS; i++) {
        if (i == p.count) {
            return false;
        }
        const uint32_t to = i + WENDI_CARVE_PIECE_CORNERS - 1;
        if (divide_at(c, index, i, to < p.count ? to : to - p.count)) {
            return true;
        }
    }
    return true;
}

static bool cut_all(direct_cutter *c)
{
    const wendi_carve_input *input = c->input;
    begin_piece(c);
    for (uint32_t i = 0; i < input->rim_count; i++) {
        if (!add_corner(c, i, false)) {
            return false;
        }
    }
    if (!end_piece(c)) {
        return false;
    }
    for (uint32_t i = 0; i < input->shape_count; i++) {
        if (!cut_shape(c, i)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < c->piece_count; i++) {
        if (!c->pieces[i].is_gone && !settle(c, i)) {
            return false;
        }
    }
    return true;
}

wendi_carve_outcome wendi_carve_direct(const wendi_carve_input *input, const wend_allocator *keep,
                                       const wend_allocator *work, wendi_carve_pieces *pieces)
{
    direct_cutter c;
    const uint32_t shapes = input->shape_count;
    uint32_t corners = 0;
    if (input->rim_count > WENDI_CUTTER_CHAIN) {
        return WENDI_CARVE_UNABLE;
    }
    for (uint32_t i = 0; i < shapes; i++) {
        corners += input->shapes[i]->count;
    }
    c.input = input;
    c.point_count = input->rim_count;
    c.point_capacity = input->rim_count + corners + 32 * shapes;
    c.corner_count = c.piece_count = 0;
    c.corner_capacity = 8 * (input->rim_count + corners) + 256 * shapes + 32;
    c.piece_capacity = c.corner_capacity / 3;
    c.points = wendi_alloc_items(work, c.point_capacity, sizeof *c.points);
    c.corners = wendi_alloc_items(work, c.corner_capacity, sizeof *c.corners);
    c.is_soft = wendi_alloc_zero(work, c.point_capacity);
    c.shape_corners = wendi_alloc_items(work, c.point_capacity, sizeof *c.shape_corners);
    c.pieces = wendi_alloc_items(work, c.piece_capacity, sizeof *c.pieces);
    c.marks = wendi_alloc_items(work, input->rim_count, sizeof *c.marks);
    if (c.points == NULL || c.is_soft == NULL || c.corners == NULL || c.pieces == NULL ||
        c.marks == NULL || c.shape_corners == NULL) {
        return WENDI_CARVE_NO_MEMORY;
    }
    memcpy(c.points, input->rim, input->rim_count * sizeof *c.points);
    if (!cut_all(&c)) {
        return WENDI_CARVE_UNABLE;
    }
    /* Those of one shape are as few as can be. */
    return wendi_cutter_write(&c, shapes > 1, keep, work, pieces);
}

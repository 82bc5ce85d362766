/* Lengths of shortest paths over a mesh by Dijkstra over all lines of sight: cubic, for meshes of
 * some hundred corners. */
#include "support/surface.h"

#include "base/math/predicates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static void *block(size_t count, size_t bytes)
{
    void *made = calloc(count + 1, bytes);
    if (made == NULL) {
        abort();
    }
    return made;
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

static double length_of(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_distance(a, b);
}

static uint32_t next_of(const surface *s, uint32_t c)
{
    const uint32_t p = s->polygon_of[c];
    return c + 1 == s->firsts[p + 1] ? s->firsts[p] : c + 1;
}

static uint32_t before_of(const surface *s, uint32_t c)
{
    const uint32_t p = s->polygon_of[c];
    return c == s->firsts[p] ? s->firsts[p + 1] - 1 : c - 1;
}

/* ---- making ---- */

static double factor_of(const wend_mesh_space_def *def, wend_node p)
{
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(def->mesh, p);
    const double factor = def->factors != NULL ? def->factors[polygon.area]
                                               : wend_mesh_factor(def->mesh, polygon.area);
    const bool is_open = polygon.is_open && (polygon.flags & def->flags_refused) == 0 &&
                         (polygon.flags & def->flags_required) == def->flags_required;
    return is_open && factor <= 65536 ? factor : 0;
}

static uint32_t twin_of(const surface *s, uint32_t c)
{
    const wend_node q = wend_mesh_neighbour(s->mesh, c);
    const wend_node p = s->polygon_of[c];
    if (q == WEND_NODE_NONE || !(s->factors[p] > 0) || !(s->factors[q] > 0)) {
        return NONE;
    }
    for (uint32_t d = s->firsts[q]; d < s->firsts[q + 1]; ++d) {
        if (wend_mesh_neighbour(s->mesh, d) == p &&
            is_same(s->points[d], s->points[next_of(s, c)]) &&
            is_same(s->points[next_of(s, d)], s->points[c])) {
            return d;
        }
    }
    abort();
}

static uint32_t root_of(uint32_t *parents, uint32_t c)
{
    while (parents[c] != c) {
        parents[c] = parents[parents[c]];
        c = parents[c];
    }
    return c;
}

static void make_fans(surface *s)
{
    uint32_t *parents = block(s->corner_count, sizeof *parents);
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        parents[c] = c;
    }
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        if (s->twins[c] != NONE) {
            parents[root_of(parents, c)] = root_of(parents, next_of(s, s->twins[c]));
        }
    }
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        s->fans[c] = NONE;
    }
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        const uint32_t root = root_of(parents, c);
        if (s->fans[root] == NONE) {
            s->fan_corners[s->fan_count] = root;
            s->fans[root] = s->fan_count++;
        }
        s->fans[c] = s->fans[root];
    }
    free(parents);
}

/* ---- going straight ---- */

/* The end of a line from a to b, inside of p: a fan, a location (number behind the fans), or NONE.
 */
typedef struct line {
    wend_vec2 a, b;
    uint32_t fan;               /* it leads to, or NONE */
    const surface_place *place; /* or this */
    wend_node polygon;          /* or into this one */
} line;

static bool is_member(const line *l, wend_node p)
{
    bool is_in = l->polygon == p;
    for (uint32_t i = 0; l->place != NULL && i < l->place->member_count; ++i) {
        is_in = is_in || l->place->members[i] == p;
    }
    return is_in;
}

/* The line begins in p, or comes into it through the middle of an edge. */
static bool arrives(const surface *s, const line *l, wend_node p)
{
    for (;;) {
        if (is_member(l, p)) {
            return true;
        }
        uint32_t exit = NONE;
        for (uint32_t c = s->firsts[p]; c < s->firsts[p + 1]; ++c) {
            const wend_vec2 u = s->points[c];
            const wend_vec2 w = s->points[next_of(s, c)];
            const double at_u = wendi_orient(l->a, l->b, u);
            const double at_w = wendi_orient(l->a, l->b, w);
            if (!(at_u < 0) && !(at_u > 0) && wendi_compare_along(l->a, l->b, u) > 0) {
                return l->fan != NONE && s->fans[c] == l->fan;
            }
            if (at_u < 0 && at_w > 0) {
                exit = c;
            }
        }
        if (exit == NONE || s->twins[exit] == NONE) {
            return false;
        }
        const wend_node beyond = s->polygon_of[s->twins[exit]];
        if (!is_member(l, beyond) &&
            wendi_orient(s->points[exit], s->points[next_of(s, exit)], l->b) > 0) {
            return false;
        }
        p = beyond;
    }
}

/* From a corner, into the middle of its polygon. */
static bool leaves(const surface *s, uint32_t corner, const line *l)
{
    return wendi_orient(l->a, s->points[next_of(s, corner)], l->b) > 0 &&
           wendi_orient(l->a, s->points[before_of(s, corner)], l->b) < 0;
}

/* A straight corner has everything on one side. */
static bool leaves_corner(const surface *s, uint32_t corner, const line *l)
{
    const wend_vec2 before = s->points[before_of(s, corner)];
    const wend_vec2 next = s->points[next_of(s, corner)];
    const double turn = wendi_orient(before, l->a, next);
    return turn > 0 ? leaves(s, corner, l) : wendi_orient(l->a, next, l->b) > 0;
}

static bool fan_sees(const surface *s, uint32_t fan, const line *l)
{
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        if (s->fans[c] == fan && s->factors[s->polygon_of[c]] > 0 && leaves_corner(s, c, l) &&
            arrives(s, l, s->polygon_of[c])) {
            return true;
        }
    }
    return false;
}

static wend_vec2 fan_point(const surface *s, uint32_t fan)
{
    return s->points[s->fan_corners[fan]];
}

static void make_lines(surface *s)
{
    const size_t n = s->fan_count;
    for (size_t i = 0; i < n * n; ++i) {
        s->lines[i] = (double)INFINITY;
    }
    for (uint32_t c = 0; c < s->corner_count; ++c) {
        if (s->factors[s->polygon_of[c]] > 0) {
            const uint32_t a = s->fans[c];
            const uint32_t b = s->fans[next_of(s, c)];
            s->lines[a * n + b] = s->lines[b * n + a] =
                length_of(s->points[c], s->points[next_of(s, c)]);
        }
    }
    for (uint32_t a = 0; a < n; ++a) {
        for (uint32_t b = a + 1; b < n; ++b) {
            const line l = {fan_point(s, a), fan_point(s, b), b, NULL, WEND_NODE_NONE};
            if (!(s->lines[a * n + b] < (double)INFINITY) && !is_same(l.a, l.b) &&
                fan_sees(s, a, &l)) {
                s->lines[a * n + b] = s->lines[b * n + a] = length_of(l.a, l.b);
            }
        }
    }
}

surface surface_make(const wend_mesh_space_def *def)
{
    surface s;
    memset(&s, 0, sizeof s);
    s.mesh = def->mesh;
    s.polygon_count = wend_mesh_polygon_count(def->mesh);
    s.corner_count = wend_mesh_corner_count(def->mesh);
    s.points = block(s.corner_count, sizeof *s.points);
    s.firsts = block(s.polygon_count + 1, sizeof *s.firsts);
    s.polygon_of = block(s.corner_count, sizeof *s.polygon_of);
    s.twins = block(s.corner_count, sizeof *s.twins);
    s.fans = block(s.corner_count, sizeof *s.fans);
    s.fan_corners = block(s.corner_count, sizeof *s.fan_corners);
    s.factors = block(s.polygon_count, sizeof *s.factors);
    for (wend_node p = 0; p < s.polygon_count; ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(def->mesh, p);
        s.firsts[p] = polygon.first_corner;
        s.firsts[p + 1] = polygon.first_corner + polygon.count;
        s.factors[p] = factor_of(def, p);
        for (uint32_t c = s.firsts[p]; c < s.firsts[p + 1]; ++c) {
            const wend_vec3 at = wend_mesh_corner(def->mesh, c);
            s.points[c] = (wend_vec2){at.x, at.y};
            s.polygon_of[c] = p;
        }
    }
    for (uint32_t c = 0; c < s.corner_count; ++c) {
        s.twins[c] = twin_of(&s, c);
    }
    make_fans(&s);
    s.lines = block((size_t)s.fan_count * s.fan_count, sizeof *s.lines);
    s.reached = block(s.fan_count + SURFACE_PLACES, sizeof *s.reached);
    make_lines(&s);
    return s;
}

void surface_free(surface *s)
{
    free(s->points);
    free(s->firsts);
    free(s->polygon_of);
    free(s->twins);
    free(s->fans);
    free(s->fan_corners);
    free(s->factors);
    free(s->lines);
    free(s->reached);
    memset(s, 0, sizeof *s);
}

/* ---- locations ---- */

void surface_clear(surface *s)
{
    s->place_count = s->link_count = 0;
}

uint32_t surface_add_place(surface *s, wend_vec2 at, wend_node polygon)
{
    surface_place *place = &s->places[s->place_count];
    memset(place, 0, sizeof *place);
    place->at = at;
    place->fan = NONE;
    place->members[place->member_count++] = polygon;
    for (uint32_t c = s->firsts[polygon]; c < s->firsts[polygon + 1]; ++c) {
        const double side = wendi_orient(s->points[c], s->points[next_of(s, c)], at);
        if (is_same(s->points[c], at)) {
            place->fan = s->fans[c];
        }
        if (!(side < 0) && !(side > 0) && s->twins[c] != NONE &&
            wendi_compare_along(s->points[c], s->points[next_of(s, c)], at) > 0 &&
            wendi_compare_along(s->points[next_of(s, c)], s->points[c], at) > 0) {
            place->members[place->member_count++] = s->polygon_of[s->twins[c]];
        }
    }
    return s->place_count++;
}

void surface_add_link(surface *s, uint32_t from, uint32_t to, double cost)
{
    s->links[s->link_count].from = from;
    s->links[s->link_count].to = to;
    s->links[s->link_count].cost = cost;
    s->link_count++;
}

/* True if a line from a location inside of p, or on its edge, enters p in this direction. */
static bool leaves_place(const surface *s, wend_node p, const line *l)
{
    for (uint32_t c = s->firsts[p]; c < s->firsts[p + 1]; ++c) {
        const wend_vec2 u = s->points[c];
        const wend_vec2 w = s->points[next_of(s, c)];
        const double side = wendi_orient(u, w, l->a);
        if (!(side > 0) && !(wendi_orient(u, w, l->b) > 0)) {
            return false;
        }
    }
    return true;
}

static bool place_sees(const surface *s, const surface_place *from, const line *l)
{
    if (from->fan != NONE) {
        return fan_sees(s, from->fan, l);
    }
    for (uint32_t i = 0; i < from->member_count; ++i) {
        if (is_member(l, from->members[i]) ||
            (leaves_place(s, from->members[i], l) && arrives(s, l, from->members[i]))) {
            return true;
        }
    }
    return false;
}

/* From a location to a fan: also along the edge it lies on. */
static double place_to_fan(const surface *s, const surface_place *from, uint32_t fan)
{
    const wend_vec2 at = fan_point(s, fan);
    if (from->fan == fan) {
        return 0;
    }
    if (from->fan != NONE) {
        return s->lines[(size_t)from->fan * s->fan_count + fan];
    }
    for (uint32_t i = 0; i < from->member_count; ++i) {
        for (uint32_t c = s->firsts[from->members[i]]; c < s->firsts[from->members[i] + 1]; ++c) {
            if (s->fans[c] == fan) {
                return length_of(from->at, at);
            }
        }
    }
    const line l = {from->at, at, fan, NULL, WEND_NODE_NONE};
    return place_sees(s, from, &l) ? length_of(from->at, at) : (double)INFINITY;
}

static bool shares_fan(const surface *s, wend_node p, uint32_t fan)
{
    for (uint32_t c = s->firsts[p]; c < s->firsts[p + 1]; ++c) {
        if (s->fans[c] == fan) {
            return true;
        }
    }
    return false;
}

bool surface_sees(const surface *s, uint32_t from, uint32_t to)
{
    const surface_place *a = &s->places[from];
    const surface_place *b = &s->places[to];
    if (a->fan != NONE && b->fan != NONE) {
        return a->fan == b->fan ||
               s->lines[(size_t)a->fan * s->fan_count + b->fan] < (double)INFINITY;
    }
    if (b->fan != NONE) {
        return place_to_fan(s, a, b->fan) < (double)INFINITY;
    }
    for (uint32_t i = 0; a->fan != NONE && i < b->member_count; ++i) {
        if (shares_fan(s, b->members[i], a->fan)) {
            return true;
        }
    }
    const line l = {a->at, b->at, NONE, b, WEND_NODE_NONE};
    return place_sees(s, a, &l);
}

/* ---- Dijkstra ---- */

static double step(const surface *s, uint32_t from, uint32_t to)
{
    const uint32_t n = s->fan_count;
    if (from < n && to < n) {
        return s->lines[(size_t)from * n + to];
    }
    if (from < n) {
        return place_to_fan(s, &s->places[to - n], from);
    }
    if (to < n) {
        return place_to_fan(s, &s->places[from - n], to);
    }
    double least = surface_sees(s, from - n, to - n)
                       ? length_of(s->places[from - n].at, s->places[to - n].at)
                       : (double)INFINITY;
    for (uint32_t i = 0; i < s->link_count; ++i) {
        if (s->links[i].from == from - n && s->links[i].to == to - n && s->links[i].cost < least) {
            least = s->links[i].cost;
        }
    }
    return least;
}

void surface_dijkstra(surface *s, uint32_t from)
{
    const uint32_t count = s->fan_count + s->place_count;
    bool *is_done = block(count, sizeof *is_done);
    for (uint32_t i = 0; i < count; ++i) {
        s->reached[i] = (double)INFINITY;
    }
    s->reached[s->fan_count + from] = 0;
    for (;;) {
        uint32_t at = NONE;
        for (uint32_t i = 0; i < count; ++i) {
            if (!is_done[i] && s->reached[i] < (double)INFINITY &&
                (at == NONE || s->reached[i] < s->reached[at])) {
                at = i;
            }
        }
        if (at == NONE) {
            break;
        }
        is_done[at] = true;
        for (uint32_t i = 0; i < count; ++i) {
            const double length = is_done[i] ? (double)INFINITY : s->reached[at] + step(s, at, i);
            s->reached[i] = length < s->reached[i] ? length : s->reached[i];
        }
    }
    free(is_done);
}

double surface_length(const surface *s, uint32_t place)
{
    return s->reached[s->fan_count + place];
}

/* From a fan or location onto the middle of an edge of a polygon. */
static double onto_edge(const surface *s, uint32_t from, wend_node polygon, uint32_t corner)
{
    const surface_place *place = from < s->fan_count ? NULL : &s->places[from - s->fan_count];
    const wend_vec2 at = place == NULL ? fan_point(s, from) : place->at;
    const wend_vec2 a = s->points[corner];
    const wend_vec2 b = s->points[next_of(s, corner)];
    const wend_vec2 way = wend_vec2_sub(b, a);
    const double t = wend_vec2_dot(wend_vec2_sub(at, a), way) / wend_vec2_dot(way, way);
    if (!(t > 0 && t < 1)) {
        return (double)INFINITY;
    }
    const line l = {at, wend_vec2_lerp(a, b, t), NONE, NULL, polygon};
    const bool sees =
        !is_same(l.a, l.b) && (place == NULL ? fan_sees(s, from, &l) : place_sees(s, place, &l));
    return sees ? length_of(l.a, l.b) : (double)INFINITY;
}

double surface_to_polygon(const surface *s, wend_node polygon)
{
    double least = (double)INFINITY;
    if (!(s->factors[polygon] > 0)) {
        return least;
    }
    for (uint32_t i = 0; i < s->place_count; ++i) {
        for (uint32_t k = 0; k < s->places[i].member_count; ++k) {
            if (s->places[i].members[k] == polygon && surface_length(s, i) < least) {
                least = surface_length(s, i);
            }
        }
    }
    for (uint32_t c = s->firsts[polygon]; c < s->firsts[polygon + 1]; ++c) {
        const double there = s->reached[s->fans[c]];
        least = there < least ? there : least;
    }
    for (uint32_t i = 0; i < s->fan_count + s->place_count; ++i) {
        for (uint32_t c = s->firsts[polygon]; c < s->firsts[polygon + 1]; ++c) {
            if (s->reached[i] < least) {
                const double there = s->reached[i] + onto_edge(s, i, polygon, c);
                least = there < least ? there : least;
            }
        }
    }
    return least;
}

/* Walls on a lattice of whole numbers, and exact answers to what stops a point or a disc. */
#ifndef TEST_PROPERTY_WALLS_MODEL_H
#define TEST_PROPERTY_WALLS_MODEL_H

#include "support/gen.h"
#include "support/test.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { MOST_WALLS = 24, MOST_CORNERS = 7, MOST_CUTS = 400 };

typedef struct lattice {
    int64_t x, y;
} lattice;

typedef struct model_wall {
    lattice corners[MOST_CORNERS];
    int count; /* 0 = taken away */
    bool is_polygon;
    uint32_t stops;
    wend_wall_id id;
} model_wall;

typedef struct model {
    model_wall walls[MOST_WALLS];
    int count;
    int side; /* coordinates 0 ... side */
    double scale;
    wend_vec2 shift;
    uint64_t seed, drawn;
} model;

static inline uint32_t draw(model *m, uint32_t below)
{
    return wend_random_below(m->seed, 3, m->drawn++, below);
}

static inline lattice some_point(model *m)
{
    const uint32_t side = (uint32_t)m->side + 1;
    return (lattice){draw(m, side), draw(m, side)};
}

static inline wend_vec2 place(const model *m, lattice p)
{
    return (wend_vec2){(double)p.x * m->scale + m->shift.x, (double)p.y * m->scale + m->shift.y};
}

static inline int64_t cross(lattice a, lattice b, lattice c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline int64_t dot(lattice a, lattice b, lattice c)
{
    return (b.x - a.x) * (c.x - a.x) + (b.y - a.y) * (c.y - a.y);
}

static inline int sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

static inline bool is_same(lattice a, lattice b)
{
    return a.x == b.x && a.y == b.y;
}

static inline bool is_on_edge(lattice a, lattice b, lattice p)
{
    return cross(a, b, p) == 0 && dot(p, a, b) <= 0;
}

static inline int edge_count(const model_wall *w)
{
    return w->is_polygon ? w->count : w->count > 0 ? 1 : 0;
}

/* ---- points inside: the winding number, with every coordinate times a factor ---- */

typedef enum where { OUT, ON, IN } where;

static inline where place_of(const model_wall *w, lattice p, int64_t factor)
{
    int winding = 0;
    for (int i = 0; i < edge_count(w); i++) {
        const lattice c = w->corners[i];
        const lattice d = w->corners[(i + 1) % w->count];
        const lattice a = {c.x * factor, c.y * factor};
        const lattice b = {d.x * factor, d.y * factor};
        if (is_on_edge(a, b, p)) {
            return ON;
        }
        if (a.y <= p.y && b.y > p.y && cross(a, b, p) > 0) {
            winding++;
        } else if (a.y > p.y && b.y <= p.y && cross(a, b, p) < 0) {
            winding--;
        }
    }
    return w->is_polygon && winding != 0 ? IN : OUT;
}

/* ---- the movement of a point, cut at all events on it ----
 *
 * Positions are t = dot(a, b, p), whole for lattice points. The line is shifted aside by a very
 * little: first to the left, then to the right, and may change sides wherever no wall lies along
 * it. It passes if some choice of sides leads to the end. */

typedef struct event {
    int64_t t;
    bool is_blocked[2]; /* on the left, on the right: an edge leaves the line there */
} event;

typedef struct cuts {
    event events[MOST_CUTS];
    int count;
} cuts;

static inline event *cut_at(cuts *c, int64_t t)
{
    int i = 0;
    while (i < c->count && c->events[i].t < t) {
        i++;
    }
    if (i < c->count && c->events[i].t == t) {
        return &c->events[i];
    }
    assert_true(c->count < MOST_CUTS);
    memmove(&c->events[i + 1], &c->events[i], (size_t)(c->count - i) * sizeof *c->events);
    c->count++;
    c->events[i] = (event){.t = t};
    return &c->events[i];
}

/* The events of an edge. @return the fraction at which it crosses the line, 0 to 1; 2 = none. */
static inline double cut_by_edge(cuts *c, lattice a, lattice b, lattice u, lattice v)
{
    const int first = sign(cross(a, b, u));
    const int second = sign(cross(a, b, v));
    const int64_t before = cross(u, v, a);
    const int64_t after = cross(u, v, b);
    if (first * second < 0) {
        const bool crosses = sign(before) * sign(after) < 0;
        return crosses ? (double)before / (double)(before - after) : 2;
    }
    if (first == 0) {
        event *e = cut_at(c, dot(a, b, u));
        e->is_blocked[0] |= second > 0;
        e->is_blocked[1] |= second < 0;
    }
    if (second == 0) {
        event *e = cut_at(c, dot(a, b, v));
        e->is_blocked[0] |= first > 0;
        e->is_blocked[1] |= first < 0;
    }
    return 2;
}

/* The state between two adjacent cuts: a wall along the line, solid ground beside it. */
typedef struct gap {
    bool has_wall;
    bool is_solid[2];
} gap;

/* True if a polygon is solid beside the line right after t. The tested point is nearer to the line
 * than anything that is not on it; all numbers are scaled until it is whole. */
static inline where beside(const model_wall *w, lattice a, lattice b, int64_t t, int side)
{
    /* p = a + (b - a) * (t + 1 / 1000) / L + normal / (1000 * 500 L) */
    const int64_t factor = 500000 * dot(a, b, b);
    const int64_t along = 500000 * t + 500;
    const lattice p = {a.x * factor + (b.x - a.x) * along - side * (b.y - a.y),
                       a.y * factor + (b.y - a.y) * along + side * (b.x - a.x)};
    return place_of(w, p, factor);
}

static inline gap gap_between(const model *m, lattice a, lattice b, int64_t t0, int64_t t1,
                              uint32_t stops)
{
    gap g = {.has_wall = false};
    for (int i = 0; i < m->count; i++) {
        const model_wall *w = &m->walls[i];
        if ((w->stops & stops) == 0) {
            continue;
        }
        for (int k = 0; k < edge_count(w); k++) {
            const lattice u = w->corners[k];
            const lattice v = w->corners[(k + 1) % w->count];
            if (cross(a, b, u) == 0 && cross(a, b, v) == 0) {
                const int64_t s = dot(a, b, u);
                const int64_t e = dot(a, b, v);
                g.has_wall |= (s <= t0 && e >= t1) || (e <= t0 && s >= t1);
            }
        }
        for (int side = 0; w->is_polygon && side < 2; side++) {
            g.is_solid[side] |= beside(w, a, b, t0, side == 0 ? 1 : -1) == IN;
        }
    }
    return g;
}

static inline bool is_start_inside(const model *m, lattice a, uint32_t stops)
{
    for (int i = 0; i < m->count; i++) {
        if ((m->walls[i].stops & stops) != 0 && place_of(&m->walls[i], a, 1) == IN) {
            return true;
        }
    }
    return false;
}

/* All events of a line. @return the fraction of the first crossing, 0 to 1; 2 = none. */
static inline double find_cuts(const model *m, lattice a, lattice b, uint32_t stops, cuts *c)
{
    double crossed = 2;
    (void)cut_at(c, 0);
    (void)cut_at(c, dot(a, b, b));
    for (int i = 0; i < m->count; i++) {
        const model_wall *w = &m->walls[i];
        for (int k = 0; (w->stops & stops) != 0 && k < edge_count(w); k++) {
            crossed =
                fmin(crossed, cut_by_edge(c, a, b, w->corners[k], w->corners[(k + 1) % w->count]));
        }
    }
    return crossed;
}

/* The fraction at which a movement stops, 0 to 1; 2 = it reaches its end. */
static inline double model_stop(const model *m, lattice a, lattice b, uint32_t stops)
{
    if (is_start_inside(m, a, stops)) {
        return 0;
    }
    if (is_same(a, b)) {
        return 2;
    }
    cuts c = {.count = 0};
    const double crossed = find_cuts(m, a, b, stops, &c);
    const int64_t end = dot(a, b, b);
    bool can[2] = {true, true};
    for (int i = 0; i + 1 < c.count; i++) {
        const int64_t t = c.events[i].t;
        const double fraction = (double)t / (double)end;
        if (t < 0 || t >= end) {
            continue;
        }
        if (fraction > crossed) {
            break;
        }
        const gap g = gap_between(m, a, b, t, c.events[i + 1].t, stops);
        for (int side = 0; side < 2; side++) {
            can[side] &= !(t > 0 && c.events[i].is_blocked[side]) && !g.is_solid[side];
        }
        if (!can[0] && !can[1]) {
            return fraction;
        }
        if (!g.has_wall) {
            can[0] = can[1] = true;
        }
    }
    return crossed;
}

/* ---- discs ---- */

/* The sign of distance(p, segment)^2 - r2. */
static inline int compare_point(lattice p, lattice a, lattice b, int64_t r2)
{
    const int64_t length = dot(a, b, b);
    if (length == 0 || dot(a, b, p) <= 0) {
        return sign(dot(a, p, p) - r2);
    }
    if (dot(b, a, p) <= 0) {
        return sign(dot(b, p, p) - r2);
    }
    const int64_t area = cross(a, b, p);
    return sign(area * area - r2 * length);
}

static inline bool is_nearer(lattice a, lattice b, lattice u, lattice v, int64_t r2)
{
    const bool crosses = sign(cross(a, b, u)) * sign(cross(a, b, v)) < 0 &&
                         sign(cross(u, v, a)) * sign(cross(u, v, b)) < 0;
    return crosses || compare_point(a, u, v, r2) < 0 || compare_point(b, u, v, r2) < 0 ||
           compare_point(u, a, b, r2) < 0 || compare_point(v, a, b, r2) < 0;
}

static inline bool model_can_walk(const model *m, lattice a, lattice b, int64_t radius,
                                  uint32_t stops)
{
    for (int i = 0; i < m->count; i++) {
        const model_wall *w = &m->walls[i];
        for (int k = 0; (w->stops & stops) != 0 && k < edge_count(w); k++) {
            if (is_nearer(a, b, w->corners[k], w->corners[(k + 1) % w->count], radius * radius)) {
                return false;
            }
        }
    }
    return !is_start_inside(m, a, stops);
}

#endif

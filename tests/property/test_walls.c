/* Walls on a small lattice against a search through all of them with whole numbers, where every
 * touch, crossing and overlap can be told without rounding. */
#include "support/test.h"

#include "support/gen.h"
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

static uint32_t draw(model *m, uint32_t below)
{
    return wend_random_below(m->seed, 3, m->drawn++, below);
}

static lattice some_point(model *m)
{
    const uint32_t side = (uint32_t)m->side + 1;
    return (lattice){draw(m, side), draw(m, side)};
}

static wend_vec2 place(const model *m, lattice p)
{
    return (wend_vec2){(double)p.x * m->scale + m->shift.x, (double)p.y * m->scale + m->shift.y};
}

static int64_t cross(lattice a, lattice b, lattice c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int64_t dot(lattice a, lattice b, lattice c)
{
    return (b.x - a.x) * (c.x - a.x) + (b.y - a.y) * (c.y - a.y);
}

static int sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

static bool is_same(lattice a, lattice b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_on_edge(lattice a, lattice b, lattice p)
{
    return cross(a, b, p) == 0 && dot(p, a, b) <= 0;
}

static int edge_count(const model_wall *w)
{
    return w->is_polygon ? w->count : w->count > 0 ? 1 : 0;
}

/* ---- is a place inside: the winding number, with every coordinate times a factor ---- */

typedef enum where { OUT, ON, IN } where;

static where place_of(const model_wall *w, lattice p, int64_t factor)
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

/* ---- the way of a point, cut at all that happens on it ----
 *
 * Positions are t = dot(a, b, p), whole for lattice points. The way is pushed aside by a very
 * little: first to the left, then to the right, and may change sides wherever no wall lies along
 * it. It passes if there is a way of sides to the end. */

typedef struct event {
    int64_t t;
    bool is_blocked[2]; /* on the left, on the right: an edge goes there from the way */
} event;

typedef struct cuts {
    event events[MOST_CUTS];
    int count;
} cuts;

static event *cut_at(cuts *c, int64_t t)
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

/* The edge's part in it. @return where the edge crosses the way, 0 to 1; 2 = it does not. */
static double cut_by_edge(cuts *c, lattice a, lattice b, lattice u, lattice v)
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

/* What holds between two cuts next to each other: is a wall there, and is it solid beside it? */
typedef struct gap {
    bool has_wall;
    bool is_solid[2];
} gap;

/* Is a polygon solid beside the way right after t? The point is nearer to the way than anything
 * that is not on it; all numbers are made larger until it is whole. */
static where beside(const model_wall *w, lattice a, lattice b, int64_t t, int side)
{
    /* p = a + (b - a) * (t + 1 / 1000) / L + normal / (1000 * 500 L) */
    const int64_t factor = 500000 * dot(a, b, b);
    const int64_t along = 500000 * t + 500;
    const lattice p = {a.x * factor + (b.x - a.x) * along - side * (b.y - a.y),
                       a.y * factor + (b.y - a.y) * along + side * (b.x - a.x)};
    return place_of(w, p, factor);
}

static gap gap_between(const model *m, lattice a, lattice b, int64_t t0, int64_t t1, uint32_t stops)
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

static bool is_start_inside(const model *m, lattice a, uint32_t stops)
{
    for (int i = 0; i < m->count; i++) {
        if ((m->walls[i].stops & stops) != 0 && place_of(&m->walls[i], a, 1) == IN) {
            return true;
        }
    }
    return false;
}

/* All events of a way. @return where it is crossed first, 0 to 1; 2 = nowhere. */
static double find_cuts(const model *m, lattice a, lattice b, uint32_t stops, cuts *c)
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

/* Where a way ends, 0 to 1; 2 = it reaches its end. */
static double model_stop(const model *m, lattice a, lattice b, uint32_t stops)
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
static int compare_point(lattice p, lattice a, lattice b, int64_t r2)
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

static bool is_nearer(lattice a, lattice b, lattice u, lattice v, int64_t r2)
{
    const bool crosses = sign(cross(a, b, u)) * sign(cross(a, b, v)) < 0 &&
                         sign(cross(u, v, a)) * sign(cross(u, v, b)) < 0;
    return crosses || compare_point(a, u, v, r2) < 0 || compare_point(b, u, v, r2) < 0 ||
           compare_point(u, a, b, r2) < 0 || compare_point(v, a, b, r2) < 0;
}

static bool model_can_walk(const model *m, lattice a, lattice b, int64_t radius, uint32_t stops)
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

/* ---- worlds ---- */

static model_wall some_wall(model *m)
{
    model_wall w = {.is_polygon = draw(m, 3) == 0, .stops = 1 + draw(m, 3)};
    w.count = w.is_polygon ? 1 + (int)draw(m, MOST_CORNERS) : 2;
    for (int i = 0; i < w.count; i++) {
        w.corners[i] = some_point(m);
    }
    const uint32_t kind = draw(m, 6);
    if (w.is_polygon && kind < 3) { /* a box */
        const lattice p = some_point(m);
        const int64_t x = 1 + draw(m, 3);
        const int64_t y = 1 + draw(m, 3);
        w.count = 4;
        w.corners[0] = p;
        w.corners[kind == 0 ? 1 : 3] = (lattice){p.x + x, p.y};
        w.corners[2] = (lattice){p.x + x, p.y + y};
        w.corners[kind == 0 ? 3 : 1] = (lattice){p.x, p.y + y};
    } else if (!w.is_polygon && kind == 0) {
        w.corners[1] = w.corners[0];
    } else if (!w.is_polygon && kind < 4) {
        w.corners[1] = (lattice){w.corners[0].x + draw(m, 3), w.corners[0].y + draw(m, 2)};
    }
    return w;
}

static void add_wall(model *m, model_wall *w, wend_walls *walls)
{
    wend_vec2 points[MOST_CORNERS];
    for (int i = 0; i < w->count; i++) {
        points[i] = place(m, w->corners[i]);
    }
    const uint64_t user = m->drawn;
    const wend_result result =
        w->is_polygon
            ? wend_walls_add_polygon(walls, points, (size_t)w->count, w->stops, user, &w->id)
            : wend_walls_add_segment(walls, points[0], points[1], w->stops, user, &w->id);
    assert_int_equal(result, WEND_OK);
}

static model model_make(uint64_t seed, wend_walls **walls)
{
    static const double SCALES[] = {1, 0.25, 1048576, 7.62939453125e-06};
    model m = {.seed = seed};
    m.side = 3 + (int)draw(&m, 8);
    m.scale = SCALES[draw(&m, 4)];
    if (draw(&m, 2) == 0) {
        m.shift = (wend_vec2){-4 * m.scale, -3 * m.scale};
    }
    m.count = 1 + (int)draw(&m, draw(&m, 2) == 0 ? 5 : MOST_WALLS);
    const wend_walls_def def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&def, walls), WEND_OK);
    for (int i = 0; i < m.count; i++) {
        m.walls[i] = some_wall(&m);
        add_wall(&m, &m.walls[i], *walls);
    }
    return m;
}

/* Takes away, adds, opens and closes. */
static void edit(model *m, wend_walls *walls, int steps)
{
    for (int i = 0; i < steps; i++) {
        model_wall *w = &m->walls[draw(m, (uint32_t)m->count)];
        if (draw(m, 3) == 0) {
            w->stops = draw(m, 4);
            assert_int_equal(wend_walls_set_stops(walls, w->id, w->stops), WEND_OK);
            continue;
        }
        assert_int_equal(wend_walls_remove(walls, w->id), WEND_OK);
        assert_int_equal(wend_walls_remove(walls, w->id), WEND_ERROR_STALE);
        *w = some_wall(m);
        add_wall(m, w, walls);
    }
}

static bool sight_agrees(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 40; i++) {
        const lattice a = some_point(m);
        const lattice b = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const double stop = model_stop(m, a, b, stops);
        const bool is_free = stop > 1;
        const wend_vec2 from = place(m, a);
        const wend_vec2 to = place(m, b);
        wend_wall_hit hit;
        if (wend_walls_ray(walls, from, to, stops, &hit) == is_free ||
            fabs(hit.fraction - (is_free ? 1 : stop)) > 1e-12 ||
            hit.is_inside != is_start_inside(m, a, stops)) {
            return false;
        }
        const double far = wend_vec2_distance(hit.point, wend_vec2_lerp(from, to, hit.fraction));
        const double normal = wend_vec2_length(hit.normal);
        if (far > 1e-12 * m->scale * 100 ||
            (!is_free && !hit.is_inside && fabs(normal - 1) > 1e-9) ||
            wend_vec2_dot(hit.normal, wend_vec2_sub(to, from)) > 0) {
            return false;
        }
        if ((model_stop(m, b, a, stops) > 1) != is_free ||
            wend_walls_can_see(walls, from, to, stops) != is_free ||
            wend_walls_can_see(walls, to, from, stops) != is_free ||
            wend_walls_can_walk(walls, from, to, 0, stops) != is_free ||
            wend_walls_sweep(walls, to, from, 0, stops, &hit) == is_free) {
            return false;
        }
    }
    return true;
}

static bool discs_agree(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 40; i++) {
        const lattice a = some_point(m);
        const lattice b = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const int64_t radius = 1 + draw(m, 5);
        const double r = (double)radius * m->scale;
        const bool expected = model_can_walk(m, a, b, radius, stops);
        const wend_vec2 from = place(m, a);
        const wend_vec2 to = place(m, b);
        wend_wall_hit hit;
        if (wend_walls_can_walk(walls, from, to, r, stops) != expected ||
            wend_walls_can_walk(walls, to, from, r, stops) != expected ||
            wend_walls_sweep(walls, from, to, r, stops, &hit) == expected ||
            hit.is_inside == model_can_walk(m, a, a, radius, stops)) {
            return false;
        }
        if (expected || hit.is_inside) {
            continue;
        }
        /* ends between are rounded, and then off the line by an ulp: what was slid along counts as
         * nearer, so the disc is made smaller by that */
        const double less = r * (1 - 1e-12);
        const wend_vec2 before = wend_vec2_lerp(from, to, hit.fraction - 1e-9);
        const wend_vec2 after = wend_vec2_lerp(from, to, hit.fraction + 1e-6);
        if ((hit.fraction > 1e-8 && !wend_walls_can_walk(walls, from, before, less, stops)) ||
            (hit.fraction < 1 - 1e-5 && wend_walls_can_walk(walls, from, after, r, stops))) {
            return false;
        }
    }
    return true;
}

static double model_distance(const model_wall *w, lattice p)
{
    double best = (double)INFINITY;
    for (int k = 0; k < edge_count(w); k++) {
        const lattice u = w->corners[k];
        const lattice v = w->corners[(k + 1) % w->count];
        const double length = (double)dot(u, v, v);
        double d = sqrt((double)dot(u, p, p));
        d = fmin(d, sqrt((double)dot(v, p, p)));
        if (length > 0 && dot(u, v, p) > 0 && dot(v, u, p) > 0) {
            d = fmin(d, fabs((double)cross(u, v, p)) / sqrt(length));
        }
        best = fmin(best, d);
    }
    return best;
}

static bool nearest_agrees(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 20; i++) {
        const lattice p = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const bool is_inside = is_start_inside(m, p, stops);
        double best = (double)INFINITY;
        uint32_t inside1 = UINT32_MAX;
        for (int k = 0; k < m->count; k++) {
            if ((m->walls[k].stops & stops) == 0) {
                continue;
            }
            best = fmin(best, model_distance(&m->walls[k], p));
            if (place_of(&m->walls[k], p, 1) == IN && m->walls[k].id.index1 < inside1) {
                inside1 = m->walls[k].id.index1;
            }
        }
        for (int k = 0; is_inside && k < m->count; k++) {
            best = m->walls[k].id.index1 == inside1 ? model_distance(&m->walls[k], p) : best;
        }
        wend_wall_hit hit;
        const bool is_any = wend_walls_nearest(walls, place(m, p), (double)INFINITY, stops, &hit);
        if (is_any != (best < (double)INFINITY) || hit.is_inside != is_inside ||
            wend_walls_is_inside(walls, place(m, p), stops) != is_inside ||
            (is_inside && hit.wall.index1 != inside1) ||
            (is_any && fabs(hit.distance / m->scale - best) > 1e-12)) {
            return false;
        }
    }
    return true;
}

static bool box_meets_edge(lattice low, lattice high, lattice u, lattice v)
{
    const lattice corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    if (u.x >= low.x && u.x <= high.x && u.y >= low.y && u.y <= high.y) {
        return true;
    }
    for (int i = 0; i < 4; i++) {
        const lattice c = corners[i];
        const lattice d = corners[(i + 1) % 4];
        if (is_on_edge(u, v, c) || (sign(cross(u, v, c)) * sign(cross(u, v, d)) < 0 &&
                                    sign(cross(c, d, u)) * sign(cross(c, d, v)) < 0)) {
            return true;
        }
    }
    return v.x >= low.x && v.x <= high.x && v.y >= low.y && v.y <= high.y;
}

static bool lists_agree(const wend_wall_id *ids, size_t count, size_t capacity,
                        const bool *expected, const model *m)
{
    size_t wanted = 0;
    uint32_t last = 0;
    for (int k = 0; k < m->count; k++) {
        wanted += expected[k];
    }
    if (count != wanted) {
        return false;
    }
    for (size_t i = 0; i < count && i < capacity; i++) {
        bool is_one = false;
        size_t smaller = 0;
        for (int k = 0; k < m->count; k++) {
            const uint32_t index1 = m->walls[k].id.index1;
            is_one |= expected[k] && index1 == ids[i].index1;
            smaller += expected[k] && index1 < ids[i].index1;
        }
        if (!is_one || smaller != i || ids[i].index1 <= last) {
            return false;
        }
        last = ids[i].index1;
    }
    return true;
}

static bool areas_agree(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 20; i++) {
        const lattice p = some_point(m);
        const lattice q = {p.x + draw(m, 4), p.y + draw(m, 4)};
        const int64_t radius = draw(m, 5);
        const uint32_t stops = 1 + draw(m, 3);
        bool in_circle[MOST_WALLS] = {false};
        bool in_box[MOST_WALLS] = {false};
        for (int k = 0; k < m->count; k++) {
            const model_wall *w = &m->walls[k];
            if ((w->stops & stops) == 0) {
                continue;
            }
            in_circle[k] = in_box[k] = place_of(w, p, 1) == IN;
            for (int e = 0; e < edge_count(w); e++) {
                const lattice u = w->corners[e];
                const lattice v = w->corners[(e + 1) % w->count];
                in_circle[k] |= compare_point(p, u, v, radius * radius) <= 0;
                in_box[k] |= box_meets_edge(p, q, u, v);
            }
        }
        wend_wall_id ids[MOST_WALLS];
        size_t count;
        const size_t room = draw(m, 2) == 0 ? MOST_WALLS : draw(m, 4);
        const double r = (double)radius * m->scale;
        (void)wend_walls_query_circle(walls, place(m, p), r, stops, ids, room, &count);
        if (!lists_agree(ids, count, room, in_circle, m)) {
            return false;
        }
        (void)wend_walls_query_box(walls, place(m, p), place(m, q), stops, ids, room, &count);
        if (!lists_agree(ids, count, room, in_box, m)) {
            return false;
        }
    }
    return true;
}

typedef bool (*check_fn)(model *m, const wend_walls *walls);

/* Fresh walls, and the same after edits. */
static bool holds(uint64_t seed, void *context)
{
    const check_fn *check = context;
    wend_walls *walls;
    model m = model_make(seed, &walls);
    bool is_right = (*check)(&m, walls);
    edit(&m, walls, 30);
    is_right = is_right && (*check)(&m, walls);
    wend_walls_destroy(walls);
    return is_right;
}

static void rays_stop_where_the_model_says(void **state)
{
    (void)state;
    check_fn check = sight_agrees;
    gen_property("sight", 1500, holds, &check);
}

static void discs_stop_where_the_model_says(void **state)
{
    (void)state;
    check_fn check = discs_agree;
    gen_property("discs", 1000, holds, &check);
}

static void nearest_wall_and_insides_are_those_of_the_model(void **state)
{
    (void)state;
    check_fn check = nearest_agrees;
    gen_property("nearest", 500, holds, &check);
}

static void walls_in_areas_are_those_of_the_model(void **state)
{
    (void)state;
    check_fn check = areas_agree;
    gen_property("areas", 500, holds, &check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_stop_where_the_model_says),
        cmocka_unit_test(discs_stop_where_the_model_says),
        cmocka_unit_test(nearest_wall_and_insides_are_those_of_the_model),
        cmocka_unit_test(walls_in_areas_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Small levels, and shortest paths around their corners found over all tangents. */
#ifndef TEST_PROPERTY_EXPANDED_TWIN_H
#define TEST_PROPERTY_EXPANDED_TWIN_H

#include "support/gen.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>
#include <string.h>

enum { EDGES_MAX = 64, POINTS_MAX = 128, NODES_MAX = 8192 };

static const double PI = 3.14159265358979323846;

typedef struct segment {
    wend_vec2 a, b;
} segment;

typedef struct level {
    segment edges[EDGES_MAX];
    int edge_count;
    wend_vec2 corners[POINTS_MAX];
    int corner_count;
    wend_vec2 start, goal;
    double radius;
    wend_walls *walls;
} level;

static inline double dice(uint64_t seed, uint64_t *tick, double low, double high)
{
    return low + (high - low) * wend_random_unit(seed, 7, (*tick)++);
}

static inline double distance_to(wend_vec2 p, segment s)
{
    const double x = s.b.x - s.a.x;
    const double y = s.b.y - s.a.y;
    const double square = x * x + y * y;
    double t = square > 0 ? ((p.x - s.a.x) * x + (p.y - s.a.y) * y) / square : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    return hypot(p.x - s.a.x - t * x, p.y - s.a.y - t * y);
}

static inline double side(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static inline bool crosses(segment s, segment t)
{
    return side(s.a, s.b, t.a) * side(s.a, s.b, t.b) < 0 &&
           side(t.a, t.b, s.a) * side(t.a, t.b, s.b) < 0;
}

static inline double gap(segment s, segment t)
{
    if (crosses(s, t)) {
        return 0;
    }
    const double one = fmin(distance_to(s.a, t), distance_to(s.b, t));
    return fmin(one, fmin(distance_to(t.a, s), distance_to(t.b, s)));
}

static inline double clearance(const level *l, wend_vec2 p)
{
    double least = (double)INFINITY;
    for (int i = 0; i < l->edge_count; i++) {
        least = fmin(least, distance_to(p, l->edges[i]));
    }
    return least;
}

static inline void add_edge(level *l, wend_vec2 a, wend_vec2 b)
{
    l->edges[l->edge_count++] = (segment){a, b};
    l->corners[l->corner_count++] = a;
    if (hypot(a.x - b.x, a.y - b.y) > 0) {
        l->corners[l->corner_count++] = b;
    }
}

static inline void add_segment(level *l, wend_vec2 a, wend_vec2 b)
{
    add_edge(l, a, b);
    walls_add(l->walls, a, b, WEND_STOPS_ALL);
}

static inline void add_box(level *l, wend_vec2 c, double wide, double high, double turn)
{
    wend_vec2 p[4];
    for (int k = 0; k < 4; k++) {
        const double x = k == 0 || k == 3 ? -wide : wide;
        const double y = k < 2 ? -high : high;
        p[k] =
            (wend_vec2){c.x + x * cos(turn) - y * sin(turn), c.y + x * sin(turn) + y * cos(turn)};
    }
    for (int k = 0; k < 4; k++) {
        add_edge(l, p[k], p[(k + 1) % 4]);
    }
    walls_add_outline(l->walls, p, 4, WEND_STOPS_ALL);
}

static inline bool is_in_box(const level *l, wend_vec2 p)
{
    return wend_walls_is_inside(l->walls, p, WEND_STOPS_ALL);
}

static inline wend_vec2 free_place(const level *l, uint64_t seed, uint64_t *tick)
{
    for (int k = 0; k < 500; k++) {
        const wend_vec2 p = {dice(seed, tick, 0, 20), dice(seed, tick, 0, 20)};
        if (clearance(l, p) > l->radius + 1e-6 && !is_in_box(l, p)) {
            return p;
        }
    }
    return (wend_vec2){-100, -100};
}

static inline level make_level(uint64_t seed, double radius)
{
    level l;
    memset(&l, 0, sizeof l);
    uint64_t tick = 0;
    l.walls = walls_empty();
    const wend_vec2 room[4] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    for (int k = 0; k < 4; k++) {
        add_segment(&l, room[k], room[(k + 1) % 4]);
    }
    const int count = 1 + (int)dice(seed, &tick, 0, 7);
    for (int k = 0; k < count; k++) {
        const wend_vec2 p = {dice(seed, &tick, 1, 19), dice(seed, &tick, 1, 19)};
        const double kind = dice(seed, &tick, 0, 1);
        const wend_vec2 q = {dice(seed, &tick, 0, 20), dice(seed, &tick, 0, 20)};
        if (kind < 0.5) {
            add_segment(&l, p, q);
        } else if (kind < 0.9) {
            add_box(&l, p, dice(seed, &tick, 0.2, 3), dice(seed, &tick, 0.2, 3),
                    dice(seed, &tick, 0, 3));
        } else {
            add_segment(&l, p, p);
        }
    }
    l.radius = radius < 0 ? dice(seed, &tick, 0.05, 1.0) : radius;
    l.start = free_place(&l, seed, &tick);
    l.goal = free_place(&l, seed, &tick);
    return l;
}

/* ---- the slow search ---- */

typedef struct slow_node {
    wend_vec2 place;
    int corner; /* -1: start or goal */
    double angle;
} slow_node;

typedef struct slow {
    const level *l;
    slow_node nodes[NODES_MAX];
    int count;
    struct {
        int from, to;
        double cost;
    } edges[4 * NODES_MAX];
    int edge_count;
} slow;

static inline void slow_edge(slow *s, int from, int to, double cost)
{
    assert_true(s->edge_count < 4 * NODES_MAX);
    s->edges[s->edge_count].from = from;
    s->edges[s->edge_count].to = to;
    s->edges[s->edge_count++].cost = cost;
}

static inline int slow_node_at(slow *s, wend_vec2 place, int corner, double angle)
{
    assert_true(s->count < NODES_MAX);
    angle = fmod(angle + 4 * PI, 2 * PI);
    s->nodes[s->count] = (slow_node){place, corner, angle};
    return s->count++;
}

static inline bool is_straight_free(const level *l, wend_vec2 a, wend_vec2 b)
{
    const segment way = {a, b};
    for (int i = 0; i < l->edge_count; i++) {
        if (gap(way, l->edges[i]) < l->radius - 1e-9) {
            return false;
        }
    }
    return !is_in_box(l, a) && !is_in_box(l, b);
}

static inline wend_vec2 on_circle(wend_vec2 c, double radius, double angle)
{
    return (wend_vec2){c.x + radius * cos(angle), c.y + radius * sin(angle)};
}

/* A straight piece between two circles (radius 0: points), if it is free. */
static inline void slow_piece(slow *s, int i, double angle_i, int j, double angle_j)
{
    const wend_vec2 a = on_circle(s->l->corners[i], s->l->radius, angle_i);
    const wend_vec2 b = on_circle(s->l->corners[j], s->l->radius, angle_j);
    if (is_straight_free(s->l, a, b)) {
        const int from = slow_node_at(s, a, i, angle_i);
        const int to = slow_node_at(s, b, j, angle_j);
        slow_edge(s, from, to, hypot(a.x - b.x, a.y - b.y));
    }
}

static inline void slow_pieces(slow *s, int i, int j)
{
    const wend_vec2 a = s->l->corners[i];
    const wend_vec2 b = s->l->corners[j];
    const double away = hypot(b.x - a.x, b.y - a.y);
    const double angle = atan2(b.y - a.y, b.x - a.x);
    if (!(away > 0)) {
        return;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        slow_piece(s, i, angle + sign * PI / 2, j, angle + sign * PI / 2);
        if (away > 2 * s->l->radius) {
            const double turn = acos(2 * s->l->radius / away);
            slow_piece(s, i, angle + sign * turn, j, angle + sign * turn + PI);
        }
    }
}

static inline void slow_place(slow *s, int place)
{
    const wend_vec2 p = s->nodes[place].place;
    for (int i = 0; i < s->l->corner_count; i++) {
        const wend_vec2 c = s->l->corners[i];
        const double away = hypot(p.x - c.x, p.y - c.y);
        const double angle = atan2(p.y - c.y, p.x - c.x);
        for (int sign = -1; sign <= 1 && away > s->l->radius; sign += 2) {
            const double turn = angle + sign * acos(s->l->radius / away);
            const wend_vec2 t = on_circle(c, s->l->radius, turn);
            if (is_straight_free(s->l, p, t)) {
                slow_edge(s, place, slow_node_at(s, t, i, turn), hypot(t.x - p.x, t.y - p.y));
            }
        }
    }
}

static inline bool is_arc_free(const level *l, wend_vec2 c, double from, double turn)
{
    for (int k = 0; k <= 400; k++) {
        if (clearance(l, on_circle(c, l->radius, from + turn * k / 400)) < l->radius - 1e-9) {
            return false;
        }
    }
    return true;
}

/* Each node with the next one counter-clockwise on its circle. */
static inline void slow_arcs(slow *s)
{
    for (int i = 0; i < s->count; i++) {
        int best = -1;
        double least = 7;
        for (int j = 0; j < s->count && s->nodes[i].corner >= 0; j++) {
            double turn = s->nodes[j].angle - s->nodes[i].angle;
            turn += turn < 0 ? 2 * PI : 0;
            /* Nodes at one position are chained, by number. */
            const bool is_next = turn > 0 || j > i;
            if (s->nodes[j].corner == s->nodes[i].corner && j != i && is_next && turn < least) {
                best = j;
                least = turn;
            }
        }
        if (best >= 0 &&
            is_arc_free(s->l, s->l->corners[s->nodes[i].corner], s->nodes[i].angle, least)) {
            slow_edge(s, i, best, s->l->radius * least);
        }
    }
}

static inline double slow_dijkstra(const slow *s)
{
    static double costs[NODES_MAX];
    for (int i = 0; i < s->count; i++) {
        costs[i] = i == 0 ? 0 : (double)INFINITY;
    }
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (int e = 0; e < s->edge_count; e++) {
            double *a = &costs[s->edges[e].from];
            double *b = &costs[s->edges[e].to];
            const double cost = s->edges[e].cost;
            if (*a + cost < *b - 1e-13 || *b + cost < *a - 1e-13) {
                *b = fmin(*b, *a + cost);
                *a = fmin(*a, *b + cost);
                is_better = true;
            }
        }
    }
    return costs[1];
}

static inline double slow_way(const level *l)
{
    static slow s;
    s.l = l;
    s.count = s.edge_count = 0;
    slow_node_at(&s, l->start, -1, 0);
    slow_node_at(&s, l->goal, -1, 0);
    if (is_straight_free(l, l->start, l->goal)) {
        slow_edge(&s, 0, 1, hypot(l->goal.x - l->start.x, l->goal.y - l->start.y));
    }
    slow_place(&s, 0);
    slow_place(&s, 1);
    for (int i = 0; i < l->corner_count; i++) {
        for (int j = i + 1; j < l->corner_count; j++) {
            slow_pieces(&s, i, j);
        }
    }
    slow_arcs(&s);
    return slow_dijkstra(&s);
}

#endif

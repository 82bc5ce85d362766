/* Takes: small random levels of walls, boxes and posts, two places, and a radius.
 * Gives: whether the shortest way on expanded geometry is the shortest one that a slow search over
 *        all tangents of all corners finds, which shares nothing with the library but its walls.
 * Cost: well below a second at scale 1. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/graph_build.h"

#include <math.h>
#include <stdlib.h>
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

static double dice(uint64_t seed, uint64_t *tick, double low, double high)
{
    return low + (high - low) * wend_random_unit(seed, 7, (*tick)++);
}

static double distance_to(wend_vec2 p, segment s)
{
    const double x = s.b.x - s.a.x;
    const double y = s.b.y - s.a.y;
    const double square = x * x + y * y;
    double t = square > 0 ? ((p.x - s.a.x) * x + (p.y - s.a.y) * y) / square : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    return hypot(p.x - s.a.x - t * x, p.y - s.a.y - t * y);
}

static double side(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool crosses(segment s, segment t)
{
    return side(s.a, s.b, t.a) * side(s.a, s.b, t.b) < 0 &&
           side(t.a, t.b, s.a) * side(t.a, t.b, s.b) < 0;
}

static double gap(segment s, segment t)
{
    if (crosses(s, t)) {
        return 0;
    }
    const double one = fmin(distance_to(s.a, t), distance_to(s.b, t));
    return fmin(one, fmin(distance_to(t.a, s), distance_to(t.b, s)));
}

static double clearance(const level *l, wend_vec2 p)
{
    double least = (double)INFINITY;
    for (int i = 0; i < l->edge_count; i++) {
        least = fmin(least, distance_to(p, l->edges[i]));
    }
    return least;
}

static void add_edge(level *l, wend_vec2 a, wend_vec2 b)
{
    l->edges[l->edge_count++] = (segment){a, b};
    l->corners[l->corner_count++] = a;
    if (hypot(a.x - b.x, a.y - b.y) > 0) {
        l->corners[l->corner_count++] = b;
    }
}

static void add_segment(level *l, wend_vec2 a, wend_vec2 b)
{
    add_edge(l, a, b);
    walls_add(l->walls, a, b, WEND_STOPS_ALL);
}

static void add_box(level *l, wend_vec2 c, double wide, double high, double turn)
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

static bool is_in_box(const level *l, wend_vec2 p)
{
    return wend_walls_is_inside(l->walls, p, WEND_STOPS_ALL);
}

static wend_vec2 free_place(const level *l, uint64_t seed, uint64_t *tick)
{
    for (int k = 0; k < 500; k++) {
        const wend_vec2 p = {dice(seed, tick, 0, 20), dice(seed, tick, 0, 20)};
        if (clearance(l, p) > l->radius + 1e-6 && !is_in_box(l, p)) {
            return p;
        }
    }
    return (wend_vec2){-100, -100};
}

static level make_level(uint64_t seed, double radius)
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

static void slow_edge(slow *s, int from, int to, double cost)
{
    assert_true(s->edge_count < 4 * NODES_MAX);
    s->edges[s->edge_count].from = from;
    s->edges[s->edge_count].to = to;
    s->edges[s->edge_count++].cost = cost;
}

static int slow_node_at(slow *s, wend_vec2 place, int corner, double angle)
{
    assert_true(s->count < NODES_MAX);
    angle = fmod(angle + 4 * PI, 2 * PI);
    s->nodes[s->count] = (slow_node){place, corner, angle};
    return s->count++;
}

static bool is_straight_free(const level *l, wend_vec2 a, wend_vec2 b)
{
    const segment way = {a, b};
    for (int i = 0; i < l->edge_count; i++) {
        if (gap(way, l->edges[i]) < l->radius - 1e-9) {
            return false;
        }
    }
    return !is_in_box(l, a) && !is_in_box(l, b);
}

static wend_vec2 on_circle(wend_vec2 c, double radius, double angle)
{
    return (wend_vec2){c.x + radius * cos(angle), c.y + radius * sin(angle)};
}

/* A straight piece between two circles (radius 0: points), if it is free. */
static void slow_piece(slow *s, int i, double angle_i, int j, double angle_j)
{
    const wend_vec2 a = on_circle(s->l->corners[i], s->l->radius, angle_i);
    const wend_vec2 b = on_circle(s->l->corners[j], s->l->radius, angle_j);
    if (is_straight_free(s->l, a, b)) {
        const int from = slow_node_at(s, a, i, angle_i);
        const int to = slow_node_at(s, b, j, angle_j);
        slow_edge(s, from, to, hypot(a.x - b.x, a.y - b.y));
    }
}

static void slow_pieces(slow *s, int i, int j)
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

static void slow_place(slow *s, int place)
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

static bool is_arc_free(const level *l, wend_vec2 c, double from, double turn)
{
    for (int k = 0; k <= 400; k++) {
        if (clearance(l, on_circle(c, l->radius, from + turn * k / 400)) < l->radius - 1e-9) {
            return false;
        }
    }
    return true;
}

/* Each node with the next one counter-clockwise on its circle. */
static void slow_arcs(slow *s)
{
    for (int i = 0; i < s->count; i++) {
        int best = -1;
        double least = 7;
        for (int j = 0; j < s->count && s->nodes[i].corner >= 0; j++) {
            double turn = s->nodes[j].angle - s->nodes[i].angle;
            turn += turn < 0 ? 2 * PI : 0;
            /* Those at one place go in a row, by number. */
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

static double slow_dijkstra(const slow *s)
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

static double slow_way(const level *l)
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

/* ---- the graph ---- */

static double graph_cost(const wend_graph *graph, wend_node from, wend_node to)
{
    const uint32_t count = wend_graph_node_limit(graph);
    double *costs = malloc(count * sizeof *costs);
    assert_non_null(costs);
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = i == from ? 0 : (double)INFINITY;
    }
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
            wend_graph_edge edge;
            if (wend_graph_get_edge(graph, e, &edge) != WEND_OK) {
                continue;
            }
            const double cost = wend_cost_to_double(edge.cost);
            double *a = &costs[edge.from];
            double *b = &costs[edge.to];
            if (*a + cost < *b || *b + cost < *a) {
                *b = fmin(*b, *a + cost);
                *a = fmin(*a, *b + cost);
                is_better = true;
            }
        }
    }
    const double cost = costs[to];
    free(costs);
    return cost;
}

static bool keeps_off_walls(const wend_graph *graph, const level *l)
{
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); e++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(graph, e, &edge) != WEND_OK) {
            continue;
        }
        wend_graph_arc arc;
        const wend_vec2 a = wend_graph_position(graph, edge.from);
        const wend_vec2 b = wend_graph_position(graph, edge.to);
        if (!wend_graph_get_arc(graph, e, l->walls, &arc)) {
            if (!wend_walls_can_walk(l->walls, a, b, l->radius, WEND_STOPS_WALK)) {
                return false;
            }
            continue;
        }
        const double begin = atan2(a.y - arc.centre.y, a.x - arc.centre.x);
        const wend_vec2 end = on_circle(arc.centre, arc.radius, begin + arc.turn);
        if (fabs(arc.radius - l->radius) > 1e-11 || hypot(end.x - b.x, end.y - b.y) > 1e-9 ||
            fabs(wend_cost_to_double(edge.cost) - arc.turn * l->radius) > 1e-9 ||
            !is_arc_free(l, arc.centre, begin, arc.turn)) {
            return false;
        }
    }
    return true;
}

static wend_graph_build_def def_of(const level *l)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = l->radius;
    return def;
}

static double way_with(const level *l, const wend_graph_build_def *def, bool *keeps_off)
{
    wend_graph *graph;
    assert_int_equal(wend_graph_build_expanded(l->walls, def, &graph), WEND_OK);
    wend_graph_node node = wend_graph_node_default();
    wend_node start;
    wend_node goal;
    node.position = l->start;
    start = graphs_add_node(graph, node);
    assert_int_equal(wend_graph_join_tangent(graph, start, l->walls, def), WEND_OK);
    node.position = l->goal;
    goal = graphs_add_node(graph, node);
    assert_int_equal(wend_graph_join_tangent(graph, goal, l->walls, def), WEND_OK);
    *keeps_off = keeps_off_walls(graph, l);
    const double cost = graph_cost(graph, start, goal);
    wend_graph_destroy(graph);
    return cost;
}

static bool is_close(double a, double b)
{
    return (isinf(a) && isinf(b)) || fabs(a - b) <= 2e-9;
}

/* ---- properties ---- */

static bool round_is_shortest(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, -1);
    const wend_graph_build_def def = def_of(&l);
    bool keeps_off = true;
    double expected = (double)INFINITY;
    double found = (double)INFINITY;
    if (l.start.x > -50 && l.goal.x > -50) {
        expected = slow_way(&l);
        found = way_with(&l, &def, &keeps_off);
    }
    wend_walls_destroy(l.walls);
    if (!is_close(found, expected) || !keeps_off) {
        print_error("found %.12g, expected %.12g, keeps off %d, radius %g\n", found, expected,
                    keeps_off, l.radius);
        return false;
    }
    return true;
}

static void expanded_round_ways_are_the_shortest_of_all_tangents(void **state)
{
    (void)state;
    gen_property("expanded_round", 60, round_is_shortest, NULL);
}

/* A way along mitres stays out of what a disc may not touch, so it is no shorter; and it turns
 * around a right angle at most 4 / pi as long. */
static bool mitred_is_not_much_longer(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, -1);
    wend_graph_build_def def = def_of(&l);
    bool keeps_off = true;
    bool is_good = true;
    if (l.start.x > -50 && l.goal.x > -50) {
        const double round = way_with(&l, &def, &keeps_off);
        def.corners = WEND_CORNERS_MITRED;
        bool mitred_keeps_off;
        const double mitred = way_with(&l, &def, &mitred_keeps_off);
        def.reduces = false;
        bool all_keeps_off;
        const double all = way_with(&l, &def, &all_keeps_off);
        is_good =
            mitred >= round - 2e-9 && is_close(mitred, all) && mitred_keeps_off && all_keeps_off;
        if (!is_good) {
            print_error("round %.12g, mitred %.12g, all edges %.12g\n", round, mitred, all);
        }
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void expanded_mitred_ways_lose_nothing_by_reduction(void **state)
{
    (void)state;
    gen_property("expanded_mitred", 40, mitred_is_not_much_longer, NULL);
}

/* The graph of all corners that see each other. It leaks: a way may come to the corner of two walls
 * on one side and leave it on the other; then it is shorter than that of a tiny disc. */
static double plain_way(const level *l)
{
    wend_vec2 points[POINTS_MAX + 2];
    points[0] = l->start;
    points[1] = l->goal;
    memcpy(points + 2, l->corners, (size_t)l->corner_count * sizeof *points);
    wend_graph_build_def def = wend_graph_build_def_default();
    def.points = points;
    def.point_count = (size_t)l->corner_count + 2;
    wend_graph *graph;
    assert_int_equal(wend_graph_build_visibility(l->walls, &def, &graph), WEND_OK);
    const double cost = graph_cost(graph, 0, 1);
    wend_graph_destroy(graph);
    return cost;
}

static bool points_are_plain_visibility(uint64_t seed, void *context)
{
    (void)context;
    level l = make_level(seed, 0);
    wend_graph_build_def def = def_of(&l);
    bool is_good = true;
    if (l.start.x > -50 && l.goal.x > -50) {
        bool keeps_off;
        const double plain = plain_way(&l);
        const double found = way_with(&l, &def, &keeps_off);
        l.radius = 1e-7;
        const double tiny = slow_way(&l);
        const bool is_nearly = isinf(found) ? isinf(tiny) : fabs(found - tiny) < 1e-5;
        is_good = is_nearly && keeps_off && (is_close(found, plain) || plain < tiny - 1e-5);
        if (!is_good) {
            print_error("found %.12g, plain %.12g, tiny disc %.12g\n", found, plain, tiny);
        }
    }
    wend_walls_destroy(l.walls);
    return is_good;
}

static void expanded_radius_0_ways_are_those_of_plain_visibility(void **state)
{
    (void)state;
    gen_property("expanded_points", 60, points_are_plain_visibility, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expanded_round_ways_are_the_shortest_of_all_tangents),
        cmocka_unit_test(expanded_mitred_ways_lose_nothing_by_reduction),
        cmocka_unit_test(expanded_radius_0_ways_are_those_of_plain_visibility),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

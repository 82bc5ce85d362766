/* The length of the shortest path of a disc among walls. The square of the walls' ends times the
 * walls, and more. */
#include "support/disc_reference.h"

#include <math.h>
#include <stdlib.h>

static const double TWO_PI = 6.28318530717958647692;

disc_walls disc_walls_of(const wend_mesh *mesh)
{
    disc_walls walls = {malloc(2 * wend_mesh_corner_count(mesh) * sizeof *walls.ends), 0};
    if (walls.ends == NULL) {
        abort();
    }
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        for (uint32_t i = 0; i < polygon.count; i++) {
            const uint32_t c = polygon.first_corner + i;
            const uint32_t d = polygon.first_corner + (i + 1) % polygon.count;
            if (wend_mesh_neighbour(mesh, c) == WEND_NODE_NONE) {
                const wend_vec3 a = wend_mesh_corner(mesh, c);
                const wend_vec3 b = wend_mesh_corner(mesh, d);
                walls.ends[2 * walls.count] = (wend_vec2){a.x, a.y};
                walls.ends[2 * walls.count++ + 1] = (wend_vec2){b.x, b.y};
            }
        }
    }
    return walls;
}

void disc_walls_free(disc_walls *walls)
{
    free(walls->ends);
    walls->ends = NULL;
    walls->count = 0;
}

static double point_line(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 e = wend_vec2_sub(b, a);
    const double square = wend_vec2_dot(e, e);
    double t = square > 0 ? wend_vec2_dot(wend_vec2_sub(p, a), e) / square : 0;
    t = fmin(fmax(t, 0), 1);
    return wend_vec2_distance(p, wend_vec2_lerp(a, b, t));
}

static double side(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    return wend_vec2_cross(wend_vec2_sub(b, a), wend_vec2_sub(p, a));
}

static double line_line(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) {
        return 0;
    }
    return fmin(fmin(point_line(a, c, d), point_line(b, c, d)),
                fmin(point_line(c, a, b), point_line(d, a, b)));
}

/* True if the boxes around two lines are farther from each other than the distance. */
static int is_far(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d, double most)
{
    return fmin(a.x, b.x) - fmax(c.x, d.x) > most || fmin(c.x, d.x) - fmax(a.x, b.x) > most ||
           fmin(a.y, b.y) - fmax(c.y, d.y) > most || fmin(c.y, d.y) - fmax(a.y, b.y) > most;
}

double disc_walls_distance(const disc_walls *walls, wend_vec2 from, wend_vec2 to)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < walls->count; i++) {
        const wend_vec2 *w = &walls->ends[2 * i];
        if (!is_far(from, to, w[0], w[1], least)) {
            least = fmin(least, line_line(from, to, w[0], w[1]));
        }
    }
    return least;
}

/* ---- circles and lines ---- */

typedef struct circle {
    wend_vec2 centre;
    double turning; /* radius, above 0 to the left */
} circle;

typedef struct tangent {
    size_t from, to; /* circles */
    wend_vec2 dir;
    double length, best;
    int is_done;
} tangent;

typedef struct scene {
    const disc_walls *walls;
    double radius;
    circle *circles; /* the first two: start, goal */
    size_t circle_count;
    tangent *tangents;
    size_t tangent_count, tangent_capacity;
} scene;

static void *must(void *memory)
{
    if (memory == NULL) {
        abort();
    }
    return memory;
}

/* Radians to turn from a to b, to the left or right. */
static double turn_of(wend_vec2 a, wend_vec2 b, double sign)
{
    const double angle = sign * atan2(wend_vec2_cross(a, b), wend_vec2_dot(a, b));
    return angle < -1e-7 ? angle + TWO_PI : fmax(angle, 0);
}

static wend_vec2 place_on(const circle *c, wend_vec2 dir)
{
    return (wend_vec2){c->centre.x + c->turning * dir.y, c->centre.y - c->turning * dir.x};
}

/* True if a point of the circle, in the direction `out` from its centre, is part of the arc and too
 * near to the wall. */
static int is_near_at(const scene *s, const circle *c, wend_vec2 dir, double turn, wend_vec2 out,
                      const wend_vec2 *wall)
{
    const double length = wend_vec2_length(out);
    if (!(length > 1e-12)) {
        return 0;
    }
    out = wend_vec2_scale(out, 1 / length);
    const double sign = c->turning > 0 ? 1 : -1;
    const wend_vec2 heading = {-sign * out.y, sign * out.x};
    if (turn_of(dir, heading, sign) > turn) {
        return 0;
    }
    return point_line(place_on(c, heading), wall[0], wall[1]) < s->radius * (1 - 1e-9);
}

static int arc_is_clear(const scene *s, const circle *c, wend_vec2 dir, wend_vec2 until,
                        double turn)
{
    for (size_t i = 0; i < s->walls->count; i++) {
        const wend_vec2 *w = &s->walls->ends[2 * i];
        if (is_far(c->centre, c->centre, w[0], w[1], 2 * s->radius)) {
            continue;
        }
        const wend_vec2 a = wend_vec2_sub(w[0], c->centre);
        const wend_vec2 b = wend_vec2_sub(w[1], c->centre);
        const wend_vec2 e = wend_vec2_sub(b, a);
        const double t = -wend_vec2_dot(a, e) / wend_vec2_dot(e, e);
        const wend_vec2 foot = wend_vec2_add(a, wend_vec2_scale(e, t));
        const double rest = s->radius * s->radius - wend_vec2_dot(foot, foot);
        if (point_line(place_on(c, dir), w[0], w[1]) < s->radius * (1 - 1e-9) ||
            point_line(place_on(c, until), w[0], w[1]) < s->radius * (1 - 1e-9) ||
            is_near_at(s, c, dir, turn, a, w) || is_near_at(s, c, dir, turn, b, w) ||
            is_near_at(s, c, dir, turn, foot, w)) {
            return 0;
        }
        if (rest > 0) {
            const double along = sqrt(rest / wend_vec2_dot(e, e));
            if (is_near_at(s, c, dir, turn, wend_vec2_add(foot, wend_vec2_scale(e, along)), w) ||
                is_near_at(s, c, dir, turn, wend_vec2_add(foot, wend_vec2_scale(e, -along)), w)) {
                return 0;
            }
        }
    }
    return 1;
}

static int line_is_clear(const scene *s, wend_vec2 from, wend_vec2 to)
{
    const double least = s->radius * (1 - 1e-9);
    for (size_t i = 0; i < s->walls->count; i++) {
        const wend_vec2 *w = &s->walls->ends[2 * i];
        if (!is_far(from, to, w[0], w[1], least) && line_line(from, to, w[0], w[1]) < least) {
            return 0;
        }
    }
    return 1;
}

static void add_tangent(scene *s, size_t from, size_t to)
{
    const circle *a = &s->circles[from];
    const circle *b = &s->circles[to];
    const wend_vec2 u = wend_vec2_sub(b->centre, a->centre);
    const double far = wend_vec2_length(u);
    const double beside = b->turning - a->turning;
    if (!(far > 0) || fabs(beside) > far * (1 + 1e-12)) {
        return;
    }
    /* The line turned away from the centres' line by the angle whose sine is beside / far. */
    const double angle = atan2(u.y, u.x) - asin(fmax(-1, fmin(1, beside / far)));
    const wend_vec2 dir = {cos(angle), sin(angle)};
    const wend_vec2 p = place_on(a, dir);
    const wend_vec2 q = place_on(b, dir);
    if (!line_is_clear(s, p, q)) {
        return;
    }
    if (s->tangent_count == s->tangent_capacity) {
        s->tangent_capacity = 2 * s->tangent_capacity + 64;
        s->tangents = must(realloc(s->tangents, s->tangent_capacity * sizeof *s->tangents));
    }
    s->tangents[s->tangent_count++] =
        (tangent){from, to, dir, wend_vec2_distance(p, q), HUGE_VAL, 0};
}

static void add_circles(scene *s)
{
    s->circles = must(malloc((2 + 2 * s->walls->count) * sizeof *s->circles));
    s->circle_count = 2;
    for (size_t i = 0; i < s->walls->count; i++) {
        /* Each end of a wall is the beginning of another one. */
        const wend_vec2 at = s->walls->ends[2 * i];
        s->circles[s->circle_count++] = (circle){at, s->radius};
        s->circles[s->circle_count++] = (circle){at, -s->radius};
    }
}

static void relax(scene *s, const tangent *t)
{
    const circle *c = &s->circles[t->to];
    const double sign = c->turning > 0 ? 1 : -1;
    for (size_t i = 0; i < s->tangent_count; i++) {
        tangent *next = &s->tangents[i];
        if (next->from != t->to || next->is_done) {
            continue;
        }
        const double turn = turn_of(t->dir, next->dir, sign);
        const double best = t->best + turn * s->radius + next->length;
        if (turn < TWO_PI / 2 + 1e-6 && best < next->best &&
            (turn < 1e-7 || arc_is_clear(s, c, t->dir, next->dir, turn))) {
            next->best = best;
        }
    }
}

static double dijkstra(scene *s)
{
    for (;;) {
        tangent *best = NULL;
        for (size_t i = 0; i < s->tangent_count; i++) {
            tangent *t = &s->tangents[i];
            if (!t->is_done && t->best < HUGE_VAL && (best == NULL || t->best < best->best)) {
                best = t;
            }
        }
        if (best == NULL) {
            return HUGE_VAL;
        }
        if (best->to == 1) {
            return best->best;
        }
        best->is_done = 1;
        relax(s, best);
    }
}

double disc_reference(const disc_walls *walls, wend_vec2 start, wend_vec2 goal, double radius)
{
    scene s = {.walls = walls, .radius = radius};
    add_circles(&s);
    s.circles[0] = (circle){start, 0};
    s.circles[1] = (circle){goal, 0};
    for (size_t a = 0; a < s.circle_count; a++) {
        for (size_t b = 1; b < s.circle_count; b++) {
            if (a != b && a != 1) {
                add_tangent(&s, a, b);
            }
        }
    }
    for (size_t i = 0; i < s.tangent_count; i++) {
        s.tangents[i].best = s.tangents[i].from == 0 ? s.tangents[i].length : HUGE_VAL;
    }
    const double length = dijkstra(&s);
    free(s.circles);
    free(s.tangents);
    return length;
}

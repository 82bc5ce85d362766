/* Half-planes of allowed velocities, one for each neighbour and each wall nearby, and the allowed
 * velocity nearest to the preferred one.
 * Cost: all agents are tested for each agent, and the program of de Berg, Cheong, van Kreveld,
 * Overmars, "Computational Geometry" (2008), chapter 4.3, is solved up to twenty times; it is no
 * measure of speed. */
#include "orca.h"

#include <math.h>

enum { NEIGHBOURS_MOST = 10, WALLS_MOST = 6, LINES_MOST = NEIGHBOURS_MOST + WALLS_MOST };
enum { HALVINGS = 20 };

static const double HORIZON = 2;         /* seconds, for other agents */
static const double HORIZON_OF_WALL = 1; /* seconds */
static const double SEES = 5;            /* metres */
static const double SLACK = 1e-9;

/* The velocities v with (v - point) . normal >= 0. */
typedef struct orca_line {
    wend_vec2 point, normal;
    bool is_wall;
} orca_line;

typedef struct orca_program {
    orca_line lines[LINES_MOST];
    size_t count;
    wend_vec2 preferred;
    double speed;
    double shift; /* how far agents' lines are moved back */
} orca_program;

static wend_vec2 unit_of(wend_vec2 v)
{
    const double length = wend_vec2_length(v);
    return length > SLACK ? wend_vec2_scale(v, 1 / length) : (wend_vec2){1, 0};
}

/* The least change that takes a relative velocity out of the truncated cone of velocities that lead
 * to a collision within the time, and the direction out of it. */
static wend_vec2 least_change(wend_vec2 between, wend_vec2 velocity, double touch, double time,
                              wend_vec2 *normal)
{
    const wend_vec2 centre = wend_vec2_scale(between, 1 / time);
    const wend_vec2 from_centre = wend_vec2_sub(velocity, centre);
    const double squared = wend_vec2_dot(between, between);
    const double along = wend_vec2_dot(from_centre, between);
    const double off = wend_vec2_dot(from_centre, from_centre);
    if (along < 0 && along * along > touch * touch * off) {
        /* Nearest to the arc at the cone's tip. */
        *normal = unit_of(from_centre);
        return wend_vec2_scale(*normal, touch / time - wend_vec2_length(from_centre));
    }
    /* Nearest to the leg on the side of the velocity. */
    const double leg = sqrt(squared - touch * touch);
    const double side = wend_vec2_cross(between, velocity) > 0 ? 1 : -1;
    const wend_vec2 direction = {(between.x * leg - side * between.y * touch) / squared,
                                 (side * between.x * touch + between.y * leg) / squared};
    *normal = (wend_vec2){-side * direction.y, side * direction.x};
    const double on_leg = wend_vec2_dot(velocity, direction);
    return wend_vec2_sub(wend_vec2_scale(direction, on_leg), velocity);
}

static void add_agent(orca_program *p, const orca_agent *own, const orca_agent *other, double step)
{
    const wend_vec2 between = wend_vec2_sub(other->at, own->at);
    const wend_vec2 velocity = wend_vec2_sub(own->velocity, other->velocity);
    const double touch = own->radius + other->radius;
    orca_line *line = &p->lines[p->count++];
    wend_vec2 change;
    if (wend_vec2_dot(between, between) > touch * touch) {
        change = least_change(between, velocity, touch, HORIZON, &line->normal);
    } else {
        /* They overlap: apart within a step. */
        const wend_vec2 off = wend_vec2_sub(velocity, wend_vec2_scale(between, 1 / step));
        line->normal = unit_of(off);
        change = wend_vec2_scale(line->normal, touch / step - wend_vec2_length(off));
    }
    line->point = wend_vec2_add(own->velocity, wend_vec2_scale(change, 0.5));
    line->is_wall = false;
}

/* No nearer to a wall than its radius within the time. */
static void add_wall(orca_program *p, const orca_agent *own, const orca_wall *wall)
{
    const wend_vec2 along = wend_vec2_sub(wall->b, wall->a);
    const double part =
        wend_vec2_dot(wend_vec2_sub(own->at, wall->a), along) / wend_vec2_dot(along, along);
    const wend_vec2 nearest =
        wend_vec2_add(wall->a, wend_vec2_scale(along, fmin(fmax(part, 0), 1)));
    const wend_vec2 to = wend_vec2_sub(nearest, own->at);
    const double gap = wend_vec2_length(to) - own->radius;
    if (gap > own->speed * HORIZON_OF_WALL || p->count == LINES_MOST) {
        return;
    }
    const wend_vec2 direction = unit_of(to);
    p->lines[p->count++] = (orca_line){wend_vec2_scale(direction, gap / HORIZON_OF_WALL),
                                       wend_vec2_scale(direction, -1), true};
}

static void add_nearest(orca_program *p, const orca_agent *agents, size_t count, size_t own,
                        double step)
{
    size_t near[NEIGHBOURS_MOST];
    double far[NEIGHBOURS_MOST];
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const double distance = wend_vec2_distance(agents[i].at, agents[own].at);
        if (i == own || distance > SEES ||
            (found == NEIGHBOURS_MOST && distance >= far[found - 1])) {
            continue;
        }
        size_t k = found < NEIGHBOURS_MOST ? found++ : found - 1;
        for (; k > 0 && far[k - 1] > distance; k--) {
            near[k] = near[k - 1];
            far[k] = far[k - 1];
        }
        near[k] = i;
        far[k] = distance;
    }
    for (size_t i = 0; i < found; i++) {
        add_agent(p, &agents[own], &agents[near[i]], step);
    }
}

/* ---- the program ---- */

static wend_vec2 point_of(const orca_program *p, size_t line)
{
    const orca_line *l = &p->lines[line];
    return l->is_wall ? l->point : wend_vec2_sub(l->point, wend_vec2_scale(l->normal, p->shift));
}

/* The velocity nearest to the preferred one on the border of a line, within the lines before it and
 * the disc of the speed. @return false: there is none. */
static bool nearest_on_line(const orca_program *p, size_t line, wend_vec2 *best)
{
    const wend_vec2 normal = p->lines[line].normal;
    const wend_vec2 along = {-normal.y, normal.x};
    const double off = wend_vec2_dot(point_of(p, line), normal);
    const double square = p->speed * p->speed - off * off;
    if (square < 0) {
        return false;
    }
    double low = -sqrt(square);
    double high = sqrt(square);
    for (size_t i = 0; i < line; i++) {
        /* The part of the border that line i allows: at * slope >= least. */
        const wend_vec2 base = wend_vec2_sub(wend_vec2_scale(normal, off), point_of(p, i));
        const double least = -wend_vec2_dot(base, p->lines[i].normal);
        const double slope = wend_vec2_dot(along, p->lines[i].normal);
        if (slope > SLACK) {
            low = fmax(low, least / slope);
        } else if (slope < -SLACK) {
            high = fmin(high, least / slope);
        } else if (least > 0) {
            return false;
        }
    }
    const double at = fmin(fmax(wend_vec2_dot(p->preferred, along), low), high);
    *best = wend_vec2_add(wend_vec2_scale(normal, off), wend_vec2_scale(along, at));
    return low <= high;
}

/* Line by line: where the best velocity so far violates a line, the new best is on its border.
 * @return false: no velocity is allowed. */
static bool nearest_allowed(const orca_program *p, wend_vec2 *best)
{
    const double wanted = wend_vec2_length(p->preferred);
    wend_vec2 v = wend_vec2_scale(p->preferred, wanted > p->speed ? p->speed / wanted : 1);
    for (size_t i = 0; i < p->count; i++) {
        const wend_vec2 off = wend_vec2_sub(v, point_of(p, i));
        if (wend_vec2_dot(off, p->lines[i].normal) < 0 && !nearest_on_line(p, i, &v)) {
            return false;
        }
    }
    *best = v;
    return true;
}

/* Where nothing is allowed, the lines of all agents are moved back by the same least distance. */
static wend_vec2 solve(orca_program *p)
{
    wend_vec2 best = {0, 0};
    p->shift = 0;
    if (nearest_allowed(p, &best)) {
        return best;
    }
    double low = 0;
    double high = 64 * p->speed + 64;
    for (int i = 0; i < HALVINGS; i++) {
        p->shift = (low + high) / 2;
        if (nearest_allowed(p, &best)) {
            high = p->shift;
        } else {
            low = p->shift;
        }
    }
    return best;
}

void orca_tick(orca_agent *agents, size_t count, const orca_wall *walls, size_t wall_count,
               double step, wend_vec2 *next)
{
    for (size_t i = 0; i < count; i++) {
        orca_program p = {.preferred = agents[i].preferred, .speed = agents[i].speed};
        add_nearest(&p, agents, count, i, step);
        for (size_t k = 0; k < wall_count; k++) {
            add_wall(&p, &agents[i], &walls[k]);
        }
        next[i] = solve(&p);
    }
    for (size_t i = 0; i < count; i++) {
        agents[i].velocity = next[i];
        agents[i].at = wend_vec2_add(agents[i].at, wend_vec2_scale(next[i], step));
    }
}

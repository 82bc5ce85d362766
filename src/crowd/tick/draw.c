/* Draws bodies, their headings, velocities, paths, goals and neighbours, zones and formations.
 * Cost: a few calls a body; neighbours are searched again. */
#include "crowd/contact/zones.h"
#include "crowd/core/crowd.h"
#include "crowd/formation/formations.h"
#include "crowd/social/social.h"

enum { NEIGHBOURS_MOST = 16 };

static const double SECONDS = 0.5;    /* length of velocity arrows */
static const double BORDER = 2.0;     /* radii: half the length of a half-plane's border */
static const double STUCK_RING = 1.4; /* radii */

typedef struct crowd_painter {
    const wend_crowd *crowd;
    const wend_draw *draw;
    uint32_t floor;
} crowd_painter;

typedef void (*paint_fn)(const crowd_painter *p, uint32_t body);

static wend_vec2 position_of(const crowd_painter *p, uint32_t body)
{
    return (wend_vec2){p->crowd->bodies.x[body], p->crowd->bodies.y[body]};
}

static void line(const crowd_painter *p, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                 double value)
{
    if (p->draw->line != NULL) {
        p->draw->line(p->draw->context, from, to, meaning, value);
    }
}

static void circle(const crowd_painter *p, wend_vec2 at, double radius, wend_meaning meaning,
                   double value)
{
    if (p->draw->circle != NULL) {
        p->draw->circle(p->draw->context, at, radius, meaning, value);
    }
}

/* ---- one body ---- */

static void paint_body(const crowd_painter *p, uint32_t body)
{
    const wendi_bodies *b = &p->crowd->bodies;
    circle(p, position_of(p, body), b->radius[body], WEND_MEANING_BODY, (double)b->group[body]);
}

static void paint_heading(const crowd_painter *p, uint32_t body)
{
    const wendi_bodies *b = &p->crowd->bodies;
    const wend_vec2 at = position_of(p, body);
    const double r = b->radius[body];
    line(p, at, (wend_vec2){at.x + r * b->heading_x[body], at.y + r * b->heading_y[body]},
         WEND_MEANING_HEADING, 0);
}

static void paint_arrow(const crowd_painter *p, uint32_t body, double vx, double vy,
                        wend_meaning meaning)
{
    const wend_vec2 at = position_of(p, body);
    if (vx * vx + vy * vy > 0) {
        line(p, at, (wend_vec2){at.x + SECONDS * vx, at.y + SECONDS * vy}, meaning, 0);
    }
}

static void paint_velocity(const crowd_painter *p, uint32_t body)
{
    const wendi_workspace *w = &p->crowd->work;
    paint_arrow(p, body, w->moved_x[body], w->moved_y[body], WEND_MEANING_VELOCITY);
}

static void paint_preferred(const crowd_painter *p, uint32_t body)
{
    const wendi_workspace *w = &p->crowd->work;
    paint_arrow(p, body, w->preferred_x[body], w->preferred_y[body], WEND_MEANING_PREFERRED);
}

static void paint_stuck(const crowd_painter *p, uint32_t body)
{
    const wendi_bodies *b = &p->crowd->bodies;
    const uint8_t stuck = b->stuck[body];
    if (stuck != (uint8_t)WENDI_STUCK_NOT) {
        circle(p, position_of(p, body), STUCK_RING * b->radius[body], WEND_MEANING_STUCK,
               (double)wendi_stuck_plan_bit(stuck));
    }
}

/* ---- paths and goals ---- */

static void paint_path(const crowd_painter *p, uint32_t body)
{
    const wendi_body_route *route = &p->crowd->routes.of[body];
    wend_vec2 from = position_of(p, body);
    for (uint32_t i = p->crowd->bodies.leg[body]; i < route->count; ++i) {
        const wend_vec2 to = {route->legs[i].to_x, route->legs[i].to_y};
        line(p, from, to, WEND_MEANING_BODY_PATH, (double)body);
        from = to;
    }
}

/* The goal of a flow request is known to the flow only. */
static void paint_goal(const crowd_painter *p, uint32_t body)
{
    const wendi_bodies *b = &p->crowd->bodies;
    const uint8_t goal = b->goal[body];
    const bool is_point = goal == (uint8_t)WEND_BODY_GOAL_POINT ||
                          goal == (uint8_t)WEND_BODY_GOAL_PATH ||
                          goal == (uint8_t)WEND_BODY_GOAL_SLOT;
    if (is_point && b->goal_floor[body] == p->floor) {
        circle(p, (wend_vec2){b->goal_x[body], b->goal_y[body]}, 0, WEND_MEANING_BODY_GOAL,
               (double)body);
    }
}

/* ---- neighbours and constraints ---- */

/* True if this index of the order is as the last tick left it. Bodies may have been added, removed
 * and moved since. */
static bool is_current(const wend_crowd *crowd, uint32_t at)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const uint32_t body = crowd->cells.order[at];
    if (!wendi_bodies_is_alive(b, body) || crowd->cells.sorted_index[body] != at ||
        (b->z == NULL && w->low[at] != (int32_t)b->floor[body])) {
        return false;
    }
    const double dx = (double)(int32_t)(wendi_fixed_position(b->x[body]) - w->x[at]) / 65536.0;
    const double dy = (double)(int32_t)(wendi_fixed_position(b->y[body]) - w->y[at]) / 65536.0;
    const double off_x = dx - (double)w->travelled[at].x;
    const double off_y = dy - (double)w->travelled[at].y;
    return off_x * off_x + off_y * off_y < 1e-6;
}

/* The index in the order of a body that took part in the last tick. */
static bool find_sorted_index(const wend_crowd *crowd, uint32_t body, uint32_t *at)
{
    *at = crowd->cells.sorted_index[body];
    return *at < crowd->cells.count && crowd->cells.order[*at] == body && is_current(crowd, *at);
}

typedef struct nearest_bodies {
    uint32_t count;
    uint32_t bodies[NEIGHBOURS_MOST];
    double squared[NEIGHBOURS_MOST];
} nearest_bodies;

static void keep(nearest_bodies *n, uint32_t body, double squared)
{
    uint32_t slot = n->count;
    if (slot == NEIGHBOURS_MOST) {
        if (squared >= n->squared[slot - 1]) {
            return;
        }
        slot--;
    } else {
        n->count++;
    }
    for (; slot > 0 && n->squared[slot - 1] > squared; --slot) {
        n->squared[slot] = n->squared[slot - 1];
        n->bodies[slot] = n->bodies[slot - 1];
    }
    n->squared[slot] = squared;
    n->bodies[slot] = body;
}

static void keep_run(const crowd_painter *p, uint32_t at, wendi_body_run run, nearest_bodies *n)
{
    const wend_crowd *crowd = p->crowd;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t body = crowd->cells.order[at];
    for (uint32_t j = run.begin; j < run.end; ++j) {
        const uint32_t other = crowd->cells.order[j];
        const double dx = b->x[other] - b->x[body];
        const double dy = b->y[other] - b->y[body];
        const double squared = dx * dx + dy * dy;
        if (j != at && wendi_bodies_are_level(b, other, body) && is_current(crowd, j) &&
            squared <= crowd->reach * crowd->reach) {
            keep(n, other, squared);
        }
    }
}

static void paint_neighbours(const crowd_painter *p, uint32_t body)
{
    const wend_crowd *crowd = p->crowd;
    const wendi_body_grid *cells = &crowd->cells;
    uint32_t at = 0;
    if (!find_sorted_index(crowd, body, &at) ||
        (crowd->work.marks[at] & (uint8_t)WENDI_MARK_AVOIDS) == 0) {
        return;
    }
    const double size = (double)((uint32_t)1 << cells->shift) / 65536.0;
    int32_t around = (int32_t)(crowd->reach / size) + 1;
    around =
        around < WENDI_BODY_GRID_SIDE_LEAST / 2 - 1 ? around : WENDI_BODY_GRID_SIDE_LEAST / 2 - 1;
    nearest_bodies n = {.count = 0};
    for (int32_t row = -around; row <= around; ++row) {
        wendi_body_run runs[2];
        const uint32_t count =
            wendi_body_grid_row(cells, crowd->work.x[at], crowd->work.y[at], around, row, runs);
        for (uint32_t k = 0; k < count; ++k) {
            keep_run(p, at, runs[k], &n);
        }
    }
    for (uint32_t k = 0; k < n.count; ++k) {
        line(p, position_of(p, body), position_of(p, n.bodies[k]), WEND_MEANING_NEIGHBOUR, 0);
    }
}

/* A line across the direction n (of length 1), at a distance from the middle. */
static void paint_border(const crowd_painter *p, wend_vec2 middle, double nx, double ny,
                         double room, double half)
{
    const wend_vec2 at = {middle.x + nx * room, middle.y + ny * room};
    line(p, (wend_vec2){at.x - ny * half, at.y + nx * half},
         (wend_vec2){at.x + ny * half, at.y - nx * half}, WEND_MEANING_HALF_PLANE, 0);
}

/* Each of two bodies may use about half of the gap between them. */
static void paint_borders_of_others(const crowd_painter *p, uint32_t at, wend_vec2 began,
                                    double half)
{
    const wendi_workspace *w = &p->crowd->work;
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const uint32_t j = contacts[k].at;
        const double dx = (double)(int32_t)(w->x[j] - w->x[at]) / 65536.0;
        const double dy = (double)(int32_t)(w->y[j] - w->y[at]) / 65536.0;
        const double distance = wend_sqrt(dx * dx + dy * dy);
        if (distance > 0) {
            const double gap = distance - (double)w->radius[at] - (double)w->radius[j];
            paint_border(p, began, dx / distance, dy / distance, 0.5 * gap, half);
        }
    }
}

static void paint_half_planes(const crowd_painter *p, uint32_t body)
{
    const wend_crowd *crowd = p->crowd;
    const wendi_workspace *w = &crowd->work;
    uint32_t at = 0;
    if (!find_sorted_index(crowd, body, &at)) {
        return;
    }
    const wend_vec2 began = {crowd->bodies.x[body] - (double)w->travelled[at].x,
                             crowd->bodies.y[body] - (double)w->travelled[at].y};
    const double half = BORDER * crowd->bodies.radius[body];
    const wendi_wall_constraint *walls = wendi_wall_constraints_of(w, body);
    for (uint32_t k = 0; k < w->wall_count[at]; ++k) {
        paint_border(p, began, (double)walls[k].x, (double)walls[k].y, (double)walls[k].gap, half);
    }
    paint_borders_of_others(p, at, began, half);
}

/* ---- zones ---- */

static void paint_zone(const crowd_painter *p, const wend_zone_def *def)
{
    const double value = (double)(uint32_t)def->kind;
    wend_vec2 middle = {0.5 * (def->low.x + def->high.x), 0.5 * (def->low.y + def->high.y)};
    if (def->kind == WEND_ZONE_TORNADO) {
        middle = def->centre;
        circle(p, def->centre, def->radius, WEND_MEANING_ZONE, value);
    } else if (p->draw->polygon != NULL) {
        const wend_vec2 corners[4] = {
            def->low, {def->high.x, def->low.y}, def->high, {def->low.x, def->high.y}};
        p->draw->polygon(p->draw->context, corners, 4, WEND_MEANING_ZONE, value);
    }
    if (def->kind == WEND_ZONE_CONVEYOR) {
        line(p, middle, (wend_vec2){middle.x + def->velocity.x, middle.y + def->velocity.y},
             WEND_MEANING_ZONE, value);
    }
}

static void paint_zones(const crowd_painter *p)
{
    const wendi_zones *zones = p->crowd->zones;
    for (uint32_t i = 0; i < zones->count; ++i) {
        if ((zones->items[i].generation & 1) != 0 && zones->items[i].def.floor == p->floor) {
            paint_zone(p, &zones->items[i].def);
        }
    }
}

/* ---- the calls ---- */

static void paint_all(const crowd_painter *p, paint_fn paint)
{
    const wendi_bodies *b = &p->crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i) && b->floor[i] == p->floor) {
            paint(p, i);
        }
    }
}

/* Things on the ground come first. */
static const struct {
    uint32_t bit;
    paint_fn paint;
} PAINTS[] = {
    {WEND_CROWD_SHOW_PATHS, paint_path},
    {WEND_CROWD_SHOW_GOALS, paint_goal},
    {WEND_CROWD_SHOW_NEIGHBOURS, paint_neighbours},
    {WEND_CROWD_SHOW_BODIES, paint_body},
    {WEND_CROWD_SHOW_HEADINGS, paint_heading},
    {WEND_CROWD_SHOW_HALF_PLANES, paint_half_planes},
    {WEND_CROWD_SHOW_PREFERRED, paint_preferred},
    {WEND_CROWD_SHOW_VELOCITIES, paint_velocity},
    {WEND_CROWD_SHOW_STUCK, paint_stuck},
};
static const size_t PAINT_COUNT = sizeof PAINTS / sizeof PAINTS[0];

wend_result wend_crowd_draw(const wend_crowd *crowd, uint32_t floor, uint32_t show,
                            const wend_draw *draw)
{
    if (crowd == NULL || draw == NULL || floor >= crowd->obstacles.floor_count) {
        return WEND_ERROR_ARGUMENT;
    }
    const crowd_painter p = {crowd, draw, floor};
    if ((show & (uint32_t)WEND_CROWD_SHOW_ZONES) != 0) {
        paint_zones(&p);
    }
    if ((show & (uint32_t)WEND_CROWD_SHOW_FORMATIONS) != 0) {
        wendi_formations_draw(crowd, floor, draw);
        wendi_social_draw(crowd, floor, draw);
    }
    for (size_t i = 0; i < PAINT_COUNT; ++i) {
        if ((show & PAINTS[i].bit) != 0) {
            paint_all(&p, PAINTS[i].paint);
        }
    }
    return WEND_OK;
}

static void paint_some(crowd_painter *p, const wend_body_id *ids, size_t count, paint_fn paint)
{
    for (size_t k = 0; k < count; ++k) {
        const uint32_t i = wendi_bodies_find(&p->crowd->bodies, ids[k]);
        if (i != WENDI_NONE) {
            p->floor = p->crowd->bodies.floor[i];
            paint(p, i);
        }
    }
}

wend_result wend_crowd_draw_bodies(const wend_crowd *crowd, const wend_body_id *ids, size_t count,
                                   uint32_t show, const wend_draw *draw)
{
    if (crowd == NULL || draw == NULL || (ids == NULL && count > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    crowd_painter p = {crowd, draw, 0};
    for (size_t i = 0; i < PAINT_COUNT; ++i) {
        if ((show & PAINTS[i].bit) != 0) {
            paint_some(&p, ids, count, PAINTS[i].paint);
        }
    }
    return WEND_OK;
}

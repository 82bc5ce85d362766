/* The next corner on the path of a body that follows a flow. A field has no corners: it is followed
 * from the body to the first point that the body does not see, and the corner is where the wall that
 * hides this point touches the line to it.
 *
 *      goal < ~ ~ o               ~  along the field
 *      ##############*  ~         o  the first point that the body does not see
 *      body ~ ~ ~ ~ ~ ~           *  the corner
 *
 * Cost: for a body that others hold up, every 32nd tick some forty samples and two dozen tests of a
 * clear way at most; for one with a corner two samples and one test every 16th. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"

#include "base/math/clamp.h"

enum {
    LOOK_TICKS = 32,  /* between two looks for a corner */
    CHECK_TICKS = 16, /* between two looks whether it is still there */
    STEPS_MOST = 48,
    HALVINGS = 4, /* between the last point in sight and the next one */
    ALONG = 6     /* halvings of the way to it */
};

static const double HELD_UP = 0.03;  /* of its speed lacks: others are in the way */
static const double THIN = 0.5;      /* of its radius: fields graze corners */
static const double CELLS = 2;       /* of a step */
static const double CLEARANCE = 1.1; /* radii, of a corner from its wall */
static const double AT_WALL = 1.5;   /* radii: within so much of it there is a wall */

static bool sees(const wend_crowd *crowd, uint32_t body, wend_vec2 to)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const wend_mesh_location from = wendi_bodies_location(b, body);
    return wendi_obstacles_is_way_clear(set, &from, to, THIN * b->radius[body],
                                        crowd->obstacles.margin, NULL);
}

/* @param points [STEPS_MOST + 1], the first is the body. @return the last one. */
static uint32_t walk_ahead(const wend_crowd *crowd, uint32_t body, wend_vec2 *points)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const double far = WENDI_GATE_NEAR * b->radius[body];
    const double step = wendi_max(CELLS * crowd->flow_cell, far / (double)STEPS_MOST);
    const uint32_t most = (uint32_t)(far / step);
    points[0] = (wend_vec2){b->x[body], b->y[body]};
    for (uint32_t i = 0; i < most; ++i) {
        wend_vec2 along = {0, 0};
        const wend_flow_guidance why = wend_flow_sample(
            crowd->flow, order, b->floor[body], points[i].x, points[i].y, &along.x, &along.y);
        if (why != WEND_FLOW_FIELD && why != WEND_FLOW_LINE_OF_SIGHT &&
            why != WEND_FLOW_TOWARD_PORTAL) {
            return i;
        }
        points[i + 1] = wend_vec2_add(points[i], wend_vec2_scale(along, step));
    }
    return most;
}

/* The wall nearest to a point, within as many radii. @return false: there is none. */
static bool find_wall(const wend_crowd *crowd, uint32_t body, wend_vec2 at, double radii,
                      wendi_obstacle_constraint *wall)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const double reach = wendi_min(radii * b->radius[body], crowd->obstacles.margin);
    const wend_mesh_location from = wend_mesh_location_at(at.x, at.y, 0);
    double known = 0;
    bool is_amid = false;
    if (wendi_obstacles_nearest_around(set, &from, reach, near, &known, &is_amid) == 0) {
        return false;
    }
    *wall = near[0];
    return true;
}

/* Moves a point away from the wall at the corner, so that the body has room there. */
static wend_vec2 clear_of_wall(const wend_crowd *crowd, uint32_t body, wend_vec2 at)
{
    wendi_obstacle_constraint wall;
    const double clear = wendi_min(CLEARANCE * crowd->bodies.radius[body], crowd->obstacles.margin);
    if (find_wall(crowd, body, at, CLEARANCE, &wall) && wall.distance < clear) {
        const double by = clear - wall.distance;
        at = (wend_vec2){at.x - by * wall.x, at.y - by * wall.y};
    }
    return at;
}

/* True if the body sees its corner, the wall is still there, and the way from there is shorter. */
static bool is_still_ahead(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    const wend_vec2 corner = {b->goal_vector_x[body], b->goal_vector_y[body]};
    double here = 0;
    double there = 0;
    wendi_obstacle_constraint wall;
    return find_wall(crowd, body, corner, AT_WALL, &wall) &&
           wend_flow_cost_left(crowd->flow, order, b->floor[body], b->x[body], b->y[body], &here) ==
               WEND_OK &&
           wend_flow_cost_left(crowd->flow, order, b->floor[body], corner.x, corner.y, &there) ==
               WEND_OK &&
           there < here && sees(crowd, body, corner);
}

void wendi_flow_look_for_corner(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_SEES_CORNER;
    const bool had_corner = (b->flags[body] & bit) != 0;
    if (!wendi_body_is_due(crowd, body, had_corner ? CHECK_TICKS : LOOK_TICKS) ||
        b->avoids[body] == 0 || (had_corner && is_still_ahead(crowd, body))) {
        return;
    }
    b->flags[body] &= ~bit;
    /* Where the goal is in sight there is no corner before it. */
    if (b->slow[body] < HELD_UP || !(b->speed[body] > 0) ||
        crowd->work.flow_guidance[body] == (uint8_t)WEND_FLOW_LINE_OF_SIGHT) {
        return;
    }
    wend_vec2 points[STEPS_MOST + 1];
    const uint32_t last = walk_ahead(crowd, body, points);
    if (last == 0 || sees(crowd, body, points[last])) {
        return;
    }
    uint32_t seen = 0;
    uint32_t hidden = last;
    while (hidden - seen > 1) {
        const uint32_t middle = (seen + hidden) / 2;
        if (sees(crowd, body, points[middle])) {
            seen = middle;
        } else {
            hidden = middle;
        }
    }
    wend_vec2 in_sight = points[seen];
    wend_vec2 beyond = points[hidden];
    for (uint32_t i = 0; i < HALVINGS; ++i) {
        const wend_vec2 middle = wend_vec2_scale(wend_vec2_add(in_sight, beyond), 0.5);
        if (sees(crowd, body, middle)) {
            in_sight = middle;
        } else {
            beyond = middle;
        }
    }
    /* The wall that hides the point beyond touches the line to it at the corner. */
    const wend_vec2 way = wend_vec2_sub(beyond, points[0]);
    double part = 0;
    double half = 0.5;
    for (uint32_t i = 0; i < ALONG; ++i) {
        const wend_vec2 to = wend_vec2_add(points[0], wend_vec2_scale(way, part + half));
        part += sees(crowd, body, to) ? half : 0;
        half /= 2;
    }
    wend_vec2 at = wend_vec2_add(points[0], wend_vec2_scale(way, part));
    at = clear_of_wall(crowd, body, at);
    b->goal_vector_x[body] = at.x;
    b->goal_vector_y[body] = at.y;
    b->flags[body] |= bit;
}

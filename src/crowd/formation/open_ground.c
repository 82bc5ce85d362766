/* Open positions for goals and anchors, and paths under edits of walls: they end before new walls,
 * and continue when walls are gone.
 * Cost: nothing while no wall changes; then a search for each point of the path ahead. */
#include "crowd/formation/formation.h"

#include <math.h>

enum { PUSHES = 8 };

wendi_anchor_path_agent wendi_formation_agent(const wend_crowd *crowd, const wendi_formation *f)
{
    return (wendi_anchor_path_agent){
        .obstacles = &crowd->obstacles,
        .set = wendi_obstacles_set_of(&crowd->obstacles, f->floor, f->leader_class),
        .crowd_class = f->leader_class,
        .radius = f->radius,
        .margin = crowd->obstacles.margin,
        .width = f->full_width,
        .spacing = f->spacing};
}

bool wendi_formation_is_open_to(const wend_crowd *crowd, const wendi_formation *f,
                                uint32_t crowd_class, wend_vec2 at)
{
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, f->floor, crowd_class);
    return wendi_obstacles_is_open(&crowd->obstacles, set, crowd_class, at.x, at.y);
}

bool wendi_formation_is_open(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 at)
{
    return wendi_formation_is_open_to(crowd, f, f->leader_class, at);
}

/* ---- goals ---- */

/* Moves away from walls that are nearer than the radius, one after the other, where there is
 * room. */
static wend_vec2 beside_walls(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 from)
{
    const wendi_anchor_path_agent w = wendi_formation_agent(crowd, f);
    wend_vec2 at = from;
    for (uint32_t i = 0; i < PUSHES; ++i) {
        wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
        const uint32_t count = wendi_obstacles_nearest(w.set, at.x, at.y, w.radius, near);
        if (count == 0 || !(near[0].distance < w.radius)) {
            break;
        }
        const double more = w.radius - near[0].distance + 1e-6;
        at = (wend_vec2){at.x - near[0].x * more, at.y - near[0].y * more};
    }
    return wendi_anchor_path_is_leg_open(&w, from, at) ? at : from;
}

wend_vec2 wendi_formation_open_position(const wend_crowd *crowd, const wendi_formation *f,
                                        wend_vec2 at)
{
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, f->floor, f->leader_class);
    wend_vec2 out = at;
    if (!wendi_formation_is_open(crowd, f, at) &&
        !wendi_obstacles_nearest_open(&crowd->obstacles, set, f->leader_class, at, f->radius,
                                      &out)) {
        return at;
    }
    return beside_walls(crowd, f, out);
}

/* ---- anchors ---- */

wend_vec2 wendi_formation_middle(const wend_crowd *crowd, const wendi_formation *f)
{
    const wendi_bodies *b = &crowd->bodies;
    wend_vec2 middle = {0, 0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        if (b->floor[body] == f->floor) {
            middle.x += b->x[body];
            middle.y += b->y[body];
            count++;
        }
    }
    return count > 0 ? wend_vec2_scale(middle, 1.0 / count) : f->anchor.position;
}

/* The open position of the nearest member on the formation's floor. */
static bool nearest_member(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 to,
                           wend_vec2 *position)
{
    const wendi_bodies *b = &crowd->bodies;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        const wend_vec2 at = {b->x[body], b->y[body]};
        const double distance = wend_vec2_distance(at, to);
        if (b->floor[body] == f->floor && distance < least &&
            wendi_formation_is_open(crowd, f, at)) {
            least = distance;
            *position = at;
        }
    }
    return least < HUGE_VAL;
}

wend_vec2 wendi_formation_anchor_position(const wend_crowd *crowd, const wendi_formation *f,
                                          wend_vec2 wanted)
{
    const wendi_anchor_path_agent w = wendi_formation_agent(crowd, f);
    wend_vec2 position = wanted;
    if (!nearest_member(crowd, f, wanted, &position)) {
        return wendi_formation_open_position(crowd, f, wanted);
    }
    const bool is_seen = wendi_formation_is_open(crowd, f, wanted) &&
                         wendi_obstacles_is_segment_clear(w.set, position, wanted, 0, w.margin);
    return is_seen ? wanted : position;
}

/* ---- edits ---- */

/* A wall was built on the anchor: it restarts at its members. */
static void free_anchor(const wend_crowd *crowd, wendi_formation *f)
{
    if (wendi_formation_is_open(crowd, f, f->anchor.position)) {
        return;
    }
    f->anchor.position = wendi_formation_anchor_position(crowd, f, f->anchor.position);
    if (f->order == (uint8_t)WENDI_FORMATION_TO_POINT && f->state != (uint8_t)WEND_BODY_ARRIVED) {
        f->needs_query = true;
    }
    if (f->order != (uint8_t)WENDI_FORMATION_ALONG_PATH) {
        wendi_anchor_path_clear(&f->path);
        f->anchor.leg = 0;
    }
}

bool wendi_formation_check_edits(const wend_crowd *crowd, wendi_formation *f)
{
    if (!crowd->formations->has_edits) {
        return false;
    }
    free_anchor(crowd, f);
    if (f->path.count < 2) {
        return false;
    }
    const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
    const uint32_t open_before = f->path.open;
    wendi_anchor_path_find_open(&f->path, (uint32_t)f->anchor.leg, f->anchor.position, &agent);
    f->anchor.is_at_end = f->anchor.is_at_end && f->path.open <= open_before;
    /* A formation in front of a wall that is gone moves on. */
    const bool goes_on = f->state == (uint8_t)WEND_BODY_NO_PATH && f->path.open > open_before &&
                         f->order == (uint8_t)WENDI_FORMATION_ALONG_PATH;
    f->state = goes_on ? (uint8_t)WEND_BODY_MOVING : f->state;
    return goes_on;
}

void wendi_formation_apply_edits(wend_crowd *crowd, wendi_formation *f)
{
    const bool goes_on = wendi_formation_check_edits(crowd, f);
    if (crowd->formations->has_edits) {
        const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
        wendi_anchor_path_measure(&f->path, (uint32_t)f->anchor.leg, &agent);
    }
    if (goes_on) {
        wendi_members_restart(crowd, f);
    }
}

bool wendi_formation_is_path_blocked(const wendi_formation *f)
{
    return f->path.open < f->path.count;
}

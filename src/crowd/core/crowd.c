/* Checks before a call changes a crowd, and the beginning and end of goals.
 * Cost: constant. */
#include "crowd/core/crowd.h"

/* ---- checks ---- */

wend_result wendi_crowd_check_idle(const wend_crowd *crowd)
{
    if (crowd == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    return crowd->is_busy ? WEND_ERROR_BUSY : WEND_OK;
}

wend_result wendi_crowd_find(wend_crowd *crowd, const char *function, wend_body_id id,
                             uint32_t *body)
{
    const wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    *body = wendi_bodies_find(&crowd->bodies, id);
    return *body == WENDI_NONE
               ? wendi_refuse_id(&crowd->error, function, "body", id.index1, id.generation)
               : WEND_OK;
}

wend_result wendi_crowd_check_position(wend_crowd *crowd, const char *function, wend_vec2 position,
                                       uint32_t floor)
{
    const double most = WEND_COORDINATE_MAX;
    const uint32_t floors = crowd->obstacles.floor_count;
    if (!(position.x >= -most && position.x <= most)) {
        return wendi_refuse(&crowd->error, function, "x", position.x, -most, most);
    }
    if (!(position.y >= -most && position.y <= most)) {
        return wendi_refuse(&crowd->error, function, "y", position.y, -most, most);
    }
    return floor < floors
               ? WEND_OK
               : wendi_refuse_index(&crowd->error, function, "floor", floor, "floors", floors);
}

wend_result wendi_crowd_update_obstacles(wend_crowd *crowd, const char *function)
{
    bool has_changed = false;
    const wend_result result = wendi_obstacles_update(&crowd->obstacles, &has_changed);
    crowd->work.has_edits |= has_changed;
    return wendi_fail_plain(&crowd->error, function, result);
}

bool wendi_body_test_way(const wend_crowd *crowd, uint32_t body, const wend_mesh_location *from,
                         const wend_mesh_location *to, uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    wend_mesh_location end;
    if (!wendi_obstacles_test_way(set, from, (wend_vec2){to->x, to->y}, b->radius[body],
                                  crowd->obstacles.margin, &end, looks)) {
        return false;
    }
    const double off = end.z - to->z;
    return b->z == NULL || !(off > b->height[body] || off < -b->height[body]);
}

bool wendi_body_has_clear_way(const wend_crowd *crowd, uint32_t body,
                              const wend_mesh_location *from, const wend_mesh_location *to)
{
    uint64_t looks = 0;
    return wendi_body_test_way(crowd, body, from, to, &looks);
}

void wendi_crowd_cancel_query(wend_crowd *crowd, uint64_t ticket)
{
    if (ticket == 0 || crowd->source.cancel == NULL) {
        return;
    }
    const bool was_busy = crowd->is_busy;
    crowd->is_busy = true;
    crowd->source.cancel(crowd->source.context, ticket);
    crowd->is_busy = was_busy;
}

double wendi_body_pace(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return (b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0
               ? 1
               : wendi_obstacles_pace(&crowd->obstacles, b->floor[body], b->crowd_class[body],
                                      b->x[body], b->y[body],
                                      b->z == NULL ? WEND_NODE_NONE : b->polygon[body]);
}

/* ---- goals ---- */

void wendi_goal_begin(wend_crowd *crowd, uint32_t body, wend_body_goal goal)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_detail_wake(&crowd->detail, body);
    b->goal[body] = (uint8_t)goal;
    b->state[body] = (uint8_t)(goal == WEND_BODY_GOAL_NONE ? WEND_BODY_NONE : WEND_BODY_MOVING);
    b->flags[body] &= (uint32_t)WENDI_BODY_HELD | (uint32_t)WENDI_BODY_EMBEDDED |
                      (uint32_t)WENDI_BODY_REPORTS_CONTACTS | (uint32_t)WENDI_BODY_ON_LINK |
                      (uint32_t)WENDI_BODY_ABRUPT;
    b->goal_group[body] = 0;
    b->goal_group_radius[body] = 0;
    b->leg[body] = 0;
    b->leg_reported[body] = 0;
    b->leg_ticks[body] = 0;
    b->leg_free[body] = 0;
    b->wait[body] = 0;
    /* A caller that sets another goal ends this one itself; the end by a tick is
     * reported. */
    if (b->stuck[body] != (uint8_t)WENDI_STUCK_NOT && crowd->is_busy) {
        wendi_events_set(&crowd->events, body, WEND_EVENT_FREE);
    }
    b->stuck[body] = WENDI_STUCK_NOT;
    b->stuck_ticks[body] = 0;
    b->distance_left[body] = 0;
    b->distance_left_least[body] = WENDI_REMAINING_MOST;
    b->home_x[body] = b->x[body];
    b->home_y[body] = b->y[body];
    b->goal_vector_x[body] = 0;
    b->goal_vector_y[body] = 0;
}

void wendi_goal_end(wend_crowd *crowd, uint32_t body)
{
    wendi_crowd_cancel_query(crowd, crowd->bodies.ticket[body]);
    crowd->bodies.ticket[body] = 0;
    wendi_routes_clear(&crowd->routes, body);
    wendi_body_queries_end_order(&crowd->queries, body);
    if (crowd->exit1_of != NULL) {
        crowd->exit1_of[body] = 0;
    }
    for (uint32_t kind = 0; kind < WENDI_GOAL_KINDS; ++kind) {
        if (crowd->providers[kind]->release != NULL) {
            crowd->providers[kind]->release(crowd, body);
        }
    }
    wendi_goal_begin(crowd, body, WEND_BODY_GOAL_NONE);
}

/* Bodies nearby, for queries of players, scripts and minds.
 * Cost: a pass over all bodies; the nearest ones are kept in the caller's array, sorted. */
#include "base/core/message.h"
#include "base/math/floating_point.h"
#include "crowd/core/crowd.h"
#include "wend/crowd.h"
#include "wend/walls.h"

#include <string.h>

enum { NEAR_COOKIE = 0x574E5131 };

static const double HALF_ANGLE_MAX = 4; /* more than half a turn */
static const double HEADING_MAX = 1e6;
static const double HALF_TURN = 3.141592653589793;

static bool is_near(const wendi_bodies *b, uint32_t i, uint32_t floor, wend_vec2 centre,
                    double radius)
{
    const double dx = b->x[i] - centre.x;
    const double dy = b->y[i] - centre.y;
    const double most = radius + b->radius[i];
    return wendi_bodies_is_alive(b, i) && b->floor[i] == floor && dx * dx + dy * dy <= most * most;
}

static bool is_place(wend_vec2 p)
{
    return p.x >= -1e300 && p.x <= 1e300 && p.y >= -1e300 && p.y <= 1e300;
}

/* Passes over all bodies: for queries of players and scripts, a few in a frame. */
wend_result wend_crowd_query_circle(const wend_crowd *crowd, uint32_t floor, wend_vec2 centre,
                                    double radius, wend_body_id *ids, size_t capacity,
                                    size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (ids == NULL && capacity > 0) || !(radius >= 0) ||
        !is_place(centre)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (!is_near(&crowd->bodies, i, floor, centre, radius)) {
            continue;
        }
        if (*count < capacity) {
            ids[*count] = wendi_bodies_id(&crowd->bodies, i);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_crowd_near_query wend_crowd_near_query_default(void)
{
    wend_crowd_near_query query;
    memset(&query, 0, sizeof query);
    query.cookie = NEAR_COOKIE;
    query.radius = 10;
    query.half_angle = HALF_ANGLE_MAX;
    query.layers = UINT32_MAX;
    query.group = WEND_BODY_GROUP_NONE;
    query.group_left_out = WEND_BODY_GROUP_NONE;
    query.is_nearest_first = true;
    return query;
}

static bool is_query_valid(const wend_crowd_near_query *query)
{
    return query->cookie == NEAR_COOKIE && wendi_is_finite(query->centre.x) &&
           wendi_is_finite(query->centre.y) && query->radius >= 0 &&
           query->radius <= WEND_COORDINATE_MAX && query->heading >= -HEADING_MAX &&
           query->heading <= HEADING_MAX && query->half_angle >= 0 &&
           query->half_angle <= HALF_ANGLE_MAX;
}

/* The cone of a query. */
typedef struct view_cone {
    wend_vec2 direction;
    double least_cosine; /* of the angle between it and a body */
    bool is_all_around;
} view_cone;

static bool is_in_cone(const view_cone *cone, double dx, double dy)
{
    return cone->is_all_around || cone->direction.x * dx + cone->direction.y * dy >=
                                      cone->least_cosine * wend_sqrt(dx * dx + dy * dy);
}

static bool is_found(const wendi_bodies *b, const wend_crowd_near_query *query,
                     const view_cone *cone, uint32_t i)
{
    return is_near(b, i, query->floor, query->centre, query->radius) &&
           (b->layer[i] & query->layers) != 0 &&
           (query->group == WEND_BODY_GROUP_NONE || b->group[i] == query->group) &&
           (query->group_left_out == WEND_BODY_GROUP_NONE ||
            b->group[i] != query->group_left_out) &&
           is_in_cone(cone, b->x[i] - query->centre.x, b->y[i] - query->centre.y);
}

static double squared_distance(const wendi_bodies *b, uint32_t i, wend_vec2 centre)
{
    const double dx = b->x[i] - centre.x;
    const double dy = b->y[i] - centre.y;
    return dx * dx + dy * dy;
}

/* Puts a body in its place among the nearest; equals keep the order of their indices. */
static void insert_nearest(const wendi_bodies *b, wend_vec2 centre, uint32_t i, wend_body_id *ids,
                           size_t capacity, size_t before)
{
    const double distance = squared_distance(b, i, centre);
    size_t at = before < capacity ? before : capacity;
    while (at > 0 && squared_distance(b, ids[at - 1].index1 - 1, centre) > distance) {
        if (at < capacity) {
            ids[at] = ids[at - 1];
        }
        --at;
    }
    if (at < capacity) {
        ids[at] = wendi_bodies_id(b, i);
    }
}

wend_result wend_crowd_query_near(const wend_crowd *crowd, const wend_crowd_near_query *query,
                                  wend_body_id *ids, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || query == NULL || count == NULL || (ids == NULL && capacity > 0) ||
        !is_query_valid(query)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_bodies *b = &crowd->bodies;
    const view_cone cone = {{wend_cos(query->heading), wend_sin(query->heading)},
                            wend_cos(query->half_angle),
                            query->half_angle >= HALF_TURN};
    for (uint32_t i = 0; i < b->high; ++i) {
        if (!is_found(b, query, &cone, i) ||
            (query->left_out.index1 == i + 1 &&
             wendi_bodies_id(b, i).generation == query->left_out.generation)) {
            continue;
        }
        if (query->is_nearest_first) {
            insert_nearest(b, query->centre, i, ids, capacity, *count);
        } else if (*count < capacity) {
            ids[*count] = wendi_bodies_id(b, i);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

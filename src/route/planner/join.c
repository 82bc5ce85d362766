/* The path for an agent that has moved since its request.
 *
 *     S-----1-----2            The path leads from S by 1 and 2 to G. The agent at A joins it where
 *        A         \           it is nearest, or further on along that leg, or at one of the next
 *                   G          corners, the furthest that it can walk to: never behind it.
 *
 * Cost: the legs, and a test of a straight walk for each of a few corners and parts of a leg. */
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"

enum { CORNERS_TRIED = 8, PARTS_TRIED = 8 };

static wend_vec3 start_of(const wend_leg *leg)
{
    return wend_vec3_from_vec2(leg->from_point, leg->from_height);
}

static wend_vec3 end_of(const wend_leg *leg)
{
    return wend_vec3_from_vec2(leg->to_point, leg->to_height);
}

/* The part of a leg, 0 to 1, where it is nearest to a position. */
static double nearest_on(const wend_leg *leg, wend_vec3 position, double *squared)
{
    const wend_vec3 a = start_of(leg);
    const wend_vec3 b = end_of(leg);
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double z = b.z - a.z;
    const double length = x * x + y * y + z * z;
    const double along = (position.x - a.x) * x + (position.y - a.y) * y + (position.z - a.z) * z;
    double t = length > 0 ? along / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const double dx = position.x - (a.x + t * x);
    const double dy = position.y - (a.y + t * y);
    const double dz = position.z - (a.z + t * z);
    *squared = dx * dx + dy * dy + dz * dz;
    return t;
}

/* The point of a path nearest to a position: of equal ones the last. */
typedef struct place {
    size_t leg;
    double part;
} place;

static place nearest_place(const wend_leg *legs, size_t count, wend_vec3 position)
{
    place best = {0, 0};
    double least = 0;
    for (size_t i = 0; i < count; i++) {
        double squared;
        const double part = nearest_on(&legs[i], position, &squared);
        if (i == 0 || squared <= least) {
            least = squared;
            best = (place){i, part};
        }
    }
    return best;
}

/* The rest of a leg from a point on it; a leg that is no plain walk is not entered in its middle. */
static wend_leg rest_of(const wend_leg *leg, double part)
{
    wend_leg rest = *leg;
    rest.from_point = wend_vec2_lerp(leg->from_point, leg->to_point, part);
    rest.from_height = leg->from_height + (leg->to_height - leg->from_height) * part;
    rest.length = leg->length * (1 - part);
    rest.cost = wend_cost_from_double(wend_cost_to_double(leg->cost) * (1 - part));
    return rest;
}

/* Tests the walk to a point; sets its leg. */
static bool can_walk(wend_pathfinder *probe, wend_vec3 from, wend_vec3 to, wend_leg *walk)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(probe);
    *walk = wendi_leg_straight(from, to, world->is_flat);
    return world->walk(probe, from, to, &walk->cost) == WEND_OK;
}

/* Fills path with the walk, the rest of the leg it leads to, and the legs behind. */
static wend_result build(wend_path *path, const wend_leg *walk, const wend_leg *rest,
                         const wend_leg *legs, size_t count)
{
    wend_path_clear(path);
    wend_result result = walk->length > 0 ? wendi_path_append(path, walk) : WEND_OK;
    if (result == WEND_OK && rest != NULL && rest->length > 0) {
        result = wendi_path_append(path, rest);
    }
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_path_append(path, &legs[i]);
    }
    if (result != WEND_OK) {
        wend_path_clear(path);
    }
    return result;
}

/* @return WEND_OK, WEND_NO_PATH, WEND_ERROR_MEMORY. */
static wend_result join(wend_pathfinder *probe, const wend_path *found, wend_vec3 position,
                        wend_path *path)
{
    const size_t count = wend_path_leg_count(found);
    const wend_leg *legs = wend_path_legs(found);
    if (count == 0) {
        return WEND_OK;
    }
    const place nearest = nearest_place(legs, count, position);
    const bool is_plain = legs[nearest.leg].behaviour == (uint32_t)WEND_BEHAVIOUR_WALK;
    wend_leg walk;
    wend_leg best = legs[0];
    size_t passed = 0; /* legs up to the corner that is joined; 0 = none can be */
    for (size_t i = nearest.leg; i < count && i < nearest.leg + CORNERS_TRIED; i++) {
        if (legs[i].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK) {
            break;
        }
        if (can_walk(probe, position, end_of(&legs[i]), &walk)) {
            passed = i + 1;
            best = walk;
            best.to = legs[i].to;
        }
    }
    if (passed > 0) {
        return build(path, &best, NULL, legs + passed, count - passed);
    }
    /* Straight across to the leg may lead back: further on along it is better. */
    for (int k = is_plain ? PARTS_TRIED - 1 : 0; k >= 0; k--) {
        const double part = nearest.part + (1 - nearest.part) * k / (double)PARTS_TRIED;
        const wend_leg rest = is_plain ? rest_of(&legs[nearest.leg], part) : legs[nearest.leg];
        if (can_walk(probe, position, start_of(&rest), &walk)) {
            walk.to = rest.from;
            return build(path, &walk, &rest, legs + nearest.leg + 1, count - nearest.leg - 1);
        }
    }
    return WEND_NO_PATH;
}

wend_result wend_planner_join(wend_planner *planner, wend_planner_request_id id, wend_vec3 position,
                              wend_path *path)
{
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK || planner == NULL) {
        return planner == NULL ? WEND_ERROR_ARGUMENT : allowed;
    }
    static const char function[] = "wend_planner_join";
    wend_path_clear(path);
    wendi_lock_take(planner->lock);
    wend_result result = wendi_check_vec3(&planner->message, function, "position", position);
    const wendi_plan_request *request = wendi_plan_find_request(planner, id);
    if (result == WEND_OK && request == NULL) {
        result = wendi_plan_refuse_id(planner, function, id);
    }
    if (result != WEND_OK || request == NULL || planner->is_working) {
        wendi_lock_release(planner->lock);
        return result != WEND_OK ? result : WEND_ERROR_BUSY;
    }
    result = wendi_plan_request_result(planner, request);
    const wend_path *found = wendi_plan_request_path(planner, request);
    if (found != NULL) {
        wend_pathfinder *probe = planner->profiles[request->profile]->probe;
        const wend_result joined = join(probe, found, position, path);
        result = joined == WEND_OK ? result : joined;
    }
    result = wendi_plan_refuse_query(planner, function, request, result);
    wendi_lock_release(planner->lock);
    return result;
}

/* Legs between the exact positions at both ends of a path and its nodes.
 * Cost: linear in the legs. */
#include "route/pathfinder/pathfinder.h"

wend_leg wendi_leg_straight(wend_vec3 from, wend_vec3 to, bool is_flat)
{
    wend_leg leg = {.from = WEND_NODE_NONE,
                    .to = WEND_NODE_NONE,
                    .from_point = {from.x, from.y},
                    .to_point = {to.x, to.y},
                    .from_height = from.z,
                    .to_height = to.z,
                    .behaviour = WEND_BEHAVIOUR_WALK,
                    .edge = WEND_EDGE_NONE};
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double z = is_flat ? 0 : to.z - from.z;
    leg.length = wend_sqrt(x * x + y * y + z * z);
    return leg;
}

static bool is_leg(const wend_leg *leg)
{
    return leg != NULL && leg->length > 0;
}

wend_result wendi_path_add_end_legs(wend_path *path, const wend_leg *first, const wend_leg *last)
{
    const size_t count = path->legs.count;
    if (!wendi_path_reserve(path, &path->spare, count + 2)) {
        return WEND_ERROR_MEMORY;
    }
    path->spare.count = 0;
    if (is_leg(first)) {
        path->spare.items[path->spare.count++] = *first;
    }
    for (size_t i = 0; i < count; i++) {
        path->spare.items[path->spare.count++] = path->legs.items[i];
    }
    if (is_leg(last)) {
        path->spare.items[path->spare.count++] = *last;
    }
    wendi_path_commit(path, is_leg(first) ? first->from : path->start);
    return WEND_OK;
}

wend_result wendi_path_set_leg(wend_path *path, const wend_leg *leg)
{
    wend_path_clear(path);
    path->start = leg->from;
    return is_leg(leg) ? wendi_path_append(path, leg) : WEND_OK;
}

wend_result wendi_pathfinder_set_positions(wend_pathfinder *pathfinder, const wend_vec3 *places,
                                           size_t count)
{
    if (count > pathfinder->place_capacity) {
        wend_vec3 *more =
            wendi_resize(&pathfinder->allocator, pathfinder->places,
                         pathfinder->place_capacity * sizeof *more, count * sizeof *more);
        if (more == NULL) {
            return WEND_ERROR_MEMORY;
        }
        pathfinder->places = more;
        pathfinder->place_capacity = count;
    }
    for (size_t i = 0; i < count; i++) {
        pathfinder->places[i] = places[i];
    }
    pathfinder->place_count = count;
    return WEND_OK;
}

/* Writes the reason for a query without a path to the message of a search.
 * Cost: finding the wall nearest to an end; for a radius the ends of all links, once. */
#include "route/mesh_search/search.h"

#include <math.h>

/* Metres, rounded to centimetres. */
static wendi_formatted_number metres(double value)
{
    return wendi_format_number(value < 1e12 ? floor(value * 100 + 0.5) / 100 : value);
}

/* An end that lies on a polygon, but where the agent cannot be. */
static void say_blocked(wend_mesh_search *search, const char *end, wend_mesh_location at)
{
    const wend_mesh_space *space = search->space;
    const double radius = search->query.radius;
    if (at.polygon == WEND_NODE_NONE) {
        at.polygon = wend_mesh_locate(space->mesh, at.x, at.y, at.z);
    }
    if (wendi_mesh_space_cell(space, at.polygon) == WENDI_MESH_NONE) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(space->mesh, at.polygon);
        (void)wendi_fail(&search->message, WEND_NO_PATH, "the %s is blocked: polygon %u %s", end,
                         (unsigned)at.polygon,
                         polygon.is_open ? "has an area or flags that this agent cannot enter"
                                         : "is closed");
        return;
    }
    const double distance = wend_mesh_wall_distance(space->mesh, at, radius, NULL);
    if (distance >= 0 && distance < radius) {
        (void)wendi_fail(&search->message, WEND_NO_PATH,
                         "the %s is blocked: the nearest wall is %s m away, and the radius is %s m",
                         end, metres(distance).text, wendi_format_number(radius).text);
        return;
    }
    (void)wendi_fail(&search->message, WEND_NO_PATH,
                     "the %s is blocked: there is no room for a radius of %s m", end,
                     wendi_format_number(radius).text);
}

/* True if the start has no room for the radius, which the islands of the ground do not tell. */
static bool is_cramped(const wend_mesh_search *search)
{
    const double radius = search->query.radius;
    const double distance =
        radius > 0 ? wend_mesh_wall_distance(search->space->mesh, search->query.start, radius, NULL)
                   : -1;
    return distance >= 0 && distance < radius;
}

/* All ground that can be reached was searched, or is known to hold no goal. */
static void say_unreachable(wend_mesh_search *search)
{
    const wend_mesh_space *space = search->space;
    const wendi_formatted_number radius = wendi_format_number(search->query.radius);
    const bool is_apart = search->goal_count == 0 && !search->has_predicate;
    if (is_apart && is_cramped(search)) {
        search->answer.reason = WEND_FAILURE_START_BLOCKED;
        say_blocked(search, "start", search->query.start);
        return;
    }
    if (is_apart || !(search->query.radius > 0)) {
        (void)wendi_fail(&search->message, WEND_NO_PATH,
                         "no path leads from the start to %s: the ground and the links that this "
                         "agent can use do not connect them",
                         search->has_predicate ? "a goal" : "the goal");
        return;
    }
    uint32_t first = 0;
    const uint32_t count = wendi_mesh_disc_cramped_links(search, &first);
    if (count == 0) {
        (void)wendi_fail(&search->message, WEND_NO_PATH,
                         "no path for a radius of %s m leads from the start to the goal",
                         radius.text);
        return;
    }
    const wendi_mesh_link_arc *arc = &space->link_arcs[first];
    (void)wendi_fail(&search->message, WEND_NO_PATH,
                     "no path for a radius of %s m leads from the start to the goal; links without "
                     "room for it at both ends are not used: %u, the first from %s, %s to %s, %s",
                     radius.text, (unsigned)count, metres(arc->from.x).text,
                     metres(arc->from.y).text, metres(arc->to.x).text, metres(arc->to.y).text);
}

void wendi_mesh_search_explain(wend_mesh_search *search)
{
    const wend_mesh_search_query *query = &search->query;
    if (search->message.text[0] != '\0') {
        return;
    }
    switch (search->answer.reason) {
    case WEND_FAILURE_START_BLOCKED:
        say_blocked(search, "start", query->start);
        break;
    case WEND_FAILURE_GOAL_BLOCKED:
        if (query->goal_kind == WEND_MESH_GOAL_LOCATION) {
            say_blocked(search, "goal", query->goal);
        } else {
            (void)wendi_fail(&search->message, WEND_NO_PATH, "all goals are blocked");
        }
        break;
    case WEND_FAILURE_UNREACHABLE:
        say_unreachable(search);
        break;
    case WEND_FAILURE_LIMIT:
        (void)wendi_fail(&search->message, WEND_NO_PATH,
                         "max_length is %s m, and no goal is that near",
                         wendi_format_number(query->max_length).text);
        break;
    case WEND_FAILURE_NONE:
    case WEND_FAILURE_CANCELLED:
    case WEND_FAILURE_REPLACED:
    case WEND_FAILURE_DEADLINE:
    case WEND_FAILURE_MEMORY:
    case WEND_FAILURE_NO_ITEM:
    case WEND_FAILURE_START_OFF_GROUND:
    case WEND_FAILURE_GOAL_OFF_GROUND:
        (void)wendi_fail(&search->message, WEND_NO_PATH, "%s",
                         wend_failure_reason_text(search->answer.reason));
        break;
    }
}

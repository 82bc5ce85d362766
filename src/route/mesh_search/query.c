/* Checks a mesh query and locates its ends in cells, or reports why it cannot be answered.
 * Cost: finding the polygons of ends that do not name one. */
#include "route/mesh_search/search.h"

#include "base/core/memory.h"
#include "base/math/predicates.h"
#include "wend/walls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { QUERY_COOKIE = 0x574D5132 };

static const uint32_t NONE = UINT32_MAX;

static const char *const method_names[WEND_MESH_METHOD_COUNT] = {"exact", "midpoint", "centroid"};

const char *wend_mesh_method_name(wend_mesh_method method)
{
    return (unsigned)method < WEND_MESH_METHOD_COUNT ? method_names[method] : "?";
}

wend_mesh_method wend_mesh_method_from_name(const char *name)
{
    for (int i = 0; name != NULL && i < WEND_MESH_METHOD_COUNT; i++) {
        if (strcmp(name, method_names[i]) == 0) {
            return (wend_mesh_method)i;
        }
    }
    return WEND_MESH_METHOD_COUNT;
}

wend_mesh_search_query wend_mesh_search_query_default(void)
{
    wend_mesh_search_query query;
    memset(&query, 0, sizeof query);
    query.cookie = QUERY_COOKIE;
    query.start.polygon = query.goal.polygon = WEND_NODE_NONE;
    query.max_length = (double)INFINITY;
    return query;
}

/* ---- is it sound? ---- */

static const char function[] = "wend_mesh_search_start";

static wend_result check_location(wend_mesh_search *search, const char *name,
                                  wend_mesh_location location)
{
    return wendi_check_vec3(&search->message, function, name,
                            (wend_vec3){location.x, location.y, location.z});
}

static wend_result refuse_number(wend_mesh_search *search, const char *field, double value,
                                 double low, double high)
{
    return wendi_refuse(&search->message, function, field, value, low, high);
}

static wend_result refuse(wend_mesh_search *search, wend_result result, const char *text)
{
    return wendi_fail(&search->message, result, "%s: %s", function, text);
}

static wend_result check_goals(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    switch (query->goal_kind) {
    case WEND_MESH_GOAL_LOCATION:
        return check_location(search, "goal", query->goal);
    case WEND_MESH_GOAL_SET:
        if (query->goals == NULL || query->goal_count == 0) {
            return query->goals == NULL
                       ? refuse(search, WEND_ERROR_ARGUMENT,
                                "goals is NULL, and WEND_MESH_GOAL_SET needs it")
                       : refuse(search, WEND_ERROR_ARGUMENT,
                                "goal_count is 0, and must be 1 or more for WEND_MESH_GOAL_SET");
        }
        for (size_t i = 0; i < query->goal_count; i++) {
            char name[40];
            (void)snprintf(name, sizeof name, "goals[%zu]", i);
            const wend_result result = check_location(search, name, query->goals[i]);
            if (result != WEND_OK) {
                return result;
            }
        }
        return WEND_OK;
    case WEND_MESH_GOAL_PREDICATE:
        return query->is_goal != NULL
                   ? WEND_OK
                   : refuse(search, WEND_ERROR_ARGUMENT,
                            "is_goal is NULL, and WEND_MESH_GOAL_PREDICATE needs it");
    default:
        return refuse_number(search, "goal_kind", (double)query->goal_kind, WEND_MESH_GOAL_LOCATION,
                             WEND_MESH_GOAL_PREDICATE);
    }
}

static wend_result check_numbers(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    const wend_result result = check_location(search, "start", query->start);
    if (result != WEND_OK) {
        return result;
    }
    if ((unsigned)query->method >= WEND_MESH_METHOD_COUNT) {
        return refuse_number(search, "method", (double)query->method, 0,
                             WEND_MESH_METHOD_COUNT - 1);
    }
    if (!(query->radius >= 0 && query->radius <= WEND_COORDINATE_MAX)) {
        return refuse_number(search, "radius", query->radius, 0, WEND_COORDINATE_MAX);
    }
    if ((unsigned)query->corners > WEND_CORNERS_MITRED) {
        return refuse_number(search, "corners", (double)query->corners, 0, WEND_CORNERS_MITRED);
    }
    if (!(query->max_length >= 0)) {
        return refuse_number(search, "max_length", query->max_length, 0, (double)INFINITY);
    }
    if (!(query->noise >= 0 && query->noise <= 10)) {
        return refuse_number(search, "noise", query->noise, 0, 10);
    }
    return WEND_OK;
}

static wend_result check_method(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const bool has_costs = cells->factor_least < cells->factor_most;
    if (query->method != WEND_MESH_METHOD_EXACT) {
        return query->radius > 0 ? refuse(search, WEND_ERROR_UNSUPPORTED,
                                          "radius is above 0, which needs the exact method: the "
                                          "other methods do not "
                                          "know how wide a passage is")
                                 : WEND_OK;
    }
    if (has_costs && !(query->radius > 0)) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "method is exact, which for points needs one cost for all ground: take "
                      "WEND_MESH_METHOD_MIDPOINT");
    }
    if (query->noise > 0) {
        return refuse(search, WEND_ERROR_UNSUPPORTED,
                      "noise is above 0, which the exact method does not have");
    }
    return WEND_OK;
}

/* ---- ends ---- */

/* The nearest point of an edge to a point. */
static wend_vec2 onto_edge(wend_vec2 a, wend_vec2 b, wend_vec2 position)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    double t = ((position.x - a.x) * dx + (position.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + dx * t, a.y + dy * t};
    return at;
}

/* Moves a point outside a polygon to its nearest point. @return true if it was inside. */
static bool into_polygon(const wendi_mesh_view *view, uint32_t polygon, wend_vec2 *position)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    const wend_vec2 given = *position;
    double best_square = (double)INFINITY;
    bool is_inside = true;
    wend_vec2 a = view->points[view->vertices[end - 1]];
    for (uint32_t c = first; c < end; c++) {
        const wend_vec2 b = view->points[view->vertices[c]];
        if (wendi_orient(a, b, given) < 0) {
            const wend_vec2 at = onto_edge(a, b, given);
            const wend_vec2 direction = wend_vec2_sub(at, given);
            const double square = direction.x * direction.x + direction.y * direction.y;
            is_inside = false;
            if (square < best_square) {
                best_square = square;
                *position = at;
            }
        }
        a = b;
    }
    return is_inside;
}

/* Rounding may have moved the point just beyond an edge: then it belongs to the cell there. */
static uint32_t cell_around(const wendi_mesh_cells *cells, uint32_t cell, wend_vec2 position)
{
    for (int turns = 0; turns < 16; turns++) {
        uint32_t beyond = NONE;
        for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end && beyond == NONE;
             h++) {
            const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
            if (wendi_orient(cells->halves[h].point, to, position) < 0) {
                beyond = cells->halves[h].twin;
            }
        }
        if (beyond == NONE) {
            break;
        }
        cell = cells->halves[beyond].cell;
    }
    return cell;
}

/* Moves a location onto the mesh. @return its cell, NONE where the agent cannot be. */
static uint32_t settle(const wend_mesh_search *search, wend_mesh_location *location)
{
    const wend_mesh_space *space = search->space;
    if (location->polygon == WEND_NODE_NONE) {
        location->polygon = wend_mesh_locate(space->mesh, location->x, location->y, location->z);
    }
    const uint32_t cell = wendi_mesh_space_cell(space, location->polygon);
    wend_vec2 at = {wendi_flush_coordinate(location->x), wendi_flush_coordinate(location->y)};
    if (cell == NONE) {
        return NONE;
    }
    if (into_polygon(&space->view, location->polygon, &at)) {
        return cell;
    }
    location->x = at.x;
    location->y = at.y;
    return cell_around(&space->cells, cell, at);
}

/* ---- fans ---- */

static bool is_on_edge(wend_vec2 a, wend_vec2 b, wend_vec2 at)
{
    const double side = wendi_orient(a, b, at);
    return !(side < 0 || side > 0) &&
           wend_vec2_dot(wend_vec2_sub(a, at), wend_vec2_sub(b, at)) <= 0;
}

static bool is_on_outline(const wendi_mesh_view *view, uint32_t polygon, wend_vec2 at)
{
    const uint32_t end = view->ends[polygon];
    wend_vec2 a = view->points[view->vertices[end - 1]];
    for (uint32_t c = view->firsts[polygon]; c < end; c++) {
        const wend_vec2 b = view->points[view->vertices[c]];
        if (is_on_edge(a, b, at)) {
            return true;
        }
        a = b;
    }
    return false;
}

static bool fan_has(const wend_mesh_search *search, uint32_t cell)
{
    for (size_t i = 0; i < search->fan.count; i++) {
        if (search->fan.items[i] == cell) {
            return true;
        }
    }
    return false;
}

/* Adds a cell and all that are joined to it by edges through a point. */
static bool add_fan(wend_mesh_search *search, uint32_t cell, wend_vec2 at)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    size_t next = search->fan.count;
    if (!wendi_array_u32_push(&search->fan, cell)) {
        return false;
    }
    for (; next < search->fan.count; next++) {
        const uint32_t here = search->fan.items[next];
        for (uint32_t h = cells->ranges[here].first; h < cells->ranges[here].end; h++) {
            const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
            const uint32_t twin = cells->halves[h].twin;
            if (twin != NONE && is_on_edge(cells->halves[h].point, to, at) &&
                !fan_has(search, cells->halves[twin].cell) &&
                !wendi_array_u32_push(&search->fan, cells->halves[twin].cell)) {
                return false;
            }
        }
    }
    return true;
}

/* Calls for each fan around an end but its own: ground can touch there only diagonally. For ends
 * whose polygon was not given: a given polygon selects its fan. A disc has no clearance at such an
 * end, but all fans count for the question of whether it can be reached.
 * @param add receives a polygon and cell of the fan; false without memory. */
static bool each_fan(wend_mesh_search *search, const wend_mesh_location *location, uint32_t own,
                     bool (*add)(wend_mesh_search *search, const wend_mesh_location *location,
                                 uint32_t index, uint32_t cell),
                     uint32_t index)
{
    const wend_mesh_space *space = search->space;
    const wend_vec2 at = {wendi_flush_coordinate(location->x), wendi_flush_coordinate(location->y)};
    if (!is_on_outline(&space->view, location->polygon, at)) {
        return true;
    }
    wendi_array_u32_clear(&search->fan);
    if (!add_fan(search, own, at)) {
        return false;
    }
    uint32_t cursor = 0;
    wend_mesh_location other = *location;
    for (;;) {
        other.polygon = wendi_mesh_next_touching(space->mesh, location->polygon, at, &cursor);
        if (other.polygon == WEND_NODE_NONE) {
            return true;
        }
        const uint32_t cell = wendi_mesh_space_cell(space, other.polygon);
        if (cell != NONE && !fan_has(search, cell) &&
            (!add(search, &other, index, cell) || !add_fan(search, cell, at))) {
            return false;
        }
    }
}

static bool add_start(wend_mesh_search *search, const wend_mesh_location *location, uint32_t index,
                      uint32_t cell)
{
    (void)index;
    if (search->start_count == search->start_capacity) {
        const uint32_t more = 2 * search->start_capacity + 2;
        wendi_mesh_start *starts =
            wendi_resize(&search->allocator, search->starts,
                         search->start_capacity * sizeof *starts, more * sizeof *starts);
        if (starts == NULL) {
            return false;
        }
        search->starts = starts;
        search->start_capacity = more;
    }
    const wendi_mesh_start start = {location->polygon, cell};
    search->starts[search->start_count++] = start;
    return true;
}

/* Reports the distance of the nearest ground to an end off the mesh. */
static void note_off_mesh(wend_mesh_search *search, const char *end,
                          const wend_mesh_location *location)
{
    const wend_mesh *mesh = search->space->mesh;
    wend_mesh_location ground;
    if (location->polygon == WEND_NODE_NONE &&
        wend_mesh_nearest(mesh, location->x, location->y, location->z, WEND_COORDINATE_MAX,
                          &ground)) {
        const double dx = ground.x - location->x;
        const double dy = ground.y - location->y;
        const uint64_t cm = (uint64_t)(sqrt(dx * dx + dy * dy) * 100 + 0.5);
        (void)wendi_fail(&search->message, WEND_NO_PATH,
                         "the %s is off the mesh: the nearest ground is %llu.%02llu m away", end,
                         (unsigned long long)(cm / 100), (unsigned long long)(cm % 100));
    }
}

static wend_result blocked(wend_mesh_search *search, wend_failure_reason reason)
{
    search->answer.reason = reason;
    return WEND_NO_PATH;
}

/* True if the cell can be reached. */
static bool is_reachable(const wend_mesh_search *search, uint32_t cell)
{
    const wend_mesh_space *space = search->space;
    for (uint32_t i = 0; i < search->start_count; i++) {
        if (wendi_mesh_space_is_reachable(space, search->starts[i].cell, cell)) {
            return true;
        }
    }
    return false;
}

static bool add_goal(wend_mesh_search *search, const wend_mesh_location *location, uint32_t index,
                     uint32_t cell)
{
    if (!is_reachable(search, cell)) {
        return true;
    }
    if (!wendi_mesh_goals_reserve(search)) {
        return false;
    }
    search->goals[search->goal_count].index = index;
    search->goals[search->goal_count].place = *location;
    wendi_mesh_goals_add(search, (wend_vec2){location->x, location->y}, cell);
    return true;
}

static wend_result settle_goals(wend_mesh_search *search)
{
    wend_mesh_search_query *query = &search->query;
    const bool is_set = query->goal_kind == WEND_MESH_GOAL_SET;
    const size_t count = is_set ? query->goal_count : 1;
    bool any_open = false;
    bool any_ground = false;
    wend_mesh_location off = query->goal;
    for (size_t i = 0; i < count; i++) {
        wend_mesh_location location = is_set ? query->goals[i] : query->goal;
        const bool is_given = location.polygon != WEND_NODE_NONE;
        const uint32_t cell = settle(search, &location);
        any_open = any_open || cell != NONE;
        any_ground = any_ground || location.polygon != WEND_NODE_NONE;
        off = cell == NONE ? location : off;
        if (cell != NONE &&
            (!add_goal(search, &location, (uint32_t)i, cell) ||
             (!is_given && !each_fan(search, &location, cell, add_goal, (uint32_t)i)))) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (search->goal_count > 0) {
        return WEND_OK;
    }
    if (!any_ground) {
        note_off_mesh(search, "goal", &off);
    }
    return blocked(search, any_open     ? WEND_FAILURE_UNREACHABLE
                           : any_ground ? WEND_FAILURE_GOAL_BLOCKED
                                        : WEND_FAILURE_GOAL_OFF_GROUND);
}

/* The least cost of a path over any link, from its entrance on: no estimate may exceed it. */
static double least_link_cost(const wend_mesh_search *search)
{
    const wend_mesh_space *space = search->space;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < space->link_arc_count; i++) {
        for (uint32_t g = 0; g < search->goal_count; g++) {
            const double dx = space->link_arcs[i].to.x - search->goals[g].point.x;
            const double dy = space->link_arcs[i].to.y - search->goals[g].point.y;
            const double length = space->link_arcs[i].cost + sqrt(dx * dx + dy * dy);
            least = length < least ? length : least;
        }
    }
    return least;
}

wend_result wendi_mesh_search_accept(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    if (query == NULL) {
        return refuse(search, WEND_ERROR_ARGUMENT,
                      "query is NULL: begin with wend_mesh_search_query_default()");
    }
    if (query->cookie != QUERY_COOKIE) {
        return wendi_refuse_cookie(&search->message, function, query->cookie,
                                   "wend_mesh_search_query_default");
    }
    wend_result result = check_numbers(search, query);
    result = result == WEND_OK ? check_goals(search, query) : result;
    result = result == WEND_OK ? check_method(search, query) : result;
    if (result != WEND_OK) {
        return result;
    }
    search->query = *query;
    search->answer.method = query->method;
    if (wendi_mesh_goals_prepare(search) != WEND_OK) {
        return refuse(search, WEND_ERROR_MEMORY, "out of memory");
    }
    search->has_predicate = query->goal_kind == WEND_MESH_GOAL_PREDICATE;
    search->start_cell = settle(search, &search->query.start);
    if (search->start_cell == NONE) {
        note_off_mesh(search, "start", &search->query.start);
        return blocked(search, search->query.start.polygon == WEND_NODE_NONE
                                   ? WEND_FAILURE_START_OFF_GROUND
                                   : WEND_FAILURE_START_BLOCKED);
    }
    search->start_count = 0;
    search->fan.allocator = search->allocator;
    if (!add_start(search, &search->query.start, 0, search->start_cell) ||
        (query->start.polygon == WEND_NODE_NONE &&
         !each_fan(search, &search->query.start, search->start_cell, add_start, 0))) {
        return refuse(search, WEND_ERROR_MEMORY, "out of memory");
    }
    if (query->goal_kind != WEND_MESH_GOAL_PREDICATE) {
        result = settle_goals(search);
    }
    if (result == WEND_ERROR_MEMORY) {
        return refuse(search, WEND_ERROR_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < search->space->link_arc_count; i++) {
        wendi_mesh_goals_open(search, search->space->link_arcs[i].from_cell);
    }
    search->query.goals = NULL; /* the caller's, not to be read again */
    search->link_cost_min = least_link_cost(search);
    search->ends_in = search->goal_count == 1 && search->space->link_arc_count == 0
                          ? search->goals[0].cell
                          : NONE;
    return result;
}

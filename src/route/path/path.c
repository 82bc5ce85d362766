/* Path objects: create, append, read.
 * Cost: constant for each call; appending is constant on average. */
#include "route/path/path.h"
#include "base/core/memory.h"
#include "base/math/vec2.h"
#include <stdio.h>

enum { FIRST_LEGS = 16 };

wend_result wend_path_create(const wend_allocator *allocator, wend_path **path)
{
    if (path == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *path = wendi_alloc_zero(allocator, sizeof **path);
    if (*path == NULL) {
        return WEND_ERROR_MEMORY;
    }
    if (allocator != NULL) {
        (*path)->allocator = *allocator;
    }
    (*path)->start = WEND_NODE_NONE;
    wendi_array_u32_init(&(*path)->trace.nodes, allocator);
    wendi_array_u32_init(&(*path)->trace.follows, allocator);
    wendi_path_points_init(&(*path)->points, allocator);
    wendi_mesh_corridor_init(&(*path)->corridor, allocator);
    return WEND_OK;
}

const char *wend_path_error(const wend_path *path)
{
    return path == NULL ? "" : path->error.text;
}

static void free_legs(const wend_path *path, wendi_leg_array *legs)
{
    wendi_free(&path->allocator, legs->items, legs->capacity * sizeof *legs->items);
}

void wend_path_destroy(wend_path *path)
{
    if (path == NULL) {
        return;
    }
    free_legs(path, &path->legs);
    free_legs(path, &path->spare);
    wendi_array_u32_free(&path->trace.nodes);
    wendi_array_u32_free(&path->trace.follows);
    wendi_path_points_free(&path->points);
    wendi_mesh_corridor_free(&path->corridor);
    wend_allocator allocator = path->allocator;
    wendi_free(&allocator, path, sizeof *path);
}

wend_result wendi_path_check_editable(const wend_path *path)
{
    return path == NULL ? WEND_ERROR_ARGUMENT : path->is_busy ? WEND_ERROR_BUSY : WEND_OK;
}

void wend_path_clear(wend_path *path)
{
    if (wendi_path_check_editable(path) != WEND_OK) {
        return;
    }
    path->legs.count = 0;
    path->start = WEND_NODE_NONE;
    path->cost = 0;
    path->length = 0.0;
}

bool wendi_path_reserve(const wend_path *path, wendi_leg_array *legs, size_t capacity)
{
    if (capacity <= legs->capacity) {
        return true;
    }
    size_t wanted = legs->capacity > SIZE_MAX / 2 ? SIZE_MAX : legs->capacity * 2;
    wanted = wanted < FIRST_LEGS ? FIRST_LEGS : wanted;
    wanted = wanted < capacity ? capacity : wanted;
    wend_leg *items = wendi_resize_items(&path->allocator, legs->items, legs->capacity, wanted,
                                         sizeof *legs->items);
    if (items == NULL) {
        return false;
    }
    legs->items = items;
    legs->capacity = wanted;
    return true;
}

void wendi_path_commit(wend_path *path, wend_node start)
{
    wendi_leg_array made = path->spare;
    path->spare = path->legs;
    path->legs = made;
    path->start = start;
    path->cost = 0;
    path->length = 0.0;
    for (size_t i = 0; i < made.count; ++i) {
        path->cost += made.items[i].cost;
        path->length += made.items[i].length;
    }
}

wend_result wendi_path_append(wend_path *path, const wend_leg *leg)
{
    if (!wendi_path_reserve(path, &path->legs, path->legs.count + 1)) {
        return WEND_ERROR_MEMORY;
    }
    if (path->legs.count == 0) {
        path->start = leg->from;
    }
    path->legs.items[path->legs.count++] = *leg;
    path->cost += leg->cost;
    path->length += leg->length;
    return WEND_OK;
}

size_t wend_path_leg_count(const wend_path *path)
{
    return path == NULL ? 0 : path->legs.count;
}

wend_leg wend_path_leg(const wend_path *path, size_t index)
{
    if (index >= wend_path_leg_count(path)) {
        wend_leg none = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE};
        return none;
    }
    return path->legs.items[index];
}

const wend_leg *wend_path_legs(const wend_path *path)
{
    return wend_path_leg_count(path) == 0 ? NULL : path->legs.items;
}

wend_cost wend_path_cost(const wend_path *path)
{
    return path == NULL ? 0 : path->cost;
}

double wend_path_length(const wend_path *path)
{
    return path == NULL ? 0.0 : path->length;
}

static double distance_in_space(const wend_leg *leg)
{
    const double x = leg->to_point.x - leg->from_point.x;
    const double y = leg->to_point.y - leg->from_point.y;
    const double z = leg->to_height - leg->from_height;
    return wend_sqrt(x * x + y * y + z * z);
}

double wend_path_length_3d(const wend_path *path)
{
    double sum = 0.0;
    for (size_t i = 0; path != NULL && i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        const double straight = distance_in_space(leg);
        sum += straight > leg->length ? straight : leg->length;
    }
    return sum;
}

static void draw_line(const wend_draw *draw, wend_vec2 from, wend_vec2 to, uint32_t agent)
{
    if (draw->line != NULL) {
        draw->line(draw->context, from, to, WEND_MEANING_PATH, (double)agent);
    }
}

/* True between two pieces of a rounded corner: walking legs that turn a little. */
static bool is_rounding(const wend_leg *a, const wend_leg *b)
{
    static const double cosine_max = 0.94; /* of 20 degrees */
    const uint32_t walk = (uint32_t)WEND_BEHAVIOUR_WALK;
    const wend_vec2 u = wend_vec2_sub(a->to_point, a->from_point);
    const wend_vec2 v = wend_vec2_sub(b->to_point, b->from_point);
    const double product = wend_vec2_length(u) * wend_vec2_length(v);
    const double cross = wend_vec2_cross(u, v);
    return a->behaviour == walk && b->behaviour == walk &&
           wend_vec2_dot(u, v) > cosine_max * product && cross * cross > 1e-18 * product * product;
}

wend_result wend_path_draw(const wend_path *path, uint32_t agent, const wend_draw *draw)
{
    if (path == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        draw_line(draw, leg->from_point, leg->to_point, agent);
    }
    /* Marks lie on top of all lines, which stay one stroke for callbacks that join them. */
    if (draw->circle == NULL || path->legs.count == 0) {
        return WEND_OK;
    }
    draw->circle(draw->context, path->legs.items[0].from_point, 0.0, WEND_MEANING_START,
                 (double)agent);
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        if (i + 1 == path->legs.count || !is_rounding(leg, leg + 1)) {
            draw->circle(draw->context, leg->to_point, 0.0, WEND_MEANING_LEG, (double)i);
        }
    }
    return WEND_OK;
}

/* ---- given points and legs ---- */

static wend_leg straight(wend_vec2 from, wend_vec2 to)
{
    wend_leg leg = {.from = WEND_NODE_NONE, .to = WEND_NODE_NONE, .edge = WEND_EDGE_NONE};
    leg.from_point = from;
    leg.to_point = to;
    leg.length = wend_vec2_distance(from, to);
    leg.cost = wend_cost_from_double(leg.length);
    leg.behaviour = (uint32_t)WEND_BEHAVIOUR_WALK;
    return leg;
}

wend_result wend_path_from_points(wend_path *path, const wend_vec2 *points, size_t count)
{
    static const char function[] = "wend_path_from_points";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (points == NULL && count > 0) {
        return wendi_refuse_null(&path->error, function, "points");
    }
    for (size_t i = 0; i < count; ++i) {
        char name[40];
        (void)snprintf(name, sizeof name, "points[%zu]", i);
        if (wendi_check_vec2(&path->error, function, name, points[i]) != WEND_OK) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    if (!wendi_path_reserve(path, &path->spare, count)) {
        return wendi_fail_plain(&path->error, function, WEND_ERROR_MEMORY);
    }
    path->spare.count = 0;
    for (size_t i = 1; i < count; ++i) {
        if (!wendi_vec2_is_same(points[i - 1], points[i])) {
            path->spare.items[path->spare.count++] = straight(points[i - 1], points[i]);
        }
    }
    wendi_path_commit(path, WEND_NODE_NONE);
    return WEND_OK;
}

wend_result wend_path_add_leg(wend_path *path, const wend_leg *leg)
{
    static const char function[] = "wend_path_add_leg";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (leg == NULL) {
        return wendi_refuse_null(&path->error, function, "leg");
    }
    const wend_vec3 from = {leg->from_point.x, leg->from_point.y, leg->from_height};
    const wend_vec3 to = {leg->to_point.x, leg->to_point.y, leg->to_height};
    if (wendi_check_vec3(&path->error, function, "from_point", from) != WEND_OK ||
        wendi_check_vec3(&path->error, function, "to_point", to) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    const size_t count = path->legs.count;
    const wend_vec2 end = count > 0 ? path->legs.items[count - 1].to_point : leg->from_point;
    if (!wendi_vec2_is_same(end, leg->from_point)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: from_point is %s, %s, and must be where the leg before ends: %s, %s",
                          function, wendi_format_number(from.x).text,
                          wendi_format_number(from.y).text, wendi_format_number(end.x).text,
                          wendi_format_number(end.y).text);
    }
    wend_leg added = *leg;
    added.length = distance_in_space(leg);
    return wendi_fail_plain(&path->error, function, wendi_path_append(path, &added));
}

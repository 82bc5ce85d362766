/* Path objects: create, append, read.
 * Cost: constant for each call; appending is constant on average. */
#include "route/path/path.h"

#include "base/core/memory.h"

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

static void draw_line(const wend_draw *draw, wend_vec2 from, wend_vec2 to, uint32_t agent)
{
    if (draw->line != NULL) {
        draw->line(draw->context, from, to, WEND_MEANING_PATH, (double)agent);
    }
}

static void draw_end(const wend_draw *draw, wend_vec2 at, size_t index)
{
    if (draw->circle != NULL) {
        draw->circle(draw->context, at, 0.0, WEND_MEANING_LEG, (double)index);
    }
}

wend_result wend_path_draw(const wend_path *path, uint32_t agent, const wend_draw *draw)
{
    if (path == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        draw_line(draw, leg->from_point, leg->to_point, agent);
        draw_end(draw, leg->to_point, i);
    }
    return WEND_OK;
}

/* Paths by the explored map: found again where what was seen contradicts them.
 * Cost: a sweep for each leg; a search where one is closed. */
#include "crowd/explore/explorers.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "wend/sweep.h"

/* Parts of the radius within which a path counts as closed: its legs may touch walls, and the body
 * strays from them a little. */
static const double LEG_PART = 0.9;
static const double FIRST_PART = 0.5;

static uint32_t map_class(const wend_explorers *all)
{
    return all->is_careful ? WEND_EXPLORED_CAREFUL : WEND_EXPLORED_OPTIMISTIC;
}

static bool is_path_open(const wendi_explorer_view *view)
{
    const wendi_explorer *e = view->e;
    const wend_grid *grid = wend_explored_map_grid(view->all->map);
    wend_vec2 from = view->at;
    for (uint32_t i = e->corner_next; i < e->corner_count; ++i) {
        const double part = i == e->corner_next ? FIRST_PART : LEG_PART;
        if (wend_grid_sweep(grid, map_class(view->all), WEND_TEAM_NONE, from, e->corners[i],
                            view->all->radius * part, NULL)) {
            return false;
        }
        from = e->corners[i];
    }
    return true;
}

static wend_result find_path(const wendi_explorer_view *view)
{
    wend_explorers *all = view->all;
    wendi_explorer *e = view->e;
    wend_path_query query = wend_path_query_default();
    query.from = wend_vec3_from_vec2(view->at, 0);
    query.to = wend_vec3_from_vec2(e->goal, 0);
    wend_result result = wend_pathfinder_find(all->pathfinder, &query);
    if (result == WEND_OK) {
        result = wend_path_from_pathfinder(all->path, all->pathfinder);
    }
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    const size_t count = result == WEND_OK ? wend_path_leg_count(all->path) : 0;
    if (count > e->corner_capacity) {
        wend_vec2 *corners = wendi_resize_items(&all->allocator, e->corners, e->corner_capacity,
                                                count, sizeof *e->corners);
        if (corners == NULL) {
            return WEND_ERROR_MEMORY;
        }
        e->corners = corners;
        e->corner_capacity = (uint32_t)count;
    }
    for (size_t i = 0; i < count; ++i) {
        e->corners[i] = wend_path_leg(all->path, i).to_point;
    }
    e->corner_count = (uint32_t)count;
    e->corner_next = 0;
    e->state = result == WEND_OK ? WEND_EXPLORE_STRAIGHT : WEND_EXPLORE_NO_PATH;
    return WEND_OK;
}

wend_result wendi_explorer_plan(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const bool is_first = !e->has_path;
    if (!is_first && is_path_open(view)) {
        return WEND_OK;
    }
    const wend_result result = find_path(view);
    if (result == WEND_OK) {
        e->has_path = true;
        e->collisions += is_first ? 0 : 1;
    }
    return result;
}

wend_vec2 wendi_explorer_follow(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const double near = wendi_max(0.25 * view->radius, view->advance);
    while (e->corner_next + 1 < e->corner_count &&
           wend_vec2_distance(view->at, e->corners[e->corner_next]) <= near) {
        e->corner_next++;
    }
    const wend_vec2 target =
        e->corner_next < e->corner_count ? e->corners[e->corner_next] : e->goal;
    return wend_vec2_scale(wend_vec2_normalize(wend_vec2_sub(target, view->at)), view->speed);
}

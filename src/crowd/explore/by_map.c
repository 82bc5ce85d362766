/* Paths by the explored map: found again where what was seen contradicts them.
 * Cost: a sweep for each leg; a search where one is closed. */
#include "crowd/explore/explorers.h"

#include "base/core/memory.h"
#include "base/math/clamp.h"
#include "wend/sweep.h"

/* Parts of the radius within which a path counts as closed: its legs may touch walls, and the body
 * strays from them a little. */
static const double LEG_PART = 0.9;
static const double END_PART = 0.5;

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
        const bool is_end = i == e->corner_next || i + 1 == e->corner_count;
        const double part = is_end ? END_PART : LEG_PART;
        if (wend_grid_sweep(grid, map_class(view->all), WEND_TEAM_NONE, from, e->corners[i],
                            view->all->radius * part, NULL)) {
            return false;
        }
        from = e->corners[i];
    }
    return true;
}

/* From the body's position to the goal; or, where its disc is too near to a wall at either, from cell
 * to cell. @param has_ends set to true in that case. */
static wend_result search(const wendi_explorer_view *view, bool *has_ends)
{
    wend_explorers *all = view->all;
    const wend_grid *grid = wend_explored_map_grid(all->map);
    wend_path_query query = wend_path_query_default();
    query.from = wend_vec3_from_vec2(view->at, 0);
    query.to = wend_vec3_from_vec2(view->e->goal, 0);
    wend_result result = wend_pathfinder_find(all->pathfinder, &query);
    *has_ends = result == WEND_NO_PATH;
    if (*has_ends) {
        query.from_node = wend_grid_node_at(grid, view->at);
        query.to_node = wend_grid_node_at(grid, view->e->goal);
        if (query.from_node != WEND_NODE_NONE && query.to_node != WEND_NODE_NONE) {
            result = wend_pathfinder_find(all->pathfinder, &query);
        }
    }
    return result == WEND_OK ? wend_path_from_pathfinder(all->path, all->pathfinder) : result;
}

static wend_result find_path(const wendi_explorer_view *view)
{
    wend_explorers *all = view->all;
    wendi_explorer *e = view->e;
    bool has_ends;
    const wend_result result = search(view, &has_ends);
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    const size_t legs = result == WEND_OK ? wend_path_leg_count(all->path) : 0;
    const size_t count = result == WEND_OK ? legs + 2 : 0;
    if (count > e->corner_capacity) {
        wend_vec2 *corners = wendi_resize_items(&all->allocator, e->corners, e->corner_capacity,
                                                count, sizeof *e->corners);
        if (corners == NULL) {
            return WEND_ERROR_MEMORY;
        }
        e->corners = corners;
        e->corner_capacity = (uint32_t)count;
    }
    e->corner_count = 0;
    e->corner_next = 0;
    for (size_t i = 0; i < legs; ++i) {
        const wend_leg leg = wend_path_leg(all->path, i);
        if (i == 0 && has_ends) {
            e->corners[e->corner_count++] = leg.from_point;
        }
        e->corners[e->corner_count++] = leg.to_point;
    }
    if (count > 0 && (has_ends || legs == 0)) {
        e->corners[e->corner_count++] = e->goal;
    }
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
    return wendi_explorer_slide_to(view, target);
}

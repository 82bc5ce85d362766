/* Pictures of a search: frontier, expanded nodes in their order, start and goal.
 * Cost: linear in the map. */
#include "route/search/search.h"

static void draw_node(const wend_search *search, const wend_draw *draw, wend_node node,
                      wend_meaning meaning, double value)
{
    if (search->space->net != NULL) {
        if (draw->circle != NULL) {
            draw->circle(draw->context, wend_space_position(search->space, node), 0, meaning,
                         value);
        }
        return;
    }
    wend_grid_draw_cell(search->space->grid, node, draw, meaning, value);
}

static void draw_order(const wend_search *search, const wend_draw *draw)
{
    const bool is_reach = search->query.goal_kind == WEND_GOAL_WITHIN;
    const size_t count = search->order.count;
    for (size_t k = 0; k < count; ++k) {
        const wend_node node = wendi_space_node_of_slot(search->space, search->order.items[k]);
        const double share = count > 1 ? (double)k / (double)(count - 1) : 0;
        draw_node(search, draw, node, is_reach ? WEND_MEANING_REACH : WEND_MEANING_SEARCHED, share);
    }
}

static wend_result draw_frontier(const wend_search *search, const wend_draw *draw)
{
    size_t count = 0;
    (void)wend_search_frontier(search, NULL, 0, &count);
    if (count == 0) {
        return WEND_OK;
    }
    wend_node *nodes = wendi_alloc(&search->allocator, count * sizeof nodes[0]);
    if (nodes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    size_t listed = 0;
    (void)wend_search_frontier(search, nodes, count, &listed);
    for (size_t k = 0; k < listed; ++k) {
        draw_node(search, draw, nodes[k], WEND_MEANING_FRONTIER, 0);
    }
    wendi_free(&search->allocator, nodes, count * sizeof nodes[0]);
    return WEND_OK;
}

static void draw_ends(const wend_search *search, const wend_draw *draw)
{
    for (size_t k = 0; k < search->starts.count; ++k) {
        const wend_node start =
            wendi_space_node_of_slot(search->space, search->starts.items[k].slot);
        draw->circle(draw->context, wend_space_position(search->space, start), 0,
                     WEND_MEANING_START, 0);
    }
    for (size_t k = 0; k < search->goals.count; ++k) {
        const wend_node goal = wendi_space_node_of_slot(search->space, search->goals.items[k].slot);
        draw->circle(draw->context, wend_space_position(search->space, goal), 0, WEND_MEANING_GOAL,
                     0);
    }
}

wend_result wend_search_draw(const wend_search *search, const wend_draw *draw)
{
    if (search == NULL || draw == NULL || !search->has_query) {
        return WEND_ERROR_ARGUMENT;
    }
    if (wendi_search_is_outdated(search)) {
        return WEND_ERROR_STALE;
    }
    wend_result result = WEND_OK;
    if (draw->cells != NULL || draw->polygon != NULL || search->space->net != NULL) {
        draw_order(search, draw);
        result = draw_frontier(search, draw);
    }
    if (draw->circle != NULL) {
        draw_ends(search, draw);
    }
    return result;
}

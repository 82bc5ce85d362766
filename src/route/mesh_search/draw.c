/* Draws a mesh search: the edges of its expanded and open nodes, its start and its goals.
 * Cost: linear in the intervals made; for other methods in the edges of the mesh. */
#include "route/mesh_search/search.h"

static void draw_half(const wend_mesh_search *search, const wend_draw *draw, uint32_t half,
                      wend_meaning meaning, double value)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    draw->line(draw->context, cells->halves[half].point,
               cells->halves[wendi_mesh_next(cells, half)].point, meaning, value);
}

/* The intervals in the order in which they were made; the open ones are drawn again as frontier. */
static void draw_intervals(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_intervals *s = &search->intervals;
    for (size_t i = 0; i < s->node_count; i++) {
        const double share = s->node_count > 1 ? (double)i / (double)(s->node_count - 1) : 0;
        if (s->nodes[i].half != WENDI_MESH_NONE) {
            draw_half(search, draw, s->nodes[i].half, WEND_MEANING_SEARCHED, share);
        }
    }
    for (size_t i = 0; i < s->queue.count; i++) {
        const uint32_t number = s->queue.entries[i].number;
        if (number < s->node_count && s->nodes[number].half != WENDI_MESH_NONE) {
            draw_half(search, draw, s->nodes[number].half, WEND_MEANING_FRONTIER, 0);
        }
    }
}

/* Edges that were entered: done, or still waiting. */
static void draw_stops(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_midpoint *midpoint = &search->midpoint;
    for (uint32_t i = 0; i < midpoint->node_capacity; i++) {
        const wendi_mesh_midpoint_node *node = &midpoint->nodes[i];
        if (node->stamp == midpoint->stamp && node->half != WENDI_MESH_NONE) {
            draw_half(search, draw, node->half,
                      node->is_done ? WEND_MEANING_SEARCHED : WEND_MEANING_FRONTIER, 0);
        }
    }
}

static void draw_ends(const wend_mesh_search *search, const wend_draw *draw)
{
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    draw->circle(draw->context, start, 0, WEND_MEANING_START, 0);
    for (uint32_t i = 0; i < search->goal_count; i++) {
        draw->circle(draw->context, search->goals[i].point, 0, WEND_MEANING_GOAL, 0);
    }
}

wend_result wend_mesh_search_draw(const wend_mesh_search *search, const wend_draw *draw)
{
    if (search == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!search->has_query) {
        return WEND_OK;
    }
    /* If nothing was searched, the nodes are those of an earlier query, maybe of an older mesh. */
    const bool is_searched = search->answer.result != WEND_NO_PATH || search->answer.expanded > 0;
    if (draw->line != NULL && is_searched && search->query.method == WEND_MESH_METHOD_EXACT) {
        draw_intervals(search, draw);
    } else if (draw->line != NULL && is_searched) {
        draw_stops(search, draw);
    }
    if (draw->circle != NULL) {
        draw_ends(search, draw);
    }
    return WEND_OK;
}

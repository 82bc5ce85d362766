/* Compares the costs around a tile with those that its field was built from. The frame of a finished
 * field holds the costs that its cells come from, and no others (see core/field_cache.h): while
 * these rise or fall by one amount and no other cost matters, the field stays as it is.
 * Cost: the cells around the tile. */
#include "flow/plan/repair.h"

/* The costs around a tile and the parts of its field. */
typedef struct frame_view {
    wendi_tile_shape shape;
    const wendi_field *field;
    const uint8_t *ground;
    int64_t base;
    int64_t cost[WENDI_TILE_CELLS]; /* framed; set around the tile */
} frame_view;

/* Cost in a field, above its base. */
static int64_t field_cost(const frame_view *view, int32_t at)
{
    if (view->field->is_wide) {
        const uint32_t d = wendi_field_wide_costs(view->field)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_COST_UNREACHED : (int64_t)d;
    }
    const uint16_t d = wendi_field_costs(view->field)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_COST_UNREACHED : d;
}

static void read_frame(const wend_flow *flow, const wendi_plan *plan, uint32_t index,
                       frame_view *view)
{
    const wendi_plan_tile *tile = &plan->tiles[index];
    const int32_t w = tile->bounds.width, h = tile->bounds.height, last = flow->map.sector_size - 1;
    view->shape = wendi_tile_shape_of(w, h);
    view->field = &flow->fields.items[tile->field];
    view->ground = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, tile->sector);
    view->base = tile->base;
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t to_x = wendi_flow_dx[k], to_y = wendi_flow_dy[k];
        const int32_t dx = k % 4 == 2, dy = k % 4 == 0;
        const int32_t count = dx != 0 ? w : (dy != 0 ? h : 1);
        int64_t costs[WENDI_TILE_SIDE];
        wendi_plan_read_costs(flow, plan, tile->neighbours[k], to_x < 0 ? last : 0,
                              to_y < 0 ? last : 0, dx, dy, count, costs);
        int32_t at = wendi_tile_index(&view->shape, to_x < 0 ? -1 : (to_x > 0 ? w : 0),
                                      to_y < 0 ? -1 : (to_y > 0 ? h : 0));
        for (int32_t i = 0; i < count; ++i, at += dx + dy * view->shape.stride) {
            view->cost[at] = costs[i];
        }
    }
}

/* Cells of a row that belong to the frame: all of the first and last, else the two ends. */
static int32_t next_in_frame(const wendi_tile_shape *shape, int32_t x, int32_t y)
{
    return y < 0 || y == shape->height ? x + 1 : x + shape->width + 1;
}

wendi_repair_support wendi_repair_frame_support(const wend_flow *flow, const wendi_plan *plan,
                                                uint32_t tile)
{
    frame_view view;
    read_frame(flow, plan, tile, &view);
    bool has_lost = false, has_kept = false;
    for (int32_t y = -1; y <= view.shape.height; ++y) {
        for (int32_t x = -1; x <= view.shape.width; x = next_in_frame(&view.shape, x, y)) {
            const int32_t at = wendi_tile_index(&view.shape, x, y);
            const int64_t before = field_cost(&view, at);
            const bool is_kept =
                before != WENDI_COST_UNREACHED && view.cost[at] == view.base + before;
            has_kept = has_kept || is_kept;
            has_lost = has_lost || (before != WENDI_COST_UNREACHED && !is_kept);
        }
    }
    return !has_lost ? WENDI_SUPPORT_KEPT : (has_kept ? WENDI_SUPPORT_MIXED : WENDI_SUPPORT_LOST);
}

/* True if a frame cell is farther than all cells inside that it touches, by more than a step. */
static bool is_beyond(const wend_flow *flow, const frame_view *view, int32_t x, int32_t y,
                      int64_t above)
{
    const wendi_tile_shape *shape = &view->shape;
    const int32_t at = wendi_tile_index(shape, x, y);
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t dx = wendi_flow_dx[k], dy = wendi_flow_dy[k];
        const int32_t across = at + dx, down = at + dy * shape->stride;
        const bool is_inside =
            x + dx >= 0 && x + dx < shape->width && y + dy >= 0 && y + dy < shape->height;
        if (!is_inside || view->ground[across + dy * shape->stride] == WENDI_TILE_WALL) {
            continue;
        }
        if (k % 2 != 0 && (flow->diagonal == 0 || view->ground[across] == WENDI_TILE_WALL ||
                           view->ground[down] == WENDI_TILE_WALL)) {
            continue;
        }
        const int64_t step = (int64_t)(k % 2 == 0 ? flow->straight : flow->diagonal);
        const int64_t inside = field_cost(view, across + dy * shape->stride);
        if (inside == WENDI_COST_UNREACHED ||
            view->cost[at] + step * view->ground[at] <= view->base + above + inside) {
            return false;
        }
    }
    return true;
}

/* The same for most cells in a few steps: walls beside diagonal steps are not looked at.
 * @return false: it is not known. */
static bool is_clearly_beyond(const wend_flow *flow, const frame_view *view, int32_t x, int32_t y,
                              int64_t above)
{
    const wendi_tile_shape *shape = &view->shape;
    const bool is_row = y < 0 || y == shape->height;
    const int32_t place = is_row ? x : y, count = is_row ? shape->width : shape->height;
    const int32_t along = is_row ? 1 : shape->stride, across = is_row ? shape->stride : 1;
    const int32_t at = wendi_tile_index(shape, x, y);
    const int32_t beside = (is_row ? y < 0 : x < 0) ? at + across : at - across;
    const int64_t cost = view->cost[at] - view->base - above, factor = view->ground[at];
    if (place < 0 || place == count) {
        return false;
    }
    for (int32_t i = place > 0 ? -1 : 0; i <= (place + 1 < count ? 1 : 0); ++i) {
        const int32_t other = beside + i * along;
        const int64_t step = (int64_t)(i == 0 ? flow->straight : flow->diagonal);
        if (view->ground[other] != WENDI_TILE_WALL &&
            cost + step * factor <= field_cost(view, other)) {
            return false;
        }
    }
    return true;
}

bool wendi_repair_frame_fits(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                             int64_t *above)
{
    frame_view view;
    read_frame(flow, plan, tile, &view);
    bool is_set = false;
    *above = 0;
    for (int32_t y = -1; y <= view.shape.height; ++y) {
        for (int32_t x = -1; x <= view.shape.width; x = next_in_frame(&view.shape, x, y)) {
            const int32_t at = wendi_tile_index(&view.shape, x, y);
            const int64_t before = field_cost(&view, at);
            if (before == WENDI_COST_UNREACHED) {
                continue;
            }
            const int64_t change = view.cost[at] - view.base - before;
            if (view.cost[at] == WENDI_COST_UNREACHED || (is_set && change != *above)) {
                return false;
            }
            *above = change;
            is_set = true;
        }
    }
    for (int32_t y = -1; y <= view.shape.height; ++y) {
        for (int32_t x = -1; x <= view.shape.width; x = next_in_frame(&view.shape, x, y)) {
            const int32_t at = wendi_tile_index(&view.shape, x, y);
            if (field_cost(&view, at) == WENDI_COST_UNREACHED &&
                view.cost[at] != WENDI_COST_UNREACHED && view.ground[at] != WENDI_TILE_WALL &&
                !is_clearly_beyond(flow, &view, x, y, *above) &&
                !is_beyond(flow, &view, x, y, *above)) {
                return false;
            }
        }
    }
    return true;
}

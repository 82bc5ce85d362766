/* Compares the costs around a tile with those that its field was built from. The frame of a finished
 * field holds the costs that its cells come from, and no others (see core/field_cache.h): while
 * these rise or fall by one amount and no other cost matters, the field stays as it is.
 *
 * A tile beside that has the field of the plan before has all its costs higher by one amount, so that
 * no cell of it need be read. In the plan before, costs that the frame does not hold led to more
 * expensive paths; where they rose as much as those that it holds, they still do.
 * Cost: some ns for each tile beside; the cells of those whose fields are new. */
#include "flow/plan/repair.h"

/* ---- tiles beside ---- */

wendi_repair_side wendi_repair_side_of(const wendi_plan *plan, uint32_t tile, int64_t *above)
{
    *above = 0;
    if (tile == WENDI_TILE_NONE || plan->tiles[tile].field == WENDI_FIELD_NONE) {
        return WENDI_SIDE_UNREACHED;
    }
    if (plan->tiles[tile].field == WENDI_FIELD_VISIBLE) {
        return WENDI_SIDE_NEW;
    }
    if (!plan->tiles[tile].is_reached) {
        return WENDI_SIDE_UNREACHED;
    }
    const uint32_t record = plan->repair.record_of[tile];
    if (record == UINT32_MAX) {
        return WENDI_SIDE_MOVED;
    }
    *above = plan->repair.records[record].above;
    return plan->repair.records[record].is_new ? WENDI_SIDE_NEW : WENDI_SIDE_MOVED;
}

/* By how much the costs of a tile that has its field of the plan before are higher now. */
static int64_t above_before(const wendi_plan *plan, uint32_t tile)
{
    const uint32_t record = plan->repair.record_of[tile];
    return record == UINT32_MAX ? 0 : plan->repair.records[record].above;
}

/* ---- cells of the frame ---- */

/* A tile, its field, and the costs around as far as they were read. */
typedef struct frame_view {
    wendi_tile_shape shape;
    wendi_field *field;
    const uint8_t *ground;
    int64_t base;
    int64_t cost[WENDI_TILE_CELLS]; /* framed; set in parts of the frame */
} frame_view;

/* The cells of the frame in a direction: a side, or a corner. */
typedef struct frame_part {
    int32_t x, y, dx, dy, count;
} frame_part;

static frame_part frame_part_of(const wendi_tile_shape *shape, uint32_t k)
{
    const int32_t to_x = wendi_flow_dx[k], to_y = wendi_flow_dy[k];
    const int32_t dx = k % 4 == 2, dy = k % 4 == 0;
    return (frame_part){to_x < 0 ? -1 : (to_x > 0 ? shape->width : 0),
                        to_y < 0 ? -1 : (to_y > 0 ? shape->height : 0), dx, dy,
                        dx != 0 ? shape->width : (dy != 0 ? shape->height : 1)};
}

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

static void view_init(const wend_flow *flow, const wendi_plan *plan, uint32_t index,
                      frame_view *view)
{
    const wendi_plan_tile *tile = &plan->tiles[index];
    view->shape = wendi_tile_shape_of(tile->bounds.width, tile->bounds.height);
    view->field = wendi_field_at(&flow->fields, tile->field);
    view->ground = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, tile->sector);
    view->base = tile->base;
}

/* Reads the costs of the tile in a direction. */
static void read_part(const wend_flow *flow, const wendi_plan *plan, uint32_t index, uint32_t k,
                      frame_view *view)
{
    const int32_t last = flow->map.sector_size - 1;
    const frame_part part = frame_part_of(&view->shape, k);
    int64_t costs[WENDI_TILE_SIDE];
    wendi_plan_read_costs(flow, plan, plan->tiles[index].neighbours[k],
                          wendi_flow_dx[k] < 0 ? last : 0, wendi_flow_dy[k] < 0 ? last : 0, part.dx,
                          part.dy, part.count, costs);
    int32_t at = wendi_tile_index(&view->shape, part.x, part.y);
    for (int32_t i = 0; i < part.count; ++i, at += part.dx + part.dy * view->shape.stride) {
        view->cost[at] = costs[i];
    }
}

/* Directions in which the frame holds a cost, as bits. They are found once for a shared field. */
static uint32_t used_parts(const frame_view *view)
{
    wendi_field *field = view->field;
    if (field->frame_parts != 0) {
        return field->frame_parts;
    }
    uint32_t used = 0;
    for (uint32_t k = 0; k < 8; ++k) {
        const frame_part part = frame_part_of(&view->shape, k);
        int32_t at = wendi_tile_index(&view->shape, part.x, part.y);
        for (int32_t i = 0; i < part.count; ++i, at += part.dx + part.dy * view->shape.stride) {
            used |= (uint32_t)(field_cost(view, at) != WENDI_COST_UNREACHED) << k;
        }
    }
    field->frame_parts = (uint8_t)used;
    return used;
}

/* ---- support ---- */

/* The support by costs that were read. @return bits: 1 some are kept, 2 some are lost. */
static uint32_t part_support(const frame_view *view, uint32_t k)
{
    const frame_part part = frame_part_of(&view->shape, k);
    int32_t at = wendi_tile_index(&view->shape, part.x, part.y);
    uint32_t support = 0;
    for (int32_t i = 0; i < part.count; ++i, at += part.dx + part.dy * view->shape.stride) {
        const int64_t before = field_cost(view, at);
        if (before != WENDI_COST_UNREACHED) {
            support |= view->cost[at] == view->base + before ? 1 : 2;
        }
    }
    return support;
}

wendi_repair_support wendi_repair_frame_support(wend_flow *flow, const wendi_plan *plan,
                                                uint32_t tile)
{
    frame_view view;
    view_init(flow, plan, tile, &view);
    const uint32_t used = used_parts(&view);
    const int64_t own = above_before(plan, tile);
    uint32_t support = 0;
    for (uint32_t k = 0; k < 8; ++k) {
        int64_t above = 0;
        if ((used >> k & 1) == 0) {
            continue;
        }
        const wendi_repair_side side =
            wendi_repair_side_of(plan, plan->tiles[tile].neighbours[k], &above);
        if (side == WENDI_SIDE_NEW) {
            read_part(flow, plan, tile, k, &view);
            support |= part_support(&view, k);
        } else {
            support |= side == WENDI_SIDE_MOVED && above == own ? 1 : 2;
        }
    }
    return (support & 2) == 0 ? WENDI_SUPPORT_KEPT
                              : (support == 3 ? WENDI_SUPPORT_MIXED : WENDI_SUPPORT_LOST);
}

/* ---- one amount ---- */

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

/* By how much the costs around a tile are higher than when its field was built. */
typedef struct frame_rise {
    bool is_known;
    int64_t above;
    uint32_t unread; /* bits of directions whose cells are not known */
    int64_t part[8]; /* in directions that are known; INT64_MAX: no cost */
} frame_rise;

/* @return false: costs in a direction do not rise by the same amount as others. */
static bool note_rise(frame_rise *rise, int64_t above)
{
    const bool is_same = !rise->is_known || rise->above == above;
    rise->is_known = true;
    rise->above = above;
    return is_same;
}

/* What is known without the cells. @return false: the costs that the frame holds do not rise by one
 * amount. */
static bool find_rise(const wendi_plan *plan, uint32_t tile, uint32_t used, frame_rise *rise)
{
    const int64_t own = above_before(plan, tile);
    *rise = (frame_rise){.is_known = false};
    for (uint32_t k = 0; k < 8; ++k) {
        int64_t above = 0;
        const wendi_repair_side side =
            wendi_repair_side_of(plan, plan->tiles[tile].neighbours[k], &above);
        rise->part[k] = side == WENDI_SIDE_MOVED ? above - own : INT64_MAX;
        if (side == WENDI_SIDE_NEW) {
            rise->unread |= 1u << k;
        } else if ((used >> k & 1) != 0 &&
                   (side == WENDI_SIDE_UNREACHED || !note_rise(rise, above - own))) {
            return false;
        }
    }
    return true;
}

/* The same for a part whose costs were read. */
static bool find_part_rise(const frame_view *view, uint32_t k, frame_rise *rise)
{
    const frame_part part = frame_part_of(&view->shape, k);
    int32_t at = wendi_tile_index(&view->shape, part.x, part.y);
    for (int32_t i = 0; i < part.count; ++i, at += part.dx + part.dy * view->shape.stride) {
        const int64_t before = field_cost(view, at);
        if (before != WENDI_COST_UNREACHED &&
            (view->cost[at] == WENDI_COST_UNREACHED ||
             !note_rise(rise, view->cost[at] - view->base - before))) {
            return false;
        }
    }
    return true;
}

static bool is_part_beyond(const wend_flow *flow, const frame_view *view, uint32_t k, int64_t above)
{
    const frame_part part = frame_part_of(&view->shape, k);
    for (int32_t i = 0; i < part.count; ++i) {
        const int32_t x = part.x + i * part.dx, y = part.y + i * part.dy;
        const int32_t at = wendi_tile_index(&view->shape, x, y);
        if (field_cost(view, at) == WENDI_COST_UNREACHED &&
            view->cost[at] != WENDI_COST_UNREACHED && view->ground[at] != WENDI_TILE_WALL &&
            !is_clearly_beyond(flow, view, x, y, above) && !is_beyond(flow, view, x, y, above)) {
            return false;
        }
    }
    return true;
}

bool wendi_repair_frame_fits(wend_flow *flow, const wendi_plan *plan, uint32_t tile, int64_t *above)
{
    frame_view view;
    frame_rise rise;
    view_init(flow, plan, tile, &view);
    const uint32_t used = used_parts(&view);
    *above = 0;
    if (!find_rise(plan, tile, used, &rise)) {
        return false;
    }
    for (uint32_t k = 0; k < 8; ++k) {
        if ((rise.unread >> k & 1) != 0) {
            read_part(flow, plan, tile, k, &view);
            if ((used >> k & 1) != 0 && !find_part_rise(&view, k, &rise)) {
                return false;
            }
        }
    }
    for (uint32_t k = 0; k < 8; ++k) {
        const bool is_read = (rise.unread >> k & 1) != 0;
        if (!is_read && rise.part[k] >= rise.above) {
            continue;
        }
        if (!is_read) {
            read_part(flow, plan, tile, k, &view);
        }
        if (!is_part_beyond(flow, &view, k, rise.above)) {
            return false;
        }
    }
    *above = rise.above;
    return true;
}

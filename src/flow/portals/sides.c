/* takes: a framed tile and the ends of links in it.
 * gives: windows along its four sides, and those of the links.
 * cost:  a look at the cells along the border on both sides. */
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"

#include <string.h>

/* ---- what is open ---- */

/* Cells from `at` on, `step` apart, that are open and have an open one `out` beside them. */
static uint32_t open_along(const uint8_t *at, int32_t count, int32_t step, int32_t out)
{
    uint32_t mask = 0;
    for (int32_t i = 0; i < count; ++i, at += step) {
        const uint32_t is_open = at[0] != WENDI_TILE_WALL && at[out] != WENDI_TILE_WALL;
        mask |= is_open << i;
    }
    return mask;
}

wendi_side_masks wendi_side_masks_of(const wendi_tile_shape *shape, const uint8_t *costs)
{
    const int32_t stride = shape->stride;
    const uint8_t *first = costs + wendi_tile_index(shape, 0, 0);
    const uint8_t *last = costs + wendi_tile_index(shape, shape->width - 1, shape->height - 1);
    const uint8_t *below = costs + wendi_tile_index(shape, 0, shape->height - 1);
    const uint8_t *right = last - (shape->height - 1) * stride;
    wendi_side_masks masks;
    masks.sides[WENDI_SIDE_NORTH] = open_along(first, shape->width, 1, -stride);
    masks.sides[WENDI_SIDE_EAST] = open_along(right, shape->height, stride, 1);
    masks.sides[WENDI_SIDE_SOUTH] = open_along(below, shape->width, 1, stride);
    masks.sides[WENDI_SIDE_WEST] = open_along(first, shape->height, stride, -1);
    return masks;
}

/* ---- windows ---- */

static uint32_t count_runs(uint32_t mask)
{
    return wendi_popcount64(mask & ~(mask << 1));
}

uint32_t wendi_side_masks_count_portals(const wendi_side_masks *masks)
{
    uint32_t count = 0;
    for (int32_t side = 0; side < 4; ++side) {
        count += count_runs(masks->sides[side]);
    }
    return count;
}

int32_t wendi_side_masks_full_sides(const wendi_tile_shape *shape, const wendi_side_masks *masks)
{
    int32_t whole = 0;
    for (int32_t side = 0; side < 4; ++side) {
        const int32_t cells =
            side == WENDI_SIDE_NORTH || side == WENDI_SIDE_SOUTH ? shape->width : shape->height;
        if (masks->sides[side] == UINT32_MAX >> (32 - cells)) {
            whole |= 1 << side;
        } else if (masks->sides[side] != 0) {
            return -1;
        }
    }
    return whole;
}

void wendi_portal_cell(const wendi_sector_bounds *place, const wendi_portal *window, int32_t *x,
                       int32_t *y)
{
    const int32_t middle = window->first + window->count / 2;
    switch (window->side) {
    case WENDI_SIDE_NORTH:
        *x = middle;
        *y = 0;
        break;
    case WENDI_SIDE_EAST:
        *x = place->width - 1;
        *y = middle;
        break;
    case WENDI_SIDE_SOUTH:
        *x = middle;
        *y = place->height - 1;
        break;
    case WENDI_SIDE_WEST:
        *x = 0;
        *y = middle;
        break;
    default:
        *x = window->first;
        *y = window->count;
        break;
    }
}

static void set_cost(const wendi_tile_shape *shape, const uint8_t *costs, wendi_portal *window)
{
    const wendi_sector_bounds place = {.width = shape->width, .height = shape->height};
    int32_t x;
    int32_t y;
    wendi_portal_cell(&place, window, &x, &y);
    window->cost = costs[wendi_tile_index(shape, x, y)];
}

static wendi_portal *write_runs(uint32_t mask, int32_t side, wendi_portal *window)
{
    while (mask != 0) {
        const uint32_t first = wendi_ctz64(mask);
        const uint32_t count = wendi_ctz64(~((uint64_t)mask >> first));
        *window++ = (wendi_portal){(uint8_t)side, (uint8_t)first, (uint8_t)count, 0};
        mask &= (uint32_t)(UINT64_MAX << (first + count));
    }
    return window;
}

/* The window of end number `i`. */
static wendi_portal end_window(const wendi_sector_link *ways, const wendi_sector_link_ends *ends,
                               uint32_t i)
{
    const wendi_sector_link *way = &ways[ends->ways[i]];
    if (i < ends->outs) {
        return (wendi_portal){WENDI_SIDE_LINK_OUT, way->from_x, way->from_y, 0};
    }
    return (wendi_portal){WENDI_SIDE_LINK_IN, way->to_x, way->to_y, 0};
}

void wendi_portal_page_write(const wendi_tile_shape *shape, const uint8_t *costs,
                             const wendi_side_masks *masks, const wendi_sector_link *ways,
                             const wendi_sector_link_ends *ends, const wendi_portal_page_view *page)
{
    wendi_portal *window = page->windows;
    memset(page->head, 0, sizeof *page->head);
    for (int32_t side = 0; side < 4; ++side) {
        window = write_runs(masks->sides[side], side, window);
        page->head->first[side + 1] = (uint8_t)(window - page->windows);
    }
    for (uint32_t i = 0; i < ends->outs + ends->ins; ++i) {
        *window++ = end_window(ways, ends, i);
    }
    const uint32_t borders = page->head->first[WENDI_SIDE_LINK_OUT];
    page->head->first[WENDI_SIDE_LINK_IN] = (uint8_t)(borders + ends->outs);
    page->head->first[WENDI_BLOCKED_ARCS] = (uint8_t)(borders + ends->outs + ends->ins);
    for (wendi_portal *each = page->windows; each < window; ++each) {
        set_cost(shape, costs, each);
    }
}

bool wendi_portal_page_has_ends(const wendi_portal_page_view *page, const wendi_sector_link *ways,
                                const wendi_sector_link_ends *ends)
{
    const uint8_t *first = page->head->first;
    const uint32_t outs = (uint32_t)(first[WENDI_SIDE_LINK_IN] - first[WENDI_SIDE_LINK_OUT]);
    const uint32_t ins = (uint32_t)(first[WENDI_BLOCKED_ARCS] - first[WENDI_SIDE_LINK_IN]);
    if (outs != ends->outs || ins != ends->ins) {
        return false;
    }
    for (uint32_t i = 0; i < outs + ins; ++i) {
        const wendi_portal *window = &page->windows[first[WENDI_SIDE_LINK_OUT] + i];
        const wendi_portal wanted = end_window(ways, ends, i);
        if (window->first != wanted.first || window->count != wanted.count) {
            return false;
        }
    }
    return true;
}

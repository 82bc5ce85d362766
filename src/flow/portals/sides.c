/* Finds the portals along the four sides of a framed tile, and those of its link ends.
 * Cost: the cells on both sides of the border. */
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"

#include <string.h>

/* ---- open cells ---- */

/* Bits of the cells from `at` on, `step` apart, that are open and have an open cell at `out`. */
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

/* ---- portals ---- */

uint32_t wendi_side_masks_count_portals(const wendi_side_masks *masks)
{
    uint32_t count = 0;
    for (int32_t side = 0; side < 4; ++side) {
        count += wendi_popcount64(masks->sides[side] & ~(masks->sides[side] << 1));
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

void wendi_portal_cell(const wendi_sector_bounds *bounds, const wendi_portal *portal, int32_t *x,
                       int32_t *y)
{
    const int32_t middle = portal->first + portal->count / 2;
    switch (portal->side) {
    case WENDI_SIDE_NORTH:
        *x = middle;
        *y = 0;
        break;
    case WENDI_SIDE_EAST:
        *x = bounds->width - 1;
        *y = middle;
        break;
    case WENDI_SIDE_SOUTH:
        *x = middle;
        *y = bounds->height - 1;
        break;
    case WENDI_SIDE_WEST:
        *x = 0;
        *y = middle;
        break;
    default:
        *x = portal->first;
        *y = portal->count;
        break;
    }
}

static wendi_portal *write_runs(uint32_t mask, int32_t side, wendi_portal *portal)
{
    while (mask != 0) {
        const uint32_t first = wendi_ctz64(mask);
        const uint32_t count = wendi_ctz64(~((uint64_t)mask >> first));
        *portal++ = (wendi_portal){(uint8_t)side, (uint8_t)first, (uint8_t)count, 0};
        mask &= (uint32_t)(UINT64_MAX << (first + count));
    }
    return portal;
}

/* The portal of link end number `i`. */
static wendi_portal end_portal(const wendi_sector_link *links, const wendi_sector_link_ends *ends,
                               uint32_t i)
{
    const wendi_sector_link *link = &links[ends->links[i]];
    if (i < ends->outs) {
        return (wendi_portal){WENDI_SIDE_LINK_OUT, link->from_x, link->from_y, 0};
    }
    return (wendi_portal){WENDI_SIDE_LINK_IN, link->to_x, link->to_y, 0};
}

void wendi_portal_page_write(const wendi_tile_shape *shape, const uint8_t *costs,
                             const wendi_side_masks *masks, const wendi_sector_link *links,
                             const wendi_sector_link_ends *ends, const wendi_portal_page_view *page)
{
    wendi_portal *portal = page->portals;
    memset(page->head, 0, sizeof *page->head);
    for (int32_t side = 0; side < 4; ++side) {
        portal = write_runs(masks->sides[side], side, portal);
        page->head->first[side + 1] = (uint8_t)(portal - page->portals);
    }
    for (uint32_t i = 0; i < ends->outs + ends->ins; ++i) {
        *portal++ = end_portal(links, ends, i);
    }
    const uint32_t borders = page->head->first[WENDI_SIDE_LINK_OUT];
    page->head->first[WENDI_SIDE_LINK_IN] = (uint8_t)(borders + ends->outs);
    page->head->first[WENDI_SIDES] = (uint8_t)(borders + ends->outs + ends->ins);
    for (wendi_portal *each = page->portals; each < portal; ++each) {
        const wendi_sector_bounds bounds = {.width = shape->width, .height = shape->height};
        int32_t x;
        int32_t y;
        wendi_portal_cell(&bounds, each, &x, &y);
        each->cost = costs[wendi_tile_index(shape, x, y)];
    }
}

bool wendi_portal_page_has_ends(const wendi_portal_page_view *page, const wendi_sector_link *links,
                                const wendi_sector_link_ends *ends)
{
    const uint8_t *first = page->head->first;
    const uint32_t outs = (uint32_t)(first[WENDI_SIDE_LINK_IN] - first[WENDI_SIDE_LINK_OUT]);
    const uint32_t ins = (uint32_t)(first[WENDI_SIDES] - first[WENDI_SIDE_LINK_IN]);
    if (outs != ends->outs || ins != ends->ins) {
        return false;
    }
    for (uint32_t i = 0; i < outs + ins; ++i) {
        const wendi_portal *portal = &page->portals[first[WENDI_SIDE_LINK_OUT] + i];
        const wendi_portal wanted = end_portal(links, ends, i);
        if (portal->first != wanted.first || portal->count != wanted.count) {
            return false;
        }
    }
    return true;
}

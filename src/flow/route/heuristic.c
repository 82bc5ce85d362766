/* The estimated remaining cost from a cell to the source (the search runs backwards), links
 * included.
 * Cost: a distance for each anchor, at most some dozens. */
#include "flow/route/route_private.h"

/* Estimates from here on count as unreachable; in parts of a unit. */
static const uint64_t SUM_MAX = (uint64_t)1 << 55;

/* Sixteenths by which an estimate is enlarged once the plain one has led too far around. Walls
 * lengthen most paths by that much at least, and a search with the plain estimate expands all
 * portals for which the sum is not longer than the path: five to ten times as many. Routes cost at
 * most so much more than the best one (weighted A*, Pohl 1970); fields around them find the best
 * path there. Measured, paths by these fields are as long as with the plain estimate. */
enum { ENLARGED_BY = 3 };

/* Parts of a unit at most; see route.c. */
enum { PARTS_MAX = 2 * WENDI_TILE_SIDE };

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

/* Distance in parts of a unit, so that costs of open ground are whole numbers and equal costs
 * compare equal. */
static uint64_t open_cost_parts(const wendi_router *r, int32_t dx, int32_t dy)
{
    const uint64_t a = (uint64_t)magnitude(dx);
    const uint64_t b = (uint64_t)magnitude(dy);
    if (!r->map->has_diagonals) {
        return r->straight * (a + b);
    }
    return a < b ? r->straight * (b - a) + r->diagonal * a
                 : r->straight * (a - b) + r->diagonal * b;
}

uint64_t wendi_route_open_cost(const wendi_router *r, int32_t dx, int32_t dy)
{
    return open_cost_parts(r, 2 * dx, 2 * dy) / r->unit_parts;
}

/* Distance of a value from a range. */
static int32_t outside(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static uint64_t from_anchor(const wendi_router *r, const wendi_route_anchor *anchor, uint32_t floor,
                            int32_t x, int32_t y)
{
    if (anchor->floor != floor) {
        return WENDI_ROUTE_UNREACHED;
    }
    return anchor->cost + open_cost_parts(r, outside(x, anchor->left, anchor->right),
                                          outside(y, anchor->top, anchor->bottom));
}

/* The least cost from the target to a position by all anchors, in parts. */
static uint64_t estimate_at(const wendi_router *r, uint32_t floor, int32_t x, int32_t y)
{
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t i = 0; i < r->anchor_count; ++i) {
        const uint64_t cost = from_anchor(r, &r->anchors[i], floor, x, y);
        least = cost < least ? cost : least;
    }
    return least;
}

/* Distance of a position from the straight line, 0 to 255. */
static uint32_t line_offset(const wendi_router *r, uint32_t floor, int32_t x, int32_t y)
{
    if (floor != r->line_floor) {
        return 0;
    }
    const int64_t cross =
        (int64_t)r->line_dx * (y - r->line_y) - (int64_t)r->line_dy * (x - r->line_x);
    const uint64_t off = (uint64_t)(cross < 0 ? -cross : cross) >> r->line_shift;
    return off < 255 ? (uint32_t)off : 255;
}

wendi_open_entry wendi_route_make_entry(const wendi_router *r, wendi_route_point at, uint64_t cost,
                                        uint32_t node)
{
    const uint64_t exact = estimate_at(r, at.floor, at.x, at.y);
    const uint64_t estimate = exact < SUM_MAX ? exact + exact * r->enlarged_by / 16 : exact;
    const bool is_far = !(estimate < SUM_MAX / 2 && cost < SUM_MAX / 2 / PARTS_MAX) &&
                        (estimate >= SUM_MAX || cost >= (SUM_MAX - estimate) / r->unit_parts);
    const uint64_t sum = is_far ? SUM_MAX : estimate + cost * r->unit_parts;
    return wendi_open_entry_make(sum << 8 | line_offset(r, at.floor, at.x, at.y),
                                 estimate < UINT32_MAX ? (uint32_t)estimate : UINT32_MAX, node);
}

uint64_t wendi_route_entry_estimate(const wendi_router *r, const wendi_open_entry *entry)
{
    const uint64_t sum = entry->key >> 8;
    return sum < SUM_MAX ? sum / r->unit_parts : WENDI_ROUTE_UNREACHED;
}

static wendi_route_anchor anchor_at(const wendi_router *r, uint32_t sector, int32_t x, int32_t y,
                                    uint64_t cost)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(r->map, sector);
    const int32_t at_x = 2 * (bounds.x + x) + 1;
    const int32_t at_y = 2 * (bounds.y + y) + 1;
    return (wendi_route_anchor){bounds.floor, at_x, at_y, at_x, at_y, cost};
}

/* Adds an anchor for a floor, or widens the floor's anchor among those from `first` on. */
static void anchor_floor(wendi_router *r, uint32_t first, const wendi_route_anchor *anchor)
{
    for (uint32_t i = first; i < r->anchor_count; ++i) {
        if (r->anchors[i].floor == anchor->floor) {
            wendi_route_anchor *to = &r->anchors[i];
            to->left = anchor->left < to->left ? anchor->left : to->left;
            to->top = anchor->top < to->top ? anchor->top : to->top;
            to->right = anchor->right > to->right ? anchor->right : to->right;
            to->bottom = anchor->bottom > to->bottom ? anchor->bottom : to->bottom;
            to->cost = anchor->cost < to->cost ? anchor->cost : to->cost;

            return;
        }
    }
    r->anchors[r->anchor_count++] = *anchor;
}

/* The least cost through a link, by the estimate for its beginning. */
static uint64_t cost_through_link(const wendi_router *r, const wendi_sector_link *link)
{
    const wendi_route_anchor from = anchor_at(r, link->from_sector, link->from_x, link->from_y, 0);
    const uint64_t cost = estimate_at(r, from.floor, from.left, from.top);
    return cost == WENDI_ROUTE_UNREACHED ? cost : cost + (uint64_t)link->cost * r->unit_parts;
}

/* For few links: an anchor at the end of each one that shortens a path, repeated as long as any
 * estimate decreases. */
static void anchor_each_link(wendi_router *r, const wendi_sector_link *links, uint32_t count)
{
    uint32_t anchors[WENDI_ROUTE_ANCHORS_MAX];
    for (uint32_t i = 0; i < count; ++i) {
        anchors[i] = WENDI_ROUTE_NONE;
    }
    bool is_nearer = true;
    while (is_nearer) {
        is_nearer = false;
        for (uint32_t i = 0; i < count; ++i) {
            const uint64_t cost = cost_through_link(r, &links[i]);
            if (cost == WENDI_ROUTE_UNREACHED) {
                continue;
            }
            const wendi_route_anchor end =
                anchor_at(r, links[i].to_sector, links[i].to_x, links[i].to_y, cost);
            if (estimate_at(r, end.floor, end.left, end.top) <= cost) {
                continue;
            }
            anchors[i] = anchors[i] == WENDI_ROUTE_NONE ? r->anchor_count++ : anchors[i];
            r->anchors[anchors[i]] = end;
            is_nearer = true;
        }
    }
}

/* For many links: a path over links ends at one of their ends, and costs at least the cheapest of
 * them. */
static void anchor_link_floors(wendi_router *r, const wendi_sector_link *links, uint32_t count)
{
    uint64_t least = WENDI_ROUTE_UNREACHED;
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t cost = cost_through_link(r, &links[i]);
        least = cost < least ? cost : least;
    }
    if (least == WENDI_ROUTE_UNREACHED) {
        return;
    }
    const uint32_t first = r->anchor_count;
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_route_anchor end =
            anchor_at(r, links[i].to_sector, links[i].to_x, links[i].to_y, least);
        anchor_floor(r, first, &end);
    }
}

/* The straight line from the first goal, which breaks ties. */
static void draw_line(wendi_router *r, const wendi_sector_cell *source)
{
    const wendi_sector_cell *goal = &r->goals[0];
    const wendi_route_anchor to = anchor_at(r, goal->sector, goal->x, goal->y, 0);
    const wendi_route_anchor from = anchor_at(r, source->sector, source->x, source->y, 0);
    r->line_floor = to.floor == from.floor ? to.floor : WENDI_ROUTE_NONE;
    r->line_x = to.left;
    r->line_y = to.top;
    r->line_dx = from.left - to.left;
    r->line_dy = from.top - to.top;
    const int32_t length = magnitude(r->line_dx) > magnitude(r->line_dy) ? magnitude(r->line_dx)
                                                                         : magnitude(r->line_dy);
    r->line_shift = 0;
    while (length * r->map->sector_size >> r->line_shift > 1) {
        ++r->line_shift;
    }
}

void wendi_route_enlarge_estimates(wendi_router *r)
{
    r->enlarged_by = ENLARGED_BY;
}

wendi_route_square wendi_route_square_of(const wendi_router *r, size_t source)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(r->map, r->sources[source].sector);
    return (wendi_route_square){bounds.floor, bounds.column / WENDI_ROUTE_TARGET_SIDE,
                                bounds.row / WENDI_ROUTE_TARGET_SIDE};
}

void wendi_route_set_target(wendi_router *r, size_t source, wendi_route_target target)
{
    r->anchor_count = 0;
    r->target = target;
    r->square = wendi_route_square_of(r, source);
    const size_t end = target == WENDI_ROUTE_TARGET_ONE ? source + 1 : r->source_count;
    for (size_t i = source; i < end; ++i) {
        if (target == WENDI_ROUTE_TARGET_SQUARE &&
            !wendi_route_is_same_square(wendi_route_square_of(r, i), r->square)) {
            continue;
        }
        const wendi_sector_cell *bounds = &r->sources[i];
        const wendi_route_anchor anchor = anchor_at(r, bounds->sector, bounds->x, bounds->y, 0);
        anchor_floor(r, 0, &anchor);
    }
    draw_line(r, &r->sources[source]);
    uint32_t count = 0;
    const wendi_sector_link *links = wendi_portal_graph_links(r->graph, &count);
    if (count <= WENDI_ROUTE_ANCHORS_MAX) {
        anchor_each_link(r, links, count);
    } else {
        anchor_link_floors(r, links, count);
    }
}

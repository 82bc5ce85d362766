/* Portals of a region, and the arcs that lead out of it.
 *
 *   sector above   . . . # # . . . . . . . . . .      An entrance is a row of crossings of a border,
 *   ---------------------------------------------     pairs of open cells on both sides. Its portals
 *   this sector    P . P # # P . . . P . . . . P      are the pairs at its ends, and others between
 *                                                     them at equal distances.
 *
 * Crossings that lead into a sector beside a corner, diagonal steps between walls, and links have
 * portals of their own. Both sectors find the same pairs, as both list them in the same order.
 * On graphs every node with an arc to or from another region is a portal.
 *
 * Cost: the cells along the border; of a graph the arcs of the region. */
#include "base/math/bits.h"
#include "base/math/mix.h"
#include "route/hierarchy/hierarchy.h"
#include "route/search/trace.h"

#include <string.h>

/* ---- hashes ---- */

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t count)
{
    size_t k = 0;
    for (; k + 8 <= count; k += 8) {
        uint64_t word;
        memcpy(&word, bytes + k, sizeof word);
        hash = wendi_hash_mix(hash, word);
    }
    uint64_t rest = count - k;
    for (; k < count; ++k) {
        rest = rest << 8 | bytes[k];
    }
    return wendi_hash_mix(hash, rest);
}

static uint64_t hash_links(const wend_space *space, uint32_t from, uint32_t to, uint64_t hash)
{
    const wendi_space_links *links = &space->links;
    for (uint32_t k = wendi_space_links_first(links, from);
         k < links->count && links->arcs[k].from < to; ++k) {
        hash = wendi_hash_mix(wendi_hash_mix(hash, links->arcs[k].from), links->arcs[k].to);
        hash = wendi_hash_mix(wendi_hash_mix(hash, links->arcs[k].cost),
                              space->costs[links->arcs[k].to]);
    }
    for (uint32_t k = wendi_space_links_end(links, from);
         k < links->end_count && links->ends[k] < to; ++k) {
        hash = wendi_hash_mix(hash, links->ends[k]);
    }
    return hash;
}

static uint64_t hash_sector(const wend_hierarchy *h, uint32_t region)
{
    const wend_space *space = h->space;
    const wendi_abstract_rect rect = wendi_abstract_region_rect(h, region);
    uint64_t hash = region;
    for (int32_t y = rect.y; y < rect.y + rect.height + 2; ++y) {
        const uint32_t slot = (uint32_t)y * space->stride + (uint32_t)rect.x;
        hash = hash_bytes(hash, space->costs + slot, (size_t)rect.width + 2);
        if (space->links.count > 0) {
            hash = hash_links(space, slot, slot + (uint32_t)rect.width + 2, hash);
        }
    }
    return hash;
}

static uint64_t hash_nodes(const wend_hierarchy *h, uint32_t region)
{
    const wendi_space_graph *net = h->space->net;
    const wendi_abstract_regions *r = &h->regions;
    uint64_t hash = region;
    for (uint32_t k = r->first[region]; k < r->first[region + 1]; ++k) {
        const uint32_t node = r->nodes[k];
        hash = wendi_hash_mix(hash, (uint64_t)node << 1 | (net->exists[node] != 0));
        for (uint32_t at = net->out.spans[node].first; at < net->out.spans[node].end; ++at) {
            const wendi_space_arc *arc = &net->out.items[at];
            hash = wendi_hash_mix(wendi_hash_mix(hash, arc->cost), arc->target);
        }
        if (wendi_graph_is_one_way(net)) {
            for (uint32_t at = net->in.spans[node].first; at < net->in.spans[node].end; ++at) {
                const wendi_space_arc *arc = &net->in.items[at];
                hash = wendi_hash_mix(wendi_hash_mix(hash, arc->cost), arc->target);
            }
        }
    }
    return hash;
}

uint64_t wendi_abstract_region_hash(const wend_hierarchy *h, uint32_t region)
{
    const uint64_t hash = h->space->net != NULL ? hash_nodes(h, region) : hash_sector(h, region);
    return hash != 0 ? hash : 1;
}

/* ---- steps ---- */

/* Bits of the steps out of an open slot. */
static uint32_t steps_out(const wend_space *space, uint32_t slot)
{
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    return space->steps
        .natural[kind * 256 + wendi_neighbour_costs_open(bytes)][WENDI_DIRECTION_NONE];
}

/* A crossing of a border. The cell inside, and the one outside as if the map went on. */
typedef struct border_crossing {
    int32_t x, y, to_x, to_y;
} border_crossing;

/* The crossings of one entrance, and where its portals go. */
typedef struct entrance {
    const wend_hierarchy *h;
    wendi_array_u32 *nodes;
    border_crossing *crossings; /* [count], of at most two for each cell of a side and one more */
    uint32_t count;
} entrance;

static bool push_node(const entrance *e, int32_t x, int32_t y)
{
    return wendi_array_u32_push(e->nodes, (uint32_t)y * (uint32_t)e->h->space->width + (uint32_t)x);
}

/* The cost of a crossing in both directions. */
static uint32_t crossing_cost(const wend_space *space, const border_crossing *c)
{
    return (uint32_t)space->costs[(size_t)(c->y + 1) * space->stride + (size_t)(c->x + 1)] +
           space->costs[(size_t)(c->to_y + 1) * space->stride + (size_t)(c->to_x + 1)];
}

/* On uneven ground a portal between the ends is moved to the cheapest crossing near it. */
static uint32_t cheapest_near(const entrance *e, uint32_t at, uint32_t reach)
{
    if (e->h->space->is_uniform || at == 0 || at + 1 == e->count) {
        return at;
    }
    uint32_t best = at;
    uint32_t least = crossing_cost(e->h->space, &e->crossings[at]);
    for (uint32_t away = 1; away <= reach; ++away) {
        const uint32_t sides[2] = {at - away, at + away};
        for (int k = 0; k < 2; ++k) {
            /* Wraps around below 0, to more than count. */
            const uint32_t cost = sides[k] < e->count
                                      ? crossing_cost(e->h->space, &e->crossings[sides[k]])
                                      : UINT32_MAX;
            best = cost < least ? sides[k] : best;
            least = cost < least ? cost : least;
        }
    }
    return best;
}

/* Ends an entrance: chooses its portals. */
static bool close_entrance(entrance *e)
{
    const uint32_t count = e->count;
    if (count == 0) {
        return true;
    }
    const uint32_t spacing = e->h->portal_spacing * (e->h->space->is_hex ? 2 : 1);
    const uint32_t spans = (count - 1 + spacing - 1) / spacing;
    for (uint32_t k = 0; k <= spans; ++k) {
        const uint32_t even = spans == 0 ? 0 : (2 * k * (count - 1) + spans) / (2 * spans);
        const border_crossing *c = &e->crossings[cheapest_near(e, even, (spacing - 1) / 2)];
        if (!push_node(e, c->x, c->y)) {
            return false;
        }
    }
    e->count = 0;
    return true;
}

/* Adds a crossing: to the entrance if it follows its last one, else to a new one. On either side
 * the cells of an entrance are neighbours in a row; over hexes two crossings share the cell of one
 * side. */
static bool add_crossing(entrance *e, const border_crossing *c)
{
    if (e->count > 0) {
        const border_crossing *last = &e->crossings[e->count - 1];
        const int32_t inside = (c->x - last->x) + (c->y - last->y);
        const int32_t outside = (c->to_x - last->to_x) + (c->to_y - last->to_y);
        const bool is_next = e->h->space->is_hex ? inside + outside == 1 : inside == 1;
        if (!is_next && !close_entrance(e)) {
            return false;
        }
    }
    e->crossings[e->count++] = *c;
    return true;
}

/* True if no path around a diagonal step leads over one of the two cells beside it. */
static bool is_squeeze(const wend_space *space, const border_crossing *c)
{
    const size_t a = (size_t)(c->y + 1) * space->stride + (size_t)(c->to_x + 1);
    const size_t b = (size_t)(c->to_y + 1) * space->stride + (size_t)(c->x + 1);
    return space->costs[a] == WEND_COST_WALL && space->costs[b] == WEND_COST_WALL;
}

/* The crossings out of a cell over the side that (dx, dy) points to. */
static bool cross_cell(entrance *e, const wendi_abstract_rect *rect, int32_t x, int32_t y,
                       int32_t side_x, int32_t side_y)
{
    /* The directions over a side, along it as x and y rise. */
    static const uint8_t over[2][2][3] = {{{WENDI_NORTH_WEST, WENDI_NORTH, WENDI_NORTH_EAST},
                                           {WENDI_SOUTH_WEST, WENDI_SOUTH, WENDI_SOUTH_EAST}},
                                          {{WENDI_NORTH_WEST, WENDI_WEST, WENDI_SOUTH_WEST},
                                           {WENDI_NORTH_EAST, WENDI_EAST, WENDI_SOUTH_EAST}}};
    const wend_space *space = e->h->space;
    const uint32_t slot = (uint32_t)(y + 1) * space->stride + (uint32_t)(x + 1);
    if (space->costs[slot] == WEND_COST_WALL) {
        return true;
    }
    const uint32_t steps = steps_out(space, slot);
    const uint8_t *directions = over[side_x != 0 ? 1 : 0][side_x + side_y > 0 ? 1 : 0];
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t d = directions[k];
        const border_crossing c = {x, y, x + wendi_direction_x(d), y + wendi_direction_y(d)};
        if ((steps >> d & 1) == 0) {
            continue;
        }
        const bool is_beside = side_x != 0 ? c.to_y < rect->y || c.to_y >= rect->y + rect->height
                                           : c.to_x < rect->x || c.to_x >= rect->x + rect->width;
        const bool is_diagonal = !space->is_hex && k != 1;
        bool has_memory = true;
        if (is_beside || is_diagonal) {
            const bool is_needed = space->is_hex || is_squeeze(space, &c);
            has_memory = !is_needed || push_node(e, x, y);
        } else {
            has_memory = add_crossing(e, &c);
        }
        if (!has_memory) {
            return false;
        }
    }
    return true;
}

static bool cross_side(entrance *e, const wendi_abstract_rect *rect, int32_t side_x, int32_t side_y)
{
    const int32_t count = side_x != 0 ? rect->height : rect->width;
    const int32_t x = rect->x + (side_x > 0 ? rect->width - 1 : 0);
    const int32_t y = rect->y + (side_y > 0 ? rect->height - 1 : 0);
    for (int32_t k = 0; k < count; ++k) {
        if (!cross_cell(e, rect, side_x != 0 ? x : x + k, side_x != 0 ? y + k : y, side_x,
                        side_y)) {
            return false;
        }
    }
    return close_entrance(e);
}

static bool add_links(const entrance *e, const wendi_abstract_rect *rect)
{
    const wend_space *space = e->h->space;
    const wendi_space_links *links = &space->links;
    for (int32_t y = rect->y; y < rect->y + rect->height && links->count > 0; ++y) {
        const uint32_t from = (uint32_t)(y + 1) * space->stride + (uint32_t)(rect->x + 1);
        const uint32_t to = from + (uint32_t)rect->width;
        for (uint32_t k = wendi_space_links_first(links, from);
             k < links->count && links->arcs[k].from < to; ++k) {
            if (space->costs[links->arcs[k].from] != WEND_COST_WALL &&
                !wendi_array_u32_push(e->nodes, wendi_space_node(space, links->arcs[k].from))) {
                return false;
            }
        }
        for (uint32_t k = wendi_space_links_end(links, from);
             k < links->end_count && links->ends[k] < to; ++k) {
            if (space->costs[links->ends[k]] != WEND_COST_WALL &&
                !wendi_array_u32_push(e->nodes, wendi_space_node(space, links->ends[k]))) {
                return false;
            }
        }
    }
    return true;
}

/* Sorts by insertion, as they come in a few rising rows, and drops repeated ones. */
static void sort_nodes(wendi_array_u32 *nodes)
{
    size_t count = 0;
    for (size_t k = 0; k < nodes->count; ++k) {
        const uint32_t node = nodes->items[k];
        size_t at = count;
        while (at > 0 && nodes->items[at - 1] > node) {
            --at;
        }
        if (at > 0 && nodes->items[at - 1] == node) {
            continue;
        }
        memmove(nodes->items + at + 1, nodes->items + at, (count - at) * sizeof node);
        nodes->items[at] = node;
        ++count;
    }
    nodes->count = count;
}

static bool find_in_sector(const wend_hierarchy *h, uint32_t region, wendi_array_u32 *nodes)
{
    border_crossing crossings[2 * 128 + 2];
    const wendi_abstract_rect rect = wendi_abstract_region_rect(h, region);
    entrance e = {.h = h, .nodes = nodes, .crossings = crossings};
    if (!cross_side(&e, &rect, 0, -1) || !cross_side(&e, &rect, 0, 1) ||
        !cross_side(&e, &rect, -1, 0) || !cross_side(&e, &rect, 1, 0) || !add_links(&e, &rect)) {
        return false;
    }
    sort_nodes(nodes);
    return true;
}

static bool leads_out(const wend_hierarchy *h, const wendi_space_arcs *arcs, uint32_t node)
{
    const uint32_t *of_node = h->regions.of_node;
    for (uint32_t k = arcs->spans[node].first; k < arcs->spans[node].end; ++k) {
        if (arcs->items[k].cost != WEND_COST_INFINITE &&
            of_node[arcs->items[k].target] != of_node[node]) {
            return true;
        }
    }
    return false;
}

bool wendi_abstract_find_portals(const wend_hierarchy *h, uint32_t region, wendi_array_u32 *nodes)
{
    wendi_array_u32_clear(nodes);
    const wendi_space_graph *net = h->space->net;
    if (net == NULL) {
        return find_in_sector(h, region, nodes);
    }
    const wendi_abstract_regions *r = &h->regions;
    for (uint32_t k = r->first[region]; k < r->first[region + 1]; ++k) {
        const uint32_t node = r->nodes[k];
        if ((leads_out(h, &net->out, node) || leads_out(h, &net->in, node)) &&
            !wendi_array_u32_push(nodes, node)) {
            return false;
        }
    }
    return true;
}

/* ---- arcs ---- */

static bool list_steps(const wend_hierarchy *h, wend_node from, uint32_t region,
                       wendi_abstract_arc_fn take, void *context)
{
    const wend_space *space = h->space;
    const wendi_abstract_rect rect = wendi_abstract_region_rect(h, region);
    const uint32_t slot = wendi_space_slot(space, from);
    const int32_t x = (int32_t)(from % (uint32_t)space->width);
    const int32_t y = (int32_t)(from / (uint32_t)space->width);
    for (uint32_t steps = steps_out(space, slot); steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const int32_t to_x = x + wendi_direction_x(d);
        const int32_t to_y = y + wendi_direction_y(d);
        if (to_x >= rect.x && to_y >= rect.y && to_x < rect.x + rect.width &&
            to_y < rect.y + rect.height) {
            continue;
        }
        const bool is_seam = to_x < 0 || to_y < 0 || to_x >= space->width || to_y >= space->height;
        const uint32_t to = wendi_space_beside(space, slot, d);
        if (!take(context, wendi_space_node(space, to), space->costs[to] * space->steps.lengths[d],
                  is_seam ? WENDI_FOLLOWS_SEAM + d : WENDI_FOLLOWS_LINE)) {
            return false;
        }
    }
    if (space->links.count == 0 || !wendi_space_links_has(&space->links, slot)) {
        return true;
    }
    for (uint32_t k = wendi_space_links_first(&space->links, slot);
         k < space->links.count && space->links.arcs[k].from == slot; ++k) {
        const wendi_link_arc *arc = &space->links.arcs[k];
        if (space->costs[arc->to] != WEND_COST_WALL &&
            !take(context, wendi_space_node(space, arc->to), arc->cost, WENDI_FOLLOWS_LINK + k)) {
            return false;
        }
    }
    return true;
}

bool wendi_abstract_list_arcs(const wend_hierarchy *h, wend_node from, uint32_t region,
                              wendi_abstract_arc_fn take, void *context)
{
    const wendi_space_graph *net = h->space->net;
    if (net == NULL) {
        return list_steps(h, from, region, take, context);
    }
    for (uint32_t k = net->out.spans[from].first; k < net->out.spans[from].end; ++k) {
        const wendi_space_arc *arc = &net->out.items[k];
        if (arc->cost != WEND_COST_INFINITE && h->regions.of_node[arc->target] != region &&
            !take(context, arc->target, arc->cost, arc->edge)) {
            return false;
        }
    }
    return true;
}

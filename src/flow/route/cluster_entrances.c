/* Takes: the parts of a group and of those around it.
 * Gives: its doors: one for each stretch of a side and pair of parts, one for each end of a link.
 * Cost: a look at the windows along its sides. */
#include "flow/route/clusters_private.h"

#include <string.h>

enum {
    STRETCH = 8,      /* Sectors along a side that share doors. */
    COSTS_UNKNOWN = 1 /* What a door costs from itself before its row is worked out. */
};

static bool add_opening(wendi_clusters *g, const wendi_cluster_side_portal *opening)
{
    void *openings = g->openings;
    const bool has_room = wendi_grow_items(&g->allocator, &openings, &g->opening_capacity,
                                           g->opening_count, sizeof g->openings[0]);
    g->openings = openings;
    if (has_room) {
        g->openings[g->opening_count++] = *opening;
    }
    return has_room;
}

static bool add_door(wendi_clusters *g, const wendi_cluster_side_portal *opening, uint32_t side)
{
    void *doors = g->doors;
    const bool has_room = wendi_grow_items(&g->allocator, &doors, &g->door_capacity, g->door_count,
                                           sizeof g->doors[0]);
    g->doors = doors;
    if (has_room) {
        g->doors[g->door_count++] = (wendi_cluster_entrance){opening->sector, opening->part,
                                                             opening->window, (uint8_t)side};
    }
    return has_room;
}

/* Sectors along a side: the i-th of this group, and the one behind it in the group there. */
static void along(const wendi_cluster_bounds *place, const wendi_cluster_bounds *behind,
                  uint32_t side, int32_t i, uint32_t *local, uint32_t *other)
{
    const bool is_row = side == WENDI_SIDE_NORTH || side == WENDI_SIDE_SOUTH;
    const bool is_far = side == WENDI_SIDE_EAST || side == WENDI_SIDE_SOUTH;
    const int32_t x = is_row ? i : is_far ? place->sectors_x - 1 : 0;
    const int32_t y = !is_row ? i : is_far ? place->sectors_y - 1 : 0;
    const int32_t to_x = is_row ? i : is_far ? 0 : behind->sectors_x - 1;
    const int32_t to_y = !is_row ? i : is_far ? 0 : behind->sectors_y - 1;
    *local = (uint32_t)(y * place->sectors_x + x);
    *other = (uint32_t)(to_y * behind->sectors_x + to_x);
}

/* Lists the windows of a side with the parts they join. */
static bool list_side(wendi_clusters *g, const wendi_cluster_bounds *place,
                      const wendi_cluster_page *page, const wendi_cluster_page *behind,
                      uint32_t side)
{
    const wendi_cluster_bounds there = wendi_cluster_bounds_of(g, behind->group);
    const bool is_row = side == WENDI_SIDE_NORTH || side == WENDI_SIDE_SOUTH;
    const int32_t count = is_row ? place->sectors_x : place->sectors_y;
    g->opening_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        uint32_t local = 0;
        uint32_t other = 0;
        along(place, &there, side, i, &local, &other);
        const uint32_t sector = wendi_cluster_sector(place, local);
        const wendi_sector_portals *portals = &g->pages[local];
        for (uint32_t w = portals->first[side]; w < portals->first[side + 1]; ++w) {
            uint32_t across = 0;
            (void)wendi_portal_graph_opposite(g->store->portals, sector, w, &across);
            const wendi_cluster_side_portal opening = {
                sector,
                wendi_cluster_component_of(page, local, w),
                wendi_cluster_component_of(behind, other, across),
                (uint32_t)i / STRETCH,
                WENDI_CLUSTER_NONE,
                (uint8_t)w};
            if (!add_opening(g, &opening)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_same_door(const wendi_cluster_side_portal *a, const wendi_cluster_side_portal *b)
{
    return a->part == b->part && a->behind == b->behind && a->stretch == b->stretch;
}

/* Makes one door of all openings that lead the same way as the first of them. */
static bool merge(wendi_clusters *g, size_t first, uint32_t side)
{
    const wendi_cluster_side_portal *openings = g->openings;
    uint32_t count = 0;
    for (size_t i = first; i < g->opening_count; ++i) {
        count += is_same_door(&openings[i], &openings[first]);
    }
    uint32_t left = count / 2 + 1;
    size_t middle = first;
    for (size_t i = first; i < g->opening_count; ++i) {
        if (is_same_door(&openings[i], &openings[first])) {
            g->openings[i].door = 0;
            --left;
            middle = left == 0 ? i : middle;
        }
    }
    return add_door(g, &openings[middle], side);
}

static bool side_doors(wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t index,
                       uint32_t side)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t beside =
        wendi_clusters_neighbour(g, g->store->pages[index].group, columns[side], rows[side]);
    if (beside == WENDI_CLUSTER_NONE) {
        return true;
    }
    /* The groups around were worked out when it was asked whether the old doors hold. */
    const uint32_t other = wendi_key_table_find(&g->store->index, beside);
    if (!list_side(g, place, &g->store->pages[index], &g->store->pages[other], side)) {
        return false;
    }
    for (size_t i = 0; i < g->opening_count; ++i) {
        if (g->openings[i].door == WENDI_CLUSTER_NONE && !merge(g, i, side)) {
            return false;
        }
    }
    return true;
}

/* Ends of links of one direction, all of them. */
static bool link_doors(wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t index,
                       uint32_t side)
{
    const uint32_t count = (uint32_t)(place->sectors_x * place->sectors_y);
    for (uint32_t local = 0; local < count; ++local) {
        const wendi_sector_portals *portals = &g->pages[local];
        for (uint32_t w = portals->first[side]; w < portals->first[side + 1]; ++w) {
            const wendi_cluster_side_portal opening = {
                wendi_cluster_sector(place, local),
                wendi_cluster_component_of(&g->store->pages[index], local, w),
                0,
                0,
                0,
                (uint8_t)w};
            if (!add_door(g, &opening, side)) {
                return false;
            }
        }
    }
    return true;
}

/* Is the group one page over and over, with the doors of the last such group? */
static bool is_like_plain(wendi_clusters *g, const wendi_cluster_bounds *place)
{
    const uint32_t sectors = (uint32_t)(place->sectors_x * place->sectors_y);
    const wendi_cluster_page *plain = &g->store->pages[g->plain];
    if (g->plain_costs != g->pages[0].costs || g->plain_x != place->sectors_x ||
        g->plain_y != place->sectors_y || plain->door_count != g->door_count) {
        return false;
    }
    const wendi_cluster_bounds there = wendi_cluster_bounds_of(g, plain->group);
    bool is_like = true;
    for (uint32_t i = 0; i < sectors; ++i) {
        is_like = is_like && g->pages[i].costs == g->plain_costs;
    }
    for (uint32_t i = 0; i < g->door_count; ++i) {
        is_like =
            is_like && plain->doors[i].window == g->doors[i].window &&
            plain->doors[i].sector - there.first_sector == g->doors[i].sector - place->first_sector;
    }
    return is_like;
}

/* Finds a group whose costs are the same, or offers this one to others. */
static uint32_t find_like(wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t index)
{
    if (g->plain != WENDI_CLUSTER_NONE && is_like_plain(g, place)) {
        return g->plain;
    }
    for (int32_t i = 1; i < place->sectors_x * place->sectors_y; ++i) {
        if (g->pages[i].costs != g->pages[0].costs) {
            return WENDI_CLUSTER_NONE;
        }
    }
    g->plain = index;
    g->plain_costs = g->pages[0].costs;
    g->plain_x = place->sectors_x;
    g->plain_y = place->sectors_y;
    return WENDI_CLUSTER_NONE;
}

bool wendi_cluster_find_entrances(wendi_clusters *g, uint32_t index)
{
    wendi_cluster_page *page = &g->store->pages[index];
    const wendi_cluster_bounds place = wendi_cluster_bounds_of(g, page->group);
    (void)wendi_cluster_read_sectors(g, &place);
    g->door_count = 0;
    for (uint32_t side = 0; side < WENDI_BLOCKED_ARCS; ++side) {
        page->first[side] = (uint32_t)g->door_count;
        if (!(side < WENDI_SIDE_LINK_OUT ? side_doors(g, &place, index, side)
                                         : link_doors(g, &place, index, side))) {
            return false;
        }
    }
    const size_t count = g->door_count;
    page->first[WENDI_BLOCKED_ARCS] = (uint32_t)count;
    wendi_cluster_entrance *doors = wendi_alloc(&g->allocator, count * sizeof *doors);
    uint32_t *costs = wendi_alloc(&g->allocator, count * count * sizeof *costs);
    if (count > 0 && (doors == NULL || costs == NULL)) {
        wendi_free(&g->allocator, doors, count * sizeof *doors);
        wendi_free(&g->allocator, costs, count * count * sizeof *costs);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        doors[i] = g->doors[i];
        costs[i * count + i] = COSTS_UNKNOWN;
    }
    page->doors = doors;
    page->costs = costs;
    page->door_count = (uint32_t)count;
    page->doors_made = wendi_portal_graph_stamp(g->store->portals);
    page->has_doors = true;
    page->like = find_like(g, &place, index);
    page->begun = g->begun;
    return true;
}

wend_result wendi_clusters_get_costs(wendi_clusters *g, uint32_t group, uint32_t door,
                                     const uint32_t **costs)
{
    wendi_cluster_page *page = &g->store->pages[wendi_key_table_find(&g->store->index, group)];
    if (page->begun == g->begun && page->like != WENDI_CLUSTER_NONE) {
        page = &g->store->pages[page->like];
    }
    uint32_t *row = page->costs + (size_t)door * page->door_count;
    *costs = row;
    if (row[door] == COSTS_UNKNOWN) {
        const wendi_cluster_bounds place = wendi_cluster_bounds_of(g, page->group);
        (void)wendi_cluster_read_sectors(g, &place);
        if (!wendi_cluster_find_costs(g, &place, page, door, row)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

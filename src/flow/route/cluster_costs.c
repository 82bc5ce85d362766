/* Takes: the sectors of a group that were read.
 * Gives: what it costs to get to one door from the others inside of it.
 * Cost: a search over the group's windows. */
#include "flow/route/clusters_private.h"

#include <string.h>

/* A window by its number among those of the group. */
static uint32_t sector_of(const wendi_clusters *g, uint32_t sectors, uint32_t at)
{
    uint32_t low = 0;
    uint32_t high = sectors;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        low = g->offsets[middle] <= at ? middle : low;
        high = g->offsets[middle] <= at ? high : middle;
    }
    return low;
}

static uint32_t local_of(const wendi_cluster_bounds *place, uint32_t sector)
{
    const uint32_t from_first = sector - place->first_sector;
    return from_first / place->sector_row * (uint32_t)place->sectors_x +
           from_first % place->sector_row;
}

/* Who leaves by a window came from the others of its sector, and into those from behind. */
static bool look_back(wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t local,
                      uint32_t window)
{
    const wendi_sector_portals *page = &g->pages[local];
    const uint32_t base = g->offsets[local];
    const uint32_t *costs = page->costs + (size_t)window * page->window_count;
    const uint64_t left = g->leave.items[base + window];
    for (uint32_t v = 0; v < page->window_count; ++v) {
        if (costs[v] == WENDI_PORTAL_UNCONNECTED || left + costs[v] >= g->stand.items[base + v]) {
            continue;
        }
        g->stand.items[base + v] = left + costs[v];
        const uint32_t twin = wendi_cluster_opposite_portal(g, place, local, v);
        if (twin == WENDI_CLUSTER_NONE || v == window) {
            continue;
        }
        const uint64_t cost =
            left + costs[v] + (uint64_t)WENDI_FLOW_STRAIGHT * page->windows[v].cost;
        if (cost < g->leave.items[twin]) {
            g->leave.items[twin] = cost;
            if (!wendi_open_list_push(&g->queue, &g->allocator,
                                      wendi_open_entry_make(cost, 0, twin))) {
                return false;
            }
        }
    }
    return true;
}

/* Costs of leaving the group by one door, from the portals of all windows. */
static bool search_from(wendi_clusters *g, const wendi_cluster_bounds *place,
                        const wendi_cluster_entrance *door)
{
    const uint32_t sectors = (uint32_t)(place->sectors_x * place->sectors_y);
    const uint32_t windows = g->offsets[sectors];
    const uint32_t first = g->offsets[local_of(place, door->sector)] + door->window;
    memset(g->leave.items, 0xFF, windows * sizeof g->leave.items[0]);
    memset(g->stand.items, 0xFF, windows * sizeof g->stand.items[0]);
    g->leave.items[first] = 0;
    g->queue.count = 0;
    if (!wendi_open_list_push(&g->queue, &g->allocator, wendi_open_entry_make(0, 0, first))) {
        return false;
    }
    while (g->queue.count > 0) {
        const wendi_open_entry entry = g->queue.items[0];
        const uint32_t at = wendi_open_entry_node(&entry);
        wendi_open_list_pop(&g->queue);
        const uint32_t local = sector_of(g, sectors, at);
        if (entry.key == g->leave.items[at] &&
            !look_back(g, place, local, at - g->offsets[local])) {
            return false;
        }
    }
    return true;
}

static uint32_t saturated(uint64_t cost)
{
    return cost < WENDI_PORTAL_UNCONNECTED - 1 ? (uint32_t)cost : WENDI_PORTAL_UNCONNECTED - 1;
}

bool wendi_cluster_find_costs(wendi_clusters *g, const wendi_cluster_bounds *place,
                              const wendi_cluster_page *page, uint32_t to, uint32_t *costs)
{
    const size_t windows = g->offsets[place->sectors_x * place->sectors_y];
    if (!wendi_array_u64_resize(&g->leave, windows) ||
        !wendi_array_u64_resize(&g->stand, windows) || !search_from(g, place, &page->doors[to])) {
        return false;
    }
    for (uint32_t from = 0; from < page->door_count; ++from) {
        const wendi_cluster_entrance *door = &page->doors[from];
        const uint64_t cost =
            g->stand.items[g->offsets[local_of(place, door->sector)] + door->window];
        costs[from] = cost == UINT64_MAX ? WENDI_PORTAL_UNCONNECTED : saturated(cost);
    }
    return true;
}

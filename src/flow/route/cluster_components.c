/* Takes: the sectors of a group.
 * Gives: the parts that hang together inside of it.
 * Cost: a look at each window and the first one it is connected to. */
#include "base/core/union_find.h"
#include "flow/route/clusters_private.h"

#include <string.h>

uint32_t wendi_cluster_read_sectors(wendi_clusters *g, const wendi_cluster_bounds *place)
{
    const uint32_t count = (uint32_t)(place->sectors_x * place->sectors_y);
    uint32_t windows = 0;
    for (uint32_t i = 0; i < count; ++i) {
        g->pages[i] = wendi_portal_graph_sector(g->store->portals, wendi_cluster_sector(place, i));
        g->offsets[i] = windows;
        windows += g->pages[i].window_count;
    }
    g->offsets[count] = windows;
    return windows;
}

uint32_t wendi_cluster_opposite_portal(const wendi_clusters *g, const wendi_cluster_bounds *place,
                                       uint32_t local, uint32_t window)
{
    static const int32_t columns[4] = {0, 1, 0, -1};
    static const int32_t rows[4] = {-1, 0, 1, 0};
    const uint32_t side = g->pages[local].windows[window].side;
    if (side >= WENDI_SIDE_LINK_OUT) {
        return WENDI_CLUSTER_NONE;
    }
    const int32_t column = (int32_t)local % place->sectors_x + columns[side];
    const int32_t row = (int32_t)local / place->sectors_x + rows[side];
    if (column < 0 || row < 0 || column >= place->sectors_x || row >= place->sectors_y) {
        return WENDI_CLUSTER_NONE;
    }
    const uint32_t behind = (uint32_t)(row * place->sectors_x + column);
    return g->offsets[behind] + g->pages[behind].first[side ^ 2] + window -
           g->pages[local].first[side];
}

/* What hangs together in one sector, and behind its sides. */
static void join_sector(wendi_clusters *g, const wendi_cluster_bounds *place, uint32_t local)
{
    const wendi_sector_portals *page = &g->pages[local];
    uint32_t *roots = g->roots.items;
    for (uint32_t w = 0; w < page->window_count; ++w) {
        const uint32_t *costs = page->costs + (size_t)w * page->window_count;
        uint32_t v = 0;
        while (v < w && costs[v] == WENDI_PORTAL_UNCONNECTED) {
            ++v;
        }
        wendi_union_find_join(roots, g->offsets[local] + v, g->offsets[local] + w);
        const uint32_t twin = wendi_cluster_opposite_portal(g, place, local, w);
        if (twin != WENDI_CLUSTER_NONE) {
            wendi_union_find_join(roots, twin, g->offsets[local] + w);
        }
    }
}

/* Replaces roots by numbers in the order they come. @return how many parts. */
static uint32_t number_parts(uint32_t *roots, uint32_t windows)
{
    uint32_t parts = 0;
    for (uint32_t i = 0; i < windows; ++i) {
        roots[i] = roots[i] == i ? i : wendi_union_find_root(roots, i);
    }
    for (uint32_t i = 0; i < windows; ++i) {
        /* A root is the lowest of its part: it has its number before the others ask. */
        roots[i] = roots[i] == i ? parts++ : roots[roots[i]];
    }
    return parts;
}

bool wendi_cluster_find_components(wendi_clusters *g, const wendi_cluster_bounds *place,
                                   wendi_cluster_page *page)
{
    const uint32_t sectors = (uint32_t)(place->sectors_x * place->sectors_y);
    const uint32_t windows = wendi_cluster_read_sectors(g, place);
    if (!wendi_array_u32_resize(&g->roots, windows)) {
        return false;
    }
    for (uint32_t i = 0; i < windows; ++i) {
        g->roots.items[i] = i;
    }
    for (uint32_t local = 0; local < sectors; ++local) {
        join_sector(g, place, local);
    }
    if (number_parts(g->roots.items, windows) <= 1) {
        return true;
    }
    uint32_t *parts = wendi_alloc(&g->allocator, (size_t)(sectors + windows) * sizeof *parts);
    if (parts == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < sectors; ++i) {
        parts[i] = sectors + g->offsets[i];
    }
    memcpy(parts + sectors, g->roots.items, windows * sizeof *parts);
    page->parts = parts;
    page->part_words = sectors + windows;
    return true;
}

uint32_t wendi_cluster_component_of(const wendi_cluster_page *page, uint32_t local, uint32_t window)
{
    return page->parts == NULL ? 0 : page->parts[page->parts[local] + window];
}

/* The layout of a hierarchy: portals in a row, arcs between them, components, and which portals
 * lead out of groups.
 * Cost: 100 ns a portal. */
#include "base/core/union_find.h"
#include "route/hierarchy/hierarchy.h"

#include <string.h>

void wendi_abstract_layout_destroy(wendi_abstract_layout *layout, const wend_hierarchy *h)
{
    const wend_allocator *a = &h->allocator;
    const size_t portals = layout->portal_count;
    wendi_free(a, layout->first,
               layout->first != NULL ? ((size_t)layout->region_count + 1) * sizeof(uint32_t) : 0);
    wendi_free(a, layout->nodes, portals * sizeof(uint32_t));
    wendi_free(a, layout->regions, portals * sizeof(uint32_t));
    wendi_free(a, layout->components, portals * sizeof(uint32_t));
    wendi_free(a, layout->arc_first,
               layout->arc_first != NULL ? (portals + 1) * sizeof(uint32_t) : 0);
    wendi_free(a, layout->arcs, layout->arc_count * sizeof layout->arcs[0]);
    for (uint32_t level = 1; level < h->level_count; ++level) {
        wendi_abstract_borders *b = &layout->borders[level];
        const size_t cells = (size_t)h->levels[level].cell_count + 1;
        wendi_free(a, b->first, b->first != NULL ? cells * sizeof(uint32_t) : 0);
        wendi_free(a, b->portals,
                   b->portals != NULL ? ((size_t)b->count + 1) * sizeof(uint32_t) : 0);
        wendi_free(a, b->ranks, b->ranks != NULL ? (portals + 1) * sizeof(uint32_t) : 0);
    }
    memset(layout, 0, sizeof *layout);
}

size_t wendi_abstract_layout_bytes(const wend_hierarchy *h)
{
    const wendi_abstract_layout *layout = &h->layout;
    if (layout->first == NULL) {
        return 0;
    }
    size_t bytes = ((size_t)layout->region_count + 1) * sizeof(uint32_t) +
                   (4 * (size_t)layout->portal_count + 1) * sizeof(uint32_t) +
                   layout->arc_count * sizeof layout->arcs[0];
    for (uint32_t level = 1; level < h->level_count; ++level) {
        bytes += ((size_t)h->levels[level].cell_count + 1 + layout->borders[level].count +
                  layout->portal_count + 2) *
                 sizeof(uint32_t);
    }
    return bytes;
}

uint32_t wendi_abstract_portal_at(const wendi_abstract_layout *layout, uint32_t region,
                                  wend_node node)
{
    uint32_t low = layout->first[region];
    uint32_t high = layout->first[region + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (layout->nodes[middle] < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < layout->first[region + 1] && layout->nodes[low] == node ? low
                                                                         : WENDI_ABSTRACT_NONE;
}

/* ---- making ---- */

static bool list_portals(wendi_abstract_layout *made, const wend_hierarchy *h)
{
    const wend_allocator *a = &h->allocator;
    const uint32_t regions = h->regions.count;
    made->region_count = regions;
    made->first = wendi_alloc_items(a, (size_t)regions + 1, sizeof(uint32_t));
    if (made->first == NULL) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t r = 0; r < regions; ++r) {
        made->first[r] = count;
        count += h->levels[0].blocks[r].count;
    }
    made->first[regions] = count;
    made->portal_count = count;
    made->arc_first = wendi_alloc_items(a, (size_t)count + 1, sizeof(uint32_t));
    if (made->arc_first == NULL) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    made->nodes = wendi_alloc_items(a, count, sizeof(uint32_t));
    made->regions = wendi_alloc_items(a, count, sizeof(uint32_t));
    made->components = wendi_alloc_items(a, count, sizeof(uint32_t));
    if (made->nodes == NULL || made->regions == NULL || made->components == NULL) {
        return false;
    }
    for (uint32_t r = 0; r < regions; ++r) {
        const wendi_abstract_block *block = &h->levels[0].blocks[r];
        for (uint32_t k = 0; k < block->count; ++k) {
            const uint32_t portal = made->first[r] + k;
            made->nodes[portal] = block->nodes[k];
            made->regions[portal] = r;
            made->components[portal] = made->first[r] + block->joined[k];
        }
    }
    return true;
}

/* Counts arcs, or lists them where they have a place. */
typedef struct arc_list {
    const wend_hierarchy *h;
    wendi_abstract_layout *layout;
    uint32_t from;
    uint32_t count;
} arc_list;

static bool take_arc(void *context, wend_node to, uint64_t cost, uint32_t follows)
{
    arc_list *list = context;
    const uint32_t region = wendi_abstract_region_of(list->h, to);
    const uint32_t target = wendi_abstract_portal_at(list->layout, region, to);
    if (target == WENDI_ABSTRACT_NONE) {
        return true;
    }
    if (list->layout->arcs != NULL) {
        list->layout->arcs[list->count] = (wendi_abstract_arc){cost, target, follows};
        wendi_union_find_join(list->layout->components, list->from, target);
    }
    ++list->count;
    return true;
}

static uint32_t list_arcs(wendi_abstract_layout *made, const wend_hierarchy *h)
{
    arc_list list = {.h = h, .layout = made};
    for (uint32_t portal = 0; portal < made->portal_count; ++portal) {
        made->arc_first[portal] = list.count;
        list.from = portal;
        (void)wendi_abstract_list_arcs(h, made->nodes[portal], made->regions[portal], take_arc,
                                       &list);
    }
    made->arc_first[made->portal_count] = list.count;
    return list.count;
}

/* True if an arc leads out of, or into, the portal's cell of a level. Arcs into portals are those
 * out of others, so all ends are marked. */
static void mark_borders(const wendi_abstract_layout *made, const wend_hierarchy *h, uint32_t level,
                         uint32_t *ranks)
{
    memset(ranks, 0xFF, made->portal_count * sizeof ranks[0]);
    for (uint32_t portal = 0; portal < made->portal_count; ++portal) {
        const uint32_t cell = h->levels[level].cells[made->regions[portal]];
        for (uint32_t k = made->arc_first[portal]; k < made->arc_first[portal + 1]; ++k) {
            const uint32_t target = made->arcs[k].target;
            if (h->levels[level].cells[made->regions[target]] != cell) {
                ranks[portal] = 0;
                ranks[target] = 0;
            }
        }
    }
}

static bool list_borders(wendi_abstract_layout *made, const wend_hierarchy *h, uint32_t level)
{
    const wend_allocator *a = &h->allocator;
    wendi_abstract_borders *b = &made->borders[level];
    const wendi_abstract_level *l = &h->levels[level];
    b->first = wendi_alloc_items(a, (size_t)l->cell_count + 1, sizeof(uint32_t));
    b->ranks = wendi_alloc_items(a, (size_t)made->portal_count + 1, sizeof(uint32_t));
    if (b->first == NULL || b->ranks == NULL) {
        return false;
    }
    uint32_t count = 0;
    mark_borders(made, h, level, b->ranks);
    for (uint32_t portal = 0; portal < made->portal_count; ++portal) {
        count += b->ranks[portal] == 0 ? 1 : 0;
    }
    b->portals = wendi_alloc_items(a, (size_t)count + 1, sizeof(uint32_t));
    if (b->portals == NULL) {
        return false;
    }
    b->count = count;
    uint32_t at = 0;
    uint32_t portal = 0;
    for (uint32_t cell = 0; cell < l->cell_count; ++cell) {
        b->first[cell] = at;
        for (; portal < made->first[l->first[cell + 1]]; ++portal) {
            if (b->ranks[portal] == 0) {
                b->ranks[portal] = at - b->first[cell];
                b->portals[at++] = portal;
            }
        }
    }
    b->first[l->cell_count] = at;
    return true;
}

static bool make(wendi_abstract_layout *made, const wend_hierarchy *h)
{
    if (!list_portals(made, h)) {
        return false;
    }
    const uint32_t arcs = list_arcs(made, h);
    if (arcs > 0) {
        made->arcs = wendi_alloc_items(&h->allocator, arcs, sizeof made->arcs[0]);
        if (made->arcs == NULL) {
            return false;
        }
        made->arc_count = arcs;
        (void)list_arcs(made, h);
    }
    for (uint32_t portal = 0; portal < made->portal_count; ++portal) {
        made->components[portal] = wendi_union_find_root(made->components, portal);
    }
    for (uint32_t level = 1; level < h->level_count; ++level) {
        if (!list_borders(made, h, level)) {
            return false;
        }
    }
    return true;
}

wend_result wendi_abstract_join(wend_hierarchy *h)
{
    wendi_abstract_layout made;
    memset(&made, 0, sizeof made);
    if (!make(&made, h)) {
        wendi_abstract_layout_destroy(&made, h);
        return WEND_ERROR_MEMORY;
    }
    wendi_abstract_layout_destroy(&h->layout, h);
    h->layout = made;
    ++h->version;
    return WEND_OK;
}

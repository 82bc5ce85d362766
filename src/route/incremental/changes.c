/* What changed in the world since the last update: a copy of the costs is compared with those of the
 * space, which finds changes of any cause.
 * Cost: reading a byte a cell, or 8 an arc: some 50 us for a million cells. */
#include "base/core/memory.h"
#include "route/incremental/incremental.h"

#include <string.h>

enum { BYTES_A_STEP = 4096 };

static bool has_same_links(const wend_incremental *incremental)
{
    const wendi_space_links *links = &incremental->space->links;
    const wendi_incremental_seen *seen = &incremental->seen;
    bool is_same = links->count == seen->link_count;
    for (uint32_t i = 0; i < links->count && is_same; i++) {
        const wendi_link_arc *a = &links->arcs[i];
        const wendi_link_arc *b = &seen->links[i];
        is_same = a->from == b->from && a->to == b->to && a->cost == b->cost;
    }
    return is_same;
}

bool wendi_incremental_is_other_world(const wend_incremental *incremental)
{
    const wend_space *space = incremental->space;
    const wendi_incremental_seen *seen = &incremental->seen;
    return seen->layout_count != space->layout_count ||
           wendi_incremental_scale(incremental) < seen->scale ||
           (space->net == NULL ? !has_same_links(incremental)
                               : seen->arc_count != space->net->out.count);
}

static bool see_links(wend_incremental *incremental)
{
    const wendi_space_links *links = &incremental->space->links;
    wendi_incremental_seen *seen = &incremental->seen;
    if (links->count > seen->link_capacity) {
        wendi_link_arc *made = wendi_resize_items(&incremental->allocator, seen->links,
                                                  seen->link_capacity, links->count, sizeof *made);
        if (made == NULL) {
            return false;
        }
        seen->links = made;
        seen->link_capacity = links->count;
    }
    for (uint32_t i = 0; i < links->count; i++) {
        seen->links[i] = links->arcs[i];
    }
    seen->link_count = links->count;
    return true;
}

static bool see_arcs(wend_incremental *incremental)
{
    const wendi_space_arcs *arcs = &incremental->space->net->out;
    wendi_incremental_seen *seen = &incremental->seen;
    if (arcs->count > seen->arc_capacity) {
        uint64_t *made = wendi_resize_items(&incremental->allocator, seen->arcs, seen->arc_capacity,
                                            arcs->count, sizeof *made);
        if (made == NULL) {
            return false;
        }
        seen->arcs = made;
        seen->arc_capacity = arcs->count;
    }
    for (uint32_t i = 0; i < arcs->count; i++) {
        seen->arcs[i] = arcs->items[i].cost;
    }
    seen->arc_count = arcs->count;
    return true;
}

static bool see_cells(wend_incremental *incremental)
{
    const wend_space *space = incremental->space;
    wendi_incremental_seen *seen = &incremental->seen;
    if (seen->costs == NULL) {
        seen->costs = wendi_alloc(&incremental->allocator, space->slot_count);
    }
    if (seen->costs == NULL) {
        return false;
    }
    memcpy(seen->costs, space->costs, space->slot_count);
    return see_links(incremental);
}

bool wendi_incremental_see(wend_incremental *incremental)
{
    const wend_space *space = incremental->space;
    if (!wendi_incremental_reserve_steps(incremental) ||
        !(space->net != NULL ? see_arcs(incremental) : see_cells(incremental))) {
        return false;
    }
    incremental->seen.layout_count = space->layout_count;
    incremental->seen.update_count = space->update_count;
    incremental->seen.scale = wendi_incremental_scale(incremental);
    return true;
}

/* Lists the cells that differ in a part of the map; those in the frame are copies. */
static bool compare_cells(wend_incremental *incremental, uint32_t first, uint32_t end)
{
    const wend_space *space = incremental->space;
    uint8_t *seen = incremental->seen.costs;
    if (memcmp(seen + first, space->costs + first, end - first) == 0) {
        return true;
    }
    for (uint32_t slot = first; slot < end; slot++) {
        if (seen[slot] == space->costs[slot]) {
            continue;
        }
        const uint32_t py = slot / space->stride;
        const uint32_t px = slot - py * space->stride;
        const bool is_cell =
            px >= 1 && px <= (uint32_t)space->width && py >= 1 && py <= (uint32_t)space->height;
        if (is_cell && !wendi_array_u32_push(&incremental->changed, slot)) {
            return false;
        }
        seen[slot] = space->costs[slot];
    }
    return true;
}

/* Lists the nodes that arcs lead out of whose costs differ. */
static bool compare_arcs(wend_incremental *incremental, uint32_t first, uint32_t end)
{
    const wendi_space_graph *net = incremental->space->net;
    uint64_t *seen = incremental->seen.arcs;
    for (uint32_t i = first; i < end; i++) {
        if (seen[i] == net->out.items[i].cost) {
            continue;
        }
        if (!wendi_array_u32_push(&incremental->changed,
                                  wendi_graph_arc_source(net, &net->out.items[i]))) {
            return false;
        }
        seen[i] = net->out.items[i].cost;
    }
    return true;
}

wend_result wendi_incremental_compare(wend_incremental *incremental, uint64_t *steps)
{
    const wend_space *space = incremental->space;
    const uint32_t count = space->net != NULL ? incremental->seen.arc_count : space->slot_count;
    const uint32_t part = space->net != NULL ? (uint32_t)BYTES_A_STEP / 8 : (uint32_t)BYTES_A_STEP;
    for (; incremental->compared<count && * steps> 0; --*steps) {
        const uint32_t first = incremental->compared;
        const uint32_t end = count - first < part ? count : first + part;
        if (!(space->net != NULL ? compare_arcs(incremental, first, end)
                                 : compare_cells(incremental, first, end))) {
            return WEND_ERROR_MEMORY;
        }
        incremental->compared = end;
    }
    return incremental->compared == count ? WEND_OK : WEND_IN_PROGRESS;
}

void wendi_incremental_seen_free(wend_incremental *incremental)
{
    const wend_allocator *a = &incremental->allocator;
    wendi_incremental_seen *seen = &incremental->seen;
    wendi_free(a, seen->costs, seen->costs != NULL ? incremental->space->slot_count : 0);
    wendi_free(a, seen->arcs, seen->arc_capacity * sizeof *seen->arcs);
    wendi_free(a, seen->links, seen->link_capacity * sizeof *seen->links);
}

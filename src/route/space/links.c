/* The link arcs of a grid that an agent of a movement class and team can use, by the slots they
 * lead out of.
 * Cost: sorting the links, when they changed; otherwise nothing. */
#include "route/space/links.h"

#include "base/core/sort.h"
#include "world/layers/link.h"

#include <string.h>

static size_t has_words(uint32_t slot_count)
{
    return slot_count / 64 + 1;
}

/* True if arc a precedes arc b. */
static bool is_before(const wendi_link_arc *a, const wendi_link_arc *b)
{
    if (a->from != b->from) {
        return a->from < b->from;
    }
    return a->to != b->to ? a->to < b->to : a->edge < b->edge;
}

static void sift_down(wendi_link_arc *arcs, uint32_t count, uint32_t at)
{
    const wendi_link_arc moving = arcs[at];
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_before(&arcs[child], &arcs[child + 1]);
        if (!is_before(&moving, &arcs[child])) {
            break;
        }
        arcs[at] = arcs[child];
        at = child;
    }
    arcs[at] = moving;
}

static void sort_arcs(wendi_link_arc *arcs, uint32_t count)
{
    for (uint32_t at = count / 2; at-- > 0;) {
        sift_down(arcs, count, at);
    }
    for (uint32_t left = count; left > 1; --left) {
        const wendi_link_arc last = arcs[left - 1];
        arcs[left - 1] = arcs[0];
        arcs[0] = last;
        sift_down(arcs, left - 1, 0);
    }
}

/* Writes the arcs of a link and counts them; arcs NULL: only counts. */
static uint32_t put_arcs(const wendi_link *link, uint32_t edge, uint32_t width,
                         wendi_link_arc *arcs)
{
    const uint32_t stride = width + 2;
    const uint32_t from = (link->from / width + 1) * stride + link->from % width + 1;
    const uint32_t to = (link->to / width + 1) * stride + link->to % width + 1;
    if (arcs != NULL) {
        arcs[0] = (wendi_link_arc){from, to, link->cost, edge, link->behaviour, 0};
        if (link->is_two_way) {
            arcs[1] = (wendi_link_arc){to, from, link->cost, edge, link->behaviour, 0};
        }
    }
    return link->is_two_way ? 2 : 1;
}

/* All arcs for the agent, unsorted; arcs NULL: only counts. */
static uint32_t collect(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                        uint32_t width, wendi_link_arc *arcs)
{
    const uint32_t slots = wendi_links_slot_count(grid);
    uint32_t count = 0;
    for (uint32_t index = 0; index < slots; ++index) {
        const wendi_link *link = wendi_link_at(grid, index);
        if (link != NULL && wendi_link_is_usable(link, movement_class, team)) {
            count += put_arcs(link, index, width, arcs == NULL ? NULL : arcs + count);
        }
    }
    return count;
}

/* Room for a number of arcs and, if any, for the bits. */
static bool reserve(wendi_space_links *links, uint32_t count, const wend_allocator *allocator)
{
    if (count > links->capacity) {
        wendi_link_arc *arcs = wendi_alloc(allocator, count * sizeof arcs[0]);
        uint32_t *ends = wendi_alloc(allocator, 2 * (size_t)count * sizeof ends[0]);
        if (arcs == NULL || ends == NULL) {
            wendi_free(allocator, arcs, count * sizeof arcs[0]);
            wendi_free(allocator, ends, 2 * (size_t)count * sizeof ends[0]);
            return false;
        }
        /* The old ones are still read, to clear their bits. */
        if (links->count > 0) {
            memcpy(arcs, links->arcs, links->count * sizeof arcs[0]);
        }
        wendi_free(allocator, links->arcs, links->capacity * sizeof arcs[0]);
        wendi_free(allocator, links->ends, 2 * (size_t)links->capacity * sizeof ends[0]);
        links->arcs = arcs;
        links->ends = ends;
        links->capacity = count;
    }
    if (count > 0 && links->has == NULL) {
        links->has =
            wendi_alloc_zero(allocator, has_words(links->slot_count) * sizeof links->has[0]);
    }
    return count == 0 || links->has != NULL;
}

/* The slots arcs lead to, each once. */
static void list_ends(wendi_space_links *links)
{
    for (uint32_t k = 0; k < links->count; ++k) {
        links->ends[k] = links->arcs[k].to;
    }
    wendi_sort_u32(links->ends, links->ends + links->count, links->count);
    links->end_count = 0;
    for (uint32_t k = 0; k < links->count; ++k) {
        if (k == 0 || links->ends[k] != links->ends[links->end_count - 1]) {
            links->ends[links->end_count++] = links->ends[k];
        }
    }
    for (uint32_t k = 0; k < links->count; ++k) {
        links->arcs[k].end = wendi_space_links_end(links, links->arcs[k].to);
    }
}

static void mark_all(wendi_space_links *links, bool has)
{
    for (uint32_t k = 0; k < links->count; ++k) {
        const uint32_t slot = links->arcs[k].from;
        const uint64_t bit = (uint64_t)1 << (slot % 64);
        links->has[slot / 64] = has ? links->has[slot / 64] | bit : links->has[slot / 64] & ~bit;
    }
}

wend_result wendi_space_links_update(wendi_space_links *links, const wend_grid *grid,
                                     uint32_t movement_class, uint32_t team, uint32_t width,
                                     uint32_t height, const wend_allocator *allocator)
{
    const uint64_t revision = wend_grid_links_revision(grid);
    if (links->revision == revision) {
        return WEND_OK;
    }
    links->slot_count = (width + 2) * (height + 2);
    const uint32_t count = collect(grid, movement_class, team, width, NULL);
    if (!reserve(links, count, allocator)) {
        return WEND_ERROR_MEMORY;
    }
    mark_all(links, false);
    if (count > 0) {
        (void)collect(grid, movement_class, team, width, links->arcs);
        sort_arcs(links->arcs, count);
    }
    links->count = count;
    links->end_count = 0;
    if (count > 0) {
        list_ends(links);
    }
    mark_all(links, true);
    links->revision = revision;
    return WEND_OK;
}

void wendi_space_links_destroy(wendi_space_links *links, const wend_allocator *allocator)
{
    wendi_free(allocator, links->arcs, links->capacity * sizeof links->arcs[0]);
    wendi_free(allocator, links->ends, 2 * (size_t)links->capacity * sizeof links->ends[0]);
    wendi_free(allocator, links->has,
               links->has == NULL ? 0 : has_words(links->slot_count) * sizeof links->has[0]);
    memset(links, 0, sizeof *links);
}

size_t wendi_space_links_bytes(const wendi_space_links *links)
{
    return links->capacity * (sizeof links->arcs[0] + 2 * sizeof links->ends[0]) +
           (links->has == NULL ? 0 : has_words(links->slot_count) * sizeof links->has[0]);
}

uint32_t wendi_space_links_first(const wendi_space_links *links, uint32_t slot)
{
    uint32_t low = 0;
    uint32_t high = links->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (links->arcs[middle].from < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t wendi_space_links_end(const wendi_space_links *links, uint32_t slot)
{
    uint32_t low = 0;
    uint32_t high = links->end_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (links->ends[middle] < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

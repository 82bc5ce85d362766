/* Queries on labels: the distance of two cells, and the jump points of a cheapest path.
 * Cost: one pass over two lists of some tens of hubs; with lists of jump points alone, these are made
 * first, some microseconds. A path takes some lookups a jump point, and at both ends the jump points
 * visible from there. */
#include "route/index/labels.h"
#include "base/math/bits.h"

#include <string.h>

bool wendi_label_search_create(wendi_label_search *search, const wendi_labels *labels,
                               const wend_allocator *allocator)
{
    memset(search, 0, sizeof *search);
    search->labels = labels;
    search->count = labels->count;
    wendi_array_u32_init(&search->chain, allocator);
    bool is_done = true;
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        is_done = wendi_label_sheet_create(&search->sheets[side], labels->count, allocator) &&
                  is_done;
    }
    return is_done;
}

void wendi_label_search_destroy(wendi_label_search *search, const wend_allocator *allocator)
{
    if (search->labels == NULL) {
        return;
    }
    for (uint32_t side = 0; side < WENDI_SIDES; ++side) {
        wendi_label_sheet_destroy(&search->sheets[side], search->count, allocator);
    }
    wendi_array_u32_free(&search->chain);
    memset(search, 0, sizeof *search);
}

size_t wendi_label_search_bytes(const wendi_label_search *search)
{
    return search->labels == NULL
               ? 0
               : WENDI_SIDES * wendi_label_sheet_bytes(search->count) +
                     search->chain.capacity * sizeof search->chain.items[0];
}

/* ---- distances ---- */

static const uint16_t *list_of(const wendi_labels *l, uint32_t cell)
{
    return l->pool + l->cells[(size_t)(cell >> 16) * l->states->columns + (cell & 0xFFFF)];
}

/* One pass over both lists, which end in the same number. */
static void merge(wendi_label_search *search, const uint16_t *a, const uint16_t *b)
{
    const uint16_t *a_hubs = a + 1;
    const uint16_t *b_hubs = b + 1;
    const uint16_t *a_steps = a + 2 + a[0];
    const uint16_t *b_steps = b + 2 + b[0];
    search->compared = (uint32_t)a[0] + b[0];
    for (size_t i = 0, k = 0;;) {
        const uint16_t x = a_hubs[i];
        const uint16_t y = b_hubs[k];
        if (x == y) {
            if (x == WENDI_LABEL_END) {
                return;
            }
            const uint64_t from = wendi_label_cost(a_steps[2 * i], a_steps[2 * i + 1]);
            const uint64_t to = wendi_label_cost(b_steps[2 * k], b_steps[2 * k + 1]);
            ++search->common;
            if (from + to < search->best) {
                search->best = from + to;
                search->costs[WENDI_AHEAD] = from;
                search->costs[WENDI_BEHIND] = to;
                search->hub = x;
            }
        }
        i += x <= y ? 1 : 0;
        k += y <= x ? 1 : 0;
    }
}

/* The same with sheets that are made for the query. */
static void gather_both(wendi_label_search *search, uint32_t from, uint32_t to)
{
    wendi_label_sheet *ahead = &search->sheets[WENDI_AHEAD];
    wendi_label_sheet *behind = &search->sheets[WENDI_BEHIND];
    wendi_label_sheet_clear(ahead);
    wendi_label_sheet_clear(behind);
    ahead->work = behind->work = 0;
    wendi_label_sheet_gather(ahead, search->labels, from);
    wendi_label_sheet_gather(behind, search->labels, to);
    search->compared = ahead->work + behind->work;
    const uint32_t low = ahead->low > behind->low ? ahead->low : behind->low;
    const uint32_t high = ahead->high < behind->high ? ahead->high : behind->high;
    for (uint32_t word = low; word < high; ++word) {
        for (uint64_t bits = ahead->set[word] & behind->set[word]; bits != 0; bits &= bits - 1) {
            const uint32_t hub = word * 64 + wendi_ctz64(bits);
            ++search->common;
            if (ahead->costs[hub] + behind->costs[hub] < search->best) {
                search->best = ahead->costs[hub] + behind->costs[hub];
                search->costs[WENDI_AHEAD] = ahead->costs[hub];
                search->costs[WENDI_BEHIND] = behind->costs[hub];
                search->hub = hub;
            }
        }
    }
}

bool wendi_label_search_find(wendi_label_search *search, uint32_t from, uint32_t to)
{
    const wendi_labels *l = search->labels;
    search->best = WENDI_LABEL_FAR;
    search->common = 0;
    if (l->kind == WENDI_LABELS_OF_CELLS) {
        merge(search, list_of(l, from), list_of(l, to));
    } else {
        gather_both(search, from, to);
    }
    return search->best != WENDI_LABEL_FAR;
}

/* ---- paths ---- */

/* The entry of a hub on the list of a jump point; NULL if it is not on it. */
static const wendi_label_hub *hub_of(const wendi_labels *l, uint32_t rank, uint32_t hub)
{
    uint32_t low = l->first[rank];
    uint32_t high = l->first[rank + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (l->hubs[middle].hub < hub) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < l->first[rank + 1] && l->hubs[low].hub == hub ? &l->hubs[low] : NULL;
}

/* The first jump point on a cheapest path from a cell to the hub; ~0 if there is none. */
static uint32_t first_jump_point(wendi_label_search *search, uint32_t side, uint32_t cell)
{
    const wendi_labels *l = search->labels;
    const wendi_jump_states *s = l->states;
    const uint32_t id = s->ids[(size_t)(cell >> 16) * s->columns + (cell & 0xFFFF)];
    if (id != UINT32_MAX) {
        return l->ranks[id];
    }
    wendi_label_view *views = search->sheets[side].views;
    const uint32_t count = wendi_labels_view(l, cell, views);
    for (uint32_t k = 0; k < count; ++k) {
        uint64_t cost = wendi_label_cost(views[k].straight, views[k].diagonal);
        const wendi_label_hub *hub = hub_of(l, views[k].rank, search->hub);
        if (hub != NULL) {
            cost += wendi_label_cost(hub->straight, hub->diagonal);
            if (cost == search->costs[side]) {
                return views[k].rank;
            }
        }
    }
    return UINT32_MAX;
}

/* Lists the jump points from an end to the hub. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_STALE.
 */
static wend_result list_to_hub(wendi_label_search *search, uint32_t side, uint32_t cell)
{
    const wendi_labels *l = search->labels;
    uint32_t rank = first_jump_point(search, side, cell);
    for (;;) {
        const wendi_label_hub *hub =
            rank == UINT32_MAX ? NULL : hub_of(l, rank, search->hub);
        if (hub == NULL) {
            return WEND_ERROR_STALE;
        }
        if (!wendi_array_u32_push(&search->chain, l->places[rank])) {
            return WEND_ERROR_MEMORY;
        }
        if (rank == search->hub) {
            return WEND_OK;
        }
        rank = hub->next;
    }
}

static void reverse(uint32_t *items, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; ++low) {
        const uint32_t swapped = items[low];
        items[low] = items[--high];
        items[high] = swapped;
    }
}

wend_result wendi_label_search_chain(wendi_label_search *search, uint32_t from, uint32_t to,
                                     const wendi_array_u32 **cells)
{
    wendi_array_u32 *chain = &search->chain;
    wendi_array_u32_clear(chain);
    *cells = chain;
    wend_result result = list_to_hub(search, WENDI_AHEAD, from);
    if (result != WEND_OK) {
        return result;
    }
    const size_t ahead = chain->count - 1; /* the hub is listed again */
    chain->count = ahead;
    result = list_to_hub(search, WENDI_BEHIND, to);
    if (result == WEND_OK) {
        reverse(chain->items + ahead, chain->count - ahead);
    }
    return result;
}

/* The ends of a query. Cost: sorting, count * log(count); finding one, log(count), linear unsorted.
 */
#include "route/search/ends.h"

bool wendi_search_ends_push(wendi_search_ends *ends, wendi_search_end end,
                            const wend_allocator *allocator)
{
    if (ends->count == ends->capacity) {
        const size_t capacity = ends->capacity < 4 ? 4 : ends->capacity * 2;
        wendi_search_end *items = wendi_resize(
            allocator, ends->items, ends->capacity * sizeof items[0], capacity * sizeof items[0]);
        if (items == NULL) {
            return false;
        }
        ends->items = items;
        ends->capacity = capacity;
    }
    ends->items[ends->count++] = end;
    return true;
}

void wendi_search_ends_free(wendi_search_ends *ends, const wend_allocator *allocator)
{
    wendi_free(allocator, ends->items, ends->capacity * sizeof ends->items[0]);
    ends->items = NULL;
    ends->count = ends->capacity = 0;
}

static bool is_before(const wendi_search_end *a, const wendi_search_end *b)
{
    if (a->slot != b->slot) {
        return a->slot < b->slot;
    }
    return a->cost != b->cost ? a->cost < b->cost : a->index < b->index;
}

/* Moves the item at `at` down the heap [count], whose largest item is at the top. */
static void sink(wendi_search_end *items, size_t at, size_t count)
{
    const wendi_search_end item = items[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_before(&items[child], &items[child + 1])) {
            ++child;
        }
        if (!is_before(&item, &items[child])) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = item;
}

void wendi_search_ends_sort(wendi_search_ends *ends)
{
    wendi_search_end *items = ends->items;
    for (size_t k = ends->count / 2; k-- > 0;) {
        sink(items, k, ends->count);
    }
    for (size_t left = ends->count; left > 1; --left) {
        const wendi_search_end largest = items[0];
        items[0] = items[left - 1];
        items[left - 1] = largest;
        sink(items, 0, left - 1);
    }

    size_t kept = 0;
    for (size_t k = 0; k < ends->count; ++k) {
        if (kept == 0 || items[kept - 1].slot != items[k].slot) {
            items[kept++] = items[k];
        }
    }
    ends->count = kept;
    ends->is_sorted = true;
}

const wendi_search_end *wendi_search_ends_at(const wendi_search_ends *ends, uint32_t slot)
{
    size_t low = 0;
    if (ends->is_sorted) {
        for (size_t high = ends->count; low < high;) {
            const size_t middle = low + (high - low) / 2;
            if (ends->items[middle].slot < slot) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < ends->count && ends->items[low].slot == slot ? &ends->items[low] : NULL;
    }
    while (low < ends->count && ends->items[low].slot != slot) {
        ++low;
    }
    return low < ends->count ? &ends->items[low] : NULL;
}

size_t wendi_search_ends_cheapest(const wendi_search_ends *ends)
{
    size_t best = 0;
    for (size_t k = 1; k < ends->count; ++k) {
        const wendi_search_end *end = &ends->items[k];
        if (end->cost < ends->items[best].cost ||
            (end->cost == ends->items[best].cost && end->index < ends->items[best].index)) {
            best = k;
        }
    }
    return best;
}

/* The cost queue: a priority queue of 64-bit keys.
 * Cost: 16 bytes an entry; pushing is mostly constant, popping logarithmic. */
#include "route/frontier/cost_queue.h"

enum { FIRST_CAPACITY = 256 };

bool wendi_cost_queue_grow(wendi_cost_queue *queue, const wend_allocator *allocator)
{
    const size_t wanted = queue->capacity == 0 ? FIRST_CAPACITY : 2 * queue->capacity;
    wendi_cost_entry *grown = wendi_resize_items(allocator, queue->entries, queue->capacity, wanted,
                                                 sizeof *queue->entries);
    if (grown == NULL) {
        return false;
    }
    queue->entries = grown;
    queue->capacity = wanted;
    return true;
}

void wendi_cost_queue_destroy(wendi_cost_queue *queue, const wend_allocator *allocator)
{
    wendi_free(allocator, queue->entries, queue->capacity * sizeof queue->entries[0]);
    *queue = (wendi_cost_queue){0};
}

/* The least child of a knot all of whose four children are there. */
static inline size_t least_of_four(const wendi_cost_entry *entries, size_t first)
{
    const size_t a = first + wendi_cost_entry_is_less(entries[first + 1], entries[first]);
    const size_t b = first + 2 + wendi_cost_entry_is_less(entries[first + 3], entries[first + 2]);
    return a + (b - a) * wendi_cost_entry_is_less(entries[b], entries[a]);
}

static size_t least_of_rest(const wendi_cost_entry *entries, size_t first, size_t end)
{
    size_t least = first;
    for (size_t k = first + 1; k < end; ++k) {
        least = wendi_cost_entry_is_less(entries[k], entries[least]) ? k : least;
    }
    return least;
}

/* The hole at the top sinks to a leaf, and the last entry rises from there: it mostly belongs near
 * the leaves, so this compares less than letting it sink. Source: Floyd's heapsort, after Knuth,
 * "The Art of Computer Programming" 3, 5.2.3 (1973), exercise 18. */
void wendi_cost_queue_pop(wendi_cost_queue *queue)
{
    wendi_cost_entry *entries = queue->entries;
    const wendi_cost_entry last = entries[--queue->count];
    const size_t count = queue->count;
    size_t hole = 0;
    for (size_t first = 1; first < count; first = 4 * hole + 1) {
        const size_t least = first + 4 <= count ? least_of_four(entries, first)
                                                : least_of_rest(entries, first, count);
        entries[hole] = entries[least];
        hole = least;
    }
    while (hole > 0 && wendi_cost_entry_is_less(last, entries[(hole - 1) / 4])) {
        entries[hole] = entries[(hole - 1) / 4];
        hole = (hole - 1) / 4;
    }
    entries[hole] = last;
}

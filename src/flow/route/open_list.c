/* A binary heap with four children to a parent. */
#include "flow/route/open_list.h"

enum { FIRST_ITEMS = 64, CHILDREN = 4 };

bool wendi_grow_items(const wend_allocator *allocator, void **items, size_t *capacity, size_t count,
                      size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t next = *capacity == 0 ? FIRST_ITEMS : *capacity * 2;
    void *grown = wendi_resize_items(allocator, *items, *capacity, next, size);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    *capacity = next;
    return true;
}

/* Without branches, as the outcome is unpredictable. */
static bool is_before(const wendi_open_entry *a, const wendi_open_entry *b)
{
    return (a->key < b->key) | ((a->key == b->key) & (a->low < b->low));
}

static void sift_up(wendi_open_entry *items, size_t at, wendi_open_entry entry)
{
    while (at > 0 && is_before(&entry, &items[(at - 1) / CHILDREN])) {
        items[at] = items[(at - 1) / CHILDREN];
        at = (at - 1) / CHILDREN;
    }
    items[at] = entry;
}

static void sift_down(wendi_open_entry *items, size_t count, size_t at, wendi_open_entry entry)
{
    for (;;) {
        const size_t first = CHILDREN * at + 1;
        if (first >= count) {
            break;
        }
        const size_t end = first + CHILDREN < count ? first + CHILDREN : count;
        size_t least = first;
        for (size_t i = first + 1; i < end; ++i) {
            least += (i - least) * is_before(&items[i], &items[least]);
        }
        if (!is_before(&items[least], &entry)) {
            break;
        }
        items[at] = items[least];
        at = least;
    }
    items[at] = entry;
}

void wendi_open_list_clear(wendi_open_list *queue)
{
    queue->count = queue->total = 0;
    queue->is_limited = false;
}

/* Raises the limit until the heap has an entry; there must be one. */
static void raise_limit(wendi_open_list *queue)
{
    wendi_open_entry *items = queue->items;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < queue->total; ++i) {
        least = items[i].key < least ? items[i].key : least;
    }
    queue->limit = least < UINT64_MAX - queue->span ? least + queue->span : UINT64_MAX;
    queue->span = queue->span < UINT64_MAX / 2 ? queue->span * 2 : queue->span;

    size_t count = 0;
    for (size_t i = 0; i < queue->total; ++i) {
        if (items[i].key <= queue->limit) {
            const wendi_open_entry near = items[i];
            items[i] = items[count];
            items[count++] = near;
        }
    }
    queue->count = count;
    for (size_t i = (count + CHILDREN - 2) / CHILDREN; i-- > 0;) {
        sift_down(items, count, i, items[i]);
    }
}

bool wendi_open_list_push(wendi_open_list *queue, const wend_allocator *allocator,
                          wendi_open_entry entry)
{
    void *items = queue->items;
    const bool has_room =
        wendi_grow_items(allocator, &items, &queue->capacity, queue->total, sizeof queue->items[0]);
    queue->items = items;
    if (!has_room) {
        return false;
    }
    if (queue->is_limited && entry.key > queue->limit && queue->count > 0) {
        queue->items[queue->total++] = entry;
    } else {
        /* The heap takes the place of the first later one. A limit that an entry of an otherwise
         * empty list lies beyond is no limit any more. */
        queue->is_limited = queue->is_limited && entry.key <= queue->limit;
        queue->items[queue->total++] = queue->items[queue->count];
        sift_up(queue->items, queue->count++, entry);
    }
    return true;
}

void wendi_open_list_pop(wendi_open_list *queue)
{
    --queue->count;
    --queue->total;
    const wendi_open_entry last = queue->items[queue->count];
    queue->items[queue->count] = queue->items[queue->total];
    if (queue->count > 0) {
        sift_down(queue->items, queue->count, 0, last);
    } else if (queue->total > 0) {
        raise_limit(queue);
    }
}

void wendi_open_list_reorder(wendi_open_list *queue, uint64_t span)
{
    queue->count = 0;
    queue->is_limited = true;
    queue->span = span;
    if (queue->total > 0) {
        raise_limit(queue);
    }
}

void wendi_open_list_free(wendi_open_list *queue, const wend_allocator *allocator)
{
    wendi_free(allocator, queue->items, queue->capacity * sizeof queue->items[0]);
    *queue = (wendi_open_list){.items = NULL};
}

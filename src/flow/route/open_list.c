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

bool wendi_open_list_push(wendi_open_list *queue, const wend_allocator *allocator,
                          wendi_open_entry entry)
{
    void *items = queue->items;
    const bool has_room =
        wendi_grow_items(allocator, &items, &queue->capacity, queue->count, sizeof queue->items[0]);
    queue->items = items;
    if (has_room) {
        sift_up(queue->items, queue->count++, entry);
    }
    return has_room;
}

void wendi_open_list_pop(wendi_open_list *queue)
{
    --queue->count;
    if (queue->count > 0) {
        sift_down(queue->items, queue->count, 0, queue->items[queue->count]);
    }
}

void wendi_open_list_reorder(wendi_open_list *queue)
{
    for (size_t i = queue->count; i-- > 0;) {
        sift_down(queue->items, queue->count, i, queue->items[i]);
    }
}

void wendi_open_list_free(wendi_open_list *queue, const wend_allocator *allocator)
{
    wendi_free(allocator, queue->items, queue->capacity * sizeof queue->items[0]);
    *queue = (wendi_open_list){NULL, 0, 0};
}

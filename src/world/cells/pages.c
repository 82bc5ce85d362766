/* takes: how many pages are needed.
 * gives: pages of one size, kept in one block; given back ones are used again first.
 * cost:  constant time a page; growing moves the block and adds half to its size at least. */
#include "base/core/memory.h"
#include "world/cells/store.h"

#include <string.h>

void *wendi_pages_at(const wendi_pages *pages, uint32_t page)
{
    return pages->bytes + page * pages->page_bytes;
}

static uint32_t grown_capacity(const wendi_pages *pages, uint32_t needed)
{
    uint32_t capacity = pages->capacity + pages->capacity / 2 + 4;
    if (capacity > pages->limit) {
        capacity = pages->limit;
    }
    return capacity < needed ? needed : capacity;
}

bool wendi_pages_reserve(wendi_pages *pages, const wend_allocator *allocator, uint32_t count)
{
    uint32_t there = pages->free_count + (pages->capacity - pages->used) - pages->promised;
    if (count <= there) {
        return true;
    }
    uint32_t capacity = grown_capacity(pages, pages->capacity + (count - there));
    void *block =
        wendi_resize_items(allocator, pages->bytes, pages->capacity, capacity, pages->page_bytes);
    if (block == NULL) {
        return false;
    }
    pages->bytes = block;
    pages->capacity = capacity;
    return true;
}

uint32_t wendi_pages_acquire(wendi_pages *pages)
{
    if (pages->free_count == 0) {
        return pages->used++;
    }
    uint32_t page = pages->free_first;
    pages->free_count--;
    memcpy(&pages->free_first, wendi_pages_at(pages, page), sizeof pages->free_first);
    return page;
}

void wendi_pages_release(wendi_pages *pages, uint32_t page)
{
    memcpy(wendi_pages_at(pages, page), &pages->free_first, sizeof pages->free_first);
    pages->free_first = page;
    pages->free_count++;
}

/* takes: numbers of windows.
 * gives: pages in one growing block, given back ones of equal size first; what they say, as a hash.
 * cost:  constant time a page; growing moves the block and adds half to its size. */
#include "flow/portals/portal_graph_private.h"

#include <string.h>

enum { FIRST_WORD = 1, GROWN_WORDS = 64 };

/* The top bit of a page's number says something else. */
static const size_t WORDS_MAX = WENDI_PAGE_SHARED;

static wendi_portal_page_view view(const wendi_portal_pages *store, uint32_t page, uint32_t windows)
{
    uint32_t *words = store->words + page;
    uint32_t *after = words + sizeof(wendi_portal_page_head) / sizeof *words;
    void *head = words;
    void *first = after;
    return (wendi_portal_page_view){head, first, after + windows};
}

wendi_portal_page_view wendi_portal_page_at(const wendi_portal_pages *store, uint32_t page)
{
    const wendi_portal_page_view at = view(store, page, 0);
    return view(store, page, at.head->first[WENDI_BLOCKED_ARCS]);
}

wendi_portal_page_view wendi_portal_page_view_new(const wendi_portal_pages *store, uint32_t page,
                                                  uint32_t windows)
{
    return view(store, page, windows);
}

bool wendi_portal_pages_reserve(wendi_portal_pages *store, const wend_allocator *allocator,
                                size_t words)
{
    const size_t used = store->used < FIRST_WORD ? FIRST_WORD : store->used;
    if (words > WORDS_MAX - used) {
        return false;
    }
    if (used + words > store->capacity) {
        size_t capacity = store->capacity + store->capacity / 2 + GROWN_WORDS;
        capacity = capacity > WORDS_MAX ? WORDS_MAX : capacity;
        capacity = capacity < used + words ? used + words : capacity;
        uint32_t *grown = wendi_resize(allocator, store->words, store->capacity * sizeof *grown,
                                       capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        store->words = grown;
        store->capacity = (uint32_t)capacity;
    }
    store->used = (uint32_t)used;
    return true;
}

uint32_t wendi_portal_pages_allocate(wendi_portal_pages *store, uint32_t windows)
{
    const uint32_t page = store->free[windows];
    if (page != WENDI_PAGE_NONE) {
        memcpy(&store->free[windows], store->words + page, sizeof *store->free);
        return page;
    }
    const uint32_t fresh = store->used;
    store->used += wendi_portal_page_words(windows);
    return fresh;
}

void wendi_portal_pages_release(wendi_portal_pages *store, uint32_t page)
{
    const uint32_t windows = wendi_portal_page_at(store, page).head->first[WENDI_BLOCKED_ARCS];
    memcpy(store->words + page, &store->free[windows], sizeof *store->free);
    store->free[windows] = page;
}

uint64_t wendi_portal_page_hash(const wendi_portal_pages *store, uint32_t page)
{
    const wendi_portal_page_view at = wendi_portal_page_at(store, page);
    const uint32_t count = at.head->first[WENDI_BLOCKED_ARCS];
    uint64_t hash = wend_hash_u64(wend_hash_begin(), count);
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_portal *window = &at.windows[i];
        hash = wend_hash_u64(hash, (uint64_t)window->side << 24 | (uint64_t)window->first << 16 |
                                       (uint64_t)window->count << 8 | window->cost);
    }
    for (uint32_t i = 0; i < count * count; ++i) {
        hash = wend_hash_u64(hash, at.costs[i]);
    }
    return hash;
}

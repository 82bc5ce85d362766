/* Records of cells in pages, which are made when a search first writes to one of their cells.
 *
 *   table [slot / 256] --> page [ 256 costs | 256 metas ]      of 256 slots in a row
 *                      '-> the blank page, all zeros           where nothing was written
 *
 * A search that comes to few cells holds few pages, on a map of any size. Reading costs one load
 * more than in flat arrays, and no branch. The pages belong to a pool that the searches of a planner
 * share; a search charges those it holds to its own allocator, as far as that counts.
 *
 * Threads: the searches of one pool may take pages at once. Everything else is done by one thread. */
#ifndef WENDI_ROUTE_FRONTIER_CELL_PAGES_H
#define WENDI_ROUTE_FRONTIER_CELL_PAGES_H

#include "base/core/memory.h"
#include "base/platform/lock.h"

enum {
    WENDI_CELL_PAGE_SHIFT = 8,
    WENDI_CELL_PAGE_SLOTS = 1 << WENDI_CELL_PAGE_SHIFT,
    WENDI_CELL_PAGE_MASK = WENDI_CELL_PAGE_SLOTS - 1
};

typedef struct wendi_cell_page {
    uint64_t costs[WENDI_CELL_PAGE_SLOTS];
    uint32_t meta[WENDI_CELL_PAGE_SLOTS]; /* 0 = unknown */
    struct wendi_cell_page *next;         /* in the list it is in */
    uint32_t index;                       /* in the table */
} wendi_cell_page;

/** Pages that no search holds. */
typedef struct wendi_page_pool {
    wend_allocator allocator; /* may be called by several threads at once */
    wendi_lock *lock;
    wendi_cell_page *first;
    size_t count;
    wendi_cell_page blank; /* never written */
} wendi_page_pool;

/** NULL without memory. */
wendi_page_pool *wendi_page_pool_create(const wend_allocator *allocator);
/** All searches have to be destroyed. NULL is fine. */
void wendi_page_pool_destroy(wendi_page_pool *pool);
/** Frees pages until at most so many bytes are left. */
void wendi_page_pool_trim(wendi_page_pool *pool, size_t bytes);
size_t wendi_page_pool_bytes(const wendi_page_pool *pool);

/** The pages of a search. */
typedef struct wendi_cell_pages {
    wendi_page_pool *pool;           /* NULL = the search uses flat arrays */
    const wend_allocator *allocator; /* of the search */
    wendi_cell_page **table;         /* [table_count] */
    uint32_t table_count;
    wendi_cell_page *used, *used_last;   /* those in the table */
    wendi_cell_page *spare, *spare_last; /* of earlier queries */
    size_t used_count;
    size_t count; /* of both */
} wendi_cell_pages;

/** Allocates the table if there is none. @return false: no memory. */
bool wendi_cell_pages_reserve(wendi_cell_pages *pages, uint32_t slot_count);
/** Makes all cells unknown; keeps the pages. Time: linear in the pages, or in the table where most of
 * them are used; many pages are not touched. */
void wendi_cell_pages_clear(wendi_cell_pages *pages);
/** A page for an entry of the table that has none, its cells unknown. NULL: no memory, or no more
 * than the allocator admits. */
wendi_cell_page *wendi_cell_pages_make(wendi_cell_pages *pages, uint32_t index);
/** Gives all pages back to the pool. */
void wendi_cell_pages_return(wendi_cell_pages *pages);
void wendi_cell_pages_destroy(wendi_cell_pages *pages);
size_t wendi_cell_pages_bytes(const wendi_cell_pages *pages);

#endif

/* Records of cells in pages, which are made when a search first writes to one of their cells.
 *
 *   +----+----+----+--
 *   | 0  | 1  | 2  |        table [tile] --> page [ 256 costs | 256 metas ]
 *   +----+----+----+--                  '-> the blank page, all zeros, where nothing was written
 *   | n  |    |             a page: 16 x 16 cells, in 4 x 4 blocks of 4 x 4; the metas of a block
 *   +----+----+--           are one line of the cache, its costs are two
 *
 * The cells around one mostly share its page, and the frontier of a search, which is a curve across
 * the map, comes to fewer lines of the cache than in arrays of rows.
 *
 * A search that comes to few cells holds few pages, on a map of any size. Reading costs two
 * multiplications and a load more than in flat arrays, and no branch. The pages belong to a pool that
 * the searches of a planner share; a search charges those it holds to its own allocator, as far as
 * that counts.
 *
 * Threads: the searches of one pool may take pages at once. Everything else is done by one thread. */
#ifndef WENDI_ROUTE_FRONTIER_CELL_PAGES_H
#define WENDI_ROUTE_FRONTIER_CELL_PAGES_H

#include "base/core/memory.h"
#include "base/platform/lock.h"

enum {
    WENDI_CELL_PAGE_SHIFT = 4,
    WENDI_CELL_PAGE_SIDE = 1 << WENDI_CELL_PAGE_SHIFT,
    WENDI_CELL_PAGE_SLOTS = WENDI_CELL_PAGE_SIDE * WENDI_CELL_PAGE_SIDE
};

/** How slots, which count along rows, lie in tiles. */
typedef struct wendi_cell_tiling {
    uint64_t multiplier; /* slot * multiplier >> shift = slot / stride, for slots below 2^31 */
    uint32_t shift;
    uint32_t stride;
    uint32_t columns; /* tiles in a row of them */
} wendi_cell_tiling;

/** Where a slot has its record. */
typedef struct wendi_cell_entry {
    uint32_t tile;  /* index in the table */
    uint32_t inner; /* index in the page */
} wendi_cell_entry;

static inline wendi_cell_tiling wendi_cell_tiling_of(uint32_t stride)
{
    enum { SLOT_BITS = 31 };
    uint32_t bits = 0;
    while ((uint64_t)1 << bits < stride) {
        bits++;
    }
    /* Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (1994). */
    const wendi_cell_tiling tiling = {
        .multiplier = ((uint64_t)1 << (SLOT_BITS + bits)) / stride + 1,
        .shift = SLOT_BITS + bits,
        .stride = stride,
        .columns = (stride + WENDI_CELL_PAGE_SIDE - 1) >> WENDI_CELL_PAGE_SHIFT};
    return tiling;
}

static inline wendi_cell_entry wendi_cell_tiling_find(const wendi_cell_tiling *tiling,
                                                      uint32_t slot)
{
    const uint32_t y = (uint32_t)((slot * tiling->multiplier) >> tiling->shift);
    const uint32_t x = slot - y * tiling->stride;
    const wendi_cell_entry entry = {
        .tile = (y >> WENDI_CELL_PAGE_SHIFT) * tiling->columns + (x >> WENDI_CELL_PAGE_SHIFT),
        .inner = (y & 12) << 4 | (x & 12) << 2 | (y & 3) << 2 | (x & 3)};
    return entry;
}

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
    wendi_cell_tiling tiling;            /* with a table */
    wendi_cell_page *used, *used_last;   /* those in the table */
    wendi_cell_page *spare, *spare_last; /* of earlier queries */
    size_t used_count;
    size_t count; /* of both */
} wendi_cell_pages;

/** Allocates the table if there is none. @param slot_count below 2^31, a multiple of the stride.
 * @return false: no memory. */
bool wendi_cell_pages_reserve(wendi_cell_pages *pages, uint32_t slot_count, uint32_t stride);
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

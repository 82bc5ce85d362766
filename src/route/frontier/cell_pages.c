/* Pages of records of cells, and the pool that they come from and go back to.
 * Cost: a page is made in some 50 ns, once for 256 cells. */
#include "route/frontier/cell_pages.h"

#include "base/core/counted_memory.h"

#include <string.h>

/* ---- the pool ---- */

wendi_page_pool *wendi_page_pool_create(const wend_allocator *allocator)
{
    wendi_page_pool *pool = wendi_alloc_zero(allocator, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    pool->allocator = *allocator;
    pool->lock = wendi_lock_create(allocator);
    if (pool->lock == NULL) {
        wendi_free(allocator, pool, sizeof *pool);
        return NULL;
    }
    return pool;
}

void wendi_page_pool_destroy(wendi_page_pool *pool)
{
    if (pool != NULL) {
        const wend_allocator allocator = pool->allocator;
        wendi_page_pool_trim(pool, 0);
        wendi_lock_destroy(pool->lock, &allocator);
        wendi_free(&allocator, pool, sizeof *pool);
    }
}

void wendi_page_pool_trim(wendi_page_pool *pool, size_t bytes)
{
    while (pool->count * sizeof *pool->first > bytes) {
        wendi_cell_page *page = pool->first;
        pool->first = page->next;
        pool->count--;
        wendi_free(&pool->allocator, page, sizeof *page);
    }
}

size_t wendi_page_pool_bytes(const wendi_page_pool *pool)
{
    return pool->count * sizeof *pool->first;
}

/* NULL without memory. */
static wendi_cell_page *take(wendi_page_pool *pool)
{
    wendi_lock_take(pool->lock);
    wendi_cell_page *page = pool->first;
    if (page != NULL) {
        pool->first = page->next;
        pool->count--;
    }
    wendi_lock_release(pool->lock);
    return page != NULL ? page : wendi_alloc(&pool->allocator, sizeof *page);
}

/* ---- the pages of a search ---- */

bool wendi_cell_pages_reserve(wendi_cell_pages *pages, uint32_t slot_count, uint32_t stride)
{
    if (pages->table != NULL) {
        return true;
    }
    const wendi_cell_tiling tiling = wendi_cell_tiling_of(stride);
    const uint32_t rows = (slot_count / stride + WENDI_CELL_PAGE_SIDE - 1) >> WENDI_CELL_PAGE_SHIFT;
    const uint32_t count = rows * tiling.columns;
    pages->table = wendi_alloc_items(pages->allocator, count, sizeof(wendi_cell_page *));
    if (pages->table == NULL) {
        return false;
    }
    pages->table_count = count;
    pages->tiling = tiling;
    for (uint32_t i = 0; i < count; i++) {
        pages->table[i] = &pages->pool->blank;
    }
    return true;
}

void wendi_cell_pages_clear(wendi_cell_pages *pages)
{
    enum { MANY_PARTS = 16 };
    if (pages->used == NULL) {
        return;
    }
    if (pages->used_count > pages->table_count / MANY_PARTS) {
        for (uint32_t i = 0; i < pages->table_count; i++) {
            pages->table[i] = &pages->pool->blank;
        }
    } else {
        for (const wendi_cell_page *page = pages->used; page != NULL; page = page->next) {
            pages->table[page->index] = &pages->pool->blank;
        }
    }
    pages->used_last->next = pages->spare;
    pages->spare_last = pages->spare == NULL ? pages->used_last : pages->spare_last;
    pages->spare = pages->used;
    pages->used = pages->used_last = NULL;
    pages->used_count = 0;
}

wendi_cell_page *wendi_cell_pages_make(wendi_cell_pages *pages, uint32_t index)
{
    wendi_cell_page *page = pages->spare;
    if (page != NULL) {
        pages->spare = page->next;
    } else {
        if (!wendi_counted_charge(pages->allocator, sizeof *page)) {
            return NULL;
        }
        page = take(pages->pool);
        if (page == NULL) {
            wendi_counted_discharge(pages->allocator, sizeof *page);
            return NULL;
        }
        pages->count++;
    }
    memset(page->meta, 0, sizeof page->meta);
    page->index = index;
    page->next = pages->used;
    pages->used_last = pages->used == NULL ? page : pages->used_last;
    pages->used = page;
    pages->used_count++;
    pages->table[index] = page;
    return page;
}

void wendi_cell_pages_return(wendi_cell_pages *pages)
{
    if (pages->count == 0) {
        return;
    }
    wendi_cell_pages_clear(pages);
    wendi_page_pool *pool = pages->pool;
    pages->spare_last->next = pool->first;
    pool->first = pages->spare;
    pages->spare = pages->spare_last = NULL;
    pool->count += pages->count;
    wendi_counted_discharge(pages->allocator, pages->count * sizeof *pool->first);
    pages->count = 0;
}

void wendi_cell_pages_destroy(wendi_cell_pages *pages)
{
    wendi_cell_pages_return(pages);
    wendi_free(pages->allocator, pages->table, pages->table_count * sizeof(wendi_cell_page *));
    pages->table = NULL;
    pages->table_count = 0;
}

size_t wendi_cell_pages_bytes(const wendi_cell_pages *pages)
{
    return pages->table_count * sizeof(wendi_cell_page *) + pages->count * sizeof(wendi_cell_page);
}

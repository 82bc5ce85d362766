/* Records of cells in pages, under the names of cell_access.h. A meta word of 0 is unknown, and all
 * others have the bit of a generation, as the paths to cells of direction 0 need one. */
#ifndef WENDI_ROUTE_SEARCH_PAGE_ACCESS_H
#define WENDI_ROUTE_SEARCH_PAGE_ACCESS_H

#include "route/search/cell_queue.h"

enum {
    META_OPEN = WENDI_META_OPEN,
    META_GOAL = WENDI_META_GOAL,
    META_FLAGS = WENDI_META_GENERATION - 1
};

typedef struct slot_records {
    wendi_cell_page **table;
    wendi_cell_tiling tiling;
    const wendi_cell_page *blank;
    wendi_cell_pages *pages;
} slot_records;

static inline slot_records records_of(wendi_cell_records *records)
{
    wendi_cell_pages *pages = &records->pages;
    return (slot_records){pages->table, pages->tiling, &pages->pool->blank, pages};
}

static inline uint32_t meta_of(const slot_records *records, uint32_t slot)
{
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->tiling, slot);
    return records->table[at.tile]->meta[at.inner];
}

static inline uint64_t cost_of(const slot_records *records, uint32_t slot)
{
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->tiling, slot);
    return records->table[at.tile]->costs[at.inner];
}

static inline bool has(const slot_records *records, uint32_t slot)
{
    return meta_of(records, slot) != 0;
}

static inline bool write_slot(const slot_records *records, uint32_t slot, uint64_t cost,
                              uint32_t flags)
{
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->tiling, slot);
    wendi_cell_page *page = records->table[at.tile];
    if (page == records->blank) {
        page = wendi_cell_pages_make(records->pages, at.tile);
        if (page == NULL) {
            return false;
        }
    }
    page->costs[at.inner] = cost;
    page->meta[at.inner] = WENDI_META_GENERATION | flags;
    return true;
}

static inline bool mark_goal(const slot_records *records, uint32_t slot)
{
    return write_slot(records, slot, WEND_COST_INFINITE, WENDI_META_GOAL);
}

static inline bool put(const slot_records *records, uint32_t slot, uint32_t from, uint32_t arrival,
                       uint64_t cost, uint64_t remaining, uint32_t goal)
{
    (void)from;
    (void)remaining;
    return write_slot(records, slot, cost, WENDI_META_OPEN | goal | arrival);
}

static inline bool put_first(const slot_records *records, uint32_t slot, uint64_t cost,
                             uint64_t remaining, uint32_t goal)
{
    return put(records, slot, slot, WENDI_DIRECTION_NONE, cost, remaining, goal);
}

static inline void close_slot(const slot_records *records, uint32_t slot)
{
    const wendi_cell_entry at = wendi_cell_tiling_find(&records->tiling, slot);
    records->table[at.tile]->meta[at.inner] &= ~(uint32_t)WENDI_META_OPEN;
}

#endif

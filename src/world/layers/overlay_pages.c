/* takes: overlays, and sectors in which they have numbers.
 * gives: pages of numbers that lie close together, and their whole parts added to costs.
 * cost:  constant time a page; adding is linear in a sector's cells for each overlay there. */
#include "base/core/memory.h"
#include "world/layers/compose.h"

#include <string.h>

static size_t page_cells(const wend_grid *grid)
{
    return (size_t)grid->sector_size * (size_t)grid->sector_size;
}

/* Owners, then values. */
static size_t block_bytes(const wend_grid *grid, uint32_t capacity)
{
    return capacity * (sizeof(uint32_t) + page_cells(grid) * sizeof(uint16_t));
}

static size_t entries_bytes(const wend_grid *grid)
{
    return grid->sector_count * sizeof(uint32_t);
}

uint16_t *wendi_overlay_page(const wend_grid *grid, const wendi_overlay *overlay, uint32_t sector)
{
    if (overlay->entries == NULL || overlay->entries[sector] == 0) {
        return NULL;
    }
    return overlay->values + (overlay->entries[sector] - 1) * page_cells(grid);
}

/* ---- memory ---- */

bool wendi_overlay_reserve(const wend_grid *grid, const wendi_overlay *overlay, uint32_t count,
                           wendi_overlay_block *block)
{
    *block = (wendi_overlay_block){NULL, NULL, overlay->capacity};
    if (overlay->entries == NULL) {
        block->entries = wendi_alloc_zero(&grid->allocator, entries_bytes(grid));
        if (block->entries == NULL) {
            return false;
        }
    }
    if (count <= overlay->capacity) {
        return true;
    }
    const uint32_t more = overlay->capacity + overlay->capacity / 2 + 4;
    block->capacity = more > count ? more : count;
    block->pages = wendi_alloc(&grid->allocator, block_bytes(grid, block->capacity));
    if (block->pages == NULL) {
        wendi_overlay_free_block(grid, block);
        return false;
    }
    return true;
}

void wendi_overlay_free_block(const wend_grid *grid, const wendi_overlay_block *block)
{
    wendi_free(&grid->allocator, block->entries, block->entries == NULL ? 0 : entries_bytes(grid));
    wendi_free(&grid->allocator, block->pages,
               block->pages == NULL ? 0 : block_bytes(grid, block->capacity));
}

void wendi_overlay_set_block(const wend_grid *grid, wendi_overlay *overlay,
                             const wendi_overlay_block *block)
{
    if (block->entries != NULL) {
        overlay->entries = block->entries;
    }
    if (block->pages == NULL) {
        return;
    }
    uint16_t *values = (void *)(block->pages + block->capacity);
    if (overlay->count > 0) {
        memcpy(block->pages, overlay->owners, overlay->count * sizeof *block->pages);
        memcpy(values, overlay->values, overlay->count * page_cells(grid) * sizeof *values);
    }
    wendi_free(&grid->allocator, overlay->owners, block_bytes(grid, overlay->capacity));
    overlay->owners = block->pages;
    overlay->values = values;
    overlay->capacity = block->capacity;
}

void wendi_overlay_free(const wend_grid *grid, wendi_overlay *overlay)
{
    wendi_free(&grid->allocator, overlay->owners, block_bytes(grid, overlay->capacity));
    wendi_free(&grid->allocator, overlay->entries,
               overlay->entries == NULL ? 0 : entries_bytes(grid));
    *overlay = (wendi_overlay){.generation = overlay->generation};
}

size_t wendi_overlay_memory_bytes(const wend_grid *grid, const wendi_overlay *overlay)
{
    return block_bytes(grid, overlay->capacity) +
           (overlay->entries == NULL ? 0 : entries_bytes(grid));
}

/* ---- pages ---- */

uint16_t *wendi_overlay_add_page(wend_grid *grid, wendi_overlay *overlay, uint32_t sector)
{
    overlay->owners[overlay->count++] = sector;
    overlay->entries[sector] = overlay->count;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((overlay->class_mask >> c & 1) != 0) {
            wendi_hot_add(grid, c, sector);
        }
    }
    uint16_t *page = wendi_overlay_page(grid, overlay, sector);
    memset(page, 0, page_cells(grid) * sizeof *page);
    return page;
}

/* The last page takes the place of the one that goes. */
void wendi_overlay_remove_page(const wend_grid *grid, wendi_overlay *overlay, uint32_t sector)
{
    uint16_t *page = wendi_overlay_page(grid, overlay, sector);
    const uint32_t entry = overlay->entries[sector];
    const uint32_t moved = overlay->owners[--overlay->count];
    if (moved != sector) {
        memcpy(page, wendi_overlay_page(grid, overlay, moved), page_cells(grid) * sizeof *page);
        overlay->owners[entry - 1] = moved;
        overlay->entries[moved] = entry;
    }
    overlay->entries[sector] = 0;
}

void wendi_overlay_cool_sector(wend_grid *grid, const wendi_overlay *overlay, uint32_t sector)
{
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((overlay->class_mask >> c & 1) != 0) {
            wendi_hot_remove(grid, c, sector);
        }
    }
}

uint32_t wendi_overlay_pages_missing(const wend_grid *grid, const wendi_overlay *overlay,
                                     uint32_t sector)
{
    uint32_t pages = 0;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const wendi_class_state *state = &grid->compose->states[c];
        if ((overlay->class_mask >> c & 1) != 0 && state->hot[sector] == 0) {
            pages += WENDI_HOT_PAGES - wendi_pages_held(grid, c, sector);
        }
    }
    return pages;
}

/* ---- costs ---- */

static void add_page(const uint16_t *values, uint8_t *costs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t sum = costs[i] + (uint32_t)values[i] / WEND_OVERLAY_ONE;
        const uint32_t most = WEND_COST_WALL - 1;
        const uint32_t open = sum < most ? sum : most;
        costs[i] = (uint8_t)(costs[i] == WEND_COST_WALL ? WEND_COST_WALL : open);
    }
}

void wendi_overlays_add_costs(const wend_grid *grid, uint32_t movement_class, uint32_t sector,
                              uint8_t *costs, uint32_t count)
{
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        if (!overlay->is_used || (overlay->class_mask >> movement_class & 1) == 0) {
            continue;
        }
        const uint16_t *values = wendi_overlay_page(grid, overlay, sector);
        if (values != NULL) {
            add_page(values, costs, count);
        }
    }
}

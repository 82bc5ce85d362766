/* Overlays: numbers on cells that fade with each tick, and whose whole parts are added to costs.
 * Only sectors with numbers have pages, which lie close together.
 * Cost: a tick reads those pages and composes the sectors where a whole number changes. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/floating_point.h"
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
    *block = (wendi_overlay_block){NULL, NULL, overlay->head.capacity};
    if (overlay->entries == NULL) {
        block->entries = wendi_alloc_zero(&grid->allocator, entries_bytes(grid));
        if (block->entries == NULL) {
            return false;
        }
    }
    if (count <= overlay->head.capacity) {
        return true;
    }
    const uint32_t more = overlay->head.capacity + overlay->head.capacity / 2 + 4;
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
    if (overlay->head.count > 0) {
        memcpy(block->pages, overlay->owners, overlay->head.count * sizeof *block->pages);
        memcpy(values, overlay->values, overlay->head.count * page_cells(grid) * sizeof *values);
    }
    wendi_free(&grid->allocator, overlay->owners, block_bytes(grid, overlay->head.capacity));
    overlay->owners = block->pages;
    overlay->values = values;
    overlay->head.capacity = block->capacity;
}

void wendi_overlay_free(const wend_grid *grid, wendi_overlay *overlay)
{
    wendi_free(&grid->allocator, overlay->owners, block_bytes(grid, overlay->head.capacity));
    wendi_free(&grid->allocator, overlay->entries,
               overlay->entries == NULL ? 0 : entries_bytes(grid));
    *overlay = (wendi_overlay){.head.generation = overlay->head.generation};
}

size_t wendi_overlay_memory_bytes(const wend_grid *grid, const wendi_overlay *overlay)
{
    return block_bytes(grid, overlay->head.capacity) +
           (overlay->entries == NULL ? 0 : entries_bytes(grid));
}

/* ---- pages ---- */

uint16_t *wendi_overlay_add_page(wend_grid *grid, wendi_overlay *overlay, uint32_t sector)
{
    overlay->owners[overlay->head.count++] = sector;
    overlay->entries[sector] = overlay->head.count;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((wendi_overlay_composed_classes(overlay) >> c & 1) != 0) {
            wendi_hot_add(grid, c, sector);
        }
    }
    uint16_t *page = wendi_overlay_page(grid, overlay, sector);
    memset(page, 0, page_cells(grid) * sizeof *page);
    return page;
}

/* The last page moves into the gap. */
void wendi_overlay_remove_page(const wend_grid *grid, wendi_overlay *overlay, uint32_t sector)
{
    uint16_t *page = wendi_overlay_page(grid, overlay, sector);
    const uint32_t entry = overlay->entries[sector];
    const uint32_t moved = overlay->owners[--overlay->head.count];
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
        if ((wendi_overlay_composed_classes(overlay) >> c & 1) != 0) {
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
        if ((wendi_overlay_composed_classes(overlay) >> c & 1) != 0 && state->hot[sector] == 0) {
            pages += WENDI_HOT_PAGES - wendi_pages_held(grid, c, sector);
        }
    }
    return pages;
}

/* ---- costs ---- */

void wendi_overlay_add_numbers(const uint16_t *values, uint8_t *costs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t sum = costs[i] + (uint32_t)values[i] / WEND_OVERLAY_ONE;
        const uint32_t most = WEND_COST_WALL - 1;
        const uint32_t open = sum < most ? sum : most;
        costs[i] = (uint8_t)(costs[i] == WEND_COST_WALL ? WEND_COST_WALL : open);
    }
}

void wendi_overlays_add_costs(const wend_grid *grid, uint32_t movement_class, uint32_t sector,
                              uint32_t layers, uint8_t *costs, uint32_t count)
{
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        if (!overlay->head.is_used || (overlay->class_mask >> movement_class & 1) == 0 ||
            (overlay->head.layers & layers) == 0) {
            continue;
        }
        const uint16_t *values = wendi_overlay_page(grid, overlay, sector);
        if (values != NULL) {
            wendi_overlay_add_numbers(values, costs, count);
        }
    }
}

/* ---- definitions and ids ---- */

static const uint32_t COOKIE = 0x6e1f92d5;

wend_overlay_def wend_overlay_def_default(void)
{
    return (wend_overlay_def){COOKIE, UINT32_MAX, 0.9, 64 * WEND_OVERLAY_ONE, WEND_LAYER_JAM};
}

wendi_overlay_table wendi_grid_overlay_table(const wend_grid *grid)
{
    return (wendi_overlay_table){grid->compose == NULL ? NULL : grid->compose->overlays,
                                 sizeof(wendi_overlay)};
}

wend_result wendi_overlay_find(const wend_grid *grid, wend_overlay_id id, wendi_overlay **overlay)
{
    uint32_t index = 0;
    const wend_result result =
        grid == NULL ? WEND_ERROR_ARGUMENT
                     : wendi_overlay_index_of(wendi_grid_overlay_table(grid), id, &index);
    *overlay = result == WEND_OK ? &grid->compose->overlays[index] : NULL;
    return result;
}

wend_result wendi_overlay_find_or_fail(wend_grid *grid, const char *function, wend_overlay_id id,
                                       wendi_overlay **overlay)
{
    const wend_result result = wendi_overlay_find(grid, id, overlay);
    if (result != WEND_OK && grid != NULL) {
        (void)wendi_refuse_id(&grid->error, function, "overlay", id.index1, id.generation);
    }
    return result;
}

/* ---- adding ---- */

static wend_result add_checked(wend_grid *grid, const wend_overlay_def *def, wend_overlay_id *id,
                               wend_message *message)
{
    static const char function[] = "wend_grid_add_overlay";
    if (id != NULL) {
        *id = (wend_overlay_id){0, 0};
    }
    if (grid == NULL || def == NULL || id == NULL) {
        return wendi_refuse_null(message, function,
                                 grid == NULL  ? "grid"
                                 : def == NULL ? "def"
                                               : "id");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, function, def->cookie, "wend_overlay_def_default");
    }
    const wendi_overlay_terms terms = {def->layers, def->keep, def->max_value};
    uint32_t index;
    const wend_result result = wendi_overlay_choose(wendi_grid_overlay_table(grid), &terms,
                                                    UINT16_MAX, function, message, &index);
    if (result != WEND_OK) {
        return result;
    }
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, 0, false, &opened)) {
        return wendi_fail_plain(message, function, WEND_ERROR_MEMORY);
    }
    wendi_overlay *overlay = &grid->compose->overlays[index];
    overlay->class_mask = wendi_class_bits(grid, def->class_mask);
    *id = wendi_overlay_start(&overlay->head, &terms, index);
    return WEND_OK;
}

wend_result wend_grid_add_overlay(wend_grid *grid, const wend_overlay_def *def, wend_overlay_id *id,
                                  wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    return wendi_fail_as_both(grid == NULL ? NULL : &grid->error, failure, "wend_grid_add_overlay",
                              add_checked(grid, def, id, failure));
}

/* ---- queries ---- */

wend_result wend_grid_get_overlay(const wend_grid *grid, wend_overlay_id id, wend_overlay_def *def)
{
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *def = wend_overlay_def_default();
    wendi_overlay *overlay;
    const wend_result result = wendi_overlay_find(grid, id, &overlay);
    if (result == WEND_OK) {
        const wendi_overlay_terms terms = wendi_overlay_terms_of(&overlay->head);
        def->class_mask = overlay->class_mask;
        def->layers = terms.layers;
        def->keep = terms.keep;
        def->max_value = terms.max_value;
    }
    return result;
}

wend_result wend_grid_list_overlays(const wend_grid *grid, wend_overlay_id *ids, size_t capacity,
                                    size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_overlay_list_ids(wendi_grid_overlay_table(grid), ids, capacity, count);
}

/* ---- composing ---- */

void wendi_overlay_recompose(wendi_recompose *job, const wendi_overlay *overlay, uint32_t sector)
{
    if (overlay->head.layers != WEND_LAYER_JAM && overlay->class_mask != 0) {
        wendi_recompose_mark(job, sector);
    }
    for (uint32_t c = 0; c < job->grid->class_count; c++) {
        if ((wendi_overlay_composed_classes(overlay) >> c & 1) != 0) {
            const wendi_class_view view = wendi_class_view_of(job->grid, c);
            wendi_recompose_sector(job, &view, sector);
        }
    }
}

wend_result wend_grid_remove_overlay(wend_grid *grid, wend_overlay_id id)
{
    wendi_overlay *overlay;
    const wend_result result =
        wendi_overlay_find_or_fail(grid, "wend_grid_remove_overlay", id, &overlay);
    if (result != WEND_OK) {
        return result;
    }
    wendi_recompose job = {grid, false, true};
    wendi_recompose_advance(&job);
    overlay->head.is_used = false; /* From here on it adds nothing. */
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        wendi_overlay_recompose(&job, overlay, overlay->owners[i]);
        wendi_overlay_cool_sector(grid, overlay, overlay->owners[i]);
    }
    wendi_overlay_free(grid, overlay);
    return WEND_OK;
}

/* The effect of a tick on a page. */
typedef struct page_fading {
    bool has_whole; /* a whole number changed */
    bool has_any;   /* a number is left */
} page_fading;

static page_fading fade_page(uint16_t *values, uint32_t count, uint32_t keep)
{
    uint32_t changed = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        /* At most 65535 * 65536: 32 bits, which is faster than wendi_overlay_decay. */
        const uint32_t value = (uint32_t)values[i] * keep / WENDI_OVERLAY_KEEP_ONE;
        changed |= (value ^ values[i]) / WEND_OVERLAY_ONE;
        left |= value;
        values[i] = (uint16_t)value;
    }
    return (page_fading){changed != 0, left != 0};
}

wend_result wend_grid_overlay_tick(wend_grid *grid, wend_overlay_id id)
{
    wendi_overlay *overlay;
    const wend_result result =
        wendi_overlay_find_or_fail(grid, "wend_grid_overlay_tick", id, &overlay);
    if (result != WEND_OK || overlay->head.keep == WENDI_OVERLAY_KEEP_ONE) {
        return result;
    }
    wendi_recompose job = {grid, false, true};
    /* Backwards: a removed page is replaced by one already visited. */
    for (uint32_t i = overlay->head.count; i > 0; i--) {
        const uint32_t sector = overlay->owners[i - 1];
        const wendi_sector_rect rect = wendi_sector_rect_of(grid, sector);
        const page_fading faded = fade_page(wendi_overlay_page(grid, overlay, sector),
                                            rect.cell_count, overlay->head.keep);
        if (!faded.has_any) {
            wendi_overlay_remove_page(grid, overlay, sector);
        }
        if (faded.has_whole) {
            wendi_overlay_recompose(&job, overlay, sector);
        }
        if (!faded.has_any) {
            wendi_overlay_cool_sector(grid, overlay, sector);
        }
    }
    return WEND_OK;
}

uint32_t wend_grid_overlay_value(const wend_grid *grid, wend_overlay_id id, int32_t x, int32_t y)
{
    wendi_overlay *overlay;
    if (wendi_overlay_find(grid, id, &overlay) != WEND_OK || !wendi_grid_is_inside(grid, x, y)) {
        return 0;
    }
    const wendi_cell_address address = wendi_grid_cell_address(grid, x, y);
    const uint16_t *values = wendi_overlay_page(grid, overlay, address.sector);
    return values == NULL ? 0 : values[address.cell];
}

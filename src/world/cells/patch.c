/* takes: a layer, and a patch to put into one of its sectors.
 * gives: whether anything changes, and the changed sector, with a page only where it needs one.
 * cost:  linear in the sector's cells, which are at most 1024. */
#include "world/cells/cell_array.h"
#include "world/cells/store.h"

static bool is_apart(const wendi_layer *layer, uint32_t sector)
{
    uint32_t value = 0;
    return wendi_layer_cells(layer, sector, &value) != NULL || value != layer->base;
}

static void set_uniform(wendi_layer *layer, uint32_t sector, uint32_t value)
{
    uint32_t entry = layer->entries[sector];
    if (entry >= WENDI_PAGE_FIRST) {
        wendi_pages_release(layer->pages, entry - WENDI_PAGE_FIRST);
    }
    if (layer->values == NULL) {
        layer->entries[sector] = value;
    } else {
        layer->entries[sector] = 0;
        layer->values[sector] = value;
    }
}

/* The patch's values for row number `row` of the box; the patch must have an array. */
static const void *patch_row(const wendi_patch *patch, const wendi_sector_rect *box, int32_t row,
                             uint32_t cell_bytes)
{
    size_t y = (size_t)(box->y - patch->y) + (size_t)row;
    return wendi_cells_at(patch->cells, cell_bytes,
                          y * patch->stride + (size_t)(box->x - patch->x));
}

/* Has the patch this value all over the box? */
static bool patch_is(const wendi_patch *patch, const wendi_sector_rect *box, uint32_t cell_bytes,
                     uint32_t value)
{
    if (patch->cells == NULL) {
        return patch->value == value;
    }
    size_t count = (size_t)box->width;
    for (int32_t row = 0; row < box->height; row++) {
        const void *cells = patch_row(patch, box, row, cell_bytes);
        if (wendi_cells_run(cells, cell_bytes, count, value) < count) {
            return false;
        }
    }
    return true;
}

/* Will the whole sector have one value, and which? */
static bool patch_makes_uniform(const wendi_patch *patch, const wendi_sector_rect *box,
                                uint32_t cell_bytes, uint32_t *value)
{
    if ((uint32_t)(box->width * box->height) != box->cell_count) {
        return false;
    }
    *value = patch->value;
    if (patch->cells != NULL) {
        *value = wendi_cells_get(patch_row(patch, box, 0, cell_bytes), cell_bytes, 0);
    }
    return patch_is(patch, box, cell_bytes, *value);
}

static bool page_differs(const void *cells, const wendi_patch *patch, const wendi_sector_rect *box,
                         uint32_t cell_bytes)
{
    size_t count = (size_t)box->width;
    for (int32_t row = 0; row < box->height; row++) {
        const void *at =
            wendi_cells_at(cells, cell_bytes, box->first + (uint32_t)row * box->row_cells);
        bool is_same =
            patch->cells == NULL
                ? wendi_cells_run(at, cell_bytes, count, patch->value) == count
                : memcmp(at, patch_row(patch, box, row, cell_bytes), count * cell_bytes) == 0;
        if (!is_same) {
            return true;
        }
    }
    return false;
}

wendi_layer_change wendi_layer_plan(const wendi_layer *layer, const wendi_patch *patch,
                                    const wendi_sector_rect *box)
{
    uint32_t cell_bytes = layer->cell_bytes;
    uint32_t value = 0;
    const void *cells = wendi_layer_cells(layer, box->sector, &value);
    if (cells != NULL) {
        return page_differs(cells, patch, box, cell_bytes) ? WENDI_LAYER_CELLS_CHANGE
                                                           : WENDI_LAYER_UNCHANGED;
    }
    if (patch_is(patch, box, cell_bytes, value)) {
        return WENDI_LAYER_UNCHANGED;
    }
    bool is_uniform = patch_makes_uniform(patch, box, cell_bytes, &value);
    return is_uniform ? WENDI_LAYER_CELLS_CHANGE : WENDI_LAYER_NEEDS_PAGE;
}

/* The sector's page; a uniform sector gets one that holds its value. */
static void *page_for_writing(wendi_layer *layer, const wendi_sector_rect *box)
{
    uint32_t *entry = &layer->entries[box->sector];
    if (*entry < WENDI_PAGE_FIRST) {
        uint32_t value = layer->values == NULL ? *entry : layer->values[box->sector];
        uint32_t page = wendi_pages_acquire(layer->pages);
        wendi_cells_fill(wendi_pages_at(layer->pages, page), layer->cell_bytes, box->cell_count,
                         value);
        *entry = page + WENDI_PAGE_FIRST;
    }
    return wendi_pages_at(layer->pages, *entry - WENDI_PAGE_FIRST);
}

static void write_page(wendi_layer *layer, const wendi_patch *patch, const wendi_sector_rect *box)
{
    uint32_t cell_bytes = layer->cell_bytes;
    size_t count = (size_t)box->width;
    void *page = page_for_writing(layer, box);
    for (int32_t row = 0; row < box->height; row++) {
        void *to = wendi_cells_to(page, cell_bytes, box->first + (uint32_t)row * box->row_cells);
        if (patch->cells == NULL) {
            wendi_cells_fill(to, cell_bytes, count, patch->value);
        } else {
            memcpy(to, patch_row(patch, box, row, cell_bytes), count * cell_bytes);
        }
    }
    if (wendi_cells_are_uniform(page, cell_bytes, box->cell_count)) {
        set_uniform(layer, box->sector, wendi_cells_get(page, cell_bytes, 0));
    }
}

bool wendi_layer_apply(wendi_layer *layer, const wendi_patch *patch, const wendi_sector_rect *box)
{
    if (wendi_layer_plan(layer, patch, box) == WENDI_LAYER_UNCHANGED) {
        return false;
    }
    bool was_apart = is_apart(layer, box->sector);
    uint32_t value;
    if (patch_makes_uniform(patch, box, layer->cell_bytes, &value)) {
        set_uniform(layer, box->sector, value);
    } else {
        write_page(layer, patch, box);
    }
    bool is_apart_now = is_apart(layer, box->sector);
    layer->apart_count += (is_apart_now ? 1u : 0u) - (was_apart ? 1u : 0u);
    return true;
}

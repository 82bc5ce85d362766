/* Puts rectangles of new values into layers. A patch is planned sector by sector, memory is
 * reserved, and only then is anything changed.
 * Cost: linear in the cells given, which are read twice. */
#include "base/core/memory.h"
#include "world/cells/cell_array.h"
#include "world/cells/store.h"

#include <string.h>

/* ---- one sector ---- */

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

/* The patch's values for row number `row` of the rectangle; the patch must have an array. */
static const void *patch_row(const wendi_patch *patch, const wendi_sector_rect *rect, int32_t row,
                             uint32_t cell_bytes)
{
    size_t y = (size_t)(rect->y - patch->y) + (size_t)row;
    return wendi_cells_at(patch->cells, cell_bytes,
                          y * patch->stride + (size_t)(rect->x - patch->x));
}

/* True if the patch has this value all over the rectangle. */
static bool patch_is(const wendi_patch *patch, const wendi_sector_rect *rect, uint32_t cell_bytes,
                     uint32_t value)
{
    if (patch->cells == NULL) {
        return patch->value == value;
    }
    size_t count = (size_t)rect->width;
    for (int32_t row = 0; row < rect->height; row++) {
        const void *cells = patch_row(patch, rect, row, cell_bytes);
        if (wendi_cells_run(cells, cell_bytes, count, value) < count) {
            return false;
        }
    }
    return true;
}

/* True if the patch gives the whole sector one value. */
static bool patch_makes_uniform(const wendi_patch *patch, const wendi_sector_rect *rect,
                                uint32_t cell_bytes, uint32_t *value)
{
    if ((uint32_t)(rect->width * rect->height) != rect->cell_count) {
        return false;
    }
    *value = patch->value;
    if (patch->cells != NULL) {
        *value = wendi_cells_get(patch_row(patch, rect, 0, cell_bytes), cell_bytes, 0);
    }
    return patch_is(patch, rect, cell_bytes, *value);
}

static bool page_differs(const void *cells, const wendi_patch *patch, const wendi_sector_rect *rect,
                         uint32_t cell_bytes)
{
    size_t count = (size_t)rect->width;
    for (int32_t row = 0; row < rect->height; row++) {
        const void *at =
            wendi_cells_at(cells, cell_bytes, rect->first + (uint32_t)row * rect->row_cells);
        bool is_same =
            patch->cells == NULL
                ? wendi_cells_run(at, cell_bytes, count, patch->value) == count
                : memcmp(at, patch_row(patch, rect, row, cell_bytes), count * cell_bytes) == 0;
        if (!is_same) {
            return true;
        }
    }
    return false;
}

wendi_layer_change wendi_layer_plan(const wendi_layer *layer, const wendi_patch *patch,
                                    const wendi_sector_rect *rect)
{
    uint32_t cell_bytes = layer->cell_bytes;
    uint32_t value = 0;
    const void *cells = wendi_layer_cells(layer, rect->sector, &value);
    if (cells != NULL) {
        return page_differs(cells, patch, rect, cell_bytes) ? WENDI_LAYER_CELLS_CHANGE
                                                            : WENDI_LAYER_UNCHANGED;
    }
    if (patch_is(patch, rect, cell_bytes, value)) {
        return WENDI_LAYER_UNCHANGED;
    }
    bool is_uniform = patch_makes_uniform(patch, rect, cell_bytes, &value);
    return is_uniform ? WENDI_LAYER_CELLS_CHANGE : WENDI_LAYER_NEEDS_PAGE;
}

/* The sector's page; a uniform sector gets one that holds its value. */
static void *page_for_writing(wendi_layer *layer, const wendi_sector_rect *rect)
{
    uint32_t *entry = &layer->entries[rect->sector];
    if (*entry < WENDI_PAGE_FIRST) {
        uint32_t value = layer->values == NULL ? *entry : layer->values[rect->sector];
        uint32_t page = wendi_pages_acquire(layer->pages);
        wendi_cells_fill(wendi_pages_at(layer->pages, page), layer->cell_bytes, rect->cell_count,
                         value);
        *entry = page + WENDI_PAGE_FIRST;
    }
    return wendi_pages_at(layer->pages, *entry - WENDI_PAGE_FIRST);
}

static void write_page(wendi_layer *layer, const wendi_patch *patch, const wendi_sector_rect *rect)
{
    uint32_t cell_bytes = layer->cell_bytes;
    size_t count = (size_t)rect->width;
    void *page = page_for_writing(layer, rect);
    for (int32_t row = 0; row < rect->height; row++) {
        void *to = wendi_cells_to(page, cell_bytes, rect->first + (uint32_t)row * rect->row_cells);
        if (patch->cells == NULL) {
            wendi_cells_fill(to, cell_bytes, count, patch->value);
        } else {
            memcpy(to, patch_row(patch, rect, row, cell_bytes), count * cell_bytes);
        }
    }
    if (wendi_cells_are_uniform(page, cell_bytes, rect->cell_count)) {
        set_uniform(layer, rect->sector, wendi_cells_get(page, cell_bytes, 0));
    }
}

bool wendi_layer_apply(wendi_layer *layer, const wendi_patch *patch, const wendi_sector_rect *rect)
{
    if (wendi_layer_plan(layer, patch, rect) == WENDI_LAYER_UNCHANGED) {
        return false;
    }
    bool was_apart = is_apart(layer, rect->sector);
    uint32_t value;
    if (patch_makes_uniform(patch, rect, layer->cell_bytes, &value)) {
        set_uniform(layer, rect->sector, value);
    } else {
        write_page(layer, patch, rect);
    }
    bool is_apart_now = is_apart(layer, rect->sector);
    layer->apart_count += (is_apart_now ? 1u : 0u) - (was_apart ? 1u : 0u);
    return true;
}

/* ---- one edit ---- */

/* One edit of several layers. */
typedef struct cell_edit {
    wendi_layer *layers;
    uint32_t layer_count;
    const wendi_patch *patch;
    uint32_t changed_layers; /* One bit for each layer; there are at most 32. */
    uint32_t page_count;     /* Pages to reserve before anything changes. */
} cell_edit;

static bool has_bit(uint32_t bits, uint32_t i)
{
    return (bits >> i & 1) != 0;
}

static void plan_edit(const wend_grid *grid, wendi_sector_range range, cell_edit *job)
{
    for (uint32_t y = range.low_y; y <= range.high_y; y++) {
        for (uint32_t x = range.low_x; x <= range.high_x; x++) {
            wendi_sector_rect rect = wendi_patch_sector_rect(grid, job->patch, x, y);
            for (uint32_t i = 0; i < job->layer_count; i++) {
                wendi_layer_change change = wendi_layer_plan(&job->layers[i], job->patch, &rect);
                if (change != WENDI_LAYER_UNCHANGED) {
                    job->changed_layers |= 1u << i;
                }
                if (change == WENDI_LAYER_NEEDS_PAGE) {
                    job->page_count++;
                }
            }
        }
    }
}

/* Makes the missing tables of layers that change. @param made the layers that got one, as bits,
 * also when memory ran out. */
static bool make_tables(wend_grid *grid, const cell_edit *job, uint32_t *made)
{
    *made = 0;
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (!has_bit(job->changed_layers, i) || job->layers[i].entries != NULL) {
            continue;
        }
        if (!wendi_layer_make_table(grid, &job->layers[i])) {
            return false;
        }
        *made |= 1u << i;
    }
    return true;
}

static bool reserve(wend_grid *grid, const cell_edit *job)
{
    uint32_t made;
    if (make_tables(grid, job, &made) &&
        wendi_pages_reserve(job->layers[0].pages, &grid->allocator, job->page_count)) {
        return true;
    }
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (has_bit(made, i)) {
            wendi_layer_free_table(grid, &job->layers[i]);
        }
    }
    return false;
}

static bool apply_sector(const cell_edit *job, const wendi_sector_rect *rect)
{
    bool has_changed = false;
    for (uint32_t i = 0; i < job->layer_count; i++) {
        if (has_bit(job->changed_layers, i)) {
            has_changed |= wendi_layer_apply(&job->layers[i], job->patch, rect);
        }
    }
    return has_changed;
}

wend_result wendi_grid_edit(wend_grid *grid, wendi_layer *layers, uint32_t layer_count,
                            const wendi_patch *patch)
{
    if (patch->width == 0 || patch->height == 0) {
        return WEND_OK;
    }
    wendi_sector_range range = wendi_patch_sectors(grid, patch);
    cell_edit job = {layers, layer_count, patch, 0, 0};
    plan_edit(grid, range, &job);
    if (job.changed_layers == 0) {
        return WEND_OK;
    }
    if (!reserve(grid, &job)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_grid_advance_revision(grid);
    for (uint32_t y = range.low_y; y <= range.high_y; y++) {
        for (uint32_t x = range.low_x; x <= range.high_x; x++) {
            wendi_sector_rect rect = wendi_patch_sector_rect(grid, patch, x, y);
            if (apply_sector(&job, &rect)) {
                wendi_grid_mark_sector(grid, rect.sector);
            }
        }
    }
    return WEND_OK;
}

/* ---- checks ---- */

bool wendi_grid_has_rect(const wend_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height)
{
    return x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= grid->width && y <= grid->height &&
           width <= grid->width - x && height <= grid->height - y;
}

wend_result wendi_grid_check_rect(wend_grid *grid, const char *function, int32_t x, int32_t y,
                                  int32_t width, int32_t height)
{
    if (wendi_grid_has_rect(grid, x, y, width, height)) {
        return WEND_OK;
    }
    return wendi_fail(&grid->error, WEND_ERROR_ARGUMENT,
                      "%s: the rectangle of %ld x %ld cells at %ld,%ld lies outside of the map of "
                      "%ld x %ld cells",
                      function, (long)width, (long)height, (long)x, (long)y, (long)grid->width,
                      (long)grid->height);
}

wend_result wendi_grid_check_class(wend_grid *grid, const char *function, uint32_t movement_class)
{
    if (movement_class == WEND_CLASS_ALL || movement_class < grid->class_count) {
        return WEND_OK;
    }
    return wendi_refuse_index(&grid->error, function, "movement_class", movement_class, "classes",
                              grid->class_count);
}

bool wendi_grid_has_array(const void *cells, size_t stride, int32_t width, int32_t height)
{
    size_t bytes;
    return width == 0 || height == 0 ||
           (cells != NULL && stride >= (size_t)width &&
            wendi_size_multiply(stride, (size_t)height, &bytes) && bytes <= PTRDIFF_MAX);
}

/* Layers: one value a cell, kept as one value or one page for each sector.
 * Cost: reading is linear in the cells; a uniform sector counts as one cell of each row. */
#include "base/core/memory.h"
#include "world/cells/cell_array.h"
#include "world/cells/store.h"

#include <string.h>

/* ---- pages ---- */

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

/* ---- addresses ---- */

wendi_cell_address wendi_grid_cell_address(const wend_grid *grid, int32_t x, int32_t y)
{
    uint32_t sector_x = wendi_sector_along(grid, x);
    uint32_t sector_y = wendi_sector_along(grid, y);
    int32_t row_cells = wendi_sector_extent(grid, grid->width, sector_x);
    int32_t in_x = x - (int32_t)sector_x * grid->sector_size;
    int32_t in_y = y - (int32_t)sector_y * grid->sector_size;
    return (wendi_cell_address){sector_y * (uint32_t)grid->sectors_x + sector_x,
                                (uint32_t)(in_y * row_cells + in_x)};
}

wendi_sector_rect wendi_patch_sector_rect(const wend_grid *grid, const wendi_patch *patch,
                                          uint32_t sector_x, uint32_t sector_y)
{
    int32_t low_x = (int32_t)sector_x * grid->sector_size;
    int32_t low_y = (int32_t)sector_y * grid->sector_size;
    int32_t columns = wendi_sector_extent(grid, grid->width, sector_x);
    int32_t rows = wendi_sector_extent(grid, grid->height, sector_y);
    int32_t high_x = low_x + columns;
    int32_t high_y = low_y + rows;
    int32_t patch_high_x = patch->x + patch->width;
    int32_t patch_high_y = patch->y + patch->height;
    wendi_sector_rect rect;
    rect.sector = sector_y * (uint32_t)grid->sectors_x + sector_x;
    rect.x = patch->x > low_x ? patch->x : low_x;
    rect.y = patch->y > low_y ? patch->y : low_y;
    rect.width = (patch_high_x < high_x ? patch_high_x : high_x) - rect.x;
    rect.height = (patch_high_y < high_y ? patch_high_y : high_y) - rect.y;
    rect.first = (uint32_t)((rect.y - low_y) * columns + (rect.x - low_x));
    rect.row_cells = (uint32_t)columns;
    rect.cell_count = (uint32_t)(columns * rows);
    return rect;
}

/* ---- tables ---- */

static size_t table_bytes(const wend_grid *grid, const wendi_layer *layer)
{
    size_t arrays = layer->cell_bytes == 1 ? 1 : 2;
    return arrays * grid->sector_count * sizeof *layer->entries;
}

size_t wendi_layer_memory_bytes(const wend_grid *grid, const wendi_layer *layer)
{
    return layer->entries == NULL ? 0 : table_bytes(grid, layer);
}

bool wendi_layer_make_table(wend_grid *grid, wendi_layer *layer)
{
    uint32_t *entries = wendi_alloc(&grid->allocator, table_bytes(grid, layer));
    if (entries == NULL) {
        return false;
    }
    uint32_t count = grid->sector_count;
    if (layer->cell_bytes == 1) {
        wendi_cells_fill(entries, sizeof *entries, count, layer->base);
    } else {
        layer->values = entries + count;
        wendi_cells_fill(entries, sizeof *entries, count, 0);
        wendi_cells_fill(layer->values, sizeof *entries, count, layer->base);
    }
    layer->entries = entries;
    return true;
}

void wendi_layer_free_table(wend_grid *grid, wendi_layer *layer)
{
    wendi_free(&grid->allocator, layer->entries, wendi_layer_memory_bytes(grid, layer));
    layer->entries = NULL;
    layer->values = NULL;
}

/* ---- reading ---- */

const void *wendi_layer_cells(const wendi_layer *layer, uint32_t sector, uint32_t *value)
{
    if (layer->entries == NULL) {
        *value = layer->base;
        return NULL;
    }
    uint32_t entry = layer->entries[sector];
    if (entry >= WENDI_PAGE_FIRST) {
        return wendi_pages_at(layer->pages, entry - WENDI_PAGE_FIRST);
    }
    *value = layer->values == NULL ? entry : layer->values[sector];
    return NULL;
}

uint32_t wendi_layer_value(const wend_grid *grid, const wendi_layer *layer, int32_t x, int32_t y)
{
    wendi_cell_address address = wendi_grid_cell_address(grid, x, y);
    uint32_t value = 0;
    const void *cells = wendi_layer_cells(layer, address.sector, &value);
    return cells == NULL ? value : wendi_cells_get(cells, layer->cell_bytes, address.cell);
}

/* A row of cells, sector by sector. */
typedef struct layer_row {
    const wend_grid *grid;
    const wendi_layer *layer;
    const wendi_layer *under; /* The ground of sectors that have an entry there; NULL = not read. */
    uint32_t sector_first;    /* The row's sector of column 0. */
    int32_t y_in_sector;
} layer_row;

/* The part of a row that lies in one sector. */
typedef struct row_piece {
    const void *cells; /* [count]; NULL: `value` everywhere. */
    uint32_t value;
    size_t count;
} row_piece;

static layer_row layer_row_of(const wend_grid *grid, const wendi_layer *layer, int32_t y)
{
    uint32_t sector_y = wendi_sector_along(grid, y);
    return (layer_row){grid, layer, NULL, sector_y * (uint32_t)grid->sectors_x,
                       y - (int32_t)sector_y * grid->sector_size};
}

/* The layer that holds a sector: an entry of 0 in `under` means that `layer` does. */
static const wendi_layer *layer_of(const wendi_layer *layer, const wendi_layer *under,
                                   uint32_t sector)
{
    return under != NULL && under->entries[sector] != 0 ? under : layer;
}

static row_piece piece_of(const layer_row *row, uint32_t sector_x)
{
    int32_t columns = wendi_sector_extent(row->grid, row->grid->width, sector_x);
    row_piece part = {NULL, 0, (size_t)columns};
    uint32_t sector = row->sector_first + sector_x;
    const void *cells =
        wendi_layer_cells(layer_of(row->layer, row->under, sector), sector, &part.value);
    if (cells != NULL) {
        size_t first = (size_t)row->y_in_sector * part.count;
        part.cells = wendi_cells_at(cells, row->layer->cell_bytes, first);
    }
    return part;
}

/* Copies `count` cells of a piece from its cell number `skipped` on. */
static void copy_piece(const row_piece *part, size_t skipped, size_t count, uint32_t cell_bytes,
                       void *to)
{
    if (part->cells == NULL) {
        wendi_cells_fill(to, cell_bytes, count, part->value);
    } else {
        memcpy(to, wendi_cells_at(part->cells, cell_bytes, skipped), count * cell_bytes);
    }
}

void wendi_layer_copy_row(const wend_grid *grid, const wendi_layer *layer, int32_t x, int32_t y,
                          int32_t count, void *cells)
{
    if (count <= 0) {
        return;
    }
    if (layer->entries == NULL) {
        wendi_cells_fill(cells, layer->cell_bytes, (size_t)count, layer->base);
        return;
    }
    layer_row row = layer_row_of(grid, layer, y);
    uint32_t sector_x = wendi_sector_along(grid, x);
    size_t skipped = (size_t)(x - (int32_t)sector_x * grid->sector_size);
    for (size_t left = (size_t)count; left > 0; sector_x++) {
        row_piece part = piece_of(&row, sector_x);
        size_t there = part.count - skipped;
        size_t copied = there < left ? there : left;
        copy_piece(&part, skipped, copied, layer->cell_bytes, cells);
        cells = wendi_cells_to(cells, layer->cell_bytes, copied);
        left -= copied;
        skipped = 0;
    }
}

static bool pieces_equal(const row_piece *a, const row_piece *b, uint32_t cell_bytes)
{
    if (a->cells == NULL && b->cells == NULL) {
        return a->value == b->value;
    }
    if (a->cells == NULL) {
        return wendi_cells_run(b->cells, cell_bytes, b->count, a->value) == b->count;
    }
    if (b->cells == NULL) {
        return wendi_cells_run(a->cells, cell_bytes, a->count, b->value) == a->count;
    }
    return memcmp(a->cells, b->cells, a->count * cell_bytes) == 0;
}

bool wendi_layer_rows_equal(const wend_grid *grid, const wendi_layer *layer, int32_t y)
{
    if (layer->entries == NULL) {
        return true;
    }
    layer_row row = layer_row_of(grid, layer, y);
    layer_row next = layer_row_of(grid, layer, y + 1);
    for (uint32_t i = 0; i < (uint32_t)grid->sectors_x; i++) {
        row_piece a = piece_of(&row, i);
        row_piece b = piece_of(&next, i);
        if (!pieces_equal(&a, &b, layer->cell_bytes)) {
            return false;
        }
    }
    return true;
}

/* ---- runs ---- */

typedef struct run_output {
    wendi_run_fn fn;
    void *context;
    uint32_t value; /* Of the current run. */
    uint32_t count;
} run_output;

static void add_run(run_output *out, uint32_t value, size_t count)
{
    if (out->count > 0 && value != out->value) {
        out->fn(out->context, out->value, out->count);
        out->count = 0;
    }
    out->value = value;
    out->count += (uint32_t)count;
}

static void add_piece(run_output *out, const row_piece *part, uint32_t cell_bytes)
{
    if (part->cells == NULL) {
        add_run(out, part->value, part->count);
        return;
    }
    for (size_t i = 0; i < part->count;) {
        const void *at = wendi_cells_at(part->cells, cell_bytes, i);
        uint32_t value = wendi_cells_get(at, cell_bytes, 0);
        size_t count = wendi_cells_run(at, cell_bytes, part->count - i, value);
        add_run(out, value, count);
        i += count;
    }
}

static void add_row(const wend_grid *grid, const wendi_layer *layer, const wendi_layer *under,
                    int32_t y, run_output *out)
{
    layer_row row = layer_row_of(grid, layer, y);
    row.under = under;
    for (uint32_t i = 0; i < (uint32_t)grid->sectors_x; i++) {
        row_piece part = piece_of(&row, i);
        add_piece(out, &part, layer->cell_bytes);
    }
}

/* True if all sectors of a row of sectors are uniform with one value. */
static bool band_is_uniform(const wend_grid *grid, const wendi_layer *layer,
                            const wendi_layer *under, uint32_t sector_y, uint32_t *value)
{
    uint32_t first = sector_y * (uint32_t)grid->sectors_x;
    if (wendi_layer_cells(layer_of(layer, under, first), first, value) != NULL) {
        return false;
    }
    for (uint32_t i = first + 1; i < first + (uint32_t)grid->sectors_x; i++) {
        uint32_t other = *value;
        if (wendi_layer_cells(layer_of(layer, under, i), i, &other) != NULL || other != *value) {
            return false;
        }
    }
    return true;
}

void wendi_layer_runs_under(const wend_grid *grid, const wendi_layer *layer,
                            const wendi_layer *under, wendi_run_fn fn, void *context)
{
    run_output out = {fn, context, 0, 0};
    for (uint32_t i = 0; i < (uint32_t)grid->sectors_y; i++) {
        int32_t y = (int32_t)i * grid->sector_size;
        int32_t rows = wendi_sector_extent(grid, grid->height, i);
        uint32_t value = 0;
        if (layer->entries == NULL || band_is_uniform(grid, layer, under, i, &value)) {
            value = layer->entries == NULL ? layer->base : value;
            add_run(&out, value, (size_t)grid->width * (size_t)rows);
            continue;
        }
        for (int32_t row = 0; row < rows; row++) {
            add_row(grid, layer, under, y + row, &out);
        }
    }
    fn(context, out.value, out.count);
}

void wendi_layer_runs(const wend_grid *grid, const wendi_layer *layer, wendi_run_fn fn,
                      void *context)
{
    wendi_layer_runs_under(grid, layer, NULL, fn, context);
}

void wendi_layer_row_runs(const wend_grid *grid, const wendi_layer *layer, int32_t y,
                          wendi_run_fn fn, void *context)
{
    run_output out = {fn, context, 0, 0};
    add_row(grid, layer, NULL, y, &out);
    fn(context, out.value, out.count);
}

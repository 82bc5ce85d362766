/* takes: a layer, and which of its cells or rows to read.
 * gives: where a cell is kept; values, rows and runs of equal values.
 * cost:  linear in the cells asked for; a uniform sector counts as one cell of each row. */
#include "base/core/memory.h"
#include "world/cells/cell_array.h"
#include "world/cells/store.h"
#include "world/layers/compose.h"

/* ---- places ---- */

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
    wendi_sector_rect box;
    box.sector = sector_y * (uint32_t)grid->sectors_x + sector_x;
    box.x = patch->x > low_x ? patch->x : low_x;
    box.y = patch->y > low_y ? patch->y : low_y;
    box.width = (patch_high_x < high_x ? patch_high_x : high_x) - box.x;
    box.height = (patch_high_y < high_y ? patch_high_y : high_y) - box.y;
    box.first = (uint32_t)((box.y - low_y) * columns + (box.x - low_x));
    box.row_cells = (uint32_t)columns;
    box.cell_count = (uint32_t)(columns * rows);
    return box;
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
    wendi_cell_address place = wendi_grid_cell_address(grid, x, y);
    uint32_t value = 0;
    const void *cells = wendi_layer_cells(layer, place.sector, &value);
    return cells == NULL ? value : wendi_cells_get(cells, layer->cell_bytes, place.cell);
}

/* A row of cells, seen sector by sector. */
typedef struct row_view {
    const wend_grid *grid;
    const wendi_layer *layer;
    const wendi_layer
        *under;            /* Where the ground is, if not in `layer`; NULL = it is not asked for. */
    uint32_t sector_first; /* The row's sector of column 0. */
    int32_t y_in_sector;
} row_view;

/* The part of a row that lies in one sector. */
typedef struct piece {
    const void *cells; /* [count]; NULL: `value` everywhere. */
    uint32_t value;
    size_t count;
} piece;

static row_view view_row(const wend_grid *grid, const wendi_layer *layer, int32_t y)
{
    uint32_t sector_y = wendi_sector_along(grid, y);
    return (row_view){grid, layer, NULL, sector_y * (uint32_t)grid->sectors_x,
                      y - (int32_t)sector_y * grid->sector_size};
}

/* The layer that holds a sector: entries 0 of the ground say that it is what is seen. */
static const wendi_layer *layer_of(const wendi_layer *layer, const wendi_layer *under,
                                   uint32_t sector)
{
    return under != NULL && under->entries[sector] != 0 ? under : layer;
}

static piece piece_of(const row_view *row, uint32_t sector_x)
{
    int32_t columns = wendi_sector_extent(row->grid, row->grid->width, sector_x);
    piece part = {NULL, 0, (size_t)columns};
    uint32_t sector = row->sector_first + sector_x;
    const void *cells =
        wendi_layer_cells(layer_of(row->layer, row->under, sector), sector, &part.value);
    if (cells != NULL) {
        size_t first = (size_t)row->y_in_sector * part.count;
        part.cells = wendi_cells_at(cells, row->layer->cell_bytes, first);
    }
    return part;
}

/* Copies count cells of a piece from its cell number `skipped` on. */
static void copy_piece(const piece *part, size_t skipped, size_t count, uint32_t cell_bytes,
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
    row_view row = view_row(grid, layer, y);
    uint32_t sector_x = wendi_sector_along(grid, x);
    size_t skipped = (size_t)(x - (int32_t)sector_x * grid->sector_size);
    for (size_t left = (size_t)count; left > 0; sector_x++) {
        piece part = piece_of(&row, sector_x);
        size_t there = part.count - skipped;
        size_t copied = there < left ? there : left;
        copy_piece(&part, skipped, copied, layer->cell_bytes, cells);
        cells = wendi_cells_to(cells, layer->cell_bytes, copied);
        left -= copied;
        skipped = 0;
    }
}

static bool pieces_equal(const piece *a, const piece *b, uint32_t cell_bytes)
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
    row_view row = view_row(grid, layer, y);
    row_view next = view_row(grid, layer, y + 1);
    for (uint32_t i = 0; i < (uint32_t)grid->sectors_x; i++) {
        piece a = piece_of(&row, i);
        piece b = piece_of(&next, i);
        if (!pieces_equal(&a, &b, layer->cell_bytes)) {
            return false;
        }
    }
    return true;
}

/* ---- runs ---- */

typedef struct runs {
    wendi_run_fn fn;
    void *context;
    uint32_t value; /* Of the run that is open. */
    uint32_t count;
} runs;

static void add_run(runs *out, uint32_t value, size_t count)
{
    if (out->count > 0 && value != out->value) {
        out->fn(out->context, out->value, out->count);
        out->count = 0;
    }
    out->value = value;
    out->count += (uint32_t)count;
}

static void add_piece(runs *out, const piece *part, uint32_t cell_bytes)
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
                    int32_t y, runs *out)
{
    row_view row = view_row(grid, layer, y);
    row.under = under;
    for (uint32_t i = 0; i < (uint32_t)grid->sectors_x; i++) {
        piece part = piece_of(&row, i);
        add_piece(out, &part, layer->cell_bytes);
    }
}

/* Have all sectors of a row of sectors the same single value? */
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

static void all_runs(const wend_grid *grid, const wendi_layer *layer, const wendi_layer *under,
                     wendi_run_fn fn, void *context)
{
    runs out = {fn, context, 0, 0};
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
    all_runs(grid, layer, NULL, fn, context);
}

void wendi_ground_runs(const wend_grid *grid, uint32_t movement_class, wendi_run_fn fn,
                       void *context)
{
    const wendi_layer *under =
        grid->compose == NULL ? NULL : &grid->compose->states[movement_class].under;
    all_runs(grid, &grid->classes[movement_class],
             under == NULL || under->entries == NULL ? NULL : under, fn, context);
}

void wendi_layer_row_runs(const wend_grid *grid, const wendi_layer *layer, int32_t y,
                          wendi_run_fn fn, void *context)
{
    runs out = {fn, context, 0, 0};
    add_row(grid, layer, NULL, y, &out);
    fn(context, out.value, out.count);
}

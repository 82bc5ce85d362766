/* takes: bytes from anywhere.
 * gives: the grid they describe, or what is wrong with them.
 * cost:  linear in bytes and cells; rows of a single value take constant time a sector. */
#include "base/core/bytes.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/cells/cell_array.h"
#include "world/cells/store.h"
#include "world/grid/file.h"
#include "world/layers/compose.h"

/* Runs as they come out of the file. */
typedef struct run_reader {
    wendi_reader *reader;
    uint32_t cell_bytes;
    uint32_t value;
    uint32_t left;      /* Cells of the current run not handed out yet. */
    uint64_t cells;     /* Cells of the layer that the runs read so far do not cover. */
    bool may_repeat;    /* The next run may have the same value: there is none, or it was full. */
    const char *reason; /* What is wrong; NULL = nothing. */
} run_reader;

static bool run_fail(run_reader *runs, const char *reason)
{
    wendi_reader_fail(runs->reader);
    runs->reason = reason;
    return false;
}

static bool next_run(run_reader *runs)
{
    wendi_reader *reader = runs->reader;
    uint32_t count = wendi_read_u16(reader) + 1u;
    uint32_t value = runs->cell_bytes == 1 ? wendi_read_u8(reader) : wendi_read_u32(reader);
    if (reader->has_failed) {
        return run_fail(runs, "the data ends within the runs");
    }
    if (runs->cell_bytes == 1 && value == 0) {
        return run_fail(runs, "a cost is 0, not in 1 ... 255");
    }
    if (count > runs->cells) {
        return run_fail(runs, "the runs are longer than the map");
    }
    if (value == runs->value && !runs->may_repeat) {
        return run_fail(runs, "two neighbouring runs have the same value");
    }
    runs->value = value;
    runs->left = count;
    runs->cells -= count;
    runs->may_repeat = count == WENDI_GRID_FILE_RUN_MAX;
    return true;
}

static bool read_cells(run_reader *runs, void *cells, size_t count)
{
    for (size_t done = 0; done < count;) {
        if (runs->left == 0 && !next_run(runs)) {
            return false;
        }
        size_t piece = count - done < runs->left ? count - done : runs->left;
        wendi_cells_fill(wendi_cells_to(cells, runs->cell_bytes, done), runs->cell_bytes, piece,
                         runs->value);
        runs->left -= (uint32_t)piece;
        done += piece;
    }
    return true;
}

/* One row of sectors. */
static wend_result load_band(wend_grid *grid, wendi_layer *layer, run_reader *runs, void *cells,
                             uint32_t sector_y)
{
    int32_t y = (int32_t)sector_y * grid->sector_size;
    int32_t rows = wendi_sector_extent(grid, grid->height, sector_y);
    size_t count = (size_t)grid->width * (size_t)rows;
    if (runs->left == 0 && !next_run(runs)) {
        return WEND_ERROR_FILE;
    }
    wendi_patch patch = {0, y, grid->width, rows, NULL, (size_t)grid->width, runs->value};
    if (runs->left >= count) {
        runs->left -= (uint32_t)count;
    } else {
        patch.cells = cells;
        if (!read_cells(runs, cells, count)) {
            return WEND_ERROR_FILE;
        }
    }
    return wendi_grid_edit(grid, layer, 1, &patch);
}

static wend_result load_layer(wend_grid *grid, wendi_layer *layer, run_reader *runs)
{
    size_t bytes = (size_t)grid->width * (size_t)grid->sector_size * (size_t)layer->cell_bytes;
    void *cells = wendi_alloc(&grid->allocator, bytes);
    if (cells == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = next_run(runs) ? WEND_OK : WEND_ERROR_FILE;
    layer->base = runs->value;
    for (uint32_t y = 0; y < (uint32_t)grid->sectors_y && result == WEND_OK; y++) {
        result = load_band(grid, layer, runs, cells, y);
    }
    wendi_free(&grid->allocator, cells, bytes);
    return result;
}

static wend_result load_one(wend_grid *grid, wendi_layer *layer, wendi_reader *reader,
                            const char **reason)
{
    uint64_t cells = (uint64_t)grid->width * (uint64_t)grid->height;
    run_reader runs = {reader, layer->cell_bytes, 0, 0, cells, true, NULL};
    wend_result result = load_layer(grid, layer, &runs);
    *reason = runs.reason;
    return result;
}

static wend_result load_gates(wend_grid *grid, wendi_reader *reader, const char **reason)
{
    uint8_t has_gates = wendi_read_u8(reader);
    if (has_gates > 1 || reader->has_failed) {
        *reason = "the mark for gates is not 0 or 1";
        return WEND_ERROR_FILE;
    }
    wend_result result = has_gates == 0 ? WEND_OK : load_one(grid, &grid->gates, reader, reason);
    if (result != WEND_OK) {
        return result;
    }
    if (has_gates == 1 && grid->gates.base == 0 && grid->gates.apart_count == 0) {
        *reason = "there are gates, but none is closed to anybody";
        return WEND_ERROR_FILE;
    }
    return WEND_OK;
}

/* That nothing follows what was read, last of all. */
static wend_result load_end(const wendi_reader *reader, const char **reason)
{
    if (wendi_reader_is_done(reader)) {
        return WEND_OK;
    }
    *reason = "there are bytes behind the map";
    return WEND_ERROR_FILE;
}

static wend_result load_layers(wend_grid *grid, uint32_t version, wendi_reader *reader,
                               wend_message *message)
{
    const char *reason = NULL;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < grid->class_count && result == WEND_OK; i++) {
        result = load_one(grid, &grid->classes[i], reader, &reason);
    }
    if (result == WEND_OK) {
        result = load_gates(grid, reader, &reason);
    }
    if (result == WEND_OK && version > 1) {
        result = wendi_links_read(grid, reader, &reason);
    }
    if (result == WEND_OK && version > 1) {
        result = wendi_compose_read(grid, version, reader, &reason);
    }
    if (result == WEND_OK) {
        result = load_end(reader, &reason);
    }
    if (result == WEND_ERROR_MEMORY) {
        return wendi_fail(message, result, "wend_grid_load: no memory for %ld x %ld cells",
                          (long)grid->width, (long)grid->height);
    }
    if (result != WEND_OK) {
        return wendi_fail(message, result, "wend_grid_load: %s, at byte %llu of the map",
                          reason == NULL ? "damaged" : reason, (unsigned long long)reader->offset);
    }
    wendi_grid_reset_history(grid);
    return WEND_OK;
}

/* Version 1 knew squares that do not wrap, and nothing but ground and gates. */
static wend_grid_def read_def(wendi_reader *reader, uint32_t version)
{
    wend_grid_def def = wend_grid_def_default();
    /* Sizes above 2^31 become negative, which create refuses. */
    def.width = (int32_t)wendi_read_u32(reader);
    def.height = (int32_t)wendi_read_u32(reader);
    def.neighbours = (wend_neighbours)wendi_read_u8(reader);
    def.corner_rule = (wend_corner_rule)wendi_read_u8(reader);
    if (version > 1) {
        def.hex_layout = (wend_hex_layout)wendi_read_u8(reader);
        def.wrap = (wend_wrap)wendi_read_u8(reader);
    }
    def.sector_size = wendi_read_u8(reader);
    def.class_count = wendi_read_u8(reader);
    def.cell_size = wendi_read_f64(reader);
    def.origin.x = wendi_read_f64(reader);
    def.origin.y = wendi_read_f64(reader);
    return def;
}

/* Can the bytes that are left hold so many cells? Sides that are out of range pass: create says
 * so better. */
static bool can_hold_map(const wend_grid_def *def, const wendi_reader *reader)
{
    if (def->width < 1 || def->height < 1 || def->class_count < 1) {
        return true;
    }
    uint64_t cells = (uint64_t)def->width * (uint64_t)def->height;
    uint64_t runs = (cells - 1) / WENDI_GRID_FILE_RUN_MAX + 1;
    uint64_t room = wendi_reader_remaining(reader) / WENDI_GRID_FILE_COST_RUN_BYTES;
    return runs <= room / (uint64_t)def->class_count;
}

static wend_result load_content(wendi_reader *reader, uint32_t version,
                                const wend_allocator *allocator, wend_grid **grid,
                                wend_message *message)
{
    wend_grid_def def = read_def(reader, version);
    if (reader->has_failed || !can_hold_map(&def, reader)) {
        return wendi_fail(message, WEND_ERROR_FILE,
                          "wend_grid_load: too few bytes for the map they speak of");
    }
    wend_message reason = {0};
    def.message = &reason;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    wend_grid *loaded = NULL;
    wend_result result = wend_grid_create(&def, &loaded);
    if (result != WEND_OK) {
        result = result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FILE : result;
        return wendi_fail(message, result, "wend_grid_load: %s", reason.text);
    }
    result = load_layers(loaded, version, reader, message);
    if (result != WEND_OK) {
        wend_grid_destroy(loaded);
        return result;
    }
    *grid = loaded;
    return WEND_OK;
}

wend_result wend_grid_load(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                           wend_grid **grid, wend_message *message)
{
    wendi_message_clear(message);
    if (grid == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_load: grid is NULL");
    }
    *grid = NULL;
    if (bytes == NULL && count > 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_load: bytes is NULL");
    }
    wendi_reader all;
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    wendi_reader_init(&all, bytes, count);
    if (wendi_read_section(&all, WENDI_GRID_FILE_MAGIC, WENDI_GRID_FILE_VERSION, &content, &version,
                           &reason) != WEND_OK) {
        return wendi_fail(message, WEND_ERROR_FILE, "wend_grid_load: %s", reason.text);
    }
    if (!wendi_reader_is_done(&all)) {
        return wendi_fail(message, WEND_ERROR_FILE, "wend_grid_load: %llu bytes behind the grid",
                          (unsigned long long)wendi_reader_remaining(&all));
    }
    return load_content(&content, version, allocator, grid, message);
}

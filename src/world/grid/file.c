/* Saves grids as bytes, loads them, and hashes them. Equal maps have equal bytes and hashes,
 * whatever their history.
 * Cost: linear in the runs of equal cells; loading also in cells where a sector is not uniform.
 * Saving takes no memory. */
#include "world/grid/file.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "world/cells/cell_array.h"
#include "world/cells/store.h"
#include "world/grid/read.h"
#include "world/layers/compose.h"
#include "world/layers/link.h"

#include <string.h>

/* ---- hash ---- */

static void hash_run(void *context, uint32_t value, uint32_t count)
{
    uint64_t *hash = context;
    *hash = wend_hash_u64(*hash, (uint64_t)value << 32 | count);
}

/* Not for reading. */
static void visit_links(const wend_grid *grid, wendi_visitor *v)
{
    wendi_links links = grid->links;
    wendi_links_visit(&links, 0, &grid->allocator, v);
}

uint64_t wend_grid_hash(const wend_grid *grid)
{
    uint64_t hash = wend_hash_begin();
    if (grid == NULL) {
        return hash;
    }
    hash = wend_hash_u64(hash, (uint64_t)grid->width << 32 | (uint32_t)grid->height);
    hash = wend_hash_u64(hash, (uint64_t)grid->neighbours << 32 | (uint32_t)grid->corner_rule);
    hash = wend_hash_u64(hash, (uint64_t)grid->hex_layout << 32 | (uint32_t)grid->wrap);
    hash = wend_hash_u64(hash, grid->class_count);
    hash = wend_hash_u64(hash, wendi_bits_of_f64(grid->cell_size));
    hash = wend_hash_u64(hash, wendi_bits_of_f64(grid->origin.x));
    hash = wend_hash_u64(hash, wendi_bits_of_f64(grid->origin.y));
    for (uint32_t i = 0; i < grid->class_count; i++) {
        wendi_layer_runs(grid, &grid->classes[i], hash_run, &hash);
    }
    wendi_layer_runs(grid, &grid->gates, hash_run, &hash);
    wendi_visitor v = wendi_visitor_hashing(hash);
    visit_links(grid, &v);
    return wendi_compose_hash(grid, v.hash);
}

/* ---- saving ---- */

static void see_run(void *context, uint32_t value, uint32_t count)
{
    (void)count;
    bool *is_closed = context;
    *is_closed = *is_closed || value != 0;
}

/* True if any cell is closed to any team. Gates that were all opened again may keep their pages. */
static bool has_closed_cells(const wend_grid *grid)
{
    bool is_closed = false;
    if (wendi_grid_has_gates(grid)) {
        wendi_layer_runs(grid, &grid->gates, see_run, &is_closed);
    }
    return is_closed;
}

/* Writes a run in pieces that a 16-bit length can hold. Each piece is assembled first, because a
 * writer takes a few bytes as fast as one. */
static void write_run(wendi_writer *writer, uint32_t value, uint32_t count, size_t cell_bytes)
{
    uint8_t bytes[WENDI_GRID_FILE_MASK_RUN_BYTES];
    for (size_t i = 0; i < cell_bytes; i++) {
        bytes[2 + i] = (uint8_t)(value >> 8 * i);
    }
    for (uint32_t left = count; left > 0;) {
        uint32_t piece = left < WENDI_GRID_FILE_RUN_MAX ? left : WENDI_GRID_FILE_RUN_MAX;
        bytes[0] = (uint8_t)(piece - 1);
        bytes[1] = (uint8_t)((piece - 1) >> 8);
        wendi_write_raw(writer, bytes, 2 + cell_bytes);
        left -= piece;
    }
}

static void write_costs(void *context, uint32_t value, uint32_t count)
{
    write_run(context, value, count, 1);
}

static void write_masks(void *context, uint32_t value, uint32_t count)
{
    write_run(context, value, count, 4);
}

static void write_grid(const void *object, wendi_writer *writer)
{
    const wend_grid *grid = object;
    wendi_write_u32(writer, (uint32_t)grid->width);
    wendi_write_u32(writer, (uint32_t)grid->height);
    wendi_write_u8(writer, (uint8_t)grid->neighbours);
    wendi_write_u8(writer, (uint8_t)grid->corner_rule);
    wendi_write_u8(writer, (uint8_t)grid->hex_layout);
    wendi_write_u8(writer, (uint8_t)grid->wrap);
    wendi_write_u8(writer, (uint8_t)grid->sector_size);
    wendi_write_u8(writer, (uint8_t)grid->class_count);
    wendi_write_f64(writer, grid->cell_size);
    wendi_write_f64(writer, grid->origin.x);
    wendi_write_f64(writer, grid->origin.y);
    for (uint32_t i = 0; i < grid->class_count; i++) {
        wendi_ground_runs(grid, i, write_costs, writer);
    }
    const bool has_gates = has_closed_cells(grid);
    wendi_write_u8(writer, has_gates);
    if (has_gates) {
        wendi_layer_runs(grid, &grid->gates, write_masks, writer);
    }
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_links(grid, &v);
    wendi_compose_write(grid, writer);
}

wend_result wend_grid_save(const wend_grid *grid, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(grid, write_grid, WENDI_GRID_FILE_MAGIC, WENDI_GRID_FILE_VERSION,
                             bytes, capacity, count);
}

/* ---- loading ---- */

/* Runs read from the bytes. */
typedef struct grid_run_reader {
    wendi_reader *reader;
    uint32_t cell_bytes;
    uint32_t value;
    uint32_t left;  /* Cells of the current run not used yet. */
    uint64_t cells; /* Cells of the layer not covered by the runs so far. */
    bool
        may_repeat; /* The next run may have the same value: it is the first, or the last one was full. */
    const char *reason; /* Description of the fault; NULL = none. */
} grid_run_reader;

static bool run_fail(grid_run_reader *runs, const char *reason)
{
    wendi_reader_fail(runs->reader);
    runs->reason = reason;
    return false;
}

static bool next_run(grid_run_reader *runs)
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

static bool read_cells(grid_run_reader *runs, void *cells, size_t count)
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
static wend_result load_band(wend_grid *grid, wendi_layer *layer, grid_run_reader *runs,
                             void *cells, uint32_t sector_y)
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

static wend_result load_layer(wend_grid *grid, wendi_layer *layer, grid_run_reader *runs)
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
    grid_run_reader runs = {reader, layer->cell_bytes, 0, 0, cells, true, NULL};
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
        *reason = "there are gates, but none is closed to a team";
        return WEND_ERROR_FILE;
    }
    return WEND_OK;
}

/* Checks that nothing follows the map. */
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
        const wend_node cells = (wend_node)grid->width * (wend_node)grid->height;
        wendi_visitor v = wendi_visitor_reading(reader);
        wendi_links_visit(&grid->links, cells, &grid->allocator, &v);
        reason = v.reason;
        result = wendi_visitor_result(&v);
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

/* Version 1 has squares that do not wrap, and only ground and gates. */
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

/* True if the remaining bytes can hold this number of cells. Sides out of range pass:
 * wend_grid_create has a better sentence for them. */
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

/* ---- restoring ---- */

static bool is_alike(const wend_grid *a, const wend_grid *b)
{
    return a->width == b->width && a->height == b->height && a->neighbours == b->neighbours &&
           a->corner_rule == b->corner_rule && a->hex_layout == b->hex_layout &&
           a->wrap == b->wrap && a->sector_size == b->sector_size &&
           a->class_count == b->class_count &&
           wendi_bits_of_f64(a->cell_size) == wendi_bits_of_f64(b->cell_size) &&
           wendi_bits_of_f64(a->origin.x) == wendi_bits_of_f64(b->origin.x) &&
           wendi_bits_of_f64(a->origin.y) == wendi_bits_of_f64(b->origin.y);
}

/* Layers point to the pages of their own grid. */
static void own_pages(wend_grid *grid)
{
    grid->gates.pages = &grid->mask_pages;
    for (uint32_t i = 0; i < grid->class_count; i++) {
        grid->classes[i].pages = &grid->cost_pages;
        if (grid->compose != NULL && grid->compose->states[i].under.pages != NULL) {
            grid->compose->states[i].under.pages = &grid->cost_pages;
        }
    }
}

wend_result wend_grid_restore(wend_grid *grid, const uint8_t *bytes, size_t count)
{
    static const char function[] = "wend_grid_restore";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&grid->error, function, "bytes");
    }
    wend_message message = {0};
    wend_grid *made = NULL;
    const wend_result result = wend_grid_load(bytes, count, &grid->allocator, &made, &message);
    if (result != WEND_OK || made == NULL) {
        const char *reason = strchr(message.text, ':');
        return wendi_fail(&grid->error, result, "%s%s", function, reason == NULL ? "" : reason);
    }
    if (!is_alike(grid, made)) {
        wend_grid_destroy(made);
        return wendi_fail(&grid->error, WEND_ERROR_FILE,
                          "%s: the bytes are of a grid of another size or with other rules",
                          function);
    }
    const wend_grid old = *grid;
    const wend_grid loaded = *made;
    *grid = loaded;
    *made = old;
    /* The history stays where it was. */
    grid->revision = old.revision;
    grid->revision_base = old.revision_base;
    grid->marks = old.marks;
    grid->journal = old.journal;
    grid->error = old.error;
    made->marks = loaded.marks;
    made->journal = loaded.journal;
    own_pages(grid);
    own_pages(made);
    wendi_grid_advance_revision(grid);
    for (uint32_t i = 0; i < grid->sector_count; i++) {
        wendi_grid_mark_sector(grid, i);
    }
    grid->links.revision = grid->revision;
    wend_grid_destroy(made);
    return WEND_OK;
}

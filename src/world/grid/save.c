/* takes: a grid.
 * gives: its fingerprint, and its bytes; both the same for equal maps, whatever their history.
 * cost:  linear in the runs of equal cells; no memory. */
#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "world/cells/store.h"
#include "world/grid/file.h"
#include "world/grid/read.h"
#include "world/layers/compose.h"

#include <string.h>

/* ---- fingerprint ---- */

static void hash_run(void *context, uint32_t value, uint32_t count)
{
    uint64_t *hash = context;
    *hash = wend_hash_u64(*hash, (uint64_t)value << 32 | count);
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
    hash = wendi_links_hash(&grid->links, hash);
    return wendi_compose_hash(grid, hash);
}

/* ---- bytes ---- */

static void count_run(void *context, uint32_t value, uint32_t count)
{
    (void)value;
    uint64_t *pieces = context;
    *pieces += (count - 1) / WENDI_GRID_FILE_RUN_MAX + 1;
}

static void see_run(void *context, uint32_t value, uint32_t count)
{
    (void)count;
    bool *is_closed = context;
    *is_closed = *is_closed || value != 0;
}

/* Is any cell closed to anybody? Gates that all were opened again may keep their pages. */
static bool has_closed_cells(const wend_grid *grid)
{
    bool is_closed = false;
    if (wendi_grid_has_gates(grid)) {
        wendi_layer_runs(grid, &grid->gates, see_run, &is_closed);
    }
    return is_closed;
}

static uint64_t bytes_needed(const wend_grid *grid)
{
    uint64_t cost_pieces = 0;
    for (uint32_t i = 0; i < grid->class_count; i++) {
        wendi_ground_runs(grid, i, count_run, &cost_pieces);
    }
    uint64_t mask_pieces = 0;
    if (has_closed_cells(grid)) {
        wendi_layer_runs(grid, &grid->gates, count_run, &mask_pieces);
    }
    return WENDI_GRID_FILE_FRAME_BYTES + WENDI_GRID_FILE_HEADER_BYTES +
           cost_pieces * WENDI_GRID_FILE_COST_RUN_BYTES + 1 +
           mask_pieces * WENDI_GRID_FILE_MASK_RUN_BYTES + wendi_links_file_bytes(&grid->links) +
           wendi_compose_file_bytes(grid);
}

/* A run, cut into pieces that one length can say. Put together first, because a writer takes a few
 * bytes at once as fast as one. */
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

static void write_grid(const wend_grid *grid, wendi_writer *writer)
{
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
    wendi_links_write(&grid->links, writer);
    wendi_compose_write(grid, writer);
}

wend_result wend_grid_save(const wend_grid *grid, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer writer;
    const wend_result result =
        wendi_writer_init_fixed(&writer, bytes, capacity, bytes_needed(grid), count);
    if (result != WEND_OK) {
        return result;
    }
    size_t section =
        wendi_write_section_begin(&writer, WENDI_GRID_FILE_MAGIC, WENDI_GRID_FILE_VERSION);
    write_grid(grid, &writer);
    wendi_write_section_end(&writer, section);
    return writer.has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}

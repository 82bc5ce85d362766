/* Saves, loads and hashes the gradients and overlays of a grid; loading does not compose yet.
 * Cost: linear in the numbers of overlays.
 *
 *   for each class: additions of its gradient u8, each u8,
 *   overlays u8, for each: generation u32, used u8; if 1:
 *   class mask u32, keep u32, most u32,
 *   layers u32 (only with WENDI_COMPOSE_FILE_HAS_LAYERS; else all lie in that of jams alone),
 *   sectors u32, for each of them, rising:
 *   sector u32, number of each cell u16 */
#include "base/core/memory.h"
#include "world/layers/compose.h"

static uint32_t overlay_count(const wend_grid *grid)
{
    return wendi_overlay_used_count(wendi_grid_overlay_table(grid));
}

/* ---- hash ---- */

/* The same for every sector size: a sum over cells does not depend on their order. */
static uint64_t hash_values(const wend_grid *grid, const wendi_overlay *overlay)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        const wendi_sector_rect rect = wendi_sector_rect_of(grid, overlay->owners[i]);
        const uint16_t *values = wendi_overlay_page(grid, overlay, rect.sector);
        for (uint32_t k = 0; k < rect.cell_count; k++) {
            const int32_t x = rect.x + (int32_t)(k % rect.row_cells);
            const int32_t y = rect.y + (int32_t)(k / rect.row_cells);
            const uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)y << 32 | (uint32_t)x);
            sum += values[k] == 0 ? 0 : wend_hash_u64(hash, values[k]);
        }
    }
    return sum;
}

uint64_t wendi_overlays_hash(const wend_grid *grid, uint64_t hash)
{
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const wendi_gradient *gradient = &grid->compose->states[c].gradient;
        hash = wend_hash_u64(hash, gradient->count);
        for (uint32_t i = 0; i < gradient->count; i++) {
            hash = wend_hash_u64(hash, gradient->additions[i]);
        }
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        hash =
            wend_hash_u64(hash, (uint64_t)overlay->head.generation << 32 | overlay->head.is_used);
        hash = wend_hash_u64(hash, (uint64_t)overlay->class_mask << 32 | overlay->head.keep);
        hash = wend_hash_u64(hash, overlay->head.most);
        if (overlay->head.is_used && overlay->head.layers != WEND_LAYER_JAM) {
            hash = wend_hash_u64(hash, overlay->head.layers);
        }
        hash = wend_hash_u64(hash, hash_values(grid, overlay));
    }
    return hash;
}

/* ---- writing ---- */

static void write_overlay(const wend_grid *grid, const wendi_overlay *overlay, bool has_layers,
                          wendi_writer *writer)
{
    wendi_write_u32(writer, overlay->head.generation);
    wendi_write_u8(writer, overlay->head.is_used);
    if (!overlay->head.is_used) {
        return;
    }
    wendi_write_u32(writer, overlay->class_mask);
    wendi_write_u32(writer, overlay->head.keep);
    wendi_write_u32(writer, overlay->head.most);
    if (has_layers) {
        wendi_write_u32(writer, overlay->head.layers);
    }
    wendi_write_u32(writer, overlay->head.count);
    for (uint32_t sector = 0; sector < grid->sector_count && overlay->head.count > 0; sector++) {
        const uint16_t *values = wendi_overlay_page(grid, overlay, sector);
        if (values == NULL) {
            continue;
        }
        wendi_write_u32(writer, sector);
        const uint32_t count = wendi_sector_rect_of(grid, sector).cell_count;
        for (uint32_t i = 0; i < count; i++) {
            wendi_write_u16(writer, values[i]);
        }
    }
}

bool wendi_overlays_have_layers(const wend_grid *grid)
{
    bool has_any = false;
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        has_any = has_any || (overlay->head.is_used && overlay->head.layers != WEND_LAYER_JAM);
    }
    return has_any;
}

void wendi_overlays_write(const wend_grid *grid, wendi_writer *writer)
{
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const wendi_gradient *gradient = &grid->compose->states[c].gradient;
        wendi_write_u8(writer, (uint8_t)gradient->count);
        wendi_write_raw(writer, gradient->additions, gradient->count);
    }
    wendi_write_u8(writer, (uint8_t)overlay_count(grid));
    for (uint32_t i = 0; i < overlay_count(grid); i++) {
        write_overlay(grid, &grid->compose->overlays[i], wendi_overlays_have_layers(grid), writer);
    }
}

/* ---- reading ---- */

static wend_result bad(const char **reason, const char *what)
{
    *reason = what;
    return WEND_ERROR_FILE;
}

static wend_result read_gradient(wend_grid *grid, uint32_t c, wendi_reader *reader,
                                 const char **reason)
{
    wendi_gradient *gradient = &grid->compose->states[c].gradient;
    const uint32_t count = wendi_read_u8(reader);
    if (reader->has_failed || count > WEND_GRADIENT_MAX) {
        return bad(reason, "a gradient is missing or reaches too far");
    }
    if (count == 0) {
        return WEND_OK;
    }
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, 1u << c, false, &opened)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_read_raw(reader, gradient->additions, count);
    if (gradient->additions[count - 1] == 0) { /* Zeros also when there are too few bytes. */
        return bad(reason, "a gradient's last addition is missing or 0");
    }
    gradient->count = count;
    return WEND_OK;
}

static bool has_number(const uint16_t *values, uint32_t count)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= values[i];
    }
    return any != 0;
}

/* @param least lower bound of the sector; set to the next one. */
static wend_result read_page(wend_grid *grid, wendi_overlay *overlay, wendi_reader *reader,
                             uint32_t *least, const char **reason)
{
    const uint32_t sector = wendi_read_u32(reader);
    if (reader->has_failed || sector < *least || sector >= grid->sector_count) {
        return bad(reason, "an overlay's sectors are not rising or outside");
    }
    *least = sector + 1;
    wendi_overlay_block block;
    if (!wendi_pages_reserve(&grid->cost_pages, &grid->allocator,
                             wendi_overlay_pages_missing(grid, overlay, sector)) ||
        !wendi_overlay_reserve(grid, overlay, overlay->head.count + 1, &block)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_overlay_set_block(grid, overlay, &block);
    uint16_t *values = wendi_overlay_add_page(grid, overlay, sector);
    const uint32_t count = wendi_sector_rect_of(grid, sector).cell_count;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = wendi_read_u16(reader);
        if (values[i] > overlay->head.most) {
            return bad(reason, "a number of an overlay is above its max_value");
        }
    }
    if (reader->has_failed || !has_number(values, count)) {
        return bad(reason, "a sector of an overlay has no numbers");
    }
    return WEND_OK;
}

static wend_result read_pages(wend_grid *grid, wendi_overlay *overlay, uint32_t count,
                              wendi_reader *reader, const char **reason)
{
    wendi_compose_tables opened;
    if (count > 0 && !wendi_compose_create_tables(grid, wendi_overlay_composed_classes(overlay),
                                                  false, &opened)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t least = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = read_page(grid, overlay, reader, &least, reason);
    }
    return result;
}

static wend_result read_overlay(wend_grid *grid, wendi_overlay *overlay, bool has_layers,
                                wendi_reader *reader, const char **reason)
{
    if (!wendi_overlay_head_read_use(&overlay->head, reader)) {
        return bad(reason, "an overlay is missing or was never made");
    }
    if (!overlay->head.is_used) {
        return WEND_OK;
    }
    overlay->class_mask = wendi_read_u32(reader);
    overlay->head.keep = wendi_read_u32(reader);
    overlay->head.most = wendi_read_u32(reader);
    overlay->head.layers = has_layers ? wendi_read_u32(reader) : WEND_LAYER_JAM;
    const uint32_t count = wendi_read_u32(reader);
    if (reader->has_failed || overlay->head.keep > WENDI_OVERLAY_KEEP_ONE ||
        overlay->head.most < 1 || overlay->head.most > UINT16_MAX ||
        overlay->class_mask != wendi_class_bits(grid, overlay->class_mask)) {
        return bad(reason, "an overlay's classes, keep or max_value cannot be");
    }
    return read_pages(grid, overlay, count, reader, reason);
}

wend_result wendi_overlays_read(wend_grid *grid, bool has_layers, wendi_reader *reader,
                                const char **reason)
{
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, 0, false, &opened)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (uint32_t c = 0; c < grid->class_count && result == WEND_OK; c++) {
        result = read_gradient(grid, c, reader, reason);
    }
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t count = wendi_read_u8(reader);
    if (reader->has_failed || count > WEND_OVERLAYS_MAX) {
        return bad(reason, "the count of overlays is missing or too large");
    }
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = read_overlay(grid, &grid->compose->overlays[i], has_layers, reader, reason);
    }
    return result;
}

/* Saves, loads and hashes the stamps, gradients and overlays of a grid, and composes it after
 * loading.
 * Cost: linear in cells of stamps and numbers of overlays. */
#include "world/layers/compose.h"

/* ---- writing ---- */

static bool has_overlays(const wend_grid *grid)
{
    bool has_any = false;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        has_any |= grid->compose->states[c].gradient.count > 0;
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        has_any |= grid->compose->overlays[i].head.generation != 0;
    }
    return has_any;
}

static uint8_t parts_of(const wend_grid *grid)
{
    uint32_t parts = 0;
    if (grid->compose != NULL) {
        parts |= wendi_overlays_have_layers(grid) ? WENDI_COMPOSE_FILE_HAS_LAYERS : 0u;
        parts |= has_overlays(grid) ? WENDI_COMPOSE_FILE_HAS_OVERLAYS : 0u;
        parts |= grid->compose->stamps.serial != 0 ? WENDI_COMPOSE_FILE_HAS_STAMPS : 0u;
    }
    return (uint8_t)parts;
}

static void hash_run(void *context, uint32_t value, uint32_t count)
{
    uint64_t *hash = context;
    *hash = wend_hash_u64(*hash, (uint64_t)value << 32 | count);
}

uint64_t wendi_compose_hash(const wend_grid *grid, uint64_t hash)
{
    const uint32_t parts = parts_of(grid);
    for (uint32_t c = 0; c < grid->class_count && parts != 0; c++) {
        if (wendi_compose_is_active(grid, c)) {
            wendi_ground_runs(grid, c, hash_run, &hash);
        }
    }
    hash = (parts & WENDI_COMPOSE_FILE_HAS_OVERLAYS) != 0 ? wendi_overlays_hash(grid, hash) : hash;
    return (parts & WENDI_COMPOSE_FILE_HAS_STAMPS) != 0 ? wendi_stamps_hash(grid, hash) : hash;
}

void wendi_compose_write(const wend_grid *grid, wendi_writer *writer)
{
    const uint8_t parts = parts_of(grid);
    wendi_write_u8(writer, parts);
    if ((parts & WENDI_COMPOSE_FILE_HAS_OVERLAYS) != 0) {
        wendi_overlays_write(grid, writer);
    }
    if ((parts & WENDI_COMPOSE_FILE_HAS_STAMPS) != 0) {
        wendi_stamps_write(grid, writer);
    }
}

/* ---- reading ---- */

/* Pages for the sectors that only a gradient reaches; hot sectors were promised theirs. */
static uint32_t pages_needed(wend_grid *grid, uint32_t c)
{
    uint32_t pages = 0;
    const wendi_class_view view = wendi_class_view_of(grid, c);
    for (uint32_t i = 0; i < grid->sector_count && view.gradient->count > 0; i++) {
        if (grid->compose->states[c].hot[i] == 0) {
            wendi_composed_sector composed;
            const wendi_sector_rect rect = wendi_sector_rect_of(grid, i);
            wendi_compose_sector(&view, &rect, &composed);
            pages += wendi_compose_pages_needed(&view, &rect, &composed);
        }
    }
    return pages;
}

static wend_result compose_all(wend_grid *grid)
{
    wendi_recompose job = {grid, false, false};
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if (!wendi_compose_is_active(grid, c)) {
            continue;
        }
        if (!wendi_pages_reserve(&grid->cost_pages, &grid->allocator, pages_needed(grid, c))) {
            return WEND_ERROR_MEMORY;
        }
        const wendi_class_view view = wendi_class_view_of(grid, c);
        for (uint32_t i = 0; i < grid->sector_count; i++) {
            if (view.gradient->count > 0 || grid->compose->states[c].hot[i] > 0) {
                wendi_recompose_sector(&job, &view, i);
            }
        }
    }
    return WEND_OK;
}

wend_result wendi_compose_read(wend_grid *grid, uint32_t version, wendi_reader *reader,
                               const char **reason)
{
    const uint32_t parts = wendi_read_u8(reader);
    const uint32_t known = WENDI_COMPOSE_FILE_HAS_OVERLAYS | WENDI_COMPOSE_FILE_HAS_STAMPS |
                           WENDI_COMPOSE_FILE_HAS_LAYERS;
    if (reader->has_failed || (parts & ~known) != 0) {
        *reason = "the parts are missing or not known";
        return WEND_ERROR_FILE;
    }
    if (parts == 0) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if ((parts & WENDI_COMPOSE_FILE_HAS_OVERLAYS) != 0) {
        result =
            wendi_overlays_read(grid, (parts & WENDI_COMPOSE_FILE_HAS_LAYERS) != 0, reader, reason);
    }
    if (result == WEND_OK && (parts & WENDI_COMPOSE_FILE_HAS_STAMPS) != 0) {
        result = wendi_stamps_read(grid, version, reader, reason);
    }
    if (result == WEND_OK && parts_of(grid) != parts) {
        *reason = "a part is there, but empty";
        result = WEND_ERROR_FILE;
    }
    return result == WEND_OK ? compose_all(grid) : result;
}

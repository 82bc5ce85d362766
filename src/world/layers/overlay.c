/* takes: definitions and ids of overlays.
 * gives: overlays added, faded and removed.
 * cost:  a tick looks at the sectors that hold numbers, and composes those where a whole number
 *        changes. */
#include "base/core/message.h"
#include "base/math/floating_point.h"
#include "world/layers/compose.h"

static const uint32_t COOKIE = 0x6e1f92d5;

enum { KEEP_ONE = 65536 };

wend_overlay_def wend_overlay_def_default(void)
{
    return (wend_overlay_def){COOKIE, UINT32_MAX, 0.9, 64 * WEND_OVERLAY_ONE};
}

static wendi_overlay *find(const wend_grid *grid, wend_overlay_id id)
{
    if (grid->compose == NULL || id.index1 == 0 || id.index1 > WEND_OVERLAYS_MAX) {
        return NULL;
    }
    wendi_overlay *overlay = &grid->compose->overlays[id.index1 - 1];
    return overlay->is_used && overlay->generation == id.generation ? overlay : NULL;
}

wend_result wendi_overlay_find(const wend_grid *grid, wend_overlay_id id, wendi_overlay **overlay)
{
    *overlay = NULL;
    if (grid == NULL || id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    *overlay = find(grid, id);
    return *overlay == NULL ? WEND_ERROR_STALE : WEND_OK;
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

static wend_result check_def(const wend_overlay_def *def, wend_message *message)
{
    /* Written so that NaN fails. */
    if (!(def->keep >= 0.0 && def->keep <= 1.0)) {
        return wendi_refuse(message, "wend_grid_add_overlay", "keep", def->keep, 0, 1);
    }
    if (def->most < 1 || def->most > UINT16_MAX) {
        return wendi_refuse(message, "wend_grid_add_overlay", "most", def->most, 1, UINT16_MAX);
    }
    return WEND_OK;
}

static uint32_t free_index(const wend_grid *grid)
{
    uint32_t i = 0;
    while (grid->compose != NULL && i < WEND_OVERLAYS_MAX && grid->compose->overlays[i].is_used) {
        i++;
    }
    return i;
}

static wend_result make(wend_grid *grid, const wend_overlay_def *def, wend_overlay_id *id,
                        wend_message *message)
{
    if (id != NULL) {
        *id = (wend_overlay_id){0, 0};
    }
    if (grid == NULL || def == NULL || id == NULL) {
        return wendi_refuse_null(message, "wend_grid_add_overlay",
                                 grid == NULL  ? "grid"
                                 : def == NULL ? "def"
                                               : "id");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, "wend_grid_add_overlay", def->cookie,
                                   "wend_overlay_def_default");
    }
    const wend_result result = check_def(def, message);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t index = free_index(grid);
    if (index == WEND_OVERLAYS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "wend_grid_add_overlay: there are %ld overlays, which is the most",
                          (long)WEND_OVERLAYS_MAX);
    }
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, 0, false, &opened)) {
        return wendi_fail_plain(message, "wend_grid_add_overlay", WEND_ERROR_MEMORY);
    }
    wendi_overlay *overlay = &grid->compose->overlays[index];
    *overlay = (wendi_overlay){.is_used = true, .generation = overlay->generation + 1};
    overlay->class_mask = wendi_class_bits(grid, def->class_mask);
    overlay->keep = (uint32_t)(def->keep * (double)KEEP_ONE + 0.5);
    overlay->most = def->most;
    *id = (wend_overlay_id){index + 1, overlay->generation};
    return WEND_OK;
}

wend_result wend_grid_add_overlay(wend_grid *grid, const wend_overlay_def *def, wend_overlay_id *id,
                                  wend_message *message)
{
    wend_message own = {0};
    wend_message *told = message != NULL ? message : &own;
    wendi_message_clear(told);
    return wendi_fail_as_both(grid == NULL ? NULL : &grid->error, told, "wend_grid_add_overlay",
                              make(grid, def, id, told));
}

/* ---- asking ---- */

wend_result wend_grid_get_overlay(const wend_grid *grid, wend_overlay_id id, wend_overlay_def *def)
{
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *def = wend_overlay_def_default();
    wendi_overlay *overlay;
    const wend_result result = wendi_overlay_find(grid, id, &overlay);
    if (result == WEND_OK) {
        def->class_mask = overlay->class_mask;
        def->keep = (double)overlay->keep / (double)KEEP_ONE;
        def->most = overlay->most;
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
    for (uint32_t i = 0; grid->compose != NULL && i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        if (!overlay->is_used) {
            continue;
        }
        if (*count < capacity) {
            ids[*count] = (wend_overlay_id){i + 1, overlay->generation};
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- composing ---- */

void wendi_overlay_recompose(wendi_recompose *job, const wendi_overlay *overlay, uint32_t sector)
{
    for (uint32_t c = 0; c < job->grid->class_count; c++) {
        if ((overlay->class_mask >> c & 1) != 0) {
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
    wendi_recompose job = {grid, false};
    wendi_recompose_advance(&job);
    overlay->is_used = false; /* Adds nothing from now on. */
    for (uint32_t i = 0; i < overlay->count; i++) {
        wendi_overlay_recompose(&job, overlay, overlay->owners[i]);
        wendi_overlay_cool_sector(grid, overlay, overlay->owners[i]);
    }
    wendi_overlay_free(grid, overlay);
    return WEND_OK;
}

/* What a tick does to a page. */
typedef struct fading {
    bool has_whole; /* A whole number changes. */
    bool has_any;   /* A number is left. */
} fading;

static fading fade_page(uint16_t *values, uint32_t count, uint32_t keep)
{
    uint32_t changed = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        /* At most 65535 * 65536: fits. */
        const uint32_t value = (uint32_t)values[i] * keep / KEEP_ONE;
        changed |= (value ^ values[i]) / WEND_OVERLAY_ONE;
        left |= value;
        values[i] = (uint16_t)value;
    }
    return (fading){changed != 0, left != 0};
}

wend_result wend_grid_overlay_tick(wend_grid *grid, wend_overlay_id id)
{
    wendi_overlay *overlay;
    const wend_result result =
        wendi_overlay_find_or_fail(grid, "wend_grid_overlay_tick", id, &overlay);
    if (result != WEND_OK || overlay->keep == KEEP_ONE) {
        return result;
    }
    wendi_recompose job = {grid, false};
    /* Backwards: a page that is given back is replaced by one that was looked at. */
    for (uint32_t i = overlay->count; i > 0; i--) {
        const uint32_t sector = overlay->owners[i - 1];
        const wendi_sector_rect box = wendi_sector_rect_of(grid, sector);
        const fading faded =
            fade_page(wendi_overlay_page(grid, overlay, sector), box.cell_count, overlay->keep);
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
    const wendi_overlay *overlay = grid == NULL ? NULL : find(grid, id);
    if (overlay == NULL || !wendi_grid_is_inside(grid, x, y)) {
        return 0;
    }
    const wendi_cell_address place = wendi_grid_cell_address(grid, x, y);
    const uint16_t *values = wendi_overlay_page(grid, overlay, place.sector);
    return values == NULL ? 0 : values[place.cell];
}

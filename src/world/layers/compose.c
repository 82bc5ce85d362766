/* takes: a sector of a class, and what lies on its ground.
 * gives: what the sector costs to be seen, and that kept in the layers.
 * cost:  linear in the sector's cells, the cells of stamps in it, and with a gradient those around.
 */
#include "world/layers/compose.h"
#include "world/cells/cell_array.h"

wendi_class_view wendi_class_view_of(wend_grid *grid, uint32_t movement_class)
{
    return (wendi_class_view){grid, movement_class, NULL,
                              &grid->compose->states[movement_class].gradient};
}

wendi_layer *wendi_ground_layer(wend_grid *grid, uint32_t movement_class, uint32_t sector)
{
    if (grid->compose != NULL) {
        wendi_layer *under = &grid->compose->states[movement_class].under;
        if (under->entries != NULL && under->entries[sector] != 0) {
            return under;
        }
    }
    return &grid->classes[movement_class];
}

/* ---- composing ---- */

static void copy_cells(const wendi_layer *layer, uint32_t sector, uint8_t *costs, uint32_t count)
{
    uint32_t value = 0;
    const void *cells = wendi_layer_cells(layer, sector, &value);
    if (cells == NULL) {
        memset(costs, (int)value, count);
    } else {
        memcpy(costs, cells, count);
    }
}

static bool patch_touches(const wendi_patch *patch, const wendi_sector_rect *box)
{
    return patch->x < box->x + box->width && box->x < patch->x + patch->width &&
           patch->y < box->y + box->height && box->y < patch->y + patch->height;
}

static void put_patch(const wendi_class_view *view, const wendi_sector_rect *box, uint8_t *ground)
{
    const wendi_patch *patch = view->patch;
    if (patch == NULL || !patch_touches(patch, box)) {
        return;
    }
    const uint32_t sectors_x = (uint32_t)view->grid->sectors_x;
    const wendi_sector_rect part = wendi_patch_sector_rect(
        view->grid, patch, box->sector % sectors_x, box->sector / sectors_x);
    const uint8_t *cells = patch->cells;
    for (int32_t row = 0; row < part.height; row++) {
        uint8_t *to = ground + part.first + (uint32_t)row * part.row_cells;
        if (cells == NULL) {
            memset(to, (int)patch->value, (size_t)part.width);
        } else {
            const size_t from = (size_t)(part.y - patch->y + row) * patch->stride;
            memcpy(to, cells + from + (size_t)(part.x - patch->x), (size_t)part.width);
        }
    }
}

static const uint8_t *costs_of(const wendi_stamp_piece *piece, uint32_t movement_class)
{
    const wendi_stamp *stamp = piece->stamp;
    const size_t layer = stamp->layer_count == 1 ? 0 : movement_class;
    return stamp->costs + layer * stamp->cell_count + piece->first;
}

/* From the top down: what is covered already stays. */
static void put_stamps(const wendi_class_view *view, uint32_t sector, uint8_t *costs)
{
    wendi_stamp_piece *const *tops = view->grid->compose->stamps.tops;
    if (tops == NULL || tops[sector] == NULL) {
        return;
    }
    uint64_t covered[WENDI_SECTOR_CELLS_MAX / 64] = {0};
    for (const wendi_stamp_piece *piece = tops[sector]; piece != NULL; piece = piece->below) {
        if ((piece->class_mask >> view->movement_class & 1) == 0) {
            continue;
        }
        const uint8_t *stamp_costs = costs_of(piece, view->movement_class);
        const uint16_t *cells = piece->stamp->cells + piece->first;
        for (uint32_t i = 0; i < piece->count; i++) {
            const uint64_t bit = UINT64_C(1) << (cells[i] & 63);
            uint64_t *word = &covered[cells[i] >> 6];
            if (stamp_costs[i] != 0 && (*word & bit) == 0) {
                *word |= bit;
                costs[cells[i]] = stamp_costs[i];
            }
        }
    }
}

void wendi_compose_base(const wendi_class_view *view, const wendi_sector_rect *box, uint8_t *ground,
                        uint8_t *base)
{
    const wendi_layer *layer = wendi_ground_layer(view->grid, view->movement_class, box->sector);
    copy_cells(layer, box->sector, base, box->cell_count);
    put_patch(view, box, base);
    if (ground != NULL) {
        memcpy(ground, base, box->cell_count);
    }
    put_stamps(view, box->sector, base);
}

void wendi_compose_sector(const wendi_class_view *view, const wendi_sector_rect *box,
                          wendi_composed_sector *composed)
{
    wendi_compose_base(view, box, composed->ground, composed->seen);
    if (view->gradient->count > 0) {
        wendi_gradient_add_costs(view, box, composed->seen);
    }
    wendi_overlays_add_costs(view->grid, view->movement_class, box->sector, composed->seen,
                             box->cell_count);
}

bool wendi_compose_walls_differ(const wendi_class_view *view, uint32_t sector)
{
    uint8_t base[WENDI_SECTOR_CELLS_MAX];
    uint8_t seen[WENDI_SECTOR_CELLS_MAX];
    const wendi_sector_rect box = wendi_sector_rect_of(view->grid, sector);
    wendi_compose_base(view, &box, NULL, base);
    copy_cells(&view->grid->classes[view->movement_class], sector, seen, box.cell_count);
    for (uint32_t i = 0; i < box.cell_count; i++) {
        if ((base[i] == WEND_COST_WALL) != (seen[i] == WEND_COST_WALL)) {
            return true;
        }
    }
    return false;
}

/* ---- keeping ---- */

static bool needs_page(const uint8_t *costs, uint32_t count)
{
    return !wendi_cells_are_uniform(costs, 1, count);
}

static bool has_page(const wendi_layer *layer, uint32_t sector)
{
    return layer->entries[sector] >= WENDI_PAGE_FIRST;
}

static bool is_ground_seen(const wendi_sector_rect *box, const wendi_composed_sector *composed)
{
    return memcmp(composed->ground, composed->seen, box->cell_count) == 0;
}

uint32_t wendi_compose_pages_needed(const wendi_class_view *view, const wendi_sector_rect *box,
                                    const wendi_composed_sector *composed)
{
    const uint32_t sector = box->sector;
    const wendi_layer *seen = &view->grid->classes[view->movement_class];
    const wendi_layer *under = &view->grid->compose->states[view->movement_class].under;
    const bool takes_seen = !has_page(seen, sector) && needs_page(composed->seen, box->cell_count);
    const bool takes_under = !has_page(under, sector) && !is_ground_seen(box, composed) &&
                             needs_page(composed->ground, box->cell_count);
    return (takes_seen ? 1u : 0u) + (takes_under ? 1u : 0u);
}

bool wendi_compose_commit(const wendi_class_view *view, const wendi_sector_rect *box,
                          const wendi_composed_sector *composed)
{
    wend_grid *grid = view->grid;
    const uint32_t c = view->movement_class;
    wendi_class_state *state = &grid->compose->states[c];
    const uint32_t held = wendi_pages_held(grid, c, box->sector);
    wendi_patch patch = {box->x,         box->y,         box->width, box->height,
                         composed->seen, box->row_cells, 0};
    const bool has_changed = wendi_layer_apply(&grid->classes[c], &patch, box);
    patch.cells = is_ground_seen(box, composed) ? NULL : composed->ground;
    (void)wendi_layer_apply(&state->under, &patch, box);
    if (state->hot[box->sector] > 0) {
        grid->cost_pages.promised += held;
        grid->cost_pages.promised -= wendi_pages_held(grid, c, box->sector);
    }
    return has_changed;
}

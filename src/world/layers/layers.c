/* Costs for agents that count other overlays than those in the layer of jams.
 *
 *   composed 7 = ground 1 + gradient 1 + jam 5        for layers {danger}: 7 - 5 + 3
 *   danger   3
 *
 * A composed cost of 254 may have been more: the sector is then composed again without the
 * overlays that do not count.
 * Cost: the cells of the row where such an overlay has numbers; nothing elsewhere. */
#include "world/layers/compose.h"

#include <string.h>

static bool applies(const wendi_overlay *overlay, uint32_t movement_class)
{
    return overlay->head.is_used && overlay->head.count > 0 &&
           (overlay->class_mask >> movement_class & 1) != 0;
}

uint32_t wendi_layers_differences(const wend_grid *grid, uint32_t movement_class, uint32_t layers)
{
    uint32_t bits = 0;
    if (grid->compose == NULL || layers == WEND_LAYER_JAM) {
        return 0;
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &grid->compose->overlays[i];
        const bool counts = (overlay->head.layers & layers) != 0;
        if (applies(overlay, movement_class) && counts != wendi_overlay_is_composed(overlay)) {
            bits |= 1u << i;
        }
    }
    return bits;
}

bool wendi_layers_have_numbers(const wend_grid *grid, uint32_t overlays, uint32_t sector)
{
    bool has_any = false;
    for (uint32_t i = 0; overlays >> i != 0; i++) {
        has_any =
            has_any || ((overlays >> i & 1) != 0 &&
                        wendi_overlay_page(grid, &grid->compose->overlays[i], sector) != NULL);
    }
    return has_any;
}

/* A part of a row within one sector, and the overlays that make a difference there. */
typedef struct row_part {
    const wend_grid *grid;
    uint32_t movement_class, layers, overlays;
    wendi_cell_address first;
    uint32_t count;
} row_part;

static const uint16_t *numbers_of(const row_part *p, uint32_t i)
{
    const uint16_t *page =
        wendi_overlay_page(p->grid, &p->grid->compose->overlays[i], p->first.sector);
    return page == NULL ? NULL : page + p->first.cell;
}

static void compose_anew(const row_part *p, uint8_t *costs)
{
    uint8_t all[WENDI_SECTOR_CELLS_MAX];
    const wendi_class_view view = wendi_class_view_of(p->grid, p->movement_class);
    const wendi_sector_rect rect = wendi_sector_rect_of(p->grid, p->first.sector);
    wendi_compose_base(&view, &rect, NULL, all);
    if (view.gradient->count > 0) {
        wendi_gradient_add_costs(&view, &rect, all);
    }
    wendi_overlays_add_costs(p->grid, p->movement_class, rect.sector, p->layers, all,
                             rect.cell_count);
    memcpy(costs, all + p->first.cell, p->count);
}

/* Takes composed overlays that do not count off again. @return false: what is left cannot be told
 * from the sum. */
static bool subtract(const row_part *p, uint8_t *costs)
{
    for (uint32_t i = 0; p->overlays >> i != 0; i++) {
        const uint16_t *numbers = (p->overlays >> i & 1) != 0 ? numbers_of(p, i) : NULL;
        if (numbers == NULL || !wendi_overlay_is_composed(&p->grid->compose->overlays[i])) {
            continue;
        }
        for (uint32_t k = 0; k < p->count; k++) {
            const uint32_t added = (uint32_t)numbers[k] / WEND_OVERLAY_ONE;
            if (added == 0 || costs[k] == WEND_COST_WALL) {
                continue;
            }
            if (costs[k] == WEND_COST_WALL - 1) {
                return false;
            }
            costs[k] = (uint8_t)(costs[k] - added);
        }
    }
    return true;
}

static void add(const row_part *p, uint8_t *costs)
{
    for (uint32_t i = 0; p->overlays >> i != 0; i++) {
        const uint16_t *numbers = (p->overlays >> i & 1) != 0 ? numbers_of(p, i) : NULL;
        if (numbers != NULL && !wendi_overlay_is_composed(&p->grid->compose->overlays[i])) {
            wendi_overlay_add_numbers(numbers, costs, p->count);
        }
    }
}

void wendi_layers_adjust_row(const wend_grid *grid, uint32_t movement_class, uint32_t layers,
                             int32_t x, int32_t y, int32_t count, uint8_t *costs)
{
    row_part p = {grid, movement_class, layers, 0, {0, 0}, 0};
    p.overlays = wendi_layers_differences(grid, movement_class, layers);
    for (int32_t done = 0; p.overlays != 0 && done < count; done += (int32_t)p.count) {
        const uint32_t column = wendi_sector_along(grid, x + done);
        const int32_t end =
            (int32_t)column * grid->sector_size + wendi_sector_extent(grid, grid->width, column);
        const int32_t there = end - (x + done);
        p.count = (uint32_t)(there < count - done ? there : count - done);
        p.first = wendi_grid_cell_address(grid, x + done, y);
        if (!wendi_layers_have_numbers(grid, p.overlays, p.first.sector)) {
            continue;
        }
        if (subtract(&p, costs + done)) {
            add(&p, costs + done);
        } else {
            compose_anew(&p, costs + done);
        }
    }
}

/* Composes a sector of a class from its ground, stamps, gradient and overlays, and keeps the
 * result.
 * Cost: linear in the sector's cells, the cells of its stamps, and with a gradient in the cells
 * around. */
#include "world/layers/compose.h"

#include "world/cells/cell_array.h"

wendi_class_view wendi_class_view_of(const wend_grid *grid, uint32_t movement_class)
{
    return (wendi_class_view){grid, movement_class, NULL,
                              &grid->compose->states[movement_class].gradient};
}

const wendi_layer *wendi_ground_layer(const wend_grid *grid, uint32_t movement_class,
                                      uint32_t sector)
{
    if (grid->compose != NULL) {
        const wendi_layer *under = &grid->compose->states[movement_class].under;
        if (under->entries != NULL && under->entries[sector] != 0) {
            return under;
        }
    }
    return &grid->classes[movement_class];
}

void wendi_ground_runs(const wend_grid *grid, uint32_t movement_class, wendi_run_fn fn,
                       void *context)
{
    const wendi_layer *under =
        grid->compose == NULL ? NULL : &grid->compose->states[movement_class].under;
    wendi_layer_runs_under(grid, &grid->classes[movement_class],
                           under == NULL || under->entries == NULL ? NULL : under, fn, context);
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

static bool patch_touches(const wendi_patch *patch, const wendi_sector_rect *rect)
{
    return patch->x < rect->x + rect->width && rect->x < patch->x + patch->width &&
           patch->y < rect->y + rect->height && rect->y < patch->y + patch->height;
}

static void put_patch(const wendi_class_view *view, const wendi_sector_rect *rect, uint8_t *ground)
{
    const wendi_patch *patch = view->patch;
    if (patch == NULL || !patch_touches(patch, rect)) {
        return;
    }
    const uint32_t sectors_x = (uint32_t)view->grid->sectors_x;
    const wendi_sector_rect part = wendi_patch_sector_rect(
        view->grid, patch, rect->sector % sectors_x, rect->sector / sectors_x);
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

/* From the top down: cells that are already covered stay. */
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

void wendi_compose_base(const wendi_class_view *view, const wendi_sector_rect *rect,
                        uint8_t *ground, uint8_t *base)
{
    const wendi_layer *layer = wendi_ground_layer(view->grid, view->movement_class, rect->sector);
    copy_cells(layer, rect->sector, base, rect->cell_count);
    put_patch(view, rect, base);
    if (ground != NULL) {
        memcpy(ground, base, rect->cell_count);
    }
    put_stamps(view, rect->sector, base);
}

void wendi_compose_sector(const wendi_class_view *view, const wendi_sector_rect *rect,
                          wendi_composed_sector *composed)
{
    wendi_compose_base(view, rect, composed->ground, composed->seen);
    if (view->gradient->count > 0) {
        wendi_gradient_add_costs(view, rect, composed->seen);
    }
    wendi_overlays_add_costs(view->grid, view->movement_class, rect->sector, WEND_LAYER_JAM,
                             composed->seen, rect->cell_count);
}

bool wendi_compose_walls_differ(const wendi_class_view *view, uint32_t sector)
{
    uint8_t base[WENDI_SECTOR_CELLS_MAX];
    uint8_t seen[WENDI_SECTOR_CELLS_MAX];
    const wendi_sector_rect rect = wendi_sector_rect_of(view->grid, sector);
    wendi_compose_base(view, &rect, NULL, base);
    copy_cells(&view->grid->classes[view->movement_class], sector, seen, rect.cell_count);
    for (uint32_t i = 0; i < rect.cell_count; i++) {
        if ((base[i] == WEND_COST_WALL) != (seen[i] == WEND_COST_WALL)) {
            return true;
        }
    }
    return false;
}

/* ---- committing ---- */

static bool needs_page(const uint8_t *costs, uint32_t count)
{
    return !wendi_cells_are_uniform(costs, 1, count);
}

static bool has_page(const wendi_layer *layer, uint32_t sector)
{
    return layer->entries[sector] >= WENDI_PAGE_FIRST;
}

static bool is_ground_seen(const wendi_sector_rect *rect, const wendi_composed_sector *composed)
{
    return memcmp(composed->ground, composed->seen, rect->cell_count) == 0;
}

uint32_t wendi_compose_pages_needed(const wendi_class_view *view, const wendi_sector_rect *rect,
                                    const wendi_composed_sector *composed)
{
    const uint32_t sector = rect->sector;
    const wendi_layer *seen = &view->grid->classes[view->movement_class];
    const wendi_layer *under = &view->grid->compose->states[view->movement_class].under;
    const bool takes_seen = !has_page(seen, sector) && needs_page(composed->seen, rect->cell_count);
    const bool takes_under = !has_page(under, sector) && !is_ground_seen(rect, composed) &&
                             needs_page(composed->ground, rect->cell_count);
    return (takes_seen ? 1u : 0u) + (takes_under ? 1u : 0u);
}

bool wendi_compose_commit(wend_grid *grid, const wendi_class_view *view,
                          const wendi_sector_rect *rect, const wendi_composed_sector *composed)
{
    const uint32_t c = view->movement_class;
    wendi_class_state *state = &grid->compose->states[c];
    const uint32_t held = wendi_pages_held(grid, c, rect->sector);
    wendi_patch patch = {rect->x,         rect->y, rect->width, rect->height, composed->seen,
                         rect->row_cells, 0};
    const bool has_changed = wendi_layer_apply(&grid->classes[c], &patch, rect);
    patch.cells = is_ground_seen(rect, composed) ? NULL : composed->ground;
    (void)wendi_layer_apply(&state->under, &patch, rect);
    if (state->hot[rect->sector] > 0) {
        grid->cost_pages.promised += held;
        grid->cost_pages.promised -= wendi_pages_held(grid, c, rect->sector);
    }
    return has_changed;
}

/* ---- sectors around an area ---- */

/* Columns or rows of sectors. */
typedef struct sector_lines {
    uint32_t count;
    uint32_t at[16];
} sector_lines;

static void add_lines(const wend_grid *grid, sector_lines *lines, int32_t low, int32_t high)
{
    const uint32_t last = wendi_sector_along(grid, high);
    for (uint32_t i = wendi_sector_along(grid, low); i <= last; i++) {
        lines->at[lines->count++] = i;
    }
}

static sector_lines lines_between(const wend_grid *grid, int32_t low, int32_t high, int32_t side,
                                  bool wraps)
{
    sector_lines lines = {0, {0}};
    const bool is_low_out = low < 0;
    const bool is_high_out = high >= side;
    const int32_t around_low = low + side;
    const int32_t around_high = high - side;
    const int32_t inner_low = is_low_out ? 0 : low;
    const int32_t inner_high = is_high_out ? side - 1 : high;
    if (!wraps || (!is_low_out && !is_high_out)) {
        add_lines(grid, &lines, inner_low, inner_high);
        return lines;
    }
    /* Where the wrapped part meets the sectors of the other part, it is all lines. */
    const int32_t size = grid->sector_size;
    const bool is_all = (is_low_out && is_high_out) ||
                        (is_low_out && around_low / size <= inner_high / size) ||
                        (is_high_out && around_high / size >= inner_low / size);
    if (is_all) {
        add_lines(grid, &lines, 0, side - 1);
        return lines;
    }
    add_lines(grid, &lines, inner_low, inner_high);
    if (is_low_out) {
        add_lines(grid, &lines, around_low, side - 1);
    } else {
        add_lines(grid, &lines, 0, around_high);
    }
    return lines;
}

uint32_t wendi_sectors_within(const wend_grid *grid, wendi_cell_rect area, uint32_t reach,
                              uint32_t *sectors)
{
    const int32_t r = (int32_t)reach;
    const sector_lines columns = lines_between(grid, area.low_x - r, area.high_x + r, grid->width,
                                               (grid->wrap & WEND_WRAP_X) != 0);
    const sector_lines rows = lines_between(grid, area.low_y - r, area.high_y + r, grid->height,
                                            (grid->wrap & WEND_WRAP_Y) != 0);
    uint32_t count = 0;
    for (uint32_t y = 0; y < rows.count; y++) {
        for (uint32_t x = 0; x < columns.count; x++) {
            sectors[count++] = rows.at[y] * (uint32_t)grid->sectors_x + columns.at[x];
        }
    }
    return count;
}

wendi_cell_rect wendi_cell_rect_of_sector(const wendi_sector_rect *rect)
{
    return (wendi_cell_rect){rect->x, rect->y, rect->x + rect->width - 1,
                             rect->y + rect->height - 1};
}

wendi_cell_rect wendi_cell_rect_of_piece(const wendi_stamp_piece *piece)
{
    return (wendi_cell_rect){piece->low_x, piece->low_y, piece->high_x, piece->high_y};
}

wendi_sector_rect wendi_sector_rect_of(const wend_grid *grid, uint32_t sector)
{
    const wendi_patch all = {0, 0, grid->width, grid->height, NULL, 0, 0};
    return wendi_patch_sector_rect(grid, &all, sector % (uint32_t)grid->sectors_x,
                                   sector / (uint32_t)grid->sectors_x);
}

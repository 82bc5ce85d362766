/* Composes all sectors that a change of ground or of a stamp may change, and marks those that
 * changed.
 * Cost: the cells of these sectors; where walls change, of those within the gradient's reach. */
#include "world/layers/compose.h"

static bool has_bit(const uint32_t *bits, uint32_t i)
{
    return (bits[i / 32] >> (i % 32) & 1) != 0;
}

static void set_bit(uint32_t *bits, uint32_t i)
{
    bits[i / 32] |= 1u << (i % 32);
}

static void clear_bit(uint32_t *bits, uint32_t i)
{
    bits[i / 32] &= ~(1u << (i % 32));
}

/* ---- one sector, one area ---- */

void wendi_recompose_advance(wendi_recompose *job)
{
    if (!job->has_advanced) {
        wendi_grid_advance_revision(job->grid);
        job->has_advanced = true;
    }
}

/* True if an overlay hides from the final costs, of which 254 is the most, what lies below it, but not
 * from agents that do not count it. */
static bool may_hide(const wendi_recompose *job, uint32_t movement_class,
                     const wendi_sector_rect *rect, const wendi_composed_sector *composed)
{
    const uint32_t overlays =
        job->is_overlay ? 0 : wendi_layers_differences(job->grid, movement_class, 0);
    for (uint32_t i = 0; overlays >> i != 0; i++) {
        const uint16_t *numbers =
            (overlays >> i & 1) != 0
                ? wendi_overlay_page(job->grid, &job->grid->compose->overlays[i], rect->sector)
                : NULL;
        for (uint32_t k = 0; numbers != NULL && k < rect->cell_count; k++) {
            if (composed->seen[k] == WEND_COST_WALL - 1 && numbers[k] >= WEND_OVERLAY_ONE) {
                return true;
            }
        }
    }
    return false;
}

/* Several classes may change in a sector; the journal holds it once. */
void wendi_recompose_mark(wendi_recompose *job, uint32_t sector)
{
    wendi_recompose_advance(job);
    if (wend_grid_sector_revision(job->grid, sector) != job->grid->revision) {
        wendi_grid_mark_sector(job->grid, sector);
    }
}

void wendi_recompose_sector(wendi_recompose *job, const wendi_class_view *view, uint32_t sector)
{
    wendi_composed_sector composed;
    const wendi_sector_rect rect = wendi_sector_rect_of(job->grid, sector);
    wendi_compose_sector(view, &rect, &composed);
    if (wendi_compose_commit(job->grid, view, &rect, &composed) ||
        may_hide(job, view->movement_class, &rect, &composed)) {
        wendi_recompose_mark(job, sector);
    }
}

static void set_near(const wendi_class_view *view, wendi_cell_rect area, uint32_t reach,
                     uint32_t *bits)
{
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    const uint32_t count = wendi_sectors_within(view->grid, area, reach, sectors);
    for (uint32_t i = 0; i < count; i++) {
        set_bit(bits, sectors[i]);
    }
}

/* Composes the chosen sectors near an area. */
static void recompose_near(wendi_recompose *job, const wendi_class_view *view, wendi_cell_rect area)
{
    uint32_t *chosen = job->grid->compose->states[view->movement_class].chosen;
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    const uint32_t count = wendi_sectors_within(job->grid, area, view->gradient->count, sectors);
    for (uint32_t i = 0; i < count; i++) {
        if (has_bit(chosen, sectors[i])) {
            clear_bit(chosen, sectors[i]);
            wendi_recompose_sector(job, view, sectors[i]);
        }
    }
}

/* The distance up to which a change in a sector changes costs. */
static uint32_t reach_of(const wendi_class_view *view, uint32_t sector)
{
    const uint32_t reach = view->gradient->count;
    return reach > 0 && wendi_compose_walls_differ(view, sector) ? reach : 0;
}

/* ---- stamps ---- */

static void recompose_class(wendi_recompose *job, const wendi_stamp *stamp, uint32_t c)
{
    const wendi_class_view view = wendi_class_view_of(job->grid, c);
    uint32_t *chosen = job->grid->compose->states[c].chosen;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        const wendi_stamp_piece *piece = &stamp->pieces[i];
        if ((piece->class_mask >> c & 1) != 0) {
            set_near(&view, wendi_cell_rect_of_piece(piece), reach_of(&view, piece->sector),
                     chosen);
        }
    }
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        if ((stamp->pieces[i].class_mask >> c & 1) != 0) {
            recompose_near(job, &view, wendi_cell_rect_of_piece(&stamp->pieces[i]));
        }
    }
}

void wendi_recompose_stamp(wendi_recompose *job, const wendi_stamp *stamp)
{
    for (uint32_t c = 0; c < job->grid->class_count; c++) {
        recompose_class(job, stamp, c);
    }
}

/* ---- ground ---- */

/* One edit of the ground. */
typedef struct ground_edit {
    wend_grid *grid;
    const wendi_patch *patch;
    wendi_sector_range range;
    uint32_t changed_classes; /* Bits. */
    uint32_t page_count;      /* Pages to reserve before anything changes. */
} ground_edit;

static wendi_class_view view_with(const ground_edit *edit, uint32_t c)
{
    wendi_class_view view = wendi_class_view_of(edit->grid, c);
    view.patch = edit->patch;
    return view;
}

/* True if nothing lies on the ground of this sector, and nothing reaches it. */
static bool is_bare(const ground_edit *edit, uint32_t c, uint32_t sector)
{
    const wendi_class_state *state = &edit->grid->compose->states[c];
    return state->gradient.count == 0 && (state->hot_count == 0 || state->hot[sector] == 0);
}

typedef void (*rect_fn)(void *context, uint32_t c, const wendi_sector_rect *rect);

static void for_rects(const ground_edit *edit, uint32_t c, rect_fn fn, void *context)
{
    for (uint32_t y = edit->range.low_y; y <= edit->range.high_y; y++) {
        for (uint32_t x = edit->range.low_x; x <= edit->range.high_x; x++) {
            const wendi_sector_rect rect = wendi_patch_sector_rect(edit->grid, edit->patch, x, y);
            fn(context, c, &rect);
        }
    }
}

/* Finds out whether the ground changes, and chooses the sectors that may change. */
static void plan_rect(void *context, uint32_t c, const wendi_sector_rect *rect)
{
    ground_edit *edit = context;
    const wendi_layer *ground = wendi_ground_layer(edit->grid, c, rect->sector);
    const wendi_layer_change change = wendi_layer_plan(ground, edit->patch, rect);
    if (change == WENDI_LAYER_UNCHANGED) {
        return;
    }
    edit->changed_classes |= 1u << c;
    if (is_bare(edit, c, rect->sector)) {
        edit->page_count += change == WENDI_LAYER_NEEDS_PAGE ? 1 : 0;
        return;
    }
    const wendi_class_view view = view_with(edit, c);
    set_near(&view, wendi_cell_rect_of_sector(rect), reach_of(&view, rect->sector),
             edit->grid->compose->states[c].pending);
    set_bit(edit->grid->compose->states[c].pending, rect->sector);
}

/* Counts the pages of the chosen sectors. */
static void plan_near(void *context, uint32_t c, const wendi_sector_rect *rect)
{
    ground_edit *edit = context;
    const wendi_class_view view = view_with(edit, c);
    wendi_class_state *state = &edit->grid->compose->states[c];
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    const uint32_t count = wendi_sectors_within(edit->grid, wendi_cell_rect_of_sector(rect),
                                                state->gradient.count, sectors);
    for (uint32_t i = 0; i < count; i++) {
        if (!has_bit(state->pending, sectors[i])) {
            continue;
        }
        clear_bit(state->pending, sectors[i]);
        set_bit(state->chosen, sectors[i]);
        if (state->hot[sectors[i]] == 0) {
            wendi_composed_sector composed;
            const wendi_sector_rect whole = wendi_sector_rect_of(edit->grid, sectors[i]);
            wendi_compose_sector(&view, &whole, &composed);
            edit->page_count += wendi_compose_pages_needed(&view, &whole, &composed);
        }
    }
}

static void unchoose_near(void *context, uint32_t c, const wendi_sector_rect *rect)
{
    const ground_edit *edit = context;
    wendi_class_state *state = &edit->grid->compose->states[c];
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    const uint32_t count = wendi_sectors_within(edit->grid, wendi_cell_rect_of_sector(rect),
                                                state->gradient.count, sectors);
    for (uint32_t i = 0; i < count; i++) {
        clear_bit(state->chosen, sectors[i]);
    }
}

typedef struct ground_commit {
    const ground_edit *edit;
    wendi_recompose job;
} ground_commit;

static void commit_rect(void *context, uint32_t c, const wendi_sector_rect *rect)
{
    ground_commit *commit = context;
    const ground_edit *edit = commit->edit;
    if (!is_bare(edit, c, rect->sector)) {
        const wendi_class_view view = view_with(edit, c);
        recompose_near(&commit->job, &view, wendi_cell_rect_of_sector(rect));
    } else if (wendi_layer_apply(&edit->grid->classes[c], edit->patch, rect)) {
        wendi_recompose_mark(&commit->job, rect->sector);
    }
}

/* Makes the tables of classes whose ground was bare. */
static bool make_tables(const ground_edit *edit, uint32_t *made)
{
    wend_grid *grid = edit->grid;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((edit->changed_classes >> c & 1) == 0 || grid->classes[c].entries != NULL) {
            continue;
        }
        if (!wendi_layer_make_table(grid, &grid->classes[c])) {
            return false;
        }
        *made |= 1u << c;
    }
    return true;
}

static bool reserve(const ground_edit *edit)
{
    wend_grid *grid = edit->grid;
    uint32_t made = 0;
    ground_edit undone = *edit;
    if (make_tables(edit, &made) &&
        wendi_pages_reserve(&grid->cost_pages, &grid->allocator, edit->page_count)) {
        return true;
    }
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((made >> c & 1) != 0) {
            wendi_layer_free_table(grid, &grid->classes[c]);
        }
        if ((edit->changed_classes >> c & 1) != 0 && grid->compose->states[c].hot != NULL) {
            for_rects(edit, c, unchoose_near, &undone);
        }
    }
    return false;
}

wend_result wendi_compose_edit(wend_grid *grid, uint32_t first_class, uint32_t class_count,
                               const wendi_patch *patch)
{
    if (patch->width == 0 || patch->height == 0) {
        return WEND_OK;
    }
    ground_edit edit = {grid, patch, wendi_patch_sectors(grid, patch), 0, 0};
    for (uint32_t c = first_class; c < first_class + class_count; c++) {
        for_rects(&edit, c, plan_rect, &edit);
        if (grid->compose->states[c].hot != NULL) {
            for_rects(&edit, c, plan_near, &edit);
        }
    }
    if (edit.changed_classes == 0) {
        return WEND_OK;
    }
    if (!reserve(&edit)) {
        return WEND_ERROR_MEMORY;
    }
    ground_commit commit = {&edit, {grid, false, false}};
    wendi_recompose_advance(&commit.job);
    for (uint32_t c = first_class; c < first_class + class_count; c++) {
        if ((edit.changed_classes >> c & 1) != 0) {
            for_rects(&edit, c, commit_rect, &commit);
        }
    }
    return WEND_OK;
}

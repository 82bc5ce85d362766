/* takes: what a class's ground is to cost more at each distance from its walls.
 * gives: the grid with it, one revision later; or, without memory, the grid as it was.
 * cost:  composes all sectors of the class twice. */
#include "base/core/memory.h"
#include "world/layers/compose.h"

#include <assert.h>
#include <string.h>

/* A gradient reaches further or less far than the one before: other sectors become hot. */
typedef struct gradient_edit {
    wend_grid *grid;
    const wendi_gradient *gradients; /* [class_count] */
    uint32_t class_mask;
    uint32_t *hot[WEND_GRID_CLASSES_MAX]; /* [sector_count] as it will be */
} gradient_edit;

static size_t hot_bytes(const wend_grid *grid)
{
    return grid->sector_count * sizeof(uint32_t);
}

static void count_stamp(const gradient_edit *edit, uint32_t c, const wendi_stamp *stamp)
{
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        const wendi_stamp_piece *piece = &stamp->pieces[i];
        if ((piece->class_mask >> c & 1) == 0) {
            continue;
        }
        const uint32_t count = wendi_sectors_within(edit->grid, wendi_cell_rect_of_piece(piece),
                                                    edit->gradients[c].count, sectors);
        for (uint32_t k = 0; k < count; k++) {
            edit->hot[c][sectors[k]]++;
        }
    }
}

static void count_hot(const gradient_edit *edit, uint32_t c)
{
    const wendi_composition *compose = edit->grid->compose;
    for (const wendi_stamp *stamp = compose->stamps.oldest; stamp != NULL; stamp = stamp->newer) {
        count_stamp(edit, c, stamp);
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        const wendi_overlay *overlay = &compose->overlays[i];
        for (uint32_t k = 0; k < overlay->count && (overlay->class_mask >> c & 1) != 0; k++) {
            edit->hot[c][overlay->owners[k]]++;
        }
    }
}

static bool make_hot(gradient_edit *edit)
{
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        if ((edit->class_mask >> c & 1) == 0) {
            continue;
        }
        edit->hot[c] = wendi_alloc_zero(&edit->grid->allocator, hot_bytes(edit->grid));
        if (edit->hot[c] == NULL) {
            return false;
        }
        count_hot(edit, c);
    }
    return true;
}

static void free_hot(gradient_edit *edit)
{
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        wendi_free(&edit->grid->allocator, edit->hot[c],
                   edit->hot[c] == NULL ? 0 : hot_bytes(edit->grid));
    }
}

static uint32_t pages_needed(const gradient_edit *edit, uint32_t c)
{
    uint32_t pages = 0;
    wendi_class_view view = wendi_class_view_of(edit->grid, c);
    view.gradient = &edit->gradients[c];
    for (uint32_t i = 0; i < edit->grid->sector_count; i++) {
        if (edit->hot[c][i] > 0) {
            pages += WENDI_HOT_PAGES - wendi_pages_held(edit->grid, c, i);
            continue;
        }
        const wendi_sector_rect box = wendi_sector_rect_of(edit->grid, i);
        wendi_composed_sector composed;
        wendi_compose_sector(&view, &box, &composed);
        pages += wendi_compose_pages_needed(&view, &box, &composed);
    }
    return pages;
}

static bool reserve(gradient_edit *edit)
{
    if (!make_hot(edit)) {
        return false;
    }
    uint32_t pages = 0;
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        pages += (edit->class_mask >> c & 1) == 0 ? 0 : pages_needed(edit, c);
    }
    return wendi_pages_reserve(&edit->grid->cost_pages, &edit->grid->allocator, pages);
}

/* Takes old promises back and makes the new ones. */
static void change_hot(const gradient_edit *edit, uint32_t c)
{
    wend_grid *grid = edit->grid;
    wendi_class_state *state = &grid->compose->states[c];
    state->hot_count = 0;
    assert(edit->hot[c] != NULL);
    for (uint32_t i = 0; i < grid->sector_count; i++) {
        const uint32_t missing = WENDI_HOT_PAGES - wendi_pages_held(grid, c, i);
        grid->cost_pages.promised -= state->hot[i] > 0 ? missing : 0;
        grid->cost_pages.promised += edit->hot[c][i] > 0 ? missing : 0;
        state->hot_count += edit->hot[c][i] > 0 ? 1 : 0;
    }
    memcpy(state->hot, edit->hot[c], hot_bytes(grid));
    state->gradient = edit->gradients[c];
}

static void commit(const gradient_edit *edit)
{
    wendi_recompose job = {edit->grid, false};
    wendi_recompose_advance(&job);
    for (uint32_t c = 0; c < edit->grid->class_count; c++) {
        if ((edit->class_mask >> c & 1) == 0) {
            continue;
        }
        change_hot(edit, c);
        const wendi_class_view view = wendi_class_view_of(edit->grid, c);
        for (uint32_t i = 0; i < edit->grid->sector_count; i++) {
            wendi_recompose_sector(&job, &view, i);
        }
    }
}

wend_result wendi_gradients_set(wend_grid *grid, uint32_t class_mask,
                                const wendi_gradient *gradients)
{
    wendi_compose_tables opened;
    if (!wendi_compose_create_tables(grid, class_mask, false, &opened)) {
        return WEND_ERROR_MEMORY;
    }
    gradient_edit edit = {grid, gradients, class_mask, {NULL}};
    const bool has_room = reserve(&edit);
    if (has_room) {
        commit(&edit);
    }
    free_hot(&edit);
    if (!has_room) {
        wendi_compose_undo_tables(grid, &opened);
    }
    return has_room ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- the public call ---- */

static bool is_same(const wendi_gradient *a, const wendi_gradient *b)
{
    return a->count == b->count && memcmp(a->additions, b->additions, a->count) == 0;
}

static bool has_gradient(const wend_grid *grid, uint32_t c, const wendi_gradient *gradient)
{
    const wendi_gradient none = {0, {0}};
    return is_same(gradient, grid->compose == NULL ? &none : &grid->compose->states[c].gradient);
}

wend_result wend_grid_get_gradient(const wend_grid *grid, uint32_t movement_class,
                                   uint8_t *additions, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (additions == NULL && capacity > 0) ||
        movement_class >= grid->class_count) {
        return WEND_ERROR_ARGUMENT;
    }
    if (grid->compose == NULL) {
        return WEND_OK;
    }
    const wendi_gradient *gradient = &grid->compose->states[movement_class].gradient;
    for (size_t i = 0; i < gradient->count && i < capacity; i++) {
        additions[i] = gradient->additions[i];
    }
    *count = gradient->count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_grid_set_gradient(wend_grid *grid, uint32_t movement_class,
                                   const uint8_t *additions, size_t count)
{
    static const char function[] = "wend_grid_set_gradient";
    if (grid == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = wendi_grid_check_class(grid, function, movement_class);
    if (result != WEND_OK) {
        return result;
    }
    if (count > WEND_GRADIENT_MAX) {
        return wendi_refuse(&grid->error, function, "count", (double)count, 0, WEND_GRADIENT_MAX);
    }
    if (additions == NULL && count > 0) {
        return wendi_refuse_null(&grid->error, function, "additions");
    }
    wendi_gradient gradients[WEND_GRID_CLASSES_MAX] = {{0, {0}}};
    wendi_gradient gradient = {(uint32_t)count, {0}};
    while (gradient.count > 0 && additions[gradient.count - 1] == 0) {
        gradient.count--;
    }
    if (gradient.count > 0) {
        memcpy(gradient.additions, additions, gradient.count);
    }
    uint32_t class_mask = 0;
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const bool is_meant = movement_class == WEND_CLASS_ALL || movement_class == c;
        if (is_meant && !has_gradient(grid, c, &gradient)) {
            class_mask |= 1u << c;
            gradients[c] = gradient;
        }
    }
    return class_mask == 0 ? WEND_OK
                           : wendi_fail_plain(&grid->error, function,
                                              wendi_gradients_set(grid, class_mask, gradients));
}

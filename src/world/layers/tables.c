/* Allocates and frees the tables of classes with stamps, gradients or overlays, and reserves pages
 * for hot sectors.
 * Cost: 8 bytes a sector for each class, 8 more for stamps; reserving is constant. */
#include "base/core/memory.h"
#include "world/layers/compose.h"

#include <string.h>

/* ---- one class ---- */

static size_t bits_words(const wend_grid *grid)
{
    return ((size_t)grid->sector_count + 31) / 32;
}

/* Numbers of reasons to be hot, and two sets of sectors, in one block. */
static size_t state_bytes(const wend_grid *grid)
{
    return (grid->sector_count + 2 * bits_words(grid)) * sizeof(uint32_t);
}

static bool make_state(wend_grid *grid, wendi_class_state *state)
{
    state->under = (wendi_layer){.pages = &grid->cost_pages, .cell_bytes = 1};
    uint32_t *block = wendi_alloc_zero(&grid->allocator, state_bytes(grid));
    if (block == NULL) {
        return false;
    }
    if (!wendi_layer_make_table(grid, &state->under)) {
        wendi_free(&grid->allocator, block, state_bytes(grid));
        return false;
    }
    state->hot = block;
    state->pending = block + grid->sector_count;
    state->chosen = state->pending + bits_words(grid);
    return true;
}

static void free_state(wend_grid *grid, wendi_class_state *state)
{
    if (state->hot != NULL) {
        wendi_layer_free_table(grid, &state->under);
        wendi_free(&grid->allocator, state->hot, state_bytes(grid));
        state->hot = NULL;
    }
}

/* ---- all ---- */

uint32_t wendi_class_bits(const wend_grid *grid, uint32_t class_mask)
{
    return class_mask & (UINT32_MAX >> (WEND_GRID_CLASSES_MAX - grid->class_count));
}

static size_t tops_bytes(const wend_grid *grid)
{
    return grid->sector_count * sizeof(wendi_stamp_piece *);
}

/* The largest number of pages: one for the ground of each sector too. */
static void set_page_limit(wend_grid *grid, uint32_t pages_a_sector)
{
    grid->cost_pages.limit = pages_a_sector * grid->sector_count * grid->class_count;
}

static bool make_compose(wend_grid *grid, wendi_compose_tables *opened)
{
    if (grid->compose == NULL) {
        grid->compose = wendi_alloc_zero(&grid->allocator, sizeof *grid->compose);
        opened->compose = grid->compose != NULL;
        set_page_limit(grid, opened->compose ? WENDI_HOT_PAGES : 1);
    }
    return grid->compose != NULL;
}

static bool make_tops(wend_grid *grid, wendi_compose_tables *opened)
{
    wendi_stamps *stamps = &grid->compose->stamps;
    if (stamps->tops == NULL) {
        stamps->tops = wendi_alloc(&grid->allocator, tops_bytes(grid));
        opened->tops = stamps->tops != NULL;
        for (uint32_t i = 0; i < grid->sector_count && opened->tops; i++) {
            stamps->tops[i] = NULL;
        }
    }
    return stamps->tops != NULL;
}

static bool make_class(wend_grid *grid, uint32_t c, wendi_compose_tables *opened)
{
    if (grid->classes[c].entries == NULL) {
        if (!wendi_layer_make_table(grid, &grid->classes[c])) {
            return false;
        }
        opened->seen |= 1u << c;
    }
    wendi_class_state *state = &grid->compose->states[c];
    if (state->hot == NULL) {
        if (!make_state(grid, state)) {
            return false;
        }
        opened->states |= 1u << c;
    }
    return true;
}

bool wendi_compose_create_tables(wend_grid *grid, uint32_t class_mask, bool needs_stamps,
                                 wendi_compose_tables *opened)
{
    *opened = (wendi_compose_tables){0};
    bool has_all = make_compose(grid, opened) && (!needs_stamps || make_tops(grid, opened));
    for (uint32_t c = 0; c < grid->class_count && has_all; c++) {
        has_all = (class_mask >> c & 1) == 0 || make_class(grid, c, opened);
    }
    if (!has_all) {
        wendi_compose_undo_tables(grid, opened);
    }
    return has_all;
}

void wendi_compose_undo_tables(wend_grid *grid, const wendi_compose_tables *opened)
{
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((opened->states >> c & 1) != 0) {
            free_state(grid, &grid->compose->states[c]);
        }
        if ((opened->seen >> c & 1) != 0) {
            wendi_layer_free_table(grid, &grid->classes[c]);
        }
    }
    if (opened->tops) {
        wendi_free(&grid->allocator, grid->compose->stamps.tops, tops_bytes(grid));
        grid->compose->stamps.tops = NULL;
    }
    if (opened->compose) {
        wendi_free(&grid->allocator, grid->compose, sizeof *grid->compose);
        grid->compose = NULL;
        set_page_limit(grid, 1);
    }
}

void wendi_compose_free(wend_grid *grid)
{
    wendi_composition *compose = grid->compose;
    if (compose == NULL) {
        return;
    }
    wendi_stamps *stamps = &compose->stamps;
    for (wendi_stamp *stamp = stamps->oldest; stamp != NULL;) {
        wendi_stamp *next = stamp->newer;
        wendi_stamp_free(grid, stamp);
        stamp = next;
    }
    wendi_free(&grid->allocator, stamps->slots, stamps->capacity * sizeof *stamps->slots);
    wendi_free(&grid->allocator, stamps->tops, stamps->tops == NULL ? 0 : tops_bytes(grid));
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        wendi_overlay_free(grid, &compose->overlays[i]);
    }
    for (uint32_t c = 0; c < grid->class_count; c++) {
        free_state(grid, &compose->states[c]);
    }
    wendi_free(&grid->allocator, compose, sizeof *compose);
    grid->compose = NULL;
}

size_t wendi_compose_memory_bytes(const wend_grid *grid)
{
    const wendi_composition *compose = grid->compose;
    if (compose == NULL) {
        return 0;
    }
    const wendi_stamps *stamps = &compose->stamps;
    size_t bytes = sizeof *compose + stamps->capacity * sizeof *stamps->slots;
    bytes += stamps->tops == NULL ? 0 : tops_bytes(grid);
    for (const wendi_stamp *stamp = stamps->oldest; stamp != NULL; stamp = stamp->newer) {
        bytes += stamp->bytes;
    }
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX; i++) {
        bytes += wendi_overlay_memory_bytes(grid, &compose->overlays[i]);
    }
    for (uint32_t c = 0; c < grid->class_count; c++) {
        const wendi_class_state *state = &compose->states[c];
        bytes += state->hot == NULL ? 0 : state_bytes(grid);
        bytes += wendi_layer_memory_bytes(grid, &state->under);
    }
    return bytes;
}

/* ---- hot sectors ---- */

bool wendi_compose_is_active(const wend_grid *grid, uint32_t movement_class)
{
    const wendi_class_state *state = &grid->compose->states[movement_class];
    return state->gradient.count > 0 || state->hot_count > 0;
}

uint32_t wendi_pages_held(const wend_grid *grid, uint32_t movement_class, uint32_t sector)
{
    const uint32_t seen = grid->classes[movement_class].entries[sector];
    const uint32_t under = grid->compose->states[movement_class].under.entries[sector];
    return (seen >= WENDI_PAGE_FIRST ? 1u : 0u) + (under >= WENDI_PAGE_FIRST ? 1u : 0u);
}

void wendi_hot_add(wend_grid *grid, uint32_t movement_class, uint32_t sector)
{
    wendi_class_state *state = &grid->compose->states[movement_class];
    if (state->hot[sector]++ == 0) {
        state->hot_count++;
        grid->cost_pages.promised +=
            WENDI_HOT_PAGES - wendi_pages_held(grid, movement_class, sector);
    }
}

void wendi_hot_remove(wend_grid *grid, uint32_t movement_class, uint32_t sector)
{
    wendi_class_state *state = &grid->compose->states[movement_class];
    if (--state->hot[sector] == 0) {
        state->hot_count--;
        grid->cost_pages.promised -=
            WENDI_HOT_PAGES - wendi_pages_held(grid, movement_class, sector);
    }
}

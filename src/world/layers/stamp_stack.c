/* takes: stamps.
 * gives: stamps on the stacks of their sectors and in their slots, and taken off again.
 * cost:  constant time for each piece, and each class and sector near it. */
#include "base/core/memory.h"
#include "world/layers/compose.h"

#include <string.h>

/* ---- slots ---- */

bool wendi_stamps_reserve(const wend_grid *grid, uint32_t slot_count, wendi_stamp_slot **grown,
                          uint32_t *capacity)
{
    const wendi_stamps *stamps = grid->compose == NULL ? NULL : &grid->compose->stamps;
    *grown = NULL;
    *capacity = stamps == NULL ? 0 : stamps->capacity;
    if (slot_count <= *capacity) {
        return true;
    }
    *capacity = *capacity * 2 > slot_count ? *capacity * 2 : slot_count;
    *capacity = *capacity < 4 ? 4 : *capacity;
    *grown = wendi_alloc(&grid->allocator, *capacity * sizeof **grown);
    return *grown != NULL;
}

void wendi_stamps_set_slots(wend_grid *grid, wendi_stamp_slot *grown, uint32_t capacity)
{
    wendi_stamps *stamps = &grid->compose->stamps;
    if (grown == NULL) {
        return;
    }
    if (stamps->slots != NULL) {
        memcpy(grown, stamps->slots, stamps->slot_count * sizeof *grown);
    }
    wendi_free(&grid->allocator, stamps->slots, stamps->capacity * sizeof *grown);
    stamps->slots = grown;
    stamps->capacity = capacity;
}

/* ---- hot sectors ---- */

/* Calls for each class of a piece and each sector near it. */
typedef void (*near_fn)(wend_grid *grid, uint32_t movement_class, uint32_t sector, void *context);

static void for_piece(wend_grid *grid, const wendi_stamp_piece *piece, near_fn fn, void *context)
{
    uint32_t sectors[WENDI_SECTORS_WITHIN_MAX];
    for (uint32_t c = 0; c < grid->class_count; c++) {
        if ((piece->class_mask >> c & 1) == 0) {
            continue;
        }
        const uint32_t reach = grid->compose->states[c].gradient.count;
        const uint32_t count =
            wendi_sectors_within(grid, wendi_cell_rect_of_piece(piece), reach, sectors);
        for (uint32_t i = 0; i < count; i++) {
            fn(grid, c, sectors[i], context);
        }
    }
}

static void for_near(wend_grid *grid, const wendi_stamp *stamp, near_fn fn, void *context)
{
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        for_piece(grid, &stamp->pieces[i], fn, context);
    }
}

/* Each sector counts once: those that were seen are pending. */
static void count_missing(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    uint32_t *pages = context;
    wendi_class_state *state = &grid->compose->states[c];
    const uint32_t bit = 1u << (sector % 32);
    if (state->hot[sector] == 0 && (state->pending[sector / 32] & bit) == 0) {
        state->pending[sector / 32] |= bit;
        *pages += WENDI_HOT_PAGES - wendi_pages_held(grid, c, sector);
    }
}

static void forget(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    grid->compose->states[c].pending[sector / 32] &= ~(1u << (sector % 32));
}

static void heat(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    wendi_hot_add(grid, c, sector);
}

static void cool(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    wendi_hot_remove(grid, c, sector);
}

bool wendi_stamp_reserve(wend_grid *grid, const wendi_stamp *stamp)
{
    uint32_t pages = 0;
    for_near(grid, stamp, count_missing, &pages);
    for_near(grid, stamp, forget, NULL);
    return wendi_pages_reserve(&grid->cost_pages, &grid->allocator, pages);
}

void wendi_stamp_cool(wend_grid *grid, const wendi_stamp *stamp)
{
    for_near(grid, stamp, cool, NULL);
}

/* ---- stacks ---- */

static void link_pieces(wendi_stamps *stamps, wendi_stamp *stamp)
{
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        wendi_stamp_piece *piece = &stamp->pieces[i];
        wendi_stamp_piece **top = &stamps->tops[piece->sector];
        piece->above = NULL;
        piece->below = *top;
        if (*top != NULL) {
            (*top)->above = piece;
        }
        *top = piece;
    }
}

static void unlink_pieces(wendi_stamps *stamps, wendi_stamp *stamp)
{
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        wendi_stamp_piece *piece = &stamp->pieces[i];
        if (piece->above != NULL) {
            piece->above->below = piece->below;
        } else {
            stamps->tops[piece->sector] = piece->below;
        }
        if (piece->below != NULL) {
            piece->below->above = piece->above;
        }
    }
}

void wendi_stamp_attach(wend_grid *grid, wendi_stamp *stamp)
{
    wendi_stamps *stamps = &grid->compose->stamps;
    stamps->slots[stamp->index] = (wendi_stamp_slot){stamp, 0};
    stamps->count++;
    stamp->newer = NULL;
    stamp->older = stamps->newest;
    if (stamps->newest != NULL) {
        stamps->newest->newer = stamp;
    } else {
        stamps->oldest = stamp;
    }
    stamps->newest = stamp;
    link_pieces(stamps, stamp);
    for_near(grid, stamp, heat, NULL);
}

void wendi_stamp_detach(wend_grid *grid, wendi_stamp *stamp)
{
    wendi_stamps *stamps = &grid->compose->stamps;
    stamps->slots[stamp->index] = (wendi_stamp_slot){NULL, stamps->free_first1};
    stamps->free_first1 = stamp->index + 1;
    stamps->count--;
    if (stamp->older != NULL) {
        stamp->older->newer = stamp->newer;
    } else {
        stamps->oldest = stamp->newer;
    }
    if (stamp->newer != NULL) {
        stamp->newer->older = stamp->older;
    } else {
        stamps->newest = stamp->older;
    }
    unlink_pieces(stamps, stamp);
}

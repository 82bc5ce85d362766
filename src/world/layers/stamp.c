/* Adds stamps to grids and removes them. Stamps lie on stacks by sector and in slots by id.
 * Cost: adding or removing one costs its cells, and the cells of the sectors it touches times the
 * stamps there. */
#include "world/layers/stamp_build.h"

#include "base/core/memory.h"
#include "base/core/message.h"
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

/* Called for each class of a piece and each sector near it. */
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

static void for_pieces(wend_grid *grid, const wendi_stamp *stamp, near_fn fn, void *context)
{
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        for_piece(grid, &stamp->pieces[i], fn, context);
    }
}

/* Each sector counts once: those counted are pending. */
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

static void clear_pending(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    grid->compose->states[c].pending[sector / 32] &= ~(1u << (sector % 32));
}

static void add_reason(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    wendi_hot_add(grid, c, sector);
}

static void remove_reason(wend_grid *grid, uint32_t c, uint32_t sector, void *context)
{
    (void)context;
    wendi_hot_remove(grid, c, sector);
}

bool wendi_stamp_reserve(wend_grid *grid, const wendi_stamp *stamp)
{
    uint32_t pages = 0;
    for_pieces(grid, stamp, count_missing, &pages);
    for_pieces(grid, stamp, clear_pending, NULL);
    return wendi_pages_reserve(&grid->cost_pages, &grid->allocator, pages);
}

void wendi_stamp_cool(wend_grid *grid, const wendi_stamp *stamp)
{
    for_pieces(grid, stamp, remove_reason, NULL);
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
    for_pieces(grid, stamp, add_reason, NULL);
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

/* ---- definitions ---- */

static const uint32_t COOKIE = 0x57a3b0c1;

wend_stamp_def wend_stamp_def_default(void)
{
    return (wend_stamp_def){.cookie = COOKIE, .layer_count = 1};
}

/* ---- checking ---- */

static wend_result check_range(wend_message *message, const char *what, int32_t value, int32_t low,
                               int32_t high)
{
    if (value >= low && value <= high) {
        return WEND_OK;
    }
    return wendi_refuse(message, "wend_grid_add_stamp", what, value, low, high);
}

static wend_result check_def(const wend_grid *grid, const wend_stamp_def *def,
                             wend_message *message)
{
    const int32_t turns = grid->neighbours == WEND_NEIGHBOURS_6 ? 6 : 4;
    if (check_range(message, "width", def->width, 1, WEND_STAMP_SIDE_MAX) != WEND_OK ||
        check_range(message, "height", def->height, 1, WEND_STAMP_SIDE_MAX) != WEND_OK ||
        check_range(message, "quarter_turns", def->quarter_turns, 0, turns - 1) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->costs == NULL && def->cost == 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_grid_add_stamp: costs is NULL and cost is 0, and one of them must "
                          "be set");
    }
    if (def->layer_count != 1 && def->layer_count != (int32_t)grid->class_count) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_grid_add_stamp: layer_count is %ld, and must be 1 or the "
                          "grid's class_count %lu",
                          (long)def->layer_count, (unsigned long)grid->class_count);
    }
    return WEND_OK;
}

bool wendi_stamp_def_is_valid(const wend_grid *grid, const wend_stamp_def *def)
{
    return grid != NULL && def != NULL && def->cookie == COOKIE &&
           check_def(grid, def, NULL) == WEND_OK;
}

/* ---- adding ---- */

static uint32_t classes_of(const wendi_stamp *stamp)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        mask |= stamp->pieces[i].class_mask;
    }
    return mask;
}

static uint32_t slots_needed(const wend_grid *grid)
{
    const wendi_stamps *stamps = grid->compose == NULL ? NULL : &grid->compose->stamps;
    if (stamps == NULL) {
        return 1;
    }
    return stamps->slot_count + (stamps->free_first1 == 0 ? 1 : 0);
}

static bool add_built(wend_grid *grid, wendi_stamp *stamp)
{
    wendi_stamp_slot *grown;
    uint32_t capacity;
    wendi_compose_tables opened;
    if (!wendi_stamps_reserve(grid, slots_needed(grid), &grown, &capacity)) {
        return false;
    }
    bool has_room = wendi_compose_create_tables(grid, classes_of(stamp), true, &opened);
    if (has_room && !wendi_stamp_reserve(grid, stamp)) {
        wendi_compose_undo_tables(grid, &opened);
        has_room = false;
    }
    if (!has_room) {
        wendi_free(&grid->allocator, grown, grown == NULL ? 0 : capacity * sizeof *grown);
        return false;
    }
    wendi_stamps_set_slots(grid, grown, capacity);
    /* Gives the stamp its slot and serial; there must be room. */
    wendi_stamps *stamps = &grid->compose->stamps;
    if (stamps->free_first1 != 0) {
        stamp->index = stamps->free_first1 - 1;
        stamps->free_first1 = stamps->slots[stamp->index].next_free1;
    } else {
        stamp->index = stamps->slot_count++;
    }
    stamp->serial = ++stamps->serial;
    wendi_stamp_attach(grid, stamp);
    wendi_recompose job = {grid, false, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    return true;
}

static wend_result add_checked(wend_grid *grid, const wend_stamp_def *def, wend_stamp_id *id,
                               wend_message *message)
{
    if (id != NULL) {
        *id = (wend_stamp_id){0, 0};
    }
    if (grid == NULL || def == NULL || id == NULL) {
        return wendi_refuse_null(message, "wend_grid_add_stamp",
                                 grid == NULL  ? "grid"
                                 : def == NULL ? "def"
                                               : "id");
    }
    if (def->cookie != COOKIE) {
        return wendi_refuse_cookie(message, "wend_grid_add_stamp", def->cookie,
                                   "wend_stamp_def_default");
    }
    if (wend_grid_stamp_count(grid) >= WEND_GRID_STAMPS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "wend_grid_add_stamp: there are %ld stamps, which is the most",
                          (long)WEND_GRID_STAMPS_MAX);
    }
    wendi_stamp *stamp = NULL;
    wend_result result = check_def(grid, def, message);
    if (result == WEND_OK) {
        result = wendi_stamp_build(grid, def, &stamp, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!add_built(grid, stamp)) {
        wendi_stamp_free(grid, stamp);
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_grid_add_stamp: no memory");
    }
    *id = wendi_stamp_id_of(stamp);
    return WEND_OK;
}

wend_result wend_grid_add_stamp(wend_grid *grid, const wend_stamp_def *def, wend_stamp_id *id,
                                wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    return wendi_fail_as_both(grid == NULL ? NULL : &grid->error, failure, "wend_grid_add_stamp",
                              add_checked(grid, def, id, failure));
}

bool wend_grid_can_add_stamp(const wend_grid *grid, const wend_stamp_def *def,
                             bool needs_open_ground, uint32_t movement_class)
{
    if (!wendi_stamp_def_is_valid(grid, def) ||
        wend_grid_stamp_count(grid) >= WEND_GRID_STAMPS_MAX) {
        return false;
    }
    bool has_cells = false;
    for (int32_t i = 0; i < def->width * def->height; i++) {
        int32_t x;
        int32_t y;
        if (!wendi_stamp_has_cost(def, (size_t)i)) {
            continue;
        }
        has_cells = true;
        if (!wendi_stamp_cell_at(grid, def, i % def->width, i / def->width, &x, &y) ||
            (needs_open_ground && wend_grid_cost(grid, movement_class, x, y) == WEND_COST_WALL)) {
            return false;
        }
    }
    return has_cells;
}

/* ---- removing ---- */

wend_result wend_grid_remove_stamp(wend_grid *grid, wend_stamp_id id)
{
    wendi_stamp *stamp;
    const wend_result result = wendi_stamp_find(grid, id, &stamp);
    if (result != WEND_OK) {
        if (grid != NULL) {
            (void)wendi_refuse_id(&grid->error, "wend_grid_remove_stamp", "stamp", id.index1,
                                  id.generation);
        }
        return result;
    }
    wendi_stamp_detach(grid, stamp);
    wendi_recompose job = {grid, false, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    wendi_stamp_cool(grid, stamp);
    wendi_stamp_free(grid, stamp);
    return WEND_OK;
}

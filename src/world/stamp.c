/* takes: definitions and ids of stamps.
 * gives: stamps placed and lifted, listed and found.
 * cost:  a stamp's cells, and the cells of the sectors it touches times the stamps there. */
#include "base/memory.h"
#include "base/message.h"
#include "world/stamp_make.h"

static const uint32_t COOKIE = 0x57a3b0c1;

wend_stamp_def wend_stamp_def_default(void)
{
    return (wend_stamp_def){.cookie = COOKIE, .layer_count = 1};
}

/* ---- checking ---- */

static wend_result bad(wend_message *message, const char *what, int32_t value)
{
    return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_place_stamp: %s is %ld", what,
                      (long)value);
}

static bool is_side(int32_t side)
{
    return side >= 1 && side <= WEND_STAMP_SIDE_MAX;
}

static wend_result check_def(const wend_grid *grid, const wend_stamp_def *def,
                             wend_message *message)
{
    const int32_t turns = grid->neighbours == WEND_NEIGHBOURS_6 ? 6 : 4;
    if (!is_side(def->width)) {
        return bad(message, "not in 1 ... 1024: width", def->width);
    }
    if (!is_side(def->height)) {
        return bad(message, "not in 1 ... 1024: height", def->height);
    }
    if (def->costs == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_place_stamp: costs is NULL");
    }
    if (def->layer_count != 1 && def->layer_count != (int32_t)grid->class_count) {
        return bad(message, "not 1 or the grid's class_count: layer_count", def->layer_count);
    }
    if (def->quarter_turns < 0 || def->quarter_turns >= turns) {
        return bad(message, "not once around at most: quarter_turns", def->quarter_turns);
    }
    return WEND_OK;
}

/* ---- placing ---- */

static uint32_t classes_of(const wendi_stamp *stamp)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        mask |= stamp->pieces[i].class_mask;
    }
    return mask;
}

static wend_stamp_id id_of(const wendi_stamp *stamp)
{
    return (wend_stamp_id){stamp->index + 1, (uint32_t)stamp->serial};
}

/* Gives the stamp its slot and order; there is room. */
static void enter(wendi_stamps *stamps, wendi_stamp *stamp)
{
    if (stamps->free_first1 != 0) {
        stamp->index = stamps->free_first1 - 1;
        stamps->free_first1 = stamps->slots[stamp->index].next_free1;
    } else {
        stamp->index = stamps->slot_count++;
    }
    stamp->serial = ++stamps->serial;
}

static uint32_t slots_needed(const wend_grid *grid)
{
    const wendi_stamps *stamps = grid->compose == NULL ? NULL : &grid->compose->stamps;
    if (stamps == NULL) {
        return 1;
    }
    return stamps->slot_count + (stamps->free_first1 == 0 ? 1 : 0);
}

static bool place(wend_grid *grid, wendi_stamp *stamp)
{
    wendi_stamp_slot *grown;
    uint32_t capacity;
    wendi_opened opened;
    if (!wendi_stamps_room(grid, slots_needed(grid), &grown, &capacity)) {
        return false;
    }
    bool has_room = wendi_compose_open(grid, classes_of(stamp), true, &opened);
    if (has_room && !wendi_stamp_reserve(grid, stamp)) {
        wendi_compose_undo(grid, &opened);
        has_room = false;
    }
    if (!has_room) {
        wendi_free(&grid->allocator, grown, grown == NULL ? 0 : capacity * sizeof *grown);
        return false;
    }
    wendi_stamps_grow(grid, grown, capacity);
    enter(&grid->compose->stamps, stamp);
    wendi_stamp_link(grid, stamp);
    wendi_recompose job = {grid, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    return true;
}

wend_result wend_grid_place_stamp(wend_grid *grid, const wend_stamp_def *def, wend_stamp_id *id,
                                  wend_message *message)
{
    wendi_message_clear(message);
    if (id != NULL) {
        *id = (wend_stamp_id){0, 0};
    }
    if (grid == NULL || def == NULL || id == NULL || def->cookie != COOKIE) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_grid_place_stamp: grid, def or id is NULL, or def was not made by "
                          "wend_stamp_def_default");
    }
    if (wend_grid_stamp_count(grid) >= WEND_GRID_STAMPS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL, "wend_grid_place_stamp: there are %ld stamps",
                          (long)WEND_GRID_STAMPS_MAX);
    }
    wendi_stamp *stamp = NULL;
    wend_result result = check_def(grid, def, message);
    if (result == WEND_OK) {
        result = wendi_stamp_make(grid, def, &stamp, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!place(grid, stamp)) {
        wendi_stamp_free(grid, stamp);
        return wendi_fail(message, WEND_ERROR_MEMORY, "wend_grid_place_stamp: no memory");
    }
    *id = id_of(stamp);
    return WEND_OK;
}

bool wend_grid_can_place_stamp(const wend_grid *grid, const wend_stamp_def *def,
                               bool needs_open_ground, uint32_t movement_class)
{
    if (grid == NULL || def == NULL || def->cookie != COOKIE ||
        check_def(grid, def, NULL) != WEND_OK ||
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
        if (!wendi_stamp_place_of(grid, def, i % def->width, i / def->width, &x, &y) ||
            (needs_open_ground && wend_grid_cost(grid, movement_class, x, y) == WEND_COST_WALL)) {
            return false;
        }
    }
    return has_cells;
}

/* ---- lifting ---- */

wend_result wend_grid_lift_stamp(wend_grid *grid, wend_stamp_id id)
{
    if (grid == NULL || id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_stamps *stamps = grid->compose == NULL ? NULL : &grid->compose->stamps;
    if (stamps == NULL || id.index1 > stamps->slot_count) {
        return WEND_ERROR_STALE;
    }
    wendi_stamp *stamp = stamps->slots[id.index1 - 1].stamp;
    if (stamp == NULL || (uint32_t)stamp->serial != id.generation) {
        return WEND_ERROR_STALE;
    }
    wendi_stamp_unlink(grid, stamp);
    wendi_recompose job = {grid, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    wendi_stamp_cool(grid, stamp);
    wendi_stamp_free(grid, stamp);
    return WEND_OK;
}

/* ---- asking ---- */

size_t wend_grid_stamp_count(const wend_grid *grid)
{
    return grid == NULL || grid->compose == NULL ? 0 : grid->compose->stamps.count;
}

wend_result wend_grid_stamps(const wend_grid *grid, wend_stamp_id *ids, size_t capacity,
                             size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (grid->compose == NULL) {
        return WEND_OK;
    }
    for (const wendi_stamp *stamp = grid->compose->stamps.oldest; stamp != NULL;
         stamp = stamp->newer) {
        if (*count < capacity) {
            ids[*count] = id_of(stamp);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* Has the piece a cost for the class in this cell? */
static bool covers(const wendi_stamp_piece *piece, uint32_t movement_class, uint32_t cell)
{
    const wendi_stamp *stamp = piece->stamp;
    uint32_t low = piece->first;
    uint32_t high = piece->first + piece->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (stamp->cells[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const size_t layer = stamp->layer_count == 1 ? 0 : movement_class;
    return low < piece->first + piece->count && stamp->cells[low] == cell &&
           stamp->costs[layer * stamp->cell_count + low] != 0;
}

wend_stamp_id wend_grid_stamp_at(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                 int32_t y)
{
    if (grid == NULL || grid->compose == NULL || grid->compose->stamps.tops == NULL ||
        movement_class >= grid->class_count || !wendi_grid_is_inside(grid, x, y)) {
        return (wend_stamp_id){0, 0};
    }
    const wendi_place place = wendi_grid_place(grid, x, y);
    const wendi_stamp_piece *piece = grid->compose->stamps.tops[place.sector];
    while (piece != NULL && !covers(piece, movement_class, place.cell)) {
        piece = piece->below;
    }
    return piece == NULL ? (wend_stamp_id){0, 0} : id_of(piece->stamp);
}

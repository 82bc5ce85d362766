/* takes: definitions and ids of stamps.
 * gives: stamps placed and lifted.
 * cost:  a stamp's cells, and the cells of the sectors it touches times the stamps there. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/layers/stamp_build.h"

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
    if (def->costs == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "wend_grid_add_stamp: costs is NULL");
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

/* ---- placing ---- */

static uint32_t classes_of(const wendi_stamp *stamp)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        mask |= stamp->pieces[i].class_mask;
    }
    return mask;
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
    enter(&grid->compose->stamps, stamp);
    wendi_stamp_attach(grid, stamp);
    wendi_recompose job = {grid, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    return true;
}

static wend_result make(wend_grid *grid, const wend_stamp_def *def, wend_stamp_id *id,
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
    if (!place(grid, stamp)) {
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
    wend_message *told = message != NULL ? message : &own;
    wendi_message_clear(told);
    return wendi_fail_as_both(grid == NULL ? NULL : &grid->error, told, "wend_grid_add_stamp",
                              make(grid, def, id, told));
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

/* ---- lifting ---- */

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
    wendi_recompose job = {grid, false};
    wendi_recompose_advance(&job);
    wendi_recompose_stamp(&job, stamp);
    wendi_stamp_cool(grid, stamp);
    wendi_stamp_free(grid, stamp);
    return WEND_OK;
}

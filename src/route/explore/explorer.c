/* Explorers of cells: creating, starting, stepping. Constant, but for what a step takes. */
#include "route/explore/explorer.h"

#include "world/derived/agent_grid.h"

enum { COOKIE = 0x58504C31 };

static const char creating[] = "wend_cell_explorer_create";

wend_cell_explorer_def wend_cell_explorer_def_default(void)
{
    return (wend_cell_explorer_def){.cookie = COOKIE, .team = WEND_TEAM_NONE, .seed = 1};
}

static wend_result check(const wend_cell_explorer_def *def)
{
    const wend_result result =
        wendi_agent_grid_check(def->grid, def->movement_class, def->team, creating, def->message);
    if (result != WEND_OK) {
        return result;
    }
    if ((uint32_t)def->method > WEND_EXPLORE_RANDOM) {
        return wendi_refuse(def->message, creating, "method", (double)def->method, 0,
                            WEND_EXPLORE_RANDOM);
    }
    if ((uint32_t)def->hand > WEND_EXPLORE_HAND_NEARER) {
        return wendi_refuse(def->message, creating, "hand", (double)def->hand, 0,
                            WEND_EXPLORE_HAND_NEARER);
    }
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    if (info.wrap != WEND_WRAP_NONE) {
        return wendi_fail(def->message, WEND_ERROR_UNSUPPORTED,
                          "%s: grid wraps around, and explorers need one that does not", creating);
    }
    return WEND_OK;
}

wend_result wend_cell_explorer_create(const wend_cell_explorer_def *def,
                                      wend_cell_explorer **explorer)
{
    if (explorer != NULL) {
        *explorer = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, creating,
                                         "wend_cell_explorer_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (explorer == NULL) {
        return wendi_refuse_null(def->message, creating, "explorer");
    }
    wendi_message_clear(def->message);
    const wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    wend_cell_explorer *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->cells = wendi_explore_cells_of(def->grid, def->movement_class, def->team);
    made->method = def->method;
    made->hand = def->hand;
    made->seed = def->seed;
    made->max_steps = def->max_steps;
    made->from = WEND_NODE_NONE;
    made->node = WEND_NODE_NONE;
    made->goal = WEND_NODE_NONE;
    made->hit_node = WEND_NODE_NONE;
    *explorer = made;
    return WEND_OK;
}

const char *wend_cell_explorer_error(const wend_cell_explorer *explorer)
{
    return explorer == NULL ? "" : explorer->error.text;
}

void wend_cell_explorer_destroy(wend_cell_explorer *explorer)
{
    if (explorer == NULL) {
        return;
    }
    const wend_allocator allocator = explorer->allocator;
    wendi_free(&allocator, explorer->visits, explorer->visit_capacity * sizeof *explorer->visits);
    wendi_key_table_destroy(&explorer->table, &allocator);
    wendi_free(&allocator, explorer, sizeof *explorer);
}

static wend_result check_node(wend_cell_explorer *e, const char *field, wend_node node)
{
    const uint64_t count = (uint64_t)e->cells.width * (uint64_t)e->cells.height;
    return node < count ? WEND_OK
                        : wendi_refuse_index(&e->error, "wend_cell_explorer_start", field, node,
                                             "cells", count);
}

wend_result wend_cell_explorer_start(wend_cell_explorer *explorer, wend_node from, wend_node goal)
{
    if (explorer == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_cell_explorer *e = explorer;
    if (check_node(e, "from", from) != WEND_OK || check_node(e, "goal", goal) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_explore_is_open(&e->cells, from)) {
        return wendi_fail(&e->error, WEND_ERROR_ARGUMENT,
                          "wend_cell_explorer_start: from is cell %lu, which is closed",
                          (unsigned long)from);
    }
    e->state = from == goal ? WEND_EXPLORE_ARRIVED : WEND_EXPLORE_STRAIGHT;
    e->from = from;
    e->node = from;
    e->goal = goal;
    e->steps = 0;
    e->collisions = 0;
    e->draws = 0;
    e->hit_node = WEND_NODE_NONE;
    e->hit_side = 0;
    e->side = 0;
    e->is_right = false;
    e->line_index = 0;
    e->heading = 0;
    e->run_left = 0;
    if (e->table.entries != NULL) {
        wendi_key_table_clear(&e->table);
    }
    return WEND_OK;
}

static wend_result result_of(const wend_cell_explorer *e)
{
    switch (e->state) {
    case WEND_EXPLORE_ARRIVED:
        return WEND_OK;
    case WEND_EXPLORE_NO_PATH:
        return WEND_NO_PATH;
    case WEND_EXPLORE_LIMIT:
        return WEND_PARTIAL;
    case WEND_EXPLORE_STRAIGHT:
    case WEND_EXPLORE_TRACING:
    case WEND_EXPLORE_TURNED:
    case WEND_EXPLORE_BACK:
    default:
        return WEND_IN_PROGRESS;
    }
}

/* The first cell is remembered with the first step, so that a start cannot fail for memory. */
static bool remember_start(wend_cell_explorer *e)
{
    if (e->method != WEND_EXPLORE_DEPTH_FIRST || e->table.count > 0) {
        return true;
    }
    if (!wendi_cell_explorer_reserve(e)) {
        return false;
    }
    wendi_cell_explorer_remember(e, e->node, WENDI_EXPLORE_NO_DIRECTION);
    return true;
}

wend_result wend_cell_explorer_step(wend_cell_explorer *explorer)
{
    if (explorer == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_cell_explorer *e = explorer;
    if (e->node == WEND_NODE_NONE) {
        return wendi_fail(&e->error, WEND_ERROR_ARGUMENT,
                          "wend_cell_explorer_step: the explorer was not started");
    }
    if (result_of(e) != WEND_IN_PROGRESS) {
        return result_of(e);
    }
    if (e->max_steps != 0 && e->steps >= e->max_steps) {
        e->state = WEND_EXPLORE_LIMIT;
        return WEND_PARTIAL;
    }
    if (!remember_start(e) || wendi_cell_explorer_move(e) != WEND_OK) {
        return wendi_fail_plain(&e->error, "wend_cell_explorer_step", WEND_ERROR_MEMORY);
    }
    return result_of(e);
}

void wend_cell_explorer_get_info(const wend_cell_explorer *explorer, wend_cell_explorer_info *info)
{
    if (info == NULL) {
        return;
    }
    *info = (wend_cell_explorer_info){0};
    if (explorer != NULL) {
        info->state = explorer->state;
        info->node = explorer->node;
        info->goal = explorer->goal;
        info->steps = explorer->steps;
        info->collisions = explorer->collisions;
        info->remembered = explorer->table.count;
        info->memory_bytes = sizeof *explorer +
                             explorer->visit_capacity * sizeof *explorer->visits +
                             wendi_key_table_memory_bytes(&explorer->table);
    }
}

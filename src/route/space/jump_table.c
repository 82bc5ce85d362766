/* The jump table of a space, where jump points can be used.
 * Cost: see jump/table.c and jump/table_repair.c. */
#include "route/space/space.h"

wend_result wendi_space_update_jump_table(wend_space *space, const wend_executor *executor)
{
    if (!space->keeps_jump_table || !space->has_jump_map) {
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
        return WEND_OK;
    }
    if (space->jump_table.is_built) {
        return WEND_OK;
    }
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    return wendi_jump_table_build(&space->jump_table, &ground, executor, &space->allocator);
}

void wendi_space_repair_jump_table(wend_space *space, uint32_t px0, uint32_t py0, uint32_t px1,
                                   uint32_t py1, uint64_t *work)
{
    if (!space->jump_table.is_built) {
        return;
    }
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    const wend_result result = wendi_jump_table_repair(&space->jump_table, &ground, px0, py0, px1,
                                                       py1, work, &space->allocator);
    if (result != WEND_OK) {
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
    }
}

wend_result wend_space_prepare(wend_space *space, const wend_executor *executor)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (space->net != NULL) {
        return wendi_fail(&space->error, WEND_ERROR_UNSUPPORTED,
                          "wend_space_prepare: a graph has no jump table");
    }
    if (space->revision != wend_grid_revision(space->grid)) {
        return wendi_fail(&space->error, WEND_ERROR_STALE,
                          "wend_space_prepare: the grid changed: update the space first");
    }
    const bool wanted = space->keeps_jump_table;
    space->keeps_jump_table = true;
    const wend_result result = wendi_space_update_jump_table(space, executor);
    space->keeps_jump_table = wanted || result == WEND_OK;
    return wendi_fail_plain(&space->error, "wend_space_prepare", result);
}

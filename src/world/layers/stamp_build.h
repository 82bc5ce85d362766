/* Makes stamps from definitions, and finds them by id. */
#ifndef WENDI_WORLD_LAYERS_STAMP_BUILD_H
#define WENDI_WORLD_LAYERS_STAMP_BUILD_H

#include "world/layers/compose.h"

/** True if the definition is valid for the grid. Both may be NULL. */
bool wendi_stamp_def_is_valid(const wend_grid *grid, const wend_stamp_def *def);

/* All functions below need valid definitions. */

/** The cell of the map on which cell i, j of a shape lies. @return false: outside. */
bool wendi_stamp_cell_at(const wend_grid *grid, const wend_stamp_def *def, int32_t i, int32_t j,
                         int32_t *x, int32_t *y);
/** True if cell number `cell` of the shape has a cost for any class. */
bool wendi_stamp_has_cost(const wend_stamp_def *def, size_t cell);
/** @param stamp NULL on failure. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
wend_result wendi_stamp_build(const wend_grid *grid, const wend_stamp_def *def, wendi_stamp **stamp,
                              wend_message *message);

wend_stamp_id wendi_stamp_id_of(const wendi_stamp *stamp);
/** @param stamp NULL on failure. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
wend_result wendi_stamp_find(const wend_grid *grid, wend_stamp_id id, wendi_stamp **stamp);

#endif

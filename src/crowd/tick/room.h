/* Room for many bodies around a position. */
#ifndef WENDI_CROWD_TICK_ROOM_H
#define WENDI_CROWD_TICK_ROOM_H

#include "crowd/core/crowd.h"

/** Finds positions for bodies of a definition, the first one at `first`, the nearest first; see
 * wend_crowd_add_bodies.
 * @param count 1 or more.
 * @param positions [count].
 * @param found number of positions found.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_find_room(const wend_crowd *crowd, const wend_body_def *def,
                            const wend_mesh_location *first, uint32_t count,
                            wend_mesh_location *positions, uint32_t *found);

#endif

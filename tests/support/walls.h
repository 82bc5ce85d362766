/* Walls in one line. Every function fails the cmocka test when it cannot do its work. The
 * caller destroys the walls. */
#ifndef TEST_SUPPORT_WALLS_H
#define TEST_SUPPORT_WALLS_H

#include "wend/walls.h"

wend_walls *walls_empty(void);
/** Segments that stop everything. @param ends [count][2]. */
wend_walls *walls_of(const wend_vec2 *ends, size_t count);

/** One closed outline that stops everything. */
wend_walls *walls_outline(const wend_vec2 *corners, size_t count);

/** Adds a segment or a closed outline; `stops` is WEND_STOPS_ALL or some of its bits. */
wend_wall_id walls_add(wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops);
wend_wall_id walls_add_outline(wend_walls *walls, const wend_vec2 *corners, size_t count,
                               uint32_t stops);

#endif

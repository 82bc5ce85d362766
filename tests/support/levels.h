/* Levels in one line. Every function fails the cmocka test when it cannot do its work. The
 * caller destroys the levels. */
#ifndef TEST_SUPPORT_LEVELS_H
#define TEST_SUPPORT_LEVELS_H

#include "wend/level.h"

wend_level *levels_empty(void);
/** @return the region's index. */
uint32_t levels_region(wend_level *level, wend_level_region region);
/** Lines around a region, with nothing beyond them. */
void levels_outline(wend_level *level, const wend_vec2 *corners, size_t count, uint32_t region);
/** One region, 3 m high, inside of an outline. */
wend_level *levels_room(const wend_vec2 *corners, size_t count);

#endif

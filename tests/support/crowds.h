/* The plainest crowds, bodies and walls around them. All of this fails the cmocka test
 * when it cannot; the caller destroys crowds and walls. */
#ifndef TEST_SUPPORT_CROWDS_H
#define TEST_SUPPORT_CROWDS_H

#include "wend/crowd.h"

wend_crowd *crowds_make(wend_crowd_def def);
wend_crowd *crowds_open(void);
/** Either may be NULL. */
wend_crowd *crowds_on(const wend_grid *grid, const wend_walls *walls);

/** Segments that stop everything. @param ends [count][2]. */
wend_walls *crowds_walls(const wend_vec2 *ends, size_t count);

/** Adds a body at a position. The definition's position does not count. */
wend_body_id crowds_add(wend_crowd *crowd, wend_body_def def, double x, double y);
wend_body_id crowds_put(wend_crowd *crowd, double x, double y);
wend_body_id crowds_put_sized(wend_crowd *crowd, double x, double y, double radius);

void crowds_tick(wend_crowd *crowd, uint32_t ticks);
/** Loads what a crowd saves into another one over the same world, and ticks both: they must go on alike. */
void crowds_check_twin(wend_crowd *crowd, wend_crowd *twin, uint32_t ticks);

wend_body crowds_body(const wend_crowd *crowd, wend_body_id id);
wend_crowd_info crowds_info(const wend_crowd *crowd);

#endif

/* The pass that decides which bodies move in a tick; hides how regions and levels are compared. */
#ifndef WENDI_CROWD_TICK_DETAIL_H
#define WENDI_CROWD_TICK_DETAIL_H

#include "crowd/core/crowd.h"

/** Sets the strides of these bodies in this tick, and their levels after it. */
void wendi_pass_detail(wend_crowd *crowd, size_t begin, size_t end);
/** After all passes of a tick. */
void wendi_detail_end_tick(wend_crowd *crowd);

#endif

/* passes.h: the passes of a tick over bodies in the order of cells. Each runs over begin ... end -
 * 1 on any thread, reads what passes before it wrote, and writes its own bodies' slots. */
#ifndef WENDI_CROWD_PASSES_H
#define WENDI_CROWD_PASSES_H

#include "crowd/crowd_private.h"

/** Forces from outside: moves those that are pushed, sliding along walls; digs out those in walls.
 */
void wendi_pass_push(wend_crowd *crowd, size_t begin, size_t end);
/** What each would like to do: wish, way, weight, marks, walls near. */
void wendi_pass_prefer(wend_crowd *crowd, size_t begin, size_t end);
/** What it tries to do, seeing others; and whom it may touch. */
void wendi_pass_avoid(wend_crowd *crowd, size_t begin, size_t end);
/** Where it tries to get to in this tick. */
void wendi_pass_aim(wend_crowd *crowd, size_t begin, size_t end);
/** Contact, the soft part: aims that overlap are pushed apart. From aim to next. */
void wendi_pass_soft(wend_crowd *crowd, size_t begin, size_t end);
/** Contact, the hard part: as far to the aim as nobody can be in the way. From gone to next. */
void wendi_pass_hard(wend_crowd *crowd, size_t begin, size_t end);
/** Position, velocity, heading, progress, arrival. */
void wendi_pass_finish(wend_crowd *crowd, size_t begin, size_t end);

/** What a body wants: a velocity, and metres to go. Writes state, leg, goal of that body. */
wend_vec2 wendi_want(wend_crowd *crowd, uint32_t body, double *to_go);
/** The same along a route. */
wend_vec2 wendi_want_route(wend_crowd *crowd, uint32_t body, double *to_go);

#endif

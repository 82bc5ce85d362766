/* core/limits.h: what numbers of bodies and formations may be, for the calls that set them and for
 * what is loaded. */
#ifndef WENDI_CROWD_CORE_LIMITS_H
#define WENDI_CROWD_CORE_LIMITS_H

/** Metres: the smallest radius of a body and spacing of a formation. */
#define WENDI_CROWD_LENGTH_LEAST 1e-6
/** Metres: the largest spacing of a formation. */
#define WENDI_SPACING_MOST 1e3
/** Metres: the farthest that a slot lies from its anchor, in x and in y. */
#define WENDI_OFFSET_MOST 1e6
/** Metres from the origin: further out than any body gets, and still a whole number of
 * core/body_grid.h. */
#define WENDI_POSITION_MOST 1e13

#endif

/* The response of a body to its neighbours, for all kernels.
 * For each neighbour the closest approach is computed for unchanged movement, with the mean of the
 * neighbour's actual and preferred velocity. If it is too near, the body sidesteps, more strongly
 * the sooner it comes, and both to the same side: to the right when they meet head on. The
 * responses to several neighbours are combined as a self-weighted mean, so that many distant ones
 * do not count more than one near one. */
#ifndef WENDI_CROWD_AVOIDANCE_RESPONSE_CONSTANTS_H
#define WENDI_CROWD_AVOIDANCE_RESPONSE_CONSTANTS_H

static const float MARGIN = 0.15F; /* metres kept when passing */
static const float SOONEST = 0.5F; /* seconds: a sidestep for a sooner approach is no faster */
static const float HEAD_ON =
    1.5F; /* how far to the left a neighbour may be and still be passed on the right */
static const float ASIDE_REACH = 3.0F; /* widths: a neighbour further to a side is ignored */
static const float HEADWAY = 0.22F;    /* seconds behind bodies that move the same way */
static const float CREEP = 0.3F;       /* metres a second that are always allowed behind them */
/* The part of their speed that is allowed close behind them. A body that relied on all of it would
 * leave no hole behind it, and columns would come to a stop by themselves, as traffic does. */
static const float FOLLOW = 0.7F;
/* With a headway of its own a body counts on none of their speed: Tordeux, Chraibi, Seyfried,
 * "Collision-free speed model for pedestrian dynamics" (2016). What is always allowed lets two go on
 * whose ways meet, each with the other ahead of it. */
static const float HEADWAY_FOLLOW = 0;
static const float HEADWAY_CREEP = 0.05F; /* metres a second */

static const float SLOWEST = 0.01F; /* squared speed: below it no body approaches another */
static const float ANY_SPEED = 1e9F;

static const float SAME_DIRECTION =
    0.3F; /* cosine: bodies that move more nearly the same way are followed */
static const float IN_LINE = 0.8F;    /* of the squared distance at touch, to a side */
static const float NO_WEIGHT = 1e-9F; /* so that a mean over none is 0 */

#endif

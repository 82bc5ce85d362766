/* avoidance/response_constants.h: how bodies pass each other, for all makes of it.
 *
 * For each other one the time of closest approach is looked at, were both to go on: the other one
 * as the mean of what it does and what it wishes. Where they would come too near, a body moves
 * aside, the sooner the more, and to the same side for both: to the right of those who meet head
 * on. What several others ask for is put together as a mean that weighs itself, so that many far
 * ones do not add up to more than one near one. */
#ifndef WENDI_CROWD_AVOIDANCE_RESPONSE_CONSTANTS_H
#define WENDI_CROWD_AVOIDANCE_RESPONSE_CONSTANTS_H

static const float MARGIN = 0.15F; /* metres that are kept when passing */
static const float SOONEST = 0.5F; /* seconds within which aside is not hurried further */
static const float HEAD_ON = 1.5F; /* how far to the left one may be and still be passed right */
static const float ASIDE_REACH = 3.0F; /* who is further to a side than so many widths is let be */
static const float HEADWAY = 0.22F;    /* seconds behind those that go the same way */
static const float CREEP = 0.3F;       /* metres a second that are always allowed behind them */
/* Of their pace, that one may have close behind them: who counts on them to walk on leaves no hole
 * behind them, or columns would come to a stand by themselves, as traffic does. */
static const float FOLLOW = 0.7F;

static const float SLOWEST = 0.01F; /* square of the speed under which nobody nears anybody */
static const float ANY_SPEED = 1e9F;

static const float SAME_WAY = 0.3F;   /* cosine: who goes more nearly the same way is kept behind */
static const float IN_LINE = 0.8F;    /* of the square of the distance at touch, to a side */
static const float NO_WEIGHT = 1e-9F; /* so that a mean over nobody is 0 */

#endif

/* A mover as most tests of steering have it, and vectors that are what they should
 * be. */
#ifndef TEST_SUPPORT_STEER_CHECK_H
#define TEST_SUPPORT_STEER_CHECK_H

#include "support/test.h"
#include "wend/steer.h"

#include <math.h>

/** At rest, looking east. */
static inline wend_steer_agent mover_at(double x, double y)
{
    return (wend_steer_agent){
        .position = {x, y}, .heading = {1, 0}, .radius = 0.5, .max_speed = 2, .max_force = 8};
}

static inline void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most)) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

/** Within 1e-12. */
static inline void assert_vec(wend_vec2 v, double x, double y)
{
    assert_near(v.x, x, 1e-12);
    assert_near(v.y, y, 1e-12);
}

static inline void assert_nothing(wend_vec2 v)
{
    assert_vec(v, 0, 0);
}

#endif

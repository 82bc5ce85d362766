/* math/length.h: the length of a vector whose square is in range, with no look at its size first as
 * wend_vec2_length has it. */
#ifndef WENDI_BASE_MATH_LENGTH_H
#define WENDI_BASE_MATH_LENGTH_H

#include "wend/base.h"

static inline double wendi_vec2_length_unscaled(wend_vec2 v)
{
    return wend_sqrt(v.x * v.x + v.y * v.y);
}

#endif

/* Random numbers below a count. */
#ifndef TEST_UNIT_BASE_BELOW_H
#define TEST_UNIT_BASE_BELOW_H

#include "base/math/bits.h"
#include "support/fault.h"
#include "support/test.h"

static inline uint32_t below(uint64_t stream, uint64_t i, uint32_t count)
{
    return wend_random_below(7, stream, i, count);
}

#endif

/* Hexes by their coordinates. */
#ifndef TEST_UNIT_HEXES_H
#define TEST_UNIT_HEXES_H

#include "support/gen.h"
#include "support/test.h"
#include "wend/hex.h"
#include "world/cells/directions.h"

enum { LAYOUTS = 4, FAR = 1 << 28 };

static inline bool are_same(wend_hex a, wend_hex b)
{
    return a.q == b.q && a.r == b.r;
}

static inline void check_same(wend_hex a, wend_hex b)
{
    assert_int_equal(a.q, b.q);
    assert_int_equal(a.r, b.r);
}

#endif

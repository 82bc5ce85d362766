/* platform/pool.h: what both makes of the pool, with threads and without, have in common. */
#ifndef WENDI_BASE_PLATFORM_POOL_H
#define WENDI_BASE_PLATFORM_POOL_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** True for a definition that came from wend_pool_def_default and holds valid values. */
bool wendi_pool_def_is_valid(const wend_pool_def *def);

/** The most threads that a pool may have. */
enum { WENDI_POOL_THREAD_LIMIT = 256 };

#endif

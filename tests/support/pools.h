/* Pools of threads in one line. Fails the cmocka test when it cannot; the caller destroys them. */
#ifndef TEST_SUPPORT_POOLS_H
#define TEST_SUPPORT_POOLS_H

#include "wend/base.h"

wend_pool *pools_make(uint32_t threads);

#endif

/* Pools of threads for tests. */
#include "support/pools.h"

#include "support/test.h"

wend_pool *pools_make(uint32_t threads)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = threads;
    wend_pool *pool = NULL;
    assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    return pool;
}

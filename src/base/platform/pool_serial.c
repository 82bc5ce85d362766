/* A pool for builds without threads: one thread, the caller's. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/platform/pool.h"

struct wend_pool {
    wend_allocator allocator;
};

wend_result wend_pool_create(const wend_pool_def *def, wend_pool **pool)
{
    if (pool == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *pool = NULL;
    if (!wendi_pool_def_is_valid(def)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->thread_count > 1) {
        return wendi_fail(
            def->message, WEND_ERROR_UNSUPPORTED,
            "wend_pool_create: thread_count is %lu, and must be 0 or 1: this build has "
            "no threads",
            (unsigned long)def->thread_count);
    }
    wend_pool *made = wendi_alloc(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, "wend_pool_create", WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    *pool = made;
    return WEND_OK;
}

void wend_pool_destroy(wend_pool *pool)
{
    if (pool != NULL) {
        wend_allocator allocator = pool->allocator;
        wendi_free(&allocator, pool, sizeof *pool);
    }
}

static void parallel_for(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                         void *job_context)
{
    (void)context;
    wendi_parallel_for_serial(item_count, block_items, job, job_context);
}

wend_executor wend_pool_executor(wend_pool *pool)
{
    wend_executor executor = {parallel_for, pool};
    return executor;
}

uint32_t wend_pool_thread_count(const wend_pool *pool)
{
    return pool == NULL ? 0 : 1;
}

/* Splits loops into blocks and runs them serially, and checks the definitions of pools. The blocks
 * of a loop are the same for every executor. */
#include "base/platform/pool.h"

#include "base/core/message.h"

size_t wendi_block_count(size_t item_count, size_t block_items)
{
    return item_count / block_items + (item_count % block_items != 0 ? 1 : 0);
}

void wendi_run_block(size_t item_count, size_t block_items, size_t block, wend_job_fn job,
                     void *job_context)
{
    size_t begin = block * block_items;
    size_t left = item_count - begin;
    job(job_context, begin, begin + (left < block_items ? left : block_items));
}

void wendi_parallel_for_serial(size_t item_count, size_t block_items, wend_job_fn job,
                               void *job_context)
{
    size_t block_count = wendi_block_count(item_count, block_items);
    for (size_t block = 0; block < block_count; block++) {
        wendi_run_block(item_count, block_items, block, job, job_context);
    }
}

void wend_parallel_for(const wend_executor *executor, size_t item_count, size_t block_items,
                       wend_job_fn job, void *job_context)
{
    size_t items = block_items == 0 ? 1 : block_items;
    if (item_count == 0) {
        return;
    }
    if (executor == NULL || executor->parallel_for == NULL) {
        wendi_parallel_for_serial(item_count, items, job, job_context);
    } else {
        executor->parallel_for(executor->context, item_count, items, job, job_context);
    }
}

static const uint32_t POOL_COOKIE = 0x706f6f6cu;

wend_pool_def wend_pool_def_default(void)
{
    wend_pool_def def = {POOL_COOKIE, 0, {NULL, NULL}, NULL};
    return def;
}

bool wendi_pool_def_is_valid(const wend_pool_def *def)
{
    static const char function[] = "wend_pool_create";
    if (def == NULL || !wendi_has_cookie(def->cookie, POOL_COOKIE, def->message, function,
                                         "wend_pool_def_default")) {
        return false;
    }
    wendi_message_clear(def->message);
    if (def->thread_count > WENDI_POOL_THREAD_LIMIT) {
        (void)wendi_refuse(def->message, function, "thread_count", def->thread_count, 0,
                           WENDI_POOL_THREAD_LIMIT);
        return false;
    }
    return true;
}

const char *wend_pool_error(const wend_pool *pool)
{
    (void)pool;
    return "";
}

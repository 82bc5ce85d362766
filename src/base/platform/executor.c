/* takes: an executor (NULL or zeroed = serial), a number of items and a job.
 * gives: the job called once for each block; the blocks are the same for every executor.
 * cost:  one call for each block. */
#include "base/platform/executor.h"

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

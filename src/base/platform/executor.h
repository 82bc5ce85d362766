/* platform/executor.h: the loop that every executor falls back to. */
#ifndef WENDI_BASE_PLATFORM_EXECUTOR_H
#define WENDI_BASE_PLATFORM_EXECUTOR_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** Runs the blocks in order on the calling thread. @param block_items 1 or more. */
void wendi_parallel_for_serial(size_t item_count, size_t block_items, wend_job_fn job,
                               void *job_context);

/** Runs block k of such a loop. */
void wendi_run_block(size_t item_count, size_t block_items, size_t block, wend_job_fn job,
                     void *job_context);

/** How many blocks such a loop has. */
size_t wendi_block_count(size_t item_count, size_t block_items);

#endif

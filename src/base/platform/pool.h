/* Loops in blocks, and the common parts of pools with and without threads. */
#ifndef WENDI_BASE_PLATFORM_POOL_H
#define WENDI_BASE_PLATFORM_POOL_H

#include "base/math/floating_point.h"
#include "wend/base.h"

enum { WENDI_POOL_THREAD_LIMIT = 256 /* Most threads of a pool. */ };

/** True for a definition that came from wend_pool_def_default and holds valid values; else its
 * message has the mistake. */
bool wendi_pool_def_is_valid(const wend_pool_def *def);

/** Runs the blocks in order on the calling thread. @param block_items 1 or more. */
void wendi_parallel_for_serial(size_t item_count, size_t block_items, wend_job_fn job,
                               void *job_context);

/** Runs one block of such a loop. */
void wendi_run_block(size_t item_count, size_t block_items, size_t block, wend_job_fn job,
                     void *job_context);

/** Number of blocks of such a loop. */
size_t wendi_block_count(size_t item_count, size_t block_items);

#endif

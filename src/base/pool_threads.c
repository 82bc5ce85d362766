/* takes: a definition, then loops from any number of threads.
 * gives: an executor over threads that started once and sleep between loops.
 * cost:  one wake-up a loop, one atomic addition a block; no allocation after creation.
 *
 * One loop runs at a time. Its starter takes part; whoever comes meanwhile waits for its turn.
 *
 *   starter:  wait for turn | publish loop | take blocks | close | wait until inside == 0 | give
 * turn worker:   sleep until a loop is open | inside++ | take blocks | inside-- | sleep ...
 *
 * A worker that wakes up late finds the loop closed and goes back to sleep: nobody waits for it. A
 * loop started from within a job runs serially, because waiting for a turn there would never end.
 * To tell, the pool knows its threads: a thread-local flag would be hidden state, and would be
 * wrong for a second pool. */
#include "base/executor.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/processors.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct loop {
    size_t item_count;
    size_t block_items;
    size_t block_count;
    wend_job_fn job;
    void *job_context;
} loop;

struct wend_pool {
    wend_allocator allocator;
    uint32_t worker_count; /* Threads beside the caller. */
    pthread_t *workers;    /* [worker_count] */

    pthread_mutex_t mutex;        /* Guards everything up to `current`. */
    pthread_cond_t loop_opened;   /* For workers: is_open or is_ending changed. */
    pthread_cond_t workers_left;  /* For the starter: inside_count became 0. */
    pthread_cond_t turn_released; /* For other starters: has_starter became false. */
    bool has_starter;
    pthread_t starter; /* Valid while has_starter. */
    bool is_open;      /* Workers may still join the current loop. */
    bool is_ending;
    uint64_t loop_number;
    uint32_t inside_count; /* Workers inside the current loop. */

    loop current; /* Written by the starter while no worker is inside. */
    atomic_size_t next_block;
};

/* ---- running a loop ---- */

static void take_blocks(wend_pool *pool, const loop *l)
{
    for (;;) {
        size_t block = atomic_fetch_add_explicit(&pool->next_block, 1, memory_order_relaxed);
        if (block >= l->block_count) {
            return;
        }
        wendi_run_block(l->item_count, l->block_items, block, l->job, l->job_context);
    }
}

static void *run_worker(void *context)
{
    wend_pool *pool = context;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->is_ending) {
        if (!pool->is_open || pool->loop_number == seen) {
            pthread_cond_wait(&pool->loop_opened, &pool->mutex);
            continue;
        }
        seen = pool->loop_number;
        pool->inside_count++;
        pthread_mutex_unlock(&pool->mutex);
        take_blocks(pool, &pool->current);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->inside_count == 0) {
            pthread_cond_signal(&pool->workers_left);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static bool is_own_worker(const wend_pool *pool, pthread_t self)
{
    for (uint32_t i = 0; i < pool->worker_count; i++) {
        if (pthread_equal(pool->workers[i], self)) {
            return true;
        }
    }
    return false;
}

/* Waits until no other thread runs a loop; false when this thread is inside one itself. */
static bool take_turn(wend_pool *pool)
{
    pthread_t self = pthread_self();
    if (is_own_worker(pool, self)) {
        return false;
    }
    pthread_mutex_lock(&pool->mutex);
    bool is_nested = pool->has_starter && pthread_equal(pool->starter, self);
    while (!is_nested && pool->has_starter) {
        pthread_cond_wait(&pool->turn_released, &pool->mutex);
    }
    if (!is_nested) {
        pool->has_starter = true;
        pool->starter = self;
    }
    pthread_mutex_unlock(&pool->mutex);
    return !is_nested;
}

static void open_loop(wend_pool *pool, const loop *l)
{
    pthread_mutex_lock(&pool->mutex);
    pool->current = *l;
    atomic_store_explicit(&pool->next_block, 0, memory_order_relaxed);
    pool->loop_number++;
    pool->is_open = true;
    pthread_cond_broadcast(&pool->loop_opened);
    pthread_mutex_unlock(&pool->mutex);
}

static void close_loop(wend_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_open = false;
    while (pool->inside_count > 0) {
        pthread_cond_wait(&pool->workers_left, &pool->mutex);
    }
    pool->has_starter = false;
    pthread_cond_signal(&pool->turn_released);
    pthread_mutex_unlock(&pool->mutex);
}

static void parallel_for(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                         void *job_context)
{
    wend_pool *pool = context;
    loop l = {item_count, block_items, wendi_block_count(item_count, block_items), job,
              job_context};
    /* Every thread adds once more than there are blocks; the counter must not wrap. */
    bool is_countable = l.block_count < SIZE_MAX - WENDI_POOL_THREAD_LIMIT;
    if (pool->worker_count == 0 || l.block_count < 2 || !is_countable || !take_turn(pool)) {
        wendi_parallel_for_serial(item_count, block_items, job, job_context);
        return;
    }
    open_loop(pool, &l);
    take_blocks(pool, &l);
    close_loop(pool);
}

/* ---- starting and ending ---- */

static bool make_locks(wend_pool *pool)
{
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) {
        return false;
    }
    pthread_cond_t *conditions[] = {&pool->loop_opened, &pool->workers_left, &pool->turn_released};
    for (size_t i = 0; i < 3; i++) {
        if (pthread_cond_init(conditions[i], NULL) != 0) {
            while (i-- > 0) {
                pthread_cond_destroy(conditions[i]);
            }
            pthread_mutex_destroy(&pool->mutex);
            return false;
        }
    }
    return true;
}

static void free_blocks(wend_pool *pool)
{
    wend_allocator allocator = pool->allocator;
    wendi_free(&allocator, pool->workers, pool->worker_count * sizeof *pool->workers);
    wendi_free(&allocator, pool, sizeof *pool);
}

/* Ends and joins the first `started` workers. */
static void join_workers(wend_pool *pool, uint32_t started)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->has_starter) {
        pthread_cond_wait(&pool->turn_released, &pool->mutex);
    }
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->loop_opened);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(pool->workers[i], NULL);
    }
}

static void free_locks(wend_pool *pool)
{
    pthread_cond_destroy(&pool->turn_released);
    pthread_cond_destroy(&pool->workers_left);
    pthread_cond_destroy(&pool->loop_opened);
    pthread_mutex_destroy(&pool->mutex);
}

static bool start_workers(wend_pool *pool)
{
    for (uint32_t i = 0; i < pool->worker_count; i++) {
        if (pthread_create(&pool->workers[i], NULL, run_worker, pool) != 0) {
            join_workers(pool, i);
            return false;
        }
    }
    return true;
}

/* The pool's memory, zeroed; NULL when there is none. */
static wend_pool *new_pool(const wend_pool_def *def, uint32_t worker_count)
{
    wend_pool *pool = wendi_alloc_zero(&def->allocator, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    pool->allocator = def->allocator;
    pool->worker_count = worker_count;
    if (worker_count > 0) {
        pool->workers = wendi_alloc_zero(&def->allocator, worker_count * sizeof *pool->workers);
        if (pool->workers == NULL) {
            wendi_free(&def->allocator, pool, sizeof *pool);
            return NULL;
        }
    }
    return pool;
}

static uint32_t threads_wanted(const wend_pool_def *def)
{
    uint32_t count = def->thread_count == 0 ? wendi_processor_count() : def->thread_count;
    return count < WENDI_POOL_THREAD_LIMIT ? count : WENDI_POOL_THREAD_LIMIT;
}

wend_result wend_pool_create(const wend_pool_def *def, wend_pool **pool)
{
    if (pool == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *pool = NULL;
    if (!wendi_pool_def_is_valid(def)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_pool *made = new_pool(def, threads_wanted(def) - 1);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    if (!make_locks(made)) {
        free_blocks(made);
        return WEND_ERROR_MEMORY;
    }
    if (!start_workers(made)) {
        free_locks(made);
        free_blocks(made);
        return WEND_ERROR_MEMORY;
    }
    *pool = made;
    return WEND_OK;
}

void wend_pool_destroy(wend_pool *pool)
{
    if (pool != NULL) {
        join_workers(pool, pool->worker_count);
        free_locks(pool);
        free_blocks(pool);
    }
}

wend_executor wend_pool_executor(wend_pool *pool)
{
    wend_executor executor = {parallel_for, pool};
    return executor;
}

uint32_t wend_pool_thread_count(const wend_pool *pool)
{
    return pool->worker_count + 1;
}

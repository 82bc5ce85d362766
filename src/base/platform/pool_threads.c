/* takes: a definition, then loops from any number of threads.
 * gives: an executor over threads that started once and sleep when there is nothing to do.
 * cost:  a loop that comes soon after the last one: about a microsecond; one that comes later, a
 *        wake-up. One atomic addition a block; no allocation after creation.
 *
 * One loop runs at a time. Its starter takes part; whoever comes meanwhile waits for its turn.
 *
 *   starter:  wait for turn | open the gate | take blocks | close | wait until nobody is inside |
 *             give turn
 *   worker:   wait for a gate that is open | enter | take blocks | leave | wait ...
 *
 *   gate      [ number of the loop : 20 | open : 1 | how many workers are inside : 11 ]
 *
 * The gate is one word, so that who enters knows that it was open then, and who closes it knows who
 * is inside. A worker that comes late finds it closed: nobody waits for it.
 *
 * Waiting is looking at the gate for some microseconds, then sleep: a simulation runs its loops one
 * right after the other, and to wake a thread takes longer than some of them. Who sleeps says so
 * first and then looks at the gate once more; who changes the gate does that first and then asks
 * who sleeps. Both are in one order for all threads, so one of them sees the other. Where there are
 * more threads than processors nobody looks on: whom they wait for may need theirs.
 *
 * A loop started from within a job runs serially, because waiting for a turn there would never end.
 * To tell, the pool knows its threads: a thread-local flag would be hidden state, and would be
 * wrong for a second pool. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/platform/executor.h"
#include "base/platform/pause.h"
#include "base/platform/pool.h"
#include "base/platform/processors.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    LINE = 64,                 /* bytes; what is written by different threads is so far apart */
    WORKER_LOOKS_NS = 50000,   /* how long a worker looks out for the next loop */
    STARTER_LOOKS_NS = 200000, /* and a starter for the end of the last blocks */
    LOOKS_A_CLOCK = 32         /* looks between two at the clock */
};

#define GATE_OPEN ((uint32_t)1 << 11)
#define GATE_INSIDE (GATE_OPEN - 1)
#define GATE_NUMBER_SHIFT 12

typedef struct loop {
    size_t item_count;
    size_t block_items;
    size_t block_count;
    wend_job_fn job;
    void *job_context;
} loop;

struct wend_pool {
    wend_allocator allocator;
    pthread_t *workers; /* [worker_count] */

    pthread_mutex_t mutex;        /* Guards has_starter and starter; who sleeps holds it before. */
    pthread_cond_t loop_opened;   /* For workers: the gate is open, or is_ending is set. */
    pthread_cond_t workers_left;  /* For the starter: nobody is inside. */
    pthread_cond_t turn_released; /* For other starters: has_starter became false. */
    pthread_t starter;            /* Valid while has_starter. */

    loop current; /* Written by the starter while the gate is closed and nobody is inside. */

    uint32_t worker_count; /* Threads beside the caller. */
    atomic_uint sleeping_workers;
    bool may_look; /* as many processors as threads */
    bool has_starter;
    atomic_bool is_ending;
    atomic_bool is_starter_asleep;

    char space_before_next[LINE + 4];
    atomic_size_t next_block;
    char space_before_gate[LINE];
    _Atomic uint32_t gate;
    char space_after[LINE + 4];
};

/* ---- looking on ---- */

/* Looks at something again and again. */
typedef struct watch {
    uint64_t end; /* of the clock; 0: it has not begun */
    uint32_t looks;
} watch;

/* @return false: that was long enough. */
static bool watch_on(watch *w, const wend_pool *pool, uint64_t most_ns)
{
    if (!pool->may_look) {
        return false;
    }
    wendi_pause();
    if (++w->looks % LOOKS_A_CLOCK != 0) {
        return true;
    }
    const uint64_t now = wend_clock_ns();
    w->end = w->end == 0 ? now + most_ns : w->end;
    return now < w->end;
}

/* ---- the gate ---- */

/* Is it open for a worker that was in the loop of this number last? Numbers come again: who sleeps
 * for a million loops may miss one, and others run it. */
static bool is_open_for(uint32_t gate, uint32_t seen)
{
    return (gate & GATE_OPEN) != 0 && gate >> GATE_NUMBER_SHIFT != seen;
}

/* @param seen set to the loop's number. @return false: it was closed meanwhile. */
static bool enter(wend_pool *pool, uint32_t *seen)
{
    uint32_t gate = atomic_load(&pool->gate);
    while (is_open_for(gate, *seen)) {
        if (atomic_compare_exchange_weak(&pool->gate, &gate, gate + 1)) {
            *seen = gate >> GATE_NUMBER_SHIFT;
            return true;
        }
    }
    return false;
}

static void leave(wend_pool *pool)
{
    const uint32_t gate = atomic_fetch_sub(&pool->gate, 1) - 1;
    if ((gate & GATE_INSIDE) == 0 && atomic_load(&pool->is_starter_asleep)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->workers_left);
        pthread_mutex_unlock(&pool->mutex);
    }
}

static void wake_workers(wend_pool *pool)
{
    if (atomic_load(&pool->sleeping_workers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->loop_opened);
        pthread_mutex_unlock(&pool->mutex);
    }
}

static void open_loop(wend_pool *pool, const loop *l)
{
    pool->current = *l;
    atomic_store_explicit(&pool->next_block, 0, memory_order_relaxed);
    const uint32_t number = (atomic_load(&pool->gate) >> GATE_NUMBER_SHIFT) + 1;
    atomic_store(&pool->gate, number << GATE_NUMBER_SHIFT | GATE_OPEN);
    wake_workers(pool);
}

static bool is_anybody_inside(wend_pool *pool)
{
    return (atomic_load(&pool->gate) & GATE_INSIDE) != 0;
}

static void close_loop(wend_pool *pool)
{
    watch w = {0, 0};
    uint32_t gate = atomic_fetch_and(&pool->gate, ~GATE_OPEN);
    while ((gate & GATE_INSIDE) != 0 && watch_on(&w, pool, STARTER_LOOKS_NS)) {
        gate = atomic_load(&pool->gate);
    }
    if ((gate & GATE_INSIDE) == 0) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->is_starter_asleep, true);
    while (is_anybody_inside(pool)) {
        pthread_cond_wait(&pool->workers_left, &pool->mutex);
    }
    atomic_store(&pool->is_starter_asleep, false);
    pthread_mutex_unlock(&pool->mutex);
}

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

static void sleep_until_open(wend_pool *pool, uint32_t seen)
{
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleeping_workers, 1);
    while (!atomic_load(&pool->is_ending) && !is_open_for(atomic_load(&pool->gate), seen)) {
        pthread_cond_wait(&pool->loop_opened, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleeping_workers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

/* Until there is a loop, or the end. */
static void await_loop(wend_pool *pool, uint32_t seen)
{
    watch w = {0, 0};
    while (!is_open_for(atomic_load(&pool->gate), seen)) {
        if (atomic_load(&pool->is_ending)) {
            return;
        }
        if (!watch_on(&w, pool, WORKER_LOOKS_NS)) {
            sleep_until_open(pool, seen);
            return;
        }
    }
}

static void *run_worker(void *context)
{
    wend_pool *pool = context;
    uint32_t seen = 0;
    while (!atomic_load(&pool->is_ending)) {
        await_loop(pool, seen);
        if (enter(pool, &seen)) {
            take_blocks(pool, &pool->current);
            leave(pool);
        }
    }
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

static void give_turn(wend_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
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
    give_turn(pool);
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
    atomic_store(&pool->is_ending, true);
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
    pool->may_look = worker_count < wendi_processor_count();
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
        return wendi_fail_plain(def->message, "wend_pool_create", WEND_ERROR_MEMORY);
    }
    const bool has_locks = make_locks(made);
    if (!has_locks || !start_workers(made)) {
        if (has_locks) {
            free_locks(made);
        }
        free_blocks(made);
        return wendi_fail(def->message, WEND_ERROR_MEMORY,
                          "wend_pool_create: no threads can be started: thread_count is %lu",
                          (unsigned long)threads_wanted(def));
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
    return pool == NULL ? 0 : pool->worker_count + 1;
}

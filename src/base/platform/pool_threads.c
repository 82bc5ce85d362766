/* Runs loops on threads that start once and sleep when there is nothing to do. A loop that follows
 * soon after the last one costs about a microsecond; a later one a wake-up.
 * Cost: one atomic addition a block; nothing is allocated after creation.
 *
 * One loop runs at a time. The starting thread takes part; other starters wait for their turn.
 *
 *   starter:  wait for turn | open the gate | run blocks | close | wait until no worker is inside |
 *             release the turn
 *   worker:   wait for an open gate | enter | run blocks | leave | wait ...
 *
 *   gate      [ number of the loop : 20 | open : 1 | workers inside : 11 ]
 *
 * The gate is one word: a worker that enters knows that it was open at that moment, and the
 * starter that closes it knows which workers are inside. A worker that comes late finds it closed;
 * nothing waits for it.
 *
 * A waiting thread polls the gate for some microseconds, then sleeps: a simulation runs its loops
 * right after one another, and waking a thread takes longer than some of them. A thread announces
 * its sleep first and then reads the gate once more; a thread that changes the gate does that
 * first and then reads the announcements. Both are in one order for all threads, so one of them
 * sees the other. Where there are more threads than processors no thread polls, since the thread
 * it waits for may need its processor.
 *
 * A loop started from within a job runs serially, because waiting for a turn there would never
 * end. To detect that, the pool knows its threads: a thread-local flag would be hidden state, and
 * would be wrong for a second pool. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/platform/pool.h"
#include "base/platform/system.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    LINE = 64,                /* bytes; distance between variables that different threads write */
    WORKER_POLL_NS = 50000,   /* time that a worker polls for the next loop */
    STARTER_POLL_NS = 200000, /* time that a starter polls for the end of the last blocks */
    POLLS_PER_CLOCK = 32      /* polls between two readings of the clock */
};

#define GATE_OPEN ((uint32_t)1 << 11)
#define GATE_INSIDE (GATE_OPEN - 1)
#define GATE_NUMBER_SHIFT 12

typedef struct pool_loop {
    size_t item_count;
    size_t block_items;
    size_t block_count;
    wend_job_fn job;
    void *job_context;
} pool_loop;

struct wend_pool {
    wend_allocator allocator;
    pthread_t *workers; /* [worker_count] */

    pthread_mutex_t
        mutex; /* Guards has_starter and starter; a thread that sleeps takes it first. */
    pthread_cond_t loop_opened;   /* For workers: the gate is open, or is_ending is set. */
    pthread_cond_t workers_left;  /* For the starter: no worker is inside. */
    pthread_cond_t turn_released; /* For other starters: has_starter became false. */
    pthread_t starter;            /* Valid while has_starter. */

    pool_loop
        current; /* Written by the starter while the gate is closed and no worker is inside. */

    uint32_t worker_count; /* Threads without the caller. */
    atomic_uint sleeping_workers;
    bool may_poll; /* at least as many processors as threads */
    bool has_starter;
    atomic_bool is_ending;
    atomic_bool is_starter_asleep;

    char space_before_next[LINE + 4];
    atomic_size_t next_block;
    char space_before_gate[LINE];
    _Atomic uint32_t gate;
    char space_after[LINE + 4];
};

/* ---- polling ---- */

/* Tells the processor that this thread polls in a loop, which leaves more of the core to its other
 * thread. Tens of cycles. */
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
static void pause_thread(void)
{
    __builtin_ia32_pause();
}
#elif defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
static void pause_thread(void)
{
    __asm__ __volatile__("yield");
}
#else
static void pause_thread(void)
{
}
#endif

/* Polling with a time limit. */
typedef struct pool_poll {
    uint64_t end; /* in time of the clock; 0: not started */
    uint32_t polls;
} pool_poll;

/* @return false: the time is over. */
static bool keep_polling(pool_poll *w, const wend_pool *pool, uint64_t most_ns)
{
    if (!pool->may_poll) {
        return false;
    }
    pause_thread();
    if (++w->polls % POLLS_PER_CLOCK != 0) {
        return true;
    }
    const uint64_t now = wend_clock_ns();
    w->end = w->end == 0 ? now + most_ns : w->end;
    return now < w->end;
}

/* ---- the gate ---- */

/* True if the gate is open for a worker whose last loop had this number. Numbers repeat: a
 * worker that sleeps for a million loops may miss one, and other threads run it. */
static bool is_open_for(uint32_t gate, uint32_t seen)
{
    return (gate & GATE_OPEN) != 0 && gate >> GATE_NUMBER_SHIFT != seen;
}

/* @param seen set to the loop's number. @return false: the gate was closed meanwhile. */
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

static void open_loop(wend_pool *pool, const pool_loop *l)
{
    pool->current = *l;
    atomic_store_explicit(&pool->next_block, 0, memory_order_relaxed);
    const uint32_t number = (atomic_load(&pool->gate) >> GATE_NUMBER_SHIFT) + 1;
    atomic_store(&pool->gate, number << GATE_NUMBER_SHIFT | GATE_OPEN);
    wake_workers(pool);
}

static bool has_workers_inside(wend_pool *pool)
{
    return (atomic_load(&pool->gate) & GATE_INSIDE) != 0;
}

static void close_loop(wend_pool *pool)
{
    pool_poll w = {0, 0};
    uint32_t gate = atomic_fetch_and(&pool->gate, ~GATE_OPEN);
    while ((gate & GATE_INSIDE) != 0 && keep_polling(&w, pool, STARTER_POLL_NS)) {
        gate = atomic_load(&pool->gate);
    }
    if ((gate & GATE_INSIDE) == 0) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->is_starter_asleep, true);
    while (has_workers_inside(pool)) {
        pthread_cond_wait(&pool->workers_left, &pool->mutex);
    }
    atomic_store(&pool->is_starter_asleep, false);
    pthread_mutex_unlock(&pool->mutex);
}

/* ---- running a loop ---- */

static void run_blocks(wend_pool *pool, const pool_loop *l)
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

/* Waits for a loop, or the end of the pool. */
static void await_loop(wend_pool *pool, uint32_t seen)
{
    pool_poll w = {0, 0};
    while (!is_open_for(atomic_load(&pool->gate), seen)) {
        if (atomic_load(&pool->is_ending)) {
            return;
        }
        if (!keep_polling(&w, pool, WORKER_POLL_NS)) {
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
            run_blocks(pool, &pool->current);
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
static bool acquire_turn(wend_pool *pool)
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

static void release_turn(wend_pool *pool)
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
    pool_loop l = {item_count, block_items, wendi_block_count(item_count, block_items), job,
                   job_context};
    /* Every thread adds once more than there are blocks; the counter must not wrap. */
    bool is_countable = l.block_count < SIZE_MAX - WENDI_POOL_THREAD_LIMIT;
    if (pool->worker_count == 0 || l.block_count < 2 || !is_countable || !acquire_turn(pool)) {
        wendi_parallel_for_serial(item_count, block_items, job, job_context);
        return;
    }
    open_loop(pool, &l);
    run_blocks(pool, &l);
    close_loop(pool);
    release_turn(pool);
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
    pool->may_poll = worker_count < wendi_processor_count();
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

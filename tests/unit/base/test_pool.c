/* Executors, serial, the pool, and one that shuffles: every item is visited once, in the same
 * blocks, from any thread, nested or not; creation fails cleanly. */
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif

#include "support/fault.h"
#include "support/test.h"

#include "base/core/memory.h"
#include "wend/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Sanitizers end the program when address space is short. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool IS_INSTRUMENTED = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
static const bool IS_INSTRUMENTED = true;
#else
static const bool IS_INSTRUMENTED = false;
#endif
#else
static const bool IS_INSTRUMENTED = false;
#endif

/* Tested at run time, so that the tests also hold for a build without threads. */
static bool has_threads(void)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 2;
    wend_pool *pool;
    wend_result result = wend_pool_create(&def, &pool);
    wend_pool_destroy(pool);
    return result == WEND_OK;
}

static wend_pool *pool_of(uint32_t thread_count)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = has_threads() ? thread_count : 1;
    wend_pool *pool;
    assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    assert_int_equal(wend_pool_thread_count(pool), def.thread_count);
    return pool;
}

/* ---- one loop ---- */

enum { ITEMS = 10000 };

typedef struct visits {
    atomic_uint count[ITEMS];
    atomic_uint blocks;
    atomic_uint bad_blocks;
    size_t block_items;
} visits;

static void visit(void *context, size_t begin, size_t end)
{
    visits *v = context;
    size_t rest = ITEMS - begin;
    size_t want = rest < v->block_items ? rest : v->block_items;
    atomic_fetch_add(&v->blocks, 1);
    if (begin % v->block_items != 0 || begin >= ITEMS || end - begin != want) {
        atomic_fetch_add(&v->bad_blocks, 1);
        return;
    }
    for (size_t i = begin; i < end; i++) {
        atomic_fetch_add(&v->count[i], 1);
    }
}

static void assert_visits_each_once(const wend_executor *executor, size_t block_items)
{
    visits *v = calloc(1, sizeof *v);
    assert_non_null(v);
    v->block_items = block_items == 0 ? 1 : block_items;
    wend_parallel_for(executor, ITEMS, block_items, visit, v);
    assert_int_equal(v->bad_blocks, 0);
    assert_int_equal(v->blocks, ITEMS / v->block_items + (ITEMS % v->block_items != 0 ? 1 : 0));
    for (size_t i = 0; i < ITEMS; i++) {
        assert_int_equal(v->count[i], 1);
    }
    free(v);
}

static const size_t BLOCK_ITEMS[] = {0, 1, 7, 64, 5000, 9999, ITEMS, ITEMS + 1, SIZE_MAX};

static void loop_without_executor_runs_each_item_once(void **state)
{
    (void)state;
    const wend_executor zeroed = {NULL, NULL};
    for (size_t i = 0; i < sizeof BLOCK_ITEMS / sizeof BLOCK_ITEMS[0]; i++) {
        assert_visits_each_once(NULL, BLOCK_ITEMS[i]);
        assert_visits_each_once(&zeroed, BLOCK_ITEMS[i]);
    }
}

static void loop_on_pool_runs_each_item_once(void **state)
{
    (void)state;
    const uint32_t threads[] = {1, 2, 3, 8, 32};
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        wend_pool *pool = pool_of(threads[t]);
        wend_executor executor = wend_pool_executor(pool);
        for (size_t i = 0; i < sizeof BLOCK_ITEMS / sizeof BLOCK_ITEMS[0]; i++) {
            assert_visits_each_once(&executor, BLOCK_ITEMS[i]);
        }
        wend_pool_destroy(pool);
    }
}

static void never(void *context, size_t begin, size_t end)
{
    (void)begin;
    (void)end;
    *(bool *)context = true;
}

static void loop_of_nothing_calls_nothing(void **state)
{
    (void)state;
    wend_pool *pool = pool_of(4);
    wend_executor executor = wend_pool_executor(pool);
    bool was_called = false;
    wend_parallel_for(&executor, 0, 10, never, &was_called);
    wend_parallel_for(NULL, 0, 10, never, &was_called);
    assert_false(was_called);
    wend_pool_destroy(pool);
}

static void count_in_order(void *context, size_t begin, size_t end)
{
    size_t *next = context;
    assert_int_equal(begin, *next);
    *next = end;
}

static void loop_in_serial_runs_in_order(void **state)
{
    (void)state;
    size_t next = 0;
    wend_parallel_for(NULL, 1003, 10, count_in_order, &next);
    assert_int_equal(next, 1003);
}

/* The calls that an engine's own job system receives. */
static void note_call(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                      void *job_context)
{
    size_t *noted = context;
    noted[0] = item_count;
    noted[1] = block_items;
    job(job_context, 0, item_count);
}

static void loop_reaches_a_foreign_executor(void **state)
{
    (void)state;
    size_t noted[2] = {0, 0};
    bool was_called = false;
    wend_executor executor = {note_call, noted};
    wend_parallel_for(&executor, 9, 0, never, &was_called);
    assert_true(was_called);
    assert_int_equal(noted[0], 9);
    assert_int_equal(noted[1], 1);
}

/* ---- threads do take part ---- */

typedef struct meeting {
    atomic_uint present;
    atomic_bool has_met;
} meeting;

/* The first to come waits for the second, which can only be another thread. */
static void meet(void *context, size_t begin, size_t end)
{
    meeting *m = context;
    (void)begin;
    (void)end;
    atomic_fetch_add(&m->present, 1);
    uint64_t end_ns = wend_clock_ns() + 10000000000u;
    while (!m->has_met && wend_clock_ns() < end_ns) {
        if (m->present == 2) {
            m->has_met = true;
        }
    }
}

static void pool_runs_two_blocks_at_once(void **state)
{
    (void)state;
    if (!has_threads()) {
        skip();
    }
    wend_pool *pool = pool_of(2);
    wend_executor executor = wend_pool_executor(pool);
    meeting m = {0, false};
    wend_parallel_for(&executor, 2, 1, meet, &m);
    assert_true(m.has_met);
    wend_pool_destroy(pool);
}

/* ---- nested loops and several starters ---- */

typedef struct nest {
    wend_executor executor;
    atomic_size_t sum;
} nest;

static void add_inner(void *context, size_t begin, size_t end)
{
    nest *n = context;
    atomic_fetch_add(&n->sum, end - begin);
}

static void add_outer(void *context, size_t begin, size_t end)
{
    nest *n = context;
    for (size_t i = begin; i < end; i++) {
        wend_parallel_for(&n->executor, 100, 3, add_inner, n);
    }
}

static void pool_nested_loops_run_serially(void **state)
{
    (void)state;
    wend_pool *pool = pool_of(4);
    nest n = {wend_pool_executor(pool), 0};
    for (uint32_t round = 0; round < 50; round++) {
        wend_parallel_for(&n.executor, 40, 1, add_outer, &n);
    }
    assert_int_equal(n.sum, 50 * 40 * 100);
    wend_pool_destroy(pool);
}

enum { STARTERS = 4, STARTER_ITEMS = 50 };

typedef struct starter {
    wend_executor executor;
    atomic_uint *gate; /* Starters that are ready: all begin together. */
    atomic_size_t done;
    uint32_t bad_loops;
} starter;

static void count_slowly(void *context, size_t begin, size_t end)
{
    starter *s = context;
    for (size_t i = begin; i < end; i++) {
        atomic_fetch_add(&s->done, 1);
        for (volatile uint32_t spin = 0; spin < 200; spin = spin + 1) {
        }
    }
}

static void *start_loops(void *context)
{
    starter *s = context;
    atomic_fetch_add(s->gate, 1);
    while (*s->gate < STARTERS) {
    }
    for (uint32_t round = 0; round < 300; round++) {
        s->done = 0;
        wend_parallel_for(&s->executor, STARTER_ITEMS, 3, count_slowly, s);
        s->bad_loops += s->done == STARTER_ITEMS ? 0 : 1;
    }
    return NULL;
}

static void pool_loops_from_several_threads_take_turns(void **state)
{
    (void)state;
    wend_pool *pool = pool_of(3);
    atomic_uint gate = 0;
    starter starters[STARTERS];
    pthread_t threads[STARTERS];
    for (size_t i = 0; i < STARTERS; i++) {
        starters[i].executor = wend_pool_executor(pool);
        starters[i].gate = &gate;
        starters[i].bad_loops = 0;
        assert_int_equal(pthread_create(&threads[i], NULL, start_loops, &starters[i]), 0);
    }
    for (size_t i = 0; i < STARTERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(starters[i].bad_loops, 0);
    }
    wend_pool_destroy(pool);
}

/* A job that writes without atomics: the loop's end must make its writes visible. */
static void square(void *context, size_t begin, size_t end)
{
    uint64_t *values = context;
    for (size_t i = begin; i < end; i++) {
        values[i] = values[i] * values[i] + i;
    }
}

static void pool_results_do_not_depend_on_thread_count(void **state)
{
    (void)state;
    static uint64_t want[ITEMS];
    static uint64_t got[ITEMS];
    for (uint32_t round = 0; round < 20; round++) {
        wend_parallel_for(NULL, ITEMS, 100, square, want);
    }
    for (uint32_t threads = 1; threads <= 8; threads *= 2) {
        wend_pool *pool = pool_of(threads);
        wend_executor executor = wend_pool_executor(pool);
        for (size_t i = 0; i < ITEMS; i++) {
            got[i] = 0;
        }
        for (uint32_t round = 0; round < 20; round++) {
            wend_parallel_for(&executor, ITEMS, 100, square, got);
        }
        assert_memory_equal(got, want, sizeof want);
        wend_pool_destroy(pool);
    }
}

/* ---- creation ---- */

static void pool_bad_definitions_are_refused(void **state)
{
    (void)state;
    wend_pool_def zeroed = {0, 1, {NULL, NULL}, NULL};
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool = (wend_pool *)&def;
    assert_int_equal(wend_pool_create(&zeroed, &pool), WEND_ERROR_ARGUMENT);
    assert_null(pool);
    assert_int_equal(wend_pool_create(NULL, &pool), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pool_create(&def, NULL), WEND_ERROR_ARGUMENT);
    def.thread_count = 257;
    assert_int_equal(wend_pool_create(&def, &pool), WEND_ERROR_ARGUMENT);
    assert_null(pool);
    wend_pool_destroy(NULL);
}

static void pool_default_has_a_thread_for_each_processor(void **state)
{
    (void)state;
    wend_pool_def def = wend_pool_def_default();
    wend_pool *pool;
    assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    assert_in_range(wend_pool_thread_count(pool), 1, 256);
    assert_int_equal(wend_pool_thread_count(NULL), 0);
    wend_pool_destroy(pool);
}

static wend_result create_and_use(wend_allocator allocator, void *context)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = *(uint32_t *)context;
    def.allocator = allocator;
    wend_pool *pool;
    wend_result result = wend_pool_create(&def, &pool);
    if (result == WEND_OK) {
        wend_executor executor = wend_pool_executor(pool);
        assert_visits_each_once(&executor, 100);
    } else {
        assert_null(pool);
    }
    wend_pool_destroy(pool);
    return result;
}

static void pool_without_memory_is_not_created(void **state)
{
    (void)state;
    uint32_t threads = has_threads() ? 3 : 1;
    assert_true(fault_run(create_and_use, &threads) > 0);
}

#if defined(_WIN32)
static bool set_space(size_t bytes)
{
    (void)bytes;
    return false;
}
#else
#include <sys/resource.h>

/* Limits the address space of this process; SIZE_MAX removes the limit. False when that has no
 * effect, as under emulators. */
static bool set_space(size_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = bytes == SIZE_MAX ? limit.rlim_max : bytes;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    void *probe = wendi_alloc(NULL, bytes);
    wendi_free(NULL, probe, bytes);
    return probe == NULL;
}
#endif

/* Some of the threads find room for their stacks, the later ones do not. */
static void pool_that_cannot_start_all_threads_is_not_created(void **state)
{
    (void)state;
    size_t space = (size_t)256 << 20;
    size_t stack_bytes = 0;
    pthread_attr_t attributes;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_getstacksize(&attributes, &stack_bytes), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
    if (!has_threads() || IS_INSTRUMENTED || stack_bytes < space / 128) {
        skip();
    }
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 256;
    wend_pool *pool = NULL;
    bool is_limited = set_space(space);
    wend_result result = is_limited ? wend_pool_create(&def, &pool) : WEND_OK;
    (void)set_space(SIZE_MAX);
    if (!is_limited) {
        skip();
    }
    assert_int_equal(result, WEND_ERROR_MEMORY);
    assert_null(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_without_executor_runs_each_item_once),
        cmocka_unit_test(loop_on_pool_runs_each_item_once),
        cmocka_unit_test(loop_of_nothing_calls_nothing),
        cmocka_unit_test(loop_in_serial_runs_in_order),
        cmocka_unit_test(loop_reaches_a_foreign_executor),
        cmocka_unit_test(pool_runs_two_blocks_at_once),
        cmocka_unit_test(pool_nested_loops_run_serially),
        cmocka_unit_test(pool_loops_from_several_threads_take_turns),
        cmocka_unit_test(pool_results_do_not_depend_on_thread_count),
        cmocka_unit_test(pool_bad_definitions_are_refused),
        cmocka_unit_test(pool_default_has_a_thread_for_each_processor),
        cmocka_unit_test(pool_without_memory_is_not_created),
        cmocka_unit_test(pool_that_cannot_start_all_threads_is_not_created),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Two threads beside one. */
#include "planner/suite.h"

#include "measure/timing.h"
#include "search/suite.h"

#include <stdlib.h>
#include <time.h>

enum { THREAD_RUNS = 3 };

/* One number of threads: its planner, and what its runs took. */
typedef struct thread_stand {
    planner_stand stand;
    wend_pool *pool;
    double wall[THREAD_RUNS], work[THREAD_RUNS]; /* ms; work: of all processors */
    uint64_t hash; /* of the costs, and the updates in which they were ready */
} thread_stand;

/* An executor that runs all blocks on this thread, and counts the time that two threads save that
 * share them as those of a pool do: whichever is free takes the next block. Other work on the
 * machine does not change the result. */
typedef struct shared_blocks {
    double saved_ns, all_ns;
} shared_blocks;

static void run_shared(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                       void *job_context)
{
    shared_blocks *shared = context;
    double busy[2] = {0, 0};
    for (size_t first = 0; first < item_count; first += block_items) {
        const size_t end = first + block_items < item_count ? first + block_items : item_count;
        const uint64_t begin = bench_clock_ns();
        job(job_context, first, end);
        busy[busy[1] < busy[0] ? 1 : 0] += (double)(bench_clock_ns() - begin);
    }
    shared->saved_ns += busy[0] < busy[1] ? busy[0] : busy[1];
    shared->all_ns += busy[0] + busy[1];
}

/* The 1,000 requests in updates of 200,000 steps. */
static bool run_mixed(planner_stand *s, uint64_t *hash)
{
    bool is_done =
        planner_stand_ask(s, PLANNER_REQUESTS, WEND_METHOD_BEST, 10, WEND_PATH_SMOOTH_QUICK);
    wend_result result = WEND_IN_PROGRESS;
    while (is_done && result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(200000);
        result = wend_planner_update(s->planner, &budget);
    }
    for (uint32_t i = 0; i < PLANNER_REQUESTS && is_done; i++) {
        wend_planner_answer answer;
        (void)wend_planner_poll(s->planner, s->ids[i], &answer, NULL);
        *hash = wend_hash_u64(*hash, answer.path.cost);
        *hash = wend_hash_u64(*hash, answer.waited);
    }
    planner_stand_release(s);
    return is_done && result == WEND_OK;
}

static bool threads_make(thread_stand *t, const planner_suite *suite, uint32_t threads)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = threads;
    if (wend_pool_create(&def, &t->pool) != WEND_OK) {
        return false;
    }
    const wend_executor executor = wend_pool_executor(t->pool);
    uint64_t warm = 0;
    return planner_stand_make(&t->stand, suite, BENCH_RANDOM_20, false, &executor) &&
           run_mixed(&t->stand, &warm);
}

static void threads_free(thread_stand *t)
{
    planner_stand_free(&t->stand);
    wend_pool_destroy(t->pool);
}

static bool threads_run(thread_stand *t, int run)
{
    const clock_t work = clock();
    const uint64_t begin = wend_clock_ns();
    const bool is_done = run_mixed(&t->stand, &t->hash);
    t->wall[run] = (double)(wend_clock_ns() - begin) / 1e6;
    t->work[run] = (double)(clock() - work) * 1e3 / CLOCKS_PER_SEC;
    return is_done;
}

/* How many times as fast two threads are by the shares of the work alone. @param serial set to the
 * share of the work that is done by one thread. */
static double shared_ratio(const planner_suite *suite, double *serial, bool *is_done)
{
    shared_blocks shared = {0};
    const wend_executor executor = {run_shared, &shared};
    planner_stand s = {0};
    uint64_t hash = 0;
    *is_done =
        planner_stand_make(&s, suite, BENCH_RANDOM_20, false, &executor) && run_mixed(&s, &hash);
    shared = (shared_blocks){0};
    const uint64_t begin = bench_clock_ns();
    *is_done = *is_done && run_mixed(&s, &hash);
    const double all = (double)(bench_clock_ns() - begin);
    planner_stand_free(&s);
    *serial = 1 - shared.all_ns / all;
    return all / (all - shared.saved_ns);
}

/* Two planners that share nothing, each with the requests of its own and on a thread of its own. */
typedef struct side_by_side {
    thread_stand *stands[2];
    bool is_done[2];
} side_by_side;

static void run_side(void *context, size_t first, size_t end)
{
    side_by_side *sides = context;
    for (size_t i = first; i < end; i++) {
        sides->is_done[i] = run_mixed(&sides->stands[i]->stand, &sides->stands[i]->hash);
    }
}

/* How many times as much two planners that share nothing do in the time of one: what two threads of
 * this machine can give, with its caches and its memory shared. @param one the time of one alone, ms */
static bool separate_ratio(const planner_suite *suite, wend_pool *pool, double one, double *ratio)
{
    thread_stand a = {0}, b = {0};
    side_by_side sides = {.stands = {&a, &b}};
    double wall[THREAD_RUNS] = {0};
    bool is_done = threads_make(&a, suite, 1) && threads_make(&b, suite, 1);
    const wend_executor executor = wend_pool_executor(pool);
    for (int run = 0; run < THREAD_RUNS && is_done; run++) {
        const uint64_t begin = wend_clock_ns();
        wend_parallel_for(&executor, 2, 1, run_side, &sides);
        wall[run] = (double)(wend_clock_ns() - begin) / 1e6;
        is_done = sides.is_done[0] && sides.is_done[1];
    }
    threads_free(&a);
    threads_free(&b);
    *ratio = is_done ? 2 * one / bench_median(wall, THREAD_RUNS) : 0;
    return is_done;
}

static const bench_column thread_columns[] = {{"threads", "threads"},
                                              {"ms", "ms"},
                                              {"work_ms", "ms of all processors"},
                                              {"ratio", "times one"},
                                              {"work_ratio", "work of one"}};

bool planner_measure_threads(planner_suite *suite)
{
    thread_stand *stands = calloc(2, sizeof *stands);
    bool is_done = stands != NULL;
    bench_progress("planner", "threads");
    for (uint32_t k = 0; k < 2 && is_done; k++) {
        is_done = threads_make(&stands[k], suite, k + 1);
    }
    for (int run = 0; run < THREAD_RUNS && is_done; run++) {
        is_done = threads_run(&stands[0], run) && threads_run(&stands[1], run);
    }
    bool is_shared = true;
    double serial = 0;
    const double shared = is_done ? shared_ratio(suite, &serial, &is_shared) : 0;
    double separate = 0;
    if (is_done && is_shared) {
        double wall[2];
        double work[2];
        bench_report *r = &suite->report;
        bench_table_begin(r, "threads", "1,000 mixed requests", thread_columns,
                          sizeof thread_columns / sizeof thread_columns[0]);
        for (int k = 0; k < 2; k++) {
            wall[k] = bench_median(stands[k].wall, THREAD_RUNS);
            work[k] = bench_median(stands[k].work, THREAD_RUNS);
            bench_cell_number(r, k + 1, 0);
            bench_cell_number(r, wall[k], 1);
            bench_cell_number(r, work[k], 1);
            bench_cell_number(r, wall[0] / wall[k], 2);
            bench_cell_number(r, work[k] / work[0], 2);
        }
        bench_table_end(r);
        is_done = separate_ratio(suite, stands[1].pool, wall[0], &separate);
        bench_report_time(r, "two planners that share nothing, times one", separate, 0, true);
        bench_report_time(r, "two threads, times two planners that share nothing",
                          wall[0] / wall[1] / separate, 0.95, true);
        bench_report_time(r, "share of the work that one thread does", serial, 0.05, false);
        bench_report_time(r, "two threads by shares alone, times one", shared, 1.7, true);
        bench_report_time(r, "two threads, times one", wall[0] / wall[1], 1.7, true);
        bench_report_time(r, "two threads by shares and work, times one",
                          shared * work[0] / work[1], 1.7, true);
        bench_report_target(r, "answers that differ with two threads",
                            stands[0].hash == stands[1].hash ? 0 : 1, 0, false);
    }
    for (int k = 0; k < 2 && stands != NULL; k++) {
        threads_free(&stands[k]);
    }
    free(stands);
    return is_done && is_shared;
}

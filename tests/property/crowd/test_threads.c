/* Random scenes have the same hash after every tick on 1, 2 and 8 threads, on none, and in every
 * order of blocks. */
#include "support/crowd_scene.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/pools.h"
#include "support/test.h"

enum { POOLS = 3, RUNS = POOLS + 2, BODIES = 700, TICKS = 40 };

/* The last block first: what needs a block before it finds it undone, in every pass of every run.
 */
static void run_backwards(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                          void *job_context)
{
    (void)context;
    for (size_t end = item_count; end > 0;) {
        const size_t begin = (end - 1) / block_items * block_items;
        job(job_context, begin, end);
        end = begin;
    }
}

static bool agree(uint64_t seed, void *context)
{
    const wend_executor *executors = context;
    crowd_scene scenes[RUNS];
    bool is_good = true;
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(crowd_scene_make(&scenes[i], seed, BODIES, &executors[i], NULL), WEND_OK);
        scenes[i].answers_later = true;
        scenes[i].edits_ground = true;
        crowd_scene_fill(&scenes[i], scenes[i].crowd, BODIES - 20);
    }
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        for (int i = 0; i < RUNS; i++) {
            assert_true(crowd_scene_act(&scenes[i], scenes[i].crowd, tick) >= 0);
            crowds_tick(scenes[i].crowd, 1);
            is_good =
                is_good && wend_crowd_hash(scenes[i].crowd) == wend_crowd_hash(scenes[0].crowd);
        }
    }
    for (int i = 0; i < RUNS; i++) {
        crowd_scene_free(&scenes[i]);
    }
    return is_good;
}

static void crowds_are_the_same_on_any_number_of_threads_and_in_any_order(void **state)
{
    (void)state;
    static const uint32_t threads[POOLS] = {1, 2, 8};
    wend_pool *pools[POOLS];
    wend_executor executors[RUNS] = {{NULL, NULL}, {run_backwards, NULL}};
    for (int i = 0; i < POOLS; i++) {
        pools[i] = pools_make(threads[i]);
        executors[RUNS - POOLS + i] = wend_pool_executor(pools[i]);
    }
    gen_property("threads do not matter", 8, agree, executors);
    for (int i = 0; i < POOLS; i++) {
        wend_pool_destroy(pools[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_are_the_same_on_any_number_of_threads_and_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* takes: random scenes with everything in them.
 * gives: the same fingerprint after every tick on 1, 2 and 8 threads and on none.
 * cost:  a second. */
#include "crowd_scene.h"
#include "gen.h"
#include "test.h"

enum { RUNS = 4, BODIES = 700, TICKS = 40 };

static const uint32_t THREADS[RUNS] = {0, 1, 2, 8}; /* 0: no executor */

static bool agree(uint64_t seed, void *context)
{
    wend_pool **pools = context;
    crowd_scene scenes[RUNS];
    bool is_good = true;
    for (int i = 0; i < RUNS; i++) {
        const wend_executor executor =
            pools[i] != NULL ? wend_pool_executor(pools[i]) : (wend_executor){NULL, NULL};
        assert_int_equal(crowd_scene_make(&scenes[i], seed, BODIES, &executor, NULL), WEND_OK);
        scenes[i].answers_later = true;
        scenes[i].edits_ground = true;
        crowd_scene_fill(&scenes[i], scenes[i].crowd, BODIES - 20);
    }
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        for (int i = 0; i < RUNS; i++) {
            assert_true(crowd_scene_act(&scenes[i], scenes[i].crowd, tick) >= 0);
            assert_int_equal(wend_crowd_tick(scenes[i].crowd), WEND_OK);
            is_good =
                is_good && wend_crowd_hash(scenes[i].crowd) == wend_crowd_hash(scenes[0].crowd);
        }
    }
    for (int i = 0; i < RUNS; i++) {
        crowd_scene_free(&scenes[i]);
    }
    return is_good;
}

static void crowds_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    wend_pool *pools[RUNS] = {NULL};
    for (int i = 0; i < RUNS; i++) {
        wend_pool_def def = wend_pool_def_default();
        def.thread_count = THREADS[i];
        if (THREADS[i] > 0) {
            assert_int_equal(wend_pool_create(&def, &pools[i]), WEND_OK);
        }
    }
    gen_property("threads do not matter", 8, agree, pools);
    for (int i = 0; i < RUNS; i++) {
        wend_pool_destroy(pools[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_are_the_same_on_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

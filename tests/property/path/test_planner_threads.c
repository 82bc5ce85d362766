/* Several threads add, poll, cancel and release requests while one thread edits the world and
 * updates the planner, whose searches run on a pool. Made for the thread sanitizer; WEND_TEST_SCALE
 * makes it longer. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/planner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 3, MINE = 12, UPDATES = 400, SIDE = 64 };

typedef struct stress {
    wend_grid *grid;
    wend_planner *planner;
    atomic_bool is_over;
    atomic_uint answers;
    atomic_uint failures;
    bool has_hierarchy;
} stress;

typedef struct asker {
    stress *s;
    uint64_t number;
} asker;

static void ask(stress *s, uint64_t number, uint64_t turn, wend_planner_request_id *id)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    const uint64_t tick = 8 * turn;
    def.query.from = (wend_vec3){(double)SIDE * wend_random_unit(3, number, tick),
                                 (double)SIDE * wend_random_unit(3, number, tick + 1), 0};
    def.query.to = (wend_vec3){(double)SIDE * wend_random_unit(3, number, tick + 2),
                               (double)SIDE * wend_random_unit(3, number, tick + 3), 0};
    if (turn % 2 == 0) { /* some goals many ask for, from places beside each other */
        def.query.to = (wend_vec3){1.5 + (double)(turn / 2 % 3), 1.5, 0};
        def.start_tolerance = 8;
    }
    def.query.method = s->has_hierarchy && turn % 4 == 1 ? WEND_METHOD_HIERARCHY : WEND_METHOD_BEST;
    def.agent = turn % 3 == 0 ? 1 + turn % 5 : 0;
    def.priority = (uint32_t)(turn % 4);
    def.partial_after_updates = turn % 4 == 0 ? 1 : 0;
    def.deadline = turn % 9 == 0 ? 3 : 0;
    const wend_result result = wend_planner_add_request(s->planner, &def, id);
    if (result != WEND_OK && result != WEND_ERROR_FULL) {
        atomic_fetch_add(&s->failures, 1);
    }
}

static void *run(void *context)
{
    const asker *a = context;
    stress *s = a->s;
    wend_planner_request_id ids[MINE] = {{0, 0}};
    wend_path *path = NULL;
    (void)wend_path_create(NULL, &path);
    for (uint64_t turn = 0; !atomic_load(&s->is_over); turn++) {
        wend_planner_request_id *id = &ids[turn % MINE];
        wend_planner_answer answer;
        wend_planner_stats stats;
        if (id->index1 == 0) {
            ask(s, a->number, turn, id);
            continue;
        }
        const wend_result result = wend_planner_poll(s->planner, *id, &answer, path);
        if (answer.state == WEND_PLANNER_READY) {
            atomic_fetch_add(&s->answers, 1);
            (void)wend_planner_release(s->planner, *id);
            *id = (wend_planner_request_id){0, 0};
        } else if (result == WEND_ERROR_STALE) {
            atomic_fetch_add(&s->failures, 1);
        } else if (turn % 97 == 0) {
            (void)wend_planner_cancel(s->planner, *id);
        } else if (turn % 53 == 0) {
            (void)wend_planner_join(s->planner, *id, (wend_vec3){5, 5, 0}, path);
        } else if (turn % 61 == 0) {
            wend_planner_get_stats(s->planner, &stats);
        }
    }
    wend_path_destroy(path);
    return NULL;
}

static void run_with(wend_planner_profile_def profile)
{
    const char *scale = getenv("WEND_TEST_SCALE");
    const int updates = UPDATES * (scale != NULL && atoi(scale) > 1 ? atoi(scale) : 1);
    stress s = {.grid = grids_open(SIDE, SIDE), .has_hierarchy = profile.has_hierarchy};
    wend_pool_def pool_def = wend_pool_def_default();
    wend_pool *pool = NULL;
    pool_def.thread_count = 2;
    assert_int_equal(wend_pool_create(&pool_def, &pool), WEND_OK);
    wend_planner_def def = wend_planner_def_default();
    uint32_t index;
    def.grid = s.grid;
    def.max_requests = THREADS * MINE + 8;
    def.quantum = 64;
    def.executor = wend_pool_executor(pool);
    assert_int_equal(wend_planner_create(&def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile, &index), WEND_OK);
    pthread_t threads[THREADS];
    asker askers[THREADS];
    for (uint64_t i = 0; i < THREADS; i++) {
        askers[i] = (asker){&s, i};
        assert_int_equal(pthread_create(&threads[i], NULL, run, &askers[i]), 0);
    }
    /* The threads may get a processor late. */
    for (int n = 0; n < updates || (atomic_load(&s.answers) < 200 && n < 10000000); n++) {
        const int32_t x = (int32_t)wend_random_below(9, (uint64_t)n, 0, SIDE - 8);
        const int32_t y = (int32_t)wend_random_below(9, (uint64_t)n, 1, SIDE - 8);
        grids_fill(s.grid, x, y, 7, 1, n % 3 == 0 ? 1 : WEND_COST_WALL);
        wend_budget budget = wend_budget_steps(3000);
        assert_true(wend_planner_update(s.planner, &budget) >= 0);
    }
    atomic_store(&s.is_over, true);
    for (uint64_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_true(atomic_load(&s.answers) > 0);
    assert_int_equal(atomic_load(&s.failures), 0);
    wend_planner_destroy(s.planner);
    wend_pool_destroy(pool);
    wend_grid_destroy(s.grid);
}

static void threads_ask_and_take_while_the_world_is_edited(void **state)
{
    (void)state;
    run_with(wend_planner_profile_def_default());
}

static void threads_ask_while_a_deferred_profile_is_built(void **state)
{
    (void)state;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.is_deferred = profile.has_hierarchy = profile.has_index = true;
    run_with(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_ask_and_take_while_the_world_is_edited),
        cmocka_unit_test(threads_ask_while_a_deferred_profile_is_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

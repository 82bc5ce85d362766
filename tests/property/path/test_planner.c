/* Random worlds of every kind: what a planner answers is what a pathfinder answers by itself, to
 * the last bit, whole, in random slices, joined, on one thread and on eight, and with edits
 * between updates. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"

enum { REQUESTS = 60, ROUNDS_MOST = 100000 };

/* True if the answer of a request is that of the twin, in the world as it is. */
static bool is_twins_answer(planner_stage *s, wend_planner_request_id id, uint64_t number)
{
    wend_planner_answer answer;
    wend_path_answer alone;
    const wend_path_query query = planner_stage_query(s, number);
    const wend_result result = wend_planner_poll(s->planner, id, &answer, s->path);
    const wend_result expected = wend_pathfinder_find(s->twin, &query);
    wend_pathfinder_get_answer(s->twin, &alone);
    (void)wend_path_from_pathfinder(s->twin_path, s->twin);
    if (result != expected || (result >= 0 && answer.state != WEND_PLANNER_READY)) {
        print_message("request %llu: %s, alone %s\n", (unsigned long long)number,
                      wend_result_text(result), wend_result_text(expected));
        return false;
    }
    if (result < 0) {
        return true;
    }
    const bool is_same =
        planner_stage_same(s->path, s->twin_path) && answer.path.cost == alone.cost &&
        answer.path.reason == alone.reason && answer.path.node == alone.node &&
        answer.path.expanded == alone.expanded &&
        answer.revision == (s->kind == STAGE_LEVEL ? answer.revision : planner_stage_revision(s));
    if (!is_same) {
        print_message("request %llu of kind %d: another path, cost %.9f, alone %.9f\n",
                      (unsigned long long)number, (int)s->kind,
                      wend_cost_to_double(answer.path.cost), wend_cost_to_double(alone.cost));
    }
    return is_same;
}

/* Answers of random slices are those of the twin; on any number of threads they are ready in the
 * same update. */
typedef struct slices {
    uint64_t seed;
    planner_stage_kind kind;
    const wend_executor *executor; /* NULL = serial */
    uint64_t ready[REQUESTS], hash;
} slices;

static bool run_slices(slices *run)
{
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 1 + wend_random_below(run->seed, 1, 1, 12);
    def.quantum = 16 + wend_random_below(run->seed, 2, 1, 200);
    if (run->executor != NULL) {
        def.executor = *run->executor;
    }
    planner_stage s = planner_stage_make(run->kind, run->seed, &def);
    wend_planner_request_id ids[REQUESTS];
    bool holds = true;
    for (uint64_t i = 0; i < REQUESTS; i++) {
        ids[i] = planner_stage_add(&s, i);
    }
    wend_result result = WEND_IN_PROGRESS;
    uint64_t update = 0;
    while (result == WEND_IN_PROGRESS && update < ROUNDS_MOST) {
        wend_budget budget = wend_budget_steps(1 + wend_random_below(run->seed, update, 3, 3000));
        result = wend_planner_update(s.planner, &budget);
        update++;
    }
    holds = result == WEND_OK;
    for (uint64_t i = 0; i < REQUESTS && holds; i++) {
        wend_planner_answer answer;
        holds = is_twins_answer(&s, ids[i], i);
        (void)wend_planner_poll(s.planner, ids[i], &answer, NULL);
        run->ready[i] = answer.asked + answer.waited;
    }
    run->hash = wend_planner_hash(s.planner);
    planner_stage_free(&s);
    return holds;
}

static bool slices_hold(uint64_t seed, void *context)
{
    for (int kind = 0; kind < STAGE_KINDS; kind++) {
        slices serial = {.seed = seed, .kind = (planner_stage_kind)kind};
        slices threads = {.seed = seed, .kind = (planner_stage_kind)kind, .executor = context};
        if (!run_slices(&serial) || !run_slices(&threads)) {
            return false;
        }
        for (int i = 0; i < REQUESTS; i++) {
            if (serial.ready[i] != threads.ready[i]) {
                print_message("request %d is ready in update %llu, with threads in %llu\n", i,
                              (unsigned long long)serial.ready[i],
                              (unsigned long long)threads.ready[i]);
                return false;
            }
        }
        if (serial.hash != threads.hash) {
            print_message("other hashes\n");
            return false;
        }
    }
    return true;
}

static void slices_and_threads_give_the_pathfinders_answers_in_the_same_updates(void **state)
{
    (void)state;
    wend_pool *pool;
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 8;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        def.thread_count = 1;
        assert_int_equal(wend_pool_create(&def, &pool), WEND_OK);
    }
    wend_executor executor = wend_pool_executor(pool);
    gen_property("planner_slices", 12, slices_hold, &executor);
    wend_pool_destroy(pool);
}

/* The twin's answers in each revision that an update has seen. */
typedef struct memory {
    uint64_t revision;
    wend_result result;
    wend_cost cost;
} memory;

enum { EDITED = 24, UPDATES = 400 };

/* Edits before every update. An answer is the twin's of the revision that it names, or a path that
 * is valid in that revision, which is that of the world as it is unless the space's update took
 * longer; one that is outdated says so. */
static bool edited_answer_holds(planner_stage *s, const memory *of, wend_space *const *snapshots,
                                size_t count, const wend_planner_answer *answer, uint64_t number)
{
    if (s->kind == STAGE_LEVEL) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (of[i].revision == answer->revision && of[i].result == answer->path.result &&
            of[i].cost == answer->path.cost) {
            return true;
        }
    }
    const bool is_now = answer->revision == planner_stage_revision(s);
    for (size_t i = 0; i < count && !is_now && s->grid != NULL; i++) {
        if (of[i].revision == answer->revision && answer->path.result != WEND_NO_PATH) {
            return of[i].result == answer->path.result && of[i].cost <= answer->path.cost &&
                   planner_stage_is_valid_in(s, snapshots[i], s->path);
        }
    }
    if (is_now && answer->path.result != WEND_NO_PATH && planner_stage_is_valid(s, s->path)) {
        return true;
    }
    print_message("request %llu of kind %d at revision %llu: %s, cost %.6f is no answer of it\n",
                  (unsigned long long)number, (int)s->kind, (unsigned long long)answer->revision,
                  wend_result_text(answer->path.result), wend_cost_to_double(answer->path.cost));
    return false;
}

static bool run_edited(planner_stage_kind kind, uint64_t seed)
{
    static memory of[EDITED][UPDATES];
    wend_space *snapshots[UPDATES];
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 1 + wend_random_below(seed, 1, 1, 6);
    def.quantum = 64;
    def.max_retries = wend_random_below(seed, 2, 1, 4);
    planner_stage s = planner_stage_make(kind, seed, &def);
    wend_planner_request_id ids[EDITED];
    bool is_answered[EDITED] = {false};
    bool holds = true;
    size_t left = EDITED;
    for (uint64_t i = 0; i < EDITED; i++) {
        ids[i] = planner_stage_add(&s, i);
    }
    size_t update = 0;
    for (; update < UPDATES && left > 0 && holds; update++) {
        planner_stage_edit(&s);
        snapshots[update] = planner_stage_snapshot(&s);
        for (uint64_t i = 0; i < EDITED; i++) {
            const wend_path_query query = planner_stage_query(&s, i);
            wend_path_answer answer;
            const wend_result result = wend_pathfinder_find(s.twin, &query);
            wend_pathfinder_get_answer(s.twin, &answer);
            of[i][update] = (memory){planner_stage_revision(&s), result, answer.cost};
        }
        wend_budget budget = wend_budget_steps(1 + wend_random_below(seed, update, 3, 2000));
        assert_true(wend_planner_update(s.planner, &budget) >= 0);
        for (uint64_t i = 0; i < EDITED && holds; i++) {
            wend_planner_answer answer;
            if (!is_answered[i] &&
                wend_planner_poll(s.planner, ids[i], &answer, s.path) != WEND_IN_PROGRESS) {
                is_answered[i] = true;
                left--;
                holds = edited_answer_holds(&s, of[i], snapshots, update + 1, &answer, i) &&
                        answer.retries <= def.max_retries;
            }
        }
    }
    if (left > 0 && holds) {
        print_message("kind %d: %zu requests starve\n", (int)kind, left);
        holds = false;
    }
    while (update > 0) {
        wend_space_destroy(snapshots[--update]);
    }
    planner_stage_free(&s);
    return holds;
}

static bool edits_hold(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        holds = run_edited((planner_stage_kind)kind, seed);
    }
    return holds;
}

static void
edits_before_each_update_starve_nothing_and_answers_hold_for_their_revision(void **state)
{
    (void)state;
    gen_property("planner_edits", 12, edits_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_and_threads_give_the_pathfinders_answers_in_the_same_updates),
        cmocka_unit_test(
            edits_before_each_update_starve_nothing_and_answers_hold_for_their_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Random worlds of every kind, and three planners that get the same requests: one is saved at random
 * updates, one loads that, one is never saved. All go on alike to the last bit, update by update. Where
 * the world is edited the one that loads does so from a settled one; the one that is saved always. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"

#include <stdlib.h>

enum { REQUESTS = 40, UPDATES_MOST = 4000, TAG = 3 };

typedef struct trial {
    uint64_t seed;
    planner_stage s;           /* its planner is the one that is saved */
    wend_planner *loaded;      /* the one that loads */
    wend_planner *undisturbed; /* never saved */
    wend_items *items;
    bool has_edits;
    bool is_low;      /* there is little memory */
    bool is_settled;  /* the first and the third are settled before each save */
    bool is_compared; /* the one that loaded, until it may be another */
    wend_pool *pool;  /* of the one that loads */
} trial;

static bool is_goal(void *user, wend_node node)
{
    (void)user;
    return node % 97 == 5;
}

static uint64_t some(const trial *t, uint64_t id, uint64_t what, uint32_t limit)
{
    return wend_random_below(t->seed, id, what, limit);
}

/* What a save cannot hold. */
static void give_back(void *user, wend_planner_request_id id, wend_planner_request_def *def)
{
    const trial *t = user;
    (void)id;
    if (def->query.goal_kind == WEND_PATH_TO_PREDICATE && def->goal == WEND_PLANNER_GOAL_QUERY) {
        def->query.is_goal = is_goal;
    }
    def->query.items = t->items;
    def->on_answer = NULL;
}

static void add(trial *t, uint64_t id)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query = planner_stage_query(&t->s, id);
    def.priority = (uint32_t)some(t, id, 78, 4);
    def.agent = some(t, id, 79, 20);
    def.deadline = some(t, id, 80, 6) == 0 ? 1 + (uint32_t)some(t, id, 81, 30) : 0;
    def.partial_after_steps = some(t, id, 82, 4) == 0 ? 50 : 0;
    def.partial_after_updates = some(t, id, 83, 4) == 0 ? 2 : 0;
    def.keeps_valid = some(t, id, 84, 3) == 0;
    def.is_cost_only = some(t, id, 85, 9) == 0;
    if (some(t, id, 89, 3) == 0) { /* beside another one, which it may follow */
        def.query = planner_stage_query(&t->s, id - id % 4);
        def.query.from.x += 0.1 * (double)(id % 4);
        def.start_tolerance = 1;
    }
    const wend_vec3 positions[2] = {def.query.to, planner_stage_query(&t->s, id + 1).to};
    switch (def.query.turning != NULL ? 0 : some(t, id, 86, 8)) {
    case 1:
        def.query.goal_kind = WEND_PATH_TO_POSITIONS;
        def.query.positions = positions;
        def.query.position_count = 2;
        break;
    case 2:
        def.query.goal_kind = WEND_PATH_TO_PREDICATE;
        def.query.is_goal = is_goal;
        break;
    case 3:
        def.query.goal_kind = WEND_PATH_TO_ITEM;
        def.query.items = t->items;
        def.query.tag = TAG;
        break;
    case 4:
        def.goal = WEND_PLANNER_GOAL_AWAY;
        def.distance = 6;
        break;
    default:
        def.query.is_nearest_allowed = def.query.turning == NULL && some(t, id, 87, 2) == 0;
        break;
    }
    wend_planner *const planners[3] = {t->s.planner, t->loaded, t->undisturbed};
    for (int i = 0; i < 3; i++) {
        wend_planner_request_id made;
        const wend_result result = wend_planner_add_request(planners[i], &def, &made);
        assert_true(result == WEND_OK || result == WEND_ERROR_UNSUPPORTED);
        if (result == WEND_OK && some(t, id, 88, 7) == 0) {
            assert_int_equal(wend_planner_release(planners[i], made), WEND_OK);
        }
    }
}

static wend_planner *another(const trial *t, const wend_planner_def *like, bool has_threads)
{
    wend_planner_def def = *like;
    if (has_threads) {
        def.executor = wend_pool_executor(t->pool);
    }
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *made;
    uint32_t index;
    def.grid = t->s.grid;
    def.graph = t->s.graph;
    def.mesh = t->s.mesh;
    def.level = t->s.kind == STAGE_LEVEL ? t->s.level : NULL;
    def.walls = t->s.kind == STAGE_GRAPH ? t->s.walls : NULL;
    profile.radius = planner_stage_radius(&t->s);
    profile.has_index = (t->s.grid != NULL || t->s.graph != NULL) && like->max_searches % 2 == 1;
    assert_int_equal(wend_planner_create(&def, &made), WEND_OK);
    assert_int_equal(wend_planner_add_profile(made, &profile, &index), WEND_OK);
    return made;
}

static void make(trial *t, planner_stage_kind kind)
{
    wend_planner_def def = wend_planner_def_default();
    def.max_requests = 64;
    def.max_searches = 1 + (uint32_t)some(t, 1, 1, 8);
    def.quantum = 16 + (uint32_t)some(t, 2, 1, 200);
    def.cache_capacity = (uint32_t)some(t, 3, 1, 4);
    t->is_low = some(t, 4, 1, 4) == 0;
    def.memory_ceiling = t->is_low ? 700000 : def.memory_ceiling;
    def.goal_trees = (uint32_t)some(t, 6, 1, 3);
    t->s = planner_stage_make(kind, t->seed, &def);
    wend_planner_destroy(t->s.planner);
    wend_pool_def pool = wend_pool_def_default();
    pool.thread_count = 2;
    assert_int_equal(wend_pool_create(&pool, &t->pool), WEND_OK);
    t->s.planner = another(t, &def, false);
    t->loaded = another(t, &def, true);
    t->undisturbed = another(t, &def, false);
    const wend_items_def items_def = wend_items_def_default();
    assert_int_equal(wend_items_create(&items_def, &t->items), WEND_OK);
    for (uint64_t i = 0; i < 5; i++) {
        wend_item item = wend_item_default();
        wend_item_id id;
        item.position = planner_stage_query(&t->s, 100 + i).to;
        item.tag = TAG;
        assert_int_equal(wend_items_add(t->items, &item, &id), WEND_OK);
    }
}

static void save_and_load(trial *t)
{
    size_t count = 0;
    size_t again = 0;
    wend_message message;
    if (t->is_settled) {
        assert_int_equal(wend_planner_settle(t->s.planner), WEND_OK);
        assert_int_equal(wend_planner_settle(t->undisturbed), WEND_OK);
    }
    const uint64_t hash = wend_planner_hash(t->s.planner);
    assert_int_equal(wend_planner_save(t->s.planner, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(2 * count);
    assert_non_null(bytes);
    assert_int_equal(wend_planner_save(t->s.planner, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_planner_hash(t->s.planner), hash);
    const wend_result result = wend_planner_load(t->loaded, bytes, count, give_back, t, &message);
    if (result != WEND_OK) {
        print_message("%s\n", message.text);
    }
    assert_int_equal(result, WEND_OK);
    t->is_compared = !t->is_low && (t->is_settled || !t->has_edits);
    if (t->is_compared) {
        assert_int_equal(wend_planner_save(t->loaded, bytes + count, count, &again), WEND_OK);
        assert_int_equal(again, count);
        assert_int_equal(wend_planner_hash(t->loaded), hash);
    }
    free(bytes);
}

/* All three go on with the same budget, and are compared. */
static bool update(trial *t, uint64_t n, wend_result *result)
{
    const uint64_t steps = 1 + some(t, n, 3, 3000);
    wend_planner *const planners[3] = {t->s.planner, t->loaded, t->undisturbed};
    uint64_t hashes[3];
    wend_result results[3];
    for (int i = 0; i < 3; i++) {
        wend_budget budget = wend_budget_steps(steps);
        results[i] = wend_planner_update(planners[i], &budget);
        hashes[i] = wend_planner_hash(planners[i]);
        assert_true(results[i] >= 0);
    }
    *result = results[0];
    for (int i = t->is_compared ? 1 : 2; i < 3; i++) {
        if (hashes[i] != hashes[0] || results[i] != results[0]) {
            print_message("kind %d, update %llu: the %s one is another\n", (int)t->s.kind,
                          (unsigned long long)n, i == 1 ? "loaded" : "saved");
            return false;
        }
    }
    return true;
}

static bool run(uint64_t seed, planner_stage_kind kind, bool has_edits)
{
    trial t = {.seed = seed, .has_edits = has_edits};
    t.is_settled = has_edits && some(&t, 7, 1, 2) == 0;
    make(&t, kind);
    uint64_t added = 0;
    uint64_t n = 0;
    bool holds = true;
    wend_result result = WEND_IN_PROGRESS;
    while (holds && n < UPDATES_MOST && (added < REQUESTS || result == WEND_IN_PROGRESS)) {
        for (uint64_t most = added + some(&t, n, 8, 6); added < most && added < REQUESTS; added++) {
            add(&t, added);
        }
        if (has_edits && n % 2 == 0 && n < 40) {
            planner_stage_edit(&t.s);
            t.is_compared = t.is_compared && t.is_settled;
        }
        if (some(&t, n, 9, 5) == 0) {
            save_and_load(&t);
        }
        holds = update(&t, n, &result);
        n++;
    }
    holds = holds && result == WEND_OK;
    wend_planner_destroy(t.loaded);
    wend_planner_destroy(t.undisturbed);
    planner_stage_free(&t.s);
    wend_items_destroy(t.items);
    wend_pool_destroy(t.pool);
    return holds;
}

static bool holds_without_edits(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        holds = run(seed, (planner_stage_kind)kind, false);
    }
    return holds;
}

static bool holds_with_edits(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        holds = run(seed, (planner_stage_kind)kind, true);
    }
    return holds;
}

static void saved_and_loaded_planners_go_on_as_if_nothing_was_saved(void **state)
{
    (void)state;
    gen_property("planner_save", 5, holds_without_edits, NULL);
}

static void saved_and_loaded_planners_go_on_alike_with_edits(void **state)
{
    (void)state;
    gen_property("planner_save_edits", 5, holds_with_edits, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_and_loaded_planners_go_on_as_if_nothing_was_saved),
        cmocka_unit_test(saved_and_loaded_planners_go_on_alike_with_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

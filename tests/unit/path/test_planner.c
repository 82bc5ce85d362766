/* Planners: turns, priorities, ids, partial paths, deadlines, memory, joining, callbacks. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/planner.h"

enum { SIDE = 200 };

typedef struct fixture {
    wend_grid *grid;
    wend_planner *planner;
    wend_path *path;
} fixture;

/* A grid with walls between which paths wind: a search by A* expands thousands of cells. */
static fixture make(wend_planner_def def)
{
    fixture f = {.grid = grids_open(SIDE, SIDE)};
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    for (int32_t x = 10; x < SIDE - 10; x += 10) {
        grids_wall(f.grid, x, x % 20 == 0 ? 0 : 10, 1, SIDE - 10);
    }
    def.grid = f.grid;
    assert_int_equal(wend_planner_create(&def, &f.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(f.planner, &profile, &index), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &f.path), WEND_OK);
    return f;
}

static void destroy(fixture *f)
{
    wend_planner_destroy(f->planner);
    wend_path_destroy(f->path);
    wend_grid_destroy(f->grid);
}

/* From one end of the winding path to the other, by plain A*. */
static wend_planner_request_def request_of(uint32_t number)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query.from = (wend_vec3){1.5, 1.5 + number, 0};
    def.query.to = (wend_vec3){(double)SIDE - 1.5, (double)SIDE - 1.5, 0};
    def.query.method = WEND_METHOD_ASTAR;
    return def;
}

static wend_planner_request_id add(fixture *f, const wend_planner_request_def *def)
{
    wend_planner_request_id id;
    assert_int_equal(wend_planner_add_request(f->planner, def, &id), WEND_OK);
    return id;
}

static wend_planner_answer answer_of(fixture *f, wend_planner_request_id id)
{
    wend_planner_answer answer;
    (void)wend_planner_poll(f->planner, id, &answer, f->path);
    return answer;
}

static wend_result update(fixture *f, uint64_t steps)
{
    wend_budget budget = wend_budget_steps(steps);
    return wend_planner_update(f->planner, &budget);
}

static void admitted_requests_of_equal_priority_stay_within_a_quantum(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 8;
    def.quantum = 100;
    fixture f = make(def);
    wend_planner_request_id ids[8];
    for (uint32_t i = 0; i < 8; i++) {
        const wend_planner_request_def request = request_of(i);
        ids[i] = add(&f, &request);
    }
    for (uint64_t n = 0; n < 60; n++) {
        assert_int_equal(update(&f, 37 + 53 * n % 400), WEND_IN_PROGRESS);
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        for (uint32_t i = 0; i < 8; i++) {
            const uint64_t steps = answer_of(&f, ids[i]).steps;
            least = steps < least ? steps : least;
            most = steps > most ? steps : most;
        }
        assert_true(most - least <= 100 + 110); /* a quantum; beginnings count beyond it */
    }
    destroy(&f);
}

static void a_higher_priority_gets_more_steps_and_is_admitted_first(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 2;
    def.quantum = 100;
    fixture f = make(def);
    wend_planner_request_def request = request_of(0);
    const wend_planner_request_id low = add(&f, &request);
    request = request_of(1);
    const wend_planner_request_id later = add(&f, &request);
    request = request_of(2);
    request.priority = 3;
    const wend_planner_request_id high = add(&f, &request);
    (void)update(&f, 4000);
    assert_int_equal(answer_of(&f, later).state, WEND_PLANNER_WAITING);
    assert_int_equal(answer_of(&f, low).state, WEND_PLANNER_SEARCHING);
    assert_true(answer_of(&f, high).steps > 3 * answer_of(&f, low).steps);
    destroy(&f);
}

static void important_requests_in_every_update_do_not_starve_others(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 1;
    def.aging = 2;
    fixture f = make(def);
    wend_planner_request_def request = request_of(0);
    const wend_planner_request_id low = add(&f, &request);
    uint64_t n = 1;
    for (; n < 200 && answer_of(&f, low).state != WEND_PLANNER_READY; n++) {
        request = request_of((uint32_t)(n % 150));
        request.priority = 15;
        request.query.to.y -= (double)(n / 150);
        (void)add(&f, &request);
        (void)update(&f, 15000); /* less than one search */
    }
    assert_int_equal(answer_of(&f, low).state, WEND_PLANNER_READY);
    assert_true(n > 15); /* it did wait */
    destroy(&f);
}

static void a_new_request_of_an_agent_replaces_the_old_one(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    wend_planner_request_def request = request_of(0);
    request.agent = 77;
    const wend_planner_request_id old = add(&f, &request);
    (void)update(&f, 300);
    request = request_of(5);
    request.agent = 77;
    const wend_planner_request_id fresh = add(&f, &request);
    assert_int_equal(answer_of(&f, old).path.reason, WEND_FAILURE_REPLACED);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(f.planner, fresh, NULL, f.path), WEND_OK);
    assert_int_equal(wend_planner_poll(f.planner, old, NULL, f.path), WEND_NO_PATH);
    assert_int_equal(wend_path_leg_count(f.path), 0);
    destroy(&f);
}

static void cancelled_and_released_ids_are_told_apart_and_stale(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.max_requests = 2;
    fixture f = make(def);
    const wend_planner_request_def request = request_of(0);
    const wend_planner_request_id a = add(&f, &request);
    const wend_planner_request_id b = add(&f, &request);
    wend_planner_request_id c;
    assert_int_equal(wend_planner_add_request(f.planner, &request, &c), WEND_ERROR_FULL);
    assert_int_equal(wend_planner_cancel(f.planner, a), WEND_OK);
    assert_int_equal(answer_of(&f, a).path.reason, WEND_FAILURE_CANCELLED);
    assert_int_equal(wend_planner_release(f.planner, b), WEND_OK);
    assert_int_equal(wend_planner_poll(f.planner, b, NULL, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_planner_cancel(f.planner, b), WEND_ERROR_STALE);
    assert_int_equal(wend_planner_release(f.planner, b), WEND_ERROR_STALE);
    c = add(&f, &request); /* the slot of b, at once */
    assert_int_equal(c.index1, b.index1);
    assert_int_equal(wend_planner_poll(f.planner, b, NULL, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(f.planner, c, NULL, NULL), WEND_OK);
    assert_int_equal(wend_planner_cancel(f.planner, c), WEND_OK); /* too late: it stays answered */
    assert_int_equal(wend_planner_poll(f.planner, c, NULL, NULL), WEND_OK);
    destroy(&f);
}

static void a_partial_path_comes_first_and_the_whole_is_joined_without_a_step_back(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    wend_planner_request_def request = request_of(0);
    request.partial_after_steps = 3000;
    const wend_planner_request_id id = add(&f, &request);
    (void)update(&f, 1000);
    assert_int_equal(answer_of(&f, id).state, WEND_PLANNER_SEARCHING);
    (void)update(&f, 2500);
    const wend_planner_answer part = answer_of(&f, id);
    assert_int_equal(part.state, WEND_PLANNER_PARTIAL);
    assert_int_equal(part.path.result, WEND_PARTIAL);
    assert_true(wend_path_leg_count(f.path) > 0);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    const wend_planner_answer whole = answer_of(&f, id);
    assert_int_equal(whole.path.result, WEND_OK);
    const double length = wend_path_length(f.path);
    const wend_leg first = wend_path_leg(f.path, 0);
    const wend_vec2 on = wend_vec2_lerp(first.from_point, first.to_point, 0.75);
    const wend_vec3 position = {on.x + 0.2, on.y + 0.2, 0};
    assert_int_equal(wend_planner_join(f.planner, id, position, f.path), WEND_OK);
    assert_true(wend_path_length(f.path) < length - 0.5 * first.length);
    assert_true(wend_path_leg(f.path, 0).from_point.x >= position.x);
    destroy(&f);
}

static void a_deadline_ends_a_request_with_what_it_has(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.max_searches = 1;
    fixture f = make(def);
    wend_planner_request_def request = request_of(0);
    request.deadline = 3;
    const wend_planner_request_id runs = add(&f, &request);
    request = request_of(1);
    request.deadline = 3;
    const wend_planner_request_id waits = add(&f, &request);
    (void)update(&f, 1000);
    (void)update(&f, 1000);
    assert_int_equal(answer_of(&f, runs).state, WEND_PLANNER_SEARCHING);
    (void)update(&f, 1000);
    wend_planner_answer answer = answer_of(&f, runs);
    assert_int_equal(answer.state, WEND_PLANNER_READY);
    assert_int_equal(answer.path.result, WEND_PARTIAL);
    assert_int_equal(answer.path.reason, WEND_FAILURE_DEADLINE);
    assert_true(wend_path_leg_count(f.path) > 0);
    answer = answer_of(&f, waits);
    assert_int_equal(answer.path.result, WEND_NO_PATH);
    assert_int_equal(answer.path.reason, WEND_FAILURE_DEADLINE);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    assert_int_equal(answer_of(&f, runs).path.result, WEND_PARTIAL);
    destroy(&f);
}

static void searches_never_hold_more_than_the_ceiling_and_all_are_answered(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.memory_ceiling = 1500000; /* a plain A* here takes some 600 KB */
    fixture f = make(def);
    wend_planner_request_id ids[20];
    for (uint32_t i = 0; i < 20; i++) {
        const wend_planner_request_def request = request_of(i);
        ids[i] = add(&f, &request);
    }
    wend_result result = WEND_IN_PROGRESS;
    wend_planner_stats stats;
    while (result == WEND_IN_PROGRESS) {
        result = update(&f, 5000);
        wend_planner_get_stats(f.planner, &stats);
        assert_true(stats.search_bytes <= def.memory_ceiling);
    }
    assert_int_equal(result, WEND_OK);
    assert_true(stats.max_search_bytes <= def.memory_ceiling);
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(answer_of(&f, ids[i]).path.result, WEND_OK);
    }
    destroy(&f);
}

static void a_search_that_cannot_fit_ends_with_its_reason(void **state)
{
    (void)state;
    wend_planner_def def = wend_planner_def_default();
    def.memory_ceiling = 100000;
    fixture f = make(def);
    const wend_planner_request_def request = request_of(0);
    const wend_planner_request_id id = add(&f, &request);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    const wend_planner_answer answer = answer_of(&f, id);
    assert_int_equal(answer.path.result, WEND_NO_PATH);
    assert_int_equal(answer.path.reason, WEND_FAILURE_MEMORY);
    destroy(&f);
}

static void equal_requests_share_a_search_and_the_cache_keeps_it_until_an_edit(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    wend_planner_stats stats;
    const wend_planner_request_def request = request_of(0);
    const wend_planner_request_id a = add(&f, &request);
    const wend_planner_request_id b = add(&f, &request);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    wend_planner_get_stats(f.planner, &stats);
    assert_int_equal(stats.searches, 1);
    assert_int_equal(stats.joined, 1);
    assert_true(answer_of(&f, b).is_joined);
    (void)wend_planner_release(f.planner, a);
    (void)wend_planner_release(f.planner, b);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    const wend_planner_request_id c = add(&f, &request);
    assert_int_equal(update(&f, 1), WEND_OK);
    assert_int_equal(answer_of(&f, c).path.result, WEND_OK);
    wend_planner_get_stats(f.planner, &stats);
    assert_int_equal(stats.cached, 1);
    grids_wall(f.grid, 3, 3, 1, 1);
    const wend_planner_request_id d = add(&f, &request);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    assert_int_equal(answer_of(&f, d).path.result, WEND_OK);
    wend_planner_get_stats(f.planner, &stats);
    assert_int_equal(stats.searches, 2);
    destroy(&f);
}

static void the_last_waits_no_longer_than_the_work_takes(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    enum { COUNT = 60, BUDGET = 20000 };
    wend_planner_request_id ids[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        const wend_planner_request_def request = request_of(i);
        ids[i] = add(&f, &request);
    }
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        result = update(&f, BUDGET);
    }
    wend_planner_stats stats;
    uint64_t last = 0;
    wend_planner_get_stats(f.planner, &stats);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint64_t waited = answer_of(&f, ids[i]).waited;
        last = waited > last ? waited : last;
    }
    assert_true((double)last <= 1 + 1.1 * (double)stats.steps / (double)BUDGET);
    destroy(&f);
}

/* Paths that take longer to make than any update has, by the planner's estimate: along 4096 cells of
 * expensive ground, more than a second. No test of times: what does not depend on the clock is how many
 * are made in one update, and that others do not wait for ever. */
static void paths_that_do_not_fit_are_made_one_an_update(void **state)
{
    (void)state;
    enum { LONG = 4096, PATHS = 3, UPDATES = 100, MOST_NS = 300000000 };
    fixture f = {.grid = grids_open(LONG, 1)};
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner_request_id ids[PATHS];
    wend_planner_stats stats;
    uint32_t index;
    grids_fill(f.grid, 1, 0, LONG - 1, 1, 250);
    def.grid = f.grid;
    assert_int_equal(wend_planner_create(&def, &f.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(f.planner, &profile, &index), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &f.path), WEND_OK);
    for (uint32_t i = 0; i < PATHS; i++) {
        wend_planner_request_def request = wend_planner_request_def_default();
        request.query.from = (wend_vec3){1.5 + i, 0.5, 0};
        request.query.to = (wend_vec3){(double)LONG - 0.5, 0.5, 0};
        request.query.shape = WEND_PATH_SMOOTH_PRECISE;
        request.query.is_searched = true;
        request.query.method = WEND_METHOD_ASTAR;
        ids[i] = add(&f, &request);
    }
    uint64_t answered = 0;
    uint32_t updates = 0;
    for (; answered < PATHS && updates < UPDATES; updates++) {
        wend_budget budget = wend_budget_ns(MOST_NS);
        const wend_result result = wend_planner_update(f.planner, &budget);
        wend_planner_get_stats(f.planner, &stats);
        assert_true(stats.answered <= answered + 1);
        assert_int_equal(result, stats.answered == PATHS ? WEND_OK : WEND_IN_PROGRESS);
        answered = stats.answered;
    }
    assert_int_equal(answered, PATHS);
    assert_true(updates > PATHS);
    assert_true(stats.rounds < 1000); /* updates end where nothing fits any more */
    for (uint32_t i = 0; i < PATHS; i++) {
        assert_int_equal(answer_of(&f, ids[i]).path.result, WEND_OK);
        assert_int_equal(wend_path_leg_count(f.path), 1);
    }
    destroy(&f);
}

typedef struct heard {
    int calls;
    wend_result last;
} heard;

static void note_call(void *user, wend_planner *planner, wend_planner_request_id id)
{
    heard *h = user;
    h->calls++;
    h->last = wend_planner_poll(planner, id, NULL, NULL);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_ERROR_BUSY);
    if (h->last == WEND_OK) {
        assert_int_equal(wend_planner_release(planner, id), WEND_OK);
    }
}

static void callbacks_are_called_for_partial_and_whole_paths(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    heard h = {0};
    wend_planner_request_def request = request_of(0);
    request.partial_after_updates = 2;
    request.on_answer = note_call;
    request.user = &h;
    (void)add(&f, &request);
    (void)update(&f, 1000);
    assert_int_equal(h.calls, 0);
    (void)update(&f, 1000);
    assert_int_equal(h.calls, 1);
    assert_int_equal(h.last, WEND_PARTIAL);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    assert_int_equal(h.calls, 2);
    assert_int_equal(h.last, WEND_OK);
    destroy(&f);
}

static void goals_within_and_away_end_at_their_distance(void **state)
{
    (void)state;
    fixture f = make(wend_planner_def_default());
    wend_planner_request_def request = wend_planner_request_def_default();
    request.query.from = (wend_vec3){2.5, 2.5, 0};
    request.query.to = (wend_vec3){5.5, 180.5, 0};
    request.goal = WEND_PLANNER_GOAL_WITHIN;
    request.distance = 12;
    const wend_planner_request_id near = add(&f, &request);
    request.query.to = request.query.from;
    request.goal = WEND_PLANNER_GOAL_AWAY;
    request.distance = 30;
    request.is_cost_only = true;
    const wend_planner_request_id away = add(&f, &request);
    assert_int_equal(wend_planner_update(f.planner, NULL), WEND_OK);
    wend_planner_answer answer = answer_of(&f, near);
    assert_int_equal(answer.path.result, WEND_OK);
    assert_true(answer.path.position.y > 168 && answer.path.position.y < 171);
    answer = answer_of(&f, away);
    assert_int_equal(answer.path.result, WEND_OK);
    assert_true(answer.path.position.y > 32 && answer.path.position.y < 34);
    assert_int_equal(wend_path_leg_count(f.path), 0);
    destroy(&f);
}

static void a_partial_path_comes_once_it_is_so_deep(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(60, 20);
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    wend_path *path = NULL;
    uint32_t index;
    grids_wall(grid, 50, 0, 1, 19); /* the path leads through the last row */
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner_request_id ids[2];
    request.query.from = (wend_vec3){1.5, 1.5, 0};
    request.query.to = (wend_vec3){58.5, 1.5, 0};
    request.query.method = WEND_METHOD_ASTAR;
    request.partial_after_depth = 20;
    assert_int_equal(wend_planner_add_request(planner, &request, &ids[0]), WEND_OK);
    request.partial_after_depth = 10000; /* no path is so long */
    assert_int_equal(wend_planner_add_request(planner, &request, &ids[1]), WEND_OK);
    bool was_partial = false;
    wend_result result = WEND_IN_PROGRESS;
    for (int i = 0; i < 2000 && result == WEND_IN_PROGRESS; i++) {
        wend_budget budget = wend_budget_steps(20);
        result = wend_planner_update(planner, &budget);
        wend_planner_answer answer;
        const wend_result polled = wend_planner_poll(planner, ids[0], &answer, path);
        assert_true(polled != WEND_PARTIAL || wend_path_length(path) >= 20);
        was_partial = was_partial || polled == WEND_PARTIAL;
        assert_int_not_equal(wend_planner_poll(planner, ids[1], NULL, NULL), WEND_PARTIAL);
    }
    assert_true(was_partial);
    assert_int_equal(wend_planner_poll(planner, ids[0], NULL, path), WEND_OK);
    wend_path_destroy(path);
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_partial_path_comes_once_it_is_so_deep),
        cmocka_unit_test(admitted_requests_of_equal_priority_stay_within_a_quantum),
        cmocka_unit_test(a_higher_priority_gets_more_steps_and_is_admitted_first),
        cmocka_unit_test(important_requests_in_every_update_do_not_starve_others),
        cmocka_unit_test(a_new_request_of_an_agent_replaces_the_old_one),
        cmocka_unit_test(cancelled_and_released_ids_are_told_apart_and_stale),
        cmocka_unit_test(a_partial_path_comes_first_and_the_whole_is_joined_without_a_step_back),
        cmocka_unit_test(a_deadline_ends_a_request_with_what_it_has),
        cmocka_unit_test(searches_never_hold_more_than_the_ceiling_and_all_are_answered),
        cmocka_unit_test(a_search_that_cannot_fit_ends_with_its_reason),
        cmocka_unit_test(equal_requests_share_a_search_and_the_cache_keeps_it_until_an_edit),
        cmocka_unit_test(the_last_waits_no_longer_than_the_work_takes),
        cmocka_unit_test(paths_that_do_not_fit_are_made_one_an_update),
        cmocka_unit_test(callbacks_are_called_for_partial_and_whole_paths),
        cmocka_unit_test(goals_within_and_away_end_at_their_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

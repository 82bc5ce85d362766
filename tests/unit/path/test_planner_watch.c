/* Answered requests that keep valid: edits that break their paths put them under way again. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/link.h"
#include "wend/planner.h"

enum { SIDE = 40, MANY = 30 };

typedef struct watch_stage {
    wend_grid *grid;
    wend_planner *planner;
    wend_path *path;
    unsigned calls;
} watch_stage;

static watch_stage stage_on(wend_grid *grid, uint32_t max_requests)
{
    watch_stage s = {.grid = grid};
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index;
    def.grid = s.grid;
    def.max_requests = max_requests;
    assert_int_equal(wend_planner_create(&def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile, &index), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &s.path), WEND_OK);
    return s;
}

static watch_stage stage_make(uint32_t max_requests)
{
    return stage_on(grids_open(SIDE, SIDE), max_requests);
}

static void stage_free(watch_stage *s)
{
    wend_path_destroy(s->path);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

static void count_call(void *user, wend_planner *planner, wend_planner_request_id id)
{
    watch_stage *s = user;
    (void)planner;
    (void)id;
    s->calls++;
}

static wend_planner_request_id add_request(watch_stage *s, double y, bool keeps_valid)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    def.query.from = (wend_vec3){1.5, y, 0};
    def.query.to = (wend_vec3){(double)SIDE - 1.5, y, 0};
    def.keeps_valid = keeps_valid;
    def.on_answer = count_call;
    def.user = s;
    assert_int_equal(wend_planner_add_request(s->planner, &def, &id), WEND_OK);
    return id;
}

static uint64_t broken(watch_stage *s)
{
    wend_planner_stats stats;
    wend_planner_get_stats(s->planner, &stats);
    return stats.broken;
}

static void an_edit_that_breaks_a_path_makes_the_request_ready_anew(void **state)
{
    (void)state;
    watch_stage s = stage_make(16);
    const wend_planner_request_id id = add_request(&s, 20.5, true);
    const wend_planner_request_id other =
        add_request(&s, 20.5, false); /* joined, and keeps its answer */
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, id, NULL, s.path), WEND_OK);
    const double before = wend_path_length(s.path);
    assert_int_equal(s.calls, 2);

    const uint64_t revision = wend_grid_revision(s.grid);
    grids_wall(s.grid, 20, 10, 1, 20);
    wend_budget budget = wend_budget_steps(1000);
    (void)wend_planner_update(s.planner, &budget);
    while (wend_planner_update(s.planner, NULL) == WEND_IN_PROGRESS) {
    }
    wend_planner_answer answer;
    assert_int_equal(wend_planner_poll(s.planner, id, &answer, s.path), WEND_OK);
    assert_true(wend_path_length(s.path) > before + 1);
    assert_int_equal(answer.revision, wend_grid_revision(s.grid));
    assert_int_equal(s.calls, 3);
    assert_int_equal(broken(&s), 1);
    assert_int_equal(wend_planner_poll(s.planner, other, &answer, s.path), WEND_OK);
    assert_true(wend_path_length(s.path) < before + 1e-9);
    assert_int_equal(answer.revision, revision); /* it is still that of then */
    assert_int_equal(wend_planner_release(s.planner, id), WEND_OK);
    assert_int_equal(wend_planner_release(s.planner, other), WEND_OK);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    stage_free(&s);
}

static void more_expensive_ground_and_edits_elsewhere_break_no_path(void **state)
{
    (void)state;
    watch_stage s = stage_make(16);
    const wend_planner_request_id id = add_request(&s, 20.5, true);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    for (int i = 0; i < 20; i++) {
        grids_fill(s.grid, 10, 15, 10, 10, (uint8_t)(1 + i % 5)); /* a jam that fades */
        grids_fill(s.grid, 5, 5, 3, 3, i % 2 == 0 ? WEND_COST_WALL : 1);
        assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
        assert_int_equal(wend_planner_poll(s.planner, id, NULL, s.path), WEND_OK);
    }
    assert_int_equal(broken(&s), 0);
    assert_int_equal(s.calls, 1);
    stage_free(&s);
}

static void a_broken_request_without_a_path_says_so_and_rests(void **state)
{
    (void)state;
    watch_stage s = stage_make(16);
    const wend_planner_request_id id = add_request(&s, 20.5, true);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    grids_wall(s.grid, 20, 0, 1, SIDE);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    wend_planner_answer answer;
    assert_int_equal(wend_planner_poll(s.planner, id, &answer, NULL), WEND_NO_PATH);
    assert_int_equal(answer.path.reason, WEND_FAILURE_UNREACHABLE);
    grids_fill(s.grid, 20, 0, 1, SIDE, 1);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, id, NULL, NULL), WEND_NO_PATH);
    stage_free(&s);
}

/* Steady edits and a small budget: all requests are valid again soon after the edits end, and none
 * waits for ever while they go on. */
static void steady_edits_starve_no_watched_request(void **state)
{
    (void)state;
    watch_stage s = stage_make(64);
    wend_planner_request_id ids[MANY];
    uint64_t answers[MANY] = {0};
    bool was_ready[MANY] = {false};
    for (unsigned i = 0; i < MANY; i++) {
        ids[i] = add_request(&s, 2.5 + i, true);
    }
    for (uint64_t tick = 0; tick < 600; tick++) {
        const int32_t x = (int32_t)wend_random_below(4, tick / 2, 0, SIDE - 8) + 3;
        const int32_t y = (int32_t)wend_random_below(4, tick / 2, 1, SIDE - 8);
        grids_fill(s.grid, x, y, 1, 6, tick % 2 == 0 ? WEND_COST_WALL : 1);
        wend_budget budget = wend_budget_steps(1500);
        assert_true(wend_planner_update(s.planner, &budget) >= 0);
        for (unsigned i = 0; i < MANY; i++) {
            wend_planner_answer answer;
            (void)wend_planner_poll(s.planner, ids[i], &answer, s.path);
            const bool is_ready = answer.state == WEND_PLANNER_READY;
            answers[i] += is_ready && !was_ready[i];
            was_ready[i] = is_ready;
            assert_true(answer.waited < 60);
        }
    }
    assert_true(broken(&s) > MANY);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(answers[i] > 0);
        assert_int_equal(wend_planner_poll(s.planner, ids[i], NULL, s.path), WEND_OK);
        assert_true(wend_path_is_valid(s.path, wend_planner_space(s.planner, 0), 0, 0, NULL));
    }
    stage_free(&s);
}

static uint64_t tested(watch_stage *s)
{
    wend_planner_stats stats;
    wend_planner_get_stats(s->planner, &stats);
    return stats.watched;
}

static void paths_away_from_an_edit_are_not_tested(void **state)
{
    (void)state;
    watch_stage s = stage_make(64);
    for (int i = 0; i < MANY; i++) {
        (void)add_request(&s, 1.5 + (i % 8), true); /* rows 1 to 8 */
    }
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    for (int i = 0; i < 20; i++) { /* rows 30 and on: two sectors away */
        grids_set(s.grid, 5 + i, 33, WEND_COST_WALL);
        assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    }
    assert_int_equal(tested(&s), 0);
    grids_set(s.grid, 20, 4, WEND_COST_WALL); /* one row is broken; its sector is shared by all */
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_in_range(tested(&s), 1, 8);
    assert_int_equal(broken(&s), 1);
    stage_free(&s);
}

/* Paths that are no plain lines over the map: any edit makes them suspect. */

static void a_watched_path_over_a_link_breaks_with_the_link(void **state)
{
    (void)state;
    watch_stage s = stage_make(16);
    wend_link_def link = wend_link_def_default();
    wend_link_id made;
    grids_wall(s.grid, 20, 0, 1, SIDE);
    link.from = 20 * SIDE + 15;
    link.to = 20 * SIDE + 25;
    assert_int_equal(wend_grid_add_link(s.grid, &link, &made, NULL), WEND_OK);
    const wend_planner_request_id id = add_request(&s, 20.5, true);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, id, NULL, NULL), WEND_OK);
    assert_int_equal(wend_grid_remove_link(s.grid, made), WEND_OK);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, id, NULL, NULL), WEND_NO_PATH);
    assert_int_equal(broken(&s), 1);
    stage_free(&s);
}

static void watched_paths_over_a_seam_and_over_hexes_break_with_their_cells(void **state)
{
    (void)state;
    for (int is_hex = 0; is_hex < 2; is_hex++) {
        wend_grid_def def = wend_grid_def_default();
        wend_grid *grid = NULL;
        def.width = def.height = SIDE;
        def.wrap = is_hex == 0 ? WEND_WRAP_X : WEND_WRAP_NONE;
        def.neighbours = is_hex != 0 ? WEND_NEIGHBOURS_6 : def.neighbours;
        assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
        watch_stage s = stage_on(grid, 16);
        grids_wall(grid, 20, 0, 1, is_hex != 0 ? 10 : SIDE);
        const wend_planner_request_id id = add_request(&s, 20.5, true);
        assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
        assert_int_equal(wend_planner_poll(s.planner, id, NULL, s.path), WEND_OK);
        grids_wall(grid, is_hex != 0 ? 25 : 0, 0, 1, SIDE);
        assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
        assert_int_equal(wend_planner_poll(s.planner, id, NULL, NULL), WEND_NO_PATH);
        assert_int_equal(broken(&s), 1);
        stage_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_that_breaks_a_path_makes_the_request_ready_anew),
        cmocka_unit_test(paths_away_from_an_edit_are_not_tested),
        cmocka_unit_test(a_watched_path_over_a_link_breaks_with_the_link),
        cmocka_unit_test(watched_paths_over_a_seam_and_over_hexes_break_with_their_cells),
        cmocka_unit_test(more_expensive_ground_and_edits_elsewhere_break_no_path),
        cmocka_unit_test(a_broken_request_without_a_path_says_so_and_rests),
        cmocka_unit_test(steady_edits_starve_no_watched_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

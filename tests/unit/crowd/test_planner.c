/* takes: crowds with a planner as their route source, and a wall that is built while bodies walk.
 * gives: all arrive, on few steps a tick; answered and cancelled queries are released.
 * cost:  some thousand ticks of a few bodies. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/grids.h"
#include "wend/planner.h"

enum { BODIES = 12 };

typedef struct stage {
    wend_grid *grid;
    wend_planner *planner;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
} stage;

/* 60 x 30 m: a wall at x 30 with gaps of four metres at both ends. */
static stage begin(void)
{
    stage s = {.grid = grids_open(60, 30)};
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 4, 1, 22, WEND_COST_WALL), WEND_OK);
    wend_planner_def planner_def = wend_planner_def_default();
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    uint32_t profile;
    planner_def.grid = s.grid;
    profile_def.radius = 0.25;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &profile), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.route_source = wend_route_source_from_planner(s.planner, profile);
    s.crowd = crowds_make(def);
    for (uint32_t i = 0; i < BODIES; i++) {
        s.ids[i] = crowds_put(s.crowd, 5.5 + (i % 4), 20.5 + (i / 4));
        const wend_vec2 to = {50.5 + (i % 4), 20.5 + (i / 4)};
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.ids[i], to, 0), WEND_OK);
    }
    return s;
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

static void tick(stage *s, uint32_t ticks, uint64_t steps)
{
    for (uint32_t i = 0; i < ticks; i++) {
        wend_budget budget = wend_budget_steps(steps);
        assert_true(wend_planner_update(s->planner, &budget) >= 0);
        crowds_tick(s->crowd, 1);
    }
}

static uint32_t held(stage *s)
{
    wend_planner_stats stats;
    (void)wend_planner_update(s->planner, NULL);
    wend_planner_get_stats(s->planner, &stats);
    return stats.held;
}

static void bodies_arrive_on_few_steps_a_tick_though_their_gap_is_closed(void **state)
{
    (void)state;
    stage s = begin();
    tick(&s, 200, 100);
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 26, 1, 4, WEND_COST_WALL), WEND_OK);
    tick(&s, 2400, 100);
    assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
    assert_int_equal(held(&s), 0);
    end(&s);
}

static void cancelled_queries_are_released(void **state)
{
    (void)state;
    stage s = begin();
    tick(&s, 2, 50);
    assert_true(held(&s) > 0);
    for (uint32_t i = 0; i < BODIES; i++) {
        assert_int_equal(wend_crowd_remove_body(s.crowd, s.ids[i]), WEND_OK);
    }
    assert_int_equal(held(&s), 0);
    end(&s);
}

static void a_source_without_planner_or_profile_finds_no_path(void **state)
{
    (void)state;
    stage s = begin();
    const wend_route_source sources[2] = {wend_route_source_from_planner(NULL, 0),
                                          wend_route_source_from_planner(s.planner, 9)};
    const wend_route_query query = {.ticket = 1, .to = {3, 3}};
    wend_path *path;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sources[i].start(sources[i].context, &query, path), WEND_NO_PATH);
        assert_int_equal(sources[i].poll(sources[i].context, 1, path), WEND_NO_PATH);
        sources[i].cancel(sources[i].context, 1);
    }
    wend_path_destroy(path);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_arrive_on_few_steps_a_tick_though_their_gap_is_closed),
        cmocka_unit_test(cancelled_queries_are_released),
        cmocka_unit_test(a_source_without_planner_or_profile_finds_no_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Crowds with a wend_pathfinder as their route source, and gaps in a wall that are closed and
 * opened while bodies walk: arrivals, and the ticks of new route queries.
 * Cost: some ten thousand ticks of a few bodies. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/grids.h"
#include "wend/pathfinder.h"
#include "wend/walls.h"

enum { SECOND = 20, BODIES = 12, EVENTS = WEND_EVENT_FLOOR + 1 };

/* 60 x 30 m: a wall at x 30 with gaps of four metres at both ends. */
typedef struct stage {
    wend_grid *grid;
    wend_pathfinder *pathfinder;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
    uint32_t events[EVENTS];
} stage;

static void set_gap(stage *s, int32_t y, bool is_open)
{
    assert_int_equal(wend_grid_fill(s->grid, 0, 30, y, 1, 4, is_open ? 1 : WEND_COST_WALL),
                     WEND_OK);
}

static stage begin(bool is_second_gap_open)
{
    stage s = {.grid = grids_open(60, 30)};
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 4, 1, 22, WEND_COST_WALL), WEND_OK);
    set_gap(&s, 0, is_second_gap_open);
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.grid = s.grid;
    finder_def.radius = 0.25;
    assert_int_equal(wend_pathfinder_create(&finder_def, &s.pathfinder), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.route_source = wend_route_source_from_pathfinder(s.pathfinder);
    s.crowd = crowds_make(def);
    for (uint32_t i = 0; i < BODIES; i++) {
        s.ids[i] = crowds_put(s.crowd, 5.5 + (i % 4), 20.5 + (i / 4));
    }
    return s;
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_pathfinder_destroy(s->pathfinder);
    wend_grid_destroy(s->grid);
}

static void send_each(stage *s)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        const wend_vec2 to = {50.5 + (i % 4), 20.5 + (i / 4)};
        assert_int_equal(wend_crowd_set_goal(s->crowd, s->ids[i], to, 0), WEND_OK);
    }
}

static void tick(stage *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        crowds_tick(s->crowd, 1);
        size_t count = 0;
        const wend_event *events = wend_crowd_get_events(s->crowd, &count);
        for (size_t k = 0; k < count; k++) {
            s->events[events[k].kind]++;
        }
    }
}

static void bodies_take_the_other_gap_when_theirs_is_closed(void **state)
{
    (void)state;
    for (int32_t is_group = 0; is_group <= 1; is_group++) {
        stage s = begin(true);
        if (is_group == 1) {
            const wend_vec2 to = {50, 20};
            assert_int_equal(wend_crowd_set_group_goal(s.crowd, s.ids, BODIES, to, 0), WEND_OK);
        } else {
            send_each(&s);
        }
        tick(&s, 200);
        set_gap(&s, 26, false);
        tick(&s, 2400);
        assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
        assert_int_equal(s.events[WEND_EVENT_NO_PATH], 0);
        assert_true(s.events[WEND_EVENT_ROUTE] >= 2 * BODIES);
        end(&s);
    }
}

/* Bodies far from an edit learn of it at once where it closes their path; others do not care. */
static void bodies_whose_path_is_cut_ask_again_within_a_second(void **state)
{
    (void)state;
    stage s = begin(true);
    for (uint32_t i = 0; i < BODIES; i++) {
        const wend_vec2 beyond = {50.5 + (i % 4), 20.5 + (i / 4)};
        const wend_vec2 before = {5.5 + (i % 4), 3.5 + (i / 4)};
        const wend_vec2 to = i % 2 == 0 ? beyond : before;
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.ids[i], to, 0), WEND_OK);
    }
    tick(&s, SECOND);
    assert_int_equal(s.events[WEND_EVENT_ROUTE], BODIES);
    assert_true(crowds_body(s.crowd, s.ids[0]).position.x < 10);
    assert_int_equal(wend_grid_fill(s.grid, 0, 40, 2, 1, 1, WEND_COST_WALL), WEND_OK);
    set_gap(&s, 26, false);
    tick(&s, SECOND);
    assert_int_equal(s.events[WEND_EVENT_ROUTE], BODIES + BODIES / 2);
    set_gap(&s, 26, true); /* a shorter path is not searched for */
    tick(&s, SECOND);
    assert_int_equal(s.events[WEND_EVENT_ROUTE], BODIES + BODIES / 2);
    tick(&s, 2400);
    assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
    assert_int_equal(s.events[WEND_EVENT_STUCK], 0);
    end(&s);
}

/* A wall of lines that grows, beside one that stays. */
static void bodies_ask_again_where_walls_cut_their_path(void **state)
{
    (void)state;
    const wend_vec2 room[4] = {{0, 0}, {40, 0}, {40, 20}, {0, 20}};
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    wend_wall_id id;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            wend_walls_add_segment(walls, room[i], room[(i + 1) % 4], WEND_STOPS_ALL, 0, NULL),
            WEND_OK);
    }
    stage s = {.grid = grids_open(40, 20)};
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.grid = s.grid;
    finder_def.radius = 0.25;
    assert_int_equal(wend_pathfinder_create(&finder_def, &s.pathfinder), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = walls;
    def.route_source = wend_route_source_from_pathfinder(s.pathfinder);
    s.crowd = crowds_make(def);
    const wend_body_id crossing = crowds_put(s.crowd, 2, 10);
    const wend_body_id beside = crowds_put(s.crowd, 2, 16);
    assert_int_equal(wend_crowd_set_goal(s.crowd, crossing, (wend_vec2){38, 10}, 0), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(s.crowd, beside, (wend_vec2){38, 16}, 0), WEND_OK);
    tick(&s, SECOND);
    assert_int_equal(s.events[WEND_EVENT_ROUTE], 2);
    assert_int_equal(wend_grid_fill(s.grid, 0, 20, 4, 1, 10, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){20.5, 4}, (wend_vec2){20.5, 14},
                                            WEND_STOPS_ALL, 0, &id),
                     WEND_OK);
    tick(&s, SECOND);
    assert_int_equal(s.events[WEND_EVENT_ROUTE], 3);
    tick(&s, 2400);
    assert_int_equal(crowds_info(s.crowd).arrived, 2);
    end(&s);
    wend_walls_destroy(walls);
}

/* A body that has a path keeps it where there is no other: nothing to send again. */
static void bodies_wait_at_the_only_gap_until_it_opens(void **state)
{
    (void)state;
    stage s = begin(false);
    send_each(&s);
    tick(&s, 200);
    set_gap(&s, 26, false);
    tick(&s, 2400);
    assert_int_equal(crowds_info(s.crowd).arrived, 0);
    assert_int_equal(crowds_info(s.crowd).moving, BODIES);
    assert_int_equal(s.events[WEND_EVENT_NO_PATH], 0);
    assert_true(s.events[WEND_EVENT_STUCK] > 0);
    set_gap(&s, 26, true);
    tick(&s, 2400);
    assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
    end(&s);
}

static void bodies_sent_while_all_is_closed_have_no_path_until_sent_again(void **state)
{
    (void)state;
    stage s = begin(false);
    set_gap(&s, 26, false);
    send_each(&s);
    tick(&s, 1);
    assert_int_equal(s.events[WEND_EVENT_NO_PATH], BODIES);
    set_gap(&s, 26, true);
    tick(&s, 400);
    assert_true(crowds_body(s.crowd, s.ids[0]).position.x < 7);
    send_each(&s);
    tick(&s, 2400);
    assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
    end(&s);
}

static void no_pathfinder_gives_no_path(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    def.route_source = wend_route_source_from_pathfinder(NULL);
    wend_crowd *crowd = crowds_make(def);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){5, 0}, 0), WEND_OK);
    crowds_tick(crowd, 1);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_NO_PATH);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_take_the_other_gap_when_theirs_is_closed),
        cmocka_unit_test(bodies_whose_path_is_cut_ask_again_within_a_second),
        cmocka_unit_test(bodies_ask_again_where_walls_cut_their_path),
        cmocka_unit_test(bodies_wait_at_the_only_gap_until_it_opens),
        cmocka_unit_test(bodies_sent_while_all_is_closed_have_no_path_until_sent_again),
        cmocka_unit_test(no_pathfinder_gives_no_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

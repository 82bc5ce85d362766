/* Exits and the bodies that are behind them, or cannot get to them: outside already, sent again, in the next
 * room, without a path, and with a request that is gone. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/exits.h"
#include "wend/pathfinder.h"

#include <math.h>

enum { SIDE = 30, EDGE = 9, PEOPLE = 60 };

/* A hall of 22 x 30 m with a door of two metres in the middle of the left and of the right wall, and nine
 * metres of open ground behind each. */
typedef struct hall {
    wend_grid *grid;
    wend_pathfinder *paths;
    wend_crowd *crowd;
    wend_exit_def defs[2];
    wend_exit_id exits[2];
    wend_body_id ids[PEOPLE];
} hall;

static hall hall_open(bool by_flow)
{
    hall h;
    h.grid = grids_open(40, SIDE);
    for (int32_t x = EDGE - 1; x < 40; x += 40 - 2 * EDGE + 1) {
        grids_wall(h.grid, x, 0, 1, SIDE);
        grids_fill(h.grid, x, SIDE / 2 - 1, 1, 2, 1);
    }
    wend_pathfinder_def paths = wend_pathfinder_def_default();
    paths.grid = h.grid;
    assert_int_equal(wend_pathfinder_create(&paths, &h.paths), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = h.grid;
    def.max_bodies = 2 * PEOPLE;
    def.has_own_flow = true;
    def.route_source = wend_route_source_from_pathfinder(h.paths);
    h.crowd = crowds_make(def);
    for (int i = 0; i < 2; i++) {
        wend_exit_def exit = wend_exit_def_default();
        exit.position = (wend_vec2){i == 0 ? 8.5 : 31.5, SIDE / 2};
        exit.goal = (wend_vec2){i == 0 ? 3.5 : 36.5, SIDE / 2};
        exit.has_goal = true;
        exit.width = 2;
        if (by_flow) {
            assert_int_equal(
                wend_flow_add_request_to(wend_crowd_flow(h.crowd), 0, exit.goal, 0, &exit.request),
                WEND_OK);
        }
        h.defs[i] = exit;
        assert_int_equal(wend_crowd_add_exit(h.crowd, &exit, &h.exits[i]), WEND_OK);
    }
    return h;
}

static void hall_close(hall *h)
{
    wend_crowd_destroy(h->crowd);
    wend_pathfinder_destroy(h->paths);
    wend_grid_destroy(h->grid);
}

static void put_people(hall *h, double x, double y)
{
    for (int i = 0; i < PEOPLE; i++) {
        h->ids[i] = crowds_put(h->crowd, x + 0.7 * (i % 6), y + 0.7 * floor(i / 6.0));
    }
}

static wend_exit_info info_of(const hall *h, int exit)
{
    wend_exit_info info;
    assert_int_equal(wend_crowd_get_exit(h->crowd, h->exits[exit], &info), WEND_OK);
    return info;
}

static uint64_t count_passed(const hall *h)
{
    return info_of(h, 0).passed + info_of(h, 1).passed;
}

static void leave(const hall *h, const wend_body_id *ids, size_t count)
{
    assert_int_equal(wend_crowd_leave(h->crowd, ids, count, WEND_EXIT_LEAST_TIME), WEND_OK);
}

/* Ticks until all bodies have arrived; each is removed then. The order is repeated every so many ticks. */
static int empty(const hall *h, int again)
{
    int ticks = 0;
    for (; wend_crowd_body_count(h->crowd) > 0 && ticks < 3000; ticks++) {
        if (again > 0 && ticks % again == 0) {
            wend_body_id ids[PEOPLE];
            size_t count = 0;
            assert_int_equal(wend_crowd_list_bodies(h->crowd, ids, PEOPLE, &count), WEND_OK);
            leave(h, ids, count);
        }
        crowds_tick(h->crowd, 1);
        size_t count = 0;
        const wend_event *events = wend_crowd_get_events(h->crowd, &count);
        for (size_t i = 0; i < count; i++) {
            if (events[i].kind == WEND_EVENT_ARRIVED) {
                assert_int_equal(wend_crowd_remove_body(h->crowd, events[i].body), WEND_OK);
            }
        }
    }
    assert_int_equal(wend_crowd_body_count(h->crowd), 0);
    return ticks;
}

static void bodies_that_are_outside_settle_around_the_goal(void **state)
{
    (void)state;
    for (int by_flow = 0; by_flow < 2; by_flow++) {
        hall h = hall_open(by_flow == 1);
        put_people(&h, 1, 17);
        leave(&h, h.ids, PEOPLE);
        crowds_tick(h.crowd, 400);
        for (int i = 0; i < PEOPLE; i++) {
            assert_int_equal(crowds_body(h.crowd, h.ids[i]).state, WEND_BODY_ARRIVED);
        }
        assert_int_equal(count_passed(&h), 0);
        assert_int_equal(info_of(&h, 0).coming + info_of(&h, 1).coming, 0);
        leave(&h, h.ids, PEOPLE); /* again: they stay where they are, or near */
        crowds_tick(h.crowd, 400);
        for (int i = 0; i < PEOPLE; i++) {
            assert_int_equal(crowds_body(h.crowd, h.ids[i]).state, WEND_BODY_ARRIVED);
        }
        assert_int_equal(count_passed(&h), 0);
        hall_close(&h);
    }
}

static void the_order_may_be_repeated(void **state)
{
    (void)state;
    for (int by_flow = 0; by_flow < 2; by_flow++) {
        hall h = hall_open(by_flow == 1);
        put_people(&h, 10, 11);
        leave(&h, h.ids, PEOPLE);
        const int once = empty(&h, 0);
        assert_int_equal(count_passed(&h), PEOPLE);
        put_people(&h, 10, 11);
        assert_true(empty(&h, 20) < once * 3 / 2);
        assert_int_equal(count_passed(&h), 2 * PEOPLE); /* each counts once */
        hall_close(&h);
    }
}

/* One body before the door passes it once, also where the order is repeated in each tick. */
static void a_body_counts_once_for_all_orders(void **state)
{
    (void)state;
    for (int has_goal = 0; has_goal < 2; has_goal++) {
        hall h = hall_open(false);
        h.defs[0].has_goal = has_goal == 1;
        assert_int_equal(wend_crowd_set_exit(h.crowd, h.exits[0], &h.defs[0]), WEND_OK);
        const wend_body_id body = crowds_put(h.crowd, 11, 15);
        for (int i = 0; i < 300; i++) {
            leave(&h, &body, 1);
            crowds_tick(h.crowd, 1);
        }
        assert_true(crowds_body(h.crowd, body).position.x < 9.5);
        assert_int_equal(info_of(&h, 0).passed, 1);
        assert_int_equal(info_of(&h, 0).coming, 0);
        hall_close(&h);
    }
}

/* Two rooms with a wall between them: behind the plane of the door of the other room, and near to it. */
static void a_body_in_the_next_room_has_not_passed(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 30);
    grids_wall(grid, 0, 10, 40, 1);
    grids_fill(grid, 17, 10, 6, 1, 1);
    grids_wall(grid, 0, 12, 40, 1);
    grids_wall(grid, 0, 20, 40, 1);
    grids_fill(grid, 19, 20, 2, 1, 1);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = grid;
    hall h = {.grid = grid};
    assert_int_equal(wend_pathfinder_create(&def, &h.paths), WEND_OK);
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.grid = grid;
    crowd.route_source = wend_route_source_from_pathfinder(h.paths);
    h.crowd = crowds_make(crowd);
    const double at[2][3] = {{10.5, 11.5, 6}, {20.5, 24.5, 2}}; /* door, goal, width */
    for (int i = 0; i < 2; i++) {
        wend_exit_def exit = wend_exit_def_default();
        exit.position = (wend_vec2){20, at[i][0]};
        exit.goal = (wend_vec2){20, at[i][1]};
        exit.has_goal = true;
        exit.width = at[i][2];
        assert_int_equal(wend_crowd_add_exit(h.crowd, &exit, &h.exits[i]), WEND_OK);
    }
    const wend_body_id body = crowds_put(h.crowd, 20, 13.4);
    leave(&h, &body, 1);
    crowds_tick(h.crowd, 300);
    assert_int_equal(crowds_body(h.crowd, body).state, WEND_BODY_ARRIVED);
    assert_int_equal(info_of(&h, 0).passed, 0);
    assert_int_equal(info_of(&h, 1).passed, 1);
    hall_close(&h);
}

static void bodies_without_a_path_are_in_no_queue(void **state)
{
    (void)state;
    for (int by_flow = 0; by_flow < 2; by_flow++) {
        hall h = hall_open(by_flow == 1);
        grids_wall(h.grid, 18, 4, 4, 4);
        grids_fill(h.grid, 19, 5, 2, 2, 1);
        const wend_body_id closed_in = crowds_put(h.crowd, 20, 6);
        leave(&h, &closed_in, 1);
        for (int i = 0; i < 200; i++) {
            crowds_tick(h.crowd, 1);
            assert_true(info_of(&h, 0).seconds < 100 && info_of(&h, 1).seconds < 100);
        }
        assert_int_equal(crowds_body(h.crowd, closed_in).state, WEND_BODY_NO_PATH);
        assert_int_equal(info_of(&h, 0).coming + info_of(&h, 1).coming, 0);
        grids_fill(h.grid, 18, 4, 4, 4, 1);
        crowds_tick(h.crowd, 700);
        assert_int_equal(count_passed(&h), 1);
        hall_close(&h);
    }
}

/* Requests of which no field covers the body. */
static void a_body_off_the_fields_does_not_go_to_and_fro(void **state)
{
    (void)state;
    hall h = hall_open(false);
    for (int i = 0; i < 2; i++) {
        wend_flow_request_def def = wend_flow_request_def_default();
        const wend_flow_position goal = {.position = h.defs[i].goal};
        def.goals = &goal;
        def.goal_count = 1;
        assert_int_equal(
            wend_flow_add_request(wend_crowd_flow(h.crowd), &def, &h.defs[i].request, NULL),
            WEND_OK);
        assert_int_equal(wend_crowd_set_exit(h.crowd, h.exits[i], &h.defs[i]), WEND_OK);
    }
    grids_wall(h.grid, 18, 4, 4, 4);
    grids_fill(h.grid, 19, 5, 2, 2, 1);
    const wend_body_id closed_in = crowds_put(h.crowd, 20, 6);
    leave(&h, &closed_in, 1);
    int lost = 0;
    for (int i = 0; i < 400; i++) {
        size_t count = 0;
        crowds_tick(h.crowd, 1);
        const wend_event *events = wend_crowd_get_events(h.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            lost += events[k].kind == WEND_EVENT_NO_PATH;
        }
    }
    assert_int_equal(crowds_body(h.crowd, closed_in).state, WEND_BODY_NO_PATH);
    assert_true(lost >= 1 && lost <= 12);
    grids_fill(h.grid, 18, 4, 4, 4, 1);
    crowds_tick(h.crowd, 700);
    assert_int_equal(count_passed(&h), 1);
    hall_close(&h);
}

static void bodies_behind_the_door_survive_its_request(void **state)
{
    (void)state;
    for (int has_other = 0; has_other < 2; has_other++) {
        hall h = hall_open(true);
        const wend_body_id body = crowds_put(h.crowd, 11, 15);
        leave(&h, &body, 1);
        while (info_of(&h, 0).passed == 0) {
            crowds_tick(h.crowd, 1);
        }
        if (has_other == 0) {
            assert_int_equal(wend_crowd_remove_exit(h.crowd, h.exits[1]), WEND_OK);
        }
        assert_int_equal(wend_flow_remove_request(wend_crowd_flow(h.crowd), h.defs[0].request),
                         WEND_OK);
        crowds_tick(h.crowd, 40);
        if (has_other == 1) {
            assert_int_equal(wend_crowd_exit_of_body(h.crowd, body).index1, h.exits[1].index1);
        } else {
            assert_int_equal(crowds_body(h.crowd, body).state, WEND_BODY_NO_PATH);
            h.defs[0].request = (wend_flow_request_id){0, 0};
            assert_int_equal(wend_crowd_set_exit(h.crowd, h.exits[0], &h.defs[0]), WEND_OK);
        }
        crowds_tick(h.crowd, 600);
        assert_int_equal(crowds_body(h.crowd, body).state, WEND_BODY_ARRIVED);
        assert_int_equal(info_of(&h, 0).passed, 1);
        hall_close(&h);
    }
}

/* Bodies would never be behind it. */
static void a_goal_in_the_middle_of_the_door_is_none_behind_it(void **state)
{
    (void)state;
    hall with = hall_open(false);
    hall without = hall_open(false);
    for (int i = 0; i < 2; i++) {
        with.defs[i].goal = with.defs[i].position;
        without.defs[i].has_goal = false;
        assert_int_equal(wend_crowd_set_exit(with.crowd, with.exits[i], &with.defs[i]), WEND_OK);
        assert_int_equal(wend_crowd_set_exit(without.crowd, without.exits[i], &without.defs[i]),
                         WEND_OK);
    }
    put_people(&with, 14, 10);
    put_people(&without, 14, 10);
    leave(&with, with.ids, PEOPLE);
    leave(&without, without.ids, PEOPLE);
    crowds_tick(with.crowd, 1200);
    crowds_tick(without.crowd, 1200);
    assert_true(wend_crowd_hash(with.crowd) == wend_crowd_hash(without.crowd));
    assert_int_equal(count_passed(&with), PEOPLE);
    hall_close(&without);
    hall_close(&with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_are_outside_settle_around_the_goal),
        cmocka_unit_test(the_order_may_be_repeated),
        cmocka_unit_test(a_body_counts_once_for_all_orders),
        cmocka_unit_test(a_body_in_the_next_room_has_not_passed),
        cmocka_unit_test(bodies_without_a_path_are_in_no_queue),
        cmocka_unit_test(a_body_off_the_fields_does_not_go_to_and_fro),
        cmocka_unit_test(bodies_behind_the_door_survive_its_request),
        cmocka_unit_test(a_goal_in_the_middle_of_the_door_is_none_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Exits: the nearest one unless others wait there, closed ones, paths and fields, edits, other orders,
 * measured rates, the same on eight threads, and on after loading. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/exits.h"
#include "wend/pathfinder.h"

#include <math.h>
#include <stdlib.h>

static wend_exit_id door(wend_crowd *crowd, double x, double y)
{
    wend_exit_def def = wend_exit_def_default();
    wend_exit_id id;
    def.position = (wend_vec2){x, y};
    assert_int_equal(wend_crowd_add_exit(crowd, &def, &id), WEND_OK);
    return id;
}

static wend_exit_info info_of(const wend_crowd *crowd, wend_exit_id id)
{
    wend_exit_info info;
    assert_int_equal(wend_crowd_get_exit(crowd, id, &info), WEND_OK);
    return info;
}

static void leave(wend_crowd *crowd, const wend_body_id *ids, size_t count)
{
    assert_int_equal(wend_crowd_leave(crowd, ids, count, WEND_EXIT_LEAST_TIME), WEND_OK);
}

static void set_closed(wend_crowd *crowd, wend_exit_id id, bool is_closed)
{
    const wend_exit_info info = info_of(crowd, id);
    wend_exit_def def = wend_exit_def_default();
    def.position = info.position;
    def.is_closed = is_closed;
    assert_int_equal(wend_crowd_set_exit(crowd, id, &def), WEND_OK);
}

static void exits_come_and_go(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id body = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_leave(crowd, &body, 1, WEND_EXIT_NEAREST), WEND_ERROR_ARGUMENT);
    const wend_exit_id near = door(crowd, 10, 0);
    const wend_exit_id far = door(crowd, -20, 0);
    leave(crowd, &body, 1);
    assert_int_equal(wend_crowd_exit_of_body(crowd, body).index1, near.index1);
    assert_int_equal(info_of(crowd, near).coming, 1);
    crowds_tick(crowd, 10);
    assert_int_equal(wend_crowd_remove_exit(crowd, near), WEND_OK);
    assert_int_equal(wend_crowd_remove_exit(crowd, near), WEND_ERROR_STALE);
    crowds_tick(crowd, 10);
    assert_int_equal(wend_crowd_exit_of_body(crowd, body).index1, far.index1);
    crowds_tick(crowd, 500);
    assert_int_equal(crowds_body(crowd, body).state, WEND_BODY_ARRIVED);
    assert_int_equal(info_of(crowd, far).passed, 1);
    assert_int_equal(info_of(crowd, far).coming, 0);
    const wend_exit_id again = door(crowd, 5, 5);
    assert_int_equal(again.index1, near.index1);
    assert_true(again.generation != near.generation);
    for (int i = 2; i < WEND_CROWD_EXITS_MAX; i++) {
        (void)door(crowd, i, 9);
    }
    wend_exit_id id;
    const wend_exit_def def = wend_exit_def_default();
    assert_int_equal(wend_crowd_add_exit(crowd, &def, &id), WEND_ERROR_FULL);
    wend_crowd_destroy(crowd);
}

static void another_order_ends_this_one(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id body = crowds_put(crowd, 0, 0);
    const wend_exit_id exit = door(crowd, 10, 0);
    leave(crowd, &body, 1);
    assert_int_equal(wend_crowd_set_goal(crowd, body, (wend_vec2){0, 5}, 0), WEND_OK);
    assert_int_equal(wend_crowd_exit_of_body(crowd, body).index1, 0);
    crowds_tick(crowd, 300);
    assert_true(fabs(crowds_body(crowd, body).position.y - 5) < 0.1);
    assert_int_equal(info_of(crowd, exit).passed, 0);
    leave(crowd, &body, 1);
    assert_int_equal(wend_crowd_remove_body(crowd, body), WEND_OK);
    assert_int_equal(info_of(crowd, exit).coming, 0);
    const wend_body_id other = crowds_put(crowd, 1, 1); /* of the same index */
    assert_int_equal(wend_crowd_exit_of_body(crowd, other).index1, 0);
    wend_crowd_destroy(crowd);
}

static void bodies_stand_while_all_are_closed(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id body = crowds_put(crowd, 0, 0);
    const wend_exit_id exits[2] = {door(crowd, 10, 0), door(crowd, -12, 0)};
    leave(crowd, &body, 1);
    crowds_tick(crowd, 20);
    set_closed(crowd, exits[0], true);
    crowds_tick(crowd, 20);
    assert_int_equal(wend_crowd_exit_of_body(crowd, body).index1, exits[1].index1);
    set_closed(crowd, exits[1], true);
    crowds_tick(crowd, 20);
    const wend_body stands = crowds_body(crowd, body);
    assert_int_equal(stands.state, WEND_BODY_NO_PATH);
    assert_int_equal(wend_crowd_exit_of_body(crowd, body).index1, 0);
    crowds_tick(crowd, 40);
    assert_true(fabs(crowds_body(crowd, body).position.x - stands.position.x) < 0.5);
    set_closed(crowd, exits[0], false);
    crowds_tick(crowd, 400);
    assert_int_equal(info_of(crowd, exits[0]).passed, 1);
    assert_int_equal(crowds_body(crowd, body).state, WEND_BODY_ARRIVED);
    wend_crowd_destroy(crowd);
}

/* ---- a hall ---- */

enum { SIDE = 32, WIDE = 20, PEOPLE = 150 };

typedef struct hall {
    wend_grid *grid;
    wend_pathfinder *paths;
    wend_crowd *crowd;
    wend_body_id ids[PEOPLE];
    wend_exit_id exits[2];
} hall;

/* A hall of 18 x 32 m with a door of two metres in the middle of the left and of the right wall; the
 * people stand near the left one. */
static hall hall_open(const wend_executor *executor, bool by_flow, uint64_t seed)
{
    hall h;
    h.grid = grids_open(WIDE + 16, SIDE);
    grids_wall(h.grid, 8, 0, 1, SIDE);
    grids_wall(h.grid, WIDE + 7, 0, 1, SIDE);
    grids_fill(h.grid, 8, SIDE / 2, 1, 2, 1);
    grids_fill(h.grid, WIDE + 7, SIDE / 2, 1, 2, 1);
    wend_pathfinder_def paths = wend_pathfinder_def_default();
    paths.grid = h.grid;
    assert_int_equal(wend_pathfinder_create(&paths, &h.paths), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = h.grid;
    def.max_bodies = PEOPLE;
    def.has_own_flow = true;
    def.route_source = wend_route_source_from_pathfinder(h.paths);
    def.executor = *executor;
    h.crowd = crowds_make(def);
    for (int i = 0; i < 2; i++) {
        wend_exit_def exit = wend_exit_def_default();
        exit.position = (wend_vec2){i == 0 ? 8.5 : (double)WIDE + 7.5, SIDE / 2 + 1};
        exit.goal = (wend_vec2){i == 0 ? 2.5 : (double)WIDE + 13.5, SIDE / 2 + 1};
        exit.has_goal = true;
        exit.width = 2;
        if (by_flow) {
            assert_int_equal(
                wend_flow_add_request_to(wend_crowd_flow(h.crowd), 0, exit.goal, 0, &exit.request),
                WEND_OK);
        }
        assert_int_equal(wend_crowd_add_exit(h.crowd, &exit, &h.exits[i]), WEND_OK);
    }
    for (uint32_t i = 0; i < PEOPLE; i++) {
        const double x = 10.5 + (i % 6) + 0.2 * wend_random_unit(seed, i, 0);
        h.ids[i] = crowds_put(h.crowd, x, 3.5 + floor(i / 6.0));
    }
    return h;
}

static void hall_close(hall *h)
{
    wend_crowd_destroy(h->crowd);
    wend_pathfinder_destroy(h->paths);
    wend_grid_destroy(h->grid);
}

/* Ticks until all are out, and counts changes of exits. Bodies behind the doors are removed. */
static uint32_t empty(hall *h, uint32_t *changes)
{
    uint32_t last[PEOPLE] = {0};
    uint32_t ticks = 0;
    *changes = 0;
    while (wend_crowd_body_count(h->crowd) > 0 && ticks < 6000) {
        crowds_tick(h->crowd, 1);
        ticks++;
        for (uint32_t i = 0; i < PEOPLE; i++) {
            wend_body body;
            if (wend_crowd_get_body(h->crowd, h->ids[i], &body) != WEND_OK) {
                continue;
            }
            const uint32_t now = wend_crowd_exit_of_body(h->crowd, h->ids[i]).index1;
            *changes += last[i] != 0 && last[i] != now;
            last[i] = now;
            if (body.position.x < 7 || body.position.x > WIDE + 9) {
                assert_int_equal(wend_crowd_remove_body(h->crowd, h->ids[i]), WEND_OK);
            }
        }
    }
    assert_int_equal(wend_crowd_body_count(h->crowd), 0);
    assert_int_equal(info_of(h->crowd, h->exits[0]).passed + info_of(h->crowd, h->exits[1]).passed,
                     PEOPLE);
    return ticks;
}

static void both_doors_of_a_hall_are_used(void **state)
{
    (void)state;
    const wend_executor serial = {NULL, NULL};
    for (int by_flow = 0; by_flow < 2; by_flow++) {
        uint32_t changes = 0;
        hall h = hall_open(&serial, by_flow == 1, 1);
        assert_int_equal(wend_crowd_leave(h.crowd, h.ids, PEOPLE, WEND_EXIT_NEAREST), WEND_OK);
        const uint32_t nearest = empty(&h, &changes);
        assert_int_equal(changes, 0);
        assert_int_equal(info_of(h.crowd, h.exits[0]).passed, PEOPLE);
        hall_close(&h);
        h = hall_open(&serial, by_flow == 1, 1);
        leave(h.crowd, h.ids, PEOPLE);
        const uint32_t least = empty(&h, &changes);
        assert_true(least < nearest * 5 / 6);
        assert_true(info_of(h.crowd, h.exits[1]).passed > PEOPLE / 6);
        /* Nobody goes to and fro: a body changes once, and few more than once. */
        assert_true(changes <= info_of(h.crowd, h.exits[1]).passed + PEOPLE / 4);
        hall_close(&h);
    }
}

static void a_rate_is_measured_while_there_is_a_queue(void **state)
{
    (void)state;
    const wend_executor serial = {NULL, NULL};
    hall h = hall_open(&serial, false, 2);
    assert_true(fabs(info_of(h.crowd, h.exits[0]).rate - 4.8) < 1e-9);
    assert_int_equal(wend_crowd_leave(h.crowd, h.ids, PEOPLE, WEND_EXIT_NEAREST), WEND_OK);
    crowds_tick(h.crowd, 200);
    const wend_exit_info before = info_of(h.crowd, h.exits[0]);
    assert_true(before.coming > 0 && before.seconds > 2);
    crowds_tick(h.crowd, 300);
    const wend_exit_info after = info_of(h.crowd, h.exits[0]);
    const double passed = (double)(after.passed - before.passed) / 15;
    assert_true(fabs(after.rate - passed) < 0.35 * passed);
    assert_true(fabs(info_of(h.crowd, h.exits[1]).rate - 4.8) < 1e-9); /* no queue there */
    wend_exit_def def = wend_exit_def_default();
    def.position = before.position;
    def.rate = 4;
    assert_int_equal(wend_crowd_set_exit(h.crowd, h.exits[0], &def), WEND_OK);
    assert_true(fabs(info_of(h.crowd, h.exits[0]).rate - 4) < 1e-9);
    hall_close(&h);
}

static void a_wall_in_a_door_sends_bodies_to_another_one(void **state)
{
    (void)state;
    const wend_executor serial = {NULL, NULL};
    for (int by_flow = 0; by_flow < 2; by_flow++) {
        hall h = hall_open(&serial, by_flow == 1, 3);
        leave(h.crowd, h.ids, PEOPLE);
        crowds_tick(h.crowd, 150);
        const uint64_t passed = info_of(h.crowd, h.exits[0]).passed;
        assert_true(passed > 0);
        grids_wall(h.grid, 8, SIDE / 2, 1, 2);
        crowds_tick(h.crowd, 2600);
        assert_true(info_of(h.crowd, h.exits[0]).passed <= passed + 3);
        assert_true(info_of(h.crowd, h.exits[1]).passed >= PEOPLE - passed - 6);
        hall_close(&h);
    }
}

/* ---- paths to exits that come and move ---- */

/* Open ground of 60 x 20 m with a closed room of 3 x 3 m at 20, 8. */
typedef struct field {
    wend_grid *grid;
    wend_pathfinder *paths;
    wend_crowd *crowd;
} field;

static field field_open(void)
{
    field f;
    f.grid = grids_open(60, 20);
    grids_wall(f.grid, 19, 7, 5, 5);
    grids_fill(f.grid, 20, 8, 3, 3, 1);
    wend_pathfinder_def paths = wend_pathfinder_def_default();
    paths.grid = f.grid;
    assert_int_equal(wend_pathfinder_create(&paths, &f.paths), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = f.grid;
    def.route_source = wend_route_source_from_pathfinder(f.paths);
    f.crowd = crowds_make(def);
    return f;
}

static void field_close(field *f)
{
    wend_crowd_destroy(f->crowd);
    wend_pathfinder_destroy(f->paths);
    wend_grid_destroy(f->grid);
}

static void an_exit_that_moved_is_tried_again(void **state)
{
    (void)state;
    field f = field_open();
    const wend_body_id body = crowds_put(f.crowd, 30.5, 9.5);
    const wend_exit_id walled = door(f.crowd, 21.5, 9.5);
    const wend_exit_id far = door(f.crowd, 58.5, 9.5);
    leave(f.crowd, &body, 1);
    crowds_tick(f.crowd, 30);
    assert_int_equal(wend_crowd_exit_of_body(f.crowd, body).index1, far.index1);
    wend_exit_def def = wend_exit_def_default();
    def.position = (wend_vec2){26.5, 9.5};
    assert_int_equal(wend_crowd_set_exit(f.crowd, walled, &def), WEND_OK);
    crowds_tick(f.crowd, 30);
    assert_int_equal(wend_crowd_exit_of_body(f.crowd, body).index1, walled.index1);
    field_close(&f);
}

/* The first path to a new exit leads around the room, and is longer than a straight line. */
static void the_path_to_a_new_exit_is_queried_once(void **state)
{
    (void)state;
    field f = field_open();
    const wend_body_id body = crowds_put(f.crowd, 25.5, 9.5);
    (void)door(f.crowd, 58.5, 9.5);
    leave(f.crowd, &body, 1);
    crowds_tick(f.crowd, 10);
    const wend_exit_id near = door(f.crowd, 18.5, 9.5);
    uint32_t routes = 0;
    for (int i = 0; i < 40; i++) {
        size_t count = 0;
        crowds_tick(f.crowd, 1);
        const wend_event *events = wend_crowd_get_events(f.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            routes += events[k].kind == WEND_EVENT_ROUTE;
        }
    }
    assert_int_equal(wend_crowd_exit_of_body(f.crowd, body).index1, near.index1);
    assert_int_equal(routes, 1);
    field_close(&f);
}

static void edits_before_the_first_exit_do_not_count(void **state)
{
    (void)state;
    field f = field_open();
    crowds_tick(f.crowd, 1);
    grids_wall(f.grid, 40, 3, 1, 1);
    crowds_tick(f.crowd, 1);
    wend_crowd *twin = crowds_on(f.grid, NULL);
    crowds_check_twin(f.crowd, twin, 0);
    (void)door(f.crowd, 30.5, 9.5);
    (void)door(twin, 30.5, 9.5);
    assert_true(wend_crowd_hash(f.crowd) == wend_crowd_hash(twin));
    wend_crowd_destroy(twin);
    field_close(&f);
}

/* ---- the same everywhere ---- */

static void threads_and_files_do_not_matter(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(8);
    const wend_executor serial = {NULL, NULL};
    const wend_executor parallel = wend_pool_executor(pool);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const bool by_flow = seed % 2 == 0;
        hall one = hall_open(&serial, by_flow, seed);
        hall many = hall_open(&parallel, by_flow, seed);
        hall twin = hall_open(&serial, by_flow, seed + 1);
        leave(one.crowd, one.ids, PEOPLE);
        leave(many.crowd, many.ids, PEOPLE);
        for (int i = 0; i < 300; i++) {
            crowds_tick(one.crowd, 1);
            crowds_tick(many.crowd, 1);
            assert_true(wend_crowd_hash(one.crowd) == wend_crowd_hash(many.crowd));
        }
        crowds_tick(twin.crowd, 1); /* its flow has fields */
        crowds_check_twin(one.crowd, twin.crowd, 300);
        hall_close(&one);
        hall_close(&many);
        hall_close(&twin);
    }
    wend_pool_destroy(pool);
}

static void a_goal_that_does_not_count_does_not_matter(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_crowd *twin = crowds_open();
    wend_exit_def def = wend_exit_def_default();
    wend_exit_id id;
    def.goal = (wend_vec2){(double)NAN, 1e300};
    assert_int_equal(wend_crowd_add_exit(crowd, &def, &id), WEND_OK);
    crowds_check_twin(crowd, twin, 3);
    def.has_goal = true;
    assert_int_equal(wend_crowd_set_exit(crowd, id, &def), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
    wend_crowd_destroy(twin);
}

static void damaged_bytes_do_no_harm(void **state)
{
    (void)state;
    const wend_executor serial = {NULL, NULL};
    hall h = hall_open(&serial, false, 5);
    leave(h.crowd, h.ids, PEOPLE);
    crowds_tick(h.crowd, 20);
    const uint64_t hash = wend_crowd_hash(h.crowd);
    size_t count = 0;
    (void)wend_crowd_save(h.crowd, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(h.crowd, bytes, count, &count), WEND_OK);
    for (size_t at = 0; at < count; at += 1 + count / 200) {
        bytes[at] ^= 1;
        assert_true(wend_crowd_load(h.crowd, bytes, count, NULL) == WEND_ERROR_FILE);
        bytes[at] ^= 1;
    }
    assert_true(wend_crowd_hash(h.crowd) == hash);
    free(bytes);
    hall_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exits_come_and_go),
        cmocka_unit_test(another_order_ends_this_one),
        cmocka_unit_test(bodies_stand_while_all_are_closed),
        cmocka_unit_test(both_doors_of_a_hall_are_used),
        cmocka_unit_test(a_rate_is_measured_while_there_is_a_queue),
        cmocka_unit_test(a_wall_in_a_door_sends_bodies_to_another_one),
        cmocka_unit_test(an_exit_that_moved_is_tried_again),
        cmocka_unit_test(the_path_to_a_new_exit_is_queried_once),
        cmocka_unit_test(edits_before_the_first_exit_do_not_count),
        cmocka_unit_test(threads_and_files_do_not_matter),
        cmocka_unit_test(a_goal_that_does_not_count_does_not_matter),
        cmocka_unit_test(damaged_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

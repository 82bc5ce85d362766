/* Crowds that make their flow themselves move as with the same flow made by hand, and update it in
 * their ticks. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { UNITS = 12, TICKS = 300 };

/* Open ground of two classes with a wall that has a gap at each end. */
static wend_grid *ground(void)
{
    wend_grid *grid = grids_make(grids_def(40, 20, 2));
    assert_int_equal(wend_grid_fill(grid, WEND_CLASS_ALL, 20, 3, 1, 14, WEND_COST_WALL), WEND_OK);
    return grid;
}

static wend_crowd_def definition(const wend_grid *grid, wend_crowd_class classes[2])
{
    classes[0] = wend_crowd_class_default();
    classes[1] = wend_crowd_class_default();
    classes[1].movement_class = 1;
    classes[1].radius = 0.6;
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.classes = classes;
    def.class_count = 2;
    return def;
}

/* @param sent [2 * UNITS] or NULL. */
static void send(wend_crowd *crowd, wend_body_id *sent)
{
    for (uint32_t kind = 0; kind < 2; kind++) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){8, 6.0 + 8 * kind};
        body.crowd_class = kind;
        body.radius = kind == 0 ? 0.25 : 0.6;
        wend_body_id ids[UNITS];
        assert_int_equal(wend_crowd_add_bodies(crowd, &body, UNITS, ids), WEND_OK);
        wend_flow_request_id to;
        assert_int_equal(
            wend_flow_add_request_to(wend_crowd_flow(crowd), kind, (wend_vec2){34, 10}, 0, &to),
            WEND_OK);
        assert_int_equal(wend_crowd_follow_flow(crowd, ids, UNITS, to), WEND_OK);
        if (sent != NULL) {
            memcpy(sent + UNITS * kind, ids, sizeof ids);
        }
    }
}

static uint64_t end_with_own_flow(uint64_t steps)
{
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    def.has_own_flow = true;
    def.flow_steps = steps;
    wend_crowd *crowd = crowds_make(def);
    send(crowd, NULL);
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick == 60) {
            wend_grid_fill(grid, WEND_CLASS_ALL, 20, 0, 1, 3, WEND_COST_WALL);
        }
        crowds_tick(crowd, 1);
    }
    const uint64_t hash = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
    return hash;
}

static uint64_t end_with_flow_by_hand(uint64_t steps)
{
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    wend_flow_class flow_classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    flow_classes[1].movement_class = 1;
    flow_classes[1].radius = 0.6;
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.grid = grid;
    flow_def.classes = flow_classes;
    flow_def.class_count = 2;
    assert_int_equal(wend_flow_create(&flow_def, &def.flow), WEND_OK);
    wend_crowd *crowd = crowds_make(def);
    assert_ptr_equal(wend_crowd_flow(crowd), def.flow);
    send(crowd, NULL);
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick == 60) {
            wend_grid_fill(grid, WEND_CLASS_ALL, 20, 0, 1, 3, WEND_COST_WALL);
        }
        wend_budget budget = wend_budget_steps(steps);
        assert_true(wend_flow_update(def.flow, &budget) >= 0);
        crowds_tick(crowd, 1);
    }
    const uint64_t hash = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(def.flow);
    wend_grid_destroy(grid);
    return hash;
}

static void own_flow_moves_bodies_as_one_made_by_hand(void **state)
{
    (void)state;
    assert_true(end_with_own_flow(UINT64_MAX) == end_with_flow_by_hand(UINT64_MAX));
    assert_true(end_with_own_flow(3) == end_with_flow_by_hand(3));
    assert_true(end_with_own_flow(3) != end_with_own_flow(UINT64_MAX));
}

/* With a step a tick, fields take many ticks. */
static void bodies_set_off_before_their_flow_is_built(void **state)
{
    (void)state;
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    def.has_own_flow = true;
    def.flow_steps = 1;
    wend_crowd *crowd = crowds_make(def);
    crowds_tick(crowd, 60); /* portals of the map */
    wend_body_id ids[2 * UNITS];
    send(crowd, ids);
    crowds_tick(crowd, 10);
    wend_flow_info info;
    wend_flow_get_info(wend_crowd_flow(crowd), &info);
    assert_int_equal(info.fields_built, 0);
    for (int i = 0; i < 2 * UNITS; i++) {
        wend_body body;
        assert_int_equal(wend_crowd_get_body(crowd, ids[i], &body), WEND_OK);
        assert_true(body.velocity.x > 0.5);
    }
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void bodies_arrive_around_a_wall_that_is_built_on_their_way(void **state)
{
    (void)state;
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    def.has_own_flow = true;
    wend_crowd *crowd = crowds_make(def);
    const size_t before = crowds_info(crowd).memory_bytes;
    send(crowd, NULL);
    crowds_tick(crowd, 100);
    assert_true(crowds_info(crowd).memory_bytes > before);
    wend_grid_fill(grid, WEND_CLASS_ALL, 20, 0, 1, 3, WEND_COST_WALL);
    crowds_tick(crowd, 1500);
    assert_int_equal(crowds_info(crowd).arrived, 2 * UNITS);
    assert_int_equal(crowds_info(crowd).wall_violations, 0);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void refuses(wend_crowd_def def, wend_result expected, const char *text)
{
    wend_message message = {0};
    wend_crowd *crowd = NULL;
    def.message = &message;
    assert_int_equal(wend_crowd_create(&def, &crowd), expected);
    assert_null(crowd);
    if (strstr(message.text, text) == NULL) {
        fail_msg("\"%s\" is not in: %s", text, message.text);
    }
}

static void definitions_that_no_own_flow_fits_are_refused(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    def.has_own_flow = true;
    refuses(def, WEND_ERROR_ARGUMENT, "wend_crowd_create: has_own_flow is set, but floor 0 has no");
    wend_grid_def hexes = grids_def(10, 10, 1);
    hexes.neighbours = WEND_NEIGHBOURS_6;
    wend_grid *grid = grids_make(hexes);
    def.grid = grid;
    refuses(def, WEND_ERROR_UNSUPPORTED, "wend_crowd_create: ");
    wend_grid_destroy(grid);
    grid = grids_open(10, 10);
    wend_crowd_class wide = wend_crowd_class_default();
    wide.radius = 17;
    def.grid = grid;
    def.classes = &wide;
    def.class_count = 1;
    refuses(def, WEND_ERROR_ARGUMENT, "radius of class 0 is 17");
    def.classes = NULL;
    def.flow_steps = 0;
    refuses(def, WEND_ERROR_ARGUMENT, "wend_crowd_create: flow_steps is 0");
    def.flow_steps = 1;
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.grid = grid;
    assert_int_equal(wend_flow_create(&flow_def, &def.flow), WEND_OK);
    refuses(def, WEND_ERROR_ARGUMENT, "has_own_flow and flow are both set");
    wend_flow_destroy(def.flow);
    def.flow = NULL;
    wend_grid_def fine = grids_def(20, 20, 1);
    fine.cell_size = 0.5;
    wend_grid *other = grids_make(fine);
    wend_crowd_floor floors[2] = {{.grid = grid}, {.grid = other}};
    def.grid = NULL;
    def.floors = floors;
    def.floor_count = 2;
    refuses(def, WEND_ERROR_ARGUMENT, "cell_size of floor 1 is 0.5, of floor 0 1");
    floors[1].grid = NULL;
    refuses(def, WEND_ERROR_ARGUMENT, "has_own_flow is set, but floor 1 has no grid");
    wend_grid_destroy(other);
    wend_grid_destroy(grid);
    assert_null(wend_crowd_flow(NULL));
}

static void requests_to_bad_positions_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(10, 10);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.has_own_flow = true;
    wend_crowd *crowd = crowds_make(def);
    wend_flow *flow = wend_crowd_flow(crowd);
    const struct {
        wend_flow *flow;
        uint32_t flow_class;
        wend_vec2 goal;
        uint32_t floor;
    } bad[] = {{NULL, 0, {5, 5}, 0},
               {flow, 1, {5, 5}, 0},
               {flow, 0, {5, 5}, 1},
               {flow, 0, {(double)NAN, 5}, 0},
               {flow, 0, {5, (double)INFINITY}, 0},
               {flow, 0, {-1e300, 5}, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wend_flow_request_id id = {7, 7};
        assert_int_equal(wend_flow_add_request_to(bad[i].flow, bad[i].flow_class, bad[i].goal,
                                                  bad[i].floor, &id),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(id.index1, 0);
    }
    assert_int_equal(wend_flow_add_request_to(flow, 0, (wend_vec2){5, 5}, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    assert_int_equal(info.requests, 0);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void bodies_that_the_own_flow_has_no_room_for_are_refused(void **state)
{
    (void)state;
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    def.has_own_flow = true;
    wend_crowd *crowd = crowds_make(def);
    wend_body_def body = wend_body_def_default();
    wend_body_id id;
    body.position = (wend_vec2){8, 6};
    body.radius = 0.5; /* half a cell */
    assert_int_equal(wend_crowd_add_body(crowd, &body, &id), WEND_OK);
    body.radius = 0.55;
    assert_int_equal(wend_crowd_set_body(crowd, id, &body), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add_body(crowd, &body, &id), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_crowd_error(crowd),
                        "wend_crowd_add_body: radius is 0.55, and the crowd's own flow leads class "
                        "0 through gaps for a radius of 0.5: set wend_crowd_class.radius");
    body.crowd_class = 1;
    assert_int_equal(wend_crowd_add_body(crowd, &body, &id), WEND_OK);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

/* A crowd of the definition with the saved bodies and the requests of send(). */
static wend_crowd *load_into(wend_crowd_def def, const uint8_t *bytes, size_t count)
{
    wend_crowd *crowd = crowds_make(def);
    assert_int_equal(wend_crowd_load(crowd, bytes, count, NULL), WEND_OK);
    for (uint32_t kind = 0; kind < 2; kind++) {
        wend_flow_request_id to;
        assert_int_equal(
            wend_flow_add_request_to(wend_crowd_flow(crowd), kind, (wend_vec2){34, 10}, 0, &to),
            WEND_OK);
    }
    return crowd;
}

static void bodies_follow_the_own_flow_of_a_loaded_crowd_as_before(void **state)
{
    (void)state;
    wend_grid *grid = ground();
    wend_crowd_class classes[2];
    wend_crowd_def def = definition(grid, classes);
    def.has_own_flow = true;
    wend_crowd *crowd = crowds_make(def);
    send(crowd, NULL);
    crowds_tick(crowd, 60);
    wend_grid_fill(grid, WEND_CLASS_ALL, 20, 0, 1, 3, WEND_COST_WALL); /* after the last update */
    static uint8_t bytes[1 << 16];
    size_t count = 0;
    assert_int_equal(wend_crowd_save(crowd, bytes, sizeof bytes, &count), WEND_OK);
    wend_crowd *loaded = load_into(def, bytes, count);
    for (int tick = 0; tick < 4 * TICKS; tick++) {
        assert_true(wend_crowd_hash(loaded) == wend_crowd_hash(crowd));
        if (tick == 100) {
            wend_grid_fill(grid, WEND_CLASS_ALL, 28, 3, 1, 14, WEND_COST_WALL);
        }
        crowds_tick(crowd, 1);
        crowds_tick(loaded, 1);
    }
    assert_true(wend_crowd_hash(loaded) == wend_crowd_hash(crowd));
    assert_int_equal(crowds_info(loaded).arrived, 2 * UNITS);
    wend_crowd_destroy(loaded);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_flow_moves_bodies_as_one_made_by_hand),
        cmocka_unit_test(bodies_set_off_before_their_flow_is_built),
        cmocka_unit_test(bodies_arrive_around_a_wall_that_is_built_on_their_way),
        cmocka_unit_test(definitions_that_no_own_flow_fits_are_refused),
        cmocka_unit_test(requests_to_bad_positions_are_refused),
        cmocka_unit_test(bodies_that_the_own_flow_has_no_room_for_are_refused),
        cmocka_unit_test(bodies_follow_the_own_flow_of_a_loaded_crowd_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

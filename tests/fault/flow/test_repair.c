/* An order over a map of some hundred sectors is repaired after edits while allocations fail: the
 * old fields stay until the repaired ones are complete, and these are those of a new flow. */
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

enum { SIDE = 100 };

typedef struct scene {
    wend_grid *grid;
    bool covers_all;
    uint64_t walled, open; /* hashes of new flows with the wall and without */
} scene;

static wend_result place_order(const scene *s, wend_flow *flow, wend_flow_request_id *id)
{
    const wend_flow_position goal = {{95.5, 90.5}, 0}, start = {{3.5, 5.5}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &start;
    def.source_count = s->covers_all ? 0 : 1;
    def.covers_all = s->covers_all;
    return wend_flow_add_request(flow, &def, id, NULL);
}

static void set_wall(const scene *s, bool is_there)
{
    grids_fill(s->grid, 40, 44, 22, 1, is_there ? WEND_COST_WALL : 1);
    grids_fill(s->grid, 51, 30, 1, 34, is_there ? WEND_COST_WALL : 1);
}

static uint64_t hash_of_new(const scene *s)
{
    wend_flow *flow = flows_on(s->grid);
    wend_flow_request_id id;
    assert_int_equal(place_order(s, flow, &id), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const uint64_t hash = wend_flow_hash(flow);
    wend_flow_destroy(flow);
    return hash;
}

/* Updates, a second time if memory was missing. Between the two the order has its old fields. */
static wend_result repair(const scene *s, wend_flow *flow, wend_flow_request_id id, bool is_walled)
{
    double before = 0, after = 0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 90.5, 90.5, &before), WEND_OK);
    set_wall(s, is_walled);
    wend_result result = wend_flow_update(flow, NULL);
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 90.5, 90.5, &after), WEND_OK);
    assert_true(before <= after && after <= before);
    const wend_result first = result;
    if (result == WEND_ERROR_MEMORY) {
        result = wend_flow_update(flow, NULL);
    }
    if (result == WEND_OK) {
        assert_true(wend_flow_hash(flow) == (is_walled ? s->walled : s->open));
    }
    return first;
}

static wend_result scenario(wend_allocator allocator, void *context)
{
    const scene *s = context;
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    wend_flow_request_id id;
    def.grid = s->grid;
    def.allocator = allocator;
    wend_result result = wend_flow_create(&def, &flow);
    result = result == WEND_OK ? wend_flow_update(flow, NULL) : result;
    result = result == WEND_OK ? place_order(s, flow, &id) : result;
    result = result == WEND_OK ? wend_flow_update(flow, NULL) : result;
    for (int i = 0; result == WEND_OK && i < 2; ++i) {
        result = repair(s, flow, id, i == 0);
    }
    set_wall(s, false);
    wend_flow_destroy(flow);
    return result;
}

static void check_all_failures(bool covers_all)
{
    wend_grid_def grid_def = grids_def(SIDE, SIDE, 1);
    grid_def.sector_size = 10;
    scene s = {.grid = grids_make(grid_def), .covers_all = covers_all};
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        if (wend_random_below(3, (uint64_t)i, 0, 100) < 12) {
            grids_set(s.grid, i % SIDE, i / SIDE, WEND_COST_WALL);
        }
    }
    grids_fill(s.grid, 88, 88, 10, 4, 1);
    grids_fill(s.grid, 3, 5, 2, 2, 1);
    set_wall(&s, true);
    s.walled = hash_of_new(&s);
    set_wall(&s, false);
    s.open = hash_of_new(&s);
    assert_true(s.walled != s.open);
    print_message("%zu allocations\n", fault_run(scenario, &s));
    wend_grid_destroy(s.grid);
}

static void flow_repair_of_a_route_without_memory_keeps_old_fields(void **state)
{
    (void)state;
    check_all_failures(false);
}

static void flow_repair_of_a_map_without_memory_keeps_old_fields(void **state)
{
    (void)state;
    check_all_failures(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_repair_of_a_route_without_memory_keeps_old_fields),
        cmocka_unit_test(flow_repair_of_a_map_without_memory_keeps_old_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

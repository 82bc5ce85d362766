/* Reach and clusters of flows with allocations that fail in turn: a failed update leaves them
 * usable, the next one works, and nothing leaks. */
#include "support/fault.h"
#include "support/test.h"

#include "flow/core/link_closure.h"
#include "support/grids.h"

enum { SIDE = 30 };

static wend_grid *make_grid(wend_corner_rule rule)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.corner_rule = rule;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 12, 0, 2, SIDE);
    return grid;
}

/* ---- one-way steps alone ---- */

static wend_result add_all(wendi_link_closure *ways)
{
    for (uint64_t i = 0; i < 20; ++i) {
        if (!wendi_link_closure_add(ways, i * 7 % 11, i * 5 % 13) ||
            !wendi_link_closure_add(ways, i % 5, i % 3)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return wendi_link_closure_build(ways) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result close_ways(wend_allocator allocator, void *context)
{
    (void)context;
    wendi_link_closure ways;
    wendi_link_closure_init(&ways, &allocator);
    const wend_result result = add_all(&ways);
    if (result == WEND_OK) {
        assert_true(wendi_link_closure_leads(&ways, 7, 5));
    }
    wendi_link_closure_free(&ways);
    return result;
}

static void reach_ways_without_memory_leave_nothing(void **state)
{
    (void)state;
    assert_true(fault_run(close_ways, NULL) > 10);
}

/* ---- a flow's reach ---- */

typedef struct world {
    wend_grid *grids[2];
    wend_flow_join join;
} world;

static bool can(const wend_flow *flow, double ax, uint32_t a_floor, double bx, uint32_t b_floor)
{
    return wend_flow_can_reach(flow, 0, (wend_flow_position){{ax, 3.5}, a_floor},
                               (wend_flow_position){{bx, 3.5}, b_floor});
}

static wend_result use(wend_flow *flow, world *w)
{
    wend_result result = wend_flow_update(flow, NULL);
    if (result != WEND_OK) {
        return result;
    }
    assert_true(can(flow, 3.5, 0, 20.5, 1));
    assert_false(can(flow, 3.5, 0, 20.5, 0));
    grids_set(w->grids[0], 12, 7, 1);
    grids_set(w->grids[0], 13, 7, 1);
    result = wend_flow_update(flow, NULL);
    if (result == WEND_ERROR_MEMORY) { /* the next one completes a failed one */
        if (wend_flow_update(flow, NULL) == WEND_OK) {
            assert_true(can(flow, 3.5, 0, 20.5, 0));
        }
        return result;
    }
    assert_true(can(flow, 3.5, 0, 20.5, 0));
    return result;
}

static wend_result reach_floors(wend_allocator allocator, void *context)
{
    world *w = context;
    grids_wall(w->grids[0], 12, 7, 2, 1);
    wend_flow_def def = wend_flow_def_default();
    def.floors = (const wend_grid *const *)w->grids;
    def.floor_count = 2;
    def.joins = &w->join;
    def.join_count = 1;
    def.allocator = allocator;
    wend_flow *flow = NULL;
    wend_result result = wend_flow_create(&def, &flow);
    if (result == WEND_OK) {
        result = use(flow, w);
    } else {
        assert_null(flow);
    }
    wend_flow_destroy(flow);
    return result;
}

static void flow_reach_without_memory_is_made_up_for(void **state)
{
    (void)state;
    for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; rule += 2) {
        world w = {.grids = {make_grid((wend_corner_rule)rule), make_grid((wend_corner_rule)rule)}};
        grids_fill(w.grids[1], 12, 3, 2, 1, 1);
        w.join = (wend_flow_join){.from_floor = 0,
                                  .to_floor = 1,
                                  .from = 5,
                                  .to = 5,
                                  .cost = WEND_COST_ONE,
                                  .class_mask = 1,
                                  .is_two_way = true};
        assert_true(fault_run(reach_floors, &w) > 10);
        wend_grid_destroy(w.grids[0]);
        wend_grid_destroy(w.grids[1]);
    }
}

/* ---- groups ---- */

static wend_result order_group(wend_allocator allocator, void *context)
{
    const wend_grid *grid = context;
    wend_flow_class classes[2] = {wend_flow_class_default(), wend_flow_class_default()};
    classes[1].radius = 1.2;
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = classes;
    def.class_count = 2;
    def.allocator = allocator;
    wend_flow *flow = NULL;
    wend_result result = wend_flow_create(&def, &flow);
    if (result == WEND_OK) {
        result = wend_flow_update(flow, NULL);
    }
    const wend_flow_position goal = {{3.5, 20.5}, 0};
    const wend_flow_member members[2] = {{{{3.5, 3.5}, 0}, 0}, {{{5.5, 3.5}, 0}, 1}};
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t count = 0;
    uint32_t assigned[2];
    if (result == WEND_OK) {
        wend_flow_info info;
        result = wend_flow_add_group(flow, &request, members, 2, ids, &count, assigned, NULL);
        wend_flow_get_info(flow, &info);
        assert_int_equal(info.requests, count);
        assert_true((result == WEND_OK) == (count > 0));
    }
    wend_flow_destroy(flow);
    return result;
}

static void flow_group_without_memory_places_no_order(void **state)
{
    (void)state;
    wend_grid *grid = make_grid(WEND_CORNER_NEVER);
    assert_true(fault_run(order_group, grid) > 10);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_ways_without_memory_leave_nothing),
        cmocka_unit_test(flow_reach_without_memory_is_made_up_for),
        cmocka_unit_test(flow_group_without_memory_places_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

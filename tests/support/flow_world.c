/* Random maps, flows, requests and edits, as varied as the library allows. */
#include "support/flow_world.h"

#include "support/test.h"
#include "wend/stamp.h"

#include <string.h>

enum { STAMPS_MAX = 64, STAMP_SIDE = 5 };

uint32_t flow_world_roll(flow_world *world, uint32_t below)
{
    return (uint32_t)edits_roll(&world->dice, 0, (int32_t)below - 1);
}

static bool one_in(flow_world *world, uint32_t count)
{
    return flow_world_roll(world, count) == 0;
}

/* ---- making ---- */

static wend_grid_def make_grid_def(flow_world *world, int32_t side_max)
{
    static const double sizes[] = {1.0, 0.5, 2.5};
    wend_grid_def def = wend_grid_def_default();
    const bool is_narrow = one_in(world, 5);
    def.width = 1 + (int32_t)flow_world_roll(world, (uint32_t)(is_narrow ? 12 : side_max));
    def.height = 1 + (int32_t)flow_world_roll(world, (uint32_t)side_max);
    def.sector_size = 8 + (int32_t)flow_world_roll(world, one_in(world, 4) ? 25 : 4);
    def.neighbours = one_in(world, 6) ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    def.corner_rule = (wend_corner_rule)flow_world_roll(world, 3);
    def.cell_size = sizes[flow_world_roll(world, 3)];
    def.origin =
        (wend_vec2){(double)flow_world_roll(world, 5) - 2.25, (double)flow_world_roll(world, 4)};
    def.class_count = 1 + (int32_t)flow_world_roll(world, 2);
    return def;
}

static void make_grids(flow_world *world, int32_t side_max)
{
    const wend_grid_def def = make_grid_def(world, side_max);
    world->floor_count = one_in(world, 4) ? FLOW_WORLD_FLOORS : 1;
    for (uint32_t i = 0; i < world->floor_count; ++i) {
        world->floors[i].seed = world->seed * FLOW_WORLD_FLOORS + i;
        world->floors[i].def = def;
        world->floors[i].is_linked = one_in(world, 6);
        world->grids[i] = edits_grid(&world->floors[i]);
        assert_non_null(world->grids[i]);
        if (one_in(world, 3)) { /* plain ground, so that goals are seen from afar */
            assert_int_equal(
                wend_grid_fill(world->grids[i], WEND_CLASS_ALL, 0, 0, def.width, def.height, 1),
                WEND_OK);
        }
    }
    wend_grid_get_info(world->grids[0], &world->info);
}

static wend_node any_node(flow_world *world)
{
    return flow_world_roll(world, (uint32_t)(world->info.width * world->info.height));
}

static void make_classes(flow_world *world)
{
    static const double radii[] = {0.0, 0.0, 0.0, 0.9, 1.6};
    const uint32_t count = one_in(world, 2) ? 1 : 1 + flow_world_roll(world, FLOW_WORLD_CLASSES);
    for (uint32_t i = 0; i < count; ++i) {
        world->classes[i] = wend_flow_class_default();
        world->classes[i].movement_class =
            flow_world_roll(world, (uint32_t)world->info.class_count);
        world->classes[i].team = one_in(world, 3) ? EDITS_TEAM : WEND_TEAM_NONE;
        world->classes[i].radius = radii[flow_world_roll(world, 5)] * world->info.cell_size;
    }
    world->def.classes = world->classes;
    world->def.class_count = count;
}

static void make_joins(flow_world *world)
{
    const uint32_t cells = (uint32_t)(world->info.width * world->info.height);
    if (world->floor_count < 2) {
        return;
    }
    for (uint32_t i = 0; i < FLOW_WORLD_JOINS; ++i) {
        world->joins[i] =
            (wend_flow_join){.from_floor = i & 1,
                             .to_floor = 1 - (i & 1),
                             .from = flow_world_roll(world, cells),
                             .to = flow_world_roll(world, cells),
                             .cost = 1 + WEND_COST_ONE / 3 * flow_world_roll(world, 40),
                             .class_mask = one_in(world, 3) ? 1 : UINT32_MAX,
                             .is_two_way = one_in(world, 2)};
    }
    world->def.joins = world->joins;
    world->def.join_count = FLOW_WORLD_JOINS;
}

static void make_options(flow_world *world)
{
    static const int32_t groups[] = {8, 2, 0};
    wend_flow_def *def = &world->def;
    def->integration =
        one_in(world, 2) ? WEND_FLOW_STEPS_8 : (wend_flow_integration)flow_world_roll(world, 3);
    def->is_fine = one_in(world, 4);
    def->has_angles = one_in(world, 3);
    def->has_line_of_sight = !one_in(world, 4);
    def->margin = (int32_t)flow_world_roll(world, 3);
    def->cluster_size = groups[flow_world_roll(world, 3)];
    def->merge_slack = 0.05 * (double)flow_world_roll(world, 3);
    def->max_unused_bytes = one_in(world, 4) ? 0 : (size_t)1 << 20;
    def->max_unused_age = flow_world_roll(world, 40);
}

void flow_world_make(flow_world *world, uint64_t seed, int32_t side_max)
{
    memset(world, 0, sizeof *world);
    world->seed = seed;
    world->dice = (edits_dice){seed, 77, 0};
    make_grids(world, side_max);
    world->def = wend_flow_def_default();
    world->def.floors = (const wend_grid *const *)world->grids;
    world->def.floor_count = world->floor_count;
    make_classes(world);
    make_joins(world);
    make_options(world);
}

void flow_world_free(flow_world *world)
{
    for (uint32_t i = 0; i < world->floor_count; ++i) {
        wend_grid_destroy(world->grids[i]);
    }
}

wend_flow *flow_world_flow(const flow_world *world, const wend_allocator *allocator,
                           const wend_executor *executor)
{
    wend_flow_def def = world->def;
    wend_flow *flow = NULL;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    if (executor != NULL) {
        def.executor = *executor;
    }
    assert_int_equal(wend_flow_create(&def, &flow), WEND_OK);
    return flow;
}

/* ---- orders ---- */

wend_flow_position flow_world_place(flow_world *world)
{
    wend_flow_position place = {{0, 0}, flow_world_roll(world, world->floor_count)};
    place.position = wend_grid_position(world->grids[0], any_node(world));
    place.position.x += ((double)flow_world_roll(world, 63) - 31.0) / 64.0 * world->info.cell_size;
    place.position.y += ((double)flow_world_roll(world, 63) - 31.0) / 64.0 * world->info.cell_size;
    return place;
}

static wend_flow_area any_area(flow_world *world)
{
    wend_flow_area area = {.floor = flow_world_roll(world, world->floor_count)};
    area.x = (int32_t)flow_world_roll(world, (uint32_t)world->info.width);
    area.y = (int32_t)flow_world_roll(world, (uint32_t)world->info.height);
    const int32_t right = world->info.width - area.x, below = world->info.height - area.y;
    area.width = 1 + (int32_t)flow_world_roll(world, (uint32_t)(right < 6 ? right : 6));
    area.height = 1 + (int32_t)flow_world_roll(world, (uint32_t)(below < 6 ? below : 6));
    return area;
}

void flow_world_order(flow_world *world, flow_order *order)
{
    *order = (flow_order){.def = wend_flow_request_def_default()};
    wend_flow_request_def *def = &order->def;
    def->goal_count = one_in(world, 2) ? 1 : 1 + flow_world_roll(world, FLOW_ORDER_GOALS);
    def->area_count = one_in(world, 6) ? 1 + flow_world_roll(world, FLOW_ORDER_AREAS) : 0;
    def->source_count = flow_world_roll(world, FLOW_ORDER_SOURCES / 2);
    if (def->area_count > 0 && one_in(world, 2)) {
        def->goal_count = 0;
    }
    for (size_t i = 0; i < def->goal_count; ++i) {
        order->goals[i] = flow_world_place(world);
    }
    for (size_t i = 0; i < def->area_count; ++i) {
        order->areas[i] = any_area(world);
    }
    for (size_t i = 0; i < def->source_count; ++i) {
        order->sources[i] = flow_world_place(world);
    }
    def->flow_class = flow_world_roll(world, world->def.class_count);
    def->seeds = one_in(world, 4) ? WEND_FLOW_SEED_PORTALS : WEND_FLOW_SEED_COSTS;
    def->covers_all = def->seeds == WEND_FLOW_SEED_COSTS && one_in(world, 5);
}

const wend_flow_request_def *flow_order_def(flow_order *order)
{
    order->def.goals = order->goals;
    order->def.areas = order->areas;
    order->def.sources = order->sources;
    return &order->def;
}

/* ---- edits ---- */

static void edit_cells(flow_world *world, wend_grid *grid)
{
    const int32_t most = one_in(world, 8) ? 20 : 3;
    const int32_t x = (int32_t)flow_world_roll(world, (uint32_t)world->info.width);
    const int32_t y = (int32_t)flow_world_roll(world, (uint32_t)world->info.height);
    int32_t width = 1 + (int32_t)flow_world_roll(world, (uint32_t)most);
    int32_t height = 1 + (int32_t)flow_world_roll(world, (uint32_t)most);
    width = width < world->info.width - x ? width : world->info.width - x;
    height = height < world->info.height - y ? height : world->info.height - y;
    const uint32_t kind = flow_world_roll(world, 5);
    const uint8_t cost = kind < 2   ? WEND_COST_WALL
                         : kind < 4 ? 1
                                    : (uint8_t)(1 + flow_world_roll(world, 254));
    assert_int_equal(wend_grid_fill(grid, WEND_CLASS_ALL, x, y, width, height, cost), WEND_OK);
}

static void place_stamp(flow_world *world, wend_grid *grid)
{
    static const uint8_t choices[] = {0, 1, WEND_COST_WALL, WEND_COST_WALL, 7};
    uint8_t costs[STAMP_SIDE * STAMP_SIDE];
    for (int32_t i = 0; i < STAMP_SIDE * STAMP_SIDE; ++i) {
        costs[i] = choices[flow_world_roll(world, 5)];
    }
    wend_stamp_def def = wend_stamp_def_default();
    def.x = (int32_t)flow_world_roll(world, (uint32_t)world->info.width);
    def.y = (int32_t)flow_world_roll(world, (uint32_t)world->info.height);
    def.width = 1 + (int32_t)flow_world_roll(world, STAMP_SIDE);
    def.height = 1 + (int32_t)flow_world_roll(world, STAMP_SIDE);
    def.costs = costs;
    wend_stamp_id id;
    (void)wend_grid_add_stamp(grid, &def, &id, NULL);
}

static void lift_stamp(flow_world *world, wend_grid *grid)
{
    wend_stamp_id ids[STAMPS_MAX];
    size_t count = 0;
    if (wend_grid_list_stamps(grid, ids, STAMPS_MAX, &count) == WEND_OK && count > 0) {
        const wend_stamp_id id = ids[flow_world_roll(world, (uint32_t)count)];
        assert_int_equal(wend_grid_remove_stamp(grid, id), WEND_OK);
    }
}

void flow_world_edit(flow_world *world)
{
    const uint32_t floor = flow_world_roll(world, world->floor_count);
    wend_grid *grid = world->grids[floor];
    const uint32_t kind = flow_world_roll(world, 10);
    if (kind < 4) {
        edit_cells(world, grid);
    } else if (kind < 6) {
        place_stamp(world, grid);
    } else if (kind < 7) {
        lift_stamp(world, grid);
    } else {
        const edits_outcome outcome = edits_apply(&world->floors[floor], grid, ++world->edit);
        assert_true(outcome.result >= 0);
        edits_note(&world->floors[floor], &outcome);
    }
}

void flow_world_stamp(flow_world *world)
{
    place_stamp(world, world->grids[flow_world_roll(world, world->floor_count)]);
}

void flow_world_lift(flow_world *world)
{
    lift_stamp(world, world->grids[flow_world_roll(world, world->floor_count)]);
}

void flow_world_lift_stamps(flow_world *world)
{
    for (uint32_t i = 0; i < world->floor_count; ++i) {
        while (wend_grid_stamp_count(world->grids[i]) > 0) {
            const size_t before = wend_grid_stamp_count(world->grids[i]);
            lift_stamp(world, world->grids[i]);
            if (wend_grid_stamp_count(world->grids[i]) == before) {
                fail_msg("more than %d stamps", (int)STAMPS_MAX);
            }
        }
    }
}

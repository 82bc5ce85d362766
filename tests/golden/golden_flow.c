/* Hashes of flow fields: costs, directions, routes, line of sight, and the directions that agents
 * get. */
#include "golden.h"

#include <wend/flow.h>

enum { SIDE = 96, SEED = 7301, WALKERS = 60, STEPS = 40 };

/* As a number of its own: clang refuses a constant of an enum beside a double. */
static const double side = 96;

static uint8_t cost_at(uint64_t kind, int32_t x, int32_t y)
{
    const uint64_t cell = (uint64_t)(y * SIDE + x);
    if (wend_random_below(SEED, cell, kind, 100) < (kind == 0 ? 0 : 22)) {
        return WEND_COST_WALL;
    }
    return kind == 2 ? (uint8_t)(1 + wend_random_below(SEED, cell, 9, 254)) : 1;
}

static wend_grid *make_grid(uint64_t kind)
{
    static uint8_t costs[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        costs[i] = cost_at(kind, i % SIDE, i / SIDE);
    }
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) == WEND_OK) {
        (void)wend_grid_set_costs(grid, 0, 0, 0, SIDE, SIDE, costs, SIDE);
    }
    return grid;
}

/* Angles and not only their hash, which an unused field would have too. */
static uint64_t walk(const wend_flow *flow, wend_flow_request_id id, uint64_t hash)
{
    for (uint64_t i = 0; i < WALKERS; ++i) {
        double x = wend_random_unit(SEED, i, 1) * side;
        double y = wend_random_unit(SEED, i, 2) * side;
        for (int32_t step = 0; step < STEPS; ++step) {
            double dx = 0;
            double dy = 0;
            const wend_flow_guidance why = wend_flow_sample(flow, id, 0, x, y, &dx, &dy);
            hash = wend_hash_u64(hash, (uint64_t)why);
            x += dx * 0.5;
            y += dy * 0.5;
        }
        hash = wend_hash_u64(hash, wend_cost_from_double(x));
        hash = wend_hash_u64(hash, wend_cost_from_double(y));
    }
    return hash;
}

static uint64_t place_order(wend_flow *flow, bool covers_all, wend_flow_seeds seeds, uint64_t hash)
{
    const wend_flow_position goals[2] = {{{70.25, 81.5}, 0}, {{12.0, 60.75}, 0}};
    const wend_flow_position sources[2] = {{{3.5, 4.5}, 0}, {{90.5, 7.5}, 0}};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goals;
    def.goal_count = covers_all ? 2 : 1;
    def.sources = sources;
    def.source_count = 2;
    def.covers_all = covers_all;
    def.seeds = seeds;
    wend_flow_request_id id = {0, 0};
    (void)wend_flow_add_request(flow, &def, &id, NULL);
    (void)wend_flow_update(flow, NULL);
    return walk(flow, id, wend_hash_u64(hash, wend_flow_hash(flow)));
}

static uint64_t run(uint64_t kind, wend_flow_integration integration, bool is_fine, uint64_t hash)
{
    wend_grid *grid = make_grid(kind);
    wend_flow_class movement[2] = {wend_flow_class_default(), wend_flow_class_default()};
    movement[1].radius = 0.9;
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = movement;
    def.class_count = 2;
    def.integration = integration;
    def.is_fine = is_fine;
    def.has_angles = is_fine;
    wend_flow *flow = NULL;
    if (grid != NULL && wend_flow_create(&def, &flow) == WEND_OK) {
        hash = place_order(flow, false, WEND_FLOW_SEED_COSTS, hash);
        hash = place_order(flow, true, WEND_FLOW_SEED_COSTS, hash);
        hash = place_order(flow, false, WEND_FLOW_SEED_PORTALS, hash);
        (void)wend_grid_fill(grid, 0, 40, 20, 3, 50, WEND_COST_WALL);
        (void)wend_flow_update(flow, NULL);
        hash = wend_hash_u64(hash, wend_flow_hash(flow));
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return hash;
}

uint64_t golden_flow(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t kind = 0; kind < 3; ++kind) {
        hash = run(kind, WEND_FLOW_STEPS_8, false, hash);
        hash = run(kind, WEND_FLOW_STEPS_4, false, hash);
        hash = run(kind, WEND_FLOW_STEPS_8, true, hash);
        hash = run(kind, WEND_FLOW_EIKONAL, false, hash);
    }
    return hash;
}

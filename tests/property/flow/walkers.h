/* Random maps with flows, and what must hold for an agent that follows one. */
#ifndef TEST_PROPERTY_FLOW_WALKERS_H
#define TEST_PROPERTY_FLOW_WALKERS_H

#include "flow/sample/cell.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/link.h"

#include <math.h>

enum { FLOORS = 2, GOALS = 4, WALKERS = 6, SIDE_MAX = 45, PIECES = 8 };

/* A map with everything, and an order on it. */
typedef struct world {
    wend_grid *grids[FLOORS];
    uint32_t floor_count;
    wend_flow *flow;
    wend_flow_def def;
    wend_flow_request_def order;
    wend_flow_position goals[GOALS];
    wend_flow_position walkers[WALKERS];
    size_t goal_count, walker_count;
    wend_flow_request_id id;
    wend_grid_info info;
    uint64_t seed, dice;
    bool is_eikonal; /* only that, if set */
    const char *complaint;
    wend_flow_position at; /* the walker in hand */
    double step;
} world;

static inline uint32_t roll(world *w, uint32_t below)
{
    return (uint32_t)(wend_hash_u64(w->seed, ++w->dice) % below);
}

static inline double part(world *w)
{
    return (double)roll(w, 1 << 20) / (double)(1 << 20);
}

/* ---- making ---- */

static inline wend_grid *make_grid(world *w, const wend_grid_def *like)
{
    gen_map map = gen_map_make((gen_kind)roll(w, GEN_KIND_COUNT), w->seed + w->dice, like->width,
                               like->height);
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(like, &grid), WEND_OK);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, like->width, like->height, map.costs,
                                         (size_t)like->width),
                     WEND_OK);
    gen_map_free(&map);
    return grid;
}

static inline void make_grids(world *w)
{
    static const double sizes[] = {1.0, 0.5, 2.5};
    wend_grid_def def = wend_grid_def_default();
    def.width = 1 + (int32_t)roll(w, SIDE_MAX);
    def.height = 1 + (int32_t)roll(w, SIDE_MAX);
    def.sector_size = 8 + (int32_t)roll(w, roll(w, 4) == 0 ? 25 : 5);
    def.neighbours = roll(w, 5) == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    def.corner_rule = (wend_corner_rule)roll(w, 3);
    def.cell_size = sizes[roll(w, 3)];
    def.origin = (wend_vec2){(double)roll(w, 5) - 2.25, (double)roll(w, 5) * -3.5};
    w->floor_count = roll(w, 4) == 0 ? 2 : 1;
    for (uint32_t i = 0; i < w->floor_count; ++i) {
        w->grids[i] = make_grid(w, &def);
    }
    wend_grid_get_info(w->grids[0], &w->info);
}

static inline wend_node any_node(world *w)
{
    return roll(w, (uint32_t)(w->info.width * w->info.height));
}

static inline void make_links(world *w)
{
    const uint32_t count = roll(w, 3) == 0 ? roll(w, 5) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        wend_link_def link = wend_link_def_default();
        link.from = any_node(w);
        link.to = any_node(w);
        link.cost = WEND_COST_ONE * (1 + roll(w, 12));
        link.is_two_way = roll(w, 2) == 0;
        wend_link_id id;
        (void)wend_grid_add_link(w->grids[roll(w, w->floor_count)], &link, &id, NULL);
    }
}

static inline void make_flow(world *w)
{
    static const double slacks[] = {0.05, 0.0, 0.4, 1.0};
    wend_flow_join joins[3];
    wend_flow_class movement = wend_flow_class_default();
    const double radii[] = {0.0, 0.0, 0.0, 0.9, 1.6};
    movement.radius = radii[roll(w, 5)] * w->info.cell_size;
    w->def = wend_flow_def_default();
    w->def.floors = (const wend_grid *const *)w->grids;
    w->def.floor_count = w->floor_count;
    for (uint32_t i = 0; i < 3 && w->floor_count == 2; ++i) {
        joins[i] = (wend_flow_join){.from_floor = i & 1,
                                    .to_floor = 1 - (i & 1),
                                    .from = any_node(w),
                                    .to = any_node(w),
                                    .cost = WEND_COST_ONE * (1 + roll(w, 5)),
                                    .class_mask = UINT32_MAX,
                                    .is_two_way = roll(w, 3) != 0};
        w->def.join_count = i + 1;
    }
    w->def.joins = joins;
    w->def.classes = &movement;
    w->def.class_count = 1;
    w->def.integration = (wend_flow_integration)(roll(w, 2) == 0 ? 0 : roll(w, 3));
    w->def.integration = w->is_eikonal ? WEND_FLOW_EIKONAL : w->def.integration;
    w->def.is_fine = roll(w, 4) == 0;
    w->def.has_angles = roll(w, 3) == 0;
    w->def.has_line_of_sight = roll(w, 4) != 0;
    w->def.margin = (int32_t)roll(w, 3);
    w->def.merge_slack = slacks[roll(w, 4)];
    w->def.cluster_size = roll(w, 2) == 0 ? 0 : 2 + (int32_t)roll(w, 3);
    assert_int_equal(wend_flow_create(&w->def, &w->flow), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static inline wend_vec2 point_in(world *w, wend_node node, bool is_fine)
{
    const wend_vec2 middle = wend_grid_position(w->grids[0], node);
    double fx = part(w);
    double fy = part(w);
    if (is_fine) { /* goals are kept in 64ths of a cell */
        fx = floor(fx * 64.0) / 64.0;
        fy = floor(fy * 64.0) / 64.0;
    }
    return (wend_vec2){middle.x + (fx - 0.5) * w->info.cell_size,
                       middle.y + (fy - 0.5) * w->info.cell_size};
}

static inline bool reaches_any(const world *w, wend_flow_position from)
{
    for (size_t i = 0; i < w->goal_count; ++i) {
        if (wend_flow_can_reach(w->flow, 0, from, w->goals[i])) {
            return true;
        }
    }
    return false;
}

static inline void make_order(world *w)
{
    const size_t goals = roll(w, 2) == 0 ? 1 : 1 + roll(w, GOALS);
    for (int tries = 0; tries < 60 && w->goal_count < goals; ++tries) {
        const uint32_t floor = roll(w, w->floor_count);
        const wend_flow_position place = {point_in(w, any_node(w), true), floor};
        if (wend_flow_can_reach(w->flow, 0, place, place)) {
            w->goals[w->goal_count++] = place;
        }
    }
    for (int tries = 0; tries < 60 && w->walker_count < WALKERS; ++tries) {
        const uint32_t floor = roll(w, w->floor_count);
        const wend_flow_position place = {point_in(w, any_node(w), roll(w, 4) == 0), floor};
        if (reaches_any(w, place)) {
            w->walkers[w->walker_count++] = place;
        }
    }
    w->order = wend_flow_request_def_default();
    w->order.goals = w->goals;
    w->order.goal_count = w->goal_count;
    w->order.sources = w->walkers;
    w->order.source_count = w->walker_count;
    w->order.seeds = roll(w, 3) == 0 ? WEND_FLOW_SEED_PORTALS : WEND_FLOW_SEED_COSTS;
    w->order.covers_all = w->order.seeds == WEND_FLOW_SEED_COSTS && roll(w, 3) == 0;
}

/* ---- what must hold ---- */

static inline wend_vec2 cells_of(const world *w, wend_vec2 at)
{
    return (wend_vec2){(at.x - w->info.origin.x) / w->info.cell_size,
                       (at.y - w->info.origin.y) / w->info.cell_size};
}

static inline void make_world(world *w)
{
    make_grids(w);
    make_links(w);
    make_flow(w);
    make_order(w);
}

static inline void build_order(world *w)
{
    assert_int_equal(wend_flow_add_request(w->flow, &w->order, &w->id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static inline void take_down(world *w)
{
    wend_flow_destroy(w->flow);
    for (uint32_t i = 0; i < w->floor_count; ++i) {
        wend_grid_destroy(w->grids[i]);
    }
}

#endif

/* Reachability over random one-way steps, and over random floors with walls, links and joins that
 * change, equals that of a plain search. */
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/core/link_closure.h"
#include "wend/link.h"

#include <string.h>

/* ---- one-way steps alone ---- */

enum { PLACES = 24 };

static uint32_t roll(uint64_t seed, uint64_t *dice, uint32_t below)
{
    return (uint32_t)(wend_hash_u64(seed, ++*dice) % below);
}

static bool ways_hold(uint64_t seed, void *context)
{
    (void)context;
    uint64_t dice = 0;
    bool leads[PLACES][PLACES];
    memset(leads, 0, sizeof leads);
    wendi_link_closure ways;
    wendi_link_closure_init(&ways, NULL);
    const uint32_t places = 2 + roll(seed, &dice, PLACES - 1);
    const uint32_t count = roll(seed, &dice, 2 * places);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t a = roll(seed, &dice, places);
        const uint32_t b = roll(seed, &dice, places);
        leads[a][b] = true;
        assert_true(wendi_link_closure_add(&ways, (uint64_t)a << 32 | 7, (uint64_t)b << 32 | 7));
    }
    assert_true(wendi_link_closure_build(&ways));
    for (uint32_t k = 0; k < places; ++k) {
        for (uint32_t a = 0; a < places; ++a) {
            for (uint32_t b = 0; b < places; ++b) {
                leads[a][b] = leads[a][b] || (leads[a][k] && leads[k][b]);
            }
        }
    }
    bool is_same = true;
    for (uint32_t a = 0; a < places; ++a) {
        for (uint32_t b = 0; b < places; ++b) {
            is_same = is_same &&
                      (a == b || wendi_link_closure_leads(&ways, (uint64_t)a << 32 | 7,
                                                          (uint64_t)b << 32 | 7) == leads[a][b]);
        }
    }
    is_same = is_same && !wendi_link_closure_leads(&ways, 3, 7);
    wendi_link_closure_free(&ways);
    return is_same;
}

static void reach_ways_lead_where_a_closure_says(void **state)
{
    (void)state;
    gen_property("reach ways", 500, ways_hold, NULL);
}

/* ---- floors ---- */

enum { FLOORS = 2, SIDE = 26, CELLS = SIDE * SIDE, JOINS = 3, LINKS = 6 };

typedef struct world {
    wend_grid *grids[FLOORS];
    wend_flow_join joins[JOINS];
    wend_link_id links[LINKS];
    uint32_t link_floors[LINKS];
    wend_flow *flow;
    uint64_t seed, dice;
} world;

static void make(world *w)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.sector_size = 8 + (int32_t)roll(w->seed, &w->dice, 6);
    def.corner_rule = (wend_corner_rule)roll(w->seed, &w->dice, 3);
    for (uint32_t f = 0; f < FLOORS; ++f) {
        gen_map map = gen_map_make((gen_kind)roll(w->seed, &w->dice, GEN_KIND_COUNT),
                                   w->seed * 2 + f, SIDE, SIDE);
        w->grids[f] = grids_make(def);
        assert_int_equal(wend_grid_set_costs(w->grids[f], 0, 0, 0, SIDE, SIDE, map.costs, SIDE),
                         WEND_OK);
        gen_map_free(&map);
    }
    for (uint32_t i = 0; i < JOINS; ++i) {
        w->joins[i] = (wend_flow_join){.from_floor = i & 1,
                                       .to_floor = 1 - (i & 1),
                                       .from = roll(w->seed, &w->dice, CELLS),
                                       .to = roll(w->seed, &w->dice, CELLS),
                                       .cost = WEND_COST_ONE,
                                       .class_mask = 1,
                                       .is_two_way = roll(w->seed, &w->dice, 2) == 0};
    }
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.floors = (const wend_grid *const *)w->grids;
    flow_def.floor_count = FLOORS;
    flow_def.joins = w->joins;
    flow_def.join_count = JOINS;
    w->flow = flows_make(flow_def);
}

static void edit(world *w)
{
    for (uint32_t i = 0; i < 6; ++i) {
        wend_grid *grid = w->grids[roll(w->seed, &w->dice, FLOORS)];
        const int32_t x = (int32_t)roll(w->seed, &w->dice, SIDE);
        const int32_t y = (int32_t)roll(w->seed, &w->dice, SIDE);
        const uint8_t cost = roll(w->seed, &w->dice, 2) == 0 ? 1 : WEND_COST_WALL;
        grids_set(grid, x, y, cost);
    }
    const uint32_t slot = roll(w->seed, &w->dice, LINKS);
    (void)wend_grid_remove_link(w->grids[w->link_floors[slot]], w->links[slot]);
    w->link_floors[slot] = roll(w->seed, &w->dice, FLOORS);
    wend_link_def link = wend_link_def_default();
    link.from = roll(w->seed, &w->dice, CELLS);
    link.to = roll(w->seed, &w->dice, CELLS);
    link.is_two_way = roll(w->seed, &w->dice, 2) == 0;
    (void)wend_grid_add_link(w->grids[w->link_floors[slot]], &link, &w->links[slot], NULL);
}

/* Cells of all floors, floor after floor. */
typedef struct search {
    bool seen[FLOORS * CELLS];
    uint32_t stack[FLOORS * CELLS];
    uint32_t count;
} search;

static void reach_cell(const world *w, search *s, uint32_t floor, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE ||
        wend_grid_cost(w->grids[floor], 0, x, y) == WEND_COST_WALL) {
        return;
    }
    const uint32_t at = floor * CELLS + (uint32_t)(y * SIDE + x);
    if (!s->seen[at]) {
        s->seen[at] = true;
        s->stack[s->count++] = at;
    }
}

static void reach_node(const world *w, search *s, uint32_t floor, wend_node node)
{
    reach_cell(w, s, floor, (int32_t)node % SIDE, (int32_t)node / SIDE);
}

static void follow_ways(const world *w, search *s, uint32_t floor, wend_node node)
{
    for (uint32_t i = 0; i < JOINS; ++i) {
        const wend_flow_join *join = &w->joins[i];
        if (join->from_floor == floor && join->from == node) {
            reach_node(w, s, join->to_floor, join->to);
        }
        if (join->is_two_way && join->to_floor == floor && join->to == node) {
            reach_node(w, s, join->from_floor, join->from);
        }
    }
    for (uint32_t i = 0; i < LINKS; ++i) {
        wend_link_def link;
        if (w->link_floors[i] != floor ||
            wend_grid_get_link(w->grids[floor], w->links[i], &link) != WEND_OK) {
            continue;
        }
        if (link.from == node) {
            reach_node(w, s, floor, link.to);
        } else if (link.is_two_way && link.to == node) {
            reach_node(w, s, floor, link.from);
        }
    }
}

static void flood(const world *w, search *s, uint32_t floor, wend_node node)
{
    memset(s, 0, sizeof *s);
    reach_node(w, s, floor, node);
    while (s->count > 0) {
        const uint32_t at = s->stack[--s->count];
        const int32_t x = (int32_t)(at % CELLS) % SIDE;
        const int32_t y = (int32_t)(at % CELLS) / SIDE;
        reach_cell(w, s, at / CELLS, x + 1, y);
        reach_cell(w, s, at / CELLS, x - 1, y);
        reach_cell(w, s, at / CELLS, x, y + 1);
        reach_cell(w, s, at / CELLS, x, y - 1);
        follow_ways(w, s, at / CELLS, at % CELLS);
    }
}

static wend_flow_position place_of(const world *w, uint32_t at)
{
    return (wend_flow_position){wend_grid_position(w->grids[0], at % CELLS), at / CELLS};
}

static bool is_reach_right(world *w)
{
    static search s;
    const uint32_t from = roll(w->seed, &w->dice, FLOORS * CELLS);
    flood(w, &s, from / CELLS, from % CELLS);
    for (uint32_t to = 0; to < FLOORS * CELLS; ++to) {
        if (wend_flow_can_reach(w->flow, 0, place_of(w, from), place_of(w, to)) != s.seen[to]) {
            return false;
        }
    }
    return true;
}

static bool floors_hold(uint64_t seed, void *context)
{
    (void)context;
    world w;
    memset(&w, 0, sizeof w);
    w.seed = seed;
    make(&w);
    bool is_right = true;
    for (int round = 0; is_right && round < 8; ++round) {
        assert_int_equal(wend_flow_update(w.flow, NULL), WEND_OK);
        is_right = is_reach_right(&w) && is_reach_right(&w);
        edit(&w);
    }
    wend_flow_destroy(w.flow);
    for (uint32_t f = 0; f < FLOORS; ++f) {
        wend_grid_destroy(w.grids[f]);
    }
    return is_right;
}

static void flow_reach_is_what_a_flood_finds_right_through_edits(void **state)
{
    (void)state;
    gen_property("flow reach", 60, floors_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_ways_lead_where_a_closure_says),
        cmocka_unit_test(flow_reach_is_what_a_flood_finds_right_through_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

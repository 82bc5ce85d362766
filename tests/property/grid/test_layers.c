/* Overlays in layers on random grids, beside a slow twin: a second grid without overlays that gets
 * the same edits, and a number for every cell. Spaces and flows that count some layers, repaired
 * after every change, see the twin's sum, and searches find what Dijkstra's finds over it. */
#include "flow/core/flow_private.h"
#include "route/space/space.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/reference.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/overlay.h"
#include "wend/stamp.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 120, ROUNDS = 8, OVERLAYS = 3, SPACES = 3, SIDE_MAX = 44, CELLS = 44 * 44 };
enum { CLASS = 1, CLASSES = 2, STAMPS = 4 };

typedef struct twin {
    uint64_t seed, drawn;
    gen_map map; /* the shape */
    wend_grid *grid, *plain;
    wend_overlay_id ids[OVERLAYS];
    wend_overlay_def defs[OVERLAYS];
    uint16_t values[OVERLAYS][CELLS];
    wend_stamp_id stamps[2][STAMPS];
    uint32_t stamp_count;
    uint32_t layers[SPACES];
    wend_space *spaces[SPACES];
    wend_flow *flow; /* with the layers of the first space; NULL where flows cannot be */
} twin;

static uint32_t draw(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 5, t->drawn++, count);
}

/* ---- the twin ---- */

static int32_t cell_count(const twin *t)
{
    return t->map.width * t->map.height;
}

static uint8_t cost_for(const twin *t, uint32_t layers, int32_t cell)
{
    const int32_t x = cell % t->map.width;
    const int32_t y = cell / t->map.width;
    uint32_t cost = wend_grid_cost(t->plain, CLASS, x, y);
    if (cost == WEND_COST_WALL) {
        return WEND_COST_WALL;
    }
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        const bool counts = (t->defs[i].layers & layers) != 0 && (t->defs[i].class_mask & 2) != 0;
        cost += counts ? t->values[i][cell] / WEND_OVERLAY_ONE : 0u;
    }
    return (uint8_t)(cost < 254 ? cost : 254);
}

static void add_to(twin *t, uint32_t i, int32_t cell, int32_t amount)
{
    const int64_t sum = (int64_t)t->values[i][cell] + amount;
    const int64_t most = t->defs[i].max_value;
    t->values[i][cell] = (uint16_t)(sum < 0 ? 0 : sum > most ? most : sum);
}

/* ---- changes, of both ---- */

static bool set_ground(twin *t)
{
    const int32_t x = (int32_t)draw(t, (uint32_t)t->map.width);
    const int32_t y = (int32_t)draw(t, (uint32_t)t->map.height);
    const uint8_t cost = (uint8_t)(draw(t, 3) == 0 ? WEND_COST_WALL : 1 + draw(t, 254));
    return wend_grid_set_cost(t->grid, CLASS, x, y, cost) == WEND_OK &&
           wend_grid_set_cost(t->plain, CLASS, x, y, cost) == WEND_OK;
}

static bool stamp(twin *t)
{
    wend_grid *const both[2] = {t->grid, t->plain};
    if (t->stamp_count == STAMPS) {
        t->stamp_count--;
        return wend_grid_remove_stamp(t->grid, t->stamps[0][t->stamp_count]) == WEND_OK &&
               wend_grid_remove_stamp(t->plain, t->stamps[1][t->stamp_count]) == WEND_OK;
    }
    wend_stamp_def def = wend_stamp_def_default();
    def.width = def.height = 2;
    def.x = (int32_t)draw(t, (uint32_t)t->map.width - 1);
    def.y = (int32_t)draw(t, (uint32_t)t->map.height - 1);
    def.cost = (uint8_t)(1 + draw(t, 255));
    bool holds = true;
    for (uint32_t k = 0; k < 2; k++) {
        holds =
            wend_grid_add_stamp(both[k], &def, &t->stamps[k][t->stamp_count], NULL) == WEND_OK &&
            holds;
    }
    t->stamp_count++;
    return holds;
}

static bool set_gradient(twin *t)
{
    const uint8_t additions[3] = {(uint8_t)draw(t, 200), (uint8_t)draw(t, 5), 1};
    const size_t count = draw(t, 4);
    return wend_grid_set_gradient(t->grid, CLASS, additions, count) == WEND_OK &&
           wend_grid_set_gradient(t->plain, CLASS, additions, count) == WEND_OK;
}

static bool add_rect(twin *t, uint32_t i)
{
    const int32_t x = (int32_t)draw(t, (uint32_t)t->map.width);
    const int32_t y = (int32_t)draw(t, (uint32_t)t->map.height);
    const int32_t width = (int32_t)draw(t, (uint32_t)(t->map.width - x)) % 7 + 1;
    const int32_t height = (int32_t)draw(t, (uint32_t)(t->map.height - y)) % 7 + 1;
    const int32_t amount = (int32_t)draw(t, 90000) - 25000;
    for (int32_t k = 0; k < width * height; k++) {
        add_to(t, i, (y + k / width) * t->map.width + x + k % width, amount);
    }
    return wend_grid_overlay_add_rect(t->grid, t->ids[i], x, y, width, height, amount) == WEND_OK;
}

static bool tick(twin *t, uint32_t i)
{
    wend_overlay_def def;
    if (wend_grid_get_overlay(t->grid, t->ids[i], &def) != WEND_OK) {
        return false;
    }
    for (int32_t k = 0; k < cell_count(t); k++) {
        t->values[i][k] = (uint16_t)(t->values[i][k] * def.keep);
    }
    return def.layers == t->defs[i].layers && wend_grid_overlay_tick(t->grid, t->ids[i]) == WEND_OK;
}

static bool add_overlay(twin *t, uint32_t i)
{
    wend_overlay_def *def = &t->defs[i];
    *def = wend_overlay_def_default();
    def->layers = draw(t, 8);
    def->class_mask = 1 + draw(t, 3);
    def->keep = draw(t, 4) == 0 ? 1 : 0.25 * draw(t, 4) + 0.125;
    def->max_value = draw(t, 2) == 0 ? 65535 : 1 + draw(t, 9000);
    memset(t->values[i], 0, sizeof t->values[i]);
    return wend_grid_add_overlay(t->grid, def, &t->ids[i], NULL) == WEND_OK;
}

static bool change(twin *t)
{
    const uint32_t i = draw(t, OVERLAYS);
    switch (draw(t, 12)) {
    case 0:
        return stamp(t);
    case 1:
        return set_gradient(t);
    case 2:
    case 3:
        return set_ground(t);
    case 4:
        return wend_grid_remove_overlay(t->grid, t->ids[i]) == WEND_OK && add_overlay(t, i);
    case 5:
    case 6:
    case 7:
        return tick(t, i);
    default:
        return add_rect(t, i);
    }
}

/* ---- what agents see ---- */

static wend_space *space_of(const wend_grid *grid, uint32_t layers)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.movement_class = CLASS;
    def.overlay_layers = layers;
    return spaces_make(def);
}

static wend_flow *flow_of(const wend_grid *grid, uint32_t layers)
{
    wend_flow_class movement = wend_flow_class_default();
    movement.movement_class = CLASS;
    movement.overlay_layers = layers;
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = &movement;
    def.class_count = 1;
    return flows_make(def);
}

static bool space_is_right(twin *t, uint32_t k, bool is_sliced)
{
    wend_space *space = t->spaces[k];
    wend_result result = WEND_IN_PROGRESS;
    while (is_sliced && result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(40);
        uint64_t steps = 0;
        result = wendi_space_update_some(space, &budget, &steps);
    }
    bool holds = wend_space_update(space) == WEND_OK;
    wend_space *fresh = space_of(t->grid, t->layers[k]);
    for (int32_t cell = 0; cell < cell_count(t) && holds; cell++) {
        const uint32_t slot = wendi_space_slot(space, (wend_node)cell);
        const uint8_t cost = cost_for(t, t->layers[k], cell);
        t->map.costs[cell] = cost;
        holds = space->costs[slot] == cost && fresh->costs[slot] == cost;
    }
    holds = holds && space->is_nearly_uniform == fresh->is_nearly_uniform &&
            space->has_jump_map == fresh->has_jump_map;
    wend_space_destroy(fresh);
    return holds;
}

/* After space_is_right: the map's costs are those of the space. */
static bool search_is_right(twin *t, uint32_t k)
{
    static uint64_t costs[CELLS];
    wend_search *search = searches_on(t->spaces[k]);
    wend_search_query query = wend_search_query_default();
    query.start = draw(t, (uint32_t)cell_count(t));
    query.goal = draw(t, (uint32_t)cell_count(t));
    reference_dijkstra(&t->map, query.start, costs);
    const wend_result result = wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    const uint64_t least = costs[query.goal];
    const bool holds = result == (least == REFERENCE_INFINITE ? WEND_NO_PATH : WEND_OK) &&
                       (result != WEND_OK || answer.cost == least);
    wend_search_destroy(search);
    return holds;
}

/* The flow's portals are those of a flow over a grid whose ground is the sum. */
static bool flow_is_right(twin *t)
{
    wend_grid_info info;
    wend_grid_get_info(t->grid, &info);
    wend_grid_def def = grids_def(info.width, info.height, CLASSES);
    def.sector_size = info.sector_size;
    def.neighbours = info.neighbours;
    def.corner_rule = info.corner_rule;
    wend_grid *sum = grids_make(def);
    for (int32_t k = 0; k < cell_count(t); k++) {
        assert_int_equal(wend_grid_set_cost(sum, CLASS, k % t->map.width, k / t->map.width,
                                            cost_for(t, t->layers[0], k)),
                         WEND_OK);
    }
    wend_flow *flow = flow_of(sum, WEND_LAYER_JAM);
    const bool holds = wend_flow_update(flow, NULL) == WEND_OK &&
                       wend_flow_update(t->flow, NULL) == WEND_OK &&
                       wendi_portal_graph_hash(flow->classes[0].graph, 0) ==
                           wendi_portal_graph_hash(t->flow->classes[0].graph, 0);
    wend_flow_destroy(flow);
    wend_grid_destroy(sum);
    return holds;
}

static bool is_loaded_as_saved(twin *t)
{
    size_t count = 0;
    (void)wend_grid_save(t->grid, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_grid *loaded = NULL;
    assert_non_null(bytes);
    bool holds = wend_grid_save(t->grid, bytes, count, &count) == WEND_OK &&
                 wend_grid_load(bytes, count, NULL, &loaded, NULL) == WEND_OK &&
                 wend_grid_hash(loaded) == wend_grid_hash(t->grid);
    for (uint32_t k = 0; k < SPACES && holds; k++) {
        wend_space *space = space_of(loaded, t->layers[k]);
        holds = memcmp(space->costs, t->spaces[k]->costs, space->slot_count) == 0;
        wend_space_destroy(space);
    }
    wend_grid_destroy(loaded);
    free(bytes);
    return holds;
}

/* ---- the whole ---- */

static void twin_make(twin *t, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->seed = seed;
    t->map = gen_map_random(seed, SIDE_MAX);
    t->map.neighbours = draw(t, 4) == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    if (t->map.width < 3 || t->map.height < 3) {
        gen_map_free(&t->map);
        t->map = gen_map_make(GEN_OPEN, seed, 33, 21);
        t->map.neighbours = WEND_NEIGHBOURS_8;
    }
    wend_grid_def def = grids_def(t->map.width, t->map.height, CLASSES);
    def.neighbours = t->map.neighbours;
    def.corner_rule = t->map.corner_rule;
    def.sector_size = 8 + (int32_t)draw(t, 25);
    t->grid = grids_make(def);
    t->plain = grids_make(def);
    wend_grid *const both[2] = {t->grid, t->plain};
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(wend_grid_set_costs(both[k], CLASS, 0, 0, t->map.width, t->map.height,
                                             t->map.costs, (size_t)t->map.width),
                         WEND_OK);
    }
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        assert_true(add_overlay(t, i));
    }
    for (uint32_t k = 0; k < SPACES; k++) {
        t->layers[k] = draw(t, 8);
        t->spaces[k] = space_of(t->grid, t->layers[k]);
    }
    t->flow = seed % 4 == 0 ? flow_of(t->grid, t->layers[0]) : NULL;
}

static void twin_free(twin *t)
{
    for (uint32_t k = 0; k < SPACES; k++) {
        wend_space_destroy(t->spaces[k]);
    }
    wend_flow_destroy(t->flow);
    wend_grid_destroy(t->grid);
    wend_grid_destroy(t->plain);
    gen_map_free(&t->map);
}

static bool layers_hold(uint64_t seed, void *context)
{
    (void)context;
    static twin t;
    twin_make(&t, seed);
    bool holds = true;
    for (uint32_t round = 0; round < ROUNDS && holds; round++) {
        for (uint32_t k = 1 + draw(&t, 4); k > 0 && holds; k--) {
            holds = change(&t);
        }
        for (uint32_t k = 0; k < SPACES && holds; k++) {
            holds = space_is_right(&t, k, draw(&t, 2) == 0) && search_is_right(&t, k);
        }
        holds = holds && (t.flow == NULL || flow_is_right(&t));
    }
    for (int32_t k = 0; k < cell_count(&t) && holds; k++) {
        holds = wend_grid_cost(t.grid, CLASS, k % t.map.width, k / t.map.width) ==
                cost_for(&t, WEND_LAYER_JAM, k);
    }
    holds = holds && is_loaded_as_saved(&t);
    twin_free(&t);
    return holds;
}

static void agents_see_the_overlays_of_their_layers(void **state)
{
    (void)state;
    gen_property("layers", SEEDS, layers_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_see_the_overlays_of_their_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

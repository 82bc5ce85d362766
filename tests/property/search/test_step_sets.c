/* Step sets leave out just those steps for which another path of two is as good, searches stay
 * exact without them, and a space's sets are those worked out cell by cell. */
#include "route/space/space.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { HOODS = 30000, MAPS = 1500, SIDE_MAX = 10, EDITS = 5, CENTRE = 4 };

enum { LARGE_MAPS = 60, LARGE_SIDE_MAX = 36, LARGE_EDITS = 12 };

static uint32_t draw(uint64_t seed, uint64_t what, uint32_t below)
{
    return wend_random_below(seed, 31, what, below);
}

/* ---- the slow twin: paths of one and two steps in nine cells ---- */

typedef struct nine {
    wendi_step_rules rules;
    uint32_t kind; /* of the centre */
    uint8_t costs[9];
} nine;

static nine random_nine(uint64_t seed)
{
    static const uint8_t palettes[6][4] = {{1, 1, 2, 255}, {1, 2, 3, 255},   {5, 12, 7, 5},
                                           {1, 254, 2, 3}, {99, 70, 140, 1}, {3, 3, 3, 255}};
    static const wend_neighbours neighbours[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                                  WEND_NEIGHBOURS_8};
    nine n;
    n.rules = (wendi_step_rules){neighbours[draw(seed, 0, 3)], (wend_corner_rule)draw(seed, 1, 3),
                                 (wend_hex_layout)draw(seed, 2, 4)};
    n.kind = n.rules.neighbours == WEND_NEIGHBOURS_6 ? draw(seed, 3, 2) : 0;
    for (uint64_t k = 0; k < 9; ++k) {
        const bool is_wild = draw(seed, 4, 5) == 0;
        n.costs[k] = is_wild ? (uint8_t)(1 + draw(seed, 10 + k, 255))
                             : palettes[draw(seed, 5, 6)][draw(seed, 10 + k, 4)];
    }
    n.costs[CENTRE] = n.costs[CENTRE] == WEND_COST_WALL ? 1 : n.costs[CENTRE];
    return n;
}

/* The cell a step leads to, -1 where there is no such step. */
static int step(const nine *n, int from, uint32_t direction)
{
    const int x = from % 3 + wendi_direction_x(direction);
    const int y = from / 3 + wendi_direction_y(direction);
    if (x < 0 || x > 2 || y < 0 || y > 2 || n->costs[y * 3 + x] == WEND_COST_WALL) {
        return -1;
    }
    const bool is_rows = wendi_hex_is_rows(n->rules.hex_layout);
    const uint32_t kind = (is_rows ? from / 3 : from % 3) == 1 ? n->kind : 1 - n->kind;
    if (n->rules.neighbours == WEND_NEIGHBOURS_6) {
        return wendi_hex_from_eight(is_rows, kind, direction) < 6 ? y * 3 + x : -1;
    }
    if (direction % 2 == 0) {
        return y * 3 + x;
    }
    const int open = (n->costs[from / 3 * 3 + x] != WEND_COST_WALL) +
                     (n->costs[y * 3 + from % 3] != WEND_COST_WALL);
    const int needed = n->rules.corner_rule == WEND_CORNER_NEVER      ? 2
                       : n->rules.corner_rule == WEND_CORNER_ONE_OPEN ? 1
                                                                      : 0;
    return n->rules.neighbours == WEND_NEIGHBOURS_8 && open >= needed ? y * 3 + x : -1;
}

static uint64_t price(const nine *n, int to, uint32_t direction)
{
    const bool is_diagonal = direction % 2 == 1 && n->rules.neighbours == WEND_NEIGHBOURS_8;
    return (is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE) * (uint64_t)n->costs[to];
}

/* Of equal paths the one whose last step comes first in this order. */
static uint32_t order(const nine *n, int from, uint32_t direction)
{
    if (n->rules.neighbours == WEND_NEIGHBOURS_6) {
        const bool is_rows = wendi_hex_is_rows(n->rules.hex_layout);
        const uint32_t kind = (is_rows ? from / 3 : from % 3) == 1 ? n->kind : 1 - n->kind;
        return 1 - wendi_hex_from_eight(is_rows, kind, direction) % 2;
    }
    return direction % 2 == 1 ? 2 : direction % 4 == 0;
}

/* True if a path from p to v around the centre is as good as one with this last step. */
static bool has_other_way(const nine *n, int p, int v, uint64_t cost, uint32_t last)
{
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const int x = step(n, p, d);
        if (x == -1 || x == CENTRE) {
            continue;
        }
        if (x == v && price(n, v, d) < cost) {
            return true;
        }
        for (uint32_t e = 0; e < WENDI_DIRECTIONS; ++e) {
            if (step(n, x, e) != v) {
                continue;
            }
            const uint64_t sum = price(n, x, d) + price(n, v, e);
            if (sum < cost || (sum == cost && order(n, x, e) < order(n, CENTRE, last))) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t steps_by_twin(const nine *n, uint32_t arrival)
{
    const int p = CENTRE - wendi_direction_x(arrival) - 3 * wendi_direction_y(arrival);
    uint32_t steps = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const int v = step(n, CENTRE, d);
        if (v != -1 && v != p &&
            !has_other_way(n, p, v, price(n, CENTRE, arrival) + price(n, v, d), d)) {
            steps |= 1u << d;
        }
    }
    return steps;
}

static bool came_by(const nine *n, uint32_t arrival)
{
    const int p = CENTRE - wendi_direction_x(arrival) - 3 * wendi_direction_y(arrival);
    return n->costs[p] != WEND_COST_WALL && step(n, p, arrival) == CENTRE;
}

/* With a uniform neighbourhood, a mixed one (where only steps back are pruned) or one in between.
 */
static bool steps_are_those_of_the_twin(uint64_t seed, void *context)
{
    wendi_step_table *table = context;
    const nine n = random_nine(seed);
    wendi_step_table_build(table, &n.rules);
    uint8_t framed[9 + 8];
    memcpy(framed, n.costs, 9);
    const uint64_t bytes = wendi_neighbour_costs_read(framed + CENTRE, 3) | table->aside[n.kind];
    const uint64_t differs = wendi_neighbour_costs_differ(bytes, n.costs[CENTRE]);
    for (uint32_t arrival = 0; arrival < WENDI_DIRECTIONS; ++arrival) {
        const uint32_t got = wendi_steps_onward(table, n.kind, arrival, bytes, n.costs[CENTRE]);
        if (!came_by(&n, arrival)) {
            continue;
        }
        const uint32_t wanted = steps_by_twin(&n, arrival);
        const bool is_right =
            wendi_neighbour_costs_are_mixed(differs) ? (wanted & ~got) == 0 : wanted == got;
        if (!is_right) {
            fprintf(stderr, "neighbours %d, rule %d, arrival %u: steps %02x, wanted %02x\n",
                    (int)n.rules.neighbours, (int)n.rules.corner_rule, arrival, got, wanted);
            return false;
        }
    }
    return true;
}

static void steps_left_out_have_another_path_as_good(void **state)
{
    (void)state;
    static wendi_step_table table;
    gen_property("steps onward", HOODS, steps_are_those_of_the_twin, &table);
}

/* ---- maps on which many paths tie ---- */

static wend_grid *random_grid(uint64_t seed, uint32_t side_max)
{
    static const uint8_t palettes[5][4] = {
        {1, 2, 2, 255}, {1, 2, 3, 1}, {2, 3, 5, 255}, {1, 1, 1, 4}, {1, 3, 255, 9}};
    static const wend_neighbours neighbours[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                                  WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = 2 * (1 + (int32_t)draw(seed, 40, side_max / 2));
    def.height = 2 * (1 + (int32_t)draw(seed, 41, side_max / 2));
    def.neighbours = neighbours[draw(seed, 42, 3)];
    def.corner_rule = (wend_corner_rule)draw(seed, 43, 3);
    def.hex_layout = def.neighbours == WEND_NEIGHBOURS_6 ? (wend_hex_layout)draw(seed, 44, 4)
                                                         : WEND_HEX_ODD_ROWS;
    def.wrap = draw(seed, 45, 3) == 0 ? (wend_wrap)draw(seed, 46, 4) : WEND_WRAP_NONE;
    wend_grid *grid = grids_make(def);
    const uint32_t palette = draw(seed, 47, 5);
    const uint32_t block = 1 + draw(seed, 48, 3); /* cells of equal cost along a side */
    for (int32_t y = 0; y < def.height; ++y) {
        for (int32_t x = 0; x < def.width; ++x) {
            const uint64_t what = 1000 + (uint64_t)x / block * 64 + (uint64_t)y / block;
            grids_set(grid, x, y, palettes[palette][draw(seed, what, 4)]);
        }
    }
    return grid;
}

static bool can_step(const wend_space *space, uint32_t slot, uint32_t direction)
{
    const uint32_t kind = wendi_space_kind(space, slot % space->stride, slot / space->stride);
    const uint32_t open =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    return (space->steps.natural[kind * 256 + open][WENDI_DIRECTION_NONE] >> direction & 1) != 0;
}

/* The costs of all cells: every step of every cell, until nothing changes. */
static void costs_by_twin(const wend_space *space, uint32_t start, uint64_t *costs)
{
    for (uint32_t slot = 0; slot < space->slot_count; ++slot) {
        costs[slot] = WEND_COST_INFINITE;
    }
    costs[start] = 0;
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t node = 0; node < wendi_space_node_count(space); ++node) {
            const uint32_t slot = wendi_space_slot(space, node);
            for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
                if (costs[slot] == WEND_COST_INFINITE || !can_step(space, slot, d)) {
                    continue;
                }
                const uint32_t next = wendi_space_beside(space, slot, d);
                const uint64_t sum = costs[slot] + space->costs[next] * space->steps.lengths[d];
                changes = changes || sum < costs[next];
                costs[next] = sum < costs[next] ? sum : costs[next];
            }
        }
    }
}

static bool goals_cost_the_least(const wend_space *space, wend_search *search, uint64_t seed)
{
    static const wend_method methods[3] = {WEND_METHOD_ASTAR, WEND_METHOD_DIJKSTRA,
                                           WEND_METHOD_ASTAR_BIDIRECTIONAL};
    uint64_t costs[(SIDE_MAX + 2) * (SIDE_MAX + 2)];
    wend_search_query query = wend_search_query_default();
    query.start = draw(seed, 60, wendi_space_node_count(space));
    if (!wend_space_is_open(space, query.start)) {
        return true;
    }
    costs_by_twin(space, wendi_space_slot(space, query.start), costs);
    for (wend_node goal = 0; goal < wendi_space_node_count(space); ++goal) {
        const uint64_t wanted = costs[wendi_space_slot(space, goal)];
        query.goal = goal;
        query.method = methods[goal % 3];
        const wend_result result = wend_search_find(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        if ((result == WEND_OK) != (wanted != WEND_COST_INFINITE) ||
            (result == WEND_OK && answer.cost != wanted)) {
            return false;
        }
    }
    return true;
}

/* ---- a space's sets ---- */

static bool sets_are_worked_out_ones(const wend_space *space)
{
    const wendi_step_sets *sets = &space->step_sets;
    if (sets->indices == NULL) {
        return true;
    }
    for (wend_node node = 0; node < wendi_space_node_count(space); ++node) {
        const uint32_t slot = wendi_space_slot(space, node);
        const uint32_t kind = wendi_space_kind(space, slot % space->stride, slot / space->stride);
        const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
        for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
            if (space->costs[slot] != WEND_COST_WALL &&
                sets->sets[sets->indices[slot]][arrival] !=
                    wendi_steps_onward(&space->steps, kind, arrival, bytes, space->costs[slot])) {
                return false;
            }
        }
    }
    return true;
}

/* No set exists twice. */
static bool sets_are_shared(const wend_space *space)
{
    const wendi_step_sets *sets = &space->step_sets;
    for (uint32_t a = 1; sets->indices != NULL && a < sets->count; ++a) {
        for (uint32_t b = 1; b < a; ++b) {
            const wendi_step_neighbourhood *one = &sets->neighbourhoods[a];
            const wendi_step_neighbourhood *other = &sets->neighbourhoods[b];
            if (one->bytes == other->bytes && one->kind == other->kind &&
                one->cost == other->cost) {
                return false;
            }
        }
    }
    return true;
}

static void edit(wend_grid *grid, uint64_t seed)
{
    static const uint8_t costs[5] = {1, 2, 3, 9, 255};
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t x = (int32_t)draw(seed, 1, (uint32_t)info.width);
    const int32_t y = (int32_t)draw(seed, 2, (uint32_t)info.height);
    const bool is_all = draw(seed, 3, 8) == 0;
    grids_fill(grid, is_all ? 0 : x, is_all ? 0 : y, is_all ? info.width : 1,
               is_all ? info.height : 1, costs[draw(seed, 4, 5)]);
}

static bool searches_are_exact(uint64_t seed, void *context)
{
    (void)context;
    wend_grid *grid = random_grid(seed, SIDE_MAX);
    wend_space *space = spaces_on(grid);
    wend_search *search = searches_on(space);
    bool holds = true;
    for (uint64_t k = 0; k < EDITS && holds; ++k) {
        holds = sets_are_worked_out_ones(space) && goals_cost_the_least(space, search, seed + k);
        edit(grid, wend_random(seed, 9, k));
        assert_int_equal(wend_space_update(space), WEND_OK);
    }
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return holds;
}

/* On maps of several sectors, where an edit is repaired around its own sector only. */
static bool sets_are_repaired(uint64_t seed, void *context)
{
    (void)context;
    wend_grid *grid = random_grid(seed, LARGE_SIDE_MAX);
    wend_space *space = spaces_on(grid);
    bool holds = sets_are_worked_out_ones(space) && sets_are_shared(space);
    for (uint64_t k = 0; k < LARGE_EDITS && holds; ++k) {
        edit(grid, wend_random(seed, 10, k));
        assert_int_equal(wend_space_update(space), WEND_OK);
        holds = sets_are_worked_out_ones(space) && sets_are_shared(space);
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return holds;
}

static void sets_around_an_edit_are_repaired_and_equal_surroundings_share_one(void **state)
{
    (void)state;
    gen_property("sets", LARGE_MAPS, sets_are_repaired, NULL);
}

static void search_where_many_paths_tie_is_exact(void **state)
{
    (void)state;
    gen_property("ties", MAPS, searches_are_exact, NULL);
}

/* ---- which ground has sets ---- */

/* Squares of so many cells, each of a cost of its own. */
static wend_grid *blocks(int32_t side, int32_t block, uint32_t cost_count)
{
    wend_grid_def def = grids_def(side, side, 1);
    wend_grid *grid = grids_make(def);
    for (int32_t y = 0; y < side; y += block) {
        for (int32_t x = 0; x < side; x += block) {
            const uint32_t cost = 1 + draw(5, (uint64_t)(y * side + x), cost_count);
            const int32_t width = side - x < block ? side - x : block;
            const int32_t height = side - y < block ? side - y : block;
            grids_fill(grid, x, y, width, height, (uint8_t)cost);
        }
    }
    return grid;
}

static void space_of_terrain_has_sets_and_counts_their_memory(void **state)
{
    (void)state;
    wend_grid *grid = blocks(100, 7, 4);
    wend_space *space = spaces_on(grid);
    assert_non_null(space->step_sets.indices);
    assert_true(space->step_sets.count > 200);
    assert_true(sets_are_worked_out_ones(space));
    wend_space_info info;
    wend_space_get_info(space, &info);
    assert_true(info.memory_bytes > 102 * 102 * 3 + 200 * 30);
    assert_true(wendi_step_sets_bytes(&space->step_sets) > 102 * 102 * 2 + 200 * 30);
    /* Of one cost it needs none; of several ones again. */
    grids_fill(grid, 0, 0, 100, 100, 2);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_null(space->step_sets.indices);
    grids_set(grid, 50, 50, 9);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_non_null(space->step_sets.indices);
    assert_true(sets_are_worked_out_ones(space));
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void space_of_noise_and_of_too_many_surroundings_has_no_sets(void **state)
{
    (void)state;
    static const struct {
        int32_t block;
        uint32_t cost_count;
    } cases[2] = {{1, 8}, {3, 250}};
    for (size_t k = 0; k < 2; ++k) {
        wend_grid *grid = blocks(100, cases[k].block, cases[k].cost_count);
        wend_space *space = spaces_on(grid);
        assert_null(space->step_sets.indices);
        assert_true(space->step_sets.is_given_up);
        grids_set(grid, 50, 50, 9);
        assert_int_equal(wend_space_update(space), WEND_OK);
        assert_null(space->step_sets.indices);
        wend_space_destroy(space);
        wend_grid_destroy(grid);
    }
}

/* Unused sets stay, until there are too many. */
static void space_that_gathers_too_many_sets_drops_them(void **state)
{
    (void)state;
    wend_grid *grid = blocks(40, 20, 3);
    wend_space *space = spaces_on(grid);
    int32_t edits = 0;
    for (; space->step_sets.indices != NULL && edits < 2000; ++edits) {
        assert_true(sets_are_worked_out_ones(space));
        const uint8_t cost = (uint8_t)(1 + edits % 254);
        grids_set(grid, edits % 38, edits / 38 % 38, cost);
        assert_int_equal(wend_space_update(space), WEND_OK);
    }
    assert_true(edits > 100 && edits < 2000);
    assert_true(space->step_sets.is_given_up);
    assert_int_equal(wendi_step_sets_bytes(&space->step_sets), 0);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_left_out_have_another_path_as_good),
        cmocka_unit_test(search_where_many_paths_tie_is_exact),
        cmocka_unit_test(sets_around_an_edit_are_repaired_and_equal_surroundings_share_one),
        cmocka_unit_test(space_of_terrain_has_sets_and_counts_their_memory),
        cmocka_unit_test(space_of_noise_and_of_too_many_surroundings_has_no_sets),
        cmocka_unit_test(space_that_gathers_too_many_sets_drops_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Spaces of grids that are updated in slices, with edits between them, are as new ones: costs,
 * bitmaps, tables, islands. */
#include "route/space/space.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/same_table.h"
#include "support/test.h"
#include "world/derived/islands.h"

#include <string.h>

enum { MAPS = 600, SIDE_MAX = 90, ROUNDS = 5, SLICES_MOST = 100000 };

typedef struct sliced {
    wend_grid *grid;
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *space;
} sliced;

static bool make(sliced *s, wend_grid *grid, uint64_t seed, bool is_deferred)
{
    *s = (sliced){.grid = grid};
    const double radius = seed % 3 == 0 ? 1.2 : 0;
    if (radius > 0) {
        wend_clearance_def def = wend_clearance_def_default();
        def.grid = grid;
        def.max_clearance = 2;
        def.is_deferred = is_deferred;
        if (wend_clearance_create(&def, &s->clearance) != WEND_OK) {
            return false;
        }
    }
    wend_islands_def islands = wend_islands_def_default();
    islands.grid = grid;
    islands.clearance = s->clearance;
    islands.radius = radius;
    islands.is_deferred = is_deferred;
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.clearance = s->clearance;
    def.radius = radius;
    def.has_jump_table = seed % 2 == 0;
    def.is_deferred = is_deferred;
    if (wend_islands_create(&islands, &s->islands) != WEND_OK) {
        return false;
    }
    def.islands = s->islands;
    return wend_space_create(&def, &s->space) == WEND_OK;
}

static void drop(sliced *s)
{
    wend_space_destroy(s->space);
    wend_islands_destroy(s->islands);
    wend_clearance_destroy(s->clearance);
}

static uint32_t random_below(uint64_t seed, uint64_t tick, uint32_t which, uint32_t below)
{
    return wend_random_below(seed, tick, which, below);
}

/* Walls come and go, at times terrain that is expensive, at times all over the map. */
static void edit(wend_grid *grid, uint64_t seed, uint64_t tick)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const bool is_large = random_below(seed, tick, 9, 8) == 0;
    const int32_t x = (int32_t)random_below(seed, tick, 0, (uint32_t)info.width);
    const int32_t y = (int32_t)random_below(seed, tick, 1, (uint32_t)info.height);
    const int32_t width = is_large ? info.width : 1 + (int32_t)random_below(seed, tick, 2, 6);
    const int32_t height = is_large ? info.height : 1 + (int32_t)random_below(seed, tick, 3, 6);
    static const uint8_t costs[6] = {1, 1, WEND_COST_WALL, WEND_COST_WALL, 1, 7};
    (void)wend_grid_fill(grid, 0, x, y, width, height, costs[random_below(seed, tick, 4, 6)]);
}

static bool are_same_islands(const sliced *a, const sliced *b, uint64_t seed)
{
    const uint32_t count = wendi_space_node_count(a->space);
    bool are_same = wend_islands_count(a->islands) == wend_islands_count(b->islands);
    for (uint32_t k = 0; k < 50 && are_same; k++) {
        const wend_node from = random_below(seed, k, 20, count);
        const wend_node to = random_below(seed, k, 21, count);
        are_same = wend_islands_can_reach(a->islands, from, to) ==
                       wend_islands_can_reach(b->islands, from, to) &&
                   wend_islands_cell_count(a->islands, wend_islands_at(a->islands, from)) ==
                       wend_islands_cell_count(b->islands, wend_islands_at(b->islands, from));
    }
    return are_same;
}

static bool is_as_new(const sliced *s, uint64_t seed)
{
    sliced fresh;
    if (!make(&fresh, s->grid, seed, false)) {
        return false;
    }
    const wend_space *a = s->space;
    const wend_space *b = fresh.space;
    bool is_same = memcmp(a->costs, b->costs, a->slot_count) == 0 &&
                   memcmp(a->walls, b->walls, a->slot_count) == 0 &&
                   memcmp(a->histogram, b->histogram, sizeof a->histogram) == 0 &&
                   a->cost_min == b->cost_min && a->is_uniform == b->is_uniform &&
                   a->has_jump_map == b->has_jump_map &&
                   a->jump_table.is_built == b->jump_table.is_built && a->revision == b->revision &&
                   are_same_islands(s, &fresh, seed);
    if (is_same && a->has_jump_map) {
        is_same = memcmp(a->jump.block, b->jump.block, a->jump.block_bytes) == 0;
    }
    if (is_same && a->jump_table.is_built) {
        is_same = same_table(&a->jump_table, &b->jump_table);
    }
    /* Whether sets of steps pay is not judged again. */
    const bool have_sets = a->step_sets.indices != NULL && b->step_sets.indices != NULL;
    for (uint32_t slot = 0; slot < a->slot_count && is_same && have_sets; slot++) {
        is_same = memcmp(a->step_sets.sets[a->step_sets.indices[slot]],
                         b->step_sets.sets[b->step_sets.indices[slot]], WENDI_ARRIVALS) == 0;
    }
    drop(&fresh);
    return is_same;
}

typedef struct sliced_kind {
    uint32_t most; /* steps of a slice */
    bool is_deferred;
} sliced_kind;

/* @param context a sliced_kind. */
static bool holds(uint64_t seed, void *context)
{
    const sliced_kind *kind = context;
    gen_map map = gen_map_random(seed, SIDE_MAX);
    for (int32_t k = 0; k < map.width * map.height && seed % 4 != 1; k++) {
        map.costs[k] = map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : 1;
    }
    wend_grid *grid = gen_map_grid(&map, NULL);
    sliced s;
    bool is_good = grid != NULL && make(&s, grid, seed, kind->is_deferred);
    uint64_t tick = 0;
    for (uint32_t round = 0; round < ROUNDS && is_good; round++) {
        const uint32_t edits = random_below(seed, round, 30, 4);
        uint32_t slices = 0;
        for (uint32_t k = 0; k <= edits; k++) {
            edit(grid, seed, tick++);
        }
        wend_result result = WEND_IN_PROGRESS;
        while (result == WEND_IN_PROGRESS && slices < SLICES_MOST) {
            wend_budget budget = wend_budget_steps(1 + random_below(seed, slices, 31, kind->most));
            result = wend_space_update_sliced(s.space, &budget);
            if (++slices < 40 && random_below(seed, slices, 32, 6) == 0) {
                edit(grid, seed, tick++);
                result = WEND_IN_PROGRESS;
            }
            /* At times one call does the rest. */
            if (slices > 3 && random_below(seed, slices, 33, 300) == 0) {
                result = wend_space_update(s.space);
            }
        }
        is_good = result == WEND_OK && is_as_new(&s, seed);
    }
    drop(&s);
    wend_grid_destroy(grid);
    gen_map_free(&map);
    return is_good;
}

static void space_updated_in_slices_is_as_a_new_one(void **state)
{
    (void)state;
    sliced_kind kind = {400, false};
    gen_property("space_updated_in_slices_is_as_a_new_one", MAPS / 2, holds, &kind);
}

static void space_updated_unit_by_unit_is_as_a_new_one(void **state)
{
    (void)state;
    sliced_kind kind = {1, false};
    gen_property("space_updated_unit_by_unit_is_as_a_new_one", MAPS / 4, holds, &kind);
}

static void space_built_in_slices_is_as_a_new_one(void **state)
{
    (void)state;
    sliced_kind kind = {400, true};
    gen_property("space_built_in_slices_is_as_a_new_one", MAPS / 2, holds, &kind);
}

/* Nothing can be asked of it before; whole updates build it, too. */
static void space_deferred_is_stale_until_it_is_built(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(70, 50, 1));
    for (uint64_t seed = 0; seed < 6; seed++) {
        sliced s;
        assert_true(make(&s, grid, seed, true));
        wend_space_info info;
        wend_space_get_info(s.space, &info);
        assert_false(info.is_fresh);
        assert_int_equal(info.open_count, 0);
        assert_int_equal(info.revision, 0);
        assert_false(wend_islands_is_fresh(s.islands));
        wend_search_def def = wend_search_def_default();
        wend_search *search;
        def.space = s.space;
        assert_int_equal(wend_search_create(&def, &search), WEND_OK);
        wend_search_query query = wend_search_query_default();
        query.start = 3;
        query.goal = 60;
        assert_int_equal(wend_search_find(search, &query), WEND_ERROR_STALE);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_true(is_as_new(&s, seed));
        assert_true(wend_search_find(search, &query) >= 0);
        wend_search_destroy(search);
        drop(&s);
        edit(grid, seed, seed);
        assert_int_equal(wend_grid_fill(grid, 0, 0, 0, 70, 1, 1), WEND_OK);
    }
    wend_grid_destroy(grid);
}

/* Small budgets and an edit before each slice: the space shows one revision after the other. */
static void space_update_in_slices_ends_whatever_is_edited_meanwhile(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(200, 200, 1);
    wend_grid *grid = grids_make(def);
    sliced s;
    assert_true(make(&s, grid, 2, false));
    uint64_t revision = s.space->revision;
    uint32_t shown = 0;
    for (uint64_t tick = 0; tick < 4000; tick++) {
        edit(grid, 5, tick);
        wend_budget budget = wend_budget_steps(200);
        assert_true(wend_space_update_sliced(s.space, &budget) >= 0);
        shown += s.space->revision != revision;
        assert_true(s.space->revision >= revision);
        revision = s.space->revision;
    }
    assert_true(shown > 10);
    drop(&s);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_updated_in_slices_is_as_a_new_one),
        cmocka_unit_test(space_updated_unit_by_unit_is_as_a_new_one),
        cmocka_unit_test(space_built_in_slices_is_as_a_new_one),
        cmocka_unit_test(space_deferred_is_stale_until_it_is_built),
        cmocka_unit_test(space_update_in_slices_ends_whatever_is_edited_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Spaces of random maps that were repaired after random edits are, bit for bit, fresh ones. */
#include "support/searches.h"
#include "world.h"

#include "route/space/space.h"
#include "wend/search.h"

enum { MAPS = 3000, EDITS = 6 };

static wend_space *fresh_space(const world *w)
{
    wend_space_def def = wend_space_def_default();
    def.grid = w->grid;
    def.movement_class = w->movement_class;
    def.team = w->team;
    return spaces_make(def);
}

static bool is_as_fresh(world *w)
{
    wend_space *fresh = fresh_space(w);
    const wend_space *space = w->space;
    wend_space_info info;
    wend_space_get_info(space, &info);
    const bool holds =
        world_equal(w, "repair", "fresh", info.is_fresh, 1) &&
        world_equal(w, "repair", "uniform", space->is_uniform, fresh->is_uniform) &&
        world_equal(w, "repair", "least cost", space->cost_min, fresh->cost_min) &&
        world_equal(w, "repair", "has bitmaps", space->has_jump_map, fresh->has_jump_map) &&
        world_equal(w, "repair", "size of bitmaps", space->jump.block_bytes,
                    fresh->jump.block_bytes) &&
        world_equal(w, "repair", "costs differ",
                    memcmp(space->costs, fresh->costs, fresh->slot_count) != 0, 0) &&
        world_equal(w, "repair", "histograms differ",
                    memcmp(space->histogram, fresh->histogram, sizeof space->histogram) != 0, 0) &&
        (!fresh->has_jump_map ||
         world_equal(w, "repair", "bitmaps differ",
                     memcmp(space->jump.block, fresh->jump.block, fresh->jump.block_bytes) != 0,
                     0));
    wend_space_destroy(fresh);
    return holds;
}

/* One edit: a cell, a rectangle, a gate, or everything to one cost. Walls and one cost are likely,
 * so that the map goes to uniform and back. */
static void edit(world *w, uint64_t seed)
{
    const int32_t width = w->map.width;
    const int32_t height = w->map.height;
    const int32_t x = (int32_t)world_draw(seed, 1, (uint32_t)width);
    const int32_t y = (int32_t)world_draw(seed, 2, (uint32_t)height);
    const int32_t w1 = 1 + (int32_t)world_draw(seed, 3, (uint32_t)(width - x));
    const int32_t h1 = 1 + (int32_t)world_draw(seed, 4, (uint32_t)(height - y));
    const uint8_t costs[6] = {WEND_COST_WALL, WEND_COST_WALL, 1, 1, 1, 200};
    const uint8_t cost = costs[world_draw(seed, 5, 6)];
    const uint32_t masks[3] = {UINT32_MAX, 1u << 5, 0};
    switch (world_draw(seed, 6, 10)) {
    case 0:
        (void)wend_grid_fill(w->grid, w->movement_class, 0, 0, width, height, cost);
        break;
    case 1:
    case 2:
        (void)wend_grid_fill(w->grid, w->movement_class, x, y, w1, h1, cost);
        break;
    case 3:
        (void)wend_grid_set_closed_teams(w->grid, x, y, w1, h1, masks[world_draw(seed, 7, 3)]);
        break;
    case 4:
        (void)wend_grid_fill(w->grid, WEND_CLASS_ALL, x, y, w1, 1, cost);
        break;
    default:
        (void)wend_grid_set_cost(w->grid, w->movement_class, x, y, cost);
        break;
    }
}

static bool repaired_is_fresh(world *w)
{
    for (uint64_t k = 0; k < EDITS; ++k) {
        const uint64_t seed = wend_random(w->map.seed, 5, k);
        const uint32_t edits = 1 + world_draw(seed, 8, 3);
        for (uint64_t e = 0; e < edits; ++e) {
            edit(w, wend_random(seed, 6, e));
        }
        if (!world_equal(w, "repair", "result", (uint64_t)wend_space_update(w->space), WEND_OK) ||
            !is_as_fresh(w)) {
            return false;
        }
    }
    return true;
}

static void space_repaired_after_edits_is_as_made_afresh(void **state)
{
    (void)state;
    world_check("a repaired space is a fresh one", MAPS, repaired_is_fresh);
}

/* Long lines, where reach runs on over several words. */
static void space_of_many_words_repaired_is_as_made_afresh(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{150, 9}, {9, 150},   {200, 3},
                                       {3, 200}, {129, 131}, {260, 1}};
    for (uint64_t k = 0; k < 60; ++k) {
        const int32_t *side = sides[k % (sizeof sides / sizeof sides[0])];
        gen_map map = gen_map_make(k % 2 == 0 ? GEN_OPEN : GEN_BARS, k, side[0], side[1]);
        map.neighbours = WEND_NEIGHBOURS_8;
        map.corner_rule = (wend_corner_rule)(k % 3);
        map.start = 0;
        const bool is_large = side[0] * side[1] > 4000;
        world w;
        memset(&w, 0, sizeof w);
        w.map = map;
        world_make_grid(&w);
        w.space = fresh_space(&w);
        for (uint64_t edits = 0; edits < (is_large ? 10u : 40u); ++edits) {
            edit(&w, wend_random(k, 7, edits));
            assert_int_equal(wend_space_update(w.space), WEND_OK);
            if (!is_as_fresh(&w)) {
                fail_msg("%d x %d, seed %d: %s", (int)side[0], (int)side[1], (int)k, w.what);
            }
        }
        wend_space_destroy(w.space);
        wend_grid_destroy(w.grid);
        gen_map_free(&map);
    }
}

/* Enough changed sectors for the space to read everything again. */
static void space_with_too_many_changes_is_as_made_afresh(void **state)
{
    (void)state;
    gen_map map = gen_map_make(GEN_OPEN, 3, 260, 260);
    map.neighbours = WEND_NEIGHBOURS_8;
    world w;
    memset(&w, 0, sizeof w);
    w.map = map;
    world_make_grid(&w);
    w.space = fresh_space(&w);
    for (int32_t k = 0; k < 260; k += 4) {
        assert_int_equal(wend_grid_fill(w.grid, w.movement_class, 0, k, 250, 1, WEND_COST_WALL),
                         WEND_OK);
    }
    assert_int_equal(wend_space_update(w.space), WEND_OK);
    assert_true(is_as_fresh(&w));
    wend_space_destroy(w.space);
    wend_grid_destroy(w.grid);
    gen_map_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_repaired_after_edits_is_as_made_afresh),
        cmocka_unit_test(space_of_many_words_repaired_is_as_made_afresh),
        cmocka_unit_test(space_with_too_many_changes_is_as_made_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Spaces of every kind that were repaired after random edits, also sharing one clearance, are bit
 * for bit fresh ones. */
#include "route/space/space.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/overlay.h"
#include "wend/stamp.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS = 400, ROUNDS = 6, SPACES = 4, SIDE_MAX = 40, THINGS = 8 };

typedef struct trial {
    uint64_t seed;
    uint64_t draws;
    wend_grid_info info;
    wend_grid *grid;
    wend_clearance *clearance;
    wend_space_def defs[SPACES];
    wend_space *spaces[SPACES];
    wend_link_id links[THINGS];
    wend_stamp_id stamps[THINGS];
    wend_overlay_id overlay;
} trial;

static uint32_t draw(trial *t, uint32_t below)
{
    return wend_random_below(t->seed, 51, t->draws++, below);
}

/* ---- making ---- */

static void make_grid(trial *t)
{
    static const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                            WEND_NEIGHBOURS_6};
    wend_grid_def def = wend_grid_def_default();
    def.width = 1 + (int32_t)draw(t, SIDE_MAX);
    def.height = 1 + (int32_t)draw(t, SIDE_MAX);
    def.neighbours = kinds[draw(t, 4)];
    def.corner_rule = (wend_corner_rule)draw(t, 3);
    def.wrap = (wend_wrap)draw(t, 4);
    def.sector_size = 8 + (int32_t)draw(t, 6);
    def.class_count = 1 + (int32_t)draw(t, 2);
    def.cell_size = draw(t, 2) == 0 ? 1.0 : 0.7;
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)draw(t, 4);
        def.width += def.width % 2;
        def.height += def.height % 2;
    }
    t->grid = grids_make(def);
    wend_grid_get_info(t->grid, &t->info);
}

static void set_size(trial *t, wend_space_def *def)
{
    switch (draw(t, 4)) {
    case 0:
        break;
    case 1:
        def->size = 1 + (int32_t)draw(t, 4);
        break;
    default:
        def->radius = (0.1 + 0.3 * draw(t, 12)) * t->info.cell_size;
        break;
    }
    def->clearance = draw(t, 3) == 0 ? NULL : t->clearance;
}

static void make(trial *t, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->seed = seed;
    make_grid(t);
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = t->grid;
    clearance.movement_class = draw(t, (uint32_t)t->info.class_count);
    clearance.team = draw(t, 2) == 0 ? WEND_TEAM_NONE : 3;
    clearance.max_clearance = 5;
    assert_int_equal(wend_clearance_create(&clearance, &t->clearance), WEND_OK);
    for (int k = 0; k < SPACES; ++k) {
        t->defs[k] = wend_space_def_default();
        t->defs[k].grid = t->grid;
        t->defs[k].movement_class = clearance.movement_class;
        t->defs[k].team = clearance.team;
        set_size(t, &t->defs[k]);
        assert_int_equal(wend_space_create(&t->defs[k], &t->spaces[k]), WEND_OK);
    }
}

static void drop(trial *t)
{
    for (int k = 0; k < SPACES; ++k) {
        wend_space_destroy(t->spaces[k]);
    }
    wend_clearance_destroy(t->clearance);
    wend_grid_destroy(t->grid);
}

/* ---- edits ---- */

static uint8_t random_cost(trial *t)
{
    static const uint8_t costs[] = {WEND_COST_WALL, WEND_COST_WALL, 1, 1, 1, 7};
    return costs[draw(t, 6)];
}

static void edit_cells(trial *t)
{
    const int32_t x = (int32_t)draw(t, (uint32_t)t->info.width);
    const int32_t y = (int32_t)draw(t, (uint32_t)t->info.height);
    const int32_t width = 1 + (int32_t)draw(t, (uint32_t)(t->info.width - x));
    const int32_t height = 1 + (int32_t)draw(t, (uint32_t)(t->info.height - y));
    const uint32_t masks[] = {UINT32_MAX, 1u << 3, 0};
    switch (draw(t, 6)) {
    case 0:
        (void)wend_grid_fill(t->grid, WEND_CLASS_ALL, x, y, width, height, random_cost(t));
        break;
    case 1:
        (void)wend_grid_set_closed_teams(t->grid, x, y, width, height, masks[draw(t, 3)]);
        break;
    case 2:
        (void)wend_grid_fill(t->grid, 0, 0, 0, t->info.width, t->info.height, 1);
        break;
    default:
        (void)wend_grid_set_cost(t->grid, draw(t, (uint32_t)t->info.class_count), x, y,
                                 random_cost(t));
        break;
    }
}

static void edit_link(trial *t)
{
    const uint32_t cells = (uint32_t)(t->info.width * t->info.height);
    wend_link_id *id = &t->links[draw(t, THINGS)];
    wend_link_def def = wend_link_def_default();
    if (wend_grid_get_link(t->grid, *id, &def) == WEND_OK) {
        def.is_open = draw(t, 2) != 0;
        def.class_mask = draw(t, 4) == 0 ? 2 : UINT32_MAX;
        def.team_mask = draw(t, 4) == 0 ? 1u << 3 : 0;
        def.cost = 1 + draw(t, 1000);
        (void)(draw(t, 3) == 0 ? wend_grid_remove_link(t->grid, *id)
                               : wend_grid_set_link(t->grid, *id, &def, NULL));
        return;
    }
    def.from = draw(t, cells);
    def.to = draw(t, cells);
    def.is_two_way = draw(t, 2) != 0;
    (void)wend_grid_add_link(t->grid, &def, id, NULL);
}

static void edit_stamp(trial *t)
{
    static const uint8_t costs[] = {WEND_COST_WALL, WEND_COST_WALL, 0, 1, WEND_COST_WALL, 3};
    wend_stamp_id *id = &t->stamps[draw(t, THINGS)];
    wend_stamp_def def = wend_stamp_def_default();
    if (wend_grid_remove_stamp(t->grid, *id) == WEND_OK) {
        return;
    }
    def.width = 3;
    def.height = 2;
    def.costs = costs;
    def.x = (int32_t)draw(t, (uint32_t)t->info.width);
    def.y = (int32_t)draw(t, (uint32_t)t->info.height);
    def.quarter_turns = (int32_t)draw(t, 4);
    def.is_mirrored = draw(t, 2) != 0;
    (void)wend_grid_add_stamp(t->grid, &def, id, NULL);
}

static void edit_added(trial *t)
{
    static const uint8_t additions[] = {5, 2};
    const wend_vec2 at = {0.8 * draw(t, (uint32_t)t->info.width),
                          0.8 * draw(t, (uint32_t)t->info.height)};
    wend_overlay_def def = wend_overlay_def_default();
    switch (draw(t, 5)) {
    case 0:
        (void)wend_grid_set_gradient(t->grid, WEND_CLASS_ALL, additions, draw(t, 3));
        break;
    case 1:
        (void)wend_grid_overlay_tick(t->grid, t->overlay);
        break;
    case 2:
        (void)wend_grid_remove_overlay(t->grid, t->overlay);
        break;
    default:
        if (wend_grid_overlay_add(t->grid, t->overlay, at, 2.0, 700) != WEND_OK) {
            (void)wend_grid_add_overlay(t->grid, &def, &t->overlay, NULL);
        }
        break;
    }
}

static void edit(trial *t)
{
    switch (draw(t, 8)) {
    case 0:
        edit_link(t);
        break;
    case 1:
        edit_stamp(t);
        break;
    case 2:
        edit_added(t);
        break;
    default:
        edit_cells(t);
        break;
    }
}

/* ---- comparing ---- */

static bool are_links_same(const wendi_space_links *a, const wendi_space_links *b)
{
    if (a->count != b->count || a->end_count != b->end_count) {
        return false;
    }
    for (uint32_t k = 0; k < a->count; ++k) {
        const wendi_link_arc *one = &a->arcs[k];
        const wendi_link_arc *other = &b->arcs[k];
        if (one->from != other->from || one->to != other->to || one->cost != other->cost ||
            one->edge != other->edge || one->behaviour != other->behaviour ||
            one->end != other->end || !wendi_space_links_has(a, one->from)) {
            return false;
        }
    }
    for (uint32_t slot = 0; slot < a->slot_count && a->count > 0; ++slot) {
        if (wendi_space_links_has(a, slot) != wendi_space_links_has(b, slot)) {
            return false;
        }
    }
    return true;
}

/* The difference; NULL if there is none. */
static const char *difference(const wend_space *a, const wend_space *b)
{
    wend_space_info info;
    wend_space_get_info(a, &info);
    if (!info.is_fresh || a->revision != b->revision) {
        return "revision";
    }
    if (memcmp(a->costs, b->costs, a->slot_count) != 0) {
        return "costs";
    }
    if (memcmp(a->walls, b->walls, a->slot_count) != 0) {
        return "walls";
    }
    if (memcmp(a->histogram, b->histogram, sizeof a->histogram) != 0 ||
        a->cost_min != b->cost_min || a->is_uniform != b->is_uniform) {
        return "histogram";
    }
    if (a->has_jump_map != b->has_jump_map || a->jump.block_bytes != b->jump.block_bytes ||
        (a->has_jump_map && memcmp(a->jump.block, b->jump.block, a->jump.block_bytes) != 0)) {
        return "jump bitmaps";
    }
    return are_links_same(&a->links, &b->links) ? NULL : "links";
}

static bool is_as_fresh(trial *t, int k)
{
    wend_space_def def = t->defs[k];
    def.clearance = NULL;
    wend_space *fresh = spaces_make(def);
    const char *what = difference(t->spaces[k], fresh);
    if (what != NULL) {
        fprintf(
            stderr,
            "%s: %d x %d, %d neighbours, layout %d, wrap %d, size %d, radius %g, %s clearance\n",
            what, (int)t->info.width, (int)t->info.height, (int)t->info.neighbours,
            (int)t->info.hex_layout, (int)t->info.wrap, (int)def.size, def.radius,
            t->defs[k].clearance == NULL ? "own" : "shared");
    }
    wend_space_destroy(fresh);
    return what == NULL;
}

/* Some spaces sleep for several rounds, while others have updated the clearance they share. */
static bool repaired_are_fresh(uint64_t seed, void *context)
{
    (void)context;
    trial t;
    bool holds = true;
    make(&t, seed);
    for (int round = 0; round < ROUNDS && holds; ++round) {
        for (uint32_t edits = 1 + draw(&t, 4); edits > 0; --edits) {
            edit(&t);
        }
        for (int k = 0; k < SPACES && holds; ++k) {
            if (draw(&t, 3) != 0) {
                assert_int_equal(wend_space_update(t.spaces[k]), WEND_OK);
                holds = is_as_fresh(&t, k);
            }
        }
    }
    drop(&t);
    return holds;
}

static void spaces_of_every_kind_repaired_are_as_made_afresh(void **state)
{
    (void)state;
    gen_property("repaired spaces", WORLDS, repaired_are_fresh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces_of_every_kind_repaired_are_as_made_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

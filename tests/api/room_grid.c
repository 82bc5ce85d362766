/* Grids, what lies on them, and hexes. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

uint32_t grid_nodes(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (uint32_t)info.width * (uint32_t)info.height;
}

wend_grid_def some_grid_def(fuzz *f)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = whole(f, 1, FUZZ_SIDE);
    def.height = whole(f, 1, FUZZ_SIDE);
    if (unsound(f, 40)) {
        def.width = WEND_GRID_SIDE_MAX + (int32_t)below(f, 2);
        def.height = 1;
    }
    const bool is_hex = chance(f, 5);
    def.neighbours = is_hex         ? WEND_NEIGHBOURS_6
                     : chance(f, 4) ? WEND_NEIGHBOURS_4
                                    : WEND_NEIGHBOURS_8;
    def.corner_rule = (wend_corner_rule)(chance(f, 2) ? below(f, 3) : 0);
    def.hex_layout = (wend_hex_layout)(is_hex ? below(f, 4) : 0);
    def.wrap = (wend_wrap)(chance(f, 6) ? below(f, 4) : 0);
    def.sector_size = chance(f, 2) ? 10 : whole(f, 8, 32);
    def.class_count = chance(f, 2) ? 1 : chance(f, 10) ? whole(f, 1, 32) : whole(f, 1, 3);
    def.cost = (uint8_t)(chance(f, 8) ? below(f, 256) : 1);
    if (chance(f, 6)) {
        def.cell_size = chance(f, 4) ? wild(f) : real(f, 0.25, 4);
        def.origin = chance(f, 4) ? somewhere(f) : def.origin;
    }
    if (unsound(f, 40)) {
        def.neighbours = (wend_neighbours)whole(f, 0, 9);
        def.wrap = (wend_wrap)below(f, 6);
        def.corner_rule = (wend_corner_rule)below(f, 5);
        def.hex_layout = (wend_hex_layout)below(f, 6);
    }
    if (f->is_sound) {
        def.cell_size = chance(f, 4) ? 0.5 : 1;
        def.origin.x = 0;
        def.origin.y = 0;
        def.cost = 1;
        if (def.neighbours == WEND_NEIGHBOURS_6) {
            def.wrap = WEND_WRAP_NONE;
        }
    }
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    return def;
}

static void scatter(fuzz *f, wend_grid *grid, uint32_t part)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (int32_t i = 0; part > 0 && i < info.width * info.height / (int32_t)part; ++i) {
        wend_grid_set_cost(grid, WEND_CLASS_ALL, (int32_t)below(f, (uint32_t)info.width),
                           (int32_t)below(f, (uint32_t)info.height),
                           chance(f, 3) ? (uint8_t)(1 + below(f, 255)) : WEND_COST_WALL);
    }
}

void make_grid(fuzz *f)
{
    const wend_grid_def def = some_grid_def(f);
    wend_grid *grid = (wend_grid *)&f->message;
    const bool has_def = !unsound(f, 60);
    f->has_message &= has_def;
    const wend_result result = GIVES(f, wend_grid_create(has_def ? &def : NULL, &grid), "AM");
    CHECK(f, (result == WEND_OK) == (grid != NULL));
    CHECK(f, !f->is_sound || grid != NULL);
    keep(f, KIND_GRID, grid, NULL, NULL, NULL);
    if (grid != NULL && grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE && chance(f, 3)) {
        scatter(f, grid, 3 + below(f, 9));
    }
}

/* A rectangle on the grid, most often. */
static void some_rect(fuzz *f, const wend_grid *grid, int32_t *rect)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    rect[0] = whole(f, 0, info.width > 0 ? info.width - 1 : 0);
    rect[1] = whole(f, 0, info.height > 0 ? info.height - 1 : 0);
    const int64_t width = (int64_t)info.width - rect[0];
    const int64_t height = (int64_t)info.height - rect[1];
    rect[2] = whole(f, 0, width > 0 && width < 12 ? (int32_t)width : 1);
    rect[3] = whole(f, 0, height > 0 && height < 12 ? (int32_t)height : 1);
}

static uint32_t some_grid_class(fuzz *f, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (unsound(f, 12)) {
        return chance(f, 2) ? WEND_CLASS_ALL : (uint32_t)info.class_count;
    }
    return below(f, (uint32_t)info.class_count);
}

static uint8_t some_ground(fuzz *f)
{
    return (uint8_t)(chance(f, 2) ? WEND_COST_WALL : chance(f, 2) ? 1 : below(f, 256));
}

static void edit_costs(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    int32_t r[4];
    some_rect(f, grid, r);
    const uint32_t movement_class = chance(f, 2) ? WEND_CLASS_ALL : some_grid_class(f, grid);
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    const uint64_t revision = wend_grid_revision(grid);
    const uint8_t cost = some_ground(f);
    const uint32_t how = below(f, 4);
    wend_result result;
    if (how == 0) {
        result = GIVES(f, wend_grid_set_cost(grid, movement_class, r[0], r[1], cost), "AM");
        CHECK(f, result != WEND_OK || movement_class == WEND_CLASS_ALL ||
                     wend_grid_ground_cost(grid, movement_class, r[0], r[1]) == cost);
    } else if (how == 1) {
        result = GIVES(f, wend_grid_fill(grid, movement_class, r[0], r[1], r[2], r[3], cost), "AM");
    } else if (how == 2) {
        const size_t stride = (size_t)(r[2] > 0 && r[2] < 32 ? r[2] : 0) + below(f, 3);
        const size_t rows = (size_t)(r[3] > 0 && r[3] < 32 ? r[3] : 0);
        const bool is_far = r[2] > 32 || r[3] > 32;
        uint8_t *costs = scratch(f, stride * rows, 1);
        for (size_t i = 0; i < stride * rows; ++i) {
            costs[i] = (uint8_t)(unsound(f, 200) ? 0 : 1 + below(f, chance(f, 2) ? 2 : 255));
        }
        result = GIVES(f,
                       wend_grid_set_costs(grid, movement_class, r[0], r[1], r[2], r[3],
                                           is_far || unsound(f, 40) ? NULL : costs, stride),
                       "AM");
    } else {
        const uint32_t mask = chance(f, 3) ? 0xFFFFFFFF : chance(f, 2) ? 0 : (uint32_t)roll(f);
        result = GIVES(f, wend_grid_set_closed_teams(grid, r[0], r[1], r[2], r[3], mask), "AM");
        CHECK(f, result != WEND_OK || r[2] == 0 || r[3] == 0 ||
                     wend_grid_get_closed_teams(grid, r[0], r[1]) == mask);
    }
    CHECK(f, result == WEND_OK || wend_grid_revision(grid) == revision);
}

static void ask_grid(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const uint32_t nodes = grid_nodes(grid);
    const uint32_t movement_class = some_grid_class(f, grid);
    int32_t r[4];
    some_rect(f, grid, r);
    const wend_node node = wend_grid_node(grid, r[0], r[1]);
    int32_t x = 5;
    int32_t y = 5;
    CHECK(f, wend_grid_cell(grid, node, &x, &y) == (node < nodes));
    CHECK(f, node < nodes ? x == r[0] && y == r[1] : x == -1 && y == -1);
    wend_grid_node_at(grid, somewhere(f));
    const wend_node a = some_node(f, nodes);
    const wend_node b = some_node(f, nodes);
    CHECK(f, wend_grid_steps(grid, a, b) == wend_grid_steps(grid, b, a));
    wend_grid_position(grid, a);
    wend_vec2 low;
    wend_vec2 high;
    wend_grid_bounds(grid, chance(f, 8) ? NULL : &low, chance(f, 8) ? NULL : &high);
    const bool is_open = wend_grid_is_open(grid, movement_class, some_team(f), r[0], r[1]);
    CHECK(f, !is_open || wend_grid_cost(grid, movement_class, r[0], r[1]) != WEND_COST_WALL);
    wend_grid_sector_revision(grid, below(f, 12));
    const size_t capacity = below(f, 12);
    uint32_t *sectors = scratch(f, capacity, sizeof *sectors);
    size_t count = 99;
    GIVES(f, wend_grid_list_changes(grid, below(f, 20), sectors, capacity, &count), "AT");
    const size_t stride = (size_t)(r[2] > 0 && r[2] < 32 ? r[2] : 0) + below(f, 3);
    const bool is_far = r[2] > 32 || r[3] > 32;
    uint8_t *costs = scratch(f, stride * (size_t)(r[3] > 0 && r[3] < 32 ? r[3] : 0), 1);
    GIVES(f,
          wend_grid_get_costs(grid, movement_class, r[0], r[1], r[2], r[3], is_far ? NULL : costs,
                              stride),
          "A");
    GIVES(f,
          wend_grid_get_ground_costs(grid, movement_class, r[0], r[1], r[2], r[3],
                                     is_far ? NULL : costs, stride),
          "A");
}

static void draw_grid(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    wend_draw draw;
    GIVES(f, wend_grid_draw(grid, some_grid_class(f, grid), some_draw(f, &draw)), "A");
    wend_grid_draw_cell(grid, some_node(f, grid_nodes(grid)), some_draw(f, &draw),
                        WEND_MEANING_PATH, wild(f));
}

static void save_grid(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    size_t count = 0;
    if (GIVES(f, wend_grid_save(grid, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_grid_save(grid, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const size_t whole_count = count;
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_grid *loaded = NULL;
    const wend_result result =
        GIVES(f, wend_grid_load(copy, count, some_allocator(f), &loaded, some_message(f)), "ALM");
    CHECK(f, !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    CHECK(f, !is_same || loaded == NULL || wend_grid_hash(loaded) == wend_grid_hash(grid));
    keep(f, KIND_GRID, loaded, NULL, NULL, NULL);
    wend_grid *other = get(f, KIND_GRID);
    const uint64_t hash = wend_grid_hash(other);
    quiet(f, other);
    fuzz_watch(f, KIND_GRID, other);
    const wend_result restored =
        GIVES(f, wend_grid_restore(other, unsound(f, 30) ? NULL : copy, count), "ALM");
    CHECK(f, restored == WEND_OK || wend_grid_hash(other) == hash);
    CHECK(f, !is_same || restored != WEND_OK || wend_grid_hash(other) == wend_grid_hash(grid));
}

/* ---- stamps ---- */

static wend_stamp_def some_stamp_def(fuzz *f, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_stamp_def def = wend_stamp_def_default();
    def.x = whole(f, -1, info.width);
    def.y = whole(f, -1, info.height);
    def.width = 1 + (int32_t)below(f, 5);
    def.height = 1 + (int32_t)below(f, 5);
    def.layer_count = chance(f, 4) ? info.class_count : 1;
    def.quarter_turns = chance(f, 2) ? 0 : whole(f, 0, 3);
    def.is_mirrored = chance(f, 4);
    def.user = roll(f);
    const size_t cells =
        (size_t)(def.width * def.height * (def.layer_count > 0 ? def.layer_count : 1));
    uint8_t *costs = scratch(f, cells, 1);
    for (size_t i = 0; i < cells; ++i) {
        costs[i] = (uint8_t)(chance(f, 3) ? 0 : chance(f, 2) ? 255 : 1 + below(f, 254));
    }
    def.costs = unsound(f, 60) ? NULL : costs;
    if (unsound(f, 40)) {
        def.width = whole(f, -1, 0);
    }
    some_cookie(f, &def.cookie);
    return def;
}

static wend_stamp_id some_stamp(fuzz *f, const wend_grid *grid)
{
    wend_stamp_id ids[64];
    size_t count = 0;
    wend_grid_list_stamps(grid, ids, 64, &count);
    wend_stamp_id id;
    some_id(f, ids, count < 64 ? count : 64, &id);
    return id;
}

static void place_stamp(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const wend_stamp_def def = some_stamp_def(f, grid);
    wend_stamp_id id = {7, 7};
    const bool can = wend_grid_can_add_stamp(grid, &def, chance(f, 3), some_grid_class(f, grid));
    wend_grid_stamp_touches(grid, &def);
    const size_t capacity = below(f, 30);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    size_t count = 0;
    GIVES(f, wend_stamp_cells(grid, &def, nodes, capacity, &count), "AT");
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    const wend_result result =
        GIVES(f, wend_grid_add_stamp(grid, &def, &id, some_message(f)), "AMF");
    CHECK(f, !can || result == WEND_OK || result == WEND_ERROR_MEMORY || result == WEND_ERROR_FULL);
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
}

static void lift_stamp(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const wend_stamp_id id = some_stamp(f, grid);
    const size_t before = wend_grid_stamp_count(grid);
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    const wend_result result = GIVES(f, wend_grid_remove_stamp(grid, id), "AS");
    CHECK(f, wend_grid_stamp_count(grid) == before - (result == WEND_OK ? 1 : 0));
}

static void ask_stamps(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const wend_stamp_id id = some_stamp(f, grid);
    wend_stamp_info info;
    const wend_result result = GIVES(f, wend_grid_get_stamp(grid, id, &info), "AS");
    const size_t capacity = below(f, 30);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    size_t count = 0;
    GIVES(f, wend_grid_stamp_cells(grid, id, nodes, capacity, &count), "AST");
    CHECK(f, result != WEND_OK || count == info.cell_count);
    wend_grid_stamp_at(grid, some_grid_class(f, grid), whole(f, 0, 20), whole(f, 0, 20));
}

/* ---- links ---- */

static wend_link_id some_link(fuzz *f, const wend_grid *grid)
{
    wend_link_id ids[64];
    size_t count = 0;
    wend_grid_list_links(grid, ids, 64, &count);
    CHECK(f, count == wend_grid_link_count(grid));
    wend_link_id id;
    some_id(f, ids, count < 64 ? count : 64, &id);
    return id;
}

static void fill_link(fuzz *f, const wend_grid *grid, wend_link_def *def)
{
    def->cost = some_cost(f);
    def->is_two_way = chance(f, 2);
    def->is_open = !chance(f, 4);
    def->class_mask = chance(f, 4) ? (uint32_t)roll(f) : UINT32_MAX;
    def->team_mask = chance(f, 4) ? (uint32_t)roll(f) : chance(f, 8) ? UINT32_MAX : 0;
    def->behaviour = below(f, 70);
    def->user = roll(f);
    if (chance(f, 20)) {
        def->from = some_node(f, grid_nodes(grid));
    }
    some_cookie(f, &def->cookie);
}

static void add_link(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    wend_link_def def = wend_link_def_default();
    fill_link(f, grid, &def);
    def.from = some_node(f, grid_nodes(grid));
    def.to = some_node(f, grid_nodes(grid));
    wend_link_id id = {7, 7};
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    const wend_result result =
        GIVES(f, wend_grid_add_link(grid, &def, &id, some_message(f)), "AFM");
    CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    CHECK(f, result != WEND_OK || wend_grid_link_of_edge(grid, id.index1 - 1).index1 == id.index1);
}

static void edit_link(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const wend_link_id id = some_link(f, grid);
    wend_link_def def;
    GIVES(f, wend_grid_get_link(grid, id, &def), "AS");
    fill_link(f, grid, &def);
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    if (chance(f, 3)) {
        GIVES(f, wend_grid_remove_link(grid, id), "AS");
    } else {
        GIVES(f, wend_grid_set_link(grid, id, &def, some_message(f)), "AS");
    }
    CHECK(f, wend_grid_links_revision(grid) <= wend_grid_revision(grid));
}

/* ---- overlays and gradients ---- */

static wend_overlay_id some_overlay(fuzz *f, const wend_grid *grid)
{
    wend_overlay_id ids[WEND_OVERLAYS_MAX];
    size_t count = 0;
    wend_grid_list_overlays(grid, ids, WEND_OVERLAYS_MAX, &count);
    wend_overlay_id id;
    some_id(f, ids, count, &id);
    return id;
}

static void add_overlay(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    wend_overlay_def def = wend_overlay_def_default();
    def.class_mask = chance(f, 3) ? (uint32_t)roll(f) : UINT32_MAX;
    def.keep = real(f, 0, 1);
    def.max_value = chance(f, 2) ? def.max_value : count_to(f, 65535);
    def.layers = chance(f, 3) ? (uint32_t)roll(f) : WEND_LAYER_JAM;
    some_cookie(f, &def.cookie);
    wend_overlay_id id = {7, 7};
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    GIVES(f, wend_grid_add_overlay(grid, &def, &id, some_message(f)), "AFM");
    GIVES(f, wend_grid_get_overlay(grid, some_overlay(f, grid), &def), "AS");
}

static void edit_overlay(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const wend_overlay_id id = some_overlay(f, grid);
    int32_t r[4];
    some_rect(f, grid, r);
    quiet(f, grid);
    fuzz_watch(f, KIND_GRID, grid);
    const int32_t amount = chance(f, 8) ? whole(f, INT32_MIN, INT32_MAX) : whole(f, -2000, 6000);
    const uint32_t how = below(f, 5);
    if (how == 0) {
        GIVES(f, wend_grid_remove_overlay(grid, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_grid_overlay_add(grid, id, somewhere(f), real(f, 0, 8), amount), "ASM");
    } else if (how == 2) {
        GIVES(f, wend_grid_overlay_add_rect(grid, id, r[0], r[1], r[2], r[3], amount), "ASM");
    } else if (how == 3) {
        GIVES(f, wend_grid_overlay_tick(grid, id), "AS");
    } else {
        uint8_t additions[WEND_GRADIENT_MAX];
        const size_t count = count_to(f, WEND_GRADIENT_MAX);
        for (size_t i = 0; i < WEND_GRADIENT_MAX; ++i) {
            additions[i] = (uint8_t)below(f, chance(f, 4) ? 256 : 8);
        }
        GIVES(f, wend_grid_set_gradient(grid, some_grid_class(f, grid), additions, count), "AM");
        size_t got = 0;
        GIVES(f, wend_grid_get_gradient(grid, 0, additions, below(f, WEND_GRADIENT_MAX + 1), &got),
              "AT");
    }
    CHECK(f, wend_grid_overlay_value(grid, id, r[0], r[1]) <= 65535);
}

/* ---- sight ---- */

static void field_of_view(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const size_t capacity = chance(f, 2) ? FUZZ_SIDE * FUZZ_SIDE : below(f, 60);
    wend_node *nodes = scratch(f, capacity, sizeof *nodes);
    const wend_node from = some_node(f, grid_nodes(grid));
    const int32_t radius = chance(f, 8) ? whole(f, 0, 60) : whole(f, 0, 12);
    size_t count = 0;
    const wend_result result =
        GIVES(f,
              wend_grid_field_of_view(grid, some_grid_class(f, grid), from,
                                      unsound(f, 30) ? 1025 : radius, nodes, capacity, &count),
              "ATM");
    CHECK(f, result != WEND_OK || count <= grid_nodes(grid));
}

static void sweep(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    const uint32_t movement_class = some_grid_class(f, grid);
    const uint32_t team = some_team(f);
    const double radius = chance(f, 3) ? 0 : real(f, 0, 3);
    const wend_vec2 from = somewhere(f);
    wend_grid_hit hit;
    const bool is_hit =
        wend_grid_sweep(grid, movement_class, team, from, somewhere(f), radius, &hit);
    CHECK(f, hit.fraction >= 0 && hit.fraction <= 1 && (is_hit || !hit.is_inside));
    CHECK(f, is_hit || hit.node == WEND_NODE_NONE);
    CHECK(f, !hit.is_inside || !(hit.distance > 0));
}

static const fuzz_action actions[] = {
    {"make_grid", make_grid, 2},         {"edit_costs", edit_costs, 12},
    {"ask_grid", ask_grid, 4},           {"draw_grid", draw_grid, 1},
    {"save_grid", save_grid, 3},         {"place_stamp", place_stamp, 5},
    {"lift_stamp", lift_stamp, 3},       {"ask_stamps", ask_stamps, 2},
    {"add_link", add_link, 4},           {"edit_link", edit_link, 3},
    {"add_overlay", add_overlay, 2},     {"edit_overlay", edit_overlay, 5},
    {"field_of_view", field_of_view, 2}, {"sweep", sweep, 2},
};
const fuzz_room room_grid = {"grid", actions, sizeof actions / sizeof *actions};

/* Random grids, and random edits of them. */
#include "support/edits.h"

#include "support/gen.h"
#include "wend/link.h"
#include "wend/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = EDITS_SIDE_MAX * EDITS_SIDE_MAX, SHAPE_MAX = 9, IDS_MAX = 256, PLAIN_COST = 3 };

int32_t edits_roll(edits_dice *dice, int32_t low, int32_t high)
{
    return low + (int32_t)wend_random_below(dice->seed, dice->stream, dice->tick++,
                                            (uint32_t)(high - low + 1));
}

bool edits_one_in(edits_dice *dice, int32_t count)
{
    return edits_roll(dice, 1, count) == 1;
}

/* ---- kinds of grids ---- */

static wend_wrap random_wrap(edits_dice *dice, const wend_grid_def *def)
{
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows =
        def->hex_layout == WEND_HEX_ODD_ROWS || def->hex_layout == WEND_HEX_EVEN_ROWS;
    const bool can_x = !is_hex || is_rows || def->width % 2 == 0;
    const bool can_y = !is_hex || !is_rows || def->height % 2 == 0;
    const bool wraps_x = edits_one_in(dice, 4) && can_x;
    const bool wraps_y = edits_one_in(dice, 4) && can_y;
    return (wend_wrap)((wraps_x ? WEND_WRAP_X : 0) | (wraps_y ? WEND_WRAP_Y : 0));
}

edits_world edits_world_random(uint64_t seed)
{
    static const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6,
                                            WEND_NEIGHBOURS_4};
    edits_world world;
    memset(&world, 0, sizeof world);
    edits_dice dice = {seed, 1, 0};
    wend_grid_def def = wend_grid_def_default();
    const int32_t most = edits_one_in(&dice, 3) ? EDITS_SIDE_MAX : 24;
    def.width = edits_roll(&dice, 1, most);
    def.height = edits_roll(&dice, 1, most);
    def.neighbours = kinds[edits_roll(&dice, 0, 3)];
    def.corner_rule = (wend_corner_rule)edits_roll(&dice, 0, 2);
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)edits_roll(&dice, 0, 3);
    }
    def.wrap = random_wrap(&dice, &def);
    def.sector_size = edits_one_in(&dice, 2) ? 8 : edits_roll(&dice, 8, 32);
    def.class_count = edits_roll(&dice, 1, 3);
    def.cell_size = edits_one_in(&dice, 2) ? 1.0 : 2.5;
    def.cost = PLAIN_COST;
    world.seed = seed;
    world.def = def;
    const int32_t kind = edits_roll(&dice, 0, 4);
    world.is_plain = kind < 2;
    world.is_linked = kind == 2;
    return world;
}

static uint8_t random_cost(edits_dice *dice, const edits_world *world)
{
    if (edits_one_in(dice, 3)) {
        return WEND_COST_WALL;
    }
    if (world->is_plain) {
        return PLAIN_COST;
    }
    return (uint8_t)(edits_one_in(dice, 4) ? edits_roll(dice, 1, 254) : edits_roll(dice, 1, 5));
}

/* ---- cells ---- */

static uint32_t random_class(edits_dice *dice, const edits_world *world)
{
    return edits_one_in(dice, 2) ? WEND_CLASS_ALL
                                 : (uint32_t)edits_roll(dice, 0, world->def.class_count - 1);
}

typedef struct rect {
    int32_t x, y, width, height;
} rect;

/* Mostly small, now and then as large as the map. */
static rect random_rect(edits_dice *dice, const edits_world *world)
{
    const int32_t most = edits_one_in(dice, 12) ? EDITS_SIDE_MAX : 5;
    rect r = {edits_roll(dice, 0, world->def.width - 1), edits_roll(dice, 0, world->def.height - 1),
              edits_roll(dice, 1, most), edits_roll(dice, 1, most)};
    r.width = r.width > world->def.width - r.x ? world->def.width - r.x : r.width;
    r.height = r.height > world->def.height - r.y ? world->def.height - r.y : r.height;
    return r;
}

static edits_outcome plain_outcome(const char *what, wend_result result)
{
    return (edits_outcome){what, result, 0, 0, -1};
}

static edits_outcome set_cost(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    const uint32_t movement_class = random_class(dice, world);
    const int32_t x = edits_roll(dice, 0, world->def.width - 1);
    const int32_t y = edits_roll(dice, 0, world->def.height - 1);
    return plain_outcome("set_cost",
                         wend_grid_set_cost(grid, movement_class, x, y, random_cost(dice, world)));
}

static edits_outcome fill(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    const uint32_t movement_class = random_class(dice, world);
    const rect r = random_rect(dice, world);
    return plain_outcome("fill", wend_grid_fill(grid, movement_class, r.x, r.y, r.width, r.height,
                                                random_cost(dice, world)));
}

static edits_outcome set_costs(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    uint8_t costs[CELLS_MAX];
    const uint32_t movement_class = random_class(dice, world);
    const rect r = random_rect(dice, world);
    for (int32_t k = 0; k < r.width * r.height; ++k) {
        costs[k] = random_cost(dice, world);
    }
    return plain_outcome("set_costs", wend_grid_set_costs(grid, movement_class, r.x, r.y, r.width,
                                                          r.height, costs, (size_t)r.width));
}

static edits_outcome close_to_teams(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    static const uint32_t masks[] = {0, 0, UINT32_MAX, UINT32_C(1) << EDITS_TEAM,
                                     ~(UINT32_C(1) << EDITS_TEAM)};
    const rect r = random_rect(dice, world);
    return plain_outcome("close_to_teams",
                         wend_grid_set_closed_teams(grid, r.x, r.y, r.width, r.height,
                                                    masks[edits_roll(dice, 0, 4)]));
}

/* ---- stamps ---- */

/* A shape that lies over the map's edge is moved until it does not, or not placed. */
static edits_outcome place_stamp(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    uint8_t costs[3 * SHAPE_MAX * SHAPE_MAX];
    wend_stamp_def def = wend_stamp_def_default();
    def.width = edits_roll(dice, 1, SHAPE_MAX);
    def.height = edits_roll(dice, 1, SHAPE_MAX);
    def.layer_count = edits_one_in(dice, 2) ? world->def.class_count : 1;
    def.quarter_turns = edits_roll(dice, 0, world->def.neighbours == WEND_NEIGHBOURS_6 ? 5 : 3);
    def.is_mirrored = edits_one_in(dice, 2);
    def.costs = costs;
    for (int32_t k = 0; k < def.layer_count * def.width * def.height; ++k) {
        costs[k] = edits_one_in(dice, 3) ? 0 : random_cost(dice, world);
    }
    costs[0] = WEND_COST_WALL;
    wend_stamp_id id = {0, 0};
    wend_result result = WEND_ERROR_ARGUMENT;
    for (int32_t k = 0; k < 12 && result == WEND_ERROR_ARGUMENT; ++k) {
        def.x = edits_roll(dice, 0, world->def.width - 1);
        def.y = edits_roll(dice, 0, world->def.height - 1);
        result = wend_grid_add_stamp(grid, &def, &id, NULL);
    }
    result = result == WEND_ERROR_ARGUMENT ? WEND_OK : result;
    return (edits_outcome){"place_stamp", result, id.index1, id.generation, -1};
}

static edits_outcome lift_stamp(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    (void)world;
    wend_stamp_id ids[IDS_MAX];
    size_t count = 0;
    wend_result result = wend_grid_list_stamps(grid, ids, IDS_MAX, &count);
    if (result == WEND_OK && count > 0) {
        result = wend_grid_remove_stamp(grid, ids[edits_roll(dice, 0, (int32_t)count - 1)]);
    }
    return plain_outcome("lift_stamp", result);
}

/* ---- what is added ---- */

static bool wants_more(edits_dice *dice, const edits_world *world)
{
    return world->is_plain ? edits_one_in(dice, 5) : !edits_one_in(dice, 3);
}

static edits_outcome set_gradient(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    uint8_t additions[WEND_GRADIENT_MAX];
    const uint32_t movement_class = random_class(dice, world);
    const int32_t count = wants_more(dice, world) ? edits_roll(dice, 1, 6) : 0;
    for (int32_t k = 0; k < count; ++k) {
        additions[k] = (uint8_t)edits_roll(dice, 0, edits_one_in(dice, 9) ? 255 : 6);
    }
    return plain_outcome("set_gradient",
                         wend_grid_set_gradient(grid, movement_class, additions, (size_t)count));
}

static edits_outcome add_overlay(wend_grid *grid, edits_dice *dice, int32_t which)
{
    wend_overlay_def def = wend_overlay_def_default();
    wend_overlay_id id;
    def.class_mask = edits_one_in(dice, 2) ? UINT32_MAX : (uint32_t)edits_roll(dice, 1, 7);
    def.keep = 0.25 * edits_roll(dice, 1, 4);
    const wend_result result = wend_grid_add_overlay(grid, &def, &id, NULL);
    return (edits_outcome){"add_overlay", result, id.index1, id.generation, which};
}

static edits_outcome overlay_add(const edits_world *world, wend_grid *grid, edits_dice *dice,
                                 wend_overlay_id id)
{
    const int32_t amount = edits_roll(dice, -WEND_OVERLAY_ONE, 8 * WEND_OVERLAY_ONE);
    if (edits_one_in(dice, 2)) {
        const rect r = random_rect(dice, world);
        return plain_outcome(
            "overlay_add_rect",
            wend_grid_overlay_add_rect(grid, id, r.x, r.y, r.width, r.height, amount));
    }
    const int32_t cells = world->def.width * world->def.height;
    const wend_vec2 centre = wend_grid_position(grid, (wend_node)edits_roll(dice, 0, cells - 1));
    const double radius = 0.5 * edits_roll(dice, 0, 8);
    return plain_outcome("overlay_add", wend_grid_overlay_add(grid, id, centre, radius, amount));
}

static edits_outcome change_overlay(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    const int32_t which = edits_roll(dice, 0, EDITS_OVERLAYS - 1);
    const wend_overlay_id id = world->overlays[which];
    if (id.index1 == 0) {
        return wants_more(dice, world) ? add_overlay(grid, dice, which)
                                       : plain_outcome("no overlay", WEND_OK);
    }
    if (edits_one_in(dice, world->is_plain ? 2 : 6)) {
        const wend_result result = wend_grid_remove_overlay(grid, id);
        return (edits_outcome){"remove_overlay", result, 0, 0, which};
    }
    return edits_one_in(dice, 3) ? plain_outcome("overlay_tick", wend_grid_overlay_tick(grid, id))
                                 : overlay_add(world, grid, dice, id);
}

/* ---- links ---- */

static void random_link(edits_dice *dice, wend_link_def *def)
{
    def->cost = 1 + (WEND_COST_ONE / 4) * (wend_cost)edits_roll(dice, 0, 60);
    def->is_two_way = edits_one_in(dice, 2);
    def->is_open = !edits_one_in(dice, 5);
    def->class_mask = edits_one_in(dice, 3) ? (uint32_t)edits_roll(dice, 0, 7) : UINT32_MAX;
    def->team_mask = edits_one_in(dice, 4) ? UINT32_C(1) << EDITS_TEAM : 0;
}

static edits_outcome add_link(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    const int32_t cells = world->def.width * world->def.height;
    wend_link_id id = {0, 0};
    if (cells == 1) {
        return plain_outcome("no link", WEND_OK);
    }
    wend_link_def def = wend_link_def_default();
    const int32_t from = edits_roll(dice, 0, cells - 1);
    def.from = (wend_node)from;
    def.to = (wend_node)((from + edits_roll(dice, 1, cells - 1)) % cells);
    random_link(dice, &def);
    const wend_result result = wend_grid_add_link(grid, &def, &id, NULL);
    return (edits_outcome){"add_link", result, id.index1, id.generation, -1};
}

static edits_outcome change_links(const edits_world *world, wend_grid *grid, edits_dice *dice)
{
    wend_link_id ids[IDS_MAX];
    size_t count = 0;
    wend_result result = wend_grid_list_links(grid, ids, IDS_MAX, &count);
    if (result != WEND_OK || count == 0) {
        return wants_more(dice, world) ? add_link(world, grid, dice)
                                       : plain_outcome("no link", result);
    }
    const wend_link_id id = ids[edits_roll(dice, 0, (int32_t)count - 1)];
    const int32_t kind = edits_roll(dice, 0, world->is_plain ? 3 : 6);
    if (kind < 2) {
        return plain_outcome("remove_link", wend_grid_remove_link(grid, id));
    }
    if (kind > 3) {
        return add_link(world, grid, dice);
    }
    wend_link_def def;
    result = wend_grid_get_link(grid, id, &def);
    random_link(dice, &def);
    return plain_outcome("change_link",
                         result == WEND_OK ? wend_grid_set_link(grid, id, &def, NULL) : result);
}

/* ---- all ---- */

wend_grid *edits_grid(const edits_world *world)
{
    edits_dice dice = {world->seed, 2, 0};
    const wend_grid_def *def = &world->def;
    static const gen_kind narrow[] = {GEN_MAZE, GEN_MAZE, GEN_ROOMS, GEN_BARS};
    const gen_kind kind = world->is_linked ? narrow[edits_roll(&dice, 0, 3)]
                                           : (gen_kind)edits_roll(&dice, 0, GEN_KIND_COUNT - 1);
    gen_map map = gen_map_make(kind, world->seed, def->width, def->height);
    for (int32_t k = 0; k < def->width * def->height && world->is_plain; ++k) {
        map.costs[k] = map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : PLAIN_COST;
    }
    wend_grid *grid = NULL;
    wend_result result = wend_grid_create(def, &grid);
    if (result == WEND_OK) {
        result = wend_grid_set_costs(grid, WEND_CLASS_ALL, 0, 0, def->width, def->height, map.costs,
                                     (size_t)def->width);
    }
    gen_map_free(&map);
    const int32_t links = world->is_linked ? 8 : 0;
    for (int32_t k = 0; k < links && result == WEND_OK; ++k) {
        result = add_link(world, grid, &dice).result;
    }
    if (result != WEND_OK) {
        fprintf(stderr, "edits: %s\n", wend_result_text(result));
        abort();
    }
    return grid;
}

edits_outcome edits_apply(const edits_world *world, wend_grid *grid, uint64_t number)
{
    typedef edits_outcome (*edit_fn)(const edits_world *, wend_grid *, edits_dice *);
    static const edit_fn kinds[] = {
        set_cost,       set_cost,       set_cost,     set_cost,     set_cost,     fill,
        fill,           set_costs,      place_stamp,  place_stamp,  lift_stamp,   lift_stamp,
        close_to_teams, change_overlay, change_links, change_links, set_gradient,
    };
    const int32_t count = (int32_t)(sizeof kinds / sizeof kinds[0]);
    edits_dice dice = {world->seed, 1000 + number, 0};
    const bool is_cell = world->is_linked && !edits_one_in(&dice, 5);
    return is_cell ? set_cost(world, grid, &dice)
                   : kinds[edits_roll(&dice, 0, count - 1)](world, grid, &dice);
}

void edits_note(edits_world *world, const edits_outcome *outcome)
{
    if (outcome->overlay >= 0) {
        world->overlays[outcome->overlay] = (wend_overlay_id){outcome->index1, outcome->generation};
    }
}

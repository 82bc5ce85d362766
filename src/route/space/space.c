/* The search space of a grid for one movement class, team and size (of a graph: see graph.c): its
 * costs in one framed array, and jump bitmaps where all open cells cost the same.
 * Cost: create 1 to 2 ns a cell, 8 to 10 with the bitmaps; update depends on the changed sectors.
 */
#include "route/space/space.h"
#include "base/core/message.h"
#include "wend/graph.h"
#include "wend/graph_overlay.h"
#include "world/derived/clearance.h"
#include "world/derived/islands.h"
#include "world/grid/read.h"
#include <string.h>

/* ---- jump table ---- */

wend_result wendi_space_update_jump_table(wend_space *space, const wend_executor *executor)
{
    if (!space->keeps_jump_table || !space->has_jump_map) {
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
        return WEND_OK;
    }
    if (space->jump_table.is_built) {
        return WEND_OK;
    }
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    return wendi_jump_table_build(&space->jump_table, &ground, executor, &space->allocator);
}

void wendi_space_repair_jump_table(wend_space *space, uint32_t px0, uint32_t py0, uint32_t px1,
                                   uint32_t py1, uint64_t *work)
{
    if (!space->jump_table.is_built) {
        return;
    }
    const wendi_jump_ground ground = {&space->jump, &space->steps};
    const wend_result result = wendi_jump_table_repair(&space->jump_table, &ground, px0, py0, px1,
                                                       py1, work, &space->allocator);
    if (result != WEND_OK) {
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
    }
}

wend_result wend_space_prepare(wend_space *space, const wend_executor *executor)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (space->net != NULL) {
        return wendi_fail(&space->error, WEND_ERROR_UNSUPPORTED,
                          "wend_space_prepare: a graph has no jump table");
    }
    if (space->revision != wend_grid_revision(space->grid)) {
        return wendi_fail(&space->error, WEND_ERROR_STALE,
                          "wend_space_prepare: the grid changed: update the space first");
    }
    const bool wanted = space->keeps_jump_table;
    space->keeps_jump_table = true;
    const wend_result result = wendi_space_update_jump_table(space, executor);
    space->keeps_jump_table = wanted || result == WEND_OK;
    return wendi_fail_plain(&space->error, "wend_space_prepare", result);
}

enum { SPACE_COOKIE = 0x57535032, CHANGES_AT_ONCE = 512 };

wend_space_def wend_space_def_default(void)
{
    wend_space_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SPACE_COOKIE;
    def.team = WEND_TEAM_NONE;
    def.size = 1;
    def.overlay_layers = WEND_LAYER_JAM;
    return def;
}

/* Neighbour costs are read four bytes at a time, so a few bytes follow the last cell. */
static size_t cost_bytes(const wend_space *space)
{
    return (size_t)space->slot_count + 8;
}

static bool has_size(const wend_space_def *def)
{
    return def->size != 1 || def->radius > 0.0;
}

static wend_result check_size(const wend_space_def *def, const wend_grid_info *info)
{
    const double most = (double)WEND_CLEARANCE_MAX * info->cell_size;
    if (def->size < 1 || def->size > WEND_CLEARANCE_MAX) {
        return wendi_refuse(def->message, "wend_space_create", "size", def->size, 1,
                            WEND_CLEARANCE_MAX);
    }
    /* Written so that NaN fails. */
    if (!(def->radius >= 0.0 && def->radius <= most)) {
        return wendi_refuse(def->message, "wend_space_create", "radius", def->radius, 0, most);
    }
    if (def->size != 1 && def->radius > 0.0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: size is %ld and radius is %s: set only one of them",
                          (long)def->size, wendi_format_number(def->radius).text);
    }
    if (def->clearance != NULL &&
        !wendi_clearance_matches(def->clearance, def->grid, def->movement_class, def->team)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: clearance is that of another grid, movement_class or "
                          "team");
    }
    if (def->islands != NULL && !wendi_islands_match(def->islands, def->grid, def->movement_class,
                                                     def->team, def->size, def->radius)) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_space_create: islands are those of another grid, movement_class, team, "
            "size or radius");
    }
    return WEND_OK;
}

static wend_result check_def(const wend_space_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, SPACE_COOKIE, def->message,
                                         "wend_space_create", "wend_space_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if ((def->grid == NULL) == (def->graph == NULL)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          def->grid == NULL
                              ? "wend_space_create: grid and graph are NULL: set one of them"
                              : "wend_space_create: grid and graph are both set: set only one");
    }
    if (def->graph != NULL) {
        return WEND_OK; /* See space/graph.c. */
    }
    if (def->flags_required != 0 || def->flags_refused != 0 || def->behaviour_factors != NULL ||
        def->behaviour_count != 0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: flags_required, flags_refused and "
                          "behaviour_factors are for graphs, not for grids: leave them unset");
    }
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    const wend_result result = wendi_agent_grid_check(def->grid, def->movement_class, def->team,
                                                      "wend_space_create", def->message);
    return result == WEND_OK ? check_size(def, &info) : result;
}

/* ---- making ---- */

static void set_shape(wend_space *space, const wend_space_def *def)
{
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    space->executor = def->executor;
    space->keeps_jump_table = def->has_jump_table;
    space->grid = def->grid;
    space->islands = def->islands;
    space->ground.grid = def->grid;
    space->ground.movement_class = def->movement_class;
    space->ground.team = def->team;
    space->ground.overlay_layers = def->overlay_layers;
    space->width = info.width;
    space->height = info.height;
    space->node_count = (uint32_t)info.width * (uint32_t)info.height;
    space->stride = (uint32_t)info.width + 2;
    space->slot_count = space->stride * ((uint32_t)info.height + 2);
    space->neighbours = info.neighbours;
    space->wraps_x = (info.wrap & WEND_WRAP_X) != 0;
    space->wraps_y = (info.wrap & WEND_WRAP_Y) != 0;
    space->wraps = info.wrap != WEND_WRAP_NONE;
    space->cell_size = info.cell_size;
    space->origin = info.origin;

    /* Hexes come in two kinds; squares are all of kind 0. */
    space->is_hex = info.neighbours == WEND_NEIGHBOURS_6;
    space->hex_layout = info.hex_layout;
    if (space->is_hex) {
        space->row_mask = wendi_hex_is_rows(info.hex_layout);
        space->column_mask = 1 - space->row_mask;
        space->kind_flip = wendi_hex_is_shifted(info.hex_layout, -1, -1);
    }

    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        space->offsets[d] = wendi_direction_y(d) * (int32_t)space->stride + wendi_direction_x(d);
    }
    /* Discs that pass a corner diagonally come nearer to it than from either end. */
    const wendi_step_rules rules = {
        info.neighbours, def->radius > 0.0 ? WEND_CORNER_NEVER : info.corner_rule, info.hex_layout};
    space->corner_rule = rules.corner_rule;
    wendi_step_table_build(&space->steps, &rules);
}

static wend_result make_clearance(wend_space *space, const wend_space_def *def)
{
    wend_clearance_def made = wend_clearance_def_default();
    made.grid = def->grid;
    made.movement_class = def->movement_class;
    made.team = def->team;

    /* The sizes in cells that a clearance must distinguish for this agent. */
    const double cell_size = space->cell_size;
    const double cells = def->radius / cell_size;
    const int32_t whole = (int32_t)cells + 1;
    const int32_t most = whole > WEND_CLEARANCE_MAX ? WEND_CLEARANCE_MAX : whole;
    made.max_clearance = def->size > most ? def->size : most;

    made.is_deferred = def->is_deferred;
    made.allocator = def->allocator;
    const wend_result result = wend_clearance_create(&made, &space->own_clearance);
    space->clearance = space->own_clearance;
    return result;
}

/* A square anywhere but on a cell's centre covers parts of the cells around, so its clearance tests
 * keep half a cell's diagonal from cells where it does not fit; a hexagon half a hex's. */
static const double half_diagonal = 0.70710678118654757;
static const double half_hex_diagonal = 0.57735026918962576;

/* Sets the radius and walls of clearance tests. */
static wend_result set_segment_radius(wend_space *space, const wend_space_def *def)
{
    if (!(def->radius > 0.0)) {
        space->radius = space->is_hex ? half_hex_diagonal : half_diagonal;
        return WEND_OK;
    }
    space->radius = def->radius / space->cell_size;
    space->walls = wendi_alloc(&space->allocator, cost_bytes(space));
    return space->walls == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

/* Sets the members for an agent with a size: a clearance, its need in it, and the walls as they
 * are. */
static wend_result set_size(wend_space *space, const wend_space_def *def)
{
    space->walls = space->costs;
    if (!has_size(def)) {
        return WEND_OK;
    }
    space->clearance = def->clearance;
    wend_result result = WEND_OK;
    if (def->clearance == NULL) {
        result = make_clearance(space, def);
    } else if (!def->is_deferred) {
        result = wend_clearance_update(def->clearance);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_agent_grid *ground = &space->ground;
    ground->clearance = space->clearance;
    ground->need_square = def->size == 1 ? 0 : (uint32_t)def->size;
    ground->need_disc =
        def->radius > 0.0 ? wendi_clearance_need_disc(space->clearance, def->radius) : 0;
    if (ground->need_disc == UINT32_MAX ||
        ground->need_square > (uint32_t)wendi_clearance_max_size(space->clearance)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: clearance distinguishes sizes only up to its "
                          "max_clearance, which is less than this agent's");
    }
    return set_segment_radius(space, def);
}

/* Jump points pay while one cell in so many costs more than the others, at most. */
enum { RAISED_SHARE = 64 };

/* Sets the members that follow from the histogram. */
void wendi_space_judge_costs(wend_space *space)
{
    uint32_t kinds = 0;
    uint32_t least = 0;
    for (uint32_t cost = 254; cost >= 1; --cost) {
        if (space->histogram[cost] != 0) {
            ++kinds;
            least = cost;
        }
    }
    space->cost_min = (uint8_t)(least == 0 ? 1 : least);
    space->is_uniform = kinds <= 1;
    const uint64_t cells = (uint64_t)space->width * (uint64_t)space->height;
    const uint64_t open = cells - space->histogram[WEND_COST_WALL];
    const uint64_t raised = open - space->histogram[space->cost_min];
    space->is_nearly_uniform = space->is_uniform || raised * RAISED_SHARE <= open;
}

bool wendi_space_can_have_jump_map(const wend_space *space)
{
    return space->is_nearly_uniform && space->neighbours == WEND_NEIGHBOURS_8 && !space->wraps &&
           space->links.count == 0;
}

static void drop_jump_maps(wend_space *space)
{
    wendi_jump_map_destroy(&space->jump, &space->allocator);
    wendi_jump_map_destroy(&space->breaks, &space->allocator);
    space->has_jump_map = space->has_breaks = false;
}

/* @param base of a map with breaks, else 0. On failure the map is as before. */
static wend_result build_jump_map(const wend_space *space, uint8_t base, wendi_jump_map *map)
{
    wendi_jump_map made;
    wend_result result = wendi_jump_map_create(&made, space->width, space->height,
                                               space->corner_rule, base, &space->allocator);
    if (result == WEND_OK) {
        result = wendi_jump_map_build(&made, space->costs, space->stride, &space->allocator);
        if (result != WEND_OK) {
            wendi_jump_map_destroy(&made, &space->allocator);
        }
    }
    if (result == WEND_OK) {
        *map = made;
    }
    return result;
}

/* Builds or drops the jump bitmaps, as the costs allow. On failure as before. The map with breaks
 * stays when all costs are one again: the next cells of another cost may come soon. */
static wend_result update_jump_map(wend_space *space)
{
    if (!wendi_space_can_have_jump_map(space)) {
        drop_jump_maps(space);
        return WEND_OK;
    }
    if (!space->has_jump_map) {
        const wend_result result = build_jump_map(space, 0, &space->jump);
        if (result != WEND_OK) {
            return result;
        }
        space->has_jump_map = true;
    }
    if (space->has_breaks && space->breaks.base != space->cost_min) {
        wendi_jump_map_destroy(&space->breaks, &space->allocator);
        space->has_breaks = false;
    }
    if (!space->is_uniform && !space->has_breaks) {
        const wend_result result = build_jump_map(space, space->cost_min, &space->breaks);
        if (result != WEND_OK) {
            return result;
        }
        space->has_breaks = true;
    }
    return WEND_OK;
}

static wend_result update_derived(wend_space *space)
{
    /* Searches do as well without the sets of steps, if slower. */
    wendi_step_sets *sets = &space->step_sets;
    if (space->is_uniform) {
        wendi_step_sets_destroy(sets, &space->allocator);
    } else if (!space->wraps && !sets->is_given_up && sets->indices == NULL) {
        wendi_step_sets_build(sets, space);
    }

    const wend_result result = update_jump_map(space);
    return result == WEND_OK ? wendi_space_update_jump_table(space, &space->executor) : result;
}

wend_result wendi_space_update_links(wend_space *space)
{
    return wendi_space_links_update(&space->links, space->grid, space->ground.movement_class,
                                    space->ground.team, (uint32_t)space->width,
                                    (uint32_t)space->height, &space->allocator);
}

/* No cell is open, until an update reads them. */
static void close_all(wend_space *space)
{
    memset(space->costs, WEND_COST_WALL, cost_bytes(space));
    memset(space->walls, WEND_COST_WALL, cost_bytes(space));
    space->histogram[WEND_COST_WALL] = space->node_count;
    wendi_space_judge_costs(space);
}

/* Everything that follows from the definition, in a space that is all zero. */
static wend_result make(wend_space *space, const wend_space_def *def)
{
    set_shape(space, def);
    space->costs = wendi_alloc(&def->allocator, cost_bytes(space));
    if (space->costs == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = set_size(space, def);
    if (result == WEND_OK && def->is_deferred) {
        close_all(space);
        return WEND_OK;
    }
    if (result == WEND_OK && def->islands != NULL) {
        result = wend_islands_update(def->islands);
    }
    if (result == WEND_OK) {
        result = wendi_space_update_links(space);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_space_read_costs(space);
    wendi_space_judge_costs(space);
    space->revision = wend_grid_revision(def->grid);
    return update_derived(space);
}

wend_result wend_space_create(const wend_space_def *def, wend_space **space)
{
    if (space != NULL) {
        *space = NULL;
    }
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (space == NULL) {
        return wendi_refuse_null(def->message, "wend_space_create", "space");
    }
    wendi_message_clear(def->message);
    wend_space *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_space_create: out of memory");
    }
    made->allocator = def->allocator;
    result = def->graph != NULL ? wendi_space_graph_create(made, def) : make(made, def);
    if (result == WEND_ERROR_MEMORY) {
        const unsigned long count = def->graph != NULL
                                        ? (unsigned long)wend_graph_node_count(def->graph)
                                        : (unsigned long)wendi_space_node_count(made);
        (void)wendi_fail(def->message, result, "wend_space_create: out of memory for %lu %s", count,
                         def->graph != NULL ? "nodes" : "cells");
    }
    if (result != WEND_OK) {
        wend_space_destroy(made);
        return result;
    }
    *space = made;
    return WEND_OK;
}

void wend_space_destroy(wend_space *space)
{
    if (space == NULL) {
        return;
    }
    const wend_allocator allocator = space->allocator;
    wendi_space_update_free(space);
    wendi_space_graph_destroy(space);
    drop_jump_maps(space);
    wendi_step_sets_destroy(&space->step_sets, &allocator);
    wendi_space_links_destroy(&space->links, &allocator);
    if (space->walls != space->costs) {
        wendi_free(&allocator, space->walls, space->walls == NULL ? 0 : cost_bytes(space));
    }
    wendi_jump_table_destroy(&space->jump_table, &allocator);
    wendi_free(&allocator, space->costs, space->costs == NULL ? 0 : cost_bytes(space));
    wend_clearance_destroy(space->own_clearance);
    wendi_free(&allocator, space, sizeof *space);
}

/* ---- update ---- */

/* A complete rebuild: faster than sector by sector after many changes. */
static void update_all(wend_space *space)
{
    wendi_space_read_costs(space);
    drop_jump_maps(space);
    wendi_jump_table_destroy(&space->jump_table, &space->allocator);
    wendi_step_sets_destroy(&space->step_sets, &space->allocator);
}

/* Updates the objects that the space reads. */
static wend_result update_sources(wend_space *space)
{
    wend_result result =
        space->clearance == NULL ? WEND_OK : wend_clearance_update(space->clearance);
    if (result == WEND_OK && space->islands != NULL) {
        result = wend_islands_update(space->islands);
    }
    return result == WEND_OK ? wendi_space_update_links(space) : result;
}

static uint64_t world_revision(const wend_space *space)
{
    return space->net != NULL ? wend_graph_revision(space->graph) : wend_grid_revision(space->grid);
}

static wend_result update(wend_space *space)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (space->net != NULL) {
        return wendi_space_graph_update(space);
    }
    if (wendi_space_is_updating(space)) {
        wend_result result = WEND_OK;
        uint64_t steps = 0;
        do {
            result = wendi_space_update_some(space, NULL, &steps);
        } while (result == WEND_OK && space->revision != wend_grid_revision(space->grid));
        return result;
    }
    const uint64_t revision = wend_grid_revision(space->grid);
    if (revision == space->revision &&
        space->has_jump_map == wendi_space_can_have_jump_map(space)) {
        return WEND_OK;
    }
    ++space->update_count;
    wend_result result = update_sources(space);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t sectors[CHANGES_AT_ONCE];
    size_t count = 0;
    const wend_result listed = space->revision == 0
                                   ? WEND_TRUNCATED /* it was never built */
                                   : wend_grid_list_changes(space->grid, space->revision, sectors,
                                                            CHANGES_AT_ONCE, &count);
    if (listed == WEND_OK) {
        wendi_space_read_sectors(space, sectors, count);
    } else {
        update_all(space);
    }
    wendi_space_judge_costs(space);
    /* Costs are right from here on; without memory for the bitmaps or the table the space
     * stays stale, and the next update tries again. */
    result = update_derived(space);
    if (result == WEND_OK) {
        space->revision = revision;
    }
    return result;
}

wend_result wend_space_update_sliced(wend_space *space, wend_budget *budget)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = WEND_OK;
    if (budget == NULL) {
        result = update(space);
    } else {
        uint64_t steps = 0;
        result = wendi_space_update_some(space, budget, &steps);
        if (result == WEND_OK && space->revision != world_revision(space)) {
            result = WEND_IN_PROGRESS;
        }
    }
    return wendi_fail_plain(&space->error, "wend_space_update_sliced", result);
}

wend_result wend_space_update(wend_space *space)
{
    const wend_result result = update(space);
    return space == NULL ? result : wendi_fail_plain(&space->error, "wend_space_update", result);
}

/* ---- queries ---- */

static void get_graph_info(const wend_space *space, wend_space_info *info)
{
    info->node_count = space->node_count;
    info->is_fresh = space->revision == wend_graph_revision(space->graph);
    info->open_count = space->net->open_count;
    info->revision = space->revision;
    info->memory_bytes = sizeof *space + wendi_space_graph_bytes(space->net);
}

void wend_space_get_info(const wend_space *space, wend_space_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (space == NULL) {
        return;
    }
    if (space->net != NULL) {
        get_graph_info(space, info);
        return;
    }
    info->node_count = wendi_space_node_count(space);
    info->is_fresh = space->revision == wend_grid_revision(space->grid);
    info->is_uniform = space->is_uniform && space->links.count == 0;
    info->link_count = space->links.count;
    info->open_count = info->node_count - space->histogram[WEND_COST_WALL];
    info->revision = space->revision;
    info->has_jump_table = info->is_fresh && space->jump_table.is_built;
    info->memory_bytes = sizeof *space + cost_bytes(space) + space->jump.block_bytes +
                         space->breaks.block_bytes + wendi_step_sets_bytes(&space->step_sets) +
                         wendi_jump_table_bytes(&space->jump_table) +
                         (space->walls != space->costs ? cost_bytes(space) : 0) +
                         wendi_space_links_bytes(&space->links) + wendi_space_update_bytes(space) +
                         wend_clearance_memory_bytes(space->own_clearance);
}

bool wend_space_is_open(const wend_space *space, wend_node node)
{
    return space != NULL && node < wendi_space_node_count(space) &&
           wendi_space_is_open_slot(space, wendi_space_slot_of_node(space, node));
}

bool wendi_space_is_unreachable(const wend_space *space, uint32_t from, uint32_t to)
{
    if (space->net != NULL) {
        return wendi_graph_is_unreachable(space->net, from, to);
    }
    return space->islands != NULL && space->islands->revision == space->revision &&
           !wend_islands_can_reach(space->islands, wendi_space_node(space, from),
                                   wendi_space_node(space, to));
}

wend_vec2 wend_space_position(const wend_space *space, wend_node node)
{
    wend_vec2 position = {0, 0};
    if (space == NULL || node >= wendi_space_node_count(space)) {
        return position;
    }
    if (space->net == NULL) {
        return wend_grid_position(space->grid, node);
    }
    if (space->net->exists[node]) {
        position = (wend_vec2){space->net->positions[node].x, space->net->positions[node].y};
    }
    return position;
}

uint32_t wendi_space_beside(const wend_space *space, uint32_t slot, uint32_t direction)
{
    if (!space->wraps) {
        return slot + (uint32_t)space->offsets[direction];
    }
    const int32_t py = (int32_t)(slot / space->stride);
    const int32_t px = (int32_t)(slot - (uint32_t)py * space->stride);
    const int32_t to_x = wendi_space_fold_along(px + wendi_direction_x(direction), space->width);
    const int32_t to_y = wendi_space_fold_along(py + wendi_direction_y(direction), space->height);
    return (uint32_t)to_y * space->stride + (uint32_t)to_x;
}

const char *wend_space_error(const wend_space *space)
{
    return space == NULL ? "" : space->error.text;
}

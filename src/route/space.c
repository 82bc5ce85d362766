/* Takes: a grid, a movement class and a team.
 * Gives: its costs in one framed array, and jump bitmaps where all open cells cost the same.
 * Cost: create 1 to 2 ns a cell, 8 to 10 with the bitmaps; update depends on the changed sectors.
 */
#include "route/space.h"

#include "base/message.h"
#include "world/grid_private.h"

#include <string.h>

enum { SPACE_COOKIE = 0x57535031, CHANGES_AT_ONCE = 512 };

wend_space_def wend_space_def_default(void)
{
    wend_space_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SPACE_COOKIE;
    def.team = WEND_TEAM_NONE;
    return def;
}

/* Hoods are read four bytes at a time, so there are a few bytes after the last cell. */
static size_t cost_bytes(const wend_space *space)
{
    return (size_t)space->slot_count + 8;
}

static wend_result check_def(const wend_space_def *def)
{
    if (def == NULL || def->cookie != SPACE_COOKIE) {
        return WEND_ERROR_ARGUMENT; /* The message pointer cannot be trusted either. */
    }
    if (def->grid == NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_space_create: grid is NULL");
    }
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    if (def->movement_class >= (uint32_t)info.class_count) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: movement class %lu is not in 0 ... %d",
                          (unsigned long)def->movement_class, info.class_count - 1);
    }
    if (def->team != WEND_TEAM_NONE && def->team >= WEND_GRID_TEAMS_MAX) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_space_create: team %lu is neither in 0 ... %d nor WEND_TEAM_NONE",
                          (unsigned long)def->team, WEND_GRID_TEAMS_MAX - 1);
    }
    return WEND_OK;
}

static void set_shape(wend_space *space, const wend_space_def *def)
{
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    space->allocator = def->allocator;
    space->executor = def->executor;
    space->wants_jump_table = def->has_jump_table;
    space->grid = def->grid;
    space->movement_class = def->movement_class;
    space->team = def->team;
    space->width = info.width;
    space->height = info.height;
    space->stride = (uint32_t)info.width + 2;
    space->slot_count = space->stride * ((uint32_t)info.height + 2);
    space->neighbours = info.neighbours;
    space->corner_rule = info.corner_rule;
    space->cell_size = info.cell_size;
    space->origin = info.origin;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        space->offsets[d] = wendi_direction_y(d) * (int32_t)space->stride + wendi_direction_x(d);
    }
    wendi_step_table_build(&space->steps, info.neighbours, info.corner_rule);
}

/* Makes walls of the cells of a row that are closed to the space's team. */
static void close_gates(const wend_space *space, int32_t x, int32_t y, int32_t count,
                        uint8_t *costs)
{
    enum { PART = 64 };
    uint32_t masks[PART];
    for (int32_t done = 0; done < count; done += PART) {
        const int32_t part = count - done < PART ? count - done : PART;
        wendi_grid_copy_gate_row(space->grid, x + done, y, part, masks);
        for (int32_t k = 0; k < part; ++k) {
            const bool is_closed = space->team == WEND_TEAM_NONE
                                       ? masks[k] == UINT32_MAX
                                       : (masks[k] >> space->team & 1) != 0;
            costs[done + k] = is_closed ? WEND_COST_WALL : costs[done + k];
        }
    }
}

static void read_row(const wend_space *space, int32_t x, int32_t y, int32_t count, uint8_t *costs)
{
    wendi_grid_copy_row(space->grid, space->movement_class, x, y, count, costs);
    if (wendi_grid_has_gates(space->grid)) {
        close_gates(space, x, y, count, costs);
    }
}

static void count_row(uint64_t histogram[256], const uint8_t *costs, int32_t count)
{
    int32_t from = 0;
    for (int32_t k = 1; k <= count; ++k) {
        if (k == count || costs[k] != costs[from]) {
            histogram[costs[from]] += (uint64_t)(k - from);
            from = k;
        }
    }
}

static void read_all(wend_space *space)
{
    memset(space->histogram, 0, sizeof space->histogram);
    memset(space->costs, WEND_COST_WALL, cost_bytes(space));
    for (int32_t y = 0; y < space->height; ++y) {
        uint8_t *row = space->costs + (size_t)(y + 1) * space->stride + 1;
        read_row(space, 0, y, space->width, row);
        count_row(space->histogram, row, space->width);
    }
}

/* What follows from the histogram. */
static void judge_costs(wend_space *space)
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
}

/* Builds or drops the jump bitmaps, whichever the costs ask for. On failure as before. */
static wend_result settle_jump_map(wend_space *space)
{
    const bool is_wanted = space->is_uniform && space->neighbours == WEND_NEIGHBOURS_8;
    if (!is_wanted) {
        wendi_jump_map_destroy(&space->jump, &space->allocator);
        space->has_jump_map = false;
        return WEND_OK;
    }
    if (space->has_jump_map) {
        return WEND_OK;
    }
    wendi_jump_map map;
    wend_result result = wendi_jump_map_create(&map, space->width, space->height,
                                               space->corner_rule, &space->allocator);
    if (result == WEND_OK) {
        result = wendi_jump_map_build(&map, space->costs, space->stride, &space->allocator);
        if (result != WEND_OK) {
            wendi_jump_map_destroy(&map, &space->allocator);
        }
    }
    if (result == WEND_OK) {
        space->jump = map;
        space->has_jump_map = true;
    }
    return result;
}

wend_result wend_space_create(const wend_space_def *def, wend_space **space)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *space = NULL;
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    wendi_message_clear(def->message);
    wend_space *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_space_create: out of memory");
    }
    set_shape(made, def);
    made->costs = wendi_alloc(&def->allocator, cost_bytes(made));
    result = made->costs == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    if (result == WEND_OK) {
        read_all(made);
        judge_costs(made);
        made->revision = wend_grid_revision(def->grid);
        result = settle_jump_map(made);
    }
    if (result == WEND_OK) {
        result = wendi_space_settle_jump_table(made, &made->executor);
    }
    if (result != WEND_OK) {
        (void)wendi_fail(def->message, result, "wend_space_create: out of memory for %lu cells",
                         (unsigned long)wendi_space_node_count(made));
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
    wendi_jump_map_destroy(&space->jump, &allocator);
    wendi_jump_table_destroy(&space->jump_table, &allocator);
    wendi_free(&allocator, space->costs, space->costs == NULL ? 0 : cost_bytes(space));
    wendi_free(&allocator, space, sizeof *space);
}

/* ---- update ---- */

/* A rectangle of cells, x1 and y1 included. */
typedef struct cell_box {
    int32_t x0, y0, x1, y1;
} cell_box;

static cell_box box_of_sector(const wend_space *space, uint32_t sector)
{
    wend_grid_info info;
    wend_grid_get_info(space->grid, &info);
    const int32_t sx = (int32_t)(sector % (uint32_t)info.sectors_x) * info.sector_size;
    const int32_t sy = (int32_t)(sector / (uint32_t)info.sectors_x) * info.sector_size;
    const cell_box box = {
        sx, sy, sx + info.sector_size < info.width ? sx + info.sector_size - 1 : info.width - 1,
        sy + info.sector_size < info.height ? sy + info.sector_size - 1 : info.height - 1};
    return box;
}

/* Reads a sector afresh; returns the box of cells that changed between open and wall, empty
 * (x1 < x0) if none did. */
static cell_box read_sector(wend_space *space, uint32_t sector)
{
    const cell_box box = box_of_sector(space, sector);
    const int32_t count = box.x1 - box.x0 + 1;
    cell_box changed = {INT32_MAX, INT32_MAX, -1, -1};
    uint8_t fresh[32];
    for (int32_t y = box.y0; y <= box.y1; ++y) {
        uint8_t *row = space->costs + (size_t)(y + 1) * space->stride + 1 + box.x0;
        read_row(space, box.x0, y, count, fresh);
        for (int32_t k = 0; k < count; ++k) {
            if (fresh[k] == row[k]) {
                continue;
            }
            --space->histogram[row[k]];
            ++space->histogram[fresh[k]];
            if ((fresh[k] == WEND_COST_WALL) != (row[k] == WEND_COST_WALL)) {
                const int32_t x = box.x0 + k;
                changed.x0 = x < changed.x0 ? x : changed.x0;
                changed.x1 = x > changed.x1 ? x : changed.x1;
                changed.y0 = y < changed.y0 ? y : changed.y0;
                changed.y1 = y;
            }
            row[k] = fresh[k];
        }
    }
    return changed;
}

static void update_sectors(wend_space *space, const uint32_t *sectors, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const cell_box box = read_sector(space, sectors[k]);
        if (space->has_jump_map && box.x1 >= box.x0) {
            wendi_jump_map_repair(&space->jump, space->costs, space->stride, (uint32_t)box.x0 + 1,
                                  (uint32_t)box.y0 + 1, (uint32_t)box.x1 + 1, (uint32_t)box.y1 + 1);
        }
    }
}

/* Everything afresh: cheaper than sector by sector when much has changed. */
static void update_all(wend_space *space)
{
    read_all(space);
    wendi_jump_map_destroy(&space->jump, &space->allocator);
    space->has_jump_map = false;
}

wend_result wend_space_update(wend_space *space)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint64_t revision = wend_grid_revision(space->grid);
    const bool is_settled =
        space->has_jump_map || !(space->is_uniform && space->neighbours == WEND_NEIGHBOURS_8);
    if (revision == space->revision && is_settled) {
        return WEND_OK;
    }
    uint32_t sectors[CHANGES_AT_ONCE];
    size_t count = 0;
    const wend_result listed =
        wend_grid_changes(space->grid, space->revision, sectors, CHANGES_AT_ONCE, &count);
    wendi_jump_table_destroy(&space->jump_table, &space->allocator);
    if (listed == WEND_OK) {
        update_sectors(space, sectors, count);
    } else {
        update_all(space);
    }
    judge_costs(space);
    /* Costs are right now whatever happens; without memory for the bitmaps or the table the space
     * stays stale, and the next update tries again. */
    wend_result result = settle_jump_map(space);
    if (result == WEND_OK) {
        result = wendi_space_settle_jump_table(space, &space->executor);
    }
    if (result == WEND_OK) {
        space->revision = revision;
    }
    return result;
}

/* ---- questions ---- */

void wend_space_get_info(const wend_space *space, wend_space_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (space == NULL) {
        return;
    }
    info->node_count = wendi_space_node_count(space);
    info->is_fresh = space->revision == wend_grid_revision(space->grid);
    info->is_uniform = space->is_uniform;
    info->open_count = info->node_count - space->histogram[WEND_COST_WALL];
    info->revision = space->revision;
    info->has_jump_table = info->is_fresh && space->jump_table.is_built;
    info->memory_bytes = sizeof *space + cost_bytes(space) + space->jump.block_bytes +
                         wendi_jump_table_bytes(&space->jump_table);
}

bool wend_space_is_open(const wend_space *space, wend_node node)
{
    return space != NULL && node < wendi_space_node_count(space) &&
           space->costs[wendi_space_slot(space, node)] != WEND_COST_WALL;
}

wend_vec2 wend_space_position(const wend_space *space, wend_node node)
{
    wend_vec2 position = {0, 0};
    if (space != NULL && node < wendi_space_node_count(space)) {
        position = wend_grid_position(space->grid, node);
    }
    return position;
}

bool wendi_space_can_step(const wend_space *space, uint32_t slot, uint32_t direction)
{
    const uint32_t hood = wendi_hood_open(wendi_hood_read(space->costs + slot, space->stride));
    return (space->steps.natural[hood][WENDI_DIRECTION_NONE] >> direction & 1) != 0;
}

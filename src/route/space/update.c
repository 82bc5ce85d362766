/* Updates of a grid's space that are cut: in units of a sector, of some lines of a bitmap, of a band
 * of the jump table.
 *
 *   edits --> marks --> clearance --> islands --> costs --> bitmaps or sets --> jump table
 *             |<--- begins again with the sectors ---|      |<-- as they were when the costs
 *                   edited meanwhile                             were complete
 *
 * Once all costs are those of one revision, that is the revision that the space comes to show.
 * Edits after that wait for the next update, so each update ends, whatever is edited meanwhile.
 * Before that, the reading begins again only with the sectors that were edited; should edits keep up
 * with that for RESTARTS_MOST slices, the rest is read at once.
 * Cost: a unit takes some microseconds, at most some hundred. */
#include "route/space/space.h"

#include "base/core/budget.h"
#include "base/math/bits.h"
#include "world/derived/clearance.h"
#include "world/derived/islands.h"

#include <string.h>

enum {
    PHASE_NONE,
    PHASE_CLEARANCE,
    PHASE_ISLANDS,
    PHASE_COSTS,
    PHASE_BITMAPS, /* and sets of steps, sector by sector */
    PHASE_MAP_REPAIR,
    PHASE_TABLE_REPAIR,
    PHASE_SETS,  /* being built */
    PHASE_MAP,   /* likewise; that with breaks, too */
    PHASE_TABLE, /* likewise */
    PHASE_COUNT
};

enum { MARK_CLEARANCE, MARK_ISLANDS, MARK_COSTS, MARK_BITMAPS, MARK_KINDS };

enum { RESTARTS_MOST = 64, CELLS_A_STEP = 3, NO_SECTOR = 0x7FFFFFFF };

/* ---- marks ---- */

static uint64_t *marks_of(const wend_space *space, int kind)
{
    const wendi_space_update_state *u = &space->update;
    return u->marks + (size_t)kind * u->mark_words;
}

static void mark(uint64_t *marks, uint32_t sector)
{
    marks[sector / 64] |= (uint64_t)1 << (sector % 64);
}

/* Takes the first mark from the cursor on; NO_SECTOR if there is none any more. */
static uint32_t take(wend_space *space, int kind)
{
    wendi_space_update_state *u = &space->update;
    uint64_t *marks = marks_of(space, kind);
    for (uint32_t k = u->cursor; k < u->mark_words; k++) {
        if (marks[k] != 0) {
            const uint32_t sector = k * 64 + wendi_ctz64(marks[k]);
            marks[k] &= marks[k] - 1;
            u->cursor = k;
            return sector;
        }
    }
    return NO_SECTOR;
}

static void go_to(wend_space *space, uint32_t phase)
{
    space->update.phase = phase;
    space->update.cursor = 0;
}

/* Marks the sectors that changed since a revision; of 0, which is that of what was never built,
 * all. */
static void mark_changes(wend_space *space, uint64_t since, int kind)
{
    wendi_space_update_state *u = &space->update;
    uint64_t *marks = marks_of(space, kind);
    size_t count = 0;
    for (uint32_t i = 0; since == 0 && i < u->sector_count; i++) {
        mark(marks, i);
    }
    (void)wend_grid_list_changes(space->grid, since, u->sectors, u->sector_count, &count);
    for (size_t i = 0; i < count; i++) {
        mark(marks, u->sectors[i]);
    }
}

/* ---- the beginning ---- */

static bool reserve(wend_space *space)
{
    wendi_space_update_state *u = &space->update;
    if (u->marks != NULL) {
        return true;
    }
    wend_grid_info info;
    wend_grid_get_info(space->grid, &info);
    const wend_allocator *a = &space->allocator;
    u->sector_count = (uint32_t)info.sectors_x * (uint32_t)info.sectors_y;
    u->mark_words = (u->sector_count + 63) / 64;
    u->marks = wendi_alloc_items_zero(a, (size_t)MARK_KINDS * u->mark_words, sizeof *u->marks);
    u->sectors = wendi_alloc_items(a, u->sector_count, sizeof *u->sectors);
    u->changed = wendi_alloc_items(a, u->sector_count, sizeof *u->changed);
    if (u->marks == NULL || u->sectors == NULL || u->changed == NULL) {
        wendi_space_update_free(space);
        return false;
    }
    for (uint32_t i = 0; i < u->sector_count; i++) {
        u->changed[i] = wendi_cell_box_none();
    }
    return true;
}

void wendi_space_update_free(wend_space *space)
{
    wendi_space_update_state *u = &space->update;
    const wend_allocator *a = &space->allocator;
    wendi_jump_map_build_end(&u->map_build, &u->map, a);
    wendi_jump_map_destroy(&u->map, a);
    wendi_jump_table_build_end(&u->table_build, a);
    if (u->marks != NULL) {
        wendi_free(a, u->marks, (size_t)MARK_KINDS * u->mark_words * sizeof *u->marks);
    }
    if (u->sectors != NULL) {
        wendi_free(a, u->sectors, u->sector_count * sizeof *u->sectors);
    }
    if (u->changed != NULL) {
        wendi_free(a, u->changed, u->sector_count * sizeof *u->changed);
    }
    memset(u, 0, sizeof *u);
}

size_t wendi_space_update_bytes(const wend_space *space)
{
    const wendi_space_update_state *u = &space->update;
    return u->marks == NULL ? 0
                            : (size_t)MARK_KINDS * u->mark_words * sizeof *u->marks +
                                  u->sector_count * (sizeof *u->sectors + sizeof *u->changed) +
                                  u->map.block_bytes;
}

/* The older of two revisions: what was made of the grid may lag behind its space. */
static uint64_t older(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static wend_result begin(wend_space *space)
{
    wendi_space_update_state *u = &space->update;
    if (!reserve(space)) {
        return WEND_ERROR_MEMORY;
    }
    u->restarts = 0;
    u->listed = wend_grid_revision(space->grid);
    mark_changes(space, space->revision, MARK_COSTS);
    if (space->clearance != NULL) {
        const uint64_t revision = wendi_clearance_revision(space->clearance);
        mark_changes(space, older(revision, space->revision), MARK_CLEARANCE);
    }
    if (space->islands != NULL) {
        mark_changes(space, older(space->islands->revision, space->revision), MARK_ISLANDS);
    }
    go_to(space, PHASE_CLEARANCE);
    ++space->update_count;
    return WEND_OK;
}

/* Marks what was edited since the last slice, and begins again with it. */
static void note_edits(wend_space *space)
{
    wendi_space_update_state *u = &space->update;
    if (u->listed == wend_grid_revision(space->grid)) {
        return;
    }
    for (int kind = MARK_CLEARANCE; kind <= MARK_COSTS; kind++) {
        mark_changes(space, u->listed, kind);
    }
    u->listed = wend_grid_revision(space->grid);
    u->restarts++;
    go_to(space, PHASE_CLEARANCE);
}

/* ---- clearance, islands, costs ---- */

static void update_clearance(wend_space *space, uint64_t *steps)
{
    wend_clearance *clearance = space->clearance;
    const uint32_t sector = clearance == NULL ? NO_SECTOR : take(space, MARK_CLEARANCE);
    if (sector != NO_SECTOR) {
        *steps += wendi_clearance_update_sector(clearance, sector);
        return;
    }
    if (clearance != NULL) {
        wendi_clearance_set_revision(clearance, space->update.listed);
    }
    go_to(space, PHASE_ISLANDS);
}

static wend_result update_islands(wend_space *space, uint64_t *steps)
{
    wend_islands *islands = space->islands;
    if (islands == NULL) {
        go_to(space, PHASE_COSTS);
        return WEND_OK;
    }
    if (islands->clearance != NULL && islands->clearance != space->clearance) {
        const wend_result result = wend_clearance_update(islands->clearance);
        if (result != WEND_OK) {
            return result;
        }
    }
    const uint32_t sector = take(space, MARK_ISLANDS);
    if (sector != NO_SECTOR) {
        const wend_result result = wendi_islands_update_sector(islands, sector, steps);
        if (result != WEND_OK) {
            mark(marks_of(space, MARK_ISLANDS), sector);
        }
        return result;
    }
    const wend_result result = wendi_islands_finish_update(islands, space->update.listed);
    if (result == WEND_OK) {
        go_to(space, PHASE_COSTS);
    }
    return result;
}

/* All costs are those of one revision. */
static wend_result end_costs(wend_space *space)
{
    enum { LEAST_PART_OF_TABLE = 6, LEAST_PART = 24 };
    wendi_space_update_state *u = &space->update;
    const wend_result result = wendi_space_update_links(space);
    if (result != WEND_OK) {
        return result;
    }
    wendi_space_judge_costs(space);
    uint64_t cells = 0;
    for (uint32_t i = 0; i < u->sector_count; i++) {
        const wendi_cell_box *box = &u->changed[i];
        cells += box->x1 < box->x0
                     ? 0
                     : (uint64_t)(box->x1 - box->x0 + 1) * (uint64_t)(box->y1 - box->y0 + 1);
    }
    /* Where many cells changed, making the bitmaps anew is cheaper. */
    const uint32_t part = space->jump_table.is_built ? LEAST_PART_OF_TABLE : LEAST_PART;
    if (!wendi_space_can_have_jump_map(space) || cells > space->node_count / part) {
        wendi_jump_map_destroy(&space->jump, &space->allocator);
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
        space->has_jump_map = false;
    }
    /* Breaks are repaired as costs are read. */
    if (space->has_breaks &&
        (!wendi_space_can_have_jump_map(space) || space->breaks.base != space->cost_min)) {
        wendi_jump_map_destroy(&space->breaks, &space->allocator);
        space->has_breaks = false;
    }
    if (space->is_uniform) {
        wendi_step_sets_destroy(&space->step_sets, &space->allocator);
    }
    u->work = space->jump_table.is_built ? wendi_jump_table_work(&space->jump_table) : 0;
    u->ground = (wendi_jump_ground){&space->jump, &space->steps};
    go_to(space, PHASE_BITMAPS);
    return WEND_OK;
}

static wend_result read_costs(wend_space *space, uint64_t *steps)
{
    wendi_space_update_state *u = &space->update;
    const uint32_t sector = take(space, MARK_COSTS);
    if (sector == NO_SECTOR) {
        return end_costs(space);
    }
    *steps += wendi_space_read_sector(space, sector, wendi_space_reach(space), &u->changed[sector]);
    mark(marks_of(space, MARK_BITMAPS), sector);
    return WEND_OK;
}

/* ---- bitmaps, sets, the table ---- */

static void repair_bitmaps(wend_space *space, uint64_t *steps)
{
    enum { SETS_STEPS = 16, SETS_CELLS_A_STEP = 8 };
    wendi_space_update_state *u = &space->update;
    const uint32_t sector = take(space, MARK_BITMAPS);
    if (sector == NO_SECTOR) {
        go_to(space, PHASE_SETS);
        return;
    }
    const wendi_cell_box changed = u->changed[sector];
    u->changed[sector] = wendi_cell_box_none();
    if (space->step_sets.indices != NULL) {
        wendi_space_repair_step_sets(space, sector, wendi_space_reach(space));
        *steps += SETS_STEPS + 1024 / SETS_CELLS_A_STEP;
    }
    if (!space->has_jump_map || changed.x1 < changed.x0) {
        return;
    }
    wendi_jump_map_repair_begin(&u->map_repair, (uint32_t)changed.x0 + 1, (uint32_t)changed.y0 + 1,
                                (uint32_t)changed.x1 + 1, (uint32_t)changed.y1 + 1);
    u->phase = PHASE_MAP_REPAIR; /* the cursor stays */
}

/* The bitmaps around one box; then the table there. */
static void repair_map(wend_space *space, uint64_t *steps)
{
    wendi_space_update_state *u = &space->update;
    wendi_jump_map_repair_state *r = &u->map_repair;
    if (!wendi_jump_map_repair_is_done(r)) {
        *steps +=
            wendi_jump_map_repair_unit(r, &space->jump, space->costs, space->stride) / CELLS_A_STEP;
        return;
    }
    u->phase = PHASE_BITMAPS;
    if (space->jump_table.is_built) {
        wendi_jump_table_repair_begin(&u->table_repair, &space->jump_table, &u->ground, r->px0,
                                      r->py0, r->px1, r->py1, u->work, &space->allocator);
        u->phase = PHASE_TABLE_REPAIR;
    }
}

/* A repair that fails or takes too much leaves the table to be built anew. */
static void repair_table(wend_space *space, uint64_t *steps)
{
    enum { UNIT = 500, WORK_A_STEP = 4 };
    wendi_space_update_state *u = &space->update;
    const uint64_t before = u->table_repair.work_left;
    const wend_result result = wendi_jump_table_repair_run(&u->table_repair, UNIT);
    *steps += 1 + (before - u->table_repair.work_left) / WORK_A_STEP;
    if (result == WEND_IN_PROGRESS) {
        return;
    }
    u->work = u->table_repair.work_left;
    if (result != WEND_OK) {
        wendi_jump_table_destroy(&space->jump_table, &space->allocator);
    }
    u->phase = PHASE_BITMAPS;
}

static void build_sets(wend_space *space, uint64_t *steps)
{
    enum { ROWS = 4 };
    wendi_space_update_state *u = &space->update;
    wendi_step_sets *sets = &space->step_sets;
    const bool is_wanted = !space->is_uniform && !space->wraps && !sets->is_given_up;
    if (u->cursor == 0 &&
        (!is_wanted || sets->indices != NULL || !wendi_step_sets_begin(sets, space))) {
        go_to(space, PHASE_MAP);
        return;
    }
    const int32_t first = (int32_t)u->cursor;
    const int32_t last = first + ROWS < space->height ? first + ROWS - 1 : space->height - 1;
    *steps += (uint64_t)(last - first + 1) * (uint64_t)space->width / CELLS_A_STEP;
    u->cursor = (uint32_t)last + 1;
    if (!wendi_step_sets_put_rows(sets, space, first, last) || last + 1 == space->height) {
        go_to(space, PHASE_MAP);
    }
}

static wend_result build_map(wend_space *space, uint64_t *steps)
{
    wendi_space_update_state *u = &space->update;
    const wend_allocator *a = &space->allocator;
    const bool needs_breaks = space->has_jump_map && !space->is_uniform && !space->has_breaks;
    if ((space->has_jump_map && !needs_breaks) || !wendi_space_can_have_jump_map(space)) {
        go_to(space, PHASE_TABLE);
        return WEND_OK;
    }
    if (u->map.block == NULL) {
        wend_result result =
            wendi_jump_map_create(&u->map, space->width, space->height, space->corner_rule,
                                  needs_breaks ? space->cost_min : 0, a);
        if (result == WEND_OK) {
            result = wendi_jump_map_build_begin(&u->map_build, &u->map, a);
        }
        if (result != WEND_OK) {
            wendi_jump_map_destroy(&u->map, a);
        }
        return result;
    }
    *steps += wendi_jump_map_build_unit(&u->map_build, &u->map, space->costs, space->stride);
    if (wendi_jump_map_build_is_done(&u->map_build)) {
        wendi_jump_map_build_end(&u->map_build, &u->map, a);
        if (needs_breaks) {
            space->breaks = u->map;
            space->has_breaks = true;
        } else {
            space->jump = u->map;
            space->has_jump_map = true;
        }
        memset(&u->map, 0, sizeof u->map);
    }
    return WEND_OK;
}

static wend_result build_table(wend_space *space, uint64_t *steps)
{
    wendi_space_update_state *u = &space->update;
    const wend_allocator *a = &space->allocator;
    const bool is_wanted = space->keeps_jump_table && space->has_jump_map;
    if (!is_wanted) {
        wendi_jump_table_destroy(&space->jump_table, a);
    }
    if (u->table_build.table == NULL) {
        if (!is_wanted || space->jump_table.is_built) {
            go_to(space, PHASE_NONE);
            return WEND_OK;
        }
        return wendi_jump_table_build_begin(&u->table_build, &space->jump_table, &u->ground, a);
    }
    const wend_result result = wendi_jump_table_build_unit(&u->table_build, a, steps);
    if (result == WEND_IN_PROGRESS) {
        return WEND_OK;
    }
    wendi_jump_table_build_end(&u->table_build, a);
    if (result == WEND_OK) {
        go_to(space, PHASE_NONE); /* built, or a map that allows none */
    }
    return result;
}

/* ---- the whole ---- */

static wend_result do_unit(wend_space *space, uint64_t *steps)
{
    *steps += 1;
    switch (space->update.phase) {
    case PHASE_CLEARANCE:
        update_clearance(space, steps);
        return WEND_OK;
    case PHASE_ISLANDS:
        return update_islands(space, steps);
    case PHASE_COSTS:
        return read_costs(space, steps);
    case PHASE_BITMAPS:
        repair_bitmaps(space, steps);
        return WEND_OK;
    case PHASE_MAP_REPAIR:
        repair_map(space, steps);
        return WEND_OK;
    case PHASE_TABLE_REPAIR:
        repair_table(space, steps);
        return WEND_OK;
    case PHASE_SETS:
        build_sets(space, steps);
        return WEND_OK;
    case PHASE_MAP:
        return build_map(space, steps);
    default:
        return build_table(space, steps);
    }
}

wend_result wendi_space_update_some(wend_space *space, wend_budget *budget, uint64_t *steps)
{
    wendi_space_update_state *u = &space->update;
    wend_result result = WEND_OK;
    if (space->net != NULL) {
        return wendi_space_graph_update_some(space, budget, steps);
    }
    if (!wendi_space_is_updating(space)) {
        if (space->revision == wend_grid_revision(space->grid) &&
            space->has_jump_map == wendi_space_can_have_jump_map(space)) {
            return WEND_OK;
        }
        result = begin(space);
    }
    if (result == WEND_OK && u->phase <= PHASE_COSTS) {
        note_edits(space);
    }
    bool goes_on = result == WEND_OK;
    while (goes_on) {
        uint64_t done = 0;
        const bool is_reading = u->phase <= PHASE_COSTS;
        result = do_unit(space, &done);
        wendi_budget_spend(budget, done);
        *steps += done;
        goes_on =
            result == WEND_OK && u->phase != PHASE_NONE &&
            ((is_reading && u->restarts > RESTARTS_MOST) || wendi_budget_grant(budget, 1) > 0);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (u->phase != PHASE_NONE) {
        return WEND_IN_PROGRESS;
    }
    space->revision = u->listed;
    return WEND_OK;
}

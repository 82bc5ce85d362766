/* Takes fields over from the plan before, and queues the tiles that need a pass.
 * Cost: some ns for a kept tile. */
#include "flow/plan/repair.h"

#include <string.h>

#include "flow/route/open_list.h"

/* ---- the plan before ---- */

static bool has_same_goals(const wendi_plan *a, const wendi_plan *b)
{
    bool is_same = a->goal_count == b->goal_count;
    for (uint32_t i = 0; is_same && i < a->goal_count; ++i) {
        const wendi_flow_endpoint *p = &a->goals[i], *q = &b->goals[i];
        is_same = p->floor == q->floor && p->x == q->x && p->y == q->y && p->fine_x == q->fine_x &&
                  p->fine_y == q->fine_y && p->is_area == q->is_area;
    }
    return is_same;
}

void wendi_repair_begin(const wend_flow *flow, wendi_plan *plan, const wendi_plan *before)
{
    const bool is_possible = before != NULL && before->tile_count > 0 && before->link_count == 0 &&
                             before->flow_class == plan->flow_class &&
                             before->seeds == WEND_FLOW_SEED_COSTS &&
                             plan->seeds == WEND_FLOW_SEED_COSTS &&
                             flow->integration != WEND_FLOW_EIKONAL && has_same_goals(before, plan);
    plan->repair.before = is_possible ? before : NULL;
}

bool wendi_repair_reserve(const wend_flow *flow, wendi_plan *plan)
{
    wendi_plan_repair *repair = &plan->repair;
    if (plan->link_count > 0) {
        repair->before = NULL;
    }
    if (repair->before == NULL) {
        return true;
    }
    const size_t bytes = plan->tile_count * sizeof *repair->record_of;
    repair->record_of = wendi_alloc(&flow->allocator, bytes);
    if (repair->record_of == NULL) {
        return false;
    }
    repair->tile_count = plan->tile_count;
    memset(repair->record_of, 0xFF, bytes);
    return true;
}

void wendi_repair_free(const wend_allocator *a, wendi_plan *plan)
{
    wendi_plan_repair *repair = &plan->repair;
    wendi_free(a, repair->record_of, repair->tile_count * sizeof *repair->record_of);
    wendi_free(a, repair->records, repair->record_capacity * sizeof *repair->records);
    *repair = (wendi_plan_repair){.before = NULL};
}

size_t wendi_repair_memory_bytes(const wendi_plan *plan)
{
    return plan->repair.tile_count * sizeof *plan->repair.record_of +
           plan->repair.record_capacity * sizeof *plan->repair.records;
}

/* ---- records of tiles that are not kept as they are ---- */

static wendi_repair_tile *record_at(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_plan_repair *repair = &plan->repair;
    if (repair->record_of[tile] == UINT32_MAX) {
        void *records = repair->records;
        if (!wendi_grow_items(&flow->allocator, &records, &repair->record_capacity,
                              repair->record_count, sizeof *repair->records)) {
            return NULL;
        }
        repair->records = records;
        repair->record_of[tile] = (uint32_t)repair->record_count;
        repair->records[repair->record_count++] =
            (wendi_repair_tile){.tile = tile, .least = WENDI_COST_UNREACHED};
    }
    return &repair->records[repair->record_of[tile]];
}

/* Notes a cost that was reset in a tile, or INT64_MAX, and lets it have a pass. @return false: no
 * memory. */
static bool note_pass(const wend_flow *flow, wendi_plan *plan, uint32_t tile, int64_t least)
{
    wendi_repair_tile *record = record_at(flow, plan, tile);
    if (record != NULL) {
        const uint32_t field = plan->tiles[tile].field;
        record->needs_pass = true;
        record->is_new = record->is_new || !wendi_repair_is_real(field) ||
                         wendi_field_at(&flow->fields, field)->hash == 0;
        record->least = least < record->least ? least : record->least;
    }
    return record != NULL;
}

/* The tile is checked, and has a pass in any case. @return false: no memory. */
static bool check_and_pass(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_plan_queue_tile(plan, tile, plan->tiles[tile].base);
    return note_pass(flow, plan, tile, WENDI_COST_UNREACHED);
}

/* ---- kept, edited and new tiles ---- */

static uint32_t tile_before(const wendi_plan *plan, uint32_t tile)
{
    return wendi_plan_find_tile(plan->repair.before, plan->tiles[tile].sector);
}

static bool sees_the_same(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint32_t before)
{
    const wendi_plan_tile *a = &plan->tiles[tile], *b = &plan->repair.before->tiles[before];
    if (a->los >= WENDI_LOS_ALL_CELLS || b->los >= WENDI_LOS_ALL_CELLS) {
        return a->los == b->los;
    }
    const size_t cells = flow->fields.cells;
    return memcmp(plan->los_blocks + a->los * cells,
                  plan->repair.before->los_blocks + b->los * cells,
                  (size_t)a->bounds.width * (size_t)a->bounds.height) == 0;
}

bool wendi_repair_keep_tile(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_plan_tile *to = &plan->tiles[tile];
    const uint32_t index = tile_before(plan, tile);
    if (index == WENDI_TILE_NONE || to->is_private || to->is_los_deferred ||
        wendi_portal_graph_sector_stamp(flow->classes[plan->flow_class].graph, to->sector) >
            plan->repair.before->stamp) {
        return false;
    }
    const wendi_plan_tile *from = &plan->repair.before->tiles[index];
    if (!wendi_repair_is_real(from->field) ||
        wendi_field_at(&flow->fields, from->field)->hash == 0 ||
        !sees_the_same(flow, plan, tile, index)) {
        return false;
    }
    wendi_field_cache_retain(&flow->fields, from->field);
    to->field = from->field;
    to->base = from->base;
    to->is_reached = true;
    if (plan->is_direct && plan->repair.before->is_direct) {
        memcpy(to->neighbours, from->neighbours, sizeof to->neighbours);
    } else {
        wendi_plan_find_neighbours(flow, plan, tile);
    }
    plan->wide_count += wendi_field_at(&flow->fields, to->field)->is_wide && !flow->is_wide;
    return true;
}

/* Replaces a tile's field by a copy of another one. */
static bool copy_field(wend_flow *flow, wendi_plan_tile *tile, uint32_t from, uint64_t ground)
{
    const uint32_t copy =
        wendi_field_cache_create_field(&flow->fields, wendi_field_at(&flow->fields, from)->is_wide);
    if (copy == WENDI_FIELD_NONE) {
        return false;
    }
    wendi_field *field = wendi_field_at(&flow->fields, copy);
    const wendi_field *source = wendi_field_at(&flow->fields, from);
    field->ground = ground;
    field->width = source->width;
    field->height = source->height;
    const size_t count = (size_t)wendi_tile_shape_of(field->width, field->height).count;
    memcpy(field->block, source->block, count * (field->is_wide ? 4 : 2));
    tile->field = copy;
    tile->is_reached = true;
    tile->is_fresh = true;
    return true;
}

bool wendi_repair_prepare_tile(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    const uint32_t index = tile_before(plan, job->tile);
    const wendi_plan_tile *from =
        index != WENDI_TILE_NONE ? &plan->repair.before->tiles[index] : NULL;
    if (from == NULL || !wendi_repair_is_real(from->field)) {
        return note_pass(flow, plan, job->tile, WENDI_COST_UNREACHED) &&
               wendi_plan_create_field(flow, plan, job);
    }
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    if (!copy_field(flow, tile, from->field, job->ground.key)) {
        return false;
    }
    tile->base = from->base;
    plan->wide_count += wendi_field_at(&flow->fields, tile->field)->is_wide && !flow->is_wide;
    return check_and_pass(flow, plan, job->tile);
}

bool wendi_repair_own_field(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_plan_tile *of = &plan->tiles[tile];
    const uint32_t shared = of->field;
    if (wendi_field_at(&flow->fields, shared)->hash == 0) {
        return true;
    }
    const bool is_reached = of->is_reached;
    if (!copy_field(flow, of, shared, wendi_field_at(&flow->fields, shared)->ground)) {
        return false;
    }
    if (!is_reached) { /* all support was lost */
        const wendi_field *field = wendi_field_at(&flow->fields, of->field);
        const wendi_tile_shape shape = wendi_tile_shape_of(field->width, field->height);
        memset(field->block, 0xFF, (size_t)shape.count * (field->is_wide ? 4 : 2));
        of->is_reached = false;
    }
    wendi_field_cache_release(&flow->fields, shared, flow->update);
    return true;
}

/* Fields and straight lines of sight that came or went: the tiles around them are checked. */
static bool check_around_changed_kinds(const wend_flow *flow, wendi_plan *plan)
{
    const wendi_plan *before = plan->repair.before;
    for (uint32_t i = 0; i < before->tile_count; ++i) {
        const wendi_plan_tile *old = &before->tiles[i];
        const uint32_t same = wendi_plan_find_tile(plan, old->sector);
        const uint32_t now = same != WENDI_TILE_NONE ? plan->tiles[same].field : WENDI_FIELD_NONE;
        const bool has_changed = wendi_repair_is_real(old->field)
                                     ? !wendi_repair_is_real(now)
                                     : old->field != now && (old->field == WENDI_FIELD_VISIBLE ||
                                                             now == WENDI_FIELD_VISIBLE);
        for (uint32_t k = 0; has_changed && k < 8; ++k) {
            const uint32_t sector = wendi_sector_map_neighbour(&flow->map, old->sector,
                                                               wendi_flow_dx[k], wendi_flow_dy[k]);
            const uint32_t other =
                sector != WENDI_SECTOR_NONE ? wendi_plan_find_tile(plan, sector) : WENDI_TILE_NONE;
            if (other != WENDI_TILE_NONE && wendi_repair_is_real(plan->tiles[other].field) &&
                !check_and_pass(flow, plan, other)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- passes ---- */

/* The order of the queue changes only the number of passes. A tile without any cost waits until its
 * neighbours improve it if they have none either. */
static void queue_tile(const wend_flow *flow, wendi_plan *plan, const wendi_repair_tile *record)
{
    const wendi_plan_tile *tile = &plan->tiles[record->tile];
    int64_t key = record->least;
    if (!record->needs_pass || !wendi_repair_is_real(tile->field)) {
        return;
    }
    key = tile->is_reached && tile->base < key ? tile->base : key;
    for (uint32_t k = 0; key == WENDI_COST_UNREACHED && k < 8; ++k) {
        const uint32_t other = tile->neighbours[k];
        if (other != WENDI_TILE_NONE && plan->tiles[other].field == WENDI_FIELD_VISIBLE) {
            key = wendi_plan_straight_cost(flow, plan, 0, &tile->bounds, 0, 0);
        } else if (other != WENDI_TILE_NONE && plan->tiles[other].is_reached) {
            key = plan->tiles[other].base;
        }
    }
    if (key != WENDI_COST_UNREACHED) {
        wendi_plan_queue_tile(plan, record->tile, key);
    }
}

wend_result wendi_repair_reset_unsupported(wend_flow *flow, wendi_plan *plan, uint64_t *steps)
{
    wendi_plan_repair *repair = &plan->repair;
    if (!repair->is_begun) {
        if (!check_around_changed_kinds(flow, plan)) {
            return WEND_ERROR_MEMORY;
        }
        repair->is_begun = true;
    }
    while (plan->queue.count > 0) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        uint64_t key = 0;
        uint32_t tile = 0;
        int64_t least = 0;
        (void)wendi_heap_pop(&plan->queue, &key, &tile);
        if (!wendi_repair_check_tile(flow, plan, tile, &least) ||
            (least != WENDI_COST_UNREACHED && !note_pass(flow, plan, tile, least))) {
            return WEND_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < repair->record_count; ++i) {
        queue_tile(flow, plan, &repair->records[i]);
    }
    return WEND_OK;
}

static void store_border(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    const wendi_plan_tile *of = &plan->tiles[tile];
    if (plan->border_bases[tile] != WENDI_COST_UNREACHED) {
        return;
    }
    if (of->field == WENDI_FIELD_VISIBLE) {
        wendi_plan_border_update_visible(flow, plan, tile);
    } else if (wendi_repair_is_real(of->field) && of->is_reached &&
               !wendi_field_at(&flow->fields, of->field)->is_wide) {
        const wendi_tile_shape shape = wendi_tile_shape_of(of->bounds.width, of->bounds.height);
        wendi_plan_border_update(flow, plan, tile, &shape);
    }
}

static void store_borders(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    store_border(flow, plan, tile);
    for (uint32_t k = 0; k < 8; ++k) {
        if (plan->tiles[tile].neighbours[k] != WENDI_TILE_NONE) {
            store_border(flow, plan, plan->tiles[tile].neighbours[k]);
        }
    }
}

/* True if the cells of a tile that face in a direction do not cost what they cost before. */
static bool has_new_side(const wend_flow *flow, const wendi_plan *plan, uint32_t tile, uint32_t k)
{
    const uint32_t before = tile_before(plan, tile);
    const wendi_sector_bounds *bounds = &plan->tiles[tile].bounds;
    const int32_t dx = k % 4 == 2, dy = k % 4 == 0;
    const int32_t x = wendi_flow_dx[k] > 0 ? bounds->width - 1 : 0;
    const int32_t y = wendi_flow_dy[k] > 0 ? bounds->height - 1 : 0;
    const int32_t count = dx != 0 ? bounds->width : (dy != 0 ? bounds->height : 1);
    int64_t now[WENDI_TILE_SIDE], then[WENDI_TILE_SIDE];
    wendi_plan_read_costs(flow, plan, tile, x, y, dx, dy, count, now);
    wendi_plan_read_costs(flow, plan->repair.before, before, x, y, dx, dy, count, then);
    return memcmp(now, then, (size_t)count * sizeof *now) != 0;
}

static bool has_new_surroundings(const wend_flow *flow, const wendi_plan *plan, uint32_t tile)
{
    for (uint32_t k = 0; k < 8; ++k) {
        const uint32_t other = plan->tiles[tile].neighbours[k];
        if (other == WENDI_TILE_NONE || plan->repair.record_of[other] == UINT32_MAX) {
            continue;
        }
        int64_t above = 0;
        const wendi_repair_side side = wendi_repair_side_of(plan, other, &above);
        if (side == WENDI_SIDE_MOVED ? above != 0 : has_new_side(flow, plan, other, (k + 4) % 8)) {
            return true;
        }
    }
    return false;
}

/* True if the tile's field is as it was, and no cell inside has a cost of its own. */
static bool can_shift(const wend_flow *flow, const wendi_plan_tile *tile)
{
    return wendi_field_at(&flow->fields, tile->field)->hash != 0 &&
           tile->los >= WENDI_LOS_ALL_CELLS;
}

bool wendi_repair_begin_pass(wend_flow *flow, wendi_plan *plan, uint32_t tile, bool *is_shifted)
{
    wendi_plan_tile *of = &plan->tiles[tile];
    int64_t above = 0;
    *is_shifted = false;
    wendi_repair_tile *record = record_at(flow, plan, tile);
    if (record == NULL) {
        return false;
    }
    if (can_shift(flow, of) && wendi_repair_frame_fits(flow, plan, tile, &above) &&
        (above < 0 || !of->is_reached)) {
        of->base += above;
        of->is_reached = true;
        record->above += above;
        *is_shifted = true;
    } else if (wendi_repair_own_field(flow, plan, tile)) {
        record->is_new = true;
    } else {
        return false;
    }
    store_borders(flow, plan, tile);
    return true;
}

bool wendi_repair_begin_directions(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    const wendi_plan_tile *of = &plan->tiles[tile];
    const bool is_shared = wendi_field_at(&flow->fields, of->field)->hash != 0;
    int64_t above = 0;
    if (is_shared && of->is_reached &&
        (!has_new_surroundings(flow, plan, tile) ||
         (wendi_repair_frame_fits(flow, plan, tile, &above) && above == 0))) {
        return true;
    }
    if (!wendi_repair_own_field(flow, plan, tile)) {
        return false;
    }
    store_borders(flow, plan, tile);
    return true;
}

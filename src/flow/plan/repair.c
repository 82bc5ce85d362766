/* Takes fields over from the plan before, and resets the cells that an edit left without support.
 * Cost: some ns for a kept tile; for others each cell is checked a few times. */
#include "flow/plan/repair.h"

#include <string.h>

#include "base/math/bits.h"
#include "flow/route/open_list.h"

enum { NONE_WAITS = UINT32_MAX };

static bool is_real(uint32_t field)
{
    return field < WENDI_FIELD_VISIBLE;
}

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
    repair->first_waiting = NONE_WAITS;
    repair->last_waiting = NONE_WAITS;
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
        repair->records[repair->record_count++] = (wendi_repair_tile){
            .tile = tile, .next_waiting = NONE_WAITS, .least = WENDI_COST_UNREACHED};
    }
    return &repair->records[repair->record_of[tile]];
}

static void wait_for_check(wendi_plan *plan, wendi_repair_tile *record)
{
    wendi_plan_repair *repair = &plan->repair;
    if (record->is_waiting) {
        return;
    }
    const uint32_t index = (uint32_t)(record - repair->records);
    record->is_waiting = true;
    record->next_waiting = NONE_WAITS;
    if (repair->last_waiting == NONE_WAITS) {
        repair->first_waiting = index;
    } else {
        repair->records[repair->last_waiting].next_waiting = index;
    }
    repair->last_waiting = index;
}

/* All cells of the tile are checked, and it is queued for a pass. */
static bool check_all_cells(const wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_repair_tile *record = record_at(flow, plan, tile);
    if (record == NULL) {
        return false;
    }
    const wendi_sector_bounds *bounds = &plan->tiles[tile].bounds;
    for (int32_t y = 0; y < bounds->height; ++y) {
        record->pending[y] = UINT32_MAX >> (32 - bounds->width);
    }
    record->needs_pass = true;
    wait_for_check(plan, record);
    return true;
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
    if (!is_real(from->field) || flow->fields.items[from->field].hash == 0 ||
        !sees_the_same(flow, plan, tile, index)) {
        return false;
    }
    wendi_field_cache_retain(&flow->fields, from->field);
    to->field = from->field;
    to->base = from->base;
    to->is_reached = true;
    plan->wide_count += flow->fields.items[to->field].is_wide && !flow->is_wide;
    return true;
}

/* Replaces a tile's field by a copy of another one. */
static bool copy_field(wend_flow *flow, wendi_plan_tile *tile, uint32_t from, uint64_t ground)
{
    const uint32_t copy =
        wendi_field_cache_create_field(&flow->fields, flow->fields.items[from].is_wide);
    if (copy == WENDI_FIELD_NONE) {
        return false;
    }
    wendi_field *field = &flow->fields.items[copy];
    const wendi_field *source = &flow->fields.items[from];
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
    if (from == NULL || !is_real(from->field)) {
        wendi_repair_tile *record = record_at(flow, plan, job->tile);
        if (record != NULL) {
            record->needs_pass = true;
        }
        return record != NULL && wendi_plan_create_field(flow, plan, job);
    }
    wendi_plan_tile *tile = &plan->tiles[job->tile];
    if (!copy_field(flow, tile, from->field, job->ground.key)) {
        return false;
    }
    tile->base = from->base;
    plan->wide_count += flow->fields.items[tile->field].is_wide && !flow->is_wide;
    return check_all_cells(flow, plan, job->tile);
}

static bool own_field(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    wendi_plan_tile *of = &plan->tiles[tile];
    const uint32_t shared = of->field;
    if (flow->fields.items[shared].hash == 0) {
        return true;
    }
    if (!copy_field(flow, of, shared, flow->fields.items[shared].ground)) {
        return false;
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
        const bool has_changed = is_real(old->field)
                                     ? !is_real(now)
                                     : old->field != now && (old->field == WENDI_FIELD_VISIBLE ||
                                                             now == WENDI_FIELD_VISIBLE);
        for (uint32_t k = 0; has_changed && k < 8; ++k) {
            const uint32_t sector = wendi_sector_map_neighbour(&flow->map, old->sector,
                                                               wendi_flow_dx[k], wendi_flow_dy[k]);
            const uint32_t other =
                sector != WENDI_SECTOR_NONE ? wendi_plan_find_tile(plan, sector) : WENDI_TILE_NONE;
            if (other != WENDI_TILE_NONE && is_real(plan->tiles[other].field) &&
                !check_all_cells(flow, plan, other)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- support ---- */

/* A tile while its cells are checked. */
typedef struct support_check {
    wendi_plan *plan;
    uint32_t record;
    wendi_tile_shape shape;
    const uint8_t *ground;
    int64_t d[WENDI_TILE_CELLS];     /* framed */
    uint32_t goals[WENDI_TILE_SIDE]; /* cells with a goal */
    uint32_t reset[WENDI_TILE_SIDE]; /* cells without support */
    int32_t offsets[8];
    int64_t steps[8]; /* 0: no such step */
} support_check;

static void read_costs(const wend_flow *flow, support_check *check, uint32_t tile)
{
    const wendi_plan *plan = check->plan;
    const uint32_t *around = plan->tiles[tile].neighbours;
    const wendi_tile_shape *shape = &check->shape;
    const int32_t w = shape->width, h = shape->height, last = flow->map.sector_size - 1;
    int64_t column[WENDI_TILE_SIDE];
    for (int32_t y = 0; y < h; ++y) {
        wendi_plan_read_costs(flow, plan, tile, 0, y, 1, 0, w,
                              &check->d[wendi_tile_index(shape, 0, y)]);
    }
    wendi_plan_read_costs(flow, plan, around[6], 0, last, 1, 0, w,
                          &check->d[wendi_tile_index(shape, 0, -1)]);
    wendi_plan_read_costs(flow, plan, around[2], 0, 0, 1, 0, w,
                          &check->d[wendi_tile_index(shape, 0, h)]);
    wendi_plan_read_costs(flow, plan, around[0], 0, 0, 0, 1, h, column);
    for (int32_t y = 0; y < h; ++y) {
        check->d[wendi_tile_index(shape, w, y)] = column[y];
    }
    wendi_plan_read_costs(flow, plan, around[4], last, 0, 0, 1, h, column);
    for (int32_t y = 0; y < h; ++y) {
        check->d[wendi_tile_index(shape, -1, y)] = column[y];
    }
    wendi_plan_read_costs(flow, plan, around[1], 0, 0, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, w, h)]);
    wendi_plan_read_costs(flow, plan, around[3], last, 0, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, -1, h)]);
    wendi_plan_read_costs(flow, plan, around[5], last, last, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, -1, -1)]);
    wendi_plan_read_costs(flow, plan, around[7], 0, last, 0, 0, 1,
                          &check->d[wendi_tile_index(shape, w, -1)]);
}

static void begin_check(const wend_flow *flow, support_check *check, wendi_plan *plan,
                        uint32_t record)
{
    const uint32_t tile = plan->repair.records[record].tile;
    const wendi_plan_tile *of = &plan->tiles[tile];
    check->plan = plan;
    check->record = record;
    check->shape = wendi_tile_shape_of(of->bounds.width, of->bounds.height);
    check->ground = wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, of->sector);
    for (uint32_t k = 0; k < 8; ++k) {
        check->offsets[k] = wendi_flow_dy[k] * check->shape.stride + wendi_flow_dx[k];
        check->steps[k] = k % 2 == 0 ? flow->straight : flow->diagonal;
    }
    memset(check->goals, 0, sizeof check->goals);
    memset(check->reset, 0, sizeof check->reset);
    read_costs(flow, check, tile);
    for (uint32_t i = 0; of->is_private && i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == of->sector) {
            check->goals[goal->y - of->bounds.y] |= 1u << (goal->x - of->bounds.x);
        }
    }
}

static int64_t seed_cost(const wend_flow *flow, const support_check *check, int32_t x, int32_t y)
{
    const wendi_plan *plan = check->plan;
    const wendi_plan_tile *tile = &plan->tiles[plan->repair.records[check->record].tile];
    int64_t least = WENDI_COST_UNREACHED;
    for (uint32_t i = 0; (check->goals[y] >> x & 1) != 0 && i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        if (goal->sector == tile->sector && goal->x == tile->bounds.x + x &&
            goal->y == tile->bounds.y + y) {
            const int64_t cost = wendi_plan_goal_cost(flow, plan, &tile->bounds, i);
            least = cost < least ? cost : least;
        }
    }
    if (tile->los >= WENDI_LOS_ALL_CELLS) {
        return least;
    }
    const uint8_t flags =
        plan->los_blocks[tile->los * flow->fields.cells + (size_t)(y * check->shape.width + x)];
    if ((flags & WENDI_FLOW_VISIBLE) != 0) {
        const int64_t cost = wendi_plan_straight_cost(flow, plan, flags & WENDI_FLOW_DIRECTION_MASK,
                                                      &tile->bounds, x, y);
        least = cost < least ? cost : least;
    }
    return least;
}

static bool is_supported(const wend_flow *flow, const support_check *check, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&check->shape, x, y);
    const uint8_t *ground = check->ground;
    const int64_t cost = check->d[at];
    if (ground[at] == WENDI_TILE_WALL) {
        return false;
    }
    for (uint32_t k = 0; k < 8; ++k) {
        const int32_t other = at + check->offsets[k];
        if (check->d[other] >= cost || ground[other] == WENDI_TILE_WALL ||
            check->d[other] + check->steps[k] * ground[other] != cost) {
            continue;
        }
        if (k % 2 == 0 ||
            (check->steps[k] != 0 && ground[at + check->offsets[k - 1]] != WENDI_TILE_WALL &&
             ground[at + check->offsets[(k + 1) % 8]] != WENDI_TILE_WALL)) {
            return true;
        }
    }
    return seed_cost(flow, check, x, y) == cost;
}

/* Direction of the tile beyond a column (-1, 0, 1) and a row. */
static uint32_t direction_to(int32_t dx, int32_t dy)
{
    static const uint8_t directions[3][3] = {{5, 6, 7}, {4, 8, 0}, {3, 2, 1}};
    return directions[dy + 1][dx + 1];
}

/* A cell that may have been supported by one that was reset is checked again.
 * @return false: no memory. */
static bool check_again(const wend_flow *flow, support_check *check, int32_t x, int32_t y)
{
    const int32_t w = check->shape.width, h = check->shape.height;
    const uint32_t k = direction_to((x >= w) - (x < 0), (y >= h) - (y < 0));
    wendi_plan *plan = check->plan;
    wendi_repair_tile *record = &plan->repair.records[check->record];
    if (k == 8) {
        record->pending[y] |= 1u << x;
        return true;
    }
    const uint32_t other = plan->tiles[record->tile].neighbours[k];
    if (other == WENDI_TILE_NONE || !is_real(plan->tiles[other].field)) {
        return true;
    }
    const int32_t last = flow->map.sector_size - 1;
    record = record_at(flow, plan, other);
    if (record != NULL) {
        record->pending[y < 0 ? last : (y >= h ? 0 : y)] |= 1u << (x < 0 ? last : (x >= w ? 0 : x));
        wait_for_check(plan, record);
    }
    return record != NULL;
}

static bool reset_cell(const wend_flow *flow, support_check *check, int32_t x, int32_t y)
{
    const int32_t at = wendi_tile_index(&check->shape, x, y);
    const int64_t cost = check->d[at];
    wendi_repair_tile *record = &check->plan->repair.records[check->record];
    record->least = cost < record->least ? cost : record->least;
    record->needs_pass = true;
    check->d[at] = seed_cost(flow, check, x, y);
    check->reset[y] |= 1u << x;
    for (uint32_t k = 0; k < 8; ++k) {
        const int64_t beyond = check->d[at + check->offsets[k]];
        if (beyond == cost + check->steps[k] * check->ground[at] && beyond != cost &&
            !check_again(flow, check, x + wendi_flow_dx[k], y + wendi_flow_dy[k])) {
            return false;
        }
    }
    return true;
}

/* @return false: no memory. */
static bool store_reset_cells(wend_flow *flow, const support_check *check)
{
    wendi_plan *plan = check->plan;
    const uint32_t tile = plan->repair.records[check->record].tile;
    if (!own_field(flow, plan, tile)) {
        return false;
    }
    const wendi_field *field = &flow->fields.items[plan->tiles[tile].field];
    bool is_reached = false;
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (int32_t x = 0; x < check->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&check->shape, x, y);
            if ((check->reset[y] >> x & 1) == 0) {
                is_reached = is_reached || check->d[at] != WENDI_COST_UNREACHED;
            } else if (field->is_wide) {
                wendi_field_wide_costs(field)[at] = WENDI_TILE_WIDE_UNREACHED;
            } else {
                wendi_field_costs(field)[at] = (uint16_t)WENDI_TILE_UNREACHED;
            }
        }
    }
    plan->tiles[tile].is_reached = is_reached;

    /* Seeds that were more expensive than the path that is gone. */
    bool is_done = true;
    for (int32_t y = 0; y < check->shape.height; ++y) {
        for (uint32_t left = check->reset[y]; is_done && left != 0; left &= left - 1) {
            const int32_t at = wendi_tile_index(&check->shape, (int32_t)wendi_ctz64(left), y);
            is_done = check->d[at] == WENDI_COST_UNREACHED ||
                      wendi_plan_lower_cost(flow, plan, tile, at, check->d[at]);
        }
    }
    return is_done;
}

static bool check_tile(wend_flow *flow, wendi_plan *plan, uint32_t record)
{
    support_check check;
    begin_check(flow, &check, plan, record);
    uint32_t any = 0;
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (int32_t y = 0; y < check.shape.height; ++y) {
            while (plan->repair.records[record].pending[y] != 0) {
                uint32_t *pending = &plan->repair.records[record].pending[y];
                const int32_t x = (int32_t)wendi_ctz64(*pending);
                *pending &= *pending - 1;
                is_done = false;
                if (check.d[wendi_tile_index(&check.shape, x, y)] == WENDI_COST_UNREACHED ||
                    is_supported(flow, &check, x, y)) {
                    continue;
                }
                if (!reset_cell(flow, &check, x, y)) {
                    return false;
                }
                any = 1;
            }
        }
    }
    return any == 0 || store_reset_cells(flow, &check);
}

/* ---- passes ---- */

/* The order of the queue changes only the number of passes. A tile without any cost waits until its
 * neighbours improve it if they have none either. */
static void queue_tile(const wend_flow *flow, wendi_plan *plan, const wendi_repair_tile *record)
{
    const wendi_plan_tile *tile = &plan->tiles[record->tile];
    int64_t key = record->least;
    if (!record->needs_pass || !is_real(tile->field)) {
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
    while (repair->first_waiting != NONE_WAITS) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        const uint32_t record = repair->first_waiting;
        repair->first_waiting = repair->records[record].next_waiting;
        repair->last_waiting =
            repair->first_waiting == NONE_WAITS ? NONE_WAITS : repair->last_waiting;
        repair->records[record].is_waiting = false;
        if (!check_tile(flow, plan, record)) {
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
    } else if (is_real(of->field) && of->is_reached && !flow->fields.items[of->field].is_wide) {
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
        if (other != WENDI_TILE_NONE && plan->repair.record_of[other] != UINT32_MAX &&
            has_new_side(flow, plan, other, (k + 4) % 8)) {
            return true;
        }
    }
    return false;
}

bool wendi_repair_begin_pass(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    if (record_at(flow, plan, tile) == NULL || !own_field(flow, plan, tile)) {
        return false;
    }
    store_borders(flow, plan, tile);
    return true;
}

bool wendi_repair_begin_directions(wend_flow *flow, wendi_plan *plan, uint32_t tile)
{
    const bool is_kept = flow->fields.items[plan->tiles[tile].field].hash != 0;
    if (is_kept && !has_new_surroundings(flow, plan, tile)) {
        return true;
    }
    if (!own_field(flow, plan, tile)) {
        return false;
    }
    store_borders(flow, plan, tile);
    return true;
}

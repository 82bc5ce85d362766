/* The least cost to a goal of every cell of the plan.
 * Cost: a pass of the kernel each time the surroundings of a tile get cheaper; in order of cost
 * this is little more than once a tile. */
#include "flow/plan/repair.h"

#include <string.h>

#include "flow/tile/integrate.h"

void wendi_plan_links_from(const wendi_plan *plan, uint32_t tile, uint32_t *first, uint32_t *last)
{
    uint32_t low = 0, high = plan->link_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (plan->links[middle].from < tile) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *first = low;
    while (low < plan->link_count && plan->links[low].from == tile) {
        ++low;
    }
    *last = low;
}

void wendi_plan_queue_tile(wendi_plan *plan, uint32_t tile, int64_t key)
{
    const uint64_t los_order = key > 0 ? (uint64_t)key : 0;
    if (wendi_heap_contains(&plan->queue, tile)) {
        (void)wendi_heap_decrease(&plan->queue, los_order, tile);
    } else {
        (void)wendi_heap_push(&plan->queue, los_order, tile);
    }
}

int64_t wendi_plan_link_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_plan_link *of)
{
    uint32_t count = 0;
    const wendi_sector_link *link =
        &wendi_portal_graph_links(flow->classes[plan->flow_class].graph, &count)[of->link];
    int64_t cost = WENDI_COST_UNREACHED;
    wendi_plan_read_costs(flow, plan, of->to, link->to_x, link->to_y, 0, 0, 1, &cost);
    return cost == WENDI_COST_UNREACHED
               ? cost
               : cost + (int64_t)link->cost * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT;
}

/* ---- jobs ---- */

static bool integrate_links(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    uint32_t first = 0, last = 0, count = 0;
    wendi_plan_links_from(plan, job->tile, &first, &last);
    const wendi_sector_link *links =
        wendi_portal_graph_links(flow->classes[plan->flow_class].graph, &count);
    for (uint32_t i = first; i < last; ++i) {
        const int64_t cost = wendi_plan_link_cost(flow, plan, &plan->links[i]);
        const wendi_sector_link *link = &links[plan->links[i].link];
        if (cost != WENDI_COST_UNREACHED &&
            !wendi_plan_lower_cost(flow, plan, job->tile,
                                   wendi_tile_index(&job->shape, link->from_x, link->from_y),
                                   cost)) {
            return false;
        }
    }
    return true;
}

wend_result wendi_integrate_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count)
{
    *count = 0;
    uint64_t key = 0, limit = UINT64_MAX;
    uint32_t tile = 0;
    while (*count < room && plan->queue.count > 0 && plan->queue.nodes[0].key <= limit) {
        (void)wendi_heap_pop(&plan->queue, &key, &tile);
        if (*count == 0) {
            limit = key + ((uint64_t)flow->straight * (uint64_t)flow->map.sector_size / 16);
        }
        wendi_tile_job *job = &jobs[(*count)++];
        job->is_shifted = false;
        if (plan->repair.before != NULL &&
            !wendi_repair_begin_pass(flow, plan, tile, &job->is_shifted)) {
            return WEND_ERROR_MEMORY;
        }
        wendi_tile_job_init(flow, plan, tile, job);
        wendi_tile_job_prefetch(flow, job);
        if (plan->link_count > 0 && !integrate_links(flow, plan, job)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* True if an open cell is unreached although the surroundings exceeded 16 bits. */
static bool has_unreached_cells(const wendi_tile_job *job, const uint16_t *d)
{
    for (int32_t y = 0; y < job->shape.height; ++y) {
        for (int32_t x = 0; x < job->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&job->shape, x, y);
            if (job->ground.cost[at] != WENDI_TILE_WALL && d[at] == WENDI_TILE_UNREACHED) {
                return true;
            }
        }
    }
    return false;
}

/* The cells along the border, to detect changes. */
typedef struct border_snapshot {
    uint32_t north[WENDI_TILE_SIDE], south[WENDI_TILE_SIDE];
    uint32_t west[WENDI_TILE_SIDE], east[WENDI_TILE_SIDE];
} border_snapshot;

static uint32_t raw_cost(const wendi_field *field, int32_t at)
{
    return field->is_wide ? wendi_field_wide_costs(field)[at] : wendi_field_costs(field)[at];
}

static void read_border(const wendi_field *field, const wendi_tile_shape *shape,
                        border_snapshot *out)
{
    for (int32_t x = 0; x < shape->width; ++x) {
        out->north[x] = raw_cost(field, wendi_tile_index(shape, x, 0));
        out->south[x] = raw_cost(field, wendi_tile_index(shape, x, shape->height - 1));
    }
    for (int32_t y = 0; y < shape->height; ++y) {
        out->west[y] = raw_cost(field, wendi_tile_index(shape, 0, y));
        out->east[y] = raw_cost(field, wendi_tile_index(shape, shape->width - 1, y));
    }
}

static bool differ(const uint32_t *a, const uint32_t *b, int32_t count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) != 0;
}

static uint32_t changed_sides(const border_snapshot *a, const border_snapshot *b,
                              const wendi_tile_shape *shape)
{
    uint32_t sides = 0;
    sides |= differ(a->north, b->north, shape->width) ? 1u << WENDI_SIDE_NORTH : 0;
    sides |= differ(a->east, b->east, shape->height) ? 1u << WENDI_SIDE_EAST : 0;
    sides |= differ(a->south, b->south, shape->width) ? 1u << WENDI_SIDE_SOUTH : 0;
    sides |= differ(a->west, b->west, shape->height) ? 1u << WENDI_SIDE_WEST : 0;
    return sides;
}

static void integrate_field(const wend_flow *flow, wendi_tile_job *job, bool is_clipped)
{
    const wendi_field *field = wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field);
    if (field->is_wide && flow->integration == WEND_FLOW_EIKONAL) {
        (void)wendi_tile_integrate_eikonal(&job->shape, job->ground.cost,
                                           wendi_field_wide_costs(field), flow->straight,
                                           flow->diagonal);
        return;
    }
    if (field->is_wide) {
        (void)wendi_tile_integrate_wide(&job->shape, job->ground.cost,
                                        wendi_field_wide_costs(field), flow->straight,
                                        flow->diagonal);
        return;
    }
    uint16_t *d = wendi_field_costs(field);
    const bool is_whole =
        wendi_tile_integrate(&job->shape, job->ground.cost, d, flow->map.has_diagonals);
    job->is_saturated = !is_whole || (is_clipped && has_unreached_cells(job, d));
}

static void integrate_tile(const wend_flow *flow, wendi_tile_job *job)
{
    const bool is_carried = job->plan->seeds == WEND_FLOW_SEED_COSTS;
    bool is_clipped = false;
    if (job->is_shifted) {
        job->is_saturated = false;
        job->is_narrow = false; /* The field's frame is not the one around. */
        job->changed = 15;
        job->improved = 0;
        if (!wendi_field_at(&flow->fields, job->plan->tiles[job->tile].field)->is_wide) {
            wendi_plan_border_update(flow, job->plan, job->tile, &job->shape);
        }
        return;
    }
    job->is_saturated = is_carried && !wendi_tile_job_write_frame(flow, job, &is_clipped);
    job->changed = 0;
    job->improved = 0;
    if (job->is_saturated) {
        return;
    }
    if (!is_carried || job->is_narrow) {
        integrate_field(flow, job, is_clipped);
        if (is_carried && !job->is_saturated) {
            wendi_plan_border_update(flow, job->plan, job->tile, &job->shape);
            job->is_narrow = !wendi_plan_border_is_high(flow, job->plan, job->tile);
            job->changed = 15;
            if (job->is_narrow) {
                wendi_tile_job_find_improved_narrow(flow, job);
            }
        }
        return;
    }
    const wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    border_snapshot before, after;
    read_border(field, &job->shape, &before);
    integrate_field(flow, job, is_clipped);
    read_border(field, &job->shape, &after);
    job->changed = tile->is_fresh ? 15 : changed_sides(&before, &after, &job->shape);
    if (!field->is_wide && !job->is_saturated) {
        wendi_plan_border_update(flow, job->plan, job->tile, &job->shape);
    }
}

void wendi_integrate_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage)
{
    const bool is_carried = job->plan->seeds == WEND_FLOW_SEED_COSTS;
    if (stage == 0) {
        job->is_narrow = false;
        if (is_carried) {
            wendi_tile_job_read_surroundings(flow, job);
        }
    } else if (stage == 1) {
        integrate_tile(flow, job);
    } else if (is_carried && !job->is_narrow && !job->is_saturated) {
        wendi_tile_job_find_improved(flow, job);
    }
}

/* ---- commit ---- */

/* Queues the tiles of links that end in this tile. */
static void queue_link_origins(const wend_flow *flow, const wendi_tile_job *job)
{
    wendi_plan *plan = job->plan;
    for (uint32_t i = 0; i < plan->link_count; ++i) {
        if (plan->links[i].to != job->tile ||
            plan->tiles[plan->links[i].from].field >= WENDI_FIELD_VISIBLE) {
            continue;
        }
        uint32_t count = 0;
        const wendi_sector_link *link = &wendi_portal_graph_links(
            flow->classes[plan->flow_class].graph, &count)[plan->links[i].link];
        int64_t now = 0;
        wendi_plan_read_costs(flow, plan, plan->links[i].from, link->from_x, link->from_y, 0, 0, 1,
                              &now);
        const int64_t cost = wendi_plan_link_cost(flow, plan, &plan->links[i]);
        if (cost < now) {
            wendi_plan_queue_tile(plan, plan->links[i].from, cost);
        }
    }
}

/* The key of a tile that was integrated before is delayed, as more improvements will follow: by
 * how far the new cost lies above its first one. The order changes only the number of passes,
 * never the result. */
static int64_t patient_key(const wendi_plan_tile *tile, int64_t key)
{
    return tile->is_reached && key > tile->base ? key + (key - tile->base) / 2 : key;
}

wend_result wendi_integrate_pass_commit(wend_flow *flow, wendi_tile_job *job)
{
    ++flow->integrated;
    wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    if (job->is_saturated) {
        if (!wendi_plan_widen_tile(flow, job->plan, tile)) {
            return WEND_ERROR_MEMORY;
        }
        wendi_plan_queue_tile(job->plan, job->tile, tile->base);
        return WEND_OK;
    }
    tile->is_fresh = false;
    if (job->plan->seeds == WEND_FLOW_SEED_PORTALS) {
        return WEND_OK;
    }
    const uint32_t *neighbours = tile->neighbours;
    for (uint32_t k = 0; k < 8; ++k) {
        if ((job->improved >> k & 1) != 0) {
            wendi_plan_queue_tile(
                job->plan, neighbours[k],
                patient_key(&job->plan->tiles[neighbours[k]], job->improved_costs[k]));
        }
    }
    if (job->plan->link_count > 0) {
        queue_link_origins(flow, job);
    }
    return WEND_OK;
}

/* takes: tiles with seeds, in a queue.
 * gives: the least cost to a goal of every cell of the plan, whatever the order.
 * cost:  a pass of the kernel for each time that something around a tile got cheaper; taken in
 *        order of cost that is little more than once a tile. */
#include "flow/plan/tile_job.h"

#include <string.h>

#include "flow/tile/integrate.h"

void wendi_plan_links_from(const wendi_plan *plan, uint32_t tile, uint32_t *first, uint32_t *last)
{
    uint32_t low = 0, high = plan->way_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (plan->ways[middle].from < tile) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *first = low;
    while (low < plan->way_count && plan->ways[low].from == tile) {
        ++low;
    }
    *last = low;
}

void wendi_plan_queue_tile(wendi_plan *plan, uint32_t tile, int64_t key)
{
    const uint64_t order = key > 0 ? (uint64_t)key : 0;
    if (wendi_heap_contains(&plan->queue, tile)) {
        (void)wendi_heap_decrease(&plan->queue, order, tile);
    } else {
        (void)wendi_heap_push(&plan->queue, order, tile);
    }
}

int64_t wendi_plan_link_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_plan_link *link)
{
    uint32_t count = 0;
    const wendi_sector_link *way =
        &wendi_portal_graph_links(flow->classes[plan->flow_class].portals, &count)[link->way];
    int64_t cost = WENDI_COST_UNREACHED;
    wendi_plan_read_costs(flow, plan, link->to, way->to_x, way->to_y, 0, 0, 1, &cost);
    return cost == WENDI_COST_UNREACHED
               ? cost
               : cost + (int64_t)way->cost * (int64_t)flow->straight / WENDI_FLOW_STRAIGHT;
}

/* ---- jobs ---- */

static bool take_ways(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job)
{
    uint32_t first = 0, last = 0, count = 0;
    wendi_plan_links_from(plan, job->tile, &first, &last);
    const wendi_sector_link *ways =
        wendi_portal_graph_links(flow->classes[plan->flow_class].portals, &count);
    for (uint32_t i = first; i < last; ++i) {
        const int64_t cost = wendi_plan_link_cost(flow, plan, &plan->ways[i]);
        const wendi_sector_link *way = &ways[plan->ways[i].way];
        if (cost != WENDI_COST_UNREACHED &&
            !wendi_plan_lower_cost(flow, plan, job->tile,
                                   wendi_tile_index(&job->shape, way->from_x, way->from_y), cost)) {
            return false;
        }
    }
    return true;
}

/* Tiles are relaxed together when their costs differ by less than crossing a sector takes: those
 * that cost more will hear from the cheaper ones first, and would be relaxed in vain. */
static uint64_t batch_width(const wend_flow *flow)
{
    return (uint64_t)flow->straight * (uint64_t)flow->map.sector_size / 16;
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
            limit = key + batch_width(flow);
        }
        wendi_tile_job *job = &jobs[(*count)++];
        wendi_tile_job_init(flow, plan, tile, job);
        wendi_tile_job_prefetch(flow, job);
        if (plan->way_count > 0 && !take_ways(flow, plan, job)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static bool relax_wide(const wend_flow *flow, const wendi_tile_job *job, uint32_t *d)
{
    return flow->integration == WEND_FLOW_EIKONAL
               ? wendi_tile_integrate_eikonal(&job->shape, job->ground.cost, d, flow->straight)
               : wendi_tile_integrate_wide(&job->shape, job->ground.cost, d, flow->straight,
                                           flow->diagonal);
}

/* Is an open cell not reached, though something around it was too dear to be written down? */
static bool lacks_cells(const wendi_tile_job *job, const uint16_t *d)
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

/* The cells along the border, as they are: enough to see whether they changed. */
typedef struct border {
    uint32_t north[WENDI_ISLAND_TILE_SIDE], south[WENDI_ISLAND_TILE_SIDE];
    uint32_t west[WENDI_ISLAND_TILE_SIDE], east[WENDI_ISLAND_TILE_SIDE];
} border;

static uint32_t raw(const wendi_field *field, int32_t at)
{
    return field->is_wide ? wendi_field_wide_costs(field)[at] : wendi_field_costs(field)[at];
}

static void read_border(const wendi_field *field, const wendi_tile_shape *shape, border *out)
{
    for (int32_t x = 0; x < shape->width; ++x) {
        out->north[x] = raw(field, wendi_tile_index(shape, x, 0));
        out->south[x] = raw(field, wendi_tile_index(shape, x, shape->height - 1));
    }
    for (int32_t y = 0; y < shape->height; ++y) {
        out->west[y] = raw(field, wendi_tile_index(shape, 0, y));
        out->east[y] = raw(field, wendi_tile_index(shape, shape->width - 1, y));
    }
}

static bool differ(const uint32_t *a, const uint32_t *b, int32_t count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) != 0;
}

static uint32_t changed_sides(const border *a, const border *b, const wendi_tile_shape *shape)
{
    uint32_t sides = 0;
    sides |= differ(a->north, b->north, shape->width) ? 1u << WENDI_SIDE_NORTH : 0;
    sides |= differ(a->east, b->east, shape->height) ? 1u << WENDI_SIDE_EAST : 0;
    sides |= differ(a->south, b->south, shape->width) ? 1u << WENDI_SIDE_SOUTH : 0;
    sides |= differ(a->west, b->west, shape->height) ? 1u << WENDI_SIDE_WEST : 0;
    return sides;
}

static void relax_field(const wend_flow *flow, wendi_tile_job *job, bool is_clipped)
{
    const wendi_field *field = &flow->fields.items[job->plan->tiles[job->tile].field];
    if (field->is_wide) {
        (void)relax_wide(flow, job, wendi_field_wide_costs(field));
        return;
    }
    uint16_t *d = wendi_field_costs(field);
    const bool is_whole =
        wendi_tile_integrate(&job->shape, job->ground.cost, d, flow->map.has_diagonals);
    job->is_saturated = !is_whole || (is_clipped && lacks_cells(job, d));
}

static void relax(const wend_flow *flow, wendi_tile_job *job)
{
    const bool is_carried = job->plan->seeds == WEND_FLOW_SEED_COSTS;
    bool is_clipped = false;
    job->is_saturated = is_carried && !wendi_tile_job_write_frame(flow, job, &is_clipped);
    job->changed = 0;
    job->wake = 0;
    if (job->is_saturated) {
        return;
    }
    if (!is_carried || job->is_fast) {
        relax_field(flow, job, is_clipped);
        if (is_carried && !job->is_saturated) {
            wendi_plan_border_update(flow, job->plan, job->tile, &job->shape);
            job->is_fast = !wendi_plan_border_is_high(flow, job->plan, job->tile);
            job->changed = 15;
            if (job->is_fast) {
                wendi_tile_job_find_improved_narrow(flow, job);
            }
        }
        return;
    }
    const wendi_plan_tile *tile = &job->plan->tiles[job->tile];
    const wendi_field *field = &flow->fields.items[tile->field];
    border before, after;
    read_border(field, &job->shape, &before);
    relax_field(flow, job, is_clipped);
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
        job->is_fast = false;
        if (is_carried) {
            wendi_tile_job_read_surroundings(flow, job);
        }
    } else if (stage == 1) {
        relax(flow, job);
    } else if (is_carried && !job->is_fast && !job->is_saturated) {
        wendi_tile_job_find_improved(flow, job);
    }
}

/* ---- taking over ---- */

/* Links that end in a tile: those they begin in may get cheaper. */
static void wake_ways(const wend_flow *flow, const wendi_tile_job *job)
{
    wendi_plan *plan = job->plan;
    for (uint32_t i = 0; i < plan->way_count; ++i) {
        if (plan->ways[i].to != job->tile ||
            plan->tiles[plan->ways[i].from].field >= WENDI_FIELD_VISIBLE) {
            continue;
        }
        uint32_t count = 0;
        const wendi_sector_link *way = &wendi_portal_graph_links(
            flow->classes[plan->flow_class].portals, &count)[plan->ways[i].way];
        int64_t now = 0;
        wendi_plan_read_costs(flow, plan, plan->ways[i].from, way->from_x, way->from_y, 0, 0, 1,
                              &now);
        const int64_t cost = wendi_plan_link_cost(flow, plan, &plan->ways[i]);
        if (cost < now) {
            wendi_plan_queue_tile(plan, plan->ways[i].from, cost);
        }
    }
}

/* A tile that was relaxed before will hear of more: the farther the news lies from where it was
 * entered first, the longer it waits for them. The order changes what is done in vain, never what
 * comes out. */
static int64_t patient_key(const wendi_plan_tile *tile, int64_t key)
{
    return tile->is_reached && key > tile->base ? key + (key - tile->base) / 2 : key;
}

wend_result wendi_integrate_pass_commit(wend_flow *flow, wendi_tile_job *job)
{
    ++flow->relaxed;
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
    const uint32_t *beside = tile->beside;
    for (uint32_t k = 0; k < 8; ++k) {
        if ((job->wake >> k & 1) != 0) {
            wendi_plan_queue_tile(job->plan, beside[k],
                                  patient_key(&job->plan->tiles[beside[k]], job->wake_key[k]));
        }
    }
    if (job->plan->way_count > 0) {
        wake_ways(flow, job);
    }
    return WEND_OK;
}

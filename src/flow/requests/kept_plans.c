/* Keeps the plans of removed requests and finds them again.
 * Cost: a comparison with each of the few kept plans; for one that is equal, its tiles. */
#include "flow/requests/kept_plans.h"
#include "flow/plan/plan.h"

#include <string.h>

static bool is_shared(const wend_flow *flow, const wendi_plan_tile *tile)
{
    return tile->field < WENDI_FIELD_VISIBLE &&
           wendi_field_at(&flow->fields, tile->field)->hash != 0;
}

/* Releases the fields that other plans can use; those of goals and links stay with the plan.
 * @return the number of those. */
static uint32_t release_shared(wend_flow *flow, wendi_plan *plan)
{
    uint32_t own = 0;
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        wendi_plan_tile *tile = &plan->tiles[i];
        tile->field_serial = 0;
        if (is_shared(flow, tile)) {
            tile->field_serial = wendi_field_at(&flow->fields, tile->field)->serial;
            wendi_field_cache_release(&flow->fields, tile->field, flow->update);
        } else {
            own += tile->field < WENDI_FIELD_VISIBLE;
        }
    }
    return own;
}

/* @return false: a field was evicted; nothing changed. */
static bool retain_shared(wend_flow *flow, wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &plan->tiles[i];
        if (tile->field_serial != 0 &&
            wendi_field_at(&flow->fields, tile->field)->serial != tile->field_serial) {
            return false;
        }
    }
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        wendi_plan_tile *tile = &plan->tiles[i];
        if (tile->field_serial != 0) {
            wendi_field_cache_retain(&flow->fields, tile->field);
            tile->field_serial = 0;
            ++flow->fields.shared;
        }
    }
    return true;
}

/* The plan has released its shared fields already. */
static void destroy(wend_flow *flow, wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        if (plan->tiles[i].field_serial != 0) {
            plan->tiles[i].field = WENDI_FIELD_NONE;
        }
    }
    wendi_plan_release(flow, plan);
}

static void remove_at(wend_flow *flow, uint32_t index)
{
    --flow->kept_count;
    memmove(&flow->kept[index], &flow->kept[index + 1],
            (flow->kept_count - index) * sizeof flow->kept[0]);
}

static size_t plan_bytes(const wend_flow *flow, const wendi_plan *plan)
{
    return wendi_plan_memory_bytes(plan, flow->fields.cells);
}

static bool is_equal_source(const wend_flow *flow, const wendi_flow_endpoint *source,
                            const wendi_sector_cell *of)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&flow->map, of->sector);
    return source->sector == of->sector && source->x == bounds.x + of->x &&
           source->y == bounds.y + of->y;
}

static bool is_equal_goal(const wendi_flow_endpoint *a, const wendi_flow_endpoint *b)
{
    return a->sector == b->sector && a->floor == b->floor && a->x == b->x && a->y == b->y &&
           a->fine_x == b->fine_x && a->fine_y == b->fine_y && a->is_area == b->is_area;
}

/* Where all goals and sources are open and reachable, those of a plan are those of its request. */
static bool is_plan_of(const wend_flow *flow, const wendi_plan *plan,
                       const wendi_flow_request *request)
{
    const bool has_own_sources = request->covers_all && request->seeds == WEND_FLOW_SEED_PORTALS;
    bool is_equal = plan->flow_class == request->flow_class && plan->seeds == request->seeds &&
                    plan->is_whole == request->covers_all &&
                    plan->goal_count == request->goal_count &&
                    (has_own_sources || plan->route_source_count == request->source_count);
    for (uint32_t i = 0; is_equal && i < plan->goal_count; ++i) {
        is_equal = is_equal_goal(&plan->goals[i], &request->goals[i]);
    }
    for (uint32_t i = 0; is_equal && !has_own_sources && i < plan->route_source_count; ++i) {
        is_equal = is_equal_source(flow, &request->sources[i], &plan->route_sources[i]);
    }
    return is_equal;
}

void wendi_kept_plans_add(wend_flow *flow, const wendi_flow_request *request, wendi_plan *plan)
{
    if (plan == NULL || plan->users > 1 || plan->any_change_matters ||
        !is_plan_of(flow, plan, request) ||
        plan_bytes(flow, plan) > flow->fields.max_unused_bytes) {
        wendi_plan_release(flow, plan);
        return;
    }
    if (flow->kept_count == WENDI_KEPT_PLANS_MAX) {
        destroy(flow, flow->kept[0].plan);
        remove_at(flow, 0);
    }
    const uint32_t own = release_shared(flow, plan);
    flow->kept[flow->kept_count++] = (wendi_kept_plan){plan, flow->update, own};
}

static bool can_share(const wend_flow *flow, const wendi_plan *plan,
                      const wendi_flow_request *request)
{
    return plan != NULL && !plan->is_failed && !plan->any_change_matters &&
           is_plan_of(flow, plan, request) && wendi_plan_is_current(flow, plan);
}

wendi_plan *wendi_live_plans_share(const wend_flow *flow, const wendi_flow_request *request)
{
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        const wendi_flow_request *other = &flow->requests[i];
        wendi_plan *plan = can_share(flow, other->plan, request)   ? other->plan
                           : can_share(flow, other->next, request) ? other->next
                                                                   : NULL;
        if (plan != NULL) {
            ++plan->users;
            return plan;
        }
    }
    return NULL;
}

wendi_plan *wendi_kept_plans_take(wend_flow *flow, const wendi_flow_request *request)
{
    for (uint32_t i = flow->kept_count; i-- > 0;) {
        wendi_plan *plan = flow->kept[i].plan;
        if (!is_plan_of(flow, plan, request)) {
            continue;
        }
        remove_at(flow, i);
        if (wendi_plan_is_current(flow, plan) && retain_shared(flow, plan)) {
            plan->stamp = wendi_portal_graph_stamp(flow->classes[plan->flow_class].graph);
            return plan;
        }
        destroy(flow, plan);
    }
    return NULL;
}

void wendi_kept_plans_evict(wend_flow *flow)
{
    size_t bytes = wendi_kept_plans_memory_bytes(flow);
    while (flow->kept_count > 0 &&
           (bytes > flow->fields.max_unused_bytes ||
            flow->update - flow->kept[0].removed > flow->fields.max_unused_age)) {
        wendi_plan *plan = flow->kept[0].plan;
        bytes -= plan_bytes(flow, plan);
        flow->fields.evicted += flow->kept[0].own_fields;
        destroy(flow, plan);
        remove_at(flow, 0);
    }
}

void wendi_kept_plans_clear(wend_flow *flow)
{
    for (uint32_t i = 0; i < flow->kept_count; ++i) {
        destroy(flow, flow->kept[i].plan);
    }
    flow->kept_count = 0;
}

size_t wendi_kept_plans_memory_bytes(const wend_flow *flow)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < flow->kept_count; ++i) {
        bytes += plan_bytes(flow, flow->kept[i].plan);
    }
    return bytes;
}

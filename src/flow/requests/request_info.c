/* takes: orders.
 * gives: their ids, their states, and what is known of their plans.
 * cost:  constant for one order, but for its worst cost: linear in its sources. */
#include "flow/core/flow_private.h"

wendi_flow_request *wendi_flow_find_request(const wend_flow *flow, wend_flow_request_id id)
{
    if (flow == NULL || id.index1 == 0 || id.index1 > flow->request_count) {
        return NULL;
    }
    wendi_flow_request *request = &flow->requests[id.index1 - 1];
    return request->is_used && request->generation == id.generation ? request : NULL;
}

static wend_flow_state state_of(const wendi_flow_request *request)
{
    if (request->plan == NULL || request->plan->tile_count == 0) {
        if (request->next != NULL && request->next->phase > WENDI_PHASE_ROUTE) {
            return WEND_FLOW_STATE_ROUTED;
        }
        if (request->plan == NULL || request->is_due || request->next != NULL) {
            return WEND_FLOW_STATE_WAITING;
        }
        return request->is_blocked       ? WEND_FLOW_STATE_GOAL_BLOCKED
               : request->is_unreachable ? WEND_FLOW_STATE_UNREACHABLE
                                         : WEND_FLOW_STATE_READY;
    }
    return request->is_due || request->next != NULL ? WEND_FLOW_STATE_UPDATING
                                                    : WEND_FLOW_STATE_READY;
}

static double worst_cost(const wendi_plan *plan)
{
    uint32_t worst = 0;
    for (uint32_t i = 0; i < plan->route.source_count; ++i) {
        const uint32_t first = plan->route.first[i];
        if (first != WENDI_STEP_NONE && plan->route.steps[first].cost > worst) {
            worst = plan->route.steps[first].cost;
        }
    }
    return (double)worst / (double)WENDI_FLOW_STRAIGHT;
}

wend_result wend_flow_list_requests(const wend_flow *flow, wend_flow_request_id *ids,
                                    size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (flow == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        const wendi_flow_request *request = &flow->requests[i];
        if (request->is_used) {
            if (*count < capacity) {
                ids[*count] =
                    (wend_flow_request_id){.index1 = i + 1, .generation = request->generation};
            }
            ++*count;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_flow_get_request(const wend_flow *flow, wend_flow_request_id id,
                                  wend_flow_request_info *info)
{
    if (info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *info = (wend_flow_request_info){0};
    if (flow == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return WEND_ERROR_STALE;
    }
    info->state = state_of(request);
    info->flow_class = request->flow_class;
    info->seeds = request->seeds;
    info->goal_count = request->goal_count;
    info->source_count = request->source_count;
    info->built_revision = request->built;
    info->user = request->user;
    const wendi_plan *plan = request->plan;
    if (plan != NULL) {
        info->sources_unreachable = plan->unreachable_count;
        info->route_portals = plan->route.step_count;
        info->sectors = plan->tile_count;
        info->sectors_in_line_of_sight = plan->lit_count;
        info->cost_worst = worst_cost(plan);
    }
    return WEND_OK;
}

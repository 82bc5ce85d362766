/* takes: orders, and sources that come one by one.
 * gives: whether a source needs anything, and those that do, entered.
 * cost:  a look at the tiles of its sector and at the goals; constant for one that is known. */
#include "flow/requests/sources.h"

/* ---- sources by their cells ---- */

/* Cells of the first sixteen floors have keys of their own; of others some share one, and then are
 * not known again. */
static uint32_t cell_key(const wendi_flow_endpoint *place)
{
    return ((uint32_t)place->y << 14 | (uint32_t)place->x) ^ place->floor << 28;
}

/* @return false: no memory. */
static bool enter_sources(const wend_flow *flow, wendi_flow_request *request)
{
    for (; request->source_seen < request->source_count; ++request->source_seen) {
        wendi_key_table *cells = &request->source_cells;
        if (cells->count >= wendi_key_table_capacity(cells) &&
            !wendi_key_table_grow(cells, &flow->allocator)) {
            return false;
        }
        const uint32_t key = cell_key(&request->sources[request->source_seen]);
        const uint32_t place = wendi_key_table_slot(cells, key);
        if (wendi_key_table_at(cells, place) >= cells->count) {
            (void)wendi_key_table_add(cells, place, key);
        }
    }
    return true;
}

static bool is_source(const wendi_flow_request *request, const wendi_flow_endpoint *place)
{
    return place->floor < 16 &&
           wendi_key_table_find(&request->source_cells, cell_key(place)) != UINT32_MAX;
}

void wendi_flow_request_clear_sources(const wend_flow *flow, wendi_flow_request *request)
{
    wendi_free(&flow->allocator, request->sources,
               request->source_capacity * sizeof *request->sources);
    wendi_key_table_clear(&request->source_cells);
    request->source_seen = 0;
}

/* Known to be cut off from all goals: nothing that is built would help. */
static bool is_cut_off(const wend_flow *flow, const wendi_flow_request *request,
                       const wendi_flow_endpoint *place)
{
    const wendi_flow_class *movement = &flow->classes[request->flow_class];
    if (!wendi_portal_graph_is_fresh(movement->portals) ||
        !wendi_reachability_is_fresh(movement->reach)) {
        return false;
    }
    for (uint32_t g = 0; g < request->goal_count; ++g) {
        const wendi_flow_endpoint *to = &request->goals[g];
        if (wendi_reachability_has_path(movement->reach, place->floor, place->x, place->y,
                                        to->floor, to->x, to->y)) {
            return false;
        }
    }
    return true;
}

/* ---- one more ---- */

bool wendi_flow_request_is_covered(const wend_flow *flow, const wendi_flow_request *request,
                                   const wendi_flow_endpoint *place)
{
    const wendi_plan *plan = request->plan;
    if (request->is_due || request->next != NULL || plan == NULL) {
        return false;
    }
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, place->sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(sector.width, sector.height);
    const int32_t at = wendi_tile_index(&shape, place->x - sector.x, place->y - sector.y);
    for (uint32_t i = wendi_plan_find_tile(plan, place->sector); i != WENDI_TILE_NONE;
         i = plan->tiles[i].next) {
        const wendi_plan_tile *tile = &plan->tiles[i];
        if (tile->field == WENDI_FIELD_VISIBLE) {
            return true;
        }
        if (tile->field == WENDI_FIELD_NONE) {
            continue;
        }
        const wendi_field *field = &flow->fields.items[tile->field];
        if (field->is_wide ? wendi_field_wide_costs(field)[at] != WENDI_TILE_WIDE_UNREACHED
                           : wendi_field_costs(field)[at] != WENDI_TILE_UNREACHED) {
            return true;
        }
    }
    return false;
}

static bool reserve_source(const wend_flow *flow, wendi_flow_request *request)
{
    if (request->source_count < request->source_capacity) {
        return true;
    }
    const uint32_t capacity = request->source_capacity * 2 + 4;
    wendi_flow_endpoint *sources =
        wendi_resize(&flow->allocator, request->sources, request->source_capacity * sizeof *sources,
                     capacity * sizeof *sources);
    if (sources == NULL) {
        return false;
    }
    request->sources = sources;
    request->source_capacity = capacity;
    return true;
}

wend_result wend_flow_add_source(wend_flow *flow, wend_flow_request_id id, uint32_t floor, double x,
                                 double y)
{
    static const char function[] = "wend_flow_add_source";
    const wend_result allowed = wendi_flow_check_idle(flow);
    if (allowed != WEND_OK) {
        return allowed;
    }
    wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return wendi_refuse_id(&flow->error, function, "order", id.index1, id.generation);
    }
    const wend_flow_position place = {{x, y}, floor};
    wendi_flow_endpoint source = {0};
    if (!wendi_flow_find_endpoint(flow, &place, &source)) {
        return wendi_fail(&flow->error, WEND_ERROR_ARGUMENT,
                          "%s: %s,%s on floor %lu lies outside of the map", function,
                          wendi_format_number(x).text, wendi_format_number(y).text,
                          (unsigned long)floor);
    }
    if (wendi_flow_request_is_covered(flow, request, &source)) {
        return WEND_OK;
    }
    if (is_cut_off(flow, request, &source)) {
        return WEND_NO_PATH;
    }
    if (!enter_sources(flow, request)) {
        return wendi_fail_plain(&flow->error, function, WEND_ERROR_MEMORY);
    }
    if (is_source(request, &source)) {
        return WEND_OK;
    }
    if (!reserve_source(flow, request)) {
        return wendi_fail_plain(&flow->error, function, WEND_ERROR_MEMORY);
    }
    request->sources[request->source_count++] = source;
    request->is_due = true;
    return WEND_OK;
}

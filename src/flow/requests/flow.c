/* Creation of a flow, its figures and its fingerprint.
 * Cost: creating takes a few bytes a sector; nothing is built before the first update. */
#include "flow/core/cell_size.h"

#include "flow/baked/file.h"
#include "flow/plan/plan.h"
#include "flow/plan/tile_job.h"
#include "flow/requests/kept_plans.h"
#include "wend/grid.h"
#include "wend/overlay.h"

enum { FLOW_COOKIE = 0x464C4F57 };

wend_flow_class wend_flow_class_default(void)
{
    return (wend_flow_class){
        .movement_class = 0, .team = WEND_TEAM_NONE, .radius = 0, .overlay_layers = WEND_LAYER_JAM};
}

wend_flow_def wend_flow_def_default(void)
{
    wend_flow_def def = {0};
    def.cookie = FLOW_COOKIE;
    def.has_line_of_sight = true;
    def.margin = 1;
    def.merge_slack = 0.05;
    def.cluster_size = 8;
    def.max_unused_bytes = (size_t)32 << 20;
    def.max_unused_age = 600;
    return def;
}

/* ---- checks ---- */

static wend_result check_class(const wend_flow *flow, const wend_flow_class *movement,
                               uint32_t index, wend_message *message)
{
    for (uint32_t f = 0; f < flow->map.floor_count; ++f) {
        wend_grid_info info;
        wend_grid_get_info(flow->map.floors[f].grid, &info);
        if (movement->movement_class >= (uint32_t)info.class_count) {
            return wendi_fail(message, WEND_ERROR_ARGUMENT,
                              "movement_class of class %lu is %lu, but the grid of floor %lu has "
                              "%lu of them",
                              (unsigned long)index, (unsigned long)movement->movement_class,
                              (unsigned long)f, (unsigned long)info.class_count);
        }
    }
    if (movement->team != WEND_TEAM_NONE && movement->team >= WEND_GRID_TEAMS_MAX) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "team of class %lu is %lu, and must be from 0 to %d, or WEND_TEAM_NONE",
                          (unsigned long)index, (unsigned long)movement->team,
                          WEND_GRID_TEAMS_MAX - 1);
    }
    if (!(movement->radius >= 0) || !(movement->radius <= 16 * flow->map.cell_size)) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "radius of class %lu is %s, and must be from 0 to %s (16 cells)",
                          (unsigned long)index, wendi_format_number(movement->radius).text,
                          wendi_format_number(16 * flow->map.cell_size).text);
    }
    return WEND_OK;
}

static wend_result check_options(const wend_flow_def *def)
{
    static const char function[] = "wend_flow_create";
    if (def->integration != WEND_FLOW_STEPS_8 && def->integration != WEND_FLOW_STEPS_4 &&
        def->integration != WEND_FLOW_EIKONAL) {
        return wendi_refuse(def->message, function, "integration", (double)def->integration,
                            WEND_FLOW_STEPS_8, WEND_FLOW_EIKONAL);
    }
    if (def->margin < 0 || def->margin > 4) {
        return wendi_refuse(def->message, function, "margin", (double)def->margin, 0, 4);
    }
    if (!(def->merge_slack >= 0 && def->merge_slack <= 1)) {
        return wendi_refuse(def->message, function, "merge_slack", def->merge_slack, 0, 1);
    }
    if (def->cluster_size != 0 && (def->cluster_size < 2 || def->cluster_size > 32)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: cluster_size is %ld, and must be 0, or from 2 to 32", function,
                          (long)def->cluster_size);
    }
    if (def->class_count > WEND_FLOW_CLASSES_MAX ||
        (def->classes != NULL && def->class_count == 0)) {
        return wendi_refuse(def->message, function, "class_count", (double)def->class_count, 1,
                            WEND_FLOW_CLASSES_MAX);
    }
    return WEND_OK;
}

/* ---- creation ---- */

static wend_result make_classes(wend_flow *flow, const wend_flow_def *def)
{
    const wend_flow_class standard = wend_flow_class_default();
    const uint32_t count = def->classes != NULL ? def->class_count : 1;
    flow->classes = wendi_alloc_zero(&flow->allocator, count * sizeof *flow->classes);
    if (flow->classes == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "out of memory");
    }
    flow->class_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        wendi_flow_class *movement = &flow->classes[i];
        movement->def = def->classes != NULL ? def->classes[i] : standard;
        wend_result result = check_class(flow, &movement->def, i, def->message);
        if (result == WEND_OK) {
            result = wendi_portal_graph_create(&flow->map, &movement->def, i, &flow->allocator,
                                               &movement->graph, def->message);
        }
        if (result == WEND_OK) {
            result = wendi_reachability_create(flow, i, &movement->reach, def->message);
        }
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result make(wend_flow *flow, const wend_flow_def *def)
{
    wend_result result = wendi_sector_map_create(def, &flow->allocator, &flow->map, def->message);
    if (result != WEND_OK) {
        return result;
    }
    if (def->integration == WEND_FLOW_STEPS_4) {
        flow->map.has_diagonals = false;
    }

    flow->integration = def->integration;
    flow->is_fine = def->is_fine;
    flow->has_angles = def->has_angles;
    flow->has_line_of_sight = def->has_line_of_sight;
    flow->is_wide = def->is_fine || def->integration == WEND_FLOW_EIKONAL;
    flow->straight = flow->is_wide ? WENDI_FLOW_FINE_STRAIGHT : WENDI_FLOW_STRAIGHT;
    flow->diagonal = flow->is_wide ? WENDI_FLOW_FINE_DIAGONAL : WENDI_FLOW_DIAGONAL;
    if (!flow->map.has_diagonals) {
        flow->diagonal = 0;
    }

    wendi_field_cache_init(&flow->fields, def, flow->map.sector_size);
    flow->margin = def->margin;
    flow->jobs = wendi_alloc(&flow->allocator, WENDI_TILE_JOBS_MAX * sizeof *flow->jobs);
    result = flow->jobs == NULL
                 ? WEND_ERROR_MEMORY
                 : wendi_router_create(&flow->map, def->merge_slack, def->cluster_size,
                                       &flow->allocator, &flow->router);
    if (result != WEND_OK) {
        return wendi_fail(def->message, result, "out of memory");
    }
    return make_classes(flow, def);
}

wend_result wend_flow_create(const wend_flow_def *def, wend_flow **flow)
{
    static const char function[] = "wend_flow_create";
    if (flow != NULL) {
        *flow = NULL;
    }
    if (def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_has_cookie(def->cookie, FLOW_COOKIE, def->message, function,
                          "wend_flow_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (flow == NULL) {
        return wendi_refuse_null(def->message, "wend_flow_create", "flow");
    }
    wendi_message_clear(def->message);
    const wend_result checked = check_options(def);
    if (checked != WEND_OK) {
        return checked;
    }
    wend_flow *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->executor = def->executor;
    const wend_result result = wendi_fail_as(def->message, function, make(made, def));
    if (result != WEND_OK) {
        wend_flow_destroy(made);
        return result;
    }
    *flow = made;
    return WEND_OK;
}

wend_result wendi_flow_check_idle(const wend_flow *flow)
{
    return flow == NULL ? WEND_ERROR_ARGUMENT : flow->is_busy ? WEND_ERROR_BUSY : WEND_OK;
}

void wend_flow_destroy(wend_flow *flow)
{
    if (flow == NULL) {
        return;
    }
    const wend_allocator a = flow->allocator;
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        wendi_flow_request *request = &flow->requests[i];
        wendi_plan_release(flow, request->next);
        wendi_plan_release(flow, request->plan);
        wendi_free(&flow->allocator, request->goals, request->goal_count * sizeof *request->goals);
        wendi_free(&flow->allocator, request->sources,
                   request->source_capacity * sizeof *request->sources);
        wendi_key_table_destroy(&request->source_cells, &flow->allocator);
    }
    wendi_kept_plans_clear(flow);
    wendi_free(&a, flow->requests, flow->request_capacity * sizeof *flow->requests);
    wendi_free(&a, flow->work, flow->work_capacity * sizeof *flow->work);
    wendi_baked_file_destroy(flow);
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        wendi_reachability_destroy(flow->classes[i].reach);
        wendi_portal_graph_destroy(flow->classes[i].graph);
    }
    wendi_free(&a, flow->classes, flow->class_count * sizeof *flow->classes);
    wendi_free(&a, flow->fits.fits, flow->class_count * sizeof *flow->fits.fits);
    wendi_router_destroy(flow->router);
    wendi_field_cache_destroy(&flow->fields);
    wendi_free(&a, flow->jobs, WENDI_TILE_JOBS_MAX * sizeof *flow->jobs);
    wendi_sector_map_destroy(&flow->map, &a);
    wendi_free(&a, flow, sizeof *flow);
}

/* ---- figures ---- */

/* A plan that is shared counts for the first of its requests. */
static size_t plan_bytes(const wend_flow *flow, const wendi_flow_request *request,
                         const wendi_plan *plan)
{
    const wendi_flow_request *first = flow->requests;
    while (plan != NULL && plan->users > 1 && first->plan != plan && first->next != plan) {
        ++first;
    }
    const bool is_counted = plan != NULL && (plan->users == 1 || first == request);
    return is_counted ? wendi_plan_memory_bytes(plan, flow->fields.cells) : 0;
}

static size_t request_bytes(const wend_flow *flow)
{
    size_t bytes = flow->request_capacity * sizeof *flow->requests;
    bytes += wendi_kept_plans_memory_bytes(flow);
    bytes += flow->work_capacity * sizeof *flow->work;
    for (uint32_t i = 0; i < flow->request_count; ++i) {
        const wendi_flow_request *request = &flow->requests[i];
        bytes += request->goal_count * sizeof *request->goals;
        bytes += request->source_capacity * sizeof *request->sources;
        bytes += wendi_key_table_memory_bytes(&request->source_cells);
        bytes +=
            plan_bytes(flow, request, request->plan) + plan_bytes(flow, request, request->next);
    }
    return bytes;
}

double wendi_flow_cell_size(const wend_flow *flow)
{
    return flow->map.cell_size;
}

bool wendi_flow_only_goal(const wend_flow *flow, wend_flow_request_id id, wend_flow_position *goal)
{
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL || request->goal_count != 1 || request->goals[0].is_area) {
        return false;
    }
    const wendi_flow_endpoint *only = &request->goals[0];
    const wend_vec2 origin = flow->map.floors[only->floor].origin;
    const double unit = flow->map.cell_size / (double)WENDI_LOS_CELL;
    goal->floor = only->floor;
    goal->position =
        (wend_vec2){origin.x + unit * (double)only->fine_x, origin.y + unit * (double)only->fine_y};
    return true;
}

void wend_flow_get_info(const wend_flow *flow, wend_flow_info *info)
{
    if (info == NULL) {
        return;
    }
    *info = (wend_flow_info){0};
    if (flow == NULL) {
        return;
    }
    info->sectors = flow->map.sector_count;
    info->classes = flow->class_count;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        const wendi_portal_graph_info graph = wendi_portal_graph_get_info(flow->classes[i].graph);
        info->portals += graph.portals;
        info->portal_edges += graph.edges;
        info->sectors_built += graph.built;
        info->last_sectors_repaired += graph.built_last;
        info->sectors_waiting += graph.dirty;
        info->memory_portals += graph.memory_bytes;
        info->memory_islands += wendi_reachability_memory_bytes(flow->classes[i].reach);
    }
    info->requests = flow->request_used;
    info->fields_built = flow->fields.built;
    info->fields_shared = flow->fields.shared;
    info->fields_evicted = flow->fields.evicted;
    info->fields_kept = flow->fields.count;
    info->fields_unused = flow->fields.unused_count;
    for (uint32_t i = 0; i < flow->kept_count; ++i) {
        info->fields_unused += flow->kept[i].own_fields;
    }
    info->tiles_integrated = flow->integrated;
    info->fields_streamed = wendi_baked_file_fields_loaded(flow);
    info->memory_fields = wendi_field_cache_memory_bytes(&flow->fields);
    const size_t fits = flow->fits.fits != NULL ? sizeof *flow->fits.fits : 0;
    const size_t class_bytes = flow->class_count * (sizeof *flow->classes + fits);
    info->memory_bytes =
        sizeof *flow + info->memory_portals + info->memory_islands + info->memory_fields +
        request_bytes(flow) + class_bytes + wendi_sector_map_memory_bytes(&flow->map) +
        wendi_router_memory_bytes(flow->router) + WENDI_TILE_JOBS_MAX * sizeof *flow->jobs +
        wendi_baked_file_memory_bytes(flow);
}

/* ---- fingerprint ---- */

static int64_t cost_of(const wendi_field *field, int64_t base, int32_t at)
{
    if (field->is_wide) {
        const uint32_t d = wendi_field_wide_costs(field)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? WENDI_COST_UNREACHED : base + (int64_t)d;
    }
    const uint16_t d = wendi_field_costs(field)[at];
    return d == WENDI_TILE_UNREACHED ? WENDI_COST_UNREACHED : base + (int64_t)d;
}

static uint64_t hash_field(const wend_flow *flow, const wendi_plan_tile *tile, uint64_t hash)
{
    const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
    const wendi_tile_shape shape = wendi_tile_shape_of(field->width, field->height);
    const uint8_t *directions = wendi_field_directions(&flow->fields, field);
    for (int32_t y = 0; y < shape.height; ++y) {
        for (int32_t x = 0; x < shape.width; ++x) {
            const int32_t at = wendi_tile_index(&shape, x, y);
            hash = wend_hash_u64(hash, (uint64_t)cost_of(field, tile->base, at));
        }
    }
    const size_t cells = (size_t)shape.width * (size_t)shape.height;
    hash = wend_hash_bytes(hash, directions, cells);
    return flow->has_angles ? wend_hash_bytes(hash, wendi_field_angles(&flow->fields, field), cells)
                            : hash;
}

static uint64_t hash_plan(const wend_flow *flow, const wendi_plan *plan, uint64_t hash)
{
    hash = wend_hash_u64(hash, plan->tile_count);
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        hash = wend_hash_u64(hash, (uint64_t)plan->route.steps[i].sector << 32 |
                                       plan->route.steps[i].portal);
        hash = wend_hash_u64(hash, plan->route.steps[i].cost);
    }
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &plan->tiles[i];
        hash = wend_hash_u64(hash, tile->sector);
        if (tile->los < WENDI_LOS_ALL_CELLS) {
            hash = wend_hash_bytes(hash, plan->los_blocks + tile->los * flow->fields.cells,
                                   (size_t)tile->bounds.width * (size_t)tile->bounds.height);
        }
        if (tile->field < WENDI_FIELD_VISIBLE) {
            hash = hash_field(flow, tile, hash);
        } else {
            hash = wend_hash_u64(hash, tile->field);
        }
    }
    return hash;
}

uint64_t wend_flow_hash(const wend_flow *flow)
{
    uint64_t hash = wend_hash_begin();
    if (flow == NULL) {
        return hash;
    }
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        hash = wendi_portal_graph_hash(flow->classes[i].graph, hash);
    }
    /* Requests removed behind the last one leave no trace. */
    uint32_t count = flow->request_count;
    while (count > 0 && !flow->requests[count - 1].is_used) {
        count--;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_flow_request *request = &flow->requests[i];
        hash = wend_hash_u64(hash, request->is_used ? request->generation : 0);
        if (request->is_used && request->plan != NULL) {
            hash = hash_plan(flow, request->plan, hash);
        }
    }
    return hash;
}

const char *wend_flow_error(const wend_flow *flow)
{
    return flow == NULL ? "" : flow->error.text;
}

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
        info->sectors_in_line_of_sight = plan->visible_count;

        uint32_t worst = 0;
        for (uint32_t i = 0; i < plan->route.source_count; ++i) {
            const uint32_t first = plan->route.first[i];
            if (first != WENDI_STEP_NONE && plan->route.steps[first].cost > worst) {
                worst = plan->route.steps[first].cost;
            }
        }
        info->max_cost = (double)worst / (double)WENDI_FLOW_STRAIGHT;
    }
    return WEND_OK;
}

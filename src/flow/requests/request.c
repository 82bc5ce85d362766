/* Adds, changes and removes requests, for which updates build plans.
 * Cost: each goal and source; for an added source the tiles of its sector and the goals, or
 * constant if it is known. */
#include "flow/requests/request.h"

#include "flow/plan/plan.h"
#include "flow/requests/kept_plans.h"

#include <stdio.h>
#include <string.h>

enum { REQUEST_COOKIE = 0x464C5251 };

wend_flow_request_def wend_flow_request_def_default(void)
{
    wend_flow_request_def def = {0};
    def.cookie = REQUEST_COOKIE;
    return def;
}

/* ---- endpoints ---- */

/* Position in 64ths of a cell; the cell contains it. */
static int32_t los_units(double position, double origin, double cell_size, int32_t cell)
{
    const double within = (position - origin) / cell_size - (double)cell;
    const int32_t part = (int32_t)(within * (double)WENDI_LOS_CELL);
    const int32_t inside = part < 0 ? 0 : (part > WENDI_LOS_CELL ? WENDI_LOS_CELL : part);
    return cell * WENDI_LOS_CELL + inside;
}

static bool find_endpoint(const wend_flow *flow, const wend_flow_position *at,
                          wendi_flow_endpoint *goal)
{
    int32_t x = 0, y = 0;
    if (at->floor >= flow->map.floor_count ||
        !wendi_sector_map_cell_at(&flow->map, at->floor, at->position, &x, &y)) {
        return false;
    }
    const wend_vec2 origin = flow->map.floors[at->floor].origin;
    *goal = (wendi_flow_endpoint){
        .sector = wendi_sector_map_sector_at(&flow->map, at->floor, x, y),
        .floor = at->floor,
        .x = x,
        .y = y,
        .fine_x = los_units(at->position.x, origin.x, flow->map.cell_size, x),
        .fine_y = los_units(at->position.y, origin.y, flow->map.cell_size, y)};
    return true;
}

static wend_result find_endpoints(const wend_flow *flow, const wend_flow_position *positions,
                                  size_t count, const char *what, wendi_flow_endpoint *goals,
                                  wend_message *message)
{
    for (size_t i = 0; i < count; ++i) {
        if (positions[i].floor >= flow->map.floor_count) {
            char field[48];
            (void)snprintf(field, sizeof field, "floor of %s %zu", what, i);
            return wendi_refuse_index(message, NULL, field, positions[i].floor, "floors",
                                      flow->map.floor_count);
        }
        if (!find_endpoint(flow, &positions[i], &goals[i])) {
            const wendi_sector_map_floor *on = &flow->map.floors[positions[i].floor];
            const double size = flow->map.cell_size;
            return wendi_fail(
                message, WEND_ERROR_ARGUMENT,
                "position of %s %zu is %s, %s, and must lie from %s, %s to %s, %s, in the grid",
                what, i, wendi_format_number(positions[i].position.x).text,
                wendi_format_number(positions[i].position.y).text,
                wendi_format_number(on->origin.x).text, wendi_format_number(on->origin.y).text,
                wendi_format_number(on->origin.x + size * (double)on->width).text,
                wendi_format_number(on->origin.y + size * (double)on->height).text);
        }
    }
    return WEND_OK;
}

static bool has_area(const wend_flow *flow, const wend_flow_area *area)
{
    if (area->floor >= flow->map.floor_count || area->width < 1 || area->height < 1) {
        return false;
    }
    const wendi_sector_map_floor *floor = &flow->map.floors[area->floor];
    return area->x >= 0 && area->y >= 0 && area->width <= floor->width - area->x &&
           area->height <= floor->height - area->y;
}

static void add_area_goals(const wend_flow *flow, const wend_flow_area *area,
                           wendi_flow_endpoint *goals)
{
    for (int32_t y = area->y; y < area->y + area->height; ++y) {
        for (int32_t x = area->x; x < area->x + area->width; ++x) {
            *goals++ = (wendi_flow_endpoint){
                .sector = wendi_sector_map_sector_at(&flow->map, area->floor, x, y),
                .floor = area->floor,
                .x = x,
                .y = y,
                .fine_x = x * WENDI_LOS_CELL + WENDI_LOS_CELL / 2,
                .fine_y = y * WENDI_LOS_CELL + WENDI_LOS_CELL / 2,
                .is_area = true};
        }
    }
}

/* ---- checks ---- */

wend_result wendi_flow_request_check_def(const wend_flow_request_def *def, wend_message *message)
{
    if (def->cookie != REQUEST_COOKIE) {
        return wendi_refuse_cookie(message, NULL, def->cookie, "wend_flow_request_def_default");
    }
    if ((def->goals == NULL && def->goal_count > 0) ||
        (def->areas == NULL && def->area_count > 0)) {
        const bool is_goals = def->goals == NULL && def->goal_count > 0;
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL, but %s is %zu",
                          is_goals ? "goals" : "areas", is_goals ? "goal_count" : "area_count",
                          is_goals ? def->goal_count : def->area_count);
    }
    return WEND_OK;
}

static wend_result count_goals(const wend_flow *flow, const wend_flow_request_def *def,
                               uint32_t *count, wend_message *message)
{
    uint64_t cells = def->goal_count;
    for (size_t i = 0; i < def->area_count && cells <= WEND_FLOW_GOALS_MAX; ++i) {
        if (!has_area(flow, &def->areas[i])) {
            const wend_flow_area *area = &def->areas[i];
            return wendi_fail(message, WEND_ERROR_ARGUMENT,
                              "area %zu is %ld x %ld cells at %ld, %ld of floor %lu, and must be 1 "
                              "x 1 or more and lie on its floor",
                              i, (long)area->width, (long)area->height, (long)area->x,
                              (long)area->y, (unsigned long)area->floor);
        }
        cells += (uint64_t)def->areas[i].width * (uint64_t)def->areas[i].height;
    }
    if (cells == 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "goal_count and area_count are 0: a request needs a goal");
    }
    if (cells > WEND_FLOW_GOALS_MAX) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "a request has at most %d goals, the cells of its areas counted",
                          (int)WEND_FLOW_GOALS_MAX);
    }
    *count = (uint32_t)cells;
    return WEND_OK;
}

static wend_result check_def(const wend_flow *flow, const wend_flow_request_def *def,
                             wend_message *message)
{
    const wend_result made = wendi_flow_request_check_def(def, message);
    if (made != WEND_OK) {
        return made;
    }
    if (def->flow_class >= flow->class_count) {
        return wendi_refuse_index(message, NULL, "flow_class", def->flow_class, "classes",
                                  flow->class_count);
    }
    if (def->seeds != WEND_FLOW_SEED_COSTS && def->seeds != WEND_FLOW_SEED_PORTALS) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "seeds is %d, and must be from %d to %d",
                          (int)def->seeds, (int)WEND_FLOW_SEED_COSTS, (int)WEND_FLOW_SEED_PORTALS);
    }
    if (!(def->arrival_radius >= 0) || def->arrival_radius > 1e9) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "arrival_radius is %s, and must be from 0 (half a cell) to 1e+09",
                          wendi_format_number(def->arrival_radius).text);
    }
    if (def->sources == NULL && def->source_count > 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "sources is NULL, but source_count is %zu",
                          def->source_count);
    }
    if (def->source_count > UINT32_MAX / 2) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "source_count is %zu, and must be from 0 to 2^31 - 1", def->source_count);
    }
    return WEND_OK;
}

/* ---- results known at once ---- */

static bool is_open_now(const wend_flow *flow, uint32_t flow_class, const wendi_flow_endpoint *goal)
{
    const wendi_flow_class *movement = &flow->classes[flow_class];
    return wendi_reachability_has_path(movement->reach, goal->floor, goal->x, goal->y, goal->floor,
                                       goal->x, goal->y);
}

static bool is_reached_now(const wend_flow *flow, const wendi_flow_request *request)
{
    const wendi_reachability *reach = flow->classes[request->flow_class].reach;
    for (uint32_t s = 0; s < request->source_count; ++s) {
        const wendi_flow_endpoint *from = &request->sources[s];
        for (uint32_t g = 0; g < request->goal_count; ++g) {
            const wendi_flow_endpoint *to = &request->goals[g];
            if (wendi_reachability_has_path(reach, from->floor, from->x, from->y, to->floor, to->x,
                                            to->y)) {
                return true;
            }
        }
    }
    return request->source_count == 0;
}

static wend_result report_outlook(const wend_flow *flow, const wendi_flow_request *request,
                                  wend_message *message)
{
    const wendi_flow_class *movement = &flow->classes[request->flow_class];
    if (!wendi_portal_graph_is_fresh(movement->graph) ||
        !wendi_reachability_is_fresh(movement->reach)) {
        return WEND_OK;
    }
    bool is_any_open = false;
    for (uint32_t g = 0; g < request->goal_count && !is_any_open; ++g) {
        is_any_open = is_open_now(flow, request->flow_class, &request->goals[g]);
    }
    if (!is_any_open) {
        return wendi_fail(message, WEND_NO_PATH,
                          "no goal is open to the class now (the request waits for one)");
    }
    if (!is_reached_now(flow, request)) {
        return wendi_fail(message, WEND_NO_PATH,
                          "no source can reach a goal now (the request waits for a path)");
    }
    return WEND_OK;
}

/* ---- requests ---- */

static bool reserve_work(wend_flow *flow, uint32_t capacity)
{
    if (capacity <= flow->work_capacity) {
        return true;
    }
    uint32_t *work = wendi_resize(&flow->allocator, flow->work, flow->work_capacity * sizeof *work,
                                  capacity * sizeof *work);
    if (work == NULL) {
        return false;
    }
    flow->work = work;
    flow->work_capacity = capacity;
    return true;
}

static bool reserve_requests(wend_flow *flow)
{
    if (flow->request_free1 != 0 || flow->request_count < flow->request_capacity) {
        return true;
    }
    const uint32_t capacity = flow->request_capacity == 0 ? 16 : flow->request_capacity * 2;
    if (!reserve_work(flow, capacity)) {
        return false;
    }
    wendi_flow_request *requests =
        wendi_resize(&flow->allocator, flow->requests, flow->request_capacity * sizeof *requests,
                     capacity * sizeof *requests);
    if (requests == NULL) {
        return false;
    }
    flow->requests = requests;
    flow->request_capacity = capacity;
    return true;
}

static wendi_flow_request *allocate_request(wend_flow *flow, wend_flow_request_id *id)
{
    uint32_t index1 = flow->request_free1;
    if (index1 != 0) {
        flow->request_free1 = flow->requests[index1 - 1].next_free1;
    } else {
        index1 = ++flow->request_count;
        flow->requests[index1 - 1].generation = 0;
    }
    wendi_flow_request *request = &flow->requests[index1 - 1];
    const uint32_t generation = request->generation + 1;
    *request =
        (wendi_flow_request){.generation = generation != 0 ? generation : 1, .is_used = true};
    *id = (wend_flow_request_id){index1, request->generation};
    ++flow->request_used;
    return request;
}

/* The endpoints of a definition, before there is a request. */
typedef struct request_endpoints {
    wendi_flow_endpoint *goals, *sources;
    uint32_t goal_count, source_count;
} request_endpoints;

static void free_endpoints(const wend_flow *flow, request_endpoints *ends)
{
    wendi_free(&flow->allocator, ends->goals, ends->goal_count * sizeof *ends->goals);
    wendi_free(&flow->allocator, ends->sources, ends->source_count * sizeof *ends->sources);
}

static wend_result read_definition(const wend_flow *flow, const wend_flow_request_def *def,
                                   request_endpoints *ends, wend_message *message)
{
    wend_result result = count_goals(flow, def, &ends->goal_count, message);
    if (result != WEND_OK) {
        ends->goal_count = 0;
        return result;
    }
    ends->source_count = (uint32_t)def->source_count;
    ends->goals = wendi_alloc(&flow->allocator, ends->goal_count * sizeof *ends->goals);
    ends->sources = wendi_alloc(&flow->allocator, ends->source_count * sizeof *ends->sources);
    if (ends->goals == NULL || (ends->sources == NULL && ends->source_count > 0)) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    result = find_endpoints(flow, def->goals, def->goal_count, "goal", ends->goals, message);
    if (result == WEND_OK) {
        result =
            find_endpoints(flow, def->sources, def->source_count, "source", ends->sources, message);
    }
    wendi_flow_endpoint *areas = ends->goals + def->goal_count;
    for (size_t i = 0; result == WEND_OK && i < def->area_count; ++i) {
        add_area_goals(flow, &def->areas[i], areas);
        areas += (size_t)def->areas[i].width * (size_t)def->areas[i].height;
    }
    return result;
}

static wend_result request_one(wend_flow *flow, const char *function,
                               const wend_flow_request_def *def, wend_flow_request_id *id,
                               wend_message *message)
{
    if (id != NULL) {
        *id = (wend_flow_request_id){0, 0};
    }
    if (flow == NULL || def == NULL || id == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          flow == NULL  ? "flow"
                          : def == NULL ? "def"
                                        : "id");
    }
    if (flow->is_busy) {
        return wendi_fail(message, WEND_ERROR_BUSY, "%s: the flow is reading what it streams",
                          function);
    }
    wend_result result = check_def(flow, def, message);
    request_endpoints ends = {0};
    if (result == WEND_OK) {
        result = read_definition(flow, def, &ends, message);
    }
    if (result == WEND_OK && !reserve_requests(flow)) {
        result = wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    if (result != WEND_OK) {
        free_endpoints(flow, &ends);
        return result;
    }
    wendi_flow_request *request = allocate_request(flow, id);
    request->is_due = true;
    request->flow_class = def->flow_class;
    request->seeds = def->seeds;
    request->covers_all = def->covers_all;
    request->arrival_radius =
        def->arrival_radius > 0 ? def->arrival_radius : 0.5 * flow->map.cell_size;
    request->user = def->user;
    request->sequence = ++flow->sequence;
    request->goals = ends.goals;
    request->goal_count = ends.goal_count;
    request->sources = ends.sources;
    request->source_count = ends.source_count;
    request->source_capacity = ends.source_count;
    return report_outlook(flow, request, message);
}

static wend_result add_request(wend_flow *flow, const char *function,
                               const wend_flow_request_def *def, wend_flow_request_id *id,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *report = wendi_message_or(message, &own);
    return wendi_fail_as_both(flow == NULL ? NULL : &flow->error, report, function,
                              request_one(flow, function, def, id, report));
}

wend_result wend_flow_add_request(wend_flow *flow, const wend_flow_request_def *def,
                                  wend_flow_request_id *id, wend_message *message)
{
    return add_request(flow, "wend_flow_add_request", def, id, message);
}

wend_result wend_flow_add_request_to(wend_flow *flow, uint32_t flow_class, wend_vec2 goal,
                                     uint32_t floor, wend_flow_request_id *id)
{
    const wend_flow_position position = {goal, floor};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.flow_class = flow_class;
    def.goals = &position;
    def.goal_count = 1;
    def.covers_all = true;
    return add_request(flow, "wend_flow_add_request_to", &def, id, NULL);
}

/* ---- sources by cell ---- */

/* Unique for cells of the first sixteen floors; on other floors some keys are shared, and those
 * sources are not looked up. */
static uint32_t cell_key(const wendi_flow_endpoint *cell)
{
    return ((uint32_t)cell->y << 14 | (uint32_t)cell->x) ^ cell->floor << 28;
}

/* @return false: no memory. */
static bool index_sources(const wend_flow *flow, wendi_flow_request *request)
{
    for (; request->source_seen < request->source_count; ++request->source_seen) {
        wendi_key_table *cells = &request->source_cells;
        if (cells->count >= wendi_key_table_capacity(cells) &&
            !wendi_key_table_grow(cells, &flow->allocator)) {
            return false;
        }
        const uint32_t key = cell_key(&request->sources[request->source_seen]);
        const uint32_t cell = wendi_key_table_slot(cells, key);
        if (wendi_key_table_at(cells, cell) >= cells->count) {
            (void)wendi_key_table_add(cells, cell, key);
        }
    }
    return true;
}

static void clear_sources(const wend_flow *flow, wendi_flow_request *request)
{
    wendi_free(&flow->allocator, request->sources,
               request->source_capacity * sizeof *request->sources);
    wendi_key_table_clear(&request->source_cells);
    request->source_seen = 0;
}

/* True if no goal can be reached, so that no plan would help. */
static bool is_unreachable(const wend_flow *flow, const wendi_flow_request *request,
                           const wendi_flow_endpoint *cell)
{
    const wendi_flow_class *movement = &flow->classes[request->flow_class];
    if (!wendi_portal_graph_is_fresh(movement->graph) ||
        !wendi_reachability_is_fresh(movement->reach)) {
        return false;
    }
    for (uint32_t g = 0; g < request->goal_count; ++g) {
        const wendi_flow_endpoint *to = &request->goals[g];
        if (wendi_reachability_has_path(movement->reach, cell->floor, cell->x, cell->y, to->floor,
                                        to->x, to->y)) {
            return false;
        }
    }
    return true;
}

static bool is_covered(const wend_flow *flow, const wendi_flow_request *request,
                       const wendi_flow_endpoint *cell)
{
    const wendi_plan *plan = request->plan;
    if (request->is_due || request->next != NULL || plan == NULL) {
        return false;
    }
    const wendi_sector_bounds sector = wendi_sector_map_bounds(&flow->map, cell->sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(sector.width, sector.height);
    const int32_t at = wendi_tile_index(&shape, cell->x - sector.x, cell->y - sector.y);
    for (uint32_t i = wendi_plan_find_tile(plan, cell->sector); i != WENDI_TILE_NONE;
         i = plan->tiles[i].next) {
        const wendi_plan_tile *tile = &plan->tiles[i];
        if (tile->field == WENDI_FIELD_VISIBLE) {
            return true;
        }
        if (tile->field == WENDI_FIELD_NONE) {
            continue;
        }
        const wendi_field *field = wendi_field_at(&flow->fields, tile->field);
        if (field->is_wide ? wendi_field_wide_costs(field)[at] != WENDI_TILE_WIDE_UNREACHED
                           : wendi_field_costs(field)[at] != WENDI_TILE_UNREACHED) {
            return true;
        }
    }
    return false;
}

/* ---- removal ---- */

/* An equal request that shares the plan being built begins again if it takes fields from the plan
 * that goes. */
static void release_next(wend_flow *flow, wendi_flow_request *request)
{
    wendi_plan *next = request->next;
    const bool is_alone = next == NULL || next->users == 1 || next->repair.before == NULL ||
                          next->repair.before != request->plan;
    for (uint32_t i = 0; !is_alone && i < flow->request_count; ++i) {
        wendi_flow_request *other = &flow->requests[i];
        if (other != request && other->next == next) {
            wendi_plan_release(flow, next);
            other->next = NULL;
            other->is_due = true;
        }
    }
    wendi_plan_release(flow, next);
}

wend_result wend_flow_remove_request(wend_flow *flow, wend_flow_request_id id)
{
    const wend_result allowed = wendi_flow_check_idle(flow);
    if (allowed != WEND_OK) {
        return allowed;
    }
    wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL) {
        return wendi_refuse_id(&flow->error, "wend_flow_remove_request", "request", id.index1,
                               id.generation);
    }

    const bool is_complete = request->next == NULL && !request->is_due;
    release_next(flow, request);
    if (is_complete) {
        wendi_kept_plans_add(flow, request, request->plan);
    } else {
        wendi_plan_release(flow, request->plan);
    }
    request->next = NULL;
    request->plan = NULL;

    wendi_free(&flow->allocator, request->goals, request->goal_count * sizeof *request->goals);
    clear_sources(flow, request);
    wendi_key_table_destroy(&request->source_cells, &flow->allocator);
    *request =
        (wendi_flow_request){.generation = request->generation, .next_free1 = flow->request_free1};
    flow->request_free1 = id.index1;
    --flow->request_used;
    return WEND_OK;
}

/* ---- changes ---- */

/* @return NULL: *result is the error. */
static wendi_flow_request *find_request_to_change(wend_flow *flow, const char *function,
                                                  wend_flow_request_id id, const void *positions,
                                                  size_t count, wend_result *result,
                                                  wend_message *message)
{
    const char *what = strcmp(function, "wend_flow_set_goals") == 0 ? "goal" : "source";
    if (flow == NULL || (positions == NULL && count > 0)) {
        *result = flow == NULL ? wendi_refuse_null(message, function, "flow")
                               : wendi_fail(message, WEND_ERROR_ARGUMENT,
                                            "%ss is NULL, but %s_count is %zu", what, what, count);
        return NULL;
    }
    if (count > UINT32_MAX / 2) {
        *result = wendi_fail(message, WEND_ERROR_ARGUMENT,
                             "%s_count is %zu, and must be from 0 to 2^31 - 1", what, count);
        return NULL;
    }
    if (flow->is_busy) {
        *result = wendi_fail(message, WEND_ERROR_BUSY, "%s: the flow is reading what it streams",
                             function);
        return NULL;
    }
    wendi_flow_request *request = wendi_flow_find_request(flow, id);
    *result = request != NULL
                  ? WEND_OK
                  : wendi_refuse_id(message, function, "request", id.index1, id.generation);
    return request;
}

static wend_result set_goals(wend_flow *flow, wend_flow_request_id id,
                             const wend_flow_position *goals, size_t goal_count,
                             wend_message *message)
{
    wend_result result = WEND_OK;
    wendi_flow_request *request = find_request_to_change(flow, "wend_flow_set_goals", id, goals,
                                                         goal_count, &result, message);
    if (request == NULL) {
        return result;
    }
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goals;
    def.goal_count = goal_count;
    request_endpoints ends = {0};
    result = read_definition(flow, &def, &ends, message);
    if (result != WEND_OK) {
        free_endpoints(flow, &ends);
        return result;
    }
    wendi_free(&flow->allocator, request->goals, request->goal_count * sizeof *request->goals);
    wendi_free(&flow->allocator, ends.sources, 0);
    request->goals = ends.goals;
    request->goal_count = ends.goal_count;
    request->is_due = true;
    return report_outlook(flow, request, message);
}

wend_result wend_flow_set_goals(wend_flow *flow, wend_flow_request_id id,
                                const wend_flow_position *goals, size_t goal_count,
                                wend_message *message)
{
    wend_message own = {0};
    wend_message *report = wendi_message_or(message, &own);
    return wendi_fail_as_both(flow == NULL ? NULL : &flow->error, report, "wend_flow_set_goals",
                              set_goals(flow, id, goals, goal_count, report));
}

static wend_result set_sources(wend_flow *flow, wend_flow_request_id id,
                               const wend_flow_position *sources, size_t source_count,
                               wend_message *message)
{
    wend_result result = WEND_OK;
    wendi_flow_request *request = find_request_to_change(flow, "wend_flow_set_sources", id, sources,
                                                         source_count, &result, message);
    if (request == NULL) {
        return result;
    }
    request_endpoints ends = {.source_count = (uint32_t)source_count};
    ends.sources = wendi_alloc(&flow->allocator, source_count * sizeof *ends.sources);
    if (ends.sources == NULL && source_count > 0) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    result = find_endpoints(flow, sources, source_count, "source", ends.sources, message);
    if (result != WEND_OK) {
        free_endpoints(flow, &ends);
        return result;
    }
    bool is_new = request->next != NULL; /* the plan being built is for the old ones */
    for (size_t i = 0; i < source_count && !is_new; ++i) {
        is_new = !is_covered(flow, request, &ends.sources[i]);
    }
    clear_sources(flow, request);
    request->sources = ends.sources;
    request->source_count = ends.source_count;
    request->source_capacity = ends.source_count;
    request->is_due |= is_new;
    return report_outlook(flow, request, message);
}

wend_result wend_flow_set_sources(wend_flow *flow, wend_flow_request_id id,
                                  const wend_flow_position *sources, size_t source_count,
                                  wend_message *message)
{
    wend_message own = {0};
    wend_message *report = wendi_message_or(message, &own);
    return wendi_fail_as_both(flow == NULL ? NULL : &flow->error, report, "wend_flow_set_sources",
                              set_sources(flow, id, sources, source_count, report));
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
        return wendi_refuse_id(&flow->error, function, "request", id.index1, id.generation);
    }
    const wend_flow_position cell = {{x, y}, floor};
    wendi_flow_endpoint source = {0};
    if (!find_endpoint(flow, &cell, &source)) {
        return wendi_fail(&flow->error, WEND_ERROR_ARGUMENT,
                          "%s: %s,%s on floor %lu lies outside of the map", function,
                          wendi_format_number(x).text, wendi_format_number(y).text,
                          (unsigned long)floor);
    }
    if (is_covered(flow, request, &source)) {
        return WEND_OK;
    }
    if (is_unreachable(flow, request, &source)) {
        return WEND_NO_PATH;
    }
    if (!index_sources(flow, request)) {
        return wendi_fail_plain(&flow->error, function, WEND_ERROR_MEMORY);
    }
    if (source.floor < 16 &&
        wendi_key_table_find(&request->source_cells, cell_key(&source)) != UINT32_MAX) {
        return WEND_OK;
    }
    if (!reserve_source(flow, request)) {
        return wendi_fail_plain(&flow->error, function, WEND_ERROR_MEMORY);
    }
    request->sources[request->source_count++] = source;
    request->is_due = true;
    return WEND_OK;
}

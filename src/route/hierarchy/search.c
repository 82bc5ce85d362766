/* Searches on a hierarchy: A* over portals, over whole groups where neither start nor goal lies in
 * them.
 * Cost: 50 ns a portal and 3 ns a cost that is read; the regions of start and goal once each. */
#include "route/hierarchy/search.h"
#include "base/core/budget.h"

#include <string.h>

enum { SEARCH_COOKIE = 0x57484932, COST_LIMIT_BITS = 63 };

wend_hierarchy_search_def wend_hierarchy_search_def_default(void)
{
    wend_hierarchy_search_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SEARCH_COOKIE;
    return def;
}

/* ---- making ---- */

wend_result wend_hierarchy_search_create(const wend_hierarchy_search_def *def,
                                         wend_hierarchy_search **search)
{
    static const char function[] = "wend_hierarchy_search_create";
    if (search != NULL) {
        *search = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, SEARCH_COOKIE, def->message, function,
                                         "wend_hierarchy_search_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->hierarchy == NULL || search == NULL) {
        return wendi_refuse_null(def->message, function,
                                 def->hierarchy == NULL ? "hierarchy" : "search");
    }
    wendi_message_clear(def->message);
    const wend_allocator *a = &def->allocator;
    wend_hierarchy_search *made = wendi_alloc_zero(a, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = *a;
    made->hierarchy = def->hierarchy;
    wendi_heap_init(&made->records.heap, a);
    wendi_array_u64_init(&made->goal_costs, a);
    wendi_array_u32 *const arrays[] = {&made->route,       &made->route_via,    &made->hops,
                                       &made->hop_via,     &made->stack,        &made->cells,
                                       &made->trace.nodes, &made->trace.follows};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) {
        wendi_array_u32_init(arrays[k], a);
    }
    *search = made;
    return WEND_OK;
}

static void free_records(wendi_route_records *r, const wend_allocator *a)
{
    wendi_free(a, r->stamps, r->capacity * sizeof r->stamps[0]);
    wendi_free(a, r->sums, r->capacity * sizeof r->sums[0]);
    wendi_free(a, r->from, r->capacity * sizeof r->from[0]);
    wendi_free(a, r->via, r->capacity * sizeof r->via[0]);
    wendi_heap_free(&r->heap);
}

void wend_hierarchy_search_destroy(wend_hierarchy_search *search)
{
    if (search == NULL) {
        return;
    }
    const wend_allocator a = search->allocator;
    free_records(&search->records, &a);
    wendi_local_destroy(&search->local, &a);
    wend_path_destroy(search->piece);
    wend_mesh_search_destroy(search->mesh_search);
    wendi_array_u64_free(&search->goal_costs);
    wendi_array_u32 *const arrays[] = {&search->route,       &search->route_via,    &search->hops,
                                       &search->hop_via,     &search->stack,        &search->cells,
                                       &search->trace.nodes, &search->trace.follows};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) {
        wendi_array_u32_free(arrays[k]);
    }
    wendi_free(&a, search, sizeof *search);
}

const char *wend_hierarchy_search_error(const wend_hierarchy_search *search)
{
    return search == NULL ? "" : search->error.text;
}

static size_t memory_bytes(const wend_hierarchy_search *s)
{
    const wendi_route_records *r = &s->records;
    return sizeof *s + r->capacity * (sizeof r->sums[0] + 3 * sizeof r->from[0]) +
           r->heap.capacity * sizeof r->heap.nodes[0] +
           r->heap.slots.capacity * sizeof r->heap.slots.items[0] + wendi_local_bytes(&s->local) +
           s->goal_costs.capacity * sizeof s->goal_costs.items[0] +
           (s->route.capacity + s->route_via.capacity + s->hops.capacity + s->hop_via.capacity +
            s->stack.capacity + s->cells.capacity + s->trace.nodes.capacity +
            s->trace.follows.capacity) *
               sizeof(uint32_t);
}

void wend_hierarchy_search_get_answer(const wend_hierarchy_search *search,
                                      wend_hierarchy_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    if (search != NULL && search->phase != WENDI_ROUTE_NONE) {
        *answer = search->answer;
        answer->memory_bytes = memory_bytes(search);
        if (search->mesh_search != NULL) {
            wend_mesh_search_answer own;
            wend_mesh_search_get_answer(search->mesh_search, &own);
            answer->memory_bytes += own.memory_bytes;
        }
    }
}

/* ---- items ---- */

static uint32_t start_item(const wend_hierarchy_search *s)
{
    return s->hierarchy->layout.portal_count;
}

static uint32_t goal_item(const wend_hierarchy_search *s)
{
    return s->hierarchy->layout.portal_count + 1;
}

wend_node wendi_route_node(const wend_hierarchy_search *search, uint32_t item)
{
    return item == start_item(search)  ? search->start
           : item == goal_item(search) ? search->goal
                                       : search->hierarchy->layout.nodes[item];
}

wend_vec3 wendi_route_position(const wend_hierarchy_search *search, wend_node node)
{
    const wend_space *space = search->hierarchy->space;
    return space->net != NULL ? space->net->positions[node]
                              : wend_vec3_from_vec2(wend_space_position(space, node), 0);
}

uint32_t wendi_route_region(const wend_hierarchy_search *search, uint32_t item)
{
    return item == start_item(search)  ? search->start_region
           : item == goal_item(search) ? search->goal_region
                                       : search->hierarchy->layout.regions[item];
}

static bool reserve_records(wend_hierarchy_search *s, uint32_t count)
{
    wendi_route_records *r = &s->records;
    if (count <= r->capacity) {
        return true;
    }
    const wend_allocator *a = &s->allocator;
    wendi_route_records made = {.capacity = count};
    wendi_heap_init(&made.heap, a);
    made.stamps = wendi_alloc_items_zero(a, count, sizeof made.stamps[0]);
    made.sums = wendi_alloc_items(a, count, sizeof made.sums[0]);
    made.from = wendi_alloc_items(a, count, sizeof made.from[0]);
    made.via = wendi_alloc_items(a, count, sizeof made.via[0]);
    if (made.stamps == NULL || made.sums == NULL || made.from == NULL || made.via == NULL ||
        !wendi_heap_reserve(&made.heap, count, count)) {
        free_records(&made, a);
        return false;
    }
    free_records(r, a);
    *r = made;
    return true;
}

/* ---- starting ---- */

static void prepare_estimate(wend_hierarchy_search *s)
{
    const wend_space *space = s->hierarchy->space;
    if (space->net != NULL) {
        wendi_graph_heuristic_clear(&s->graph_estimate, space->net);
        wendi_graph_heuristic_add_goal(&s->graph_estimate, s->goal);
        wendi_graph_heuristic_prepare(&s->graph_estimate, WEND_HEURISTIC_EUCLIDEAN, false);
        return;
    }
    wendi_heuristic_box_clear(&s->grid_estimate.goals);
    wendi_heuristic_box_add(&s->grid_estimate.goals, space, wendi_space_slot(space, s->goal));
    wendi_grid_heuristic_prepare(&s->grid_estimate, space,
                                 space->neighbours == WEND_NEIGHBOURS_4 ? WEND_HEURISTIC_MANHATTAN
                                                                        : WEND_HEURISTIC_OCTILE,
                                 true);
}

static uint64_t estimate(const wend_hierarchy_search *s, wend_node node)
{
    const wend_space *space = s->hierarchy->space;
    if (space->net != NULL) {
        return wendi_graph_heuristic_at(&s->graph_estimate, node);
    }
    const int32_t px = (int32_t)(node % (uint32_t)space->width) + 1;
    const int32_t py = (int32_t)(node / (uint32_t)space->width) + 1;
    return s->grid_estimate.is_plain ? wendi_grid_heuristic_plain(&s->grid_estimate, px, py)
                                     : wendi_grid_heuristic_at(&s->grid_estimate, px, py);
}

void wendi_route_finish(wend_hierarchy_search *s, wend_result result, wend_failure_reason reason)
{
    s->answer.result = result;
    s->answer.reason = reason;
    s->phase = WENDI_ROUTE_DONE;
    wendi_route_rewind(s);
}

static bool is_open(const wend_space *space, wend_node node)
{
    return wendi_space_is_open_slot(space, wendi_space_slot_of_node(space, node));
}

void wendi_route_judge_ends(wend_hierarchy_search *search)
{
    wend_hierarchy_search *s = search;
    const wend_space *space = s->hierarchy->space;
    if (!is_open(space, s->start)) {
        wendi_route_finish(s, WEND_NO_PATH, WEND_FAILURE_START_BLOCKED);
    } else if (!is_open(space, s->goal)) {
        wendi_route_finish(s, WEND_NO_PATH, WEND_FAILURE_GOAL_BLOCKED);
    } else if (wendi_space_is_unreachable(space, wendi_space_slot_of_node(space, s->start),
                                          wendi_space_slot_of_node(space, s->goal))) {
        wendi_route_finish(s, WEND_NO_PATH, WEND_FAILURE_UNREACHABLE);
    } else {
        prepare_estimate(s);
    }
}

bool wendi_route_is_ready(const wend_hierarchy_search *search)
{
    return search->is_pinned ? wendi_abstract_fits(search->hierarchy)
                             : wendi_abstract_is_ready(search->hierarchy);
}

wend_result wendi_route_check_ready(wend_hierarchy_search *search, const char *function)
{
    return wendi_route_is_ready(search)
               ? WEND_OK
               : wendi_fail(&search->error, WEND_ERROR_STALE,
                            "%s: the hierarchy is not ready: update its space, then call "
                            "wend_hierarchy_update until it returns WEND_OK",
                            function);
}

wend_result wendi_route_begin(wend_hierarchy_search *search, wend_node start, wend_node goal,
                              bool has_nodes)
{
    wend_hierarchy_search *s = search;
    const wend_hierarchy *h = s->hierarchy;
    s->start_region = has_nodes ? wendi_abstract_region_of(h, start) : 0;
    s->goal_region = has_nodes ? wendi_abstract_region_of(h, goal) : 0;
    const uint32_t goal_portals = h->levels[0].blocks[s->goal_region].count;
    if (!reserve_records(s, h->layout.portal_count + 2) ||
        !wendi_local_reserve(&s->local, h, 0, &s->allocator) ||
        !wendi_array_u64_resize(&s->goal_costs, goal_portals)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_heap_clear(&s->records.heap);
    if (++s->records.generation == 0) {
        memset(s->records.stamps, 0, s->records.capacity * sizeof s->records.stamps[0]);
        s->records.generation = 1;
    }
    memset(&s->answer, 0, sizeof s->answer);
    s->answer.result = WEND_IN_PROGRESS;
    s->answer.start = start;
    s->answer.goal = goal;
    s->answer.cost = WEND_COST_INFINITE;
    s->start = start;
    s->goal = goal;
    s->from_cost = 0;
    s->to_cost = 0;
    s->is_direct = false;
    s->version = h->version;
    s->phase = WENDI_ROUTE_START;
    wendi_array_u32_clear(&s->route);
    wendi_array_u32_clear(&s->route_via);
    return WEND_OK;
}

wend_result wend_hierarchy_search_start(wend_hierarchy_search *search, wend_node start,
                                        wend_node goal)
{
    static const char function[] = "wend_hierarchy_search_start";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_hierarchy_search *s = search;
    const wend_hierarchy *h = s->hierarchy;
    s->phase = WENDI_ROUTE_NONE;
    if (h->def.mesh_space != NULL) {
        return wendi_fail(&s->error, WEND_ERROR_UNSUPPORTED,
                          "%s: the hierarchy is of a mesh: use wend_hierarchy_search_start_mesh",
                          function);
    }
    const uint32_t nodes = h->space->node_count;
    if (start >= nodes || goal >= nodes) {
        return wendi_refuse_index(&s->error, function, start >= nodes ? "start" : "goal",
                                  start >= nodes ? start : goal, "nodes", nodes);
    }
    wend_result result = wendi_route_check_ready(s, function);
    if (result == WEND_OK) {
        result = wendi_fail_plain(&s->error, function, wendi_route_begin(s, start, goal, true));
    }
    if (result == WEND_OK) {
        wendi_route_judge_ends(s);
    }
    return result;
}

/* ---- the loop ---- */

static inline void reach(wend_hierarchy_search *s, uint32_t item, uint64_t sum, uint32_t from,
                         uint32_t via)
{
    wendi_route_records *r = &s->records;
    const bool is_known = r->stamps[item] == r->generation;
    if (is_known && r->sums[item] <= sum) {
        return;
    }
    r->stamps[item] = r->generation;
    r->sums[item] = sum;
    r->from[item] = from;
    r->via[item] = via;
    ++s->answer.generated;
    const uint64_t key =
        wendi_abstract_add(sum, item == goal_item(s) ? 0 : estimate(s, wendi_route_node(s, item)));
    if (wendi_heap_contains(&r->heap, item)) {
        (void)wendi_heap_decrease(&r->heap, key, item);
    } else {
        (void)wendi_heap_push(&r->heap, key, item); /* there is room for all */
    }
}

/* Reaches the portals of the start's region, and a goal in it. */
static void reach_from_start(wend_hierarchy_search *s)
{
    const wend_hierarchy *h = s->hierarchy;
    wendi_local_load(&s->local, h, s->start_region);
    wendi_local_flood(&s->local, h, s->start, false);
    const uint32_t first = h->layout.first[s->start_region];
    const uint32_t end = h->layout.first[s->start_region + 1];
    for (uint32_t portal = first; portal < end; ++portal) {
        const uint64_t cost = wendi_local_cost(&s->local, h, h->layout.nodes[portal]);
        if (cost != WEND_COST_INFINITE) {
            reach(s, portal, cost, start_item(s), WENDI_HOP_WITHIN);
        }
    }
    if (s->goal_region == s->start_region) {
        const uint64_t cost = wendi_local_cost(&s->local, h, s->goal);
        if (cost != WEND_COST_INFINITE) {
            reach(s, goal_item(s), cost, start_item(s), WENDI_HOP_WITHIN);
        }
    }
}

/* True if some portal that the start reaches is connected to one that reaches the goal. */
static bool are_connected(const wend_hierarchy_search *s)
{
    const wendi_abstract_layout *layout = &s->hierarchy->layout;
    const wendi_route_records *r = &s->records;
    if (r->stamps[goal_item(s)] == r->generation) {
        return true;
    }
    const uint32_t first = layout->first[s->goal_region];
    for (uint32_t a = layout->first[s->start_region]; a < layout->first[s->start_region + 1]; ++a) {
        if (r->stamps[a] != r->generation) {
            continue;
        }
        for (uint32_t b = first; b < layout->first[s->goal_region + 1]; ++b) {
            if (s->goal_costs.items[b - first] != WEND_COST_INFINITE &&
                layout->components[a] == layout->components[b]) {
                return true;
            }
        }
    }
    return false;
}

static void reach_to_goal(wend_hierarchy_search *s)
{
    const wend_hierarchy *h = s->hierarchy;
    wendi_local_load(&s->local, h, s->goal_region);
    wendi_local_flood(&s->local, h, s->goal, true);
    const uint32_t first = h->layout.first[s->goal_region];
    for (uint32_t k = 0; k < s->goal_costs.count; ++k) {
        s->goal_costs.items[k] = wendi_local_cost(&s->local, h, h->layout.nodes[first + k]);
    }
    if (!are_connected(s)) {
        wendi_route_finish(s, WEND_NO_PATH, WEND_FAILURE_UNREACHABLE);
    }
}

/* The highest level on which the cell of a region holds neither start nor goal; else level 1. */
static uint32_t level_for(const wend_hierarchy_search *s, uint32_t region)
{
    const wend_hierarchy *h = s->hierarchy;
    for (uint32_t level = h->level_count - 1; level > 0; --level) {
        const uint32_t *cells = h->levels[level].cells;
        if (cells[region] != cells[s->start_region] && cells[region] != cells[s->goal_region]) {
            return level;
        }
    }
    return 0;
}

static void expand(wend_hierarchy_search *s, uint32_t portal)
{
    const wend_hierarchy *h = s->hierarchy;
    const wendi_abstract_layout *layout = &h->layout;
    const uint32_t region = layout->regions[portal];
    const uint64_t sum = s->records.sums[portal];
    const uint32_t level = level_for(s, region);
    const uint32_t cell = wendi_abstract_cell_of(h, level, region);
    /* All that its cell leads to is known where it was reached within the cell. */
    if (s->records.via[portal] < WENDI_HOP_WITHIN) {
        const wendi_abstract_block *block = &h->levels[level].blocks[cell];
        const uint64_t *row =
            block->costs + (size_t)wendi_abstract_rank(h, level, portal) * block->count;
        for (uint32_t k = 0; k < block->count; ++k) {
            if (row[k] != WEND_COST_INFINITE) {
                reach(s, wendi_abstract_column(h, level, cell, k), wendi_abstract_add(sum, row[k]),
                      portal, WENDI_HOP_WITHIN + level);
            }
        }
    }
    for (uint32_t k = layout->arc_first[portal]; k < layout->arc_first[portal + 1]; ++k) {
        const wendi_abstract_arc *arc = &layout->arcs[k];
        if (level == 0 || wendi_abstract_cell_of(h, level, layout->regions[arc->target]) != cell) {
            reach(s, arc->target, wendi_abstract_add(sum, arc->cost), portal, k);
        }
    }
    if (region == s->goal_region) {
        const uint64_t cost = s->goal_costs.items[portal - layout->first[region]];
        if (cost != WEND_COST_INFINITE) {
            reach(s, goal_item(s), wendi_abstract_add(sum, cost), portal, WENDI_HOP_WITHIN);
        }
    }
}

static void reverse(wendi_array_u32 *array)
{
    for (size_t k = 0; k < array->count / 2; ++k) {
        const uint32_t kept = array->items[k];
        array->items[k] = array->items[array->count - 1 - k];
        array->items[array->count - 1 - k] = kept;
    }
}

/* Reads the route out of the records. @return false: no memory. */
static bool read_route(wend_hierarchy_search *s)
{
    wendi_array_u32_clear(&s->route);
    wendi_array_u32_clear(&s->route_via);
    uint32_t item = goal_item(s);
    while (item != start_item(s)) {
        if (!wendi_array_u32_push(&s->route, item) ||
            !wendi_array_u32_push(&s->route_via, s->records.via[item])) {
            return false;
        }
        item = s->records.from[item];
    }
    reverse(&s->route);
    reverse(&s->route_via);
    return true;
}

/* How many times the least the cost is at most; 0: not known. */
static double bound_of(const wend_hierarchy_search *s)
{
    const wend_hierarchy *h = s->hierarchy;
    if (h->space->net != NULL && h->mesh == NULL) {
        return 1.0;
    }
    double least = 0;
    if (h->mesh == NULL) {
        least = wend_cost_to_double(estimate(s, s->start));
    } else if (h->mesh->space->link_arc_count == 0) {
        const double dx = s->to.x - s->from.x;
        const double dy = s->to.y - s->from.y;
        least = wend_sqrt(dx * dx + dy * dy) * h->mesh->space->cells.factor_least;
    }
    const double cost = wend_cost_to_double(s->answer.cost);
    return cost <= least ? 1.0 : least > 0 ? cost / least : 0.0;
}

static wend_result end_at_goal(wend_hierarchy_search *s)
{
    const uint64_t cost = s->records.sums[goal_item(s)];
    if (cost >> COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    if (!read_route(s)) {
        return WEND_ERROR_MEMORY;
    }
    s->answer.cost = wendi_abstract_add(cost, s->from_cost + s->to_cost);
    s->answer.bound = bound_of(s);
    wendi_route_finish(s, WEND_OK, WEND_FAILURE_NONE);
    return WEND_OK;
}

static wend_result run_step(wend_hierarchy_search *s)
{
    if (s->phase == WENDI_ROUTE_START) {
        reach_from_start(s);
        s->phase = WENDI_ROUTE_GOAL;
        return WEND_OK;
    }
    if (s->phase == WENDI_ROUTE_GOAL) {
        s->phase = WENDI_ROUTE_EXPAND;
        reach_to_goal(s);
        return WEND_OK;
    }
    wendi_heap *heap = &s->records.heap;
    if (heap->count == 0) {
        wendi_route_finish(s, WEND_NO_PATH, WEND_FAILURE_UNREACHABLE);
        return WEND_OK;
    }
    const uint32_t item = heap->nodes[0].id;
    if (item == goal_item(s)) {
        return end_at_goal(s);
    }
    uint64_t key;
    uint32_t popped;
    (void)wendi_heap_pop(heap, &key, &popped);
    ++s->answer.expanded;
    expand(s, popped);
    return WEND_OK;
}

static wend_result slice(void *context, uint64_t *steps)
{
    wend_hierarchy_search *s = context;
    while (s->phase != WENDI_ROUTE_DONE) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        const wend_result result = run_step(s);
        if (result != WEND_OK) {
            return result;
        }
    }
    return s->answer.result;
}

wend_result wend_hierarchy_search_run(wend_hierarchy_search *search, wend_budget *budget)
{
    static const char function[] = "wend_hierarchy_search_run";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_hierarchy_search *s = search;
    if (s->phase == WENDI_ROUTE_NONE) {
        return wendi_fail(&s->error, WEND_ERROR_ARGUMENT, "%s: there is no query: start one",
                          function);
    }
    if (s->phase == WENDI_ROUTE_DONE) {
        return s->answer.result;
    }
    if (s->version != s->hierarchy->version || !wendi_route_is_ready(s)) {
        return wendi_fail(
            &s->error, WEND_ERROR_STALE,
            "%s: the hierarchy, its space or its world changed: start the query again", function);
    }
    const wend_result result = wendi_budget_run(budget, slice, s);
    if (result == WEND_ERROR_FULL) {
        s->phase = WENDI_ROUTE_NONE;
        return wendi_fail(&s->error, result, "%s: the route costs 2^63 or more", function);
    }
    return wendi_fail_plain(&s->error, function, result);
}

wend_result wend_hierarchy_search_find(wend_hierarchy_search *search, wend_node start,
                                       wend_node goal)
{
    const wend_result result = wend_hierarchy_search_start(search, start, goal);
    return result != WEND_OK ? result : wend_hierarchy_search_run(search, NULL);
}

/* ---- the route ---- */

wend_result wend_hierarchy_search_route(const wend_hierarchy_search *search,
                                        wend_hierarchy_stop *stops, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (search == NULL || count == NULL || (stops == NULL && capacity > 0) ||
        search->phase != WENDI_ROUTE_DONE) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_hierarchy_search *s = search;
    if (s->answer.result == WEND_NO_PATH) {
        return WEND_NO_PATH;
    }
    if (s->version != s->hierarchy->version) {
        return WEND_ERROR_STALE;
    }
    const bool is_mesh = s->hierarchy->mesh != NULL;
    *count = s->is_direct ? 2 : s->route.count + 1;
    for (size_t k = 0; k < *count && k < capacity; ++k) {
        const uint32_t item = s->is_direct ? 0 : k == 0 ? start_item(s) : s->route.items[k - 1];
        const uint32_t via = s->is_direct || k == 0 ? WENDI_HOP_WITHIN : s->route_via.items[k - 1];
        const wend_node node = s->is_direct ? 0 : wendi_route_node(s, item);
        wend_hierarchy_stop *stop = &stops[k];
        *stop = (wend_hierarchy_stop){
            .level = k == 0 || via < WENDI_HOP_WITHIN ? 0 : via - WENDI_HOP_WITHIN + 1};
        const bool is_start = k == 0;
        const bool is_goal = k + 1 == *count;
        if (is_mesh && (is_start || is_goal)) {
            const wend_mesh_location *end = is_start ? &s->from : &s->to;
            stop->node = end->polygon;
            stop->region = wend_hierarchy_region(s->hierarchy, end->polygon);
            stop->position = (wend_vec3){end->x, end->y, end->z};
        } else {
            stop->node = is_mesh ? s->hierarchy->mesh->polygons[node] : node;
            stop->region = wendi_route_region(s, item);
            stop->position = wendi_route_position(s, node);
        }
        stop->cost = is_start  ? 0
                     : is_goal ? s->answer.cost
                               : wendi_abstract_add(s->records.sums[item], s->from_cost);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

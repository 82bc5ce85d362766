/* Searches: create, start, run, answer. Each method has a file of its own.
 * Cost: see the methods; starting clears nothing that grows with the map. */
#include "route/search/search.h"
#include "base/core/budget.h"
#include "route/search/trace.h"
#include <string.h>

enum { SEARCH_COOKIE = 0x57534531 };

/* One method: its start and its slices. */
typedef struct search_method {
    wend_result (*begin)(wend_search *search);
    wend_result (*advance)(wend_search *search, uint64_t *steps);
} search_method;

static const search_method methods[WEND_METHOD_COUNT] = {
    {NULL, NULL},
    {wendi_breadth_first_begin, wendi_breadth_first_advance},
    {wendi_breadth_first_begin, wendi_breadth_first_advance},
    {wendi_best_first_begin, wendi_best_first_advance},
    {wendi_best_first_begin, wendi_best_first_advance},
    {wendi_best_first_begin, wendi_best_first_advance},
    {wendi_best_first_begin, wendi_best_first_advance},
    {wendi_bidirectional_begin, wendi_bidirectional_advance},
    {wendi_jump_search_begin, wendi_jump_search_advance}};

static const search_method paged_best_first = {wendi_paged_best_first_begin,
                                               wendi_paged_best_first_advance};
static const search_method paged_bidirectional = {wendi_paged_bidirectional_begin,
                                                  wendi_paged_bidirectional_advance};

static const search_method turning_method = {wendi_turning_begin, wendi_turning_advance};

static const search_method graph_methods[WEND_METHOD_COUNT] = {
    {NULL, NULL},
    {wendi_graph_breadth_first_begin, wendi_graph_breadth_first_advance},
    {wendi_graph_breadth_first_begin, wendi_graph_breadth_first_advance},
    {wendi_graph_best_first_begin, wendi_graph_best_first_advance},
    {wendi_graph_best_first_begin, wendi_graph_best_first_advance},
    {wendi_graph_best_first_begin, wendi_graph_best_first_advance},
    {wendi_graph_best_first_begin, wendi_graph_best_first_advance},
    {wendi_graph_bidirectional_begin, wendi_graph_bidirectional_advance},
    {NULL, NULL}};

static const search_method graph_turning_method = {wendi_graph_turning_begin,
                                                   wendi_graph_turning_advance};

static const search_method labels_method = {wendi_labels_begin, wendi_labels_advance};

static const search_method *method_of(const wend_search *search)
{
    if (search->labels.is_used) {
        return &labels_method;
    }
    if (search->space->net != NULL) {
        return search->turn.is_used ? &graph_turning_method : &graph_methods[search->answer.method];
    }
    if (search->records.is_paged) {
        return search->answer.method == WEND_METHOD_ASTAR_BIDIRECTIONAL ? &paged_bidirectional
                                                                        : &paged_best_first;
    }
    return search->turn.is_used ? &turning_method : &methods[search->answer.method];
}

wend_search_def wend_search_def_default(void)
{
    wend_search_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SEARCH_COOKIE;
    def.team = WEND_TEAM_NONE;
    return def;
}

static wend_result check_def(const wend_search_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, SEARCH_COOKIE, def->message,
                                         "wend_search_create", "wend_search_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if ((def->space == NULL) == (def->grid == NULL)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          def->space == NULL
                              ? "wend_search_create: space and grid are NULL: set one of them"
                              : "wend_search_create: space and grid are both set: set only one");
    }
    if (def->space != NULL && (def->movement_class != 0 || def->team != WEND_TEAM_NONE)) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_search_create: movement_class is %lu and team is %lu, but they are those of the "
            "space: set them only with a grid",
            (unsigned long)def->movement_class, (unsigned long)def->team);
    }
    return WEND_OK;
}

/* Allocates the members that every query needs. */
static wend_result create_parts(wend_search *search, const wend_search_def *def)
{
    wendi_array_u32_init(&search->fifo, &def->allocator);
    wendi_array_u32_init(&search->back_fifo, &def->allocator);
    wendi_array_u32_init(&search->order, &def->allocator);
    wendi_array_u32_init(&search->turn.goals, &def->allocator);
    if (!wendi_bucket_queue_create(&search->queue, &def->allocator)) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_search_create: out of memory");
    }
    if (def->space != NULL) {
        search->space = def->space;
        return WEND_OK;
    }
    wend_space_def space = wend_space_def_default();
    space.grid = def->grid;
    space.movement_class = def->movement_class;
    space.team = def->team;
    space.allocator = def->allocator;
    space.message = def->message;
    const wend_result result = wend_space_create(&space, &search->own_space);
    search->space = search->own_space;
    return result;
}

wend_result wend_search_create(const wend_search_def *def, wend_search **search)
{
    if (search != NULL) {
        *search = NULL;
    }
    wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    if (search == NULL) {
        return wendi_refuse_null(def->message, "wend_search_create", "search");
    }
    wendi_message_clear(def->message);
    wend_search *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY, "wend_search_create: out of memory");
    }
    made->allocator = def->allocator;
    result = wendi_fail_as(def->message, "wend_search_create", create_parts(made, def));
    if (result != WEND_OK) {
        wend_search_destroy(made);
        return result;
    }
    *search = made;
    return WEND_OK;
}

void wend_search_destroy(wend_search *search)
{
    if (search == NULL) {
        return;
    }
    const wend_allocator allocator = search->allocator;
    wend_space_destroy(search->own_space);
    wendi_cell_records_destroy(&search->records, &allocator);
    wendi_cell_records_destroy(&search->back_records, &allocator);
    if (search->queue.heads != NULL) {
        wendi_bucket_queue_destroy(&search->queue);
    }
    if (search->back_queue.heads != NULL) {
        wendi_bucket_queue_destroy(&search->back_queue);
    }
    wendi_graph_side_destroy(&search->graph.sides[0], &allocator);
    wendi_graph_side_destroy(&search->graph.sides[1], &allocator);
    wendi_jump_nodes_destroy(&search->jump.nodes, &allocator);
    wendi_heading_nodes_destroy(&search->turn.nodes, &allocator);
    wendi_labels_destroy(&search->labels, &allocator);
    wendi_array_u32_free(&search->turn.goals);
    wendi_jump_records_destroy(&search->jump.records, &allocator);
    wendi_search_ends_free(&search->starts, &allocator);
    wendi_search_ends_free(&search->goals, &allocator);
    wendi_array_u32_free(&search->fifo);
    wendi_array_u32_free(&search->back_fifo);
    wendi_array_u32_free(&search->order);
    wendi_free(&allocator, search, sizeof *search);
}

/* ---- start and run ---- */

/* An own space follows its grid; a shared one must be as new as its grid. */
static wend_result freshen(wend_search *search)
{
    if (search->own_space != NULL) {
        const wend_result result = wend_space_update(search->own_space);
        return result == WEND_OK
                   ? WEND_OK
                   : wendi_fail(&search->message, result, "wend_search_start: out of memory");
    }
    wend_space_info info;
    wend_space_get_info(search->space, &info);
    return info.is_fresh || search->is_pinned
               ? WEND_OK
               : wendi_fail(&search->message, WEND_ERROR_STALE,
                            "wend_search_start: the space is at revision %llu, but its "
                            "world is newer: call wend_space_update first",
                            (unsigned long long)info.revision);
}

static double bound_of(const wend_search *search)
{
    switch (search->answer.method) {
    case WEND_METHOD_ASTAR_WEIGHTED:
        return search->query.weight * (1 + search->query.noise);
    case WEND_METHOD_GREEDY:
    case WEND_METHOD_BREADTH_FIRST:
    case WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL:
        return 0;
    case WEND_METHOD_ASTAR:
        return 1 + search->query.noise;
    case WEND_METHOD_BEST:
    case WEND_METHOD_DIJKSTRA:
    case WEND_METHOD_ASTAR_BIDIRECTIONAL:
    case WEND_METHOD_JUMP_POINT:
    case WEND_METHOD_COUNT:
    case WEND_METHOD_HIERARCHY:
    default:
        return 1;
    }
}

static bool is_two_sided(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
           search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
}

/* True if the query's records are in pages: where there is a pool, for best-first searches and
 * bidirectional A*, except those that count depths. */
static bool has_pages(const wend_search *search)
{
    switch (search->answer.method) {
    case WEND_METHOD_DIJKSTRA:
    case WEND_METHOD_GREEDY:
    case WEND_METHOD_ASTAR:
    case WEND_METHOD_ASTAR_WEIGHTED:
    case WEND_METHOD_ASTAR_BIDIRECTIONAL:
        return search->records.pages.pool != NULL && search->space->net == NULL &&
               !search->turn.is_used && search->query.max_depth == 0;
    case WEND_METHOD_BEST:
    case WEND_METHOD_BREADTH_FIRST:
    case WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL:
    case WEND_METHOD_JUMP_POINT:
    case WEND_METHOD_COUNT:
    case WEND_METHOD_HIERARCHY:
    default:
        return false;
    }
}

static bool lacks(const wendi_cell_records *records)
{
    return !records->is_paged && records->costs == NULL;
}

static bool lacks_cell_records(const wend_search *search)
{
    return search->space->net == NULL && search->answer.method != WEND_METHOD_JUMP_POINT &&
           !search->turn.is_used && !search->labels.is_used &&
           (lacks(&search->records) || (is_two_sided(search) && lacks(&search->back_records)));
}

/* Clearing the records of a large map at once takes a millisecond. */
static wend_result defer(wend_search *search)
{
    const wend_allocator *a = &search->allocator;
    search->is_deferred = wendi_cell_records_reserve(&search->records, search->space, a) &&
                          (!is_two_sided(search) ||
                           wendi_cell_records_reserve(&search->back_records, search->space, a));
    return search->is_deferred ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result begin(wend_search *search, const wend_search_query *query)
{
    wend_result result = freshen(search);
    search->hit_limit = false;
    if (result == WEND_OK) {
        result = wendi_search_accept(search, query);
    }
    if (result != WEND_OK) {
        return result;
    }
    search->records.is_paged = search->back_records.is_paged = has_pages(search);
    search->goal_cost = WEND_COST_INFINITE;
    search->goal_slot = UINT32_MAX;
    search->best_estimate = UINT64_MAX;
    search->met_goal = UINT32_MAX;
    wendi_array_u32_clear(&search->order);
    wend_result settled = wendi_search_settle(search);
    search->is_settled = settled != WEND_IN_PROGRESS;
    search->is_deferred = false;
    if (settled == WEND_IN_PROGRESS) {
        result = search->is_pinned && lacks_cell_records(search) ? defer(search)
                                                                 : method_of(search)->begin(search);
        if (result != WEND_OK) {
            return wendi_fail(&search->message, result, "wend_search_start: out of memory");
        }
    } else {
        search->answer.cost = WEND_COST_INFINITE;
        search->answer.node = search->query.start;
    }
    search->answer.result = settled;
    return WEND_OK;
}

wend_result wend_search_start(wend_search *search, const wend_search_query *query)
{
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->is_busy) {
        return WEND_ERROR_BUSY;
    }
    wendi_message_clear(&search->message);
    memset(&search->answer, 0, sizeof search->answer);
    search->answer.heading = WEND_HEADING_ANY;
    wendi_bucket_queue_clear(&search->queue, 0, 0);
    search->has_query = false;
    /* Beginning calls the user's heuristic, which must not call back. */
    search->is_busy = true;
    const wend_result result = begin(search, query);
    search->is_busy = false;
    search->has_query = result == WEND_OK;
    search->update_count = search->space->update_count;
    search->layout_count = search->space->layout_count;
    if (result != WEND_OK) {
        memset(&search->answer, 0, sizeof search->answer);
    }
    return result;
}

void wendi_search_return_pages(wend_search *search)
{
    if (search->records.pages.pool != NULL) {
        search->has_query = false;
        wendi_cell_pages_return(&search->records.pages);
        wendi_cell_pages_return(&search->back_records.pages);
    }
}

void wendi_search_look_below(wend_search *search, wend_cost most)
{
    const uint64_t below = most > search->goal_least ? most - search->goal_least : 0;
    if (search->has_query && below < WEND_COST_INFINITE - search->goal_least &&
        below <= search->goal_cost) {
        search->goal_cost = below;
        search->goal_slot = UINT32_MAX;
        search->jump.below = below;
    }
}

wend_result wendi_search_give_up(wend_search *search, bool is_limit)
{
    const bool is_partial = is_limit || search->hit_limit;
    search->answer.reason = is_partial ? WEND_FAILURE_LIMIT : WEND_FAILURE_UNREACHABLE;
    search->goal_slot = search->best_slot;
    return is_partial ? WEND_PARTIAL : WEND_NO_PATH;
}

wend_result wendi_search_finish(wend_search *search)
{
    return search->query.goal_kind == WEND_GOAL_WITHIN || search->goal_slot != UINT32_MAX
               ? WEND_OK
               : wendi_search_give_up(search, false);
}

static void conclude_turning(wend_search *search)
{
    if (search->space->net != NULL) {
        wendi_graph_turning_conclude(search);
        return;
    }
    const uint32_t index = wendi_turning_answer(search);
    wendi_turning_sum_path(search, index);
    search->answer.cost = search->turn.nodes.items[index].cost;
    search->answer.turns = search->turn.nodes.items[index].turns;
    search->answer.heading = wendi_turning_heading(search, index);
}

/* Fills the members of the answer that describe the node it leads to. */
static void conclude(wend_search *search, wend_result result)
{
    wend_search_answer *answer = &search->answer;
    answer->result = result;
    if (result == WEND_IN_PROGRESS) {
        return;
    }
    if (result < 0) {
        search->has_query = false;
        return;
    }
    if (search->query.goal_kind == WEND_GOAL_WITHIN) {
        search->goal_slot = search->start_slot;
    }
    search->met_goal = wendi_search_met_goal(search);
    if (result == WEND_OK && search->met_goal != UINT32_MAX) {
        search->goal_slot = search->met_goal;
    }
    answer->node = wendi_space_node_of_slot(search->space, search->goal_slot);
    if (search->labels.is_used) {
        wendi_labels_conclude(search);
    } else if (search->turn.is_used) {
        conclude_turning(search);
    } else {
        wendi_search_sum_path(search, search->goal_slot);
        answer->cost = wend_search_cost_to(search, answer->node);
    }
    answer->start = wendi_space_node_of_slot(search->space, search->origin_slot);
    answer->start_index = search->starts.count == 1
                              ? search->starts.items[0].index
                              : wendi_search_ends_at(&search->starts, search->origin_slot)->index;
    const wendi_search_end *goal = search->query.goal_kind == WEND_GOAL_SET
                                       ? wendi_search_ends_at(&search->goals, search->goal_slot)
                                       : NULL;
    if (result == WEND_OK && goal != NULL) {
        answer->goal_index = goal->index;
        answer->cost += goal->cost + search->goal_least;
    }
    answer->bound = result == WEND_OK ? bound_of(search) : 0;
    answer->reason = result == WEND_OK ? WEND_FAILURE_NONE : answer->reason;
}

/* Clears what was reserved as far as the steps go, then begins. */
static wend_result begin_deferred(wend_search *search, uint64_t *steps)
{
    if (!wendi_cell_records_clear(&search->records, steps) ||
        (is_two_sided(search) && !wendi_cell_records_clear(&search->back_records, steps))) {
        return WEND_IN_PROGRESS;
    }
    search->is_deferred = false;
    return method_of(search)->begin(search);
}

/* One slice, bounded by its number of steps and the query's own limit. */
static wend_result run_slice(void *context, uint64_t *steps)
{
    wend_search *search = context;
    const uint64_t limit = search->query.max_steps;
    if (search->is_deferred) {
        const wend_result begun = begin_deferred(search, steps);
        if (begun != WEND_OK) {
            return begun;
        }
    }
    uint64_t allowed = *steps;
    if (limit != 0 && limit - search->answer.expanded < allowed) {
        allowed = limit - search->answer.expanded;
    }
    uint64_t left = allowed;
    const wend_result result = method_of(search)->advance(search, &left);
    *steps -= allowed - left;
    if (result == WEND_IN_PROGRESS && limit != 0 && search->answer.expanded >= limit) {
        return wendi_search_give_up(search, true);
    }
    return result;
}

wend_result wend_search_run(wend_search *search, wend_budget *budget)
{
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (!search->has_query) {
        return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                          "wend_search_run: no query was started: call wend_search_start first");
    }
    if (search->answer.result != WEND_IN_PROGRESS) {
        return search->answer.result;
    }
    if (search->update_count != search->space->update_count) {
        return wendi_fail(&search->message, WEND_ERROR_STALE,
                          "wend_search_run: the space was updated since wend_search_start: start "
                          "the query again");
    }
    search->is_busy = true;
    const wend_result result = wendi_budget_run(budget, run_slice, search);
    search->is_busy = false;
    if (result < 0) {
        (void)wendi_fail(&search->message, result, "wend_search_run: %s",
                         result == WEND_ERROR_FULL
                             ? "a path costs 2^63 or more (searched from both ends: 2^62)"
                             : wend_result_text(result));
    }
    conclude(search, result);
    if (result == WEND_OK || result == WEND_PARTIAL) {
        /* A limit below one step leaves out everything but the start: most likely a number of steps
         * that was not multiplied. */
        const wend_cost limit = search->query.max_cost;
        if (search->space->net == NULL && search->hit_limit && limit > 0 && limit < WEND_COST_ONE) {
            (void)wendi_fail(&search->message, search->answer.result,
                             "wend_search_run: max_cost %lu is less than one step, which costs "
                             "WEND_COST_ONE (2^32) or more: multiply it by that",
                             (unsigned long)limit);
        }
    }
    return result;
}

wend_result wend_search_find(wend_search *search, const wend_search_query *query)
{
    wend_result result = wend_search_start(search, query);
    if (result == WEND_OK) {
        result = wend_search_run(search, NULL);
    }
    return search == NULL ? result : wendi_fail_as(&search->message, "wend_search_find", result);
}

void wend_search_cancel(wend_search *search)
{
    if (search == NULL || search->is_busy || !search->has_query ||
        search->answer.result != WEND_IN_PROGRESS) {
        return;
    }
    search->answer.reason = WEND_FAILURE_CANCELLED;
    search->goal_slot = search->best_slot;
    if (wendi_search_is_outdated(search)) {
        search->answer.result = WEND_NO_PATH;
        search->answer.node = search->query.start;
        search->answer.cost = WEND_COST_INFINITE;
        return;
    }
    conclude(search, WEND_NO_PATH);
}

/* ---- answers ---- */

const char *wend_search_error(const wend_search *search)
{
    return search == NULL ? "" : search->message.text;
}

wend_result wendi_search_node(const wend_search *search, wend_node *node)
{
    const wend_search_answer *answer = &search->answer;
    *node = answer->node;
    if (answer->result == WEND_IN_PROGRESS && search->has_query) {
        *node = search->is_deferred ? search->query.start
                                    : wendi_space_node_of_slot(search->space, search->best_slot);
    }
    /* A zeroed answer means no query; its method is then the one that never ran. */
    const bool has_node = answer->method != WEND_METHOD_BEST && *node != WEND_NODE_NONE;
    return has_node || answer->result == WEND_NO_PATH || answer->result < 0 ? answer->result
                                                                            : WEND_ERROR_ARGUMENT;
}

void wend_search_get_answer(const wend_search *search, wend_search_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    if (search == NULL) {
        return;
    }
    *answer = search->answer;
    if (answer->result == WEND_IN_PROGRESS && search->is_deferred) {
        answer->node = search->query.start;
        answer->cost = WEND_COST_INFINITE;
    } else if (answer->result == WEND_IN_PROGRESS && search->has_query) {
        answer->node = wendi_space_node_of_slot(search->space, search->best_slot);
        answer->cost = wend_search_cost_to(search, answer->node);
    }
    const uint64_t waited = search->is_deferred          ? 0
                            : search->space->net != NULL ? search->graph.sides[0].queue.count_max
                                                         : search->queue.count_max;
    if (waited > answer->max_frontier) {
        answer->max_frontier = waited;
    }
    answer->memory_bytes =
        sizeof *search + wendi_cell_records_bytes(&search->records) +
        wendi_cell_records_bytes(&search->back_records) +
        wendi_bucket_queue_memory_bytes(&search->queue) +
        (search->back_queue.heads != NULL ? wendi_bucket_queue_memory_bytes(&search->back_queue)
                                          : 0) +
        wendi_graph_side_bytes(&search->graph.sides[0]) +
        wendi_graph_side_bytes(&search->graph.sides[1]) +
        wendi_jump_nodes_bytes(&search->jump.nodes) + wendi_labels_bytes(&search->labels) +
        wendi_jump_records_bytes(&search->jump.records) +
        (search->starts.capacity + search->goals.capacity) * sizeof(wendi_search_end) +
        (search->fifo.capacity + search->back_fifo.capacity + search->order.capacity +
         search->turn.goals.capacity) *
            sizeof(uint32_t);
}

const wend_space *wend_search_space(const wend_search *search)
{
    return search == NULL ? NULL : search->space;
}

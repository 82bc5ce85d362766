/* Mesh searches: create, start, run, answer. Each method has a file of its own.
 * Cost: see the methods; starting clears nothing that grows with the mesh. */
#include "route/mesh_search/search.h"
#include "base/core/budget.h"
#include "base/core/memory.h"
#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

wend_result wend_mesh_search_create(const wend_mesh_space *space, const wend_allocator *allocator,
                                    wend_mesh_search **search)
{
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *search = NULL;
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_mesh_search *made = wendi_alloc_zero(allocator, sizeof *made);
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->space = space;
    if (allocator != NULL) {
        made->allocator = *allocator;
    }
    *search = made;
    return WEND_OK;
}

void wend_mesh_search_destroy(wend_mesh_search *search)
{
    if (search == NULL) {
        return;
    }
    const wend_allocator allocator = search->allocator;
    wendi_mesh_goals_free(search);
    wendi_array_u32_free(&search->fan);
    wendi_free(&allocator, search->starts, search->start_capacity * sizeof *search->starts);
    wendi_free(&allocator, search->goals, search->goal_capacity * sizeof *search->goals);
    wendi_free(&allocator, search->pieces, search->piece_capacity * sizeof *search->pieces);
    wendi_mesh_exact_free(search);
    wendi_mesh_midpoint_free(search);
    wendi_mesh_disc_free(search);
    wendi_free(&allocator, search, sizeof *search);
}

/* ---- start and run ---- */

static bool is_exact(const wend_mesh_search *search)
{
    return search->query.method == WEND_MESH_METHOD_EXACT;
}

static void forget(wend_mesh_search *search)
{
    wendi_message_clear(&search->message);
    memset(&search->answer, 0, sizeof search->answer);
    search->answer.place.polygon = WEND_NODE_NONE;
    search->has_query = search->hit_limit = search->ends_at_goal = false;
    search->best.length = (double)INFINITY;
    search->partial_estimate = (double)INFINITY;
    search->partial_root = NONE;
    search->piece_count = 0;
}

static wend_result begin(wend_mesh_search *search)
{
    if (!is_exact(search)) {
        return wendi_mesh_midpoint_begin(search);
    }
    return wendi_mesh_is_disc(search) ? wendi_mesh_disc_begin(search)
                                      : wendi_mesh_exact_begin(search);
}

static wend_result advance(wend_mesh_search *search, uint64_t *steps)
{
    if (!is_exact(search)) {
        return wendi_mesh_midpoint_advance(search, steps);
    }
    return wendi_mesh_is_disc(search) ? wendi_mesh_disc_advance(search, steps)
                                      : wendi_mesh_exact_advance(search, steps);
}

wend_result wend_mesh_search_start(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->is_busy) {
        return WEND_ERROR_BUSY;
    }
    forget(search);
    if (!wendi_mesh_space_is_fresh(search->space)) {
        return wendi_fail(&search->message, WEND_ERROR_STALE,
                          "wend_mesh_search_start: the mesh changed: call wend_mesh_space_update "
                          "first");
    }
    search->is_busy = true;
    wend_result result = wendi_mesh_search_accept(search, query);
    search->is_busy = false;
    if (result < 0) {
        return result;
    }
    if (result == WEND_OK) {
        search->is_busy = true;
        result = begin(search);
        search->is_busy = false;
        if (result < 0) {
            return wendi_fail(&search->message, result, "wend_mesh_search_start: out of memory");
        }
    }
    search->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    if (result != WEND_OK) {
        search->answer.place = search->query.start;
    }
    search->has_query = true;
    return WEND_OK;
}

/* Traces the path to a goal. */
static wend_result trace(wend_mesh_search *search)
{
    if (is_exact(search)) {
        return wendi_mesh_is_disc(search) ? wendi_mesh_disc_trace(search)
                                          : wendi_mesh_exact_trace(search);
    }
    const wend_result result = wendi_mesh_midpoint_chain(search, search->midpoint.best_node);
    return result == WEND_OK ? wendi_mesh_funnel(search, search->best.point) : result;
}

/* No path can cost less than the straight line over the cheapest ground. */
static double bound_of(const wend_mesh_search *search)
{
    const wend_mesh_search_answer *answer = &search->answer;
    const wend_mesh_location *start = &search->query.start;
    if (is_exact(search)) {
        return wendi_mesh_is_disc(search) ? wendi_mesh_disc_bound(search) : 1;
    }
    const double dx = answer->place.x - start->x;
    const double dy = answer->place.y - start->y;
    double least = sqrt(dx * dx + dy * dy);
    least = least < search->link_cost_min ? least : search->link_cost_min;
    least *= search->space->cells.factor_least;
    if (search->query.goal_kind != WEND_MESH_GOAL_LOCATION) {
        return 0;
    }
    return answer->cost <= least ? 1 : least > 0 ? answer->cost / least : 0;
}

static void fill_location(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    const wendi_mesh_best *best = &search->best;
    if (search->query.goal_kind == WEND_MESH_GOAL_PREDICATE) {
        answer->place.x = best->point.x;
        answer->place.y = best->point.y;
        answer->place.polygon = best->goal;
    } else {
        answer->place = search->goals[best->goal].place;
        answer->goal_index = search->goals[best->goal].index;
    }
}

/* True if a path to a goal is known, even if it is not proven the shortest. */
static bool has_path(const wend_mesh_search *search)
{
    return is_exact(search) ? search->best.length < (double)INFINITY
                            : search->midpoint.best_node != NONE;
}

/* Sets the start in the fan by which the path leaves. Discs have no room between fans: they begin in
 * the first one. */
static void set_start(wend_mesh_search *search, uint32_t root, uint32_t node)
{
    uint32_t begun = 0;
    if (search->start_count <= 1 || (is_exact(search) && wendi_mesh_is_disc(search))) {
        return;
    }
    if (is_exact(search)) {
        begun = root == NONE ? 0 : root;
        while (search->intervals.roots[begun].parent != NONE) {
            begun = search->intervals.roots[begun].parent;
        }
    } else {
        begun = wendi_mesh_midpoint_start_of(search, node);
    }
    search->query.start.polygon = search->starts[begun].polygon;
    search->start_cell = search->starts[begun].cell;
}

/* Fills the members of the answer that describe the path to a goal. */
static wend_result fill_path_answer(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    set_start(search, search->best.root, search->midpoint.best_node);
    if (!is_exact(search)) {
        /* The end of the path of the other methods: for a polygon the midpoint of the edge it is
         * entered by, or where its cell is entered. */
        const wendi_mesh_midpoint *midpoint = &search->midpoint;
        search->best.goal = midpoint->best_goal;
        search->best.length = midpoint->best_cost;
        if (search->query.goal_kind == WEND_MESH_GOAL_PREDICATE) {
            search->best.point =
                wend_mesh_get_polygon(search->space->mesh, midpoint->best_goal).centroid;
        } else {
            search->best.point = search->goals[midpoint->best_goal].point;
        }
    }
    fill_location(search);
    search->ends_at_goal = true;
    const wend_result result = trace(search);
    if (result == WEND_OK) {
        wendi_mesh_pieces_sum(search, &answer->length, &answer->cost);
        const bool is_mitred =
            wendi_mesh_is_disc(search) && search->query.corners == WEND_CORNERS_MITRED;
        answer->length = is_exact(search) && !is_mitred ? search->best.length : answer->length;
    }
    return result;
}

/* After a limit: the path to a goal if one was reached, else to the point nearest to one. */
static wend_result fill_partial_answer(wend_mesh_search *search)
{
    if (!has_path(search)) {
        set_start(search, search->partial_root, search->midpoint.partial_node);
        return wendi_mesh_trace_partial(search);
    }
    const wend_result result = fill_path_answer(search);
    search->answer.reason = WEND_FAILURE_LIMIT;
    return result == WEND_OK ? WEND_PARTIAL : result;
}

static wend_result conclude(wend_mesh_search *search, wend_result result)
{
    wend_mesh_search_answer *answer = &search->answer;
    if (result == WEND_NO_PATH) {
        answer->reason = search->hit_limit ? WEND_FAILURE_LIMIT : WEND_FAILURE_UNREACHABLE;
        answer->place = search->query.start;
        return WEND_NO_PATH;
    }
    if (result == WEND_PARTIAL) {
        return fill_partial_answer(search);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = fill_path_answer(search);
    if (result == WEND_OK) {
        answer->bound = bound_of(search);
    }
    return result;
}

/* Steps that check whether a disc can get there do not count against the query's limit. */
static wend_result run_slice(void *context, uint64_t *steps)
{
    wend_mesh_search *search = context;
    const uint64_t limit = search->query.max_steps;
    const bool is_disc = is_exact(search) && wendi_mesh_is_disc(search);
    wend_result result = WEND_IN_PROGRESS;
    do {
        result = is_disc ? wendi_mesh_disc_check(search, steps) : WEND_OK;
        if (result != WEND_OK) {
            return result;
        }
        uint64_t allowed = *steps;
        if (limit != 0 && limit - search->answer.expanded < allowed) {
            allowed = limit - search->answer.expanded;
        }
        uint64_t left = allowed;
        result = advance(search, &left);
        *steps -= allowed - left;
        if (result == WEND_IN_PROGRESS && limit != 0 && search->answer.expanded >= limit) {
            return WEND_PARTIAL;
        }
    } while (result == WEND_IN_PROGRESS && *steps > 0);
    return result;
}

wend_result wend_mesh_search_run(wend_mesh_search *search, wend_budget *budget)
{
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (!search->has_query) {
        return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                          "wend_mesh_search_run: no query was started: call "
                          "wend_mesh_search_start first");
    }
    if (search->answer.result != WEND_IN_PROGRESS) {
        return search->answer.result;
    }
    search->is_busy = true;
    const wend_result result = conclude(search, wendi_budget_run(budget, run_slice, search));
    search->is_busy = false;
    search->answer.result = result;
    if (result < 0) {
        search->has_query = false;
        (void)wendi_fail(&search->message, result, "wend_mesh_search_run: %s",
                         wend_result_text(result));
    }
    return result;
}

wend_result wend_mesh_search_find(wend_mesh_search *search, const wend_mesh_search_query *query)
{
    wend_result result = wend_mesh_search_start(search, query);
    if (result == WEND_OK) {
        result = wend_mesh_search_run(search, NULL);
    }
    return search == NULL ? result
                          : wendi_fail_as(&search->message, "wend_mesh_search_find", result);
}

/* ---- answers ---- */

const char *wend_mesh_search_error(const wend_mesh_search *search)
{
    return search == NULL ? "" : search->message.text;
}

void wend_mesh_search_get_answer(const wend_mesh_search *search, wend_mesh_search_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    answer->place.polygon = WEND_NODE_NONE;
    if (search == NULL) {
        return;
    }
    *answer = search->answer;
    answer->place.z = wend_mesh_height(search->space->mesh, answer->place.polygon, answer->place.x,
                                       answer->place.y);
    answer->generated =
        search->query.radius > 0 ? wendi_mesh_disc_generated(search) : search->intervals.node_count;
    answer->memory_bytes =
        sizeof *search + wendi_mesh_exact_bytes(search) + wendi_mesh_midpoint_bytes(search) +
        wendi_mesh_disc_bytes(search) + search->piece_capacity * sizeof *search->pieces +
        search->goal_capacity * sizeof *search->goals +
        search->start_capacity * sizeof *search->starts + search->fan.capacity * sizeof(uint32_t) +
        ((size_t)search->cell_capacity * 3 + search->polygon_capacity) * sizeof(uint32_t);
}

const wend_mesh_space *wend_mesh_search_space(const wend_mesh_search *search)
{
    return search == NULL ? NULL : search->space;
}

/* ---- drawing ---- */

static void draw_half(const wend_mesh_search *search, const wend_draw *draw, uint32_t half,
                      wend_meaning meaning, double value)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    draw->line(draw->context, cells->halves[half].point,
               cells->halves[wendi_mesh_next(cells, half)].point, meaning, value);
}

/* The intervals in the order in which they were made; the open ones are drawn again as frontier. */
static void draw_intervals(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_intervals *s = &search->intervals;
    for (size_t i = 0; i < s->node_count; i++) {
        const double share = s->node_count > 1 ? (double)i / (double)(s->node_count - 1) : 0;
        if (s->nodes[i].half != WENDI_MESH_NONE) {
            draw_half(search, draw, s->nodes[i].half, WEND_MEANING_SEARCHED, share);
        }
    }
    for (size_t i = 0; i < s->queue.count; i++) {
        const uint32_t number = s->queue.entries[i].number;
        if (number < s->node_count && s->nodes[number].half != WENDI_MESH_NONE) {
            draw_half(search, draw, s->nodes[number].half, WEND_MEANING_FRONTIER, 0);
        }
    }
}

/* Edges that were entered: done, or still waiting. */
static void draw_stops(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_midpoint *midpoint = &search->midpoint;
    for (uint32_t i = 0; i < midpoint->node_capacity; i++) {
        const wendi_mesh_midpoint_node *node = &midpoint->nodes[i];
        if (node->stamp == midpoint->stamp && node->half != WENDI_MESH_NONE) {
            draw_half(search, draw, node->half,
                      node->is_done ? WEND_MEANING_SEARCHED : WEND_MEANING_FRONTIER, 0);
        }
    }
}

static void draw_ends(const wend_mesh_search *search, const wend_draw *draw)
{
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    draw->circle(draw->context, start, 0, WEND_MEANING_START, 0);
    for (uint32_t i = 0; i < search->goal_count; i++) {
        draw->circle(draw->context, search->goals[i].point, 0, WEND_MEANING_GOAL, 0);
    }
}

wend_result wend_mesh_search_draw(const wend_mesh_search *search, const wend_draw *draw)
{
    if (search == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!search->has_query) {
        return WEND_OK;
    }
    /* If nothing was searched, the nodes are those of an earlier query, maybe of an older mesh. */
    const bool is_searched = search->answer.result != WEND_NO_PATH || search->answer.expanded > 0;
    if (draw->line != NULL && is_searched && search->query.method == WEND_MESH_METHOD_EXACT) {
        draw_intervals(search, draw);
    } else if (draw->line != NULL && is_searched) {
        draw_stops(search, draw);
    }
    if (draw->circle != NULL) {
        draw_ends(search, draw);
    }
    return WEND_OK;
}

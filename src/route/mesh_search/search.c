/* Mesh searches: create, start, run, answer. Each method has a file of its own.
 * Cost: see the methods; starting clears nothing that grows with the mesh. */
#include "route/mesh_search/search.h"
#include "base/core/budget.h"
#include "base/core/memory.h"
#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

enum { METHODS = 3 };

static const wendi_mesh_method *(*const methods[METHODS])(void) = {
    wendi_mesh_exact_method, wendi_mesh_midpoint_method, wendi_mesh_disc_method};

static const wendi_mesh_method *method_of(const wend_mesh_search_query *query)
{
    if (query->method != WEND_MESH_METHOD_EXACT) {
        return wendi_mesh_midpoint_method();
    }
    return query->radius > 0 ? wendi_mesh_disc_method() : wendi_mesh_exact_method();
}

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
    wendi_mesh_detour_free(search);
    wendi_array_u32_free(&search->fan);
    wendi_free(&allocator, search->starts, search->start_capacity * sizeof *search->starts);
    wendi_free(&allocator, search->goals, search->goal_capacity * sizeof *search->goals);
    wendi_free(&allocator, search->pieces, search->piece_capacity * sizeof *search->pieces);
    for (size_t i = 0; i < METHODS; i++) {
        methods[i]()->free_memory(search);
    }
    wendi_free(&allocator, search, sizeof *search);
}

/* ---- start and run ---- */

static void forget(wend_mesh_search *search)
{
    wendi_message_clear(&search->message);
    memset(&search->answer, 0, sizeof search->answer);
    search->answer.location.polygon = WEND_NODE_NONE;
    search->has_query = search->hit_limit = search->ends_at_goal = false;
    search->method = NULL;
    search->best.length = search->nearest.estimate = (double)INFINITY;
    search->nearest.root = NONE;
    search->piece_count = 0;
    search->groups = NULL;
    search->detour.is_avoiding = search->detour.is_filled = false;
}

void wendi_mesh_search_group(wend_mesh_search *search, wendi_mesh_group *groups, uint32_t count,
                             const uint32_t *group_of)
{
    search->groups = groups;
    search->group_count = count;
    search->group_of = group_of;
    for (uint32_t i = 0; i < count; i++) {
        groups[i] = (wendi_mesh_group){(double)INFINITY, 0};
    }
}

void wendi_mesh_search_reach_group(wend_mesh_search *search, uint32_t goal, double length)
{
    const uint32_t index = search->goals[goal].index;
    wendi_mesh_group *group = &search->groups[search->group_of[index]];
    if (!(length < group->length) && (length > group->length || group->goal <= index)) {
        return;
    }
    *group = (wendi_mesh_group){length, index};
    double most = 0;
    for (uint32_t i = 0; i < search->group_count; i++) {
        most = search->groups[i].length > most ? search->groups[i].length : most;
    }
    search->best.length = most;
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
    if (!search->is_pinned && !wendi_mesh_space_is_fresh(search->space)) {
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
        search->method = method_of(&search->query);
        search->is_busy = true;
        result = search->method->begin(search);
        search->is_busy = false;
        if (result < 0) {
            search->method = NULL; /* its memory is not there to be read */
            return wendi_fail(&search->message, result, "wend_mesh_search_start: out of memory");
        }
    }
    search->answer.result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    if (result != WEND_OK) {
        search->answer.location = search->query.start;
        wendi_mesh_search_explain(search);
    }
    search->has_query = true;
    return WEND_OK;
}

/* Sets the start to the fan by which the path to search->best leaves, and lists its pieces. */
static wend_result trace(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    const wendi_mesh_start *start = &search->starts[search->method->start_of(search)];
    search->query.start.polygon = start->polygon;
    search->start_cell = start->cell;
    wend_result result = search->method->trace(search);
    if (result == WEND_OK && wendi_mesh_ground_counts(search)) {
        result = wendi_mesh_ground_split(search);
    }
    wendi_mesh_pieces_sum(search, &answer->length, &answer->cost);
    answer->cost += wendi_mesh_pieces_extra(search);
    return result;
}

/* Fills the members of the answer that describe the path to a goal. */
wend_result wendi_mesh_search_fill(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    const wendi_mesh_best *best = &search->best;
    if (search->query.goal_kind == WEND_MESH_GOAL_PREDICATE) {
        answer->location.x = best->point.x;
        answer->location.y = best->point.y;
        answer->location.polygon = best->goal;
    } else {
        answer->location = search->goals[best->goal].place;
        answer->goal_index = search->goals[best->goal].index;
    }
    search->ends_at_goal = true;
    const wend_result result = trace(search);
    if (result == WEND_OK) {
        search->method->measure(search);
    }
    return result;
}

/* After a limit: the path to a goal if one was reached, even if it is not proven the shortest, else
 * to the point nearest to one. */
static wend_result fill_partial_answer(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    wend_result result = WEND_OK;
    if (search->best.length < (double)INFINITY) {
        result = wendi_mesh_search_fill(search);
    } else {
        const uint32_t cell = search->method->take_nearest(search);
        answer->location.x = search->best.point.x;
        answer->location.y = search->best.point.y;
        answer->location.polygon = wendi_mesh_polygon_at(search->space, cell, search->best.point);
        result = trace(search);
    }
    answer->reason = WEND_FAILURE_LIMIT;
    answer->bound = 0;
    return result == WEND_OK ? WEND_PARTIAL : result;
}

static wend_result conclude(wend_mesh_search *search, wend_result result)
{
    wend_mesh_search_answer *answer = &search->answer;
    if (search->groups != NULL && result != WEND_NO_PATH) {
        answer->reason = result == WEND_PARTIAL ? WEND_FAILURE_LIMIT : WEND_FAILURE_NONE;
        return result;
    }
    if (result == WEND_OK) {
        return search->detour.is_filled ? WEND_OK : wendi_mesh_search_fill(search);
    }
    if (result == WEND_PARTIAL) {
        return fill_partial_answer(search);
    }
    if (result == WEND_NO_PATH) {
        answer->reason = search->hit_limit ? WEND_FAILURE_LIMIT : WEND_FAILURE_UNREACHABLE;
        answer->location = search->query.start;
        wendi_mesh_search_explain(search);
    }
    return result;
}

/* The steps of a method's check do not count against the query's limit. */
static wend_result run_slice(void *context, uint64_t *steps)
{
    wend_mesh_search *search = context;
    const wendi_mesh_method *method = search->method;
    const uint64_t limit = search->query.max_steps;
    wend_result result = WEND_IN_PROGRESS;
    do {
        result = method->check != NULL ? method->check(search, steps) : WEND_OK;
        if (result != WEND_OK) {
            return result;
        }
        uint64_t allowed = *steps;
        if (limit != 0) {
            const uint64_t done = search->answer.expanded;
            const uint64_t rest = done < limit ? limit - done : 0;
            allowed = rest < allowed ? rest : allowed;
        }
        uint64_t left = allowed;
        result = method->advance(search, &left);
        *steps -= allowed - left;
        if (result == WEND_IN_PROGRESS && limit != 0 && search->answer.expanded >= limit) {
            result = WEND_PARTIAL;
        }
        uint64_t further = 0;
        result = wendi_mesh_detour_after(search, result, &further);
        *steps -= further < *steps ? further : *steps;
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

/* ---- a peek at a query under way ---- */

wend_result wendi_mesh_search_begin_peek(wend_mesh_search *search, wendi_mesh_search_peek *peek)
{
    *peek = (wendi_mesh_search_peek){.best = search->best,
                                     .answer = search->answer,
                                     .start_polygon = search->query.start.polygon,
                                     .start_cell = search->start_cell,
                                     .ends_at_goal = search->ends_at_goal};
    const bool has_point = search->nearest.root != NONE || search->best.length < (double)INFINITY;
    if (!search->has_query || search->method == NULL || !has_point ||
        search->answer.result != WEND_IN_PROGRESS) {
        return WEND_NO_PATH;
    }
    peek->is_open = true;
    const wend_result result = fill_partial_answer(search);
    search->answer.result = result;
    return result == WEND_PARTIAL ? WEND_OK : result;
}

void wendi_mesh_search_end_peek(wend_mesh_search *search, const wendi_mesh_search_peek *peek)
{
    if (peek->is_open) {
        search->best = peek->best;
        search->answer = peek->answer;
        search->query.start.polygon = peek->start_polygon;
        search->start_cell = peek->start_cell;
        search->ends_at_goal = peek->ends_at_goal;
        search->piece_count = 0;
    }
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
    answer->location.polygon = WEND_NODE_NONE;
    if (search == NULL) {
        return;
    }
    *answer = search->answer;
    answer->location.z = wend_mesh_height(search->space->mesh, answer->location.polygon,
                                          answer->location.x, answer->location.y);
    answer->generated = search->method == NULL ? 0 : search->method->generated(search);
    answer->memory_bytes =
        sizeof *search + search->piece_capacity * sizeof *search->pieces +
        search->goal_capacity * sizeof *search->goals +
        search->start_capacity * sizeof *search->starts + search->fan.capacity * sizeof(uint32_t) +
        wendi_mesh_detour_bytes(search) +
        ((size_t)search->cell_capacity * 3 + search->polygon_capacity) * sizeof(uint32_t);
    for (size_t i = 0; i < METHODS; i++) {
        answer->memory_bytes += methods[i]()->memory_bytes(search);
    }
}

const wend_mesh_space *wend_mesh_search_space(const wend_mesh_search *search)
{
    return search == NULL ? NULL : search->space;
}

/* ---- drawing ---- */

void wendi_mesh_draw_half(const wend_mesh_search *search, const wend_draw *draw, uint32_t half,
                          wend_meaning meaning, double value)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    draw->line(draw->context, cells->halves[half].point,
               cells->halves[wendi_mesh_next(cells, half)].point, meaning, value);
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
    if (draw->line != NULL && search->method != NULL) {
        search->method->draw(search, draw);
    }
    if (draw->circle != NULL) {
        draw_ends(search, draw);
    }
    return WEND_OK;
}

/* Incremental searches: create, goal, update, answers, and when a new search is better than a repair.
 * Cost: an update reads the world once where the space was updated; else see repair.c. */
#include "route/incremental/incremental.h"

#include "base/core/budget.h"
#include "base/core/memory.h"

#include <string.h>

enum { COOKIE = 0x57494E31, GRAPH_SLACK = 1024 };

static const char creating[] = "wend_incremental_create";
static const char updating[] = "wend_incremental_update";

wend_incremental_def wend_incremental_def_default(void)
{
    wend_incremental_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    return def;
}

static void clear_answer(wend_incremental *incremental)
{
    const wend_node goal = incremental->answer.goal;
    memset(&incremental->answer, 0, sizeof incremental->answer);
    incremental->answer.result = WEND_NO_PATH;
    incremental->answer.start = WEND_NODE_NONE;
    incremental->answer.goal = goal;
    incremental->answer.cost = WEND_COST_INFINITE;
}

wend_result wend_incremental_create(const wend_incremental_def *def, wend_incremental **incremental)
{
    if (incremental != NULL) {
        *incremental = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, creating,
                                         "wend_incremental_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (def->space == NULL || incremental == NULL) {
        return wendi_refuse_null(def->message, creating,
                                 def->space == NULL ? "space" : "incremental");
    }
    wend_incremental *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->space = def->space;
    made->slack = def->space->net != NULL ? GRAPH_SLACK : 0;
    made->answer.goal = WEND_NODE_NONE;
    wendi_array_u32_init(&made->changed, &made->allocator);
    clear_answer(made);
    *incremental = made;
    return WEND_OK;
}

const char *wend_incremental_error(const wend_incremental *incremental)
{
    return incremental == NULL ? "" : incremental->message.text;
}

void wend_incremental_destroy(wend_incremental *incremental)
{
    if (incremental == NULL) {
        return;
    }
    const wend_allocator a = incremental->allocator;
    wendi_free(&a, incremental->records,
               incremental->records != NULL
                   ? (size_t)incremental->slot_count * sizeof *incremental->records
                   : 0);
    wendi_free(&a, incremental->queue, incremental->queue_capacity * sizeof *incremental->queue);
    wendi_free(&a, incremental->out.items,
               2 * (size_t)incremental->step_capacity * sizeof *incremental->out.items);
    wendi_incremental_seen_free(incremental);
    wendi_array_u32_free(&incremental->changed);
    wendi_free(&a, incremental, sizeof *incremental);
}

wend_result wend_incremental_set_goal(wend_incremental *incremental, wend_node goal)
{
    if (incremental == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(&incremental->message);
    const uint32_t count = wendi_space_node_count(incremental->space);
    if (goal >= count) {
        return wendi_refuse(&incremental->message, "wend_incremental_set_goal", "goal", goal, 0,
                            (double)count - 1);
    }
    const uint32_t slot = wendi_space_slot_of_node(incremental->space, goal);
    if (!incremental->has_goal || slot != incremental->goal_slot) {
        incremental->is_known = false;
        incremental->has_ended = false;
        incremental->phase = WENDI_INCREMENTAL_IDLE;
        incremental->answer.goal = goal;
        clear_answer(incremental);
    }
    incremental->has_goal = true;
    incremental->goal_slot = slot;
    return WEND_OK;
}

/* ---- an update ---- */

/* Searches anew. @return false: no memory. */
static bool begin_fresh(wend_incremental *incremental)
{
    incremental->is_known = false;
    incremental->answer.is_repaired = false;
    if (!wendi_incremental_see(incremental)) {
        return false;
    }
    wendi_incremental_set_start(incremental, incremental->start_slot);
    if (!wendi_incremental_begin(incremental)) {
        return false;
    }
    incremental->is_known = true;
    incremental->fresh_from = incremental->answer.expanded;
    incremental->phase = WENDI_INCREMENTAL_SEARCH;
    return true;
}

/* The start has moved, or nothing has: estimates and keys are from the new one on. */
static void move_start(wend_incremental *incremental, uint32_t slot)
{
    incremental->moved =
        wendi_incremental_sum(incremental->moved, wendi_incremental_estimate(incremental, slot));
    wendi_incremental_set_start(incremental, slot);
}

/* Begins an update, or goes on with one over another world or from another start.
 * @return false: no memory. */
static bool begin(wend_incremental *incremental, uint32_t slot)
{
    static const uint64_t most_moved = (uint64_t)1 << 61;
    const bool is_new = incremental->phase == WENDI_INCREMENTAL_IDLE;
    const bool is_edited = incremental->seen.update_count != incremental->space->update_count;
    if (is_new) {
        incremental->answer.expanded = incremental->answer.changed = 0;
        incremental->answer.is_repaired = true;
    }
    if (!incremental->is_known || incremental->moved > most_moved ||
        (is_edited && wendi_incremental_is_other_world(incremental))) {
        incremental->start_slot = slot;
        return begin_fresh(incremental);
    }
    if (slot != incremental->start_slot || is_edited) {
        move_start(incremental, slot);
    }
    if (is_edited) {
        incremental->seen.update_count = incremental->space->update_count;
        incremental->compared = 0;
        incremental->phase = WENDI_INCREMENTAL_COMPARE;
    } else if (is_new) {
        incremental->phase = WENDI_INCREMENTAL_SEARCH;
    }
    return true;
}

/* After the world was compared: so many changes are better searched anew. */
static bool are_many(const wend_incremental *incremental)
{
    enum { PARTS = 16, LEAST = 256 };
    const size_t open = incremental->changed.count - incremental->applied;
    return open > LEAST && open > incremental->fresh / PARTS;
}

static wend_result run_slice(void *context, uint64_t *steps)
{
    wend_incremental *incremental = context;
    wend_result result = WEND_OK;
    if (incremental->phase == WENDI_INCREMENTAL_COMPARE) {
        const size_t before = incremental->changed.count;
        result = wendi_incremental_compare(incremental, steps);
        incremental->answer.changed += incremental->changed.count - before;
        if (result != WEND_OK) {
            return result;
        }
        incremental->phase = WENDI_INCREMENTAL_APPLY;
        if (are_many(incremental) && !begin_fresh(incremental)) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (incremental->phase == WENDI_INCREMENTAL_APPLY) {
        result = wendi_incremental_apply(incremental, steps);
        if (result != WEND_OK) {
            return result;
        }
        wendi_array_u32_clear(&incremental->changed);
        incremental->applied = 0;
        incremental->phase = WENDI_INCREMENTAL_SEARCH;
    }
    /* A repair that takes more than a new search did is given up for one. */
    enum { LEAST_REPAIR = 1024 };
    if (incremental->answer.is_repaired) {
        const uint64_t most = incremental->fresh + LEAST_REPAIR;
        const uint64_t done = incremental->answer.expanded;
        const uint64_t left = done < most ? most - done : 0;
        uint64_t allowed = left < *steps ? left : *steps;
        const uint64_t granted = allowed;
        result = wendi_incremental_search(incremental, &allowed);
        *steps -= granted - allowed;
        if (result != WEND_IN_PROGRESS || incremental->answer.expanded < most) {
            return result;
        }
        if (!begin_fresh(incremental)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return wendi_incremental_search(incremental, steps);
}

static wend_result end(wend_incremental *incremental, wend_result result)
{
    wend_incremental_answer *answer = &incremental->answer;
    answer->result = result;
    incremental->has_ended = result >= 0 && result != WEND_IN_PROGRESS;
    if (result == WEND_IN_PROGRESS) {
        return result;
    }
    incremental->phase = WENDI_INCREMENTAL_IDLE;
    if (result < 0) {
        incremental->is_known = false;
        return wendi_fail(&incremental->message, result, "%s: %s", updating,
                          result == WEND_ERROR_FULL ? "a path costs 2^63 or more"
                                                    : wend_result_text(result));
    }
    return result;
}

/* An update that needs no search: no path. What is known stays as it was. */
static wend_result end_without(wend_incremental *incremental, wend_failure_reason reason)
{
    if (incremental->phase != WENDI_INCREMENTAL_IDLE) {
        incremental->is_known = false; /* an update was under way */
    }
    incremental->answer.reason = reason;
    incremental->answer.cost = WEND_COST_INFINITE;
    incremental->answer.changed = incremental->answer.expanded = 0;
    incremental->answer.is_repaired = incremental->is_known;
    return end(incremental, WEND_NO_PATH);
}

static wend_result check(wend_incremental *incremental, wend_node start)
{
    const uint32_t count = wendi_space_node_count(incremental->space);
    wend_space_info info;
    if (!incremental->has_goal) {
        return wendi_fail(&incremental->message, WEND_ERROR_ARGUMENT,
                          "%s: there is no goal: call wend_incremental_set_goal first", updating);
    }
    if (start >= count || incremental->answer.goal >= count) {
        return wendi_refuse(&incremental->message, updating, start >= count ? "start" : "goal",
                            start >= count ? start : incremental->answer.goal, 0,
                            (double)count - 1);
    }
    wend_space_get_info(incremental->space, &info);
    return info.is_fresh ? WEND_OK
                         : wendi_fail(&incremental->message, WEND_ERROR_STALE,
                                      "%s: the world is newer than the space: call "
                                      "wend_space_update first",
                                      updating);
}

wend_result wend_incremental_update(wend_incremental *incremental, wend_node start,
                                    wend_budget *budget)
{
    if (incremental == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(&incremental->message);
    wend_result result = check(incremental, start);
    if (result != WEND_OK) {
        return result;
    }
    const wend_space *space = incremental->space;
    const uint32_t slot = wendi_space_slot_of_node(space, start);
    incremental->answer.start = start;
    if (!wendi_space_is_open_slot(space, slot)) {
        return end_without(incremental, WEND_FAILURE_START_BLOCKED);
    }
    if (!wendi_space_is_open_slot(space, incremental->goal_slot)) {
        return end_without(incremental, WEND_FAILURE_GOAL_BLOCKED);
    }
    if (wendi_space_is_unreachable(space, slot, incremental->goal_slot)) {
        return end_without(incremental, WEND_FAILURE_UNREACHABLE);
    }
    incremental->answer.cost = WEND_COST_INFINITE;
    incremental->answer.reason = WEND_FAILURE_NONE;
    result = begin(incremental, slot) ? wendi_budget_run(budget, run_slice, incremental)
                                      : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        if (!incremental->answer.is_repaired) {
            incremental->fresh = incremental->answer.expanded - incremental->fresh_from;
        }
        const wendi_incremental_record *record = &incremental->records[slot];
        const bool is_reached =
            wendi_incremental_has(incremental, slot) && record->rhs != WEND_COST_INFINITE;
        incremental->answer.cost = is_reached ? record->rhs : WEND_COST_INFINITE;
        incremental->answer.reason = is_reached ? WEND_FAILURE_NONE : WEND_FAILURE_UNREACHABLE;
        result = is_reached ? WEND_OK : WEND_NO_PATH;
    }
    return end(incremental, result);
}

/* ---- answers ---- */

void wend_incremental_get_answer(const wend_incremental *incremental,
                                 wend_incremental_answer *answer)
{
    if (answer == NULL) {
        return;
    }
    memset(answer, 0, sizeof *answer);
    if (incremental == NULL) {
        return;
    }
    const wendi_incremental_seen *seen = &incremental->seen;
    *answer = incremental->answer;
    answer->memory_bytes = sizeof *incremental +
                           (incremental->records != NULL
                                ? (size_t)incremental->slot_count * sizeof *incremental->records
                                : 0) +
                           incremental->queue_capacity * sizeof *incremental->queue +
                           2 * (size_t)incremental->step_capacity * sizeof *incremental->out.items +
                           (seen->costs != NULL ? incremental->space->slot_count : 0) +
                           seen->arc_capacity * sizeof *seen->arcs +
                           seen->link_capacity * sizeof *seen->links +
                           incremental->changed.capacity * sizeof *incremental->changed.items;
}

/* Known are nodes whose costs agree and are no more than that of the start. */
wend_cost wend_incremental_cost_from(const wend_incremental *incremental, wend_node node)
{
    if (incremental == NULL || !incremental->has_ended || incremental->answer.result != WEND_OK ||
        incremental->seen.update_count != incremental->space->update_count ||
        node >= wendi_space_node_count(incremental->space)) {
        return WEND_COST_INFINITE;
    }
    const uint32_t slot = wendi_space_slot_of_node(incremental->space, node);
    if (slot == incremental->start_slot) {
        return incremental->answer.cost;
    }
    if (!wendi_incremental_has(incremental, slot)) {
        return WEND_COST_INFINITE;
    }
    const wendi_incremental_record *record = &incremental->records[slot];
    const uint64_t ahead = wendi_incremental_estimate(incremental, slot);
    const bool is_known = record->g == record->rhs &&
                          wendi_incremental_sum(record->g, ahead) <= incremental->answer.cost;
    return is_known ? record->g : WEND_COST_INFINITE;
}

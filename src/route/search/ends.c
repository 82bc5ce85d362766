/* The ends of a query.
 * Cost: sorting, count * log(count); finding one, log(count), linear unsorted. */
#include "route/search/ends.h"

#include "route/search/search.h"

/* Of starts and goals, in pairs: those beyond are taken to be joined. */
enum { REACHABILITY_CHECKS_MAX = 1 << 14 };

/* ---- lists of ends ---- */

bool wendi_search_ends_push(wendi_search_ends *ends, wendi_search_end end,
                            const wend_allocator *allocator)
{
    if (ends->count == ends->capacity) {
        const size_t capacity = ends->capacity < 4 ? 4 : ends->capacity * 2;
        wendi_search_end *items = wendi_resize(
            allocator, ends->items, ends->capacity * sizeof items[0], capacity * sizeof items[0]);
        if (items == NULL) {
            return false;
        }
        ends->items = items;
        ends->capacity = capacity;
    }
    ends->items[ends->count++] = end;
    return true;
}

void wendi_search_ends_free(wendi_search_ends *ends, const wend_allocator *allocator)
{
    wendi_free(allocator, ends->items, ends->capacity * sizeof ends->items[0]);
    ends->items = NULL;
    ends->count = ends->capacity = 0;
}

static bool is_before(const wendi_search_end *a, const wendi_search_end *b)
{
    if (a->slot != b->slot) {
        return a->slot < b->slot;
    }
    return a->cost != b->cost ? a->cost < b->cost : a->index < b->index;
}

/* Moves the item at `at` down the heap [count], whose largest item is at the top. */
static void sink(wendi_search_end *items, size_t at, size_t count)
{
    const wendi_search_end item = items[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_before(&items[child], &items[child + 1])) {
            ++child;
        }
        if (!is_before(&item, &items[child])) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = item;
}

void wendi_search_ends_sort(wendi_search_ends *ends)
{
    wendi_search_end *items = ends->items;
    for (size_t k = ends->count / 2; k-- > 0;) {
        sink(items, k, ends->count);
    }
    for (size_t left = ends->count; left > 1; --left) {
        const wendi_search_end largest = items[0];
        items[0] = items[left - 1];
        items[left - 1] = largest;
        sink(items, 0, left - 1);
    }

    size_t kept = 0;
    for (size_t k = 0; k < ends->count; ++k) {
        if (kept == 0 || items[kept - 1].slot != items[k].slot) {
            items[kept++] = items[k];
        }
    }
    ends->count = kept;
    ends->is_sorted = true;
}

const wendi_search_end *wendi_search_ends_at(const wendi_search_ends *ends, uint32_t slot)
{
    size_t low = 0;
    if (ends->is_sorted) {
        for (size_t high = ends->count; low < high;) {
            const size_t middle = low + (high - low) / 2;
            if (ends->items[middle].slot < slot) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < ends->count && ends->items[low].slot == slot ? &ends->items[low] : NULL;
    }
    while (low < ends->count && ends->items[low].slot != slot) {
        ++low;
    }
    return low < ends->count ? &ends->items[low] : NULL;
}

size_t wendi_search_ends_cheapest(const wendi_search_ends *ends)
{
    size_t best = 0;
    for (size_t k = 1; k < ends->count; ++k) {
        const wendi_search_end *end = &ends->items[k];
        if (end->cost < ends->items[best].cost ||
            (end->cost == ends->items[best].cost && end->index < ends->items[best].index)) {
            best = k;
        }
    }
    return best;
}

/* ---- starts and goals of a query ---- */

/* Notes a start, unless it is blocked or beyond the query's limit. @return false without memory. */
static bool add_start(wend_search *search, const wend_search_query *query, wend_node node,
                      wend_cost cost, size_t index)
{
    const uint32_t slot = wendi_space_slot_of_node(search->space, node);
    if (cost == WEND_COST_INFINITE || !wendi_space_is_open_slot(search->space, slot)) {
        return true;
    }
    if (cost > query->max_cost) {
        search->hit_limit = true;
        return true;
    }
    const wendi_search_end start = {cost, slot, (uint32_t)index};
    return wendi_search_ends_push(&search->starts, start, &search->allocator);
}

static bool set_starts(wend_search *search, const wend_search_query *query)
{
    bool is_done = true;
    const wend_node first = query->starts == NULL ? query->start : query->starts[0];
    search->starts.count = 0;
    search->start_slot = wendi_space_slot_of_node(search->space, first);
    search->start_least = 0;
    if (query->starts == NULL) {
        is_done = add_start(search, query, query->start, 0, 0);
    }
    for (size_t k = 0; query->starts != NULL && k < query->start_count && is_done; ++k) {
        const wend_cost cost = query->start_costs == NULL ? 0 : query->start_costs[k];
        is_done = add_start(search, query, query->starts[k], cost, k);
    }
    wendi_search_ends_sort(&search->starts);
    return is_done;
}

/* True if an end may be joined to one of the others. Ends need not be tested against many. */
static bool is_joined(const wend_search *search, uint32_t slot, bool is_start,
                      const wendi_search_ends *others, size_t *checks)
{
    for (size_t k = 0; k < others->count; ++k) {
        const uint32_t other = others->items[k].slot;
        if ((others->count > 1 && ++*checks > REACHABILITY_CHECKS_MAX) ||
            !wendi_space_is_unreachable(search->space, is_start ? slot : other,
                                        is_start ? other : slot)) {
            return true;
        }
    }
    return others->count == 0;
}

/* Notes an open goal that may be reached. @return false without memory. */
static bool add_goal(wend_search *search, wend_node node, wend_cost cost, size_t index,
                     size_t *checks)
{
    const uint32_t slot = wendi_space_slot_of_node(search->space, node);
    if (cost == WEND_COST_INFINITE || !wendi_space_is_open_slot(search->space, slot)) {
        return true;
    }
    if (!is_joined(search, slot, false, &search->starts, checks)) {
        search->has_unreachable_goal = true;
        return true;
    }
    const wendi_search_end goal = {cost, slot, (uint32_t)index};
    return wendi_search_ends_push(&search->goals, goal, &search->allocator);
}

/* Costs of goals are counted from the least one on, so that estimates may end at 0 and are near to
 * the truth all the same; but the user's estimates include them. */
static void ready_goal_costs(wend_search *search)
{
    wendi_search_ends *goals = &search->goals;
    wendi_search_ends_sort(goals);
    if (goals->count > 0 && search->heuristic != WEND_HEURISTIC_CUSTOM) {
        search->goal_least = goals->items[wendi_search_ends_cheapest(goals)].cost;
    }
    for (size_t k = 0; k < goals->count; ++k) {
        goals->items[k].cost -= search->goal_least;
    }
}

/* Drops starts that lead to no goal, and puts the cheapest first. */
static void ready_starts(wend_search *search, const wend_search_query *query)
{
    wendi_search_ends *starts = &search->starts;
    size_t checks = 0;
    size_t kept = 0;
    for (size_t k = 0; k < starts->count && starts->count > 1; ++k) {
        if (is_joined(search, starts->items[k].slot, true, &search->goals, &checks)) {
            starts->items[kept++] = starts->items[k];
        }
    }
    starts->count = kept > 0 ? kept : starts->count;
    search->answer.start = query->starts == NULL ? query->start : query->starts[0];
    if (starts->count > 0) {
        const size_t cheapest = wendi_search_ends_cheapest(starts);
        const wendi_search_end first = starts->items[cheapest];
        starts->items[cheapest] = starts->items[0];
        starts->items[0] = first;
        starts->is_sorted = false;
        search->start_slot = first.slot;
        search->start_least = first.cost;
        search->answer.start = query->starts == NULL ? query->start : query->starts[first.index];
        search->answer.start_index = first.index;
    }
}

/* One start and one goal, as most queries have. Nothing has to be sorted. */
static bool set_two(wend_search *search, const wend_search_query *query)
{
    search->start_slot = wendi_space_slot_of_node(search->space, query->start);
    search->start_least = 0;
    search->starts.count = search->goals.count = 0;
    search->starts.is_sorted = search->goals.is_sorted = false;
    search->has_unreachable_goal = search->has_goal_costs = false;
    search->goal_least = 0;
    search->answer.start = query->start;
    size_t checks = 0;
    return add_start(search, query, query->start, 0, 0) &&
           add_goal(search, query->goal, 0, 0, &checks);
}

wend_result wendi_search_set_ends(wend_search *search, const wend_search_query *query)
{
    if (query->starts == NULL && query->goal_kind == WEND_GOAL_NODE) {
        return set_two(search, query) ? WEND_OK
                                      : wendi_fail(&search->message, WEND_ERROR_MEMORY,
                                                   "wend_search_start: out of memory");
    }
    size_t checks = 0;
    bool is_done = set_starts(search, query);
    search->has_unreachable_goal = false;
    search->goals.count = 0;
    search->goals.is_sorted = false;
    search->goal_least = 0;
    search->has_goal_costs = query->goal_kind == WEND_GOAL_SET && query->goal_costs != NULL;
    if (query->goal_kind == WEND_GOAL_NODE) {
        is_done = is_done && add_goal(search, query->goal, 0, 0, &checks);
    } else if (query->goal_kind == WEND_GOAL_SET) {
        for (size_t k = 0; k < query->goal_count && is_done; ++k) {
            const wend_cost cost = query->goal_costs != NULL ? query->goal_costs[k] : 0;
            is_done = add_goal(search, query->goals[k], cost, k, &checks);
        }
    }
    if (!is_done) {
        return wendi_fail(&search->message, WEND_ERROR_MEMORY, "wend_search_start: out of memory");
    }
    if (search->has_goal_costs) {
        ready_goal_costs(search);
    }
    ready_starts(search, query);
    return WEND_OK;
}

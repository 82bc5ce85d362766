/* Breadth-first search over cells, from one end or, with goal nodes, from both: a path of the
 * fewest steps.
 * Cost: one step for each cell expanded; from both ends about the cells within half the depth of
 * either. */
#include "route/search/levels.h"

#include <string.h>

/* One of the two ends. */
typedef struct breadth_first_side {
    wend_search *search;
    wendi_cell_records *records;
    const wendi_cell_records *facing; /* of the other end; NULL with one end */
    wendi_array_u32 *fifo;
    bool is_backward;
} breadth_first_side;

static breadth_first_side side_of(wend_search *search, bool is_backward)
{
    breadth_first_side s = {search, &search->records, NULL, &search->fifo, is_backward};
    if (is_backward) {
        s.records = &search->back_records;
        s.fifo = &search->back_fifo;
    }
    if (wendi_levels_are_bidirectional(search)) {
        s.facing = is_backward ? &search->records : &search->back_records;
    }
    return s;
}

/* Begins at these ends. Without memory nothing is found. */
static bool push_ends(breadth_first_side *s, const wendi_search_ends *ends)
{
    wend_search *search = s->search;
    for (size_t k = 0; k < ends->count; ++k) {
        const uint32_t slot = ends->items[k].slot;
        const bool is_known = wendi_cell_records_has(s->records, slot);
        if (is_known && s->records->costs[slot] != WEND_COST_INFINITE) {
            continue; /* a goal that is listed twice */
        }
        s->records->costs[slot] = 0;
        s->records->depths[slot] = 0;
        s->records->meta[slot] = s->records->generation | WENDI_META_OPEN |
                                 (is_known ? WENDI_META_GOAL : 0) | WENDI_DIRECTION_NONE;
        if (s->is_backward) {
            if (wendi_cell_records_has(s->facing, slot) && s->facing->costs[slot] == 0) {
                wendi_levels_set_meeting(search, slot, 0);
            }
        } else if (is_known && search->goal_slot == UINT32_MAX) {
            search->goal_slot = slot;
            search->goal_cost = 0;
        }
        if (!wendi_levels_push(search, s->fifo, slot)) {
            return false;
        }
    }
    return true;
}

wend_result wendi_breadth_first_begin(wend_search *search)
{
    wend_result result =
        wendi_cell_records_begin(&search->records, search->space, true, &search->allocator);
    if (result == WEND_OK && wendi_levels_are_bidirectional(search)) {
        result = wendi_cell_records_begin(&search->back_records, search->space, true,
                                          &search->allocator);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_levels_begin(search);
    wendi_bucket_queue_clear(&search->queue, 0, 0);
    for (size_t k = 0; k < search->goals.count; ++k) {
        const uint32_t goal = search->goals.items[k].slot;
        search->records.costs[goal] = WEND_COST_INFINITE;
        search->records.meta[goal] = search->records.generation | WENDI_META_GOAL;
    }

    breadth_first_side front = side_of(search, false);
    bool is_done = push_ends(&front, &search->starts);
    if (wendi_levels_are_bidirectional(search)) {
        breadth_first_side back = side_of(search, true);
        is_done = is_done && push_ends(&back, &search->goals);
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

static void note_best(wend_search *search, uint32_t slot)
{
    const wend_goal_kind kind = search->query.goal_kind;
    if (kind != WEND_GOAL_NODE && kind != WEND_GOAL_SET) {
        return;
    }
    const uint32_t stride = search->space->stride;
    const uint64_t remaining =
        wendi_search_estimate(search, slot, (int32_t)(slot % stride), (int32_t)(slot / stride));
    if (remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
    }
}

/* The cost of the step between two cells in the direction of the goal: the factor of the cell that
 * is entered. */
static uint64_t step_cost(const breadth_first_side *s, uint32_t from, uint32_t to,
                          uint32_t direction)
{
    const wend_space *space = s->search->space;
    return space->steps.lengths[direction] * space->costs[s->is_backward ? from : to];
}

/* @param arrival a direction, or WENDI_ARRIVAL_LINK. @param way the cost of the step. */
static wend_result reach(breadth_first_side *s, uint32_t slot, uint32_t from, uint32_t arrival,
                         uint64_t way)
{
    wend_search *search = s->search;
    const bool is_known = wendi_cell_records_has(s->records, slot);
    if (is_known && s->records->costs[slot] != WEND_COST_INFINITE) {
        return WEND_OK;
    }
    const uint64_t cost = wendi_cost_add(s->records->costs[from], way);
    const uint32_t depth = s->records->depths[from] + 1;
    if (!wendi_levels_allow(search, cost, depth)) {
        return WEND_OK;
    }
    const uint32_t goal = is_known ? s->records->meta[slot] & WENDI_META_GOAL : 0;
    s->records->costs[slot] = cost;
    s->records->depths[slot] = depth;
    s->records->meta[slot] = s->records->generation | WENDI_META_OPEN | goal | arrival;
    ++search->answer.generated;
    if (s->facing != NULL) {
        if (wendi_cell_records_has(s->facing, slot) &&
            s->facing->costs[slot] != WEND_COST_INFINITE) {
            wendi_levels_set_meeting(search, slot, cost + s->facing->costs[slot]);
        }
    } else if (goal != 0) {
        search->goal_slot = slot;
        search->goal_cost = cost;
    }
    return wendi_levels_push(search, s->fifo, slot) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result expand_steps(breadth_first_side *s, uint32_t slot)
{
    const wend_search *search = s->search;
    const wend_space *space = search->space;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint32_t mask =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    uint32_t steps = space->steps.natural[kind * 256 + mask][WENDI_DIRECTION_NONE];
    wend_result result = WEND_OK;
    for (; steps != 0 && result == WEND_OK && search->goal_slot == UINT32_MAX; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        result = reach(s, next, slot, d, step_cost(s, slot, next, d));
    }
    return result;
}

/* A link is one step; searching from both ends does not take links. */
static wend_result expand_links(breadth_first_side *s, uint32_t slot)
{
    const wend_search *search = s->search;
    const wendi_space_links *links = &search->space->links;
    wend_result result = WEND_OK;
    uint32_t index = wendi_space_links_first(links, slot);
    for (; index < links->count && links->arcs[index].from == slot && result == WEND_OK &&
           search->goal_slot == UINT32_MAX;
         ++index) {
        const wendi_link_arc *arc = &links->arcs[index];
        const uint64_t found = search->answer.generated;
        if (search->space->costs[arc->to] != WEND_COST_WALL) {
            result = reach(s, arc->to, slot, WENDI_ARRIVAL_LINK, arc->cost);
        }
        if (search->answer.generated != found) {
            s->records->arcs[arc->end] = index;
        }
    }
    return result;
}

static wend_result search_slot(wend_search *search, uint32_t slot)
{
    breadth_first_side s = side_of(search, search->is_back_turn);
    s.records->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (s.records->costs[slot] >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (!s.is_backward) {
        note_best(search, slot);
    }
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node(search->space, slot))) {
        search->goal_slot = slot;
        search->goal_cost = s.records->costs[slot];
        return WEND_OK;
    }
    wend_result result = expand_steps(&s, slot);
    const wendi_space_links *links = &search->space->links;
    if (result == WEND_OK && links->count > 0 && wendi_space_links_has(links, slot)) {
        result = expand_links(&s, slot);
    }
    return result;
}

wend_result wendi_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    return wendi_levels_advance(search, steps, search_slot);
}

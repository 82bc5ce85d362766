/* Breadth-first search over cells, from one end or, with goal nodes, from both: a path of the
 * fewest steps.
 * Cost: one step for each cell expanded; from both ends about the cells within half the depth of
 * either. */
#include "route/search/search.h"

/* ---- records of cells ---- */

/* One of the two ends. */
typedef struct side {
    wend_search *search;
    wendi_cell_records *own;
    const wendi_cell_records *facing; /* of the other end; NULL with one end */
    wendi_array_u32 *fifo;
    bool is_backward;
} side;

static inline side side_of(wend_search *search, bool is_backward)
{
    const bool are_two = search->answer.method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL;
    side s = {search, &search->records, are_two ? &search->back_records : NULL, &search->fifo,
              is_backward};
    if (is_backward) {
        s.own = &search->back_records;
        s.facing = &search->records;
        s.fifo = &search->back_fifo;
    }
    return s;
}

static inline wend_result begin_side(const side *s)
{
    return wendi_cell_records_begin(s->own, s->search->space, true, &s->search->allocator);
}

static inline bool has(const wendi_cell_records *records, uint32_t slot)
{
    return wendi_cell_records_has(records, slot);
}

static inline uint64_t cost_of(const wendi_cell_records *records, uint32_t slot)
{
    return records->costs[slot];
}

static inline uint32_t depth_of(const wendi_cell_records *records, uint32_t slot)
{
    return records->depths[slot];
}

static inline bool is_goal(const wendi_cell_records *records, uint32_t slot)
{
    return (records->meta[slot] & WENDI_META_GOAL) != 0;
}

static inline void mark_goal(wendi_cell_records *records, uint32_t slot)
{
    records->costs[slot] = WEND_COST_INFINITE;
    records->meta[slot] = records->generation | WENDI_META_GOAL;
}

static inline void put(wendi_cell_records *records, uint32_t slot, uint64_t cost, uint32_t depth,
                       uint32_t from, uint32_t arrival, bool is_known_goal)
{
    (void)from; /* follows from the direction of arrival */
    records->costs[slot] = cost;
    records->depths[slot] = depth;
    records->meta[slot] =
        records->generation | WENDI_META_OPEN | (is_known_goal ? WENDI_META_GOAL : 0) | arrival;
}

static inline void put_first(wendi_cell_records *records, uint32_t slot, bool is_known_goal)
{
    put(records, slot, 0, 0, slot, WENDI_DIRECTION_NONE, is_known_goal);
}

static inline void close_slot(wendi_cell_records *records, uint32_t slot)
{
    records->meta[slot] &= ~(uint32_t)WENDI_META_OPEN;
}

static inline uint64_t remaining_at(const wend_search *search, uint32_t slot)
{
    const uint32_t stride = search->space->stride;
    return wendi_search_estimate(search, slot, (int32_t)(slot % stride), (int32_t)(slot / stride));
}

#include "route/search/breadth_first.h"

/* ---- steps ---- */

/* The cost of the step between two cells in the direction of the goal: the factor of the cell that
 * is entered. */
static uint64_t step_cost(const side *s, uint32_t from, uint32_t to, uint32_t direction)
{
    const wend_space *space = s->search->space;
    return space->steps.lengths[direction] * space->costs[s->is_backward ? from : to];
}

static wend_result expand_steps(side *s, uint32_t slot)
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
        if (!is_reached(s, next)) {
            result = reach(s, next, slot, d, step_cost(s, slot, next, d));
        }
    }
    return result;
}

/* A link is one step; searching from both ends does not take links. */
static wend_result expand_links(side *s, uint32_t slot)
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
        if (search->space->costs[arc->to] != WEND_COST_WALL && !is_reached(s, arc->to)) {
            result = reach(s, arc->to, slot, WENDI_ARRIVAL_LINK, arc->cost);
        }
        if (search->answer.generated != found) {
            s->own->arcs[arc->end] = index;
        }
    }
    return result;
}

static wend_result expand(side *s, uint32_t slot)
{
    const wend_result result = expand_steps(s, slot);
    const wendi_space_links *links = &s->search->space->links;
    return result == WEND_OK && links->count > 0 && wendi_space_links_has(links, slot)
               ? expand_links(s, slot)
               : result;
}

wend_result wendi_breadth_first_begin(wend_search *search)
{
    wendi_bucket_queue_clear(&search->queue, 0, 0);
    return begin(search);
}

wend_result wendi_breadth_first_advance(wend_search *search, uint64_t *steps)
{
    return wendi_levels_advance(search, steps, search_slot);
}

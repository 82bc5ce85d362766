/* Jump point search, for one goal on a space whose open cells all cost the same, with 8
 * neighbours.
 * Cost: one step for each jump point; each a few word scans and a queue entry for each jump point
 * found from it.
 *
 * Where a few cells cost more (a jam, a danger), the bitmaps with breaks are used: scans stop at those
 * cells and beside them, and there the search goes on a step at a time, without pruning. Whatever
 * lies between two stops costs the base, and so does all around it, so pruning is as exact as ever.
 *
 * The jump table knows no breaks. With one, the search is first made as if all cells cost the base,
 * which no path can cost less than; if the path found is clear of cells that cost more, it is the
 * cheapest. If not, the search begins afresh with breaks. */
#include "route/jump/scan.h"
#include "route/search/search.h"

/* ---- finding jump points ---- */

/* The node being expanded, and everything its expansion needs. */
typedef struct jump_expansion {
    wend_search *search;
    wendi_jump_scratch *jump;
    const wendi_jump_map *map;
    uint32_t px, py;
    uint32_t index;
    uint64_t cost;
    bool is_out_of_memory;
} jump_expansion;

static uint64_t estimate_from(const wend_search *search, uint32_t px, uint32_t py)
{
    const wendi_jump_scratch *jump = &search->jump;
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        return wendi_search_estimate(search, py * search->space->stride + px, (int32_t)px,
                                     (int32_t)py);
    }
    const uint32_t dx = px > jump->goal_x ? px - jump->goal_x : jump->goal_x - px;
    const uint32_t dy = py > jump->goal_y ? py - jump->goal_y : jump->goal_y - py;
    const uint32_t diagonal = dx < dy ? dx : dy;
    return (dx + dy - 2 * diagonal) * jump->straight + diagonal * jump->diagonal;
}

/* True if no path with this key can become cheaper than the one that is known. */
static inline bool is_hopeless(const wend_search *search, uint64_t key)
{
    return search->goal_cost != WEND_COST_INFINITE && key >= search->goal_cost;
}

/* Adds a node for a cell; ~0 when it is beyond the limit, when the estimate is infinite, or without
 * memory. */
static uint32_t make_node(jump_expansion *e, uint32_t slot, uint32_t px, uint32_t py, uint64_t cost)
{
    wendi_jump_nodes *nodes = &e->jump->nodes;
    const uint32_t cell = py << 16 | px;
    if (cost > e->search->query.max_cost) {
        e->search->hit_limit = true;
        return UINT32_MAX;
    }
    const uint64_t estimate = estimate_from(e->search, px, py);
    if (wendi_is_unreachable(estimate)) {
        return UINT32_MAX;
    }
    if (nodes->keys.count == nodes->capacity) {
        if (!wendi_jump_nodes_grow(nodes, &e->search->allocator)) {
            e->is_out_of_memory = true;
            return UINT32_MAX;
        }
        slot = wendi_key_table_slot(&nodes->keys, cell);
    }
    const uint32_t index = wendi_jump_nodes_add(nodes, slot, cell);
    nodes->items[index].estimate = estimate;
    return index;
}

/* Relaxes a cell if the cost improves on the best known. */
static void reach(jump_expansion *e, uint32_t px, uint32_t py, uint64_t cost, uint32_t direction)
{
    wend_search *search = e->search;
    wendi_jump_nodes *nodes = &e->jump->nodes;
    const uint32_t slot = wendi_key_table_slot(&nodes->keys, py << 16 | px);
    uint32_t index = wendi_key_table_at(&nodes->keys, slot);
    if (index >= nodes->keys.count) {
        index = make_node(e, slot, px, py, cost);
        if (index == UINT32_MAX) {
            return;
        }
    } else if (cost >= nodes->items[index].cost) {
        return;
    }
    wendi_jump_node *node = &nodes->items[index];
    node->cost = cost;
    node->parent = e->index;
    node->direction = (uint8_t)direction;
    node->is_open = 1;
    ++search->answer.generated;
    if (node->cell == e->jump->goal_cell) {
        search->goal_cost = cost;
        e->jump->goal_node = index;
        return;
    }
    const uint64_t total = wendi_cost_add(cost, node->estimate);
    if (!is_hopeless(search, total) && !wendi_bucket_queue_push(&search->queue, total, index)) {
        e->is_out_of_memory = true;
    }
}

/* A straight jump to a stop that was found; cost is that of the cell it starts from. */
static inline void reach_horizontal(jump_expansion *e, uint32_t px, uint32_t py, uint64_t cost,
                                    uint32_t to, bool is_east)
{
    reach(e, to, py, cost + wendi_difference(to, px) * e->jump->straight,
          is_east ? WENDI_EAST : WENDI_WEST);
}

static inline void reach_vertical(jump_expansion *e, uint32_t px, uint32_t py, uint64_t cost,
                                  uint32_t to, bool is_south)
{
    reach(e, px, to, cost + wendi_difference(to, py) * e->jump->straight,
          is_south ? WENDI_SOUTH : WENDI_NORTH);
}

/* Straight jumps from any cell, to the goal or to a jump point or, at a wall, to nothing. */
static inline void jump_horizontal(jump_expansion *e, uint32_t px, uint32_t py, uint64_t cost,
                                   bool is_east)
{
    const uint32_t stop = wendi_jump_stop_horizontal(e->map, px, py, is_east);
    if (py == e->jump->goal_y && wendi_scan_is_between(px, e->jump->goal_x, stop)) {
        reach_horizontal(e, px, py, cost, e->jump->goal_x, is_east);
    } else if (wendi_scan_bit(wendi_jump_row(e->map, WENDI_JUMP_OPEN, py), stop)) {
        reach_horizontal(e, px, py, cost, stop, is_east);
    }
}

static inline void jump_vertical(jump_expansion *e, uint32_t px, uint32_t py, uint64_t cost,
                                 bool is_south)
{
    const uint32_t stop = wendi_jump_stop_vertical(e->map, px, py, is_south);
    if (px == e->jump->goal_x && wendi_scan_is_between(py, e->jump->goal_y, stop)) {
        reach_vertical(e, px, py, cost, e->jump->goal_y, is_south);
    } else if (wendi_scan_bit(wendi_jump_column(e->map, WENDI_JUMP_OPEN_T, px), stop)) {
        reach_vertical(e, px, py, cost, stop, is_south);
    }
}

/* A diagonal from the expanded node. */
typedef struct diagonal_line {
    bool is_east, is_south;
    uint32_t direction;
    const uint64_t *horizontal, *vertical; /* skewed lines: the side bits of its cells */
} diagonal_line;

/* True if the cell has a forced neighbour for an arrival along the diagonal. Only where corners are
 * cut. */
static bool is_forced(const jump_expansion *e, const diagonal_line *d, uint32_t px, uint32_t py)
{
    const uint8_t *natural =
        e->search->space->steps.natural[wendi_jump_neighbours_at(e->map, px, py)];
    return (natural[d->direction] & wendi_jump_sides(d->direction)) != 0;
}

/* Jumps to the sides from the cell at position px of the diagonal, where the bitmaps have bits set.
 * @return true if the diagonal ends there, because the cell is a jump point. */
static inline bool turn_at(jump_expansion *e, const diagonal_line *d, uint32_t px,
                           uint64_t horizontal, uint64_t vertical)
{
    const uint32_t distance = wendi_difference(px, e->px);
    const uint32_t py = d->is_south ? e->py + distance : e->py - distance;
    const uint64_t cost = e->cost + distance * e->jump->diagonal;
    if (horizontal != 0) {
        const bool ends = wendi_jump_is_break(e->map, px, py) ||
                          (e->map->rule != WEND_CORNER_NEVER && is_forced(e, d, px, py));
        if (ends) {
            reach(e, px, py, cost, d->direction);
            return true;
        }
        reach_horizontal(e, px, py, cost, wendi_jump_stop_horizontal(e->map, px, py, d->is_east),
                         d->is_east);
    }
    if (vertical != 0) {
        reach_vertical(e, px, py, cost, wendi_jump_stop_vertical(e->map, px, py, d->is_south),
                       d->is_south);
    }
    return false;
}

/* Turns after e->px up to `last`, towards higher positions; returns where the diagonal ends. */
static inline uint32_t turns_up(jump_expansion *e, const diagonal_line *d, uint32_t last)
{
    const uint32_t first = e->px + 1;
    uint64_t mask = UINT64_MAX << (first % 64);
    for (uint32_t word = first / 64; word <= last / 64; ++word) {
        mask &= word == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
        uint64_t bits = (d->horizontal[word] | d->vertical[word]) & mask;
        for (; bits != 0; bits &= bits - 1) {
            const uint64_t bit = bits & (~bits + 1);
            const uint32_t px = word * 64 + wendi_ctz64(bits);
            if (turn_at(e, d, px, d->horizontal[word] & bit, d->vertical[word] & bit)) {
                return px;
            }
        }
        mask = UINT64_MAX;
    }
    return last;
}

static inline uint32_t turns_down(jump_expansion *e, const diagonal_line *d, uint32_t last)
{
    const uint32_t first = e->px - 1;
    uint64_t mask = UINT64_MAX >> (63 - first % 64);
    for (uint32_t word = first / 64 + 1; word-- > last / 64;) {
        mask &= word == last / 64 ? UINT64_MAX << (last % 64) : UINT64_MAX;
        uint64_t bits = (d->horizontal[word] | d->vertical[word]) & mask;
        while (bits != 0) {
            const uint32_t high = 63 - wendi_clz64(bits);
            const uint64_t bit = (uint64_t)1 << high;
            const uint32_t px = word * 64 + high;
            bits &= ~bit;
            if (turn_at(e, d, px, d->horizontal[word] & bit, d->vertical[word] & bit)) {
                return px;
            }
        }
        mask = UINT64_MAX;
    }
    return last;
}

/* Jumps to the goal, or to a stop before it, from the cell of the diagonal that is in the goal's row or
 * column. */
static void turn_to_goal(jump_expansion *e, const diagonal_line *d, uint32_t distance, bool is_end)
{
    const wendi_jump_scratch *jump = e->jump;
    const uint32_t px = d->is_east ? e->px + distance : e->px - distance;
    const uint32_t py = d->is_south ? e->py + distance : e->py - distance;
    if (is_end && wendi_jump_is_break(e->map, px, py)) {
        return; /* a node of its own, which goes on a step at a time */
    }
    const uint64_t cost = e->cost + distance * jump->diagonal;
    if (px == jump->goal_x && py == jump->goal_y) {
        reach(e, px, py, cost, d->direction);
    } else if (py == jump->goal_y) {
        jump_horizontal(e, px, py, cost, d->is_east);
    } else {
        jump_vertical(e, px, py, cost, d->is_south);
    }
}

/* The goal is not in the bitmaps: jumps to it where the diagonal crosses its row or its column
 * within `length` steps, with nothing between. */
static inline void goal_beside(jump_expansion *e, const diagonal_line *d, uint32_t length)
{
    const wendi_jump_scratch *jump = e->jump;
    const uint32_t across = d->is_east ? jump->goal_x - e->px : e->px - jump->goal_x;
    const uint32_t along = d->is_south ? jump->goal_y - e->py : e->py - jump->goal_y;
    /* Behind the node the differences wrap around to large numbers. */
    const uint32_t distance = across < along ? across : along;
    if (distance != 0 && distance <= length && (across | along) <= INT32_MAX) {
        turn_to_goal(e, d, distance, distance == length);
    }
}

static inline void jump_diagonal(jump_expansion *e, bool is_east, bool is_south, int horizontal,
                                 uint32_t direction)
{
    const wendi_jump_map *map = e->map;
    const bool is_rising = is_east != is_south;
    const uint32_t line = wendi_jump_line(map, e->px, e->py, is_rising);
    const uint64_t *step =
        wendi_jump_row(map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const uint32_t last =
        is_east ? wendi_jump_last_up(step, e->px) : wendi_jump_last_down(step, e->px);
    if (last == e->px) {
        return;
    }
    const diagonal_line d = {is_east, is_south, direction, wendi_jump_row(map, horizontal, line),
                             wendi_jump_row(map, horizontal + 1, line)};
    const uint32_t end = is_east ? turns_up(e, &d, last) : turns_down(e, &d, last);
    goal_beside(e, &d, wendi_difference(end, e->px));
}

/* A straight direction continues only where the maps have a jump point, or the goal is in line. */
static inline void scan_horizontal(jump_expansion *e, bool is_east)
{
    const int which = is_east ? WENDI_JUMP_REACH_EAST : WENDI_JUMP_REACH_WEST;
    if (e->py == e->jump->goal_y) {
        jump_horizontal(e, e->px, e->py, e->cost, is_east);
    } else if (wendi_scan_bit(wendi_jump_row(e->map, which, e->py), e->px)) {
        reach_horizontal(e, e->px, e->py, e->cost,
                         wendi_jump_stop_horizontal(e->map, e->px, e->py, is_east), is_east);
    }
}

static inline void scan_vertical(jump_expansion *e, bool is_south)
{
    const int which = is_south ? WENDI_JUMP_REACH_SOUTH : WENDI_JUMP_REACH_NORTH;
    if (e->px == e->jump->goal_x) {
        jump_vertical(e, e->px, e->py, e->cost, is_south);
    } else if (wendi_scan_bit(wendi_jump_column(e->map, which, e->px), e->py)) {
        reach_vertical(e, e->px, e->py, e->cost,
                       wendi_jump_stop_vertical(e->map, e->px, e->py, is_south), is_south);
    }
}

/* At a break: all steps. */
static void step_everywhere(jump_expansion *e, uint32_t mask)
{
    const wend_space *space = e->search->space;
    const uint32_t slot = e->py * space->stride + e->px;
    uint32_t steps = space->steps.natural[mask][WENDI_DIRECTION_NONE];
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint8_t factor = space->costs[slot + (uint32_t)space->offsets[d]];
        reach(e, e->px + (uint32_t)wendi_direction_x(d), e->py + (uint32_t)wendi_direction_y(d),
              e->cost + space->steps.lengths[d] * factor, d);
    }
}

static void expand(jump_expansion *e, uint32_t arrival)
{
    const uint32_t mask = wendi_jump_neighbours_at(e->map, e->px, e->py);
    if (wendi_jump_is_break(e->map, e->px, e->py)) {
        step_everywhere(e, mask);
        return;
    }
    uint32_t steps = e->search->space->steps.natural[mask][arrival];
    for (; steps != 0; steps &= steps - 1) {
        switch (wendi_ctz64(steps)) {
        case WENDI_NORTH:
            scan_vertical(e, false);
            break;
        case WENDI_NORTH_EAST:
            jump_diagonal(e, true, false, WENDI_JUMP_HORIZONTAL_NE, WENDI_NORTH_EAST);
            break;
        case WENDI_EAST:
            scan_horizontal(e, true);
            break;
        case WENDI_SOUTH_EAST:
            jump_diagonal(e, true, true, WENDI_JUMP_HORIZONTAL_SE, WENDI_SOUTH_EAST);
            break;
        case WENDI_SOUTH:
            scan_vertical(e, true);
            break;
        case WENDI_SOUTH_WEST:
            jump_diagonal(e, false, true, WENDI_JUMP_HORIZONTAL_SW, WENDI_SOUTH_WEST);
            break;
        case WENDI_WEST:
            scan_horizontal(e, false);
            break;
        default:
            jump_diagonal(e, false, false, WENDI_JUMP_HORIZONTAL_NW, WENDI_NORTH_WEST);
            break;
        }
    }
}

/* ---- the search ---- */

static uint32_t slot_of(const wend_search *search, uint32_t cell)
{
    return (cell >> 16) * search->space->stride + (cell & 0xFFFF);
}

static void set_goal(wend_search *search)
{
    wendi_jump_scratch *jump = &search->jump;
    const wend_space *space = search->space;
    const uint32_t goal = search->goals.items[0].slot;
    jump->straight = WEND_COST_ONE * space->cost_min;
    jump->diagonal = WEND_COST_DIAGONAL * space->cost_min;
    jump->goal_x = goal % space->stride;
    jump->goal_y = goal / space->stride;
    jump->goal_cell = jump->goal_y << 16 | jump->goal_x;
    jump->goal_node = UINT32_MAX;
}

/* Buckets of half a straight step: see docs/decisions.md. */
void wendi_jump_search_clear_queue(wend_search *search, uint64_t first_key)
{
    const unsigned shift = 31 + (31 - (wendi_clz64(search->space->cost_min) - 32));
    wendi_bucket_queue_clear(&search->queue, shift, first_key);
}

/* Jumps from the start to the goal where a diagonal run followed by a straight one leads there: no path
 * is shorter, and short queries end here. false: no memory. */
static bool look_for_goal(wend_search *search, uint32_t px, uint32_t py)
{
    const wendi_jump_scratch *jump = &search->jump;
    const uint32_t goal_x = jump->goal_x;
    const uint32_t goal_y = jump->goal_y;
    jump_expansion e = {search, &search->jump, &search->space->jump, px, py, 0, 0, false};
    if (goal_x == px) {
        jump_vertical(&e, px, py, 0, goal_y > py);
    } else if (goal_y == py) {
        jump_horizontal(&e, px, py, 0, goal_x > px);
    } else {
        const bool is_east = goal_x > px;
        const bool is_south = goal_y > py;
        const bool is_rising = is_east != is_south;
        const uint64_t *step =
            wendi_jump_row(e.map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING,
                           wendi_jump_line(e.map, px, py, is_rising));
        const uint32_t last =
            is_east ? wendi_jump_last_up(step, px) : wendi_jump_last_down(step, px);
        const uint32_t direction = is_east ? (is_south ? WENDI_SOUTH_EAST : WENDI_NORTH_EAST)
                                           : (is_south ? WENDI_SOUTH_WEST : WENDI_NORTH_WEST);
        const diagonal_line d = {is_east, is_south, direction, NULL, NULL};
        goal_beside(&e, &d, wendi_difference(last, px));
    }
    return !e.is_out_of_memory;
}

/* Begins without the table. */
static wend_result begin(wend_search *search)
{
    wendi_jump_scratch *jump = &search->jump;
    const wend_space *space = search->space;
    jump->uses_table = false;
    if (!wendi_jump_nodes_clear(&jump->nodes, &search->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t px = search->start_slot % space->stride;
    const uint32_t py = search->start_slot / space->stride;
    const uint32_t cell = py << 16 | px;
    const uint32_t slot = wendi_key_table_slot(&jump->nodes.keys, cell);
    wendi_jump_node *start = &jump->nodes.items[wendi_jump_nodes_add(&jump->nodes, slot, cell)];
    start->cost = 0;
    start->estimate = estimate_from(search, px, py);
    start->parent = 0;
    start->direction = WENDI_DIRECTION_NONE;
    start->is_open = 1;
    wendi_jump_search_clear_queue(search, start->estimate);
    search->best_slot = search->start_slot;
    search->best_estimate = start->estimate;
    if (cell == jump->goal_cell) {
        jump->goal_node = 0;
        search->goal_cost = 0;
    } else if (!jump->has_raised && search->heuristic != WEND_HEURISTIC_CUSTOM &&
               !search->query.records_order && !look_for_goal(search, px, py)) {
        return WEND_ERROR_MEMORY;
    }
    return wendi_bucket_queue_push(&search->queue, start->estimate, 0) ? WEND_OK
                                                                       : WEND_ERROR_MEMORY;
}

wend_result wendi_jump_search_begin(wend_search *search)
{
    wendi_jump_scratch *jump = &search->jump;
    const wend_space *space = search->space;
    set_goal(search);
    jump->has_raised = !space->is_uniform;
    jump->below = WEND_COST_INFINITE;
    /* The table's lists end at jump points, wherever the limit may be. */
    jump->uses_table = space->jump_table.is_built && search->heuristic != WEND_HEURISTIC_CUSTOM &&
                       search->query.max_cost == WEND_COST_INFINITE &&
                       !(jump->has_raised && search->query.records_order);
    return jump->uses_table ? wendi_jump_table_search_begin(search) : begin(search);
}

/* With the table. @return WEND_OK also where the search has to begin afresh: it uses no table then. */
static wend_result advance_table(wend_search *search, uint64_t *steps)
{
    const wendi_jump_scratch *jump = &search->jump;
    const wend_result result = wendi_jump_table_search_advance(search, steps);
    if (result != WEND_OK || !jump->has_raised ||
        wendi_jump_search_sum(search, jump->goal_node) == search->goal_cost) {
        return result;
    }
    search->goal_cost = jump->below;
    search->goal_slot = UINT32_MAX;
    search->jump.goal_node = UINT32_MAX;
    return begin(search);
}

wend_result wendi_jump_search_finish(wend_search *search)
{
    if (search->jump.goal_node == UINT32_MAX) {
        return wendi_search_give_up(search, false);
    }
    search->goal_slot = search->goals.items[0].slot;
    return WEND_OK;
}

static wend_result search_node(wend_search *search, uint32_t index)
{
    wendi_jump_scratch *jump = &search->jump;
    wendi_jump_node *node = &jump->nodes.items[index];
    node->is_open = 0;
    if (node->estimate < search->best_estimate) {
        search->best_estimate = node->estimate;
        search->best_slot = slot_of(search, node->cell);
    }
    if (search->query.records_order &&
        !wendi_search_note_expanded(search, slot_of(search, node->cell))) {
        return WEND_ERROR_MEMORY;
    }
    if (node->cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    const wend_space *space = search->space;
    jump_expansion e = {search,
                        jump,
                        jump->has_raised ? &space->breaks : &space->jump,
                        node->cell & 0xFFFF,
                        node->cell >> 16,
                        index,
                        node->cost,
                        false};
    expand(&e, node->direction);
    return e.is_out_of_memory ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wendi_jump_search_advance(wend_search *search, uint64_t *steps)
{
    if (search->jump.uses_table) {
        const wend_result result = advance_table(search, steps);
        if (result != WEND_OK || search->jump.uses_table) {
            return result;
        }
    }
    wendi_bucket_queue *queue = &search->queue;
    for (;;) {
        uint32_t index;
        while (!wendi_bucket_queue_pop_current(queue, &index)) {
            const wend_result moved = wendi_bucket_queue_advance(queue);
            if (moved == WEND_ERROR_MEMORY) {
                return moved;
            }
            if (moved == WEND_NO_PATH || is_hopeless(search, wendi_bucket_queue_bound(queue))) {
                return wendi_jump_search_finish(search);
            }
        }
        const wendi_jump_node *node = &search->jump.nodes.items[index];
        const uint64_t total = wendi_cost_add(node->cost, node->estimate);
        if (node->is_open == 0 || is_hopeless(search, total)) {
            continue;
        }
        const wend_result room =
            search->is_pinned
                ? wendi_jump_nodes_make_room(&search->jump.nodes, steps, &search->allocator)
                : WEND_OK;
        if (room == WEND_ERROR_MEMORY) {
            return room;
        }
        if (*steps == 0 || room != WEND_OK) {
            return wendi_bucket_queue_push(queue, total, index) ? WEND_IN_PROGRESS
                                                                : WEND_ERROR_MEMORY;
        }
        --*steps;
        const wend_result searched = search_node(search, index);
        if (searched != WEND_OK) {
            return searched;
        }
    }
}

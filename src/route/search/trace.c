/* Paths, costs and order of a search that ran.
 * Cost: a path, linear in its steps; visited, linear in the answer; frontier, in the map. */
#include "route/search/trace.h"

#include "route/search/search.h"

static bool is_jump(const wend_search *search)
{
    return search->answer.method == WEND_METHOD_JUMP_POINT;
}

/* The slot where the steps back from a slot end. */
static uint32_t root_of(const wend_search *search, const wendi_cell_records *records,
                        uint32_t slot);

uint32_t wendi_search_met_goal(const wend_search *search)
{
    if (!wendi_search_is_two_sided(search) || search->meeting_slot == UINT32_MAX) {
        return UINT32_MAX;
    }
    if (search->goals.count == 1 || search->met_goal != UINT32_MAX) {
        return search->goals.count == 1 ? search->goals.items[0].slot : search->met_goal;
    }
    return search->space->net != NULL
               ? wendi_graph_search_root_of(search, true, search->meeting_slot)
               : root_of(search, &search->back_records, search->meeting_slot);
}

/* The index of the jump node of a slot; ~0 if none. */
static uint32_t jump_node_of(const wend_search *search, uint32_t slot)
{
    const uint32_t stride = search->space->stride;
    const uint32_t cell = slot / stride << 16 | slot % stride;
    return wendi_jump_search_find(search, cell);
}

static bool is_known(const wendi_cell_records *records, uint32_t slot)
{
    return wendi_cell_records_know(records, slot) &&
           *wendi_cell_records_cost(records, slot) != WEND_COST_INFINITE;
}

wend_cost wend_search_cost_to(const wend_search *search, wend_node node)
{
    if (search == NULL || !wendi_search_has_records(search) || wendi_search_is_outdated(search) ||
        node >= wendi_space_node_count(search->space)) {
        return WEND_COST_INFINITE;
    }
    if (search->space->net != NULL) {
        return wendi_graph_search_cost_to(search, node);
    }
    const uint32_t slot = wendi_space_slot(search->space, node);
    if (search->labels.is_used) {
        return wendi_labels_cost(search, slot);
    }
    if (search->turn.is_used) {
        const uint32_t index = wendi_turning_node_of(search, slot);
        return index == UINT32_MAX ? WEND_COST_INFINITE : search->turn.nodes.items[index].cost;
    }
    if (is_jump(search)) {
        const uint32_t index = jump_node_of(search, slot);
        return index == UINT32_MAX       ? WEND_COST_INFINITE
               : search->jump.has_raised ? wendi_jump_search_sum(search, index)
                                         : *wendi_jump_view_of(search, index).cost;
    }
    if (slot == wendi_search_met_goal(search)) {
        return search->goal_cost - wendi_search_goal_cost(search, slot);
    }
    return is_known(&search->records, slot) ? *wendi_cell_records_cost(&search->records, slot)
                                            : WEND_COST_INFINITE;
}

/* ---- paths ---- */

bool wendi_trace_push(wendi_trace *trace, wend_node node, uint32_t follows)
{
    return wendi_array_u32_push(&trace->nodes, node) &&
           wendi_array_u32_push(&trace->follows, follows);
}

static void clear(wendi_trace *trace)
{
    wendi_array_u32_clear(&trace->nodes);
    wendi_array_u32_clear(&trace->follows);
}

static void reverse_list(uint32_t *items, size_t count)
{
    for (size_t low = 0, high = count; low + 1 < high; ++low) {
        --high;
        const uint32_t swap = items[low];
        items[low] = items[high];
        items[high] = swap;
    }
}

void wendi_trace_reverse(wendi_trace *trace)
{
    reverse_list(trace->nodes.items, trace->nodes.count);
    reverse_list(trace->follows.items, trace->follows.count);
}

/* One step back from a slot. */
typedef struct step_back {
    uint32_t from;    /* slot */
    uint32_t follows; /* WENDI_FOLLOWS_… */
    uint32_t heading; /* direction, on hexes one of six; differs for links and seams */
} step_back;

/* True if the slot lies across a seam from its neighbour in this direction. */
static bool is_seam(const wend_space *space, uint32_t from, uint32_t slot, uint32_t direction)
{
    return space->wraps && from + (uint32_t)space->offsets[direction] != slot;
}

static step_back step_before(const wend_search *search, const wendi_cell_records *records,
                             uint32_t slot)
{
    enum { HEADING_APART = 32 };
    const wend_space *space = search->space;
    const uint32_t arrival = wendi_cell_records_meta(records, slot) & WENDI_META_DIRECTION;
    if (arrival == WENDI_ARRIVAL_LINK) {
        const uint32_t arc = records->arcs[wendi_space_links_end(&space->links, slot)];
        return (step_back){space->links.arcs[arc].from, WENDI_FOLLOWS_LINK + arc, HEADING_APART};
    }
    const uint32_t from = wendi_space_before(space, slot, arrival);
    if (is_seam(space, from, slot, arrival)) {
        return (step_back){from, WENDI_FOLLOWS_SEAM + arrival, HEADING_APART};
    }
    uint32_t heading = arrival;
    if (space->is_hex) {
        const uint32_t py = from / space->stride;
        const uint32_t kind = wendi_space_kind(space, from - py * space->stride, py);
        heading = wendi_hex_from_eight(space->row_mask != 0, kind, arrival);
    }
    return (step_back){from, WENDI_FOLLOWS_LINE, heading};
}

/* Lists the path back from a slot: all turns, seams, links and the first slot itself, each with how
 * it follows the one before it on the path. */
static bool trace_back(const wend_search *search, const wendi_cell_records *records, uint32_t slot,
                       wendi_trace *trace)
{
    const wend_space *space = search->space;
    uint32_t heading = UINT32_MAX;
    while ((wendi_cell_records_meta(records, slot) & WENDI_META_DIRECTION) !=
           WENDI_DIRECTION_NONE) {
        const step_back step = step_before(search, records, slot);
        const bool goes_on = step.follows == WENDI_FOLLOWS_LINE && step.heading == heading;
        if (!goes_on && !wendi_trace_push(trace, wendi_space_node(space, slot), step.follows)) {
            return false;
        }
        heading = step.follows == WENDI_FOLLOWS_LINE ? step.heading : UINT32_MAX;
        slot = step.from;
    }
    return wendi_trace_push(trace, wendi_space_node(space, slot), WENDI_FOLLOWS_LINE);
}

static wend_node node_of_cell(const wend_search *search, uint32_t px, uint32_t py)
{
    return (py - 1) * (uint32_t)search->space->width + px - 1;
}

/* Between two jump points lies a diagonal and then a straight part; either may be missing. */
static bool push_turn(const wend_search *search, uint32_t from, uint32_t to, wendi_trace *trace)
{
    const int32_t fx = (int32_t)(from & 0xFFFF);
    const int32_t fy = (int32_t)(from >> 16);
    const int32_t dx = (int32_t)(to & 0xFFFF) - fx;
    const int32_t dy = (int32_t)(to >> 16) - fy;
    const int32_t across = dx < 0 ? -dx : dx;
    const int32_t along = dy < 0 ? -dy : dy;
    const int32_t both = across < along ? across : along;
    if (both == 0 || across == along) {
        return true;
    }
    const int32_t px = fx + (dx < 0 ? -both : both);
    const int32_t py = fy + (dy < 0 ? -both : both);
    return wendi_array_u32_push(&trace->nodes, node_of_cell(search, (uint32_t)px, (uint32_t)py));
}

static bool trace_back_jumps(const wend_search *search, uint32_t index, wendi_trace *trace)
{
    for (;;) {
        const wendi_jump_view node = wendi_jump_view_of(search, index);
        if (!wendi_array_u32_push(&trace->nodes,
                                  node_of_cell(search, node.cell & 0xFFFF, node.cell >> 16))) {
            return false;
        }
        if (node.parent == index) {
            return true;
        }
        if (!push_turn(search, wendi_jump_view_of(search, node.parent).cell, node.cell, trace)) {
            return false;
        }
        index = node.parent;
    }
}

/* The second half of a bidirectional path: the back records lead from the goal to the meeting, so
 * reversed they lead on to the goal. */
static bool trace_both(const wend_search *search, wendi_trace *trace)
{
    if (!trace_back(search, &search->records, search->meeting_slot, trace)) {
        return false;
    }
    wendi_trace_reverse(trace);
    const size_t first = trace->nodes.count;
    if (!trace_back(search, &search->back_records, search->meeting_slot, trace)) {
        return false;
    }
    /* The meeting is in both halves; each step of the second half is stored with its end instead.
     */
    for (size_t k = first; k + 1 < trace->nodes.count; ++k) {
        trace->nodes.items[k] = trace->nodes.items[k + 1];

        /* On the path to the goal a seam is crossed in the opposite direction. */
        const uint32_t follows = trace->follows.items[k];
        trace->follows.items[k] =
            follows >= WENDI_FOLLOWS_SEAM && follows < WENDI_FOLLOWS_LINK
                ? WENDI_FOLLOWS_SEAM + wendi_direction_opposite(follows - WENDI_FOLLOWS_SEAM)
                : follows;
    }
    --trace->nodes.count;
    --trace->follows.count;
    return true;
}

static wend_result trace_graph(const wend_search *search, wend_node node, wendi_trace *trace)
{
    if (!wendi_graph_search_trace(search, node, trace)) {
        clear(trace);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

wend_result wendi_search_trace(const wend_search *search, wend_node node, wendi_trace *trace)
{
    clear(trace);
    if (wendi_search_is_outdated(search)) {
        return WEND_ERROR_STALE;
    }
    if (wend_search_cost_to(search, node) == WEND_COST_INFINITE) {
        return WEND_NO_PATH;
    }
    if (search->space->net != NULL) {
        return trace_graph(search, node, trace);
    }
    const uint32_t slot = wendi_space_slot(search->space, node);
    bool is_done = false;
    if (search->labels.is_used) {
        is_done = wendi_labels_trace(search, slot, trace);
        wendi_trace_reverse(trace);
    } else if (search->turn.is_used) {
        is_done = wendi_turning_trace(search, wendi_turning_node_of(search, slot), trace);
        wendi_trace_reverse(trace);
    } else if (is_jump(search)) {
        is_done = trace_back_jumps(search, jump_node_of(search, slot), trace);
        wendi_trace_reverse(trace);
    } else if (slot == wendi_search_met_goal(search)) {
        is_done = trace_both(search, trace);
    } else {
        is_done = trace_back(search, &search->records, slot, trace);
        wendi_trace_reverse(trace);
    }
    if (!is_done) {
        clear(trace);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

/* ---- costs of paths ---- */

static uint32_t root_of(const wend_search *search, const wendi_cell_records *records, uint32_t slot)
{
    while ((wendi_cell_records_meta(records, slot) & WENDI_META_DIRECTION) !=
           WENDI_DIRECTION_NONE) {
        slot = step_before(search, records, slot).from;
    }
    return slot;
}

/* The sum of the steps back from a slot to where its side began, and the cost that was there. Steps
 * of the backward side are reversed, so that they enter the cell they came from.
 * @param root set to the slot where the side began. */
static uint64_t sum_of_steps(const wend_search *search, const wendi_cell_records *records,
                             uint32_t slot, bool is_backward, uint32_t *root)
{
    const wend_space *space = search->space;
    uint64_t sum = 0;
    for (;;) {
        const uint32_t d = wendi_cell_records_meta(records, slot) & WENDI_META_DIRECTION;
        if (d == WENDI_DIRECTION_NONE) {
            *root = slot;
            return sum + *wendi_cell_records_cost(records, slot);
        }
        const step_back step = step_before(search, records, slot);
        sum += step.follows >= WENDI_FOLLOWS_LINK
                   ? space->links.arcs[step.follows - WENDI_FOLLOWS_LINK].cost
                   : space->steps.lengths[d] * space->costs[is_backward ? step.from : slot];
        slot = step.from;
    }
}

/* The cost of entering so many cells in a direction, from a slot that is moved there. */
static uint64_t sum_of_cells(const wend_space *space, uint32_t *slot, uint32_t direction,
                             uint32_t count)
{
    uint64_t factors = 0;
    for (uint32_t k = 0; k < count; ++k) {
        *slot += (uint32_t)space->offsets[direction];
        factors += space->costs[*slot];
    }
    return factors * space->steps.lengths[direction];
}

/* The cost from one jump point to the next, cell by cell. */
static uint64_t sum_of_jump(const wend_space *space, uint32_t from, int32_t dx, int32_t dy)
{
    const uint32_t across = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t along = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t both = across < along ? across : along;
    const uint32_t diagonal = dx < 0 ? (dy < 0 ? WENDI_NORTH_WEST : WENDI_SOUTH_WEST)
                                     : (dy < 0 ? WENDI_NORTH_EAST : WENDI_SOUTH_EAST);
    const uint32_t straight =
        across > along ? (dx < 0 ? WENDI_WEST : WENDI_EAST) : (dy < 0 ? WENDI_NORTH : WENDI_SOUTH);
    uint32_t slot = (from >> 16) * space->stride + (from & 0xFFFF);
    const uint64_t first = sum_of_cells(space, &slot, diagonal, both);
    return first + sum_of_cells(space, &slot, straight, across + along - 2 * both);
}

uint64_t wendi_jump_search_sum(const wend_search *search, uint32_t index)
{
    const wendi_jump_scratch *jump = &search->jump;
    uint64_t sum = 0;
    for (;;) {
        const wendi_jump_view to = wendi_jump_view_of(search, index);
        if (to.parent == index) {
            return sum;
        }
        const uint32_t from = to.parent;
        const uint32_t a = to.cell;
        const uint32_t b = wendi_jump_view_of(search, from).cell;
        const int32_t dx = (int32_t)(a & 0xFFFF) - (int32_t)(b & 0xFFFF);
        const int32_t dy = (int32_t)(a >> 16) - (int32_t)(b >> 16);
        index = from;
        if (jump->has_raised) {
            sum += sum_of_jump(search->space, b, dx, dy);
            continue;
        }
        const uint32_t across = (uint32_t)(dx < 0 ? -dx : dx);
        const uint32_t along = (uint32_t)(dy < 0 ? -dy : dy);
        const uint32_t both = across < along ? across : along;
        sum += (across + along - 2 * both) * jump->straight + both * jump->diagonal;
    }
}

void wendi_search_sum_path(wend_search *search, uint32_t slot)
{
    search->origin_slot = search->start_slot;
    if (search->space->net != NULL) {
        wendi_graph_search_sum_path(search, slot);
    } else if (is_jump(search)) {
        const uint32_t index = jump_node_of(search, slot);
        *wendi_jump_view_of(search, index).cost = wendi_jump_search_sum(search, index);
    } else if (slot == wendi_search_met_goal(search)) {
        const uint32_t meeting = search->meeting_slot;
        search->goal_cost =
            sum_of_steps(search, &search->records, meeting, false, &search->origin_slot) +
            sum_of_steps(search, &search->back_records, meeting, true, &slot);
    } else {
        *wendi_cell_records_cost(&search->records, slot) =
            sum_of_steps(search, &search->records, slot, false, &search->origin_slot);
    }
}

/* ---- expanded cells ---- */

static wend_result begin_list(const wend_search *search, const wend_node *nodes, size_t capacity,
                              size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (search == NULL || (nodes == NULL && capacity != 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_search_is_outdated(search) ? WEND_ERROR_STALE : WEND_OK;
}

wend_result wend_search_visited(const wend_search *search, wend_node *nodes, size_t capacity,
                                size_t *count)
{
    const wend_result result = begin_list(search, nodes, capacity, count);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_array_u32 *order = &search->order;
    *count = search->has_query ? order->count : 0;
    for (size_t k = 0; k < *count && k < capacity; ++k) {
        nodes[k] = wendi_space_node_of_slot(search->space, order->items[k]);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

static bool is_open_in(const wend_search *search, uint32_t slot)
{
    const wendi_cell_records *stores[2] = {&search->records, &search->back_records};
    const int count = wendi_search_is_two_sided(search) ? 2 : 1;
    for (int k = 0; k < count; ++k) {
        if (wendi_cell_records_know(stores[k], slot) &&
            (wendi_cell_records_meta(stores[k], slot) & WENDI_META_OPEN) != 0) {
            return true;
        }
    }
    return false;
}

static bool is_open_jump(const wend_search *search, uint32_t slot)
{
    const uint32_t index = jump_node_of(search, slot);
    return index != UINT32_MAX && wendi_jump_view_of(search, index).is_open != 0;
}

static bool is_waiting(const wend_search *search, uint32_t slot)
{
    if (search->labels.is_used) {
        return wendi_labels_is_open(search, slot);
    }
    if (search->space->net != NULL) {
        return wendi_graph_search_is_open(search, slot);
    }
    if (search->turn.is_used) {
        return wendi_turning_is_open(search, slot);
    }
    return is_jump(search) ? is_open_jump(search, slot) : is_open_in(search, slot);
}

wend_result wend_search_frontier(const wend_search *search, wend_node *nodes, size_t capacity,
                                 size_t *count)
{
    const wend_result result = begin_list(search, nodes, capacity, count);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t all =
        wendi_search_has_records(search) ? wendi_space_node_count(search->space) : 0;
    for (wend_node node = 0; node < all; ++node) {
        const uint32_t slot = wendi_space_slot_of_node(search->space, node);
        if (is_waiting(search, slot)) {
            if (*count < capacity) {
                nodes[*count] = node;
            }
            ++*count;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* Of everything searched, the node nearest to a goal in a straight line. */
static wend_node nearest_of_order(const wend_search *search, wend_node goal)
{
    wend_node best = WEND_NODE_NONE;
    int64_t best_distance = INT64_MAX;
    for (size_t k = 0; k < search->order.count; ++k) {
        const wend_node node = wendi_space_node(search->space, search->order.items[k]);
        const int64_t distance = wendi_space_squared_distance(search->space, node, goal);
        if (distance < best_distance || (distance == best_distance && node < best)) {
            best_distance = distance;
            best = node;
        }
    }
    return best;
}

wend_result wend_search_nearest_reachable(wend_search *search, wend_node start, wend_node goal,
                                          wend_node *nearest)
{
    static const char function[] = "wend_search_nearest_reachable";
    if (nearest != NULL) {
        *nearest = WEND_NODE_NONE;
    }
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->is_busy) {
        return WEND_ERROR_BUSY;
    }
    if (nearest == NULL) {
        return wendi_refuse_null(&search->message, function, "nearest");
    }
    /* A node that was removed from a graph has no position any more. */
    const uint32_t count = wendi_space_node_count(search->space);
    if (goal >= count) {
        return wendi_refuse(&search->message, function, "goal", goal, 0, (double)count - 1);
    }
    if (search->space->net != NULL && !search->space->net->exists[goal]) {
        return wendi_fail(&search->message, WEND_ERROR_ARGUMENT,
                          "%s: goal is %lu, a node that was removed from the graph", function,
                          (unsigned long)goal);
    }
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.method = WEND_METHOD_BREADTH_FIRST;
    const wend_result result = wend_search_find(search, &query);
    if (result == WEND_OK) {
        *nearest = search->space->net != NULL ? wendi_graph_search_nearest_expanded(search, goal)
                                              : nearest_of_order(search, goal);
    }
    return wendi_fail_as(&search->message, function, result);
}

/* A* over cells with costs of turning; of several cheapest paths, one of the fewest turns if the
 * query demands it.
 * Cost: one step for each cell and heading expanded, up to eight successors each; 24 bytes for
 * each one found, and 16 of the table.
 *
 * The state is a cell and the heading of the step that led there. No step is pruned as without
 * turning: the other path would turn elsewhere. */
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "route/search/search.h"
#include <assert.h>
#include <string.h>

/* ---- nodes ---- */

static bool grow(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_heading_node *grown = wendi_key_table_grow_with(
        &nodes->keys, nodes->items, &nodes->capacity, sizeof nodes->items[0], allocator);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    return true;
}

/* Empties it; allocates on first use. */
static bool nodes_clear(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_key_table_clear(&nodes->keys);
    return nodes->capacity > 0 || grow(nodes, allocator);
}

void wendi_heading_nodes_destroy(wendi_heading_nodes *nodes, const wend_allocator *allocator)
{
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_heading_nodes_bytes(const wendi_heading_nodes *nodes)
{
    return nodes->capacity * sizeof nodes->items[0] + wendi_key_table_memory_bytes(&nodes->keys);
}

/* The index of a key's node, made if there is none (is_new is then set). UINT32_MAX without
 * memory. Indices stay, addresses do not. */
static uint32_t nodes_get(wendi_heading_nodes *nodes, uint32_t key, const wend_allocator *allocator,
                          bool *is_new)
{
    const uint32_t known = wendi_key_table_find(&nodes->keys, key);
    *is_new = known == UINT32_MAX;
    if (!*is_new) {
        return known;
    }
    if (nodes->keys.count == nodes->capacity && !grow(nodes, allocator)) {
        return UINT32_MAX;
    }
    const uint32_t slot = wendi_key_table_slot(&nodes->keys, key);
    const uint32_t index = wendi_key_table_add(&nodes->keys, slot, key);
    nodes->items[index].key = key;
    return index;
}

/* ---- search ---- */

/* A state as the loop sees it. */
typedef struct turning_record {
    uint32_t index, slot, heading, turns;
    uint64_t cost;
    int32_t px, py;
} turning_record;

static turning_record state_of(const wend_search *search, uint32_t index)
{
    const wendi_heading_node *node = &search->turn.nodes.items[index];
    turning_record s = {
        index, node->key / WENDI_HEADINGS, node->key % WENDI_HEADINGS, node->turns, node->cost, 0,
        0};
    s.py = (int32_t)(s.slot / search->space->stride);
    s.px = (int32_t)(s.slot - (uint32_t)s.py * search->space->stride);
    return s;
}

static uint64_t estimate(const wend_search *search, uint32_t slot, int32_t px, int32_t py)
{
    return wendi_search_has_estimate(search) ? wendi_search_estimate(search, slot, px, py) : 0;
}

static uint64_t key_of(const wend_search *search, uint64_t cost, uint64_t remaining, int32_t px,
                       int32_t py)
{
    if (search->answer.method == WEND_METHOD_DIJKSTRA || search->turn.is_uninformed) {
        return cost;
    }
    const uint64_t weight = wendi_search_weight_at(search, px, py);
    return wendi_cost_add(cost, weight == 1u << 16 ? remaining : wendi_weigh(remaining, weight));
}

/* ---- goals ---- */

wend_result wendi_turning_list_goals(wend_search *search)
{
    wendi_turning_scratch *turn = &search->turn;
    const size_t count = search->goals.count;
    wendi_array_u32_clear(&turn->goals);
    turn->goal_count = (uint32_t)count;
    if (!wendi_array_u32_resize(&turn->goals, 2 * count)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 0; k < count; ++k) {
        turn->goals.items[k] = search->goals.items[k].slot;
    }
    if (count > 0) {
        wendi_sort_u32(turn->goals.items, turn->goals.items + count, count);
    }
    return WEND_OK;
}

bool wendi_turning_is_goal(const wendi_turning_scratch *turn, uint32_t slot)
{
    uint32_t low = 0;
    uint32_t high = turn->goal_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (turn->goals.items[middle] < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < turn->goal_count && turn->goals.items[low] == slot;
}

/* True if a path may end with this heading. Without heading it may. */
static bool fits_goal(const wendi_turning_scratch *turn, uint32_t heading)
{
    return turn->turning.goal_heading == WEND_HEADING_ANY || heading == WENDI_HEADING_NONE ||
           heading == turn->turning.goal_heading;
}

static void note_goal(wend_search *search, uint32_t index)
{
    const turning_record s = state_of(search, index);
    wendi_turning_scratch *turn = &search->turn;
    const uint64_t whole = s.cost + wendi_search_goal_cost(search, s.slot);
    if (fits_goal(turn, s.heading) && !wendi_search_exceeds_limit(search, whole) &&
        wendi_turning_is_better(search, whole, s.turns, search->goal_cost, turn->goal_turns)) {
        search->goal_cost = whole;
        search->goal_slot = s.slot;
        turn->goal_turns = s.turns;
        turn->goal_index = index;
    }
}

/* ---- states ---- */

/* Relaxes a state if the path improves on the best known. */
static wend_result reach(wend_search *search, const turning_record *from, const turning_record *to,
                         uint32_t way)
{
    wendi_turning_scratch *turn = &search->turn;
    if (to->cost > search->query.max_cost) {
        search->hit_limit = true;
        return WEND_OK;
    }
    const uint64_t remaining = estimate(search, to->slot, to->px, to->py);
    /* One start is kept for every estimate: answers are read from it. */
    if ((from != NULL || turn->nodes.keys.count > 0) && wendi_is_unreachable(remaining)) {
        return WEND_OK;
    }
    if (search->goal_cost != WEND_COST_INFINITE &&
        !wendi_turning_can_help(search,
                                wendi_cost_add(to->cost, turn->is_uninformed ? 0 : remaining))) {
        return WEND_OK;
    }
    bool is_new;
    const uint32_t index = nodes_get(&turn->nodes, to->slot * WENDI_HEADINGS + to->heading,
                                     &search->allocator, &is_new);
    if (index == UINT32_MAX) {
        return WEND_ERROR_MEMORY;
    }
    wendi_heading_node *node = &turn->nodes.items[index];
    if (!is_new && !wendi_turning_is_better(search, to->cost, to->turns, node->cost, node->turns)) {
        return WEND_OK;
    }
    node->cost = to->cost;
    node->turns = to->turns;
    node->parent = from == NULL ? index : from->index;
    node->way = way | (uint32_t)1 << WENDI_HEADING_ARRIVAL_BITS;
    ++search->answer.generated;
    if (turn->best_index == UINT32_MAX || remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = to->slot;
        turn->best_index = index;
    }
    if (wendi_turning_is_goal(turn, to->slot)) {
        note_goal(search, index);
    }
    const uint64_t key = key_of(search, to->cost, remaining, to->px, to->py);
    return wendi_bucket_queue_push(&search->queue, key, index) ? WEND_OK : WEND_ERROR_MEMORY;
}

uint32_t wendi_turning_parts(const wendi_turning_scratch *turn, uint32_t a, uint32_t b)
{
    if (a == WENDI_HEADING_NONE || b == WENDI_HEADING_NONE) {
        return 0;
    }
    const uint32_t one = a > b ? a - b : b - a;
    return one * 2 > turn->headings ? turn->headings - one : one;
}

static wend_result step(wend_search *search, const turning_record *from, uint32_t direction,
                        uint32_t heading, uint64_t factor)
{
    const wend_space *space = search->space;
    const wend_turning *turning = &search->turn.turning;
    const uint32_t parts = wendi_turning_parts(&search->turn, from->heading, heading);
    if (turning->max_parts != 0 && parts > turning->max_parts) {
        return WEND_OK;
    }
    turning_record to = {.heading = heading, .turns = from->turns + (parts > 0 ? 1 : 0)};
    to.cost = from->cost + factor * space->steps.lengths[direction] + parts * turning->cost;
    to.px = from->px + wendi_direction_x(direction);
    to.py = from->py + wendi_direction_y(direction);
    if (space->wraps) {
        to.px = wendi_space_fold_along(to.px, space->width);
        to.py = wendi_space_fold_along(to.py, space->height);
    }
    to.slot = (uint32_t)to.py * space->stride + (uint32_t)to.px;
    return reach(search, from, &to, 0);
}

static wend_result expand_steps(wend_search *search, const turning_record *from)
{
    static const uint8_t neighbour_shift[WENDI_DIRECTIONS] = {8, 16, 32, 56, 48, 40, 24, 0};
    const wend_space *space = search->space;
    const uint32_t kind = wendi_space_kind(space, (uint32_t)from->px, (uint32_t)from->py);
    const uint64_t bytes = wendi_space_neighbour_costs(space, from->slot, kind);
    const uint32_t mask = wendi_neighbour_costs_open(bytes);
    uint32_t steps = space->steps.natural[kind * 256 + mask][WENDI_DIRECTION_NONE];
    wend_result result = WEND_OK;
    for (; steps != 0 && result == WEND_OK; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        assert(d < WENDI_DIRECTIONS);
        const uint32_t heading =
            space->is_hex ? wendi_hex_from_eight(space->row_mask != 0, kind, d) : d;
        result = step(search, from, d, heading, bytes >> neighbour_shift[d] & 255);
    }
    return result;
}

/* Links keep the heading. */
static wend_result expand_links(wend_search *search, const turning_record *from)
{
    const wend_space *space = search->space;
    const wendi_space_links *links = &space->links;
    wend_result result = WEND_OK;
    if (links->count == 0 || !wendi_space_links_has(links, from->slot)) {
        return result;
    }
    uint32_t index = wendi_space_links_first(links, from->slot);
    for (; index < links->count && links->arcs[index].from == from->slot && result == WEND_OK;
         ++index) {
        const wendi_link_arc *arc = &links->arcs[index];
        if (space->costs[arc->to] == WEND_COST_WALL) {
            continue;
        }
        turning_record to = {.slot = arc->to, .heading = from->heading, .turns = from->turns};
        to.cost = wendi_cost_add(from->cost, arc->cost);
        to.py = (int32_t)(arc->to / space->stride);
        to.px = (int32_t)(arc->to - (uint32_t)to.py * space->stride);
        result = reach(search, from, &to, index + 1);
    }
    return result;
}

/* ---- begin and continue ---- */

static unsigned bucket_shift(const wend_space *space)
{
    return 31 + (31 - (wendi_clz64(space->cost_min) - 32));
}

/* Orders the open list by costs alone. */
static wend_result give_up_estimate(wend_search *search)
{
    wendi_bucket_queue *queue = &search->queue;
    const wendi_heading_nodes *nodes = &search->turn.nodes;
    const size_t count_max = queue->count_max;
    search->turn.is_uninformed = true;
    wendi_bucket_queue_clear(queue, bucket_shift(search->space), 0);
    queue->count_max = count_max;
    for (uint32_t index = 0; index < nodes->keys.count; ++index) {
        const wendi_heading_node *node = &nodes->items[index];
        if (node->way >> WENDI_HEADING_ARRIVAL_BITS != 0 &&
            !wendi_bucket_queue_push(queue, node->cost, index)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static turning_record start_of(const wend_search *search, const wendi_search_end *end)
{
    const uint32_t heading = search->turn.turning.start_heading;
    turning_record start = {.slot = end->slot, .cost = end->cost};
    start.heading = heading == WEND_HEADING_ANY ? WENDI_HEADING_NONE : heading;
    start.py = (int32_t)(start.slot / search->space->stride);
    start.px = (int32_t)(start.slot - (uint32_t)start.py * search->space->stride);
    return start;
}

wend_result wendi_turning_begin(wend_search *search)
{
    wendi_turning_scratch *turn = &search->turn;
    const wend_space *space = search->space;
    turn->headings = space->is_hex ? 6 : 8;
    turn->goal_index = UINT32_MAX;
    turn->best_index = UINT32_MAX;
    turn->goal_turns = 0;
    turn->is_uninformed = false;
    if (!nodes_clear(&turn->nodes, &search->allocator) ||
        wendi_turning_list_goals(search) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    uint64_t first_key = UINT64_MAX;
    for (size_t k = 0; k < search->starts.count; ++k) {
        const turning_record start = start_of(search, &search->starts.items[k]);
        const uint64_t remaining = estimate(search, start.slot, start.px, start.py);
        const uint64_t key = key_of(search, start.cost, remaining, start.px, start.py);
        first_key = key < first_key ? key : first_key;
    }
    wendi_bucket_queue_clear(&search->queue, bucket_shift(space), first_key);
    wend_result result = WEND_OK;
    for (size_t k = 0; k < search->starts.count && result == WEND_OK; ++k) {
        const turning_record start = start_of(search, &search->starts.items[k]);
        result = reach(search, NULL, &start, 0);
    }
    return result;
}

static wend_result finish(wend_search *search)
{
    if (search->query.goal_kind == WEND_GOAL_WITHIN) {
        search->turn.goal_index = 0; /* the start */
        return WEND_OK;
    }
    if (search->turn.goal_index != UINT32_MAX) {
        return WEND_OK;
    }
    return wendi_search_give_up(search, false);
}

/* Pops the next state to expand; WEND_NO_PATH when there is none. */
static wend_result next_state(wend_search *search, uint32_t *index)
{
    wendi_bucket_queue *queue = &search->queue;
    for (;;) {
        while (!wendi_bucket_queue_pop_current(queue, index)) {
            const wend_result moved = wendi_bucket_queue_advance(queue);
            if (moved != WEND_OK) {
                return moved;
            }
            if (search->goal_cost != WEND_COST_INFINITE &&
                !wendi_turning_can_help(search, wendi_bucket_queue_bound(queue))) {
                return WEND_NO_PATH;
            }
        }
        const wendi_heading_node *node = &search->turn.nodes.items[*index];
        if (node->way >> WENDI_HEADING_ARRIVAL_BITS != 0 &&
            (search->goal_cost == WEND_COST_INFINITE ||
             wendi_turning_can_help(search, node->cost))) {
            return WEND_OK;
        }
    }
}

static wend_result search_state(wend_search *search, uint32_t index)
{
    search->turn.nodes.items[index].way &= ((uint32_t)1 << WENDI_HEADING_ARRIVAL_BITS) - 1;
    const turning_record s = state_of(search, index);
    if (!wendi_search_note_expanded(search, s.slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (s.cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE && fits_goal(&search->turn, s.heading) &&
        search->query.is_goal(search->query.user, wendi_space_node(search->space, s.slot))) {
        note_goal(search, index);
        return WEND_OK;
    }
    const wend_result result = expand_steps(search, &s);
    return result == WEND_OK ? expand_links(search, &s) : result;
}

wend_result wendi_turning_advance(wend_search *search, uint64_t *steps)
{
    for (;;) {
        uint32_t index;
        wend_result result = next_state(search, &index);
        if (result != WEND_OK) {
            return result == WEND_NO_PATH ? finish(search) : result;
        }
        if (*steps == 0) {
            /* Back to the top of its bucket, from which it came. */
            const uint64_t key = wendi_bucket_queue_bound(&search->queue);
            return wendi_bucket_queue_push(&search->queue, key, index) ? WEND_IN_PROGRESS
                                                                       : WEND_ERROR_MEMORY;
        }
        --*steps;
        result = search_state(search, index);
        if (result == WEND_OK && !search->turn.is_uninformed &&
            wendi_heuristic_is_inconsistent(search->answer.expanded,
                                            search->turn.nodes.keys.count)) {
            result = give_up_estimate(search);
        }
        if (result != WEND_OK) {
            return result;
        }
    }
}

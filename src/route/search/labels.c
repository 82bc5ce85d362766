/* A* and weighted A* within a number of steps, over cells and over nodes of a graph: the cheapest path
 * of those that have no more steps.
 * Cost: one step for each label expanded, its neighbours and a heap; 40 bytes a label. A slot has
 * mostly one label, at most as many as the limit. */
#include "base/math/bits.h"
#include "route/search/search.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { BY_LINK = WENDI_DIRECTIONS + 1 };

/* ---- memory ---- */

void wendi_labels_destroy(wendi_depth_labels *labels, const wend_allocator *allocator)
{
    wendi_free(allocator, labels->items, labels->capacity * sizeof *labels->items);
    wendi_free(allocator, labels->heads, labels->head_capacity * sizeof *labels->heads);
    wendi_key_table_destroy(&labels->keys, allocator);
    memset(labels, 0, sizeof *labels);
}

size_t wendi_labels_bytes(const wendi_depth_labels *labels)
{
    return labels->capacity * sizeof *labels->items +
           labels->head_capacity * sizeof *labels->heads +
           wendi_key_table_memory_bytes(&labels->keys);
}

/* Makes room for one more label and one more slot. */
static bool reserve(wend_search *search)
{
    wendi_depth_labels *labels = &search->labels;
    if (labels->count == labels->capacity) {
        const uint32_t capacity = labels->capacity == 0 ? 256 : 2 * labels->capacity;
        wendi_depth_label *more =
            capacity < labels->capacity
                ? NULL
                : wendi_resize_items(&search->allocator, labels->items, labels->capacity, capacity,
                                     sizeof *more);
        if (more == NULL) {
            return false;
        }
        labels->items = more;
        labels->capacity = capacity;
    }
    if (labels->keys.count == labels->head_capacity) {
        uint32_t *heads =
            wendi_key_table_grow_with(&labels->keys, labels->heads, &labels->head_capacity,
                                      sizeof *heads, &search->allocator);
        if (heads == NULL) {
            return false;
        }
        labels->heads = heads;
    }
    return true;
}

/* The first label of a slot. */
static uint32_t first_of(const wendi_depth_labels *labels, uint32_t slot)
{
    const uint32_t index = wendi_key_table_find(&labels->keys, slot);
    return index == NONE ? NONE : labels->heads[index];
}

/* ---- labels ---- */

static uint64_t estimate(const wend_search *search, uint32_t slot)
{
    const uint32_t stride = search->space->stride;
    return !wendi_search_has_estimate(search) ? 0
           : search->space->net != NULL
               ? wendi_graph_search_estimate(search, slot)
               : wendi_search_estimate(search, slot, (int32_t)(slot % stride),
                                       (int32_t)(slot / stride));
}

static uint64_t key_of(const wend_search *search, uint32_t slot, uint64_t cost, uint64_t remaining)
{
    const uint32_t stride = search->space->stride;
    if (search->space->net != NULL) {
        return wendi_graph_search_key(search, slot, cost, remaining);
    }
    const uint64_t weight =
        wendi_search_weight_at(search, (int32_t)(slot % stride), (int32_t)(slot / stride));
    return wendi_cost_add(cost, weight == 1u << 16 ? remaining : wendi_weigh(remaining, weight));
}

/* No path over cells takes fewer steps to a goal. */
static uint32_t least_steps(const wend_search *search, uint32_t slot)
{
    const wendi_depth_labels *labels = &search->labels;
    const int32_t x = (int32_t)(slot % search->space->stride);
    const int32_t y = (int32_t)(slot / search->space->stride);
    const int32_t dx = x < labels->low_x ? labels->low_x - x : x - labels->high_x;
    const int32_t dy = y < labels->low_y ? labels->low_y - y : y - labels->high_y;
    const uint32_t across = dx > 0 ? (uint32_t)dx : 0;
    const uint32_t along = dy > 0 ? (uint32_t)dy : 0;
    return search->space->neighbours == WEND_NEIGHBOURS_4 ? across + along
           : across > along                               ? across
                                                          : along;
}

/* True if the slot has a label that costs no more and has no more steps. Labels that the new one beats
 * are left out of its list: their paths stay for those that go on from them. */
static bool is_beaten(wendi_depth_labels *labels, uint32_t slot, uint64_t cost, uint32_t depth)
{
    const uint32_t key = wendi_key_table_find(&labels->keys, slot);
    uint32_t *at = key == NONE ? NULL : &labels->heads[key];
    while (at != NULL && *at != NONE) {
        wendi_depth_label *label = &labels->items[*at];
        if (label->cost <= cost && label->depth <= depth) {
            return true; /* then the new one beats none */
        }
        if (label->cost >= cost && label->depth >= depth) {
            label->is_open = false;
            *at = label->next;
        } else {
            at = &label->next;
        }
    }
    return false;
}

static void note_goal(wend_search *search, uint32_t index)
{
    const wendi_depth_label *label = &search->labels.items[index];
    const uint64_t whole = label->cost + wendi_search_goal_cost(search, label->slot);
    if (wendi_search_improves_goal(search, whole)) {
        search->goal_cost = whole;
        search->goal_slot = label->slot;
        search->labels.goal_label = index;
    }
}

/* Of equal keys the one with the least remaining cost comes first, then the oldest. */
static bool push(wend_search *search, uint32_t index, uint64_t remaining)
{
    const wendi_depth_label *label = &search->labels.items[index];
    const uint64_t coarse = remaining >> 24;
    const uint64_t rest = (coarse > UINT32_MAX ? UINT32_MAX : coarse) << 32 | index;
    return wendi_cost_queue_push(&search->graph.sides[0].queue,
                                 key_of(search, label->slot, label->cost, remaining), rest,
                                 &search->allocator);
}

/* A path to a slot, on from a label, or (NONE) a start. */
static wend_result reach(wend_search *search, uint32_t from, uint32_t slot, uint64_t cost,
                         uint32_t way)
{
    wendi_depth_labels *labels = &search->labels;
    const uint32_t depth = from == NONE ? 0 : labels->items[from].depth + 1;
    const uint32_t most = search->query.max_depth;
    if (cost > search->query.max_cost || depth > most ||
        (labels->prunes && depth + (uint64_t)least_steps(search, slot) > most)) {
        search->hit_limit = true;
        return WEND_OK;
    }
    const uint64_t remaining = estimate(search, slot);
    if (wendi_is_unreachable(remaining) ||
        (search->goal_cost != WEND_COST_INFINITE &&
         wendi_cost_add(cost, remaining) >= search->goal_cost) ||
        is_beaten(labels, slot, cost, depth)) {
        return WEND_OK;
    }
    if (!reserve(search)) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t place = wendi_key_table_slot(&labels->keys, slot);
    uint32_t key = wendi_key_table_at(&labels->keys, place);
    if (key >= labels->keys.count) {
        key = wendi_key_table_add(&labels->keys, place, slot);
        labels->heads[key] = NONE;
    }
    const uint32_t index = labels->count++;
    labels->items[index] = (wendi_depth_label){.cost = cost,
                                               .slot = slot,
                                               .parent = from == NONE ? index : from,
                                               .next = labels->heads[key],
                                               .depth = depth,
                                               .way = way,
                                               .is_open = true};
    labels->heads[key] = index;
    search->answer.generated += from != NONE ? 1 : 0;
    if (labels->best_label == NONE || remaining < search->best_estimate) {
        search->best_estimate = remaining;
        search->best_slot = slot;
        labels->best_label = index;
    }
    if (wendi_turning_is_goal(&search->turn, slot)) {
        note_goal(search, index);
    }
    return push(search, index, remaining) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- begin ---- */

/* Pruning needs goals on a map without shortcuts. Where the goals are too far in any case, everything
 * within the limit is searched, for the path to the nearest. */
static void prepare_pruning(wend_search *search)
{
    wendi_depth_labels *labels = &search->labels;
    const wend_space *space = search->space;
    labels->prunes = false;
    if (space->net != NULL || space->wraps || space->links.count > 0 || search->goals.count == 0) {
        return;
    }
    labels->low_x = labels->low_y = INT32_MAX;
    labels->high_x = labels->high_y = 0;
    for (size_t k = 0; k < search->goals.count; k++) {
        const int32_t x = (int32_t)(search->goals.items[k].slot % space->stride);
        const int32_t y = (int32_t)(search->goals.items[k].slot / space->stride);
        labels->low_x = x < labels->low_x ? x : labels->low_x;
        labels->low_y = y < labels->low_y ? y : labels->low_y;
        labels->high_x = x > labels->high_x ? x : labels->high_x;
        labels->high_y = y > labels->high_y ? y : labels->high_y;
    }
    for (size_t k = 0; k < search->starts.count; k++) {
        labels->prunes = labels->prunes || least_steps(search, search->starts.items[k].slot) <=
                                               search->query.max_depth;
    }
}

wend_result wendi_labels_begin(wend_search *search)
{
    wendi_depth_labels *labels = &search->labels;
    labels->count = 0;
    labels->goal_label = labels->best_label = NONE;
    wendi_key_table_clear(&labels->keys);
    wendi_cost_queue_clear(&search->graph.sides[0].queue);
    wend_result result = wendi_turning_list_goals(search);
    prepare_pruning(search);
    for (size_t k = 0; k < search->starts.count && result == WEND_OK; k++) {
        const wendi_search_end *start = &search->starts.items[k];
        result = reach(search, NONE, start->slot, start->cost, WENDI_DIRECTION_NONE);
    }
    return result;
}

/* ---- steps ---- */

static wend_result expand_steps(wend_search *search, uint32_t index)
{
    const wend_space *space = search->space;
    const uint32_t slot = search->labels.items[index].slot;
    const uint64_t cost = search->labels.items[index].cost;
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint32_t open =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    uint32_t steps = space->steps.natural[kind * 256 + open][WENDI_DIRECTION_NONE];
    wend_result result = WEND_OK;
    for (; steps != 0 && result == WEND_OK; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t next = wendi_space_beside(space, slot, d);
        result = reach(search, index, next, cost + space->steps.lengths[d] * space->costs[next], d);
    }
    return result;
}

static wend_result expand_links(wend_search *search, uint32_t index)
{
    const wend_space *space = search->space;
    const wendi_space_links *links = &space->links;
    const uint32_t slot = search->labels.items[index].slot;
    const uint64_t cost = search->labels.items[index].cost;
    wend_result result = WEND_OK;
    if (links->count == 0 || !wendi_space_links_has(links, slot)) {
        return result;
    }
    uint32_t k = wendi_space_links_first(links, slot);
    for (; k < links->count && links->arcs[k].from == slot && result == WEND_OK; k++) {
        const wendi_link_arc *arc = &links->arcs[k];
        if (space->costs[arc->to] != WEND_COST_WALL) {
            result = reach(search, index, arc->to, wendi_cost_add(cost, arc->cost), BY_LINK + k);
        }
    }
    return result;
}

static wend_result expand_arcs(wend_search *search, uint32_t index)
{
    const wendi_space_arcs *out = &search->space->net->out;
    const uint32_t node = search->labels.items[index].slot;
    const uint64_t cost = search->labels.items[index].cost;
    wend_result result = WEND_OK;
    for (uint32_t k = out->spans[node].first; k < out->spans[node].end && result == WEND_OK; k++) {
        const wendi_space_arc *arc = &out->items[k];
        if (arc->cost != WEND_COST_INFINITE) {
            result = reach(search, index, arc->target, cost + arc->cost, arc->edge);
        }
    }
    return result;
}

static wend_result expand(wend_search *search, uint32_t index)
{
    wendi_depth_label *label = &search->labels.items[index];
    const uint32_t slot = label->slot;
    label->is_open = false;
    if (!wendi_search_note_expanded(search, slot)) {
        return WEND_ERROR_MEMORY;
    }
    if (label->cost >> WENDI_COST_LIMIT_BITS != 0) {
        return WEND_ERROR_FULL;
    }
    ++search->answer.expanded;
    if (search->query.goal_kind == WEND_GOAL_PREDICATE &&
        search->query.is_goal(search->query.user, wendi_space_node_of_slot(search->space, slot))) {
        note_goal(search, index);
        return WEND_OK;
    }
    if (search->space->net != NULL) {
        return expand_arcs(search, index);
    }
    const wend_result result = expand_steps(search, index);
    return result == WEND_OK ? expand_links(search, index) : result;
}

/* The next label worth expanding, left in the queue; false at the end. */
static bool next_label(const wend_search *search, wendi_cost_queue *queue, uint32_t *index)
{
    while (queue->count > 0) {
        if (search->goal_cost != WEND_COST_INFINITE && queue->entries[0].key >= search->goal_cost) {
            return false;
        }
        *index = (uint32_t)queue->entries[0].rest;
        const wendi_depth_label *label = &search->labels.items[*index];
        if (label->is_open && label->cost < search->goal_cost) {
            return true;
        }
        wendi_cost_queue_pop(queue);
    }
    return false;
}

wend_result wendi_labels_advance(wend_search *search, uint64_t *steps)
{
    wendi_cost_queue *queue = &search->graph.sides[0].queue;
    uint32_t index;
    while (next_label(search, queue, &index)) {
        search->answer.max_frontier = queue->count_max;
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        wendi_cost_queue_pop(queue);
        const wend_result result = expand(search, index);
        if (result != WEND_OK) {
            return result;
        }
    }
    return wendi_search_finish(search);
}

/* ---- answers ---- */

static uint32_t answer_label(const wend_search *search)
{
    const wendi_depth_labels *labels = &search->labels;
    return labels->goal_label != NONE ? labels->goal_label : labels->best_label;
}

uint32_t wendi_labels_find(const wend_search *search, uint32_t slot)
{
    const wendi_depth_labels *labels = &search->labels;
    const uint32_t answer = answer_label(search);
    if (answer != NONE && labels->items[answer].slot == slot) {
        return answer;
    }
    uint32_t best = NONE;
    for (uint32_t i = first_of(labels, slot); i != NONE; i = labels->items[i].next) {
        best = best == NONE || labels->items[i].cost < labels->items[best].cost ? i : best;
    }
    return best;
}

uint64_t wendi_labels_cost(const wend_search *search, uint32_t slot)
{
    const uint32_t index = wendi_labels_find(search, slot);
    return index == NONE ? WEND_COST_INFINITE : search->labels.items[index].cost;
}

bool wendi_labels_is_open(const wend_search *search, uint32_t slot)
{
    bool is = false;
    for (uint32_t i = first_of(&search->labels, slot); i != NONE && !is;
         i = search->labels.items[i].next) {
        is = search->labels.items[i].is_open;
    }
    return is;
}

/* How a path comes to a label, as a trace tells it. Not for starts, which no step leads to. */
static uint32_t follows_of(const wend_search *search, const wendi_depth_label *label)
{
    const wend_space *space = search->space;
    if (space->net != NULL) {
        return label->way;
    }
    if (label->way >= (uint32_t)WENDI_DIRECTIONS) {
        return WENDI_FOLLOWS_LINK + label->way - (uint32_t)BY_LINK;
    }
    const uint32_t from = search->labels.items[label->parent].slot;
    return from + (uint32_t)space->offsets[label->way] == label->slot
               ? (uint32_t)WENDI_FOLLOWS_LINE
               : WENDI_FOLLOWS_SEAM + label->way;
}

bool wendi_labels_trace(const wend_search *search, uint32_t slot, wendi_trace *trace)
{
    const wendi_depth_label *items = search->labels.items;
    uint32_t at = wendi_labels_find(search, slot);
    for (; items[at].parent != at; at = items[at].parent) {
        if (!wendi_trace_push(trace, wendi_space_node_of_slot(search->space, items[at].slot),
                              follows_of(search, &items[at]))) {
            return false;
        }
    }
    return wendi_trace_push(trace, wendi_space_node_of_slot(search->space, items[at].slot),
                            search->space->net != NULL ? WEND_EDGE_NONE
                                                       : (uint32_t)WENDI_FOLLOWS_LINE);
}

void wendi_labels_conclude(wend_search *search)
{
    const wendi_depth_label *items = search->labels.items;
    uint32_t at = answer_label(search);
    search->answer.cost = items[at].cost;
    while (items[at].parent != at) {
        at = items[at].parent;
    }
    search->origin_slot = items[at].slot;
}

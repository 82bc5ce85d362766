/* D* Lite, optimized version: the queue, and costs to the goal that follow edits and a moving start.
 * Cost: a step for each node expanded, each with the steps from and to it and a few moves in the
 * queue's heap. */
#include "base/core/memory.h"
#include "route/incremental/incremental.h"

#include <string.h>

enum { COST_LIMIT_BITS = 63 };

/* ---- the queue ---- */

static inline bool is_before(const wendi_incremental_entry *a, const wendi_incremental_entry *b)
{
    if (a->key != b->key) {
        return a->key < b->key;
    }
    return a->cost != b->cost ? a->cost < b->cost : a->slot < b->slot;
}

static inline void place(wend_incremental *w, size_t at, wendi_incremental_entry entry)
{
    w->queue[at] = entry;
    w->records[entry.slot].place = (uint32_t)at + 1;
}

static void rise(wend_incremental *w, size_t at, wendi_incremental_entry entry)
{
    while (at > 0 && is_before(&entry, &w->queue[(at - 1) / 2])) {
        place(w, at, w->queue[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(w, at, entry);
}

static void sink(wend_incremental *w, size_t at, wendi_incremental_entry entry)
{
    for (size_t child = 2 * at + 1; child < w->queue_count; child = 2 * at + 1) {
        if (child + 1 < w->queue_count && is_before(&w->queue[child + 1], &w->queue[child])) {
            child++;
        }
        if (!is_before(&w->queue[child], &entry)) {
            break;
        }
        place(w, at, w->queue[child]);
        at = child;
    }
    place(w, at, entry);
}

static void remove_from_queue(wend_incremental *w, uint32_t slot)
{
    const size_t at = w->records[slot].place - 1;
    const wendi_incremental_entry last = w->queue[--w->queue_count];
    w->records[slot].place = 0;
    if (last.slot == slot) {
        return;
    }
    if (at > 0 && is_before(&last, &w->queue[(at - 1) / 2])) {
        rise(w, at, last);
    } else {
        sink(w, at, last);
    }
}

static bool grow_queue(wend_incremental *w)
{
    const size_t capacity = w->queue_capacity == 0 ? 256 : 2 * w->queue_capacity;
    wendi_incremental_entry *made =
        wendi_resize_items(&w->allocator, w->queue, w->queue_capacity, capacity, sizeof *made);
    if (made != NULL) {
        w->queue = made;
        w->queue_capacity = capacity;
    }
    return made != NULL;
}

/* ---- costs ---- */

static inline wendi_incremental_record *record_of(wend_incremental *w, uint32_t slot)
{
    wendi_incremental_record *record = &w->records[slot];
    if (record->generation != w->generation) {
        *record =
            (wendi_incremental_record){WEND_COST_INFINITE, WEND_COST_INFINITE, 0, w->generation};
    }
    return record;
}

static inline wendi_incremental_entry entry_of(const wend_incremental *w, uint32_t slot)
{
    const wendi_incremental_record *record = &w->records[slot];
    const uint64_t cost = record->g < record->rhs ? record->g : record->rhs;
    const uint64_t ahead = wendi_incremental_sum(wendi_incremental_estimate(w, slot), w->moved);
    return (wendi_incremental_entry){wendi_incremental_sum(cost, ahead), cost, slot};
}

/* Puts a node whose costs differ into the queue, and takes one whose costs agree out of it.
 * @return false without memory. */
static bool settle(wend_incremental *w, uint32_t slot)
{
    const wendi_incremental_record *record = &w->records[slot];
    if (record->g == record->rhs) {
        if (record->place != 0) {
            remove_from_queue(w, slot);
        }
        return true;
    }
    const wendi_incremental_entry entry = entry_of(w, slot);
    if (record->place == 0) {
        if (w->queue_count == w->queue_capacity && !grow_queue(w)) {
            return false;
        }
        rise(w, w->queue_count++, entry);
        return true;
    }
    const size_t at = record->place - 1;
    if (is_before(&entry, &w->queue[at])) {
        rise(w, at, entry);
    } else {
        sink(w, at, entry);
    }
    return true;
}

/* The cost of a node as it follows from those of its neighbours. */
static uint64_t cost_by_neighbours(wend_incremental *w, uint32_t slot)
{
    uint64_t least = WEND_COST_INFINITE;
    wendi_incremental_list_out(w, slot);
    for (uint32_t i = 0; i < w->out.count; i++) {
        const wendi_incremental_step *step = &w->out.items[i];
        const uint64_t sum = wendi_incremental_sum(wendi_incremental_g(w, step->slot), step->cost);
        least = sum < least ? sum : least;
    }
    return least;
}

bool wendi_incremental_begin(wend_incremental *w)
{
    const uint32_t count = w->space->net != NULL ? w->space->node_count : w->space->slot_count;
    if (w->records == NULL || w->slot_count != count) {
        const size_t bytes = (size_t)w->slot_count * sizeof *w->records;
        wendi_free(&w->allocator, w->records, w->records != NULL ? bytes : 0);
        w->slot_count = count;
        w->records = wendi_alloc_items_zero(&w->allocator, w->slot_count, sizeof *w->records);
        w->generation = 0;
        if (w->records == NULL) {
            return false;
        }
    }
    if (++w->generation == 0) {
        memset(w->records, 0, (size_t)w->slot_count * sizeof *w->records);
        w->generation = 1;
    }
    w->queue_count = 0;
    w->moved = 0;
    wendi_array_u32_clear(&w->changed);
    w->applied = 0;
    record_of(w, w->goal_slot)->rhs = 0;
    return settle(w, w->goal_slot);
}

/* Computes the cost of a node anew; one without a record and without a path needs none. */
static bool recompute(wend_incremental *w, uint32_t slot)
{
    if (slot == w->goal_slot) {
        return true;
    }
    const uint64_t rhs = cost_by_neighbours(w, slot);
    if (rhs == WEND_COST_INFINITE && !wendi_incremental_has(w, slot)) {
        return true;
    }
    record_of(w, slot)->rhs = rhs;
    return settle(w, slot);
}

static bool recompute_around(wend_incremental *w, uint32_t slot)
{
    const wend_space *space = w->space;
    bool is_done = recompute(w, slot);
    if (space->net != NULL) {
        return is_done;
    }
    const int32_t py = (int32_t)(slot / space->stride);
    const int32_t px = (int32_t)(slot - (uint32_t)py * space->stride);
    for (uint32_t d = 0; d < (uint32_t)WENDI_DIRECTIONS && is_done; d++) {
        int32_t x = px + wendi_direction_x(d);
        int32_t y = py + wendi_direction_y(d);
        if (space->wraps) {
            x = wendi_space_fold_along(x, space->width);
            y = wendi_space_fold_along(y, space->height);
        }
        if (x >= 1 && x <= space->width && y >= 1 && y <= space->height) {
            is_done = recompute(w, (uint32_t)y * space->stride + (uint32_t)x);
        }
    }
    for (uint32_t i = 0; i < space->links.count && is_done; i++) {
        if (space->links.arcs[i].to == slot) {
            is_done = recompute(w, space->links.arcs[i].from);
        }
    }
    return is_done;
}

wend_result wendi_incremental_apply(wend_incremental *w, uint64_t *steps)
{
    for (; w->applied<w->changed.count && * steps> 0; --*steps) {
        if (!recompute_around(w, w->changed.items[w->applied++])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return w->applied == w->changed.count ? WEND_OK : WEND_IN_PROGRESS;
}

/* ---- expansion ---- */

/* The cost of the node decreased: paths of the nodes before it may lead through it now. */
static bool expand_overconsistent(wend_incremental *w, uint32_t slot)
{
    wendi_incremental_record *record = &w->records[slot];
    record->g = record->rhs;
    const uint64_t cost = record->g;
    remove_from_queue(w, slot);
    bool is_done = true;
    wendi_incremental_list_in(w, slot);
    for (uint32_t i = 0; i < w->in.count && is_done; i++) {
        const wendi_incremental_step *step = &w->in.items[i];
        const uint64_t sum = wendi_incremental_sum(cost, step->cost);
        wendi_incremental_record *from = record_of(w, step->slot);
        if (step->slot != w->goal_slot && sum < from->rhs) {
            from->rhs = sum;
            is_done = settle(w, step->slot);
        }
    }
    return is_done;
}

/* The cost of the node increased: nodes whose paths led through it get their next best. */
static bool expand_underconsistent(wend_incremental *w, uint32_t slot)
{
    wendi_incremental_record *record = &w->records[slot];
    const uint64_t cost = record->g;
    record->g = WEND_COST_INFINITE;
    bool is_done = settle(w, slot);
    wendi_incremental_list_in(w, slot);
    for (uint32_t i = 0; i < w->in.count && is_done; i++) {
        const wendi_incremental_step *step = &w->in.items[i];
        wendi_incremental_record *from = record_of(w, step->slot);
        if (step->slot != w->goal_slot && from->rhs == wendi_incremental_sum(cost, step->cost)) {
            from->rhs = cost_by_neighbours(w, step->slot);
            is_done = settle(w, step->slot);
        }
    }
    return is_done;
}

/* True if the first of the queue can still concern the cost of the start. */
static bool goes_on(wend_incremental *w)
{
    if (w->queue_count == 0) {
        return false;
    }
    const wendi_incremental_record *start = record_of(w, w->start_slot);
    const wendi_incremental_entry own = entry_of(w, w->start_slot);
    wendi_incremental_entry first = w->queue[0];
    first.key -= first.key == UINT64_MAX || first.key < w->slack ? 0 : w->slack;
    return first.key < own.key || (first.key == own.key && first.cost < own.cost) ||
           start->rhs > start->g;
}

wend_result wendi_incremental_search(wend_incremental *w, uint64_t *steps)
{
    while (goes_on(w)) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        const wendi_incremental_entry first = w->queue[0];
        const wendi_incremental_entry now = entry_of(w, first.slot);
        if (is_before(&first, &now)) {
            sink(w, 0, now); /* the start has moved since */
            continue;
        }
        const wendi_incremental_record *record = &w->records[first.slot];
        if (first.cost != WEND_COST_INFINITE && first.cost >> COST_LIMIT_BITS != 0) {
            return WEND_ERROR_FULL;
        }
        w->answer.expanded++;
        if (!(record->g > record->rhs ? expand_overconsistent(w, first.slot)
                                      : expand_underconsistent(w, first.slot))) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

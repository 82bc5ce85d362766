/* Computes the transitive closure of a directed graph, in slices.
 * Cost: some 20 ns a node and an edge; 28 bytes a node and 4 an edge between components while it
 * runs, then 8 a node and 8 a range. A query takes a binary search; in rough ranges at most 256
 * components are visited. */
#include "base/core/closure.h"

#include "base/core/memory.h"
#include "base/core/sort.h"

#include <string.h>

enum { VISITED_MAX = 256, VISITED_SLOTS = 512, RANGES_MAX = 16, FOUND_MAX = 128 };

static const uint32_t NONE = UINT32_MAX;

/* ---- ranges ---- */

static uint64_t range_of(uint32_t low, uint32_t high, bool is_rough)
{
    return (uint64_t)low << 33 | (uint64_t)high << 1 | (is_rough ? 1 : 0);
}

static uint32_t low_of(uint64_t range)
{
    return (uint32_t)(range >> 33);
}

static uint32_t high_of(uint64_t range)
{
    return (uint32_t)(range >> 1) & (wendi_closure_max_nodes - 1);
}

static bool is_rough(uint64_t range)
{
    return (range & 1) != 0;
}

static bool sort_ranges(wendi_array_u64 *ranges)
{
    if (ranges->count < FOUND_MAX + RANGES_MAX) {
        for (size_t i = 1; i < ranges->count; ++i) {
            const uint64_t range = ranges->items[i];
            size_t at = i;
            while (at > 0 && ranges->items[at - 1] > range) {
                ranges->items[at] = ranges->items[at - 1];
                --at;
            }
            ranges->items[at] = range;
        }
        return true;
    }
    const size_t bytes = 2 * ranges->count * sizeof(wendi_sort_pair);
    wendi_sort_pair *pairs = wendi_alloc(&ranges->allocator, bytes);
    if (pairs == NULL) {
        return false;
    }
    for (size_t i = 0; i < ranges->count; ++i) {
        pairs[i] = (wendi_sort_pair){ranges->items[i], 0};
    }
    wendi_sort_pairs(pairs, pairs + ranges->count, ranges->count);
    for (size_t i = 0; i < ranges->count; ++i) {
        ranges->items[i] = pairs[i].key;
    }
    wendi_free(&ranges->allocator, pairs, bytes);
    return true;
}

/* Joins the next range of an ascending list to those before it. An exact range loses nothing to
 * a rough one, unless it lies in its middle. @return the new count. */
static size_t append_range(uint64_t *ranges, size_t count, uint64_t range)
{
    const uint64_t last = count > 0 ? ranges[count - 1] : 0;
    const uint32_t high = high_of(range);
    if (count == 0 || low_of(range) > high_of(last) + 1 ||
        (is_rough(range) != is_rough(last) && low_of(range) > high_of(last))) {
        ranges[count] = range;
        return count + 1;
    }
    if (is_rough(range) == is_rough(last)) {
        if (high > high_of(last)) {
            ranges[count - 1] = range_of(low_of(last), high, is_rough(last));
        }
        return count;
    }
    if (high <= high_of(last)) {
        return count;
    }
    if (!is_rough(last)) {
        ranges[count] = range_of(high_of(last) + 1, high, true);
        return count + 1;
    }
    if (low_of(range) <= low_of(last)) { /* Everything below its start is in the ranges before. */
        ranges[count - 1] = range_of(low_of(last), high, false);
        return count;
    }
    ranges[count - 1] = range_of(low_of(last), low_of(range) - 1, true);
    ranges[count] = range;
    return count + 1;
}

/* Keeps the widest gaps and closes all others. */
static size_t limit_ranges(uint64_t *ranges, size_t count, uint32_t most)
{
    size_t kept[RANGES_MAX]; /* the range before each gap that is kept, the widest first */
    uint32_t widths[RANGES_MAX];
    size_t kept_count = 0;
    if (most == 0 || count <= most) {
        return count;
    }
    for (size_t i = 0; i + 1 < count; ++i) {
        const uint32_t width = low_of(ranges[i + 1]) - high_of(ranges[i]);
        size_t at = kept_count;
        if (kept_count + 1 < most) {
            ++kept_count;
        } else if (at == 0 || widths[at - 1] >= width) {
            continue;
        } else {
            --at;
        }
        while (at > 0 && widths[at - 1] < width) {
            widths[at] = widths[at - 1];
            kept[at] = kept[at - 1];
            --at;
        }
        widths[at] = width;
        kept[at] = i;
    }
    size_t made = 0;
    for (size_t i = 0; i < count; ++i) {
        bool begins = i == 0;
        for (size_t k = 0; k < kept_count && !begins; ++k) {
            begins = kept[k] + 1 == i;
        }
        if (begins) {
            ranges[made++] = ranges[i];
        } else {
            ranges[made - 1] = range_of(low_of(ranges[made - 1]), high_of(ranges[i]), true);
        }
    }
    return made;
}

/* Sorts the found ranges, joins those that touch, and applies the limit. @return false: no
 * memory. */
static bool settle_found(wendi_closure_work *w, uint32_t most)
{
    if (!sort_ranges(&w->found)) {
        return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < w->found.count; ++i) {
        count = append_range(w->found.items, count, w->found.items[i]);
    }
    w->found.count = limit_ranges(w->found.items, count, most);
    return true;
}

/* ---- components ---- */

static void discover(wendi_closure_work *w, uint32_t node)
{
    w->order.items[node] = w->low.items[node] = ++w->found_count;
    w->below.items[node] = w->component_count;
    w->next_edge.items[node] = w->first_edge[(size_t)node * w->edge_stride];
    w->out_first.items[node] = (uint32_t)w->out.count;
    w->stack.items[w->stack.count++] = node;
    w->path.items[w->path.count++] = node;
}

/* Records an edge from the open nodes to a component. */
static bool add_successor(wendi_closure_work *w, uint32_t node, uint32_t component)
{
    const size_t count = w->out.count;
    return (count > w->out_first.items[node] && w->out.items[count - 1] == component) ||
           wendi_array_u32_push(&w->out, component);
}

/* Keeps the successors of a new component, for queries in rough ranges, if it needs them and
 * they fit. */
static bool keep_successors(wendi_closure_work *w, uint32_t root)
{
    bool needs = false;
    for (size_t i = 0; i < w->found.count; ++i) {
        needs = needs || is_rough(w->found.items[i]);
    }
    const uint32_t first = w->out_first.items[root];
    const size_t count = w->out.count - first;
    const bool has_room = count <= w->made.next.capacity - w->made.next.count;
    return (!needs || !has_room ||
            wendi_array_u32_append(&w->made.next, w->out.items + first, count)) &&
           wendi_array_u32_push(&w->made.first_next, (uint32_t)w->made.next.count);
}

/* The nodes from the top of the stack down to the root are a component. */
static bool close_component(wendi_closure_work *w, uint32_t root)
{
    const uint32_t component = w->component_count++;
    const wendi_closure *made = &w->made;
    const uint32_t first = w->out_first.items[root];
    uint32_t most = w->ranges_most;
    if (most != 0) { /* at least one range is left for each component to come */
        const size_t room =
            made->ranges.capacity - made->ranges.count - (size_t)(w->node_count - 1 - component);
        most = room < most ? (uint32_t)room : most;
    }
    uint32_t node;
    do {
        node = w->stack.items[--w->stack.count];
        made->components.items[node] = component;
    } while (node != root);
    wendi_array_u64_clear(&w->found);
    for (size_t i = first; i < w->out.count; ++i) {
        const uint32_t to = w->out.items[i];
        const uint32_t begin = made->first_range.items[to];
        const uint32_t count = made->first_range.items[to + 1] - begin;
        if (!wendi_array_u64_append(&w->found, made->ranges.items + begin, count) ||
            (w->found.count >= FOUND_MAX && most != 0 && !settle_found(w, most))) {
            return false;
        }
    }
    const uint64_t own = range_of(w->below.items[root], component, false);
    if (!wendi_array_u64_push(&w->found, own) || !settle_found(w, most) ||
        !wendi_array_u64_append(&w->made.ranges, w->found.items, w->found.count) ||
        !wendi_array_u32_push(&w->made.first_range, (uint32_t)w->made.ranges.count) ||
        (most != 0 && !keep_successors(w, root))) {
        return false;
    }
    w->out.count = first;
    return true;
}

/* Continues the depth-first search from the last node of the path. */
static bool step(wendi_closure_work *w)
{
    const uint32_t node = w->path.items[w->path.count - 1];
    uint32_t *low = w->low.items;
    if (w->next_edge.items[node] < w->end_edge[(size_t)node * w->edge_stride]) {
        const uint32_t to = w->target(w->context, w->next_edge.items[node]++);
        if (to == NONE) {
            return true;
        }
        if (w->order.items[to] == 0) {
            discover(w, to);
        } else if (w->made.components.items[to] != NONE) {
            return add_successor(w, node, w->made.components.items[to]);
        } else if (w->order.items[to] < low[node]) {
            low[node] = w->order.items[to];
        }
        return true;
    }
    --w->path.count;
    const uint32_t before = w->path.count > 0 ? w->path.items[w->path.count - 1] : NONE;
    if (low[node] != w->order.items[node]) {
        low[before] = low[node] < low[before] ? low[node] : low[before];
        return true;
    }
    return close_component(w, node) &&
           (before == NONE || add_successor(w, before, w->made.components.items[node]));
}

/* ---- making ---- */

void wendi_closure_init(wendi_closure *closure, const wend_allocator *allocator)
{
    wendi_array_u32_init(&closure->components, allocator);
    wendi_array_u32_init(&closure->first_range, allocator);
    wendi_array_u64_init(&closure->ranges, allocator);
    wendi_array_u32_init(&closure->first_next, allocator);
    wendi_array_u32_init(&closure->next, allocator);
}

void wendi_closure_free(wendi_closure *closure)
{
    wendi_array_u32_free(&closure->components);
    wendi_array_u32_free(&closure->first_range);
    wendi_array_u64_free(&closure->ranges);
    wendi_array_u32_free(&closure->first_next);
    wendi_array_u32_free(&closure->next);
}

size_t wendi_closure_memory_bytes(const wendi_closure *closure)
{
    return closure->ranges.capacity * sizeof(uint64_t) +
           (closure->components.capacity + closure->first_range.capacity +
            closure->first_next.capacity + closure->next.capacity) *
               sizeof(uint32_t);
}

void wendi_closure_work_init(wendi_closure_work *work, const wend_allocator *allocator)
{
    memset(work, 0, sizeof *work);
    wendi_closure_init(&work->made, allocator);
    wendi_array_u32 *const numbers[] = {&work->order,     &work->low,   &work->below,
                                        &work->next_edge, &work->stack, &work->path,
                                        &work->out_first, &work->out};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        wendi_array_u32_init(numbers[i], allocator);
    }
    wendi_array_u64_init(&work->found, allocator);
}

void wendi_closure_work_free(wendi_closure_work *work)
{
    wendi_closure_free(&work->made);
    wendi_array_u32 *const numbers[] = {&work->order,     &work->low,   &work->below,
                                        &work->next_edge, &work->stack, &work->path,
                                        &work->out_first, &work->out};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        wendi_array_u32_free(numbers[i]);
    }
    wendi_array_u64_free(&work->found);
}

size_t wendi_closure_work_memory_bytes(const wendi_closure_work *work)
{
    return wendi_closure_memory_bytes(&work->made) + work->found.capacity * sizeof(uint64_t) +
           (work->order.capacity + work->low.capacity + work->below.capacity +
            work->next_edge.capacity + work->stack.capacity + work->path.capacity +
            work->out_first.capacity + work->out.capacity) *
               sizeof(uint32_t);
}

/* Room for the closure of a graph with a limit of ranges. */
static bool reserve_closure(wendi_closure *closure, size_t nodes)
{
    return wendi_array_u32_reserve(&closure->components, nodes) &&
           wendi_array_u32_reserve(&closure->first_range, nodes + 1) &&
           wendi_array_u64_reserve(&closure->ranges, 2 * nodes) &&
           wendi_array_u32_reserve(&closure->first_next, nodes + 1) &&
           wendi_array_u32_reserve(&closure->next, nodes);
}

/* Room for the working arrays, for any limit. */
static bool reserve_nodes(wendi_closure_work *work, size_t nodes)
{
    wendi_array_u32 *const by_node[] = {&work->order,     &work->low,   &work->below,
                                        &work->next_edge, &work->stack, &work->path,
                                        &work->out_first};
    bool is_done = true;
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; ++i) {
        is_done = is_done && wendi_array_u32_reserve(by_node[i], nodes);
    }
    return is_done;
}

bool wendi_closure_reserve(wendi_closure_work *work, wendi_closure *closure, uint32_t node_count,
                           uint32_t edge_count)
{
    return reserve_closure(closure, node_count) && reserve_closure(&work->made, node_count) &&
           reserve_nodes(work, node_count) &&
           wendi_array_u32_reserve(&work->out, (size_t)edge_count + 1) &&
           wendi_array_u64_reserve(&work->found, FOUND_MAX + RANGES_MAX);
}

static bool begin(wendi_closure_work *work, uint32_t node_count, wendi_closure_target_fn target,
                  const void *context, uint32_t ranges_most)
{
    wendi_closure *made = &work->made;
    if (node_count >= wendi_closure_max_nodes || !reserve_nodes(work, node_count) ||
        !wendi_array_u32_resize(&made->components, node_count) ||
        !wendi_array_u32_reserve(&made->first_range, (size_t)node_count + 1)) {
        return false;
    }
    work->node_count = node_count;
    work->target = target;
    work->context = context;
    work->ranges_most = ranges_most < RANGES_MAX ? ranges_most : RANGES_MAX;
    work->component_count = work->found_count = work->node = 0;
    work->stack.count = work->path.count = work->out.count = 0;
    made->first_range.count = made->ranges.count = made->first_next.count = made->next.count = 0;
    made->first_range.items[made->first_range.count++] = 0;
    if (node_count > 0) {
        memset(made->components.items, 0xff, node_count * sizeof *made->components.items);
        memset(work->order.items, 0, node_count * sizeof *work->order.items);
    }
    return ranges_most == 0 || wendi_array_u32_push(&made->first_next, 0);
}

bool wendi_closure_begin(wendi_closure_work *work, uint32_t node_count, const uint32_t *first_edge,
                         wendi_closure_target_fn target, const void *context, uint32_t ranges_most)
{
    work->first_edge = first_edge;
    work->end_edge = first_edge + 1;
    work->edge_stride = 1;
    return begin(work, node_count, target, context, ranges_most);
}

bool wendi_closure_begin_spans(wendi_closure_work *work, uint32_t node_count, const uint32_t *spans,
                               wendi_closure_target_fn target, const void *context,
                               uint32_t ranges_most)
{
    work->first_edge = spans;
    work->end_edge = spans + 1;
    work->edge_stride = 2;
    return begin(work, node_count, target, context, ranges_most);
}

wend_result wendi_closure_advance(wendi_closure_work *work, uint64_t *steps)
{
    for (;;) {
        while (work->path.count == 0 && work->node < work->node_count) {
            if (work->order.items[work->node] == 0) {
                discover(work, work->node);
            }
            ++work->node;
        }
        if (work->path.count == 0) {
            break;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        --*steps;
        if (!step(work)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

bool wendi_closure_build(wendi_closure *closure, const wend_allocator *allocator,
                         uint32_t node_count, const uint32_t *first_edge,
                         wendi_closure_target_fn target, const void *context)
{
    wendi_closure_work work;
    uint64_t steps = UINT64_MAX;
    wendi_closure_work_init(&work, allocator);
    const bool is_done = wendi_closure_begin(&work, node_count, first_edge, target, context, 0) &&
                         wendi_closure_advance(&work, &steps) == WEND_OK;
    if (is_done) {
        wendi_closure_free(closure);
        *closure = work.made;
        wendi_closure_init(&work.made, allocator);
    }
    wendi_closure_work_free(&work);
    return is_done;
}

/* ---- queries ---- */

/* The range of a component that contains a number; UINT64_MAX = none. */
static uint64_t range_with(const wendi_closure *closure, uint32_t component, uint32_t goal)
{
    uint32_t low = closure->first_range.items[component];
    const uint32_t end = closure->first_range.items[component + 1];
    uint32_t high = end;
    while (low < high) { /* The first range that ends at the goal or later. */
        const uint32_t middle = low + (high - low) / 2;
        if (high_of(closure->ranges.items[middle]) < goal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && low_of(closure->ranges.items[low]) <= goal ? closure->ranges.items[low]
                                                                   : UINT64_MAX;
}

/* The visited components, by open addressing: component + 1, 0 = free. */
typedef struct visited_set {
    uint32_t table[VISITED_SLOTS];
    uint32_t stack[VISITED_MAX];
    uint32_t count, made; /* on the stack, and visited in all */
} visited_set;

/* @return false: the set is full. */
static bool visit(visited_set *l, uint32_t component)
{
    uint32_t at = component * 2654435761u >> 16 & (VISITED_SLOTS - 1);
    while (l->table[at] != 0 && l->table[at] != component + 1) {
        at = (at + 1) & (VISITED_SLOTS - 1);
    }
    if (l->table[at] != 0) {
        return true;
    }
    if (l->made == VISITED_MAX) {
        return false;
    }
    l->table[at] = component + 1;
    l->stack[l->count++] = component;
    ++l->made;
    return true;
}

/* Searches the successors of a component whose rough range contains the goal. A component with a
 * rough range but without successors had no room for them. */
static wendi_closure_answer search_successors(const wendi_closure *closure, uint32_t component,
                                              uint32_t goal)
{
    visited_set l;
    memset(&l, 0, sizeof l);
    (void)visit(&l, component);
    while (l.count > 0) {
        const uint32_t at = l.stack[--l.count];
        const uint32_t end = closure->first_next.items[at + 1];
        if (closure->first_next.items[at] == end) {
            return WENDI_CLOSURE_UNKNOWN;
        }
        for (uint32_t i = closure->first_next.items[at]; i < end; ++i) {
            const uint32_t to = closure->next.items[i];
            const uint64_t range = to < goal ? UINT64_MAX : range_with(closure, to, goal);
            if (range == UINT64_MAX) {
                continue;
            }
            if (to == goal || !is_rough(range)) {
                return WENDI_CLOSURE_REACHED;
            }
            if (!visit(&l, to)) {
                return WENDI_CLOSURE_UNKNOWN;
            }
        }
    }
    return WENDI_CLOSURE_NOT_REACHED;
}

wendi_closure_answer wendi_closure_query(const wendi_closure *closure, uint32_t from, uint32_t to)
{
    const uint32_t component = closure->components.items[from];
    const uint32_t goal = closure->components.items[to];
    if (component <= goal) {
        return component == goal ? WENDI_CLOSURE_REACHED : WENDI_CLOSURE_NOT_REACHED;
    }
    const uint64_t range = range_with(closure, component, goal);
    if (range == UINT64_MAX) {
        return WENDI_CLOSURE_NOT_REACHED;
    }
    return is_rough(range) ? search_successors(closure, component, goal) : WENDI_CLOSURE_REACHED;
}

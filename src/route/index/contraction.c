/* The rounds of a contraction.
 * Cost: a node costs some local searches when it leaves and when a neighbour does: on a road
 * network of 100,000 nodes 10 to 20 us a node in all. */
#include "route/index/contraction.h"

#include <string.h>

enum {
    BATCH_MOST = WENDI_CONTRACTION_BLOCK * WENDI_CONTRACTION_JOBS,
    FIRST_ROOM = 4, /* arcs of a new list */
    WEIGHT = 1000   /* of a level, of a shortcut per arc that leaves, of an edge per edge */
};

static const uint64_t KEY_CORE = UINT64_MAX;

/* ---- lists ---- */

static bool reserve_pool(wendi_contraction *c, size_t more)
{
    const size_t needed = c->pool_count + more;
    if (needed <= c->pool_capacity) {
        return true;
    }
    const size_t doubled = c->pool_capacity > SIZE_MAX / 2 ? SIZE_MAX : 2 * c->pool_capacity;
    const size_t capacity = doubled > needed ? doubled : needed;
    if (needed > UINT32_MAX) {
        return false;
    }
    wendi_contraction_arc *pool =
        wendi_resize_items(&c->allocator, c->pool, c->pool_capacity, capacity, sizeof c->pool[0]);
    if (pool == NULL) {
        return false;
    }
    c->pool = pool;
    c->pool_capacity = capacity;
    return true;
}

/* Room for one more arc: a list that is full moves to the end of the pool. */
static bool reserve_arc(wendi_contraction *c, wendi_contraction_list *list)
{
    if (list->count < list->capacity) {
        return true;
    }
    const uint32_t capacity = list->capacity == 0 ? FIRST_ROOM : 2 * list->capacity;
    if (capacity < list->capacity || !reserve_pool(c, capacity)) {
        return false;
    }
    if (list->count > 0) {
        memcpy(c->pool + c->pool_count, c->pool + list->begin, list->count * sizeof c->pool[0]);
    }
    list->begin = (uint32_t)c->pool_count;
    list->capacity = capacity;
    c->pool_count += capacity;
    return true;
}

/* Adds an arc, or replaces a worse one to the same target. */
static void put_arc(wendi_contraction *c, wendi_contraction_list *list, wendi_contraction_arc arc)
{
    wendi_contraction_arc *arcs = c->pool + list->begin;
    uint32_t at = 0;
    while (at < list->count && arcs[at].target != arc.target) {
        ++at;
    }
    if (at == list->count) {
        ++list->count;
    } else if (arc.cost > arcs[at].cost || (arc.cost == arcs[at].cost && arc.via >= arcs[at].via)) {
        return;
    }
    arcs[at] = arc;
}

static bool put_both(wendi_contraction *c, uint32_t from, uint32_t to, wendi_contraction_arc arc)
{
    if (!reserve_arc(c, &c->out[from]) || !reserve_arc(c, &c->in[to])) {
        return false;
    }
    arc.target = to;
    put_arc(c, &c->out[from], arc);
    arc.target = from;
    put_arc(c, &c->in[to], arc);
    return true;
}

static void take_arc(wendi_contraction *c, wendi_contraction_list *list, uint32_t target)
{
    wendi_contraction_arc *arcs = c->pool + list->begin;
    for (uint32_t k = 0; k < list->count; ++k) {
        if (arcs[k].target == target) {
            arcs[k] = arcs[--list->count];
            return;
        }
    }
}

/* ---- making ---- */

static void *zeros(const wendi_contraction *c, size_t item_bytes)
{
    return wendi_alloc_items_zero(&c->allocator, c->node_count, item_bytes);
}

static void start(wendi_contraction *c)
{
    c->round = 1;
    c->mean_steps = 1;
    for (uint32_t node = 0; node < c->node_count; ++node) {
        c->changed.items[node] = node;
        c->noted[node] = c->round;
    }
    c->changed.count = c->node_count;
}

bool wendi_contraction_create(wendi_contraction *c, uint32_t node_count, bool is_symmetric,
                              const wend_allocator *allocator)
{
    memset(c, 0, sizeof *c);
    c->allocator = *allocator;
    c->node_count = node_count;
    c->is_symmetric = is_symmetric;
    c->most_shortcuts = WENDI_CONTRACTION_SHORTCUTS;
    wendi_array_u32_init(&c->changed, allocator);
    wendi_array_u32_init(&c->candidates, allocator);
    wendi_array_u32_init(&c->chosen, allocator);
    wendi_array_u32_init(&c->order, allocator);
    if (node_count == 0) {
        c->phase = WENDI_CONTRACTION_DONE;
        return true;
    }
    c->out = zeros(c, sizeof c->out[0]);
    c->in = is_symmetric ? c->out : zeros(c, sizeof c->in[0]);
    c->keys = zeros(c, sizeof c->keys[0]);
    c->levels = zeros(c, sizeof c->levels[0]);
    c->is_chosen = zeros(c, 1);
    c->is_core = zeros(c, 1);
    c->noted = zeros(c, sizeof c->noted[0]);
    c->gathered = zeros(c, sizeof c->gathered[0]);
    const uint32_t blocks = (node_count - 1) / WENDI_CONTRACTION_BLOCK + 1;
    c->job_count = blocks < WENDI_CONTRACTION_JOBS ? blocks : WENDI_CONTRACTION_JOBS;
    c->jobs = wendi_witnesses_create(c->job_count, allocator);
    if (c->out == NULL || c->in == NULL || c->keys == NULL || c->levels == NULL ||
        c->is_chosen == NULL || c->is_core == NULL || c->noted == NULL || c->gathered == NULL ||
        c->jobs == NULL || !wendi_array_u32_reserve(&c->changed, node_count) ||
        !wendi_array_u32_reserve(&c->candidates, node_count) ||
        !wendi_array_u32_reserve(&c->chosen, node_count) ||
        !wendi_array_u32_reserve(&c->order, node_count)) {
        return false;
    }
    start(c);
    return true;
}

static void free_by_node(const wendi_contraction *c, void *items, size_t item_bytes)
{
    wendi_free(&c->allocator, items, items == NULL ? 0 : c->node_count * item_bytes);
}

void wendi_contraction_destroy(wendi_contraction *c)
{
    if (!c->is_symmetric) {
        free_by_node(c, c->in, sizeof c->in[0]);
    }
    free_by_node(c, c->out, sizeof c->out[0]);
    free_by_node(c, c->keys, sizeof c->keys[0]);
    free_by_node(c, c->levels, sizeof c->levels[0]);
    free_by_node(c, c->is_chosen, 1);
    free_by_node(c, c->is_core, 1);
    free_by_node(c, c->noted, sizeof c->noted[0]);
    free_by_node(c, c->gathered, sizeof c->gathered[0]);
    wendi_array_u32_free(&c->changed);
    wendi_array_u32_free(&c->candidates);
    wendi_array_u32_free(&c->chosen);
    wendi_array_u32_free(&c->order);
    wendi_free(&c->allocator, c->shortcuts, c->shortcut_capacity * sizeof c->shortcuts[0]);
    wendi_free(&c->allocator, c->pool, c->pool_capacity * sizeof c->pool[0]);
    wendi_witnesses_destroy(c->jobs, c->job_count, &c->allocator);
    memset(c, 0, sizeof *c);
}

bool wendi_contraction_add_arc(wendi_contraction *c, uint32_t from, uint32_t to, uint64_t cost,
                               uint32_t edge)
{
    const wendi_contraction_arc arc = {cost, to, edge, 1};
    return put_both(c, from, to, arc);
}

size_t wendi_contraction_bytes(const wendi_contraction *c)
{
    const size_t per_node = (c->is_symmetric ? 1 : 2) * sizeof c->out[0] + sizeof c->keys[0] +
                            sizeof c->levels[0] + 2 + sizeof c->noted[0] + sizeof c->gathered[0] +
                            4 * sizeof(uint32_t);
    return c->node_count * per_node + c->pool_capacity * sizeof c->pool[0] +
           c->shortcut_capacity * sizeof c->shortcuts[0] +
           (c->jobs != NULL ? c->job_count * wendi_witness_bytes() : 0);
}

/* ---- priorities ---- */

/* Neighbours of equal priority leave in an order without a pattern: by number, a chain of nodes
 * would lose one end in each round. The map is one to one. */
static uint32_t mixed(uint32_t node)
{
    uint32_t x = node * 0x9E3779B1u;
    x ^= x >> 15;
    return x * 0x85EBCA77u;
}

static uint64_t arcs_and_hops(const wendi_contraction *c, const wendi_contraction_list *list,
                              uint64_t *hops)
{
    for (uint32_t k = 0; k < list->count; ++k) {
        *hops += c->pool[list->begin + k].hops;
    }
    return list->count;
}

/* A node leaves early if it is not above many levels, and needs few shortcuts for the arcs that
 * leave with it, in number and in edges they stand for. */
static uint64_t key_of(const wendi_contraction *c, uint32_t node,
                       const wendi_contraction_need *need)
{
    uint64_t hops = 0;
    uint64_t arcs = arcs_and_hops(c, &c->out[node], &hops);
    arcs += c->is_symmetric ? 0 : arcs_and_hops(c, &c->in[node], &hops);
    uint64_t priority = (uint64_t)WEIGHT * c->levels[node];
    priority += arcs == 0 ? 0 : (WEIGHT * (uint64_t)need->shortcuts + arcs / 2) / arcs;
    priority += hops == 0 ? 0 : (WEIGHT * need->hops + hops / 2) / hops;
    priority = priority < UINT32_MAX ? priority : UINT32_MAX - 1;
    return priority << 32 | mixed(node);
}

static void find_keys(void *context, size_t begin, size_t end)
{
    wendi_contraction *c = context;
    for (size_t k = begin; k < end; ++k) {
        const uint32_t node = c->changed.items[c->at + k];
        wendi_contraction_need need;
        const bool can_leave =
            c->is_core[node] == 0 &&
            wendi_witness_shortcuts(c, c->jobs, begin / WENDI_CONTRACTION_BLOCK, node, NULL, &need);
        c->keys[node] = can_leave ? key_of(c, node, &need) : KEY_CORE;
    }
}

/* ---- choosing ---- */

static void gather(wendi_contraction *c, uint32_t node)
{
    if (c->gathered[node] != c->round) {
        c->gathered[node] = c->round;
        c->candidates.items[c->candidates.count++] = node;
    }
}

/* A node can have become the least of its surroundings only where it or a neighbour changed. */
static void gather_around(wendi_contraction *c, uint32_t node)
{
    gather(c, node);
    for (uint32_t k = 0; k < c->out[node].count; ++k) {
        gather(c, c->pool[c->out[node].begin + k].target);
    }
    for (uint32_t k = 0; k < c->in[node].count && !c->is_symmetric; ++k) {
        gather(c, c->pool[c->in[node].begin + k].target);
    }
}

static bool is_less_than(const wendi_contraction *c, uint32_t node,
                         const wendi_contraction_list *list)
{
    for (uint32_t k = 0; k < list->count; ++k) {
        if (c->keys[c->pool[list->begin + k].target] <= c->keys[node]) {
            return false;
        }
    }
    return true;
}

static void select_node(wendi_contraction *c, uint32_t node)
{
    if (c->keys[node] != KEY_CORE && is_less_than(c, node, &c->out[node]) &&
        is_less_than(c, node, &c->in[node])) {
        c->chosen.items[c->chosen.count++] = node;
    }
}

/* ---- shortcuts ---- */

/* The results of the blocks of a batch. */
typedef struct contraction_batch {
    wendi_contraction *c;
    uint32_t counts[WENDI_CONTRACTION_JOBS];
    bool stays[BATCH_MOST];
} contraction_batch;

static void find_shortcuts(void *context, size_t begin, size_t end)
{
    contraction_batch *b = context;
    wendi_contraction *c = b->c;
    const size_t job = begin / WENDI_CONTRACTION_BLOCK;
    wendi_contraction_shortcut *room = wendi_witness_room(c->jobs, job);
    b->counts[job] = 0;
    for (size_t k = begin; k < end; ++k) {
        const uint32_t node = c->chosen.items[c->at + k];
        wendi_contraction_need need;
        b->stays[k] = !wendi_witness_shortcuts(c, c->jobs, job, node, room + b->counts[job], &need);
        b->counts[job] += b->stays[k] ? 0 : need.shortcuts;
    }
}

static bool keep_shortcuts(wendi_contraction *c, const contraction_batch *b, size_t jobs)
{
    size_t needed = c->shortcut_count;
    for (size_t job = 0; job < jobs; ++job) {
        needed += b->counts[job];
    }
    if (needed > c->shortcut_capacity) {
        const size_t capacity =
            needed > 2 * c->shortcut_capacity ? needed : 2 * c->shortcut_capacity;
        wendi_contraction_shortcut *larger = wendi_resize_items(
            &c->allocator, c->shortcuts, c->shortcut_capacity, capacity, sizeof c->shortcuts[0]);
        if (larger == NULL) {
            return false;
        }
        c->shortcuts = larger;
        c->shortcut_capacity = capacity;
    }
    for (size_t job = 0; job < jobs; ++job) {
        if (b->counts[job] > 0) {
            memcpy(c->shortcuts + c->shortcut_count, wendi_witness_room(c->jobs, job),
                   b->counts[job] * sizeof c->shortcuts[0]);
            c->shortcut_count += b->counts[job];
        }
    }
    return true;
}

static bool find_batch(wendi_contraction *c, const wend_executor *executor, size_t count)
{
    contraction_batch batch;
    batch.c = c;
    wend_parallel_for(executor, count, WENDI_CONTRACTION_BLOCK, find_shortcuts, &batch);
    const size_t jobs = (count + WENDI_CONTRACTION_BLOCK - 1) / WENDI_CONTRACTION_BLOCK;
    if (!keep_shortcuts(c, &batch, jobs)) {
        return false;
    }
    for (size_t k = 0; k < count; ++k) {
        if (batch.stays[k]) {
            c->is_core[c->chosen.items[c->at + k]] = 1;
        }
    }
    return true;
}

/* ---- leaving ---- */

static void note(wendi_contraction *c, uint32_t node)
{
    if (c->noted[node] != c->round) {
        c->noted[node] = c->round;
        c->changed.items[c->changed.count++] = node;
    }
}

static void leave_list(wendi_contraction *c, uint32_t node, const wendi_contraction_list *list,
                       wendi_contraction_list *others)
{
    for (uint32_t k = 0; k < list->count; ++k) {
        const uint32_t other = c->pool[list->begin + k].target;
        take_arc(c, &others[other], node);
        if (c->levels[other] <= c->levels[node]) {
            c->levels[other] = c->levels[node] + 1;
        }
        note(c, other);
    }
}

static void leave(wendi_contraction *c, uint32_t node)
{
    c->is_chosen[node] = 0;
    if (c->is_core[node] != 0) {
        note(c, node); /* Its neighbours may be the least now. */
        return;
    }
    leave_list(c, node, &c->out[node], c->in);
    c->kept_count += c->out[node].count + (c->is_symmetric ? 0 : c->in[node].count);
    if (!c->is_symmetric) {
        leave_list(c, node, &c->in[node], c->out);
    }
    c->order.items[c->order.count++] = node;
}

static bool insert(wendi_contraction *c, const wendi_contraction_shortcut *s)
{
    const wendi_contraction_arc arc = {s->cost, s->to, WENDI_SHORTCUT | s->middle, s->hops};
    return put_both(c, s->from, s->to, arc);
}

/* ---- phases ---- */

static size_t items_of_phase(const wendi_contraction *c)
{
    switch (c->phase) {
    case WENDI_CONTRACTION_PRIORITIES:
    case WENDI_CONTRACTION_GATHER:
        return c->changed.count;
    case WENDI_CONTRACTION_SELECT:
        return c->candidates.count;
    case WENDI_CONTRACTION_FIND:
    case WENDI_CONTRACTION_REMOVE:
        return c->chosen.count;
    case WENDI_CONTRACTION_INSERT:
        return c->shortcut_count;
    case WENDI_CONTRACTION_DONE:
        break;
    }
    return 0;
}

/* Processes the next `count` items of the phase. @return the number done; 0 without memory. */
static size_t run_items(wendi_contraction *c, const wend_executor *executor, size_t count)
{
    size_t done = 0;
    switch (c->phase) {
    case WENDI_CONTRACTION_PRIORITIES:
        wend_parallel_for(executor, count, WENDI_CONTRACTION_BLOCK, find_keys, c);
        return count;
    case WENDI_CONTRACTION_FIND:
        return find_batch(c, executor, count) ? count : 0;
    case WENDI_CONTRACTION_GATHER:
        for (; done < count; ++done) {
            gather_around(c, c->changed.items[c->at + done]);
        }
        break;
    case WENDI_CONTRACTION_SELECT:
        for (; done < count; ++done) {
            select_node(c, c->candidates.items[c->at + done]);
        }
        break;
    case WENDI_CONTRACTION_REMOVE:
        for (; done < count; ++done) {
            leave(c, c->chosen.items[c->at + done]);
        }
        break;
    case WENDI_CONTRACTION_INSERT:
        while (done < count && insert(c, &c->shortcuts[c->at + done])) {
            ++done;
        }
        break;
    case WENDI_CONTRACTION_DONE:
        break;
    }
    return done;
}

static void begin_next_phase(wendi_contraction *c)
{
    c->at = 0;
    switch (c->phase) {
    case WENDI_CONTRACTION_PRIORITIES:
        c->candidates.count = 0;
        c->phase = WENDI_CONTRACTION_GATHER;
        break;
    case WENDI_CONTRACTION_GATHER:
        c->chosen.count = 0;
        c->phase = WENDI_CONTRACTION_SELECT;
        break;
    case WENDI_CONTRACTION_SELECT:
        for (size_t k = 0; k < c->chosen.count; ++k) {
            c->is_chosen[c->chosen.items[k]] = 1;
        }
        c->shortcut_count = 0;
        c->phase = c->chosen.count == 0 ? WENDI_CONTRACTION_DONE : WENDI_CONTRACTION_FIND;
        break;
    case WENDI_CONTRACTION_FIND:
        ++c->round;
        c->changed.count = 0;
        c->phase = WENDI_CONTRACTION_REMOVE;
        break;
    case WENDI_CONTRACTION_REMOVE:
        c->phase = WENDI_CONTRACTION_INSERT;
        break;
    case WENDI_CONTRACTION_INSERT:
        c->phase = WENDI_CONTRACTION_PRIORITIES;
        break;
    case WENDI_CONTRACTION_DONE:
        break;
    }
}

wend_result wendi_contraction_run(wendi_contraction *c, const wend_executor *executor,
                                  uint64_t *steps)
{
    while (c->phase != WENDI_CONTRACTION_DONE) {
        const size_t left = items_of_phase(c) - c->at;
        if (left == 0) {
            begin_next_phase(c);
            continue;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const uint64_t affordable = *steps / c->mean_steps;
        const size_t most = (size_t)c->job_count * WENDI_CONTRACTION_BLOCK;
        size_t count = left < most ? left : most;
        count = count < affordable ? count : affordable > 0 ? (size_t)affordable : 1;
        const size_t done = run_items(c, executor, count);
        c->at += done;
        const uint64_t work = wendi_witnesses_take_work(c->jobs, c->job_count);
        const uint64_t used = done + work / WENDI_CONTRACTION_RELAXATIONS;
        c->work += done * WENDI_CONTRACTION_RELAXATIONS + work;
        c->mean_steps = done > 0 ? used / done : 1;
        *steps -= used < *steps ? used : *steps;
        if (done < count) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* Searches within a rectangle of cells: Dijkstra's, in either direction, and A*.
 * Cost: some 15 to 30 ns a cell that is reached; loading 1 ns a cell. */
#include "route/hierarchy/local_grid.h"
#include "base/math/bits.h"

#include <string.h>

/* A step and the change of the estimate span at most 2 * 254 * 1.42 cells of the cheapest cost,
 * whose power of two is the width of a bucket: fewer than 1024 buckets for cost 1, and for larger
 * least costs less. */
enum { RING = 1024, STATE_SEEN = 0x40, STATE_OPEN = 0x80, STATE_ARRIVAL = 0x0F };

/* ---- memory ---- */

static void free_arrays(wendi_local_grid *local, const wend_allocator *a)
{
    const size_t n = local->capacity;
    wendi_free(a, local->costs, local->costs != NULL ? n + 8 : 0);
    wendi_free(a, local->states, n);
    wendi_free(a, local->sums, n * sizeof local->sums[0]);
    wendi_free(a, local->next, n * sizeof local->next[0]);
    wendi_free(a, local->previous, n * sizeof local->previous[0]);
    wendi_free(a, local->heads, RING * sizeof local->heads[0]);
}

bool wendi_local_grid_reserve(wendi_local_grid *local, int32_t width, int32_t height,
                              const wend_allocator *allocator)
{
    const uint32_t count = ((uint32_t)width + 2) * ((uint32_t)height + 2);
    if (count <= local->capacity) {
        return true;
    }
    wendi_local_grid made = {.capacity = count};
    made.costs = wendi_alloc(allocator, (size_t)count + 8);
    made.states = wendi_alloc(allocator, count);
    made.sums = wendi_alloc_items(allocator, count, sizeof made.sums[0]);
    made.next = wendi_alloc_items(allocator, count, sizeof made.next[0]);
    made.previous = wendi_alloc_items(allocator, count, sizeof made.previous[0]);
    made.heads = wendi_alloc_items(allocator, RING, sizeof made.heads[0]);
    if (made.costs == NULL || made.states == NULL || made.sums == NULL || made.next == NULL ||
        made.previous == NULL || made.heads == NULL) {
        free_arrays(&made, allocator);
        return false;
    }
    free_arrays(local, allocator);
    *local = made;
    return true;
}

void wendi_local_grid_destroy(wendi_local_grid *local, const wend_allocator *allocator)
{
    free_arrays(local, allocator);
    memset(local, 0, sizeof *local);
}

size_t wendi_local_grid_bytes(const wendi_local_grid *local)
{
    return local->costs == NULL
               ? 0
               : (size_t)local->capacity * (2 + sizeof local->sums[0] + 2 * sizeof local->next[0]) +
                     8 + RING * sizeof local->heads[0];
}

void wendi_local_grid_load(wendi_local_grid *local, const wend_space *space,
                           wendi_abstract_rect rect)
{
    local->space = space;
    local->rect = rect;
    local->stride = (uint32_t)rect.width + 2;
    local->slot_count = local->stride * ((uint32_t)rect.height + 2);
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        local->offsets[d] = wendi_direction_y(d) * (int32_t)local->stride + wendi_direction_x(d);
    }
    local->shift = 32 + (31 - (wendi_clz64(space->cost_min) - 32));
    memset(local->costs, WEND_COST_WALL, (size_t)local->slot_count + 8);
    for (int32_t y = 0; y < rect.height; ++y) {
        const size_t from = (size_t)(rect.y + y + 1) * space->stride + (size_t)rect.x + 1;
        memcpy(local->costs + (size_t)(y + 1) * local->stride + 1, space->costs + from,
               (size_t)rect.width);
    }
}

/* ---- buckets ---- */

/* The state of a search. */
typedef struct local_run {
    wendi_local_grid *local;
    const wendi_step_table *steps;
    uint64_t bucket; /* current one */
    uint32_t count;  /* slots in buckets */
    uint32_t target; /* slot, or none */
    int32_t target_x, target_y;
    uint64_t straight, diagonal; /* of estimates */
    bool is_backward;
} local_run;

static inline void unlink_slot(local_run *run, uint32_t slot, uint64_t key)
{
    wendi_local_grid *l = run->local;
    const uint64_t number = key >> l->shift;
    const uint32_t at = (uint32_t)(number < run->bucket ? run->bucket : number) & (RING - 1);
    const uint32_t next = l->next[slot];
    const uint32_t previous = l->previous[slot];
    if (previous == WENDI_ABSTRACT_NONE) {
        l->heads[at] = next;
    } else {
        l->next[previous] = next;
    }
    if (next != WENDI_ABSTRACT_NONE) {
        l->previous[next] = previous;
    }
    --run->count;
}

static inline void link_slot(local_run *run, uint32_t slot, uint64_t key)
{
    wendi_local_grid *l = run->local;
    const uint64_t number = key >> l->shift;
    const uint32_t at = (uint32_t)(number < run->bucket ? run->bucket : number) & (RING - 1);
    const uint32_t head = l->heads[at];
    l->next[slot] = head;
    l->previous[slot] = WENDI_ABSTRACT_NONE;
    if (head != WENDI_ABSTRACT_NONE) {
        l->previous[head] = slot;
    }
    l->heads[at] = slot;
    ++run->count;
}

/* The estimate at local coordinates: what is left at the least cost of the space. */
static inline uint64_t estimate(const local_run *run, uint32_t slot)
{
    if (run->target == WENDI_ABSTRACT_NONE) {
        return 0;
    }
    const int32_t y = (int32_t)(slot / run->local->stride);
    const int32_t x = (int32_t)(slot - (uint32_t)y * run->local->stride);
    const uint32_t dx = (uint32_t)(x < run->target_x ? run->target_x - x : x - run->target_x);
    const uint32_t dy = (uint32_t)(y < run->target_y ? run->target_y - y : y - run->target_y);
    const uint32_t both = dx < dy ? dx : dy;
    return (dx + dy - 2 * both) * run->straight + both * run->diagonal;
}

static inline void reach(local_run *run, uint32_t slot, uint32_t arrival, uint64_t sum)
{
    wendi_local_grid *l = run->local;
    const uint8_t state = l->states[slot];
    if (state != 0 && l->sums[slot] <= sum) {
        return;
    }
    const uint64_t rest = estimate(run, slot);
    if ((state & STATE_OPEN) != 0) {
        unlink_slot(run, slot, l->sums[slot] + rest);
    }
    l->sums[slot] = sum;
    l->states[slot] = (uint8_t)(STATE_SEEN | STATE_OPEN | arrival);
    link_slot(run, slot, sum + rest);
}

/* The neighbourhood of a local slot: which kind of hex it is depends on where it is in the world. */
static inline uint32_t kind_of(const wendi_local_grid *l, uint32_t slot)
{
    if (!l->space->is_hex) {
        return 0;
    }
    const uint32_t y = slot / l->stride;
    const uint32_t x = slot - y * l->stride;
    return wendi_space_kind(l->space, x + (uint32_t)l->rect.x, y + (uint32_t)l->rect.y);
}

static inline void expand(local_run *run, uint32_t slot)
{
    wendi_local_grid *l = run->local;
    const uint32_t arrival = l->states[slot] & STATE_ARRIVAL;
    l->states[slot] &= (uint8_t)~STATE_OPEN;
    const uint32_t kind = kind_of(l, slot);
    const uint64_t bytes =
        wendi_neighbour_costs_read(l->costs + slot, l->stride) | run->steps->aside[kind];
    const uint64_t sum = l->sums[slot];
    if (run->is_backward) {
        /* Steps are allowed in both directions or in none; the cell that is entered pays. */
        const uint32_t open = wendi_neighbour_costs_open(bytes);
        uint32_t steps = run->steps->natural[kind * 256 + open][WENDI_DIRECTION_NONE];
        for (; steps != 0; steps &= steps - 1) {
            const uint32_t d = wendi_ctz64(steps);
            reach(run, slot + (uint32_t)l->offsets[d], d,
                  sum + l->costs[slot] * run->steps->lengths[d]);
        }
        return;
    }
    uint32_t steps = wendi_steps_onward(run->steps, kind, arrival, bytes, l->costs[slot]);
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t d = wendi_ctz64(steps);
        const uint32_t to = slot + (uint32_t)l->offsets[d];
        reach(run, to, d, sum + l->costs[to] * run->steps->lengths[d]);
    }
}

/* ---- running ---- */

static uint32_t slot_of(const wendi_local_grid *l, wend_node node)
{
    const uint32_t width = (uint32_t)l->space->width;
    const uint32_t y = node / width - (uint32_t)l->rect.y;
    const uint32_t x = node % width - (uint32_t)l->rect.x;
    return (y + 1) * l->stride + x + 1;
}

/* Runs until nothing is left, or no better path to the target can be found. */
static void run_all(local_run *run, uint32_t source)
{
    wendi_local_grid *l = run->local;
    memset(l->states, 0, l->slot_count);
    memset(l->heads, 0xFF, RING * sizeof l->heads[0]);
    if (l->costs[source] == WEND_COST_WALL) {
        return;
    }
    run->bucket = estimate(run, source) >> l->shift;
    reach(run, source, WENDI_DIRECTION_NONE, 0);
    while (run->count > 0) {
        uint32_t *head = &l->heads[run->bucket & (RING - 1)];
        while (*head != WENDI_ABSTRACT_NONE) {
            const uint32_t slot = *head;
            *head = l->next[slot];
            if (*head != WENDI_ABSTRACT_NONE) {
                l->previous[*head] = WENDI_ABSTRACT_NONE;
            }
            --run->count;
            expand(run, slot);
        }
        if (run->target != WENDI_ABSTRACT_NONE && l->states[run->target] != 0 &&
            (l->states[run->target] & STATE_OPEN) == 0) {
            return;
        }
        ++run->bucket;
    }
}

void wendi_local_grid_flood(wendi_local_grid *local, wend_node source, bool is_backward)
{
    local_run run = {.local = local,
                     .steps = &local->space->steps,
                     .target = WENDI_ABSTRACT_NONE,
                     .is_backward = is_backward};
    run_all(&run, slot_of(local, source));
}

bool wendi_local_grid_find(wendi_local_grid *local, wend_node source, wend_node target)
{
    const wend_space *space = local->space;
    const uint32_t slot = slot_of(local, target);
    const uint64_t straight = WEND_COST_ONE * space->cost_min;
    const uint64_t twice = 2 * straight;
    local_run run = {.local = local,
                     .steps = &space->steps,
                     .target = slot,
                     .target_y = (int32_t)(slot / local->stride),
                     .target_x = (int32_t)(slot % local->stride),
                     .straight = straight,
                     /* A step over hexes changes both coordinates by one at most. */
                     .diagonal = space->is_hex                ? straight
                                 : space->steps.has_diagonals ? WEND_COST_DIAGONAL * space->cost_min
                                                              : twice};
    run_all(&run, slot_of(local, source));
    return local->states[slot] != 0;
}

uint64_t wendi_local_grid_cost(const wendi_local_grid *local, wend_node node)
{
    const uint32_t slot = slot_of(local, node);
    return local->states[slot] != 0 ? local->sums[slot] : WEND_COST_INFINITE;
}

bool wendi_local_grid_trace(const wendi_local_grid *local, wend_node target, wendi_array_u32 *cells)
{
    const uint32_t width = (uint32_t)local->space->width;
    uint32_t slot = slot_of(local, target);
    for (;;) {
        const uint32_t y = slot / local->stride - 1 + (uint32_t)local->rect.y;
        const uint32_t x = slot % local->stride - 1 + (uint32_t)local->rect.x;
        if (!wendi_array_u32_push(cells, y * width + x)) {
            return false;
        }
        const uint32_t arrival = local->states[slot] & STATE_ARRIVAL;
        if (arrival >= WENDI_DIRECTIONS) {
            return true;
        }
        slot -= (uint32_t)local->offsets[arrival];
    }
}

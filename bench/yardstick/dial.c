/* Costs to a goal and directions of all cells of a framed map, by Dial's buckets.
 * Cost: 10 to 25 ns a cell; the bytes of two entries for each cell of the wave front. */
#include "yardstick/flow.h"

#include <stdlib.h>
#include <string.h>

/* Where a ring of single values is longer than this, wider buckets are faster. */
enum { FINE_COST_MOST = 8, FIRST_CAPACITY = 256, MARGIN = 8 };

typedef struct bucket {
    uint32_t *cells;
    size_t count, capacity;
} bucket;

struct yardstick_dial {
    yardstick_map *map;
    bucket *straight, *diagonal; /* [mask + 1], rings of the buckets of one value each */
    uint32_t mask;
    bucket *wide; /* [wide_mask + 1], ring of buckets of YARDSTICK_STRAIGHT values each */
    uint32_t wide_mask;
    uint32_t *found; /* [cell_count], cells of the bucket at hand */
};

static uint32_t mask_above(uint32_t value)
{
    uint32_t mask = 1;
    while (mask < value) {
        mask = 2 * mask + 1;
    }
    return mask;
}

yardstick_dial *yardstick_dial_create(yardstick_map *map)
{
    yardstick_dial *dial = calloc(1, sizeof *dial);
    if (dial == NULL) {
        return NULL;
    }
    const uint32_t longest = YARDSTICK_DIAGONAL * map->cost_most;
    dial->map = map;
    dial->mask = mask_above(longest);
    dial->wide_mask = mask_above(longest / YARDSTICK_STRAIGHT + 1);
    dial->straight = calloc(dial->mask + 1, sizeof *dial->straight);
    dial->diagonal = calloc(dial->mask + 1, sizeof *dial->diagonal);
    dial->wide = calloc(dial->wide_mask + 1, sizeof *dial->wide);
    dial->found = malloc(map->cell_count * sizeof *dial->found);
    if (dial->straight == NULL || dial->diagonal == NULL || dial->wide == NULL ||
        dial->found == NULL) {
        yardstick_dial_destroy(dial);
        return NULL;
    }
    return dial;
}

static void free_ring(bucket *ring, uint32_t mask)
{
    for (uint32_t i = 0; ring != NULL && i <= mask; i++) {
        free(ring[i].cells);
    }
    free(ring);
}

void yardstick_dial_destroy(yardstick_dial *dial)
{
    if (dial != NULL) {
        free_ring(dial->straight, dial->mask);
        free_ring(dial->diagonal, dial->mask);
        free_ring(dial->wide, dial->wide_mask);
        free(dial->found);
        free(dial);
    }
}

static void grow(bucket *b)
{
    const size_t capacity = b->capacity > 0 ? 2 * b->capacity : FIRST_CAPACITY;
    uint32_t *cells = realloc(b->cells, capacity * sizeof *cells);
    if (cells == NULL) {
        abort();
    }
    b->cells = cells;
    b->capacity = capacity;
}

/* Where the next cells go; MARGIN of them at most. */
static inline uint32_t *bucket_end(bucket *b)
{
    if (b->count + MARGIN > b->capacity) {
        grow(b);
    }
    return b->cells + b->count;
}

static inline void push(bucket *b, uint32_t cell)
{
    *bucket_end(b) = cell;
    b->count++;
}

/* ---- a bucket for each value ----
 *
 * A cell that is settled at v offers v + step to its straight neighbours, all of them at once, so
 * it is queued once in the bucket of that value; and once for the diagonal ones. The first offer to
 * a cell in the order of values settles it, and no entry ever becomes stale. */

/* The arrays that the loops over one bucket write. */
typedef struct front {
    uint32_t *d;
    uint8_t *flow;
    uint32_t value;
} front;

/* Settles a neighbour that is not. @param back the direction from there to here. */
static inline uint32_t *settle(front f, uint32_t *end, uint32_t cell, uint8_t back)
{
    uint32_t *d = f.d;
    uint8_t *flow = f.flow;
    if (f.value < d[cell]) {
        d[cell] = f.value;
        flow[cell] = back;
        *end++ = cell;
    }
    return end;
}

static uint32_t *settle_straight(front f, uint32_t stride, const bucket *b, uint32_t *end)
{
    for (const uint32_t *cell = b->cells, *last = cell + b->count; cell < last; cell++) {
        end = settle(f, end, *cell + 1, 4);
        end = settle(f, end, *cell + stride, 6);
        end = settle(f, end, *cell - 1, 0);
        end = settle(f, end, *cell - stride, 2);
    }
    return end;
}

/* Unless it would go between walls. */
static inline uint32_t *settle_beside(front f, uint32_t *end, uint32_t cell, uint8_t back,
                                      uint32_t a, uint32_t b)
{
    uint32_t *d = f.d;
    uint8_t *flow = f.flow;
    if (f.value < d[cell] && d[a] != 0 && d[b] != 0) {
        d[cell] = f.value;
        flow[cell] = back;
        *end++ = cell;
    }
    return end;
}

static uint32_t *settle_diagonal(front f, uint32_t stride, const bucket *b, uint32_t *end)
{
    for (const uint32_t *at = b->cells, *last = at + b->count; at < last; at++) {
        const uint32_t cell = *at, north = cell - stride, south = cell + stride;
        end = settle_beside(f, end, south + 1, 5, cell + 1, south);
        end = settle_beside(f, end, south - 1, 7, cell - 1, south);
        end = settle_beside(f, end, north - 1, 1, cell - 1, north);
        end = settle_beside(f, end, north + 1, 3, cell + 1, north);
    }
    return end;
}

static void begin(const yardstick_dial *dial, uint32_t goal)
{
    const yardstick_map *map = dial->map;
    memcpy(map->d, map->blank, map->cell_count * sizeof *map->d);
    map->d[goal] = 1;
    map->flow[goal] = YARDSTICK_HERE;
    dial->found[0] = goal;
}

static void flood_fine(yardstick_dial *dial, uint32_t goal)
{
    const yardstick_map *map = dial->map;
    const uint32_t stride = (uint32_t)map->stride, mask = dial->mask;
    front f = {map->d, map->flow, 1};
    size_t found = 1;
    begin(dial, goal);
    for (size_t waiting = 0; waiting > 0 || found > 0;) {
        for (size_t i = 0; i < found; i++) {
            const uint32_t cell = dial->found[i], cost = map->costs[cell];
            push(&dial->straight[(f.value + YARDSTICK_STRAIGHT * cost) & mask], cell);
            push(&dial->diagonal[(f.value + YARDSTICK_DIAGONAL * cost) & mask], cell);
        }
        f.value++;
        bucket *straight = &dial->straight[f.value & mask];
        bucket *diagonal = &dial->diagonal[f.value & mask];
        uint32_t *end = settle_straight(f, stride, straight, dial->found);
        end = settle_diagonal(f, stride, diagonal, end);
        waiting += 2 * found - straight->count - diagonal->count;
        straight->count = 0;
        diagonal->count = 0;
        found = (size_t)(end - dial->found);
    }
}

void yardstick_dial_four(yardstick_dial *dial, uint32_t goal)
{
    const yardstick_map *map = dial->map;
    front f = {map->d, map->flow, 1};
    size_t found = 1;
    begin(dial, goal);
    for (size_t waiting = 0; waiting > 0 || found > 0;) {
        for (size_t i = 0; i < found; i++) {
            const uint32_t cell = dial->found[i];
            push(&dial->straight[(f.value + map->costs[cell]) & dial->mask], cell);
        }
        f.value++;
        bucket *straight = &dial->straight[f.value & dial->mask];
        const uint32_t *end = settle_straight(f, (uint32_t)map->stride, straight, dial->found);
        waiting += found - straight->count;
        straight->count = 0;
        found = (size_t)(end - dial->found);
    }
}

/* ---- buckets as wide as the shortest step ----
 *
 * No cell of a bucket can improve another one of the same: all are settled, in any order (Denardo
 * and Fox, "Shortest-Route Methods: 1. Reaching, Pruning, and Buckets", 1979). Entries do become
 * stale; the valid ones of a bucket are gathered first. With random costs branches are
 * unpredictable, so the loops have none. */

static inline uint32_t *offer(uint32_t *d, uint32_t *end, uint32_t cell, uint32_t value,
                              uint32_t is_open)
{
    const uint32_t old = d[cell];
    const uint32_t is_less = (uint32_t)(value < old) & is_open;
    d[cell] = is_less ? value : old;
    *end = cell;
    return end + is_less;
}

static void offer_straight(uint32_t *d, bucket *b, uint32_t cell, uint32_t stride, uint32_t value)
{
    uint32_t *end = bucket_end(b);
    end = offer(d, end, cell + 1, value, 1);
    end = offer(d, end, cell + stride, value, 1);
    end = offer(d, end, cell - 1, value, 1);
    end = offer(d, end, cell - stride, value, 1);
    b->count = (size_t)(end - b->cells);
}

static void offer_diagonal(uint32_t *d, bucket *b, uint32_t cell, uint32_t stride, uint32_t value)
{
    const uint32_t east = d[cell + 1] != 0, south = d[cell + stride] != 0;
    const uint32_t west = d[cell - 1] != 0, north = d[cell - stride] != 0;
    uint32_t *end = bucket_end(b);
    end = offer(d, end, cell + stride + 1, value, south & east);
    end = offer(d, end, cell + stride - 1, value, south & west);
    end = offer(d, end, cell - stride - 1, value, north & west);
    end = offer(d, end, cell - stride + 1, value, north & east);
    b->count = (size_t)(end - b->cells);
}

static size_t gather(const bucket *b, const uint32_t *d, uint32_t least, uint32_t *found)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; i++) {
        found[count] = b->cells[i];
        count += d[b->cells[i]] >= least;
    }
    return count;
}

static inline uint32_t wide_index(uint32_t value, uint32_t mask)
{
    return ((value - 1) / YARDSTICK_STRAIGHT) & mask;
}

static void flood_wide(yardstick_dial *dial, uint32_t goal)
{
    const yardstick_map *map = dial->map;
    const uint32_t stride = (uint32_t)map->stride, mask = dial->wide_mask;
    const uint8_t *costs = map->costs;
    uint32_t *d = map->d, *found = dial->found;
    bucket *ring = dial->wide;
    begin(dial, goal);
    push(&ring[0], goal);
    uint32_t least = 1;
    for (uint32_t empty = 0; empty <= mask; least += YARDSTICK_STRAIGHT) {
        bucket *b = &ring[wide_index(least, mask)];
        const size_t count = gather(b, d, least, found);
        empty = b->count > 0 ? 0 : empty + 1;
        for (size_t i = 0; i < count; i++) {
            const uint32_t cell = found[i], cost = costs[cell];
            const uint32_t straight = d[cell] + YARDSTICK_STRAIGHT * cost;
            const uint32_t diagonal = d[cell] + YARDSTICK_DIAGONAL * cost;
            offer_straight(d, &ring[wide_index(straight, mask)], cell, stride, straight);
            offer_diagonal(d, &ring[wide_index(diagonal, mask)], cell, stride, diagonal);
        }
        b->count = 0;
    }
}

void yardstick_dial_eight(yardstick_dial *dial, uint32_t goal)
{
    if (dial->map->cost_most <= FINE_COST_MOST) {
        flood_fine(dial, goal);
    } else {
        flood_wide(dial, goal);
        yardstick_map_flow(dial->map, goal);
    }
}

/* Plain A* over a padded ground with a ring of buckets.
 * Cost: constant time for each queued cell; 16 bytes a cell.
 *
 * Totals are rounded down to buckets of 1/4 of the cheapest step; within one the last in is the
 * first out. A cell may therefore be expanded too early, and is expanded again when a cheaper path
 * to it is found. A step never raises the total by more than twice its cost, so a ring of buckets
 * is enough (Dial, "Algorithm 360", 1969). */
#include "yardstick/search.h"

#include <stdlib.h>

typedef struct bucket {
    uint32_t *cells;
    size_t count, capacity;
} bucket;

struct yardstick_bucket {
    yardstick_search base;
    uint32_t shift; /* a bucket is 2^shift wide */
    bucket *ring;
    size_t ring_count; /* a power of two */
    uint64_t current;  /* total >> shift of the bucket that is being emptied */
    size_t waiting;
};

enum { FIRST_BUCKET_CAPACITY = 64, BUCKET_SHIFT = 30 };

static void grow_bucket(bucket *b)
{
    size_t capacity = b->capacity == 0 ? FIRST_BUCKET_CAPACITY : b->capacity * 2;
    uint32_t *cells = realloc(b->cells, capacity * sizeof *cells);
    if (cells == NULL) {
        abort();
    }
    b->cells = cells;
    b->capacity = capacity;
}

static inline void ring_push(yardstick_bucket *search, uint64_t total, uint32_t cell)
{
    bucket *b = &search->ring[total >> search->shift & (search->ring_count - 1)];
    if (b->count == b->capacity) {
        grow_bucket(b);
    }
    b->cells[b->count++] = cell;
    search->waiting++;
}

/* Only while something waits. */
static inline uint32_t ring_pop(yardstick_bucket *search)
{
    bucket *b = &search->ring[search->current & (search->ring_count - 1)];
    while (b->count == 0) {
        search->current++;
        b = &search->ring[search->current & (search->ring_count - 1)];
    }
    search->waiting--;
    return b->cells[--b->count];
}

static inline void take(void *context, uint32_t cell, int32_t x, int32_t y, uint64_t cost,
                        uint32_t parent)
{
    yardstick_bucket *search = context;
    if (yardstick_search_notes(&search->base, cell, cost, parent)) {
        const uint64_t total = cost + yardstick_estimate(&search->base.goal, x, y);
        ring_push(search, total, cell);
    }
}

static void begin(yardstick_bucket *search, uint32_t start, uint32_t goal)
{
    for (uint64_t i = 0; search->waiting > 0 && i < search->ring_count; i++) {
        search->ring[i].count = 0;
    }
    search->waiting = 0;
    search->current =
        yardstick_search_begin(&search->base, start, goal, take, search) >> search->shift;
}

/* True if a path to the goal is known and no queued cell can lead to a cheaper one. All earlier
 * buckets are done; within the goal's own bucket others may still be cheaper. */
static inline bool is_settled(const yardstick_bucket *search, uint32_t goal)
{
    const yardstick_cell *state = &search->base.cells[goal];
    return state->mark >= search->base.mark && search->current > state->cost >> search->shift;
}

yardstick_answer yardstick_bucket_find(yardstick_bucket *search, uint32_t start, uint32_t goal)
{
    yardstick_answer answer = {0};
    uint32_t from = yardstick_padded(search->base.ground, start);
    uint32_t to = yardstick_padded(search->base.ground, goal);
    if (search->base.ground->factors[from] == 0 || search->base.ground->factors[to] == 0) {
        return answer;
    }
    begin(search, from, to);
    while (search->waiting > 0) {
        uint32_t cell = ring_pop(search);
        if (is_settled(search, to)) {
            break;
        }
        if (search->base.cells[cell].mark == search->base.mark && cell != to) {
            search->base.cells[cell].mark = search->base.mark + 1;
            answer.expanded++;
            yardstick_search_expand(&search->base, cell, take, search);
        }
    }
    if (search->base.cells[to].mark >= search->base.mark) {
        yardstick_search_answer(&search->base, from, to, &answer);
    }
    return answer;
}

/* Enough buckets for the most expensive step directly away from the goal. */
static bool make_ring(yardstick_bucket *search)
{
    const yardstick_ground *ground = search->base.ground;
    search->shift = BUCKET_SHIFT;
    for (uint32_t factor = ground->factor_min; factor > 1; factor /= 2) {
        search->shift++;
    }
    uint64_t most = 2 * WEND_COST_DIAGONAL * ground->factor_max;
    search->ring_count = 1;
    while (search->ring_count <= (most >> search->shift) + 1) {
        search->ring_count *= 2;
    }
    search->ring = calloc(search->ring_count, sizeof *search->ring);
    return search->ring != NULL;
}

yardstick_bucket *yardstick_bucket_create(const yardstick_ground *ground)
{
    yardstick_bucket *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    if (!yardstick_search_make(&search->base, ground) || !make_ring(search)) {
        yardstick_bucket_destroy(search);
        return NULL;
    }
    return search;
}

void yardstick_bucket_destroy(yardstick_bucket *search)
{
    if (search == NULL) {
        return;
    }
    for (uint64_t i = 0; search->ring != NULL && i < search->ring_count; i++) {
        free(search->ring[i].cells);
    }
    free(search->ring);
    yardstick_search_free(&search->base);
    free(search);
}

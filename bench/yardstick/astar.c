/* Plain A* over a padded ground with a binary heap. A cell is pushed again when a cheaper path to
 * it is found.
 * Cost: 16 bytes a cell. */
#include "yardstick/search.h"

#include <stdlib.h>

/* Equal totals are left in any order: putting the entry nearer to the goal first saves 3 % of the
 * expansions and costs a quarter more time in each comparison. */
typedef struct heap_entry {
    uint64_t total;
    uint32_t cell;
} heap_entry;

struct yardstick_astar {
    yardstick_search base;
    heap_entry *heap;
    size_t heap_count, heap_capacity;
};

enum { FIRST_HEAP_CAPACITY = 4096 };

static void grow_heap(yardstick_astar *search)
{
    size_t capacity = search->heap_capacity == 0 ? FIRST_HEAP_CAPACITY : search->heap_capacity * 2;
    heap_entry *heap = realloc(search->heap, capacity * sizeof *heap);
    if (heap == NULL) {
        abort();
    }
    search->heap = heap;
    search->heap_capacity = capacity;
}

static inline void heap_push(yardstick_astar *search, heap_entry entry)
{
    if (search->heap_count == search->heap_capacity) {
        grow_heap(search);
    }
    heap_entry *heap = search->heap;
    size_t index = search->heap_count++;
    while (index > 0) {
        size_t parent = (index - 1) / 2;
        if (entry.total >= heap[parent].total) {
            break;
        }
        heap[index] = heap[parent];
        index = parent;
    }
    heap[index] = entry;
}

static inline heap_entry heap_pop(yardstick_astar *search)
{
    heap_entry *heap = search->heap;
    heap_entry top = heap[0];
    size_t count = --search->heap_count;
    heap_entry last = heap[count];
    size_t index = 0;
    for (size_t child = 1; child < count; child = 2 * index + 1) {
        if (child + 1 < count && heap[child + 1].total < heap[child].total) {
            child++;
        }
        if (heap[child].total >= last.total) {
            break;
        }
        heap[index] = heap[child];
        index = child;
    }
    heap[index] = last;
    return top;
}

static inline void take(void *context, uint32_t cell, int32_t x, int32_t y, uint64_t cost,
                        uint32_t parent)
{
    yardstick_astar *search = context;
    if (yardstick_search_notes(&search->base, cell, cost, parent)) {
        const uint64_t total = cost + yardstick_estimate(&search->base.goal, x, y);
        heap_push(search, (heap_entry){total, cell});
    }
}

static void begin(yardstick_astar *search, uint32_t start, uint32_t goal)
{
    search->heap_count = 0;
    (void)yardstick_search_begin(&search->base, start, goal, take, search);
}

yardstick_answer yardstick_astar_find(yardstick_astar *search, uint32_t start, uint32_t goal)
{
    yardstick_answer answer = {0};
    uint32_t from = yardstick_padded(search->base.ground, start);
    uint32_t to = yardstick_padded(search->base.ground, goal);
    if (search->base.ground->factors[from] == 0 || search->base.ground->factors[to] == 0) {
        return answer;
    }
    begin(search, from, to);
    while (search->heap_count > 0) {
        uint32_t cell = heap_pop(search).cell;
        if (search->base.cells[cell].mark != search->base.mark) {
            continue; /* popped before, by a cheaper path */
        }
        search->base.cells[cell].mark = search->base.mark + 1;
        if (cell == to) {
            yardstick_search_answer(&search->base, from, to, &answer);
            break;
        }
        answer.expanded++;
        yardstick_search_expand(&search->base, cell, take, search);
    }
    return answer;
}

yardstick_astar *yardstick_astar_create(const yardstick_ground *ground)
{
    yardstick_astar *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    if (!yardstick_search_make(&search->base, ground)) {
        yardstick_astar_destroy(search);
        return NULL;
    }
    return search;
}

void yardstick_astar_destroy(yardstick_astar *search)
{
    if (search != NULL) {
        free(search->heap);
        yardstick_search_free(&search->base);
        free(search);
    }
}

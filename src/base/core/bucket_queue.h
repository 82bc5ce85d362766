/* A priority queue of buckets; entries of one bucket come out in any order.
 *
 *   key >> shift = number of the bucket
 *
 *   ring of WENDI_BUCKET_QUEUE_RING buckets           overflow: keys beyond the ring
 *   +---+---+---+---+---+---+---+---+
 *   |   | o | o |   |   | o |   |   |            [ key, item | key, item | ... ]
 *   +---+-|-+-|-+---+---+-|-+---+---+
 *         ^   '-> entry -> entry                 moved into the ring as it advances
 *         current
 *
 * Within a bucket the last entry pushed is popped first. A key below the current bucket joins the
 * current one; so every entry whose key lies below the next bucket is popped before that bucket
 * begins. An exact search may end once its cost is at most the lower bound of that bucket.
 *
 * Source: Dial, "Algorithm 360: Shortest-path forest with topological ordering" (1969). */
#ifndef WENDI_BASE_CORE_BUCKET_QUEUE_H
#define WENDI_BASE_CORE_BUCKET_QUEUE_H

#include "base/core/memory.h"
#include "base/math/bits.h"

enum { WENDI_BUCKET_QUEUE_RING = 4096 };

/** An entry of the ring. */
typedef struct wendi_bucket_entry {
    uint32_t item;
    uint32_t next; /* index of the next entry of the bucket, or of the free list; ~0 = none */
} wendi_bucket_entry;

typedef struct wendi_bucket_overflow {
    uint64_t key;
    uint32_t item;
} wendi_bucket_overflow;

typedef struct wendi_bucket_queue {
    wend_allocator allocator;
    unsigned shift;
    uint64_t current;   /* number of the current bucket */
    uint64_t summary;   /* bit w: occupied[w] is not 0 */
    uint64_t *occupied; /* [RING / 64] bit b: the bucket has entries, or is current and had some */
    uint32_t *heads;    /* [RING] valid where occupied */
    wendi_bucket_entry *entries;
    size_t entry_count; /* entries that were ever in use or in the free list; the rest is unset */
    size_t entry_capacity;
    uint32_t free_head;
    wendi_bucket_overflow *overflow;
    size_t overflow_count, overflow_capacity;
    uint64_t overflow_first; /* least bucket number in overflow */
    size_t count, count_max; /* entries; count_max is updated by pops */
} wendi_bucket_queue;

/** Allocates the ring; false without memory. */
bool wendi_bucket_queue_create(wendi_bucket_queue *queue, const wend_allocator *allocator);
void wendi_bucket_queue_destroy(wendi_bucket_queue *queue);
/** Empties the queue for keys from first_key on, 2^shift of them to a bucket. */
void wendi_bucket_queue_clear(wendi_bucket_queue *queue, unsigned shift, uint64_t first_key);
size_t wendi_bucket_queue_memory_bytes(const wendi_bucket_queue *queue);

/* The rare parts of push and pop. */

/** Puts entries into the free list, which is empty: some of the capacity, which grows where all is
 * in use. */
bool wendi_bucket_queue_grow(wendi_bucket_queue *queue);
bool wendi_bucket_queue_push_overflow(wendi_bucket_queue *queue, uint64_t key, uint32_t item);
/** Advances to the next bucket with entries. WEND_OK, WEND_NO_PATH when the queue is empty, or
 * WEND_ERROR_MEMORY (the overflow could not be moved; try again). */
wend_result wendi_bucket_queue_advance(wendi_bucket_queue *queue);

/** Adds an entry; false without memory (the queue is as before). */
static inline bool wendi_bucket_queue_push(wendi_bucket_queue *queue, uint64_t key, uint32_t item)
{
    uint64_t number = key >> queue->shift;
    number = number < queue->current ? queue->current : number;
    if (number - queue->current >= WENDI_BUCKET_QUEUE_RING) {
        return wendi_bucket_queue_push_overflow(queue, key, item);
    }
    if (queue->free_head == UINT32_MAX && !wendi_bucket_queue_grow(queue)) {
        return false;
    }
    const uint32_t slot = (uint32_t)number & (WENDI_BUCKET_QUEUE_RING - 1);
    const uint32_t entry = queue->free_head;
    wendi_bucket_entry *to = &queue->entries[entry];
    queue->free_head = to->next;
    to->item = item;
    to->next = queue->heads[slot];
    queue->heads[slot] = entry;
    queue->occupied[slot / 64] |= (uint64_t)1 << (slot % 64);
    queue->summary |= (uint64_t)1 << (slot / 64);
    ++queue->count;
    return true;
}

/** Pops an entry of the current bucket; false when that is empty (then advance). */
static inline bool wendi_bucket_queue_pop_current(wendi_bucket_queue *queue, uint32_t *item)
{
    const uint32_t slot = (uint32_t)queue->current & (WENDI_BUCKET_QUEUE_RING - 1);
    const uint32_t entry = queue->heads[slot];
    if (entry == UINT32_MAX) {
        return false;
    }
    wendi_bucket_entry *from = &queue->entries[entry];
    const uint32_t next = from->next;
    *item = from->item;
    queue->heads[slot] = next;
    from->next = queue->free_head;
    queue->free_head = entry;
    queue->count_max = queue->count > queue->count_max ? queue->count : queue->count_max;
    --queue->count;
    return true;
}

/** Pops an entry of the first bucket that has one, advancing to it. Results of
 * wendi_bucket_queue_advance. Mostly that bucket is the current one or a near one; then the path
 * has no branch. */
static inline wend_result wendi_bucket_queue_pop(wendi_bucket_queue *queue, uint32_t *item)
{
    const uint32_t slot = (uint32_t)queue->current & (WENDI_BUCKET_QUEUE_RING - 1);
    /* A bucket that has become empty keeps its mark until the queue advances: here. */
    const uint64_t is_left = queue->heads[slot] == UINT32_MAX;
    const uint64_t word = queue->occupied[slot / 64] & ~(is_left << (slot % 64));
    const uint64_t later = word >> (slot % 64);
    queue->occupied[slot / 64] = word;
    queue->summary &= ~((uint64_t)(word == 0) << (slot / 64));
    /* Entries of the overflow may belong before those of a later bucket, never of this one. */
    if (later != 0 && ((later & 1) != 0 || queue->current + 63 < queue->overflow_first)) {
        queue->current += wendi_ctz64(later);
    } else {
        const wend_result moved = wendi_bucket_queue_advance(queue);
        if (moved != WEND_OK) {
            return moved;
        }
    }
    (void)wendi_bucket_queue_pop_current(queue, item);
    return WEND_OK;
}

/** Lower bound: every entry that is still in the queue, or is pushed with a key no less, lies at
 * or above it, except those of the current bucket. */
static inline uint64_t wendi_bucket_queue_bound(const wendi_bucket_queue *queue)
{
    return queue->current << queue->shift;
}

#endif

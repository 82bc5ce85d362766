/* The parts of the bucket queue that are not inline.
 * Cost: a push and a pop are constant; an entry beyond the ring is moved once for each length of
 * the ring. */
#include "base/core/bucket_queue.h"

#include <string.h>

enum { OCCUPIED_WORDS = WENDI_BUCKET_QUEUE_RING / 64, FIRST_CAPACITY = 256, FEW = 256 };

bool wendi_bucket_queue_create(wendi_bucket_queue *queue, const wend_allocator *allocator)
{
    memset(queue, 0, sizeof *queue);
    if (allocator != NULL) {
        queue->allocator = *allocator;
    }
    queue->occupied = wendi_alloc_zero(&queue->allocator, OCCUPIED_WORDS * sizeof(uint64_t));
    queue->heads = wendi_alloc(&queue->allocator, WENDI_BUCKET_QUEUE_RING * sizeof(uint32_t));
    queue->free_head = UINT32_MAX;
    if (queue->occupied == NULL || queue->heads == NULL) {
        wendi_bucket_queue_destroy(queue);
        return false;
    }
    memset(queue->heads, 0xFF, WENDI_BUCKET_QUEUE_RING * sizeof(uint32_t));
    return true;
}

void wendi_bucket_queue_destroy(wendi_bucket_queue *queue)
{
    const wend_allocator *a = &queue->allocator;
    wendi_free(a, queue->occupied, OCCUPIED_WORDS * sizeof(uint64_t));
    wendi_free(a, queue->heads, WENDI_BUCKET_QUEUE_RING * sizeof(uint32_t));
    wendi_free(a, queue->entries, queue->entry_capacity * sizeof queue->entries[0]);
    wendi_free(a, queue->overflow, queue->overflow_capacity * sizeof queue->overflow[0]);
    memset(queue, 0, sizeof *queue);
}

/* Frees the entries of the occupied buckets, one by one. */
static void free_entries(wendi_bucket_queue *queue)
{
    for (; queue->summary != 0; queue->summary &= queue->summary - 1) {
        const uint32_t word = wendi_ctz64(queue->summary);
        for (uint64_t bits = queue->occupied[word]; bits != 0; bits &= bits - 1) {
            uint32_t *head = &queue->heads[word * 64 + wendi_ctz64(bits)];
            uint32_t last = *head;
            if (last == UINT32_MAX) {
                continue;
            }
            while (queue->entries[last].next != UINT32_MAX) {
                last = queue->entries[last].next;
            }
            queue->entries[last].next = queue->free_head;
            queue->free_head = *head;
            *head = UINT32_MAX;
        }
        queue->occupied[word] = 0;
    }
}

/* Forgets all entries: the free list grows anew as it is needed. Where many are left, this takes the
 * time of the ring alone, so that the end of a long search is not paid for by the next one. */
static void forget_entries(wendi_bucket_queue *queue)
{
    for (; queue->summary != 0; queue->summary &= queue->summary - 1) {
        const uint32_t word = wendi_ctz64(queue->summary);
        memset(&queue->heads[(size_t)word * 64], 0xFF, 64 * sizeof queue->heads[0]);
        queue->occupied[word] = 0;
    }
    queue->entry_count = 0;
    queue->free_head = UINT32_MAX;
}

void wendi_bucket_queue_clear(wendi_bucket_queue *queue, unsigned shift, uint64_t first_key)
{
    if (queue->count <= FEW) {
        free_entries(queue);
    } else {
        forget_entries(queue);
    }
    queue->shift = shift;
    queue->current = first_key >> shift;
    queue->overflow_count = 0;
    queue->overflow_first = UINT64_MAX;
    queue->count = 0;
    queue->count_max = 0;
}

size_t wendi_bucket_queue_memory_bytes(const wendi_bucket_queue *queue)
{
    return OCCUPIED_WORDS * sizeof(uint64_t) + WENDI_BUCKET_QUEUE_RING * sizeof(uint32_t) +
           queue->entry_capacity * sizeof queue->entries[0] +
           queue->overflow_capacity * sizeof queue->overflow[0];
}

static bool enlarge(wendi_bucket_queue *queue)
{
    const size_t capacity = queue->entry_capacity == 0 ? FIRST_CAPACITY : queue->entry_capacity * 2;
    if (capacity >= UINT32_MAX) {
        return false;
    }
    const size_t item = sizeof queue->entries[0];
    wendi_bucket_entry *grown = wendi_resize(&queue->allocator, queue->entries,
                                             queue->entry_capacity * item, capacity * item);
    if (grown == NULL) {
        return false;
    }
    queue->entries = grown;
    queue->entry_capacity = capacity;
    return true;
}

/* Some entries at a time: to touch a large new block at once would take long where the system
 * provides its memory only then. */
bool wendi_bucket_queue_grow(wendi_bucket_queue *queue)
{
    if (queue->entry_count == queue->entry_capacity && !enlarge(queue)) {
        return false;
    }
    const size_t room = queue->entry_capacity - queue->entry_count;
    const size_t end = queue->entry_count + (room < FIRST_CAPACITY ? room : FIRST_CAPACITY);
    for (size_t k = queue->entry_count; k < end; ++k) {
        queue->entries[k].next = k + 1 < end ? (uint32_t)(k + 1) : UINT32_MAX;
    }
    queue->free_head = (uint32_t)queue->entry_count;
    queue->entry_count = end;
    return true;
}

bool wendi_bucket_queue_push_overflow(wendi_bucket_queue *queue, uint64_t key, uint32_t item)
{
    if (queue->overflow_count == queue->overflow_capacity) {
        const size_t bytes = sizeof queue->overflow[0];
        const size_t capacity =
            queue->overflow_capacity == 0 ? FIRST_CAPACITY : queue->overflow_capacity * 2;
        wendi_bucket_overflow *grown = wendi_resize(
            &queue->allocator, queue->overflow, queue->overflow_capacity * bytes, capacity * bytes);
        if (grown == NULL) {
            return false;
        }
        queue->overflow = grown;
        queue->overflow_capacity = capacity;
    }
    queue->overflow[queue->overflow_count].key = key;
    queue->overflow[queue->overflow_count].item = item;
    ++queue->overflow_count;
    const uint64_t number = key >> queue->shift;
    queue->overflow_first = number < queue->overflow_first ? number : queue->overflow_first;
    ++queue->count;
    return true;
}

/* Number of the first bucket of the ring with entries, from the current one on, around. */
static uint64_t next_in_ring(const wendi_bucket_queue *queue)
{
    const uint32_t slot = (uint32_t)queue->current & (WENDI_BUCKET_QUEUE_RING - 1);
    const uint32_t word = slot / 64;
    uint64_t bits = queue->occupied[word] & UINT64_MAX << (slot % 64);
    uint32_t found = word;
    if (bits == 0) {
        const uint64_t later = word == 63 ? 0 : queue->summary & UINT64_MAX << (word + 1);
        const uint64_t words = later != 0 ? later : queue->summary;
        if (words == 0) {
            return UINT64_MAX;
        }
        found = wendi_ctz64(words);
        bits = queue->occupied[found];
    }
    const uint32_t to = found * 64 + wendi_ctz64(bits);
    return queue->current + ((to - slot) & (WENDI_BUCKET_QUEUE_RING - 1));
}

/* Moves the entries that the ring can hold now out of the overflow, in the order they came in. */
static bool drain_overflow(wendi_bucket_queue *queue)
{
    const size_t count = queue->overflow_count;
    size_t kept = 0;
    uint64_t first = UINT64_MAX;
    bool is_full = false;
    for (size_t k = 0; k < count; ++k) {
        const wendi_bucket_overflow entry = queue->overflow[k];
        const uint64_t number = entry.key >> queue->shift;
        if (!is_full && number - queue->current < WENDI_BUCKET_QUEUE_RING) {
            if (wendi_bucket_queue_push(queue, entry.key, entry.item)) {
                --queue->count;
                continue;
            }
            is_full = true;
        }
        first = number < first ? number : first;
        queue->overflow[kept++] = entry;
    }
    queue->overflow_count = kept;
    queue->overflow_first = first;
    return !is_full;
}

wend_result wendi_bucket_queue_advance(wendi_bucket_queue *queue)
{
    /* Clears the mark of the current bucket, which has become empty: once for all its entries. */
    const uint32_t slot = (uint32_t)queue->current & (WENDI_BUCKET_QUEUE_RING - 1);
    const uint64_t rest = queue->occupied[slot / 64] & ~((uint64_t)1 << (slot % 64));
    queue->occupied[slot / 64] = rest;
    queue->summary &= ~((uint64_t)(rest == 0) << (slot / 64));
    const uint64_t next = next_in_ring(queue);
    if (queue->overflow_first > next || queue->overflow_count == 0) {
        if (next == UINT64_MAX) {
            return WEND_NO_PATH;
        }
        queue->current = next;
        return WEND_OK;
    }
    queue->current = queue->overflow_first;
    return drain_overflow(queue) ? WEND_OK : WEND_ERROR_MEMORY;
}

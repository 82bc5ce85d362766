/* Bucket queues give random keys bucket by bucket, from the ring and from the overflow. */
#include "base/core/bucket_queue.h"
#include "support/fault.h"
#include "support/test.h"

#include <string.h>

enum { ENTRIES_MAX = 3000 };

/* The obvious twin: all entries, and a look through them for the least bucket. */
typedef struct twin {
    uint64_t numbers[ENTRIES_MAX]; /* bucket an entry waits in */
    bool waits[ENTRIES_MAX];
    size_t count;
    uint64_t current;
} twin;

static void twin_push(twin *t, unsigned shift, uint64_t key)
{
    const uint64_t number = key >> shift;
    t->numbers[t->count] = number < t->current ? t->current : number;
    t->waits[t->count++] = true;
}

static bool twin_next(const twin *t, uint64_t *number)
{
    bool is_found = false;
    for (size_t k = 0; k < t->count; ++k) {
        if (t->waits[k] && (!is_found || t->numbers[k] < *number)) {
            *number = t->numbers[k];
            is_found = true;
        }
    }
    return is_found;
}

/* Takes one entry of both; false when both are empty. */
static bool pop_both(wendi_bucket_queue *queue, twin *t)
{
    uint64_t number = 0;
    const bool is_there = twin_next(t, &number);
    uint32_t item = UINT32_MAX;
    bool is_popped = wendi_bucket_queue_pop_current(queue, &item);
    if (!is_popped) {
        assert_int_equal(wendi_bucket_queue_advance(queue), is_there ? WEND_OK : WEND_NO_PATH);
        is_popped = is_there && wendi_bucket_queue_pop_current(queue, &item);
    }
    assert_int_equal(is_popped, is_there);
    if (!is_there) {
        assert_int_equal(queue->count, 0);
        return false;
    }
    assert_true(item < t->count && t->waits[item]);
    assert_true(t->numbers[item] == number);
    assert_true(wendi_bucket_queue_bound(queue) == number << queue->shift);
    t->waits[item] = false;
    t->current = number;
    return true;
}

/* Keys near, at the ring's end, far behind it, or too low, as seen from the current bucket. */
static uint64_t draw_key(uint64_t seed, uint64_t k, unsigned shift, uint64_t current)
{
    const uint64_t ring = WENDI_BUCKET_QUEUE_RING;
    const uint64_t reach[6] = {4, ring - 1, ring + 2, 3 * ring, 40 * ring, 1};
    const uint32_t kind = wend_random_below(seed, 1, k, 6);
    const uint64_t bucket = current + wend_random(seed, 2, k) % reach[kind];
    const uint64_t low = wend_random(seed, 3, k) & (((uint64_t)1 << shift) - 1);
    const bool is_below = kind == 5 && bucket > 2;
    return (is_below ? bucket - 2 : bucket) << shift | low;
}

static void buckets_give_entries_bucket_by_bucket_as_a_plain_list(void **state)
{
    (void)state;
    static twin t;
    wendi_bucket_queue queue;
    assert_true(wendi_bucket_queue_create(&queue, NULL));
    for (uint64_t seed = 0; seed < 60; ++seed) {
        const unsigned shift = (unsigned)(seed % 3) * 15;
        const uint64_t first = wend_random(seed, 4, 0) >> 20;
        memset(&t, 0, sizeof t);
        t.current = first >> shift;
        wendi_bucket_queue_clear(&queue, shift, first);
        for (uint64_t k = 0; k < 1200; ++k) {
            if (wend_random_below(seed, 5, k, 3) != 0) {
                const uint64_t key = draw_key(seed, k, shift, t.current);
                assert_true(wendi_bucket_queue_push(&queue, key, (uint32_t)t.count));
                twin_push(&t, shift, key);
            } else {
                (void)pop_both(&queue, &t);
            }
        }
        /* Emptied for some seeds, dropped in the middle for others. */
        while (seed % 4 != 0 && pop_both(&queue, &t)) {
        }
    }
    wendi_bucket_queue_destroy(&queue);
}

static void buckets_give_the_last_in_first_within_a_bucket(void **state)
{
    (void)state;
    wendi_bucket_queue queue;
    uint32_t item = 0;
    assert_true(wendi_bucket_queue_create(&queue, NULL));
    wendi_bucket_queue_clear(&queue, 4, 160);
    for (uint32_t k = 0; k < 4; ++k) {
        assert_true(wendi_bucket_queue_push(&queue, 160 + k, k));
    }
    assert_true(wendi_bucket_queue_push(&queue, 3, 9)); /* below: joins the current bucket */
    const uint32_t expected[5] = {9, 3, 2, 1, 0};
    for (int k = 0; k < 5; ++k) {
        assert_true(wendi_bucket_queue_pop_current(&queue, &item));
        assert_int_equal(item, expected[k]);
    }
    assert_false(wendi_bucket_queue_pop_current(&queue, &item));
    assert_int_equal(queue.count_max, 5);
    wendi_bucket_queue_destroy(&queue);
}

static void buckets_take_the_largest_keys(void **state)
{
    (void)state;
    wendi_bucket_queue queue;
    uint32_t item = 0;
    assert_true(wendi_bucket_queue_create(&queue, NULL));
    wendi_bucket_queue_clear(&queue, 30, 0);
    assert_true(wendi_bucket_queue_push(&queue, UINT64_MAX, 1));
    assert_true(wendi_bucket_queue_push(&queue, (uint64_t)5 << 30, 2));
    assert_int_equal(wendi_bucket_queue_advance(&queue), WEND_OK);
    assert_true(wendi_bucket_queue_pop_current(&queue, &item) && item == 2);
    assert_int_equal(wendi_bucket_queue_advance(&queue), WEND_OK);
    assert_true(wendi_bucket_queue_pop_current(&queue, &item) && item == 1);
    assert_int_equal(wendi_bucket_queue_advance(&queue), WEND_NO_PATH);
    wendi_bucket_queue_destroy(&queue);
}

/* Fills ring and overflow, empties them; a failed call is tried again and loses nothing. */
static wend_result fill_and_empty(wend_allocator allocator, void *context)
{
    (void)context;
    enum { COUNT = 700 };
    bool is_seen[COUNT] = {false};
    wend_result failed = WEND_OK;
    wendi_bucket_queue queue;
    if (!wendi_bucket_queue_create(&queue, &allocator)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_bucket_queue_clear(&queue, 0, 0);
    size_t pushed = 0;
    for (uint32_t k = 0; k < COUNT; ++k) {
        const uint64_t key = k % 2 == 0 ? k : WENDI_BUCKET_QUEUE_RING + k;
        if (!wendi_bucket_queue_push(&queue, key, k) && !wendi_bucket_queue_push(&queue, key, k)) {
            failed = WEND_ERROR_MEMORY;
            continue;
        }
        ++pushed;
    }
    size_t popped = 0;
    for (int tries = 0; popped < pushed && tries < 3 * COUNT; ++tries) {
        uint32_t item;
        while (wendi_bucket_queue_pop_current(&queue, &item)) {
            assert_false(is_seen[item]);
            is_seen[item] = true;
            ++popped;
        }
        failed =
            wendi_bucket_queue_advance(&queue) == WEND_ERROR_MEMORY ? WEND_ERROR_MEMORY : failed;
    }
    assert_int_equal(queue.count, pushed - popped);
    assert_true(failed != WEND_OK || popped == COUNT);
    assert_int_equal(wendi_bucket_queue_memory_bytes(&queue),
                     atomic_load(&((fault_heap *)allocator.context)->live_bytes));
    wendi_bucket_queue_destroy(&queue);
    return failed;
}

static void buckets_without_memory_lose_nothing(void **state)
{
    (void)state;
    assert_in_range(fault_run(fill_and_empty, NULL), 5, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_give_entries_bucket_by_bucket_as_a_plain_list),
        cmocka_unit_test(buckets_give_the_last_in_first_within_a_bucket),
        cmocka_unit_test(buckets_take_the_largest_keys),
        cmocka_unit_test(buckets_without_memory_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

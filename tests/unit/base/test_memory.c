/* Memory, arrays and heaps against obvious twins on random input, and under failing allocations. */
#include "base/core/array.h"
#include "base/core/heap.h"
#include "base/core/memory.h"
#include "base/math/bits.h"
#include "below.h"
#include "support/fault.h"
#include "support/test.h"

#include <string.h>

/* ---- sizes and blocks ---- */

static void memory_sizes_that_wrap_are_refused(void **state)
{
    (void)state;
    size_t result = 77;
    assert_false(wendi_size_multiply(SIZE_MAX / 2 + 1, 2, &result));
    assert_false(wendi_size_add(SIZE_MAX, 1, &result));
    assert_int_equal(result, 77);
    assert_true(wendi_size_multiply(SIZE_MAX / 2, 2, &result));
    assert_int_equal(result, SIZE_MAX - 1);
    assert_true(wendi_size_multiply(0, SIZE_MAX, &result));
    assert_int_equal(result, 0);
    assert_true(wendi_size_add(SIZE_MAX - 1, 1, &result));
    assert_int_equal(result, SIZE_MAX);
}

static void use_blocks(const wend_allocator *allocator)
{
    assert_null(wendi_alloc(allocator, 0));
    unsigned char *block = wendi_alloc_zero(allocator, 10);
    assert_non_null(block);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(block[i], 0);
        block[i] = (unsigned char)i;
    }
    block = wendi_resize(allocator, block, 10, 1000);
    assert_non_null(block);
    assert_int_equal(block[9], 9);
    assert_null(wendi_resize(allocator, block, 1000, 0));
    wendi_free(allocator, NULL, 5);
}

static void memory_of_too_many_items_is_none_and_leaves_the_block(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator a = fault_heap_allocator(&heap);
    assert_null(wendi_alloc_items(&a, SIZE_MAX / 2, 4));
    assert_null(wendi_alloc_items_zero(&a, 4, SIZE_MAX / 2));
    uint32_t *items = wendi_alloc_items(&a, 3, sizeof *items);
    assert_non_null(items);
    items[2] = 7;
    assert_null(wendi_resize_items(&a, items, 3, SIZE_MAX / 2, sizeof *items));
    items = wendi_resize_items(&a, items, 3, 300, sizeof *items);
    assert_non_null(items);
    assert_int_equal(items[2], 7);
    assert_null(wendi_resize_items(&a, items, 300, 0, sizeof *items));
    items = wendi_alloc_items_zero(&a, 3, sizeof *items);
    assert_non_null(items);
    assert_int_equal(items[0] | items[1] | items[2], 0);
    wendi_free(&a, items, 3 * sizeof *items);
    assert_int_equal(heap.live_blocks, 0);
}

static void memory_blocks_come_from_libc_or_the_hook(void **state)
{
    (void)state;
    const wend_allocator zeroed = {NULL, NULL};
    fault_heap heap;
    fault_heap_init(&heap);
    wend_allocator hook = fault_heap_allocator(&heap);
    use_blocks(NULL);
    use_blocks(&zeroed);
    use_blocks(&hook);
    assert_int_equal(heap.calls, 2);
    assert_int_equal(heap.live_blocks, 0);
}

/* ---- arrays ---- */

static wend_result fill_arrays(wend_allocator allocator, void *context)
{
    (void)context;
    wendi_array_u8 bytes;
    wendi_array_u32 words;
    wendi_array_u64 longs;
    wendi_array_u8_init(&bytes, &allocator);
    wendi_array_u32_init(&words, &allocator);
    wendi_array_u64_init(&longs, &allocator);
    bool is_full = false;
    for (uint32_t i = 0; i < 1000 && !is_full; i++) {
        is_full = !wendi_array_u8_push(&bytes, (uint8_t)i) || !wendi_array_u32_push(&words, i) ||
                  !wendi_array_u64_push(&longs, (uint64_t)i << 32);
    }
    /* After a failed push everything that was there before still is. */
    for (uint32_t i = 0; i < longs.count; i++) {
        assert_int_equal(bytes.items[i], i & 0xff);
        assert_int_equal(words.items[i], i);
        assert_int_equal(longs.items[i], (uint64_t)i << 32);
    }
    assert_true(is_full || longs.count == 1000);
    wendi_array_u8_free(&bytes);
    wendi_array_u32_free(&words);
    wendi_array_u64_free(&longs);
    return is_full ? WEND_ERROR_MEMORY : WEND_OK;
}

static void array_push_keeps_items_when_memory_fails(void **state)
{
    (void)state;
    size_t calls = fault_run(fill_arrays, NULL);
    /* 16, 32, ... 1024: seven blocks for each of the three. */
    assert_int_equal(calls, 21);
}

static void array_append_and_resize_keep_order_and_zero_the_rest(void **state)
{
    (void)state;
    const uint32_t more[] = {5, 6, 7};
    wendi_array_u32 array = {0};
    assert_true(wendi_array_u32_append(&array, NULL, 0));
    assert_true(wendi_array_u32_append(&array, more, 3));
    assert_true(wendi_array_u32_append(&array, more, 2));
    assert_true(wendi_array_u32_resize(&array, 4));
    assert_true(wendi_array_u32_resize(&array, 6));
    const uint32_t want[] = {5, 6, 7, 5, 0, 0};
    assert_int_equal(array.count, 6);
    assert_memory_equal(array.items, want, sizeof want);
    size_t capacity = array.capacity;
    wendi_array_u32_clear(&array);
    assert_int_equal(array.count, 0);
    assert_int_equal(array.capacity, capacity);
    wendi_array_u32_free(&array);
    assert_null(array.items);
}

static void array_sizes_that_wrap_are_refused(void **state)
{
    (void)state;
    wendi_array_u64 array = {0};
    assert_true(wendi_array_u64_push(&array, 9));
    assert_false(wendi_array_u64_reserve(&array, SIZE_MAX / 8 + 1));
    assert_false(wendi_array_u64_resize(&array, SIZE_MAX));
    assert_false(wendi_array_u64_append(&array, NULL, SIZE_MAX));
    assert_int_equal(array.count, 1);
    assert_int_equal(array.items[0], 9);
    wendi_array_u64_free(&array);
    wendi_array_u8 bytes = {0};
    assert_true(wendi_array_u8_push(&bytes, 7));
    assert_false(wendi_array_u8_append(&bytes, NULL, SIZE_MAX));
    assert_int_equal(bytes.count, 1);
    wendi_array_u8_free(&bytes);
    wendi_array_u32 words = {0};
    assert_true(wendi_array_u32_push(&words, 8));
    assert_false(wendi_array_u32_append(&words, NULL, SIZE_MAX));
    assert_false(wendi_array_u32_append(&words, NULL, SIZE_MAX / 4));
    assert_false(wendi_array_u32_resize(&words, SIZE_MAX / 4 + 1));
    assert_int_equal(words.count, 1);
    wendi_array_u32_free(&words);
}

static void array_of_every_width_grows_and_shrinks_by_resize(void **state)
{
    (void)state;
    wendi_array_u8 bytes = {0};
    const uint8_t two_bytes[] = {1, 2};
    assert_true(wendi_array_u8_append(&bytes, two_bytes, 2) && wendi_array_u8_resize(&bytes, 3));
    assert_true(wendi_array_u8_append(&bytes, NULL, 0));
    assert_int_equal(bytes.items[1] + bytes.items[2], 2);
    assert_true(wendi_array_u8_resize(&bytes, 1));
    assert_int_equal(bytes.count, 1);
    wendi_array_u8_free(&bytes);
    wendi_array_u64 longs = {0};
    const uint64_t two_longs[] = {1, 2};
    assert_true(wendi_array_u64_append(&longs, two_longs, 2) && wendi_array_u64_resize(&longs, 3));
    assert_true(wendi_array_u64_append(&longs, NULL, 0));
    assert_int_equal(longs.items[1] + longs.items[2], 2);
    assert_true(wendi_array_u64_resize(&longs, 1));
    assert_int_equal(longs.count, 1);
    wendi_array_u64_free(&longs);
}

/* ---- heap ---- */

enum { IDS = 200 };

/* The obvious twin: all keys in an array, the least one searched for. */
typedef struct slow_heap {
    bool is_in[IDS];
    uint64_t keys[IDS];
    size_t count;
} slow_heap;

static uint32_t slow_least(const slow_heap *heap)
{
    uint32_t least = IDS;
    for (uint32_t id = 0; id < IDS; id++) {
        if (heap->is_in[id] && (least == IDS || heap->keys[id] < heap->keys[least])) {
            least = id;
        }
    }
    return least;
}

static void slow_set(slow_heap *slow, uint32_t id, uint64_t key)
{
    slow->count += slow->is_in[id] ? 0 : 1;
    slow->is_in[id] = true;
    slow->keys[id] = key;
}

static void slow_drop(slow_heap *slow, uint32_t id)
{
    slow->count -= slow->is_in[id] ? 1 : 0;
    slow->is_in[id] = false;
}

static void pop_both(wendi_heap *heap, slow_heap *slow)
{
    uint64_t key;
    uint32_t id;
    uint32_t want = slow_least(slow);
    if (want == IDS) {
        assert_false(wendi_heap_pop(heap, &key, &id));
        return;
    }
    assert_true(wendi_heap_pop(heap, &key, &id));
    assert_int_equal(id, want);
    assert_int_equal(key, slow->keys[want]);
    slow_drop(slow, want);
}

static void change_both(wendi_heap *heap, slow_heap *slow, uint64_t round)
{
    uint32_t id = below(1, round, IDS);
    uint64_t key = below(2, round, 50);
    switch (below(3, round, 8)) {
    case 0:
    case 1:
        pop_both(heap, slow);
        break;
    case 2:
        assert_int_equal(wendi_heap_remove(heap, id), slow->is_in[id]);
        slow_drop(slow, id);
        break;
    default:
        if (!slow->is_in[id]) {
            assert_true(wendi_heap_push(heap, key, id));
            slow_set(slow, id, key);
        } else {
            bool is_lower = key < slow->keys[id];
            assert_int_equal(wendi_heap_decrease(heap, key, id), is_lower);
            slow_set(slow, id, is_lower ? key : slow->keys[id]);
        }
        break;
    }
    assert_int_equal(heap->count, slow->count);
    assert_int_equal(wendi_heap_contains(heap, id), slow->is_in[id]);
    if (slow->is_in[id]) {
        assert_int_equal(wendi_heap_key(heap, id), slow->keys[id]);
    }
}

static void heap_random_changes_match_the_slow_twin(void **state)
{
    (void)state;
    wendi_heap heap = {0};
    slow_heap slow = {{false}, {0}, 0};
    for (uint64_t round = 0; round < 50000; round++) {
        change_both(&heap, &slow, round);
        if (round % 9973 == 0) {
            wendi_heap_clear(&heap);
            memset(&slow, 0, sizeof slow);
        }
    }
    while (slow.count > 0) {
        pop_both(&heap, &slow);
    }
    pop_both(&heap, &slow);
    wendi_heap_free(&heap);
}

static void heap_equal_keys_pop_by_id(void **state)
{
    (void)state;
    wendi_heap heap = {0};
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(wendi_heap_push(&heap, 5, i * 37 % 100));
    }
    for (uint32_t i = 0; i < 100; i++) {
        uint64_t key;
        uint32_t id;
        assert_true(wendi_heap_pop(&heap, &key, &id));
        assert_int_equal(id, i);
    }
    wendi_heap_free(&heap);
}

static wend_result fill_heap(wend_allocator allocator, void *context)
{
    (void)context;
    wendi_heap heap;
    wendi_heap_init(&heap, &allocator);
    wend_result result = WEND_OK;
    uint32_t pushed = 0;
    while (pushed < 300 && result == WEND_OK) {
        if (wendi_heap_push(&heap, 1000 - pushed, pushed)) {
            pushed++;
        } else {
            result = WEND_ERROR_MEMORY;
        }
    }
    assert_int_equal(heap.count, pushed);
    assert_false(wendi_heap_contains(&heap, pushed));
    for (uint32_t i = pushed; i-- > 0;) {
        uint64_t key;
        uint32_t id;
        assert_true(wendi_heap_pop(&heap, &key, &id));
        assert_int_equal(id, i);
    }
    wendi_heap_free(&heap);
    return result;
}

static void heap_push_keeps_entries_when_memory_fails(void **state)
{
    (void)state;
    assert_true(fault_run(fill_heap, NULL) > 0);
}

static void heap_reserved_pushes_allocate_nothing(void **state)
{
    (void)state;
    fault_heap fault;
    fault_heap_init(&fault);
    wend_allocator allocator = fault_heap_allocator(&fault);
    wendi_heap heap;
    wendi_heap_init(&heap, &allocator);
    assert_true(wendi_heap_reserve(&heap, 100, 500));
    fault_heap_arm(&fault, FAULT_KEEP, 0);
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(wendi_heap_push(&heap, i, i * 5 % 500));
    }
    assert_int_equal(fault.calls, 0);
    wendi_heap_free(&heap);
    assert_int_equal(fault.live_blocks, 0);
}

static void heap_largest_id_is_refused(void **state)
{
    (void)state;
    wendi_heap heap = {0};
    assert_false(wendi_heap_push(&heap, 1, UINT32_MAX));
    assert_int_equal(heap.count, 0);
    wendi_heap_free(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_sizes_that_wrap_are_refused),
        cmocka_unit_test(memory_of_too_many_items_is_none_and_leaves_the_block),
        cmocka_unit_test(memory_blocks_come_from_libc_or_the_hook),
        cmocka_unit_test(array_push_keeps_items_when_memory_fails),
        cmocka_unit_test(array_append_and_resize_keep_order_and_zero_the_rest),
        cmocka_unit_test(array_sizes_that_wrap_are_refused),
        cmocka_unit_test(array_of_every_width_grows_and_shrinks_by_resize),
        cmocka_unit_test(heap_random_changes_match_the_slow_twin),
        cmocka_unit_test(heap_equal_keys_pop_by_id),
        cmocka_unit_test(heap_push_keeps_entries_when_memory_fails),
        cmocka_unit_test(heap_reserved_pushes_allocate_nothing),
        cmocka_unit_test(heap_largest_id_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Traffic maps without memory are as they were before the call; counting needs no more in the long run. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/traffic.h"

static wend_result save_and_load(const wend_traffic *traffic, wend_allocator allocator)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *loaded;
    def.allocator = allocator;
    assert_int_equal(wend_traffic_save(traffic, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_traffic_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_traffic_hash(loaded) == wend_traffic_hash(traffic));
    wend_traffic_destroy(loaded);
    return result;
}

static wend_result count_one(wend_traffic *traffic, uint32_t i)
{
    const wend_vec2 at = {i * 7 % 20 + 0.5, i * 3 % 20 + 0.5};
    const uint64_t before = wend_traffic_hash(traffic);
    wend_result result = wend_traffic_add(traffic, at, (wend_vec2){(double)(i % 3) - 1, 1.5});
    if (result != WEND_OK) {
        assert_true(wend_traffic_hash(traffic) == before);
        return result;
    }
    return wend_traffic_add_event(traffic, i % 2, at, 2);
}

static wend_result use(wend_allocator allocator, void *context)
{
    (void)context;
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *traffic;
    def.width = def.height = 20;
    def.allocator = allocator;
    wend_result result = wend_traffic_create(&def, &traffic);
    for (uint32_t i = 0; i < 20 && result == WEND_OK; i++) {
        result = count_one(traffic, i);
    }
    result = result == WEND_OK ? save_and_load(traffic, allocator) : result;
    wend_traffic_destroy(traffic);
    return result;
}

static void each_allocation_of_a_traffic_map_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(use, NULL) >= 10);
}

static void counting_allocates_nothing_once_its_layers_are_there(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *traffic;
    def.width = def.height = 20;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_traffic_create(&def, &traffic), WEND_OK);
    for (uint32_t i = 0; i < 200; i++) {
        if (i == 50) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(count_one(traffic, i), WEND_OK);
    }
    wend_traffic_destroy(traffic);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_traffic_map_may_fail),
        cmocka_unit_test(counting_allocates_nothing_once_its_layers_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

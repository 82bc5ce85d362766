/* Markers without memory are as they were before the call; a full store needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/marker.h"

enum { LIMIT = 400, ADDED = 900 };

static wend_markers_def def_of(wend_allocator allocator)
{
    wend_markers_def def = wend_markers_def_default();
    def.marker_limit = LIMIT;
    def.allocator = allocator;
    return def;
}

static wend_result add_one(wend_markers *markers, uint32_t n)
{
    wend_marker marker = wend_marker_default();
    marker.position = (wend_vec3){n % 37, n % 23, 0};
    marker.lifetime = 1 + n % 200;
    return wend_markers_add(markers, &marker, NULL);
}

static wend_result save_and_load(const wend_markers *markers, wend_allocator allocator)
{
    static uint8_t bytes[LIMIT * 100 + 256];
    size_t count;
    const wend_markers_def def = def_of(allocator);
    wend_markers *loaded;
    assert_int_equal(wend_markers_save(markers, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_markers_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_markers_hash(loaded) == wend_markers_hash(markers));
    wend_markers_destroy(loaded);
    return result;
}

static wend_result leave_markers(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_markers_def def = def_of(allocator);
    wend_markers *markers;
    wend_result result = wend_markers_create(&def, &markers);
    for (uint32_t n = 0; n < ADDED && result == WEND_OK; n++) {
        const uint64_t before = wend_markers_hash(markers);
        result = add_one(markers, n);
        assert_true(result == WEND_OK || wend_markers_hash(markers) == before);
    }
    result = result == WEND_OK ? save_and_load(markers, allocator) : result;
    wend_markers_destroy(markers);
    return result;
}

static void each_allocation_of_markers_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(leave_markers, NULL) >= 10);
}

static void a_full_store_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_markers_def def = def_of(fault_heap_allocator(&heap));
    wend_markers *markers;
    assert_int_equal(wend_markers_create(&def, &markers), WEND_OK);
    for (uint32_t n = 0; n < 3 * ADDED; n++) {
        if (n == ADDED) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_markers_set_tick(markers, n), WEND_OK);
        assert_int_equal(add_one(markers, n), WEND_OK);
    }
    wend_markers_destroy(markers);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_markers_may_fail),
        cmocka_unit_test(a_full_store_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

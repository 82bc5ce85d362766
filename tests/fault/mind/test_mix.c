/* Mixes without memory are not made; answers need none. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/mix.h"

static wend_result use(wend_allocator allocator, void *context)
{
    static uint8_t bytes[1 << 12];
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix, *loaded;
    size_t count;
    (void)context;
    def.allocator = allocator;
    wend_result result = wend_mix_create(&def, &mix);
    if (result != WEND_OK) {
        return result;
    }
    assert_int_equal(wend_mix_add_seen(mix, 1, 4), WEND_OK);
    assert_int_equal(wend_mix_save(mix, bytes, sizeof bytes, &count), WEND_OK);
    result = wend_mix_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_mix_hash(loaded) == wend_mix_hash(mix));
    wend_mix_destroy(loaded);
    wend_mix_destroy(mix);
    return result;
}

static void each_allocation_of_a_mix_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(use, NULL) >= 12);
}

static void answers_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix;
    double shares[3];
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_mix_create(&def, &mix), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(wend_mix_add_outcome(mix, i % 3, i % 2, 1, i), WEND_OK);
        assert_int_equal(wend_mix_solve(mix, NULL, shares, 3, NULL), WEND_OK);
    }
    wend_mix_destroy(mix);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_mix_may_fail),
        cmocka_unit_test(answers_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

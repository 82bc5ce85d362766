/* A predictor without memory is as it was before the call; with a full history it needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/predict.h"

enum { ADDED = 200, HISTORY = 64 };

static wend_result save_and_load(const wend_predictor *predictor, wend_allocator allocator)
{
    uint8_t bytes[1024];
    size_t count;
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *loaded;
    def.allocator = allocator;
    assert_int_equal(wend_predictor_save(predictor, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_predictor_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_predictor_hash(loaded) == wend_predictor_hash(predictor));
    wend_predictor_destroy(loaded);
    return result;
}

static wend_result add_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor;
    def.action_count = 5;
    def.history_limit = HISTORY;
    def.allocator = allocator;
    wend_result result = wend_predictor_create(&def, &predictor);
    for (uint32_t n = 0; n < ADDED && result == WEND_OK; n++) {
        const uint64_t before = wend_predictor_hash(predictor);
        result = wend_predictor_add(predictor, n * n % 5);
        assert_true(result == WEND_OK || wend_predictor_hash(predictor) == before);
    }
    result = result == WEND_OK ? save_and_load(predictor, allocator) : result;
    wend_predictor_destroy(predictor);
    return result;
}

static void each_allocation_of_a_predictor_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(add_and_load, NULL) >= 5);
}

static void a_full_history_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor;
    def.action_count = 5;
    def.history_limit = HISTORY;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_predictor_create(&def, &predictor), WEND_OK);
    for (uint32_t n = 0; n < 2 * ADDED; n++) {
        if (n == ADDED) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_predictor_add(predictor, n * n % 5), WEND_OK);
    }
    wend_predictor_destroy(predictor);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_predictor_may_fail),
        cmocka_unit_test(a_full_history_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

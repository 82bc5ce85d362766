/* Tactics without memory are as they were before the call; with a full history they need no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/tactics.h"

enum { ADDED = 200, HISTORY = 64, CONTEXTS = 20 };

static wend_tactics_def def_of(wend_allocator allocator)
{
    wend_tactics_def def = wend_tactics_def_default();
    def.tactic_count = 3;
    def.context_count = CONTEXTS;
    def.history_limit = HISTORY;
    def.allocator = allocator;
    return def;
}

static wend_result save_and_load(const wend_tactics *tactics, wend_allocator allocator)
{
    uint8_t bytes[2048];
    size_t count;
    const wend_tactics_def def = def_of(allocator);
    wend_tactics *loaded;
    assert_int_equal(wend_tactics_save(tactics, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_tactics_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_tactics_hash(loaded) == wend_tactics_hash(tactics));
    wend_tactics_destroy(loaded);
    return result;
}

static wend_result add_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_tactics_def def = def_of(allocator);
    wend_tactics *tactics;
    wend_result result = wend_tactics_create(&def, &tactics);
    for (uint32_t n = 0; n < ADDED && result == WEND_OK; n++) {
        const uint64_t before = wend_tactics_hash(tactics);
        result = wend_tactics_add(tactics, n % CONTEXTS, n * n % 3, n % 7);
        assert_true(result == WEND_OK || wend_tactics_hash(tactics) == before);
    }
    result = result == WEND_OK ? save_and_load(tactics, allocator) : result;
    wend_tactics_destroy(tactics);
    return result;
}

static void each_allocation_of_tactics_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(add_and_load, NULL) >= 8);
}

static void a_full_history_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_tactics_def def = def_of(fault_heap_allocator(&heap));
    wend_tactics *tactics;
    assert_int_equal(wend_tactics_create(&def, &tactics), WEND_OK);
    for (uint32_t n = 0; n < 2 * ADDED; n++) {
        wend_tactic_choice choice;
        if (n == ADDED) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_tactics_choose(tactics, n % CONTEXTS, &choice), WEND_OK);
        assert_int_equal(wend_tactics_add(tactics, n % CONTEXTS, choice.tactic, n % 7), WEND_OK);
    }
    wend_tactics_destroy(tactics);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_tactics_may_fail),
        cmocka_unit_test(a_full_history_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

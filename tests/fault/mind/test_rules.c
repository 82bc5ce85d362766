/* Rules without memory are as they were before the call; decisions need none. */
#include "support/fault.h"
#include "support/rule_sets.h"
#include "support/test.h"

#include "wend/rules.h"

enum { AGENTS = 40 };

static wend_result save_and_load(const wend_rules *rules, const wend_rules_def *like)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    wend_rules_def def = wend_rules_def_default();
    wend_rules *loaded;
    def.allocator = like->allocator;
    def.call = like->call;
    assert_int_equal(wend_rules_save(rules, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_rules_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_rules_hash(loaded) == wend_rules_hash(rules));
    wend_rules_destroy(loaded);
    return result;
}

static wend_result add_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    rule_set set;
    wend_rules *rules;
    rule_set_make(&set, 3, true);
    set.def.allocator = allocator;
    wend_result result = wend_rules_create(&set.def, &rules);
    for (uint64_t i = 0; i < AGENTS && result == WEND_OK; i++) {
        const uint64_t before = wend_rules_hash(rules);
        result = wend_rules_add_agent(rules, i * i, NULL);
        assert_true(result == WEND_OK || wend_rules_hash(rules) == before);
        assert_true(result != WEND_OK || wend_rules_update(rules, i, NULL) == WEND_OK);
    }
    result = result == WEND_OK ? save_and_load(rules, &set.def) : result;
    wend_rules_destroy(rules);
    return result;
}

static void each_allocation_of_rules_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(add_and_load, NULL) >= 20);
}

static void decisions_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    rule_set set;
    wend_rules *rules;
    fault_heap_init(&heap);
    rule_set_make(&set, 4, true);
    set.def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_rules_create(&set.def, &rules), WEND_OK);
    for (uint64_t i = 0; i < AGENTS; i++) {
        assert_int_equal(wend_rules_add_agent(rules, i, NULL), WEND_OK);
    }
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    for (uint64_t tick = 0; tick < 50; tick++) {
        for (uint64_t i = 0; i < AGENTS; i++) {
            assert_int_equal(wend_rules_set_fact(rules, i, 0, rule_set_fact(tick, i)), WEND_OK);
        }
        assert_int_equal(wend_rules_update(rules, tick, NULL), WEND_OK);
        assert_int_equal(wend_rules_remove_agent(rules, tick % AGENTS), WEND_OK);
        assert_int_equal(wend_rules_add_agent(rules, tick % AGENTS, NULL), WEND_OK);
    }
    wend_rules_destroy(rules);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_rules_may_fail),
        cmocka_unit_test(decisions_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

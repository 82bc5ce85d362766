/* Memories without memory are as they were before the call; a steady step needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/memory.h"

enum { AGENTS = 40, SUBJECTS = 12, LIMIT = 8 };

static wend_memories_def def_of(wend_allocator allocator)
{
    wend_memories_def def = wend_memories_def_default();
    def.record_limit = LIMIT;
    def.allocator = allocator;
    return def;
}

static wend_result see(wend_memories *memories, uint64_t agent, uint64_t subject)
{
    wend_memory_observation o = wend_memory_observation_default();
    o.subject = subject;
    o.position.x = (double)(agent + subject);
    const wend_result result = wend_memories_observe(memories, agent, &o);
    return result == WEND_TRUNCATED ? WEND_OK : result;
}

static wend_result save_and_load(const wend_memories *memories, wend_allocator allocator)
{
    static uint8_t bytes[AGENTS * (LIMIT * 128 + 64) + 256];
    size_t count;
    const wend_memories_def def = def_of(allocator);
    wend_memories *loaded;
    assert_int_equal(wend_memories_save(memories, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_memories_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_memories_hash(loaded) == wend_memories_hash(memories));
    wend_memories_destroy(loaded);
    return result;
}

static wend_result live(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_memories_def def = def_of(allocator);
    wend_memories *memories;
    wend_result result = wend_memories_create(&def, &memories);
    for (uint64_t a = 0; a < AGENTS && result == WEND_OK; a++) {
        uint64_t before = wend_memories_hash(memories);
        result = wend_memories_add_agent(memories, a);
        assert_true(result == WEND_OK || wend_memories_hash(memories) == before);
        before = wend_memories_hash(memories);
        result = result == WEND_OK ? wend_memories_join(memories, a, a / 2) : result;
        assert_true(result == WEND_OK || wend_memories_hash(memories) == before);
        for (uint64_t s = a; s < a + SUBJECTS && result == WEND_OK; s++) {
            result = see(memories, a, s % 20);
        }
    }
    for (uint64_t g = 0; g < AGENTS / 2 && result == WEND_OK; g++) {
        const uint64_t before = wend_memories_hash(memories);
        result = wend_memories_share(memories, g, NULL);
        assert_true(result == WEND_OK || wend_memories_hash(memories) == before);
    }
    result = result == WEND_OK ? save_and_load(memories, allocator) : result;
    wend_memories_destroy(memories);
    return result;
}

static void each_allocation_of_memories_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(live, NULL) >= 10);
}

static void a_steady_step_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_memories_def def = def_of(fault_heap_allocator(&heap));
    wend_memories *memories;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    for (uint64_t a = 0; a < AGENTS; a++) {
        assert_int_equal(wend_memories_add_agent(memories, a), WEND_OK);
        assert_int_equal(wend_memories_join(memories, a, a / 4), WEND_OK);
    }
    for (uint64_t tick = 0; tick < 60; tick++) {
        if (tick == 20) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_memories_set_tick(memories, tick * 10), WEND_OK);
        for (uint64_t a = 0; a < AGENTS; a++) {
            assert_int_equal(see(memories, a, (a + tick) % SUBJECTS), WEND_OK);
        }
        assert_int_equal(wend_memories_share(memories, tick % 10, NULL), WEND_OK);
    }
    wend_memories_destroy(memories);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_memories_may_fail),
        cmocka_unit_test(a_steady_step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

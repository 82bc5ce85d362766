/* Reservations without memory are as they were before the call; a steady round needs no more. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/reserve.h"

#include <stdlib.h>

enum { CALLS = 80 };

static wend_result save_and_load(const wend_reservations *r, wend_allocator allocator)
{
    size_t count;
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *loaded = NULL;
    def.allocator = allocator;
    (void)wend_reservations_save(r, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_reservations_save(r, bytes, count, &count), WEND_OK);
    const wend_result result = wend_reservations_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_reservations_hash(loaded) == wend_reservations_hash(r));
    wend_reservations_destroy(loaded);
    free(bytes);
    return result;
}

static wend_result step(wend_reservations *r, uint32_t n)
{
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    claim.kind = n % 3;
    claim.key = n % 7;
    claim.agent = n % 11;
    claim.priority = (int32_t)n;
    claim.ticks = n % 5;
    claim.is_place = n % 4 == 0;
    claim.position.x = n % 9;
    if (n % 13 == 5) {
        return wend_reservations_update(r, n);
    }
    if (n % 13 == 6) {
        return wend_reservations_set_capacity(r, claim.kind, n, 3);
    }
    return n % 13 == 7 ? wend_reservations_revoke(r, claim.kind, claim.key)
                       : wend_reservations_claim(r, &claim, &id);
}

static wend_result claim_and_load(wend_allocator allocator, void *context)
{
    (void)context;
    wend_reservations_def def = wend_reservations_def_default();
    def.allocator = allocator;
    wend_reservations *r;
    wend_result result = wend_reservations_create(&def, &r);
    for (uint32_t n = 0; n < CALLS && result == WEND_OK; n++) {
        const uint64_t before = wend_reservations_hash(r);
        result = step(r, n);
        assert_true(result == WEND_OK || wend_reservations_hash(r) == before);
    }
    result = result == WEND_OK ? save_and_load(r, allocator) : result;
    wend_reservations_destroy(r);
    return result;
}

static void each_allocation_of_reservations_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(claim_and_load, NULL) >= 10);
}

static void a_steady_round_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_reservations_def def = wend_reservations_def_default();
    def.allocator = fault_heap_allocator(&heap);
    wend_reservations *r;
    assert_int_equal(wend_reservations_create(&def, &r), WEND_OK);
    for (uint32_t round = 0; round < 20; round++) {
        if (round == 4) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_reservations_update(r, round), WEND_OK);
        for (uint32_t n = 0; n < 30; n++) {
            wend_claim claim = wend_claim_default();
            wend_claim_id id;
            claim.key = n % 10;
            claim.agent = n;
            claim.priority = (int32_t)n;
            claim.ticks = 2;
            claim.is_place = n % 2 == 0;
            claim.position.x = n;
            assert_int_equal(wend_reservations_claim(r, &claim, &id), WEND_OK);
        }
        (void)wend_reservations_release_agent(r, 3);
    }
    wend_reservations_destroy(r);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_reservations_may_fail),
        cmocka_unit_test(a_steady_round_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

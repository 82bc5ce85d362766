/* Senses without memory are as they were before the call; a steady update needs no more. */
#include "support/fault.h"
#include "support/test.h"
#include "wend/sense.h"

#include <stdlib.h>

enum { THINGS = 40 };

static wend_result add_things(wend_senses *senses, uint32_t count)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_source source = wend_source_default();
        wend_observer observer = wend_observer_default();
        wend_lamp lamp = wend_lamp_default();
        wend_source_id source_id;
        wend_observer_id observer_id;
        wend_lamp_id lamp_id;
        const uint64_t before = wend_senses_hash(senses);
        source.position = (wend_vec3){i % 7, i / 7, 0};
        source.blocks_sight = i % 3 == 0;
        observer.position = source.position;
        observer.heading = i;
        lamp.position = source.position;
        result = i % 3 == 0   ? wend_senses_add_source(senses, &source, &source_id)
                 : i % 3 == 1 ? wend_senses_add_observer(senses, &observer, &observer_id)
                              : wend_senses_add_lamp(senses, &lamp, &lamp_id);
        assert_true(result == WEND_OK || wend_senses_hash(senses) == before);
    }
    return result;
}

static wend_result make_noises(wend_senses *senses)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < 10 && result == WEND_OK; i++) {
        wend_noise noise = wend_noise_default();
        const wend_touch touch = wend_touch_default();
        const wend_contact contact = {.body = {1 + i, 1}, .speed = 1};
        const uint64_t before = wend_senses_hash(senses);
        noise.position.x = i;
        result = i % 3 == 0   ? wend_senses_add_noise(senses, &noise)
                 : i % 3 == 1 ? wend_senses_add_touch(senses, (wend_observer_id){1, 1}, &touch)
                              : wend_senses_add_contacts(senses, &contact, 1);
        result = result == WEND_OK ? wend_senses_set_material(senses, i, 3) : result;
        assert_true(result == WEND_OK || i % 3 == 0 || wend_senses_hash(senses) == before ||
                    i % 3 != 2);
    }
    return result;
}

static wend_result save_and_load(const wend_senses *senses, wend_allocator allocator)
{
    static uint8_t bytes[1 << 18];
    size_t count;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *loaded;
    def.allocator = allocator;
    assert_int_equal(wend_senses_save(senses, bytes, sizeof bytes, &count), WEND_OK);
    const wend_result result = wend_senses_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_senses_hash(loaded) == wend_senses_hash(senses));
    wend_senses_destroy(loaded);
    return result;
}

static wend_result sense(wend_allocator allocator, void *context)
{
    (void)context;
    wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses;
    uint32_t number;
    def.allocator = allocator;
    def.target_limit = 2;
    def.perception_limit = 3;
    wend_result result = wend_senses_create(&def, &senses);
    result = result == WEND_OK ? wend_senses_add_profile(senses, &profile, &number) : result;
    result = result == WEND_OK ? add_things(senses, THINGS) : result;
    for (uint32_t i = 0; i < 3 && result == WEND_OK; i++) {
        result = make_noises(senses);
        const uint64_t before = wend_senses_hash(senses);
        result = result == WEND_OK ? wend_senses_update(senses, NULL) : result;
        assert_true(result == WEND_OK || wend_senses_hash(senses) == before);
    }
    result = result == WEND_OK ? save_and_load(senses, allocator) : result;
    wend_senses_destroy(senses);
    return result;
}

static void each_allocation_of_senses_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(sense, NULL) >= 30);
}

static void a_steady_update_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses;
    uint32_t number;
    def.allocator = fault_heap_allocator(&heap);
    assert_int_equal(wend_senses_create(&def, &senses), WEND_OK);
    assert_int_equal(wend_senses_add_profile(senses, &profile, &number), WEND_OK);
    assert_int_equal(add_things(senses, THINGS), WEND_OK);
    for (uint32_t i = 0; i < 20; i++) {
        wend_noise noise = wend_noise_default();
        noise.loudness = 90;
        if (i == 10) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
        assert_int_equal(
            wend_senses_move_source(senses, (wend_source_id){1, 1}, (wend_vec3){i % 5, 3, 0}),
            WEND_OK);
        assert_int_equal(wend_senses_update(senses, NULL), WEND_OK);
    }
    wend_senses_destroy(senses);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_senses_may_fail),
        cmocka_unit_test(a_steady_update_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

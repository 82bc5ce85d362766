/* Items with allocations that fail in turn: a failing call leaves them as they were, and only
 * growth needs memory. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/items.h"

#include <stdlib.h>

static wend_item item_of(uint32_t number)
{
    wend_item item = wend_item_default();
    item.position = (wend_vec3){number * 7 % 40, number * 3 % 25, 0};
    item.tag = number % 4;
    return item;
}

/* Loads a copy with the allocator under test; its failure is the result. */
static wend_result copy(wend_allocator allocator, const wend_items *items)
{
    size_t count;
    assert_int_equal(wend_items_save(items, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_items_save(items, bytes, count, &count), WEND_OK);
    wend_items_def def = wend_items_def_default();
    def.allocator = allocator;
    wend_items *loaded;
    const wend_result result = wend_items_load(&def, bytes, count, &loaded);
    assert_int_equal(result == WEND_OK, loaded != NULL);
    assert_true(loaded == NULL || wend_items_hash(loaded) == wend_items_hash(items));
    wend_items_destroy(loaded);
    free(bytes);
    return result;
}

static wend_result grow(wend_allocator allocator, void *context)
{
    (void)context;
    wend_items_def def = wend_items_def_default();
    def.allocator = allocator;
    wend_items *items;
    wend_result first = wend_items_create(&def, &items);
    if (first != WEND_OK) {
        return first;
    }
    for (uint32_t i = 0; i < 70; i++) {
        const wend_item item = item_of(i);
        const uint64_t hash = wend_items_hash(items);
        wend_item_id id;
        const wend_result result = wend_items_add(items, &item, &id);
        assert_true(result == WEND_OK || wend_items_hash(items) == hash);
        first = first < 0 ? first : result;
        if (i % 5 == 4 && result == WEND_OK) {
            assert_int_equal(wend_items_move(items, id, (wend_vec3){100 + i, 3, 0}), WEND_OK);
            const wend_item_id oldest = wend_items_id(items, 0);
            assert_int_equal(wend_items_remove(items, oldest),
                             oldest.index1 != 0 ? WEND_OK : WEND_ERROR_STALE);
        }
    }
    if (first == WEND_OK) {
        first = copy(allocator, items);
    }
    wend_items_destroy(items);
    return first;
}

static void items_survive_failing_allocations(void **state)
{
    (void)state;
    assert_true(fault_run(grow, NULL) >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_survive_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

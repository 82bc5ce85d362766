/* Tables of keys keep the index of each, and none after clearing. */
#include "support/test.h"

#include "base/core/key_table.h"

enum { KEYS = 5000 };

static const wend_allocator libc;

static uint32_t key_of(uint32_t index)
{
    return index * 2654435761u;
}

static void add(wendi_key_table *table, uint32_t key)
{
    if (table->count == wendi_key_table_capacity(table)) {
        assert_true(wendi_key_table_grow(table, &libc));
    }
    (void)wendi_key_table_add(table, wendi_key_table_slot(table, key), key);
}

static void check_first(const wendi_key_table *table, uint32_t count)
{
    for (uint32_t k = 0; k < KEYS; ++k) {
        assert_int_equal(wendi_key_table_find(table, key_of(k)), k < count ? k : UINT32_MAX);
    }
}

static void key_table_indices_stay_while_it_grows(void **state)
{
    (void)state;
    wendi_key_table table = {0};
    assert_int_equal(wendi_key_table_find(&table, 7), UINT32_MAX);
    for (uint32_t k = 0; k < KEYS; ++k) {
        add(&table, key_of(k));
        if (k % 1000 == 999) {
            check_first(&table, k + 1);
        }
    }
    wendi_key_table_destroy(&table, &libc);
    assert_int_equal(wendi_key_table_memory_bytes(&table), 0);
}

static void key_table_cleared_knows_nothing_of_before(void **state)
{
    (void)state;
    wendi_key_table table = {0};
    wendi_key_table_clear(&table);
    for (uint32_t use = 0; use < 5; ++use) {
        for (uint32_t k = use; k < KEYS; ++k) {
            add(&table, key_of(k));
        }
        assert_int_equal(wendi_key_table_find(&table, key_of(use)), 0);
        wendi_key_table_clear(&table);
        /* A new key must not make those from before known again. */
        add(&table, key_of(KEYS + use));
        check_first(&table, 0);
        wendi_key_table_clear(&table);
    }
    wendi_key_table_destroy(&table, &libc);
}

static void key_table_numbers_begin_again_before_they_run_out(void **state)
{
    (void)state;
    wendi_key_table table = {0};
    add(&table, key_of(0));
    wendi_key_table_clear(&table);
    add(&table, key_of(1));
    table.first = UINT32_MAX / 2;
    table.entries[wendi_key_table_slot(&table, key_of(1))] = 0;
    wendi_key_table_clear(&table);
    assert_int_equal(table.first, 1);
    check_first(&table, 0);
    add(&table, key_of(0));
    check_first(&table, 1);
    wendi_key_table_destroy(&table, &libc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_table_indices_stay_while_it_grows),
        cmocka_unit_test(key_table_cleared_knows_nothing_of_before),
        cmocka_unit_test(key_table_numbers_begin_again_before_they_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

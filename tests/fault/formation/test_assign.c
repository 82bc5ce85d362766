/* An assignment without memory fails, leaves the answer unchanged, and allocates one block only. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/formation.h"

static wend_result assign(wend_allocator allocator, void *context)
{
    (void)context;
    const double costs[] = {1, 5, 2, 3, 0, 4};
    uint32_t places[3] = {9, 9, 9};
    const wend_result result = wend_assign(costs, 3, 2, &allocator, places);
    assert_int_equal(places[1], result == WEND_OK ? 1 : 9);
    return result;
}

static void assign_without_memory_says_so(void **state)
{
    (void)state;
    assert_int_equal(fault_run(assign, NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

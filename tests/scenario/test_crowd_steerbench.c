/* Our own versions of the situations of SteerBench: all are solved in time, without overlaps. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_steerbench_situations_are_solved(void **state)
{
    (void)state;
    crowd_family_check(CROWD_STEERBENCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crowd_steerbench_situations_are_solved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

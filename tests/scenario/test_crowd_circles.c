/* Takes: circles of 4 to 250, exact ones, tight ones, and ones a little out of order.
 * Gives: proof that all get to the other side in time, and nobody overlaps on the way.
 * Cost: some seconds. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_circle_all_get_to_the_other_side(void **state)
{
    (void)state;
    crowd_family_check(CROWD_CIRCLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crowd_circle_all_get_to_the_other_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Circles of 4 to 250 bodies, exact, tight and a little out of order: all get to the other side in
 * time without overlaps. */
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

/* Many bodies sent to one point, as groups, one by one, by a flow, into corridors and corners: they
 * fill the disc that they need about as soon as the last of them can be there. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_gathers_around_a_point_in_time_and_close(void **state)
{
    (void)state;
    crowd_family_check(CROWD_GATHERINGS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_gathers_around_a_point_in_time_and_close)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

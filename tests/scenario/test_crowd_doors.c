/* A room of 150 and a door of six widths, by points, by a mesh and by a flow: all get out at the
 * rate that people do. Takes half a minute. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_door_all_get_out_at_the_rate_of_people(void **state)
{
    (void)state;
    crowd_family_check(CROWD_DOORS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_door_all_get_out_at_the_rate_of_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Bodies that meet in corridors and at crossings: all get through in time, without overlaps and
 * outside of walls. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_corridor_all_get_through(void **state)
{
    (void)state;
    crowd_family_check(CROWD_CORRIDORS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crowd_corridor_all_get_through)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

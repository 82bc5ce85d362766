/* Bodies that stand, pass, stop, or settle around one point: room is made and given back, and all
 * end still. */
#include "crowd_family.h"
#include "support/test.h"

static void crowd_standing_makes_room_and_ends_still(void **state)
{
    (void)state;
    crowd_family_check(CROWD_STANDING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crowd_standing_makes_room_and_ends_still)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Eighty people move between the floors of a house of three storeys over stairs and by a lift,
 * with a planner, while doors open and close: all arrive, none overlap, none leave the ground.
 * Cost: some four thousand ticks. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/storeys.h"
#include "wend/planner.h"

enum { SECOND = 20, PEOPLE = 80, FLOORS = 3, TICKS_MOST = 400 * SECOND };

/* Not in front of the lift: those that rest there would be in the way of others for ever. */
static wend_vec3 spot(uint32_t i, uint32_t salt)
{
    const double x = 0.4 + wend_random_unit(salt, i, 1) * 4.2;
    const double y = 2.0 + wend_random_unit(salt, i, 2) * 3.6;
    const bool is_right = wend_random_below(salt, i, 3, 2) == 1;
    return (wend_vec3){is_right ? x + 6.6 : x, y,
                       STOREYS_HEIGHT * wend_random_below(salt, i, 4, FLOORS)};
}

static void people_move_between_three_storeys(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(FLOORS, NULL);
    wend_planner_def planner_def = wend_planner_def_default();
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    wend_crowd_def def = wend_crowd_def_default();
    wend_body_id ids[PEOPLE];
    uint32_t profile = 0;
    (void)storeys_add_lift(mesh, 0, 2);
    planner_def.mesh = mesh;
    profile_def.radius = 0.25;
    assert_int_equal(wend_planner_create(&planner_def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile_def, &profile), WEND_OK);
    def.mesh = mesh;
    def.route_source = wend_route_source_from_planner(planner, profile);
    wend_crowd *crowd = crowds_make(def);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        const wend_vec3 at = spot(i, 1);
        ids[i] = storeys_put(crowd, at.x, at.y, at.z);
        assert_int_equal(wend_crowd_set_goal_at(crowd, ids[i], spot(i, 2)), WEND_OK);
    }
    crowds_tick(crowd, 5 * SECOND); /* those that were put into one place are apart by then */
    double overlap = 0;
    uint32_t ticks = 0;
    while (ticks < TICKS_MOST && crowds_info(crowd).arrived < PEOPLE) {
        if (ticks % (10 * SECOND) == 0 && ticks > 0 && ticks <= 60 * SECOND) {
            const bool is_open = ticks % (20 * SECOND) == 0;
            assert_int_equal(wend_mesh_set_open(mesh, storeys_room(mesh, 1, 1), is_open), WEND_OK);
        }
        assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
        crowds_tick(crowd, 1);
        const wend_crowd_info info = crowds_info(crowd);
        overlap = info.last_overlap > overlap ? info.last_overlap : overlap;
        assert_int_equal(info.wall_violations, 0);
        storeys_check(crowd, mesh);
        ticks++;
    }
    assert_int_equal(crowds_info(crowd).arrived, PEOPLE);
    assert_true(overlap < 0.02);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        const double off = crowds_body(crowd, ids[i]).z - spot(i, 2).z;
        assert_true(off < 2 && off > -2); /* on the stairs beside a full landing at most */
    }
    wend_crowd_destroy(crowd);
    wend_planner_destroy(planner);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_move_between_three_storeys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

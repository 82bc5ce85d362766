/* Senses by hand: points of a target, certainty, events and their order, noises, touches, reactions,
 * turns, limits. */
#include "support/crowds.h"
#include "support/test.h"
#include "wend/grid.h"
#include "wend/pathfinder.h"
#include "wend/sense.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static wend_walls *walls_with(const wend_vec2 ends[][2], const uint32_t *stops, size_t count)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(
            wend_walls_add_segment(walls, ends[i][0], ends[i][1], stops[i], 7 + i, NULL), WEND_OK);
    }
    return walls;
}

static wend_senses *senses_of(wend_senses_def *def, const wend_sense_profile *profile)
{
    const wend_sense_profile standard = wend_sense_profile_default();
    wend_senses *senses = NULL;
    uint32_t number;
    assert_int_equal(wend_senses_create(def, &senses), WEND_OK);
    assert_int_equal(
        wend_senses_add_profile(senses, profile != NULL ? profile : &standard, &number), WEND_OK);
    return senses;
}

static wend_observer_id add_observer(wend_senses *senses, double x, double y, uint32_t every)
{
    wend_observer observer = wend_observer_default();
    wend_observer_id id;
    observer.position = (wend_vec3){x, y, 0};
    observer.every = every;
    observer.hostile_teams = 2;
    assert_int_equal(wend_senses_add_observer(senses, &observer, &id), WEND_OK);
    return id;
}

static wend_source_id add_source(wend_senses *senses, double x, double y, uint64_t user)
{
    wend_source source = wend_source_default();
    wend_source_id id;
    source.position = (wend_vec3){x, y, 0};
    source.user = user;
    source.team = user % 2 == 0 ? 0 : 1;
    assert_int_equal(wend_senses_add_source(senses, &source, &id), WEND_OK);
    return id;
}

static void update(wend_senses *senses)
{
    assert_int_equal(wend_senses_update(senses, NULL), WEND_OK);
}

/* ---- sight ---- */

static void a_target_behind_a_corner_is_half_seen(void **state)
{
    (void)state;
    /* hides the left half; glass, which stops shots only, before the rest */
    const wend_vec2 ends[2][2] = {{{5, 0.1}, {5, 9}}, {{6, -9}, {6, 0.05}}};
    const uint32_t stops[2] = {WEND_STOPS_SIGHT | WEND_STOPS_SHOT, WEND_STOPS_SHOT};
    wend_walls *walls = walls_with(ends, stops, 2);
    wend_senses_def def = wend_senses_def_default();
    def.walls = walls;
    wend_senses *senses = senses_of(&def, NULL);
    const wend_observer_id observer = add_observer(senses, 0, 0, 1);
    const wend_source_id source = add_source(senses, 10, 0, 1);
    wend_sight sight;
    assert_true(wend_senses_can_see(senses, observer, source, &sight));
    assert_int_equal(sight.points, WEND_SIGHT_CENTRE | WEND_SIGHT_HEAD | WEND_SIGHT_RIGHT);
    assert_int_equal(sight.hittable, 0);
    assert_true(sight.fraction >= 0.75 && sight.fraction <= 0.75);
    assert_true(sight.is_in_range && !sight.is_peripheral);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

static void a_low_wall_shows_the_head(void **state)
{
    (void)state;
    const wend_vec2 ends[1][2] = {{{9, -9}, {9, 9}}};
    const uint32_t stops[1] = {WEND_STOPS_ALL};
    wend_walls *walls = walls_with(ends, stops, 1);
    wend_wall_id id;
    size_t count;
    assert_int_equal(wend_walls_list(walls, &id, 1, &count), WEND_OK);
    assert_int_equal(wend_walls_set_heights(walls, id, 0, 1.2), WEND_OK);
    wend_senses_def def = wend_senses_def_default();
    def.walls = walls;
    wend_senses *senses = senses_of(&def, NULL);
    const wend_observer_id observer = add_observer(senses, 0, 0, 1);
    const wend_source_id source = add_source(senses, 10, 0, 1);
    wend_sight sight;
    assert_true(wend_senses_can_see(senses, observer, source, &sight));
    assert_int_equal(sight.points, WEND_SIGHT_HEAD);
    assert_int_equal(sight.hittable, WEND_SIGHT_HEAD);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

static void certainty_grows_and_fades(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    profile.notice_seconds = profile.notice_seconds_far = 0.2;
    profile.forget_seconds = 0.1;
    wend_senses *senses = senses_of(&def, &profile);
    const wend_observer_id observer = add_observer(senses, 0, 0, 1);
    const wend_source_id source = add_source(senses, 10, 0, 1);
    const uint32_t expected[7] = {1, 0, 0, 1, 0, 0, 1}; /* events of each tick */
    wend_sense_event_kind kinds[7] = {WEND_SENSE_BEGAN,   WEND_SENSE_BEGAN, WEND_SENSE_BEGAN,
                                      WEND_SENSE_NOTICED, WEND_SENSE_BEGAN, WEND_SENSE_BEGAN,
                                      WEND_SENSE_LOST};
    for (uint32_t tick = 0; tick < 7; tick++) {
        size_t count;
        if (tick == 5) { /* behind its back from the sixth tick on */
            assert_int_equal(wend_senses_move_source(senses, source, (wend_vec3){-10, 0, 0}),
                             WEND_OK);
        }
        update(senses);
        const wend_sense_event *events = wend_senses_get_events(senses, &count);
        assert_int_equal(count, expected[tick]);
        if (count > 0) {
            assert_int_equal(events[0].kind, kinds[tick]);
            assert_int_equal(events[0].observer.index1, observer.index1);
            assert_int_equal(events[0].perception.user, 1);
            assert_true(events[0].perception.position.x > 0); /* where it was seen last */
        }
    }
    wend_senses_destroy(senses);
}

static void a_removed_source_is_lost_and_its_index_begins_anew(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = senses_of(&def, NULL);
    size_t count;
    (void)add_observer(senses, 0, 0, 1);
    const wend_source_id source = add_source(senses, 10, 0, 1);
    update(senses);
    assert_int_equal(wend_senses_remove_source(senses, source), WEND_OK);
    assert_int_equal(wend_senses_remove_source(senses, source), WEND_ERROR_STALE);
    const wend_source_id next = add_source(senses, 11, 0, 3);
    assert_int_equal(next.index1, source.index1);
    assert_int_not_equal(next.generation, source.generation);
    update(senses);
    const wend_sense_event *events = wend_senses_get_events(senses, &count);
    assert_int_equal(count, 2);
    assert_int_equal(events[0].kind, WEND_SENSE_LOST);
    assert_int_equal(events[0].perception.user, 1);
    assert_int_equal(events[1].kind, WEND_SENSE_BEGAN);
    assert_int_equal(events[1].perception.user, 3);
    wend_senses_destroy(senses);
}

static void observers_take_turns(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = senses_of(&def, NULL);
    wend_senses_info info;
    for (int i = 0; i < 12; i++) {
        (void)add_observer(senses, i, 0, 4);
    }
    for (int i = 0; i < 8; i++) {
        update(senses);
        wend_senses_get_info(senses, &info);
        assert_int_equal(info.looks, 3);
    }
    wend_senses_destroy(senses);
}

static void the_nearest_are_looked_at_and_the_least_certain_is_lost(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    def.target_limit = 2;
    def.perception_limit = 3;
    wend_senses *senses = senses_of(&def, NULL);
    wend_source_id ids[6];
    wend_perception list[4];
    size_t count;
    const wend_observer_id observer = add_observer(senses, 0, 0, 1);
    for (uint32_t i = 0; i < 6; i++) {
        ids[i] = add_source(senses, 12 - 2 * (double)i, 0, i);
    }
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, observer, 1, list, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(list[0].user, 4);
    assert_int_equal(list[1].user, 5);
    update(senses);
    for (uint32_t i = 4; i < 6; i++) { /* the next two come: there is room for one of the old */
        assert_int_equal(wend_senses_move_source(senses, ids[i], (wend_vec3){-9, 0, 0}), WEND_OK);
    }
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, observer, 1, list, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    assert_int_equal(list[0].user, 2);
    assert_int_equal(list[1].user, 3);
    assert_int_equal(list[2].user, 5);
    assert_false(list[2].is_perceived);
    wend_senses_destroy(senses);
}

/* ---- hearing ---- */

static void walls_muffle_by_their_material_and_corners_are_a_way(void **state)
{
    (void)state;
    /* a wall with an end: the way around it is found over a mesh of cells */
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = 20;
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    for (int32_t y = 0; y < 15; y++) {
        assert_int_equal(wend_grid_set_cost(grid, 0, 10, y, 255), WEND_OK);
    }
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.grid = grid;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    const wend_vec2 ends[1][2] = {{{10.5, 0}, {10.5, 15}}};
    const uint32_t stops[1] = {WEND_STOPS_ALL};
    wend_walls *walls = walls_with(ends, stops, 1);
    wend_senses_def def = wend_senses_def_default();
    def.walls = walls;
    def.muffling = 40;
    def.sound_paths = wend_sound_paths_from_pathfinder(finder);
    wend_senses *senses = senses_of(&def, NULL);
    wend_observer observer = wend_observer_default();
    wend_observer_id id;
    wend_noise noise = wend_noise_default();
    wend_perception list[2];
    size_t count;
    observer.position = (wend_vec3){15.5, 12.5, 0};
    observer.eye_height = 0;
    assert_int_equal(wend_senses_add_observer(senses, &observer, &id), WEND_OK);
    noise.position = (wend_vec3){5.5, 12.5, 0};
    noise.loudness = 60;
    assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, id, 2, list, 2, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_true(list[0].is_around_corner && list[0].distance > 11 && list[0].distance < 14);
    assert_true(fabs(list[0].strength - (60 - 20 * log10(list[0].distance) - 6)) < 1e-9);
    /* a curtain: through it is louder */
    assert_int_equal(wend_senses_set_material(senses, 7, 2), WEND_OK);
    assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, id, 2, list, 2, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_false(list[0].is_around_corner);
    assert_true(fabs(list[0].strength - (60 - 20 - 2)) < 1e-9);
    update(senses); /* a noise is heard once */
    assert_int_equal(wend_senses_get_perceptions(senses, id, 2, list, 2, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_true(fabs(wend_loudness_of_energy(1e-6) - 60) < 1e-9);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
    wend_pathfinder_destroy(finder);
    wend_grid_destroy(grid);
}

/* ---- touch, order, reactions ---- */

typedef struct told {
    wend_senses *senses;
    wend_observer_id observer;
    uint32_t count;
    wend_sense_event_kind kinds[8];
} told;

static void react(void *user, wend_observer_id observer, const wend_sense_event *event)
{
    told *it = user;
    assert_int_equal(observer.index1, it->observer.index1);
    it->kinds[it->count++] = event->kind;
    /* an agent that removes itself in its own callback is refused, and nothing breaks */
    assert_int_equal(wend_senses_remove_observer(it->senses, observer), WEND_ERROR_BUSY);
    assert_int_equal(wend_senses_update(it->senses, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_senses_observer_count(it->senses), 1);
}

static void events_come_in_order_and_reactions_too(void **state)
{
    (void)state;
    told it = {.count = 0};
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    profile.notice_seconds = profile.notice_seconds_far = 0;
    def.react = react;
    def.user = &it;
    it.senses = senses_of(&def, &profile);
    it.observer = add_observer(it.senses, 0, 0, 1);
    (void)add_source(it.senses, 5, 0, 1);
    wend_touch touch = wend_touch_default();
    const wend_noise noise = wend_noise_default();
    touch.strength = 12;
    assert_int_equal(wend_senses_add_touch(it.senses, it.observer, &touch), WEND_OK);
    assert_int_equal(wend_senses_add_noise(it.senses, &noise), WEND_OK);
    update(it.senses);
    size_t count;
    const wend_sense_event *events = wend_senses_get_events(it.senses, &count);
    const wend_sense_event_kind kinds[4] = {WEND_SENSE_BEGAN, WEND_SENSE_NOTICED, WEND_SENSE_HEARD,
                                            WEND_SENSE_TOUCHED};
    assert_int_equal(count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(events[i].kind, kinds[i]);
    }
    assert_true(events[3].perception.strength >= 12 && events[3].perception.strength <= 12);
    assert_int_equal(it.count, 3);
    assert_memory_equal(it.kinds, &kinds[1], sizeof *kinds);
    wend_perception first;
    assert_true(wend_senses_get_first(it.senses, it.observer, 7, NULL, NULL, &first));
    assert_int_equal(first.sense, WEND_SENSE_SIGHT); /* the hostile one */
    assert_int_equal(wend_senses_get_threats(it.senses, it.observer, &first, 1, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wend_senses_remove_observer(it.senses, it.observer), WEND_OK);
    assert_int_equal(wend_senses_get_threats(it.senses, it.observer, &first, 1, &count),
                     WEND_ERROR_STALE);
    wend_senses_destroy(it.senses);
}

static double score_nothing(void *user, const wend_perception *perception)
{
    (void)user;
    (void)perception;
    return (double)NAN;
}

static double score_far_ones(void *user, const wend_perception *perception)
{
    (void)user;
    return perception->distance < 6 ? (double)NAN : -perception->distance;
}

static void perceptions_without_a_score_do_not_matter(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = senses_of(&def, NULL);
    const wend_observer_id observer = add_observer(senses, 0, 0, 1);
    for (int i = 0; i < 4; i++) {
        (void)add_source(senses, 4 + 2 * i, 0, 1);
    }
    update(senses);
    wend_perception first;
    assert_false(wend_senses_get_first(senses, observer, 7, score_nothing, NULL, &first));
    assert_true(wend_senses_get_first(senses, observer, 7, score_far_ones, NULL, &first));
    assert_true(first.distance >= 6 && first.distance <= 6);
    wend_senses_destroy(senses);
}

static void contacts_of_a_crowd_are_felt(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = senses_of(&def, NULL);
    wend_observer observer = wend_observer_default();
    wend_source source = wend_source_default();
    wend_observer_id observer_id;
    wend_source_id source_id;
    wend_perception list[4];
    size_t count;
    observer.body = (wend_body_id){3, 2};
    source.body = (wend_body_id){5, 1};
    source.tag = 44;
    source.user = 9;
    assert_int_equal(wend_senses_add_observer(senses, &observer, &observer_id), WEND_OK);
    assert_int_equal(wend_senses_add_source(senses, &source, &source_id), WEND_OK);
    const wend_contact contacts[3] = {
        {.body = {3, 2}, .other = {5, 1}, .point = {1, 2}, .speed = 3},
        {.body = {3, 2}, .point = {0, 2}, .speed = 1},
        {.body = {4, 1}, .other = {5, 1}, .speed = 1}};
    assert_int_equal(wend_senses_add_contacts(senses, contacts, 3), WEND_OK);
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, observer_id, 4, list, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(list[0].source.index1, source_id.index1);
    assert_int_equal(list[0].tag, 44);
    assert_int_equal(list[0].user, 9);
    assert_true(list[0].strength >= 3 && list[0].strength <= 3);
    assert_int_equal(list[1].source.index1, 0);
    wend_senses_destroy(senses);
}

static void lamps_light_what_walls_do_not_hide(void **state)
{
    (void)state;
    const wend_vec2 ends[1][2] = {{{0, -1}, {0, 9}}};
    const uint32_t stops[1] = {WEND_STOPS_SIGHT};
    wend_walls *walls = walls_with(ends, stops, 1);
    wend_senses_def def = wend_senses_def_default();
    def.walls = walls;
    def.ambient = 0;
    wend_senses *senses = senses_of(&def, NULL);
    wend_lamp lamp = wend_lamp_default();
    wend_lamp_id id;
    lamp.position = (wend_vec3){-5, 4, 0};
    lamp.strength = 0.5;
    assert_int_equal(wend_senses_add_lamp(senses, &lamp, &id), WEND_OK);
    assert_true(fabs(wend_senses_light_at(senses, (wend_vec3){-5, 9, 0}) - 0.375) < 1e-12);
    assert_true(wend_senses_light_at(senses, (wend_vec3){4, 4, 0}) <= 0);
    const wend_observer_id observer = add_observer(senses, -20, 4, 1);
    const wend_source_id lit = add_source(senses, -5, 4.5, 1), dark = add_source(senses, -16, 4, 1);
    assert_true(wend_senses_can_see(senses, observer, lit, NULL));
    assert_false(wend_senses_can_see(senses, observer, dark, NULL));
    lamp.is_on = false;
    assert_int_equal(wend_senses_set_lamp(senses, id, &lamp), WEND_OK);
    assert_false(wend_senses_can_see(senses, observer, lit, NULL));
    assert_int_equal(wend_senses_remove_lamp(senses, id), WEND_OK);
    assert_int_equal(wend_senses_lamp_count(senses), 0);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_behind_a_corner_is_half_seen),
        cmocka_unit_test(a_low_wall_shows_the_head),
        cmocka_unit_test(certainty_grows_and_fades),
        cmocka_unit_test(a_removed_source_is_lost_and_its_index_begins_anew),
        cmocka_unit_test(observers_take_turns),
        cmocka_unit_test(the_nearest_are_looked_at_and_the_least_certain_is_lost),
        cmocka_unit_test(walls_muffle_by_their_material_and_corners_are_a_way),
        cmocka_unit_test(events_come_in_order_and_reactions_too),
        cmocka_unit_test(perceptions_without_a_score_do_not_matter),
        cmocka_unit_test(contacts_of_a_crowd_are_felt),
        cmocka_unit_test(lamps_light_what_walls_do_not_hide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Senses at their edges by hand: ties, thresholds that are met exactly, many lamps, walls that change,
 * polygons, blockers of several sizes, what is not looked at for a while. */
#include "support/test.h"
#include "wend/base.h"
#include "wend/sense.h"
#include "wend/walls.h"

#include <math.h>

static wend_walls *new_walls(void)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    return walls;
}

static wend_senses *new_senses(const wend_senses_def *def, const wend_sense_profile *profile)
{
    wend_senses *senses = NULL;
    uint32_t number;
    assert_int_equal(wend_senses_create(def, &senses), WEND_OK);
    assert_int_equal(wend_senses_add_profile(senses, profile, &number), WEND_OK);
    return senses;
}

static wend_observer_id add_observer(wend_senses *senses, wend_observer observer)
{
    wend_observer_id id;
    assert_int_equal(wend_senses_add_observer(senses, &observer, &id), WEND_OK);
    return id;
}

static void add(wend_senses *senses, const wend_source *source)
{
    wend_source_id id;
    assert_int_equal(wend_senses_add_source(senses, source, &id), WEND_OK);
}

static wend_source_id add_source(wend_senses *senses, wend_vec3 position, uint64_t user)
{
    wend_source source = wend_source_default();
    wend_source_id id;
    source.position = position;
    source.user = user;
    assert_int_equal(wend_senses_add_source(senses, &source, &id), WEND_OK);
    return id;
}

static void update(wend_senses *senses)
{
    assert_int_equal(wend_senses_update(senses, NULL), WEND_OK);
}

/* Updates, and lists what an observer perceives by one sense. @return how much. */
static size_t perceive(wend_senses *senses, wend_observer_id observer, wend_sense sense,
                       wend_perception *list)
{
    size_t count;
    update(senses);
    assert_int_equal(wend_senses_get_perceptions(senses, observer, 1U << sense, list, 4, &count),
                     WEND_OK);
    return count;
}

/* ---- sight ---- */

static void of_equal_distances_the_first_is_looked_at(void **state)
{
    (void)state;
    const wend_vec3 places[4] = {{10, 5, 0}, {5, -10, 0}, {10, -5, 0}, {5, 10, 0}};
    for (uint32_t turn = 0; turn < 4; turn++) {
        for (uint32_t limit = 1; limit <= 2; limit++) {
            wend_senses_def def = wend_senses_def_default();
            wend_sense_profile profile = wend_sense_profile_default();
            wend_perception list[4];
            profile.sight_range = 20;
            profile.sight_angle = 6;
            def.cell_size = 1;
            def.target_limit = limit;
            wend_senses *senses = new_senses(&def, &profile);
            const wend_observer_id observer = add_observer(senses, wend_observer_default());
            for (uint32_t i = 0; i < 4; i++) {
                (void)add_source(senses, places[(i + turn) % 4], i);
            }
            assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), limit);
            assert_int_equal(list[0].user, 0);
            assert_true(limit == 1 || list[1].user == 1);
            wend_senses_destroy(senses);
        }
    }
}

static void of_equally_certain_memories_the_last_is_dropped(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_perception list[4];
    wend_source_id ids[3];
    profile.notice_seconds = profile.notice_seconds_far = 0;
    profile.forget_seconds = 10;
    def.target_limit = def.perception_limit = 2;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id observer = add_observer(senses, wend_observer_default());
    for (uint32_t i = 0; i < 3; i++) {
        ids[i] = add_source(senses, (wend_vec3){i < 2 ? 5 : -9, i, 0}, i);
    }
    assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 2);
    for (uint32_t i = 0; i < 3; i++) { /* the two disappear, a third comes */
        assert_int_equal(wend_senses_move_source(senses, ids[i], (wend_vec3){i < 2 ? -9 : 5, 0, 0}),
                         WEND_OK);
    }
    assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 2);
    assert_int_equal(list[0].user, 0);
    assert_int_equal(list[1].user, 2);
    wend_senses_destroy(senses);
}

/* What was not looked at for longer than an observer's turn is not looked at more at once. */
static void a_pause_gains_no_certainty(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_observer observer = wend_observer_default();
    wend_perception list[4];
    profile.notice_seconds = profile.notice_seconds_far = 100 * def.tick_seconds;
    profile.forget_seconds = 1000;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id id = add_observer(senses, observer);
    (void)add_source(senses, (wend_vec3){5, 0, 0}, 1);
    assert_int_equal(perceive(senses, id, WEND_SENSE_SIGHT, list), 1);
    assert_true(fabs(list[0].certainty - 0.01) < 1e-9);
    observer.is_active = false;
    assert_int_equal(wend_senses_set_observer(senses, id, &observer), WEND_OK);
    for (int i = 0; i < 20; i++) {
        update(senses);
    }
    observer.is_active = true;
    assert_int_equal(wend_senses_set_observer(senses, id, &observer), WEND_OK);
    assert_int_equal(perceive(senses, id, WEND_SENSE_SIGHT, list), 1);
    assert_true(list[0].certainty > 0.009 && list[0].certainty < 0.021);
    wend_senses_destroy(senses);
}

/* The wide blocker is far from the line, the thin one is the last: the reach is that of the widest. */
static void a_wide_blocker_hides_from_afar(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_source blocker = wend_source_default();
    wend_perception list[4];
    def.cell_size = 1;
    profile.groups = 1;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id observer = add_observer(senses, wend_observer_default());
    (void)add_source(senses, (wend_vec3){20, 0, 0}, 1);
    blocker.blocks_sight = true;
    blocker.groups = 2;
    blocker.height = 5;
    for (int i = 0; i < 2; i++) {
        blocker.position = (wend_vec3){10, i == 0 ? 6 : -9, 0};
        blocker.radius = i == 0 ? 8 : 0.25;
        add(senses, &blocker);
    }
    assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 0);
    wend_senses_destroy(senses);
}

static void a_body_between_hides_straight_down(void **state)
{
    (void)state;
    for (int is_between = 0; is_between < 2; is_between++) {
        const wend_senses_def def = wend_senses_def_default();
        wend_sense_profile profile = wend_sense_profile_default();
        wend_observer observer = wend_observer_default();
        wend_source blocker = wend_source_default();
        profile.points = WEND_SIGHT_CENTRE;
        observer.position.z = 10;
        wend_senses *senses = new_senses(&def, &profile);
        const wend_observer_id id = add_observer(senses, observer);
        const wend_source_id target = add_source(senses, (wend_vec3){0, 0, 0}, 1);
        blocker.blocks_sight = true;
        blocker.radius = 1;
        blocker.position = (wend_vec3){is_between ? 0.5 : 1.5, 0, 5};
        add(senses, &blocker);
        assert_int_equal(wend_senses_can_see(senses, id, target, NULL), !is_between);
        wend_senses_destroy(senses);
    }
}

static void rays_are_counted_by_points(void **state)
{
    (void)state;
    const wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_senses_info info;
    profile.points = WEND_SIGHT_CENTRE | WEND_SIGHT_RIGHT;
    wend_senses *senses = new_senses(&def, &profile);
    (void)add_observer(senses, wend_observer_default());
    (void)add_source(senses, (wend_vec3){5, 0, 0}, 1);
    update(senses);
    wend_senses_get_info(senses, &info);
    assert_int_equal(info.targets, 1);
    assert_int_equal(info.rays, 2);
    wend_senses_destroy(senses);
}

/* ---- light ---- */

/* The light in an update, which knows near lamps by an index, has the bits of the plain sum. */
static void many_lamps_are_added_in_their_order(void **state)
{
    (void)state;
    const uint32_t counts[3] = {20, 64, 70};
    for (int k = 0; k < 3; k++) {
        wend_senses_def def = wend_senses_def_default();
        wend_sense_profile profile = wend_sense_profile_default();
        wend_source source = wend_source_default();
        wend_lamp lamp = wend_lamp_default();
        wend_lamp_id lamp_id;
        wend_perception list[4];
        def.ambient = 0.1;
        def.cell_size = 1;
        profile.min_light = 0;
        wend_senses *senses = new_senses(&def, &profile);
        const wend_observer_id observer = add_observer(senses, wend_observer_default());
        lamp.radius = 20;
        for (uint32_t i = 0; i < counts[k]; i++) {
            lamp.position = (wend_vec3){10 * wend_random_unit(1, 2, 2 * i),
                                        10 * wend_random_unit(1, 2, 2 * i + 1), 0};
            lamp.strength = 0.012 * wend_random_unit(1, 3, i);
            assert_int_equal(wend_senses_add_lamp(senses, &lamp, &lamp_id), WEND_OK);
        }
        source.position = (wend_vec3){5, 0, 0};
        add(senses, &source);
        assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 1);
        const double light = wend_senses_light_at(senses, (wend_vec3){5, 0, 0.5 * source.height});
        assert_true(light > 0.1 && light < 1);
        assert_true(list[0].strength >= light && list[0].strength <= light);
        wend_senses_destroy(senses);
    }
}

static void a_new_wall_shadows_what_stands_still(void **state)
{
    (void)state;
    wend_walls *walls = new_walls();
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_lamp lamp = wend_lamp_default();
    wend_lamp_id lamp_id;
    wend_perception list[4];
    def.walls = walls;
    def.ambient = 0.2;
    profile.min_light = 0;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id observer = add_observer(senses, wend_observer_default());
    (void)add_source(senses, (wend_vec3){5, 0, 0}, 1);
    lamp.position = (wend_vec3){5, 4, 1};
    lamp.radius = 10;
    lamp.strength = 0.5;
    assert_int_equal(wend_senses_add_lamp(senses, &lamp, &lamp_id), WEND_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 1);
        assert_true(list[0].strength > 0.5);
    }
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){4, 2}, (wend_vec2){6, 2},
                                            WEND_STOPS_ALL, 0, NULL),
                     WEND_OK);
    assert_int_equal(perceive(senses, observer, WEND_SENSE_SIGHT, list), 1);
    assert_true(list[0].strength >= 0.2 && list[0].strength <= 0.2);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

/* ---- hearing, touch ---- */

static void a_polygon_muffles_once_and_every_segment_counts(void **state)
{
    (void)state;
    enum { SEGMENTS = 300 };
    const wend_vec2 house[4] = {{4, -2}, {6, -2}, {6, 2}, {4, 2}};
    wend_walls *walls = new_walls();
    wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_noise noise = wend_noise_default();
    def.walls = walls;
    def.muffling = 3;
    wend_senses *senses = new_senses(&def, &profile);
    noise.loudness = 100;
    assert_int_equal(wend_walls_add_polygon(walls, house, 4, WEND_STOPS_ALL, 7, NULL), WEND_OK);
    assert_int_equal(wend_senses_set_material(senses, 7, 12), WEND_OK);
    const wend_vec3 ear = {10, 0.5, 0};
    const double open = 100 - 10 * log10(100.25);
    assert_true(fabs(wend_senses_level_at(senses, &noise, ear, WEND_STOPS_SOUND) - (open - 12)) <
                1e-9);
    for (int i = 0; i < SEGMENTS; i++) {
        const double x = 7 + (double)i / (double)SEGMENTS;
        assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){x, -1}, (wend_vec2){x, 1},
                                                WEND_STOPS_ALL, 0, NULL),
                         WEND_OK);
    }
    assert_true(fabs(wend_senses_level_at(senses, &noise, ear, WEND_STOPS_SOUND) -
                     (open - 12 - 3 * (double)SEGMENTS)) < 1e-9);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

static double no_way_longer(void *context, wend_vec3 from, wend_vec3 to, double limit)
{
    (void)context;
    (void)from;
    (void)to;
    return limit >= 1 ? 1 : (double)INFINITY;
}

/* A noise at the threshold is heard, straight and around a corner; that at clear is noticed. */
static void levels_that_are_met_exactly_count(void **state)
{
    (void)state;
    wend_walls *walls = new_walls();
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_observer observer = wend_observer_default();
    wend_noise noise = wend_noise_default();
    wend_perception list[4];
    def.walls = walls;
    def.muffling = 500;
    def.corner_loss = 6;
    def.sound_paths.get_length = no_way_longer;
    profile.hearing_threshold = 20;
    profile.hearing_clear = 16;
    observer.eye_height = 0;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id id = add_observer(senses, observer);
    noise.position = (wend_vec3){0.5, 0, 0};
    for (int i = 0; i < 3; i++) {
        noise.loudness = i == 0 ? 20 : i == 1 ? 36 : 35;
        assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
        assert_int_equal(perceive(senses, id, WEND_SENSE_HEARING, list), 1);
        assert_int_equal(list[0].is_noticed, i == 1);
    }
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){0.25, -1}, (wend_vec2){0.25, 1},
                                            WEND_STOPS_ALL, 0, NULL),
                     WEND_OK);
    noise.loudness = 26;
    assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
    assert_int_equal(perceive(senses, id, WEND_SENSE_HEARING, list), 1);
    assert_true(list[0].is_around_corner);
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
}

/* A source that has the index of a removed one is another. */
/* Many listen behind the same walls, some so near that one wall does not make the noise silent. */
static void each_hears_by_the_walls_between(void **state)
{
    (void)state;
    enum { LISTENERS = 80, SHORT_WALLS = 8, WORLDS = 30 };
    size_t heard = 0;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        wend_senses_def def = wend_senses_def_default();
        const wend_sense_profile profile = wend_sense_profile_default();
        wend_walls *walls = new_walls();
        wend_observer_id ids[LISTENERS];
        wend_noise noise = wend_noise_default();
        def.walls = walls;
        wend_senses *senses = new_senses(&def, &profile);
        for (uint64_t i = 0; i < SHORT_WALLS; i++) {
            const wend_vec2 a = {8 * wend_random_unit(seed, 1, i) - 4,
                                 8 * wend_random_unit(seed, 2, i) - 4};
            const wend_vec2 b = {a.x + 4 * wend_random_unit(seed, 3, i) - 2,
                                 a.y + 4 * wend_random_unit(seed, 4, i) - 2};
            assert_int_equal(wend_walls_add_segment(walls, a, b, WEND_STOPS_ALL, 0, NULL), WEND_OK);
        }
        for (uint64_t i = 0; i < LISTENERS; i++) {
            const double size = i % 2 == 0 ? 40 : 10;
            wend_observer observer = wend_observer_default();
            observer.position.x = size * (wend_random_unit(seed, 5, i) - 0.5);
            observer.position.y = size * (wend_random_unit(seed, 6, i) - 0.5);
            ids[i] = add_observer(senses, observer);
        }
        noise.position.z = wend_observer_default().eye_height;
        noise.loudness = 50;
        for (uint32_t turn = 0; turn < 3; turn++) { /* the third one reads cells */
            assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
            update(senses);
            for (uint32_t i = 0; i < LISTENERS; i++) {
                wend_perception list[4];
                wend_observer it;
                size_t count;
                assert_int_equal(wend_senses_get_observer(senses, ids[i], &it), WEND_OK);
                assert_int_equal(wend_senses_get_perceptions(
                                     senses, ids[i], 1U << WEND_SENSE_HEARING, list, 4, &count),
                                 WEND_OK);
                it.position.z += it.eye_height;
                const double level =
                    wend_senses_level_at(senses, &noise, it.position, profile.sound_stops);
                assert_int_equal(count, level >= profile.hearing_threshold ? 1 : 0);
                assert_true(count == 0 || !(list[0].strength < level || list[0].strength > level));
                heard += count;
            }
        }
        wend_senses_destroy(senses);
        wend_walls_destroy(walls);
    }
    assert_true(heard > 1000 && heard < 3 * WORLDS * LISTENERS - 1000);
}

static void only_its_own_noise_is_not_heard(void **state)
{
    (void)state;
    const wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses = new_senses(&def, &profile);
    wend_observer observer = wend_observer_default();
    wend_noise noise = wend_noise_default();
    wend_perception list[4];
    const wend_source_id old = add_source(senses, (wend_vec3){0, 0, 0}, 1);
    assert_int_equal(wend_senses_remove_source(senses, old), WEND_OK);
    observer.self = add_source(senses, (wend_vec3){0, 0, 0}, 2);
    assert_int_equal(observer.self.index1, old.index1);
    const wend_observer_id id = add_observer(senses, observer);
    noise.source = old;
    assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
    noise.source = observer.self;
    assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
    assert_int_equal(perceive(senses, id, WEND_SENSE_HEARING, list), 1);
    assert_int_equal(list[0].source.generation, old.generation);
    wend_senses_destroy(senses);
}

static void count_reaction(void *user, wend_observer_id observer, const wend_sense_event *event)
{
    uint32_t *count = user;
    (void)observer;
    assert_true(event->kind != WEND_SENSE_BEGAN && event->kind != WEND_SENSE_LOST);
    ++*count;
}

static void what_sleeps_feels_nothing_and_losses_cause_no_reaction(void **state)
{
    (void)state;
    uint32_t reactions = 0;
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_observer observer = wend_observer_default();
    const wend_touch touch = wend_touch_default();
    wend_perception list[4];
    size_t count;
    profile.notice_seconds = profile.notice_seconds_far = profile.forget_seconds = 0;
    def.react = count_reaction;
    def.user = &reactions;
    wend_senses *senses = new_senses(&def, &profile);
    const wend_observer_id id = add_observer(senses, observer);
    const wend_source_id source = add_source(senses, (wend_vec3){5, 0, 0}, 1);
    update(senses);
    assert_int_equal(reactions, 1);
    assert_int_equal(wend_senses_move_source(senses, source, (wend_vec3){-5, 0, 0}), WEND_OK);
    update(senses);
    const wend_sense_event *events = wend_senses_get_events(senses, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, WEND_SENSE_LOST);
    assert_int_equal(reactions, 1);
    observer.is_active = false;
    assert_int_equal(wend_senses_set_observer(senses, id, &observer), WEND_OK);
    assert_int_equal(wend_senses_add_touch(senses, id, &touch), WEND_OK);
    assert_int_equal(perceive(senses, id, WEND_SENSE_TOUCH, list), 0);
    assert_int_equal(reactions, 1);
    wend_senses_destroy(senses);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_equal_distances_the_first_is_looked_at),
        cmocka_unit_test(of_equally_certain_memories_the_last_is_dropped),
        cmocka_unit_test(a_pause_gains_no_certainty),
        cmocka_unit_test(a_wide_blocker_hides_from_afar),
        cmocka_unit_test(a_body_between_hides_straight_down),
        cmocka_unit_test(rays_are_counted_by_points),
        cmocka_unit_test(many_lamps_are_added_in_their_order),
        cmocka_unit_test(a_new_wall_shadows_what_stands_still),
        cmocka_unit_test(a_polygon_muffles_once_and_every_segment_counts),
        cmocka_unit_test(levels_that_are_met_exactly_count),
        cmocka_unit_test(each_hears_by_the_walls_between),
        cmocka_unit_test(only_its_own_noise_is_not_heard),
        cmocka_unit_test(what_sleeps_feels_nothing_and_losses_cause_no_reaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

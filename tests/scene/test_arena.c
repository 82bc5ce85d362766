/* The arena: bots play by themselves, one that is sent goes where it is sent and then thinks again, sides change in
 * the middle of the game, and the bits are those of one thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "support/test.h"

enum { BODIES_MOST = 32 };

static scene *open_arena(uint32_t threads)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *made = NULL;
    options.threads = threads;
    if (scene_open(WEND_SCENES "/arena.lua", &options, &made, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return made;
}

static void set_slider(scene *s, const char *name, double value)
{
    scene_slider slider;
    for (uint32_t i = 0; scene_get_slider(s, i, &slider); i++) {
        if (strcmp(slider.name, name) == 0) {
            const scene_input input = {.kind = SCENE_INPUT_SLIDER, .index = i, .value = value};
            assert_int_equal(scene_add_input(s, &input), WEND_OK);
            return;
        }
    }
    fail_msg("there is no slider '%s'", name);
}

static void run(scene *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
}

static void arena_changes_sides_with_the_same_bits_on_threads(void **state)
{
    uint64_t hashes[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        scene *s = open_arena(i == 0 ? 1 : 8);
        run(s, 1);
        assert_int_equal(wend_crowd_body_count(scene_crowd(s)), 16);
        run(s, 60);
        set_slider(s, "teams", 0);
        set_slider(s, "bots", 24);
        run(s, 1);
        assert_int_equal(wend_crowd_body_count(scene_crowd(s)), 24);
        run(s, 60);
        set_slider(s, "teams", 4);
        run(s, 20);
        set_slider(s, "bots", 6);
        run(s, 1);
        assert_true(wend_crowd_body_count(scene_crowd(s)) <= 6);
        run(s, 60);
        scene_stats stats;
        scene_get_stats(s, &stats);
        assert_int_equal(stats.wall_violations, 0);
        hashes[i] = scene_hash(s);
        scene_close(s);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

/* Sends the first body across the level. @return the ticks until it was there; it is as far as `ticks` if it never was. */
static uint32_t send(scene *s, wend_vec2 to, uint32_t ticks)
{
    wend_body_id bodies[BODIES_MOST];
    double x[BODIES_MOST], y[BODIES_MOST];
    wend_crowd *crowd = scene_crowd(s);
    (void)wend_crowd_get_bodies(crowd, BODIES_MOST, bodies, x, y, NULL, NULL, NULL);
    const scene_input order = {
        .kind = SCENE_INPUT_ORDER, .bodies = bodies, .body_count = 1, .at = to};
    assert_int_equal(scene_add_input(s, &order), WEND_OK);
    for (uint32_t i = 0; i < ticks; i++) {
        wend_body body;
        run(s, 1);
        if (wend_crowd_get_body(crowd, bodies[0], &body) != WEND_OK) {
            fail_msg("it died on its way");
        }
        if (hypot(body.position.x - to.x, body.position.y - to.y) < 1) {
            return i;
        }
    }
    return ticks;
}

static void arena_a_bot_that_is_sent_goes_there_and_thinks_again(void **state)
{
    (void)state;
    scene *s = open_arena(1);
    set_slider(s, "bots", 2);
    run(s, 4);
    const wend_vec2 corner = {58.5, 3.5};
    assert_true(send(s, corner, 600) < 600);
    run(s, 200); /* it waits for five seconds, then it is off */
    wend_body_id body;
    double x, y;
    (void)wend_crowd_get_bodies(scene_crowd(s), 1, &body, &x, &y, NULL, NULL, NULL);
    assert_true(hypot(x - corner.x, y - corner.y) > 3);
    assert_true(send(s, corner, 600) < 600);
    const scene_input key = {.kind = SCENE_INPUT_KEY, .key = "u"}; /* at once, now */
    assert_int_equal(scene_add_input(s, &key), WEND_OK);
    run(s, 80);
    (void)wend_crowd_get_bodies(scene_crowd(s), 1, &body, &x, &y, NULL, NULL, NULL);
    assert_true(hypot(x - corner.x, y - corner.y) > 3);
    scene_close(s);
}

static void arena_saved_in_a_fight_goes_on_bit_for_bit(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t count = 0;
    scene *s = open_arena(1);
    run(s, 223);
    if (scene_save(s, &bytes, &count) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
    run(s, 140);
    scene *loaded = open_arena(8);
    if (scene_load(loaded, bytes, count) != WEND_OK) {
        fail_msg("%s", scene_message(loaded));
    }
    run(loaded, 140);
    assert_int_equal(scene_hash(loaded), scene_hash(s));
    free(bytes);
    scene_close(loaded);
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_changes_sides_with_the_same_bits_on_threads),
        cmocka_unit_test(arena_a_bot_that_is_sent_goes_there_and_thinks_again),
        cmocka_unit_test(arena_saved_in_a_fight_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

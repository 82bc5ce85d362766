/* Scenes whose mesh changes while they run go on from a save as they would have: each tick has the same hash. */
#include "support/test.h"

#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

enum { TICKS_MORE = 300 };

static scene *open_scene(const char *file)
{
    scene_options options = scene_options_default();
    wend_message message = {0};
    scene *s = NULL;
    options.seed = 1;
    if (scene_open(file, &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return s;
}

static void tick(scene *s)
{
    if (scene_tick(s) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
}

/* Saves after so many ticks, and lets both go on. */
static void check_save(const char *file, uint64_t ticks)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    scene *whole = open_scene(file);
    while (scene_tick_count(whole) < ticks) {
        tick(whole);
    }
    if (scene_save(whole, &bytes, &count) != WEND_OK) {
        fail_msg("%s", scene_message(whole));
    }
    scene *loaded = open_scene(file);
    if (scene_load(loaded, bytes, count) != WEND_OK) {
        fail_msg("%s", scene_message(loaded));
    }
    free(bytes);
    assert_true(scene_hash(loaded) == scene_hash(whole));
    for (int i = 0; i < TICKS_MORE; i++) {
        tick(whole);
        tick(loaded);
        assert_true(scene_hash(loaded) == scene_hash(whole));
    }
    assert_string_equal(scene_text(loaded), scene_text(whole));
    scene_close(loaded);
    scene_close(whole);
}

/* Doors close before the save and open behind it, and lifts are ridden. */
static void a_saved_scene_on_a_mesh_whose_doors_move_goes_on_bit_for_bit(void **state)
{
    (void)state;
    check_save(WEND_SCENES "/tower.lua", 40);
    check_save(WEND_SCENES "/tower.lua", 170);
    check_save(WEND_SCENES "/tower.lua", 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_scene_on_a_mesh_whose_doors_move_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Scenes that are saved in mid-run and loaded go on bit for bit, for any number of threads; what cannot be
 * saved or loaded is named. */
#include <inttypes.h>

#include "scene_file.h"

static scene *open_scene(const char *file, uint64_t seed, uint32_t threads)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *made = NULL;
    options.seed = seed;
    options.threads = threads;
    if (scene_open(file, &options, &made, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return made;
}

static void tick_to(scene *s, uint64_t tick, uint64_t *hashes)
{
    while (scene_tick_count(s) < tick) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
        if (hashes != NULL) {
            hashes[scene_tick_count(s)] = scene_hash(s);
        }
    }
}

typedef struct saved {
    uint8_t *bytes;
    size_t count;
} saved;

static saved save(scene *s)
{
    saved made = {NULL, 0};
    if (scene_save(s, &made.bytes, &made.count) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
    return made;
}

static void load(scene *s, saved from)
{
    if (scene_load(s, from.bytes, from.count) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
}

/* A world that was edited and loaded has another revision, which the bytes of a planner name. */
enum { TICKS_MOST = 1024, EDITED = 2 };

/* Run whole, and as two halves of other numbers of threads. */
static void check_halves(const char *file, uint64_t seed, uint64_t half, uint64_t whole)
{
    static const uint32_t threads[][2] = {{1, 1}, {1, 8}, {8, 1}};
    uint64_t hashes[TICKS_MOST];
    uint64_t again[TICKS_MOST];
    scene_stats all;
    scene_stats stats;
    scene *s = open_scene(file, seed, 1);
    tick_to(s, whole, hashes);
    scene_get_stats(s, &all);
    char text[SCENE_TEXT_CAPACITY];
    snprintf(text, sizeof text, "%s", scene_text(s));
    scene_close(s);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        s = open_scene(file, seed, threads[i][0]);
        tick_to(s, half, again);
        saved first = save(s);
        saved second = save(s);
        assert_int_equal(first.count, second.count);
        assert_memory_equal(first.bytes, second.bytes, first.count);
        free(second.bytes);
        assert_true(scene_hash(s) == hashes[half]);
        /* The one that was saved goes on too. */
        tick_to(s, half + 5, again);
        assert_true(again[half + 5] == hashes[half + 5]);
        scene_close(s);

        uint64_t saved_seed = 0;
        assert_int_equal(scene_saved_seed(first.bytes, first.count, &saved_seed, NULL), WEND_OK);
        assert_true(saved_seed == seed);
        s = open_scene(file, seed, threads[i][1]);
        load(s, first);
        assert_true(scene_tick_count(s) == half);
        assert_true(scene_hash(s) == hashes[half]);
        if (seed != EDITED) {
            second = save(s);
            assert_int_equal(first.count, second.count);
            assert_memory_equal(first.bytes, second.bytes, first.count);
            free(second.bytes);
        }
        tick_to(s, whole, again);
        assert_memory_equal(again + half + 1, hashes + half + 1, (whole - half) * sizeof *again);
        scene_get_stats(s, &stats);
        assert_true(stats.arrivals == all.arrivals && stats.no_path == all.no_path);
        assert_string_equal(scene_text(s), text);
        scene_close(s);
        free(first.bytes);
    }
}

static void saved_ghosts_go_on_bit_for_bit(void **state)
{
    (void)state;
    check_halves(WEND_SCENES "/ghosts.lua", 1, 200, 400);
}

static void saved_minds_go_on_bit_for_bit(void **state)
{
    (void)state;
    check_halves(WEND_SCENES "/stealth.lua", 1, 500, 700);
    check_halves(WEND_SCENES "/hide-and-seek.lua", 1, 400, 500);
}

static void a_saved_scene_with_objects_of_all_kinds_goes_on_bit_for_bit(void **state)
{
    (void)state;
    check_halves(WEND_SCENE_TESTS "/everything.lua", 1, 60, 120);
    check_halves(WEND_SCENE_TESTS "/everything.lua", 1, 1, 30);
}

static void a_saved_scene_whose_world_was_edited_goes_on_bit_for_bit(void **state)
{
    (void)state;
    check_halves(WEND_SCENE_TESTS "/everything.lua", EDITED, 60, 120);
    check_halves(WEND_SCENE_TESTS "/everything.lua", EDITED, 38, 60);
}

/* Segments that an edit of the grid made are found again, also where the next update was due. */
static void walls_of_a_grid_that_was_edited_go_on_bit_for_bit(void **state)
{
    static const char text[] =
        "local wend = require 'wend'\n"
        "local grid = wend.grid{width = 24, height = 16, sector_size = 8}\n"
        "local walls, others = wend.walls(), wend.walls()\n"
        "walls:add_segment(3, 3, 9, 3)\n"
        "local made = wend.grid_walls{grid = grid, walls = walls}\n"
        "local beside = wend.grid_walls{grid = grid, walls = others, has_edge = false}\n"
        "local crowd = wend.crowd{walls = walls, max_bodies = 4}\n"
        "crowd:add_body{x = 12, y = 12}\n"
        "return wend.scene{crowd = crowd, grid = grid, walls = walls,\n"
        "  objects = {others = others, beside = beside},\n"
        "  text = function() return made:segment_count() .. tostring(made:is_fresh()) end,\n"
        "  on_tick = function(t)\n"
        "    grid:fill(0, t % 20 + 1, t % 3 + 5, 2, 1, t % 2 == 0 and 255 or 1)\n"
        "    if t % 4 ~= 3 then made:update() end\n"
        "    if t % 3 ~= 2 then beside:update() end\n"
        "  end}\n";
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene_file_write(scene_file_name("grid-walls.lua", path), text);
    check_halves(path, 1, 40, 80);
    check_halves(path, 1, 41, 60);
    check_halves(path, 1, 42, 60);
    remove(path);
}

static void walls_of_a_grid_that_are_made_later_cannot_be_loaded(void **state)
{
    static const char text[] =
        "local wend = require 'wend'\n"
        "local grid, walls = wend.grid{width = 8, height = 8}, wend.walls()\n"
        "return wend.scene{crowd = wend.crowd{}, grid = grid, walls = walls,\n"
        "  on_tick = function() wend.grid_walls{grid = grid, walls = walls} end}\n";
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene_file_write(scene_file_name("later-walls.lua", path), text);
    scene *s = open_scene(path, 1, 1);
    tick_to(s, 2, NULL);
    saved bytes = save(s);
    scene_close(s);
    s = open_scene(path, 1, 1);
    assert_int_equal(scene_load(s, bytes.bytes, bytes.count), WEND_ERROR_FILE);
    assert_non_null(strstr(scene_message(s), "later-walls.lua:3: walls: it was saved with 2 "
                                             "grid_walls, and has 0 when the scene is opened"));
    scene_close(s);
    free(bytes.bytes);
    remove(path);
}

static void scenes_without_objects_are_saved_too(void **state)
{
    (void)state;
    check_halves(WEND_SCENES "/circle.lua", 3, 50, 150);
}

/* ---- state ---- */

static const char counter[] =
    "local wend = require 'wend'\n"
    "local crowd = wend.crowd{max_bodies = 4}\n"
    "local inner = {n = 0}\n"
    "local state = {inner = inner, list = {}, big = math.mininteger, [true] = 0.1}\n"
    "local haste = {name = 'haste', from = 0, to = 9, value = 1}\n"
    "return wend.scene{crowd = crowd, state = state, sliders = {haste},\n"
    "  on_tick = function(tick)\n"
    "    inner.n = inner.n + haste.value\n"
    "    state.list[tick % 3 + 1] = {at = tick, chance = math.random()}\n"
    "    if tick == 5 then state.list = {} state.gone = nil else state.gone = tick end\n"
    "  end,\n"
    "  on_key = function(key)\n"
    "    if key == 'f' then state.bad = {deep = {print}} end\n"
    "  end,\n"
    "  text = function() return inner.n .. ' ' .. #state.list .. ' ' .. tostring(state.gone) .. ' "
    "' .. \n"
    "    math.random(1000000) end}\n";

static const char *write_counter(char path[SCENE_FILE_CAPACITY])
{
    scene_file_write(scene_file_name("counter.lua", path), counter);
    return path;
}

static void state_sliders_and_random_numbers_go_on(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    write_counter(path);
    scene *whole = open_scene(path, 1, 1);
    scene *half = open_scene(path, 1, 1);
    const scene_input faster = {.kind = SCENE_INPUT_SLIDER, .value = 4};
    saved bytes = {NULL, 0};
    for (int tick = 0; tick < 8; tick++) {
        if (tick == 3) {
            assert_int_equal(scene_add_input(whole, &faster), WEND_OK);
            assert_int_equal(scene_add_input(half, &faster), WEND_OK);
            assert_int_equal(scene_save(half, &bytes.bytes, &bytes.count), WEND_ERROR_BUSY);
            assert_null(bytes.bytes);
        }
        tick_to(whole, (uint64_t)tick + 1, NULL);
        tick_to(half, (uint64_t)tick + 1, NULL);
        if (tick == 4) {
            bytes = save(half);
            scene_close(half);
            half = open_scene(path, 1, 1);
            load(half, bytes);
            assert_int_equal(scene_load(half, bytes.bytes, bytes.count), WEND_ERROR_BUSY);
            free(bytes.bytes);
        }
        scene_slider slider;
        assert_true(scene_get_slider(half, 0, &slider));
        assert_true(slider.value > (tick < 3 ? 0.5 : 3.5));
        assert_true(scene_hash(whole) == scene_hash(half));
    }
    scene_close(whole);
    scene_close(half);
    remove(path);
}

static void the_hash_covers_the_state(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene *a = open_scene(write_counter(path), 1, 1);
    scene *b = open_scene(path, 1, 1);
    const scene_input other = {.kind = SCENE_INPUT_SLIDER, .value = 2};
    assert_true(scene_hash(a) == scene_hash(b));
    assert_int_equal(scene_add_input(b, &other), WEND_OK);
    tick_to(a, 1, NULL);
    tick_to(b, 1, NULL);
    assert_true(scene_hash(a) != scene_hash(b));
    scene_close(a);
    scene_close(b);
    remove(path);
}

static void what_cannot_be_saved_is_named_with_its_path(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene *s = open_scene(write_counter(path), 1, 1);
    scene_input key = {.kind = SCENE_INPUT_KEY, .key = "f"};
    uint8_t *bytes = NULL;
    size_t count = 1;
    assert_int_equal(scene_add_input(s, &key), WEND_OK);
    tick_to(s, 1, NULL);
    assert_int_equal(scene_save(s, &bytes, &count), WEND_ERROR_FILE);
    assert_null(bytes);
    assert_int_equal(count, 0);
    assert_non_null(strstr(scene_message(s), "counter.lua:6: state.bad.deep[1]: a function"));
    tick_to(s, 2, NULL);
    (void)scene_hash(s);
    assert_non_null(strstr(scene_message(s), "state.bad.deep[1]: a function"));
    assert_int_equal(scene_tick(s), WEND_ERROR_FILE);
    scene_close(s);
    remove(path);
}

static void a_field_that_is_no_object_any_more_is_named(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    uint8_t *bytes = NULL;
    size_t count = 0;
    (void)state;
    scene_file_write(scene_file_name("field.lua", path),
                     "local wend = require 'wend'\n"
                     "local def = {crowd = wend.crowd{max_bodies = 2}}\n"
                     "def.on_tick = function() def.grid = 5 end\n"
                     "return wend.scene(def)\n");
    scene *s = open_scene(path, 1, 1);
    saved at_first = save(s);
    tick_to(s, 1, NULL);
    assert_int_equal(scene_save(s, &bytes, &count), WEND_ERROR_FILE);
    assert_non_null(strstr(scene_message(s), "field.lua:4: grid: an object expected, got number"));
    tick_to(s, 2, NULL);
    scene_close(s);
    s = open_scene(path, 1, 1);
    load(s, at_first);
    scene_close(s);
    free(at_first.bytes);
    remove(path);
}

static void mistakes_in_objects_and_state_name_file_and_line(void **state)
{
    static const char *const mistakes[][2] = {
        {"state = {a = {b = print}}", ":3: wend.scene: state.a.b: a function"},
        {"state = {[crowd] = 1}", "state: a userdata as a key"},
        {"state = 5", "field 'state': a table expected, got number"},
        {"objects = {a = 5}", ":3: wend.scene: objects.a: an object of wend expected, got number"},
        {"objects = {crowd}", "objects have names; this one has a number"},
        {"objects = {path = wend.path{{0, 0}, {1, 1}}}", "objects.path: a path cannot be saved"},
        {"objects = {[''] = crowd}", "names of 1 to"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char path[SCENE_FILE_CAPACITY];
        char text[512];
        wend_message message = {0};
        scene *s = NULL;
        snprintf(text, sizeof text,
                 "local wend = require 'wend'\nlocal crowd = wend.crowd{max_bodies = 2}\n"
                 "return wend.scene{crowd = crowd, %s}\n",
                 mistakes[i][0]);
        scene_file_write(scene_file_name("mistake.lua", path), text);
        assert_int_equal(scene_open(path, NULL, &s, &message), WEND_ERROR_FILE);
        if (strstr(message.text, mistakes[i][1]) == NULL) {
            fail_msg("%s: %s", mistakes[i][0], message.text);
        }
        remove(path);
    }
}

/* ---- files of others, damaged files ---- */

static void expect_refusal(const char *file, uint64_t seed, const uint8_t *bytes, size_t count,
                           const char *why)
{
    scene *s = open_scene(file, seed, 1);
    assert_int_equal(scene_load(s, bytes, count), WEND_ERROR_FILE);
    if (strstr(scene_message(s), why) == NULL) {
        fail_msg("%s, not: %s", scene_message(s), why);
    }
    scene_close(s);
}

static void saves_of_other_scenes_seeds_and_versions_are_refused(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene *s = open_scene(write_counter(path), 1, 1);
    tick_to(s, 3, NULL);
    saved bytes = save(s);
    scene_close(s);
    expect_refusal(WEND_SCENES "/circle.lua", 1, bytes.bytes, bytes.count,
                   "another scene was saved, or the text of this one was changed");
    expect_refusal(path, 2, bytes.bytes, bytes.count, "saved with another seed");
    bytes.bytes[8]++;
    expect_refusal(path, 1, bytes.bytes, bytes.count, "a saved scene of version 3");
    bytes.bytes[8]--;
    bytes.bytes[0]++;
    expect_refusal(path, 1, bytes.bytes, bytes.count, "no saved scene");
    bytes.bytes[0]--;
    s = open_scene(path, 1, 1);
    load(s, bytes);
    scene_close(s);
    free(bytes.bytes);
    remove(path);
}

static void damaged_saves_are_refused(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene *s = open_scene(write_counter(path), 1, 1);
    tick_to(s, 3, NULL);
    saved bytes = save(s);
    scene_close(s);
    for (size_t i = 20; i < bytes.count; i += 7) {
        bytes.bytes[i] ^= (uint8_t)(1U << i % 8);
        expect_refusal(path, 1, bytes.bytes, bytes.count, i < 29 ? "" : "damaged");
        bytes.bytes[i] ^= (uint8_t)(1U << i % 8);
    }
    for (size_t i = 0; i < bytes.count; i += 11) {
        expect_refusal(path, 1, bytes.bytes, i, "");
    }
    free(bytes.bytes);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_ghosts_go_on_bit_for_bit),
        cmocka_unit_test(saved_minds_go_on_bit_for_bit),
        cmocka_unit_test(a_saved_scene_with_objects_of_all_kinds_goes_on_bit_for_bit),
        cmocka_unit_test(a_saved_scene_whose_world_was_edited_goes_on_bit_for_bit),
        cmocka_unit_test(walls_of_a_grid_that_was_edited_go_on_bit_for_bit),
        cmocka_unit_test(walls_of_a_grid_that_are_made_later_cannot_be_loaded),
        cmocka_unit_test(scenes_without_objects_are_saved_too),
        cmocka_unit_test(state_sliders_and_random_numbers_go_on),
        cmocka_unit_test(the_hash_covers_the_state),
        cmocka_unit_test(what_cannot_be_saved_is_named_with_its_path),
        cmocka_unit_test(a_field_that_is_no_object_any_more_is_named),
        cmocka_unit_test(mistakes_in_objects_and_state_name_file_and_line),
        cmocka_unit_test(saves_of_other_scenes_seeds_and_versions_are_refused),
        cmocka_unit_test(damaged_saves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

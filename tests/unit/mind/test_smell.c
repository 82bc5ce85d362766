/* Smells: walls hold them up, edits are followed, trails fade and are followed, noses differ, bytes. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/draw.h"
#include "wend/smell.h"

#include <math.h>
#include <string.h>

static wend_smell *make(const wend_grid *grid)
{
    wend_smell_def def = wend_smell_def_default();
    wend_smell *smell = NULL;
    def.grid = grid;
    def.trail_half_life = 10;
    assert_int_equal(wend_smell_create(&def, &smell), WEND_OK);
    return smell;
}

static wend_smell_id add(wend_smell *smell, double x, double y, double radius, bool leaves_trail)
{
    wend_smell_source source = wend_smell_source_default();
    wend_smell_id id;
    source.position = (wend_vec2){x, y};
    source.radius = radius;
    source.intensity = 10;
    source.leaves_trail = leaves_trail;
    source.user = 77;
    assert_int_equal(wend_smell_add_source(smell, &source, &id), WEND_OK);
    return id;
}

static double strength(const wend_smell *smell, double x, double y)
{
    return wend_smell_intensity(smell, (wend_vec2){x, y}, NULL);
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-3);
}

static void walls_hold_smells_up_and_edits_are_followed(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 9);
    wend_smell *smell = make(grid);
    (void)add(smell, 5.5, 4.5, 8, false);
    assert_near(strength(smell, 5.5, 4.5), 0); /* before the update */
    assert_false(wend_smell_is_fresh(smell));
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_near(strength(smell, 5.5, 4.5), 10);
    assert_near(strength(smell, 9.5, 4.5), 5);
    assert_near(strength(smell, 13.5, 4.5), 0);
    grids_wall(grid, 7, 0, 1, 9);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_near(strength(smell, 9.5, 4.5), 0);
    grids_set(grid, 7, 6, 1); /* a door: the way leads around */
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    /* to the door 1 + 2 (corners are closed), and back from it */
    assert_near(strength(smell, 9.5, 4.5), 10 * (1 - (4 + 2 * (sqrt(2) - 0)) / 8));
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

static void the_direction_leads_to_the_source(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 9);
    wend_smell *smell = make(grid);
    const wend_smell_id id = add(smell, 5.5, 4.5, 12, false);
    grids_wall(grid, 8, 0, 1, 8);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    wend_vec2 at = {11.5, 3.5}, direction;
    uint32_t steps = 0;
    while (wend_smell_direction(smell, at, NULL, id, &direction) && steps < 50) {
        at.x += direction.x * 1.2;
        at.y += direction.y * 1.2;
        at = wend_grid_position(grid, wend_grid_node_at(grid, at));
        steps++;
    }
    assert_near(at.x, 5.5);
    assert_near(at.y, 4.5);
    assert_true(steps >= 8 && steps < 20);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

static void a_trail_is_followed_from_older_to_newer(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 9);
    wend_smell *smell = make(grid);
    wend_smell_step next, steps[20];
    size_t count;
    const wend_smell_id id = add(smell, 2.5, 2.5, 0, true);
    for (uint64_t tick = 1; tick <= 8; tick++) {
        assert_int_equal(wend_smell_set_tick(smell, tick), WEND_OK);
        assert_int_equal(wend_smell_move(smell, id, (wend_vec2){2.5 + (double)tick, 2.5}), WEND_OK);
    }
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    assert_int_equal(wend_smell_trail(smell, id, steps, 20, &count), WEND_OK);
    assert_int_equal(count, 8);
    assert_near(steps[0].position.x, 2.5);
    assert_true(steps[7].intensity > steps[0].intensity);
    wend_vec2 at = {3.5, 2.5};
    const wend_smell_id any = {0, 0};
    for (int i = 0; i < 7; i++) {
        assert_true(wend_smell_follow(smell, at, NULL, any, &next));
        assert_near(next.position.x, at.x + 1);
        at = next.position;
    }
    assert_true(next.is_source);
    assert_false(wend_smell_follow(smell, (wend_vec2){15.5, 7.5}, NULL, any, &next));
    wend_scent scent;
    assert_true(wend_smell_strongest(smell, (wend_vec2){5.5, 2.5}, NULL, &scent));
    assert_true(scent.is_trail && scent.user == 77 && scent.age == 4);
    assert_near(scent.intensity, 5 * pow(2, -0.4));
    assert_int_equal(wend_smell_set_tick(smell, 8 + 320), WEND_OK);
    assert_int_equal(wend_smell_trail(smell, id, steps, 20, &count), WEND_OK);
    assert_int_equal(count, 0);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

static void noses_have_thresholds_and_profiles(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 9);
    wend_smell *smell = make(grid);
    const wend_vec2 at = {5.5, 5.5};
    const wend_smell_id near_one = add(smell, 5.5, 5.5, 8, false);
    wend_smell_source source;
    assert_int_equal(wend_smell_get_source(smell, near_one, &source), WEND_OK);
    source.kind = 3;
    source.position.x = 9.5;
    source.intensity = 30;
    wend_smell_id far_one;
    assert_int_equal(wend_smell_add_source(smell, &source, &far_one), WEND_OK);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    wend_scent scents[4];
    size_t count;
    assert_int_equal(wend_smell_at(smell, at, NULL, scents, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(scents[0].source.index1, far_one.index1);
    assert_near(scents[0].intensity, 15);
    assert_near(scents[0].distance, 4);
    assert_int_equal(wend_smell_at(smell, at, NULL, scents, 1, &count), WEND_TRUNCATED);
    wend_nose nose = wend_nose_default();
    double profile[WEND_SMELL_KINDS_MAX];
    for (int i = 0; i < WEND_SMELL_KINDS_MAX; i++) {
        profile[i] = i == 3 ? 0.5 : 1;
    }
    nose.profile = profile;
    nose.threshold = 8;
    assert_int_equal(wend_smell_at(smell, at, &nose, scents, 4, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(scents[0].source.index1, near_one.index1);
    nose.own = near_one;
    assert_int_equal(wend_smell_at(smell, at, &nose, scents, 4, &count), WEND_OK);
    assert_int_equal(count, 0);
    nose.sensitivity = 2;
    nose.kinds = 1u << 3;
    assert_near(wend_smell_intensity(smell, at, &nose), 15);
    assert_int_equal(wend_smell_remove_source(smell, far_one), WEND_OK);
    assert_near(wend_smell_intensity(smell, at, &nose), 0);
    assert_int_equal(wend_smell_remove_source(smell, far_one), WEND_ERROR_STALE);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

static void count_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                        double value)
{
    (void)low;
    (void)high;
    (void)value;
    *(int *)context += meaning == WEND_MEANING_REACH ? 1 : 0;
}

static void saved_bytes_are_checked(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 9), *small = grids_open(4, 4);
    wend_smell *smell = make(grid), *loaded;
    uint8_t bytes[1024];
    size_t count;
    int drawn = 0;
    wend_smell_def def = wend_smell_def_default();
    wend_message message;
    def.grid = grid;
    def.message = &message;
    const wend_smell_id id = add(smell, 5.5, 5.5, 1.2, true);
    assert_int_equal(wend_smell_save(smell, bytes, sizeof bytes, &count), WEND_ERROR_STALE);
    assert_int_equal(wend_smell_move(smell, id, (wend_vec2){9.5, 5.5}), WEND_OK);
    (void)add(smell, 1, 1, 3, false);
    assert_int_equal(wend_smell_remove_source(smell, id), WEND_OK);
    (void)add(smell, 5.5, 5.5, 1.2, true);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    const wend_draw draw = {.cells = count_cells, .context = &drawn};
    assert_int_equal(wend_smell_draw(smell, UINT64_MAX, &draw), WEND_OK);
    assert_true(drawn > 9);
    assert_int_equal(wend_smell_save(smell, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        bytes[i] ^= 1;
        assert_int_equal(wend_smell_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_int_equal(wend_smell_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 1;
    }
    def.grid = small;
    assert_int_equal(wend_smell_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "another size"));
    def.grid = grid;
    assert_int_equal(wend_smell_load(&def, bytes, count, &loaded), WEND_OK);
    assert_true(wend_smell_hash(loaded) == wend_smell_hash(smell));
    assert_near(strength(loaded, 5.5, 5.5), 10);
    wend_smell_destroy(loaded);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
    wend_grid_destroy(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_hold_smells_up_and_edits_are_followed),
        cmocka_unit_test(the_direction_leads_to_the_source),
        cmocka_unit_test(a_trail_is_followed_from_older_to_newer),
        cmocka_unit_test(noses_have_thresholds_and_profiles),
        cmocka_unit_test(saved_bytes_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

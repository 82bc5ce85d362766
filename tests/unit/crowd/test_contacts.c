/* Contacts are reported when they begin, with walls and bodies, and only of bodies that report. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

/* Ticks until a contact is reported; its list in *contacts. */
static size_t tick_to_contact(wend_crowd *crowd, int most, const wend_contact **contacts)
{
    size_t count = 0;
    for (int i = 0; i < most && count == 0; ++i) {
        crowds_tick(crowd, 1);
        *contacts = wend_crowd_get_contacts(crowd, &count);
    }
    return count;
}

static size_t contacts_in(wend_crowd *crowd, int ticks)
{
    size_t sum = 0;
    for (int i = 0; i < ticks; ++i) {
        size_t count = 0;
        crowds_tick(crowd, 1);
        (void)wend_crowd_get_contacts(crowd, &count);
        sum += count;
    }
    return sum;
}

static wend_grid *walled(void)
{
    wend_grid *grid = grids_make(grids_def(20, 20, 1));
    grids_wall(grid, 10, 0, 1, 20);
    return grid;
}

static void body_that_walks_into_a_wall_reports_it_once(void **state)
{
    (void)state;
    wend_grid *grid = walled();
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 8, 5.5);
    assert_int_equal(wend_crowd_set_contact_reports(crowd, id, true), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1.3, 0}), WEND_OK);
    const wend_contact *c = NULL;
    assert_int_equal(tick_to_contact(crowd, 60, &c), 1);
    assert_int_equal(c->body.index1, id.index1);
    assert_int_equal(c->other.index1, 0);
    assert_true(is_near(c->normal.x, -1, 1e-9) && is_near(c->normal.y, 0, 1e-9));
    assert_true(is_near(c->point.x, 10, 0.021) && is_near(c->point.y, 5.5, 1e-6));
    assert_true(c->speed > 0.5 && c->speed < 1.4);
    /* It presses on: the contact is not new. */
    assert_int_equal(contacts_in(crowd, 40), 0);
    /* It slides along. */
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){0.5, 1}), WEND_OK);
    assert_int_equal(contacts_in(crowd, 40), 0);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void thrown_body_reports_how_hard_it_hits(void **state)
{
    (void)state;
    wend_grid *grid = walled();
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 8, 5.5);
    assert_int_equal(wend_crowd_set_contact_reports(crowd, id, true), WEND_OK);
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){80 * 9, 0}), WEND_OK);
    const wend_contact *c = NULL;
    assert_int_equal(tick_to_contact(crowd, 60, &c), 1);
    assert_true(c->speed > 4 && c->speed <= 9.01);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void two_bodies_report_each_other(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_on(NULL, NULL);
    wend_body_def def = wend_body_def_default();
    def.avoids = 0;
    def.user = 7;
    wend_body_id a;
    wend_body_id b;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &a), WEND_OK);
    def.position.x = 3;
    def.user = 8;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &b), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, a, (wend_vec2){1, 0}), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, b, (wend_vec2){-1, 0}), WEND_OK);
    assert_int_equal(wend_crowd_set_contact_reports(crowd, a, true), WEND_OK);
    assert_int_equal(wend_crowd_set_contact_reports(crowd, b, true), WEND_OK);
    const wend_contact *c = NULL;
    assert_int_equal(tick_to_contact(crowd, 60, &c), 2);
    assert_int_equal(c[0].body.index1, a.index1);
    assert_int_equal(c[0].other.index1, b.index1);
    assert_int_equal(c[0].user, 7);
    assert_int_equal(c[0].other_user, 8);
    assert_int_equal(c[1].body.index1, b.index1);
    assert_true(is_near(c[0].normal.x, -1, 1e-6) && is_near(c[1].normal.x, 1, 1e-6));
    assert_true(is_near(c[0].speed, 2, 0.2) && is_near(c[0].speed, c[1].speed, 1e-9));
    wend_crowd_destroy(crowd);
}

static void without_reports_nothing_is_listed_and_the_state_is_the_same(void **state)
{
    (void)state;
    wend_grid *grid = walled();
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        wend_crowd_def def = wend_crowd_def_default();
        def.grid = grid;
        def.has_contact_reports = k == 1;
        wend_crowd *crowd = NULL;
        assert_int_equal(wend_crowd_create(&def, &crowd), WEND_OK);
        size_t sum = 0;
        for (int i = 0; i < 12; ++i) {
            const wend_body_id id = crowds_put(crowd, 2 + i % 4, 2 + i);
            assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1, 0.3 * (i % 3)}),
                             WEND_OK);
        }
        sum = contacts_in(crowd, 200);
        assert_true((sum > 0) == (k == 1));
        hashes[k] = wend_crowd_hash(crowd);
        wend_crowd_destroy(crowd);
    }
    assert_true(hashes[0] == hashes[1]);
    wend_grid_destroy(grid);
}

static void report_switch_is_kept_by_goals_and_saves(void **state)
{
    (void)state;
    wend_grid *grid = walled();
    wend_crowd *crowd = crowds_on(grid, NULL);
    const wend_body_id id = crowds_put(crowd, 8, 5.5);
    assert_int_equal(wend_crowd_set_contact_reports(crowd, id, true), WEND_OK);
    assert_int_equal(wend_crowd_stop(crowd, id), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1.3, 0}), WEND_OK);
    size_t bytes = 0;
    assert_int_equal(wend_crowd_save(crowd, NULL, 0, &bytes), WEND_TRUNCATED);
    uint8_t *file = malloc(bytes);
    assert_int_equal(wend_crowd_save(crowd, file, bytes, &bytes), WEND_OK);
    wend_crowd *other = crowds_on(grid, NULL);
    assert_int_equal(wend_crowd_load(other, file, bytes, NULL), WEND_OK);
    free(file);
    const wend_contact *c = NULL;
    assert_int_equal(tick_to_contact(other, 60, &c), 1);
    assert_int_equal(wend_crowd_set_contact_reports(other, id, false), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(other, id, (wend_vec2){-1.3, 0}), WEND_OK);
    assert_int_equal(contacts_in(other, 250), 0);
    wend_crowd_destroy(other);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_that_walks_into_a_wall_reports_it_once),
        cmocka_unit_test(thrown_body_reports_how_hard_it_hits),
        cmocka_unit_test(two_bodies_report_each_other),
        cmocka_unit_test(without_reports_nothing_is_listed_and_the_state_is_the_same),
        cmocka_unit_test(report_switch_is_kept_by_goals_and_saves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

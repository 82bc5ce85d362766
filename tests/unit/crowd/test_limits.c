/* Limits of crowds and bodies: ranges of definitions, full crowds, and limits beyond memory. */
#include "body.h"
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/formation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void crowd_create_refuses_what_is_out_of_range(void **state)
{
    (void)state;
    wend_crowd *crowd = NULL;
    wend_message message;
    for (int i = 0; i < 14; i++) {
        wend_crowd_def def = wend_crowd_def_default();
        const wend_crowd_floor floors[1] = {{NULL, NULL}};
        def.message = &message;
        def.cookie += i == 0;
        def.max_bodies = i == 1 ? 0 : i == 2 ? (uint32_t)WEND_CROWD_BODIES_MAX + 1 : 8;
        def.step = i == 3 ? 0.001 : i == 4 ? 0.3 : i == 5 ? (double)NAN : 0.05;
        def.max_radius = i == 6 ? 0 : i == 7 ? (double)INFINITY : 1;
        def.horizon = i == 8 ? (double)NAN : 3;
        def.reach = i == 9 ? 65 : 4;
        def.stuck_margin = i == 10 ? 0.5 : 3;
        def.floors = i == 11 || i == 12 ? floors : NULL;
        def.floor_count = i == 12 ? (uint32_t)WEND_CROWD_FLOORS_MAX + 1 : 0;
        assert_int_equal(wend_crowd_create(i == 13 ? NULL : &def, &crowd), WEND_ERROR_ARGUMENT);
        assert_null(crowd);
    }
    const wend_crowd_def def = wend_crowd_def_default();
    assert_int_equal(wend_crowd_create(&def, NULL), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(NULL);
}

static void crowd_create_refuses_a_grid_that_wraps(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(8, 8, 1);
    grid_def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(grid_def);
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    def.grid = grid;
    assert_int_equal(wend_crowd_create(&def, &crowd), WEND_ERROR_UNSUPPORTED);
    assert_null(crowd);
    wend_grid_destroy(grid);
}

static void spoil(wend_body_def *def, int what)
{
    const double nan = (double)NAN;
    double *numbers[] = {&def->position.x, &def->position.y, &def->heading, &def->radius,
                         &def->speed,      &def->max_speed,  &def->mass,    &def->acceleration,
                         &def->turn_rate,  &def->turn_radius};
    if (what < 10) {
        *numbers[what] = nan;
    } else if (what < 20) {
        *numbers[what - 10] = -(double)INFINITY;
    } else if (what < 30) {
        *numbers[what - 20] = 1e12;
    } else {
        def->cookie += what == 30;
        def->floor += what == 31;
        def->crowd_class += what == 32;
        def->radius = what == 33 ? 1.001 : what == 34 ? 0 : def->radius;
        def->mass = what == 35 ? 0 : def->mass;
        def->headway = what == 36 ? 10.5 : what == 37 ? nan : def->headway;
    }
}

static void bodies_out_of_range_are_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = make(4, NULL, NULL);
    const wend_body_id there = crowds_put(crowd, 0, 0);
    const uint64_t hash = wend_crowd_hash(crowd);
    for (int i = 0; i < 38; i++) {
        wend_body_def def = wend_body_def_default();
        wend_body_id id = {5, 5};
        spoil(&def, i);
        assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_ARGUMENT);
        assert_int_equal(id.index1, 0);
        const bool is_place = i % 10 < 2 && i < 30;
        if (!is_place && i != 31) {
            assert_int_equal(wend_crowd_set_body(crowd, there, &def), WEND_ERROR_ARGUMENT);
        }
    }
    assert_int_equal(wend_crowd_add_body(NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add_body(crowd, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == hash);
    wend_crowd_destroy(crowd);
}

static void crowd_tells_its_step(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd_info info;
    def.step = 0.125;
    wend_crowd *crowd = crowds_make(def);
    wend_crowd_get_info(crowd, &info);
    assert_true(is_near(info.step, 0.125, 0));
    wend_crowd_get_info(NULL, &info);
    assert_true(is_near(info.step, 0, 0));
    wend_crowd_destroy(crowd);
}

static void crowd_is_full_at_its_limit(void **state)
{
    (void)state;
    wend_crowd *crowd = make(3, NULL, NULL);
    const wend_body_def def = wend_body_def_default();
    wend_body_id id;
    for (int i = 0; i < 3; i++) {
        crowds_put(crowd, i, 0);
    }
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_FULL);
    assert_int_equal(id.index1, 0);
    assert_int_equal(wend_crowd_body_count(crowd), 3);
    wend_crowd_destroy(crowd);
}

/* ---- much memory ---- */

typedef struct purse {
    size_t most, asked, calls, live; /* bytes; calls that requested more */
} purse;

static void *pay(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    purse *p = context;
    if (new_bytes > p->asked) {
        p->asked = new_bytes;
    }
    p->calls += new_bytes > 0;
    if (new_bytes > p->most) {
        return NULL;
    }
    p->live += new_bytes - old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

static void limit_beyond_memory_is_refused_at_once(void **state)
{
    (void)state;
    purse p = {.most = (size_t)1 << 24};
    wend_message message;
    wend_crowd_def def = wend_crowd_def_default();
    def.allocator = (wend_allocator){pay, &p};
    def.message = &message;
    wend_crowd *crowd = NULL;
    for (uint32_t limit = WEND_CROWD_BODIES_MAX; limit > 1000000; limit /= 2) {
        p = (purse){.most = p.most};
        def.max_bodies = limit;
        assert_int_equal(wend_crowd_create(&def, &crowd), WEND_ERROR_MEMORY);
        assert_null(crowd);
        assert_non_null(strstr(message.text, "max_bodies"));
        assert_int_equal(p.live, 0);
        assert_true(p.calls <= 1);
        /* On a machine that cannot count them they are not tested. */
        assert_true(p.calls == 0 || p.asked / limit >= 1000);
    }
}

/* ---- one set of limits ---- */

static void length_below_the_least_is_refused_everywhere(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_def def = wend_body_def_default();
    const double bad[] = {0, 1e-308, 9e-7, -1};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        def.radius = bad[i];
        assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_ARGUMENT);
        wend_crowd_def narrow = wend_crowd_def_default();
        wend_crowd *none = NULL;
        narrow.max_radius = bad[i];
        assert_int_equal(wend_crowd_create(&narrow, &none), WEND_ERROR_ARGUMENT);
    }
    def.radius = 1e-6;
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    wend_formation_def form = wend_formation_def_default();
    wend_formation_id formation;
    const double bad_spacings[] = {1e-308, 9e-7, -1, 1000.5, (double)NAN};
    for (size_t i = 0; i < sizeof bad_spacings / sizeof bad_spacings[0]; i++) {
        form.spacing = bad_spacings[i];
        assert_int_equal(wend_formation_create(crowd, &form, &id, NULL, 1, &formation),
                         WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_crowd_error(crowd), "spacing"));
    }
    form.spacing = 1e-6;
    assert_int_equal(wend_formation_create(crowd, &form, &id, NULL, 1, &formation), WEND_OK);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_create_refuses_what_is_out_of_range),
        cmocka_unit_test(crowd_create_refuses_a_grid_that_wraps),
        cmocka_unit_test(bodies_out_of_range_are_refused),
        cmocka_unit_test(crowd_tells_its_step),
        cmocka_unit_test(crowd_is_full_at_its_limit),
        cmocka_unit_test(limit_beyond_memory_is_refused_at_once),
        cmocka_unit_test(length_below_the_least_is_refused_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

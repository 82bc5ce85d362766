/* Bodies that are kept in a box, with goals outside or anywhere, stay there. */
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/steer.h"

#include <math.h>

enum { MOST = 24 };
static const double ROUNDING = 1e-5; /* metres: contacts are in single precision */

/* The parameters of a seed. */
typedef struct pen {
    wend_crowd *crowd;
    wend_body_id ids[MOST];
    uint32_t count;
    double half, step;
    bool is_in_parts; /* two rectangles, which share the box */
} pen;

static double unit(uint64_t seed, uint64_t id)
{
    return wend_random_unit(seed, id, 0);
}

static void let_in(pen *p, uint64_t seed, uint32_t i, double hurry, wend_steer_kind kind)
{
    wend_body_def def = wend_body_def_default();
    const double room = 2 * (p->half - def.radius);
    def.position =
        (wend_vec2){room * (unit(seed, 10 + i) - 0.5), room * (unit(seed, 50 + i) - 0.5)};
    def.speed = 0.5 + hurry * unit(seed, 90 + i);
    def.acceleration = i % 5 == 1 ? 2 : 0;
    def.turn_rate = i % 7 == 2 ? 2 : 0;
    assert_int_equal(wend_crowd_add_body(p->crowd, &def, &p->ids[i]), WEND_OK);
    const double far = p->is_in_parts ? 3 * p->half : p->half;
    const wend_steer_item items[] = {{.kind = WEND_STEER_CONTAIN,
                                      .weight = 1,
                                      .target = {-far, -p->half},
                                      .extra = {p->half, far}},
                                     {.kind = WEND_STEER_CONTAIN,
                                      .weight = 1,
                                      .target = {-p->half, -far},
                                      .extra = {far, p->half}},
                                     {.kind = kind, .weight = 1, .range = 40, .target = {30, 5}},
                                     {.kind = WEND_STEER_WANDER, .weight = 1, .range = 2}};
    const size_t first = p->is_in_parts ? 0 : 1;
    assert_int_equal(wend_crowd_set_steering(p->crowd, p->ids[i], items + first, 4 - first,
                                             WEND_STEER_PRIORITY, 1.5 + 6 * unit(seed, 1),
                                             seed % 2 == 0),
                     WEND_OK);
}

static pen make(uint64_t seed, uint32_t count, double hurry, bool is_in_parts)
{
    static const wend_steer_kind kinds[] = {WEND_STEER_SEEK, WEND_STEER_FLEE, WEND_STEER_ALIGN,
                                            WEND_STEER_WANDER};
    static const double steps[] = {1.0 / 60, 0.05, 0.1, 0.25};
    pen p = {.count = count,
             .half = 3 + 5 * unit(seed, 2),
             .step = steps[seed / 8 % 4],
             .is_in_parts = is_in_parts};
    wend_crowd_def def = wend_crowd_def_default();
    def.step = p.step;
    p.crowd = crowds_make(def);
    for (uint32_t i = 0; i < count; i++) {
        let_in(&p, seed, i, hurry, kinds[seed / 2 % 4]);
    }
    return p;
}

/* @return metres that any of them was out of the box, at most. */
static double run(pen *p, double seconds)
{
    double most = -p->half;
    const uint32_t ticks = (uint32_t)(seconds / p->step);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        crowds_tick(p->crowd, 1);
        for (uint32_t i = 0; i < p->count; i++) {
            wend_body body;
            assert_int_equal(wend_crowd_get_body(p->crowd, p->ids[i], &body), WEND_OK);
            most = fmax(most, fmax(fabs(body.position.x), fabs(body.position.y)) - p->half);
        }
    }
    wend_crowd_destroy(p->crowd);
    return most;
}

static bool keeps_one(uint64_t seed, void *context)
{
    pen p = make(seed, 1, 6, context != NULL);
    return run(&p, 40) <= 0;
}

/* Of a crowd that presses out of it, none is pushed out. */
static bool keeps_many(uint64_t seed, void *context)
{
    pen p = make(seed, MOST, 1.5, context != NULL);
    return run(&p, 20) <= ROUNDING;
}

static void a_body_that_is_not_pushed_never_leaves_its_box(void **state)
{
    (void)state;
    gen_property("keeps_one", 64, keeps_one, NULL);
}

static void those_pressed_against_the_border_do_not_either(void **state)
{
    (void)state;
    gen_property("keeps_many", 32, keeps_many, NULL);
}

static void several_boxes_are_all_walls(void **state)
{
    (void)state;
    bool is_in_parts = true;
    gen_property("keeps_many in all boxes", 32, keeps_many, &is_in_parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_is_not_pushed_never_leaves_its_box),
        cmocka_unit_test(those_pressed_against_the_border_do_not_either),
        cmocka_unit_test(several_boxes_are_all_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A body that flocks among more others than it examines prefers the velocity it would prefer among
 * the nearest 32 alone. */
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/steer.h"

enum { OTHERS = 120, SEEN = 32 };

/* The parameters of a seed. */
typedef struct flock {
    wend_body_def others[OTHERS];
    bool is_held[OTHERS];
    wend_steer_item item;
} flock;

static flock make(uint64_t seed)
{
    static const wend_steer_kind kinds[] = {WEND_STEER_SEPARATE, WEND_STEER_ALIGN,
                                            WEND_STEER_COHERE, WEND_STEER_HIDE};
    flock f = {.item = {.kind = kinds[seed % 4], .weight = 1, .range = 8}};
    f.item.group = (uint32_t)(seed / 4 % 3);
    for (uint32_t i = 0; i < OTHERS; i++) {
        const uint32_t column = i + (i >= 60); /* no other body stands on the body itself */
        f.others[i] = wend_body_def_default();
        f.others[i].position = (wend_vec2){(double)(column % 11) - 5, (double)(column / 11) - 5};
        f.others[i].position.x += 0.4 * (wend_random_unit(seed, i, 1) - 0.5);
        f.others[i].position.y += 0.4 * (wend_random_unit(seed, i, 2) - 0.5);
        f.others[i].heading = 6.28 * wend_random_unit(seed, i, 3) - 3.14;
        f.others[i].group = (uint32_t)wend_random_below(seed, i, 4, 2) + 1;
        f.is_held[i] = (f.item.kind == WEND_STEER_HIDE) == (i % 5 != 0);
    }
    return f;
}

/* @param has the others that exist. @return the body's preferred velocity in the first tick. */
static wend_vec2 wanted(const flock *f, const bool *has)
{
    wend_crowd *crowd = crowds_open();
    wend_body_def def = wend_body_def_default();
    def.heading = 0.7;
    wend_body_id self;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &self), WEND_OK);
    assert_int_equal(
        wend_crowd_set_steering(crowd, self, &f->item, 1, WEND_STEER_WEIGHTED, 1e6, true), WEND_OK);
    for (uint32_t i = 0; i < OTHERS; i++) {
        wend_body_id id;
        if (has[i]) {
            assert_int_equal(wend_crowd_add_body(crowd, &f->others[i], &id), WEND_OK);
            assert_int_equal(wend_crowd_set_held(crowd, id, f->is_held[i]), WEND_OK);
        }
    }
    wend_body body;
    crowds_tick(crowd, 1);
    assert_int_equal(wend_crowd_get_body(crowd, self, &body), WEND_OK);
    wend_crowd_destroy(crowd);
    return body.preferred;
}

/* True if the behaviour uses that one. */
static bool counts(const flock *f, uint32_t i)
{
    if (f->item.kind == WEND_STEER_HIDE) {
        return f->is_held[i];
    }
    return !f->is_held[i] && (f->item.group == 0 || f->others[i].group == f->item.group);
}

static double square_of(const flock *f, uint32_t i)
{
    const wend_vec2 at = f->others[i].position;
    return at.x * at.x + at.y * at.y;
}

/* Of those that count, how many are nearer? */
static uint32_t nearer_count(const flock *f, uint32_t i)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < OTHERS; k++) {
        count += counts(f, k) && square_of(f, k) < square_of(f, i);
    }
    return count;
}

static bool sees_the_nearest(uint64_t seed, void *context)
{
    (void)context;
    const flock f = make(seed);
    bool all[OTHERS];
    bool nearest[OTHERS];
    uint32_t further = 0;
    for (uint32_t i = 0; i < OTHERS; i++) {
        all[i] = true;
        nearest[i] = counts(&f, i) && nearer_count(&f, i) < SEEN;
        further += counts(&f, i) && !nearest[i];
    }
    const wend_vec2 among_all = wanted(&f, all);
    const wend_vec2 among_nearest = wanted(&f, nearest);
    return further > 0 && among_all.x >= among_nearest.x && among_all.x <= among_nearest.x &&
           among_all.y >= among_nearest.y && among_all.y <= among_nearest.y;
}

static void body_that_flocks_sees_the_nearest_of_those_that_count(void **state)
{
    (void)state;
    gen_property("sees_the_nearest", 96, sees_the_nearest, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_that_flocks_sees_the_nearest_of_those_that_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

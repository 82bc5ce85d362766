/* Random scenes saved in the middle: another crowd that loads them is the same, and continues as
 * the first one does. */
#include "support/crowd_scene.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 120, BEFORE = 60, AFTER = 60 };

static uint8_t *save(const wend_crowd *crowd, size_t *count)
{
    assert_int_equal(wend_crowd_save(crowd, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(crowd, bytes, *count, count), WEND_OK);
    return bytes;
}

static bool is_same_body(const wend_crowd *a, const wend_crowd *b, wend_body_id id)
{
    wend_body x, y;
    assert_int_equal(wend_crowd_get_body(a, id, &x), WEND_OK);
    assert_int_equal(wend_crowd_get_body(b, id, &y), WEND_OK);
    return x.goal == y.goal && x.state == y.state && x.is_stuck == y.is_stuck && x.user == y.user &&
           !(x.position.x < y.position.x || x.position.x > y.position.x) &&
           !(x.preferred.x < y.preferred.x || x.preferred.x > y.preferred.x) &&
           !(x.distance_left < y.distance_left || x.distance_left > y.distance_left);
}

static bool are_same(const wend_crowd *a, const wend_crowd *b)
{
    wend_body_id ids[BODIES + 50];
    size_t count;
    bool is_good = wend_crowd_hash(a) == wend_crowd_hash(b);
    assert_int_equal(wend_crowd_list_bodies(a, ids, BODIES + 50, &count), WEND_OK);
    for (size_t i = 0; i < count && is_good; i++) {
        is_good = is_same_body(a, b, ids[i]);
    }
    return is_good;
}

static bool saves_alike(const wend_crowd *a, const wend_crowd *b)
{
    size_t counts[2];
    uint8_t *bytes[2] = {save(a, &counts[0]), save(b, &counts[1])};
    const bool is_good = counts[0] == counts[1] && memcmp(bytes[0], bytes[1], counts[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return is_good;
}

static bool goes_on(uint64_t seed, void *context)
{
    (void)context;
    crowd_scene s;
    wend_crowd *other = NULL;
    assert_int_equal(crowd_scene_make(&s, seed, BODIES + 50, NULL, NULL), WEND_OK);
    crowd_scene_fill(&s, s.crowd, BODIES);
    for (uint64_t tick = 0; tick < BEFORE; tick++) {
        assert_true(crowd_scene_act(&s, s.crowd, tick) >= 0);
        crowds_tick(s.crowd, 1);
    }
    /* The other one has a life of its own before. */
    assert_int_equal(crowd_scene_crowd(&s, BODIES + 50, NULL, NULL, &other), WEND_OK);
    crowd_scene_fill(&s, other, (uint32_t)(seed % 3) * 50);
    for (uint64_t tick = 0; tick < seed % 3; tick++) {
        assert_true(crowd_scene_act(&s, other, 1000 + tick) >= 0);
        crowds_tick(other, 1);
    }
    size_t count;
    uint8_t *bytes = save(s.crowd, &count);
    wend_message message;
    if (wend_crowd_load(other, bytes, count, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    free(bytes);
    bool is_good = are_same(s.crowd, other);
    for (uint64_t tick = BEFORE; tick < BEFORE + AFTER && is_good; tick++) {
        assert_true(crowd_scene_act(&s, s.crowd, tick) >= 0);
        assert_true(crowd_scene_act(&s, other, tick) >= 0);
        crowds_tick(s.crowd, 1);
        crowds_tick(other, 1);
        is_good = are_same(s.crowd, other);
    }
    is_good = is_good && (seed % 3 != 0 || saves_alike(s.crowd, other));
    wend_crowd_destroy(other);
    crowd_scene_free(&s);
    return is_good;
}

static void crowd_that_is_loaded_goes_on_as_the_one_that_was_saved(void **state)
{
    (void)state;
    gen_property("loading continues", 24, goes_on, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_that_is_loaded_goes_on_as_the_one_that_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

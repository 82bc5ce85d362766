/* Followers of a leader stand still soon after it does, and follow when it walks on. */
#include "support/test.h"

#include "support/crowds.h"
#include "wend/steer.h"

enum { MOST = 40, SECOND = 20 /* ticks */ };

typedef struct train {
    wend_crowd *crowd;
    wend_body_id leader;
    wend_body_id ids[MOST];
    uint32_t count;
} train;

static void steer(const train *t, uint32_t i, const wend_steer_item *items, size_t count,
                  bool keeps_apart)
{
    assert_int_equal(wend_crowd_set_steering(t->crowd, t->ids[i], items, count, WEND_STEER_WEIGHTED,
                                             6, keeps_apart),
                     WEND_OK);
}

/* @param separates with SEPARATE beside FOLLOW_LEADER. */
static train begin(uint32_t count, bool separates, bool keeps_apart)
{
    train t = {.crowd = crowds_open(), .count = count};
    t.leader = crowds_put(t.crowd, 0, 0);
    const wend_steer_item items[2] = {
        {.kind = WEND_STEER_FOLLOW_LEADER, .weight = 1, .range = 1, .other = t.leader},
        {.kind = WEND_STEER_SEPARATE, .weight = 0.5, .range = 0.8}};
    for (uint32_t i = 0; i < count; i++) {
        const double column = (double)(i % 5) - 2;
        t.ids[i] = crowds_put(t.crowd, -2 - 0.8 * (double)(i / 5), 0.8 * column);
        steer(&t, i, items, separates ? 2 : 1, keeps_apart);
    }
    return t;
}

static double fastest(const train *t)
{
    double most = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const double speed = wend_vec2_length(crowds_body(t->crowd, t->ids[i]).velocity);
        most = speed > most ? speed : most;
    }
    return most;
}

static uint32_t walking_count(const train *t)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        count += wend_vec2_length(crowds_body(t->crowd, t->ids[i]).velocity) > 0.3;
    }
    return count;
}

static double farthest(const train *t)
{
    const wend_vec2 at = crowds_body(t->crowd, t->leader).position;
    double most = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const double far = wend_vec2_distance(crowds_body(t->crowd, t->ids[i]).position, at);
        most = far > most ? far : most;
    }
    return most;
}

/* The leader walks there; the last followers reach it within two seconds, and stand within three
 * more. */
static void lead(train *t, wend_vec2 to)
{
    assert_int_equal(wend_crowd_set_goal(t->crowd, t->leader, to, 0), WEND_OK);
    crowds_tick(t->crowd, SECOND / 2);
    assert_true(2 * walking_count(t) > t->count);
    for (int i = 0; i < 1000; i++) {
        if (crowds_body(t->crowd, t->leader).state == WEND_BODY_ARRIVED) {
            break;
        }
        crowds_tick(t->crowd, 1);
    }
    crowds_tick(t->crowd, 5 * SECOND);
    assert_true(farthest(t) < (t->count > 10 ? 8 : 3.5));
    for (int i = 0; i < 10 * SECOND; i++) {
        assert_true(fastest(t) < 0.05);
        crowds_tick(t->crowd, 1);
    }
    assert_true(wend_vec2_distance(crowds_body(t->crowd, t->leader).position, to) < 0.15);
}

static void followers_stand_with_their_leader(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        train t = begin(i < 4 ? 10 : MOST, i % 2 == 1, i / 2 % 2 == 1);
        lead(&t, (wend_vec2){10, 0});
        lead(&t, (wend_vec2){25, 8});
        wend_crowd_destroy(t.crowd);
    }
}

static void follower_with_an_errand_leaves_a_leader_that_stands(void **state)
{
    (void)state;
    train t = begin(1, false, true);
    crowds_tick(t.crowd, 5 * SECOND);
    assert_true(farthest(&t) < 1.5 && fastest(&t) < 0.05);
    const wend_steer_item items[2] = {
        {.kind = WEND_STEER_FOLLOW_LEADER, .weight = 0.2, .range = 1, .other = t.leader},
        {.kind = WEND_STEER_SEEK, .weight = 1, .target = {-50, 0}}};
    steer(&t, 0, items, 2, true);
    crowds_tick(t.crowd, 10 * SECOND);
    assert_true(farthest(&t) > 5);
    wend_crowd_destroy(t.crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followers_stand_with_their_leader),
        cmocka_unit_test(follower_with_an_errand_leaves_a_leader_that_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

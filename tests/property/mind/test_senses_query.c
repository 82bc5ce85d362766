/* What matters first, and the nearest threats: over random perceptions of all senses, as sorting them by
 * the stated order finds them. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/base.h"
#include "wend/sense.h"

#include <math.h>
#include <stdlib.h>

enum { SEEDS = 150, MOST = 24 };

static double real(uint64_t seed, uint64_t a, uint64_t b, double low, double high)
{
    return low + (high - low) * wend_random_unit(seed, a, b);
}

/* Few different values, so that ties occur. */
static double reaction_of(uint64_t seed, uint64_t i)
{
    return wend_random_below(seed, i, 1, 3) / 2.0;
}

static uint32_t team_of(uint64_t seed, uint64_t i)
{
    return wend_random_below(seed, i, 2, 2) == 0 ? WEND_TEAM_NONE
                                                 : wend_random_below(seed, i, 3, 3);
}

static wend_vec3 place_of(uint64_t seed, uint64_t i)
{
    return (wend_vec3){wend_random_below(seed, i, 4, 9) - 4.0,
                       wend_random_below(seed, i, 5, 9) - 4.0, 0};
}

static void add_one(wend_senses *senses, wend_observer_id observer, uint64_t seed, uint64_t i)
{
    switch (wend_random_below(seed, i, 6, 3)) {
    case 0: {
        wend_source source = wend_source_default();
        wend_source_id id;
        source.position = place_of(seed, i);
        source.team = team_of(seed, i);
        source.reaction = reaction_of(seed, i);
        source.user = i;
        assert_int_equal(wend_senses_add_source(senses, &source, &id), WEND_OK);
        break;
    }
    case 1: {
        wend_noise noise = wend_noise_default();
        noise.position = place_of(seed, i);
        noise.loudness = real(seed, i, 7, 20, 60);
        noise.team = team_of(seed, i);
        noise.reaction = reaction_of(seed, i);
        noise.user = i;
        assert_int_equal(wend_senses_add_noise(senses, &noise), WEND_OK);
        break;
    }
    default: {
        wend_touch touch = wend_touch_default();
        touch.position = place_of(seed, i);
        touch.team = team_of(seed, i);
        touch.reaction = reaction_of(seed, i);
        touch.user = i;
        assert_int_equal(wend_senses_add_touch(senses, observer, &touch), WEND_OK);
        break;
    }
    }
}

/* 1 if p comes before q by the number `by`, -1 if after. */
static int order_by(double p, double q)
{
    return (p > q) - (p < q);
}

static int matters_more(const wend_perception *p, const wend_perception *q)
{
    const double keys[][2] = {{p->is_hostile, q->is_hostile},
                              {p->is_noticed, q->is_noticed},
                              {p->reaction, q->reaction},
                              {p->certainty, q->certainty},
                              {q->distance, p->distance}};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        const int order = order_by(keys[k][0], keys[k][1]);
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

static double score(void *user, const wend_perception *it)
{
    const uint64_t *seed = user;
    return it->user % 5 == *seed % 5 ? (double)NAN : (double)(it->user * 7 % 4);
}

static bool is_same(const wend_perception *p, const wend_perception *q)
{
    return p->user == q->user && p->sense == q->sense;
}

static void check_first(const wend_senses *senses, wend_observer_id id, uint32_t mask,
                        const wend_perception *all, size_t count, uint64_t seed)
{
    wend_perception first;
    const wend_perception *best = NULL, *best_by_score = NULL;
    for (size_t i = 0; i < count; i++) {
        const double value = score(&seed, &all[i]);
        best = best == NULL || matters_more(&all[i], best) > 0 ? &all[i] : best;
        if (!isnan(value) && (best_by_score == NULL || value > score(&seed, best_by_score))) {
            best_by_score = &all[i];
        }
    }
    assert_true(wend_senses_get_first(senses, id, mask, NULL, NULL, &first) == (best != NULL));
    assert_true(best == NULL || is_same(best, &first));
    assert_true(wend_senses_get_first(senses, id, mask, score, &seed, &first) ==
                (best_by_score != NULL));
    assert_true(best_by_score == NULL || is_same(best_by_score, &first));
    assert_true(wend_senses_get_first(senses, id, mask, NULL, NULL, NULL) == (best != NULL));
}

static void check_threats(const wend_senses *senses, wend_observer_id id,
                          const wend_perception *all, size_t count, uint64_t seed)
{
    wend_perception sorted[MOST], list[MOST];
    size_t threats = 0, listed;
    for (size_t i = 0; i < count; i++) {
        if (all[i].is_hostile && all[i].is_noticed) {
            size_t at = threats++;
            for (; at > 0 && sorted[at - 1].distance > all[i].distance; at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = all[i];
        }
    }
    const size_t capacity = wend_random_below(seed, 0, 8, MOST);
    assert_int_equal(
        wend_senses_get_threats(senses, id, capacity == 0 ? NULL : list, capacity, &listed),
        threats > capacity ? WEND_TRUNCATED : WEND_OK);
    assert_int_equal(listed, threats < capacity ? threats : capacity);
    for (size_t i = 0; i < listed; i++) {
        assert_true(is_same(&sorted[i], &list[i]));
    }
}

static void the_first_and_the_threats_are_those_of_sorting(void **state)
{
    (void)state;
    const uint32_t masks[] = {1U << WEND_SENSE_SIGHT, 1U << WEND_SENSE_HEARING,
                              1U << WEND_SENSE_TOUCH, 7};
    for (uint64_t seed = 0; seed < gen_scaled(SEEDS); seed++) {
        wend_senses_def def = wend_senses_def_default();
        wend_sense_profile profile = wend_sense_profile_default();
        wend_observer observer = wend_observer_default();
        wend_observer_id ids[2];
        wend_senses *senses = NULL;
        uint32_t number;
        size_t count;
        wend_perception all[MOST];
        def.perception_limit = def.target_limit = MOST;
        profile.sight_angle = 6;
        profile.notice_seconds = profile.notice_seconds_far = seed % 2 == 0 ? 0 : 1;
        observer.hostile_teams = wend_random_below(seed, 0, 9, 8);
        assert_int_equal(wend_senses_create(&def, &senses), WEND_OK);
        assert_int_equal(wend_senses_add_profile(senses, &profile, &number), WEND_OK);
        for (int i = 0; i < 2; i++) { /* what the other one perceives is not listed */
            assert_int_equal(wend_senses_add_observer(senses, &observer, &ids[i]), WEND_OK);
        }
        const uint32_t things = wend_random_below(seed, 0, 10, MOST);
        for (uint32_t i = 0; i < things; i++) {
            add_one(senses, ids[wend_random_below(seed, i, 11, 8) == 0 ? 1 : 0], seed, i);
        }
        assert_int_equal(wend_senses_update(senses, NULL), WEND_OK);
        for (size_t m = 0; m < sizeof masks / sizeof masks[0]; m++) {
            assert_int_equal(
                wend_senses_get_perceptions(senses, ids[0], masks[m], all, MOST, &count), WEND_OK);
            check_first(senses, ids[0], masks[m], all, count, seed);
        }
        check_threats(senses, ids[0], all, count, seed);
        assert_int_equal(wend_senses_get_perceptions(senses, ids[0], 7, all, 0, &count),
                         count == 0 ? WEND_OK : WEND_TRUNCATED);
        wend_senses_destroy(senses);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_and_the_threats_are_those_of_sorting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mixes against a search of all mixes on a fine grid; an opponent that is beaten, and that changes; plans
 * against their definition. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/mix.h"
#include "wend/predict.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 60, ROUNDS = 120 };

static const uint32_t STEPS = 100;
static const double BUDGET = 60;

static double roll(uint64_t seed, uint64_t what, double low, double high)
{
    return low + wend_random_unit(seed, what, 0) * (high - low);
}

static wend_mix *make(uint64_t seed, double least)
{
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix;
    def.least_share = least;
    def.enemy_count = 1 + wend_random_below(seed, 1, 0, 5);
    def.iterations = 20000;
    def.tolerance = 0.0005;
    assert_int_equal(wend_mix_create(&def, &mix), WEND_OK);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < def.enemy_count; j++) {
            assert_int_equal(wend_mix_set_effect(mix, i, j, roll(seed, 10 + i * 8 + j, -1, 1)),
                             WEND_OK);
        }
    }
    for (uint32_t j = 0; j < def.enemy_count && seed % 3 != 0; j++) {
        assert_int_equal(wend_mix_add_seen(mix, j, roll(seed, 50 + j, 0, 20)), WEND_OK);
    }
    return mix;
}

/* What a mix reaches: trust in what was seen, the rest in the worst kind. */
static double reach(const wend_mix *mix, const double *x)
{
    double seen[5], trust, expected = 0, worst = 2;
    wend_mix_effect effect;
    assert_int_equal(wend_mix_get_opponent(mix, NULL, seen, 5, &trust), WEND_OK);
    for (uint32_t j = 0; wend_mix_get_effect(mix, 0, j, &effect) == WEND_OK; j++) {
        double it = 0;
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(wend_mix_get_effect(mix, i, j, &effect), WEND_OK);
            it += x[i] * effect.effect;
        }
        expected += it * seen[j];
        worst = fmin(worst, it);
    }
    return trust * expected + (1 - trust) * worst;
}

static bool is_best(uint64_t seed, void *context)
{
    const double least = *(const double *)context;
    wend_mix *mix = make(seed, least);
    wend_mix_answer answer;
    double shares[3], best = -2;
    assert_int_equal(wend_mix_solve(mix, NULL, shares, 3, &answer), WEND_OK);
    for (uint32_t a = 0; a <= STEPS; a++) {
        for (uint32_t b = 0; a + b <= STEPS; b++) {
            const double rest = (1 - 3 * least) / STEPS;
            const double x[3] = {least + rest * a, least + rest * b,
                                 least + rest * (STEPS - a - b)};
            best = fmax(best, reach(mix, x));
        }
    }
    const double reached = reach(mix, shares);
    const bool is_right = fabs(shares[0] + shares[1] + shares[2] - 1) < 1e-9 &&
                          fmin(shares[0], fmin(shares[1], shares[2])) >= least - 1e-12 &&
                          fabs(reached - answer.value) < 1e-9 && reached <= answer.bound + 1e-9 &&
                          answer.bound - answer.value <= 0.0005 + 1e-12 && reached >= best - 0.0006;
    wend_mix_destroy(mix);
    return is_right;
}

static void mixes_are_the_best_of_all(void **state)
{
    (void)state;
    const double least[2] = {0, 0.1};
    for (uint32_t i = 0; i < 2; i++) {
        double one = least[i];
        gen_property("mix", SEEDS, is_best, &one);
    }
}

/* ---- an opponent ---- */

/* True effects: each kind beats the next. The mix has to learn them. */
static double truth(uint32_t own, uint32_t enemy)
{
    return enemy == (own + 1) % 3 ? 0.5 : own == (enemy + 1) % 3 ? -0.5 : 0;
}

/* A round: both build for the budget, meet, and the outcomes are reported. @return own score. */
static double play(wend_mix *mix, uint64_t tick, const double *theirs)
{
    double shares[3], score = 0;
    assert_int_equal(wend_mix_set_tick(mix, tick), WEND_OK);
    const wend_result result = wend_mix_solve(mix, NULL, shares, 3, NULL);
    assert_true(result == WEND_OK || result == WEND_TRUNCATED);
    for (uint32_t j = 0; j < 3; j++) {
        assert_int_equal(wend_mix_add_seen(mix, j, BUDGET * theirs[j]), WEND_OK);
        for (uint32_t i = 0; i < 3; i++) {
            const double met = BUDGET * shares[i] * theirs[j];
            score += met * truth(i, j);
            assert_int_equal(wend_mix_add_outcome(mix, i, j, met * (1 + truth(i, j)) / 2,
                                                  met * (1 - truth(i, j)) / 2),
                             WEND_OK);
        }
    }
    return score / BUDGET;
}

static void a_fixed_opponent_is_beaten_and_a_change_is_followed(void **state)
{
    (void)state;
    static const double phases[3][3] = {{0.7, 0.2, 0.1}, {0.1, 0.7, 0.2}, {0.2, 0.1, 0.7}};
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix;
    def.seen_half_life = 8;
    def.least_share = 0.05; /* each kind is tried */
    assert_int_equal(wend_mix_create(&def, &mix), WEND_OK);
    for (uint32_t phase = 0; phase < 3; phase++) {
        double late = 0;
        uint32_t bad = 0;
        for (uint32_t round = 0; round < ROUNDS; round++) {
            const double score = play(mix, (uint64_t)phase * ROUNDS + round, phases[phase]);
            bad += score <= 0.1 ? 1 : 0;
            late += round >= ROUNDS / 2 ? score / (ROUNDS - ROUNDS / 2) : 0;
        }
        print_message("phase %u: mean score %.3f, %u rounds until it is beaten\n", phase, late,
                      bad);
        assert_true(late > 0.2); /* of 0.2125: 0.25 for the best answer, less the least shares */
        assert_true(bad < 30);
    }
    wend_mix_destroy(mix);
}

/* What is predicted is answered before it is seen. */
static void predicted_builds_are_answered(void **state)
{
    (void)state;
    wend_mix_def def = wend_mix_def_default();
    wend_predictor_def predictor_def = wend_predictor_def_default();
    wend_mix *mix;
    wend_predictor *predictor;
    double shares[3];
    def.seen_half_life = 1;
    def.trust_cost = 1;
    predictor_def.action_count = 3;
    assert_int_equal(wend_mix_create(&def, &mix), WEND_OK);
    assert_int_equal(wend_predictor_create(&predictor_def, &predictor), WEND_OK);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(wend_mix_set_effect(mix, i / 3, i % 3, truth(i / 3, i % 3)), WEND_OK);
    }
    for (uint32_t build = 0; build < 31; build++) {
        assert_int_equal(wend_predictor_add(predictor, build % 3), WEND_OK);
    }
    for (uint32_t build = 31; build < 40; build++) {
        assert_int_equal(wend_mix_solve(mix, predictor, shares, 3, NULL), WEND_OK);
        assert_true(shares[(build % 3 + 2) % 3] > 0.5); /* the kind that beats it */
        assert_int_equal(wend_predictor_add(predictor, build % 3), WEND_OK);
    }
    wend_predictor_destroy(predictor);
    wend_mix_destroy(mix);
}

/* -0 is accepted as 0, so that what is saved is loaded again. */
static void zeros_with_a_sign_are_saved_as_zeros(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 12];
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix, *loaded;
    size_t count;
    def.prior_weight = def.trust_cost = def.prediction_cost = -0.0;
    def.trust_most = def.least_share = def.tolerance = -0.0;
    assert_int_equal(wend_mix_create(&def, &mix), WEND_OK);
    assert_int_equal(wend_mix_set_effect(mix, 0, 1, -0.0), WEND_OK);
    assert_int_equal(wend_mix_add_outcome(mix, 0, 1, -0.0, -0.0), WEND_OK);
    assert_int_equal(wend_mix_add_seen(mix, 1, -0.0), WEND_OK);
    assert_int_equal(wend_mix_save(mix, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_mix_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_mix_hash(loaded) == wend_mix_hash(mix));
    wend_mix_destroy(loaded);
    wend_mix_destroy(mix);
}

/* ---- plans ---- */

static bool is_plan_right(uint64_t seed, void *context)
{
    wend_build_option options[4];
    double budgets[WEND_BUILD_RESOURCES_MAX] = {0}, left[2], weights = 0, values = 0;
    wend_build_plan plan;
    const bool saves = seed % 2 == 0;
    uint32_t made[4] = {0}, saved = UINT32_MAX;
    (void)context;
    memset(options, 0, sizeof options);
    for (uint64_t i = 0; i < 4; i++) {
        options[i].weight = wend_random_below(seed, 10 + i, 0, 4);
        options[i].have = wend_random_below(seed, 20 + i, 0, 40);
        options[i].value = 1 + wend_random_below(seed, 30 + i, 0, 9);
        options[i].costs[0] = 1 + wend_random_below(seed, 40 + i, 0, 9);
        options[i].costs[1] = wend_random_below(seed, 50 + i, 0, 4);
        options[i].most = wend_random_below(seed, 60 + i, 0, 12);
        weights += options[i].weight;
        values += options[i].weight > 0 ? options[i].have : 0;
    }
    budgets[0] = left[0] = wend_random_below(seed, 1, 0, 100);
    budgets[1] = left[1] = wend_random_below(seed, 2, 0, 40);
    assert_int_equal(wend_plan_builds(options, 4, budgets, saves, 1000, &plan), WEND_OK);
    for (;;) {
        int best = -1, paid = -1;
        double lack[4];
        for (int i = 0; i < 4; i++) {
            const wend_build_option *it = &options[i];
            lack[i] =
                it->weight / weights * (values + it->value) - (it->have + made[i] * it->value);
            if (it->weight <= 0 || made[i] >= it->most) {
                continue;
            }
            best = best < 0 || lack[i] > lack[best] ? i : best;
            if (it->costs[0] <= left[0] && it->costs[1] <= left[1]) {
                paid = paid < 0 || lack[i] > lack[paid] ? i : paid;
            }
        }
        if (best >= 0 && best != paid) {
            saved = (uint32_t)best;
            paid = saves ? -1 : paid;
        }
        if (paid < 0) {
            break;
        }
        made[paid]++;
        values += options[paid].value;
        left[0] -= options[paid].costs[0];
        left[1] -= options[paid].costs[1];
    }
    bool is_right = plan.saves_for == saved && fabs(plan.left[0] - left[0]) < 1e-9 &&
                    fabs(plan.left[1] - left[1]) < 1e-9;
    for (uint32_t i = 0; i < 4; i++) {
        is_right = is_right && plan.orders[i] == made[i];
    }
    return is_right;
}

static void plans_follow_their_definition(void **state)
{
    (void)state;
    gen_property("plan", 500, is_plan_right, NULL);
}

/* With enough of everything the parts are the wanted ones. */
static void plans_approach_the_wanted_parts(void **state)
{
    (void)state;
    wend_build_option options[3];
    double budgets[WEND_BUILD_RESOURCES_MAX] = {10000};
    wend_build_plan plan;
    memset(options, 0, sizeof options);
    for (uint32_t i = 0; i < 3; i++) {
        options[i].weight = i + 1;
        options[i].have = i == 0 ? 500 : 0;
        options[i].value = options[i].costs[0] = 3 + 2 * i;
        options[i].most = WEND_BUILD_ORDERS_MAX;
    }
    assert_int_equal(wend_plan_builds(options, 3, budgets, false, 65536, &plan), WEND_OK);
    for (uint32_t i = 0; i < 3; i++) {
        const double value = options[i].have + plan.orders[i] * options[i].value;
        assert_true(fabs(value - 10500 * options[i].weight / 6) < 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixes_are_the_best_of_all),
        cmocka_unit_test(a_fixed_opponent_is_beaten_and_a_change_is_followed),
        cmocka_unit_test(predicted_builds_are_answered),
        cmocka_unit_test(zeros_with_a_sign_are_saved_as_zeros),
        cmocka_unit_test(plans_follow_their_definition),
        cmocka_unit_test(plans_approach_the_wanted_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

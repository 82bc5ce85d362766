/* Mixes of units and production plans. */
#include "fuzz.h"

void make_mix(fuzz *f)
{
    wend_mix_def def = wend_mix_def_default();
    def.own_count = 1 + count_to(f, 4);
    def.enemy_count = 1 + count_to(f, 4);
    def.seen_half_life = chance(f, 2) ? 1 + count_to(f, 50) : def.seen_half_life;
    def.outcome_half_life = chance(f, 2) ? 1 + count_to(f, 50) : def.outcome_half_life;
    def.prior_weight = chance(f, 2) ? real(f, 0, 10) : def.prior_weight;
    def.trust_cost = chance(f, 2) ? real(f, 0, 10) : def.trust_cost;
    def.prediction_cost = chance(f, 2) ? real(f, 0, 10) : def.prediction_cost;
    def.trust_most = chance(f, 2) ? real(f, 0, 1) : def.trust_most;
    def.least_share = chance(f, 2) ? real(f, 0, 0.2) : def.least_share;
    def.iterations = 1 + count_to(f, 200);
    def.tolerance = chance(f, 2) ? real(f, 0, 1) : def.tolerance;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_mix *mix = NULL;
    GIVES(f, wend_mix_create(&def, &mix), "AM");
    keep(f, KIND_MIX, mix, NULL, NULL, NULL);
}

static void teach(fuzz *f)
{
    wend_mix *mix = get(f, KIND_MIX);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        fuzz_watch(f, KIND_MIX, mix);
        GIVES(f, wend_mix_set_effect(mix, below(f, 5), below(f, 5), real(f, -1, 1)), "A");
        fuzz_watch(f, KIND_MIX, mix);
        GIVES(f, wend_mix_add_outcome(mix, below(f, 5), below(f, 5), real(f, 0, 9), real(f, 0, 9)),
              "A");
        fuzz_watch(f, KIND_MIX, mix);
        GIVES(f, wend_mix_add_seen(mix, below(f, 5), real(f, 0, 9)), "A");
    }
    fuzz_watch(f, KIND_MIX, mix);
    GIVES(f, wend_mix_set_tick(mix, roll(f) >> (chance(f, 9) ? below(f, 64) : 58)), "A");
    CHECK(f, wend_mix_error(mix) != NULL);
}

static void solve(fuzz *f)
{
    wend_mix *mix = get(f, KIND_MIX);
    const wend_predictor *predictor = chance(f, 3) ? get(f, KIND_PREDICTOR) : NULL;
    const size_t capacity = below(f, 8);
    double *shares = scratch(f, 8, sizeof *shares);
    wend_mix_effect effect;
    wend_mix_answer answer;
    double trust;
    GIVES(f, wend_mix_get_effect(mix, below(f, 5), below(f, 5), &effect), "A");
    if (GIVES(f, wend_mix_get_opponent(mix, predictor, shares, capacity, &trust), "A") == WEND_OK) {
        CHECK(f, trust >= 0 && trust <= 1);
    }
    const wend_result result =
        GIVES(f, wend_mix_solve(mix, predictor, shares, capacity, &answer), "AT");
    if (result == WEND_OK || result == WEND_TRUNCATED) {
        CHECK(f, answer.value <= answer.bound + 1e-9 && answer.worst <= answer.expected + 1e-9);
    }
    CHECK(f, mix == NULL || wend_mix_memory_bytes(mix) > 0);
}

static void plan(fuzz *f)
{
    wend_build_option *options = scratch(f, 5, sizeof *options);
    double budgets[WEND_BUILD_RESOURCES_MAX] = {0};
    wend_build_plan *plan = scratch(f, 1, sizeof *plan);
    const uint32_t count = count_to(f, 5) % 6;
    for (uint32_t i = 0; i < 5; i++) {
        options[i].weight = real(f, 0, 4);
        options[i].have = real(f, 0, 40);
        options[i].value = real(f, 0.5, 10);
        options[i].costs[below(f, WEND_BUILD_RESOURCES_MAX)] = real(f, 0, 10);
        options[i].costs[0] = real(f, 1, 10);
        options[i].most = below(f, 9);
    }
    budgets[below(f, WEND_BUILD_RESOURCES_MAX)] = real(f, 0, 60);
    budgets[0] = real(f, 0, 60);
    if (GIVES(f, wend_plan_builds(options, count, budgets, chance(f, 2), count_to(f, 50), plan),
              "A") == WEND_OK) {
        CHECK(f, plan->left[0] >= 0 && plan->order_count <= WEND_BUILD_ORDERS_MAX);
    }
}

static void save_mix(fuzz *f)
{
    const wend_mix *mix = get(f, KIND_MIX);
    size_t count = 0;
    if (GIVES(f, wend_mix_save(mix, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_mix_save(mix, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_mix_def def = wend_mix_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_mix *loaded = NULL;
    GIVES(f, wend_mix_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_mix_hash(loaded) == wend_mix_hash(mix));
    keep(f, KIND_MIX, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make a mix", make_mix, 1}, {"teach a mix", teach, 4},   {"solve a mix", solve, 4},
    {"plan builds", plan, 2},    {"save a mix", save_mix, 1},
};

const fuzz_room room_mix = {"mix", actions, sizeof actions / sizeof *actions};

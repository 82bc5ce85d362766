/* Choices are those that follow from the last decisions, summed up one by one. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/tactics.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 400, ADDED_MAX = 200, TACTICS_MOST = 6, CONTEXTS_MOST = 5 };

/* Scores are multiples of 1/8, so that sums of doubles are exact. */
typedef struct record {
    uint32_t context, tactic;
    double score;
} record;

typedef struct twin {
    wend_tactics_def def;
    record records[ADDED_MAX];
    uint32_t count;
} twin;

static uint32_t oldest_of(const twin *t)
{
    return t->count > t->def.history_limit ? t->count - t->def.history_limit : 0;
}

/* Number and sum of the scores of a tactic, in a context or (with `others`) in all others. */
static double sum_up(const twin *t, uint32_t context, bool others, uint32_t tactic, double *count)
{
    double sum = 0;
    *count = 0;
    for (uint32_t i = oldest_of(t); i < t->count; i++) {
        const record *r = &t->records[i];
        if (r->tactic == tactic && (r->context != context) == others) {
            sum += r->score;
            *count += 1;
        }
    }
    return sum;
}

/* The expected score; tries are 0 where nothing is known. */
static double expect(const twin *t, uint32_t context, uint32_t tactic, double *tries)
{
    double here, elsewhere;
    const double sum = sum_up(t, context, false, tactic, &here);
    const double others = sum_up(t, context, true, tactic, &elsewhere);
    const double borrowed = elsewhere < t->def.borrowing ? elsewhere : t->def.borrowing;
    *tries = here + borrowed;
    return *tries > 0 ? (sum + borrowed * (elsewhere > 0 ? others / elsewhere : 0)) / *tries : 0;
}

/* True if the choice is one that the definition allows. */
static bool is_allowed(const twin *t, uint32_t context, const wend_tactic_choice *choice)
{
    double decisions = 0, tries[TACTICS_MOST], scores[TACTICS_MOST];
    bool has_untried = false;
    for (uint32_t i = 0; i < t->def.tactic_count; i++) {
        scores[i] = expect(t, context, i, &tries[i]);
        decisions += tries[i];
        has_untried = has_untried || !(tries[i] > 0);
    }
    const uint32_t chosen = choice->tactic;
    if (t->count == 0) {
        return choice->is_first && (t->def.standard < 0 || (uint32_t)t->def.standard == chosen);
    }
    if (t->def.exploration > 0 && has_untried) {
        return !choice->is_first && !(tries[chosen] > 0) && !choice->is_best;
    }
    if (!(decisions > 0)) {
        return !choice->is_first; /* nothing is known here, and nothing is borrowed */
    }
    bool is_best = true;
    for (uint32_t i = 0; i < t->def.tactic_count; i++) {
        if (tries[i] > 0) {
            const double bonus = t->def.exploration * wend_sqrt(wend_log(1 + decisions) / tries[i]);
            const bool is_right = i != chosen || (choice->bonus >= bonus && choice->bonus <= bonus);
            if (!is_right || scores[i] + bonus > choice->score + choice->bonus) {
                return false;
            }
            is_best = is_best && scores[i] <= choice->score;
        }
    }
    return tries[chosen] > 0 && choice->score >= scores[chosen] &&
           choice->score <= scores[chosen] && choice->is_best == is_best;
}

static bool is_known(const twin *t, const wend_tactics *tactics, uint32_t context, uint32_t tactic)
{
    double here, elsewhere;
    wend_tactic_info info;
    const double sum = sum_up(t, context, false, tactic, &here);
    const double others = sum_up(t, context, true, tactic, &elsewhere);
    if (wend_tactics_get(tactics, context, tactic, &info) != WEND_OK) {
        return false;
    }
    const double mean = here > 0 ? sum / here : 0;
    const double all = here + elsewhere, mean_all = all > 0 ? (sum + others) / all : 0;
    return info.tries == (uint32_t)here && info.tries_all == (uint32_t)all && info.mean >= mean &&
           info.mean <= mean && info.mean_all >= mean_all && info.mean_all <= mean_all;
}

static bool is_remembered(const twin *t, const wend_tactics *tactics)
{
    const uint32_t count = wend_tactics_history_count(tactics);
    bool is_equal = count == t->count - oldest_of(t);
    for (uint32_t i = 0; i < count && is_equal; i++) {
        wend_tactic_decision decision;
        const record *r = &t->records[oldest_of(t) + i];
        is_equal = wend_tactics_get_decision(tactics, i, &decision) == WEND_OK &&
                   decision.number == oldest_of(t) + i && decision.context == r->context &&
                   decision.tactic == r->tactic && decision.score >= r->score &&
                   decision.score <= r->score;
    }
    return is_equal;
}

static bool reload(wend_tactics **tactics)
{
    size_t count;
    (void)wend_tactics_save(*tactics, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_tactics *loaded = NULL;
    const bool is_equal = bytes != NULL &&
                          wend_tactics_save(*tactics, bytes, count, &count) == WEND_OK &&
                          wend_tactics_load(NULL, bytes, count, &loaded) == WEND_OK &&
                          wend_tactics_hash(loaded) == wend_tactics_hash(*tactics);
    free(bytes);
    wend_tactics_destroy(*tactics);
    *tactics = loaded;
    return is_equal;
}

static twin twin_make(uint64_t seed)
{
    static const double explorations[3] = {0, 0.5, 4}, borrowings[4] = {0, 0.25, 1, 8};
    twin t = {.def = wend_tactics_def_default()};
    t.def.tactic_count = 1 + wend_random_below(seed, 10, 0, TACTICS_MOST);
    t.def.context_count = 1 + wend_random_below(seed, 11, 0, CONTEXTS_MOST);
    t.def.history_limit = 1 + wend_random_below(seed, 12, 0, 60);
    t.def.standard = (int32_t)wend_random_below(seed, 13, 0, t.def.tactic_count + 1) - 1;
    t.def.exploration = explorations[wend_random_below(seed, 14, 0, 3)];
    t.def.borrowing = borrowings[wend_random_below(seed, 15, 0, 4)];
    t.def.seed = seed;
    return t;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    twin t = twin_make(seed);
    wend_tactics *tactics = NULL;
    bool is_equal = wend_tactics_create(&t.def, &tactics) == WEND_OK;
    const uint32_t added = wend_random_below(seed, 16, 0, ADDED_MAX);
    for (uint32_t n = 0; n < added && is_equal; n++) {
        record *r = &t.records[t.count];
        wend_tactic_choice choice, again;
        r->context = wend_random_below(seed, 17, n, t.def.context_count);
        is_equal = wend_tactics_choose(tactics, r->context, &choice) == WEND_OK &&
                   choice.tactic < t.def.tactic_count && is_allowed(&t, r->context, &choice) &&
                   wend_tactics_choose(tactics, r->context, &again) == WEND_OK &&
                   again.tactic == choice.tactic;
        r->tactic = wend_random_below(seed, 18, n, 4) > 0
                        ? choice.tactic
                        : wend_random_below(seed, 19, n, t.def.tactic_count);
        r->score = (double)wend_random_below(seed, 20, n, 64) / 8 - 4 + r->tactic;
        t.count++;
        is_equal = is_equal &&
                   wend_tactics_add(tactics, r->context, r->tactic, r->score) == WEND_OK &&
                   is_known(&t, tactics, r->context, r->tactic) && is_remembered(&t, tactics);
        if (is_equal && wend_random_below(seed, 21, n, 30) == 0) {
            is_equal = reload(&tactics);
        }
    }
    wend_tactics_destroy(tactics);
    return is_equal;
}

static void choices_follow_from_the_last_decisions(void **state)
{
    (void)state;
    gen_property("tactics", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_follow_from_the_last_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Predictions are those of n-grams counted one by one in the history. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/predict.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 400, ADDED_MAX = 300 };

/* The actions so far; a new sequence begins before those marked. */
typedef struct history {
    wend_predictor_def def;
    uint32_t actions[ADDED_MAX];
    bool begins[ADDED_MAX];
    bool is_predicted[ADDED_MAX], is_hit[ADDED_MAX];
    uint32_t count;
    bool begins_next;
} history;

static uint32_t oldest_of(const history *h)
{
    return h->count > h->def.history_limit ? h->count - h->def.history_limit : 0;
}

/* Occurrences of actions one after the other in the history, which no other sequence parts. */
static uint32_t occurrences(const history *h, const uint32_t *actions, uint32_t length)
{
    uint32_t count = 0;
    for (uint32_t i = oldest_of(h); i + length <= h->count; i++) {
        bool is_here = true;
        for (uint32_t k = 0; k < length; k++) {
            is_here = is_here && h->actions[i + k] == actions[k] && (k == 0 || !h->begins[i + k]);
        }
        count += is_here ? 1 : 0;
    }
    return count;
}

/* How often each action followed the last `length` ones; false if these belong to no one sequence. */
static bool count_followers(const history *h, uint32_t length, uint32_t *counts, uint32_t *total)
{
    uint32_t ngram[WEND_PREDICTOR_LENGTH_MAX];
    if (length > 0 && (h->begins_next || length > h->count - oldest_of(h))) {
        return false;
    }
    for (uint32_t k = 0; k < length; k++) {
        const uint32_t from = h->count - length + k;
        ngram[k] = h->actions[from];
        if (k > 0 && h->begins[from]) {
            return false;
        }
    }
    *total = 0;
    for (uint32_t action = 0; action < h->def.action_count; action++) {
        ngram[length] = action;
        counts[action] = occurrences(h, ngram, length + 1);
        *total += counts[action];
    }
    return true;
}

static bool predict_slowly(const history *h, wend_prediction *prediction, uint32_t *counts)
{
    uint32_t total = 0;
    for (uint32_t length = h->def.length; length > 0; length--) {
        if (!count_followers(h, length - 1, counts, &total) || total == 0 ||
            (length > 1 && total < h->def.support)) {
            continue;
        }
        uint32_t best = 0;
        for (uint32_t action = 1; action < h->def.action_count; action++) {
            best = counts[action] > counts[best] ? action : best;
        }
        *prediction = (wend_prediction){best, length, counts[best], total, 0};
        return true;
    }
    return false;
}

static bool is_as_counted(const history *h, const wend_predictor *predictor)
{
    uint32_t counts[16] = {0};
    double probabilities[16];
    wend_prediction expected = {0}, found;
    const bool has_one = predict_slowly(h, &expected, counts);
    if (wend_predictor_predict(predictor, &found) != has_one || found.action != expected.action ||
        found.length != expected.length || found.count != expected.count ||
        found.total != expected.total ||
        wend_predictor_get_probabilities(predictor, probabilities, 16) != WEND_OK) {
        return false;
    }
    bool is_equal = true;
    for (uint32_t i = 0; i < h->def.action_count; i++) {
        const double share = has_one ? (double)counts[i] / expected.total : 0;
        is_equal = is_equal && !(probabilities[i] < share) && !(probabilities[i] > share);
    }
    wend_predictor_info info;
    uint32_t predicted = 0, hits = 0;
    for (uint32_t i = oldest_of(h); i < h->count; i++) {
        predicted += h->is_predicted[i] ? 1 : 0;
        hits += h->is_hit[i] ? 1 : 0;
    }
    wend_predictor_get_info(predictor, &info);
    return is_equal && info.predicted_count == predicted && info.hit_count == hits &&
           info.added_count == h->count && info.history_count == h->count - oldest_of(h);
}

static bool are_counts_equal(const history *h, const wend_predictor *predictor, uint64_t seed)
{
    uint32_t actions[WEND_PREDICTOR_LENGTH_MAX];
    const uint32_t length = 1 + wend_random_below(seed, 1, h->count, h->def.length);
    for (uint32_t i = 0; i < length; i++) {
        actions[i] = wend_random_below(seed, 2 + i, h->count, h->def.action_count);
    }
    return wend_predictor_count(predictor, actions, length) == occurrences(h, actions, length);
}

/* Saved, loaded, destroyed: what is loaded goes on in the place of what was. */
static bool reload(wend_predictor **predictor)
{
    size_t count;
    (void)wend_predictor_save(*predictor, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_predictor *loaded = NULL;
    const bool is_equal = bytes != NULL &&
                          wend_predictor_save(*predictor, bytes, count, &count) == WEND_OK &&
                          wend_predictor_load(NULL, bytes, count, &loaded) == WEND_OK &&
                          wend_predictor_hash(loaded) == wend_predictor_hash(*predictor);
    free(bytes);
    wend_predictor_destroy(*predictor);
    *predictor = loaded;
    return is_equal;
}

static void add_slowly(history *h, uint32_t action)
{
    uint32_t counts[16];
    wend_prediction prediction = {0};
    const uint32_t i = h->count;
    h->is_predicted[i] = predict_slowly(h, &prediction, counts);
    h->is_hit[i] = h->is_predicted[i] && prediction.action == action;
    h->actions[i] = action;
    h->begins[i] = h->begins_next;
    h->begins_next = false;
    h->count++;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    history h = {.def = wend_predictor_def_default(), .begins_next = true};
    h.def.action_count = 1 + wend_random_below(seed, 10, 0, 6);
    h.def.length = 1 + wend_random_below(seed, 11, 0, WEND_PREDICTOR_LENGTH_MAX);
    h.def.support = 1 + wend_random_below(seed, 12, 0, 4);
    h.def.history_limit = 1 + wend_random_below(seed, 13, 0, 60);
    wend_predictor *predictor = NULL;
    bool is_equal = wend_predictor_create(&h.def, &predictor) == WEND_OK;
    const uint32_t added = wend_random_below(seed, 14, 0, ADDED_MAX);
    for (uint32_t n = 0; n < added && is_equal; n++) {
        /* Runs that come back, and noise. */
        const uint32_t noise = wend_random_below(seed, 15, n, h.def.action_count);
        const uint32_t action =
            wend_random_below(seed, 16, n, 4) > 0 ? n / 2 % h.def.action_count : noise;
        if (wend_random_below(seed, 17, n, 12) == 0) {
            is_equal = wend_predictor_begin_sequence(predictor) == WEND_OK;
            h.begins_next = true;
        }
        add_slowly(&h, action);
        is_equal = is_equal && wend_predictor_add(predictor, action) == WEND_OK &&
                   is_as_counted(&h, predictor) && are_counts_equal(&h, predictor, seed);
        if (is_equal && wend_random_below(seed, 18, n, 30) == 0) {
            is_equal = reload(&predictor);
        }
    }
    wend_predictor_destroy(predictor);
    return is_equal;
}

static void predictions_are_those_of_ngrams_counted_one_by_one(void **state)
{
    (void)state;
    gen_property("predictor", SEEDS, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_those_of_ngrams_counted_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

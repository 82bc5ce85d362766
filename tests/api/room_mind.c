/* What agents decide by: predictors of actions, tactics and how they fared. */
#include "fuzz.h"

enum { ACTIONS = 6 };

/* ---- predictors ---- */

void make_predictor(fuzz *f)
{
    wend_predictor_def def = wend_predictor_def_default();
    def.action_count = chance(f, 2) ? 1 + count_to(f, ACTIONS - 1) : def.action_count;
    def.length = chance(f, 2) ? 1 + count_to(f, WEND_PREDICTOR_LENGTH_MAX - 1) : def.length;
    def.support = chance(f, 2) ? 1 + count_to(f, 4) : def.support;
    def.history_limit = chance(f, 2) ? 1 + count_to(f, 30) : def.history_limit;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_predictor *predictor = NULL;
    GIVES(f, wend_predictor_create(&def, &predictor), "AM");
    keep(f, KIND_PREDICTOR, predictor, NULL, NULL, NULL);
}

static void add_actions(fuzz *f)
{
    wend_predictor *predictor = get(f, KIND_PREDICTOR);
    for (uint32_t i = below(f, 8); i > 0; --i) {
        fuzz_watch(f, KIND_PREDICTOR, predictor);
        GIVES(f, wend_predictor_add(predictor, below(f, ACTIONS)), "AM");
    }
    if (chance(f, 4)) {
        GIVES(f, wend_predictor_begin_sequence(predictor), "A");
    }
    if (chance(f, 30)) {
        GIVES(f, wend_predictor_clear(predictor), "A");
    }
    CHECK(f, wend_predictor_error(predictor) != NULL);
}

static void predict(fuzz *f)
{
    const wend_predictor *predictor = get(f, KIND_PREDICTOR);
    wend_prediction prediction;
    wend_predictor_info info;
    wend_predictor_get_info(predictor, &info);
    CHECK(f, info.hit_count <= info.predicted_count && info.predicted_count <= info.history_count &&
                 info.history_count <= info.added_count);
    const bool has_one = wend_predictor_predict(predictor, &prediction);
    CHECK(f, has_one == (info.history_count > 0));
    CHECK(f, !has_one || (prediction.action < info.action_count && prediction.length >= 1 &&
                          prediction.length <= info.length && prediction.count >= 1 &&
                          prediction.count <= prediction.total));
    double *probabilities = scratch(f, ACTIONS, sizeof *probabilities);
    const wend_result result = GIVES(
        f, wend_predictor_get_probabilities(predictor, probabilities, below(f, ACTIONS + 1)), "A");
    CHECK(f, result != WEND_OK || !has_one ||
                 (probabilities[prediction.action] >= prediction.probability &&
                  probabilities[prediction.action] <= prediction.probability));
    uint32_t *actions = scratch(f, 10, sizeof *actions);
    for (uint32_t i = 0; i < 10; ++i) {
        actions[i] = below(f, ACTIONS);
    }
    CHECK(f, wend_predictor_count(predictor, actions, below(f, 11)) <= info.history_count);
}

static void save_predictor(fuzz *f)
{
    const wend_predictor *predictor = get(f, KIND_PREDICTOR);
    size_t count = 0;
    if (GIVES(f, wend_predictor_save(predictor, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_predictor_save(predictor, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_predictor_def def = wend_predictor_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_predictor *loaded = NULL;
    GIVES(f, wend_predictor_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL ||
                 wend_predictor_hash(loaded) == wend_predictor_hash(predictor));
    keep(f, KIND_PREDICTOR, loaded, NULL, NULL, NULL);
}

/* ---- tactics ---- */

void make_tactics(fuzz *f)
{
    wend_tactics_def def = wend_tactics_def_default();
    def.tactic_count = chance(f, 2) ? 1 + count_to(f, 4) : def.tactic_count;
    def.context_count = chance(f, 2) ? 1 + count_to(f, 4) : def.context_count;
    def.history_limit = chance(f, 2) ? 1 + count_to(f, 30) : def.history_limit;
    def.standard = chance(f, 2) ? whole(f, WEND_TACTIC_RANDOM, 4) : def.standard;
    def.exploration = chance(f, 2) ? real(f, 0, WEND_TACTICS_SCORE_MAX) : def.exploration;
    def.borrowing = chance(f, 2) ? real(f, 0, 65536) : def.borrowing;
    def.seed = roll(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_tactics *tactics = NULL;
    GIVES(f, wend_tactics_create(&def, &tactics), "AM");
    keep(f, KIND_TACTICS, tactics, NULL, NULL, NULL);
}

static void choose_tactics(fuzz *f)
{
    wend_tactics *tactics = get(f, KIND_TACTICS);
    for (uint32_t i = below(f, 8); i > 0; --i) {
        const uint32_t context = below(f, 3);
        wend_tactic_choice choice;
        wend_tactic_info info;
        if (GIVES(f, wend_tactics_choose(tactics, context, &choice), "A") == WEND_OK) {
            CHECK(f, wend_tactics_get(tactics, context, choice.tactic, &info) == WEND_OK);
            CHECK(f, info.tries == choice.tries && info.tries <= info.tries_all);
            CHECK(f, choice.is_first == (wend_tactics_history_count(tactics) == 0));
        }
        fuzz_watch(f, KIND_TACTICS, tactics);
        GIVES(f,
              wend_tactics_add(tactics, context, chance(f, 3) ? below(f, 6) : choice.tactic,
                               chance(f, 2)
                                   ? real(f, -1, 1)
                                   : real(f, -WEND_TACTICS_SCORE_MAX, WEND_TACTICS_SCORE_MAX)),
              "AM");
    }
    if (chance(f, 30)) {
        GIVES(f, wend_tactics_clear(tactics), "A");
    }
    CHECK(f, wend_tactics_error(tactics) != NULL);
}

static void read_tactics(fuzz *f)
{
    const wend_tactics *tactics = get(f, KIND_TACTICS);
    const uint32_t count = wend_tactics_history_count(tactics);
    const uint32_t index = below(f, count + 1);
    wend_tactic_decision decision;
    wend_tactic_info info;
    const wend_result result = GIVES(f, wend_tactics_get_decision(tactics, index, &decision), "A");
    CHECK(f, (result == WEND_OK) == (index < count));
    if (result == WEND_OK) {
        CHECK(f, wend_tactics_get(tactics, decision.context, decision.tactic, &info) == WEND_OK);
        CHECK(f, info.tries >= 1);
    }
    CHECK(f, tactics == NULL || wend_tactics_memory_bytes(tactics) > 0);
    GIVES(f, wend_tactics_get(tactics, below(f, 6), below(f, 6), &info), "A");
}

static void save_tactics(fuzz *f)
{
    const wend_tactics *tactics = get(f, KIND_TACTICS);
    size_t count = 0;
    if (GIVES(f, wend_tactics_save(tactics, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_tactics_save(tactics, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_tactics_def def = wend_tactics_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_tactics *loaded = NULL;
    GIVES(f, wend_tactics_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_tactics_hash(loaded) == wend_tactics_hash(tactics));
    keep(f, KIND_TACTICS, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make a predictor", make_predictor, 1},
    {"add actions", add_actions, 6},
    {"predict", predict, 3},
    {"save a predictor", save_predictor, 1},
    {"make tactics", make_tactics, 1},
    {"choose tactics", choose_tactics, 6},
    {"read tactics", read_tactics, 3},
    {"save tactics", save_tactics, 1},
};

const fuzz_room room_mind = {"mind", actions, sizeof actions / sizeof *actions};

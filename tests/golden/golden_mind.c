/* Fingerprint of what agents decide by: an opponent of fixed numbers, predicted and fought. */
#include "golden.h"

enum { ROUNDS = 600, ACTIONS = 4, CONTEXTS = 3 };

/* Runs of actions that come back, with some noise, in a style that changes half way. */
static uint32_t action_of(uint64_t round)
{
    const uint32_t noise = wend_random_below(23, 0, round, ACTIONS);
    const uint32_t style =
        round < ROUNDS / 2 ? (uint32_t)round % ACTIONS : (uint32_t)(round / 3) % ACTIONS;
    return wend_random_below(23, 1, round, 5) == 0 ? noise : style;
}

static uint64_t add_prediction(uint64_t hash, wend_predictor *predictor, uint64_t round)
{
    wend_prediction prediction;
    (void)wend_predictor_predict(predictor, &prediction);
    hash = wend_hash_u64(hash, (uint64_t)prediction.length << 32 | prediction.action);
    hash = wend_hash_u64(hash, (uint64_t)prediction.count << 32 | prediction.total);
    if (round % 50 == 49) {
        (void)wend_predictor_begin_sequence(predictor);
    }
    (void)wend_predictor_add(predictor, action_of(round));
    return hash;
}

static uint64_t add_choice(uint64_t hash, wend_tactics *tactics, uint64_t round)
{
    const uint32_t context = wend_random_below(23, 2, round, CONTEXTS);
    wend_tactic_choice choice;
    (void)wend_tactics_choose(tactics, context, &choice);
    hash = wend_hash_u64(hash, choice.tactic);
    hash = wend_hash_bytes(hash, choice.is_best ? "best" : "new", choice.is_best ? 4 : 3);
    const double luck = wend_random_unit(23, 3, round);
    const double gain = choice.tactic == action_of(round) ? 1
                        : choice.tactic == context        ? 0.25
                                                          : -0.5;
    (void)wend_tactics_add(tactics, context, choice.tactic, gain + 0.1 * luck);
    return hash;
}

uint64_t golden_mind(void)
{
    wend_predictor_def predictor_def = wend_predictor_def_default();
    wend_tactics_def tactics_def = wend_tactics_def_default();
    wend_predictor *predictor = NULL;
    wend_tactics *tactics = NULL;
    uint64_t hash = wend_hash_begin();
    predictor_def.action_count = ACTIONS;
    predictor_def.history_limit = 128;
    tactics_def.tactic_count = ACTIONS;
    tactics_def.context_count = CONTEXTS;
    tactics_def.history_limit = 96;
    if (wend_predictor_create(&predictor_def, &predictor) == WEND_OK &&
        wend_tactics_create(&tactics_def, &tactics) == WEND_OK) {
        for (uint64_t round = 0; round < ROUNDS; round++) {
            hash = add_prediction(hash, predictor, round);
            hash = add_choice(hash, tactics, round);
        }
        hash = wend_hash_u64(hash, wend_predictor_hash(predictor));
        hash = wend_hash_u64(hash, wend_tactics_hash(tactics));
    }
    wend_predictor_destroy(predictor);
    wend_tactics_destroy(tactics);
    return hash;
}

/* Ranges of what agents decide by. */
#include "ranges.h"

#include <stddef.h>

static wend_result use_predictor_def(const range_trial *t)
{
    wend_predictor_def def = wend_predictor_def_default();
    t->set(&def, t->range, t->value);
    wend_predictor *it;
    const wend_result result = wend_predictor_create(&def, &it);
    wend_predictor_destroy(it);
    return result;
}

static wend_result use_tactics_def(const range_trial *t)
{
    wend_tactics_def def = wend_tactics_def_default();
    t->set(&def, t->range, t->value);
    wend_tactics *it;
    const wend_result result = wend_tactics_create(&def, &it);
    wend_tactics_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_predictor_def, action_count), RANGE_UINT32, 1, WEND_PREDICTOR_ACTIONS_MAX,
     use_predictor_def, 0},
    {FIELD(wend_predictor_def, length), RANGE_UINT32, 1, WEND_PREDICTOR_LENGTH_MAX,
     use_predictor_def, 0},
    {FIELD(wend_predictor_def, support), RANGE_UINT32, 1, UINT32_MAX, use_predictor_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_predictor_def, history_limit), RANGE_UINT32, 1, WEND_PREDICTOR_HISTORY_MAX,
     use_predictor_def, 0},
    {FIELD(wend_tactics_def, tactic_count), RANGE_UINT32, 1, WEND_TACTICS_MAX, use_tactics_def, 0},
    {FIELD(wend_tactics_def, context_count), RANGE_UINT32, 1, WEND_TACTICS_CONTEXTS_MAX,
     use_tactics_def, 0},
    {FIELD(wend_tactics_def, history_limit), RANGE_UINT32, 1, WEND_TACTICS_HISTORY_MAX,
     use_tactics_def, 0},
    {FIELD(wend_tactics_def, standard), RANGE_INT32, WEND_TACTIC_RANDOM, 1, use_tactics_def, 0},
    {FIELD(wend_tactics_def, exploration), RANGE_DOUBLE, 0, 1048576, use_tactics_def, 0},
    {FIELD(wend_tactics_def, borrowing), RANGE_DOUBLE, 0, 65536, use_tactics_def, 0},
    {FIELD(wend_tactics_def, seed), RANGE_UINT64, 0, 18446744073709549568.0, use_tactics_def,
     RANGE_ANY_ABOVE},
};

const range_list ranges_mind = {items, sizeof items / sizeof *items};

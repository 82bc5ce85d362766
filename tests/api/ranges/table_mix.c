/* Ranges of mixes and production plans. */
#include "ranges.h"

#include <stddef.h>

static wend_result use_def(const range_trial *t)
{
    wend_mix_def def = wend_mix_def_default();
    t->set(&def, t->range, t->value);
    wend_mix *it;
    const wend_result result = wend_mix_create(&def, &it);
    wend_mix_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_mix_def, own_count), RANGE_UINT32, 1, WEND_MIX_KINDS_MAX, use_def, 0},
    {FIELD(wend_mix_def, enemy_count), RANGE_UINT32, 1, WEND_MIX_KINDS_MAX, use_def, 0},
    {FIELD(wend_mix_def, seen_half_life), RANGE_UINT32, 1, WEND_MIX_HALF_LIFE_MAX, use_def, 0},
    {FIELD(wend_mix_def, outcome_half_life), RANGE_UINT32, 1, WEND_MIX_HALF_LIFE_MAX, use_def, 0},
    {FIELD(wend_mix_def, prior_weight), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_mix_def, trust_cost), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_mix_def, prediction_cost), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_mix_def, trust_most), RANGE_DOUBLE, 0, 1, use_def, 0},
    {FIELD(wend_mix_def, least_share), RANGE_DOUBLE, 0, 1.0 / 3, use_def, 0},
    {FIELD(wend_mix_def, iterations), RANGE_UINT32, 1, WEND_MIX_ITERATIONS_MAX, use_def, 0},
    {FIELD(wend_mix_def, tolerance), RANGE_DOUBLE, 0, 1, use_def, 0},
};

const range_list ranges_mix = {items, sizeof items / sizeof *items};

/* Ranges of scheduled thinking. */
#include "ranges.h"

#include <stddef.h>

static void think(void *user, wend_mind_turn *turn)
{
    (void)user;
    (void)turn;
}

static wend_result use_minds_def(const range_trial *t)
{
    static const wend_mind_band bands[WEND_MINDS_BANDS_MAX + 1] = {
        {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}, {9, 1}};
    wend_minds_def def = wend_minds_def_default();
    def.think = think;
    def.bands = bands;
    t->set(&def, t->range, t->value);
    wend_minds *it;
    const wend_result result = wend_minds_create(&def, &it);
    wend_minds_destroy(it);
    return result;
}

static wend_result use_mind_def(const range_trial *t)
{
    wend_minds_def def = wend_minds_def_default();
    wend_mind_def agent = wend_mind_def_default();
    wend_minds *it;
    def.think = think;
    wend_result result = wend_minds_create(&def, &it);
    t->set(&agent, t->range, t->value);
    result = result == WEND_OK ? wend_minds_add_agent(it, &agent) : result;
    wend_minds_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_minds_def, decision_bytes), RANGE_UINT32, 0, WEND_MINDS_DECISION_MAX, use_minds_def,
     0},
    {FIELD(wend_minds_def, central_period), RANGE_UINT32, 1, WEND_MINDS_PERIOD_MAX, use_minds_def,
     0},
    {FIELD(wend_minds_def, central_cost), RANGE_UINT32, 0, WEND_MINDS_COST_MAX, use_minds_def, 0},
    {FIELD(wend_minds_def, band_count), RANGE_UINT32, 0, WEND_MINDS_BANDS_MAX, use_minds_def, 0},
    {FIELD(wend_minds_def, far_period), RANGE_UINT32, 1, WEND_MINDS_PERIOD_MAX, use_minds_def, 0},
    {FIELD(wend_minds_def, hysteresis), RANGE_DOUBLE, 0, 1048576, use_minds_def, 0},
    {FIELD(wend_mind_def, agent), RANGE_UINT64, 0, 18446744073709549568.0, use_mind_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_mind_def, period), RANGE_UINT32, 1, WEND_MINDS_PERIOD_MAX, use_mind_def, 0},
    {FIELD(wend_mind_def, cost), RANGE_UINT32, 1, WEND_MINDS_COST_MAX, use_mind_def, 0},
    {FIELD(wend_mind_def, priority), RANGE_UINT32, 1, WEND_MINDS_PRIORITY_MAX, use_mind_def, 0},
};

const range_list ranges_minds = {items, sizeof items / sizeof *items};

/* Ranges of triggers. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static wend_result use_triggers_def(const range_trial *t)
{
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *it;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_triggers_create(&def, &it);
    wend_triggers_destroy(it);
    return result;
}

static wend_result use_trigger(const range_trial *t)
{
    static const wend_vec2 points[65537] = {{0, 0}, {1, 0}, {0, 1}};
    const wend_triggers_def def = wend_triggers_def_default();
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    wend_triggers *it;
    trigger.kind = WEND_TRIGGER_AREA;
    trigger.points = points;
    trigger.point_count = 3;
    t->set(&trigger, t->range, t->value);
    (void)wend_triggers_create(&def, &it);
    const wend_result result = wend_triggers_add(it, &trigger, &id);
    wend_triggers_destroy(it);
    return result;
}

static wend_result use_kind(const range_trial *t)
{
    const wend_triggers_def def = wend_triggers_def_default();
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    wend_triggers *it;
    t->set(&trigger, t->range, t->value);
    (void)wend_triggers_create(&def, &it);
    const wend_result result = wend_triggers_add(it, &trigger, &id);
    wend_triggers_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_triggers_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, WEND_COORDINATE_MAX,
     use_triggers_def, 0},
    {FIELD(wend_trigger, kind), RANGE_INT32, WEND_TRIGGER_TAKE, WEND_TRIGGER_SOUND, use_kind, 0},
    {FIELD(wend_trigger, radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_trigger, 0},
    {FIELD(wend_trigger, point_count), RANGE_SIZE, 3, WEND_TRIGGER_POINTS_MAX, use_trigger,
     RANGE_ANY_BELOW},
    {FIELD(wend_trigger, height), RANGE_DOUBLE, 0, (double)INFINITY, use_trigger, 0},
    {FIELD(wend_trigger, tag), RANGE_UINT32, 0, UINT32_MAX, use_trigger, RANGE_ANY_ABOVE},
    {FIELD(wend_trigger, amount), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_trigger, 0},
    {FIELD(wend_trigger, user), RANGE_UINT64, 0, 18446744073709549568.0, use_trigger,
     RANGE_ANY_ABOVE},
    {FIELD(wend_trigger, first_tick), RANGE_UINT64, 0, 18446744073709549568.0, use_trigger,
     RANGE_ANY_ABOVE},
    {FIELD(wend_trigger, period), RANGE_UINT64, 0, 18446744073709549568.0, use_trigger,
     RANGE_ANY_ABOVE},
    {FIELD(wend_trigger, loudness), RANGE_DOUBLE, -1000, 1000, use_trigger, 0},
    {FIELD(wend_trigger, sleep_ticks), RANGE_UINT64, 0, 18446744073709549568.0, use_trigger,
     RANGE_ANY_ABOVE},
};

const range_list ranges_trigger = {items, sizeof items / sizeof *items};

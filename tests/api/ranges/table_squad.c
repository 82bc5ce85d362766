/* Ranges of squads. */
#include "ranges.h"

#include <stddef.h>

static wend_result use_squads_def(const range_trial *t)
{
    wend_squads_def def = wend_squads_def_default();
    wend_squads *it;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_squads_create(&def, &it);
    wend_squads_destroy(it);
    return result;
}

/* Squads with one that has one member. */
static wend_squads *some_squads(wend_squad_id *id)
{
    const wend_squads_def def = wend_squads_def_default();
    const wend_squad_def squad = wend_squad_def_default();
    const wend_squad_member member = {.agent = 1};
    wend_squads *it;
    (void)wend_squads_create(&def, &it);
    (void)wend_squads_add(it, &squad, id);
    (void)wend_squads_join(it, *id, &member);
    return it;
}

static wend_result use_squad_def(const range_trial *t)
{
    wend_squad_id id;
    wend_squads *it = some_squads(&id);
    wend_squad_def def = wend_squad_def_default();
    def.retreat_ratio = 0;
    def.return_ratio = 1000;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_squads_set_def(it, id, &def);
    wend_squads_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_squads_def, max_squads), RANGE_UINT32, 1, WEND_SQUADS_MAX, use_squads_def, 0},
    {FIELD(wend_squads_def, max_members), RANGE_UINT32, 1, WEND_SQUAD_MEMBERS_MAX, use_squads_def,
     0},
    {FIELD(wend_squads_def, max_enemies), RANGE_UINT32, 1, WEND_SQUAD_ENEMIES_MAX, use_squads_def,
     0},
    {FIELD(wend_squads_def, max_cells), RANGE_UINT32, 1, WEND_SQUAD_CELLS_MAX, use_squads_def, 0},
    {FIELD(wend_squads_def, max_edits), RANGE_UINT32, 1, WEND_SQUAD_EDITS_MAX, use_squads_def, 0},
    {FIELD(wend_squad_def, files), RANGE_UINT32, 1, WEND_SQUAD_MEMBERS_MAX, use_squad_def, 0},
    {FIELD(wend_squad_def, spacing), RANGE_DOUBLE, 0, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, arrival), RANGE_DOUBLE, 1e-6, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, retreat_ratio), RANGE_DOUBLE, 0, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, return_ratio), RANGE_DOUBLE, 0, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, threat_range), RANGE_DOUBLE, 0, WEND_SQUAD_VALUE_MAX, use_squad_def, 0},
    {FIELD(wend_squad_def, retreat_distance), RANGE_DOUBLE, 0, WEND_SQUAD_VALUE_MAX, use_squad_def,
     0},
    {FIELD(wend_squad_def, spread_limit), RANGE_DOUBLE, 0, WEND_SQUAD_VALUE_MAX, use_squad_def, 0},
    {FIELD(wend_squad_def, engage_range), RANGE_DOUBLE, 0, WEND_SQUAD_VALUE_MAX, use_squad_def, 0},
    {FIELD(wend_squad_def, bound), RANGE_DOUBLE, 1e-6, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, flank_distance), RANGE_DOUBLE, 1e-6, 1000, use_squad_def, 0},
    {FIELD(wend_squad_def, keep_target), RANGE_DOUBLE, 0, 10, use_squad_def, 0},
    {FIELD(wend_squad_def, user), RANGE_UINT64, 0, 18446744073709549568.0, use_squad_def,
     RANGE_ANY_ABOVE},
};

const range_list ranges_squad = {items, sizeof items / sizeof *items};

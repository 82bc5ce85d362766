/* Ranges of commanders. */
#include "ranges.h"

#include <stddef.h>

static wend_result use_def(const range_trial *t)
{
    wend_commander_def def = wend_commander_def_default();
    t->set(&def, t->range, t->value);
    wend_commander *it;
    const wend_result result = wend_commander_create(&def, &it);
    wend_commander_destroy(it);
    return result;
}

static wend_commander *make(void)
{
    wend_commander_def def = wend_commander_def_default();
    wend_commander *it = NULL;
    (void)wend_commander_create(&def, &it);
    return it;
}

static wend_result use_goal(const range_trial *t)
{
    wend_commander *it = make();
    wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_goal_id id;
    t->set(&goal, t->range, t->value);
    const wend_result result = wend_commander_add_goal(it, &goal, &id);
    wend_commander_destroy(it);
    return result;
}

static wend_result use_group(const range_trial *t)
{
    wend_commander *it = make();
    wend_commander_group group = wend_commander_group_default();
    t->set(&group, t->range, t->value);
    const wend_result result = wend_commander_set_group(it, &group);
    wend_commander_destroy(it);
    return result;
}

static wend_result use_inputs(const range_trial *t)
{
    wend_commander *it = make();
    wend_commander_inputs inputs = wend_commander_inputs_default();
    t->set(&inputs, t->range, t->value);
    const wend_result result = wend_commander_update(it, &inputs);
    wend_commander_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_commander_def, max_goals), RANGE_UINT32, 1, WEND_COMMANDER_GOALS_MAX, use_def, 0},
    {FIELD(wend_commander_def, max_groups), RANGE_UINT32, 1, WEND_COMMANDER_GROUPS_MAX, use_def, 0},
    {FIELD(wend_commander_def, max_enemies), RANGE_UINT32, 1, WEND_COMMANDER_ENEMIES_MAX, use_def,
     0},
    {FIELD(wend_commander_def, width), RANGE_INT32, 1, WEND_COMMANDER_SIDE_CELLS_MAX, use_def, 0},
    {FIELD(wend_commander_def, height), RANGE_INT32, 1, WEND_COMMANDER_SIDE_CELLS_MAX, use_def, 0},
    {FIELD(wend_commander_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_def, 0},
    {PART(wend_commander_def, origin, origin.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_def, 0},
    {PART(wend_commander_def, origin, origin.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_def, 0},
    {FIELD(wend_commander_def, distance_weight), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_def, danger_weight), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_def, commitment), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_def, reserve), RANGE_DOUBLE, 0, 1, use_def, 0},
    {FIELD(wend_commander_def, known_radius), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_def, half_life), RANGE_UINT32, 1, WEND_COMMANDER_HALF_LIFE_MAX, use_def,
     0},
    {FIELD(wend_commander_def, forget_below), RANGE_DOUBLE, 0, 1, use_def, 0},
    {FIELD(wend_commander_def, scouting_count), RANGE_UINT32, 0, WEND_COMMANDER_SCOUTING_MAX,
     use_def, 0},
    {FIELD(wend_commander_def, scouting_value), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_def, scouting_age), RANGE_UINT32, 1, WEND_COMMANDER_HALF_LIFE_MAX,
     use_def, 0},
    {FIELD(wend_commander_def, scouting_spacing), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_commander_goal, kind), RANGE_INT32, 0, WEND_COMMANDER_KINDS - 1, use_goal, 0},
    {FIELD(wend_commander_goal, value), RANGE_DOUBLE, 0, 1048576, use_goal, 0},
    {FIELD(wend_commander_goal, strength), RANGE_DOUBLE, 0, 1048576, use_goal, 0},
    {FIELD(wend_commander_goal, superiority), RANGE_DOUBLE, 0, 1024, use_goal, 0},
    {FIELD(wend_commander_goal, partial), RANGE_DOUBLE, 0, 1, use_goal, 0},
    {FIELD(wend_commander_goal, group_limit), RANGE_UINT32, 0, UINT32_MAX, use_goal,
     RANGE_ANY_ABOVE},
    {FIELD(wend_commander_goal, deadline), RANGE_UINT64, 0, 18446744073709549568.0, use_goal,
     RANGE_ANY_ABOVE},
    {FIELD(wend_commander_goal, repeat), RANGE_UINT64, 0, 18446744073709549568.0, use_goal,
     RANGE_ANY_ABOVE},
    {FIELD(wend_commander_goal, user), RANGE_UINT64, 0, 18446744073709549568.0, use_goal,
     RANGE_ANY_ABOVE},
    {FIELD(wend_commander_group, user), RANGE_UINT64, 0, 18446744073709549568.0, use_group,
     RANGE_ANY_ABOVE},
    {FIELD(wend_commander_group, busy_until), RANGE_UINT64, 0, 18446744073709549568.0, use_group,
     RANGE_ANY_ABOVE},
    {PART(wend_commander_inputs, measure, measure.kind), RANGE_INT32, 0, 4, use_inputs,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_commander_group, strength), RANGE_DOUBLE, 0, 1048576, use_group, 0},
    {FIELD(wend_commander_group, fitness), RANGE_DOUBLE, 0, 1024, use_group, 0},
    {FIELD(wend_commander_group, speed), RANGE_DOUBLE, 0, 1048576, use_group, 0},
};

const range_list ranges_commander = {items, sizeof items / sizeof *items};
